//! Submarines that slip through a closed strait (ATPO-R09, 3.4.3.1): one die, and what a natural 1 brings.

use serde::Serialize;

use super::damage::{self, Afloat, HitUnit};
use super::numbers::DataHex;
use super::rows::StraitPlace;
use super::ship::NavalUnit;
use super::shot::Shot;
use super::tables::SeaTables;
use super::typed::{EscortNames, Submarine};
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::Deed;
use liege_rules::play::dice::Die;
use liege_rules::play::losses::UnitLoss;
use liege_rules::play::procedure::{
    ContextError, Outcome, Played, Refusal, Role, Script, ScriptHead, TableTop,
};
use liege_rules::position::places::Hex;
use liege_rules::{inputs, words};

/// ATPO-R09.
pub struct StraitPassage;

const RULE: &str = "3.4.3.1";

/// The side of the submarine.
const INFILTRATING: Role = Role::new("infiltrating");

words! {
    /// The straits that are closed.
    pub enum Strait alone { Bungo = "bungo", Korea = "korea", Naruto = "naruto", Soya = "soya", Tsugaru = "tsugaru" }
}

inputs! {
    /// The attempt as typed in.
    #[derive(Debug, Clone)]
    pub struct Attempt {
        /// the submarine: SS 3-5/2-4 US
        boat: Submarine = "submarine" | "sub" | "boat", RULE;
        /// enemy DD and DE in the hex: units, or how many
        escorts: EscortNames = "escorts" | "destroyers", RULE;
        /// which strait, for the report
        strait: Option<Strait> = "strait", "18.1.6";
        /// the hex of the strait that it has entered
        hex: Option<Hex> = "hex" | "at", "18.1.6";
    }
}

/// A strait with its guards, and the submarine.
pub struct GuardedStrait {
    boat: [NavalUnit; 1],
    escorts: Vec<String>,
    /// Its name and hexes, where they were given.
    place: Option<(String, String)>,
}

/// How the attempt stands.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct StraitTry {
    through: bool,
    afloat: Afloat,
}

/// How it ended.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct StraitOutcome {
    /// Whether the submarine is through.
    pub through: bool,
    /// The submarine, if it was hit.
    pub hit: Vec<HitUnit>,
}

impl Script for StraitPassage {
    const HEAD: ScriptHead = ScriptHead::of("atpo", "ATPO-R09", "strait-infiltration")
        .measured(damage::MEASURE)
        .reads(&["hit_compare", "strait_hexes"]);
    type Cx = SeaTables;
    type Input = Attempt;
    type Battle = GuardedStrait;
    type State = StraitTry;
    type Outcome = StraitOutcome;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<SeaTables, ContextError> {
        SeaTables::load(files, settings, Self::HEAD.choices())
    }

    fn begin(attempt: Attempt, tables: &SeaTables) -> Result<(GuardedStrait, StraitTry), Vec<Refusal>> {
        let place = place(&attempt, tables)?;
        let (boat, escorts) = ([attempt.boat.0], attempt.escorts.0);
        if boat[0].nation == Some("JP") {
            let reason = "the straits are not closed to Japan: it needs no infiltration";
            return Err(vec![Refusal::new("3.4.3", reason)]);
        }
        let passage = StraitTry { through: false, afloat: Afloat::all(&boat) };
        Ok((GuardedStrait { boat, escorts, place }, passage))
    }

    fn play<'b>(
        strait: &'b GuardedStrait,
        tables: &'b SeaTables,
        passage: &mut StraitTry,
        at: &mut TableTop<'_, 'b>,
    ) -> Played {
        let (dice, log) = at.dice();
        if let Some((name, hexes)) = &strait.place {
            log.line(|| ("strait", name.clone(), hexes.clone(), "18.1.6"));
        }
        let numbers = &tables.numbers.strait;
        let guards = i32::try_from(strait.escorts.len()).unwrap_or(i32::MAX).saturating_mul(numbers.escort);
        let through = |die: u8| die == 6 || die > 1 && i32::from(die) + guards >= numbers.through;
        let class = |die| if die == 1 { 0 } else { 1 + u16::from(through(die)) };
        let face = dice.roll_into(Die::D6, "infiltration", &class);
        log.roll(Die::D6, face, || ("infiltration: die", "1d6", RULE));
        if guards != 0 {
            log.line(|| ("modifier: enemy DD and DE", format!("{guards:+}"), "in the same hex", RULE));
        }
        passage.through = through(face);
        log.line(|| {
            let total = i32::from(face) + guards;
            let cause = match face {
                6 => "a natural 6".to_owned(),
                1 => "a natural 1: the mines and up to four escorts attack".to_owned(),
                _ => format!("total {total}, {} or more is needed", numbers.through),
            };
            ("infiltration", if passage.through { "through" } else { "stopped" }, cause, RULE)
        });
        if face == 1 {
            log.line(|| ("escorts", "gunnery ignored", "the rules leave this open; read as in 3.16.7", RULE));
            let most = tables.numbers.escorts.most.into();
            for by in std::iter::once("mines").chain(strait.escorts.iter().map(String::as_str).take(most)) {
                if passage.afloat.has(0) {
                    let armor = passage.afloat.armor(&strait.boat, 0);
                    let mut shot = Shot::new(by, &strait.boat[0].name, armor, RULE);
                    shot.above = tables.must_exceed();
                    let hit = shot.roll(true, dice, log);
                    passage.afloat.strike(&strait.boat, 0, (hit, RULE), (&tables.admiral, dice), log);
                }
            }
        }
        if !passage.through && passage.afloat.has(0) {
            let cause = "it may move back out, and infiltrates nowhere else this Phase";
            log.line(|| (strait.boat[0].name.clone(), "not pursued", cause, RULE));
        }
        Ok(())
    }

    fn outcome(strait: &GuardedStrait, passage: &StraitTry) -> StraitOutcome {
        StraitOutcome { through: passage.through, hit: passage.afloat.hit(&strait.boat) }
    }

    fn losses(strait: &GuardedStrait, outcome: &StraitOutcome) -> Vec<UnitLoss> {
        damage::losses(&[(INFILTRATING, &strait.boat, &outcome.hit)])
    }
}

impl Outcome for StraitOutcome {
    fn result(&self) -> String {
        match (self.through, self.hit.as_slice()) {
            (true, _) => "through".into(),
            (false, []) => "stopped".into(),
            (false, hit) => format!("stopped: {}", damage::in_words(hit, &[])),
        }
    }

    fn deeds(&self) -> Vec<Deed> {
        damage::deeds(&self.hit, &[])
    }
}

/// The strait that was given, with its hexes in the reading that holds.
fn place(attempt: &Attempt, tables: &SeaTables) -> Result<Option<(String, String)>, Refusal> {
    if attempt.strait.is_none() && attempt.hex.is_none() {
        return Ok(None);
    }
    let as_printed = tables.choices.is("strait_hexes", "printed");
    let hexes =
        |place: &StraitPlace| -> Vec<Hex> { place.hexes(as_printed).iter().map(DataHex::hex).collect() };
    let named = |place: &&StraitPlace| {
        attempt.strait.is_none_or(|word| place.name.to_lowercase().starts_with(&word.to_string()))
    };
    let here = |place: &&StraitPlace| attempt.hex.is_none_or(|hex| hexes(place).contains(&hex));
    let listed = |place: &StraitPlace| hexes(place).iter().map(Hex::to_string).collect::<Vec<_>>().join(", ");
    let places = &tables.numbers.strait.place;
    if let Some(place) = places.iter().find(|place| named(place) && here(place)) {
        return Ok(Some((place.name.clone(), listed(place))));
    }
    let hex = attempt.hex.map(|hex| hex.to_string()).unwrap_or_default();
    let known: Vec<String> =
        places.iter().filter(named).map(|place| format!("{} ({})", place.name, listed(place))).collect();
    Err(Refusal::new("18.1.6", format!("{hex} is no hex of the strait: {}", known.join("; "))))
}
