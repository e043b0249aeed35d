//! Kamikaze tokens: who, where, when and how many (C15; D3).

use serde_json::Value;

use super::super::super::base::Base;
use super::super::super::boards::Boards;
use super::super::super::class::UnitClass;
use super::super::turns::{self, PowerTurn};
use liege_rules::check::case::{Case, NotGiven};
use liege_rules::check::{Found, Report};
use liege_rules::desk::log::{LogEntry, LogEvent};
use liege_rules::position::situation::PlaceId;

/// The power that has tokens.
const JAPAN: &str = "japan";
/// The offer of tokens.
const OFFER: &[&str] = &["M06"];
/// The column of sea zones with the symbol.
const SYMBOL: &str = "kamikaze";
/// The box of tokens that have been used.
const USED: &str = "Tokens used";

/// AAF-056.
pub fn out_of_place(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let turns = turns::turns(case)?;
    let used = |entry: &LogEntry| match &entry.event {
        LogEvent::Message(notice) => notice.template == OFFER[0],
        LogEvent::Battle(battle) => battle.cause == "token",
        _ => false,
    };
    let map_tells = case.now.pack().map.areas().any(|area| !area.word(SYMBOL).is_empty());
    if turns.iter().flat_map(|turn| &turn.entries).any(|entry| used(entry)) && !map_tells {
        report.not_checked("needs the zones with a kamikaze symbol in areas.csv (user data)");
        return Ok(());
    }
    for turn in turns {
        for (at, entry, event) in turn.events().filter(|(_, entry, _)| !turn.is_in(entry, &["NC"])) {
            let (zones, who) = match event {
                LogEvent::Message(notice) if notice.template == OFFER[0] => {
                    (turns::places_in(&case.now, &notice.fields), notice.to.as_str())
                }
                LogEvent::Answer(reply)
                    if reply.template == OFFER[0]
                        && tokens(&reply.choice).is_some_and(|tokens| tokens > 0) =>
                {
                    (Vec::new(), reply.by.as_str())
                }
                LogEvent::Battle(battle) if battle.cause == "token" => {
                    (case.now.place(&battle.place).into_iter().collect(), JAPAN)
                }
                _ => continue,
            };
            for why in faults(case, &turn, at, &zones, who, report) {
                report.add(Found::new(
                    zones.first().cloned(),
                    Vec::new(),
                    format!("line {}: {why}", entry.n),
                ));
            }
        }
    }
    Ok(())
}

/// Why tokens are not to be offered or used.
fn faults(
    case: &Case<Boards>,
    turn: &PowerTurn<'_>,
    at: usize,
    zones: &[PlaceId],
    who: &str,
    report: &mut Report<'_>,
) -> Vec<String> {
    let mut faults = Vec::new();
    // Japan's side shares its room, so its name stands for Japan, too.
    let japan = case.now.side_of(JAPAN);
    if who != JAPAN
        && !who.is_empty()
        && (case.now.side_of(who) != japan || case.now.pack().nations.contains_key(who))
    {
        faults.push(format!("kamikaze tokens belong to Japan, not to {who}"));
    }
    for zone in zones {
        let facts = case.now.pack().map.place(&zone.to_string());
        if facts.is_some_and(|facts| facts.word(SYMBOL).is_empty()) {
            faults.push(format!("{zone} has no kamikaze symbol"));
        } else if is_without_warships(case, turn, at, zone) {
            faults.push(format!("no battleship, cruiser, carrier or destroyer entered {zone}"));
        }
    }
    match is_active(case) {
        Some(false) => faults.push("the condition for kamikaze tokens is not met".to_owned()),
        Some(true) => {}
        None => {
            report.not_checked("the condition for tokens: needs kamikaze.once_taken in base.toml (user data)")
        }
    }
    faults
}

/// Whether everybody who entered a zone is known, and no surface warship is among them; a log with gaps may lack one.
fn is_without_warships(case: &Case<Boards>, turn: &PowerTurn<'_>, at: usize, zone: &PlaceId) -> bool {
    let zone = zone.to_string();
    let entered: Vec<_> = turn.enters().filter(|(_, _, enter)| turn.same(&enter.place, &zone)).collect();
    if !entered.iter().any(|(when, ..)| *when < at) {
        return false;
    }
    let none = entered
        .iter()
        .all(|(_, _, enter)| turns::is_all(case, &enter.group, |class| !class.is_surface_warship()));
    none && turn.tells(&["enter"])
}

/// Whether an enemy of Japan has taken one of the territories that the condition names; none where nobody can tell.
fn is_active(case: &Case<Boards>) -> Option<bool> {
    let base = Base::of(case.now.pack());
    let named = &base.kamikaze.once_taken;
    if named.is_empty() {
        return None;
    }
    let japan = case.now.side_of(JAPAN);
    let is_enemy = |power: &str| !["", japan].contains(&case.now.side_of(power));
    let held = named.iter().filter_map(|name| case.now.place(name)).any(|place| {
        let situation = &case.now.situation;
        let owner = situation.control.get(&place).map(String::as_str);
        is_enemy(owner.unwrap_or_else(|| situation.facts(&place).map_or("", |facts| facts.word("owner"))))
    });
    let log = case.papers.log.as_ref()?;
    let taken = log.entries.iter().any(|entry| match &entry.event {
        LogEvent::Capture { place, to, .. } => {
            is_enemy(to) && named.iter().any(|name| turns::is_same(&case.now, name, place))
        }
        _ => false,
    });
    // A place may have been taken and lost again where the log does not have it.
    if held || taken { Some(true) } else { log.tells("capture").then_some(false) }
}

/// How many tokens an answer uses; none where it does not say.
fn tokens(choice: &Value) -> Option<u32> {
    let text = match choice {
        Value::Number(number) => return number.as_u64().and_then(|number| u32::try_from(number).ok()),
        Value::Bool(false) => return Some(0),
        Value::String(text) => text.to_lowercase(),
        _ => return None,
    };
    let mut numbers =
        text.split(|letter: char| !letter.is_ascii_digit()).filter_map(|digits| digits.parse().ok());
    match (numbers.next(), numbers.next()) {
        (Some(number), None) => Some(number),
        (None, _) if ["no", "none"].contains(&text.trim()) => Some(0),
        _ => None,
    }
}

/// AAF-057.
pub fn miscounted(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let before = case.wants_before()?;
    let log = case.wants_log()?;
    let (had, left) = (left_in(before), left_in(&case.now));
    if had == 0 && left == 0 {
        return Ok(());
    }
    let mut uses: Vec<Option<u32>> = Vec::new();
    // The earlier save may be of any turn's beginning or of any issue; between these it is taken whole.
    let mut starts = vec![0];
    let mut turn = None;
    for entry in &log.entries {
        let begins = turn.replace((entry.round, &entry.power)) != Some((entry.round, &entry.power));
        match &entry.event {
            LogEvent::Issue { .. } => starts.push(uses.len()),
            _ if begins => starts.push(uses.len()),
            _ => {}
        }
        if let LogEvent::Answer(reply) = &entry.event
            && reply.template == OFFER[0]
        {
            uses.push(tokens(&reply.choice));
        }
    }
    if !log.tells("answer") {
        // Uses may be missing, but no token ever comes back.
        if left > had {
            let message = format!("Japan had {had} kamikaze tokens, but {left} are left");
            report.add(Found::new(None, Vec::new(), message));
        }
        return Ok(());
    }
    let ways: Option<Vec<u32>> = starts.iter().map(|start| uses.iter().skip(*start).copied().sum()).collect();
    let Some(ways) = ways else {
        report.not_checked("the turn log does not say how many tokens were used");
        return Ok(());
    };
    if had.checked_sub(left).is_none_or(|gone| !ways.contains(&gone)) {
        let used = ways.first().copied().unwrap_or(0);
        let message = format!("Japan had {had} kamikaze tokens and used {used}, but {left} are left");
        let pieces =
            case.now.units.iter().filter(|unit| unit.class == UnitClass::Kami).map(|unit| unit.ix).collect();
        report.add(Found::new(None, pieces, message));
    }
    Ok(())
}

/// The tokens that Japan still has.
fn left_in(view: &Boards) -> u32 {
    let left =
        view.units.iter().filter(|unit| unit.class == UnitClass::Kami && unit.place.to_string() != USED);
    left.filter(|unit| !view.is_on_board(&unit.place) && !turns::is_battle_board(&unit.place))
        .map(|unit| unit.count)
        .sum()
}
