//! Battles that a position declares: their inputs, their resolution, and the changes that follow.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may read files and fail loudly")]

mod aims;
mod air;
mod aloft;
mod awaited;
mod bombed_bases;
mod carriers;
mod changes;
mod chits;
mod drops;
mod entries;
mod flights;
mod ground_support;
mod inputs;
mod landings;
mod lift;
mod on_the_way;
mod reactions;
mod sea;
mod searches;
mod trays;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use liege::rules::atpo::forces::{ATTACKER, DEFENDER};
use liege::rules::check::case::{Case, SpentPiece};
use liege::rules::data::{Embedded, Files};
use liege::rules::game::pack::Pack;
use liege::rules::game::{Game, Questions};
use liege::rules::games;
use liege::rules::play::battle::Battle;
use liege::rules::play::dice::Dice;
use liege::rules::play::procedure::{Orders, Request, Resolution};
use liege::rules::position::notation;
use liege::rules::position::situation::from_scenario;
use serde_json::Value;

fn game() -> &'static dyn Game {
    games::GAMES[0]
}

fn pack() -> Arc<Pack> {
    static PACK: OnceLock<Arc<Pack>> = OnceLock::new();
    let read = |path: &str| Embedded.text(path).ok().map(str::to_owned);
    PACK.get_or_init(|| Arc::new(game().pack(&read).unwrap())).clone()
}

/// The position of a text without its first line; February 1942, which is always fair, unless the text says otherwise.
fn given(text: &str) -> Box<dyn Questions> {
    given_after(text, BTreeMap::new())
}

/// The same after battles of the same Step that have used up these pieces.
fn given_after(text: &str, spent: BTreeMap<String, SpentPiece>) -> Box<dyn Questions> {
    let date = if text.contains("date:") { "" } else { "date: 1942-02\n" };
    let (scenario, mut faults) =
        notation::read("test", &format!("game: atpo\n{date}{text}"), &pack().terms.words);
    let (situation, more) = from_scenario(&pack(), "test", &scenario);
    faults.extend(more);
    assert!(faults.is_empty(), "{faults:?}");
    game().open(&Case { spent, ..Case::position(situation) })
}

/// The only battle of a position.
fn battle(text: &str) -> Battle {
    let mut battles = given(text).battles();
    assert_eq!(battles.len(), 1, "{battles:?}");
    battles.remove(0)
}

/// The ships of a strike are located: nobody looks for them.
fn find(battle: &mut Battle) {
    ["scout", "hexes", "further-scouts", "coastwatchers"]
        .iter()
        .for_each(|key| _ = battle.inputs.remove(*key));
    battle.inputs.insert("located".into(), true.into());
}

/// Resolves a battle with its own procedure.
fn fight(battle: &Battle, faces: &[u8], attacker: &str, defender: &str) -> Resolution {
    fight_with(battle, &mut liege::rules::play::dice::Given::new(faces), attacker, defender)
}

/// The same with any dice.
fn fight_with(battle: &Battle, dice: &mut dyn Dice, attacker: &str, defender: &str) -> Resolution {
    let entry = game().procedures().iter().find(|entry| entry.id == battle.procedure).unwrap();
    let request = Request { files: &Embedded, settings: &[], table: &battle.inputs };
    let mut orders = Orders::default();
    orders.policy(ATTACKER, attacker);
    orders.policy(DEFENDER, defender);
    entry.run(&request, dice, &mut orders).unwrap()
}

/// The units of `attack` or `defence` as `name strength/steps words`.
fn units(battle: &Battle, key: &str) -> Vec<String> {
    let text = |unit: &Value, key: &str| unit[key].as_str().unwrap_or_default().to_owned();
    let one = |unit: &Value| {
        let words: Vec<&str> =
            unit["traits"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let ratings = format!("{}/{}", unit["strength"], unit["steps"]);
        [text(unit, "name"), ratings, words.join(" ")].join(" ").trim().to_owned()
    };
    battle.inputs[key].as_array().into_iter().flatten().map(one).collect()
}

fn strings<'a>(battle: &'a Battle, key: &str) -> Vec<&'a str> {
    battle.inputs.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
}

fn has_note(battle: &Battle, words: &str) -> bool {
    battle.notes.iter().any(|note| note.contains(words))
}
