//! What the air units of the target's base do: take off, be in the air, evacuate, or ride it out (4.7.6, 4.9.1).

use super::links::{StrikeFlow, StrikeLink, ask};
use super::plan::{Post, has, only};
use super::prompts::{GROUND, REPLY, STUCK};
use super::state::{StrikeStage, StrikeState};
use crate::air::aircraft::AirWord;
use crate::air::strafing::evacuation::gets_away;
use crate::sea::combat::battle::SIDES;
use liege_rules::play::dice::Dice;
use liege_rules::play::procedure::{Ask, Flow, Log, Offer, few};

/// What a unit of the base does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Conduct {
    Fight,
    Avoid,
    Evacuate,
    Stay,
}

impl<'b> StrikeLink<'b> {
    /// The next unit of the base says what it does.
    pub fn ground(self, from: usize) -> StrikeFlow<'b> {
        let Self { strike, state, tables } = self;
        let side = &strike.sides[1];
        let waits = |unit: &usize| side.posts[*unit] == Post::Based && state.flights[1].has(*unit);
        let Some(unit) = (from..side.units.len()).find(waits) else {
            return Flow::Next(state.at(StrikeState::asked(1)));
        };
        let air = &side.units[unit];
        let fights = air.is_fighter() && strike.may_meet(1, unit, tables);
        // A nation that a sneak attack surprises evacuates nobody (17.1.3).
        let leaves = !has(state.caught, unit) && strike.overflown.is_some() && !strike.over_target.sneak;
        // Who lies over-stacked is idle on the ground (4.6.3.1).
        let idle = air.is(AirWord::Overstacked);
        if strike.strafes {
            return Self { strike, state, tables }.reply(unit, (fights, leaves && !idle));
        }
        let mut list = Vec::new();
        list.extend(fights.then_some(("fight", "guard", Conduct::Fight)));
        list.extend((leaves && !idle).then_some(("evacuate", "evacuate", Conduct::Evacuate)));
        list.extend((!idle).then_some(("in the air", "avoid", Conduct::Avoid)));
        list.push(("stay", if fights { "idle" } else { "ground" }, Conduct::Stay));
        ask(&GROUND, 1, &air.name, list, move |conduct| state.clone().conducting(unit, *conduct))
    }

    /// The same of a unit that is strafed: it fights, evacuates, or rides it out (4.9).
    fn reply(self, unit: usize, (fights, leaves): (bool, bool)) -> StrikeFlow<'b> {
        let (strike, state) = (self.strike, self.state);
        let stuck = has(state.caught, unit);
        let prompt = if stuck { &STUCK } else { &REPLY };
        let answers = [
            fights.then_some(("intercept", Conduct::Fight)),
            leaves.then_some(("evacuate", Conduct::Evacuate)),
            Some(("ride-out", Conduct::Stay)),
        ];
        let fewer = (state.up[1] & strike.based()).count_ones() < state.going(strike).count_ones();
        let offer = |(answer, conduct): (&'static str, Conduct)| {
            Offer::new(answer, reply_tags(answer, conduct, (fights, leaves, fewer)), conduct)
        };
        let offers = few(answers.into_iter().flatten().map(offer).collect(), move |conduct: &Conduct| {
            state.clone().conducting(unit, *conduct)
        });
        let about = Some(strike.sides[1].units[unit].name.as_str());
        let (label, text, rule) = (prompt.label, prompt.text.into(), prompt.rule);
        Flow::Ask(Ask { by: SIDES[1], label, about, text, rule, offers })
    }

    /// A unit of the base tries to evacuate (ATPO-R30).
    pub fn evacuate(self, unit: usize, dice: &mut dyn Dice, log: &mut Log) -> StrikeFlow<'b> {
        let mut state = self.state;
        let (name, hexes) = (&self.strike.sides[1].units[unit].name, self.strike.overflown.unwrap_or(0));
        state.caught |= only(unit);
        let away = gets_away(name, hexes, &self.tables.combat.numbers.strafing, dice, log);
        state.evacuated |= if away { only(unit) } else { 0 };
        Flow::Next(state.at(StrikeStage::Ground(if away { unit + 1 } else { unit })))
    }
}

/// What policies go by: an aggressive side fights and else rides it out; a cautious one evacuates and else rides it out;
/// a balanced one fights while it has fewer fighters up than there are strafers, and else evacuates.
fn reply_tags(
    own: &'static str,
    conduct: Conduct,
    (fights, leaves, fewer): (bool, bool, bool),
) -> Vec<&'static str> {
    let picks = |wanted: &[(bool, Conduct)]| {
        wanted.iter().find(|(may, _)| *may).map_or(Conduct::Stay, |(_, conduct)| *conduct) == conduct
    };
    let wanted: [(&str, &[(bool, Conduct)]); 3] = [
        ("aggressive", &[(fights, Conduct::Fight)]),
        ("cautious", &[(leaves, Conduct::Evacuate)]),
        ("balanced", &[(fights && fewer, Conduct::Fight), (leaves, Conduct::Evacuate)]),
    ];
    let words = wanted.into_iter().filter(|(_, wanted)| picks(wanted)).map(|(word, _)| word);
    std::iter::once(own).chain(words).collect()
}

impl StrikeState {
    fn conducting(mut self, unit: usize, conduct: Conduct) -> Self {
        match conduct {
            Conduct::Fight => {
                // Who could not evacuate has no bonus over his own base (4.9.1.1).
                if has(self.caught, unit) {
                    self.flights[1].unsettle(unit);
                }
                self.up[1] |= only(unit);
                self.here[1] |= only(unit);
            }
            Conduct::Avoid => {
                self.up[1] |= only(unit);
                self.avoiding |= only(unit);
            }
            Conduct::Evacuate => return self.at(StrikeStage::Evacuate(unit)),
            Conduct::Stay => {}
        }
        self.at(StrikeStage::Ground(unit + 1))
    }
}
