//! What the base game says: the user's `base.toml`, with the few facts that the text of the variant tells.
//!
//! What is missing there is unknown, never a default, and whoever needs it says so.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use liege_rules::data::fault::{DataFault, did_you_mean, expect_format_1, line_that, read_toml};
use liege_rules::game::pack::Pack;

/// The file, as `pack.toml` lists it.
pub const FILE: &str = "base.toml";

/// What the base game says; what it leaves out nobody knows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Base {
    format: u32,
    /// The order of the powers.
    #[serde(default)]
    pub turn: PowerOrder,
    /// When powers of the two sides are at war, where not from the first turn.
    #[serde(default)]
    pub war: Vec<WarSince>,
    /// The tokens of Japan.
    #[serde(default)]
    pub kamikaze: Kamikaze,
    /// The damage with which a facility of a class works no more.
    #[serde(default)]
    works_until: BTreeMap<String, u16>,
    /// Which aircraft of an air base may scramble.
    #[serde(default)]
    pub scramble: Scramble,
    /// The largest throw that hits in an interception, by class; 0 for a class that does not roll.
    #[serde(default)]
    pub interception: BTreeMap<String, u8>,
    /// What a strategic raid does.
    #[serde(default)]
    pub raid: Raid,
    /// What ships carry at most.
    #[serde(default)]
    pub load: Vec<Load>,
    /// Which ships bombard.
    #[serde(default)]
    pub bombardment: Bombardment,
    /// The IPC that a unit of a class takes from a convoy zone.
    #[serde(default)]
    pub convoy: BTreeMap<String, u16>,
    /// Who has the income of a territory that changes hands.
    #[serde(default)]
    pub income: Income,
    /// The technologies of the Global game.
    #[serde(default)]
    pub technology: Vec<Technology>,
    /// The national objectives.
    #[serde(default)]
    pub objective: Vec<Objective>,
}

/// The order of the powers in a round.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PowerOrder {
    /// Powers by code; those of one list move together. Empty where nobody says.
    #[serde(default)]
    pub order: Vec<Vec<String>>,
}

/// When two powers of different sides are at war.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WarSince {
    /// The two powers.
    pub between: [String; 2],
    /// The first round in which they are at war for certain.
    pub from: Option<u16>,
    /// The round in which war is declared at the latest; before its end the players know.
    pub by: Option<u16>,
}

/// The tokens of Japan (C15).
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kamikaze {
    /// How many there are at the start.
    pub tokens: Option<u16>,
    /// The activation condition in words, for the umpire.
    #[serde(default)]
    pub condition: String,
    /// Territories by name or id: the condition is met once an enemy of Japan holds one of them.
    #[serde(default)]
    pub once_taken: Vec<String>,
}

/// Which aircraft of an air base may scramble (8-air).
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scramble {
    /// How many of one base.
    pub most: Option<u16>,
    /// How many sea zones far; 1 is the zone of the island.
    pub range: Option<u16>,
}

/// What a strategic raid does.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Raid {
    /// The largest throw of the target's defence that shoots a raider down.
    pub defence: Option<u8>,
    /// The damage by class of the raider, as dice and an addition such as `1d6+2`.
    #[serde(default)]
    pub damage: BTreeMap<String, String>,
}

/// One load that a ship may carry.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Load {
    /// Its class.
    pub carrier: String,
    /// The classes of its cargo; any part of them is a load, too.
    pub holds: Vec<String>,
}

/// Which ships bombard before a landing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bombardment {
    /// Their classes; empty where nobody says.
    #[serde(default)]
    pub classes: Vec<String>,
}

/// Who has the income of a territory that changes hands otherwise than from enemy to enemy.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Income {
    /// Of one that belonged to a friend of the captor.
    pub liberated: Option<Heir>,
    /// Of one that belonged to nobody.
    pub neutral: Option<Heir>,
}

/// Who has an income.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Heir {
    /// The power that took the territory.
    Captor,
    /// The power to which it belonged first.
    FirstOwner,
    /// Nobody.
    Nobody,
}

/// A technology.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Technology {
    /// What orders and logs call it.
    pub id: String,
    /// What players call it.
    pub name: String,
    /// The classes whose values it changes.
    #[serde(default)]
    pub changes: Vec<String>,
}

/// A national objective, in words for the players.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Objective {
    /// The power that has it.
    pub power: String,
    /// What it demands and gives.
    pub text: String,
}

impl Base {
    /// What the pack's file says; a file with faults counts as one that says nothing, and its faults are told when the
    /// pack is read.
    pub fn of(pack: &Pack) -> Self {
        let text = pack.tables.get(FILE).map_or("", String::as_str);
        read_toml(FILE, text, &mut Vec::new()).unwrap_or_default()
    }

    /// Whether two powers are at war in a round; none where only the players know.
    pub fn at_war(&self, pack: &Pack, one: &str, other: &str, round: u16) -> Option<bool> {
        if pack.alliance(one) == pack.alliance(other) {
            return Some(false);
        }
        let is_row = |war: &&WarSince| {
            let [first, second] = &war.between;
            (first == one && second == other) || (first == other && second == one)
        };
        let Some(war) = self.war.iter().find(is_row) else { return Some(true) };
        match (war.from, war.by) {
            (Some(from), _) if round >= from => Some(true),
            (_, Some(by)) if round > by => Some(true),
            (Some(_), None) => Some(false),
            _ => None,
        }
    }

    /// Whether a facility of a class with so much damage still works; none where nobody says how much it bears.
    pub fn works(&self, class: &str, damage: i32) -> Option<bool> {
        match self.works_until(class) {
            _ if damage <= 0 => Some(true),
            Some(most) => Some(damage < i32::from(most)),
            None => None,
        }
    }

    /// The damage with which a facility of a class works no more, where somebody says it.
    pub fn works_until(&self, class: &str) -> Option<u16> {
        self.works_until.get(class).copied()
    }

    /// Whether a ship of a class may carry these; none where no row is about it.
    pub fn fits(&self, carrier: &str, cargo: &[&str]) -> Option<bool> {
        let mut loads = self.load.iter().filter(|load| load.carrier == carrier).peekable();
        loads.peek()?;
        Some(loads.any(|load| {
            let mut room: Vec<&str> = load.holds.iter().map(String::as_str).collect();
            cargo.iter().all(|class| {
                room.iter().position(|free| free == class).map(|at| room.swap_remove(at)).is_some()
            })
        }))
    }

    /// Whether no row rules it out that a ship of a class carries these: what none names may be what nobody wrote down.
    pub fn may_fit(&self, carrier: &str, cargo: &[&str]) -> bool {
        let loads = || self.load.iter().filter(|load| load.carrier == carrier);
        let is_named = |class: &&&str| loads().any(|load| load.holds.iter().any(|own| own == *class));
        let named: Vec<&str> = cargo.iter().filter(is_named).copied().collect();
        let has_room = self.most_aboard(carrier).is_none_or(|longest| cargo.len() <= longest);
        has_room && self.fits(carrier, &named) != Some(false)
    }

    /// How many units a ship of a class carries at most; none where no row is about it.
    pub fn most_aboard(&self, carrier: &str) -> Option<usize> {
        self.load.iter().filter(|load| load.carrier == carrier).map(|load| load.holds.len()).max()
    }

    /// The powers that move together with one, itself included.
    pub fn movers(&self, pack: &Pack, power: &str) -> BTreeSet<String> {
        let mut groups = self.turn.order.iter();
        let group = groups.find(|group| group.iter().any(|other| other == power));
        let side = pack.alliance(power);
        let own = group.into_iter().flatten().filter(|other| pack.alliance(other) == side);
        own.cloned().chain([power.to_owned()]).collect()
    }
}

/// What is wrong with `base.toml`: words that the pack does not know, each with its line.
pub fn faults(path: &str, text: &str, pack: &Pack) -> Vec<DataFault> {
    let mut faults = Vec::new();
    let Some(base) = read_toml::<Base>(path, text, &mut faults) else { return faults };
    expect_format_1(path, base.format, &mut faults);
    let mut words = BaseWords { path, text, faults };
    let powers: Vec<&str> = pack.nations.keys().map(String::as_str).collect();
    let classes: Vec<&str> = pack.kinds.values().flatten().map(String::as_str).collect();
    let places: Vec<&str> =
        pack.map.named().flat_map(|place| [place.name.as_str(), place.key.as_str()]).collect();
    let wars = base.war.iter().flat_map(|war| &war.between);
    let objectives = base.objective.iter().map(|row| &row.power);
    words.known("power", base.turn.order.iter().flatten().chain(wars).chain(objectives), &powers);
    words.known("place", &base.kamikaze.once_taken, &places);
    let tables = base.works_until.keys().chain(base.interception.keys()).chain(base.convoy.keys());
    let loads = base.load.iter().flat_map(|load| std::iter::once(&load.carrier).chain(&load.holds));
    let changed = base.technology.iter().flat_map(|row| &row.changes);
    let named = base.raid.damage.keys().chain(&base.bombardment.classes).chain(changed);
    words.known("class", tables.chain(loads).chain(named), &classes);
    for war in &base.war {
        let [one, other] = &war.between;
        let told = if pack.alliance(one) == pack.alliance(other) {
            Some(format!("{one} and {other} are on the same side"))
        } else if war.from.is_none() && war.by.is_none() {
            Some(format!("expected from or by in the row of {one} and {other}"))
        } else {
            None
        };
        told.into_iter().for_each(|told| words.tell(one, told));
    }
    for power in base.turn.order.iter().flatten() {
        let times = base.turn.order.iter().flatten().filter(|other| *other == power).count();
        if times > 1 {
            words.tell(power, format!("{power} moves {times} times in the order"));
        }
    }
    words.faults.dedup();
    words.faults
}

/// The words of the file, and what is wrong with them.
struct BaseWords<'a> {
    path: &'a str,
    text: &'a str,
    faults: Vec<DataFault>,
}

impl BaseWords<'_> {
    fn known<'w>(&mut self, what: &str, words: impl IntoIterator<Item = &'w String>, known: &[&str]) {
        for word in words.into_iter().filter(|word| !known.contains(&word.as_str())) {
            let near = did_you_mean(word, known.iter().copied());
            self.tell(word, format!("unknown {what} \"{word}\"{near}"));
        }
    }

    fn tell(&mut self, word: &str, told: String) {
        let written = |line: &str| {
            let line = line.trim_start();
            !line.starts_with('#')
                && (line.contains(&format!("\"{word}\""))
                    || line.split_once('=').is_some_and(|(key, _)| key.trim() == word))
        };
        self.faults.push(DataFault::at(self.path, line_that(self.text, written), told));
    }
}
