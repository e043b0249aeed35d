//! What a side does in its own room: research, purchases, the placing of what was bought, money.

use std::collections::BTreeMap;

use serde_json::Value;

use super::super::class::UnitClass;
use super::handback::{Alteration, Aspect, Handback, Verdicts, walks};
use liege_rules::desk::log::{Goods, LogEvent};
use liege_rules::desk::play::{BoardDeed, Taken};
use liege_rules::desk::units::{MOST_UNITS, UnitRef, Units};
use liege_rules::position::notation::MOST_ON_A_PIECE;
use liege_rules::position::situation::{Piece, PieceIx, PlaceId};

/// The marker with what a power has in hand (6, L17).
const MONEY: &str = "money";
/// What is paid for research (5, L15).
const TOKEN: &str = "research-token";
/// What came of it.
const TECHNOLOGY: &str = "technology";

/// A change of money in hand.
pub fn money(hand: &Handback<'_>, verdicts: &mut Verdicts, taken: &mut Taken) {
    for alteration in of(hand, Aspect::Number) {
        let own = &hand.pieces[alteration.piece];
        let Some(after) = own.returned.map(|ix| &hand.returned.situation.pieces[ix]) else { continue };
        if after.kind() != MONEY || !hand.moves(after.nation()) {
            continue;
        }
        match (after.number.filter(|number| (0..=MOST_ON_A_PIECE).contains(number)), own.master) {
            (Some(to), Some(piece)) => {
                taken.deeds.push(BoardDeed::Number { piece, to });
                verdicts.take(alteration);
            }
            _ => verdicts.refuse(alteration, format!("expected a number from 0 to {MOST_ON_A_PIECE}")),
        }
    }
}

/// Units from the palette in the purchase box of a power, and what they cost (6, L17).
///
/// # Errors
/// More units than any power has.
pub fn purchase(hand: &Handback<'_>, verdicts: &mut Verdicts, taken: &mut Taken) -> Result<(), Vec<String>> {
    money(hand, verdicts, taken);
    let mut bought: BTreeMap<&str, BTreeMap<UnitClass, u32>> =
        hand.movers.iter().map(|power| (power.as_str(), BTreeMap::new())).collect();
    for alteration in of(hand, Aspect::Being) {
        let Some(ix) = hand.pieces[alteration.piece].returned else { continue };
        let Some(unit) = hand.returned.unit(ix).filter(|unit| unit.class != UnitClass::Kami) else {
            continue;
        };
        let Some(classes) = bought.get_mut(unit.power.as_str()) else { continue };
        if !is_box(&unit.place, &unit.power, "purchase") {
            let name = format!("{} purchase", unit.power);
            let known = hand.master.pack().map.named().map(|place| place.name.as_str());
            let shown = known.into_iter().find(|known| known.eq_ignore_ascii_case(&name)).unwrap_or(&name);
            verdicts.refuse(alteration, format!("purchases go into the box {shown}"));
            continue;
        }
        let count = classes.entry(unit.class).or_default();
        *count = count.saturating_add(unit.count);
        if *count as usize > MOST_UNITS {
            return Err(vec![format!("more than {MOST_UNITS} units of one class are bought")]);
        }
        let Some(entry) = &hand.returned.situation.pieces[ix].entry else { continue };
        let lay = BoardDeed::Lay { counter: entry.id.clone(), at: unit.place.to_string(), number: None };
        taken.deeds.extend(std::iter::repeat_n(lay, unit.count as usize));
        verdicts.take(alteration);
    }
    for (power, classes) in bought {
        let units: Vec<UnitRef> =
            classes.iter().map(|(class, count)| UnitRef::of(class.word(), *count)).collect();
        let lines: String = units.iter().map(|unit| unit.in_words() + "\n").collect();
        taken.texts.insert(format!("purchase/{power}"), lines);
        if !units.is_empty() {
            taken.log.push(LogEvent::Purchase(goods(hand, power, units, "")));
        }
    }
    Ok(())
}

/// Tokens of research in the box of a power, and what they cost (5, L15).
pub fn research(hand: &Handback<'_>, verdicts: &mut Verdicts, taken: &mut Taken) {
    money(hand, verdicts, taken);
    let mut paid: BTreeMap<&str, [u32; 2]> =
        hand.movers.iter().map(|power| (power.as_str(), [0; 2])).collect();
    for alteration in of(hand, Aspect::Being) {
        let own = &hand.pieces[alteration.piece];
        let piece = match (own.returned, own.issued) {
            (Some(ix), _) => &hand.returned.situation.pieces[ix],
            (None, Some(ix)) => &hand.issued.situation.pieces[ix],
            (None, None) => continue,
        };
        if piece.kind() == TECHNOLOGY {
            verdicts.refuse(alteration, "the umpire places it after seeing the dice");
        }
        let Some(count) = paid.get_mut(piece.nation()).filter(|_| piece.kind() == TOKEN) else { continue };
        if !is_box(&piece.at, piece.nation(), "research") {
            verdicts.refuse(alteration, format!("tokens belong in the box {} research", piece.nation()));
            continue;
        }
        match token(own.returned.is_some(), piece, own.master) {
            Some(deed) => taken.deeds.push(deed),
            None => continue,
        }
        count[usize::from(own.returned.is_none())] += 1;
        verdicts.take(alteration);
    }
    for (power, [new, gone]) in paid {
        let lines = [(new, "bought"), (gone, "used")].into_iter().filter(|(count, _)| *count > 0);
        let lines: Vec<String> = lines
            .map(|(count, what)| format!("{} {what}", vassal::diagnostic::counted(count as usize, "token")))
            .collect();
        taken
            .texts
            .insert(format!("research/{power}"), lines.iter().map(|line| line.clone() + "\n").collect());
        if !lines.is_empty() {
            let what = Value::from(lines.join(", "));
            taken.log.push(LogEvent::Research(Goods { what, ..Goods::default() }));
        }
    }
}

fn token(is_new: bool, piece: &Piece, master: Option<PieceIx>) -> Option<BoardDeed> {
    if is_new {
        let counter = piece.entry.as_ref()?.id.clone();
        return Some(BoardDeed::Lay { counter, at: piece.at.to_string(), number: None });
    }
    Some(BoardDeed::Remove { piece: master? })
}

/// Bought units that come onto the board.
pub fn mobilize(hand: &Handback<'_>, verdicts: &mut Verdicts, taken: &mut Taken) {
    let mut placed: BTreeMap<(String, &str), Vec<UnitRef>> = BTreeMap::new();
    for alteration in &hand.alterations {
        let own = &hand.pieces[alteration.piece];
        let Some(unit) = hand.unit(own).filter(|unit| hand.moves(&unit.power)) else { continue };
        if alteration.aspect == Aspect::Being && own.returned.is_some() {
            verdicts.refuse(alteration, "it was not bought");
        }
        let bought = own.master.and_then(|ix| hand.master.unit(ix));
        let bought = bought.filter(|unit| is_box(&unit.place, &unit.power, "purchase"));
        let (Aspect::Place, Some(bought)) = (alteration.aspect, bought) else { continue };
        if let Err(why) = may_stand(hand, bought.class, &unit.place) {
            verdicts.refuse(alteration, why);
            continue;
        }
        let to = unit.place.to_string();
        taken.deeds.push(BoardDeed::Move { piece: bought.ix, to: to.clone() });
        let counted =
            UnitRef { id: Some(bought.id.clone()), ..UnitRef::of(bought.class.word(), bought.count) };
        placed.entry((to, &bought.power)).or_default().push(counted);
        verdicts.take(alteration);
    }
    for ((place, power), units) in placed {
        taken.log.push(LogEvent::Mobilize(goods(hand, power, units, &place)));
    }
}

/// Whether a unit of a class can stand in a place.
fn may_stand(hand: &Handback<'_>, class: UnitClass, place: &PlaceId) -> Result<(), String> {
    if !hand.master.is_on_board(place) {
        return Err("expected a place of the board".into());
    }
    let is_sea = hand.master.is_sea(place);
    match class {
        class if class.is_ship() && !is_sea => Err("ships are placed in a sea zone".into()),
        class if (walks(class) || class.is_facility()) && is_sea => Err("it is placed in a territory".into()),
        _ => Ok(()),
    }
}

fn of<'h>(hand: &'h Handback<'_>, aspect: Aspect) -> impl Iterator<Item = &'h Alteration> {
    hand.alterations.iter().filter(move |alteration| alteration.aspect == aspect)
}

/// Whether a place is the box of a power for something: `Japan purchase`.
fn is_box(place: &PlaceId, power: &str, what: &str) -> bool {
    place.name().is_some_and(|name| name.eq_ignore_ascii_case(&format!("{power} {what}")))
}

/// Units as the log has them; the power is that of the turn where it is not said.
fn goods(hand: &Handback<'_>, power: &str, units: Vec<UnitRef>, place: &str) -> Goods {
    let whose = (power != hand.asked.power).then(|| power.to_owned());
    let units = units.into_iter().map(|unit| UnitRef { power: whose.clone(), ..unit }).collect();
    let what = serde_json::to_value(Units(units)).unwrap_or_default();
    Goods { what, place: place.to_owned(), ..Goods::default() }
}
