//! What the rules demand of dice at sea: the free shot, a salvo before subs withdraw, who rolls at all (4.D).

use super::stage::for_the_umpire;
use std::collections::BTreeMap;

use super::super::boards::Boards;
use super::super::class::UnitClass;
use super::story::{Contact, Step, Story, StoryTurn};
use super::telling::{DieFacts, NoticeFacts, ReplyFacts};
use super::waters::{self, enemies_in, found, group, is_movers, is_sea, movers_in, naval_battles};
use liege_rules::check::case::{Case, NotGiven};
use liege_rules::check::{Check, Report, whole};
use liege_rules::desk::log::{DieRoll, LogEvent, Notice, Reply};

/// The table of this topic.
pub const SHOTS: &[Check<Boards>] = &[
    whole("AAF-033", subs_past_destroyers),
    whole("AAF-037", free_shot_against_the_rules).decided_by_all(),
    whole("AAF-066", carrier_or_transport_rolled),
];

/// The largest throw with which a free shot hits (C9, L74).
const FREE_SHOT_HITS: u32 = 2;

fn subs_past_destroyers(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for_the_umpire(case)?;
    let story = Story::of(case)?;
    let is_sub = |class| class == UnitClass::Sub;
    let is_dd = |class| class == UnitClass::Dd;
    for (at, turn) in story.turns.iter().enumerate().filter(|(_, turn)| !turn.side.is_empty()) {
        for contact in turn.contacts() {
            let comes = group(&story, &contact).has(is_sub);
            if comes && waters::enemies(&story, at, &contact).has(is_dd) {
                let on = waters::sails_on(&story, turn, &contact, is_sub);
                report.extend(on.map(|to| {
                    let place = &contact.place;
                    let message =
                        format!("a submarine sailed on to {to} from {place}, where an enemy destroyer is");
                    found(&story, place, message)
                        .help("submarines stop at destroyers and fight at least one salvo")
                }));
            }
        }
        for battle in naval_battles(&story, turn) {
            if !enemies_in(&story, turn, battle).has(is_dd) {
                continue;
            }
            let withdraws = battle.retreats.iter().find(|(_, fate)| {
                story.class(&fate.unit) == Some(UnitClass::Sub)
                    && is_movers(&story, turn, battle, &fate.unit) == Some(true)
            });
            let Some((retreat, _)) = withdraws else { continue };
            if !story.tells(&["roll"]) {
                report.not_checked("the turn log may leave out the dice of the battles");
                continue;
            }
            let may_be_subs = |roll: &DieRoll| {
                let class = roll.unit.as_ref().and_then(|unit| story.class(unit));
                class.is_none_or(is_sub) && roll.is_attack() != Some(false)
            };
            if !battle.rolls.iter().any(|(entry, roll)| entry.n < retreat.n && may_be_subs(roll)) {
                let place = &battle.place;
                let message =
                    format!("submarines withdrew from a destroyer in {place} before they rolled a salvo");
                report.add(found(&story, place, message));
            }
        }
    }
    Ok(())
}

/// A free shot as the log tells it: its die and whether it hit, each as far as that is said.
struct FreeShot {
    die: Option<u32>,
    hit: Option<bool>,
}

impl FreeShot {
    fn rolled(roll: &DieRoll) -> Self {
        Self { die: Some(roll.die), hit: roll.hit }
    }

    /// As message M19 tells it.
    fn told(notice: &Notice) -> Self {
        let field = |name: &str| notice.fields.get(name);
        let result = field("result").and_then(|result| Some(result.as_str()?.to_lowercase()));
        let die = field("die").and_then(serde_json::Value::as_u64);
        Self {
            die: die.and_then(|die| u32::try_from(die).ok()),
            hit: result.map(|result| result.starts_with("hit")),
        }
    }

    /// Whether it counted as a hit, where that is not what its die says.
    fn miscounted(&self) -> Option<bool> {
        self.hit.filter(|hit| self.die.is_some_and(|die| die > 0 && *hit != (die <= FREE_SHOT_HITS)))
    }
}

fn free_shot_against_the_rules(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let story = Story::of(case)?;
    for (at, turn) in story.turns.iter().enumerate() {
        for contact in turn.contacts().iter().filter(|contact| is_sea(story.view(), &contact.place)) {
            let rolls: Vec<&DieRoll> = turn.of(contact).filter_map(free_shot).collect();
            let told = turn.of(contact).filter_map(Step::notice).filter(|notice| notice.is("M19"));
            let shots: Vec<FreeShot> =
                rolls.iter().map(|roll| FreeShot::rolled(roll)).chain(told.map(FreeShot::told)).collect();
            if shots.is_empty() {
                continue;
            }
            let place = &contact.place;
            let mut faults = Vec::new();
            let odd = shots.iter().find_map(|shot| Some((shot.die?, shot.miscounted()?)));
            if let Some((die, hit)) = odd.filter(|_| !has_technology(&story, turn)) {
                let counted = if hit { "a hit" } else { "a miss" };
                faults.push(format!(
                    "a free shot of {die} in {place} counted as {counted}; it hits on 2 or less"
                ));
            }
            faults.extend(unchosen(&story, turn, contact));
            let group = group(&story, contact);
            if group.has(UnitClass::is_surface_warship) {
                faults.push(format!("a free shot was fired in {place} at transports that a warship escorts"));
            } else if !group.may_have(|class| class == UnitClass::Tr) {
                faults.push(format!("a free shot was fired in {place}, but no transport is in the group"));
            }
            if for_the_umpire(case).is_ok() && has_too_many_dice(&story, at, contact, &rolls) {
                faults.push(format!("a submarine fired more than one die in {place}"));
            }
            report.extend(faults.into_iter().map(|fault| found(&story, place, fault)));
        }
    }
    Ok(())
}

/// What is wrong with a free shot that the owner of the submarine did not choose.
fn unchosen(story: &Story<'_>, turn: &StoryTurn<'_>, contact: &Contact<'_>) -> Option<String> {
    let place = &contact.place;
    let mut replies = turn.of(contact).filter_map(Step::reply).filter(|reply| reply.is("M09")).peekable();
    if replies.peek().is_none() {
        let told =
            format!("a free shot was fired in {place} without being chosen by the owner of the submarine");
        return story.tells(&["answer"]).then_some(told);
    }
    let answers: Vec<Option<bool>> = replies.map(Reply::accepts).collect();
    let declined = answers.iter().all(|answer| *answer == Some(false));
    declined
        .then(|| format!("a free shot was fired in {place}, although the owner of the submarine declined it"))
}

fn free_shot<'a>(step: &Step<'a>) -> Option<&'a DieRoll> {
    match &step.entry.event {
        LogEvent::Roll(roll) if roll.is_free_shot() => Some(roll),
        _ => None,
    }
}

/// Whether more dice were rolled than submarines fired: each fires one.
fn has_too_many_dice(story: &Story<'_>, at: usize, contact: &Contact<'_>, rolls: &[&DieRoll]) -> bool {
    let mut by_unit: BTreeMap<&str, usize> = BTreeMap::new();
    for id in rolls.iter().filter_map(|roll| roll.unit.as_ref()?.id.as_deref()) {
        *by_unit.entry(id).or_default() += 1;
    }
    let enemies = waters::enemies(story, at, contact);
    let subs = enemies.units.of(UnitClass::Sub) as usize;
    by_unit.values().any(|dice| *dice > 1) || (enemies.all && subs > 0 && rolls.len() > subs)
}

/// Whether a technology of the other side is recorded, which may change what its submarines hit with.
fn has_technology(story: &Story<'_>, turn: &StoryTurn<'_>) -> bool {
    story.turns.iter().flat_map(StoryTurn::entries).any(|entry| {
        let is = matches!(entry.event, LogEvent::Research(_) | LogEvent::TechnologyUse(_));
        is && (turn.side.is_empty() || story.view().side_of(&entry.power) != turn.side)
    })
}

fn carrier_or_transport_rolled(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let story = Story::of(case)?;
    for turn in &story.turns {
        for battle in naval_battles(&story, turn) {
            for (_, roll) in &battle.rolls {
                let Some(unit) = &roll.unit else { continue };
                let Some(class @ (UnitClass::Cv | UnitClass::Tr)) = story.class(unit) else { continue };
                let is_own = is_movers(&story, turn, battle, unit);
                // What engages a fleet may be said to attack it, and the fleet to defend.
                let turned = ["token", "scramble"].iter().any(|cause| battle.is_caused_by(cause));
                let attacks = match roll.is_attack() {
                    Some(attacks) => attacks && is_own != Some(false),
                    None => is_own == Some(true) && !turned && movers_in(&story, turn, battle).of(class) > 0,
                };
                if attacks {
                    let (place, name) = (&battle.place, class.name());
                    let message = format!("a die was rolled for an attacking {name} in {place}");
                    let help =
                        "an attacking carrier or transport does not roll; aircraft roll for themselves";
                    report.add(found(&story, place, message).help(help));
                }
            }
        }
    }
    Ok(())
}
