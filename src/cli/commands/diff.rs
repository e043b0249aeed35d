//! `diff`: what differs between two modules, two saves or two logs.

use std::path::Path;

use serde_json::{Value, json};

use crate::cli::args::{Args, Diff, LogPoint, PageFormat};
use crate::cli::open::{Game, Opened};
use crate::cli::{Exit, Failure, files, open, output, standard, understood};
use crate::compare::modules::{FileChange, ModuleDiff};
use crate::compare::positions::{Looked, PositionDiff};
use crate::format::module_file::ModuleFile;
use crate::format::save_file::SaveFile;
use crate::model::eyes::Eyes;
use crate::report::page::Page;

/// The most pictures that a page shows of a file that was replaced, so that it stays a page.
const MOST_PICTURES: usize = 200;

/// What differs, told in one of the forms.
enum Difference {
    Modules(Box<(ModuleFile, ModuleFile)>, ModuleDiff),
    Positions(PositionDiff),
}

/// Compares two files.
pub fn run(args: &Args, own: &Diff) -> Result<Exit, Failure> {
    let form = form(own)?;
    let limits = open::limits(args);
    let told = match (open::any(&own.before, &limits)?, open::any(&own.after, &limits)?) {
        (Opened::Module(before), Opened::Module(after)) => {
            let diff = ModuleDiff::between(&before, &after);
            Difference::Modules(Box::new((*before, *after)), diff)
        }
        (Opened::Save(before), Opened::Save(after)) => {
            Difference::Positions(positions(args, own, (&before, &after))?)
        }
        (Opened::Module(_), Opened::Save(_)) => return Err(other_kind(&own.after, "a save", "a module")),
        (Opened::Save(_), Opened::Module(_)) => return Err(other_kind(&own.after, "a module", "a save")),
    };
    let text = match form {
        PageFormat::Text => told.text(own),
        PageFormat::Json => format!("{:#}\n", output::envelope_of_one(told.json(own)?)),
        PageFormat::Html => told.page(own).html(),
    };
    match (&own.output, form) {
        (Some(path), _) => {
            files::refuse_same(&own.before, path)?;
            files::refuse_same(&own.after, path)?;
            files::write(path, text.as_bytes())?;
        }
        (None, PageFormat::Text) => output::result(&text)?,
        (None, _) => output::print(&text)?,
    }
    Ok(if told.is_empty() { Exit::Clean } else { Exit::Findings })
}

/// The form asked for: as `--format` says, else as the ending of the file says.
fn form(own: &Diff) -> Result<PageFormat, Failure> {
    let ending = own.output.as_deref().and_then(files::ending_of);
    let by_ending = match ending.as_deref() {
        Some("html" | "htm") => PageFormat::Html,
        Some("json") => PageFormat::Json,
        _ => PageFormat::Text,
    };
    let form = own.format.unwrap_or(by_ending);
    if let (Some(path), PageFormat::Html) = (&own.output, form) {
        files::expect_ending(path, "a page for browsers", &["html", "htm"])?;
    }
    Ok(form)
}

fn other_kind(path: &Path, found: &str, expected: &str) -> Failure {
    Failure::about(path, format!("is {found}, and the file before it is {expected}"))
        .help("two modules can be compared, or two of saves and logs")
}

fn positions(
    args: &Args,
    own: &Diff,
    (before, after): (&SaveFile, &SaveFile),
) -> Result<PositionDiff, Failure> {
    let (was, old_eyes) = looked_at(args, own, &own.before, before)?;
    let (is, new_eyes) = looked_at(args, own, &own.after, after)?;
    Ok(PositionDiff::between(
        Looked { position: &was.position, module: was.module.as_deref(), eyes: &old_eyes },
        Looked { position: &is.position, module: is.module.as_deref(), eyes: &new_eyes },
    ))
}

/// A save, or a log at its end, as the side sees it.
fn looked_at(args: &Args, own: &Diff, path: &Path, save: &SaveFile) -> Result<(Game, Eyes), Failure> {
    let at = Some(LogPoint { end: true, ..LogPoint::default() });
    let asked = open::Asked { module: own.module.as_deref(), at };
    let mut game = open::position(path, save, asked, args)?;
    understood::place_by_built_in(path, (save, &mut game), args)?;
    let side = own.side.side.as_deref();
    open::refuse_unsure_windows(path, side, &game)?;
    let eyes = understood::eyes(path, side, (save, &mut game), args)?;
    Ok((game, eyes))
}

impl Difference {
    fn is_empty(&self) -> bool {
        match self {
            Self::Modules(_, diff) => diff.is_empty(),
            Self::Positions(diff) => diff.is_empty(),
        }
    }

    fn lines(&self) -> Vec<String> {
        match self {
            Self::Modules(_, diff) => diff.lines(),
            Self::Positions(diff) => diff.lines(),
        }
    }

    fn summary(&self) -> String {
        match self {
            Self::Modules(_, diff) => diff.summary(),
            Self::Positions(diff) => diff.summary(),
        }
    }

    fn text(&self, own: &Diff) -> String {
        let names = [&own.before, &own.after].map(|path| standard::name_of_input(path).to_string());
        let mut text = format!("{} → {}\n", names[0], names[1]);
        for line in self.lines() {
            text.push_str(&format!("  {line}\n"));
        }
        text + &format!("  {}\n", self.summary())
    }

    fn json(&self, own: &Diff) -> Result<Value, Failure> {
        let value = match self {
            Self::Modules(_, diff) => serde_json::to_value(diff),
            Self::Positions(diff) => serde_json::to_value(diff),
        };
        let value = value.map_err(|error| Failure::about(&own.after, error))?;
        let kind = if matches!(self, Self::Modules(..)) { "module" } else { "save" };
        let mut report = json!({
            "file": own.after.display().to_string(),
            "before": own.before.display().to_string(),
            "kind": kind,
            "differs": !self.is_empty(),
        });
        for (key, value) in value.as_object().into_iter().flatten() {
            report[key] = value.clone();
        }
        report["lines"] = json!(self.lines());
        report["summary"] = json!(self.summary());
        Ok(report)
    }

    fn page(&self, own: &Diff) -> Page {
        let names = [&own.before, &own.after].map(|path| standard::title_of_input(path));
        let mut page = Page::new(&format!("{} → {}", names[0], names[1]), &self.summary());
        page.list(&self.lines());
        if let Self::Modules(both, diff) = self {
            add_pictures(&mut page, both, diff);
        }
        page
    }
}

/// The pictures that were replaced, before and after, and those that came or went.
fn add_pictures(page: &mut Page, (before, after): &(ModuleFile, ModuleFile), diff: &ModuleDiff) {
    let shown = diff.files.iter().filter_map(|file| Some((file, media_type(&file.name)?)));
    let shown: Vec<_> = shown.take(MOST_PICTURES).collect();
    if shown.is_empty() {
        return;
    }
    page.section("Pictures");
    for (file, media) in shown {
        let name = file.name.strip_prefix("images/").unwrap_or(&file.name);
        page.beside(|page| {
            let ends = [(before, FileChange::Added, "before"), (after, FileChange::Removed, "after")];
            for (module, absent, when) in ends {
                let bytes =
                    if file.change == absent { None } else { module.archive.read_entry(&file.name).ok() };
                match bytes {
                    Some(bytes) => page.image(media, &bytes, &format!("{name}, {when}")),
                    None => page.text(&format!("{name}: none {when}")),
                }
            }
        });
    }
}

/// The media type of a picture that browsers show, by its ending.
fn media_type(name: &str) -> Option<&'static str> {
    Some(match name.rsplit('.').next()?.to_ascii_lowercase().as_str() {
        "png" => "image/png",
        "gif" => "image/gif",
        "jpg" | "jpeg" => "image/jpeg",
        "svg" => "image/svg+xml",
        "bmp" => "image/bmp",
        _ => return None,
    })
}
