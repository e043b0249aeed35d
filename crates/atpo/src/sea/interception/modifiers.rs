//! Modifiers of a naval interception (3.8.1): which hold, each with its value.

use super::given::{SeaWeather, SeaZone};
use super::{Hunt, InterceptionNumbers, SearchGroup, Searched};
use crate::sea::numbers::{TopicTables, numbers};

numbers! {
    /// `[modifier]` of the numbers.
    pub(super) struct ModifierNumbers {
        convoy_attack: i32,
        search_group: i32,
        submarine: i32,
        within_2: i32,
        within_1: i32,
        leaves_port: i32,
        coastal: i32,
        amphibious: i32,
        air: i32,
        located: i32,
        target_submarine: i32,
        inclement: i32,
        single: i32,
        in_port: i32,
    }

    /// A row `[[distance]]`.
    pub(super) struct DistanceRow { over: u32, value: i32 }
}

/// A modifier: what it is for, its value, its rule.
type HuntModifier = (&'static str, i32, &'static str);

impl Hunt {
    /// The modifiers of a group's die.
    pub(super) fn modifiers(
        &self,
        group: &SearchGroup,
        searched: &Searched,
        tables: &TopicTables<InterceptionNumbers>,
    ) -> Vec<HuntModifier> {
        let (row, given) = (&tables.numbers.modifier, &self.given);
        let when = |holds: bool, value: i32| if holds { value } else { 0 };
        let count = i32::try_from(self.groups().len()).unwrap_or(i32::MAX);
        let counted = if tables.choices.is("search_group_bonus", "extra_groups") { count - 1 } else { count };
        let (near, near_value) = match given.within {
            Some(0 | 1) => ("target moved within 1 hex", row.within_1),
            Some(2) => ("target moved within 2 hexes", row.within_2),
            _ => ("", 0),
        };
        let mut all: Vec<HuntModifier> = vec![
            (
                "target attacked a convoy route this turn",
                when(given.convoy_attack, row.convoy_attack),
                "3.8.1",
            ),
            ("search groups (choice search_group_bonus)", row.search_group.saturating_mul(counted), "3.8.9"),
            ("interceptor is a submarine", when(given.submarine, row.submarine), "3.8.1"),
            (near, near_value, "3.8.1"),
            (
                "target leaves the port of the interceptor's hex",
                when(given.leaves_port, row.leaves_port),
                "3.8.1",
            ),
            ("coastal hex", when(given.coastal, row.coastal), "3.8.1"),
            ("target is to land in this hex", when(given.amphibious, row.amphibious), "3.8.1"),
            ("friendly air unit in range of the target", when(given.air, row.air), "3.8.1"),
            ("target was reconnoitered here", when(given.located, row.located), "3.8.1"),
            ("printed INT of the sea area", given.int.unwrap_or(0), "3.8.1"),
            ("weather (choice weather_interception)", self.weather(tables), "3.8.1"),
            ("target is a submarine", when(given.target_submarine, row.target_submarine), "3.8.1"),
            ("inclement weather (choice inclement)", when(self.inclement(tables), row.inclement), "3.8.1"),
            ("target is a single ship chit", when(given.single, row.single), "3.8.1"),
            ("interceptor was in port", when(given.in_port || group.in_port, row.in_port), "3.8.1"),
            ("MPs moved to the target", self.distance(group, tables), "3.8.1"),
        ];
        let once = self.once.iter().enumerate().filter(|(at, _)| searched.gets(self, *at, group));
        all.extend(once.map(|(_, once)| {
            let (label, prompt) = once.what.told();
            (label, once.value, prompt.rule)
        }));
        all.retain(|(_, value, _)| *value != 0);
        all
    }

    /// The MPs that a group moved.
    pub(super) fn moved(&self, group: &SearchGroup) -> u32 {
        group.moved.unwrap_or(self.given.moved.map_or(0, u32::from))
    }

    /// The last row of the distances that holds; none inside one large sea area.
    fn distance(&self, group: &SearchGroup, tables: &TopicTables<InterceptionNumbers>) -> i32 {
        let moved = self.moved(group);
        let over = tables.numbers.distance.iter().filter(|row| moved > row.over);
        let last = over.max_by_key(|row| row.over).filter(|_| !self.given.same_area);
        last.map_or(0, |row| row.value)
    }

    /// What the weather is, and whether the zone is severe.
    fn sky(&self) -> (SeaWeather, bool) {
        (self.given.weather.unwrap_or(SeaWeather::Fair), self.given.zone == Some(SeaZone::Severe))
    }

    fn weather(&self, tables: &TopicTables<InterceptionNumbers>) -> i32 {
        let (table, appendix) = (&tables.numbers.weather, &tables.numbers.appendix);
        match (self.sky(), tables.choices.is("weather_interception", "appendix4")) {
            ((SeaWeather::Monsoon, true), false) => table.severe_monsoon,
            ((SeaWeather::Wet, true), false) => table.severe_wet,
            ((SeaWeather::Wet, true), true) => appendix.severe_wet,
            ((SeaWeather::Monsoon, true), true) => appendix.severe_monsoon,
            ((SeaWeather::Monsoon, false), true) => appendix.moderate_monsoon,
            _ => 0,
        }
    }

    /// Whether inclement weather effects exist: as told, or where the weather has an entry for the zone.
    fn inclement(&self, tables: &TopicTables<InterceptionNumbers>) -> bool {
        let entry = matches!(self.sky(), (SeaWeather::Wet, true) | (SeaWeather::Monsoon, _));
        self.given.inclement || entry && tables.choices.is("inclement", "zone_entry")
    }
}
