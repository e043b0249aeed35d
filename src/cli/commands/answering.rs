//! Who answers the questions of one call: an earlier report, then orders and policies, then whoever sits at the terminal,
//! whose answers become an orders file.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use crate::cli::args::AskArgs;
use crate::cli::commands::continued::EarlierAnswers;
use crate::cli::{Failure, output, standard, terminal};
use crate::report::text;
use crate::rules::procedure::{Asked, Decide, Moment, Orders};

/// Answers that are written out as choices; any other can be typed as it stands in orders.
const CHOICES: usize = 40;

/// How often one question is asked.
const MOST_TRIES: usize = 20;

/// Files of one name that are passed over for a free one.
const MOST_FILES: u32 = 1_000;

/// The word that leaves a question open.
const LEAVES: &str = "q";

/// The terminal, and all that was answered in this call.
#[derive(Debug, Default)]
pub struct AtTable {
    /// Whether somebody sits there.
    asks: bool,
    given: Vec<GivenAtTable>,
    fault: Option<Failure>,
}

/// An answer, by whomever it was given.
#[derive(Debug)]
struct GivenAtTable {
    /// The id of the battle; of typed-in values nothing.
    battle: String,
    side: &'static str,
    label: &'static str,
    answer: String,
}

impl AtTable {
    /// A terminal that asks where `--ask` says so.
    pub fn new(own: &AskArgs) -> Self {
        Self { asks: own.ask, ..Self::default() }
    }

    /// What went wrong at the terminal.
    ///
    /// # Errors
    /// Standard input cannot be read.
    pub fn close(&mut self) -> Result<(), Failure> {
        self.fault.take().map_or(Ok(()), Err)
    }

    /// The answers of all sides as an orders file; none where nothing was asked.
    pub fn orders_file(&self) -> Option<String> {
        let mut file = toml::Table::from_iter([("format".to_owned(), toml::Value::from(1))]);
        for GivenAtTable { battle, side, label, answer } in &self.given {
            let sides = if battle.is_empty() { Some(&mut file) } else { table_in(&mut file, battle) };
            let answers = sides.and_then(|sides| table_in(sides, side)).and_then(|labels| {
                let list = labels.entry(*label).or_insert_with(|| toml::Value::Array(Vec::new()));
                list.as_array_mut()
            });
            answers?.push(answer.as_str().into());
        }
        let head = "# Answers to the questions of one resolution, in their order; the same dice ask the same questions.\n";
        let text = toml::to_string(&file).ok()?;
        (!self.given.is_empty()).then(|| format!("{head}{text}"))
    }

    /// The orders file under the name that `--ask` gives it, `what` being what is resolved.
    ///
    /// # Errors
    /// Very many files of that name.
    pub fn file(&self, own: &AskArgs, what: &str) -> Result<Option<(PathBuf, Vec<u8>)>, Failure> {
        let Some(text) = self.orders_file().filter(|_| own.ask) else { return Ok(None) };
        let path = own.orders_out.clone().map_or_else(|| free_name(what), Ok)?;
        output::say(&format!("the answers are in {}", standard::name_of_output(&path)));
        Ok(Some((path, text.into_bytes())))
    }

    /// The question as numbered choices, until it is answered, left open or not understood too often.
    fn ask(&mut self, battle: &str, asked: &Asked<'_>, moment: &Moment<'_>) -> Option<usize> {
        terminal::show(&question(battle, asked, moment));
        let prompt = format!("{} {}> ", asked.by, asked.label);
        for _ in 0..MOST_TRIES {
            let typed =
                if moment.secret { terminal::hidden_line(&prompt) } else { terminal::shown_line(&prompt) };
            let typed = match typed {
                Ok(Some(typed)) if typed != LEAVES => typed,
                Ok(_) => break,
                Err(failure) => {
                    self.fault = Some(failure);
                    break;
                }
            };
            let count = asked.answers.count();
            let chosen = typed.parse::<usize>().ok().filter(|number| (1..=count).contains(number));
            if let Some(picked) = chosen.map(|number| number - 1).or_else(|| asked.answers.named(&typed)) {
                return Some(picked);
            }
            output::say(&format!(
                "expected a number from 1 to {count}, an answer, or {LEAVES} to leave it open"
            ));
        }
        self.asks = false;
        None
    }
}

/// The table of a name in another.
fn table_in<'t>(table: &'t mut toml::Table, name: &str) -> Option<&'t mut toml::Table> {
    table.entry(name).or_insert_with(|| toml::Value::Table(toml::Table::new())).as_table_mut()
}

/// A name in the current folder that no file has.
fn free_name(what: &str) -> Result<PathBuf, Failure> {
    let named = |number: u32| match number {
        1 => PathBuf::from(format!("orders-{what}.toml")),
        more => PathBuf::from(format!("orders-{what}-{more}.toml")),
    };
    (1..=MOST_FILES).map(named).find(|path| !Path::exists(path)).ok_or_else(|| {
        Failure::new(format!("there are {MOST_FILES} files with orders for {what} in this folder"))
            .help("name another one with --orders-out FILE")
    })
}

/// A question with its choices, numbered.
fn question(battle: &str, asked: &Asked<'_>, moment: &Moment<'_>) -> String {
    let Asked { by, label, about, answers } = *asked;
    let battle = if battle.is_empty() { String::new() } else { format!("{battle}: ") };
    let about = about.map(|unit| format!(" for {unit}")).unwrap_or_default();
    let mut text =
        format!("\n{battle}the {by} decides \"{label}\"{about} ({}, {})\n", moment.text, moment.rule);
    let count = answers.count();
    for index in 0..count.min(CHOICES) {
        text.push_str(&format!("{:4}  {}\n", index + 1, answers.answer(index)));
    }
    if count > CHOICES {
        text.push_str(&format!("      and {} more: type the answer or its number\n", count - CHOICES));
    }
    if moment.secret {
        text.push_str("      in secret: the other side hears of it when it has chosen, too\n");
    }
    text
}

/// Who answers the questions of one battle.
pub struct Answering<'a> {
    /// What an earlier report answered, where it is gone on from.
    earlier: Option<&'a mut EarlierAnswers>,
    orders: &'a mut Orders,
    table: &'a mut AtTable,
    battle: Cow<'a, str>,
    /// How many lines of the report were shown.
    shown: usize,
}

impl<'a> Answering<'a> {
    /// For a battle by its id; typed-in values have none.
    pub fn new(
        battle: &'a str,
        earlier: Option<&'a mut EarlierAnswers>,
        orders: &'a mut Orders,
        table: &'a mut AtTable,
    ) -> Self {
        Self { earlier, orders, table, battle: battle.into(), shown: 0 }
    }

    fn ordered_or_asked(&mut self, asked: &Asked<'_>, moment: &Moment<'_>) -> Option<usize> {
        let before = self.orders.misfits.len();
        let ordered = self.orders.decide(asked, moment);
        // An order that is not legal is a mistake to be mended, not a question to be put.
        if ordered.is_some() || self.orders.misfits.len() > before || !self.table.asks {
            return ordered;
        }
        terminal::show(&text::steps(moment.lines.get(self.shown..).unwrap_or_default()));
        self.shown = moment.lines.len();
        self.table.ask(&self.battle, asked, moment)
    }
}

impl Decide for Answering<'_> {
    fn decide(&mut self, asked: &Asked<'_>, moment: &Moment<'_>) -> Option<usize> {
        let earlier = self.earlier.as_mut().filter(|earlier| !earlier.is_used_up());
        let picked = match earlier {
            Some(earlier) => earlier.answer(asked),
            None => self.ordered_or_asked(asked, moment),
        }?;
        self.table.given.push(GivenAtTable {
            battle: self.battle.to_string(),
            side: asked.by.word(),
            label: asked.label,
            answer: asked.answers.answer(picked).into_owned(),
        });
        Some(picked)
    }
}
