//! What VASSAL's editor calls the components of a build file, and which attribute tells one from its neighbours.
//!
//! Taken from the engine's `build` classes and the names of its configuration window.

use super::build_file::{Element, Node};

/// A class of components.
#[derive(Debug, PartialEq, Eq)]
pub struct Component {
    /// The class, with its package.
    pub class: &'static str,
    /// What the editor calls it.
    pub label: &'static str,
}

impl Component {
    /// The component of a class, by its name with the package.
    #[must_use]
    pub fn of(tag: &str) -> Option<&'static Self> {
        COMPONENTS.iter().find(|component| component.class == tag)
    }

    /// The component of a class, by its name without the package.
    #[must_use]
    pub fn of_short(name: &str) -> Option<&'static Self> {
        COMPONENTS.iter().find(|component| component.short() == name)
    }

    /// Its class without the package.
    #[must_use]
    pub fn short(&self) -> &'static str {
        self.class.rsplit('.').next().unwrap_or(self.class)
    }
}

/// What the editor calls an element; its class where the engine has none of that name.
#[must_use]
pub fn label(element: &Element) -> &str {
    Component::of(&element.tag).map_or_else(|| element.short_tag(), |component| component.label)
}

/// The attributes that may name a component, the best first.
const NAMES: [&str; 10] = [
    "mapName",
    "name",
    "entryName",
    "chartName",
    "property",
    "title",
    "menuName",
    "text",
    "buttonText",
    "target",
];

/// The element of a side in `build.module.PlayerRoster`, whose text is its name.
const SIDE: &str = "entry";

/// What a component is called; empty for one that has no name.
#[must_use]
pub fn name(element: &Element) -> &str {
    if element.tag == SIDE {
        let mut texts = element.nodes.iter().filter_map(|node| match node {
            Node::Text(text) => Some(text.trim()),
            _ => None,
        });
        return texts.next().unwrap_or_default();
    }
    NAMES.iter().find_map(|name| element.attr(name).filter(|value| !value.is_empty())).unwrap_or_default()
}

macro_rules! components {
    ($($class:literal: $label:literal),* $(,)?) => {
        &[$(Component { class: $class, label: $label }),*]
    };
}

/// All components that the engine makes from a build file.
pub const COMPONENTS: &[Component] = components! {
    "VASSAL.build.GameModule": "Module",
    "VASSAL.launch.BasicModule": "Module",
    "VASSAL.build.module.ModuleExtension": "Extension",
    "VASSAL.build.module.ExtensionElement": "Extension component",
    "VASSAL.build.module.ModulePlugin": "Plugin",
    "VASSAL.build.module.Plugin": "Plugin",
    "VASSAL.build.module.BasicCommandEncoder": "Command Encoder",
    "VASSAL.build.module.BasicLogger": "Logger",
    "VASSAL.script.BshCommandEncoder": "Command Encoder",
    "VASSAL.script.BshPlugin": "Plugin",
    "VASSAL.build.module.ChartWindow": "Charts",
    "VASSAL.build.module.Chatter": "Chat",
    "VASSAL.chat.PrivateChatter": "Private Chat",
    "VASSAL.chat.ui.ChatServerControls": "Server Controls",
    "VASSAL.build.module.ChessClockControl": "Chess Clocks",
    "VASSAL.build.module.chessclockcontrol.ChessClock": "Chess Clock",
    "VASSAL.build.module.ConnectionWindow": "Connection Window",
    "VASSAL.tools.DebugControls": "Debug Controls",
    "VASSAL.build.module.DiceButton": "Dice Button",
    "VASSAL.build.module.InternetDiceButton": "Internet Dice Button",
    "VASSAL.build.module.DieManager": "Die Manager",
    "VASSAL.build.module.DoActionButton": "Action Button",
    "VASSAL.build.module.MultiActionButton": "Multi-Action Button",
    "VASSAL.build.module.ToolbarMenu": "Toolbar Menu",
    "VASSAL.build.module.RandomTextButton": "Random Text Button",
    "VASSAL.build.module.SpecialDiceButton": "Symbolic Dice Button",
    "VASSAL.build.module.SpecialDie": "Symbolic Die",
    "VASSAL.build.module.SpecialDieFace": "Symbolic Die Face",
    "VASSAL.build.module.GlobalKeyCommand": "Global Key Command",
    "VASSAL.build.module.StartupGlobalKeyCommand": "Startup Global Key Command",
    "VASSAL.build.module.map.MassKeyCommand": "Global Key Command",
    "VASSAL.build.module.map.DeckGlobalKeyCommand": "Deck Global Key Command",
    "VASSAL.build.module.map.deck.DeckSendKeyCommand": "Deck Send Key Command",
    "VASSAL.build.module.map.deck.DeckSortKeyCommand": "Deck Sort Key Command",
    "VASSAL.build.module.Documentation": "Help Menu",
    "VASSAL.build.module.documentation.AboutScreen": "About Screen",
    "VASSAL.build.module.documentation.BrowserHelpFile": "HTML Help File",
    "VASSAL.build.module.documentation.BrowserPDFFile": "PDF Help File",
    "VASSAL.build.module.documentation.HelpFile": "Plain Text Help File",
    "VASSAL.build.module.documentation.Tutorial": "Tutorial",
    "VASSAL.build.module.EventLog": "Event Log",
    "VASSAL.build.module.GlobalOptions": "Global Options",
    "VASSAL.build.module.KeyNamer": "Key Namer",
    "VASSAL.build.module.Inventory": "Game Piece Inventory Window",
    "VASSAL.build.module.Map": "Map Window",
    "VASSAL.build.module.PrivateMap": "Private Window",
    "VASSAL.build.module.PlayerHand": "Player Hand",
    "VASSAL.build.widget.WidgetMap": "Map of a palette",
    "VASSAL.build.module.NotesWindow": "Notes Window",
    "VASSAL.build.module.PieceWindow": "Game Piece Palette",
    "VASSAL.build.widget.TabWidget": "Tabbed Panel",
    "VASSAL.build.widget.PanelWidget": "Panel",
    "VASSAL.build.widget.BoxWidget": "Pull-down Menu",
    "VASSAL.build.widget.ListWidget": "Scrollable List",
    "VASSAL.build.widget.MapWidget": "Map",
    "VASSAL.build.widget.PieceSlot": "Single piece",
    "VASSAL.build.widget.CardSlot": "Card",
    "VASSAL.build.widget.Chart": "Chart",
    "VASSAL.build.widget.HtmlChart": "HTML Chart",
    "VASSAL.build.module.PlayerRoster": "Definition of Player Sides",
    "VASSAL.build.module.PredefinedSetup": "Pre-defined setup",
    "VASSAL.build.module.PrototypesContainer": "Game Piece Prototype Definitions",
    "VASSAL.build.module.PrototypeDefinition": "Prototype",
    "VASSAL.build.module.folder.PrototypeFolder": "Prototype Folder",
    "VASSAL.build.module.folder.DeckSubFolder": "Deck Folder",
    "VASSAL.build.module.folder.GlobalPropertyFolder": "Global Property Folder",
    "VASSAL.build.module.folder.MapSubFolder": "Map Folder",
    "VASSAL.build.module.folder.ModuleSubFolder": "Module Folder",
    "VASSAL.build.module.gamepieceimage.ColorManager": "Named Colors",
    "VASSAL.build.module.gamepieceimage.ColorSwatch": "Named Color",
    "VASSAL.build.module.gamepieceimage.FontManager": "Font Styles",
    "VASSAL.build.module.gamepieceimage.FontStyle": "Font Style",
    "VASSAL.build.module.gamepieceimage.GamePieceImageDefinitions": "Game Piece Image Definitions",
    "VASSAL.build.module.gamepieceimage.GamePieceImage": "Game Piece Image",
    "VASSAL.build.module.gamepieceimage.GamePieceLayoutsContainer": "Game Piece Image Layouts",
    "VASSAL.build.module.gamepieceimage.GamePieceLayout": "Game Piece Layout",
    "VASSAL.build.module.gamepieceimage.ImageItem": "Image item",
    "VASSAL.build.module.gamepieceimage.ImageItemInstance": "Image",
    "VASSAL.build.module.gamepieceimage.ShapeItem": "Shape item",
    "VASSAL.build.module.gamepieceimage.ShapeItemInstance": "Shape",
    "VASSAL.build.module.gamepieceimage.SymbolItem": "Symbol item",
    "VASSAL.build.module.gamepieceimage.SymbolItemInstance": "Symbol",
    "VASSAL.build.module.gamepieceimage.TextBoxItem": "Text Box item",
    "VASSAL.build.module.gamepieceimage.TextBoxItemInstance": "Text Box",
    "VASSAL.build.module.gamepieceimage.TextItem": "Label item",
    "VASSAL.build.module.gamepieceimage.TextItemInstance": "Label",
    "VASSAL.build.module.map.BoardPicker": "Map Boards",
    "VASSAL.build.module.map.boardPicker.Board": "Board",
    "VASSAL.build.module.map.boardPicker.board.HexGrid": "Hex Grid",
    "VASSAL.build.module.map.boardPicker.board.SquareGrid": "Rectangular Grid",
    "VASSAL.build.module.map.boardPicker.board.RegionGrid": "Irregular Grid",
    "VASSAL.build.module.map.boardPicker.board.ZonedGrid": "Multi-zoned Grid",
    "VASSAL.build.module.map.boardPicker.board.Region": "Region",
    "VASSAL.build.module.map.boardPicker.board.mapgrid.Zone": "Zone",
    "VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering": "Grid Numbering",
    "VASSAL.build.module.map.boardPicker.board.mapgrid.SquareGridNumbering": "Grid Numbering",
    "VASSAL.build.module.map.boardPicker.board.mapgrid.ObliqueHexGridNumbering": "Oblique Grid Numbering",
    "VASSAL.build.module.map.boardPicker.board.mapgrid.ZonedGridHighlighter": "Zone Highlighters",
    "VASSAL.build.module.map.boardPicker.board.mapgrid.ZoneHighlight": "Zone Highlighter",
    "VASSAL.build.module.map.CounterDetailViewer": "Mouse-over Stack Viewer",
    "VASSAL.build.module.map.DrawPile": "Deck",
    "VASSAL.build.module.map.SetupStack": "At-Start Stack",
    "VASSAL.build.module.map.Flare": "Map Flare",
    "VASSAL.build.module.map.ForwardToChatter": "Keys to the chat",
    "VASSAL.build.module.map.ForwardToKeyBuffer": "Keys to the pieces",
    "VASSAL.build.module.map.GlobalMap": "Overview Window",
    "VASSAL.build.module.map.HandMetrics": "Stacking options",
    "VASSAL.build.module.map.StackMetrics": "Stacking options",
    "VASSAL.build.module.map.HidePiecesButton": "Hide Pieces Button",
    "VASSAL.build.module.map.HighlightLastMoved": "Last Move Highlighter",
    "VASSAL.build.module.map.ImageSaver": "Image Capture Tool",
    "VASSAL.build.module.map.TextSaver": "Text Capture Tool",
    "VASSAL.build.module.map.KeyBufferer": "Selection",
    "VASSAL.build.module.map.LOS_Thread": "Line of Sight Thread",
    "VASSAL.build.module.map.LayerControl": "Game Piece Layer Control",
    "VASSAL.build.module.map.LayeredPieceCollection": "Game Piece Layers",
    "VASSAL.build.module.map.MapCenterer": "Map Centering",
    "VASSAL.build.module.map.MapShader": "Map Shading",
    "VASSAL.build.module.map.MenuDisplayer": "Piece menus",
    "VASSAL.build.module.map.MoveCameraButton": "Move Camera Button",
    "VASSAL.build.module.map.PieceMover": "Piece moving",
    "VASSAL.build.module.map.PieceRecenterer": "Recenter Pieces Button",
    "VASSAL.build.module.map.Scroller": "Scrolling",
    "VASSAL.build.module.map.SelectionHighlighter": "Selection Highlighter",
    "VASSAL.build.module.map.SelectionHighlighters": "Additional Selection Highlighters",
    "VASSAL.build.module.map.StackExpander": "Stack expanding",
    "VASSAL.build.module.map.Zoomer": "Zoom capability",
    "VASSAL.build.module.properties.GlobalProperties": "Global Properties",
    "VASSAL.build.module.properties.GlobalProperty": "Global Property",
    "VASSAL.build.module.properties.ZoneProperty": "Zone Property",
    "VASSAL.build.module.properties.ChangePropertyButton": "Change-property Toolbar Button",
    "VASSAL.build.module.properties.ScenarioPropertiesOptionTab": "Scenario Option Tab",
    "VASSAL.build.module.properties.BooleanScenarioProperty": "Scenario Option (yes or no)",
    "VASSAL.build.module.properties.ListScenarioProperty": "Scenario Option (list)",
    "VASSAL.build.module.properties.NumberScenarioProperty": "Scenario Option (number)",
    "VASSAL.build.module.properties.StringScenarioProperty": "Scenario Option (text)",
    "VASSAL.build.module.properties.GlobalTranslatableMessages": "Translatable Messages",
    "VASSAL.build.module.properties.GlobalTranslatableMessage": "Translatable Message",
    "VASSAL.build.module.turn.TurnTracker": "Turn Counter",
    "VASSAL.build.module.turn.TurnComponent": "Turn level",
    "VASSAL.build.module.turn.CounterTurnLevel": "Turn Counter level",
    "VASSAL.build.module.turn.ListTurnLevel": "Turn List level",
    "VASSAL.build.module.turn.TurnGlobalHotkey": "Turn Global Hotkey",
    "VASSAL.i18n.Language": "Translations",
    "VASSAL.i18n.Localization": "Translations",
    "VASSAL.i18n.TranslatableMarker": "Translation",
    "VASSAL.i18n.Translation": "Translation",
    "VASSAL.preferences.BooleanPreference": "Checkbox Preference",
    "VASSAL.preferences.DoublePreference": "Decimal Number Preference",
    "VASSAL.preferences.EnumPreference": "Drop-down List Preference",
    "VASSAL.preferences.IntegerPreference": "Whole Number Preference",
    "VASSAL.preferences.StringPreference": "String Preference",
    "VASSAL.preferences.TextPreference": "Text Box Preference",
    "VASSAL.script.ScriptContainer": "Scripts",
    "VASSAL.script.ActionScript": "Action Script",
    "VASSAL.script.GeneralScript": "General Script",
    "VASSAL.tools.icon.IconFamily": "Icon Family",
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_component_is_known_with_and_without_its_package() {
        assert_eq!(Component::of("VASSAL.build.module.Map").map(|own| own.label), Some("Map Window"));
        assert_eq!(Component::of_short("PieceSlot").map(|own| own.label), Some("Single piece"));
        assert_eq!(Component::of("VASL.build.module.Map"), None);
    }

    #[test]
    fn no_class_stands_there_twice() {
        let mut classes: Vec<&str> = COMPONENTS.iter().map(Component::short).collect();
        let all = classes.len();
        classes.sort_unstable();
        classes.dedup();
        assert_eq!(classes.len(), all);
    }
}
