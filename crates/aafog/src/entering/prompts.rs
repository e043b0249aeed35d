//! The questions of an entry into a sea zone, with their answers.

use std::borrow::Cow;

use serde_json::Value;

use super::SeaState;
use crate::class::UnitClass;
use crate::force::UnitGroup;
use crate::roles::{MOVER, OCCUPANT};
use crate::sea_entry::SeaNext;
use liege_rules::play::procedure::{Answers, Ask, Offer, Offers, OrdersName, Prompt, Role, few};

const fn prompt(
    by: Role,
    label: &'static str,
    text: &'static str,
    answers: &'static [&'static str],
    policies: &'static [&'static str],
    rule: &'static str,
) -> Prompt {
    Prompt { by, label, names: OrdersName::Nothing, text, answers, policies, rule }
}

const SCRAMBLE: Prompt = prompt(
    OCCUPANT,
    "scramble",
    "which fighters and tactical bombers scramble after a radar blip",
    &["none", "1 FTR, 1 TAC"],
    &["scramble", "home", "cautious", "balanced", "aggressive"],
    "8-air, C11",
);
const TOKENS: Prompt = prompt(
    OCCUPANT,
    "tokens",
    "how many kamikaze tokens are used",
    &["0", "1"],
    &["spend", "keep", "cautious", "balanced", "aggressive"],
    "C15",
);
const CONTACT: Prompt = prompt(
    MOVER,
    "contact",
    "attack the enemy met, or sail on",
    &["attack", "sail on"],
    &["attack", "pass", "cautious", "balanced", "aggressive"],
    "C4, C8",
);
const SUBS: Prompt = prompt(
    MOVER,
    "subs",
    "attack with the submarines, or stay hidden",
    &["attack", "stay hidden"],
    &["attack", "pass", "cautious", "balanced", "aggressive"],
    "C3",
);
const FREE_SHOT: Prompt = prompt(
    OCCUPANT,
    "free shot",
    "how many submarines fire once at the transports",
    &["none", "1"],
    &["fire", "hold", "cautious", "balanced", "aggressive"],
    "C9",
);
const TARGET: Prompt = prompt(
    OCCUPANT,
    "target",
    "at which transport the next submarine fires, by its number",
    &["1", "2"],
    &["fire", "cautious", "balanced", "aggressive"],
    "C9",
);
const HIDDEN_SUBS: Prompt = prompt(
    OCCUPANT,
    "hidden subs",
    "whether hidden submarines join the battle of their side",
    &["stay hidden", "join"],
    &["join", "hide", "cautious", "balanced", "aggressive"],
    "D3",
);

/// All of them.
pub(super) const PROMPTS: &[Prompt] = &[SCRAMBLE, TOKENS, CONTACT, SUBS, FREE_SHOT, TARGET, HIDDEN_SUBS];

/// The question that comes next, in a zone. A die and the end are no questions; they would ask for a target.
pub(super) fn ask<'b>(next: &SeaNext, zone: &str, state: SeaState, told: usize) -> Ask<'b, SeaState> {
    match *next {
        SeaNext::Scramble { fighters, tactical, most } => {
            let offers = Scrambles { fighters, tactical, most, state, told };
            asked(SCRAMBLE, format!("Radar blip in {zone}: which aircraft scramble?"), Box::new(offers))
        }
        SeaNext::Tokens(most) => {
            let list = counts(most, "spend", "keep", |count| count.to_string());
            let then = move |count: &u32| state.with(told, |made| made.tokens = Some(*count));
            asked(TOKENS, format!("Kamikaze target in {zone}: how many tokens?"), few(list, then))
        }
        SeaNext::Attack => {
            let list = yes_no(["attack", "sail on"], ["attack", "pass"]);
            let then = move |yes: &bool| state.with(told, |made| made.attack = Some(*yes));
            asked(CONTACT, format!("Contact in {zone}: attack or sail on?"), few(list, then))
        }
        SeaNext::Subs => {
            let list = yes_no(["attack", "stay hidden"], ["attack", "pass"]);
            let then = move |yes: &bool| state.with(told, |made| made.subs = Some(*yes));
            asked(SUBS, format!("Submarines in {zone}: attack or stay hidden?"), few(list, then))
        }
        SeaNext::Shots(most) => {
            let word = |count: u32| if count == 0 { "none".to_owned() } else { count.to_string() };
            let list = counts(most, "fire", "hold", word);
            let then = move |count: &u32| state.with(told, |made| made.shots = Some(*count));
            asked(FREE_SHOT, format!("Transports in {zone}: how many submarines fire?"), few(list, then))
        }
        SeaNext::Join(most) => {
            let word = move |count: u32| match count {
                0 => "stay hidden".to_owned(),
                count if count == most => "join".to_owned(),
                count => format!("{count} join"),
            };
            let list = counts(most, "join", "hide", word);
            let then = move |count: &u32| state.with(told, |made| made.join = Some(*count));
            asked(HIDDEN_SUBS, format!("Battle in {zone}: join or stay hidden?"), few(list, then))
        }
        SeaNext::Target(transports) => target(zone, transports, state, told),
        SeaNext::Die | SeaNext::Nothing => target(zone, 1, state, told),
    }
}

fn target<'b>(zone: &str, transports: u32, state: SeaState, told: usize) -> Ask<'b, SeaState> {
    let list = (1..=transports).map(|number| {
        Offer::new(number.to_string(), vec!["fire", "cautious", "balanced", "aggressive"], number)
    });
    let then = move |number: &u32| state.with(told, |made| made.targets.push(*number));
    asked(TARGET, format!("Free shot in {zone}: at which transport?"), few(list.collect(), then))
}

fn asked<'b>(prompt: Prompt, text: String, offers: Box<dyn Offers<SeaState> + 'b>) -> Ask<'b, SeaState> {
    let Prompt { by, label, rule, .. } = prompt;
    Ask { by, label, about: None, text: Cow::Owned(text), rule, offers }
}

fn yes_no<'b>(answers: [&'static str; 2], tags: [&'static str; 2]) -> Vec<Offer<'b, bool>> {
    let [yes, no] = answers;
    vec![
        Offer::new(yes, vec![tags[0], "balanced", "aggressive"], true),
        Offer::new(no, vec![tags[1], "cautious"], false),
    ]
}

/// None up to so many; one word of a policy takes all that may be, or one token, the other none.
fn counts<'b>(
    most: u32,
    all: &'static str,
    none: &'static str,
    word: impl Fn(u32) -> String,
) -> Vec<Offer<'b, u32>> {
    let full = if all == "spend" { 1 } else { most };
    let tags = |count: u32| match count {
        0 => vec![none, "cautious"],
        count if count == full => vec![all, "balanced", "aggressive"],
        _ => Vec::new(),
    };
    (0..=most).map(|count| Offer::new(word(count), tags(count), count)).collect()
}

/// Every mix of fighters and tactical bombers: one row of answers for each number of fighters.
struct Scrambles {
    fighters: u32,
    tactical: u32,
    most: u32,
    state: SeaState,
    told: usize,
}

impl Scrambles {
    /// Answers with so many fighters.
    fn row(&self, fighters: u32) -> usize {
        self.tactical.min(self.most.saturating_sub(fighters)) as usize + 1
    }

    fn rows(&self) -> std::ops::RangeInclusive<u32> {
        0..=self.fighters.min(self.most)
    }

    fn pair(&self, index: usize) -> (u32, u32) {
        let mut left = index;
        for fighters in self.rows() {
            match u32::try_from(left) {
                Ok(tactical) if left < self.row(fighters) => return (fighters, tactical),
                _ => left -= self.row(fighters),
            }
        }
        (0, 0)
    }

    fn index(&self, fighters: u32, tactical: u32) -> Option<usize> {
        let legal = self.rows().contains(&fighters) && (tactical as usize) < self.row(fighters);
        legal.then(|| (0..fighters).map(|before| self.row(before)).sum::<usize>() + tactical as usize)
    }
}

impl Answers for Scrambles {
    fn count(&self) -> usize {
        self.rows().map(|fighters| self.row(fighters)).sum()
    }

    fn answer(&self, index: usize) -> Cow<'_, str> {
        let part = |count: u32, class: UnitClass| (count > 0).then(|| format!("{count} {class}"));
        let (fighters, tactical) = self.pair(index);
        let parts = [part(fighters, UnitClass::Ftr), part(tactical, UnitClass::Tac)];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() { "none".into() } else { parts.join(", ").into() }
    }

    fn named(&self, answer: &str) -> Option<usize> {
        let group = UnitGroup::read("scramble", &Value::from(answer)).ok()?;
        let only = group.classes().into_iter().all(UnitClass::scrambles);
        let plain = group.lots().iter().all(|lot| lot.damage == 0 && lot.cargo.is_empty());
        let index = self.index(group.count(UnitClass::Ftr), group.count(UnitClass::Tac))?;
        (only && plain).then_some(index)
    }

    fn tagged(&self, word: &str) -> Option<usize> {
        let fighters = self.fighters.min(self.most);
        match word {
            "scramble" | "balanced" | "aggressive" => {
                self.index(fighters, self.tactical.min(self.most - fighters))
            }
            "home" | "cautious" => Some(0),
            _ => None,
        }
    }
}

impl Offers<SeaState> for Scrambles {
    fn then(&self, index: usize) -> SeaState {
        let pair = self.pair(index);
        self.state.with(self.told, |made| made.scramble = Some(pair))
    }
}
