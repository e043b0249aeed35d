//! The numbers of mines, batteries, straits and submarines, as `rules/atpo/sea.toml` has them.

use super::numbers::{DataHex, DataMonth, numbers};

numbers! {
    /// What is added to the dice of port mines (3.9.2.1).
    #[expect(missing_docs, reason = "the names are those of the data file, which cites the rules")]
    pub struct MineModifiers { pub fortified: i32, pub major: i32, pub escort: i32 }

    /// A fortress with a coastal battery (3.10).
    pub struct BatteryRow {
        /// Its name, in small letters.
        pub fortress: String,
        /// Its hex, where it is on the map.
        pub hex: Option<DataHex>,
        /// Its gunnery in each round.
        pub gunnery: u8,
    }

    /// Destroyers and destroyer escorts against submarines.
    pub struct Escorts {
        /// How many of them attack and screen at most (3.16.4).
        pub most: u8,
    }

    /// Submarines in straits (3.4.3.1).
    pub struct StraitNumbers {
        /// The least total that leads through.
        pub through: i32,
        /// For each enemy escort in the hex.
        pub escort: i32,
        /// The straits.
        pub place: Vec<StraitPlace>,
    }

    /// A strait (18.1.6).
    pub struct StraitPlace {
        /// Its name.
        pub name: String,
        /// Its hexes as the rules print them.
        pub printed: Vec<DataHex>,
        /// Its hexes where the print is wrong.
        pub corrected: Option<Vec<DataHex>>,
    }

    /// Submarines in harbours (3.16.10, 16.9).
    #[expect(missing_docs, reason = "the names are those of the data file, which cites the rules")]
    pub struct HarbourNumbers {
        pub undetected_most: i32,
        pub midget: i32,
        pub ss238: i32,
        pub ss238_need3: i32,
        pub attacks: u8,
        pub times: i32,
    }

    /// The Kaiten (3.16.11).
    #[expect(missing_docs, reason = "the names are those of the data file, which cites the rules")]
    pub struct KaitenNumbers { pub attack: u8, pub armor: u8, pub from: DataMonth }
}

impl StraitPlace {
    /// Its hexes in the reading that holds.
    #[must_use]
    pub fn hexes(&self, as_printed: bool) -> &[DataHex] {
        match &self.corrected {
            Some(corrected) if !as_printed => corrected,
            _ => &self.printed,
        }
    }
}
