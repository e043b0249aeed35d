//! What an edited folder says that VASSAL would stumble over or pass over: slips of the pen in components, and pieces
//! that stand elsewhere than their stack.

mod pieces;

use std::collections::{BTreeMap, BTreeSet};

use super::readable::{Part, Spot};
use vassal::format::attributes::{self, Takes};
use vassal::format::build_file::Element;
use vassal::format::command::Command;
use vassal::format::components::{COMPONENTS, Component, name};
use vassal::format::key::Key;
use vassal::format::leaf::Leaf;
use vassal::format::piece::Form;
use vassal::format::traits::Trait;

/// How many letters a name may be off to be a slip of the pen.
const SLIP: usize = 2;
/// Most doubts of one kind that are told one by one.
const MOST_TOLD: usize = 10;

/// The doubts about the components of a module, file by file.
#[derive(Debug, Default)]
pub struct OfModule {
    components: Vec<String>,
    traits: Vec<String>,
}

impl OfModule {
    /// Looks through the component of a file and those in it.
    pub fn add(&mut self, part: &Part<'_>) {
        self.add_below(part, part.element, &mut Vec::new());
    }

    fn add_below(&mut self, part: &Part<'_>, element: &Element, steps: &mut Vec<usize>) {
        let here = |(spot, doubt): (Spot<'_>, String)| {
            format!("{}, line {}: {}: {doubt}", part.path, part.line(steps, spot), place_of(element))
        };
        self.components.extend(of_component(element).into_iter().map(here));
        self.traits.extend(of_traits(element).into_iter().map(here));
        for (number, child) in element.elements().enumerate() {
            steps.push(number);
            self.add_below(part, child, steps);
            steps.pop();
        }
    }

    /// What is to be told, one sentence each.
    pub fn told(mut self) -> Vec<String> {
        shorten(&mut self.components, "doubtful attributes and components");
        shorten(&mut self.traits, "doubtful fields of traits");
        self.components.extend(self.traits);
        self.components
    }
}

/// The doubts about the piece of a slot or prototype.
fn of_traits(element: &Element) -> Vec<(Spot<'static>, String)> {
    let text = element.text();
    if text.is_empty() { Vec::new() } else { pieces::of_definition(&text) }
}

/// What a component is called, for a doubt about it.
fn place_of(element: &Element) -> String {
    match name(element) {
        "" => element.tag.clone(),
        name => format!("{} \"{name}\"", element.tag),
    }
}

fn of_component(element: &Element) -> Vec<(Spot<'_>, String)> {
    let class = element.tag.as_str();
    if class.starts_with("VASSAL.") && Component::of(class).is_none() {
        let near = COMPONENTS.iter().find(|own| strsim::damerau_levenshtein(own.class, class) <= SLIP);
        let doubt = near.map(|own| format!("VASSAL has no such component; did you mean {}?", own.class));
        return doubt.into_iter().map(|doubt| (Spot::Component, doubt)).collect();
    }
    let Some(known) = attributes::of_class(class) else { return Vec::new() };
    let doubt = |(attribute, value): (&str, &str)| {
        let found = known.iter().find(|(own, _)| *own == attribute);
        let Some((_, takes)) = found else {
            let slip = |own: &&(&str, Takes)| {
                element.attr(own.0).is_none() && strsim::damerau_levenshtein(own.0, attribute) <= SLIP
            };
            let (near, _) = known.iter().find(slip)?;
            return Some(format!("it has no attribute {attribute}; did you mean {near}?"));
        };
        let expected = match takes {
            _ if value.is_empty() => None,
            Takes::Whole => value.trim().parse::<i64>().is_err().then_some("a whole number"),
            Takes::Decimal => value.trim().parse::<f64>().is_err().then_some("a number"),
            Takes::Key => Key::decode(value).is_none().then_some("a key, as Ctrl+D or [Name]"),
            Takes::YesNo => (!["true", "false"].contains(&value)).then_some("true or false"),
            Takes::Corners => value.split(';').any(is_no_corner).then_some("corners, as \"10,20\""),
            _ => None,
        };
        expected.map(|expected| format!("{attribute} is {value:?}, but VASSAL expects {expected}"))
    };
    let spots = element.pairs().map(|own| (Spot::Attribute(own.0), doubt(own)));
    spots.filter_map(|(spot, doubt)| doubt.map(|doubt| (spot, doubt))).collect()
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
        let apart =
            stack.ids.iter().filter(|piece| places.get(piece.as_str()).is_some_and(|place| *place != own));
        let absent = stack.ids.iter().filter(|piece| !known.contains(piece.as_str()));
        told.extend(
            absent.map(|piece| format!("stack {id} lists the piece {piece}, which is not in the save")),
        );
        told.extend(
            apart.map(|piece| format!("piece {piece} is not where its stack {id} is; VASSAL puts it there")),
        );
    }
    shorten(&mut told, "pieces not where their stacks are");
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
    use super::super::readable;
    use super::*;

    /// What is told of a file.
    fn told(text: &str) -> Vec<String> {
        let mut told = OfModule::default();
        readable::join(&|_| Some(text.as_bytes()), &mut |part| told.add(part)).unwrap();
        told.told()
    }

    #[test]
    fn slips_of_the_pen_are_told_with_their_line_and_old_attributes_are_not() {
        let class = "\"#class\" = \"VASSAL.build.module.Map\"\n";
        for (rest, own) in [
            (
                "edgeWidht = 0\n",
                "line 2: VASSAL.build.module.Map: it has no attribute edgeWidht; did you mean edgeWidth?",
            ),
            (
                "mapName = \"Main\"\nedgeWidth = \"abc\"\n",
                "line 3: VASSAL.build.module.Map \"Main\": edgeWidth is",
            ),
            ("moveKey = \"Ctl+Q\"\n", "a key"),
            (
                "[[StackMetrics]]\n[[BoardPicker]]\n[[BoardPicker.Board]]\nname = \"W\"\nwidht = 9\n",
                "line 6: ",
            ),
            ("[[\"VASSAL.build.widget.PieceSlo\"]]\ngpid = 1\n", "line 2: "),
            (
                "[[PieceSlot]]\n[[PieceSlot.trait]]\ntrait = \"Delete\"\n[[PieceSlot.trait]]\ntrait = \"Delete\"\nkey = \"Ctl+D\"\n[[PieceSlot.trait]]\ntype = \"piece;;;a.png;A\"\nstate = \"null;0;0;;0\"\n",
                "line 7: ",
            ),
        ] {
            let doubts = told(&format!("{class}{rest}"));
            assert_eq!(doubts.len(), 1, "{rest}: {doubts:?}");
            assert!(doubts[0].starts_with("module.toml, line ") && doubts[0].contains(own), "{doubts:?}");
        }
        for rest in
            ["edgeWidth = \"\"\n", "edgeWidth = 10\n", "showKeyOfLongAgo = 1\n", "[[\"my.own.Mapp\"]]\n"]
        {
            assert_eq!(told(&format!("{class}{rest}")), [""; 0]);
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
        assert!(of_save(&save(11))[0].starts_with("piece 1 is not where its stack 2"));
    }
}
