//! Exact chances of whole squadrons: ships that equal each other are counted, and both sides' shots of a sub-round, which
//! do not touch each other, are followed apart.

mod aim;
mod close;
mod line_up;
mod salvo;
mod standing;

use std::sync::atomic::{AtomicU64, Ordering};

use aim::Weapons;
use close::Sums;
use line_up::{LineUp, MOST_SQUADRONS, Squadron};
use salvo::MOST_SHOTS;
use standing::Meetings;

use super::battle::{Engagement, NavalState, SIDES, SeaStage, SideIx};
use super::withdrawal::ANSWERS;
use super::{values, withdrawal};
use crate::rules::atpo::sea::ship::{NavalUnit, ShipClass};
use crate::rules::atpo::sea::tables::SeaTables;
use crate::rules::losses::Counted;
use crate::rules::procedure::{Asked, Offer, Policy, few};
use crate::rules::wide::Wide;

/// Ships of both sides up to which states are followed one by one, since their outcomes name each ship.
const FEW_SHIPS: usize = 6;
/// Sums of weights after which counting is given up.
const MOST_WORK: u64 = 60_000_000;

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
    let shots = fight.most_shots();
    let fits = |bits: u32| f64::from(shots) * 36f64.log2() + 8.0 < f64::from(bits);
    let found = match () {
        () if shots == u32::MAX => Err(NotCounted),
        () if fits(Wide::<4>::BITS) => fought::<4>(&fight),
        () if fits(Wide::<6>::BITS) => fought::<6>(&fight),
        () => Err(NotCounted),
    };
    found.ok()
}

/// Both rounds.
fn fought<const N: usize>(fight: &CountedFight<'_>) -> Result<Counted, NotCounted> {
    let rounds = fight.rounds();
    let mut standing = Meetings::<N>::new(fight);
    if rounds == 0 {
        return Ok(Sums::of(fight, standing, None)?.told(fight));
    }
    standing = screened_round(fight, standing)?;
    let second = (rounds > 1).then(|| fight.decisions()).transpose()?;
    Ok(Sums::of(fight, standing, second.as_ref())?.told(fight))
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
        let last = ratings.is_empty();
        let end = |targets: LineUp| match (last, anew) {
            (true, _) => targets.anew(false),
            (false, true) => targets.anew(true),
            (false, false) => targets,
        };
        standing = standing.after(fight, Weapons::Guns, rating, &end)?;
    }
    standing = standing.after(fight, Weapons::Torpedoes, 0, &|targets| targets.anew(false))?;
    standing.come_back(aside);
    Ok(standing)
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
        unit.class.is_escort() && (unit.class != ShipClass::TorpedoBoat || self.engagement.coastal)
    }

    /// No more shots than this are fired in all; more than can be counted where a salvo or the battle is too long.
    fn most_shots(&self) -> u32 {
        let count = |ships: usize| u32::try_from(ships).unwrap_or(MOST_SHOTS + 1);
        let mut all = 0;
        for side in &self.sides {
            let ships = side.iter().map(|squadron| count(squadron.ships.len())).sum::<u32>();
            let torpedoes = side.iter().filter(|squadron| self.has_torpedoes(squadron.unit));
            let torpedoes: u32 = torpedoes.map(|squadron| count(squadron.ships.len())).sum();
            let rounds = u32::from(self.rounds());
            if ships > MOST_SHOTS || rounds > 2 {
                return u32::MAX;
            }
            all += ships * rounds + torpedoes;
        }
        all
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
