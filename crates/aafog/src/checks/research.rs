//! Research of the Global game: secret, witnessed, and told when it is used (5, L15).

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::super::boards::Boards;
use super::layer::{self, Layer};
use super::stage::{is_same_turn, plain};
use liege_rules::check::case::{Case, NotGiven};
use liege_rules::check::{Found, Report};
use liege_rules::desk::log::{DieRoll, LogEntry, LogEvent, UmpireLog};
use liege_rules::position::situation::{Piece, PieceIx};
use vassal::diagnostic::PieceRef;

/// The kind of the markers of what is paid for.
const RESEARCH: &str = "research-token";
/// The kind of the markers of what was found, and the source of what was shown of it.
const TECHNOLOGY: &str = "technology";
/// Tells the opponent of a technology (6.5b).
const TOLD: &str = "M16";

/// A copy has nothing of the enemy's research but technologies that were used (AAF-010).
pub fn enemy_research_shown(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for (side, copy) in case.wants_copies()? {
        let (held, own) = (&copy.held, case.now.side_of(side));
        for (power, pieces) in markers(held, own, RESEARCH) {
            shown(
                case,
                side,
                (held, &pieces),
                format!("research of {} is shown", case.now.called(power)),
                report,
            );
        }
        for (power, pieces) in markers(held, own, TECHNOLOGY) {
            let used = used_by(case, power, own)?;
            if pieces.len() <= used.len() {
                continue;
            }
            if case.papers.log.as_ref().is_some_and(|log| !log.tells_all(&["technology-use", "message"])) {
                report.not_checked("the turn log may lack a technology that was used");
                continue;
            }
            let message = format!(
                "{} of {} shown, but {} used so far",
                pieces.len(),
                case.now.called(power),
                used.len()
            );
            shown(case, side, (held, &pieces), format!("technologies: {message}"), report);
        }
    }
    Ok(())
}

/// The markers of a kind that belong to the enemies of a side, by power.
fn markers<'a>(view: &'a Boards, own: &str, kind: &str) -> BTreeMap<&'a str, Vec<PieceIx>> {
    let mut markers: BTreeMap<&str, Vec<PieceIx>> = BTreeMap::new();
    for (ix, piece) in view.situation.pieces.iter().enumerate().filter(|(_, piece)| piece.is_chit(kind)) {
        let side = view.situation.alliance(ix);
        if side != own && !side.is_empty() {
            markers.entry(piece.nation()).or_default().push(ix);
        }
    }
    markers
}

/// Reports markers that are none of the side's own guesses.
fn shown(
    case: &Case<Boards>,
    side: &str,
    (held, pieces): (&Boards, &[PieceIx]),
    message: String,
    report: &mut Report<'_>,
) {
    let Some(first) = pieces.first().map(|ix| &held.situation.pieces[*ix]) else { return };
    let same = |other: &&Piece| other.kind() == first.kind() && other.nation() == first.nation();
    let guessed = match Layer::of(case, side) {
        Layer::Of(view) => view.situation.pieces.iter().filter(same).count(),
        Layer::Nothing => 0,
        Layer::Unknown => return report.not_checked(layer::unknown(side)),
    };
    if guessed < pieces.len() {
        let absent: Vec<PieceRef> = pieces.iter().map(|ix| held.situation.piece_ref(*ix)).collect();
        let found = Found::new(Some(first.at.clone()), Vec::new(), format!("copy of {side}: {message}"));
        report.add(Found { absent, ..found });
    }
}

/// The technologies that a power has used, by the ledger of the side that met them, and by the log.
fn used_by(case: &Case<Boards>, power: &str, own: &str) -> Result<BTreeSet<String>, NotGiven> {
    let ledger = case.papers.ledgers.get(own);
    let entries = ledger.into_iter().flat_map(|ledger| &ledger.entries);
    let seen =
        entries.filter(|entry| entry.source == TECHNOLOGY && entry.side_seen.eq_ignore_ascii_case(power));
    let mut used: BTreeSet<String> = seen.map(|entry| entry.class.to_lowercase()).collect();
    if !used.is_empty() && case.papers.log.is_none() {
        return Ok(used);
    }
    for entry in &case.wants_log()?.entries {
        match &entry.event {
            LogEvent::TechnologyUse(goods) if entry.power.eq_ignore_ascii_case(power) => {
                used.insert(plain(&goods.what).to_lowercase());
            }
            LogEvent::Message(notice) if notice.template == TOLD => {
                let field = |key: &str| notice.fields.get(key).map(plain).unwrap_or_default();
                if field("power").eq_ignore_ascii_case(power) {
                    used.insert(field("technology").to_lowercase());
                }
            }
            _ => {}
        }
    }
    Ok(used)
}

/// Each roll for research has the facilitator as its witness (AAF-011).
pub fn roll_without_witness(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let log = case.wants_log()?;
    let seats = &case.now.situation.players;
    let sees_all =
        |side: &str| case.now.pack().sides.iter().any(|known| known.sees_all && known.name == side);
    for entry in &log.entries {
        let LogEvent::Roll(roll) = &entry.event else { continue };
        if !is_research(roll) {
            continue;
        }
        let mut named = seats.iter().filter(|seat| seat.name == roll.witness).peekable();
        let only_plays = named.peek().is_some() && !named.any(|seat| sees_all(&seat.side));
        let fault = match roll.witness.as_str() {
            "" if log.tells("roll") => "names no witness".to_owned(),
            witness if only_plays => format!("has the player {witness} as its witness"),
            _ => continue,
        };
        let message =
            format!("line {}: a roll of {} for research {fault}", entry.n, case.now.called(&entry.power));
        report.add(Found::new(None, Vec::new(), message).help("the facilitator watches such rolls"));
    }
    Ok(())
}

fn is_research(roll: &DieRoll) -> bool {
    !matches!(&roll.research, None | Some(Value::Null | Value::Bool(false)))
}

/// The opponent is told of a technology before it has an effect in a battle (AAF-012).
pub fn technology_told_late(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let log = case.wants_log()?;
    for (at, entry) in log.entries.iter().enumerate() {
        let LogEvent::TechnologyUse(goods) = &entry.event else { continue };
        let technology = plain(&goods.what);
        if goods.battle.is_none() && !is_in_battle(log, at) {
            continue;
        }
        let user = case.now.side_of(&entry.power);
        let tells = |other: &LogEntry| tells(&case.now, other, user, &technology);
        let effect = log.entries.iter().skip(at + 1).position(has_effect);
        let begins = effect.map_or(log.entries.len(), |later| at + 1 + later);
        // Without an effect so far the message may still come.
        if effect.is_none() || log.entries.iter().take(begins).any(tells) {
            continue;
        }
        let again = |other: &LogEntry| matches!(&other.event, LogEvent::TechnologyUse(goods) if plain(&goods.what) == technology);
        let rest =
            log.entries.iter().skip(begins).take_while(|other| is_same_turn(entry, other) && !again(other));
        let late = rest.into_iter().any(tells);
        if late || log.tells("message") {
            let when =
                if late { "revealed only after it had an effect" } else { "never revealed to the opponent" };
            let message =
                format!("line {}: {technology} of {} was {when}", entry.n, case.now.called(&entry.power));
            report.add(Found::new(None, Vec::new(), message));
        }
    }
    Ok(())
}

/// Whether a battle that began has not ended.
fn is_in_battle(log: &UmpireLog, at: usize) -> bool {
    let last = log.entries.iter().take(at).rev().find_map(|entry| match entry.event {
        LogEvent::Battle(_) => Some(true),
        LogEvent::BattleEnd(_) => Some(false),
        _ => None,
    });
    last.unwrap_or(false)
}

/// Whether something came of a battle.
fn has_effect(entry: &LogEntry) -> bool {
    matches!(
        entry.event,
        LogEvent::Roll(_)
            | LogEvent::Casualty(_)
            | LogEvent::Bombard(_)
            | LogEvent::Retreat(_)
            | LogEvent::BattleEnd(_)
    )
}

/// Whether a line tells the opponents of a side of a technology; one that leaves out which may tell of any.
fn tells(view: &Boards, entry: &LogEntry, user: &str, technology: &str) -> bool {
    let LogEvent::Message(notice) = &entry.event else { return false };
    let named = notice.fields.get("technology").map(plain).unwrap_or_default();
    let to = view.side_of(&notice.to);
    notice.template == TOLD
        && (named.is_empty() || named.eq_ignore_ascii_case(technology))
        && (to.is_empty() || to != user)
}
