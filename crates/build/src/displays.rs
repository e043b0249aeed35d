//! The boards of windows as they are printed: whose box it is, what belongs in it, the numbers of its track.

use std::collections::{BTreeMap, BTreeSet};

use liege_art::counter::Styles;
use liege_art::display::{Display, PrintedBox, PrintedPlace, Shows, Silhouette};
use liege_art::face::face_specs;
use liege_rules::data::fault::{DataFault, did_you_mean, line_that};
use liege_rules::data::schedule::{Season, SeasonTurn};
use liege_rules::game::pack::Pack;

use super::drops::{Drops, SPACING};
use super::order_of_battle::season_places;
use super::trays::tray_places;
use super::window::{Layout, Window};
use super::{CounterRow, Data, tracks};

/// What all displays of a game are made of.
pub struct Displays<'a> {
    data: &'a Data,
    styles: &'a Styles,
    drops: Drops,
    /// The silhouette of every counter, by id.
    silhouettes: BTreeMap<&'a str, Silhouette>,
}

impl<'a> Displays<'a> {
    /// What the displays of these data need.
    pub fn new(data: &'a Data, styles: &'a Styles) -> Self {
        let drops = Drops::new(&data.layout, &data.pack);
        let rows = data.rows.all().iter();
        let silhouettes = rows.map(|row| (row.cell("id"), silhouette(row, styles))).collect();
        Self { data, styles, drops, silhouettes }
    }

    /// The display of a window.
    pub fn of(&self, window: &Window) -> Display<'a> {
        let panel = window.panel();
        let boxes = panel.boxes.iter().enumerate().map(|(index, title)| self.printed(window, index, title));
        Display {
            boxes: boxes.collect(),
            subtitle: window.subtitle.clone(),
            symbols: &self.data.templates,
            panel,
        }
    }

    fn printed(&self, window: &Window, index: usize, title: &str) -> PrintedBox {
        let nation = window.flags.get(title).or_else(|| window.nations.first());
        let style = nation.and_then(|code| self.styles.nations.iter().find(|style| style.code == *code));
        let mut printed = style.map(PrintedBox::of_nation).unwrap_or_default();
        if printed.colours.is_none() {
            printed.colours = self.season_colours(title);
        }
        printed.note = window.notes.get(title).cloned().unwrap_or_default();
        printed.spacing = SPACING;
        printed.marks = self.marks(window, index, title);
        printed
    }

    /// The colours of a box of the Turn Track or of the order of battle.
    fn season_colours(&self, title: &str) -> Option<[String; 3]> {
        let own = self.data.layout.order_of_battle.as_ref()?;
        let at = |boxes: &[String]| boxes.iter().position(|name| name == title);
        let month = || at(&own.month_boxes).map(|month| month / 3);
        let named = || Season::ALL.iter().position(|season| title.split(' ').nth(1) == Some(season.name()));
        let season = at(&own.season_boxes).or_else(month).or_else(named)?;
        own.season_colours.get(season).cloned()
    }

    /// What is printed at the places of a box.
    fn marks(&self, window: &Window, index: usize, title: &str) -> Vec<PrintedPlace> {
        let panel = window.panel();
        let tray = window.trays.is_some();
        let places = if tray { tray_places(&panel, index) } else { panel.places(index, SPACING) };
        let across = panel.places_across(index, SPACING) as usize;
        let layout = &self.data.layout;
        let mut shown: BTreeMap<usize, Shows> = BTreeMap::new();
        let mut belongs = |number: usize, id: &str| {
            let counter = self.silhouettes.get(id).cloned().unwrap_or_default();
            shown.insert(number, Shows::Counter(counter));
        };
        let own: Vec<(&str, usize)> = self.drops.in_box(title).collect();
        let different: BTreeSet<usize> = own.iter().map(|(_, number)| *number).collect();
        // Where counters share places, none of them is expected there more than another.
        if different.len() == own.len() {
            own.iter().for_each(|(id, number)| belongs(*number, id));
        }
        if layout.order_of_battle.as_ref().is_some_and(|own| own.window == window.name)
            && let Some(season) = season_of(title)
        {
            let expected = season_places(&self.data.pack, season, across);
            expected.iter().for_each(|place| belongs(place.number, place.id));
        }
        if !window.symbol.is_empty() {
            let colours = window
                .nations
                .first()
                .and_then(|code| self.styles.nations.iter().find(|style| style.code == *code));
            let colours =
                colours.map(|style| [style.background.clone(), style.text.clone()]).unwrap_or_default();
            let symbol = format!("symbols/{}", window.symbol);
            let ship = Silhouette { colours, symbol, framed: false, label: String::new() };
            shown.extend((0..places.len()).map(|number| (number, Shows::Counter(ship.clone()))));
        }
        if let Some(track) = tracks::in_box(&layout.track, title) {
            shown.extend(
                (1..=track.numbers).map(|number| (across + number as usize - 1, Shows::Number(number))),
            );
        }
        let marks = places.into_iter().enumerate();
        marks
            .map(|(number, at)| PrintedPlace { at, shows: shown.remove(&number).unwrap_or(Shows::Outline) })
            .collect()
    }
}

/// The season of a box of the order of battle, by its title.
fn season_of(title: &str) -> Option<SeasonTurn> {
    let (year, name) = title.split_once(' ')?;
    let season = Season::ALL.into_iter().find(|season| season.name() == name)?;
    Some(SeasonTurn { year: year.parse().ok()?, season })
}

/// The silhouette of a counter; one without a symbol has the emblem of its nation.
fn silhouette(row: &CounterRow, styles: &Styles) -> Silhouette {
    let Some(face) = face_specs(&row.design, &row.cells).into_iter().next() else {
        return Silhouette::default();
    };
    let style = styles.nations.iter().find(|style| style.code == face.nation);
    let paper = liege_art::counter::PAPER.map(str::to_owned);
    let colours = match style {
        Some(style) => [style.background.clone(), style.text.clone()],
        None => face.colours.clone().unwrap_or(paper),
    };
    let symbol = match (face.symbol.as_str(), style) {
        ("", Some(style)) => format!("emblems/{}", style.emblem),
        (name, _) => format!("symbols/{name}"),
    };
    Silhouette { colours, symbol, framed: face.template == "land", label: row.cell("label").to_owned() }
}

/// Boxes and nations that windows name and nothing knows, with their lines.
pub(super) fn faults(path: &str, text: &str, layout: &Layout, pack: &Pack) -> Vec<DataFault> {
    let mut faults = Vec::new();
    for window in &layout.window {
        let titles = window.titles();
        let mut fault = |word: &str, what: &str, near: String| {
            let line = line_that(text, |line| line.contains(&format!("\"{word}\"")));
            let told = format!("the window \"{}\": unknown {what} \"{word}\"{near}", window.name);
            faults.push(DataFault::at(path, line, told));
        };
        let named =
            window.flags.keys().chain(window.notes.keys()).chain(window.jumps.iter().map(|[_, to]| to));
        for name in named.filter(|name| !titles.contains(name)) {
            fault(name, "box", did_you_mean(name, titles.iter().map(String::as_str)));
        }
        for code in window.flags.values().filter(|code| !pack.nations.contains_key(*code)) {
            fault(code, "nation", did_you_mean(code, pack.nations.keys().map(String::as_str)));
        }
    }
    faults
}
