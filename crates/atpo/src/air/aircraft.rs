//! Air units in a battle: their types, faces, and what they do there.

use std::collections::BTreeSet;

/// What an air unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum AirClass {
    Fighter,
    FighterBomber,
    Bomber,
    NavalAir,
    Floatplane,
    SpecialKamikaze,
    Ohka,
    B25,
    Transport,
}

/// The types with the letters on their counters and the words that players use.
pub const AIR_CLASSES: &[(AirClass, &str, &[&str])] = &[
    (AirClass::Fighter, "F", &["fighter", "fighters"]),
    (AirClass::FighterBomber, "FB", &["fighter-bomber", "fighter-bombers"]),
    (AirClass::Bomber, "B", &["bomber", "bombers"]),
    (AirClass::NavalAir, "N", &["naval-air"]),
    (AirClass::Floatplane, "floatplane", &["floatplanes"]),
    (AirClass::SpecialKamikaze, "special-kamikaze", &[]),
    (AirClass::Ohka, "Ohka", &["okha"]),
    (AirClass::B25, "B-25", &["b25"]),
    (AirClass::Transport, "ATP", &["atps", "air-transport"]),
];

/// Whose markings a counter has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AirService {
    /// The army: an underscored strength, halved against ships (4.10).
    Army,
    /// The navy.
    Navy,
}

/// How the quality is printed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum QualityMark {
    /// As a plain number, or not at all.
    #[default]
    Plain,
    /// In a circle: a bomber that defends itself (4.8.7.3).
    Circled,
    /// In brackets: a Heavy Bomber (4.11.3.1), which defends itself, too.
    Bracketed,
}

/// What is printed on one face of a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct AirFace {
    /// Combat strength; of air transport its points.
    pub strength: u8,
    /// Range in hexes, where it was told.
    pub range: Option<u8>,
    /// Quality, where it is printed.
    pub quality: Option<u8>,
}

/// The back of a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AirBack {
    /// A depleted side.
    Depleted(AirFace),
    /// Blank: the first step that is lost eliminates it.
    Blank,
    /// Not told: it counts with the values of its front.
    Unknown,
}

/// What is true of an air unit in a battle beyond its counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AirWord {
    /// The battle is over its own base (4.8.5.1).
    OwnBase,
    /// It is based on a carrier.
    Carrier,
    /// A fighter-bomber or Naval-Air unit that flies as a bomber (4.8.3).
    AsBomber,
    /// A fighter-bomber or Naval-Air unit that flies as a fighter (4.8.3).
    AsFighter,
    /// It flies as a Kamikaze (16.4).
    Kamikaze,
    /// It stays on the ground (4.7.6.1).
    OnGround,
    /// It was declared in the air to avoid an interception: it attacks nobody (4.7.6.2).
    Avoiding,
    /// It lies over-stacked on its base: on the ground and idle (4.6.3.1).
    Overstacked,
    /// Of a counter-interceptor: it reaches interceptors before they reach the strike (4.7.2).
    Early,
    /// Of an interceptor on the way: it reaches the target, too (4.7.1). Of what a bomber brings: it does so from each hex
    /// in which the strike can be met (16.4.4).
    ReachesTarget,
    /// Of what a bomber brings: it reaches the target from the second of these hexes on.
    FromSecondHex,
    /// The same from the third on.
    FromThirdHex,
    /// It is aloft on another mission of the Naval and Air Phase (4.14.1).
    Current,
    /// It is uncommitted no more (4.14).
    Committed,
    /// It was committed in an earlier phase (4.14).
    PreviouslyCommitted,
    /// It is out of supply.
    Unsupplied,
    /// Weather halves its strength (1.1).
    Halved,
}

/// The words for them.
pub const AIR_WORDS: &[(AirWord, &str, &[&str])] = &[
    (AirWord::OwnBase, "own-base", &["over-base", "over-own-base"]),
    (AirWord::Carrier, "carrier", &["carrier-based"]),
    (AirWord::AsBomber, "as-bomber", &["as-bombers", "bombing"]),
    (AirWord::AsFighter, "as-fighter", &["as-fighters"]),
    (AirWord::Kamikaze, "kamikaze", &["kamikazes"]),
    (AirWord::OnGround, "on-ground", &["on-the-ground"]),
    (AirWord::Avoiding, "avoiding", &["in-the-air"]),
    (AirWord::Overstacked, "overstacked", &["over-stacked"]),
    (AirWord::Early, "early", &[]),
    (AirWord::ReachesTarget, "reaches-target", &["target-too"]),
    (AirWord::FromSecondHex, "from-way-2", &["reaches-from-way-2"]),
    (AirWord::FromThirdHex, "from-way-3", &["reaches-from-way-3"]),
    (AirWord::Current, "current", &["aloft"]),
    (AirWord::Committed, "committed", &[]),
    (AirWord::PreviouslyCommitted, "previously-committed", &[]),
    (AirWord::Unsupplied, "unsupplied", &["oos", "out-of-supply"]),
    (AirWord::Halved, "halved", &["weather-halved"]),
];

/// An air unit in a battle.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Aircraft {
    /// Its name in the report and in orders; unique on its side.
    pub name: String,
    /// Its id in the save, when it came from one.
    pub piece: Option<String>,
    /// Code of its nation.
    pub nation: Option<&'static str>,
    /// What it is.
    pub class: AirClass,
    /// Army or navy, where it was told.
    pub service: Option<AirService>,
    /// The front.
    pub front: AirFace,
    /// The back.
    pub back: AirBack,
    /// How its quality is printed.
    pub mark: QualityMark,
    /// Whether it has a chit *Elite Pilots* (16.16).
    pub elite: bool,
    /// Whether its depleted side is up.
    pub depleted: bool,
    /// Where it took off, a carrier or a hex, where that was told.
    pub home: Option<String>,
    /// What else is true of it here.
    pub words: BTreeSet<AirWord>,
}

impl Aircraft {
    /// Whether it differs from another unit in nothing but its name and piece.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        let Self {
            name: _,
            piece: _,
            nation,
            class,
            service,
            front,
            back,
            mark,
            elite,
            depleted,
            home,
            words,
        } = self;
        (*class, *depleted, *elite, *mark) == (other.class, other.depleted, other.elite, other.mark)
            && (*front, *back) == (other.front, other.back)
            && (*nation, *service) == (other.nation, other.service)
            && *home == other.home
            && *words == other.words
    }

    /// What is printed on the side that is up.
    #[must_use]
    pub fn face(&self) -> AirFace {
        self.face_of(self.depleted)
    }

    /// What is printed on one side; a back that was not told has the values of the front.
    #[must_use]
    pub fn face_of(&self, depleted: bool) -> AirFace {
        match (depleted, self.back) {
            (true, AirBack::Depleted(back)) => back,
            (true, _) if self.class == AirClass::Transport => AirFace { strength: 1, ..self.front },
            _ => self.front,
        }
    }

    /// The quality with which it defends itself; 0 where none is printed (4.8.4).
    #[must_use]
    pub fn quality(&self, depleted: bool) -> u8 {
        self.face_of(depleted).quality.unwrap_or(0)
    }

    /// How many steps it can still lose: 1 or 2; of air transport its points (4.12.1), of a special kamikaze one
    /// (4.10.6).
    #[must_use]
    pub fn steps_left(&self) -> u8 {
        let last = self.depleted || self.back == AirBack::Blank || self.class == AirClass::SpecialKamikaze;
        match self.class {
            AirClass::Transport if !last => self.front.strength.clamp(1, 2),
            _ if last => 1,
            _ => 2,
        }
    }

    /// Whether something is true of it here.
    #[must_use]
    pub fn is(&self, word: AirWord) -> bool {
        self.words.contains(&word)
    }

    /// Whether its owner says if it flies as a fighter or as a bomber: FB, N and floatplanes, which are Naval-Air units
    /// (4.3.2, 4.3.3, 4.3.4).
    #[must_use]
    pub fn may_choose(&self) -> bool {
        self.is_both() && !self.is_kamikaze()
    }

    /// Whether it is of a type that can fly as a fighter or as a bomber.
    #[must_use]
    pub fn is_both(&self) -> bool {
        matches!(self.class, AirClass::FighterBomber | AirClass::NavalAir | AirClass::Floatplane)
    }

    /// Whether it flies as a Kamikaze, as some types always do: it attacks nobody in the air and cannot be aborted
    /// (16.4.2).
    #[must_use]
    pub fn is_kamikaze(&self) -> bool {
        self.is(AirWord::Kamikaze) || matches!(self.class, AirClass::SpecialKamikaze | AirClass::Ohka)
    }

    /// Whether it may attack in the air: a fighter, or one that may choose and does not fly as a bomber (4.8.2).
    #[must_use]
    pub fn is_fighter(&self) -> bool {
        let fights = self.class == AirClass::Fighter || self.is_both() && !self.is(AirWord::AsBomber);
        fights && !self.is_kamikaze()
    }

    /// Whether it may bomb: a bomber, or one that may choose and does not fly as a fighter (4.10, 4.13).
    #[must_use]
    pub fn may_bomb(&self) -> bool {
        self.class == AirClass::Bomber || self.is_both() && !self.is(AirWord::AsFighter)
    }

    /// Whether it is on the ground, where a fight in the air finds it with the quality of the ground and cannot abort it.
    #[must_use]
    pub fn is_grounded(&self) -> bool {
        self.is(AirWord::OnGround) || self.is(AirWord::Overstacked)
    }

    /// Whether it counts for air superiority: neither air transport nor the B-25 does (4.11.2, 16.14.1).
    #[must_use]
    pub fn gives_superiority(&self) -> bool {
        !matches!(self.class, AirClass::Transport | AirClass::B25)
    }

    /// Whether it is a Heavy Bomber (4.11.3.1).
    #[must_use]
    pub fn is_heavy(&self) -> bool {
        self.mark == QualityMark::Bracketed
    }

    /// Whether its strength is underscored; Elite Pilots take the underscore away (16.16.1.1).
    #[must_use]
    pub fn is_army(&self) -> bool {
        self.service == Some(AirService::Army) && !self.elite
    }
}
