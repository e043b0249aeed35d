//! The common last steps of both ways into a situation, and the direct way from a situation text.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{Clock, Mark, Piece, PieceIx, PlaceId, Posture, Situation, Spot, Status, Untold, cargo};
use crate::diagnostic::{PieceRef, Place};
use crate::rules::catalogue::{Entry, Ratings, Source};
use crate::rules::fault::{DataFault, did_you_mean};
use crate::rules::notation::{self, Placed, Placement, Scenario, Stance};
use crate::rules::pack::Pack;
use crate::rules::places::Hex;

/// A piece before its neighbours have been looked at.
pub(super) struct Raw {
    pub id: String,
    pub name: String,
    pub entry: Option<Arc<Entry>>,
    pub at: PlaceId,
    pub stack: usize,
    pub depth: usize,
    pub marks: BTreeSet<Mark>,
    /// Whether the marks tell at sea from in port and aboard from ashore.
    pub told: bool,
    /// What a task-force chit and the pieces of its tray have in common where numbers are not enough: the window of the
    /// tray, or the chit's id.
    pub tray: Option<String>,
    /// Aboard the piece with this catalogue id, where the text names it.
    pub carrier: Option<String>,
    pub attack: Option<Hex>,
    pub spot: Option<Spot>,
    pub source: Source,
}

/// The situation of a scenario text; faults are pieces, places and hexes that the pack does not know.
pub fn from_scenario(pack: &Arc<Pack>, file: &str, scenario: &Scenario) -> (Situation, Vec<DataFault>) {
    let mut faults = Vec::new();
    let mut raws = Vec::new();
    let mut scenario = scenario.clone();
    scenario.join_cargo(|placed| pack.is_single(placed));
    for (stack, placement) in scenario.placements.iter().enumerate() {
        let Some(at) = spot_place(pack, file, placement, &mut faults) else {
            continue;
        };
        let mut depth = 0;
        for placed in &placement.pieces {
            let Some(entry) = known(pack, file, placement.line, placed, &raws, &mut faults) else {
                continue;
            };
            faults.extend(far_attack(pack, file, placement, placed));
            for _ in 0..placed.count {
                let id = format!("{}.{}", placement.line, depth + 1);
                raws.push(raw(&entry, placement, placed, (id, at.clone(), stack, depth)));
                depth += 1;
            }
        }
    }
    let mut control = BTreeMap::new();
    for (nation, hexes) in &scenario.control {
        if !pack.nations.contains_key(nation) {
            let near = did_you_mean(nation, pack.nations.keys().map(String::as_str));
            faults.push(DataFault::at(file, 0, format!("unknown nation \"{nation}\" in control{near}")));
        }
        control.extend(hexes.iter().map(|hex| (*hex, nation.clone())));
    }
    let phase = scenario.phase.as_ref().map(|text| {
        let phase = pack.phase(text);
        if phase.is_none() {
            faults.push(DataFault::at(file, 0, format!("unknown phase \"{text}\"")));
        }
        phase.map_or_else(|| text.clone(), |(_, phase)| phase.id.clone())
    });
    (assemble(pack, raws, Clock { date: scenario.date, phase }, control, Vec::new()), faults)
}

/// An attack mark points to a neighbour or to the hex itself: no other hex can be shown on a counter.
fn far_attack(pack: &Pack, file: &str, placement: &Placement, placed: &Placed) -> Option<DataFault> {
    let (notation::Spot::Hex(from), Some(to)) = (&placement.spot, placed.attack) else { return None };
    let far = *from != to && pack.map.grid.direction(*from, to).is_none();
    let near: Vec<String> = pack.map.grid.neighbours(*from).iter().map(Hex::to_string).collect();
    let message = format!(
        "{} in {from} cannot attack {to}; expected {from} itself (a landing or a drop) or a neighbour: {}",
        placed.id,
        near.join(", ")
    );
    far.then(|| DataFault::at(file, placement.line, message))
}

fn spot_place(
    pack: &Pack,
    file: &str,
    placement: &Placement,
    faults: &mut Vec<DataFault>,
) -> Option<PlaceId> {
    match &placement.spot {
        notation::Spot::Hex(hex) if !pack.map.grid.has(*hex) => {
            faults.push(DataFault::at(file, placement.line, format!("no sheet of the map prints {hex}")));
            None
        }
        notation::Spot::Hex(hex) => Some(PlaceId::Hex(*hex)),
        notation::Spot::Tray(number) => Some(PlaceId::Tray(*number)),
        notation::Spot::Force(id) => {
            let chit = pack.entry(id, true, None).filter(|entry| entry.kind == "task-force");
            let number = chit.and_then(|entry| tray_number(entry));
            if number.is_none() {
                let chits = pack.catalogue.entries().filter(|entry| entry.kind == "task-force");
                let near = did_you_mean(id, chits.map(|entry| entry.id.as_str()));
                let what = format!("no task-force chit \"{id}\" has a tray{near}");
                faults.push(DataFault::at(file, placement.line, what));
            }
            number.map(PlaceId::Tray)
        }
        notation::Spot::Box(name) => match pack.map.place(name) {
            Some(place) => Some(place.id.clone()),
            None => {
                let near = did_you_mean(name, pack.map.named().map(|place| place.name.as_str()));
                faults.push(DataFault::at(file, placement.line, format!("unknown box \"{name}\"{near}")));
                None
            }
        },
    }
}

fn known(
    pack: &Pack,
    file: &str,
    line: u64,
    placed: &Placed,
    before: &[Raw],
    faults: &mut Vec<DataFault>,
) -> Option<Arc<Entry>> {
    let nation = before.last().and_then(|raw| raw.entry.as_ref()).map(|entry| entry.nation.as_str());
    let entry = pack.entry(&placed.id, placed.chit, nation).cloned();
    if entry.is_none() {
        let near = did_you_mean(&placed.id, pack.catalogue.entries().map(|entry| entry.id.as_str()));
        let what = if placed.chit { "chit" } else { "piece" };
        faults.push(DataFault::at(file, line, format!("unknown {what} \"{}\"{near}", placed.id)));
    }
    entry
}

fn raw(
    entry: &Arc<Entry>,
    placement: &Placement,
    placed: &Placed,
    (id, at, stack, depth): (String, PlaceId, usize, usize),
) -> Raw {
    let mut marks: BTreeSet<Mark> = placed.status.iter().copied().map(Mark::Status).collect();
    let flags = [
        (placed.reduced || placed.used, Mark::Reduced),
        (placed.building, Mark::Building),
        (placed.destroyed, Mark::Destroyed),
    ];
    marks.extend(flags.into_iter().filter(|(on, _)| *on).map(|(_, mark)| mark));
    let aboard = placed.aboard.clone().map(Stance::Aboard);
    let (stance, carrier) = match aboard.as_ref().unwrap_or(&placement.stance) {
        Stance::Present => (Mark::Nothing, None),
        Stance::Docked => (Mark::Docked, None),
        Stance::Aloft => (Mark::Aloft, None),
        Stance::Aboard(id) => (Mark::Aboard, Some(id.clone())),
        Stance::Pinned => (Mark::Pinned, None),
    };
    let chit = matches!(entry.ratings, Ratings::Chit(_)) && entry.kind != "task-force";
    if !chit || matches!(stance, Mark::Aboard | Mark::Aloft) {
        marks.insert(stance);
    }
    Raw {
        id,
        name: entry.name.clone(),
        entry: Some(entry.clone()),
        at,
        stack,
        depth,
        marks,
        told: true,
        tray: match &placement.spot {
            notation::Spot::Force(id) => Some(id.clone()),
            _ => Some(entry.id.clone()).filter(|_| entry.kind == "task-force"),
        },
        carrier,
        attack: placed.attack,
        spot: None,
        source: placement.source,
    }
}

/// Puts the pieces together: chits on top of pieces, task-force trays, cargo, and the index of places.
pub(super) fn assemble(
    pack: &Arc<Pack>,
    mut raws: Vec<Raw>,
    clock: Clock,
    mut control: BTreeMap<Hex, String>,
    untold: Vec<Untold>,
) -> Situation {
    lend_chits(pack, &mut raws);
    let mut situation = Situation {
        pack: pack.clone(),
        pieces: raws.iter().map(|raw| piece(pack, raw)).collect(),
        at: BTreeMap::new(),
        clock,
        control: BTreeMap::new(),
        untold,
        globals: BTreeMap::new(),
    };
    place_trays(&mut situation, &raws);
    for (ix, raw) in raws.iter().enumerate() {
        let piece = &mut situation.pieces[ix];
        piece.attack = piece.attack.or_else(|| attacked(pack, raw, piece.at.hex()?));
    }
    for (ix, piece) in situation.pieces.iter().enumerate() {
        situation.at.entry(piece.at.clone()).or_default().push(ix);
        if let (true, Some(hex)) = (piece.is_chit("control"), piece.at.hex()) {
            control.insert(hex, piece.nation().to_owned());
        }
    }
    situation.control = control;
    let named: Vec<Option<&str>> = raws.iter().map(|raw| raw.carrier.as_deref()).collect();
    cargo::stow(&mut situation, &named);
    situation
}

/// Chits of a state lying directly above a piece count for that piece as its own Layer would.
fn lend_chits(pack: &Pack, raws: &mut [Raw]) {
    let mut order: Vec<PieceIx> = (0..raws.len()).collect();
    order.sort_by_key(|ix| (raws[*ix].stack, raws[*ix].depth));
    let mut below: Option<PieceIx> = None;
    for ix in order {
        let is_chit = raws[ix].entry.as_ref().filter(|entry| matches!(entry.ratings, Ratings::Chit(_)));
        let mark = is_chit.and_then(|entry| pack.terms.chits.get(&entry.kind)).copied();
        match (mark, below) {
            (Some(mark), Some(piece)) if raws[piece].stack == raws[ix].stack => {
                raws[piece].marks.insert(mark);
            }
            (Some(_), _) => {}
            (None, _) => below = Some(ix),
        }
    }
}

fn piece(pack: &Pack, raw: &Raw) -> Piece {
    let marks = |mark: Mark| raw.marks.contains(&mark);
    let leader = raw.entry.as_ref().is_some_and(|entry| matches!(entry.ratings, Ratings::Leader(_)));
    let mut entry = raw.entry.clone();
    let mut building = marks(Mark::Building);
    if let Some(finished) = finished(pack, raw) {
        (entry, building) = (Some(finished), true);
    }
    let (at, tray) = match raw.at {
        PlaceId::Tray(number) => (raw.at.clone(), Some(number)),
        _ => (raw.at.clone(), None),
    };
    Piece {
        id: raw.id.clone(),
        name: raw.name.clone(),
        attack: raw.attack,
        entry,
        at,
        tray,
        posture: posture(&raw.marks),
        posture_told: raw.told,
        adrift: false,
        reduced: marks(Mark::Reduced) && !leader,
        used: marks(Mark::Reduced) && leader,
        building,
        destroyed: marks(Mark::Destroyed),
        status: raw
            .marks
            .iter()
            .filter_map(|mark| if let Mark::Status(status) = mark { Some(*status) } else { None })
            .collect::<BTreeSet<Status>>(),
        stack: raw.stack,
        depth: raw.depth,
        spot: raw.spot.clone(),
        source: raw.source,
    }
}

/// The installation that a chit under construction will become.
fn finished(pack: &Pack, raw: &Raw) -> Option<Arc<Entry>> {
    let entry = raw.entry.as_ref().filter(|entry| entry.kind == "under-construction")?;
    let Ratings::Chit(chit) = &entry.ratings else {
        return None;
    };
    pack.catalogue.get(&chit.back_id).cloned()
}

/// The hex that the mark of a piece in a hex points at.
fn attacked(pack: &Pack, raw: &Raw, hex: Hex) -> Option<Hex> {
    raw.marks.iter().find_map(|mark| match mark {
        Mark::Attack(direction) => pack.map.grid.neighbour(hex, *direction),
        Mark::AttackHere => Some(hex),
        _ => None,
    })
}

fn posture(marks: &BTreeSet<Mark>) -> Posture {
    let order = [
        (Mark::Aboard, Posture::Aboard(None)),
        (Mark::Aloft, Posture::Aloft),
        (Mark::Docked, Posture::Docked),
        (Mark::Pinned, Posture::Pinned),
    ];
    order.into_iter().find(|(mark, _)| marks.contains(mark)).map_or(Posture::Present, |(_, posture)| posture)
}

/// Moves the pieces of a tray to where the task-force chit of that number and nation is.
fn place_trays(situation: &mut Situation, raws: &[Raw]) {
    let chits: Vec<(u16, PieceIx)> = situation
        .all()
        .filter(|ix| situation.pieces[*ix].is_chit("task-force") && situation.pieces[*ix].tray.is_none())
        .filter_map(|ix| Some((tray_number(situation.pieces[ix].entry.as_ref()?)?, ix)))
        .collect();
    for ix in situation.all() {
        let Some(number) = situation.pieces[ix].tray else {
            continue;
        };
        let of_number = || chits.iter().filter(|(n, _)| *n == number).map(|(_, chit)| *chit);
        let of_tray = of_number().find(|chit| raws[ix].tray.is_some() && raws[*chit].tray == raws[ix].tray);
        let own = of_number().find(|chit| situation.pieces[*chit].nation() == situation.pieces[ix].nation());
        let allied: Vec<PieceIx> =
            of_number().filter(|chit| situation.alliance(*chit) == situation.alliance(ix)).collect();
        let chit = of_tray.or(own).or_else(|| (allied.len() == 1).then(|| allied[0]));
        let Some(chit) = chit else {
            let reason = format!("task-force chit {number} is not on the map, or several of them are");
            situation.untold.push(Untold {
                piece: situation.piece_ref(ix),
                place: Place { location: format!("task-force tray {number}"), ..Place::default() },
                reason,
            });
            continue;
        };
        let (at, spot) = (situation.pieces[chit].at.clone(), situation.pieces[chit].spot.clone());
        let docked = situation.pieces[chit].posture == Posture::Docked;
        let status = situation.pieces[chit].status.clone();
        let ship = situation.pieces[ix]
            .entry
            .as_ref()
            .is_some_and(|entry| matches!(entry.ratings, Ratings::Ship(_)) || entry.kind == "stp");
        let piece = &mut situation.pieces[ix];
        (piece.at, piece.spot) = (at, spot);
        if ship {
            piece.status.extend(status);
            if docked && piece.posture == Posture::Present {
                piece.posture = Posture::Docked;
            }
        }
    }
}

/// The number of a task-force chit: the digits at the end of its catalogue id.
fn tray_number(entry: &Entry) -> Option<u16> {
    entry.id.rsplit('-').next()?.parse().ok()
}

/// A piece that is listed as untold.
pub(super) fn untold(id: &str, name: &str, place: Place, reason: impl Into<String>) -> Untold {
    Untold { piece: PieceRef { id: id.into(), name: name.into() }, place, reason: reason.into() }
}
