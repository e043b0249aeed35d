//! The recipes of docs/continuous-integration.md, as the page has them, in a repository.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};

use super::example_module::bytes;
use super::said;

/// The boxes of the page, each with the file that its first comment names.
fn boxes() -> Vec<(String, String)> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/continuous-integration.md");
    let page = std::fs::read_to_string(page).unwrap();
    let own = |part: &str| {
        let (_, text) = part.split_once('\n').unwrap();
        let name = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap();
        (name.to_owned(), text.to_owned())
    };
    page.split("```").skip(1).step_by(2).map(own).collect()
}

/// The module on the page of a check, with or without that fault.
fn module(folder: &Path, is_faulty: bool) {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("lint/checks/VASSAL-P01.md");
    let page = std::fs::read_to_string(page).unwrap();
    let page = if is_faulty { page } else { page.replace("\"Amour\"", "\"Armour\"") };
    std::fs::write(folder.join("my-game.vmod"), bytes(&page)).unwrap();
}

/// What a program says in the repository, with `liege` in its path.
fn run(folder: &Path, program: &str, arguments: &[&str]) -> Output {
    let liege = assert_cmd::cargo::cargo_bin("liege");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(liege.parent().unwrap().to_path_buf()).chain(std::env::split_paths(&path));
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).env("PATH", std::env::join_paths(folders).unwrap());
    for who in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{who}_NAME"), "Anna").env(format!("GIT_{who}_EMAIL"), "anna@example.org");
    }
    command.output().unwrap()
}

/// The repository of the page; none where there is no git or shell.
fn repository() -> Option<tempfile::TempDir> {
    let is_there = |program: &str| Command::new(program).arg("--version").output().is_ok();
    if !cfg!(unix) || !is_there("git") {
        let _ = writeln!(std::io::stderr(), "skipped: the recipes need git and a shell");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in boxes() {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        }
    }
    assert!(run(folder.path(), "git", &["init", "-q"]).status.success());
    Some(folder)
}

fn status(output: &Output) -> Option<i32> {
    output.status.code()
}

#[test]
fn the_plain_recipe_ends_with_0_1_or_2_and_leaves_its_reports() {
    let Some(folder) = repository() else { return };
    let folder = folder.path();
    module(folder, false);
    let known = run(folder, "sh", &["ci/known.sh"]);
    assert_eq!(status(&known), Some(0), "{}", said(&known));
    let clean = run(folder, "sh", &["ci/lint.sh"]);
    assert_eq!(status(&clean), Some(0), "{}", said(&clean));
    module(folder, true);
    let faulty = run(folder, "sh", &["ci/lint.sh"]);
    assert_eq!(status(&faulty), Some(1), "{}", said(&faulty));
    assert!(
        said(&faulty).contains("error[VASSAL-P01 missing-prototype] my-game.vmod, "),
        "{}",
        said(&faulty)
    );
    let report = |name: &str| std::fs::read_to_string(folder.join("reports").join(name)).unwrap();
    assert!(report("lint.xml").contains("<failure ") && report("lint.html").contains("VASSAL-P01"));
    // What is known is no error any more.
    assert_eq!(status(&run(folder, "sh", &["ci/known.sh"])), Some(0));
    assert_eq!(status(&run(folder, "sh", &["ci/lint.sh"])), Some(0));
    std::fs::write(folder.join("my-game.vmod"), "no module").unwrap();
    assert_eq!(status(&run(folder, "sh", &["ci/lint.sh"])), Some(2));
}

#[test]
fn the_hook_refuses_a_commit_of_a_module_with_errors_and_no_other() {
    let Some(folder) = repository() else { return };
    let folder = folder.path();
    module(folder, false);
    assert_eq!(status(&run(folder, "sh", &["ci/known.sh"])), Some(0));
    let git = |arguments: &[&str]| run(folder, "git", arguments);
    git(&["config", "core.hooksPath", "hooks"]);
    git(&["add", "-A"]);
    let first = git(&["commit", "-qm", "my game"]);
    assert_eq!(status(&first), Some(0), "{}", said(&first));
    module(folder, true);
    git(&["add", "-A"]);
    let refused = git(&["commit", "-qm", "armour"]);
    assert_eq!(status(&refused), Some(1), "{}", said(&refused));
    assert!(said(&refused).contains("VASSAL-P01"), "{}", said(&refused));
    git(&["rm", "-q", "--cached", "my-game.vmod"]);
    assert_eq!(status(&git(&["commit", "-qm", "without it"])), Some(0));
}

/// A file of the repository that others use.
fn own(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

#[test]
fn what_the_other_recipes_call_is_understood() {
    let Some(folder) = repository() else { return };
    let folder = folder.path();
    module(folder, false);
    assert_eq!(status(&run(folder, "sh", &["ci/known.sh"])), Some(0));
    let mut calls = 0;
    for (name, text) in boxes().iter().filter(|(name, _)| name.ends_with(".yml")) {
        for call in text.lines().filter_map(|line| line.trim().strip_prefix("- run: ")) {
            let output = run(folder, "sh", &["-c", call]);
            assert_eq!(status(&output), Some(0), "{name}: {call}: {}", said(&output));
            calls += 1;
        }
    }
    assert_eq!(calls, 1);
    assert!(std::fs::read_to_string(folder.join("lint.sarif")).unwrap().contains("\"2.1.0\""));
    for call in own(".pre-commit-hooks.yaml").lines().filter_map(|line| line.trim().strip_prefix("entry: ")) {
        // pre-commit adds the files.
        let output = run(folder, "sh", &["-c", &format!("{call} my-game.vmod")]);
        assert_eq!(status(&output), Some(0), "{call}: {}", said(&output));
        calls += 1;
    }
    assert_eq!(calls, 3);
}

#[test]
fn the_page_names_what_the_action_and_the_hooks_have_and_the_version_of_today() {
    let (page, action, hooks) =
        (own("docs/continuous-integration.md"), own("action.yml"), own(".pre-commit-hooks.yaml"));
    let version = env!("CARGO_PKG_VERSION");
    let uses = page.split("OWNER/liege@v").skip(1).chain(page.split("rev: v").skip(1));
    let versions: Vec<_> = uses.map(|rest| rest.split_whitespace().next().unwrap()).collect();
    assert_eq!(versions, [version; 3]);
    for input in action.lines().filter_map(|line| line.strip_prefix("  ")?.strip_suffix(':')) {
        let is_input = action.contains(&format!("  {input}:\n    description: "));
        assert!(!is_input || page.contains(&format!("| `{input}` |")), "{input}");
    }
    for id in hooks.lines().filter_map(|line| line.strip_prefix("- id: ")) {
        assert!(page.contains(&format!("`{id}`")), "{id}");
    }
}
