//! What policies go by in the air: which answer each of their words picks, a fixed rule for each.

use std::cmp::Reverse;

use super::battle::AirFight;
use super::shot::{AirHit, AirShot};
use crate::air::aircraft::AirWord;
use crate::sea::combat::battle::SideIx;
use liege_rules::play::procedure::Offer;

/// The words of one answer.
type AirPolicyWords = Vec<&'static str>;

/// Fighter or bomber: a cautious side keeps its fighters, an aggressive one bombs, a balanced one has as many fighters
/// as the enemy has or may have, and bombs with the others; whoever is on his way to bomb something does.
pub(super) fn role_tags(fight: &AirFight<'_>, (side, unit): (SideIx, usize), bombs: bool) -> AirPolicyWords {
    let fighters = |side: SideIx, told: bool| {
        let counts =
            |unit: &usize| fight.is_fighter(side, *unit) && (!told || fight.flights[side].is_declared(*unit));
        (0..fight.flights[side].len()).filter(counts).count()
    };
    let enough = fighters(side, true) >= fighters(1 - side, false);
    let mut tags = vec![if bombs { "bombers" } else { "fighters" }];
    let on_its_way = side == 0 && unit < fight.battle.on_their_way;
    if on_its_way {
        tags.extend(bombs.then_some(["cautious", "balanced", "aggressive"]).into_iter().flatten());
        return tags;
    }
    tags.push(if bombs { "aggressive" } else { "cautious" });
    if enough == bombs {
        tags.push("balanced");
    }
    tags
}

/// One offer for each target that differs from the others, tagged for policies.
pub(super) fn target_offers<'b>(
    fight: &AirFight<'b>,
    side: SideIx,
    unit: usize,
    targets: &[usize],
) -> Vec<Offer<'b, Option<usize>>> {
    let enemy = 1 - side;
    let alike = &fight.battle.alike[enemy];
    let key =
        |target: usize| (alike[target], fight.flights[enemy].wing(target), prey_of(fight, enemy, target));
    let mut different: Vec<usize> = Vec::new();
    for target in targets {
        if !different.iter().any(|known| key(*known) == key(*target)) {
            different.push(*target);
        }
    }
    different.sort_by_key(|target| (key(*target), *target));
    let strength = |target: usize| u32::from(fight.strength(enemy, target));
    let harm = |target: usize| chance(fight, (side, unit), target) * (strength(target) + 1);
    let best = |key: &dyn Fn(usize) -> u32| different.iter().copied().min_by_key(|one| Reverse(key(*one)));
    let weakest = different
        .iter()
        .copied()
        .min_by_key(|target| (fight.quality(enemy, *target), fight.strength(enemy, *target)));
    let is_fighter = |target: usize| fight.is_fighter(enemy, target);
    let strongest = best(&strength);
    let tagged = [
        (strongest, "strongest"),
        (strongest, "aggressive"),
        (weakest, "weakest"),
        (weakest, "cautious"),
        (best(&harm), "balanced"),
        (best(&|target| u32::from(!is_fighter(target)) * 1000 + harm(target)), "bombers"),
        (best(&|target| u32::from(is_fighter(target)) * 1000 + harm(target)), "fighters"),
    ];
    let offer = |target: usize| {
        let tags = tagged.iter().filter(|(at, _)| *at == Some(target)).map(|(_, tag)| *tag).collect();
        Offer::new(fight.name(enemy, target), tags, Some(target))
    };
    different.iter().copied().map(offer).collect()
}

/// Whether a unit attacks a bomber, and whether it is attacked: what tells it from its equals, since a free escort goes
/// by it.
fn prey_of(fight: &AirFight<'_>, side: SideIx, unit: usize) -> (Option<bool>, usize) {
    let aim = fight.aims.iter().find(|aim| aim.is_by(side, unit));
    let prey = aim.and_then(|aim| aim.target).map(|target| fight.is_bomber(1 - side, target.into()));
    (prey, fight.times_attacked(side, unit))
}

/// Of 12: two for each face that costs a target a step, one for each that aborts it; no bonus counted.
fn chance(fight: &AirFight<'_>, (side, unit): (SideIx, usize), target: usize) -> u32 {
    let mut shot = AirShot::new("", "");
    let sum = i32::from(fight.quality(side, unit)) + i32::from(fight.strength(side, unit));
    shot.number.push(("", sum - i32::from(fight.quality(1 - side, target)), ""));
    (1..=6)
        .map(|face| match shot.result(face, &fight.tables.numbers.combat) {
            AirHit::Step => 2,
            AirHit::Abort => 1,
            AirHit::Nothing => 0,
        })
        .sum()
}

/// Whether Magic is used where it first can be.
pub(super) fn magic_tags(yes: bool) -> (&'static str, AirPolicyWords) {
    if yes { ("use", vec!["use", "balanced", "aggressive"]) } else { ("keep", vec!["keep", "cautious"]) }
}

/// Who aborts: a cautious side all, an aggressive one none, a balanced one all if it has lost more strength than the
/// enemy or has only units that avoid the combat.
pub(super) fn abort_tags(fight: &AirFight<'_>, side: SideIx, answer: &str) -> AirPolicyWords {
    let avoids = fight.aloft(side).iter().all(|unit| fight.unit(side, *unit).is(AirWord::Avoiding));
    let leaves = avoids || lost(fight, side) > lost(fight, 1 - side);
    match answer {
        "none" if leaves => vec!["stay", "aggressive"],
        "none" => vec!["stay", "aggressive", "balanced"],
        "all" if leaves => vec!["abort", "cautious", "balanced"],
        "all" => vec!["abort", "cautious"],
        _ => Vec::new(),
    }
}

/// The strength that a side has lost so far in this fight.
fn lost(fight: &AirFight<'_>, side: SideIx) -> u32 {
    let flight = &fight.flights[side];
    let one = |unit: usize| {
        let air = fight.unit(side, unit);
        let came = flight.wing(unit).map_or(0, |wing| wing.came());
        let before = air.face_of(came < air.steps_left() || air.depleted).strength;
        let now = if flight.has(unit) {
            air.face_of(flight.is_depleted(&fight.battle.units[side], unit)).strength
        } else {
            0
        };
        u32::from(before.saturating_sub(now))
    };
    (0..flight.len()).filter(|unit| flight.took_part(*unit)).map(one).sum()
}
