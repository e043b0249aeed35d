//! How much memory the reading of saves asks for: allocations and bytes for each piece, and the growth with the pieces.

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

/// The stream of a save with so many pieces, each in a stack of its own.
fn save(pieces: usize) -> Vec<u8> {
    let mut text = "begin_save".to_owned();
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
    text.push_str("\u{1b}end_save");
    stream::encode(&text, Encoding::for_new(&text)).expect("a stream")
}

#[expect(clippy::print_stdout, reason = "a bench tells its figures")]
fn main() {
    println!("{:>8}  {:>12}  {:>12}  {:>12}", "pieces", "MB of text", "allocations", "bytes/text");
    let mut first = None;
    for pieces in [1000, 2000, 4000, 8000] {
        let stream = save(pieces);
        let region = Region::new(ALLOCATOR);
        let save = SaveFile::read(&stream, &Limits::default()).expect("a save");
        let commands = save.whole_commands().expect("a game");
        let (position, problems) = Position::read(commands, None);
        let used = region.change();
        assert_eq!((position.pieces.len(), position.stacks.len(), problems.len()), (pieces, pieces, 0));
        assert!(position.pieces.iter().all(|piece| piece.layers.len() == TRAITS / 4));
        let length = save.text().len();
        let each = used.allocations as f64 / pieces as f64;
        let kept = (used.bytes_allocated - used.bytes_deallocated) as f64 / length as f64;
        println!("{pieces:>8}  {:>12.1}  {each:>12.1}  {kept:>12.2}", length as f64 / 1e6);
        let first = *first.get_or_insert(each);
        assert!(each < first * 1.1, "allocations grow faster than the pieces: {each} from {first}");
    }
}
