//! Expressions on a piece as the real engine evaluates them.

use super::support::data;
use liege::model::expression::Expression;
use liege::model::text::{Unknown, evaluate};
use serde_json::Value;

#[test]
fn expressions_have_the_values_of_the_engine() {
    let text = data("engine/expressions.jsonl");
    let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let properties = lines.next().unwrap();
    let value = |name: &str| properties[name].as_str().map(str::to_owned);
    let mut differences = Vec::new();
    let (mut all, mut told) = (0, 0);
    for line in lines {
        let (source, theirs) = (line["expr"].as_str().unwrap(), line["value"].as_str().unwrap());
        all += 1;
        let Some(ours) = evaluate(source, Unknown::Stays, &value) else { continue };
        told += 1;
        if ours != theirs {
            differences.push(format!("{source}: {ours:?}, engine {theirs:?}"));
        }
    }
    assert!(differences.is_empty(), "{} of {told}:\n{}", differences.len(), differences.join("\n"));
    assert!(told * 100 >= all * 98, "only {told} of {all} are told");
}

#[test]
fn expressions_parse_and_fail_as_in_the_interpreter_of_the_engine() {
    let text = data("engine/expression-grammar.jsonl");
    let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let properties = lines.next().unwrap();
    let value = |name: &str| properties[name].as_str().map(str::to_owned);
    let mut differences = Vec::new();
    let (mut valued, mut told, mut foreign) = (0, 0, 0);
    for line in lines {
        let source = line["expr"].as_str().unwrap();
        let mut differs = |what: String| differences.push(format!("{source:?}: {what}"));
        let theirs = line["value"].as_str();
        let parsed = match Expression::parse(source) {
            Err(error) if error.is_foreign => {
                foreign += 1;
                continue;
            }
            parsed => parsed,
        };
        if line["parses"] == false {
            if parsed.is_ok() {
                differs("it does not parse in the engine".to_owned());
            }
            continue;
        }
        let Ok(expression) = parsed else {
            differs(format!("it parses in the engine, and here {}", parsed.unwrap_err()));
            continue;
        };
        let mistakes = expression.mistakes(&|name| value(name).is_some());
        if line["valid"] == false {
            if mistakes.is_empty() {
                differs("the Expression Builder refuses it".to_owned());
            }
            continue;
        }
        if let (Some(theirs), [mistake, ..]) = (theirs, &mistakes[..]) {
            // What is not reached does no harm to the value.
            if !source.contains("Foo(1)") {
                differs(format!("{theirs:?} in the engine, and {} here", mistake.message));
            }
        }
        valued += 1;
        // A lone text or number in braces never gets to the interpreter.
        let is_lone = source.starts_with('"') || source.parse::<i32>().is_ok();
        let whole = if is_lone { format!("{{({source})}}") } else { format!("{{{source}}}") };
        let Some(ours) = evaluate(&whole, Unknown::Stays, &value) else { continue };
        told += 1;
        if ours != theirs.unwrap_or_default() {
            differs(format!("{ours:?}, in the engine {theirs:?}"));
        }
    }
    assert!(differences.is_empty(), "{} of {told}:\n{}", differences.len(), differences.join("\n"));
    assert!(told >= 475, "only {told} of {valued} have a value");
    assert!(foreign < 20, "{foreign} are not judged");
}

/// Words that expressions are made of, right and wrong.
const WORDS: [&str; 48] = [
    "a",
    "Tōkyō",
    "$x$",
    "\"t\"",
    "\"東京\"",
    "\"{b > 1}\"",
    "\"\\\"\"",
    "0",
    "7",
    "2147483647",
    "1.5",
    "true",
    "(",
    ")",
    "[",
    "]",
    ",",
    ".",
    "+",
    "-",
    "*",
    "/",
    "%",
    "!",
    "&&",
    "||",
    "==",
    "<",
    "?",
    ":",
    " ",
    "\"",
    "\\",
    "If(",
    "SumStack(",
    "CountMap(",
    "GetProperty(",
    "Math.floor(",
    "Math.pow(",
    "(int)",
    ".length()",
    ".substring(",
    ".split(",
    ".repeat(",
    ".replaceAll(",
    ".matches(",
    "null",
    "{",
];

#[test]
fn words_put_together_at_random_are_evaluated_or_refused() {
    let mut state: u64 = 29;
    let mut next = |most: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % most
    };
    let value = |name: &str| Some(name.repeat(3));
    let mut told = 0;
    for _ in 0..20_000 {
        let source: String = (0..=next(12)).map(|_| WORDS[next(WORDS.len())]).collect();
        let shown = evaluate(&format!("{{{source}}}"), Unknown::Vanishes, &value);
        told += usize::from(shown.is_some());
        match Expression::parse(&source) {
            Ok(expression) => assert!(expression.reads().iter().all(|read| source.is_char_boundary(read.at))),
            Err(error) => assert!(source.is_char_boundary(error.at), "{source}: {error}"),
        }
    }
    assert!(told > 300, "only {told}");
}
