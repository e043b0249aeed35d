//! Who meets whom in a place, as far as the log and the master tell: the enemies that lie there, the groups that come.

use std::collections::BTreeMap;

use super::super::boards::Boards;
use super::super::class::UnitClass;
use super::headcount::Headcount;
use super::story::{Clash, Contact, Story, StoryTurn};
use super::telling::NoticeFacts;
use super::time;
use liege_rules::check::Found;
use liege_rules::desk::log::{Enter, LogEntry, LogEvent};
use liege_rules::desk::units::UnitRef;

/// The power whose war begins by a marker, and with whom (TT, L102).
const LATE: &str = "us";
const JAPAN: &str = "japan";

/// The enemies of the mover in a place when a group comes there.
#[derive(Debug, Default)]
pub struct Enemies {
    /// Those that were surely there.
    pub units: Headcount,
    /// Whether nobody else was there.
    pub all: bool,
}

impl Enemies {
    /// Whether a unit of some classes was surely there.
    pub fn has(&self, is: impl Fn(UnitClass) -> bool) -> bool {
        self.units.has(is)
    }

    /// Whether surely no unit of some classes was there.
    pub fn lacks(&self, is: impl Fn(UnitClass) -> bool) -> bool {
        self.all && !self.units.may_have(is)
    }
}

/// Whether a place is a sea zone.
pub fn is_sea(view: &Boards, place: &str) -> bool {
    view.pack().map.place(place).is_some_and(|facts| facts.kind == *"sea")
}

/// Whether the power whose turn it is is at war with another one; none where only the players know (G21). The marker of the
/// US tells of its war with Japan (TT, L102); of its other wars it tells only that they have not begun.
pub fn at_war(story: &Story<'_>, turn: &StoryTurn<'_>, other: &str) -> Option<bool> {
    let view = story.view();
    let [one, other] = [turn.power, other].map(str::to_lowercase);
    let is_pair =
        |first: &str, second: &str| (one == first && other == second) || (one == second && other == first);
    let is_last = story.turns.last().is_some_and(|last| std::ptr::eq(last, turn));
    if one == LATE || other == LATE {
        match time::us_is_neutral(view) {
            Some(true) => return None,
            Some(false) if is_last && is_pair(LATE, JAPAN) => return Some(true),
            _ => {}
        }
    }
    let round = match turn.round {
        0 => view.turn().and_then(|turn| u16::try_from(turn).ok()),
        round => u16::try_from(round).ok(),
    };
    story.base.at_war(view.pack(), &one, &other, round.unwrap_or(0))
}

/// A finding about what happened in a place.
pub fn found(story: &Story<'_>, place: &str, message: impl Into<String>) -> Found {
    Found::new(story.place(place), Vec::new(), message)
}

/// The units of a contact, by class; what was not written down is unnamed.
pub fn group(story: &Story<'_>, contact: &Contact<'_>) -> Headcount {
    contact.enters.iter().fold(Headcount::default(), |all, (_, enter)| {
        let mut one = story.count(&enter.group.0);
        one.unnamed |= enter.group.is_empty();
        all.and(&one)
    })
}

/// The same with groups that came before in the same turn and may still be there.
pub fn group_and_earlier(story: &Story<'_>, contact: &Contact<'_>) -> Headcount {
    contact.earlier.iter().fold(group(story, contact), |all, enter| all.and(&story.count(&enter.group.0)))
}

/// The battles of a contact.
pub fn battles_of<'t, 'a>(turn: &'t StoryTurn<'a>, contact: &'t Contact<'a>) -> Vec<&'t Clash<'a>> {
    let begins = turn.of(contact).filter(|step| matches!(step.entry.event, LogEvent::Battle(_)));
    begins.filter_map(|step| turn.battles.get(step.battle?)).collect()
}

/// The battles of a place in a turn, but for interceptions, which are no battles of ships.
pub fn naval_battles<'t, 'a>(
    story: &'t Story<'a>,
    turn: &'t StoryTurn<'a>,
) -> impl Iterator<Item = &'t Clash<'a>> {
    let is_naval = |battle: &&Clash<'_>| {
        is_sea(story.view(), &battle.place)
            && !battle.is_caused_by("interception")
            && !battle.is_caused_by("raid")
    };
    turn.battles.iter().filter(is_naval)
}

/// Whether a unit of a battle fights for the mover; none where that is not known.
pub fn is_movers(
    story: &Story<'_>,
    turn: &StoryTurn<'_>,
    battle: &Clash<'_>,
    unit: &UnitRef,
) -> Option<bool> {
    let view = story.view();
    let known = |side: &str| (!side.is_empty() && !turn.side.is_empty()).then(|| side == turn.side);
    if let Some(power) = &unit.power {
        return known(view.side_of(power));
    }
    if let Some(unit) = unit.id.as_deref().and_then(|id| view.by_id(id)) {
        return known(&unit.side);
    }
    let class = story.class(unit)?;
    let mut lists = [false; 2];
    let mut unknown = battle.fought.units.is_empty();
    for (who, units) in &battle.fought.units {
        let counted = story.count(&units.0);
        unknown |= counted.unnamed || counted.counts.is_empty();
        let own = known(view.side_of(who))?;
        lists[usize::from(own)] |= counted.of(class) > 0;
    }
    match lists {
        [false, true] if !unknown => Some(true),
        [true, false] if !unknown => Some(false),
        _ => None,
    }
}

/// Units of the enemy in a battle, by class.
pub fn enemies_in(story: &Story<'_>, turn: &StoryTurn<'_>, battle: &Clash<'_>) -> Headcount {
    let view = story.view();
    let lists = battle.fought.units.iter().filter(|(who, _)| {
        let side = view.side_of(who);
        !side.is_empty() && side != turn.side
    });
    story.count(lists.flat_map(|(_, units)| &units.0))
}

/// Units of the mover in a battle, by class.
pub fn movers_in(story: &Story<'_>, turn: &StoryTurn<'_>, battle: &Clash<'_>) -> Headcount {
    story.count(story.units_of(battle.fought, turn.side))
}

/// The kinds of lines by which those are known who lay somewhere before: who came, was lost, went back or was placed.
const WHEREABOUTS: [&str; 6] = ["enter", "battle", "battle-end", "casualty", "retreat", "mobilize"];

/// Whether the log leaves nothing out by which the master at its end tells who lay in a place before.
pub fn shows_who_lies(story: &Story<'_>) -> bool {
    story.tells(&WHEREABOUTS)
}

/// The enemies in the place of a contact when it began.
///
/// In the last turn of a log that leaves nothing of this out they are those of the master, which stands at the end of the log, with
/// those that were lost there since: only the mover moves. Of a log with gaps nobody knows who moved after it, so those count
/// that an earlier save of the same turn has there, too. In any turn a battle, a sighting and what somebody was told show
/// some of them.
pub fn enemies(story: &Story<'_>, at: usize, contact: &Contact<'_>) -> Enemies {
    let Some(turn) = story.turns.get(at).filter(|turn| !turn.side.is_empty()) else {
        return Enemies::default();
    };
    let mut shown = hints(story, turn, contact);
    let (view, is_told) = (story.view(), shows_who_lies(story));
    let is_now = view.turn().is_none_or(|now| turn.round == 0 || i64::from(now) == i64::from(turn.round));
    if at + 1 != story.turns.len() || !is_now {
        return Enemies { units: shown, all: false };
    }
    let (mut there, mut all) = (Headcount::default(), is_told && !shown.unnamed);
    let strangers = view.on_board().filter(|unit| {
        unit.place.to_string() == contact.place && unit.carrier.is_none() && !unit.class.is_facility()
    });
    for unit in strangers.filter(|unit| !unit.side.is_empty() && unit.side != turn.side) {
        let war = at_war(story, turn, &unit.power);
        all &= war.is_some();
        if war == Some(true) && (is_told || story.was_there(unit)) {
            *there.counts.entry(unit.class).or_default() += unit.count;
        }
    }
    if is_told {
        all &= add_losses(story, turn, contact, &mut there);
    }
    for (class, number) in there.counts {
        let known = shown.counts.entry(class).or_default();
        *known = number.max(*known);
    }
    Enemies { units: Headcount { counts: shown.counts, unnamed: false }, all }
}

/// Counts what was lost in the place of a contact since it began; whether that is known of all losses.
fn add_losses(story: &Story<'_>, turn: &StoryTurn<'_>, contact: &Contact<'_>, there: &mut Headcount) -> bool {
    let begun = contact.enters.first().map_or(0, |(entry, _)| entry.n);
    let is_later = |end: Option<&LogEntry>| end.is_none_or(|end| end.n > begun);
    let mut all = turn.steps.iter().all(|step| {
        step.battle.is_some() || step.entry.n < begun || !matches!(step.entry.event, LogEvent::Casualty(_))
    });
    for battle in turn.battles.iter().filter(|battle| is_later(battle.end)) {
        all &= !battle.place.is_empty();
        if battle.place != contact.place {
            continue;
        }
        for (_, fate) in &battle.casualties {
            match (is_movers(story, turn, battle, &fate.unit), story.class(&fate.unit)) {
                (Some(true), _) => {}
                (Some(false), Some(class)) => *there.counts.entry(class).or_default() += fate.unit.number,
                _ => all = false,
            }
        }
    }
    all
}

/// Whether a destroyer of the mover may be in a place in a turn: it came, fought or lies there.
pub fn may_have_destroyer(story: &Story<'_>, turn: &StoryTurn<'_>, place: &str) -> bool {
    let is_dd = |class| class == UnitClass::Dd;
    let mut came = turn.enters().filter(|(step, _)| step.place.as_deref() == Some(place));
    let mut here = story.view().on_board().filter(|unit| unit.side == turn.side && is_dd(unit.class));
    let mut fought = turn.battles.iter().filter(|battle| battle.place == place);
    came.any(|(_, enter)| enter.group.is_empty() || story.count(&enter.group.0).may_have(is_dd))
        || here.any(|unit| unit.place.to_string() == place)
        || fought.any(|battle| {
            let mut lost = battle.casualties.iter().chain(&battle.retreats);
            movers_in(story, turn, battle).may_have(is_dd)
                || lost.any(|(_, fate)| story.class(&fate.unit).is_some_and(is_dd))
        })
}

/// The enemies that a contact itself shows.
fn hints(story: &Story<'_>, turn: &StoryTurn<'_>, contact: &Contact<'_>) -> Headcount {
    let mut counts: BTreeMap<UnitClass, u32> = BTreeMap::new();
    let mut show = |class: UnitClass, number: u32| {
        let known = counts.entry(class).or_default();
        *known = number.max(*known);
    };
    for battle in battles_of(turn, contact) {
        let ships = enemies_in(story, turn, battle).counts.into_iter().filter(|(class, _)| class.is_ship());
        ships.for_each(|(class, number)| show(class, number));
    }
    for step in turn.of(contact) {
        match &step.entry.event {
            LogEvent::Sighting { side, entry } if story.view().side_of(side) == turn.side => {
                let seen = story.ledger_entry(side, *entry);
                if let Some((seen, class)) = seen.and_then(|seen| Some((seen, UnitClass::find(&seen.class)?)))
                    && story.spot(&seen.place) == contact.place
                {
                    show(class, seen.number);
                }
            }
            LogEvent::Message(notice) => {
                let to = story.view().side_of(&notice.to);
                if to == turn.side && ["M08", "M11", "M13"].iter().any(|template| notice.is(template)) {
                    let list = notice.units("list").unwrap_or_default();
                    story.count(&list.0).counts.into_iter().for_each(|(class, number)| show(class, number));
                } else if !to.is_empty() && to != turn.side {
                    let unit = notice.fields.get("unit").and_then(|unit| UnitClass::find(unit.as_str()?));
                    let watcher = unit.filter(|_| notice.is("M07"));
                    let sub =
                        ["M09", "M10"].iter().any(|template| notice.is(template)).then_some(UnitClass::Sub);
                    watcher.into_iter().chain(sub).for_each(|class| show(class, 1));
                }
            }
            _ => {}
        }
    }
    Headcount { counts, unnamed: false }
}

/// Where units of a contact's groups went from its place as part of the same move; none where they stayed, came back by
/// a retreat, or may have begun their move there.
pub fn sails_on(
    story: &Story<'_>,
    turn: &StoryTurn<'_>,
    contact: &Contact<'_>,
    is: impl Fn(UnitClass) -> bool,
) -> Option<String> {
    let goes = |(entry, enter): &(&LogEntry, &Enter)| {
        let came = story.count(&enter.group.0);
        turn.enters().filter(|(step, _)| step.entry.n > entry.n).find_map(|(step, later)| {
            let to = step.place.as_ref()?;
            let on = later.group.0.iter().filter(|unit| story.class(unit).is_some_and(&is));
            let on: Vec<&UnitRef> = on.collect();
            let fits = story.count(on.iter().copied());
            let same = !enter.item.0.is_empty() && enter.item == later.item;
            let is_unit =
                |unit: &UnitRef| unit.id.is_some() && enter.group.0.iter().any(|own| own.id == unit.id);
            let follows = same
                && story.spot(&later.from) == contact.place
                && step.non_combat == contact.non_combat
                && fits.counts.iter().all(|(class, number)| came.of(*class) >= *number);
            let known = on.iter().any(|unit| is_unit(unit)) && step.non_combat == contact.non_combat;
            // Who goes back where an attacker came from after a battle retreats, whatever the entry is called.
            let back = contact.enters.iter().any(|(_, from)| story.spot(&from.from) == *to)
                && turn.battles.iter().any(|battle| battle.place == contact.place);
            let is_on = !on.is_empty() && (follows || known) && *to != contact.place && !back;
            is_on.then(|| to.clone())
        })
    };
    contact.enters.iter().find_map(goes)
}
