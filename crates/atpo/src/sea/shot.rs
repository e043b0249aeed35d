//! One naval attack: two dice and what is added to them, against Armor (3.11.4.1, 3.16.5, 3.16.6).

use liege_rules::play::dice::{Dice, Die};
use liege_rules::play::procedure::Log;

/// What an attack does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hit {
    /// Nothing.
    Miss,
    /// A hit.
    Plain,
    /// A hit with doubles on the dice.
    Double,
}

/// What a hit with doubles on the dice is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubles {
    /// A hit with doubles.
    Sink,
    /// A hit like any other.
    Hit,
    /// A hit like any other, but with two sixes.
    SixesSink,
}

/// Something that is added to the dice: what it is, how much, and under which rule.
pub type Added<'a> = (&'a str, i32, &'a str);

/// An attack before it is rolled.
#[derive(Debug, Clone)]
pub struct Shot<'a> {
    /// Who attacks.
    pub by: &'a str,
    /// What is attacked.
    pub at: &'a str,
    /// Its current Armor.
    pub armor: u8,
    /// What is added to the dice, ratings first.
    pub added: Vec<Added<'a>>,
    /// How often the dice count: twice for special attacks in a harbour (16.9).
    pub times: i32,
    /// The reading of the hit: whether the total has to be above Armor (choice `hit_compare`).
    pub above: bool,
    /// Whether a 12 on the dice hits whatever is added (3.9.2).
    pub twelve_hits: bool,
    /// The rule.
    pub rule: &'a str,
}

impl<'a> Shot<'a> {
    /// An attack with nothing added.
    #[must_use]
    pub fn new(by: &'a str, at: &'a str, armor: u8, rule: &'a str) -> Self {
        Self { by, at, armor, added: Vec::new(), times: 1, above: false, twelve_hits: false, rule }
    }

    fn total(&self, dice: i32) -> i32 {
        let added: i32 = self.added.iter().map(|(_, value, _)| value).sum();
        dice * self.times + added
    }

    /// What these faces do.
    #[must_use]
    pub fn result(&self, one: u8, other: u8) -> Hit {
        let dice = i32::from(one) + i32::from(other);
        let (total, armor) = (self.total(dice), i32::from(self.armor));
        let hits = total > armor || total == armor && !self.above || dice == 12 && self.twelve_hits;
        match (hits, one == other) {
            (false, _) => Hit::Miss,
            (true, false) => Hit::Plain,
            (true, true) => Hit::Double,
        }
    }

    /// Roll it. `doubles` says whether doubles make a difference here.
    pub fn roll(&self, doubles: bool, dice: &mut dyn Dice, log: &mut Log) -> Hit {
        let doubles = if doubles { Doubles::Sink } else { Doubles::Hit };
        self.roll_beside(doubles, &|_| 0, dice, log).0
    }

    /// Roll it where the sum of the dice says something else beside: sums for which `beside` gives one number say the
    /// same. Gives the sum, too.
    pub fn roll_beside(
        &self,
        doubles: Doubles,
        beside: &dyn Fn(u8) -> u16,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> (Hit, u8) {
        let counts = |one: u8, other: u8| match (self.result(one, other), doubles) {
            (Hit::Double, Doubles::Hit) => Hit::Plain,
            (Hit::Double, Doubles::SixesSink) if one < 6 => Hit::Plain,
            (hit, _) => hit,
        };
        let class = |one: u8, other: u8| beside(one + other) * 3 + counts(one, other) as u16;
        let (one, other) = dice.pair(Die::D6, "naval attack", &class);
        let hit = counts(one, other);
        for face in [one, other] {
            log.roll(Die::D6, face, || (format!("{} at {}: die", self.by, self.at), "2d6", self.rule));
        }
        for (label, value, rule) in self.added.iter().filter(|(_, value, _)| *value != 0) {
            log.line(|| (format!("modifier: {label}"), format!("{value:+}"), self.by, *rule));
        }
        log.line(|| {
            let value = match hit {
                Hit::Miss => "miss",
                Hit::Plain => "hit",
                Hit::Double => "hit with doubles",
            };
            (format!("{} at {}", self.by, self.at), value, self.why(one, other), self.rule)
        });
        (hit, one + other)
    }

    /// Rolls it so many times: how often it misses, hits, and hits with doubles.
    pub fn roll_all(&self, times: u16, dice: &mut dyn Dice) -> [u16; 3] {
        let mut counts = [0; 3];
        let class = |one: u8, other: u8| self.result(one, other) as u16;
        dice.pairs(times, Die::D6, "naval attack", &class, &mut counts);
        counts
    }

    fn why(&self, one: u8, other: u8) -> String {
        let dice = i32::from(one) + i32::from(other);
        let (total, armor) = (self.total(dice), self.armor);
        if self.twelve_hits && dice == 12 && total < armor.into() {
            return format!("a 12 hits regardless of the Armor of {armor}");
        }
        let needed = if self.above { "more than " } else { "" };
        let times = if self.times == 1 { String::new() } else { format!("{} x ", self.times) };
        format!("{times}{dice} makes {total}, against {needed}Armor {armor}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use liege_rules::play::dice::Given;

    fn rolled(shot: &Shot<'_>, one: u8, other: u8) -> Hit {
        shot.roll(true, &mut Given::new([one, other]), &mut Log::silent())
    }

    #[test]
    fn the_total_must_reach_armor_or_exceed_it_by_the_other_reading() {
        let mut shot = Shot::new("CA", "CL", 8, "3.11.4.1");
        shot.added.push(("gunnery", 2, "3.11.4.1"));
        assert_eq!(
            [rolled(&shot, 1, 4), rolled(&shot, 2, 4), rolled(&shot, 3, 3)],
            [Hit::Miss, Hit::Plain, Hit::Double]
        );
        shot.above = true;
        assert_eq!([rolled(&shot, 2, 4), rolled(&shot, 3, 4)], [Hit::Miss, Hit::Plain]);
    }

    #[test]
    fn twelve_hits_only_where_mines_say_so() {
        let mut shot = Shot::new("mines", "BB", 13, "3.9.2");
        shot.added.push(("destroyers", -4, "3.9.2"));
        assert_eq!(rolled(&shot, 6, 6), Hit::Miss);
        shot.twelve_hits = true;
        assert_eq!(rolled(&shot, 6, 6), Hit::Double);
        assert_eq!(rolled(&shot, 6, 5), Hit::Miss);
    }
}
