//! A position under construction: lines of pieces as the situation notation has them, and what is known of each hex.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

use liege::rules::data::catalogue::Entry;
use liege::rules::position::places::Hex;

use super::dice::Dice;
use super::time::Time;
use super::world::{World, is_at_war};

/// Where a line puts its pieces.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum At {
    Hex(Hex),
    Box(String),
    /// The tray of a task force, by its chit.
    Tray(String),
}

impl At {
    pub fn hex(&self) -> Option<Hex> {
        if let Self::Hex(hex) = self { Some(*hex) } else { None }
    }

    pub fn in_box(name: &str) -> Self {
        Self::Box(name.to_owned())
    }
}

/// One counter with its states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    pub entry: Arc<Entry>,
    pub states: BTreeSet<String>,
}

impl Piece {
    pub fn is(&self, state: &str) -> bool {
        self.states.contains(state)
    }

    /// Steps of a land unit on the face that is up; paratroops count none (4.12.4).
    pub fn steps(&self) -> usize {
        match self.entry.number("steps") {
            _ if *self.entry.family != *"land" || *self.entry.kind == *"paratroop" => 0,
            Some(2) if !self.is("reduced") => 2,
            _ => 1,
        }
    }

    pub fn is_land(&self) -> bool {
        *self.entry.family == *"land"
    }

    pub fn is_naval(&self) -> bool {
        *self.entry.family == *"ships" || *self.entry.kind == *"stp"
    }

    /// Whether it takes room of an air base (4.6.1).
    pub fn uses_base(&self) -> bool {
        *self.entry.family == *"air" && !matches!(&*self.entry.kind, "floatplane" | "kamikaze" | "ohka")
    }
}

/// One line: a place, how its pieces are there, and the pieces, lowest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub at: At,
    /// `docked`, `aloft`, `pinned`, `aboard ID`, or nothing.
    pub stance: String,
    pub pieces: Vec<Piece>,
}

/// A position that is being laid out.
#[derive(Clone)]
pub struct Layout<'w> {
    pub world: &'w World,
    pub dice: Dice,
    pub time: Time,
    /// Who holds which hex.
    pub owners: BTreeMap<Hex, String>,
    /// The hexes that a control line names, with the nation that holds them.
    pub control: BTreeMap<Hex, String>,
    pub lines: Vec<Line>,
    /// How many times as full as a small position it is to be.
    pub crowd: usize,
    /// Further lines of the notation, as they are.
    pub heads: Vec<String>,
    used: BTreeMap<String, u16>,
}

impl<'w> Layout<'w> {
    /// Nothing yet, in a random month and step.
    pub fn new(world: &'w World, mut dice: Dice) -> Self {
        let time = dice.one(&world.times).cloned().unwrap_or_else(|| panic!("a game without months"));
        Self::at(world, dice, time)
    }

    /// Nothing yet, at a given time.
    pub fn at(world: &'w World, mut dice: Dice, time: Time) -> Self {
        let crowd = if dice.in_hundred(15) { 4 } else { 1 };
        let owners = world.first_owners(&time);
        let (control, lines, heads, used) = Default::default();
        Self { world, dice, time, owners, control, lines, crowd, heads, used }
    }

    /// The position in the situation notation.
    pub fn text(&self) -> String {
        let mut text = format!("game: atpo\ndate: {:04}-{:02}\n", self.time.year, self.time.month);
        if !self.time.phase.is_empty() {
            let _ = writeln!(text, "phase: {}", self.time.phase);
        }
        for head in &self.heads {
            let _ = writeln!(text, "{head}");
        }
        for (hex, nation) in &self.control {
            let _ = writeln!(text, "control: {nation} {hex}");
        }
        for line in &self.lines {
            let place = match &line.at {
                At::Hex(hex) => format!("at {hex}"),
                At::Box(name) => format!("in \"{name}\""),
                At::Tray(chit) => format!("tray {chit}"),
            };
            let stance = if line.stance.is_empty() { String::new() } else { format!(" {}", line.stance) };
            let pieces: Vec<String> = line.pieces.iter().map(written).collect();
            let _ = writeln!(text, "{place}{stance}: {}", pieces.join(", "));
        }
        text
    }

    /// Takes a counter if there is one left.
    pub fn take(&mut self, id: &str) -> Option<Piece> {
        let entry = self.world.entry(id);
        let used = self.used.entry(id.to_owned()).or_default();
        if *used >= entry.copies() {
            return None;
        }
        *used += 1;
        Some(Piece { entry, states: BTreeSet::new() })
    }

    /// A counter of a family, kind and nation that has come and is left; an empty word or list stands for all.
    pub fn find(&mut self, family: &str, kinds: &[&str], nation: &str) -> Option<Piece> {
        let left: Vec<Arc<Entry>> = self
            .world
            .available(family, &self.time)
            .into_iter()
            .filter(|(entry, count)| self.used.get(&entry.id).copied().unwrap_or(0) < *count)
            .map(|(entry, _)| entry)
            .filter(|entry| nation.is_empty() || entry.nation == nation)
            .filter(|entry| kinds.is_empty() || kinds.contains(&&*entry.kind))
            .collect();
        let entry = self.dice.one(&left)?.clone();
        self.take(&entry.id)
    }

    /// A counter however many there are, also before its time.
    pub fn copy(&self, id: &str) -> Piece {
        Piece { entry: self.world.entry(id), states: BTreeSet::new() }
    }

    /// Puts pieces in a line of their own.
    pub fn put(&mut self, at: At, stance: &str, pieces: Vec<Piece>) {
        if !pieces.is_empty() {
            self.lines.push(Line { at, stance: stance.to_owned(), pieces });
        }
    }

    /// Puts pieces on the ground of a hex, in the line that it has for them.
    pub fn put_on(&mut self, hex: Hex, pieces: Vec<Piece>) {
        let own = |line: &&mut Line| line.at == At::Hex(hex) && line.stance.is_empty();
        match self.lines.iter_mut().find(own) {
            Some(line) => line.pieces.extend(pieces),
            None => self.put(At::Hex(hex), "", pieces),
        }
    }

    /// All pieces of a hex with the stance of their line.
    pub fn in_hex(&self, hex: Hex) -> impl Iterator<Item = (&str, &Piece)> {
        let here = self.lines.iter().filter(move |line| line.at == At::Hex(hex));
        here.flat_map(|line| line.pieces.iter().map(|piece| (line.stance.as_str(), piece)))
    }

    /// Whether a piece of a kind lies in a hex.
    pub fn has(&self, hex: Hex, kind: &str) -> bool {
        self.in_hex(hex).any(|(_, piece)| *piece.entry.kind == *kind)
    }

    pub fn owner(&self, hex: Hex) -> &str {
        self.owners.get(&hex).map_or("", String::as_str)
    }

    /// Whether a unit of a nation may stand in a hex by who holds it: its own, and while both are at war an ally's. The
    /// Communists stay in the north of China (14.8.1), the Thai and the French at home.
    pub fn may_stand(&self, nation: &str, hex: Hex) -> bool {
        let owner = self.owner(hex);
        let (at_war, facts) = (|nation: &str| is_at_war(nation, &self.time), self.world.facts(hex));
        match nation {
            _ if owner.is_empty() => false,
            "CC" => {
                hex.sheet == 'W' && hex.row >= 46 && facts.territory == "CN" && !self.world.is_axis(owner)
            }
            "JP" => matches!(owner, "JP" | "MK"),
            "MK" => matches!(owner, "JP" | "MK") && facts.territory == "MK",
            "TH" | "FR" | "SU" | "MN" => owner == nation,
            _ if owner == nation => true,
            _ => {
                !self.world.is_axis(owner) && at_war(owner) && at_war(nation) && !matches!(owner, "SU" | "MN")
            }
        }
    }

    /// The hexes of a list in which units of a nation may stand.
    pub fn standing(&self, nation: &str, among: &[Hex]) -> Vec<Hex> {
        among.iter().copied().filter(|hex| self.may_stand(nation, *hex)).collect()
    }

    /// Whether pieces of the other side are in a hex.
    pub fn has_enemy(&self, nation: &str, hex: Hex) -> bool {
        let axis = self.world.is_axis(nation);
        let own =
            |piece: &Piece| piece.entry.nation.is_empty() || self.world.is_axis(&piece.entry.nation) == axis;
        self.in_hex(hex).any(|(_, piece)| !own(piece))
    }
}

fn written(piece: &Piece) -> String {
    let chit = if piece.entry.is_chit { "chit:" } else { "" };
    let states: String = piece.states.iter().map(|state| format!(" {state}")).collect();
    format!("{chit}{}{states}", piece.entry.id)
}
