//! What comes out of a step, written down: letters, lines of the log, entries of the ledgers, changes of the master.

use std::collections::{BTreeMap, BTreeSet};

use super::parted::PartedCounters;
use super::roster::{Roster, ids_of};
use super::{Carrying, NON_COMBAT, next_battle};
use crate::boards::{BoardUnit, WholeCounter};
use crate::class::UnitClass;
use crate::force::{Lot, UnitGroup};
use crate::messages::Message;
use crate::upshot::{Cause, Sent, Upshot};
use liege_rules::desk::ledger::LedgerEntry;
use liege_rules::desk::log::{Fought, Item, LogEvent, Notice, Order, UnitFate};
use liege_rules::desk::play::{BoardDeed, DeskQuestion, Happening, Letter, ListedOrder, OpenFight, Stride};
use liege_rules::play::procedure::Role;

/// The phase in which the attacks of a list are carried out.
const COMBAT: &str = "CC";
/// Who approves orders that the rules have judged.
const TOOL: &str = "liege";
/// The box of the battle board where tokens lie while they are fought with.
const DEFENDER: &str = "Defender";
/// The state of what a ship carries.
pub(super) const ABOARD: &str = "aboard";
/// The kind of the markers that say who holds a place.
const CONTROL: &str = "control";
/// The highest income that the chart has.
const MOST_INCOME: i64 = 99;

/// A step as it is written down.
pub(super) struct Minutes<'c, 'a> {
    pub on: &'c Carrying<'a>,
    pub stride: Stride,
    /// The items whose units act.
    pub items: Vec<u32>,
    /// Alliances that have a destroyer here, whom a submarine cannot hide from.
    pub destroyers: BTreeSet<String>,
    /// Battles that are to be fought, each with the units of both sides as the other one sees them.
    pub fights: Vec<(OpenFight, [UnitGroup; 2])>,
    /// The source of what is seen now, where it is one battle.
    pub source: Option<String>,
    /// Units that are there no more, by their ids.
    pub gone: BTreeSet<String>,
    /// Counters some of whose units have a fate of their own.
    pub parted: PartedCounters,
    /// Whether this was told before: a step is told again and again until nothing of it is open.
    muted: bool,
    /// Battles of this step that were told before.
    fights_told: u32,
    /// Places that fell to the mover, of which he needs no ghosts any more.
    pub captured: BTreeSet<String>,
    incomes: BTreeMap<String, i64>,
    /// Who has seen which place in this step.
    pub looked: BTreeSet<(String, String)>,
}

impl<'c, 'a> Minutes<'c, 'a> {
    pub fn new(on: &'c Carrying<'a>, title: String) -> Self {
        let phase = if on.non_combat() { NON_COMBAT } else { COMBAT };
        let stride = Stride { paper: on.paper.clone(), title, phase: phase.to_owned(), ..Stride::default() };
        Self {
            on,
            stride,
            items: Vec::new(),
            destroyers: BTreeSet::new(),
            fights: Vec::new(),
            source: None,
            gone: BTreeSet::new(),
            parted: PartedCounters::default(),
            muted: false,
            fights_told: 0,
            captured: BTreeSet::new(),
            incomes: BTreeMap::new(),
            looked: BTreeSet::new(),
        }
    }

    pub fn end(mut self) -> Stride {
        let later = std::mem::take(&mut self.stride.deeds);
        self.stride.deeds = self.parted.deeds;
        self.stride.deeds.extend(later);
        self.stride
    }

    /// What comes out of a step, of which so much was told before. Nothing changes on the board, nor in the list, before
    /// the step is over: until then it is told again from the same master.
    pub fn upshots(&mut self, all: &[Upshot], told: usize, is_over: bool) {
        let is_fight = |upshot: &&Upshot| matches!(upshot, Upshot::Battle { .. });
        self.fights_told = u32::try_from(all.iter().take(told).filter(is_fight).count()).unwrap_or(0);
        let before = self.stride.paper.clone();
        for (at, upshot) in all.iter().enumerate() {
            self.muted = at < told;
            self.upshot(upshot);
        }
        self.muted = false;
        if !is_over {
            self.stride.paper = before;
            self.stride.deeds.clear();
            self.parted = PartedCounters::default();
            self.fights.clear();
        }
    }

    /// A side learns something now that is in no entry of its ledger yet.
    pub fn enter_in_ledger(&mut self, by: &str, entry: LedgerEntry) {
        if !self.muted {
            self.log(LogEvent::Sighting { side: by.to_owned(), entry: entry.entry });
            self.stride.seen.push((by.to_owned(), entry));
        }
    }

    pub fn happened(&mut self, happening: Happening) {
        self.stride.paper.happened.push(happening);
    }

    pub fn log(&mut self, event: LogEvent) {
        if !self.muted {
            self.stride.log.push(event);
        }
    }

    fn remark(&mut self, text: String) {
        if !self.muted {
            self.stride.remarks.push(text);
        }
    }

    pub fn deed(&mut self, deed: BoardDeed) {
        self.stride.deeds.push(deed);
    }

    pub fn ask(&mut self, by: String, text: String, answers: Vec<String>, rule: &str) {
        self.stride.asks = Some(DeskQuestion { by, text, answers, rule: rule.to_owned() });
    }

    /// The alliance of a side of a meeting.
    pub fn alliance(&self, role: Role) -> String {
        if role == crate::roles::MOVER { self.on.side.clone() } else { self.on.other_side() }
    }

    pub fn roster(&self) -> Roster<'c> {
        self.on.roster()
    }

    pub fn upshot(&mut self, upshot: &Upshot) {
        match upshot {
            Upshot::Message(sent) => self.message(sent),
            Upshot::Sighting { by, units, place, because } => {
                let by = self.alliance(*by);
                self.see(&by, &self.with_pieces(units, place), place, because);
            }
            Upshot::Stop { units, place, .. } => self.stop(units, place),
            Upshot::Barred { units, place, .. } => self.bar(units, place),
            Upshot::Battle { place, cause, mover, occupant, .. } => {
                self.battle(place, *cause, mover, occupant);
            }
            Upshot::Loss { units, .. } => self.lose(units, None),
            Upshot::Capture { place, from, to, value, .. } => {
                self.capture(place, from.as_deref(), to, *value);
            }
            Upshot::Income { power, by, .. } => self.income(power, *by),
            Upshot::Onward { units, from, to, .. } => self.onward(units, from, to),
            Upshot::Bombardment { units, place, .. } => {
                let battle = Some(next_battle(self.on.table));
                for lot in units.lots() {
                    for unit in UnitGroup::of(vec![lot.empty()]).units().0 {
                        self.log(LogEvent::Bombard(UnitFate { battle, unit, to: place.clone() }));
                    }
                }
            }
            Upshot::Remark { text, .. } => self.remark(text.clone()),
        }
    }

    fn message(&mut self, sent: &Sent) {
        if self.muted {
            return;
        }
        let to = match &sent.power {
            Some(power) => self.on.boards.side_of(power).to_owned(),
            None => self.alliance(sent.to),
        };
        self.letter(to, sent.power.clone(), &sent.message);
    }

    /// Tells a side something, by its alliance.
    pub fn tell(&mut self, to: &str, message: &Message) {
        self.letter(to.to_owned(), None, message);
    }

    fn letter(&mut self, to: String, power: Option<String>, message: &Message) {
        let (template, fields) = (message.id().to_owned(), message.facts());
        let named = power.clone().unwrap_or_else(|| to.clone());
        self.log(LogEvent::Message(Notice { template: template.clone(), to: named, fields: fields.clone() }));
        let text = self.on.worded(message);
        self.stride.letters.push(Letter { to, power, template, text, fields });
    }

    fn stop(&mut self, units: &UnitGroup, place: &str) {
        let ids: Vec<String> = units.ids().map(str::to_owned).collect();
        let counters = self.counters(&ids);
        for (item, pieces) in self.by_item(&counters) {
            self.happened(Happening::Stopped { item, place: place.to_owned(), pieces });
        }
    }

    /// Who does not come in ends in the place before it.
    fn bar(&mut self, units: &UnitGroup, place: &str) {
        let ids: Vec<String> = units.ids().map(str::to_owned).collect();
        let counters = self.counters(&ids);
        for (item, pieces) in self.by_item(&counters) {
            let path = self.on.order(item).map(|order| order.path.as_slice()).unwrap_or_default();
            let at = path.iter().position(|step| step.eq_ignore_ascii_case(place)).unwrap_or(1);
            let before = path.get(at.saturating_sub(1)).cloned().unwrap_or_default();
            self.happened(Happening::Stopped { item, place: before, pieces });
        }
    }

    fn battle(&mut self, place: &str, cause: Cause, mover: &UnitGroup, occupant: &UnitGroup) {
        let before = u32::try_from(self.fights.len()).unwrap_or(0);
        let number = (next_battle(self.on.table) + before).saturating_sub(self.fights_told);
        let (own, other) = (self.on.side.clone(), self.on.other_side());
        let called = occupant.part(|class| class.scrambles());
        let occupant = self.with_pieces(occupant, place);
        let units = BTreeMap::from([(own, mover.units()), (other, occupant.units())]);
        let cause = cause.word().to_owned();
        self.log(LogEvent::Battle(Fought { number, place: place.to_owned(), units, cause: cause.clone() }));
        self.source = Some(format!("battle {number}"));
        let rises = |lot: &&Lot| {
            lot.class.scrambles()
                && called.lots().iter().any(|one| one.class == lot.class && one.ids.is_empty())
        };
        let risen = occupant.lots().iter().filter(rises).flat_map(|lot| lot.ids.clone()).collect::<Vec<_>>();
        if !risen.is_empty() {
            let pieces = ids(self.counters(&risen));
            self.happened(Happening::Scrambled { pieces });
        }
        let tokens =
            occupant.part(|class| class == UnitClass::Kami).ids().map(str::to_owned).collect::<Vec<_>>();
        for WholeCounter { ix: piece, .. } in self.counters(&tokens) {
            self.deed(BoardDeed::Move { piece, to: DEFENDER.to_owned() });
        }
        let (own, mut there) = (self.roster().all_ids(mover), self.roster().all_ids(&occupant));
        if !self.on.is_sea(place) {
            there.extend(self.on.facilities(place).map(|unit| unit.id.clone()));
        }
        let sides = [&own, &there].map(|units| self.on.outside(units, place));
        let mover = ids(self.counters(&own));
        let occupant = ids(self.counters(&there));
        // Units that came in before with another item may be drawn into the battle.
        let fights = |order: &&ListedOrder| {
            self.items.contains(&order.item) || order.pieces.iter().any(|id| mover.contains(id))
        };
        let items = self.stride.paper.orders.iter().filter(fights).map(|order| order.item).collect();
        let place = place.to_owned();
        self.fights.push((OpenFight { number, place, cause, items, mover, occupant }, sides));
    }

    /// Units with their pieces, where only their number was told: aircraft that scramble and tokens.
    fn with_pieces(&self, units: &UnitGroup, zone: &str) -> UnitGroup {
        let mut lots = Vec::new();
        for lot in units.lots() {
            if !lot.ids.is_empty() {
                lots.push(lot.clone());
                continue;
            }
            let ready = self.on.ready(lot.class, zone).into_iter().flat_map(ids_of);
            let ready: Vec<String> = ready.take(lot.count as usize).collect();
            match ready.is_empty() {
                true => lots.push(lot.clone()),
                false => lots.extend(self.roster().singly(&ready).lots().iter().cloned()),
            }
        }
        UnitGroup::of(lots)
    }

    /// A territory changes hands: its marker, what stands in it, the log.
    pub fn capture(&mut self, place: &str, from: Option<&str>, to: &str, value: Option<u32>) {
        let value = value.map(i64::from);
        let from = from.unwrap_or_default().to_owned();
        self.log(LogEvent::Capture { place: place.to_owned(), from, to: to.to_owned(), value });
        if self.on.boards.side_of(to) == self.on.side {
            self.forget(place);
        }
        let Some(area) = self.on.boards.place(place) else { return };
        let situation = &self.on.boards.situation;
        for ix in situation.here(&area).iter().copied() {
            if situation.pieces[ix].kind() == CONTROL {
                self.deed(BoardDeed::Remove { piece: ix });
            }
        }
        let first = situation.facts(&area).map_or("", |facts| facts.word("owner"));
        let marker = format!("{to}-{CONTROL}");
        if first != to && self.on.boards.pack().catalogue.get(&marker).is_some() {
            self.deed(BoardDeed::Lay { counter: marker, at: area.to_string(), number: None });
        }
        let captured: Vec<&BoardUnit> = self.on.facilities(place).collect();
        for unit in captured.into_iter().filter(|unit| unit.side != self.on.boards.side_of(to)) {
            let counter = format!("{to}-{}", unit.class.word().to_lowercase());
            if self.on.boards.pack().catalogue.get(&counter).is_some() {
                let number = Some(self.number_of(unit));
                self.deed(BoardDeed::Remove { piece: unit.ix });
                self.deed(BoardDeed::Lay { counter, at: area.to_string(), number });
            }
        }
    }

    /// The damage of a facility, with what this step has done to it.
    pub fn number_of(&self, unit: &BoardUnit) -> i32 {
        let told = self.stride.deeds.iter().rev().find_map(|deed| match deed {
            BoardDeed::Number { piece, to } if *piece == unit.ix => Some(*to),
            _ => None,
        });
        told.unwrap_or_else(|| i32::try_from(unit.damage).unwrap_or(0))
    }

    /// The marker of a power on the income chart moves.
    pub fn income(&mut self, power: &str, by: i64) {
        let Some(now) = self.on.boards.income(power) else {
            let whose = self.on.boards.name_of(power);
            self.remark(format!("the income marker of {whose} is not on the chart: move it by {by:+}"));
            return;
        };
        let moved = self.incomes.entry(power.to_owned()).or_insert_with(|| i64::from(now));
        *moved = (*moved + by).clamp(0, MOST_INCOME);
        let to = format!("IPC {moved}");
        let marker = format!("{power}-income");
        let pieces = self.on.boards.situation.pieces.iter().enumerate();
        let found =
            pieces.clone().find(|(_, piece)| piece.entry.as_ref().is_some_and(|entry| entry.id == *marker));
        if let Some((piece, _)) = found {
            self.stride
                .deeds
                .retain(|deed| !matches!(deed, BoardDeed::Move { piece: known, .. } if *known == piece));
            self.deed(BoardDeed::Move { piece, to });
        }
    }

    /// Tanks go on: items of the list of their own, right behind the one they follow (8-land, L29).
    fn onward(&mut self, units: &UnitGroup, from: &str, to: &str) {
        let orders = &self.stride.paper.orders;
        let item = orders.iter().map(|order| order.item).max().unwrap_or(0).saturating_add(1);
        let used: BTreeSet<&str> = orders
            .iter()
            .filter(|order| order.purpose == "blitz")
            .flat_map(|order| order.pieces.iter().map(String::as_str))
            .collect();
        let mine = orders.iter().filter(|order| self.items.contains(&order.item));
        let pieces: Vec<String> = mine.clone().flat_map(|order| order.pieces.clone()).collect();
        let free = pieces.iter().filter(|id| !used.contains(id.as_str()));
        let free: Vec<String> = free.flat_map(|id| self.units_of_counter(id)).collect();
        let last = orders.iter().rposition(|order| {
            self.items.contains(&order.item)
                || (order.purpose == "blitz" && order.path.first().is_some_and(|start| start == from))
        });
        let mut chosen: Vec<String> = Vec::new();
        for lot in units.lots() {
            let of_class = free.iter().filter(|id| {
                !chosen.contains(id) && self.roster().unit(id).is_some_and(|unit| unit.class == lot.class)
            });
            let more: Vec<String> = of_class.take(lot.count as usize).cloned().collect();
            chosen.extend(more);
        }
        let at = last.map_or(orders.len(), |at| at + 1);
        let units = self.roster().singly(&chosen).units();
        let pieces = ids(self.counters(&chosen));
        let path = vec![from.to_owned(), to.to_owned()];
        let order = ListedOrder { item, pieces, path, purpose: "blitz".into() };
        self.log(LogEvent::Order(Order {
            item: Item(item.to_string()),
            units,
            path: order.path.clone(),
            purpose: order.purpose.clone(),
        }));
        self.log(LogEvent::Approve { item: Item(item.to_string()), by: TOOL.to_owned() });
        self.stride.paper.orders.insert(at, order);
    }
}

fn ids(counters: Vec<WholeCounter>) -> Vec<String> {
    counters.into_iter().map(|counter| counter.id).collect()
}

impl Carrying<'_> {
    /// A message in words, with the names of powers.
    fn worded(&self, message: &Message) -> String {
        let name = |power: &String| self.boards.name_of(power).to_owned();
        let message = match message {
            Message::LostWithoutBattle { place, power } => {
                Message::LostWithoutBattle { place: place.clone(), power: name(power) }
            }
            Message::TechnologyUsed { power, technology } => {
                Message::TechnologyUsed { power: name(power), technology: technology.clone() }
            }
            other => other.clone(),
        };
        self.sea.texts.text(&message)
    }

    pub(super) fn other_of(&self, alliance: &str) -> String {
        if alliance == self.side { self.other_side() } else { self.side.clone() }
    }

    /// The facilities in a place.
    pub(super) fn facilities(&self, place: &str) -> impl Iterator<Item = &BoardUnit> {
        let here = move |unit: &&BoardUnit| unit.class.is_facility() && unit.place.to_string() == *place;
        self.boards.on_board().filter(here)
    }
}
