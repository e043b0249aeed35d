//! When an air interception is asked for: phase, target, distance, and what the interceptor did before.

use liege_rules::inputs;
use liege_rules::play::inputs::UnlessNo;
use liege_rules::words;

words! {
    /// What is to be intercepted: air units, air transport too, or naval units.
    pub enum AirPrey needed {
        Aircraft = "aircraft" | "air" | "bombers" | "fighters",
        Ships = "ships" | "naval" | "task-force",
    }
}

words! {
    /// When, by the steps of the sequence of play.
    pub enum AirPhase needed {
        StrategicWarfare = "sw.1" | "sw" | "strategic-warfare",
        NavalMovement = "na.1" | "naval-movement",
        AirMovement = "na.2" | "na" | "air-movement",
        LandOffensive = "ol" | "land" | "land-offensive" | "ol.1" | "ol.2" | "ol.3" | "ol.4" | "ol.5" | "ol.6",
        AirOffensive = "oa.2" | "oa" | "air" | "air-offensive",
        SeaOffensive = "os.2" | "os" | "sea" | "sea-offensive",
        End = "en.1" | "en" | "end" | "end-phase",
    }
}

words! {
    /// Whose step or offensive it is, as the interceptor sees it.
    pub enum StepOwner or Enemy { Enemy = "enemy", Own = "own" | "friendly" }
}

words! {
    /// What the weather does to flying (1.1); half the strength is nothing here.
    pub enum FlyingWeather or None {
        None = "none" | "fair",
        Strength = "strength" | "half-strength",
        Range = "range" | "half-range",
        Grounded = "grounded",
    }
}

words! {
    /// Whether the unit has intercepted before.
    pub enum Intercepted or Not { Not = "no", InPhase = "phase" | "earlier", InStep = "step" | "yes" }
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

inputs! {
    /// What is asked.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct InterceptionCase {
        /// aircraft or ships
        prey: AirPrey = "target", "4.7";
        /// when: SW.1, NA.1 (ships move), NA.2 (air units move), OL, OA.2, OS.2 or EN.1
        phase: AirPhase = "phase" | "step", "4.3.6";
        /// whose step or offensive it is: the enemy's when not given
        whose: StepOwner = "whose" | "turn", "4.3.7";
        /// the target moves: yes when not given
        moving: UnlessNo = "moving", "4.7.5";
        /// hexes from the interceptor's base
        distance: Option<u8> = "distance" | "hexes", "4.7.1", 0..=99;
        /// its range where the counter does not tell it
        range: Option<u8> = "range", "4.7.1", 1..=99;
        /// what was rolled for the zone: half the strength, half the range too, or grounded
        effect: FlyingWeather = "weather" | "air-effect", "1.1";
        /// it is on a damaged carrier
        damaged_carrier: bool = "damaged-carrier", "4.6.2.3";
        /// it is over-stacked on its base
        overstacked: bool = "overstacked", "4.6.3.1";
        /// it has intercepted before: in this step, or earlier in this phase
        intercepted: Intercepted = "intercepted" | "tried", "4.7.4";
        /// a Naval-Air unit of a carrier defends that carrier
        defends_carrier: bool = "carrier-defence", "4.7.4";
        /// it has defended its carrier in this very hex
        same_hex: bool = "same-hex", "4.7.4";
        /// the ships were in range when the End Phase began and have not come back into it
        began_in_range: bool = "began-in-range", "4.7.4";
        /// the ships share a hex with naval units of the interceptor's side
        with_friends: bool = "with-friends" | "shared-hex", "4.3.8.2";
        /// an airstrike or a land attack is made on the interceptor's own hex
        own_hex_attacked: bool = "own-hex-attacked", "4.14.1";
    }
}

impl InterceptionCase {
    /// Something enters the range of a base while its own side moves it, and nothing else is told.
    #[must_use]
    pub fn of(prey: AirPrey, phase: AirPhase) -> Self {
        Self {
            prey,
            phase,
            whose: StepOwner::Enemy,
            moving: UnlessNo(true),
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

    /// Whether the step or offensive is one of the interceptor's own side.
    #[must_use]
    pub fn is_own(&self) -> bool {
        self.whose == StepOwner::Own
    }
}
