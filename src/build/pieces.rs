//! From a counter of the catalogue to a VASSAL piece: its traits and commands, shared ones in prototypes.

use crate::art::panel::Panel;
use crate::format::key::Key;
use crate::format::piece::TraitText;
use crate::format::sequence::{self, Unencodable};
use crate::format::traits::{BasicPiece, Layer, Marker, Trait, new};
use crate::rules::catalogue::{Catalogue, Entry};

use super::components::tray_key;
use super::drops::Sent;
use super::map_parts::LAYER_PROPERTY;
use super::states::{self, ATTACK, BEACH, BERTH, RIDE, STATUS, SUPPLY, StateLayer, WORK};
use super::task_forces::{self, CARRIES, OPEN_TRAY, SAILS, TRAY, TRAY_WINDOW};
use super::window::TaskForces;

/// The prototype that writes commands into the chat.
const TOLD: &str = "Told";

/// The Marker that names the counter's row in the catalogue.
pub const ID_MARKER: &str = "LiegeId";

/// A prototype of the module: its name and traits, outermost first.
pub struct Prototype {
    /// Its name.
    pub name: String,
    /// Its traits without the Basic Piece.
    pub traits: Vec<TraitText>,
}

/// A piece of the palettes.
pub struct Piece {
    /// Its name.
    pub name: String,
    /// Its traits, outermost first, Basic Piece last; prototypes not expanded.
    pub traits: Vec<TraitText>,
}

/// What a piece needs besides its row.
pub struct Looks<'a> {
    /// The picture of the front.
    pub front: &'a str,
    /// The picture of the back; none for a counter with one face.
    pub back: Option<&'a str>,
    /// What the inventory calls its family.
    pub family: &'a str,
    /// The side that owns it; none for chits of both.
    pub side: Option<&'a str>,
    /// The zone a removed piece goes to.
    pub force_pool: Option<&'a str>,
    /// The zone a piece waits in for its replenishment.
    pub replenishment: Option<&'a str>,
    /// The window with the trays of its nation's task forces.
    pub tray: Option<&'a str>,
    /// Whether the game has trays, so that it may lie in one.
    pub sails: bool,
    /// What it may carry, by families and kinds; empty for nothing.
    pub carries: &'a str,
    /// Whether the schedule may bring it in.
    pub scheduled: bool,
    /// Its place in the boxes that its commands send it to, as properties.
    pub drops: &'a [(&'static str, String)],
    /// Its number in the palettes.
    pub gpid: &'a str,
}

/// What the prototypes of a game depend on.
pub struct Shared {
    /// The boxes that removed pieces go to, with their windows.
    pub pools: Vec<(String, String)>,
    /// The boxes of replenishment, with their windows.
    pub replenishments: Vec<(String, String)>,
    /// The windows with trays of task forces.
    pub trays: Vec<(String, Panel)>,
    /// Who sails how.
    pub task_forces: TaskForces,
    /// The nations, with the words that name a hidden piece of theirs and the sides that may hide and see it; none for
    /// nobody's pieces.
    pub nations: Vec<(String, String, Vec<String>)>,
    /// The names of all sides.
    pub sides: Vec<String>,
    /// Those of them that see everything.
    pub see_all: Vec<String>,
}

/// The prototypes that the pieces share.
pub fn prototypes(shared: &Shared) -> Result<Vec<Prototype>, Unencodable> {
    let kinds: [(&str, Vec<&StateLayer>); 8] = [
        ("Land unit", vec![&BEACH, &RIDE, &SUPPLY, &STATUS, &ATTACK]),
        ("Air unit", vec![&RIDE, &SUPPLY, &STATUS]),
        ("Ship", vec![&BERTH, &SUPPLY, &STATUS]),
        ("Leader", vec![&RIDE, &STATUS]),
        ("Task force", vec![&BERTH, &SUPPLY, &STATUS]),
        ("Installation", vec![&WORK]),
        ("Chit", vec![]),
        ("Cargo chit", vec![&RIDE]),
    ];
    let mut all = vec![Prototype { name: TOLD.to_owned(), traits: states::reports()? }];
    for (name, layers) in kinds {
        all.push(Prototype { name: name.to_owned(), traits: kind(name, &layers)? });
    }
    let hide = new::trigger("Hide", "Hide", &Key::ctrl('H'), "", &[Key::named(MASK)])?;
    all.push(Prototype { name: HIDES.to_owned(), traits: vec![hide] });
    // Of the Layer itself the engine would put the command behind those of all other traits.
    let flip = new::trigger("Flip", "Flip", &Key::ctrl('F'), "", &[Key::named(NEXT_FACE)])?;
    all.push(Prototype { name: TWO_FACES.to_owned(), traits: vec![flip] });
    all.push(Prototype { name: TALLY.to_owned(), traits: tally()? });
    for (map, zone) in &shared.pools {
        let offset = Sent::Pool.offset();
        let traits = vec![new::send_to_spot("Send to force pool", &Key::ctrl('E'), map, zone, &offset)?];
        all.push(Prototype { name: box_prototype(zone), traits });
    }
    for (map, zone) in &shared.replenishments {
        let (key, offset) = (Key::ctrl('R'), Sent::Replenishment.offset());
        let traits = vec![new::send_to_spot("Send to replenishment", &key, map, zone, &offset)?];
        all.push(Prototype { name: box_prototype(zone), traits });
    }
    for (window, _) in &shared.trays {
        let traits = task_forces::chit(window, &shared.task_forces)?;
        all.push(Prototype { name: chit_prototype(window), traits });
    }
    if let Some((_, tray)) = shared.trays.first() {
        let windows: Vec<String> = shared.trays.iter().map(|(window, _)| window.clone()).collect();
        all.push(task_forces::sails(&windows, tray)?);
    }
    for (nation, words, sides) in &shared.nations {
        let image = hidden_image(nation);
        let traits = if sides.is_empty() {
            task_forces::hidden_chit(&image, words, &shared.sides, &shared.see_all)?
        } else {
            task_forces::hidden(&image, words, sides)?
        };
        all.push(Prototype { name: mask_prototype(nation), traits });
    }
    Ok(all)
}

/// The prototype of pieces with a back.
const TWO_FACES: &str = "Two faces";
const NEXT_FACE: &str = "nextFace";
/// The prototype of pieces that can be hidden.
const HIDES: &str = "Hides";
/// The named command of the Mask.
pub(super) const MASK: &str = "mask";

/// The traits of a kind of piece: its commands, what the moves leave behind, its states, what it counts for.
fn kind(name: &str, layers: &[&StateLayer]) -> Result<Vec<TraitText>, Unencodable> {
    let mut traits = Vec::new();
    if matches!(name, "Installation" | "Chit" | "Cargo chit") {
        traits.push(new::clone("Clone", &Key::ctrl('C'))?);
    } else {
        traits.push(new::movement_trail("Movement trail", &Key::ctrl('T'), &Key::named("clearTrail"))?);
        traits.push(new::mark_when_moved("moved.png", 0, -38, "Mark moved", &Key::ctrl('M'))?);
    }
    for layer in layers {
        states::state_layer(layer, &mut traits)?;
    }
    // Menus show commands in the order of the traits: what can't be taken back comes last.
    traits.push(new::delete("Delete", &Key::ctrl('D'))?);
    if name == "Land unit" {
        let steps = "{Face_Level == 2 ? FullSteps - 1 : FullSteps}";
        traits.push(new::trait_with("calcProp;", &[("name", "LandSteps"), ("expression", steps)], "")?);
    }
    Ok(traits)
}

fn box_prototype(zone: &str) -> String {
    format!("To {zone}")
}

fn chit_prototype(window: &str) -> String {
    format!("Chit of {window}")
}

fn mask_prototype(nation: &str) -> String {
    format!("Hidden {nation}")
}

/// The picture that the others see of a hidden piece of a nation.
pub fn hidden_image(nation: &str) -> String {
    format!("hidden-{nation}.png")
}

/// Chits that stand for a number of points or offensives.
const COUNTED: [&str; 2] = ["ep", "off"];

/// The prototype of chits that show a number.
const TALLY: &str = "Tally";

/// The number a chit stands for, on the chit, with the commands that change it.
fn tally() -> Result<Vec<TraitText>, Unencodable> {
    let change =
        |command: &str, key: &Key, change: &str| sequence::join([command, &key.encode(), change], ':');
    let keys = [
        ("1 more", Key::ctrl('1'), "I,1"),
        ("1 less", Key::ctrl_shift('1'), "I,-1"),
        ("10 more", Key::ctrl('0'), "I,10"),
        ("10 less", Key::ctrl_shift('0'), "I,-10"),
        ("Set the number", Key::ctrl('N'), "R,How many?"),
    ];
    let changes: Result<Vec<String>, Unencodable> =
        keys.iter().map(|(command, key, to)| change(command, key, to)).collect();
    let told: Vec<Key> = keys.iter().map(|(_, key, _)| key.clone()).collect();
    Ok(vec![
        new::report(&told, "$newPieceName$: $menuCommand$")?,
        new::label(
            "$Number$",
            &[
                ("fontSize", "22"),
                ("fontStyle", "1"),
                ("menuCommand", ""),
                ("nameFormat", "$pieceName$ ($label$)"),
                ("textBg", "255,255,255"),
                ("verticalJust", "c"),
                ("verticalPos", "c"),
            ],
        )?,
        new::trait_with(
            "PROP;",
            &[
                ("key", "Number"),
                ("constraints", "true,0,999,false"),
                ("keyCommands", &sequence::join(&changes?, ',')?),
            ],
            "0",
        )?,
    ])
}

/// Whether a counter can belong to a hidden force: it can sail, fly or march, or tells about what does.
fn may_hide(entry: &Entry) -> bool {
    let tells = !entry.nation.is_empty() || entry.word("place") == "transport";
    !entry.is_chit || (layer_of(entry) == "Force" && tells)
}

/// The prototype that fits a counter.
fn prototype_of(entry: &Entry) -> &'static str {
    match entry.family.as_str() {
        _ if entry.is_chit && entry.kind == "task-force" => "Task force",
        _ if entry.is_chit && is_installation(&entry.kind) => "Installation",
        _ if entry.is_chit && entry.word("place") == "transport" => "Cargo chit",
        _ if entry.is_chit => "Chit",
        "air" => "Air unit",
        "ships" => "Ship",
        "leaders" => "Leader",
        "transport" if entry.kind == "atp" => "Air unit",
        "transport" => "Ship",
        _ => "Land unit",
    }
}

/// Whether a chit is something built in a hex, which may be under construction or destroyed.
fn is_installation(kind: &str) -> bool {
    const BUILT: &[&str] = &[
        "small-airbase",
        "large-airbase",
        "dirt-airstrip",
        "fortification",
        "coastal-fort",
        "harbor-enlargement",
        "burma-railway",
        "mulberry",
        "radar",
        "rocket-site",
    ];
    BUILT.contains(&kind)
}

/// The layer of the main map that a counter lies in.
///
/// What must lie on, under or in a stack with units shares their layer: transports carry, chits mark what is below.
fn layer_of(entry: &Entry) -> &'static str {
    match entry.kind.as_str() {
        _ if !entry.is_chit => "Force",
        "control" => "Control",
        kind if is_installation(kind) || kind == "under-construction" => "Installation",
        _ => match entry.word("place") {
            "unit" | "air-unit" | "transport" | "submarine" | "task-force" => "Force",
            _ => "Marker",
        },
    }
}

/// What a counter adds to the sums of the stack viewer, as Markers.
fn counts(entry: &Entry, two_faces: bool) -> Option<(&'static str, String)> {
    // Aircraft that need no airfield are never counted (4.6.1, 4.10).
    const UNCOUNTED: [&str; 3] = ["floatplane", "kamikaze", "ohka"];
    match entry.family.as_str() {
        "land" => {
            let steps = entry.number("steps").unwrap_or(if two_faces { 2 } else { 1 });
            Some(("FullSteps", steps.to_string()))
        }
        "air" if !UNCOUNTED.contains(&entry.kind.as_str()) => Some(("AirUnits", "1".into())),
        "transport" if entry.kind == "atp" => Some(("AirTransports", "1".into())),
        "ships" | "transport" => Some(("Ships", "1".into())),
        _ => None,
    }
}

/// What pieces call a family or a kind: a family by its name in the inventory, a kind by its own.
pub fn cargo_name<'n>(catalogue: &'n Catalogue, cargo: &'n str) -> &'n str {
    catalogue.family(cargo).map_or(cargo, |family| &family.name)
}

/// The piece of a counter.
pub fn piece(entry: &Entry, looks: &Looks<'_>) -> Result<Piece, Unencodable> {
    let chit = entry.kind == "task-force";
    let mut traits = Vec::new();
    let hides = may_hide(entry);
    // The Mask is outermost, so that it covers everything; its command has its place in the menu inside it.
    if hides {
        traits.push(new::prototype(&mask_prototype(&entry.nation))?);
    }
    traits.push(new::prototype(TOLD)?);
    if looks.back.is_some() {
        traits.push(new::prototype(TWO_FACES)?);
    }
    if hides {
        traits.push(new::prototype(HIDES)?);
    }
    for zone in [looks.force_pool, looks.replenishment].into_iter().flatten() {
        traits.push(new::prototype(&box_prototype(zone))?);
    }
    // A dummy has no tray.
    let tray = looks.tray.filter(|_| chit && entry.label.chars().any(|c| c.is_ascii_digit()));
    if let Some(window) = tray {
        traits.push(new::prototype(&chit_prototype(window))?);
        traits.push(task_forces::hot_key(OPEN_TRAY, &tray_key(window, &entry.label))?);
    }
    if looks.sails && !chit && layer_of(entry) == "Force" {
        traits.push(new::prototype(SAILS)?);
    }
    if looks.scheduled {
        traits.push(new::prototype(super::order_of_battle::PROTOTYPE)?);
    }
    if COUNTED.contains(&entry.kind.as_str()) {
        traits.push(new::prototype(TALLY)?);
    }
    traits.push(new::prototype(prototype_of(entry))?);
    if let Some(back) = looks.back {
        let name = if entry.family == "leaders" { "+ (used)" } else { "+ (reduced)" };
        let face = Layer::new("Face", &["", back], &["", name])?;
        let face = face.increased_by("", &Key::named(NEXT_FACE)).reset_by("", &Key::named("resetFace"), 1);
        traits.push(face.encode()?);
    }
    let counted = counts(entry, looks.back.is_some());
    let mut facts = vec![
        (ID_MARKER, entry.id.as_str()),
        ("Kind", entry.kind.as_str()),
        ("Family", looks.family),
        (LAYER_PROPERTY, layer_of(entry)),
    ];
    facts.extend(counted.as_ref().map(|(name, value)| (*name, value.as_str())));
    facts.extend(looks.drops.iter().map(|(name, value)| (*name, value.as_str())));
    if let Some(window) = tray {
        facts.extend([(TRAY, entry.label.as_str()), (TRAY_WINDOW, window)]);
    }
    if !looks.carries.is_empty() {
        facts.push((CARRIES, looks.carries));
    }
    if !entry.nation.is_empty() {
        facts.push(("Nation", entry.nation.as_str()));
    }
    if let Some(side) = looks.side {
        facts.push(("Side", side));
    }
    traits.push(Marker::new(&facts).encode()?);
    let basic = BasicPiece::new(looks.front, &entry.name, looks.gpid).ok_or_else(|| Unencodable {
        position: 1,
        value: entry.name.clone(),
        delimiter: ';',
    })?;
    traits.push(Trait::BasicPiece(basic).encode()?);
    Ok(Piece { name: entry.name.clone(), traits })
}
