//! How fast the counters are drawn: all faces of the catalogue at 75 pixels with their PNG encoding.
//!
//! The result is checked first: a run that draws blank or too few faces, or takes more than the limit, fails.

#![allow(clippy::unwrap_used, reason = "a benchmark stops at the first fault")]

use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use liege::build::Data;
use liege::rules::data::Embedded;
use liege::rules::games::GAMES;

/// All faces of a game take at most this long on two cores.
const LIMIT: Duration = Duration::from_secs(2);

#[expect(clippy::print_stdout, reason = "a benchmark tells its figures")]
fn counters(criterion: &mut Criterion) {
    let set = Data::load(GAMES[0], &Embedded).unwrap().counters(&[]).unwrap();
    let svgs: Vec<&String> = set
        .counters
        .iter()
        .flat_map(|counter| std::iter::once(&counter.front).chain(&counter.back))
        .collect();
    let pictures: Vec<(&str, u32)> = svgs.iter().map(|svg| (svg.as_str(), 75)).collect();
    assert!(pictures.len() > 800, "only {} faces", pictures.len());

    let two_cores = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let draw = |threads: &rayon::ThreadPool| {
        let begun = Instant::now();
        let pngs = threads.install(|| set.art.pngs(&pictures));
        let taken = begun.elapsed();
        assert!(pngs.iter().all(|png| png.as_ref().is_ok_and(|png| png.len() > 300)), "a face is blank");
        taken
    };
    let best = (0..3).map(|_| draw(&two_cores)).min().unwrap();
    let rate = |taken: Duration, cores: f64| pictures.len() as f64 / taken.as_secs_f64() / cores;
    println!(
        "{} faces of {} counters at 75 px on 2 cores: {best:.2?}, {:.0} faces per second and core",
        pictures.len(),
        set.counters.len(),
        rate(best, 2.0),
    );
    assert!(best <= LIMIT, "{best:?} is more than {LIMIT:?}");

    let mut group = criterion.benchmark_group("counters");
    group.sample_size(10).throughput(Throughput::Elements(pictures.len() as u64));
    group.bench_function("all faces at 75 px", |bencher| bencher.iter(|| draw(&two_cores)));
    group.throughput(Throughput::Elements(1));
    let (svg, _) = pictures[0];
    group.bench_function("one face at 75 px", |bencher| bencher.iter(|| set.art.png(svg, 75).unwrap()));
    group.finish();
}

criterion_group!(benches, counters);
criterion_main!(benches);
