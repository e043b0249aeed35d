//! Step losses: which unit of a stack loses the next one, an offer for each with the words by which policies choose.

use std::cmp::Reverse;

use super::prompts::{ATTITUDES, LOSS_POLICIES};
use super::unit::LandUnit;
use liege_rules::play::procedure::Offer;
use vassal::diagnostic::counted;

/// Why no step is left: how many the result asks, and how many there are.
#[must_use]
pub fn asked(left: u8, steps: u16) -> String {
    format!("{} to lose, {steps} left", counted(left.into(), "step"))
}

/// The words of a policy for the unit that is weakest, strongest, least and most reduced.
pub type Tags = [&'static str; 4];

/// Who loses steps.
pub const TAGS_OF_LOSS: Tags = LOSS_POLICIES;
/// Who would rather lose the weakest keeps the strongest.
pub const TAGS_OF_SPARED: Tags = ["strongest", "weakest", "reduced", "spread"];

/// One offer for each of the units that differ from each other, by their indexes, tagged for policies; `steps` are those
/// that a unit has left.
#[must_use]
pub fn offers<'b>(
    units: &'b [LandUnit],
    steps: &dyn Fn(usize) -> u8,
    different: &[usize],
    tags: Tags,
) -> Vec<Offer<'b, usize>> {
    let weakest = different.iter().copied().min_by_key(|index| (units[*index].strength, steps(*index)));
    // The first of equals in every case.
    let strongest =
        different.iter().copied().min_by_key(|index| Reverse((units[*index].strength, steps(*index))));
    let spread =
        different.iter().copied().min_by_key(|index| (Reverse(steps(*index)), units[*index].strength));
    let reduced = different.iter().copied().min_by_key(|index| (steps(*index), units[*index].strength));
    let offer = |index: usize| {
        let tagged = [weakest, strongest, spread, reduced].into_iter().zip(tags);
        let mut tags: Vec<&str> = tagged.filter(|(at, _)| *at == Some(index)).map(|(_, tag)| tag).collect();
        // Whatever a side is like, it spares what is worth most.
        if tags.contains(&LOSS_POLICIES[0]) {
            tags.extend(ATTITUDES);
        }
        Offer::new(units[index].name.as_str(), tags, index)
    };
    different.iter().copied().map(offer).collect()
}
