//! Attacking a territory, told as far as it is decided: what comes out, and where tanks may go on (P03).

use super::because::Because;
use super::choices::LandReadings;
use super::class::UnitClass;
use super::force::UnitGroup;
use super::land::{
    BlitzGround, BlitzOrder, LandCase, LandTable, able_to_blitz, is_among, is_undefended, judge_blitz,
};
use super::messages::{FacilityList, Forbidden, Message, MessageTexts};
use super::roles::{MOVER, OCCUPANT};
use super::upshot::{Cause, Upshot};
use liege_rules::play::procedure::Role;

/// An attack on a territory.
#[derive(Debug, Clone, Default)]
pub struct LandAttack {
    /// The territory.
    pub place: String,
    /// The attacker's power.
    pub power: String,
    /// The power that holds the territory, where somebody does.
    pub owner: Option<String>,
    /// Land units and aircraft that attack.
    pub attackers: UnitGroup,
    /// Enemies of the attacker who are there, and the facilities.
    pub defenders: UnitGroup,
    /// Places that were attacked before in this power's turn.
    pub attacked: Vec<String>,
    /// Places that the tanks could blitz into.
    pub beside: Vec<String>,
    /// Blitzes as the mover orders them, one attempt after the other.
    pub wishes: Vec<Vec<BlitzOrder>>,
    /// Whether this attack is itself a blitz.
    pub is_blitz: bool,
    /// What the territory is worth.
    pub value: Option<u32>,
    /// Movement that the aircraft have left.
    pub left: Option<u32>,
    /// What may still take aircraft that have no landing place in reach; none where they have one.
    pub stranded: Option<Vec<String>>,
    /// Ships that are to bombard.
    pub bombard: UnitGroup,
    /// Whether a naval battle was fought where the landing sails from.
    pub sea_battle: bool,
    /// Strategic bombers that raid.
    pub raid: UnitGroup,
    /// The facility they raid.
    pub target: Option<UnitClass>,
    /// Technologies of the attacker that matter.
    pub technologies: Vec<String>,
    /// Technologies of the defender that matter.
    pub enemy_technologies: Vec<String>,
}

/// Where the next tank goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BlitzStep {
    /// No other tank goes on.
    Stay,
    /// A tank goes to the open place with this number.
    Tank(usize),
    /// A tank and a mechanized infantry go there.
    Pair(usize),
}

/// Tables and readings of attacks on territories.
#[derive(Debug, Clone, Default)]
pub struct LandRules {
    /// Where the rows come from.
    pub table: LandTable,
    /// The texts of the messages.
    pub texts: MessageTexts,
    /// The readings that hold.
    pub readings: LandReadings,
}

/// What came out of an attack so far, and whether a tank is to be sent on.
#[derive(Debug, Clone)]
pub struct Conquest {
    /// What came out, in order.
    pub upshots: Vec<Upshot>,
    /// Tanks and mechanized infantry that may still go on, where that is to be decided.
    pub next: Option<(u32, u32)>,
}

/// Tells an attack as far as the decisions go.
#[must_use]
pub fn conquest(attack: &LandAttack, steps: &[BlitzStep], rules: &LandRules) -> Conquest {
    let mut telling = LandTelling { attack, steps, rules, upshots: Vec::new() };
    let next = telling.all().err();
    Conquest { upshots: telling.upshots, next }
}

struct LandTelling<'a> {
    attack: &'a LandAttack,
    steps: &'a [BlitzStep],
    rules: &'a LandRules,
    upshots: Vec<Upshot>,
}

/// The tanks and mechanized infantry that wait for a decision.
type Waiting = (u32, u32);

impl LandTelling<'_> {
    fn tell(&mut self, to: Role, message: Message, because: Vec<Because>) {
        self.upshots.push(Upshot::message(&self.rules.texts, to, message, because));
    }

    fn place(&self) -> String {
        self.attack.place.clone()
    }

    fn row(&self, case: LandCase) -> Vec<Because> {
        vec![self.rules.table.because(case)]
    }

    fn all(&mut self) -> Result<(), Waiting> {
        let LandAttack { attackers, defenders, attacked, raid, .. } = self.attack;
        if is_among(&self.attack.place, attacked) {
            let because = if self.attack.is_blitz {
                self.row(LandCase::BlitzAttackedBefore)
            } else {
                vec![Because::Rule("8", "L21")]
            };
            let reason = Forbidden::AttackedBefore(self.place());
            self.tell(MOVER, Message::NotAllowed { reason }, because);
            return Ok(());
        }
        self.bombardment();
        let land = attackers.has(UnitClass::is_land);
        match (is_undefended(defenders), attackers.is_empty()) {
            (_, true) => {}
            (true, false) if land => self.taken()?,
            (true, false) => self.over_nobody(),
            (false, false) => self.fought(land)?,
        }
        if !raid.is_empty() {
            self.raided();
        }
        Ok(())
    }

    /// Ships bombard only where no naval battle was fought (D3, L51).
    fn bombardment(&mut self) {
        let units = self.attack.bombard.clone();
        if units.is_empty() {
            return;
        }
        let because = vec![Because::Rule("D3", "L51")];
        if self.attack.sea_battle {
            self.tell(MOVER, Message::NotAllowed { reason: Forbidden::NoBombardment }, because);
        } else if !is_undefended(&self.attack.defenders) {
            self.upshots.push(Upshot::Bombardment { units, place: self.place(), because });
        }
    }

    /// Nobody defends: the place falls, tanks may go on, the owner hears place and power (8-land, L29).
    fn taken(&mut self) -> Result<(), Waiting> {
        let attack = self.attack;
        let captured = FacilityList::of(&attack.defenders, true);
        let case = if captured.is_empty() { LandCase::Undefended } else { LandCase::FacilitiesAlone };
        let because = self.row(case);
        self.upshots.push(Upshot::Capture {
            place: self.place(),
            from: attack.owner.clone(),
            to: attack.power.clone(),
            value: attack.value,
            because: because.clone(),
        });
        self.income(&because);
        // A blitz is one second attack, after which the tanks have moved as far as they go (8-land, L29).
        let (tanks, pairs) = if attack.is_blitz { (0, 0) } else { able_to_blitz(&attack.attackers) };
        let facilities = captured.group().clone();
        let message = Message::TakenWithoutBattle { place: self.place(), tanks, pairs, captured };
        self.tell(MOVER, message, because.clone());
        if !facilities.is_empty() {
            let (by, place) = (MOVER, self.place());
            self.upshots.push(Upshot::Sighting { by, units: facilities, place, because: because.clone() });
        }
        if !attack.is_blitz {
            self.blitz()?;
        }
        if attack.owner.is_some() {
            let message = Message::LostWithoutBattle { place: self.place(), power: attack.power.clone() };
            self.tell(OCCUPANT, message, because);
        }
        Ok(())
    }

    /// The chart moves by the value of the place, up for the new owner and down for the old (D1, L43).
    fn income(&mut self, because: &[Because]) {
        let Some(value) = self.attack.value.filter(|value| *value > 0) else { return };
        let value = i64::from(value);
        let mut rows = vec![(self.attack.power.clone(), value)];
        rows.extend(self.attack.owner.clone().map(|owner| (owner, -value)));
        for (power, by) in rows {
            self.upshots.push(Upshot::Income { power, by, because: because.to_vec() });
        }
    }

    /// Orders of the mover as he gave them, then one tank after the other.
    fn blitz(&mut self) -> Result<(), Waiting> {
        let attack = self.attack;
        let mut attacked = attack.attacked.clone();
        attacked.push(self.place());
        let ground = BlitzGround { beside: &attack.beside, attacked: &attacked };
        let because = vec![Because::Rule("8-land", "L29"), Because::Rule("D1", "L43")];
        for wish in &attack.wishes {
            match judge_blitz(wish, &attack.attackers, ground) {
                Ok(()) => {
                    for BlitzOrder { units, to } in wish {
                        self.onward(units.clone(), to.clone(), &because);
                    }
                    return Ok(());
                }
                Err(reason) => self.tell(MOVER, Message::NotAllowed { reason }, because.clone()),
            }
        }
        let open = ground.open();
        let mut tanks = attack.attackers.count(UnitClass::Tank);
        let mut mech = attack.attackers.count(UnitClass::Mech);
        let mut sent: Vec<(usize, u32, u32)> = Vec::new();
        let mut steps = self.steps.iter();
        while tanks > 0 && !open.is_empty() {
            let (place, more) = match steps.next().ok_or((tanks, mech))? {
                BlitzStep::Stay => break,
                BlitzStep::Tank(place) => (*place, 0),
                BlitzStep::Pair(place) => (*place, 1),
            };
            tanks -= 1;
            mech = mech.saturating_sub(more);
            match sent.iter_mut().find(|(known, ..)| *known == place) {
                Some(row) => (row.1, row.2) = (row.1 + 1, row.2 + more),
                None => sent.push((place, 1, more)),
            }
        }
        // The order in which the mover names them is the order in which they are attacked (7, L19).
        for (place, tanks, mech) in sent {
            let units = UnitGroup::counted(&[(UnitClass::Tank, tanks), (UnitClass::Mech, mech)]);
            if let Some(to) = open.get(place) {
                self.onward(units, (*to).to_owned(), &because);
            }
        }
        Ok(())
    }

    fn onward(&mut self, units: UnitGroup, to: String, because: &[Because]) {
        self.upshots.push(Upshot::Onward { units, from: self.place(), to, because: because.to_vec() });
    }

    /// Aircraft over nobody: no battle, no capture, and the owner hears nothing (D2, L47).
    fn over_nobody(&mut self) {
        let because = self.row(LandCase::AirOverNobody);
        let left = self.attack.left.unwrap_or(0);
        self.tell(MOVER, Message::NothingForAircraft { place: self.place(), left }, because.clone());
        let (by, units, place) = (MOVER, UnitGroup::default(), self.place());
        self.upshots.push(Upshot::Sighting { by, units, place, because });
        if let Some(options) = self.attack.stranded.clone() {
            let message = Message::StrandedAircraft { place: self.place(), options };
            self.tell(MOVER, message, vec![Because::Rule("D2", "L47")]);
        }
    }

    /// Units defend: announced, the facilities are shown, and it is fought (8, L21; 8-land, L31).
    fn fought(&mut self, land: bool) -> Result<(), Waiting> {
        let attack = self.attack;
        let case = if land { LandCase::Defended } else { LandCase::AirAgainstUnits };
        let mut because = self.row(case);
        let aircraft_alone = !attack.defenders.has(UnitClass::is_land);
        if aircraft_alone {
            because.push(Because::Gap("G17", "aircraft on their own are defending units"));
        }
        self.tell(OCCUPANT, Message::Attacked { place: self.place() }, because.clone());
        self.technologies();
        let shown = FacilityList::of(&attack.defenders, !self.rules.readings.bases_stay_hidden);
        self.facilities(&shown);
        let units = attack.defenders.part(|class| class.is_land() || class.is_air());
        self.upshots.push(Upshot::Battle {
            place: self.place(),
            cause: if attack.is_blitz { Cause::Blitz } else { Cause::Attack },
            mover: attack.attackers.clone(),
            occupant: units.clone(),
            because: because.clone(),
        });
        let seen = [(OCCUPANT, attack.attackers.outside()), (MOVER, units.and(shown.group()))];
        for (by, units) in seen {
            self.upshots.push(Upshot::Sighting { by, units, place: self.place(), because: because.clone() });
        }
        if land && aircraft_alone && !attack.is_blitz && self.rules.readings.blitz_past_aircraft {
            self.blitz()?;
        }
        Ok(())
    }

    fn facilities(&mut self, shown: &FacilityList) {
        if shown.is_empty() {
            return;
        }
        let mut because = vec![Because::Rule("8-land", "L31")];
        if shown.group().has(UnitClass::is_base) {
            because.push(Because::Gap("G19", "bases are shown like complexes"));
        }
        self.tell(MOVER, Message::Infrastructure { place: self.place(), list: shown.clone() }, because);
    }

    fn technologies(&mut self) {
        let attack = self.attack;
        let owner = attack.owner.clone().unwrap_or_else(|| "the other side".into());
        let rows = [
            (OCCUPANT, attack.power.clone(), &attack.technologies),
            (MOVER, owner, &attack.enemy_technologies),
        ];
        for (to, power, technologies) in rows {
            for technology in technologies {
                let message =
                    Message::TechnologyUsed { power: power.clone(), technology: technology.clone() };
                self.tell(to, message, vec![Because::Rule("5", "L15")]);
            }
        }
    }

    /// A raid shares the announcement of an attack on the place (8, L21); alone it has its own.
    fn raided(&mut self) {
        let because = self.row(LandCase::Raid);
        let target = self.attack.defenders.part(|class| Some(class) == self.attack.target);
        let announced = self.upshots.iter().any(|upshot| matches!(upshot, Upshot::Battle { .. }));
        if !announced {
            self.tell(OCCUPANT, Message::Attacked { place: self.place() }, because.clone());
            let list = FacilityList::of(&target, true);
            self.tell(MOVER, Message::Infrastructure { place: self.place(), list }, because.clone());
            let (by, units, place) = (MOVER, target.clone(), self.place());
            self.upshots.push(Upshot::Sighting { by, units, place, because: because.clone() });
        }
        self.upshots.push(Upshot::Battle {
            place: self.place(),
            cause: Cause::Raid,
            mover: self.attack.raid.clone(),
            occupant: target,
            because: because.clone(),
        });
        let (by, units, place) = (OCCUPANT, self.attack.raid.outside(), self.place());
        self.upshots.push(Upshot::Sighting { by, units, place, because });
    }
}
