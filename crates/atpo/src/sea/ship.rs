//! Naval units in a battle: their classes, faces and Admirals.

use liege_rules::play::inputs::NationWords;
use liege_rules::play::procedure::Refusal;

/// What a naval unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum ShipClass {
    Battleship,
    BattleshipCarrier,
    LargeCruiser,
    Carrier,
    LightCarrier,
    EscortCarrier,
    HeavyCruiser,
    LightCruiser,
    Destroyer,
    Escort,
    TorpedoBoat,
    AuxiliaryCruiser,
    Submarine,
    Kaiten,
    Transport,
}

/// The classes with their abbreviations and the words that players use.
pub const CLASSES: &[(ShipClass, &str, &[&str])] = &[
    (ShipClass::Battleship, "BB", &["bc", "battleship", "battleships", "battlecruiser", "battlecruisers"]),
    (ShipClass::BattleshipCarrier, "BBCV", &["battleship-carrier", "battleship-carriers"]),
    (ShipClass::LargeCruiser, "CB", &["large-cruiser", "large-cruisers"]),
    (ShipClass::Carrier, "CV", &["carrier", "carriers", "aircraft-carrier", "aircraft-carriers"]),
    (ShipClass::LightCarrier, "CVL", &["light-carrier", "light-carriers"]),
    (ShipClass::EscortCarrier, "CVE", &["escort-carrier", "escort-carriers"]),
    (ShipClass::HeavyCruiser, "CA", &["cruiser", "cruisers", "heavy-cruiser", "heavy-cruisers"]),
    (ShipClass::LightCruiser, "CL", &["light-cruiser", "light-cruisers"]),
    (ShipClass::Destroyer, "DD", &["dds", "destroyer", "destroyers"]),
    (ShipClass::Escort, "DE", &["des", "escort", "escorts", "destroyer-escort", "destroyer-escorts"]),
    (ShipClass::TorpedoBoat, "PT", &["pts", "pt-boat", "pt-boats"]),
    (ShipClass::AuxiliaryCruiser, "AC", &["raider", "raiders", "auxiliary-cruiser", "auxiliary-cruisers"]),
    (ShipClass::Submarine, "SS", &["sub", "submarine", "submarines"]),
    (ShipClass::Kaiten, "KAITEN", &[]),
    (ShipClass::Transport, "STP", &["stps", "transport", "transports", "sea-transport", "sea-transports"]),
];

impl ShipClass {
    /// The class that a word tells, in capital or small letters.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        let plain = word.to_lowercase();
        let means = |(_, short, words): &&(Self, &str, &[&str])| {
            short.eq_ignore_ascii_case(word) || words.contains(&plain.as_str())
        };
        CLASSES.iter().find(means).map(|(class, ..)| *class)
    }

    /// The class that two words tell together: `Auxiliary Cruiser`.
    #[must_use]
    pub fn of_two(first: &str, second: &str) -> Option<Self> {
        Self::of(&format!("{first}-{second}"))
    }

    /// The abbreviation: `CA`.
    #[must_use]
    pub fn short(self) -> &'static str {
        CLASSES.iter().find(|(class, ..)| *class == self).map_or("", |(_, short, _)| short)
    }

    /// Whether its counters are named ships rather than squadrons (4.8.1).
    #[must_use]
    pub fn is_named(self) -> bool {
        !matches!(
            self,
            Self::EscortCarrier
                | Self::LightCruiser
                | Self::Destroyer
                | Self::Escort
                | Self::TorpedoBoat
                | Self::Submarine
                | Self::Kaiten
                | Self::Transport
        )
    }

    /// Whether it is an aircraft carrier (4.10.7).
    #[must_use]
    pub fn carries_aircraft(self) -> bool {
        matches!(self, Self::Carrier | Self::LightCarrier | Self::EscortCarrier | Self::BattleshipCarrier)
    }

    /// Whether it sails under water: a Kaiten functions as a submarine (3.16.11).
    #[must_use]
    pub fn is_submarine(self) -> bool {
        matches!(self, Self::Submarine | Self::Kaiten)
    }

    /// Whether it screens against submarines (3.16.4); a PT-Boat is an escort.
    #[must_use]
    pub fn is_escort(self) -> bool {
        matches!(self, Self::Destroyer | Self::Escort | Self::TorpedoBoat)
    }
}

/// What is printed on one face of a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ShipFace {
    /// Gunnery; none where the face has none.
    pub gunnery: Option<u8>,
    /// The torpedo rating in parentheses.
    pub torpedo: Option<u8>,
    /// Armor.
    pub armor: u8,
    /// Movement, where it was told.
    pub movement: Option<u8>,
}

impl ShipFace {
    /// The one number with which a submarine attacks, printed as a torpedo or as gunnery.
    #[must_use]
    pub fn attack(&self) -> Option<u8> {
        self.torpedo.or(self.gunnery)
    }
}

/// The back of a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ShipBack {
    /// A damaged or depleted side.
    Damaged(ShipFace),
    /// Blank: the first hit sinks it.
    Blank,
    /// Not told: it counts with the values of its front.
    Unknown,
}

/// The numbers behind an Admiral's letters (3.12.1); 0 where he lacks the letter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub struct AdmiralLetters {
    pub locator: u8,
    pub evasion: u8,
    pub assault: u8,
    pub defence: u8,
    pub surface: u8,
}

/// A piece of a save with its name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct NamedPiece {
    /// Its name.
    pub name: String,
    /// Its id.
    pub piece: String,
}

/// A naval unit in a battle.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct NavalUnit {
    /// Its name in the report and in orders; unique on its side.
    pub name: String,
    /// Its id in the save, when it came from one.
    pub piece: Option<String>,
    /// Code of its nation.
    pub nation: Option<&'static str>,
    /// What it is.
    pub class: ShipClass,
    /// Whether it is a named ship.
    pub named: bool,
    /// The front.
    pub front: ShipFace,
    /// The back.
    pub back: ShipBack,
    /// Whether its damaged or depleted side is up.
    pub damaged: bool,
    /// Whether it is marked A: an anti-aircraft cruiser (4.10.5.1).
    pub anti_aircraft: bool,
    /// Of sea transport: its points, 1 or 2.
    pub points: u8,
    /// The Admiral aboard.
    pub admiral: Option<AdmiralLetters>,
    /// Who he is, where a save tells it.
    pub admiral_is: Option<NamedPiece>,
}

impl NavalUnit {
    /// What is printed on the side that is up.
    #[must_use]
    pub fn face(&self, damaged: bool) -> ShipFace {
        match self.back {
            ShipBack::Damaged(face) if damaged => face,
            _ => self.front,
        }
    }

    /// Whether it is sea transport, which loses points and nothing else (3.11.8).
    #[must_use]
    pub fn is_transport(&self) -> bool {
        self.class == ShipClass::Transport
    }

    /// How many hits it takes until it is gone.
    #[must_use]
    pub fn hits_left(&self) -> u8 {
        match (self.is_transport(), self.back) {
            (true, _) => self.points,
            (false, ShipBack::Blank) => 1,
            (false, _) => 2 - u8::from(self.damaged),
        }
    }

    /// What it is worth to its side, for policies and as a measure of losses: its guns count double, a carrier as a
    /// battleship, a point of transport as a destroyer.
    #[must_use]
    pub fn worth(&self) -> u32 {
        let ratings = 2 * u32::from(self.front.gunnery.unwrap_or(0)) + u32::from(self.front.armor);
        match self.class {
            ShipClass::Carrier | ShipClass::LightCarrier => ratings + 10,
            ShipClass::Transport => ratings + 3 * u32::from(self.points),
            _ => ratings,
        }
    }

    /// What is lost of it when it can take so many hits more: its share of the hits it could take.
    #[must_use]
    pub fn worth_lost(&self, hits_left: u8) -> u32 {
        let hits = self.hits_left();
        self.worth() * u32::from(hits.saturating_sub(hits_left)) / u32::from(hits.max(1))
    }
}

/// Why some ships do nothing together: two of them are of two sides.
#[must_use]
pub fn of_both_sides(ships: &[NavalUnit], nations: &NationWords, rule: &str) -> Option<Refusal> {
    let mut told = ships.iter().filter_map(|unit| Some((unit, nations.alliance(unit.nation?)?)));
    let (first, side) = told.next()?;
    let (other, _) = told.find(|(_, own)| *own != side)?;
    let told = format!("{} and {} are on different sides and cannot sail together", first.name, other.name);
    Some(Refusal::new(rule, told))
}

/// Why some ships do not fight others: two of them are of one alliance.
#[must_use]
pub fn on_one_side(
    ships: &[NavalUnit],
    others: &[NavalUnit],
    nations: &NationWords,
    rule: &str,
) -> Option<Refusal> {
    let side = |unit: &NavalUnit| unit.nation.and_then(|nation| nations.alliance(nation));
    let friend =
        |unit: &NavalUnit| others.iter().find(|other| side(unit).is_some() && side(unit) == side(other));
    let (one, other) = ships.iter().find_map(|unit| Some((unit, friend(unit)?)))?;
    Some(Refusal::new(
        rule,
        format!("{} and {} are on the same side and never fight each other", one.name, other.name),
    ))
}
