//! From a counter of the catalogue to a VASSAL piece: its traits, its commands, the Layers that say its state.

use crate::format::key::Key;
use crate::format::piece::TraitText;
use crate::format::sequence::Unencodable;
use crate::format::traits::{BasicPiece, Layer, Marker, Trait, new};
use crate::rules::catalogue::{Entry, Ratings};

/// The Marker that names the counter's row in the catalogue.
pub const ID_MARKER: &str = "LiegeId";

/// A Layer that shows a state, and the commands that set it.
struct StateLayer {
    /// The Layer's name, as `rules/<game>/pack.toml` knows it.
    name: &'static str,
    /// Where its pictures lie, in pixels from the centre.
    offset: (i32, i32),
    /// Overlay (empty for none), what is added to the piece's name, and the command that sets the level.
    levels: &'static [(&'static str, &'static str, &'static str)],
}

const STATUS: StateLayer = StateLayer {
    name: "Status",
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

const SUPPLY: StateLayer = StateLayer {
    name: "Supply",
    offset: (0, 0),
    levels: &[("", "", "In supply"), ("out-of-supply", "+ (Out of Supply)", "Out of Supply")],
};

const BERTH: StateLayer = StateLayer {
    name: "Berth",
    offset: (0, 0),
    levels: &[("", "", "At sea"), ("in-port", "+ (in port)", "In port")],
};

const RIDE: StateLayer = StateLayer {
    name: "Ride",
    offset: (0, 0),
    levels: &[("", "", "On its own"), ("aboard", "+ (aboard)", "Aboard"), ("aloft", "+ (aloft)", "Aloft")],
};

const ATTACK: StateLayer = StateLayer {
    name: "Attack",
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

const BEACH: StateLayer = StateLayer {
    name: "Beach",
    offset: (0, 0),
    levels: &[("", "", "Ashore"), ("pinned", "+ (Pinned on the Beach)", "Pinned on the Beach")],
};

const WORK: StateLayer = StateLayer {
    name: "Work",
    offset: (0, 0),
    levels: &[
        ("", "", "Complete"),
        ("under-construction", "+ (under construction)", "Under construction"),
        ("destroyed", "+ (destroyed)", "Destroyed"),
    ],
};

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
    /// The side that owns it; none for chits of both.
    pub side: Option<&'a str>,
    /// The map and zone a removed piece goes to.
    pub force_pool: Option<(&'a str, &'a str)>,
    /// Whether the schedule may bring it in.
    pub scheduled: bool,
    /// Its number in the palettes.
    pub gpid: &'a str,
}

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

/// The prototypes that the pieces share.
pub fn prototypes() -> Result<Vec<Prototype>, Unencodable> {
    let all = [
        ("Land unit", vec![&BEACH, &RIDE, &SUPPLY, &STATUS, &ATTACK]),
        ("Air unit", vec![&RIDE, &SUPPLY, &STATUS]),
        ("Ship", vec![&BERTH, &SUPPLY, &STATUS]),
        ("Leader", vec![&RIDE, &STATUS]),
        ("Task force", vec![&BERTH, &SUPPLY, &STATUS]),
        ("Installation", vec![&WORK]),
        ("Chit", vec![]),
    ];
    all.into_iter()
        .map(|(name, layers)| {
            let mut traits = Vec::new();
            let moves = !matches!(name, "Installation" | "Chit");
            if moves {
                traits.push(new::movement_trail("Movement trail", &Key::ctrl('T'))?);
                traits.push(new::mark_when_moved("moved.png", 0, -38, "Mark moved", &Key::ctrl('M'))?);
            } else {
                traits.push(new::clone("Clone", &Key::ctrl('C'))?);
            }
            for layer in layers {
                state_layer(layer, &mut traits)?;
            }
            Ok(Prototype { name: name.to_owned(), traits })
        })
        .collect()
}

/// One command per level, gathered in a sub-menu, and the Layer itself, which they turn to that level.
fn state_layer(layer: &StateLayer, traits: &mut Vec<TraitText>) -> Result<(), Unencodable> {
    let reset = Key::named(format!("reset{}", layer.name));
    let next = Key::named(format!("next{}", layer.name));
    let commands: Vec<&str> = layer.levels.iter().map(|(_, _, command)| *command).collect();
    traits.push(new::sub_menu(layer.name, &commands)?);
    for (level, (_, _, command)) in layer.levels.iter().enumerate() {
        let mut runs = vec![reset.clone()];
        runs.extend(std::iter::repeat_n(next.clone(), level));
        let key = Key::named(format!("set{}{}", layer.name, level + 1));
        traits.push(new::trigger(command, command, &key, "", &runs)?);
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

/// The prototype that fits a counter.
fn prototype_of(entry: &Entry) -> &'static str {
    match entry.ratings {
        Ratings::Land(_) | Ratings::Special(_) => "Land unit",
        Ratings::Air(_) => "Air unit",
        Ratings::Ship(_) => "Ship",
        Ratings::Leader(_) => "Leader",
        Ratings::Transport(_) if entry.kind == "atp" => "Air unit",
        Ratings::Transport(_) => "Ship",
        Ratings::Chit(_) if entry.kind == "task-force" => "Task force",
        Ratings::Chit(_) if is_installation(&entry.kind) => "Installation",
        Ratings::Chit(_) => "Chit",
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

/// The piece of a counter.
pub fn piece(entry: &Entry, looks: &Looks<'_>) -> Result<Piece, Unencodable> {
    let mut traits = vec![new::delete("Delete", &Key::ctrl('D'))?];
    if let Some((map, zone)) = looks.force_pool {
        traits.push(new::send_to_place("Send to force pool", &Key::ctrl('E'), map, 'Z', zone)?);
    }
    if looks.scheduled {
        traits.push(new::prototype(super::order_of_battle::PROTOTYPE)?);
    }
    traits.push(new::prototype(prototype_of(entry))?);

    if let Some(back) = looks.back {
        let name = if matches!(entry.ratings, Ratings::Leader(_)) { "+ (used)" } else { "+ (reduced)" };
        traits.push(
            Layer::new("Face", &["", back], &["", name])?.increased_by("Flip", &Key::ctrl('F')).encode()?,
        );
    }
    let mut facts = vec![(ID_MARKER, entry.id.as_str()), ("Kind", entry.kind.as_str())];
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
