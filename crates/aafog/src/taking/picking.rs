//! Which pieces an item of the list means: units of a class at the first place of its way, those before others that the
//! copy moved to its end.

use super::super::boards::BoardUnit;
use super::super::class::UnitClass;
use super::super::force::Lot;
use super::handback::{Handback, Verdicts, walks};
use super::list::{ListFault, ListLine};
use super::picked::{Boarded, MoveItem, PickedUnits, Used};
use liege_rules::position::situation::{PieceIx, PlaceId};

/// How many choices of ships are tried for one part of a line.
const MOST_TRIES: usize = 2_000;

/// Chooses the pieces of one item after the other.
pub struct Picker<'h, 'a> {
    hand: &'h Handback<'a>,
    used: Used,
}

/// A counter that a part of a line may mean, or one of several ships of it that carry something.
struct Candidate<'c> {
    unit: &'c BoardUnit,
    /// How many of its units are free.
    free: u32,
    /// What they carry.
    with: Vec<(PieceIx, u32)>,
}

/// One part of a line, being filled with pieces.
struct LotChoice<'c> {
    candidates: Vec<Candidate<'c>>,
    chosen: Vec<PickedUnits>,
    /// Whether a counter may be parted.
    parts: bool,
    /// The cargo that is still to be found; none where the line does not tell.
    cargo: Option<Vec<UnitClass>>,
    tries: usize,
}

impl<'h, 'a> Picker<'h, 'a> {
    /// Nobody is chosen yet.
    pub fn new(hand: &'h Handback<'a>) -> Self {
        Self { hand, used: Used::default() }
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
                        pieces.iter().for_each(|picked| {
                            self.used.take(picked.ix, picked.count);
                            self.used.take_along(&picked.with);
                        });
                        loads.iter().for_each(|load| self.used.take(load.ix, load.count));
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
    fn choose(&self, line: &ListLine, lot: &Lot) -> Result<(Vec<PickedUnits>, Vec<Boarded>), String> {
        let Some(start) = line.path.first() else { return Err("it has no path".into()) };
        let class = lot.class;
        if !(class.is_ship() || class.is_air() || walks(class)) {
            return Err(format!("{class} does not move"));
        }
        if let Some(power) = lot.power.as_deref().filter(|power| !self.hand.moves(power)) {
            return Err(format!("it is not the turn of {}", self.hand.master.name_of(power)));
        }
        let cargo = (!lot.cargo.is_empty()).then(|| {
            let each = lot.cargo.iter().flat_map(|own| std::iter::repeat_n(own.class, own.count as usize));
            each.collect::<Vec<_>>()
        });
        let candidates = self.candidates(line, start, lot);
        let there: u32 = candidates.iter().map(|own| own.free).fold(0, u32::saturating_add);
        if there < lot.count {
            return Err(self.too_few(start, lot, there));
        }
        let mut choice = LotChoice { candidates, chosen: Vec::new(), parts: false, cargo, tries: 0 };
        // Whole counters rather than parts of one.
        let found = self.fill(&mut choice, 0, lot.count) || {
            (choice.parts, choice.tries) = (true, 0);
            self.fill(&mut choice, 0, lot.count)
        };
        if !found {
            return Err(format!(
                "no {class} in {start} carries the units in brackets, already aboard or loaded in the copy"
            ));
        }
        let loads = self.hand.loads(&choice.chosen, choice.cargo, &self.used)?;
        Ok((together(choice.chosen), loads))
    }

    /// Units that a part of a line may mean, the likeliest first.
    fn candidates(&self, line: &ListLine, start: &PlaceId, lot: &Lot) -> Vec<Candidate<'h>> {
        let hand = self.hand;
        let is_meant = |unit: &&BoardUnit| {
            unit.class == lot.class
                && unit.place == *start
                && hand.moves(&unit.power)
                && lot.power.as_ref().is_none_or(|power| *power == unit.power)
                && (!lot.class.is_ship() || unit.damage == lot.damage)
                && self.used.left(unit.ix, unit.count) > 0
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
        let each = found.into_iter().flat_map(|unit| {
            let mut ships = self.each(unit);
            // Where a line does not say what they carry, those that carry little are meant.
            if lot.cargo.is_empty() {
                ships.reverse();
            }
            ships
        });
        each.collect()
    }

    /// The units of a counter that are free: all together, or one by one where they are ships that carry something.
    fn each(&self, unit: &'h BoardUnit) -> Vec<Candidate<'h>> {
        let free = self.used.left(unit.ix, unit.count);
        let aboard = self.hand.master.units.iter().filter(|cargo| cargo.carrier == Some(unit.ix));
        let aboard = aboard.map(|cargo| (cargo.ix, self.used.aboard(cargo.ix, cargo.count)));
        let aboard: Vec<(PieceIx, u32)> = aboard.filter(|(_, count)| *count > 0).collect();
        if aboard.is_empty() || free == 1 {
            return vec![Candidate { unit, free, with: aboard }];
        }
        let shares = self.hand.shares(unit.ix, free, &aboard);
        shares.into_iter().map(|with| Candidate { unit, free: 1, with }).collect()
    }

    fn too_few(&self, start: &PlaceId, lot: &Lot, there: u32) -> String {
        let hand = self.hand;
        let others: u32 = hand
            .master
            .units
            .iter()
            .filter(|unit| unit.class == lot.class && unit.place == *start && hand.moves(&unit.power))
            .filter(|unit| unit.damage != lot.damage)
            .map(|unit| self.used.left(unit.ix, unit.count))
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
            let Candidate { unit, free, with } = &choice.candidates[at];
            let (ix, free, with) = (unit.ix, *free, with.clone());
            let before = choice.cargo.clone();
            let count = if choice.parts { free.min(left) } else { free };
            if count > left || choice.tries > MOST_TRIES || !self.holds(&with, &mut choice.cargo) {
                choice.cargo = before;
                continue;
            }
            choice.chosen.push(PickedUnits { ix, count, with });
            if self.fill(choice, at + 1, left - count) {
                return true;
            }
            choice.chosen.pop();
            choice.cargo = before;
        }
        false
    }

    /// Whether all that ships carry is wanted; it is then found.
    fn holds(&self, with: &[(PieceIx, u32)], cargo: &mut Option<Vec<UnitClass>>) -> bool {
        let Some(wanted) = cargo else { return true };
        let aboard = with.iter().filter_map(|(ix, count)| Some((self.hand.master.unit(*ix)?, *count)));
        aboard.into_iter().all(|(unit, count)| {
            (0..count).all(|_| {
                let at = wanted.iter().position(|class| *class == unit.class);
                at.map(|at| wanted.swap_remove(at)).is_some()
            })
        })
    }
}

/// Units of one counter in one row.
fn together(chosen: Vec<PickedUnits>) -> Vec<PickedUnits> {
    let mut all: Vec<PickedUnits> = Vec::new();
    for picked in chosen {
        match all.iter_mut().find(|own| own.ix == picked.ix) {
            Some(own) => {
                own.count += picked.count;
                for (ix, count) in picked.with {
                    match own.with.iter_mut().find(|(known, _)| *known == ix) {
                        Some((_, known)) => *known += count,
                        None => own.with.push((ix, count)),
                    }
                }
            }
            None => all.push(picked),
        }
    }
    all
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
        let boards = item.pieces.iter().filter_map(|picked| {
            let (ix, onto) = ship(&picked.ix)?;
            Some(Boarded { ix, count: picked.count, onto })
        });
        let boards: Vec<Boarded> = boards.collect();
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
                unit.side == self.asked.alliance
                    && unit.class.is_ship()
                    && !item.counters().any(|own| own == unit.ix)
            }),
            false => boards.holder(end) == Some(self.asked.alliance),
        };
        if is_own { "move" } else { "attack" }
    }

    /// Takes the moves of an item: of its pieces, of who goes aboard, and of what they carry where the copy has that with
    /// them or on their way.
    pub fn settle(&self, item: &MoveItem, verdicts: &mut Verdicts) {
        self.take_moves(item.counters(), verdicts);
        self.take_moves(item.loads.iter().map(|load| load.ix), verdicts);
        for ship in item.counters() {
            let along = self.master.situation.aboard(ship).filter(|ix| {
                let place = self.place_in_copy(*ix);
                place == self.place_in_copy(ship) || place.is_some_and(|place| item.path.contains(place))
            });
            self.take_moves(along, verdicts);
        }
    }
}
