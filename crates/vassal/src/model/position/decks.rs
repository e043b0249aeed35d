//! What decks show on their maps: how many cards they hold, and how many of each kind.
//!
//! Engine class: `counters.Deck`.

use std::collections::BTreeMap;

use super::filter::{Filters, STEP_BYTES};
use super::outside::{Outside, Place, Spot};
use crate::format::sequence;
use crate::format::traits::Spec;
use crate::model::game::{Body, Game, Pile};
use crate::model::geometry::Point;
use crate::model::text::{Unknown, evaluate};
use crate::model::traits::Traits;

/// So many traits of a card count as one step more.
const STEP_TRAITS: usize = 32;
/// So many cards of a deck count as a step more of each lookup, as places are found by going through the deck.
const STEP_CARDS: usize = 1024;

/// The properties of all decks by map and name; none for what can't be counted.
pub(super) fn deck_properties<'a>(
    game: &Game,
    outside: &Outside<'a>,
    place: &dyn Fn(usize) -> (Place<'a>, Point),
) -> BTreeMap<(String, String), Option<String>> {
    let mut all = BTreeMap::new();
    let mut counter = CardCounter { outside, filters: Filters::default() };
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
        if !counts.on {
            counts.all.iter().for_each(|(name, _)| show(name, Some(String::new())));
            continue;
        }
        let numbers = counter.count(game, pile, &counts.all, &|index| Spot { place: &here, at, index });
        for ((name, _), number) in counts.all.iter().zip(numbers) {
            show(name, number.map(|number| number.to_string()));
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

/// Counts cards until it has had enough.
struct CardCounter<'o, 'a> {
    outside: &'o Outside<'a>,
    filters: Filters,
}

impl CardCounter<'_, '_> {
    /// How many cards of a deck meet each expression; none for those that take more than comparing, and for all when
    /// there is too much to do.
    fn count<'s>(
        &mut self,
        game: &Game,
        pile: &Pile,
        counts: &[(String, String)],
        spot: &dyn Fn(usize) -> Spot<'s>,
    ) -> Vec<Option<usize>> {
        let mut numbers = vec![Some(0); counts.len()];
        for &index in pile.contents.iter().filter(|_| !counts.is_empty()) {
            let Some(card) = game.counter(index) else { continue };
            let outside = self.outside;
            let around = |key: &str| outside.value(&spot(index), key);
            let traits = Traits::new(&card.text, &around);
            let weight = 1 + traits.parts.len() / STEP_TRAITS + pile.contents.len() / STEP_CARDS;
            for ((_, expression), number) in counts.iter().zip(&mut numbers) {
                let Some(so_far) = *number else { continue };
                // Every count may look up as much as a piece may.
                traits.start_lookups();
                let meets = self.meets(expression, &|key| traits.property(key));
                let spent = self.filters.spend(traits.lookups().saturating_mul(weight));
                let sure = spent.filter(|()| !traits.had_enough());
                *number = sure.and(meets).map(|meets| so_far + usize::from(meets));
            }
            if self.filters.had_enough() {
                return vec![None; counts.len()];
            }
        }
        numbers
    }

    fn meets(&mut self, expression: &str, value: &dyn Fn(&str) -> Option<String>) -> Option<bool> {
        self.filters.spend(expression.len() / STEP_BYTES)?;
        let text = evaluate(expression, Unknown::Stays, value)?;
        match text.as_str() {
            "true" => Some(true),
            "false" => Some(false),
            filter => self.filters.accepts(filter, &value),
        }
    }
}
