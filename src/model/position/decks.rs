//! What decks show on their maps: how many cards they hold, and how many of each kind.
//!
//! Engine classes: `counters.Deck`, `counters.PropertiesPieceFilter`.

use std::collections::BTreeMap;

use super::Place;
use super::outside::{Outside, Spot};
use crate::format::sequence;
use crate::format::traits::Spec;
use crate::model::game::{Body, Game, Pile};
use crate::model::geometry::Point;
use crate::model::text::{Unknown, evaluate};
use crate::model::traits::Traits;

/// More cards times counts than this are not counted.
const MOST_COUNTED: usize = 1_000_000;

/// The properties of all decks by map and name; none for what can't be counted.
pub(super) fn deck_properties<'a>(
    game: &Game,
    outside: &Outside<'a>,
    place: &dyn Fn(usize) -> (Place<'a>, Point),
) -> BTreeMap<(String, String), Option<String>> {
    let mut all = BTreeMap::new();
    let mut counted = 0;
    for (index, item) in game.items() {
        let Body::Pile(pile) = &item.body else { continue };
        let Some(face) = &pile.deck else { continue };
        let (here, at) = place(index);
        let Some(map) = &here.map else { continue };
        let mut show = |name: &str, value: Option<String>| {
            all.insert((map.clone(), format!("{}_{name}", face.name)), value);
        };
        show("numPieces", Some(pile.contents.len().to_string()));
        let counts = Counts::of(&face.type_text);
        for (name, expression) in &counts.all {
            if !counts.on {
                show(name, Some(String::new()));
                continue;
            }
            counted += pile.contents.len();
            let counting =
                || count(game, pile, expression, &|index| Spot { place: &here, at, index }, outside);
            show(name, if counted > MOST_COUNTED { None } else { counting() });
        }
    }
    all
}

/// What a deck counts.
struct Counts {
    on: bool,
    /// Names and expressions.
    all: Vec<(String, String)>,
}

impl Counts {
    fn of(type_text: &str) -> Self {
        let fields = sequence::decode(type_text, ';');
        let spec = Spec::of("deck;");
        let field = |name: &str| {
            let place = spec.and_then(|spec| spec.index(name))?;
            fields.get(place + 1).filter(|text| !text.is_empty())
        };
        let counts = field("countExpressions").map(|text| sequence::decode(text, ',')).unwrap_or_default();
        let named = counts.iter().filter_map(|count| {
            let (name, expression) = count.split_once(':')?;
            Some((name.trim_end().to_owned(), expression.trim_start().to_owned()))
        });
        Self { on: field("expressionCounting").is_some_and(|on| on == "true"), all: named.collect() }
    }
}

/// How many cards meet an expression; none when it takes more than comparing.
fn count<'s>(
    game: &Game,
    pile: &Pile,
    expression: &str,
    spot: &dyn Fn(usize) -> Spot<'s>,
    outside: &Outside<'_>,
) -> Option<String> {
    let mut number = 0;
    for &index in &pile.contents {
        let Some(card) = game.counter(index) else { continue };
        let around = |key: &str| outside.value(&spot(index), key);
        let traits = Traits::new(&card.text, &around);
        let value = |key: &str| traits.property(key);
        let text = evaluate(expression, Unknown::Stays, &value)?;
        number += usize::from(match text.as_str() {
            "true" => true,
            "false" => false,
            filter => accepts(filter, &value)?,
        });
    }
    Some(number.to_string())
}

/// Whether a piece passes an old filter, `name = value` with `&&` and `||`. What compares nothing passes.
fn accepts(filter: &str, value: &dyn Fn(&str) -> Option<String>) -> Option<bool> {
    let mut passes = false;
    for either in filter.split("||") {
        let mut all = true;
        for part in either.split("&&") {
            all &= compares(part, value)?;
        }
        passes |= all;
    }
    Some(passes)
}

fn compares(part: &str, value: &dyn Fn(&str) -> Option<String>) -> Option<bool> {
    const SIGNS: [&str; 8] = ["!=", "<=", ">=", ">", "<", "=~", "=", "!~"];
    let found = SIGNS.iter().find_map(|&sign| Some((sign, part.split_once(sign)?)));
    let Some((sign, (name, rest))) = found else { return Some(true) };
    let wanted = rest.split(sign).next().unwrap_or_default().trim();
    let has = value(name.trim()).unwrap_or_else(|| "null".to_owned());
    let order = match (has.parse::<i32>(), wanted.parse::<i32>()) {
        (Ok(has), Ok(wanted)) => has.cmp(&wanted),
        _ => has.as_str().cmp(wanted),
    };
    Some(match sign {
        "!=" => has != wanted,
        "=" => has == wanted,
        "<=" => order.is_le(),
        ">=" => order.is_ge(),
        ">" => order.is_gt(),
        "<" => order.is_lt(),
        sign => matches(wanted, &has)? == (sign == "=~"),
    })
}

/// Whether the whole of `text` matches a pattern; none for patterns that Java alone reads.
fn matches(pattern: &str, text: &str) -> Option<bool> {
    let pattern = regex::RegexBuilder::new(&format!("^(?:{pattern})$")).size_limit(1 << 20).build().ok()?;
    Some(pattern.is_match(text))
}
