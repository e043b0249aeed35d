//! What an edited folder says that VASSAL would stumble over or pass over: slips of the pen in components, and pieces
//! that stand elsewhere than their stack.

mod pieces;

use std::collections::{BTreeMap, BTreeSet};

use crate::format::attributes::{self, Takes};
use crate::format::build_file::Element;
use crate::format::command::Command;
use crate::format::components::{COMPONENTS, Component, name};
use crate::format::key::Key;
use crate::format::leaf::Leaf;
use crate::format::piece::Form;
use crate::format::traits::Trait;

/// How many letters a name may be off to be a slip of the pen.
const SLIP: usize = 2;
/// Most doubts of one kind that are told one by one.
const MOST_TOLD: usize = 10;

/// The doubts about the components of a module.
pub fn of_module(root: &Element) -> Vec<String> {
    let all = || std::iter::once(root).chain(root.walk());
    let mut told: Vec<String> = all().flat_map(of_component).collect();
    shorten(&mut told, "doubtful attributes and components");
    let mut of_traits: Vec<String> = all().flat_map(of_traits).collect();
    shorten(&mut of_traits, "doubtful fields of traits");
    told.extend(of_traits);
    told
}

/// The doubts about the piece of a slot or prototype.
fn of_traits(element: &Element) -> Vec<String> {
    let text = element.text();
    let doubts = if text.is_empty() { Vec::new() } else { pieces::of_definition(&text) };
    doubts.into_iter().map(|doubt| format!("{}: {doubt}", place_of(element))).collect()
}

/// What a component is called, for a doubt about it.
fn place_of(element: &Element) -> String {
    match name(element) {
        "" => element.tag.clone(),
        name => format!("{} \"{name}\"", element.tag),
    }
}

fn of_component(element: &Element) -> Vec<String> {
    let class = element.tag.as_str();
    if class.starts_with("VASSAL.") && Component::of(class).is_none() {
        let near = COMPONENTS.iter().find(|own| strsim::damerau_levenshtein(own.class, class) <= SLIP);
        return near
            .map(|own| format!("VASSAL has no component {class}; is it {}?", own.class))
            .into_iter()
            .collect();
    }
    let Some(known) = attributes::of_class(class) else { return Vec::new() };
    let place = || place_of(element);
    let doubt = |(attribute, value): &(String, String)| {
        let found = known.iter().find(|(own, _)| own == attribute);
        let Some((_, takes)) = found else {
            let slip = |own: &&(&str, Takes)| {
                element.attr(own.0).is_none() && strsim::damerau_levenshtein(own.0, attribute) <= SLIP
            };
            let (near, _) = known.iter().find(slip)?;
            return Some(format!("{}: it has no attribute {attribute}; is it {near}?", place()));
        };
        let expected = match takes {
            _ if value.is_empty() => None,
            Takes::Whole => value.trim().parse::<i64>().is_err().then_some("a whole number"),
            Takes::Decimal => value.trim().parse::<f64>().is_err().then_some("a number"),
            Takes::Key => Key::decode(value).is_none().then_some("a key, as Ctrl+D or [Name]"),
            Takes::YesNo => (!["true", "false"].contains(&value.as_str())).then_some("true or false"),
            Takes::Corners => value.split(';').any(is_no_corner).then_some("corners, as \"10,20\""),
            _ => None,
        };
        expected
            .map(|expected| format!("{}: {attribute} is {value:?}, and VASSAL expects {expected}", place()))
    };
    element.attributes.iter().filter_map(doubt).collect()
}

/// Whether a text is no corner of a zone.
fn is_no_corner(text: &str) -> bool {
    text.split_once(',').is_none_or(|(x, y)| [x, y].iter().any(|own| own.trim().parse::<i32>().is_err()))
}

/// The doubts about the pieces of a save.
pub fn of_save(commands: &Command) -> Vec<String> {
    let mut places = BTreeMap::new();
    let (mut stacks, mut known) = (Vec::new(), BTreeSet::new());
    for command in commands.walk().filter(|command| command.own().starts_with("+/")) {
        let Leaf::AddPiece { id: Some(id), type_text, state } = Leaf::decode(command.own().clone()) else {
            continue;
        };
        known.insert(id.clone());
        match Form::decode(type_text, state) {
            Form::Piece(piece) => {
                if let Some(Trait::BasicPiece(basic)) = piece.traits.last().map(Trait::decode) {
                    places.insert(id, (basic.map().map(str::to_owned), basic.position()));
                }
            }
            Form::Stack(stack) => stacks.push((id, stack)),
            _ => {}
        }
    }
    let mut told = Vec::new();
    for (id, stack) in stacks {
        let own = (stack.map.clone(), (stack.x, stack.y));
        let apart = stack.ids.iter().filter(|piece| places.get(*piece).is_some_and(|place| *place != own));
        let absent = stack.ids.iter().filter(|piece| !known.contains(*piece));
        told.extend(absent.map(|piece| format!("stack {id} lists the piece {piece}, and the save has none")));
        told.extend(apart.map(|piece| {
            format!("piece {piece} has another place than its stack {id}; VASSAL puts it where the stack is")
        }));
    }
    shorten(&mut told, "pieces with another place than their stacks");
    told
}

/// Tells the first of many, and how many more there are.
fn shorten(told: &mut Vec<String>, what: &str) {
    let more = told.len().saturating_sub(MOST_TOLD);
    if more > 0 {
        told.truncate(MOST_TOLD);
        told.push(format!("{more} more {what}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_pen_are_told_and_old_attributes_are_not() {
        let map =
            |attribute: &str, value: &str| Element::new("VASSAL.build.module.Map").with(attribute, value);
        for (element, told) in [
            (Element::new("VASSAL.build.module.Mapp"), "is it VASSAL.build.module.Map?"),
            (map("edgeWidht", "0"), "is it edgeWidth?"),
            (map("edgeWidth", "abc"), "a whole number"),
            (map("moveKey", "Ctl+Q"), "a key"),
        ] {
            let doubts = of_module(&element);
            assert_eq!(doubts.len(), 1, "{doubts:?}");
            assert!(doubts[0].contains(told), "{doubts:?}");
        }
        for element in [
            map("edgeWidth", ""),
            map("edgeWidth", "10"),
            map("showKeyOfLongAgo", "1"),
            Element::new("my.own.Mapp"),
        ] {
            assert_eq!(of_module(&element), [""; 0]);
        }
    }

    #[test]
    fn a_piece_elsewhere_than_its_stack_is_told() {
        let save = |x: i32| {
            let piece = Command::leaf(format!("+/1/piece;;;a.png;A/Main;{x};20;7;0"));
            Command::group(
                "begin_save",
                vec![piece, Command::leaf("+/2/stack/Main;10;20;1"), Command::leaf("end_save")],
            )
        };
        assert_eq!(of_save(&save(10)), [""; 0]);
        assert!(of_save(&save(11))[0].starts_with("piece 1 has another place than its stack 2"));
    }
}
