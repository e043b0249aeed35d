//! Air units as they count for ground support: whose presence, and whose strength.

use crate::air::aircraft::{AirWord, Aircraft};

/// What an air unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AirKind {
    /// A fighter: superiority only.
    Fighter,
    /// Fighter-bomber, bomber or Naval-Air.
    Bomber,
    /// Air transport and the B-25: neither superiority nor strength (4.11.2, 16.14.1).
    Transport,
}

/// An unaborted air unit over the hex.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct AirUnit {
    /// Its name, or as typed.
    pub name: String,
    /// What it is.
    pub kind: AirKind,
    /// Strength of the side that is up.
    pub strength: u32,
    /// Halved by itself: a Heavy Bomber, or one that weather halves.
    pub heavy: bool,
}

impl AirUnit {
    /// What a unit gives as it is, with `elite` for Elite Pilots (16.16.1.1).
    #[must_use]
    pub fn of(air: &Aircraft, elite: u8) -> Self {
        Self::up(air, air.depleted, air.may_bomb(), elite)
    }

    /// The same with this side up, as a bomber or not.
    #[must_use]
    pub fn up(air: &Aircraft, depleted: bool, bombs: bool, elite: u8) -> Self {
        let kind = match () {
            () if !air.gives_superiority() => AirKind::Transport,
            () if bombs && air.may_bomb() && !air.is_kamikaze() => AirKind::Bomber,
            () => AirKind::Fighter,
        };
        let pilots = if air.elite { elite } else { 0 };
        Self {
            name: air.name.clone(),
            kind,
            strength: u32::from(air.face_of(depleted).strength.saturating_add(pilots)),
            heavy: air.is_heavy() || air.is(AirWord::Halved),
        }
    }
}
