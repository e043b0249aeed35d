//! Ground support alone (ATPO-R34, 4.11): what bombers and ships add to a base strength.

use serde::Serialize;

use super::keys::TERRAIN;
use super::strength::{Halving, bombers};
use super::unit::{AirKind, AirUnit, air_units};
use crate::rules::atpo::crt::Tables;
use crate::rules::choices::Setting;
use crate::rules::data::Files;
use crate::rules::dice::Dice;
use crate::rules::inputs::{Fault, Inputs, Key, Kind};
use crate::rules::procedure::{ContextError, Effect, Flow, Log, Procedure, Refusal};

/// ATPO-R34: no dice, a sum.
pub struct GroundSupport;

/// What the sum depends on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Support {
    base: u32,
    air: Vec<AirUnit>,
    terrain: String,
    inclement: bool,
    fort: bool,
    defends: bool,
    guns: u32,
}

/// What it comes to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct SupportOutcome {
    /// The base strength.
    pub base: u32,
    /// What bombers bring, before the cap.
    pub air: u32,
    /// What is added: air and guns, at most the base.
    pub added: u32,
    /// Base and additions.
    pub total: u32,
}

const fn key(
    name: &'static str,
    aliases: &'static [&'static str],
    kind: Kind,
    rule: &'static str,
    help: &'static str,
) -> Key {
    Key {
        name,
        aliases,
        kind,
        rule,
        help,
    }
}

const KEYS: &[Key] = &[
    key(
        "base",
        &["strength", "land", "attack", "defence", "base-strength"],
        Kind::Number(0, 10_000),
        "11.6.3.6",
        "strength of the land units",
    ),
    key(
        "air",
        &["bombers", "bomber", "attack-air", "air-units", "support"],
        Kind::List,
        "4.11.3",
        "bombers over the hex: FB 3, B 5 heavy",
    ),
    key(
        "terrain",
        &[],
        Kind::Word(TERRAIN),
        "4.11.3.1",
        "terrain of the hex; clear when not given",
    ),
    key(
        "inclement",
        &["inclement-weather"],
        Kind::YesNo,
        "4.11.3.1",
        "inclement weather effects apply",
    ),
    key(
        "fort",
        &["fortified", "fortification"],
        Kind::YesNo,
        "4.11.3.1",
        "the attacked hex is fortified",
    ),
    key(
        "side",
        &[],
        Kind::Word(&[
            ("attacker", &["attack"]),
            ("defender", &["defence", "defense"]),
        ]),
        "4.11.3",
        "whom the bombers help; the attacker when not given",
    ),
    key(
        "guns",
        &["bombardment", "naval"],
        Kind::Number(0, 1000),
        "3.14.5.4",
        "strength added by ships",
    ),
];

impl Procedure for GroundSupport {
    const GAME: &'static str = "atpo";
    const ID: &'static str = "ATPO-R34";
    const NAME: &'static str = "ground-support";
    const PAGE: &'static str = "rules/atpo/procedures/ATPO-R39.md";
    const KEYS: &'static [Key] = KEYS;
    type Cx = Tables;
    type Input = Support;
    type State = Support;
    type Outcome = SupportOutcome;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<Tables, ContextError> {
        super::tables(files, settings)
    }

    fn read(inputs: &Inputs) -> Result<Support, Vec<Fault>> {
        let mut faults = Vec::new();
        if inputs.number("base").is_none() {
            faults.push(
                Fault::new("base", "is missing")
                    .help("strength of the land units that are supported"),
            );
        }
        let air = match inputs.value("air").map(|value| air_units("air", value)) {
            Some(Err(more)) => {
                faults.extend(more);
                Vec::new()
            }
            Some(Ok(air)) => air,
            None => Vec::new(),
        };
        if !faults.is_empty() {
            return Err(faults);
        }
        let number = |key: &str| {
            inputs
                .number(key)
                .and_then(|number| u32::try_from(number).ok())
                .unwrap_or(0)
        };
        Ok(Support {
            base: number("base"),
            air,
            terrain: inputs.word("terrain").unwrap_or("clear").to_owned(),
            inclement: inputs.yes("inclement"),
            fort: inputs.yes("fort"),
            defends: inputs.word("side") == Some("defender"),
            guns: number("guns"),
        })
    }

    fn begin(support: Support, _: &Tables) -> Result<Support, Vec<Refusal>> {
        Ok(support)
    }

    fn step(
        support: Support,
        tables: &Tables,
        _: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<Support, SupportOutcome> {
        let terrain = tables
            .terrain
            .get(&support.terrain)
            .is_some_and(|terrain| terrain.bomber_support == "half");
        let fort = support.fort && !support.defends;
        let capped = support.defends && tables.choices.is("bomber_defence", "one_each_max2");
        let count = support
            .air
            .iter()
            .filter(|unit| unit.kind == AirKind::Bomber)
            .count();
        let air = if capped {
            u32::try_from(count)
                .unwrap_or(u32::MAX)
                .min(tables.numbers.strength.defence_bombers_most)
        } else {
            bombers(
                &support.air,
                Halving {
                    terrain,
                    inclement: support.inclement,
                    fort,
                },
            )
        };
        log.line(|| {
            (
                "ground support",
                format!("+{air}"),
                if terrain || fort || support.inclement {
                    "halved"
                } else {
                    "bombers"
                },
                "4.11.3",
            )
        });
        let added = (air + support.guns).min(support.base);
        log.line(|| {
            (
                "added",
                format!("+{added}"),
                format!("at most the base of {}", support.base),
                "11.6.3.6",
            )
        });
        let total = support.base + added;
        log.line(|| {
            (
                "total",
                total.to_string(),
                format!("{} + {added}", support.base),
                "11.6.2",
            )
        });
        Flow::Done(SupportOutcome {
            base: support.base,
            air,
            added,
            total,
        })
    }

    fn so_far(support: &Support) -> SupportOutcome {
        SupportOutcome {
            base: support.base,
            air: 0,
            added: 0,
            total: support.base,
        }
    }

    fn result(outcome: &SupportOutcome) -> String {
        outcome.total.to_string()
    }

    fn effects(_: &SupportOutcome) -> Vec<Effect> {
        Vec::new()
    }
}
