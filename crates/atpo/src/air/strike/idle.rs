//! What is typed in for a strike and has nothing to do there, or cannot do what it is listed for.

use serde_json::Value;

use super::plan::{AirSide, Post};
use crate::air::aircraft::{AirWord, Aircraft};
use crate::air::combat::read::of_one_nation;
use crate::forces::unit::entries;
use liege_rules::play::inputs::{Inputs, KeyFault};

/// Who is listed and has nothing to do: counter-interceptors without an enemy, units of one nation on both sides.
pub(super) fn idle(sides: &[AirSide; 2], faults: &mut Vec<KeyFault>) {
    let [own, other] = sides;
    if own.at(|post| post == Post::Counter) != 0 && other.units.is_empty() && faults.is_empty() {
        let fault = KeyFault::new("counter", "have nobody to meet: no enemy air unit is named");
        faults.push(fault.help("interceptors: enemy fighters that can meet the flight"));
    }
    faults.extend(of_one_nation([&own.units, &other.units]));
}

/// What a search would need beside ships that are located.
pub(super) fn sought_though_located(inputs: &Inputs, faults: &mut Vec<KeyFault>) {
    let searches = ["scout", "further-scouts", "coastwatchers"].into_iter();
    for key in searches.filter(|key| inputs.yes("located") && lists(inputs, key)) {
        let fault = KeyFault::new(key, "searches for ships that are already located");
        faults.push(fault.help("leave it out, or located=yes"));
    }
}

fn lists(inputs: &Inputs, key: &str) -> bool {
    let nobody = |entry: &Value| {
        let denied = |text: &str| matches!(text.to_lowercase().as_str(), "none" | "no" | "false");
        entry.as_str().is_some_and(denied) || *entry == Value::Bool(false)
    };
    inputs.value(key).is_some_and(|value| entries(value).iter().any(|entry| !nobody(entry)))
}

/// Who lies over-stacked on its base flies nowhere (4.6.3.1).
pub(super) fn on_the_ground(side: &AirSide, faults: &mut Vec<KeyFault>) {
    let all = side.units.iter().zip(&side.posts).filter(|(_, post)| **post != Post::Based);
    for (unit, _) in all.filter(|(unit, _)| unit.is(AirWord::Overstacked)) {
        let what = format!("{} is over-stacked and cannot intercept", unit.name);
        faults.push(KeyFault::new("interceptors", what).help("list it in based (4.6.3.1)"));
    }
}

/// Who flies to meet others does so as a fighter: bombers meet ships alone (4.7).
pub(super) fn meet_as_fighters(
    units: &mut [Aircraft],
    posts: &[Post],
    keys: &[(&str, Post)],
    faults: &mut Vec<KeyFault>,
) {
    let meets = |post: &Post| matches!(post, Post::Counter | Post::Way(_) | Post::Target);
    for (unit, post) in units.iter_mut().zip(posts).filter(|(_, post)| meets(post)) {
        let key = keys.iter().find(|(_, own)| own == post).map_or("interceptors", |(key, _)| *key);
        match unit {
            unit if unit.is(AirWord::AsBomber) => {
                let what = format!("{} flies as a bomber, and bombers do not intercept aircraft", unit.name);
                faults.push(KeyFault::new(key, what).help("leave out as-bomber (4.7)"));
            }
            unit if unit.may_choose() => _ = unit.words.insert(AirWord::AsFighter),
            unit if !unit.is_fighter() => {
                let what = format!("{} is not a fighter and does not intercept aircraft", unit.name);
                faults.push(KeyFault::new(key, what).help("such as F 4-6/2 or FB 3-7/2 (4.7)"));
            }
            _ => {}
        }
    }
}
