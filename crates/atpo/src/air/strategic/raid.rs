//! A raid of bombers, whatever it is aimed at: strength, column, one throw on the Bombing Table, the bomber that a star
//! hits, and the EP (2.1.2, 2.1.3).

mod aim;
mod meeting;

pub(super) use aim::{AimEffect, FixedColumn, RaidAim, RaidModifier, TargetMark};
use serde::Serialize;

use super::numbers::RaidTables;
use super::purse::Purse;
use crate::air::aircraft::Aircraft;
use crate::air::flak;
use crate::air::flight::{self, Flight, HitAircraft, WingState};
use crate::air::pilots::{self, MissedPilots};
use crate::air::strike::passage::{AirPassage, PassageOutcome};
use crate::air::strike::state::StrikeState;
use crate::bombing::BombResult;
use crate::forces::ATTACKER;
use crate::terms::{PREVIOUSLY_COMMITTED, TARGET};
use liege_rules::play::deeds::{Act, Deed, Term, Whom};
use liege_rules::play::dice::{Dice, Die};
use liege_rules::play::losses::UnitLoss;
use liege_rules::play::procedure::{Flow, Log, Refusal, Role};

/// The rule of the throw.
pub(super) const RULE: &str = "2.1.3";
/// The rule of what a target does to strength and column.
pub(super) const EFFECTS: &str = "2.1.2";

/// The bombers on their way to one target, with all that was declared.
pub struct BomberRaid {
    /// The bombers, each of which takes part.
    pub bombers: Vec<Aircraft>,
    /// Those that fly along and are never hit.
    pub escorts: Vec<Aircraft>,
    pub(super) aim: RaidAim,
    pub(super) modifiers: Vec<RaidModifier>,
    /// Who chooses the bomber that a star hits; asked where nobody told it.
    pub(super) chooser: Option<Role>,
    /// The rule that gives the choice.
    pub(super) star: &'static str,
    pub(super) purse: Purse,
    /// What lies on the target afterwards.
    pub(super) marks: Vec<TargetMark>,
    /// Japan has had an air unit of the later quality on a base of the map (4.8.7.1).
    pub(super) later_pilots: bool,
    /// Who can meet them on their way.
    pub(super) passage: Option<AirPassage>,
}

/// What happens next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum BomberRaidStage {
    /// The throw.
    Throw,
    /// Somebody says which bomber a star hits.
    Star,
    /// This bomber is hit.
    Hit(usize),
    /// It is over.
    End,
}

/// How far a raid has come.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct BomberRaidState {
    /// Whether nobody can meet them any more.
    past: bool,
    stage: BomberRaidStage,
    /// The cell of the table; none before the throw and where no bomber got through.
    cell: Option<BombResult>,
    flight: Flight,
    /// Who has the Initiative, as it was answered.
    chooser: Option<Role>,
    /// The meetings on their way, under way or over.
    air: Option<Box<StrikeState>>,
}

/// What a raid did.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct BomberRaidOutcome {
    /// The cell of the Bombing Table; none where there was no attack.
    pub cell: Option<String>,
    /// EP that are lost.
    pub ep: u32,
    /// The bombers that were hit.
    pub hit: Vec<HitAircraft>,
    /// What became of those who flew with them and who met them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub air: Option<PassageOutcome>,
    #[serde(skip)]
    told: String,
    #[serde(skip)]
    deeds: Vec<Deed>,
}

impl BomberRaidState {
    /// Before the throw, with these bombers.
    #[must_use]
    pub fn with(flight: Flight) -> Self {
        Self { past: true, stage: BomberRaidStage::Throw, cell: None, flight, chooser: None, air: None }
    }

    /// What is left of the bombers.
    #[must_use]
    pub fn flight(&self) -> &Flight {
        &self.flight
    }
}

impl BomberRaid {
    /// All bombers over the target.
    ///
    /// # Errors
    /// Too little strength for the table (2.1.3).
    pub(super) fn begin(&self, tables: &RaidTables) -> Result<BomberRaidState, Vec<Refusal>> {
        let state = BomberRaidState::with(Flight::all(&self.bombers));
        let strength = self.strength(&state.flight, tables, &mut Log::silent());
        if tables.bombing.column(strength).is_none() {
            let reason = format!("a net strength of {strength} has no column on the Bombing Table");
            return Err(vec![Refusal::new(RULE, reason)]);
        }
        let air = self.passage.as_ref().map(|passage| Box::new(passage.begin()));
        Ok(BomberRaidState { past: air.is_none(), air, ..state })
    }

    /// One step, with `done` for what follows the outcome.
    pub(super) fn step<'b, O>(
        &'b self,
        mut state: BomberRaidState,
        tables: &'b RaidTables,
        dice: &mut dyn Dice,
        log: &mut Log,
        done: impl FnOnce(BomberRaidOutcome, &mut Log) -> O,
    ) -> Flow<'b, BomberRaidState, O> {
        match state.stage {
            _ if !state.past => self.meet(state, tables, dice, log),
            BomberRaidStage::Throw => Flow::Next(self.throw(state, tables, dice, log)),
            BomberRaidStage::Star => {
                let among: Vec<usize> = state.flight.flying().collect();
                if let [only] = among[..] {
                    return Flow::Next(BomberRaidState { stage: BomberRaidStage::Hit(only), ..state });
                }
                let asked = state.clone();
                let Some(chooser) = self.chooser.or(state.chooser) else {
                    return flak::asked_initiative(self.star, move |role| BomberRaidState {
                        chooser: Some(role),
                        ..asked.clone()
                    });
                };
                flak::asked(
                    (&self.bombers, &state.flight, &among),
                    &tables.units,
                    (chooser, self.star),
                    move |unit| BomberRaidState { stage: BomberRaidStage::Hit(unit), ..asked.clone() },
                )
            }
            BomberRaidStage::Hit(unit) => {
                flak::hit(&self.bombers, &mut state.flight, unit, self.star, log);
                Flow::Next(BomberRaidState { stage: BomberRaidStage::End, ..state })
            }
            BomberRaidStage::End => {
                let outcome = self.outcome(&state, tables, log);
                Flow::Done(done(outcome, log))
            }
        }
    }

    /// The strength that counts on the table, halved as the target says.
    fn strength(&self, flight: &Flight, tables: &RaidTables, log: &mut Log) -> u32 {
        let each = |unit: usize| u32::from(flight.strength(&self.bombers, unit, &tables.units));
        let mut strength: u32 = flight.flying().map(each).sum();
        log.line(|| {
            let told: Vec<String> =
                flight.flying().map(|unit| format!("{} {}", self.bombers[unit].name, each(unit))).collect();
            ("strength", strength.to_string(), told.join(", "), RULE)
        });
        for effect in self.aim.effects.iter().filter(|effect| effect.halves) {
            strength /= 2;
            log.line(|| {
                (effect.label.clone(), format!("halved to {strength}"), effect.cause.clone(), EFFECTS)
            });
        }
        strength
    }

    /// The column, shifted as the target says unless it is fixed.
    fn column(&self, strength: u32, tables: &RaidTables, log: &mut Log) -> Option<usize> {
        let own = tables.bombing.column(strength)?;
        let name = |column| tables.bombing.name(column).to_owned();
        if let Some(FixedColumn { column, cause, rule }) = &self.aim.fixed {
            log.line(|| ("column", name(*column), format!("{cause}, regardless of strength"), *rule));
            return Some(*column);
        }
        log.line(|| ("column", name(own), format!("strength {strength}"), RULE));
        let mut shift: i32 = 0;
        for effect in self.aim.effects.iter().filter(|effect| !effect.halves) {
            shift = shift.saturating_add(effect.shift);
            log.line(|| {
                let told = match effect.shift {
                    0 => "no change".to_owned(),
                    by => format!("{by:+} on the columns"),
                };
                (effect.label.clone(), told, effect.cause.clone(), EFFECTS)
            });
        }
        let column = tables.bombing.shifted(own, shift);
        if shift != 0 {
            let reached = i32::try_from(column).ok().zip(i32::try_from(own).ok());
            let is_off = reached.is_some_and(|(column, own)| column - own != shift);
            log.line(|| {
                let clamped = if is_off { "; off the table, the last column is used (gap G24)" } else { "" };
                ("column", name(column), format!("{shift:+} from {}{clamped}", name(own)), EFFECTS)
            });
        }
        Some(column)
    }

    fn throw(
        &self,
        mut state: BomberRaidState,
        tables: &RaidTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> BomberRaidState {
        let strength = self.strength(&state.flight, tables, log);
        let Some(column) = self.column(strength, tables, log) else {
            log.line(|| ("attack", "none", "a net strength of at least 2 is needed", RULE));
            return BomberRaidState { stage: BomberRaidStage::End, ..state };
        };
        let modifier = self.modifier(&state.flight, tables, log);
        let (one, other) = dice.pair(Die::D6, "bombing", &|one, other| (one + other).into());
        for face in [one, other] {
            log.roll(Die::D6, face, || ("bombing: die", "2d6", RULE));
        }
        let total = i32::from(one + other).saturating_add(modifier);
        let cell = cell(total, column, tables);
        log.line(|| {
            let made = match modifier {
                0 => String::new(),
                by => format!(" ({} {by:+})", one + other),
            };
            let cause = format!("total {total}{made}, column {}", tables.bombing.name(column));
            ("table", cell.text(), cause, RULE)
        });
        state.cell = Some(cell);
        state.stage = if cell.star { BomberRaidStage::Star } else { BomberRaidStage::End };
        state
    }

    /// What is added to the dice.
    fn modifier(&self, flight: &Flight, tables: &RaidTables, log: &mut Log) -> i32 {
        let full = |unit: &usize| {
            tables.rules.is_b29(&self.bombers[*unit]) && !flight.is_depleted(&self.bombers, *unit)
        };
        let count = flight.flying().filter(full).count();
        let bonus = tables.rules.dice.b29.saturating_mul(i32::try_from(count).unwrap_or(i32::MAX));
        if count > 0 {
            log.line(|| ("modifier: B-29", format!("{bonus:+}"), format!("{count} at full strength"), RULE));
        }
        for RaidModifier { label, value, cause, rule } in &self.modifiers {
            log.line(|| (format!("modifier: {label}"), format!("{value:+}"), cause.clone(), *rule));
        }
        self.modifiers.iter().fold(bonus, |sum, modifier| sum.saturating_add(modifier.value))
    }

    /// What came out; what is certain so far when it is asked for before the end.
    pub(super) fn outcome(
        &self,
        state: &BomberRaidState,
        tables: &RaidTables,
        log: &mut Log,
    ) -> BomberRaidOutcome {
        let number = state.cell.and_then(|cell| cell.number).map_or(0, u32::from);
        let hit = self.flight(state).hit(&self.bombers);
        let (own, air) = (self.bombers.len(), self.passage.as_ref().zip(state.air.as_ref()));
        let air = air.map(|(passage, air)| PassageOutcome::of(passage, air, (own, own), &tables.passage));
        let mut deeds = Vec::new();
        let (ep, mut told) = if self.aim.is_rail {
            log.line(|| {
                let why =
                    "the rules do not say how this lowers the Rail Capacity; the players settle it (gap G20)";
                ("Rail Capacity", format!("result {number}"), why, "2.1.1.2")
            });
            (0, format!("{number} on the Rail Capacity"))
        } else {
            let ep = self.purse.pay(number, tables, &mut deeds, log);
            (ep, format!("{ep} EP"))
        };
        if state.cell.is_none() && state.stage == BomberRaidStage::End {
            "no attack".clone_into(&mut told);
        }
        let missed = MissedPilots::of(&tables.units, self.later_pilots).among(&self.bombers, &hit);
        deeds.extend(pilots::deeds(&hit, &missed));
        self.after(state, &mut deeds, &mut told, log);
        deeds.extend(air.iter().flat_map(|air| air.deeds().iter().cloned()));
        for HitAircraft { name, state, .. } in hit.iter().filter(|hit| hit.state != WingState::Aborted) {
            told = format!("{told}, {name} {}", state.word());
        }
        told.push_str(&air.as_ref().map(PassageOutcome::in_words).unwrap_or_default());
        BomberRaidOutcome { cell: state.cell.map(BombResult::text), ep, hit, air, told, deeds }
    }

    /// The chits on the target and on all that flew.
    fn after(&self, state: &BomberRaidState, deeds: &mut Vec<Deed>, told: &mut String, log: &mut Log) {
        let is_success = state.cell.is_some_and(|cell| cell.number.is_some());
        for TargetMark { state: mark, always, rule } in &self.marks {
            if state.cell.is_none() || !(*always || is_success) {
                continue;
            }
            let place = Term::read(TARGET.to_owned(), self.aim.name.clone());
            deeds.push(Deed { whom: Whom::Thing(place), act: Act::Mark(mark.clone()), rule: (*rule).into() });
            let why = if *always { "from now on" } else { "bombed with success this season" };
            log.line(|| (self.aim.name.clone(), mark.to_string(), why, *rule));
            if *always {
                *told = format!("{told}, {mark}");
            }
        }
        if self.aim.in_japan && state.cell.is_some() {
            log.line(|| {
                let why =
                    "the first time that Japan is bombed: fighters at home, EP and Offensives of the US";
                ("Shock of War", "occurs now, unless it occurred before", why, "17.7")
            });
        }
        let flight = self.flight(state);
        let left = self.bombers.iter().enumerate().filter(|(at, _)| flight.has(*at)).map(|(_, unit)| unit);
        // Who was met is told with those who met him.
        let escorts = self.escorts.iter().filter(|_| self.passage.is_none());
        for unit in left.chain(escorts) {
            let whom = Whom::Unit { name: unit.name.clone(), piece: unit.piece.clone() };
            deeds.push(Deed { whom, act: Act::Mark(PREVIOUSLY_COMMITTED), rule: "2.1".into() });
        }
    }

    /// What became of the bombers.
    pub(super) fn losses(&self, outcome: &BomberRaidOutcome) -> Vec<UnitLoss> {
        let mut losses = flight::losses(&[(ATTACKER, &self.bombers, &outcome.hit)]);
        if let Some((passage, air)) = self.passage.as_ref().zip(outcome.air.as_ref()) {
            let first = losses.len();
            let more = air.losses(passage, self.bombers.len()).into_iter();
            losses.extend(more.map(|loss| UnitLoss { like: first + loss.like, ..loss }));
        }
        losses
    }
}

/// A cell of the table, with the star that only one reading of `bombing_13_90` has.
fn cell(total: i32, column: usize, tables: &RaidTables) -> BombResult {
    let other = &tables.rules.star;
    let row = u8::try_from(total.clamp(0, i32::from(u8::MAX))).unwrap_or_default();
    let mut cell = tables.bombing.cell(row, column);
    let is_there = total >= other.total && tables.bombing.name(column) == other.column;
    cell.star |= is_there && tables.choices.is("bombing_13_90", "17*");
    cell
}

impl BomberRaidOutcome {
    /// The short text.
    pub(super) fn in_words(&self) -> String {
        self.told.clone()
    }

    /// What is done to pieces and tracks.
    pub(super) fn deeds(&self) -> &[Deed] {
        &self.deeds
    }
}
