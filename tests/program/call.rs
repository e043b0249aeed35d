//! A call of the program: within the test's own process, or as a process of its own where that makes a difference.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Output};

/// The words of a call and what surrounds it.
#[derive(Default)]
pub struct Call {
    words: Vec<OsString>,
    input: Vec<u8>,
    folder: Option<PathBuf>,
    variables: Vec<(String, String)>,
}

impl Call {
    pub fn of<W: AsRef<OsStr>>(words: impl IntoIterator<Item = W>) -> Self {
        Self::default().args(words)
    }

    pub fn arg(mut self, word: impl AsRef<OsStr>) -> Self {
        self.words.push(word.as_ref().to_owned());
        self
    }

    pub fn args<W: AsRef<OsStr>>(self, words: impl IntoIterator<Item = W>) -> Self {
        words.into_iter().fold(self, Self::arg)
    }

    /// Types something into it.
    pub fn typing(self, input: impl Into<Vec<u8>>) -> Self {
        Self { input: input.into(), ..self }
    }

    /// In a folder, as a process of its own.
    pub fn within(self, folder: &Path) -> Self {
        Self { folder: Some(folder.to_owned()), ..self }
    }

    /// With a variable, as a process of its own.
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    /// What it prints and how it ends.
    pub fn output(self) -> Output {
        // `git install` has git call the program of its own process.
        let installs = self.words.iter().any(|word| word == "install");
        if installs || self.folder.is_some() || !self.variables.is_empty() {
            return self.spawned();
        }
        let words = std::iter::once("liege".into()).chain(self.words);
        let called = liege::cli::call(words, &self.input);
        Output { status: status(called.status), stdout: called.result, stderr: called.talk }
    }

    /// The same as a process of its own.
    pub fn spawned(self) -> Output {
        let mut command = assert_cmd::Command::cargo_bin("liege").unwrap();
        for name in ["COLUMNS", "FORCE_COLOR", "NO_COLOR"] {
            command.env_remove(name);
        }
        command.args(self.words).write_stdin(self.input).envs(self.variables);
        command.current_dir(self.folder.unwrap_or_else(|| ".".into())).output().unwrap()
    }

    /// Asks that it ends well.
    pub fn succeeds(self) {
        let words = self.words.clone();
        let output = self.output();
        assert!(output.status.success(), "{words:?}: {}", super::said(&output));
    }
}

#[cfg(unix)]
fn status(code: u8) -> ExitStatus {
    std::os::unix::process::ExitStatusExt::from_raw(i32::from(code) << 8)
}

#[cfg(windows)]
fn status(code: u8) -> ExitStatus {
    std::os::windows::process::ExitStatusExt::from_raw(code.into())
}
