//! Exact chances of whole squadrons: ships that equal each other are counted, and both sides' shots of a sub-round, which
//! do not touch each other, are followed apart.
//!
//! Ships are counted by squadron and condition; the shots of both sides in a sub-round are independent and followed
//! apart; the last round keeps only what its result needs, so that no outcomes are listed. Ships of one rating count
//! as one rank. Line-ups, waiting ships and targets are numbers, so that a pair of line-ups is a cell of a table;
//! shots with a target of their own are multiplied instead of followed. Salvos with the same causes share one
//! spread, and pairs whose shots at one side are equal are added up before they meet those at the other. The fate of
//! each ship follows by going back from the salvos to their causes. Weights have a fixed width (`rules::wide`),
//! wider from step to step. The same questions go to the same policies as in the steps, and a test compares both
//! ways in small battles. Whatever depends on names or on the state is followed step by step.

mod aim;
mod close;
mod line_up;
mod salvo;
mod scale;
mod sparse;
mod spread;
mod stance;
mod standing;
mod told;
mod worth;

use std::sync::atomic::{AtomicU64, Ordering};

use aim::Weapons;
use close::Sums;
use line_up::{LineUp, MOST_SQUADRONS, Squadron, parted};
use salvo::MOST_SHOTS;
use standing::{Meetings, SubRound};

use super::battle::{Engagement, NavalState, SIDES, SeaStage, SideIx};
use super::withdrawal::ANSWERS;
use super::{attack, values, withdrawal};
use crate::sea::ship::{NavalUnit, ShipClass};
use crate::sea::tables::SeaTables;
use liege_rules::play::losses::Counted;
use liege_rules::play::procedure::{Asked, Offer, Policy, few};

/// Ships of both sides up to which states are followed one by one, since their outcomes name each ship.
const FEW_SHIPS: usize = 6;
/// Sums of weights after which counting is given up.
const MOST_WORK: u64 = 150_000_000;

/// Squadrons are not counted: a question is open, or there are too many of them.
#[derive(Debug, Clone, Copy)]
struct NotCounted;

/// A battle whose squadrons are counted.
struct CountedFight<'b> {
    engagement: &'b Engagement,
    tables: &'b SeaTables,
    sides: [Vec<Squadron<'b>>; 2],
    /// As it begins.
    state: &'b NavalState,
    who: &'b dyn Policy<NavalState>,
    /// Whether each sum of worth that is lost is wanted with its weight.
    measures: bool,
    work: AtomicU64,
}

/// The exact chances; none where ships have to be followed one by one: Admirals, Naval Magic and duds, readings of the
/// rules by which screened ships fire or damaged ones keep their sub-round, open questions, few ships, or too many.
pub(super) fn chances(
    engagement: &Engagement,
    state: &NavalState,
    tables: &SeaTables,
    who: &dyn Policy<NavalState>,
    measures: bool,
) -> Option<Counted> {
    let units = || engagement.fleets.iter().flat_map(|fleet| &fleet.units);
    let has_duds = engagement.coastal && engagement.date.is_some();
    let apart = |unit: &NavalUnit| unit.admiral.is_some() || has_duds && unit.class == ShipClass::TorpedoBoat;
    let plain = state.stage == SeaStage::Start
        && engagement.magic.is_none()
        && !tables.choices.is("screened_fire", "yes")
        && !tables.choices.is("damaged_sub_round", "original");
    if !plain || units().count() <= FEW_SHIPS || units().any(apart) || !who.goes_by_words() {
        return None;
    }
    let [attacker, defender] = [0, 1].map(|side: SideIx| Squadron::all(&engagement.fleets[side]));
    let fight = CountedFight {
        engagement,
        tables,
        sides: [attacker?, defender?],
        state,
        who,
        measures,
        work: AtomicU64::new(0),
    };
    fight.most_shots().and_then(|shots| fought_in_words(&fight, shots)).ok()
}

/// Both rounds, with weights of as many words as the first round, one side's shots of the last one, and all shots need.
fn fought_in_words(fight: &CountedFight<'_>, shots: ShotCounts) -> Result<Counted, NotCounted> {
    let ShotCounts { first, one_side, all } = shots;
    let fit = |words: [u32; 3]| {
        [first, one_side, all].into_iter().zip(words).all(|(shots, words)| {
            // Room for the sums of counts of ships.
            f64::from(shots) * 36f64.log2() + 8.0 < f64::from(words * u64::BITS)
        })
    };
    match () {
        () if fit([2, 3, 4]) => fought::<2, 3, 4>(fight),
        () if fit([4, 5, 6]) => fought::<4, 5, 6>(fight),
        () => Err(NotCounted),
    }
}

/// Both rounds.
fn fought<const A: usize, const B: usize, const C: usize>(
    fight: &CountedFight<'_>,
) -> Result<Counted, NotCounted> {
    let rounds = fight.rounds();
    let mut standing = Meetings::<A>::new(fight);
    if rounds > 0 {
        standing = screened_round(fight, standing)?;
    }
    let second = (rounds > 1).then(|| fight.decisions()).transpose()?;
    Ok(Sums::<C>::of::<A, B>(fight, &standing, second.as_ref())?.told(fight))
}

/// The first round: screens stand aside, guns fire by their ratings, then torpedoes are launched.
fn screened_round<const N: usize>(
    fight: &CountedFight<'_>,
    mut standing: Meetings<N>,
) -> Result<Meetings<N>, NotCounted> {
    let screens = fight.screens()?;
    let aside = standing.set_aside(fight, &screens);
    let anew = fight.tables.choices.is("target_scope", "sub_round");
    let ranks = [0, 1].into_iter().flat_map(|side| aim::ranks(fight, side, Weapons::Guns));
    let mut ratings: Vec<u8> = ranks.map(|rank| rank.rating).collect();
    ratings.sort_unstable();
    ratings.dedup();
    while let Some(rating) = ratings.pop() {
        let is_last = ratings.is_empty();
        let end = |targets: LineUp| match (is_last, anew) {
            (true, _) => targets.anew(false),
            (false, true) => targets.anew(true),
            (false, false) => targets,
        };
        let guns = SubRound { weapons: Weapons::Guns, rating, end: &end, is_last };
        standing = standing.after(fight, &guns)?;
    }
    let end = |targets: LineUp| targets.anew(false);
    let torpedoes = SubRound { weapons: Weapons::Torpedoes, rating: 0, end: &end, is_last: true };
    standing = standing.after(fight, &torpedoes)?;
    standing.come_back(aside);
    Ok(standing)
}

/// How many shots are fired at most.
struct ShotCounts {
    /// In the first round.
    first: u32,
    /// In the first round, and in the last one by the larger side.
    one_side: u32,
    /// In all.
    all: u32,
}

/// What the words of both sides' policies decide, whatever the state.
struct Decisions {
    screens: Screens,
    /// Whether a side withdraws, when it is not losing and when it is.
    withdraws: [[bool; 2]; 2],
}

/// Whether ships are screened while they may be, by side, squadron and the hits they took.
type Screens = [[[bool; 2]; MOST_SQUADRONS]; 2];

impl CountedFight<'_> {
    fn rounds(&self) -> u8 {
        let most = self.tables.numbers.combat.rounds;
        self.engagement.rounds.map_or(most, |rounds| rounds.min(most))
    }

    /// Whether a unit has torpedoes here, as far as its class goes.
    fn has_torpedoes(&self, unit: &NavalUnit) -> bool {
        attack::launches(self.engagement, self.tables, unit)
    }

    /// No more shots than this are fired; an error where a salvo or the battle is too long.
    fn most_shots(&self) -> Result<ShotCounts, NotCounted> {
        if self.rounds() > 2 {
            return Err(NotCounted);
        }
        let count = |side: &[Squadron<'_>], of: &dyn Fn(&NavalUnit) -> bool| {
            let ships = side.iter().filter(|squadron| of(squadron.unit)).map(|squadron| squadron.ships.len());
            u32::try_from(ships.sum::<usize>()).unwrap_or(u32::MAX)
        };
        let ships = [0, 1].map(|side: SideIx| count(&self.sides[side], &|_| true));
        if ships.iter().any(|ships| *ships > MOST_SHOTS) {
            return Err(NotCounted);
        }
        let torpedoes: u32 =
            self.sides.iter().map(|side| count(side, &|unit| self.has_torpedoes(unit))).sum();
        let (all, larger) = (ships[0] + ships[1], ships[0].max(ships[1]));
        let first = all + torpedoes;
        Ok(ShotCounts { first, one_side: first + larger, all: first + all })
    }

    /// Ships of a line-up that have not fired their guns in this round and still may.
    fn guns_to_come(&self, side: SideIx, line_up: LineUp) -> u32 {
        let to_come = line_up.places().filter(|place| {
            let (number, condition) = parted(*place);
            let squadron = &self.sides[side][number];
            let mut hits = condition.hits..squadron.unit.hits_left();
            !condition.fired && hits.any(|hits| squadron.face(hits).gunnery.is_some())
        });
        to_come.map(|place| line_up.at(place) as u32).sum()
    }

    /// Counts work that was done.
    fn spend(&self, sums: u64) -> Result<(), NotCounted> {
        let before = self.work.fetch_add(sums, Ordering::Relaxed);
        if before > MOST_WORK { Err(NotCounted) } else { Ok(()) }
    }

    fn ask(&self, state: &NavalState, asked: &Asked<'_>) -> Result<usize, NotCounted> {
        let count = asked.answers.count();
        let picked =
            if count == 1 { Some(0) } else { self.who.answer(state, asked).map_err(|_| NotCounted)? };
        picked.filter(|picked| *picked < count).ok_or(NotCounted)
    }

    fn screens(&self) -> Result<Screens, NotCounted> {
        let mut screens = Screens::default();
        for (side, squadrons) in self.sides.iter().enumerate() {
            for (number, squadron) in squadrons.iter().enumerate() {
                for hits in 0..squadron.unit.hits_left() {
                    let damaged = squadron.is_damaged(hits);
                    let list = [true, false].map(|yes| {
                        let answer = if yes { "yes" } else { "no" };
                        Offer::new(answer, values::screen_tags(squadron.unit, damaged, yes), yes)
                    });
                    let offers = few::<_, bool>(list.into(), |yes: &bool| *yes);
                    let about = Some(squadron.unit.name.as_str());
                    let asked = Asked { by: SIDES[side], label: "screen", about, answers: &*offers };
                    let picked = self.ask(self.state, &asked)?;
                    screens[side][number][usize::from(hits)] = offers.then(picked);
                }
            }
        }
        Ok(screens)
    }

    fn decisions(&self) -> Result<Decisions, NotCounted> {
        let mut withdraws = [[false; 2]; 2];
        for (side, answers) in withdraws.iter_mut().enumerate() {
            for (losing, answer) in [false, true].into_iter().zip(answers) {
                let list = ANSWERS.map(|word| Offer::new(word, values::withdrawal_tags(losing, word), word));
                let offers = few::<_, &str>(list.into(), |word: &&'static str| *word);
                let asked =
                    Asked { by: SIDES[side], label: withdrawal::LABEL, about: None, answers: &*offers };
                *answer = match offers.then(self.ask(self.state, &asked)?) {
                    "all" => true,
                    "none" => false,
                    _ => return Err(NotCounted),
                };
            }
        }
        Ok(Decisions { screens: self.screens()?, withdraws })
    }
}
