//! Traits agree with the definitions that the engine writes.

use liege::format::key::Key;
use liege::format::piece::{PieceText, TraitText};
use liege::format::traits::{BasicPiece, Fields, Layer, Marker, Spec, Trait, new};
use serde_json::Value;

fn engine_types() -> Vec<(String, String, String)> {
    let rows: Value = serde_json::from_str(&super::data("vassal/trait_types.json")).unwrap();
    let text = |row: &Value, key: &str| row[key].as_str().unwrap_or("").to_owned();
    let rows = rows.as_array().unwrap().iter();
    rows.map(|row| (text(row, "prefix"), text(row, "type"), text(row, "state"))).collect()
}

#[test]
fn every_definition_of_the_engine_comes_back() {
    let types = engine_types();
    assert!(types.len() >= 45);
    for (prefix, type_text, state) in types {
        if type_text.is_empty() || matches!(prefix.as_str(), "stack" | "deck;") {
            continue;
        }
        let piece = PieceText::decode(&type_text, &state).unwrap_or_else(|| panic!("{type_text}"));
        for part in &piece.traits {
            assert_eq!(Trait::decode(part).encode().unwrap(), *part);
        }
        let outer = &piece.traits[0];
        if Spec::of(&prefix).is_some() {
            assert!(Fields::decode(&outer.type_text).is_some(), "{prefix} {}", outer.type_text);
        }
    }
}

/// Every field of the vectors has a value of its own, so the counts must agree.
#[test]
fn the_fields_are_those_of_the_engine() {
    for (prefix, type_text, state) in engine_types() {
        let Some(spec) = Spec::of_definition(&type_text) else { continue };
        let Some(piece) = PieceText::decode(&type_text, &state) else { continue };
        let own = &piece.traits[0].type_text[prefix.len()..];
        let written = liege::format::sequence::decode(own, ';').len();
        // Fields of 3.8 are not in the vectors of 3.7.
        let newer = match prefix.as_str() {
            "footprint;" => 1,
            "locCommand;" => 3,
            _ => 0,
        };
        assert!(
            written == spec.fields.len()
                || written + newer == spec.fields.len()
                || matches!(prefix.as_str(), "prototype;" | "button;"),
            "{prefix}: the engine writes {written} fields, the table has {}",
            spec.fields.len()
        );
    }
}

#[test]
fn the_traits_of_the_table_are_typed() {
    let known = [
        ("piece;;;unit.png;Unit", "Map0;3;4;17;1;UniqueID;99"),
        (
            "emb2;Flip;130;A;;128;;;128;;;;1;false;0;0;a.png,b.png;,+ (reduced);true;Step;;;false;;1;1;true;;;;;1.0;;true",
            "1",
        ),
        ("emb2;Activate;128;A;;128;;;128;;;;1;false;0;0;a.png;;true;Old;;;false;;1", "-1"),
        (
            "emb2;Activate;128;AB;Up;128;];Down;128;[;Reset;82,130;1;false;0;0;a.png;;true;Older;;;false;;1",
            "1;A",
        ),
        ("mark;nation,id", "JP,yamato"),
        ("PROP;Steps;true,0,2,false;;", "2"),
        ("immob;g;N;R;", ""),
        ("prototype;Ship", ""),
        ("label;;;10;;0,0,0;t;0;c;0;b;c;;Dialog;0;0;TextLabel;;false", "text; with ; anything"),
        ("delete;Delete;68,130;", ""),
        ("clone;Clone;67,130", ""),
        ("obs;65,130;back.png;Mask;B;?;side:", "null;"),
        ("hide;73,130;Invisible;;player:;0.3;;false", "null"),
    ];
    for (type_text, state) in known {
        let text = TraitText::new(type_text, state);
        let decoded = Trait::decode(&text);
        assert!(!matches!(decoded, Trait::Verbatim(_)), "{type_text}");
        assert_eq!(decoded.encode().unwrap(), text);
    }
    for type_text in ["conceal;x", "nothing", "", "emb;A;b"] {
        let text = TraitText::new(type_text, "");
        assert!(matches!(Trait::decode(&text), Trait::Verbatim(_)), "{type_text}");
    }
}

#[test]
fn a_layer_changes_its_level_alone() {
    let layer = Layer::new("Step", &["full.png", "reduced.png"], &["", "+ (reduced)"]).unwrap();
    let layer = layer.increased_by("Flip", &Key::ctrl('F'));
    let text = layer.encode().unwrap();
    assert_eq!(text.state_text, "1");
    let Trait::Layer(mut read) = Trait::decode(&text) else { panic!("{text:?}") };
    assert_eq!((read.name(), read.level()), ("Step", 1));
    assert_eq!(read.images(), ["full.png", "reduced.png"]);
    assert_eq!(read.level_names(), ["", "+ (reduced)"]);
    read.set_level(-2);
    assert!(!read.is_active());
    let changed = Trait::Layer(read).encode().unwrap();
    assert_eq!(changed.type_text, text.type_text);
    assert_eq!(changed.state_text, "-2");
}

#[test]
fn a_basic_piece_keeps_its_properties_in_order() {
    let mut piece = BasicPiece::new("a.png", "Unit; one", "5").unwrap();
    piece.set_place(Some("Map0"), 100, 200);
    piece.set_property("UniqueID", "1");
    piece.set_property("OldX", "7");
    piece.set_property("UniqueID", "2");
    let text = Trait::BasicPiece(piece).encode().unwrap();
    assert_eq!(text.type_text, r"piece;;;a.png;Unit\; one");
    assert_eq!(text.state_text, "Map0;100;200;5;2;UniqueID;2;OldX;7");
    let old = Trait::decode(&TraitText::new("piece;;;a;b", "null;1;2"));
    let Trait::BasicPiece(mut old) = old else { panic!() };
    assert_eq!((old.map(), old.position(), old.gpid()), (None, (1, 2), None));
    old.set_property("UniqueID", "3");
    assert_eq!(Trait::BasicPiece(old).encode().unwrap().state_text, "null;1;2;;1;UniqueID;3");
}

#[test]
fn new_traits_have_all_fields() {
    let key = Key::named("flip");
    let made = [
        new::delete("Delete", &Key::ctrl('D')),
        new::clone("Clone", &Key::Unset),
        new::prototype("Ship"),
        new::dynamic_property("Steps", true, "2"),
        new::mark_when_moved("moved.png", 1, -2, "Mark", &key),
        new::movement_trail("Trail", &key, &Key::Unset),
        new::does_not_stack("", "N"),
        new::label("text", &[("propertyName", "Name")]),
        new::report(&[key.clone(), Key::ctrl('D')], "$pieceName$ flipped"),
        new::send_to_point("Home", &key, "Main", "", (3, 4)),
        new::send_to_place("Home", &key, "Main", 'G', "W4533"),
        new::sub_menu("Markers", &["One", "Two"]),
        new::restrict_commands("no", "{Side==1}", &[Key::ctrl('D')]),
        new::trigger("t", "Do", &key, "", &[Key::named("a"), Key::named("b")]),
        new::mask("Mask", &key, "back.png", "", "?", "side:"),
        new::invisible("Hide", &key, "side:"),
    ];
    for text in made {
        let text = text.unwrap();
        let fields = Fields::decode(&text.type_text).unwrap_or_else(|| panic!("{text:?}"));
        let again = Trait::decode(&text).encode().unwrap();
        assert_eq!(again, text, "{}", fields.spec().label);
    }
    let marker = Marker::new(&[("LiegeId", "yamato"), ("nation", "JP")]);
    assert_eq!(marker.encode().unwrap(), TraitText::new("mark;LiegeId,nation", "yamato,JP"));
    assert_eq!(marker.get("nation"), Some("JP"));
}

#[test]
fn keys_are_compared_by_name() {
    assert_eq!(Key::decode("57345,0,flip"), Some(Key::named("flip")));
    assert_eq!(Key::decode("67,130"), Some(Key::ctrl('C')));
    assert_eq!(Key::decode("C"), Some(Key::ctrl('C')));
    assert_eq!(Key::decode(""), Some(Key::Unset));
    assert_eq!(Key::decode("word"), None);
    assert_eq!(Key::named("a,b").encode(), "0,0,a,b");
}

/// A trait may have a field of any name, `type` too; what the schema says of a name must hold for that field.
#[test]
fn the_schema_of_module_texts_takes_every_field_of_every_trait() {
    let schema: Value =
        serde_json::from_str(include_str!("../../../docs/formats/module-text.schema.json")).unwrap();
    let rows = &schema["$defs"]["traits"]["items"];
    let any = serde_json::json!({"$ref": "#/$defs/value"});
    assert_eq!(rows["additionalProperties"], any);
    assert!(rows.get("oneOf").is_none(), "a named trait with a field `type` would have both");
    let specs: Vec<&Spec> = engine_types().iter().filter_map(|(prefix, ..)| Spec::of(prefix)).collect();
    assert!(specs.len() >= 35 && specs.iter().any(|spec| spec.index("type").is_some()), "{}", specs.len());
    for (spec, (field, _)) in specs.iter().flat_map(|spec| spec.fields.iter().map(move |field| (spec, field)))
    {
        let own = rows["properties"].get(field).unwrap_or(&any);
        assert_eq!(own, &any, "{} {field}", spec.prefix);
    }
}

#[test]
fn a_layer_takes_the_level_of_the_property_that_it_follows_as_the_engine_does() {
    let layer = Layer::new("Seen", &["", "ghost.png"], &["", ""]).unwrap().following("Seen", 0);
    for (value, level) in [("", 1), ("-3", 1), ("0", 1), ("1", 2), ("7", 2)] {
        let mut turned = layer.clone();
        assert!(turned.follow("Seen", value), "{value}");
        assert_eq!(turned.level(), level, "{value}");
    }
    let mut same = layer.clone();
    assert!(!same.follow("Seen", "turn 3") && !same.follow("Sighted", "1"));
    assert_eq!(same, layer);
}
