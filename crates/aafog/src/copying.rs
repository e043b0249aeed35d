//! Producing the copy of a side (AAF-P07) as a procedure: what it shows of one thing in the master, and why.

use serde::Serialize;
use serde_json::Value;

use super::subject::{CopySubject, POWERS, alliance_of, read as read_subject};
use super::typed::named;
use super::view_rows::{CopyFate, Instead, KNOWN, ViewRow, ViewTables};
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::dice::Dice;
use liege_rules::play::inputs::{Inputs, Key, KeyFault, KeyKind, WordRows};
use liege_rules::play::procedure::{Coded, ContextError, Flow, Log, Procedure, Refusal};

/// AAF-P07: a copy is made.
pub struct ProduceCopy;

/// Both tables and the reading that matters.
pub struct CopyRules {
    tables: ViewTables,
    /// Air and naval bases are not among the infrastructure that is shown (G19).
    bases_stay_hidden: bool,
}

/// What is asked.
#[derive(Debug, Clone)]
pub enum CopyQuestion {
    /// What becomes of a piece.
    Piece(PieceQuestion),
    /// What becomes of something else in a save.
    Command(String),
}

/// A piece, who looks, and what he may remember of it.
#[derive(Debug, Clone)]
pub struct PieceQuestion {
    subject: CopySubject,
    power: Option<&'static str>,
    viewer: String,
    known: String,
    by: String,
    phase: String,
    turn: i64,
    number: i64,
    damage: i64,
}

/// What came out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct CopyOutcome {
    /// The row that decides.
    pub row: String,
    /// What becomes of it: the word of the table.
    pub fate: String,
    /// What a ghost of it says.
    pub ghost: Option<GhostText>,
    /// What else stands in its place, in words.
    pub instead: String,
}

/// What a ghost may say, and nothing else.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct GhostText {
    /// The turn of the sighting; 0 is the set-up.
    pub turn: i64,
    /// Power and class.
    pub unit: String,
    /// How many.
    pub number: i64,
    /// The damage that was seen.
    pub damage: i64,
}

const SIDES: WordRows = &[("axis", &[]), ("allies", &["allied"]), ("shared", &["all"])];
const WATCHERS: WordRows = &[("axis", &[]), ("allies", &["allied"]), ("both", &[])];
/// The phases of a turn.
pub(super) const PHASES: WordRows = &[
    ("RD", &["research"]),
    ("PU", &["purchase"]),
    ("CM", &["combat-move"]),
    ("CC", &["conduct-combat"]),
    ("NC", &["non-combat"]),
    ("MO", &["mobilize"]),
    ("CI", &["collect-income"]),
];
/// Ways of knowing after which a ghost says the turn.
const DATED: [&str; 6] = ["battle", "chart", "one-sided", "carrier", "raid", "capture"];
/// More than any game has.
const MOST: i64 = 1_000;

const KEYS: &[Key] = &[
    Key::new("piece", &[], KeyKind::List, "6", "what it is: us CV, japan SUB, money, orders, control, time"),
    Key::new(
        "what",
        &["command"],
        KeyKind::List,
        "6",
        "instead of a piece: PLAYER, NOTES, CHAT, mask, deck, zip",
    ),
    Key::new("power", &["of"], KeyKind::word(POWERS), "6", "whose it is, where piece does not say so"),
    Key::new("viewer", &["for"], KeyKind::word(SIDES), "6", "whose copy it is"),
    Key::new(
        "known",
        &["how"],
        KeyKind::word(KNOWN),
        "8",
        "how the other side met it; never where it is not given",
    ),
    Key::new("by", &["watcher"], KeyKind::word(WATCHERS), "8-naval", "which side saw it"),
    Key::new("phase", &[], KeyKind::word(PHASES), "10", "the phase that it is"),
    Key::new("turn", &["round"], KeyKind::Number(0, MOST), "TT", "the turn of the sighting"),
    Key::new(
        "number",
        &["count"],
        KeyKind::Number(1, MOST),
        "8",
        "how many were seen; 1 where it is not given",
    ),
    Key::new(
        "damage",
        &[],
        KeyKind::Number(0, MOST),
        "8-land",
        "the damage that was seen; 0 where it is not given",
    ),
];

impl Procedure for ProduceCopy {
    const ID: &'static str = "AAF-P07";
    type Cx = CopyRules;
    type Input = CopyQuestion;
    type Battle = CopyQuestion;
    type State = ();
    type Outcome = CopyOutcome;

    fn begin(asked: CopyQuestion, _: &CopyRules) -> Result<(CopyQuestion, ()), Vec<Refusal>> {
        Ok((asked, ()))
    }

    fn step<'b>(
        asked: &'b CopyQuestion,
        (): (),
        rules: &'b CopyRules,
        _: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, (), CopyOutcome> {
        let outcome = outcome(asked, rules);
        match asked {
            CopyQuestion::Command(what) => {
                if let Some(row) = rules.tables.command(what) {
                    log.line(|| ("row", row.id.clone(), row.meaning.clone(), "6 (L17)"));
                }
                log.line(|| (what.clone(), outcome.fate.clone(), "", ""));
            }
            CopyQuestion::Piece(asked) => {
                if let Some(row) = rules.tables.piece(&asked.subject, &asked.known) {
                    log.line(|| {
                        let rule = match row.source.as_str() {
                            "text" => row.rule.clone(),
                            source => format!("{} ({source})", row.rule),
                        };
                        ("row", row.id.clone(), row.meaning.clone(), rule)
                    });
                }
                log.line(|| {
                    let copy = if asked.viewer == SHARED { "the shared save" } else { "the copy" };
                    let cause = if asked.viewer == SHARED { "" } else { asked.viewer.as_str() };
                    (copy, Self::result(&outcome), cause, "")
                });
            }
        }
        Flow::Done(outcome)
    }

    fn so_far(asked: &CopyQuestion, (): &(), rules: &CopyRules) -> CopyOutcome {
        outcome(asked, rules)
    }

    fn result(outcome: &CopyOutcome) -> String {
        match &outcome.ghost {
            Some(ghost) => format!("a ghost: {}", ghost.in_words()),
            None if outcome.instead.is_empty() => outcome.fate.clone(),
            None => format!("{}: {}", outcome.fate, outcome.instead),
        }
    }
}

/// The word for the save that lies open to all.
const SHARED: &str = "shared";

impl GhostText {
    fn in_words(&self) -> String {
        let damage = if self.damage > 0 { format!(", damage {}", self.damage) } else { String::new() };
        format!("{} {}{damage}, turn {}", self.number, self.unit, self.turn)
    }
}

fn outcome(asked: &CopyQuestion, rules: &CopyRules) -> CopyOutcome {
    match asked {
        CopyQuestion::Command(what) => {
            let row = rules.tables.command(what);
            let of = |read: fn(&super::view_rows::CommandRow) -> &String| {
                row.map(read).cloned().unwrap_or_default()
            };
            CopyOutcome {
                row: of(|row| &row.id),
                fate: of(|row| &row.fate),
                ghost: None,
                instead: String::new(),
            }
        }
        CopyQuestion::Piece(asked) => match rules.tables.piece(&asked.subject, &asked.known) {
            Some(row) => asked.shown(row, rules.bases_stay_hidden),
            // The last row fits everything.
            None => CopyOutcome {
                row: String::new(),
                fate: "removed".into(),
                ghost: None,
                instead: String::new(),
            },
        },
    }
}

impl PieceQuestion {
    /// Whether who looks is of the side of the piece.
    fn is_own(&self) -> bool {
        self.power.is_some_and(|power| alliance_of(power) == self.viewer)
    }

    fn shown(&self, row: &ViewRow, bases_stay_hidden: bool) -> CopyOutcome {
        let fate = match self.viewer.as_str() {
            SHARED => row.shared,
            _ if self.is_own() => row.own,
            _ => row.other,
        };
        // What is gained in a secret move is open to all when income is collected.
        let fate = if fate == CopyFate::Later && self.phase == "CI" { CopyFate::Shown } else { fate };
        let is_hidden = fate == CopyFate::Removed && self.viewer != SHARED;
        let instead = if is_hidden && !self.is_kept_from_viewer(bases_stay_hidden) {
            row.instead
        } else {
            Instead::Nothing
        };
        let turn = match instead {
            Instead::SetUpGhost => Some(0),
            Instead::Ghost if self.known == "never" => Some(0),
            Instead::Ghost => Some(self.turn),
            _ => None,
        };
        let ghost = turn.map(|turn| GhostText {
            turn,
            unit: format!("{} {}", self.power.unwrap_or_default(), self.subject.word()),
            number: self.number,
            damage: self.damage,
        });
        let fate = match fate {
            CopyFate::Shown => "shown",
            CopyFate::Removed => "removed",
            CopyFate::Board => "shown at the battle board, without what it carries",
            CopyFate::Later => "shown with the chart at Collect Income",
            CopyFate::Layer => "shown as its side left it",
            CopyFate::Box => "in its box, or gone",
        };
        CopyOutcome { row: row.id.clone(), fate: fate.into(), ghost, instead: instead.words().into() }
    }

    /// Whether the other side alone saw it, or a reading leaves it out of what is shown.
    fn is_kept_from_viewer(&self, bases_stay_hidden: bool) -> bool {
        let unseen = !["", "both"].contains(&self.by.as_str()) && self.by != self.viewer;
        let is_base = matches!(&self.subject, CopySubject::Unit(class) if class.is_base());
        unseen || (is_base && bases_stay_hidden && self.known == "battle")
    }
}

impl Coded for ProduceCopy {
    const GAME: &'static str = "aafog";
    const NAME: &'static str = "producing-a-copy";
    const KEYS: &'static [Key] = KEYS;
    const CHOICES: &'static [&'static str] = &["bases_shown"];

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<CopyRules, ContextError> {
        let choices = super::entering::choices(files, settings, Self::CHOICES)?;
        let bases_stay_hidden = choices.is("bases_shown", "not_shown");
        Ok(CopyRules { tables: ViewTables::among(files)?, bases_stay_hidden })
    }

    fn read(inputs: &Inputs) -> Result<CopyQuestion, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let is_given = |key: &str| inputs.value(key).is_some_and(|value| *value != Value::Null);
        if is_given("what") {
            if is_given("piece") {
                faults.push(KeyFault::new("what", "is given in addition to piece; expected one of them"));
            }
            let what = named(inputs, "what", "a command or part of a save: PLAYER, NOTES, zip", &mut faults);
            return if faults.is_empty() { Ok(CopyQuestion::Command(what)) } else { Err(faults) };
        }
        let subject = read_subject(inputs, &mut faults);
        let word = |key: &str| inputs.word(key).unwrap_or_default().to_owned();
        let Some((subject, power)) = subject else { return Err(faults) };
        let known = inputs.word("known").unwrap_or("never").to_owned();
        let asked = PieceQuestion {
            subject,
            power,
            viewer: word("viewer"),
            by: word("by"),
            phase: word("phase"),
            turn: inputs.number("turn").unwrap_or(0),
            number: inputs.number("number").unwrap_or(1),
            damage: inputs.number("damage").unwrap_or(0),
            known,
        };
        if asked.viewer.is_empty() {
            faults.push(KeyFault::new("viewer", "is missing").help("axis, allies or shared"));
        }
        let is_unit = matches!(asked.subject, CopySubject::Unit(_));
        let remembers = is_unit && !asked.is_own() && asked.viewer != SHARED;
        if remembers && asked.known == "one-sided" && asked.by.is_empty() {
            faults.push(KeyFault::new("by", "is missing").help("which side watched: axis or allies"));
        }
        if remembers && DATED.contains(&asked.known.as_str()) && inputs.number("turn").is_none() {
            faults.push(KeyFault::new("turn", "is missing").help("the turn of the sighting"));
        }
        if faults.is_empty() { Ok(CopyQuestion::Piece(asked)) } else { Err(faults) }
    }
}
