//! US Magic and the change of JN-25 (ATPO-R61, 17.10): what a chit may be used for, and what it does.

mod input;
mod limits;

use serde::{Deserialize, Serialize};

use input::{MagicContext, Roller, TypedMagic};

use crate::magic::{HelpedNations, NUMBERS};
use crate::sea::merchant::{self, MerchantNumbers};
use crate::sea::numbers::{self, DataMonth, Format1, TopicTables};
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::{Act, Deed, Term, Whom};
use liege_rules::play::inputs::{Inputs, Key, KeyFault, TypedInput as _};
use liege_rules::play::procedure::{ContextError, Log, Refusal, Role, Sum};

/// `magic.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MagicNumbers {
    #[serde(rename = "format")]
    _format: Format1,
    draw: DrawRow,
    helped: HelpedNations,
    yamamoto: YamamotoRow,
    repair: YardRow,
    jn25: ChangeRow,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct DrawRow {
    from: DataMonth,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct YamamotoRow {
    from: DataMonth,
    to: DataMonth,
    japanese_offensives: i64,
    us_offensives: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct YardRow {
    yard_time: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct ChangeRow {
    from: DataMonth,
}

/// The tables of Magic.
pub struct MagicTables {
    of: TopicTables<MagicNumbers>,
    merchants: MerchantNumbers,
}

/// ATPO-R61.
pub struct Magic;

/// A roll that a number can change.
#[derive(Debug, PartialEq, Eq)]
pub struct MagicRoll {
    /// Its word.
    word: &'static str,
    /// The chit that it needs.
    context: MagicContext,
    /// What players call it.
    called: &'static str,
    /// Whether a low die is good for him who rolls.
    low_is_good: bool,
    rule: &'static str,
}

/// What a chit prints for die rolls, both as positive numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MagicValue {
    plus: i64,
    minus: i64,
}

/// A chit that is to be used.
#[derive(Debug, Clone)]
pub struct MagicUse {
    typed: TypedMagic,
    context: MagicContext,
    value: MagicValue,
    /// A second chit for the same roll.
    second: Option<(MagicContext, MagicValue)>,
    roll: Option<&'static MagicRoll>,
    nations: Vec<&'static str>,
}

/// What it does. Values that belong to other chits are left out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct MagicFacts {
    /// What is added to the roll.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modifier: Option<i64>,
    /// EP that Japan loses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ep: Option<u32>,
    /// What is added to Japan's Offensives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub japanese_offensives: Option<i64>,
    /// What is added to the Offensives of the US.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub us_offensives: Option<i64>,
    /// Who holds the Initiative for the month.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initiative: Option<&'static str>,
    #[serde(skip)]
    told: String,
    #[serde(skip)]
    deeds: Vec<Deed>,
}

/// The side that gets the Initiative.
const ALLIES: Role = Role::new("Allies");

impl Sum for Magic {
    const GAME: &'static str = "atpo";
    const ID: &'static str = "ATPO-R61";
    const NAME: &'static str = "magic";
    const KEYS: &'static [Key] = TypedMagic::KEYS;
    const CHOICES: &'static [&'static str] = &["us_offensive_track"];
    type Cx = MagicTables;
    type Input = MagicUse;
    type Facts = MagicFacts;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<MagicTables, ContextError> {
        let of = numbers::load(NUMBERS, files, settings, Self::CHOICES)?;
        let merchants = numbers::load(merchant::NUMBERS, files, settings, &[])?.numbers;
        Ok(MagicTables { of, merchants })
    }

    fn read(inputs: &Inputs) -> Result<MagicUse, Vec<KeyFault>> {
        input::magic(inputs)
    }

    fn sum(played: &MagicUse, tables: &MagicTables, log: &mut Log) -> Result<MagicFacts, Vec<Refusal>> {
        let refusals = played.against(&tables.of.numbers);
        if !refusals.is_empty() {
            return Err(refusals);
        }
        let mut facts = MagicFacts {
            modifier: None,
            ep: None,
            japanese_offensives: None,
            us_offensives: None,
            initiative: None,
            told: String::new(),
            deeds: Vec::new(),
        };
        match (played.context, played.roll) {
            (MagicContext::Maru, _) => played.maru(&tables.merchants, &mut facts, log),
            (MagicContext::Initiative, _) => initiative(&mut facts, log),
            (MagicContext::Yamamoto, _) => played.yamamoto(&tables.of, &mut facts, log),
            (MagicContext::Repair, _) => repair(tables.of.numbers.repair.yard_time, &mut facts, log),
            (_, Some(roll)) => played.modifies(roll, &mut facts, log),
            (_, None) => {}
        }
        log.line(|| {
            let cause =
                "it is shown before the roll or the effect, used once, and goes back among the others";
            ("chit", "returned", cause, "17.10.2.6")
        });
        let chit = Whom::Thing(Term::new("magic", "US Magic chit"));
        let mix = Term::new("magic-mix", "the other Magic chits");
        facts.deeds.push(Deed { whom: chit, act: Act::Destroy(mix), rule: "17.10.2.6".into() });
        Ok(facts)
    }

    fn deeds(facts: &MagicFacts) -> Vec<Deed> {
        facts.deeds.clone()
    }

    fn result(facts: &MagicFacts) -> String {
        facts.told.clone()
    }
}

impl MagicUse {
    /// Whether the enemy rolls.
    fn is_enemys(&self) -> bool {
        self.typed.whose == Some(Roller::Enemy)
    }

    /// A number on a die or dice.
    fn modifies(&self, roll: &'static MagicRoll, facts: &mut MagicFacts, log: &mut Log) {
        let second = self.second.map(|(_, value)| value).unwrap_or_default();
        // The sign favours the side of the US: a low die is good for whoever rolls some dice.
        let (value, other) = match (roll.low_is_good == self.is_enemys(), self.context) {
            (true, _) => (self.value.plus, second.plus),
            // A chit for the sea prints a plus alone.
            (false, MagicContext::Naval) => (-self.value.plus, -second.plus),
            (false, _) => (-self.value.minus, -second.minus),
        };
        let sum = value.saturating_add(other);
        let whose = if self.is_enemys() { "an enemy" } else { "an own" };
        if self.second.is_some() {
            let why = "a Seasonal and a Yearly chit with the same context add up";
            log.line(|| ("both chits", format!("{value:+} and {other:+}"), why, "17.10.2.5"));
        }
        log.line(|| {
            let good =
                if roll.low_is_good { "low dice are good for the roller" } else { "high dice are good" };
            let good = match roll.word {
                "sea-mines" => "low dice hit, so the chit's plus is subtracted (proposed)",
                "return-fire" => "high dice hit; the rules give signs only for fighters (proposed)",
                _ => good,
            };
            (
                roll.called,
                format!("{sum:+}"),
                format!("on {whose} roll: {good}; cumulative with everything else"),
                roll.rule,
            )
        });
        if self.context == MagicContext::Land {
            let cause =
                "neither side may take a Re-Roll, even if declared, and Japan may not cancel the attack";
            log.line(|| ("land combat", "no Re-Roll", cause, roll.rule));
        }
        facts.modifier = Some(sum);
        facts.told = format!("{sum:+} on {whose} {}", roll.called);
    }

    /// Submarines on one route.
    fn maru(&self, merchants: &MerchantNumbers, facts: &mut MagicFacts, log: &mut Log) {
        let (count, ep) = merchants.maru(self.typed.submarines.unwrap_or(0));
        log.line(|| {
            let cause = format!(
                "{count} of {} US submarines on one route count; bombers and surface ships do not",
                self.typed.submarines.unwrap_or(0)
            );
            ("Maru", format!("{ep:+} EP"), cause, "17.10.2.2.1")
        });
        facts.ep = Some(ep);
        facts.told = format!("{ep:+} EP");
        let whom = Whom::Thing(Term::new("jp-loss", "strategic losses of Japan"));
        facts.deeds.push(Deed { whom, act: Act::Value(ep.into()), rule: "17.10.2.2.1".into() });
    }

    /// Yamamoto is shot down.
    fn yamamoto(&self, tables: &TopicTables<MagicNumbers>, facts: &mut MagicFacts, log: &mut Log) {
        let row = &tables.numbers.yamamoto;
        let taken = row.japanese_offensives.max(-self.typed.offensives.map_or(i64::MAX, i64::from));
        log.line(|| {
            let cause = if taken == row.japanese_offensives {
                "Japan chooses Army or Navy Offensives"
            } else {
                "Japan has no more; the rest is not owed (proposed)"
            };
            ("Offensives of Japan", format!("{taken:+}"), cause, "17.10.2.3")
        });
        let western = tables.choices.is("us_offensive_track", "western");
        let track = if western { "Western Ally track" } else { "US track" };
        log.line(|| {
            let cause = format!("on the {track} (choice us_offensive_track)");
            ("Offensives of the US", format!("{:+}", row.us_offensives), cause, "17.10.2.3")
        });
        log.line(|| {
            ("Yamamoto", "out of use", "the chit is never played again, nor replaced when drawn", "17.10.2.3")
        });
        facts.japanese_offensives = Some(taken);
        facts.us_offensives = Some(row.us_offensives);
        facts.told = format!("Japanese Offensives {taken:+}, US Offensives {:+}", row.us_offensives);
        let thing = |term: Term, by: i64| Deed {
            whom: Whom::Thing(term),
            act: Act::Value(by),
            rule: "17.10.2.3".into(),
        };
        let own = if western {
            Term::new("western-off", "Offensives on the Western Ally track")
        } else {
            Term::new("us-off", "US Offensives")
        };
        let japanese = Term::new("jp-off", "Japanese Offensives");
        facts.deeds.extend([thing(japanese, taken), thing(own, row.us_offensives)]);
    }
}

fn initiative(facts: &mut MagicFacts, log: &mut Log) {
    let cause = "only for this month; the US player decides what the Allies do first";
    log.line(|| ("Initiative", "Allies", cause, "17.10.2.2.2"));
    facts.initiative = Some("Allies");
    facts.told = "the Allies have the Initiative this month".into();
    let whom = Whom::Thing(Term::new("initiative", "Initiative"));
    facts.deeds.push(Deed { whom, act: Act::Capture(ALLIES), rule: "17.10.2.2.2".into() });
}

fn repair(yard_time: i64, facts: &mut MagicFacts, log: &mut Log) {
    let cause =
        "on one US naval repair roll, declared before it; the Naval Repair Table is not printed (gap G07)";
    log.line(|| ("yard time", format!("{yard_time:+}"), cause, "17.10.2.4"));
    facts.modifier = Some(yard_time);
    facts.told = format!("{yard_time:+} on one US naval repair roll");
}
