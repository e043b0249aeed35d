//! Air reconnaissance of a land hex (ATPO-R26, 4.5): one die and what hides the hex.

use serde::Serialize;

use super::aircraft::{AirClass, Aircraft};
use super::effect::{self, FlightWeather};
use super::scouting::{self, ReconTables, SearchModifier};
use crate::forces::terrain::TERRAIN;
use crate::magic;
use crate::terms::AIR_MAGIC;
use liege_rules::choices::Setting;
use liege_rules::data::Files;
use liege_rules::deeds::Deed;
use liege_rules::dice::{Dice, Die};
use liege_rules::inputs::{Inputs, Key, KeyFault, KeyKind};
use liege_rules::procedure::{Coded, ContextError, Flow, Log, Procedure, Refusal};

/// ATPO-R26.
pub struct LandReconnaissance;

/// Who looks at which hex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HexSearch {
    air: Aircraft,
    hexes: Option<u32>,
    terrain: Option<String>,
    /// A city or a resource in the hex.
    city: bool,
    /// An enemy fighter has the hex in range.
    enemy_fighter: bool,
    weather: FlightWeather,
    phase: Option<String>,
    tried: bool,
    /// The number of an Air Magic chit, or 0.
    magic: u8,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct HexSearchOutcome {
    /// Whether the owner must show what is in the hex.
    pub revealed: bool,
    /// Whether Air Magic was used.
    #[serde(skip)]
    pub magic_used: bool,
}

const RULE: &str = "4.5";
const MAY_RULE: &str = "4.5.1";
const ROLL_RULE: &str = "4.5.2";

const KEYS: &[Key] = &[
    Key::new(
        "air",
        &["searcher"],
        KeyKind::List,
        MAY_RULE,
        "the air unit that looks: F 4-6/3 JP, B 5-16[3] US",
    ),
    Key::new(
        "hexes",
        &["distance"],
        KeyKind::Number(0, 100),
        MAY_RULE,
        "hexes from its base to the enemy hex; its range is checked if given",
    ),
    Key::new("terrain", &[], KeyKind::alone(TERRAIN), ROLL_RULE, "terrain of the hex; clear when not given"),
    Key::new(
        "city",
        &["resource"],
        KeyKind::YesNo,
        ROLL_RULE,
        "there is a city, a resource or both in the hex",
    ),
    Key::new(
        "enemy-fighter",
        &["fighter-in-range"],
        KeyKind::Present,
        ROLL_RULE,
        "an enemy F, FB or N has the hex in range",
    ),
    effect::ZONE,
    effect::WEATHER,
    effect::EFFECT,
    effect::BASE_EFFECT,
    scouting::PHASE,
    Key::new(
        "tried",
        &["tried-before"],
        KeyKind::YesNo,
        MAY_RULE,
        "it looked at this hex in this Phase before",
    ),
    scouting::MAGIC,
];

impl Coded for LandReconnaissance {
    const GAME: &'static str = "atpo";
    const NAME: &'static str = "land-reconnaissance";
    const KEYS: &'static [Key] = KEYS;
    const CHOICES: &'static [&'static str] = &["inclement"];

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<ReconTables, ContextError> {
        ReconTables::load(files, settings, Self::CHOICES)
    }

    fn read(inputs: &Inputs) -> Result<HexSearch, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let air = scouting::scout(inputs, &mut faults);
        if inputs.value("air").is_none() {
            faults.push(KeyFault::new("air", "is missing").help("the air unit that looks: F 4-6/3 JP"));
        }
        let weather = FlightWeather::told(inputs, &mut faults);
        match air {
            Some(air) if faults.is_empty() => Ok(HexSearch {
                air,
                hexes: inputs.number("hexes").and_then(|hexes| u32::try_from(hexes).ok()),
                terrain: inputs.word("terrain").map(str::to_owned),
                city: inputs.yes("city"),
                enemy_fighter: inputs.yes("enemy-fighter"),
                weather,
                phase: inputs.word("phase").map(str::to_owned),
                tried: inputs.yes("tried"),
                magic: scouting::chit(inputs),
            }),
            _ => Err(faults),
        }
    }
}

impl Procedure for LandReconnaissance {
    const ID: &'static str = "ATPO-R26";
    type Cx = ReconTables;
    type Input = HexSearch;
    type Battle = HexSearch;
    type State = ();
    type Outcome = HexSearchOutcome;

    fn begin(search: HexSearch, tables: &ReconTables) -> Result<(HexSearch, ()), Vec<Refusal>> {
        let mut told =
            scouting::against(&search.air, (search.hexes, search.weather), &tables.weather, MAY_RULE);
        if search.phase.as_deref().is_some_and(|phase| phase != "offensive") {
            told.push(Refusal::new(RULE, "land hexes are looked at only in the Offensive Phase"));
        }
        if search.tried {
            told.push(Refusal::new(MAY_RULE, "an air unit looks at a hex once in an Offensive Phase"));
        }
        told.extend(tables.magic_refused(&search.air, search.magic));
        if told.is_empty() { Ok((search, ())) } else { Err(told) }
    }

    fn step<'b>(
        search: &'b HexSearch,
        (): (),
        tables: &'b ReconTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, (), HexSearchOutcome> {
        let modifiers = search.modifiers(tables);
        let sum = modifiers.iter().fold(0i32, |sum, modifier| sum.saturating_add(modifier.value));
        let need = tables.of.numbers.land.need;
        let total = |die: u8| sum.saturating_add(die.into());
        let die = dice.roll_into(Die::D6, "land reconnaissance", &|die| (total(die) >= need).into());
        log.roll(Die::D6, die, || ("land reconnaissance: die", "1d6; the unit stays at its base", ROLL_RULE));
        for SearchModifier { label, value, cause, rule } in modifiers {
            log.line(|| (format!("modifier: {label}"), format!("{value:+}"), cause, rule));
        }
        let outcome = HexSearchOutcome { revealed: total(die) >= need, magic_used: search.magic > 0 };
        log.line(|| {
            let told = if outcome.revealed { "the units in the hex are shown" } else { "nothing is shown" };
            let cause = format!("total {}; {need} or more is needed; {told}", total(die));
            (search.air.name.as_str(), Self::result(&outcome), cause, ROLL_RULE)
        });
        Flow::Done(outcome)
    }

    fn so_far(_: &HexSearch, (): &(), _: &ReconTables) -> HexSearchOutcome {
        HexSearchOutcome { revealed: false, magic_used: false }
    }

    fn result(outcome: &HexSearchOutcome) -> String {
        if outcome.revealed { "success".into() } else { "failure".into() }
    }

    fn deeds(outcome: &HexSearchOutcome) -> Vec<Deed> {
        magic::spent(AIR_MAGIC, outcome.magic_used).into_iter().collect()
    }
}

impl HexSearch {
    /// What is added to the die; of the terrain one line holds, of the others each.
    fn modifiers(&self, tables: &ReconTables) -> Vec<SearchModifier> {
        let row = &tables.of.numbers.land.modifier;
        let by_entry = tables.of.choices.is("inclement", "zone_entry");
        let inclement = self.weather.is_inclement(&tables.weather, by_entry);
        let terrain = match self.terrain.as_deref() {
            Some("jungle-mountain") => ("jungle-mountain", row.jungle_mountain),
            Some("jungle") => ("jungle", row.jungle),
            Some("forest") => ("forest", row.forest),
            Some("mountain") => ("mountain", row.mountain),
            _ => ("terrain", 0),
        };
        let when = |holds: bool, value: i32| if holds { value } else { 0 };
        let all = [
            terrain,
            ("inclement weather (choice inclement)", when(inclement, row.inclement)),
            ("city or resource", when(self.city, row.city_or_resource)),
            ("the unit is a Fighter", when(self.air.class == AirClass::Fighter, row.fighter)),
            ("enemy fighter in range", when(self.enemy_fighter, row.enemy_fighter)),
        ];
        let of_table =
            |(label, value)| SearchModifier { label, value, cause: "Land Recon Table", rule: ROLL_RULE };
        let magic = scouting::of_magic(tables.magic(&self.air, self.magic));
        let all = all.into_iter().map(of_table).chain([magic]);
        all.filter(|modifier| modifier.value != 0).collect()
    }
}
