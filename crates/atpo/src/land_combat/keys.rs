//! The keys of land combat's input, and the words that they take.

use crate::air::combat::keys as combat;
use crate::air::strike::keys as met;
use crate::forces::terrain::TerrainName;
use crate::land_combat::attack::{Paratroop, Portion};
use liege_rules::play::inputs::{Key, KeyKind, Month, Present, ReadElsewhere, UnlessNo};
use liege_rules::{inputs, words};

words! {
    /// Who alone has air units over the hex.
    pub enum SoleAir {
        Attacker = "attacker" | "yes" | "attack" | "attackers" | "friendly" | "own" | "true" | "+1" | "1",
        Defender = "defender" | "defence" | "defense" | "defenders" | "-1" | "enemy",
        Nobody = "none" | "no" | "false" | "0" | "contested" | "both",
    }
}

words! {
    /// A working fortification.
    pub enum TypedFort or None {
        None = "none" | "no" | "false" | "0",
        Fortification = "fortification" | "yes" | "fort" | "true" | "1",
        Permanent = "permanent" | "permanent-fort" | "permanent-fortification",
        Unoccupied = "unoccupied" | "empty" | "vacant",
    }
}

words! {
    /// A working coastal fort.
    pub enum CoastalFort or No {
        No = "no" | "none" | "false" | "0",
        Yes = "yes" | "true" | "1" | "occupied",
        Unoccupied = "unoccupied" | "empty" | "vacant",
    }
}

words! {
    /// The weather of one hex.
    pub enum HexWeather or Fair {
        Fair = "fair" | "f" | "clear" | "dry" | "none",
        Wet = "wet" | "w",
        Winter = "winter",
        Monsoon = "monsoon" | "m",
    }
}

words! {
    /// The weather of several hexes.
    pub enum HexesWeather {
        Fair = "fair" | "f" | "clear" | "dry" | "none",
        Wet = "wet" | "w",
        Winter = "winter",
        Monsoon = "monsoon" | "m",
        Mixed = "mixed" | "some",
    }
}

words! {
    /// A weather zone.
    pub enum WeatherZone { Severe = "severe", Moderate = "moderate" }
}

words! {
    /// What lies between attackers and hex.
    pub enum Hexside or Open {
        Open = "open" | "clear" | "none" | "ferry",
        AllSea = "all-sea" | "sea",
        Lake = "lake",
        Impassable = "impassable",
    }
}

words! {
    /// Whether a side is in supply.
    pub enum SideSupply {
        In = "in" | "yes" | "supplied" | "true" | "1" | "in-supply",
        Out = "out" | "no" | "unsupplied" | "false" | "0" | "oos" | "out-of-supply",
    }
}

words! {
    /// Who is out of supply.
    pub enum SideUnsupplied {
        Nobody = "none" | "no" | "false" | "0",
        Attacker = "attacker" | "attack" | "attackers",
        Defender = "defender" | "defence" | "defense" | "defenders",
        Both = "both" | "all",
    }
}

words! {
    /// Marines in an assault.
    pub enum Marines or None {
        None = "none" | "no" | "false" | "0",
        Some = "some" | "one" | "any" | "partly",
        All = "all" | "every",
        Yes = "yes" | "true" | "1",
    }
}

words! {
    /// The month of a sneak attack.
    pub enum InvasionMonth or None {
        None = "none" | "no" | "false" | "0",
        First = "first" | "1st" | "first-month" | "month-1" | "+2",
        Second = "second" | "2nd" | "second-month" | "month-2" | "+1",
    }
}

const fn flag(
    name: &'static str,
    synonyms: &'static [&'static str],
    (key, word): (&'static str, &'static str),
    rule: &'static str,
    help: &'static str,
) -> Key {
    Key::new(name, synonyms, KeyKind::flag(key, word), rule, help)
}

const ATTACKER_AIR: Key = flag(
    "attacker-air-superiority",
    &["friendly-air-superiority"],
    ("air-superiority", "attacker"),
    "4.11.2",
    "the same as air-superiority=attacker",
);
const DEFENDER_AIR: Key = flag(
    "defender-air-superiority",
    &["enemy-air-superiority"],
    ("air-superiority", "defender"),
    "4.11.2",
    "the same as air-superiority=defender",
);
const JUNGLE: Key = flag("jungle", &[], ("terrain", "jungle"), "11.6.5.5", "the same as terrain=jungle");
const MOUNTAIN: Key =
    flag("mountain", &[], ("terrain", "mountain"), "11.6.5.5", "the same as terrain=mountain");
const JUNGLE_MOUNTAIN: Key = flag(
    "jungle-mountain",
    &[],
    ("terrain", "jungle-mountain"),
    "11.6.5.5",
    "the same as terrain=jungle-mountain",
);
const UNOCCUPIED_FORT: Key = flag(
    "unoccupied-fort",
    &["empty-fort", "vacant-fort"],
    ("fort", "unoccupied"),
    "11.6.3.2",
    "the same as fort=unoccupied",
);
const MONSOON: Key = flag("monsoon", &[], ("weather", "monsoon"), "11.6.5.2", "the same as weather=monsoon");
const WINTER: Key = flag("winter", &[], ("weather", "winter"), "11.6.5.2", "the same as weather=winter");

inputs! {
    /// All keys of ATPO-R39 and ATPO-R19. Those of both sides, of their aircraft, and of what comes after the roll are read
    /// with what they belong to.
    #[derive(Debug, Clone)]
    pub struct LandKeys {
        /// a strength such as 15, or units such as us-marine-1:4/2 marine, 3-1 reduced
        _attack: Option<String> = "attack", "11.6.3.1";
        /// a strength, units, or none for a hex without units
        _defence: Option<String> = "defence", "11.6.3.1";
        /// steps of the attack given as a strength
        _attack_steps: Option<u32> = "attack-steps", "11.6.6.1", 0..=1000;
        /// steps of the defence given as a strength
        _defence_steps: Option<u32> = "defence-steps" | "steps", "11.6.6.1", 0..=1000;
        /// how many full two-step units a strength stands for, or the units themselves
        _attack_units: Option<String> = "attack-units", "11.6.6.1";
        /// the same for the defence
        _defence_units: Option<String> = "defence-units", "11.6.6.1";
        /// nation of the attackers: JP, US, SU …
        _attack_nation: Option<String> = "attack-nation" | "nation", "17.1.1";
        /// nation of the defenders
        _defence_nation: Option<String> = "defence-nation", "17.1.6";
        /// a General's strength, in total form
        _attack_general: Option<u32> = "attack-general" | "general", "11.5.2", 0..=1000;
        /// a General's strength, in total form
        _defence_general: Option<u32> = "defence-general", "11.5.2", 0..=1000;
        /// strength from Blamey, Stilwell or MacArthur: a number or the names
        _attack_aura: Option<String> = "attack-aura" | "aura" | "leader", "16.7";
        /// the same for the defenders
        _defence_aura: Option<String> = "defence-aura", "16.7";
        /// the attackers fight in their home country
        _attack_home: bool = "attack-home", "11.6.10";
        /// the defenders fight in their home country
        _defence_home: bool = "defence-home" | "home", "11.6.10";
        /// air units over the hex as they are left: FB 3, B 5 heavy, N 2; where they can still be met, as printed: F 4-6/3 US
        _attack_air: Option<String> = "attack-air" | "air", "4.11.3";
        /// the same for the defenders
        _defence_air: Option<String> = "defence-air", "4.11.3";
        /// strengths of Heavy Bombers over the hex, beside attack-air
        _attack_heavy: Option<String> = "attack-heavy" | "heavy" | "heavy-bombers", "4.11.3.1";
        /// the same for the defenders
        _defence_heavy: Option<String> = "defence-heavy", "4.11.3.1";
        /// the attacker has an unaborted fighter over the hex
        _attack_fighters: Present = "attack-fighters" | "fighters", "4.11.2";
        /// the defender has an unaborted fighter over the hex
        _defence_fighters: Present = "defence-fighters", "4.11.2";
        /// the only side with air units over the hex; found from the air units when not given
        superiority: Option<SoleAir> = "air-superiority" | "superiority", "4.11.2";
        _attacker_air: ReadElsewhere = ATTACKER_AIR;
        _defender_air: ReadElsewhere = DEFENDER_AIR;
        /// the air units of both sides have still to fight each other; yes when interceptors are named, else no
        _air_combat: bool = "air-combat", "4.8.1";
        _counter: ReadElsewhere = met::COUNTER;
        _way: ReadElsewhere = met::WAY;
        _way_2: ReadElsewhere = met::WAY_2;
        _way_3: ReadElsewhere = met::WAY_3;
        _interceptors: ReadElsewhere = met::INTERCEPTORS;
        /// carriers in one hex that launch several of attack-air: Hornet 4, Enterprise 4
        _attack_carriers: Option<String> = "attack-carriers", "4.10.7";
        /// Admirals in their hex, or yes
        _launch_admiral: Option<String> = "launch-admiral", "4.10.7.1";
        _defence_carriers: ReadElsewhere = met::DEFENCE_CARRIERS;
        _defence_admiral: ReadElsewhere = met::DEFENCE_ADMIRAL;
        _first: ReadElsewhere = combat::FIRST;
        _later_pilots: ReadElsewhere = combat::LATER_PILOTS;
        /// the number of an Air Magic chit; the one for the land is magic
        _air_magic: Option<u8> = "air-magic", "17.10.2.1.1", 1..=9;
        _magic_side: ReadElsewhere = combat::MAGIC_SIDE;
        /// attacking destroyers in the hex
        _dd: Present = "dd" | "attack-dd" | "destroyers", "3.14.5.4";
        /// attacking light cruisers in the hex
        _cl: Present = "cl" | "attack-cl" | "light-cruisers", "3.14.5.4";
        /// sum of the gunnery of attacking CA and BB in the hex, not the strength that it gives
        _gunnery: Option<u32> = "gunnery" | "attack-gunnery" | "ca-bb", "3.14.5.4", 0..=1000;
        /// only that of the CA, instead of gunnery
        _ca_gunnery: Option<u32> = "ca-gunnery", "3.14.5.4", 0..=1000;
        /// only that of the BB, instead of gunnery
        _bb_gunnery: Option<u32> = "bb-gunnery", "3.14.5.4", 0..=1000;
        /// defending destroyers in the hex
        _defence_dd: Present = "defence-dd", "3.14.5.4";
        /// defending light cruisers in the hex
        _defence_cl: Present = "defence-cl", "3.14.5.4";
        /// sum of the gunnery of defending CA and BB in the hex
        _defence_gunnery: Option<u32> = "defence-gunnery", "3.14.5.4", 0..=1000;
        /// name of the defender's hex, for the report
        hex: Option<String> = "hex" | "target" | "defence-hex", "11.6.4";
        /// terrain of the defender's hex; clear when not given
        terrain: Option<TerrainName> = "terrain" | "defender-terrain", "11.6.5.5";
        _jungle: ReadElsewhere = JUNGLE;
        _mountain: ReadElsewhere = MOUNTAIN;
        _jungle_mountain: ReadElsewhere = JUNGLE_MOUNTAIN;
        /// a working fortification in the hex; it doubles one defending unit, or stands alone
        fort: TypedFort = "fort" | "fortification" | "fortified", "11.6.3.2";
        _unoccupied_fort: ReadElsewhere = UNOCCUPIED_FORT;
        /// a working coastal fort in the hex; alone when unoccupied
        coastal_fort: CoastalFort = "coastal-fort" | "coast-fort", "3.14.5.5";
        /// an intrinsic garrison; an empty hex attacked from the sea has one unless this says no
        garrison: Option<bool> = "garrison" | "intrinsic", "3.14.5.1";
        /// the hex lies in an uncontested zone of control of the attacker: no garrison
        attack_zoc: bool = "attack-zoc" | "zoc" | "enemy-zoc", "3.14.5.1";
        /// the defenders are partisans
        partisan: bool = "partisan", "16.3.8";
        /// land steps that the hex holds, to say whether too many advance; 8 when not given, 10 of Soviet units
        stacking: Option<u32> = "stacking" | "stacking-limit", "11.1.2", 1..=100;
        /// the hex is in China, where Chinese units never share one
        china: bool = "china", "11.1.2";
        /// the hex has a port: mountains may be assaulted
        port: bool = "port", "3.14.2";
        /// what else is in the hex: airfield, port, city, sea-supply and so on; forts have keys of their own
        _installations: Option<String> = "installations", "11.6.9";
        /// weather in the defender's hex
        weather: HexWeather = "weather" | "defender-weather", "11.6.5.2";
        _monsoon: ReadElsewhere = MONSOON;
        _winter: ReadElsewhere = WINTER;
        /// weather in the attackers' hexes; the defender's when not given
        attack_weather: Option<HexesWeather> = "attack-weather", "11.6.6";
        /// weather zone of the hex, needed in wet weather, which hinders only in the severe one
        zone: Option<WeatherZone> = "zone" | "weather-zone", "21";
        /// inclement weather effects apply to aircraft: bombers are halved
        inclement: bool = "inclement" | "air-effect" | "weather-effects", "4.11.3.1";
        /// which land attackers attack across a river
        river: Portion = "river" | "across-river" | "river-crossing", "11.6.6";
        /// what lies between attackers and hex
        hexside: Hexside = "hexside" | "side", "11.6.4";
        /// in, or out if any attacker is
        _attack_supply: Option<SideSupply> = "attack-supply", "11.6.5.4";
        /// in or out
        _defence_supply: Option<SideSupply> = "defence-supply", "11.6.5.4";
        /// any attacking unit is out of supply
        _attack_unsupplied: bool = "attack-out-of-supply", "11.6.5.4";
        /// the defending hex is out of supply
        _defence_unsupplied: bool = "defence-out-of-supply", "11.6.5.4";
        /// who is out of supply
        _unsupplied: Option<SideUnsupplied> = "out-of-supply", "11.6.5.4";
        /// an amphibious assault
        amphibious: bool = "amphibious" | "assault" | "landing", "3.14";
        /// friends are pinned on this beach
        second_wave: bool = "second-wave" | "pinned" | "secondwave", "3.14.8.1";
        /// marines or SNLF in the assault; yes means all of a total, some of listed units
        marine: Marines = "marine" | "snlf", "3.14.8.1";
        /// a paratroop dropped into the hex, in total form
        paratroop: Paratroop = "paratroop" | "para" | "paradrop", "11.6.5.3";
        /// a friendly land unit is adjacent to the drop, although none attacks by land
        drop_adjacent: bool = "drop-adjacent", "4.12.4.2";
        /// Soviet armor attacks
        soviet_armor: bool = "soviet-armor", "16.5";
        /// the month, like 1944-02
        date: Option<Month> = "date" | "month" | "turn", "16.5";
        /// first or second month of a Japanese invasion of a neutral
        sneak: InvasionMonth = "sneak" | "sneak-attack", "17.1.1";
        /// the same as 1 or 2
        sneak_month: Option<u8> = "sneak-month" | "sneak-attack-month", "17.1.1", 1..=2;
        /// an Admiral's A value, for an assault in his hex
        admiral: Option<i32> = "admiral" | "admiral-a" | "admiral-bonus", "3.12.1.3", 0..=9;
        /// a Land Magic chit, with its sign
        magic: Option<i32> = "magic" | "magic-land" | "us-magic", "17.10.2.1.2", -9..=9;
        /// other modifiers, with their sign
        drm: Option<i32> = "drm" | "modifier" | "other", "11.6.5", -20..=20;
        /// hexes the stack can retreat, 0 to 3, or places such as W4433:1 closer; 3 when not given
        _retreat: Option<String> = "retreat", "11.6.7";
        /// the defenders cannot retreat
        _surrounded: bool = "surrounded" | "no-retreat", "11.6.7";
        /// no if an attacker is not activated
        activated: UnlessNo = "activated" | "active", "11.6.4";
        /// no if the attackers are not adjacent
        adjacent: UnlessNo = "adjacent", "11.6.1";
        /// the hex was attacked before in this offensive
        attacked_before: bool = "attacked-before" | "already-attacked", "11.6.4";
    }
}
