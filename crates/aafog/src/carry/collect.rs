//! Collect Income at the desk (P06): what convoys take and objectives add is entered, the rest is read from the chart.

use super::Carrying;
use super::outcome::Minutes;
use crate::income::{Collected, IncomePhase, collect};
use liege_rules::desk::log::LogEvent;
use liege_rules::desk::play::{BoardDeed, OpenStep, Stride};

/// The phase.
pub(super) const COLLECT_INCOME: &str = "CI";
/// More than any power has.
const MOST: i64 = 10_000;

impl Carrying<'_> {
    /// The power whose turn it is collects its income.
    pub(super) fn collect(&self) -> Result<Stride, Vec<String>> {
        let (power, name) = (&self.paper.power, self.boards.name_of(&self.paper.power));
        let mut minutes = Minutes::new(self, format!("{name} collects its income"));
        minutes.stride.phase = COLLECT_INCOME.to_owned();
        let chart = self.boards.income(power).ok_or_else(|| {
            vec![format!("the income marker of {name} is not on the chart: place it there, then try again")]
        })?;
        let open = self.paper.open.clone().unwrap_or_default();
        let Some(answer) = open.answers.last() else {
            let text = format!(
                "The chart shows {chart} for {name}. By the base game, how much do convoys take and \
                 objectives add?"
            );
            minutes.ask(String::new(), text, vec!["none".into(), "convoy 4; objectives 5".into()], "10");
            minutes.stride.phase = String::new();
            minutes.stride.paper.open = Some(OpenStep::default());
            return Ok(minutes.end());
        };
        let (convoy, objectives) = read(answer).ok_or_else(|| {
            vec![format!(
                "\"{answer}\" is not an answer; expected none, or for example convoy 4; objectives 5"
            )]
        })?;
        if convoy > i64::from(chart) {
            return Err(vec![format!("convoy {convoy} is more than the {chart} on the chart")]);
        }
        let phase = IncomePhase::of(power, i64::from(chart), convoy, objectives);
        let outcome = collect(&phase, &self.sea.texts);
        outcome.upshots.iter().for_each(|upshot| minutes.upshot(upshot));
        for Collected { convoy, sum, .. } in &outcome.collected {
            if *convoy > 0 {
                minutes.log(LogEvent::Convoy { amount: *convoy });
            }
            minutes.log(LogEvent::Income { amount: *sum });
            minutes.stride.remarks.push(format!("to all: {name} collects {sum}"));
            self.pay(*sum, &mut minutes);
        }
        minutes.stride.paper.open = None;
        minutes.stride.done = true;
        Ok(minutes.end())
    }

    /// The sum goes to the money in hand.
    fn pay(&self, sum: i64, minutes: &mut Minutes<'_, '_>) {
        let marker = format!("{}-money", self.paper.power);
        let mut pieces = self.boards.situation.pieces.iter().enumerate();
        let found = pieces.find(|(_, piece)| piece.entry.as_ref().is_some_and(|entry| entry.id == *marker));
        match found {
            Some((piece, marker)) => {
                let now = i64::from(marker.number.unwrap_or(0));
                let to = i32::try_from(now.saturating_add(sum)).unwrap_or(i32::MAX);
                minutes.deed(BoardDeed::Number { piece, to });
            }
            None => {
                let name = self.boards.name_of(&self.paper.power);
                let told = format!("the money marker of {name} is missing: give it {sum} more");
                minutes.stride.remarks.push(told);
            }
        }
    }
}

/// What convoys take and objectives add.
fn read(text: &str) -> Option<(i64, i64)> {
    let (mut convoy, mut objectives) = (0, 0);
    if text.trim() == "none" {
        return Some((0, 0));
    }
    for part in text.split(';').map(str::trim) {
        let (word, amount) = part.rsplit_once(' ')?;
        let amount = amount.parse::<i64>().ok().filter(|amount| (0..=MOST).contains(amount))?;
        match word.trim() {
            "convoy" | "convoys" => convoy = amount,
            "objective" | "objectives" => objectives = amount,
            _ => return None,
        }
    }
    Some((convoy, objectives))
}
