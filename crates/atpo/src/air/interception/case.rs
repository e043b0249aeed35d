//! When an air interception is asked for: phase, target, distance, and what the interceptor did before.

/// What is to be intercepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AirPrey {
    /// Air units, air transport too.
    Aircraft,
    /// Naval units.
    Ships,
}

/// When.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AirPhase {
    /// The Strategic Warfare Phase.
    StrategicWarfare,
    /// The Naval Movement Step of the Naval and Air Phase.
    NavalMovement,
    /// An Air Movement Step of the Naval and Air Phase.
    AirMovement,
    /// A land offensive.
    LandOffensive,
    /// An air offensive.
    AirOffensive,
    /// A sea offensive.
    SeaOffensive,
    /// Naval movement in the End Phase.
    End,
}

impl AirPhase {
    /// Whether it is part of the Naval and Air Phase.
    #[must_use]
    pub fn is_naval_and_air(self) -> bool {
        matches!(self, Self::NavalMovement | Self::AirMovement)
    }

    /// Whether it is an offensive.
    #[must_use]
    pub fn is_offensive(self) -> bool {
        matches!(self, Self::LandOffensive | Self::AirOffensive | Self::SeaOffensive)
    }
}

/// What the weather does to flying (1.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FlyingWeather {
    /// Nothing, or half the strength.
    None,
    /// Half the range, too.
    Range,
    /// Nobody flies.
    Grounded,
}

/// Whether the unit has intercepted before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Intercepted {
    /// No.
    Not,
    /// In an earlier step of the phase.
    InPhase,
    /// In this step.
    InStep,
}

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InterceptionCase {
    /// What is to be intercepted.
    pub prey: AirPrey,
    /// When.
    pub phase: AirPhase,
    /// The step or offensive is one of the interceptor's own side.
    pub own: bool,
    /// The target moves.
    pub moving: bool,
    /// Hexes from the interceptor's base, where it matters.
    pub distance: Option<u8>,
    /// The range of the interceptor, before weather.
    pub range: Option<u8>,
    /// What the weather does.
    pub effect: FlyingWeather,
    /// Its carrier is damaged.
    pub damaged_carrier: bool,
    /// It is over-stacked on its base.
    pub overstacked: bool,
    /// It has intercepted before.
    pub intercepted: Intercepted,
    /// It flies from a carrier to defend it.
    pub defends_carrier: bool,
    /// It has defended its carrier in this very hex.
    pub same_hex: bool,
    /// The ships were in range when the End Phase began and have not come back into it.
    pub began_in_range: bool,
    /// The ships share a hex with naval units of the interceptor's side.
    pub with_friends: bool,
    /// The interceptor's own hex is attacked by an airstrike or on land.
    pub own_hex_attacked: bool,
}

impl InterceptionCase {
    /// Something enters the range of a base while its own side moves it, and nothing else is told.
    #[must_use]
    pub fn of(prey: AirPrey, phase: AirPhase) -> Self {
        Self {
            prey,
            phase,
            own: false,
            moving: true,
            distance: None,
            range: None,
            effect: FlyingWeather::None,
            damaged_carrier: false,
            overstacked: false,
            intercepted: Intercepted::Not,
            defends_carrier: false,
            same_hex: false,
            began_in_range: false,
            with_friends: false,
            own_hex_attacked: false,
        }
    }
}
