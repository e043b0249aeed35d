//! How fast real files are read and written; the results are checked too.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use liege::compare::modules::ModuleDiff;
use liege::format::build_file::{Document, Element};
use liege::format::leaf::Leaf;
use liege::format::metadata::Metadata;
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

/// A module with a build file of about 3.2 MB and 30 MB of pictures that no packing makes smaller.
fn large_module() -> ModuleFile {
    let slot = |number: usize| {
        let text = format!(
            "+/null/emb2;Flip;128;A;;128;;;128;;;;1;false;0;0;back-{number}.png;;true;Flip;;;false;;1;1;false;70,130;;;Flip;1.0;;true\tmark;Side,Steps\\\tpiece;;;unit-{number}.png;Unit {number}/1\tJapan,2\\\tnull;0;0;{number};0"
        );
        Element::new("VASSAL.build.widget.PieceSlot")
            .with("entryName", format!("Unit {number}"))
            .with("gpid", number.to_string())
            .with("height", "75")
            .with("width", "75")
            .with_text(text)
    };
    let mut list = Element::new("VASSAL.build.widget.ListWidget").with("entryName", "Units");
    (0..10_000).for_each(|number| list.push(slot(number)));
    let window = Element::new("VASSAL.build.module.PieceWindow").with("name", "Units").with_child(list);
    let root = Element::new("VASSAL.build.GameModule").with("name", "Large").with("version", "1");
    let about = Metadata { name: Some("Large".into()), version: Some("1".into()), ..Metadata::default() };
    let mut file = ModuleFile::new(Document::new(root.with_child(window)), about).expect("a module");
    let mut noise: u64 = 1;
    for picture in 0..300 {
        let bytes: Vec<u8> = (0..100_000)
            .map(|_| {
                noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (noise >> 56) as u8
            })
            .collect();
        file.archive.insert(&format!("images/unit-{picture}.png"), bytes).expect("a picture");
    }
    let written = file.write(Timestamp(0)).expect("a file");
    ModuleFile::read(written, &Limits::default()).expect("a module")
}

fn large(criterion: &mut Criterion) {
    let limits = Limits::default();
    let module = large_module();
    let text = module.archive.read_entry(module.build_file_name).expect("a build file");
    assert!((3_000_000..3_600_000).contains(&text.len()), "{}", text.len());
    let mut group = criterion.benchmark_group("large module");
    group.sample_size(10);
    group.bench_function("parse build file of 3.2 MB", |bencher| {
        bencher.iter(|| Document::parse(black_box(&text), &limits).expect("a tree"));
    });
    group.bench_function("change one attribute of 30 MB", |bencher| {
        bencher.iter(|| {
            let mut changed = module.clone();
            let mut root = changed.build_file.root.clone();
            root.set_attr("version", "2");
            changed.build_file = Arc::new(Document::new(root));
            let bytes = changed.write(Timestamp(0)).expect("a file");
            assert!(bytes.len() > 30_000_000);
        });
    });
    let mut other = module.clone();
    let mut root = other.build_file.root.clone();
    root.set_attr("version", "2");
    other.build_file = Arc::new(Document::new(root));
    group.bench_function("diff of two", |bencher| {
        bencher.iter(|| assert_eq!(ModuleDiff::between(&module, &other).components.len(), 1));
    });
    group.finish();
}

criterion_group!(benches, save, build_file, large);
criterion_main!(benches);
