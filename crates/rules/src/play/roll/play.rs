//! A roll played: values to a throw, a band, an outcome; as a procedure like any other.

use std::cell::OnceCell;
use std::sync::Arc;

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::when::{Thrown, fill, said};
use super::{Band, Grid, Roll, RowModifier, Subject};
use crate::play::chances::Limits;
use crate::play::deeds::{Deed, Term, Whom};
use crate::play::dice::Dice;
use crate::play::inputs::Inputs;
use crate::play::procedure::{
    AnyProcedure, Data, Decide, Flow, Log, Play, Policies, Procedure, Refusal, Request, Resolution, RunError,
};

/// A value of an outcome.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fact {
    /// Yes or no.
    Truth(bool),
    /// A number.
    Number(i64),
    /// A text.
    Text(String),
}

impl Serialize for Fact {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Truth(truth) => to.serialize_bool(*truth),
            Self::Number(number) => to.serialize_i64(*number),
            Self::Text(text) => to.serialize_str(text),
        }
    }
}

/// What came out of a roll. In JSON its facts, or `result` where it has none.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct RollOutcome {
    /// Named values.
    pub facts: Vec<(String, Fact)>,
    /// In short.
    pub result: String,
    /// What is done.
    pub deeds: Vec<Deed>,
}

impl Serialize for RollOutcome {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        if self.facts.is_empty() {
            map.serialize_entry("result", &self.result)?;
        }
        for (name, fact) in &self.facts {
            map.serialize_entry(name, fact)?;
        }
        map.end()
    }
}

/// The cell of a table under a total.
struct TableCell<'r> {
    text: &'r str,
    /// Where it stands: `row 3, column Japan`.
    place: String,
}

impl Roll {
    /// Throws the dice for these values. The lines tell dice, modifiers and result, each with its cause.
    pub fn play(&self, told: &Inputs, dice: &mut dyn Dice, log: &mut Log) -> RollOutcome {
        if let Some(sure) = self.sure.iter().find(|sure| sure.when.holds(told, None)) {
            return self.without_dice(sure, told, log);
        }
        let modifiers = self.modifiers(told);
        let drm: i64 = modifiers.iter().fold(0, |sum: i64, (_, value)| sum.saturating_add(*value));
        let thrown = |sum: u16| Thrown { die: sum.into(), total: i64::from(sum).saturating_add(drm) };
        let outcomes: OnceCell<Vec<RollOutcome>> = OnceCell::new();
        let most = u16::from(self.count) * u16::from(self.die.0);
        let class = |sum: u16| {
            let all = || (0..=most).map(|sum| self.outcome(told, thrown(sum)).0).collect();
            let all: &Vec<RollOutcome> = outcomes.get_or_init(all);
            let own = all.get(usize::from(sum));
            let first = all.iter().skip(self.count.into()).position(|outcome| Some(outcome) == own);
            first.and_then(|first| u16::try_from(first).ok()).unwrap_or(sum)
        };
        let before = dice.rolled().len();
        let sum = dice.throw(self.throw(), &self.what, &class);
        let about = self.about(told);
        self.tell_dice(sum, dice.rolled().get(before..).unwrap_or_default(), &about, told, log);
        for (modifier, value) in modifiers {
            log.line(|| {
                let says = fill(&modifier.says, told, None);
                let says = if says.is_empty() { modifier.when.to_string() } else { says };
                (modifier.label.clone(), format!("{value:+}"), says, modifier.rule.to_string())
            });
        }
        let (outcome, why, rule) = self.outcome(told, thrown(sum));
        log.line(|| {
            let label = if about.is_empty() { "result" } else { &about };
            (label, outcome.result.clone(), why, rule.to_owned())
        });
        outcome
    }

    /// What comes without a throw.
    fn without_dice(&self, sure: &Band, told: &Inputs, log: &mut Log) -> RollOutcome {
        let about = self.about(told);
        let result = fill(&sure.result, told, None);
        log.line(|| {
            let label = if about.is_empty() { "result" } else { &about };
            let says = sure.says.as_ref().map(|says| fill(says, told, None)).unwrap_or_default();
            let says = if says.is_empty() { "no dice".to_owned() } else { format!("no dice: {says}") };
            (label.to_owned(), result.clone(), says, sure.rule.to_string())
        });
        let deeds = sure.deeds(&about, told, None);
        RollOutcome {
            facts: self.repeated(told, None).chain(sure.facts.iter().cloned()).collect(),
            result,
            deeds,
        }
    }

    /// What is rolled about, or nothing.
    fn about(&self, told: &Inputs) -> String {
        let fits = self.about.iter().find(|(when, _)| when.holds(told, None));
        fits.map(|(_, text)| fill(text, told, None)).unwrap_or_default()
    }

    fn tell_dice(
        &self,
        sum: u16,
        faces: &[crate::play::dice::Rolled],
        about: &str,
        told: &Inputs,
        log: &mut Log,
    ) {
        let label = |word: &str| if about.is_empty() { word.to_owned() } else { format!("{about}: {word}") };
        let why = |dice: String| match fill(&self.says, told, None) {
            says if says.is_empty() => dice,
            says => format!("{dice}, {says}"),
        };
        if self.count == 1 {
            let face = u8::try_from(sum).unwrap_or(u8::MAX);
            log.roll(self.die, face, || (label("die"), why(self.dice()), self.rule.to_string()));
            return;
        }
        for (index, rolled) in faces.iter().enumerate() {
            let cause = format!("{} of {}", index + 1, self.dice());
            log.roll(self.die, rolled.face, || (label("die"), cause, self.rule.to_string()));
        }
        log.line(|| (label("dice"), sum.to_string(), why(self.dice()), self.rule.to_string()));
    }

    /// The modifiers that hold, with what each comes to.
    fn modifiers(&self, told: &Inputs) -> Vec<(&RowModifier, i64)> {
        let holding = self.modifiers.iter().filter(|modifier| modifier.when.holds(told, None));
        let value = |modifier: &RowModifier| match &modifier.per {
            Some(per) => modifier.add.saturating_mul(per.times(told.number(&per.key).unwrap_or(0))),
            None => modifier.add,
        };
        holding.map(|modifier| (modifier, value(modifier))).filter(|(_, value)| *value != 0).collect()
    }

    /// The outcome under a total, why, and its rule.
    fn outcome(&self, told: &Inputs, thrown: Thrown) -> (RollOutcome, String, &str) {
        let mut facts: Vec<(String, Fact)> = self.repeated(told, Some(thrown)).collect();
        let cell = self.table.as_ref().map(|grid| grid.cell(told, thrown.total));
        let band = match &cell {
            Some(cell) => self.band_of_cell(cell.text, told, thrown),
            None => self.band_of_total(told, thrown),
        };
        let Some(band) = band else {
            // Only a cell may be without a band: its text is all there is to tell.
            let (text, place) = cell.map_or((NOTHING, String::new()), |cell| (cell.text, cell.place));
            let outcome = RollOutcome { facts, result: text.to_owned(), deeds: Vec::new() };
            return (outcome, format!("total {}; {place}", thrown.total), &self.rule);
        };
        let why = match (&band.says, &cell) {
            (Some(says), _) => fill(says, told, Some(thrown)),
            (None, Some(cell)) => cell.place.clone(),
            (None, None) => band.range(thrown.total),
        };
        let why = if why.is_empty() {
            format!("total {}", thrown.total)
        } else {
            format!("total {}; {why}", thrown.total)
        };
        facts.extend(band.facts.iter().cloned());
        let result = fill(&band.result, told, Some(thrown));
        (
            RollOutcome { facts, result, deeds: band.deeds(&self.about(told), told, Some(thrown)) },
            why,
            &band.rule,
        )
    }

    /// The values that the outcome repeats; what was not thrown is left out.
    fn repeated(&self, told: &Inputs, thrown: Option<Thrown>) -> impl Iterator<Item = (String, Fact)> {
        self.facts.iter().filter_map(move |name| {
            let fact = match name.as_str() {
                "die" => Fact::Number(thrown?.die),
                "total" => Fact::Number(thrown?.total),
                name => told
                    .number(name)
                    .map(Fact::Number)
                    .or_else(|| told.yes_no(name).map(Fact::Truth))
                    .unwrap_or_else(|| Fact::Text(said(told, name).unwrap_or_default())),
            };
            Some((name.clone(), fact))
        })
    }

    fn band_of_cell(&self, text: &str, told: &Inputs, thrown: Thrown) -> Option<&Band> {
        let fits = |band: &&Band| band.cell.as_deref() == Some(text) && band.when.holds(told, Some(thrown));
        self.bands.iter().find(fits)
    }

    /// The first band whose condition holds and that has the total; beyond both ends the nearest one.
    fn band_of_total(&self, told: &Inputs, thrown: Thrown) -> Option<&Band> {
        let holding = || self.bands.iter().filter(|band| band.when.holds(told, Some(thrown)));
        let nearest = |band: &&Band| band.totals.distance(thrown.total);
        holding().min_by_key(nearest)
    }

    /// What the rules forbid about these values.
    fn against(&self, told: &Inputs) -> Vec<Refusal> {
        let holding = self.refusals.iter().filter(|refusal| refusal.when.holds(told, None));
        holding
            .map(|refusal| Refusal::new(refusal.rule.to_string(), fill(&refusal.reason, told, None)))
            .collect()
    }
}

/// The result of an empty cell.
const NOTHING: &str = "no effect";

impl Band {
    /// The totals that it is for, in words; before them whether this one is beyond.
    fn range(&self, total: i64) -> String {
        let beyond = if self.totals.distance(total) > 0 { "off the table, as " } else { "" };
        format!("{beyond}{}", self.totals)
    }

    fn deeds(&self, about: &str, told: &Inputs, thrown: Option<Thrown>) -> Vec<Deed> {
        let each = self.effects.iter().flat_map(|effect| {
            let whom = match &effect.whom {
                Subject::About => Whom::Unit { name: about.to_owned(), piece: None },
                Subject::Unit(name) => Whom::Unit { name: fill(name, told, thrown), piece: None },
                Subject::Thing(thing) => {
                    let thing = fill(thing, told, thrown);
                    Whom::Thing(Term::read(thing.clone(), thing))
                }
            };
            let deed = Deed { whom, act: effect.does.clone(), rule: effect.rule.clone() };
            std::iter::repeat_n(deed, effect.times.into())
        });
        each.collect()
    }
}

impl Grid {
    /// What its cells say.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        let cells = self.rows.iter().flat_map(|row| &row.cells);
        cells.map(|text| if text.is_empty() { NOTHING } else { text })
    }

    fn cell(&self, told: &Inputs, total: i64) -> TableCell<'_> {
        let word = self.key.as_ref().and_then(|key| told.word(key));
        let column = word.and_then(|word| self.columns.iter().position(|column| column == word)).unwrap_or(0);
        let row = self.rows.iter().min_by_key(|row| row.totals.distance(total));
        let text = row.and_then(|row| row.cells.get(column)).filter(|text| !text.is_empty());
        let range = row.map(|row| row.totals.to_string()).unwrap_or_default();
        let place = match word {
            Some(word) => format!("row {range}, column {word}"),
            None => format!("row {range}"),
        };
        TableCell { text: text.map_or(NOTHING, String::as_str), place }
    }
}

/// A roll with its values, as a procedure without questions.
struct Rolling;

impl Procedure for Rolling {
    const ID: &'static str = "a roll";
    type Cx = Roll;
    type Input = Inputs;
    type Battle = Inputs;
    type State = ();
    type Outcome = RollOutcome;

    fn begin(told: Inputs, roll: &Roll) -> Result<(Inputs, ()), Vec<Refusal>> {
        let against = roll.against(&told);
        if against.is_empty() { Ok((told, ())) } else { Err(against) }
    }

    fn step<'b>(
        told: &'b Inputs,
        (): (),
        roll: &'b Roll,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, (), RollOutcome> {
        Flow::Done(roll.play(told, dice, log))
    }

    fn so_far(_: &Inputs, (): &(), _: &Roll) -> RollOutcome {
        RollOutcome { facts: Vec::new(), result: String::new(), deeds: Vec::new() }
    }

    fn result(outcome: &RollOutcome) -> String {
        outcome.result.clone()
    }

    fn deeds(outcome: &RollOutcome) -> Vec<Deed> {
        outcome.deeds.clone()
    }
}

impl Play for Roll {
    fn run(
        &self,
        entry: &AnyProcedure,
        request: &Request<'_>,
        dice: &mut dyn Dice,
        who: &mut dyn Decide,
    ) -> Result<Resolution, RunError> {
        let told = self.inputs(request.table).map_err(RunError::Input)?;
        entry.play::<Rolling>(&told.to_json(), self, told, dice, who)
    }

    fn chances(
        &self,
        entry: &AnyProcedure,
        request: &Request<'_>,
        who: &Policies,
        limits: &Limits,
    ) -> Result<Resolution, RunError> {
        let told = self.inputs(request.table).map_err(RunError::Input)?;
        entry.follow::<Rolling>(&told.to_json(), self, told, who, limits)
    }
}

/// A roll as a procedure of its game.
pub(super) fn entry(game: &str, roll: Arc<Roll>) -> AnyProcedure {
    let data = Data { about: roll.title.clone(), words: roll.in_words() };
    let keys = roll.keys.clone();
    AnyProcedure::of_data([game, &roll.id, &roll.name], keys, data, roll.clone())
}
