//! `git`: VASSAL files as text for `git diff`, and the driver that merges modules.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cli::args::{Args, Git, GitTask, LogPoint, Merge};
use crate::cli::open::Opened;
use crate::cli::{Exit, Failure, files, open, output, reading};
use crate::compare::merge;
use crate::convert::{blocks, readable};
use crate::diagnostic::counted;
use crate::format::detect::Kind;
use crate::format::module_file::ModuleFile;
use crate::format::timestamp::Timestamp;

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
pub fn run(args: &Args, own: &Git) -> Result<Exit, Failure> {
    match &own.task {
        GitTask::Install(own) => install(args, own.folder.as_deref().unwrap_or(Path::new("."))),
        GitTask::Textconv(own) => textconv(args, &own.file),
        GitTask::Merge(own) => merge_modules(args, own),
    }
}

/// Registers the program with the repository of a folder.
fn install(args: &Args, folder: &Path) -> Result<Exit, Failure> {
    let top = git(folder, &["rev-parse", "--show-toplevel"])?;
    let top = PathBuf::from(top.trim_end());
    let program =
        std::env::current_exe().map_err(|error| Failure::new(format!("where liege lies: {error}")))?;
    let program = quoted(&program.display().to_string().replace('\\', "/"));
    let settings = [
        ("diff", "textconv", format!("{program} git textconv")),
        ("merge", "name", "VASSAL modules".to_owned()),
        ("merge", "driver", format!("{program} git merge %O %A %B %P")),
    ];
    for (section, key, value) in settings {
        git(&top, &["config", &format!("{section}.{DRIVER}.{key}"), &value])?;
    }
    let path = top.join(".gitattributes");
    let before = if path.exists() { files::read(&path)? } else { Vec::new() };
    let mut text = String::from_utf8(before).map_err(|_| Failure::about(&path, "is not UTF-8"))?;
    let missing: Vec<String> = PATTERNS
        .iter()
        .filter(|(pattern, _)| !text.lines().any(|line| line.split_whitespace().next() == Some(pattern)))
        .map(|(pattern, merges)| {
            let merging = if *merges { format!("merge={DRIVER}") } else { "-merge".to_owned() };
            format!("{pattern} diff={DRIVER} {merging}\n")
        })
        .collect();
    if !missing.is_empty() {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(&missing.concat());
        files::write(&path, text.as_bytes())?;
    }
    if !args.quiet {
        output::say(&format!(
            "git shows VASSAL files in {} as text now, and merges modules; commit {}",
            top.display(),
            path.display()
        ));
    }
    Ok(Exit::Clean)
}

/// What a git command prints.
fn git(folder: &Path, arguments: &[&str]) -> Result<String, Failure> {
    let run = Command::new("git").arg("-C").arg(folder).args(arguments).output();
    let output = run.map_err(|error| {
        Failure::new(format!("git could not be started: {error}")).help("install git, or put it on your PATH")
    })?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        return Err(Failure::about(folder, said).help("name a folder of a repository; git init makes one"));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// A path as the shell takes it that git starts.
fn quoted(path: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "/._-:+".contains(letter);
    if path.chars().all(is_plain) { path.to_owned() } else { format!("'{}'", path.replace('\'', r"'\''")) }
}

/// Prints a file as text.
fn textconv(args: &Args, path: &Path) -> Result<Exit, Failure> {
    let text = match open::any(path, &open::limits(args))? {
        Opened::Module(module) => module_text(&module),
        Opened::Save(save) => {
            let at = Some(LogPoint { end: true, ..LogPoint::default() });
            let game = open::position(path, &save, open::Asked { module: None, at }, args)?;
            blocks::text(&game.position)
        }
    };
    output::print(&text)?;
    Ok(Exit::Clean)
}

/// The readable form of a module in one text, and a line for each file beside the build file.
fn module_text(module: &ModuleFile) -> String {
    let mut text = String::new();
    for (path, own) in readable::split(&module.build_file.root) {
        text.push_str(&format!("=== {path}\n{own}\n"));
    }
    for entry in module.archive.entries().iter().filter(|entry| entry.name != module.build_file_name) {
        let checksum = entry.checksum.map_or_else(String::new, |sum| format!(", checksum {sum:08x}"));
        text.push_str(&format!("file {}: {} bytes{checksum}\n", entry.name, entry.size));
    }
    text
}

/// Merges modules as git asks for it; ours is written anew.
fn merge_modules(args: &Args, own: &Merge) -> Result<Exit, Failure> {
    let limits = open::limits(args);
    let (base, mut ours, theirs) = (
        reading::module(&own.base, &limits)?,
        reading::module(&own.ours, &limits)?,
        reading::module(&own.theirs, &limits)?,
    );
    if [&base, &theirs].iter().any(|other| other.kind != ours.kind) {
        let kind =
            |module: &ModuleFile| if module.kind == Kind::Extension { "an extension" } else { "a module" };
        let what = format!("is {}, and theirs is {}", kind(&ours), kind(&theirs));
        return Err(Failure::about(&own.name, what));
    }
    let merged =
        merge::merge(Some(&base), &mut ours, &theirs).map_err(|error| Failure::about(&own.name, error))?;
    let date = ours.about.as_ref().and_then(|about| about.date_saved).unwrap_or(Timestamp(0));
    let bytes = ours.write(date).map_err(|error| Failure::about(&own.name, error))?;
    files::write(&own.ours, &bytes)?;
    if !args.quiet {
        merged.notes.iter().for_each(|note| output::say(&format!("note: {}: {note}", own.name.display())));
    }
    if merged.conflicts.is_empty() {
        return Ok(Exit::Clean);
    }
    let mut name = own.name.clone().into_os_string();
    name.push(".conflicts.txt");
    let list = PathBuf::from(name);
    files::write(&list, format!("{}\n", merged.conflicts.join("\n")).as_bytes())?;
    output::say(&format!(
        "{}: {} kept as ours had it; {} lists them",
        own.name.display(),
        counted(merged.conflicts.len(), "conflict"),
        list.display()
    ));
    Ok(Exit::Findings)
}
