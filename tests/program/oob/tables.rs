//! The tables to a spreadsheet and back.

use std::io::Write;

use liege::rules::data::REPLACED;

use super::{SCHEDULE, folder_with, sample, told};

#[test]
fn a_spreadsheet_and_a_csv_come_back_as_they_were() {
    let folder = folder_with(&sample());
    for file in ["oob.xlsx", "oob.csv"] {
        told(folder.path(), &["oob", "atpo", "export", "-o", file], 0);
        let written = told(folder.path(), &["oob", "atpo", "import", file, "-o", "back"], 0);
        // The counters are as they were, so only the schedule is written, and that it replaces ours.
        assert_eq!(written.lines().count(), 2, "{written}");
        let named = std::fs::read_to_string(folder.path().join("back").join(REPLACED)).unwrap();
        assert_eq!(named.trim_end(), SCHEDULE);
        let back = std::fs::read_to_string(folder.path().join("back").join(SCHEDULE)).unwrap();
        assert_eq!(back.trim_end(), sample().trim_end());
        std::fs::remove_dir_all(folder.path().join("back")).unwrap();
    }
}

#[test]
fn the_same_tables_give_the_same_bytes() {
    let folder = folder_with(&sample());
    let bytes = |file: &str| {
        told(folder.path(), &["oob", "atpo", "export", "-o", file], 0);
        std::fs::read(folder.path().join(file)).unwrap()
    };
    assert_eq!(bytes("a.xlsx"), bytes("b.xlsx"));
}

#[test]
fn a_schedule_that_no_spreadsheet_could_hold_is_refused_with_the_line() {
    let folder = folder_with(&sample());
    let wide = format!("id,turn\na,{}\n", ",".repeat(2_000));
    std::fs::write(folder.path().join("wide.csv"), wide).unwrap();
    let out = super::liege(folder.path(), &["oob", "atpo", "import", "wide.csv", "-o", "back"]);
    assert_eq!(out.status.code(), Some(2));
    let talk = String::from_utf8(out.stderr).unwrap();
    assert!(talk.contains("wide.csv: line 2: expected at most 1000 columns, found more"), "{talk}");
    assert!(!folder.path().join("back").exists());
}

/// A spreadsheet of one sheet with these cells, by address.
fn workbook(cells: &[(&str, &str)]) -> Vec<u8> {
    let mut rows: Vec<(u32, String)> = Vec::new();
    for (address, text) in cells {
        let row: u32 = address.trim_start_matches(|c: char| c.is_ascii_uppercase()).parse().unwrap();
        let cell = format!("<c r=\"{address}\" t=\"inlineStr\"><is><t>{text}</t></is></c>");
        match rows.last_mut() {
            Some((last, cells)) if *last == row => cells.push_str(&cell),
            _ => rows.push((row, cell)),
        }
    }
    let rows: String = rows.iter().map(|(row, cells)| format!("<row r=\"{row}\">{cells}</row>")).collect();
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let package = "http://schemas.openxmlformats.org/package/2006";
    let parts = [
        (
            "[Content_Types].xml",
            format!(
                "<Types xmlns=\"{package}/content-types\"><Default Extension=\"xml\" ContentType=\"application/xml\"/></Types>"
            ),
        ),
        (
            "_rels/.rels",
            format!(
                "<Relationships xmlns=\"{package}/relationships\"><Relationship Id=\"r1\" Type=\"{office}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
            ),
        ),
        (
            "xl/workbook.xml",
            format!(
                "<workbook xmlns=\"{main}\" xmlns:r=\"{office}\"><sheets><sheet name=\"schedule\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>"
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            format!(
                "<Relationships xmlns=\"{package}/relationships\"><Relationship Id=\"r1\" Type=\"{office}/worksheet\" Target=\"worksheets/sheet1.xml\"/></Relationships>"
            ),
        ),
        (
            "xl/worksheets/sheet1.xml",
            format!("<worksheet xmlns=\"{main}\"><sheetData>{rows}</sheetData></worksheet>"),
        ),
    ];
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in parts {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

const HEADINGS: [(&str, &str); 8] = [
    ("A1", "id"),
    ("B1", "turn"),
    ("C1", "kind"),
    ("D1", "count"),
    ("E1", "place"),
    ("F1", "nation"),
    ("G1", "source"),
    ("H1", "note"),
];

#[test]
fn a_bad_cell_is_told_by_sheet_and_address_and_nothing_is_written() {
    let folder = folder_with(&sample());
    let cells = |turn: &'static str, kind: &'static str| {
        let mut cells = HEADINGS.to_vec();
        // The third row is empty, so that addresses and lines differ.
        cells.extend([
            ("A4", "jp-dd"),
            ("B4", turn),
            ("C4", kind),
            ("D4", "1"),
            ("F4", "JP"),
            ("G4", "rules"),
        ]);
        workbook(&cells)
    };
    std::fs::write(folder.path().join("good.xlsx"), cells("1942-08", "arrival")).unwrap();
    told(folder.path(), &["oob", "atpo", "import", "good.xlsx", "-o", "good"], 0);
    std::fs::write(folder.path().join("bad.xlsx"), cells("1942-18", "comes")).unwrap();
    let talk = told(folder.path(), &["oob", "atpo", "import", "bad.xlsx", "-o", "bad"], 2);
    for part in ["sheet \"schedule\", cell B4: expected a turn", "cell C4: expected one of start"] {
        assert!(talk.contains(part), "{part} is not in: {talk}");
    }
    assert!(!folder.path().join("bad").exists());
}

#[test]
fn a_hostile_spreadsheet_ends_in_a_message() {
    let folder = folder_with(&sample());
    let mut far = HEADINGS.to_vec();
    far.push(("XFD1048576", "far away"));
    let bomb = "x".repeat(40_000_000);
    let good = workbook(&HEADINGS);
    let files = [
        ("far.xlsx", workbook(&far), "cell XFD1048576"),
        ("bomb.xlsx", workbook(&[("A1", &bomb)]), "bomb.xlsx"),
        ("cut.xlsx", good[..good.len() / 2].to_vec(), "not a spreadsheet"),
        ("empty.xlsx", Vec::new(), "not a spreadsheet"),
        ("text.xlsx", b"id,turn\n".to_vec(), "not a spreadsheet"),
    ];
    for (name, bytes, part) in files {
        std::fs::write(folder.path().join(name), bytes).unwrap();
        let talk = told(folder.path(), &["oob", "atpo", "import", name, "-o", "out"], 2);
        assert!(talk.contains(part), "{name}: {talk}");
        assert!(!talk.contains("panicked"), "{name}: {talk}");
    }
    told(folder.path(), &["oob", "atpo", "export", "-o", "oob.ods"], 2);
    assert!(!folder.path().join("out").exists());
}
