//! The counters of a game as they are drawn and printed: faces, reverses and how many there are.

use liege_art::counter::{CounterArt, Faces as FaceSvg};
use liege_art::print::{Printed, Section, Side};
use liege_rules::data::fault::did_you_mean;
use liege_rules::data::word::Word;

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
    /// What is printed: front and back.
    pub printed: [Side; 2],
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
                printed: printed(&faces.art, svg, faces.svg.get(row.cell("back_id")), row.cell("nation")),
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

/// Front and back of a printed counter. What has one face has the emblem of its nation on the other side, and without a
/// nation the same face on both.
fn printed(art: &CounterArt, own: &FaceSvg, reverse: Option<&FaceSvg>, nation: &str) -> [Side; 2] {
    let [field, below] = own.fields.clone();
    let front = Side { svg: own.front.clone(), beyond: field };
    let back = match (&own.back, reverse) {
        (Some(back), _) => Side { svg: back.clone(), beyond: below },
        (None, Some(chit)) => Side { svg: chit.front.clone(), beyond: chit.fields[0].clone() },
        (None, None) => art.blank(nation).map_or_else(|| front.clone(), |(svg, beyond)| Side { svg, beyond }),
    };
    [front, back]
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
                .map(|counter| {
                    let [front, back] = counter.printed.clone();
                    Printed { front, back, count: counter.count }
                })
                .collect(),
        };
        self.families.iter().map(section).collect()
    }
}
