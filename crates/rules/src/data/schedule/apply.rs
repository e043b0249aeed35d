//! What a turn of the schedule does to a position: arrivals, additions to pools, delayed purchases, removals.

use std::collections::BTreeSet;

use super::{Event, EventKind, Part, Turn};
use crate::play::battle::{PlannedChange, What};
use crate::position::places::Hex;
use crate::position::situation::{PieceIx, PlaceId, Situation};

/// The boxes that pieces go to, by the names the module gives them.
#[derive(Debug, Clone, Copy)]
pub struct Boxes<'a> {
    /// What arrives now.
    pub arrivals: &'a str,
    /// What has left the game.
    pub removed: &'a str,
    /// The seasons on the Turn Track, winter first.
    pub seasons: &'a [String; 4],
    /// The months on the Turn Track, January first.
    pub months: &'a [String; 12],
}

/// What is to be done, and what could not be done.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    /// Moves of pieces, in the order of the rows.
    pub changes: Vec<PlannedChange>,
    /// Rows whose pieces are elsewhere or not in the position.
    pub missing: Vec<Missing>,
}

/// A row of which not all pieces were found where they should wait.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// The line of the schedule.
    pub line: u64,
    /// The counter's id.
    pub id: String,
    /// How many were not found.
    pub count: usize,
    /// Where others of the same counter lie instead; empty when there are none.
    pub elsewhere: Vec<String>,
}

/// Plans a turn: it moves pieces that are there and makes none.
pub fn plan(situation: &Situation, turn: Turn, boxes: &Boxes<'_>) -> Plan {
    let mut planner = Planner { situation, boxes, turn, taken: BTreeSet::new(), plan: Plan::default() };
    planner.due_on_the_track();
    let events: Vec<&Event> = situation.pack.schedule.of_turn(turn).collect();
    for event in &events {
        match &event.kind {
            EventKind::Start | EventKind::Arrival | EventKind::Pool(_) => planner.bring(event),
            EventKind::Remove if event.turn == Some(turn) => planner.remove(event),
            EventKind::Remove | EventKind::Cbr => {}
        }
    }
    planner.plan
}

struct Planner<'a> {
    situation: &'a Situation,
    boxes: &'a Boxes<'a>,
    turn: Turn,
    taken: BTreeSet<PieceIx>,
    plan: Plan,
}

impl Planner<'_> {
    fn month_box(&self, month: u8) -> &str {
        &self.boxes.months[usize::from(month.clamp(1, 12) - 1)]
    }

    /// The box of this turn on the Turn Track.
    fn track_box(&self) -> &str {
        match self.turn.part {
            Part::Season(season) => &self.boxes.seasons[season as usize],
            Part::Month(month) => self.month_box(month),
        }
    }

    /// Purchases whose delay is over, and what was put on this month: units, and chits that the schedule names.
    fn due_on_the_track(&mut self) {
        let place = PlaceId::named(self.track_box());
        let schedule = &self.situation.pack.schedule;
        for &ix in self.situation.here(&place) {
            let Some(entry) = &self.situation.pieces[ix].entry else { continue };
            if entry.is_chit && !schedule.events.iter().any(|event| event.id == entry.id) {
                continue;
            }
            let to = self.boxes.arrivals.to_owned();
            self.send(ix, &to, &schedule.rules.due, "is due");
        }
    }

    fn bring(&mut self, event: &Event) {
        let pack = self.situation.pack.clone();
        let arrival = pack.schedule.rules.arrival.as_str();
        let mut wanted = usize::from(event.count);
        let Some(own) = event.turn else { return };
        if self.turn.month().is_some() {
            // Those that came by way of the Turn Track are on their way already.
            wanted = wanted.saturating_sub(self.taken.iter().filter(|ix| self.is(**ix, &event.id)).count());
        }
        let waiting = PlaceId::named(own.season().to_string());
        let here = self.situation.here(&waiting).iter().copied();
        let found: Vec<PieceIx> =
            here.filter(|ix| self.is(*ix, &event.id) && !self.taken.contains(ix)).take(wanted).collect();
        for &ix in &found {
            let Some(entry) = self.situation.pieces[ix].entry.clone() else { continue };
            match (&event.kind, own.month()) {
                (EventKind::Pool(id), _) => {
                    let Some(pool) = pack.pool(id) else { continue };
                    let joins = format!("joins the {}", pool.called()[0]);
                    self.send(ix, pool.of(&entry).unwrap_or_default(), &pool.rule, &joins);
                }
                (_, Some(month)) if self.turn.month().is_none() => {
                    let to = self.month_box(month).to_owned();
                    self.send(ix, &to, arrival, "arrives later this season");
                }
                _ => {
                    let to = self.boxes.arrivals.to_owned();
                    self.send(ix, &to, arrival, "arrives");
                    if let Some(change) = self.plan.changes.last_mut().filter(|_| !event.place.is_empty()) {
                        let place =
                            self.situation.pack.map.place(&event.place).map(|place| place.name.clone());
                        let place = place.unwrap_or_else(|| Hex::tidy(&event.place));
                        change.words.push_str(&format!(", to be placed at {place}"));
                    }
                }
            }
        }
        if found.len() < wanted {
            self.miss(event, wanted - found.len());
        }
    }

    /// Removes a piece from the map first, then from trays and boxes, last from a pool that it may have joined.
    fn remove(&mut self, event: &Event) {
        let pack = &self.situation.pack;
        let joined: Vec<_> = pack.pools.iter().filter(|pool| pool.joins).collect();
        let order = |ix: PieceIx| match &self.situation.pieces[ix].at {
            PlaceId::Hex(_) => Some(0),
            PlaceId::Tray(_) => Some(1),
            PlaceId::Named(name) if **name == *self.boxes.removed => None,
            PlaceId::Named(name) if joined.iter().any(|pool| pool.has(name)) => Some(3),
            PlaceId::Named(_) => Some(2),
            PlaceId::Off(_) => None,
        };
        let mut there: Vec<(u8, PieceIx)> = self
            .situation
            .all()
            .filter(|ix| self.is(*ix, &event.id) && !self.taken.contains(ix))
            .filter_map(|ix| Some((order(ix)?, ix)))
            .collect();
        there.sort_unstable();
        let wanted = usize::from(event.count);
        let to = self.boxes.removed.to_owned();
        for (_, ix) in there.iter().take(wanted) {
            let rule = &self.situation.pack.schedule.rules.removal;
            self.send(*ix, &to, rule, "leaves the game");
        }
        if there.len() < wanted {
            self.miss(event, wanted - there.len());
        }
    }

    fn is(&self, ix: PieceIx, id: &str) -> bool {
        self.situation.pieces[ix].entry.as_ref().is_some_and(|entry| entry.id == id)
    }

    fn send(&mut self, ix: PieceIx, to: &str, rule: &str, why: &str) {
        self.taken.insert(ix);
        let piece = &self.situation.pieces[ix];
        self.plan.changes.push(PlannedChange {
            piece: piece.id.clone(),
            what: What::MoveTo(PlaceId::named(to)),
            rule: rule.to_owned(),
            words: format!("{}: {why}, {} -> {to}", piece.name, piece.at),
        });
    }

    fn miss(&mut self, event: &Event, count: usize) {
        let others = self.situation.all().filter(|ix| self.is(*ix, &event.id) && !self.taken.contains(ix));
        let elsewhere: BTreeSet<String> = others.map(|ix| self.situation.pieces[ix].at.to_string()).collect();
        self.plan.missing.push(Missing {
            line: event.line,
            id: event.id.clone(),
            count,
            elsewhere: elsewhere.into_iter().collect(),
        });
    }
}
