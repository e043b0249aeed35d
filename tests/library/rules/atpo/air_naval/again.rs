//! Small attacks reckoned again without the engine: every way in which the dice can fall, attack by attack.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::call;

/// A ship by what its counter prints.
#[derive(Clone, Copy)]
struct Hull {
    armor: [i32; 2],
    named: bool,
    transport: bool,
}

const CARRIER: Hull = Hull { armor: [9, 7], named: true, transport: false };
const DESTROYER: Hull = Hull { armor: [5, 4], named: false, transport: false };
const FREIGHTER: Hull = Hull { armor: [6, 6], named: false, transport: true };

/// An air unit: attacks by its front and its back, what it adds at a named ship, what at any.
#[derive(Clone, Copy)]
struct Plane {
    attacks: [u8; 2],
    named: i32,
    any: i32,
}

const NAVAL_AIR: Plane = Plane { attacks: [4, 2], named: 3, any: 0 };
const ARMY: Plane = Plane { attacks: [2, 1], named: -1, any: 0 };

/// How an attack goes: the value, whether a destroyer is there, whether Kamikazes fly.
#[derive(Clone, Copy)]
struct Sky {
    value: i32,
    destroyers: bool,
    kamikaze: bool,
}

/// Hits that ships have taken, and steps that planes have lost or will lose.
type Standing = (Vec<usize>, Vec<usize>);

/// Each standing with its weight, after all attacks, each at the ship with the most Armor.
fn reckoned(planes: &[Plane], ships: &[Hull], sky: Sky) -> BTreeMap<Standing, f64> {
    let mut all = BTreeMap::from([((vec![0; ships.len()], vec![0; planes.len()]), 1.0)]);
    let mut order: Vec<usize> = (0..planes.len()).collect();
    order.sort_by_key(|plane| (Reverse(planes[*plane].attacks[0]), *plane));
    for plane in order {
        for number in 0..planes[plane].attacks[0] {
            let mut next: BTreeMap<Standing, f64> = BTreeMap::new();
            for ((hits, lost), weight) in all {
                let target = target(ships, &hits);
                let now = if sky.kamikaze { lost[plane].min(2) } else { 0 };
                let may = now < 2 && number < planes[plane].attacks[now];
                let Some(target) = target.filter(|_| may) else {
                    *next.entry((hits, lost)).or_default() += weight;
                    continue;
                };
                for (one, other) in (1..=6).flat_map(|one| (1..=6).map(move |other| (one, other))) {
                    let (mut hits, mut lost) = (hits.clone(), lost.clone());
                    let ship = ships[target];
                    let added = planes[plane].any + if ship.named { planes[plane].named } else { 0 };
                    if one + other + added >= ship.armor[hits[target]] {
                        hits[target] = if one == other && !ship.transport { 2 } else { hits[target] + 1 };
                    }
                    let two = one + other == 2 && (sky.value >= 1 || sky.destroyers);
                    if one + other <= sky.value || two {
                        lost[plane] = (lost[plane] + 1).min(2);
                    }
                    *next.entry((hits, lost)).or_default() += weight / 36.0;
                }
            }
            all = next;
        }
    }
    all
}

fn target(ships: &[Hull], hits: &[usize]) -> Option<usize> {
    let afloat = (0..ships.len()).filter(|ship| hits[*ship] < 2);
    afloat.min_by_key(|ship| (Reverse((ships[*ship].armor[hits[*ship]], 2 - hits[*ship])), *ship))
}

/// The result as the engine words it: ships are A, B and so on, planes P, Q and so on.
fn in_words(ships: &[Hull], (hits, lost): &Standing, kamikaze: bool) -> String {
    let letter = |first: u8, at: usize| char::from(first + u8::try_from(at).unwrap());
    let ship = |(at, hits): (usize, &usize)| {
        let word = match (ships[at].transport, hits, ships[at].named) {
            (_, 0, _) => return None,
            (true, 1, _) => "loses a point",
            (true, ..) => "lost",
            (_, 1, true) => "damaged",
            (_, 1, false) => "depleted",
            _ => "sunk",
        };
        Some(format!("{} {word}", letter(b'A', at)))
    };
    let plane = |(at, lost): (usize, &usize)| {
        let word = match lost {
            _ if kamikaze => "eliminated",
            0 => return None,
            1 => "depleted",
            _ => "eliminated",
        };
        Some(format!("{} {word}", letter(b'P', at)))
    };
    let ships: Vec<String> = hits.iter().enumerate().filter_map(ship).collect();
    let planes: Vec<String> = lost.iter().enumerate().filter_map(plane).collect();
    let ships = if ships.is_empty() { "no hit".to_owned() } else { ships.join(", ") };
    if planes.is_empty() { ships } else { format!("{ships}; {}", planes.join(", ")) }
}

fn agree(procedure: &str, words: &[&str], planes: &[Plane], ships: &[Hull], sky: Sky) {
    let mut due: BTreeMap<String, f64> = BTreeMap::new();
    for (standing, weight) in reckoned(planes, ships, sky) {
        *due.entry(in_words(ships, &standing, sky.kamikaze)).or_default() += weight;
    }
    let found = call(procedure, words, &[("attacker", "strongest")]).chances();
    assert!(found.exact, "{words:?}");
    assert!(found.results.keys().eq(due.keys()), "{words:?}: {:?} and {due:?}", found.results);
    for (result, p) in &found.results {
        assert!((p - due[result]).abs() < 1e-9, "{words:?} {result}: {p} and {}", due[result]);
    }
}

const CARRIER_WORDS: &str = "CV 0-9/0-7";
const DESTROYER_WORDS: &str = "DD 0-5/0-4";

#[test]
fn small_attacks_have_the_chances_of_every_way_the_dice_can_fall() {
    let plain = Sky { value: 1, destroyers: true, kamikaze: false };
    let naval = "air=P:N 4-5/3 2-5/3 JP";
    let ships = format!("ships=A:{CARRIER_WORDS}, B:{DESTROYER_WORDS}");
    agree("R31", &[naval, &ships], &[NAVAL_AIR], &[CARRIER, DESTROYER], plain);
    // Two units, the one with more attacks first; 2 more in a port, whose guns count 2 more.
    let both = "air=P:army B 4-5 2-5, Q:N 4-5/3 2-5/3";
    let ships = format!("ships=A:{CARRIER_WORDS}, B:{DESTROYER_WORDS}, C:STP 6");
    let port = Sky { value: 2, destroyers: true, kamikaze: false };
    let in_port = |plane: Plane| Plane { any: 2, ..plane };
    let hulls = [CARRIER, DESTROYER, FREIGHTER];
    agree("R31", &[both, &ships, "port=minor"], &[in_port(ARMY), in_port(NAVAL_AIR)], &hulls, port);
    // By moonlight less than the value: a value of 3 is one of 2.
    let night = Sky { value: 2, destroyers: true, kamikaze: false };
    let by_night = Plane { any: -1, ..NAVAL_AIR };
    let ships = "ships=A:CV 0-9/0-7, B:DD 20-5/20-4";
    agree("R31", &[naval, ships, "moonlit=yes"], &[by_night], &[CARRIER, DESTROYER], night);
}

#[test]
fn small_attacks_of_kamikazes_have_the_chances_of_every_way_the_dice_can_fall() {
    let sky = Sky { value: 3, destroyers: true, kamikaze: true };
    let fighter = Plane { attacks: [3, 1], named: 0, any: 2 };
    let bomber = Plane { attacks: [2, 1], named: -1, any: 2 };
    let ships = "ships=A:CV 0-9/0-7, B:DD 20-5/20-4";
    let air = "air=P:F 3-5 1-5, Q:army B 2-5 1-5";
    agree("R32", &[air, ships], &[fighter, bomber], &[CARRIER, DESTROYER], sky);
}
