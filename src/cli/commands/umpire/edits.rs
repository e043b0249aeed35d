//! Changes of the master that the rules ask for, made in its save: pieces move with what they carry and with what lies
//! under them, as players move them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::chips::{self, Parting};
use super::palette::counter;
use crate::cli::commands::resolve::products::{destination, file};
use crate::cli::{Failure, spots};
use crate::table::Table;
use liege_build::scenario::set_property;
use liege_rules::data::catalogue::Entry;
use liege_rules::desk::play::{BoardDeed, MadeCounters};
use liege_rules::game::pack::NUMBER;
use liege_rules::position::situation::PieceIx;
use vassal::model::change::{self, Change, Destination, Order};
use vassal::model::geometry::Point;
use vassal::model::position::MapInPlay;

/// Makes deeds in the master, one after the other. A piece goes with everything that it carries at that moment and with
/// what lies under it that belongs to nobody and is hidden with it; so it leaves the game, too. Counters that were made of
/// others are told with their ids.
///
/// # Errors
/// A deed names a piece, a place, a state or a counter that is not there. The master is then of no use any more.
pub fn apply(master: &mut Table, deeds: &[BoardDeed]) -> Result<MadeCounters, Failure> {
    let mut ids: Vec<String> = master.situation.pieces.iter().map(|piece| piece.id.clone()).collect();
    let mut named = MadeCounters::new();
    let mut from = 0;
    while from < deeds.len() {
        let to = end_of_run(master, deeds, from);
        let run = &deeds[from..to];
        let of_run = run.iter().map(|deed| ids_of(&ids, deed)).collect::<Result<Vec<_>, _>>()?;
        match (run, of_run.as_slice()) {
            ([BoardDeed::Part { count, with, name, .. }], [counters]) => {
                let with: Vec<u32> = with.iter().map(|(_, count)| *count).collect();
                let made = part(master, counters, *count, &with)?;
                named.extend(made.first().map(|id| (name.clone(), id.clone())));
                ids.extend(made);
            }
            ([BoardDeed::Reduce { by, .. }], [counters]) => {
                let changes = Parting::new(master).reduced(piece(master, counters.first())?, *by)?;
                make(master, &changes)?;
            }
            _ => {
                let changes = EditRun::new(master).changes(run, &of_run)?;
                make(master, &changes)?;
            }
        }
        from = to;
    }
    Ok(named)
}

/// Makes counters of their own of some units of a counter and of what it carries; their ids, that of the counter first.
fn part(master: &mut Table, counters: &[String], count: u32, with: &[u32]) -> Result<Vec<String>, Failure> {
    let mut made = Vec::new();
    let riders = counters.iter().skip(1).zip(with);
    let riders = riders.map(|(id, count)| Ok((piece(master, Some(id))?, *count)));
    let riders = riders.collect::<Result<Vec<_>, Failure>>()?;
    let steps = Parting::new(master).parted(piece(master, counters.first())?, count, &riders)?;
    for step in steps {
        let before: BTreeSet<String> = master.situation.pieces.iter().map(|piece| piece.id.clone()).collect();
        make(master, &step.changes)?;
        let is_new = |id: &&String| !before.contains(*id);
        let all = master.situation.pieces.iter().filter(|piece| piece.entry.as_ref() == Some(&step.counter));
        made.extend(all.map(|piece| &piece.id).find(is_new).cloned());
    }
    // What lies highest was made first.
    made.reverse();
    Ok(made)
}

fn piece(master: &Table, id: Option<&String>) -> Result<PieceIx, Failure> {
    let id = id.map(String::as_str).unwrap_or_default();
    let found = master.situation.by_id().get(id).copied();
    found.ok_or_else(|| Failure::new(format!("the piece {id} is no longer in the master")))
}

fn make(master: &mut Table, changes: &[Change]) -> Result<(), Failure> {
    change::apply(Arc::make_mut(&mut master.opened.commands), Some(&master.module), changes)
        .map_err(|error| Failure::new(format!("the master cannot be changed: {error}")))?;
    master.look_again()
}

/// The master as the bytes of a save: the same archive and encoding, with the changes that were made.
///
/// # Errors
/// The save cannot be written.
pub fn bytes(master: &Table) -> Result<Vec<u8>, Failure> {
    file(master, &master.opened.commands)
        .map_err(|error| Failure::new(format!("the master cannot be written: {error}")))
}

/// Where a counter comes to lie in a place, and whether that is an area, where counters lie in stacks by their layers.
pub fn spot(master: &Table, counter: Option<&Entry>, place: &str) -> Result<(Destination, bool), Failure> {
    let pack = &master.pack;
    let facts = pack.map.place(place);
    let name = facts.map_or(place, |facts| facts.name.as_str());
    let told = facts.and_then(|facts| facts.at).and_then(|(x, y)| {
        let point = Point::new(x.round() as i32, y.round() as i32);
        let placed = |map: &MapInPlay| {
            let points = map.layout.boards.iter().map(|board| board.global(point));
            points.into_iter().find(|at| map.layout.location_name(*at) == name)
        };
        let maps = master.opened.position.maps.iter();
        maps.filter_map(|map| Some((map.identifier.clone(), placed(map)?))).next()
    });
    let Some((map, at)) = told else { return Ok((destination(master, name)?, false)) };
    let stratum = counter.and_then(|counter| pack.terms.outfit.stratum(counter));
    let (right, down) = stratum.map(|row| row.offset).unwrap_or_default();
    Ok((Destination { map, at: at.offset(right, down), order: Order::Top }, true))
}

/// The ids of the pieces that a deed is about; none for one that is new.
fn ids_of(known: &[String], deed: &BoardDeed) -> Result<Vec<String>, Failure> {
    let pieces = match deed {
        BoardDeed::Move { piece, .. }
        | BoardDeed::Mark { piece, .. }
        | BoardDeed::Number { piece, .. }
        | BoardDeed::Reduce { piece, .. }
        | BoardDeed::Remove { piece } => vec![*piece],
        BoardDeed::Load { piece, onto } => vec![*piece, *onto],
        BoardDeed::Part { piece, with, .. } => {
            std::iter::once(*piece).chain(with.iter().map(|(rider, _)| *rider)).collect()
        }
        BoardDeed::Lay { .. } => Vec::new(),
    };
    let ids: Option<Vec<String>> = pieces.into_iter().map(|ix| known.get(ix).cloned()).collect();
    ids.ok_or_else(|| Failure::new("the master has no such piece"))
}

/// Where the deeds end that need no second look: who is taken aboard is known only when he is, and a new counter when it
/// is made.
fn end_of_run(master: &Table, deeds: &[BoardDeed], from: usize) -> usize {
    let terms = &master.pack.terms;
    let parts = |deed: &BoardDeed| matches!(deed, BoardDeed::Part { .. } | BoardDeed::Reduce { .. });
    let boards = |deed: &BoardDeed| match deed {
        BoardDeed::Load { .. } => true,
        BoardDeed::Mark { state, on: true, .. } => terms.is_ride(state),
        _ => false,
    };
    let is_end = |at: &usize| {
        let (last, next) = (&deeds[*at - 1], &deeds[*at]);
        parts(last) || parts(next) || boards(last) && !boards(next)
    };
    (from + 1..deeds.len()).find(is_end).unwrap_or(deeds.len())
}

/// A piece that goes somewhere or comes new, with what goes below and above it.
struct Lead {
    change: Change,
    below: Vec<String>,
    above: Vec<String>,
    in_area: bool,
}

/// Deeds on the way to changes of the save.
struct EditRun<'m> {
    master: &'m Table,
    by_id: BTreeMap<&'m str, PieceIx>,
    /// Who goes where in this run.
    going: BTreeSet<(PieceIx, String)>,
    /// Where pieces have gone.
    now: BTreeMap<PieceIx, String>,
    /// Pieces that nothing carries any more.
    unloaded: BTreeSet<PieceIx>,
    gone: BTreeSet<PieceIx>,
    leads: Vec<Lead>,
    others: Vec<Change>,
}

impl<'m> EditRun<'m> {
    fn new(master: &'m Table) -> Self {
        Self {
            master,
            by_id: master.situation.by_id(),
            going: BTreeSet::new(),
            now: BTreeMap::new(),
            unloaded: BTreeSet::new(),
            gone: BTreeSet::new(),
            leads: Vec::new(),
            others: Vec::new(),
        }
    }

    fn changes(mut self, deeds: &[BoardDeed], ids: &[Vec<String>]) -> Result<Vec<Change>, Failure> {
        for (deed, ids) in deeds.iter().zip(ids) {
            if let BoardDeed::Move { to, .. } = deed {
                let ix = self.piece(ids.first())?;
                self.going.insert((ix, self.name_of(to).to_owned()));
            }
        }
        for (deed, ids) in deeds.iter().zip(ids) {
            if let BoardDeed::Lay { counter, at, number } = deed {
                self.lay(counter, at, *number)?;
                continue;
            }
            let ix = self.piece(ids.first())?;
            match deed {
                BoardDeed::Move { to, .. } => self.move_to(ix, to)?,
                BoardDeed::Mark { state, on, .. } => self.mark(ix, state, *on)?,
                BoardDeed::Number { to, .. } => {
                    let piece = self.master.situation.pieces[ix].id.clone();
                    let (key, value) = (NUMBER.to_owned(), to.to_string());
                    self.others.push(Change::SetProperty { piece, key, value });
                }
                BoardDeed::Load { .. } => self.load(ix, self.piece(ids.get(1))?)?,
                BoardDeed::Remove { .. } => self.remove(ix),
                // A run of its own, and laid above.
                BoardDeed::Part { .. } | BoardDeed::Reduce { .. } | BoardDeed::Lay { .. } => {}
            }
        }
        Ok(self.laid_out())
    }

    fn piece(&self, id: Option<&String>) -> Result<PieceIx, Failure> {
        let id = id.map(String::as_str).unwrap_or_default();
        let found = self.by_id.get(id).filter(|ix| !self.gone.contains(ix));
        found.copied().ok_or_else(|| Failure::new(format!("the piece {id} is no longer in the master")))
    }

    fn name_of<'p>(&self, place: &'p str) -> &'p str
    where
        'm: 'p,
    {
        self.master.pack.map.place(place).map_or(place, |facts| facts.name.as_str())
    }

    /// A piece goes aboard another: directly above it, in the state of who is aboard.
    fn load(&mut self, ix: PieceIx, onto: PieceIx) -> Result<(), Failure> {
        let pieces = &self.master.situation.pieces;
        let (carrier, ride) = (&pieces[onto], self.master.pack.terms.ride.as_ref());
        let (Some(spot), Some(ride)) = (&carrier.spot, ride) else {
            return Err(Failure::new(format!("nothing can go aboard \"{}\"", carrier.name)));
        };
        let to = Destination {
            map: spot.map.clone(),
            at: Point::new(spot.x, spot.y),
            order: Order::Above(carrier.id.clone()),
        };
        // What lies under it comes between it and its carrier.
        let mut all = vec![ix];
        all.extend(chips::under(self.master, ix).into_iter().rev());
        let goes = |ix: PieceIx| Change::Move { piece: pieces[ix].id.clone(), to: to.clone() };
        self.others.extend(all.into_iter().map(goes));
        self.mark(ix, &ride.aboard, true)
    }

    fn move_to(&mut self, ix: PieceIx, place: &str) -> Result<(), Failure> {
        let master = self.master;
        let name = self.name_of(place);
        let piece = &master.situation.pieces[ix];
        let is_there = match self.now.get(&ix) {
            Some(now) => now == name,
            None => piece.at.to_string() == name,
        };
        if is_there {
            return Ok(());
        }
        if let Some(carrier) = piece.carried_by.filter(|_| !self.unloaded.contains(&ix)) {
            if self.going.contains(&(carrier, name.to_owned())) {
                return Ok(());
            }
            // Who moves by himself is no longer carried along.
            self.unloaded.insert(ix);
            for state in piece.states.iter().filter(|state| master.pack.terms.is_ride(state)) {
                self.mark(ix, state, false)?;
            }
        }
        let (to, in_area) = spot(master, piece.entry.as_deref(), name)?;
        let riders = self.riders(ix);
        let mut above = Vec::new();
        for rider in &riders {
            above.extend(self.names(chips::under(self.master, *rider)));
            above.extend(self.names(vec![*rider]));
        }
        let below = self.names(chips::under(self.master, ix));
        for moved in riders.into_iter().chain([ix]) {
            self.now.insert(moved, name.to_owned());
        }
        let change = Change::Move { piece: piece.id.clone(), to };
        self.leads.push(Lead { change, below, above, in_area });
        Ok(())
    }

    fn mark(&mut self, ix: PieceIx, state: &str, on: bool) -> Result<(), Failure> {
        let piece = &self.master.situation.pieces[ix];
        let terms = &self.master.pack.terms;
        let Some((layer, level)) = terms.layer_of(state) else {
            return Err(Failure::new(format!(
                "\"{}\" cannot be {state}: no Layer has that state",
                piece.name
            )));
        };
        if !on && terms.is_ride(state) {
            self.unloaded.insert(ix);
        }
        let levels = terms.layer(layer, piece.entry.as_deref()).map_or(&[][..], |own| &own.levels);
        let plain = levels.iter().position(|level| level.state.is_none() && level.points.is_none());
        let off = plain.and_then(|at| i32::try_from(at + 1).ok()).unwrap_or(-level);
        let (piece, layer) = (piece.id.clone(), layer.to_owned());
        self.others.push(Change::SetLayer { piece, layer, level: if on { level } else { off } });
        Ok(())
    }

    fn lay(&mut self, id: &str, place: &str, number: Option<i32>) -> Result<(), Failure> {
        let lacks = |what: &str| {
            Failure::new(format!("the module's \"{id}\" {what}, so it cannot be placed on {place}"))
                .help("build the module with this game's tables: liege build")
        };
        let mut traits = counter(self.master, id).ok_or_else(|| lacks("is in no palette"))?;
        if let Some(number) = number
            && !set_property(&mut traits, NUMBER, &number.to_string())
        {
            return Err(lacks("bears no number"));
        }
        let entry = self.master.pack.catalogue.get(id);
        let (to, in_area) = spot(self.master, entry.map(|entry| &**entry), place)?;
        let change = Change::Add { traits, to };
        self.leads.push(Lead { change, below: Vec::new(), above: Vec::new(), in_area });
        Ok(())
    }

    fn remove(&mut self, ix: PieceIx) {
        let mut all = chips::under(self.master, ix);
        for rider in self.riders(ix) {
            all.extend(chips::under(self.master, rider));
            all.push(rider);
        }
        all.push(ix);
        for gone in all {
            if self.gone.insert(gone) {
                let piece = self.master.situation.pieces[gone].id.clone();
                self.others.push(Change::Remove { piece });
            }
        }
    }

    /// What a piece carries, and what that carries.
    fn riders(&self, ix: PieceIx) -> Vec<PieceIx> {
        let mut all = vec![ix];
        let mut at = 0;
        while let Some(carrier) = all.get(at).copied() {
            let aboard = self.master.situation.aboard(carrier);
            let more: Vec<PieceIx> = aboard
                .filter(|rider| !self.unloaded.contains(rider) && !self.gone.contains(rider))
                .filter(|rider| !all.contains(rider))
                .collect();
            all.extend(more);
            at += 1;
        }
        all.remove(0);
        all
    }

    fn names(&self, pieces: Vec<PieceIx>) -> Vec<String> {
        let pieces = pieces.into_iter().filter(|ix| !self.gone.contains(ix));
        pieces.map(|ix| self.master.situation.pieces[ix].id.clone()).collect()
    }

    /// All changes, with spots of their own for those who go into a box, and with their company.
    fn laid_out(self) -> Vec<Change> {
        let in_boxes = self.leads.iter().filter(|lead| !lead.in_area);
        let mut boxed: Vec<Change> = in_boxes.map(|lead| lead.change.clone()).collect();
        spots::lay_out(self.master, &mut boxed);
        let mut boxed = boxed.into_iter();
        let mut all = Vec::new();
        for lead in self.leads {
            let change = if lead.in_area { Some(lead.change) } else { boxed.next() };
            let Some(change) = change else { continue };
            let to = match &change {
                Change::Move { to, .. } | Change::Add { to, .. } => to.clone(),
                _ => continue,
            };
            let goes = |piece: String| Change::Move { piece, to: to.clone() };
            all.extend(lead.below.into_iter().map(goes));
            all.push(change);
            all.extend(lead.above.into_iter().map(goes));
        }
        all.extend(self.others);
        all
    }
}
