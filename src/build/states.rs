//! The Layers that say in which state a piece is, and the commands that set them.

use crate::format::key::Key;
use crate::format::piece::TraitText;
use crate::format::sequence::Unencodable;
use crate::format::traits::{Layer, new};

use super::order_of_battle::{ARRIVE_KEY, DUE_KEY, LEAVE_KEY};
use super::task_forces::LEAVE;

/// A Layer that shows a state, and the commands that set it.
pub struct StateLayer {
    /// The Layer's name, as `rules/<game>/pack.toml` knows it.
    pub name: &'static str,
    /// The title of its sub-menu, in the words of the rules.
    menu: &'static str,
    /// Where its pictures lie, in pixels from the centre.
    offset: (i32, i32),
    /// Overlay (empty for none), what is added to the piece's name, and the command that sets the level.
    levels: &'static [(&'static str, &'static str, &'static str)],
}

/// Standby, Active, Committed and the rest.
pub const STATUS: StateLayer = StateLayer {
    name: "Status",
    menu: "Status",
    offset: (0, 0),
    levels: &[
        ("", "", "No status"),
        ("standby", "+ (Standby)", "Standby"),
        ("active", "+ (Active)", "Active"),
        ("committed", "+ (Committed)", "Committed"),
        ("previously-committed", "+ (Previously Committed)", "Previously Committed"),
        ("current", "+ (Current)", "Current"),
    ],
};

/// In supply or not.
pub const SUPPLY: StateLayer = StateLayer {
    name: "Supply",
    menu: "Supply",
    offset: (0, 0),
    levels: &[("", "", "In supply"), ("out-of-supply", "+ (Out of Supply)", "Out of Supply")],
};

/// At sea or in port.
pub const BERTH: StateLayer = StateLayer {
    name: "Berth",
    menu: "Port",
    offset: (0, 0),
    levels: &[("", "", "At sea"), ("in-port", "+ (in port)", "In port")],
};

/// On its own, aboard or aloft.
pub const RIDE: StateLayer = StateLayer {
    name: "Ride",
    menu: "Aboard or aloft",
    offset: (0, 0),
    levels: &[("", "", "On its own"), ("aboard", "+ (aboard)", "Aboard"), ("aloft", "+ (aloft)", "Aloft")],
};

/// A declared attack and its direction.
pub const ATTACK: StateLayer = StateLayer {
    name: "Attack",
    menu: "Attack",
    offset: (0, 0),
    levels: &[
        ("", "", "No attack"),
        ("attack-e", "+ (attacks east)", "East"),
        ("attack-ne", "+ (attacks northeast)", "Northeast"),
        ("attack-nw", "+ (attacks northwest)", "Northwest"),
        ("attack-w", "+ (attacks west)", "West"),
        ("attack-sw", "+ (attacks southwest)", "Southwest"),
        ("attack-se", "+ (attacks southeast)", "Southeast"),
        ("attack-here", "+ (attacks here)", "This hex"),
    ],
};

/// Pinned on the beach or not.
pub const BEACH: StateLayer = StateLayer {
    name: "Beach",
    menu: "Beach",
    offset: (0, 0),
    levels: &[("", "", "Ashore"), ("pinned", "+ (Pinned on the Beach)", "Pinned on the Beach")],
};

/// Under construction, complete or destroyed.
pub const WORK: StateLayer = StateLayer {
    name: "Work",
    menu: "Installation",
    offset: (0, 0),
    levels: &[
        ("", "", "Complete"),
        ("under-construction", "+ (under construction)", "Under construction"),
        ("destroyed", "+ (destroyed)", "Destroyed"),
    ],
};

/// The overlay pictures that the Layers show, by name.
pub fn overlays() -> Vec<&'static str> {
    let mut names: Vec<&str> = [STATUS, SUPPLY, BERTH, RIDE, ATTACK, BEACH, WORK]
        .iter()
        .flat_map(|layer| layer.levels.iter().map(|(overlay, _, _)| *overlay))
        .filter(|overlay| !overlay.is_empty())
        .collect();
    names.sort_unstable();
    names
}

/// The name of an overlay's picture in the module.
pub fn overlay_image(overlay: &str) -> String {
    format!("state-{overlay}.png")
}

/// The commands that are used most, each with the letter of its own key and whether Shift goes with Ctrl: they stand in
/// the menu itself.
const DIRECT: [(&str, char, bool); 3] =
    [("Active", 'A', false), ("In port", 'P', false), ("At sea", 'P', true)];

/// The key that shows a level of a Layer, from 1.
pub fn set_key(layer: &StateLayer, level: usize) -> Key {
    let command = layer.levels.get(level.wrapping_sub(1)).map_or("", |(_, _, command)| *command);
    match DIRECT.iter().find(|(name, _, _)| *name == command) {
        Some((_, letter, true)) => Key::ctrl_shift(*letter),
        Some((_, letter, false)) => Key::ctrl(*letter),
        None => Key::named(format!("set{}{level}", layer.name)),
    }
}

/// What pieces write into the chat: their commands with the place, and where they are sent.
///
/// Of a hidden piece nothing is told but what everybody sees, under the name of its mask: that it hides, gathers ships,
/// is deleted or goes elsewhere.
/// Names of the piece's own properties, not the report's `old…`: those need a snapshot that only a menu takes.
/// Lies directly inside the Mask, so that all other commands have done their work when it tells.
///
/// # Errors
/// See [`new::trait_with`].
pub fn reports() -> Result<Vec<TraitText>, Unencodable> {
    let layers = [&STATUS, &SUPPLY, &BERTH, &RIDE, &ATTACK, &BEACH, &WORK];
    let states = layers.iter().flat_map(|layer| (1..=layer.levels.len()).map(|level| set_key(layer, level)));
    let keys: Vec<Key> = "FERDHG".chars().map(Key::ctrl).chain(states).collect();
    // Where it went says all of a piece that is sent; what everybody sees go is told of a hidden one, too.
    let sends = "menuCommand.startsWith(\"Send\")";
    let place = "(location == \"\" ? OldLocationName : location)";
    let what = "(menuCommand != \"Hide\" ? menuCommand : ObscuredToOthers == true ? \"hidden\" : \"no longer hidden\")";
    let seen = format!(
        "menuCommand == \"Hide\" || menuCommand == \"Delete\" || {sends} || menuCommand.startsWith(\"Gather\")"
    );
    let secret = format!("ObscuredToOthers == true && !({seen})");
    let told = format!(
        "{{menuCommand == \"\" || ({secret}) ? \"\" : {sends} ? newPieceName + \": \" + OldLocationName + \" -> \" + location : newPieceName + \" in \" + {place} + \": \" + {what}}}"
    );
    let sent = [ARRIVE_KEY, DUE_KEY, LEAVE_KEY, LEAVE].map(Key::named);
    let moved = "$newPieceName$: $OldLocationName$ -> $location$";
    Ok(vec![new::report(&keys, &told)?, new::report(&sent, moved)?])
}

/// One command per level, those without a key of their own gathered in a sub-menu, and the Layer itself, which they turn to that level.
///
/// # Errors
/// See [`new::trait_with`].
pub fn state_layer(layer: &StateLayer, traits: &mut Vec<TraitText>) -> Result<(), Unencodable> {
    let reset = Key::named(format!("reset{}", layer.name));
    let next = Key::named(format!("next{}", layer.name));
    let inside = layer.levels.iter().map(|(_, _, command)| *command);
    let inside: Vec<&str> =
        inside.filter(|command| DIRECT.iter().all(|(direct, _, _)| direct != command)).collect();
    if !inside.is_empty() {
        traits.push(new::sub_menu(layer.menu, &inside)?);
    }
    for (level, (_, _, command)) in layer.levels.iter().enumerate() {
        let mut runs = vec![reset.clone()];
        runs.extend(std::iter::repeat_n(next.clone(), level));
        traits.push(new::trigger(command, command, &set_key(layer, level + 1), "", &runs)?);
    }
    let images: Vec<String> = layer
        .levels
        .iter()
        .map(|(overlay, _, _)| if overlay.is_empty() { String::new() } else { overlay_image(overlay) })
        .collect();
    let images: Vec<&str> = images.iter().map(String::as_str).collect();
    let names: Vec<&str> = layer.levels.iter().map(|(_, name, _)| *name).collect();
    let (x, y) = layer.offset;
    traits.push(
        Layer::new(layer.name, &images, &names)?
            .increased_by("", &next)
            .reset_by("", &reset, 1)
            .looping(false)
            .offset(x, y)
            .encode()?,
    );
    Ok(())
}
