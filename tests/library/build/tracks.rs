//! What is printed on the boards of boxes: silhouettes where counters belong, numbers of tracks with the chits on them.

use liege::build::Drawing;
use liege::build::drops::SPACING;
use liege::build::scenario::Table;
use liege::model::position::{Piece, Position};

use super::built;

const TRACKS: &str = "game: atpo\ndate: 1942-06\n\
    in \"Japan EP\": chit:jp-ep number=17, chit:jp-reserve, chit:jp-income number=70, chit:surrender number=100\n\
    in \"US Offensives\": chit:us-off number=24\n";

fn position(name: &str, text: &str) -> Position {
    let (data, plan, module) = built();
    let commands = Table::new(data, plan).unwrap().save(name, text).unwrap_or_else(|e| panic!("{e:?}"));
    Position::read(&commands, Some(module)).0
}

fn counter(piece: &Piece) -> &str {
    piece.markers.get("LiegeId").map_or("", String::as_str)
}

fn board(image: &str) -> &'static str {
    let (_, plan, _) = built();
    let picture = plan.pictures.iter().find(|picture| picture.name == image).unwrap();
    match &picture.drawing {
        Drawing::Svg(svg) => svg,
        _ => panic!("{image} is no drawing"),
    }
}

/// The words that are printed so far below a point of a board.
fn printed(svg: &'static str, (x, y): (i32, i32), below: i32) -> Vec<&'static str> {
    let at =
        [format!("<text x=\"{x}\" y=\"{}.0\"", y + below), format!("<text x=\"{x}\" y=\"{}\"", y + below)];
    let lines = svg.lines().filter(|line| at.iter().any(|at| line.starts_with(at)));
    lines.filter_map(|line| line.split('>').nth(1)?.split('<').next()).collect()
}

#[test]
fn boxes_of_play_have_places_for_twenty_counters_below_their_titles() {
    let (data, ..) = built();
    for window in &data.layout.window {
        let panel = window.panel();
        for (index, title) in panel.boxes.iter().enumerate() {
            let places = panel.places(index, SPACING);
            let area = panel.area(index);
            assert!(places.iter().all(|(_, y)| y - SPACING / 2 >= area.y + 32), "{title}");
            // A year holds its marker alone, a season in the order of battle what comes in it.
            if title.parse::<u16>().is_err()
                && data.layout.order_of_battle.as_ref().unwrap().window != window.name
            {
                assert!(places.len() >= 20, "{title}: {}", places.len());
            }
        }
    }
}

#[test]
fn chits_of_tracks_lie_on_their_numbers_and_before_them_below_one() {
    let position = position("tracks.txt", TRACKS);
    let svg = board("board-turn-track.png");
    let on = |id: &str| {
        let piece = position.pieces.iter().find(|piece| counter(piece) == id).unwrap();
        (
            piece.location.clone().unwrap(),
            printed(svg, (piece.x, piece.y), 11),
            printed(svg, (piece.x, piece.y), 25),
        )
    };
    assert_eq!(on("jp-ep"), ("Japan EP".into(), vec!["17"], vec![]));
    // Beyond the last number it is counted on from the first.
    assert_eq!(on("jp-income"), ("Japan EP".into(), vec!["6"], vec![]));
    assert_eq!(on("us-off"), ("US Offensives".into(), vec!["24"], vec![]));
    for (id, label) in [("jp-reserve", "RESERVE"), ("surrender", "SURRENDER")] {
        assert_eq!(on(id), ("Japan EP".into(), vec![], vec![label]));
    }
}

#[test]
fn the_command_of_a_chit_leads_to_the_number_that_is_printed() {
    let (data, plan, _) = built();
    let svg = board("board-turn-track.png");
    for (id, name, last) in [("uk-ep", "UK EP", 64), ("jp-off", "Japan Offensives", 24)] {
        let mark =
            plan.slots[id].piece.traits.iter().find(|text| text.type_text.starts_with("mark;")).unwrap();
        let keys = mark.type_text.strip_prefix("mark;").unwrap().split(',');
        let values: Vec<(&str, &str)> = keys.zip(mark.state_text.split(',')).collect();
        let value = |key: &str| values.iter().find(|(known, _)| *known == key).unwrap().1;
        let number = |key: &str| value(key).parse::<i32>().unwrap();
        assert_eq!(value("TrackBox"), name);
        let (window, index) = data.layout.find_box(name).unwrap();
        let area = window.panel().area(index);
        let middle = ((area.x + area.width / 2) as i32, (area.y + area.height / 2) as i32);
        // What the expressions of the prototype say.
        let spot = |n: i32| {
            let at = (n - 1) % number("TrackNumbers");
            let across = number("TrackAcross");
            let step = SPACING as i32;
            (
                middle.0 + number("TrackLeft") + at % across * step,
                middle.1 + number("TrackTop") + at / across * step,
            )
        };
        for n in 1..=last {
            assert_eq!(printed(svg, spot(n), 11), [n.to_string()], "{id}");
        }
        assert_eq!(spot(last + 1), spot(1));
        assert_eq!(printed(svg, (middle.0 + number("TrackX"), middle.1 + number("TrackY")), 25).len(), 1);
    }
}

#[test]
fn what_waits_in_the_order_of_battle_lies_on_its_silhouette() {
    let (data, ..) = built();
    let own = data.layout.order_of_battle.as_ref().unwrap();
    let svg = board("board-order-of-battle.png");
    let mut seen = 0;
    for scenario in &data.layout.scenario {
        let position = position(&scenario.text, data.scenario_text(&scenario.text).unwrap());
        for piece in position.pieces.iter().filter(|piece| piece.map.as_ref() == Some(&own.window)) {
            let label = &data.pack.catalogue.get(counter(piece)).unwrap().label;
            let label = label.replace('\'', "&#39;");
            assert_eq!(printed(svg, (piece.x, piece.y), 25), [label], "{}: {}", scenario.name, piece.name);
            seen += 1;
        }
    }
    assert!(seen > 500, "{seen}");
}

#[test]
fn a_force_pool_shows_what_belongs_in_it() {
    let (data, ..) = built();
    let svg = board("board-force-pools.png");
    let drops = liege::build::drops::Drops::new(&data.layout, &data.pack);
    for (name, id, label) in
        [("Japan Force Pool", "jp-bb-yamato", "Yamato"), ("US Force Pool", "us-cv-enterprise", "Enterprise")]
    {
        let (x, y) = drops.at(&data.layout, name, id).unwrap();
        assert_eq!(printed(svg, (x as i32, y as i32), 25), [label]);
    }
}
