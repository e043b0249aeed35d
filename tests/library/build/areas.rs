//! Boards of areas: VASSAL names the place of a piece as the table names the area, and the picture shows it.

use liege::art::artwork::{Artwork, png};
use liege::art::templates;
use liege::build::scenario::Table;
use liege::build::{Data, Drawing, Plan};
use liege::format::timestamp::Timestamp;
use liege::model::position::Position;
use liege::rules::data::{Embedded, Overlay, REPLACED};
use liege::rules::games::GAMES;
use liege::rules::position::places::PlaceId;

/// A game whose map has a board of areas beside its sheets: two outlines that touch and a point.
const AREAS: &str = "\
id,name,kind,mp,interception,board,x,y,outline,source,note
bering-sea,Bering Sea,large-area,4,,,,,\"0,0 400,0 400,300 0,300\",draft,
gulf-of-alaska,Gulf of Alaska,large-area,6,,,500,40,\"400,0 800,0 800,300 400,300\",draft,
tasman-sea,Tasman Sea,large-area,6,,,400,450,,draft,
";
const BORDERS: &str = "from,to,words\nbering-sea,gulf-of-alaska,\ngulf-of-alaska,tasman-sea,rail\n";

fn with(areas: &str) -> Result<Data, String> {
    let ours = |path: &str| super::read(path).unwrap();
    let sheets =
        ours("maps/atpo/sheets.toml") + "\n[[board]]\nname = \"Far seas\"\nwidth_px = 800\nheight_px = 600\n";
    let rows = ours("maps/atpo/areas.csv");
    // The areas with hexes stay, in the columns of the table above.
    let hexes = rows.lines().filter(|line| line.contains(",sea-area,")).map(|line| {
        let cells: Vec<&str> = line.split(',').collect();
        format!("{},,,,,draft,", cells[..5].join(","))
    });
    let all: Vec<String> = areas.lines().map(str::to_owned).chain(hexes).collect();
    let own = [
        ("maps/atpo/sheets.toml", sheets),
        ("maps/atpo/areas.csv", all.join("\n")),
        ("maps/atpo/borders.csv", BORDERS.to_owned()),
        ("maps/atpo/routes.csv", "id,name,kind,points,source,note\n".to_owned()),
        (REPLACED, "maps/atpo/areas.csv\nmaps/atpo/routes.csv\n".to_owned()),
    ];
    let own = own.map(|(path, text)| (path.to_owned(), text.into_bytes()));
    let files = Overlay::new(own.into(), &Embedded);
    Data::load(GAMES[0], &files).map_err(|errors| format!("{errors:?}"))
}

fn planned(data: &Data) -> Result<Plan, String> {
    data.plan(Timestamp(0)).map_err(|errors| errors.iter().map(ToString::to_string).collect())
}

#[test]
fn a_piece_in_an_area_has_its_name_as_location() {
    let data = with(AREAS).unwrap();
    let plan = planned(&data).unwrap();
    let table = Table::new(&data, &plan).unwrap();
    let text = "game: atpo\ndate: 1942-08\nin \"Bering Sea\": jp-dd\nin \"Gulf of Alaska\": us-dd\nin \"Tasman Sea\": jp-ca-chokai\nat W4533: jp-dd\n";
    let commands = table.save("guadalcanal.txt", text).unwrap_or_else(|errors| panic!("{errors:?}"));
    let position = Position::read(&commands, Some(&plan.module())).0;
    let places: Vec<(&str, &str)> = position
        .pieces
        .iter()
        .map(|piece| (piece.map.as_deref().unwrap(), piece.location.as_deref().unwrap()))
        .collect();
    for place in ["Bering Sea", "Gulf of Alaska", "Tasman Sea", "W4533"] {
        assert!(places.contains(&("Main Map", place)), "{place}: {places:?}");
    }
}

#[test]
fn the_board_shows_outlines_names_and_lines() {
    let data = with(AREAS).unwrap();
    let plan = planned(&data).unwrap();
    let board = plan.pictures.iter().find(|picture| picture.name == "board-1.png").unwrap();
    assert_eq!(board.size, (800, 600));
    let Drawing::Svg(svg) = &board.drawing else { panic!("no drawing") };
    assert_eq!((svg.matches("<polygon").count(), svg.matches("<circle").count()), (2, 1), "{svg}");
    assert_eq!(svg.matches("<line").count(), 1, "only the railway to the point");
    for name in ["Bering Sea", "Gulf of Alaska", "Tasman Sea"] {
        assert!(svg.contains(name), "{name}");
    }
    let [from, to] = ["Bering Sea", "Tasman Sea"].map(PlaceId::named);
    assert_eq!(data.pack.map.distance(&from, &to), Some(2));
}

#[test]
fn an_area_that_vassal_would_name_otherwise_is_refused() {
    let overlapping = AREAS.replace("400,0 800,0 800,300 400,300", "0,0 800,0 800,300 0,300");
    let told = planned(&with(&overlapping).unwrap()).err().unwrap();
    assert!(told.contains("bering-sea: VASSAL would call its point \"Gulf of Alaska\""), "{told}");
    let beside = with(&AREAS.replace("400,450", "400,650")).unwrap();
    let told = planned(&beside).err().unwrap();
    assert!(told.contains("areas.csv:4: tasman-sea: its point 400,650 is outside the board"), "{told}");
    let nowhere = with(&AREAS.replace("400,450", ",")).unwrap();
    let told = planned(&nowhere).err().unwrap();
    assert!(told.contains("tasman-sea: expected an outline or a point"), "{told}");
}

#[test]
fn an_area_lies_on_top_of_those_before_it() {
    let island = AREAS.replace("400,0 800,0 800,300 400,300", "300,100 380,100 380,180 300,180");
    let data = with(&island.replace(",500,40,", ",340,140,")).unwrap();
    let plan = planned(&data).unwrap_or_else(|told| panic!("{told}"));
    let table = Table::new(&data, &plan).unwrap();
    let text = "game: atpo\ndate: 1942-08\nin \"Bering Sea\": jp-dd\nin \"Gulf of Alaska\": us-dd\n";
    let commands = table.save("guadalcanal.txt", text).unwrap_or_else(|errors| panic!("{errors:?}"));
    let position = Position::read(&commands, Some(&plan.module())).0;
    let at = |name: &str| {
        let piece = position.pieces.iter().find(|piece| piece.basic_name.contains(name)).unwrap();
        piece.location.clone().unwrap()
    };
    let us = position.pieces.iter().find(|piece| piece.property("LiegeId") == Some("us-dd")).unwrap();
    assert_eq!((at("Destroyer"), us.location.as_deref()), ("Bering Sea".to_owned(), Some("Gulf of Alaska")));
}

#[test]
fn a_picture_of_ones_own_must_have_the_size_of_its_board() {
    let mut data = with(AREAS).unwrap();
    let picture = |width, height| {
        let bytes = png(&image::RgbImage::new(width, height)).unwrap();
        Artwork::read(&bytes, &templates::fonts()).unwrap()
    };
    assert!(data.use_picture("Far sea", picture(800, 600)).unwrap_err().contains("boards: Far seas"));
    assert!(data.use_picture("Far seas", picture(80, 60)).unwrap_err().contains("800 by 600"));
    data.use_picture("Far seas", picture(800, 600)).unwrap();
    let plan = planned(&data).unwrap();
    let board = plan.pictures.iter().find(|picture| picture.name == "board-1.png").unwrap();
    assert!(matches!(&board.drawing, Drawing::File(_)));
}
