//! One link after the other: each plays by its own procedure, on what the links before it have left.

use super::outcome::StrikeOutcome;
use super::plan::{Post, Strike, StrikeSearch, StrikeTables, TARGET, UnitSet, each, has, only};
use super::prompts;
use super::state::{StrikeStage, StrikeState};
use crate::air::aircraft::{AirClass, AirWord, Aircraft};
use crate::air::airstrike::{AirBombing, BombRunState};
use crate::air::flight::Flight;
use crate::air::naval::AirNavalAttack;
use crate::air::naval::kamikaze;
use crate::air::naval::state::AirAttackState;
use crate::sea::combat::battle::{SIDES, SideIx};
use liege_rules::play::dice::Dice;
use liege_rules::play::procedure::{self, Ask, Flow, Log, Offer, Playing, Procedure as _, Prompt, few};

pub(super) type StrikeFlow<'b> = Flow<'b, StrikeState, StrikeOutcome>;

/// A link and all that it may look at.
pub(super) struct StrikeLink<'b> {
    pub strike: &'b Strike,
    /// The state, without that of the link.
    pub state: StrikeState,
    pub tables: &'b StrikeTables,
}

/// An answer, the word of policies that picks it, and what tells it from the others.
pub(super) type StrikeAnswer<'b, K> = (&'b str, &'static str, K);

/// A question about a unit between the links; one answer alone is given without asking.
pub(super) fn ask<'b, K: 'b>(
    prompt: &Prompt,
    side: SideIx,
    about: &'b str,
    list: Vec<StrikeAnswer<'b, K>>,
    then: impl Fn(&K) -> StrikeState + 'b,
) -> StrikeFlow<'b> {
    let offer = |(answer, word, key): StrikeAnswer<'b, K>| Offer::new(answer, prompts::tags(word), key);
    Flow::Ask(Ask {
        by: SIDES[side],
        label: prompt.label,
        about: Some(about),
        text: prompt.text.into(),
        rule: prompt.rule,
        offers: few(list.into_iter().map(offer).collect(), then),
    })
}

impl<'b> StrikeLink<'b> {
    /// Whether the chit is used for the search of this number (17.10.2.1.1).
    pub fn search_magic(self, number: usize) -> StrikeFlow<'b> {
        let (strike, state) = (self.strike, self.state);
        let search = strike.searches.get(number);
        let Some((air, (side, value))) = search.and_then(|search| Some((search.by.air()?, search.chit?)))
        else {
            return Flow::Next(state.before_launch(strike));
        };
        let list = vec![("use", "use", true), ("keep", "keep", false)];
        ask(&prompts::SEARCH_MAGIC, side, &air.name, list, move |used| {
            let then = StrikeState { magic_used: *used, ..state.clone() };
            then.at(StrikeStage::Search(number, if *used { value } else { 0 }))
        })
    }

    /// The search for the ships of this number (ATPO-R25), with what a chit does to its dice; each unit has a try of its
    /// own (4.4.1).
    pub fn search(self, number: usize, magic: i8, dice: &mut dyn Dice, log: &mut Log) -> StrikeFlow<'b> {
        let (strike, mut state) = (self.strike, self.state);
        let Some(StrikeSearch { by, .. }) = strike.searches.get(number) else {
            return Flow::Next(state.before_launch(strike));
        };
        let idle = strike.idle_scouts.iter().filter(|_| number == 0);
        idle.for_each(|refused| {
            log.line(|| ("no search", refused.reason.clone(), "further scout", refused.rule.clone()))
        });
        let seen = by.play(magic, &self.tables.search, dice, log);
        state.found = Some(seen.located);
        state.sighted = seen.report;
        let searched = seen.located || number + 1 >= strike.searches.len();
        Flow::Next(match searched {
            false => state.searching(strike, number + 1),
            true if seen.may_attack => state.before_launch(strike),
            true => state.at(StrikeStage::End),
        })
    }

    /// The carriers of a side launch (ATPO-R33): the strike, or interceptors of the other side.
    pub fn launch(self, side: SideIx, dice: &mut dyn Dice, log: &mut Log) -> StrikeFlow<'b> {
        let (strike, mut state) = (self.strike, self.state);
        let Some(carriers) = &strike.carriers[side] else { return Flow::Next(state.taken_off(strike)) };
        let launched = carriers.without(state.hit_carriers[side]).launch(&self.tables.launch, dice, log);
        state.held[side] |= strike.aboard(side, &launched.held);
        Flow::Next(match side {
            0 => state.taken_off(strike),
            _ if strike.supporting() != 0 => state.into_hex(strike),
            _ => state.at(StrikeState::asked(1)),
        })
    }

    /// The strike goes on into the next hex, or attacks.
    pub fn onward(self, log: &mut Log) -> StrikeFlow<'b> {
        let (strike, mut state) = (self.strike, self.state);
        let here = std::mem::take(&mut state.here);
        state.share_fate(strike, log);
        let over_battle = strike.over_battle && state.hex == TARGET;
        if state.going(strike) == 0 && !over_battle {
            if strike.supporting() != 0 {
                // The defender's ground support flies all the same, and can be met.
                state.hex = TARGET;
                return Flow::Next(state.into_hex(strike));
            }
            let what = if strike.has_target() { "strike" } else { "flight" };
            log.line(|| (what, "over", "none of its units is left in the air and unaborted", "4.8.7"));
            return Flow::Next(state.over());
        }
        if state.hex < TARGET {
            state.hex += 1;
            return Flow::Next(state.into_hex(strike));
        }
        if !strike.has_target() {
            // What follows asks who is left over the last hex.
            return Flow::Next(StrikeState { here, ..state }.at(StrikeStage::End));
        }
        if state.dives_first(strike) {
            return Flow::Next(state.at(StrikeStage::Designate(0)));
        }
        Flow::Next(attack(strike, self.tables, state, log))
    }

    /// Ships are attacked (ATPO-R31).
    pub fn raid(self, attack: AirAttackState, dice: &mut dyn Dice, log: &mut Log) -> StrikeFlow<'b> {
        let strike = self.strike;
        let Some(raid) = &strike.raid else { return Flow::Next(self.state.at(StrikeStage::End)) };
        let last = attack.is_over().then(|| attack.clone());
        AirNavalAttack::step(raid, attack, &self.tables.raid, dice, log).asking(prompts::of_raid).inside(
            self.state,
            |state, attack| state.at(StrikeStage::Raid(attack)),
            |mut state, _| {
                last.iter().for_each(|last| state.take_raid(last));
                Flow::Next(state.bombs(strike))
            },
        )
    }

    /// Installations are attacked (ATPO-R37).
    pub fn bomb(self, run: Playing<BombRunState>, dice: &mut dyn Dice, log: &mut Log) -> StrikeFlow<'b> {
        let strike = self.strike;
        let Some(bombs) = &strike.bombs else { return Flow::Next(self.state.at(StrikeStage::Land(0))) };
        procedure::step::<AirBombing>(bombs, run, &self.tables.bombs, dice, log).inside(
            self.state,
            |state, run| state.at(StrikeStage::Bomb(run)),
            |mut state, run| {
                state.take_bombs(&run, strike);
                Flow::Next(state.at(StrikeStage::Land(0)))
            },
        )
    }
}

/// The bombers that are left attack.
fn attack(strike: &Strike, tables: &StrikeTables, mut state: StrikeState, log: &mut Log) -> StrikeState {
    state.release_all(strike, log);
    let bombers = state.bombers(strike);
    if bombers == 0 {
        log.line(|| ("attack", "none", "no unit is left that carries bombs", "4.10.1"));
        return state.over();
    }
    each(bombers).for_each(|unit| state.flights[0].declare(unit, true));
    let at_ships = bombers & !strike.bombing;
    let dives = at_ships & strike.kamikazes.flying;
    if let Some(shown) = strike.kamikazes.shown.filter(|_| dives != 0) {
        kamikaze::show(shown, log);
    }
    state.dives |= dives;
    match strike.raid.as_ref().filter(|_| at_ships != 0) {
        Some(raid) => {
            let flight = state.flights[0].part(|unit| has(at_ships, unit));
            let mut then = AirAttackState::with(flight, state.afloat.clone(), raid, &tables.raid);
            then.spend_magic(state.magic_used);
            state.at(StrikeStage::Raid(then))
        }
        None => state.bombs(strike),
    }
}

impl StrikeState {
    /// It is over: where ships were hit the defender's units land elsewhere first.
    fn over(self) -> Self {
        let then = if self.attacked { StrikeStage::Land(0) } else { StrikeStage::End };
        self.at(then)
    }

    /// UnitSet of the strike that are left and carry bombs: who fought as a fighter has dropped them (4.3.2, 4.13.1), who
    /// brought a special kamikaze has none (4.10.6).
    pub(super) fn bombers(&self, strike: &Strike) -> UnitSet {
        let (flight, party) = (&self.flights[0], &strike.kamikazes);
        let units = &strike.sides[0].units;
        let fought = |unit: usize| flight.is_declared(unit) && !flight.bombs(unit);
        let brings = |unit: usize| {
            let special = |(at, carrier): (usize, &Option<usize>)| {
                *carrier == Some(unit) && units[at].class == AirClass::SpecialKamikaze
            };
            party.carriers.iter().enumerate().any(special)
        };
        let bombs = |unit: &usize| {
            let air = &units[*unit];
            let dives = air.is_kamikaze() || has(party.told, *unit);
            dives || air.may_bomb() && !fought(*unit) && !brings(*unit)
        };
        each(self.going(strike)).filter(bombs).fold(0, |set, unit| set | only(unit))
    }

    /// How many that had room on the base of the target were shot down (4.6.3.1).
    fn freed(&self, strike: &Strike) -> usize {
        let (side, left) = (&strike.sides[1], self.folded(strike));
        let had_room = |unit: &usize| {
            let air = &side.units[*unit];
            let stands_in = side.posts[*unit] == Post::Avoiding;
            air.is(AirWord::OwnBase) && !air.is(AirWord::Overstacked) && !stands_in
        };
        let all = (0..side.units.len()).filter(had_room);
        all.filter(|unit| !left.flights[1].has(*unit)).count()
    }

    /// Those who bomb installations do, where some are left; what has not taken off rides it out.
    fn bombs(self, strike: &Strike) -> Self {
        let bombing = self.bombers(strike) & strike.bombing;
        if strike.bombs.is_none() || bombing == 0 {
            return self.at(StrikeStage::Land(0));
        }
        let flight = self.flights[0].part(|unit| has(bombing, unit));
        let grounded: Vec<usize> = each(strike.based()).collect();
        let aloft = self.up[1] | self.evacuated;
        let ground: Vec<Aircraft> =
            grounded.iter().map(|unit| strike.sides[1].units[*unit].clone()).collect();
        let stays = |at: usize| !has(aloft, grounded[at]) && self.flights[1].has(grounded[at]);
        let ground = Flight::of(&ground, stays);
        let freed = self.freed(strike);
        let mut run = BombRunState::with(flight, ground, freed);
        run.magic_used = self.magic_used;
        self.at(StrikeStage::Bomb(run.into()))
    }
}
