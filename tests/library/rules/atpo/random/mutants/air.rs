//! Aircraft without a base, too many of them, and airfields where none may be.

use liege::rules::atpo::ground::{Ground, HexKind, Island, Terrain};
use liege::rules::position::places::Hex;

use super::hand::{
    TROOPS, beside, boxed, copies, down, is_open, one_of, quiet, quiet_land, quiet_sea, so, some,
};
use super::{Mutator, Shows, always, mutator};
use crate::positions::{At, Layout};

pub const ALL: &[Mutator] = &[
    mutator("ATPO-A01", always, homeless),
    mutator("ATPO-A02", always, |layout| crowded(layout, 1)),
    mutator("ATPO-A03", always, |layout| crowded(layout, 2)),
    mutator("ATPO-A05", always, bomber_on_strip),
    mutator("ATPO-A06", always, transports),
    mutator("ATPO-A15", always, wrecked_base),
    mutator("ATPO-A16", always, two_airfields),
    mutator("ATPO-A17", always, wrong_terrain),
    mutator("ATPO-A18", always, wrong_strip),
    mutator("ATPO-A19", |time| time.within("OL.1", "OS.2"), strip_beside_enemies),
    mutator("ATPO-A20", |time| time.within("EN.5", "SE.7"), strip_under_construction),
    mutator("ATPO-A23", |time| time.since(1941, 12), enemy_base),
    mutator("ATPO-A26", |time| time.since(1942, 1), b25),
    mutator("ATPO-A27", |time| time.since(1942, 1), pilots),
    mutator(
        "ATPO-A28",
        |time| time.since(1942, 1),
        |layout| {
            let count = layout.dice.between(1, 4);
            boxed(layout, "Japan Force Pool", "elite", count)
        },
    ),
];

/// Without a base that the map prints.
fn bare(facts: &Ground) -> bool {
    facts.kind != HexKind::Sea && facts.city.is_none() && facts.port.is_none() && !facts.resource
}

/// A quiet hex without a base, and the nation that holds it.
fn field(layout: &mut Layout<'_>) -> Option<(Hex, &'static str)> {
    let nation = one_of(layout, &["JP", "JP", "US", "UK", "SU"]);
    Some((quiet_land(layout, nation, |facts| bare(facts) && is_open(facts))?, nation))
}

fn homeless(layout: &mut Layout<'_>) -> Option<Shows> {
    let (land, nation) = field(layout)?;
    let hex = if layout.dice.in_hundred(50) { land } else { quiet_sea(layout)? };
    let unit = some(layout, "air", &["F", "FB", "B"], nation, 1)?;
    down(layout, hex, "", unit)
}

fn crowded(layout: &mut Layout<'_>, per_base: usize) -> Option<Shows> {
    let (hex, nation) = field(layout)?;
    let (chit, bases) = if layout.dice.in_hundred(50) { ("small-airbase", 1) } else { ("large-airbase", 2) };
    let mut pieces = copies(layout, chit, 1);
    let extra = layout.dice.between(1, 2);
    pieces.extend(some(layout, "air", &["F", "FB", "B"], nation, bases * per_base + extra)?);
    down(layout, hex, "", pieces)
}

fn bomber_on_strip(layout: &mut Layout<'_>) -> Option<Shows> {
    let (hex, nation) = field(layout)?;
    let mut pieces = copies(layout, "dirt-airstrip", 1);
    let count = layout.dice.between(1, 2);
    pieces.extend(some(layout, "air", &["B"], nation, count)?);
    down(layout, hex, "", pieces)
}

fn transports(layout: &mut Layout<'_>) -> Option<Shows> {
    let (hex, nation) = field(layout)?;
    let count = layout.dice.between(1, 2);
    let pieces = some(layout, "transport", &["atp"], nation, count)?;
    down(layout, hex, "", pieces)
}

fn wrecked_base(layout: &mut Layout<'_>) -> Option<Shows> {
    let (hex, nation) = field(layout)?;
    let chit = one_of(layout, &["small-airbase", "large-airbase"]);
    let mut pieces = vec![so(layout.copy(chit), "destroyed")];
    let count = layout.dice.between(1, 2);
    pieces.extend(some(layout, "air", &["F", "FB", "B"], nation, count)?);
    down(layout, hex, "", pieces)
}

fn two_airfields(layout: &mut Layout<'_>) -> Option<Shows> {
    let (hex, _) = field(layout)?;
    let [first, second] = [0, 1].map(|_| one_of(layout, &["small-airbase", "large-airbase"]));
    let pieces = vec![layout.copy(first), layout.copy(second)];
    down(layout, hex, "", pieces)
}

fn wrong_terrain(layout: &mut Layout<'_>) -> Option<Shows> {
    let large = layout.dice.in_hundred(50);
    let hex = quiet(layout, |_, _, facts| {
        let jungle = matches!(facts.terrain, Some(Terrain::Jungle | Terrain::JungleMountain));
        let small = facts.island == Some(Island::Small);
        facts.kind == HexKind::Sea || facts.terrain == Some(Terrain::Mountain) || (large && (jungle || small))
    })?;
    let chit = copies(layout, if large { "large-airbase" } else { "small-airbase" }, 1);
    down(layout, hex, "", chit)
}

fn wrong_strip(layout: &mut Layout<'_>) -> Option<Shows> {
    let wrong =
        |facts: &Ground| facts.terrain != Some(Terrain::Clear) || facts.city.is_some() || facts.resource;
    let hex = quiet_land(layout, "JP", wrong)?;
    let chit = copies(layout, "dirt-airstrip", 1);
    down(layout, hex, "", chit)
}

fn strip_beside_enemies(layout: &mut Layout<'_>) -> Option<Shows> {
    let hex = quiet_land(layout, "JP", |facts| bare(facts) && facts.terrain == Some(Terrain::Clear))?;
    let near = beside(layout, hex, |layout, near| is_open(layout.world.facts(near)))?;
    let enemy = some(layout, "land", TROOPS, "CN", 1)?;
    layout.control.insert(near, "CN".into());
    layout.put(At::Hex(near), "", enemy);
    let strip = vec![so(layout.copy("dirt-airstrip"), "building")];
    down(layout, hex, "", strip)
}

fn strip_under_construction(layout: &mut Layout<'_>) -> Option<Shows> {
    let hex = quiet_land(layout, "JP", |facts| bare(facts) && facts.terrain == Some(Terrain::Clear))?;
    let strip = vec![so(layout.copy("dirt-airstrip"), "building")];
    down(layout, hex, "", strip)
}

fn enemy_base(layout: &mut Layout<'_>) -> Option<Shows> {
    let (owner, flier) = if layout.dice.in_hundred(50) { ("JP", "US") } else { ("UK", "JP") };
    let hex = quiet_land(layout, owner, |facts| facts.territory == owner)?;
    let mut pieces = copies(layout, "small-airbase", 1);
    pieces.extend(some(layout, "air", &["F", "FB", "B"], flier, 1)?);
    down(layout, hex, "", pieces)
}

fn b25(layout: &mut Layout<'_>) -> Option<Shows> {
    let nation = one_of(layout, &["US", "AU", "UK", "CN"]);
    let hex = quiet_land(layout, nation, |_| true)?;
    let mut pieces = copies(layout, "small-airbase", 1);
    pieces.push(layout.copy("us-b25"));
    down(layout, hex, "", pieces)
}

fn pilots(layout: &mut Layout<'_>) -> Option<Shows> {
    let (hex, nation) = field(layout)?;
    let mut pieces = copies(layout, "large-airbase", 1);
    let extra = if nation == "JP" { 2 } else { 1 };
    pieces.extend(some(layout, "air", &["F", "FB", "B"], nation, 1)?);
    pieces.extend(copies(layout, "elite", extra));
    down(layout, hex, "", pieces)
}
