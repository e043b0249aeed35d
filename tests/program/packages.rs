//! What people without Rust get: licences, the package of a release, the action that fetches and runs it.

use super::told;

#[test]
fn the_licences_of_all_that_is_in_the_program_are_printed() {
    let text = told(&["--licenses"], 0);
    let parts = ["\nMIT License\n", "Version 2.0, January 2004", "SIL OPEN FONT LICENSE", "Bitstream Vera"];
    for part in parts.into_iter().chain(["Natural Earth is in the public domain", " serde_json ", "SQLite"]) {
        assert!(text.contains(part), "{part}");
    }
    assert!(told(&["--help"], 0).contains("--licenses"));
    told(&["check", "--licenses"], 2);
}

/// The scripts are for every system, what they are tried with is not.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod scripts {
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;
    use std::process::{Command, Output};

    use crate::example_module::bytes;
    use crate::said;

    const TARGET: &str = "x86_64-unknown-linux-gnu";

    fn root() -> &'static Path {
        Path::new(env!("CARGO_MANIFEST_DIR"))
    }

    /// A program that is a script.
    fn write(path: &Path, script: &str) {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// The scripts of the action's steps.
    fn steps() -> Vec<String> {
        let action = std::fs::read_to_string(root().join("action.yml")).unwrap();
        let runs = action.split("      run: |\n").skip(1);
        let inside = |step: &str| {
            let lines = step.lines().map_while(|line| line.strip_prefix("        "));
            lines.map(|line| format!("{line}\n")).collect()
        };
        runs.map(inside).collect()
    }

    /// Runs a step of the action in a folder, with a `gh` that has what is in `packages`.
    fn run(folder: &Path, step: &str, variables: &[(&str, &str)]) -> Output {
        let gh = "case $2 in view) echo v$VERSION ;; download) cp ../packages/*$VERSION.tgz* . ;; esac";
        write(&folder.join("bin/gh"), gh);
        let program = folder.join("liege").join(format!("liege-{TARGET}-v{}", env!("CARGO_PKG_VERSION")));
        let inherited = std::env::var_os("PATH").unwrap_or_default();
        let folders = [program, folder.join("bin")].into_iter().chain(std::env::split_paths(&inherited));
        let mut command = Command::new("bash");
        command.args(["-e", "-c", step]).current_dir(folder).envs(variables.iter().copied());
        command.env("PATH", std::env::join_paths(folders).unwrap()).env("VERSION", env!("CARGO_PKG_VERSION"));
        command.env("GITHUB_ACTION_PATH", root()).env("GITHUB_PATH", folder.join("path"));
        command.env("RUNNER_TEMP", folder).output().unwrap()
    }

    #[test]
    fn the_package_of_a_release_is_fetched_and_lints_a_module() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let program = folder.join("built/liege");
        write(&program, &format!("exec '{}' \"$@\"", assert_cmd::cargo::cargo_bin("liege").display()));
        let mut pack = Command::new(root().join("packaging/pack.sh"));
        let packed = pack.arg(TARGET).arg(&program).arg(folder.join("packages")).output().unwrap();
        assert!(packed.status.success(), "{}", said(&packed));

        let [fetch, lint] = steps().try_into().unwrap();
        let fetched = run(folder, &fetch, &[("REPOSITORY", "anna/liege"), ("TAG", "main")]);
        assert!(fetched.status.success(), "{}", said(&fetched));
        let path = std::fs::read_to_string(folder.join("path")).unwrap();
        let unpacked = Path::new(path.trim());
        let parts = ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "LICENSES.txt", "docs/sea.md"];
        for part in parts.into_iter().chain(["man/man1/liege-umpire-turn.1", "completions/_liege", "liege"]) {
            let size = std::fs::metadata(unpacked.join(part)).map(|data| data.len()).unwrap_or_default();
            assert!(size > 0, "{part}");
        }

        let page = std::fs::read_to_string(root().join("lint/checks/VASSAL-P01.md")).unwrap();
        std::fs::write(folder.join("my game.vmod"), bytes(&page)).unwrap();
        let linted = run(folder, &lint, &[("FILES", "my game.vmod\n"), ("ARGUMENTS", "")]);
        assert_eq!(linted.status.code(), Some(1), "{}", said(&linted));
        assert!(said(&linted).contains("::error file=my game.vmod"), "{}", said(&linted));
        let without = [("FILES", "my game.vmod"), ("ARGUMENTS", "--only\nVASSAL-L01\n")];
        let linted = run(folder, &lint, &without);
        assert_eq!(linted.status.code(), Some(0), "{}", said(&linted));

        // A package that is not what it was when it was packed is not taken.
        let name = format!("liege-{TARGET}-v{}.tgz", env!("CARGO_PKG_VERSION"));
        std::fs::write(folder.join("packages").join(name), "another one").unwrap();
        let other = run(folder, &fetch, &[("REPOSITORY", "anna/liege"), ("TAG", "v0.1.0")]);
        assert_eq!(other.status.code(), Some(2), "{}", said(&other));
    }
}
