//! A Magic chit that was used goes back to those that are drawn, whatever it was used for; one that was kept does not.

use liege::rules::play::dice::Seeded;

use crate::rules::atpo::call::Call;

/// Where a chit is used once, as typed in, with what else its owner answers.
const CASES: &[(&str, &str, &str)] = &[
    ("R28", "attack=F~2~US defence=B~9~JP magic=2 rounds=1", "balanced"),
    ("R30", "attack=F~3-6/1~US defence=F~4-6/2~JP flown-over=4 magic=2", "balanced"),
    ("R31", "air=B~1-5~US ships=A:DD~0-9/0-7~JP magic=2", "strongest"),
    ("R37", "bombers=A:B~8-16~US target=small-airbase:~A capacity=2 magic=2 magic-side=attacker", "balanced"),
    (
        "air-strike",
        "scout=B~4-12~US hexes=4 date=1942-06 strike=S:N~2-4/2~1-4/2~US ships=A:CV~0-8/0-6~JP magic=2",
        "balanced,stay",
    ),
    (
        "air-strike",
        "located=yes date=1942-06 strike=S:N~2-4/2~US way=Z:F~2-4/2~JP ships=A:CV~0-8/0-6~JP magic=2",
        "balanced,stay",
    ),
    (
        "R39",
        "attack=9 defence=5 attack-nation=US attack-air=F~4-4/3~US interceptors=F~4-4/3~JP air-magic=2",
        "balanced,advance",
    ),
    ("R10", "groups=2 magic=1", "keep"),
    (
        "naval-encounter",
        "automatic=enemy-port port=minor date=1942-06 attack=A:CV~0-9-33/0-7-20~US strike=A1:N~4-4/3~2-4/3~US~@A \
         defence=C:CV~0-8-34/0-6-20~JP patrol=C1:N~4-5/3~2-5/3~JP~@C air-magic=2",
        "fight,aggressive",
    ),
];

fn goes_back(procedure: &str, typed: &str, policy: &str) -> bool {
    let words: Vec<String> = typed.split(' ').map(|word| word.replace('~', " ")).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let policies = [("attacker", policy), ("defender", "fly,balanced,stand,keep")];
    let call = Call { procedure, words: &words, policies: &policies, choices: &[] };
    let report =
        call.with(&mut Seeded::new(3)).unwrap_or_else(|error| panic!("{procedure} {typed}: {error}"));
    assert!(report.refused.is_empty(), "{procedure} {typed}: {:?}", report.refused);
    report.deeds.iter().any(|deed| deed.subject().ends_with("Magic chit"))
}

#[test]
fn a_chit_that_is_used_goes_back_and_one_that_is_kept_does_not() {
    for (procedure, typed, more) in CASES {
        let told = format!("{procedure} {typed}");
        assert!(goes_back(procedure, typed, &format!("use,{more}")), "used: {told}");
        assert!(!goes_back(procedure, typed, &format!("keep,{more}")), "kept: {told}");
        let without: Vec<&str> = typed.split(' ').filter(|word| !word.contains("magic")).collect();
        assert!(!goes_back(procedure, &without.join(" "), &format!("use,{more}")), "without: {told}");
    }
}

#[test]
fn a_chit_that_is_named_for_a_die_goes_back_with_it() {
    for (procedure, typed) in [
        ("R25", "search air=B~4-60~US hexes=4 magic=2"),
        ("R26", "air=B~4-60~US forest magic=1"),
        ("R10", "groups=2 magic=+1~group~2"),
    ] {
        let without: Vec<&str> = typed.split(' ').filter(|word| !word.contains("magic")).collect();
        assert!(goes_back(procedure, typed, "balanced"), "{procedure} {typed}");
        assert!(!goes_back(procedure, &without.join(" "), "balanced"), "{procedure} {typed}");
    }
}
