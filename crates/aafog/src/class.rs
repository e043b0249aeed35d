//! The classes of units and what the rules of hidden play ask of them.

use std::fmt;

use serde::{Serialize, Serializer};

/// A class of units, as the chart and the counters name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnitClass {
    /// Submarine.
    Sub,
    /// Destroyer.
    Dd,
    /// Battleship.
    Bb,
    /// Cruiser.
    Ca,
    /// Aircraft carrier.
    Cv,
    /// Transport.
    Tr,
    /// Strategic bomber.
    Bmb,
    /// Fighter.
    Ftr,
    /// Tactical bomber.
    Tac,
    /// Infantry.
    Inf,
    /// Artillery.
    Art,
    /// Mechanized infantry.
    Mech,
    /// Tank.
    Tank,
    /// AA gun.
    AaGun,
    /// Industrial complex.
    Ic,
    /// Air base.
    AirBase,
    /// Naval base.
    NavalBase,
    /// Kamikaze token.
    Kami,
}

/// A class with its word, its name and other words for it; plurals are not listed.
type ClassRow = (UnitClass, &'static str, &'static str, &'static [&'static str]);

/// All classes, in the order of the counters.
const ROWS: &[ClassRow] = &[
    (UnitClass::Sub, "SUB", "submarine", &["ss"]),
    (UnitClass::Dd, "DD", "destroyer", &[]),
    (UnitClass::Bb, "BB", "battleship", &[]),
    (UnitClass::Ca, "CA", "cruiser", &["cru", "cl"]),
    (UnitClass::Cv, "CV", "aircraft carrier", &["carrier", "ac"]),
    (UnitClass::Tr, "TR", "transport", &["trn"]),
    (UnitClass::Bmb, "BMB", "strategic bomber", &["bomber", "bom"]),
    (UnitClass::Ftr, "FTR", "fighter", &["fig"]),
    (UnitClass::Tac, "TAC", "tactical bomber", &["tacb"]),
    (UnitClass::Inf, "INF", "infantry", &[]),
    (UnitClass::Art, "ART", "artillery", &[]),
    (UnitClass::Mech, "MECH", "mechanized infantry", &["mec"]),
    (UnitClass::Tank, "TANK", "tank", &["arm"]),
    (UnitClass::AaGun, "AAGUN", "AA gun", &["aa"]),
    (UnitClass::Ic, "IC", "industrial complex", &["complex", "factory"]),
    (UnitClass::AirBase, "AIRBASE", "air base", &[]),
    (UnitClass::NavalBase, "NAVALBASE", "naval base", &[]),
    (UnitClass::Kami, "KAMI", "kamikaze token", &["kamikaze", "token"]),
];

impl UnitClass {
    /// All classes, in the order of the counters.
    pub fn all() -> impl Iterator<Item = Self> {
        ROWS.iter().map(|(class, ..)| *class)
    }

    fn row(self) -> &'static ClassRow {
        // Every class has a row; the test beside says so.
        ROWS.iter().find(|(class, ..)| *class == self).unwrap_or(&ROWS[0])
    }

    /// The word of the chart: `SUB`.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.row().1
    }

    /// The name in a sentence: `submarine`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().2
    }

    /// The class that a word means, in capital or small letters, in the singular or plural.
    #[must_use]
    pub fn find(word: &str) -> Option<Self> {
        let plain = |text: &str| text.to_lowercase().replace([' ', '-', '_'], "");
        let typed = plain(word);
        let single = typed.strip_suffix('s').unwrap_or(&typed).to_owned();
        let ships = single.strip_suffix("ie").map(|stem| format!("{stem}y"));
        let means = |known: &str| {
            let known = plain(known);
            known == typed || known == single || Some(&known) == ships.as_ref()
        };
        let row = ROWS
            .iter()
            .find(|(_, word, name, others)| means(word) || means(name) || others.iter().copied().any(means));
        row.map(|(class, ..)| *class)
    }

    /// The class of a counter's kind: its word in small letters.
    #[must_use]
    pub fn of_kind(kind: &str) -> Option<Self> {
        ROWS.iter().find(|(_, word, ..)| word.eq_ignore_ascii_case(kind)).map(|(class, ..)| *class)
    }

    /// Battleship, cruiser, carrier, destroyer (8-naval, L25).
    #[must_use]
    pub fn is_surface_warship(self) -> bool {
        matches!(self, Self::Bb | Self::Ca | Self::Cv | Self::Dd)
    }

    /// A ship that is seen from afar: a surface warship or a transport.
    #[must_use]
    pub fn is_surface_ship(self) -> bool {
        self.is_surface_warship() || self == Self::Tr
    }

    /// Any ship.
    #[must_use]
    pub fn is_ship(self) -> bool {
        self.is_surface_ship() || self == Self::Sub
    }

    /// A fighter or bomber of either kind.
    #[must_use]
    pub fn is_air(self) -> bool {
        matches!(self, Self::Bmb | Self::Ftr | Self::Tac)
    }

    /// May rise from an air base against an enemy (8-air, L33).
    #[must_use]
    pub fn scrambles(self) -> bool {
        matches!(self, Self::Ftr | Self::Tac)
    }

    /// A land unit.
    #[must_use]
    pub fn is_land(self) -> bool {
        matches!(self, Self::Inf | Self::Art | Self::Mech | Self::Tank)
    }

    /// A facility: shown with its damage in a land battle, and no unit (8-land, L31; that it does not defend is a
    /// reading of ours).
    #[must_use]
    pub fn is_facility(self) -> bool {
        matches!(self, Self::AaGun | Self::Ic | Self::AirBase | Self::NavalBase)
    }

    /// An air or naval base, which the sentence on infrastructure does not name (8-land, L31).
    #[must_use]
    pub fn is_base(self) -> bool {
        matches!(self, Self::AirBase | Self::NavalBase)
    }
}

impl fmt::Display for UnitClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl Serialize for UnitClass {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_is_found_by_its_word_its_name_and_their_plurals() {
        assert_eq!(UnitClass::all().count(), 18);
        for class in UnitClass::all() {
            for word in [class.word(), class.name()] {
                assert_eq!(UnitClass::find(word), Some(class), "{word}");
                assert_eq!(UnitClass::find(&word.to_lowercase()), Some(class), "{word}");
                assert_eq!(UnitClass::find(&format!("{word}s")), Some(class), "{word}s");
            }
        }
        assert_eq!(UnitClass::find("batteries"), None);
        assert_eq!(UnitClass::find("artilleries"), Some(UnitClass::Art));
    }

    #[test]
    fn each_class_belongs_to_one_part_of_a_force() {
        for class in UnitClass::all().filter(|class| *class != UnitClass::Kami) {
            let parts = [class.is_ship(), class.is_air(), class.is_land(), class.is_facility()];
            assert_eq!(parts.iter().filter(|part| **part).count(), 1, "{class}");
        }
    }
}
