//! Offers by the thousand: counted, found by name and followed without being written out.

use std::borrow::Cow;
use std::sync::atomic::{AtomicUsize, Ordering};

use liege::rules::play::chances::{Limits, Merge, NoChances, exact, find};
use liege::rules::play::dice::{Dice, Seeded};
use liege::rules::play::procedure::{
    Answers, Ask, Ended, Flow, Log, Nobody, Offers, Orders, OrdersName, Policies, Procedure, Prompt, Refusal,
    Role, drive,
};

/// Eight of sixteen ships.
const SHIPS: u32 = 16;
const SCREENS: u32 = 8;

fn choose(n: u32, k: u32) -> usize {
    (0..k).fold(1, |product, i| product * (n as usize - i as usize) / (i as usize + 1))
}

const FLEET: Role = Role::new("attacker");

/// Which ships screen the fleet, chosen by its admiral.
struct Screen;

/// All ways to choose the screens; `written` counts those that were written out.
struct Ways<'b> {
    written: &'b AtomicUsize,
}

impl Answers for Ways<'_> {
    fn count(&self) -> usize {
        choose(SHIPS, SCREENS)
    }

    fn answer(&self, index: usize) -> Cow<'_, str> {
        self.written.fetch_add(1, Ordering::Relaxed);
        let chosen = self.then(index).unwrap_or(0);
        let names: Vec<String> =
            (0..SHIPS).filter(|ship| chosen & (1 << ship) != 0).map(|ship| format!("DD{ship}")).collect();
        names.join(", ").into()
    }

    /// The rank of a combination among all, from the numbers of its ships.
    fn named(&self, answer: &str) -> Option<usize> {
        let number = |name: &str| name.trim().to_uppercase().strip_prefix("DD")?.parse::<u32>().ok();
        let mut ships: Vec<u32> = answer.split(',').map(number).collect::<Option<_>>()?;
        ships.sort_unstable();
        ships.dedup();
        let is_legal = ships.len() == SCREENS as usize && ships.iter().all(|ship| *ship < SHIPS);
        is_legal.then(|| (1..).zip(&ships).map(|(k, ship)| choose(*ship, k)).sum())
    }

    fn tagged(&self, word: &str) -> Option<usize> {
        (word == "first").then_some(0)
    }
}

impl Offers<Option<u32>> for Ways<'_> {
    fn then(&self, index: usize) -> Option<u32> {
        let mut left = index;
        let mut chosen = 0;
        for k in (1..=SCREENS).rev() {
            let ship = (0..SHIPS).rev().find(|ship| choose(*ship, k) <= left)?;
            left -= choose(ship, k);
            chosen |= 1 << ship;
        }
        Some(chosen)
    }
}

impl Procedure for Screen {
    const ID: &'static str = "TEST-R04";
    const PROMPTS: &'static [Prompt] = &[Prompt {
        by: FLEET,
        label: "screen",
        names: OrdersName::Nothing,
        text: "the ships that screen",
        answers: &["NAMES"],
        policies: &["first"],
        rule: "1",
    }];
    const ROLES: &'static [Role] = &[FLEET];
    type Cx = ();
    type Input = ();
    type Battle = AtomicUsize;
    /// The ships chosen, as bits.
    type State = Option<u32>;
    type Outcome = Option<u32>;

    fn begin((): (), _cx: &()) -> Result<(AtomicUsize, Option<u32>), Vec<Refusal>> {
        Ok((AtomicUsize::new(0), None))
    }

    fn step<'b>(
        written: &'b AtomicUsize,
        state: Option<u32>,
        _cx: &'b (),
        _dice: &mut dyn Dice,
        _log: &mut Log,
    ) -> Flow<'b, Option<u32>, Option<u32>> {
        if state.is_some() {
            return Flow::Done(state);
        }
        let text = "which ships screen the fleet".into();
        let offers = Box::new(Ways { written });
        Flow::Ask(Ask { by: FLEET, label: "screen", about: None, text, rule: "1", offers })
    }

    fn so_far(_written: &AtomicUsize, state: &Option<u32>, _cx: &()) -> Option<u32> {
        *state
    }

    fn result(outcome: &Option<u32>) -> String {
        outcome.map_or_else(|| "open".to_owned(), |ships| format!("{ships:016b}"))
    }
}

#[test]
fn an_order_finds_one_of_12870_answers_by_name() {
    let (written, state) = Screen::begin((), &()).unwrap();
    assert_eq!(Ways { written: &written }.count(), 12_870);
    let mut orders = Orders::default();
    orders.answer(FLEET, "screen", "DD0, dd2, DD4, DD6, DD8, DD10, DD12, DD15");
    let mut log = Log::silent();
    let ended = drive::<Screen>(&written, state, &(), &mut Seeded::new(1), &mut orders, &mut log).unwrap();
    assert_eq!(ended, Ended::Done(Some(0b1001_0101_0101_0101)));
    assert!(orders.misfits.is_empty());
    assert_eq!(written.into_inner(), 0);
}

#[test]
fn every_combination_has_one_index_and_one_name() {
    let written = AtomicUsize::new(0);
    let ways = Ways { written: &written };
    for index in [0, 1, 17, 6_435, 12_868, 12_869] {
        assert_eq!(ways.named(&ways.answer(index)), Some(index));
    }
    assert_eq!(ways.named("DD0, DD1"), None);
}

#[test]
fn an_open_question_writes_out_the_first_answers_and_counts_the_others() {
    let (written, state) = Screen::begin((), &()).unwrap();
    let ended =
        drive::<Screen>(&written, state, &(), &mut Seeded::new(1), &mut Nobody, &mut Log::silent()).unwrap();
    let Ended::Open(None, question) = ended else { panic!("{ended:?}") };
    assert_eq!((question.answers.len(), question.more), (200, 12_670));
    assert_eq!(serde_json::json!(question)["more"], 12_670);
}

#[test]
fn a_policy_is_a_function_of_state_and_question() {
    let (written, state) = Screen::begin((), &()).unwrap();
    let last = |state: &Option<u32>, asked: &liege::rules::play::procedure::Asked<'_>| {
        assert!(state.is_none());
        Some(asked.answers.count() - 1)
    };
    let found = exact::<Screen>(&written, &state, &(), &last, &Limits::default(), Merge::Equal).unwrap().0;
    let ends: Vec<_> = found.weights.into_keys().collect();
    assert_eq!(ends, [Ended::Done(Some(0xff00))]);
    assert_eq!(written.into_inner(), 0);
}

#[test]
fn orders_that_are_used_up_are_no_policies() {
    let mut orders = Orders::default();
    orders.policy(FLEET, "first");
    assert!(orders.policies().is_ok());
    orders.answer(FLEET, "screen", "DD0");
    orders.count(FLEET, "loss", "DD0", 1);
    let refused = orders.policies().unwrap_err();
    assert_eq!(refused.0, ["attacker loss", "attacker screen"]);
    assert!(refused.to_string().contains("used up by one question"), "{refused}");
}

#[test]
fn an_order_that_is_no_legal_answer_gives_no_chances() {
    struct Wrong;
    impl liege::rules::play::procedure::Policy<Option<u32>> for Wrong {
        fn answer(
            &self,
            state: &Option<u32>,
            asked: &liege::rules::play::procedure::Asked<'_>,
        ) -> Result<Option<usize>, liege::rules::play::procedure::Misfit> {
            let mut orders = Orders::default();
            orders.imply(FLEET, "screen", "DD99");
            assert_eq!(orders.policies().unwrap().answer(state, asked), Ok(None));
            Err(liege::rules::play::procedure::Misfit::new(asked, "DD99"))
        }
    }
    let (written, state) = Screen::begin((), &()).unwrap();
    let Err(NoChances::Misfits(misfits)) = find::<Screen>(&written, &state, &(), &Wrong, &Limits::default())
    else {
        panic!("chances in spite of an order that does not fit")
    };
    assert_eq!(misfits.len(), 1);
    let told = misfits[0].to_string();
    assert!(told.starts_with("attacker screen: \"DD99\" is not one of DD0, DD1, "), "{told}");
    assert!(told.ends_with(" and 12670 more"), "{told}");
    let open = find::<Screen>(&written, &state, &(), &Policies::default(), &Limits::default()).unwrap();
    assert!(open.weights.keys().all(|end| matches!(end, Ended::Open(..))));
}
