//! Mines, batteries, straits, submarines and bombardment, each as a player runs it.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod batteries;
mod bombardment;
mod harbours;
mod mines;
mod straits;
mod submarines;
mod words;

use liege::rules::chances::Limits;
use liege::rules::choices::Setting;
use liege::rules::data::{Embedded, Files as _};
use liege::rules::dice::Given;
use liege::rules::games::GAMES;
use liege::rules::inputs::pairs;
use liege::rules::procedure::{AnyProcedure, Orders, Policies, Request, Resolution, Role, RunError};

fn procedure(word: &str) -> AnyProcedure {
    let all = GAMES[0].all_procedures(&|path| Embedded.text(path).ok().map(str::to_owned)).unwrap();
    all.into_iter().find(|entry| entry.is_called(word)).unwrap()
}

/// A procedure with words, faces, choices and the policy of each side.
struct Call<'a> {
    procedure: &'a str,
    words: &'a [&'a str],
    choices: &'a [&'a str],
    policies: &'a [(&'static str, &'a str)],
}

impl Call<'_> {
    fn settings(&self) -> Vec<Setting> {
        self.choices.iter().map(|choice| choice.parse().unwrap()).collect()
    }

    fn run(&self, faces: &[u8]) -> Result<Resolution, RunError> {
        let (table, settings) = (pairs(self.words).unwrap(), self.settings());
        let request = Request { files: &Embedded, settings: &settings, table: &table };
        let mut orders = Orders::default();
        self.policies.iter().for_each(|(side, words)| orders.policy(Role::new(side), words));
        procedure(self.procedure).run(&request, &mut Given::new(faces), &mut orders)
    }

    /// Each result with its weight, after a look at whether all weights make the whole.
    fn chances(&self) -> (Vec<(String, u64)>, u64) {
        let (table, settings) = (pairs(self.words).unwrap(), self.settings());
        let request = Request { files: &Embedded, settings: &settings, table: &table };
        let mut policies = Policies::default();
        self.policies.iter().for_each(|(side, words)| policies.policy(Role::new(side), words));
        let json = procedure(self.procedure).chances(&request, &policies, &Limits::default()).unwrap().json;
        assert_eq!(json["exact"], true, "{:?}", self.words);
        let number = |value: &serde_json::Value| value.as_u64().unwrap();
        let rows = json["results"].as_array().unwrap();
        let of = number(&rows[0]["of"]);
        // Fractions are in lowest terms, each row with the same denominator.
        let row = |row: &serde_json::Value| {
            assert_eq!(number(&row["of"]), of);
            (row["result"].as_str().unwrap().to_owned(), number(&row["weight"]))
        };
        let rows: Vec<(String, u64)> = rows.iter().map(row).collect();
        assert_eq!(rows.iter().map(|(_, weight)| weight).sum::<u64>(), of, "{:?}", self.words);
        (rows, of)
    }
}

fn call<'a>(procedure: &'a str, words: &'a [&'a str]) -> Call<'a> {
    Call { procedure, words, choices: &[], policies: &[] }
}

/// The result of a run in which nobody decides.
fn result(procedure: &str, words: &[&str], faces: &[u8]) -> String {
    call(procedure, words).run(faces).unwrap().result
}

/// The values of the lines with this label.
fn values<'a>(report: &'a Resolution, label: &str) -> Vec<&'a str> {
    report.lines.iter().filter(|line| line.label == label).map(|line| line.value.as_str()).collect()
}

/// What is done, as `subject change`.
fn changes(report: &Resolution) -> Vec<String> {
    report.deeds.iter().map(|deed| format!("{} {}", deed.subject(), deed.act.word())).collect()
}
