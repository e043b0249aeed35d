//! How long the rules check takes: of the set-ups from the command text of their saves, and of positions that are read.
#![allow(clippy::unwrap_used, reason = "a bench may fail loudly")]

use std::collections::BTreeMap;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use liege::build::Data;
use liege::build::scenario::Table;
use liege::format::command::Command;
use liege::format::timestamp::Timestamp;
use liege::model::eyes::Eyes;
use liege::model::module::Module;
use liege::model::position::Position;
use liege::rules::atpo::supply::Supplied;
use liege::rules::atpo::view::{Unit, View};
use liege::rules::check::Filter;
use liege::rules::check::case::Case;
use liege::rules::data::{Embedded, Files};
use liege::rules::game::pack::Pack;
use liege::rules::games::GAMES;
use liege::rules::position::notation::{self, Date};
use liege::rules::position::situation::{Clock, Situation, from_save, from_scenario};

/// Supply of every unit of the set-ups, with the zones of control that it is traced around.
fn trace_supply(bench: &mut Criterion) {
    let game = GAMES[0];
    let pack = Arc::new(game.pack(&|path: &str| Embedded.text(path).ok().map(str::to_owned)).unwrap());
    for name in ["july-1937", "december-1941", "guadalcanal"] {
        let text = Embedded.text(&format!("oob/atpo/scenarios/{name}.txt")).unwrap();
        let (scenario, _) = notation::read(name, text, &pack.terms.words);
        let situation = Arc::new(from_scenario(&pack, name, &scenario).0);
        bench.bench_function(&format!("trace supply of the whole map, {name}"), |bench| {
            bench.iter(|| {
                let view = View::new(Arc::clone(&situation), BTreeMap::new());
                let supplied = |unit: &&Unit| view.supply().of_unit(unit) == Supplied::Yes;
                assert!(view.units.iter().filter(supplied).count() > 20);
            });
        });
    }
}

/// The set-up that is checked, its month, and a phase in which most checks look.
const SETUP: (&str, Date, &str) = ("guadalcanal", Date { year: 1942, month: 8 }, "EN.5");

/// What is read of a set-up's save.
struct Setup {
    text: String,
    module: Module,
    pack: Arc<Pack>,
}

impl Setup {
    fn of_scenario() -> Self {
        let read = |path: &str| Embedded.text(path).ok().map(str::to_owned);
        let data = Data::load(GAMES[0], &Embedded).unwrap_or_else(|errors| panic!("{errors:?}"));
        let plan = data.plan(Timestamp(0)).unwrap();
        let named = |text: &&String| text.starts_with(SETUP.0);
        let scenario = data.layout.scenario.iter().map(|scenario| &scenario.text).find(named).unwrap();
        let table = Table::new(&data, &plan).unwrap();
        let text = table.save(scenario, data.scenario_text(scenario).unwrap()).unwrap().to_text().unwrap();
        Self { text, module: plan.module(), pack: Arc::new(GAMES[0].pack(&read).unwrap()) }
    }

    fn situation(&self) -> Situation {
        let commands = Command::parse(self.text.clone(), 200).unwrap();
        let (position, _) = Position::read(&commands, Some(&self.module));
        let clock = Clock { date: Some(SETUP.1), phase: Some(SETUP.2.into()) };
        Situation { clock, ..from_save(&self.pack, &position, Some(&self.module), &Eyes::Umpire, None) }
    }
}

fn from_the_save(bench: &mut Criterion) {
    let setup = Setup::of_scenario();
    bench.bench_function("check the scenario save", |bench| {
        bench.iter(|| {
            let checked = GAMES[0].open(&Case::position(setup.situation())).check(&Filter::default());
            assert_eq!(checked.summary.illegal, 0);
            assert!(checked.summary.checked > 100);
        });
    });
}

/// Pieces of a large save.
const LARGE: usize = 8_500;

/// The position with each piece as often as it takes to make it large: what is aboard stays with the first of its
/// carriers, and each copy lies in a stack of its own.
fn large(situation: &Situation) -> Situation {
    let mut large = situation.clone();
    let stacks = 1 + situation.pieces.iter().map(|piece| piece.stack).max().unwrap();
    for ix in situation.pieces.len()..LARGE {
        let copy = ix / situation.pieces.len();
        let mut piece = situation.pieces[ix % situation.pieces.len()].clone();
        piece.stack += copy * stacks;
        large.at.entry(piece.at.clone()).or_default().push(ix);
        large.pieces.push(piece);
    }
    large
}

/// All checks of positions that were read: of the set-up, and of one with as many pieces as large saves have.
fn of_a_position(bench: &mut Criterion) {
    let situation = Setup::of_scenario().situation();
    let large = large(&situation);
    for situation in [situation, large] {
        let situation = Arc::new(situation);
        let name = format!("all checks of {} pieces", situation.pieces.len());
        bench.bench_function(&name, |bench| {
            bench.iter(|| {
                let case = Case::of(Arc::clone(&situation));
                let checked = GAMES[0].open(&case).check(&Filter::default());
                assert!(checked.summary.checked > 100);
            });
        });
    }
}

criterion_group!(benches, from_the_save, of_a_position, trace_supply);
criterion_main!(benches);
