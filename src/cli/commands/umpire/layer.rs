//! What a side keeps in its copy of others' pieces: its own guesses, and ghosts as it has moved, marked or removed them.
//! It comes from what the side gave back and from its ledger, and from nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use super::folder::{Desk, SEALED, ledger_file};
use super::palette::counter;
use crate::cli::saves::{self, Wanted};
use crate::cli::session::Session;
use crate::cli::{Failure, files};
use crate::table::Table;
use liege_build::scenario::{set_level, set_property};
use liege_rules::desk::ledger::Ledger;
use liege_rules::game::pack::NUMBER;
use liege_rules::position::situation::{Piece, PieceIx, Situation};
use vassal::format::piece::PieceText;
use vassal::model::change::{Destination, Order};
use vassal::model::geometry::Point;

/// More pieces of others than any side places.
const MOST: usize = 2_000;
/// The longest text on a piece, in letters.
const LONGEST: usize = 100;

/// The layer of a side in its next copy.
#[derive(Default)]
pub struct Layer {
    /// Entries of its ledger of which the copy that it gave back tells: what it has not of them the side removed.
    pub known: BTreeSet<u32>,
    /// Ghosts that it has, with their entries.
    pub ghosts: Vec<(u32, PieceText, Destination)>,
    /// What it put there itself.
    pub mock_ups: Vec<(PieceText, Destination)>,
    /// The copy that it gave back.
    pub returned: Option<Arc<Situation>>,
}

/// A copy that a side gave back, with what it was shown then and now.
pub struct GivenBack<'a> {
    /// The side's name.
    pub side: &'a str,
    /// Its alliance.
    pub alliance: &'a str,
    /// The copy.
    pub file: &'a Path,
    /// The module.
    pub module: &'a Path,
    /// The entries of the side's ledger of which that copy told.
    pub known: BTreeSet<u32>,
    /// The side's ledger now.
    pub ledger: &'a Ledger,
    /// The issue that is made.
    pub issue: u32,
}

impl Layer {
    /// The layer of a side, by its name and its alliance; none before it gave a copy back.
    pub fn of(
        session: &Session,
        desk: &Desk,
        master: &Table,
        (side, alliance): (&str, &str),
    ) -> Result<Option<Self>, Failure> {
        let Some((issue, file)) = desk.last_returned(alliance) else { return Ok(None) };
        let given = GivenBack {
            side,
            alliance,
            file: &file,
            module: &desk.module,
            known: shown_at(desk, issue, alliance)?,
            ledger: &desk.state.ledgers.get(alliance).cloned().unwrap_or_default(),
            issue: desk.state.standing.issue,
        };
        Self::from_copy(session, master, given)
    }

    /// The layer that a copy leaves behind; none in a game without hidden play of its own.
    pub fn from_copy(
        session: &Session,
        master: &Table,
        given: GivenBack<'_>,
    ) -> Result<Option<Self>, Failure> {
        let GivenBack { side, alliance, file, module, known, ledger, issue } = given;
        let Some(hidden) = master.game.hidden() else { return Ok(None) };
        let wanted = Wanted {
            module: Some(module),
            game: Some(master.game.id()),
            side: Some(side),
            is_held: true,
            ..Wanted::default()
        };
        let copy = saves::read(file, session, &wanted)?;
        // How many ghosts of each entry may still be there.
        let mut left: BTreeMap<u32, u32> =
            ledger.standing(issue).map(|entry| (entry.entry, entry.number)).collect();
        let returned = Some(Arc::clone(&copy.situation));
        let mut layer = Self { known, returned, ..Self::default() };
        let open = master.situation.by_id();
        let own = |ix: &PieceIx| {
            let is_open = open.contains_key(copy.situation.pieces[*ix].id.as_str());
            !is_open && is_of_others(master, &copy, *ix, alliance)
        };
        for ix in copy.situation.all().filter(own).take(MOST) {
            let piece = &copy.situation.pieces[ix];
            let Some(to) = place(master, piece) else { continue };
            let claim = piece.notes.get(hidden.claim()).and_then(|text| text.trim().parse().ok());
            let claim = claim.filter(|entry| layer.known.contains(entry));
            let count = claim.map(|entry| left.get_mut(&entry));
            match (claim, count) {
                // The entry was ended: what was seen later stands in its place.
                (Some(_), Some(None)) => {}
                (Some(entry), Some(Some(count))) if *count > 0 => {
                    *count -= 1;
                    let made = made(master, piece, None);
                    layer.ghosts.extend(made.map(|traits| (entry, traits, to)));
                }
                _ => layer
                    .mock_ups
                    .extend(made(master, piece, Some(hidden.claim())).map(|traits| (traits, to))),
            }
        }
        Ok(Some(layer))
    }
}

/// The entries of a side's ledger of which its copy of an issue told.
fn shown_at(desk: &Desk, issue: u32, alliance: &str) -> Result<BTreeSet<u32>, Failure> {
    let path = desk.issue_folder(SEALED, issue).join(ledger_file(alliance));
    if !path.exists() {
        return Ok(BTreeSet::new());
    }
    let mut faults = Vec::new();
    let ledger = Ledger::read(&path.display().to_string(), &files::read_text(&path)?, &mut faults);
    if !faults.is_empty() {
        return Err(Failure::of_all(faults));
    }
    Ok(ledger.standing(issue).map(|entry| entry.entry).collect())
}

/// Whether a piece of a copy stands for one of others, as ghosts and guesses do.
fn is_of_others(master: &Table, copy: &Table, ix: PieceIx, alliance: &str) -> bool {
    let piece = &copy.situation.pieces[ix];
    let whose = copy.situation.alliance(ix);
    let Some(entry) = piece.entry.as_deref().filter(|_| !whose.is_empty() && whose != alliance) else {
        return false;
    };
    master.pack.terms.outfit.notes(entry).next().is_some()
}

/// Where a piece lies, on a map of the module.
fn place(master: &Table, piece: &Piece) -> Option<Destination> {
    let spot = piece.spot.as_ref()?;
    let map = master.module.map(&spot.map)?.identifier().to_owned();
    Some(Destination { map, at: Point::new(spot.x, spot.y), order: Order::Top })
}

/// The counter from the palette, with the states, the number and the notes of the piece as far as it has such; without
/// one of the notes. Nothing else of the piece is kept.
fn made(master: &Table, piece: &Piece, without: Option<&str>) -> Option<PieceText> {
    let pack = &master.pack;
    let mut traits = counter(master, &piece.entry.as_ref()?.id)?;
    // What the palette's counter has no trait for is passed over.
    for (layer, level) in piece.states.iter().filter_map(|state| pack.terms.layer_of(state)) {
        set_level(&mut traits, layer, level);
    }
    if let Some(number) = piece.number {
        set_property(&mut traits, NUMBER, &number.to_string());
    }
    for (word, text) in piece.notes.iter().filter(|(word, _)| Some(&***word) != without) {
        let text: String = text.chars().filter(|sign| !sign.is_control()).take(LONGEST).collect();
        if let Some(note) = pack.terms.outfit.notes.iter().find(|note| note.word == *word) {
            set_property(&mut traits, note.property(), &text);
        }
    }
    Some(traits)
}
