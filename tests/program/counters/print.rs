//! The sheets to print and cut, read back from their PDF, and the pictures of the command line.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Output;

use liege::art::print::{Job, Paper, PrintError, Printed, Section, Side, pdf};
use liege::art::templates;
use lopdf::content::Content;
use lopdf::{Document, Object, ObjectId};

use crate::call::Call;
use crate::tables::all;

/// A millimetre in points.
const MM: f32 = 72.0 / 25.4;

fn liege(arguments: &[&str]) -> Output {
    Call::of(arguments).output()
}

/// A page as it was read back: its size, and every drawing on it with place and width in points.
struct Seen {
    size: (f32, f32),
    drawings: Vec<(ObjectId, f32, f32, f32)>,
    /// Coloured squares: red of 255, left, foot and width in points.
    squares: Vec<(f32, f32, f32, f32)>,
}

fn number(object: &Object) -> f32 {
    object.as_float().unwrap()
}

fn read(bytes: &[u8]) -> Vec<Seen> {
    let document = Document::load_mem(bytes).unwrap();
    document.get_pages().values().map(|id| seen(&document, *id)).collect()
}

fn seen(document: &Document, id: ObjectId) -> Seen {
    let page = document.get_dictionary(id).unwrap();
    let area: Vec<f32> = page.get(b"MediaBox").unwrap().as_array().unwrap().iter().map(number).collect();
    let resources = page.get(b"Resources").unwrap().as_dict().unwrap();
    let objects = resources.get(b"XObject").unwrap().as_dict().unwrap();
    let content = Content::decode(&document.get_page_content(id)).unwrap();
    let (mut drawings, mut squares) = (Vec::new(), Vec::new());
    let (mut place, mut red) = ((0.0, 0.0, 0.0), 0.0);
    for operation in content.operations {
        match operation.operator.as_str() {
            "rg" => red = number(&operation.operands[0]) * 255.0,
            "re" => {
                let cells: Vec<f32> = operation.operands.iter().map(number).collect();
                squares.push((red, cells[0], cells[1], cells[2]));
            }
            "cm" => {
                let cells: Vec<f32> = operation.operands.iter().map(number).collect();
                place = (cells[4], cells[5], cells[0]);
            }
            "Do" => {
                let object = objects.get(operation.operands[0].as_name().unwrap()).unwrap();
                drawings.push((object.as_reference().unwrap(), place.0, place.1, place.2));
            }
            _ => {}
        }
    }
    Seen { size: (area[2], area[3]), drawings, squares }
}

impl Seen {
    /// The drawings of this width in millimetres.
    fn wide(&self, width: f32) -> Vec<(ObjectId, f32, f32)> {
        let near = |(_, _, _, own): &&(ObjectId, f32, f32, f32)| (own - width * MM).abs() < 0.01;
        self.drawings.iter().filter(near).map(|(id, x, y, _)| (*id, *x, *y)).collect()
    }
}

fn face(colour: &str) -> Side {
    let svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="{colour}"/></svg>"##
    );
    Side { svg, beyond: colour.into() }
}

fn job(counters: Vec<Printed>) -> Job {
    let sections = vec![Section { title: "Land units".into(), counters }];
    Job { title: "Game".into(), sections, legend: Vec::new(), paper: Paper::A4, size_mm: 15.9 }
}

#[test]
fn the_back_of_a_counter_lies_behind_its_front() {
    let counters = (0..14).map(|at| Printed {
        front: face(&format!("#0000{at:02x}")),
        back: face(&format!("#00ff{at:02x}")),
        count: 1,
    });
    let pages = read(&pdf(&job(counters.collect()), &templates::fonts()).unwrap());
    assert_eq!(pages.len(), 2);
    let (fronts, backs) = (pages[0].wide(15.9), pages[1].wide(15.9));
    assert_eq!((fronts.len(), backs.len()), (14, 14));
    let columns = 9;
    let left = fronts[0].1;
    for (at, (front, back)) in fronts.iter().zip(&backs).enumerate() {
        let column = |x: f32| ((x - left) / (19.9 * MM)).round() as usize;
        assert_eq!(column(front.1), at % columns);
        assert_eq!(column(back.1), columns - 1 - at % columns, "counter {at}");
        // Turned over, the paper shows what lies at `width - x` behind `x`.
        assert!((front.1 + back.1 + 15.9 * MM - pages[0].size.0).abs() < 0.05, "counter {at}");
        assert!((front.2 - back.2).abs() < 0.01);
        assert_ne!(front.0, back.0);
    }
}

#[test]
fn the_colour_of_a_counter_goes_on_two_millimetres_beyond_its_cut() {
    let counters = (0..14).map(|at| Printed {
        front: face(&format!("#{:02x}0000", 10 + at)),
        back: face(&format!("#{:02x}0000", 100 + at)),
        count: 1,
    });
    let pages = read(&pdf(&job(counters.collect()), &templates::fonts()).unwrap());
    for (page, first) in pages.iter().zip([10, 100]) {
        assert_eq!(page.squares.len(), 14);
        for (at, ((_, x, y), (red, left, foot, width))) in
            page.wide(15.9).iter().zip(&page.squares).enumerate()
        {
            assert_eq!(red.round() as usize, first + at);
            let near = |found: f32, wanted: f32| (found - wanted * MM).abs() < 0.05;
            assert!(near(x - left, 2.0) && near(y - foot, 2.0) && near(*width, 19.9), "counter {at}");
        }
    }
}

#[test]
fn a_band_goes_on_beyond_the_cut_with_the_field_beside_it() {
    let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" rx="9" fill="#400000"/><rect y="30" width="100" height="30" fill="#c80000"/></svg>"##;
    let banded = Side { svg: svg.into(), beyond: "#400000".into() };
    let counter = Printed { front: face("#111111"), back: banded, count: 1 };
    let pages = read(&pdf(&job(vec![counter]), &templates::fonts()).unwrap());
    assert_eq!(pages[0].squares.len(), 1);
    let (_, left, _) = pages[1].wide(15.9)[0];
    let band: Vec<_> = pages[1].squares.iter().filter(|(red, ..)| red.round() == 200.0).collect();
    assert_eq!(band.len(), 2, "{band:?}");
    let (_, from, _, wide) = band[0];
    assert!((left - from - 2.0 * MM).abs() < 0.05 && *wide > 2.0 * MM, "{band:?}");
    let (_, from, _, wide) = band[1];
    assert!((from + wide - left - 17.9 * MM).abs() < 0.05, "{band:?}");
}

#[test]
fn registration_marks_lie_in_the_corners_of_both_sides_alike() {
    let counter = Printed { front: face("#123456"), back: face("#654321"), count: 3 };
    let pages = read(&pdf(&job(vec![counter]), &templates::fonts()).unwrap());
    let marks = |page: &Seen| {
        let marks = page.wide(6.0);
        marks.iter().map(|(_, x, y)| (x.round() as i32, y.round() as i32)).collect::<BTreeSet<_>>()
    };
    let (front, back) = (marks(&pages[0]), marks(&pages[1]));
    assert_eq!(front.len(), 4);
    assert_eq!(front, back);
    let mirrored: BTreeSet<(i32, i32)> =
        front.iter().map(|(x, y)| ((pages[0].size.0 - *x as f32 - 6.0 * MM).round() as i32, *y)).collect();
    let near = |one: &(i32, i32)| front.iter().any(|own| (own.0 - one.0).abs() <= 1 && own.1 == one.1);
    assert!(mirrored.iter().all(near), "{front:?} {mirrored:?}");
}

#[test]
fn every_counter_is_printed_as_often_as_there_are_of_it_and_stored_once() {
    let counters = vec![
        Printed { front: face("#111111"), back: face("#111111"), count: 150 },
        Printed { front: face("#222222"), back: face("#333333"), count: 3 },
    ];
    let pages = read(&pdf(&job(counters), &templates::fonts()).unwrap());
    // 9 columns and 13 rows: two sheets with two sides each.
    assert_eq!(pages.len(), 4);
    let drawn: Vec<usize> = pages.iter().map(|page| page.wide(15.9).len()).collect();
    assert_eq!(drawn, [117, 117, 36, 36]);
    let faces: BTreeSet<ObjectId> =
        pages.iter().flat_map(|page| page.wide(15.9)).map(|(id, ..)| id).collect();
    assert_eq!(faces.len(), 3);
}

#[test]
fn sizes_and_counts_that_cannot_be_are_refused() {
    let counter = |count| Printed { front: face("#111111"), back: face("#111111"), count };
    let huge = job(vec![counter(usize::MAX), counter(usize::MAX)]);
    assert!(matches!(pdf(&huge, &templates::fonts()), Err(PrintError::TooMany(_))));
    let wide = Job { size_mm: 300.0, ..job(vec![counter(1)]) };
    assert!(matches!(pdf(&wide, &templates::fonts()), Err(PrintError::Size(_))));
    let broken = Side { svg: "no picture".into(), beyond: "#111111".into() };
    let broken = Printed { front: broken, back: face("#111111"), count: 1 };
    assert!(matches!(pdf(&job(vec![broken]), &templates::fonts()), Err(PrintError::Svg(_))));
}

#[test]
fn the_command_prints_every_counter_of_the_game_on_letter_paper() {
    let folder = tempfile::tempdir().unwrap();
    let run = |name: &str| {
        let out = folder.path().join(name);
        let arguments = [
            "counters",
            "atpo",
            "-o",
            out.to_str().unwrap(),
            "--sheet",
            "pdf",
            "--paper",
            "letter",
            "--scale",
            "16",
        ];
        let output = liege(&arguments);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        std::fs::read(out.join("print_sheets.pdf")).unwrap()
    };
    let bytes = run("one");
    assert!(bytes == run("two"), "the same data give the same bytes");
    let pages = read(&bytes);
    let letter = |page: &Seen| (page.size.0 - 612.0).abs() < 0.1 && (page.size.1 - 792.0).abs() < 0.1;
    assert!(pages.iter().all(letter));
    assert!(pages.iter().all(|page| !page.wide(15.9).is_empty()), "no side is empty");
    let fronts: usize = pages.iter().step_by(2).map(|page| page.wide(15.9).len()).sum();
    let wanted: usize = all().iter().map(|(_, row)| row["count"].parse::<usize>().unwrap()).sum();
    assert_eq!(fronts, wanted);
}

/// The names in a folder.
fn names(folder: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn chosen_counters_are_written_with_both_faces_and_listed() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("faces");
    let out = out.to_str().unwrap();
    let only = "jp-cv-akagi,standby";
    let output =
        liege(&["counters", "atpo", "-o", out, "--only", only, "--scale", "150", "--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let wanted =
        ["contact_chits.png", "contact_ships.png", "jp-cv-akagi-back.png", "jp-cv-akagi.png", "standby.png"];
    assert_eq!(names(Path::new(out)), wanted.map(String::from).into());
    let listed: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        listed["counters"][0]["files"],
        serde_json::json!(["jp-cv-akagi.png", "jp-cv-akagi-back.png"])
    );
    assert_eq!(listed["sheets"].as_array().unwrap().len(), 2);
    let picture = image::open(Path::new(out).join("standby.png")).unwrap();
    assert_eq!((picture.width(), picture.height()), (150, 150));
}

#[test]
fn faults_end_with_two_and_leave_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("faces");
    let out = out.to_str().unwrap();
    let told = |more: &[&str]| {
        let output = liege(&[&["counters", "atpo", "-o", out], more].concat());
        assert_eq!(output.status.code(), Some(2), "{more:?}");
        assert_eq!(names(folder.path()), BTreeSet::new(), "{more:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let unknown = told(&["--only", "jp-cv-akagy,xyzzy-9999"]);
    assert!(unknown.contains("unknown counter \"jp-cv-akagy\"; did you mean \"jp-cv-akagi\"?"), "{unknown}");
    assert!(unknown.contains("unknown counter \"xyzzy-9999\""), "{unknown}");
    assert!(told(&["--sheet", "pdf", "--size-mm", "2"]).contains("expected 8 to 60 mm"));
    assert!(told(&["--scale", "5000"]).contains("16..=600"));
    let output = liege(&["counters", "atpo", "-o", folder.path().join("no/such").to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(names(folder.path()), BTreeSet::new());
}
