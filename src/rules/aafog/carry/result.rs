//! How a battle ended, as the umpire enters it: who is lost, damaged or gone back, and what the others see then.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::Carrying;
use super::outcome::{ABOARD, Minutes};
use super::roster::piece_of;
use crate::rules::aafog::boards::{BoardUnit, DAMAGED};
use crate::rules::aafog::class::UnitClass;
use crate::rules::aafog::force::{Lot, UnitGroup};
use crate::rules::desk::log::{Fought, LogEvent, UnitFate};
use crate::rules::desk::play::{BoardDeed, Happening, OpenFight, OpenStep, Stride};

/// Where tokens go that were used.
const USED_TOKENS: &str = "Tokens used";
/// Parts of one answer.
const MOST_PARTS: usize = 50;
/// The most damage that one raid does.
const MOST_DAMAGE: i32 = 100;

/// What becomes of units in a battle, part by part.
#[derive(Default)]
struct BattleResult {
    /// Ids of units that are lost.
    lost: Vec<String>,
    /// Ids of ships that are damaged now.
    damaged: Vec<String>,
    /// Ids of units that went back, and where to.
    back: Vec<(String, String)>,
    /// Facilities and how much damage they take.
    wrecked: Vec<(String, i32)>,
}

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
        minutes.source = Some(format!("battle {}", fight.number));
        self.apply(fight, &result, &mut minutes);
        minutes.go_on_fighting(later.to_vec());
        Ok(minutes.end())
    }

    fn apply(&self, fight: &OpenFight, result: &BattleResult, minutes: &mut Minutes<'_, '_>) {
        let number = Some(fight.number);
        minutes.lose(&self.lost(&result.lost), number);
        self.orphaned(fight, result, minutes);
        for id in &result.damaged {
            if let Some(unit) = self.roster().unit(id) {
                minutes.deed(BoardDeed::Mark { piece: unit.ix, state: DAMAGED.to_owned(), on: true });
            }
        }
        for (id, to) in &result.back {
            let group = self.units_of(std::slice::from_ref(id));
            for unit in group.units().0 {
                minutes.log(LogEvent::Retreat(UnitFate { battle: number, unit, to: to.clone() }));
            }
            if let Some(unit) = self.roster().unit(id).filter(|unit| unit.carrier.is_none()) {
                minutes.deed(BoardDeed::Move { piece: unit.ix, to: to.clone() });
            }
            minutes.gone.extend(self.roster().pieces(&group).into_iter().map(|unit| unit.id.clone()));
            for (item, pieces) in minutes.by_item(&group) {
                minutes.happened(Happening::Gone { item, pieces });
            }
        }
        for (id, damage) in &result.wrecked {
            if let Some(unit) = self.roster().unit(id) {
                let now = i32::try_from(unit.damage).unwrap_or(0);
                minutes.deed(BoardDeed::Number { piece: unit.ix, to: now.saturating_add(*damage) });
            }
        }
        for token in fight.occupant.iter().filter_map(|id| self.roster().unit(id)) {
            if token.class == UnitClass::Kami {
                minutes.deed(BoardDeed::Move { piece: token.ix, to: USED_TOKENS.to_owned() });
            }
        }
        let gone: BTreeSet<&str> =
            result.lost.iter().chain(result.back.iter().map(|(id, _)| id)).map(String::as_str).collect();
        let left = |pieces: &[String]| -> Vec<String> {
            let all = pieces.iter().flat_map(|id| self.each_id(id));
            all.filter(|id| !gone.contains(id.as_str()) && !self.is_carried_by(id, &gone)).collect()
        };
        let (mover, occupant) = (left(&fight.mover), left(&fight.occupant));
        let free = |ids: &[String]| {
            let ships: BTreeSet<&str> = ids.iter().map(|id| piece_of(id)).collect();
            let free: Vec<String> =
                ids.iter().filter(|id| !self.is_carried_by(id, &ships)).cloned().collect();
            self.units_of(&free).units()
        };
        let units = BTreeMap::from([(self.side.clone(), free(&mover)), (self.other_side(), free(&occupant))]);
        minutes.log(LogEvent::BattleEnd(Fought {
            number: fight.number,
            place: fight.place.clone(),
            units,
            cause: fight.cause.clone(),
        }));
        self.conquered(fight, &mover, &occupant, minutes);
        let stays =
            |ids: &[String]| self.units_of(ids).has(|class| class.is_land() || class.is_surface_warship());
        if stays(&mover) && stays(&occupant) {
            let told =
                format!("units of both sides are left in {}: look whether the battle is over", fight.place);
            minutes.stride.remarks.push(told);
        }
        if fight.cause != "interception" {
            self.seen_after(fight, result, &mover, &occupant, minutes);
        }
    }

    /// Units that are lost. Who is aboard a transport goes down with it; the aircraft of a carrier are in the air.
    fn lost(&self, ids: &[String]) -> UnitGroup {
        let group = self.units_of(ids);
        let lot = |lot: &Lot| if lot.class == UnitClass::Cv { lot.empty() } else { lot.clone() };
        UnitGroup::of(group.lots().iter().map(lot).collect())
    }

    /// Aircraft whose carrier is lost stay in its zone until they land or are lost, too.
    fn orphaned(&self, fight: &OpenFight, result: &BattleResult, minutes: &mut Minutes<'_, '_>) {
        let carriers = result.lost.iter().filter_map(|id| self.roster().unit(id));
        for carrier in carriers.filter(|unit| unit.class == UnitClass::Cv) {
            let aircraft: Vec<&BoardUnit> =
                self.roster().cargo(carrier.ix).filter(|unit| !result.lost.contains(&unit.id)).collect();
            for unit in &aircraft {
                minutes.deed(BoardDeed::Mark { piece: unit.ix, state: ABOARD.to_owned(), on: false });
                minutes.deed(BoardDeed::Move { piece: unit.ix, to: fight.place.clone() });
            }
            if !aircraft.is_empty() {
                let units = self.roster().of(&aircraft).nameless();
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
        let defended = self.units_of(occupant).has(|class| class.is_land() || class.is_air());
        let takes = self.units_of(mover).has(UnitClass::is_land);
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
        let has_destroyer = |pieces: &[String]| self.units_of(pieces).count(UnitClass::Dd) > 0;
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
            self.units_of(std::slice::from_ref(id)).lots().iter().map(Lot::empty).collect::<Vec<_>>()
        });
        UnitGroup::of(lots.collect())
    }

    fn is_carried_by(&self, id: &str, ships: &BTreeSet<&str>) -> bool {
        let carrier =
            self.roster().unit(id).and_then(|unit| unit.carrier).and_then(|ix| self.boards.unit(ix));
        carrier.is_some_and(|ship| ships.contains(ship.id.as_str()))
    }

    /// The ids of the units that a piece stands for.
    fn each_id(&self, id: &str) -> Vec<String> {
        match self.roster().unit(id) {
            Some(unit) if unit.count > 1 => (1..=unit.count).map(|n| format!("{}#{n}", unit.id)).collect(),
            Some(unit) => vec![unit.id.clone()],
            None => Vec::new(),
        }
    }

    /// Units by their ids, each a lot of its own, with what they carry.
    fn units_of(&self, ids: &[String]) -> UnitGroup {
        let lot = |id: &String| {
            let unit = self.roster().unit(id)?;
            let all = self.roster().group(&[piece_of(id).to_owned()]);
            let cargo = all.lots().first().map(|lot| lot.cargo.clone()).unwrap_or_default();
            let power = Some(unit.power.clone());
            Some(Lot { power, damage: unit.damage, ids: vec![id.clone()], cargo, ..Lot::new(unit.class, 1) })
        };
        UnitGroup::of(ids.iter().filter_map(lot).collect())
    }

    fn read_result(&self, text: &str, fight: &OpenFight) -> Result<BattleResult, String> {
        let mut result = BattleResult::default();
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
        let side = self.boards.side_of(who);
        let pieces = match () {
            () if !side.is_empty() && side == self.side => &fight.mover,
            () if !side.is_empty() => &fight.occupant,
            () => return Err(format!("\"{part}\": no side is called \"{who}\"")),
        };
        let (verb, rest) = rest.split_once(' ').ok_or_else(|| expected(part))?;
        let taken: BTreeSet<String> =
            result.lost.iter().chain(result.back.iter().map(|(id, _)| id)).cloned().collect();
        let named = |units: &str, damaged: bool| self.named_in(units, pieces, &taken, damaged, part);
        match verb.to_lowercase().as_str() {
            "lost" | "loses" | "lose" => result.lost.extend(named(rest, true)?),
            "damaged" => result.damaged.extend(named(rest, false)?),
            "retreat" | "retreats" | "retreated" => {
                let (units, to) = rest.rsplit_once(" to ").ok_or_else(|| expected(part))?;
                let to = self.retreat_to(to.trim(), fight, *pieces == fight.mover)?;
                let ids = named(units, true)?;
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

    /// Ids of units of a battle, named by class and number or as `all`.
    fn named_in(
        &self,
        units: &str,
        pieces: &[String],
        taken: &BTreeSet<String>,
        damaged_first: bool,
        part: &str,
    ) -> Result<Vec<String>, String> {
        let mut free: Vec<String> =
            pieces.iter().flat_map(|id| self.each_id(id)).filter(|id| !taken.contains(id)).collect();
        if units.trim().eq_ignore_ascii_case("all") {
            let is_unit = |id: &String| {
                self.roster()
                    .unit(id)
                    .is_some_and(|unit| !unit.class.is_facility() && unit.class != UnitClass::Kami)
            };
            return Ok(free.into_iter().filter(is_unit).collect());
        }
        let wanted = UnitGroup::read("units", &Value::from(units))
            .map_err(|faults| faults.into_iter().map(|fault| fault.message).collect::<Vec<_>>().join("; "))?;
        let mut found = Vec::new();
        for lot in wanted.lots() {
            for _ in 0..lot.count {
                let fits = |id: &&String| {
                    self.roster().unit(id).is_some_and(|unit| {
                        unit.class == lot.class && lot.power.as_ref().is_none_or(|power| *power == unit.power)
                    })
                };
                let rank = |id: &&String| {
                    let damage = self.roster().unit(id).map_or(0, |unit| unit.damage);
                    let meant = lot.damage > 0 || damaged_first;
                    (u32::from((damage > 0) != meant), (*id).clone())
                };
                let best = free.iter().filter(fits).min_by_key(rank).cloned();
                let id = best.ok_or_else(|| {
                    let there = self.roster().group(pieces).nameless();
                    format!("\"{part}\": so many {} are not in this battle; that side has {there}", lot.class)
                })?;
                free.retain(|other| *other != id);
                found.push(id);
            }
        }
        Ok(found)
    }

    /// Where attackers go back: to a place from which one of them came (D2, L47; G35).
    fn retreat_to(&self, to: &str, fight: &OpenFight, mover: bool) -> Result<String, String> {
        let area = self.boards.place(to).ok_or_else(|| format!("the map has no place \"{to}\""))?.to_string();
        let came = self.origins(fight);
        if mover && !came.contains(area.as_str()) {
            let known: Vec<&str> = came.into_iter().collect();
            return Err(format!(
                "{area}: no attacker came from there; they retreat to {}",
                known.join(" or ")
            ));
        }
        Ok(area)
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
        "\"{text}\" is no answer; expected none, or parts with a semicolon between them such as axis lost BB, 2 INF; \
         allies damaged CV; allies retreat CV, TR to SZ 35; damage complex 3"
    )
}
