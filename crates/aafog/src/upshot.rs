//! What comes out of a meeting or an attack, in order: messages, sightings, stops, battles, losses, captures.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::because::{Because, reasons};
use super::force::UnitGroup;
use super::messages::{Message, MessageTexts};
use super::roles::{MOVER, OCCUPANT};
use liege_rules::play::deeds::{Act, Deed, Term, Whom};
use liege_rules::play::procedure::{Log, Role};

/// Why a battle is fought, as the turn log names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// An attack of the list, or one that the mover chose.
    Attack,
    /// A second attack of tanks.
    Blitz,
    /// A contact in a non-combat move.
    Bump,
    /// Submarines chose to attack.
    Sub,
    /// Kamikaze tokens were used.
    Token,
    /// Aircraft scrambled against the units in the zone.
    Scramble,
    /// Aircraft scrambled against aircraft that pass.
    Interception,
    /// Strategic bombers raid a facility.
    Raid,
}

impl Cause {
    /// Its word in the turn log.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Attack => "attack",
            Self::Blitz => "blitz",
            Self::Bump => "bump",
            Self::Sub => "sub",
            Self::Token => "token",
            Self::Scramble => "scramble",
            Self::Interception => "interception",
            Self::Raid => "raid",
        }
    }
}

/// A message on its way to a side.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sent {
    /// To which side.
    pub to: Role,
    /// To which power of it, where one alone is meant.
    pub power: Option<String>,
    /// What it says.
    pub message: Message,
    /// The same as the receiver reads it.
    pub text: String,
    /// Why it is due.
    pub because: Vec<Because>,
}

/// One thing that comes out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Upshot {
    /// A side is told something.
    Message(Sent),
    /// A side learns of units: an entry of its ledger.
    Sighting {
        /// Who.
        by: Role,
        /// Of whom: what may be seen of them, no more.
        units: UnitGroup,
        /// Where.
        place: String,
        /// Why.
        because: Vec<Because>,
    },
    /// Units go no farther.
    Stop {
        /// Which, of the mover's.
        units: UnitGroup,
        /// Where.
        place: String,
        /// Why.
        because: Vec<Because>,
    },
    /// Units do not come in: they end in the place before it.
    Barred {
        /// Which, of the mover's.
        units: UnitGroup,
        /// Out of which place.
        place: String,
        /// Why.
        because: Vec<Because>,
    },
    /// A battle is to be fought, or an interception.
    Battle {
        /// Where.
        place: String,
        /// Why.
        cause: Cause,
        /// The mover's units, as they are.
        mover: UnitGroup,
        /// The other side's units, as they are.
        occupant: UnitGroup,
        /// Why.
        because: Vec<Because>,
    },
    /// Units are lost, with all that they carry.
    Loss {
        /// Whose.
        of: Role,
        /// Which.
        units: UnitGroup,
        /// Where.
        place: String,
        /// Why.
        because: Vec<Because>,
    },
    /// A territory changes hands.
    Capture {
        /// Which.
        place: String,
        /// From whom, where somebody held it.
        from: Option<String>,
        /// To whom.
        to: String,
        /// What it is worth, where that was given.
        value: Option<u32>,
        /// Why.
        because: Vec<Because>,
    },
    /// A marker of the income chart moves.
    Income {
        /// Whose.
        power: String,
        /// By how much.
        by: i64,
        /// Why.
        because: Vec<Because>,
    },
    /// Units go on to attack another place.
    Onward {
        /// Which.
        units: UnitGroup,
        /// From where.
        from: String,
        /// To where.
        to: String,
        /// Why.
        because: Vec<Because>,
    },
    /// Ships bombard the place.
    Bombardment {
        /// Which.
        units: UnitGroup,
        /// What.
        place: String,
        /// Why.
        because: Vec<Because>,
    },
    /// Something is to be known that changes nothing.
    Remark {
        /// What.
        text: String,
        /// Why.
        because: Vec<Because>,
    },
}

impl Upshot {
    /// A message to a side.
    #[must_use]
    pub fn message(texts: &MessageTexts, to: Role, message: Message, because: Vec<Because>) -> Self {
        let text = texts.text(&message);
        Self::Message(Sent { to, power: None, message, text, because })
    }

    /// Why it is so.
    #[must_use]
    pub fn because(&self) -> &[Because] {
        match self {
            Self::Message(sent) => &sent.because,
            Self::Sighting { because, .. }
            | Self::Stop { because, .. }
            | Self::Barred { because, .. }
            | Self::Battle { because, .. }
            | Self::Loss { because, .. }
            | Self::Capture { because, .. }
            | Self::Income { because, .. }
            | Self::Onward { because, .. }
            | Self::Bombardment { because, .. }
            | Self::Remark { because, .. } => because,
        }
    }

    /// Its line in a report: label, value and cause.
    fn told(&self, texts: &MessageTexts) -> (String, String, String) {
        match self {
            Self::Message(Sent { to, power, message, text, .. }) => {
                let id = message.id();
                let to = power.clone().unwrap_or_else(|| format!("the {to}"));
                (format!("{id} to {to}"), text.clone(), texts.name(id).to_owned())
            }
            Self::Sighting { by, units, place, .. } => {
                (format!("the {by} sees"), units.to_string(), format!("in {place}"))
            }
            Self::Stop { units, place, .. } => ("stop".into(), units.to_string(), format!("in {place}")),
            Self::Barred { units, place, .. } => {
                ("ends before the zone".into(), units.to_string(), format!("does not enter {place}"))
            }
            Self::Battle { place, cause, mover, occupant, .. } => {
                let label = if *cause == Cause::Interception { "interception" } else { "battle" };
                let value = format!("{} against {}", mover.outside(), occupant.outside());
                (label.into(), value, format!("in {place}, by {}", cause.word()))
            }
            Self::Loss { of, units, place, .. } => {
                ("lost".into(), units.to_string(), format!("the {of}'s, in {place}"))
            }
            Self::Capture { place, from, to, value, .. } => {
                let from = from.as_ref().map(|from| format!(" from {from}")).unwrap_or_default();
                let value = value.map_or_else(
                    || "its value is not given: value=N moves the income chart".to_owned(),
                    |value| format!("worth {value}"),
                );
                ("capture".into(), format!("{place} to {to}{from}"), value)
            }
            Self::Income { power, by, .. } => {
                ("income chart".into(), format!("{power} {by:+}"), String::new())
            }
            Self::Onward { units, from, to, .. } => {
                ("blitz".into(), format!("{units} to {to}"), format!("from {from}"))
            }
            Self::Bombardment { units, place, .. } => {
                ("bombardment".into(), units.to_string(), format!("of {place}"))
            }
            Self::Remark { text, .. } => ("remark".into(), text.clone(), String::new()),
        }
    }

    /// Adds its line to a report.
    pub fn log(&self, texts: &MessageTexts, log: &mut Log) {
        log.line(|| {
            let (label, value, cause) = self.told(texts);
            let rule = match self {
                Self::Message(sent) => texts.rule(sent.message.id()),
                _ => String::new(),
            };
            // The rule of a message stands in its list.
            let is_told = |why: &&Because| !rule.is_empty() && matches!(why, Because::Rule(..));
            let why: Vec<Because> = self.because().iter().filter(|why| !is_told(why)).cloned().collect();
            let parts = [rule.clone(), reasons(&why)];
            let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
            (label, value, cause, parts.join("; "))
        });
    }

    /// What it does to pieces, places and values.
    #[must_use]
    pub fn deeds(&self) -> Vec<Deed> {
        let rule = || reasons(self.because()).into();
        match self {
            Self::Loss { units, .. } => lost(units)
                .into_iter()
                .map(|whom| Deed { whom, act: Act::Eliminate(None), rule: rule() })
                .collect(),
            Self::Capture { place, .. } => {
                let whom = Whom::Thing(Term::read(place.clone(), place.clone()));
                vec![Deed { whom, act: Act::Capture(MOVER), rule: rule() }]
            }
            Self::Income { power, by, .. } => {
                let whom = Whom::Thing(Term::read(format!("{power}-income"), format!("income of {power}")));
                vec![Deed { whom, act: Act::Value(*by), rule: rule() }]
            }
            _ => Vec::new(),
        }
    }
}

/// Each unit of a group and each that it carries.
fn lost(units: &UnitGroup) -> Vec<Whom> {
    let mut all = Vec::new();
    for lot in units.lots() {
        for at in 0..lot.count as usize {
            all.push(Whom::Unit { name: lot.class.word().into(), piece: lot.ids.get(at).cloned() });
        }
        all.extend(lost(&UnitGroup::of(lot.cargo.clone())));
    }
    all
}

/// The other side.
#[must_use]
pub fn other(side: Role) -> Role {
    if side == MOVER { OCCUPANT } else { MOVER }
}

impl Serialize for Upshot {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        match self {
            Self::Message(Sent { to, power, message, text, .. }) => {
                map.serialize_entry("kind", "message")?;
                map.serialize_entry("template", message.id())?;
                map.serialize_entry("to", to)?;
                if let Some(power) = power {
                    map.serialize_entry("power", power)?;
                }
                map.serialize_entry("fields", &message.facts())?;
                map.serialize_entry("text", text)?;
            }
            Self::Sighting { by, units, place, .. } => {
                map.serialize_entry("kind", "sighting")?;
                map.serialize_entry("by", by)?;
                map.serialize_entry("place", place)?;
                map.serialize_entry("units", units)?;
            }
            Self::Stop { units, place, .. } => {
                map.serialize_entry("kind", "stop")?;
                map.serialize_entry("place", place)?;
                map.serialize_entry("units", units)?;
            }
            Self::Barred { units, place, .. } => {
                map.serialize_entry("kind", "barred")?;
                map.serialize_entry("place", place)?;
                map.serialize_entry("units", units)?;
            }
            Self::Battle { place, cause, mover, occupant, .. } => {
                map.serialize_entry("kind", "battle")?;
                map.serialize_entry("place", place)?;
                map.serialize_entry("cause", cause.word())?;
                map.serialize_entry("mover", mover)?;
                map.serialize_entry("occupant", occupant)?;
            }
            Self::Loss { of, units, place, .. } => {
                map.serialize_entry("kind", "casualty")?;
                map.serialize_entry("of", of)?;
                map.serialize_entry("place", place)?;
                map.serialize_entry("units", units)?;
            }
            Self::Capture { place, from, to, value, .. } => {
                map.serialize_entry("kind", "capture")?;
                map.serialize_entry("place", place)?;
                map.serialize_entry("from", from)?;
                map.serialize_entry("to", to)?;
                map.serialize_entry("value", value)?;
            }
            Self::Income { power, by, .. } => {
                map.serialize_entry("kind", "income")?;
                map.serialize_entry("power", power)?;
                map.serialize_entry("by", by)?;
            }
            Self::Onward { units, from, to, .. } => {
                map.serialize_entry("kind", "blitz")?;
                map.serialize_entry("from", from)?;
                map.serialize_entry("to", to)?;
                map.serialize_entry("units", units)?;
            }
            Self::Bombardment { units, place, .. } => {
                map.serialize_entry("kind", "bombard")?;
                map.serialize_entry("place", place)?;
                map.serialize_entry("units", units)?;
            }
            Self::Remark { text, .. } => {
                map.serialize_entry("kind", "remark")?;
                map.serialize_entry("text", text)?;
            }
        }
        map.serialize_entry("because", self.because())?;
        map.end()
    }
}
