//! Values that contradict each other, in every way they can be said, are refused; those that only look alike are not.

use super::run_with;
use liege::rules::play::procedure::{Orders, RunError};

/// The faults of a call; none when it runs.
fn faults(procedure: &str, words: &[&str]) -> Vec<String> {
    match run_with(procedure, words, &[3, 3, 3], &[], &mut Orders::default()) {
        Err(RunError::Input(faults)) => faults.iter().map(ToString::to_string).collect(),
        _ => Vec::new(),
    }
}

fn of_attack(more: &[&str]) -> Vec<String> {
    let given = |key: &str| more.iter().any(|word| word.starts_with(&format!("{key}=")));
    let mut words = more.to_vec();
    words.extend(["attack=6", "defence=6"].iter().filter(|word| !given(word.split('=').next().unwrap())));
    faults("R39", &words)
}

#[test]
fn every_contradicting_pair_is_refused_and_names_one_of_its_keys() {
    let cases: &[(&[&str], &str)] = &[
        // superiority and air units
        (&["air-superiority=attacker", "defence-air=F 4"], "air-superiority"),
        (&["air-superiority=attacker", "defence-fighters=yes"], "air-superiority"),
        (&["air-superiority=attacker", "air=B 3", "defence-air=B 3"], "air-superiority"),
        (&["air-superiority=defender", "air=FB 3"], "air-superiority"),
        (&["defender-air-superiority=yes", "fighters=2"], "air-superiority"),
        (&["attacker-air-superiority=yes", "air=ATP"], "air-superiority"),
        (&["air-superiority=attacker", "fighters=no"], "air-superiority"),
        (&["air-superiority=none", "air=B 3", "defence-fighters=no"], "air-superiority"),
        (&["air-superiority=contested", "fighters=no", "defence-fighters=2"], "air-superiority"),
        (&["air-superiority=attacker", "attacker-air-superiority=no"], "attacker-air-superiority"),
        (&["attacker-air-superiority=yes", "defender-air-superiority=yes"], "air-superiority"),
        (&["fighters=no", "air=F 4"], "attack-fighters"),
        (&["defence-fighters=no", "defence-air=F 4-6/3"], "defence-fighters"),
        // what nothing reads
        (&["air-magic=2"], "air-magic"),
        (&["first=defender"], "first"),
        (&["quality-4=yes", "attack-air=B 4"], "quality-4"),
        (&["attack-carriers=Hornet 4, Enterprise 4"], "attack-carriers"),
        (&["launch-admiral=yes"], "launch-admiral"),
        (&["defence-carriers=Akagi 4, Kaga 4"], "defence-carriers"),
        (&["interceptors=F 4-6/2 JP"], "interceptors"),
        (&["interceptors=F 4-6/2 JP", "defence-air=B 3-9"], "interceptors"),
        (&["counter=F 4-6/2 US", "attack-air=B 4-9"], "counter"),
        (&["way=F 4-6/2 JP", "defence-air=B 3-9", "counter=F 3-6/2 US"], "way"),
        (&["way-3=F 4-6/2 JP", "attack-air=none"], "way-3"),
        (&["air-combat=yes"], "air-combat"),
        (&["air-combat=yes", "attack-air=B 4-9", "launch-admiral=yes"], "launch-admiral"),
        (&["air-combat=yes", "attack-air=B 4-9", "defence-carriers=Akagi 4, Kaga 4"], "defence-carriers"),
        (&["air-combat=yes", "attack-air=B 4-9 US", "magic-side=attacker"], "magic-side"),
        (&["air-combat=no", "attack-air=B four"], "attack-air"),
        (&["air-combat=no", "defence-air=Betty"], "defence-air"),
        (&["air-combat=no", "attack-air=B 4", "interceptors=Tony"], "interceptors"),
        (&["air-combat=no", "attack-air=B 4", "defence-carriers=4 5 6 7"], "defence-carriers"),
        (&["flown-over=3"], "flown-over"),
        // terrain, weather, forts said twice
        (&["terrain=jungle", "jungle=no"], "jungle"),
        (&["terrain=jungle-mountain", "mountain=no"], "mountain"),
        (&["jungle", "jungle=no"], "jungle"),
        (&["jungle", "terrain=mountain"], "terrain"),
        (&["jungle=yes", "mountain=yes"], "terrain"),
        (&["terrain=moon"], "terrain"),
        (&["weather=monsoon", "monsoon=no"], "monsoon"),
        (&["monsoon=yes", "winter=yes"], "weather"),
        (&["fort=yes", "unoccupied-fort=yes", "defence=none"], "fort"),
        (&["fort=unoccupied", "unoccupied-fort=no", "defence=none"], "unoccupied-fort"),
        (&["fort=unoccupied"], "fort"),
        (&["coastal-fort=unoccupied", "amphibious=yes", "defence=3/2"], "coastal-fort"),
        (&["defence=4/2 doubled, 2/2"], "fort"),
        (&["defence=4/2 doubled, 2/2 doubled", "fort=yes"], "defence"),
        (&["port=no", "installations=airfield,port"], "port"),
        // supply
        (&["attack-supply=in", "attack-out-of-supply=yes"], "attack-supply"),
        (&["attack-supply=out", "attack-out-of-supply=no"], "attack-out-of-supply"),
        (&["out-of-supply=none", "defence-supply=out"], "out-of-supply"),
        (&["out-of-supply=both", "defence-oos=no"], "defence-out-of-supply"),
        (&["attack-supply=in", "attack=4/2 oos, 2/2"], "attack-supply"),
        (&["attack-supply=in", "attack=4/2 pinned, 2/2", "amphibious=yes"], "attack-supply"),
        (&["defence-supply=in", "defence=4/2 oos"], "defence-supply"),
        (&["out-of-supply=attacker", "defence-supply=out"], "out-of-supply"),
        (&["out-of-supply=attacker", "defence=4/2 oos"], "out-of-supply"),
        (&["oos=defender", "attacker-oos=yes"], "out-of-supply"),
        (&["out-of-supply=defender", "attack=4/2 oos, 2/2"], "out-of-supply"),
        // who and how many
        (&["garrison=yes"], "garrison"),
        (&["garrison=yes", "zoc=yes", "defence=none", "amphibious=yes"], "garrison"),
        (&["garrison=no", "defence=garrison", "amphibious=yes"], "garrison"),
        (&["garrison=yes", "partisan=yes", "defence=none", "amphibious=yes"], "garrison"),
        (&["attack-aura=MacArthur", "defence-aura=Blamey, MacArthur"], "defence-aura"),
        (&["gunnery=12", "ca-gunnery=4", "bb-gunnery=8"], "gunnery"),
        (&["installations=fortification, airfield"], "installations"),
        (&["installations=coastal fort"], "installations"),
        (&["installations=airport"], "installations"),
        (&["hex=W4533", "attack=4/2 @W4533"], "hex"),
        (&["partisan=no", "defence=X partisan"], "partisan"),
        (&["partisan=yes", "defence=4/2 armor"], "partisan"),
        (&["attack=4/2, 2/1", "attack-steps=2"], "attack-steps"),
        (&["defence=4/2, 2/1", "defence-units=3"], "defence-units"),
        (&["defence-steps=5", "defence-units=2"], "defence-steps"),
        (&["defence-steps=0"], "defence-steps"),
        (&["defence=none", "defence-steps=2", "garrison=yes"], "defence-steps"),
        (&["attack=4/2, general 3", "attack-general=3"], "attack-general"),
        (&["attack-nation=JP", "attack=4/2 US"], "attack-nation"),
        (&["attack-nation=JP", "defence-nation=JP"], "defence-nation"),
        (&["defence-home=no", "defence=2/1 infantry CN home"], "defence-home"),
        (&["defence=2/1 river"], "defence"),
        (&["defence=1 paratroop drop"], "defence"),
        (&["attack=2/1 retreated"], "attack"),
        // rivers, landings, drops
        (&["river=none", "attack=4/2 river"], "river"),
        (&["river=all", "attack=4/2 river, 4/2"], "river"),
        (&["river=some", "attack=4/2 river"], "river"),
        (&["second-wave=no", "amphibious=yes", "attack=4/2 pinned, 4/2"], "second-wave"),
        (&["marine=none", "amphibious=yes", "attack=4/2 marine"], "marine"),
        (&["marine=all", "amphibious=yes", "attack=4/2 infantry"], "marine"),
        (&["marine=all", "amphibious=yes", "attack=4/2 marine, 4/2 infantry"], "marine"),
        (&["drop-adjacent=no", "attack=4/2, 1 para drop"], "drop-adjacent"),
        (&["soviet-armor=yes", "sneak=first"], "soviet-armor"),
        (&["paratroop=none", "attack=4/2, 1 para dropped"], "paratroop"),
        (&["paratroop=intact", "attack=4/2, 1 para dropped reduced"], "paratroop"),
        (&["paratroop=depleted", "attack=4/2, 1 para dropped"], "paratroop"),
        (&["paratroop=intact", "attack=4/2, 1 para drop"], "paratroop"),
        (&["paratroop=intact", "attack=4/2, 4/2"], "paratroop"),
        (&["soviet-armor=yes", "attack-nation=US"], "soviet-armor"),
        (&["soviet-armor=no", "attack=4/2 armor SU"], "soviet-armor"),
        (&["sneak=first", "sneak-month=2"], "sneak-month"),
        (&["surrounded=yes", "retreat=2"], "surrounded"),
        (&["surrounded=no", "retreat=0"], "surrounded"),
        // one unit
        (&["attack=4/2 reduced"], "attack"),
        (&["attack=4 full reduced"], "attack"),
        (&["attack=4/1 full"], "attack"),
        (&["attack=1 para drop dropped"], "attack"),
        (&["attack=4 marine armor"], "attack"),
        (&["attack=4 JP US"], "attack"),
        (&["attack=4 steps=2"], "attack"),
        (&["attack=4 @W4533 @W4534"], "attack"),
    ];
    for (words, key) in cases {
        let faults = of_attack(words);
        assert!(
            faults
                .iter()
                .any(|fault| fault.starts_with(&format!("{key}:")) || fault.contains(&format!("`{key}`"))),
            "{words:?}: {faults:?}"
        );
    }
}

#[test]
fn what_can_be_true_together_is_taken() {
    let cases: &[&[&str]] = &[
        &["air-superiority=attacker", "air=B 3"],
        &["air-superiority=attacker", "bombers=0"],
        &["air-superiority=none", "air=B 3"],
        &["air-superiority=contested", "air=B 3", "defence-fighters=1"],
        &["air-superiority=defender", "air=ATP"],
        &["terrain=jungle", "mountain=no"],
        &["jungle=no", "mountain=no", "terrain=clear"],
        &["terrain=mountain", "jungle-mountain=no"],
        &["out-of-supply=attacker", "attack-supply=out"],
        &["defence-supply=in", "defence=4/2 oos, 2/2"],
        &["attack-supply=out", "attack=4/2 oos, 2/2"],
        &["defence=4/2, 2/1", "defence-steps=3", "defence-units=2"],
        &["defence-steps=3", "defence-units=2"],
        &["attack=4/2 snlf marine"],
        &["attack=4/2 marine, 4/2 infantry", "marine=yes", "amphibious=yes"],
        &["river=some", "attack=4/2 river, 4/2"],
        &["attack=4/2, 1 para", "paratroop=intact"],
        &["surrounded=yes", "retreat=0"],
        &["surrounded=no", "retreat=2"],
        &["port=yes", "installations=port"],
        &["zoc=yes"],
        &["partisan=yes", "defence=X partisan"],
        &["partisan=yes", "coastal-fort=yes", "amphibious=yes"],
        &["air-superiority=none", "fighters=no", "defence-fighters=no"],
        &["attack-aura=MacArthur", "defence-aura=Blamey"],
        &["ca-gunnery=4", "bb-gunnery=8"],
        &["installations=Sea Supply; small airbase radar"],
        &["hex=W4533", "attack=4/2 @W4534"],
        &["hex=W4533", "attack=4/2 marine @W4533", "amphibious=yes"],
        &["drop-adjacent=no", "attack=1 para drop"],
        &["marine=all", "amphibious=yes", "attack=4/2 marine, 4/2"],
    ];
    for words in cases {
        assert!(of_attack(words).is_empty(), "{words:?}: {:?}", of_attack(words));
    }
}

#[test]
fn the_small_procedures_refuse_contradictions_too() {
    assert_eq!(faults("R36", &["adjacent=yes", "not-adjacent=yes"]).len(), 1);
    assert_eq!(faults("R36", &["terrain=jungle", "jungle=no"]).len(), 1);
    assert_eq!(faults("R36", &["friendly-superiority=yes", "enemy-superiority=yes"]).len(), 1);
    assert_eq!(faults("R34", &["base=4", "air=9", "terrain=jungle", "jungle=no"]).len(), 1);
    assert_eq!(faults("R40", &["result=D1", "units=2:2", "steps=3"]).len(), 1);
    assert_eq!(faults("R40", &["result=D1", "units=2", "garrison=yes"]).len(), 1);
    assert_eq!(faults("R40", &["result=D1", "units=3:3"]).len(), 1);
    assert_eq!(faults("R40", &["result=D1", "units=200:2"]).len(), 1);
    assert_eq!(faults("R40", &["result=D1", "units=2", "surrounded=yes", "retreat=1"]).len(), 1);
    assert_eq!(faults("R19", &["attack=4", "defence=2", "amphibious=no"]).len(), 1);
    for words in [
        ["general=MacArthur", "nation=JP"],
        ["general=Yamashita", "nation=US"],
        ["general=Yamashita", "japanese=no"],
    ] {
        let report = run_with("R41", &words, &[], &[], &mut Orders::default()).unwrap();
        assert_eq!(report.result, "refused", "{words:?}");
    }
}

#[test]
fn wet_weather_asks_for_the_zone() {
    let told = of_attack(&["weather=wet"]);
    assert!(told[0].starts_with("zone: is missing"), "{told:?}");
    assert!(of_attack(&["weather=wet", "zone=severe"]).is_empty());
    assert!(of_attack(&["weather=monsoon"]).is_empty() && of_attack(&["attack-weather=wet"]).is_empty());
}

#[test]
fn a_terrain_word_stands_alone() {
    for (word, modifiers) in
        [("jungle", "-1"), ("Mountain", "-1"), ("jungle/mountain", "-2"), ("marsh", "+0"), ("desert", "+0")]
    {
        let report =
            run_with("R39", &["attack=6", "defence=6", word], &[3], &[], &mut Orders::default()).unwrap();
        assert_eq!(super::value(&report, "modifiers"), modifiers, "{word}");
    }
    let half = run_with("R34", &["base=9", "air=9", "swamp"], &[], &[], &mut Orders::default()).unwrap();
    assert_eq!(half.result, "13");
    let dead = run_with("R36", &["jungle-mountain"], &[4], &[], &mut Orders::default()).unwrap();
    assert_eq!(dead.result, "eliminated");
    assert!(of_attack(&["jungel"])[0].contains("expected key=value"));
    assert!(of_attack(&["amphibious"])[0].contains("expected key=value"));
}
