//! How far a strike has come: which link plays, who is in the air, and what is left of both sides.

use super::plan::{Post, Strike, TARGET, UnitSet, each, has, only};
use crate::air::aircraft::AirWord;
use crate::air::airstrike::BombRunState;
use crate::air::combat::battle::DogfightState;
use crate::air::coordination::HitCarriers;
use crate::air::flight::Flight;
use crate::air::naval::state::AirAttackState;
use crate::sea::combat::battle::SideIx;
use crate::sea::damage::Afloat;
use liege_rules::play::procedure::Playing;

/// The link that plays, with its own state.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum StrikeStage {
    /// Whether an Air Magic chit is used for the search of this number.
    SearchMagic(usize),
    /// The search for the ships of this number, with what a chit does to its dice.
    Search(usize, i8),
    /// The carriers of a side launch together, or not.
    Launch(SideIx),
    /// What the units of the target's base do, from this one on.
    Ground(usize),
    /// Whether this unit of the base evacuates.
    Evacuate(usize),
    /// Who joins the combat of the hex.
    Call {
        /// The side.
        side: SideIx,
        /// The unit, from which on they are asked.
        from: usize,
        /// Somebody of this side has joined since it was asked.
        joined: bool,
    },
    /// Whether Kamikazes that bombers bring are released before the combat of the hex, from this one on.
    Release(usize),
    /// Interceptors are met before they reach the strike.
    Early(DogfightState),
    /// The combat of the hex.
    Fight(DogfightState),
    /// Which bombers become Kamikazes, from this one on.
    Designate(usize),
    /// Kamikazes attack ships before the others.
    Dive(AirAttackState),
    /// The next hex, or the attack.
    Onward,
    /// Ships are attacked.
    Raid(AirAttackState),
    /// Installations are attacked.
    Bomb(Playing<BombRunState>),
    /// Where units land whose carrier was hit, from this one on.
    Land(usize),
    /// It is over.
    End,
}

/// All that changes in a strike and still matters; what comes first grows with each hex.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct StrikeState {
    /// The hex: those of the way, then the target.
    pub hex: u8,
    /// Whether the ships were found; none without a search.
    pub found: Option<bool>,
    /// The die of the sighting report.
    pub sighted: Option<u8>,
    /// Who has taken off.
    pub up: [UnitSet; 2],
    /// Who takes part in the combat of the hex, besides the strike.
    pub here: [UnitSet; 2],
    /// Who meets interceptors before they reach the strike.
    pub early: UnitSet,
    /// Who may not launch.
    pub held: [UnitSet; 2],
    /// UnitSet of the strike that their owner keeps back, to meet interceptors.
    pub kept: UnitSet,
    /// Of the carriers of a side those that were hit before the strike.
    pub hit_carriers: [HitCarriers; 2],
    /// Whether the carriers of a side were checked.
    pub checked: [bool; 2],
    /// UnitSet of the base that are in the air without a fight.
    pub avoiding: UnitSet,
    /// UnitSet of the base that have evacuated.
    pub evacuated: UnitSet,
    /// UnitSet of the base that tried to.
    pub caught: UnitSet,
    /// Kamikazes that fly by themselves, after bombers brought them.
    pub released: UnitSet,
    /// Units of the strike that attack, or have attacked, as Kamikazes.
    pub dives: UnitSet,
    /// Units of the attacker that have attacked in the air over a base that is strafed.
    pub fought: UnitSet,
    /// Whether bombers were asked if they become Kamikazes.
    pub designated: bool,
    /// Ships were attacked.
    pub attacked: bool,
    /// What bombs did to installations.
    pub bombed: Option<Box<BombRunState>>,
    /// UnitSet that were lost for want of a place to land, or aboard a carrier that sinks.
    pub ditched: UnitSet,
    /// UnitSet that landed elsewhere, and the number of the place.
    pub landed: Vec<(u8, u8)>,
    /// Magic was used.
    pub magic_used: bool,
    /// What comes next.
    pub stage: StrikeStage,
    /// The combat over the target that waits for Kamikazes.
    pub paused: Option<Box<DogfightState>>,
    /// What is left of both sides' air units; during a link what was left before it.
    pub flights: [Flight; 2],
    /// What is left of the ships.
    pub afloat: Afloat,
}

impl StrikeState {
    /// Before anything has happened.
    #[must_use]
    pub fn new(strike: &Strike) -> Self {
        Self::at_rest(strike).searching(strike, 0)
    }

    /// The search of this number comes next, or what follows the last one.
    #[must_use]
    pub fn searching(self, strike: &Strike, number: usize) -> Self {
        match strike.searches.get(number) {
            Some(search) if search.chit.is_some() && !self.magic_used => {
                self.at(StrikeStage::SearchMagic(number))
            }
            Some(_) => self.at(StrikeStage::Search(number, 0)),
            None => self.before_launch(strike),
        }
    }

    /// All at their bases.
    #[must_use]
    pub fn at_rest(strike: &Strike) -> Self {
        Self {
            hex: 0,
            found: None,
            sighted: None,
            up: [0, 0],
            here: [0, 0],
            early: 0,
            held: [0, 0],
            kept: 0,
            hit_carriers: [HitCarriers::default(); 2],
            checked: [false, false],
            avoiding: 0,
            evacuated: 0,
            caught: 0,
            released: 0,
            dives: 0,
            fought: 0,
            designated: false,
            attacked: false,
            bombed: None,
            ditched: 0,
            landed: Vec::new(),
            magic_used: false,
            stage: StrikeStage::End,
            paused: None,
            flights: [0, 1].map(|side: SideIx| Flight::all(&strike.sides[side].units)),
            afloat: Afloat::all(&strike.ships),
        }
    }

    /// UnitSet of the strike that fly and are unaborted; what is aboard a bomber counts as that.
    #[must_use]
    pub fn going(&self, strike: &Strike) -> UnitSet {
        let aboard = strike.kamikazes.brought() & !self.released;
        let own = strike.sides[0].at(|post| post == Post::Strike) & self.up[0] & !self.kept & !aboard;
        self.flights[0].flying().filter(|unit| has(own, *unit)).fold(0, |set, unit| set | only(unit))
    }

    /// The same at another stage.
    #[must_use]
    pub fn at(mut self, stage: StrikeStage) -> Self {
        self.stage = stage;
        self
    }

    /// The ships are found, or need not be: carriers are checked, or all take off.
    #[must_use]
    pub fn before_launch(mut self, strike: &Strike) -> Self {
        self.checked[0] = strike.carriers[0].is_some();
        match &strike.carriers[0] {
            Some(_) => self.at(StrikeStage::Launch(0)),
            None => self.taken_off(strike),
        }
    }

    /// The strike takes off and enters the first hex.
    #[must_use]
    pub fn taken_off(mut self, strike: &Strike) -> Self {
        self.up[0] = strike.sides[0].at(|post| post == Post::Strike) & !self.held[0] & !self.kept;
        if strike.over_battle && self.going(strike) == 0 {
            // Only the defender's ground support flies, to the battle itself.
            self.hex = TARGET;
        }
        self.into_hex(strike)
    }

    /// The strike enters a hex.
    #[must_use]
    pub fn into_hex(mut self, strike: &Strike) -> Self {
        let support = if self.hex == TARGET { strike.supporting() } else { 0 };
        let from_carriers = || each(support).any(|unit| strike.sides[1].units[unit].is(AirWord::Carrier));
        if strike.carriers[1].is_some() && !self.checked[1] && from_carriers() {
            self.checked[1] = true;
            return self.at(StrikeStage::Launch(1));
        }
        self.up[1] |= support & !self.held[1];
        self.here[1] |= support & !self.held[1];
        // Whoever moves is met first: the strike, or ground support of the defender where nobody strikes.
        let first = SideIx::from(!strike.over_battle || self.going(strike) != 0);
        let based = self.hex == TARGET && strike.based() != 0;
        self.at(if based { StrikeStage::Ground(0) } else { Self::asked(first) })
    }

    /// A side is asked who joins.
    #[must_use]
    pub fn asked(side: SideIx) -> StrikeStage {
        StrikeStage::Call { side, from: 0, joined: false }
    }

    /// What a fight has left so far.
    pub fn take_fight(&mut self, fight: &DogfightState) {
        for side in 0..2 {
            self.flights[side].take(fight.flight(side));
        }
        self.magic_used |= fight.magic_used;
    }

    /// A fight is over; who attacked over a base strafes nothing there (4.9).
    pub fn after_fight(&mut self, strike: &Strike, fight: &DogfightState) {
        self.take_fight(fight);
        let over_base = strike.strafes && self.hex == TARGET && self.early == 0;
        let all = (0..strike.sides[0].units.len()).filter(|unit| over_base && fight.has_fought(0, *unit));
        self.fought = all.fold(self.fought, |set, unit| set | only(unit));
    }

    /// What an attack on ships has left so far.
    pub fn take_raid(&mut self, attack: &AirAttackState) {
        self.flights[0].take(attack.flight());
        self.afloat = attack.afloat().clone();
        self.magic_used |= attack.magic_used();
        self.attacked = true;
    }

    /// What bombs have done so far, to installations and to aircraft on the ground.
    pub fn take_bombs(&mut self, run: &BombRunState, strike: &Strike) {
        self.flights[0].take(&run.flight);
        for (at, unit) in each(strike.based()).enumerate() {
            if run.ground.took_part(at) {
                let lost = strike.sides[1].units[unit].steps_left().saturating_sub(run.ground.left(at));
                self.flights[1].lose(unit, lost, run.ground.lost_by(at));
            }
        }
        self.magic_used |= run.magic_used;
        self.bombed = Some(Box::new(run.clone()));
    }

    /// With all that the link under way has done so far, and what those suffered who stood for others.
    #[must_use]
    pub fn folded(&self, strike: &Strike) -> Self {
        let mut folded = self.clone();
        match &self.stage {
            StrikeStage::Early(fight) | StrikeStage::Fight(fight) => folded.take_fight(fight),
            StrikeStage::Raid(attack) | StrikeStage::Dive(attack) => folded.take_raid(attack),
            _ => {}
        }
        let units = strike.sides[1].units.len();
        for unit in (0..units).filter(|unit| has(self.avoiding, *unit)) {
            if let Some(twin) = strike.twin(unit) {
                folded.flights[1].stand_in(twin, unit);
            }
        }
        folded
    }
}
