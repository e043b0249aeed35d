//! What is typed in for a strike, read by the readers of its links.

use serde_json::Value;

use super::idle;
use super::keys::WAYS;
use super::plan::{AirSide, LandingPlace, MEETINGS, Post, StrikePhase, Surroundings};
use crate::air::aircraft::{AirWord, Aircraft};
use crate::air::airstrike::BombingMission;
use crate::air::combat::battle::Dogfight;
use crate::air::combat::read::{squadrons, told as circumstances};
use crate::air::coordination::{CarrierCoordination, CarrierStack};
use crate::air::naval::kamikaze::{SuicideStrike, dive};
use crate::air::naval::read::{AirStrike, attack_of};
use crate::air::sea_recon::SeaSearch;
use crate::air::strafing::evacuation::EvacuationWeather;
use crate::air::{MOST_AIRCRAFT, MOST_SCOUTS};
use crate::forces::unit::{LONGEST_NAME, entries};
use crate::sea::combat::battle::SideIx;
use crate::sea::ship::NavalUnit;
use crate::sea::typed;
use liege_rules::play::inputs::{Inputs, KeyFault, TypedInput as _};
use liege_rules::play::procedure::Script as _;

/// What may be said of a unit here.
pub const TAKES: &[AirWord] = &[
    AirWord::OwnBase,
    AirWord::Carrier,
    AirWord::AsBomber,
    AirWord::AsFighter,
    AirWord::Current,
    AirWord::Committed,
    AirWord::PreviouslyCommitted,
    AirWord::Unsupplied,
    AirWord::Halved,
    AirWord::Early,
    AirWord::ReachesTarget,
];
/// What may be said beyond that of Kamikazes.
const DIVES: [AirWord; 3] = [AirWord::Kamikaze, AirWord::FromSecondHex, AirWord::FromThirdHex];
/// More places than anybody lands in.
pub const MOST_PLACES: usize = 20;
/// More room than any of them has.
pub const MOST_ROOM: u32 = 60;

/// The most hexes that a further scout is away.
const FARTHEST_SCOUT: u32 = 100;

/// A strike as typed in.
#[derive(Debug, Clone)]
pub struct StrikeInput {
    pub sides: [AirSide; 2],
    pub over_target: Dogfight,
    pub mission: StrikePhase,
    pub moving: bool,
    pub beside_ships: bool,
    pub searches: Vec<SeaSearch>,
    /// Whether the ships are located.
    pub located: bool,
    /// Whether ships are attacked at all.
    pub at_ships: bool,
    pub carriers: [Option<CarrierStack>; 2],
    pub raid: AirStrike,
    /// What is told of those that fly as Kamikazes; none in a larger battle.
    pub suicide: Option<SuicideStrike>,
    /// What is bombed besides ships.
    pub bombing: Option<BombingMission>,
    pub overflown: Option<u8>,
    pub evacuation: EvacuationWeather,
    pub places: Vec<LandingPlace>,
    /// Whether aloft units of the ships are recalled to defend them.
    pub recalls: bool,
}

/// Reads the values.
///
/// # Errors
/// Every value that is missing, wrong, or does not fit another.
pub(super) fn strike(inputs: &Inputs) -> Result<StrikeInput, Vec<KeyFault>> {
    among(inputs, None)
}

/// Reads the values of a strike by itself, or of one in a larger battle.
///
/// # Errors
/// As of one by itself.
pub(super) fn among(
    inputs: &Inputs,
    around: Option<&Surroundings<'_>>,
) -> Result<StrikeInput, Vec<KeyFault>> {
    let mut faults = Vec::new();
    let tell =
        |side: SideIx| move |unit: &mut Aircraft| around.iter().for_each(|around| (around.tell)(side, unit));
    let alone = around.is_none();
    let sides = [own(inputs, &tell(0), alone, &mut faults), other(inputs, &tell(1), &mut faults)];
    if alone {
        idle::idle(&sides, &mut faults);
        idle::sought_though_located(inputs, &mut faults);
    }
    if inputs.value("ships").is_none() && inputs.value("target").is_none() {
        let fault = KeyFault::new("ships", "is missing");
        faults.push(fault.help("the ships that are attacked, or target=INSTALLATION in an Air Offensive"));
    }
    if sides[0].at(|post| post == Post::Strike) == 0 && faults.is_empty() {
        let fault = KeyFault::new("strike", "is missing");
        faults.push(fault.help("air units that fly to the target: Akagi:N 4-5/3 2-5/3 JP @Akagi"));
    }
    let ships = match around {
        Some(around) => around.ships.to_vec(),
        None => typed::some_ships(inputs, "ships", "enemy", &mut faults),
    };
    let units = [sides[0].units.clone(), sides[1].units.clone()];
    let inputs = &with_owner_of_chit(inputs, &units, &ships);
    let over_target = circumstances(inputs, Dogfight { first: 1, ..Dogfight::of(units) }, &mut faults);
    let raid =
        attack_of(inputs, (strikers(&sides[0]), ships), "defence-nation", &mut faults).by_bombers(inputs);
    let bombing = inputs.value("target").is_some().then(|| {
        let based = sides[1].units.iter().zip(&sides[1].posts).filter(|(_, post)| **post == Post::Based);
        let based = based.map(|(unit, _)| unit.clone()).collect();
        let units = strikers(&sides[0]);
        let bombs = |unit: &usize| units[*unit].may_bomb() && !units[*unit].is_kamikaze();
        let bombers = (0..units.len()).filter(bombs).collect();
        BombingMission::of(inputs, (units, bombers), based, &mut faults)
    });
    if let Some(bombing) = bombing.as_ref().filter(|_| inputs.value("ships").is_some()) {
        let all = strikers(&sides[0]).iter().filter(|unit| unit.may_bomb()).count();
        if bombing.assigned().len() >= all && faults.is_empty() {
            let fault = KeyFault::new("target", "no units are left for the ships");
            faults.push(fault.help(
                "name the units that bomb the installation: airbase: A, B; the others attack the ships",
            ));
        }
    }
    let suicide = alone.then(|| SuicideStrike::of(inputs, raid.clone().at_found_ships(), Vec::new()));
    let located = inputs.yes("located");
    let sought = !located && inputs.value("ships").is_some();
    let searches = if sought { searches(inputs, &mut faults) } else { Vec::new() };
    let carriers = [("carriers", "admiral"), ("defence-carriers", "defence-admiral")]
        .map(|keys| carriers(inputs, keys, &mut faults));
    let places = places(inputs, &mut faults);
    let overflown = inputs.number("overflown").and_then(|hexes| u8::try_from(hexes).ok());
    let mission = match inputs.word("phase") {
        Some("sea-offensive") => StrikePhase::SeaOffensive,
        Some("air-offensive") => StrikePhase::AirOffensive,
        Some("end") => StrikePhase::End,
        _ => StrikePhase::NavalAndAir,
    };
    let on_their_way = sides[0].posts.iter().take_while(|post| **post == Post::Strike).count();
    let first = first(inputs, &sides, &over_target);
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(StrikeInput {
        sides,
        over_target: Dogfight { first, on_their_way, ..over_target },
        mission,
        moving: inputs.yes("moving"),
        beside_ships: inputs.yes("beside-ships"),
        searches,
        located,
        at_ships: inputs.value("ships").is_some(),
        carriers,
        raid,
        suicide,
        bombing,
        overflown,
        evacuation: EvacuationWeather::told(inputs),
        places,
        recalls: around.is_some(),
    })
}

/// The same with who plays a Magic chit, where no aircraft but the ships are Japan's.
fn with_owner_of_chit(inputs: &Inputs, units: &[Vec<Aircraft>; 2], ships: &[NavalUnit]) -> Inputs {
    let mut told = inputs.clone();
    let flies = units.iter().flatten().any(|unit| unit.nation == Some("JP"));
    let sails = ships.iter().any(|ship| ship.nation == Some("JP"));
    if inputs.value("magic").is_some() && !flies && sails {
        told.preset("magic-side", "attacker".into());
    }
    told
}

/// The side that is in the target hex first: who is based there is, before the strike enters it.
pub(super) fn first(inputs: &Inputs, sides: &[AirSide; 2], over_target: &Dogfight) -> SideIx {
    let at_home = |(unit, post): (&Aircraft, &Post)| {
        *post == Post::Based
            || unit.is(AirWord::OwnBase)
            || *post == Post::Target && unit.is(AirWord::Carrier)
    };
    match inputs.word("first") {
        Some(_) => over_target.first,
        None => usize::from(sides[1].units.iter().zip(&sides[1].posts).any(at_home)),
    }
}

/// The side that is first over a battle on land: who is based there, else who flies to it and is met there. Carriers lie
/// elsewhere.
pub(super) fn first_over_battle(inputs: &Inputs, sides: &[AirSide; 2], over_target: &Dogfight) -> SideIx {
    let is_based = sides[1].units.iter().any(|unit| unit.is(AirWord::OwnBase));
    let comes = |side: SideIx, post: Post| sides[side].at(|own| own == post) != 0;
    match inputs.word("first") {
        Some(_) => over_target.first,
        None => usize::from(is_based || comes(1, Post::Support) && !comes(0, Post::Strike)),
    }
}

/// The units of the strike itself, which stand first.
fn strikers(side: &AirSide) -> Vec<Aircraft> {
    let all = side.units.iter().zip(&side.posts).filter(|(_, post)| **post == Post::Strike);
    all.map(|(unit, _)| unit.clone()).collect()
}

/// The attacker's units, by itself with those that fly as Kamikazes.
fn own(inputs: &Inputs, tell: &dyn Fn(&mut Aircraft), alone: bool, faults: &mut Vec<KeyFault>) -> AirSide {
    let posts = [("strike", Post::Strike), ("counter", Post::Counter)];
    let takes = TAKES.iter().chain(DIVES.iter().filter(|_| alone));
    let takes: Vec<AirWord> = takes.copied().collect();
    let mut side = side(inputs, ("attack-nation", "attacker", &takes), &posts, faults);
    side.units.iter_mut().for_each(tell);
    side.units.iter_mut().filter(|unit| alone && unit.is_kamikaze()).for_each(dive);
    side
}

/// The defender's units, and behind them those that stand for units of the base that fight nobody.
fn other(inputs: &Inputs, tell: &dyn Fn(&mut Aircraft), faults: &mut Vec<KeyFault>) -> AirSide {
    let ways = (0..MEETINGS).zip(WAYS).map(|(hex, key)| (key, Post::Way(hex)));
    let posts: Vec<(&str, Post)> =
        ways.chain([("interceptors", Post::Target), ("based", Post::Based)]).collect();
    let takes: Vec<AirWord> = TAKES.iter().copied().chain([AirWord::Overstacked]).collect();
    let mut side = side(inputs, ("defence-nation", "defender", &takes), &posts, faults);
    side.units.iter_mut().for_each(tell);
    idle::on_the_ground(&side, faults);
    if inputs.value("target").is_some() {
        // Fighters of the bombed base that meet nobody ride it out as all others there do (4.13.1).
        let all = side.posts.iter_mut().zip(&side.units);
        all.filter(|(post, unit)| **post == Post::Target && unit.is(AirWord::OwnBase))
            .for_each(|(post, _)| *post = Post::Based);
    }
    let based = side.posts.iter().zip(&side.units).filter(|(post, _)| **post == Post::Based);
    let twins: Vec<Aircraft> = based
        .map(|(_, unit)| {
            let mut twin = unit.clone();
            twin.words.insert(AirWord::Avoiding);
            twin
        })
        .collect();
    side.posts.extend(twins.iter().map(|_| Post::Avoiding));
    side.units.extend(twins);
    side
}

/// The units of several keys as one list, so that no two have one name.
pub(super) fn side(
    inputs: &Inputs,
    (nation, whose, takes): (&str, &str, &[AirWord]),
    keys: &[(&str, Post)],
    faults: &mut Vec<KeyFault>,
) -> AirSide {
    let (mut all, mut posts): (Vec<Value>, Vec<Post>) = (Vec::new(), Vec::new());
    for (key, post) in keys {
        let before = faults.len();
        // Read by itself first: so faults bear its name, and its units are counted.
        let own = squadrons(inputs, (key, nation), (whose, takes), faults);
        if faults.len() > before {
            continue;
        }
        posts.extend(own.iter().map(|_| *post));
        all.extend(inputs.value(key).map(entries).unwrap_or_default());
    }
    if posts.len() > MOST_AIRCRAFT {
        faults.push(KeyFault::new(keys[0].0, format!("a side has more than {MOST_AIRCRAFT} air units")));
    }
    if !faults.is_empty() {
        return AirSide { units: Vec::new(), posts: Vec::new() };
    }
    let mut joined = inputs.emptied();
    joined.preset("all", Value::Array(all));
    inputs.value(nation).into_iter().for_each(|value| joined.preset(nation, value.clone()));
    let mut units = squadrons(&joined, ("all", nation), (whose, takes), faults);
    for (unit, _) in units.iter_mut().zip(&posts).filter(|(_, post)| **post == Post::Based) {
        unit.words.insert(AirWord::OwnBase);
    }
    idle::meet_as_fighters(&mut units, &posts, keys, faults);
    AirSide { units, posts }
}

/// The values as a link's own keys: some replaced, some left out.
fn told(inputs: &Inputs, with: &[(&str, Option<Value>)]) -> Inputs {
    let mut told = inputs.emptied();
    with.iter().for_each(|(key, value)| {
        if let Some(value) = value {
            told.preset(key, value.clone());
        }
    });
    let others = inputs.all().filter(|(key, _)| with.iter().all(|(known, _)| known != key));
    others.for_each(|(key, value)| told.preset(key, value.clone()));
    told
}

/// The searches for the ships, one after the other until one finds them: that of the first unit, then those of others,
/// each from as far away as stands behind its @. None where nothing is told of a search.
fn searches(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Vec<SeaSearch> {
    let scout = inputs.value("scout").cloned();
    let mut found: Vec<SeaSearch> = Vec::new();
    if scout.is_some() || inputs.yes("coastwatchers") {
        found.extend(search(inputs, &[("air", scout)], "scout", faults));
    }
    let others = inputs.value("further-scouts").map(entries).unwrap_or_default();
    let others: Vec<Value> = others.into_iter().filter(|entry| entry.as_str() != Some("none")).collect();
    if others.len() > MOST_SCOUTS {
        faults.push(KeyFault::new(
            "further-scouts",
            format!("has {}, expected at most {MOST_SCOUTS}", others.len()),
        ));
    }
    for entry in others.into_iter().take(MOST_SCOUTS) {
        let text = entry.as_str().map_or_else(|| entry.to_string(), str::to_owned);
        let parts = text.rsplit_once('@').and_then(|(unit, hexes)| {
            let hexes = hexes.trim().parse::<u32>().ok().filter(|hexes| *hexes <= FARTHEST_SCOUT)?;
            Some((unit.trim().to_owned(), hexes))
        });
        let Some((unit, hexes)) = parts else {
            let what = format!("\"{text}\": expected its hexes after an @, 0 to {FARTHEST_SCOUT}");
            faults.push(KeyFault::new("further-scouts", what).help("such as Scouting Five:B 4-12 US @3"));
            continue;
        };
        // It flies from a base of its own, whose weather is told of none but the first.
        let own = [
            ("air", Some(Value::from(unit))),
            ("hexes", Some(Value::from(hexes))),
            ("coastwatchers", None),
            ("base-effect", None),
        ];
        found.extend(search(inputs, &own, "further-scouts", faults));
    }
    found
}

/// One search with these values of its own, whose faults are those of a key of the strike.
fn search(
    inputs: &Inputs,
    own: &[(&str, Option<Value>)],
    key: &str,
    faults: &mut Vec<KeyFault>,
) -> Option<SeaSearch> {
    let phase = match inputs.word("phase") {
        Some("end") => "end",
        Some("sea-offensive" | "air-offensive") => "offensive",
        _ => "naval-and-air",
    };
    let common = [
        ("located", inputs.value("located-before").cloned()),
        ("phase", Some(Value::from(phase))),
        ("ships", None),
        // Its owner says for which roll of the strike a chit is used.
        ("magic", None),
        ("target", Some(Value::from("the ships at the target"))),
    ];
    let with: Vec<(&str, Option<Value>)> = own.iter().cloned().chain(common).collect();
    let named =
        |fault: KeyFault| KeyFault { key: if fault.key == "air" { key.into() } else { fault.key }, ..fault };
    let read = SeaSearch::read(&told(inputs, &with));
    read.map_err(|more| faults.extend(more.into_iter().map(named))).ok()
}

/// The carriers of a side that launch several units.
pub fn carriers(
    inputs: &Inputs,
    (key, admiral): (&str, &str),
    faults: &mut Vec<KeyFault>,
) -> Option<CarrierStack> {
    let carriers = inputs.value(key)?.clone();
    let with = [("carriers", Some(carriers)), ("admiral", inputs.value(admiral).cloned())];
    let read = CarrierCoordination::read(&told(inputs, &with));
    let named = |fault: KeyFault| KeyFault {
        key: if fault.key == "carriers" { key.into() } else { fault.key },
        ..fault
    };
    read.map_err(|more| faults.extend(more.into_iter().map(named))).ok()
}

/// Where homeless units may land: `Hiryu 3`, `Midway 1`.
fn places(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Vec<LandingPlace> {
    let mut places: Vec<LandingPlace> = Vec::new();
    for (key, deck) in [("decks", true), ("bases", false)] {
        for entry in inputs.value(key).map(entries).unwrap_or_default() {
            let text = entry.as_str().map_or_else(|| entry.to_string(), str::to_owned);
            let number = |key: &str| u32::try_from(entry.get(key)?.as_u64()?).ok();
            let parts = match &entry {
                // A name may have commas.
                Value::Object(told) => told.get("name").and_then(Value::as_str).zip(number("room")),
                _ => text
                    .rsplit_once([' ', ':'])
                    .and_then(|(name, room)| Some((name.trim(), room.parse::<u32>().ok()?))),
            };
            match parts {
                Some((name, room)) if name.len() <= LONGEST_NAME && room <= MOST_ROOM => {
                    places.push(LandingPlace { name: name.to_owned(), deck, room, spare: number("spare") });
                }
                _ => faults.push(
                    KeyFault::new(key, format!("\"{text}\": expected a name and a number"))
                        .help("a place and how much room it has: Hiryu 3"),
                ),
            }
        }
    }
    if places.len() > MOST_PLACES {
        faults.push(KeyFault::new("decks", format!("more than {MOST_PLACES} places to land")));
    }
    places
}
