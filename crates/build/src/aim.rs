//! Aiming: a cross is laid over a piece and dragged to the place that a note of the piece names. No trait of VASSAL knows
//! where the map is clicked, but a piece that is dropped knows where it lies.
//!
//! Nobody else sees the cross, since its piece may be hidden, and it goes as soon as it is dropped. What it has to do is
//! done by traits of its own: those of units stand in every save, once for each unit.

use liege_rules::game::pack::{Cross, KIND, PieceNote};
use vassal::format::build_file::Element;
use vassal::format::key::Key;
use vassal::format::piece::{PieceText, TraitText};
use vassal::format::sequence::{self, Unencodable};
use vassal::format::traits::{BasicPiece, Marker, Trait, new};

use super::Data;
use super::element::{EVERYWHERE, with};
use super::moves;
use super::palette::{self, slot_element};
use super::states::overlay_image;
use super::viewers::LAYER_PROPERTY;

/// The window, without a button, that holds what only commands put down.
pub const WINDOW: &str = "Laid";

/// The property of the cross that those of one player and one place have in common.
const FROM: &str = "AimsFrom";
/// The property of the cross with the name and place of its piece; empty where others do not see them.
const WHO: &str = "AimsFor";
/// The property of the cross with the level of the Layer that its note belongs to.
const LEVEL: &str = "AimsWith";
/// The global property with the place where a cross was dropped.
pub const AT: &str = "AimedAt";

/// What sets the property of the note to the place of the cross, as a Dynamic Property says it.
pub fn takes(note: &PieceNote) -> Result<String, Unencodable> {
    set(&take_key(note), &format!("{{{AT}}}"))
}

/// The named command with which a piece takes the place of its cross.
fn take_key(note: &PieceNote) -> Key {
    Key::named(format!("take{}", note.property()))
}

fn set(key: &Key, value: &str) -> Result<String, Unencodable> {
    sequence::join(["", &key.encode(), &format!("P,{value}")], ':')
}

/// The Place Marker of the command that lays the cross.
///
/// # Errors
/// See [`new::trait_with`].
pub fn lays(cross: &Cross) -> Result<TraitText, Unencodable> {
    let slot =
        format!("VASSAL.build.module.PieceWindow:{WINDOW}/VASSAL.build.widget.PieceSlot:{}", cross.name);
    let who = "{\"$ObscuredToOthers$\" == \"true\" ? \"\" : \"$PieceName$ in $LocationName$\"}";
    let level = format!("${}_Level$", cross.with);
    let passed = [sequence::join([WHO, who], ':')?, sequence::join([LEVEL, &level], ':')?];
    new::trait_with(
        "placemark;",
        &[
            ("commandName", &cross.menu),
            ("key", &cross.key.encode()),
            ("markerSpec", &slot),
            ("afterBurnerKey", &Key::named(LAID).encode()),
            ("parameters", &sequence::join(passed, ',')?),
            ("version", "1"),
        ],
        "",
    )
}

const LAID: &str = "laid";
const HIDE: &str = "hide";
const AIM: &str = "aim";
const DROPPED: &str = "dropped";
const ALL: &str = "tell all";
const TELL: &str = "tell";
const GIVE: &str = "give";
const SAY: &str = "say";
const OFF: &str = "all off";
const GONE: &str = "gone";
const NOTHING: &str = "nothing";

impl Data {
    /// The window of what commands put down, which players do not see: as the first one the engine would put it into the
    /// chat, at its height, so that the palettes come behind it.
    pub(super) fn laid(&self, gpid: &str) -> Result<Element, Unencodable> {
        let layer = self.layout.layers.last().map_or("", String::as_str);
        let cross = self.pack.terms.outfit.pointed_out();
        let slot = cross.map(|(note, cross)| slot(note, cross, layer, gpid)).transpose()?;
        Ok(with(palette::window(WINDOW, true), slot))
    }
}

/// The slot of the cross, with its number.
fn slot(note: &PieceNote, cross: &Cross, layer: &str, gpid: &str) -> Result<Element, Unencodable> {
    let basic = BasicPiece::new(&overlay_image(&cross.overlay), &cross.name, gpid);
    let basic =
        basic.ok_or_else(|| Unencodable { position: 1, value: cross.name.clone(), delimiter: ';' })?;
    let fellows = format!("{{{FROM} == \"${FROM}$\" && PieceUID != \"$PieceUID$\"}}");
    let keys = |names: &[&str]| names.iter().map(|name| Key::named(*name)).collect::<Vec<Key>>();
    let told = format!("{{{WHO} == \"\" ? \"\" : {WHO} + \": {} \" + {AT}}}", note.word);
    let nothing = cross.with.to_lowercase();
    let nothing = format!("{{{WHO} == \"\" ? \"\" : {WHO} + \" has no {nothing} yet\"}}");
    let from = "{PlayerSide + CurrentMap + LocationName}";
    let traits = vec![
        new::trait_with(
            "hide;",
            &[
                ("command", ""),
                ("hideKey", &Key::named(HIDE).encode()),
                ("access", "side:"),
                ("transparency", "1.0"),
            ],
            "null",
        )?,
        new::trigger("Laid", "", &Key::named(LAID), &format!("{{{LEVEL} > 1}}"), &keys(&[AIM, HIDE]))?,
        new::trigger(
            "For nothing",
            "",
            &Key::named(LAID),
            &format!("{{{LEVEL} < 2}}"),
            &keys(&[NOTHING, GONE]),
        )?,
        new::trigger("Dropped", "", &moves::key(), "", &keys(&[DROPPED, ALL, TELL]))?,
        // What nobody sees says nothing.
        new::trigger("Told", "", &Key::named(TELL), "", &keys(&[GIVE, HIDE, SAY, GONE]))?,
        new::trigger("Called off", "Take away", &Key::ctrl('D'), "", &keys(&[OFF, GONE]))?,
        new::report(&keys(&[SAY]), &told)?,
        new::report(&keys(&[NOTHING]), &nothing)?,
        new::trait_with(
            "setprop;",
            &[("key", AT), ("keyCommands", &list(set(&Key::named(DROPPED), "{LocationName}")?)?)],
            "",
        )?,
        sends(ALL, &Key::named(TELL), &fellows)?,
        sends(OFF, &Key::named(GONE), &fellows)?,
        sends(GIVE, &take_key(note), "{PieceUID == \"$ParentID$\"}")?,
        new::delete("", &Key::named(GONE))?,
        new::trait_with(
            "PROP;",
            &[("key", FROM), ("keyCommands", &list(set(&Key::named(AIM), from)?)?)],
            "",
        )?,
        new::dynamic_property(WHO, false, "")?,
        new::dynamic_property(LEVEL, false, "")?,
        new::does_not_stack("", "")?,
        Marker::new(&[(KIND, &*cross.kind), (LAYER_PROPERTY, layer)]).encode()?,
        Trait::BasicPiece(basic).encode()?,
    ];
    slot_element("widget.PieceSlot", &cross.name, gpid, &PieceText { traits })
}

fn list(command: String) -> Result<String, Unencodable> {
    sequence::join([command], ',')
}

/// A Global Key Command to the pieces of a filter, wherever they lie.
fn sends(key: &str, sent: &Key, filter: &str) -> Result<TraitText, Unencodable> {
    new::trait_with(
        "globalkey;",
        &[
            ("commandName", ""),
            ("key", &Key::named(key).encode()),
            ("globalKey", &sent.encode()),
            ("propertiesFilter", filter),
            // The cross and its pieces say what is said.
            ("reportSingle", "false"),
            ("target", EVERYWHERE),
        ],
        "",
    )
}
