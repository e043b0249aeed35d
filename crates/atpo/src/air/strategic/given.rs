//! What is typed in for every raid: who flies, whose EP are lost, how far it is, and what the rules forbid about it.

use super::numbers::{Payer, RaidRules, RaidTables};
use super::purse::Purse;
use super::raid::RaidModifier;
use crate::air::aircraft::{AirClass, AirWord, Aircraft};
use crate::air::strike::passage::{self, AirPassage, PassageInput};
use crate::air::strike::plan::StrikePhase;
use crate::air::{aircraft, flak};
use crate::forces::ATTACKER;
use crate::forces::unit::LONGEST_NAME;
use liege_rules::inputs;
use liege_rules::play::inputs;
use liege_rules::play::inputs::{Field, Inputs, Key, KeyFault, KeyKind, TypedInput as _};
use liege_rules::play::procedure::{Refusal, Role};

/// Words beyond the counter that a raid knows.
const WORDS: &[AirWord] =
    &[AirWord::Committed, AirWord::PreviouslyCommitted, AirWord::Unsupplied, AirWord::Halved];

pub(super) const BOMBERS: Key = Key::new(
    "bombers",
    &[],
    KeyKind::List,
    "2.1",
    "the bombers that take part: 2 x B-29:B 20-20[4] 10-20[4] US, B 4-16 depleted",
);
pub(super) const ESCORTS: Key =
    Key::new("escorts", &[], KeyKind::List, "2.1", "what flies along: F 4-10/3 US, N 4-5/3");
pub(super) const PLACE: Key = Key::new("place", &["name"], KeyKind::List, "2.1.1", "the name of the target");
pub(super) const DISTANCE: Key = Key::new(
    "distance",
    &["hexes"],
    KeyKind::Number(0, 99),
    "2.1",
    "hexes from the base: a bomber of a shorter range is refused",
);
pub(super) const LONG_RANGE: Key = Key::new(
    "long-range",
    &[],
    KeyKind::YesNo,
    "2.1.2",
    "the bombing side controls no air base within 10 hexes of the target",
);
/// Who has the Initiative.
pub(super) const INITIATIVE: Key = flak::initiative("2.1.3");

/// Who flies: the bombers, and all that the keys of their flight say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RaidFliers {
    pub(super) bombers: Vec<Aircraft>,
    pub(super) escorts: Vec<Aircraft>,
    distance: Option<u8>,
    long_range: bool,
    /// Who has the Initiative, where it counts and was told.
    pub(super) chooser: Option<Role>,
    pub(super) place: Option<String>,
    /// Japan has had an air unit of the later quality on a base of the map (4.8.7.1).
    pub(super) later_pilots: bool,
    /// Who can meet them, where anybody can.
    passage: Option<PassageInput>,
}

inputs! {
    /// What was told of EP.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    pub struct ToldEp {
        /// next EP income of who is bombed: the limit of what is lost in a season
        next_income: Option<u32> = "next-income" | "income", "2", 0..=10_000;
        /// EP that strategic warfare has cost already this season; 0 when not given
        lost: Option<u32> = "lost" | "season-losses", "2", 0..=10_000;
        /// EP on the track of who is bombed; read under ep_loss_time=at_once
        on_track: Option<u32> = "on-track" | "ep", "2", 0..=10_000;
    }
}

/// What strategic warfare has cost.
pub(super) const LOST: Key = inputs::key(ToldEp::KEYS, "lost");
/// What is on the track.
pub(super) const ON_TRACK: Key = inputs::key(ToldEp::KEYS, "on-track");

impl Field for RaidFliers {
    const KIND: KeyKind = KeyKind::List;

    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Self> {
        let mut list = |key: &str, whose: &str| {
            let units = inputs.value(key).map(|value| aircraft(key, whose, value, WORDS, inputs.nations()));
            units.transpose().map_err(|more| faults.extend(more)).ok().flatten().unwrap_or_default()
        };
        let (bombers, escorts) = (list(key, "the"), list("escorts", "escorting"));
        if bombers.is_empty() && faults.is_empty() {
            let missing = KeyFault::new(key, "is missing");
            faults.push(missing.help("as their counters are printed: 2 x B-29:B 20-20[4] 10-20[4] US"));
        }
        let place = inputs.declares("place").then(|| inputs.word("place")).flatten().map(str::to_owned);
        if place.as_ref().is_some_and(|name| name.is_empty() || name.len() > LONGEST_NAME) {
            faults.push(KeyFault::new("place", format!("expected a name of at most {LONGEST_NAME} letters")));
        }
        let chooser = match inputs.declares("initiative") {
            true => flak::chooser(inputs),
            false => Some(ATTACKER),
        };
        let distance = inputs.number("distance").and_then(|hexes| u8::try_from(hexes).ok());
        let long_range = inputs.declares("long-range") && inputs.yes("long-range");
        let own = [(key, false), ("escorts", true)];
        let passage = passage::read(inputs, &own, StrikePhase::StrategicWarfare, faults);
        let later_pilots = inputs.yes("quality-4");
        Some(Self { bombers, escorts, distance, long_range, chooser, place, later_pilots, passage })
    }
}

impl RaidFliers {
    /// Who can meet them on their way, unless the rules forbid something about it.
    pub(super) fn passage(&mut self, tables: &RaidTables) -> Result<Option<AirPassage>, Vec<Refusal>> {
        self.passage.take().map(|input| AirPassage::of(input, &tables.passage)).transpose()
    }

    /// Everything that the rules forbid about those who fly.
    pub(super) fn forbidden(&self, escorts: &[AirClass], why: &str) -> Vec<Refusal> {
        let mut all = Vec::new();
        for unit in &self.bombers {
            let wrong = (unit.class != AirClass::Bomber).then_some("only bombers of type B bomb here");
            let far = self.distance.zip(unit.face().range).filter(|(hexes, range)| hexes > range);
            let far = far.map(|(hexes, range)| format!("{hexes} hexes are beyond its range of {range}"));
            let told = wrong.map(str::to_owned).into_iter().chain(far);
            all.extend(told.map(|what| Refusal::new("2.1", format!("{}: {what}", unit.name))));
        }
        for unit in self.escorts.iter().filter(|unit| !escorts.contains(&unit.class)) {
            all.push(Refusal::new("2.1", format!("{}: {why}", unit.name)));
        }
        for unit in self.bombers.iter().chain(&self.escorts) {
            if unit.is(AirWord::Unsupplied) {
                all.push(Refusal::new("2.1", format!("{} is out of supply", unit.name)));
            }
            if unit.is(AirWord::Committed) || unit.is(AirWord::PreviouslyCommitted) {
                all.push(Refusal::new("2.1", format!("{} has flown already this month", unit.name)));
            }
        }
        all
    }

    /// Bombers that are no B-29 of the US.
    pub(super) fn not_b29(&self, rules: &RaidRules, rule: &str, what: &str) -> Vec<Refusal> {
        let others = self.bombers.iter().filter(|unit| !rules.is_b29(unit));
        others.map(|unit| Refusal::new(rule, format!("{} is not a US B-29: {what}", unit.name))).collect()
    }

    /// What is added to the dice for the long range, where there is one.
    pub(super) fn modifiers(&self, tables: &RaidTables) -> Vec<RaidModifier> {
        let dice = &tables.rules.dice;
        let value = match tables.choices.is("long_range_drm", "-1") {
            true => dice.long_range_otherwise,
            false => dice.long_range,
        };
        let modifier = RaidModifier {
            label: "long range",
            value,
            cause: "no own air base within 10 hexes of the target (choice long_range_drm; counted from it, gap G75)".into(),
            rule: "2.1.2",
        };
        if self.long_range { vec![modifier] } else { Vec::new() }
    }
}

impl ToldEp {
    pub(super) fn purse(self, payer: &Payer) -> Purse {
        let Self { next_income, lost, on_track } = self;
        Purse { payer: payer.clone(), next_income, lost: lost.unwrap_or(0), on_track }
    }
}
