//! Which questions a battle can ask: found by playing it, in every way where these are few, else in many.

use std::collections::BTreeSet;

use super::{Ask, Flow, Log, MOST_STEPS, Procedure, Prompt, Role};
use crate::play::deeds::Deed;
use crate::play::dice::{EveryRoll, Seeded};

/// Steps after which not every way is followed any more.
const STEPS_OF_EVERY_WAY: usize = 20_000;
/// States that may wait to be followed.
const MOST_STATES: usize = 20_000;
/// Steps of all ways that are tried where there are more.
const STEPS_OF_MANY_WAYS: usize = 20_000;
/// Answers of one question that are followed.
const FOLLOWED: usize = 60;
/// Answers of one question that are kept in words, over all times that it is asked.
const MOST_ANSWERS: usize = 40;
/// Units about which one question is asked.
const MOST_UNITS: usize = 200;
/// Ends that are kept.
const MOST_ENDS: usize = 60;

/// A question that can be asked, with what was seen of it.
#[derive(Debug, Clone)]
pub struct PossiblePrompt {
    /// The question.
    pub prompt: &'static Prompt,
    /// The units that it can be about.
    pub about: BTreeSet<String>,
    /// Its answers, in the order in which they came up; none where nobody knows the battle.
    pub answers: Vec<String>,
    /// The words of a policy that pick an answer.
    pub words: Vec<&'static str>,
}

/// The questions that can be asked, in the order of the procedure.
#[derive(Debug, Clone, Default)]
pub struct PossiblePrompts {
    /// Each once.
    pub prompts: Vec<PossiblePrompt>,
    /// What can be done in the end, as far as it was seen: more questions may follow from it.
    pub ends: Vec<Vec<Deed>>,
}

impl PossiblePrompts {
    /// All questions of a procedure, of a battle that nobody knows.
    #[must_use]
    pub fn all(prompts: &'static [Prompt]) -> Self {
        let prompt = |prompt: &'static Prompt| PossiblePrompt {
            prompt,
            about: BTreeSet::new(),
            answers: Vec::new(),
            words: prompt.policies.to_vec(),
        };
        Self { prompts: prompts.iter().map(prompt).collect(), ends: Vec::new() }
    }

    /// Adds the questions of what follows.
    pub fn add(&mut self, more: Self) {
        for other in more.prompts {
            match self.prompts.iter_mut().find(|known| known.prompt.is(other.prompt.by, other.prompt.label)) {
                Some(known) => known.add(other),
                None => self.prompts.push(other),
            }
        }
    }

    /// Those of a side.
    pub fn of(&self, side: Role) -> impl Iterator<Item = &PossiblePrompt> {
        self.prompts.iter().filter(move |possible| possible.prompt.by == side)
    }
}

impl PossiblePrompt {
    fn add(&mut self, more: Self) {
        self.about.extend(more.about);
        more.answers.into_iter().for_each(|answer| self.answer(answer));
        for word in more.words {
            if !self.words.contains(&word) {
                self.words.push(word);
            }
        }
    }

    fn answer(&mut self, answer: String) {
        if self.answers.len() < MOST_ANSWERS && !self.answers.contains(&answer) {
            self.answers.push(answer);
        }
    }
}

/// The questions that a battle can ask.
pub(super) fn possible_prompts<P: Procedure>(
    battle: &P::Battle,
    state: &P::State,
    cx: &P::Cx,
) -> PossiblePrompts {
    let mut seen = SeenQuestions::of(P::head(battle).prompts);
    if !every_way::<P>(battle, state, cx, &mut seen) {
        many_ways::<P>(battle, state, cx, &mut seen);
    }
    seen.told()
}

/// What came up, by the prompts of the procedure.
struct SeenQuestions {
    prompts: Vec<(PossiblePrompt, bool)>,
    ends: Vec<Vec<Deed>>,
}

impl SeenQuestions {
    fn of(prompts: &'static [Prompt]) -> Self {
        let prompt = |prompt: &'static Prompt| {
            let (about, answers, words) = (BTreeSet::new(), Vec::new(), Vec::new());
            (PossiblePrompt { prompt, about, answers, words }, false)
        };
        Self { prompts: prompts.iter().map(prompt).collect(), ends: Vec::new() }
    }

    fn ask<S>(&mut self, ask: &Ask<'_, S>) {
        let own = self.prompts.iter_mut().find(|(possible, _)| possible.prompt.is(ask.by, ask.label));
        let Some((possible, is_asked)) = own else { return };
        *is_asked = true;
        if let Some(unit) = ask.about.filter(|_| possible.about.len() < MOST_UNITS)
            && !possible.about.contains(unit)
        {
            possible.about.insert(unit.to_owned());
        }
        for index in 0..ask.offers.count().min(MOST_ANSWERS) {
            possible.answer(ask.offers.answer(index).into_owned());
        }
        let words = possible.prompt.policies.iter().copied();
        let words: Vec<&str> =
            words.filter(|word| possible.words.contains(word) || ask.offers.tagged(word).is_some()).collect();
        possible.words = words;
    }

    fn end(&mut self, deeds: Vec<Deed>) {
        if self.ends.len() < MOST_ENDS && !self.ends.contains(&deeds) {
            self.ends.push(deeds);
        }
    }

    fn told(self) -> PossiblePrompts {
        let asked = self.prompts.into_iter().filter(|(_, is_asked)| *is_asked);
        PossiblePrompts { prompts: asked.map(|(possible, _)| possible).collect(), ends: self.ends }
    }
}

/// Follows every roll and every answer; false where that would take too long.
fn every_way<P: Procedure>(
    battle: &P::Battle,
    state: &P::State,
    cx: &P::Cx,
    seen: &mut SeenQuestions,
) -> bool {
    let mut waiting = BTreeSet::from([state.clone()]);
    let mut dice = EveryRoll::new();
    let mut steps = 0;
    while let Some(state) = waiting.pop_first() {
        loop {
            steps += 1;
            if steps > STEPS_OF_EVERY_WAY || waiting.len() > MOST_STATES {
                return false;
            }
            match P::step(battle, state.clone(), cx, &mut dice, &mut Log::silent()) {
                Flow::Next(next) => _ = waiting.insert(P::in_short(battle, next)),
                Flow::Done(outcome) => seen.end(P::deeds(&outcome)),
                Flow::Ask(ask) => {
                    let count = ask.offers.count();
                    if count > 1 {
                        seen.ask(&ask);
                    }
                    if count > FOLLOWED {
                        return false;
                    }
                    waiting.extend((0..count).map(|index| P::in_short(battle, ask.offers.then(index))));
                }
            }
            if !dice.advance() {
                break;
            }
        }
    }
    true
}

/// Plays with seeded dice and answers by chance.
fn many_ways<P: Procedure>(battle: &P::Battle, state: &P::State, cx: &P::Cx, seen: &mut SeenQuestions) {
    let (mut dice, mut draw) = (Seeded::new(1), DrawnAnswers(0x9e37_79b9_7f4a_7c15));
    let mut steps = 0;
    while steps < STEPS_OF_MANY_WAYS {
        let mut state = state.clone();
        for _ in 0..MOST_STEPS {
            steps += 1;
            match P::step(battle, state, cx, &mut dice, &mut Log::silent()) {
                Flow::Next(next) => state = next,
                Flow::Done(outcome) => {
                    seen.end(P::deeds(&outcome));
                    break;
                }
                Flow::Ask(ask) => {
                    if ask.offers.count() > 1 {
                        seen.ask(&ask);
                    }
                    state = ask.offers.then(draw.below(ask.offers.count()));
                }
            }
        }
    }
}

/// Numbers by chance, the same in every call.
struct DrawnAnswers(u64);

impl DrawnAnswers {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap_or(0) % count.max(1)
    }
}
