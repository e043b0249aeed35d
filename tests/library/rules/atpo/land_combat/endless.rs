//! A procedure that comes to no end has no result, and samples of one that sometimes ends are all counted.

use liege::rules::data::{Embedded, Files};
use liege::rules::play::chances::{Limits, sampled};
use liege::rules::play::choices::Setting;
use liege::rules::play::dice::{Dice, Die, Seeded};
use liege::rules::play::inputs::{Inputs, Key, KeyFault, KeyKind};
use liege::rules::play::procedure::{
    AnyProcedure, Coded, ContextError, Flow, Log, Nobody, Policies, Procedure, Refusal, Request, RunError,
    entry,
};
use serde_json::Map;

/// Rolls once: up to a face it ends, beyond it goes round for ever.
struct Round;

impl Procedure for Round {
    const ID: &'static str = "TEST-R01";
    type Cx = ();
    type Input = u8;
    type Battle = u8;
    type State = bool;
    type Outcome = &'static str;

    fn begin(ends: u8, _cx: &()) -> Result<(u8, bool), Vec<Refusal>> {
        Ok((ends, false))
    }

    fn step<'b>(
        ends: &'b u8,
        lost: bool,
        _cx: &'b (),
        dice: &mut dyn Dice,
        _log: &mut Log,
    ) -> Flow<'b, bool, &'static str> {
        if !lost && dice.roll(Die::D6, "round") <= *ends {
            return Flow::Done("home");
        }
        Flow::Next(true)
    }

    fn so_far(_ends: &u8, _state: &bool, _cx: &()) -> &'static str {
        "on the way"
    }

    fn result(outcome: &&'static str) -> String {
        (*outcome).to_owned()
    }
}

impl Coded for Round {
    const GAME: &'static str = "test";
    const NAME: &'static str = "round";
    const KEYS: &'static [Key] = &[Key::new("ends", &[], KeyKind::Number(0, 6), "1", "faces that end it")];

    fn context(_files: &dyn Files, _settings: &[Setting]) -> Result<(), ContextError> {
        Ok(())
    }

    fn read(inputs: &Inputs) -> Result<u8, Vec<KeyFault>> {
        Ok(inputs.number("ends").and_then(|number| number.try_into().ok()).unwrap_or(0))
    }
}

const ROUND: AnyProcedure = entry::<Round>();

#[test]
fn a_run_without_end_is_an_error_that_names_the_procedure() {
    let table = Map::new();
    let request = Request { files: &Embedded, settings: &[], table: &table };
    let error = ROUND.run(&request, &mut Seeded::new(1), &mut Nobody).unwrap_err();
    assert!(matches!(error, RunError::Endless(_)), "{error}");
    assert!(error.to_string().contains("TEST-R01 came to no end"), "{error}");
    let limits = Limits { steps: 1000, samples: 100, seed: 1, ..Limits::default() };
    let error = ROUND.chances(&request, &Policies::default(), &limits).unwrap_err();
    assert!(matches!(error, RunError::Endless(_)), "{error}");
}

#[test]
fn samples_without_end_are_part_of_the_chances_and_told() {
    let table = Map::from_iter([("ends".to_owned(), 5.into())]);
    let request = Request { files: &Embedded, settings: &[], table: &table };
    let limits = Limits { steps: 1000, samples: 300, seed: 4, ..Limits::default() };
    let report = ROUND.chances(&request, &Policies::default(), &limits).unwrap();
    let json = &report.json;
    assert_eq!((&json["exact"], &json["samples"]), (&false.into(), &300.into()));
    let rows = json["results"].as_array().unwrap();
    let weight =
        |result: &str| rows.iter().find(|row| row["result"] == result).unwrap()["weight"].as_u64().unwrap();
    assert_eq!(weight("home") + weight("no end"), 300);
    assert_eq!(json["endless"], weight("no end"));
    assert!((20..90).contains(&weight("no end")), "{json:#}");
    assert!(report.lines.iter().any(|line| line.label == "no end"));

    let chances = sampled::<Round>(&5, &false, &(), &Policies::default(), &limits).unwrap().0;
    assert_eq!(u64::from(chances.endless), weight("no end"));
}

#[test]
fn a_procedure_that_ends_has_exact_chances_and_nothing_endless() {
    let table = Map::from_iter([("ends".to_owned(), 6.into())]);
    let request = Request { files: &Embedded, settings: &[], table: &table };
    let json = ROUND.chances(&request, &Policies::default(), &Limits::default()).unwrap().json;
    assert_eq!(json["exact"], true);
    assert!(json.get("endless").is_none());
}
