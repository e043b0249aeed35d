//! The set-ups that come with a merge: their pieces follow the slots that got new numbers.
//!
//! Engine class: `build.GameModule` with *Refresh Counters* (`build.module.GameRefresher`), which finds the slot of a
//! piece by its number.

use super::numbers::Given;
use vassal::format::Limits;
use vassal::format::command::Command;
use vassal::format::detect::FileError;
use vassal::format::leaf::Leaf;
use vassal::format::piece::{Form, PieceText};
use vassal::format::save_file::SaveFile;
use vassal::format::timestamp::Timestamp;
use vassal::format::traits::Trait;
use vassal::model::piece_numbers::{maker, set_maker, set_number};

/// What came of one set-up.
#[derive(Debug, PartialEq, Eq)]
pub enum SetUp {
    /// It has none of the numbers that were given anew.
    Same,
    /// Its bytes with so many pieces of another number.
    Renumbered(Vec<u8>, usize),
    /// It keeps the old numbers: a log, no game, or a number that came to stand for two pieces.
    Old,
}

/// Gives the pieces of a set-up the numbers that the module has for them now.
///
/// # Errors
/// It cannot be written again.
pub fn renumbered(bytes: Vec<u8>, given: &Given) -> Result<SetUp, FileError> {
    let Ok(mut save) = SaveFile::read(bytes, &Limits::default()) else { return Ok(SetUp::Old) };
    let Ok(mut commands) = save.commands() else { return Ok(SetUp::Old) };
    // The steps of a log repeat the state of pieces before and after; both would have to change with them.
    if save.is_log()? {
        return Ok(SetUp::Old);
    }
    let mut work = Work { given, pieces: 0, is_in_doubt: false };
    work.command(&mut commands);
    if work.is_in_doubt {
        return Ok(SetUp::Old);
    }
    if work.pieces == 0 {
        return Ok(SetUp::Same);
    }
    save.set_commands(&commands)?;
    let date = save.save_data(&Limits::default()).ok().flatten().and_then(|about| about.date_saved);
    Ok(SetUp::Renumbered(save.write(date.unwrap_or(Timestamp(0)))?, work.pieces))
}

struct Work<'g> {
    given: &'g Given,
    pieces: usize,
    is_in_doubt: bool,
}

impl Work<'_> {
    fn command(&mut self, command: &mut Command) {
        if let Leaf::AddPiece { id, type_text, state } = Leaf::decode(command.own().clone())
            && let Form::Piece(mut piece) = Form::decode(type_text, state)
            && self.piece(&mut piece).is_some()
            && let Some(text) =
                piece.encode().ok().and_then(|texts| Leaf::add(id.map(String::from), texts).encode().ok())
        {
            command.set_own(text);
            self.pieces += 1;
        }
        if !command.children().is_empty() {
            command.children_mut().iter_mut().for_each(|child| self.command(child));
        }
    }

    /// Changes the numbers of a piece and of what its traits make; none where it has none of those.
    fn piece(&mut self, piece: &mut PieceText) -> Option<()> {
        let mut is_changed = false;
        for own in &mut piece.traits {
            if let Some(new) = maker(own).and_then(|old| self.new_of(&old)) {
                is_changed |= set_maker(own, &new).is_some();
            }
        }
        let own = piece.traits.last().map(Trait::decode);
        if let Some(Trait::BasicPiece(basic)) = own
            && let Some(new) = basic.gpid().and_then(|old| self.new_of(old))
        {
            is_changed |= set_number(piece, &new).is_some();
        }
        is_changed.then_some(())
    }

    fn new_of(&mut self, old: &str) -> Option<String> {
        self.is_in_doubt |= self.given.twice.contains(old);
        self.given.new.get(old).cloned()
    }
}
