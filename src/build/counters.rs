//! The counters of a game as they are drawn and printed: faces, reverses and how many there are.

use std::collections::BTreeMap;

use crate::art::counter::CounterArt;
use crate::art::face::Family;
use crate::art::print::{Printed, Section};
use crate::rules::fault::did_you_mean;

use super::{BuildError, Data};

/// A counter with its drawings.
#[derive(Clone, Debug)]
pub struct Counter {
    /// Its row in the catalogue.
    pub id: String,
    /// The table of that row, without ending: `land`.
    pub family: &'static str,
    /// How many of it exist.
    pub count: usize,
    /// The SVG of its front.
    pub front: String,
    /// The SVG of its back, when it has a face of its own there.
    pub back: Option<String>,
    /// The chit on its other side, when it is a chit with one.
    pub reverse: Option<String>,
}

/// The counters of a game, family by family in the order of their rows.
pub struct CounterSet {
    /// What draws them.
    pub art: CounterArt,
    /// The counters.
    pub counters: Vec<Counter>,
}

impl Data {
    /// The counters with these ids, all when none is given; unknown ids are all told.
    pub fn counters(&self, only: &[String]) -> Result<CounterSet, Vec<BuildError>> {
        let faces = self.faces()?;
        let mut counters = Vec::new();
        let fronts: BTreeMap<&str, &String> =
            faces.svg.iter().map(|(id, svg)| (id.as_str(), &svg.front)).collect();
        for row in &self.rows {
            let id = row.cell("id");
            let Some(svg) = faces.svg.get(id).filter(|_| only.is_empty() || only.iter().any(|o| o == id))
            else {
                continue;
            };
            counters.push(Counter {
                id: id.to_owned(),
                family: row.table,
                count: row.cell("count").parse().unwrap_or(1),
                front: svg.front.clone(),
                back: svg.back.clone(),
                reverse: fronts.get(row.cell("back_id")).map(|front| (*front).clone()),
            });
        }
        let unknown: Vec<BuildError> = only
            .iter()
            .filter(|id| !faces.svg.contains_key(*id))
            .map(|id| {
                let near = did_you_mean(id, faces.svg.keys().map(String::as_str));
                BuildError::new("--only", format!("unknown counter \"{id}\"{near}"))
            })
            .collect();
        if unknown.is_empty() { Ok(CounterSet { art: faces.art, counters }) } else { Err(unknown) }
    }
}

impl CounterSet {
    /// The counters as sections of a print job, one for each family.
    pub fn sections(&self) -> Vec<Section> {
        let section = |(_, name): (Family, &'static str)| Section {
            title: title(name).into(),
            counters: self
                .counters
                .iter()
                .filter(|counter| counter.family == name)
                .map(|counter| Printed {
                    front: counter.front.clone(),
                    back: counter.back.clone().or_else(|| counter.reverse.clone()),
                    count: counter.count,
                })
                .collect(),
        };
        Family::ALL.into_iter().map(section).collect()
    }
}

fn title(family: &str) -> &'static str {
    match family {
        "land" => "Land units",
        "air" => "Air units",
        "ships" => "Naval units",
        "leaders" => "Headquarters and leaders",
        "transport" => "Transport",
        "special" => "Special units",
        _ => "Chits",
    }
}
