//! Reads a Kamikaze Check or a Kamikaze Mission from typed-in values.

use crate::air::aircraft;
use crate::air::aircraft::{AirBack, AirClass, AirWord, Aircraft};
use crate::air::combat::keys as combat;
use crate::air::naval::battle::AirAttack;
use crate::air::naval::kamikaze_rule::{KamikazeRule, is_variant};
use crate::air::naval::keys;
use crate::air::naval::numbers::AirSeaTables;
use crate::air::naval::read::{self, AirStrike};
use liege_rules::play::inputs::{Inputs, Key, KeyFault, KeyKind};

/// The keys.
pub(super) const KEYS: &[Key] = &[
    Key::new("check", &["kamikaze-check"], KeyKind::YesNo, "16.4.1", "yes for only the Kamikaze Check"),
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
    keys::TRIPWIRE,
    keys::FROM_JAPAN,
    keys::TRIGGER,
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
    combat::LATER_PILOTS,
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
    /// The attack on the ships.
    pub strike: AirStrike,
    /// The bombers that have released others.
    pub carried_by: Vec<Aircraft>,
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
    /// An attack with what is typed in of a mission beside it, wherever it is flown; `carried_by` are bombers that bring
    /// others with them.
    #[must_use]
    pub fn of(inputs: &Inputs, strike: AirStrike, carried_by: Vec<Aircraft>) -> Self {
        Self {
            strike,
            carried_by,
            distance: None,
            tripwire: inputs.number("tripwire"),
            from_japan: inputs.number("from-japan"),
            triggered: inputs.word("trigger").is_some(),
        }
    }

    /// What the Check came to and how far from Japan the ships are, where both were told.
    #[must_use]
    pub fn shown(&self) -> Option<(i64, i64)> {
        self.tripwire.zip(self.from_japan)
    }

    /// Whether Japan may declare its attacks to be Kamikaze attacks by the reading of 4.10.6.
    #[must_use]
    pub fn may_be_declared(&self, tables: &AirSeaTables) -> bool {
        let from = tables.numbers.kamikaze_variant.from.text();
        let early = self.strike.attack.date.as_deref().is_some_and(|date| date < from);
        is_variant(tables) && self.triggered && !early
    }

    /// The attack, by the reading of the rules that holds; who is told no month flies in the first one that has
    /// Kamikazes.
    #[must_use]
    pub fn attack(self, tables: &AirSeaTables) -> AirAttack {
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
            .map(|name| KeyFault::new(name, "has no effect with check=yes"))
            .collect();
        return if more.is_empty() { Ok(KamikazeMission::Check(date)) } else { Err(more) };
    }
    let mut faults = Vec::new();
    let takes = &[AirWord::Halved, AirWord::Kamikaze];
    let strike = read::strike(inputs, takes, Some("JP")).map_err(|more| faults.extend(more)).ok();
    let carried_by = inputs
        .value("carried-by")
        .map(|value| aircraft("carried-by", "carrying", value, &[], inputs.nations()));
    let carried_by = carried_by.transpose().map_err(|more| faults.extend(more)).ok().flatten();
    let Some(mut strike) = strike.filter(|_| faults.is_empty()) else { return Err(faults) };
    strike.attack.air.iter_mut().for_each(dive);
    let told = SuicideStrike::of(inputs, strike, carried_by.unwrap_or_default());
    Ok(KamikazeMission::Attack(Box::new(SuicideStrike { distance: inputs.number("distance"), ..told })))
}

/// A unit flies as a Kamikaze.
pub fn dive(unit: &mut Aircraft) {
    unit.words.insert(AirWord::Kamikaze);
    // One step (4.10.6); its counter has a blank back.
    if unit.class == AirClass::SpecialKamikaze {
        unit.back = AirBack::Blank;
    }
}
