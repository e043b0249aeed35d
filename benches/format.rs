//! How fast real files are read and written; the results are checked too.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use liege::format::build_file::Document;
use liege::format::leaf::Leaf;
use liege::format::module_file::ModuleFile;
use liege::format::save_file::SaveFile;
use liege::format::{Limits, Timestamp, stream};

#[path = "../tests/support/beside.rs"]
mod beside;
use beside::beside;

/// A file of the folder of real files, where there is one.
#[allow(clippy::disallowed_methods, reason = "a bench reads its own input")]
fn corpus(name: &str) -> Option<Vec<u8>> {
    beside("LIEGE_CORPUS", "corpus").and_then(|folder| std::fs::read(folder.join(name)).ok())
}

fn save(criterion: &mut Criterion) {
    let limits = Limits::default();
    let Some(bytes) = corpus("borodino-79k-stacks.vsav") else {
        return;
    };
    let mut group = criterion.benchmark_group("borodino");
    group.sample_size(10);
    group.bench_function("decode to commands", |bencher| {
        bencher.iter(|| {
            let save = SaveFile::read(black_box(&bytes), &limits).expect("a save");
            let commands = save.commands().expect("commands");
            let pieces = commands.walk().filter(|command| command.own().starts_with("+/"));
            assert_eq!(pieces.count(), 79_346);
        });
    });
    let read = SaveFile::read(&bytes, &limits).expect("a save");
    let commands = read.commands().expect("commands");
    group.bench_function("decode pieces", |bencher| {
        bencher.iter(|| {
            let forms = commands.walk().filter_map(|command| Leaf::decode(command.own()).form());
            assert_eq!(forms.count(), 79_346);
        });
    });
    group.bench_function("encode commands", |bencher| {
        bencher.iter(|| {
            let text = black_box(&commands).to_text().expect("a text");
            let stream = stream::encode(&text, read.encoding).expect("a stream");
            assert_eq!(stream.len(), 19_643_357);
        });
    });
    group.bench_function("write changed save", |bencher| {
        let mut changed = read.clone();
        changed.set_encoding(stream::Encoding::Vcsk { key: 1, upper: false });
        bencher.iter(|| changed.write(Timestamp(0)).expect("a file").len());
    });
    group.finish();
}

fn build_file(criterion: &mut Criterion) {
    let limits = Limits::default();
    let Some(bytes) = corpus("longest-day.vmod") else {
        return;
    };
    let module = ModuleFile::read(&bytes, &limits).expect("a module");
    let text = module.archive.read_entry(module.build_file_name).expect("a build file");
    let mut group = criterion.benchmark_group("longest day");
    group.sample_size(20);
    group.bench_function("parse build file", |bencher| {
        bencher.iter(|| {
            let tree = Document::parse(black_box(&text), &limits).expect("a tree");
            assert_eq!(tree, *module.build_file);
        });
    });
    group.bench_function("write build file", |bencher| {
        bencher.iter(|| module.build_file.write().len());
    });
    group.finish();
}

criterion_group!(benches, save, build_file);
criterion_main!(benches);
