//! How large a window of boxes opens, and whether it has a toolbar.
//!
//! The engine makes a window as large as its board and only then shows the toolbar in it, so that it would open with
//! scroll bars however much room the screen has (engine: Map.setup, PositionOption).

use vassal::format::build_file::Element;

use super::overview;

/// The height of a board, in pixels, that a small screen shows whole.
const WHOLE_ON_SMALL: u32 = 720;
/// The same on most screens.
const WHOLE_ON_MOST: u32 = 1000;

/// The width of a scroll bar.
const BAR: u32 = 20;
/// The height of a toolbar with buttons.
const BUTTONS: u32 = 40;
/// The height of one without: its border.
const NO_BUTTONS: u32 = 8;

/// What a window of boxes is given besides its board.
pub struct Opening {
    /// Whether its toolbar has buttons: not where the board is seen whole on any screen and nothing else needs them.
    pub has_toolbar: bool,
    /// Width and height of the window's inside without its toolbar, in pixels; at least so much.
    inside: [u32; 2],
}

impl Opening {
    /// For a board that takes so many pixels, with the room around it; `has_commands` says whether the toolbar has
    /// buttons of its own.
    pub fn of(shown: [u32; 2], has_commands: bool) -> Self {
        let [width, height] = shown;
        let has_toolbar = has_commands || height > WHOLE_ON_SMALL;
        let toolbar = if has_toolbar { BUTTONS } else { NO_BUTTONS };
        Self {
            has_toolbar,
            inside: [
                if height > WHOLE_ON_SMALL { width + BAR } else { width },
                if height > WHOLE_ON_MOST { 0 } else { height + toolbar },
            ],
        }
    }

    /// What makes the engine open the window so large: an overview that nothing can show, whose size counts all the same.
    /// It is drawn of the board without the room around it, which has this size.
    pub fn spacer(&self, board: (u32, u32)) -> Element {
        let [across, down] = self.inside.map(f64::from);
        let scale = (across / f64::from(board.0.max(1))).max(down / f64::from(board.1.max(1)));
        let mut spacer = overview::of_scale(scale);
        for attribute in ["hotkey", "icon", "tooltip"] {
            spacer.set_attr(attribute, "");
        }
        spacer
    }
}
