//! Definitions of new traits, as a module builder writes them.

use super::fields::Fields;
use crate::format::key::Key;
use crate::format::piece::TraitText;
use crate::format::sequence::{self, Unencodable};

/// A trait's texts, or a value that VASSAL cannot carry.
pub type New = Result<TraitText, Unencodable>;

/// Any trait by its prefix, all fields at the engine's values except those given.
///
/// An unknown prefix gives a definition of the prefix alone.
///
/// # Errors
/// A value ends in a backslash.
pub fn trait_with(prefix: &str, fields: &[(&str, &str)], state: &str) -> New {
    let Some(defaults) = Fields::defaults(prefix) else {
        return Ok(TraitText::new(prefix, state));
    };
    let filled = fields.iter().fold(defaults, |sum, (name, value)| sum.with(name, *value));
    Ok(TraitText::new(filled.encode()?, state))
}

/// Delete.
///
/// # Errors
/// See [`trait_with`].
pub fn delete(command: &str, key: &Key) -> New {
    trait_with("delete;", &[("commandName", command), ("key", &key.encode())], "")
}

/// Clone.
///
/// # Errors
/// See [`trait_with`].
pub fn clone(command: &str, key: &Key) -> New {
    trait_with("clone;", &[("commandName", command), ("key", &key.encode())], "")
}

/// Prototype: the traits of the prototype of this name.
///
/// # Errors
/// See [`trait_with`].
pub fn prototype(name: &str) -> New {
    Ok(TraitText::new(format!("prototype;{}", sequence::join([name], ';')?), ""))
}

/// Dynamic Property, text or number, that only other commands change.
///
/// # Errors
/// See [`trait_with`].
pub fn dynamic_property(name: &str, numeric: bool, value: &str) -> New {
    let constraints = format!("{numeric},0,100,false");
    trait_with("PROP;", &[("key", name), ("constraints", &constraints)], value)
}

/// Mark When Moved with its picture and the place of the picture in pixels from the centre.
///
/// # Errors
/// See [`trait_with`].
pub fn mark_when_moved(icon: &str, x: i32, y: i32, command: &str, key: &Key) -> New {
    let fields = [
        ("icon", icon),
        ("xOffset", &x.to_string()),
        ("yOffset", &y.to_string()),
        ("command", command),
        ("key", &key.encode()),
    ];
    trait_with("markmoved;", &fields, "false")
}

/// Movement Trail, hidden until its command; `clear` forgets where the piece has been.
///
/// # Errors
/// See [`trait_with`].
pub fn movement_trail(command: &str, key: &Key, clear: &Key) -> New {
    let fields = [("menuCommand", command), ("trailKey", &key.encode()), ("trailKeyClear", &clear.encode())];
    trait_with("footprint;", &fields, "false;;0;false")
}

/// Does not Stack: fixed to the map, selected with Shift and Alt-drag only.
///
/// # Errors
/// See [`trait_with`].
pub fn does_not_stack(selection: &str, movement: &str) -> New {
    let fields = [("selection", selection), ("movement", movement), ("stacking", "R")];
    trait_with("immob;", &fields, "")
}

/// Text Label with its text.
///
/// # Errors
/// See [`trait_with`].
pub fn label(text: &str, fields: &[(&str, &str)]) -> New {
    trait_with("label;", fields, text)
}

/// Non-Rectangular: a square of this many pixels around the centre, whatever is drawn over or beside the piece.
///
/// # Errors
/// See [`trait_with`].
pub fn square(pixels: u32) -> New {
    // Where the engine puts a picture of this size.
    let low = -f64::from(pixels / 2);
    let high = low + f64::from(pixels);
    let outline = format!("dM {low:?} {low:?} L {high:?} {low:?} L {high:?} {high:?} L {low:?} {high:?} Z");
    trait_with("nonRect2;", &[("scale", "1.0"), ("shapeSpec", &outline)], "")
}

/// Report Action: writes `format` to the chat when one of the keys is used.
///
/// # Errors
/// See [`trait_with`].
pub fn report(keys: &[Key], format: &str) -> New {
    let keys = Key::encode_list(keys)?;
    trait_with("report;", &[("keys", &keys), ("reportFormat", format)], "-1")
}

/// Send to Location: a place of a map by its pixels.
///
/// # Errors
/// See [`trait_with`].
pub fn send_to_point(command: &str, key: &Key, map: &str, board: &str, at: (i32, i32)) -> New {
    let fields = [
        ("commandName", command),
        ("key", &key.encode()),
        ("mapId", map),
        ("boardName", board),
        ("x", &at.0.to_string()),
        ("y", &at.1.to_string()),
        ("destination", "L"),
    ];
    trait_with("sendto;", &fields, ";;")
}

/// Send to Location: a zone, region or grid location of a map.
///
/// `kind` is `Z`, `R` or `G`; `place` the zone's, region's or hex's name.
///
/// # Errors
/// See [`trait_with`].
pub fn send_to_place(command: &str, key: &Key, map: &str, kind: char, place: &str) -> New {
    let field = match kind {
        'Z' => "zone",
        'R' => "region",
        _ => "gridLocation",
    };
    let fields = [
        ("commandName", command),
        ("key", &key.encode()),
        ("mapId", map),
        ("destination", &kind.to_string()),
        (field, place),
    ];
    trait_with("sendto;", &fields, ";;")
}

/// Send to Location: a zone of a map, so many pixels from its middle to the right and downwards.
///
/// # Errors
/// See [`trait_with`].
pub fn send_to_spot(command: &str, key: &Key, map: &str, zone: &str, offset: &[String; 2]) -> New {
    let fields = [
        ("commandName", command),
        ("key", &key.encode()),
        ("mapId", map),
        ("xIndex", "1"),
        ("yIndex", "1"),
        ("xOffset", &offset[0]),
        ("yOffset", &offset[1]),
        ("destination", "Z"),
        ("zone", zone),
    ];
    trait_with("sendto;", &fields, ";;")
}

/// Sub-Menu of other commands, by their texts.
///
/// # Errors
/// See [`trait_with`].
pub fn sub_menu(name: &str, commands: &[&str]) -> New {
    let commands = sequence::join(commands, ',')?;
    trait_with("submenu;", &[("menuName", name), ("subcommands", &commands)], "")
}

/// Restrict Commands: hides commands while an expression holds.
///
/// # Errors
/// See [`trait_with`].
pub fn restrict_commands(name: &str, expression: &str, keys: &[Key]) -> New {
    let keys = Key::encode_list(keys)?;
    let fields = [("name", name), ("action", "Hide"), ("propertyMatch", expression), ("watchKeys", &keys)];
    trait_with("hideCmd;", &fields, "")
}

/// Trigger Action: one command that runs others while an expression holds.
///
/// # Errors
/// See [`trait_with`].
pub fn trigger(name: &str, command: &str, key: &Key, expression: &str, runs: &[Key]) -> New {
    let runs = Key::encode_list(runs)?;
    let fields = [
        ("name", name),
        ("command", command),
        ("key", &key.encode()),
        ("propertyMatch", expression),
        ("actionKeys", &runs),
    ];
    trait_with("macro;", &fields, "")
}

/// Mask, hidden for all but one's own side: shows `image` to the others. Those who see through it have the picture `over`
/// on top of the piece, without one `image` at half its size in the corner.
///
/// # Errors
/// See [`trait_with`].
pub fn mask(command: &str, key: &Key, image: &str, over: &str, name: &str, access: &str) -> New {
    let style = if over.is_empty() { "I".to_owned() } else { format!("G{over}") };
    let fields = [
        ("hideCommand", command),
        ("keyCommand", &key.encode()),
        ("imageName", image),
        ("displayStyle", &style),
        ("maskName", name),
        ("access", access),
        ("autoPeekRollover", "false"),
    ];
    trait_with("obs;", &fields, "null;")
}

/// Invisible for all but one's own side.
///
/// # Errors
/// See [`trait_with`].
pub fn invisible(command: &str, key: &Key, access: &str) -> New {
    let fields = [("command", command), ("hideKey", &key.encode()), ("access", access)];
    trait_with("hide;", &fields, "null")
}
