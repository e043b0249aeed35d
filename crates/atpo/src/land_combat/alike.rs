//! The states of a battle that differ only in which of several equal units is which, counted as one.

use super::attack::Attack;
use super::battle::{Stage, Standing, State};

/// The state with the fates of equal units in one order. Where units take their turns, those who had theirs are not
/// mixed with those who wait.
pub(super) fn in_order(attack: &Attack, mut battle: State) -> State {
    let (attackers, defenders) = match battle.phase {
        Stage::Drops(from) | Stage::Advances(from) => (from, 0),
        Stage::Destinations(from) | Stage::Generals(from) => (0, from),
        _ => (0, 0),
    };
    order(&mut battle.attackers, &attack.alike.attackers, attackers);
    order(&mut battle.defenders, &attack.alike.defenders, defenders);
    battle
}

fn order(standings: &mut [Standing], firsts: &[usize], from: usize) {
    let from = from.min(standings.len());
    let (before, after) = standings.split_at_mut(from);
    for (part, firsts) in [(before, &firsts[..from]), (after, &firsts[from..])] {
        let mut places: Vec<usize> = (0..part.len()).collect();
        places.sort_by_key(|index| firsts[*index]);
        let mut sorted = places.clone();
        sorted.sort_by(|a, b| (firsts[*a], &part[*a]).cmp(&(firsts[*b], &part[*b])));
        if places != sorted {
            let fates: Vec<Standing> = sorted.iter().map(|index| part[*index]).collect();
            places.into_iter().zip(fates).for_each(|(place, fate)| part[place] = fate);
        }
    }
}
