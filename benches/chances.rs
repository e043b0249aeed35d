//! Exact chances of land combat: in total form, and with units and policies on both sides.

use criterion::{Criterion, criterion_group, criterion_main};
use liege::rules::atpo::land_combat::PROCEDURES;
use liege::rules::atpo::land_combat::{ATTACKER, DEFENDER};
use liege::rules::chances::Limits;
use liege::rules::data::Embedded;
use liege::rules::inputs::pairs;
use liege::rules::procedure::{Entry, Orders, Request};

fn land_combat() -> Option<&'static Entry> {
    PROCEDURES.iter().find(|entry| entry.is_called("ATPO-R39"))
}

fn bench(criterion: &mut Criterion, name: &str, words: &[&str]) {
    let (Some(entry), Ok(table)) = (land_combat(), pairs(words)) else {
        return;
    };
    let request = Request { files: &Embedded, settings: &[], table: &table };
    criterion.bench_function(name, |bencher| {
        bencher.iter(|| {
            let mut orders = Orders::default();
            orders.policy(ATTACKER, "weakest,advance");
            orders.policy(DEFENDER, "retreat,weakest");
            entry.chances(&request, &mut orders, &Limits::default())
        });
    });
}

fn chances(criterion: &mut Criterion) {
    bench(criterion, "land combat chances, totals", &["attack=15", "defence=7", "terrain=jungle"]);
    let units = [
        "attack=3 x 4/2 marine, 2 x 3/2, 1 para drop",
        "defence=3/2 JP, 2/2 JP, 1/1 JP, general Ushijima 1 JP",
    ];
    bench(criterion, "land combat chances, units", &units);
}

criterion_group!(benches, chances);
criterion_main!(benches);
