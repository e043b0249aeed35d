//! What changed on the table beside single pieces: decks and stacks, boards, players, notes, properties, and what else
//! the files say.

use std::collections::{BTreeMap, BTreeSet};

use super::super::ValueDiff;
use super::pairs::Pair;
use super::{Looked, Spot, values};
use vassal::diagnostic::counted;
use vassal::format::command::Command;
use vassal::format::leaf::{Leaf, first_word};
use vassal::format::metadata::Metadata;
use vassal::format::sequence;
use vassal::format::text::Text;
use vassal::model::board::BoardPick;
use vassal::model::eyes::Eyes;
use vassal::model::position::{Piece, Position, Stack};

/// Global properties are the umpire's: a module may keep in them what a side is not to know.
pub fn properties(was: &Position, is: &Position) -> Vec<ValueDiff> {
    values(&was.properties, &is.properties, |(container, name)| match container.as_str() {
        "" | "Module" => name.clone(),
        _ => format!("{container}: {name}"),
    })
}

/// Sides that somebody took or left.
pub fn players(was: &Position, is: &Position) -> Vec<ValueDiff> {
    let by_side = |position: &Position| {
        let mut sides: BTreeMap<String, String> = BTreeMap::new();
        for player in &position.players {
            let names = sides.entry(player.side.clone()).or_default();
            *names = if names.is_empty() { player.name.clone() } else { format!("{names}, {}", player.name) };
        }
        sides
    };
    values(&by_side(was), &by_side(is), Clone::clone)
}

/// The boards of maps, with which way they lie, and where there are several.
pub fn boards(was: &Position, is: &Position) -> Vec<ValueDiff> {
    let shown = |position: &Position| {
        let shown = position.maps.iter().filter_map(|map| {
            let picks = map.picks.as_ref()?;
            let names: Vec<String> = picks.iter().map(|pick| board(pick, picks.len() > 1)).collect();
            Some((map.identifier.clone(), names.join(", ")))
        });
        shown.collect::<BTreeMap<String, String>>()
    };
    values(&shown(was), &shown(is), Clone::clone)
}

fn board(pick: &BoardPick, is_one_of_many: bool) -> String {
    let turned = if pick.reversed { " turned" } else { "" };
    let at = if is_one_of_many { format!(" at {},{}", pick.column, pick.row) } else { String::new() };
    format!("{}{turned}{at}", pick.board)
}

/// The notes of the scenario and those for all players; how their lines end, which the engine writes in its own way
/// (`TextConfigurer.escapeNewlines`), makes no difference.
pub fn notes(was: &Position, is: &Position) -> Vec<ValueDiff> {
    let pairs = [
        ("of the scenario", &was.scenario_notes, &is.scenario_notes),
        ("for all players", &was.public_notes, &is.public_notes),
    ];
    let lines = |text: &str| sequence::decode(text, '|').join("\n").replace('\r', "").trim_end().to_owned();
    pairs
        .into_iter()
        .filter(|(_, was, is)| lines(was) != lines(is))
        .filter_map(|(name, was, is)| ValueDiff::of(name, Some(was), Some(is)))
        .collect()
}

/// A deck by its window, its name, and which of that name it is there.
type DeckKey = (Option<String>, String, usize);

/// The decks of which the looker may see how many cards they have.
fn open_decks(own: Looked<'_>) -> BTreeMap<DeckKey, &Stack> {
    let decks = own.position.stacks.iter().filter(|stack| stack.deck.is_some());
    let mut open = BTreeMap::new();
    for deck in decks.filter(|deck| own.eyes.may_look_into(deck.map.as_deref(), own.module)) {
        let (map, name) = (deck.map.clone(), deck.deck.clone().unwrap_or_default());
        let number = (0..).find(|number| !open.contains_key(&(map.clone(), name.clone(), *number)));
        open.insert((map, name, number.unwrap_or_default()), deck);
    }
    open
}

/// Decks whose cards changed; in which order they lie only the umpire is told.
pub fn decks(before: Looked<'_>, after: Looked<'_>) -> Vec<ValueDiff> {
    let (was, is) = (open_decks(before), open_decks(after));
    let shuffled: BTreeSet<&DeckKey> = was
        .iter()
        .filter(|(key, old)| {
            let told = after.eyes == &Eyes::Umpire;
            told && is.get(key).is_some_and(|new| is_reordered(&old.pieces, &new.pieces))
        })
        .map(|(key, _)| key)
        .collect();
    let told = |own: &BTreeMap<DeckKey, &Stack>, note: &str| {
        let told = own.iter().map(|(key, deck)| {
            let turned = if deck.face_down { ", face down" } else { "" };
            let order = if shuffled.contains(key) { note } else { "" };
            (key.clone(), format!("{}{turned}{order}", counted(deck.pieces.len(), "card")))
        });
        told.collect::<BTreeMap<DeckKey, String>>()
    };
    let name = |(map, name, number): &DeckKey| {
        let is_own = |(other, same, _): &&DeckKey| same == name && other != map;
        let elsewhere = was.keys().chain(is.keys()).any(|key| is_own(&key));
        let window = map.as_ref().filter(|_| elsewhere).map_or(String::new(), |map| format!("{map}: "));
        if *number == 0 { format!("{window}{name}") } else { format!("{window}{name} ({})", number + 1) }
    };
    values(&told(&was, ""), &told(&is, ", in another order"), name)
}

/// Whether what both lists have stands in another order.
fn is_reordered(was: &[String], is: &[String]) -> bool {
    let (old, new): (BTreeSet<&String>, BTreeSet<&String>) = (was.iter().collect(), is.iter().collect());
    let kept = |list: &'_ [String], other: &BTreeSet<&String>| {
        list.iter().filter(|id| other.contains(id)).cloned().collect::<Vec<String>>()
    };
    kept(was, &new) != kept(is, &old)
}

/// Stacks whose pieces are the same in another order, by their place.
pub fn reordered(before: Looked<'_>, after: Looked<'_>) -> Vec<String> {
    let known = |own: Looked<'_>| own.pieces().map(|piece| piece.id.clone()).collect::<BTreeSet<String>>();
    let (seen, still) = (known(before), known(after));
    let shown: BTreeSet<&String> = seen.intersection(&still).collect();
    let order = |ids: &[String]| ids.iter().filter(|id| shown.contains(id)).cloned().collect::<Vec<String>>();
    let was: BTreeMap<BTreeSet<String>, Vec<String>> = before
        .position
        .stacks
        .iter()
        .filter(|stack| stack.deck.is_none() && stack.pieces.len() > 1)
        .map(|stack| order(&stack.pieces))
        .map(|order| (order.iter().cloned().collect(), order))
        .collect();
    let mut places = Vec::new();
    for stack in after.position.stacks.iter().filter(|stack| stack.deck.is_none() && stack.pieces.len() > 1) {
        let now = order(&stack.pieces);
        let set: BTreeSet<String> = now.iter().cloned().collect();
        if now.len() > 1 && was.get(&set).is_some_and(|before| *before != now) {
            places.push(Spot::of_stack(stack).to_string());
        }
    }
    places
}

/// A place by its map and its pixels.
type Pixels<'a> = (Option<&'a str>, i32, i32);

/// Places where pieces of the same ids stayed and do not lie together as they did.
pub fn stacked_otherwise(pairs: &[Pair<'_>]) -> Vec<String> {
    let mut partners: BTreeMap<Pixels<'_>, Vec<[String; 2]>> = BTreeMap::new();
    let mut names = BTreeMap::new();
    for (was, is) in pairs.iter().filter_map(|(was, is)| was.zip(*is)) {
        let (from, to) = (Spot::of(was), Spot::of(is));
        if was.id != is.id || from != to || was.map.is_none() {
            continue;
        }
        // A piece that lies in no stack is one by itself.
        let pile = |piece: &'_ Piece| piece.stack.clone().unwrap_or_else(|| piece.id.clone());
        let key = (was.map.as_deref(), was.x, was.y);
        partners.entry(key).or_default().push([pile(was), pile(is)]);
        names.insert(key, to);
    }
    let is_other = |stacks: &[[String; 2]]| {
        let (mut forth, mut back) = (BTreeMap::new(), BTreeMap::new());
        stacks
            .iter()
            .any(|[was, is]| *forth.entry(was).or_insert(is) != is || *back.entry(is).or_insert(was) != was)
    };
    let found = partners.iter().filter(|(_, stacks)| is_other(stacks));
    found.filter_map(|(key, _)| names.get(key)).map(Spot::to_string).collect()
}

/// What the files say beside the table. Notes of single players and commands that nobody knows are the umpire's, and of
/// them only how many there are and that they are others.
pub fn others([before, after]: [(&Command, Option<&Metadata>); 2], eyes: &Eyes) -> Vec<ValueDiff> {
    let (was, is) = (beside(before, eyes), beside(after, eyes));
    let names: BTreeSet<&String> = was.keys().chain(is.keys()).collect();
    let shown = |of: &BTreeMap<String, Beside>, name: &String| of.get(name).map(Beside::shown);
    let told = names.into_iter().filter(|name| was.get(*name) != is.get(*name)).filter_map(|name| {
        let (old, new) = (shown(&was, name), shown(&is, name));
        let new = if old == new { new.map(|count| format!("{count} with other values")) } else { new };
        ValueDiff::of(name, old.as_deref(), new.as_deref())
    });
    told.collect()
}

/// Commands of the engine that change nothing on the table, by their first word: `Flare`, `LOS_Thread`,
/// `StartupGlobalKeyCommand`, `Deck`, `ObscurableOptions`, `EventLog`, `ChessClock`, `SecretNotesController` and others.
const COMMANDS: [(&str, &str); 14] = [
    ("AUDIO", "a sound that was played"),
    ("CLOCK", "the players' chess clocks"),
    ("CLOCKCONTROL", "whether chess clocks run"),
    ("DECK", "a deck that was loaded from a file"),
    ("Events", "the event log"),
    ("FLARE", "a flare shown on a map"),
    ("LOCKSPOTAB", "whether a tab of scenario properties is locked"),
    ("LOS", "line-of-sight threads on a map"),
    ("PLUGIN", "a plug-in in use"),
    ("SEMAIL", "e-mail addresses for a dice server"),
    ("SGKC", "whether a start-up key command has run in this game"),
    ("SHOW_RESULTS", "results of special dice"),
    ("SNOTE", "delayed notes of players"),
    ("UNMASK", "players who let others unmask their pieces"),
];

/// What a file says beside the table under one name.
#[derive(PartialEq, Eq)]
enum Beside {
    Value(String),
    Texts(Vec<Text>),
}

impl Beside {
    fn shown(&self) -> String {
        match self {
            Self::Value(value) => value.clone(),
            Self::Texts(texts) => texts.len().to_string(),
        }
    }
}

fn beside((commands, module): (&Command, Option<&Metadata>), eyes: &Eyes) -> BTreeMap<String, Beside> {
    let mut told: BTreeMap<String, Beside> = BTreeMap::new();
    if let Some(version) = module.and_then(|module| module.version.clone()) {
        told.insert("version of the module".to_owned(), Beside::Value(version));
    }
    let mut add = |name: String, text: Text| {
        if let Beside::Texts(texts) = told.entry(name).or_insert_with(|| Beside::Texts(Vec::new())) {
            texts.push(text);
        }
    };
    let mut extensions = Vec::new();
    for command in commands.walk() {
        match Leaf::decode(command.own().clone()) {
            Leaf::Extension { name, version } => extensions.push((name, version)),
            Leaf::PrivateNotes { owner: _, text } if *eyes == Eyes::Umpire => {
                add("notes of single players".to_owned(), text.into());
            }
            Leaf::Verbatim(text) if *eyes == Eyes::Umpire => {
                let word = first_word(&text);
                let about = COMMANDS.iter().find(|(known, _)| *known == word).map(|(_, about)| about);
                let about = about.map_or_else(String::new, |about| format!(" ({about})"));
                add(format!("commands {word}{about}"), text);
            }
            _ => {}
        }
    }
    let named = extensions.into_iter();
    told.extend(named.map(|(name, version)| (format!("extension {name}"), Beside::Value(version))));
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(id: &str, stack: &str) -> Piece {
        let (map, stack) = (Some("Main".to_owned()), Some(stack.to_owned()));
        Piece { id: id.into(), map, stack, ..Piece::default() }
    }

    #[test]
    fn a_stack_that_parts_and_two_that_join_are_told_by_their_place() {
        let together = [piece("1", "s"), piece("2", "s")];
        let apart = [piece("1", "s"), piece("2", "t")];
        let told = |was: &[Piece; 2], is: &[Piece; 2]| {
            let pairs: Vec<Pair<'_>> = was.iter().zip(is).map(|(was, is)| (Some(was), Some(is))).collect();
            stacked_otherwise(&pairs)
        };
        assert_eq!(told(&together, &apart), ["Main (0, 0)"]);
        assert_eq!(told(&apart, &together), ["Main (0, 0)"]);
        assert!(told(&apart, &apart).is_empty());
    }

    #[test]
    fn decks_of_one_name_are_told_apart_and_their_order_to_the_umpire_alone() {
        let deck = |map: &str, cards: &[&str]| Stack {
            deck: Some("Draw".into()),
            map: Some(map.into()),
            pieces: cards.iter().map(|card| (*card).to_owned()).collect(),
            ..Stack::default()
        };
        let position = |decks: Vec<Stack>| Position { stacks: decks, ..Position::default() };
        let was = position(vec![deck("West", &["1", "2"]), deck("East", &["3", "4"])]);
        let is = position(vec![deck("West", &["2", "1"]), deck("East", &["3"])]);
        let told = |eyes: &Eyes| {
            let looked = |position| Looked { position, module: None, eyes };
            let told = decks(looked(&was), looked(&is));
            told.iter().map(|own| format!("{} {}", own.name, own.in_words())).collect::<Vec<String>>()
        };
        let east = "East: Draw \"2 cards\" → \"1 card\"";
        let west = "West: Draw \"2 cards\" → \"2 cards, in another order\"";
        assert_eq!(told(&Eyes::Umpire), [east, west]);
        assert_eq!(told(&Eyes::stranger()), [east]);
    }
}
