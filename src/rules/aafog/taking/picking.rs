//! Which pieces an item of the list means: units of a class at the first place of its way, those before others that the
//! copy moved to its end.

use std::collections::BTreeSet;

use super::super::boards::BoardUnit;
use super::super::class::UnitClass;
use super::super::force::Lot;
use super::handback::{Handback, Verdicts, walks};
use super::list::{ListFault, ListLine};
use crate::rules::desk::log::Item;
use crate::rules::desk::play::BoardDeed;
use crate::rules::situation::{PieceIx, PlaceId};

/// How many choices of ships are tried for one part of a line.
const MOST_TRIES: usize = 2_000;

/// Who goes aboard which ship.
pub type Boarding = Vec<(PieceIx, PieceIx)>;

/// An item of the list with the pieces of the master that it means.
#[derive(Debug, Clone)]
pub struct MoveItem {
    /// Its number.
    pub number: u32,
    /// The line it stands on; none where nobody wrote a list.
    pub line: Option<usize>,
    /// Who moves, without what they carry.
    pub pieces: Vec<PieceIx>,
    /// The way.
    pub path: Vec<PlaceId>,
    /// What for.
    pub purpose: String,
    /// Who goes aboard which ship where the way begins.
    pub loads: Boarding,
    /// Whether nobody moves but those who go aboard a ship that stays.
    pub only_boards: bool,
}

impl MoveItem {
    /// What happens before the list is carried out.
    pub fn deeds(&self) -> impl Iterator<Item = BoardDeed> + '_ {
        self.loads.iter().map(|(piece, onto)| BoardDeed::Load { piece: *piece, onto: *onto })
    }

    /// Its number as the log has it.
    pub fn logged_number(&self) -> Item {
        Item(self.number.to_string())
    }
}

/// Chooses the pieces of one item after the other.
pub struct Picker<'h, 'a> {
    hand: &'h Handback<'a>,
    used: BTreeSet<PieceIx>,
}

/// One part of a line, being filled with pieces.
struct LotChoice<'c> {
    candidates: Vec<&'c BoardUnit>,
    chosen: Vec<PieceIx>,
    /// The cargo that is still to be found; none where the line does not tell.
    cargo: Option<Vec<UnitClass>>,
    tries: usize,
}

impl<'h, 'a> Picker<'h, 'a> {
    /// Nobody is chosen yet.
    pub fn new(hand: &'h Handback<'a>) -> Self {
        Self { hand, used: BTreeSet::new() }
    }

    /// The items of a list for which there are pieces, and every part of a line that no pieces answer to; of the way of
    /// such a line only the places are looked at.
    pub fn pick(&mut self, lines: &[ListLine]) -> (Vec<MoveItem>, Vec<ListFault>) {
        let (mut items, mut faults) = (Vec::new(), Vec::new());
        for line in lines {
            let mut item = MoveItem {
                number: line.number,
                line: Some(line.line),
                pieces: Vec::new(),
                path: line.path.clone(),
                purpose: String::new(),
                loads: Vec::new(),
                only_boards: false,
            };
            let before = faults.len();
            for lot in &line.lots {
                match self.choose(line, lot) {
                    Ok((pieces, loads)) => {
                        self.used.extend(pieces.iter().chain(loads.iter().map(|(cargo, _)| cargo)));
                        item.pieces.extend(pieces);
                        item.loads.extend(loads);
                    }
                    Err(told) => faults.push(ListFault::of(line.line, told)),
                }
            }
            if faults.len() > before {
                faults.extend(self.hand.gaps(&line.path).map(|gap| ListFault::of(line.line, gap)));
                continue;
            }
            self.hand.finish(&mut item, line.purpose);
            items.push(item);
        }
        (items, faults)
    }

    /// The pieces of a part of a line, and who goes aboard them.
    fn choose(&self, line: &ListLine, lot: &Lot) -> Result<(Vec<PieceIx>, Boarding), String> {
        let Some(start) = line.path.first() else { return Err("it has no way".into()) };
        let class = lot.class;
        if !(class.is_ship() || class.is_air() || walks(class)) {
            return Err(format!("{class} does not move"));
        }
        if let Some(power) = lot.power.as_deref().filter(|power| !self.hand.moves(power)) {
            return Err(format!("it is not the turn of {power}"));
        }
        let cargo = (!lot.cargo.is_empty()).then(|| {
            let each = lot.cargo.iter().flat_map(|own| std::iter::repeat_n(own.class, own.count as usize));
            each.collect::<Vec<_>>()
        });
        let candidates = self.candidates(line, start, lot);
        let there: u32 = candidates.iter().map(|unit| unit.count).fold(0, u32::saturating_add);
        if there < lot.count {
            return Err(self.too_few(start, lot, there));
        }
        let mut choice = LotChoice { candidates, chosen: Vec::new(), cargo, tries: 0 };
        if !self.fill(&mut choice, 0, lot.count) {
            return Err(match lot.cargo.is_empty() {
                true => format!(
                    "expected {} {class} in {start} by pieces of their own: one with chips goes as a whole",
                    lot.count
                ),
                false => format!(
                    "no {class} in {start} carries what stands in the brackets, aboard already or taken aboard in the copy"
                ),
            });
        }
        let loads = self.hand.loads(&choice.chosen, choice.cargo, &self.used)?;
        Ok((choice.chosen, loads))
    }

    /// Units that a part of a line may mean, the likeliest first.
    fn candidates(&self, line: &ListLine, start: &PlaceId, lot: &Lot) -> Vec<&'h BoardUnit> {
        let hand = self.hand;
        let is_meant = |unit: &&BoardUnit| {
            unit.class == lot.class
                && unit.place == *start
                && hand.moves(&unit.power)
                && lot.power.as_ref().is_none_or(|power| *power == unit.power)
                && (!lot.class.is_ship() || unit.damage == lot.damage)
                && !self.used.contains(&unit.ix)
        };
        let last_sea = line.path.iter().rfind(|place| hand.master.is_sea(place));
        let end = if lot.class.is_ship() { last_sea } else { line.path.last() };
        let mut found: Vec<&BoardUnit> = hand.master.units.iter().filter(is_meant).collect();
        found.sort_by_key(|unit| {
            let copied = hand.place_in_copy(unit.ix);
            let moved = match () {
                () if copied.is_some() && copied == end => 0,
                () if hand.was_moved(unit.ix) => 1,
                () => 2,
            };
            (unit.power != hand.asked.power, moved, unit.carrier.is_some(), unit.ix)
        });
        found
    }

    fn too_few(&self, start: &PlaceId, lot: &Lot, there: u32) -> String {
        let hand = self.hand;
        let others: u32 = hand
            .master
            .units
            .iter()
            .filter(|unit| unit.class == lot.class && unit.place == *start && hand.moves(&unit.power))
            .filter(|unit| unit.damage != lot.damage && !self.used.contains(&unit.ix))
            .map(|unit| unit.count)
            .fold(0, u32::saturating_add);
        let more = match (lot.class.is_ship() && others > 0, lot.damage) {
            (true, 0) => format!(", and {others} that is written {} damaged", lot.class),
            (true, _) => format!(", and {others} that is not damaged"),
            (false, _) => String::new(),
        };
        let damaged = if lot.damage > 0 { " damaged" } else { "" };
        let left = if self.used.is_empty() { "" } else { " left" };
        format!("expected {} {}{damaged} in {start}, found {there}{left}{more}", lot.count, lot.class)
    }

    /// Adds candidates from one on until so many units are chosen and no cargo is left to find.
    fn fill(&self, choice: &mut LotChoice<'_>, from: usize, left: u32) -> bool {
        choice.tries += 1;
        if left == 0 {
            let Some(cargo) = &choice.cargo else { return true };
            return self.hand.loads(&choice.chosen, Some(cargo.clone()), &self.used).is_ok();
        }
        for at in from..choice.candidates.len() {
            let unit = choice.candidates[at];
            let before = choice.cargo.clone();
            if unit.count > left || choice.tries > MOST_TRIES || !self.holds(unit.ix, &mut choice.cargo) {
                choice.cargo = before;
                continue;
            }
            choice.chosen.push(unit.ix);
            if self.fill(choice, at + 1, left - unit.count) {
                return true;
            }
            choice.chosen.pop();
            choice.cargo = before;
        }
        false
    }

    /// Whether all that a ship carries is wanted; it is then found.
    fn holds(&self, ship: PieceIx, cargo: &mut Option<Vec<UnitClass>>) -> bool {
        let Some(wanted) = cargo else { return true };
        self.hand.master.situation.aboard(ship).filter_map(|ix| self.hand.master.unit(ix)).all(|unit| {
            (0..unit.count).all(|_| {
                let at = wanted.iter().position(|class| *class == unit.class);
                at.map(|at| wanted.swap_remove(at)).is_some()
            })
        })
    }
}

impl Handback<'_> {
    /// Says what an item is for where its line does not, and whether it only goes aboard.
    pub fn finish(&self, item: &mut MoveItem, purpose: Option<&str>) {
        item.purpose = purpose.unwrap_or_else(|| self.purpose(item)).to_owned();
        let ship = |ix: &PieceIx| {
            let ship = self.carrier_in_copy(*ix)?;
            let stays =
                !self.was_moved(ship) && Some(&self.master.situation.pieces[ship].at) == item.path.last();
            let walks = self.master.unit(*ix).is_some_and(|unit| unit.class.is_land());
            (stays && walks).then_some((*ix, ship))
        };
        let boards: Vec<(PieceIx, PieceIx)> = item.pieces.iter().filter_map(ship).collect();
        let over_shore =
            item.path.len() == 2 && item.path.last().is_some_and(|last| self.master.is_sea(last));
        if over_shore && !boards.is_empty() && boards.len() == item.pieces.len() {
            item.only_boards = true;
            item.purpose = "move".into();
            item.loads = boards;
        }
    }

    /// An attack in Combat Move where the end is the enemy's, nobody's, or sea without own ships; else a move.
    fn purpose(&self, item: &MoveItem) -> &'static str {
        let Some(end) = item.path.last().filter(|_| self.asked.phase != "NC") else { return "move" };
        let boards = &self.master;
        let is_own = match boards.is_sea(end) {
            true => boards.at(end).any(|unit| {
                unit.side == self.asked.alliance && unit.class.is_ship() && !item.pieces.contains(&unit.ix)
            }),
            false => boards.holder(end) == Some(self.asked.alliance),
        };
        if is_own { "move" } else { "attack" }
    }

    /// Takes the moves of an item: of its pieces, of who goes aboard, and of what they carry where the copy has that with
    /// them or on their way.
    pub fn settle(&self, item: &MoveItem, verdicts: &mut Verdicts) {
        self.take_moves(item.pieces.iter().copied(), verdicts);
        self.take_moves(item.loads.iter().map(|(cargo, _)| *cargo), verdicts);
        for ship in &item.pieces {
            let along = self.master.situation.aboard(*ship).filter(|ix| {
                let place = self.place_in_copy(*ix);
                place == self.place_in_copy(*ship) || place.is_some_and(|place| item.path.contains(place))
            });
            self.take_moves(along, verdicts);
        }
    }
}
