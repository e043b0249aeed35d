//! Texts that people typed, without the HTML that some of them came through.

use crate::model::text::without_tags;

/// Names of the characters from U+00A0 to U+00FF in HTML, in their order.
const LATIN: &str = "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 \
sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring \
AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash \
Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml \
igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn \
yuml";
/// The longest name of a character.
const LONGEST_NAME: usize = 10;

/// What a text says: HTML is reduced to its words, and characters written as entities are put in.
pub fn words(text: &str) -> String {
    let text = without_tags(text);
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
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
        // A space that does not break is a space on one line.
        "nbsp" => ' ',
        "ndash" => '–',
        "mdash" => '—',
        "lsquo" => '‘',
        "rsquo" => '’',
        "ldquo" => '“',
        "rdquo" => '”',
        "hellip" => '…',
        _ => char::from(0xa0 + u8::try_from(LATIN.split(' ').position(|known| known == name)?).ok()?),
    })
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn entities_are_the_characters_they_stand_for() {
        assert_eq!(words("Jos&#233; &amp; J&#xF6;rg, &Uuml;nal, Zo&euml;"), "José & Jörg, Ünal, Zoë");
        assert_eq!(words("<html><b>Sink</b> &lt;me&gt;</html>"), "Sink <me>");
    }

    #[test]
    fn what_is_no_entity_stays() {
        for text in ["Sturm & Drang; you & me", "&", "&;", "&#xZ;", "&nosuch;", "a && b", "&#0;", "&ü;"] {
            assert_eq!(words(text), text);
        }
        assert_eq!(words("&yuml;&nbsp;&szlig;"), "ÿ ß");
    }
}
