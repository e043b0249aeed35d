//! A check names the choices it reads: no more, no less, and all of them stand in the game's list.

use std::collections::BTreeSet;
use std::sync::Arc;

use liege::rules::atpo::checks::TABLES;
use liege::rules::atpo::view::View;
use liege::rules::check::case::Case;
use liege::rules::check::{Report, Run};
use liege::rules::position::moves::Moves;

use super::{case_of, direct, game, pack, page};

/// Every position that a page shows; a guard of a procedure shows runs, which hold none.
fn cases() -> Vec<Case<View>> {
    let pack = pack();
    let blocks = pack.pages.iter().flat_map(|(id, text)| {
        let blocks: Vec<String> = page(text).blocks.into_values().flatten().collect();
        let positions = blocks.into_iter().filter(|block| !block.starts_with("liege run "));
        positions.map(move |block| (id, block))
    });
    let view = |situation: &Arc<_>| View::new(Arc::clone(situation), Default::default());
    blocks.map(|(id, block)| case_of(&pack, &direct, id, &block).map(view)).collect()
}

fn run(check: &Run<View>, case: &Case<View>) {
    let (now, mut report) = (&case.now, Report::new(&case.now.situation));
    match (check, &case.before, &case.log) {
        (Run::Now(check), ..) => check(now, &mut report),
        (Run::Since(check), Some(before), _) => {
            check(before, now, &Moves::between(&before.situation, &now.situation), &mut report);
        }
        (Run::WithEarlier(check), before, _) => check(now, before.as_ref(), &mut report),
        (Run::Log(check), _, Some(log)) => check(now, log, &mut report),
        (Run::Whole(check), ..) => _ = check(case, &mut report),
        (Run::Since(_) | Run::Log(_) | Run::Copies(_), ..) => {}
    }
}

#[test]
fn a_check_reads_the_choices_that_its_row_declares() {
    let (pack, cases) = (pack(), cases());
    let mut declared: BTreeSet<&str> =
        game().procedures().iter().flat_map(|entry| entry.choices).copied().collect();
    for check in TABLES.iter().flat_map(|table| table.iter()) {
        let mut read = BTreeSet::new();
        for case in &cases {
            case.now.take_asked();
            run(&check.run, case);
            read.extend(case.now.take_asked());
        }
        let row = pack.demands.iter().find(|demand| demand.id == check.id).unwrap();
        let of_row: BTreeSet<&str> = row.choices.iter().map(String::as_str).collect();
        assert_eq!(read, of_row, "choices of {}", check.id);
        declared.extend(of_row);
    }
    for row in &pack.rows {
        let read: BTreeSet<&str> = row.choices().collect();
        let of_row: BTreeSet<&str> = row.demand.choices.iter().map(String::as_str).collect();
        assert_eq!(read, of_row, "choices of {}", row.demand.id);
        declared.extend(of_row);
    }
    let listed: BTreeSet<&str> = game().choices().iter().map(|acted| acted.key).collect();
    assert_eq!(declared, listed, "what checks and procedures declare, and the list of the game");
}
