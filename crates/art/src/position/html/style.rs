//! How markup says that words look: tags, their attributes and style sheets in them.

use super::attribute;
use crate::position::scene::Colour;

/// Font sizes 1 to 7.
const SIZES: [f32; 7] = [8.0, 10.0, 12.0, 14.0, 18.0, 24.0, 36.0];

/// How words look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// Height of the font in map pixels.
    pub size: f32,
    /// Bold.
    pub bold: bool,
    /// Slanted.
    pub italic: bool,
    /// With a line below.
    pub underlined: bool,
    /// Colour of the letters.
    pub colour: Colour,
    /// Colour behind them.
    pub background: Option<Colour>,
}

/// Which side the lines keep to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    /// The left.
    #[default]
    Left,
    /// The middle.
    Centre,
    /// The right.
    Right,
}

/// The style inside a tag that stands among words of this style.
pub fn styled(name: &str, inside: &str, mut style: Style, mut align: Align) -> (Style, Align) {
    match name {
        "b" | "strong" | "th" => style.bold = true,
        "i" | "em" => style.italic = true,
        "u" => style.underlined = true,
        "big" => style.size *= 1.2,
        "small" | "sub" | "sup" => style.size *= 0.8,
        "center" => align = Align::Centre,
        "h1" | "h2" | "h3" | "h4" => {
            style.bold = true;
            style.size = SIZES[match name {
                "h1" => 5,
                "h2" => 4,
                _ => 3,
            }];
        }
        _ => {}
    }
    if let Some(size) = attribute(inside, "size").filter(|_| name == "font") {
        style.size = font_size(&size, style.size);
    }
    if let Some(colour) =
        attribute(inside, "color").or_else(|| attribute(inside, "text")).and_then(|c| named(&c))
    {
        style.colour = colour;
    }
    if let Some(colour) = attribute(inside, "bgcolor").and_then(|c| named(&c)) {
        style.background = Some(colour);
    }
    if let Some(to) = attribute(inside, "align") {
        align = aligned(&to, align);
    }
    for (key, value) in declarations(&attribute(inside, "style").unwrap_or_default()) {
        declare(&mut style, &mut align, &key, &value);
    }
    style.size = style.size.clamp(1.0, 200.0);
    (style, align)
}

fn declarations(text: &str) -> Vec<(String, String)> {
    let pairs = text.split(';').filter_map(|pair| pair.split_once(':'));
    pairs.map(|(key, value)| (key.trim().to_ascii_lowercase(), value.trim().to_ascii_lowercase())).collect()
}

fn declare(style: &mut Style, align: &mut Align, key: &str, value: &str) {
    match key {
        "color" => style.colour = named(value).unwrap_or(style.colour),
        "background" | "background-color" => style.background = named(value).or(style.background),
        "font-weight" => style.bold = value.starts_with("bold") || value.parse().is_ok_and(|w: u32| w >= 600),
        "font-style" => style.italic = value == "italic" || value == "oblique",
        "text-decoration" => style.underlined = value.contains("underline"),
        "text-align" => *align = aligned(value, *align),
        "font-size" => {
            let number = value.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
            let Ok(number) = number.trim().parse::<f32>() else {
                return;
            };
            style.size = match value.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').trim() {
                "%" => style.size * number / 100.0,
                "em" => style.size * number,
                // The engine's text kit takes a pixel for 1.3 of its points.
                "px" => number * 1.3,
                _ => number,
            };
        }
        _ => {}
    }
}

/// A size from 1 to 7, or so many steps from the present one.
fn font_size(text: &str, present: f32) -> f32 {
    let nearest = SIZES.iter().rposition(|size| *size <= present).unwrap_or(0);
    let Ok(number) = text.trim().trim_start_matches('+').parse::<i32>() else {
        return present;
    };
    let relative = text.trim().starts_with(['+', '-']);
    let steps = if relative {
        i32::try_from(nearest).unwrap_or(0).saturating_add(number)
    } else {
        number.saturating_sub(1)
    };
    SIZES[usize::try_from(steps).unwrap_or(0).min(SIZES.len() - 1)]
}

fn aligned(text: &str, present: Align) -> Align {
    match text.to_ascii_lowercase().as_str() {
        "left" => Align::Left,
        "center" | "middle" => Align::Centre,
        "right" => Align::Right,
        _ => present,
    }
}

/// A colour as markup writes it.
fn named(text: &str) -> Option<Colour> {
    let text = text.trim().to_ascii_lowercase();
    if let Some(list) = text.strip_prefix("rgb(").and_then(|list| list.strip_suffix(')')) {
        let mut numbers = list.split(',').map(|number| number.trim().parse::<u8>().ok());
        return Some([numbers.next()??, numbers.next()??, numbers.next()??, 255]);
    }
    let digits = text.strip_prefix('#').unwrap_or(&text);
    let value = |digits: &str| u8::from_str_radix(digits, 16).ok();
    if digits.is_ascii()
        && digits.len() == 6
        && let (Some(r), Some(g), Some(b)) = (value(&digits[..2]), value(&digits[2..4]), value(&digits[4..]))
    {
        return Some([r, g, b, 255]);
    }
    if text.starts_with('#') && digits.is_ascii() && digits.len() == 3 {
        let twice = |at: usize| value(&digits[at..=at]).map(|v| v * 17);
        return Some([twice(0)?, twice(1)?, twice(2)?, 255]);
    }
    let (r, g, b) = match text.as_str() {
        "black" => (0, 0, 0),
        "white" => (255, 255, 255),
        "red" => (255, 0, 0),
        "green" => (0, 128, 0),
        "lime" => (0, 255, 0),
        "blue" => (0, 0, 255),
        "navy" => (0, 0, 128),
        "yellow" => (255, 255, 0),
        "orange" => (255, 200, 0),
        "gray" | "grey" => (128, 128, 128),
        "silver" => (192, 192, 192),
        "maroon" => (128, 0, 0),
        "purple" => (128, 0, 128),
        "fuchsia" | "magenta" => (255, 0, 255),
        "olive" => (128, 128, 0),
        "teal" => (0, 128, 128),
        "aqua" | "cyan" => (0, 255, 255),
        _ => return None,
    };
    Some([r, g, b, 255])
}
