//! Naval combat reckoned again without the engine: small battles by every way the dice can fall, large ones, which the
//! engine samples, by dice of their own.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::call::Call;
use liege::rules::play::chances::Method;

/// Guns and torpedoes by the hits that a ship took, Armor likewise, whether torpedoes may be aimed at it, whether an
/// Admiral with S1 and D2 is aboard, and which ships are of one kind.
#[derive(Clone, Copy)]
struct Kind {
    guns: [i32; 2],
    torpedo: Option<[i32; 2]>,
    armor: [i32; 2],
    named: bool,
    flag: bool,
    kind: usize,
}

const CRUISER: Kind = Kind { guns: [3, 2], torpedo: None, armor: [9, 7], named: true, flag: false, kind: 0 };
const FLAGSHIP: Kind = Kind { flag: true, kind: 1, ..CRUISER };
const DESTROYER: Kind =
    Kind { guns: [0, 0], torpedo: Some([3, 2]), armor: [5, 4], named: false, flag: false, kind: 2 };
const BATTLESHIP: Kind = Kind { guns: [5, 3], armor: [11, 9], kind: 3, ..CRUISER };
const LIGHT_CRUISER: Kind = Kind { guns: [2, 1], armor: [7, 5], named: false, kind: 4, ..CRUISER };

#[derive(Clone, Copy)]
struct Ship {
    is: Kind,
    hits: usize,
    gone: bool,
    attacked: bool,
    fired: bool,
    ready: Option<i32>,
}

/// Where the dice come from.
trait Source {
    /// 0 for a miss, 1 for a hit, 2 for a hit with doubles, when two dice must come to so much.
    fn shot(&mut self, needed: i32) -> usize;
    /// Whether a die shows no more than this.
    fn die_at_most(&mut self, most: i32) -> bool;
}

/// Every way in which the dice can fall, one after the other.
#[derive(Default)]
struct Ways {
    taken: Vec<(usize, Vec<f64>)>,
    at: usize,
}

impl Ways {
    fn pick(&mut self, weights: &[f64]) -> usize {
        if self.at == self.taken.len() {
            let first = weights.iter().position(|weight| *weight > 0.0).unwrap();
            self.taken.push((first, weights.to_vec()));
        }
        self.at += 1;
        self.taken[self.at - 1].0
    }

    fn weight(&self) -> f64 {
        self.taken.iter().map(|(taken, weights)| weights[*taken]).product()
    }

    fn next(&mut self) -> bool {
        self.at = 0;
        while let Some((taken, weights)) = self.taken.pop() {
            let later = (taken + 1..weights.len()).find(|other| weights[*other] > 0.0);
            if let Some(other) = later {
                self.taken.push((other, weights));
                return true;
            }
        }
        false
    }
}

impl Source for Ways {
    fn shot(&mut self, needed: i32) -> usize {
        let mut weights = [0.0; 3];
        for (one, other) in (1..=6).flat_map(|one| (1..=6).map(move |other| (one, other))) {
            let hit = one + other >= needed;
            weights[usize::from(hit) + usize::from(hit && one == other)] += 1.0 / 36.0;
        }
        self.pick(&weights)
    }

    fn die_at_most(&mut self, most: i32) -> bool {
        let few = f64::from(most.clamp(0, 6)) / 6.0;
        self.pick(&[1.0 - few, few]) == 1
    }
}

/// Dice of its own: a linear congruence whose upper bits are faces.
struct Rolled(u64);

impl Rolled {
    fn face(&mut self) -> i32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i32::try_from((self.0 >> 33) % 6).unwrap() + 1
    }
}

impl Source for Rolled {
    fn shot(&mut self, needed: i32) -> usize {
        let (one, other) = (self.face(), self.face());
        let hit = one + other >= needed;
        usize::from(hit) + usize::from(hit && one == other)
    }

    fn die_at_most(&mut self, most: i32) -> bool {
        self.face() <= most
    }
}

/// An Admiral: the ship he is aboard, and whether his S and D were used.
#[derive(Clone, Copy)]
struct Admiral {
    aboard: Option<usize>,
    used: [bool; 2],
}

struct Battle<'s> {
    ships: [Vec<Ship>; 2],
    admirals: [Option<Admiral>; 2],
    /// The modifier of the nation when an Admiral is rolled for.
    nation: [i32; 2],
    leaves: [bool; 2],
    dice: &'s mut dyn Source,
}

impl Battle<'_> {
    fn is_here(&self, side: usize, ship: usize) -> bool {
        self.ships[side][ship].hits < 2 && !self.ships[side][ship].gone
    }

    fn serves(&self, side: usize, letter: usize) -> bool {
        let serving = |admiral: &Admiral| {
            !admiral.used[letter] && admiral.aboard.is_some_and(|ship| self.is_here(side, ship))
        };
        self.admirals[side].as_ref().is_some_and(serving)
    }

    /// All who are ready fire, the first side before the other, the highest rating first.
    fn fire(&mut self, torpedoes: bool) {
        for side in 0..2 {
            loop {
                let own = &self.ships[side];
                let ready = (0..own.len()).filter(|ship| own[*ship].ready.is_some());
                let Some(ship) = ready.min_by_key(|ship| {
                    let Ship { ready, is, hits, .. } = own[*ship];
                    (Reverse(ready), is.kind, Reverse(hits), *ship)
                }) else {
                    break;
                };
                let rating = self.ships[side][ship].ready.take().unwrap();
                self.ships[side][ship].fired |= !torpedoes;
                self.attack(side, rating, torpedoes);
            }
        }
    }

    /// The strongest of those that may be attacked, none twice before all were once.
    fn attack(&mut self, side: usize, mut rating: i32, torpedoes: bool) {
        let enemy = 1 - side;
        let ships = &self.ships[enemy];
        let open: Vec<usize> = (0..ships.len())
            .filter(|ship| self.is_here(enemy, *ship) && (!torpedoes || ships[*ship].is.named))
            .collect();
        let spared: Vec<usize> = open.iter().copied().filter(|ship| !ships[*ship].attacked).collect();
        let among = if spared.is_empty() { open } else { spared };
        let strongest = among.into_iter().min_by_key(|ship| {
            let Ship { is, hits, fired, ready, .. } = ships[*ship];
            (Reverse(2 * is.guns[0] + is.armor[0]), is.kind, Reverse(hits), fired, ready, *ship)
        });
        let Some(target) = strongest else { return };
        if !torpedoes && self.serves(side, 0) {
            rating += 1;
            self.admirals[side].as_mut().unwrap().used[0] = true;
        }
        if self.serves(enemy, 1) {
            rating -= 2;
            self.admirals[enemy].as_mut().unwrap().used[1] = true;
        }
        let struck = self.ships[enemy][target];
        let result = self.dice.shot(struck.is.armor[struck.hits] - rating);
        self.ships[enemy][target].attacked = true;
        self.ships[enemy][target].hits = (struck.hits + result).min(2);
        let aboard = self.admirals[enemy].and_then(|admiral| admiral.aboard);
        if result > 0 && aboard == Some(target) {
            self.roll_for_admiral(enemy, target, result == 2);
        }
    }

    /// An Admiral whose ship was hit dies, or goes to the ship with the best Armor if his own is gone.
    fn roll_for_admiral(&mut self, side: usize, ship: usize, doubles: bool) {
        let sunk = self.ships[side][ship].hits == 2;
        let others = (0..self.ships[side].len()).filter(|other| *other != ship && self.is_here(side, *other));
        let best = others.min_by_key(|other| {
            let Ship { is, hits, .. } = self.ships[side][*other];
            (Reverse(is.armor[hits]), is.kind, *other)
        });
        let less =
            i32::from(sunk) + 2 * i32::from(doubles) + self.nation[side] + 3 * i32::from(best.is_none());
        let dead = self.dice.die_at_most(2 + less);
        let admiral = self.admirals[side].as_mut().unwrap();
        if dead {
            admiral.aboard = None;
        } else if sunk {
            admiral.aboard = best;
        }
    }

    fn fight(&mut self) {
        for rating in (0..=20).rev() {
            self.ready(|ship| Some(ship.is.guns[ship.hits]).filter(|guns| !ship.fired && *guns >= rating));
            self.fire(false);
        }
        self.ready(|ship| ship.is.torpedo.map(|torpedo| torpedo[ship.hits]));
        self.each(|ship| ship.attacked = false);
        self.fire(true);
        let afloat = |battle: &Self, side: usize| battle.ships[side].iter().any(|ship| ship.hits < 2);
        if !(afloat(self, 0) && afloat(self, 1)) {
            return;
        }
        if self.leaves == [true; 2] {
            self.each(|ship| ship.gone = ship.hits < 2);
            return;
        }
        self.each(|ship| (ship.attacked, ship.fired) = (false, false));
        self.ready(|ship| Some(ship.is.guns[ship.hits]));
        self.fire(false);
    }

    fn each(&mut self, then: impl Fn(&mut Ship)) {
        self.ships.iter_mut().flatten().for_each(then);
    }

    fn ready(&mut self, rating: impl Fn(&Ship) -> Option<i32>) {
        self.each(|ship| ship.ready = if ship.hits < 2 { rating(ship) } else { None });
    }

    fn in_words(&self) -> String {
        let side = |side: usize| {
            let count =
                |what: &dyn Fn(&Ship) -> bool| self.ships[side].iter().filter(|ship| what(ship)).count();
            let dead = usize::from(self.admirals[side].is_some_and(|admiral| admiral.aboard.is_none()));
            let parts = [
                (count(&|ship| ship.hits == 2), "sunk"),
                (count(&|ship| ship.hits == 1), "damaged"),
                (dead, "Admiral lost"),
                (count(&|ship| ship.gone), "withdrawn"),
            ];
            let parts =
                parts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}"));
            let parts: Vec<String> = parts.collect();
            if parts.is_empty() { "no loss".to_owned() } else { parts.join(", ") }
        };
        format!("attacker {}; defender {}", side(0), side(1))
    }
}

fn battle<'s>(kinds: [&[Kind]; 2], leaves: [bool; 2], dice: &'s mut dyn Source) -> Battle<'s> {
    let ship = |is: &Kind| Ship { is: *is, hits: 0, gone: false, attacked: false, fired: false, ready: None };
    let admiral = |kinds: &[Kind]| {
        let aboard = kinds.iter().position(|kind| kind.flag);
        aboard.map(|ship| Admiral { aboard: Some(ship), used: [false; 2] })
    };
    let mut ships = kinds.map(|kinds| kinds.iter().map(ship).collect::<Vec<_>>());
    // Kinds count in the order in which they are listed.
    for side in &mut ships {
        let listed: Vec<usize> = side.iter().map(|ship| ship.is.kind).collect();
        for ship in side {
            ship.is.kind = listed.iter().position(|kind| *kind == ship.is.kind).unwrap();
        }
    }
    Battle { ships, admirals: kinds.map(admiral), nation: [1, 0], leaves, dice }
}

fn written(kinds: &[Kind], nation: &str) -> String {
    let one = |kind: &Kind| match kind.kind {
        0 => format!("CA 3-9/2-7 {nation}"),
        1 => format!("CA 3-9/2-7 {nation} S1 D2"),
        3 => format!("BB 5-11/3-9 {nation}"),
        4 => format!("CL 2-7/1-5 {nation}"),
        _ => format!("DD 0(3)-5/0(2)-4 {nation}"),
    };
    kinds.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// The chances of the engine, and how many samples they are of, where they are not exact.
fn engine(kinds: [&[Kind]; 2], leaves: [bool; 2]) -> (BTreeMap<String, f64>, Option<u32>) {
    let policy =
        |leaves: bool| if leaves { "strongest,open,use,withdraw" } else { "strongest,open,use,stay" };
    let (attack, defence) =
        (format!("attack={}", written(kinds[0], "JP")), format!("defence={}", written(kinds[1], "US")));
    let policies = [("attacker", policy(leaves[0])), ("defender", policy(leaves[1]))];
    let words = [&*attack, &*defence];
    let told = Call { procedure: "R14", words: &words, policies: &policies, ..Call::default() }.told();
    let samples = match told.method {
        Method::Exact => None,
        Method::Sampled { samples, .. } => Some(samples),
    };
    (told.results.into_iter().map(|row| (row.result, row.p)).collect(), samples)
}

#[test]
fn two_against_two_have_the_chances_of_every_way_the_dice_can_fall() {
    let fleets: [[&[Kind]; 2]; 4] = [
        [&[CRUISER, DESTROYER], &[CRUISER, DESTROYER]],
        [&[FLAGSHIP, DESTROYER], &[CRUISER, CRUISER]],
        [&[DESTROYER, CRUISER], &[FLAGSHIP, DESTROYER]],
        [&[FLAGSHIP, DESTROYER], &[FLAGSHIP]],
    ];
    for (kinds, leaves) in fleets.into_iter().zip([[false; 2], [true, false], [true, true], [false, true]]) {
        let mut ways = Ways::default();
        let mut due: BTreeMap<String, f64> = BTreeMap::new();
        loop {
            let mut battle = battle(kinds, leaves, &mut ways);
            battle.fight();
            let result = battle.in_words();
            *due.entry(result).or_default() += ways.weight();
            if !ways.next() {
                break;
            }
        }
        let (found, samples) = engine(kinds, leaves);
        assert_eq!(samples, None);
        // Where one side has a ship more, it stays in the open: the policy screens nobody.
        assert!(found.keys().eq(due.keys()), "{found:?} and {due:?}");
        for (result, p) in found {
            assert!((p - due[&result]).abs() < 1e-9, "{result}: {p} and {}", due[&result]);
        }
    }
}

#[test]
fn large_battles_are_sampled_and_have_the_chances_that_other_dice_show() {
    const GAMES: u32 = 60_000;
    const RARE: f64 = 1e-3;
    // Battleships, heavy and light cruisers, destroyers.
    let fleet = |[battleships, heavy, light, destroyers]: [usize; 4]| {
        let heavy = [vec![BATTLESHIP; battleships], vec![CRUISER; heavy]].concat();
        [heavy, vec![LIGHT_CRUISER; light], vec![DESTROYER; destroyers]].concat()
    };
    for (one, other, leaves) in [
        ([0, 2, 0, 6], [0, 3, 0, 5], [false; 2]),
        ([0, 1, 0, 5], [0, 2, 0, 4], [true; 2]),
        ([1, 2, 2, 3], [1, 2, 1, 4], [false; 2]),
    ] {
        let fleets = [fleet(one), fleet(other)];
        let kinds = [&*fleets[0], &*fleets[1]];
        let (found, samples) = engine(kinds, leaves);
        let samples = f64::from(samples.unwrap());
        assert!(samples >= 10_000.0, "{samples}");
        let mut dice = Rolled(1942);
        let mut shares: BTreeMap<String, [f64; 2]> =
            found.into_iter().map(|(result, p)| (result, [p, 0.0])).collect();
        for _ in 0..GAMES {
            let mut battle = battle(kinds, leaves, &mut dice);
            battle.fight();
            shares.entry(battle.in_words()).or_default()[1] += 1.0 / f64::from(GAMES);
        }
        // What is too rare for five standard deviations to mean what they say is counted together.
        let mut pooled: BTreeMap<String, [f64; 2]> = BTreeMap::new();
        for (result, [p, seen]) in shares {
            let of = if p + seen < 2.0 * RARE { "all that is rare".to_owned() } else { result };
            let sums = pooled.entry(of).or_default();
            *sums = [sums[0] + p, sums[1] + seen];
        }
        for (result, [p, seen]) in pooled {
            let mean = f64::midpoint(p, seen);
            let sigma = (mean * (1.0 - mean) * (1.0 / f64::from(GAMES) + 1.0 / samples)).sqrt();
            assert!((p - seen).abs() <= 5.0 * sigma, "{result}: {p} and {seen}");
        }
    }
}
