//! A submarine's attack (ATPO-R21, 3.16.3 to 3.16.7): screen, two attacks at most, and the escorts.

pub(super) mod read;

use super::attacks::{Torpedoes, depth_charges};
use super::declared::{against_sides, beside, declare, declare_defence, declare_magic};
use super::encounter::{Encounter, HuntOutcome, HuntStage, HuntState, SubmarineContact, kaiten};
use crate::forces::{ATTACKER, DEFENDER};
use crate::sea::bonus;
use crate::sea::damage;
use crate::sea::magic;
use crate::sea::tables::SeaTables;
use crate::sea::targets::{self, TARGET, TARGET_OR_HOLD};
use liege_rules::play::deeds::Deed;
use liege_rules::play::dice::{Dice, Die};
use liege_rules::play::inputs::{Key, KeyKind};
use liege_rules::play::losses::UnitLoss;
use liege_rules::play::procedure::{
    Ask, Flow, Log, Offer, OrdersName, Procedure, Prompt, Refusal, Role, few,
};

/// ATPO-R21.
pub struct SubmarineAttack;

const RULE: &str = "3.16.6";

/// Whether a Kaiten is with the submarine.
pub const KAITEN_KEY: Key =
    Key::new("kaiten", &[], KeyKind::YesNo, "3.16.11", "a Kaiten rides with the submarine");

/// What is asked of a submarine's owner beside the target.
const PRESS: Prompt = Prompt {
    label: "press",
    names: OrdersName::Nothing,
    text: "dive after the first attack, or attack again and be attacked",
    answers: &["dive", "press"],
    policies: &["dive", "press", "cautious", "balanced", "aggressive"],
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

/// An attack as typed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoatFound {
    encounter: Encounter,
    laden: bool,
}

impl BoatFound {
    /// The same without a Naval Magic chit.
    #[must_use]
    pub fn without_magic(self) -> Self {
        Self { encounter: Encounter { magic: None, ..self.encounter }, ..self }
    }
}

impl Procedure for SubmarineAttack {
    const ID: &'static str = "ATPO-R21";
    const ROLES: &'static [Role] = &[ATTACKER, DEFENDER];
    const PROMPTS: &'static [Prompt] = &[
        Prompt { rule: RULE, ..TARGET },
        Prompt { rule: RULE, ..PRESS },
        KAITEN,
        magic::PROMPT,
        Prompt { by: DEFENDER, ..magic::PROMPT },
        bonus::DEFENCE,
    ];
    const MEASURE: Option<&'static str> = Some(damage::MEASURE);
    type Cx = SeaTables;
    type Input = BoatFound;
    type Battle = Encounter;
    type State = HuntState;
    type Outcome = HuntOutcome;

    fn begin(given: BoatFound, tables: &SeaTables) -> Result<(Encounter, HuntState), Vec<Refusal>> {
        if given.laden {
            let reason = "a submarine that carries supply or a commando attacks nothing";
            return Err(vec![Refusal::new("13.3.3", reason)]);
        }
        let foreign = given.encounter.boat.iter().any(|boat| boat.nation.is_some_and(|code| code != "JP"));
        if given.encounter.carries_kaiten && foreign {
            return Err(vec![Refusal::new("3.16.11", "a Kaiten needs a Japanese submarine")]);
        }
        if given.encounter.carries_kaiten || given.encounter.is_kaiten {
            too_early(&given.encounter, tables)?;
        }
        against_sides(&given.encounter, tables)?;
        let state = given.encounter.begin();
        Ok((given.encounter, state))
    }

    fn step<'b>(
        encounter: &'b Encounter,
        state: HuntState,
        tables: &'b SeaTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, HuntState, HuntOutcome> {
        step(encounter, state, tables, dice, log)
    }

    fn so_far(encounter: &Encounter, state: &HuntState, _: &SeaTables) -> HuntOutcome {
        encounter.outcome(state)
    }

    fn result(outcome: &HuntOutcome) -> String {
        outcome.in_words()
    }

    fn deeds(outcome: &HuntOutcome) -> Vec<Deed> {
        outcome.deeds()
    }

    fn losses(encounter: &Encounter, outcome: &HuntOutcome) -> Vec<UnitLoss> {
        encounter.losses(outcome)
    }
}

/// Refuses a Kaiten before the rules have one.
pub(super) fn too_early(encounter: &Encounter, tables: &SeaTables) -> Result<(), Vec<Refusal>> {
    let from = tables.numbers.kaiten.from.text();
    match encounter.date.as_deref() {
        Some(date) if date < from => Err(vec![Refusal::new("3.16.11", format!("no Kaiten before {from}"))]),
        _ => Ok(()),
    }
}

/// One step of an encounter, of a submarine or of a Kaiten.
pub(super) fn step<'b>(
    encounter: &'b Encounter,
    mut state: HuntState,
    tables: &'b SeaTables,
    dice: &mut dyn Dice,
    log: &mut Log,
) -> Flow<'b, HuntState, HuntOutcome> {
    let ships = &encounter.ships;
    match state.stage {
        HuntStage::Screen => Flow::Next(screen(encounter, state, tables, dice, log)),
        HuntStage::Aim => aim(encounter, state, tables),
        HuntStage::Fire(ship) => {
            let boat = &encounter.boat[0];
            if let Some(ask) = declare(encounter, &state, ship, tables) {
                return ask;
            }
            let attack = boat.face(state.boat.left(0) < 2).attack().unwrap_or_default();
            let beside = beside(encounter, &mut state, ship);
            let shot = Torpedoes { beside, ..torpedoes(encounter, attack) };
            shot.fire(ships, ship, &mut state.ships, tables, dice, log);
            state.kaiten_spent |= encounter.is_kaiten;
            Flow::Next(after_shot(encounter, state, log))
        }
        HuntStage::AimKaiten => aim_kaiten(encounter, state, tables),
        HuntStage::FireKaiten(ship) => fire_kaiten(encounter, state, ship, tables, dice, log),
        HuntStage::Press => press(encounter, state),
        HuntStage::Escorts(done) => escort(encounter, state, done, tables, dice, log),
        HuntStage::End => {
            state.ships.tell_cargo(ships, log);
            log.line(|| ("submarine", "done", "it may not intercept again this Phase", RULE));
            Flow::Done(encounter.outcome(&state))
        }
    }
}

/// The screening die: below the number of escorts no attack, and a natural 1 gives the submarine away.
fn screen(
    encounter: &Encounter,
    state: HuntState,
    tables: &SeaTables,
    dice: &mut dyn Dice,
    log: &mut Log,
) -> HuntState {
    const RULE: &str = "3.16.4";
    let escorts = encounter.escorts(&state, false).len();
    let value = escorts.min(usize::from(tables.numbers.escorts.most));
    log.line(|| ("screening value", value.to_string(), format!("{escorts} DD and DE with the ships"), RULE));
    if value == 0 {
        return HuntState { stage: HuntStage::Aim, ..state };
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
    let contact = contact(face);
    log.line(|| {
        let cause = if below { format!("screened below {value}") } else { format!("screened up to {value}") };
        let told = match contact {
            SubmarineContact::Detected => "screened and detected",
            SubmarineContact::Screened => "screened, no attack",
            _ => "undetected, all ships in the hex are shown",
        };
        ("screening", told, cause, RULE)
    });
    let stage = match contact {
        SubmarineContact::Detected => HuntStage::Escorts(0),
        SubmarineContact::Screened => HuntStage::End,
        _ => HuntStage::Aim,
    };
    HuntState { stage, contact, ..state }
}

/// The ships that may be attacked now: the first attack goes at the screen alone, by the house rule.
fn eligible(encounter: &Encounter, state: &HuntState, tables: &SeaTables) -> Vec<usize> {
    let screen = encounter.escorts(state, false);
    if state.turn == 0 && tables.choices.is("sub_first_target", "on") && !screen.is_empty() {
        return screen;
    }
    encounter.afloat(state)
}

fn aim<'b>(
    encounter: &'b Encounter,
    state: HuntState,
    tables: &SeaTables,
) -> Flow<'b, HuntState, HuntOutcome> {
    let ships = eligible(encounter, &state, tables);
    if ships.is_empty() {
        return Flow::Next(HuntState { stage: HuntStage::End, ..state });
    }
    let list = targets::offers(&encounter.ships, &state.ships, &ships, |ship| ship);
    let which = if state.turn == 0 { "first" } else { "second" };
    let offers = few(list, move |ship: &usize| HuntState { stage: HuntStage::Fire(*ship), ..state.clone() });
    let text = format!("the ship of the {which} attack").into();
    Flow::Ask(Ask { by: ATTACKER, label: "target", about: None, text, rule: RULE, offers })
}

fn torpedoes(encounter: &Encounter, attack: u8) -> Torpedoes<'_> {
    let (boat, drm, date) = (&encounter.boat[0], encounter.drm, encounter.date.as_deref());
    let (moonlit, beside) = (encounter.moonlit, [None; 2]);
    Torpedoes { boat, attack, drm, times: 1, doubles: true, date, moonlit, beside, rule: RULE }
}

/// What follows an attack of the submarine itself.
fn after_shot(encounter: &Encounter, state: HuntState, log: &mut Log) -> HuntState {
    let stage = match () {
        () if encounter.is_kaiten => {
            log.line(|| (encounter.boat[0].name.clone(), "eliminated", "it has attacked", "3.16.11"));
            HuntStage::End
        }
        () if encounter.carries_kaiten && !state.kaiten_spent => HuntStage::AimKaiten,
        () => next_turn(&state),
    };
    HuntState { stage, ..state }
}

fn next_turn(state: &HuntState) -> HuntStage {
    if state.turn == 0 { HuntStage::Press } else { HuntStage::Escorts(0) }
}

/// The Kaiten's attack, which is its end.
fn fire_kaiten<'b>(
    encounter: &'b Encounter,
    mut state: HuntState,
    ship: usize,
    tables: &SeaTables,
    dice: &mut dyn Dice,
    log: &mut Log,
) -> Flow<'b, HuntState, HuntOutcome> {
    let numbers = &tables.numbers.kaiten;
    let boat = kaiten(numbers);
    if let Some(ask) = declare_defence(encounter, &state, &boat.name, ship) {
        return ask;
    }
    let beside = beside(encounter, &mut state, ship);
    let shot = Torpedoes { boat: &boat, beside, rule: "3.16.11", ..torpedoes(encounter, numbers.attack) };
    shot.fire(&encounter.ships, ship, &mut state.ships, tables, dice, log);
    state.kaiten_spent = true;
    log.line(|| ("Kaiten", "eliminated", "it has attacked", "3.16.11"));
    Flow::Next(HuntState { stage: next_turn(&state), ..state })
}

/// The Kaiten attacks beside its carrier, or waits; it may be held back to the last.
fn aim_kaiten<'b>(
    encounter: &'b Encounter,
    state: HuntState,
    tables: &SeaTables,
) -> Flow<'b, HuntState, HuntOutcome> {
    let ships = eligible(encounter, &state, tables);
    let mut list = targets::offers(&encounter.ships, &state.ships, &ships, Some);
    list.push(Offer::new("hold", vec!["hold"], None));
    let offers = few(list, move |ship: &Option<usize>| {
        let stage = ship.map_or_else(|| next_turn(&state), HuntStage::FireKaiten);
        HuntState { stage, ..state.clone() }
    });
    let text = "the ship that the Kaiten attacks, or hold".into();
    Flow::Ask(Ask { by: ATTACKER, label: "kaiten target", about: None, text, rule: "3.16.11", offers })
}

fn press(encounter: &Encounter, state: HuntState) -> Flow<'_, HuntState, HuntOutcome> {
    if encounter.afloat(&state).is_empty() {
        return Flow::Next(HuntState { stage: HuntStage::End, contact: SubmarineContact::Dived, ..state });
    }
    let list = vec![
        Offer::new("dive", vec!["dive", "cautious", "balanced"], false),
        Offer::new("press", vec!["press", "aggressive"], true),
    ];
    let offers = few(list, move |press: &bool| match press {
        false => HuntState { stage: HuntStage::End, contact: SubmarineContact::Dived, ..state.clone() },
        true => {
            HuntState { turn: 1, stage: HuntStage::Aim, contact: SubmarineContact::Pressed, ..state.clone() }
        }
    });
    let text = "dive, or press the attack and be attacked by every escort".into();
    Flow::Ask(Ask { by: ATTACKER, label: "press", about: None, text, rule: RULE, offers })
}

/// The next escort attacks: of the intercepted ships when the submarine is detected, of the hex when it pressed on.
fn escort<'b>(
    encounter: &'b Encounter,
    mut state: HuntState,
    done: usize,
    tables: &SeaTables,
    dice: &mut dyn Dice,
    log: &mut Log,
) -> Flow<'b, HuntState, HuntOutcome> {
    let escorts = encounter.escorts(&state, state.contact == SubmarineContact::Pressed);
    let next = escorts.get(done).filter(|_| done < usize::from(tables.numbers.escorts.most));
    let Some(&ship) = next.filter(|_| state.boat.has(0)) else {
        return Flow::Next(HuntState { stage: HuntStage::End, ..state });
    };
    let escort = &encounter.ships[ship];
    if let Some(ask) = declare_magic(encounter, &state, (1, escort), &encounter.boat[0], tables) {
        return ask;
    }
    let magic = state.chit.spend(encounter.magic.map(|(_, number)| number));
    let moonlit = encounter.date.as_deref().filter(|_| encounter.moonlit);
    depth_charges(escort, (moonlit, magic), (&encounter.boat, &mut state.boat), tables, dice, log);
    Flow::Next(HuntState { stage: HuntStage::Escorts(done + 1), ..state })
}
