//! SVG pictures that take symbols from other pictures of the module, as one picture that needs nobody else.

use std::collections::BTreeSet;

/// Most other pictures that one picture may take from.
const MOST_LIBRARIES: usize = 8;
/// Most bytes of all of them that it may take.
const MOST_TAKEN: usize = 4 << 20;

/// The SVG with every `href="other.svg#symbol"` turned to a symbol inside it; `library` gives the other pictures.
///
/// References to pictures that are not there stay and draw nothing.
pub fn inlined(svg: &str, library: &mut dyn FnMut(&str) -> Option<String>) -> String {
    let names = libraries_of(svg);
    if names.is_empty() {
        return svg.to_owned();
    }
    let Some(end) = svg.rfind("</svg>") else {
        return svg.to_owned();
    };
    let (mut body, mut symbols) = (svg[..end].to_owned(), String::new());
    for name in names.iter().take(MOST_LIBRARIES) {
        let found = library(name).filter(|text| symbols.len() + text.len() <= MOST_TAKEN);
        if let Some(root) = found.as_deref().and_then(root_of) {
            body = body.replace(&format!("href=\"{name}#"), "href=\"#");
            symbols.push_str(root);
        }
    }
    format!("{body}<defs>{symbols}</defs></svg>")
}

/// Names of other files in references to their symbols.
fn libraries_of(svg: &str) -> BTreeSet<&str> {
    let values = svg.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    values
        .filter_map(|value| value.split_once('#'))
        .map(|(name, _)| name)
        .filter(|name| !name.is_empty())
        .collect()
}

/// The root element with everything in it, without what stands before it.
fn root_of(svg: &str) -> Option<&str> {
    let (start, end) = (svg.find("<svg")?, svg.rfind("</svg>")?);
    svg.get(start..end + "</svg>".len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_of_another_picture_come_inside() {
        let svg = r#"<svg><use xlink:href="symbols.svg#s"/><use href="gone.svg#t"/></svg>"#;
        let mut library =
            |name: &str| (name == "symbols.svg").then(|| r#"<?xml?><svg><g id="s"/></svg>"#.to_owned());
        assert_eq!(
            inlined(svg, &mut library),
            r##"<svg><use xlink:href="#s"/><use href="gone.svg#t"/><defs><svg><g id="s"/></svg></defs></svg>"##
        );
        assert_eq!(inlined("<svg/>", &mut library), "<svg/>");
    }
}
