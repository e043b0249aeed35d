//! Which cargo goes down with transports (ATPO-CARGO, 3.11.8): its owner eliminates units until the rest fits.

use serde::Serialize;
use serde_json::Value;

use crate::forces::unit::{LONGEST_NAME, entries};
use crate::forces::{ATTACKER, DEFENDER};
use liege_rules::choices::Setting;
use liege_rules::data::Files;
use liege_rules::deeds::{Act, Deed, Whom};
use liege_rules::dice::Dice;
use liege_rules::inputs::{Inputs, Key, KeyFault, KeyKind};
use liege_rules::procedure::{
    Ask, Coded, ContextError, Flow, Log, Offer, OrdersName, Procedure, Prompt, Refusal, Role, few,
};
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

/// What is aboard, and how much of it is too much.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OverloadedHold {
    owner: Role,
    /// The weakest first.
    cargo: Vec<CargoPiece>,
    lose: usize,
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

const KEYS: &[Key] = &[
    Key::new("cargo", &["aboard"], KeyKind::List, RULE, "what is aboard, the weakest first, by name"),
    Key::new("lose", &["too-much"], KeyKind::Number(0, 120), RULE, "how many of them no transport carries"),
    Key::new(
        "owner",
        &[],
        KeyKind::word(&[("attacker", &[]), ("defender", &[])]),
        RULE,
        "the side that they belong to; the attacker when not given",
    ),
];

const ATTACKERS: Prompt = Prompt {
    by: ATTACKER,
    label: LABEL,
    names: OrdersName::Answer,
    text: "which of the cargo goes down, one after the other",
    answers: &["NAME OF A UNIT"],
    policies: &["weakest", "strongest", "cautious", "balanced", "aggressive"],
    rule: RULE,
};

impl Procedure for CargoLoss {
    const ID: &'static str = "ATPO-CARGO";
    const ROLES: &'static [Role] = &[ATTACKER, DEFENDER];
    const PROMPTS: &'static [Prompt] = &[ATTACKERS, Prompt { by: DEFENDER, ..ATTACKERS }];
    type Cx = ();
    type Input = OverloadedHold;
    type Battle = OverloadedHold;
    type State = ChosenCargo;
    type Outcome = CargoLosses;

    fn begin(hold: OverloadedHold, (): &()) -> Result<(OverloadedHold, ChosenCargo), Vec<Refusal>> {
        if hold.lose > hold.cargo.len() {
            let aboard = counted(hold.cargo.len(), "piece");
            let reason = format!("{aboard} of cargo cannot lose {}", hold.lose);
            return Err(vec![Refusal::new(RULE, reason)]);
        }
        Ok((hold, ChosenCargo::default()))
    }

    fn step<'b>(
        hold: &'b OverloadedHold,
        chosen: ChosenCargo,
        (): &'b (),
        _: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, ChosenCargo, CargoLosses> {
        let left: Vec<usize> = (0..hold.cargo.len()).filter(|number| !chosen.0.contains(number)).collect();
        if chosen.0.len() >= hold.lose {
            log.line(|| {
                let cause = format!("{} of {} is more than is carried", hold.lose, hold.cargo.len());
                ("cargo lost", hold.lose.to_string(), cause, RULE)
            });
            return Flow::Done(outcome(hold, &chosen));
        }
        let list = left.iter().enumerate().map(|(place, number)| {
            let mut tags = Vec::new();
            if place == 0 {
                tags.extend(["weakest", "cautious", "balanced", "aggressive"]);
            }
            if place + 1 == left.len() {
                tags.push("strongest");
            }
            Offer::new(hold.cargo[*number].name.as_str(), tags, *number)
        });
        let offers = few(list.collect(), move |number: &usize| {
            let mut then = chosen.clone();
            then.0.push(*number);
            then
        });
        let text = "which of the cargo goes down".into();
        Flow::Ask(Ask { by: hold.owner, label: LABEL, about: None, text, rule: RULE, offers })
    }

    fn so_far(hold: &OverloadedHold, chosen: &ChosenCargo, (): &()) -> CargoLosses {
        outcome(hold, chosen)
    }

    fn result(outcome: &CargoLosses) -> String {
        match outcome.lost.is_empty() {
            true => "no cargo lost".to_owned(),
            false => format!("cargo lost: {}", outcome.lost.join(", ")),
        }
    }

    fn deeds(outcome: &CargoLosses) -> Vec<Deed> {
        outcome.deeds.clone()
    }
}

fn outcome(hold: &OverloadedHold, chosen: &ChosenCargo) -> CargoLosses {
    let lost = || chosen.0.iter().map(|number| &hold.cargo[*number]);
    let deed = |cargo: &CargoPiece| Deed {
        whom: Whom::Unit { name: cargo.name.clone(), piece: cargo.piece.clone() },
        act: Act::Eliminate(None),
        rule: RULE.into(),
    };
    CargoLosses { lost: lost().map(|cargo| cargo.name.clone()).collect(), deeds: lost().map(deed).collect() }
}

impl Coded for CargoLoss {
    const GAME: &'static str = "atpo";
    const NAME: &'static str = "cargo-loss";
    const PAGE: &'static str = "rules/atpo/procedures/ATPO-CARGO.md";
    const KEYS: &'static [Key] = KEYS;

    fn context(_: &dyn Files, _: &[Setting]) -> Result<(), ContextError> {
        Ok(())
    }

    fn read(inputs: &Inputs) -> Result<OverloadedHold, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let list = inputs.value("cargo").map(entries).unwrap_or_default();
        if list.is_empty() {
            faults
                .push(KeyFault::new("cargo", "is missing").help("what is aboard: 3rd Marines, 5th Marines"));
        }
        if list.len() > MOST_CARGO {
            faults.push(KeyFault::new("cargo", format!("more than {MOST_CARGO} pieces")));
        }
        let mut cargo = Vec::new();
        for entry in list.iter().take(MOST_CARGO) {
            match piece(entry) {
                Some(piece) => cargo.push(piece),
                None => {
                    let told = format!("{entry} is not a name of at most {LONGEST_NAME} letters");
                    faults.push(KeyFault::new("cargo", told));
                }
            }
        }
        let lose = inputs.number("lose").and_then(|number| usize::try_from(number).ok()).unwrap_or(0);
        let owner = if inputs.word("owner") == Some("defender") { DEFENDER } else { ATTACKER };
        if faults.is_empty() { Ok(OverloadedHold { owner, cargo, lose }) } else { Err(faults) }
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
