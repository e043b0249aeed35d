//! Which cargo goes down with transports (ATPO-CARGO, 3.11.8): its owner eliminates units until the rest fits.

use serde::Serialize;
use serde_json::Value;

use crate::forces::unit::{LONGEST_NAME, entries};
use crate::forces::{ATTACKER, DEFENDER};
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::{Act, Deed, Whom};
use liege_rules::play::inputs::{Field, Inputs, KeyFault, KeyKind};
use liege_rules::play::procedure::{
    ContextError, Offer, OrdersName, Outcome, Played, Prompt, Refusal, Script, ScriptHead, TableTop,
};
use liege_rules::{inputs, words};
use vassal::diagnostic::counted;

/// ATPO-CARGO: no dice, only choices of the owner.
pub struct CargoLoss;

const RULE: &str = "3.11.8";
/// The name of the question in orders.
const LABEL: &str = "cargo";
/// More cargo than any stack has.
const MOST_CARGO: usize = 120;

/// A piece of cargo.
#[derive(Debug, Clone, PartialEq, Eq)]
struct CargoPiece {
    name: String,
    piece: Option<String>,
}

/// What is aboard, the weakest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CargoAboard(Vec<CargoPiece>);

words! {
    /// Whose it is.
    pub enum CargoOwner { Attacker = "attacker", Defender = "defender" }
}

inputs! {
    /// What is aboard, and how much of it is too much.
    #[derive(Debug, Clone)]
    pub struct OverloadedHold {
        /// what is aboard, the weakest first, by name
        cargo: CargoAboard = "cargo" | "aboard", RULE;
        /// how many of them no transport carries
        lose: Option<u8> = "lose" | "too-much", RULE, 0..=120;
        /// the side that they belong to; the attacker when not given
        owner: Option<CargoOwner> = "owner", RULE;
    }
}

/// What its owner has eliminated, by the numbers of the cargo, in his order.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ChosenCargo(Vec<usize>);

/// What it comes to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct CargoLosses {
    /// The names of what is lost.
    pub lost: Vec<String>,
    #[serde(skip)]
    deeds: Vec<Deed>,
}

const ATTACKERS: Prompt = Prompt {
    by: ATTACKER,
    label: LABEL,
    names: OrdersName::Answer,
    text: "which of the cargo goes down, one after the other",
    answers: &["NAME OF A UNIT"],
    policies: &["weakest", "strongest", "cautious", "balanced", "aggressive"],
    rule: RULE,
};

const DEFENDERS: Prompt = Prompt { by: DEFENDER, ..ATTACKERS };

impl Script for CargoLoss {
    const HEAD: ScriptHead = ScriptHead::of("atpo", "ATPO-CARGO", "cargo-loss")
        .asks(&[ATTACKER, DEFENDER], &[ATTACKERS, DEFENDERS]);
    type Cx = ();
    type Input = OverloadedHold;
    type Battle = OverloadedHold;
    type State = ChosenCargo;
    type Outcome = CargoLosses;

    fn context(_: &dyn Files, _: &[Setting]) -> Result<(), ContextError> {
        Ok(())
    }

    fn begin(hold: OverloadedHold, (): &()) -> Result<(OverloadedHold, ChosenCargo), Vec<Refusal>> {
        if hold.lost() > hold.cargo.0.len() {
            let aboard = counted(hold.cargo.0.len(), "piece");
            let reason = format!("{aboard} of cargo cannot lose {}", hold.lost());
            return Err(Refusal::new(RULE, reason).into());
        }
        Ok((hold, ChosenCargo::default()))
    }

    fn play<'b>(
        hold: &'b OverloadedHold,
        (): &'b (),
        chosen: &mut ChosenCargo,
        at: &mut TableTop<'_, 'b>,
    ) -> Played {
        let (cargo, lost) = (&hold.cargo.0, hold.lost());
        let prompt = if hold.owner == Some(CargoOwner::Defender) { DEFENDERS } else { ATTACKERS };
        while chosen.0.len() < lost {
            let left: Vec<usize> = (0..cargo.len()).filter(|number| !chosen.0.contains(number)).collect();
            let offer = |(place, number): (usize, &usize)| {
                let mut tags = Vec::new();
                if place == 0 {
                    tags.extend(["weakest", "cautious", "balanced", "aggressive"]);
                }
                if place + 1 == left.len() {
                    tags.push("strongest");
                }
                Offer::new(cargo[*number].name.as_str(), tags, *number)
            };
            let offers = left.iter().enumerate().map(offer).collect();
            chosen.0.push(at.ask(prompt, None, "which of the cargo goes down", offers)?);
        }
        at.log().line(|| {
            let cause = format!("{lost} of {} is more than is carried", cargo.len());
            ("cargo lost", lost.to_string(), cause, RULE)
        });
        Ok(())
    }

    fn outcome(hold: &OverloadedHold, chosen: &ChosenCargo) -> CargoLosses {
        let lost = || chosen.0.iter().map(|number| &hold.cargo.0[*number]);
        let deed = |cargo: &CargoPiece| Deed {
            whom: Whom::Unit { name: cargo.name.clone(), piece: cargo.piece.clone() },
            act: Act::Eliminate(None),
            rule: RULE.into(),
        };
        let names = lost().map(|cargo| cargo.name.clone()).collect();
        CargoLosses { lost: names, deeds: lost().map(deed).collect() }
    }
}

impl OverloadedHold {
    fn lost(&self) -> usize {
        self.lose.unwrap_or_default().into()
    }
}

impl Outcome for CargoLosses {
    fn result(&self) -> String {
        match self.lost.is_empty() {
            true => "no cargo lost".to_owned(),
            false => format!("cargo lost: {}", self.lost.join(", ")),
        }
    }

    fn deeds(&self) -> Vec<Deed> {
        self.deeds.clone()
    }
}

impl Field for CargoAboard {
    const KIND: KeyKind = KeyKind::List;

    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Self> {
        let list = inputs.value(key).map(entries).unwrap_or_default();
        if list.is_empty() {
            faults.push(KeyFault::new(key, "is missing").help("what is aboard: 3rd Marines, 5th Marines"));
        }
        if list.len() > MOST_CARGO {
            faults.push(KeyFault::new(key, format!("more than {MOST_CARGO} pieces")));
        }
        let mut cargo = Vec::new();
        for entry in list.iter().take(MOST_CARGO) {
            match piece(entry) {
                Some(piece) => cargo.push(piece),
                None => {
                    let told = format!("{entry} is not a name of at most {LONGEST_NAME} letters");
                    faults.push(KeyFault::new(key, told));
                }
            }
        }
        Some(Self(cargo))
    }
}

/// A name, or a table with it and the id of its piece.
fn piece(entry: &Value) -> Option<CargoPiece> {
    let word = |value: &Value| value.as_str().filter(|text| text.len() <= LONGEST_NAME).map(str::to_owned);
    match entry {
        Value::Object(table) => Some(CargoPiece {
            name: table.get("name").and_then(word)?,
            piece: table.get("piece").and_then(word),
        }),
        entry => Some(CargoPiece { name: word(entry)?, piece: None }),
    }
}
