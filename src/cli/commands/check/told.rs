//! What is told of checked saves, in every form.

use std::path::Path;

use serde_json::{Value, json};

use super::CheckedSave;
use crate::cli::args::CheckFormat;
use crate::cli::outlet::{self, Outlet};
use crate::cli::session::Session;
use crate::cli::{Failure, files, headline, output, standard};
use crate::report::findings::{CheckText, Findings, FoundFault, InnerPlace, OfFile, WeightWords};
use crate::report::text::{self, Detail};
use crate::table::Table;
use liege_rules::check::{Checked, Meta};
use vassal::diagnostic::{Finding, Level, Severity, fingerprint, in_groups};

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
    pub fn told(&self, session: &Session, form: CheckFormat) -> Result<Told, Failure> {
        let Self { path, understood, checked } = self;
        let form = match form {
            CheckFormat::Text => {
                let file = standard::name_of_input(path).to_string();
                let title = headline::about(understood, session);
                let untold = &understood.situation.untold;
                ToldForm::Text(text::checked(&file, &title, checked, untold, detail(session)))
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

/// How much of a check the arguments ask for.
fn detail(session: &Session) -> Detail {
    match (session.verbose, session.quiet) {
        (true, _) => Detail::Full,
        (false, true) => Detail::Findings,
        (false, false) => Detail::Usual,
    }
}

/// The result of a run over several saves.
pub struct ToldSaves<'a> {
    output: Option<&'a Path>,
    texts: String,
    reports: Vec<Value>,
    findings: Findings,
}

impl<'a> ToldSaves<'a> {
    /// Begins a result, which is printed unless it has a file to go to.
    pub fn new(output: Option<&'a Path>) -> Self {
        let findings = Findings::new("Check", WeightWords::OfRules);
        Self { output, texts: String::new(), reports: Vec::new(), findings }
    }

    /// Adds the result of a save; text without a file to go to is printed at once.
    pub fn add(&mut self, told: Told) -> Result<(), Failure> {
        match told.form {
            ToldForm::Text(text) if text.is_empty() => {}
            ToldForm::Text(text) if self.output.is_some() => self.texts.push_str(&text),
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

    /// Prints or writes what belongs together.
    pub fn finish(self, form: CheckFormat) -> Result<(), Failure> {
        let text = match form {
            CheckFormat::Text => self.texts,
            CheckFormat::Json => format!("{:#}\n", output::envelope(self.reports)),
            CheckFormat::Sarif => outlet::text(&self.findings, Outlet::Sarif)?,
            CheckFormat::Html => outlet::text(&self.findings, Outlet::Html)?,
        };
        match self.output {
            Some(file) => files::write(file, text.as_bytes()),
            None if text.is_empty() => Ok(()),
            None => output::print(&text),
        }
    }
}

/// The checks of the game that this version makes.
fn checks(understood: &Table, checked: &Checked) -> Vec<CheckText> {
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

fn found(path: &Path, understood: &Table, checked: &Checked, checks: &[CheckText]) -> OfFile {
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

fn report(file: &str, understood: &Table, checked: &Checked) -> Result<Value, Failure> {
    let fault = |error: serde_json::Error| Failure::new(error.to_string());
    let mut value = json!({
        "file": file,
        "game": understood.game.id(),
        "phase": understood.situation.clock.phase,
        "side": understood.eyes.side(),
    });
    understood.opened.add_step(&mut value);
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
