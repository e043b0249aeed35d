//! Reads an attack from typed-in values.

use serde_json::Value;

use super::aloft;
use super::attack::{Attack, Fort, LandForce, Portion, Superiority, Troops, Weather};
use super::contradictions;
use super::idle_air;
use super::keys::{
    CoastalFort, HexWeather, HexesWeather, InvasionMonth, LandKeys, Marines, SoleAir, TypedFort, WeatherZone,
};
use super::retreat::{self, Retreat};
use super::sides::{ATTACK, DEFENCE, SideKeys, plain_count};
use crate::air::aircraft::{Aircraft, QualityMark};
use crate::air::over_hex;
use crate::air::strike::TAKES;
use crate::forces::alike::Alike;
use crate::forces::installations;
use crate::forces::unit::{self, Condition, LandKind, LandUnit};
use crate::forces::{ATTACKER, DEFENDER};
use liege_rules::play::inputs::{Inputs, KeyFault, TypedInput as _, month};
use liege_rules::position::places::Hex;

impl Attack {
    /// Read an attack from typed-in values.
    ///
    /// # Errors
    /// Every value that is missing, wrong, or does not fit another.
    pub fn read(inputs: &Inputs) -> Result<Self, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let attacker = force(inputs, &ATTACK, &mut faults);
        let defender = force(inputs, &DEFENCE, &mut faults);
        let retreat = keep(retreat::read(inputs), &mut faults).unwrap_or(Retreat::Hexes(3));
        let installations = keep(installations::read(inputs), &mut faults).unwrap_or_default();
        let (Some(attacker), Some(defender)) = (attacker, defender) else {
            return Err(faults);
        };
        faults.extend(contradictions::of(inputs, &attacker, &defender));
        if !faults.is_empty() {
            return Err(faults);
        }
        let keys = LandKeys::read(inputs)?;
        Ok(Self {
            partisan: keys.partisan,
            hex: keys.hex.as_deref().map(Hex::tidy),
            terrain_given: keys.terrain.is_some(),
            terrain: keys.terrain.map_or_else(|| "clear".to_owned(), |terrain| terrain.0),
            fort: match keys.fort {
                TypedFort::None => Fort::None,
                TypedFort::Fortification | TypedFort::Unoccupied => Fort::Fortification,
                TypedFort::Permanent => Fort::Permanent,
            },
            coastal_fort: keys.coastal_fort != CoastalFort::No,
            garrison: keys.garrison,
            attack_zoc: keys.attack_zoc,
            stacking: keys.stacking,
            china: keys.china,
            port: keys.port,
            installations,
            weather: match keys.weather {
                HexWeather::Fair => Weather::Fair,
                HexWeather::Wet => Weather::Wet,
                HexWeather::Winter => Weather::Winter,
                HexWeather::Monsoon => Weather::Monsoon,
            },
            attack_weather: keys.attack_weather.map(|weather| match weather {
                HexesWeather::Fair => Weather::Fair,
                HexesWeather::Wet => Weather::Wet,
                HexesWeather::Winter => Weather::Winter,
                HexesWeather::Monsoon => Weather::Monsoon,
                HexesWeather::Mixed => Weather::Mixed,
            }),
            moderate_zone: keys.zone == Some(WeatherZone::Moderate),
            inclement: keys.inclement,
            river: keys.river,
            hexside: keys.hexside.word().to_owned(),
            superiority: keys.superiority.map(|sole| match sole {
                SoleAir::Attacker => Superiority::Attacker,
                SoleAir::Defender => Superiority::Defender,
                SoleAir::Nobody => Superiority::Nobody,
            }),
            amphibious: keys.amphibious,
            second_wave: keys.second_wave || is_joined_by_pinned(inputs, &attacker),
            marine: match keys.marine {
                Marines::None => Portion::None,
                Marines::Yes if attacker.units().is_empty() => Portion::All,
                Marines::Some | Marines::Yes => Portion::Some,
                Marines::All => Portion::All,
            },
            paratroop: keys.paratroop,
            drop_adjacent: keys.drop_adjacent,
            soviet_armor: keys.soviet_armor,
            date: keys.date.as_ref().and_then(|date| month(&date.0)),
            sneak: match (keys.sneak, keys.sneak_month) {
                (InvasionMonth::First, _) | (_, Some(1)) => 1,
                (InvasionMonth::Second, _) | (_, Some(2)) => 2,
                _ => 0,
            },
            admiral: keys.admiral.unwrap_or(0),
            magic: keys.magic.unwrap_or(0),
            drm: keys.drm.unwrap_or(0),
            retreat,
            inactive: !keys.activated.0,
            not_adjacent: !keys.adjacent.0,
            attacked_before: keys.attacked_before,
            alike: Alike::of(attacker.units(), defender.units()),
            attacker,
            defender,
        })
    }
}

/// Whether an assault has friends on its beach: then it is a second wave, said or not (3.14.8.1).
fn is_joined_by_pinned(inputs: &Inputs, attacker: &LandForce) -> bool {
    inputs.yes("amphibious") && attacker.units().iter().any(|unit| unit.is(Condition::Pinned))
}

fn force(inputs: &Inputs, side: &SideKeys, faults: &mut Vec<KeyFault>) -> Option<LandForce> {
    let nation = nation_of(inputs, side.nation, faults);
    let troops = keep(troops(inputs, side), faults);
    let (aura, aura_names) = aura(inputs, side.aura);
    let mut air = keep(left_over_hex(inputs, side), faults).unwrap_or_default();
    let heavy = inputs.value(side.heavy).map(|value| over_hex(side.heavy, value, TAKES, inputs.nations()));
    let heavy = heavy.and_then(|heavy| keep(heavy, faults)).unwrap_or_default();
    air.extend(heavy.into_iter().map(|unit| Aircraft {
        name: format!("Heavy {}", unit.name),
        mark: QualityMark::Bracketed,
        ..unit
    }));
    let count = |key: &str| inputs.number(key).and_then(|number| u32::try_from(number).ok()).unwrap_or(0);
    let mut force = LandForce {
        troops: troops?,
        nation,
        general: count(side.general),
        aura,
        aura_names,
        air,
        carriers: idle_air::carriers_of(inputs, side.role),
        fighters: inputs.yes(side.fighters),
        dd: inputs.yes(side.dd),
        cl: inputs.yes(side.cl),
        gunnery: side.gunnery.iter().map(|key| count(key)).sum(),
        out_of_supply: inputs.yes(side.out_of_supply)
            || inputs.word(side.supply) == Some("out")
            || inputs.word("out-of-supply").is_some_and(|word| word == "both" || word == side.role.word()),
        home: inputs.yes(side.home),
    };
    if let Troops::Units(units) = &mut force.troops {
        if side.role == ATTACKER {
            drop_as_told(inputs, units);
        }
        for unit in units {
            unit.nation = unit.nation.or(nation);
            if force.home {
                unit.conditions.insert(Condition::Home);
            }
        }
    }
    Some(force)
}

/// The air units that are left over the hex; none where they have still to meet others.
fn left_over_hex(inputs: &Inputs, side: &SideKeys) -> Result<Vec<Aircraft>, Vec<KeyFault>> {
    match inputs.value(side.air).filter(|_| !aloft::is_fought_here(inputs)) {
        Some(value) => over_hex(side.air, value, TAKES, inputs.nations()),
        None => Ok(Vec::new()),
    }
}

/// Listed paratroops are those that `paratroop` tells about, unless one is already told as from the air.
fn drop_as_told(inputs: &Inputs, units: &mut [LandUnit]) {
    let told = inputs.word("paratroop").filter(|word| *word != "none");
    let Some(word) = told.filter(|_| !units.iter().any(LandUnit::from_the_air)) else { return };
    for unit in units.iter_mut().filter(|unit| unit.kind == LandKind::Paratroop) {
        unit.conditions.insert(Condition::Dropped);
        if word == "depleted" {
            unit.conditions.insert(Condition::Reduced);
        }
    }
}

fn troops(inputs: &Inputs, side: &SideKeys) -> Result<Troops, Vec<KeyFault>> {
    if let Some(listed) = inputs.value(side.units).filter(|_| plain_count(inputs, side.units).is_none()) {
        if inputs.value(side.troops).is_some() {
            let fault = KeyFault::new(side.units, format!("lists units in addition to `{}`", side.troops));
            return Err(vec![fault.help("give only the units, or a strength and a number of units")]);
        }
        return unit::units(side.troops, side.role, listed, inputs.nations()).map(Troops::Units);
    }
    let Some(value) = inputs.value(side.troops) else {
        if side.role == DEFENDER {
            // An empty hex needs no key of its own: what defends it is told by garrison, fort or partisan.
            let told = ["garrison", "fort", "coastal-fort", "partisan", "amphibious"];
            let no_units = inputs.value(side.steps).is_none() && inputs.value(side.units).is_none();
            if no_units && told.iter().any(|key| inputs.value(key).is_some()) {
                return Ok(Troops::Units(Vec::new()));
            }
        }
        let fault = KeyFault::new(side.troops, "is missing");
        return Err(vec![fault.help("give a strength such as 15, or units such as 4/2 marine, 3-1")]);
    };
    let text = value.as_str().map_or_else(|| value.to_string(), |text| text.trim().to_lowercase());
    if side.role == DEFENDER && matches!(text.as_str(), "0" | "none" | "empty" | "vacant" | "garrison" | "") {
        return Ok(Troops::Units(Vec::new()));
    }
    if let Ok(strength) = text.parse::<u32>() {
        if strength > 10_000 {
            return Err(vec![KeyFault::new(side.troops, "expected a strength of at most 10000")]);
        }
        let number = |key: &str| inputs.number(key).and_then(|number| u16::try_from(number).ok());
        let steps = number(side.steps)
            .or_else(|| plain_count(inputs, side.units).map(|units| units.saturating_mul(2)));
        return Ok(Troops::Total(strength, steps));
    }
    let mut units = unit::units(side.troops, side.role, value, inputs.nations())?;
    if side.role == DEFENDER && inputs.yes("partisan") {
        let other = |unit: &&LandUnit| unit.fights() && unit.kind != LandKind::Land;
        if let Some(unit) = units.iter().find(other) {
            return Err(vec![KeyFault::new("partisan", format!("is yes, but {} is none", unit.name))]);
        }
        units.iter_mut().filter(|unit| unit.fights()).for_each(|unit| unit.kind = LandKind::Partisan);
    }
    Ok(Troops::Units(units))
}

fn aura(inputs: &Inputs, key: &str) -> (u32, Vec<String>) {
    let names = list(inputs, key);
    match names.first().and_then(|first| first.trim_start_matches('+').parse().ok()) {
        Some(number) if number <= 10 => (number, Vec::new()),
        _ => (0, names.iter().map(|name| name.to_lowercase()).collect()),
    }
}

fn nation_of(inputs: &Inputs, key: &'static str, faults: &mut Vec<KeyFault>) -> Option<&'static str> {
    let word = inputs.word(key)?;
    let code = inputs.nation(word);
    if code.is_none() {
        faults.push(
            KeyFault::new(key, format!("unknown nation \"{word}\""))
                .help("expected for example JP, US, UK, SU"),
        );
    }
    code
}

fn keep<T>(read: Result<T, Vec<KeyFault>>, faults: &mut Vec<KeyFault>) -> Option<T> {
    read.map_err(|new| faults.extend(new)).ok()
}

fn list(inputs: &Inputs, key: &str) -> Vec<String> {
    match inputs.value(key) {
        Some(Value::Array(words)) => {
            words.iter().map(|word| word.as_str().unwrap_or_default().to_owned()).collect()
        }
        Some(Value::String(text)) => text
            .split([',', ' ', ';'])
            .filter(|word| !word.is_empty() && *word != "none")
            .map(str::to_owned)
            .collect(),
        _ => Vec::new(),
    }
}
