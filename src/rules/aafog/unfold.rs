//! Entering a sea zone, told as far as it is decided: what comes out, and what is to be decided next (P02, P04).

use super::because::Because;
use super::chart::SightChart;
use super::choices::SeaReadings;
use super::class::UnitClass;
use super::force::UnitGroup;
use super::meeting::{Meeting, Movers, SeaContact, Statement};
use super::messages::{Arm, Forbidden, Message, MessageTexts, SurfaceList, VisibleList};
use super::roles::{MOVER, OCCUPANT};
use super::upshot::{Cause, Upshot};
use crate::rules::procedure::Role;

/// What was decided and rolled so far, in the order of the questions.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct SeaDecisions {
    /// Fighters and tactical bombers that scramble.
    pub scramble: Option<(u32, u32)>,
    /// Kamikaze tokens that are used.
    pub tokens: Option<u32>,
    /// Whether the mover attacks what he may leave alone.
    pub attack: Option<bool>,
    /// Whether the mover's submarines attack what does not see them.
    pub subs: Option<bool>,
    /// Submarines that fire a free shot.
    pub shots: Option<u32>,
    /// The transports they fire at, by their number from 1.
    pub targets: Vec<u32>,
    /// The faces of their dice.
    pub faces: Vec<u8>,
    /// Hidden submarines that join the battle of their side.
    pub join: Option<u32>,
}

impl SeaDecisions {
    /// How many decisions and rolls were made.
    #[must_use]
    pub fn made(&self) -> usize {
        let asked = [
            self.scramble.is_some(),
            self.tokens.is_some(),
            self.attack.is_some(),
            self.subs.is_some(),
            self.shots.is_some(),
            self.join.is_some(),
        ];
        asked.iter().filter(|made| **made).count() + self.targets.len() + self.faces.len()
    }
}

/// What is to be decided or rolled next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SeaNext {
    /// How many fighters and tactical bombers scramble, at most these, at most so many together.
    Scramble {
        /// Fighters at the base.
        fighters: u32,
        /// Tactical bombers at the base.
        tactical: u32,
        /// Both together.
        most: u32,
    },
    /// How many tokens are used, at most these.
    Tokens(u32),
    /// Whether the mover attacks.
    Attack,
    /// Whether the mover's submarines attack.
    Subs,
    /// How many submarines fire, at most these.
    Shots(u32),
    /// At which of so many transports the next one fires.
    Target(u32),
    /// A die of a free shot.
    Die,
    /// How many hidden submarines join, at most these.
    Join(u32),
    /// Nothing: it is over.
    Nothing,
}

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

/// Tables and readings of meetings at sea.
#[derive(Debug, Clone, Default)]
pub struct SeaRules {
    /// The chart.
    pub chart: SightChart,
    /// The texts of the messages.
    pub texts: MessageTexts,
    /// The readings that hold.
    pub readings: SeaReadings,
}

/// An entry with what its report needs beside the contact.
#[derive(Debug, Clone, Default)]
pub struct SeaEntry {
    /// Who meets whom where.
    pub contact: SeaContact,
    /// The item of the mover's list.
    pub item: u32,
    /// The mover's power.
    pub power: Option<String>,
    /// The power of the others.
    pub owner: Option<String>,
    /// Technologies of the mover that matter in a battle here.
    pub technologies: Vec<String>,
    /// Technologies of the others that matter in a battle here.
    pub enemy_technologies: Vec<String>,
    /// Enemies that the mover was shown here in this power's turn.
    pub known: UnitGroup,
}

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
        self.fighters + self.tactical > 0
    }

    /// Whether somebody in the zone is attacked.
    fn engages(self) -> bool {
        self.tokens > 0 || self.scrambled() && !self.intercepts
    }
}

/// Who fights for the mover.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fighting {
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
            () if forced || attacks => Fighting::All,
            () if subs => Fighting::Subs,
            () => Fighting::Nobody,
        };
        let fired = if fighting == Fighting::Nobody { self.free_shots()? } else { 0 };
        if fighting == Fighting::Nobody {
            self.sightings(fired);
        } else {
            let joined = self.hidden_subs()?;
            self.battle(fighting, roused, subs, joined, attacks);
        }
        if roused.intercepts && roused.scrambled() {
            self.intercepted(roused);
        }
        if fighting != Fighting::All && fired == 0 {
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
        because.push(Because::Gap("G34", "what was seen in this power's turn is known"));
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
            self.tell(OCCUPANT, Message::RadarBlip { zone: self.zone() }, because);
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
            self.tell(OCCUPANT, Message::KamikazeTarget { zone: self.zone() }, because);
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

    /// The mover's units that fight.
    fn fighters(&self, fighting: Fighting, roused: Roused, subs: bool) -> UnitGroup {
        let Movers { ships, ending, passing, earlier, .. } = &self.contact().movers;
        let barred = self.meeting.barred.as_ref().map(|barred| barred.what.clone()).unwrap_or_default();
        let here = ships.and(ending).part(|class| barred.count(class) == 0);
        if fighting == Fighting::Subs {
            return here.part(|class| class == UnitClass::Sub);
        }
        let seen_subs =
            self.meeting.sub_stop.is_some() || roused.scrambled() && self.rules.readings.subs_draw;
        let mut all = here.part(|class| class != UnitClass::Sub || subs || seen_subs);
        if self.rules.readings.passing_meet {
            all = all.and(passing);
        }
        if roused.engages() { all.and(earlier) } else { all }
    }

    fn battle(&mut self, fighting: Fighting, roused: Roused, subs: bool, joined: u32, attacks: bool) {
        let mover = self.fighters(fighting, roused, subs);
        let there = &self.contact().occupants;
        let mut occupant =
            there.part(|class| class != UnitClass::Sub).and(&there.first(UnitClass::Sub, joined));
        if !roused.intercepts {
            occupant = occupant.and(&roused.aircraft());
        }
        occupant = occupant.and(&UnitGroup::counted(&[(UnitClass::Kami, roused.tokens)]));
        let (cause, because) = self.cause(fighting, roused, attacks);
        self.naval_battle = true;
        self.technologies();
        self.summons(roused, &mover, &because);
        let battle = Upshot::Battle {
            place: self.zone(),
            cause,
            mover: mover.clone(),
            occupant: occupant.clone(),
            because: because.clone(),
        };
        self.upshots.push(battle);
        let seen = match fighting {
            Fighting::Subs => mover.outside().and(&self.meeting.occupant_sees.what),
            _ => mover.outside(),
        };
        self.sighting(OCCUPANT, seen, because.clone());
        self.sighting(MOVER, occupant.outside(), because.clone());
        self.stop(&mover, roused, because);
    }

    fn cause(&self, fighting: Fighting, roused: Roused, attacks: bool) -> (Cause, Vec<Because>) {
        let reasons = |statement: &Option<Statement<UnitGroup>>| {
            statement.as_ref().map(|statement| statement.because.clone()).unwrap_or_default()
        };
        let bump = |cause| if self.contact().non_combat { Cause::Bump } else { cause };
        if let Some(forced) = &self.meeting.battle {
            return (bump(Cause::Attack), forced.because.clone());
        }
        if fighting == Fighting::Subs {
            return (bump(Cause::Sub), reasons(&self.meeting.subs_may_attack));
        }
        if attacks {
            return (bump(Cause::Attack), reasons(&self.meeting.may_attack));
        }
        let notice = if roused.tokens > 0 { &self.meeting.kamikaze } else { &self.meeting.blip };
        let because = notice.as_ref().map(|notice| notice.because.clone()).unwrap_or_default();
        (if roused.tokens > 0 { Cause::Token } else { Cause::Scramble }, because)
    }

    /// The announcement to the side that is attacked, then to the mover (8, L21); a bump was told before.
    fn summons(&mut self, roused: Roused, mover: &UnitGroup, because: &[Because]) {
        if self.contact().non_combat {
            let told = self.meeting.battle.is_some() || self.meeting.may_attack.is_some() || self.both_see();
            if !told {
                // A submarine attacked out of hiding: now the others see it, too.
                let list = VisibleList::of(mover, true);
                self.tell(OCCUPANT, Message::Bump { zone: self.zone(), list }, because.to_vec());
            }
            return;
        }
        self.tell(OCCUPANT, Message::Attacked { place: self.zone() }, because.to_vec());
        let (item, zone) = (self.entry.item, self.zone());
        let stop = self.meeting.surface_stop.as_ref().or(self.meeting.sub_stop.as_ref()).cloned();
        let ships = mover.has(UnitClass::is_ship);
        match stop {
            Some(stop) => self.tell(MOVER, Message::Stopped { item, zone: zone.clone() }, stop.because),
            None if roused.engages() && ships => {
                let message = Message::EngagedUnits { item, zone: zone.clone(), arm: Arm::Sea };
                self.tell(MOVER, message, because.to_vec());
            }
            None => {}
        }
        if roused.scrambled() && !roused.intercepts && mover.has(UnitClass::is_air) {
            let because = self.meeting.blip.as_ref().map(|blip| blip.because.clone()).unwrap_or_default();
            self.tell(MOVER, Message::EngagedUnits { item, zone, arm: Arm::Air }, because);
        }
    }

    /// Technologies that matter are told before they work (5, L15).
    fn technologies(&mut self) {
        let rows = [
            (OCCUPANT, &self.entry.power, &self.entry.technologies),
            (MOVER, &self.entry.owner, &self.entry.enemy_technologies),
        ];
        for (to, power, technologies) in rows {
            for technology in technologies {
                let power = power.clone().unwrap_or_else(|| "the other side".into());
                let message = Message::TechnologyUsed { power, technology: technology.clone() };
                self.tell(to, message, vec![Because::Rule("5", "L15")]);
            }
        }
    }

    /// Ships that fought here end their move here, those that began here excepted (D03; G31).
    fn stop(&mut self, mover: &UnitGroup, roused: Roused, because: Vec<Because>) {
        let began = &self.contact().movers.began;
        let fought = mover.part(UnitClass::is_ship);
        let units = fought.part(|class| fought.count(class) > began.count(class));
        let only_engaged =
            roused.engages() && self.meeting.surface_stop.is_none() && self.meeting.sub_stop.is_none();
        let goes_on = only_engaged && self.rules.readings.engaged_goes_on;
        if units.is_empty() || goes_on {
            return;
        }
        let stops = [&self.meeting.surface_stop, &self.meeting.sub_stop];
        let mut why: Vec<Because> =
            stops.iter().copied().flatten().flat_map(|stop| stop.because.clone()).collect();
        if why.is_empty() {
            why = because;
            why.push(Because::Gap("G31", "ends its move as after any battle"));
        }
        self.upshots.push(Upshot::Stop { units, place: self.zone(), because: why });
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

    /// Aircraft that pass are engaged for one salvo (8-air, L33).
    fn intercepted(&mut self, roused: Roused) {
        let because = self.meeting.blip.as_ref().map(|blip| blip.because.clone()).unwrap_or_default();
        let message = Message::EngagedUnits { item: self.entry.item, zone: self.zone(), arm: Arm::Air };
        self.tell(MOVER, message, because.clone());
        let (mover, occupant) = (self.contact().movers.passing.clone(), roused.aircraft());
        self.upshots.push(Upshot::Battle {
            place: self.zone(),
            cause: Cause::Interception,
            mover: mover.clone(),
            occupant: occupant.clone(),
            because: because.clone(),
        });
        self.sighting(OCCUPANT, mover, because.clone());
        self.sighting(MOVER, occupant, because);
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
