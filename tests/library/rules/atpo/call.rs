//! A procedure as a player runs it, with words, faces, choices and a policy for each side.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use liege::rules::chances::Limits;
use liege::rules::choices::Setting;
use liege::rules::data::{Embedded, Files as _};
use liege::rules::dice::{Dice, Given};
use liege::rules::games::GAMES;
use liege::rules::inputs::pairs;
use liege::rules::procedure::{AnyProcedure, Orders, Policies, Request, Resolution, Role, RunError};

/// What a player types.
#[derive(Clone, Copy, Default)]
pub struct Call<'a> {
    pub procedure: &'a str,
    pub words: &'a [&'a str],
    pub choices: &'a [&'a str],
    pub policies: &'a [(&'static str, &'a str)],
}

impl Call<'_> {
    fn entry(&self) -> AnyProcedure {
        let all = GAMES[0].all_procedures(&|path| Embedded.text(path).ok().map(str::to_owned)).unwrap();
        all.into_iter().find(|entry| entry.is_called(self.procedure)).unwrap()
    }

    fn settings(&self) -> Vec<Setting> {
        self.choices.iter().map(|choice| choice.parse().unwrap()).collect()
    }

    pub fn with(&self, dice: &mut dyn Dice) -> Result<Resolution, RunError> {
        self.resolve(dice, &mut Orders::default())
    }

    fn resolve(&self, dice: &mut dyn Dice, orders: &mut Orders) -> Result<Resolution, RunError> {
        let (table, settings) = (pairs(self.words).unwrap(), self.settings());
        let request = Request { files: &Embedded, settings: &settings, table: &table };
        self.policies.iter().for_each(|(side, words)| orders.policy(Role::new(side), words));
        self.entry().run(&request, dice, orders)
    }

    pub fn ordered(&self, faces: &[u8], orders: &mut Orders) -> Resolution {
        self.resolve(&mut Given::new(faces), orders).unwrap()
    }

    pub fn run(&self, faces: &[u8]) -> Resolution {
        self.with(&mut Given::new(faces)).unwrap_or_else(|error| panic!("{:?}: {error}", self.words))
    }

    /// Each result with its weight, after a look at whether all weights make the whole.
    pub fn chances(&self) -> (Vec<(String, f64)>, bool) {
        let (table, settings) = (pairs(self.words).unwrap(), self.settings());
        let request = Request { files: &Embedded, settings: &settings, table: &table };
        let mut policies = Policies::default();
        self.policies.iter().for_each(|(side, words)| policies.policy(Role::new(side), words));
        let told = self.entry().chances(&request, &policies, &Limits::default()).unwrap().chances.unwrap();
        let rows: Vec<(String, f64)> = told.results.into_iter().map(|row| (row.result, row.p)).collect();
        let sum: f64 = rows.iter().map(|(_, p)| p).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{:?}: {sum}", self.words);
        (rows, told.exact)
    }
}

/// The values of a report's lines with this label.
pub fn values<'r>(report: &'r Resolution, label: &str) -> Vec<&'r str> {
    report.lines.iter().filter(|line| line.label == label).map(|line| line.value.as_str()).collect()
}
