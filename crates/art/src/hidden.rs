//! What the enemy sees of a hidden force: the colours of its nation and a question mark.

use super::counter::NationStyle;

/// The picture, one counter wide; without a nation in grey.
pub fn svg(nation: Option<&NationStyle>) -> String {
    let (code, field, ink, accent) = match nation {
        Some(style) => (&*style.code, &*style.background, &*style.text, &*style.accent),
        None => ("", "#c9c9c9", "#1b1206", "#55524a"),
    };
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100" font-family="Fira Sans Condensed" font-weight="bold" text-anchor="middle">
<rect x="1" y="1" width="98" height="98" rx="8" fill="{field}" stroke="#1b1206" stroke-width="2"/>
<rect x="9" y="9" width="82" height="82" rx="5" fill="none" stroke="{accent}" stroke-width="5" stroke-dasharray="14 6"/>
<text x="50" y="64" font-size="56" fill="{ink}">?</text>
<text x="50" y="84" font-size="19" fill="{ink}">{code}</text>
</svg>
"##
    )
}

/// What lies over a hidden counter for those from whom it is not hidden: a broken rim and a question mark in a place where
/// counters have neither figures nor words.
pub fn over() -> String {
    let rim = r##"<rect x="2.4" y="2.4" width="95.2" height="95.2" rx="8" fill="none" stroke-width="4""##;
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100">
{rim} stroke="#fff"/>
{rim} stroke="#b0121b" stroke-dasharray="10 6.3"/>
<circle cx="92.6" cy="32" r="6.6" fill="#b0121b" stroke="#fff" stroke-width="1.6"/>
<path d="M90.2 30.4 C90.2 26.6 95.4 26.8 95 30.2 C94.7 32 92.7 31.8 92.7 34" fill="none" stroke="#fff" stroke-width="1.7"/>
<rect x="91.8" y="34.8" width="1.8" height="1.8" fill="#fff"/>
</svg>
"##
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::templates;

    #[test]
    fn a_hidden_force_shows_its_nation_and_nothing_else() {
        let style = NationStyle {
            code: "JP".into(),
            name: "Japan".into(),
            background: "#f2c14e".into(),
            text: "#1b1206".into(),
            accent: "#b0121b".into(),
            emblem: "sun-rays".into(),
        };
        let drawn = svg(Some(&style));
        assert!(drawn.contains(">JP<") && drawn.contains("#f2c14e"));
        assert!(templates::fonts().png(&drawn, 75).is_ok());
        assert_ne!(drawn, svg(None));
    }

    #[test]
    fn the_mark_of_an_own_hidden_force_leaves_its_counter_to_be_read() {
        let drawn = templates::fonts().draw(&over(), 100).unwrap();
        let inked = |x: u32, y: u32| drawn.pixel(x, y).is_some_and(|pixel| pixel.alpha() > 0);
        assert!(inked(2, 50) && inked(93, 32));
        assert!((8..84).all(|x| (8..92).all(|y| !inked(x, y))));
    }
}
