//! What `battles` and `resolve` say of a save, read as a player reads it.

use super::liege;
use super::resolve::{BOTH, BUNA, Case, PAIR};

/// A landing with a destroyer that fires and one that does not, on a hex that is held.
const LANDING: &str = "game: atpo
date: 1942-11
phase: OL.4
control: JP E2720
at E2720: jp-inf-2, us-dd-1 active, us-dd-2, us-stp-1 active
at E2720 aboard us-stp-1: us-marine-1 attack E2720
";

/// An attack on a nation at peace.
const PEACE: &str = "game: atpo
date: 1940-05
phase: OL.4
at E4632: jp-inf-2 attack E4631
at E4631: au-inf-7
";

/// Everything said of a situation, with low and high rolls.
fn said(situation: &str) -> String {
    let case = Case::of(situation);
    let mut text = String::new();
    let calls: [&[&str]; 4] = [
        &["battles"],
        &["resolve", "--all", "--seed", "1"],
        &["resolve", "--all", "--policy", BOTH, "--seed", "3"],
        &["resolve", "--all", "--policy", BOTH, "--seed", "6"],
    ];
    for call in calls {
        let output = liege(&[&[call[0], &case.save, "-q", "--side", "umpire"], &call[1..]].concat());
        text.push_str(&String::from_utf8(output.stdout).unwrap());
        text.push_str(&String::from_utf8(output.stderr).unwrap());
    }
    text
}

#[test]
fn a_player_reads_no_codes_and_nothing_twice() {
    for text in [BUNA, PAIR, LANDING, PEACE].map(said) {
        assert!(text.contains("land-"), "{text}");
        let mut before = "";
        for line in text.lines() {
            assert!(!line.starts_with("- ") || line != before, "twice: {line}");
            before = line;
            for bad in ["[]", "()", " :", " ,", "draft", "lenient", "1 of 1 ", "JP and", "sea-supply in"] {
                assert!(!line.contains(bad), "{bad:?} in {line}");
            }
            let prose = line.strip_prefix("note: ").or(line.strip_prefix("- ")).unwrap_or_default();
            assert!(!prose.contains("  ") && prose == prose.trim_end(), "{line}");
        }
    }
}

#[test]
fn ships_that_do_not_fire_and_nations_at_peace_are_told_in_words() {
    let landing = said(LANDING);
    assert!(landing.contains("attacking ships in E2720 does not fire: it is neither"), "{landing}");
    assert!(landing.contains("E2720 is now under US control"), "{landing}");
    assert!(landing.contains("goes to the Japan Force Pool"), "{landing}");
    let peace = said(PEACE);
    assert!(peace.contains("Japan and Australia are not at war in 1940-05"), "{peace}");
}
