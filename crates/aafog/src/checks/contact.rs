//! What the rules demand when a group comes into a sea zone: who is told, who is asked, in which order (4.D).

use super::super::boards::Boards;
use super::super::class::UnitClass;
use super::headcount::Headcount;
use super::stage::for_the_umpire;
use super::story::{Contact, Step, Story, StoryTurn};
use super::telling::{DieFacts, NoticeFacts, ReplyFacts};
use super::waters::{
    self, Enemies, battles_of, enemies_in, found, group, group_and_earlier, is_sea, movers_in, naval_battles,
};
use liege_rules::check::case::{Case, NotGiven};
use liege_rules::check::{Check, Found, Report, whole};
use liege_rules::desk::log::{LogEvent, Notice, Reply};
use vassal::diagnostic::Severity;

/// The table of this topic.
pub const CONTACT: &[Check<Boards>] = &[
    whole("AAF-031", stopped_for_nothing),
    whole("AAF-034", passed_without_a_word),
    whole("AAF-036", observer_without_report),
    whole("AAF-038", attack_on_a_hidden_sub),
    whole("AAF-039", offers_out_of_order).decided_by_all(),
    whole("AAF-044", hidden_sub_not_asked),
];

/// A meeting at sea with all that checks ask of it.
struct AtSea<'s, 'a> {
    story: &'s Story<'a>,
    turn: &'s StoryTurn<'a>,
    contact: &'s Contact<'a>,
    enemies: Enemies,
}

impl<'s, 'a> AtSea<'s, 'a> {
    /// Looks at every meeting in a sea zone.
    fn each(story: &Story<'a>, mut look: impl FnMut(&AtSea<'_, 'a>)) {
        for (at, turn) in story.turns.iter().enumerate().filter(|(_, turn)| !turn.side.is_empty()) {
            for contact in turn.contacts().iter().filter(|contact| is_sea(story.view(), &contact.place)) {
                let enemies = waters::enemies(story, at, contact);
                look(&AtSea { story, turn, contact, enemies });
            }
        }
    }

    fn steps(&self) -> impl Iterator<Item = &'s Step<'a>> {
        self.turn.of(self.contact)
    }

    /// Whether this message was given to the mover's side, or to the other one; one whose receiver is not known counts
    /// for both.
    fn is_told(&self, template: &str, mover: bool) -> bool {
        self.steps().filter_map(Step::notice).filter(|notice| notice.is(template)).any(|notice| {
            let to = self.story.view().side_of(&notice.to);
            to.is_empty() || (to == self.turn.side) == mover
        })
    }

    /// What was answered to this message; none where nobody answered or the answer cannot be told.
    fn answer(&self, template: &str) -> Option<bool> {
        let replies = self.steps().filter_map(Step::reply).filter(|reply| reply.is(template));
        replies.filter_map(Reply::accepts).reduce(|one, other| one || other)
    }

    fn is_fought(&self) -> bool {
        !battles_of(self.turn, self.contact).is_empty()
    }

    /// Whether a submarine fired its free shot here.
    fn is_shot_at(&self) -> bool {
        self.steps().any(|step| match &step.entry.event {
            LogEvent::Roll(roll) => roll.is_free_shot(),
            LogEvent::Message(notice) => notice.is("M19"),
            _ => false,
        })
    }

    /// Whether aircraft or tokens engage the group.
    fn is_engaged(&self) -> bool {
        let engaging =
            |cause: &str| battles_of(self.turn, self.contact).iter().any(|battle| battle.is_caused_by(cause));
        self.is_told("M20", true)
            || self.answer("M05") == Some(true)
            || self.answer("M06") == Some(true)
            || ["token", "scramble"].iter().any(|cause| engaging(cause))
    }

    /// Whether a battle was fought in the zone before, in this turn.
    fn was_fought(&self) -> bool {
        let begun = self.contact.enters.first().map_or(0, |(entry, _)| entry.n);
        self.turn.battles.iter().any(|battle| battle.place == self.contact.place && battle.entry.n < begun)
    }
}

fn stopped_for_nothing(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for_the_umpire(case)?;
    let story = Story::of(case)?;
    AtSea::each(&story, |meeting| {
        let quiet = |class| matches!(class, UnitClass::Sub | UnitClass::Tr);
        let group = group(&story, meeting.contact);
        let is_choice = ["M08", "M11"].iter().any(|offer| meeting.answer(offer) == Some(true));
        // Aircraft with a destroyer over a submarine fight by one row of the chart (C14, G07).
        let may_fight =
            group.may_have(UnitClass::is_air) && group_and_earlier(&story, meeting.contact).may_have(is_dd);
        if meeting.enemies.all
            && meeting.enemies.units.is_only(quiet)
            && group.has(UnitClass::is_surface_ship)
            && meeting.is_told("M02", true)
            && !(meeting.is_engaged() || is_choice || may_fight)
        {
            let place = &meeting.contact.place;
            let message = format!(
                "ships were ordered to stop in {place}, where the enemy has only submarines and transports"
            );
            report
                .add(found(&story, place, message).help("such ships may sail on, or attack if they choose"));
        }
    });
    Ok(())
}

fn is_dd(class: UnitClass) -> bool {
    class == UnitClass::Dd
}

fn passed_without_a_word(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for_the_umpire(case)?;
    let story = Story::of(case)?;
    if !(story.tells(&["message"]) && waters::shows_who_lies(&story)) {
        report.not_checked(
            "needs a turn log that leaves out no messages, entries, battles, losses and retreats",
        );
        return Ok(());
    }
    AtSea::each(&story, |meeting| {
        let group = group(&story, meeting.contact);
        let enemies = &meeting.enemies;
        if !group.has(UnitClass::is_surface_warship)
            || !enemies.lacks(UnitClass::is_surface_warship)
            || meeting.is_fought()
            || meeting.was_fought()
        {
            return;
        }
        let seen = |class| class == UnitClass::Tr || (class == UnitClass::Sub && group.has(is_dd));
        // What was told of the zone before, in this turn, is known.
        let place = &meeting.contact.place;
        let about_it = |step: &&Step<'_>| step.place.as_ref() == Some(place);
        let known = meeting.turn.steps.iter().filter(about_it).filter_map(Step::notice);
        let told = known.into_iter().any(|notice| notice.is("M11") || notice.is("M13"));
        if let Some(class) = [UnitClass::Tr, UnitClass::Sub]
            .into_iter()
            .find(|class| seen(*class) && enemies.has(|own| own == *class))
            && !told
        {
            let message = format!(
                "warships met an enemy {} in {place}, but their side was neither notified nor asked",
                class.name()
            );
            report.add(found(&story, place, message).help("the mover sees the enemy and chooses (M11)"));
        }
    });
    Ok(())
}

fn observer_without_report(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for_the_umpire(case)?;
    let story = Story::of(case)?;
    AtSea::each(&story, |meeting| {
        let group = group(&story, meeting.contact);
        let place = &meeting.contact.place;
        let reports: Vec<&Notice> =
            meeting.steps().filter_map(Step::notice).filter(|notice| notice.is("M07")).collect();
        let lists: Vec<Headcount> = reports
            .iter()
            .filter_map(|notice| notice.units("list"))
            .map(|list| story.count(&list.0))
            .collect();
        if lists.iter().any(|list| list.has(|class| class == UnitClass::Sub)) {
            let message = format!("the report from {place} names submarines, which observers never report");
            report.add(found(&story, place, message));
        }
        if !group.has(UnitClass::is_surface_ship) || meeting.is_fought() || meeting.is_shot_at() {
            return;
        }
        let (passed, reported) = (ships(&group), lists.iter().map(ships).sum::<u32>());
        // A log with gaps may leave the report of another observer out.
        let all_told = story.tells(&["message"])
            && !lists.is_empty()
            && lists.len() == reports.len()
            && lists.iter().all(|list| !list.unnamed);
        if all_told && !group.unnamed && reported < passed {
            let message = format!(
                "{reported} of the {passed} ships that came through {place} were reported to the side that watched them"
            );
            report.add(found(&story, place, message));
        }
        if reports.is_empty() {
            report.extend(unreported(meeting));
        }
    });
    Ok(())
}

/// How many ships there are that are seen from afar.
fn ships(count: &Headcount) -> u32 {
    count.counts.iter().filter(|(class, _)| class.is_surface_ship()).map(|(_, number)| *number).sum()
}

/// A passing that nobody told to the side that watched it.
fn unreported(meeting: &AtSea<'_, '_>) -> Option<Found> {
    let watches = |class| matches!(class, UnitClass::Tr | UnitClass::Sub);
    // In a bump, and to whoever may fire, another message says as much.
    let others: &[&str] = if meeting.contact.non_combat == Some(false) { &["M09"] } else { &["M09", "M13"] };
    let is_told = others.iter().any(|template| meeting.is_told(template, false));
    if !meeting.story.tells(&["message", "battle"]) || !meeting.enemies.has(watches) || is_told {
        return None;
    }
    let place = &meeting.contact.place;
    let sub = meeting.enemies.has(|class| class == UnitClass::Sub);
    let watcher = if sub { UnitClass::Sub } else { UnitClass::Tr };
    let message = format!(
        "ships came through {place}, but the side whose {} watched them was not notified",
        watcher.name()
    );
    let finding = found(meeting.story, place, message).help("its owner gets a report of the ships (M07)");
    // Whether a fleet that ends its move there passes, the text does not say.
    Some(if goes_on(meeting) { finding } else { finding.severity(Severity::Suspicious) })
}

/// Whether ships of the group surely sailed on.
fn goes_on(meeting: &AtSea<'_, '_>) -> bool {
    let Contact { enters, place, .. } = meeting.contact;
    enters.iter().any(|(entry, enter)| {
        enter.ends == Some(false)
            || meeting.turn.enters().any(|(step, later)| {
                step.entry.n > entry.n
                    && later.item == enter.item
                    && meeting.story.spot(&later.from) == *place
            })
    })
}

fn attack_on_a_hidden_sub(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let story = Story::of(case)?;
    for turn in story.turns.iter().filter(|turn| !turn.side.is_empty()) {
        for battle in naval_battles(&story, turn) {
            let own = movers_in(&story, turn, battle);
            let place = &battle.place;
            let started = ["attack", "bump"].iter().any(|cause| battle.is_caused_by(cause));
            if !(started || battle.fought.cause.is_empty())
                || own.counts.is_empty()
                || own.may_have(is_dd)
                || waters::may_have_destroyer(&story, turn, place)
                || has_surfaced(turn, place)
                || !enemies_in(&story, turn, battle).is_only(|class| class == UnitClass::Sub)
            {
                continue;
            }
            let message =
                format!("a battle was started against a hidden submarine in {place} without a destroyer");
            let finding = found(&story, place, message)
                .help("without a destroyer neither ships nor aircraft see a submarine; they pass");
            report.add(if started { finding } else { finding.severity(Severity::Suspicious) });
        }
    }
    Ok(())
}

/// Whether a submarine in a place may have come up to fire or to join a battle.
pub(super) fn has_surfaced(turn: &StoryTurn<'_>, place: &str) -> bool {
    let mut here = turn.steps.iter().filter(|step| step.place.as_deref() == Some(place));
    here.any(|step| match &step.entry.event {
        LogEvent::Roll(roll) => roll.is_free_shot(),
        LogEvent::Message(notice) => notice.is("M19"),
        LogEvent::Answer(reply) => {
            ["M09", "M10"].iter().any(|template| reply.is(template)) && reply.accepts() != Some(false)
        }
        _ => false,
    })
}

/// The offers of one entry in their order (D3, L51), with their names.
const OFFERS: [(&str, &str); 3] =
    [("M05", "the radar blip"), ("M06", "the kamikaze target"), ("M10", "the hidden submarine")];

fn offers_out_of_order(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let story = Story::of(case)?;
    AtSea::each(&story, |meeting| {
        let place = &meeting.contact.place;
        let numbers = |template: &str| -> Vec<u32> {
            let is = |step: &&Step<'_>| {
                step.notice().is_some_and(|notice| notice.is(template))
                    || step.reply().is_some_and(|reply| reply.is(template))
            };
            meeting.steps().filter(is).map(|step| step.entry.n).collect()
        };
        let battle = battles_of(meeting.turn, meeting.contact)
            .into_iter()
            .filter(|battle| !battle.is_caused_by("interception"))
            .map(|battle| battle.entry.n)
            .min();
        let stages: Vec<(&str, Vec<u32>)> = OFFERS
            .iter()
            .map(|(template, name)| (*name, numbers(template)))
            .chain([("the battle", battle.into_iter().collect())])
            .filter(|(_, numbers)| !numbers.is_empty())
            .collect();
        for (at, (first, earlier)) in stages.iter().enumerate() {
            let late = stages[at + 1..].iter().find(|(_, later)| later.iter().min() < earlier.iter().max());
            if let Some((second, _)) = late {
                let message = format!("{place}: {second} came before {first} was settled");
                report.add(found(&story, place, message).help(
                    "first the blip and its answer, then the kamikaze target, then the hidden submarine, then the battle",
                ));
            }
        }
    });
    Ok(())
}

fn hidden_sub_not_asked(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for_the_umpire(case)?;
    let story = Story::of(case)?;
    AtSea::each(&story, |meeting| {
        let place = &meeting.contact.place;
        let battles = battles_of(meeting.turn, meeting.contact);
        let is_sub = |class| class == UnitClass::Sub;
        let Some(battle) = battles.iter().find(|battle| !battle.is_caused_by("interception")) else { return };
        let (own, theirs) =
            (movers_in(&story, meeting.turn, battle), enemies_in(&story, meeting.turn, battle));
        let fights = theirs.has(is_sub);
        let answer = meeting.answer("M10");
        let told = !theirs.counts.is_empty() && !theirs.unnamed;
        let wrong = match answer {
            Some(false) if fights && story.units_of(battle.fought, meeting.turn.side).is_empty() => None,
            Some(false) if fights && is_single(&meeting.enemies) => {
                Some("a hidden submarine was to stay hidden but was made to fight")
            }
            Some(true) if told && !fights => {
                Some("a hidden submarine was to join the battle but was kept out")
            }
            _ => None,
        };
        if let Some(wrong) = wrong {
            report.add(found(&story, place, format!("{place}: {wrong}")));
        }
        let escort = group_and_earlier(&story, meeting.contact).and(&own);
        let others = theirs.has(|class| !is_sub(class));
        if story.tells(&["message", "answer"])
            && answer.is_none()
            && !escort.may_have(is_dd)
            && others
            && meeting.enemies.has(is_sub)
            && !meeting.is_told("M10", false)
            && !meeting.is_shot_at()
        {
            let message = format!(
                "{place}: a battle began, but the owner of a hidden submarine there was not asked to join"
            );
            report.add(
                found(&story, place, message)
                    .help("he is notified that no destroyer is there, and chooses (M10)"),
            );
        }
    });
    Ok(())
}

/// Whether the enemy has one submarine there and no more, so that an answer is about that one.
fn is_single(enemies: &Enemies) -> bool {
    enemies.units.of(UnitClass::Sub) <= 1
}
