//! What the procedures say, over many attacks: counts that agree, no empty names, no stray signs.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use liege::rules::atpo::forces::{ATTACKER, DEFENDER};
use liege::rules::data::Embedded;
use liege::rules::play::choices::Setting;
use liege::rules::play::dice::{Dice, Throw};
use liege::rules::play::inputs::pairs;
use liege::rules::play::procedure::{Ending, Orders, Request, Resolution};
use serde_json::Value;

use super::run_with;
use crate::rules::atpo::call::values;

/// Attacks of many sorts: sides as totals and as units, every terrain, weather, fort, landing and drop.
const ATTACKS: &[&str] = &[
    "attack=15 defence=3",
    "attack=1 defence=1 attack-steps=1 defence-steps=1",
    "attack=8 defence=4 defence-steps=2 attack-steps=4 retreat=0",
    "attack=8 defence=4 defence-units=1 fort=permanent",
    "attack=8 defence=4 defence-steps=3 coastal-fort=yes amphibious=yes",
    "attack=8 defence=1 defence-steps=1 coastal-fort=yes amphibious=yes gunnery=2 dd=yes cl=yes",
    "attack=5 defence=none amphibious=yes",
    "attack=5 defence=none amphibious=yes attack-zoc=yes",
    "attack=5 defence=none amphibious=yes coastal-fort=unoccupied",
    "attack=5 defence=none fort=unoccupied installations=airfield,port,sea-supply",
    "attack=5 defence=2 partisan=yes",
    "attack=5 defence=2 terrain=jungle river=all weather=monsoon attack-weather=mixed",
    "attack=5 defence=2 terrain=mountain river=some weather=wet zone=moderate",
    "attack=5 defence=2 terrain=forest weather=wet zone=severe inclement=yes attack-air=FB~3,B~5~heavy,F~4",
    "attack=5 defence=2 terrain=marsh weather=winter air-superiority=defender defence-air=N~2",
    "attack=5 defence=2 terrain=desert attack-air=FB~1 defence-air=F~4,ATP",
    "attack=9 defence=2 attack-general=3 defence-general=1 attack-aura=2 drm=-1 magic=7",
    "attack=9 defence=2 soviet-armor=yes date=1943-05 attack-nation=SU",
    "attack=9 defence=2 soviet-armor=yes attack-nation=SU out-of-supply=both",
    "attack=9 defence=2 soviet-armor=yes terrain=marsh attack-nation=SU",
    "attack=9 defence=2 sneak=first attack-nation=JP defence-nation=UK",
    "attack=9 defence=2 sneak-month=2 attack-nation=JP paratroop=intact",
    "attack=9 defence=2 amphibious=yes marine=all admiral=2 second-wave=yes paratroop=depleted",
    "attack=2~x~4~marine defence=3-1 amphibious=yes hex=W4631 magic=1",
    "attack=us-1:4/2~marine,us-2:1/1~infantry defence=jp-1:3-1,jp-2:1/1 hex=W4631 amphibious=yes installations=airfield",
    "attack=us-1:4/2~marine~pinned,us-2:4/2~infantry defence=jp-1:3-1~home~JP~infantry hex=W4631 amphibious=yes",
    "attack=us-1:4/2,us-2:2/1 defence=jp-1:2/2,Yamashita:3~general~JP fort=yes retreat=2",
    "attack=us-1:6/2,us-2:6/2 defence=jp-1:1/1,general~1~JP,general~2~US",
    "attack=us-1:6/2~@W4431,MacArthur:2~general~@W4431 defence=jp-1:3/2,jp-2:3/2~oos hex=W4531 retreat=W4532:1~closer,W4533:1~closer,W4534:2~closer",
    "attack=p-1:1~paratroop~drop,us-1:5/2 defence=jp-1:2/2 hex=W4531",
    "attack=p-1:1~paratroop~drop,p-2:1~paratroop~drop defence=jp-1:1/1 terrain=jungle-mountain air-superiority=defender",
    "attack=p-1:1~paratroop~dropped,us-1:5/2,us-2:4/2 defence=jp-1:3/2,jp-2:2/2~retreated",
    "attack=cn-1:3/2~CN,cn-2:2/2~CN~reduced defence=jp-1:6/2~JP,hq~JP defence-air=B~5,B~3,B~2 attack-fighters=yes",
    "attack=us-1:4/2~river,us-2:4/2 defence=partisan",
    "attack=us-1:4/2~river,us-2:4/2~river defence=jp-1:2 weather=monsoon terrain=jungle",
    "attack=us-1:4/2~oos,us-2:4/2 defence=jp-1:2~oos dd=2 gunnery=9 retreat=1 fort=yes",
    "attack=us-1:2/2 defence=jp-1:8/2,jp-2:8/2",
    "attack=1~infantry defence=9",
    "attack=su-1:7/2~armor~SU,su-2:5/2~infantry~SU defence=jp-1:2/2~infantry~JP~home,jp-2:2/2~infantry~JP date=1945-08",
    "attack=au-1:3/2~AU attack-aura=blamey defence=jp-1:2",
    "attack=us-1:3~marine,us-2:4~infantry defence=jp-1:2 amphibious=yes marine=some",
];

/// Other procedures, and attacks that are refused or misread.
const OTHERS: &[(&str, &str)] = &[
    ("R19", "attack=4/2~marine defence=2/1"),
    ("R34", "base=6 air=FB~3,B~5~heavy"),
    ("R34", "base=1 air=FB~3 guns=1"),
    ("R34", "base=4 air=F~3 side=defender enemy-air=F~2"),
    ("R34", "air=FB~3"),
    ("R34", "base=4 guns=2 terrain=jungle"),
    ("R34", "base=9 air=B~5,B~3,B~2 side=defender"),
    ("R36", "terrain=jungle adjacent=no air-superiority=friendly sneak=first"),
    ("R36", "depleted=yes"),
    ("R40", "result=D1 units=1"),
    ("R40", "result=D2 units=2:2 retreat=3"),
    ("R40", "result=D2 steps=1"),
    ("R40", "result=D3 steps=4 surrounded=yes"),
    ("R40", "result=DE units=1"),
    ("R40", "result=D1x"),
    ("R40", "result=D1 units=none"),
    ("R40", "result=A1 units=none"),
    ("R40", "result=x units=2"),
    ("R41", "nation=JP"),
    ("R41", "nation=US"),
    ("R41", "general=Yamashita"),
    ("R41", "general=Wingate"),
    ("R41", "japanese=yes"),
    ("R41", "general=Yamashita nation=US"),
    ("R41", "general=Buckner nation=JP"),
];

/// The words of a text; `~` is a space inside of a value.
fn words(text: &str) -> Vec<String> {
    text.split(' ').map(|word| word.replace('~', " ")).collect()
}

/// What a report's reader reads, part by part, the open question included.
fn told(report: &Resolution) -> BTreeSet<String> {
    let lines = report.lines.iter();
    let mut parts: BTreeSet<String> =
        lines.flat_map(|line| [line.label.clone(), line.value.clone(), line.cause.clone()]).collect();
    parts.insert(report.result.clone());
    let open = &report.json["open"];
    parts.extend(open["text"].as_str().map(str::to_owned));
    parts.extend(
        open["answers"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned),
    );
    parts
}

/// Dice that show one face again and again.
struct Always(u8);

impl Dice for Always {
    fn throw(&mut self, _: Throw, _: &str, _: &dyn Fn(u16) -> u16) -> u16 {
        self.0.into()
    }
}

/// Everything that is said in these attacks with low and high rolls, whoever decides.
static EVERYTHING: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let mut lines = BTreeSet::new();
    let all = ATTACKS.iter().map(|attack| ("R39", *attack)).chain(OTHERS.iter().copied());
    for (procedure, attack) in all {
        for face in [1, 4, 6] {
            let (mut undecided, is_open) = said(procedure, attack, face, &[], ("", ""));
            lines.append(&mut undecided);
            for policies in POLICIES.iter().filter(|_| is_open) {
                lines.extend(said(procedure, attack, face, &[], *policies).0);
            }
            if attack.contains("river") || attack.contains("defence-air") {
                let settings = ["bomber_defence=one_each_max2", "river_drm=cumulative"];
                lines.extend(said(procedure, attack, face, &settings, ("", "")).0);
            }
        }
    }
    lines
});

/// Policies of both sides that differ in all they can.
const POLICIES: [(&str, &str); 2] =
    [("weakest,advance,evacuate", "retreat,weakest,together"), ("strongest,hold,stay", "stand")];

/// What one attack says when all its dice show this face, and whether a question stays open.
fn said(
    word: &str,
    text: &str,
    face: u8,
    settings: &[&str],
    policies: (&str, &str),
) -> (BTreeSet<String>, bool) {
    let table = pairs(&words(text)).unwrap();
    let settings: Vec<Setting> = settings.iter().map(|setting| setting.parse().unwrap()).collect();
    let request = Request { files: &Embedded, settings: &settings, table: &table };
    let mut orders = Orders::default();
    orders.policy(ATTACKER, policies.0);
    orders.policy(DEFENDER, policies.1);
    match super::procedure(word).run(&request, &mut Always(face), &mut orders) {
        Ok(report) => (told(&report), report.status == Ending::Open),
        Err(error) => (BTreeSet::from([error.to_string()]), false),
    }
}

/// Words in -s that are no plural.
const NO_PLURAL: &[&str] = &["is", "was", "has", "less", "loss", "loses"];

/// Ranks and kinds that are written with a hyphen.
const HYPHENED: &[&str] = &["jungle-mountain", "die-roll"];

#[test]
fn aircraft_and_ships_that_are_only_counted_are_there_or_not() {
    let drm = |told: &str| {
        let words = ["attack=9", "defence=5", told];
        run_with("R39", &words, &[3], &[], &mut Orders::default())
            .map(|report| values(&report, "modifier: air superiority").first().map(|drm| (*drm).to_owned()))
    };
    for told in ["attack-fighters=1", "attack-fighters=17", "attack-fighters=yes", "fighters=Yes"] {
        assert_eq!(drm(told).unwrap().as_deref(), Some("+1"), "{told}");
    }
    for told in ["attack-fighters=0", "attack-fighters=no", "fighters=00"] {
        assert_eq!(drm(told).unwrap(), None, "{told}");
    }
    for told in [
        "attack-fighters=-1",
        "attack-fighters=two",
        "attack-fighters=1.5",
        "attack-fighters=",
        "attack-fighters=4294967296",
    ] {
        let error = drm(told).unwrap_err().to_string();
        assert!(error.contains("attack-fighters") && error.contains("yes, no or a count"), "{told}: {error}");
    }
}

#[test]
fn counts_and_things_agree() {
    for text in EVERYTHING.iter() {
        let words: Vec<&str> = text.split_whitespace().collect();
        for pair in words.windows(2) {
            let thing = pair[1].trim_matches(|c: char| !c.is_alphabetic());
            let plural = thing.ends_with('s') && !NO_PLURAL.contains(&thing) && !thing.ends_with("'s");
            let one = pair[0].trim_start_matches('(') == "1" && thing.chars().all(char::is_lowercase);
            assert!(!(one && plural && thing.len() > 1), "{text}");
        }
        for three in words.windows(3).filter(|three| three[1] == "of") {
            let number = |word: &str| word.trim_matches(|c: char| !c.is_ascii_digit()).parse::<u32>().ok();
            if let (Some(part), Some(whole)) = (number(three[0]), number(three[2])) {
                assert!(part <= whole, "{text}");
            }
        }
    }
}

#[test]
fn nothing_is_empty_askew_or_spelt_for_machines() {
    for text in EVERYTHING.iter() {
        assert_eq!(text, text.trim());
        for bad in ["  ", " :", " ,", " ;", "()", ": ;", "\"\"", "+ -", " +-"] {
            assert!(!text.contains(bad), "{bad:?} in {text}");
        }
        let spelt = text.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
        let before_choice = text.contains("(choice ");
        for word in spelt {
            assert!(!word.contains('_') || before_choice, "{text}");
            let key = word.contains('-') && word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
            assert!(!key || HYPHENED.contains(&word) || text.contains('`'), "{word} in {text}");
        }
    }
}

#[test]
fn what_is_told_says_why() {
    for text in [
        "General: die",
        "1 step to lose, 1 left",
        "1 hex + 1 step",
        "attackers may advance then",
        "no roll on the table",
        "attacker 1: 4 + attacker 2: 4",
        "DD 1 + gunnery 9/4",
        "sea supply",
        "4 - 1",
    ] {
        assert!(EVERYTHING.contains(text), "nothing says {text:?}");
    }
}

#[test]
fn faces_that_are_too_many_are_counted_and_what_was_rolled_is_named() {
    let told = |procedure: &str, words: &[&str], faces: &[u8]| {
        run_with(procedure, words, faces, &[], &mut Orders::default()).unwrap_err().to_string()
    };
    assert_eq!(told("R40", &["result=D1", "units=1"], &[3]), "1 face too many; nothing was rolled");
    let fight = ["attack=3", "defence=3"];
    assert_eq!(told("R39", &fight, &[3, 4, 5]), "2 faces too many; the last roll was \"land combat\"");
}
