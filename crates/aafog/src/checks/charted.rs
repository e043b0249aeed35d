//! Whether each meeting of enemies at sea went as the chart says (4.D): what was learned, fought and chosen.

use super::stage::for_the_umpire;
use std::collections::BTreeSet;

use super::super::because::Because;
use super::super::boards::Boards;
use super::super::chart::{self, CellSource, SightChart};
use super::super::choices::SeaReadings;
use super::super::class::UnitClass;
use super::super::force::UnitGroup;
use super::super::meeting::{Meeting, Movers, SeaContact};
use super::headcount::Headcount;
use super::story::{Clash, Contact, Step, Story, StoryTurn};
use super::telling::{DieFacts, NoticeFacts, ReplyFacts};
use super::waters::{self, Enemies, battles_of, found, group, group_and_earlier, is_sea};
use liege_rules::check::case::{Case, NotGiven};
use liege_rules::check::{Check, Found, Report, whole};
use liege_rules::desk::log::{LogEvent, Reply};
use vassal::diagnostic::Severity;

/// The table of this topic.
pub const CHARTED: &[Check<Boards>] = &[whole("AAF-029", meeting_against_the_chart)];

/// The file of the chart, as the pack has it.
const CHART: &str = "meetings.csv";

fn meeting_against_the_chart(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for_the_umpire(case)?;
    let story = Story::of(case)?;
    let text = story.view().pack().tables.get(CHART).map_or("", String::as_str);
    let chart = SightChart::read(chart::FILE, text, &mut Vec::new());
    for (at, turn) in story.turns.iter().enumerate().filter(|(_, turn)| !turn.side.is_empty()) {
        for contact in turn.contacts().iter().filter(|contact| is_sea(story.view(), &contact.place)) {
            let enemies = waters::enemies(&story, at, contact);
            let movers = group(&story, contact);
            if movers.counts.is_empty() || enemies.units.counts.is_empty() {
                continue;
            }
            let judged = Judged::of(&story, turn, contact, movers, enemies, &chart);
            report.extend(judged.findings());
        }
    }
    Ok(())
}

/// A meeting with what the chart says of it.
struct Judged<'s, 'a> {
    story: &'s Story<'a>,
    turn: &'s StoryTurn<'a>,
    contact: &'s Contact<'a>,
    movers: Headcount,
    enemies: Enemies,
    /// By the fewest that surely met: what is fought then is fought whoever else was there.
    meeting: Meeting,
}

impl<'s, 'a> Judged<'s, 'a> {
    fn of(
        story: &'s Story<'a>,
        turn: &'s StoryTurn<'a>,
        contact: &'s Contact<'a>,
        movers: Headcount,
        enemies: Enemies,
        chart: &SightChart,
    ) -> Self {
        let counted = |count: &Headcount, is: &dyn Fn(UnitClass) -> bool| {
            let all: Vec<(UnitClass, u32)> =
                count.counts.iter().map(|(class, number)| (*class, *number)).collect();
            UnitGroup::counted(&all).part(is)
        };
        let begun = contact.enters.first().map_or(0, |(entry, _)| entry.n);
        // Aircraft meet somebody only where they are known to end their move (G14).
        let ends = contact.enters.iter().all(|(_, enter)| enter.ends == Some(true));
        let ending = if ends { counted(&movers, &UnitClass::is_air) } else { UnitGroup::default() };
        let earlier = contact
            .earlier
            .iter()
            .fold(Headcount::default(), |all, enter| all.and(&story.count(&enter.group.0)));
        let sea = SeaContact {
            zone: contact.place.clone(),
            movers: Movers {
                ships: counted(&movers, &UnitClass::is_ship),
                ending,
                earlier: counted(&earlier, &UnitClass::is_ship),
                ..Movers::default()
            },
            occupants: counted(&enemies.units, &|class| class.is_ship() || class.is_air()),
            non_combat: contact.non_combat == Some(true),
            fought: turn.battles.iter().any(|battle| battle.place == contact.place && battle.entry.n < begun),
            ..SeaContact::default()
        };
        let meeting = Meeting::of(&sea, chart, SeaReadings::default());
        Self { story, turn, contact, movers, enemies, meeting }
    }

    fn findings(&self) -> Vec<Found> {
        let battles = battles_of(self.turn, self.contact);
        let fought =
            [self.unfought(&battles), self.fought_for_nothing(&battles), self.fought_unchosen(&battles)];
        fought.into_iter().flatten().chain(self.seen_too_much(&battles)).collect()
    }

    /// Suspicious where a cell that the answer rests on is not printed.
    fn found(&self, because: &[Because], message: String) -> Found {
        let printed = |why: &Because| !matches!(why, Because::Cell { source, .. } if !matches!(source, CellSource::Printed(_) | CellSource::Text));
        let finding = found(self.story, &self.contact.place, message);
        if because.iter().all(printed) { finding } else { finding.severity(Severity::Suspicious) }
    }

    /// A meeting that the chart makes a battle and that nobody fought.
    fn unfought(&self, battles: &[&Clash<'_>]) -> Option<Found> {
        let forced = self.meeting.battle.as_ref()?;
        let later = || self.turn.battles.iter().any(|battle| battle.place == self.contact.place);
        if !self.story.tells(&["battle"]) || !battles.is_empty() || later() || !self.is_over() {
            return None;
        }
        let printed: Vec<Because> = forced.because.iter().filter(|why| is_printed(why)).cloned().collect();
        let because = if printed.is_empty() { &forced.because } else { &printed };
        let place = &self.contact.place;
        Some(self.found(because, format!("enemies met in {place}, but the battle was not fought")))
    }

    /// A battle that neither the chart nor anybody's choice makes.
    fn fought_for_nothing(&self, battles: &[&Clash<'_>]) -> Option<Found> {
        let battle = battles
            .iter()
            .find(|battle| ["attack", "bump", "sub"].iter().any(|cause| battle.is_caused_by(cause)))?;
        let meeting = &self.meeting;
        let open = meeting.battle.is_some()
            || meeting.may_attack.is_some()
            || meeting.subs_may_attack.is_some()
            || meeting.free_shot.is_some();
        let unsure = self.movers.unnamed
            || !self.enemies.all
            || self.movers.has(UnitClass::is_air)
            || group_and_earlier(self.story, self.contact).unnamed
            || self.has_destroyer()
            || self
                .turn
                .battles
                .iter()
                .any(|other| other.place == battle.place && other.entry.n < battle.entry.n);
        let others = self.enemies.units.has(|class| class.is_facility() || class == UnitClass::Kami);
        if open || unsure || others {
            return None;
        }
        let message = format!("a battle was fought in {}, but the chart has none", battle.place);
        Some(self.found(&meeting.cells, message))
    }

    /// A battle that the one who chooses had declined.
    fn fought_unchosen(&self, battles: &[&Clash<'_>]) -> Option<Found> {
        let battle =
            battles.iter().find(|battle| battle.is_caused_by("attack") || battle.is_caused_by("bump"))?;
        let answer = |template: &str| {
            let replies =
                self.turn.of(self.contact).filter_map(Step::reply).filter(|reply| reply.is(template));
            replies.filter_map(Reply::accepts).reduce(|one, other| one || other)
        };
        let answers: Vec<bool> = ["M08", "M11"].into_iter().filter_map(answer).collect();
        let declined = !answers.is_empty() && !answers.contains(&true);
        if !declined
            || self.meeting.battle.is_some()
            || !self.enemies.all
            || self.movers.has(UnitClass::is_air)
        {
            return None;
        }
        let message =
            format!("a battle was fought in {}, although the mover chose not to attack", battle.place);
        let because = self.meeting.may_attack.as_ref().map(|may| may.because.clone()).unwrap_or_default();
        Some(self.found(&because, message))
    }

    /// Units that were told or shown to a side that the chart does not let see them; none after a battle.
    fn seen_too_much(&self, battles: &[&Clash<'_>]) -> Vec<Found> {
        if !battles.is_empty() || self.movers.has(UnitClass::is_air) || self.is_revealed() {
            return Vec::new();
        }
        let mut findings = Vec::new();
        for step in self.turn.of(self.contact) {
            let Some((to, seen)) = self.shown(step) else { continue };
            let is_mover = to == self.turn.side;
            let (may, sure) = if is_mover {
                (
                    &self.meeting.mover_sees,
                    self.enemies.all && !group_and_earlier(self.story, self.contact).unnamed,
                )
            } else {
                (&self.meeting.occupant_sees, self.enemies.all && !self.movers.unnamed)
            };
            let hidden: Vec<&str> = seen
                .iter()
                .filter(|class| {
                    class.is_ship()
                        && may.what.count(**class) == 0
                        && self.is_there(**class, is_mover)
                        && !(is_mover && **class == UnitClass::Sub && self.has_destroyer())
                })
                .map(|class| class.name())
                .collect();
            if sure && !hidden.is_empty() {
                let (who, what) =
                    (if is_mover { "the mover" } else { "the other side" }, hidden.join(" and "));
                let message = format!(
                    "{who} was shown a {what} in {}, which the chart keeps hidden",
                    self.contact.place
                );
                findings.push(self.found(&self.meeting.cells, message));
            }
        }
        findings
    }

    /// Whether a destroyer of the mover may be here that is not of the group.
    fn has_destroyer(&self) -> bool {
        waters::may_have_destroyer(self.story, self.turn, &self.contact.place)
    }

    /// Whether the log goes on after the meeting, so that its battle is not still to come.
    fn is_over(&self) -> bool {
        let entered = self.contact.enters.iter().map(|(entry, _)| entry.n);
        let last = entered.chain(self.turn.of(self.contact).map(|step| step.entry.n)).max().unwrap_or(0);
        let entries = self.story.turns.iter().flat_map(StoryTurn::entries);
        entries.into_iter().any(|entry| entry.n > last)
    }

    /// Whether such a unit met somebody here, so that the chart has a word on it.
    fn is_there(&self, class: UnitClass, of_enemy: bool) -> bool {
        if of_enemy { self.enemies.units.of(class) > 0 } else { self.movers.of(class) > 0 }
    }

    /// Whether a submarine came up to fire.
    fn is_revealed(&self) -> bool {
        self.turn.of(self.contact).any(|step| match &step.entry.event {
            LogEvent::Roll(roll) => roll.is_free_shot(),
            LogEvent::Message(notice) => notice.is("M19"),
            _ => false,
        })
    }

    /// The side that is told or shown units by a step, and their classes.
    fn shown(&self, step: &Step<'_>) -> Option<(&'s str, BTreeSet<UnitClass>)> {
        let view = self.story.view();
        match &step.entry.event {
            LogEvent::Message(notice) if ["M07", "M08", "M11", "M13"].iter().any(|one| notice.is(one)) => {
                let side = view.side_of(&notice.to);
                let list = self.story.count(&notice.units("list")?.0);
                (!side.is_empty()).then(|| (side, list.counts.into_keys().collect()))
            }
            LogEvent::Sighting { side, entry } => {
                let entry = self.story.ledger_entry(side, *entry)?;
                let here = self.story.spot(&entry.place) == self.contact.place;
                let class = UnitClass::find(&entry.class).filter(|_| here)?;
                let side = view.side_of(side);
                (!side.is_empty()).then(|| (side, BTreeSet::from([class])))
            }
            _ => None,
        }
    }
}

fn is_printed(because: &Because) -> bool {
    matches!(because, Because::Cell { source: CellSource::Printed(_) | CellSource::Text, .. })
}
