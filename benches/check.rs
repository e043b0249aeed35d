//! How long the rules check of the scenario takes: from the command text of its save to the findings.
#![allow(clippy::unwrap_used, reason = "a bench may fail loudly")]

use std::collections::BTreeMap;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use liege::build::Data;
use liege::build::scenario::Table;
use liege::format::command::Command;
use liege::format::timestamp::Timestamp;
use liege::model::eyes::Eyes;
use liege::model::position::Position;
use liege::rules::atpo::supply::Supplied;
use liege::rules::atpo::view::{Unit, View};
use liege::rules::case::Case;
use liege::rules::check::Filter;
use liege::rules::data::{Embedded, Files};
use liege::rules::games::GAMES;
use liege::rules::notation::{self, Date};
use liege::rules::situation::{Clock, Situation, from_save, from_scenario};

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

fn check_the_scenario(bench: &mut Criterion) {
    let game = GAMES[0];
    let read = |path: &str| Embedded.text(path).ok().map(str::to_owned);
    let data = Data::load(game, &Embedded).unwrap_or_else(|errors| panic!("{errors:?}"));
    let plan = data.plan(Timestamp(0)).unwrap();
    let scenario = &data.layout.scenario[0].text;
    let table = Table::new(&data, &plan).unwrap();
    let text = table.save(scenario, data.scenario_text(scenario).unwrap()).unwrap().to_text().unwrap();
    let module = plan.module();
    let pack = Arc::new(game.pack(&read).unwrap());
    let clock = Clock { date: Some(Date { year: 1942, month: 8 }), phase: Some("EN.5".into()) };
    bench.bench_function("check the scenario save", |bench| {
        bench.iter(|| {
            let commands = Command::parse(text.clone(), 200).unwrap();
            let (position, _) = Position::read(&commands, Some(&module));
            let situation = from_save(&pack, &position, Some(&module), &Eyes::Umpire, None);
            let situation = Situation { clock: clock.clone(), ..situation };
            let checked = game.open(&Case::position(situation)).check(&Filter::default());
            assert_eq!(checked.summary.illegal, 0);
            assert!(checked.summary.checked > 40);
        });
    });
}

criterion_group!(benches, check_the_scenario, trace_supply);
criterion_main!(benches);
