//! Evasion chits and Night at sea (ATPO-R60, 17.2, 17.3): the allotments, the night roll, and an attack by moonlight.

mod given;

use serde::Serialize;

use super::numbers::{self, DataMonth, Format1, TopicTables, numbers};
use super::ship::NavalUnit;
use super::shot::{Added, Hit, Shot};
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::dice::{Dice, Die};
use liege_rules::play::procedure::{
    ContextError, Log, Outcome, Played, Refusal, Script, ScriptHead, TableTop,
};

/// Path of its numbers.
pub const NUMBERS: &str = "rules/atpo/evasion_and_night.toml";

numbers! {
    /// `evasion_and_night.toml`.
    pub struct NightNumbers {
        #[serde(rename = "format")]
        _format: Format1,
        evasion: EvasionRow,
        night: NightRow,
        moonlit: MoonlitRow,
        evasion_chit: EvasionChitRow,
        night_chits: NightChitsRow,
    }

    struct EvasionRow { allotment: [u8; 6], from: DataMonth, to: DataMonth }
    struct NightRow { moonless_most: i32, moonlit_most: i32, pt_boat: i32 }

    struct MoonlitRow {
        die: i32,
        favoured: i32,
        japanese_before: DataMonth,
        allied_from: DataMonth,
        allied: Vec<String>,
    }

    struct NightChitsRow { admiral: i32 }
    struct EvasionChitRow { us_share_percent: u32 }
}

impl NightNumbers {
    /// How much of the gunnery must be US for an Evasion chit.
    pub(super) fn us_share_percent(&self) -> u32 {
        self.evasion_chit.us_share_percent
    }

    /// What moonlight in a month such as `1943-07` adds to the combat dice of a naval unit (17.3.1); nothing by day.
    pub(super) fn moonlight(&self, by: &NavalUnit, month: Option<&str>) -> Option<Added<'static>> {
        let (added, _) = self.moonlit.modifier(by.nation.unwrap_or_default(), false, month?);
        Some(("moonlight", added, "17.3.1"))
    }

    /// What it does to the combat dice of aircraft, in any month.
    pub(crate) fn moonlight_for_aircraft(&self) -> i32 {
        self.moonlit.die
    }
}

impl MoonlitRow {
    /// What a side's combat dice get, and why; months are written so that they sort as texts.
    fn modifier(&self, nation: &str, aircraft: bool, date: &str) -> (i32, &'static str) {
        let japanese = nation == "JP" && date < self.japanese_before.text();
        let allied = self.allied.iter().any(|one| one == nation) && date >= self.allied_from.text();
        match () {
            () if aircraft => (self.die, "moonlit night: aircraft"),
            () if japanese => (self.favoured, "moonlit night: Japanese naval units before 1943"),
            () if allied => (self.favoured, "moonlit night: UK and US naval units from 1943 on"),
            () => (self.die, "moonlit night"),
        }
    }
}

/// ATPO-R60.
pub struct NightMoves;

/// What is to be rolled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NightRoll {
    /// How many Evasion chits the US gets (17.2.1).
    EvasionChits {
        /// The month, when it was told.
        date: Option<String>,
    },
    /// Whether it is night (17.3).
    Night(Sighting),
    /// How many Night chits a side gets (17.3.2).
    NightChits {
        /// Own Admirals that are out of the game.
        admirals: i32,
        /// Whether Japan is at war with the US.
        at_war: bool,
    },
    /// One attack by moonlight (17.3.1).
    Attack(MoonlitAttack),
}

/// Who was found, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sighting {
    pub(super) pt_boat: bool,
    pub(super) coastal: bool,
    pub(super) automatic: bool,
    pub(super) natural_6: bool,
    pub(super) dummy: bool,
    /// A Night chit is used in place of the die.
    pub(super) chit: bool,
}

/// An attack on a ship by moonlight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoonlitAttack {
    nation: String,
    aircraft: bool,
    date: String,
    gunnery: i32,
    armor: u8,
}

/// How dark it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sky {
    /// The success is cancelled.
    Moonless,
    /// The attack goes on with worse dice.
    Moonlit,
    /// Night, and nothing follows from it.
    WithoutEffect,
    /// No night.
    Day,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "the names say it")]
pub enum NightOutcome {
    Evasion { evasion_chits: u8 },
    Sky { night: Sky },
    Chits { night_chits: i32 },
    Attack { hit: bool },
}

impl Script for NightMoves {
    const HEAD: ScriptHead = ScriptHead::of("atpo", "ATPO-R60", "evasion-and-night").reads(&[
        "hit_compare",
        "natural_6_automatic",
        "night_die",
    ]);
    type Cx = TopicTables<NightNumbers>;
    type Input = NightRoll;
    type Battle = NightRoll;
    type State = NightOutcome;
    type Outcome = NightOutcome;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<Self::Cx, ContextError> {
        numbers::load(NUMBERS, files, settings, Self::HEAD.choices())
    }

    fn begin(roll: NightRoll, tables: &Self::Cx) -> Result<(NightRoll, NightOutcome), Vec<Refusal>> {
        let refusals = against(&roll, tables);
        if refusals.is_empty() { Ok((roll, NightOutcome::Sky { night: Sky::Day })) } else { Err(refusals) }
    }

    fn play<'b>(
        roll: &'b NightRoll,
        tables: &'b Self::Cx,
        outcome: &mut NightOutcome,
        at: &mut TableTop<'_, 'b>,
    ) -> Played {
        let (dice, log) = at.dice();
        let numbers = &tables.numbers;
        *outcome = match roll {
            NightRoll::EvasionChits { .. } => evasion_chits(&numbers.evasion, dice, log),
            NightRoll::Night(sighting) => NightOutcome::Sky { night: night(*sighting, tables, dice, log) },
            NightRoll::NightChits { admirals, .. } => night_chits(*admirals, &numbers.night_chits, dice, log),
            NightRoll::Attack(attack) => moonlit_attack(attack, tables, dice, log),
        };
        Ok(())
    }

    fn outcome(_: &NightRoll, outcome: &NightOutcome) -> NightOutcome {
        outcome.clone()
    }
}

impl Outcome for NightOutcome {
    fn result(&self) -> String {
        match self {
            Self::Evasion { evasion_chits } => chits((*evasion_chits).into(), "Evasion"),
            Self::Chits { night_chits } => chits(*night_chits, "Night"),
            Self::Attack { hit: true } => "hit".into(),
            Self::Attack { hit: false } => "miss".into(),
            Self::Sky { night } => night.words().into(),
        }
    }
}

impl Sky {
    fn words(self) -> &'static str {
        match self {
            Self::Moonless => "moonless",
            Self::Moonlit => "moonlit",
            Self::WithoutEffect => "night has no effect",
            Self::Day => "no night",
        }
    }

    /// What follows from it.
    fn follows(self, moonlit: &MoonlitRow) -> String {
        let told = match self {
            Self::Moonless => {
                "the success is cancelled, but counts as an attempt; no further searches or interceptions \
                 there until the Step ends or the ships leave"
            }
            Self::Moonlit => {
                let (die, favoured) = (moonlit.die, moonlit.favoured);
                return format!(
                    "the attack may go on with {die:+} on every combat die of both sides, aircraft too; \
                     {favoured:+} instead for Japanese naval units before 1943, for UK and US ones from 1943; \
                     anti-aircraft fire hits only below its value"
                );
            }
            Self::WithoutEffect => "choice night_die",
            Self::Day => "the success is not cancelled",
        };
        told.to_owned()
    }
}

/// `four Evasion chits`, `one Night chit`.
fn chits(count: i32, name: &str) -> String {
    const WORDS: [&str; 7] = ["no", "one", "two", "three", "four", "five", "six"];
    let word = usize::try_from(count).ok().and_then(|count| WORDS.get(count));
    let word = word.map_or_else(|| count.to_string(), |word| (*word).to_owned());
    format!("{word} {name} chit{}", if count == 1 { "" } else { "s" })
}

/// What the rules forbid.
pub(super) fn against(roll: &NightRoll, tables: &TopicTables<NightNumbers>) -> Vec<Refusal> {
    let evasion = &tables.numbers.evasion;
    let told = match roll {
        NightRoll::EvasionChits { date: Some(date) }
            if date.as_str() < evasion.from.text() || date.as_str() > evasion.to.text() =>
        {
            Some(("17.2.1", "Evasion chits are allotted once, in the Winter Seasonal Turn of 1942"))
        }
        NightRoll::Night(sighting) if sighting.automatic => {
            Some(("17.3", "Night never cancels an automatic search or interception"))
        }
        NightRoll::Night(sighting)
            if sighting.natural_6 && tables.choices.is("natural_6_automatic", "yes") =>
        {
            Some((
                "17.3",
                "a natural 6 is an automatic interception, which Night never cancels (choice natural_6_automatic)",
            ))
        }
        NightRoll::NightChits { at_war: false, .. } => {
            Some(("17.3.2", "no Night chits while Japan is not at war with the US"))
        }
        _ => None,
    };
    told.map(|(rule, reason)| Refusal::new(rule, reason)).into_iter().collect()
}

fn evasion_chits(row: &EvasionRow, dice: &mut dyn Dice, log: &mut Log) -> NightOutcome {
    let of = |die: u8| row.allotment.get(usize::from(die).wrapping_sub(1)).copied().unwrap_or(0);
    let die = dice.roll_into(Die::D6, "Evasion chits", &|die| of(die).into());
    log.roll(Die::D6, die, || ("Evasion chits: die", "1d6, for the whole game", "17.2.1"));
    let outcome = NightOutcome::Evasion { evasion_chits: of(die) };
    log.line(|| ("allotment", outcome.result(), "each is used once", "17.2.1"));
    outcome
}

fn night_chits(admirals: i32, row: &NightChitsRow, dice: &mut dyn Dice, log: &mut Log) -> NightOutcome {
    let modifier = admirals.saturating_mul(row.admiral);
    let of = |die: u8| i32::from(die).saturating_add(modifier).max(0);
    let die = dice.roll_into(Die::D6, "Night chits", &|die| u16::try_from(of(die)).unwrap_or(u16::MAX));
    log.roll(Die::D6, die, || ("Night chits: die", "1d6, for the whole year", "17.3.2"));
    if modifier != 0 {
        log.line(|| {
            ("Night modifier: Admirals out of the game", format!("{modifier:+}"), "1 for each", "17.3.2")
        });
    }
    let outcome = NightOutcome::Chits { night_chits: of(die) };
    log.line(|| ("allotment", outcome.result(), "unused ones are returned at the end of the year", "17.3.2"));
    outcome
}

/// What needs no die: a dummy, and a Night chit.
fn without_die(sighting: Sighting, moonlit: &MoonlitRow, log: &mut Log) -> Option<Sky> {
    if sighting.dummy {
        let why = "no dice: the owner of a dummy task force says that it is one";
        log.line(|| ("night", Sky::Day.words(), why, "17.3.1"));
        return Some(Sky::Day);
    }
    sighting.chit.then(|| {
        let follows = Sky::Moonless.follows(moonlit);
        log.line(|| ("night", Sky::Moonless.words(), format!("no dice: a Night chit; {follows}"), "17.3.2"));
        Sky::Moonless
    })
}

pub(super) fn night(
    sighting: Sighting,
    tables: &TopicTables<NightNumbers>,
    dice: &mut dyn Dice,
    log: &mut Log,
) -> Sky {
    let row = &tables.numbers.night;
    if let Some(sky) = without_die(sighting, &tables.numbers.moonlit, log) {
        return sky;
    }
    let modifier = if sighting.pt_boat && sighting.coastal { row.pt_boat } else { 0 };
    let by_face = tables.choices.is("night_die", "actual");
    let sky = |die: u8| {
        let net = i32::from(die).saturating_add(modifier);
        let tells = if by_face { i32::from(die) } else { net };
        match () {
            () if net > row.moonlit_most => Sky::Day,
            () if tells <= row.moonless_most => Sky::Moonless,
            () if tells <= row.moonlit_most => Sky::Moonlit,
            () => Sky::WithoutEffect,
        }
    };
    let die = dice.roll_into(Die::D6, "night", &|die| sky(die) as u16);
    log.roll(Die::D6, die, || ("night: die", "1d6, declared by the moving player", "17.3"));
    if sighting.pt_boat {
        let why =
            if sighting.coastal { "a single US PT-Boat" } else { "a US PT-Boat, but not in a coastal hex" };
        log.line(|| ("night modifier: PT-Boat", format!("{modifier:+}"), why, "17.3"));
    }
    let sky = sky(die);
    log.line(|| {
        let why = format!(
            "total {}: {}",
            i32::from(die).saturating_add(modifier),
            sky.follows(&tables.numbers.moonlit)
        );
        ("night", sky.words(), why, "17.3.1")
    });
    sky
}

fn moonlit_attack(
    attack: &MoonlitAttack,
    tables: &TopicTables<NightNumbers>,
    dice: &mut dyn Dice,
    log: &mut Log,
) -> NightOutcome {
    let (modifier, why) = tables.numbers.moonlit.modifier(&attack.nation, attack.aircraft, &attack.date);
    let by = format!("attack of {}", attack.nation);
    let mut shot = Shot::new(&by, "the target", attack.armor, "3.11.4.1");
    shot.added = vec![("strength of the attack", attack.gunnery, "3.11.4.1"), (why, modifier, "17.3.1")];
    shot.above = tables.choices.is("hit_compare", "gt");
    NightOutcome::Attack { hit: shot.roll(false, dice, log) != Hit::Miss }
}
