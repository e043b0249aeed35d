//! What the umpire tells a side: twenty messages, each with the facts that it may name and no others.
//!
//! What a message must not say has no place in its type: its lists come from constructors that leave out cargo and
//! what is hidden, and a text has holes only for its own facts.

mod facts;
mod texts;

use serde_json::{Map, Value, json};

pub use facts::{Arm, FacilityList, Forbidden, SurfaceList, VisibleList};
pub use texts::{FILE, MessageTexts};

use super::class::UnitClass;
use super::force::{Lot, UnitGroup};

/// A message with its facts. What a message must not say has no place in its type.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Message {
    /// M01: the units in a place are attacked.
    Attacked {
        /// Where.
        place: String,
    },
    /// M02: ships are stopped by what they met.
    Stopped {
        /// The item of the list.
        item: u32,
        /// Where.
        zone: String,
    },
    /// M03: an undefended place is lost.
    LostWithoutBattle {
        /// Where.
        place: String,
        /// To whom.
        power: String,
    },
    /// M04: an undefended place is taken.
    TakenWithoutBattle {
        /// Where.
        place: String,
        /// Own tanks that may blitz on.
        tanks: u32,
        /// Own pairs of tank and mechanized infantry among them.
        pairs: u32,
        /// What was captured.
        captured: FacilityList,
    },
    /// M05: something is in the zone of an air base.
    RadarBlip {
        /// Where.
        zone: String,
    },
    /// M06: surface warships are in a zone with an active symbol.
    KamikazeTarget {
        /// Where.
        zone: String,
    },
    /// M07: what an ignored or undetected unit saw pass.
    ObserverReport {
        /// The own unit that saw it.
        unit: UnitClass,
        /// Where.
        zone: String,
        /// What passed.
        list: SurfaceList,
    },
    /// M08: what a moving submarine sees unseen.
    SubContact {
        /// Where.
        zone: String,
        /// What is there.
        list: SurfaceList,
    },
    /// M09: transports without a warship are in the zone of a submarine.
    FreeShot {
        /// Where.
        zone: String,
        /// How many.
        transports: u32,
    },
    /// M10: a hidden submarine may join the battle of its side.
    HiddenSubMayJoin {
        /// Where.
        zone: String,
    },
    /// M11: units that may be attacked or left alone.
    ContactOptional {
        /// Where.
        zone: String,
        /// What is seen.
        list: VisibleList,
    },
    /// M12: aircraft found nobody to fight.
    NothingForAircraft {
        /// Where.
        place: String,
        /// Movement that the own aircraft have left.
        left: u32,
    },
    /// M13: enemies met in a non-combat move.
    Bump {
        /// Where.
        zone: String,
        /// What is seen.
        list: VisibleList,
    },
    /// M14: what convoy disruption costs.
    ConvoyLoss {
        /// How much.
        n: u32,
    },
    /// M15: the facilities of a place that is fought for.
    Infrastructure {
        /// Where.
        place: String,
        /// What is there, with damage.
        list: FacilityList,
    },
    /// M16: a technology that matters in this battle.
    TechnologyUsed {
        /// Whose.
        power: String,
        /// Which.
        technology: String,
    },
    /// M17: an order is not allowed.
    NotAllowed {
        /// Why, by what its side knows.
        reason: Forbidden,
    },
    /// M18: aircraft without a landing place in reach.
    StrandedAircraft {
        /// Where they are.
        place: String,
        /// Own places that may still take them.
        options: Vec<String>,
    },
    /// M19: a submarine fired its free shot.
    FreeShotTaken {
        /// Where.
        zone: String,
        /// The face.
        die: u8,
        /// Whether it hit.
        hit: bool,
        /// How many submarines fired.
        subs: u32,
    },
    /// M20: aircraft or tokens engage the units of an item.
    EngagedUnits {
        /// The item of the list.
        item: u32,
        /// Where.
        zone: String,
        /// Which of the own units.
        arm: Arm,
    },
}

/// A message of the list with the facts that it may name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessageForm {
    /// `M01`.
    pub id: &'static str,
    /// Names of its facts: the fields of a record in the turn log, and what stands in braces in a text.
    pub facts: &'static [&'static str],
}

/// All twenty, in the order of their numbers.
pub const FORMS: [MessageForm; 20] = [
    MessageForm { id: "M01", facts: &["place"] },
    MessageForm { id: "M02", facts: &["item", "zone"] },
    MessageForm { id: "M03", facts: &["place", "power"] },
    MessageForm { id: "M04", facts: &["place", "facilities", "tanks", "pairs"] },
    MessageForm { id: "M05", facts: &["zone"] },
    MessageForm { id: "M06", facts: &["zone"] },
    MessageForm { id: "M07", facts: &["unit", "zone", "list"] },
    MessageForm { id: "M08", facts: &["zone", "list"] },
    MessageForm { id: "M09", facts: &["zone", "transports"] },
    MessageForm { id: "M10", facts: &["zone"] },
    MessageForm { id: "M11", facts: &["zone", "list"] },
    MessageForm { id: "M12", facts: &["place", "mp"] },
    MessageForm { id: "M13", facts: &["zone", "list"] },
    MessageForm { id: "M14", facts: &["n"] },
    MessageForm { id: "M15", facts: &["place", "list"] },
    MessageForm { id: "M16", facts: &["power", "technology"] },
    MessageForm { id: "M17", facts: &["reason"] },
    MessageForm { id: "M18", facts: &["place", "options"] },
    MessageForm { id: "M19", facts: &["zone", "subs", "die", "result"] },
    MessageForm { id: "M20", facts: &["item", "arm", "zone"] },
];

impl MessageForm {
    /// The form with this id.
    #[must_use]
    pub fn find(id: &str) -> Option<&'static Self> {
        FORMS.iter().find(|form| form.id == id)
    }
}

impl Message {
    /// Its number in the list: `M01`.
    #[must_use]
    pub fn id(&self) -> &'static str {
        match self {
            Self::Attacked { .. } => "M01",
            Self::Stopped { .. } => "M02",
            Self::LostWithoutBattle { .. } => "M03",
            Self::TakenWithoutBattle { .. } => "M04",
            Self::RadarBlip { .. } => "M05",
            Self::KamikazeTarget { .. } => "M06",
            Self::ObserverReport { .. } => "M07",
            Self::SubContact { .. } => "M08",
            Self::FreeShot { .. } => "M09",
            Self::HiddenSubMayJoin { .. } => "M10",
            Self::ContactOptional { .. } => "M11",
            Self::NothingForAircraft { .. } => "M12",
            Self::Bump { .. } => "M13",
            Self::ConvoyLoss { .. } => "M14",
            Self::Infrastructure { .. } => "M15",
            Self::TechnologyUsed { .. } => "M16",
            Self::NotAllowed { .. } => "M17",
            Self::StrandedAircraft { .. } => "M18",
            Self::FreeShotTaken { .. } => "M19",
            Self::EngagedUnits { .. } => "M20",
        }
    }

    /// Its facts by the names that its form lists (D08).
    #[must_use]
    pub fn facts(&self) -> Map<String, Value> {
        let facts = match self {
            Self::Attacked { place } => json!({"place": place}),
            Self::Stopped { item, zone } => json!({"item": item, "zone": zone}),
            Self::LostWithoutBattle { place, power } => json!({"place": place, "power": power}),
            Self::TakenWithoutBattle { place, tanks, pairs, captured } => {
                json!({"place": place, "tanks": tanks, "pairs": pairs, "facilities": captured.0})
            }
            Self::RadarBlip { zone } | Self::KamikazeTarget { zone } | Self::HiddenSubMayJoin { zone } => {
                json!({"zone": zone})
            }
            Self::ObserverReport { unit, zone, list } => {
                json!({"unit": unit, "zone": zone, "list": list.0})
            }
            Self::SubContact { zone, list } => json!({"zone": zone, "list": list.0}),
            Self::FreeShot { zone, transports } => json!({"zone": zone, "transports": transports}),
            Self::ContactOptional { zone, list } | Self::Bump { zone, list } => {
                json!({"zone": zone, "list": list.0})
            }
            Self::NothingForAircraft { place, left } => json!({"place": place, "mp": left}),
            Self::ConvoyLoss { n } => json!({"n": n}),
            Self::Infrastructure { place, list } => json!({"place": place, "list": list.0}),
            Self::TechnologyUsed { power, technology } => json!({"power": power, "technology": technology}),
            Self::NotAllowed { reason } => json!({"reason": reason.words()}),
            Self::StrandedAircraft { place, options } => json!({"place": place, "options": options}),
            Self::FreeShotTaken { zone, die, hit, subs } => {
                json!({"zone": zone, "die": die, "result": result(*hit), "subs": subs})
            }
            Self::EngagedUnits { item, zone, arm } => {
                json!({"item": item, "zone": zone, "arm": arm.word()})
            }
        };
        match facts {
            Value::Object(facts) => facts,
            _ => Map::new(),
        }
    }

    /// A fact in words, as the text of the message says it; empty for a name that its form does not list.
    fn said(&self, fact: &str) -> String {
        match (self, fact) {
            (Self::ObserverReport { unit, .. }, "unit") => unit.name().into(),
            (Self::TakenWithoutBattle { tanks, .. }, "tanks") => {
                vassal::diagnostic::counted(*tanks as usize, "tank")
            }
            (Self::TakenWithoutBattle { pairs, .. }, "pairs") => {
                vassal::diagnostic::counted(*pairs as usize, "pair") + " of tank and mechanized infantry"
            }
            (Self::TakenWithoutBattle { captured, .. }, "facilities") => facilities(&captured.0),
            (Self::ObserverReport { list, .. } | Self::SubContact { list, .. }, "list") => list.0.in_words(),
            (Self::ContactOptional { list, .. } | Self::Bump { list, .. }, "list") => list.0.in_words(),
            (Self::Infrastructure { list, .. }, "list") => facilities(&list.0),
            (Self::FreeShot { transports, .. }, "transports") => {
                vassal::diagnostic::counted(*transports as usize, "transport")
            }
            (Self::FreeShotTaken { subs, .. }, "subs") => {
                vassal::diagnostic::counted(*subs as usize, "submarine")
            }
            (Self::StrandedAircraft { options, .. }, "options") => match options.as_slice() {
                [] => "nowhere".into(),
                options => options.join(" or "),
            },
            _ => match self.facts().get(fact) {
                Some(Value::String(text)) => text.clone(),
                Some(other) => other.to_string(),
                None => String::new(),
            },
        }
    }
}

/// Facilities with their damage, in words.
fn facilities(group: &UnitGroup) -> String {
    let one = |lot: &Lot| {
        let damage = if lot.damage > 0 { format!(" with damage {}", lot.damage) } else { String::new() };
        format!("{} {}{damage}", lot.count, lot.class.name())
    };
    let all: Vec<String> = group.lots().iter().map(one).collect();
    if all.is_empty() { "no facilities".into() } else { all.join(", ") }
}

fn result(hit: bool) -> &'static str {
    if hit { "hit" } else { "miss" }
}
