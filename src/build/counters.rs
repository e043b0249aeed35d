//! The counters of a game as they are drawn and printed: faces, reverses and how many there are.

use std::collections::BTreeMap;

use crate::art::counter::CounterArt;
use crate::art::print::{Printed, Section};
use crate::rules::fault::did_you_mean;
use crate::rules::word::Word;

use super::{BuildError, Data};

/// A counter with its drawings.
#[derive(Clone, Debug)]
pub struct Counter {
    /// Its row in the catalogue.
    pub id: String,
    /// Its family: the table of that row, without ending.
    pub family: Word,
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
    /// The families by their words, with what print sheets call them.
    pub families: Vec<(Word, String)>,
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
        for row in self.rows.all() {
            let id = row.cell("id");
            let Some(svg) = faces.svg.get(id).filter(|_| only.is_empty() || only.iter().any(|o| o == id))
            else {
                continue;
            };
            counters.push(Counter {
                id: id.to_owned(),
                family: row.family.clone(),
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
        if !unknown.is_empty() {
            return Err(unknown);
        }
        let families = self.pack.catalogue.families().iter();
        let families = families.map(|family| (family.id.clone(), family.title.clone())).collect();
        Ok(CounterSet { art: faces.art, families, counters })
    }
}

impl CounterSet {
    /// The counters as sections of a print job, one for each family.
    pub fn sections(&self) -> Vec<Section> {
        let section = |(id, title): &(Word, String)| Section {
            title: title.clone(),
            counters: self
                .counters
                .iter()
                .filter(|counter| counter.family == *id)
                .map(|counter| Printed {
                    front: counter.front.clone(),
                    back: counter.back.clone().or_else(|| counter.reverse.clone()),
                    count: counter.count,
                })
                .collect(),
        };
        self.families.iter().map(section).collect()
    }
}
