//! The policy that chances assume where nobody decides answers every question of every procedure, whatever the dice and
//! the answers before it.

use std::collections::BTreeSet;

use liege::rules::data::{Embedded, Files};
use liege::rules::games::GAMES;
use liege::rules::play::dice::Seeded;
use liege::rules::play::inputs::pairs;
use liege::rules::play::procedure::{ASSUMED_FACT, AnyProcedure, Asked, Decide, EVEN, Moment, Request};

/// The question about a fact, which no policy decides.
const FACT: &str = "initiative";

fn all() -> impl Iterator<Item = &'static AnyProcedure> {
    GAMES.iter().flat_map(|game| game.procedures())
}

#[test]
fn every_question_lists_the_word_that_is_assumed() {
    for entry in all() {
        for prompt in entry.prompts {
            let listed = prompt.policies.contains(&EVEN);
            assert_eq!(listed, prompt.label != FACT, "{}: {} {}", entry.id, prompt.by, prompt.label);
        }
    }
}

/// Answers by chance, and holds each question against the word that is assumed.
struct Anybody {
    draw: u64,
    asked: BTreeSet<String>,
    unanswered: Vec<String>,
}

impl Decide for Anybody {
    fn decide(&mut self, asked: &Asked<'_>, _: &Moment<'_>) -> Option<usize> {
        let told = format!("{} {}", asked.by, asked.label);
        let word = if asked.label == FACT { ASSUMED_FACT } else { EVEN };
        if asked.answers.tagged(word).is_none() {
            self.unanswered.push(told.clone());
        }
        self.asked.insert(told);
        self.draw ^= self.draw << 13;
        self.draw ^= self.draw >> 7;
        self.draw ^= self.draw << 17;
        Some(self.draw as usize % asked.answers.count())
    }
}

/// The words of a command as a shell takes them.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut quoted) = (vec![String::new()], false);
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            letter => words.last_mut().expect("a word").push(letter),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn the_word_that_is_assumed_picks_an_answer_wherever_a_question_comes() {
    let mut asked = BTreeSet::new();
    let mut played = 0;
    for entry in all() {
        let Ok(page) = Embedded.text(&entry.page()) else { continue };
        for line in page.lines().filter(|line| line.starts_with("liege run ")) {
            let values: Vec<String> =
                words(line).into_iter().skip(4).take_while(|word| !word.starts_with("--")).collect();
            let values: Vec<&str> = values.iter().map(String::as_str).collect();
            let table = pairs(&values).unwrap_or_else(|fault| panic!("{line}: {fault:?}"));
            let request = Request { files: &Embedded, settings: &[], table: &table };
            for seed in 1..12 {
                let mut who = Anybody { draw: seed, asked: BTreeSet::new(), unanswered: Vec::new() };
                if let Err(error) = entry.run(&request, &mut Seeded::new(seed), &mut who) {
                    panic!("{line}, seed {seed}: {error:?}");
                }
                played += 1;
                assert_eq!(who.unanswered, Vec::<String>::new(), "{line}");
                asked.extend(who.asked.into_iter().map(|told| format!("{} {told}", entry.id)));
            }
        }
    }
    assert!(played >= 700 && asked.len() >= 31, "{played} plays asked {asked:?}");
}
