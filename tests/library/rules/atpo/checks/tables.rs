//! The same examples laid out by the builder and read back: notation, save, position, situation.

use std::sync::Arc;

use liege::build::Data;
use liege::build::scenario::Table;
use liege::format::timestamp::Timestamp;
use liege::model::eyes::Eyes;
use liege::model::position::Position;
use liege::rules::data::Embedded;
use liege::rules::game::pack::Pack;
use liege::rules::games::GAMES;
use liege::rules::position::notation;
use liege::rules::position::situation::{Clock, Situation, from_save};

use super::run_pages;

#[test]
fn every_example_reports_the_same_when_it_is_read_from_a_save() {
    let data = Data::load(GAMES[0], &Embedded).unwrap_or_else(|faults| panic!("{faults:?}"));
    let plan = data.plan(Timestamp(0)).unwrap_or_else(|faults| panic!("{faults:?}"));
    let table = Table::new(&data, &plan).unwrap_or_else(|faults| panic!("{faults:?}"));
    let module = plan.module();
    let by_save = |pack: &Arc<Pack>, name: &str, text: &str| -> Situation {
        let command = table.save(name, text).unwrap_or_else(|faults| panic!("{name}: {faults:?}\n{text}"));
        let (position, problems) = Position::read(&command, Some(&module));
        assert!(problems.is_empty(), "{name}: {problems:?}");
        let (scenario, _) = notation::read(name, text, &pack.terms.words);
        let clock = Clock { date: scenario.date, phase: scenario.phase };
        let told = from_save(pack, &position, Some(&module), &Eyes::Umpire, None);
        if let (Some(date), Some(phase)) = (clock.date, &clock.phase) {
            assert_eq!((told.clock.date, told.clock.phase.as_ref()), (Some(date), Some(phase)), "{name}");
        }
        // A tracker always stands somewhere, an example need not say when it is.
        Situation { clock, ..told }
    };
    let wrong = run_pages(&by_save);
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
