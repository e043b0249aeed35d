//! Modules, saves and logs that nobody made by hand: every look through them, and every refresh, comes to an end.

use super::wanted;
use liege::convert::refresh::{Wanted, Wishes, refresh};
use liege::format::Limits;
use liege::format::build_file::{Document, Element};
use liege::format::command::Command;
use liege::format::metadata::Metadata;
use liege::format::module_file::ModuleFile;
use liege::format::save_file::SaveFile;
use liege::lint::{self, Beside, Linted, OfSave};
use liege::model::counters::Counters;
use liege::model::module::Module;
use liege::model::position::Position;

const SEPARATOR: &str = "\u{1b}";

fn file(root: Element) -> ModuleFile {
    ModuleFile::new(Document::new(root), Metadata::default()).expect("a new module")
}

fn module(file: &ModuleFile) -> Module {
    Module::read(&file.build_file.root, &|_| Some((3_000, 3_000))).0
}

fn linted(file: &ModuleFile) -> Linted {
    let mut linted = lint::of_module(file, &module(file), wanted(&|_| true));
    let mut extension = file.clone();
    extension.kind = liege::format::detect::Kind::Extension;
    let read = |root: &Element| Module::read(root, &|_| None).0;
    let own = module(file);
    lint::with_extensions(&mut linted, file, &[&extension, &extension], &read);
    let beside = lint::of_extension(
        (&extension, &own),
        &Beside { file, module: &own, later: &[], ids: &[] },
        &read,
        wanted(&|_| true),
    );
    linted.faults.extend(beside.faults);
    let _ = lint::fix(file, &Limits::default(), &|_| true);
    linted
}

fn prototype(name: &str, inside: &[&str]) -> Element {
    let traits: Vec<String> = inside.iter().map(|own| format!("prototype;{own}")).collect();
    let mut definition = String::from("+/null/");
    let mut state = String::new();
    for (depth, own) in traits.iter().enumerate() {
        let escape = "\\".repeat(depth);
        definition.push_str(&format!("{own}{escape}\t"));
        state.push_str(&format!("{escape}\t"));
    }
    let text = format!("{definition}piece;;;;{name}/{state}null;0;0;1;0");
    Element::new("VASSAL.build.module.PrototypeDefinition").with("name", name).with_text(text)
}

fn save(pieces: &[String], more: &[String]) -> Command {
    let commands: Vec<String> = std::iter::once("begin_save".to_owned())
        .chain(pieces.iter().cloned())
        .chain(std::iter::once("end_save".to_owned()))
        .chain(more.iter().cloned())
        .collect();
    let save = SaveFile::read(commands.join(SEPARATOR).into_bytes(), &Limits::default()).expect("a save");
    save.commands().expect("its commands can be read")
}

/// Looks through a save and refreshes it with all that can be asked for.
fn looked_at(commands: &Command, file: &ModuleFile) -> (Linted, Command) {
    let module = module(file);
    let (position, _) = Position::read(commands, Some(&module));
    let of_save =
        OfSave { commands, position: &position, about: None, module: Some((file, &module)), sees: &|_| true };
    let linted = lint::of_save(of_save, &|_| true);
    let wishes = Wishes { by_name: true, decks: Some(Wanted { add: true, delete: true }) };
    let counters = Counters::of(&module);
    let made =
        refresh(commands, &position, (&module, &counters), wishes, &|_| true).expect("it can be written");
    (linted, made.commands.unwrap_or_else(|| commands.clone()))
}

#[test]
fn prototypes_in_circles_and_prototypes_that_double_end() {
    let mut container = Element::new("VASSAL.build.module.PrototypesContainer");
    container.push(prototype("a", &["b", "b"]));
    container.push(prototype("b", &["a", "b"]));
    for number in 0..60 {
        let next = format!("d{}", number + 1);
        container.push(prototype(&format!("d{number}"), &[&next, &next]));
    }
    let mut palette = Element::new("VASSAL.build.module.PieceWindow");
    for (gpid, own) in [("1", "a"), ("2", "d0")] {
        let text = format!("+/null/prototype;{own}\tpiece;;;;x/\tnull;0;0;{gpid};0");
        palette.push(Element::new("VASSAL.build.widget.PieceSlot").with("gpid", gpid).with_text(text));
    }
    let root = Element::new("VASSAL.build.GameModule").with_child(container).with_child(palette);
    let file = file(root);
    assert!(linted(&file).faults.iter().any(|fault| fault.id == "VASSAL-P02"));
    let pieces: Vec<String> =
        ["1", "2"].iter().map(|gpid| format!("+/{gpid}/piece;;;;x/null;0;0;{gpid};0")).collect();
    let _ = looked_at(&save(&pieces, &[]), &file);
}

#[test]
fn grids_of_hairs_and_layers_of_many_levels_end() {
    let numbering = || Element::new("VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering");
    let grid = |size: &str| {
        Element::new("VASSAL.build.module.map.boardPicker.board.HexGrid")
            .with("dx", size)
            .with("dy", size)
            .with_child(numbering())
    };
    let mut zoned =
        Element::new("VASSAL.build.module.map.boardPicker.board.ZonedGrid").with_child(grid("0.001"));
    for zone in 0..100 {
        let path = (0..200).map(|corner| format!("{},{}", corner * 7 % 991, corner * zone % 997));
        let path = path.collect::<Vec<_>>().join(";");
        zoned.push(
            Element::new("VASSAL.build.module.map.boardPicker.board.mapgrid.Zone")
                .with("name", format!("z{zone}"))
                .with("path", path)
                .with_child(grid("0.001")),
        );
    }
    let board = Element::new("VASSAL.build.module.map.boardPicker.Board")
        .with("name", "b")
        .with("image", "b.png")
        .with_child(zoned);
    let mut map = Element::new("VASSAL.build.module.Map").with("mapName", "Main");
    map.push(Element::new("VASSAL.build.module.map.BoardPicker").with_child(board));
    let levels = "a.png,".repeat(20_000);
    let layer = format!(
        "+/null/emb2;;128;A;;128;;;128;;;;1;false;0;0;{levels};,;true;L;;;false;;1;1;true;;;;;1.0;;true\tpiece;;;;x/1\tnull;0;0;1;0"
    );
    let slot = Element::new("VASSAL.build.widget.PieceSlot").with("gpid", "1").with_text(layer);
    let palette = Element::new("VASSAL.build.module.PieceWindow").with_child(slot);
    let file = file(Element::new("VASSAL.build.GameModule").with_child(map).with_child(palette));
    let _ = lint::of_module(&file, &module(&file), wanted(&|_| true));
    let commands = save(&["+/1/piece;;;;x/Main;5;5;1;0".to_owned()], &[]);
    let _ = looked_at(&commands, &file);
}

#[test]
fn decks_of_thousands_of_cards_and_thousands_of_decks_of_one_name_end() {
    let mut map = Element::new("VASSAL.build.module.Map").with("mapName", "Main");
    let pile = |name: &str| Element::new("VASSAL.build.module.map.DrawPile").with("name", name);
    (0..2000).for_each(|_| map.push(pile("Cards")));
    map.push(pile("Large").with("x", "7").with("width", "99999999999").with("maxStack", "many"));
    let file = file(Element::new("VASSAL.build.GameModule").with_child(map));
    let ids: Vec<String> = (0..20_000).map(|id| id.to_string()).collect();
    let mut pieces: Vec<String> = ids.iter().map(|id| format!("+/{id}/piece;;;;x/Main;5;5;1;0")).collect();
    let definition = |name: &str| format!("deck;true;0,0,0;40;40;Always;Always;true;true;true;;;;{name}");
    pieces.push(format!("+/d/{}/Main;5;5;true;{}", definition("Large"), ids.join(",")));
    for number in 0..2000 {
        let name = if number % 2 == 0 { "Cards" } else { "Old" };
        pieces.push(format!("+/d{number}/{}/Main;{number};5;true", definition(name)));
    }
    let (_, after) = looked_at(&save(&pieces, &[]), &file);
    let (position, _) = Position::read(&after, None);
    let large =
        position.stacks.iter().find(|stack| stack.deck.as_deref() == Some("Large")).expect("it is kept");
    assert_eq!((large.x, large.pieces.len()), (7, 20_000));
    assert!(!position.stacks.iter().any(|stack| stack.deck.as_deref() == Some("Old")));
}

#[test]
fn logs_of_thousands_of_steps_about_nothing_end() {
    let file = file(Element::new("VASSAL.build.GameModule"));
    let steps: Vec<String> = (0..20_000)
        .map(|step| match step % 4 {
            0 => format!("LOG\tM/{step}/Main/1/1/null/Main/2/2/null/"),
            1 => "LOG\tUNDO\ttrue".to_owned(),
            2 => format!("LOG\tD/{step}/x/y"),
            _ => "LOG\tM/1/Nowhere/1/1/null/Main/2/2/null/".to_owned(),
        })
        .collect();
    let commands = save(&["+/1/piece;;;;x/Main;5;5;1;0".to_owned()], &steps);
    let (linted, _) = looked_at(&commands, &file);
    let of = |id: &str| linted.faults.iter().filter(|fault| fault.id == id).count();
    assert_eq!((of("VASSAL-T01"), of("VASSAL-T02")), (10_000, 1));
}
