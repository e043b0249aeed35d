//! Values of expressions, and their trees.

use super::{Expression, evaluate, property};

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
        ("Step && Side", Some("")),
        ("-3", Some("-3")),
        ("Step - 1", Some("1")),
        (r#"Step > 1 ? "a" : "b""#, Some("a")),
        (r#"If (Side.startsWith("R"), (Step + 1) * 2, 0)"#, Some("6")),
        ("Step / 0", Some("")),
        ("CountStack()", None),
        ("PlayerName", None),
        (r#""open"#, None),
        ("Step +", None),
    ];
    for (source, expected) in cases {
        assert_eq!(evaluate(source, &value).as_deref(), expected, "{source}");
    }
}

#[test]
fn a_field_that_names_a_property_has_its_value_as_it_stands() {
    for field in ["Code", "{Code}", "{ Code }", "$Code$", "{$Code$}"] {
        assert_eq!(property(field, &value).as_deref(), Some("007"), "{field}");
    }
    assert_eq!(property("My Side", &value).as_deref(), Some("Blue"));
    assert_eq!(property("{Missing}", &value).as_deref(), Some(""));
    assert_eq!(property("{Step*2}", &value).as_deref(), Some("4"));
    assert_eq!(property("{Range(1, 2)}", &value), None);
}

#[test]
fn texts_are_split_and_decimals_are_rounded_as_java_does() {
    let cases = [
        (r#""a b  c ".split(" ")[0]"#, Some("a")),
        (r#""a b  c ".split(" ")[3]"#, Some("c")),
        (r#""a b  c ".split(" ")[4]"#, Some("")),
        (r#"GetString("Side").split("e")[1] + 1"#, Some("d1")),
        ("Math.pow(2, 3)", Some("8.0")),
        ("Math.floor(Rate)", Some("1.0")),
        ("(int) 2.9 + Math.round(2.5)", Some("5")),
        ("Math.floorDiv(7, -2)", Some("-4")),
        (r#"Side.replaceFirst("e", "o")"#, Some("Rod")),
        (r#""Tōkyō".substring(1, 3).length()"#, Some("2")),
        ("Side.repeat(1000000)", None),
    ];
    for (source, expected) in cases {
        assert_eq!(evaluate(source, &value).as_deref(), expected, "{source}");
    }
}

#[test]
fn an_expression_says_what_it_reads_and_calls() {
    let source = r#"GetProperty("My Side") == $Side$ ? SumStack("Step", "{Code > Level}") : Range(x, 1)"#;
    let expression = Expression::parse(source).unwrap();
    let reads: Vec<_> =
        expression.reads().into_iter().map(|read| (read.name, read.at, read.of_others)).collect();
    let expected = [
        ("My Side", 12, false),
        ("Side", 26, false),
        ("Step", 44, true),
        ("Code", 52, true),
        ("Level", 52, true),
        ("x", 78, false),
    ];
    assert_eq!(reads, expected.map(|(name, at, others)| (name.to_owned(), at, others)));
    assert_eq!(expression.calls(), [("GetProperty", 0), ("SumStack", 35), ("Range", 72)]);
    let undefined = expression.undefined(&|name| value(name).is_some());
    assert_eq!(undefined.iter().map(|read| read.name.as_str()).collect::<Vec<_>>(), ["Level", "x"]);
}

#[test]
fn what_does_not_parse_says_where_and_whether_it_may_be_java() {
    let cases = [
        ("Step +", 6, false),
        ("(Step", 5, false),
        ("Step Side", 5, false),
        ("If(Step, 1 2)", 11, false),
        (r#"Side == "open"#, 8, false),
        ("Step ? 1", 8, false),
        ("Step & 1", 5, true),
        ("new Date()", 0, true),
        ("x = 5", 2, true),
        ("Step.intValue()", 5, true),
        ("0x1F", 0, true),
    ];
    for (source, at, is_foreign) in cases {
        let error = Expression::parse(source).unwrap_err();
        assert_eq!((error.at, error.is_foreign), (at, is_foreign), "{source}: {error}");
    }
    let deep = "(".repeat(5_000);
    assert!(Expression::parse(&deep).unwrap_err().is_foreign);
}
