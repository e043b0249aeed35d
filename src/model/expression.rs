//! Expressions in braces that put values together, compare them or choose between them: properties, literals, sums
//! of these, comparisons, `&&`, `||`, `? :`, `If()` and parentheses.
//!
//! Engine classes: `script.expression.BeanShellExpression`, `script.ExpressionInterpreter`.

/// Longer expressions are not read.
const LONGEST: usize = 10_000;
/// Expressions that may nest deeper are not read.
const DEEPEST: usize = 100;
/// Begins the names of properties that only a running game knows.
const ELSEWHERE: [&str; 6] = ["CurrentMat", "Mat", "PlayerName", "playerName", "PlayerId", "playerId"];

/// A value as the engine's interpreter holds it.
#[derive(Debug, Clone, PartialEq)]
enum Value {
    Number(i32),
    Decimal(f32),
    Truth(bool),
    Text(String),
}

/// The value of an expression without its braces; none when it takes more than putting values together.
pub(super) fn evaluate(source: &str, value: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    if source.trim().is_empty() {
        return Some(String::new());
    }
    if source.len() > LONGEST || source.matches(['(', '?']).count() > DEEPEST {
        return None;
    }
    // A single text in quotes is taken as it stands, without escapes.
    let quoted = source.strip_prefix('"').and_then(|s| s.strip_suffix('"'));
    if let Some(text) = quoted.filter(|text| !text.contains('"')) {
        return Some(text.to_owned());
    }
    if let Some(number) = integer(source) {
        return Some(number.to_string());
    }
    let (found, rest) = choice(source, value)?;
    rest.trim_start().is_empty().then(|| shown(found))
}

/// What is read so far, and the text behind it.
type Read<'a> = Option<(Value, &'a str)>;
type Lookup<'v> = &'v dyn Fn(&str) -> Option<String>;

/// `condition ? one : other`, or what stands where a condition could.
fn choice<'a>(text: &'a str, value: Lookup<'_>) -> Read<'a> {
    let (found, rest) = any(text, value)?;
    let Some(after) = sign(rest, "?") else { return Some((found, rest)) };
    let (one, rest) = choice(after, value)?;
    let (other, rest) = choice(sign(rest, ":")?, value)?;
    Some((chosen(found, one, other)?, rest))
}

fn chosen(condition: Value, one: Value, other: Value) -> Option<Value> {
    let Value::Truth(first) = condition else { return None };
    Some(if first { one } else { other })
}

/// What follows a sign that comes next.
fn sign<'a>(text: &'a str, sign: &str) -> Option<&'a str> {
    text.trim_start().strip_prefix(sign)
}

fn any<'a>(text: &'a str, value: Lookup<'_>) -> Read<'a> {
    joined(text, "||", &|text| joined(text, "&&", &|text| comparison(text, value), |a, b| a && b), |a, b| {
        a || b
    })
}

/// Truths with a sign between them; any other value stands alone.
fn joined<'a>(
    text: &'a str,
    sign: &str,
    part: &dyn Fn(&'a str) -> Read<'a>,
    join: fn(bool, bool) -> bool,
) -> Read<'a> {
    let (mut found, mut rest) = part(text)?;
    while let Some(after) = rest.trim_start().strip_prefix(sign) {
        let (right, behind) = part(after)?;
        let (Value::Truth(a), Value::Truth(b)) = (found, right) else { return None };
        (found, rest) = (Value::Truth(join(a, b)), behind);
    }
    Some((found, rest))
}

fn comparison<'a>(text: &'a str, value: Lookup<'_>) -> Read<'a> {
    let (left, rest) = sum(text, value)?;
    let signs = ["==", "!=", "<=", ">=", "<", ">"];
    let found = signs.iter().find_map(|&sign| Some((sign, rest.trim_start().strip_prefix(sign)?)));
    let Some((sign, after)) = found else { return Some((left, rest)) };
    let (right, rest) = sum(after, value)?;
    let order = compared(&left, &right);
    let truth = match sign {
        "==" => equal(&left, &right),
        "!=" => !equal(&left, &right),
        "<=" => order?.is_le(),
        ">=" => order?.is_ge(),
        "<" => order?.is_lt(),
        _ => order?.is_gt(),
    };
    Some((Value::Truth(truth), rest))
}

/// Beside a number, a text counts as a number where it is one, and an empty one as 0.
fn number(value: &Value) -> Option<f32> {
    match value {
        Value::Number(number) => Some(*number as f32),
        Value::Decimal(decimal) => Some(*decimal),
        Value::Text(text) if text.is_empty() => Some(0.0),
        Value::Text(text) => integer(text).map(|number| number as f32),
        Value::Truth(_) => None,
    }
}

fn equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Text(a), Value::Text(b)) => a == b,
        (Value::Number(a), Value::Number(b)) => a == b,
        _ => match (number(left), number(right)) {
            (Some(a), Some(b)) => a == b,
            _ => shown(left.clone()) == shown(right.clone()),
        },
    }
}

/// Which is larger; none where it is not plain what the interpreter makes of the two.
fn compared(left: &Value, right: &Value) -> Option<std::cmp::Ordering> {
    match (left, right) {
        (Value::Number(a), Value::Number(b)) => Some(a.cmp(b)),
        (Value::Text(a), Value::Text(b)) if number(left).is_none() && number(right).is_none() => {
            Some(a.cmp(b))
        }
        (Value::Text(_), Value::Text(_)) => None,
        _ => number(left)?.partial_cmp(&number(right)?),
    }
}

fn sum<'a>(text: &'a str, value: Lookup<'_>) -> Read<'a> {
    let (mut found, mut rest) = operand(text.trim_start(), value)?;
    while let Some(after) = rest.trim_start().strip_prefix('+') {
        let (right, behind) = operand(after.trim_start(), value)?;
        (found, rest) = (add(found, right)?, behind);
    }
    Some((found, rest))
}

/// The value of a field that names a property: its bare name, or an expression in braces
/// (`Expression.createSimplePropertyExpression`). Empty where the property has no value.
pub(super) fn property(field: &str, value: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let field = field.trim();
    let braced = field.strip_prefix('{').and_then(|f| f.strip_suffix('}'));
    let inner = braced.map_or(field, str::trim);
    if braced.is_some() && !is_name(inner) {
        return evaluate(inner, value);
    }
    let dollars = inner.strip_prefix('$').and_then(|f| f.strip_suffix('$'));
    Some(value(dollars.unwrap_or(inner)).unwrap_or_default())
}

/// A whole number of 32 bits with or without sign, as Java reads it.
pub(super) fn integer(text: &str) -> Option<i32> {
    text.parse().ok()
}

fn is_name(text: &str) -> bool {
    let mut letters = text.chars();
    let start = letters.next().is_some_and(|c| c.is_alphabetic() || c == '_' || c == '$');
    start && letters.all(is_name_part)
}

fn is_name_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// The first operand of `text` and what follows it.
fn operand<'a>(text: &'a str, value: Lookup<'_>) -> Read<'a> {
    if text.starts_with('"') {
        return literal(text).map(|(text, rest)| (Value::Text(text), rest));
    }
    if let Some(inside) = text.strip_prefix('(') {
        let (found, rest) = choice(inside, value)?;
        return Some((found, sign(rest, ")")?));
    }
    let end = text.find(|c: char| !is_name_part(c)).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        // A leading zero makes another base, a letter another type.
        if let Some(tail) = rest.strip_prefix('.') {
            let end = tail.find(|c: char| !c.is_ascii_digit()).unwrap_or(tail.len());
            let number = format!("{word}.{}", &tail[..end]).parse().ok()?;
            return Some((Value::Decimal(number), &tail[end..]));
        }
        let plain = word == "0" || !word.starts_with('0');
        return Some((Value::Number(integer(word).filter(|_| plain)?), rest));
    }
    if let Some(arguments) = sign(rest, "(") {
        return function(word, arguments, value);
    }
    match word {
        "true" | "false" => Some((Value::Truth(word == "true"), rest)),
        "null" | "new" | "this" | "super" | "return" | "instanceof" => None,
        _ if !is_name(word) || rest.starts_with('.') || elsewhere(word, value) => None,
        _ => {
            let bare = word.strip_prefix('$').and_then(|w| w.strip_suffix('$'));
            let name = bare.filter(|name| !name.is_empty()).unwrap_or(word);
            Some((variable(value(name).unwrap_or_default()), rest))
        }
    }
}

/// The value of a function and what follows its arguments.
fn function<'a>(name: &str, arguments: &'a str, value: Lookup<'_>) -> Read<'a> {
    if name == "If" {
        let (condition, rest) = choice(arguments, value)?;
        let (one, rest) = choice(sign(rest, ",")?, value)?;
        let (other, rest) = choice(sign(rest, ",")?, value)?;
        return Some((chosen(condition, one, other)?, sign(rest, ")")?));
    }
    let (property, rest) = literal(arguments.trim_start())?;
    let rest = sign(rest, ")")?;
    let text = value(&property).unwrap_or_default();
    match name {
        "GetProperty" | "getProperty" => Some((property_value(text), rest)),
        "GetString" | "getString" => Some((Value::Text(text), rest)),
        _ => None,
    }
}

/// Whether only a running game can tell a property.
fn elsewhere(name: &str, value: Lookup<'_>) -> bool {
    let known = ELSEWHERE.iter().any(|start| name.starts_with(start)) || name.ends_with("_isVisible");
    known && value(name).is_none()
}

/// A text in quotes and what follows it; none where escapes other than of quote and backslash are in it.
fn literal(text: &str) -> Option<(String, &str)> {
    let mut out = String::new();
    let mut letters = text.strip_prefix('"')?.char_indices();
    while let Some((at, c)) = letters.next() {
        match c {
            '"' => return Some((out, &text[at + 2..])),
            '\\' => out.push(letters.next().map(|l| l.1).filter(|c| ['"', '\\'].contains(c))?),
            c => out.push(c),
        }
    }
    None
}

/// A property as the variable that the interpreter makes of it.
fn variable(text: String) -> Value {
    let numeric = !text.is_empty() && text.chars().all(|c| "+-.0123456789".contains(c));
    match text.as_str() {
        "true" | "false" => Value::Truth(text == "true"),
        number if numeric => match (integer(number), number.parse()) {
            (Some(number), _) => Value::Number(number),
            (None, Ok(decimal)) if number.contains('.') => Value::Decimal(decimal),
            _ => Value::Text(text),
        },
        _ => Value::Text(text),
    }
}

/// A property as `GetProperty` gives it.
fn property_value(text: String) -> Value {
    match (text.as_str(), integer(&text)) {
        ("true" | "false", _) => Value::Truth(text == "true"),
        (_, Some(number)) => Value::Number(number),
        _ => Value::Text(text),
    }
}

fn add(left: Value, right: Value) -> Option<Value> {
    match (left, right) {
        (Value::Number(a), Value::Number(b)) => Some(Value::Number(a.wrapping_add(b))),
        (left @ Value::Text(_), right) | (left, right @ Value::Text(_)) => {
            Some(Value::Text(shown(left) + &shown(right)))
        }
        _ => None,
    }
}

fn shown(value: Value) -> String {
    match value {
        Value::Number(number) => number.to_string(),
        Value::Decimal(decimal) => format!("{decimal:?}"),
        Value::Truth(truth) => truth.to_string(),
        Value::Text(text) => text,
    }
}

#[cfg(test)]
mod tests {
    use super::{evaluate, property};

    fn value(name: &str) -> Option<String> {
        let known = [("Step", "2"), ("Code", "007"), ("Rate", "1.50"), ("Side", "Red"), ("My Side", "Blue")];
        known.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
    }

    #[test]
    fn values_are_put_together_as_the_interpreter_does() {
        let cases = [
            (r#""as it \ stands""#, Some(r"as it \ stands")),
            ("Side", Some("Red")),
            ("Code", Some("7")),
            ("Rate", Some("1.5")),
            ("Missing", Some("")),
            (r#"Side + " " + Step"#, Some("Red 2")),
            ("Step + 1", Some("3")),
            (r#"GetProperty("My Side") + GetString("Code")"#, Some("Blue007")),
            ("  ", Some("")),
            ("Step == 2", Some("true")),
            (r#"Step == "2" && Side != "Blue""#, Some("true")),
            (r#"Side == "Blue" || Rate < 1.25"#, Some("false")),
            ("Missing == 0", Some("true")),
            (r#"Step == """#, Some("false")),
            (r#""b" > "a""#, Some("true")),
            ("Step && Side", None),
            ("-3", Some("-3")),
            ("Step - 1", None),
            (r#"Step > 1 ? "a" : "b""#, Some("a")),
            (r#"Side == "Blue" ? 1 : Step == 2 ? 2 + 3 : 4"#, Some("5")),
            (r#""is " + (Side == "Red" && (Step > 2 || Code == 7) ? Side : Rate)"#, Some("is Red")),
            (r#"If ( Step == 1, "one", If(Step == 2, "two", "many") ) + "!""#, Some("two!")),
            ("(Step)", Some("2")),
            ("Step ? 1 : 2", None),
            ("Step == 2 ? 1", None),
            ("Step == 2 ? 1 : 2 : 3", None),
            ("If(Step == 2, 1)", None),
            ("(Step", None),
            ("()", None),
            ("Side.length()", None),
            (r#""open"#, None),
            ("Step +", None),
        ];
        for (source, expected) in cases {
            assert_eq!(evaluate(source, &value).as_deref(), expected, "{source}");
        }
    }

    #[test]
    fn deep_nesting_is_not_followed() {
        assert_eq!(evaluate(&format!("{}1{}", "(".repeat(99), ")".repeat(99)), &value).as_deref(), Some("1"));
        assert_eq!(evaluate(&format!("{}1{}", "(".repeat(4000), ")".repeat(4000)), &value), None);
        assert_eq!(evaluate(&format!("{}1", "true ? 1 : ".repeat(900)), &value), None);
    }

    #[test]
    fn a_field_that_names_a_property_has_its_value_as_it_stands() {
        for field in ["Code", "{Code}", "{ Code }", "$Code$", "{$Code$}"] {
            assert_eq!(property(field, &value).as_deref(), Some("007"), "{field}");
        }
        assert_eq!(property("My Side", &value).as_deref(), Some("Blue"));
        assert_eq!(property("{Missing}", &value).as_deref(), Some(""));
        assert_eq!(property("{Step*2}", &value), None);
    }
}
