//! A check names the choices it reads: no more, no less, and all of them stand in the game's list.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use liege::rules::atpo::checks::TABLES;
use liege::rules::atpo::view::View;
use liege::rules::check::Report;

use super::{direct, game, pack, page};

#[test]
fn a_check_reads_the_choices_that_it_declares() {
    let views: Vec<View> = game()
        .metas(&pack())
        .iter()
        .filter_map(|meta| Some((meta.id.clone(), page(meta.page.as_ref()?))))
        .flat_map(|(id, page)| {
            let blocks: Vec<String> = page.blocks.into_values().flatten().collect();
            blocks.into_iter().map(move |block| (id.clone(), block))
        })
        .map(|(id, block)| View::new(Arc::new(direct(&pack(), &id, &block)), BTreeMap::new()))
        .collect();
    let mut declared: BTreeSet<&str> =
        game().procedures().iter().flat_map(|entry| entry.choices).copied().collect();
    for check in TABLES.iter().flat_map(|table| table.iter()) {
        let mut read = BTreeSet::new();
        for view in &views {
            view.take_asked();
            (check.run)(view, &mut Report::new(&view.situation));
            read.extend(view.take_asked());
        }
        assert_eq!(read, check.choices.iter().copied().collect(), "choices of {}", check.id);
        declared.extend(check.choices);
    }
    let pack = pack();
    declared.extend(pack.rows.iter().flat_map(|row| row.choices()));
    let listed: BTreeSet<&str> = game().choices().iter().map(|acted| acted.key).collect();
    assert_eq!(declared, listed, "what checks and procedures declare, and the list of the game");
}
