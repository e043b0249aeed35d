//! Submarines in enemy harbours (ATPO-R23, 3.16.10, 16.9): the die of the attempt, Midgets and the SS-238.

mod read;

use serde::Serialize;

use super::attacks::{Torpedoes, depth_charges};
use crate::forces::{ATTACKER, DEFENDER};
use crate::sea::admirals::LostAdmiral;
use crate::sea::damage::{self, Afloat, HitUnit};
use crate::sea::magic::{self, ChitState};
use crate::sea::ship::NavalUnit;
use crate::sea::tables::SeaTables;
use crate::sea::targets::{self, TARGET, TARGET_OR_HOLD};
use crate::terms::OUT_OF_THE_GAME;
use liege_rules::deeds::{Act, Deed, Term, Whom};
use liege_rules::dice::{Dice, Die};
use liege_rules::losses::UnitLoss;
use liege_rules::procedure::{Ask, Flow, Log, Offer, Procedure, Prompt, Refusal, Role, few};

/// ATPO-R23.
pub struct HarbourInfiltration;

const RULE: &str = "3.16.10";

/// The chits that help a submarine into a harbour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum HarbourChit {
    /// One of the two Midgets.
    Midget,
    /// The SS-238.
    Ss238,
}

/// The attempt as typed in, and as it stays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HarbourRaid {
    boat: Vec<NavalUnit>,
    ships: Vec<NavalUnit>,
    chit: Option<HarbourChit>,
    in_major_port: bool,
    inside: bool,
    date: Option<String>,
    /// A Naval Magic chit: whose, 0 for the owner of the submarine, and its number.
    magic: Option<(usize, u8)>,
}

/// What happens next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RaidStage {
    /// The die of the attempt.
    Die,
    /// So many special attacks are made; the next target.
    Aim(u8),
    /// This special attack, on this ship.
    Fire(u8, usize),
    /// So many escorts have attacked the detected submarine.
    Hunted(usize),
    /// It is over.
    End,
}

/// How far the raid has come.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct RaidState {
    stage: RaidStage,
    detected: bool,
    magic: ChitState,
    boat: Afloat,
    ships: Afloat,
}

/// What came out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct RaidOutcome {
    /// Whether the submarine was detected.
    pub detected: bool,
    /// Ships that were hit.
    pub ships: Vec<HitUnit>,
    /// The submarine, if it was hit.
    pub submarine: Vec<HitUnit>,
    /// Admirals who were eliminated.
    pub admirals: Vec<LostAdmiral>,
    /// Whether special attacks were to be made.
    #[serde(skip)]
    pub attacked: bool,
    /// The chit that is used up.
    pub chit: Option<Term>,
    /// Whether Naval Magic was used.
    #[serde(skip)]
    pub magic_used: bool,
}

impl HarbourChit {
    fn term(self) -> Term {
        match self {
            Self::Midget => Term::new("midget", "Midget"),
            Self::Ss238 => Term::new("ss-238", "SS-238"),
        }
    }

    /// What it adds to the die.
    fn drm(self, tables: &SeaTables) -> i32 {
        let numbers = &tables.numbers.harbour;
        match self {
            Self::Midget => numbers.midget,
            Self::Ss238 if tables.choices.is("ss238", "need3") => numbers.ss238_need3,
            Self::Ss238 => numbers.ss238,
        }
    }
}

impl Procedure for HarbourInfiltration {
    const ID: &'static str = "ATPO-R23";
    const ROLES: &'static [Role] = &[ATTACKER, DEFENDER];
    const PROMPTS: &'static [Prompt] = &[
        Prompt {
            text: "the ship of the next special attack, or hold",
            answers: &["NAME OF A SHIP", "hold"],
            policies: &TARGET_OR_HOLD,
            rule: "16.9.2",
            ..TARGET
        },
        magic::PROMPT,
        Prompt { by: DEFENDER, ..magic::PROMPT },
    ];
    const MEASURE: Option<&'static str> = Some(damage::MEASURE);
    type Cx = SeaTables;
    type Input = HarbourRaid;
    type Battle = HarbourRaid;
    type State = RaidState;
    type Outcome = RaidOutcome;

    fn begin(raid: HarbourRaid, tables: &SeaTables) -> Result<(HarbourRaid, RaidState), Vec<Refusal>> {
        let refusals = raid.refusals(tables);
        if !refusals.is_empty() {
            return Err(refusals);
        }
        let stage = if raid.inside { raid.undetected() } else { RaidStage::Die };
        let (boat, ships) = (Afloat::all(&raid.boat), Afloat::all(&raid.ships));
        Ok((raid, RaidState { stage, detected: false, magic: ChitState::default(), boat, ships }))
    }

    fn step<'b>(
        raid: &'b HarbourRaid,
        state: RaidState,
        tables: &'b SeaTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, RaidState, RaidOutcome> {
        match state.stage {
            RaidStage::Die => Flow::Next(raid.attempt(state, tables, dice, log)),
            RaidStage::Aim(done) => raid.aim(state, done, tables),
            RaidStage::Fire(done, ship) => raid.fire(state, done, ship, tables, dice, log),
            RaidStage::Hunted(done) => raid.hunted(state, done, tables, dice, log),
            RaidStage::End => {
                raid.tell_end(&state, log);
                Flow::Done(raid.outcome(&state))
            }
        }
    }

    fn so_far(raid: &HarbourRaid, state: &RaidState, _: &SeaTables) -> RaidOutcome {
        raid.outcome(state)
    }

    fn result(outcome: &RaidOutcome) -> String {
        let mut told = Vec::new();
        if outcome.attacked && outcome.ships.is_empty() {
            told.push("no hit".to_owned());
        }
        let none = Vec::new();
        for (hit, admirals) in [(&outcome.ships, &outcome.admirals), (&outcome.submarine, &none)] {
            told.extend((!hit.is_empty()).then(|| damage::in_words(hit, admirals)));
        }
        let word = if outcome.detected { "detected" } else { "undetected" };
        if told.is_empty() { word.into() } else { format!("{word}: {}", told.join(", ")) }
    }

    fn losses(raid: &HarbourRaid, outcome: &RaidOutcome) -> Vec<UnitLoss> {
        let boat = (ATTACKER, &*raid.boat, &*outcome.submarine);
        damage::losses(&[boat, (DEFENDER, &raid.ships, &outcome.ships)])
    }

    fn deeds(outcome: &RaidOutcome) -> Vec<Deed> {
        let mut deeds = damage::deeds(&outcome.ships, &outcome.admirals);
        deeds.extend(damage::deeds(&outcome.submarine, &[]));
        let gone = outcome.chit.clone().map(|chit| Deed {
            whom: Whom::Thing(chit),
            act: Act::Destroy(OUT_OF_THE_GAME),
            rule: "16.9".into(),
        });
        deeds.extend(gone);
        deeds.extend(magic::spent(outcome.magic_used));
        deeds
    }
}

impl HarbourRaid {
    /// What forbids it.
    fn refusals(&self, tables: &SeaTables) -> Vec<Refusal> {
        let units = |side| if side == 0 { &self.boat } else { &self.ships };
        let magic = self.magic.and_then(|(side, _)| magic::against(&tables.helped, units(side)));
        let mut refusals: Vec<Refusal> = magic.into_iter().collect();
        let nation = self.boat.first().and_then(|boat| boat.nation);
        let foreign = |own: &str| nation.is_some_and(|nation| nation != own);
        match self.chit {
            Some(HarbourChit::Midget) if foreign("JP") => {
                refusals.push(Refusal::new("16.9.2", "a Midget needs a Japanese submarine"));
            }
            Some(HarbourChit::Ss238) if foreign("US") => {
                refusals.push(Refusal::new("16.9.4", "the SS-238 needs a US submarine"));
            }
            _ => {}
        }
        if self.chit == Some(HarbourChit::Ss238) && self.in_major_port {
            refusals.push(Refusal::new("16.9.4", "the SS-238 cannot enter a large port"));
        }
        refusals
    }

    /// What an undetected submarine does.
    fn undetected(&self) -> RaidStage {
        if self.chit.is_some() { RaidStage::Aim(0) } else { RaidStage::End }
    }

    fn attempt(&self, state: RaidState, tables: &SeaTables, dice: &mut dyn Dice, log: &mut Log) -> RaidState {
        let drm = self.chit.map_or(0, |chit| chit.drm(tables));
        let most = tables.numbers.harbour.undetected_most;
        let detected = |die: u8| i32::from(die) + drm > most;
        let face = dice.roll_into(Die::D6, "infiltration", &|die| detected(die).into());
        log.roll(Die::D6, face, || ("infiltration: die", "1d6", RULE));
        if let Some(chit) = self.chit {
            log.line(|| {
                (format!("modifier: {}", chit.term()), format!("{drm:+}"), "declared before the die", "16.9")
            });
        }
        let detected = detected(face);
        log.line(|| {
            let cause = format!("total {}; {most} or less is undetected", i32::from(face) + drm);
            ("infiltration", if detected { "detected" } else { "undetected" }, cause, RULE)
        });
        let stage = if detected { RaidStage::Hunted(0) } else { self.undetected() };
        RaidState { stage, detected, ..state }
    }

    fn aim(&self, state: RaidState, done: u8, tables: &SeaTables) -> Flow<'_, RaidState, RaidOutcome> {
        let afloat: Vec<usize> = (0..self.ships.len()).filter(|ship| state.ships.has(*ship)).collect();
        let end = |state: &RaidState| RaidState { stage: RaidStage::End, ..state.clone() };
        if done >= tables.numbers.harbour.attacks || afloat.is_empty() {
            return Flow::Next(end(&state));
        }
        let mut list = targets::offers(&self.ships, &state.ships, &afloat, Some);
        list.push(Offer::new("hold", vec!["hold"], None));
        let offers = few(list, move |ship: &Option<usize>| match ship {
            None => end(&state),
            Some(ship) => RaidState { stage: RaidStage::Fire(done, *ship), ..state.clone() },
        });
        let text = format!("the ship of special attack {}, or hold", done + 1).into();
        Flow::Ask(Ask { by: ATTACKER, label: "target", about: None, text, rule: "16.9.2", offers })
    }

    /// Asks the side whose unit attacks whether it uses Naval Magic, where it can and was not asked yet.
    fn declare<'b>(
        &'b self,
        state: &RaidState,
        by: (usize, &'b NavalUnit),
        at: &NavalUnit,
        tables: &SeaTables,
    ) -> Option<Flow<'b, RaidState, RaidOutcome>> {
        let before = state.clone();
        let then = move |yes| RaidState { magic: before.magic.said(yes), ..before.clone() };
        magic::before_attack((self.magic, state.magic), by, at, &tables.helped, then)
    }

    fn fire(
        &self,
        mut state: RaidState,
        done: u8,
        ship: usize,
        tables: &SeaTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'_, RaidState, RaidOutcome> {
        let boat = &self.boat[0];
        if let Some(ask) = self.declare(&state, (0, boat), &self.ships[ship], tables) {
            return ask;
        }
        let special = Torpedoes {
            boat,
            attack: boat.face(state.boat.left(0) < 2).attack().unwrap_or_default(),
            drm: 0,
            times: tables.numbers.harbour.times,
            doubles: !tables.choices.is("special_attack_doubles", "hit_only"),
            date: self.date.as_deref(),
            moonlit: false,
            beside: [state.magic.spend(self.magic.map(|(_, number)| number)), None],
            rule: "16.9.3",
        };
        special.fire(&self.ships, ship, &mut state.ships, tables, dice, log);
        Flow::Next(RaidState { stage: RaidStage::Aim(done + 1), ..state })
    }

    /// The rules break off before they say what a detected submarine suffers; it is attacked as in 3.16.7.
    fn hunted(
        &self,
        mut state: RaidState,
        done: usize,
        tables: &SeaTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'_, RaidState, RaidOutcome> {
        let escorts: Vec<&NavalUnit> = self.ships.iter().filter(|ship| ship.class.is_escort()).collect();
        if done == 0 && !state.magic.is_said() {
            let cause =
                "the rule is incomplete here; treated as up to four DD and DE of the port, as in 3.16.7";
            let told = if escorts.is_empty() { "no DD or DE is given" } else { "attacked" };
            log.line(|| ("detected", told, cause, RULE));
        }
        let next = escorts.get(done).filter(|_| done < usize::from(tables.numbers.escorts.most));
        let Some(&escort) = next.filter(|_| state.boat.has(0)) else {
            return Flow::Next(RaidState { stage: RaidStage::End, ..state });
        };
        if let Some(ask) = self.declare(&state, (1, escort), &self.boat[0], tables) {
            return ask;
        }
        let magic = state.magic.spend(self.magic.map(|(_, number)| number));
        depth_charges(escort, (None, magic), (&self.boat, &mut state.boat), tables, dice, log);
        Flow::Next(RaidState { stage: RaidStage::Hunted(done + 1), ..state })
    }

    fn tell_end(&self, state: &RaidState, log: &mut Log) {
        state.ships.tell_cargo(&self.ships, log);
        let Some(chit) = self.chit else {
            if !state.detected {
                let cause = "the rules leave this open; treated as an interception by ATPO-R21, screened by \
                             the port's DD and DE";
                log.line(|| ("inside", "may attack docked ships", cause, RULE));
            }
            return;
        };
        if !state.detected {
            let cause = "outside of the port, in its hex; not pursued this Phase";
            log.line(|| (self.boat[0].name.clone(), "out", cause, "16.9.3"));
        }
        let failed = "declared once in a game; the rules do not say that a failed attempt keeps it";
        let cause = if state.detected { failed } else { "used up" };
        log.line(|| (chit.term().to_string(), "out of the game", cause, "16.9"));
    }

    fn outcome(&self, state: &RaidState) -> RaidOutcome {
        RaidOutcome {
            detected: state.detected,
            ships: state.ships.hit(&self.ships),
            submarine: state.boat.hit(&self.boat),
            admirals: state.ships.lost(&self.ships),
            attacked: self.chit.is_some() && !state.detected && !self.ships.is_empty(),
            chit: self.chit.map(HarbourChit::term),
            magic_used: state.magic.used,
        }
    }
}
