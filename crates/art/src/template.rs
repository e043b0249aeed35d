//! SVG templates with named slots: values in, SVG text out.
//!
//! The notation is a small part of mustache: `{{name}}` puts in a value as text, `{{{name}}}` as SVG,
//! `{{#name}}…{{/name}}` stays when the value is not empty, `{{^name}}…{{/name}}` when it is.

use std::collections::{BTreeMap, BTreeSet};

/// The values of the slots; a slot without a value is empty.
pub type Values = BTreeMap<String, String>;

/// Sections inside sections beyond this depth are refused.
const MAX_DEPTH: usize = 16;

/// A parsed template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    parts: Vec<TemplatePart>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum TemplatePart {
    Literal(String),
    Text(String),
    Svg(String),
    Section { slot: String, when_filled: bool, parts: Vec<TemplatePart> },
}

/// What is wrong with a template, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TemplateError {
    /// A slot opens with `{{` and never closes.
    #[error("template \"{template}\", line {line}: slot without end, expected \"}}}}\"")]
    OpenSlot {
        /// Name of the template.
        template: String,
        /// Line of the slot, from 1.
        line: usize,
    },
    /// A section ends that is not open, or stays open.
    #[error("template \"{template}\", line {line}: section \"{section}\" does not pair with its end")]
    Unpaired {
        /// Name of the template.
        template: String,
        /// Line of the section, from 1.
        line: usize,
        /// Name of the section.
        section: String,
    },
    /// Sections are nested too deeply.
    #[error("template \"{template}\", line {line}: more than {MAX_DEPTH} sections inside each other")]
    TooDeep {
        /// Name of the template.
        template: String,
        /// Line of the section, from 1.
        line: usize,
    },
}

impl Template {
    /// Parses the text of a template; `name` appears in errors only.
    pub fn parse(name: &str, text: &str) -> Result<Self, TemplateError> {
        let mut open: Vec<(String, bool, usize, Vec<TemplatePart>)> = Vec::new();
        let mut parts = Vec::new();
        let (mut rest, mut line) = (text, 1);
        while let Some(start) = rest.find("{{") {
            let (before, slot) = rest.split_at(start);
            parts.push(TemplatePart::Literal(before.into()));
            line += before.matches('\n').count();
            let raw = slot.starts_with("{{{");
            let (skip, closer) = if raw { (3, "}}}") } else { (2, "}}") };
            let end =
                slot.find(closer).ok_or_else(|| TemplateError::OpenSlot { template: name.into(), line })?;
            let tag = slot[skip..end].trim();
            rest = &slot[end + closer.len()..];
            if raw {
                parts.push(TemplatePart::Svg(tag.into()));
            } else if let Some(section) = tag.strip_prefix(['#', '^']) {
                if open.len() == MAX_DEPTH {
                    return Err(TemplateError::TooDeep { template: name.into(), line });
                }
                open.push((section.into(), tag.starts_with('#'), line, std::mem::take(&mut parts)));
            } else if let Some(section) = tag.strip_prefix('/') {
                let (slot, when_filled, _, outer) =
                    open.pop().filter(|(slot, ..)| slot == section).ok_or_else(|| {
                        TemplateError::Unpaired { template: name.into(), line, section: section.into() }
                    })?;
                let inner = std::mem::replace(&mut parts, outer);
                parts.push(TemplatePart::Section { slot, when_filled, parts: inner });
            } else {
                parts.push(TemplatePart::Text(tag.into()));
            }
        }
        parts.push(TemplatePart::Literal(rest.into()));
        match open.pop() {
            Some((section, _, line, _)) => {
                Err(TemplateError::Unpaired { template: name.into(), line, section })
            }
            None => Ok(Self { parts }),
        }
    }

    /// The names of its slots.
    pub fn slots(&self) -> BTreeSet<&str> {
        let mut names = BTreeSet::new();
        collect(&self.parts, &mut names);
        names
    }

    /// Fills the slots.
    pub fn render(&self, values: &Values) -> String {
        let mut svg = String::new();
        fill(&self.parts, values, &mut svg);
        svg
    }
}

fn collect<'t>(parts: &'t [TemplatePart], names: &mut BTreeSet<&'t str>) {
    for part in parts {
        match part {
            TemplatePart::Literal(_) => {}
            TemplatePart::Text(slot) | TemplatePart::Svg(slot) => drop(names.insert(slot)),
            TemplatePart::Section { slot, parts, .. } => {
                names.insert(slot);
                collect(parts, names);
            }
        }
    }
}

fn fill(parts: &[TemplatePart], values: &Values, svg: &mut String) {
    let value = |slot: &str| values.get(slot).map_or("", String::as_str);
    for part in parts {
        match part {
            TemplatePart::Literal(text) => svg.push_str(text),
            TemplatePart::Text(slot) => push_escaped(value(slot), svg),
            TemplatePart::Svg(slot) => svg.push_str(value(slot)),
            TemplatePart::Section { slot, when_filled, parts } => {
                if value(slot).is_empty() != *when_filled {
                    fill(parts, values, svg);
                }
            }
        }
    }
}

/// The opening tag of the outer `svg` element and what is in it.
pub fn opened(svg: &str) -> Option<(&str, &str)> {
    let start = svg.find("<svg")?;
    let inside = start + svg[start..].find('>')? + 1;
    let end = svg.rfind("</svg>").filter(|end| inside <= *end)?;
    Some((&svg[start..inside], &svg[inside..end]))
}

/// A text as it stands in XML.
pub fn escaped(text: &str) -> String {
    let mut svg = String::new();
    push_escaped(text, &mut svg);
    svg
}

/// Control characters have no place in XML, so they are dropped.
fn push_escaped(text: &str, svg: &mut String) {
    for character in text.chars() {
        match character {
            '&' => svg.push_str("&amp;"),
            '<' => svg.push_str("&lt;"),
            '>' => svg.push_str("&gt;"),
            '"' => svg.push_str("&quot;"),
            '\'' => svg.push_str("&#39;"),
            _ if character.is_control() || matches!(character, '\u{fffe}' | '\u{ffff}') => {}
            _ => svg.push(character),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rendered(text: &str) -> String {
        let values = [("a", "1 < 2"), ("svg", "<g/>"), ("empty", "")];
        let values: Values = values.map(|(slot, value)| (slot.into(), value.into())).into();
        Template::parse("t", text).unwrap().render(&values)
    }

    #[test]
    fn text_is_escaped_and_svg_is_not() {
        assert_eq!(rendered("[{{a}}|{{{svg}}}|{{unknown}}]"), "[1 &lt; 2|<g/>|]");
    }

    #[test]
    fn sections_follow_whether_the_slot_is_filled() {
        assert_eq!(rendered("{{#a}}x{{^empty}}y{{/empty}}{{/a}}{{#empty}}z{{/empty}}{{^a}}w{{/a}}"), "xy");
    }

    #[test]
    fn faults_name_template_and_line() {
        let fault = |text: &str| Template::parse("land", text).unwrap_err().to_string();
        assert_eq!(fault("a\n{{b"), "template \"land\", line 2: slot without end, expected \"}}\"");
        assert_eq!(
            fault("\n\n{{#b}}"),
            "template \"land\", line 3: section \"b\" does not pair with its end"
        );
        assert_eq!(
            fault("{{#b}}{{/c}}"),
            "template \"land\", line 1: section \"c\" does not pair with its end"
        );
        assert!(fault(&"{{#b}}".repeat(100)).contains("more than 16 sections"));
    }
}
