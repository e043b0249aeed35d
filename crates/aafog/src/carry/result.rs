//! How a battle ended, as the umpire enters it: who is lost, damaged or gone back, and what the others see then.

use std::collections::{BTreeMap, BTreeSet};

use super::Carrying;
use super::named::{BattleResult, NamedUnits, Verb};
use super::outcome::Minutes;
use super::roster::piece_of;
use crate::boards::{BoardUnit, DAMAGED, WholeCounter};
use crate::class::UnitClass;
use crate::force::{Lot, UnitGroup};
use liege_rules::desk::log::{Fought, LogEvent, UnitFate};
use liege_rules::desk::play::{BoardDeed, Happening, OpenFight, OpenStep, Stride};
use liege_rules::play::inputs::empty_entry;

/// Where tokens go that were used.
const USED_TOKENS: &str = "Tokens used";
/// Parts of one answer.
const MOST_PARTS: usize = 50;
/// The most damage that one raid does.
const MOST_DAMAGE: i32 = 100;

impl Carrying<'_> {
    /// Goes on with the battle that is fought now.
    pub(super) fn fight(&self, open: &OpenStep) -> Result<Stride, Vec<String>> {
        let Some((fight, later)) = open.fights.split_first() else { return Err(Vec::new()) };
        let mut minutes = Minutes::new(self, format!("battle {} in {} is over", fight.number, fight.place));
        minutes.items.clone_from(&fight.items);
        let Some(answer) = open.answers.last() else {
            minutes.stride.title = format!("battle {} in {} is being fought", fight.number, fight.place);
            minutes.stride.phase = String::new();
            minutes.go_on_fighting(open.fights.clone());
            return Ok(minutes.end());
        };
        let result = self.read_result(answer, fight).map_err(|wrong| vec![wrong])?;
        self.reveal_technologies(fight, &result, &mut minutes);
        if result.is_of_technologies_alone() {
            minutes.stride.title = format!("battle {} in {} goes on", fight.number, fight.place);
            minutes.go_on_fighting(open.fights.clone());
            return Ok(minutes.end());
        }
        minutes.source = Some(format!("battle {}", fight.number));
        self.apply(fight, &result, &mut minutes);
        minutes.go_on_fighting(later.to_vec());
        Ok(minutes.end())
    }

    fn apply(&self, fight: &OpenFight, result: &BattleResult, minutes: &mut Minutes<'_, '_>) {
        let number = Some(fight.number);
        let lost = self.lost(&result.lost);
        minutes.lose(&lost, number);
        self.orphaned(fight, result, minutes);
        self.part_ways(fight, result, minutes);
        for (id, damage) in &result.wrecked {
            if let Some(unit) = self.roster().unit(id) {
                let to = minutes.number_of(unit).saturating_add(*damage);
                minutes.deed(BoardDeed::Number { piece: unit.ix, to });
            }
        }
        for token in fight.occupant.iter().filter_map(|id| self.roster().unit(id)) {
            if token.class == UnitClass::Kami {
                minutes.deed(BoardDeed::Move { piece: token.ix, to: USED_TOKENS.to_owned() });
            }
        }
        let back: Vec<String> = result.back.iter().map(|(id, _)| id.clone()).collect();
        let mut gone: BTreeSet<String> = self.roster().all_ids(&lost).into_iter().collect();
        gone.extend(self.roster().all_ids(&self.roster().singly(&back)));
        let left = |pieces: &[String]| -> Vec<String> {
            let all = pieces.iter().flat_map(|id| self.roster().each_id(id));
            all.filter(|id| !gone.contains(id)).collect()
        };
        let (mover, occupant) = (left(&fight.mover), left(&fight.occupant));
        let units = BTreeMap::from([
            (self.side.clone(), self.by_themselves(&mover).units()),
            (self.other_side(), self.by_themselves(&occupant).units()),
        ]);
        minutes.log(LogEvent::BattleEnd(Fought {
            number: fight.number,
            place: fight.place.clone(),
            units,
            cause: fight.cause.clone(),
        }));
        self.conquered(fight, &mover, &occupant, minutes);
        let stays = |ids: &[String]| {
            self.roster().singly(ids).has(|class| class.is_land() || class.is_surface_warship())
        };
        if stays(&mover) && stays(&occupant) {
            let told =
                format!("units of both sides are left in {}: check whether the battle is over", fight.place);
            minutes.stride.remarks.push(told);
        }
        self.tell_changes(fight, result, [&mover, &occupant], minutes);
        if fight.cause != "interception" {
            self.seen_after(fight, result, &mover, &occupant, minutes);
        }
    }

    /// What the result changes on the board, for the umpire.
    fn tell_changes(
        &self,
        fight: &OpenFight,
        result: &BattleResult,
        left: [&Vec<String>; 2],
        minutes: &mut Minutes<'_, '_>,
    ) {
        let units = |ids: &[String]| self.boards.in_words(&self.roster().singly(ids));
        let mut told = Vec::new();
        for (ids, what) in [(&result.lost, "lost"), (&result.damaged, "damaged")] {
            told.extend((!ids.is_empty()).then(|| format!("{what}: {}", units(ids))));
        }
        let mut back: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        result.back.iter().for_each(|(id, to)| back.entry(to).or_default().push(id.clone()));
        told.extend(back.iter().map(|(to, ids)| format!("back to {to}: {}", units(ids))));
        for (id, damage) in &result.wrecked {
            told.push(format!("{}: {damage} more damage", units(std::slice::from_ref(id))));
        }
        if minutes.captured.contains(&fight.place) {
            told.push(format!("{} is captured", fight.place));
        }
        let there: Vec<String> = left.into_iter().flatten().cloned().collect();
        told.push(match there.is_empty() {
            true => format!("{} is empty", fight.place),
            false => {
                format!("left in {}: {}", fight.place, self.boards.in_words(&self.by_themselves(&there)))
            }
        });
        minutes.stride.remarks.extend(told);
    }

    /// Units that are damaged stay where they are, others go back: each group becomes a counter of its own.
    fn part_ways(&self, fight: &OpenFight, result: &BattleResult, minutes: &mut Minutes<'_, '_>) {
        let mut fates: BTreeMap<(bool, Option<&str>), Vec<String>> = BTreeMap::new();
        let is_lost = |id: &&String| result.lost.contains(id);
        let damaged = result.damaged.iter().filter(|id| !is_lost(id));
        let back: BTreeMap<&str, &str> =
            result.back.iter().map(|(id, to)| (id.as_str(), to.as_str())).collect();
        for id in damaged.clone() {
            fates.entry((true, back.get(id.as_str()).copied())).or_default().push(id.clone());
        }
        for (id, to) in result.back.iter().filter(|(id, _)| !result.damaged.contains(id)) {
            fates.entry((false, Some(to.as_str()))).or_default().push(id.clone());
        }
        // Who goes along with his ship is moved with it.
        let going: Vec<String> = result.back.iter().map(|(id, _)| id.clone()).collect();
        let ships = self.roster().singly(&going);
        let along = ships.lots().iter().flat_map(|lot| &lot.cargo).flat_map(|lot| &lot.ids);
        let along: BTreeSet<&String> = along.collect();
        for ((is_damaged, to), ids) in fates {
            let ids: Vec<String> = ids.into_iter().filter(|id| is_damaged || !along.contains(id)).collect();
            let counters = minutes.counters(&ids);
            for WholeCounter { ix: piece, .. } in counters.iter().filter(|_| is_damaged) {
                minutes.deed(BoardDeed::Mark { piece: *piece, state: DAMAGED.to_owned(), on: true });
            }
            if let Some(to) = to {
                minutes.move_units(&ids, to);
                for (item, pieces) in minutes.by_item(&counters) {
                    minutes.happened(Happening::Gone { item, pieces });
                }
            }
        }
        for (id, to) in &result.back {
            let group = self.roster().singly(std::slice::from_ref(id));
            minutes.gone.extend(self.roster().all_ids(&group));
            for unit in group.units().0.into_iter().filter(|_| !along.contains(id)) {
                minutes.log(LogEvent::Retreat(UnitFate { battle: Some(fight.number), unit, to: to.clone() }));
            }
        }
    }

    /// Units with what they carry, where that is among them.
    fn by_themselves(&self, ids: &[String]) -> UnitGroup {
        let all = self.roster().singly(ids);
        let cargo = all.lots().iter().flat_map(|lot| &lot.cargo).flat_map(|lot| &lot.ids);
        let cargo: BTreeSet<&String> = cargo.collect();
        let free = all.lots().iter().filter(|lot| !lot.ids.iter().any(|id| cargo.contains(id)));
        UnitGroup::of(free.cloned().collect())
    }

    /// Units that are lost. Who is aboard a transport goes down with it; the aircraft of a carrier are in the air.
    fn lost(&self, ids: &[String]) -> UnitGroup {
        let group = self.roster().singly(ids);
        let sunk = group
            .lots()
            .iter()
            .flat_map(|lot| if lot.class == UnitClass::Cv { &[] } else { lot.cargo.as_slice() });
        let sunk: BTreeSet<&String> = sunk.flat_map(|lot| &lot.ids).collect();
        let lot = |lot: &Lot| if lot.class == UnitClass::Cv { lot.empty() } else { lot.clone() };
        // What goes down with its ship is not lost once more by itself.
        let each = group.lots().iter().filter(|lot| !lot.ids.iter().any(|id| sunk.contains(id)));
        UnitGroup::of(each.map(lot).collect())
    }

    /// Aircraft whose carrier is lost stay in its zone until they land or are lost, too.
    fn orphaned(&self, fight: &OpenFight, result: &BattleResult, minutes: &mut Minutes<'_, '_>) {
        let lost = self.roster().singly(&result.lost);
        for carrier in lost.lots().iter().filter(|lot| lot.class == UnitClass::Cv) {
            let aboard = carrier.cargo.iter().flat_map(|lot| lot.ids.clone());
            let aircraft: Vec<String> = aboard.filter(|id| !result.lost.contains(id)).collect();
            minutes.move_units(&aircraft, &fight.place);
            if !aircraft.is_empty() {
                let units = self.boards.in_words(&UnitGroup::of(self.roster().seen(&aircraft)));
                let told = format!(
                    "{units} in {} have lost their carrier: they land elsewhere or are lost",
                    fight.place
                );
                minutes.stride.remarks.push(told);
            }
        }
    }

    /// A territory whose defenders are gone falls to attackers with a land unit (8-land).
    fn conquered(
        &self,
        fight: &OpenFight,
        mover: &[String],
        occupant: &[String],
        minutes: &mut Minutes<'_, '_>,
    ) {
        let defended = self.roster().singly(occupant).has(|class| class.is_land() || class.is_air());
        let takes = self.roster().singly(mover).has(UnitClass::is_land);
        if self.is_sea(&fight.place) || fight.cause == "raid" || defended || !takes {
            return;
        }
        let holder = self.holder(&fight.place);
        let value = self.boards.pack().map.place(&fight.place).and_then(|facts| facts.number("value"));
        let value = value.and_then(|value| u32::try_from(value).ok());
        let (from, to) = ((!holder.is_empty()).then_some(holder.as_str()), self.paper.power.as_str());
        minutes.capture(&fight.place, from, to, value);
        if let Some(value) = value.filter(|value| *value > 0) {
            minutes.income(to, i64::from(value));
            from.into_iter().for_each(|from| minutes.income(from, -i64::from(value)));
        }
    }

    /// What each side sees of the other where the battle is over.
    fn seen_after(
        &self,
        fight: &OpenFight,
        result: &BattleResult,
        mover: &[String],
        occupant: &[String],
        minutes: &mut Minutes<'_, '_>,
    ) {
        let has_destroyer = |pieces: &[String]| self.roster().singly(pieces).count(UnitClass::Dd) > 0;
        for (side, pieces) in [(self.side.clone(), &fight.mover), (self.other_side(), &fight.occupant)] {
            if has_destroyer(pieces) {
                minutes.destroyers.insert(side);
            }
        }
        let place = self.boards.place(&fight.place);
        let shown = |pieces: &[String]| {
            let here = pieces.iter().filter(|id| {
                self.roster().unit(id).is_some_and(|unit| {
                    unit.class != UnitClass::Kami
                        && (Some(&unit.place) == place.as_ref() || fight.mover.contains(&unit.id))
                })
            });
            let ids: Vec<String> = here.cloned().collect();
            let seen = self.outside_with_ids(&ids);
            let lots = seen.lots().iter().map(|lot| {
                let hit = lot.ids.iter().any(|id| result.damaged.contains(id));
                Lot { damage: if hit { 1 } else { lot.damage }, ..lot.clone() }
            });
            UnitGroup::of(lots.collect())
        };
        let changed = |pieces: &[String]| {
            let mut fates =
                result.lost.iter().chain(&result.damaged).chain(result.back.iter().map(|(id, _)| id));
            fates.any(|id| pieces.iter().any(|own| own == piece_of(id)))
        };
        let sides =
            [(self.side.clone(), &fight.occupant, occupant), (self.other_side(), &fight.mover, mover)];
        for (viewer, before, left) in sides {
            if changed(before) {
                minutes.see(&viewer, &shown(left), &fight.place, &[]);
            }
        }
    }

    /// The units of these ids as seen from outside, one lot for each.
    fn outside_with_ids(&self, ids: &[String]) -> UnitGroup {
        let carried = |id: &String| {
            let ship =
                self.roster().unit(id).and_then(|unit| unit.carrier).and_then(|ix| self.boards.unit(ix));
            ship.is_some_and(|ship| ship.class == UnitClass::Tr)
        };
        let lots = ids.iter().filter(|id| !carried(id)).flat_map(|id| {
            self.roster().singly(std::slice::from_ref(id)).lots().iter().map(Lot::empty).collect::<Vec<_>>()
        });
        UnitGroup::of(lots.collect())
    }

    fn read_result(&self, text: &str, fight: &OpenFight) -> Result<BattleResult, String> {
        let mut result = BattleResult::default();
        if let Some(what) = empty_entry(text) {
            return Err(what);
        }
        let parts: Vec<&str> = text.split(';').map(str::trim).filter(|part| !part.is_empty()).collect();
        if parts.is_empty() || parts.len() > MOST_PARTS {
            return Err(expected(text));
        }
        if parts.as_slice() == ["none"] {
            return Ok(result);
        }
        for part in parts {
            self.read_part(part, fight, &mut result)?;
        }
        Ok(result)
    }

    /// `allies lost TR`, `axis damaged CV`, `allies retreat CV, TR to SZ 35`, `damage complex 3`.
    fn read_part(&self, part: &str, fight: &OpenFight, result: &mut BattleResult) -> Result<(), String> {
        let (who, rest) = part.split_once(' ').ok_or_else(|| expected(part))?;
        let rest = rest.trim();
        if who.eq_ignore_ascii_case("damage") {
            return self.read_damage(part, rest, fight, result);
        }
        if let Some(technology) = rest.strip_prefix("uses ").or_else(|| rest.strip_prefix("use ")) {
            let used = self.technology(who, technology, fight).map_err(|why| format!("\"{part}\": {why}"))?;
            result.used.push(used);
            return Ok(());
        }
        let side = self.boards.side_of(who);
        let pieces = match () {
            () if !side.is_empty() && side == self.side => &fight.mover,
            () if !side.is_empty() => &fight.occupant,
            () => return Err(format!("\"{part}\": no side is called \"{who}\"")),
        };
        let (verb, rest) = rest.split_once(' ').ok_or_else(|| expected(part))?;
        let named = |units: &str, verb: Verb| {
            NamedUnits { on: self, pieces, result: &*result, verb, part }.read(units)
        };
        match verb.to_lowercase().as_str() {
            "lost" | "loses" | "lose" => {
                let lost = named(rest, Verb::Lost)?;
                result.lost.extend(lost);
            }
            "damaged" => {
                let damaged = named(rest, Verb::Damaged)?;
                result.damaged.extend(damaged);
            }
            "retreat" | "retreats" | "retreated" => {
                let (units, to) = rest.rsplit_once(" to ").ok_or_else(|| expected(part))?;
                let ids = named(units, Verb::Back)?;
                let to = match *pieces == fight.mover {
                    true => self.retreat_to(to.trim(), fight, &ids)?,
                    false => self
                        .boards
                        .place(to.trim())
                        .ok_or_else(|| format!("the map has no place \"{to}\""))?
                        .to_string(),
                };
                result.back.extend(ids.into_iter().map(|id| (id, to.clone())));
            }
            _ => return Err(expected(part)),
        }
        Ok(())
    }

    fn read_damage(
        &self,
        part: &str,
        rest: &str,
        fight: &OpenFight,
        result: &mut BattleResult,
    ) -> Result<(), String> {
        let (what, number) = rest.rsplit_once(' ').ok_or_else(|| expected(part))?;
        let class = match what.trim() {
            "complex" => Some(UnitClass::Ic),
            "air-base" => Some(UnitClass::AirBase),
            "naval-base" => Some(UnitClass::NavalBase),
            other => UnitClass::find(other).filter(|class| class.is_facility()),
        };
        let number: i32 =
            number.parse().ok().filter(|n| (0..=MOST_DAMAGE).contains(n)).ok_or_else(|| expected(part))?;
        let found = fight
            .occupant
            .iter()
            .find(|id| self.roster().unit(id).is_some_and(|unit| Some(unit.class) == class));
        let found = found.ok_or_else(|| format!("\"{part}\": no such facility is in this battle"))?;
        result.wrecked.push((found.clone(), number));
        Ok(())
    }

    /// Where attackers go back: ships and land units to a place from which one of them came (D2, L47; G35). Aircraft may
    /// go wherever they could land: to a territory of their side, or to a zone with a carrier of it that is not damaged
    /// (AAF-042); the base game says how far they fly.
    fn retreat_to(&self, to: &str, fight: &OpenFight, ids: &[String]) -> Result<String, String> {
        let area = self.boards.place(to).ok_or_else(|| format!("the map has no place \"{to}\""))?.to_string();
        let came = self.origins(fight);
        let fly = !ids.is_empty() && !self.roster().singly(ids).has(|class| !class.is_air());
        if came.contains(area.as_str()) || fly && self.lands_at(&area) {
            return Ok(area);
        }
        let mut known: Vec<String> = came.into_iter().map(str::to_owned).collect();
        if fly {
            let mut others: Vec<String> = self.boards.areas().filter(|area| self.lands_at(area)).collect();
            others.retain(|area| !known.contains(area) && *area != fight.place);
            known.extend(others);
            return Err(format!("{area}: aircraft cannot land there; they go to {}", known.join(" or ")));
        }
        Err(format!("{area}: no attackers came from there; they retreat to {}", known.join(" or ")))
    }

    /// Whether aircraft of the mover's side find a landing place in an area.
    fn lands_at(&self, area: &str) -> bool {
        let place = self.boards.place(area);
        if !self.is_sea(area) {
            return self.boards.side_of(&self.holder(area)) == self.side;
        }
        let is_deck = |unit: &BoardUnit| {
            unit.class == UnitClass::Cv
                && unit.side == self.side
                && unit.damage == 0
                && Some(&unit.place) == place.as_ref()
        };
        self.boards.on_board().any(is_deck)
    }

    /// The places from which attackers came.
    pub(super) fn origins(&self, fight: &OpenFight) -> BTreeSet<&str> {
        let orders = fight.items.iter().filter_map(|item| self.order(*item));
        let from = orders.filter_map(|order| {
            let at = order.path.iter().position(|step| step.eq_ignore_ascii_case(&fight.place))?;
            order.path.get(at.checked_sub(1)?).map(String::as_str)
        });
        from.collect()
    }
}

fn expected(text: &str) -> String {
    format!(
        "\"{text}\" is not an answer; expected none, or parts separated by semicolons such as axis lost BB, \
         2 INF; allies damaged CV; allies retreat CV, TR to SZ 35; damage complex 3; japan uses jet fighters"
    )
}
