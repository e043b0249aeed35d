//! Two versions of a text as a unified diff, as `diff -u` and `git diff` write it.

use std::fmt::Write;

/// Lines around a change that are shown with it.
const AROUND: usize = 3;

/// So many lines are looked at for a place where both versions go on alike.
const FARTHEST: usize = 400;

/// What becomes of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LineDeed<'t> {
    Kept(&'t str),
    Gone(&'t str),
    New(&'t str),
}

/// The diff of a file; empty where both are alike.
#[must_use]
pub fn diff(path: &str, before: &str, after: &str) -> String {
    let deeds = deeds(&before.lines().collect::<Vec<_>>(), &after.lines().collect::<Vec<_>>());
    let changed: Vec<usize> =
        (0..deeds.len()).filter(|at| !matches!(deeds[*at], LineDeed::Kept(_))).collect();
    let mut out = String::new();
    let mut rest = changed.as_slice();
    while let Some(first) = rest.first() {
        // Changes whose surroundings meet stand in one block.
        let together = rest.windows(2).take_while(|pair| pair[1] - pair[0] <= 2 * AROUND).count() + 1;
        let last = rest[together - 1];
        rest = &rest[together..];
        let block = first.saturating_sub(AROUND)..(last + AROUND + 1).min(deeds.len());
        if out.is_empty() {
            let _ = write!(out, "--- a/{path}\n+++ b/{path}\n");
        }
        out.push_str(&hunk(&deeds, block));
    }
    out
}

/// A block with its head. Writing to a String cannot fail.
fn hunk(deeds: &[LineDeed<'_>], block: std::ops::Range<usize>) -> String {
    let count = |deeds: &[LineDeed<'_>], is_old: bool| {
        let is_there = |deed: &&LineDeed<'_>| match deed {
            LineDeed::Kept(_) => true,
            LineDeed::Gone(_) => is_old,
            LineDeed::New(_) => !is_old,
        };
        deeds.iter().filter(is_there).count()
    };
    let side = |is_old: bool| {
        let (before, own) = (count(&deeds[..block.start], is_old), count(&deeds[block.clone()], is_old));
        // Of no lines the one before them is named.
        format!("{},{own}", if own == 0 { before } else { before + 1 })
    };
    let mut out = format!("@@ -{} +{} @@\n", side(true), side(false));
    for deed in &deeds[block] {
        let _ = match deed {
            LineDeed::Kept(line) => writeln!(out, " {line}"),
            LineDeed::Gone(line) => writeln!(out, "-{line}"),
            LineDeed::New(line) => writeln!(out, "+{line}"),
        };
    }
    out
}

fn deeds<'t>(before: &[&'t str], after: &[&'t str]) -> Vec<LineDeed<'t>> {
    let (mut old, mut new, mut deeds) = (0, 0, Vec::new());
    while old < before.len() || new < after.len() {
        if old < before.len() && before.get(old) == after.get(new) {
            deeds.push(LineDeed::Kept(before[old]));
            (old, new) = (old + 1, new + 1);
            continue;
        }
        let (gone, came) = until_alike(&before[old..], &after[new..]);
        deeds.extend(before[old..old + gone].iter().map(|line| LineDeed::Gone(line)));
        deeds.extend(after[new..new + came].iter().map(|line| LineDeed::New(line)));
        (old, new) = (old + gone, new + came);
    }
    deeds
}

/// How many lines of each are passed over until both go on with the same line, as few as possible.
fn until_alike(before: &[&str], after: &[&str]) -> (usize, usize) {
    for both in 1..FARTHEST.min(before.len() + after.len()) {
        for gone in 0..=both.min(before.len()) {
            let came = both - gone;
            if gone < before.len() && came < after.len() && before[gone] == after[came] {
                return (gone, came);
            }
        }
    }
    (before.len(), after.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_shown_with_what_is_around_them_and_far_ones_apart() {
        let before: String = (1..=20).map(|line| format!("{line}\n")).collect();
        let after = before.replace("2\n3\n", "2\nnew\n3\n").replace("\n18\n", "\nother\n");
        assert_eq!(
            diff("a.toml", &before, &after),
            "--- a/a.toml\n+++ b/a.toml\n@@ -1,5 +1,6 @@\n 1\n 2\n+new\n 3\n 4\n 5\n@@ -15,6 +16,6 @@\n 15\n 16\n 17\n-18\n+other\n 19\n 20\n"
        );
        assert_eq!(diff("a.toml", &before, &before), "");
        assert_eq!(diff("a", "", "x\n"), "--- a/a\n+++ b/a\n@@ -0,0 +1,1 @@\n+x\n");
    }
}
