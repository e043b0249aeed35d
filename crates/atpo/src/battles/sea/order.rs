//! Which of two battles of one move comes first: mines beside an interception (3.9.2, 3.14.5.6), one interception beside
//! another, and whatever meets ships on their way before what they do where they come to (3.10, 3.15).

use std::collections::{BTreeMap, BTreeSet};

use super::{groups, interception, links};
use crate::forces::{ATTACKER, DEFENDER};
use crate::land_combat::LandCombat;
use crate::terms::HALTED;
use liege_rules::play::battle::{Battle, Note, Settled};
use liege_rules::play::deeds::{Act, Deed};
use liege_rules::play::procedure::{Procedure as _, Role};

/// A declared interception, as far as order goes.
struct DeclaredSearch {
    id: String,
    place: String,
    pieces: BTreeSet<String>,
    /// Who begin it.
    searching: BTreeSet<String>,
    /// Those of them who are looked for.
    met: BTreeSet<String>,
    /// Whether it begins with the sea mines of the hex, and with the mines of the port.
    has: [bool; 2],
    /// Whether it is fought in a port.
    is_of_port: bool,
}

impl DeclaredSearch {
    fn of(battle: &Battle) -> Self {
        Self {
            id: battle.id.clone(),
            place: battle.place.location.clone(),
            pieces: pieces(battle),
            searching: pieces_of(battle, ATTACKER),
            met: pieces_of(battle, DEFENDER),
            has: [yes(battle, "coastal-fort"), yes(battle, "into-port")],
            is_of_port: interception::is_of_port(battle),
        }
    }

    /// Whether it meets ships on their way to another place, where a battle awaits them (3.8.1).
    fn is_on_the_way(&self, place: &str, ships: &BTreeSet<String>) -> bool {
        self.place != place && !self.met.is_disjoint(ships)
    }

    /// What is said of sea mines or port mines, and of the interception beside them.
    fn told(&self, mines: &str, of_port: bool) -> (String, Option<String>) {
        let id = &self.id;
        match (of_port, self.has[usize::from(of_port)]) {
            (false, true) => {
                let told =
                    format!("{id} begins with these sea mines: resolve only it, or this first (3.14.5.6)");
                (told, None)
            }
            (false, false) => (
                format!("comes before {id}: sea mines attack before anything else in the hex (3.14.5.6)"),
                Some(format!("{mines} comes first (3.14.5.6)")),
            ),
            (true, true) => (format!("{id} begins with these mines: resolve it instead (3.9.2)"), None),
            (true, false) => (
                format!("{id} comes first: ships met outside the port enter it afterwards (3.9.2)"),
                Some(format!("comes before {mines} (3.9.2)")),
            ),
        }
    }
}

fn yes(battle: &Battle, key: &str) -> bool {
    battle.inputs.get(key).and_then(serde_json::Value::as_bool) == Some(true)
}

fn pieces_of(battle: &Battle, side: Role) -> BTreeSet<String> {
    let own = battle.forces.0.iter().filter(|force| force.role == side).flat_map(|force| &force.units);
    own.map(|unit| unit.piece.id.clone()).collect()
}

fn pieces(battle: &Battle) -> BTreeSet<String> {
    battle.forces.0.iter().flat_map(|force| &force.units).map(|unit| unit.piece.id.clone()).collect()
}

/// When each battle is fought, the lowest first: sea mines (3.14.5.6), passages of straits and harbours, interceptions
/// (3.8.3), where ships come to after where they were on their way, the mines of a port for whom nobody met (3.9.2),
/// batteries (3.10), fights of ships that lie together, then bombardment (3.15), transport and landings. Sea mines with
/// which an interception begins wait for it. Battles that no ship and no landing has a part in come in between, where they
/// stand in the list.
pub(in super::super) fn ranks(battles: &[Battle]) -> BTreeMap<String, u8> {
    let searches: Vec<DeclaredSearch> = battles
        .iter()
        .filter(|battle| battle.procedure == links::ENCOUNTER.procedure)
        .map(DeclaredSearch::of)
        .collect();
    let rank = |battle: &Battle| {
        let met = |search: &DeclaredSearch| {
            let same = search.place == battle.place.location;
            same && search.has[0] && !search.pieces.is_disjoint(&pieces(battle))
        };
        // Ships come to a port that others watch, and are looked for elsewhere first.
        let later = |at: &Battle| {
            let met: BTreeSet<String> = DeclaredSearch::of(at).met;
            let enters = |other: &Battle| {
                other.procedure == links::MINES.procedure
                    && other.place.location == at.place.location
                    && !pieces(other).is_disjoint(&met)
            };
            battles.iter().any(enters) && passes(&searches, at, &met)
        };
        match battle.procedure {
            id if id == links::SEA_MINES.procedure => {
                let waits = searches.iter().any(met) || passes(&searches, battle, &pieces(battle));
                2 * u8::from(waits)
            }
            id if id == links::STRAIT.procedure || id == links::HARBOUR.procedure => 1,
            id if id == links::ENCOUNTER.procedure => 1 + 2 * u8::from(later(battle)),
            id if id == links::MINES.procedure => 5,
            id if id == links::BATTERY.procedure => 6,
            id if id == links::SUBMARINE.procedure || id == links::COMBAT.procedure => 7,
            id if id == links::BOMBARDMENT.procedure => 9,
            id if id == links::LIFT.procedure => 10,
            LandCombat::ID if yes(battle, "amphibious") => 10,
            _ => 8,
        }
    };
    battles.iter().map(|battle| (battle.id.clone(), rank(battle))).collect()
}

/// What an interception that was fought has made of another battle: of mines that it began with, of all who would come past
/// them; of the mines of a port before which its ships have stopped; of an interception by ships that have met somebody.
pub(in super::super) fn settles(fought: &Battle, deeds: &[Deed], other: &Battle) -> Option<Settled> {
    if fought.procedure != links::ENCOUNTER.procedure || fought.place.location != other.place.location {
        return None;
    }
    let search = DeclaredSearch::of(fought);
    let has_mines =
        |of_port: bool| search.has[usize::from(of_port)] && pieces(other).is_subset(&search.pieces);
    let halted = || deeds.iter().any(|deed| matches!(&deed.act, Act::Mark(state) if *state == HALTED));
    match other.procedure {
        id if id == links::SEA_MINES.procedure && has_mines(false) => Some(Settled::Within),
        id if id == links::MINES.procedure && has_mines(true) => Some(Settled::Within),
        id if id == links::MINES.procedure => {
            let stopped = pieces(other).is_subset(&search.met) && halted();
            stopped.then_some(Settled::Over("its ships did not go on after"))
        }
        id if id == links::ENCOUNTER.procedure => {
            let active = groups::active(fought, deeds).into_iter();
            let have_met: BTreeSet<String> =
                active.flat_map(|force| &force.units).map(|unit| unit.piece.id.clone()).collect();
            let are_over = DeclaredSearch::of(other).searching.is_subset(&have_met);
            are_over.then_some(Settled::Over("its ships are those of"))
        }
        _ => None,
    }
}

/// Whether anybody looks for ships on their way to a battle.
fn passes(searches: &[DeclaredSearch], battle: &Battle, ships: &BTreeSet<String>) -> bool {
    searches.iter().any(|search| search.is_on_the_way(&battle.place.location, ships))
}

/// Tells it in notes of both.
pub(super) fn tell(battles: &mut [Battle]) {
    let is = |battle: &Battle, procedure: &str| battle.refused.is_none() && battle.procedure == procedure;
    let searches: Vec<DeclaredSearch> = battles
        .iter()
        .filter(|battle| is(battle, links::ENCOUNTER.procedure))
        .map(DeclaredSearch::of)
        .collect();
    let mut of_searches: Vec<(String, String)> = Vec::new();
    for battle in battles.iter_mut() {
        let of_port = is(battle, links::MINES.procedure);
        if !of_port && !is(battle, links::SEA_MINES.procedure) {
            continue;
        }
        let own = pieces(battle);
        let place = battle.place.location.clone();
        for search in searches.iter().filter(|search| search.is_on_the_way(&place, &own)) {
            let told = format!("{} comes first: it meets these ships on their way (3.8.1)", search.id);
            battle.notes.push(Note::plain(told));
            let told = format!("comes before {}: it meets the ships on their way there (3.8.1)", battle.id);
            of_searches.push((search.id.clone(), told));
        }
        let meets = |search: &&DeclaredSearch| {
            search.place == battle.place.location && !search.pieces.is_disjoint(&own)
        };
        let told: Vec<(&DeclaredSearch, (String, Option<String>))> =
            searches.iter().filter(meets).map(|search| (search, search.told(&battle.id, of_port))).collect();
        for (search, (of_mines, of_search)) in told {
            battle.notes.push(Note::plain(of_mines));
            of_searches.extend(of_search.map(|told| (search.id.clone(), told)));
        }
    }
    of_searches.extend(between_searches(battles, &searches));
    for (id, told) in of_searches {
        let search = battles.iter_mut().find(|battle| battle.id == id);
        search.into_iter().for_each(|battle| battle.notes.push(Note::plain(told.clone())));
    }
}

/// What is said of two interceptions that bear upon each other, in the order in which they are fought; by the id of the one
/// whose note it is.
fn between_searches(battles: &[Battle], searches: &[DeclaredSearch]) -> Vec<(String, String)> {
    let ranks = ranks(battles);
    let mut in_order: Vec<&DeclaredSearch> = searches.iter().collect();
    in_order.sort_by_key(|search| ranks.get(&search.id).copied().unwrap_or_default());
    let mut told = Vec::new();
    for (at, first) in in_order.iter().enumerate() {
        for second in &in_order[at + 1..] {
            let Some(reason) = first.before(second) else { continue };
            told.push((first.id.clone(), format!("comes before {}: {reason}", second.id)));
            told.push((second.id.clone(), format!("{} comes first: {reason}", first.id)));
        }
    }
    told
}

impl DeclaredSearch {
    /// Why it is fought before another that bears upon it; none where neither does anything to the other.
    fn before(&self, other: &Self) -> Option<&'static str> {
        let meet = |own: &BTreeSet<String>, others: &BTreeSet<String>| !own.is_disjoint(others);
        if self.place == other.place && meet(&self.searching, &other.searching) {
            return Some(match self.is_of_port {
                true => {
                    "the same ships are docked where both forces enter, each in its own move, and can meet \
                     only one in this phase; resolve --all uses this order, or name the battles in your own \
                     order (3.1, 3.8.7.3)"
                }
                false => {
                    "the same ships search for both forces, each in its own move, and can find only one in \
                     this phase; resolve --all uses this order, or name the battles in your own order (3.1, \
                     3.8.2)"
                }
            });
        }
        if meet(&self.met, &other.met) {
            return Some(match (self.place == other.place, !self.is_of_port && other.is_of_port) {
                (false, _) => "it meets the ships on their way there (3.8.1)",
                (true, true) => "ships met outside the port enter it afterwards (3.9.2)",
                (true, false) => {
                    "both search for the same ships, and the rules leave the order open; resolve --all uses \
                     this order, or name the battles in your own order (3.8.1)"
                }
            });
        }
        let crossed = meet(&self.searching, &other.met) || meet(&self.met, &other.searching);
        crossed.then_some(
            "one side's ships search in this battle and are searched for in the other; you decide whose \
             option comes first, resolve --all uses this order (3.1)",
        )
    }
}
