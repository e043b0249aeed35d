//! `git`: VASSAL files as text for `git diff`, and the driver that merges modules.

mod merge;

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest, Sha256};

use crate::cli::args::{Git, GitTask};
use crate::cli::open::Opened;
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, files, open, output};
use liege_tools::compare::one_line;
use liege_tools::convert::{blocks, readable};
use vassal::format::command::Command as Commands;
use vassal::format::module_file::ModuleFile;
use vassal::format::named_keys;
use vassal::model::log;

/// What git calls this program in its configuration.
const DRIVER: &str = "liege";

/// The files that git shows as text, and whether it merges them.
const PATTERNS: [(&str, bool); 6] = [
    ("*.vmod", true),
    ("*.mod", true),
    ("*.vmdx", true),
    ("*.vsav", false),
    ("*.sav", false),
    ("*.vlog", false),
];

/// Does what git or its user asks for.
pub fn run(session: &Session, own: &Git) -> Result<Exit, Failure> {
    match &own.task {
        GitTask::Install(own) => install(session, own.folder.as_deref().unwrap_or(Path::new("."))),
        GitTask::Textconv(own) => textconv(session, &own.file),
        GitTask::Merge(own) => merge::run(session, own),
    }
}

/// Registers the program with the repository of a folder.
fn install(session: &Session, folder: &Path) -> Result<Exit, Failure> {
    let top = git(folder, &["rev-parse", "--show-toplevel"])?;
    let top = PathBuf::from(top.trim_end());
    let program =
        std::env::current_exe().map_err(|error| Failure::new(format!("the path of liege: {error}")))?;
    let program = quoted(&program.display().to_string().replace('\\', "/"));
    // The name of a file may begin with a hyphen.
    let settings = [
        ("diff", "textconv", format!("{program} git textconv --")),
        // What stands behind @@: the component, or the piece.
        ("diff", "xfuncname", r"^(=== .*|[^ ].* \[[^]]*\])$".to_owned()),
        ("merge", "name", "VASSAL modules".to_owned()),
        ("merge", "driver", format!("{program} git merge -- %O %A %B %P")),
        // Where two branches have several versions in common, git merges these first. What we kept of a conflict there
        // would look like a decision; git's own driver takes what was before.
        ("merge", "recursive", "binary".to_owned()),
    ];
    for (section, key, value) in settings {
        git(&top, &["config", &format!("{section}.{DRIVER}.{key}"), &value])?;
    }
    let path = top.join(".gitattributes");
    let before = if path.exists() { files::read(&path)? } else { Vec::new() };
    let mut text = String::from_utf8(before).map_err(|_| Failure::about(&path, "is not UTF-8"))?;
    let missing: Vec<String> = PATTERNS
        .iter()
        .filter(|(pattern, _)| own_line(&text, pattern).is_none())
        .map(|(pattern, merges)| format!("{pattern} {}\n", wanted(*merges)))
        .collect();
    if !missing.is_empty() {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(&missing.concat());
        files::write(&path, text.as_bytes())?;
    }
    let others = overruled(&top, &path, &text)?;
    if !others.is_empty() {
        others.iter().for_each(|line| output::say(line));
        return Ok(Exit::Findings);
    }
    if !session.quiet {
        output::say(&format!(
            "git now shows VASSAL files in {} as text and merges modules; commit {}",
            top.display(),
            path.display()
        ));
    }
    Ok(Exit::Clean)
}

/// What a line of `.gitattributes` says for files that are merged or not.
fn wanted(merges: bool) -> String {
    format!("diff={DRIVER} {}", if merges { format!("merge={DRIVER}") } else { "-merge".to_owned() })
}

/// The last line for a pattern, and which it is.
fn own_line<'t>(text: &'t str, pattern: &str) -> Option<(usize, &'t str)> {
    let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
    lines.filter(|(_, line)| line.split_whitespace().next() == Some(pattern)).last()
}

/// A message for each pattern that some line or file of attributes gives to somebody else, as git itself reads them.
fn overruled(top: &Path, path: &Path, text: &str) -> Result<Vec<String>, Failure> {
    let mut found = Vec::new();
    for (pattern, merges) in PATTERNS {
        let file = pattern.replace('*', "x");
        let said = git(top, &["check-attr", "diff", "merge", "--", &file])?;
        let value = |name: &str| {
            let start = format!("{file}: {name}: ");
            said.lines().find_map(|line| line.strip_prefix(&start)).unwrap_or_default().to_owned()
        };
        let merge = if merges { DRIVER } else { "unset" };
        if value("diff") == DRIVER && value("merge") == merge {
            continue;
        }
        let wanted = wanted(merges);
        let line = own_line(text, pattern).filter(|(_, line)| !line.contains(&wanted));
        found.push(line.map_or_else(
            || {
                format!(
                    "git does not use liege for {pattern}: another line of {}, .git/info/attributes or your \
                     own attributes overrides `{pattern} {wanted}`; remove it and run this again",
                    path.display()
                )
            },
            |(number, line)| {
                format!(
                    "git does not use liege for {pattern}: line {number} of {} is `{line}`; replace its diff \
                     and merge by `{wanted}`, or remove it, and run this again",
                    path.display()
                )
            },
        ));
    }
    Ok(found)
}

/// What a git command prints.
fn git(folder: &Path, arguments: &[&str]) -> Result<String, Failure> {
    let run = Command::new("git").arg("-C").arg(folder).args(arguments).output();
    let output = run.map_err(|error| {
        Failure::new(format!("git could not be started: {error}")).help("install git, or put it on your PATH")
    })?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        return Err(Failure::about(folder, said).help("name a folder in a repository; git init makes one"));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// A path as the shell takes it that git starts.
fn quoted(path: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "/._-:+".contains(letter);
    if path.chars().all(is_plain) { path.to_owned() } else { format!("'{}'", path.replace('\'', r"'\''")) }
}

/// Prints a file as text; of one that cannot be read why, so that git goes on with the others.
fn textconv(session: &Session, path: &Path) -> Result<Exit, Failure> {
    let text = match as_text(session, path) {
        Err(failure) if path.is_file() => {
            // Git's name of the file is another each time, so that it would look like a change.
            let why = failure.to_string().replace(&format!("{}: ", path.display()), "");
            let why = why.lines().next().unwrap_or_default();
            // Two files of which nothing can be read are still two.
            format!("liege cannot show this file: {why}\n{}", checksum(path)?)
        }
        other => other?,
    };
    output::print(&text)?;
    Ok(Exit::Clean)
}

/// Size and checksum of a file, as a line.
fn checksum(path: &Path) -> Result<String, Failure> {
    let broken = |error: std::io::Error| Failure::about(path, error);
    let mut file = BufReader::new(std::fs::File::open(path).map_err(broken)?);
    let (mut sum, mut bytes) = (Sha256::new(), 0);
    loop {
        let part = file.fill_buf().map_err(broken)?;
        let length = part.len();
        if length == 0 {
            break;
        }
        sum.update(part);
        bytes += length;
        file.consume(length);
    }
    let sum: String = sum.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(format!("{bytes} bytes, SHA-256 {sum}\n"))
}

fn as_text(session: &Session, path: &Path) -> Result<String, Failure> {
    Ok(match open::any(path, &session.limits)? {
        Opened::Module(module) => module_text(&module),
        Opened::Save(save) => {
            let commands = save.whole_commands().map_err(|error| Failure::about(path, error))?;
            save_text(commands)
        }
    })
}

/// A position as blocks, and what was said in the steps of a log. Git hands over one version in the folder of the module
/// and the other in one of its own, so that both are told without it.
fn save_text(commands: &Commands) -> String {
    let steps = log::steps(commands).len();
    let mut text = blocks::text(&log::position(commands, None, steps).0);
    let mut played = log::Story::new(commands, None);
    for step in played.by_ref().filter(|step| !step.said.is_empty() || step.undoes) {
        let undone = if step.undoes { ", undoes the step before" } else { "" };
        text.push_str(&format!("\nstep {}{undone}\n", step.number));
        step.said.iter().for_each(|line| text.push_str(&format!("    {}\n", one_line(line))));
    }
    text
}

/// The readable form of a module in one text, and a line for each file beside the build file.
fn module_text(module: &ModuleFile) -> String {
    let mut text = String::new();
    let mut root = module.build_file.root.clone();
    named_keys::take_away(&mut root);
    for (path, own) in readable::split(&root) {
        text.push_str(&format!("=== {path}\n{own}\n"));
    }
    for entry in module.archive.entries().iter().filter(|entry| entry.name != module.build_file_name) {
        let checksum = entry.checksum.map_or_else(String::new, |sum| format!(", checksum {sum:08x}"));
        text.push_str(&format!("file {}: {} bytes{checksum}\n", entry.name, entry.size));
    }
    text
}
