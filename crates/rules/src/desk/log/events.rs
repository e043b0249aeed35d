//! What an entry of a turn log is about, kind by kind, in the words of its JSON.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::desk::units::{UnitRef, Units};

/// What an entry is about.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum LogEvent {
    /// A line of the active side's list of moves.
    Order(Order),
    /// The umpire found an order legal.
    Approve {
        /// The order.
        item: Item,
        /// Who approved it.
        #[serde(default)]
        by: String,
    },
    /// A group comes into a place.
    Enter(Enter),
    /// A side is told something.
    Message(Notice),
    /// A side answers.
    Answer(Reply),
    /// A battle begins.
    Battle(Fought),
    /// A battle is over.
    BattleEnd(Fought),
    /// A die.
    Roll(DieRoll),
    /// A unit is lost.
    Casualty(UnitFate),
    /// A unit goes back.
    Retreat(UnitFate),
    /// A unit fires at the shore.
    Bombard(UnitFate),
    /// A place is uncovered for the active side.
    Reveal(Reveal),
    /// A place changes hands.
    Capture {
        /// The place.
        place: String,
        /// Who held it; empty for nobody.
        #[serde(default)]
        from: String,
        /// Who holds it now.
        to: String,
        /// What the income chart moves by; none where it was not written down.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<i64>,
    },
    /// Units are bought.
    Purchase(Goods),
    /// Bought units are placed.
    Mobilize(Goods),
    /// Research is paid for or has a result.
    Research(Goods),
    /// A technology has an effect.
    TechnologyUse(Goods),
    /// Income is collected.
    Income {
        /// How much.
        #[serde(default)]
        amount: i64,
    },
    /// Income is lost to raiders of convoys.
    Convoy {
        /// How much.
        #[serde(default)]
        amount: i64,
    },
    /// A side sees something, by the entry of its ledger.
    Sighting {
        /// The side that sees.
        side: String,
        /// The number of the entry.
        #[serde(default)]
        entry: u32,
    },
    /// Copies, or a record alone, are given out.
    Issue {
        /// Its number.
        #[serde(default)]
        number: u32,
        /// The root of its commitment, in hex.
        #[serde(default)]
        root: String,
        /// Whether only its record was published, and nobody was given a copy.
        #[serde(default, skip_serializing_if = "is_false")]
        record_only: bool,
    },
    /// A side gave its copy back.
    Returned {
        /// The side.
        side: String,
        /// The SHA-256 of the file, in hex.
        #[serde(default)]
        sha256: String,
    },
}

/// The number or name of an order.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "Value", into = "Value")]
pub struct Item(pub String);

impl From<Value> for Item {
    fn from(value: Value) -> Self {
        Self(value.as_str().map_or_else(|| value.to_string(), str::to_owned))
    }
}

impl From<Item> for Value {
    fn from(item: Item) -> Self {
        item.0.parse::<u32>().map_or(Self::String(item.0), Self::from)
    }
}

/// A line of a list of moves.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Order {
    /// Its number.
    pub item: Item,
    /// Who moves.
    #[serde(default)]
    pub units: Units,
    /// The places in order, the first one included; empty where nobody wrote them down.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
    /// What for: `attack`, `blitz`, `raid`, `land`, `bombard`, `escort`; empty for a plain move.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub purpose: String,
}

/// A group that comes into a place.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Enter {
    /// The order it follows.
    #[serde(default)]
    pub item: Item,
    /// The units.
    #[serde(default)]
    pub group: Units,
    /// The place.
    pub place: String,
    /// Where they come from; empty where nobody wrote it down.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub from: String,
    /// Whether they end their move there; none where nobody wrote it down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends: Option<bool>,
    /// The whole way since the entry before, from its first place to this one, where no order has it: the places between
    /// are passed without a word.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
}

/// What a side is told.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Notice {
    /// The template of the message.
    pub template: String,
    /// The side or power that is told.
    pub to: String,
    /// What fills the template.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub fields: Map<String, Value>,
}

/// What a side answers to a message.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Reply {
    /// The template of the message.
    pub template: String,
    /// The side or power that answers.
    pub by: String,
    /// Its choice.
    #[serde(default)]
    pub choice: Value,
}

/// A battle at its beginning or end.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Fought {
    /// Its number.
    #[serde(default)]
    pub number: u32,
    /// Where.
    #[serde(default)]
    pub place: String,
    /// The units of each side, by its alliance or power.
    #[serde(default, alias = "sides", skip_serializing_if = "BTreeMap::is_empty")]
    pub units: BTreeMap<String, Units>,
    /// Why it is fought: `attack`, `blitz`, `bump`, `sub`, `token`, `scramble`, `interception`, `raid`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub cause: String,
}

/// A die that was rolled.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct DieRoll {
    /// The battle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub battle: Option<u32>,
    /// The research; not in a battle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub research: Option<Value>,
    /// Who rolls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<UnitRef>,
    /// What for: `attack`, `defence`, `free shot`, `interception`, `salvo 2`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub purpose: String,
    /// The face.
    #[serde(default)]
    pub die: u32,
    /// Whether it hits; none where nobody wrote it down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hit: Option<bool>,
    /// Who saw it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub witness: String,
}

/// What becomes of a unit in a battle.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct UnitFate {
    /// The battle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub battle: Option<u32>,
    /// The unit.
    #[serde(default)]
    pub unit: UnitRef,
    /// Whither, or at what.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub to: String,
}

/// What is uncovered of a place.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Reveal {
    /// The place.
    pub place: String,
    /// Who defends it.
    #[serde(default)]
    pub defended: Defended,
    /// What stands there, with damage.
    #[serde(default, skip_serializing_if = "Units::is_empty")]
    pub facilities: Units,
}

/// Who defends a place.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Defended {
    /// Whether land units do.
    #[serde(default)]
    pub land: bool,
    /// Whether aircraft do.
    #[serde(default)]
    pub air: bool,
}

/// What is bought, placed, researched or used.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Goods {
    /// Units, or the name of a technology.
    #[serde(default)]
    pub what: Value,
    /// The battle in which it is used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub battle: Option<u32>,
    /// Where units are placed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub place: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_false(flag: &bool) -> bool {
    !*flag
}
