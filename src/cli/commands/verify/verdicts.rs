//! What came of judging a whole opened game, for people and for programs.

use serde_json::{Value, json};

use super::folder::OpenedGame;
use super::rulings::{COPY, Examined, JudgedIssue, Ruling};
use super::told::plain;
use vassal::diagnostic::counted;

/// The verdict about an issue in one word.
fn verdict(issue: &JudgedIssue) -> &'static str {
    match issue {
        issue if issue.is_contradicted() => "contradicted",
        issue if issue.is_proven() => "proven",
        _ => "not checked",
    }
}

/// Reasons that the short form lists.
const FEW: usize = 3;

/// All issues as text: in five lines what came out, or with every question.
pub fn in_words(game: &OpenedGame, judged: &[JudgedIssue], verbose: bool) -> String {
    let count = |word: &str| judged.iter().filter(|issue| verdict(issue) == word).count();
    let mut text = format!("{}: {}", game.folder.display(), counted(judged.len(), "issue"));
    for word in ["proven", "contradicted", "not checked"] {
        text.push_str(&format!(", {} {word}", count(word)));
    }
    text.push('\n');
    if !verbose {
        return text + &in_short(judged);
    }
    for issue in judged {
        text.push_str(&format!("issue {}: {}\n", issue.issue, verdict(issue)));
        issue.examined.iter().for_each(|one| text.push_str(&line(one)));
    }
    text
}

/// What was found wrong, what was missing, which copies were given, and where the rest is printed.
fn in_short(judged: &[JudgedIssue]) -> String {
    let mut text = String::new();
    let wrong = reasons(judged, |ruling| match ruling {
        Ruling::Contradicted { why, .. } => Some(why),
        _ => None,
    });
    let lacking = reasons(judged, |ruling| match ruling {
        Ruling::Unchecked(why) => Some(why),
        _ => None,
    });
    for (label, found) in [("contradicted", wrong), ("not checked", lacking)] {
        if !found.is_empty() {
            text.push_str(&format!("{label}: {}\n", found.join("; ")));
        }
    }
    let held = |issue: &&JudgedIssue| {
        issue.examined.iter().any(|one| one.question == COPY && matches!(one.ruling, Ruling::Proven(_)))
    };
    let (held, not): (Vec<&JudgedIssue>, Vec<&JudgedIssue>) = judged.iter().partition(held);
    let numbers = |issues: &[&JudgedIssue]| stretches(issues.iter().map(|issue| issue.issue));
    text.push_str(&match (held.as_slice(), not.as_slice()) {
        ([], _) => "copies of players: none was held against the papers\n".to_owned(),
        (held, []) => format!("copies of players: held against {}\n", numbers(held)),
        (held, not) => {
            format!("copies of players: held against {}; not against {}\n", numbers(held), numbers(not))
        }
    });
    text + "with -v: every check of every issue\n"
}

/// The first reasons of one kind, each with the issues and questions that it is about, and how many more there are.
fn reasons<'j>(judged: &'j [JudgedIssue], wanted: impl Fn(&'j Ruling) -> Option<&'j String>) -> Vec<String> {
    let mut all: Vec<(&str, &str, Vec<u32>)> = Vec::new();
    for issue in judged {
        for one in &issue.examined {
            let Some(why) = wanted(&one.ruling) else { continue };
            match all.iter_mut().find(|(question, known, _)| *question == one.question && *known == why) {
                Some((.., issues)) => issues.push(issue.issue),
                None => all.push((one.question, why, vec![issue.issue])),
            }
        }
    }
    let told = |(question, why, issues): &(&str, &str, Vec<u32>)| {
        format!("{}, {question}: {}", stretches(issues.iter().copied()), plain(why))
    };
    let mut told: Vec<String> = all.iter().take(FEW).map(told).collect();
    let more = all.len().saturating_sub(FEW);
    told.extend((more > 0).then(|| format!("and {more} more")));
    told
}

/// Numbers of issues in their order: `issue 3`, `issues 0 to 2, 5`.
fn stretches(numbers: impl Iterator<Item = u32>) -> String {
    let mut all: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match all.last_mut() {
            Some((_, last)) if number <= last.saturating_add(1) => *last = number.max(*last),
            _ => all.push((number, number)),
        }
    }
    let one = |(first, last): &(u32, u32)| match last - first {
        0 => first.to_string(),
        _ => format!("{first} to {last}"),
    };
    let many = all.len() > 1 || all.first().is_some_and(|(first, last)| first != last);
    let shown: Vec<String> = all.iter().map(one).collect();
    format!("{} {}", if many { "issues" } else { "issue" }, shown.join(", "))
}

fn line(one: &Examined) -> String {
    let of = if one.of.is_empty() { String::new() } else { format!(" {}", plain(&one.of)) };
    let label = format!("- {}{of}", one.question);
    match &one.ruling {
        Ruling::Proven(by) if by.is_empty() => format!("{label}: proven\n"),
        Ruling::Proven(by) => format!("{label}: proven: {}\n", plain(by)),
        Ruling::Contradicted { why, .. } => format!("{label}: contradicted: {}\n", plain(why)),
        Ruling::Unchecked(why) => format!("{label}: not checked: {}\n", plain(why)),
        Ruling::Unasked(why) => format!("{label}: not checked, and not needed: {}\n", plain(why)),
    }
}

/// The same as one report.
pub fn in_json(game: &OpenedGame, judged: &[JudgedIssue]) -> Value {
    let worst = if judged.iter().any(JudgedIssue::is_contradicted) {
        "contradicted"
    } else if judged.iter().all(JudgedIssue::is_proven) {
        "proven"
    } else {
        "not checked"
    };
    let issues: Vec<Value> = judged
        .iter()
        .map(|issue| {
            let checks: Vec<Value> = issue.examined.iter().map(check).collect();
            json!({"issue": issue.issue, "verdict": verdict(issue), "checks": checks})
        })
        .collect();
    json!({
        "file": game.folder.display().to_string(),
        "game": game.tag.id(),
        "verdict": worst,
        "issues": issues,
    })
}

fn check(one: &Examined) -> Value {
    let mut value = json!({"check": one.question});
    if !one.of.is_empty() {
        value["of"] = one.of.as_str().into();
    }
    match &one.ruling {
        Ruling::Proven(by) => {
            value["verdict"] = "proven".into();
            if !by.is_empty() {
                value["by"] = by.as_str().into();
            }
        }
        Ruling::Contradicted { code, why, place, piece } => {
            value["verdict"] = "contradicted".into();
            value["difference"] = (*code).into();
            value["why"] = why.as_str().into();
            value["place"] = json!(place);
            value["piece"] = json!(piece);
        }
        Ruling::Unchecked(why) => {
            value["verdict"] = "not checked".into();
            value["why"] = why.as_str().into();
        }
        Ruling::Unasked(why) => {
            value["verdict"] = "not checked".into();
            value["needed"] = false.into();
            value["why"] = why.as_str().into();
        }
    }
    value
}
