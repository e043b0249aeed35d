//! `diff`: what differs between two modules, two saves or two logs.

mod set_ups;

use std::path::Path;

use serde_json::{Value, json};

use crate::cli::args::{Diff, PageFormat};
use crate::cli::open::Opened;
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, files, open, output, saves, standard, watched};
use crate::report::page::Page;
use liege_tools::compare::modules::{FileChange, ModuleDiff};
use liege_tools::compare::positions::{Looked, PositionDiff};
use vassal::format::module_file::ModuleFile;
use vassal::format::save_file::SaveFile;

/// The most pictures that a page shows of a file that was replaced, so that it stays a page.
const MOST_PICTURES: usize = 200;
/// The most bytes of pictures that a page shows.
const MOST_SHOWN: u64 = 64 << 20;

/// What differs, told in one of the forms.
enum Difference {
    Modules(Box<(ModuleFile, ModuleFile)>, ModuleDiff),
    Positions(PositionDiff),
}

/// Compares two files.
pub fn run(session: &Session, own: &Diff) -> Result<Exit, Failure> {
    let form = files::form_of(own.output.as_deref(), own.format, &FORMS)?;
    let limits = session.limits.clone();
    let told = match (open::any(&own.before, &limits)?, open::any(&own.after, &limits)?) {
        (Opened::Module(before), Opened::Module(after)) => {
            let mut diff = ModuleDiff::between(&before, &after);
            set_ups::compare(&mut diff, (&before, &after), &limits);
            Difference::Modules(Box::new((*before, *after)), diff)
        }
        (Opened::Save(before), Opened::Save(after)) => {
            Difference::Positions(positions(session, own, (&before, &after))?)
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

/// The forms in which a difference is written.
const FORMS: [files::Form<PageFormat>; 3] = [
    (PageFormat::Text, "text", &["txt", "text"]),
    (PageFormat::Html, "a page for browsers", &["html", "htm"]),
    (PageFormat::Json, "a report for programs", &["json"]),
];

fn other_kind(path: &Path, found: &str, expected: &str) -> Failure {
    Failure::about(path, format!("is {found}, but the file before it is {expected}"))
        .help("modules are compared with modules, saves and logs with each other")
}

fn positions(
    session: &Session,
    own: &Diff,
    (before, after): (&SaveFile, &SaveFile),
) -> Result<PositionDiff, Failure> {
    let side = own.side.side.as_deref();
    let looked = |path: &Path, save: &SaveFile, module: Option<&Path>| {
        watched::at_end(session, path, save, own.module.as_deref().or(module), side)
    };
    let (mut was, mut old_eyes) = looked(&own.before, before, None)?;
    let (mut is, mut new_eyes) = looked(&own.after, after, None)?;
    // What only one of two modules names is no difference; the module beside one of two saves serves both.
    match (&was.module_path, &is.module_path) {
        (None, Some(path)) => (was, old_eyes) = looked(&own.before, before, Some(path))?,
        (Some(path), None) => (is, new_eyes) = looked(&own.after, after, Some(path))?,
        _ => {}
    }
    saves::cut_to_copy((before, &mut was), &old_eyes, session)?;
    saves::cut_to_copy((after, &mut is), &new_eyes, session)?;
    let diff = PositionDiff::between(
        Looked { position: &was.position, module: was.module.as_deref(), eyes: &old_eyes },
        Looked { position: &is.position, module: is.module.as_deref(), eyes: &new_eyes },
    );
    let limits = session.limits.clone();
    // A save whose metadata cannot be read is compared without.
    let about = [before, after].map(|save| save.module_data(&limits).ok().flatten());
    let files = [(was.of_file(), about[0].as_ref()), (is.of_file(), about[1].as_ref())];
    Ok(diff.with_others(files, &new_eyes))
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
    let mut left = MOST_SHOWN;
    for (file, media) in shown {
        let name = file.name.strip_prefix("images/").unwrap_or(&file.name);
        page.beside(|page| {
            let ends = [(before, FileChange::Added, "before"), (after, FileChange::Removed, "after")];
            for (module, absent, when) in ends {
                let entry = module.archive.entry(&file.name).filter(|_| file.change != absent);
                let Some(entry) = entry else {
                    page.text(&format!("{name}: none {when}"));
                    continue;
                };
                let Some(rest) = left.checked_sub(entry.size) else {
                    page.text(&format!("{name}, {when}: too large for this page"));
                    continue;
                };
                left = rest;
                match module.archive.read_entry(&file.name) {
                    Ok(bytes) => page.image(media, &bytes, &format!("{name}, {when}")),
                    Err(_) => page.text(&format!("{name}, {when}: cannot be read")),
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
