//! One row of a counter table to the faces of its counter: which template, which symbol, which texts.
//!
//! The columns are those of `docs/data.md`; nothing here knows a rule or a game. What some kinds have otherwise is
//! told by the signs of their table.

use crate::design::{CounterSign, Design, FIGURES, Row, is_ours};
use crate::fit::{fit, width};
use crate::template::Values;

/// One face of a counter, ready to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaceSpec {
    /// Name of the template: `land`.
    pub template: String,
    /// Path of the symbol below `symbols/`: `land-infantry`. Empty: no symbol.
    pub symbol: String,
    /// The word that stands in for a symbol that there is not. Empty: it must be there.
    pub word: String,
    /// Code of the nation whose colours and emblem it wears. Empty: none.
    pub nation: String,
    /// Kind of the chit, or of what it shows instead. Empty: no chit.
    pub chit: String,
    /// Colours of field and text of a chit of no nation; none for those of paper.
    pub colours: Option<[String; 2]>,
    /// A reduced, damaged, depleted or used face: a lighter field with a band.
    pub reduced: bool,
    /// The texts of the template's slots.
    pub values: Values,
}

/// The room of a line across a counter.
const NAME: f32 = 90.0;

/// The faces of a row: the front, and the back when the counter has one of its own.
///
/// The back of a chit is another chit (its `back_id`), so a chit has a front only.
pub fn face_specs(design: &Design, row: &Row) -> Vec<FaceSpec> {
    let signs: Vec<&CounterSign> = design.signs(row).collect();
    let template = signs.iter().find_map(|sign| sign.template.as_deref());
    let drawing = template.filter(|template| is_ours(template)).unwrap_or(&design.template);
    let cells = FaceRow { row, design, signs: &signs, template: template.unwrap_or(&design.template) };
    let mut faces = match drawing {
        "land" => both(cells, land),
        "air" => both(cells, air),
        "ship" => both(cells, ship),
        "hq" => vec![hq(cells, false), hq(cells, true)],
        "general" => general(cells),
        "admiral" => admiral(cells),
        "transport" => transport(cells),
        "special" => vec![special(cells)],
        "chit" => vec![chit(cells)],
        _ => plain_faces(cells),
    };
    for slot in signs.iter().flat_map(|sign| sign.set.keys()) {
        let text = cells.set(slot).unwrap_or_default();
        faces.iter_mut().for_each(|face| drop(face.values.insert(slot.clone(), text.clone())));
    }
    faces
}

#[derive(Clone, Copy)]
struct FaceRow<'a> {
    row: &'a Row,
    design: &'a Design,
    /// What the row has otherwise.
    signs: &'a [&'a CounterSign],
    /// The name of its template.
    template: &'a str,
}

impl<'a> FaceRow<'a> {
    /// The heading of the column that fills a slot.
    fn heading(self, slot: &'a str) -> &'a str {
        self.design.slots.get(slot).map_or(slot, String::as_str)
    }

    fn under(self, heading: &str) -> &'a str {
        self.row.get(heading).map_or("", |cell| cell.trim())
    }

    fn cell(self, slot: &'a str) -> &'a str {
        self.under(self.heading(slot))
    }

    /// The value of a slot on one face.
    fn on(self, back: bool, slot: &'a str) -> &'a str {
        if back { self.under(&format!("back_{}", self.heading(slot))) } else { self.cell(slot) }
    }

    /// What the signs put into a slot, one text behind the other; none where none does.
    fn set(self, slot: &str) -> Option<String> {
        let texts: Vec<&str> =
            self.signs.iter().filter_map(|sign| Some(sign.set.get(slot)?.as_str())).collect();
        (!texts.is_empty()).then(|| texts.concat())
    }

    /// Whether signs put something into a slot.
    fn has(self, slot: &str) -> bool {
        self.set(slot).is_some_and(|text| !text.is_empty())
    }

    /// The symbol of its signs, else this one.
    fn symbol_or(self, symbol: String) -> String {
        self.signs.iter().find_map(|sign| sign.symbol.clone()).unwrap_or(symbol)
    }

    fn face(self, symbol: String, reduced: bool) -> FaceSpec {
        FaceSpec {
            template: self.template.into(),
            symbol: self.symbol_or(symbol),
            word: String::new(),
            nation: self.cell("nation").into(),
            chit: String::new(),
            colours: None,
            reduced,
            values: Values::new(),
        }
    }
}

impl FaceSpec {
    fn with(mut self, slot: &str, value: impl Into<String>) -> Self {
        self.values.insert(slot.into(), value.into());
        self
    }

    /// A name, as large as the place allows.
    fn label(self, label: &str, room: f32) -> Self {
        self.line("label", label, room, 18.0)
    }

    /// A line of text with its size and the factor that makes it fit.
    fn line(self, slot: &str, text: &str, room: f32, largest: f32) -> Self {
        let fit = fit(text, room, largest);
        self.with(slot, text)
            .with(&format!("{slot}_size"), format!("{:.1}", fit.size))
            .with(&format!("{slot}_squeeze"), format!("{:.3}", fit.squeeze))
    }

    /// The big figures at the foot, made narrower when they are too wide.
    fn figures(self, figures: String) -> Self {
        let squeeze = squeezed(&figures, 33.0, 90.0);
        self.with("figures", figures).with("figures_squeeze", squeeze)
    }
}

fn both(cells: FaceRow, face: fn(FaceRow, bool) -> FaceSpec) -> Vec<FaceSpec> {
    let mut faces = vec![face(cells, false)];
    if cells.cell("steps") == "2" {
        faces.push(face(cells, true));
    }
    faces
}

fn land(cells: FaceRow, back: bool) -> FaceSpec {
    let symbol = format!("land-{}", cells.cell("kind"));
    let no_zoc = if cells.cell("zoc") == "no" { "o" } else { "" };
    cells
        .face(symbol, back)
        .label(cells.cell("label"), NAME)
        .with("size", cells.cell("size").to_uppercase())
        .with("no_zoc", no_zoc)
        .figures(joined(&[cells.on(back, "strength"), cells.on(back, "movement")]))
}

fn air(cells: FaceRow, back: bool) -> FaceSpec {
    let (strength, range) = (cells.on(back, "strength"), cells.on(back, "range"));
    let kind = cells.cell("kind");
    let quality = match cells.on(back, "quality") {
        "" => String::new(),
        quality if cells.has("bracketed") => format!("[{quality}]"),
        quality => quality.into(),
    };
    let quality_width = width(&quality, 29.0).min(34.0);
    let quality_x = if cells.has("circled") { 83.0 } else { 95.0 - quality_width / 2.0 };
    let (left, right) = (6.0 + width(strength, 33.0), 94.0 - width(range, 33.0));
    cells
        .face(format!("air-{kind}"), back)
        .label(cells.cell("label"), NAME)
        .with("type", kind)
        .with("quality_x", format!("{quality_x:.1}"))
        .with("quality_squeeze", squeezed(&quality, 29.0, 34.0))
        .with("quality", quality)
        .with("strength", strength)
        .with("strength_squeeze", squeezed(strength, 33.0, 40.0))
        .with("strength_width", format!("{:.1}", left - 6.0))
        .with("range", range)
        .with("range_squeeze", squeezed(range, 33.0, 40.0))
        .with("dash_x", format!("{:.1}", (left + right) / 2.0))
        .with("dash", if right - left > 9.0 { "-" } else { "" })
}

fn ship(cells: FaceRow, back: bool) -> FaceSpec {
    let kind = cells.cell("kind");
    let (gunnery, torpedo) = (cells.on(back, "gunnery"), cells.on(back, "torpedo"));
    let (armor, movement) = (cells.on(back, "armor"), cells.on(back, "movement"));
    let figures = match torpedo {
        "" => joined(&[gunnery, armor, movement]),
        // Without guns the torpedo stands first and needs no brackets.
        _ if gunnery.is_empty() => joined(&[torpedo, armor, movement]),
        _ => format!("{gunnery}({torpedo}){}", joined(&[armor, movement])),
    };
    cells
        .face(format!("ship-{kind}"), back)
        .label(cells.cell("label"), NAME)
        .with("type", kind)
        .with("capacity", cells.cell("capacity"))
        .figures(figures)
}

/// Those who command without fighting have a face for what they have done.
fn hq(cells: FaceRow, used: bool) -> FaceSpec {
    let figures = joined(&[cells.cell("rating"), cells.cell("radius")]);
    cells.face(String::new(), used).label(cells.cell("label"), NAME).figures(figures)
}

fn general(cells: FaceRow) -> Vec<FaceSpec> {
    let (strength, exploitation) = (cells.cell("strength"), cells.cell("exploitation"));
    let figures = joined(&[strength, exploitation]);
    let face =
        |used| cells.face(String::new(), used).label(cells.cell("label"), NAME).figures(figures.clone());
    if exploitation.is_empty() { vec![face(false)] } else { vec![face(false), face(true)] }
}

fn admiral(cells: FaceRow) -> Vec<FaceSpec> {
    let front = cells.face(String::new(), false).label(cells.cell("label"), NAME);
    if cells.cell("leads").is_empty() { vec![front] } else { vec![front, admiral_back(cells)] }
}

/// The letters of an Admiral stand on the back, so that the enemy sees a name only.
fn admiral_back(cells: FaceRow) -> FaceSpec {
    let leads: Vec<&str> = cells.cell("leads").split_whitespace().collect();
    // Up to three letters stand in one line, more in two.
    let top = if leads.len() > 3 { leads.len().div_ceil(2) } else { leads.len() };
    let (top, bottom) = (leads[..top].join(" "), leads[top..].join(" "));
    let squeeze = width(&top, 30.0).max(width(&bottom, 30.0)).max(90.0);
    cells
        .face(String::new(), false)
        .label(cells.cell("label"), NAME)
        .with("leads_squeeze", format!("{:.3}", 90.0 / squeeze))
        .with("leads_y", if bottom.is_empty() { "84" } else { "68" })
        .with("leads_top", top)
        .with("leads_bottom", bottom)
}

fn transport(cells: FaceRow) -> Vec<FaceSpec> {
    let movement = [cells.cell("armor"), cells.cell("movement")];
    let movement = movement.into_iter().filter(|figure| !figure.is_empty()).collect::<Vec<_>>().join("-");
    let face = |points: &str| {
        cells
            .face(format!("transport-{}", cells.cell("kind")), false)
            .label(cells.cell("label"), NAME)
            .with("points", points)
            .with("movement", movement.as_str())
            .with("range_squeeze", squeezed(&movement, 33.0, 54.0))
    };
    let back = cells.cell("back_points");
    if back.is_empty() {
        vec![face(cells.cell("points"))]
    } else {
        vec![face(cells.cell("points")), face(back)]
    }
}

fn special(cells: FaceRow) -> FaceSpec {
    let figures = [cells.cell("strength"), cells.cell("movement")].map(str::to_owned);
    cells
        .face(format!("land-{}", cells.cell("kind")), false)
        .label(cells.cell("label"), NAME)
        .figures(figures.join(" ").trim().into())
}

fn chit(cells: FaceRow) -> FaceSpec {
    let label = cells.cell("label");
    let shown = shown(cells);
    let (first, second) = two_lines(label);
    let mut face = cells.face(format!("chit-{shown}"), false);
    let mut as_shown = cells.row.clone();
    as_shown.insert("kind".into(), shown.into());
    face.colours = cells.design.signs(&as_shown).find_map(|sign| sign.colours.clone());
    face.chit = shown.into();
    face.with("label", label)
        .with("figures_squeeze", squeezed(label, 36.0, 88.0))
        .with("nation", cells.cell("nation"))
        .with("one_line", if second.is_empty() { "yes" } else { "" })
        .line("line1", first, NAME, 19.0)
        .line("line2", second, NAME, 19.0)
}

/// The kind that a chit shows: its own, or that of its back by the back's id without the nation.
fn shown(cells: FaceRow<'_>) -> &str {
    let back = cells.cell("back_id");
    if back.is_empty() || !cells.signs.iter().any(|sign| sign.as_back) {
        return cells.cell("kind");
    }
    let nation = format!("{}-", cells.cell("nation").to_lowercase());
    back.strip_prefix(&nation).unwrap_or(back)
}

/// A counter of any game: two faces when it has two steps or something else on its back.
fn plain_faces(cells: FaceRow) -> Vec<FaceSpec> {
    let says = |(heading, cell): (&String, &String)| {
        heading.starts_with("back_") && heading != "back_id" && !cell.trim().is_empty()
    };
    let two = cells.cell("steps") == "2" || cells.row.iter().any(says);
    let faces = [false, true].into_iter().take(if two { 2 } else { 1 });
    faces.map(|back| plain(cells, back)).collect()
}

fn plain(cells: FaceRow, back: bool) -> FaceSpec {
    let kind = cells.cell("kind");
    let label = match cells.cell("label") {
        "" => cells.cell("name"),
        label => label,
    };
    // What the back does not print again holds for both faces.
    let has_back = |slot: &str| cells.row.contains_key(&format!("back_{}", cells.heading(slot)));
    let figures = FIGURES.map(|slot| cells.on(back && has_back(slot), slot));
    let mut face = cells.face(format!("{}-{kind}", cells.design.family), back);
    face.word = kind.into();
    if cells.design.is_own() {
        for (heading, cell) in cells.row.iter().filter(|(heading, _)| !heading.starts_with("back_")) {
            let shown = if back && cells.row.contains_key(&format!("back_{heading}")) {
                cells.on(back, heading)
            } else {
                cell.trim()
            };
            face = face.with(heading, shown);
        }
        for slot in cells.design.slots.keys() {
            let heading = cells.heading(slot);
            let has_back = back && cells.row.contains_key(&format!("back_{heading}"));
            face = face.with(slot, cells.on(has_back, slot));
        }
    }
    for (slot, figure) in FIGURES.into_iter().zip(figures) {
        face = face.with(slot, figure);
    }
    face.label(label, NAME)
        .with("word_size", fitting(kind, 74.0, 17.0))
        .with("word_y", format!("{:.1}", 50.5 + 0.34 * text_size(kind, 74.0, 17.0)))
        .figures(joined(&figures))
}

/// The cells that are not empty, with hyphens between them.
fn joined(cells: &[&str]) -> String {
    let filled: Vec<&str> = cells.iter().copied().filter(|cell| !cell.is_empty()).collect();
    filled.join("-")
}

/// Breaks a long label at the space nearest its middle.
fn two_lines(label: &str) -> (&str, &str) {
    let middle = label.len() / 2;
    let space = label.match_indices(' ').map(|(at, _)| at).min_by_key(|at| at.abs_diff(middle));
    match space {
        Some(at) if label.len() > 8 => (&label[..at], &label[at + 1..]),
        _ => (label, ""),
    }
}

/// The font size at which a text fits a width, at most `largest`.
fn fitting(text: &str, room: f32, largest: f32) -> String {
    format!("{:.1}", text_size(text, room, largest))
}

fn text_size(text: &str, room: f32, largest: f32) -> f32 {
    (room / width(text, 1.0).max(0.1)).clamp(1.0, largest)
}

/// The factor that makes a text so narrow that it fits.
fn squeezed(text: &str, font_size: f32, room: f32) -> String {
    format!("{:.3}", (room / width(text, font_size).max(0.1)).clamp(0.05, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::{DESIGNS, PLAIN};

    fn row(cells: &str) -> Row {
        let pairs = cells.split(',').filter_map(|cell| cell.split_once('='));
        pairs.map(|(column, cell)| (column.into(), cell.into())).collect()
    }

    fn specs(template: &str, cells: &str) -> Vec<FaceSpec> {
        face_specs(&Design::new(template, "wagons"), &row(cells))
    }

    fn figures(template: &str, cells: &str) -> Vec<String> {
        specs(template, cells).iter().map(|face| face.values["figures"].clone()).collect()
    }

    #[test]
    fn land_units_show_strength_and_movement_on_both_faces() {
        let cells = "kind=infantry,strength=3,movement=1,back_strength=2,back_movement=1,steps=2";
        assert_eq!(figures("land", cells), ["3-1", "2-1"]);
        assert_eq!(figures("land", "kind=snlf,strength=1,movement=2,steps=1"), ["1-2"]);
    }

    #[test]
    fn ships_print_the_torpedo_in_brackets_after_the_gunnery() {
        assert_eq!(figures("ship", "kind=CL,gunnery=1,armor=7,movement=45"), ["1-7-45"]);
        assert_eq!(figures("ship", "kind=DD,gunnery=0,torpedo=3,armor=5,movement=41"), ["0(3)5-41"]);
        assert_eq!(figures("ship", "kind=kaiten,torpedo=1,armor=3,movement=1"), ["1-3-1"]);
    }

    fn sign(column: &str, words: &[&str], set: &[(&str, &str)]) -> CounterSign {
        let words = words.iter().map(|word| (*word).to_owned()).collect();
        let set = set.iter().map(|(slot, text)| ((*slot).to_owned(), (*text).to_owned())).collect();
        CounterSign { of: [(column.to_owned(), words)].into(), set, ..CounterSign::default() }
    }

    fn signed(template: &str, signs: Vec<CounterSign>) -> Design {
        Design { signs, ..Design::new(template, "wagons") }
    }

    #[test]
    fn a_sign_gives_some_counters_another_symbol_brackets_and_letters() {
        let heavy = CounterSign {
            symbol: Some("air-wide".into()),
            ..sign("traits", &["heavy"], &[("bracketed", "yes")])
        };
        let letters = [("radio", "R"), ("tank", "T")]
            .map(|(word, letter)| sign("traits", &[word], &[("carries", letter)]));
        let design = signed("air", std::iter::once(heavy).chain(letters).collect());
        let face = &face_specs(&design, &row("kind=B,quality=4,traits=heavy tank radio"))[0];
        assert_eq!((face.symbol.as_str(), face.values["quality"].as_str()), ("air-wide", "[4]"));
        assert_eq!(face.values["carries"], "RT", "in the order of the signs");
        let face = &face_specs(&design, &row("kind=B,quality=4"))[0];
        assert_eq!((face.symbol.as_str(), face.values["quality"].as_str()), ("air-B", "4"));
        assert_eq!(face.values.get("carries"), None);
    }

    #[test]
    fn a_sign_is_about_cells_that_hold_one_word_of_each_of_its_columns() {
        let mut both = sign("kind", &["ox cart", "mule"], &[]);
        both.of.insert("service".into(), vec!["mail".into()]);
        assert!(both.is_of(&row("kind=ox cart,service=mail")));
        assert!(!both.is_of(&row("kind=ox,service=mail")) && !both.is_of(&row("kind=mule")));
    }

    #[test]
    fn admirals_show_their_letters_on_the_back_only() {
        let faces = specs("admiral", "label=Lee,leads=L1 S2");
        assert_eq!(faces.len(), 2);
        assert_eq!(
            (faces[0].values.get("leads_top"), faces[1].values["leads_top"].as_str()),
            (None, "L1 S2")
        );
    }

    #[test]
    fn a_text_of_a_sign_takes_the_place_of_the_drawings_own() {
        let design = signed("ship", vec![sign("kind", &["raft"], &[("type", "")])]);
        let kind = |cells: &str| face_specs(&design, &row(cells))[0].values["type"].clone();
        assert_eq!((kind("kind=raft").as_str(), kind("kind=BB").as_str()), ("", "BB"));
    }

    #[test]
    fn a_chit_that_shows_its_back_has_symbol_and_colours_of_that_kind() {
        let colours = ["#cfc7b4", "#1a160c"].map(str::to_owned);
        let fort = CounterSign { colours: Some(colours.clone()), ..sign("kind", &["hill-fort"], &[]) };
        let scaffold = CounterSign { as_back: true, ..sign("kind", &["scaffold"], &[("building", "yes")]) };
        let design = signed("chit", vec![fort, scaffold]);
        let cells = "id=jp-hill-fort-begun,kind=scaffold,nation=JP,label=HILL FORT,back_id=jp-hill-fort";
        let face = &face_specs(&design, &row(cells))[0];
        assert_eq!((face.symbol.as_str(), face.chit.as_str()), ("chit-hill-fort", "hill-fort"));
        assert_eq!((&face.colours, face.values["building"].as_str()), (&Some(colours), "yes"));
        let face = &face_specs(&design, &row("kind=flag,label=FLAG,back_id=jp-hill-fort"))[0];
        assert_eq!((face.symbol.as_str(), &face.colours), ("chit-flag", &None));
    }

    #[test]
    fn a_sign_may_name_another_of_our_drawings_or_another_picture_for_the_same_slots() {
        let with =
            |template: &str| CounterSign { template: Some(template.into()), ..sign("kind", &["boss"], &[]) };
        let faces = face_specs(&signed("general", vec![with("hq")]), &row("kind=boss,rating=3,radius=4"));
        assert_eq!((faces.len(), faces[0].template.as_str()), (2, "hq"));
        assert_eq!(faces[0].values["figures"], "3-4");
        let faces = face_specs(&signed("chit", vec![with("banner")]), &row("kind=boss,label=BOSS"));
        assert_eq!((faces[0].template.as_str(), faces[0].values["line1"].as_str()), ("banner", "BOSS"));
    }

    #[test]
    fn a_plain_counter_shows_its_name_its_kind_and_up_to_three_figures() {
        let mut design = Design::new(PLAIN, "wagons");
        design.slots = [("first", "load"), ("second", "speed")].map(|(a, b)| (a.into(), b.into())).into();
        let faces =
            face_specs(&design, &row("name=Ox cart,kind=cart,load=8,back_load=4,speed=2,back_speed=1"));
        let seen: Vec<(&str, &str, &str)> = faces
            .iter()
            .map(|face| (face.values["label"].as_str(), face.word.as_str(), face.values["figures"].as_str()))
            .collect();
        assert_eq!(seen, [("Ox cart", "cart", "8-2"), ("Ox cart", "cart", "4-1")]);
        assert_eq!(faces[0].symbol, "wagons-cart");
        assert_eq!(specs(PLAIN, "name=Ox cart,kind=cart,steps=1").len(), 1);
    }

    #[test]
    fn a_template_of_the_users_own_gets_every_column_of_the_face() {
        let faces = specs("mine", "label=Ox,kind=cart,load=8,back_load=4,driver=Ann");
        let slots = |face: &FaceSpec| ["load", "driver"].map(|slot| face.values[slot].clone());
        assert_eq!(slots(&faces[0]), ["8", "Ann"]);
        assert_eq!(slots(&faces[1]), ["4", "Ann"]);
    }

    #[test]
    fn a_column_of_another_name_fills_a_slot_of_our_drawings() {
        let mut design = Design::new("land", "foot");
        design.slots.insert("strength".into(), "fire".into());
        let faces =
            face_specs(&design, &row("kind=infantry,fire=5,back_fire=2,movement=4,back_movement=3,steps=2"));
        let figures: Vec<&str> = faces.iter().map(|face| face.values["figures"].as_str()).collect();
        assert_eq!(figures, ["5-4", "2-3"]);
    }

    #[test]
    fn empty_rows_and_odd_text_make_faces_too() {
        for design in
            DESIGNS.iter().map(|(name, _)| Design::new(*name, "odd")).chain([Design::new("mine", "odd")])
        {
            assert!(!face_specs(&design, &Row::new()).is_empty());
            let odd: Row =
                ["label", "kind", "strength", "leads"].map(|c| (c.into(), "é\u{1F600} ".repeat(40))).into();
            assert!(!face_specs(&design, &odd).is_empty());
        }
    }
}
