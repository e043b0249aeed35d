//! The list of moves that a copy tells where nobody wrote one: each group that went from one place to another.

use std::collections::{BTreeMap, BTreeSet};

use super::super::boards::BoardUnit;
use super::handback::{Handback, place_in_words, walks};
use super::picked::{MoveItem, PickedUnits, Used};
use liege_rules::position::situation::{PieceIx, PlaceId};

/// The ways of groups: their places in order, the first where they start.
type WayGroups = BTreeMap<Vec<PlaceId>, Vec<PieceIx>>;

/// The items that the moves of a copy come to.
///
/// # Errors
/// Every group whose way is unclear.
pub fn items(hand: &Handback<'_>) -> Result<Vec<MoveItem>, Vec<String>> {
    let mut faults = Vec::new();
    let mut landings: BTreeMap<PieceIx, BTreeSet<&PlaceId>> = BTreeMap::new();
    let mut moved: Vec<&BoardUnit> = Vec::new();
    for unit in hand.master.units.iter().filter(|unit| hand.moves(&unit.power)) {
        match part(hand, unit) {
            CopyPart::Stays => {}
            CopyPart::Moves => moved.push(unit),
            CopyPart::Lands(ship, place) => _ = landings.entry(ship).or_default().insert(place),
        }
    }
    // A ship from which somebody lands is an item, moved or not.
    let landing = landings.keys().filter_map(|ship| hand.master.unit(*ship));
    let others: Vec<&BoardUnit> =
        landing.filter(|ship| !moved.iter().any(|unit| unit.ix == ship.ix)).collect();
    moved.extend(others);
    let mut groups = WayGroups::new();
    for unit in moved {
        let Some(end) = hand.place_in_copy(unit.ix) else { continue };
        let mut path = vec![unit.place.clone()];
        path.extend((*end != unit.place).then(|| end.clone()));
        let ashore: Vec<&PlaceId> = landings.get(&unit.ix).into_iter().flatten().copied().collect();
        if ashore.len() > 1 {
            faults.push(format!(
                "it is unclear which units go ashore where from the {} in {}; write it in the list",
                unit.class.name(),
                unit.place
            ));
        }
        path.extend(ashore.first().map(|place| (*place).clone()));
        groups.entry(path).or_default().push(unit.ix);
    }
    let items =
        (1..).zip(groups).map(|(number, (path, pieces))| item(hand, number, path, pieces, &mut faults));
    let items: Vec<MoveItem> = items.collect();
    if faults.is_empty() { Ok(items) } else { Err(faults) }
}

/// What a unit does in the copy.
enum CopyPart<'h> {
    /// It stays, or goes with the ship that carries it.
    Stays,
    /// It moves by itself.
    Moves,
    /// It goes ashore from a ship.
    Lands(PieceIx, &'h PlaceId),
}

fn part<'h>(hand: &'h Handback<'_>, unit: &BoardUnit) -> CopyPart<'h> {
    let Some(end) = hand.place_in_copy(unit.ix).filter(|end| hand.master.is_on_board(end)) else {
        return CopyPart::Stays;
    };
    if !hand.was_moved(unit.ix)
        || !hand.master.is_on_board(&unit.place)
        || unit.class.is_facility() && !walks(unit.class)
    {
        return CopyPart::Stays;
    }
    if let Some(ship) = unit.carrier {
        let by = hand.place_in_copy(ship);
        if by == Some(end) {
            return CopyPart::Stays;
        }
        if walks(unit.class) && !hand.master.is_sea(end) && by.is_some_and(|by| hand.adjoin(by, end)) {
            return CopyPart::Lands(ship, end);
        }
        return CopyPart::Moves;
    }
    // Who goes aboard a ship that sails belongs to it.
    match hand.boards_in_copy(unit) {
        Some(ship) if hand.was_moved(ship) => CopyPart::Stays,
        _ => CopyPart::Moves,
    }
}

fn item(
    hand: &Handback<'_>,
    number: u32,
    path: Vec<PlaceId>,
    counters: Vec<PieceIx>,
    faults: &mut Vec<String>,
) -> MoveItem {
    let picked = |ix: PieceIx| PickedUnits {
        ix,
        count: hand.master.unit(ix).map_or(1, |unit| unit.count),
        with: hand
            .master
            .situation
            .aboard(ix)
            .filter_map(|ix| Some((ix, hand.master.unit(ix)?.count)))
            .collect(),
    };
    let mut item = MoveItem {
        number,
        line: None,
        pieces: counters.into_iter().map(picked).collect(),
        path,
        purpose: String::new(),
        loads: Vec::new(),
        only_boards: false,
    };
    match hand.loads(&item.pieces, None, &Used::default()) {
        Ok(loads) => item.loads = loads,
        Err(told) => faults.push(told),
    }
    hand.finish(&mut item, None);
    let unclear = item.path.windows(2).any(|step| !hand.adjoin(&step[0], &step[1]));
    if unclear {
        faults.push(format!("the path of {} is unclear; write it in the list", label(hand, &item)));
    }
    item
}

/// How a fault names an item that stands in no line: `BB from SZ 20 to SZ 19`.
pub fn label(hand: &Handback<'_>, item: &MoveItem) -> String {
    let ends: Vec<String> =
        [item.path.first(), item.path.last()].into_iter().flatten().map(place_in_words).collect();
    format!("{} from {}", hand.group(item), ends.join(" to "))
}
