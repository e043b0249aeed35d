//! How well one colour stands out from another, as WCAG 2.1 measures it.

/// What words and figures need to be read.
pub const TEXT: f32 = 4.5;

/// What emblems and other large marks need to be seen.
pub const MARK: f32 = 3.0;

/// The contrast of two colours (`#rrggbb`), 1 to 21; `None` for what is no colour.
pub fn contrast(one: &str, other: &str) -> Option<f32> {
    let (one, other) = (luminance(one)?, luminance(other)?);
    Some((one.max(other) + 0.05) / (one.min(other) + 0.05))
}

/// How light a colour is, 0 to 1 (sRGB, IEC 61966-2-1).
fn luminance(colour: &str) -> Option<f32> {
    let linear = |channel: u8| {
        let share = f32::from(channel) / 255.0;
        if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    };
    let [red, green, blue] = channels(colour)?.map(linear);
    Some(0.2126 * red + 0.7152 * green + 0.0722 * blue)
}

/// Red, green and blue of `#rrggbb`.
pub(super) fn channels(colour: &str) -> Option<[u8; 3]> {
    let digits = colour.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let value =
        digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, 16).ok());
    let [_, red, green, blue] = value??.to_be_bytes();
    Some([red, green, blue])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_on_white_has_the_largest_contrast_and_a_colour_on_itself_none() {
        assert!((contrast("#000000", "#ffffff").unwrap() - 21.0).abs() < 0.01);
        assert!((contrast("#a0b1c2", "#a0b1c2").unwrap() - 1.0).abs() < 0.01);
        for wrong in ["red", "#12345", "#+12345", "#éééé"] {
            assert_eq!(contrast(wrong, "#000000"), None, "{wrong}");
        }
    }
}
