//! Fights in the air at random: all end, chances make the whole, equal units may be merged, and seeds show the chances.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use crate::rules::atpo::call::words_of_atpo;
use liege::rules::atpo::air::combat::AirCombat;
use liege::rules::atpo::air::combat::battle::{Dogfight, DogfightState};
use liege::rules::atpo::air::combat::tables::AirTables;
use liege::rules::atpo::air::strafing::Strafing;
use liege::rules::data::Embedded;
use liege::rules::play::chances::{Limits, Merge, exact, sampled};
use liege::rules::play::dice::{Dice as _, Die, Seeded};
use liege::rules::play::inputs::{Inputs, pairs};
use liege::rules::play::procedure::{Coded, Ended, Policies, Role};
use num_bigint::BigUint;

const UNITS: [&str; 12] = [
    "F 4-9/3 2-9/2",
    "F 4-9/3 2-9/2 own-base",
    "FB 3-7/2 1-7/2",
    "N 4-5/3 2-5/3 carrier own-base",
    "B 3-16 2-16",
    "B 9-15[3] 5-15[2]",
    "B 6-10/(2) x",
    "ATP 2",
    "N 3-6/2 kamikaze",
    "F 5-6/4 depleted",
    "B 4-2/(5) x halved",
    "FB 2-6/1 avoiding",
];
const POLICIES: [&str; 5] = [
    "balanced",
    "cautious,ride-out",
    "aggressive,hold",
    "weakest,fighters,abort,keep,evacuate",
    "bombers,strongest,stay,use,intercept",
];

pub fn side(dice: &mut Seeded, most: u8, nation: &str, units: &[&str]) -> String {
    let count = dice.roll(Die(most), "count");
    let one = |dice: &mut Seeded| {
        let number = u8::try_from(units.len()).unwrap();
        let unit = units[usize::from(dice.roll(Die(number), "unit")) - 1];
        // A Kamikaze of the other side has no nation here.
        let fits = nation == "JP" || !unit.contains("kamikaze");
        if fits { format!("{unit} {nation}") } else { unit.to_owned() }
    };
    (0..count).map(|_| one(dice)).collect::<Vec<_>>().join(", ")
}

/// What a procedure reads from words, where the rules allow it.
pub fn begun<P: Coded>(words: &[&str], tables: &P::Cx) -> Option<(P::Battle, P::State)> {
    let inputs = Inputs::read(&pairs(words).unwrap(), P::KEYS, &words_of_atpo()).unwrap();
    P::begin(P::read(&inputs).unwrap(), tables).ok()
}

fn who(dice: &mut Seeded) -> Policies {
    let mut who = Policies::default();
    for side in [Role::new("attacker"), Role::new("defender")] {
        who.policy(side, POLICIES[usize::from(dice.roll(Die(5), "policy")) - 1]);
        who.policy(side, "balanced");
    }
    who
}

/// Whether samples show the exact chances within five sigma; none where exact chances take too many steps.
pub fn agrees<P: Coded>(
    begun: &(P::Battle, P::State),
    tables: &P::Cx,
    who: &Policies,
    words: &[&str],
) -> Option<()> {
    const SAMPLES: u32 = 500;
    let limits = Limits { steps: 6_000, memory: 100_000_000, samples: SAMPLES, ..Limits::default() };
    let (battle, state) = begun;
    let merge = |merge: Merge| exact::<P>(battle, state, tables, who, &limits, merge);
    let (apart, misfits) = merge(Merge::Equal).ok()?;
    assert!(misfits.is_empty());
    assert!(apart.weights.keys().all(|end| matches!(end, Ended::Done(_))), "{words:?}");
    let results = apart.results::<P>();
    assert_eq!(results.values().sum::<BigUint>(), apart.total, "{words:?}");
    if P::has_alike(battle) {
        let (together, _) = merge(Merge::Alike).unwrap();
        for (result, weight) in together.results::<P>() {
            assert_eq!(&weight * &apart.total, &results[&result] * &together.total, "{result} of {words:?}");
        }
    }
    let (seen, _) = sampled::<P>(battle, state, tables, who, &limits).unwrap();
    let (due, shown) = (apart.shares::<P>(), seen.shares::<P>());
    for (result, p) in due {
        let sigma = (p * (1.0 - p) / f64::from(SAMPLES)).sqrt();
        let share = shown.get(&result).copied().unwrap_or(0.0);
        // Of rare results a few more may be seen.
        assert!(
            (share - p).abs() <= 5.0 * (sigma + 1.0 / f64::from(SAMPLES)),
            "{result} of {words:?}: {share} of {p}"
        );
    }
    Some(())
}

#[test]
fn fights_at_random_end_and_have_the_chances_that_seeds_show() {
    let tables = AirCombat::context(&Embedded, &[]).unwrap();
    let mut dice = Seeded::new(28);
    let mut compared = 0;
    for fight in 0..220 {
        let most = if fight % 10 == 0 { 3 } else { 2 };
        let attack = format!("attack={}", side(&mut dice, most, "JP", &UNITS));
        let defence = format!("defence={}", side(&mut dice, most, "US", &UNITS));
        let magic: &[&str] =
            if fight % 7 == 0 { &["magic=2", "magic-side=defender"] } else { &["quality-4=no"] };
        let first = if fight % 2 == 0 { "first=defender" } else { "first=attacker" };
        let words = [&[&*attack, &*defence, first, "sneak=yes"], magic].concat();
        let who = who(&mut dice);
        let Some(begun) = begun::<AirCombat>(&words, &tables) else { continue };
        compared += usize::from(agrees::<AirCombat>(&begun, &tables, &who, &words).is_some());
    }
    assert!(compared >= 110, "{compared} fights were small enough");
}

#[test]
fn strafing_at_random_ends_and_has_the_chances_that_seeds_show() {
    const STRAFERS: [&str; 4] = ["F 4-9/3 2-9/2", "FB 3-7/2", "N 4-5/3 2-5/3 carrier", "F 2-6/1 halved"];
    const BASED: [&str; 6] = [
        "F 4-6/2 2-6/2",
        "B 9-10",
        "FB 3-6/1 committed",
        "B 20-20[4] overstacked",
        "N 2-9",
        "F 3-5/3 overstacked",
    ];
    let tables = Strafing::context(&Embedded, &[]).unwrap();
    let mut dice = Seeded::new(30);
    let mut compared = 0;
    for raid in 0..100 {
        let attack = format!("attack={}", side(&mut dice, 1 + raid % 2, "JP", &STRAFERS));
        let defence = format!("defence={}", side(&mut dice, 2, "US", &BASED));
        let hexes = format!("flown-over={}", raid % 5);
        let words = [&*attack, &*defence, &*hexes];
        let who = who(&mut dice);
        let begun = begun::<Strafing>(&words, &tables).unwrap();
        compared += usize::from(agrees::<Strafing>(&begun, &tables, &who, &words).is_some());
    }
    assert!(compared >= 50, "{compared} raids were small enough");
}

#[test]
fn a_larger_battle_goes_on_with_what_a_fight_left() {
    let tables: AirTables = AirCombat::context(&Embedded, &[]).unwrap();
    let words = ["attack=F 4-9/3, FB 3-7/2", "defence=B 9-10, F 3-5/2"];
    let (fight, state): (Dogfight, DogfightState) = begun::<AirCombat>(&words, &tables).unwrap();
    let mut flights = [state.flight(0).clone(), state.flight(1).clone()];
    flights[0].lose(0, 1, "4.8.7");
    flights[1].abort(1);
    flights[0].declare(1, true);
    let again = DogfightState::between(flights, &fight, &tables);
    assert_eq!((again.flight(0).left(0), again.flight(1).flies(1)), (1, false));
    assert!(again.flight(0).is_declared(1) && again.flight(0).bombs(1));
    assert!(!again.has_fought(0, 0));
}
