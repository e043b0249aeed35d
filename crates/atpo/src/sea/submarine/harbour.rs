//! Submarines in enemy harbours (ATPO-R23, 3.16.10, 16.9): the die of the attempt, Midgets and the SS-238.

use serde::Serialize;

use super::attacks::{Torpedoes, depth_charges};
use crate::forces::{ATTACKER, DEFENDER};
use crate::sea::admirals::LostAdmiral;
use crate::sea::damage::{self, Afloat, HitUnit};
use crate::sea::dud;
use crate::sea::magic::{self, NavalMagic};
use crate::sea::ship::NavalUnit;
use crate::sea::tables::SeaTables;
use crate::sea::targets::{self, TARGET, TARGET_OR_HOLD};
use crate::sea::typed::{self, Docked};
use crate::terms::OUT_OF_THE_GAME;
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::{Act, Deed, Term, Whom};
use liege_rules::play::dice::Die;
use liege_rules::play::inputs::{Field, Inputs, KeyFault, KeyKind, KeyValue, Month, TypedInput as _};
use liege_rules::play::losses::UnitLoss;
use liege_rules::play::procedure::{
    ContextError, Log, Offer, Outcome, Played, Prompt, Refusal, Script, ScriptHead, TableTop,
};
use liege_rules::{inputs, words};

/// ATPO-R23.
pub struct HarbourInfiltration;

const RULE: &str = "3.16.10";

/// The chits that help a submarine into a harbour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HarbourChit {
    /// One of the two Midgets.
    Midget,
    /// The SS-238.
    Ss238,
}

impl KeyValue for HarbourChit {
    const KIND: KeyKind =
        KeyKind::alone(&[("none", &["no"]), ("midget", &["midgets"]), ("ss-238", &["ss238"])]);

    fn read(inputs: &Inputs, key: &str) -> Result<Option<Self>, KeyFault> {
        Ok(match inputs.word(key) {
            Some("midget") => Some(Self::Midget),
            Some("ss-238") => Some(Self::Ss238),
            _ => None,
        })
    }
}

words! {
    /// The size of a port.
    pub enum HarbourSize { Minor = "minor" | "small", Major = "major" | "large" }
}

inputs! {
    /// The attempt as typed in, and as it stays.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct HarbourRaid {
        /// the submarine: SS 2-5/1-4 JP
        boat: HarbourBoat = "submarine" | "sub" | "boat", RULE;
        /// midget or ss-238, declared before the die
        chit: Option<HarbourChit> = "chit" | "special", "16.9";
        /// enemy ships in the port: BB 5-13/3-10, DD 0-5
        ships: Docked = "ships" | "docked" | "target", "16.9.2";
        /// size of the port: the SS-238 enters no large one
        port: Option<HarbourSize> = "port", "16.9.4";
        /// it is inside and undetected already: no die
        inside: bool = "inside" | "undetected", "16.9.2";
        /// the month: US torpedoes fail before July 1943
        date: Option<Month> = "date" | "month" | "turn", "16.13";
        ..magic: NavalMagic;
    }
}
/// The submarine, of the nation of its chit where none is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HarbourBoat(Option<NavalUnit>);

impl Field for HarbourBoat {
    const KIND: KeyKind = KeyKind::List;

    fn read(inputs: &Inputs, _: &str, faults: &mut Vec<KeyFault>) -> Option<Self> {
        let chit = HarbourChit::read(inputs, "chit").ok()?;
        let whose = chit.map(|chit| if chit == HarbourChit::Midget { "JP" } else { "US" });
        let boat = typed::submarine(inputs, chit.is_some(), faults);
        Some(Self(boat.map(|boat| NavalUnit { nation: boat.nation.or(whose), ..boat })))
    }
}

/// How far the raid has come.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct HarbourState {
    detected: bool,
    magic_used: bool,
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

/// The ship of a special attack.
const SPECIAL: Prompt = Prompt {
    text: "the ship of the next special attack, or hold",
    answers: &["NAME OF A SHIP", "hold"],
    policies: &TARGET_OR_HOLD,
    rule: "16.9.2",
    ..TARGET
};

impl Script for HarbourInfiltration {
    const HEAD: ScriptHead = ScriptHead::of("atpo", "ATPO-R23", "harbour-infiltration")
        .asks(&[ATTACKER, DEFENDER], &[SPECIAL, magic::PROMPT, Prompt { by: DEFENDER, ..magic::PROMPT }])
        .measured(damage::MEASURE)
        .reads(&["hit_compare", "special_attack_doubles", "ss238"]);
    type Cx = SeaTables;
    type Input = HarbourRaid;
    type Battle = HarbourRaid;
    type State = HarbourState;
    type Outcome = RaidOutcome;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<SeaTables, ContextError> {
        SeaTables::load(files, settings, Self::HEAD.choices())
    }

    fn read(inputs: &Inputs) -> Result<HarbourRaid, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let Some(raid) = HarbourRaid::fields(inputs, &mut faults) else { return Err(faults) };
        let is_us = raid.boat().first().is_some_and(|boat| boat.nation == Some("US"));
        if is_us && raid.chit.is_some() && raid.date.is_none() && faults.is_empty() {
            faults.push(dud::undated());
        }
        faults.extend(raid.magic.fault(raid.forces()));
        if faults.is_empty() { Ok(raid) } else { Err(faults) }
    }

    fn begin(raid: HarbourRaid, tables: &SeaTables) -> Result<(HarbourRaid, HarbourState), Vec<Refusal>> {
        let refusals = raid.refusals(tables);
        if !refusals.is_empty() {
            return Err(refusals);
        }
        let (boat, ships) = (Afloat::all(raid.boat()), Afloat::all(raid.ships()));
        Ok((raid, HarbourState { detected: false, magic_used: false, boat, ships }))
    }

    fn play<'b>(
        raid: &'b HarbourRaid,
        tables: &'b SeaTables,
        state: &mut HarbourState,
        at: &mut TableTop<'_, 'b>,
    ) -> Played {
        state.detected = !raid.inside && raid.attempt(tables, at);
        if state.detected {
            raid.hunt(state, tables, at)?;
        } else if raid.chit.is_some() {
            raid.attack(state, tables, at)?;
        }
        raid.report_end(state, at.log());
        Ok(())
    }

    fn outcome(raid: &HarbourRaid, state: &HarbourState) -> RaidOutcome {
        RaidOutcome {
            detected: state.detected,
            ships: state.ships.hit(raid.ships()),
            submarine: state.boat.hit(raid.boat()),
            admirals: state.ships.lost(raid.ships()),
            attacked: raid.chit.is_some() && !state.detected && !raid.ships().is_empty(),
            chit: raid.chit.map(HarbourChit::term),
            magic_used: state.magic_used,
        }
    }

    fn losses(raid: &HarbourRaid, outcome: &RaidOutcome) -> Vec<UnitLoss> {
        let boat = (ATTACKER, raid.boat(), &*outcome.submarine);
        damage::losses(&[boat, (DEFENDER, raid.ships(), &outcome.ships)])
    }
}

impl Outcome for RaidOutcome {
    fn result(&self) -> String {
        let mut parts = Vec::new();
        if self.attacked && self.ships.is_empty() {
            parts.push("no hit".to_owned());
        }
        let none = Vec::new();
        for (hit, admirals) in [(&self.ships, &self.admirals), (&self.submarine, &none)] {
            parts.extend((!hit.is_empty()).then(|| damage::in_words(hit, admirals)));
        }
        let word = if self.detected { "detected" } else { "undetected" };
        if parts.is_empty() { word.into() } else { format!("{word}: {}", parts.join(", ")) }
    }

    fn deeds(&self) -> Vec<Deed> {
        let mut deeds = damage::deeds(&self.ships, &self.admirals);
        deeds.extend(damage::deeds(&self.submarine, &[]));
        let gone = self.chit.clone().map(|chit| Deed {
            whom: Whom::Thing(chit),
            act: Act::Destroy(OUT_OF_THE_GAME),
            rule: "16.9".into(),
        });
        deeds.extend(gone);
        deeds.extend(magic::spent(self.magic_used));
        deeds
    }
}

impl HarbourRaid {
    /// The submarine, as a force.
    fn boat(&self) -> &[NavalUnit] {
        self.boat.0.as_slice()
    }

    fn ships(&self) -> &[NavalUnit] {
        &self.ships.0
    }

    fn forces(&self) -> [&[NavalUnit]; 2] {
        [self.boat(), self.ships()]
    }

    /// A Naval Magic chit: whose, 0 for the owner of the submarine, and its number.
    fn magic(&self) -> Option<(usize, u8)> {
        self.magic.played(self.forces())
    }

    /// What forbids it.
    fn refusals(&self, tables: &SeaTables) -> Vec<Refusal> {
        let magic = self.magic().and_then(|(side, _)| magic::against(&tables.helped, self.forces()[side]));
        let mut refusals: Vec<Refusal> = magic.into_iter().collect();
        let nation = self.boat().first().and_then(|boat| boat.nation);
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
        if self.chit == Some(HarbourChit::Ss238) && self.port == Some(HarbourSize::Major) {
            refusals.push(Refusal::new("16.9.4", "the SS-238 cannot enter a large port"));
        }
        refusals
    }

    /// The die of the attempt.
    fn attempt(&self, tables: &SeaTables, at: &mut TableTop<'_, '_>) -> bool {
        let (dice, log) = at.dice();
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
        detected
    }

    /// Special attacks of an undetected submarine, as long as its owner names a ship.
    fn attack<'b>(
        &'b self,
        state: &mut HarbourState,
        tables: &SeaTables,
        at: &mut TableTop<'_, 'b>,
    ) -> Played {
        for number in 1..=tables.numbers.harbour.attacks {
            let afloat: Vec<usize> = (0..self.ships().len()).filter(|ship| state.ships.has(*ship)).collect();
            if afloat.is_empty() {
                break;
            }
            let mut list = targets::offers(self.ships(), &state.ships, &afloat, Some);
            list.push(Offer::new("hold", vec!["hold"], None));
            let text = format!("the ship of special attack {number}, or hold");
            let Some(ship) = at.ask(SPECIAL, None, text, list)? else { break };
            let boat = &self.boat()[0];
            let chit = (self.magic(), &mut state.magic_used);
            let magic = magic::of_side(chit, (0, boat), &self.ships()[ship], &tables.helped, at)?;
            let special = Torpedoes {
                boat,
                attack: boat.face(state.boat.left(0) < 2).attack().unwrap_or_default(),
                drm: 0,
                times: tables.numbers.harbour.times,
                doubles: !tables.choices.is("special_attack_doubles", "hit_only"),
                date: self.date.as_ref().map(|month| month.0.as_str()),
                moonlit: false,
                beside: [magic, None],
                rule: "16.9.3",
            };
            let (dice, log) = at.dice();
            special.fire(self.ships(), ship, &mut state.ships, tables, dice, log);
        }
        Ok(())
    }

    /// The rules break off before they say what a detected submarine suffers; it is attacked as in 3.16.7.
    fn hunt<'b>(&'b self, state: &mut HarbourState, tables: &SeaTables, at: &mut TableTop<'_, 'b>) -> Played {
        let escorts: Vec<&NavalUnit> = self.ships().iter().filter(|ship| ship.class.is_escort()).collect();
        at.log().line(|| {
            let cause =
                "the rule is incomplete here; treated as up to four DD and DE of the port, as in 3.16.7";
            let told = if escorts.is_empty() { "no DD or DE is given" } else { "attacked" };
            ("detected", told, cause, RULE)
        });
        for escort in escorts.into_iter().take(tables.numbers.escorts.most.into()) {
            if !state.boat.has(0) {
                break;
            }
            let chit = (self.magic(), &mut state.magic_used);
            let magic = magic::of_side(chit, (1, escort), &self.boat()[0], &tables.helped, at)?;
            let (dice, log) = at.dice();
            depth_charges(escort, (None, magic), (self.boat(), &mut state.boat), tables, dice, log);
        }
        Ok(())
    }

    fn report_end(&self, state: &HarbourState, log: &mut Log) {
        state.ships.tell_cargo(self.ships(), log);
        let Some(chit) = self.chit else {
            if !state.detected {
                let cause = "the rules leave this open; treated as an interception by ATPO-R21, screened by the port's DD and DE";
                log.line(|| ("inside", "may attack docked ships", cause, RULE));
            }
            return;
        };
        if !state.detected {
            let cause = "outside of the port, in its hex; not pursued this Phase";
            log.line(|| (self.boat()[0].name.clone(), "out", cause, "16.9.3"));
        }
        let failed = "declared once in a game; the rules do not say that a failed attempt keeps it";
        let cause = if state.detected { failed } else { "used up" };
        log.line(|| (chit.term().to_string(), "out of the game", cause, "16.9"));
    }
}
