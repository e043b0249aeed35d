//! What came of judging a whole opened game, for people and for programs.

use serde_json::{Value, json};

use super::folder::OpenedGame;
use super::rulings::{Examined, JudgedIssue, Ruling};
use super::told::plain;
use crate::diagnostic::counted;

/// The verdict about an issue in one word.
fn verdict(issue: &JudgedIssue) -> &'static str {
    match issue {
        issue if issue.is_contradicted() => "contradicted",
        issue if issue.is_proven() => "proven",
        _ => "not checked",
    }
}

/// All issues as text.
pub fn in_words(game: &OpenedGame, judged: &[JudgedIssue]) -> String {
    let count = |word: &str| judged.iter().filter(|issue| verdict(issue) == word).count();
    let mut text = format!("{}: {}", game.folder.display(), counted(judged.len(), "issue"));
    for word in ["proven", "contradicted", "not checked"] {
        text.push_str(&format!(", {} {word}", count(word)));
    }
    text.push('\n');
    for issue in judged {
        text.push_str(&format!("issue {}: {}\n", issue.issue, verdict(issue)));
        issue.examined.iter().for_each(|one| text.push_str(&line(one)));
    }
    text
}

fn line(one: &Examined) -> String {
    let of = if one.of.is_empty() { String::new() } else { format!(" {}", plain(&one.of)) };
    let label = format!("- {}{of}", one.question);
    match &one.ruling {
        Ruling::Proven(by) if by.is_empty() => format!("{label}: proven\n"),
        Ruling::Proven(by) => format!("{label}: proven: {}\n", plain(by)),
        Ruling::Contradicted { why, .. } => format!("{label}: contradicted: {}\n", plain(why)),
        Ruling::Unchecked(why) => format!("{label}: not checked: {}\n", plain(why)),
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
    }
    value
}
