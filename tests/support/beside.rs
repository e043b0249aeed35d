//! Folders that lie beside the project and are no part of it: real files of other people, the catalogue of the rules.

use std::io::Write;
use std::path::{Path, PathBuf};

/// The folder that the environment variable names, or `shared/<name>` here or further up.
///
/// Where there is none the test has nothing to do, and says so on standard error past the harness, which shows the
/// prints of a test only when it fails.
#[allow(clippy::disallowed_methods, reason = "a test looks for its own input")]
pub fn beside(variable: &str, name: &str) -> Option<PathBuf> {
    let found = match std::env::var_os(variable) {
        Some(given) => Some(PathBuf::from(given)).filter(|folder| folder.is_dir()),
        None => {
            let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
            above.map(|folder| folder.join("shared").join(name)).find(|folder| folder.is_dir())
        }
    };
    if found.is_none() {
        let thread = std::thread::current();
        let who = thread.name().unwrap_or("this run");
        // Nobody is left to tell when standard error is closed.
        let _ =
            writeln!(std::io::stderr(), "skipped: {who} needs a folder {name}, which {variable} may name");
    }
    found
}
