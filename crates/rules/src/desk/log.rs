//! The turn log of a game with an umpire: who ordered what, who was told what, what was answered, rolled and fought.
//!
//! One JSON object a line (catalogue 6.9); the first line says which game it is and whether nothing is left out.

mod events;
mod pledge;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::data::fault::{DataFault, did_you_mean};

pub use events::{
    Defended, DieRoll, Enter, Fought, Goods, Item, LogEvent, Notice, Order, Reply, Reveal, UnitFate,
};
pub use pledge::{LOG_LEAF, Pledge};

/// More lines than any game has.
pub const MOST_LINES: usize = 200_000;
/// The longest line, in bytes.
const LONGEST: usize = 1 << 18;
/// The end of the schema's name; the id of the game stands before it.
const SCHEMA: &str = "-log-1";
/// The kinds of entries (catalogue 6.9).
pub const KINDS: [&str; 22] = [
    "order",
    "approve",
    "enter",
    "message",
    "answer",
    "battle",
    "battle-end",
    "roll",
    "casualty",
    "retreat",
    "bombard",
    "reveal",
    "capture",
    "purchase",
    "mobilize",
    "research",
    "technology-use",
    "income",
    "convoy",
    "sighting",
    "issue",
    "returned",
];

/// What was done in a game, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UmpireLog {
    /// The name of the game that is played.
    pub game: String,
    /// The id of the rules.
    pub rules: String,
    /// Whether everything that happened is in it; not so of a log that was kept by hand.
    pub complete: bool,
    /// Of a log that is not complete, the only kinds of entries that may be missing from it; none where any may be.
    pub lacks: BTreeSet<String>,
    /// What happened.
    pub entries: Vec<LogEntry>,
}

/// What the first line of a log promises of all lines after it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Promise {
    complete: bool,
    lacks: BTreeSet<String>,
}

impl Promise {
    /// Reads the first line of a log.
    ///
    /// # Errors
    /// It is not the first line of a log.
    pub fn read(head: &str) -> Result<Self, String> {
        let mut log = UmpireLog::default();
        log.begin(head)?;
        Ok(log.promise())
    }

    /// Whether no entry of a kind is missing: of a log that is complete, or that names the kinds it lacks and not this one.
    pub fn tells(&self, kind: &str) -> bool {
        debug_assert!(KINDS.contains(&kind), "no kind of entry is called {kind}");
        self.complete || (!self.lacks.is_empty() && !self.lacks.contains(kind))
    }

    /// Whether no entry of these kinds is missing.
    pub fn tells_all(&self, kinds: &[&str]) -> bool {
        kinds.iter().all(|kind| self.tells(kind))
    }
}

/// The first line.
#[derive(Debug, Deserialize, Serialize)]
struct Head {
    schema: String,
    game: String,
    #[serde(default)]
    complete: bool,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    lacks: BTreeSet<String>,
}

/// One line of the log.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct LogEntry {
    /// Its number, which counts up.
    pub n: u32,
    /// The turn of the track.
    #[serde(default)]
    pub round: u32,
    /// The power whose turn it is, or whom the entry is about.
    #[serde(default)]
    pub power: String,
    /// The phase.
    #[serde(default)]
    pub phase: String,
    /// What happened.
    #[serde(flatten)]
    pub event: LogEvent,
}

impl UmpireLog {
    /// Whether a text begins as such a log does, and not as a log of VASSAL.
    pub fn looks_like(text: &str) -> bool {
        text.trim_start_matches('\u{feff}').trim_start().starts_with('{')
    }

    /// Reads a log; faults name the line.
    pub fn read(file: &str, text: &str, faults: &mut Vec<DataFault>) -> Self {
        let mut log = Self::default();
        let text = text.trim_start_matches('\u{feff}');
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        for (count, (number, line)) in lines.enumerate() {
            if count > MOST_LINES || line.len() > LONGEST {
                let most = format!("expected at most {MOST_LINES} lines of at most {LONGEST} bytes");
                faults.push(DataFault::at(file, number, most));
                break;
            }
            let fault = if count == 0 { log.begin(line) } else { log.push(line) }.err();
            faults.extend(fault.map(|fault| DataFault::at(file, number, fault)));
        }
        if log.rules.is_empty() && faults.is_empty() {
            faults.push(DataFault::at(file, 1, "the turn log is empty; expected a line with its schema"));
        }
        log
    }

    fn begin(&mut self, line: &str) -> Result<(), String> {
        let head: Head = serde_json::from_str(line).map_err(told)?;
        let rules = head.schema.strip_prefix("liege-").and_then(|rest| rest.strip_suffix(SCHEMA));
        let Some(rules) = rules.filter(|rules| !rules.is_empty()) else {
            return Err(format!(
                "expected a schema such as \"liege-GAME{SCHEMA}\", found \"{}\"",
                head.schema
            ));
        };
        if let Some(other) = head.lacks.iter().find(|kind| !KINDS.contains(&kind.as_str())) {
            let near = did_you_mean(other, KINDS.iter().copied());
            return Err(format!("lacks: no kind of entry is called \"{other}\"{near}"));
        }
        (self.game, self.rules) = (head.game, rules.to_owned());
        (self.complete, self.lacks) = (head.complete, head.lacks);
        Ok(())
    }

    fn push(&mut self, line: &str) -> Result<(), String> {
        let entry: LogEntry = serde_json::from_str(line).map_err(told)?;
        if let Some(last) = self.entries.last().filter(|last| last.n >= entry.n) {
            return Err(format!("n is {}, expected a number above {}", entry.n, last.n));
        }
        self.entries.push(entry);
        Ok(())
    }

    /// What the first line promises.
    pub fn promise(&self) -> Promise {
        Promise { complete: self.complete, lacks: self.lacks.clone() }
    }

    /// Whether no entry of a kind is missing.
    pub fn tells(&self, kind: &str) -> bool {
        self.promise().tells(kind)
    }

    /// Whether no entry of these kinds is missing.
    pub fn tells_all(&self, kinds: &[&str]) -> bool {
        self.promise().tells_all(kinds)
    }

    /// Where in the entries an issue stands.
    pub fn position_of_issue(&self, wanted: u32) -> Option<usize> {
        let is_it =
            |entry: &LogEntry| matches!(entry.event, LogEvent::Issue { number, .. } if number == wanted);
        self.entries.iter().position(is_it)
    }

    /// The log as one alliance may read it before the game is over: without the orders, purchases and research of others,
    /// and without what others were told and answered. `alliance_of` tells the alliance of a power or of a side.
    #[must_use]
    pub fn known_to(&self, alliance: &str, alliance_of: impl Fn(&str) -> String) -> Self {
        let is_own = |who: &str| who.eq_ignore_ascii_case(alliance) || alliance_of(who) == alliance;
        let may_read = |entry: &&LogEntry| match &entry.event {
            LogEvent::Order(_)
            | LogEvent::Approve { .. }
            | LogEvent::Enter(_)
            | LogEvent::Purchase(_)
            | LogEvent::Mobilize(_)
            | LogEvent::Research(_) => is_own(&entry.power),
            LogEvent::Returned { side, .. } | LogEvent::Sighting { side, .. } => is_own(side),
            LogEvent::Message(told) => is_own(&told.to),
            LogEvent::Answer(answer) => is_own(&answer.by),
            LogEvent::Roll(roll) => roll.research.is_none() || is_own(&entry.power),
            _ => true,
        };
        let entries: Vec<LogEntry> = self.entries.iter().filter(may_read).cloned().collect();
        let is_whole = entries.len() == self.entries.len();
        let lacks = if is_whole { self.lacks.clone() } else { BTreeSet::new() };
        Self { entries, complete: self.complete && is_whole, lacks, ..self.clone() }
    }

    /// The first line, without its end.
    pub fn head(&self) -> String {
        let head = Head {
            schema: format!("liege-{}{SCHEMA}", self.rules),
            game: self.game.clone(),
            complete: self.complete,
            lacks: self.lacks.clone(),
        };
        line_of(&head).trim_end().to_owned()
    }

    /// The log's text; reading it gives the same log.
    pub fn write(&self) -> String {
        let mut text = self.head() + "\n";
        self.entries.iter().for_each(|entry| text.push_str(&line_of(entry)));
        text
    }
}

/// Plain structs of text and numbers always have a JSON form.
fn line_of(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

/// What the reader of JSON complains about; the line is told beside it.
fn told(error: serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or(&text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "{\"schema\":\"liege-halves-log-1\",\"game\":\"Tuesday\",\"complete\":true}\n";

    fn read(lines: &str) -> (UmpireLog, Vec<String>) {
        let mut faults = Vec::new();
        let log = UmpireLog::read("turn.jsonl", lines, &mut faults);
        (log, faults.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn every_kind_of_entry_is_read_and_written_again() {
        let lines = [
            r#"{"n":1,"round":2,"power":"us","phase":"CM","kind":"order","item":1,"units":["2 TANK"],"path":["Siam","Shan State"],"purpose":"attack"}"#,
            r#"{"n":2,"kind":"approve","item":1,"by":"tool"}"#,
            r#"{"n":3,"kind":"enter","item":"1a","group":"2 TANK","place":"Shan State","from":"Siam","ends":true}"#,
            r#"{"n":4,"kind":"message","template":"M03","to":"allies","fields":{"place":"Shan State","power":"japan"}}"#,
            r#"{"n":5,"kind":"answer","template":"M05","by":"japan","choice":"none"}"#,
            r#"{"n":6,"kind":"battle","number":1,"place":"SZ 20","sides":{"axis":["BB"],"allies":"CV, TR"},"cause":"attack"}"#,
            r#"{"n":7,"kind":"battle-end","number":1}"#,
            r#"{"n":8,"kind":"roll","battle":1,"unit":{"id":"7","class":"BB"},"purpose":"defence","die":4,"hit":true}"#,
            r#"{"n":9,"kind":"casualty","battle":1,"unit":"TR"}"#,
            r#"{"n":10,"kind":"retreat","battle":1,"unit":"CV","to":"SZ 35"}"#,
            r#"{"n":11,"kind":"bombard","unit":"CA","to":"Kiangsu"}"#,
            r#"{"n":12,"kind":"reveal","place":"Malaya","defended":{"land":true},"facilities":[{"class":"IC","damage":2}]}"#,
            r#"{"n":13,"kind":"capture","place":"Malaya","from":"uk","to":"japan","value":3}"#,
            r#"{"n":14,"power":"us","kind":"purchase","what":"2 INF"}"#,
            r#"{"n":15,"power":"us","kind":"mobilize","what":"2 INF","place":"Manila"}"#,
            r#"{"n":16,"kind":"research","what":"radar"}"#,
            r#"{"n":17,"kind":"technology-use","what":"radar","battle":1}"#,
            r#"{"n":18,"kind":"income","amount":26}"#,
            r#"{"n":19,"kind":"convoy","amount":4}"#,
            r#"{"n":20,"kind":"sighting","side":"axis","entry":3}"#,
            r#"{"n":21,"kind":"issue","number":1,"root":"00"}"#,
            r#"{"n":22,"kind":"returned","side":"axis","sha256":"00"}"#,
            r#"{"n":23,"kind":"roll","research":true,"die":6,"witness":"Ann"}"#,
            r#"{"n":24,"kind":"issue","number":2,"root":"00","record_only":true}"#,
        ];
        let (log, faults) = read(&format!("{HEAD}{}\n\n", lines.join("\n")));
        assert_eq!(faults, [""; 0]);
        assert_eq!((log.game.as_str(), log.rules.as_str(), log.complete), ("Tuesday", "halves", true));
        assert_eq!(log.entries.len(), lines.len());
        let kind = |line: &&str| {
            serde_json::from_str::<serde_json::Value>(line).unwrap()["kind"].as_str().map(str::to_owned)
        };
        let kinds: BTreeSet<String> = lines.iter().filter_map(kind).collect();
        assert_eq!(kinds, KINDS.iter().map(|kind| (*kind).to_owned()).collect());
        assert_eq!(read(&log.write()), (log, Vec::new()));
    }

    #[test]
    fn a_side_reads_neither_orders_nor_messages_of_others() {
        let lines = [
            r#"{"n":1,"power":"us","kind":"order","item":1,"units":"CV"}"#,
            r#"{"n":2,"power":"us","kind":"message","template":"M05","to":"japan"}"#,
            r#"{"n":3,"power":"us","kind":"answer","template":"M05","by":"japan"}"#,
            r#"{"n":4,"power":"us","kind":"message","template":"M02","to":"allies"}"#,
            r#"{"n":5,"power":"us","kind":"roll","research":"radar","die":6}"#,
            r#"{"n":6,"power":"us","kind":"roll","battle":1,"die":6}"#,
        ];
        let (log, _) = read(&format!("{HEAD}{}", lines.join("\n")));
        let alliance = |power: &str| {
            if ["us", "allies"].contains(&power) { "allies".to_owned() } else { "axis".to_owned() }
        };
        let known = |side: &str| {
            let known = log.known_to(side, alliance);
            (known.entries.iter().map(|entry| entry.n).collect::<Vec<_>>(), known.complete)
        };
        assert_eq!(known("axis"), (vec![2, 3, 6], false));
        assert_eq!(known("allies"), (vec![1, 4, 5, 6], false));
    }

    #[test]
    fn a_log_may_say_which_kinds_alone_it_lacks() {
        let head = |rest: &str| format!("{{\"schema\":\"liege-halves-log-1\",\"game\":\"Tuesday\"{rest}}}\n");
        let tells = |rest: &str| {
            let (log, faults) = read(&head(rest));
            assert_eq!(faults, [""; 0]);
            assert_eq!(read(&log.write()), (log.clone(), Vec::new()));
            (log.tells("enter"), log.tells("roll"), log.complete)
        };
        assert_eq!(tells(""), (false, false, false));
        assert_eq!(tells(",\"lacks\":[\"roll\"]"), (true, false, false));
        assert_eq!(tells(",\"complete\":true"), (true, true, true));
        let (_, faults) = read(&head(",\"lacks\":[\"rolls\"]"));
        assert_eq!(
            faults,
            ["turn.jsonl:1: lacks: no kind of entry is called \"rolls\"; did you mean \"roll\"?"]
        );
        let line = r#"{"n":1,"power":"us","kind":"order","item":1,"units":"CV"}"#;
        let (log, _) = read(&format!("{}{line}", head(",\"lacks\":[\"roll\"]")));
        assert!(
            !log.known_to("axis", str::to_owned).tells("order"),
            "a part of it lacks what others ordered"
        );
    }

    #[test]
    fn faults_name_the_line() {
        let lines = format!(
            "{HEAD}{{\"n\":2,\"kind\":\"income\"}}\n{{\"n\":2,\"kind\":\"income\"}}\n{{\"n\":3,\"kind\":\"dance\"}}\nno\n"
        );
        let (_, faults) = read(&lines);
        assert_eq!(faults[0], "turn.jsonl:3: n is 2, expected a number above 2");
        assert!(faults[1].starts_with("turn.jsonl:4: unknown variant `dance`"), "{faults:?}");
        assert!(faults[2].starts_with("turn.jsonl:5: expected"), "{faults:?}");
        let (_, faults) = read("{\"schema\":\"other\",\"game\":\"x\"}\n");
        assert_eq!(faults, ["turn.jsonl:1: expected a schema such as \"liege-GAME-log-1\", found \"other\""]);
        assert_eq!(read("").1.len(), 1);
        let deep = format!("{HEAD}{}", "[".repeat(5_000));
        assert_eq!(read(&deep).1.len(), 1, "nesting does not overflow the stack");
    }
}
