//! The keys of a fight in the air, each by itself, too, so that larger battles have the same.
#![expect(missing_docs, reason = "each key has its help")]

use liege_rules::play::inputs::{self, Key, TypedInput as _};
use liege_rules::{inputs, words};

words! {
    /// A side of the fight.
    pub enum FightSide { Attacker = "attacker" | "attack", Defender = "defender" | "defence" }
}

inputs! {
    /// All of them; they are read with the units.
    #[derive(Debug)]
    pub struct DogfightKeys {
        /// air units that moved here: Akagi:N 4-5/3 2-5/3 JP, 2 x B 3-16 JP as printed, front and back
        _attack: Option<String> = "attack", "4.8.1";
        /// air units of the other side
        _defence: Option<String> = "defence", "4.8.1";
        /// nation of attackers that name none
        _attack_nation: Option<String> = "attack-nation", "4.8.1";
        /// nation of defenders that name none
        _defence_nation: Option<String> = "defence-nation", "4.8.1";
        /// who was in the hex first and so declares and names targets first: the attacker when not given
        _first: Option<FightSide> = "first", "4.8.3";
        /// in the first month of a Japanese sneak attack, not in the Strategic Warfare Phase
        _sneak: bool = "sneak" | "sneak-attack", "17.1.3";
        /// Japan has had an air unit of quality 4 on a base of the map
        _later_pilots: bool = "quality-4" | "later-pilots", "4.8.7.1";
        /// the number of an Air Magic chit
        _magic: Option<u8> = "magic" | "air-magic", "17.10.2.1.1", 1..=9;
        /// who plays it; found from the nations when not given
        _magic_side: Option<FightSide> = "magic-side", "17.10";
        /// 1 to fight only the first round
        _rounds: Option<u8> = "rounds", "4.8.3", 1..=2;
    }
}

pub const ATTACK_NATION: Key = inputs::key(DogfightKeys::KEYS, "attack-nation");
pub const DEFENCE_NATION: Key = inputs::key(DogfightKeys::KEYS, "defence-nation");
pub const FIRST: Key = inputs::key(DogfightKeys::KEYS, "first");
pub const SNEAK: Key = inputs::key(DogfightKeys::KEYS, "sneak");
pub const LATER_PILOTS: Key = inputs::key(DogfightKeys::KEYS, "quality-4");
pub const MAGIC: Key = inputs::key(DogfightKeys::KEYS, "magic");
pub const MAGIC_SIDE: Key = inputs::key(DogfightKeys::KEYS, "magic-side");
