//! What the rules demand of aircraft over the sea and on islands: landing places, one defence a turn (4.D).

use super::stage::for_the_umpire;
use std::collections::{BTreeMap, BTreeSet};

use super::super::boards::{BoardUnit, Boards};
use super::super::class::UnitClass;
use super::story::{Clash, Story, StoryTurn};
use super::waters::{enemies_in, found, is_sea};
use liege_rules::check::case::{Case, NotGiven};
use liege_rules::check::{Check, Found, Report, whole};
use liege_rules::desk::log::LogEvent;
use liege_rules::desk::units::Units;
use liege_rules::position::situation::PlaceId;
use vassal::diagnostic::Severity;

/// The table of this topic.
pub const FLIGHTS: &[Check<Boards>] =
    &[whole("AAF-042", stranded_aircraft), whole("AAF-043", aircraft_defended_twice)];

/// The phase in which aircraft land, and those after it in which all have landed.
const LANDING: &str = "NC";
const LANDED: [&str; 2] = ["MO", "CI"];
/// How many aircraft a carrier surely holds: sample 2 shows one with two fighters (D2, L47).
const SURE_ROOM: usize = 2;

fn stranded_aircraft(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for_the_umpire(case)?;
    let story = Story::of(case)?;
    let Some(turn) = story.turns.last().filter(|turn| !turn.side.is_empty()) else { return Ok(()) };
    let view = &case.now;
    let severity = match view.situation.clock.phase.as_deref() {
        None => {
            report.not_checked("needs --phase, because the save does not show the phase");
            return Ok(());
        }
        // Inside the phase some may still be in the air; a log with gaps may lack the purchase of a carrier.
        Some(LANDING) => Some(Severity::Suspicious),
        Some(phase) if LANDED.contains(&phase) => {
            (!story.tells(&["purchase"])).then_some(Severity::Suspicious)
        }
        Some(_) => {
            report.not_checked("checked at the end of the non-combat move");
            return Ok(());
        }
    };
    let flown = view.of_side(turn.side).filter(|unit| unit.class.is_air());
    let mut by_place: BTreeMap<&PlaceId, Vec<&BoardUnit>> = BTreeMap::new();
    for unit in flown.filter(|unit| unit.power.eq_ignore_ascii_case(turn.power)) {
        by_place.entry(&unit.place).or_default().push(unit);
    }
    let is_bought = buys_carrier(&story, turn);
    for (place, aircraft) in by_place {
        let stranded = if is_sea(view, &place.to_string()) {
            // Aircraft aboard stay with their ship, as those that were aboard when it was damaged.
            let (aboard, loose): (Vec<&BoardUnit>, Vec<&BoardUnit>) =
                aircraft.into_iter().partition(|unit| unit.carrier.is_some());
            let decks =
                || view.at(place).filter(|unit| unit.class == UnitClass::Cv && unit.side == turn.side);
            let sound = decks().filter(|unit| unit.damage == 0);
            // Who was aboard when a carrier was damaged may stay, whether or not he is marked as aboard; who came by air
            // may not.
            let flew =
                came_by_air(&story, turn, &place.to_string()).is_some_and(|number| number >= loose.len());
            let burning = decks().filter(|unit| unit.damage > 0 && !flew);
            let carriers = sound.chain(burning).map(|unit| unit.count as usize).sum::<usize>();
            let held: Vec<UnitClass> = aboard.iter().chain(&loose).map(|unit| unit.class).collect();
            match held_by(&story, carriers, &held) {
                _ if is_bought || loose.is_empty() => Vec::new(),
                Some(true) => Vec::new(),
                Some(false) => loose,
                None => {
                    report.not_checked("needs the value of the load of a carrier in base.toml (user data)");
                    Vec::new()
                }
            }
        } else if view.holder(place).is_some_and(|side| side != turn.side) {
            aircraft
        } else {
            Vec::new()
        };
        if let Some(first) = stranded.first() {
            let what = match stranded.len() {
                1 => first.called(view.pack()),
                number => format!("{number} aircraft"),
            };
            let message = format!("{what} in {place} after the non-combat move, without a landing place");
            let pieces = stranded.iter().map(|unit| unit.ix).collect();
            let help =
                "without a friendly territory, or a carrier with room and without damage, they are lost";
            report.add(Found { severity, ..Found::at(place.clone(), pieces, message).help(help) });
        }
    }
    Ok(())
}

/// How many aircraft came into a place in a turn without a ship in their group; none where aircraft were lost, so that
/// others may be left.
fn came_by_air(story: &Story<'_>, turn: &StoryTurn<'_>, place: &str) -> Option<usize> {
    let lost = turn.entries().any(|entry| match &entry.event {
        LogEvent::Casualty(fate) => story.class(&fate.unit).is_none_or(UnitClass::is_air),
        _ => false,
    });
    let came = turn.enters().filter(|(step, _)| step.place.as_deref() == Some(place));
    let groups = came.map(|(_, enter)| story.count(&enter.group.0));
    let numbers = groups
        .filter(|group| group.is_only(UnitClass::is_air))
        .map(|group| group.counts.into_values().sum::<u32>());
    let number = usize::try_from(numbers.sum::<u32>()).unwrap_or(usize::MAX);
    (!lost).then_some(number)
}

/// Whether so many carriers hold these aircraft; none where nobody says how many one holds.
fn held_by(story: &Story<'_>, carriers: usize, aircraft: &[UnitClass]) -> Option<bool> {
    if carriers == 0 {
        return Some(aircraft.is_empty());
    }
    if aircraft.len() <= SURE_ROOM * carriers && aircraft.iter().all(|class| class.scrambles()) {
        return Some(true);
    }
    // A load that the data do not list may be one that nobody wrote down.
    let carrier = UnitClass::Cv.word().to_lowercase();
    let words: Vec<String> = aircraft.iter().map(|class| class.word().to_lowercase()).collect();
    let mut decks: Vec<Vec<&str>> = vec![Vec::new(); carriers.min(aircraft.len())];
    let all = words.iter().all(|word| {
        let with = |deck: &Vec<&str>| {
            let load: Vec<&str> = deck.iter().copied().chain([word.as_str()]).collect();
            story.base.fits(&carrier, &load) == Some(true)
        };
        let free = decks.iter().position(with);
        free.is_some_and(|deck| {
            decks[deck].push(word);
            true
        })
    });
    all.then_some(true)
}

/// Whether a carrier was bought in a turn, which may take aircraft in where it will be placed.
fn buys_carrier(story: &Story<'_>, turn: &StoryTurn<'_>) -> bool {
    turn.entries().any(|entry| match &entry.event {
        LogEvent::Purchase(goods) | LogEvent::Mobilize(goods) => {
            let units: Option<Units> = serde_json::from_value(goods.what.clone()).ok();
            units.is_none_or(|units| story.count(&units.0).may_have(|class| class == UnitClass::Cv))
        }
        _ => false,
    })
}

fn aircraft_defended_twice(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let story = Story::of(case)?;
    let view = story.view();
    for (at, turn) in story.turns.iter().enumerate().filter(|(_, turn)| !turn.side.is_empty()) {
        let (over_sea, ashore): (Vec<&Clash<'_>>, Vec<&Clash<'_>>) = turn
            .battles
            .iter()
            .filter(|battle| !battle.place.is_empty() && battle.non_combat != Some(true))
            // The salvo at passing aircraft is no sea battle.
            .filter(|battle| !battle.is_caused_by("interception"))
            .partition(|battle| is_sea(view, &battle.place));
        for land in ashore.iter().filter(|battle| !battle.is_caused_by("raid")) {
            let at_sea: BTreeSet<String> =
                over_sea.iter().flat_map(|battle| defenders(&story, turn, battle)).collect();
            let twice: Vec<String> =
                defenders(&story, turn, land).into_iter().filter(|id| at_sea.contains(id)).collect();
            let place = &land.place;
            if !twice.is_empty() {
                let message = format!(
                    "aircraft that scrambled defend {place}, too, in the same turn: {}",
                    twice.join(", ")
                );
                report
                    .add(found(&story, place, message).help("aircraft that stay at home defend the island"));
            } else if at + 1 == story.turns.len() && case.now.situation.looker.is_none() {
                let more = more_than_stayed(case, &story, turn, &over_sea, land);
                report.extend(more.map(|class| {
                    let message = format!(
                        "more {}s defend {place} than stayed there when others scrambled",
                        class.name()
                    );
                    found(&story, place, message)
                }));
            }
        }
    }
    Ok(())
}

/// The ids of the fighters and tactical bombers that defend in a battle.
fn defenders(story: &Story<'_>, turn: &StoryTurn<'_>, battle: &Clash<'_>) -> Vec<String> {
    let theirs = battle.fought.units.iter().filter(|(who, _)| story.view().side_of(who) != turn.side);
    let units = theirs.flat_map(|(_, units)| &units.0);
    let up = units.filter(|unit| story.class(unit).is_none_or(UnitClass::scrambles));
    up.filter_map(|unit| unit.id.clone()).collect()
}

/// A class of which more defend an island than the earlier save has there without those that defend its sea zone.
fn more_than_stayed(
    case: &Case<Boards>,
    story: &Story<'_>,
    turn: &StoryTurn<'_>,
    over_sea: &[&Clash<'_>],
    land: &Clash<'_>,
) -> Option<UnitClass> {
    let before = case.before.as_ref()?;
    let facts = before.pack().map.place(&land.place)?;
    let zone = before.pack().map.area(facts.word("island-of"))?;
    // Carriers in the zone have aircraft of their own, so that nobody knows who scrambled.
    let own_deck = before.at(&zone.id).any(|unit| unit.class.scrambles());
    let scrambled = over_sea.iter().filter(|battle| battle.place == zone.id.to_string());
    let scrambled =
        scrambled.map(|battle| enemies_in(story, turn, battle)).reduce(|all, one| all.and(&one))?;
    let island = enemies_in(story, turn, land);
    let home = |class: UnitClass| -> u32 {
        let here = before.at(&facts.id).filter(|unit| unit.class == class && unit.side != turn.side);
        here.map(|unit| unit.count).sum()
    };
    [UnitClass::Ftr, UnitClass::Tac]
        .into_iter()
        .filter(|_| !own_deck)
        .find(|class| scrambled.of(*class) > 0 && island.of(*class) + scrambled.of(*class) > home(*class))
}
