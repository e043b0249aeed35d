//! What a position says of places that are no hexes, of faces and of stacks, in a game that is data alone.

use std::collections::BTreeMap;
use std::sync::Arc;

use liege::model::eyes::Eyes;
use liege::model::position::{LayerState, Piece, Position};
use liege::rules::check::case::Case;
use liege::rules::check::{self, Filter};
use liege::rules::game::pack::Pack;
use liege::rules::position::notation;
use liege::rules::position::situation::{PlaceId, Situation, from_save, from_scenario};

const FILES: &[(&str, &str)] = &[
    (
        "rules/isles/pack.toml",
        "format = 1\ntitle = \"Isles\"\n\
         [pieces]\nmarker = \"LiegeId\"\nstances = [\"ashore\"]\ncontrol = \"flag\"\nchits = { worn = \"tired\" }\n\
         [[pieces.layer]]\nname = \"Two Sides\"\nlevels = [{}, { back = true }]\n\
         [[pieces.layer]]\nname = \"Landing\"\nlevels = [{}, { state = \"ashore\" }]\n\
         [[pieces.layer]]\nname = \"Mood\"\nlevels = [{}, { state = \"tired\" }]\n\
         [[pieces.layer]]\nname = \"Raid\"\nlevels = [{}, { state = \"raid\", points = \"E\" }, { state = \"raid\", points = \"here\" }]\n\
         [kinds]\nland = [\"foot\"]\n",
    ),
    (
        "rules/isles/nations.toml",
        "format = 1\n[[nation]]\ncode = \"RE\"\nname = \"Red\"\nside = \"red\"\n\
         [[nation]]\ncode = \"BL\"\nname = \"Blue\"\nside = \"blue\"\n",
    ),
    (
        "counters/isles/families.toml",
        "format = 1\n\
         [[family]]\nid = \"land\"\nname = \"Land\"\ncolumn = [{ name = \"strength\", takes = \"rating\", back = true }]\n\
         [[family]]\nid = \"chits\"\nname = \"Chits\"\nchits = true\n",
    ),
    (
        "counters/isles/land.csv",
        "id,name,label,nation,kind,strength,back_strength,count,source,note\n\
         re-foot,Red Foot,F,RE,foot,5,2,9,rules,\nbl-foot,Blue Foot,F,BL,foot,5,2,9,rules,\n",
    ),
    (
        "counters/isles/chits.csv",
        "id,name,label,back_id,nation,kind,count,source,note\n\
         re-flag,Red Flag,R,,RE,flag,9,rules,\nbl-flag,Blue Flag,B,,BL,flag,9,rules,\nworn,Worn,W,,,worn,9,rules,\n",
    ),
    (
        "maps/isles/places.toml",
        "format = 1\n[areas]\nkinds = [\"isle\"]\n\
         [[areas.column]]\nname = \"owner\"\ntakes = \"nation\"\n[[areas.column]]\nname = \"owner_1942\"\ntakes = \"nation\"\n\
         [boxes]\nout_of_play = [\"pool\"]\n",
    ),
    (
        "maps/isles/areas.csv",
        "id,name,kind,owner,owner_1942,source\natoll,Atoll,isle,RE,BL,rules\nbay,\"Bay, Inner\",isle,RE,RE,rules\n",
    ),
    (
        "maps/isles/module.toml",
        "format = 1\nname = \"Isles\"\n[[window]]\nname = \"Turn Track\"\nboxes = [\"-1\", \"\", \"1\"]\n\
         [[window]]\nname = \"Pool\"\nboxes = [\"Red Pool\"]\n",
    ),
];

fn isles(checks: &str) -> Arc<Pack> {
    let checks = format!("format = 1\n{checks}");
    let read = |path: &str| match path {
        "rules/isles/checks.toml" => Some(checks.clone()),
        _ => FILES.iter().find(|(known, _)| *known == path).map(|(_, text)| (*text).to_owned()),
    };
    Pack::load("isles", &read).map(Arc::new).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// A row that tells every unit in places of which this holds.
fn never(places: &str) -> String {
    format!(
        "[[check]]\nid = \"ISLES-1\"\nname = \"isles-fault\"\nrule = \"1.2\"\nkind = \"where\"\npieces = \"kind=foot\"\nnever = \"{places}\"\n"
    )
}

fn told(pack: &Arc<Pack>, text: &str) -> (Situation, Vec<String>) {
    let (scenario, faults) = notation::read("x", &format!("game: isles\n{text}"), &pack.terms.words);
    assert!(faults.is_empty(), "{faults:?}");
    let (situation, faults) = from_scenario(pack, "x", &scenario);
    (situation, faults.iter().map(ToString::to_string).collect())
}

/// Severity and place of what a row finds in a text.
fn found(row: &str, text: &str) -> Vec<String> {
    let (situation, faults) = told(&isles(row), text);
    assert!(faults.is_empty(), "{faults:?}");
    findings(situation)
}

fn findings(situation: Situation) -> Vec<String> {
    let checked = check::run(&[], &Case::of(Arc::new(situation)), &Filter::default());
    let line = |finding: &liege::diagnostic::Finding| {
        let place = finding.place.as_ref().map_or("nowhere", |place| place.location.as_str());
        format!("{:?} {place}", finding.severity)
    };
    checked.findings.iter().map(line).collect()
}

/// A piece of a save on the map of areas.
fn seen(id: &str, counter: &str, zone: &str, (stack, index): (&str, usize), layers: &[(&str, i32)]) -> Piece {
    let state = |(name, level): &(&str, i32)| LayerState {
        name: (*name).into(),
        level: *level,
        ..LayerState::default()
    };
    Piece {
        id: id.into(),
        basic_name: counter.into(),
        map: Some("Main Map".into()),
        zone: (!zone.is_empty()).then(|| zone.into()),
        stack: Some(stack.into()),
        index,
        layers: layers.iter().map(state).collect(),
        markers: BTreeMap::from([("LiegeId".to_owned(), counter.to_owned())]),
        ..Piece::default()
    }
}

fn saved(checks: &str, eyes: &Eyes, pieces: Vec<Piece>) -> Situation {
    from_save(&isles(checks), &Position { pieces, ..Position::default() }, None, eyes, None)
}

#[test]
fn a_control_chit_in_an_area_says_who_holds_it() {
    let row = never("holder=BL");
    let date = "date: 1941-01\n";
    assert_eq!(found(&row, &format!("{date}in \"Atoll\": re-foot")), [""; 0]);
    assert_eq!(found(&row, &format!("{date}in \"Atoll\": re-foot, chit:bl-flag")), ["Illegal Atoll"]);
    let by_line =
        format!("{date}control: BL \"Atoll\" \"Bay, Inner\"\nin \"Atoll\": re-foot\nbox bay: re-foot");
    assert_eq!(found(&row, &by_line), ["Illegal Atoll", "Illegal Bay, Inner"]);
    let in_save = vec![
        seen("1", "re-foot", "Atoll", ("a", 0), &[]),
        seen("2", "bl-flag", "Atoll", ("b", 0), &[]),
        seen("3", "bl-flag", "Red Pool", ("c", 0), &[]),
    ];
    let situation = saved(&row, &Eyes::Umpire, in_save);
    let held: Vec<String> = situation.control.iter().map(|(at, nation)| format!("{at} {nation}")).collect();
    assert_eq!(held, ["Atoll BL"], "a chit out of play holds nothing");
    assert_eq!(findings(situation), ["Illegal Atoll"]);
}

#[test]
fn places_of_a_control_line_that_the_map_does_not_have_are_told_with_their_line() {
    let (_, faults) = told(&isles(""), "control: BL \"Atol\"\ncontrol: BK \"Atoll\"");
    assert_eq!(
        faults,
        [
            "x:2: unknown box \"Atol\"; did you mean \"Atoll\"?",
            "x:3: unknown nation \"BK\" in control; did you mean \"BL\"?",
        ]
    );
}

#[test]
fn who_holds_a_place_is_unknown_where_it_hangs_on_an_unknown_date() {
    let row = never("holder=BL");
    let text = |date: &str| format!("{date}in \"Atoll\": re-foot\nin \"Bay, Inner\": re-foot");
    assert_eq!(found(&row, &text("date: 1943-01\n")), ["Illegal Atoll"]);
    assert_eq!(found(&row, &text("date: 1941-01\n")), [""; 0]);
    assert_eq!(found(&row, &text("")), [""; 0], "nobody knows who holds the Atoll");
    let owned = never("holder=RE");
    assert_eq!(found(&owned, &text("")), ["Illegal Bay, Inner"], "all its owners are one");
}

#[test]
fn an_arrow_in_an_area_points_at_the_area_itself() {
    let pack = isles("");
    let atoll = PlaceId::named("Atoll");
    let (situation, faults) = told(&pack, "in \"Atoll\": re-foot raid \"Atoll\"");
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(situation.pieces[0].arrows.get("raid"), Some(&atoll));
    let (_, faults) = told(&pack, "in \"Atoll\": re-foot raid \"Bay, Inner\"");
    assert_eq!(faults, ["x:2: re-foot in Atoll cannot raid Bay, Inner; expected Atoll itself"]);
    let pieces = vec![
        seen("1", "re-foot", "Atoll", ("a", 0), &[("Raid", 3)]),
        seen("2", "re-foot", "Atoll", ("a", 1), &[("Raid", 2)]),
    ];
    let situation = saved("", &Eyes::Umpire, pieces);
    assert_eq!(situation.pieces[0].arrows.get("raid"), Some(&atoll));
    assert!(situation.pieces[1].arrows.is_empty(), "an area has no east");
}

#[test]
fn a_piece_of_no_place_is_not_in_the_gap_of_a_window() {
    let mut off = seen("1", "re-foot", "", ("a", 0), &[]);
    off.map = None;
    let mut track = seen("2", "re-foot", "1", ("b", 0), &[]);
    track.map = Some("Turn Track".into());
    let situation = saved("", &Eyes::Umpire, vec![off, track]);
    let at: Vec<String> = situation.pieces.iter().map(|piece| format!("{:?}", piece.at)).collect();
    assert_eq!(at, ["Off(\"nowhere\")", "Named(\"1\")"]);
    assert_eq!(situation.untold[0].reason, "it is in no window of the module, so nobody sees it");
}

#[test]
fn the_face_that_is_up_is_that_of_the_level_that_shows_the_back() {
    let row = "[[check]]\nid = \"ISLES-1\"\nname = \"isles-fault\"\nrule = \"1.2\"\nkind = \"where\"\npieces = \"kind=foot strength=2\"\nnever = \"kind=isle\"\n";
    let pieces = vec![
        seen("1", "re-foot", "Atoll", ("a", 0), &[("Two Sides", 2)]),
        seen("2", "re-foot", "Bay, Inner", ("b", 0), &[("Two Sides", 1)]),
    ];
    assert_eq!(findings(saved(row, &Eyes::Umpire, pieces)), ["Illegal Atoll"]);
}

/// A unit that the other side hides lies between two that all see, and a chit on it.
fn hidden_between(side: &str) -> Situation {
    let mut pieces = vec![
        seen("1", "bl-foot", "Atoll", ("a", 0), &[]),
        seen("2", "bl-foot", "Atoll", ("a", 1), &[]),
        seen("3", "worn", "Atoll", ("a", 2), &[]),
        seen("4", "bl-foot", "Bay, Inner", ("b", 0), &[]),
        seen("5", "bl-foot", "Bay, Inner", ("b", 1), &[]),
        seen("6", "worn", "Bay, Inner", ("b", 2), &[]),
        seen("7", "worn", "Bay, Inner", ("b", 3), &[]),
    ];
    for hidden in [1, 3] {
        pieces[hidden].masked_by = Some("Blue".into());
    }
    let position = Position { pieces, ..Position::default() };
    let row = "[[check]]\nid = \"ISLES-1\"\nname = \"isles-fault\"\nrule = \"1.2\"\nkind = \"where\"\npieces = \"kind=foot state=lowest\"\nnever = \"kind=isle\"\n";
    from_save(&isles(row), &position, None, &Eyes::of_side(side, &position), None)
}

#[test]
fn a_piece_that_is_not_seen_counts_in_no_stack_and_takes_no_chit() {
    let told = |situation: &Situation| -> Vec<String> {
        let line = |piece: &liege::rules::position::situation::Piece| {
            format!("{} depth {}{}", piece.id, piece.depth, if piece.has("tired") { " tired" } else { "" })
        };
        situation.pieces.iter().map(line).collect()
    };
    let own = hidden_between("Blue");
    assert_eq!(
        told(&own),
        [
            "1 depth 0",
            "2 depth 1 tired",
            "3 depth 2",
            "4 depth 0",
            "5 depth 1 tired",
            "6 depth 2",
            "7 depth 3"
        ]
    );
    let other = hidden_between("Red");
    assert_eq!(
        told(&other),
        ["1 depth 0", "3 depth 1", "5 depth 0 tired", "6 depth 1", "7 depth 2"],
        "the chit of the hidden unit is not lent to the one below it"
    );
    assert_eq!(other.pieces.iter().filter(|piece| piece.lent_to.is_some()).count(), 2, "a chit on a chit");
    assert_eq!(findings(other), ["Illegal Atoll", "Illegal Bay, Inner"], "each stack has a lowest piece");
}

#[test]
fn a_game_that_names_no_back_has_it_on_the_second_level_of_the_layer_that_is_built() {
    let pack = isles("");
    let plain = |path: &str| {
        let text = FILES.iter().find(|(known, _)| *known == path).map(|(_, text)| (*text).to_owned())?;
        Some(text.replace("{ back = true }", "{}"))
    };
    let plain = Arc::new(Pack::load("isles", &plain).unwrap());
    let face = |pack: &Arc<Pack>, layer: &str, level: i32| {
        let pieces = vec![seen("1", "re-foot", "Atoll", ("a", 0), &[(layer, level)])];
        let position = Position { pieces, ..Position::default() };
        from_save(pack, &position, None, &Eyes::Umpire, None).pieces[0].flipped
    };
    assert_eq!([face(&pack, "Face", 2), face(&pack, "Two Sides", 2)], [false, true]);
    assert_eq!(
        [face(&plain, "Face", 2), face(&plain, "Two Sides", 2), face(&plain, "Face", 1)],
        [true, false, false]
    );
}
