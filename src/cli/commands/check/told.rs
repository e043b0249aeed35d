//! What is told of checked saves, in every form.

use std::path::Path;

use serde_json::{Value, json};

use super::CheckedSave;
use crate::cli::args::{Args, Check, CheckFormat};
use crate::cli::outlet::{self, Outlet};
use crate::cli::understood::Understood;
use crate::cli::{Failure, headline, output, standard};
use crate::diagnostic::{Finding, Level, Severity, fingerprint, in_groups};
use crate::report::findings::{CheckText, Findings, FoundFault, InnerPlace, OfFile, WeightWords};
use crate::report::text;
use crate::rules::check::{Checked, Meta};

/// What is told of a save.
pub struct Told {
    /// Whether there is something illegal.
    pub is_illegal: bool,
    form: ToldForm,
}

enum ToldForm {
    Text(String),
    Report(Value),
    Findings(Vec<CheckText>, OfFile),
}

impl CheckedSave {
    /// What is told, in the form that is asked for.
    pub fn told(&self, args: &Args, own: &Check) -> Result<Told, Failure> {
        let Self { path, understood, checked } = self;
        let form = match own.format {
            CheckFormat::Text => {
                let file = standard::name_of_input(path).to_string();
                let findings = text::checked(&file, checked, &understood.situation.untold, args.verbose);
                ToldForm::Text(format!("{}\n{findings}", headline::of(&file, understood, args)))
            }
            CheckFormat::Json => ToldForm::Report(report(&path.display().to_string(), understood, checked)?),
            CheckFormat::Sarif | CheckFormat::Html => {
                let checks = checks(understood, checked);
                let file = found(path, understood, checked, &checks);
                ToldForm::Findings(checks, file)
            }
        };
        Ok(Told { is_illegal: checked.summary.illegal > 0, form })
    }
}

/// What is said together at the end of a run.
pub struct ToldSaves {
    reports: Vec<Value>,
    findings: Findings,
}

impl Default for ToldSaves {
    fn default() -> Self {
        Self { reports: Vec::new(), findings: Findings::new("Check", WeightWords::OfRules) }
    }
}

impl ToldSaves {
    /// Adds what is told of a save; text is told at once.
    pub fn add(&mut self, told: Told) -> Result<(), Failure> {
        match told.form {
            ToldForm::Text(text) => output::result(&text)?,
            ToldForm::Report(report) => self.reports.push(report),
            ToldForm::Findings(checks, file) => self.findings.add(&checks, file),
        }
        Ok(())
    }

    /// Adds a file that could not be checked.
    pub fn add_unread(&mut self, path: &Path, failure: &Failure) {
        self.reports.push(output::unread(path, failure));
        self.findings.add(&[], outlet::unread(path, failure));
    }

    /// Prints what is told together.
    pub fn print(self, form: CheckFormat) -> Result<(), Failure> {
        match form {
            CheckFormat::Text => Ok(()),
            CheckFormat::Json => output::json(&output::envelope(self.reports)),
            CheckFormat::Sarif => outlet::print(&self.findings, Outlet::Sarif),
            CheckFormat::Html => outlet::print(&self.findings, Outlet::Html),
        }
    }
}

/// The checks of the game that this version makes.
fn checks(understood: &Understood, checked: &Checked) -> Vec<CheckText> {
    let is_told = |meta: &Meta| checked.findings.iter().any(|finding| finding.id == meta.id);
    let metas = understood.game.metas(&understood.pack).into_iter();
    let text = |meta: Meta| CheckText {
        id: meta.id,
        name: meta.name,
        weight: meta.severity.map_or(Level::Note, weight),
        page: meta.page,
    };
    metas.filter(|meta| meta.is_done || is_told(meta)).map(text).collect()
}

fn weight(severity: Severity) -> Level {
    match severity {
        Severity::Illegal => Level::Error,
        Severity::Suspicious => Level::Warning,
    }
}

fn found(path: &Path, understood: &Understood, checked: &Checked, checks: &[CheckText]) -> OfFile {
    let fault = |finding: &Finding| {
        let check = checks.iter().position(|check| check.id == finding.id)?;
        let names: Vec<&str> = finding.pieces.iter().map(|piece| piece.name.as_str()).collect();
        let pieces = (!names.is_empty()).then(|| format!("pieces: {}", in_groups(&names)));
        let place = finding.place.as_ref();
        let words = place.map(|place| match &place.map {
            Some(map) if *map != place.location => format!("{map} / {}", place.location),
            _ => place.location.clone(),
        });
        let ids: Vec<&str> = finding.pieces.iter().map(|piece| piece.id.as_str()).collect();
        let own = [finding.id.as_str(), words.as_deref().unwrap_or_default(), &finding.message];
        Some(FoundFault {
            check,
            weight: weight(finding.severity),
            message: finding.message.clone(),
            help: finding.help.clone(),
            fingerprint: fingerprint(&[&own[..], &ids].concat()),
            inner: words.map(|words| InnerPlace { words, kind: "place" }),
            text: None,
            more: pieces.into_iter().chain([format!("rule: {}", finding.rule)]).collect(),
        })
    };
    let untold = understood.situation.untold.iter();
    OfFile {
        file: path.display().to_string(),
        has_name: !standard::is_standard(path),
        found: checked.numbered().into_iter().filter_map(|(_, finding)| fault(finding)).collect(),
        not_checked: checked.not_checked.iter().map(|one| (one.id.clone(), one.reason.clone())).collect(),
        remarks: untold.map(text::not_understood).collect(),
        ..OfFile::default()
    }
}

fn report(file: &str, understood: &Understood, checked: &Checked) -> Result<Value, Failure> {
    let fault = |error: serde_json::Error| Failure::new(error.to_string());
    let mut value = json!({
        "file": file,
        "game": understood.game.id(),
        "phase": understood.situation.clock.phase,
        "side": understood.eyes.side(),
    });
    understood.table.add_step(&mut value);
    value["untold"] = understood
        .situation
        .untold
        .iter()
        .map(|one| json!({"piece": one.piece, "place": one.place, "reason": one.reason}))
        .collect();
    let mut result = serde_json::to_value(checked).map_err(fault)?;
    for (index, number) in checked.numbers().into_iter().enumerate() {
        result["findings"][index]["number"] = number.into();
    }
    if let (Some(into), Some(from)) = (value.as_object_mut(), result.as_object()) {
        into.extend(from.clone());
    }
    Ok(value)
}
