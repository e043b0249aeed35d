//! Findings as a report of JUnit: a suite for each file, a case for each check, failed where it found errors or warnings.

use quick_xml::Writer;
use quick_xml::events::{BytesText, Event};

use super::findings::{Findings, FoundFault, OfFile};
use vassal::diagnostic::Level;
use vassal::diagnostic::counted;

/// The whole report.
///
/// # Errors
/// None that a text in memory could give.
pub fn report(findings: &Findings) -> std::io::Result<String> {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    let cases: usize = findings.files.iter().map(cases_of).sum();
    let failed: usize = findings.files.iter().map(failed_of).sum();
    let errors = findings.files.iter().filter(|file| file.failure.is_some()).count();
    writer
        .create_element("testsuites")
        .with_attributes([
            ("name", "liege"),
            ("tests", cases.to_string().as_str()),
            ("failures", failed.to_string().as_str()),
            ("errors", errors.to_string().as_str()),
        ])
        .write_inner_content(|writer| {
            findings.files.iter().try_for_each(|file| suite(writer, findings, file))
        })?;
    let body = String::from_utf8_lossy(&writer.into_inner()).into_owned();
    Ok(format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{body}\n"))
}

fn cases_of(file: &OfFile) -> usize {
    if file.failure.is_some() { 1 } else { file.made.len() + file.not_checked.len() }
}

/// How many checks failed in a file.
fn failed_of(file: &OfFile) -> usize {
    file.made.iter().filter(|check| fails(file, **check)).count()
}

fn fails(file: &OfFile, check: usize) -> bool {
    file.found.iter().any(|fault| fault.check == check && fault.weight != Level::Note)
}

fn suite(writer: &mut Writer<Vec<u8>>, findings: &Findings, file: &OfFile) -> std::io::Result<()> {
    let name = allowed(&file.file);
    let errors = usize::from(file.failure.is_some());
    writer
        .create_element("testsuite")
        .with_attributes([
            ("name", name.as_str()),
            ("tests", cases_of(file).to_string().as_str()),
            ("failures", failed_of(file).to_string().as_str()),
            ("errors", errors.to_string().as_str()),
            ("skipped", file.not_checked.len().to_string().as_str()),
        ])
        .write_inner_content(|writer| {
            if let Some(failure) = &file.failure {
                return case(writer, &name, "can be read", |writer| {
                    told(writer, "error", &first_line(failure), failure)
                });
            }
            for check in &file.made {
                let Some(own) = findings.checks.get(*check) else { continue };
                let found: Vec<&FoundFault> = file.found.iter().filter(|one| one.check == *check).collect();
                case(writer, &name, &format!("{} {}", own.id, own.name), |writer| faults(writer, &found))?;
            }
            for (check, reason) in &file.not_checked {
                case(writer, &name, check, |writer| {
                    writer
                        .create_element("skipped")
                        .with_attribute(("message", allowed(reason).as_str()))
                        .write_empty()
                        .map(|_| ())
                })?;
            }
            Ok(())
        })?;
    Ok(())
}

fn case(
    writer: &mut Writer<Vec<u8>>,
    file: &str,
    name: &str,
    inside: impl FnOnce(&mut Writer<Vec<u8>>) -> std::io::Result<()>,
) -> std::io::Result<()> {
    let element = writer
        .create_element("testcase")
        .with_attributes([("classname", file), ("name", allowed(name).as_str())]);
    element.write_inner_content(inside).map(|_| ())
}

/// What a check found: one failure with all that is wrong, and what is only good to know behind it.
fn faults(writer: &mut Writer<Vec<u8>>, found: &[&FoundFault]) -> std::io::Result<()> {
    let (notes, wrong): (Vec<&&FoundFault>, Vec<&&FoundFault>) =
        found.iter().partition(|one| one.weight == Level::Note);
    if let Some(first) = wrong.first() {
        let what = if wrong.len() == 1 { first.message.clone() } else { counted(wrong.len(), "fault") };
        told(writer, "failure", &what, &lines(&wrong))?;
    }
    if !notes.is_empty() {
        let text = allowed(&lines(&notes));
        writer.create_element("system-out").write_text_content(BytesText::new(&text))?;
    }
    Ok(())
}

fn told(writer: &mut Writer<Vec<u8>>, element: &str, what: &str, text: &str) -> std::io::Result<()> {
    writer
        .create_element(element)
        .with_attribute(("message", allowed(what).as_str()))
        .write_inner_content(|writer| writer.write_event(Event::Text(BytesText::new(&allowed(text)))))?;
    Ok(())
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}

/// A line for each fault, with where it is.
fn lines(found: &[&&FoundFault]) -> String {
    let line = |fault: &&&FoundFault| {
        let text = fault.text.as_ref().map(|place| match place.line {
            Some(line) => format!("{}:{line}: ", place.file),
            None => format!("{}: ", place.file),
        });
        let inner = fault.inner.as_ref().map(|inner| format!("{}: ", inner.words));
        let help = fault.help.as_ref().map(|help| format!("; {help}")).unwrap_or_default();
        let (text, inner) = (text.unwrap_or_default(), inner.unwrap_or_default());
        format!("{}: {text}{inner}{}{help}", fault.weight.word(), fault.message)
    };
    found.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// A text with a sign of replacement for each letter that XML cannot hold.
fn allowed(text: &str) -> String {
    let is_allowed = |letter: char| {
        matches!(letter, '\t' | '\n' | '\r') || (letter >= ' ' && !matches!(letter, '\u{fffe}' | '\u{ffff}'))
    };
    text.chars().map(|letter| if is_allowed(letter) { letter } else { '\u{fffd}' }).collect()
}
