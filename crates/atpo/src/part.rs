//! Which part of a month a save is in, by the letters of its step.

/// A Phase of a month; of the Offensive Phase what sort of Offensive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum MonthPart {
    Seasonal,
    StrategicWarfare,
    NavalAndAir,
    LandOffensive,
    AirOffensive,
    SeaOffensive,
    /// Land units move, and whatever else has no aircraft in it.
    Other,
    End,
}

impl MonthPart {
    /// The part that a step is in: `OL.4` is a land Offensive.
    #[must_use]
    pub fn of(step: &str) -> Self {
        match step.get(..2) {
            Some("SE") => Self::Seasonal,
            Some("SW") => Self::StrategicWarfare,
            Some("NA") => Self::NavalAndAir,
            Some("OL") => Self::LandOffensive,
            Some("OA") => Self::AirOffensive,
            Some("OS") => Self::SeaOffensive,
            Some("EN") => Self::End,
            _ => Self::Other,
        }
    }

    /// Whether aircraft act by themselves in it, beside what they do for ships and land units: they change base (4.3.8.3) and
    /// search for submarines (3.16.8).
    #[must_use]
    pub fn is_of_aircraft(self) -> bool {
        matches!(self, Self::NavalAndAir | Self::AirOffensive)
    }

    /// Whether it is in the Offensive Phase.
    #[must_use]
    pub fn is_offensive(self) -> bool {
        matches!(self, Self::LandOffensive | Self::AirOffensive | Self::SeaOffensive)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_in_the_part_that_its_letters_say() {
        let parts = ["SE.7", "SW.1", "NA.2", "OL.4", "OA.2", "OS", "EN.5", "MV.1", ""].map(MonthPart::of);
        assert_eq!(
            parts,
            [
                MonthPart::Seasonal,
                MonthPart::StrategicWarfare,
                MonthPart::NavalAndAir,
                MonthPart::LandOffensive,
                MonthPart::AirOffensive,
                MonthPart::SeaOffensive,
                MonthPart::End,
                MonthPart::Other,
                MonthPart::Other,
            ]
        );
        assert_eq!(parts.map(MonthPart::is_offensive).iter().filter(|offensive| **offensive).count(), 3);
    }
}
