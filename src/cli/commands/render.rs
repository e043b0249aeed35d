//! `render`: the position of a save as a picture.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::cli::args::Render;
use crate::cli::commands::overlay::{Overlay, Part};
use crate::cli::commands::{check, crop, lines, marks, place, reach};
use crate::cli::saves::{self, Wanted};
use crate::cli::session::Session;
use crate::cli::{
    Exit, Failure, files, headline, open, output, picture as file_of_picture, several, standard,
};
use crate::report::text;
use crate::table::Table;
use crate::table::opened::OpenedSave;
use liege_art::position::key;
use liege_art::position::{self, Picture, PictureError, Request};
use liege_art::templates;
use liege_rules::check::Checked;
use liege_rules::check::case::Case;
use vassal::diagnostic::few;
use vassal::model::eyes::Eyes;
use vassal::model::map::MapKind;
use vassal::model::position::Piece;

/// Most pictures that are named as missing.
const MOST_NAMED: usize = 5;

/// Renders one save, or each of several into a folder.
pub fn run(session: &Session, own: &Render) -> Result<Exit, Failure> {
    let one_of = |save: &PathBuf, output: &Path| {
        let (save, output) = (save.clone(), output.to_owned());
        one(session, &Render { save, output, ..own.clone() })
    };
    match own.saves.as_slice() {
        [save] => one_of(save, &own.output),
        saves => several::into_folder(saves, &own.output, several::with_ending("png"), one_of),
    }
}

/// Renders one save.
fn one(session: &Session, own: &Render) -> Result<Exit, Failure> {
    files::refuse_same(&own.save, &own.output)?;
    file_of_picture::expect_name(&own.output)?;
    let save = open::save(&own.save, &session.limits)?;
    let asked = open::Asked { module: own.module.as_deref(), at: Some(own.at) };
    let mut game = open::position_on_map(&own.save, &save, asked, session)?;
    let eyes = saves::eyes(&own.save, own.side.side.as_deref(), (&save, &mut game), session)?;
    let names = if own.crop.is_some() || own.names {
        crop::names(&save, game.file.as_deref(), session)
    } else {
        Vec::new()
    };
    let part = part(own, &game, &eyes, &names)?;
    let mut overlay = overlay(session, own, &game, &part)?;
    if own.names && names.is_empty() {
        output::note(
            session,
            "no place names: they come from a game's map, and the save belongs to no known game",
        );
    }
    if own.names {
        overlay.captions = crop::captions(&game, &part.map, &names);
    }
    let picture = draw(own, &game, &eyes, &part, &overlay)?;
    files::write(&own.output, &file_of_picture::encode(&picture.pixels, &own.output)?)?;
    if !session.quiet {
        tell(own, &picture);
    }
    Ok(Exit::Clean)
}

/// What the arguments ask for over the position; what is found is said, too.
fn overlay(session: &Session, own: &Render, game: &OpenedSave, part: &Part) -> Result<Overlay, Failure> {
    if !own.mark && !own.supply && own.reach.is_none() {
        return Ok(Overlay::default());
    }
    let understood = understood(session, own)?;
    let title = headline::of(&standard::name_of_input(&own.save).to_string(), &understood, session);
    if own.mark {
        let checked = check::check(&understood);
        if !session.quiet {
            output::say(&list(&title, &checked));
        }
        return Ok(marks::over(&checked, &title, part));
    }
    if let Some(text) = &own.reach {
        let of = reach::meant(&understood, text)?;
        let facts = understood.game.open(&Case::of(understood.situation.clone())).reach(&of);
        let in_play = game.position.map(&part.map);
        let drawn = in_play.map(|in_play| reach::over(&facts, &understood.situation, in_play, &title, part));
        return Ok(drawn.unwrap_or_default());
    }
    let place = own.place.as_deref().map(|text| place::named(&understood, text)).transpose()?;
    let facts = understood.game.open(&Case::of(understood.situation.clone())).facts(place.as_ref());
    if !facts.iter().any(|fact| fact.line.is_some()) {
        let of = own.place.as_deref().map_or_else(String::new, |place| format!(" at {place}"));
        output::note(
            session,
            &format!("{}: no supply lines{of} are known", standard::name_of_input(&own.save)),
        );
    }
    let in_play = game.position.map(&part.map);
    let lines = in_play.map(|in_play| lines::of(&facts, &understood.situation, in_play, &title, part));
    Ok(lines.unwrap_or_default())
}

fn tell(own: &Render, picture: &Picture) {
    let known = |(_, image): &&(String, String)| !picture.too_much.contains(image);
    for (board, image) in picture.missing_boards.iter().filter(known) {
        output::say(&format!(
            "note: no picture \"{image}\" in the module: the board \"{board}\" is left out"
        ));
    }
    match picture.far {
        0 => {}
        1 => output::say("note: a piece is beyond the edge of the map and not in the picture"),
        far => {
            output::say(&format!("note: {far} pieces are beyond the edge of the map and not in the picture"))
        }
    }
    let is_too_much = |name: &&String| picture.too_much.contains(name);
    let grey = few(picture.missing.iter().filter(|name| !is_too_much(name)), MOST_NAMED);
    if !grey.is_empty() {
        output::say(&format!("note: missing in the module, drawn grey: {grey}"));
    }
    if !picture.too_much.is_empty() {
        let names = few(&picture.too_much, MOST_NAMED);
        output::say(&format!("note: too complex to draw within the time and memory limit: {names}"));
    }
    let (width, height) = (picture.pixels.width(), picture.pixels.height());
    let scale = match own.scale {
        None if picture.scale < 1.0 => format!(
            ", scale {}: reduced to at most {} million pixels; {}--crop PLACE,PLACE draws a part of it",
            picture.scale,
            position::MOST_UNASKED / 1_000_000,
            if picture.largest >= 1.0 { "--scale 1 draws it in full, " } else { "" }
        ),
        _ => String::new(),
    };
    output::say(&format!("{}: {width} x {height} pixels{scale}", standard::name_of_output(&own.output)));
}

/// The findings in a line each, with the numbers of the picture.
fn list(title: &str, checked: &Checked) -> String {
    let findings = checked.numbered().into_iter().map(|(number, finding)| text::brief(number, finding));
    [title.to_owned()].into_iter().chain(findings).collect::<Vec<_>>().join("\n")
}

/// The save in the terms of its game.
fn understood(session: &Session, own: &Render) -> Result<Table, Failure> {
    let wanted = Wanted {
        module: own.module.as_deref(),
        at: Some(own.at),
        game: None,
        phase: None,
        side: own.side.side.as_deref(),
        is_held: false,
        makes_nothing: false,
    };
    saves::read(&own.save, session, &wanted)
}

/// What the arguments ask for.
pub fn part(own: &Render, game: &OpenedSave, eyes: &Eyes, names: &crop::Names) -> Result<Part, Failure> {
    let map =
        own.map.clone().or_else(|| first_map(game)).or_else(|| fullest_map(game, eyes)).ok_or_else(|| {
            Failure::about(&own.save, "no map of the module has boards or pieces in this save")
        })?;
    let area = match (&own.crop, game.position.map(&map)) {
        (Some(wanted), Some(in_play)) => Some(crop::area(wanted, in_play, names)?),
        _ => None,
    };
    Ok(Part { map, area })
}

/// Draws a part of a map with what lies over it, and the key beside it.
pub fn draw(
    own: &Render,
    game: &OpenedSave,
    eyes: &Eyes,
    part: &Part,
    overlay: &Overlay,
) -> Result<Picture, Failure> {
    let (Some(module), Some(file)) = (&game.module, &game.file) else {
        return Err(Failure::about(&own.save, "a picture needs the module").help("name it with --module"));
    };
    let request = Request {
        position: &game.position,
        module,
        map: &part.map,
        area: part.area,
        scale: own.scale,
        eyes,
        shades: &overlay.shades,
        lines: &overlay.lines,
        captions: &overlay.captions,
        marks: &overlay.marks,
        spread: own.spread,
    };
    let mut images = |name: &str, most: usize| file.image_start(name, most);
    let fonts = templates::fonts();
    let mut picture = position::draw(&request, &mut images, &fonts).map_err(|error| {
        let failure = Failure::about(&own.save, &error);
        match error {
            PictureError::TooLarge { largest, .. } => failure.help(format!(
                "draw a part with --crop PLACE,PLACE, or all of it with --scale {largest} at most"
            )),
            _ => failure,
        }
    })?;
    if let Some(key) = &overlay.key {
        picture.pixels = key::beside(&picture.pixels, key, &fonts).unwrap_or(picture.pixels);
    }
    Ok(picture)
}

/// The map that VASSAL shows in its main window.
fn first_map(game: &OpenedSave) -> Option<String> {
    let mut public = game.module.as_deref()?.maps.iter().filter(|map| map.kind == MapKind::Public);
    let first = public.find(|map| !map.by_button)?.identifier();
    let has_boards = game.position.map(first).is_some_and(|map| !map.layout.boards.is_empty());
    has_boards.then(|| first.to_owned())
}

/// The map with boards and most pieces outside decks; of equal ones the first of the module, windows of charts last.
fn fullest_map(game: &OpenedSave, eyes: &Eyes) -> Option<String> {
    let module = game.module.as_deref()?;
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
