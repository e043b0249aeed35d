//! What is typed in for a naval interception, as typed values.

use super::keys::GROUP_LIST;
use super::modifiers::{Common, SeaWeather};
use super::{Hunt, HuntPhase, OnceKind, OnceModifier, SearchGroup, Tried, idle};
use crate::sea::typed::{self, TypedPart};
use liege_rules::play::inputs::{Inputs, KeyFault};

/// Reads the values of a search that stands alone, of which nothing else reads any.
pub(super) fn alone(inputs: &Inputs) -> Result<Hunt, Vec<KeyFault>> {
    let mut idle = idle::of(inputs);
    let read = hunt(inputs);
    if read.as_ref().is_ok_and(|hunt| hunt.automatic.is_some() && hunt.groups.len() > 1) {
        idle.push(KeyFault::new("groups", "an automatic interception has no dice and one group"));
    }
    let (hunt, mut faults) = match read {
        Ok(hunt) => (Some(hunt), Vec::new()),
        Err(faults) => (None, faults),
    };
    idle.retain(|idle| faults.iter().all(|fault| fault.key != idle.key));
    faults.extend(idle);
    hunt.filter(|_| faults.is_empty()).ok_or(faults)
}

/// Reads the values of a search.
///
/// # Errors
/// Every value that is wrong, or does not fit another.
pub(in super::super) fn hunt(inputs: &Inputs) -> Result<Hunt, Vec<KeyFault>> {
    let mut faults = Vec::new();
    let one = || Ok(vec![SearchGroup { number: 1, ..SearchGroup::default() }]);
    let groups = inputs.value("groups").map_or_else(one, groups).unwrap_or_else(|more| {
        faults.extend(more);
        Vec::new()
    });
    let groups = called(groups);
    let reactive = reactive(inputs, &mut faults);
    let once = once(inputs, groups.len(), &mut faults);
    let common = common(inputs, &mut faults);
    if inputs.yes("re-entered") && inputs.word("tried").is_none() {
        faults.push(KeyFault::new("re-entered", "has no effect unless tried is given"));
    }
    faults.extend(of_sea_areas(inputs));
    let state = state(inputs, &mut faults);
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(Hunt {
        reactive,
        phase: match inputs.word("phase") {
            Some("offensive") => HuntPhase::Offensive,
            Some("end") => HuntPhase::End,
            // Who is to land is met in no other phase (3.8.3.3).
            None if inputs.word("automatic") == Some("landing") => HuntPhase::Offensive,
            _ => HuntPhase::NavalMovement,
        },
        state,
        strategic_warfare: inputs.yes("strategic-warfare"),
        submarine: inputs.yes("submarine"),
        groups,
        automatic: inputs.word("automatic").and_then(automatic),
        tried: inputs.word("tried").map(|word| if word == "step" { Tried::Step } else { Tried::Phase }),
        re_entered: inputs.yes("re-entered"),
        has_found: inputs.yes("has-found"),
        enters_port: inputs.yes("enters-port"),
        undocked: inputs.yes("undocked"),
        range: number(inputs, "range"),
        common,
        once,
    })
}

/// The state of the interceptor, when it is told; strategic warfare makes ships Active.
fn state(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Option<String> {
    let by_warfare = inputs.yes("strategic-warfare");
    let state = inputs.word("state");
    if let Some(other) = state.filter(|state| by_warfare && *state != "active") {
        let told = format!("says that these ships are Active, but they are {other}");
        faults.push(KeyFault::new("strategic-warfare", told).help("give state=active, or leave it out"));
    }
    state.or(by_warfare.then_some("active")).map(str::to_owned)
}

/// What holds in a large sea area alone, told of a coastal hex.
fn of_sea_areas(inputs: &Inputs) -> Vec<KeyFault> {
    let told = |key: &&str| inputs.yes(key) || inputs.number(key).is_some_and(|number| number != 0);
    let of_areas = ["same-area", "int"].into_iter().filter(told).filter(|_| inputs.yes("coastal"));
    let fault = |key| {
        let fault =
            KeyFault::new(key, "applies to a large sea area, but coastal=yes is given: a coastal hex");
        fault.help(format!("leave out {key}, or give coastal=no"))
    };
    of_areas.map(fault).collect()
}

/// The groups with the names that the report has for them.
pub(super) fn called(mut groups: Vec<SearchGroup>) -> Vec<SearchGroup> {
    let several = groups.len() > 1;
    for group in &mut groups {
        group.called = if several { format!("group {}", group.number) } else { "interceptor".into() };
    }
    groups
}

fn number(inputs: &Inputs, key: &str) -> Option<u32> {
    inputs.number(key).and_then(|number| u32::try_from(number).ok())
}

/// Why who is to land is met without a die.
pub(super) const LANDING: &str =
    "ships in range of reaction against ships that are Activated to land, in their landing hex";

fn automatic(word: &str) -> Option<&'static str> {
    Some(match word {
        "docked" => "docked ships against ships that enter their port",
        "enemy-port" => "ships inside an enemy port against ships there",
        "canal" => "ships in or beside the mouth of a canal against ships that enter or leave it",
        "landing" => LANDING,
        _ => return None,
    })
}

/// Whether it is a reaction; keys of a moving target belong to reactions, MPs to active interceptions.
fn reactive(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> bool {
    const MOVING: [&str; 3] = ["within", "leaves-port", "range"];
    const OWN: [&str; 2] = ["moved", "same-area"];
    let moving =
        MOVING.into_iter().find(|key| inputs.value(key).is_some_and(|value| value.as_bool() != Some(false)));
    let own =
        OWN.into_iter().find(|key| inputs.value(key).is_some_and(|value| value.as_bool() != Some(false)));
    match (inputs.word("kind"), moving, own) {
        (Some("active"), Some(key), _) => {
            faults.push(KeyFault::new(key, "is for a reactive interception of a moving target"));
        }
        (Some("reactive"), _, Some(key)) | (None, Some(_), Some(key)) => {
            faults.push(KeyFault::new(key, "is for an active interception: a reaction does not spend MPs"));
        }
        _ => {}
    }
    if inputs.word("kind") == Some("active") && inputs.word("automatic") == Some("docked") {
        let fault = KeyFault::new("kind", "docked ships react to ships entering their port");
        faults.push(fault.help("kind=reactive; ships inside an enemy port are automatic=enemy-port"));
    }
    // Ships in an enemy port came there; the other automatic cases wait for ships that move.
    let waits = inputs.word("automatic").is_some_and(|case| case != "enemy-port") && own.is_none();
    inputs.word("kind").map_or(moving.is_some() || waits, |kind| kind == "reactive")
}

fn common(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Common {
    let weather = match inputs.word("weather") {
        Some("wet") => SeaWeather::Wet,
        Some("monsoon") => SeaWeather::Monsoon,
        _ => SeaWeather::Fair,
    };
    let zone = inputs.word("zone");
    if weather != SeaWeather::Fair && zone.is_none() {
        faults.push(
            KeyFault::new("zone", "is missing: weather depends on the zone").help("severe or moderate"),
        );
    }
    let yes = |key: &str| inputs.yes(key);
    let [in_port, same_area] = ["in-port", "same-area"].map(yes);
    Common {
        convoy_attack: yes("convoy-attack"),
        within: number(inputs, "within"),
        leaves_port: yes("leaves-port"),
        coastal: yes("coastal"),
        amphibious: yes("amphibious"),
        air: yes("air"),
        located: yes("located"),
        int: inputs.number("int").and_then(|int| i32::try_from(int).ok()).unwrap_or(0),
        weather,
        severe: zone == Some("severe"),
        inclement: yes("inclement"),
        target_submarine: yes("target-submarine"),
        single: yes("single"),
        in_port,
        moved: number(inputs, "moved").unwrap_or(0),
        same_area,
    }
}

/// L and E of Admirals and Magic: a number, and behind the word `group` whose die it is for; nobody is asked then.
fn once(inputs: &Inputs, groups: usize, faults: &mut Vec<KeyFault>) -> Vec<OnceModifier> {
    const KINDS: [(&str, OnceKind, i32); 3] = [
        ("admiral-l", OnceKind::Locator, 1),
        ("admiral-e", OnceKind::Evader, -1),
        ("magic", OnceKind::Magic, 1),
    ];
    let mut all = Vec::new();
    for (key, what, sign) in KINDS {
        let Some(value) = inputs.value(key) else { continue };
        let parts = typed::parts(key, value).unwrap_or_else(|more| {
            faults.extend(more);
            Vec::new()
        });
        let wrong = || KeyFault::new(key, "expected a number from 0 to 9, or 1 group 2");
        let [part] = &parts[..] else {
            faults.push(wrong());
            continue;
        };
        let words: Vec<&str> =
            part.words.iter().map(String::as_str).filter(|word| *word != "group").collect();
        let numbers: Vec<u32> =
            words.iter().filter_map(|word| typed::number(word.trim_start_matches('+'), 99)).collect();
        match numbers[..] {
            _ if numbers.len() != words.len() => faults.push(wrong()),
            [value] | [value, _] if value > 9 => faults.push(wrong()),
            // Of several groups his side says before each die whether it is for that one.
            [value] => all.push(OnceModifier {
                what,
                value: sign * value as i32,
                group: (groups == 1).then_some(1),
                asked: groups > 1,
            }),
            [_, group] if group == 0 || group as usize > groups => {
                faults.push(KeyFault::new(key, format!("no group {group}")));
            }
            [value, group] => {
                let group = Some(group as usize);
                all.push(OnceModifier { what, value: sign * value as i32, group, asked: false });
            }
            _ => faults.push(wrong()),
        }
    }
    all
}

/// A number of groups, or each group; the fastest rolls first.
fn groups(value: &serde_json::Value) -> Result<Vec<SearchGroup>, Vec<KeyFault>> {
    const MOST: u32 = 20;
    let parts = typed::parts("groups", value)?;
    if let [TypedPart { words, .. }] = &parts[..]
        && let [word] = &words[..]
        && !value.is_array()
        && let Ok(count) = word.parse::<u32>()
    {
        let plain = |number: u32| SearchGroup { number: number as usize, ..SearchGroup::default() };
        return match count {
            1..=MOST => Ok((1..=count).map(plain).collect()),
            _ => Err(vec![KeyFault::new("groups", format!("expected 1 to {MOST} groups")).help(GROUP_LIST)]),
        };
    }
    if parts.is_empty() || parts.len() > MOST as usize {
        return Err(vec![KeyFault::new("groups", format!("expected 1 to {MOST} groups")).help(GROUP_LIST)]);
    }
    let mut faults = Vec::new();
    let mut all = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        match group(index + 1, part) {
            Ok(group) => all.push(group),
            Err(fault) => faults.push(fault),
        }
    }
    let speeds = all.iter().filter(|group| group.speed.is_some()).count();
    if speeds > 0 && speeds < all.len() {
        faults.push(KeyFault::new("groups", "the speed of one group is missing: the fastest rolls first"));
    }
    all.sort_by_key(|group| std::cmp::Reverse(group.speed));
    if faults.is_empty() { Ok(all) } else { Err(faults) }
}

fn group(number: usize, part: &TypedPart) -> Result<SearchGroup, KeyFault> {
    let mut group = SearchGroup { number, ..SearchGroup::default() };
    let (mut speed_next, mut moved_next) = (false, false);
    for word in &part.words {
        match (word.as_str(), typed::number(word, 999)) {
            ("ships" | "ship" | "units" | "unit" | "surface" | "mp", None) => {}
            ("speed", None) => speed_next = true,
            ("moved", None) => moved_next = true,
            ("docked" | "in-port", None) => group.in_port = true,
            ("at-sea", None) => {}
            (_, Some(number)) if moved_next && group.moved.is_none() => {
                group.moved = Some(number);
                moved_next = false;
            }
            ("stp" | "stps", None) => group.only_stp = true,
            ("de" | "des", None) => group.only_de = true,
            (_, Some(number)) if speed_next && group.speed.is_none() => {
                group.speed = Some(number);
                speed_next = false;
            }
            (_, Some(number)) if group.ships.is_none() && number > 0 => group.ships = Some(number),
            _ => return Err(part.fault("groups", &format!("\"{word}\" is not understood")).help(GROUP_LIST)),
        }
    }
    for (open, word) in [(speed_next, "speed"), (moved_next, "moved")] {
        if open {
            return Err(part.fault("groups", &format!("{word} has no number")).help(GROUP_LIST));
        }
    }
    Ok(group)
}
