//! The data of a game from its files, with all that is wrong in them.

use std::collections::BTreeMap;
use std::sync::Arc;

use liege_rules::data::Files;
use liege_rules::data::catalogue::families;
use liege_rules::data::fault::{DataFault, read_toml};
use liege_rules::game::Game;
use liege_rules::game::pack::Pack;
use liege_rules::game::unused;

use super::rows::CounterRows;
use super::sheet::{self, Sheets};
use super::window::Layout;
use super::{
    BuildError, Data, Read, charts, decks, dials, displays, drops, faults, need, order_of_battle, pictures,
    tracks, unlisted,
};

/// For what faults data are looked through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scrutiny {
    /// For all that may be wrong or of no use.
    OfAll,
    /// For none but files that do not read.
    OfNothing,
}

impl Data {
    /// Reads the data of a game; on any fault the list of all of them.
    ///
    /// # Errors
    /// Everything that is wrong in its files.
    pub fn load(own: &dyn Game, files: &dyn Files) -> Result<Self, Vec<BuildError>> {
        let (pack, faults) = Pack::load_all(own.id(), &|path| files.text(path).ok().map(str::to_owned));
        Self::read(own, files, pack.map(Arc::new), faults, Scrutiny::OfAll)
    }

    /// The same of the data that come with the program, whose pack is read and in which nothing can be wrong.
    ///
    /// # Errors
    /// A file of it does not read.
    pub fn of_shipped(own: &dyn Game, files: &dyn Files, pack: Arc<Pack>) -> Result<Self, Vec<BuildError>> {
        Self::read(own, files, Some(pack), Vec::new(), Scrutiny::OfNothing)
    }

    fn read(
        own: &dyn Game,
        files: &dyn Files,
        pack: Option<Arc<Pack>>,
        mut faults: Vec<DataFault>,
        scrutiny: Scrutiny,
    ) -> Result<Self, Vec<BuildError>> {
        let game = own.id();
        let read: Read<'_> = &|path| files.text(path).ok().map(str::to_owned);
        let mut layout = layout(game, read, &mut faults);
        if let (Some(pack), Some(layout)) = (&pack, &mut layout) {
            unlisted::add(layout, pack, files, &mut faults);
            order_of_battle::add_window(layout, pack, &mut faults);
            drops::make_room(layout, pack);
        }
        if let (Scrutiny::OfAll, Some(pack), Some(layout)) = (scrutiny, &pack, &layout) {
            faults.extend(sheet::view_faults(layout, pack, read));
            let path = format!("maps/{game}/module.toml");
            let text = read(&path).unwrap_or_default();
            faults.extend(faults::of_sides(&path, &text, layout, pack));
            faults.extend(faults::of_tour(&path, &text, layout));
            faults.extend(decks::faults(&path, &text, layout, pack));
            faults.extend(dials::faults(&path, &text, layout, pack));
            faults.extend(displays::faults(&path, &text, layout, pack));
            faults.extend(tracks::faults(&path, &text, layout, pack));
        }
        let sheets = Sheets::load(game, files, &mut faults);
        let nations = read(&format!("rules/{game}/nations.toml"));
        let mut scenarios = BTreeMap::new();
        for (folder, name, key) in layout.iter().flat_map(texts) {
            let text = need(&format!("oob/{game}/{folder}/{name}"), SET_UP, read, &mut faults);
            scenarios.extend(text.map(|text| (key, text)));
        }
        let map_files = pictures::MAP_FILES
            .iter()
            .filter_map(|name| Some(((*name).to_owned(), read(&format!("maps/{game}/{name}"))?)))
            .collect();
        let families_path = families::path(game);
        let families = read(&families_path)
            .map(|text| families::read(&families_path, &text, &mut Vec::new()))
            .unwrap_or_default();
        let rows = CounterRows::of(game, &families, read);
        let tables = layout.as_ref().map(|layout| charts::read_tables(game, layout, read, &mut faults));
        let pages = layout.iter().flat_map(|layout| &layout.help);
        let help = pages.filter_map(|page| {
            let text = need(&format!("maps/{game}/help/{}", page.file), HELP, read, &mut faults)?;
            Some((page.file.clone(), text))
        });
        let help = help.collect();
        let flags = nations.as_deref().unwrap_or_default();
        let templates = match scrutiny {
            Scrutiny::OfAll => faults::templates(files, &families, rows.all(), flags, pack.as_deref()),
            // No folder of a user's is beside them.
            Scrutiny::OfNothing => files.templates(),
        };
        if scrutiny == Scrutiny::OfAll {
            faults.extend(faults::of_families(&families_path, &families, &templates));
            // Without the file the pack has told so.
            faults.extend(
                nations.iter().flat_map(|text| faults::of_pictures(game, rows.all(), text, &templates)),
            );
        }
        if let (Scrutiny::OfAll, Some(pack)) = (scrutiny, &pack) {
            faults.extend(faults::of_map(game, pack, read));
            faults.extend(layout.iter().flat_map(|layout| faults::of_outfit(pack, layout, &templates, read)));
            faults.extend(faults::of_scenarios(pack, game, &scenarios));
            faults.extend(own.faults(pack, read));
        }
        match (pack, layout, sheets) {
            (Some(pack), Some(layout), Some(sheets)) if faults.is_empty() => {
                let tables = tables.unwrap_or_default();
                let mut unused = Vec::new();
                if scrutiny == Scrutiny::OfAll {
                    let ours: Read<'_> = &|path| {
                        let text = std::str::from_utf8(files.original(path)?).ok()?;
                        Some(text.trim_start_matches('\u{feff}').to_owned())
                    };
                    unused.extend(faults::unpictured(rows.all(), &templates));
                    unused.extend(faults::unseen_signs(&families_path, &families, rows.all()));
                    unused.extend(unused::of(&pack, own.choices(), read, ours));
                    unused.extend(own.unused(read));
                    unused.sort();
                }
                Ok(Data {
                    pack,
                    layout,
                    rows,
                    nations: nations.unwrap_or_default(),
                    templates,
                    map_files,
                    scenarios,
                    tables,
                    help,
                    scans: BTreeMap::new(),
                    sheets,
                    is_shipped: scrutiny == Scrutiny::OfNothing,
                    unused,
                })
            }
            _ => {
                faults::leave_out_what_follows(&families_path, game, &mut faults);
                // One file may be read for two purposes.
                faults.sort();
                faults.dedup();
                Err(faults.into_iter().map(BuildError::from).collect())
            }
        }
    }
}

/// What stands in the texts that `module.toml` names.
const SET_UP: &str = "module.toml names it as a set-up or as part of the tour";
const HELP: &str = "module.toml names it as a page of the help menu";

fn layout(game: &str, read: Read<'_>, faults: &mut Vec<DataFault>) -> Option<Layout> {
    let path = format!("maps/{game}/module.toml");
    let text = need(&path, "the name of its module, sides, windows and dice", read, faults)?;
    read_toml(&path, &text, faults)
}

/// The texts that a module's scenarios and tour need: folder below `oob/<game>`, file name, and name in the data.
fn texts(layout: &Layout) -> Vec<(&'static str, String, String)> {
    let scenarios = layout.scenario.iter().map(|own| ("scenarios", own.text.clone(), own.text.clone()));
    let tour = layout.tour.iter();
    let tour = tour
        .flat_map(|tour| std::iter::once(&tour.faults).chain(tour.battle.iter().map(|battle| &battle.text)));
    let hidden = layout.hidden_tour.iter();
    let hidden = hidden.flat_map(|tour| std::iter::once(&tour.position).chain(tour.ledgers.values()));
    let tours = tour.chain(hidden).map(|name| ("tour", name.clone(), format!("tour/{name}")));
    scenarios.chain(tours).collect()
}
