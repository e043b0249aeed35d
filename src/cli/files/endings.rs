//! Endings of names: what they say is written or read.

use std::path::Path;

use super::is_same;
use crate::cli::{Failure, standard};

/// The ending of a name in small letters; what begins with a digit, as in `turn.1942-08`, is part of the name.
pub fn ending_of(path: &Path) -> Option<String> {
    let ending = path.extension()?.to_str()?.to_lowercase();
    let is_ending = ending.starts_with(|sign: char| sign.is_ascii_lowercase())
        && ending.chars().all(|sign| sign.is_ascii_alphanumeric());
    is_ending.then_some(ending)
}

/// Refuses a name whose ending says something else than what is written; one without an ending is taken as it is.
pub fn expect_ending(path: &Path, what: &str, endings: &[&str]) -> Result<(), Failure> {
    match ending_of(path) {
        Some(ending) if !endings.contains(&ending.as_str()) => {
            Err(Failure::about(path, format!("expected a name ending in .{}", endings.join(" or .")))
                .help(format!("what is written is {what}")))
        }
        _ => Ok(()),
    }
}

/// A form of output: what it is, as `--format` names it and as a fault calls it, and the endings of its files.
pub type Form<F> = (F, &'static str, &'static [&'static str]);

/// The form in which a result is written: as `--format` says, else as the ending of the file says, else the first.
///
/// # Errors
/// The ending says something else than what is written, or nothing that can be written.
pub fn form_of<F: Copy + PartialEq>(
    output: Option<&Path>,
    asked: Option<F>,
    forms: &[Form<F>],
) -> Result<F, Failure> {
    let first = forms[0].0;
    let Some(path) = output else { return Ok(asked.unwrap_or(first)) };
    if let Some((form, what, endings)) = forms.iter().find(|(form, ..)| Some(*form) == asked) {
        expect_ending(path, what, endings)?;
        return Ok(*form);
    }
    let Some(ending) = ending_of(path) else { return Ok(first) };
    if let Some((form, ..)) = forms.iter().find(|(.., endings)| endings.contains(&ending.as_str())) {
        return Ok(*form);
    }
    let known: Vec<&str> = forms.iter().flat_map(|(.., endings)| endings.iter().copied()).collect();
    Err(Failure::about(path, format!("expected a name ending in .{}", known.join(", .")))
        .help("the extension sets the format; so does --format"))
}

/// Endings of a save and of a log, and what they are.
pub const SAVE: (&str, &[&str]) = ("a save", &["vsav", "sav"]);
/// The same of a log.
pub const LOG: (&str, &[&str]) = ("a log", &["vlog", "log"]);
/// The same of a module.
pub const MODULE: (&str, &[&str]) = ("a module", &["vmod", "mod"]);

/// The same of an extension.
pub const EXTENSION: (&str, &[&str]) = ("an extension", &["vmdx", "mdx"]);

/// Refuses names for the log and the save that mean one place or say something else than what is written.
pub fn expect_log_and_save(log: Option<&Path>, save: Option<&Path>) -> Result<(), Failure> {
    if let (Some(log), Some(save)) = (log, save)
        && is_same(log, save)
    {
        if log != save {
            return Err(Failure::about(save, format!("is the same file as {}", log.display()))
                .help("give the outputs different names"));
        }
        let name = standard::name_of_output(log);
        return Err(Failure::new(format!("{name}: is given for both the log and the save"))
            .help("give them different names"));
    }
    if let Some(path) = save {
        let told = expect_ending(path, SAVE.0, SAVE.1);
        let for_log = LOG.1.iter().any(|ending| ending_of(path).as_deref() == Some(ending));
        told.map_err(|fault| if for_log { fault.help("-o is the save; --log writes a log") } else { fault })?;
    }
    if let Some(path) = log {
        let told = expect_ending(path, LOG.0, LOG.1);
        let for_save = SAVE.1.iter().any(|ending| ending_of(path).as_deref() == Some(ending));
        told.map_err(
            |fault| if for_save { fault.help("--log is the log; -o writes the save") } else { fault },
        )?;
    }
    Ok(())
}

/// Endings that only files have.
const OF_FILES: [&str; 18] = [
    "csv", "htm", "html", "jpeg", "jpg", "json", "log", "mod", "pdf", "png", "sav", "toml", "txt", "vlog",
    "vmod", "vsav", "xlsx", "zip",
];

/// Refuses a name for a folder that is one for a file.
pub fn expect_folder(path: &Path) -> Result<(), Failure> {
    let is_file = ending_of(path).is_some_and(|ending| OF_FILES.contains(&ending.as_str()));
    if standard::is_standard(path) || (is_file && !path.is_dir()) {
        let name = standard::name_of_output(path);
        return Err(Failure::new(format!("{name}: several files are written, expected a folder"))
            .help("name a folder; it is created if missing"));
    }
    Ok(())
}
