//! Build files keep every element, attribute and text; tricks end in a message.

use liege::format::Limits;
use liege::format::build_file::{Document, XmlError};

fn parse(text: &str) -> Result<Document, XmlError> {
    Document::parse(text.as_bytes(), &Limits::default())
}

#[test]
fn a_tree_comes_back() {
    let text = "<?xml version=\"1.0\"?>\n<!-- note -->\n<VASSAL.build.GameModule name=\"A &amp; B\" b=\"x&#10;y\ttab\">\
        <VASSAL.build.module.Map/><empty></empty> <p>+/null/mark;a\tpiece;;;x &lt;y&gt;\n/z</p>\
        <!-- inside --></VASSAL.build.GameModule>";
    let tree = parse(text).unwrap();
    assert_eq!(tree.root.attr("name"), Some("A & B"));
    assert_eq!(tree.root.attr("b"), Some("x\ny tab"));
    assert_eq!(tree.root.children("Map").count(), 1);
    assert_eq!(tree.root.descendants("p").next().unwrap().text(), "+/null/mark;a\tpiece;;;x <y>\n/z");
    let written = tree.write();
    assert_eq!(parse(&written).unwrap(), tree);
    assert!(written.contains("\n    <VASSAL.build.module.Map/>\n"), "{written}");
}

#[test]
fn utf_16_and_latin_1_are_read() {
    let text = "<a b=\"ō\"/>";
    let wide: Vec<u8> =
        std::iter::once(0xFEFF).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let tree = Document::parse(&wide, &Limits::default()).unwrap();
    assert_eq!(tree.root.attr("b"), Some("ō"));
    let latin = b"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a b=\"\xE9\"/>";
    let tree = Document::parse(latin, &Limits::default()).unwrap();
    assert_eq!(tree.root.attr("b"), Some("é"));
}

#[test]
fn entities_are_never_expanded() {
    let billion = "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><x>&b;</x>";
    assert_eq!(parse(billion), Err(XmlError::Entities));
    let outside = "<!DOCTYPE x [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><x>&a;</x>";
    assert_eq!(parse(outside), Err(XmlError::Entities));
    assert!(matches!(parse("<x>&unknown;</x>"), Err(XmlError::Syntax { .. })));
}

#[test]
fn broken_files_say_where() {
    for text in
        ["<a>", "<a></b>", "<a b=>", "<a", "</a>", "<a/><b/>", "<a/>text", "<a b='1' b='2'/>", "<\n/>"]
    {
        let error = parse(text).unwrap_err();
        assert!(matches!(error, XmlError::Syntax { .. }), "{text}: {error:?}");
    }
    assert_eq!(parse(""), Err(XmlError::Empty));
    assert_eq!(parse("<!-- only -->"), Err(XmlError::Empty));
    let broken = Document::parse(b"<a b=\"\xFF\"/>", &Limits::default());
    assert_eq!(broken, Err(XmlError::Encoding { offset: 6 }));
    let cut = parse("<m><VASSAL.build.module.Map><x>").unwrap_err().to_string();
    assert!(cut.contains("m/VASSAL.build.module.Map/x"), "{cut}");
}

#[test]
fn deep_nesting_is_refused() {
    let text = "<a>".repeat(10_000);
    assert!(matches!(parse(&text), Err(XmlError::TooDeep { limit: 200, .. })));
}
