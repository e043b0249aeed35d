//! What labels, Calculated Properties and masks of a piece say.

use super::{labels, property, true_name};
use crate::format::piece::{PieceText, TraitText};

#[test]
fn a_label_never_shows_the_source_of_an_expression() {
    let label = "label;;;10;;0,0,0;t;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;TextLabel;;false";
    let basic = TraitText::new("piece;;;;Tank", "Main;0;0;1;0");
    let piece = |text: &str| PieceText { traits: vec![TraitText::new(label, text), basic.clone()] };
    let counts = piece("{CountStack() + 1}");
    assert_eq!((true_name(&counts).as_str(), labels(&counts, &|_| None).len()), ("Tank ()", 0));
    let reckons = piece("{2 * (3 - 1)}");
    assert_eq!(true_name(&reckons), "Tank (4)");
    assert_eq!(labels(&reckons, &|_| None), [(0, "4".to_owned())]);
}

#[test]
fn a_calculated_property_without_braces_is_another_property_as_it_stands() {
    let own = |key: &str, source: &str| TraitText::new(format!("calcProp;{key};{source}"), "");
    let mut traits = vec![own("Plain", "Code"), own("Braced", "{Code}"), own("Sum", "1+1")];
    traits.extend([TraitText::new("mark;Code", "007"), TraitText::new("piece;;;;Tank", "Main;0;0;1;0")]);
    let piece = PieceText { traits };
    let value = |key: &str| property(&piece, key);
    assert_eq!(["Plain", "Braced", "Sum"].map(value), ["007", "7", "2"].map(|v| Some(v.to_owned())));
}

#[test]
fn what_asks_for_a_calculated_property_that_is_not_understood_is_not_told() {
    let label = "label;;;10;;0,0,0;t;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;TextLabel;;false";
    let own = |key: &str, source: &str| TraitText::new(format!("calcProp;{key};{source}"), "");
    let said = |text: &str| {
        let mut traits = vec![TraitText::new(label, text), own("High", "{CountStack()}")];
        traits.extend([own("Tall", "{High > 1}"), TraitText::new("piece;;;;Tank", "Main;0;0;1;0")]);
        true_name(&PieceText { traits })
    };
    assert_eq!(said("{Tall == true ? 1 : 2}"), "Tank ()");
    assert_eq!(said("{true || Tall ? 1 : 2}"), "Tank (1)");
}

#[test]
fn a_piece_knows_whether_it_is_masked_or_invisible() {
    let mask = |state: &str| TraitText::new("obs;70,130;back.png;Flip;Ip;Card;player:;Peek", state);
    let hide = |state: &str| TraitText::new("hide;72,130;Hide;255,255,255", state);
    let value = |own: TraitText, key: &str| {
        let traits = vec![own, TraitText::new("piece;;;;Tank", "Main;0;0;1;0")];
        property(&PieceText { traits }, key)
    };
    for key in ["Obscured", "ObscuredToOthers"] {
        assert_eq!(value(mask("null;"), key).as_deref(), Some("false"));
        assert_eq!(value(mask("someone;"), key).as_deref(), Some("true"));
    }
    assert_eq!(value(hide("null"), "Invisible").as_deref(), Some("false"));
    assert_eq!(value(hide("someone"), "Invisible").as_deref(), Some("true"));
    assert_eq!(value(hide("null"), "Obscured"), None);
}

#[test]
fn formats_that_multiply_come_to_an_end() {
    let definition =
        "label;;;10;;0,0,0;t;0;c;0;b;c;$pieceName$$pieceName$$TextLabel$;Dialog;0;0;TextLabel;;false";
    let other = definition.replace("TextLabel", "Other");
    let own = TraitText::new(definition, "$Other$$Other$$PieceName$");
    let mut traits = vec![own, TraitText::new(other, "$TextLabel$$TextLabel$$PieceName$")];
    traits.extend((0..60).map(|_| TraitText::new(definition, "twice")));
    traits.push(TraitText::new("piece;;;;Tank", "Main;0;0;1;0"));
    let piece = PieceText { traits };
    assert!(true_name(&piece).len() < 100_000_000);
    assert!(labels(&piece, &|_| None).iter().all(|(_, text)| text.len() < 100_000_000));
}
