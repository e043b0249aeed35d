//! One attack in the air and what a bomber fires back: a die each (4.8.4, 4.8.7.2, 4.8.7.3).

use std::cmp::Ordering;

use super::tables::CombatRow;
use crate::air::aircraft::{AirClass, AirWord, Aircraft, QualityMark};
use liege_rules::play::dice::{Dice, Die};
use liege_rules::play::procedure::Log;

/// What an attack does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AirHit {
    /// Nothing.
    Nothing,
    /// An abort.
    Abort,
    /// A step, and an abort of what is left.
    Step,
}

/// Something that counts: what it is, how much, and under which rule.
type AirCount = (&'static str, i32, &'static str);

/// An attack before it is rolled.
#[derive(Debug, Clone)]
pub struct AirShot<'a> {
    /// Who attacks.
    pub by: &'a str,
    /// Whom.
    pub at: &'a str,
    /// What the target number is made of.
    pub number: Vec<AirCount>,
    /// What is added to the die.
    pub modifiers: Vec<AirCount>,
    /// The rule.
    pub rule: &'static str,
}

impl<'a> AirShot<'a> {
    /// An attack of which nothing is known yet.
    #[must_use]
    pub fn new(by: &'a str, at: &'a str) -> Self {
        Self { by, at, number: Vec::new(), modifiers: Vec::new(), rule: "4.8.4" }
    }

    /// The target number.
    #[must_use]
    pub fn target_number(&self) -> i32 {
        self.number.iter().map(|(_, value, _)| value).sum()
    }

    /// What a face does: some do it whatever is added, by what the die shows.
    #[must_use]
    pub fn result(&self, face: u8, row: &CombatRow) -> AirHit {
        let number = self.target_number();
        let die = i32::from(face) + self.modifiers.iter().map(|(_, value, _)| value).sum::<i32>();
        match face {
            face if face == row.always_a_step => AirHit::Step,
            face if face == row.never_anything => AirHit::Nothing,
            face if face == row.never_a_step => match number >= face.into() || die <= number {
                true => AirHit::Abort,
                false => AirHit::Nothing,
            },
            _ if die < number => AirHit::Step,
            _ if die == number => AirHit::Abort,
            _ => AirHit::Nothing,
        }
    }

    /// Rolls it.
    pub fn roll(&self, row: &CombatRow, dice: &mut dyn Dice, log: &mut Log) -> AirHit {
        let class = |face: u8| self.result(face, row) as u16;
        let face = dice.roll_into(Die::D6, "air combat", &class);
        let (number, hit) = (self.target_number(), self.result(face, row));
        log.line(|| {
            let sum = self.number.iter().filter(|(_, value, _)| *value != 0);
            let sum: Vec<String> = sum.map(|(label, value, _)| format!("{value:+} {label}")).collect();
            (
                format!("{} at {}", self.by, self.at),
                format!("target number {number}"),
                sum.join(", "),
                self.rule,
            )
        });
        log.roll(Die::D6, face, || (format!("{} at {}: die", self.by, self.at), "1d6", self.rule));
        for (label, value, rule) in &self.modifiers {
            log.line(|| (format!("modifier: {label}"), format!("{value:+}"), self.by, *rule));
        }
        log.line(|| {
            let (value, cause, rule) = self.told(face, row, hit);
            (self.at, value, cause, rule)
        });
        hit
    }

    /// What a face does, why, and under which rule: where what the die shows decides nothing by itself, under that of all
    /// attacks.
    fn told(&self, face: u8, row: &CombatRow, hit: AirHit) -> (&'static str, String, &'static str) {
        let die = i32::from(face) + self.modifiers.iter().map(|(_, value, _)| value).sum::<i32>();
        let number = self.target_number();
        let value = match hit {
            AirHit::Nothing => "no effect",
            AirHit::Abort => "abort",
            AirHit::Step => "a step",
        };
        let by_itself = match face {
            face if face == row.always_a_step => Some(format!("a {face} always costs a step")),
            face if face == row.never_anything => Some(format!("a {face} never has an effect")),
            face if face == row.never_a_step && die < number => {
                Some(format!("a {face} never costs a step, target number {number}"))
            }
            face if face == row.never_a_step && die > number && hit == AirHit::Abort => {
                Some(format!("a {face} aborts if the target number is {face} or more: {number}"))
            }
            _ => None,
        };
        let by_number = match die.cmp(&number) {
            Ordering::Less => format!("{die} is below {number}"),
            Ordering::Equal => format!("{die} equals {number}"),
            Ordering::Greater => format!("{die} is above {number}"),
        };
        let rule = if by_itself.is_some() { "4.8.7.2" } else { self.rule };
        (value, by_itself.unwrap_or(by_number), rule)
    }
}

/// Whether a unit fires back at fighters: a bomber whose quality is in a circle or in brackets (4.8.7.3). A special
/// kamikaze does not (4.10.6), nor one that avoids the combat (4.7.6.2) or is on the ground (4.6.3.2).
#[must_use]
pub fn fires_back(unit: &Aircraft, bombs: bool) -> bool {
    let quiet = unit.class == AirClass::SpecialKamikaze || unit.is(AirWord::Avoiding) || unit.is_grounded();
    unit.mark != QualityMark::Plain && bombs && !quiet
}

/// What a bomber fires back, before it is rolled.
#[derive(Debug, Clone)]
pub struct ReturnShot<'a> {
    /// The bomber.
    pub by: &'a str,
    /// The fighter.
    pub at: &'a str,
    /// The quality of the bomber.
    pub quality: u8,
    /// The quality of the fighter.
    pub fighter: u8,
    /// What is added to the die: what it is, how much, and under which rule.
    pub modifier: (&'static str, i32, &'static str),
}

impl ReturnShot<'_> {
    fn total(&self, face: u8) -> i32 {
        i32::from(face) + self.modifier.1 + i32::from(self.quality) - i32::from(self.fighter)
    }

    /// Whether a face hits the fighter.
    #[must_use]
    pub fn result(&self, face: u8) -> bool {
        self.total(face) > i32::from(self.fighter)
    }

    /// Rolls it: whether the fighter loses a step.
    pub fn roll(&self, dice: &mut dyn Dice, log: &mut Log) -> bool {
        const RULE: &str = "4.8.7.3";
        let face = dice.roll_into(Die::D6, "return fire", &|face| u16::from(self.result(face)));
        log.roll(Die::D6, face, || (format!("{} fires back at {}: die", self.by, self.at), "1d6", RULE));
        let (label, value, rule) = self.modifier;
        if value != 0 {
            log.line(|| (format!("modifier: {label}"), format!("{value:+}"), self.by, rule));
        }
        let hit = self.result(face);
        log.line(|| {
            let (total, quality, fighter) = (self.total(face), self.quality, self.fighter);
            let more = if value == 0 { String::new() } else { format!(" {value:+}") };
            let needed = format!("{face}{more} + {quality} - {fighter}");
            let cause = format!(
                "{needed} makes {total}, more than {fighter} hits; 1, 5 and 6 have no special effect (gap G72)"
            );
            (self.at, if hit { "a step" } else { "no effect" }, cause, RULE)
        });
        hit
    }
}
