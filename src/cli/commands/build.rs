//! `build`: the module of a game with its scenarios.

use std::path::Path;

use crate::cli::args::Build;
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, data, files, output};
use liege_art::artwork::Artwork;
use liege_art::board::scan::Scan;
use liege_art::templates;
use liege_build::scenario::Table;
use liege_build::{Data, Plan};
use vassal::diagnostic::counted;
use vassal::format::Limits;
use vassal::format::metadata::Metadata;
use vassal::format::save_file::SaveFile;
use vassal::format::timestamp::Timestamp;

/// A finished module, and its scenarios as saves.
pub struct Built {
    /// The bytes of the `.vmod`.
    pub module: Vec<u8>,
    /// File name and bytes of each scenario.
    pub saves: Vec<(String, Vec<u8>)>,
}

/// Runs `build`.
pub fn run(session: &Session, own: &Build) -> Result<Exit, Failure> {
    let date = parse_date(&own.date)?;
    files::expect_ending(&own.output, files::MODULE.0, files::MODULE.1)?;
    own.saves.iter().try_for_each(|folder| files::expect_folder(folder))?;
    let mut game = load(session, &own.game)?;
    for given in &own.map_images {
        use_scan(&mut game, given, &session.limits)?;
    }
    let bar = output::progress(session, "building");
    let built = build(&game, date, &|done, all| bar.show(done, all))?;
    bar.finish();
    let size = built.module.len() as f64 / 1e6;
    let mut all = vec![(own.output.clone(), built.module)];
    let scenarios = built.saves.len();
    if let Some(folder) = &own.saves {
        files::make_folder(folder)?;
        all.extend(built.saves.into_iter().map(|(name, bytes)| (folder.join(name), bytes)));
    }
    files::write_all(&all)?;
    if !session.quiet {
        output::say(&format!(
            "{} ({size:.1} MB) with {}",
            own.output.display(),
            counted(scenarios, "scenario")
        ));
    }
    Ok(Exit::Clean)
}

/// The data of a game.
pub fn load(session: &Session, game: &str) -> Result<Data, Failure> {
    let files = data::files(session)?;
    let game = data::game(game, &files)?;
    Data::load(&*game, &files).map_err(Failure::of_all)
}

/// Reads what `--map-image` says and puts the scan, or the picture of a board of areas, in its place.
fn use_scan(game: &mut Data, given: &str, limits: &Limits) -> Result<(), Failure> {
    let wrong = |what: &str| {
        Failure::new(format!("--map-image {given}: {what}")).help(
            "expected SHEET=FILE and four times HEX@X:Y, for example \
             W=west.png,W6000@80:70,W6033@4040:75,W0100@78:6200,W0133@4050:6190",
        )
    };
    let mut parts = given.split(',');
    let (sheet, path) = parts.next().and_then(|part| part.split_once('=')).ok_or_else(|| wrong("no file"))?;
    let parts: Vec<&str> = parts.collect();
    if parts.is_empty() && sheet.trim().chars().nth(1).is_some() {
        let path = Path::new(path);
        let picture = Artwork::read(&files::read(path)?, &templates::fonts());
        let picture = picture.map_err(|error| Failure::about(path, error))?;
        return game.use_picture(sheet.trim(), picture).map_err(|error| wrong(&error));
    }
    let mut letters = sheet.trim().chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else {
        return Err(wrong("a sheet has one letter"));
    };
    let corner = |part: &str| {
        let (hex, at) = part.trim().split_once('@')?;
        let (x, y) = at.split_once(':')?;
        Some((hex.to_owned(), (x.trim().parse::<f64>().ok()?, y.trim().parse::<f64>().ok()?)))
    };
    let corners: Option<Vec<_>> = parts.into_iter().map(corner).collect();
    let corners = corners.ok_or_else(|| wrong("a hex and its pixel cannot be read"))?;
    let corners = <[_; 4]>::try_from(corners).map_err(|_| wrong("four hexes are needed"))?;
    let path = Path::new(path);
    let bytes = files::read(path)?;
    let picture = picture(&bytes, limits).map_err(|error| Failure::about(path, error))?;
    game.use_scan(letter, Scan { picture, corners }).map_err(|error| wrong(&error))
}

/// Decodes a picture within the limits.
fn picture(bytes: &[u8], limits: &Limits) -> Result<image::RgbImage, image::ImageError> {
    let mut reader = image::ImageReader::new(std::io::Cursor::new(bytes)).with_guessed_format()?;
    let mut bounds = image::Limits::default();
    bounds.max_image_width = Some(40_000);
    bounds.max_image_height = Some(40_000);
    bounds.max_alloc = Some(limits.entry_bytes);
    reader.limits(bounds);
    Ok(reader.decode()?.into_rgb8())
}

/// Draws and packs everything.
pub fn build(
    game: &Data,
    date: Timestamp,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Built, Failure> {
    let plan = game.plan(date).map_err(Failure::of_all)?;
    let saves = saves(game, &plan, date)?;
    let module = plan.write(game, &saves, date, progress).map_err(Failure::of_all)?;
    Ok(Built { module, saves })
}

/// The scenarios of a game as saves.
pub fn saves(game: &Data, plan: &Plan, date: Timestamp) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let table = Table::new(game, plan).map_err(Failure::of_all)?;
    let mut saves = Vec::new();
    for scenario in &game.layout.scenario {
        let text = game.scenario_text(&scenario.text).unwrap_or_default();
        let bytes = save(&table, plan, &scenario.text, text, &scenario.name, date)?;
        saves.push((scenario.file.clone(), bytes));
    }
    Ok(saves)
}

/// The save of one situation.
pub fn save(
    table: &Table<'_>,
    plan: &Plan,
    file: &str,
    text: &str,
    comment: &str,
    date: Timestamp,
) -> Result<Vec<u8>, Failure> {
    let commands = table.save(file, text).map_err(Failure::of_all)?;
    let about = Metadata { name: None, description: Some(comment.to_owned()), ..plan.about.clone() };
    SaveFile::new(&commands, Some(plan.about.write().as_bytes()), &about)
        .and_then(|save| save.write(date))
        .map_err(|error| Failure::about(Path::new(file), error))
}

/// A day written as in ISO 8601.
pub fn parse_date(text: &str) -> Result<Timestamp, Failure> {
    let parts: Vec<&str> = text.split('-').collect();
    let wrong = || Failure::new(format!("--date: expected a day such as 2026-01-31, found {text:?}"));
    let &[year, month, day] = parts.as_slice() else { return Err(wrong()) };
    let year: i32 = year.parse().map_err(|_| wrong())?;
    let month: u8 = month.parse().map_err(|_| wrong())?;
    let day: u8 = day.parse().map_err(|_| wrong())?;
    if !(1980..=2107).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return Err(wrong().help("archives can store the years 1980 to 2107"));
    }
    Ok(Timestamp::from_day(year, month, day))
}
