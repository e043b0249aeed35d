//! What kinds of units ATPO has, read once from the catalogue so that no check compares words.

use liege_rules::data::catalogue::Entry;

/// Kinds of land units that differ in some rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words of the unit list")]
pub enum Land {
    Infantry,
    Marine,
    Snlf,
    Armored,
    Heavy,
    Engineer,
    Commando,
    Paratroop,
    Siberian,
}

/// Kinds of air units that differ in some rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words of the unit list")]
pub enum Air {
    Fighter,
    FighterBomber,
    Bomber,
    NavalAir,
    Floatplane,
    Kamikaze,
    Ohka,
    B25,
}

impl Air {
    /// Whether its owner says if it flies as a fighter or as a bomber (4.3.2, 4.3.3).
    pub fn may_choose(self) -> bool {
        matches!(self, Self::FighterBomber | Self::NavalAir | Self::Floatplane)
    }
}

/// Kinds of naval units that differ in some rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words of the unit list")]
pub enum Ship {
    Capital,
    Carrier,
    LightCruiser,
    Destroyer,
    Escort,
    Submarine,
    AuxiliaryCruiser,
    Kaiten,
}

/// The kind of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words of the unit list")]
pub enum Kind {
    Land(Land),
    Air(Air),
    Ship(Ship),
    Hq,
    General,
    Admiral,
    Stp,
    Atp,
    Partisan,
    Coastwatchers,
}

impl Kind {
    /// The kind of a counter; `None` for chits and for words this game does not have.
    pub fn of(entry: &Entry) -> Option<Self> {
        let word = entry.kind.as_str();
        match entry.family.as_str() {
            "land" => land(word).map(Self::Land),
            "air" => air(word).map(Self::Air),
            "ships" => ship(word).map(Self::Ship),
            "leaders" | "transport" | "special" => match word {
                "hq" => Some(Self::Hq),
                "general" => Some(Self::General),
                "admiral" => Some(Self::Admiral),
                "stp" => Some(Self::Stp),
                "atp" => Some(Self::Atp),
                "partisan" => Some(Self::Partisan),
                "coastwatchers" => Some(Self::Coastwatchers),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether it is a combat land unit.
    pub fn is_land(self) -> bool {
        matches!(self, Self::Land(_))
    }

    /// Whether it moves on land, fighting or not (partisans apart).
    pub fn is_ground(self) -> bool {
        matches!(self, Self::Land(_) | Self::Hq | Self::General | Self::Coastwatchers)
    }

    /// Whether it is a naval unit: a ship, a squadron or sea transport.
    pub fn is_naval(self) -> bool {
        matches!(self, Self::Ship(_) | Self::Stp)
    }

    /// Whether it is an air unit other than air transport.
    pub fn is_air(self) -> bool {
        matches!(self, Self::Air(_))
    }

    /// Whether it flies by itself: an air unit or air transport.
    pub fn flies(self) -> bool {
        matches!(self, Self::Air(_) | Self::Atp)
    }

    /// Whether it takes up room of a land base: floatplanes, special kamikazes and Ohkas do not.
    pub fn uses_air_base(self) -> bool {
        matches!(self, Self::Air(Air::Fighter | Air::FighterBomber | Air::Bomber | Air::NavalAir | Air::B25))
    }
}

fn land(word: &str) -> Option<Land> {
    Some(match word {
        "infantry" | "cavalry" | "home-guard" => Land::Infantry,
        "marine" => Land::Marine,
        "snlf" => Land::Snlf,
        "armor" | "mechanized" | "motorized" => Land::Armored,
        "artillery" | "flak" => Land::Heavy,
        "engineer" => Land::Engineer,
        "commando" => Land::Commando,
        "paratroop" => Land::Paratroop,
        "siberian" => Land::Siberian,
        _ => return None,
    })
}

fn air(word: &str) -> Option<Air> {
    Some(match word {
        "F" => Air::Fighter,
        "FB" => Air::FighterBomber,
        "B" => Air::Bomber,
        "N" => Air::NavalAir,
        "floatplane" => Air::Floatplane,
        "kamikaze" => Air::Kamikaze,
        "ohka" => Air::Ohka,
        "b25" => Air::B25,
        _ => return None,
    })
}

fn ship(word: &str) -> Option<Ship> {
    Some(match word {
        "BB" | "BBCV" | "CB" | "CA" => Ship::Capital,
        "CV" | "CVL" | "CVE" => Ship::Carrier,
        "CL" => Ship::LightCruiser,
        "DD" => Ship::Destroyer,
        "DE" => Ship::Escort,
        "SS" => Ship::Submarine,
        "AC" => Ship::AuxiliaryCruiser,
        "kaiten" => Ship::Kaiten,
        _ => return None,
    })
}
