//! The keys of a strike: those of its links, and what only the whole needs.

use crate::air::airstrike as bombing;
use crate::air::combat::keys as combat;
use crate::air::naval::keys as raid;
use crate::air::sea_recon::{COASTWATCHERS, SeaSearch};
use crate::air::strafing::evacuation::{INCLEMENT, WEATHER_ENTRY};
use crate::air::{effect, flak};
use liege_rules::play::inputs::{self, Key, ReadElsewhere, TypedInput as _};
use liege_rules::{inputs, words};

inputs! {
    /// The keys of who can meet a flight on its way, and of the air combat there; they are read with those who fly.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct MetOnTheWay {
        _counter: ReadElsewhere = COUNTER;
        _way: ReadElsewhere = WAY;
        _way_2: ReadElsewhere = WAY_2;
        _way_3: ReadElsewhere = WAY_3;
        _interceptors: ReadElsewhere = INTERCEPTORS;
        _attack_nation: ReadElsewhere = combat::ATTACK_NATION;
        _defence_nation: ReadElsewhere = combat::DEFENCE_NATION;
        _defence_carriers: ReadElsewhere = DEFENCE_CARRIERS;
        _defence_admiral: ReadElsewhere = DEFENCE_ADMIRAL;
        _first: ReadElsewhere = combat::FIRST;
        _later_pilots: ReadElsewhere = combat::LATER_PILOTS;
        _magic: ReadElsewhere = combat::MAGIC;
        _magic_side: ReadElsewhere = combat::MAGIC_SIDE;
    }
}

/// Fighters that meet the strike on its way, hex by hex.
pub(super) const WAYS: [&str; 3] = ["way", "way-2", "way-3"];

const INITIATIVE: Key = flak::initiative("4.13.2");
const HEXES: Key = SeaSearch::key("hexes");
const AREA_MP: Key = SeaSearch::key("area-mp");
const FURTHER_AIR: Key = SeaSearch::key("further-air");
const ON_THE_SPOT: Key = SeaSearch::key("on-the-spot");

words! {
    /// When it flies.
    pub enum StrikeStep {
        NavalAndAir = "naval-and-air" | "naval" | "na",
        SeaOffensive = "sea-offensive" | "os",
        AirOffensive = "air-offensive" | "oa",
        End = "end" | "en",
    }
}

inputs! {
    /// All of them; they are read with the links that they are for.
    #[derive(Debug)]
    pub struct StrikeKeys {
        /// air units that fly to the target, bombers and escorts: Akagi:N 4-5/3 2-5/3 JP @Akagi
        _strike: Option<String> = "strike" | "attack", "4.2";
        /// fighters of the same side that may counter-intercept; early: they reach interceptors before these arrive
        _counter: Option<String> = "counter" | "counter-interceptors", "4.7.2";
        /// enemy fighters that can meet the strike in a hex before the target; reaches-target: there, too
        _way: Option<String> = "way" | "way-1", "4.7.1";
        /// enemy fighters that can meet the strike in a hex before the target; reaches-target: there, too
        _way_2: Option<String> = "way-2", "4.7.1";
        /// enemy fighters that can meet the strike in a hex before the target; reaches-target: there, too
        _way_3: Option<String> = "way-3", "4.7.1";
        /// enemy fighters that can meet the strike in the target hex; own-base: over their own land base
        _interceptors: Option<String> = "interceptors" | "patrol", "4.7.1";
        /// air units of the enemy base in the target hex
        _based: Option<String> = "based", "4.7.6";
        /// enemy ships at the target: Yorktown:CV 0-9/0-7 US, 2 x DD 1-5/0-4
        _ships: Option<String> = "ships" | "defence", "4.10.2";
        _others: ReadElsewhere = raid::OTHERS;
        _target: ReadElsewhere = bombing::TARGET;
        _capacity: ReadElsewhere = bombing::CAPACITY;
        _initiative: ReadElsewhere = INITIATIVE;
        _attack_nation: ReadElsewhere = combat::ATTACK_NATION;
        _defence_nation: ReadElsewhere = combat::DEFENCE_NATION;
        /// naval-and-air, sea-offensive, air-offensive or end; naval-and-air when not given
        _phase: Option<StrikeStep> = "phase" | "mission", "4.3.6, 4.3.8";
        /// the ships move, and the strike intercepts them
        _moving: bool = "moving" | "sails", "4.3.7";
        /// friendly ships are in the target hex, as a strike of an own Sea Offensive needs
        _beside_ships: bool = "beside-ships" | "own-ships", "4.3.8.2";
        /// the ships are located: no search
        _located: bool = "located" | "found", "4.4";
        /// the air unit that searches for them: B 4-12 US
        _scout: Option<String> = "scout" | "searcher", "4.4.1";
        /// air units that search after it, each by itself until one finds them, with its hexes behind @: B 4-12 US @3
        _further_scouts: Option<String> = "further-scouts" | "more-scouts", "4.4.1";
        _coastwatchers: ReadElsewhere = COASTWATCHERS;
        _hexes: ReadElsewhere = HEXES;
        _area_mp: ReadElsewhere = AREA_MP;
        _further_air: ReadElsewhere = FURTHER_AIR;
        _on_the_spot: ReadElsewhere = ON_THE_SPOT;
        /// they were located before in this Phase
        _located_before: bool = "located-before", "4.4";
        _effect: ReadElsewhere = effect::EFFECT;
        _base_effect: ReadElsewhere = effect::BASE_EFFECT;
        /// carriers in one hex that launch several units of the strike: Akagi 4, Kaga 4
        _carriers: Option<String> = "carriers" | "attack-carriers", "4.10.7";
        /// Admirals in that hex, or yes
        _admiral: Option<String> = "admiral" | "attack-admiral", "4.10.7.1";
        /// carriers of the other side that launch several interceptors
        _defence_carriers: Option<String> = "defence-carriers" | "enemy-carriers", "4.10.7";
        /// Admirals in their hex, or yes
        _defence_admiral: Option<String> = "defence-admiral" | "enemy-admiral", "4.10.7.1";
        /// the defender's carriers that can take homeless units, with the strength each has room for: Hiryu 3
        _decks: Option<String> = "decks" | "other-carriers", "4.6.3";
        /// the defender's land bases within twice their range, with the units each has room for: Midway 1
        _bases: Option<String> = "bases" | "land-bases", "4.6.3";
        /// land hexes of the defender that the strike flies over, the base's included: who evacuates rolls this or less
        _overflown: Option<u8> = "overflown", "4.9.1", 0..=60;
        _inclement: ReadElsewhere = INCLEMENT;
        _weather_entry: ReadElsewhere = WEATHER_ENTRY;
        _first: ReadElsewhere = combat::FIRST;
        _sneak: ReadElsewhere = combat::SNEAK;
        _later_pilots: ReadElsewhere = combat::LATER_PILOTS;
        _port: ReadElsewhere = raid::PORT;
        _enlarged: ReadElsewhere = raid::ENLARGED;
        _fortified: ReadElsewhere = raid::FORTIFIED;
        _coastal: ReadElsewhere = raid::COASTAL;
        _area: ReadElsewhere = raid::AREA;
        _moonlit: ReadElsewhere = raid::MOONLIT;
        /// in the first Naval and Air Phase of a Sneak Attack
        _surprise: bool = "surprise" | "first-sneak-phase", "17.1.4";
        _date: ReadElsewhere = raid::DATE;
        .._kamikazes: raid::KamikazeKeys;
        _magic: ReadElsewhere = combat::MAGIC;
        _magic_side: ReadElsewhere = combat::MAGIC_SIDE;
    }
}

/// Fighters that may counter-intercept.
pub const COUNTER: Key = inputs::key(StrikeKeys::KEYS, "counter");
/// Fighters that meet it in a hex on its way.
pub const WAY: Key = inputs::key(StrikeKeys::KEYS, "way");
/// In a second one.
pub const WAY_2: Key = inputs::key(StrikeKeys::KEYS, "way-2");
/// In a third.
pub const WAY_3: Key = inputs::key(StrikeKeys::KEYS, "way-3");
/// Fighters that meet it in the last hex.
pub const INTERCEPTORS: Key = inputs::key(StrikeKeys::KEYS, "interceptors");
/// The carriers that launch the strike.
pub const CARRIERS: Key = inputs::key(StrikeKeys::KEYS, "carriers");
/// Admirals with them.
pub const ADMIRAL: Key = inputs::key(StrikeKeys::KEYS, "admiral");
/// Those that launch interceptors.
pub const DEFENCE_CARRIERS: Key = inputs::key(StrikeKeys::KEYS, "defence-carriers");
/// Admirals with them.
pub const DEFENCE_ADMIRAL: Key = inputs::key(StrikeKeys::KEYS, "defence-admiral");
/// Carriers where homeless units land.
pub const DECKS: Key = inputs::key(StrikeKeys::KEYS, "decks");
/// Land bases where they do.
pub const BASES: Key = inputs::key(StrikeKeys::KEYS, "bases");
/// Surprise.
pub const SURPRISE: Key = inputs::key(StrikeKeys::KEYS, "surprise");
