//! The pages of the checks of hidden play, run; table, pages and list say the same.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use liege::rules::aafog::Aafog;
use liege::rules::aafog::checks::TABLES;
use liege::rules::aafog::class::UnitClass;
use liege::rules::check::Filter;
use liege::rules::check::case::Case;
use liege::rules::desk::Papers;
use liege::rules::desk::log::LogEvent;
use liege::rules::game::Game;
use liege::rules::game::pack::Pack;
use liege::rules::position::notation;
use liege::rules::position::situation::{Situation, from_scenario};

use crate::pages::{case_of, direct, ids, page, run_pages};

#[expect(clippy::disallowed_methods, reason = "tests read the data folders themselves")]
fn read(path: &str) -> Option<String> {
    std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)).ok()
}

/// The pack, read once.
pub(super) fn pack() -> Arc<Pack> {
    static PACK: OnceLock<Arc<Pack>> = OnceLock::new();
    PACK.get_or_init(|| Arc::new(Aafog.pack(&read).unwrap_or_else(|faults| panic!("{faults:?}")))).clone()
}

#[test]
fn every_example_reports_what_its_page_declares() {
    let wrong = run_pages(&Aafog, &pack(), &direct);
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn findings_call_powers_and_ships_as_a_sentence_does() {
    let pack = pack();
    let first = |id: &str| {
        let block = &page(&pack.pages[id]).blocks["situation illegal"][0];
        let only = Filter { only: [id.to_owned()].into(), ..Filter::default() };
        Aafog.open(&case_of(&pack, &direct, id, block)).check(&only).findings[0].message.clone()
    };
    assert_eq!(first("AAF-040"), "an aircraft carrier retreated from SZ 20 to SZ 19");
    assert_eq!(first("AAF-050"), "line 5: the US takes Kiangsu with aircraft only");
    assert_eq!(first("AAF-023"), "line 8: Japan attacks Malaya a second time in its turn");
}

#[test]
fn what_is_bound_has_a_row_and_a_page_and_what_has_a_page_is_bound() {
    let pack = pack();
    let bound = TABLES.iter().flat_map(|table| table.iter()).map(|check| check.id);
    let rows = pack.rows.iter().map(|row| row.demand.id.as_str());
    let decided: Vec<&str> = bound.chain(rows).collect();
    let once: BTreeSet<&str> = decided.iter().copied().collect();
    assert_eq!(once.len(), decided.len(), "no check is bound twice");
    let with_page: BTreeSet<&str> = pack.pages.keys().map(String::as_str).collect();
    assert_eq!(once, with_page);
    for meta in Aafog.metas(&pack) {
        let Some(text) = &meta.page else { continue };
        let head = format!("# {} {}\n\nRule: {}\n", meta.id, meta.name, meta.rule);
        assert!(text.starts_with(&head), "{} begins with {head:?}", meta.id);
        let page = page(text);
        assert!(["situation legal", "situation illegal"].iter().all(|info| page.blocks.contains_key(*info)));
        assert!(!page.reports.is_empty(), "{} has a line \"reports:\"", meta.id);
    }
}

#[test]
fn what_a_side_may_not_know_is_left_to_the_umpire() {
    let pack = pack();
    for id in
        ["025", "027", "029", "030", "031", "033", "034", "036", "042", "044", "048", "052", "063", "065"]
    {
        let id = format!("AAF-{id}");
        let page = page(&pack.pages[&id]);
        for block in &page.blocks["situation illegal"] {
            let mut case = case_of(&pack, &direct, &id, block);
            Arc::make_mut(&mut case.now).looker = Some("axis".into());
            let checked = Aafog.open(&case).check(&Filter { only: [id.clone()].into(), ..Filter::default() });
            assert_eq!(ids(&checked), [""; 0], "{id}");
            assert_eq!(checked.not_checked[0].reason, "needs --side umpire", "{id}");
        }
    }
}

/// What a side may not know of an example: enemy units of the master that neither its files nor its ledger show in their
/// places, nor a battle that both fought.
fn unknown_to(case: &Case<Arc<Situation>>, alliance: &str) -> Vec<(String, String, String)> {
    let own = case.copies.values().map(|copy| &copy.held).chain(case.returned.values());
    let files: Vec<&Arc<Situation>> = own.chain(case.earlier.values()).chain(case.shared.iter()).collect();
    let units = |file: &Situation| -> Vec<(String, UnitClass, String)> {
        let unit = |ix| {
            let piece = &file.pieces[ix];
            let is_other = ![alliance, ""].contains(&file.alliance(ix));
            let class = UnitClass::of_kind(piece.kind()).filter(|_| is_other)?;
            Some((piece.id.clone(), class, piece.at.to_string()))
        };
        file.all().filter_map(unit).collect()
    };
    let mut known: Vec<(UnitClass, String)> =
        files.iter().flat_map(|file| units(file)).map(|(_, class, place)| (class, place)).collect();
    for entry in case.papers.ledgers.values().flat_map(|ledger| &ledger.entries) {
        known.extend(UnitClass::find(&entry.class).map(|class| (class, entry.place.clone())));
    }
    for entry in case.papers.log.iter().flat_map(|log| &log.entries) {
        if let LogEvent::Battle(battle) = &entry.event {
            let classes = battle.units.values().flat_map(|units| &units.0);
            let classes = classes.filter_map(|unit| UnitClass::find(&unit.class));
            known.extend(classes.map(|class| (class, battle.place.clone())));
        }
    }
    let hidden =
        units(&case.now).into_iter().filter(|(_, class, place)| !known.contains(&(*class, place.clone())));
    hidden.map(|(id, class, place)| (id, class.name().to_owned(), place)).collect()
}

/// The master of a text as one alliance sees it: without the units of the other.
fn hidden_from(looker: &str, pack: &Arc<Pack>, name: &str, text: &str) -> Situation {
    let (mut scenario, _) = notation::read(name, text, &pack.terms.words);
    let is_hidden = |id: &str| {
        let alliance = pack.catalogue.get(id).map_or("", |entry| pack.alliance(&entry.nation));
        !["", looker].contains(&alliance)
    };
    scenario.placements.iter_mut().for_each(|line| line.pieces.retain(|placed| !is_hidden(&placed.id)));
    let (situation, _) = from_scenario(pack, name, &scenario);
    Situation { looker: Some(looker.into()), ..situation }
}

#[test]
fn a_fault_that_hidden_units_make_is_never_counted_as_checked_for_a_side() {
    let pack = pack();
    let (mut wrong, mut hidden) = (Vec::new(), 0);
    for (id, text) in &pack.pages {
        let page = page(text);
        let only = Filter { only: [id.clone()].into(), ..Filter::default() };
        for block in &page.blocks["situation illegal"] {
            for (name, alliance) in [("Axis", "axis"), ("Allies", "allies")] {
                // What the umpire finds with the files of this side and the whole master.
                let mut whole = case_of(&pack, &direct, id, block);
                whole.copies.retain(|side, _| side == name);
                whole.earlier.retain(|side, _| side == name);
                whole.returned.retain(|side, _| side == name);
                whole.papers.ledgers.retain(|side, _| side == alliance);
                let make = |pack: &Arc<Pack>, name: &str, text: &str| hidden_from(alliance, pack, name, text);
                let cut = case_of(&pack, &make, id, block);
                let known = whole
                    .papers
                    .log
                    .as_ref()
                    .map(|log| Arc::new(log.known_to(alliance, |who| pack.alliance(who).to_owned())));
                let found = !Aafog.open(&whole).check(&only).findings.is_empty();
                let (now, before, log) = (cut.now, cut.before, cut.log);
                let seen = Case { now, before, log, ..whole };
                let seen = Case { papers: Papers { log: known, ..seen.papers.clone() }, ..seen };
                let checked = Aafog.open(&seen).check(&only);
                if found && checked.findings.is_empty() {
                    hidden += 1;
                    if checked.not_checked.is_empty() {
                        wrong.push(format!("{id} for {alliance}"));
                    }
                }
            }
        }
    }
    wrong.dedup();
    assert!(wrong.is_empty(), "silently counted as checked: {}", wrong.join(", "));
    assert!(hidden > 20, "only {hidden} examples have anything to hide");
}

#[test]
fn no_check_tells_a_side_of_units_that_it_may_not_see() {
    let pack = pack();
    let mut wrong = Vec::new();
    for (id, text) in &pack.pages {
        let page = page(text);
        for block in &page.blocks["situation illegal"] {
            for (name, alliance) in [("Axis", "axis"), ("Allies", "allies")] {
                let mut case = case_of(&pack, &direct, id, block);
                Arc::make_mut(&mut case.now).looker = Some(alliance.into());
                case.copies.retain(|side, _| side == name);
                case.earlier.retain(|side, _| side == name);
                case.returned.retain(|side, _| side == name);
                case.papers.ledgers.retain(|side, _| side == alliance);
                case.papers.log = case
                    .papers
                    .log
                    .map(|log| Arc::new(log.known_to(alliance, |who| pack.alliance(who).to_owned())));
                let hidden = unknown_to(&case, alliance);
                let findings = Aafog.open(&case).check(&Filter::default()).findings;
                for finding in findings {
                    let says = finding.message.to_lowercase();
                    let tells = |(piece, class, place): &&(String, String, String)| {
                        finding.pieces.iter().any(|named| named.id == *piece)
                            || (says.contains(class) && says.contains(&place.to_lowercase()))
                    };
                    if let Some(told) = hidden.iter().find(tells) {
                        wrong.push(format!(
                            "{id}, {name}: {} tells {told:?}: {}",
                            finding.id, finding.message
                        ));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
