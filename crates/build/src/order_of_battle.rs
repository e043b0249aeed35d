//! The order of battle in a module: the window where later pieces wait, how they come in, and who waits at the start.
//!
//! Pieces move, they are never created: what arrives later is in this window from the start, and a turn's arrivals
//! are moves that VASSAL can do by itself.

use std::collections::{BTreeMap, BTreeSet};

use liege_art::panel::Panel;
use liege_rules::data::catalogue::Entry;
use liege_rules::data::fault::DataFault;
use liege_rules::data::schedule::{Event, EventKind, Season, SeasonTurn, Turn};
use liege_rules::game::pack::{Pack, Pool};
use liege_rules::position::notation::{Date, Placed, Placement, Scenario, Stance, WrittenPlace};
use vassal::format::build_file::Element;
use vassal::format::key::Key;
use vassal::format::sequence::Unencodable;
use vassal::format::traits::new;

use super::drops::{ARRIVE, Drops, LEAVE, SPACING, marked_offset};
use super::element::{EVERYWHERE, component, open_key};
use super::map_parts::zone_camera;
use super::prototype::Prototype;
use super::toolbar::action;
use super::window::{Layout, OrderOfBattle, Window};

/// The global property with the year on the turn tracker.
pub const YEAR_PROPERTY: &str = "Turn_Year";

/// The global property with the name of the month on the turn tracker; the season follows from it.
pub const MONTH_PROPERTY: &str = "Turn_Month";

/// The prototype of every piece that the schedule may move.
pub const PROTOTYPE: &str = "Scheduled";

/// The Dynamic Property with the box a piece waits in, such as `1942 Summer`.
pub const SEASON_PROPERTY: &str = "ArrivalSeason";

/// The Dynamic Properties with the map and the box a piece goes to from there.
pub const TARGET_PROPERTIES: (&str, &str) = ("ArrivalMap", "ArrivalBox");

/// The Dynamic Properties with the distance from the middle of that box, in pixels.
pub const OFFSET_PROPERTIES: [&str; 2] = ["ArrivalX", "ArrivalY"];

/// The named command that brings a waiting piece in.
pub const ARRIVE_KEY: &str = "oobArrive";

/// The Dynamic Property with the season in which a piece leaves the game, such as `1943 Winter`.
pub const REMOVAL_PROPERTY: &str = "RemovalSeason";

/// The named command that takes a piece out of the game.
pub const LEAVE_KEY: &str = "oobLeave";

/// The named command that brings a piece from the Turn Track to the arrivals.
pub const DUE_KEY: &str = "oobDue";

/// Adds the window of the order of battle to the layout, and tells boxes it needs that no window has.
pub fn add_window(layout: &mut Layout, pack: &Pack, faults: &mut Vec<DataFault>) {
    let Some(own) = &layout.order_of_battle else { return };
    let file = format!("maps/{}/module.toml", pack.game);
    for name in
        [&own.arrivals, &own.removed, &own.lost].into_iter().chain(&own.season_boxes).chain(&own.month_boxes)
    {
        if layout.find_box(name).is_none() {
            let what = format!("[order_of_battle]: no window has a box \"{name}\"");
            faults.push(DataFault::at(&file, 0, what));
        }
    }
    layout.window.extend(window(own, pack));
}

/// The window with a box for each season from the first to the last of the schedule, a year in a row.
fn window(own: &OrderOfBattle, pack: &Pack) -> Option<Window> {
    let seasons = pack.schedule.seasons();
    let (first, last) = (*seasons.first()?, *seasons.last()?);
    let mut window = Window {
        name: own.window.clone(),
        button: own.button.clone(),
        side: None,
        subtitle: own.subtitle.clone(),
        lines: Vec::new(),
        columns: 1,
        row_columns: Vec::new(),
        box_width: own.box_width,
        box_height: Panel::height_for(1, SPACING),
        row_heights: Vec::new(),
        boxes: vec![String::new()],
        flags: BTreeMap::new(),
        notes: BTreeMap::new(),
        jumps: Vec::new(),
        symbol: String::new(),
        nations: Vec::new(),
        trays: None,
        tray: String::new(),
    };
    let across = window.panel().places_across(0, SPACING) as usize;
    window.boxes.clear();
    for year in first.year..=last.year {
        let of_year = Season::ALL.map(|season| SeasonTurn { year, season });
        let used = of_year.into_iter().filter(|season| first <= *season && *season <= last);
        for season in used {
            let places = season_places(pack, season, across);
            let rows = places.last().map_or(0, |last| last.number / across) + 1;
            window.row_heights.push(Panel::height_for(rows as u32, SPACING));
            window.boxes.push(season.to_string());
            if window.jumps.last().is_none_or(|[text, _]| *text != year.to_string()) {
                window.jumps.push([year.to_string(), season.to_string()]);
            }
        }
    }
    Some(window)
}

/// The place of a counter in the box of the season in which it comes.
#[derive(Debug, Clone, Copy)]
pub(super) struct SeasonPlace<'p> {
    /// The number of the place in the box, row by row.
    pub number: usize,
    /// The id of the counter.
    pub id: &'p str,
    kind: &'p EventKind,
}

/// The places of all that comes in a season, nation after nation; one that does not fit into the row begins a row.
pub(super) fn season_places(pack: &Pack, season: SeasonTurn, across: usize) -> Vec<SeasonPlace<'_>> {
    let is_first = pack.schedule.first_season() == Some(season);
    let brings = |event: &&Event| {
        let is_now = event.turn.is_some_and(|turn| turn.season() == season);
        // What is there from the first season on never waits.
        event.kind.brings() && is_now && !(is_first && event.kind == EventKind::Start)
    };
    let mut events: Vec<(&str, &Event, &str)> = Vec::new();
    for event in pack.schedule.events.iter().filter(brings) {
        let entry = pack.catalogue.get(&event.id);
        let nation = entry.map_or(event.nation.as_str(), |entry| &entry.nation);
        events.push((nation, event, entry.map_or("", |entry| &entry.kind)));
    }
    events.sort_by_key(|(nation, event, kind)| (*nation, &event.kind, *kind, event.id.as_str()));
    let mut places = Vec::new();
    let mut next = 0usize;
    for of_nation in events.chunk_by(|(one, ..), (other, ..)| one == other) {
        let count: usize = of_nation.iter().map(|(_, event, _)| usize::from(event.count)).sum();
        // A place is left free between two nations in a row.
        let left = next.next_multiple_of(across.max(1)).saturating_sub(next + 1);
        next = if next == 0 || count > left { next.next_multiple_of(across.max(1)) } else { next + 1 };
        for (_, event, _) in of_nation {
            for _ in 0..event.count {
                places.push(SeasonPlace { number: next, id: &event.id, kind: &event.kind });
                next += 1;
            }
        }
    }
    places
}

/// The prototype with what a piece needs to come in at a button's word.
pub fn prototype(layout: &Layout) -> Result<Option<Prototype>, Unencodable> {
    let Some(own) = &layout.order_of_battle else { return Ok(None) };
    let (map, place) = TARGET_PROPERTIES;
    let map_of = |name: &str| layout.find_box(name).map_or("", |(window, _)| window.name.as_str());
    let (arrivals, removed) = (map_of(&own.arrivals), map_of(&own.removed));
    let traits = vec![
        new::dynamic_property(SEASON_PROPERTY, false, "")?,
        new::dynamic_property(map, false, "")?,
        new::dynamic_property(place, false, "")?,
        new::dynamic_property(OFFSET_PROPERTIES[0], false, "")?,
        new::dynamic_property(OFFSET_PROPERTIES[1], false, "")?,
        new::send_to_spot(
            "",
            &Key::named(ARRIVE_KEY),
            &format!("${map}$"),
            &format!("${place}$"),
            &OFFSET_PROPERTIES.map(|name| format!("${name}$")),
        )?,
        new::dynamic_property(REMOVAL_PROPERTY, false, "")?,
        new::send_to_spot("", &Key::named(DUE_KEY), arrivals, &own.arrivals, &marked_offset(ARRIVE))?,
        new::send_to_spot("", &Key::named(LEAVE_KEY), removed, &own.removed, &marked_offset(LEAVE))?,
    ];
    Ok(Some(Prototype { name: PROTOTYPE.to_owned(), traits }))
}

/// The hot keys that bring the present season and the present month into view.
fn season_key() -> Key {
    Key::named("show the season")
}
fn month_key() -> Key {
    Key::named("show the month")
}

/// The buttons that open windows where the game is, in the place of the windows' own: the order of battle on the present
/// season, the window of the months on the present one.
///
/// # Errors
/// A key can't be carried.
pub fn openers(layout: &Layout) -> Result<Vec<Element>, Unencodable> {
    let Some(own) = &layout.order_of_battle else { return Ok(Vec::new()) };
    let of_months = layout.window.iter().find(|window| has_months(own, window));
    let of_months = of_months.map(|window| (&window.button, &window.name, month_key()));
    let all = std::iter::once((&own.button, &own.window, season_key())).chain(of_months);
    all.map(|(button, window, shown)| {
        let keys = [open_key(window), shown];
        action(button, true, &Key::named(format!("button {button}")), "", &keys)
    })
    .collect()
}

fn has_months(own: &OrderOfBattle, window: &Window) -> bool {
    own.month_boxes.iter().all(|name| window.boxes.contains(name))
}

/// An expression for the box of the present month.
pub fn present_month(layout: &Layout, own: &OrderOfBattle) -> String {
    let names = layout.months();
    choose(names.iter().zip(&own.month_boxes).map(|(month, name)| (is_month(month), name.as_str())), "")
}

/// An expression for the box of the present season; before the first and after the last it is that one.
pub fn present_box(layout: &Layout, window: &Window) -> String {
    let now = format!("{YEAR_PROPERTY} + \" \" + {}", season_now(layout));
    let titles: Vec<&String> = window.boxes.iter().filter(|title| !title.is_empty()).collect();
    let (Some(first), Some(last)) = (titles.first(), titles.last()) else { return now };
    let missing = layout
        .turn
        .iter()
        .flat_map(|turn| &turn.years)
        .flat_map(|year| Season::ALL.map(|season| SeasonTurn { year: *year, season }.to_string()));
    let ahead = |title: &str| title.split_once(' ').and_then(|(year, _)| year.parse().ok());
    let start: u16 = ahead(first).unwrap_or_default();
    let missing = missing.filter(|title| !window.boxes.contains(title));
    missing.fold(now.clone(), |rest, title| {
        let nearest = if ahead(&title).unwrap_or_default() <= start { first } else { last };
        format!("({now} == \"{title}\" ? \"{nearest}\" : {rest})")
    })
}

/// A Global Key Command button: its text, what it is for, the named command, whose pieces, and on all maps or not.
struct Button<'a> {
    text: &'a str,
    tooltip: &'a str,
    key: &'a str,
    filter: String,
    everywhere: bool,
    /// What it reports in the chat; else its text.
    report: Option<String>,
}

/// Whether the window gets buttons of the order of battle.
pub fn commands_in(layout: &Layout, window: &Window) -> bool {
    let own = layout.order_of_battle.as_ref();
    own.is_some_and(|own| window.name == own.window || window.boxes.contains(&own.season_boxes[0]))
}

/// The window's element with the buttons that belong on it: on the order of battle those that bring in and take out
/// a season, on the Turn Track those that bring in what is due.
pub fn with_buttons(layout: &Layout, pools: &[Pool], window: &Window, mut element: Element) -> Element {
    let Some(own) = &layout.order_of_battle else { return element };
    let brought = brought(pools);
    let mut buttons = Vec::new();
    if window.name == own.window {
        element.set_attr("buttonName", "");
        element.push(zone_camera(&format!("{{{}}}", present_box(layout, window)), &season_key()));
        let now = format!("{YEAR_PROPERTY} + \" \" + {}", season_now(layout));
        buttons.push(Button {
            text: "Bring in the season",
            tooltip: &brought,
            key: ARRIVE_KEY,
            filter: format!("{{{SEASON_PROPERTY} == {now}}}"),
            everywhere: false,
            report: Some(arrivals_reported(own, pools, &now)),
        });
        buttons.push(Button {
            text: "Take out the season's removals",
            tooltip: "Move what leaves the game this season out of play, wherever it is",
            key: LEAVE_KEY,
            filter: format!("{{{REMOVAL_PROPERTY} == {now}}}"),
            everywhere: true,
            report: None,
        });
    }
    if window.boxes.contains(&own.season_boxes[0]) {
        buttons.push(Button {
            text: "Due this season",
            tooltip: "Move units from the box of the present season to the arrivals",
            key: DUE_KEY,
            filter: format!("{{CurrentZone == {}}}", season_choice(layout, &own.season_boxes)),
            everywhere: false,
            report: None,
        });
        buttons.push(Button {
            text: "Due this month",
            tooltip: "Move units from the box of the present month to the arrivals",
            key: DUE_KEY,
            filter: format!("{{CurrentZone == {}}}", present_month(layout, own)),
            everywhere: false,
            report: None,
        });
    }
    if has_months(own, window) {
        element.set_attr("buttonName", "");
        element.push(zone_camera(&format!("{{{}}}", present_month(layout, own)), &month_key()));
    }
    for button in &buttons {
        element.push(button.element());
    }
    element
}

/// What the button that brings in a season reports: how many pieces go to which box, in one line.
fn arrivals_reported(own: &OrderOfBattle, pools: &[Pool], now: &str) -> String {
    let joined = pools.iter().filter(|pool| pool.joins).flat_map(Pool::boxes);
    let boxes = std::iter::once(&own.arrivals).chain(&own.month_boxes);
    let pools: BTreeSet<&String> = joined.collect();
    let each = |name: &String| {
        let going = format!("{{{} == \\\"{name}\\\"}}", TARGET_PROPERTIES.1);
        let number = format!("CountZone({now}, \"{}\", \"{going}\")", own.window);
        format!(" + ({number} == 0 ? \"\" : \"; \" + {number} + \" to {name}\")")
    };
    let numbers: String = boxes.chain(pools).map(each).collect();
    format!("{{PlayerName + \": \" + {now} + \" comes\"{numbers}}}")
}

/// What the button that brings in a season says of itself.
fn brought(pools: &[Pool]) -> String {
    let joined = pools.iter().filter(|pool| pool.joins).map(|pool| format!("the {}", pool.called()[1]));
    let places: Vec<String> = std::iter::once("the arrivals".to_owned()).chain(joined).collect();
    format!("Move the present season's pieces to {} and the Turn Track", places.join(", "))
}

impl Button<'_> {
    /// The component of a map window (engine: MassKeyCommand).
    fn element(&self) -> Element {
        component(
            "module.map.MassKeyCommand",
            &[
                ("buttonHotkey", ""),
                ("buttonText", self.text),
                ("canDisable", "false"),
                ("deckCount", "-1"),
                ("filter", &self.filter),
                ("hideWhenDisabled", "false"),
                ("hotkey", &Key::named(self.key).encode()),
                ("icon", ""),
                ("name", self.text),
                ("propertyGate", ""),
                (
                    "reportFormat",
                    &self.report.clone().unwrap_or_else(|| format!("$PlayerName$: {}", self.text)),
                ),
                // A piece that must report where it goes has a Report Action.
                ("reportSingle", "false"),
                ("singleMap", if self.everywhere { "false" } else { "true" }),
                ("suppressSounds", "false"),
                ("target", EVERYWHERE),
                ("tooltip", self.tooltip),
            ],
        )
    }
}

/// An expression for the name of the present season, from the month on the turn tracker.
fn season_now(layout: &Layout) -> String {
    season_choice(layout, &Season::ALL.map(|season| season.name().to_owned()))
}

/// An expression that gives a season's own name among four.
fn season_choice(layout: &Layout, names: &[String; 4]) -> String {
    let months = layout.months();
    let quarters = months.chunks(3).zip(names).map(|(months, name)| {
        let any: Vec<String> = months.iter().map(|month| is_month(month)).collect();
        (format!("({})", any.join(" || ")), name.as_str())
    });
    choose(quarters, "")
}

fn is_month(month: &str) -> String {
    format!("{MONTH_PROPERTY} == \"{month}\"")
}

/// Nested choices of an expression: the first condition that holds gives its value.
fn choose<'a>(choices: impl DoubleEndedIterator<Item = (String, &'a str)>, otherwise: &str) -> String {
    choices
        .rev()
        .fold(format!("\"{otherwise}\""), |rest, (when, value)| format!("({when} ? \"{value}\" : {rest})"))
}

/// A piece that waits for its season.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    /// The counter's id.
    pub id: String,
    /// Where it waits.
    pub season: SeasonTurn,
    /// The box it goes to when its season comes.
    pub target: String,
    /// How far from the middle of that box, in pixels.
    pub offset: (i32, i32),
    /// The centre of its place in the window, in pixels.
    pub at: (u32, u32),
}

/// What the schedule adds to a scenario.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fill {
    /// Pieces that are in boxes, or on the hex the schedule names.
    pub placements: Vec<Placement>,
    /// Pieces that come later.
    pub waiting: Vec<Waiting>,
}

/// One copy of a counter in the schedule.
struct Copy<'a> {
    event: &'a Event,
    turn: Turn,
    gone: bool,
}

/// Everything the schedule knows that the text of a scenario does not place, as it is in the scenario's month.
pub fn fill(layout: &Layout, pack: &Pack, scenario: &Scenario) -> Fill {
    let mut fill = Fill::default();
    let (Some(own), Some(now)) = (&layout.order_of_battle, scenario.date) else { return fill };
    let mut stated = stated(pack, scenario);
    let mut boxes: BTreeMap<(String, &str, &str), Vec<Placed>> = BTreeMap::new();
    let mut later = Vec::new();
    for (id, life) in pack.schedule.by_counter() {
        let Some(entry) = pack.catalogue.get(id) else { continue };
        let cbr = pack.schedule.is_cbr(id);
        for copy in unstated(&life, now, stated.remove(id).unwrap_or_default()) {
            if !copy.gone && !copy.turn.has_come(now) {
                later.push((entry.as_ref(), copy));
                continue;
            }
            match spot(own, pack, entry, &copy, now, cbr) {
                WrittenPlace::Box(name) => boxes
                    .entry((name, &entry.nation, &entry.kind))
                    .or_default()
                    .push(Placed::new(id, false, 1)),
                spot => fill.placements.push(placement(own, spot, entry, vec![Placed::new(id, false, 1)])),
            }
        }
    }
    for ((name, _, _), pieces) in boxes {
        let spot = WrittenPlace::Box(name);
        fill.placements.push(Placement {
            line: 0,
            spot,
            stance: Stance::Present,
            pieces,
            source: Default::default(),
        });
    }
    fill.waiting = lay_out(layout, own, pack, later);
    fill
}

/// The seasons in which pieces of each counter leave the game after this month, the first to leave first.
pub fn removals(pack: &Pack, now: Date) -> BTreeMap<&str, Vec<SeasonTurn>> {
    let mut removals: BTreeMap<&str, Vec<SeasonTurn>> = BTreeMap::new();
    for (id, life) in pack.schedule.by_counter() {
        for event in life.iter().filter(|event| event.kind == EventKind::Remove) {
            let Some(turn) = event.turn.filter(|turn| !turn.has_come(now)) else { continue };
            removals.entry(id).or_default().extend((0..event.count).map(|_| turn.season()));
        }
    }
    removals
}

/// How many of each counter the text places.
fn stated(pack: &Pack, scenario: &Scenario) -> BTreeMap<String, usize> {
    let mut stated = BTreeMap::new();
    for placed in scenario.placements.iter().flat_map(|placement| &placement.pieces) {
        if let Some(entry) = pack.entry(&placed.id, placed.chit, None) {
            *stated.entry(entry.id.clone()).or_default() += usize::from(placed.count);
        }
    }
    stated
}

/// The copies that the text does not place. Those in play are the first to be on the map, then those in a
/// pool, then those to come, last those that are gone.
fn unstated<'a>(life: &[&'a Event], now: Date, stated: usize) -> Vec<Copy<'a>> {
    let mut copies: Vec<Copy<'a>> = Vec::new();
    for event in life.iter().copied() {
        let Some(turn) = event.turn else { continue };
        if event.kind.brings() {
            copies.extend((0..event.count).map(|_| Copy { event, turn, gone: false }));
        } else if event.kind == EventKind::Remove && turn.has_come(now) {
            let there = copies.iter_mut().filter(|copy| !copy.gone).take(usize::from(event.count));
            there.for_each(|copy| copy.gone = true);
        }
    }
    copies.sort_by_key(|copy| {
        (copy.gone, !copy.turn.has_come(now), matches!(copy.event.kind, EventKind::Pool(_)), copy.turn)
    });
    copies.split_off(stated.min(copies.len()))
}

/// Where a piece that has come is, when the text does not say so.
fn spot(
    own: &OrderOfBattle,
    pack: &Pack,
    entry: &Entry,
    copy: &Copy<'_>,
    now: Date,
    cbr: bool,
) -> WrittenPlace {
    let season = SeasonTurn { year: now.year, season: Season::of_month(now.month) };
    if copy.gone {
        return WrittenPlace::Box(own.removed.clone());
    }
    if let EventKind::Pool(id) = &copy.event.kind {
        return WrittenPlace::Box(joined(own, pack, id, entry).to_owned());
    }
    if copy.turn.season() == season {
        // Just come, and nobody has said where it stands.
        let place = copy.event.place.as_str();
        return match place.parse() {
            Ok(hex) if copy.event.kind == EventKind::Start && pack.map.grid.has(hex) => {
                WrittenPlace::Hex(hex)
            }
            _ if copy.event.kind == EventKind::Start
                && !place.is_empty()
                && pack.map.place(place).is_some() =>
            {
                WrittenPlace::Box(place.to_owned())
            }
            _ => WrittenPlace::Box(own.arrivals.clone()),
        };
    }
    // It came long ago and is not on the map: lost since.
    let lost = if cbr { None } else { Some(pack.lost(entry).unwrap_or(&own.removed)) };
    WrittenPlace::Box(lost.unwrap_or(&own.lost).to_owned())
}

/// The box of a pool that a counter joins; out of the game where the pool has none for it.
fn joined<'a>(own: &'a OrderOfBattle, pack: &'a Pack, pool: &str, entry: &Entry) -> &'a str {
    pack.pool(pool).and_then(|pool| pool.of(entry)).unwrap_or(&own.removed)
}

fn placement(own: &OrderOfBattle, spot: WrittenPlace, entry: &Entry, pieces: Vec<Placed>) -> Placement {
    let mut stances = own.stance.iter().filter(|(_, of)| entry.is_one_of(of));
    let stance = stances.next().map_or(Stance::Present, |(word, _)| Stance::In(word.clone()));
    Placement { line: 0, spot, stance, pieces, source: Default::default() }
}

/// Gives each waiting piece its place: nation after nation, each beginning a row of its own.
fn lay_out(
    layout: &Layout,
    own: &OrderOfBattle,
    pack: &Pack,
    later: Vec<(&Entry, Copy<'_>)>,
) -> Vec<Waiting> {
    let Some(window) = layout.window.iter().find(|window| window.name == own.window) else {
        return Vec::new();
    };
    let panel = window.panel();
    let across = panel.places_across(0, SPACING) as usize;
    let mut boxes: BTreeMap<SeasonTurn, Vec<(&Entry, Copy<'_>)>> = BTreeMap::new();
    for (entry, copy) in later {
        boxes.entry(copy.turn.season()).or_default().push((entry, copy));
    }
    let drops = Drops::new(layout, pack);
    let mut waiting = Vec::new();
    for (season, pieces) in boxes {
        let name = season.to_string();
        let Some(index) = window.boxes.iter().position(|title| *title == name) else { continue };
        let places = panel.places(index, SPACING);
        let mut free = season_places(pack, season, across);
        let mut beyond = free.last().map_or(0, |last| last.number + 1);
        for (entry, copy) in &pieces {
            let is_own = |place: &SeasonPlace<'_>| place.id == entry.id && *place.kind == copy.event.kind;
            let number = match free.iter().position(is_own) {
                Some(place) => free.remove(place).number,
                // What is not expected there lies behind all that is.
                None => {
                    beyond += 1;
                    beyond - 1
                }
            };
            let Some(&at) = places.get(number).or(places.last()) else { continue };
            let target = match (&copy.event.kind, copy.turn.month()) {
                (EventKind::Pool(id), _) => joined(own, pack, id, entry),
                (_, Some(month)) => own.month_boxes[usize::from(month.clamp(1, 12) - 1)].as_str(),
                (_, None) => own.arrivals.as_str(),
            };
            let offset = drops.offset(layout, target, &entry.id).unwrap_or_default();
            waiting.push(Waiting { id: entry.id.clone(), season, target: target.to_owned(), offset, at });
        }
    }
    waiting
}
