//! Ground support (4.11): what bombers and ships add to a base strength, in a battle and alone (ATPO-R34).

use serde::Serialize;

use super::terrain::TerrainName;
use super::unit::{AirKind, AirUnit};
use crate::air::aircraft::{AirWord, Aircraft, QualityMark};
use crate::air::numbers::{self as pilots, AirNumbers};
use crate::air::over_hex;
use crate::crt::Tables;
use crate::sea::numbers::{self as topics, TopicTables};
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::inputs::{Field, Inputs, Key, KeyFault, KeyKind, ReadElsewhere, TypedInput as _};
use liege_rules::play::procedure::{ContextError, Log, Refusal, Sum};
use liege_rules::{inputs, words};

/// What halves bombers over a hex (4.11.3.1).
#[derive(Debug, Clone, Copy, Default)]
pub struct Halving {
    /// Forest, jungle or swamp.
    pub terrain: bool,
    /// Inclement weather effects.
    pub inclement: bool,
    /// An attack on a fortified hex.
    pub fort: bool,
}

/// Strength that bombers add: each unit halved once at most, fractions dropped.
#[must_use]
pub fn bombers(air: &[AirUnit], halving: Halving) -> u32 {
    let all = halving.terrain || halving.inclement || halving.fort;
    let bombers = air.iter().filter(|unit| unit.kind == AirKind::Bomber);
    bombers.map(|unit| if all || unit.heavy { unit.strength / 2 } else { unit.strength }).sum()
}

/// ATPO-R34: no dice, a sum.
pub struct GroundSupport;

words! {
    /// The weather of the month.
    pub enum SupportWeather { Fair = "fair" | "f", Wet = "wet" | "w", Monsoon = "monsoon" | "m" }
}

words! {
    /// The weather zone of the hex.
    pub enum SupportZone alone { Severe = "severe", Moderate = "moderate" }
}

words! {
    /// Whom the bombers help.
    pub enum SupportedSide or Attacker {
        Attacker = "attacker" | "attack",
        Defender = "defender" | "defence" | "defense",
    }
}

const JUNGLE: Key =
    Key::new("jungle", &[], KeyKind::flag("terrain", "jungle"), "4.11.3.1", "the same as terrain=jungle");

inputs! {
    /// What the sum depends on.
    #[derive(Debug, Clone)]
    pub struct Support {
        /// strength of the land units; without it only air superiority is told
        base: Option<u32> = "base" | "strength" | "land", "11.6.3.6", 0..=10_000;
        /// air units of this side over the hex: FB 3, B 5 heavy, F 4, ATP
        air: OverHex = "air" | "attack-air", "4.11.3";
        /// strengths of its Heavy Bombers, beside air
        heavy: OverHex = "heavy" | "heavy-bombers", "4.11.3.1";
        /// air units of the other side over the hex
        enemy_air: OverHex = "enemy-air" | "defence-air" | "opposing-air", "4.11.2";
        /// terrain of the hex; clear when not given
        terrain: Option<TerrainName> = "terrain", "4.11.3.1";
        _jungle: ReadElsewhere = JUNGLE;
        /// inclement weather effects apply: flying in the zone was rolled for, and has an effect
        inclement: bool = "inclement" | "inclement-weather", "4.11.3.1";
        /// fair, wet or monsoon; with the zone it decides under inclement=zone_entry
        weather: Option<SupportWeather> = "weather", "4.11.3.1";
        /// weather zone of the hex: severe or moderate
        zone: Option<SupportZone> = "zone" | "weather-zone", "4.11.3.1";
        /// the attacked hex is fortified
        fort: bool = "fort" | "fortified" | "fortification", "4.11.3.1";
        /// whom the bombers help; the attacker when not given
        side: SupportedSide = "side", "4.11.3";
        /// strength added by ships
        guns: Option<u32> = "guns" | "naval", "3.14.5.4", 0..=1000;
    }
}

/// Air units over the hex.
#[derive(Debug, Clone)]
pub struct OverHex(Vec<Aircraft>);

impl Field for OverHex {
    const KIND: KeyKind = KeyKind::List;

    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Self> {
        let read = inputs.value(key).map(|value| over_hex(key, value, TAKES, inputs.nations()));
        let read = read.transpose().map_err(|more| faults.extend(more)).ok().flatten();
        Some(Self(read.unwrap_or_default()))
    }
}

impl Support {
    /// Whether the weather has an entry for the zone (21).
    fn has_entry(&self) -> bool {
        match self.weather {
            Some(SupportWeather::Monsoon) => self.zone.is_some(),
            Some(SupportWeather::Wet) => self.zone == Some(SupportZone::Severe),
            _ => false,
        }
    }

    fn defends(&self) -> bool {
        self.side == SupportedSide::Defender
    }
}

/// What it comes to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct SupportOutcome {
    /// The base strength.
    pub base: u32,
    /// What bombers bring, before the cap.
    pub air: u32,
    /// What is added: air and guns, at most the base.
    pub added: u32,
    /// Base and additions.
    pub total: u32,
    /// The modifier of air superiority to the attack's die (4.11.2).
    pub drm: i32,
    /// Whether a base was given, so that the total is the result.
    #[serde(skip)]
    pub summed: bool,
}

/// What may be said of a unit over the hex.
const TAKES: &[AirWord] = &[AirWord::AsBomber, AirWord::AsFighter, AirWord::Halved];

impl Sum for GroundSupport {
    const GAME: &'static str = "atpo";
    const ID: &'static str = "ATPO-R34";
    const NAME: &'static str = "ground-support";
    const KEYS: &'static [Key] = Support::KEYS;
    const CHOICES: &'static [&'static str] = &["bomber_defence", "inclement"];
    type Cx = (Tables, TopicTables<AirNumbers>);
    type Input = Support;
    type Facts = SupportOutcome;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<Self::Cx, ContextError> {
        let air = topics::load(pilots::NUMBERS, files, settings, &[])?;
        Ok((super::tables(files, settings, Self::CHOICES)?, air))
    }

    fn read(inputs: &Inputs) -> Result<Support, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let support = Support::fields(inputs, &mut faults);
        let nothing = |support: &Support| {
            let all = [&support.air, &support.heavy, &support.enemy_air];
            support.base.is_none() && all.iter().all(|air| air.0.is_empty())
        };
        if support.as_ref().is_some_and(nothing) {
            let fault = KeyFault::new("base", "is missing");
            faults.push(fault.help("strength of the land units that are supported"));
        }
        let mut support = support.filter(|_| faults.is_empty()).ok_or(faults)?;
        let bracketed = |unit| Aircraft { mark: QualityMark::Bracketed, ..unit };
        support.air.0.extend(support.heavy.0.drain(..).map(bracketed));
        Ok(support)
    }

    fn sum(
        support: &Support,
        (tables, pilots): &Self::Cx,
        log: &mut Log,
    ) -> Result<SupportOutcome, Vec<Refusal>> {
        let elite = pilots.numbers.elite_strength();
        let [own, enemy] = [&support.air, &support.enemy_air]
            .map(|units| units.0.iter().map(|unit| AirUnit::of(unit, elite)).collect::<Vec<_>>());
        let drm = superiority(support, (&own, &enemy), tables, log);
        let Some(base) = support.base else {
            return Ok(SupportOutcome { base: 0, air: 0, added: 0, total: 0, drm, summed: false });
        };
        let terrain = support.terrain.as_ref().map_or("clear", |terrain| terrain.0.as_str());
        let terrain = tables.terrain.get(terrain).is_some_and(|terrain| terrain.bomber_support == "half");
        let fort = support.fort && !support.defends();
        let by_zone = support.has_entry() && tables.choices.is("inclement", "zone_entry");
        let inclement = support.inclement || by_zone;
        let capped = support.defends() && tables.choices.is("bomber_defence", "one_each_max2");
        let count = own.iter().filter(|unit| unit.kind == AirKind::Bomber).count();
        let air = if capped {
            u32::try_from(count).unwrap_or(u32::MAX).min(tables.numbers.strength.defence_bombers_most)
        } else {
            bombers(&own, Halving { terrain, inclement, fort })
        };
        log.line(|| {
            (
                "ground support",
                format!("+{air}"),
                bombers_told(&own, terrain || fort || inclement, capped),
                "4.11.3",
            )
        });
        let guns = support.guns.unwrap_or(0);
        let added = (air + guns).min(base);
        log.line(|| {
            (
                "added",
                format!("+{added}"),
                format!("air {air}, guns {guns}; at most the base of {base}"),
                "11.6.3.6",
            )
        });
        let total = base + added;
        log.line(|| ("total", total.to_string(), format!("{base} + {added}"), "11.6.2"));
        Ok(SupportOutcome { base, air, added, total, drm, summed: true })
    }

    fn result(outcome: &SupportOutcome) -> String {
        if outcome.summed { outcome.total.to_string() } else { format!("{:+}", outcome.drm) }
    }
}

/// The modifier of the side that alone has air units over the hex; ATPs never count (4.11.2).
fn superiority(
    support: &Support,
    (own, enemy): (&[AirUnit], &[AirUnit]),
    tables: &Tables,
    log: &mut Log,
) -> i32 {
    let has = |air: &[AirUnit]| air.iter().any(|unit| unit.kind != AirKind::Transport);
    let drm = &tables.numbers.drm;
    let (value, cause) = match (has(own), has(enemy)) {
        (true, true) => (0, "contested"),
        (false, false) => (0, "neither side has a combat air unit"),
        (own, _) if own != support.defends() => {
            (drm.attacker_air_superiority, "only the attacker has air units")
        }
        _ => (drm.defender_air_superiority, "only the defender has air units"),
    };
    log.line(|| ("modifier: air superiority", format!("{value:+}"), cause, "4.11.2"));
    value
}

/// Each bomber with what it brings.
fn bombers_told(air: &[AirUnit], halved: bool, capped: bool) -> String {
    let bombers = air.iter().filter(|unit| unit.kind == AirKind::Bomber);
    let told = bombers.map(|unit| match () {
        () if capped => unit.name.clone(),
        () if halved || unit.heavy => format!("{} halved to {}", unit.strength, unit.strength / 2),
        () => unit.strength.to_string(),
    });
    let told: Vec<String> = told.collect();
    if told.is_empty() { "no bombers".into() } else { told.join(" + ") }
}
