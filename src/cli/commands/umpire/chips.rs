//! Counters that stand for several units by what lies under them: such a counter is parted, or stands for fewer.

use std::sync::Arc;

use super::palette::counter;
use crate::cli::Failure;
use crate::table::Table;
use liege_build::scenario::{set_level, set_property};
use liege_rules::data::catalogue::Entry;
use liege_rules::game::pack::NUMBER;
use liege_rules::position::situation::PieceIx;
use vassal::format::piece::PieceText;
use vassal::model::change::{Change, Destination, Order};
use vassal::model::geometry::Point;

/// What lies directly under a piece and is of nobody, hidden with the piece, from the lowest on: what stands for
/// more of it.
pub fn under(master: &Table, ix: PieceIx) -> Vec<PieceIx> {
    let situation = &master.situation;
    let (outfit, piece) = (&master.pack.terms.outfit, &situation.pieces[ix]);
    let mut below: Vec<PieceIx> = situation
        .here(&piece.at)
        .iter()
        .copied()
        .filter(|other| {
            let other = &situation.pieces[*other];
            other.stack == piece.stack && other.depth < piece.depth
        })
        .collect();
    below.sort_by_key(|other| std::cmp::Reverse(situation.pieces[*other].depth));
    let belongs = |other: &PieceIx| {
        let entry = situation.pieces[*other].entry.as_deref();
        entry.is_some_and(|entry| {
            entry.nation.is_empty() && outfit.prototype(entry).is_some_and(|row| row.hides)
        })
    };
    let mut under: Vec<PieceIx> = below.into_iter().take_while(belongs).collect();
    under.reverse();
    under
}

/// A counter that is made, with all that makes it.
pub struct NewCounter {
    /// What it is.
    pub counter: Arc<Entry>,
    /// The changes of the save.
    pub changes: Vec<Change>,
}

/// The counters of a master and what may lie under them.
pub struct Parting<'m> {
    master: &'m Table,
    /// What the counters of the palette that lie under others are worth, each with its id, the largest first.
    worths: Vec<(u32, &'m str)>,
}

impl<'m> Parting<'m> {
    /// Looks at the counters of the game.
    pub fn new(master: &'m Table) -> Self {
        let worth = |entry: &'m Arc<Entry>| Some((worth(master, entry)?, entry.id.as_str()));
        let mut worths: Vec<(u32, &str)> = master.pack.catalogue.entries().filter_map(worth).collect();
        worths.sort_by_key(|(worth, id)| (std::cmp::Reverse(*worth), *id));
        worths.dedup_by_key(|(worth, _)| *worth);
        Self { master, worths }
    }

    /// A counter stands for fewer units: some of what lies under it is taken away, and what is worth too much is changed.
    ///
    /// # Errors
    /// It does not stand for so many, or the palette has nothing to change it into.
    pub fn reduced(&self, ix: PieceIx, by: u32) -> Result<Vec<Change>, Failure> {
        let pieces = &self.master.situation.pieces;
        let mut extras: Vec<(u32, PieceIx)> = Vec::new();
        for extra in under(self.master, ix) {
            extras.extend(
                pieces[extra].entry.as_ref().and_then(|entry| Some((worth(self.master, entry)?, extra))),
            );
        }
        extras.sort_by_key(|(worth, extra)| (std::cmp::Reverse(*worth), *extra));
        let (mut left, mut kept, mut changes) = (by, None, Vec::new());
        for (worth, extra) in extras {
            if worth > left {
                kept = Some((worth, extra));
                continue;
            }
            left -= worth;
            changes.push(Change::Remove { piece: pieces[extra].id.clone() });
        }
        if left == 0 {
            return Ok(changes);
        }
        let Some((worth, extra)) = kept else {
            let piece = &pieces[ix];
            return Err(Failure::new(format!("{} in {} does not have so many units", piece.name, piece.at)));
        };
        changes.extend(self.extras(worth - left, &self.above(extra)?)?);
        changes.push(Change::Remove { piece: pieces[extra].id.clone() });
        Ok(changes)
    }

    /// Some units of a counter become a counter of their own, and take along units that it carries.
    ///
    /// # Errors
    /// The palette has not what is needed.
    pub fn parted(
        &self,
        ix: PieceIx,
        count: u32,
        riders: &[(PieceIx, u32)],
    ) -> Result<Vec<NewCounter>, Failure> {
        let pieces = &self.master.situation.pieces;
        let mut gone: Vec<PieceIx> = Vec::new();
        for (rider, _) in riders.iter().filter(|(rider, count)| self.units(*rider) <= *count) {
            gone.extend(under(self.master, *rider));
            gone.push(*rider);
        }
        let to = match pieces[ix].carried_by {
            // Beside the one that it was part of, aboard the same ship.
            Some(_) => self.above(ix)?,
            None => self.above(self.top(ix, &gone))?,
        };
        // Each comes to lie directly above the same piece, so what lies highest goes first.
        let split = riders.iter().rev().filter(|(rider, _)| !gone.contains(rider));
        let mut steps = split
            .map(|(rider, count)| self.new_counter(*rider, *count, &to))
            .collect::<Result<Vec<_>, _>>()?;
        let mut own = self.new_counter(ix, count, &to)?;
        let along = gone.iter().rev();
        let along = along.map(|ix| Change::Move { piece: pieces[*ix].id.clone(), to: to.clone() });
        own.changes.splice(0..0, along);
        steps.push(own);
        Ok(steps)
    }

    /// A counter like another one for so many of its units, and the other one for so many fewer.
    fn new_counter(&self, ix: PieceIx, count: u32, to: &Destination) -> Result<NewCounter, Failure> {
        let piece = &self.master.situation.pieces[ix];
        let terms = &self.master.pack.terms;
        let Some(entry) = piece.entry.clone() else {
            return Err(Failure::new(format!("{} in {} is not a counter of the game", piece.name, piece.at)));
        };
        let mut traits = self.palette(&entry.id)?;
        for (layer, level) in piece.states.iter().filter_map(|state| terms.layer_of(state)) {
            set_level(&mut traits, layer, level);
        }
        if let Some(number) = piece.number {
            set_property(&mut traits, NUMBER, &number.to_string());
        }
        let mut changes = self.reduced(ix, count)?;
        changes.push(Change::Add { traits, to: to.clone() });
        changes.extend(self.extras(count.saturating_sub(1), to)?);
        Ok(NewCounter { counter: entry, changes })
    }

    /// New counters to lie under another, worth so much together.
    fn extras(&self, amount: u32, to: &Destination) -> Result<Vec<Change>, Failure> {
        let (mut left, mut changes) = (amount, Vec::new());
        for (worth, id) in &self.worths {
            while *worth > 0 && *worth <= left {
                left -= worth;
                changes.push(Change::Add { traits: self.palette(id)?, to: to.clone() });
            }
        }
        if left == 0 {
            return Ok(changes);
        }
        Err(Failure::new(format!("the module has no counter for {left} more units of the kind above")).help(
            "put that many single counters there in VASSAL and continue; or build the module with such \
                   a counter",
        ))
    }

    fn palette(&self, id: &str) -> Result<PieceText, Failure> {
        counter(self.master, id).ok_or_else(|| {
            Failure::new(format!("the module's \"{id}\" is in no palette, so no units can be parted"))
                .help("build the module with this game's tables: liege build")
        })
    }

    /// Directly above a piece.
    fn above(&self, ix: PieceIx) -> Result<Destination, Failure> {
        let piece = &self.master.situation.pieces[ix];
        let Some(spot) = &piece.spot else {
            return Err(Failure::new(format!("{} in {} is not on a map", piece.name, piece.at)));
        };
        let (at, order) = (Point::new(spot.x, spot.y), Order::Above(piece.id.clone()));
        Ok(Destination { map: spot.map.clone(), at, order })
    }

    /// The highest piece of a stack that stays and stands for itself.
    fn top(&self, ix: PieceIx, gone: &[PieceIx]) -> PieceIx {
        let situation = &self.master.situation;
        let stack = situation.pieces[ix].stack;
        let stays = |other: &PieceIx| {
            let piece = &situation.pieces[*other];
            let is_extra = piece.entry.as_ref().is_some_and(|entry| worth(self.master, entry).is_some());
            piece.stack == stack && !is_extra && !gone.contains(other)
        };
        let here = situation.here(&situation.pieces[ix].at).iter().copied().filter(stays);
        here.max_by_key(|other| situation.pieces[*other].depth).unwrap_or(ix)
    }

    /// How many units a counter stands for.
    fn units(&self, ix: PieceIx) -> u32 {
        let pieces = &self.master.situation.pieces;
        let below = under(self.master, ix);
        let worths = below.iter().filter_map(|extra| worth(self.master, pieces[*extra].entry.as_ref()?));
        worths.fold(1, u32::saturating_add)
    }
}

/// How many more units a counter stands for that lies under another one.
fn worth(master: &Table, entry: &Entry) -> Option<u32> {
    master.game.hidden()?.worth(entry)
}
