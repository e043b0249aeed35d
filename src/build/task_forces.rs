//! Task forces: the commands of their chits, of what sails with them, and what hides a force.
//!
//! Gathering takes two steps, because an expression about a stack must see it whole: first every piece that goes along
//! is marked, then all that are marked go to the tray, lowest first, each ship with what it carries to a place of its
//! own.

use crate::art::panel::Panel;
use crate::format::key::Key;
use crate::format::piece::TraitText;
use crate::format::sequence::{self, Unencodable};
use crate::format::traits::new;

use super::element::open_key;
use super::map_parts::LAYER_PROPERTY;
use super::palette::COUNTER_PIXELS;
use super::prototype::{LEAVE, MASK, Prototype};
use super::states;
use super::window::TaskForces;
use crate::rules::pack::{Pack, StateLayer, TrayTerms};

/// The prototype of everything that may lie in a tray.
pub const SAILS: &str = "Sails";
/// The property of a chit: its tray.
pub const TRAY: &str = "Tray";
/// The named command that shows a chit's tray in its open window.
pub const OPEN_TRAY: &str = "openTray";
/// The Marker of a ship: families and kinds that it may carry, each between slashes.
pub const CARRIES: &str = "Carries";
/// The global properties with the window and the tray that a chit gathers into.
pub const DESTINATION: [(&str, &str); 2] = [
    ("TaskForceWindow", "The window that a task force is gathered into"),
    ("TaskForceTray", "The tray that a task force is gathered into"),
];
/// Distance of ships in a tray in pixels, so that none covers another.
pub const TRAY_SPACING: u32 = COUNTER_PIXELS + 5;

const JOIN: &str = "joinTray";
const OPEN_WINDOW: &str = "openWindow";
/// The property of a piece that goes along: `yes`.
const MARK: &str = "SailsWith";
/// The pieces at the chit's place. A target "current location" would come in no order; the map's pieces come lowest
/// first (engine: GlobalCommandTarget).
const HERE: &str = "COUNTER|true|CURMAP|||||0|0||true|LocationName|$LocationName$|EQUALS||";
/// The pieces of one's own stack, lowest first.
const STACK: &str = "COUNTER|true|CURSTACK|||||0|0||false|||EQUALS||";
/// The key of a chit's *Open tray*.
pub fn open_tray_key() -> Key {
    Key::ctrl('O')
}

/// The key of a chit's *Gather*.
pub fn gather_key() -> Key {
    Key::ctrl('G')
}

/// How the chits of a game gather what lies in their trays.
pub struct Gathering<'a> {
    /// The trays.
    tray: &'a TrayTerms,
    /// Who sails how.
    rules: &'a TaskForces,
    /// The Layer that tells a chit and its ships in port from those at sea.
    berth: Option<&'a StateLayer>,
    /// The Layer that tells what is aboard, with that level.
    ride: Option<(&'a str, i32)>,
    /// The layer of the map in which units lie.
    units: &'a str,
    /// What pieces call the family of chits.
    chits: &'a str,
}

impl<'a> Gathering<'a> {
    /// What the rows say; nothing in a game without trays.
    pub fn new(pack: &'a Pack, rules: &'a TaskForces) -> Option<Self> {
        let terms = &pack.terms;
        let tray = terms.tray.as_ref()?;
        let berth =
            tray.berth.as_ref().and_then(|name| terms.layers.iter().find(|layer| layer.name == *name));
        let ride = terms.ride.as_ref().and_then(|ride| terms.layer_of(&ride.aboard));
        let units = terms.outfit.units().unwrap_or_default();
        let chits = pack.catalogue.chits().map_or("", |family| family.name.as_str());
        Some(Self { tray, rules, berth, ride, units, chits })
    }

    /// The commands of the task-force chits whose trays lie in a window.
    ///
    /// # Errors
    /// A name ends in a backslash.
    pub fn chit(&self, window: &str) -> Result<Vec<TraitText>, Unencodable> {
        let named = |name: &str| Key::named(name);
        let leads = one_of("Kind", &self.rules.leads);
        let ashore = self.ride.map_or(String::new(), |(ride, level)| format!(" && {ride}_Level != {level}"));
        let own = self.berth.map(|berth| format!("${}_Level$", berth.name));
        let first =
            format!("{{({}) || (({leads}){ashore} && Side == \"$Side$\")}}", self.ship(own.as_deref()));
        let berths = self.berth.map(|_| ["berthOfShips1", "berthOfShips2"]);
        let gather = ["forget", "callShips", "callCargo", "setWindow", "setTray", "sendJoin"];
        let gather: Vec<Key> = berths.into_iter().flatten().chain(gather).map(named).collect();
        let opens = [named(OPEN_WINDOW), named(OPEN_TRAY)];
        let mut traits = vec![
            new::trigger("Open tray", "Open tray", &open_tray_key(), "", &opens)?,
            hot_key(OPEN_WINDOW, &open_key(window))?,
            new::trigger("Gather ships", "Gather ships of this hex", &gather_key(), "", &gather)?,
            mark("forget", "", &format!("{{{MARK} == \"yes\"}}"))?,
            mark("callShips", "yes", &first)?,
            mark("callCargo", "yes", &self.cargo())?,
            global(DESTINATION[0].0, "setWindow", window)?,
            global(DESTINATION[1].0, "setTray", &format!("${TRAY}$"))?,
            command("", &named("sendJoin"), &named(JOIN), &format!("{{{MARK} == \"yes\"}}"), HERE)?,
        ];
        if let Some(berth) = self.berth {
            self.berths(berth, &mut traits)?;
        }
        Ok(traits)
    }

    /// The ships of a chit's side that it gathers: all of them, or those at one level of the berths.
    fn ship(&self, berth: Option<&str>) -> String {
        let level = match (self.berth, berth) {
            (Some(layer), Some(berth)) => format!(" && {}_Level == {berth}", layer.name),
            _ => String::new(),
        };
        let alone = not_one_of("Kind", &self.rules.alone);
        format!("{} == 1 && Side == \"$Side$\"{level}{alone}", self.tray.gathers)
    }

    /// What keeps a chit where its ships are.
    fn berths(&self, layer: &StateLayer, traits: &mut Vec<TraitText>) -> Result<(), Unencodable> {
        let berth = format!("{}_Level", layer.name);
        let in_tray = format!("COUNTER|true|ZONE|${}$||${TRAY}$||0|0||false|||EQUALS||", self.tray.window);
        let gathered = format!("{{{} == 1}}", self.tray.gathers);
        for level in [1, 2] {
            let other = 3 - level;
            let quoted = |berth: usize| self.ship(Some(&berth.to_string())).replace('"', "\\\"");
            // Where all ships of the hex are in port, a chit that is not goes there, and the other way round.
            let when = format!(
                "{{{berth} == {level} && CountLocation(\"{{{}}}\") == 0 && CountLocation(\"{{{}}}\") > 0}}",
                quoted(level),
                quoted(other)
            );
            let key = Key::named(format!("berthOfShips{level}"));
            let turns = [states::set_key(layer, other)];
            traits.push(new::trigger("Berth of the ships", "", &key, &when, &turns)?);
            // The ships of the tray are where their chit is.
            let set = states::set_key(layer, level);
            traits.push(command("", &set, &set, &gathered, &in_tray)?);
        }
        Ok(())
    }

    /// What follows the ships that are marked: what is aboard one of them, and chits that lie on what goes along.
    fn cargo(&self) -> String {
        let can = format!(
            "({CARRIES}.contains(\\\"/\" + Family + \"/\\\") || {CARRIES}.contains(\\\"/\" + Kind + \"/\\\"))"
        );
        let on_marked =
            format!("CountStack(\"{{{MARK} == \\\"yes\\\" && StackPos == \" + (StackPos + 1) + \"}}\") > 0");
        let chit = format!(
            "Family == \"{}\" && {LAYER_PROPERTY} == \"{}\" && Kind != \"{}\"",
            self.chits, self.units, self.tray.chit
        );
        let Some((ride, aboard)) = self.ride else {
            return format!("{{{MARK} != \"yes\" && ({chit} && {on_marked})}}");
        };
        let at_sea = self.berth.map_or(String::new(), |berth| format!(" || ${}_Level$ == 1", berth.name));
        let loose = format!("({chit} && ({ride}_Level != 1{at_sea}) && {on_marked})");
        let aboard = format!(
            "({ride}_Level == {aboard} && (Side == \"$Side$\" || Side == \"\") && ({on_marked} || (CountStack(\"{{{MARK} == \\\"yes\\\" && {can}}}\") > 0 && CountStack(\"{{{MARK} != \\\"yes\\\" && {can}}}\") == 0)))"
        );
        format!("{{{MARK} != \"yes\" && ({loose} || {aboard})}}")
    }

    /// The prototype of everything that may lie in a tray: into the tray that a chit calls it to, and from its tray to
    /// the chit's hex with what is aboard.
    ///
    /// # Errors
    /// A name ends in a backslash.
    pub fn sails(&self, windows: &[String], tray: &Panel) -> Result<Prototype, Unencodable> {
        let chit = format!(
            "{{Kind == \"{}\" && {} == \"$CurrentMap$\" && {TRAY} == \"$CurrentZone$\"}}",
            self.tray.chit, self.tray.window
        );
        let elsewhere: Vec<String> =
            windows.iter().map(|window| format!("CurrentMap != \"{window}\"")).collect();
        let detach = Key::ctrl('K');
        let with_me = self.with_me();
        let [(to_window, _), (to_tray, _)] = DESTINATION;
        let (across, down) = self.place(tray);
        Ok(Prototype {
            name: SAILS.to_owned(),
            traits: vec![
                new::restrict_commands(
                    "Detach",
                    &format!("{{{}}}", elsewhere.join(" && ")),
                    std::slice::from_ref(&detach),
                )?,
                command("Detach from task force", &detach, &Key::named(LEAVE), &with_me, STACK)?,
                new::trait_with(
                    "sendto;",
                    &[
                        ("commandName", ""),
                        ("key", &Key::named(LEAVE).encode()),
                        ("destination", "A"),
                        ("propertyFilter", &chit),
                    ],
                    ";;",
                )?,
                new::trait_with(
                    "sendto;",
                    &[
                        ("commandName", ""),
                        ("key", &Key::named(JOIN).encode()),
                        ("mapId", &format!("${to_window}$")),
                        ("destination", "Z"),
                        ("zone", &format!("${to_tray}$")),
                        ("xIndex", &across),
                        ("yIndex", &down),
                    ],
                    ";;",
                )?,
                new::dynamic_property(MARK, false, "")?,
            ],
        })
    }

    /// The piece itself and what lies on it: above a ship lies what is aboard, above anything the chits that tell about
    /// it; positions count from the top.
    fn with_me(&self) -> String {
        let family = self.chits;
        let chits = format!("Family == \"{family}\"");
        let (follows, loose) = match self.ride {
            Some((ride, level)) => (
                format!(
                    "(\"${ride}_Level$\" == \"{level}\" ? {chits} : ({chits} || {ride}_Level == {level}))"
                ),
                format!(" && (\\\"${ride}_Level$\\\" == \\\"{level}\\\" || {ride}_Level != {level})"),
            ),
            None => (format!("({chits})"), String::new()),
        };
        let between = format!(
            "CountStack(\"{{StackPos > \" + StackPos + \" && StackPos < $StackPos$ && Family != \\\"{family}\\\"{loose}}}\") == 0"
        );
        format!("{{PieceUID == \"$PieceUID$\" || (StackPos < $StackPos$ && {follows} && {between})}}")
    }

    /// How far right of and below the middle of its tray a piece goes: each ship to a place of its own, row by row, what is
    /// aboard on top of it.
    fn place(&self, tray: &Panel) -> (String, String) {
        let [(window, _), (name, _)] = DESTINATION;
        let (area, places) = (tray.area(0), tray.places(0, TRAY_SPACING));
        let from_middle = |at: u32, left: u32, width: u32| i64::from(at) - i64::from(left + width / 2);
        let (x, y) = places.first().copied().unwrap_or_default();
        let (x, y) = (from_middle(x, area.x, area.width), from_middle(y, area.y, area.height));
        let columns = tray.places_across(TRAY_SPACING);
        let rows = places.len() / columns as usize;
        let (loose, rides) = match self.ride {
            Some((ride, level)) => {
                (format!(" && {ride}_Level != {level}"), format!(" || {ride}_Level == {level}"))
            }
            None => Default::default(),
        };
        let chits = self.chits;
        let there = format!("CountZone({name}, {window}, \"{{Family != \\\"{chits}\\\"{loose}}}\")");
        let number = format!("Math.max(0, {there} - (Family == \"{chits}\"{rides} ? 1 : 0))");
        (
            format!("{{{x} + ({number} % {columns}) * {TRAY_SPACING}}}"),
            format!("{{{y} + ({number} / {columns} % {rows}) * {TRAY_SPACING}}}"),
        )
    }
}

/// What hides the pieces of a side: the Mask, and the commands that are no business of the others.
///
/// The Mask alone keeps its command out of the others' menus, but not from their keyboard.
///
/// # Errors
/// A name ends in a backslash.
pub fn hidden(image: &str, words: &str, sides: &[String]) -> Result<Vec<TraitText>, Unencodable> {
    let (hide, mask) = (Key::ctrl('H'), Key::named(MASK));
    let keys = [hide, open_tray_key(), gather_key()];
    Ok(vec![
        new::restrict_commands("Own side", &format!("{{{}}}", nobody_of(sides)), &keys)?,
        new::mask("", &mask, image, words, &format!("sides:{}", sequence::join(sides, ':')?))?,
    ])
}

/// What hides a chit of no nation: it goes with the pieces of its hex, so the side that has some there may hide it, or
/// any side where neither has; sides that see everything always may, observers never.
///
/// Who has hidden it may always show it again; that nobody else may, the Mask sees to.
///
/// # Errors
/// A name ends in a backslash.
pub fn hidden_chit(
    image: &str,
    words: &str,
    sides: &[String],
    see_all: &[String],
) -> Result<Vec<TraitText>, Unencodable> {
    let here = |filter: &str| format!("CountLocation(\"{{{filter}}}\")");
    let own = here("Side == \\\"\" + PlayerSide + \"\\\"");
    let others = here("Side != \\\"\\\" && Side != \\\"\" + PlayerSide + \"\\\"");
    let foreign = format!("({} && {own} == 0 && {others} > 0)", nobody_of(see_all));
    let refused = format!("{{ObscuredToOthers != true && (({}) || {foreign})}}", nobody_of(sides));
    Ok(vec![
        new::restrict_commands("Own side", &refused, &[Key::ctrl('H')])?,
        new::mask("", &Key::named(MASK), image, words, "side:")?,
    ])
}

/// That the player has none of these sides.
fn nobody_of(sides: &[String]) -> String {
    let each: Vec<String> = sides.iter().map(|side| format!("PlayerSide != \"{side}\"")).collect();
    if each.is_empty() { "true".to_owned() } else { each.join(" && ") }
}

/// Sets the mark of the pieces at the chit's place that a filter names.
fn mark(key: &str, value: &str, filter: &str) -> Result<TraitText, Unencodable> {
    let call = sequence::join(["", &Key::named(key).encode(), &format!("P,{value}")], ':')?;
    new::trait_with(
        "setpieceprop;",
        &[
            ("key", MARK),
            ("keyCommands", &sequence::join([call], ',')?),
            ("target", HERE),
            ("propertiesFilter", filter),
        ],
        "",
    )
}

/// Sets a global property of the module.
fn global(property: &str, key: &str, value: &str) -> Result<TraitText, Unencodable> {
    let call = sequence::join(["", &Key::named(key).encode(), &format!("P,{value}")], ':')?;
    new::trait_with("setprop;", &[("key", property), ("keyCommands", &sequence::join([call], ',')?)], "")
}

/// A Global Key Command of a piece; what gets the command tells in the chat itself.
fn command(name: &str, key: &Key, sends: &Key, filter: &str, target: &str) -> Result<TraitText, Unencodable> {
    new::trait_with(
        "globalkey;",
        &[
            ("commandName", name),
            ("key", &key.encode()),
            ("globalKey", &sends.encode()),
            ("propertiesFilter", filter),
            ("reportSingle", "false"),
            ("target", target),
        ],
        "",
    )
}

/// A Global Hotkey that a named command fires.
///
/// # Errors
/// The key cannot be carried.
pub fn hot_key(key: &str, fires: &Key) -> Result<TraitText, Unencodable> {
    let key = Key::named(key).encode();
    new::trait_with(
        "globalhotkey;",
        &[("commandName", ""), ("key", &key), ("globalHotKey", &fires.encode())],
        "",
    )
}

fn one_of(property: &str, values: &[String]) -> String {
    let each: Vec<String> = values.iter().map(|value| format!("{property} == \"{value}\"")).collect();
    if each.is_empty() { "false".to_owned() } else { each.join(" || ") }
}

fn not_one_of(property: &str, values: &[String]) -> String {
    values.iter().map(|value| format!(" && {property} != \"{value}\"")).collect()
}
