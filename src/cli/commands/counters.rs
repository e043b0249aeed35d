//! `counters`: the faces of a game's counters as pictures, with a sheet to look at or to print.

mod list;

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use resvg::tiny_skia::Pixmap;
use serde_json::json;

use crate::cli::args::{CounterSheet, Counters, Format, PaperName};
use crate::cli::commands::build;
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, files, output};
use liege_art::contact_sheet;
use liege_art::print::{self, Job, Paper};
use liege_build::counters::{Counter, CounterSet};
use vassal::diagnostic::counted;

/// The print sheets; no counter's picture has an underscore in its name.
const PRINT_SHEETS: &str = "print_sheets.pdf";

/// A face with its pixels.
struct Face<'a> {
    counter: &'a Counter,
    name: String,
    pixels: Pixmap,
    png: Vec<u8>,
}

/// Runs `counters`.
pub fn run(session: &Session, own: &Counters) -> Result<Exit, Failure> {
    if let Some(word) = &own.list {
        return list::run(session, &own.game, word, own.format);
    }
    let folder = own.output.as_deref().ok_or_else(|| Failure::new("expected a folder: -o DIR"))?;
    files::expect_folder(folder)?;
    let game = build::load(session, &own.game)?;
    let set = game.counters(&own.only).map_err(Failure::of_all)?;
    let bar = output::progress(session, "counters");
    let faces = faces(&set, own.scale, &|done, all| bar.show(done, all))?;
    let mut written = contact_sheets(&set, &faces)?;
    if own.sheet == CounterSheet::Pdf {
        written.push((PRINT_SHEETS.into(), pdf(&game.layout.name, &set, own)?));
    }
    bar.finish();
    let sheets: Vec<String> = written.iter().map(|(name, _)| name.clone()).collect();
    let listed = listed(&set, &faces, &sheets);
    let drawn = faces.len();
    written.extend(faces.into_iter().map(|face| (face.name, face.png)));
    refuse_doubles(&written)?;
    files::write_folder(folder, &written)?;
    if own.format == Format::Json {
        output::json(&output::envelope_of_one(listed))?;
    } else if !session.quiet {
        let counters = set.counters.len();
        let folder = folder.display();
        let (counters, faces) = (counted(counters, "counter"), counted(drawn, "face"));
        output::say(&format!("{counters}, {faces} and {} in {folder}", sheets.join(", ")));
    }
    Ok(Exit::Clean)
}

/// Draws every face, in parallel; a counter's back follows its front.
fn faces<'a>(
    set: &'a CounterSet,
    width: u32,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Vec<Face<'a>>, Failure> {
    let all: Vec<(&Counter, String, &String)> = set
        .counters
        .iter()
        .flat_map(|counter| {
            let back = counter.back.as_ref().map(|back| (counter, format!("{}-back.png", counter.id), back));
            std::iter::once((counter, format!("{}.png", counter.id), &counter.front)).chain(back)
        })
        .collect();
    let (done, count) = (AtomicUsize::new(0), all.len());
    all.into_par_iter()
        .map(|(counter, name, svg)| {
            let drawn = set.art.fonts().draw(svg, width);
            let drawn = drawn.and_then(|pixels| Ok((set.art.fonts().encode(&pixels)?, pixels)));
            let (png, pixels) = drawn.map_err(|error| Failure::new(format!("{name}: {error}")))?;
            progress(done.fetch_add(1, Ordering::Relaxed) + 1, count);
            Ok(Face { counter, name, pixels, png })
        })
        .collect()
}

/// One picture of all faces for each family that has any.
fn contact_sheets(set: &CounterSet, faces: &[Face<'_>]) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let families = set.families.par_iter().filter_map(|(family, _)| {
        let own: Vec<&Pixmap> =
            faces.iter().filter(|face| face.counter.family == *family).map(|face| &face.pixels).collect();
        let sheet = contact_sheet::lay_out(&own)?;
        let png = set.art.fonts().encode(&sheet).map_err(|error| Failure::new(format!("{family}: {error}")));
        Some(png.map(|png| (format!("contact_{family}.png"), png)))
    });
    families.collect()
}

fn pdf(title: &str, set: &CounterSet, own: &Counters) -> Result<Vec<u8>, Failure> {
    let job = Job {
        title: title.to_owned(),
        sections: set.sections(),
        legend: set.art.legend(),
        paper: match own.paper {
            PaperName::A4 => Paper::A4,
            PaperName::Letter => Paper::Letter,
        },
        size_mm: own.size_mm,
    };
    print::pdf(&job, set.art.fonts()).map_err(|error| Failure::new(error.to_string()))
}

/// What was written, for programs.
fn listed(set: &CounterSet, faces: &[Face<'_>], sheets: &[String]) -> serde_json::Value {
    let counters: Vec<_> = set
        .counters
        .iter()
        .map(|counter| {
            let own = faces.iter().filter(|face| std::ptr::eq(face.counter, counter));
            let files: Vec<&str> = own.map(|face| face.name.as_str()).collect();
            json!({ "id": counter.id, "family": counter.family.as_str(), "count": counter.count, "files": files })
        })
        .collect();
    json!({ "counters": counters, "sheets": sheets })
}

/// A counter called like another one's back would overwrite it.
fn refuse_doubles(files: &[(String, Vec<u8>)]) -> Result<(), Failure> {
    let mut names = std::collections::BTreeSet::new();
    match files.iter().find(|(name, _)| !names.insert(name)) {
        Some((name, _)) => Err(Failure::new(format!("two counters would be written as {name}"))
            .help("give one of the counters another id")),
        None => Ok(()),
    }
}
