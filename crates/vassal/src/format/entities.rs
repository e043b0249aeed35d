//! Characters that HTML and XML write as entities: `&amp;`, `&#233;`, `&eacute;`.

/// Names of the characters from U+00A0 to U+00FF in HTML, in their order.
const LATIN: &str = "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 \
sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring \
AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash \
Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml \
igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn \
yuml";
/// The longest name of a character.
const LONGEST_NAME: usize = 10;

/// A text with its entities as the characters they stand for; what is no entity stays.
#[must_use]
pub fn decoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        let (before, after) = rest.split_at(at);
        out.push_str(before);
        let end = after.char_indices().take(LONGEST_NAME).find(|(_, c)| *c == ';').map(|(end, _)| end);
        match end.and_then(|end| Some((character(after.get(1..end)?)?, end + 1))) {
            Some((found, length)) => {
                out.push(found);
                rest = &after[length..];
            }
            None => {
                out.push('&');
                rest = &after[1..];
            }
        }
    }
    out + rest
}

/// A character by what stands between `&` and `;`.
fn character(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let number = match number.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16),
            None => number.parse(),
        };
        let found = char::from_u32(number.ok()?)?;
        return (!found.is_control()).then_some(found);
    }
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "bull" => '•',
        "ndash" => '–',
        "mdash" => '—',
        "lsquo" => '‘',
        "rsquo" => '’',
        "ldquo" => '“',
        "rdquo" => '”',
        "dagger" => '†',
        "hellip" => '…',
        "larr" => '←',
        "uarr" => '↑',
        "rarr" => '→',
        "darr" => '↓',
        _ => char::from(0xa0 + u8::try_from(LATIN.split(' ').position(|known| known == name)?).ok()?),
    })
}

#[cfg(test)]
mod tests {
    use super::decoded;

    #[test]
    fn entities_are_the_characters_they_stand_for() {
        assert_eq!(decoded("Jos&#233; &amp; J&#xF6;rg, &Uuml;nal, Zo&euml;"), "José & Jörg, Ünal, Zoë");
        assert_eq!(decoded("&yuml;&nbsp;&szlig;&frac12;&rarr;"), "ÿ\u{a0}ß½→");
    }

    #[test]
    fn what_is_no_entity_stays() {
        for text in ["Sturm & Drang; you & me", "&", "&;", "&#xZ;", "&nosuch;", "a && b", "&#0;", "&ü;"] {
            assert_eq!(decoded(text), text);
        }
    }
}
