//! A save laid on the table by the library, and what it answers.

use std::sync::LazyLock;

use liege::build::Data;
use liege::build::scenario;
use liege::format::save_file::SaveFile;
use liege::format::timestamp::Timestamp;
use liege::rules::data::Embedded;
use liege::rules::games::known;
use liege::rules::play::chances::Limits;
use liege::rules::play::dice::Given;
use liege::rules::play::procedure::{Orders, Policies};
use liege::table::Table;

/// One division more in a hex than it holds, and a ship in a closed tray of the other side.
const START: &str = "game: atpo
date: 1942-08
at W5021: jp-inf-2, jp-inf-3, jp-inf-4, jp-inf-5, jp-inf-6
at E4725: us-tf-1 hidden
tray us-tf-1: us-bb-north-carolina
";

static DATA: LazyLock<Data> = LazyLock::new(|| {
    let game = known("atpo", &Embedded).expect("a game of ours");
    Data::load(&*game, &Embedded).unwrap_or_else(|errors| panic!("{errors:?}"))
});

fn save(text: &str) -> SaveFile {
    let plan = DATA.plan(Timestamp(0)).expect("its module");
    let table = scenario::Table::new(&DATA, &plan).expect("its table");
    let commands = table.save("start", text).unwrap_or_else(|errors| panic!("{errors:?}"));
    SaveFile::new(&commands, Some(plan.about.write().as_bytes()), &plan.about).expect("a save")
}

#[test]
fn a_save_is_laid_by_the_game_that_its_module_names_and_checked() {
    let table = Table::open(save(START)).side("umpire").lay().unwrap();
    assert_eq!(table.game.id(), "atpo");
    let ids: Vec<String> = table.check().findings.into_iter().map(|finding| finding.id).collect();
    assert!(ids.iter().any(|id| id == "ATPO-S01"), "{ids:?}");
    let place = table.pack.map.find("W5021").unwrap();
    let facts = table.facts(Some(&place));
    assert!(facts.iter().any(|fact| fact.label.contains("steps")), "{}", facts.len());
}

#[test]
fn a_side_sees_no_tray_that_is_closed_to_it() {
    let ships = |side: &str| {
        let table = Table::open(save(START)).side(side).lay().unwrap();
        table.situation.pieces.iter().filter(|piece| piece.name.contains("North Carolina")).count()
    };
    assert_eq!([ships("umpire"), ships("Allies"), ships("Japan")], [1, 1, 0]);
}

#[test]
fn what_is_missing_to_lay_a_save_is_said_with_what_to_do() {
    let refused = |opener: liege::table::opening::Opener<'_>| opener.lay().err().unwrap().to_string();
    let blind = refused(Table::open(save(START)));
    assert!(blind.contains("hidden pieces") && blind.contains("--side"), "{blind}");
    let unknown = refused(Table::open(save(START)).game("chess"));
    assert!(unknown.contains("unknown game \"chess\""), "{unknown}");
    let late = refused(Table::open(save(START)).side("umpire").step(3));
    assert!(late.contains("no steps to play"), "{late}");
    let foreign = refused(Table::open(save(START)).side("umpire").game("aafog"));
    assert!(foreign.contains("knows none of them"), "{foreign}");
}

#[test]
fn a_battle_is_resolved_and_its_changes_are_planned() {
    let text = "game: atpo\ndate: 1942-11\nphase: OL.4\ncontrol: JP E4229 E4631\n\
                at E4632: chit:small-airbase, chit:us-sea-supply, au-hq-ngf, au-inf-7 standby attack E4631\n\
                at E4631: jp-snlf-sasebo-5\n";
    let table = Table::open(save(text)).side("umpire").lay().unwrap();
    let battles = table.battles();
    assert_eq!(battles.iter().map(|battle| battle.id.as_str()).collect::<Vec<_>>(), ["land-E4631"]);
    let mut policies = Policies::default();
    policies.assume();
    let chances = table.chances(&battles[0], &policies, &Limits::default()).unwrap().chances.unwrap();
    assert!(chances.exact && chances.results.len() > 1, "{:?}", chances.odds);
    let mut orders = Orders::default();
    battles[0].forces.0.iter().for_each(|force| orders.policy(force.role, "balanced"));
    let report = table.resolve(&battles[0], &mut Given::new([6]), &mut orders).unwrap();
    assert_eq!(report.faces.len(), 1);
    assert!(!table.changes(&battles[0], &report).is_empty(), "{}", report.result);
}
