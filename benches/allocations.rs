//! How much memory the reading of saves asks for: allocations and bytes for each piece, the growth with the pieces, and
//! what stacks without pieces take, as saves have them by the ten thousand.

use std::alloc::System;
use std::fmt::Write as _;

use liege::format::Limits;
use liege::format::leaf::Leaf;
use liege::format::save_file::SaveFile;
use liege::format::stream::{self, Encoding};
use liege::model::position::Position;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Traits of a piece as modules have them: a mask, Layers, commands, markers.
const TRAITS: usize = 40;

/// The stream of a save with these commands.
fn stream_of(commands: &str) -> Vec<u8> {
    let text = format!("begin_save{commands}\u{1b}end_save");
    stream::encode(&text, Encoding::for_new(&text)).expect("a stream")
}

/// So many stacks that all pieces have left, with ids and map as VASSAL gives them.
fn empty_stacks(stacks: usize) -> Vec<u8> {
    let mut text = String::new();
    for id in 0..stacks {
        let id = 1_500_000_000_000 + id;
        let stack = Leaf::add(Some(id.to_string()), ("stack".into(), "Main Map;1234;987".into()));
        write!(text, "\u{1b}{}", stack.encode().expect("a command")).expect("a text");
    }
    stream_of(&text)
}

/// The stream of a save with so many pieces, each in a stack of its own.
fn save(pieces: usize) -> Vec<u8> {
    let mut text = String::new();
    for id in 0..pieces {
        let (mut types, mut states, mut escapes) = (String::new(), String::new(), String::new());
        for own in 0..TRAITS {
            let (definition, state) = match own % 4 {
                0 => (
                    format!("emb2;;2;;;2;;;2;;;;1;false;0;0;a{own}.png,b.png;,+ (b);true;L{own};;;true"),
                    "1",
                ),
                1 => (format!("mark;m{own}"), "value"),
                2 => (format!("PROP;p{own};true\\,0\\,9\\,false;:;"), "7"),
                _ => (format!("sendto;Send {own};65,130;Map;Board;10;20;;0;0;0;0;;L"), ""),
            };
            write!(types, "{definition}{escapes}\t").expect("a text");
            write!(states, "{state}{escapes}\t").expect("a text");
            escapes.push('\\');
        }
        write!(types, "piece;;;p.png;Unit {id}").expect("a text");
        write!(states, "Map;{x};20;{id};0", x = id % 4000).expect("a text");
        let piece = Leaf::add(Some(id.to_string()), (types, states)).encode().expect("a command");
        let stack = Leaf::add(Some(format!("{id}0000")), ("stack".into(), format!("Map;1;2;{id}")));
        write!(text, "\u{1b}{piece}\u{1b}{}", stack.encode().expect("a command")).expect("a text");
    }
    stream_of(&text)
}

/// What the reading of a save to its position asks for.
struct Used {
    allocations: usize,
    /// All that was asked for, the same room twice where it was given back between: more than was ever in use at once.
    allocated: usize,
    /// What is still in use at the end.
    kept: usize,
    text: usize,
}

fn read(stream: &[u8]) -> (Used, Position) {
    let region = Region::new(ALLOCATOR);
    let save = SaveFile::read(stream, &Limits::default()).expect("a save");
    let commands = save.whole_commands().expect("a game");
    let (position, problems) = Position::read(commands, None);
    let used = region.change();
    assert_eq!(problems, []);
    let (allocated, kept) = (used.bytes_allocated, used.bytes_allocated - used.bytes_deallocated);
    (Used { allocations: used.allocations, allocated, kept, text: save.text().len() }, position)
}

#[expect(clippy::print_stdout, reason = "a bench tells its figures")]
fn main() {
    let heads = ["pieces", "MB of text", "allocations", "kept/text", "all/text"];
    println!("{}", heads.map(|head| format!("{head:>12}")).join(""));
    let mut first = None;
    for pieces in [1000, 2000, 4000, 8000] {
        let (used, position) = read(&save(pieces));
        assert_eq!((position.pieces.len(), position.stacks.len()), (pieces, pieces));
        assert!(position.pieces.iter().all(|piece| piece.layers.len() == TRAITS / 4));
        let each = tell(pieces, &used);
        let first = *first.get_or_insert(each);
        assert!(each < first * 1.1, "allocations grow faster than the pieces: {each} from {first}");
    }
    let stacks = 79_000;
    let (used, position) = read(&empty_stacks(stacks));
    assert_eq!((position.pieces.len(), position.stacks.len()), (0, 0));
    let each = tell(stacks, &used);
    assert!(each < 1.5, "a stack without pieces takes more than the name of its map: {each} allocations");
}

/// Prints a line, and gives the allocations for each piece or stack. What is kept is at most three times the text.
#[expect(clippy::print_stdout, reason = "a bench tells its figures")]
fn tell(things: usize, used: &Used) -> f64 {
    let (each, text) = (used.allocations as f64 / things as f64, used.text as f64);
    let (kept, all) = (used.kept as f64 / text, used.allocated as f64 / text);
    println!("{things:>12}{:>12.1}{each:>12.1}{kept:>12.2}{all:>12.2}", text / 1e6);
    assert!(kept <= 3.0, "{kept} times the text is kept of {things}");
    each
}
