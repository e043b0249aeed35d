//! Air reconnaissance of a land hex (ATPO-R26, 4.5): one die and what hides the hex.

use serde::Serialize;

use super::aircraft::{AirClass, Aircraft};
use super::effect::FlightWeather;
use super::scouting::{self, ReconTables, SearchModifier, SearchPhase};
use crate::forces::terrain::TerrainName;
use crate::magic;
use crate::terms::AIR_MAGIC;
use liege_rules::data::Files;
use liege_rules::inputs;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::Deed;
use liege_rules::play::dice::Die;
use liege_rules::play::inputs::{Field, Inputs, KeyFault, KeyKind, Present};
use liege_rules::play::procedure::{ContextError, Outcome, Played, Refusal, Script, ScriptHead, TableTop};

/// ATPO-R26.
pub struct LandReconnaissance;

const RULE: &str = "4.5";
const MAY_RULE: &str = "4.5.1";
const ROLL_RULE: &str = "4.5.2";

inputs! {
    /// Who looks at which hex.
    #[derive(Debug, Clone)]
    pub struct HexSearch {
        /// the air unit that looks: F 4-6/3 JP, B 5-16[3] US
        air: Scout = "air" | "searcher", MAY_RULE;
        /// hexes from its base to the enemy hex; its range is checked if given
        hexes: Option<u32> = "hexes" | "distance", MAY_RULE, 0..=100;
        /// terrain of the hex; clear when not given
        terrain: Option<TerrainName> = "terrain", ROLL_RULE;
        /// there is a city, a resource or both in the hex
        city: bool = "city" | "resource", ROLL_RULE;
        /// an enemy F, FB or N has the hex in range
        enemy_fighter: Present = "enemy-fighter" | "fighter-in-range", ROLL_RULE;
        ..weather: FlightWeather;
        phase: Option<SearchPhase> = scouting::PHASE;
        /// it looked at this hex in this Phase before
        tried: bool = "tried" | "tried-before", MAY_RULE;
        magic: Option<u8> = scouting::MAGIC;
    }
}

/// The air unit that looks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scout(Aircraft);

impl Field for Scout {
    const KIND: KeyKind = KeyKind::List;

    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Self> {
        if inputs.value(key).is_none() {
            faults.push(KeyFault::new(key, "is missing").help("the air unit that looks: F 4-6/3 JP"));
        }
        scouting::scout(inputs, faults).map(Self)
    }
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

impl Script for LandReconnaissance {
    const HEAD: ScriptHead = ScriptHead::of("atpo", "ATPO-R26", "land-reconnaissance").reads(&["inclement"]);
    type Cx = ReconTables;
    type Input = HexSearch;
    type Battle = HexSearch;
    type State = HexSearchOutcome;
    type Outcome = HexSearchOutcome;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<ReconTables, ContextError> {
        ReconTables::load(files, settings, Self::HEAD.choices())
    }

    fn begin(search: HexSearch, tables: &ReconTables) -> Result<(HexSearch, HexSearchOutcome), Vec<Refusal>> {
        let air = &search.air.0;
        let mut told = scouting::against(air, (search.hexes, search.weather), &tables.weather, MAY_RULE);
        if search.phase.is_some_and(|phase| phase != SearchPhase::Offensive) {
            told.push(Refusal::new(RULE, "land hexes are looked at only in the Offensive Phase"));
        }
        if search.tried {
            told.push(Refusal::new(MAY_RULE, "an air unit looks at a hex once in an Offensive Phase"));
        }
        told.extend(tables.magic_refused(air, search.magic.unwrap_or(0)));
        let unseen = HexSearchOutcome { revealed: false, magic_used: false };
        if told.is_empty() { Ok((search, unseen)) } else { Err(told) }
    }

    fn play<'b>(
        search: &'b HexSearch,
        tables: &'b ReconTables,
        outcome: &mut HexSearchOutcome,
        at: &mut TableTop<'_, 'b>,
    ) -> Played {
        let (dice, log) = at.dice();
        let modifiers = search.modifiers(tables);
        let sum = modifiers.iter().fold(0i32, |sum, modifier| sum.saturating_add(modifier.value));
        let need = tables.of.numbers.land.need;
        let total = |die: u8| sum.saturating_add(die.into());
        let die = dice.roll_into(Die::D6, "land reconnaissance", &|die| (total(die) >= need).into());
        log.roll(Die::D6, die, || ("land reconnaissance: die", "1d6; the unit stays at its base", ROLL_RULE));
        for SearchModifier { label, value, cause, rule } in modifiers {
            log.line(|| (format!("modifier: {label}"), format!("{value:+}"), cause, rule));
        }
        *outcome = HexSearchOutcome { revealed: total(die) >= need, magic_used: search.magic.is_some() };
        log.line(|| {
            let told = if outcome.revealed { "the units in the hex are shown" } else { "nothing is shown" };
            let cause = format!("total {}; {need} or more is needed; {told}", total(die));
            (search.air.0.name.as_str(), outcome.result(), cause, ROLL_RULE)
        });
        Ok(())
    }

    fn outcome(_: &HexSearch, outcome: &HexSearchOutcome) -> HexSearchOutcome {
        outcome.clone()
    }
}

impl Outcome for HexSearchOutcome {
    fn result(&self) -> String {
        if self.revealed { "success".into() } else { "failure".into() }
    }

    fn deeds(&self) -> Vec<Deed> {
        magic::spent(AIR_MAGIC, self.magic_used).into_iter().collect()
    }
}

impl HexSearch {
    /// What is added to the die; of the terrain one line holds, of the others each.
    fn modifiers(&self, tables: &ReconTables) -> Vec<SearchModifier> {
        let row = &tables.of.numbers.land.modifier;
        let by_entry = tables.of.choices.is("inclement", "zone_entry");
        let inclement = self.weather.is_inclement(&tables.weather, by_entry);
        let terrain = match self.terrain.as_ref().map(|terrain| terrain.0.as_str()) {
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
            ("the unit is a Fighter", when(self.air.0.class == AirClass::Fighter, row.fighter)),
            ("enemy fighter in range", when(self.enemy_fighter.0, row.enemy_fighter)),
        ];
        let of_table =
            |(label, value)| SearchModifier { label, value, cause: "Land Recon Table", rule: ROLL_RULE };
        let magic = scouting::of_magic(tables.magic(&self.air.0, self.magic.unwrap_or(0)));
        let all = all.into_iter().map(of_table).chain([magic]);
        all.filter(|modifier| modifier.value != 0).collect()
    }
}
