//! What policies go by: which answer each of their words picks, a fixed rule for each.

use std::cmp::Reverse;

use super::battle::{Hull, SeaFight, SideIx};
use crate::sea::ship::{NavalUnit, ShipClass};
use liege_rules::play::procedure::Offer;

/// The words of one answer.
pub(super) type PolicyWords = Vec<&'static str>;

/// Of 36 rolls, how many hit a ship when this is added to them.
fn chance(armor: u8, added: u8) -> u32 {
    let needed = u32::from(armor.saturating_sub(added));
    match needed {
        0..=2 => 36,
        3..=7 => 36 - (needed - 2) * (needed - 1) / 2,
        8..=12 => (13 - needed) * (14 - needed) / 2,
        _ => 0,
    }
}

/// One offer for each target, tagged for policies; of those that are equal the first counts, the others can be named.
pub(super) fn target_offers<'b>(
    fight: &SeaFight<'b>,
    side: SideIx,
    ship: usize,
    targets: &[usize],
) -> Vec<Offer<'b, usize>> {
    let enemy = 1 - side;
    let engagement = fight.engagement;
    let fleet = &engagement.fleets[enemy];
    let same = |one: usize, other: usize| {
        fleet.alike[one] == fleet.alike[other] && fight.hulls[enemy][one] == fight.hulls[enemy][other]
    };
    let is_twin = |target: usize| {
        targets.iter().take_while(|other| **other != target).any(|known| same(*known, target))
    };
    let rating = fight.hulls[side][ship].ready.unwrap_or_default();
    let armor = |target: usize| fight.face(enemy, target).armor;
    let value = |target: usize| fleet.units[target].worth();
    let hit = |target: usize| chance(armor(target), rating);
    let of = |target: usize, class: &[ShipClass]| class.contains(&fleet.units[target].class);
    // Of equals the first of its kind, so that ships that are alike follow each other.
    let mut ranked: Vec<usize> = targets.iter().copied().filter(|target| !is_twin(*target)).collect();
    ranked.sort_by_key(|target| (fleet.alike[*target], fight.hulls[enemy][*target], *target));
    let best = |key: &dyn Fn(usize) -> u32| ranked.iter().copied().min_by_key(|target| Reverse(key(*target)));
    let strongest = best(&value);
    let weakest = ranked.iter().copied().min_by_key(|target| (armor(*target), value(*target)));
    let likeliest = best(&|target| hit(target) * value(target));
    let damaged = best(&|target| {
        let finish = fight.hulls[enemy][target].hits_left == 1;
        u32::from(finish) * 100_000 + hit(target) * value(target)
    });
    let carriers = [ShipClass::Carrier, ShipClass::LightCarrier, ShipClass::EscortCarrier];
    let carrier = best(&|target| u32::from(of(target, &carriers)) * 100_000 + hit(target) * value(target));
    let transport = best(&|target| {
        u32::from(of(target, &[ShipClass::Transport])) * 100_000 + hit(target) * value(target)
    });
    let tagged = [
        (strongest, "strongest"),
        (strongest, "aggressive"),
        (weakest, "weakest"),
        (weakest, "cautious"),
        (likeliest, "balanced"),
        (damaged, "damaged"),
        (carrier, "carriers"),
        (transport, "transports"),
    ];
    let offer = |target: usize| {
        let name = fleet.units[target].name.as_str();
        if is_twin(target) {
            return Offer::twin(name, target);
        }
        let tags = tagged.iter().filter(|(at, _)| *at == Some(target)).map(|(_, tag)| *tag).collect();
        Offer::new(name, tags, target)
    };
    targets.iter().copied().map(offer).collect()
}

/// Who is screened: all that may be, none, or those that a policy protects.
pub(super) fn screen_tags(unit: &NavalUnit, damaged: bool, yes: bool) -> PolicyWords {
    let precious = matches!(
        unit.class,
        ShipClass::Carrier | ShipClass::LightCarrier | ShipClass::EscortCarrier | ShipClass::Transport
    );
    let mut tags = vec![if yes { "screen" } else { "open" }];
    let picks = |wanted: bool| wanted == yes;
    if picks(precious || damaged) {
        tags.push("cautious");
    }
    if picks(precious) {
        tags.push("balanced");
    }
    if picks(false) {
        tags.push("aggressive");
    }
    tags
}

/// Who withdraws: a cautious side with all it has, an aggressive one never, a balanced one if it is losing: if it lost
/// more than the enemy.
pub(super) fn withdrawal_tags(losing: bool, answer: &str) -> PolicyWords {
    match answer {
        "none" if losing => vec!["stay", "aggressive"],
        "none" => vec!["stay", "aggressive", "balanced"],
        "all" if losing => vec!["withdraw", "cautious", "balanced"],
        "all" => vec!["withdraw", "cautious"],
        _ => Vec::new(),
    }
}

/// What a side has lost in this battle so far: neither ships that are no part of it, such as another search group, nor
/// what was lost before it.
pub(super) fn lost(fight: &SeaFight<'_>, side: SideIx) -> u32 {
    let units = fight.engagement.fleets[side].units.iter().zip(&fight.hulls[side]);
    let one = |(unit, hull): (&NavalUnit, &Hull)| {
        unit.worth_lost(hull.hits_left).saturating_sub(unit.worth_lost(hull.came))
    };
    units.map(one).sum()
}

#[cfg(test)]
mod tests {
    use super::chance;

    #[test]
    fn chances_are_those_of_two_dice() {
        let told: Vec<u32> = (2..=13).map(|armor| chance(armor, 0)).collect();
        assert_eq!(told, [36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1, 0]);
        assert_eq!(chance(11, 5), 26);
    }
}
