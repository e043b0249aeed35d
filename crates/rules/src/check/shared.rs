//! Checks that any game may switch on by a row of `checks.csv`: they need no rule of a game, only what was given.

use std::collections::BTreeSet;

use super::{Found, Report};
use crate::data::word::Word;
use crate::game::pack::Shared;
use crate::position::moves::{Moves, PieceMove};
use crate::position::situation::Situation;
use vassal::diagnostic::PieceRef;

impl Shared {
    /// Looks at what a side may see (`due`), at its copy (`held`) and at what differs.
    pub fn run(self, due: &Situation, held: &Situation, moves: &Moves, report: &mut Report<'_>) {
        match self {
            Self::CopyAgrees => copy_agrees(due, held, moves, report),
        }
    }
}

fn copy_agrees(due: &Situation, held: &Situation, moves: &Moves, report: &mut Report<'_>) {
    let (shown, places) = (held.by_id(), due.by_id());
    for (id, piece) in &moves.pieces {
        let Some(place) = piece.to.as_ref().or(piece.from.as_ref()) else { continue };
        let here = shown.get(id.as_str()).copied();
        let mut found = Found::at(place.clone(), here.into_iter().collect(), disagreement(piece));
        if here.is_none() {
            let name = places.get(id.as_str()).map_or(&piece.name, |ix| &due.pieces[*ix].name);
            found.absent.push(PieceRef { id: id.clone(), name: name.clone() });
        }
        report.add(found.help("make the copy again"));
    }
    let values = moves.values.iter().map(|(word, ends)| {
        let known = due.pack.values.iter().find(|value| value.word == *word);
        let name = known.map_or(word.as_str(), |value| &value.name);
        (name, ends.each_ref().map(|end| end.as_ref().map(ToString::to_string)))
    });
    let quoted = |end: &Option<String>| end.as_ref().map(|text| format!("{text:?}"));
    let properties = moves.properties.iter().map(|(name, ends)| (name.as_str(), ends.each_ref().map(quoted)));
    for (name, ends) in values.chain(properties) {
        let [master, copy] = ends.map(|end| end.unwrap_or_else(|| "no value".into()));
        let message = format!("{name} has {copy}, expected {master}");
        report.add(Found::new(None, Vec::new(), message).help("make the copy again"));
    }
}

/// How a piece of the copy differs, in words.
fn disagreement(piece: &PieceMove) -> String {
    let name = &piece.name;
    match (&piece.from, &piece.to) {
        (None, Some(place)) => format!("{name} in {place}: the side may not see such a piece there"),
        (Some(place), None) => format!("{name} is missing, expected in {place}"),
        (Some(master), Some(copy)) if master != copy => format!("{name} in {copy}, expected in {master}"),
        (_, place) => {
            let place = place.as_ref().map(|place| format!(" in {place}")).unwrap_or_default();
            let listed =
                |words: &BTreeSet<Word>| words.iter().map(Word::as_str).collect::<Vec<_>>().join(" and ");
            let parts: Vec<String> = [
                (!piece.gained.is_empty()).then(|| format!("{} without reason", listed(&piece.gained))),
                (!piece.lost.is_empty()).then(|| format!("not {}", listed(&piece.lost))),
                piece.arrows.as_ref().map(|_| "with other arrows".to_owned()),
            ]
            .into_iter()
            .flatten()
            .collect();
            format!("{name}{place}: shown {}", parts.join(", "))
        }
    }
}
