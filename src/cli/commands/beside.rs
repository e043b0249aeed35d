//! What lies beside a save that is checked: earlier saves, logs, copies of sides, an umpire's papers.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use crate::cli::args::{Check, OfSide};
use crate::cli::commands::papers;
use crate::cli::saves::{self, Wanted};
use crate::cli::session::Session;
use crate::cli::{Failure, files, standard};
use crate::table::Table;
use liege_rules::check::case::{Case, Origins, SideCopy};
use liege_rules::data::fault::DataFault;
use liege_rules::desk::Papers;
use liege_rules::desk::digest::Digest32;
use liege_rules::desk::ledger::Ledger;
use liege_rules::desk::log::UmpireLog;
use liege_rules::desk::record::Record;
use liege_rules::position::situation::Situation;
use liege_rules::position::turn_log::TurnLog;
use vassal::model::eyes::Eyes;
use vassal::model::view::{Residue, residues};

/// What is given beside a save that is checked.
pub struct Beside<'a> {
    /// The arguments of every command.
    pub session: &'a Session,
    /// Those of this one.
    pub own: &'a Check,
    /// The save.
    pub understood: &'a Table,
    /// Its file.
    pub path: &'a Path,
}

/// A log of VASSAL or one of an umpire.
enum AnyLog {
    Played(Arc<TurnLog>),
    Kept(Arc<UmpireLog>),
}

impl Beside<'_> {
    /// The case that all of it makes.
    pub fn case(&self, choices: BTreeMap<String, String>) -> Result<Case<Arc<Situation>>, Failure> {
        let own = self.own;
        let copies = self.saves_of("--copy", &own.copies)?;
        let returned = self.saves_of("--returned", &own.returned)?;
        let mut case = Case {
            before: own.previous.as_deref().map(|path| self.before(path)).transpose()?,
            origins: self.origins(&copies, &returned)?,
            copies: self.copies(copies),
            earlier: situations(self.saves_of("--earlier-copy", &own.earlier)?),
            returned: situations(returned),
            shared: own.shared.as_deref().map(|path| self.shared(path)).transpose()?,
            papers: self.papers()?,
            choices,
            ..Case::of(Arc::clone(&self.understood.situation))
        };
        match own.turn_log.as_deref().map(|path| self.log(path)).transpose()? {
            Some(AnyLog::Played(log)) => case.log = Some(log),
            Some(AnyLog::Kept(log)) => case.papers.log = Some(log),
            None => {}
        }
        Ok(case)
    }

    /// What the umpire keeps, but for his log.
    fn papers(&self) -> Result<Papers, Failure> {
        let records = self.own.records.iter().map(|path| papers::records(self.session, path));
        let openings = self.own.openings.iter().map(|path| papers::opening(path).map(Arc::new));
        Ok(Papers {
            ledgers: self.ledgers()?,
            log: None,
            records: records.collect::<Result<Vec<_>, Failure>>()?.concat(),
            openings: openings.collect::<Result<_, _>>()?,
        })
    }

    /// A file of the same game, read with these eyes, and as it is where the side holds it; the points of logs and the
    /// phase are the save's own.
    fn read(&self, path: &Path, side: Option<&str>, is_held: bool) -> Result<Table, Failure> {
        let wanted = Wanted {
            module: self.own.module.as_deref(),
            game: self.own.game.as_deref(),
            side,
            is_held,
            ..Wanted::default()
        };
        let read = saves::read(path, self.session, &wanted)?;
        read.refuse_strangers()?;
        Ok(read)
    }

    fn side(&self) -> Option<&str> {
        self.own.side.side.as_deref()
    }

    /// Refuses a file of another game: nothing in it could be compared.
    fn refuse_other(&self, path: &Path, other: &Situation) -> Result<(), Failure> {
        let known = self.understood.situation.by_id();
        if known.is_empty()
            || other.pieces.is_empty()
            || other.pieces.iter().any(|piece| known.contains_key(piece.id.as_str()))
        {
            return Ok(());
        }
        let save = standard::name_of_input(self.path);
        Err(Failure::about(path, format!("has no pieces in common with {save}"))
            .help("name a file of the same game"))
    }

    /// An earlier save; what its turn tracker does not tell is taken from `--phase`.
    fn before(&self, path: &Path) -> Result<Arc<Situation>, Failure> {
        let mut before = self.read(path, self.side(), false)?.situation;
        self.refuse_other(path, &before)?;
        if before.clock.phase.is_none() && self.own.phase.is_some() {
            Arc::make_mut(&mut before).clock.phase.clone_from(&self.understood.situation.clock.phase);
        }
        Ok(before)
    }

    fn log(&self, path: &Path) -> Result<AnyLog, Failure> {
        let bytes = files::read(path)?;
        match files::text_of(path, &bytes).ok().filter(|text| UmpireLog::looks_like(text)) {
            Some(text) => self.kept(path, &text).map(AnyLog::Kept),
            None => self.played(path).map(AnyLog::Played),
        }
    }

    /// The log that an umpire kept, as far as the looker may read it.
    fn kept(&self, path: &Path, text: &str) -> Result<Arc<UmpireLog>, Failure> {
        let mut faults = Vec::new();
        let log = UmpireLog::read(&standard::name_of_input(path).to_string(), text, &mut faults);
        refuse(&faults)?;
        if log.rules != self.understood.game.id() {
            let (game, rules) = (self.understood.game.id(), &log.rules);
            return Err(Failure::about(path, format!("is a turn log of {rules}, expected one of {game}"))
                .help("name the log of the game that is checked"));
        }
        Ok(Arc::new(match &self.understood.situation.looker {
            Some(alliance) => log.known_to(alliance, |power| self.understood.pack.alliance(power).to_owned()),
            None => log,
        }))
    }

    fn played(&self, path: &Path) -> Result<Arc<TurnLog>, Failure> {
        if self.understood.game.hidden().is_some() && self.understood.eyes != Eyes::Umpire {
            return Err(Failure::about(path, "shows every side's moves, step by step").help(
                "only the umpire may read it: --side umpire; liege view makes a copy of one of its positions",
            ));
        }
        let read = self.read(path, self.side(), false)?;
        self.refuse_other(path, &read.situation)?;
        if read.opened.log_steps == 0 {
            return Err(Failure::about(path, "has no steps, expected the log of a turn")
                .help("VASSAL writes one with File ▸ Begin Logfile; liege resolve with --log"));
        }
        let log = TurnLog::play(read.opened.of_file(), Some(&read.module), &read.eyes, &read.pack);
        log.map(Arc::new).map_err(|error| Failure::about(path, error))
    }

    /// The copies that sides hold, by side.
    fn copies(&self, held: BTreeMap<String, Table>) -> BTreeMap<String, SideCopy<Arc<Situation>>> {
        let understood = self.understood;
        let due = |side: &str| {
            let eyes = Eyes::of_side(side, &understood.opened.position);
            Arc::new(understood.seen_by(&eyes))
        };
        let copy = |(side, held): (String, Table)| {
            let residues = left_in(&held, &side);
            (side.clone(), SideCopy { due: due(&side), held: held.situation, residues })
        };
        held.into_iter().map(copy).collect()
    }

    /// Of which issue copies are, and what the log calls those that were given back.
    fn origins(
        &self,
        copies: &BTreeMap<String, Table>,
        returned: &BTreeMap<String, Table>,
    ) -> Result<Origins, Failure> {
        let issues = |saves: &BTreeMap<String, Table>| {
            let issue = |(side, save): (&String, &Table)| Some((side.clone(), issue_of(save)?));
            saves.iter().filter_map(issue).collect()
        };
        let mut digests = BTreeMap::new();
        for OfSide { side, file } in self.own.returned.iter().filter(|given| given.file.is_file()) {
            let named = returned.keys().find(|name| self.alliance(name).ok() == self.alliance(side).ok());
            if let Some(name) = named {
                digests.insert(name.clone(), Digest32::of(&files::read(file)?));
            }
        }
        Ok(Origins { issued: issues(copies), returned: issues(returned), digests })
    }

    /// Saves of sides, by the names of the sides.
    fn saves_of(&self, argument: &str, given: &[OfSide]) -> Result<BTreeMap<String, Table>, Failure> {
        let mut saves = BTreeMap::new();
        for OfSide { side, file } in given {
            let held = self.read(file, Some(side), true)?;
            self.refuse_other(file, &held.situation)?;
            let name = self.played_side(argument, side, &held.eyes)?;
            if saves.insert(name.clone(), held).is_some() {
                return Err(
                    Failure::new(format!("{argument}: {name} is named twice")).help("a side has one copy")
                );
            }
        }
        Ok(saves)
    }

    /// The name of a side whose secrets the looker may know.
    fn played_side(&self, argument: &str, given: &str, eyes: &Eyes) -> Result<String, Failure> {
        let side = eyes.side().to_owned();
        if *eyes == Eyes::Umpire {
            return Err(Failure::new(format!("{argument} {given}=…: expected a player's side"))
                .help("the umpire has the master, which is the save that is checked"));
        }
        if self.understood.eyes != Eyes::Umpire && self.understood.eyes.side() != side {
            let looker = self.understood.eyes.side();
            return Err(Failure::new(format!("{argument} {side}=…: {looker} may not know what {side} sees"))
                .help("only the umpire may compare copies: --side umpire"));
        }
        Ok(side)
    }

    /// What lies open to all.
    fn shared(&self, path: &Path) -> Result<Arc<Situation>, Failure> {
        Ok(self.read(path, Some(self.understood.eyes.side()), true)?.situation)
    }

    /// The ledgers, by alliance.
    fn ledgers(&self) -> Result<BTreeMap<String, Arc<Ledger>>, Failure> {
        let mut ledgers = BTreeMap::new();
        for OfSide { side, file } in &self.own.ledgers {
            let alliance = self.alliance(side)?;
            let text = files::read_text(file)?;
            let mut faults = Vec::new();
            let ledger = Ledger::read(&standard::name_of_input(file).to_string(), &text, &mut faults);
            refuse(&faults)?;
            if ledgers.insert(alliance, Arc::new(ledger)).is_some() {
                return Err(
                    Failure::new(format!("--ledger: {side} is named twice")).help("a side has one ledger")
                );
            }
        }
        Ok(ledgers)
    }

    /// The alliance of a side by its name or its alliance's.
    fn alliance(&self, given: &str) -> Result<String, Failure> {
        let pack = &self.understood.pack;
        let mut played = pack.sides.iter().filter(|side| !side.sees_all && !side.alliance.is_empty());
        let is_meant = |word: &str| word.eq_ignore_ascii_case(given);
        let Some(side) = played.clone().find(|side| is_meant(&side.name) || is_meant(&side.alliance)) else {
            let names: Vec<&str> = played.by_ref().map(|side| side.name.as_str()).collect();
            return Err(Failure::new(format!("--ledger: no side is called \"{given}\""))
                .help(format!("the sides are {}", names.join(", "))));
        };
        match &self.understood.situation.looker {
            Some(looker) if *looker != side.alliance => {
                Err(Failure::new(format!("--ledger {given}=…: only {given} may read its ledger"))
                    .help("the umpire may read every ledger: --side umpire"))
            }
            _ => Ok(side.alliance.clone()),
        }
    }
}

/// The positions of saves.
fn situations(saves: BTreeMap<String, Table>) -> BTreeMap<String, Arc<Situation>> {
    saves.into_iter().map(|(side, save)| (side, save.situation)).collect()
}

/// The issue that the notes of a copy name.
fn issue_of(save: &Table) -> Option<u32> {
    let records = Record::find(&save.opened.position.scenario_notes).ok()?;
    records.iter().map(|record| record.issue).max()
}

/// What stands in the copy of a side for something that this side may not know.
fn left_in(held: &Table, side: &str) -> Vec<Residue> {
    let position = &held.opened.position;
    let eyes = Eyes::of_side(side, position).without(held.pack.closed_to(side));
    residues(&held.opened.commands, position, &held.module, &eyes)
}

/// Refuses a paper that has faults, with all of them.
fn refuse(faults: &[DataFault]) -> Result<(), Failure> {
    if faults.is_empty() { Ok(()) } else { Err(Failure::of_all(faults)) }
}
