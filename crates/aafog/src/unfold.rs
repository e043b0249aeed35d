//! Entering a sea zone, told as far as it is decided: what comes out, and what is to be decided next (P02, P04).
//!
//! Contact and decisions give everything that has come out so far and the next question. A procedure's state is
//! therefore only the decisions, and a log is judged by the function that the umpire's desk runs. Every statement
//! has its reasons (`because`): a cell of the chart with its source, a rule with its lines, or an open point with
//! the reading chosen.

mod fight;

use super::because::Because;
use super::class::UnitClass;
use super::force::UnitGroup;
use super::meeting::{Meeting, Movers, SeaContact, Statement};
use super::messages::{Forbidden, Message, SurfaceList, VisibleList};
use super::roles::{MOVER, OCCUPANT};
use super::sea_entry::{SeaDecisions, SeaEntry, SeaNext, SeaRules};
use super::upshot::{Sent, Upshot};
use liege_rules::play::procedure::Role;

/// What came out so far, and what is next.
#[derive(Debug, Clone)]
pub struct Unfolded {
    /// What the chart says of the contact.
    pub meeting: Meeting,
    /// What came out, in order.
    pub upshots: Vec<Upshot>,
    /// What is to be decided next.
    pub next: SeaNext,
    /// Whether a naval battle is fought, after which no ship bombards (D3, L51).
    pub naval_battle: bool,
}

/// The one power that has kamikaze tokens (C15, L94).
const JAPAN: &str = "japan";

/// A free shot hits on this or less (C9, L74).
pub const FREE_SHOT_HITS: u8 = 2;

/// Tells an entry as far as the decisions go.
#[must_use]
pub fn unfold(entry: &SeaEntry, decisions: &SeaDecisions, rules: &SeaRules) -> Unfolded {
    let meeting = Meeting::of(&entry.contact, &rules.chart, rules.readings);
    let mut telling = Telling { entry, decisions, rules, meeting, upshots: Vec::new(), naval_battle: false };
    let next = telling.all().err().unwrap_or(SeaNext::Nothing);
    let Telling { meeting, upshots, naval_battle, .. } = telling;
    Unfolded { meeting, upshots, next, naval_battle }
}

/// A telling that stops where something is not decided yet.
struct Telling<'a> {
    entry: &'a SeaEntry,
    decisions: &'a SeaDecisions,
    rules: &'a SeaRules,
    meeting: Meeting,
    upshots: Vec<Upshot>,
    naval_battle: bool,
}

type Until<T> = Result<T, SeaNext>;

/// How scrambled aircraft meet the mover (D06).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// They fight those who are in the zone.
    Battle,
    /// They meet those who pass, for one salvo.
    Interception,
    /// There is nobody whom they could meet.
    Nobody,
}

/// What comes of the enemy's notices.
#[derive(Clone, Copy, Default)]
struct Roused {
    fighters: u32,
    tactical: u32,
    tokens: u32,
    intercepts: bool,
}

impl Roused {
    fn aircraft(self) -> UnitGroup {
        UnitGroup::counted(&[(UnitClass::Ftr, self.fighters), (UnitClass::Tac, self.tactical)])
    }

    fn scrambled(self) -> bool {
        self.fighters > 0 || self.tactical > 0
    }

    /// Whether somebody in the zone is attacked.
    fn engages(self) -> bool {
        self.tokens > 0 || self.scrambled() && !self.intercepts
    }
}

/// Who of the mover's takes part in the battle.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taking {
    All,
    Subs,
    Nobody,
}

impl<'a> Telling<'a> {
    fn contact(&self) -> &'a SeaContact {
        &self.entry.contact
    }

    fn zone(&self) -> String {
        self.contact().zone.clone()
    }

    fn tell(&mut self, to: Role, message: Message, because: Vec<Because>) {
        self.upshots.push(Upshot::message(&self.rules.texts, to, message, because));
    }

    /// Tells one power of the other side.
    fn tell_power(&mut self, power: Option<String>, message: Message, because: Vec<Because>) {
        let text = self.rules.texts.text(&message);
        self.upshots.push(Upshot::Message(Sent { to: OCCUPANT, power, message, text, because }));
    }

    fn subs_there(&self) -> u32 {
        self.contact().occupants.count(UnitClass::Sub)
    }

    fn all(&mut self) -> Until<()> {
        if self.refused() {
            return Ok(());
        }
        self.barred();
        let roused = self.notices()?;
        self.bump();
        let forced = self.meeting.battle.is_some() || roused.engages();
        let attacks = !forced && self.optional()?;
        let subs = self.own_subs()?;
        let fighting = match () {
            () if forced || attacks => Taking::All,
            () if subs => Taking::Subs,
            () => Taking::Nobody,
        };
        let fired = if fighting == Taking::Nobody { self.free_shots()? } else { 0 };
        if fighting == Taking::Nobody {
            self.sightings(fired);
        } else {
            let joined = self.hidden_subs()?;
            self.battle(fighting, roused, subs, joined, attacks);
        }
        if roused.intercepts && roused.scrambled() {
            self.intercepted(roused);
        }
        if fighting != Taking::All && fired == 0 {
            self.reports();
        }
        Ok(())
    }

    /// A non-combat move into enemies that the mover was shown in this turn (9, L35; G34).
    fn refused(&mut self) -> bool {
        let known = &self.entry.known;
        if !self.contact().non_combat || known.is_empty() {
            return false;
        }
        let certain = known.has(|class| class.is_surface_warship() || class.is_air() || class.is_land());
        let mut because = vec![Because::Rule("9", "L35")];
        because.push(Because::Gap("G34", "sightings of this power's turn are known"));
        if certain {
            let reason = Forbidden::EnemiesKnown(self.zone());
            self.tell(MOVER, Message::NotAllowed { reason }, because.clone());
            let Movers { ships, ending, .. } = &self.contact().movers;
            self.upshots.push(Upshot::Barred { units: ships.and(ending), place: self.zone(), because });
            return true;
        }
        let text = format!("{} of the enemy was seen there in this turn: suspicious, not forbidden", known);
        self.upshots.push(Upshot::Remark { text, because });
        false
    }

    fn barred(&mut self) {
        let Some(Statement { what: units, because }) = self.meeting.barred.clone() else { return };
        let stayed = units.has(UnitClass::is_ship);
        let zone = self.zone();
        let reason = if stayed { Forbidden::WarshipsStayed(zone) } else { Forbidden::AttackedBefore(zone) };
        self.tell(MOVER, Message::NotAllowed { reason }, because.clone());
        self.upshots.push(Upshot::Barred { units, place: self.zone(), because });
    }

    /// The blip and the kamikaze target, each with its answer (D06, D07; G24).
    fn notices(&mut self) -> Until<Roused> {
        let mut roused = Roused::default();
        if let Some(Statement { because, .. }) = self.meeting.blip.clone() {
            let owner = self.contact().facts.base_power.clone();
            self.tell_power(owner, Message::RadarBlip { zone: self.zone() }, because);
            let mode = self.mode();
            let base = self.contact().facts.base.clone().unwrap_or_default();
            let (fighters, tactical) = (base.count(UnitClass::Ftr), base.count(UnitClass::Tac));
            let limit = self.contact().facts.scramble_limit.unwrap_or(u32::MAX);
            let most = (fighters + tactical).min(limit);
            if mode != Mode::Nobody && most > 0 {
                let next = SeaNext::Scramble { fighters, tactical, most };
                (roused.fighters, roused.tactical) = self.decisions.scramble.ok_or(next)?;
            }
            roused.intercepts = mode == Mode::Interception;
        }
        if let Some(Statement { because, .. }) = self.meeting.kamikaze.clone() {
            let message = Message::KamikazeTarget { zone: self.zone() };
            self.tell_power(Some(JAPAN.to_owned()), message, because);
            let tokens = self.contact().facts.tokens.unwrap_or(0);
            if tokens > 0 && !self.contact().fought {
                roused.tokens = self.decisions.tokens.ok_or(SeaNext::Tokens(tokens))?;
            }
        }
        Ok(roused)
    }

    /// Whom scrambled aircraft would meet (D06): a second battle in a zone is not fought (8, L21).
    fn mode(&self) -> Mode {
        let Movers { ships, ending, passing, earlier, .. } = &self.contact().movers;
        let barred = self.meeting.barred.as_ref().map(|barred| barred.what.clone()).unwrap_or_default();
        let here = ships.and(ending).part(|class| barred.count(class) == 0).and(earlier);
        let draws = |class: UnitClass| class != UnitClass::Sub || self.rules.readings.subs_draw;
        match () {
            () if here.has(draws) && self.contact().fought => Mode::Nobody,
            () if here.has(draws) => Mode::Battle,
            () if !passing.is_empty() => Mode::Interception,
            () => Mode::Nobody,
        }
    }

    /// Unplanned contact, told to each side that sees the other (9, L35).
    fn bump(&mut self) {
        let mutual = self.meeting.battle.is_some() || self.meeting.may_attack.is_some() || self.both_see();
        if !self.contact().non_combat || !mutual {
            return;
        }
        let because = vec![Because::Rule("9", "L35")];
        for (side, seen) in [
            (OCCUPANT, self.meeting.occupant_sees.what.clone()),
            (MOVER, self.meeting.mover_sees.what.clone()),
        ] {
            let destroyer = self.meeting.destroyer || self.meeting.sub_stop.is_some();
            let list = VisibleList::of(&seen, destroyer);
            self.tell(side, Message::Bump { zone: self.zone(), list }, because.clone());
        }
    }

    /// Whether both sides see units of the other, though nothing is fought: transports on both sides (G12).
    fn both_see(&self) -> bool {
        let surface = |group: &UnitGroup| group.has(UnitClass::is_surface_ship);
        let Movers { ships, .. } = &self.contact().movers;
        surface(ships) && surface(&self.contact().occupants)
    }

    /// The attack that the mover may choose (C4, C8).
    fn optional(&mut self) -> Until<bool> {
        let Some(Statement { what, because }) = self.meeting.may_attack.clone() else { return Ok(false) };
        let list = VisibleList::of(&what, self.meeting.destroyer);
        self.tell(MOVER, Message::ContactOptional { zone: self.zone(), list }, because);
        self.decisions.attack.ok_or(SeaNext::Attack)
    }

    /// The attack that the owner of moving submarines may choose, unseen (C3; G25).
    fn own_subs(&mut self) -> Until<bool> {
        let Some(Statement { what, because }) = self.meeting.subs_may_attack.clone() else {
            return Ok(false);
        };
        let list = SurfaceList::of(&what);
        self.tell(MOVER, Message::SubContact { zone: self.zone(), list }, because);
        self.decisions.subs.ok_or(SeaNext::Subs)
    }

    /// Free shots at transports without a warship; how many submarines fired (C9; G15, G16).
    fn free_shots(&mut self) -> Until<u32> {
        let Some(Statement { what: transports, because }) = self.meeting.free_shot.clone() else {
            return Ok(0);
        };
        let message = Message::FreeShot { zone: self.zone(), transports: transports.count(UnitClass::Tr) };
        self.tell(OCCUPANT, message, because.clone());
        let fired = self.decisions.shots.ok_or(SeaNext::Shots(self.subs_there()))?;
        let mut left = transports;
        for shot in 0..fired as usize {
            let afloat = left.count(UnitClass::Tr);
            if afloat == 0 {
                break;
            }
            // One transport is no choice.
            let target = match afloat {
                1 => 1,
                _ => *self.decisions.targets.get(shot).ok_or(SeaNext::Target(afloat))?,
            };
            let face = *self.decisions.faces.get(shot).ok_or(SeaNext::Die)?;
            let hit = face <= FREE_SHOT_HITS;
            let message = Message::FreeShotTaken { zone: self.zone(), die: face, hit, subs: fired };
            self.tell(MOVER, message, because.clone());
            if hit {
                let sunk;
                (sunk, left) = left.nth(UnitClass::Tr, target);
                let lost =
                    Upshot::Loss { of: MOVER, units: sunk, place: self.zone(), because: because.clone() };
                self.upshots.push(lost);
            }
        }
        Ok(fired)
    }

    /// Hidden submarines of the side that is attacked may join (D3, L51); none where a destroyer sees them.
    fn hidden_subs(&mut self) -> Until<u32> {
        let subs = self.subs_there();
        if subs == 0 {
            return Ok(0);
        }
        if self.meeting.destroyer {
            return Ok(subs);
        }
        let because = vec![Because::Rule("D3", "L51")];
        self.tell(OCCUPANT, Message::HiddenSubMayJoin { zone: self.zone() }, because);
        self.decisions.join.ok_or(SeaNext::Join(subs))
    }

    fn sighting(&mut self, by: Role, units: UnitGroup, because: Vec<Because>) {
        if !units.is_empty() {
            self.upshots.push(Upshot::Sighting { by, units, place: self.zone(), because });
        }
    }

    /// What each side learns where nothing was fought; submarines that fired are seen.
    fn sightings(&mut self, fired: u32) {
        let Statement { what, because } = self.meeting.occupant_sees.clone();
        self.sighting(OCCUPANT, what, because);
        let Statement { what, because } = self.meeting.mover_sees.clone();
        self.sighting(MOVER, what, because);
        let subs = self.contact().occupants.first(UnitClass::Sub, fired).outside();
        self.sighting(MOVER, subs, vec![Because::Rule("C9", "L74"), Because::Rule("8-naval", "L25")]);
    }

    /// What ignored transports and submarines saw pass (8-naval, L27).
    fn reports(&mut self) {
        let barred = self.meeting.barred.as_ref().map(|barred| barred.what.clone()).unwrap_or_default();
        let fleet =
            self.contact().movers.ships.part(|class| class.is_surface_ship() && barred.count(class) == 0);
        if fleet.is_empty() {
            return;
        }
        for unit in self.meeting.watchers.classes().into_iter().rev() {
            let list = SurfaceList::of(&fleet);
            let message = Message::ObserverReport { unit, zone: self.zone(), list };
            self.tell(OCCUPANT, message, vec![Because::Rule("8-naval", "L27")]);
        }
    }
}
