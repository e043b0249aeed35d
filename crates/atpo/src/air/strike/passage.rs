//! Air units on their way that attack neither ships nor installations: who meets them, as in a strike, what is left (4.7).

use serde::Serialize;

use super::StrikeMission;
use super::decks::Decks;
pub use super::decks::kept_aboard;
use super::idle;
use super::keys::WAYS;
use super::outcome::flown;
use super::plan::{AirSide, MEETINGS, Post, Strike, StrikePhase, StrikeTables, each};
use super::prompts::{COUNTER, INTERCEPT, joined};
pub use super::read::carriers;
use super::read::{self, TAKES};
use super::state::{StrikeStage, StrikeState};
use crate::air::aircraft;
use crate::air::aircraft::{AirWord, Aircraft};
use crate::air::combat::AirCombat;
use crate::air::combat::battle::Dogfight;
use crate::air::combat::outcome::FlightOutcome;
use crate::air::combat::read::{magic_refused, told as circumstances, told_of_peers};
use crate::air::coordination::{CarrierCoordination, CarrierStack};
use crate::air::flight::{self, Flight, Flown};
use crate::air::pilots::MissedPilots;
use crate::air::strafing::evacuation::EvacuationWeather;
use crate::forces::{ATTACKER, DEFENDER};
use crate::magic;
use crate::sea::combat::battle::SideIx;
use crate::terms::AIR_MAGIC;
use liege_rules::play::deeds::Deed;
use liege_rules::play::dice::Dice;
use liege_rules::play::inputs::{Inputs, KeyFault};
use liege_rules::play::losses::UnitLoss;
use liege_rules::play::procedure::{Flow, Log, Procedure as _, Prompt, Refusal, Script as _};

/// The keys of those who meet air units on their way, beside the keys of these.
pub const INTERCEPTORS: [&str; 4] = ["interceptors", WAYS[0], WAYS[1], WAYS[2]];

const LISTS: [&[Prompt]; 2] = [&[INTERCEPT, COUNTER], AirCombat::PROMPTS];

/// The questions of a meeting.
pub const PROMPTS: [Prompt; LISTS[0].len() + LISTS[1].len()] = joined(&LISTS, usize::MAX, "target");

/// A flight with all who can meet it, as typed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PassageInput {
    sides: [AirSide; 2],
    fight: Dogfight,
    /// The carriers of the flight that launch several units.
    launching: Option<CarrierStack>,
    /// Those of the other side.
    carriers: Option<CarrierStack>,
    phase: StrikePhase,
    /// A battle on land follows.
    over_battle: bool,
    /// The base in the last hex is strafed afterwards.
    strafes: bool,
    /// Hexes of the defender that are flown over, for the evacuation of that base; none where nobody evacuates.
    overflown: Option<u8>,
    /// The weather on the way of those who evacuate.
    evacuation: EvacuationWeather,
}

/// Reads who flies, by the keys `own` with whether they escort, and who can meet them; none where nobody does.
pub fn read(
    inputs: &Inputs,
    own: &[(&str, bool)],
    phase: StrikePhase,
    faults: &mut Vec<KeyFault>,
) -> Option<PassageInput> {
    if INTERCEPTORS.iter().all(|key| inputs.value(key).is_none()) {
        if inputs.value("counter").is_some() {
            let fault = KeyFault::new("counter", "nothing to meet: no enemy fighter is named");
            faults.push(fault.help("interceptors: enemy fighters that can meet the flight"));
        }
        return None;
    }
    among(inputs, own, &[], phase, faults)
}

/// Reads who flies to a battle on land by the keys of both sides' ground support, and who can meet them (4.3.8.1, 4.3.10).
pub fn over_battle(
    inputs: &Inputs,
    own: &str,
    other: &str,
    faults: &mut Vec<KeyFault>,
) -> Option<PassageInput> {
    let flies =
        among(inputs, &[(own, false)], &[(other, Post::Support)], StrikePhase::LandOffensive, faults)?;
    // Nobody of them loads bombs for a base or ships: what each flies as is its owner's to say.
    let first = read::first_over_battle(inputs, &flies.sides, &flies.fight);
    let fight = Dogfight { on_their_way: 0, first, ..flies.fight };
    let carriers = read::carriers(inputs, ("attack-carriers", "launch-admiral"), faults);
    faults.is_empty().then_some(PassageInput { fight, launching: carriers, over_battle: true, ..flies })
}

/// Reads who strafes a base, whose own units are those of a key, and who can meet them (4.9); nobody evacuates unless
/// `overflown` is told. All of them fly as fighters.
pub fn over_base(
    inputs: &Inputs,
    (own, escorts, based): (&str, &str, &str),
    overflown: Option<u8>,
    faults: &mut Vec<KeyFault>,
) -> Option<PassageInput> {
    let (flies, stands) = ([(own, false), (escorts, true)], [(based, Post::Based)]);
    let read = among(inputs, &flies, &stands, StrikePhase::NavalAndAir, faults)?;
    idle::on_the_ground(&read.sides[1], faults);
    let mut sides = read.sides;
    for unit in sides.iter_mut().flat_map(|side| &mut side.units).filter(|unit| unit.may_choose()) {
        unit.words.insert(AirWord::AsFighter);
    }
    let units = [sides[0].units.clone(), sides[1].units.clone()];
    let Dogfight { units, alike: [attackers, defenders], .. } = Dogfight::of(units);
    // Who strafes may hold back, and who escorts may not.
    let alike = [apart(&attackers, read.fight.on_their_way), defenders];
    let fight = Dogfight { units, alike, may_hold: true, ..read.fight };
    let launching = read::carriers(inputs, ("carriers", "admiral"), faults);
    let evacuation = EvacuationWeather::told(inputs);
    let met = PassageInput { sides, fight, launching, strafes: true, overflown, evacuation, ..read };
    faults.is_empty().then_some(met)
}

/// For each unit the first that equals it, those from this one on apart from those before it.
fn apart(alike: &[usize], from: usize) -> Vec<usize> {
    let first = |at: usize| (from..at).find(|other| alike[*other] == alike[at]).unwrap_or(at);
    (0..alike.len()).map(|at| if at < from { alike[at] } else { first(at) }).collect()
}

/// Refuses escorts that are no fighters and cannot fly as such; whatever else flies along gains no air superiority (4.8.5.2).
pub fn only_fighters(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) {
    let units =
        inputs.value(key).and_then(|value| aircraft(key, "escorting", value, TAKES, inputs.nations()).ok());
    for unit in units.unwrap_or_default() {
        if !(unit.is_fighter() || unit.is_both()) || unit.is_kamikaze() {
            let fault = KeyFault::new(key, format!("{} is not a fighter and cannot escort", unit.name));
            faults.push(fault.help("such as F 4-10/3 US, or an FB or N that flies as a fighter"));
        }
    }
}

fn among(
    inputs: &Inputs,
    own: &[(&str, bool)],
    beside: &[(&str, Post)],
    phase: StrikePhase,
    faults: &mut Vec<KeyFault>,
) -> Option<PassageInput> {
    let posts: Vec<(&str, Post)> = own
        .iter()
        .map(|(key, _)| (*key, Post::Strike))
        .chain(std::iter::once(("counter", Post::Counter)))
        .collect();
    let mut flies = read::side(inputs, ("attack-nation", "attacker", TAKES), &posts, faults);
    let way = (0..MEETINGS).zip(WAYS).map(|(hex, key)| (key, Post::Way(hex)));
    let others: Vec<(&str, Post)> =
        way.chain([("interceptors", Post::Target)]).chain(beside.iter().copied()).collect();
    let grounded = [AirWord::Overstacked].into_iter();
    let grounded = grounded.filter(|_| beside.iter().any(|(_, post)| *post == Post::Based));
    let takes: Vec<AirWord> = TAKES.iter().copied().chain(grounded).collect();
    let meets = read::side(inputs, ("defence-nation", "defender", &takes), &others, faults);
    let count = |key: &str| {
        let units = inputs.value(key).map(|value| aircraft(key, "the", value, TAKES, inputs.nations()));
        units.and_then(Result::ok).map_or(0, |units| units.len())
    };
    let escorts: usize = own.iter().filter(|(_, escorts)| *escorts).map(|(key, _)| count(key)).sum();
    for (key, _) in own.iter().filter(|(_, escorts)| *escorts) {
        only_fighters(inputs, key, faults);
    }
    let all = flies.posts.iter().filter(|post| **post == Post::Strike).count();
    let carried = all.saturating_sub(escorts);
    for unit in flies.units.iter_mut().take(all).skip(carried).filter(|unit| unit.is_both()) {
        unit.words.remove(&AirWord::AsBomber);
        unit.words.insert(AirWord::AsFighter);
    }
    let sides = [flies, meets];
    idle::idle(&sides, faults);
    let units = [sides[0].units.clone(), sides[1].units.clone()];
    let fight = Dogfight { first: 1, ..Dogfight::of(units) };
    let fight = match phase {
        StrikePhase::StrategicWarfare => told_of_peers(inputs, fight, faults),
        _ => circumstances(inputs, fight, faults),
    };
    let fight = Dogfight { first: read::first(inputs, &sides, &fight), on_their_way: carried, ..fight };
    let carriers = read::carriers(inputs, ("defence-carriers", "defence-admiral"), faults);
    let input = PassageInput {
        sides,
        fight,
        launching: None,
        carriers,
        phase,
        over_battle: false,
        strafes: false,
        overflown: None,
        evacuation: EvacuationWeather::default(),
    };
    faults.is_empty().then_some(input)
}

impl PassageInput {
    /// The units of the flight itself, without those that may counter-intercept.
    #[must_use]
    pub fn own(&self) -> &[Aircraft] {
        let flies = self.sides[0].posts.iter().take_while(|post| **post == Post::Strike).count();
        &self.sides[0].units[..flies]
    }

    /// The air units of a side at a post.
    pub fn at(&self, side: SideIx, post: Post) -> impl Iterator<Item = &Aircraft> {
        let all = self.sides[side].units.iter().zip(&self.sides[side].posts);
        all.filter(move |(_, own)| **own == post).map(|(unit, _)| unit)
    }

    /// The same in the first month of a Sneak Attack, or not (17.1.3).
    #[must_use]
    pub fn surprised(self, sneak: bool) -> Self {
        Self { fight: Dogfight { sneak, ..self.fight }, ..self }
    }
}

/// A flight with all who can meet it. Its units stand first, escorts behind them.
pub struct AirPassage {
    strike: Strike,
}

impl AirPassage {
    /// What was typed in, unless the rules forbid it.
    ///
    /// # Errors
    /// All that they forbid.
    pub fn of(input: PassageInput, tables: &StrikeTables) -> Result<Self, Vec<Refusal>> {
        let mut refusals: Vec<Refusal> = magic_refused(&input.fight, &tables.combat).into_iter().collect();
        let stacks = [input.launching.as_ref(), input.carriers.as_ref()];
        for (side, stack) in input.sides.iter().zip(stacks) {
            refusals.extend(Decks { stack, ships: &[] }.against(side));
        }
        for stack in input.launching.iter().chain(&input.carriers) {
            let begun = CarrierCoordination::begin(stack.clone(), &tables.launch);
            begun.map_err(|more| refusals.extend(more)).ok();
        }
        if !refusals.is_empty() {
            return Err(refusals);
        }
        let PassageInput { sides, fight, launching, carriers, phase, .. } = input;
        let PassageInput { over_battle, strafes, overflown, evacuation, .. } = input;
        let strike = Strike::passing(sides, fight, [launching, carriers], phase);
        Ok(Self { strike: Strike { over_battle, strafes, overflown, evacuation, ..strike } })
    }

    /// All at their bases.
    #[must_use]
    pub fn begin(&self) -> StrikeState {
        StrikeState::new(&self.strike)
    }

    /// One step; it is done with the state that it leaves.
    pub fn step<'b>(
        &'b self,
        state: StrikeState,
        tables: &'b StrikeTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, StrikeState, StrikeState> {
        if state.stage == StrikeStage::End {
            return Flow::Done(state);
        }
        let last = state.clone();
        StrikeMission::step(&self.strike, state, tables, dice, log)
            .within(|state| state, move |_| Flow::Done(last))
    }

    /// All that stays as it was declared.
    #[must_use]
    pub fn strike(&self) -> &Strike {
        &self.strike
    }

    /// What is left of the first units of the flight.
    #[must_use]
    pub fn left(&self, state: &StrikeState, units: usize) -> Flight {
        state.folded(&self.strike).flights[0].head(units)
    }

    /// Which sides have an unaborted air unit left over the last hex; air transport is none, nor is the
    /// B-25 (4.11.2, 16.14.1).
    #[must_use]
    pub fn over_target(&self, state: &StrikeState) -> [bool; 2] {
        [0, 1].map(|side: SideIx| {
            let units = &self.strike.sides[side].units;
            self.there(state, side).any(|unit| units[unit].gives_superiority())
        })
    }

    /// The unaborted air units of a side over the last hex.
    pub fn there<'s>(&self, state: &'s StrikeState, side: SideIx) -> impl Iterator<Item = usize> + use<'s> {
        let own = if side == 0 { state.going(&self.strike) } else { 0 };
        each(own | state.here[side]).filter(move |unit| state.flights[side].flies(*unit))
    }

    /// Whether a unit is one of those that fly to the hex itself, and not one that meets others.
    #[must_use]
    pub fn is_bound_there(&self, side: SideIx, unit: usize) -> bool {
        matches!(self.strike.sides[side].posts[unit], Post::Strike | Post::Support)
    }

    /// How many of its units fly where they are to go; the others escort them or counter-intercept.
    #[must_use]
    pub fn carried(&self) -> usize {
        self.strike.over_target.on_their_way
    }

    /// The units of a side.
    #[must_use]
    pub fn units(&self, side: SideIx) -> &[Aircraft] {
        &self.strike.sides[side].units
    }
}

/// What a meeting did to those whom its caller does not tell of: both sides but the first units of the flight.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct PassageOutcome {
    /// Who flew with them.
    pub attacker: FlightOutcome,
    /// Who met them.
    pub defender: FlightOutcome,
    #[serde(skip)]
    deeds: Vec<Deed>,
}

impl PassageOutcome {
    /// The facts as they stand, without what the first `told` units of the flight suffered, and without the marks of the
    /// first `marked` of them.
    #[must_use]
    pub fn of(
        passage: &AirPassage,
        state: &StrikeState,
        (told, marked): (usize, usize),
        tables: &StrikeTables,
    ) -> Self {
        let strike = &passage.strike;
        let state = state.folded(strike);
        let missed = MissedPilots::of(&tables.combat.units, strike.over_target.later_pilots);
        let [attacker, defender] = [0, 1].map(|side: SideIx| {
            let units = &strike.sides[side].units;
            let mut flight = state.flights[side].clone();
            (0..if side == 0 { told } else { 0 }).for_each(|unit| flight.leave_out(unit));
            FlightOutcome::of(units, flight.hit(units), missed)
        });
        let mut deeds = [attacker.deeds(), defender.deeds()].concat();
        deeds.extend(flown(strike, &state, (0, marked), tables));
        deeds.extend(flown(strike, &state, (1, 0), tables));
        deeds.extend(magic::spent(AIR_MAGIC, state.magic_used));
        Self { attacker, defender, deeds }
    }

    /// What is done to the pieces.
    #[must_use]
    pub fn deeds(&self) -> &[Deed] {
        &self.deeds
    }

    /// In words, behind those of the flight itself; nothing where nothing was lost.
    #[must_use]
    pub fn in_words(&self) -> String {
        let sides = [("attacker", &self.attacker), ("defender", &self.defender)].into_iter();
        let lost = sides.filter(|(_, facts)| !facts.units.is_empty());
        let told: Vec<String> = lost.map(|(who, facts)| format!("{who} {}", facts.in_words())).collect();
        if told.is_empty() { String::new() } else { format!("; in the air {}", told.join(", ")) }
    }

    /// What became of each of these units.
    #[must_use]
    pub fn losses(&self, passage: &AirPassage, told: usize) -> Vec<UnitLoss> {
        let with: Flown<'_> = (ATTACKER, &passage.units(0)[told..], &self.attacker.units);
        flight::losses(&[with, (DEFENDER, passage.units(1), &self.defender.units)])
    }
}
