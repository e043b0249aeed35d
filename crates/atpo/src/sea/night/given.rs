//! What is typed in for Evasion chits and Night.

use super::{MoonlitAttack, NightRoll, Sighting};
use liege_rules::play::inputs::{Inputs, Key, KeyFault, Month, TypedInput};
use liege_rules::{inputs, words};

words! {
    /// What is rolled.
    enum NightThrow alone {
        EvasionChits = "evasion-chits" | "evasion" | "evasion-chit" | "allotment",
        Night = "night" | "night-roll",
        NightChits = "night-chits" | "surigao" | "surigao-strait",
        MoonlitAttack = "moonlit-attack" | "moonlit" | "moonlight" | "attack",
    }
}

inputs! {
    /// All that can be typed in.
    struct NightKeys {
        /// what is rolled: evasion-chits, night, night-chits or moonlit-attack
        throw: Option<NightThrow> = "throw" | "roll" | "what", "17.2, 17.3";
        /// the month, such as 1943-06
        date: Option<Month> = "date" | "month", "17.2.1, 17.3.1";
        /// night: what was found is one US PT-Boat that moves alone
        pt_boat: bool = "pt-boat" | "pt", "17.3";
        /// night: in a coastal hex
        coastal: bool = "coastal" | "coast", "17.3";
        /// night: the search or interception needed no die
        automatic: bool = "automatic", "17.3";
        /// night: the interception was a natural 6
        natural_6: bool = "natural-6" | "six", "17.3";
        /// night: what was found is a dummy task force
        dummy: bool = "dummy", "17.3.1";
        /// night: a Night chit is used in place of the die
        chit: bool = "night-chit" | "chit", "17.3.2";
        /// night-chits: own Admirals that are out of the game; of the US all Western Allied ones
        admirals: Option<u8> = "admirals" | "eliminated-admirals" | "lost-admirals", "17.3.2", 0..=50;
        /// night-chits: Japan is at war with the US; yes when not given
        at_war: Option<bool> = "at-war" | "war", "17.3.2";
        /// moonlit-attack: nation of the attacker
        nation: Option<String> = "nation" | "side", "17.3.1";
        /// moonlit-attack: the attacker is an air unit
        aircraft: bool = "aircraft" | "air", "17.3.1";
        /// moonlit-attack: gunnery or torpedo rating of the attacker, or the modifiers of an air attack
        gunnery: Option<u8> = "gunnery" | "torpedo" | "rating", "3.11.4", 0..=100;
        /// moonlit-attack: current Armor of the target
        armor: Option<u8> = "armor" | "target-armor", "3.11.4", 0..=100;
    }
}

/// Keys that belong to one throw only.
const OWN: &[(&str, &[&str])] = &[
    ("night", &["pt-boat", "coastal", "automatic", "natural-6", "dummy", "night-chit"]),
    ("night-chits", &["admirals", "at-war"]),
    ("moonlit-attack", &["nation", "aircraft", "gunnery", "armor"]),
];

impl TypedInput for NightRoll {
    const KEYS: &'static [Key] = NightKeys::KEYS;

    fn fields(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Option<Self> {
        let keys = NightKeys::fields(inputs, faults)?;
        let Some(throw) = keys.throw else {
            let fault = KeyFault::new("throw", "is missing");
            faults.push(fault.help("evasion-chits, night, night-chits or moonlit-attack"));
            return None;
        };
        let others = OWN.iter().filter(|(own, _)| *own != throw.word());
        let strange = others.flat_map(|(own, keys)| keys.iter().map(move |key| (own, key)));
        let strange = strange.filter(|(_, key)| inputs.value(key).is_some());
        faults.extend(
            strange.map(|(own, key)| KeyFault::new(key, format!("belongs to throw={own}, not to {throw}"))),
        );
        if !faults.is_empty() {
            return None;
        }
        match throw {
            NightThrow::EvasionChits => Some(Self::EvasionChits { date: keys.date.map(|month| month.0) }),
            NightThrow::Night => Some(Self::Night(keys.sighting(faults))),
            NightThrow::NightChits => Some(Self::NightChits {
                admirals: keys.admirals.map_or(0, i32::from),
                at_war: keys.at_war.unwrap_or(true),
            }),
            NightThrow::MoonlitAttack => keys.attack(inputs, faults).map(Self::Attack),
        }
    }
}

impl NightKeys {
    fn sighting(&self, faults: &mut Vec<KeyFault>) -> Sighting {
        let Self { pt_boat, coastal, automatic, natural_6, dummy, chit, .. } = *self;
        if automatic && natural_6 {
            let told = "an automatic success needed no die, so it was not a natural 6";
            faults.push(KeyFault::new("natural-6", told));
        }
        if dummy && pt_boat {
            faults.push(KeyFault::new("dummy", "a PT-Boat is not a dummy task force"));
        }
        Sighting { pt_boat, coastal, automatic, natural_6, dummy, chit }
    }

    fn attack(self, inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Option<MoonlitAttack> {
        let typed = self.nation.as_deref().unwrap_or_default();
        let nation = inputs.nation(typed);
        if nation.is_none() {
            let what =
                if typed.is_empty() { "is missing".to_owned() } else { format!("no nation \"{typed}\"") };
            faults.push(KeyFault::new("nation", what).help("JP, US, UK …"));
        }
        if self.date.is_none() {
            faults.push(KeyFault::new("date", "is missing").help("the month, such as 1943-06"));
        }
        if self.armor.is_none() {
            faults.push(KeyFault::new("armor", "is missing").help("current Armor of the target"));
        }
        Some(MoonlitAttack {
            nation: nation?.to_owned(),
            aircraft: self.aircraft,
            date: self.date?.0,
            gunnery: self.gunnery.map_or(0, i32::from),
            armor: self.armor?,
        })
    }
}
