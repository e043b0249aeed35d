//! Hidden play in the tour: the same waters on the board of all pieces and in the copy of each side.

use std::collections::BTreeMap;

use super::stage::{Sight, Stage};
use crate::cli::commands::umpire::copies::{Copy, Copyist};
use crate::cli::commands::umpire::handed_out::refuse_leaks;
use crate::cli::commands::umpire::layer::Layer;
use crate::cli::commands::umpire::sides;
use crate::cli::{Failure, files};
use crate::report::page::Page;
use crate::table::Table;
use liege_art::abreast::{Captioned, abreast};
use liege_art::templates;
use liege_build::window::HiddenTour;
use liege_rules::data::fault::DataFault;
use liege_rules::desk::commitment::Sealed;
use liege_rules::desk::digest::{Digest32, GameTag};
use liege_rules::desk::hidden::HiddenPlay;
use liege_rules::desk::key::SealKey;
use liege_rules::desk::ledger::Ledger;
use liege_rules::desk::log::UmpireLog;
use liege_rules::desk::record::{IssueTime, Record};

const MASTER: &str = "master.vsav";
const PICTURE: &str = "boards.png";
/// Size of the boards relative to VASSAL's 100 %.
const SCALE: f32 = 0.75;
/// Nothing of the tour is secret, and each tour writes the same bytes: a key that everybody knows.
const OPEN_KEY: [u8; 32] = [1; 32];

/// Adds the station to the page; returns its files, each with what it is.
pub fn show(stage: &Stage<'_>, page: &mut Page) -> Result<Vec<(String, String)>, Failure> {
    let game = &stage.data.layout.name;
    let plot = stage.data.layout.hidden_tour.as_ref();
    let plot = plot.ok_or_else(|| Failure::new(format!("{game} has no tour of its hidden play")))?;
    stage.build()?;
    stage.say("hiding pieces from each side");
    let text = stage.data.scenario_text(&format!("tour/{}", plot.position)).unwrap_or_default();
    stage.save(MASTER, text, "The umpire's board")?;
    let master = stage.understood(MASTER)?;
    let copies = copies(stage, plot, &master)?;
    let mut boards =
        vec![board(stage, plot, (MASTER, "umpire"), "All pieces, as the umpire sees them", &plot.master)?];
    let mut list = vec![
        (stage.module_name(), format!("the module of {game}")),
        (MASTER.to_owned(), "all pieces of both sides".to_owned()),
    ];
    for (copy, alliance) in &copies {
        files::write(&stage.path(&copy.file), &copy.bytes)?;
        let words = plot.sides.get(alliance).map_or("", String::as_str);
        let title = format!("Copy of {}", copy.side);
        boards.push(board(stage, plot, (&copy.file, &copy.side), &title, words)?);
        list.push((copy.file.clone(), format!("the copy of {}", copy.side)));
    }
    let whole = abreast(&boards, &templates::fonts());
    let whole = whole.ok_or_else(|| Failure::new("the boards are too large for one picture"))?;
    let png = stage.write(PICTURE, &whole)?;
    page.section("Hidden play");
    page.text(&format!(
        "{game} is played on a board for each side, and only an umpire sees both. Each side gets a new save: \
         what it may not know is not in the file, and what it has met is there as a ghost.",
    ));
    page.picture(&png, "The same waters on the umpire's board and in the copies of the two sides");
    Ok(list)
}

/// The copies of all sides, as the umpire's desk makes them, each with its alliance.
fn copies(stage: &Stage<'_>, plot: &HiddenTour, master: &Table) -> Result<Vec<(Copy, String)>, Failure> {
    let ledgers = ledgers(stage, plot)?;
    let hidden = master.game.hidden().ok_or_else(|| Failure::new("the game hides nothing"))?;
    let key = SealKey::new(OPEN_KEY);
    let record = record(master, hidden, &key, &ledgers)?;
    let copyist = Copyist { master, key: &key, date: stage.date, issue: 0, record: &record.to_json() };
    let mut all = Vec::new();
    let (mut alliances, mut boards) = (Vec::new(), Vec::new());
    for (side, alliance) in sides(master)? {
        let ledger = ledgers.get(&alliance).cloned().unwrap_or_default();
        let board = hidden.side_board(&master.situation, &ledger, &alliance, 0);
        all.push(copyist.side(&side, &alliance, &board, &Layer::default())?);
        alliances.push(alliance);
        boards.push(board);
    }
    refuse_leaks(master, hidden, &ledgers, (&boards, &BTreeMap::new()), &all)?;
    Ok(all.into_iter().zip(alliances).collect())
}

/// What each side was shown, by the alliance.
fn ledgers(stage: &Stage<'_>, plot: &HiddenTour) -> Result<BTreeMap<String, Ledger>, Failure> {
    let mut faults: Vec<DataFault> = Vec::new();
    let mut all = BTreeMap::new();
    for (alliance, file) in &plot.ledgers {
        let name = format!("tour/{file}");
        let text = stage.data.scenario_text(&name).unwrap_or_default();
        all.insert(alliance.clone(), Ledger::read(&name, text, &mut faults));
    }
    if faults.is_empty() { Ok(all) } else { Err(Failure::of_all(faults)) }
}

/// What the first issue of the game commits to.
fn record(
    master: &Table,
    hidden: &dyn HiddenPlay,
    key: &SealKey,
    ledgers: &BTreeMap<String, Ledger>,
) -> Result<Record, Failure> {
    let id = master.game.id();
    let tag = GameTag::new(id).ok_or_else(|| Failure::new(format!("no hash can be of {id}")))?;
    let mut texts = hidden.texts(&master.situation);
    for (alliance, ledger) in ledgers {
        texts.insert(format!("ledger/{alliance}"), ledger.write());
    }
    let leaves = hidden.leaves(&master.situation, &texts, &UmpireLog::default());
    let leaves = leaves.map_err(|error| Failure::new(error.to_string()))?;
    let sealed = Sealed::new(key, &tag, 0, Digest32::ZERO, &leaves);
    let time = IssueTime { round: hidden.round(&master.situation), ..IssueTime::default() };
    Ok(Record::of(&sealed, time))
}

/// One board with its caption.
fn board(
    stage: &Stage<'_>,
    plot: &HiddenTour,
    (save, side): (&str, &str),
    title: &str,
    text: &str,
) -> Result<Captioned, Failure> {
    let sight = Sight { crop: Some(&plot.view), scale: SCALE, side, spread: true };
    let picture = stage.drawn(save, sight, None)?;
    Ok(Captioned { picture, title: title.to_owned(), text: text.to_owned() })
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::cli::session::Session;
    use crate::games::GAMES;
    use vassal::format::timestamp::Timestamp;

    #[test]
    fn each_board_shows_what_its_side_knows() {
        let folder = tempfile::tempdir().unwrap();
        let session = Session { quiet: true, ..Session::default() };
        let game = GAMES.iter().find(|game| game.hidden().is_some()).unwrap();
        let date = Timestamp::from_day(2026, 1, 1);
        let stage = Stage::new(&session, folder.path(), game.id(), date).unwrap();
        let mut page = Page::new("title", "lead");
        let files = show(&stage, &mut page).unwrap();
        let counters = |save: &str| {
            let seen = stage.understood(save).unwrap();
            let at = |piece: &liege_rules::position::situation::Piece| piece.at.to_string() == "SZ 20";
            let pieces = seen.situation.pieces.iter().filter(|piece| at(piece));
            let mut all: Vec<String> =
                pieces.filter_map(|piece| piece.entry.as_ref()).map(|entry| entry.id.clone()).collect();
            all.sort();
            all.join(" ")
        };
        assert_eq!(counters(MASTER), "japan-bb japan-sub us-cv us-ftr us-inf us-tr");
        assert_eq!(counters("axis.vsav"), "japan-bb japan-sub us-cv us-ftr us-tr");
        assert_eq!(counters("allies.vsav"), "japan-bb us-cv us-ftr us-inf us-tr");
        assert!(files.iter().all(|(name, _)| stage.path(name).exists()), "{files:?}");
        assert!(stage.path(PICTURE).exists() && page.html().contains("data:image/png"));
    }
}
