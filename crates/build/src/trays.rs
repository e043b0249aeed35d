//! Trays: the commands of the chits that stand for what lies in them, and of what goes along with a chit.
//!
//! Gathering takes two steps, because an expression about a stack must see it whole: first every piece that goes along
//! is marked, then all that are marked go to the tray, lowest first, each ship with what it carries to a place of its
//! own.
//!
//! VASSAL's target "current location" has no defined order; pieces of the map come lowest first. Since several
//! nations have trays with the same number, a chit names the window of its tray in a Marker (`[pieces.tray]`).

use liege_art::panel::Panel;
use vassal::format::key::Key;
use vassal::format::piece::TraitText;
use vassal::format::sequence::{self, Unencodable};
use vassal::format::traits::new;

use super::carriers::{TRAY, can_carry};
use super::element::open_key;
use super::map_parts::ABOARD_PIXELS;
use super::moves;
use super::palette::COUNTER_PIXELS;
use super::prototype::{LEAVE, MASK, Prototype};
use super::states;
use super::viewers::LAYER_PROPERTY;
use liege_rules::data::word::Word;
use liege_rules::game::pack::{Pack, StateLayer, TrayTerms};

/// The named command that shows a chit's tray in its open window.
pub const OPEN_TRAY: &str = "openTray";
/// Distance of pieces beside each other in a tray in pixels, so that none covers another.
const ACROSS: u32 = COUNTER_PIXELS + 5;
/// Distance of pieces below each other, with room for what is aboard.
const DOWN: u32 = ACROSS + ABOARD_PIXELS + 6;

/// Where pieces lie in a tray: its middle for each, row by row.
pub fn tray_places(panel: &Panel, index: usize) -> Vec<(u32, u32)> {
    panel.area(index).places_in_rows(ACROSS, DOWN).collect()
}

const JOIN: &str = "joinTray";
const OPEN_WINDOW: &str = "openWindow";
/// The pieces at the chit's place. A target "current location" would come in no order; the map's pieces come lowest
/// first (engine: GlobalCommandTarget).
const HERE: &str = "COUNTER|true|CURMAP|||||0|0||true|LocationName|$LocationName$|EQUALS||";
/// The pieces of one's own stack, lowest first.
const STACK: &str = "COUNTER|true|CURSTACK|||||0|0||false|||EQUALS||";

/// The global properties with the window and the tray that a chit gathers into, each with what it is for.
pub fn destination(tray: &TrayTerms) -> [(String, String); 2] {
    let property: String = tray.called.split(' ').map(|word| Word::from(word).capital()).collect();
    ["window", "tray"].map(|what| {
        let name = format!("{property}{}", Word::from(what).capital());
        (name, format!("The {what} that a {} is gathered into", tray.called))
    })
}

/// How the chits of a game gather what lies in their trays.
pub struct Gathering<'a> {
    /// The trays.
    tray: &'a TrayTerms,
    /// What players call the pieces that it counts.
    gathered: &'a str,
    /// The property of a piece that goes along: `yes`.
    mark: String,
    /// The global properties with the window and the tray that a chit gathers into.
    into: [String; 2],
    /// The Layer of two levels that a chit has in common with these pieces.
    berth: Option<&'a StateLayer>,
    /// The Layer that tells what is aboard, with that level.
    ride: Option<(&'a str, i32)>,
    /// The layer of the map in which units lie.
    units: &'a str,
    /// What pieces call the family of chits.
    chits: &'a str,
    /// The window in which the chits lie.
    map: &'a str,
}

impl<'a> Gathering<'a> {
    /// What the rows say; nothing in a game without trays.
    pub fn new(pack: &'a Pack, map: &'a str) -> Option<Self> {
        let terms = &pack.terms;
        let tray = terms.tray.as_ref()?;
        let berth =
            tray.berth.as_ref().and_then(|name| terms.layers.iter().find(|layer| layer.name == *name));
        let ride = terms.ride.as_ref().and_then(|ride| terms.layer_of(&ride.aboard));
        let units = terms.outfit.units().unwrap_or_default();
        let chits = pack.catalogue.chits().map_or("", |family| family.name.as_str());
        let sum = terms.outfit.sums.iter().find(|sum| sum.property == tray.gathers);
        let gathered = sum.map_or("", |sum| sum.called.as_str());
        let (mark, into) = (format!("{}With", tray.verb), destination(tray).map(|(name, _)| name));
        Some(Self { tray, gathered, mark, into, berth, ride, units, chits, map })
    }

    /// The commands of the chits whose trays lie in a window.
    ///
    /// # Errors
    /// A name ends in a backslash.
    pub fn chit(&self, window: &str) -> Result<Vec<TraitText>, Unencodable> {
        let named = |name: &str| Key::named(name);
        let (tray, marked) = (self.tray, &self.mark);
        let leads = one_of("Kind", &tray.leads);
        let ashore = self.ride.map_or(String::new(), |(ride, level)| format!(" && {ride}_Level != {level}"));
        let own = self.berth.map(|berth| format!("${}_Level$", berth.name));
        let first =
            format!("{{({}) || (({leads}){ashore} && Side == \"$Side$\")}}", self.piece(own.as_deref()));
        let berths = self.berth.iter().flat_map(|_| [1, 2].map(|level| self.berth_key(level)));
        let call = format!("call{}", tray.gathers);
        let gather = ["forget", &call, "callCargo", "setWindow", "setTray", "sendJoin"];
        let gather: Vec<Key> = berths.chain(gather.into_iter().map(named)).collect();
        let going = format!("{{{marked} == \"yes\"}}");
        let gathers = format!("Gather {}", self.gathered);
        let opens = [named(OPEN_WINDOW), named(OPEN_TRAY)];
        let mut traits = vec![
            new::trigger("Open tray", &tray.open.menu, &tray.open.key, "", &opens)?,
            hot_key(OPEN_WINDOW, &open_key(window))?,
            new::trigger(&gathers, &tray.gather.menu, &tray.gather.key, "", &gather)?,
            mark(marked, "forget", "", &going)?,
            mark(marked, &call, "yes", &first)?,
            mark(marked, "callCargo", "yes", &self.cargo())?,
            global(&self.into[0], "setWindow", window)?,
            global(&self.into[1], "setTray", &format!("${TRAY}$"))?,
            command("", &named("sendJoin"), &named(JOIN), &going, HERE)?,
        ];
        if let Some(berth) = self.berth {
            self.berths(berth, &mut traits)?;
        }
        Ok(traits)
    }

    /// The pieces of a chit's side that it gathers: all of them, or those at one level of the berths.
    fn piece(&self, berth: Option<&str>) -> String {
        let level = match (self.berth, berth) {
            (Some(layer), Some(berth)) => format!(" && {}_Level == {berth}", layer.name),
            _ => String::new(),
        };
        let alone = not_one_of("Kind", &self.tray.alone);
        format!("{} == 1 && Side == \"$Side$\"{level}{alone}", self.tray.gathers)
    }

    /// The named command that brings a chit to the berth of its pieces, where it has another.
    fn berth_key(&self, level: usize) -> Key {
        Key::named(format!("berthOf{}{level}", self.tray.gathers))
    }

    /// What keeps a chit where its pieces are.
    fn berths(&self, layer: &StateLayer, traits: &mut Vec<TraitText>) -> Result<(), Unencodable> {
        let berth = format!("{}_Level", layer.name);
        let in_tray = format!("COUNTER|true|ZONE|${}$||${TRAY}$||0|0||false|||EQUALS||", self.tray.window);
        let gathered = format!("{{{} == 1}}", self.tray.gathers);
        let name = format!("{} of the {}", layer.name, self.gathered);
        for level in [1, 2] {
            let other = 3 - level;
            let quoted = |berth: usize| self.piece(Some(&berth.to_string())).replace('"', "\\\"");
            // Where all of the hex are at one berth, a chit that is not goes there.
            let when = format!(
                "{{{berth} == {level} && CountLocation(\"{{{}}}\") == 0 && CountLocation(\"{{{}}}\") > 0}}",
                quoted(level),
                quoted(other)
            );
            let turns = [states::set_key(layer, other)];
            traits.push(new::trigger(&name, "", &self.berth_key(level), &when, &turns)?);
            // The pieces of the tray are where their chit is.
            let set = states::set_key(layer, level);
            traits.push(command("", &set, &set, &gathered, &in_tray)?);
        }
        if moves::ends(layer) {
            let end = moves::end_key(layer);
            traits.push(command("", &end, &end, &gathered, &in_tray)?);
        }
        Ok(())
    }

    /// What follows the pieces that are marked: what is aboard one of them, and chits that lie on what goes along.
    fn cargo(&self) -> String {
        let marked = &self.mark;
        let can = format!("({})", can_carry());
        let on_marked = format!(
            "CountStack(\"{{{marked} == \\\"yes\\\" && StackPos == \" + (StackPos + 1) + \"}}\") > 0"
        );
        let chit = format!(
            "Family == \"{}\" && {LAYER_PROPERTY} == \"{}\" && Kind != \"{}\"",
            self.chits, self.units, self.tray.chit
        );
        let Some((ride, aboard)) = self.ride else {
            return format!("{{{marked} != \"yes\" && ({chit} && {on_marked})}}");
        };
        let at_sea = self.berth.map_or(String::new(), |berth| format!(" || ${}_Level$ == 1", berth.name));
        let loose = format!("({chit} && ({ride}_Level != 1{at_sea}) && {on_marked})");
        let aboard = format!(
            "({ride}_Level == {aboard} && (Side == \"$Side$\" || Side == \"\") && ({on_marked} || (CountStack(\"{{{marked} == \\\"yes\\\" && {can}}}\") > 0 && CountStack(\"{{{marked} != \\\"yes\\\" && {can}}}\") == 0)))"
        );
        format!("{{{marked} != \"yes\" && ({loose} || {aboard})}}")
    }

    /// The prototype of everything that may lie in a tray: into the tray that a chit calls it to, and from its tray to
    /// the chit's hex with what is aboard.
    ///
    /// # Errors
    /// A name ends in a backslash.
    pub fn goes(&self, windows: &[String], tray: &Panel) -> Result<Prototype, Unencodable> {
        let chit = format!(
            "{{Kind == \"{}\" && {} == \"$CurrentMap$\" && {TRAY} == \"$CurrentZone$\"}}",
            self.tray.chit, self.tray.window
        );
        let elsewhere: Vec<String> =
            windows.iter().map(|window| format!("CurrentMap != \"{window}\"")).collect();
        let detach = &self.tray.detach;
        let with_me = self.with_me();
        let [to_window, to_tray] = &self.into;
        let (across, down) = self.place(tray);
        Ok(Prototype {
            name: self.tray.verb.clone(),
            traits: vec![
                new::restrict_commands(
                    "Detach",
                    &format!("{{{}}}", elsewhere.join(" && ")),
                    std::slice::from_ref(&detach.key),
                )?,
                command(&detach.menu, &detach.key, &Key::named(LEAVE), &with_me, STACK)?,
                // A Trigger Action comes after all traits inside it, so the piece is already where its chit is.
                new::trigger("", "", &Key::named(LEAVE), &self.chit_is_hidden(), &[Key::named(MASK)])?,
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
                new::dynamic_property(&self.mark, false, "")?,
            ],
        })
    }

    /// That a piece that has left a tray is not hidden where its chit is: it would tell which force that is. Only chits have
    /// the Markers of a tray. Saves have it in every piece, so it is short.
    fn chit_is_hidden(&self) -> String {
        let [window, tray] = [(self.tray.window.as_str(), "OldMap"), (TRAY, "OldZone")]
            .map(|(marker, old)| format!("{marker}==\\\"\"+{old}+\"\\\""));
        let hidden = "ObscuredToOthers";
        format!("{{{hidden}!=true&&CountMap(\"{}\",\"{{{window}&&{tray}&&{hidden}==true}}\")>0}}", self.map)
    }

    /// The piece itself and what lies on it: above a carrier lies what is aboard, above anything the chits that tell about
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

    /// How far right of and below the middle of its tray a piece goes: each piece to a place of its own, row by row, what is
    /// aboard on top of it.
    fn place(&self, tray: &Panel) -> (String, String) {
        let [window, name] = &self.into;
        let (area, places) = (tray.area(0), tray_places(tray, 0));
        let from_middle = |at: u32, left: u32, width: u32| i64::from(at) - i64::from(left + width / 2);
        let (x, y) = places.first().copied().unwrap_or_default();
        let (x, y) = (from_middle(x, area.x, area.width), from_middle(y, area.y, area.height));
        let columns = tray.places_across(0, ACROSS);
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
            format!("{{{x} + ({number} % {columns}) * {ACROSS}}}"),
            format!("{{{y} + ({number} / {columns} % {rows}) * {DOWN}}}"),
        )
    }
}

/// Sets the mark of the pieces at the chit's place that a filter names.
fn mark(property: &str, key: &str, value: &str, filter: &str) -> Result<TraitText, Unencodable> {
    let call = sequence::join(["", &Key::named(key).encode(), &format!("P,{value}")], ':')?;
    new::trait_with(
        "setpieceprop;",
        &[
            ("key", property),
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
