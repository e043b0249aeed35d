//! Decks of cards: their elements in the module, the decks of a new save, and what a card can do.
//!
//! Engine classes: `build.module.map.DrawPile`, `counters.Deck`, `counters.ReturnToDeck`.
//!
//! A new save contains its decks, because the engine adds nothing to a save it loads; element and save text come
//! from one list, so that a deck behaves the same in a new game and in a set-up.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use liege_rules::data::catalogue::{Entry, MOST_COPIES};
use liege_rules::data::fault::{DataFault, did_you_mean};
use liege_rules::game::pack::Pack;
use vassal::format::build_file::Element;
use vassal::format::key::Key;
use vassal::format::piece::TraitText;
use vassal::format::sequence::Unencodable;
use vassal::format::traits::new;

use super::components::stacks_of;
use super::element::{component, with};
use super::palette::{COUNTER_PIXELS, slot_element};
use super::window::{Deck, Layout, Window};
use super::{BuildError, Data, Slot};

impl Deck {
    /// Whether a counter is one of its cards.
    pub(super) fn holds(&self, entry: &Entry) -> bool {
        entry.is_card_of(&self.cards)
    }

    /// Where it lies on the board of its window: the middle of its box.
    fn on_board(&self, window: &Window) -> Option<(u32, u32)> {
        let index = window.titles().iter().position(|title| *title == self.place)?;
        let area = window.panel().area(index);
        Some((area.x + area.width / 2, area.y + area.height / 2))
    }

    /// Where it lies on the map of its window, in pixels.
    pub(super) fn at(&self, layout: &Layout) -> Option<(i32, i32)> {
        let window = layout.window.iter().find(|window| window.name == self.window)?;
        let (x, y) = self.on_board(window)?;
        let (beside, above) = stacks_of(window).room();
        Some((i32::try_from(beside + x).ok()?, i32::try_from(above + y).ok()?))
    }

    /// What it does, by the attributes of its element and the fields of its text in a save.
    fn ways(&self) -> Vec<(&'static str, &'static str, String)> {
        let always = |yes: bool| if yes { "Always" } else { "Never" }.to_owned();
        let all_to = self.empties_into.as_deref();
        let told = all_to.map(|to| format!("$playerSide$ sends all of $deckName$ to {to}"));
        let shuffled = |text: &str| if self.shuffle { text.to_owned() } else { String::new() };
        let size = COUNTER_PIXELS.to_string();
        vec![
            ("width", "width", size.clone()),
            ("height", "height", size),
            ("faceDown", "faceDownOption", always(self.face_down)),
            (
                "shuffle",
                "shuffleOption",
                if self.shuffle { "Via right-click Menu" } else { "Never" }.to_owned(),
            ),
            ("shuffleCommand", "shuffleCommand", shuffled("Shuffle")),
            ("shuffleFormat", "shuffleMsgFormat", shuffled("$playerSide$ shuffles $deckName$")),
            ("allowMultiple", "allowMultipleDraw", "true".to_owned()),
            // Who may choose from a deck with its backs up knows all of it.
            ("allowSelect", "allowSelectDraw", (!self.face_down).to_string()),
            ("drawFaceUp", "drawFaceUp", self.draw_face_up.to_string()),
            ("reversible", "reversible", "false".to_owned()),
            (
                "reshuffleCommand",
                "reshuffleCommand",
                all_to.map(|to| format!("Send all to {to}")).unwrap_or_default(),
            ),
            ("reshuffleTarget", "reshuffleTarget", all_to.unwrap_or_default().to_owned()),
            ("reshuffleMessage", "reshuffleMsgFormat", told.unwrap_or_default()),
        ]
    }

    /// The definition of the deck in a save.
    ///
    /// # Errors
    /// A name ends in a backslash.
    pub(super) fn type_text(&self) -> Result<String, Unencodable> {
        let ways = self.ways();
        let mut fields: Vec<(&str, &str)> =
            ways.iter().map(|(_, field, value)| (*field, value.as_str())).collect();
        fields.push(("deckName", &self.name));
        Ok(new::trait_with("deck;", &fields, "")?.type_text.into())
    }

    fn element(&self, window: &Window, slots: Vec<Element>) -> Option<Element> {
        let (x, y) = self.on_board(window)?;
        let (x, y, emptied) = (x.to_string(), y.to_string(), self.empties_into.is_some().to_string());
        let ways = self.ways();
        let mut attributes = vec![
            ("name", self.name.as_str()),
            ("owningBoard", &window.name),
            ("useGridLocation", "false"),
            ("x", &x),
            ("y", &y),
            ("draw", "true"),
            ("color", "0,0,0"),
            ("maxStack", "10"),
            ("canSave", "false"),
            // Before the attributes of what it allows: the engine clears those when it is false.
            ("reshufflable", &emptied),
        ];
        attributes.extend(ways.iter().map(|(name, _, value)| (*name, value.as_str())));
        Some(with(component("module.map.DrawPile", &attributes), slots))
    }
}

impl Data {
    /// The elements of the decks of all windows, by window. Their cards are slots of their own, numbered after those of
    /// the palettes, each as often as its counter exists.
    pub(super) fn decks(
        &self,
        slots: &BTreeMap<String, Slot>,
    ) -> Result<BTreeMap<String, Vec<Element>>, Vec<BuildError>> {
        let mut number = slots.len();
        let mut decks: BTreeMap<String, Vec<Element>> = BTreeMap::new();
        for deck in &self.layout.deck {
            let mut cards = Vec::new();
            for entry in self.pack.catalogue.entries().filter(|entry| deck.holds(entry)) {
                let Some(slot) = slots.get(&entry.id) else { continue };
                for _ in 0..entry.copies() {
                    number += 1;
                    let card = slot_element("widget.CardSlot", &entry.name, &number.to_string(), &slot.piece)
                        .map_err(|error| vec![BuildError::new(&entry.id, error)])?;
                    cards.push(card);
                }
            }
            let window = self.layout.window.iter().find(|window| window.name == deck.window);
            let element = window.and_then(|window| deck.element(window, cards));
            decks.entry(deck.window.clone()).or_default().extend(element);
        }
        Ok(decks)
    }

    /// The slots of the palettes and of the decks together, and last that of what commands lay.
    pub(super) fn count_slots(&self, slots: &BTreeMap<String, Slot>) -> usize {
        let held = |entry: &Entry| self.layout.deck.iter().filter(|deck| deck.holds(entry)).count();
        let cards = self.pack.catalogue.entries();
        usize::from(self.pack.terms.outfit.pointed_out().is_some())
            + slots.len()
            + cards.map(|entry| held(entry) * usize::from(entry.copies())).sum::<usize>()
    }

    /// The decks that a counter may be sent to: its own, and those without cards of their own that deck empties into
    /// or is filled from.
    pub(super) fn decks_of(&self, entry: &Entry) -> Vec<&str> {
        let own: BTreeSet<&str> =
            self.layout.deck.iter().filter(|deck| deck.holds(entry)).map(|deck| deck.name.as_str()).collect();
        let linked = |deck: &&Deck| {
            let from = deck.empties_into.as_deref().is_some_and(|to| own.contains(to));
            let into = self.layout.deck.iter().any(|other| {
                own.contains(other.name.as_str()) && other.empties_into.as_ref() == Some(&deck.name)
            });
            own.contains(deck.name.as_str()) || deck.cards.is_empty() && (from || into)
        };
        self.layout.deck.iter().filter(linked).map(|deck| deck.name.as_str()).collect()
    }
}

/// The commands that send a card to decks.
pub(super) fn returns(decks: &[&str]) -> Result<Vec<TraitText>, Unencodable> {
    let send = |deck: &&str| {
        let command = format!("Send to {deck}");
        let key = Key::named(command.clone()).encode();
        let fields =
            [("returnCommand", command.as_str()), ("returnKey", &key), ("deckId", deck), ("version", "2")];
        let more = [("deckSelect", "false"), ("deckExpression", *deck)];
        new::trait_with("return;", &[fields.as_slice(), &more].concat(), "")
    };
    decks.iter().map(send).collect()
}

/// Words of the decks that no other row knows, with their lines, and cards that are in two decks.
pub(super) fn faults(path: &str, text: &str, layout: &Layout, pack: &Pack) -> Vec<DataFault> {
    let mut faults = Vec::new();
    let ids = pack.catalogue.entries().flat_map(|entry| [entry.id.as_str(), entry.kind.as_str()]);
    let cards: BTreeSet<&str> =
        ids.chain(pack.catalogue.families().iter().map(|family| family.id.as_str())).collect();
    let names: BTreeSet<&str> = layout.deck.iter().map(|deck| deck.name.as_str()).collect();
    let windows: BTreeSet<&str> = layout.window.iter().map(|window| window.name.as_str()).collect();
    for (number, deck) in layout.deck.iter().enumerate() {
        let mut check = |what: &str, word: &str, known: &BTreeSet<&str>| {
            if !known.contains(word) {
                let near = did_you_mean(word, known.iter().copied());
                let told = format!("the deck \"{}\": unknown {what} \"{word}\"{near}", deck.name);
                faults.push(DataFault::at(path, line_of(text, number, word), told));
            }
        };
        check("window", &deck.window, &windows);
        if let Some(window) = layout.window.iter().find(|window| window.name == deck.window) {
            let titles = window.titles();
            check("box", &deck.place, &titles.iter().map(String::as_str).filter(|t| !t.is_empty()).collect());
        }
        deck.cards.iter().for_each(|card| check("counter or kind", card, &cards));
        deck.empties_into.iter().for_each(|to| check("deck", to, &names));
        let mut fault =
            |told: String| faults.push(DataFault::at(path, line_of(text, number, &deck.name), told));
        let before = &layout.deck[..number];
        if before.iter().any(|other| other.name == deck.name) {
            fault(format!("duplicate deck \"{}\"", deck.name));
        }
        if layout.find_box(&deck.name).is_some() {
            fault(format!("the deck \"{}\" has the name of a box; rename it", deck.name));
        }
        let many = |entry: &&Arc<Entry>| deck.holds(entry) && entry.count > Some(MOST_COPIES);
        if let Some(card) = pack.catalogue.entries().find(many) {
            fault(format!("more than {MOST_COPIES} copies of the card \"{}\"", card.id));
        }
        let twice = pack.catalogue.entries().filter(|entry| deck.holds(entry)).find_map(|entry| {
            before.iter().find(|other| other.holds(entry)).map(|other| (&entry.id, &other.name))
        });
        if let Some((card, other)) = twice {
            fault(format!("the card \"{card}\" is in the decks \"{other}\" and \"{}\"", deck.name));
        }
    }
    faults
}

/// The line of a word in the table of a deck, counted from 0; 0 when it is written another way.
fn line_of(text: &str, deck: usize, word: &str) -> u64 {
    let lines = || text.lines().enumerate();
    let begins = lines().filter(|(_, line)| line.trim() == "[[deck]]").nth(deck).map(|(at, _)| at);
    let quoted = format!("\"{word}\"");
    let found = begins.and_then(|begins| lines().skip(begins).find(|(_, line)| line.contains(&quoted)));
    found.map_or(0, |(at, _)| at as u64 + 1)
}
