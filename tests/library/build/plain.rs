//! A game without rows for its module: pieces with their pictures and faces, to copy and delete, and nothing else.

use liege::build::{BuildError, Data, Plan};
use liege::format::timestamp::Timestamp;
use liege::rules::data::{Embedded, Overlay};
use liege::rules::game::data_game::DataGame;

const PIECES: &str = "format = 1\ntitle = \"Own\"\n\n[pieces]\nmarker = \"LiegeId\"\n";
const LAYER: &str = "\n[[pieces.layer]]\nname = \"Shaken\"\nlevels = [{}, { state = \"badly-shaken\" }]\n";
const PROTOTYPE: &str =
    "\n[[pieces.prototype]]\nname = \"Regiment\"\nof = [\"land\"]\nlayers = [\"Shaken\"]\n";
const LAND: &str = "id,name,label,nation,kind,size,strength,movement,back_strength,back_movement,steps,zoc,traits,count,source,note\nred-1,1st Red,1,JP,infantry,iii,3,4,1,4,2,,,1,draft,\nred-2,2nd Red,2,JP,infantry,iii,3,4,,,1,,,1,draft,\n";
const CHITS: &str =
    "id,name,label,back_id,nation,kind,place,count,source,note\nflag,Flag,FLAG,,,flag,hex,2,draft,\n";
const AREAS: &str = "id,name,kind,board,x,y,outline,source,note\nnorth,North,,,100,100,,draft,\n";
const BOARD: &str = "format = 1\n[[board]]\nname = \"Board\"\nwidth_px = 400\nheight_px = 300\n";
const MODULE: &str = "format = 1\nname = \"Own\"\nversion = \"1\"\ndescription = \"An own game\"\nmain_map = \"Map\"\nside = [{ name = \"Red\", alliance = \"axis\" }]\nwindow = []\ndice = []\nscenario = []\n[turn]\nyears = [1900]\nseasons = [\"Winter\", \"Spring\", \"Summer\", \"Autumn\"]\nmonths = [\"January\", \"February\", \"March\", \"April\", \"May\", \"June\", \"July\", \"August\", \"September\", \"October\", \"November\", \"December\"]\nseasonal = \"S\"\n";

fn load(pack: &str, module: &str) -> Result<Data, Vec<BuildError>> {
    let nations = super::read("rules/atpo/nations.toml").unwrap();
    let families = super::read("counters/atpo/families.toml").unwrap();
    let own = [
        ("rules/own/pack.toml", pack),
        ("rules/own/nations.toml", &nations),
        ("counters/own/families.toml", &families),
        ("counters/own/land.csv", LAND),
        ("counters/own/chits.csv", CHITS),
        ("maps/own/areas.csv", AREAS),
        ("maps/own/sheets.toml", BOARD),
        ("maps/own/module.toml", module),
    ];
    let own = own.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
    Data::load(&DataGame::new("own"), &Overlay::new(own.into(), &Embedded))
}

fn planned(pack: &str) -> Plan {
    let data = load(pack, MODULE).unwrap_or_else(|faults| panic!("{faults:#?}"));
    data.plan(Timestamp(0)).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

/// The definitions of a piece's traits, prototypes expanded.
fn traits(plan: &Plan, id: &str) -> Vec<String> {
    let mut problems = Vec::new();
    let piece = plan.module().prototypes.expand(&plan.slots[id].piece, &mut problems);
    assert!(problems.is_empty(), "{problems:?}");
    piece.traits.into_iter().map(|text| text.type_text.to_string()).collect()
}

/// The words before the first `;`: which kinds of traits a piece has.
fn kinds(plan: &Plan, id: &str) -> Vec<String> {
    traits(plan, id).iter().map(|text| text.split(';').next().unwrap().to_owned()).collect()
}

#[test]
fn a_game_without_rows_gets_plain_pieces_that_are_copied_deleted_and_turned() {
    for pack in [PIECES.to_owned(), PIECES.to_owned() + LAYER] {
        let plan = planned(&pack);
        assert_eq!(
            kinds(&plan, "red-2"),
            ["report", "report", "nonRect2", "clone", "delete", "mark", "piece"]
        );
        assert_eq!(
            kinds(&plan, "red-1"),
            ["report", "report", "nonRect2", "macro", "clone", "delete", "emb2", "mark", "piece"]
        );
        let marks = traits(&plan, "flag").into_iter().find(|text| text.starts_with("mark;")).unwrap();
        assert!(!marks.contains("Layer") && marks.contains("LiegeId"), "{marks}");
    }
}

#[test]
fn a_layer_without_texts_is_called_by_its_name_and_its_states() {
    let plan = planned(&(PIECES.to_owned() + LAYER + PROTOTYPE));
    let all = traits(&plan, "red-2").join("\n");
    for command in ["submenu;Shaken;No shaken,Badly shaken", "macro;;No shaken;", "macro;;Badly shaken;"] {
        assert!(all.contains(command), "{command}: {all}");
    }
    assert!(
        all.contains("emb2;") && !all.contains("state-"),
        "a Layer without overlays has no pictures: {all}"
    );
}

#[test]
fn a_window_with_trays_needs_the_words_of_trays() {
    let tray = "[[window]]\nname = \"Fleets\"\nbutton = \"Fleets\"\ncolumns = 1\nbox_width = 300\nbox_height = 300\nnations = [\"JP\"]\ntrays = [1, 2]\n";
    let module = MODULE.replace("window = []\n", "") + tray;
    let told: Vec<String> = load(PIECES, &module).err().unwrap().iter().map(ToString::to_string).collect();
    let expected = "the window \"Fleets\" has trays, but the pack has no [pieces.tray]";
    assert!(told.iter().any(|told| told.contains(expected)), "{told:?}");
}
