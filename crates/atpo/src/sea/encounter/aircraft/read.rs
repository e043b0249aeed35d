//! What is typed in of the aircraft of carriers, read by the reader of a strike.

use serde_json::Value;

use super::super::told::told;
use super::{AircraftInput, home};
use crate::air;
use crate::air::aircraft::{AirWord, Aircraft};
use crate::air::coordination::LaunchingCarrier;
use crate::air::effect::AirEffect;
use crate::air::strike::TAKES;
use crate::air::strike::part::read;
use crate::air::strike::plan::Surroundings;
use crate::sea::combat::battle::{Engagement, SideIx};
use liege_rules::play::inputs::{Inputs, KeyFault};

/// Keys of the encounter that a strike has under another name, with that name.
const OTHERS: [(&str, &str); 4] = [
    ("defence", "ships"),
    ("patrol", "interceptors"),
    ("air-magic", "magic"),
    ("air-magic-side", "magic-side"),
];
/// Keys that only an attack from the air reads; what a save tells of its pilots is told of ships alone, too.
const OF_AIRCRAFT: [&str; 12] = [
    "effect",
    "carriers",
    "admiral",
    "defence-carriers",
    "defence-admiral",
    "decks",
    "bases",
    "first",
    "sneak",
    "surprise",
    "air-magic",
    "air-magic-side",
];
/// Keys that mean something else in a strike, or are told anew.
const UNTOLD: [&str; 10] = [
    "ships",
    "interceptors",
    "magic",
    "magic-side",
    "phase",
    "located",
    "port",
    "enlarged",
    "fortified",
    "area",
];

/// The aircraft of both forces; none where none is to attack. Carriers with aircraft are no ship's equals.
pub(in super::super) fn aircraft(
    inputs: &Inputs,
    engagement: &mut Engagement,
    group_of: &[u8],
    faults: &mut Vec<KeyFault>,
) -> Option<AircraftInput> {
    if inputs.value("strike").is_none() {
        faults.extend(without_strike(inputs));
        return None;
    }
    let suicidal = suicidal(inputs);
    if !suicidal.is_empty() {
        faults.extend(suicidal);
        return None;
    }
    let docked = inputs.word("automatic") == Some("enemy-port");
    if docked && inputs.word("port").is_none() {
        let fault = KeyFault::new("port", "is missing: its guns fire at aircraft");
        faults.push(fault.help("port=minor or port=major"));
    }
    let effect = AirEffect::told(inputs, "effect");
    let (whole, ships) = (&*engagement, engagement.fleets[1].units.as_slice());
    let tell = |side: SideIx, unit: &mut Aircraft| {
        unit.words.extend(home(unit, &whole.fleets[side].units).map(|_| AirWord::Carrier));
        unit.words.extend((effect > AirEffect::None).then_some(AirWord::Halved));
    };
    let one = |moonlit: bool| read(&of_strike(inputs, moonlit, docked), &Surroundings { ships, tell: &tell });
    let strikes = one(false).and_then(|day| Ok([day, one(true)?]));
    let strikes = strikes.map_err(|more| faults.extend(more.into_iter().map(renamed))).ok()?;
    let last = group_of.iter().copied().max().unwrap_or(1);
    let of_group = |number: u8| {
        let group_of = |name: &str| {
            let mut ships = whole.fleets[0].units.iter().zip(group_of);
            ships.find(|(ship, _)| ship.name.eq_ignore_ascii_case(name)).map(|(_, group)| *group)
        };
        // A damaged carrier that searches nowhere keeps its aircraft aboard, too.
        let counts =
            |one: &LaunchingCarrier| group_of(&one.name).map_or(one.damaged, |group| group == number);
        strikes.clone().map(|mut strike| {
            strike.carriers[0].iter_mut().for_each(|stack| stack.carriers.retain(counts));
            strike
        })
    };
    let input = AircraftInput {
        by_group: (1..=last).map(of_group).collect(),
        grounded: effect == AirEffect::Grounded,
        in_phase: matches!(inputs.word("phase"), None | Some("naval-movement")),
    };
    let based: [Vec<usize>; 2] = [0, 1].map(|side: SideIx| {
        let units = &strikes[0].sides[side].units;
        units.iter().filter_map(|unit| home(unit, &engagement.fleets[side].units)).collect()
    });
    for (side, based) in based.into_iter().enumerate() {
        let group = |ship: usize| if side == 0 { group_of.get(ship).copied().unwrap_or(1) } else { 1 };
        let place = |ship: usize| match based.contains(&ship) {
            true => u8::try_from(ship).unwrap_or(u8::MAX).saturating_add(GROUPS_END),
            false => group(ship),
        };
        engagement.fleets[side].set_alike(place);
    }
    Some(input)
}

/// Values about aircraft where none attacks.
fn without_strike(inputs: &Inputs) -> Vec<KeyFault> {
    let is_told = |key: &&str| {
        let says_no = inputs.yes_no(key) == Some(false) || inputs.word(key) == Some(AirEffect::None.word());
        inputs.value(key).is_some() && !says_no
    };
    let fault =
        |key, told| KeyFault::new(key, told).help("strike: the Naval-Air units of the searching carriers");
    let meet = ["patrol", "counter"].into_iter().filter(is_told);
    let meet = meet.map(|key| fault(key, "nothing to meet: no Naval-Air unit attacks"));
    let idle = OF_AIRCRAFT.into_iter().filter(is_told);
    meet.chain(idle.map(|key| fault(key, "applies to attacking aircraft, but no Naval-Air unit attacks")))
        .collect()
}

/// Kamikazes among those that attack out of an encounter, where all attacks are normal ones.
fn suicidal(inputs: &Inputs) -> Vec<KeyFault> {
    let takes: Vec<AirWord> = TAKES.iter().copied().chain([AirWord::Kamikaze]).collect();
    let units = inputs
        .value("strike")
        .map(|value| air::aircraft("strike", "attacker", value, &takes, inputs.nations()));
    let units = units.and_then(Result::ok).unwrap_or_default();
    let told = |unit: &Aircraft| {
        let what =
            format!("{} flies as a Kamikaze; in an encounter carriers fly only normal attacks", unit.name);
        let help =
            "fly it as a strike of its own at the located ships: liege run atpo STRIKE (3.8.5, 16.4.2)";
        KeyFault::new("strike", what).help(help)
    };
    units.iter().filter(|unit| unit.is_kamikaze()).map(told).collect()
}

/// More than any number of a search group.
const GROUPS_END: u8 = 10;

/// The keys of a strike at these ships, which is flown in the Naval and Air Phase at ships that were found.
fn of_strike(inputs: &Inputs, moonlit: bool, docked: bool) -> Inputs {
    let mut with: Vec<(&str, Value)> =
        vec![("phase", "naval-and-air".into()), ("located", true.into()), ("moonlit", moonlit.into())];
    let known = |(key, name): (&str, &'static str)| Some((name, inputs.value(key)?.clone()));
    with.extend(OTHERS.into_iter().filter_map(known));
    if inputs.yes("sea-area") {
        with.push(("area", "large".into()));
    }
    if docked && matches!(inputs.word("port"), Some("minor" | "major")) {
        with.extend(["port", "enlarged", "fortified"].into_iter().filter_map(|key| known((key, key))));
    }
    told(inputs, &with, &UNTOLD)
}

/// A fault under the name that its key has here.
fn renamed(fault: KeyFault) -> KeyFault {
    let own = OTHERS.iter().find(|(_, name)| fault.key == *name);
    own.map_or(fault.clone(), |(key, _)| KeyFault { key: (*key).into(), ..fault })
}
