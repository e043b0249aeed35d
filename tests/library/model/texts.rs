//! Names, layers and labels of every piece of real saves, as the real engine gives them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::support::{commands, corpus, data, data_bytes, image_size, module};
use crate::beside::beside;
use liege::format::Limits;
use liege::format::archive::Archive;
use liege::format::command::Command;
use liege::model::markup;
use liege::model::module::Module;
use liege::model::position::{Piece, Position};
use serde_json::Value;

/// What agrees in one save or in several.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Count {
    pieces: usize,
    names: usize,
    layers: usize,
    of_layers: usize,
    labels: usize,
    of_labels: usize,
    calculated: usize,
    of_calculated: usize,
}

impl Count {
    fn add(&mut self, other: Self) {
        self.pieces += other.pieces;
        self.names += other.names;
        self.layers += other.layers;
        self.of_layers += other.of_layers;
        self.labels += other.labels;
        self.of_labels += other.of_labels;
        self.calculated += other.calculated;
        self.of_calculated += other.of_calculated;
    }
}

type Causes = BTreeMap<String, (usize, String)>;

/// Counts what agrees and notes what does not, by the text that makes it.
fn compare(game: &Command, module: &Module, dump: &str, causes: &mut Causes) -> Count {
    let (position, _) = Position::read(game, Some(module));
    let ours: BTreeMap<&str, &Piece> = position.pieces.iter().map(|p| (p.id.as_str(), p)).collect();
    let all = dump.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let theirs: BTreeMap<String, Value> =
        all.filter_map(|line| Some((line["id"].as_str()?.to_owned(), line))).collect();
    let mut count = Count::default();
    for (id, theirs) in &theirs {
        match ours.get(id.as_str()) {
            Some(piece) => compare_piece(theirs, piece, &mut count, causes),
            None => note(causes, "missing".to_owned(), id.clone()),
        }
    }
    Position::ask(game, Some(module), &mut |id, value| {
        let Some(calculated) = theirs.get(id).and_then(|theirs| theirs["calc"].as_object()) else { return };
        let mut names = BTreeSet::new();
        let in_order =
            |name: &String| name.split_once(' ').and_then(|(place, _)| place.parse::<usize>().ok());
        let mut calculated: Vec<_> = calculated.iter().collect();
        calculated.sort_by_key(|(name, _)| in_order(name));
        for (name, expected) in calculated {
            let (place, name) = name.split_once(' ').unwrap();
            // Of several of one name the outermost is what others read.
            if !names.insert(name) {
                continue;
            }
            let ours = value(name);
            count.of_calculated += 1;
            if ours.as_deref() == expected.as_str() {
                count.calculated += 1;
                continue;
            }
            let place: usize = place.parse().unwrap();
            let piece = position.piece(id).unwrap();
            let source = piece.traits.traits.get(place).map_or("", |own| own.type_text.as_str());
            note(causes, format!("calculated {source}"), format!("{id} {name}: {ours:?}, engine {expected}"));
        }
    });
    count
}

fn note(causes: &mut Causes, cause: String, example: String) {
    causes.entry(cause).or_insert((0, example)).0 += 1;
}

fn compare_piece(theirs: &Value, piece: &Piece, count: &mut Count, causes: &mut Causes) {
    count.pieces += 1;
    if theirs["name"] == piece.name {
        count.names += 1;
    } else {
        let example = format!("{}: {:?}, engine {}", piece.id, piece.name, theirs["name"]);
        note(causes, format!("name of {}", piece.basic_name), example);
    }
    let levels: Vec<i32> = piece.layers.iter().map(|layer| layer.level).collect();
    let expected: Vec<i32> =
        theirs["layers"].as_array().unwrap().iter().map(|v| v.as_i64().unwrap() as i32).collect();
    count.of_layers += expected.len();
    count.layers += levels.iter().zip(&expected).filter(|(ours, theirs)| ours == theirs).count();
    for (layer, _) in piece.layers.iter().zip(&expected).filter(|(layer, level)| layer.level != **level) {
        let example = format!("{} {}: {levels:?}, engine {expected:?}", piece.id, piece.name);
        note(causes, format!("layer {}", layer.name), example);
    }
    compare_labels(theirs, piece, count, causes);
}

fn compare_labels(theirs: &Value, piece: &Piece, count: &mut Count, causes: &mut Causes) {
    let mut labels = theirs["labels"].as_object().unwrap().clone();
    // Markup alone shows nothing.
    labels.retain(|_, text| markup::is_seen(text.as_str().unwrap()));
    count.of_labels += labels.len();
    for (place, text) in &labels {
        let place: usize = place.parse().unwrap();
        let ours = piece.label_texts.get(&place);
        if ours.map(String::as_str) == text.as_str() {
            count.labels += 1;
        } else {
            let source = piece.traits.traits.get(place).map_or("", |label| label.state_text.as_str());
            let example = format!("{} {}: {ours:?}, engine {text}", piece.id, piece.name);
            note(causes, format!("label {source}"), example);
        }
    }
    for (place, text) in
        piece.label_texts.iter().filter(|(place, _)| !labels.contains_key(&place.to_string()))
    {
        let source = piece.traits.traits.get(*place).map_or("", |label| label.state_text.as_str());
        note(
            causes,
            format!("label {source}"),
            format!("{} {}: {text:?}, engine none", piece.id, piece.name),
        );
    }
}

fn shown(causes: &Causes, most: usize) -> String {
    let mut causes: Vec<_> = causes.iter().collect();
    causes.sort_by_key(|(_, (times, _))| std::cmp::Reverse(*times));
    let lines = causes
        .iter()
        .take(most)
        .map(|(cause, (times, example))| format!("{times} {cause}\n     {example}\n"));
    lines.collect()
}

/// What only the engine's interpreter knows, of the expressions of `counts.vsav`.
const UNTOLD: [&str; 6] = [
    "Wanted == null",
    "Strength & 1",
    "Random(1)",
    "Wanted.charAt(0)",
    "Wanted.concat(\"x\")",
    "Integer.toString(4) + 1",
];

#[test]
fn what_other_pieces_add_up_to_is_what_the_engine_adds_up() {
    let file = module(&data_bytes("engine/names.vmod"));
    let (module, _) = Module::read(&file.build_file.root, &|_| None);
    let game = commands(&data_bytes("engine/counts.vsav"));
    let mut causes = BTreeMap::new();
    let count = compare(&game, &module, &data("engine/counts.jsonl"), &mut causes);
    causes.retain(|cause, _| !UNTOLD.iter().any(|untold| cause.contains(&format!("({untold})"))));
    assert!(causes.is_empty(), "{}", shown(&causes, 100));
    assert!(count.labels > 900 && count.of_calculated >= 40, "{count:?}");
}

/// Saves whose own module is there, and their modules; the engine was given all others without the windows,
/// pictures and properties of theirs.
const MODULES: [(&str, &str); 4] = [
    ("carcassonne", "carcassonne-ark.vmod"),
    ("longest-day", "longest-day.vmod"),
    ("ragnarok", "ragnarok.vmod"),
    ("tour", "tour.mod"),
];

/// A piece with a mask of its module's own kind, which an engine without the module does not know.
const CONCEALED: &str = "1564795328565";

/// The commands of a save; without its module the engine forgets the properties that the module has.
fn known(bytes: &[u8], has_module: bool) -> Command {
    let game = commands(bytes);
    if has_module {
        return game;
    }
    let text = game.to_text().unwrap();
    let kept: Vec<&str> = text.split('\x1b').filter(|leaf| !leaf.starts_with("GlobalProperty\t")).collect();
    Command::parse(kept.join("\x1b"), 200).unwrap()
}

#[test]
fn names_layers_and_labels_of_the_corpus_are_those_of_the_engine() {
    let Some(corpus) = corpus() else { return };
    let dumps = data_bytes("engine/corpus-texts.zip");
    let dumps = Archive::read(&dumps[..], &Limits::default()).unwrap();
    let mut causes = Causes::new();
    let mut all = Count::default();
    for entry in dumps.entries() {
        let name = entry.name.strip_suffix(".jsonl").unwrap();
        let own = MODULES.iter().find(|(start, _)| name.starts_with(start));
        let file = module(&corpus.bytes(own.map_or("empty-hex.vmod", |(_, module)| module)));
        let (module, _) = Module::read(&file.build_file.root, &|name| image_size(&file, name));
        let dump = String::from_utf8(dumps.read_entry(&entry.name).unwrap()).unwrap();
        let lines = dump.lines().filter(|line| !line.contains(CONCEALED));
        let dump: String = lines.map(|line| format!("{line}\n")).collect();
        let game = known(&corpus.bytes(name), own.is_some());
        all.add(compare(&game, &module, &dump, &mut causes));
    }
    assert!(causes.is_empty(), "{}", shown(&causes, 40));
    let enough = all.pieces > 3_900 && all.of_layers > 2_500 && all.of_labels > 15 && all.of_calculated > 150;
    assert!(enough, "{all:?}");
}

/// A folder of modules, each beside a folder of its name with saves and what the engine makes of them. It is for
/// measuring modules of other people, which belong to nobody's tests.
#[test]
#[allow(clippy::disallowed_methods, reason = "a test looks for its own input")]
fn foreign() {
    let Some(folder) = beside("LIEGE_TEXTS", "texts") else { return };
    let mut causes = BTreeMap::new();
    let mut all = Count::default();
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|end| end != "vmod") {
            continue;
        }
        let file = module(&std::fs::read(&path).unwrap());
        let (module, _) = Module::read(&file.build_file.root, &|name| image_size(&file, name));
        for save in saves(&path.with_extension("")) {
            let dump = std::fs::read_to_string(format!("{}.jsonl", save.display())).unwrap();
            let game = commands(&std::fs::read(&save).unwrap());
            let count = compare(&game, &module, &dump, &mut causes);
            println!("{}: {count:?}", save.display());
            all.add(count);
        }
    }
    println!("{all:?}");
    println!("{}", shown(&causes, 60));
}

#[allow(clippy::disallowed_methods, reason = "a test looks for its own input")]
fn saves(folder: &Path) -> Vec<std::path::PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_none_or(|end| end != "jsonl"));
    paths.sort();
    paths
}
