//! The keys of an air-naval attack, each by itself, too, so that Kamikazes and larger battles have the same.
#![expect(missing_docs, reason = "each key has its help")]

use crate::air::combat::keys as combat;
use liege_rules::play::inputs::{self, Key, Month, ReadElsewhere, TypedInput as _};
use liege_rules::{inputs, words};

words! {
    /// The port in which ships are docked.
    pub enum DockedIn { Minor = "minor" | "small", Major = "major" | "large", None = "none" | "no" | "at-sea" }
}

words! {
    /// Where ships are.
    pub enum AttackArea {
        Hex = "hex" | "hexes",
        Large = "large" | "sea-area" | "without-hexes",
        Panama = "panama" | "gulf-of-panama",
    }
}

words! {
    /// Who plays Magic.
    pub enum AttackSide { Attacker = "attacker" | "air", Defender = "defender" | "ships" }
}

words! {
    /// What the US controls, so that Japan may declare Kamikazes.
    pub enum KamikazeTrigger {
        Marianas = "marianas" | "mariana-islands",
        Philippines = "philippines",
        HomeIslands = "home-islands" | "near-japan",
    }
}

inputs! {
    /// All of them; they are read with the units.
    #[derive(Debug)]
    pub struct AirNavalKeys {
        /// air units that attack, as their counters are printed: Akagi:N 4-5/3 2-5/3 JP, navy B 3-16
        _air: Option<String> = "air" | "attack" | "aircraft", "4.10.2";
        /// enemy ships that may be attacked: Yorktown:CV 0-9/0-7 US, 2 x DD 1-5/0-4
        _ships: Option<String> = "ships" | "defence" | "target", "4.10.2";
        /// enemy ships in the same place that may not be attacked, but fire
        _others: Option<String> = "others" | "in-hex", "4.10.2";
        /// nation of air units that name none
        _air_nation: Option<String> = "air-nation" | "attack-nation", "4.10.4";
        /// nation of ships that name none
        _ship_nation: Option<String> = "ship-nation" | "defence-nation", "4.10.4";
        /// the friendly port in which the ships are docked: minor, major, none
        _port: Option<DockedIn> = "port" | "docked", "4.10.5.1";
        /// the port has a Harbor Enlargement
        _enlarged: bool = "enlarged" | "enlargement", "4.10.5.1";
        /// the port is fortified
        _fortified: bool = "fortified" | "fort", "4.10.5.1";
        /// in a coastal hex, where a BB has less Armor; a port lies in one
        _coastal: bool = "coastal", "4.10.4";
        /// hex, large (a sea area without hexes) or panama; hex when not given
        _area: Option<AttackArea> = "area", "4.1.1.2";
        /// at night, by moonlight
        _moonlit: bool = "moonlit" | "moonlight" | "night", "17.3.1";
        /// in the first Naval and Air Phase of a Sneak Attack
        _surprise: bool = "surprise" | "sneak-attack", "17.1.4";
        /// whether reconnaissance, or a search for submarines, has located the ships; yes when not given
        _located: bool = "located" | "found", "4.4";
        /// the month: US ships fire better from 1944 on
        _date: Option<Month> = "date" | "month", "4.10.5.1";
        _later_pilots: ReadElsewhere = combat::LATER_PILOTS;
        /// the number of a Magic chit for the air: added to an own attack, or taken from an enemy's
        _magic: Option<u8> = "magic", "17.10.2.1.1", 1..=9;
        /// who plays it; found from the nations when not given
        _magic_side: Option<AttackSide> = "magic-side", "17.10.2.1.1";
    }
}

inputs! {
    /// What only Kamikazes are asked, beside a strike.
    #[derive(Debug)]
    pub struct KamikazeKeys {
        /// what the Kamikaze Check came to
        _tripwire: Option<u8> = "tripwire" | "range", "16.4.1", 3..=18;
        /// hexes from Japan to the ships
        _from_japan: Option<u8> = "from-japan", "16.4.2", 0..=99;
        /// choice kamikaze_rule=4.10.6: what the US controls: marianas, philippines, home-islands
        _trigger: Option<KamikazeTrigger> = "trigger", "4.10.6";
    }
}

pub const AIR: Key = inputs::key(AirNavalKeys::KEYS, "air");
pub const SHIPS: Key = inputs::key(AirNavalKeys::KEYS, "ships");
pub const OTHERS: Key = inputs::key(AirNavalKeys::KEYS, "others");
pub const SHIP_NATION: Key = inputs::key(AirNavalKeys::KEYS, "ship-nation");
pub const PORT: Key = inputs::key(AirNavalKeys::KEYS, "port");
pub const ENLARGED: Key = inputs::key(AirNavalKeys::KEYS, "enlarged");
pub const FORTIFIED: Key = inputs::key(AirNavalKeys::KEYS, "fortified");
pub const COASTAL: Key = inputs::key(AirNavalKeys::KEYS, "coastal");
pub const AREA: Key = inputs::key(AirNavalKeys::KEYS, "area");
pub const MOONLIT: Key = inputs::key(AirNavalKeys::KEYS, "moonlit");
pub const LOCATED: Key = inputs::key(AirNavalKeys::KEYS, "located");
pub const DATE: Key = inputs::key(AirNavalKeys::KEYS, "date");
pub const MAGIC: Key = inputs::key(AirNavalKeys::KEYS, "magic");
pub const MAGIC_SIDE: Key = inputs::key(AirNavalKeys::KEYS, "magic-side");
pub const TRIPWIRE: Key = inputs::key(KamikazeKeys::KEYS, "tripwire");
pub const FROM_JAPAN: Key = inputs::key(KamikazeKeys::KEYS, "from-japan");
pub const TRIGGER: Key = inputs::key(KamikazeKeys::KEYS, "trigger");
