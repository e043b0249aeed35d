//! What expressions ask of other pieces: how many there are, and what the values of a property add up to.
//!
//! Engine class: `script.ExpressionInterpreter`, which asks stacks, maps and an index of places and zones.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::asked::Lists;
use super::filter::STEP_BYTES;
use super::outside::{Outside, Spot};
use crate::model::game::Counter;
use crate::model::tally::{Among, Scope, Tally};
use crate::model::traits::{Part, Traits, parts};

/// How deep pieces that are asked may ask others.
const DEEPEST: usize = 5;
/// Steps that a piece counts for, besides what is looked up of it and one for so many traits.
const STEPS: usize = 10;
const STEP_TRAITS: usize = 4;

/// A piece in its place, which asks what is around it.
#[derive(Clone, Copy)]
pub(super) struct Here<'o, 'a> {
    pub outside: &'o Outside<'a>,
    pub spot: Spot<'o>,
}

impl Scope for Here<'_, '_> {
    fn value(&self, key: &str) -> Option<String> {
        self.outside.value(&self.spot, key).or_else(|| self.of_mat(key))
    }

    fn total(&self, tally: &Tally) -> Option<i32> {
        self.deeper(|| self.count(tally))
    }

    fn elsewhere(&self, key: &str, zone: Option<&str>, map: Option<&str>) -> Option<String> {
        match map.or(self.spot.place.map.as_deref()) {
            Some(map) => self.outside.elsewhere(key, zone, map),
            None => Some(String::new()),
        }
    }

    fn has_map(&self, name: &str) -> Option<bool> {
        self.outside.module.map(|_| self.outside.maps.values().any(|map| map.identifier == name))
    }
}

impl Here<'_, '_> {
    /// What `find` finds, unless pieces that are asked ask others too deep.
    fn deeper<T>(&self, find: impl FnOnce() -> Option<T>) -> Option<T> {
        let depth = &self.outside.totals.depth;
        if depth.get() >= DEEPEST {
            return None;
        }
        depth.set(depth.get() + 1);
        let found = find();
        depth.set(depth.get() - 1);
        found
    }

    fn count(&self, tally: &Tally) -> Option<i32> {
        let game = self.outside.game;
        let members = self.members(&tally.among)?;
        let filter = Filter::of(&tally.filter);
        let counts_all = !tally.sums && tally.property.is_empty() && filter == Filter::All;
        let is_piled = game.counter(self.spot.index).is_some_and(|counter| counter.pile.is_some());
        let visible = counts_all && is_piled && tally.among == Among::Stack;
        let mut total: i32 = 0;
        for index in members {
            let Some(counter) = game.counter(index) else { continue };
            let more = self.outside.with(index, counter, |traits| {
                if visible {
                    return Some(i32::from(!traits.parts.iter().any(is_cloak)));
                }
                if !self.outside.meets(&filter, traits)? {
                    return Some(0);
                }
                let value = if tally.property.is_empty() {
                    String::new()
                } else {
                    traits.sure_property(&tally.property)?
                };
                Some(match tally.sums {
                    true => value.parse().unwrap_or(0),
                    false => i32::from(tally.property.is_empty() || !value.is_empty()),
                })
            })?;
            total = total.wrapping_add(more);
        }
        Some(total)
    }

    /// The pieces that a tally looks at; none where the module would tell.
    fn members(&self, among: &Among) -> Option<Vec<usize>> {
        let outside = self.outside;
        let alone = || vec![self.spot.index];
        let place = self.spot.place;
        let at = |named: &Option<(String, String)>, own: Option<&str>| match (named, &place.map) {
            (Some((name, map)), _) => Some((map.clone(), name.clone())),
            (None, map) => Some((map.clone()?, own.unwrap_or_default().to_owned())),
        };
        let listed = |lists: &BTreeMap<(String, String), Vec<usize>>, at: Option<(String, String)>| {
            at.and_then(|at| lists.get(&at).cloned()).unwrap_or_default()
        };
        let lists = || outside.totals.lists.get_or_init(|| outside.lists());
        let known = outside.module.is_some();
        match among {
            Among::Stack => {
                let pile = outside.game.counter(self.spot.index).and_then(|c| outside.game.pile(c.pile?));
                Some(pile.map_or_else(alone, |pile| pile.contents.clone()))
            }
            Among::Mat => {
                let Some(mat) = self.mat() else { return Some(alone()) };
                Some(std::iter::once(mat).chain(outside.cargo(mat)).collect())
            }
            Among::Location(named) => {
                known.then(|| listed(&lists().locations, at(named, place.location.as_deref())))
            }
            Among::Zone(named) => {
                known.then(|| listed(&lists().zones, at(named, place.zone.map(|zone| zone.name.as_str()))))
            }
            Among::Map(name) => {
                let Some(map) = name.as_ref().or(place.map.as_ref()) else { return Some(Vec::new()) };
                let found = lists().maps.get(map).cloned();
                if known { Some(found.unwrap_or_default()) } else { found }
            }
            Among::Everywhere => Some(lists().maps.values().flatten().copied().collect()),
        }
    }

    /// The mat that the piece is, or lies on.
    fn mat(&self) -> Option<usize> {
        let counter = self.outside.game.counter(self.spot.index)?;
        match state_of(counter, "mat;") {
            Some(_) => Some(self.spot.index),
            None => self.outside.game.find(state_of(counter, "matPiece;")?),
        }
    }

    /// A property of the mat that the piece lies on, or of the piece as a mat (`Mat`, `MatCargo`).
    fn of_mat(&self, key: &str) -> Option<String> {
        let outside = self.outside;
        if !key.contains("Mat") && key != "IsCargo" {
            return None;
        }
        let counter = outside.game.counter(self.spot.index)?;
        match key {
            "IsCargo" => return state_of(counter, "matPiece;").map(|_| "true".to_owned()),
            "MatNumCargo" => return Some(state_of(counter, "mat;")?.split(';').next()?.to_owned()),
            "MatID" => {
                let named = counter.text.traits.iter().find_map(|t| t.type_text.strip_prefix("mat;"))?;
                let name = named.split(';').next()?;
                return Some(format!("{name}_{}", outside.game.get(self.spot.index)?.id));
            }
            _ => {}
        }
        let of = key.strip_prefix("CurrentMat")?;
        let mat = outside.game.find(state_of(counter, "matPiece;")?)?;
        let at = outside.game.place(mat).1;
        let asked = match of {
            "X" => return Some(at.x.to_string()),
            "Y" => return Some(at.y.to_string()),
            "OffsetX" => return Some((at.x - self.spot.at.x).to_string()),
            "OffsetY" => return Some((at.y - self.spot.at.y).to_string()),
            "" => "MatName",
            "ID" => "MatID",
            "BasicName" | "PieceName" | "LocationName" => of,
            "Zone" | "Board" | "Map" => &format!("Current{of}"),
            _ if of.starts_with("Prop") => key,
            _ => return None,
        };
        let text = outside.game.counter(mat)?;
        self.deeper(|| outside.with(mat, text, |traits| traits.property(asked)))
    }
}

/// The state of the first trait of a kind.
fn state_of<'c>(counter: &'c Counter, prefix: &str) -> Option<&'c str> {
    let found = counter.text.traits.iter().find(|text| text.type_text.starts_with(prefix))?;
    Some(found.state_text.as_str())
}

fn is_cloak(part: &Part) -> bool {
    matches!(part, Part::Invisible { by: Some(_), .. })
}

impl Outside<'_> {
    /// What lies on a mat.
    fn cargo(&self, mat: usize) -> Vec<usize> {
        let state = self.game.counter(mat).and_then(|counter| state_of(counter, "mat;"));
        let ids = state.into_iter().flat_map(|state| state.split(';').skip(1));
        ids.filter_map(|id| self.game.find(id)).collect()
    }

    fn lists(&self) -> Lists {
        let mut lists = Lists { maps: BTreeMap::new(), locations: BTreeMap::new(), zones: BTreeMap::new() };
        for (index, _) in self.game.items().filter(|(index, _)| self.game.counter(*index).is_some()) {
            let (map, at) = self.game.place(index);
            let place = self.place(map, at);
            let Some(map) = place.map else { continue };
            let zone = place.zone.map(|zone| zone.name.clone()).unwrap_or_default();
            let location = place.location.unwrap_or_default();
            lists.locations.entry((map.clone(), location)).or_default().push(index);
            lists.zones.entry((map.clone(), zone)).or_default().push(index);
            lists.maps.entry(map).or_default().push(index);
        }
        lists
    }

    /// Looks at the traits of another piece; none once there was too much to do.
    fn with<T>(
        &self,
        index: usize,
        counter: &Counter,
        look: impl FnOnce(&Traits<'_>) -> Option<T>,
    ) -> Option<T> {
        let (map, at) = self.game.place(index);
        let place = self.place(map, at);
        let here = Here { outside: self, spot: Spot { place: &place, at, index } };
        let traits = Traits::settled(self.settled(index, counter, &here), &here);
        let found = look(&traits);
        let steps = STEPS + traits.parts.len() / STEP_TRAITS + traits.lookups();
        let spent = self.totals.filters.borrow_mut().spend(steps);
        found.filter(|_| spent.is_some() && !traits.had_enough())
    }

    /// The traits of a piece with the values and levels that they have in the game. While these are found out, they
    /// are as the save says.
    fn settled(&self, index: usize, counter: &Counter, here: &Here<'_, '_>) -> Rc<Vec<Part>> {
        if let Some(known) = self.totals.settled.borrow().get(&index) {
            return known.clone();
        }
        let parts = parts(&counter.text, &self.totals.forms);
        if !self.totals.begun.borrow_mut().insert(index) {
            return Rc::new(parts);
        }
        let found = Traits::of(parts, here).parts;
        self.totals.begun.borrow_mut().remove(&index);
        self.totals.settled.borrow_mut().insert(index, found.clone());
        found
    }

    fn meets(&self, filter: &Filter<'_>, traits: &Traits<'_>) -> Option<bool> {
        let filters = &self.totals.filters;
        match filter {
            Filter::All => Some(true),
            Filter::Expression(inner) => {
                filters.borrow_mut().spend(inner.len() / STEP_BYTES)?;
                traits.meets(inner)
            }
            Filter::Old(text) => filters.borrow_mut().accepts(text, &traits.scope()),
        }
    }
}

/// What pieces must meet.
#[derive(PartialEq)]
enum Filter<'t> {
    All,
    /// An expression without its braces.
    Expression(&'t str),
    /// In the old spelling.
    Old(&'t str),
}

impl<'t> Filter<'t> {
    fn of(text: &'t str) -> Self {
        let bare = text.trim();
        match bare.strip_prefix('{').and_then(|bare| bare.strip_suffix('}')) {
            _ if bare.is_empty() => Self::All,
            Some(inner) => Self::Expression(inner),
            None => Self::Old(bare),
        }
    }
}
