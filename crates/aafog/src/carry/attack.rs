//! An attack on a territory at the desk (P03): who defends and who holds it is read from the master.

use std::collections::BTreeSet;

use super::battle::asks_of;
use super::decided::GivenAnswers;
use super::outcome::Minutes;
use super::roster::piece_of;
use super::{Carrying, named};
use crate::because::Because;
use crate::boards::BoardUnit;
use crate::class::UnitClass;
use crate::conquest::LandAttack;
use crate::force::UnitGroup;
use crate::land::{BlitzOrder, is_undefended};
use crate::messages::{Forbidden, Message};
use crate::roles::MOVER;
use crate::territory::AttackTerritory;
use crate::territory::read::wish;
use crate::turn_order::TurnStep;
use crate::upshot::Upshot;
use liege_rules::desk::log::{Defended, LogEvent, Reveal};
use liege_rules::desk::play::{Happening, ListedOrder, OpenStep, Stride};
use liege_rules::play::dice::Seeded;
use liege_rules::play::procedure::{Ended, Log, Procedure, drive};

/// Facilities that bombers raid, as an order names them.
const TARGETS: [(&str, UnitClass); 3] =
    [("complex", UnitClass::Ic), ("air-base", UnitClass::AirBase), ("naval-base", UnitClass::NavalBase)];

impl Carrying<'_> {
    /// The next territory is attacked.
    pub(super) fn attack(&self, step: &TurnStep) -> Result<Stride, Vec<String>> {
        let before = self.paper.open.clone().unwrap_or_default();
        if let Some(power) = self.at_peace(step)? {
            let reason = Forbidden::AtPeace { place: step.place.clone(), power };
            return Ok(self.forbid(step, &reason));
        }
        let mut attack = self.land_attack(step)?;
        let mut minutes =
            Minutes::new(self, format!("{}: {}", named(step), self.boards.in_words(&step.units)));
        minutes.items.clone_from(&step.items);
        let mut answers = before.answers.as_slice();
        if is_idle(&attack) {
            let Some((first, rest)) = answers.split_first() else {
                return Ok(self.ask_movement(minutes, step, before));
            };
            answers = rest;
            read_movement(first, &mut attack)?;
        }
        // A blitz may be ordered tank by tank, or as a whole: 2 TANK to Malaya, 3 MECH to Burma.
        let (whole, single): (Vec<&String>, Vec<&String>) =
            answers.iter().partition(|answer| is_whole(answer));
        attack.wishes = whole.into_iter().map(|answer| blitz_order(answer)).collect::<Result<_, _>>()?;
        let single: Vec<String> = single.into_iter().cloned().collect();
        let mut given = GivenAnswers::new(&single);
        let (attack, state) = AttackTerritory::begin(attack, &self.land)
            .map_err(|refused| refused.into_iter().map(|refusal| refusal.reason).collect::<Vec<_>>())?;
        // An attack rolls nothing before its battle, which is fought at the table.
        let ended = drive::<AttackTerritory>(
            &attack,
            state,
            &self.land,
            &mut Seeded::new(0),
            &mut given,
            &mut Log::silent(),
        )
        .map_err(|error| vec![error.to_string()])?;
        if let Some(wrong) = given.wrong.take() {
            return Err(vec![wrong]);
        }
        if let Some(left) = given.left() {
            return Err(vec![format!("\"{left}\": no question is open")]);
        }
        let told = ended.outcome().upshots.clone();
        if before.told == 0 {
            self.tell_absent(step, &mut minutes);
            if comes(&told) {
                self.log_entry(step, &mut minutes);
            }
            self.log_reveal(&attack, &mut minutes);
        }
        if !answers.is_empty() {
            minutes.answered(&["blitz"], answers);
        }
        minutes.upshots(&told, before.told, matches!(ended, Ended::Done(_)));
        match &ended {
            Ended::Open(_, question) => {
                minutes.ask(
                    self.side.clone(),
                    question.text.clone(),
                    question.answers.clone(),
                    asks_of(question.label).1,
                );
                let open = OpenStep { told: told.len(), ..before };
                minutes.stride.paper.open = Some(open);
            }
            Ended::Done(outcome) => self.over(step, &outcome.upshots, &mut minutes),
        }
        Ok(minutes.end())
    }

    /// The attackers stand in the place that they took or fight for.
    fn over(&self, step: &TurnStep, told: &[Upshot], minutes: &mut Minutes<'_, '_>) {
        if comes(told) {
            self.go_ashore(&step.units, &step.place, minutes);
        }
        for item in &step.items {
            minutes.happened(Happening::Attacked { item: *item, place: step.place.clone() });
        }
        minutes.stride.paper.open = None;
        minutes.begin_fights();
    }

    fn ask_movement(&self, mut minutes: Minutes<'_, '_>, step: &TurnStep, open: OpenStep) -> Stride {
        let text = format!(
            "Nobody defends {}: how much movement have the aircraft left, and if they have no landing place in reach, \
             what may still take them?",
            step.place
        );
        let answers = vec!["1".to_owned(), "1; stranded: a functional carrier in SZ 19".to_owned()];
        minutes.ask(String::new(), text, answers, "D2");
        minutes.stride.paper.open = Some(open);
        minutes.end()
    }

    fn log_reveal(&self, attack: &LandAttack, minutes: &mut Minutes<'_, '_>) {
        let has = |is: fn(UnitClass) -> bool| attack.defenders.has(is);
        minutes.log(LogEvent::Reveal(Reveal {
            place: attack.place.clone(),
            defended: Defended { land: has(UnitClass::is_land), air: has(UnitClass::is_air) },
            facilities: attack.defenders.part(UnitClass::is_facility).units(),
        }));
    }

    fn land_attack(&self, step: &TurnStep) -> Result<LandAttack, Vec<String>> {
        let place = &step.place;
        let orders = || step.items.iter().filter_map(|item| self.order(*item));
        let raiders: Vec<&str> = orders()
            .filter(|order| order.purpose.starts_with("raid"))
            .flat_map(|order| order.pieces.iter().map(String::as_str))
            .collect();
        let of = |raids: bool| {
            let lots = step
                .units
                .lots()
                .iter()
                .filter(|lot| lot.ids.iter().any(|id| raiders.contains(&piece_of(id))) == raids);
            UnitGroup::of(lots.cloned().collect())
        };
        let holder = self.holder(place);
        let attacked = self.paper.happened.iter().filter_map(|one| match one {
            Happening::Attacked { place, .. } => Some(place.clone()),
            _ => None,
        });
        let area = self.boards.pack().map.place(place);
        Ok(LandAttack {
            place: place.clone(),
            power: self.paper.power.clone(),
            owner: (!holder.is_empty()).then_some(holder),
            attackers: of(false),
            defenders: self.defenders(place)?,
            attacked: attacked.collect(),
            beside: if self.blitzes(step) { self.beside(place)? } else { Vec::new() },
            is_blitz: orders().any(|order| order.purpose == "blitz"),
            value: area.and_then(|facts| facts.number("value")).and_then(|value| u32::try_from(value).ok()),
            bombard: self.bombarding(place),
            sea_battle: orders().any(|order| self.sailed_through_battle(order)),
            raid: of(true),
            target: orders().find_map(|order| target(&order.purpose)),
            ..LandAttack::default()
        })
    }

    /// A power of the other side that is in a territory, or holds it, and is not at war with the mover (G21).
    fn at_peace(&self, step: &TurnStep) -> Result<Option<String>, Vec<String>> {
        let holder = self.holder(&step.place);
        let there = self.boards.on_board().filter(|unit| unit.place.to_string() == step.place);
        let powers: BTreeSet<String> = there
            .filter(|unit| unit.claims.is_none() && (unit.class.is_land() || unit.class.is_air()))
            .map(|unit| unit.power.clone())
            .chain(std::iter::once(holder))
            .filter(|power| !["", self.side.as_str()].contains(&self.boards.side_of(power)))
            .collect();
        for power in powers {
            if !self.at_war(&power)? {
                return Ok(Some(power));
            }
        }
        Ok(None)
    }

    /// Strikes an attack out that the rules forbid from the start.
    fn forbid(&self, step: &TurnStep, reason: &Forbidden) -> Stride {
        let mut minutes = Minutes::new(self, format!("{}: struck out", named(step)));
        minutes.items.clone_from(&step.items);
        let message = Message::NotAllowed { reason: reason.clone() };
        let because = vec![Because::Gap("G21", "no war, no attack")];
        minutes.upshot(&Upshot::message(&self.sea.texts, MOVER, message, because));
        let counters = minutes.counters(&self.roster().all_ids(&step.units));
        for (item, pieces) in minutes.by_item(&counters) {
            minutes.happened(Happening::Gone { item, pieces });
        }
        for item in &step.items {
            minutes.happened(Happening::Struck { item: *item, place: step.place.clone() });
        }
        minutes.end()
    }

    /// Tells the mover of items whose units cannot come to the attack any more, once (P01.3).
    fn tell_absent(&self, step: &TurnStep, minutes: &mut Minutes<'_, '_>) {
        for item in &step.items {
            let Some(order) = self.order(*item).filter(|order| order.purpose != "bombard") else { continue };
            let comes = step.units.ids().any(|id| self.is_of(order, piece_of(id)));
            let told = self.has_happened(
                |one| matches!(one, Happening::Struck { item: known, place } if known == item && *place == step.place),
            );
            if comes || told {
                continue;
            }
            let units = self.roster().group(&order.pieces).to_string();
            let (items, place) = (vec![*item], step.place.clone());
            let message = Message::NotAllowed { reason: Forbidden::NotThere { items, place, units } };
            let because = vec![Because::Rule("8", "L21")];
            minutes.upshot(&Upshot::message(&self.sea.texts, MOVER, message, because));
            minutes.happened(Happening::Struck { item: *item, place: step.place.clone() });
        }
    }

    /// Whether tanks come by land: those that a transport lands go no farther.
    fn blitzes(&self, step: &TurnStep) -> bool {
        let orders = step.items.iter().filter_map(|item| self.order(*item));
        let mut pieces = orders.flat_map(|order| &order.pieces);
        pieces.any(|id| self.roster().unit(id).is_some_and(|unit| unit.class == UnitClass::Tank))
    }

    /// Enemies in a territory and what stands in it.
    fn defenders(&self, place: &str) -> Result<UnitGroup, Vec<String>> {
        let mut there: Vec<&BoardUnit> = Vec::new();
        for unit in self.boards.on_board() {
            let is_there = unit.place.to_string() == place
                && unit.side != self.side
                && !unit.side.is_empty()
                && unit.claims.is_none()
                && !self.has_scrambled(&unit.id)
                && (unit.class.is_land() || unit.class.is_air() || unit.class.is_facility());
            if is_there && (unit.class.is_facility() || self.at_war(&unit.power)?) {
                there.push(unit);
            }
        }
        Ok(self.roster().of(&there))
    }

    /// Territories beside one that no friend holds, where tanks may go on.
    fn beside(&self, place: &str) -> Result<Vec<String>, Vec<String>> {
        let map = &self.boards.pack().map;
        let Some(facts) = map.place(place) else { return Ok(Vec::new()) };
        let mut all = Vec::new();
        for (one, other, words) in map.edges() {
            if !words.iter().any(|word| **word == *"land") {
                continue;
            }
            let next = match () {
                () if *one == facts.id => other,
                () if *other == facts.id => one,
                () => continue,
            };
            let holder = self.holder(&next.to_string());
            if self.boards.side_of(&holder) != self.side && (holder.is_empty() || self.at_war(&holder)?) {
                all.push(next.to_string());
            }
        }
        all.sort();
        all.dedup();
        Ok(all)
    }

    /// Ships that are listed to bombard a territory and were not stopped.
    fn bombarding(&self, place: &str) -> UnitGroup {
        let is_for = |order: &&ListedOrder| {
            order.purpose == "bombard"
                && order.path.last().is_some_and(|last| last.eq_ignore_ascii_case(place))
        };
        let orders = self.paper.orders.iter().filter(is_for);
        orders.fold(UnitGroup::default(), |all, order| {
            let gone = self.has_happened(|one| match one {
                Happening::Stopped { item, .. } | Happening::Gone { item, .. } => *item == order.item,
                _ => false,
            });
            if gone { all } else { all.and(&self.roster().group(&order.pieces)) }
        })
    }

    /// Whether a naval battle was fought in the zone from which an order lands (D3, L51).
    fn sailed_through_battle(&self, order: &ListedOrder) -> bool {
        let from = order.path.iter().rev().nth(1);
        from.is_some_and(|zone| {
            self.has_happened(
                |one| matches!(one, Happening::Battle { place } if place.eq_ignore_ascii_case(zone)),
            )
        })
    }
}

/// Whether the attackers come into the place, by what is told of it.
fn comes(told: &[Upshot]) -> bool {
    told.iter().any(|upshot| match upshot {
        Upshot::Capture { .. } | Upshot::Battle { .. } => true,
        Upshot::Sighting { units, .. } => units.is_empty(),
        _ => false,
    })
}

/// Whether aircraft alone come over a territory that nobody defends (D2, L47).
fn is_idle(attack: &LandAttack) -> bool {
    let LandAttack { attackers, defenders, .. } = attack;
    !attackers.is_empty() && !attackers.has(UnitClass::is_land) && is_undefended(defenders)
}

/// Movement that is left and what may take stranded aircraft: `1`, `1; stranded`, `1; stranded: a carrier in SZ 19`.
fn read_movement(text: &str, attack: &mut LandAttack) -> Result<(), Vec<String>> {
    let (left, stranded) =
        text.split_once(';').map_or((text, None), |(left, rest)| (left, Some(rest.trim())));
    let left = left.trim().parse::<u32>().ok().filter(|left| *left <= 20);
    attack.left = Some(left.ok_or_else(|| {
        vec![format!("\"{text}\" is not an answer; expected a number from 0 to 20, such as 1 or 1; stranded")]
    })?);
    attack.stranded = match stranded
        .map(|rest| rest.strip_prefix("stranded").map(|rest| rest.trim_start_matches(':').trim()))
    {
        None => None,
        Some(Some("")) => Some(Vec::new()),
        Some(Some(options)) => {
            let options: Vec<String> = options.split(',').map(|option| option.trim().to_owned()).collect();
            if options.iter().any(String::is_empty) {
                let why = "expected a place on both sides of each comma";
                return Err(vec![format!("\"{text}\" is not an answer; {why}")]);
            }
            Some(options)
        }
        Some(None) => {
            return Err(vec![format!(
                "\"{text}\" is not an answer; expected \"; stranded\" after the number"
            )]);
        }
    };
    Ok(())
}

/// The facility that an order raids.
fn target(purpose: &str) -> Option<UnitClass> {
    let word = purpose.strip_prefix("raid")?.trim();
    TARGETS.iter().find(|(name, _)| *name == word).map(|(_, class)| *class)
}

/// Whether an answer orders a whole blitz, and not the next tank alone.
fn is_whole(answer: &str) -> bool {
    answer.contains(',')
        || answer
            .split(" to ")
            .next()
            .is_some_and(|units| units.contains(|letter: char| letter.is_ascii_digit()))
}

/// A whole blitz as it is ordered.
fn blitz_order(answer: &str) -> Result<Vec<BlitzOrder>, Vec<String>> {
    wish(answer).map_err(|faults| faults.into_iter().map(|fault| fault.message).collect())
}
