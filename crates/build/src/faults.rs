//! What is wrong with a game's data where one file takes words from another: nations of hexes, places of labels, counters of scenarios, pictures of counters.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use liege_art::contrast::{self, contrast};
use liege_art::counter::{CounterArt, CounterError, NationStyle, Styles};
use liege_art::design::{self, DESIGNS, PLAIN};
use liege_art::face::face_specs;
use liege_art::template::Template;
use liege_rules::data::Files;
use liege_rules::data::catalogue::families::Family;
use liege_rules::data::fault::{DataFault, did_you_mean, line_that, toml_fault};
use liege_rules::data::table::Table;
use liege_rules::game::pack::Pack;
use liege_rules::position::notation;
use liege_rules::position::places::Hex;
use liege_rules::position::situation::from_scenario;

use super::states;
use super::window::Layout;
use super::{CounterRow, Read};

/// The hexes and the points of the labels.
pub(super) fn of_map(game: &str, pack: &Pack, read: Read<'_>) -> Vec<DataFault> {
    let mut faults = Vec::new();
    let path = format!("maps/{game}/labels.csv");
    if let Some(text) = read(&path) {
        for row in Table::read(&path, &text, &["hex", "kind", "name", "x", "y"], &mut faults).rows() {
            match row.text("hex").parse::<Hex>() {
                // The name of a land or an ocean may stand beyond the edge.
                _ if row.text("kind") != "town" => {}
                Ok(hex) if pack.map.grid.has(hex) => {}
                Ok(hex) => faults.push(row.fault("hex", format!("no sheet prints {hex}"))),
                Err(message) => faults.push(row.fault("hex", message)),
            }
            for column in ["x", "y"] {
                let text = row.text(column);
                if !text.parse::<f64>().is_ok_and(f64::is_finite) {
                    faults.push(row.fault(column, format!("expected a number, found \"{text}\"")));
                }
            }
        }
    }
    faults
}

/// The words of `[pieces]` that the module's file and the templates must have.
pub(super) fn of_outfit(
    pack: &Pack,
    layout: &Layout,
    pictures: &BTreeMap<String, String>,
    read: Read<'_>,
) -> Vec<DataFault> {
    let path = format!("rules/{}/pack.toml", pack.game);
    let text = read(&path).unwrap_or_default();
    let line = |word: &str| {
        let word = format!("\"{word}\"");
        text.lines().position(|line| line.contains(&word)).map_or(0, |at| at as u64 + 1)
    };
    let mut faults = Vec::new();
    for stratum in &pack.terms.outfit.strata {
        let layer = &stratum.layer;
        if !layout.layers.contains(layer) {
            let near = did_you_mean(layer, layout.layers.iter().map(String::as_str));
            let told = format!("`layers` of module.toml has no \"{layer}\"{near}");
            faults.push(DataFault::at(&path, line(layer), told));
        }
    }
    for overlay in states::overlays(&pack.terms) {
        if !pictures.contains_key(&format!("overlays/{overlay}")) {
            let known = pictures.keys().filter_map(|name| name.strip_prefix("overlays/"));
            let near = did_you_mean(overlay, known);
            let told = format!("templates/overlays/{overlay}.svg is missing{near}");
            faults.push(DataFault::at(&path, line(overlay), told));
        }
    }
    faults.extend(of_trays(pack, layout).map(|told| DataFault::at(&path, line("pieces.tray"), told)));
    faults
}

/// Sides whose alliance no nation has; a side that only looks on names none.
pub(super) fn of_sides(path: &str, text: &str, layout: &Layout, pack: &Pack) -> Vec<DataFault> {
    let known: BTreeSet<&str> = pack.nations.values().map(|nation| nation.alliance.as_str()).collect();
    let named = layout.side.iter().filter_map(|side| Some((side, side.alliance.as_deref()?)));
    let unknown = named.filter(|(_, alliance)| !known.is_empty() && !known.contains(alliance));
    let told = unknown.map(|(side, alliance)| {
        let word = format!("\"{alliance}\"");
        let line = line_that(text, |line| line.contains("alliance") && line.contains(&word));
        let near = did_you_mean(alliance, known.iter().copied());
        let told = format!("the side \"{}\": no nation in nations.toml has the side {word}{near}", side.name);
        DataFault::at(path, line, told)
    });
    told.collect()
}

/// Battles of the tour whose save would take the place of a set-up's or of another battle's.
pub(super) fn of_tour(path: &str, text: &str, layout: &Layout) -> Vec<DataFault> {
    let mut taken: BTreeSet<&str> = layout.scenario.iter().map(|scenario| scenario.file.as_str()).collect();
    let saves = layout.tour.iter().flat_map(|tour| &tour.battle).map(|battle| battle.save());
    let saves: Vec<String> = saves.collect();
    let twice = saves.iter().filter(|save| !taken.insert(save.as_str()));
    let told = twice.map(|save| {
        let name = save.trim_end_matches(".vsav");
        let line = line_that(text, |line| line.starts_with("file") && line.contains(&format!("\"{name}\"")));
        DataFault::at(
            path,
            line,
            format!("the tour would write {save} twice; give the battle another `file`"),
        )
    });
    told.collect()
}

/// While the list of tables is faulty no counter is known, and what names one is not wrong for that.
pub(super) fn leave_out_what_follows(families: &str, game: &str, faults: &mut Vec<DataFault>) {
    if !faults.iter().any(|fault| fault.file == families) {
        return;
    }
    let set_ups = format!("oob/{game}/");
    let rules = ["checks.toml", "selectors.toml", "pack.toml"].map(|name| format!("rules/{game}/{name}"));
    faults.retain(|fault| !fault.file.starts_with(&set_ups) && !rules.contains(&fault.file));
}

/// What a window with trays needs of `[pieces.tray]`.
fn of_trays(pack: &Pack, layout: &Layout) -> Option<String> {
    let window = layout.window.iter().find(|window| window.trays.is_some())?;
    let lacks = |what: &str| Some(format!("the window \"{}\" has trays, but {what}", window.name));
    let Some(tray) = &pack.terms.tray else {
        return lacks("the pack has no [pieces.tray] to describe what is in them");
    };
    if tray.window.is_empty() || tray.gathers.is_empty() {
        return lacks("[pieces.tray] lacks the Marker of the `window` and the sum that a chit `gathers`");
    }
    let berth = tray.berth.as_ref()?;
    let layer = pack.terms.layers.iter().find(|layer| layer.name == *berth)?;
    (layer.levels.len() != 2)
        .then(|| format!("`berth` needs a Layer of two levels; \"{berth}\" has {}", layer.levels.len()))
}

/// The situations of the scenarios: their words, counters, places and hexes.
pub(super) fn of_scenarios(pack: &Pack, game: &str, texts: &BTreeMap<String, String>) -> Vec<DataFault> {
    let pack = Arc::new(pack.clone());
    let mut faults = Vec::new();
    // Lines of a tour are laid over a scenario and are no situation by themselves.
    for (name, text) in texts.iter().filter(|(name, _)| !name.starts_with("tour/")) {
        let file = format!("oob/{game}/scenarios/{name}");
        let (scenario, own) = notation::read(&file, text, &pack.terms.words);
        faults.extend(own);
        faults.extend(from_scenario(&pack, &file, &scenario).1);
    }
    faults
}

/// The templates of the counters: ours, and a user's own of the same path or for a symbol or emblem of the data.
pub(super) fn templates(
    files: &dyn Files,
    families: &[Family],
    rows: &[CounterRow],
    nations: &str,
    pack: Option<&Pack>,
) -> BTreeMap<String, String> {
    let mut found = files.templates();
    let mut wanted: BTreeSet<String> = found.keys().cloned().collect();
    for family in families {
        wanted.extend(super::design(family).templates().into_iter().map(str::to_owned));
    }
    for row in rows {
        for face in face_specs(&row.design, &row.cells) {
            wanted.insert(format!("symbols/{}", face.symbol));
        }
    }
    let overlays = pack.into_iter().flat_map(|pack| states::overlays(&pack.terms));
    wanted.extend(overlays.map(|overlay| format!("overlays/{overlay}")));
    let styles = Styles::from_toml(nations).unwrap_or_default();
    wanted.extend(styles.nations.iter().map(|style| format!("emblems/{}", style.emblem)));
    for name in wanted {
        if let Ok(text) = files.text(&format!("templates/{name}.svg")) {
            found.insert(name, text.to_owned());
        }
    }
    found
}

/// The templates that families name, the slots that they fill, and the colours of their signs.
pub(super) fn of_families(
    path: &str,
    families: &[Family],
    pictures: &BTreeMap<String, String>,
) -> Vec<DataFault> {
    let mut faults = Vec::new();
    for family in families {
        let design = super::design(family);
        let mut fault = |told: String| faults.push(DataFault::at(path, family.line, told));
        let mut slots = BTreeSet::new();
        let mut unknown = Vec::new();
        for template in design.templates() {
            match slots_of(template, pictures) {
                Some(own) => slots.extend(own),
                None => unknown.push(unknown_template(&family.id, template)),
            }
        }
        let known = unknown.is_empty();
        unknown.into_iter().for_each(&mut fault);
        for slot in family.slots.keys().filter(|slot| known && !slots.contains(*slot)) {
            let near = did_you_mean(slot, slots.iter().map(String::as_str));
            let expected = slots.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
            fault(format!(
                "{}: slots: the template {} has no slot \"{slot}\", expected one of {expected}{near}",
                family.id, design.template
            ));
        }
        for [field, text] in family.sign.iter().filter_map(|sign| sign.colours.as_ref()) {
            let told = match contrast::contrast(field, text) {
                None => format!("expected two colours such as #a0b1c2, found \"{field}\" and \"{text}\""),
                Some(found) if found < contrast::TEXT => format!(
                    "{text} on {field} has a contrast of {found:.1} to 1, expected at least {}",
                    contrast::TEXT
                ),
                Some(_) => continue,
            };
            fault(format!("{}: sign: colours: {told}", family.id));
        }
    }
    faults
}

/// The slots of a template, ours or a user's own; none where there is no such template.
fn slots_of(template: &str, pictures: &BTreeMap<String, String>) -> Option<BTreeSet<String>> {
    let of_ours = |name: &str| {
        let slots = DESIGNS.iter().filter(|(own, _)| *own == name).flat_map(|(_, slots)| *slots);
        slots.map(|slot| (*slot).to_owned()).collect::<BTreeSet<_>>()
    };
    if design::is_ours(template) {
        return Some(of_ours(template));
    }
    let text = pictures.get(template).filter(|_| !template.contains('/'))?;
    let mut slots = of_ours(PLAIN);
    slots.extend(Template::parse(template, text).iter().flat_map(Template::slots).map(str::to_owned));
    Some(slots)
}

fn unknown_template(family: &str, template: &str) -> String {
    let ours = || DESIGNS.iter().map(|(name, _)| *name);
    let near = did_you_mean(template, ours());
    let known = ours().collect::<Vec<_>>().join(", ");
    format!(
        "{family}: unknown template \"{template}\", expected one of {known} or a drawing of your own, \
         templates/{template}.svg{near}"
    )
}

/// Signs that no counter of their family has.
pub(super) fn unseen_signs(path: &str, families: &[Family], rows: &[CounterRow]) -> Vec<DataFault> {
    let mut told = Vec::new();
    for family in families {
        let own: Vec<&CounterRow> = rows.iter().filter(|row| row.family == family.id).collect();
        let design = super::design(family);
        let unseen = design.signs.iter().filter(|sign| !own.iter().any(|row| sign.is_of(&row.cells)));
        for sign in unseen {
            let of = sign.of.iter().map(|(column, words)| format!("{column} {}", words.join(" or ")));
            let of = of.collect::<Vec<_>>().join(" and ");
            told.push(DataFault::at(
                path,
                family.line,
                format!("{}: no counter has the sign of {of}", family.id),
            ));
        }
    }
    told
}

/// The looks of the nations and the pictures that rows and nations ask for.
pub(super) fn of_pictures(
    game: &str,
    rows: &[CounterRow],
    nations: &str,
    pictures: &BTreeMap<String, String>,
) -> Vec<DataFault> {
    let path = format!("rules/{game}/nations.toml");
    let styles = match Styles::from_toml(nations) {
        Ok(styles) => styles,
        Err(error) => return vec![toml_fault(&path, nations, &error)],
    };
    let mut faults = of_styles(&path, nations, &styles, pictures);
    let known: BTreeSet<String> = styles.nations.iter().map(|style| style.code.clone()).collect();
    let art = match CounterArt::new(pictures, styles, liege_art::templates::fonts()) {
        Ok(art) => art,
        Err(error) => {
            faults.push(DataFault::at("templates", 0, error.to_string()));
            return faults;
        }
    };
    for row in rows.iter().filter(|row| row.cell("nation").is_empty() || known.contains(row.cell("nation"))) {
        let Err(error) = art.faces(&row.design, &row.cells) else { continue };
        // A missing emblem is told at its nation, a missing template at its family.
        if let CounterError::Missing { picture, .. } = &error
            && !picture.starts_with("emblems/")
            && !row.design.templates().contains(picture.as_str())
        {
            let file = |name: &str| format!("templates/{name}.svg");
            let near = did_you_mean(picture, pictures.keys().map(String::as_str));
            let told = format!("the template {} is missing{near}", file(picture));
            faults.push(row.fault("kind", told));
        }
    }
    faults
}

fn of_styles(path: &str, text: &str, styles: &Styles, pictures: &BTreeMap<String, String>) -> Vec<DataFault> {
    let mut faults = Vec::new();
    let mut codes = BTreeSet::new();
    for style in &styles.nations {
        let at = |key: &str, value: &str| line_of(text, &style.code, key, value);
        if !codes.insert(style.code.as_str()) {
            let told = format!("duplicate nation \"{}\"", style.code);
            faults.push(DataFault::at(path, at("code", &style.code), told));
        }
        let colours = [("background", &style.background), ("text", &style.text), ("accent", &style.accent)];
        for (key, colour) in colours {
            let digits = colour.strip_prefix('#').filter(|digits| digits.len() == 6);
            if !digits.is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit())) {
                let told = format!("{key}: expected a colour such as #a0b1c2, found \"{colour}\"");
                faults.push(DataFault::at(path, at(key, colour), told));
            }
        }
        faults.extend(of_contrast(style).into_iter().map(|(key, told)| {
            let value = if key == "text" { &style.text } else { &style.accent };
            DataFault::at(path, at(key, value), told)
        }));
        let emblem = format!("emblems/{}", style.emblem);
        if !pictures.contains_key(&emblem) {
            let emblems = pictures.keys().filter_map(|name| name.strip_prefix("emblems/"));
            let near = did_you_mean(&style.emblem, emblems);
            let told = format!("emblem: the template templates/{emblem}.svg is missing{near}");
            faults.push(DataFault::at(path, at("emblem", &style.emblem), told));
        }
    }
    faults
}

/// Colours of a nation that nobody could tell from the field they stand on, by their key.
fn of_contrast(style: &NationStyle) -> Vec<(&'static str, String)> {
    let fields = [("front", style.background.clone()), ("reduced face", style.reduced_field())];
    let marks = [("text", &style.text, contrast::TEXT), ("accent", &style.accent, contrast::MARK)];
    let mut faults = Vec::new();
    for (key, colour, least) in marks {
        let low = fields.iter().find_map(|(face, field)| {
            let found = contrast(colour, field).filter(|found| *found < least)?;
            Some((face, field, found))
        });
        if let Some((face, field, found)) = low {
            let told = format!(
                "{key}: {colour} on the field {field} of the {face} has a contrast of {found:.1} to 1, expected at \
                 least {least}; use a darker {key} or a lighter background"
            );
            faults.push((key, told));
        }
    }
    faults
}

/// Kinds of chits that no template draws: such a chit bears its words alone.
pub(super) fn unpictured(rows: &[CounterRow], pictures: &BTreeMap<String, String>) -> Vec<DataFault> {
    let known = || pictures.keys().filter_map(|name| name.strip_prefix("symbols/chit-"));
    let mut told = Vec::new();
    let mut kinds = BTreeSet::new();
    for row in rows {
        for kind in face_specs(&row.design, &row.cells).into_iter().map(|face| face.chit) {
            let is_drawn = kind.is_empty() || known().any(|drawn| drawn == kind);
            if is_drawn || !kinds.insert(kind.clone()) {
                continue;
            }
            let near = did_you_mean(&kind, known());
            told.push(row.fault(
                "kind",
                format!(
                    "templates/symbols/chit-{kind}.svg is missing, so the chit has only its words; draw that \
                     template or use a kind that has one{near}"
                ),
            ));
        }
    }
    told
}

/// The line of `key = "value"` in the table of a nation; 0 when it is written another way.
fn line_of(text: &str, code: &str, key: &str, value: &str) -> u64 {
    let is = |line: &str, key: &str, value: &str| {
        line.split_once('=').is_some_and(|(left, right)| {
            left.trim() == key && right.trim().trim_start_matches('"').starts_with(value)
        })
    };
    let mut is_own = false;
    line_that(text, |line| {
        is_own |= is(line, "code", code);
        is_own && is(line, key, value)
    })
}
