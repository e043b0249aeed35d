//! Aircraft that stand where they cannot end their turn land on carriers there, or are lost (AAF-042).

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::Carrying;
use super::collect::COLLECT_INCOME;
use super::decks::{DeckRoom, Seats};
use super::outcome::Minutes;
use super::roster::ids_of;
use crate::boards::BoardUnit;
use crate::class::UnitClass;
use crate::force::{Lot, UnitGroup};
use crate::messages::Message;
use liege_rules::desk::log::{LogEvent, Reply};
use liege_rules::desk::play::{BoardDeed, DeskQuestion, OpenStep, Stride};
use liege_rules::position::situation::PlaceId;

/// The message of aircraft without a landing place.
const STRANDED: &str = "M18";
/// Its rule.
const RULE: &str = "D2";

/// What becomes of the aircraft of one place.
struct PlaceLanding {
    place: PlaceId,
    seats: Seats,
    /// Who waits for a carrier that was bought and not placed yet.
    waiting: Vec<String>,
    lost: Vec<String>,
}

/// Answers that were given, in the order of the questions.
struct LandingReplies<'a> {
    given: std::slice::Iter<'a, String>,
    /// Who answered what last, where a side did.
    newest: Option<Reply>,
}

impl Carrying<'_> {
    /// The list is done. After a non-combat move all aircraft have landed, or are lost.
    pub(super) fn done(&self) -> Result<Stride, Vec<String>> {
        let mut minutes = Minutes::new(self, "the list is finished".into());
        if self.non_combat() {
            self.land(&mut minutes)?;
        }
        minutes.stride.done = minutes.stride.asks.is_none();
        Ok(minutes.end())
    }

    /// Aircraft that waited for a new carrier land on it before income is collected, or are lost; nothing where none is
    /// left.
    pub(super) fn land_late(&self) -> Option<Result<Stride, Vec<String>>> {
        let is_other_question = self.paper.open.as_ref().is_some_and(|open| open.told == 0);
        if is_other_question || self.stranded().is_empty() {
            return None;
        }
        let mut minutes = Minutes::new(self, "all aircraft have landed or are lost".into());
        minutes.stride.phase = COLLECT_INCOME.to_owned();
        Some(self.land(&mut minutes).map(|()| minutes.end()))
    }

    fn land(&self, minutes: &mut Minutes<'_, '_>) -> Result<(), Vec<String>> {
        let open = self.paper.open.clone().filter(|open| open.told > 0).unwrap_or_default();
        let stranded = self.stranded();
        if open.told == 0 {
            stranded.iter().for_each(|(place, ids)| self.tell_options(place, ids, minutes));
        }
        let mut replies = LandingReplies { given: open.answers.iter(), newest: None };
        let mut landings = Vec::new();
        for (place, ids) in stranded {
            match self.landing(place, &ids, &mut replies)? {
                Ok(landing) => landings.push(landing),
                Err(question) => {
                    minutes.stride.title = format!("not all aircraft in {place} can land");
                    minutes.stride.asks = Some(question);
                    minutes.stride.paper.open =
                        Some(OpenStep { told: 1 + open.answers.len(), ..open.clone() });
                    break;
                }
            }
        }
        if let Some(left) = replies.given.next() {
            return Err(vec![format!("\"{left}\": no question is open")]);
        }
        let is_new = open.answers.len() >= open.told;
        if let Some(reply) = replies.newest.filter(|_| is_new) {
            minutes.log(LogEvent::Answer(reply));
        }
        if minutes.stride.asks.is_none() {
            minutes.stride.paper.open = None;
            landings.iter().for_each(|landing| self.come_down(landing, minutes));
        }
        if minutes.stride.log.is_empty() && minutes.stride.deeds.is_empty() {
            minutes.stride.phase = String::new();
        }
        Ok(())
    }

    /// Aircraft of those who move now that stand where they cannot end their turn, by place.
    fn stranded(&self) -> BTreeMap<&PlaceId, Vec<String>> {
        let powers = self.base.movers(self.boards.pack(), &self.paper.power);
        let moves = |unit: &BoardUnit| {
            let listed = || self.paper.orders.iter().any(|order| order.pieces.contains(&unit.id));
            powers.contains(&unit.power) || unit.side == self.side && listed()
        };
        let cannot_stay = |unit: &BoardUnit| match self.boards.is_sea(&unit.place) {
            true => unit.carrier.is_none(),
            false => self.boards.holder(&unit.place).is_some_and(|side| side != self.side),
        };
        let aircraft = self.boards.on_board().filter(|unit| unit.class.is_air());
        let mut by_place: BTreeMap<&PlaceId, Vec<String>> = BTreeMap::new();
        for unit in aircraft.filter(|unit| moves(unit) && cannot_stay(unit)) {
            by_place.entry(&unit.place).or_default().extend(ids_of(unit));
        }
        by_place
    }

    /// Tells the side where its aircraft can land, unless all of them do.
    fn tell_options(&self, place: &PlaceId, ids: &[String], minutes: &mut Minutes<'_, '_>) {
        let mut decks = self.decks_in(place);
        let (seats, left) = self.seat(ids, &mut decks, DeckRoom::Sure);
        if left.is_empty() {
            return;
        }
        let mut options = Vec::new();
        if !seats.is_empty() {
            options.push(format!("a carrier in {place}, with room for {}", seats.len()));
        }
        if self.waits(place) {
            options.push(format!("a new carrier, if it is placed in {place}"));
        } else if !self.seat(&left, &mut decks, DeckRoom::Doubtful).0.is_empty() {
            options.push(format!("a carrier in {place}, if the facilitator decides that it has room"));
        }
        minutes.tell(&self.side, &Message::StrandedAircraft { place: place.to_string(), options });
    }

    /// Whether aircraft over a zone may wait for a carrier that was bought.
    fn waits(&self, zone: &PlaceId) -> bool {
        let powers = self.base.movers(self.boards.pack(), &self.paper.power);
        let is_bought = |unit: &BoardUnit| {
            let purchase = format!("{} purchase", unit.power);
            let is_in_box = unit.place.name().is_some_and(|name| name.eq_ignore_ascii_case(&purchase));
            unit.class == UnitClass::Cv && powers.contains(&unit.power) && is_in_box
        };
        self.non_combat() && self.boards.is_sea(zone) && self.boards.units.iter().any(is_bought)
    }

    /// What becomes of the aircraft of a place by the answers so far, or the question that is still open.
    fn landing(
        &self,
        place: &PlaceId,
        ids: &[String],
        replies: &mut LandingReplies<'_>,
    ) -> Result<Result<PlaceLanding, DeskQuestion>, Vec<String>> {
        let first = match self.who_lands(place, ids, replies)? {
            Ok(first) => first,
            Err(question) => return Ok(Err(question)),
        };
        let mut decks = self.decks_in(place);
        let (mut seats, _) = self.seat(&first, &mut decks, DeckRoom::Sure);
        let rest = |seats: &Seats| -> Vec<String> {
            let down: BTreeSet<&String> = seats.iter().map(|(_, id)| id).collect();
            ids.iter().filter(|id| !down.contains(id)).cloned().collect()
        };
        let (mut waiting, mut lost) = (Vec::new(), rest(&seats));
        let (doubtful, _) = self.seat(&lost, &mut decks.clone(), DeckRoom::Doubtful);
        if self.waits(place) {
            (waiting, lost) = lost.into_iter().partition(|id| self.may_ride(id));
        } else if !doubtful.is_empty() {
            let may: Vec<String> = doubtful.into_iter().map(|(_, id)| id).collect();
            let question = self.doubt(place, &may);
            let Some(answer) = replies.given.next() else { return Ok(Err(question)) };
            replies.newest = None;
            let taken = self.taken_in(&may, answer, &question)?;
            seats.extend(self.seat(&taken, &mut decks, DeckRoom::Doubtful).0);
            lost = rest(&seats);
        }
        Ok(Ok(PlaceLanding { place: place.clone(), seats, waiting, lost }))
    }

    /// The aircraft of a place that land on undamaged carriers there, or the question to their side.
    fn who_lands(
        &self,
        place: &PlaceId,
        ids: &[String],
        replies: &mut LandingReplies<'_>,
    ) -> Result<Result<Vec<String>, DeskQuestion>, Vec<String>> {
        let choices = self.choices(place, ids);
        if choices.len() < 2 {
            return Ok(Ok(choices.into_iter().next().unwrap_or_default()));
        }
        let room = choices.iter().map(Vec::len).max().unwrap_or(0);
        let text = format!(
            "{} in {place}: the carriers there have room for {room}. Who lands? The others are lost.",
            self.in_words(ids)
        );
        let answers = choices.iter().map(|ids| self.typed(ids)).collect();
        let question = DeskQuestion { by: self.side.clone(), text, answers, rule: RULE.to_owned() };
        let Some(answer) = replies.given.next() else { return Ok(Err(question)) };
        let choice = Value::from(answer.trim());
        replies.newest = Some(Reply { template: STRANDED.into(), by: self.side.clone(), choice });
        self.chosen(place, ids, answer, &question).map(Ok)
    }

    /// What the umpire is asked where nobody else knows whether a carrier takes aircraft in.
    fn doubt(&self, place: &PlaceId, ids: &[String]) -> DeskQuestion {
        let units = self.in_words(ids);
        let text = format!(
            "{units} in {place}: a carrier there is damaged, or base.toml has no load with such aircraft. Who was aboard \
             when it was damaged, or finds room? The others are lost."
        );
        let answers = vec![self.typed(ids), "none".to_owned()];
        DeskQuestion { by: String::new(), text, answers, rule: RULE.to_owned() }
    }

    fn group(&self, ids: &[String]) -> UnitGroup {
        UnitGroup::of(self.roster().seen(ids))
    }

    fn in_words(&self, ids: &[String]) -> String {
        self.boards.in_words(&self.group(ids))
    }

    /// Aircraft as an answer names them, with their powers only where these differ.
    fn typed(&self, ids: &[String]) -> String {
        let group = self.group(ids).nameless();
        if group.powers().len() > 1 {
            return group.to_string();
        }
        UnitGroup::of(group.lots().iter().map(|lot| Lot { power: None, ..lot.clone() }).collect()).to_string()
    }

    fn may_ride(&self, id: &str) -> bool {
        self.roster().unit(id).is_some_and(|unit| unit.class.scrambles())
    }

    /// Those who can land together, each kind first once: more than one choice where some have to stay out.
    fn choices(&self, place: &PlaceId, ids: &[String]) -> Vec<Vec<String>> {
        let kind =
            |id: &String| self.roster().unit(id).map(|unit| (unit.class, unit.power.clone(), unit.damage));
        let kinds: BTreeSet<_> = ids.iter().filter_map(kind).collect();
        let mut choices: Vec<Vec<String>> = Vec::new();
        let mut known = BTreeSet::new();
        for first in kinds {
            let (mut order, others): (Vec<String>, Vec<String>) =
                ids.iter().cloned().partition(|id| kind(id).as_ref() == Some(&first));
            order.extend(others);
            let (seats, _) = self.seat(&order, &mut self.decks_in(place), DeckRoom::Sure);
            let seated: BTreeSet<String> = seats.into_iter().map(|(_, id)| id).collect();
            let mut counted: Vec<_> = seated.iter().filter_map(kind).collect();
            counted.sort();
            if !seated.is_empty() && known.insert(counted) {
                choices.push(ids.iter().filter(|id| seated.contains(*id)).cloned().collect());
            }
        }
        choices
    }

    /// The aircraft that a side names: all of them have room, and nobody else has.
    fn chosen(
        &self,
        place: &PlaceId,
        ids: &[String],
        answer: &str,
        question: &DeskQuestion,
    ) -> Result<Vec<String>, Vec<String>> {
        let chosen = self.taken_in(ids, answer, question)?;
        let mut decks = self.decks_in(place);
        let (_, without) = self.seat(&chosen, &mut decks, DeckRoom::Sure);
        if !without.is_empty() {
            return Err(vec![format!("\"{answer}\": not enough room for all of these")]);
        }
        let others: Vec<String> = ids.iter().filter(|id| !chosen.contains(id)).cloned().collect();
        if !self.seat(&others, &mut decks, DeckRoom::Sure).0.is_empty() {
            return Err(vec![format!("\"{answer}\": there is room for more")]);
        }
        Ok(chosen)
    }

    /// Aircraft that an answer names by class and number, or `none`.
    fn taken_in(
        &self,
        ids: &[String],
        answer: &str,
        question: &DeskQuestion,
    ) -> Result<Vec<String>, Vec<String>> {
        let wrong = || {
            let known: Vec<String> = question.answers.iter().map(|text| format!("\"{text}\"")).collect();
            vec![format!("\"{answer}\" is not an answer; expected for example {}", known.join(" or "))]
        };
        let wanted = UnitGroup::read("units", &Value::from(answer)).map_err(|_| wrong())?;
        let mut free: Vec<&String> = ids.iter().collect();
        let mut taken = Vec::new();
        for lot in wanted.lots() {
            for _ in 0..lot.count {
                let at = free.iter().position(|id| self.is_of_lot(id, lot)).ok_or_else(wrong)?;
                taken.push(free.remove(at).clone());
            }
        }
        Ok(taken)
    }

    fn is_of_lot(&self, id: &str, lot: &Lot) -> bool {
        self.roster().unit(id).is_some_and(|unit| unit.class == lot.class && self.is_power_of(lot, unit))
    }

    fn come_down(&self, landing: &PlaceLanding, minutes: &mut Minutes<'_, '_>) {
        let mut aboard: BTreeMap<_, Vec<String>> = BTreeMap::new();
        for (carrier, id) in &landing.seats {
            aboard.entry(*carrier).or_default().push(id.clone());
        }
        for (carrier, ids) in aboard {
            for counter in minutes.counters(&ids) {
                minutes.deed(BoardDeed::Load { piece: counter.ix, onto: carrier });
            }
        }
        let place = &landing.place;
        if !landing.waiting.is_empty() {
            let told = format!("{} in {place} wait for a new carrier there", self.in_words(&landing.waiting));
            minutes.stride.remarks.push(told);
        }
        if !landing.lost.is_empty() {
            let lack = if self.boards.is_sea(place) { "no carrier with room" } else { "no friendly ground" };
            let told =
                format!("{} in {place} find {lack}: they are lost (AAF-042)", self.in_words(&landing.lost));
            minutes.stride.remarks.push(told);
            minutes.lose(&self.roster().singly(&landing.lost), None);
        }
    }
}
