//! Where the text of hidden play says two things or nothing, and the rules here act on a reading of it.

use liege_rules::play::choices::{Acted, Choices};

/// Every choice that some rule here reads.
pub const CHOICES: &[Acted] = &[
    Acted { key: "air_escort_subs", readings: &["mover_chooses", "combat"] },
    Acted { key: "bases_shown", readings: &["like_complexes", "not_shown"] },
    Acted { key: "blitz_after_aircraft", readings: &["not_offered", "offered"] },
    Acted { key: "engaged_fleet", readings: &["ends_its_move", "goes_on"] },
    Acted { key: "passing_aircraft", readings: &["meet_nobody", "meet_ships"] },
    Acted { key: "subs_under_scramble", readings: &["stay_out", "draw_it"] },
];

/// The choices that meetings at sea read.
pub const AT_SEA: &[&str] = &["air_escort_subs", "engaged_fleet", "passing_aircraft", "subs_under_scramble"];

/// The choices that attacks on territories read.
pub const ON_LAND: &[&str] = &["bases_shown", "blitz_after_aircraft"];

/// The readings of meetings at sea.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SeaReadings {
    /// Aircraft beside a destroyer fight submarines whether their owner wants it or not (G07: C14 against C4).
    pub escorts_must_fight: bool,
    /// A fleet that scrambled aircraft or tokens engaged goes on after the battle (G31).
    pub engaged_goes_on: bool,
    /// Aircraft that only fly over a zone meet what is in it (G14).
    pub passing_meet: bool,
    /// Unseen submarines draw a scramble as other ships do (G32).
    pub subs_draw: bool,
}

impl SeaReadings {
    /// Those that hold.
    #[must_use]
    pub fn of(choices: &Choices) -> Self {
        Self {
            escorts_must_fight: choices.is("air_escort_subs", "combat"),
            engaged_goes_on: choices.is("engaged_fleet", "goes_on"),
            passing_meet: choices.is("passing_aircraft", "meet_ships"),
            subs_draw: choices.is("subs_under_scramble", "draw_it"),
        }
    }
}

/// The readings of attacks on territories.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LandReadings {
    /// Air and naval bases are not among the infrastructure that is shown (G19).
    pub bases_stay_hidden: bool,
    /// Tanks may blitz on from a territory that only aircraft defend (G20).
    pub blitz_past_aircraft: bool,
}

impl LandReadings {
    /// Those that hold.
    #[must_use]
    pub fn of(choices: &Choices) -> Self {
        Self {
            bases_stay_hidden: choices.is("bases_shown", "not_shown"),
            blitz_past_aircraft: choices.is("blitz_after_aircraft", "offered"),
        }
    }
}
