//! Air-to-air combat reckoned again without the engine: every way in which the dice of small fights can fall.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::collections::BTreeMap;

use crate::rules::atpo::call::Call;

/// What a unit does in the air.
#[derive(Clone, Copy, PartialEq)]
enum Does {
    Fights,
    Bombs,
    Carries,
    AvoidsAll,
    DivesForever,
}

/// A unit as it is typed, and its values by the steps that it lost.
struct Plane {
    typed: &'static str,
    strength: [i32; 2],
    quality: [i32; 2],
    steps: usize,
    does: Does,
    at_home: bool,
    shoots_back: bool,
}

const fn plane(typed: &'static str, strength: [i32; 2], quality: [i32; 2], does: Does) -> Plane {
    Plane { typed, strength, quality, steps: 2, does, at_home: false, shoots_back: false }
}

const ZERO: Plane = plane("Zero:F 4-9/3 2-9/2 JP", [4, 2], [3, 2], Does::Fights);
const OSCAR: Plane = plane("Oscar:FB 3-8/2 3-8/1 JP as-fighter", [3, 3], [2, 1], Does::Fights);
const BETTY: Plane = plane("Betty:B 3-16 2-16 JP", [3, 2], [0, 0], Does::Bombs);
const TOJO: Plane =
    Plane { at_home: true, ..plane("Tojo:F 5-6/4 4-6/3 JP own-base", [5, 4], [4, 3], Does::Fights) };
const LILY: Plane = plane("Lily:N 3-6/2 1-6/2 JP kamikaze", [3, 1], [2, 2], Does::DivesForever);
const TABBY: Plane = plane("Tabby:ATP 2 JP", [2, 1], [0, 0], Does::Carries);
const NATE: Plane = Plane { steps: 1, ..plane("Nate:F 2-4/1 x JP", [2, 2], [1, 1], Does::Fights) };
const LIBERATOR: Plane =
    Plane { shoots_back: true, ..plane("Liberator:B 9-15[3] 5-15[2] US", [9, 5], [3, 2], Does::Bombs) };
const MITCHELL: Plane =
    Plane { shoots_back: true, ..plane("Mitchell:B 6-10/(2) 3-10/(2) US", [6, 3], [2, 2], Does::Bombs) };
const WILDCAT: Plane =
    plane("Wildcat:N 3-5/3 2-5/3 US carrier own-base as-fighter", [3, 2], [3, 3], Does::Fights);
const LIGHTNING: Plane = plane("Lightning:F 5-9/3 3-9/3 US", [5, 3], [3, 3], Does::Fights);
const WARHAWK: Plane = Plane {
    at_home: true,
    ..plane("Warhawk:FB 3-6/2 2-6/2 US as-fighter own-base", [3, 2], [2, 2], Does::Fights)
};
const CATALINA: Plane = plane("Catalina:N 2-9/1 1-9/1 US avoiding", [2, 1], [1, 1], Does::AvoidsAll);

/// Steps lost, and whether it is out of the fight.
type Now = [Vec<(usize, bool)>; 2];

struct Skies {
    sides: [&'static [&'static Plane]; 2],
    sneak: i32,
    each_attack: bool,
}

impl Skies {
    fn here(&self, now: &Now, side: usize, unit: usize) -> bool {
        now[side][unit].0 < self.sides[side][unit].steps && !now[side][unit].1
    }

    fn fights(&self, now: &Now, side: usize, unit: usize) -> bool {
        self.here(now, side, unit) && self.sides[side][unit].does == Does::Fights
    }

    /// Who attacks whom: the sides take turns, each fighter takes the weakest of those attacked least.
    fn named(&self, now: &Now, round: u8) -> Vec<(usize, usize, usize)> {
        let mut named: Vec<(usize, usize, usize)> = Vec::new();
        let mut left: [Vec<usize>; 2] = [0, 1].map(|side| {
            let may = |unit: &usize| {
                let strength = self.sides[side][*unit].strength[now[side][*unit].0.min(1)];
                self.fights(now, side, *unit) && (round == 1 || strength >= 3)
            };
            (0..self.sides[side].len()).filter(may).rev().collect()
        });
        let mut turn = 0;
        while left.iter().any(|side| !side.is_empty()) {
            let side = if left[turn].is_empty() { 1 - turn } else { turn };
            let unit = left[side].pop().unwrap();
            turn = 1 - side;
            let foe = 1 - side;
            let times = |named: &[(usize, usize, usize)], target: usize| {
                named.iter().filter(|(by, _, at)| *by == side && *at == target).count()
            };
            let free = (0..self.sides[foe].len())
                .any(|other| self.fights(now, foe, other) && times(&named, other) == 0);
            let open: Vec<usize> = (0..self.sides[foe].len())
                .filter(|other| self.here(now, foe, *other))
                .filter(|other| self.sides[foe][*other].does != Does::Carries || !free)
                .collect();
            let Some(least) = open.iter().map(|other| times(&named, *other)).min() else { continue };
            let value = |other: &usize| {
                let (plane, hits) = (self.sides[foe][*other], now[foe][*other].0);
                (plane.quality[hits], plane.strength[hits], *other)
            };
            let target = open.into_iter().filter(|other| times(&named, *other) == least).min_by_key(value);
            named.push((side, unit, target.unwrap()));
        }
        named
    }

    fn number(
        &self,
        now: &Now,
        named: &[(usize, usize, usize)],
        (side, unit, target): (usize, usize, usize),
    ) -> i32 {
        let (plane, hits) = (self.sides[side][unit], now[side][unit].0);
        let foe = self.sides[1 - side][target];
        let chased = named.iter().any(|(by, _, at)| *by != side && *at == unit);
        let prey = named.iter().find(|(by, one, _)| *by != side && *one == target).map(|(_, _, at)| *at);
        let saves = prey.is_some_and(|prey| {
            matches!(self.sides[side][prey].does, Does::Bombs | Does::Carries | Does::DivesForever)
        });
        plane.strength[hits] + plane.quality[hits] - foe.quality[now[1 - side][target].0]
            + i32::from(plane.at_home)
            + i32::from(!chased && saves)
    }

    /// All that a round can come to, with its weights.
    fn round(&self, now: &Now, round: u8) -> BTreeMap<Now, f64> {
        let named = self.named(now, round);
        // Steps and aborts of this round by side and unit.
        let nothing: Now = [0, 1].map(|side: usize| vec![(0, false); self.sides[side].len()]);
        let mut all: BTreeMap<Now, f64> = BTreeMap::from([(nothing, 1.0)]);
        for attack in &named {
            let (side, unit, target) = *attack;
            let number = self.number(now, &named, *attack);
            let mut next: BTreeMap<Now, f64> = BTreeMap::new();
            for (blows, weight) in &all {
                for face in 1..=6 {
                    let japanese = self.sides[side][unit].typed.contains("JP");
                    let die = face + if japanese { self.sneak } else { 0 };
                    let result = match face {
                        1 => 2,
                        6 => 0,
                        5 => i32::from(number >= 5 || die <= number),
                        _ if die < number => 2,
                        _ => i32::from(die == number),
                    };
                    let mut then = blows.clone();
                    then[1 - side][target].0 += usize::from(result == 2);
                    then[1 - side][target].1 |= result == 1;
                    let foe = self.sides[1 - side][target];
                    if foe.shoots_back && (result == 2 || self.each_attack) {
                        let other = foe.quality[now[1 - side][target].0];
                        let own = self.sides[side][unit].quality[now[side][unit].0];
                        for back in 1..=6 {
                            let mut after = then.clone();
                            after[side][unit].0 += usize::from(back + other - own > own);
                            *next.entry(after).or_default() += weight / 36.0;
                        }
                    } else {
                        *next.entry(then).or_default() += weight / 6.0;
                    }
                }
            }
            all = next;
        }
        let mut after: BTreeMap<Now, f64> = BTreeMap::new();
        for (blows, weight) in all {
            let mut then = now.clone();
            for side in 0..2 {
                for (unit, (steps, abort)) in blows[side].iter().enumerate() {
                    let plane = self.sides[side][unit];
                    then[side][unit].0 = (then[side][unit].0 + steps).min(plane.steps);
                    let struck = *steps > 0 || *abort;
                    then[side][unit].1 |= struck && plane.does != Does::DivesForever;
                }
            }
            *after.entry(then).or_default() += weight;
        }
        after
    }

    fn in_words(&self, now: &Now) -> String {
        let side = |side: usize| {
            let units = || self.sides[side].iter().zip(&now[side]);
            let gone = units().filter(|(plane, (hits, _))| *hits == plane.steps).count();
            let hurt = units().filter(|(plane, (hits, _))| *hits > 0 && *hits < plane.steps).count();
            let sent_home = units().filter(|(_, (hits, out))| *hits == 0 && *out).count();
            let parts = [(gone, "eliminated"), (hurt, "depleted"), (sent_home, "aborted")];
            let parts = parts.iter().filter(|(count, _)| *count > 0);
            let parts: Vec<String> = parts.map(|(count, what)| format!("{count} {what}")).collect();
            if parts.is_empty() { "no loss".to_owned() } else { parts.join(", ") }
        };
        format!("attacker {}; defender {}", side(0), side(1))
    }

    fn chances(&self) -> BTreeMap<String, f64> {
        let start: Now = [0, 1].map(|side: usize| vec![(0, false); self.sides[side].len()]);
        let mut results: BTreeMap<String, f64> = BTreeMap::new();
        for (middle, weight) in self.round(&start, 1) {
            for (end, more) in self.round(&middle, 2) {
                *results.entry(self.in_words(&end)).or_default() += weight * more;
            }
        }
        results
    }

    fn engine(&self) -> BTreeMap<String, f64> {
        let list =
            |side: usize| self.sides[side].iter().map(|plane| plane.typed).collect::<Vec<_>>().join(", ");
        let (attack, defence) = (format!("attack={}", list(0)), format!("defence={}", list(1)));
        let mut words = vec![&*attack, &*defence];
        if self.sneak != 0 {
            words.push("sneak=yes");
        }
        let choices: &[&str] = if self.each_attack { &["return_fire_trigger=each_attack"] } else { &[] };
        let policies = [("attacker", "weakest,stay"), ("defender", "weakest,stay")];
        let found = Call { procedure: "R28", words: &words, choices, policies: &policies }.chances();
        assert!(found.exact, "{words:?}");
        found.results
    }
}

#[test]
fn fights_of_up_to_three_against_three_have_the_chances_of_every_way_the_dice_can_fall() {
    let fights: [([&'static [&'static Plane]; 2], i32, bool); 9] = [
        ([&[&ZERO], &[&WILDCAT]], 0, false),
        ([&[&ZERO, &OSCAR], &[&LIBERATOR]], 0, false),
        ([&[&ZERO, &OSCAR], &[&LIBERATOR, &MITCHELL]], -1, true),
        ([&[&ZERO, &OSCAR, &BETTY], &[&WILDCAT, &LIGHTNING, &WARHAWK]], 0, false),
        ([&[&TOJO, &NATE, &ZERO], &[&LIGHTNING, &LIBERATOR, &MITCHELL]], 0, false),
        ([&[&TOJO, &NATE], &[&LIGHTNING, &LIBERATOR, &WARHAWK]], -1, true),
        ([&[&LILY, &BETTY, &ZERO], &[&WARHAWK, &LIGHTNING]], 0, false),
        ([&[&TABBY, &NATE], &[&WARHAWK, &LIGHTNING, &WILDCAT]], 0, false),
        ([&[&ZERO, &TOJO], &[&CATALINA, &LIGHTNING]], 0, false),
    ];
    for (sides, sneak, each_attack) in fights {
        let skies = Skies { sides, sneak, each_attack };
        let (due, found) = (skies.chances(), skies.engine());
        assert!(found.keys().eq(due.keys()), "{found:?} and {due:?}");
        for (result, p) in found {
            assert!((p - due[&result]).abs() < 1e-9, "{result}: {p} and {}", due[&result]);
        }
    }
}
