//! The keys of a strike: those of its links, and what only the whole needs.

use crate::air::airstrike as bombing;
use crate::air::combat::keys as combat;
use crate::air::naval::keys as raid;
use crate::air::sea_recon::{COASTWATCHERS, SeaSearch};
use crate::air::strafing::evacuation::{INCLEMENT, WEATHER_ENTRY};
use crate::air::{effect, flak};
use liege_rules::play::inputs::{Inputs, Key, KeyFault, KeyKind, TypedInput};

/// The keys of a flight, then those of who can meet it on its way and of the air combat there.
macro_rules! met_on_the_way {
    ($($own:expr),* $(,)?) => {
        &[
            $($own,)*
            $crate::air::strike::keys::COUNTER,
            $crate::air::strike::keys::WAY,
            $crate::air::strike::keys::WAY_2,
            $crate::air::strike::keys::WAY_3,
            $crate::air::strike::keys::INTERCEPTORS,
            $crate::air::combat::keys::ATTACK_NATION,
            $crate::air::combat::keys::DEFENCE_NATION,
            $crate::air::strike::keys::DEFENCE_CARRIERS,
            $crate::air::strike::keys::DEFENCE_ADMIRAL,
            $crate::air::combat::keys::FIRST,
            $crate::air::combat::keys::LATER_PILOTS,
            $crate::air::combat::keys::MAGIC,
            $crate::air::combat::keys::MAGIC_SIDE,
        ]
    };
}
pub(in crate::air) use met_on_the_way;

/// The keys of a meeting in a raid, which are read with those who fly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MetOnTheWay;

impl TypedInput for MetOnTheWay {
    const KEYS: &'static [Key] = met_on_the_way![];

    fn fields(_: &Inputs, _: &mut Vec<KeyFault>) -> Option<Self> {
        Some(Self)
    }
}

const STRIKE: Key = Key::new(
    "strike",
    &["attack"],
    KeyKind::List,
    "4.2",
    "air units that fly to the target, bombers and escorts: Akagi:N 4-5/3 2-5/3 JP @Akagi",
);
/// Fighters that may counter-intercept.
pub const COUNTER: Key = Key::new(
    "counter",
    &["counter-interceptors"],
    KeyKind::List,
    "4.7.2",
    "fighters of the same side that may counter-intercept; early: they reach interceptors before these arrive",
);
/// Fighters that meet it in the last hex.
pub const INTERCEPTORS: Key = Key::new(
    "interceptors",
    &["patrol"],
    KeyKind::List,
    "4.7.1",
    "enemy fighters that can meet the strike in the target hex; own-base: over their own land base",
);
const BASED: Key =
    Key::new("based", &[], KeyKind::List, "4.7.6", "air units of the enemy base in the target hex");
const SHIPS: Key = Key::new(
    "ships",
    &["defence"],
    KeyKind::List,
    "4.10.2",
    "enemy ships at the target: Yorktown:CV 0-9/0-7 US, 2 x DD 1-5/0-4",
);
/// The carriers that launch the strike.
pub const CARRIERS: Key = Key::new(
    "carriers",
    &["attack-carriers"],
    KeyKind::List,
    "4.10.7",
    "carriers in one hex that launch several units of the strike: Akagi 4, Kaga 4",
);
/// Admirals with them.
pub const ADMIRAL: Key =
    Key::new("admiral", &["attack-admiral"], KeyKind::List, "4.10.7.1", "Admirals in that hex, or yes");
/// Those that launch interceptors.
pub const DEFENCE_CARRIERS: Key = Key::new(
    "defence-carriers",
    &["enemy-carriers"],
    KeyKind::List,
    "4.10.7",
    "carriers of the other side that launch several interceptors",
);
/// Admirals with them.
pub const DEFENCE_ADMIRAL: Key = Key::new(
    "defence-admiral",
    &["enemy-admiral"],
    KeyKind::List,
    "4.10.7.1",
    "Admirals in their hex, or yes",
);
/// Carriers where homeless units land.
pub const DECKS: Key = Key::new(
    "decks",
    &["other-carriers"],
    KeyKind::List,
    "4.6.3",
    "the defender's carriers that can take homeless units, with the strength each has room for: Hiryu 3",
);
/// Land bases where they do.
pub const BASES: Key = Key::new(
    "bases",
    &["land-bases"],
    KeyKind::List,
    "4.6.3",
    "the defender's land bases within twice their range, with the units each has room for: Midway 1",
);
/// Surprise.
pub const SURPRISE: Key = Key::new(
    "surprise",
    &["first-sneak-phase"],
    KeyKind::YesNo,
    "17.1.4",
    "in the first Naval and Air Phase of a Sneak Attack",
);
/// Fighters that meet the strike on its way, hex by hex.
pub(super) const WAYS: [&str; 3] = ["way", "way-2", "way-3"];
/// In the first of them.
pub const WAY: Key = Key::new(WAYS[0], &["way-1"], KeyKind::List, "4.7.1", WAY_HELP);
/// In the second.
pub const WAY_2: Key = Key::new(WAYS[1], &[], KeyKind::List, "4.7.1", WAY_HELP);
/// In the third.
pub const WAY_3: Key = Key::new(WAYS[2], &[], KeyKind::List, "4.7.1", WAY_HELP);
const WAY_HELP: &str =
    "enemy fighters that can meet the strike in a hex before the target; reaches-target: there, too";

/// All of them.
pub(super) const KEYS: &[Key] = &[
    STRIKE,
    COUNTER,
    WAY,
    WAY_2,
    WAY_3,
    INTERCEPTORS,
    BASED,
    SHIPS,
    raid::OTHERS,
    bombing::TARGET,
    bombing::CAPACITY,
    flak::initiative("4.13.2"),
    combat::ATTACK_NATION,
    combat::DEFENCE_NATION,
    Key::new(
        "phase",
        &["mission"],
        KeyKind::word(&[
            ("naval-and-air", &["naval", "na"]),
            ("sea-offensive", &["os"]),
            ("air-offensive", &["oa"]),
            ("end", &["en"]),
        ]),
        "4.3.6, 4.3.8",
        "naval-and-air, sea-offensive, air-offensive or end; naval-and-air when not given",
    ),
    Key::new("moving", &["sails"], KeyKind::YesNo, "4.3.7", "the ships move, and the strike intercepts them"),
    Key::new(
        "beside-ships",
        &["own-ships"],
        KeyKind::YesNo,
        "4.3.8.2",
        "friendly ships are in the target hex, as a strike of an own Sea Offensive needs",
    ),
    Key::new("located", &["found"], KeyKind::YesNo, "4.4", "the ships are located: no search"),
    Key::new(
        "scout",
        &["searcher"],
        KeyKind::List,
        "4.4.1",
        "the air unit that searches for them: B 4-12 US",
    ),
    Key::new(
        "further-scouts",
        &["more-scouts"],
        KeyKind::List,
        "4.4.1",
        "air units that search after it, each by itself until one finds them, with its hexes behind @: B 4-12 US @3",
    ),
    COASTWATCHERS,
    SeaSearch::key("hexes"),
    SeaSearch::key("area-mp"),
    SeaSearch::key("further-air"),
    SeaSearch::key("on-the-spot"),
    Key::new("located-before", &[], KeyKind::YesNo, "4.4", "they were located before in this Phase"),
    effect::EFFECT,
    effect::BASE_EFFECT,
    CARRIERS,
    ADMIRAL,
    DEFENCE_CARRIERS,
    DEFENCE_ADMIRAL,
    DECKS,
    BASES,
    Key::new(
        "overflown",
        &[],
        KeyKind::Number(0, 60),
        "4.9.1",
        "land hexes of the defender that the strike flies over, the base's included: who evacuates rolls this or less",
    ),
    INCLEMENT,
    WEATHER_ENTRY,
    combat::FIRST,
    combat::SNEAK,
    combat::LATER_PILOTS,
    raid::PORT,
    raid::ENLARGED,
    raid::FORTIFIED,
    raid::COASTAL,
    raid::AREA,
    raid::MOONLIT,
    SURPRISE,
    raid::DATE,
    raid::TRIPWIRE,
    raid::FROM_JAPAN,
    raid::TRIGGER,
    combat::MAGIC,
    combat::MAGIC_SIDE,
];
