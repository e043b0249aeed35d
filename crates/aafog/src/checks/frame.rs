//! What the rules demand who plays, which files there are and what they have in common (4.A).

use std::collections::{BTreeMap, BTreeSet};

use super::super::boards::{BoardUnit, Boards};
use super::super::class::UnitClass;
use super::{approvals, ghosts, stage, start};
use liege_rules::check::case::{Case, NotGiven};
use liege_rules::check::{Check, Found, Report, whole};
use liege_rules::desk::log::LogEvent;
use liege_rules::position::situation::PieceIx;
use vassal::diagnostic::{PieceRef, counted};
use vassal::model::position::Player;

/// The table of this topic.
pub const FRAME: &[Check<Boards>] = &[
    whole("AAF-001", roles_not_filled),
    whole("AAF-002", views_not_separate),
    whole("AAF-003", start::boards_start_unlike),
    whole("AAF-004", start::own_units_shown_wrongly),
    whole("AAF-005", ghosts::enemy_without_a_reason),
    whole("AAF-006", ghosts::claims_that_do_not_fit),
    whole("AAF-007", player_in_both_copies),
    whole("AAF-008", rules_display_missing),
    whole("AAF-009", approvals::order_without_approval).decided_by_all(),
];

/// The kind of pieces that show rules: charts, help, lists of objectives (3, L11).
const RULES_SHEET: &str = "rules-sheet";
/// The boxes in which a battle is fought (8, L21).
const BATTLE_BOARD: [&str; 2] = ["Attacker", "Defender"];

/// The sides that are played, with their names.
fn played(view: &Boards) -> impl Iterator<Item = &str> {
    let sides = view.pack().sides.iter();
    sides.filter(|side| !side.sees_all && !side.alliance.is_empty()).map(|side| side.name.as_str())
}

/// All files of a side: issued, issued before, given back.
fn files_of<'a>(case: &'a Case<Boards>, side: &str) -> Vec<&'a Boards> {
    let held = case.copies.get(side).map(|copy| &copy.held);
    held.into_iter().chain(case.earlier.get(side)).chain(case.returned.get(side)).collect()
}

/// All files of the game that are at hand.
fn files(case: &Case<Boards>) -> Vec<&Boards> {
    let own = [Some(&case.now), case.before.as_ref(), case.shared.as_ref()].into_iter().flatten();
    let copies = case.copies.values().map(|copy| &copy.held);
    own.chain(copies).chain(case.earlier.values()).chain(case.returned.values()).collect()
}

fn is_umpire(view: &Boards, player: &Player) -> bool {
    view.pack().sides.iter().any(|side| side.sees_all && side.name == player.side)
}

/// Whether he took a side, as those who only look on did not: VASSAL writes their side in angle brackets.
fn plays(view: &Boards, player: &Player) -> bool {
    !player.side.is_empty() && !player.side.starts_with('<') && !is_umpire(view, player)
}

/// One person by name and password.
fn is_one_person(one: &Player, other: &Player) -> bool {
    one.id == other.id && one.name == other.name
}

fn roles_not_filled(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    if played(&case.now).any(|side| files_of(case, side).is_empty()) {
        return Err(NotGiven("--copy of each side"));
    }
    let files = files(case);
    if files.iter().all(|file| file.situation.players.is_empty()) {
        report.not_checked("no save names a player");
        return Ok(());
    }
    let facilitated = case.papers.log.is_some()
        || files.iter().any(|file| file.situation.players.iter().any(|player| is_umpire(file, player)));
    let nobody = if facilitated { "" } else { ", and no facilitator is named" };
    let has_player = |side: &str| {
        let own = files_of(case, side);
        let seated = |file: &&Boards| file.situation.players.iter().any(|player| player.side == side);
        let of_file = |file: &&Boards| file.situation.players.iter().any(|player| plays(file, player));
        files.iter().any(seated) || own.iter().any(of_file)
    };
    let missing: Vec<&str> = played(&case.now).filter(|side| !has_player(side)).collect();
    for side in &missing {
        let message = format!("no save of the game names a player of {side}{nobody}");
        report.add(Found::new(None, Vec::new(), message).help("let each player join their side in its copy"));
    }
    if missing.is_empty() && !facilitated {
        report.not_checked(
            "needs --turn-log, which shows whether the tool facilitates: no roster names an umpire",
        );
    }
    Ok(())
}

fn views_not_separate(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let copies: Vec<(&String, &Boards)> =
        case.wants_copies()?.iter().map(|(side, copy)| (side, &copy.held)).collect();
    for (at, (side, one)) in copies.iter().enumerate() {
        for (other_side, other) in copies.iter().skip(at + 1) {
            if !is_one_board(one, other) {
                continue;
            }
            match stage::is_past_setup(case) {
                Some(true) => {
                    let message = format!(
                        "the copies of {side} and of {other_side} show the same board, piece for piece"
                    );
                    report
                        .add(Found::new(None, Vec::new(), message).help("give each side a copy of its own"));
                }
                Some(false) => {}
                None => report
                    .not_checked("nothing shows whether the set-up is over; until then copies may be equal"),
            }
        }
    }
    units_left_in_the_shared_save(case, case.wants_shared()?, report)
}

/// Whether two files show the same units on the board, of both sides, each as the other.
fn is_one_board(one: &Boards, other: &Boards) -> bool {
    let looks = |view: &Boards| {
        let look = |unit: &BoardUnit| {
            let piece = &view.situation.pieces[unit.ix];
            (
                unit.id.clone(),
                unit.power.clone(),
                unit.class,
                unit.place.clone(),
                unit.damage,
                piece.notes.clone(),
            )
        };
        let mut looks: Vec<_> = view.on_board().map(look).collect();
        looks.sort();
        looks
    };
    let sides: BTreeSet<&str> = one.on_board().map(|unit| unit.side.as_str()).collect();
    sides.len() > 1 && looks(one) == looks(other)
}

/// Units lie open to all only while their battle is fought (8, L21).
fn units_left_in_the_shared_save(
    case: &Case<Boards>,
    shared: &Boards,
    report: &mut Report<'_>,
) -> Result<(), NotGiven> {
    let in_battle = |unit: &&BoardUnit| BATTLE_BOARD.contains(&unit.place.to_string().as_str());
    let lies_open = |unit: &&BoardUnit| {
        unit.class != UnitClass::Kami && (shared.is_on_board(&unit.place) || in_battle(unit))
    };
    let open: Vec<&BoardUnit> = shared.units.iter().filter(lies_open).collect();
    let Some(first) = open.first().filter(|_| stage::is_past_setup(case) != Some(false)) else {
        return Ok(());
    };
    let log = case.wants_log()?;
    let mut fought: BTreeMap<u32, bool> = BTreeMap::new();
    for entry in &log.entries {
        match &entry.event {
            LogEvent::Battle(battle) => _ = fought.insert(battle.number, true),
            LogEvent::BattleEnd(battle) => _ = fought.insert(battle.number, false),
            _ => {}
        }
    }
    if fought.values().any(|is_open| *is_open) {
        return Ok(());
    }
    if !log.tells("battle") {
        report.not_checked("the turn log may leave out the battle that is fought");
        return Ok(());
    }
    let units = counted(open.len(), "unit");
    let message =
        format!("the shared save shows {units}, first in {}, but no battle is being fought", first.place);
    let absent: Vec<PieceRef> = open.iter().map(|unit| shared.piece_ref(unit)).collect();
    report.add(Found { absent, ..Found::new(None, Vec::new(), message) });
    Ok(())
}

fn player_in_both_copies(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let all = files(case);
    let facilitates = |player: &Player| {
        let seats = all.iter().flat_map(|file| file.situation.players.iter().map(move |seat| (file, seat)));
        seats.into_iter().any(|(file, seat)| is_umpire(file, seat) && is_one_person(seat, player))
    };
    let sides: Vec<&str> = played(&case.now).collect();
    if sides.iter().any(|side| files_of(case, side).is_empty()) {
        return Err(NotGiven("--copy of each side"));
    }
    // Until the set-up is over a copy may be the master itself, with all who joined it.
    let from_the_start = |player: &Player| {
        stage::is_past_setup(case) != Some(true)
            && case.now.situation.players.iter().any(|seat| is_one_person(seat, player))
    };
    let mut told: BTreeSet<&str> = BTreeSet::new();
    for (at, side) in sides.iter().enumerate() {
        let seats = |side: &str| -> Vec<(&Boards, &Player)> {
            let files = files_of(case, side).into_iter();
            files.flat_map(|file| file.situation.players.iter().map(move |seat| (file, seat))).collect()
        };
        for other_side in sides.iter().skip(at + 1) {
            let others = seats(other_side);
            for (file, player) in seats(side) {
                let there = others.iter().find(|(_, other)| is_one_person(player, other));
                let Some((other_file, other)) = there else { continue };
                if (plays(file, player) || plays(other_file, other))
                    && !facilitates(player)
                    && !from_the_start(player)
                    && told.insert(&player.name)
                {
                    let name = &player.name;
                    let message =
                        format!("{name} is in the roster of the copy of {side} and in that of {other_side}");
                    report.add(Found::new(None, Vec::new(), message));
                }
            }
        }
    }
    Ok(())
}

fn rules_display_missing(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for (side, copy) in case.wants_copies()? {
        let shown = displays(&copy.held);
        for (id, pieces) in displays(&copy.due) {
            if shown.get(id).is_some_and(|shown| shown.len() >= pieces.len()) {
                continue;
            }
            let name = pieces.first().map_or(id, |ix| copy.due.situation.pieces[*ix].name.as_str());
            let message = format!("copy of {side}: \"{name}\" is missing, but the save shows it");
            let absent = pieces.iter().map(|ix| copy.due.situation.piece_ref(*ix)).collect();
            report.add(Found { absent, ..Found::new(None, Vec::new(), message) });
        }
    }
    Ok(())
}

/// What shows rules, by its counter.
fn displays(view: &Boards) -> BTreeMap<&str, Vec<PieceIx>> {
    let mut displays: BTreeMap<&str, Vec<PieceIx>> = BTreeMap::new();
    for (ix, piece) in
        view.situation.pieces.iter().enumerate().filter(|(_, piece)| piece.is_chit(RULES_SHEET))
    {
        if let Some(entry) = &piece.entry {
            displays.entry(&entry.id).or_default().push(ix);
        }
    }
    displays
}
