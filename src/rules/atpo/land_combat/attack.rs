//! An attack as it is declared: both forces, the defender's hex, the circumstances.

use serde_json::Value;

use super::alike::Alike;
use super::contradictions;
use super::retreat::{self, Retreat};
use crate::rules::atpo::forces::guns::Guns;
use crate::rules::atpo::forces::installations;
use crate::rules::atpo::forces::unit::{self, AirKind, AirUnit, Condition, LandKind, LandUnit};
use crate::rules::atpo::forces::{ATTACKER, DEFENDER};
use crate::rules::deeds::Term;
use crate::rules::inputs::{Inputs, KeyFault, month};
use crate::rules::places::Hex;
use crate::rules::procedure::Role;

/// Land troops: counted units, or only their total.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Troops {
    /// A total strength, with its steps when they were told.
    Total(u32, Option<u16>),
    /// Units one by one; none for an empty hex.
    Units(Vec<LandUnit>),
}

/// One side of a battle.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct LandForce {
    /// Its land troops.
    pub troops: Troops,
    /// Nation of all its units, when told.
    pub nation: Option<&'static str>,
    /// A General's strength, in total form.
    pub general: u32,
    /// Strength of leaders who help every stack, as a number.
    pub aura: u32,
    /// Leaders who help every stack, by name.
    pub aura_names: Vec<String>,
    /// Air units over the hex.
    pub air: Vec<AirUnit>,
    /// A fighter over the hex, when air units are not listed.
    pub fighters: bool,
    /// Destroyers in the hex.
    pub dd: bool,
    /// Light cruisers in the hex.
    pub cl: bool,
    /// Gunnery of CA and BB in the hex.
    pub gunnery: u32,
    /// Out of supply as a whole (the attacker: any unit).
    pub out_of_supply: bool,
    /// In its home country.
    pub home: bool,
}

impl LandForce {
    /// Its units; none in total form.
    #[must_use]
    pub fn units(&self) -> &[LandUnit] {
        match &self.troops {
            Troops::Units(units) => units,
            Troops::Total(..) => &[],
        }
    }

    /// Its ships in the hex.
    #[must_use]
    pub fn guns(&self) -> Guns {
        Guns { dd: self.dd, cl: self.cl, gunnery: self.gunnery }
    }

    /// Whether an air unit of it over the hex counts for superiority (4.11.2).
    #[must_use]
    pub fn has_air(&self) -> bool {
        self.fighters || self.air.iter().any(|unit| unit.kind != AirKind::Transport)
    }
}

/// A working fortification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fort {
    /// None.
    None,
    /// A marker.
    Fortification,
    /// The permanent one of the map.
    Permanent,
}

/// Weather in a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Weather {
    Fair,
    Wet,
    Winter,
    Monsoon,
    /// Different among the attackers' hexes.
    Mixed,
}

/// Which attackers are across a river.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Portion {
    None,
    Some,
    All,
}

/// Who alone has air units over the hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Superiority {
    Attacker,
    Defender,
    Nobody,
}

/// A drop in total form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Paratroop {
    None,
    Intact,
    Depleted,
}

/// Everything known about an attack before the first roll.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the fields are the keys of `keys.rs`, each with its rule")]
pub struct Attack {
    pub attacker: LandForce,
    pub defender: LandForce,
    pub hex: Option<String>,
    pub terrain: String,
    pub terrain_given: bool,
    pub fort: Fort,
    pub coastal_fort: bool,
    pub garrison: Option<bool>,
    pub attack_zoc: bool,
    pub partisan: bool,
    pub port: bool,
    pub installations: Vec<Term>,
    pub weather: Weather,
    pub attack_weather: Option<Weather>,
    pub moderate_zone: bool,
    pub inclement: bool,
    pub river: Portion,
    pub hexside: String,
    pub superiority: Option<Superiority>,
    pub amphibious: bool,
    pub second_wave: bool,
    pub marine: Portion,
    pub paratroop: Paratroop,
    pub drop_adjacent: bool,
    pub soviet_armor: bool,
    pub date: Option<(u16, u8)>,
    pub sneak: u8,
    pub admiral: i32,
    pub magic: i32,
    pub drm: i32,
    pub retreat: Retreat,
    pub inactive: bool,
    pub not_adjacent: bool,
    pub attacked_before: bool,
    pub alike: Alike,
}

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
        let weather = |key: &str| inputs.word(key).map(weather);
        Ok(Self {
            partisan: inputs.yes("partisan"),
            hex: inputs.word("hex").map(Hex::tidy),
            terrain: inputs.word("terrain").unwrap_or("clear").to_owned(),
            terrain_given: inputs.word("terrain").is_some(),
            fort: match inputs.word("fort") {
                Some("fortification" | "unoccupied") => Fort::Fortification,
                Some("permanent") => Fort::Permanent,
                _ => Fort::None,
            },
            coastal_fort: inputs.word("coastal-fort").is_some_and(|word| word != "no"),
            garrison: inputs.yes_no("garrison"),
            attack_zoc: inputs.yes("attack-zoc"),
            port: inputs.yes("port"),
            installations,
            weather: weather("weather").unwrap_or(Weather::Fair),
            attack_weather: weather("attack-weather"),
            moderate_zone: inputs.word("zone") == Some("moderate"),
            inclement: inputs.yes("inclement"),
            river: share(inputs.word("river")),
            hexside: inputs.word("hexside").unwrap_or("open").to_owned(),
            superiority: inputs.word("air-superiority").map(|word| match word {
                "attacker" => Superiority::Attacker,
                "defender" => Superiority::Defender,
                _ => Superiority::Nobody,
            }),
            amphibious: inputs.yes("amphibious"),
            second_wave: inputs.yes("second-wave") || is_joined_by_pinned(inputs, &attacker),
            marine: match inputs.word("marine") {
                Some("yes") if attacker.units().is_empty() => Portion::All,
                Some("yes") => Portion::Some,
                word => share(word),
            },
            paratroop: match inputs.word("paratroop") {
                Some("intact") => Paratroop::Intact,
                Some("depleted") => Paratroop::Depleted,
                _ => Paratroop::None,
            },
            drop_adjacent: inputs.yes("drop-adjacent"),
            soviet_armor: inputs.yes("soviet-armor"),
            date: inputs.word("date").and_then(month),
            sneak: match (inputs.word("sneak"), inputs.number("sneak-month")) {
                (Some("first"), _) | (_, Some(1)) => 1,
                (Some("second"), _) | (_, Some(2)) => 2,
                _ => 0,
            },
            admiral: signed(inputs, "admiral"),
            magic: signed(inputs, "magic"),
            drm: signed(inputs, "drm"),
            retreat,
            inactive: inputs.yes_no("activated") == Some(false),
            not_adjacent: inputs.yes_no("adjacent") == Some(false),
            attacked_before: inputs.yes("attacked-before"),
            alike: Alike::of(attacker.units(), defender.units()),
            attacker,
            defender,
        })
    }

    /// Whether any land unit, General apart, stands in the defender's hex.
    #[must_use]
    pub fn is_defended(&self) -> bool {
        match &self.defender.troops {
            Troops::Total(strength, _) => *strength > 0,
            Troops::Units(units) => units.iter().any(LandUnit::fights),
        }
    }

    /// Whether partisans alone defend: they die without a roll (16.3.8).
    #[must_use]
    pub fn only_partisans(&self) -> bool {
        let units = self.defender.units();
        self.partisan || (!units.is_empty() && units.iter().all(|unit| unit.kind == LandKind::Partisan))
    }

    /// Whether there is a fort that counts in this attack (3.14.5.5: coastal forts only against assaults).
    #[must_use]
    pub fn is_fortified(&self) -> bool {
        self.fort != Fort::None || (self.coastal_fort && self.amphibious)
    }

    /// Who alone has air units over the hex (4.11.2): as told, or as the air units show.
    #[must_use]
    pub fn air_superiority(&self) -> Superiority {
        self.superiority.unwrap_or_else(|| match (self.attacker.has_air(), self.defender.has_air()) {
            (true, false) => Superiority::Attacker,
            (false, true) => Superiority::Defender,
            _ => Superiority::Nobody,
        })
    }
}

/// Whether an assault has friends on its beach: then it is a second wave, said or not (3.14.8.1).
fn is_joined_by_pinned(inputs: &Inputs, attacker: &LandForce) -> bool {
    inputs.yes("amphibious") && attacker.units().iter().any(|unit| unit.is(Condition::Pinned))
}

/// The keys of one side.
pub(super) struct SideKeys {
    pub(super) troops: &'static str,
    pub(super) steps: &'static str,
    pub(super) units: &'static str,
    pub(super) nation: &'static str,
    pub(super) general: &'static str,
    pub(super) aura: &'static str,
    pub(super) air: &'static str,
    pub(super) heavy: &'static str,
    pub(super) fighters: &'static str,
    pub(super) dd: &'static str,
    pub(super) cl: &'static str,
    pub(super) gunnery: &'static [&'static str],
    pub(super) supply: &'static str,
    pub(super) out_of_supply: &'static str,
    pub(super) role: Role,
    pub(super) home: &'static str,
}

pub(super) const ATTACK: SideKeys = SideKeys {
    troops: "attack",
    steps: "attack-steps",
    units: "attack-units",
    nation: "attack-nation",
    general: "attack-general",
    aura: "attack-aura",
    air: "attack-air",
    heavy: "attack-heavy",
    fighters: "attack-fighters",
    dd: "dd",
    cl: "cl",
    gunnery: &["gunnery", "ca-gunnery", "bb-gunnery"],
    supply: "attack-supply",
    out_of_supply: "attack-out-of-supply",
    role: ATTACKER,
    home: "attack-home",
};

pub(super) const DEFENCE: SideKeys = SideKeys {
    troops: "defence",
    steps: "defence-steps",
    units: "defence-units",
    nation: "defence-nation",
    general: "defence-general",
    aura: "defence-aura",
    air: "defence-air",
    heavy: "defence-heavy",
    fighters: "defence-fighters",
    dd: "defence-dd",
    cl: "defence-cl",
    gunnery: &["defence-gunnery"],
    supply: "defence-supply",
    out_of_supply: "defence-out-of-supply",
    role: DEFENDER,
    home: "defence-home",
};

fn force(inputs: &Inputs, side: &SideKeys, faults: &mut Vec<KeyFault>) -> Option<LandForce> {
    let nation = nation_of(inputs, side.nation, faults);
    let troops = keep(troops(inputs, side), faults);
    let (aura, aura_names) = aura(inputs, side.aura);
    let air = inputs.value(side.air).map(|value| unit::air_units(side.air, value));
    let mut air = air.and_then(|air| keep(air, faults)).unwrap_or_default();
    let heavy = inputs.value(side.heavy).map(|value| unit::air_units(side.heavy, value));
    let heavy = heavy.and_then(|heavy| keep(heavy, faults)).unwrap_or_default();
    air.extend(heavy.into_iter().map(|unit| AirUnit {
        name: format!("Heavy {}", unit.name),
        heavy: true,
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

/// A bare number under a key that also takes units.
pub(super) fn plain_count(inputs: &Inputs, key: &str) -> Option<u16> {
    let value = inputs.value(key)?;
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    text.trim().parse().ok().filter(|count| *count <= 1000)
}

fn troops(inputs: &Inputs, side: &SideKeys) -> Result<Troops, Vec<KeyFault>> {
    if let Some(listed) = inputs.value(side.units).filter(|_| plain_count(inputs, side.units).is_none()) {
        if inputs.value(side.troops).is_some() {
            let fault = KeyFault::new(side.units, format!("lists units beside `{}`", side.troops));
            return Err(vec![fault.help("give the units alone, or a strength and a number of units")]);
        }
        return unit::units(side.troops, side.role, listed).map(Troops::Units);
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
    let mut units = unit::units(side.troops, side.role, value)?;
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
    let code = unit::nation(word);
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

fn signed(inputs: &Inputs, key: &str) -> i32 {
    inputs.number(key).and_then(|number| i32::try_from(number).ok()).unwrap_or(0)
}

fn weather(word: &str) -> Weather {
    match word {
        "wet" => Weather::Wet,
        "winter" => Weather::Winter,
        "monsoon" => Weather::Monsoon,
        "mixed" => Weather::Mixed,
        _ => Weather::Fair,
    }
}

fn share(word: Option<&str>) -> Portion {
    match word {
        Some("all") => Portion::All,
        Some("some") => Portion::Some,
        _ => Portion::None,
    }
}
