//! Who answers the questions of one call: an earlier report, then orders and policies, then whoever sits at the terminal,
//! whose answers become an orders file.
//!
//! Every answer is kept. A resolution that continues is the same resolution with the answers it had, so no state is
//! ever written down. What each answer leads to comes with the question (`Moment::outlook`), computed only if
//! somebody looks. Log lines of what a procedure lists as `SECRET` are veiled from the first choice to the next
//! other line, and an open question within the veil shows the outcome before it.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use crate::cli::args::AskArgs;
use crate::cli::commands::continued::EarlierAnswers;
use crate::cli::{Failure, files, layout, output, standard, terminal};
use crate::report::text;
use liege_rules::play::dice::Dice;
use liege_rules::play::procedure::{Asked, Decide, EVEN, Line, Moment, Orders, Outlook, Policies};

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
    /// Whether the report is printed on standard output in words, so that its lines are shown there, each once.
    prints: bool,
    /// Whether what the chances of answers rest on was told.
    told: bool,
    given: Vec<GivenAtTable>,
    fault: Option<Failure>,
}

/// How much of a report was shown while questions were asked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Shown {
    /// What stands above its lines.
    pub head: bool,
    /// So many lines.
    pub lines: usize,
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
    /// A terminal that asks where `--ask` says so; `prints` says whether the report goes to standard output in words.
    pub fn new(own: &AskArgs, prints: bool) -> Self {
        Self { asks: own.ask, prints: own.ask && prints, ..Self::default() }
    }

    /// Whether reports are shown as they come.
    pub fn prints(&self) -> bool {
        self.prints
    }

    /// Shows a part of the report: where it belongs, or else beside the questions.
    fn show(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if !self.prints {
            terminal::show(&layout::set(text, layout::width_of_talk()));
        } else if let Err(failure) = output::result(text) {
            self.fault.get_or_insert(failure);
        }
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
        output::remark(&format!("the answers are in {}", standard::name_of_output(&path)));
        Ok(Some((path, text.into_bytes())))
    }

    /// The failure of a call that ended at a die for which nobody typed a face: the answers given so far are written as
    /// those of a call that stops at a question, and the help says how to go on.
    pub fn keep(&self, own: &AskArgs, what: &str, dice: &dyn Dice, failure: Failure) -> Failure {
        if !own.ask || dice.fault().is_none() {
            return failure;
        }
        let mut words = Vec::new();
        let faces: Vec<String> = dice.rolled().iter().map(|rolled| rolled.face.to_string()).collect();
        if !faces.is_empty() {
            words.push(format!("--dice {}", faces.join(",")));
        }
        match self.file(own, what) {
            Ok(Some((path, bytes))) => match files::write(&path, &bytes) {
                Ok(()) => words.push(format!("--orders {}", standard::name_of_output(&path))),
                Err(unwritten) => return unwritten,
            },
            Ok(None) => {}
            Err(unwritten) => return unwritten,
        }
        if words.is_empty() {
            return failure;
        }
        failure.help(format!(
            "nothing was resolved; the same call with {} continues at this roll",
            words.join(" ")
        ))
    }

    /// The question as numbered choices, until it is answered, left open or not understood too often.
    fn ask(&mut self, battle: &str, asked: &Asked<'_>, moment: &Moment<'_>, who: &Policies) -> Option<usize> {
        let (text, ahead) = question(battle, asked, moment, who);
        if ahead && !std::mem::replace(&mut self.told, true) {
            output::say(&format!(
                "\nAfter each answer: the outcome if the given policies decide the rest ({EVEN} where none is given)"
            ));
        }
        terminal::show(&layout::set(&text, layout::width_of_talk()));
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
                "expected a number from 1 to {count}, an answer, or {LEAVES} to leave it undecided"
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
        Failure::new(format!("this folder already has {MOST_FILES} files with orders for {what}"))
            .help("name another one with --orders-out FILE")
    })
}

/// So many answers have their chances told; more would keep whoever answers waiting.
const LOOKED_AHEAD: usize = 12;
/// The share of a result that is told of an answer.
const LIKELY: f64 = 0.05;

/// What an answer leads to, in words.
fn ahead(outlook: &Outlook) -> String {
    let results = outlook.results.iter().filter(|(_, p)| *p >= LIKELY);
    let results: Vec<String> = results.map(|(result, p)| format!("{result} {:.1} %", p * 100.0)).collect();
    let lost: Vec<String> = outlook.lost.iter().map(|(side, lost)| format!("{side} {lost:.2}")).collect();
    let lost = match outlook.measure {
        Some(measure) if !lost.is_empty() => format!("lost in {measure}: {}", lost.join(", ")),
        _ => String::new(),
    };
    let parts: Vec<String> = [results.join(", "), lost].into_iter().filter(|part| !part.is_empty()).collect();
    let samples = if outlook.exact || parts.is_empty() { "" } else { " (from samples)" };
    format!("{}{samples}", parts.join("; "))
}

/// A question with its choices, numbered, each with what it leads to; and whether that is told of any.
fn question(battle: &str, asked: &Asked<'_>, moment: &Moment<'_>, who: &Policies) -> (String, bool) {
    let Asked { by, label, about, answers } = *asked;
    let battle = if battle.is_empty() { String::new() } else { format!("{battle}: ") };
    let about = about.map(|unit| format!(" for {unit}")).unwrap_or_default();
    let mut text =
        format!("\n{battle}the {by} decides \"{label}\"{about} ({}, {})\n", moment.text, moment.rule);
    let count = answers.count();
    let mut told = false;
    for index in 0..count.min(CHOICES) {
        let outlook = if count <= LOOKED_AHEAD { (moment.outlook)(index, who) } else { None };
        let leads_to = outlook.as_ref().map(ahead).filter(|words| !words.is_empty());
        told |= leads_to.is_some();
        let leads_to = leads_to.map(|words| format!("  - {words}")).unwrap_or_default();
        text.push_str(&format!("{:4}  {}{leads_to}\n", index + 1, answers.answer(index)));
    }
    if count > CHOICES {
        text.push_str(&format!("      and {} more: type the answer or its number\n", count - CHOICES));
    }
    if moment.secret {
        text.push_str("      in secret: the other side learns of it after it has chosen, too\n");
    }
    (text, told)
}

/// Who answers the questions of one battle.
pub struct Answering<'a> {
    /// What an earlier report answered, where it is gone on from.
    earlier: Option<&'a mut EarlierAnswers>,
    orders: &'a mut Orders,
    table: &'a mut AtTable,
    battle: Cow<'a, str>,
    shown: Shown,
    /// How many lines of the report stand before those of the procedure that is under way.
    before: usize,
}

impl<'a> Answering<'a> {
    /// For a battle by its id; typed-in values have none.
    pub fn new(
        battle: &'a str,
        earlier: Option<&'a mut EarlierAnswers>,
        orders: &'a mut Orders,
        table: &'a mut AtTable,
    ) -> Self {
        Self { earlier, orders, table, battle: battle.into(), shown: Shown::default(), before: 0 }
    }

    /// Shows what stands above the report, such as what is assumed, before anything is asked.
    pub fn begin(&mut self, head: &str) {
        if self.table.asks {
            self.table.show(head);
            self.shown.head = true;
        }
    }

    /// Another procedure follows, whose report comes behind these lines.
    pub fn follow(&mut self, lines: &[Line]) {
        self.show(lines);
        self.before = lines.len();
    }

    /// How much of the report stands on standard output.
    pub fn shown(&self) -> Shown {
        if self.table.prints { self.shown } else { Shown::default() }
    }

    /// Shows the lines of the procedure under way that were not shown yet.
    fn show(&mut self, lines: &[Line]) {
        if self.table.asks {
            let from = self.shown.lines.saturating_sub(self.before);
            self.table.show(&text::steps(lines.get(from..).unwrap_or_default()));
            self.shown.lines = self.before + lines.len();
        }
    }

    fn ordered_or_asked(&mut self, asked: &Asked<'_>, moment: &Moment<'_>) -> Option<usize> {
        let before = self.orders.misfits.len();
        let ordered = self.orders.decide(asked, moment);
        // An order that is not legal is a mistake to be mended, not a question to be put.
        if ordered.is_some() || self.orders.misfits.len() > before || !self.table.asks {
            return ordered;
        }
        self.show(moment.lines);
        let mut policies = self.orders.lasting().clone();
        policies.assume();
        self.table.ask(&self.battle, asked, moment, &policies)
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
