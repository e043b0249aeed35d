//! What the enemy sees of a hidden force: the colours of its nation and a question mark.

use super::counter::NationStyle;

/// The picture, one counter wide; without a nation in grey.
pub fn svg(nation: Option<&NationStyle>) -> String {
    let (code, field, ink, accent) = match nation {
        Some(style) => (&*style.code, &*style.background, &*style.text, &*style.accent),
        None => ("", "#c9c9c9", "#1b1206", "#55524a"),
    };
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100" font-family="DejaVu Sans Condensed" font-weight="bold" text-anchor="middle">
<rect x="1" y="1" width="98" height="98" rx="8" fill="{field}" stroke="#1b1206" stroke-width="2"/>
<rect x="9" y="9" width="82" height="82" rx="5" fill="none" stroke="{accent}" stroke-width="5" stroke-dasharray="14 6"/>
<text x="50" y="66" font-size="52" fill="{ink}">?</text>
<text x="50" y="86" font-size="17" fill="{ink}">{code}</text>
</svg>
"##
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::art::templates;

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
}
