//! The numbers of air-naval attacks and Kamikazes, and the tables that such an attack reads.

use serde::Deserialize;

use crate::air::numbers::{self as air, AirNumbers};
use crate::sea::numbers::{self as topics, DataMonth, Format1};
use crate::sea::tables::SeaTables;
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::procedure::ContextError;

/// Path of the numbers.
pub const NUMBERS: &str = "rules/atpo/air_naval.toml";

/// `air_naval.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the data file, which cites the rules")]
pub struct AirNavalNumbers {
    #[serde(rename = "format")]
    _format: Format1,
    pub attacks: AttackCount,
    pub modifier: AirNavalModifiers,
    pub anti_aircraft: FlakNumbers,
    pub kamikaze: KamikazeNumbers,
    pub kamikaze_variant: KamikazeVariant,
    pub ohka: OhkaNumbers,
    pub special_kamikaze: SpecialKamikazeNumbers,
}

/// How often an underscored strength attacks (4.10.3).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the data file, which cites the rules")]
pub struct AttackCount {
    pub army_divisor: u8,
    pub army_most: u8,
}

/// What is added to the dice, or to Armor (4.10.4).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the data file, which cites the rules")]
pub struct AirNavalModifiers {
    pub naval_air: i32,
    pub navy_bomber: i32,
    pub army_bomber: i32,
    pub submarine: i32,
    pub surprise: i32,
    pub in_port: i32,
    pub coastal_battleship: i8,
}

/// What makes the anti-aircraft value (4.10.5).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the data file, which cites the rules")]
pub struct FlakNumbers {
    pub gunnery: u32,
    pub major_port: i32,
    pub minor_port: i32,
    pub screen: i32,
    pub cruisers: Vec<String>,
    pub us_ships: i32,
    pub us_share_percent: usize,
    pub us_from: DataMonth,
    pub most: i32,
    pub always: u8,
    pub least: i32,
}

/// Kamikazes (16.4).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the data file, which cites the rules")]
pub struct KamikazeNumbers {
    pub from: DataMonth,
    pub to: DataMonth,
    pub check_dice: u8,
    pub modifier: i32,
}

/// Kamikazes of the other reading (4.10.6).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the data file, which cites the rules")]
pub struct KamikazeVariant {
    pub from: DataMonth,
    pub modifier: i32,
    pub army_divisor: u8,
}

/// Who carries an Ohka, and how far it flies (16.4.4).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the data file, which cites the rules")]
pub struct OhkaNumbers {
    pub strength: u8,
    pub range: u8,
    pub reach: i64,
}

/// The special Kamikazes 4-2/(5) (4.10.6).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are those of the data file, which cites the rules")]
pub struct SpecialKamikazeNumbers {
    pub from: DataMonth,
    pub reach: i64,
}

/// What an air-naval attack reads: its numbers, those of air units, and those of the war at sea with the choices.
#[derive(Debug, Clone)]
pub struct AirSeaTables {
    /// Those of the attack.
    pub numbers: AirNavalNumbers,
    /// Those of air units.
    pub air: AirNumbers,
    /// Admirals, moonlight, and the choices.
    pub sea: SeaTables,
}

impl AirSeaTables {
    /// Load the numbers with the players' choices, of which a procedure sees those it declares: each attack reads
    /// `aa_minimum` and `aa_roll`, who has Kamikazes `kamikaze_rule`.
    ///
    /// # Errors
    /// A table is missing or wrong, or a choice does not exist.
    pub fn load(files: &dyn Files, settings: &[Setting], choices: &[&str]) -> Result<Self, ContextError> {
        Ok(Self {
            numbers: topics::load(NUMBERS, files, &[], &[])?.numbers,
            air: topics::load(air::NUMBERS, files, &[], &[])?.numbers,
            sea: SeaTables::load(files, settings, choices)?,
        })
    }

    /// Whether a reading of a choice holds.
    pub(super) fn reads(&self, key: &str, value: &str) -> bool {
        self.sea.choices.is(key, value)
    }
}
