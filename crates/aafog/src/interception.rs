//! Interception (AAF-P05): scrambled aircraft meet aircraft that pass, for one salvo.

use serde::Serialize;

use super::because::Because;
use super::class::UnitClass;
use super::force::UnitGroup;
use super::messages::{Arm, Message, MessageTexts};
use super::roles::{MOVER, OCCUPANT};
use super::typed::{named, stranger, units};
use super::upshot::{Cause, Upshot};
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::Deed;
use liege_rules::play::dice::Die;
use liege_rules::play::inputs::{Inputs, Key, KeyFault, KeyKind, TypedInput};
use liege_rules::play::procedure::{
    ContextError, Offer, OrdersName, Outcome, Played, Prompt, Refusal, Role, Script, ScriptHead, TableTop,
};

/// AAF-P05: one salvo between scrambled and passing aircraft.
pub struct Intercept;

/// The classes of aircraft, in the order in which they roll.
const AIRCRAFT: [UnitClass; 3] = [UnitClass::Ftr, UnitClass::Tac, UnitClass::Bmb];

/// Who meets whom, and what their dice need.
#[derive(Debug, Clone, Default)]
pub struct Salvo {
    zone: String,
    item: u32,
    /// Aircraft that pass, then those that scrambled.
    sides: [UnitGroup; 2],
    /// Fighters and bombers of the mover, fighters of the other side: each hits on this or less.
    hits: [u8; 3],
}

impl Salvo {
    /// The numbers that each side's dice need, one for each die. Tactical bombers do not roll (8-air, L33).
    fn dice(&self, side: usize) -> Vec<(UnitClass, u8)> {
        let [own, bombers, enemy] = self.hits;
        let rolls: &[(UnitClass, u8)] = match side {
            0 => &[(UnitClass::Ftr, own), (UnitClass::Bmb, bombers)],
            _ => &[(UnitClass::Ftr, enemy)],
        };
        let of =
            |(class, hit): &(UnitClass, u8)| vec![(*class, *hit); self.sides[side].count(*class) as usize];
        rolls.iter().flat_map(of).collect()
    }
}

/// A salvo with what is so before a die is rolled.
pub struct MetSalvo {
    salvo: Salvo,
    begun: Vec<Upshot>,
}

/// Dice rolled, hits of each side, and the aircraft that each side gave for them.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct SalvoState {
    rolled: usize,
    hits: [u32; 2],
    lost: [[u32; 3]; 2],
}

/// What came out of a salvo.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct SalvoOutcome {
    /// Hits of the mover, then of the others.
    pub hits: [u32; 2],
    /// Aircraft that fly on as planned.
    pub flies_on: UnitGroup,
    /// Messages, sightings and losses, in order.
    pub upshots: Vec<Upshot>,
}

const fn loss(by: Role, answers: &'static [&'static str], policies: &'static [&'static str]) -> Prompt {
    Prompt {
        by,
        label: "loss",
        names: OrdersName::Answer,
        text: "which aircraft is lost, once for each hit",
        answers,
        policies,
        rule: "8-air",
    }
}

const OWN_LOSS: Prompt =
    loss(MOVER, &["FTR", "TAC", "BMB"], &["ftr", "tac", "bmb", "cautious", "balanced", "aggressive"]);
const ENEMY_LOSS: Prompt =
    loss(OCCUPANT, &["FTR", "TAC"], &["ftr", "tac", "cautious", "balanced", "aggressive"]);

/// Tags of the aircraft, in their order.
const TAGS: [&str; 3] = ["ftr", "tac", "bmb"];

const MOST: i64 = 6;

const KEYS: &[Key] = &[
    Key::new("zone", &["place"], KeyKind::List, "8-air", "the sea zone over which they meet"),
    Key::new("item", &[], KeyKind::Number(1, 1000), "7", "the item of the mover's list; 1 when not given"),
    Key::new("mover", &["passing"], KeyKind::List, "8-air", "aircraft that pass: 2 FTR, TAC, BMB"),
    Key::new(
        "occupants",
        &["scrambled", "enemy"],
        KeyKind::List,
        "8-air",
        "aircraft that scrambled: FTR, TAC",
    ),
    Key::new(
        "mover-fighter-hits",
        &[],
        KeyKind::Number(0, MOST),
        "8-air",
        "a passing fighter hits on this or less, by the base game",
    ),
    Key::new(
        "mover-bomber-hits",
        &[],
        KeyKind::Number(0, MOST),
        "8-air",
        "a passing strategic bomber hits on this or less, by the base game; 0 for no roll",
    ),
    Key::new(
        "scrambled-fighter-hits",
        &[],
        KeyKind::Number(0, MOST),
        "8-air",
        "a scrambled fighter hits on this or less, by the base game",
    ),
];

impl Script for Intercept {
    const HEAD: ScriptHead =
        ScriptHead::of("aafog", "AAF-P05", "interception").asks(&[MOVER, OCCUPANT], &[OWN_LOSS, ENEMY_LOSS]);
    type Cx = MessageTexts;
    type Input = Salvo;
    type Battle = MetSalvo;
    type State = SalvoState;
    type Outcome = SalvoOutcome;

    fn context(files: &dyn Files, _: &[Setting]) -> Result<MessageTexts, ContextError> {
        MessageTexts::among(files)
    }

    fn begin(salvo: Salvo, texts: &MessageTexts) -> Result<(MetSalvo, SalvoState), Vec<Refusal>> {
        let begun = begun(&salvo, texts);
        Ok((MetSalvo { salvo, begun }, SalvoState::default()))
    }

    fn play<'b>(
        meeting: &'b MetSalvo,
        texts: &'b MessageTexts,
        state: &mut SalvoState,
        at: &mut TableTop<'_, 'b>,
    ) -> Played {
        let MetSalvo { salvo, begun } = meeting;
        if *state == SalvoState::default() {
            begun.iter().for_each(|upshot| upshot.log(texts, at.log()));
        }
        let dice = [0, 1].map(|side| salvo.dice(side).into_iter().map(move |die| (side, die)));
        let dice: Vec<(usize, (UnitClass, u8))> = dice.into_iter().flatten().collect();
        while let Some((side, (class, needs))) = dice.get(state.rolled) {
            state.rolled += 1;
            state.hits[*side] += u32::from(hits([MOVER, OCCUPANT][*side], *class, *needs, at));
            at.settle()?;
        }
        // Each side names its losses; both salvos were fired before.
        for (side, prompt) in [(0, OWN_LOSS), (1, ENEMY_LOSS)] {
            let due = state.hits[1 - side].min(salvo.sides[side].count_of(UnitClass::is_air));
            while state.lost[side].iter().sum::<u32>() < due {
                let lost =
                    at.ask(prompt, None, "which aircraft is lost?", offers(left(salvo, state, side)))?;
                state.lost[side][lost] += 1;
                at.settle()?;
            }
        }
        let outcome = Self::outcome(meeting, state);
        outcome.upshots.iter().skip(begun.len()).for_each(|upshot| upshot.log(texts, at.log()));
        at.log().line(|| ("flies on", outcome.flies_on.to_string(), "as planned", "8-air (L33)"));
        Ok(())
    }

    fn outcome(MetSalvo { salvo, begun }: &MetSalvo, state: &SalvoState) -> SalvoOutcome {
        let mut upshots = begun.clone();
        let mut flies_on = salvo.sides[0].clone();
        for (side, of) in [(0, MOVER), (1, OCCUPANT)] {
            let mut units = UnitGroup::default();
            for (at, class) in AIRCRAFT.into_iter().enumerate() {
                units = units.and(&salvo.sides[side].first(class, state.lost[side][at]));
            }
            if side == 0 {
                flies_on = flies_on.without(&units).unwrap_or_default();
            }
            if !units.is_empty() {
                let because = vec![Because::Rule("8-air", "L33")];
                upshots.push(Upshot::Loss { of, units, place: salvo.zone.clone(), because });
            }
        }
        SalvoOutcome { hits: state.hits, flies_on, upshots }
    }
}

impl Outcome for SalvoOutcome {
    fn result(&self) -> String {
        let [own, enemy] = self.hits;
        format!("hits {own} to {enemy}; flies on: {}", self.flies_on)
    }

    fn deeds(&self) -> Vec<Deed> {
        self.upshots.iter().flat_map(Upshot::deeds).collect()
    }
}

/// Whether one die of a side hits.
fn hits(by: Role, class: UnitClass, needs: u8, at: &mut TableTop<'_, '_>) -> bool {
    let (dice, log) = at.dice();
    let label = format!("{by}'s {}", class.name());
    let face = dice.roll_into(Die::D6, &label, &|face| u16::from(face <= needs));
    let hit = face <= needs;
    log.roll(Die::D6, face, || {
        let cause = if hit { "hit" } else { "miss" };
        (label, format!("{cause}: needs {needs} or less"), "8-air (L33)")
    });
    hit
}

/// The aircraft of each class that a side has left.
fn left(salvo: &Salvo, state: &SalvoState, side: usize) -> [u32; 3] {
    let mut left = [0; 3];
    for (at, class) in AIRCRAFT.into_iter().enumerate() {
        left[at] = salvo.sides[side].count(class).saturating_sub(state.lost[side][at]);
    }
    left
}

fn offers(left: [u32; 3]) -> Vec<Offer<'static, usize>> {
    let offer = |(first, at): (usize, usize)| {
        // Whatever a side is like, it loses what is cheapest first.
        let attitudes = ["cautious", "balanced", "aggressive"].into_iter().filter(|_| first == 0);
        Offer::new(AIRCRAFT[at].word(), [TAGS[at]].into_iter().chain(attitudes).collect(), at)
    };
    (0..3).filter(|at| left[*at] > 0).enumerate().map(offer).collect()
}

/// What is so before a die is rolled.
fn begun(salvo: &Salvo, texts: &MessageTexts) -> Vec<Upshot> {
    let because = vec![Because::Rule("8-air", "L33")];
    let (item, zone) = (salvo.item, salvo.zone.clone());
    let [mover, occupant] = salvo.sides.clone();
    let message = Message::EngagedUnits { item, zone: zone.clone(), arm: Arm::Air };
    let battle = Upshot::Battle {
        place: zone.clone(),
        cause: Cause::Interception,
        mover: mover.clone(),
        occupant: occupant.clone(),
        because: because.clone(),
    };
    let sighting = |by: Role, units: UnitGroup| Upshot::Sighting {
        by,
        units,
        place: zone.clone(),
        because: because.clone(),
    };
    vec![
        Upshot::message(texts, MOVER, message, because.clone()),
        battle,
        sighting(OCCUPANT, mover),
        sighting(MOVER, occupant),
    ]
}

impl TypedInput for Salvo {
    const KEYS: &'static [Key] = KEYS;

    fn fields(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Option<Self> {
        let zone = named(inputs, "zone", "the sea zone over which they meet", faults);
        let mut group = |key: &str, help: &str| {
            let group = units(inputs, key, faults).unwrap_or_default();
            if group.is_empty() && !faults.iter().any(|fault| fault.key == key) {
                faults.push(KeyFault::new(key, "is missing").help(help));
            }
            group
        };
        let mover = group("mover", "aircraft that pass: 2 FTR, TAC, BMB");
        let occupants = group("occupants", "aircraft that scrambled: FTR, TAC");
        faults.extend(stranger(
            &mover,
            "mover",
            UnitClass::is_air,
            "aircraft: a fleet fights a battle instead",
        ));
        faults.extend(stranger(
            &occupants,
            "occupants",
            UnitClass::scrambles,
            "FTR and TAC: no others scramble",
        ));
        let mut hits = |key: &str, rolls: bool| {
            let number = inputs.number(key).and_then(|number| u8::try_from(number).ok());
            if rolls && number.is_none() {
                let help = "the number by the base game; it is not in these rules";
                faults.push(KeyFault::new(key, "is missing").help(help));
            }
            number.unwrap_or(0)
        };
        let hits = [
            hits("mover-fighter-hits", mover.count(UnitClass::Ftr) > 0),
            hits("mover-bomber-hits", mover.count(UnitClass::Bmb) > 0),
            hits("scrambled-fighter-hits", occupants.count(UnitClass::Ftr) > 0),
        ];
        let item = inputs.number("item").and_then(|item| u32::try_from(item).ok()).unwrap_or(1);
        Some(Self { zone, item, sides: [mover, occupants], hits })
    }
}
