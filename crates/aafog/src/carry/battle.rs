//! Questions of a step and the battles that it calls to the board: who is asked, and how an answer stands in the log.

use serde_json::Value;

use super::Carrying;
use super::outcome::Minutes;
use crate::class::UnitClass;
use crate::entering::EnterZone;
use crate::force::{Lot, UnitGroup};
use crate::roles::MOVER;
use liege_rules::desk::log::{LogEvent, Reply};
use liege_rules::desk::play::{OpenFight, OpenStep};
use liege_rules::play::procedure::{Procedure, Question};

/// The message that a question goes with, and its rule.
const ASKS: [(&str, &str, &str); 8] = [
    ("scramble", "M05", "8-air, C11"),
    ("tokens", "M06", "C15"),
    ("contact", "M11", "C4, C8"),
    ("subs", "M08", "C3"),
    ("free shot", "M09", "C9"),
    ("target", "M09", "C9"),
    ("hidden subs", "M10", "D3"),
    ("blitz", "M04", "8-land, D1"),
];

/// The message that a question goes with, and its rule.
pub(super) fn asks_of(label: &str) -> (&'static str, &'static str) {
    ASKS.iter().find(|(known, ..)| *known == label).map_or(("", ""), |(_, template, rule)| (template, rule))
}

impl Minutes<'_, '_> {
    /// The alliance that a question is for.
    pub(super) fn asked_of(&self, question: &Question) -> String {
        self.alliance(question.by)
    }

    /// The newest answer goes into the log.
    pub(super) fn answered(&mut self, asked: &[&'static str], answers: &[String]) {
        let (Some(label), Some(choice)) = (asked.last(), answers.last()) else { return };
        let prompt = EnterZone::PROMPTS.iter().find(|prompt| prompt.label == *label);
        let by = self.alliance(prompt.map_or(MOVER, |prompt| prompt.by));
        let template = asks_of(label).0.to_owned();
        self.log(LogEvent::Answer(Reply { template, by, choice: Value::from(choice.trim()) }));
    }

    /// The battles that were called are fought now, the first one first.
    pub(super) fn begin_fights(&mut self) {
        let (fights, mut sides): (Vec<OpenFight>, Vec<_>) =
            std::mem::take(&mut self.fights).into_iter().unzip();
        self.fight_on(fights, sides.drain(..).next());
    }

    /// The battles that are left are fought now.
    pub(super) fn go_on_fighting(&mut self, fights: Vec<OpenFight>) {
        let seen = |fight: &OpenFight, pieces: &[String]| {
            let units: Vec<String> = pieces.iter().flat_map(|id| self.roster().each_id(id)).collect();
            self.on.outside(&units, &fight.place)
        };
        let sides = fights.first().map(|fight| [seen(fight, &fight.mover), seen(fight, &fight.occupant)]);
        self.fight_on(fights, sides);
    }

    fn fight_on(&mut self, fights: Vec<OpenFight>, sides: Option<[UnitGroup; 2]>) {
        let (Some(fight), Some(sides)) = (fights.first(), sides) else {
            self.stride.paper.open = None;
            return;
        };
        let text = self.on.question_of(fight, &sides);
        let answers = vec!["none".to_owned(), self.on.example_of(fight, &sides)];
        self.ask(String::new(), text, answers, "8");
        self.stride.paper.open = Some(OpenStep { fights, ..OpenStep::default() });
    }
}

impl Carrying<'_> {
    /// `battle 2 in SZ 20 (attack), allies CV, TR against axis BB: how did it end?`
    fn question_of(&self, fight: &OpenFight, [own, other]: &[UnitGroup; 2]) -> String {
        let OpenFight { number, place, cause, .. } = fight;
        let other_side = self.other_side();
        let [attacker, defender] = [&self.side, &other_side].map(|side| self.boards.side_name(side));
        let [own, other] = [own, other].map(|units| self.boards.in_words(units));
        format!(
            "battle {number} in {place} ({cause}), {attacker} with {own} against {defender} with {other}: how did it end?"
        )
    }

    /// An answer with units of this battle: `axis lost BB; allies retreat CV, TR to SZ 35`.
    fn example_of(&self, fight: &OpenFight, [own, other]: &[UnitGroup; 2]) -> String {
        let one = |side: &str, group: &UnitGroup| {
            let is_unit = |lot: &&Lot| !lot.class.is_facility() && lot.class != UnitClass::Kami;
            let lot = group.lots().iter().find(is_unit)?;
            Some(format!("{side} lost {}", lot.class))
        };
        let mut parts: Vec<String> = one(&self.other_side(), other).into_iter().collect();
        parts.extend(one(&self.side, own));
        let back = self.origins(fight).into_iter().next();
        parts.extend(back.map(|from| format!("{} retreat all to {from}", self.side)));
        parts.join("; ")
    }

    /// Units of a battle as the other side sees them there: what a transport carries is not among them.
    pub(super) fn outside(&self, units: &[String], place: &str) -> UnitGroup {
        // Who has just landed is no cargo any more.
        let at_sea = self.is_sea(place);
        let is_cargo = |id: &String| {
            let carrier = self.roster().unit(id).and_then(|unit| unit.carrier);
            let ship = carrier.and_then(|ix| self.boards.unit(ix));
            at_sea && ship.is_some_and(|ship| ship.class == UnitClass::Tr)
        };
        let seen: Vec<String> = units.iter().filter(|id| !is_cargo(id)).cloned().collect();
        UnitGroup::of(self.roster().seen(&seen)).nameless()
    }
}
