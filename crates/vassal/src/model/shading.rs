//! Map Shading: a pattern over a map, or over all of it but the Areas of Effect of its pieces.
//!
//! Engine class: `build.module.map.MapShader`.

use super::attributes::Attributes;

/// A Map Shading of a map.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shading {
    /// Its name, by which Areas of Effect know it.
    pub name: String,
    /// Whether it is seen when a game is opened.
    pub is_on: bool,
    /// Whether it covers the boards but for the areas; the areas alone otherwise.
    pub is_background: bool,
    /// Whether it lies above the pieces.
    pub is_above: bool,
    /// The boards that a background covers.
    pub boards: BoardsShaded,
    /// What it is made of.
    pub pattern: Pattern,
    /// 100 is solid.
    pub opacity: u8,
    /// Colour of its edge as the module writes it, and how solid that is.
    pub border: Option<(String, u8)>,
}

/// The boards that a shading covers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BoardsShaded {
    /// All.
    All,
    /// All but these.
    Except(Vec<String>),
    /// Only these.
    Only(Vec<String>),
}

impl BoardsShaded {
    /// Whether the board of this name is one of them.
    pub fn holds(&self, board: &str) -> bool {
        match self {
            Self::All => true,
            Self::Except(boards) => !boards.iter().any(|own| own == board),
            Self::Only(boards) => boards.iter().any(|own| own == board),
        }
    }
}

/// What a shading is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pattern {
    /// So many pixels of each square of four, in a colour as the module writes it.
    Dots(u8, String),
    /// A picture again and again.
    Picture(String),
}

impl Shading {
    /// Reads a `MapShader` element.
    pub(super) fn read(at: &Attributes<'_>) -> Self {
        let percent = |name: &str| {
            let given = at.get(name).and_then(|text| text.trim().parse().ok());
            given.filter(|percent| *percent <= 100).unwrap_or(100)
        };
        let list = || at.list("boardList");
        let colour = |name: &str| at.get(name).filter(|text| !text.is_empty()).unwrap_or("0,0,0").to_owned();
        let dots = |number| Pattern::Dots(number, colour("color"));
        Self {
            name: at.text("name", "Shading"),
            is_on: at.flag("alwaysOn", false) || at.flag("startsOn", false),
            is_background: at.get("type") == Some("Background"),
            is_above: at.flag("drawOver", false),
            boards: match at.get("boards") {
                Some("No, exclude Boards in list") => BoardsShaded::Except(list()),
                Some("No, only shade Boards in List") => BoardsShaded::Only(list()),
                _ => BoardsShaded::All,
            },
            pattern: match at.get("pattern") {
                None | Some("25%") => dots(1),
                Some("50%") => dots(2),
                Some("75%") => dots(3),
                Some("Custom Image") => at
                    .get("image")
                    .filter(|name| !name.is_empty())
                    .map_or_else(|| dots(4), |name| Pattern::Picture(name.to_owned())),
                Some(_) => dots(4),
            },
            opacity: percent("opacity"),
            border: at.flag("border", false).then(|| (colour("borderColor"), percent("borderOpacity"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shading_is_read_with_what_the_engine_takes_for_missing_words() {
        let plain = Shading::read(&Attributes::new("shading", vec![("name", "Fog"), ("opacity", "140")]));
        assert_eq!((plain.is_on, plain.is_background, plain.opacity), (false, false, 100));
        assert_eq!((plain.pattern, plain.border), (Pattern::Dots(1, "0,0,0".into()), None));
        let words = vec![
            ("startsOn", "true"),
            ("type", "Background"),
            ("boards", "No, only shade Boards in List"),
            ("boardList", "East,West"),
            ("pattern", "Custom Image"),
            ("image", "fog.png"),
            ("border", "true"),
            ("borderColor", "1,2,3"),
            ("borderOpacity", "40"),
        ];
        let own = Shading::read(&Attributes::new("shading", words));
        assert!(own.is_on && own.is_background && own.boards.holds("West") && !own.boards.holds("North"));
        assert_eq!(own.pattern, Pattern::Picture("fog.png".into()));
        assert_eq!(own.border, Some(("1,2,3".into(), 40)));
    }
}
