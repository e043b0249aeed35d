//! Paradrops (ATPO-R36, 4.12.4.2): before the attack, and alone.

use serde::Serialize;

use super::attack::Superiority;
use super::battle::{Fate, Fight, Stage, State, eliminate};
use crate::rules::atpo::crt::{Paradrop, Tables};
use crate::rules::atpo::forces;
use crate::rules::atpo::forces::terrain::TERRAIN;
use crate::rules::atpo::forces::unit::{self, Condition};
use crate::rules::choices::Setting;
use crate::rules::data::Files;
use crate::rules::deeds::{Act, Deed, Whom};
use crate::rules::dice::{Dice, Die};
use crate::rules::inputs::{Inputs, Key, KeyFault, KeyKind};
use crate::rules::procedure::{Coded, ContextError, Flow, Log, Procedure, Refusal};

/// What a drop depends on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Circumstances {
    /// Terrain of the hex.
    pub terrain: String,
    /// Who alone has air units over the hex; the dropping side is the attacker.
    pub superiority: Superiority,
    /// A friendly land unit is adjacent, or was dropped or landed before.
    pub adjacent: bool,
    /// First month of a sneak attack.
    pub sneak_first: bool,
}

/// How a drop ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Landing {
    Eliminated,
    Depleted,
    Intact,
}

impl Landing {
    fn word(self) -> &'static str {
        match self {
            Self::Eliminated => "eliminated",
            Self::Depleted => "depleted",
            Self::Intact => "intact",
        }
    }
}

/// Roll one drop.
pub fn roll(
    name: &str,
    given: &Circumstances,
    tables: &Tables,
    dice: &mut dyn Dice,
    log: &mut Log,
) -> Landing {
    let numbers = &tables.numbers.paradrop;
    let terrain = match given.terrain.as_str() {
        "jungle" | "mountain" => numbers.jungle_or_mountain,
        "jungle-mountain" => numbers.jungle_mountain,
        _ => 0,
    };
    let air = match given.superiority {
        Superiority::Attacker => numbers.own_superiority,
        Superiority::Defender => numbers.enemy_superiority,
        Superiority::Nobody => 0,
    };
    let modifiers = [
        ("air superiority", air, "4.12.4.2"),
        ("terrain", terrain, "4.12.4.2"),
        ("not adjacent", if given.adjacent { 0 } else { numbers.not_adjacent }, "4.12.4.2"),
        ("sneak attack", if given.sneak_first { numbers.sneak_first } else { 0 }, "17.1.5"),
    ];
    let sum: i32 = modifiers.iter().map(|(_, value, _)| value).sum();
    let landing_of = |die: u8| match i32::from(die) + sum {
        total if total <= numbers.eliminated_most => Landing::Eliminated,
        total if total <= numbers.depleted_most => Landing::Depleted,
        _ => Landing::Intact,
    };
    let die = dice.roll_into(Die::D6, "paradrop", &|die| landing_of(die) as u16);
    let landing = landing_of(die);
    log.roll(Die::D6, die, || (format!("drop of {name}: die"), "1d6", "4.12.4.2"));
    for (label, value, rule) in modifiers.iter().filter(|(_, value, _)| *value != 0) {
        log.line(|| (format!("drop modifier: {label}"), format!("{value:+}"), name, *rule));
    }
    let total = i32::from(die) + sum;
    log.line(|| {
        let (dead, weak) = (numbers.eliminated_most, numbers.depleted_most);
        let why = match landing {
            Landing::Eliminated => format!("total {total}; {dead} or less"),
            Landing::Depleted => format!("total {total}; {} to {weak}", dead + 1),
            Landing::Intact => format!("total {total}; more than {weak}"),
        };
        (format!("drop of {name}"), landing.word(), why, "4.12.4.2")
    });
    landing
}

/// Roll the next drop of a battle, from this attacker on; then the attack follows.
pub(super) fn next(mut battle: Fight<'_>, from: usize, dice: &mut dyn Dice, log: &mut Log) -> State {
    let attack = battle.attack;
    let units = attack.attacker.units();
    let Some(index) = (from..units.len()).find(|index| units[*index].is(Condition::Drop)) else {
        let next = if units.is_empty() || !battle.fighting_attackers().is_empty() {
            Stage::Fight
        } else {
            Stage::End
        };
        return battle.at(next);
    };
    // Units that attack by land or from the sea are adjacent, and so are earlier drops (4.12.4.2).
    let there = |other: usize| {
        let waits = units[other].is(Condition::Drop) && other >= index;
        units[other].fights() && !waits && battle.attackers[other].fate == Fate::Stands
    };
    let given = Circumstances {
        terrain: attack.terrain.clone(),
        superiority: attack.air_superiority(),
        adjacent: attack.drop_adjacent || (0..units.len()).any(there),
        sneak_first: attack.sneak == 1 && units[index].nation.is_none_or(|nation| nation == "JP"),
    };
    match roll(&units[index].name, &given, battle.tables, dice, log) {
        Landing::Eliminated => eliminate(&mut battle.attackers[index]),
        Landing::Depleted => {}
        Landing::Intact => battle.attackers[index].intact_drop = true,
    }
    battle.at(Stage::Drops(index + 1))
}

/// What the report calls the unit of a drop alone.
pub const PARATROOP: &str = "paratroop";

/// ATPO-R36: one drop alone.
pub struct Drop;

const KEYS: &[Key] = &[
    Key::new("terrain", &[], KeyKind::alone(TERRAIN), "4.12.4.2", "terrain of the hex; clear when not given"),
    Key::new("jungle", &[], KeyKind::flag("terrain", "jungle"), "4.12.4.2", "the same as terrain=jungle"),
    Key::new(
        "air-superiority",
        &["superiority"],
        KeyKind::word(&[
            ("friendly", &["yes", "own", "attacker", "true", "+2"]),
            ("enemy", &["defender", "-2"]),
            ("none", &["no", "contested", "false"]),
        ]),
        "4.12.4.2",
        "friendly, enemy or none",
    ),
    Key::new(
        "adjacent",
        &["drop-adjacent"],
        KeyKind::YesNo,
        "4.12.4.2",
        "a friendly land unit is adjacent; yes when not given",
    ),
    Key::new("not-adjacent", &[], KeyKind::YesNo, "4.12.4.2", "the same as adjacent=no"),
    Key::new(
        "friendly-superiority",
        &["own-superiority", "friendly-air-superiority"],
        KeyKind::flag("air-superiority", "friendly"),
        "4.12.4.2",
        "the same as air-superiority=friendly",
    ),
    Key::new(
        "enemy-superiority",
        &["enemy-air-superiority"],
        KeyKind::flag("air-superiority", "enemy"),
        "4.12.4.2",
        "the same as air-superiority=enemy",
    ),
    Key::new(
        "sneak",
        &["sneak-attack"],
        KeyKind::word(&[
            ("none", &["no", "false"]),
            ("first", &["yes", "true", "1st", "first-month"]),
            ("second", &["2nd", "second-month"]),
        ]),
        "17.1.5",
        "first month of a Japanese sneak attack",
    ),
    Key::new("depleted", &["reduced"], KeyKind::YesNo, "4.12.4.4", "the paratroop is depleted already"),
    Key::new("out-of-supply", &[], KeyKind::YesNo, "4.12.4.1", "the paratroop is out of supply"),
    Key::new("nation", &[], KeyKind::List, "4.12.4.2", "whose paratroop it is"),
    Key::new(
        "distance",
        &["hexes"],
        KeyKind::Number(0, 99),
        "4.12.4.2",
        "hexes from the airbase: more than 12, for Japan 10, are refused",
    ),
    Key::new(
        "atp",
        &["transport"],
        KeyKind::word(&[("ready", &["unmoved"]), ("moved", &[]), ("aborted", &[]), ("missing", &["none"])]),
        "4.12.4.1",
        "the air transport on its airbase: ready, when not given; one that moved or was aborted drops nothing",
    ),
    Key::new(
        "operation-zone",
        &["zone"],
        KeyKind::YesNo,
        "4.12.4.1",
        "the hex is in the operation zone of the Offensive; yes when not given",
    ),
];

/// A drop with what it takes to make it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedDrop {
    given: Circumstances,
    depleted: bool,
    unsupplied: bool,
    japanese: bool,
    distance: Option<u32>,
    atp: String,
    in_zone: bool,
}

impl PlannedDrop {
    /// Why the drop is not made.
    fn against(&self, numbers: &Paradrop) -> Vec<Refusal> {
        let most = if self.japanese { numbers.japanese_range } else { numbers.range };
        let far = self.distance.filter(|hexes| *hexes > most);
        let atp = match self.atp.as_str() {
            "moved" => Some(("4.12.4.1", "its air transport has moved already this month")),
            "missing" => Some(("4.12.4.1", "no air transport is on its airbase")),
            "aborted" => Some(("4.12.4.2", "its air transport was aborted, and drops nothing")),
            _ => None,
        };
        let told = [
            self.depleted.then_some(("4.12.4.4", "a depleted paratroop cannot make a drop")),
            self.unsupplied.then_some(("4.12.4.1", "the paratroop is out of supply")),
            (!self.in_zone).then_some(("4.12.4.1", "the hex is not in the operation zone of the Offensive")),
            atp,
        ];
        let refuse = |(rule, why): (&str, &str)| Refusal::new(rule, why);
        let far = far.map(|hexes| {
            Refusal::new(
                "4.12.4.2",
                format!("the hex is {hexes} hexes from the airbase, and {most} may be flown"),
            )
        });
        told.into_iter().flatten().map(refuse).chain(far).collect()
    }
}

/// The outcome of a drop.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct DropOutcome {
    /// What became of the paratroop.
    pub paratroop: Landing,
    /// Its modifier to the attack roll.
    pub drm: i32,
}

impl Procedure for Drop {
    const ID: &'static str = "ATPO-R36";
    type Cx = Tables;
    type Input = PlannedDrop;
    type Battle = Circumstances;
    type State = ();
    type Outcome = DropOutcome;

    fn begin(drop: PlannedDrop, tables: &Tables) -> Result<(Circumstances, ()), Vec<Refusal>> {
        let refusals = drop.against(&tables.numbers.paradrop);
        if refusals.is_empty() { Ok((drop.given, ())) } else { Err(refusals) }
    }

    fn step<'b>(
        given: &'b Circumstances,
        (): (),
        tables: &'b Tables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, (), DropOutcome> {
        let paratroop = roll("the paratroop", given, tables, dice, log);
        let drm = if paratroop == Landing::Intact { tables.numbers.drm.undepleted_paratroop } else { 0 };
        Flow::Done(DropOutcome { paratroop, drm })
    }

    fn so_far(_: &Circumstances, (): &(), _: &Tables) -> DropOutcome {
        DropOutcome { paratroop: Landing::Intact, drm: 0 }
    }

    fn result(outcome: &DropOutcome) -> String {
        outcome.paratroop.word().into()
    }

    fn deeds(outcome: &DropOutcome) -> Vec<Deed> {
        let act = match outcome.paratroop {
            Landing::Eliminated => Act::Eliminate(None),
            Landing::Depleted => Act::LoseStep,
            Landing::Intact => return Vec::new(),
        };
        let whom = Whom::Unit { name: PARATROOP.into(), piece: None };
        vec![Deed { whom, act, rule: "4.12.4.2".into() }]
    }
}

impl Coded for Drop {
    const GAME: &'static str = "atpo";
    const NAME: &'static str = "paradrop";
    const PAGE: &'static str = "rules/atpo/procedures/ATPO-R36.md";
    const KEYS: &'static [Key] = KEYS;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<Tables, ContextError> {
        forces::tables(files, settings, Self::CHOICES)
    }

    fn read(inputs: &Inputs) -> Result<PlannedDrop, Vec<KeyFault>> {
        let (beside, apart) = (inputs.yes_no("adjacent"), inputs.yes_no("not-adjacent"));
        if beside.is_some() && beside == apart {
            return Err(vec![KeyFault::new("not-adjacent", "says the contrary of `adjacent`")]);
        }
        let nation = inputs.word("nation").map(|word| (word, unit::nation(word)));
        if let Some((word, None)) = nation {
            return Err(vec![KeyFault::new("nation", format!("no nation \"{word}\""))]);
        }
        let nation = nation.and_then(|(_, code)| code);
        let given = Circumstances {
            terrain: inputs.word("terrain").unwrap_or("clear").to_owned(),
            superiority: match inputs.word("air-superiority") {
                Some("friendly") => Superiority::Attacker,
                Some("enemy") => Superiority::Defender,
                _ => Superiority::Nobody,
            },
            adjacent: beside != Some(false) && apart != Some(true),
            sneak_first: inputs.word("sneak") == Some("first") && nation.is_none_or(|nation| nation == "JP"),
        };
        Ok(PlannedDrop {
            given,
            depleted: inputs.yes("depleted"),
            unsupplied: inputs.yes("out-of-supply"),
            japanese: nation == Some("JP"),
            distance: inputs.number("distance").and_then(|hexes| u32::try_from(hexes).ok()),
            atp: inputs.word("atp").unwrap_or("ready").to_owned(),
            in_zone: inputs.yes_no("operation-zone") != Some(false),
        })
    }
}
