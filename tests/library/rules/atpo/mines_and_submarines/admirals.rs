//! Admirals aboard ships that mines, batteries, submarines, Kaiten and Midgets hit (3.12.2).

use super::{Call, call, changes, values};

const OUT: &str = "Admiral of A eliminate";

/// What hits an Admiral's ship, up to the last die before his.
struct Danger {
    procedure: &'static str,
    words: &'static [&'static str],
    policy: &'static [(&'static str, &'static str)],
    faces: &'static [u8],
}

/// A hit that damages the ship of an Admiral, who is not Japanese, with another ship beside him.
const DANGERS: &[Danger] = &[
    Danger {
        procedure: "R12",
        words: &["port=minor", "ships=A:CA 2-8/1-6 US S1, B:CA 2-20"],
        policy: &[],
        faces: &[4, 5],
    },
    Danger {
        procedure: "R13",
        words: &["singapore", "ships=A:CA 2-8/1-20 S1, B:CA 2-20"],
        policy: &[("defender", "weakest")],
        faces: &[1, 4],
    },
    Danger {
        procedure: "R21",
        words: &["submarine=SS 3-5 JP", "ships=A:CA 2-8/1-6 US S1, B:CA 2-20"],
        policy: &[("attacker", "weakest,dive")],
        faces: &[1, 4],
    },
    Danger {
        procedure: "R23",
        words: &["submarine=SS 3-5", "midget", "inside=yes", "ships=A:CA 2-8/1-20 US S1, B:CA 2-20"],
        policy: &[("attacker", "weakest")],
        faces: &[1, 4],
    },
    Danger {
        procedure: "R24",
        words: &["ships=A:CA 2-8/1-6 US S1, B:CA 2-20"],
        policy: &[("attacker", "weakest")],
        faces: &[3, 4],
    },
];

impl Danger {
    fn run(&self, words: &[&str], more: &[u8]) -> super::Resolution {
        let faces = [self.faces, more].concat();
        Call { policies: self.policy, ..call(self.procedure, words) }.run(&faces)
    }

    /// What follows the die of the Admiral: a second attack or a second ship, both missed.
    fn rest(&self) -> &'static [u8] {
        match self.procedure {
            "R21" | "R24" => &[],
            _ => &[1, 2],
        }
    }
}

#[test]
fn whatever_hits_his_ship_an_admiral_is_rolled_for_at_once() {
    for danger in DANGERS {
        for die in 1..=6 {
            let report = danger.run(danger.words, &[&[die], danger.rest()].concat());
            let dead = changes(&report).contains(&OUT.to_owned());
            assert_eq!(dead, die <= 2, "{} {die}: {}", danger.procedure, report.result);
            assert_eq!(report.result.contains("Admiral of A eliminated"), dead, "{}", report.result);
            assert_eq!(values(&report, "Admiral of A: die").len(), 1, "{}", danger.procedure);
        }
    }
}

#[test]
fn alone_he_is_eliminated_by_5_and_less_and_with_a_submarine_he_is_alone() {
    for danger in DANGERS {
        let alone = |ships: &'static str| -> Vec<&str> {
            danger.words.iter().map(|word| if word.starts_with("ships=") { ships } else { word }).collect()
        };
        // A battery fires at no ship of the US.
        let whose =
            if danger.procedure == "R13" { "ships=A:CA 2-8/1-20 S1" } else { "ships=A:CA 2-8/1-20 US S1" };
        let words = alone(whose);
        let rest: &[u8] = if danger.procedure == "R12" { &[] } else { danger.rest() };
        for (die, dead) in [(5, true), (6, false)] {
            let report = danger.run(&words, &[&[die], rest].concat());
            assert_eq!(changes(&report).contains(&OUT.to_owned()), dead, "{} {die}", danger.procedure);
        }
    }
    let words = ["port=minor", "ships=A:CA 2-8/1-6 US S1, SS 3-5 US"];
    assert!(changes(&call("R12", &words).run(&[4, 5, 5])).contains(&OUT.to_owned()));
}

#[test]
fn who_survives_a_sinking_goes_aboard_another_ship_and_is_rolled_for_there() {
    // Doubles of a battery sink: 1, 1 and 2 from the die; then he is aboard the other ship, which is hit, too.
    let words = ["singapore", "ships=A:CA 2-8/1-6 S1, B:CA 2-8/1-6"];
    let call = Call { policies: &[("defender", "weakest")], ..call("R13", &words) };
    let report = call.run(&[4, 4, 6, 1, 4, 1]);
    assert_eq!(report.result, "A sunk, B damaged, Admiral of A eliminated");
    assert_eq!(values(&report, "Admiral modifier: sunk by doubles"), ["-2"]);
    let report = call.run(&[4, 4, 6, 1, 4, 6]);
    assert_eq!(report.result, "A sunk, B damaged");
    let report = call.run(&[4, 4, 5, 1, 4]);
    assert_eq!(report.result, "A sunk, B damaged, Admiral of A eliminated");
}

#[test]
fn chances_with_an_admiral_are_exact_and_count_equal_ships_beside_him() {
    // Armor 8 is hit by 15 of 36, and 2 of 6 dice eliminate.
    let (rows, of) = call("R12", &["port=minor", "ships=A:CA 2-8/1-6 US S1, B:CA 2-20"]).weights();
    let dead = rows.iter().filter(|(told, _)| told.contains("Admiral of A eliminated"));
    assert_eq!(dead.map(|(_, weight)| weight).sum::<u64>() * 216, 15 * 2 * of);
    let words = ["port=minor", "ships=A:CA 2-8/1-6 US S1, 3 x CL 1-7 US"];
    let (_, of) = call("R12", &words).weights();
    assert!(of > 0);
}
