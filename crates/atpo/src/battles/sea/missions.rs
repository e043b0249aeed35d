//! What ships are to do, by the marks on their counters and on the chits of their task forces.

use std::collections::{BTreeMap, BTreeSet};

use super::super::super::kind::{Kind, Ship};
use super::super::super::states::{NavalMission, Posture};
use super::super::super::view::{Alliance, Unit, View};
use liege_rules::play::battle::Note;
use liege_rules::position::places::Hex;
use liege_rules::position::situation::{Piece, PieceIx, PlaceId};
use vassal::diagnostic::few;

/// The note that says where a mission goes.
pub(in crate::battles) const TARGET: &str = "target";
/// The note that numbers a search group.
const GROUP: &str = "group";
/// The chit of a task force.
pub(in crate::battles) const TASK_FORCE: &str = "task-force";

/// Ships of one party with one mission.
#[derive(Clone)]
pub(super) struct Venture<'a> {
    /// Their party.
    pub side: Alliance,
    /// What they are to do.
    pub mission: NavalMission,
    /// Where they are.
    pub at: PlaceId,
    /// Where they do it; their own place where no target is written.
    pub target: Result<PlaceId, String>,
    /// What of the place, such as an installation.
    pub what: String,
    /// The ships, in the order of the pieces.
    pub ships: Vec<&'a Unit>,
}

impl Venture<'_> {
    /// Whether its ships come into the hex of the target: they move, or enter or slip into a port of another hex.
    pub(super) fn enters_hex(&self) -> bool {
        let comes = self.target.as_ref().is_ok_and(|place| *place != self.at);
        let to_port = matches!(self.mission, NavalMission::EnterPort | NavalMission::Infiltrate);
        self.mission.is_move() || to_port && comes
    }
}

/// What makes ships act together: all but the ships.
type VentureKey = (NavalMission, PlaceId, String, Alliance, String, Option<PieceIx>);

/// The missions that marks declare, in a fixed order. A task force does what its chit says; a submarine acts alone, but
/// for a Kaiten that rides with it.
pub(super) fn declared(view: &View) -> Vec<Venture<'_>> {
    let mut found: BTreeMap<VentureKey, Vec<&Unit>> = BTreeMap::new();
    for ix in view.situation.in_play() {
        let Some(mission) = view.states[ix].mission else { continue };
        let Some(side) = Alliance::of(view.situation.alliance(ix)) else { continue };
        let piece = &view.situation.pieces[ix];
        let note = |word: &str| piece.notes.get(word).map(|text| text.trim().to_owned()).unwrap_or_default();
        for unit in concerned(view, ix) {
            if rides(view, unit, mission) {
                continue;
            }
            let alone = (!is_surface(unit)).then_some(unit.ix);
            let shared = (mission, piece.at.clone(), note(TARGET), side, note(GROUP), alone);
            let ships = found.entry(shared).or_default();
            if !ships.iter().any(|known| known.ix == unit.ix) {
                ships.push(unit);
            }
        }
    }
    let mut ventures = Vec::new();
    for ((mission, at, note, side, ..), ships) in found {
        let (target, what) = aim(view, &at, &note);
        ventures.push(Venture { side, mission, at, target, what, ships });
    }
    ventures
}

/// Whether a Kaiten does its mission with a submarine of its hex (3.16.11).
fn rides(view: &View, unit: &Unit, mission: NavalMission) -> bool {
    let carries =
        |other: &Unit| other.kind == Kind::Ship(Ship::Submarine) && other.entry.nation == unit.entry.nation;
    let with = |other: &Unit| carries(other) && view.states(other).mission == Some(mission);
    unit.kind == Kind::Ship(Ship::Kaiten) && view.here(&view.piece(unit).at).any(with)
}

/// What a ship is to do, by its own mark or by that of the chit of its task force, and which piece bears the mark.
pub(super) fn order_of(view: &View, ship: &Unit) -> Option<(NavalMission, PieceIx)> {
    let borne_by = |ix: PieceIx| view.states[ix].mission.map(|mission| (mission, ix));
    borne_by(ship.ix).or_else(|| borne_by(chit_of(view, ship.ix)?))
}

/// Whether a ship is to enter the port of a place.
pub(super) fn enters_port(view: &View, ship: &Unit, place: &PlaceId) -> bool {
    order_of(view, ship).is_some_and(|(mission, bearer)| {
        mission == NavalMission::EnterPort && target_of(view, bearer).0.as_ref() == Ok(place)
    })
}

/// Whether a ship comes to a place from another: it sails or carries there, or is to enter its port.
pub(super) fn comes_to(view: &View, ship: &Unit, place: &PlaceId) -> bool {
    let goes = |(mission, bearer): (NavalMission, PieceIx)| {
        let moves = mission.is_move() || mission == NavalMission::EnterPort;
        moves && target_of(view, bearer).0.as_ref() == Ok(place)
    };
    view.piece(ship).at != *place && order_of(view, ship).is_some_and(goes)
}

/// Whether a ship moves, so that others may react: it sails, carries, or comes from another hex into a port (3.8.7).
pub(in crate::battles) fn is_moving(view: &View, ship: &Unit) -> bool {
    order_of(view, ship).is_some_and(|(mission, bearer)| match mission {
        NavalMission::EnterPort => target_of(view, bearer).0.is_ok_and(|place| place != view.piece(ship).at),
        mission => mission.is_move(),
    })
}

/// The mines of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MineField {
    /// Those of a coastal fort, which meet whoever enters the hex (3.14.5.6).
    Sea,
    /// Those of the port in it (3.9.2).
    Port,
}

/// What stands behind the target of a mission whose ships have come past the mines there; of another place it is named.
const PAST_MINES: &str = "past mines";
/// The same where those of the port at the target are still before them.
const PAST_SEA_MINES: &str = "past sea mines";
/// What stands behind the target of ships that have looked there in vain for those who come from a place.
const NOT_FROM: &str = "not from";

/// What stands behind a target, one thing after the other.
fn behind_target(rest: &str) -> impl Iterator<Item = &str> {
    rest.split(',').map(str::trim).filter(|told| !told.is_empty())
}

/// Whether a text names a place.
fn names(text: &str, place: &PlaceId) -> bool {
    text.trim().to_lowercase() == place.to_string().to_lowercase()
}

/// Whether one thing behind a target says by these words that the mines of a place are past.
fn is_past(told: &str, words: &[&str], (target, place): (&PlaceId, &PlaceId)) -> bool {
    let told = told.to_lowercase();
    match words.iter().find_map(|words| told.strip_prefix(words)).map(str::trim) {
        Some("") => target == place,
        Some(more) => more.strip_prefix("of ").is_some_and(|named| names(named, place)),
        None => false,
    }
}

/// Whether a ship has come past the mines of a place on its mission.
pub(super) fn is_past_mines(view: &View, ship: &Unit, place: &PlaceId, mines: MineField) -> bool {
    let words: &[&str] = match mines {
        MineField::Sea => &[PAST_MINES, PAST_SEA_MINES],
        MineField::Port => &[PAST_MINES],
    };
    order_of(view, ship).is_some_and(|(_, bearer)| {
        let (Ok(target), rest) = target_of(view, bearer) else { return false };
        behind_target(&rest).any(|told| is_past(told, words, (&target, place)))
    })
}

/// The target of a mission as it is written when the mines of a place are behind its ships, beside what it says of others.
pub(super) fn past_mines(view: &View, bearer: PieceIx, place: &PlaceId, mines: MineField) -> Option<String> {
    let (target, rest) = target_of(view, bearer);
    let target = target.ok()?;
    let enters = view.states[bearer].mission == Some(NavalMission::EnterPort) && target == *place;
    let words = if enters && mines == MineField::Sea { PAST_SEA_MINES } else { PAST_MINES };
    let own = if target == *place { words.to_owned() } else { format!("{words} of {place}") };
    let is_other = |told: &&str| !is_past(told, &[PAST_MINES, PAST_SEA_MINES], (&target, place));
    let all: Vec<&str> = std::iter::once(&*own).chain(behind_target(&rest).filter(is_other)).collect();
    Some(format!("{target} {}", all.join(", ")))
}

/// Whether a ship that is to intercept at a place has looked there in vain for those who come from another, or from there
/// (3.8.2).
pub(super) fn has_looked_for(view: &View, ship: &Unit, (place, from): (&PlaceId, &PlaceId)) -> bool {
    order_of(view, ship).is_some_and(|(mission, bearer)| {
        let (target, rest) = target_of(view, bearer);
        let rest = rest.to_lowercase();
        let mut told = behind_target(&rest).filter_map(|told| told.strip_prefix(NOT_FROM));
        mission == NavalMission::Intercept
            && target.as_ref() == Ok(place)
            && told.any(|told| names(told, from))
    })
}

/// The target of an interception as it is written when its ships have looked in vain for those who come from a place.
pub(super) fn looked_for(view: &View, bearer: PieceIx, from: &PlaceId) -> Option<String> {
    let (target, rest) = target_of(view, bearer);
    let own = format!("{NOT_FROM} {from}");
    let all: Vec<&str> = behind_target(&rest).chain([&*own]).collect();
    Some(format!("{} {}", target.ok()?, all.join(", ")))
}

/// The ships that mines of a place meet no more because of what stands behind the target of their mission, as a remark.
pub(super) fn told_past_mines(view: &View, ships: &[&Unit], place: &PlaceId) -> Option<Note> {
    let is_past = |unit: &&&Unit| is_past_mines(view, unit, place, MineField::Sea);
    let whom = few(ships.iter().filter(is_past).map(|unit| view.piece(unit).name.as_str()), 1);
    if whom.is_empty() {
        return None;
    }
    let enters = |unit: &&&Unit| enters_port(view, unit, place);
    let of_port = ships.iter().filter(enters).any(|unit| is_past_mines(view, unit, place, MineField::Port));
    let is_to_enter = ships.iter().any(|unit| enters_port(view, unit, place));
    let words = if is_to_enter && !of_port { PAST_SEA_MINES } else { PAST_MINES };
    let rule = if of_port { "3.9.2, 3.14.5.6" } else { "3.14.5.6" };
    Some(Note::plain(format!(
        "the target of {whom} says \"{words}\": the mines of {place} are behind them; whoever enters anew gets the target without these words, or No mission ({rule})"
    )))
}

/// The target that the bearer of a mission has written on it, and what stands behind it.
fn target_of(view: &View, bearer: PieceIx) -> (Result<PlaceId, String>, String) {
    let piece = &view.situation.pieces[bearer];
    let note = piece.notes.get(TARGET).map(|text| text.trim()).unwrap_or_default();
    as_written(view, &piece.at, note)
}

/// The pieces whose marks are about some ships: the ships and the chits of their task forces.
pub(super) fn marks_of(view: &View, ships: &BTreeSet<PieceIx>) -> Vec<PieceIx> {
    let marked = view.situation.in_play().filter(|ix| view.states[*ix].mission.is_some());
    marked.filter(|ix| concerned(view, *ix).iter().any(|unit| ships.contains(&unit.ix))).collect()
}

/// The naval units that a mark is about: the ship itself, or the ships of a task force that bear no mark of their own.
pub(super) fn concerned(view: &View, ix: PieceIx) -> Vec<&Unit> {
    let piece = &view.situation.pieces[ix];
    if !piece.is_chit(TASK_FORCE) {
        return view.units.iter().filter(|unit| unit.ix == ix && unit.kind.is_naval()).collect();
    }
    crew(view, ix).filter(|unit| view.states(unit).mission.is_none()).collect()
}

/// The naval units in the tray of a chit.
pub(in crate::battles) fn crew(view: &View, chit: PieceIx) -> impl Iterator<Item = &Unit> {
    let in_tray = move |unit: &&Unit| unit.kind.is_naval() && chit_of(view, unit.ix) == Some(chit);
    view.here(&view.situation.pieces[chit].at).filter(in_tray)
}

/// The number of the tray that a chit of a task force stands for.
fn tray_number(chit: &Piece) -> Option<u16> {
    chit.entry.as_ref().and_then(|entry| entry.id.rsplit('-').next()?.parse::<u16>().ok())
}

/// The chit of the task force in whose tray a piece lies; of two of its party with one number that of its nation.
pub(in crate::battles) fn chit_of(view: &View, piece: PieceIx) -> Option<PieceIx> {
    let side = Alliance::of(view.situation.alliance(piece));
    let piece = &view.situation.pieces[piece];
    let tray = piece.tray?;
    let is_its = |ix: &PieceIx| {
        let own = Alliance::of(view.situation.alliance(*ix)) == side;
        own && tray_number(&view.situation.pieces[*ix]) == Some(tray)
    };
    let of_nation = |ix: &PieceIx| view.situation.pieces[*ix].nation() == piece.nation();
    let all: Vec<PieceIx> = view.chits(&piece.at, TASK_FORCE).into_iter().filter(is_its).collect();
    all.iter().copied().find(of_nation).or_else(|| all.first().copied())
}

/// No name of a place is longer, in bytes.
const LONGEST_NAME: usize = 60;

/// The place that a note names, and the words after it in small letters: `E4229 airbase`.
pub(in crate::battles) fn aim(view: &View, at: &PlaceId, note: &str) -> (Result<PlaceId, String>, String) {
    let (target, rest) = as_written(view, at, note);
    (target, rest.to_lowercase())
}

/// The place that a note names, and what stands behind it.
fn as_written(view: &View, at: &PlaceId, note: &str) -> (Result<PlaceId, String>, String) {
    let place = |text: &str| {
        let hex = Hex::tidy(text).parse().ok().map(PlaceId::Hex).filter(|hex| view.ground(hex).is_some());
        hex.or_else(|| view.situation.pack.map.place(text).map(|place| place.id.clone()))
    };
    if note.is_empty() {
        return (Ok(at.clone()), String::new());
    }
    if let Some(whole) = place(note) {
        return (Ok(whole), String::new());
    }
    // Names of places have spaces in them, too.
    let spaces =
        note.match_indices(char::is_whitespace).map(|(at, _)| at).take_while(|at| *at <= LONGEST_NAME);
    let ends: Vec<usize> = spaces.collect();
    let named = ends.into_iter().rev().find_map(|end| Some((place(&note[..end])?, note[end..].trim())));
    match named {
        Some((target, rest)) => (Ok(target), rest.to_owned()),
        None => (Err(note.to_owned()), String::new()),
    }
}

/// Whether a naval unit is at sea rather than in port.
pub(in crate::battles) fn is_at_sea(view: &View, unit: &Unit) -> bool {
    unit.kind.is_naval() && view.posture(unit) == Posture::Present
}

/// Whether a naval unit fights on the surface: no submarine and no Kaiten.
pub(in crate::battles) fn is_surface(unit: &Unit) -> bool {
    unit.kind.is_naval() && !matches!(unit.kind, Kind::Ship(Ship::Submarine | Ship::Kaiten))
}
