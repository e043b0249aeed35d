//! A submarine's attack (ATPO-R21, 3.16.3 to 3.16.7): screen, two attacks at most, and the escorts.

use super::attacks::{Torpedoes, depth_charges};
use super::encounter::{Encounter, HuntOutcome, HuntStage, HuntState, SubmarineContact, kaiten};
use crate::forces::{ATTACKER, DEFENDER};
use crate::sea::bonus;
use crate::sea::combat::keys::MOONLIT;
use crate::sea::damage::{self, Afloat};
use crate::sea::dud;
use crate::sea::magic::{self, NavalMagic};
use crate::sea::ship::{NavalUnit, ShipClass};
use crate::sea::shot::Added;
use crate::sea::tables::SeaTables;
use crate::sea::targets::{self, TARGET, TARGET_OR_HOLD};
use crate::sea::typed::{Intercepted, Moonlit, Others, Submarine};
use liege_rules::data::Files;
use liege_rules::inputs;
use liege_rules::play::choices::Setting;
use liege_rules::play::dice::Die;
use liege_rules::play::inputs;
use liege_rules::play::inputs::{Key, KeyFault, Month, TypedInput as _};
use liege_rules::play::losses::UnitLoss;
use liege_rules::play::procedure::{
    ContextError, Offer, OrdersName, Pause, Played, Prompt, Refusal, Script, ScriptHead, TableTop,
};

/// ATPO-R21.
pub struct SubmarineAttack;

const RULE: &str = "3.16.6";

/// What is asked of a submarine's owner beside the target.
const PRESS: Prompt = Prompt {
    label: "press",
    names: OrdersName::Nothing,
    text: "dive after the first attack, or attack again and be attacked",
    answers: &["dive", "press"],
    policies: &["dive", "press", "cautious", "balanced", "aggressive"],
    rule: RULE,
    ..TARGET
};

/// What is asked of the owner of a Kaiten.
const KAITEN: Prompt = Prompt {
    label: "kaiten target",
    text: "the ship that the Kaiten attacks, or hold",
    answers: &["NAME OF A SHIP", "hold"],
    policies: &TARGET_OR_HOLD,
    rule: "3.16.11",
    ..TARGET
};

/// The questions: first those that are the submarine's own.
pub(in super::super) const PROMPTS: &[Prompt] = &[
    Prompt { rule: RULE, ..TARGET },
    PRESS,
    KAITEN,
    magic::PROMPT,
    Prompt { by: DEFENDER, ..magic::PROMPT },
    bonus::DEFENCE,
];

inputs! {
    /// An attack as typed in.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct BoatFound {
        /// the submarine: SS 3-5/2-4 US
        boat: Submarine<true> = "submarine" | "sub" | "boat", RULE;
        /// the intercepted ships: CV 0-9/0-7, 2 x DD 0-5
        ships: Intercepted = "ships" | "target" | "task-force", "3.16.4";
        /// other enemy ships in the hex
        others: Others = "others" | "in-hex", RULE;
        /// a Kaiten rides with the submarine
        kaiten: bool = "kaiten", "3.16.11";
        moonlit: Moonlit = MOONLIT;
        /// the submarine carries supply or a commando
        laden: bool = "carries" | "cargo", "13.3.3";
        /// the month: US torpedoes fail before July 1943
        date: Option<Month> = "date" | "month" | "turn", "16.13";
        /// other modifiers to its dice, with their sign
        drm: Option<i32> = "drm" | "modifier", RULE, -20..=20;
        ..magic: NavalMagic;
    }
}

impl BoatFound {
    /// The key of a field, for an encounter in which a submarine searches.
    pub(in super::super) const fn key(name: &str) -> Key {
        inputs::key(Self::KEYS, name)
    }

    /// The same without a Naval Magic chit.
    #[must_use]
    pub fn without_magic(self) -> Self {
        Self { magic: NavalMagic::default(), ..self }
    }

    /// The forces between which the chit is played.
    fn sides(&self) -> [&[NavalUnit]; 2] {
        [std::slice::from_ref(&self.boat.0), &self.ships.0]
    }
}

impl Script for SubmarineAttack {
    const HEAD: ScriptHead = ScriptHead::of("atpo", "ATPO-R21", "submarine-attack")
        .asks(&[ATTACKER, DEFENDER], PROMPTS)
        .measured(damage::MEASURE)
        .reads(&["hit_compare", "sub_first_target", "sub_screen"]);
    type Cx = SeaTables;
    type Input = BoatFound;
    type Battle = Encounter;
    type State = HuntState;
    type Outcome = HuntOutcome;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<SeaTables, ContextError> {
        SeaTables::load(files, settings, Self::HEAD.choices())
    }

    fn fault(found: &BoatFound) -> Option<KeyFault> {
        let undated = found.boat.0.nation == Some("US") && found.date.is_none();
        undated.then(dud::undated).or_else(|| found.magic.fault(found.sides()))
    }

    fn begin(found: BoatFound, tables: &SeaTables) -> Result<(Encounter, HuntState), Vec<Refusal>> {
        let magic = found.magic.played(found.sides());
        let BoatFound { boat: Submarine(boat), ships: Intercepted(ships), others, kaiten, laden, .. } = found;
        if laden {
            let reason = "a submarine that carries supply or a commando attacks nothing";
            return Err(vec![Refusal::new("13.3.3", reason)]);
        }
        if kaiten && boat.nation.is_some_and(|code| code != "JP") {
            return Err(vec![Refusal::new("3.16.11", "a Kaiten needs a Japanese submarine")]);
        }
        let encounter = Encounter {
            carries_kaiten: kaiten,
            is_kaiten: boat.class == ShipClass::Kaiten,
            date: found.date.map(|month| month.0),
            moonlit: found.moonlit.0,
            drm: found.drm.unwrap_or_default(),
            magic,
            ..Encounter::between(boat, ships, others.0)
        };
        encounter.against(tables)?;
        let state = encounter.begin(Afloat::all(&encounter.boat), Afloat::all(&encounter.ships), false);
        Ok((encounter, state))
    }

    fn play<'b>(
        encounter: &'b Encounter,
        tables: &'b SeaTables,
        state: &mut HuntState,
        at: &mut TableTop<'_, 'b>,
    ) -> Played {
        encounter.play(tables, state, at)
    }

    fn outcome(encounter: &Encounter, state: &HuntState) -> HuntOutcome {
        encounter.outcome(state)
    }

    fn losses(encounter: &Encounter, outcome: &HuntOutcome) -> Vec<UnitLoss> {
        encounter.losses(outcome)
    }
}

impl Encounter {
    /// The next part of an encounter, of a submarine or of a Kaiten.
    pub(super) fn play<'b>(
        &'b self,
        tables: &SeaTables,
        state: &mut HuntState,
        at: &mut TableTop<'_, 'b>,
    ) -> Played {
        match state.stage {
            HuntStage::Screen => state.stage = self.screen(state, tables, at),
            HuntStage::Attack => state.stage = self.attack(state, tables, at)?,
            HuntStage::Kaiten => state.stage = self.kaiten(state, tables, at)?,
            HuntStage::Press => state.stage = self.press(state, at)?,
            HuntStage::Escorts(done) => state.stage = self.escort(done, state, tables, at)?,
            HuntStage::End => {
                state.ships.tell_cargo(&self.ships, at.log());
                at.log().line(|| ("submarine", "done", "it may not intercept again this Phase", RULE));
                return Ok(());
            }
        }
        at.settle()
    }

    /// The screening die: below the number of escorts no attack, and a natural 1 gives the submarine away.
    fn screen(&self, state: &mut HuntState, tables: &SeaTables, at: &mut TableTop<'_, '_>) -> HuntStage {
        const RULE: &str = "3.16.4";
        let (dice, log) = at.dice();
        let escorts = self.escorts(state, false).len();
        let value = escorts.min(usize::from(tables.numbers.escorts.most));
        log.line(|| {
            ("screening value", value.to_string(), format!("{escorts} DD and DE with the ships"), RULE)
        });
        if value == 0 {
            return HuntStage::Attack;
        }
        let below = tables.choices.is("sub_screen", "lt");
        let is_screened = |die: u8| if below { usize::from(die) < value } else { usize::from(die) <= value };
        let contact = |die: u8| match (is_screened(die), die) {
            (false, _) => SubmarineContact::Undetected,
            (true, 1) => SubmarineContact::Detected,
            (true, _) => SubmarineContact::Screened,
        };
        let face = dice.roll_into(Die::D6, "screening", &|die| contact(die) as u16);
        log.roll(Die::D6, face, || ("screening: die", "1d6", RULE));
        state.contact = contact(face);
        let (stage, told) = match state.contact {
            SubmarineContact::Detected => (HuntStage::Escorts(0), "screened and detected"),
            SubmarineContact::Screened => (HuntStage::End, "screened, no attack"),
            _ => (HuntStage::Attack, "undetected, all ships in the hex are shown"),
        };
        log.line(|| {
            let to = if below { "below" } else { "up to" };
            ("screening", told, format!("screened {to} {value}"), RULE)
        });
        stage
    }

    /// The ships that may be attacked now: the first attack goes at the screen alone, by the house rule.
    fn eligible(&self, state: &HuntState, tables: &SeaTables) -> Vec<usize> {
        let screen = self.escorts(state, false);
        if state.turn == 0 && tables.choices.is("sub_first_target", "on") && !screen.is_empty() {
            return screen;
        }
        self.afloat(state)
    }

    /// An attack of the submarine itself.
    fn attack<'b>(
        &'b self,
        state: &mut HuntState,
        tables: &SeaTables,
        at: &mut TableTop<'_, 'b>,
    ) -> Result<HuntStage, Pause> {
        let ships = self.eligible(state, tables);
        if ships.is_empty() {
            return Ok(HuntStage::End);
        }
        let which = if state.turn == 0 { "first" } else { "second" };
        let list = targets::offers(&self.ships, &state.ships, &ships, |ship| ship);
        let ship = at.ask(PROMPTS[0], None, format!("the ship of the {which} attack"), list)?;
        let boat = &self.boat[0];
        let mut magic_used = state.magic_used;
        let chit = (self.magic, &mut magic_used);
        let magic = magic::of_side(chit, (0, boat), &self.ships[ship], &tables.helped, at)?;
        let attack = boat.face(state.boat.left(0) < 2).attack().unwrap_or_default();
        self.torpedo((boat, attack), ship, magic, state, tables, at)?;
        state.magic_used = magic_used;
        Ok(match () {
            () if self.is_kaiten => {
                state.kaiten_spent = true;
                at.log().line(|| (boat.name.clone(), "eliminated", "it has attacked", "3.16.11"));
                HuntStage::End
            }
            () if self.carries_kaiten && !state.kaiten_spent => HuntStage::Kaiten,
            () => next_turn(state),
        })
    }

    /// The Kaiten attacks beside its carrier, which is its end, or waits; it may be held back to the last.
    fn kaiten<'b>(
        &'b self,
        state: &mut HuntState,
        tables: &SeaTables,
        at: &mut TableTop<'_, 'b>,
    ) -> Result<HuntStage, Pause> {
        let ships = self.eligible(state, tables);
        let mut list = targets::offers(&self.ships, &state.ships, &ships, Some);
        list.push(Offer::new("hold", vec!["hold"], None));
        if let Some(ship) = at.ask(KAITEN, None, KAITEN.text, list)? {
            let numbers = &tables.numbers.kaiten;
            self.torpedo((&kaiten(numbers), numbers.attack), ship, None, state, tables, at)?;
            state.kaiten_spent = true;
            at.log().line(|| ("Kaiten", "eliminated", "it has attacked", "3.16.11"));
        }
        Ok(next_turn(state))
    }

    /// One attack on a ship, against which an Admiral's D may be used: he sails with it, among those that were intercepted
    /// or among the others.
    fn torpedo<'b>(
        &'b self,
        (boat, attack): (&NavalUnit, u8),
        ship: usize,
        magic: Option<Added<'static>>,
        state: &mut HuntState,
        tables: &SeaTables,
        at: &mut TableTop<'_, 'b>,
    ) -> Played {
        let with = |other: usize| (other < self.intercepted) == (ship < self.intercepted);
        let guard = state.ships.guard(&self.ships, with);
        let name = self.ships[ship].name.as_str();
        let defended = guard.is_some() && {
            let text = bonus::question(bonus::DEFENCE.label, &format!("{} attacks {name}", boat.name));
            at.ask(bonus::DEFENCE, Some(name), text, bonus::offers(bonus::DEFENCE.label))?
        };
        let defence = guard.filter(|_| defended).map(|guard| state.ships.use_defence(guard));
        let shot = Torpedoes {
            boat,
            attack,
            drm: self.drm,
            times: 1,
            doubles: true,
            date: self.date.as_deref(),
            moonlit: self.moonlit,
            beside: [magic, defence],
            rule: if boat.class == ShipClass::Kaiten && !self.is_kaiten { KAITEN.rule } else { RULE },
        };
        let (dice, log) = at.dice();
        shot.fire(&self.ships, ship, &mut state.ships, tables, dice, log);
        Ok(())
    }

    fn press(&self, state: &mut HuntState, at: &mut TableTop<'_, '_>) -> Result<HuntStage, Pause> {
        let presses = !self.afloat(state).is_empty() && {
            let list = vec![
                Offer::new("dive", vec!["dive", "cautious", "balanced"], false),
                Offer::new("press", vec!["press", "aggressive"], true),
            ];
            at.ask(PRESS, None, "dive, or press the attack and be attacked by every escort", list)?
        };
        let (contact, stage) = match presses {
            true => (SubmarineContact::Pressed, HuntStage::Attack),
            false => (SubmarineContact::Dived, HuntStage::End),
        };
        state.turn = presses.into();
        state.contact = contact;
        Ok(stage)
    }

    /// The next escort attacks: of the intercepted ships when the submarine is detected, of the hex when it pressed on.
    fn escort<'b>(
        &'b self,
        done: usize,
        state: &mut HuntState,
        tables: &SeaTables,
        at: &mut TableTop<'_, 'b>,
    ) -> Result<HuntStage, Pause> {
        let escorts = self.escorts(state, state.contact == SubmarineContact::Pressed);
        let next = escorts.get(done).filter(|_| done < usize::from(tables.numbers.escorts.most));
        let Some(&ship) = next.filter(|_| state.boat.has(0)) else { return Ok(HuntStage::End) };
        let escort = &self.ships[ship];
        let chit = (self.magic, &mut state.magic_used);
        let magic = magic::of_side(chit, (1, escort), &self.boat[0], &tables.helped, at)?;
        let moonlit = self.date.as_deref().filter(|_| self.moonlit);
        let (dice, log) = at.dice();
        depth_charges(escort, (moonlit, magic), (&self.boat, &mut state.boat), tables, dice, log);
        Ok(HuntStage::Escorts(done + 1))
    }
}

fn next_turn(state: &HuntState) -> HuntStage {
    if state.turn == 0 { HuntStage::Press } else { HuntStage::Escorts(0) }
}
