//! A save as a position of a game: which game it is, its module or the built-in one, and the situation in it.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use super::args::{Args, LogPoint};
use super::commands::build;
use super::copy_notes::{self, HandedOut};
use super::{Failure, data, open, output, seen, standard};
use crate::games::{self, Known};
use liege_build::{Data, GAME_MARK, frame};
use liege_rules::data::Files;
use liege_rules::game::pack::{Pack, Phase};
use liege_rules::position::situation::{Piece, PlaceId, Situation, from_save};
use vassal::diagnostic::{counted, few, grouped};
use vassal::format::Limits;
use vassal::format::module_file::ModuleFile;
use vassal::format::save_file::SaveFile;
use vassal::model::eyes::{Eyes, Veil};
use vassal::model::module::Module;
use vassal::model::position::{Piece as TablePiece, Position};
use vassal::model::view;

/// So many pieces that are not counted are named.
const MOST_NAMED: usize = 3;

/// Pieces of a position that rules are asked about, some of which look at each pair of them in a place: more than any game has.
const MOST_PIECES: usize = 4_000;
const MOST_IN_PLACE: usize = 1_500;

/// What a command says about how to understand a save.
#[derive(Default)]
pub struct Wanted<'a> {
    /// The module given.
    pub module: Option<&'a Path>,
    /// The point of a log; none where the command has no choice.
    pub at: Option<LogPoint>,
    /// The game given.
    pub game: Option<&'a str>,
    /// The phase given.
    pub phase: Option<&'a str>,
    /// The side given.
    pub side: Option<&'a str>,
    /// Whether the side holds the file, so that whatever is in it is there for it to see.
    pub is_held: bool,
    /// Whether nothing is made of the module's pieces, so that a built-in module needs none.
    pub makes_nothing: bool,
}

/// A save as a position of a game.
pub struct Understood {
    /// The game.
    pub game: Known,
    /// Its pack.
    pub pack: Arc<Pack>,
    /// The save.
    pub save: SaveFile,
    /// What the save says, with places by the module.
    pub table: open::Game,
    /// The module, that of the save or the built-in one.
    pub module: Arc<Module>,
    /// The same in the pack's terms.
    pub situation: Arc<Situation>,
    /// Whether the save or its module says which game it is.
    names_game: bool,
    /// Who looks.
    pub eyes: Eyes,
    /// The position as the copy for the looker has it, where he sees less than the save holds.
    shown: Option<Position>,
}

impl Understood {
    /// Refuses a save of which the game knows no piece: nothing could be said about it, and a clean result would be a
    /// lie. A save of the game's own module may be empty.
    pub fn refuse_strangers(&self, path: &Path) -> Result<(), Failure> {
        let pieces = &self.situation.pieces;
        let known = pieces.iter().any(|piece| piece.entry.is_some());
        if known || (pieces.is_empty() && self.names_game) {
            return Ok(());
        }
        let game = &self.pack.name;
        let what = match pieces.len() {
            0 => "it has no piece on any map".to_owned(),
            count => format!("it has {}, and {game} knows none of them", counted(count, "piece")),
        };
        let marker = &self.pack.terms.marker;
        Err(Failure::about(path, what).help(format!(
            "name the right game with --game; pieces of {game} have the Marker {marker}, in modules built by \
             this tool"
        )))
    }

    /// Which pieces nothing counts, because the game does not understand them.
    pub fn not_counted(&self) -> Option<String> {
        let untold = &self.situation.untold;
        let names: Vec<&str> = untold.iter().map(|one| one.piece.name.trim()).collect();
        let groups = grouped(&names.iter().filter(|name| !name.is_empty()).collect::<Vec<_>>());
        let named = if groups.is_empty() { String::new() } else { format!(" ({})", few(groups, MOST_NAMED)) };
        let (pieces, are) = (counted(untold.len(), "piece"), if untold.len() == 1 { "is" } else { "are" });
        let told = format!("{pieces} {are} not understood and not counted{named}; liege check says why");
        (!untold.is_empty()).then_some(told)
    }

    /// Whether the looker sees at the places of these pieces something that may be more than he knows: a masked piece,
    /// or a chit of the other side whose tray is closed to him. What he does not see at all makes no difference.
    pub fn meets_unknown(&self, pieces: &BTreeSet<&str>) -> bool {
        let Some(looker) = &self.situation.looker else { return false };
        let whole = self.seen_by(&Eyes::Umpire);
        let of_battle = |piece: &&Piece| pieces.contains(piece.id.as_str());
        let places: BTreeSet<&PlaceId> =
            whole.pieces.iter().filter(of_battle).map(|piece| &piece.at).collect();
        let is_masked = |piece: &Piece| {
            let own = self.table.position.piece(&piece.id);
            own.and_then(|own| self.eyes.veil(own, Some(&self.module))) == Some(Veil::Mask)
        };
        let there = whole.pieces.iter().filter(|piece| piece.tray.is_none() && places.contains(&piece.at));
        there.clone().any(|piece| is_masked(piece) || self.is_chit_of_others(piece, looker))
            || self.has_stand_in_beside(there.map(|piece| piece.id.as_str()))
    }

    /// Whether an unknown counter of a copy lies where one of these pieces does.
    fn has_stand_in_beside<'p>(&self, pieces: impl Iterator<Item = &'p str>) -> bool {
        let position = &self.table.position;
        let unknown = view::stand_ins(position);
        let spot = |piece: &TablePiece| (piece.map.clone(), piece.location.clone());
        let spots: BTreeSet<_> = pieces.filter_map(|id| position.piece(id)).map(spot).collect();
        position.pieces.iter().any(|piece| unknown.contains(&piece.id) && spots.contains(&spot(piece)))
    }

    /// Whether a chit of the other side whose tray is closed to the looker lies at one of these places.
    pub fn has_closed_trays(&self, places: &BTreeSet<PlaceId>) -> bool {
        let Some(looker) = &self.situation.looker else { return false };
        let mut there =
            self.situation.pieces.iter().filter(|piece| piece.tray.is_none() && places.contains(&piece.at));
        there.any(|piece| self.is_chit_of_others(piece, looker))
    }

    fn is_chit_of_others(&self, piece: &Piece, looker: &str) -> bool {
        let chit = piece.entry.as_ref().filter(|entry| self.pack.terms.is_tray_chit(entry));
        chit.is_some_and(|entry| self.pack.alliance(&entry.nation) != looker)
    }

    /// The side for which `view` or an umpire's desk made the save as a copy.
    pub fn copy_for(&self) -> Option<String> {
        if let Some(HandedOut::Copy { side, .. }) = HandedOut::of(&self.table.position.scenario_notes) {
            return Some(side);
        }
        let about = self.save.save_data(&Limits::default()).ok()??;
        copy_notes::side_of(about.description.as_deref()?).map(str::to_owned)
    }

    /// Tells the position anew after its commands have changed.
    pub fn look_again(&mut self) -> Result<(), Failure> {
        self.table.look_again(&self.module);
        if self.shown.is_some() {
            self.shown = shown(&self.table, &self.module, &self.eyes)?;
        }
        self.situation = Arc::new(self.seen_by(&self.eyes));
        Ok(())
    }

    /// The position as these eyes see it, in the phase that it is.
    pub fn seen_by(&self, eyes: &Eyes) -> Situation {
        let phase = self.situation.clock.phase.as_deref().and_then(|id| self.pack.phase(id));
        let phase = phase.map(|(_, phase)| phase);
        let shown = self.shown.as_ref().filter(|_| *eyes == self.eyes);
        from_save(&self.pack, shown.unwrap_or(&self.table.position), Some(&self.module), eyes, phase)
    }
}

/// Opens a save and tells it in the terms of its game.
pub fn read(path: &Path, args: &Args, wanted: &Wanted<'_>) -> Result<Understood, Failure> {
    let limits = open::limits(args);
    let save = open::save(path, &limits)?;
    let asked = open::Asked { module: wanted.module, at: wanted.at };
    let mut table = open::unplaced(path, &save, asked, args)?;
    let marks = marks(&save, table.file.as_deref(), &limits);
    let game = game_of(path, &marks, wanted, &*data::kept_files(args)?)?;
    let pack = data::kept_pack(args, &*game)?;
    let module = match table.module.take() {
        Some(module) => module,
        // What a side sees is a copy that may show other pieces.
        None if wanted.makes_nothing && wanted.side.is_none_or(open::is_umpire) => {
            Arc::new(built_in_frame(args, game.id())?)
        }
        None => Arc::new(built_in(args, game.id())?),
    };
    if table.file.is_none() {
        let place = standard::name_of_input(path);
        output::note(args, &format!("{place}: using the places of the built-in module of {}", pack.name));
    }
    table.look_with(path, &module)?;
    table.module = Some(Arc::clone(&module));
    let stranger = Eyes::stranger().without(pack.closed_to(""));
    let eyes = open::eyes_beside(path, wanted.side, &table, &stranger)?;
    let shown = match game.hidden() {
        _ if wanted.is_held => None,
        Some(hidden) => {
            seen::limit(&mut table, hidden, &pack, &module, &eyes)?;
            None
        }
        None => shown(&table, &module, &eyes)?,
    };
    let phase = wanted.phase.map(|word| phase(path, &pack, word)).transpose()?;
    let position = shown.as_ref().unwrap_or(&table.position);
    let situation = Arc::new(from_save(&pack, position, Some(&module), &eyes, phase));
    refuse_crowds(path, &pack, &situation)?;
    let names_game = marks.iter().any(|mark| mark.starts_with(GAME_MARK));
    Ok(Understood { game, pack, save, table, module, situation, names_game, eyes, shown })
}

/// Refuses a position with so many pieces that no rules could be asked in any bearable time.
fn refuse_crowds(path: &Path, pack: &Pack, situation: &Situation) -> Result<(), Failure> {
    let fullest = situation.at.iter().map(|(place, pieces)| (place, pieces.len()));
    let fullest = fullest.max_by_key(|(_, count)| *count);
    let judged = format!("the rules of {} are checked for at most", pack.name);
    let what = match (situation.pieces.len(), fullest) {
        (all, _) if all > MOST_PIECES => format!("it has {all} pieces on its maps; {judged} {MOST_PIECES}"),
        (_, Some((place, count))) if count > MOST_IN_PLACE => {
            format!("{count} pieces are in {place}; {judged} {MOST_IN_PLACE} in one place")
        }
        _ => return Ok(()),
    };
    let help = "liege convert and liege render show them; delete in VASSAL what is not part of the game";
    Err(Failure::about(path, what).help(help))
}

/// The position as the copy for a side has it; none for who sees all.
fn shown(table: &open::Game, module: &Module, eyes: &Eyes) -> Result<Option<Position>, Failure> {
    Ok(seen::in_copy(&table.commands, &table.position, module, eyes)?.map(|(_, position)| position))
}

/// The eyes that `--side` asks for, as the game of the save knows them. Where its rules hide more than VASSAL does, the
/// save is cut down to what they see.
pub fn eyes(
    path: &Path,
    side: Option<&str>,
    (save, game): (&SaveFile, &mut open::Game),
    args: &Args,
) -> Result<Eyes, Failure> {
    let eyes = open::eyes(path, side, game)?;
    by_the_game(path, eyes, (save, game), args)
}

/// The same, with the save cut down to the copy that `view` writes for the side, so that whatever a command prints of it
/// is what it prints of that copy.
pub fn eyes_on_copy(
    path: &Path,
    side: Option<&str>,
    (save, game): (&SaveFile, &mut open::Game),
    args: &Args,
) -> Result<Eyes, Failure> {
    let eyes = eyes(path, side, (save, game), args)?;
    cut_to_copy(path, (save, game), &eyes, args)?;
    Ok(eyes)
}

/// Cuts a save down to the copy for a side, where the rules of its game have not done so already.
pub fn cut_to_copy(
    path: &Path,
    (save, game): (&SaveFile, &mut open::Game),
    eyes: &Eyes,
    args: &Args,
) -> Result<(), Failure> {
    // What an umpire's desk handed out is shown as it is.
    if game_hides_more(path, save, game, args)? { Ok(()) } else { seen::as_in_copy(game, eyes) }
}

/// The same as [`eyes_on_copy`]; without `--side`, the eyes of somebody who plays no side.
pub fn eyes_or_stranger(
    path: &Path,
    side: Option<&str>,
    (save, game): (&SaveFile, &mut open::Game),
    args: &Args,
) -> Result<Eyes, Failure> {
    if side.is_none() {
        return open::eyes_or_stranger(path, side, game);
    }
    eyes_on_copy(path, side, (save, game), args)
}

/// Whether the rules of its game hide more than VASSAL does, and nobody cut the save down to what a side sees.
pub fn hides_more(path: &Path, (save, game): (&SaveFile, &open::Game), args: &Args) -> Result<bool, Failure> {
    let hides = game_hides_more(path, save, game, args)?;
    Ok(hides && HandedOut::of(&game.position.scenario_notes).is_none())
}

fn game_hides_more(path: &Path, save: &SaveFile, game: &open::Game, args: &Args) -> Result<bool, Failure> {
    let known = ours(path, save, game.file.as_deref(), args)?;
    Ok(known.is_some_and(|(known, _)| known.hidden().is_some()))
}

fn by_the_game(
    path: &Path,
    eyes: Eyes,
    (save, game): (&SaveFile, &mut open::Game),
    args: &Args,
) -> Result<Eyes, Failure> {
    if eyes == Eyes::Umpire {
        return Ok(eyes);
    }
    let Some((known, pack)) = ours(path, save, game.file.as_deref(), args)? else { return Ok(eyes) };
    let eyes = eyes.clone().without(pack.closed_to(eyes.side()));
    if let Some(hidden) = known.hidden() {
        let module = match game.module.take() {
            Some(module) => module,
            None => Arc::new(built_in(args, known.id())?),
        };
        if game.file.is_none() {
            game.look_with(path, &module)?;
        }
        seen::limit(game, hidden, &pack, &module, &eyes)?;
        game.module = Some(module);
    }
    Ok(eyes)
}

/// Tells the position of a save of one of our games, whose module is not at hand, by the places of the built-in one.
pub fn place_by_built_in(
    path: &Path,
    (save, table): (&SaveFile, &mut open::Game),
    args: &Args,
) -> Result<(), Failure> {
    if table.module.is_some() {
        return Ok(());
    }
    let Some((game, pack)) = ours(path, save, None, args)? else { return Ok(()) };
    let module = Arc::new(built_in_frame(args, game.id())?);
    let place = standard::name_of_input(path);
    output::note(args, &format!("{place}: using the places of the built-in module of {}", pack.name));
    table.look_with(path, &module)?;
    table.module = Some(module);
    Ok(())
}

/// The module that `build` would make, without its pictures.
pub fn built_in(args: &Args, game: &str) -> Result<Module, Failure> {
    built_in_data(args, game)?.module().map_err(Failure::of_all)
}

/// The same without its pieces, for those who only ask for places.
fn built_in_frame(args: &Args, game: &str) -> Result<Module, Failure> {
    let files = data::kept_files(args)?;
    let shipped = if files.user().is_empty() { frame::shipped(game, &*files) } else { None };
    match shipped {
        Some(module) => Ok(module),
        None => built_in_data(args, game)?.frame().map_err(Failure::of_all),
    }
}

fn built_in_data(args: &Args, game: &str) -> Result<Data, Failure> {
    let files = data::kept_files(args)?;
    if !files.user().is_empty() {
        return build::load(args, game);
    }
    let own = data::game(game, &*files)?;
    Data::of_shipped(&*own, &*files, data::kept_pack(args, &*own)?).map_err(Failure::of_all)
}

/// The game of a save: the one given, else the one its module names.
fn game_of(path: &Path, marks: &[String], wanted: &Wanted<'_>, files: &dyn Files) -> Result<Known, Failure> {
    if let Some(id) = wanted.game {
        return data::game(id, files);
    }
    let id = marks.iter().find_map(|mark| mark.strip_prefix(GAME_MARK));
    match id {
        Some(id) => data::game(id.trim(), files),
        None => {
            Err(Failure::about(path, "does not show which game it is: its module was not made by this tool")
                .help(format!("name the game with --game: {}", games::ids(files))))
        }
    }
}

/// The game of a save and its pack, where it is one of ours. Its data must be readable: they say what is hidden.
pub fn ours(
    path: &Path,
    save: &SaveFile,
    module: Option<&ModuleFile>,
    args: &Args,
) -> Result<Option<(Known, Arc<Pack>)>, Failure> {
    let marks = marks(save, module, &open::limits(args));
    let Ok(game) = game_of(path, &marks, &Wanted::default(), &*data::kept_files(args)?) else {
        return Ok(None);
    };
    let pack = data::kept_pack(args, &*game)?;
    Ok(Some((game, pack)))
}

/// What the module and the save say about the module.
fn marks(save: &SaveFile, module: Option<&ModuleFile>, limits: &Limits) -> Vec<String> {
    let of_module = module.and_then(|module| module.about.clone());
    let of_save = save.module_data(limits).ok().flatten();
    of_module.into_iter().chain(of_save).filter_map(|about| about.extra1).collect()
}

/// The phase meant by `--phase`.
fn phase<'p>(path: &Path, pack: &'p Pack, word: &str) -> Result<&'p Phase, Failure> {
    match pack.phases_meant(word).as_slice() {
        [one] => Ok(one),
        [] => {
            let ids: Vec<&str> = pack.phases.iter().map(|phase| phase.id.as_str()).collect();
            Err(Failure::about(path, format!("--phase {word}: no such phase"))
                .help(format!("phases: {}", ids.join(" "))))
        }
        several => {
            let names: Vec<String> = several.iter().map(|phase| pack.phase_name(&phase.id)).collect();
            Err(Failure::about(path, format!("--phase {word}: could mean {}", names.join(", ")))
                .help("give its id"))
        }
    }
}
