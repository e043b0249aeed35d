//! What map windows are equipped with: stacking, reporting, zoom, overview, layers of pieces.
//!
//! Engine package: `build.module.map`.
//!
//! The room around the boards (`Stacks`) never changes, since saves place pieces by pixels that include it. Expanded
//! stacks show whole counters, in the direction with room for the largest. Units share one drawing layer: VASSAL
//! never stacks pieces of two layers, and cargo must be in one stack with its carrier; control, installations and
//! markers have layers of their own.

use vassal::format::build_file::Element;
use vassal::format::key::Key;
use vassal::format::sequence::{self, Unencodable};

use super::element::{component, with};
use super::palette::COUNTER_PIXELS;
use super::viewers::{LAYER_PROPERTY, Viewed, viewers};

/// How the pieces of a stack lie, in pixels from one to the next: to the right and upwards.
#[derive(Clone, Copy, Debug)]
pub struct Stacks {
    /// When the stack is expanded.
    pub expanded: (i32, i32),
    /// When it is not.
    pub closed: (i32, i32),
    /// The room around the boards, to the sides and above and below. Saves place pieces by pixels that include it, so it
    /// stays what it is.
    pub around: (u32, u32),
    /// The most of it, to the sides and above and below.
    pub most_room: (u32, u32),
}

/// What puts a piece on top of its stack: the arrow key up, the engine's own, in all maps.
pub const TO_TOP: Key = Key::Stroke { code: 38, modifiers: 0 };

/// No bound on the room.
const ANY: (u32, u32) = (u32::MAX, u32::MAX);

/// From one counter to the next where both are seen whole, in pixels.
const WHOLE: i32 = COUNTER_PIXELS as i32 + 2;

/// Stacks of the main map. An expanded one is a row, since screens are wider than high, and lies to the left, where the
/// legend leaves room for it; it climbs a little, so that it is not taken for stacks of the hexes beside it.
pub const ON_THE_MAP: Stacks =
    Stacks { expanded: (-WHOLE, 8), closed: (2, 2), around: (541, 1261), most_room: ANY };

/// Stacks in trays, which are narrower than the room above them is high. What is aboard a ship lies so far below its
/// upper edge that the ship's name stays in sight.
pub const IN_TRAYS: Stacks =
    Stacks { expanded: (0, WHOLE), closed: (2, -(ABOARD_PIXELS as i32)), around: (181, 421), most_room: ANY };

/// From the upper edge of a ship in a tray to that of what lies on it, in pixels.
pub const ABOARD_PIXELS: u32 = 20;

/// Stacks in boxes, where every counter has a place of its own and only copies of one counter lie together.
pub const IN_BOXES: Stacks = Stacks { expanded: (14, 24), closed: (1, 1), around: (0, 0), most_room: ANY };

impl Stacks {
    /// The room around the boards, to the sides and above and below, that a stack at their edge needs.
    pub fn room(self) -> (u32, u32) {
        (self.around.0.min(self.most_room.0), self.around.1.min(self.most_room.1))
    }

    /// The same with no more room around the boards than this.
    #[must_use]
    pub fn within(self, most_room: (u32, u32)) -> Self {
        Self { most_room, ..self }
    }

    /// The same for boards of this size: a small map is not lost in the room around it.
    #[must_use]
    pub fn around(self, (width, height): (u32, u32)) -> Self {
        Self { most_room: (width / 4, height / 4), ..self }
    }
}

/// The steps of every map window from the smallest.
const ZOOMS: [f32; 9] = [0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 1.0, 1.5, 2.0];

/// The zoom at which maps are opened.
pub const ZOOM: f32 = 0.8;

/// The zoom at which a window of boxes is opened: as near to [`ZOOM`] as a small screen is wide.
pub fn zoom_for(width: u32) -> f32 {
    /// A screen of 1280 pixels without the frame and the bar of a window.
    const SCREEN: f32 = 1256.0;
    let fits = |level: &&f32| **level <= ZOOM && **level * width as f32 <= SCREEN;
    ZOOMS.iter().rev().find(fits).copied().unwrap_or(ZOOMS[2])
}

/// What every map window has: stacking, moving, reporting, viewing, zooming.
pub fn map_parts(map: &str, stacks: Stacks, viewed: &Viewed, zoom: f32) -> Vec<Element> {
    let levels = ZOOMS.map(|level| format!("{level:?}")).join(",");
    // Counted from the largest (engine: Zoomer).
    let start = ZOOMS.iter().filter(|level| **level >= zoom).count().max(1);
    let mut parts = vec![
        component(
            "module.map.StackMetrics",
            &[
                ("bottom", "40,0"),
                ("disabled", "false"),
                ("down", "37,0"),
                ("exSepX", &stacks.expanded.0.to_string()),
                ("exSepY", &stacks.expanded.1.to_string()),
                ("top", &TO_TOP.encode()),
                ("unexSepX", &stacks.closed.0.to_string()),
                ("unexSepY", &stacks.closed.1.to_string()),
                ("up", "39,0"),
            ],
        ),
        component("module.map.ForwardToKeyBuffer", &[]),
        component("module.map.Scroller", &[]),
        component("module.map.ForwardToChatter", &[]),
        component("module.map.MenuDisplayer", &[]),
        component("module.map.MapCenterer", &[]),
        component("module.map.StackExpander", &[]),
        component("module.map.PieceMover", &[]),
        component("module.map.KeyBufferer", &[]),
        component(
            "module.map.ImageSaver",
            &[
                ("buttonText", ""),
                ("canDisable", "false"),
                ("hideWhenDisabled", "false"),
                ("hotkey", ""),
                ("icon", "/images/camera.gif"),
                ("propertyGate", ""),
                ("tooltip", &format!("Save {map} as a picture")),
            ],
        ),
        component("module.properties.GlobalProperties", &[]),
        with(
            component("module.map.SelectionHighlighters", &[]),
            [component(
                "module.map.SelectionHighlighter",
                &[
                    ("color", "255,215,0"),
                    ("image", ""),
                    ("match", ""),
                    ("name", "Selected"),
                    ("thickness", "3"),
                    ("useImage", "false"),
                    ("xoffset", "0"),
                    ("yoffset", "0"),
                ],
            )],
        ),
        component(
            "module.map.TextSaver",
            &[
                ("buttonText", "Text"),
                ("canDisable", "false"),
                ("hideWhenDisabled", "false"),
                ("hotkey", ""),
                ("icon", ""),
                ("propertyGate", ""),
                ("tooltip", &format!("Save what lies on {map} as text")),
            ],
        ),
        component(
            "module.map.HighlightLastMoved",
            &[("color", "255,0,0"), ("enabled", "true"), ("thickness", "2")],
        ),
        component(
            "module.map.Zoomer",
            &[
                ("inButtonText", ""),
                ("inIconName", "/images/zoomIn.gif"),
                ("inTooltip", "Zoom in"),
                ("outButtonText", ""),
                ("outIconName", "/images/zoomOut.gif"),
                ("outTooltip", "Zoom out"),
                ("pickButtonText", ""),
                ("pickIconName", "/images/zoom.png"),
                ("pickTooltip", "Select Zoom"),
                ("zoomInKey", "61,130"),
                ("zoomLevels", &levels),
                ("zoomOutKey", "45,130"),
                ("zoomPickKey", ""),
                ("zoomStart", &start.to_string()),
            ],
        ),
        component(
            "module.map.Flare",
            &[
                ("circleColor", "255,0,0"),
                ("circleScale", "true"),
                ("circleSize", "100"),
                ("flareKey", "keyAlt"),
                ("flareName", "Map Flare"),
                ("flarePulses", "6"),
                ("flarePulsesPerSec", "3"),
                ("reportFormat", ""),
            ],
        ),
    ];
    parts.extend(viewers(viewed));
    parts
}

/// What only the main map has: the layers of pieces, the overview, a line of sight, recentring, hiding of pieces.
///
/// # Errors
/// The name of a layer ends in a backslash.
pub fn main_map_parts(layers: &[String], overview: Element) -> Result<Vec<Element>, Unencodable> {
    let button = |class: &str, text: &str, tooltip: &str, icon: &str| {
        component(
            class,
            &[
                ("canDisable", "false"),
                ("hideWhenDisabled", "false"),
                ("hotkey", ""),
                ("icon", icon),
                ("propertyGate", ""),
                ("text", text),
                ("tooltip", tooltip),
            ],
        )
    };
    let mut hiders = Vec::new();
    for layer in layers {
        let text = format!("{layer}s").replace("ss", "s");
        let mut hider =
            button("module.map.LayerControl", &text, &format!("Show or hide the layer {layer}"), "");
        hider.set_attr("command", "Switch Layer between Active and Inactive");
        hider.set_attr("description", text);
        hider.set_attr("layers", sequence::join([layer], ',')?);
        hider.set_attr("skip", "true");
        hiders.push(hider);
    }
    let collection = component(
        "module.map.LayeredPieceCollection",
        &[
            ("description", "Pieces of two layers never share a stack"),
            ("layerOrder", &sequence::join(layers, ',')?),
            ("property", LAYER_PROPERTY),
        ],
    );
    let mut all = if layers.is_empty() { Vec::new() } else { vec![with(collection, hiders)] };
    all.extend([
        overview,
        line_of_sight(),
        button(
            "module.map.PieceRecenterer",
            "",
            "Bring pieces off the map back to its middle",
            "/images/recenter.gif",
        ),
        component(
            "module.map.HidePiecesButton",
            &[
                ("buttonText", ""),
                ("hiddenIcon", "/images/globe_selected.gif"),
                ("hotkey", "72,650"),
                ("showingIcon", "/images/globe_unselected.gif"),
                ("tooltip", "Hide or show all pieces"),
            ],
        ),
    ]);
    Ok(all)
}

/// The parts of a window whose toolbar has no buttons.
pub fn without_buttons(parts: Vec<Element>) -> Vec<Element> {
    let saves = |part: &Element| ["ImageSaver", "TextSaver"].iter().any(|class| part.is(class));
    let mut kept: Vec<Element> = parts.into_iter().filter(|part| !saves(part)).collect();
    for zoomer in kept.iter_mut().filter(|part| part.is("Zoomer")) {
        for icon in ["inIconName", "outIconName", "pickIconName"] {
            zoomer.set_attr(icon, "");
        }
    }
    kept
}

/// A thread that measures in hexes, from centre to centre.
fn line_of_sight() -> Element {
    component(
        "module.map.LOS_Thread",
        &[
            ("canDisable", "false"),
            ("drawRange", "true"),
            ("global", "When Persisting"),
            ("hideCounters", "false"),
            ("hideOpacity", "0"),
            ("hideWhenDisabled", "false"),
            ("hotkey", "76,650"),
            ("iconName", "/images/thread.gif"),
            ("label", ""),
            ("losThickness", "2"),
            ("persistence", "Ctrl-Click & Drag"),
            ("persistentIconName", ""),
            ("propertyGate", ""),
            ("report", ""),
            ("round", "Nearest whole number"),
            ("scale", "0"),
            ("snapEnd", "true"),
            ("snapStart", "true"),
            ("threadColor", "255,0,0"),
            ("threadName", "Range"),
            ("tooltip", "Measure a range in hexes"),
        ],
    )
}

/// A button without a face that shows a zone of its window when its hot key is fired.
pub fn zone_camera(zone: &str, key: &Key) -> Element {
    camera(key, &[("moveCameraMode", "Z"), ("zoneName", zone)])
}

/// A button that brings a zone of its map into view, as its hot key does.
pub fn zone_button(text: &str, zone: &str, key: &Key) -> Element {
    named_button(zone_camera(zone, key), text, zone)
}

/// A button that brings a place of its map into view, with its text.
pub fn named_button(mut camera: Element, text: &str, place: &str) -> Element {
    camera.set_attr("text", text);
    camera.set_attr("tooltip", format!("Show {place}"));
    camera
}

/// A button without a face that shows a point of its map, in pixels, when its hot key is fired.
pub fn point_camera(x: &str, y: &str, key: &Key) -> Element {
    camera(key, &[("moveCameraMode", "L"), ("xPos", x), ("yPos", y)])
}

fn camera(key: &Key, own: &[(&str, &str)]) -> Element {
    let mut element = component(
        "module.map.MoveCameraButton",
        &[
            ("boardName", ""),
            ("canDisable", "false"),
            ("gridLocation", ""),
            ("hideWhenDisabled", "false"),
            ("hotkey", &key.encode()),
            ("icon", ""),
            ("moveCameraMode", ""),
            ("propertyFilter", ""),
            ("propertyGate", ""),
            ("regionName", ""),
            ("text", ""),
            ("tooltip", ""),
            ("xOffset", "0"),
            ("xPos", ""),
            ("yOffset", "0"),
            ("yPos", ""),
            ("zoneName", ""),
            ("zoom", ""),
        ],
    );
    for (name, value) in own {
        element.set_attr(name, *value);
    }
    element
}
