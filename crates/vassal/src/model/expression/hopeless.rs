//! Parts of an expression that have no value whatever the properties in it are: the engine's interpreter refuses them each
//! time it comes to them.
//!
//! Engine classes: `bsh.BSHBinaryExpression`, `bsh.BSHUnaryExpression`, `bsh.BSHTernaryExpression`.

use super::Expression;
use super::mistakes::Mistake;
use super::tree::{Node, NodeKind};
use super::values::{Fault, Held, Operator, Value, operate};

impl Expression {
    /// The parts that never have a value, each with why.
    pub(super) fn hopeless(&self) -> Vec<Mistake> {
        let mut judge = Judge { expression: self, found: Vec::new() };
        let whole = judge.of(self.whole());
        if whole.is_empty() && matches!(self.whole().kind, NodeKind::Nothing) {
            judge.tell(self.whole(), NOTHING.to_owned());
        }
        judge.found
    }
}

const NOTHING: &str = "null is not a value here; a property without a value is \"\"";
const NO_TRUTH: &str = "which is neither true nor false";

/// What a part may be worth, by one value of each kind; none where nothing comes of it.
type Samples = Vec<Held>;

struct Judge<'e> {
    expression: &'e Expression,
    found: Vec<Mistake>,
}

impl Judge<'_> {
    fn tell(&mut self, node: &Node, message: String) {
        self.found.push(Mistake { at: node.at, message });
    }

    fn of(&mut self, node: &Node) -> Samples {
        match &node.kind {
            NodeKind::Literal(Value::Text(text)) if text.contains('$') => texts(),
            NodeKind::Literal(value) => vec![value.clone().into()],
            NodeKind::Property(name) if self.expression.texts.contains(name) => texts(),
            NodeKind::Nothing => Vec::new(),
            NodeKind::Signed(sign, inner) => self.signed(*sign, inner),
            NodeKind::Chain(first, others) => self.chain(first, others),
            NodeKind::Choice(cases, last) => {
                let mut all = Samples::new();
                for (condition, then) in cases {
                    self.condition(condition, "the condition is");
                    all.extend(self.of(then));
                }
                all.extend(self.of(last));
                if all.is_empty() { anything() } else { kinds(all) }
            }
            NodeKind::Call(name, given) => {
                if let ("If", [condition, ..]) = (name.as_str(), &given[..]) {
                    self.condition(condition, "the first value of If is");
                }
                given.iter().for_each(|node| drop(self.of(node)));
                let counts = ["Sum", "Count"].iter().any(|begin| name.starts_with(begin));
                if counts { vec![Value::Number(1).into()] } else { anything() }
            }
            NodeKind::Method(of, _, given) => {
                self.of(of);
                given.iter().for_each(|node| drop(self.of(node)));
                anything()
            }
            NodeKind::Item(of, _) => {
                if matches!(of.kind, NodeKind::Property(_)) {
                    self.tell(node, "a property is not a list; it has no parts in brackets".to_owned());
                }
                anything()
            }
            NodeKind::Property(_) | NodeKind::Dotted(_) | NodeKind::Assignment(..) | NodeKind::Java(_) => {
                anything()
            }
        }
    }

    fn condition(&mut self, node: &Node, what: &str) {
        let found = self.of(node);
        if !found.is_empty() && found.iter().all(|held| held.truth().is_err()) {
            self.tell(node, format!("{what} {}, {NO_TRUTH}", called(&found)));
        }
    }

    fn signed(&mut self, sign: char, inner: &Node) -> Samples {
        let found = self.of(inner);
        if matches!(inner.kind, NodeKind::Nothing) {
            self.tell(inner, NOTHING.to_owned());
            return anything();
        }
        let made: Vec<Result<Held, Fault>> = found.iter().map(|held| held.clone().signed(sign)).collect();
        if made.iter().all(|made| *made == Err(Fault::Refused)) {
            self.tell(inner, format!("{sign} cannot be applied to {}", called(&found)));
        }
        kinds_of(made)
    }

    fn chain(&mut self, first: &Node, others: &[(Operator, Node)]) -> Samples {
        let mut left = self.operand(first);
        for (number, (operator, node)) in others.iter().enumerate() {
            let before = if number == 0 { first } else { &others[number - 1].1 };
            let right = self.operand(node);
            left = match operator {
                Operator::And | Operator::Or => self.joined(*operator, (before, left), (node, right)),
                _ => self.reckoned(*operator, left, (node, right)),
            };
        }
        left
    }

    /// What stands beside an operator, which takes no `null`.
    fn operand(&mut self, node: &Node) -> Samples {
        let found = self.of(node);
        if matches!(node.kind, NodeKind::Nothing) {
            self.tell(node, NOTHING.to_owned());
            return anything();
        }
        found
    }

    /// Two truths, of which the second is asked for only where the first does not decide.
    fn joined(
        &mut self,
        operator: Operator,
        (before, left): (&Node, Samples),
        (node, right): (&Node, Samples),
    ) -> Samples {
        for (node, side) in [(before, &left), (node, &right)] {
            if !side.is_empty() && side.iter().all(|held| held.truth().is_err()) {
                let sign = operator.sign();
                self.tell(node, format!("an operand of {sign} is {}, {NO_TRUTH}", called(side)));
            }
        }
        vec![Value::Truth(true).into(), Value::Truth(false).into()]
    }

    fn reckoned(&mut self, operator: Operator, left: Samples, (node, right): (&Node, Samples)) -> Samples {
        let pairs = left.iter().flat_map(|one| right.iter().map(move |other| operate(operator, one, other)));
        let made: Vec<Result<Held, Fault>> = pairs.collect();
        if made.iter().all(|made| *made == Err(Fault::Refused)) {
            let (left, right) = (called(&left), called(&right));
            self.tell(node, format!("{} cannot be applied to {left} and {right}", operator.sign()));
        }
        kinds_of(made)
    }
}

/// One value of each kind that a property may have.
fn anything() -> Samples {
    let mut all = vec![
        Value::Number(1).into(),
        Value::Single(1.5).into(),
        Value::Truth(true).into(),
        Value::Truth(false).into(),
    ];
    all.extend(texts());
    all
}

/// A text with letters, and one without.
fn texts() -> Samples {
    vec![Held::text("x"), Held::text("")]
}

/// The kinds of what was made; anything where some of it is not known, or all of it was refused and is reported already.
fn kinds_of(made: Vec<Result<Held, Fault>>) -> Samples {
    let is_known = |made: &Result<Held, Fault>| *made != Err(Fault::Unknown);
    if !made.iter().all(is_known) || made.iter().all(Result::is_err) {
        return anything();
    }
    kinds(made.into_iter().flatten().collect())
}

/// One value of each kind among these.
fn kinds(values: Samples) -> Samples {
    anything()
        .into_iter()
        .filter(|sample| values.iter().any(|own| is_alike(&own.value, &sample.value)))
        .collect()
}

fn is_alike(one: &Value, other: &Value) -> bool {
    use Value::{Double, Letter, Number, Single, Text, Truth};
    match (one, other) {
        (Truth(one), Truth(other)) => one == other,
        (Single(_) | Double(_), Single(_)) => true,
        (Letter(_), Number(_) | Text(_)) => true,
        (Number(_), Number(_)) | (Text(_), Text(_)) => true,
        _ => false,
    }
}

/// What values are called together.
fn called(values: &Samples) -> &'static str {
    let is = |of: fn(&Value) -> bool| values.iter().all(|held| of(&held.value));
    if is(|value| matches!(value, Value::Text(_))) {
        "a text"
    } else if is(|value| matches!(value, Value::Truth(_))) {
        "true or false"
    } else if is(|value| matches!(value, Value::Number(_))) {
        "a number"
    } else if is(|value| matches!(value, Value::Number(_) | Value::Single(_) | Value::Double(_))) {
        "a decimal"
    } else {
        "a value"
    }
}
