//! Chances of naval combat (ATPO-R14) by a second calculation: squadrons that are counted against states that are
//! followed one by one.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use crate::rules::atpo::call::words_of_atpo;
use liege::rules::atpo::sea::combat::NavalCombat;
use liege::rules::data::Embedded;
use liege::rules::play::chances::{Limits, Merge, exact};
use liege::rules::play::dice::{Dice as _, Die, Seeded};
use liege::rules::play::inputs::{Inputs, pairs};
use liege::rules::play::procedure::{Coded as _, Policies, Procedure as _};
use num_bigint::BigUint;

/// Weights of results by the way of squadrons and by the way of states; none where one of them has no answer.
fn both_ways(words: &[&str], policies: [&str; 2], steps: u64) -> Option<()> {
    let inputs = Inputs::read(&pairs(words).unwrap(), NavalCombat::KEYS, &words_of_atpo()).unwrap();
    let tables = NavalCombat::context(&Embedded, &[]).unwrap();
    let (battle, state) = NavalCombat::begin(NavalCombat::read(&inputs).unwrap(), &tables).ok()?;
    let mut who = Policies::default();
    for (side, words) in NavalCombat::ROLES.iter().zip(policies) {
        who.policy(*side, words);
    }
    let limits = Limits { steps, memory: 200_000_000, measures: true, ..Limits::default() };
    let counted = NavalCombat::counted(&battle, &state, &tables, &who, &limits)?;
    assert_eq!(counted.results.values().sum::<BigUint>(), counted.total);
    let followed = exact::<NavalCombat>(&battle, &state, &tables, &who, &limits, Merge::Alike).ok()?.0;
    let results = followed.results::<NavalCombat>();
    assert!(results.keys().eq(counted.results.keys()), "{words:?} {results:?} {:?}", counted.results);
    for (result, weight) in results {
        let (one, other) = (weight * &counted.total, &counted.results[&result] * &followed.total);
        assert_eq!(one, other, "{result} of {words:?} under {policies:?}");
    }
    // What ships lose is the same by both ways, and so is each sum of worth.
    let (one, other) = (&counted.prospects, &followed.prospects);
    assert_eq!(one.units.len(), other.units.len());
    for (one, other) in one.units.iter().zip(&other.units) {
        assert_eq!((one.side, &one.unit, one.fates.len()), (other.side, &other.unit, other.fates.len()));
        for ((fate, weight), (again, other_weight)) in one.fates.iter().zip(&other.fates) {
            assert_eq!(fate, again);
            assert_eq!(weight * &other.total, other_weight * &one.total, "{} of {words:?}", one.unit);
        }
    }
    assert!(one.measures.keys().eq(other.measures.keys()));
    for (of, weight) in &one.measures {
        assert_eq!(weight * &other.total, &other.measures[of] * &one.total, "{of:?} of {words:?}");
    }
    Some(())
}

/// Ships of one kind and how many of them.
fn squadron(dice: &mut Seeded, most: u8, nation: &str) -> String {
    const SHIPS: [&str; 12] = [
        "BB 5-11/3-9",
        "CV 0-9/0-7",
        "CVE 0-6/0-5",
        "CA 2-8/1-6",
        "CA 3-9/x-7",
        "CL 1-7/0-6",
        "CL 2-8/1-6 damaged",
        "DD 0(3)-5/0(2)-4",
        "DE x-4/x",
        "PT (1)-3/x",
        "STP 5",
        "STP 4 1 point",
    ];
    let ship = SHIPS[usize::from(dice.roll(Die(12), "ship")) - 1];
    format!("{} x {ship} {nation}", dice.roll(Die(most), "count"))
}

#[test]
fn squadrons_that_are_counted_have_the_chances_of_ships_that_are_followed() {
    const POLICIES: [&str; 7] = [
        "balanced",
        "weakest,screen,use,withdraw",
        "damaged,open,keep,stay",
        "transports,cautious",
        "aggressive",
        "carriers,balanced",
        "cautious",
    ];
    let mut dice = Seeded::new(17);
    let mut compared = 0;
    for battle in 0..90 {
        let mut side = |nation: &str| {
            let ships = [3, 2, 2, 1].map(|most| squadron(&mut dice, most, nation));
            ships[..2 + battle % 3].join(", ")
        };
        let (attack, defence) = (format!("attack={}", side("JP")), format!("defence={}", side("US")));
        let rounds = if battle % 4 == 0 { "rounds=1" } else { "rounds=2" };
        let words = [&attack, &defence, "coastal=yes", "date=1944-06", "defence-cargo=0", rounds];
        let policies = [POLICIES[battle % 7], POLICIES[battle / 7 % 7]];
        compared += usize::from(both_ways(&words, policies, 40_000).is_some());
    }
    assert!(compared >= 25, "{compared} battles were small enough");
}

#[test]
fn three_and_four_classes_a_side_are_counted_as_they_are_followed() {
    let three = [
        "attack=2 x CA 3-9/2-7 JP, CL 2-7/1-5 JP, DD 0(3)-5/0(2)-4 JP",
        "defence=BB 5-10/3-8 US, 2 x CL 1-7/0-6 US",
    ];
    let four = [
        "attack=BB 5-11/3-9 JP, CA 3-9/2-7 JP, CL 2-7/1-5 JP, DD 0(3)-5/0(2)-4 JP",
        "defence=CA 2-8/1-6 US, CL 1-7/0-6 US, 2 x DD 0(2)-5/0(1)-4 US",
    ];
    for ([attack, defence], rounds) in [(three, "rounds=2"), (four, "rounds=1")] {
        let words = [attack, defence, rounds];
        assert!(both_ways(&words, ["aggressive", "balanced"], 4_000_000).is_some(), "{words:?}");
    }
}

#[test]
fn squadrons_of_one_rating_are_told_apart_where_moonlight_does() {
    // The ships of two nations see by moonlight as well as their nations do, in the order in which they are listed.
    let attack = "attack=CA 2-8/1-6 US, CL 2-7/1-5 UK, CA 2-9/1-6 US, CL 1-7/0-5 US";
    let few = "defence=2 x CL 2-8/1-6 JP, DE x-4 JP";
    let more = "defence=3 x CL 2-8/1-6 JP, CA 3-9/x-7 JP";
    for (defence, rounds) in [(few, "rounds=1"), (few, "rounds=2"), (more, "rounds=1")] {
        let words = [attack, defence, "moonlit=yes", "date=1943-08", rounds];
        assert!(both_ways(&words, ["balanced", "aggressive"], 2_000_000).is_some(), "{words:?}");
    }
}
