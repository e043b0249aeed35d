//! Turns of a schedule: a season of a year, or one of its months.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::position::notation::{Date, month_called};

/// A quarter of the year; winter is January to March, as on the Turn Track.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[expect(missing_docs, reason = "seasons")]
pub enum Season {
    Winter,
    Spring,
    Summer,
    Autumn,
}

impl Season {
    /// The seasons in the order of the year.
    pub const ALL: [Season; 4] = [Self::Winter, Self::Spring, Self::Summer, Self::Autumn];

    /// The season of a month, 1 to 12.
    pub fn of_month(month: u8) -> Self {
        Self::ALL[usize::from(month.clamp(1, 12) - 1) / 3]
    }

    /// Its first month, 1 to 12.
    pub fn first_month(self) -> u8 {
        self as u8 * 3 + 1
    }

    /// Whether a word means it; *fall* is autumn.
    fn is_called(self, word: &str) -> bool {
        let is = |name: &str| word.eq_ignore_ascii_case(name);
        is(self.name()) || (self == Self::Autumn && is("fall"))
    }

    /// Its name with a capital.
    pub fn name(self) -> &'static str {
        match self {
            Self::Winter => "Winter",
            Self::Spring => "Spring",
            Self::Summer => "Summer",
            Self::Autumn => "Autumn",
        }
    }
}

/// A season of a year.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct SeasonTurn {
    /// For example 1942.
    pub year: u16,
    /// The quarter.
    pub season: Season,
}

impl fmt::Display for SeasonTurn {
    /// As boxes are called: `1942 Summer`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.year, self.season.name())
    }
}

/// The part of a year that a turn is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Part {
    /// A Seasonal Turn.
    Season(Season),
    /// A monthly turn, 1 to 12.
    Month(u8),
}

/// A Seasonal Turn or a month; a season comes before its months.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// For example 1942.
    pub year: u16,
    /// Which part of it.
    pub part: Part,
}

impl Turn {
    /// The season it is or lies in.
    pub fn season(self) -> SeasonTurn {
        let season = match self.part {
            Part::Season(season) => season,
            Part::Month(month) => Season::of_month(month),
        };
        SeasonTurn { year: self.year, season }
    }

    /// Its month, when it is one.
    pub fn month(self) -> Option<u8> {
        match self.part {
            Part::Month(month) => Some(month),
            Part::Season(_) => None,
        }
    }

    /// Its last month.
    pub fn last(self) -> Date {
        let month = self.month().unwrap_or(self.season().season.first_month() + 2);
        Date { year: self.year, month }
    }

    /// Whether it has come by this month.
    pub fn has_come(self, now: Date) -> bool {
        (self.year, self.order().0) <= (now.year, now.month)
    }

    /// As people say it: `summer 1942`, `August 1942`.
    pub fn in_words(self) -> String {
        match self.part {
            Part::Season(season) => format!("{} {}", season.name().to_lowercase(), self.year),
            Part::Month(month) => Date { year: self.year, month }.in_words(),
        }
    }

    fn order(self) -> (u8, bool) {
        match self.part {
            Part::Season(season) => (season.first_month(), false),
            Part::Month(month) => (month, true),
        }
    }
}

impl Ord for Turn {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.year, self.order()).cmp(&(other.year, other.order()))
    }
}

impl PartialOrd for Turn {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Turn {
    /// As schedules spell it: `1942-summer`, `1942-08`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.part {
            Part::Season(season) => write!(f, "{}-{}", self.year, season.name().to_lowercase()),
            Part::Month(month) => write!(f, "{}-{month:02}", self.year),
        }
    }
}

impl FromStr for Turn {
    type Err = String;

    /// Reads `1942-summer` and `1942-08`, and what people say: `summer 1942`, `Aug 1942`.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("expected a turn such as 1942-summer, 1942-08 or \"August 1942\", found \"{text}\"");
        let (one, other) = text.trim().split_once(['-', ' ']).ok_or_else(wrong)?;
        // Four digits, as turns are written.
        let year = |word: &str| word.parse::<u16>().ok().filter(|year| (1000..=9999).contains(year));
        let (year, part) = match (year(one), year(other.trim())) {
            (Some(year), _) => (year, other.trim()),
            (None, Some(year)) => (year, one),
            (None, None) => return Err(wrong()),
        };
        let season = Season::ALL.into_iter().find(|season| season.is_called(part));
        let number = || part.parse().ok().filter(|month| (1..=12).contains(month));
        let month = || number().or_else(|| month_called(part)).map(Part::Month);
        let part = season.map(Part::Season).or_else(month).ok_or_else(wrong)?;
        Ok(Turn { year, part })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_read_written_and_ordered() {
        let mut turns: Vec<Turn> = ["1942-10", "1942-autumn", "1942-09", "1941-winter", "1942-summer"]
            .map(|text| text.parse().unwrap())
            .into_iter()
            .collect();
        turns.sort();
        let told: Vec<String> = turns.iter().map(ToString::to_string).collect();
        assert_eq!(told, ["1941-winter", "1942-summer", "1942-09", "1942-autumn", "1942-10"]);
        assert_eq!(turns[2].season().to_string(), "1942 Summer");
        assert_eq!("1704-spring".parse::<Turn>().unwrap().in_words(), "spring 1704");
        for wrong in [
            "",
            "1942",
            "1942-00",
            "1942-13",
            "42-08",
            "942-08",
            "1942-fell",
            "1942-08-01",
            "99999-01",
            "au 1942",
        ] {
            assert!(wrong.parse::<Turn>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_turn_is_read_as_people_say_it() {
        let turn = |text: &str| text.parse::<Turn>().unwrap().to_string();
        for turns in [["1942-autumn", "autumn 1942", "1942 Autumn"], ["1942-08", "August 1942", "Aug 1942"]] {
            turns.iter().for_each(|text| assert_eq!(turn(text), turns[0], "{text}"));
        }
        assert_eq!(turn("fall 1942"), "1942-autumn");
        let all = (1..=12).map(|month| Turn { year: 1942, part: Part::Month(month) });
        all.for_each(|month| assert_eq!(turn(&month.in_words()), month.to_string()));
    }

    #[test]
    fn a_season_has_come_with_its_first_month() {
        let turn = |text: &str| text.parse::<Turn>().unwrap();
        let now = Date { year: 1942, month: 8 };
        assert!(turn("1942-summer").has_come(now) && turn("1942-08").has_come(now));
        assert!(!turn("1942-09").has_come(now) && !turn("1942-autumn").has_come(now));
    }
}
