//! Naval combat (ATPO-R14) from typed-in ships: sub-rounds, targets, screens, torpedoes, withdrawal, Admirals, chances.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::collections::BTreeMap;

use liege::rules::atpo::sea::combat::NavalCombat;
use liege::rules::data::Embedded;
use liege::rules::play::chances::{Limits, Merge, exact};
use liege::rules::play::dice::{Dice as _, Die, Seeded};
use liege::rules::play::inputs::{Inputs, pairs};
use liege::rules::play::procedure::{Coded as _, Ending, Orders, Policies, Procedure as _, Resolution, Role};

use super::call::{Call, values};
use crate::rules::atpo::call::words_of_atpo;

const BALANCED: &[(&str, &str)] = &[("attacker", "balanced"), ("defender", "balanced")];
const STAY: &[(&str, &str)] =
    &[("attacker", "strongest,open,keep,stay"), ("defender", "strongest,open,keep,stay")];

fn fight(words: &[&str], faces: &[u8]) -> Resolution {
    Call { procedure: "R14", words, policies: STAY, ..Call::default() }.run(faces)
}

fn with_choice(words: &[&str], choice: &str, faces: &[u8]) -> Resolution {
    Call { procedure: "R14", words, policies: STAY, choices: &[choice] }.run(faces)
}

fn under(words: &[&str], attacker: &str, defender: &str, faces: &[u8]) -> Resolution {
    Call {
        procedure: "R14",
        words,
        policies: &[("attacker", attacker), ("defender", defender)],
        choices: &[],
    }
    .run(faces)
}

#[test]
fn a_ship_sunk_by_a_higher_rating_does_not_fire() {
    let report = fight(&["attack=BB 5-11/3-9", "defence=CA 2-8/1-6"], &[5, 5]);
    assert_eq!(report.result, "attacker no loss; defender 1 sunk");
    assert_eq!(values(&report, "attacker BB at defender CA"), ["hit with doubles"]);
}

#[test]
fn equal_ratings_fire_together_even_when_sunk() {
    let words = ["attack=CA 3-9/1-7", "defence=CA 3-9/1-7"];
    let report = fight(&words, &[3, 3, 2, 6]);
    assert_eq!(report.result, "attacker 1 damaged; defender 1 sunk");
}

#[test]
fn a_ship_damaged_before_it_fired_fires_with_its_damaged_rating() {
    let words = ["attack=BB 5-11/3-9", "defence=CA 4-8/1-6", "rounds=1"];
    let report = fight(&words, &[2, 4, 6, 4]);
    assert_eq!(values(&report, "sub-round"), ["gunnery 5", "gunnery 1"]);
    assert_eq!(values(&report, "modifier: gunnery"), ["+5", "+1"]);
    assert_eq!(report.result, "attacker 1 damaged; defender 1 damaged");
    let words = ["attack=BB 5-11/3-9, CL 2-7/1-5", "defence=CA 4-8/1-6, CL 2-7/1-5", "rounds=1"];
    let faces = [2, 4, 1, 1, 1, 1, 1, 1];
    let order = |choice: &str| {
        let report = with_choice(&words, choice, &faces);
        values(&report, "sub-round").join(", ")
    };
    assert_eq!(order("damaged_sub_round=current"), "gunnery 5, gunnery 2, gunnery 1");
    assert_eq!(order("damaged_sub_round=original"), "gunnery 5, gunnery 4, gunnery 2");
}

#[test]
fn a_damaged_face_without_gunnery_does_not_fire() {
    let report = fight(&["attack=BB 5-11/3-9", "defence=CA 2-8/x-6", "rounds=1"], &[2, 4]);
    assert_eq!(report.result, "attacker no loss; defender 1 damaged");
}

#[test]
fn nobody_is_attacked_twice_before_every_other_was_attacked_once() {
    let words = ["attack=BB 5-11, CA 3-9, CL 2-7", "defence=BB x-12, STP 6", "rounds=1"];
    let targets = |choice: &str| {
        let report = with_choice(&words, choice, &[1, 1, 1, 1, 1, 1]);
        values(&report, "target").join(", ")
    };
    // Of a round together the third attack may fall on anybody; of each sub-round alone every one may.
    assert_eq!(targets("target_scope=round"), "defender BB, defender STP, defender BB");
    assert_eq!(targets("target_scope=sub_round"), "defender BB, defender BB, defender BB");
}

#[test]
fn who_is_more_may_screen_as_many_as_he_is_more_before_each_round() {
    let words = ["attack=5 x STP 5", "defence=3 x STP 5", "rounds=1"];
    let report = Call { procedure: "R14", words: &words, ..Call::default() }.run(&[]);
    assert_eq!((report.status, values(&report, "attacker may screen")), (Ending::Open, vec!["2"]));
    let question = report.open.unwrap();
    assert_eq!((question.by.word(), question.label), ("attacker", "screen"));
    let report = under(&words, "screen", "screen", &[]);
    assert_eq!(values(&report, "screen"), ["yes", "yes"]);
    assert_eq!(values(&report, "defender may screen"), ["0"]);
}

#[test]
fn screened_ships_are_not_attacked_and_do_not_fire() {
    let words = ["attack=CV 0-9/0-7, CA 3-9/1-7", "defence=CL 2-7/1-5", "rounds=1"];
    let faces = [1, 1, 1, 1];
    let report = under(&words, "balanced", "balanced", &faces);
    assert_eq!(values(&report, "screen"), ["yes"]);
    assert_eq!(values(&report, "target"), ["defender CL", "attacker CA"]);
    let call = Call { procedure: "R14", words: &words, policies: BALANCED, choices: &["screened_fire=yes"] };
    assert_eq!(values(&call.run(&[1, 1, 1, 1, 1, 1]), "target").len(), 3, "screened only protects");
}

#[test]
fn destroyers_have_torpedoes_for_named_ships_in_the_first_round_alone() {
    let words = ["attack=DD x(2)-5/x(1)-4", "defence=BB x-11/x-9, CL x-6"];
    let report = under(&words, "strongest,stay", "open,stay", &[4, 5]);
    assert_eq!(values(&report, "target"), ["defender BB"]);
    assert_eq!(report.result, "attacker no loss; defender 1 damaged");
    assert_eq!(values(&report, "sub-round"), ["torpedoes"]);
    assert_eq!(values(&report, "round 2"), ["1 against 2"]);
    let nobody = under(&["attack=DD x(2)-5", "defence=CL x-6"], "stay", "stay", &[]);
    assert_eq!(nobody.result, "attacker no loss; defender no loss");
}

#[test]
fn pt_boats_attack_in_coastal_hexes_and_their_hits_may_be_duds() {
    let words = |more: &'static str| ["attack=PT (1)-3/x US", "defence=CA x-8/x-6 JP", "rounds=1", more];
    assert_eq!(fight(&words("date=1942-08"), &[]).result, "attacker no loss; defender no loss");
    let coastal =
        ["attack=PT (1)-3/x US", "defence=CA x-8/x-6 JP", "rounds=1", "coastal=yes", "date=1943-06"];
    assert_eq!(fight(&coastal, &[6, 5, 3, 4]).result, "attacker no loss; defender no loss");
    assert_eq!(fight(&coastal, &[6, 6, 4, 4]).result, "attacker no loss; defender 1 sunk");
    let later = ["attack=PT (1)-3/x US", "defence=CA x-8/x-6 JP", "rounds=1", "coastal=yes", "date=1943-07"];
    assert_eq!(fight(&later, &[6, 5]).result, "attacker no loss; defender 1 damaged");
}

#[test]
fn units_leave_only_if_both_sides_withdraw() {
    let words = ["attack=CA 2-12/1-10", "defence=CA 2-12/1-10"];
    let miss = [1, 1, 1, 1];
    let both = under(&words, "withdraw", "withdraw", &miss);
    assert_eq!(both.result, "attacker 1 withdrawn; defender 1 withdrawn");
    let one = under(&words, "withdraw", "stay", &[1, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(values(&one, "withdrawal"), ["no"]);
    assert_eq!(one.result, "attacker no loss; defender no loss");
}

#[test]
fn what_a_side_chose_in_secret_is_in_no_report_before_the_other_has_chosen() {
    let words = ["attack=CA 2-12/1-10", "defence=CA 2-12/1-10"];
    let chosen = |answers: &[(&'static str, &str)]| {
        let mut orders = Orders::default();
        for (side, answer) in answers {
            orders.answer(Role::new(side), "withdraw", answer);
        }
        let report =
            Call { procedure: "R14", words: &words, ..Call::default() }.ordered(&[1; 4], &mut orders);
        let asked = report.open.clone().map(|open| (open.by.word(), open.label));
        (report, asked)
    };
    let (all, asked) = chosen(&[("attacker", "all")]);
    assert_eq!(asked, Some(("defender", "withdraw")));
    assert_eq!(chosen(&[("attacker", "none")]).0, all, "nothing in the report differs");
    let (nobody, asked) = chosen(&[]);
    assert_eq!(asked, Some(("attacker", "withdraw")));
    assert_eq!((&all.lines, &all.json["outcome"]), (&nobody.lines, &nobody.json["outcome"]));
    let (both, _) = chosen(&[("attacker", "all"), ("defender", "all")]);
    assert_eq!(values(&both, "withdraw"), ["all", "all"]);
    assert_eq!((both.status, both.answers.len()), (Ending::Done, 2));
}

#[test]
fn what_does_not_withdraw_fights_on() {
    let words = ["attack=A:CA 2-12/1-10, B:CA 2-12/1-10", "defence=C:CA 2-12/1-10, D:CA 2-12/1-10"];
    let mut orders = Orders::default();
    for side in ["attacker", "defender"] {
        orders.policy(Role::new(side), "strongest");
        orders.answer(Role::new(side), "withdraw", "some");
    }
    for (side, unit, answer) in
        [("attacker", "A", "yes"), ("attacker", "B", "no"), ("defender", "C", "no"), ("defender", "D", "yes")]
    {
        orders.answer_for(Role::new(side), "withdraw unit", unit, answer);
    }
    let report = Call { procedure: "R14", words: &words, ..Call::default() }.ordered(&[1; 12], &mut orders);
    assert_eq!(values(&report, "round 2"), ["1 against 1"]);
    assert_eq!(report.result, "attacker 1 withdrawn; defender 1 withdrawn");
}

#[test]
fn in_the_second_round_all_guns_fire_together_with_the_ratings_it_began_with() {
    let words = ["attack=BB 5-11/3-9", "defence=CA 2-8/1-6"];
    // Both miss; then the battleship sinks the cruiser, which fires all the same.
    let report = fight(&words, &[1, 1, 1, 1, 4, 4, 6, 5]);
    assert_eq!(report.result, "attacker 1 damaged; defender 1 sunk");
}

#[test]
fn a_ship_that_is_damaged_or_has_a_blank_back_is_sunk_by_a_hit() {
    for defence in ["defence=CA x-8/x-6 damaged", "defence=AC x-6/x"] {
        let report = fight(&["attack=BB 5-11", defence, "rounds=1"], &[3, 4]);
        assert_eq!(report.result, "attacker no loss; defender 1 sunk", "{defence}");
    }
}

#[test]
fn a_hit_costs_sea_transport_a_point_and_cargo_that_no_longer_fits() {
    let words = ["attack=BB 5-11, BB 5-11", "defence=STP 6, STP 6 1 point", "defence-cargo=3", "rounds=1"];
    let report = fight(&words, &[5, 5, 3, 4]);
    assert_eq!(report.result, "attacker no loss; defender 2 transport points lost, 2 of cargo lost");
    assert_eq!(values(&report, "defender's cargo"), ["2 lost"]);
}

#[test]
fn an_admiral_adds_to_one_attack_and_takes_from_one() {
    let words = ["attack=CA 2-12/1-10 JP S1", "defence=CA x-10/x-8", "rounds=1"];
    assert_eq!(under(&words, "use", "keep", &[3, 4]).result, "attacker no loss; defender 1 damaged");
    assert_eq!(under(&words, "keep", "keep", &[3, 4]).result, "attacker no loss; defender no loss");
    let guarded = ["attack=2 x CA 2-12", "defence=CA x-9/x-7 US D1, CA x-9/x-7 US", "rounds=1"];
    let report = under(&guarded, "strongest", "use", &[3, 4, 3, 4]);
    assert_eq!(values(&report, "modifier: Admiral's D"), ["-1"], "once in a battle");
    assert_eq!(report.result, "attacker no loss; defender 1 damaged");
    let torpedo = ["attack=DD x(2)-5 JP S1", "defence=CA x-10/x-8", "rounds=1"];
    assert_eq!(values(&under(&torpedo, "use", "keep", &[3, 4]), "surface bonus"), [""; 0], "guns alone");
    let call = Call {
        procedure: "R14",
        words: &words,
        policies: &[("attacker", "use"), ("defender", "keep")],
        choices: &["admiral_encounter=enemy_interception"],
    };
    assert_eq!(call.run(&[3, 4]).result, "attacker no loss; defender no loss", "nobody intercepted him");
}

#[test]
fn an_admiral_is_rolled_for_when_his_ship_is_hit_and_goes_to_another_ship() {
    let words = ["attack=BB 5-11", "defence=Chokai:CA x-8/x-6 JP S1, Aoba:CA x-9/x-6 JP", "rounds=1"];
    let strike = |faces: &[u8]| under(&words, "weakest", "open", faces);
    assert_eq!(strike(&[4, 3, 3]).result, "attacker no loss; defender 1 damaged, 1 Admiral lost");
    assert_eq!(strike(&[4, 4, 6]).result, "attacker no loss; defender 1 sunk, 1 Admiral lost", "doubles");
    let damaged = "defence=Chokai:CA x-8/x-6 JP S1 damaged, Aoba:CA x-9/x-6 JP";
    let saved = under(&["attack=BB 5-11", damaged, "rounds=1"], "weakest", "open", &[4, 3, 6]);
    assert_eq!(saved.result, "attacker no loss; defender 1 sunk");
    let unit = &saved.json["outcome"]["units"][1];
    assert_eq!((unit["unit"].as_str(), unit["admiral"].as_str()), (Some("Chokai"), Some("Aoba")));
    let alone = ["attack=BB 5-11", "defence=Chokai:CA x-8/x-6 US S1", "rounds=1"];
    assert_eq!(values(&fight(&alone, &[4, 3, 5]), "Admiral modifier: alone"), ["-3"]);
}

#[test]
fn moonlight_and_naval_magic_change_the_dice() {
    let attack = |nation: &str| format!("attack=CA 2-12 {nation}");
    for (nation, date, value) in [
        ("JP", "1942-12", "+1"),
        ("JP", "1943-01", "-1"),
        ("US", "1942-12", "-1"),
        ("UK", "1943-01", "+1"),
        ("AU", "1944-01", "-1"),
    ] {
        let (attack, date) = (attack(nation), format!("date={date}"));
        let words = [attack.as_str(), "defence=CA x-10/x-8", "rounds=1", "moonlit=yes", &date];
        assert_eq!(values(&fight(&words, &[1, 1]), "modifier: moonlight"), [value], "{nation} {date}");
    }
    let words = ["attack=2 x CA 2-12 US", "defence=CA x-10/x-8 JP", "rounds=1", "magic=2"];
    let report = under(&words, "use,open", "open", &[1, 1, 1, 1]);
    assert_eq!(values(&report, "modifier: Naval Magic"), ["+2"], "once");
}

#[test]
fn a_hit_needs_as_much_as_armor_or_more_by_the_other_reading() {
    let words = ["attack=CA 2-12", "defence=CA x-9/x-8", "rounds=1"];
    assert_eq!(with_choice(&words, "hit_compare=ge", &[3, 4]).result, "attacker no loss; defender 1 damaged");
    assert_eq!(with_choice(&words, "hit_compare=gt", &[3, 4]).result, "attacker no loss; defender no loss");
}

#[test]
fn what_no_battle_has_is_refused() {
    let reason = |words: &[&str]| fight(words, &[]).refused[0].reason.clone();
    assert!(reason(&["attack=SS 0(3)-5", "defence=CA 2-8"]).contains("submarine"));
    assert!(reason(&["attack=CA 2-8", "defence=STP 5", "cargo=3"]).contains("needs 3 points"));
    assert!(
        reason(&["attack=CA 2-8 JP", "defence=CA 2-8 US", "magic=1", "magic-side=attacker"])
            .contains("Magic")
    );
}

#[test]
fn deeds_flip_and_sink_by_the_pieces_of_the_save() {
    let words = ["attack=BB 5-11", "defence=CA x-8/x-6, CA x-8/x-6", "rounds=1"];
    let report = under(&words, "strongest", "open", &[3, 4]);
    let told: Vec<String> = report.deeds.iter().map(|deed| format!("{:?}", deed.act)).collect();
    assert_eq!(told, ["LoseStep"]);
}

/// Two ships that fire at each other for two rounds, counted without the engine: for each state how many of the 36
/// rolls miss, damage and sink.
fn duel(gunnery: [i32; 2], armor: [i32; 2]) -> BTreeMap<String, f64> {
    let share = |gunnery: i32, armor: i32| {
        let mut counts = [0.0; 3];
        for one in 1..=6 {
            for other in 1..=6 {
                let hit = one + other + gunnery >= armor;
                counts[usize::from(hit) + usize::from(hit && one == other)] += 1.0 / 36.0;
            }
        }
        counts
    };
    // Hits left: 2, 1 or 0; both sides fire at once with equal ratings.
    let mut states = BTreeMap::from([([2usize, 2], 1.0)]);
    for round in 0..2 {
        let mut next: BTreeMap<[usize; 2], f64> = BTreeMap::new();
        for (left, weight) in states {
            if left.contains(&0) {
                *next.entry(left).or_default() += weight;
                continue;
            }
            let rating = |side: usize| gunnery[side] - i32::from(left[side] == 1);
            let side_armor = |side: usize| armor[side] - 2 * i32::from(left[side] == 1);
            assert!(round == 0 || left.iter().all(|left| *left > 0));
            let at = |side: usize| share(rating(1 - side), side_armor(side));
            for (one, p) in at(0).into_iter().enumerate() {
                for (other, q) in at(1).into_iter().enumerate() {
                    let hurt = |left: usize, kind: usize| if kind == 2 { 0 } else { left - kind };
                    *next.entry([hurt(left[0], one), hurt(left[1], other)]).or_default() += weight * p * q;
                }
            }
        }
        states = next;
    }
    let word = |left: usize| ["1 sunk", "1 damaged", "no loss"][left];
    let mut results = BTreeMap::new();
    for (left, weight) in states {
        let result = format!("attacker {}; defender {}", word(left[0]), word(left[1]));
        *results.entry(result).or_default() += weight;
    }
    results
}

#[test]
fn chances_of_a_duel_are_those_of_a_count_by_hand() {
    let words = ["attack=CA 3-9/2-7", "defence=CA 3-10/2-8"];
    let found = Call { procedure: "R14", words: &words, policies: STAY, ..Call::default() }.chances();
    assert!(found.exact);
    same_chances(&found.results, &duel([3, 3], [9, 10]));
}

fn same_chances(found: &BTreeMap<String, f64>, due: &BTreeMap<String, f64>) {
    assert!(found.keys().eq(due.keys()), "{found:?} and {due:?}");
    for (result, p) in found {
        assert!((p - due[result]).abs() < 1e-12, "{result}: {p} and {}", due[result]);
    }
}

#[test]
fn seeded_battles_fall_as_often_as_their_chances_say() {
    let words = ["attack=2 x CA 2-8/1-6 JP", "defence=CA 2-8/1-6 US, DD 1(2)-6/0(1)-5 US"];
    let call = Call { procedure: "R14", words: &words, policies: BALANCED, ..Call::default() };
    let found = call.chances();
    assert!(found.exact);
    let games = 1000;
    let mut seen: BTreeMap<String, f64> = BTreeMap::new();
    for seed in 0..games {
        *seen.entry(call.with(&mut Seeded::new(seed)).unwrap().result).or_default() += 1.0;
    }
    for (result, p) in found.results {
        let due = p * games as f64;
        let sigma = (due * (1.0 - p)).sqrt().max(1.0);
        let count = seen.remove(&result).unwrap_or(0.0);
        assert!((count - due).abs() <= 5.0 * sigma, "{result}: {count} of {due}");
    }
    assert!(seen.is_empty(), "{seen:?}");
}

/// The chances of a battle with these states counted as one; none where that takes too many steps.
fn chances_by(words: &[&str], policy: &str, merge: Merge) -> Option<BTreeMap<String, f64>> {
    let inputs = Inputs::read(&pairs(words).unwrap(), NavalCombat::KEYS, &words_of_atpo()).unwrap();
    let tables = NavalCombat::context(&Embedded, &[]).unwrap();
    let (battle, state) = NavalCombat::begin(NavalCombat::read(&inputs).unwrap(), &tables).ok()?;
    let mut policies = Policies::default();
    for side in NavalCombat::ROLES {
        policies.policy(*side, policy);
    }
    let limits = Limits { steps: 60_000, ..Limits::default() };
    let found = exact::<NavalCombat>(&battle, &state, &tables, &policies, &limits, merge);
    found.ok().map(|(chances, _)| chances.shares::<NavalCombat>())
}

#[test]
fn equal_ships_that_roll_together_have_the_chances_of_those_that_roll_alone() {
    const POLICIES: [&str; 4] =
        ["balanced", "weakest,screen,use,withdraw", "damaged,open,keep,stay", "transports,cautious"];
    let mut dice = Seeded::new(5);
    let mut compared = 0;
    for battle in 0..60 {
        let mut squadron = |nation| {
            let ship = fleet(&mut dice, nation, 1);
            let count = dice.roll(Die(3), "count");
            format!("{count} x {ship}, {}", fleet(&mut dice, nation, 1))
        };
        let (attack, defence) = (format!("attack={}", squadron("JP")), format!("defence={}", squadron("US")));
        let rounds = if battle % 3 == 0 { "rounds=2" } else { "rounds=1" };
        let words = [&attack, &defence, "coastal=yes", "date=1943-03", rounds];
        let policy = POLICIES[battle % 4];
        let (alone, together) =
            (chances_by(&words, policy, Merge::Equal), chances_by(&words, policy, Merge::Alike));
        if let (Some(alone), Some(together)) = (alone, together) {
            same_chances(&together, &alone);
            compared += 1;
        }
    }
    assert!(compared >= 40, "{compared} battles were small enough");
}

/// A fleet from a seed: so many counters of all classes.
fn fleet(dice: &mut Seeded, nation: &str, count: u8) -> String {
    const SHIPS: [&str; 11] = [
        "BB 5-11/3-9",
        "BB 6-12/3-10",
        "CV 0-9/0-7",
        "CVE 0-6/0-5",
        "CA 2-8/1-6",
        "CA 3-9/x-7",
        "CL 1-7/0-6",
        "DD 0(3)-5/0(2)-4",
        "DE x-4/x",
        "PT (1)-3/x",
        "STP 5",
    ];
    let ship = |dice: &mut Seeded| {
        let ship = SHIPS[usize::from(dice.roll(Die(11), "ship")) - 1];
        let more = ["", "", " S1", " D1", " damaged"][usize::from(dice.roll(Die(5), "more")) - 1];
        let blank = ship.ends_with("/x") && more == " damaged";
        format!("{ship} {nation}{}", if blank { "" } else { more })
    };
    (0..count).map(|_| ship(dice)).collect::<Vec<_>>().join(", ")
}

#[test]
fn random_battles_come_to_an_end_under_every_policy() {
    const POLICIES: [&str; 6] = [
        "aggressive",
        "balanced",
        "cautious",
        "weakest,screen,use,withdraw",
        "damaged,open,keep,stay",
        "carriers,transports,screen,use,stay",
    ];
    let mut dice = Seeded::new(11);
    for battle in 0..108 {
        let counts = [dice.roll(Die(9), "ships"), dice.roll(Die(9), "ships")];
        let sides = [fleet(&mut dice, "JP", counts[0]), fleet(&mut dice, "US", counts[1])];
        let (attack, defence) = (format!("attack={}", sides[0]), format!("defence={}", sides[1]));
        let (one, other) = (POLICIES[battle % 6], POLICIES[battle / 6 % 6]);
        let words = [&attack, &defence, "coastal=yes", "moonlit=yes", "date=1943-03", "magic=1"];
        let policies = [("attacker", one), ("defender", other)];
        let call = Call { procedure: "R14", words: &words, policies: &policies, ..Call::default() };
        let report = call.with(&mut Seeded::new(battle as u64)).unwrap();
        let lacks = report.open.as_ref().map(|open| (open.by, open.label));
        assert_eq!((report.status, lacks), (Ending::Done, None), "{words:?} {one} {other}");
        let again = call.run(&report.faces);
        assert_eq!((again.result, again.lines), (report.result, report.lines));
    }
}

#[test]
fn each_of_equal_targets_can_be_named_and_nobody_has_to() {
    let words = ["rounds=1", "attack=X:CA 2-8/1-6 JP", "defence=Astoria:CA 2-8/1-6 US, Quincy:CA 2-8/1-6 US"];
    let call = Call { procedure: "R14", words: &words, ..Call::default() };
    let mut orders = Orders::default();
    let side = |word: &'static str| Role::new(word);
    orders.answer_for(side("attacker"), "target", "X", "Quincy");
    orders.policy(side("defender"), "open,strongest");
    let report = call.ordered(&[5, 4, 1, 1, 1, 1], &mut orders);
    assert_eq!(values(&report, "Quincy"), ["damaged"], "{:?}", report.lines);
    let report = under(&words, "stay", "open,strongest", &[5, 4, 1, 1, 1, 1]);
    assert_eq!(values(&report, "Astoria"), ["damaged"]);
}

#[test]
fn an_admiral_who_loses_his_ship_is_not_alone_beside_one_that_has_withdrawn() {
    let words =
        ["attack=X:CA 2-8/1-6 JP S1, Y:CA 2-8/1-6 JP", "defence=Z:CA 5-20/5-20 US, W:CA 5-20/5-20 US"];
    let call = Call { procedure: "R14", words: &words, ..Call::default() };
    let mut orders = Orders::default();
    let side = |word: &'static str| Role::new(word);
    orders.answer(side("attacker"), "withdraw", "some");
    orders.answer_for(side("attacker"), "withdraw unit", "X", "no");
    orders.answer_for(side("attacker"), "withdraw unit", "Y", "yes");
    orders.answer(side("defender"), "withdraw", "some");
    orders.answer_for(side("defender"), "withdraw unit", "Z", "no");
    orders.answer_for(side("defender"), "withdraw unit", "W", "yes");
    orders.policy(side("attacker"), "open,strongest,keep");
    orders.policy(side("defender"), "open,strongest,keep");
    let faces = [1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 6, 1, 1];
    let report = call.ordered(&faces, &mut orders);
    assert!(values(&report, "Admiral modifier: alone").is_empty(), "{:?}", report.lines);
    assert_eq!(values(&report, "X"), ["damaged"], "{:?}", report.lines);
}

#[test]
fn an_admiral_has_no_letter_aboard_a_squadron_and_magic_helps_no_dutch_ship() {
    let report = under(
        &["attack=CL 1-7 US S1", "defence=CA 2-20 JP", "rounds=1"],
        "use,strongest",
        "strongest",
        &[1, 1, 1, 1],
    );
    assert!(values(&report, "modifier: Admiral's S").is_empty());
    let dutch = under(&["magic=2", "attack=CA 2-8/1-6 NL", "defence=CA 2-8/1-6 JP"], "", "", &[]);
    assert_eq!(dutch.status, Ending::Refused);
    let both = under(&["magic=2", "attack=CA 2-8 NL, CA 2-8 AU", "defence=CA 2-8 JP"], "", "", &[]);
    assert_ne!(both.status, Ending::Refused);
    // The chit helps the Australian's dice alone.
    let words = ["magic=2", "attack=CA 2-8 NL, CA 2-8 AU", "defence=CA 2-20 JP", "rounds=1"];
    let used = under(&words, "open,use,strongest", "open,strongest", &[1, 1, 1, 1, 1, 1]);
    let helped: Vec<&str> = used
        .lines
        .iter()
        .filter(|line| line.label.contains("Naval Magic"))
        .map(|line| line.cause.as_str())
        .collect();
    assert!(helped.iter().all(|cause| cause.contains("AU")) && helped.len() == 1, "{:?}", used.lines);
}

#[test]
fn by_choice_whoever_has_a_rating_launches_torpedoes() {
    let words = ["rounds=1", "attack=CA x(3)-20/x JP", "defence=CA x-8/x-6 US"];
    assert_eq!(
        with_choice(&words, "torpedo_users=any_rated", &[2, 3]).result,
        "attacker no loss; defender 1 damaged"
    );
    assert_eq!(fight(&words, &[]).result, "attacker no loss; defender no loss");
}
