//! Taking back a side's copy (P08): of its own pieces what the phase lets it change, and its list of moves.
//!
//! Of a copy only the side's own pieces are compared with the copy as issued, by id, and each change becomes a deed
//! on the master's own piece. What the side keeps of others' pieces is built anew from the palette by counter, place
//! and state, so that no text of a stranger's file enters a save of ours.

mod boarding;
mod goods;
mod handback;
mod inferred;
mod list;
mod parting;
mod picked;
mod picking;
mod ways;
mod wording;

use std::collections::BTreeMap;

use super::boards::Boards;
use handback::{Aspect, Handback, Verdicts};
use liege_rules::desk::log::LogEvent;
use liege_rules::desk::play::{TakeAsked, Taken, TurnPaper};
use parting::PartedList;
use picking::Picker;

/// What a copy asks for when it comes back.
///
/// # Errors
/// Everything that is wrong with its list of moves.
pub fn take(asked: &TakeAsked<'_>) -> Result<Taken, Vec<String>> {
    let hand = Handback::new(asked);
    let mut verdicts = Verdicts::default();
    let mut taken = Taken::default();
    if !hand.movers.is_empty() {
        match asked.phase {
            "RD" => goods::research(&hand, &mut verdicts, &mut taken),
            "PU" => goods::purchase(&hand, &mut verdicts, &mut taken)?,
            "CM" | "NC" => moves(&hand, &mut verdicts, &mut taken)?,
            "MO" => goods::mobilize(&hand, &mut verdicts, &mut taken),
            "CI" => goods::money(&hand, &mut verdicts, &mut taken),
            _ => {}
        }
    }
    taken.left_out = hand.left_out(&verdicts);
    taken.guesses = hand.guesses();
    Ok(taken)
}

/// What the names of the leaves of lists of moves begin with.
pub const ORDERS: &str = "orders/";

/// The ways of a list of moves, as names of places; none where it cannot be read.
pub fn ways(text: &str, boards: &Boards) -> Option<Vec<Vec<String>>> {
    let (lines, faults) = list::read(text, boards).ok()?;
    let way = |line: &list::ListLine| line.path.iter().map(ToString::to_string).collect();
    faults.is_empty().then(|| lines.iter().map(way).collect())
}

/// The list of moves of a side, with the pieces that it names; nothing moves yet but what goes aboard a ship.
fn moves(hand: &Handback<'_>, verdicts: &mut Verdicts, taken: &mut Taken) -> Result<(), Vec<String>> {
    let (lines, mut faults) = list::read(hand.asked.orders, &hand.master)?;
    let is_written = !lines.is_empty() || !faults.is_empty();
    let (items, more) = match is_written {
        true => Picker::new(hand).pick(&lines),
        false => (inferred::items(hand)?, Vec::new()),
    };
    faults.extend(more);
    faults.extend(items.iter().flat_map(|item| ways::faults(hand, item)));
    if !faults.is_empty() {
        faults.sort_by_key(|fault| fault.line);
        return Err(faults.iter().map(ToString::to_string).collect());
    }
    let mut paper = TurnPaper {
        power: hand.asked.power.to_owned(),
        phase: hand.asked.phase.to_owned(),
        ..TurnPaper::default()
    };
    let mut parted = PartedList::new(hand, &items);
    let mut aboard = Vec::new();
    for item in &items {
        hand.settle(item, verdicts);
        aboard.extend(hand.boarding(item));
        // The written list is of the Combat Move alone (7, L19).
        if hand.asked.phase == "CM" {
            taken.log.push(LogEvent::Order(hand.logged(item)));
            taken.log.push(LogEvent::Approve { item: item.logged_number(), by: "liege".into() });
        }
        paper.orders.extend(parted.order(item));
    }
    taken.deeds.extend(parted.deeds());
    taken.log.extend(aboard);
    for alteration in hand.alterations.iter().filter(|alteration| alteration.aspect == Aspect::Place) {
        let unit = hand.unit(&hand.pieces[alteration.piece]);
        if unit.is_some_and(|unit| hand.moves(&unit.power)) {
            verdicts.refuse(alteration, "it is not in the list and stays where it was");
        }
    }
    let written = if is_written { hand.asked.orders.to_owned() } else { hand.written(&items) };
    let end = if written.is_empty() || written.ends_with('\n') { "" } else { "\n" };
    taken.texts = BTreeMap::from([(format!("{ORDERS}{}", hand.asked.power), written + end)]);
    taken.must_be_sealed = hand.asked.phase == "CM";
    taken.paper = Some(paper);
    Ok(())
}
