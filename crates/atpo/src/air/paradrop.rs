//! Paradrops out of one flight (ATPO-R36, 4.12.4): who meets its air transport on the way, then the die of each drop.

mod ends;
mod keys;

use ends::DropEnd;
use serde::Serialize;

use super::aircraft;
use super::aircraft::Aircraft;
use super::flight::MEASURE;
use super::strike::StrikeMission;
use super::strike::passage::{self, AirPassage, PassageInput, PassageOutcome};
use super::strike::plan::{StrikePhase, StrikeTables};
use super::strike::read::TAKES;
use super::strike::state::StrikeState;
use super::transport::{self, ABORTED, DESTROYED, UNHARMED};
use crate::crt::{Paradrop, Tables};
use crate::forces::{self, ATTACKER, DEFENDER};
use crate::land_combat::attack::Superiority;
use crate::land_combat::drops::{Circumstances, Landing, roll};
use crate::terms::COMMITTED;
use liege_rules::choices::Setting;
use liege_rules::data::Files;
use liege_rules::deeds::{Act, Deed, Whom};
use liege_rules::dice::Dice;
use liege_rules::inputs::{Inputs, Key, KeyFault};
use liege_rules::losses::UnitLoss;
use liege_rules::procedure::{Coded, ContextError, Flow, Log, Procedure, Prompt, Refusal, Role};

const RULE: &str = "4.12.4.2";
/// What paratroops take (4.12.3).
const POINTS: &str = "4.12.3";

/// What the report calls the paratroop of this number, from 0, in drops out of one flight.
#[must_use]
pub fn called(number: usize) -> String {
    if number == 0 { "paratroop".to_owned() } else { format!("paratroop {}", number + 1) }
}

/// ATPO-R36: drops alone.
pub struct Drop;

/// A drop with what it takes to make it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedDrop {
    given: Circumstances,
    /// Who alone has air units over the hex, where that was told.
    superiority: Option<Superiority>,
    depleted: bool,
    unsupplied: bool,
    japanese: bool,
    distance: Option<u32>,
    atp: String,
    in_zone: bool,
    /// How many paratroops are dropped.
    count: usize,
    /// The air transport, where it is listed, then those who escort it.
    flies: [Vec<Aircraft>; 2],
    passage: Option<PassageInput>,
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
        let most = if self.japanese { numbers.japanese_range } else { numbers.range };
        let far = self.distance.filter(|hexes| *hexes > most);
        let atp = match self.atp.as_str() {
            "moved" => Some(("4.12.4.1", "its air transport has moved already this month")),
            "missing" => Some(("4.12.4.1", "no air transport is on its airbase")),
            "aborted" => Some(("4.12.4.2", "its air transport was aborted and cannot drop")),
            _ => None,
        };
        let told = [
            self.depleted.then_some(("4.12.4.4", "a depleted paratroop cannot make a drop")),
            self.unsupplied.then_some(("4.12.4.1", "the paratroop is out of supply")),
            (!self.in_zone).then_some(("4.12.4.1", "the hex is not in the operation zone of the Offensive")),
            atp,
        ];
        let refuse = |(rule, why): (&str, &str)| Refusal::new(rule, why);
        let far = far.map(|hexes| {
            Refusal::new(
                "4.12.4.2",
                format!("the hex is {hexes} hexes from the airbase; at most {most} may be flown"),
            )
        });
        told.into_iter().flatten().map(refuse).chain(far).collect()
    }
}

impl PlannedDrop {
    /// The marker that carries each paratroop: each takes its points of the first that has them (4.12.3).
    fn carriers(&self, takes: u8) -> Result<Vec<usize>, Refusal> {
        let [transport, _] = &self.flies;
        if transport.is_empty() {
            return Ok(vec![0; self.count]);
        }
        let places = |(at, unit): (usize, &Aircraft)| {
            std::iter::repeat_n(at, usize::from(unit.steps_left()) / usize::from(takes.max(1)))
        };
        let places: Vec<usize> = transport.iter().enumerate().flat_map(places).take(self.count).collect();
        if places.len() < self.count {
            let what = format!(
                "{} of {} paratroops have air transport: each takes {takes} ATP",
                places.len(),
                self.count
            );
            return Err(Refusal::new(POINTS, what));
        }
        Ok(places)
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
        let passage = drop.passage.map(|input| AirPassage::of(input, &cx.1)).transpose();
        let passage = passage.map_err(|more| refusals.extend(more)).ok().flatten();
        if !refusals.is_empty() {
            return Err(refusals);
        }
        let air = passage.as_ref().map(|passage| Box::new(passage.begin()));
        let state = DropState { past: air.is_none(), air, ends: Vec::new() };
        let (given, superiority, flies) = (drop.given, drop.superiority, drop.flies.concat());
        Ok((FlownDrop { given, superiority, carriers, flies, passage }, state))
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
    const KEYS: &'static [Key] = keys::KEYS;
    const CHOICES: &'static [&'static str] = &["interceptor_commit", "launch_check_span"];

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<Self::Cx, ContextError> {
        Ok((forces::tables(files, settings, Self::CHOICES)?, StrikeMission::context(files, settings)?))
    }

    fn read(inputs: &Inputs) -> Result<PlannedDrop, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let (beside, apart) = (inputs.yes_no("adjacent"), inputs.yes_no("not-adjacent"));
        if beside.is_some() && beside == apart {
            faults.push(KeyFault::new("not-adjacent", "contradicts `adjacent`"));
        }
        let nation = inputs.word("nation").map(|word| (word, inputs.nation(word)));
        if let Some((word, None)) = nation {
            faults.push(KeyFault::new("nation", format!("no nation \"{word}\"")));
        }
        let nation = nation.and_then(|(_, code)| code);
        let first_month = inputs.word("sneak") == Some("first");
        let passage = met(inputs, &mut faults).map(|input| input.surprised(first_month));
        let flies = [("transport", "the"), ("escorts", "escorting")].map(|(key, whose)| {
            let units = inputs.value(key).map(|value| aircraft(key, whose, value, TAKES, inputs.nations()));
            units.transpose().map_err(|more| faults.extend(more)).ok().flatten().unwrap_or_default()
        });
        transport::only_transport(&flies[0], &mut faults);
        if passage.is_none() {
            passage::only_fighters(inputs, "escorts", &mut faults);
        }
        let alone = passage.is_none() && !flies[1].is_empty();
        let superiority = match inputs.word("air-superiority") {
            Some("friendly") => Some(Superiority::Attacker),
            Some("enemy") => Some(Superiority::Defender),
            Some(_) => Some(Superiority::Nobody),
            None => alone.then_some(Superiority::Attacker),
        };
        if !faults.is_empty() {
            return Err(faults);
        }
        let given = Circumstances {
            terrain: inputs.word("terrain").unwrap_or("clear").to_owned(),
            superiority: Superiority::Nobody,
            adjacent: beside != Some(false) && apart != Some(true),
            sneak_first: first_month && nation.is_none_or(|nation| nation == "JP"),
        };
        Ok(PlannedDrop {
            given,
            superiority,
            depleted: inputs.yes("depleted"),
            unsupplied: inputs.yes("out-of-supply"),
            japanese: nation == Some("JP"),
            distance: inputs.number("distance").and_then(|hexes| u32::try_from(hexes).ok()),
            atp: inputs.word("atp").unwrap_or("ready").to_owned(),
            in_zone: inputs.yes_no("operation-zone") != Some(false),
            count: inputs.number("paratroops").and_then(|count| usize::try_from(count).ok()).unwrap_or(1),
            flies,
            passage,
        })
    }
}

/// Who flies and who can meet it; none where nobody does.
fn met(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Option<PassageInput> {
    let own = [("transport", false), ("escorts", true)];
    let input = passage::read(inputs, &own, StrikePhase::LandOffensive, faults)?;
    if inputs.value("transport").is_none() {
        let fault = KeyFault::new("transport", "is missing");
        faults.push(fault.help("the air transport that is met: ATP 1 US"));
    }
    if inputs.word("atp") == Some(ABORTED) {
        let fault = KeyFault::new("atp", "is the result of the meeting");
        faults.push(fault.help("leave out it or the interceptors"));
    }
    Some(input)
}
