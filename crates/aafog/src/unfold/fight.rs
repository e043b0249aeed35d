//! The battle of an entry into a sea zone: who takes part, who is called, who stops; and the interception.

use super::{Roused, Taking, Telling};
use crate::because::Because;
use crate::class::UnitClass;
use crate::force::UnitGroup;
use crate::meeting::{Movers, Statement};
use crate::messages::{Arm, Message, VisibleList};
use crate::roles::{MOVER, OCCUPANT};
use crate::upshot::{Cause, Upshot};

impl Telling<'_> {
    /// The mover's units that fight.
    fn fighters(&self, fighting: Taking, roused: Roused, subs: bool) -> UnitGroup {
        let Movers { ships, ending, passing, earlier, .. } = &self.contact().movers;
        let barred = self.meeting.barred.as_ref().map(|barred| barred.what.clone()).unwrap_or_default();
        let here = ships.and(ending).part(|class| barred.count(class) == 0);
        if fighting == Taking::Subs {
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

    pub(super) fn battle(
        &mut self,
        fighting: Taking,
        roused: Roused,
        subs: bool,
        joined: u32,
        attacks: bool,
    ) {
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
            Taking::Subs => mover.outside().and(&self.meeting.occupant_sees.what),
            _ => mover.outside(),
        };
        self.sighting(OCCUPANT, seen, because.clone());
        self.sighting(MOVER, occupant.outside(), because.clone());
        self.stop(&mover, roused, because);
    }

    fn cause(&self, fighting: Taking, roused: Roused, attacks: bool) -> (Cause, Vec<Because>) {
        let reasons = |statement: &Option<Statement<UnitGroup>>| {
            statement.as_ref().map(|statement| statement.because.clone()).unwrap_or_default()
        };
        let bump = |cause| if self.contact().non_combat { Cause::Bump } else { cause };
        if let Some(forced) = &self.meeting.battle {
            return (bump(Cause::Attack), forced.because.clone());
        }
        if fighting == Taking::Subs {
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

    /// Aircraft that pass are engaged for one salvo (8-air, L33).
    pub(super) fn intercepted(&mut self, roused: Roused) {
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
}
