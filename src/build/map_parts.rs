//! What map windows are equipped with: stacking, reporting, the stack viewer, zoom, overview, layers of pieces.
//!
//! Engine package: `build.module.map`.

use crate::format::build_file::Element;
use crate::format::key::Key;
use crate::format::sequence::{self, Unencodable};

use super::components::{component, with};

/// What every map window has: stacking, moving, reporting, viewing, zooming.
pub fn map_parts(map: &str) -> Vec<Element> {
    let main_zoom = "0.1,0.2,0.3,0.45,0.6,0.8,1.0,1.5,2.0";
    vec![
        component(
            "module.map.StackMetrics",
            &[
                ("bottom", "40,0"),
                ("disabled", "false"),
                ("down", "37,0"),
                ("exSepX", "14"),
                ("exSepY", "34"),
                ("top", "38,0"),
                ("unexSepX", "2"),
                ("unexSepY", "3"),
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
        viewer(),
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
                ("zoomLevels", main_zoom),
                ("zoomOutKey", "45,130"),
                ("zoomPickKey", ""),
                ("zoomStart", "4"),
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
    ]
}

/// What the sums of the stack viewer are called, and the property of the pieces that is added up.
///
/// Steps count as they are against all of them; ports and airfields count chits (3.3, 4.6.1).
pub const SUMS: [(&str, &str); 5] = [
    ("steps", "LandSteps"),
    ("full steps", "FullSteps"),
    ("ships", "Ships"),
    ("air units", "AirUnits"),
    ("air transports", "AirTransports"),
];

/// The mouse-over view of all stacks at a point, with their sums.
fn viewer() -> Element {
    let sum = |property: &str| format!("$sum({property})$");
    let summary = format!(
        "$LocationName$: {} of {} steps, {} ships, {} air units, {} air transports",
        sum(SUMS[0].1),
        sum(SUMS[1].1),
        sum(SUMS[2].1),
        sum(SUMS[3].1),
        sum(SUMS[4].1),
    );
    component(
        "module.map.CounterDetailViewer",
        &[
            ("bgColor", "255,255,255"),
            ("borderColor", "0,0,0"),
            ("borderWidth", "2"),
            ("centerText", "false"),
            ("combineCounterSummary", "false"),
            ("counterReportFormat", ""),
            ("delay", "500"),
            ("description", "Stack"),
            ("display", "from all layers"),
            ("emptyHexReportForma", "$LocationName$"),
            ("enableHTML", "false"),
            ("fgColor", "0,0,0"),
            ("fontSize", "12"),
            ("graphicsZoom", "1.0"),
            ("hotkey", "32,130"),
            ("minDisplayPieces", "1"),
            ("showgraph", "true"),
            ("showgraphsingle", "true"),
            ("showtext", "true"),
            ("showtextsingle", "true"),
            ("summaryReportFormat", &summary),
            ("unrotatePieces", "false"),
            ("version", "4"),
            ("zoomlevel", "1.0"),
        ],
    )
}

/// What only the main map has: the layers of pieces, the overview, a line of sight, recentring, hiding of pieces.
///
/// # Errors
/// The name of a layer ends in a backslash.
pub fn main_map_parts(layers: &[String]) -> Result<Vec<Element>, Unencodable> {
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
    Ok(vec![
        with(collection, hiders),
        component(
            "module.map.GlobalMap",
            &[
                ("buttonText", ""),
                ("color", "255,0,0"),
                ("hotkey", "79,195"),
                ("icon", "/images/overview.gif"),
                ("scale", "0.08"),
                ("tooltip", "Show or hide the overview of the whole map"),
            ],
        ),
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
    ])
}

/// The property of a piece that names its layer.
pub const LAYER_PROPERTY: &str = "Layer";

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
    component(
        "module.map.MoveCameraButton",
        &[
            ("boardName", ""),
            ("canDisable", "false"),
            ("gridLocation", ""),
            ("hideWhenDisabled", "false"),
            ("hotkey", &key.encode()),
            ("icon", ""),
            ("moveCameraMode", "Z"),
            ("propertyFilter", ""),
            ("propertyGate", ""),
            ("regionName", ""),
            ("text", ""),
            ("tooltip", ""),
            ("xOffset", "0"),
            ("xPos", ""),
            ("yOffset", "0"),
            ("yPos", ""),
            ("zoneName", zone),
            ("zoom", ""),
        ],
    )
}
