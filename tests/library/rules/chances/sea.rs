//! A battle at sea with sixteen ships: exact chances that seeded dice confirm, whatever the number of threads.

use liege::rules::play::chances::{Limits, Merge, exact, sampled};
use liege::rules::play::procedure::Procedure;

use super::naval::{EIGHT_AGAINST_EIGHT, Fleets, Naval, admiral, duellist};

#[test]
fn sixteen_ships_have_exact_chances_within_the_ordinary_limits() {
    let (battle, state) = Naval::begin(EIGHT_AGAINST_EIGHT, &()).unwrap();
    let limits = Limits { samples: 4000, ..Limits::default() };
    let (found, misfits) = exact::<Naval>(&battle, &state, &(), &admiral, &limits, Merge::Equal).unwrap();
    assert!(misfits.is_empty());
    assert_eq!(found.weights.values().sum::<num_bigint::BigUint>(), found.total);
    let rolled = sampled::<Naval>(&battle, &state, &(), &admiral, &limits).unwrap().0.shares::<Naval>();
    for (result, share) in found.shares::<Naval>() {
        let seen = rolled.get(&result).copied().unwrap_or(0.0);
        let deviation = (share * (1.0 - share) / 4000.0).sqrt();
        assert!((seen - share).abs() < 5.0 * deviation + 1e-3, "{result}: {share} exact, {seen} rolled");
    }
}

#[test]
fn two_destroyers_in_a_duel_are_counted_by_hand() {
    // Each fires 1d with bonus 1 at armour 0: sums of 12 sink, 9 to 11 hit, so 1/36 and 9/36; two hits sink.
    let fleets: Fleets = [[0, 0, 0, 1], [0, 0, 0, 1]];
    let (battle, state) = Naval::begin(fleets, &()).unwrap();
    let stay = |state: &_, asked: &liege::rules::play::procedure::Asked<'_>| {
        asked.answers.tagged("fight").or_else(|| admiral(state, asked))
    };
    let found = exact::<Naval>(&battle, &state, &(), &stay, &Limits::default(), Merge::Equal).unwrap().0;
    let (sink, hit) = (1.0 / 36.0, 9.0 / 36.0);
    let miss = 1.0 - sink - hit;
    // Whether the struck ship is hurt: from whole, and from hurt, to sunk.
    let (whole_hurt, whole_sunk, hurt_sunk) = (hit, sink, hit + sink);
    let mut shares = [0.0; 3];
    let mut walk = vec![(0, false, false, 1.0)];
    while let Some((shot, first_hurt, second_hurt, share)) = walk.pop() {
        if shot == 4 {
            shares[1] += share;
            continue;
        }
        let second_is_struck = shot % 2 == 0;
        let hurt = if second_is_struck { second_hurt } else { first_hurt };
        let (sunk, struck) = if hurt { (hurt_sunk, 0.0) } else { (whole_sunk, whole_hurt) };
        shares[if second_is_struck { 0 } else { 2 }] += share * sunk;
        let missed = if hurt { 1.0 - hurt_sunk } else { miss };
        walk.push((shot + 1, first_hurt, second_hurt, share * missed));
        if struck > 0.0 {
            walk.push((
                shot + 1,
                first_hurt || !second_is_struck,
                second_hurt || second_is_struck,
                share * struck,
            ));
        }
    }
    let exact = found.shares::<Naval>();
    for (result, share) in
        [("1 against 0", shares[0]), ("1 against 1", shares[1]), ("0 against 1", shares[2])]
    {
        assert!((exact[result] - share).abs() < 1e-9, "{result}: {} for {share}", exact[result]);
    }
}

#[test]
fn samples_are_the_same_whatever_the_number_of_threads() {
    let (battle, state) = Naval::begin(EIGHT_AGAINST_EIGHT, &()).unwrap();
    let limits = Limits { samples: 1500, seed: 7, ..Limits::default() };
    let found = [1, 2, 5].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| sampled::<Naval>(&battle, &state, &(), &duellist, &limits).unwrap().0)
    });
    assert_eq!(found[0].weights, found[1].weights);
    assert_eq!(found[0].weights, found[2].weights);
    assert_eq!(found[0].total, 1500u32.into());
    assert_eq!(found[0].weights.values().sum::<num_bigint::BigUint>(), 1500u32.into());
}
