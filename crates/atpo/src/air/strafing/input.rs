//! A strafing attack as typed in, and what the rules have against it.

use super::evacuation::{INCLEMENT, WEATHER_ENTRY};
use crate::air::aircraft::{AirClass, AirWord};
use crate::air::combat::keys as combat;
use crate::air::interception::case::AirPhase;
use crate::air::strike::keys as strike;
use crate::air::strike::passage::{self, PassageInput};
use crate::air::strike::plan::Post;
use liege_rules::play::inputs::{Inputs, Key, KeyFault, ReadElsewhere, TypedInput, UnlessNo};
use liege_rules::play::procedure::Refusal;
use liege_rules::{inputs, words};

words! {
    /// Where the attacked units are based: an airbase or airstrip, an aircraft carrier, a nation box.
    pub enum StrafedPlace or Base {
        Base = "base" | "airbase" | "airstrip",
        Carrier = "carrier",
        NationBox = "nation-box" | "box",
    }
}

inputs! {
    /// What is told of a strafing attack beside who flies.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct StrafingCase {
        /// when: NA.2 when not given; no other step has strafing
        phase: Option<AirPhase> = "phase" | "step", "4.9";
        /// where: base when not given
        place: StrafedPlace = "place", "4.9";
        /// the hex was strafed in this phase before
        strafed: bool = "strafed" | "again", "4.9";
    }
}

inputs! {
    /// All keys; those of the units and of who can meet them are read together.
    #[derive(Debug)]
    struct StrafingKeys {
        /// the strafers: 2 x F 4-6/3 JP
        _attack: Option<String> = "attack" | "strafers", "4.9";
        /// fighters that fly with them to fight in the air, and strafe where they attack nobody there
        _escorts: Option<String> = "escorts", "4.9";
        /// the air units based there, with overstacked, committed or unsupplied: F 3-5/2 US, B 9-10 US overstacked
        _defence: Option<String> = "defence" | "based", "4.9";
        _counter: ReadElsewhere = strike::COUNTER;
        _way: ReadElsewhere = strike::WAY;
        _way_2: ReadElsewhere = strike::WAY_2;
        _way_3: ReadElsewhere = strike::WAY_3;
        /// fighters of the defender that can fly in from other bases
        _interceptors: Option<String> = "interceptors" | "helpers", "4.9";
        _carriers: ReadElsewhere = strike::CARRIERS;
        _admiral: ReadElsewhere = strike::ADMIRAL;
        _defence_carriers: ReadElsewhere = strike::DEFENCE_CARRIERS;
        _defence_admiral: ReadElsewhere = strike::DEFENCE_ADMIRAL;
        _attack_nation: ReadElsewhere = combat::ATTACK_NATION;
        _defence_nation: ReadElsewhere = combat::DEFENCE_NATION;
        _first: ReadElsewhere = combat::FIRST;
        sneak: bool = combat::SNEAK;
        _later_pilots: ReadElsewhere = combat::LATER_PILOTS;
        _magic: ReadElsewhere = combat::MAGIC;
        _magic_side: ReadElsewhere = combat::MAGIC_SIDE;
        /// land hexes of the defender that the nearest strafer flew over, the base included
        flown_over: Option<u8> = "flown-over" | "land-hexes", "4.9.1", 0..=99;
        /// another base has room within twice the range: yes when not given
        refuge: UnlessNo = "refuge", "4.9.1";
        /// the defender's nation is subject to the Sneak Attack Bonus, in its first month or its second
        surprised: bool = "under-sneak-attack", "4.9.1.1";
        _inclement: ReadElsewhere = INCLEMENT;
        _weather_entry: ReadElsewhere = WEATHER_ENTRY;
        ..case: StrafingCase;
    }
}

/// What was typed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StrafingInput {
    /// The strafers and their escorts, the units of the base, and who can meet whom.
    pub flies: PassageInput,
    /// What else was told.
    pub case: StrafingCase,
}

impl TypedInput for StrafingInput {
    const KEYS: &'static [Key] = StrafingKeys::KEYS;

    fn fields(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Option<Self> {
        for key in ["attack", "defence"] {
            if inputs.value(key).is_none() {
                faults.push(KeyFault::new(key, "is missing").help("air units such as F 4-6/3 JP"));
            }
        }
        let StrafingKeys { case, sneak, flown_over, refuge, surprised, .. } =
            StrafingKeys::fields(inputs, faults)?;
        let leaves = refuge.0 && !surprised && !sneak;
        let overflown = leaves.then(|| flown_over.unwrap_or(0));
        let flies = passage::over_base(inputs, ("attack", "escorts", "defence"), overflown, faults)?;
        let raid = Self { flies, case };
        // What can never be is refused without a question for more of it.
        if flown_over.is_none() && leaves && against(&raid).is_empty() {
            let missing = KeyFault::new("flown-over", "is missing");
            faults.push(missing.help("the land hexes that the strafers flew over; or refuge=no"));
        }
        Some(raid)
    }
}

/// What the rules forbid about it.
pub(super) fn against(raid: &StrafingInput) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    let mut refuse = |rule: &str, reason: String| refusals.push(Refusal::new(rule, reason));
    if raid.case.phase.is_some_and(|phase| phase != AirPhase::AirMovement) {
        refuse("4.9", "bases are strafed only in the Air Movement Steps of the Naval and Air Phase".into());
    }
    match raid.case.place {
        StrafedPlace::Carrier => refuse("4.9", "an aircraft carrier is never strafed".into()),
        StrafedPlace::NationBox => refuse("4.9.3", "units based in a nation box cannot be strafed".into()),
        StrafedPlace::Base => {}
    }
    if raid.case.strafed {
        refuse("4.9", "a hex is strafed once in a phase".into());
    }
    for unit in raid.flies.own() {
        let spent = [AirWord::Current, AirWord::Committed, AirWord::PreviouslyCommitted];
        if !unit.is_fighter() {
            refuse("4.9", format!("{} cannot fly as a fighter", unit.name));
        } else if spent.into_iter().any(|word| unit.is(word)) {
            refuse("4.14", format!("{} has flown already", unit.name));
        }
    }
    let based = raid.flies.at(1, Post::Based);
    for unit in based.filter(|unit| unit.class == AirClass::Transport) {
        refuse("4.3.5", format!("{} is air transport, which cannot be strafed", unit.name));
    }
    refusals
}
