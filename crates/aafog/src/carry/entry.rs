//! A group comes into a sea zone at the desk (P02, P04): who meets whom is read from the master.

use super::battle::asks_of;
use super::decided::{GivenAnswers, KnownFaces};
use super::outcome::Minutes;
use super::roster::piece_of;
use super::{Carrying, named};
use crate::boards::BoardUnit;
use crate::class::UnitClass;
use crate::entering::EnterZone;
use crate::force::UnitGroup;
use crate::meeting::{Movers, SeaContact, ZoneFacts};
use crate::sea_entry::SeaEntry;
use crate::turn_order::TurnStep;
use crate::unfold::FREE_SHOT_HITS;
use crate::upshot::Upshot;
use liege_rules::desk::log::{DieRoll, Item, LogEvent};
use liege_rules::desk::play::{Happening, ListedOrder, OpenStep, Stride};
use liege_rules::desk::units::UnitRef;
use liege_rules::play::dice::Dice;
use liege_rules::play::procedure::{Ended, Log, Procedure, drive};

/// The power that has tokens.
const JAPAN: &str = "japan";

impl Carrying<'_> {
    /// The next group comes into its zone.
    pub(super) fn enter(&self, step: &TurnStep, dice: &mut dyn Dice) -> Result<Stride, Vec<String>> {
        let before = self.paper.open.clone().unwrap_or_default();
        if let Some(question) = self.doubted_base(&step.place)? {
            return self.rule(question, &before);
        }
        let mut entry = self.sea_entry(step)?;
        let mut minutes =
            Minutes::new(self, format!("{}: {}", named(step), self.boards.in_words(&step.units)));
        minutes.items.clone_from(&step.items);
        minutes.destroyers = self.destroyers(step);
        let (mut given, mut faces) =
            (GivenAnswers::new(&before.answers), KnownFaces::new(&before.faces, dice));
        entry.item = step.items.first().copied().unwrap_or(1);
        let (entry, state) = EnterZone::begin(entry, &self.sea)
            .map_err(|refused| refused.into_iter().map(|refusal| refusal.reason).collect::<Vec<_>>())?;
        let ended = drive::<EnterZone>(&entry, state, &self.sea, &mut faces, &mut given, &mut Log::silent())
            .map_err(|error| vec![error.to_string()])?;
        if let Some(wrong) = given.wrong.take() {
            return Err(vec![wrong]);
        }
        if let Some(left) = given.left() {
            return Err(vec![format!("\"{left}\": no question is open")]);
        }
        let told = ended.outcome().upshots.clone();
        if before == OpenStep::default() {
            self.log_entry(&without_barred(step, &told), &mut minutes);
        }
        if !before.answers.is_empty() {
            minutes.answered(&given.asked, &before.answers);
        }
        let new = told.get(before.told..).unwrap_or_default();
        self.log_shots(step, new, &mut minutes);
        minutes.upshots(&told, before.told, matches!(ended, Ended::Done(_)));
        let faces = faces.faces;
        match &ended {
            Ended::Open(_, question) => {
                let by = minutes.asked_of(question);
                minutes.ask(by, question.text.clone(), question.answers.clone(), asks_of(question.label).1);
                let open = OpenStep { answers: before.answers, faces, told: told.len(), fights: Vec::new() };
                minutes.stride.paper.open = Some(open);
            }
            Ended::Done(outcome) => {
                self.sail_in(step, &outcome.upshots, &mut minutes);
                minutes.stride.paper.open = None;
                if outcome.naval_battle {
                    minutes.happened(Happening::Battle { place: step.place.clone() });
                }
                minutes.begin_fights();
            }
        }
        Ok(minutes.end())
    }

    /// Who comes into a place, item by item.
    pub(super) fn log_entry(&self, step: &TurnStep, minutes: &mut Minutes<'_, '_>) {
        for item in &step.items {
            let Some(order) = self.order(*item) else { continue };
            let mine = step.units.lots().iter().filter(|lot| {
                step.items.len() == 1 || lot.ids.iter().any(|id| self.is_of(order, piece_of(id)))
            });
            let group = UnitGroup::of(mine.cloned().collect());
            if group.is_empty() {
                continue;
            }
            let at = order.path.iter().position(|place| place.eq_ignore_ascii_case(&step.place)).unwrap_or(1);
            minutes.log(self.entered(order, at, &group));
        }
    }

    /// Whether a piece moves by an order, itself or aboard one that does.
    pub(super) fn is_of(&self, order: &ListedOrder, id: &str) -> bool {
        let ship = self.roster().unit(id).and_then(|unit| unit.carrier).and_then(|ix| self.boards.unit(ix));
        order.pieces.iter().any(|own| own == id || ship.is_some_and(|ship| ship.id == *own))
    }

    /// An item as the log names it.
    pub(super) fn item(&self, item: u32) -> Item {
        Item(if self.non_combat() { String::new() } else { item.to_string() })
    }

    /// The faces of free shots, as the turn log has them.
    fn log_shots(&self, step: &TurnStep, new: &[Upshot], minutes: &mut Minutes<'_, '_>) {
        for upshot in new {
            let Upshot::Message(sent) = upshot else { continue };
            let crate::messages::Message::FreeShotTaken { die, hit, .. } = sent.message else {
                continue;
            };
            debug_assert_eq!(hit, die <= FREE_SHOT_HITS);
            let unit = UnitRef { class: UnitClass::Sub.word().to_owned(), number: 1, ..UnitRef::default() };
            minutes.log(LogEvent::Roll(DieRoll {
                unit: Some(unit),
                purpose: format!("free shot in {}", step.place),
                die: u32::from(die),
                hit: Some(hit),
                ..DieRoll::default()
            }));
        }
    }

    /// The pieces of the group come into the zone, those excepted who are barred or were sunk.
    fn sail_in(&self, step: &TurnStep, told: &[Upshot], minutes: &mut Minutes<'_, '_>) {
        let mut outside: Vec<String> = Vec::new();
        for upshot in told {
            if let Upshot::Barred { units, .. } | Upshot::Loss { units, .. } = upshot {
                outside.extend(self.roster().all_ids(units));
            }
        }
        // What goes with its ship needs no deed; aircraft with an order of their own have left their carrier.
        let comes = step.units.ids().filter(|id| !outside.iter().any(|other| other == id));
        minutes.move_units(&comes.map(str::to_owned).collect::<Vec<_>>(), &step.place);
        for item in &step.items {
            minutes.happened(Happening::Entered { item: *item, place: step.place.clone() });
        }
    }

    /// The alliances with a destroyer in the zone or in the group.
    fn destroyers(&self, step: &TurnStep) -> std::collections::BTreeSet<String> {
        let mut all: std::collections::BTreeSet<String> = self
            .boards
            .on_board()
            .filter(|unit| unit.class == UnitClass::Dd && unit.place.to_string() == step.place)
            .map(|unit| unit.side.clone())
            .collect();
        if step.units.count(UnitClass::Dd) > 0 {
            all.insert(self.side.clone());
        }
        all
    }

    fn sea_entry(&self, step: &TurnStep) -> Result<SeaEntry, Vec<String>> {
        let zone = &step.place;
        let ships = step.units.part(UnitClass::is_ship);
        let aircraft = step.units.part(UnitClass::is_air);
        let none = UnitGroup::default;
        let (ending, passing) = if step.ends { (aircraft, none()) } else { (none(), aircraft) };
        let began = match step.items.first().and_then(|item| self.order(*item)) {
            Some(order) if order.path.first().is_some_and(|start| start.eq_ignore_ascii_case(zone)) => {
                ships.clone()
            }
            _ => none(),
        };
        let occupants = self.enemies(zone)?;
        let owner = occupants.powers().into_iter().next().map(str::to_owned);
        let known = self.known(zone);
        let contact = SeaContact {
            zone: zone.clone(),
            movers: Movers { ships, ending, passing, began, earlier: self.earlier(step) },
            occupants,
            facts: self.zone_facts(zone)?,
            non_combat: self.non_combat(),
            fought: self.has_happened(|one| matches!(one, Happening::Battle { place } if place == zone)),
        };
        Ok(SeaEntry { contact, owner, known, power: Some(self.paper.power.clone()), ..SeaEntry::default() })
    }

    /// Units of the same side that came in earlier in this turn and are there.
    fn earlier(&self, step: &TurnStep) -> UnitGroup {
        let entered = self.paper.happened.iter().filter_map(|one| match one {
            Happening::Entered { item, place } if *place == step.place && !step.items.contains(item) => {
                Some(*item)
            }
            _ => None,
        });
        let orders = entered.filter_map(|item| self.order(item));
        let pieces: Vec<String> = orders.flat_map(|order| order.pieces.clone()).collect();
        let there = pieces.into_iter().filter(|id| {
            self.roster()
                .unit(id)
                .is_some_and(|unit| unit.place.to_string() == step.place && unit.side == self.side)
        });
        self.roster().group(&there.collect::<Vec<_>>())
    }

    /// Enemies in a zone with whom the mover is at war (G21).
    fn enemies(&self, zone: &str) -> Result<UnitGroup, Vec<String>> {
        let mut there: Vec<&BoardUnit> = Vec::new();
        for unit in self.boards.on_board() {
            let is_there = unit.place.to_string() == zone
                && unit.side != self.side
                && !unit.side.is_empty()
                && unit.claims.is_none()
                && unit.carrier.is_none()
                && (unit.class.is_ship() || unit.class.is_air());
            if is_there && self.at_war(&unit.power)? {
                there.push(unit);
            }
        }
        Ok(self.roster().of(&there))
    }

    /// Whether the mover's power is at war with another.
    pub(super) fn at_war(&self, other: &str) -> Result<bool, Vec<String>> {
        let mover = self.paper.power.as_str();
        let of_us = [mover, other].contains(&"us");
        if of_us && let Some(neutral) = crate::checks::us_is_neutral(&self.boards) {
            return Ok(!neutral);
        }
        let round = self.boards.turn().and_then(|turn| u16::try_from(turn).ok()).unwrap_or(0);
        self.base.at_war(self.boards.pack(), mover, other, round).ok_or_else(|| {
            let [mover, other] = [mover, other].map(|power| self.boards.name_of(power));
            vec![format!(
                "it is unknown whether {mover} and {other} are at war in turn {round}: place the marker of \
                 the US in its box, or write from = TURN into the row of [[war]] in base.toml"
            )]
        })
    }

    /// The enemies that the mover was shown in the zone in this power's turn (G34).
    fn known(&self, zone: &str) -> UnitGroup {
        let round = self.boards.turn().and_then(|turn| u32::try_from(turn).ok());
        let Some(ledger) = self.table.ledgers.get(&self.side) else { return UnitGroup::default() };
        let fresh = ledger.standing(u32::MAX).filter(|entry| {
            entry.place == zone
                && Some(entry.round) == round
                && entry.power == self.paper.power
                && entry.number > 0
        });
        let counts: Vec<(UnitClass, u32)> =
            fresh.filter_map(|entry| Some((UnitClass::find(&entry.class)?, entry.number))).collect();
        let group = UnitGroup::counted(&counts);
        // Aircraft that rose from a base went home in sight of all; those of a carrier are there with it.
        let carrier = group.count(UnitClass::Cv) > 0;
        group.part(|class| carrier || !class.scrambles())
    }

    /// An air base of an enemy on an island of the zone, and tokens.
    fn zone_facts(&self, zone: &str) -> Result<ZoneFacts, Vec<String>> {
        let mut facts = ZoneFacts {
            scramble_limit: self.base.scramble.most.map(u32::from),
            tokens: self.tokens(zone)?,
            ..ZoneFacts::default()
        };
        let islands = self.islands(zone);
        for base in self.boards.on_board().filter(|unit| unit.class == UnitClass::AirBase) {
            let is_near = islands.contains(&base.place.to_string());
            if !is_near || base.side == self.side || base.side.is_empty() || !self.at_war(&base.power)? {
                continue;
            }
            // Where nobody could rise nobody is asked, and the question would only tell something (AAF-067).
            let ready = self.ready_at(&base.place.to_string(), &base.side);
            if self.works(base) == Some(true) && !ready.is_empty() {
                facts.base_power.get_or_insert_with(|| base.power.clone());
                let here = self.roster().of(&ready);
                facts.base = Some(facts.base.unwrap_or_default().and(&here));
            }
        }
        Ok(facts)
    }

    /// Whether an air base works: by its damage, else as the umpire has ruled.
    fn works(&self, base: &BoardUnit) -> Option<bool> {
        let damage = i32::try_from(base.damage).unwrap_or(i32::MAX);
        let asked = works_question(base);
        let ruled = self.paper.happened.iter().rev().find_map(|one| match one {
            Happening::Ruled { question, yes } if *question == asked => Some(*yes),
            _ => None,
        });
        self.base.works("airbase", damage).or(ruled)
    }

    /// What the umpire has to say of an air base at a zone, where its damage leaves doubt.
    fn doubted_base(&self, zone: &str) -> Result<Option<String>, Vec<String>> {
        let islands = self.islands(zone);
        for base in self.boards.on_board().filter(|unit| unit.class == UnitClass::AirBase) {
            let is_near = islands.contains(&base.place.to_string());
            let is_enemy = base.side != self.side && !base.side.is_empty();
            let could_rise = || !self.ready_at(&base.place.to_string(), &base.side).is_empty();
            if is_near && is_enemy && self.at_war(&base.power)? && self.works(base).is_none() && could_rise()
            {
                return Ok(Some(works_question(base)));
            }
        }
        Ok(None)
    }

    /// Asks the umpire for what no table tells, and keeps his answer for this turn.
    fn rule(&self, question: String, open: &OpenStep) -> Result<Stride, Vec<String>> {
        let mut minutes = Minutes::new(self, question.clone());
        minutes.stride.phase = String::new();
        let yes = match open.answers.last().map(|answer| answer.trim()) {
            None => {
                let answers = vec!["yes".to_owned(), "no".to_owned()];
                minutes.ask(String::new(), question, answers, "8-air");
                minutes.stride.paper.open = Some(OpenStep::default());
                return Ok(minutes.end());
            }
            Some("yes") => true,
            Some("no") => false,
            Some(other) => {
                return Err(vec![format!("\"{other}\" is not an answer; expected \"yes\" or \"no\"")]);
            }
        };
        minutes.happened(Happening::Ruled { question, yes });
        minutes.stride.paper.open = None;
        Ok(minutes.end())
    }

    /// Territories that are islands of a zone.
    fn islands(&self, zone: &str) -> Vec<String> {
        let Some(sea) = self.boards.pack().map.place(zone).filter(|sea| !sea.key.is_empty()) else {
            return Vec::new();
        };
        let areas = self.boards.pack().map.areas().filter(|area| area.word("island-of") == sea.key);
        areas.map(|area| area.id.to_string()).collect()
    }

    /// Fighters and tactical bombers that stand in a place.
    fn ready_at(&self, place: &str, side: &str) -> Vec<&BoardUnit> {
        let Some(place) = self.boards.place(place) else { return Vec::new() };
        let mut ready = self.boards.may_scramble(&place, side);
        ready.retain(|unit| !self.has_scrambled(&unit.id));
        ready
    }

    /// Pieces of the other side that answer a call: aircraft of bases at a zone, tokens that were not used.
    pub(super) fn ready(&self, class: UnitClass, zone: &str) -> Vec<&BoardUnit> {
        if class == UnitClass::Kami {
            return self.boards.units.iter().filter(|unit| self.boards.is_unused_token(unit)).collect();
        }
        let other = self.other_side();
        let islands = self.islands(zone);
        let all = islands.iter().flat_map(|island| self.ready_at(island, &other));
        all.filter(|unit| unit.class == class).collect()
    }

    /// The tokens that may be used in a zone: it has the symbol, its condition is met, the mover is an enemy of Japan.
    fn tokens(&self, zone: &str) -> Result<Option<u32>, Vec<String>> {
        let has_symbol =
            self.boards.pack().map.place(zone).is_some_and(|facts| !facts.word("kamikaze").is_empty());
        let japan = self.boards.side_of(JAPAN);
        if !has_symbol || japan == self.side || !self.at_war(JAPAN)? || !self.is_active() {
            return Ok(None);
        }
        // Nobody is asked who has none left.
        Ok(Some(self.boards.unused_tokens()).filter(|left| *left > 0))
    }

    /// Whether an enemy of Japan has taken one of the territories that the condition names; met where it names none.
    fn is_active(&self) -> bool {
        let named = &self.base.kamikaze.once_taken;
        let japan = self.boards.side_of(JAPAN);
        let is_enemy = |power: &str| !["", japan].contains(&self.boards.side_of(power));
        let taken = |name: &String| {
            let held = self.boards.place(name).is_some_and(|area| is_enemy(&self.holder(&area.to_string())));
            let logged = self.table.log.entries.iter().any(|entry| match &entry.event {
                LogEvent::Capture { place, to, .. } => {
                    is_enemy(to) && self.boards.place(place) == self.boards.place(name)
                }
                _ => false,
            });
            held || logged
        };
        named.is_empty() || named.iter().any(taken)
    }

    /// The power that holds a territory; empty where nobody does.
    pub(super) fn holder(&self, place: &str) -> String {
        let area = self.boards.place(place);
        area.map(|area| self.boards.holding_power(&area).to_owned()).unwrap_or_default()
    }
}

/// A step without the units that do not come in.
fn without_barred(step: &TurnStep, told: &[Upshot]) -> TurnStep {
    let barred = told.iter().filter_map(|upshot| match upshot {
        Upshot::Barred { units, .. } => Some(units),
        _ => None,
    });
    let units = barred.fold(step.units.clone(), |left, units| left.without(units).unwrap_or_default());
    TurnStep { units, ..step.clone() }
}

/// What the umpire is asked about an air base.
fn works_question(base: &BoardUnit) -> String {
    format!("Does the air base in {} still work with damage {}?", base.place, base.damage)
}
