//! Expressions, properties, keys and pictures as VASSAL's own classes know them.

use liege::format::build_file::Element;
use liege::format::module_file::ModuleFile;
use liege::lint::Linted;

use super::sound::{linted, module, module_of, piece};
use crate::example_module::picture;

/// A module with pieces that each have one Calculated Property of this expression, a Marker `Type`, `Side` and `Step`, and
/// a Global Property for each of the names.
fn calculating(expressions: &[&str]) -> ModuleFile {
    let pieces: Vec<String> = expressions
        .iter()
        .enumerate()
        .map(|(number, source)| {
            let inside = source.replace(';', "\\;");
            piece(
                &[
                    (&format!("calcProp;Own{number};{{{inside}}};"), ""),
                    ("mark;Type,Side,Step", "Unit,Red,1"),
                ],
                "a.png",
            )
        })
        .collect();
    module(&pieces, &[("images/a.png", &picture("1"))])
}

/// The faults of one check, each by what it says.
fn told_of<'l>(linted: &'l Linted, id: &str) -> Vec<&'l str> {
    linted.faults.iter().filter(|fault| fault.id == id).map(|fault| fault.message.as_str()).collect()
}

#[test]
fn what_the_interpreter_of_vassal_reads_is_no_fault() {
    let sound = [
        r#"Side !~ "Red|Blue""#,
        r#"Side =~ "R.*""#,
        "Step == 1 /* a note */",
        "Step * .5 > 1",
        "Step @gt 1 @and Step @lt 3",
        "(Step & 1) == 1 ? 0x1F : 1e3",
        "Side == 'R'",
        "Step == 1;",
        r#"CountZone("Battlefield", "Main", "{Type==\"Unit\"}") > 0"#,
        r#"CountLocation("Hill", "Main", "{Type==\"Unit\"}") + SumLocation("Step", "Hill", "Main")"#,
        r#"CountMap("Main", "Step", "{Type==\"Unit\"}") + CountMap("Main")"#,
        r#"SumAttach("Escort", "Step") + CountAttach("Escort", "{Step > 1}") + Range("Escort")"#,
        r#"GetAttachProperty("Escort", "Step", 1) + GetZoneProperty("Step", "Hill") + AttachCount"#,
        r#"CountRange(0, 2, "{Step > 1}") + SumRangePx(0, 2, "Step")"#,
        "Integer.parseInt(Step) + Math.PI",
        r#"Step - "" + (Side == "" || Side == "Red" ? "a" : 1) + (Side.length() > 1) + -Step"#,
        r#"!(Step > 1) && (Step & 3) == 1 && Side == "Red" || true"#,
        r#"("" + Side) - 1 + ("Step $Step$" - 1) + Step / 2 % 2.5"#,
        "08",
        "PieceUID + LocalizedPieceName + ZoneOfCommand + UiPieceCount + ModuleGameFileName + CurrentMatProp7",
    ];
    let told = linted(&calculating(&sound));
    let wrong: Vec<&str> =
        ["VASSAL-E01", "VASSAL-E02"].into_iter().flat_map(|id| told_of(&told, id)).collect();
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn what_the_interpreter_of_vassal_refuses_is_told_each_for_its_own_reason() {
    let wrong = [
        ("Side=='Red'", "one letter between single quotes; texts are in double quotes"),
        (r#"Count({Side=="Red"})>1"#, "expected a value"),
        ("Step===1", "expected a value"),
        ("Step = = 1", "expected a value"),
        ("Step=1", "= assigns a value; compare with =="),
        ("Foo(3)", "VASSAL has no function Foo"),
        (" ", "the braces contain only blanks"),
        ("Step =< 2", "expected a value"),
        ("Step == 1 and Side == 2", "expected an operator or the end"),
        ("Step // note", "a line end after the comment"),
        ("Step == \u{201c}1\u{201d}", "a letter of Java"),
        ("Step.intValue()", "no method intValue"),
        (r#"Count("{Step = 1}")"#, "compare with =="),
        ("SumStack()", "SumStack takes 1 or 2 values, but got 0"),
        (r#"Side == "Red" || "Blue""#, "an operand of || is a text, which is neither true nor false"),
        (r#"Count("{true}") && Step > 1"#, "an operand of && is a number, which is neither true nor false"),
        ("Side == null", "a property without a value is \"\""),
        ("!1", "! cannot be applied to a number"),
        (r#""Red" - 1"#, "- cannot be applied to a text and a number"),
        (r#"Step * "2""#, "* cannot be applied to a value and a text"),
        ("(Step > 1) + (Side > 1)", "+ cannot be applied to true or false and true or false"),
        ("Step > 1 & Side > 1", "& cannot be applied to true or false and true or false"),
        ("5 / 0", "/ cannot be applied to a number and a number"),
        (r#""Red" ? 1 : 2"#, "the condition is a text"),
        (r#"If(1, 2, 3)"#, "the first value of If is a number"),
        ("Side[0]", "a property is not a list"),
        (r#"Count("{Side == null}")"#, "a property without a value"),
    ];
    let told = linted(&calculating(&wrong.map(|(source, _)| source)));
    let messages = told_of(&told, "VASSAL-E01");
    assert_eq!(messages.len(), wrong.len(), "{messages:#?}");
    for ((source, reason), message) in wrong.iter().zip(&messages) {
        assert!(message.contains(reason), "{source}: {message}");
    }
}

#[test]
fn a_single_text_in_quotes_is_read_by_the_interpreter_in_a_calculated_property_alone() {
    let source = r#""50% \ off""#;
    let labelled = format!("label;;;10;;;b;0;c;0;b;c;{{{source}}};Dialog;0;0;");
    let file = module(&[piece(&[(&labelled, "x")], "a.png")], &[("images/a.png", &picture("1"))]);
    assert_eq!(told_of(&linted(&file), "VASSAL-E01"), [""; 0]);
    assert_eq!(told_of(&linted(&calculating(&[source])), "VASSAL-E01").len(), 1);
}

#[test]
fn a_filter_in_the_old_spelling_reads_the_names_before_its_signs() {
    let told = |filter: &str| {
        let own = format!("hideCmd;No;Disable;{filter};65\\,130");
        let file = module(
            &[piece(&[(&own, ""), ("mark;Side,Step,Move Points", "Red,1,2")], "a.png")],
            &[("images/a.png", &picture("1"))],
        );
        told_of(&linted(&file), "VASSAL-E02").iter().map(|text| (*text).to_owned()).collect::<Vec<_>>()
    };
    let sound =
        "Side = Red && Move Points >= 2 || Step != 1 && $PlayerSide$ = x || Side =~ R.* || Side !~ $Step$";
    assert_eq!(told(sound), [""; 0]);
    assert_eq!(told("Stpe = 1 && Side = Stpes"), [r#"nothing in the module defines the property "Stpe""#]);
    assert_eq!(told("Side = $Sied$"), [r#"nothing in the module defines the property "Sied""#]);
}

#[test]
fn what_another_value_beside_it_switches_off_is_not_judged() {
    let told = |own: &str| {
        let file = module(&[piece(&[(own, "")], "a.png")], &[("images/a.png", &picture("1"))]);
        let linted = linted(&file);
        ["VASSAL-E01", "VASSAL-E02", "VASSAL-K01"].map(|id| told_of(&linted, id).len()).iter().sum::<usize>()
    };
    let level = |level: &str| format!("setprop;Wind;false,0,100,false;;;{level};{{Grass Pitch}}");
    let repeated = |again: &str, how: &str| {
        format!("macro;;Go;65\\,130;;;;{again};57400\\,0\\,off;;{how};{{Nowt}};;2;false;;1;1")
    };
    let near = |fixed: &str| format!("globalkey;Go;65\\,130;65\\,130;;true;1;false;{fixed};Nowt");
    let sent = |to: &str| format!("sendto;Go;65\\,130;;;{{Nowt}};0;;;0;0;1;1;;{to};;;;;");
    for (off, on, faults) in [
        (level("Current Zone/Current Map/Module"), level("Named Map"), 1),
        (repeated("false", "while"), repeated("true", "while"), 2),
        (near("true"), near("false"), 1),
        (sent("Z"), sent("L"), 1),
    ] {
        assert_eq!((told(&off), told(&on)), (0, faults), "{off}");
    }
    let button = |does: &str| {
        let button = Element::new("VASSAL.build.module.DoActionButton").with("doHotkey", does);
        let file = with_components(vec![button.with("hotkeys", "57400\\,0\\,off")], &[]);
        told_of(&linted(&file), "VASSAL-K01").len()
    };
    assert_eq!((button("false"), button("true")), (0, 1));
}

#[test]
fn an_attachment_makes_every_property_of_the_piece_that_is_attached() {
    let reads = |name: &str| {
        let own = format!("calcProp;Own;{{{name} + 1}};");
        let attach = "attach;Boss;;Attach;65\\,130;;;;false;1;true;;-1;";
        let traits = [(own.as_str(), ""), (attach, ""), ("mark;Step", "1")];
        let file = module(&[piece(&traits, "a.png")], &[("images/a.png", &picture("1"))]);
        told_of(&linted(&file), "VASSAL-E02").len()
    };
    let sound = ["Boss_Step", "Boss_BasicName", "Boss_AttachCount"].map(reads);
    assert_eq!(sound, [0, 0, 0]);
    assert_eq!(["Boss_Stpe", "Bos_Step"].map(reads), [1, 1]);
}

#[test]
fn a_name_in_dollar_signs_is_filled_in_before_a_filter_is_read_and_not_in_a_calculated_property() {
    let filter = "hideCmd;No;Disable;{Side == $My Side$ && Step == $Step$};65\\,130";
    let sound = module(
        &[piece(&[(filter, ""), ("mark;Side,Step", "Red,1")], "a.png")],
        &[("images/a.png", &picture("1"))],
    );
    assert_eq!(told_of(&linted(&sound), "VASSAL-E01"), [""; 0]);
    let calculated = calculating(&["Side == $My Side$"]);
    assert_eq!(told_of(&linted(&calculated), "VASSAL-E01").len(), 1);
}

#[test]
fn the_name_of_a_piece_has_another_name_in_each_report() {
    let report = |format: &str| {
        let own = format!("report;65\\,130;{format};;;;");
        let file = module(
            &[piece(&[(&own, ""), ("mark;Side", "Red")], "a.png")],
            &[("images/a.png", &picture("1"))],
        );
        told_of(&linted(&file), "VASSAL-E02").iter().map(|text| (*text).to_owned()).collect::<Vec<_>>()
    };
    let sound = "$oldPieceName$ $newPieceName$ $mapName$ $location$ $oldLocation$ $menuCommand$ $oldSide$ $PieceName$";
    assert_eq!(report(sound), [""; 0]);
    assert_eq!(report("$pieceName$"), [r#"nothing in the module defines the property "pieceName""#]);
    assert_eq!(report("$oldSid$"), [r#"nothing in the module defines the property "oldSid""#]);
    let label = piece(&[("label;;;10;;;b;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;", "x")], "a.png");
    assert_eq!(
        told_of(&linted(&module(&[label], &[("images/a.png", &picture("1"))])), "VASSAL-E02"),
        [""; 0]
    );
}

/// A module with these components beside an empty palette.
fn with_components(components: Vec<Element>, entries: &[(&str, &[u8])]) -> ModuleFile {
    let root = components.into_iter().fold(Element::new("VASSAL.build.GameModule"), Element::with_child);
    module_of(root, entries)
}

#[test]
fn reports_of_dice_turns_and_decks_have_their_own_names_and_make_properties() {
    let dice = Element::new("VASSAL.build.module.DiceButton").with("name", "2d6");
    let dice = dice
        .with("reportFormat", "$name$ $result$ $result12$ $rawRolls$ $count3$ $numericalTotal$ $keepDice$");
    let turn = Element::new("VASSAL.build.module.turn.TurnTracker").with("name", "Turn");
    let turn = turn.with("turnFormat", "$level1$ $level12$").with("reportFormat", "$oldTurn$ $newTurn$");
    let list =
        Element::new("VASSAL.build.module.Inventory").with("leafFormat", "$PropertyValue$ $sum_2d6_total$");
    let reads = |format: &str| {
        let button = Element::new("VASSAL.build.module.DoActionButton").with("name", "Tell");
        button.with("doReport", "true").with("reportFormat", format)
    };
    let sound = reads("$2d6_result$ $2d6_total$ $2d6_keep$ $2d6_summary$ $Turn_value$ $Turn_command$");
    let told = linted(&with_components(vec![dice.clone(), turn.clone(), list, sound], &[]));
    assert_eq!(told_of(&told, "VASSAL-E02"), [""; 0]);
    let wrong = reads("$3d6_result$ $result$ $level1$ $pieceCount$");
    let told = linted(&with_components(vec![dice, turn, wrong], &[]));
    let names = ["3d6_result", "result", "level1", "pieceCount"];
    let expected = names.map(|name| format!("nothing in the module defines the property \"{name}\""));
    assert_eq!(told_of(&told, "VASSAL-E02"), expected);
}

#[test]
fn pictures_that_a_report_puts_together_are_used() {
    let dice = |format: &str| {
        let dice =
            Element::new("VASSAL.build.module.DiceButton").with("name", "1d6").with("reportFormat", format);
        let pictures: [(&str, &[u8]); 3] = [
            ("images/d6_1_green.png", b"\x89PNG 1"),
            ("images/d6_6_green.png", b"\x89PNG 6"),
            ("images/d6_6_red.png", b"\x89PNG r"),
        ];
        let linted = linted(&with_components(vec![dice], &pictures));
        linted.faults.iter().filter(|fault| fault.id == "VASSAL-I02").count()
    };
    assert_eq!(dice(r#"|<b>$name$ <img src="d6_$result1$_green.png">"#), 1, "the red one");
    assert_eq!(dice(r#"{"<img src='d6_" + result1 + "_green.png'>"}"#), 0, "a part may be left out");
    assert_eq!(dice("$name$: $result1$"), 3);
}

#[test]
fn keys_and_texts_of_all_components_count() {
    let button = |attribute: &str, key: &str| {
        Element::new("VASSAL.build.module.GlobalKeyCommand").with("name", "Go").with(attribute, key)
    };
    let named = "57348,0,Centre";
    let map = Element::new("VASSAL.build.module.Map").with("mapName", "Main");
    let metrics = Element::new("VASSAL.build.module.map.StackMetrics").with("top", named);
    let heard = with_components(vec![button("hotkey", named), map.clone().with_child(metrics)], &[]);
    assert_eq!(told_of(&linted(&heard), "VASSAL-K01"), [""; 0]);
    let unheard = with_components(vec![button("hotkey", named), map], &[]);
    assert_eq!(told_of(&linted(&unheard), "VASSAL-K01").len(), 1);
    let target = "MODULE|true|COUNTER|{Sied == 1}|||0|0|||false||";
    let told = linted(&with_components(vec![button("target", target)], &[]));
    assert_eq!(told_of(&told, "VASSAL-E02"), [r#"nothing in the module defines the property "Sied""#]);
    let change = Element::new("VASSAL.build.module.properties.ChangePropertyButton");
    let change =
        change.with("propChanger", "P,{Sied + }").with("reportFormat", "$oldValue$ $newValue$ $description$");
    let told = linted(&with_components(vec![change], &[]));
    assert_eq!(told_of(&told, "VASSAL-E01").len(), 1);
    assert_eq!(told_of(&told, "VASSAL-E02"), [""; 0]);
}

#[test]
fn a_button_that_moves_the_view_to_nowhere_is_told_by_the_kind_of_place_that_it_means() {
    let button = |mode: &str| {
        let button = Element::new("VASSAL.build.module.map.MoveCameraButton").with("moveCameraMode", mode);
        let button = button.with("zoneName", "Hills").with("regionName", "$Region$").with("boardName", "");
        let map = Element::new("VASSAL.build.module.Map").with("mapName", "Main").with_child(button);
        let linted = linted(&with_components(vec![map], &[]));
        told_of(&linted, "VASSAL-G05").iter().map(|text| (*text).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(button("Z"), [r#"the module has no zone "Hills""#]);
    assert_eq!(button("R"), [""; 0]);
    assert_eq!(button("L"), [""; 0]);
}
