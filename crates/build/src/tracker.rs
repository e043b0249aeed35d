//! The turn tracker: year, season, the seasonal steps or the month with its phases, and the properties that tell them.
//!
//! Engine package: `build.module.turn`.

use liege_rules::game::pack::Phase;
use liege_rules::position::notation::Date;
use liege_rules::position::situation::clock::{MONTH, PHASE, SEASON, SEASONAL, YEAR, months_in_season};
use vassal::format::build_file::Element;
use vassal::format::key::Key;
use vassal::format::sequence::{self, Unencodable};
use vassal::format::turn;

use super::Data;
use super::element::{component, with};
use super::toolbar::{property, setter};

/// The hot key that the tracker fires whenever the turn changes.
pub const CHANGED: &str = "turnChanged";

/// A turn tracker of a game.
pub struct TurnTrack<'a> {
    years: &'a [u16],
    seasons: &'a [String],
    months: &'a [String],
    seasonal: Vec<&'a Phase>,
    monthly: Vec<&'a Phase>,
    quarterly_until: Option<[u16; 2]>,
}

impl<'a> TurnTrack<'a> {
    /// The tracker that `module.toml` and the pack's phases describe; none for a module without one.
    pub fn new(data: &'a Data) -> Option<Self> {
        let turn = data.layout.turn.as_ref()?;
        let phases = &data.pack.phases;
        // The tracker counts steps, not the names of whole groups.
        let has_steps =
            |whole: &Phase| phases.iter().any(|phase| phase.id != whole.id && phase.group() == whole.id);
        let steps = phases.iter().filter(|phase| !has_steps(phase));
        let (seasonal, monthly) = steps.partition(|phase| phase.group() == turn.seasonal);
        Some(TurnTrack {
            years: &turn.years,
            seasons: &turn.seasons,
            months: &turn.months,
            seasonal,
            monthly,
            quarterly_until: turn.quarterly_until,
        })
    }

    /// The names of the months at one place of every season, such as Jan/Apr/Jul/Oct.
    fn ordinal(&self, nth: usize) -> String {
        let short = |month: &String| month.chars().take(3).collect::<String>();
        let months = self.months.iter().skip(nth).step_by(self.in_season()).map(short);
        format!("{}. {}", nth + 1, months.collect::<Vec<_>>().join("/"))
    }

    /// Months of a season.
    fn in_season(&self) -> usize {
        months_in_season(self.seasons.len()).unwrap_or(1)
    }

    fn ordinals(&self) -> Vec<String> {
        (0..self.in_season()).map(|nth| self.ordinal(nth)).collect()
    }

    /// The TurnTracker element.
    ///
    /// # Errors
    /// A name ends in a backslash.
    pub fn element(&self) -> Result<Element, Unencodable> {
        let names = |phases: &[&Phase]| phases.iter().map(|phase| phase.name.clone()).collect::<Vec<_>>();
        let of_phases = |name: &str, property: &str, phases: &[&Phase]| {
            let some = (!phases.is_empty()).then(|| list(name, property, &names(phases), ": $value$", false));
            some.transpose()
        };
        let step = of_phases("Seasonal step", SEASONAL, &self.seasonal)?;
        let phase = of_phases("Phase", PHASE, &self.monthly)?;
        let format = format!("{{\", \" + ({})}}", self.month_name("value"));
        // Quarters with fewer monthly turns than months take their months out of this list.
        let month = list("Month", MONTH, &self.ordinals(), &format, true)?;
        let season = list("Season", SEASON, self.seasons, "$value$", false)?;
        let season = with(season, step.into_iter().chain([with(month, phase)]));
        let (first, last) = (self.years.first(), self.years.last());
        let year = component(
            "module.turn.CounterTurnLevel",
            &[
                ("incr", "1"),
                ("loop", if last.is_some() { "true" } else { "false" }),
                ("loopLimit", &last.map_or(-1, |last| i32::from(*last)).to_string()),
                ("name", "Year"),
                ("property", YEAR),
                ("start", &first.copied().unwrap_or(1).to_string()),
                ("turnFormat", "$value$"),
            ],
        );
        let tracker = component(
            "module.turn.TurnTracker",
            &[
                ("buttonText", "Turn"),
                ("hotkey", "84,650"),
                ("icon", ""),
                ("length", "-1"),
                ("lengthStyle", "Maximum"),
                ("name", "Turn"),
                ("nexthotkey", "78,650"),
                ("prevhotkey", "80,650"),
                ("reportFormat", "$PlayerName$: $newTurn$"),
                ("tooltip", "Year, season, month and phase"),
                ("turnFormat", "$level1$ $level2$$level3$$level4$"),
            ],
        );
        let hotkey = component(
            "module.turn.TurnGlobalHotkey",
            &[
                ("hotkey", &Key::named(CHANGED).encode()),
                ("match", ""),
                ("name", "Tell month and phase"),
                ("reportFormat", ""),
            ],
        );
        Ok(with(tracker, [with(year, [season]), hotkey]))
    }

    /// The global properties that the tracker keeps: the month and the phase in plain names.
    ///
    /// A level of the tracker tells its own value only, and keeps it while another branch is under way.
    ///
    /// # Errors
    /// A name ends in a backslash.
    pub fn properties(&self) -> Result<Vec<Element>, Unencodable> {
        let told = |name: &str, first: &str, expression: &str| {
            let about = "Follows the turn tracker";
            Ok(property(name, first, about, [setter("", &Key::named(CHANGED), expression, "")?]))
        };
        let month = self.months.first().map_or("", String::as_str);
        let phase = self.seasonal.first().or(self.monthly.first()).map_or("", |phase| &phase.name);
        let mut all = vec![told("Turn_Month", month, &format!("{{{}}}", self.month_name(MONTH)))?];
        if self.has_phases() {
            all.push(told("Turn_Phase", phase, "{Turn_value.substring(Turn_value.indexOf(\": \") + 2)}")?);
        }
        Ok(all)
    }

    fn has_phases(&self) -> bool {
        !self.seasonal.is_empty() || !self.monthly.is_empty()
    }

    /// An expression that gives the month's name from the season and `value`, the place within it.
    fn month_name(&self, value: &str) -> String {
        let mut expression = "\"\"".to_owned();
        let in_season = self.in_season();
        let named = |(index, month): (usize, &'a String)| {
            let season = self.seasons.get(index / in_season)?;
            Some((season, self.ordinal(index % in_season), month))
        };
        let months: Vec<_> = self.months.iter().enumerate().filter_map(named).collect();
        for (season, ordinal, month) in months.into_iter().rev() {
            expression = format!(
                "({SEASON} == \"{season}\" && {value} == \"{ordinal}\") ? \"{month}\" : ({expression})"
            );
        }
        expression
    }

    /// The state of the tracker in a save, at the named phase or the first of its group.
    ///
    /// Where a season has one monthly turn, that is the turn of its middle month.
    ///
    /// # Errors
    /// A name ends in a backslash.
    pub fn state(&self, date: Date, phase: &str) -> Result<String, Unencodable> {
        let find = |phases: &[&Phase]| {
            let exact = phases.iter().position(|known| known.id == phase);
            exact.or_else(|| phases.iter().position(|known| known.group() == phase))
        };
        let (step, monthly) = (find(&self.seasonal), find(&self.monthly));
        let list = |current: usize, nth: usize, active: &[bool], inside: &[String]| {
            let active: Vec<String> = active.iter().map(bool::to_string).collect();
            turn::level(current as i64, nth, ["0", &active.join(",")], inside)
        };
        let all = |phases: &[&Phase]| vec![true; phases.len()];
        let level = |at: Option<usize>, phases: &[&Phase]| {
            let some = (!phases.is_empty()).then(|| list(at.unwrap_or(0), 0, &all(phases), &[]));
            some.transpose()
        };
        let phases: Vec<String> = level(monthly, &self.monthly)?.into_iter().collect();
        let month = usize::from(date.month.max(1)) - 1;
        let quarterly = self.quarterly_until.is_some_and(|last| [date.year, date.month.into()] <= last);
        let in_season = self.in_season();
        let middle = (in_season - 1) / 2;
        let turns: Vec<bool> = (0..in_season).map(|nth| !quarterly || nth == middle).collect();
        let turn = if quarterly { middle } else { month % in_season };
        let months = list(turn, 0, &turns, &phases)?;
        let within = usize::from(step.is_none() && !self.seasonal.is_empty());
        let inside: Vec<String> = level(step, &self.seasonal)?.into_iter().chain([months]).collect();
        let seasons = list(month / in_season, within, &vec![true; self.seasons.len()], &inside)?;
        let last = self.years.last().copied().unwrap_or(date.year).to_string();
        let years = turn::level(i64::from(date.year), 0, ["true", &last], &[seasons])?;
        turn::tracker(0, &[years])
    }

    /// The values of the kept properties at a date and phase, for a save.
    pub fn told(&self, date: Date, phase: &str) -> Vec<(&'static str, String)> {
        let month = self.months.get(usize::from(date.month.max(1)) - 1).cloned().unwrap_or_default();
        let mut all = self.seasonal.iter().chain(&self.monthly);
        let exact = all.clone().find(|known| known.id == phase);
        let known = exact.or_else(|| all.find(|known| known.group() == phase)).or(self.monthly.first());
        let name = known.map(|phase| phase.name.clone()).unwrap_or_default();
        let phase = self.has_phases().then_some(("Turn_Phase", name));
        std::iter::once(("Turn_Month", month)).chain(phase).collect()
    }
}

fn list(
    name: &str,
    property: &str,
    entries: &[String],
    format: &str,
    shortened: bool,
) -> Result<Element, Unencodable> {
    Ok(component(
        "module.turn.ListTurnLevel",
        &[
            ("configFirst", "false"),
            ("configList", if shortened { "true" } else { "false" }),
            ("list", &sequence::join(entries, ',')?),
            ("name", name),
            ("property", property),
            ("turnFormat", format),
        ],
    ))
}
