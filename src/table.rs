//! A save or log, opened once with its module, its game and who looks at it, and asked many things.
//!
//! ```
//! use liege::format::{Limits, save_file::SaveFile};
//! use liege::table::Table;
//!
//! # fn found(bytes: Vec<u8>) -> Result<(), Box<dyn std::error::Error>> {
//! let save = SaveFile::read(bytes, &Limits::default())?;
//! let table = Table::open(save).game("atpo").side("umpire").lay()?;
//! for finding in table.check().findings {
//!     println!("{}", finding.message);
//! }
//! # Ok(())
//! # }
//! ```

pub mod copies;
pub mod games;
pub mod handed_out;
pub mod looker;
pub mod opened;
pub mod opening;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::Failure;
use crate::games::Known;
use games::Games;
use handed_out::HandedOut;
use liege_build::GAME_MARK;
use liege_rules::check::case::Case;
use liege_rules::check::{Checked, Filter};
use liege_rules::data::{Files as _, Overlay};
use liege_rules::game::Questions;
use liege_rules::game::facts::DerivedValue;
use liege_rules::game::pack::{Pack, Phase};
use liege_rules::play::battle::{Battle, PlannedChange};
use liege_rules::play::chances::Limits;
use liege_rules::play::dice::Dice;
use liege_rules::play::procedure::{AnyProcedure, Decide, Policies, Request, Resolution};
use liege_rules::position::situation::{Piece, PlaceId, Situation, from_save};
use opened::OpenedSave;
use opening::{Opener, Opening};
use vassal::diagnostic::{counted, few, grouped};
use vassal::format;
use vassal::format::module_file::ModuleFile;
use vassal::format::save_file::SaveFile;
use vassal::model::eyes::{Eyes, Veil};
use vassal::model::module::Module;
use vassal::model::position::{Piece as TablePiece, Position};
use vassal::model::view;

/// So many pieces that are not counted are named.
const MOST_NAMED: usize = 3;

/// Pieces of a position that rules are asked about, some of which look at each pair of them in a place: more than any
/// game has.
const MOST_PIECES: usize = 4_000;
const MOST_IN_PLACE: usize = 1_500;

/// A save as a position of a game.
pub struct Table {
    /// The game.
    pub game: Known,
    /// Its pack.
    pub pack: Arc<Pack>,
    /// The save.
    pub save: SaveFile,
    /// What the save says, with places by the module.
    pub opened: OpenedSave,
    /// The module, that of the save or the built-in one.
    pub module: Arc<Module>,
    /// The same in the pack's terms.
    pub situation: Arc<Situation>,
    /// The data files of its game.
    files: Arc<Overlay<'static>>,
    /// What messages call it; empty where it has no name.
    name: String,
    /// Whether the save or its module says which game it is.
    names_game: bool,
    /// Who looks.
    pub eyes: Eyes,
    /// The position as the copy for the looker has it, where he sees less than the save holds.
    shown: Option<Position>,
}

impl Table {
    /// Opens a save.
    #[must_use]
    pub fn open<'a>(save: SaveFile) -> Opener<'a> {
        Opener::of(save)
    }

    /// Lays an opened save on the table.
    ///
    /// # Errors
    /// As [`Opener::lay`], but for pieces that the game does not know.
    pub fn laid(
        save: SaveFile,
        mut opened: OpenedSave,
        how: &Opening<'_>,
        games: &dyn Games,
    ) -> Result<Self, Failure> {
        let about = |fault: Failure| fault.before(how.name);
        let marks = marks(&save, opened.file.as_deref());
        let game = game_of(&marks, how.game, how.name, games)?;
        let pack = games.pack(&*game)?;
        let module = match opened.module.take() {
            Some(module) => module,
            // What a side sees is a copy that may show other pieces.
            None => {
                let with_pieces = !how.makes_nothing || how.side.is_some_and(|side| !looker::is_umpire(side));
                games.module(&*game, with_pieces)?
            }
        };
        opened.look_with(&module).map_err(about)?;
        opened.module = Some(Arc::clone(&module));
        let stranger = Eyes::stranger().without(pack.closed_to(""));
        let eyes = looker::eyes_beside(how.side, &opened, &stranger).map_err(about)?;
        let shown = match game.hidden() {
            _ if how.is_held => None,
            Some(hidden) => {
                copies::limit(&mut opened, hidden, &pack, &module, &eyes)?;
                None
            }
            None => shown(&opened, &module, &eyes)?,
        };
        let phase = how.phase.map(|word| phase(&pack, word)).transpose().map_err(about)?;
        let position = shown.as_ref().unwrap_or(&opened.position);
        let situation = Arc::new(from_save(&pack, position, Some(&module), &eyes, phase));
        refuse_crowds(&pack, &situation).map_err(about)?;
        let names_game = marks.iter().any(|mark| mark.starts_with(GAME_MARK));
        let (name, files) = (how.name.to_owned(), games.files()?);
        Ok(Self { game, pack, save, files, name, opened, module, situation, names_game, eyes, shown })
    }

    /// The position with nothing beside it, open to questions.
    #[must_use]
    pub fn questions(&self) -> Box<dyn Questions> {
        self.game.open(&Case::of(Arc::clone(&self.situation)))
    }

    /// Every state that the rules forbid.
    #[must_use]
    pub fn check(&self) -> Checked {
        self.questions().check(&Filter::default())
    }

    /// The battles that the position declares.
    #[must_use]
    pub fn battles(&self) -> Vec<Battle> {
        self.questions().battles()
    }

    /// The procedure that resolves a battle.
    ///
    /// # Errors
    /// The game's data are faulty.
    pub fn procedure_of(&self, battle: &Battle) -> Result<AnyProcedure, Failure> {
        let read = |path: &str| self.files.text(path).ok().map(str::to_owned);
        let mut all = self.game.all_procedures(&read).map_err(Failure::of_all)?;
        let at = all.iter().position(|entry| entry.id == battle.procedure);
        let at = at.ok_or_else(|| Failure::new(format!("no procedure {}", battle.procedure)))?;
        Ok(all.swap_remove(at))
    }

    /// Resolves a battle once, with these dice and by who decides. What the rules forbid is a report that says so.
    ///
    /// # Errors
    /// Wrong values or faces; a procedure without end.
    pub fn resolve(
        &self,
        battle: &Battle,
        dice: &mut dyn Dice,
        who: &mut dyn Decide,
    ) -> Result<Resolution, Failure> {
        let request = Request { files: &*self.files, settings: &[], table: &battle.inputs };
        let report = self.procedure_of(battle)?.run(&request, dice, who);
        report.map_err(|error| Failure::new(format!("{}: {error}", battle.id)))
    }

    /// The chances of all results of a battle while both sides follow policies: exact, or sampled beyond the limits.
    ///
    /// # Errors
    /// Wrong values; a procedure without end.
    pub fn chances(&self, battle: &Battle, who: &Policies, limits: &Limits) -> Result<Resolution, Failure> {
        let request = Request { files: &*self.files, settings: &[], table: &battle.inputs };
        let report = self.procedure_of(battle)?.chances(&request, who, limits);
        report.map_err(|error| Failure::new(format!("{}: {error}", battle.id)))
    }

    /// The edits of the save that the deeds of a resolved battle ask for.
    #[must_use]
    pub fn changes(&self, battle: &Battle, report: &Resolution) -> Vec<PlannedChange> {
        self.questions().changes(battle, &report.deeds)
    }

    /// What players would otherwise count by hand, of a place or of the whole position.
    #[must_use]
    pub fn facts(&self, place: Option<&PlaceId>) -> Vec<DerivedValue> {
        self.questions().facts(place)
    }

    /// Refuses a save of which the game knows no piece: nothing could be said about it, and a clean result would be a
    /// lie. A save of the game's own module may be empty.
    pub fn refuse_strangers(&self) -> Result<(), Failure> {
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
        Err(Failure::new(what).before(&self.name).help(format!(
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
            let own = self.opened.position.piece(&piece.id);
            own.and_then(|own| self.eyes.veil(own, Some(&self.module))) == Some(Veil::Mask)
        };
        let there = whole.pieces.iter().filter(|piece| piece.tray.is_none() && places.contains(&piece.at));
        there.clone().any(|piece| is_masked(piece) || self.is_chit_of_others(piece, looker))
            || self.has_stand_in_beside(there.map(|piece| piece.id.as_str()))
    }

    /// Whether an unknown counter of a copy lies where one of these pieces does.
    fn has_stand_in_beside<'p>(&self, pieces: impl Iterator<Item = &'p str>) -> bool {
        let position = &self.opened.position;
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
        if let Some(HandedOut::Copy { side, .. }) = HandedOut::of(&self.opened.position.scenario_notes) {
            return Some(side);
        }
        let about = self.save.save_data(&format::Limits::default()).ok()??;
        handed_out::side_of(about.description.as_deref()?).map(str::to_owned)
    }

    /// Tells the position anew after its commands have changed.
    pub fn look_again(&mut self) -> Result<(), Failure> {
        self.opened.look_again(&self.module);
        if self.shown.is_some() {
            self.shown = shown(&self.opened, &self.module, &self.eyes)?;
        }
        self.situation = Arc::new(self.seen_by(&self.eyes));
        Ok(())
    }

    /// The position as these eyes see it, in the phase that it is.
    pub fn seen_by(&self, eyes: &Eyes) -> Situation {
        let phase = self.situation.clock.phase.as_deref().and_then(|id| self.pack.phase(id));
        let phase = phase.map(|(_, phase)| phase);
        let shown = self.shown.as_ref().filter(|_| *eyes == self.eyes);
        from_save(&self.pack, shown.unwrap_or(&self.opened.position), Some(&self.module), eyes, phase)
    }
}

/// Refuses a position with so many pieces that no rules could be asked in any bearable time.
fn refuse_crowds(pack: &Pack, situation: &Situation) -> Result<(), Failure> {
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
    Err(Failure::new(what).help(help))
}

/// The position as the copy for a side has it; none for who sees all.
fn shown(opened: &OpenedSave, module: &Module, eyes: &Eyes) -> Result<Option<Position>, Failure> {
    Ok(copies::in_copy(&opened.commands, &opened.position, module, eyes)?.map(|(_, position)| position))
}

/// The game of a save: the one given, else the one its module names.
pub(crate) fn game_of(
    marks: &[String],
    given: Option<&str>,
    name: &str,
    games: &dyn Games,
) -> Result<Known, Failure> {
    let named = || marks.iter().find_map(|mark| mark.strip_prefix(GAME_MARK)).map(str::trim);
    match given.or_else(named) {
        Some(id) => games.game(id),
        None => Err(Failure::new("does not show which game it is: its module was not made by this tool")
            .before(name)
            .help(format!("name the game with --game: {}", games.ids()))),
    }
}

/// What the module and the save say about the module.
pub(crate) fn marks(save: &SaveFile, module: Option<&ModuleFile>) -> Vec<String> {
    let of_module = module.and_then(|module| module.about.clone());
    let of_save = save.module_data(&format::Limits::default()).ok().flatten();
    of_module.into_iter().chain(of_save).filter_map(|about| about.extra1).collect()
}

/// The phase meant by `--phase`.
fn phase<'p>(pack: &'p Pack, word: &str) -> Result<&'p Phase, Failure> {
    match pack.phases_meant(word).as_slice() {
        [one] => Ok(one),
        [] => {
            let ids: Vec<&str> = pack.phases.iter().map(|phase| phase.id.as_str()).collect();
            Err(Failure::new(format!("--phase {word}: no such phase"))
                .help(format!("phases: {}", ids.join(" "))))
        }
        several => {
            let names: Vec<String> = several.iter().map(|phase| pack.phase_name(&phase.id)).collect();
            Err(Failure::new(format!("--phase {word}: could mean {}", names.join(", "))).help("give its id"))
        }
    }
}
