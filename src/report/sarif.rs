//! Findings as SARIF 2.1.0, which editors and code hosts read.
//!
//! Source: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0; paragraphs are its own.

use std::fmt::Write;

use serde_json::{Map, Value, json};

use super::findings::{CheckText, Findings, FoundFault, OfFile};
use super::markdown;

/// The schema that it keeps to.
pub const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// What the fingerprints of ours are called; the number is raised when they are made otherwise.
const FINGERPRINT: &str = "liegeFault/v1";

/// The whole log: one run.
#[must_use]
pub fn log(findings: &Findings) -> Value {
    let mut artifacts = Artifacts::default();
    let mut results = Vec::new();
    for file in &findings.files {
        // A file without findings was looked at, too.
        if file.has_name {
            artifacts.index_of(&file.file);
        }
        results.extend(file.found.iter().map(|fault| result(findings, file, fault, &mut artifacts)));
    }
    let rules: Vec<Value> = findings.checks.iter().map(rule).collect();
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "liege",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "invocations": [invocation(findings)],
            "artifacts": artifacts.0.iter().map(|file| json!({"location": {"uri": uri(file)}})).collect::<Vec<_>>(),
            "results": results,
        }],
    })
}

/// The files of a run in the order in which they were named first.
#[derive(Debug, Default)]
struct Artifacts(Vec<String>);

impl Artifacts {
    fn index_of(&mut self, file: &str) -> usize {
        self.0.iter().rposition(|known| known == file).unwrap_or_else(|| {
            self.0.push(file.to_owned());
            self.0.len() - 1
        })
    }
}

fn rule(check: &CheckText) -> Value {
    let mut rule = json!({
        "id": check.id,
        "name": check.name,
        "shortDescription": {"text": check.sentence()},
        "defaultConfiguration": {"level": check.weight.word()},
    });
    let advice = check.advice();
    if !advice.is_empty() {
        let text: Vec<String> =
            advice.split("\n\n").map(|part| markdown::plain(part.trim_start_matches('#').trim())).collect();
        rule["fullDescription"] = json!({"text": text.join("\n\n"), "markdown": advice});
        rule["help"] = json!({"text": text.join("\n\n"), "markdown": advice});
    }
    rule
}

fn result(findings: &Findings, file: &OfFile, fault: &FoundFault, artifacts: &mut Artifacts) -> Value {
    let help = fault.help.as_ref().map(|help| format!("; {help}")).unwrap_or_default();
    let mut location = Map::new();
    if file.has_name {
        let own = fault.text.as_ref().map_or(&file.file, |place| &place.file);
        let mut physical = json!({"artifactLocation": {"uri": uri(own), "index": artifacts.index_of(own)}});
        if let Some(line) = fault.text.as_ref().and_then(|place| place.line) {
            physical["region"] = json!({"startLine": line});
        }
        location.insert("physicalLocation".into(), physical);
    }
    if let Some(inner) = &fault.inner {
        let logical = json!({"fullyQualifiedName": inner.words, "kind": inner.kind});
        location.insert("logicalLocations".into(), json!([logical]));
    }
    let mut result = json!({
        "ruleId": findings.check_of(fault).map(|check| check.id.as_str()),
        "ruleIndex": fault.check,
        "level": fault.weight.word(),
        "message": {"text": format!("{}{help}", fault.message)},
        "partialFingerprints": {FINGERPRINT: fault.fingerprint},
    });
    if !location.is_empty() {
        result["locations"] = json!([location]);
    }
    result
}

/// What could not be read, and which checks were not made.
fn invocation(findings: &Findings) -> Value {
    let (mut unread, mut not_made) = (Vec::new(), Vec::new());
    for file in &findings.files {
        let locations = json!([{"physicalLocation": {"artifactLocation": {"uri": uri(&file.file)}}}]);
        if let Some(failure) = &file.failure {
            unread.push(json!({"level": "error", "message": {"text": failure}, "locations": locations}));
        }
        for remark in &file.remarks {
            let message = json!({"text": remark});
            unread.push(json!({"level": "note", "message": message, "locations": locations}));
        }
        for (check, reason) in &file.not_checked {
            let mut about = json!({"id": check});
            if let Some(index) = findings.checks.iter().position(|own| own.id == *check) {
                about["index"] = index.into();
            }
            not_made.push(json!({
                "level": "note", "associatedRule": about, "locations": locations,
                "message": {"text": format!("not checked: {reason}")},
            }));
        }
    }
    json!({
        "executionSuccessful": findings.files.iter().all(|file| file.failure.is_none()),
        "toolExecutionNotifications": unread,
        "toolConfigurationNotifications": not_made,
    })
}

/// The name of a file as a reference (RFC 3986): relative ones stay relative.
fn uri(file: &str) -> String {
    let file = if cfg!(windows) { file.replace('\\', "/") } else { file.to_owned() };
    let is_drive = |bytes: &[u8]| matches!(bytes, [letter, b':', ..] if letter.is_ascii_alphabetic());
    let mut out = match file.as_bytes() {
        [b'/', ..] => "file://".to_owned(),
        bytes if cfg!(windows) && is_drive(bytes) => "file:///".to_owned(),
        _ => String::new(),
    };
    for byte in file.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(byte));
            }
            _ => {
                // Writing to a String cannot fail.
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_become_references() {
        assert_eq!(uri("a b/ü:1.vmod"), "a%20b/%C3%BC%3A1.vmod");
        assert_eq!(uri("/x/game.vmod"), "file:///x/game.vmod");
    }
}
