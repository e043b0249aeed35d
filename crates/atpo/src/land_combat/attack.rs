//! An attack as it is declared: both forces, the defender's hex, the circumstances.

use super::retreat::Retreat;
use crate::air::aircraft::Aircraft;
use crate::air::coordination::CarrierStack;
use crate::forces::alike::Alike;
use crate::forces::guns::Guns;
use crate::forces::unit::{LandKind, LandUnit};
use liege_rules::play::deeds::Term;
use liege_rules::words;

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
    /// Air units over the hex, where the fight in the air is over.
    pub air: Vec<Aircraft>,
    /// The carriers that they fly from, where they are listed.
    pub carriers: Option<CarrierStack>,
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
        self.fighters || self.air.iter().any(Aircraft::gives_superiority)
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

words! {
    /// Which attackers are across a river.
    pub enum Portion or None {
        None = "none" | "no" | "false" | "0",
        Some = "some" | "partly" | "partial",
        All = "all" | "yes" | "every" | "across" | "true" | "1",
    }
}

words! {
    /// Who alone has air units over the hex; the words are those of a drop.
    pub enum Superiority {
        Attacker = "friendly" | "yes" | "own" | "attacker" | "true" | "+2",
        Defender = "enemy" | "defender" | "-2",
        Nobody = "none" | "no" | "contested" | "false",
    }
}

words! {
    /// A drop in total form.
    pub enum Paratroop or None {
        None = "none" | "no" | "false" | "0",
        Intact = "intact" | "yes" | "undepleted" | "dropped" | "full" | "true" | "1",
        Depleted = "depleted" | "reduced",
    }
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
    /// Land steps that the hex holds, where that is told.
    pub stacking: Option<u32>,
    /// The hex is in China.
    pub china: bool,
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

    /// Whether an assault meets nobody: no unit, no fort, and no intrinsic garrison, as in an uncontested zone of control of
    /// the attacker or beside his partisans (3.14.5.1, gap G90).
    #[must_use]
    pub fn is_unopposed(&self) -> bool {
        let no_garrison = self.attack_zoc || self.garrison == Some(false);
        let empty = !self.is_defended() && !self.only_partisans() && !self.is_fortified();
        self.amphibious && no_garrison && empty
    }

    /// Whether there is a fort that counts in this attack (3.14.5.5: coastal forts only against assaults).
    #[must_use]
    pub fn is_fortified(&self) -> bool {
        self.fort != Fort::None || (self.coastal_fort && self.amphibious)
    }
}
