//! Aircraft aboard carriers that may not hold them.

use super::hand::{copies, down, one_of, quiet_sea, so, some};
use super::{Mutator, Shows, always, mutator};
use crate::positions::{At, Layout, Piece};

pub const ALL: &[Mutator] = &[
    mutator("ATPO-A09", always, wrong_aircraft),
    mutator("ATPO-A10", |time| time.since(1942, 1), foreign_aircraft),
    mutator("ATPO-A11", always, overloaded),
    mutator("ATPO-A12", always, two_groups),
    mutator("ATPO-A13", |time| time.since(1942, 1), ferried),
    mutator("ATPO-A14", always, orphaned),
];

/// Puts a carrier to sea with what is aboard it.
fn sail(layout: &mut Layout<'_>, carrier: Piece, aboard: Vec<Piece>) -> Option<Shows> {
    let hex = quiet_sea(layout)?;
    let stance = format!("aboard {}", carrier.entry.id);
    layout.put(At::Hex(hex), "", vec![carrier]);
    down(layout, hex, &stance, aboard)
}

fn carrier(layout: &mut Layout<'_>, kinds: &[&str], nation: &str) -> Option<Piece> {
    layout.find("ships", kinds, nation)
}

fn wrong_aircraft(layout: &mut Layout<'_>) -> Option<Shows> {
    let nation = one_of(layout, &["JP", "US", "UK"]);
    let ship = carrier(layout, &["CV", "CVL"], nation)?;
    let kinds: &[&str] = if layout.dice.in_hundred(50) { &["B"] } else { &["F", "FB"] };
    let unit = some(layout, "air", kinds, nation, 1)?;
    // A single step of fighters is ferried.
    if *unit[0].entry.kind != *"B" && unit[0].entry.number("steps") == Some(1) {
        return None;
    }
    sail(layout, ship, unit)
}

fn foreign_aircraft(layout: &mut Layout<'_>) -> Option<Shows> {
    let (nation, other) = if layout.dice.in_hundred(50) { ("US", "UK") } else { ("UK", "US") };
    let ship = carrier(layout, &["CV"], nation)?;
    let unit = some(layout, "air", &["N"], other, 1)?;
    sail(layout, ship, unit)
}

fn overloaded(layout: &mut Layout<'_>) -> Option<Shows> {
    let nation = one_of(layout, &["JP", "US"]);
    let ship = carrier(layout, &["CV", "CVL", "CVE"], nation)?;
    let groups = some(layout, "air", &["N"], nation, 3)?;
    let strength: i32 = groups.iter().filter_map(|group| group.entry.number("strength")).sum();
    if strength > ship.entry.number("capacity")? { sail(layout, ship, groups) } else { None }
}

fn two_groups(layout: &mut Layout<'_>) -> Option<Shows> {
    let nation = one_of(layout, &["JP", "US"]);
    let ship = carrier(layout, &["CV"], nation)?;
    let mut groups = some(layout, "air", &["N"], nation, 2)?;
    for group in &mut groups {
        group.states.insert("reduced".into());
    }
    sail(layout, ship, groups)?;
    Some(Shows::WithChoice("cv_units=one_unit"))
}

fn ferried(layout: &mut Layout<'_>) -> Option<Shows> {
    let fighter = |layout: &mut Layout<'_>| Some(so(layout.find("air", &["F"], "US")?, "reduced"));
    match layout.dice.below(3) {
        0 => {
            let (ship, unit) = (layout.copy("us-cve-1"), fighter(layout)?);
            sail(layout, ship, vec![unit])
        }
        1 => {
            let (ship, one, two) = (carrier(layout, &["CV"], "US")?, fighter(layout)?, fighter(layout)?);
            sail(layout, ship, vec![one, two])
        }
        _ => {
            let (ship, unit) = (carrier(layout, &["CV"], "US")?, fighter(layout)?);
            sail(layout, so(ship, "reduced"), vec![unit])
        }
    }
}

/// Air groups that are named for a carrier, and that carrier.
const GROUPS: [(&str, &str); 3] =
    [("jp-n-kaga", "jp-cv-kaga"), ("jp-n-akagi", "jp-cv-akagi"), ("jp-n-shokaku", "jp-cv-shokaku")];

fn orphaned(layout: &mut Layout<'_>) -> Option<Shows> {
    let (group, ship) = layout.dice.one(&GROUPS).copied()?;
    super::hand::without(layout, &[group, ship]);
    let ships = copies(layout, ship, 1);
    layout.put(At::in_box("Japan Force Pool"), "", ships);
    let hex = quiet_sea(layout)?;
    let unit = copies(layout, group, 1);
    down(layout, hex, "", unit)
}
