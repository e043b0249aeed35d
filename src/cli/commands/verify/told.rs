//! What `verify` found, for people and for programs.

use serde_json::{Value, json};

use super::{Exhibits, Trial};
use crate::cli::{output, standard};
use liege_rules::desk::chain::Chain;
use liege_rules::desk::commitment::UnitLine;
use liege_rules::desk::opening::Opening;
use liege_rules::desk::proof::Proof;
use vassal::diagnostic::counted;

/// All results as text.
pub fn in_words(papers: &Exhibits<'_>, tried: &[Trial<'_>], chain: Option<&Chain>) -> String {
    let mut text = String::new();
    for ((_, opening), tried) in papers.openings.iter().zip(tried) {
        let leaf = format!("{}, issue {}", plain(&opening.name), opening.issue);
        text.push_str(&match tried {
            Trial::Proven(proof, _) => format!("{leaf}: {}", proven(opening, proof)),
            Trial::Contradicted(why, _, source) => {
                let source = standard::name_of_input(source);
                format!("{leaf}: contradicted by the record in {source}: {}\n", plain(why))
            }
            Trial::Untried(why) => format!("{leaf}: could not be tried: {why}\n"),
        });
    }
    if let Some(chain) = chain {
        text.push_str(&chained(papers, chain));
    }
    text
}

/// What an opening that is proven shows.
fn proven(opening: &Opening, proof: &Proof) -> String {
    let mut lines = vec![match opening.content.text() {
        Some("") => "proven: nothing was written".to_owned(),
        Some(_) => "proven: the text was".to_owned(),
        None if opening.content.pieces().is_empty() => "proven: it was empty".to_owned(),
        None => format!("proven: it held {}", counted(opening.content.pieces().len(), "piece")),
    }];
    lines.extend(opening.content.text().unwrap_or_default().lines().map(|line| format!("  {}", plain(line))));
    lines.extend(proof.shown.iter().map(|unit| format!("  {}", of_unit(unit))));
    if proof.secret > 0 {
        lines.push(format!("  and {} that the umpire keeps secret", counted(proof.secret, "piece")));
    }
    if !proof.names_fixed {
        lines.push("note: the record does not fix the names of the places; that they lie in this order, only the opening says".to_owned());
    }
    lines.join("\n") + "\n"
}

/// A piece in one line.
fn of_unit(unit: &UnitLine) -> String {
    let of = match unit.power.as_str() {
        "" => plain(&unit.class),
        power => format!("{} {}", plain(power), plain(&unit.class)),
    };
    let aboard = unit.carrier.as_ref().map(|carrier| format!(", aboard {}", plain(carrier)));
    format!("{of}, state {}, piece {}{}", plain(&unit.damage), plain(&unit.uid), aboard.unwrap_or_default())
}

/// What records say about each other.
fn chained(papers: &Exhibits<'_>, chain: &Chain) -> String {
    let source = |at: usize| {
        papers.sources.get(at).map(|path| standard::name_of_input(path).to_string()).unwrap_or_default()
    };
    let records = counted(papers.records.len(), "record");
    let mut lines: Vec<String> = chain
        .faults
        .iter()
        .map(|fault| {
            let files = match fault.one == fault.other {
                true => source(fault.one),
                false => format!("{} against {}", source(fault.one), source(fault.other)),
            };
            format!("issue {}: contradicted: {} ({files})", fault.issue, fault.what)
        })
        .collect();
    if lines.is_empty() {
        let linked = counted(chain.linked, "issue");
        lines.push(format!("{records}: no contradiction; {linked} held against the one before"));
    }
    lines.extend(chain.missing.iter().map(|(first, last)| {
        let issues =
            if first == last { format!("issue {first}") } else { format!("issues {first} to {last}") };
        format!("not checked: {issues}, of which no record is given")
    }));
    lines.join("\n") + "\n"
}

/// A text of somebody else for a terminal: nothing in it can move the cursor or pass for more than one line.
pub fn plain(text: &str) -> String {
    let shown =
        |sign: char| if sign.is_control() { sign.escape_default().to_string() } else { sign.to_string() };
    text.chars().map(shown).collect()
}

/// All results as reports of JSON: one for each opening, then one for the records where there are several.
pub fn in_json(papers: &Exhibits<'_>, tried: &[Trial<'_>], chain: Option<&Chain>) -> Vec<Value> {
    let mut reports: Vec<Value> = Vec::new();
    for ((path, opening), tried) in papers.openings.iter().zip(tried) {
        let mut report = json!({
            "file": path.display().to_string(),
            "game": opening.tag.name(),
            "issue": opening.issue,
            "name": opening.name,
        });
        match tried {
            Trial::Proven(proof, source) => {
                report["verdict"] = "proven".into();
                report["record"] = source.display().to_string().into();
                match opening.content.text() {
                    Some(text) => report["text"] = text.into(),
                    None => {
                        report["pieces"] = proof.shown.iter().map(unit_json).collect();
                        report["secret"] = proof.secret.into();
                    }
                }
                report["names_fixed"] = proof.names_fixed.into();
            }
            Trial::Contradicted(why, code, source) => {
                report["verdict"] = "contradicted".into();
                report["record"] = source.display().to_string().into();
                report["difference"] = (*code).into();
                report["why"] = why.as_str().into();
            }
            Trial::Untried(why) => {
                report["verdict"] = "not tried".into();
                report["why"] = why.as_str().into();
            }
        }
        reports.push(report);
    }
    reports.extend(chain.map(|chain| chain_json(papers, chain)));
    reports
}

/// Reports in the envelope of all commands.
pub fn enveloped(reports: Vec<Value>) -> Value {
    match <[Value; 1]>::try_from(reports) {
        Ok([report]) => output::envelope_of_one(report),
        Err(reports) => output::envelope(reports),
    }
}

fn unit_json(unit: &UnitLine) -> Value {
    json!({
        "power": unit.power,
        "class": unit.class,
        "damage": unit.damage,
        "id": unit.uid,
        "carrier": unit.carrier,
    })
}

fn chain_json(papers: &Exhibits<'_>, chain: &Chain) -> Value {
    let source = |at: usize| papers.sources.get(at).map(|path| path.display().to_string());
    let records = papers.records.iter().enumerate().map(|(at, record)| {
        json!({"file": source(at), "game": record.tag.name(), "issue": record.issue, "root": record.root})
    });
    let faults = chain.faults.iter().map(|fault| {
        json!({
            "issue": fault.issue,
            "fault": fault.what.code(),
            "why": fault.what.to_string(),
            "file": source(fault.one),
            "against": source(fault.other),
        })
    });
    json!({
        "verdict": if chain.faults.is_empty() { "proven" } else { "contradicted" },
        "records": records.collect::<Vec<_>>(),
        "faults": faults.collect::<Vec<_>>(),
        "linked": chain.linked,
        "missing": chain.missing,
    })
}
