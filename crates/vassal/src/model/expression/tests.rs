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
        (r#""open"#, Some("")),
        ("Step +", Some("")),
        ("Foo(Step)", Some("")),
        ("Step; Side", None),
        (r#"Side =~ "R.d" && Side !~ "B.*""#, Some("true")),
        (r#"Side =~ "(?=R)Red""#, None),
        (r#""2".equals(Step) || "true".equals(Step == 2)"#, Some("false")),
        (r#""abc".charAt(1) == 'b'"#, Some("true")),
        (r#""abc".charAt(3)"#, Some("")),
        ("Side.replace('e', 'a') + Side.indexOf('d') + Side.lastIndexOf('x')", Some("Rad2-1")),
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
    let of_others = |source: &str| {
        let reads = Expression::parse(source).unwrap().reads();
        reads.into_iter().map(|read| read.name).collect::<Vec<_>>()
    };
    assert_eq!(
        of_others(r#"CountZone("Hill", "Main", "{Type==\"Unit\"}") + CountZone("Type")"#),
        ["Type", "Type"]
    );
    assert_eq!(of_others(r#"CountLocation("A1", "Main") + SumZone("Step", "Hill", "Main")"#), ["Step"]);
    assert_eq!(
        of_others(r#"SumAttach("Link", "Step") + GetAttachProperty("Link", "Side", 1)"#),
        ["Step", "Side"]
    );
    assert_eq!(of_others(r#"CountRange(0, 2, "{Step > 1}") + Range("Link")"#), ["Step"]);
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
        ("Side == 'Red'", 8, false),
        ("Step === 2", 7, false),
        ("Count({Step})", 6, false),
        ("Step = = 2", 7, false),
        ("~Step", 0, false),
        ("Step // two", 5, false),
        ("Step == \u{201c}2\u{201d}", 8, false),
        ("Step; return 3", 6, true),
    ];
    for (source, at, is_foreign) in cases {
        let error = Expression::parse(source).unwrap_err();
        assert_eq!((error.at, error.is_foreign), (at, is_foreign), "{source}: {error}");
    }
    for source in ["Step & 1", "new Date()", "Step.intValue()", "0x1F", "Step @gt 1 /* more */", "x = 5;"] {
        assert!(Expression::parse(source).is_ok(), "{source}");
    }
    let deep = "(".repeat(5_000);
    assert!(Expression::parse(&deep).unwrap_err().is_foreign);
}

#[test]
fn what_has_no_value_says_why() {
    let cases = [
        ("Foo(3)", 0, "VASSAL has no function Foo"),
        ("1 + countStack()", 4, "VASSAL has no function countStack; there is CountStack; case matters"),
        ("If(Step == 2, 1)", 0, "If takes 3 values, but got 2"),
        (r#"Range(1, 2, 3)"#, 0, "Range takes 1, 2, 4 or 5 values, but got 3"),
        ("Step = 2", 0, "= assigns a value; compare with =="),
        ("Step.intValue()", 0, "property Step has no method intValue"),
        ("Step.Side", 0, "a property with a dot in its name is GetProperty(\"Step.Side\")"),
        (r#"Count("{Step = 2}")"#, 6, "= assigns a value; compare with =="),
        (r#"Count("{Step == }")"#, 6, "its filter cannot be read: at letter 9: expected a value"),
    ];
    for (source, at, message) in cases {
        let found = Expression::parse(source).unwrap().mistakes(&|name| value(name).is_some());
        let found: Vec<_> = found.iter().map(|one| (one.at, one.message.as_str())).collect();
        assert_eq!(found, [(at, message)], "{source}");
    }
    for source in [
        "Math.PI",
        "Integer.parseInt(Code)",
        "java.lang.Math.abs(Step)",
        r#"Count("{$Step$ x}")"#,
        "Side.length()",
    ] {
        assert_eq!(
            Expression::parse(source).unwrap().mistakes(&|name| value(name).is_some()),
            [],
            "{source}"
        );
    }
}
