//! Writes element trees as the engine does: UTF-8, four spaces for each level.

use super::build_file::{Document, Element, Node};

const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n";

impl Document {
    /// The file's text.
    #[must_use]
    pub fn write(&self) -> String {
        let mut out = DECLARATION.to_owned();
        for node in &self.before {
            write_node(&mut out, node, 0, true);
        }
        write_element(&mut out, &self.root, 0, true);
        for node in &self.after {
            write_node(&mut out, node, 0, true);
        }
        out
    }
}

fn indent(out: &mut String, level: usize) {
    out.extend(std::iter::repeat_n("    ", level));
}

/// `own_line`: blank space around it means nothing.
fn write_element(out: &mut String, element: &Element, level: usize, own_line: bool) {
    if own_line {
        indent(out, level);
    }
    out.push('<');
    out.push_str(&element.tag);
    for (name, value) in &element.attributes {
        out.push(' ');
        out.push_str(name);
        out.push_str("=\"");
        escape(out, value, true);
        out.push('"');
    }
    if element.nodes.is_empty() {
        out.push_str("/>");
    } else {
        out.push('>');
        let mixed = element.nodes.iter().any(|node| matches!(node, Node::Text(_) | Node::CData(_)));
        if !mixed {
            out.push('\n');
        }
        for node in &element.nodes {
            write_node(out, node, level + 1, !mixed);
        }
        if !mixed {
            indent(out, level);
        }
        out.push_str("</");
        out.push_str(&element.tag);
        out.push('>');
    }
    if own_line {
        out.push('\n');
    }
}

fn write_node(out: &mut String, node: &Node, level: usize, own_line: bool) {
    let (open, text, close) = match node {
        Node::Element(element) => return write_element(out, element, level, own_line),
        Node::Text(text) => return escape(out, text, false),
        Node::CData(text) => ("<![CDATA[", text, "]]>"),
        Node::Comment(text) => ("<!--", text, "-->"),
        Node::Instruction(text) => ("<?", text, "?>"),
        Node::DocType(text) => ("<!DOCTYPE ", text, ">"),
    };
    if own_line {
        indent(out, level);
    }
    out.push_str(open);
    out.push_str(text);
    out.push_str(close);
    if own_line {
        out.push('\n');
    }
}

fn escape(out: &mut String, text: &str, attribute: bool) {
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\r' => out.push_str("&#13;"),
            '"' if attribute => out.push_str("&quot;"),
            '\n' if attribute => out.push_str("&#10;"),
            '\t' if attribute => out.push_str("&#9;"),
            _ => out.push(letter),
        }
    }
}
