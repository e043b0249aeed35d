//! Reads a Kamikaze Check or a Kamikaze Mission from typed-in values.

use crate::rules::atpo::air::aircraft;
use crate::rules::atpo::air::aircraft::{AirBack, AirClass, AirWord, Aircraft};
use crate::rules::atpo::air::naval::battle::AirAttack;
use crate::rules::atpo::air::naval::kamikaze_rule::KamikazeRule;
use crate::rules::atpo::air::naval::keys;
use crate::rules::atpo::air::naval::numbers::AirSeaTables;
use crate::rules::atpo::air::naval::read::{self, AirStrike};
use crate::rules::inputs::{Inputs, Key, KeyFault, KeyKind};

/// The keys.
pub(super) const KEYS: &[Key] = &[
    Key::new("check", &["kamikaze-check"], KeyKind::YesNo, "16.4.1", "yes for the Kamikaze Check alone"),
    keys::AIR,
    Key::new(
        "carried-by",
        &["carriers"],
        KeyKind::List,
        "16.4.4",
        "bombers aloft that have released an Ohka or a 4-2/(5): Kanoya:navy B 3-16",
    ),
    Key::new(
        "distance",
        &["flown"],
        KeyKind::Number(0, 99),
        "16.4.2",
        "hexes that each flies to the ships, of an Ohka or a 4-2/(5) from where it starts or is released",
    ),
    Key::new("tripwire", &["range"], KeyKind::Number(3, 18), "16.4.1", "what the Kamikaze Check came to"),
    Key::new("from-japan", &[], KeyKind::Number(0, 99), "16.4.2", "hexes from Japan to the ships"),
    Key::new(
        "trigger",
        &[],
        KeyKind::word(&[
            ("marianas", &["mariana-islands"]),
            ("philippines", &[]),
            ("home-islands", &["near-japan"]),
        ]),
        "4.10.6",
        "choice kamikaze_rule=4.10.6: what the US controls: marianas, philippines, home-islands",
    ),
    keys::SHIPS,
    keys::OTHERS,
    keys::SHIP_NATION,
    keys::PORT,
    keys::ENLARGED,
    keys::FORTIFIED,
    keys::COASTAL,
    keys::MOONLIT,
    keys::LOCATED,
    keys::DATE,
    keys::MAGIC,
    keys::MAGIC_SIDE,
];

/// The Check, or a mission.
#[derive(Debug, Clone)]
pub enum KamikazeMission {
    /// The Check, and the month in which it is made.
    Check(Option<String>),
    /// A mission.
    Attack(Box<SuicideStrike>),
}

/// A Kamikaze Mission as typed in.
#[derive(Debug, Clone)]
pub struct SuicideStrike {
    pub(super) strike: AirStrike,
    /// The bombers that have released others.
    pub(super) carried_by: Vec<Aircraft>,
    /// Hexes that each flies.
    pub(super) distance: Option<i64>,
    /// What the Check came to.
    pub(super) tripwire: Option<i64>,
    /// Hexes from Japan to the ships.
    pub(super) from_japan: Option<i64>,
    /// Whether one of the conditions of 4.10.6 is fulfilled.
    pub(super) triggered: bool,
}

impl SuicideStrike {
    /// The attack, by the reading of the rules that holds; who is told no month flies in the first one that has
    /// Kamikazes.
    pub(super) fn attack(self, tables: &AirSeaTables) -> AirAttack {
        let first = tables.numbers.kamikaze.from.text();
        let mut attack = self.strike.attack;
        attack.kamikaze = Some(KamikazeRule::of(tables));
        attack.date.get_or_insert_with(|| first.to_owned());
        attack
    }
}

/// Read it.
///
/// # Errors
/// Every value that is missing, wrong, or does not fit another.
pub(super) fn mission(inputs: &Inputs) -> Result<KamikazeMission, Vec<KeyFault>> {
    let date = inputs.word("date").map(str::to_owned);
    if inputs.yes("check") {
        let other = |name: &&str| !matches!(*name, "check" | "date");
        let more: Vec<KeyFault> = inputs
            .all()
            .map(|(name, _)| name)
            .filter(other)
            .map(|name| KeyFault::new(name, "says nothing beside check=yes"))
            .collect();
        return if more.is_empty() { Ok(KamikazeMission::Check(date)) } else { Err(more) };
    }
    let mut faults = Vec::new();
    let takes = &[AirWord::Halved, AirWord::Kamikaze];
    let strike = read::strike(inputs, takes, Some("JP")).map_err(|more| faults.extend(more)).ok();
    let carried_by = inputs.value("carried-by").map(|value| aircraft("carried-by", "carrying", value, &[]));
    let carried_by = carried_by.transpose().map_err(|more| faults.extend(more)).ok().flatten();
    let Some(mut strike) = strike.filter(|_| faults.is_empty()) else { return Err(faults) };
    for unit in &mut strike.attack.air {
        unit.words.insert(AirWord::Kamikaze);
        // One step (4.10.6); its counter has a blank back.
        if unit.class == AirClass::SpecialKamikaze {
            unit.back = AirBack::Blank;
        }
    }
    Ok(KamikazeMission::Attack(Box::new(SuicideStrike {
        strike,
        carried_by: carried_by.unwrap_or_default(),
        distance: inputs.number("distance"),
        tripwire: inputs.number("tripwire"),
        from_japan: inputs.number("from-japan"),
        triggered: inputs.word("trigger").is_some(),
    })))
}
