//! What happened on the table between two positions of one game.

mod deeds;
mod pairs;
mod states;
mod table;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

pub use deeds::{Deed, Spot};

use super::{ValueDiff, one_line};
use vassal::diagnostic::counted;
use vassal::format::command::Command;
use vassal::format::metadata::Metadata;
use vassal::model::eyes::Eyes;
use vassal::model::markup::words;
use vassal::model::module::Module;
use vassal::model::position::{Piece, Position};
use vassal::model::view::ShownPieces;

/// A position with its module and who looks at it.
#[derive(Clone, Copy)]
pub struct Looked<'a> {
    /// The position.
    pub position: &'a Position,
    /// Its module; without one nobody knows what places are called.
    pub module: Option<&'a Module>,
    /// Who looks. What he does not know is neither named nor counted.
    pub eyes: &'a Eyes,
}

impl<'a> Looked<'a> {
    /// What the looker is shown of the pieces that he knows.
    fn shown(self) -> ShownPieces<'a> {
        ShownPieces::new(self.position, self.module, self.eyes)
    }

    fn pieces(self) -> impl Iterator<Item = &'a Piece> {
        self.position.pieces.iter().filter(move |piece| self.eyes.knows(piece, self.module))
    }
}

/// What happened between two positions.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct PositionDiff {
    /// The pieces that are not as they were.
    pub pieces: Vec<PieceDiff>,
    /// Places where the same pieces lie in another order.
    pub stacks: Vec<String>,
    /// Places where pieces that stayed there are stacked otherwise: one stack became two, or two became one.
    pub stacked: Vec<String>,
    /// Decks whose cards changed, by name.
    pub decks: Vec<ValueDiff>,
    /// Global properties that changed; only the umpire is told.
    pub values: Vec<ValueDiff>,
    /// What turn trackers show.
    pub turn: Vec<ValueDiff>,
    /// Sides that somebody took or left: who plays them.
    pub players: Vec<ValueDiff>,
    /// The boards of maps.
    pub boards: Vec<ValueDiff>,
    /// The notes of the scenario and the public notes.
    pub notes: Vec<ValueDiff>,
    /// What else the files say: extensions, the module's version, commands that change nothing on the table.
    pub others: Vec<ValueDiff>,
}

/// What happened to one piece.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PieceDiff {
    /// Its id in the second position; in the first for one that is gone.
    pub id: String,
    /// What it is called now, or was.
    pub name: String,
    /// Where it is now, or was.
    pub at: Spot,
    /// What happened to it, at least one thing.
    pub deeds: Vec<Deed>,
}

impl PositionDiff {
    /// What happened from one position to a later one.
    pub fn between(before: Looked<'_>, after: Looked<'_>) -> Self {
        let pairs = pairs::of(before.pieces().collect(), after.pieces().collect());
        let stacked = table::stacked_otherwise(&pairs);
        let mut pieces = Vec::new();
        let both = pairs.iter().filter_map(|(was, is)| Some((was.as_ref()?, is.as_ref()?)));
        let ids = both.map(|(was, is)| (was.id.as_str(), is.id.as_str())).filter(|(was, is)| was != is);
        let ids: states::NewIds<'_> = ids.collect();
        let shown = [before, after].map(|end| (end.eyes != &Eyes::Umpire).then(|| end.shown()));
        for (was, is) in pairs {
            let mut deeds = states::of(was, is, &ids);
            // What changed may be something that the looker is not shown.
            if let ([Some(old), Some(new)], Some(was), Some(is), false) = (&shown, was, is, deeds.is_empty())
            {
                deeds = states::of(Some(&old.piece(was)), Some(&new.piece(is)), &ids);
            }
            let Some(shown) = is.or(was).filter(|_| !deeds.is_empty()) else { continue };
            let (id, name) = (shown.id.clone(), called(shown));
            pieces.push(PieceDiff { id, name, at: Spot::of(shown), deeds });
        }
        let (was, is) = (before.position, after.position);
        Self {
            stacks: table::reordered(before, after),
            stacked,
            decks: table::decks(before, after),
            values: if after.eyes == &Eyes::Umpire { table::properties(was, is) } else { Vec::new() },
            turn: values(&was.turn_words, &is.turn_words, Clone::clone),
            players: table::players(was, is),
            boards: table::boards(was, is),
            notes: table::notes(was, is),
            others: Vec::new(),
            pieces,
        }
    }

    /// The same with what the files themselves say otherwise beside the table: their commands, and what they tell of
    /// their module.
    #[must_use]
    pub fn with_others(self, files: [(&Command, Option<&Metadata>); 2], eyes: &Eyes) -> Self {
        Self { others: table::others(files, eyes), ..self }
    }

    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// How many things differ.
    pub fn count(&self) -> usize {
        let lists =
            [&self.decks, &self.values, &self.turn, &self.players, &self.boards, &self.notes, &self.others];
        let listed: usize = lists.iter().map(|list| list.len()).sum();
        self.pieces.len() + self.stacks.len() + self.stacked.len() + listed
    }

    /// One line for each difference, pieces by the place where they are.
    pub fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> =
            self.turn.iter().map(|own| format!("{}: {}", own.name, own.in_words())).collect();
        lines.extend(piece_lines(&self.pieces));
        lines.extend(self.stacks.iter().map(|place| format!("{place}: the pieces are in another order")));
        lines.extend(self.stacked.iter().map(|place| format!("{place}: the pieces are stacked differently")));
        let named =
            |what: &'static str| move |own: &ValueDiff| format!("{what} {}: {}", own.name, own.in_words());
        lines.extend(self.decks.iter().map(named("deck")));
        lines.extend(self.values.iter().map(named("property")));
        lines.extend(self.players.iter().map(named("side")));
        lines.extend(self.boards.iter().map(named("boards of")));
        lines.extend(self.notes.iter().map(named("notes")));
        lines.extend(self.others.iter().map(|own| format!("{}: {}", own.name, own.in_words())));
        lines.iter().map(|line| one_line(line)).collect()
    }

    /// A line such as `12 pieces moved or changed, 3 came, 1 is gone`.
    pub fn summary(&self) -> String {
        let with = |wanted: fn(&Deed) -> bool| {
            self.pieces.iter().filter(|piece| piece.deeds.iter().any(wanted)).count()
        };
        let came = with(|deed| matches!(deed, Deed::Appeared { .. }));
        let gone = with(|deed| matches!(deed, Deed::Gone { .. }));
        let moved = with(|deed| matches!(deed, Deed::Moved { .. }));
        let changed = self.pieces.len() - came - gone - moved;
        let rest = self.count() - self.pieces.len();
        let parts = [
            (moved, "moved"),
            (changed, "changed"),
            (came, "came"),
            (gone, if gone == 1 { "is gone" } else { "are gone" }),
        ];
        let mut words: Vec<String> = Vec::new();
        for (count, what) in parts.into_iter().filter(|(count, _)| *count > 0) {
            let subject = if words.is_empty() { counted(count, "piece") } else { count.to_string() };
            words.push(format!("{subject} {what}"));
        }
        if rest > 0 {
            words.push(counted(rest, "other difference"));
        }
        if words.is_empty() { "no difference".to_owned() } else { words.join(", ") }
    }
}

impl PieceDiff {
    /// What it is called, and what happened to it.
    fn line(&self) -> (&str, String) {
        let deeds: Vec<String> = self.deeds.iter().map(Deed::in_words).collect();
        let name = if self.name.is_empty() { "a piece without a name" } else { &self.name };
        let stays = !self.deeds.iter().any(Deed::tells_place);
        let at = if stays { format!("in {} ", self.at) } else { String::new() };
        (name, format!("{at}{}", deeds.join(", ")))
    }
}

/// What a piece is called before its states add to its name; else its whole name.
fn called(piece: &Piece) -> String {
    let names = [&piece.basic_name, &piece.true_name].map(|name| words(name).trim().to_owned());
    names.into_iter().find(|name| !name.is_empty()).unwrap_or_default()
}

/// A line for each piece; equal pieces to which the same happened share one.
fn piece_lines(pieces: &[PieceDiff]) -> Vec<String> {
    let mut lines: Vec<((&str, String), usize)> = Vec::new();
    let mut known: BTreeMap<(&str, String), usize> = BTreeMap::new();
    for piece in pieces {
        let line = piece.line();
        match known.get(&line) {
            Some(at) => lines[*at].1 += 1,
            None => {
                known.insert(line.clone(), lines.len());
                lines.push((line, 1));
            }
        }
    }
    let in_words = |((name, what), count): ((&str, String), usize)| match count {
        1 => format!("{name} {what}"),
        count => format!("{count} × {name} {what}"),
    };
    lines.into_iter().map(in_words).collect()
}

fn values<K: Ord>(
    was: &BTreeMap<K, String>,
    is: &BTreeMap<K, String>,
    name: impl Fn(&K) -> String,
) -> Vec<ValueDiff> {
    let keys: BTreeSet<&K> = was.keys().chain(is.keys()).collect();
    let value = |of: &BTreeMap<K, String>, key: &K| of.get(key).cloned();
    keys.into_iter()
        .filter_map(|key| ValueDiff::of(&name(key), value(was, key).as_deref(), value(is, key).as_deref()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(location: &str, value: &str, masked_by: Option<&str>) -> Position {
        let piece = Piece {
            id: "1".into(),
            true_name: "Yamato".into(),
            map: Some("Main".into()),
            location: Some(location.into()),
            masked_by: masked_by.map(str::to_owned),
            ..Piece::default()
        };
        let properties = BTreeMap::from([(("Module".to_owned(), "Bid".to_owned()), value.to_owned())]);
        Position { pieces: vec![piece], properties, ..Position::default() }
    }

    fn lines(was: &Position, is: &Position, eyes: &Eyes) -> Vec<String> {
        let looked = |position| Looked { position, module: None, eyes };
        PositionDiff::between(looked(was), looked(is)).lines()
    }

    #[test]
    fn a_side_is_told_nothing_of_what_is_masked_for_it_and_of_no_property() {
        let (was, is) = (position("A1", "1", Some("Japan")), position("A2", "2", Some("Japan")));
        assert_eq!(lines(&was, &is, &Eyes::Umpire), ["Yamato moved A1 → A2", "property Bid: 1 → 2"]);
        assert_eq!(lines(&was, &is, &Eyes::of_side("Japan", &is)), ["Yamato moved A1 → A2"]);
        assert!(lines(&was, &is, &Eyes::of_side("Allies", &is)).is_empty());
    }

    #[test]
    fn a_piece_that_comes_into_sight_came_to_where_it_is() {
        let (was, is) = (position("A1", "1", Some("Japan")), position("A2", "1", None));
        assert_eq!(lines(&was, &is, &Eyes::of_side("Allies", &is)), ["Yamato came to A2"]);
        assert_eq!(lines(&is, &was, &Eyes::of_side("Allies", &is)), ["Yamato is gone from A2"]);
    }
}
