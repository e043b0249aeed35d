//! `render`: the position of a save as a picture.

use std::collections::{BTreeMap, BTreeSet};

use crate::art::position::{self, Area, Mark, Picture, PictureError, Request};
use crate::art::templates;
use crate::cli::args::{Args, Render};
use crate::cli::commands::check;
use crate::cli::open::Game;
use crate::cli::understood::{self, Wanted};
use crate::cli::{Exit, Failure, files, open, output};
use crate::diagnostic::Severity;
use crate::model::eyes::Eyes;
use crate::model::geometry::Point;
use crate::model::map::MapKind;
use crate::model::position::{MapInPlay, Piece};
use crate::rules::check::{Checked, Filter};

/// Room around the places of `--crop` where no hex tells its size, in map pixels.
const MARGIN: i32 = 120;

/// Renders one save.
pub fn run(args: &Args, own: &Render) -> Result<Exit, Failure> {
    files::refuse_same(&own.save, &own.output)?;
    let save = open::save(&own.save, &open::limits(args))?;
    let game = open::position_on_map(&own.save, &save, own.module.as_deref(), args)?;
    let eyes = open::eyes(&own.save, own.side.side.as_deref(), &game)?;
    let marks = if own.mark { marks_of(&found(args, own)?) } else { Vec::new() };
    let picture = draw(own, &game, &eyes, &marks)?;
    let png = picture.pixels.encode_png().map_err(|error| Failure::about(&own.output, error))?;
    files::write(&own.output, &png)?;
    if !args.quiet {
        tell(own, &picture);
    }
    Ok(Exit::Clean)
}

fn tell(own: &Render, picture: &Picture) {
    for (board, image) in &picture.missing_boards {
        output::say(&format!(
            "note: no picture \"{image}\" in the module: the board \"{board}\" is left out"
        ));
    }
    match picture.far {
        0 => {}
        1 => output::say("note: a piece lies beyond the map and is not in its picture"),
        far => output::say(&format!("note: {far} pieces lie beyond the map and are not in its picture")),
    }
    if !picture.missing.is_empty() {
        let names: Vec<_> = picture.missing.iter().take(5).cloned().collect();
        let more = picture.missing.len() - names.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        output::say(&format!("note: grey where the module has no picture: {}{more}", names.join(", ")));
    }
    let (width, height) = (picture.pixels.width(), picture.pixels.height());
    output::say(&format!("{}: {width} x {height} pixels", own.output.display()));
}

/// What the rules check finds in the save.
fn found(args: &Args, own: &Render) -> Result<Checked, Failure> {
    let wanted =
        Wanted { module: own.module.as_deref(), game: None, phase: None, side: own.side.side.as_deref() };
    let understood = understood::read(&own.save, args, &wanted)?;
    check::check(&understood, None, &[], args, &Filter::default())
}

/// A numbered circle at each place with findings, red where one is illegal.
pub fn marks_of(checked: &Checked) -> Vec<Mark> {
    let mut places: Vec<((i32, i32), Vec<usize>, bool)> = Vec::new();
    for (index, finding) in checked.findings.iter().enumerate() {
        let Some((x, y)) = finding.place.as_ref().and_then(|place| Some((place.x?, place.y?))) else {
            continue;
        };
        let illegal = finding.severity == Severity::Illegal;
        match places.iter_mut().find(|(at, _, _)| *at == (x, y)) {
            Some((_, numbers, worst)) => {
                numbers.push(index + 1);
                *worst |= illegal;
            }
            None => places.push(((x, y), vec![index + 1], illegal)),
        }
    }
    let mark = |((x, y), numbers, illegal): ((i32, i32), Vec<usize>, bool)| {
        let label = numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        let colour = if illegal { [200, 20, 20, 255] } else { [214, 130, 0, 255] };
        Mark { x, y, label, colour }
    };
    places.into_iter().map(mark).collect()
}

/// Draws what the arguments ask for, with marks.
pub fn draw(own: &Render, game: &Game, eyes: &Eyes, marks: &[Mark]) -> Result<Picture, Failure> {
    let (Some(module), Some(file)) = (&game.module, &game.file) else {
        return Err(Failure::about(&own.save, "a picture needs the module").help("name it with --module"));
    };
    let map =
        own.map.clone().or_else(|| first_map(game)).or_else(|| fullest_map(game, eyes)).ok_or_else(|| {
            Failure::about(&own.save, "no map of the module has boards or pieces in this save")
        })?;
    let area = match (&own.crop, game.position.map(&map)) {
        (Some(crop), Some(in_play)) => Some(cropped(crop, in_play)?),
        _ => None,
    };
    let request =
        Request { position: &game.position, module, map: &map, area, scale: own.scale, eyes, marks };
    let mut images = |name: &str| file.image(name);
    position::draw(&request, &mut images, &templates::fonts()).map_err(|error| {
        let failure = Failure::about(&own.save, &error);
        match error {
            PictureError::TooLarge { .. } => {
                failure.help("draw a part with --crop PLACE,PLACE, or all of it smaller with --scale 0.3")
            }
            _ => failure,
        }
    })
}

/// The map that VASSAL shows in its main window.
fn first_map(game: &Game) -> Option<String> {
    let mut public = game.module.as_ref()?.maps.iter().filter(|map| map.kind == MapKind::Public);
    let first = public.find(|map| !map.by_button)?.identifier();
    let has_boards = game.position.map(first).is_some_and(|map| !map.layout.boards.is_empty());
    has_boards.then(|| first.to_owned())
}

/// The map with boards and most pieces outside decks; of equal ones the first of the module, windows of charts last.
fn fullest_map(game: &Game, eyes: &Eyes) -> Option<String> {
    let module = game.module.as_ref()?;
    let mut pieces: BTreeMap<&str, usize> = BTreeMap::new();
    let decks: BTreeSet<&str> = game
        .position
        .stacks
        .iter()
        .filter(|stack| stack.deck.is_some())
        .map(|deck| deck.id.as_str())
        .collect();
    let in_deck = |piece: &&Piece| piece.stack.as_deref().is_some_and(|stack| decks.contains(stack));
    let known = game.position.pieces.iter().filter(|piece| eyes.knows(piece, Some(module)));
    for piece in known.filter(|piece| !in_deck(piece)) {
        *pieces.entry(piece.map.as_deref().unwrap_or_default()).or_default() += 1;
    }
    let mut best: Option<(bool, usize, &str)> = None;
    for map in module.maps.iter().filter(|map| eyes.may_open(&map.kind)) {
        let name = map.identifier();
        let has_boards = game.position.map(name).is_some_and(|map| !map.layout.boards.is_empty());
        let rank = (map.kind != MapKind::Widget, pieces.get(name).copied().unwrap_or(0));
        if has_boards && best.is_none_or(|(window, count, _)| rank > (window, count)) {
            best = Some((rank.0, rank.1, name));
        }
    }
    best.map(|(_, _, name)| name.to_owned())
}

/// The rectangle around one or two places, with room for a hex around them.
fn cropped(crop: &str, in_play: &MapInPlay) -> Result<Area, Failure> {
    let place = |name: &str| in_play.layout.centre_of(name.trim());
    let both =
        crop.match_indices(',').find_map(|(at, _)| Some((place(&crop[..at])?, place(&crop[at + 1..])?)));
    let Some((a, b)) = both.or_else(|| place(crop).map(|only| (only, only))) else {
        let unknown = crop.split(',').find(|name| place(name).is_none()).unwrap_or(crop).trim();
        let example = in_play.layout.places().into_iter().nth(1).map(|(name, _)| name);
        let failure =
            Failure::new(format!("--crop: no place {unknown:?} on the map {:?}", in_play.identifier));
        return Err(match example {
            Some(name) => failure.help(format!("places of this map have names such as {name}")),
            None => failure.help("this map's boards have no grid that names places"),
        });
    };
    let margin = room(in_play, a).max(room(in_play, b));
    let (left, top) = (a.x.min(b.x) - margin, a.y.min(b.y) - margin);
    let length = |from: i32, to: i32| u32::try_from(to + margin - from).unwrap_or(1);
    let wanted =
        Area { x: left, y: top, width: length(left, a.x.max(b.x)), height: length(top, a.y.max(b.y)) };
    Ok(position::boards_area(in_play).and_then(|boards| boards.common(wanted)).unwrap_or(wanted))
}

fn room(in_play: &MapInPlay, at: Point) -> i32 {
    in_play
        .layout
        .hex_grid_at(at)
        .map_or(MARGIN, |(_, grid)| (grid.dx.max(grid.dy) * 1.5).clamp(30.0, 1000.0) as i32)
}
