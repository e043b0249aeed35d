//! What happened to a piece that both positions have: its place, its Layers, its marks and the states of its traits.

use std::collections::BTreeMap;

use super::super::ValueDiff;
use super::super::traits;
use super::deeds::Level;
use super::{Deed, Spot};
use vassal::format::piece::TraitText;
use vassal::format::sequence;
use vassal::format::traits::{Layer, Trait, title};
use vassal::model::position::{Piece, layer_keys};

/// The ids that pieces have now by those that they had, where they were given others.
pub type NewIds<'a> = BTreeMap<&'a str, &'a str>;

/// What happened to a piece; nothing where it is as it was.
pub fn of(was: Option<&Piece>, is: Option<&Piece>, ids: &NewIds<'_>) -> Vec<Deed> {
    match (was, is) {
        (Some(was), Some(is)) => between(was, is, ids),
        (None, Some(is)) => vec![Deed::Appeared { at: Spot::of(is) }],
        (Some(was), None) => vec![Deed::Gone { at: Spot::of(was) }],
        (None, None) => Vec::new(),
    }
}

fn between(was: &Piece, is: &Piece, ids: &NewIds<'_>) -> Vec<Deed> {
    let mut deeds = Vec::new();
    let (from, to) = (Spot::of(was), Spot::of(is));
    let moved = from != to && !from.is_called_otherwise(&to);
    if moved {
        deeds.push(Deed::Moved { from, to });
    }
    deeds.extend(layers(was, is));
    deeds.extend(flags(was, is));
    let names = ValueDiff::of("name", Some(&was.basic_name), Some(&is.basic_name));
    deeds.extend(names.map(Deed::Renamed));
    for (old, new) in [(&was.markers, &is.markers), (&was.properties, &is.properties)] {
        deeds.extend(super::values(old, new, Clone::clone).into_iter().map(Deed::Value));
    }
    if was.labels != is.labels {
        let joined = |labels: &[String]| labels.join(" / ");
        let labels = ValueDiff::of("label", Some(&joined(&was.labels)), Some(&joined(&is.labels)));
        deeds.extend(labels.map(Deed::Label));
    }
    let told = deeds.clone();
    deeds.extend(of_traits(was, is, moved, &told, ids));
    deeds
}

fn layers(was: &Piece, is: &Piece) -> Vec<Deed> {
    let keyed = |piece: &Piece| {
        let names = layer_keys(&piece.layers);
        let levels = piece.layers.iter().map(|layer| (Level::of(layer), layer.level));
        names.into_iter().zip(levels).collect::<Vec<_>>()
    };
    let old = keyed(was);
    let changed =
        keyed(is).into_iter().zip(&is.layers).enumerate().filter_map(|(at, ((key, is_now), layer))| {
            let (_, was_then) = old.iter().find(|(name, _)| *name == key)?;
            let (before, after) = levels(was_then.clone(), is_now)?;
            Some(Deed::Layer { layer: layer.name.clone(), before, after, levels: levels_of(is, at) })
        });
    changed.collect()
}

/// The levels of a Layer that shows another one. One that shows nothing at either may yet be counted by the module.
fn levels((shown, was): (Level, i32), (shows, is): (Level, i32)) -> Option<(Level, Level)> {
    if shown != shows {
        return Some((shown, shows));
    }
    let level = |number: i32| Level { number: number.max(0), name: String::new() };
    (was != is && (was > 0 || is > 0) && shows == Level::NONE).then(|| (level(was), level(is)))
}

/// How many levels the Layer of this number has, outermost first.
fn levels_of(piece: &Piece, number: usize) -> usize {
    let mut layers = piece.traits.traits.iter().filter_map(|text| match Trait::decode(text) {
        Trait::Layer(layer) => Some(layer),
        _ => Layer::of_old(text),
    });
    layers.nth(number).map_or(0, |layer| layer.images().len())
}

fn flags(was: &Piece, is: &Piece) -> Vec<Deed> {
    let mut deeds = Vec::new();
    if was.masked_by != is.masked_by {
        let again = was.masked_by.is_some() && is.masked_by.is_some();
        deeds.push(Deed::Masked { on: is.masked_by.is_some(), again });
    }
    if was.hidden_by != is.hidden_by {
        let again = was.hidden_by.is_some() && is.hidden_by.is_some();
        deeds.push(Deed::Invisible { on: is.hidden_by.is_some(), again });
    }
    if was.moved != is.moved {
        deeds.push(Deed::MarkedMoved { on: is.moved == Some(true) });
    }
    deeds
}

/// Whether a deed tells already that the state of a trait changed. What a Report Action says next is nothing of the table.
fn is_told(type_text: &str, told: &[Deed], moved: bool) -> bool {
    let any = |wanted: &dyn Fn(&Deed) -> bool| told.iter().any(wanted);
    match prefix_of(type_text) {
        "report;" => true,
        "footprint;" => moved,
        "emb2;" | "emb;" => any(&|deed| matches!(deed, Deed::Layer { .. })),
        prefix @ "PROP;" => {
            let key =
                sequence::decode(&type_text[prefix.len()..], ';').into_iter().next().unwrap_or_default();
            any(&|deed| matches!(deed, Deed::Value(value) if value.name == *key))
        }
        "mark;" => any(&|deed| matches!(deed, Deed::Value(_))),
        "label;" => any(&|deed| matches!(deed, Deed::Label(_))),
        "obs;" => any(&|deed| matches!(deed, Deed::Masked { .. })),
        "hide;" => any(&|deed| matches!(deed, Deed::Invisible { .. })),
        "markmoved;" => any(&|deed| matches!(deed, Deed::MarkedMoved { .. })),
        _ => false,
    }
}

fn prefix_of(type_text: &str) -> &str {
    type_text.find(';').map_or("", |end| &type_text[..=end])
}

/// Properties that the engine keeps of a piece's last move and of the last click on it (`BasicPiece`).
const OF_THE_MOVE: [&str; 2] = ["Old", "Clicked"];

/// The properties that a piece keeps besides those of its last move.
fn kept(state: &TraitText) -> BTreeMap<String, String> {
    let Trait::BasicPiece(basic) = Trait::decode(state) else { return BTreeMap::new() };
    let own = basic.properties().filter(|(name, _)| !OF_THE_MOVE.iter().any(|start| name.starts_with(start)));
    own.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// What the traits themselves say beyond that; a trail follows from a move.
fn of_traits(was: &Piece, is: &Piece, moved: bool, told: &[Deed], ids: &NewIds<'_>) -> Vec<Deed> {
    let (old, new) = (&was.traits.traits, &is.traits.traits);
    let is_same =
        old.len() == new.len() && old.iter().zip(new).all(|(old, new)| old.type_text == new.type_text);
    if !is_same {
        let diff = traits::between(&was.traits, &is.traits, false);
        return if diff.is_empty() { Vec::new() } else { vec![Deed::Traits(diff)] };
    }
    let mut deeds = Vec::new();
    for (old, new) in old.iter().zip(new).filter(|(old, new)| old.state_text != new.state_text) {
        match prefix_of(&new.type_text) {
            "rotate;" => {
                let facing = |state: &str| clockwise(&new.type_text, state);
                if let (Some(before), Some(after)) = (facing(&old.state_text), facing(&new.state_text)) {
                    deeds.push(Deed::Turned { before, after });
                }
            }
            "piece;" => {
                deeds
                    .extend(super::values(&kept(old), &kept(new), Clone::clone).into_iter().map(Deed::Value));
            }
            "mat;" | "matPiece;" | "attach;"
                if named(&old.state_text, ids) == named(&new.state_text, ids) => {}
            _ if is_told(&new.type_text, told, moved) => {}
            _ => deeds.push(Deed::State { title: title(&new.type_text) }),
        }
    }
    deeds
}

/// The pieces that a state names, by the ids that they have now.
fn named(state: &str, ids: &NewIds<'_>) -> Vec<String> {
    let own = |id: String| ids.get(id.as_str()).map_or(id, |new| (*new).to_owned());
    let mut named: Vec<String> = sequence::decode(state, ';').into_iter().map(own).collect();
    named.sort();
    named
}

/// Degrees clockwise that a Can Rotate trait has turned its piece by (`FreeRotator`): one of a number of facings, or an
/// angle that counts the other way round.
fn clockwise(type_text: &str, state: &str) -> Option<f64> {
    let number = |text: &str| sequence::decode(text, ';').first()?.trim().parse::<f64>().ok();
    let facings = number(type_text.strip_prefix("rotate;")?)?;
    let told = number(state)?;
    let degrees = if facings > 1.0 { told * 360.0 / facings } else { -told };
    let turned = degrees.rem_euclid(360.0);
    turned.is_finite().then(|| (turned * 10.0).round() / 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vassal::format::piece::PieceText;
    use vassal::model::position::LayerState;

    fn of_states(was: &[(&str, &str)], is: &[(&str, &str)]) -> Vec<String> {
        let piece = |traits: &[(&str, &str)]| {
            let own = traits.iter().map(|(kind, state)| TraitText::new(*kind, *state));
            let text = PieceText { traits: own.collect() };
            Piece { traits: text.into(), ..Piece::default() }
        };
        between(&piece(was), &piece(is), &NewIds::new()).iter().map(Deed::in_words).collect()
    }

    #[test]
    fn turning_is_told_in_degrees() {
        assert_eq!(clockwise("rotate;6;;;;;;;;", "2"), Some(120.0));
        assert_eq!(clockwise("rotate;1;;;;;;;;", "-30.0"), Some(30.0));
        assert_eq!(clockwise("rotate;6;;;;;;;;", "x"), None);
    }

    #[test]
    fn a_mat_with_the_same_pieces_under_other_ids_is_as_it_was() {
        let piece = |state: &str| Piece {
            traits: PieceText { traits: vec![TraitText::new("mat;Lord;", state)] }.into(),
            ..Piece::default()
        };
        let ids = NewIds::from([("1", "11"), ("2", "12")]);
        assert_eq!(between(&piece("2;1;2"), &piece("2;12;11"), &ids), []);
        assert_eq!(between(&piece("2;1;2"), &piece("2;12;13"), &ids).len(), 1);
    }

    #[test]
    fn a_place_that_only_one_module_names_is_no_move() {
        let was = Piece { x: 80, y: 1682, map: Some("Main".into()), ..Piece::default() };
        let is = Piece { location: Some("0101".into()), ..was.clone() };
        assert_eq!(words(&was, &is), "");
        let board = |name: &str| Piece { board: Some(name.into()), ..is.clone() };
        assert_eq!(words(&board("West"), &board("West, new")), "");
        assert_eq!(words(&is, &Piece { location: Some("0102".into()), ..is.clone() }), "moved 0101 → 0102");
    }

    #[test]
    fn no_state_of_a_trait_changes_without_a_word() {
        let basic = ("piece;;;a.png;1st", "null;0;0;7;0");
        let steps = |value: &'static str| [("PROP;Steps;;;", value), basic];
        assert_eq!(of_states(&steps("2"), &steps("3")), ["Dynamic Property \"Steps\" changed"]);
        let mask = |by: &'static str| [("obs;77,130;back.png;Hide;X;?", by), basic];
        assert_eq!(of_states(&mask("null"), &mask("anna")).len(), 1);
        let kept = |state: &'static str| [("piece;;;a.png;1st", state)];
        let (was, is) = (kept("null;0;0;7;1;Owner;Japan"), kept("null;0;0;7;1;Owner;Allies"));
        assert_eq!(of_states(&was, &is), ["Owner Japan → Allies"]);
        let old = kept("null;0;0;7;1;OldZone;A");
        assert!(of_states(&old, &kept("null;0;0;7;1;OldZone;B")).is_empty());
    }

    fn layer(name: &str, level: i32, level_name: &str) -> LayerState {
        LayerState { name: name.into(), level, level_name: level_name.into(), image: "x.png".into() }
    }

    fn piece(location: &str, layers: Vec<LayerState>) -> Piece {
        let (map, location) = (Some("Main".to_owned()), Some(location.to_owned()));
        let traits = layers.iter().map(|layer| {
            let images = if layer.name == "Face" { &["a.png", "b.png"][..] } else { &["x.png"; 5] };
            Layer::new(&layer.name, images, &[]).and_then(|own| own.encode()).unwrap()
        });
        let traits = PieceText { traits: traits.collect() };
        Piece {
            id: "1".into(),
            basic_name: "2nd Marine".into(),
            map,
            location,
            layers,
            traits: traits.into(),
            ..Piece::default()
        }
    }

    fn words(was: &Piece, is: &Piece) -> String {
        let words: Vec<String> = of(Some(was), Some(is), &NewIds::new()).iter().map(Deed::in_words).collect();
        words.join(", ")
    }

    #[test]
    fn a_piece_that_moved_flipped_and_was_marked_is_told_in_one_breath() {
        let was = piece("W1815", vec![layer("Face", 1, ""), layer("Status", -1, "")]);
        let is = piece("W1816", vec![layer("Face", 2, "+ (Reduced)"), layer("Status", 1, "Active")]);
        assert_eq!(words(&was, &is), "moved W1815 → W1816, flipped to Reduced, Active placed");
        assert_eq!(words(&is, &was), "moved W1816 → W1815, flipped, Active removed");
        assert_eq!(words(&is, &is), "");
    }

    #[test]
    fn a_level_among_many_is_told_with_both_names() {
        let was = piece("A1", vec![layer("Strength", 4, "4 steps")]);
        let is = piece("A1", vec![layer("Strength", 3, "3 steps")]);
        assert_eq!(words(&was, &is), "4 steps → 3 steps");
        let unnamed = |level| piece("A1", vec![layer("Step", level, "")]);
        assert_eq!(words(&unnamed(2), &unnamed(1)), "Step 2 → Step 1");
        let mut blank = unnamed(1);
        blank.layers[0].image.clear();
        assert_eq!(words(&unnamed(2), &blank), "Step 2 removed");
        let mut other = blank.clone();
        other.layers[0].level = 3;
        assert_eq!(words(&blank, &other), "Step 1 → Step 3");
    }

    #[test]
    fn places_on_other_maps_are_told_with_the_map() {
        let was = piece("A1", Vec::new());
        let is = Piece {
            map: Some("Losses".into()),
            location: Some("offboard".into()),
            x: 3,
            y: 4,
            ..was.clone()
        };
        assert_eq!(words(&was, &is), "moved Main A1 → Losses (3, 4)");
    }

    #[test]
    fn a_move_within_a_place_and_between_boards_that_call_places_alike_is_told() {
        let was = Piece { board: Some("West".into()), ..piece("A1", Vec::new()) };
        let nudged = Piece { x: 5, ..was.clone() };
        assert_eq!(words(&was, &nudged), "moved within A1 (0, 0) → (5, 0)");
        let is = Piece { board: Some("East".into()), x: 700, ..was.clone() };
        assert_eq!(words(&was, &is), "moved West A1 → East A1");
    }
}
