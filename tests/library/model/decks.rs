//! What decks count of their cards, also where a file asks for more than anybody would count.

use liege::format::command::Command;
use liege::model::position::Position;

/// Names of pieces on the map of a deck, whose text is what the deck shows as each of these properties.
fn shown(counts: &str, cards: &[String], asked: &[&str]) -> Vec<String> {
    let card =
        |(id, name): (usize, &String)| Command::leaf(format!("+/{}/piece;;;;{name}/Main;70;70;;0", id + 1));
    let mut commands: Vec<Command> = cards.iter().enumerate().map(card).collect();
    let ids: Vec<String> = (1..=cards.len()).map(|id| id.to_string()).collect();
    let kind = format!(
        "deck;true;;60;30;Always;Always;true;true;true;;;;Pool;;;;false;false;;;10;{counts};true;;false;;$BasicName$"
    );
    commands.push(Command::leaf(format!("+/900000/{kind}/Main;70;70;true;{}", ids.join(","))));
    for (nth, property) in asked.iter().enumerate() {
        let label = format!(
            "label;76,130;Change;20;255,128,0;0,0,0;b;0;c;0;t;c;$label$;Dialog;0;0;Text;;false\tpiece;;;;Tank/$Pool_{property}$\tMain;150;150;;0"
        );
        commands.push(Command::leaf(format!("+/{}/{label}", 900_001 + nth)));
    }
    let (position, _) = Position::read(&Command::group("begin_save", commands), None);
    let told = |id: usize| {
        let piece = position.pieces.iter().find(|piece| piece.id == (900_001 + id).to_string());
        piece.map(|piece| piece.name.clone()).unwrap_or_default()
    };
    (0..asked.len()).map(told).collect()
}

fn named(count: usize) -> Vec<String> {
    (0..count).map(|nth| format!("Card {nth}")).collect()
}

#[test]
fn cards_are_counted_by_pattern_and_by_comparing() {
    let counts = "ones:BasicName =~ Card 1.*,rest:BasicName !~ Card 1.*,first:BasicName = Card 0,odd:{CountStack()},bad:BasicName =~ (";
    let asked = ["numPieces", "ones", "rest", "first", "odd", "bad"];
    assert_eq!(shown(counts, &named(20), &asked), ["20", "11", "9", "1", "Pool_odd", "Pool_bad"]);
}

#[test]
fn many_patterns_count_many_cards() {
    let counts: Vec<String> =
        (0..20).map(|nth| format!("n{nth}:BasicName =~ [\\w ]{{1\\,{}}}", 8 + nth % 8)).collect();
    assert_eq!(shown(&counts.join(","), &named(1_000), &["n0", "n19"]), ["1000", "1000"]);
}

#[test]
fn what_would_take_hours_to_count_is_unknown() {
    let counts: Vec<String> =
        (0..300).map(|nth| format!("n{nth}:BasicName =~ .*{nth}[a-z]{{9}}.*")).collect();
    let long: Vec<String> = (0..1_000).map(|nth| format!("{nth} {}", "long ".repeat(40))).collect();
    let asked = ["numPieces", "n0", "n299"];
    assert_eq!(shown(&counts.join(","), &long, &asked), ["1000", "Pool_n0", "Pool_n299"]);
}
