//! Paradrops out of one flight (ATPO-R36, 4.12.4): who meets its air transport on the way, then the die of each drop.

mod ends;
mod flight;

use ends::DropEnd;
use flight::DropFlight;
use serde::Serialize;

use super::aircraft::Aircraft;
use super::flight::MEASURE;
use super::strike::StrikeMission;
use super::strike::passage::{self, AirPassage, PassageOutcome};
use super::strike::plan::StrikeTables;
use super::strike::state::StrikeState;
use super::transport::{self, ABORTED, DESTROYED, UNHARMED};
use crate::crt::{Paradrop, Tables};
use crate::forces::terrain::TerrainName;
use crate::forces::{self, ATTACKER, DEFENDER};
use crate::land_combat::attack::Superiority;
use crate::land_combat::drops::{Circumstances, Landing, roll};
use crate::terms::COMMITTED;
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::{Act, Deed, Whom};
use liege_rules::play::dice::Dice;
use liege_rules::play::inputs::{
    Field, Inputs, Key, KeyFault, KeyKind, NationCode, ReadElsewhere, TypedInput as _,
};
use liege_rules::play::losses::UnitLoss;
use liege_rules::play::procedure::{Coded, ContextError, Flow, Log, Procedure, Prompt, Refusal, Role};
use liege_rules::{inputs, words};

const RULE: &str = "4.12.4.2";
const MAY_RULE: &str = "4.12.4.1";
/// What paratroops take (4.12.3).
const POINTS: &str = "4.12.3";

/// What the report calls the paratroop of this number, from 0, in drops out of one flight.
#[must_use]
pub fn called(number: usize) -> String {
    if number == 0 { "paratroop".to_owned() } else { format!("paratroop {}", number + 1) }
}

/// ATPO-R36: drops alone.
pub struct Drop;

words! {
    /// The month of a sneak attack.
    pub enum SneakMonth {
        None = "none" | "no" | "false",
        First = "first" | "yes" | "true" | "1st" | "first-month",
        Second = "second" | "2nd" | "second-month",
    }
}

words! {
    /// The air transport on its airbase.
    pub enum AtpState { Ready = "ready" | "unmoved", Moved = "moved", Aborted = "aborted", Missing = "missing" | "none" }
}

const JUNGLE: Key =
    Key::new("jungle", &[], KeyKind::flag("terrain", "jungle"), RULE, "the same as terrain=jungle");
const FRIENDLY: Key = Key::new(
    "friendly-superiority",
    &["own-superiority", "friendly-air-superiority"],
    KeyKind::flag("air-superiority", "friendly"),
    RULE,
    "the same as air-superiority=friendly",
);
const ENEMY: Key = Key::new(
    "enemy-superiority",
    &["enemy-air-superiority"],
    KeyKind::flag("air-superiority", "enemy"),
    RULE,
    "the same as air-superiority=enemy",
);

inputs! {
    /// A drop with what it takes to make it.
    #[derive(Debug, Clone)]
    pub struct PlannedDrop {
        /// terrain of the hex; clear when not given
        terrain: Option<TerrainName> = "terrain", RULE;
        _jungle: ReadElsewhere = JUNGLE;
        /// friendly, enemy or none
        superiority: Option<Superiority> = "air-superiority" | "superiority", RULE;
        /// a friendly land unit is adjacent; yes when not given
        adjacent: Option<bool> = "adjacent" | "drop-adjacent", RULE;
        /// the same as adjacent=no
        apart: Apart = "not-adjacent", RULE;
        _friendly: ReadElsewhere = FRIENDLY;
        _enemy: ReadElsewhere = ENEMY;
        /// first month of a Japanese sneak attack
        sneak: Option<SneakMonth> = "sneak" | "sneak-attack", "17.1.5";
        /// how many are dropped out of one flight, each with a die and a point of its own; 1 when not given
        paratroops: Option<u8> = "paratroops" | "drops", POINTS, 1..=20;
        /// the paratroop is depleted already
        depleted: bool = "depleted" | "reduced", "4.12.4.4";
        /// the paratroop is out of supply
        unsupplied: bool = "out-of-supply", MAY_RULE;
        /// whose paratroop it is
        nation: Option<NationCode> = "nation", RULE;
        /// hexes from the airbase: more than 12, for Japan 10, are refused
        distance: Option<u32> = "distance" | "hexes", RULE, 0..=99;
        /// the air transport on its airbase: ready, when not given; one that moved, or was aborted where that is not fought here, drops nothing
        atp: Option<AtpState> = "atp", MAY_RULE;
        /// the hex is in the operation zone of the Offensive; yes when not given
        in_zone: Option<bool> = "operation-zone" | "zone", MAY_RULE;
        ..flight: DropFlight;
    }
}

/// No friendly land unit is adjacent.
#[derive(Debug, Clone)]
pub struct Apart(bool);

impl Field for Apart {
    const KIND: KeyKind = KeyKind::YesNo;

    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Self> {
        let (beside, apart) = (inputs.yes_no("adjacent"), inputs.yes_no(key));
        if beside.is_some() && beside == apart {
            faults.push(KeyFault::new(key, "contradicts `adjacent`"));
        }
        Some(Self(apart == Some(true)))
    }
}

/// A drop that is made.
pub struct FlownDrop {
    given: Circumstances,
    superiority: Option<Superiority>,
    /// For each paratroop the marker that carries it; the first where none is listed.
    carriers: Vec<usize>,
    /// All who fly.
    flies: Vec<Aircraft>,
    passage: Option<AirPassage>,
}

/// How far a drop has come.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct DropState {
    /// Whether nobody can meet it any more.
    past: bool,
    /// The meetings on its way, under way or over.
    air: Option<Box<StrikeState>>,
    /// What became of the paratroops, as far as they have dropped.
    ends: Vec<DropEnd>,
}

/// The outcome of a drop.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct DropOutcome {
    /// What became of the paratroop; none while it was not dropped.
    pub paratroop: Option<Landing>,
    /// The same of those behind it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub further: Vec<Option<Landing>>,
    /// Its modifier to the attack roll.
    pub drm: i32,
    /// What became of those who flew.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub air: Option<PassageOutcome>,
    #[serde(skip)]
    told: String,
    #[serde(skip)]
    own: Vec<Deed>,
}

impl PlannedDrop {
    /// Why the drop is not made.
    fn against(&self, numbers: &Paradrop) -> Vec<Refusal> {
        let japanese = self.nation == Some(NationCode("JP"));
        let most = if japanese { numbers.japanese_range } else { numbers.range };
        let far = self.distance.filter(|hexes| *hexes > most);
        let atp = match self.atp {
            None | Some(AtpState::Ready) => None,
            Some(AtpState::Moved) => Some((MAY_RULE, "its air transport has moved already this month")),
            Some(AtpState::Missing) => Some((MAY_RULE, "no air transport is on its airbase")),
            Some(AtpState::Aborted) => Some((RULE, "its air transport was aborted and cannot drop")),
        };
        let outside = self.in_zone == Some(false);
        let told = [
            self.depleted.then_some(("4.12.4.4", "a depleted paratroop cannot make a drop")),
            self.unsupplied.then_some((MAY_RULE, "the paratroop is out of supply")),
            outside.then_some((MAY_RULE, "the hex is not in the operation zone of the Offensive")),
            atp,
        ];
        let refuse = |(rule, why): (&str, &str)| Refusal::new(rule, why);
        let far = far.map(|hexes| {
            Refusal::new(
                RULE,
                format!("the hex is {hexes} hexes from the airbase; at most {most} may be flown"),
            )
        });
        told.into_iter().flatten().map(refuse).chain(far).collect()
    }

    /// The marker that carries each paratroop: each takes its points of the first that has them (4.12.3).
    fn carriers(&self, takes: u8) -> Result<Vec<usize>, Refusal> {
        let [transport, _] = &self.flight.units;
        let count = self.paratroops.unwrap_or(1).into();
        if transport.is_empty() {
            return Ok(vec![0; count]);
        }
        let places = |(at, unit): (usize, &Aircraft)| {
            std::iter::repeat_n(at, usize::from(unit.steps_left()) / usize::from(takes.max(1)))
        };
        let places: Vec<usize> = transport.iter().enumerate().flat_map(places).take(count).collect();
        if places.len() < count {
            let what =
                format!("{} of {count} paratroops have air transport: each takes {takes} ATP", places.len());
            return Err(Refusal::new(POINTS, what));
        }
        Ok(places)
    }

    /// Who alone has air units over the hex, where that was told: escorts that nobody meets have it.
    fn superiority(&self) -> Option<Superiority> {
        let alone = self.flight.passage.is_none() && !self.flight.units[1].is_empty();
        self.superiority.or(alone.then_some(Superiority::Attacker))
    }
}

impl FlownDrop {
    /// The facts as they stand.
    fn outcome(&self, state: &DropState, (tables, air_tables): &(Tables, StrikeTables)) -> DropOutcome {
        let ends = &state.ends;
        let intact = ends.contains(&DropEnd::Dropped(Landing::Intact));
        let met = self.passage.as_ref().zip(state.air.as_ref());
        let mut landings = ends.iter().map(|end| end.landing());
        let told: Vec<&str> = ends.iter().map(|end| end.told()).collect();
        DropOutcome {
            paratroop: landings.next().flatten(),
            further: landings.collect(),
            drm: if intact { tables.numbers.drm.undepleted_paratroop } else { 0 },
            air: met.map(|(passage, air)| PassageOutcome::of(passage, air, (0, 0), air_tables)),
            told: if told.is_empty() { "not dropped yet".into() } else { told.join(", ") },
            own: self.own_deeds(ends),
        }
    }

    /// What is done to the paratroops, and to those who flew where nobody could meet them.
    fn own_deeds(&self, ends: &[DropEnd]) -> Vec<Deed> {
        if ends.len() < self.carriers.len() {
            return Vec::new();
        }
        let shared = ends.first().and_then(|end| end.of_cargo());
        let mut deeds: Vec<Deed> = match shared.filter(|_| ends.iter().all(|end| *end == ends[0])) {
            Some(fate) => vec![transport::lands(fate)],
            None => ends
                .iter()
                .enumerate()
                .filter_map(|(number, end)| {
                    Some(Deed {
                        whom: Whom::Unit { name: called(number), piece: None },
                        act: end.act()?,
                        rule: RULE.into(),
                    })
                })
                .collect(),
        };
        // Who flies in an Offensive is Committed as soon as it moves; of a meeting its own outcome tells that.
        let flew = self.flies.iter().filter(|_| self.passage.is_none());
        deeds.extend(flew.map(|unit| Deed {
            whom: Whom::Unit { name: unit.name.clone(), piece: unit.piece.clone() },
            act: Act::Mark(COMMITTED),
            rule: "4.14.1".into(),
        }));
        deeds
    }

    /// The next of them shares what became of its air transport, or is dropped.
    fn land(
        &self,
        state: &DropState,
        number: usize,
        tables: &Tables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> DropEnd {
        let met = self.passage.as_ref().zip(state.air.as_ref());
        let carrier = self.carriers[number];
        let fate = met.map_or(UNHARMED, |(passage, air)| {
            transport::fate_of(&passage.left(air, passage.carried()), carrier..carrier + 1)
        });
        let (end, cause) = match fate {
            ABORTED => (DropEnd::Home, "back at its base with the air transport that was aborted"),
            DESTROYED => (DropEnd::Lost, "with the air transport that carried it"),
            _ => {
                let over = met.map(|(passage, air)| match passage.over_target(air) {
                    [true, false] => Superiority::Attacker,
                    [false, true] => Superiority::Defender,
                    _ => Superiority::Nobody,
                });
                let superiority = self.superiority.or(over).unwrap_or(Superiority::Nobody);
                // Those that were dropped before are adjacent (4.12.4.2).
                let there = |end: &DropEnd| end.act() != Some(Act::Eliminate(None)) && *end != DropEnd::Home;
                let adjacent = self.given.adjacent || state.ends.iter().any(there);
                let given = Circumstances { superiority, adjacent, ..self.given.clone() };
                return DropEnd::Dropped(roll(&format!("the {}", called(number)), &given, tables, dice, log));
            }
        };
        log.line(|| (called(number), end.told(), cause, RULE));
        end
    }
}

impl Procedure for Drop {
    const ID: &'static str = "ATPO-R36";
    const ROLES: &'static [Role] = &[ATTACKER, DEFENDER];
    const PROMPTS: &'static [Prompt] = &passage::PROMPTS;
    const MEASURE: Option<&'static str> = Some(MEASURE);
    type Cx = (Tables, StrikeTables);
    type Input = PlannedDrop;
    type Battle = FlownDrop;
    type State = DropState;
    type Outcome = DropOutcome;

    fn begin(drop: PlannedDrop, cx: &Self::Cx) -> Result<(FlownDrop, DropState), Vec<Refusal>> {
        let mut refusals = drop.against(&cx.0.numbers.paradrop);
        let carriers = drop.carriers(cx.0.numbers.paradrop.points);
        let carriers = carriers.map_err(|refusal| refusals.push(refusal)).unwrap_or_default();
        let superiority = drop.superiority();
        let first_month = drop.sneak == Some(SneakMonth::First);
        let DropFlight { units, passage } = drop.flight;
        let passage = passage.map(|input| AirPassage::of(input.surprised(first_month), &cx.1)).transpose();
        let passage = passage.map_err(|more| refusals.extend(more)).ok().flatten();
        if !refusals.is_empty() {
            return Err(refusals);
        }
        let air = passage.as_ref().map(|passage| Box::new(passage.begin()));
        let state = DropState { past: air.is_none(), air, ends: Vec::new() };
        let given = Circumstances {
            terrain: drop.terrain.map_or_else(|| "clear".to_owned(), |terrain| terrain.0),
            superiority: Superiority::Nobody,
            adjacent: drop.adjacent != Some(false) && !drop.apart.0,
            sneak_first: first_month && drop.nation.is_none_or(|nation| nation.0 == "JP"),
        };
        Ok((FlownDrop { given, superiority, carriers, flies: units.concat(), passage }, state))
    }

    fn step<'b>(
        drop: &'b FlownDrop,
        state: DropState,
        cx: &'b Self::Cx,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, DropState, DropOutcome> {
        let met = |past: bool| move |air| DropState { past, air: Some(Box::new(air)), ends: Vec::new() };
        match (&drop.passage, &state.air) {
            (Some(passage), Some(air)) if !state.past => passage
                .step((**air).clone(), &cx.1, dice, log)
                .within(met(false), move |air| Flow::Next(met(true)(air))),
            _ if state.ends.len() < drop.carriers.len() => {
                let end = drop.land(&state, state.ends.len(), &cx.0, dice, log);
                let ends = state.ends.iter().copied().chain([end]).collect();
                Flow::Next(DropState { ends, ..state })
            }
            _ => Flow::Done(drop.outcome(&state, cx)),
        }
    }

    fn so_far(drop: &FlownDrop, state: &DropState, cx: &Self::Cx) -> DropOutcome {
        drop.outcome(state, cx)
    }

    fn result(outcome: &DropOutcome) -> String {
        let air = outcome.air.as_ref().map(PassageOutcome::in_words).unwrap_or_default();
        format!("{}{air}", outcome.told)
    }

    fn deeds(outcome: &DropOutcome) -> Vec<Deed> {
        let air = outcome.air.iter().flat_map(|air| air.deeds().iter().cloned());
        outcome.own.iter().cloned().chain(air).collect()
    }

    fn losses(drop: &FlownDrop, outcome: &DropOutcome) -> Vec<UnitLoss> {
        let air = drop.passage.as_ref().zip(outcome.air.as_ref());
        air.map(|(passage, air)| air.losses(passage, 0)).unwrap_or_default()
    }
}

impl Coded for Drop {
    const GAME: &'static str = "atpo";
    const NAME: &'static str = "paradrop";
    const KEYS: &'static [Key] = PlannedDrop::KEYS;
    const CHOICES: &'static [&'static str] = &["interceptor_commit", "launch_check_span"];

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<Self::Cx, ContextError> {
        Ok((forces::tables(files, settings, Self::CHOICES)?, StrikeMission::context(files, settings)?))
    }

    fn read(inputs: &Inputs) -> Result<PlannedDrop, Vec<KeyFault>> {
        PlannedDrop::read(inputs)
    }
}
