//! Copies of other people's saves: what the sides see stays, and a search finds nothing else.

use std::collections::{BTreeMap, BTreeSet};

use liege::format::Limits;
use liege::format::build_file::Document;
use liege::format::command::Command;
use liege::model::eyes::Eyes;
use liege::model::log;
use liege::model::module::Module;
use liege::model::position::{Piece, Position};
use liege::model::view::{self, Fate, Plan, residues};

use super::super::support::{Corpus, commands, corpus, image_size, module as module_file};
use super::{bytes, decoded};

/// Shorter words stand everywhere.
const SHORTEST: usize = 4;

fn module(corpus: &Corpus, name: &str) -> Module {
    let file = module_file(&corpus.bytes(name));
    Module::read(&file.build_file.root, &|image| image_size(&file, image)).0
}

/// A module of windows alone, for saves whose own is not at hand: name, and the side whose hand it is.
fn windows(sides: &[&str], windows: &[(&str, &str)]) -> Module {
    let entries: String = sides.iter().map(|side| format!("<entry>{side}</entry>")).collect();
    let map = |(name, side): &(&str, &str)| match *side {
        "" => format!("<VASSAL.build.module.Map mapName=\"{name}\"/>"),
        side => {
            format!("<VASSAL.build.module.PlayerHand mapName=\"{name}\" side=\"{side}\" visible=\"false\"/>")
        }
    };
    let maps: String = windows.iter().map(map).collect();
    let xml = format!(
        "<VASSAL.build.GameModule name=\"x\" version=\"1\" nextPieceSlotId=\"1\"><VASSAL.build.module.PlayerRoster>\
         {entries}</VASSAL.build.module.PlayerRoster>{maps}</VASSAL.build.GameModule>"
    );
    Module::read(&Document::parse(xml.as_bytes(), &Limits::default()).unwrap().root, &|_| None).0
}

/// What a looker sees of a piece that he knows. What counts other pieces says less where they are not there.
fn seen(piece: &Piece) -> (Option<String>, i32, i32, String, Vec<String>) {
    let counts = |text: &str| ["Count(", "Sum("].iter().any(|function| text.contains(function));
    if piece.traits.traits.iter().any(|own| counts(&own.type_text)) {
        return (piece.map.clone(), piece.x, piece.y, piece.basic_name.clone(), Vec::new());
    }
    (piece.map.clone(), piece.x, piece.y, piece.true_name.clone(), piece.labels.clone())
}

fn known(position: &Position, module: &Module, eyes: &Eyes) -> BTreeMap<String, usize> {
    let mut all = BTreeMap::new();
    for piece in position.pieces.iter().filter(|piece| piece.map.is_some() && eyes.knows(piece, Some(module)))
    {
        *all.entry(format!("{:?}", seen(piece))).or_default() += 1;
    }
    all
}

fn words(piece: &Piece) -> impl Iterator<Item = &str> {
    let own = [piece.true_name.as_str(), &piece.basic_name, &piece.image, &piece.id];
    own.into_iter().filter(|word| word.len() >= SHORTEST)
}

/// Looks at the copy of one side: the same pieces and unknown counters as before, and no word of another.
fn inspect(commands: &Command, module: &Module, side: &str) -> Vec<String> {
    let (position, _) = Position::read(commands, Some(module));
    let eyes = Eyes::of_side(side, &position);
    let plan = Plan::of(&position, module, &eyes);
    let copy = view::write(&plan, commands, &position, module).unwrap();
    let (after, problems) = Position::read(&copy.commands, Some(module));
    assert!(!problems.iter().any(|problem| problem.to_string().contains("can't be read")), "{problems:?}");
    let mut expected = known(&position, module, &eyes);
    for piece in &position.pieces {
        if let Fate::Placeholder { name, .. } = plan.fate(&piece.id) {
            let seen = (piece.map.clone(), piece.x, piece.y, name.clone(), Vec::<String>::new());
            *expected.entry(format!("{seen:?}")).or_default() += 1;
        }
    }
    assert_eq!(known(&after, module, &eyes), expected, "{side}");
    assert_eq!(residues(&copy.commands, &after, module, &eyes), [], "{side}");
    let text = decoded(&bytes(&copy));
    leaked(&position, &plan, &text)
}

/// The words of hidden pieces that the text has, though no shown piece's own definition or label has them.
fn leaked(position: &Position, plan: &Plan, text: &str) -> Vec<String> {
    let is_shown = |piece: &&Piece| matches!(plan.fate(&piece.id), Fate::Shown(_));
    let mut open = String::new();
    for piece in position.pieces.iter().filter(is_shown) {
        open.push_str(&format!("{}\n{}\n", piece.true_name, piece.labels.join("\n")));
        for part in &piece.traits.traits {
            open.push_str(&part.type_text);
            if part.type_text.starts_with("label;") || part.type_text.starts_with("mark;") {
                open.push_str(&part.state_text);
            }
            open.push('\n');
        }
    }
    let open = open.replace('\\', "");
    let hidden: BTreeSet<&str> =
        position.pieces.iter().filter(|piece| !is_shown(piece)).flat_map(words).collect();
    let strangers = position.players.iter().filter(|player| player.side != plan.eyes().side());
    let ids = strangers.map(|player| player.id.as_str()).filter(|id| id.len() >= SHORTEST);
    let search = hidden.into_iter().chain(ids).filter(|word| text.contains(word) && !open.contains(word));
    // Words that VASSAL shows in place of a hidden piece are open, too.
    let shown = |word: &&str| {
        position.pieces.iter().any(|piece| match plan.fate(&piece.id) {
            Fate::Placeholder { image, name } => image.contains(word) || name.contains(word),
            _ => false,
        })
    };
    search.filter(|word| !shown(word)).map(str::to_owned).collect()
}

#[test]
fn sides_of_foreign_games_keep_what_they_saw_and_learn_nothing() {
    let Some(corpus) = corpus() else { return };
    let files = [
        ("carcassonne-ark.vmod", &["carcassonne-ark-2players-2.sav", "carcassonne-ark-2players-3.sav"][..]),
        ("ragnarok.vmod", &["ragnarok-start.vsav"]),
        ("longest-day.vmod", &["longest-day-scenario_2.sav", "longest-day-scenario_4.sav"]),
        ("tour.mod", &["tour.log"]),
    ];
    for (module_name, saves) in files {
        let module = module(&corpus, module_name);
        for save in saves {
            let commands = commands(&corpus.bytes(save));
            let commands = log::save(&commands, Some(&module), 3).unwrap();
            for side in module.sides.iter().take(2) {
                assert_eq!(inspect(&commands, &module, side), [""; 0], "{save} {side}");
            }
        }
    }
}

#[test]
fn concealed_and_hidden_units_of_vasl_are_not_in_the_copy_of_a_side() {
    let Some(corpus) = corpus() else { return };
    let module = windows(&["Axis", "Allies"], &[("Main Map", "")]);
    for save in ["vasl-hip-concealed.vsav", "vasl-basic.vsav", "vasl-ffs.vsav", "vasl-extensions-bfp.vsav"] {
        let commands = commands(&corpus.bytes(save));
        assert_eq!(inspect(&commands, &module, "Axis"), [""; 0], "{save}");
    }
}

#[test]
fn a_concealed_unit_of_vasl_becomes_the_back_that_its_trait_names() {
    let Some(corpus) = corpus() else { return };
    let module = windows(&["Axis", "Allies"], &[("Main Map", "")]);
    let commands = commands(&corpus.bytes("vasl-hip-concealed.vsav"));
    let (position, _) = Position::read(&commands, Some(&module));
    let plan = Plan::of(&position, &module, &Eyes::of_side("Axis", &position));
    let fate = |name: &str| {
        let piece = position.pieces.iter().find(|piece| piece.basic_name == name).unwrap();
        plan.fate(&piece.id).clone()
    };
    assert_eq!(fate("PzKw VIE"), Fate::Placeholder { image: "ge/geqmark58".into(), name: "?".into() });
    assert_eq!(fate("SU-152"), Fate::LeftOut);
}

#[test]
fn hands_and_decks_of_a_card_driven_log_stay_closed_after_its_steps() {
    let Some(corpus) = corpus() else { return };
    let maps = [
        ("Main Map", ""),
        ("Allies Hand", "Allies"),
        ("French Hand", "French"),
        ("Dice Tray", ""),
        ("Special Window", ""),
        ("HiddenDeckStorage", "nobody"),
    ];
    let module = windows(&["Allies", "French"], &maps);
    let commands = commands(&corpus.bytes("ccn-tutorial.vlog"));
    let commands = log::save(&commands, Some(&module), 60).unwrap();
    assert_eq!(inspect(&commands, &module, "French"), [""; 0]);
}
