//! Orders: answers made beforehand, from a file and from `--policy`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::{Map, Value};

use crate::cli::args::DecisionArgs;
use crate::cli::commands::written::{is_called, read_table};
use crate::cli::session::Session;
use crate::cli::{Failure, data, output};
use liege_rules::data::fault::did_you_mean;
use liege_rules::play::battle::Battle;
use liege_rules::play::inputs::list_words;
use liege_rules::play::procedure::{AnyProcedure, Orders, OrdersName, Policies, Prompt, Role, UsedUp};

/// The newest format of orders files.
const FORMAT: u64 = 1;

/// Why no side and no word of a policy is known.
const ASKS_NOTHING: &str = "this procedure has no decisions";

/// Where the page is.
pub const PAGE: &str = "see docs/orders.md; --template of resolve and run prints a file to fill in";

/// Orders for all battles of a call, and for single ones.
#[derive(Debug, Default)]
pub struct Decisions {
    all: Orders,
    /// By the id of a battle, in small letters.
    own: BTreeMap<String, Orders>,
}

impl Decisions {
    /// The orders of a battle: its own where the file has a table for it.
    pub fn of(&mut self, id: &str) -> &mut Orders {
        self.own.get_mut(&id.to_lowercase()).unwrap_or(&mut self.all)
    }

    fn each(&self) -> impl Iterator<Item = &Orders> {
        std::iter::once(&self.all).chain(self.own.values())
    }

    /// Orders that fitted no question are errors of whoever wrote them.
    pub fn refuse_misfits(&self) -> Result<(), Failure> {
        let misfits: Vec<String> =
            self.each().flat_map(|orders| &orders.misfits).map(ToString::to_string).collect();
        if misfits.is_empty() {
            return Ok(());
        }
        Err(Failure::new(format!("orders: {}", misfits.join("; "))).help(PAGE))
    }

    /// What chances of a battle follow on every path of the dice; orders that are used up cannot be told to a path, and
    /// are refused wherever they stand in the file.
    pub fn policies(&self, id: &str) -> Result<&Policies, Failure> {
        let used = self.each().filter_map(|orders| orders.policies().err()).flat_map(|UsedUp(used)| used);
        let used: BTreeSet<String> = used.collect();
        let orders = self.own.get(&id.to_lowercase()).unwrap_or(&self.all);
        if let (true, Ok(policies)) = (used.is_empty(), orders.policies()) {
            return Ok(policies);
        }
        let used = UsedUp(used.into_iter().collect());
        Err(Failure::new(format!("orders: {used}")).help(
            "let a policy decide: --policy attacker=weakest,advance, or policy = \"…\" in the file; \
                   answers under the name of a unit are allowed, counts of its losses are not",
        ))
    }

    /// What was ordered and never asked.
    pub fn left(&self) -> Vec<String> {
        self.each().flat_map(Orders::left).collect()
    }
}

/// Orders and policies for these procedures; `battles` are those that may have a table of their own and whose units
/// orders may name. Words and sides of policies that only other procedures of the game know are noted, so that one line
/// serves many battles.
pub fn read(
    session: &Session,
    own: &DecisionArgs,
    procedures: &[AnyProcedure],
    battles: &[&Battle],
) -> Result<Decisions, Failure> {
    let prompts: Vec<Prompt> = procedures.iter().flat_map(|entry| entry.prompts).copied().collect();
    let all = of_game(session, procedures)?;
    let (sides, known) = (Sides::of(procedures), KnownWords::of(procedures, &all));
    let mut decisions = Decisions::default();
    let mut idle = BTreeSet::new();
    if let Some(path) = &own.orders {
        let mut reader =
            Reader { path, sides: &sides, prompts: &prompts, words: &known, battles, idle: BTreeSet::new() };
        reader.file(read_table(path)?, &mut decisions)?;
        idle.append(&mut reader.idle);
    }
    for given in &own.policies {
        for (side, words) in policies(&given.to_lowercase(), &sides, &Sides::of(&all), &known)? {
            idle.extend(words.iter().filter_map(|word| known.idle(side, word)));
            for orders in std::iter::once(&mut decisions.all).chain(decisions.own.values_mut()) {
                orders.policy(side, &words.join(","));
            }
        }
    }
    if !idle.is_empty() {
        let idle = idle.into_iter().collect::<Vec<_>>().join(", ");
        output::note(session, &format!("{idle}: no decision here uses this policy word"));
    }
    Ok(decisions)
}

/// All procedures of the game of these.
fn of_game(session: &Session, procedures: &[AnyProcedure]) -> Result<Vec<AnyProcedure>, Failure> {
    let Some(first) = procedures.first() else { return Ok(Vec::new()) };
    let files = data::kept_files(session)?;
    data::procedures(&*data::game(&first.game, &*files)?, &*files)
}

/// The words of policies by which questions are decided.
struct KnownWords {
    /// Those of the procedures at hand, by side.
    here: BTreeMap<Role, BTreeSet<&'static str>>,
    /// Those of all procedures of the game.
    anywhere: BTreeSet<&'static str>,
}

impl KnownWords {
    fn of(procedures: &[AnyProcedure], all: &[AnyProcedure]) -> Self {
        let mut here: BTreeMap<Role, BTreeSet<&str>> = BTreeMap::new();
        for prompt in procedures.iter().flat_map(|entry| entry.prompts) {
            here.entry(prompt.by).or_default().extend(prompt.policies);
        }
        let mut anywhere: BTreeSet<&str> = all.iter().flat_map(AnyProcedure::policies).collect();
        anywhere.extend(here.values().flatten());
        Self { here, anywhere }
    }

    /// `SIDE=WORD` where no question of the side has the word.
    fn idle(&self, side: Role, word: &str) -> Option<String> {
        let decides = self.here.get(&side).is_some_and(|words| words.contains(word));
        (!decides).then(|| format!("{side}={word}"))
    }

    /// Refuses a word that no procedure knows, with a way out: it would decide nothing, in silence.
    fn expect(&self, word: &str) -> Result<(), (String, String)> {
        if self.anywhere.contains(word) {
            return Ok(());
        }
        let near = did_you_mean(word, self.anywhere.iter().copied());
        let here: BTreeSet<&str> = self.here.values().flatten().copied().collect();
        let help = if here.is_empty() {
            ASKS_NOTHING.to_owned()
        } else {
            format!("policy words: {}", here.into_iter().collect::<Vec<_>>().join(", "))
        };
        Err((format!("no policy \"{word}\"{near}"), help))
    }
}

/// The sides of some procedures, each once.
struct Sides {
    roles: Vec<Role>,
    /// A policy for each of them, as an example.
    example: String,
}

impl Sides {
    fn of(procedures: &[AnyProcedure]) -> Self {
        let mut roles: Vec<Role> = Vec::new();
        for role in procedures.iter().flat_map(|entry| entry.roles) {
            if !roles.contains(role) {
                roles.push(*role);
            }
        }
        let prompts = || procedures.iter().flat_map(|entry| entry.prompts);
        let policy = |role: &Role| {
            let word =
                prompts().filter(|prompt| prompt.by == *role).find_map(|prompt| prompt.policies.first())?;
            Some(format!("{role}={word}"))
        };
        let example = roles.iter().filter_map(policy).collect::<Vec<_>>().join(",");
        Self { roles, example }
    }

    fn find(&self, word: &str) -> Option<Role> {
        self.roles.iter().copied().find(|role| role.word() == word)
    }

    fn words(&self) -> Vec<&'static str> {
        self.roles.iter().map(|role| role.word()).collect()
    }

    /// How a policy is written.
    fn help(&self) -> String {
        if self.roles.is_empty() {
            return ASKS_NOTHING.to_owned();
        }
        format!("for example --policy {}", self.example)
    }
}

/// The sides of a `--policy` with their words: `attacker=weakest,advance,defender=stand`.
fn policies<'g>(
    given: &'g str,
    roles: &Sides,
    anywhere: &Sides,
    known: &KnownWords,
) -> Result<Vec<(Role, Vec<&'g str>)>, Failure> {
    let fault = |what: String| Failure::new(format!("--policy {given}: {what}"));
    let mut sides: Vec<(Role, Vec<&str>)> = Vec::new();
    for part in list_words(given).map_err(|what| Failure::new(format!("--policy {what}")))? {
        let word = match part.split_once('=') {
            Some((side, word)) => {
                let side = side.trim();
                let role = roles.find(side).or_else(|| anywhere.find(side)).ok_or_else(|| {
                    let near = did_you_mean(side, roles.words());
                    let known = roles.words().join(", ");
                    let sides = if known.is_empty() { known } else { format!("sides: {known}; ") };
                    let help = format!("{sides}{}", roles.help());
                    fault(format!("no side \"{side}\" has a decision{near}")).help(help)
                })?;
                sides.push((role, Vec::new()));
                word.trim()
            }
            None => part,
        };
        let Some((_, words)) = sides.last_mut() else {
            return Err(fault("expected SIDE=WORD,…".into()).help(roles.help()));
        };
        if !word.is_empty() {
            known.expect(word).map_err(|(what, help)| fault(what).help(help))?;
            words.push(word);
        }
    }
    if sides.is_empty() || sides.iter().any(|(_, words)| words.is_empty()) {
        return Err(
            fault("expected SIDE=WORD,… with at least one word for each side".into()).help(roles.help())
        );
    }
    Ok(sides)
}

/// Reads an orders file.
struct Reader<'r> {
    path: &'r Path,
    sides: &'r Sides,
    prompts: &'r [Prompt],
    words: &'r KnownWords,
    battles: &'r [&'r Battle],
    /// Words of policies that no question has.
    idle: BTreeSet<String>,
}

impl<'r> Reader<'r> {
    fn fault(&self, what: impl AsRef<str>) -> Failure {
        Failure::about(self.path, what.as_ref()).help(PAGE)
    }

    fn file(&mut self, table: Map<String, Value>, decisions: &mut Decisions) -> Result<(), Failure> {
        let (battles, rest): (Vec<_>, Vec<_>) =
            table.into_iter().partition(|(key, _)| self.battle(key).is_some());
        self.sides(rest, &mut decisions.all, self.battles)?;
        for (id, value) in battles {
            let Value::Object(table) = value else {
                let sides = self.sides.words().join(" and ");
                return Err(self.fault(format!("\"{id}\": expected a table with {sides}")));
            };
            let own: Vec<&Battle> = self.battle(&id).into_iter().collect();
            let mut orders = Orders::default();
            self.sides(table, &mut orders, &own)?;
            decisions.own.insert(id.to_lowercase(), orders);
        }
        Ok(())
    }

    fn battle(&self, id: &str) -> Option<&'r Battle> {
        self.battles.iter().copied().find(|battle| is_called(&battle.id, id))
    }

    fn sides(
        &mut self,
        table: impl IntoIterator<Item = (String, Value)>,
        orders: &mut Orders,
        battles: &[&Battle],
    ) -> Result<(), Failure> {
        for (key, value) in table {
            if key == "format" {
                self.format(&value)?;
                continue;
            }
            let (side, label) = match key.split_once('.') {
                Some((side, label)) => (side.to_owned(), Some(label.to_owned())),
                None => (key, None),
            };
            let side = self.sides.find(&side).ok_or_else(|| self.no_side(&side))?;
            let table = match (label, value) {
                (Some(label), value) => Map::from_iter([(label, value)]),
                (None, Value::Object(table)) => table,
                (None, _) => {
                    return Err(self.fault(format!(
                        "\"{side}\": expected a table of answers by label, such as [{side}] with loss = \"…\""
                    )));
                }
            };
            for (label, value) in &table {
                self.label(side, label, value, orders, battles)?;
            }
        }
        Ok(())
    }

    fn format(&self, value: &Value) -> Result<(), Failure> {
        match value.as_u64() {
            Some(FORMAT) => Ok(()),
            _ => Err(self.fault(format!("unknown format {value}, expected {FORMAT}"))),
        }
    }

    fn no_side(&self, side: &str) -> Failure {
        let ids: Vec<&str> = self.battles.iter().map(|battle| battle.id.as_str()).collect();
        let near = did_you_mean(side, self.sides.words().into_iter().chain(ids.iter().copied()));
        let battles =
            if ids.is_empty() { String::new() } else { format!(", or a battle: {}", ids.join(", ")) };
        let expected = [&["format"], self.sides.words().as_slice()].concat().join(", ");
        self.fault(format!("\"{side}\" is not a side{near}; expected {expected}{battles}"))
    }

    /// The prompt of a label, or an error with all that there are.
    fn prompt(&self, side: Role, label: &str, units: bool) -> Result<&Prompt, Failure> {
        let of_side = || {
            let named = |prompt: &&Prompt| !units || prompt.names != OrdersName::Nothing;
            self.prompts.iter().filter(|prompt| prompt.by == side).filter(named)
        };
        of_side().find(|prompt| prompt.label == label).ok_or_else(|| {
            let extra: &[&str] = if units { &[] } else { &["policy", "unit"] };
            // Several procedures may ask for the same.
            let mut known: Vec<&str> = Vec::new();
            for word in of_side().map(|prompt| prompt.label).chain(extra.iter().copied()) {
                if !known.contains(&word) {
                    known.push(word);
                }
            }
            let near = did_you_mean(label, known.iter().copied());
            let for_units = if units { " for a unit" } else { "" };
            self.fault(format!(
                "the {side} has no decision \"{label}\"{for_units}{near}; expected one of {}",
                known.join(", ")
            ))
        })
    }

    fn label(
        &mut self,
        side: Role,
        label: &str,
        value: &Value,
        orders: &mut Orders,
        battles: &[&Battle],
    ) -> Result<(), Failure> {
        match label {
            "policy" => {
                for words in self.texts(side, label, value)? {
                    let each =
                        list_words(&words).map_err(|what| self.fault(format!("{side}.{label}: {what}")))?;
                    for word in each {
                        self.words
                            .expect(word)
                            .map_err(|(what, help)| self.fault(format!("{side}: {what}; {help}")))?;
                        self.idle.extend(self.words.idle(side, word));
                    }
                    orders.policy(side, &words);
                }
            }
            "unit" => {
                let Value::Object(units) = value else {
                    return Err(self.fault(format!(
                        "\"{side}.unit\": expected a table for each unit, such as [{side}.unit.\"2nd Division\"]"
                    )));
                };
                for (unit, value) in units {
                    self.unit(side, unit, value, orders, battles)?;
                }
            }
            _ => {
                let prompt = self.prompt(side, label, false)?;
                for answer in self.texts(side, label, value)? {
                    orders.answer(side, prompt.label, &answer);
                }
            }
        }
        Ok(())
    }

    fn texts(&self, side: Role, label: &str, value: &Value) -> Result<Vec<String>, Failure> {
        let one = |value: &Value| value.as_str().map(str::to_owned);
        let texts = match value {
            Value::Array(list) => list.iter().map(one).collect(),
            value => one(value).map(|text| vec![text]),
        };
        texts.ok_or_else(|| {
            self.fault(format!("{side} {label}: expected a text or a list of texts, found {value}"))
        })
    }

    fn unit(
        &self,
        side: Role,
        unit: &str,
        value: &Value,
        orders: &mut Orders,
        battles: &[&Battle],
    ) -> Result<(), Failure> {
        let names: Vec<&str> = battles
            .iter()
            .flat_map(|battle| battle.forces.of(side).iter().map(|unit| unit.name.as_str()))
            .collect();
        if !battles.is_empty() && !names.iter().any(|name| name.eq_ignore_ascii_case(unit.trim())) {
            let near = did_you_mean(unit, names.iter().copied());
            return Err(self
                .fault(format!("the {side} has no unit \"{unit}\"{near}; its units: {}", names.join(", "))));
        }
        let Value::Object(labels) = value else {
            return Err(
                self.fault(format!("{side} {unit}: expected a table of answers by label, found {value}"))
            );
        };
        for (label, value) in labels {
            let prompt = self.prompt(side, label, true)?;
            self.answer_for(prompt, unit, value, orders)?;
        }
        Ok(())
    }

    fn answer_for(
        &self,
        prompt: &Prompt,
        unit: &str,
        value: &Value,
        orders: &mut Orders,
    ) -> Result<(), Failure> {
        let Prompt { by, label, .. } = *prompt;
        let wrong = |what: &str| self.fault(format!("{by} {unit}: {label}: expected {what}, found {value}"));
        if prompt.names == OrdersName::Answer {
            let times = value.as_u64().and_then(|times| u16::try_from(times).ok());
            orders.count(by, label, unit, times.ok_or_else(|| wrong("how many times, such as 1"))?);
            return Ok(());
        }
        let answer = value.as_str().ok_or_else(|| wrong("a text"))?;
        match prompt.names {
            OrdersName::Each { answer: opens, label: each, alone } => {
                let Some((_, only)) = alone.iter().find(|(word, _)| *word == answer.trim()) else {
                    let words: Vec<&str> = alone.iter().map(|(word, _)| *word).collect();
                    return Err(wrong(&words.join(" or ")));
                };
                orders.answer_for(by, label, unit, only);
                orders.answer_for(by, each, unit, answer);
                orders.imply(by, label, opens);
            }
            _ => orders.answer_for(by, label, unit, answer),
        }
        Ok(())
    }
}
