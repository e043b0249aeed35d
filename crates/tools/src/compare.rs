//! What two modules, saves or logs differ in, told as players and module makers would tell it.

pub mod dice;
pub mod merge;
pub mod modules;
pub mod positions;
pub mod story;
pub mod traits;
pub mod unified;
pub mod words;

use serde::Serialize;

use vassal::format::kinds::ValueKind;
use vassal::format::named_keys;

/// A named value before and after; none where it was not there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ValueDiff {
    /// Its name.
    pub name: String,
    /// What it was.
    pub before: Option<String>,
    /// What it is.
    pub after: Option<String>,
    /// What the value stands for.
    #[serde(skip)]
    kind: &'static ValueKind,
}

impl ValueDiff {
    /// The difference of two texts of one name; none where they are equal.
    pub fn of(name: &str, before: Option<&str>, after: Option<&str>) -> Option<Self> {
        Self::of_kind(&ValueKind::Text, name, before, after)
    }

    /// The difference of two values of one name; none where they are equal.
    pub fn of_kind(
        kind: &'static ValueKind,
        name: &str,
        before: Option<&str>,
        after: Option<&str>,
    ) -> Option<Self> {
        let own = |value: Option<&str>| value.map(str::to_owned);
        (before != after).then(|| Self {
            name: name.to_owned(),
            before: own(before),
            after: own(after),
            kind,
        })
    }

    /// Words such as `2 → 3`, with quotes around what holds spaces or nothing.
    pub fn in_words(&self) -> String {
        words::difference(self.kind, self.before.as_deref(), self.after.as_deref())
    }

    /// The same behind what an attribute or field is called.
    fn of_field_in_words(&self) -> String {
        format!("{} {}", words::name(&self.name), self.in_words())
    }
}

/// A text of somebody else in one line: nothing in it begins a line of its own, moves a cursor or turns the order in
/// which letters are read.
pub fn one_line(text: &str) -> String {
    let turns = |letter: char| matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let breaks = |letter: char| letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}');
    let kept = text.chars().filter(|letter| !turns(*letter));
    kept.map(|letter| if breaks(letter) { ' ' } else { letter }).collect()
}

/// The longest value that a line shows whole, in letters.
const LONGEST_SHOWN: usize = 120;

/// Letters before the first that differs which are shown of two long values.
const SHOWN_BEFORE: usize = 30;

/// Two values as a line shows them, long ones from a little before where they begin to differ.
fn shown_both(before: Option<&str>, after: Option<&str>) -> [String; 2] {
    let (Some(was), Some(is)) = (before, after) else { return [shown(before), shown(after)] };
    let [was, is] = [was, is].map(|value| one_line(&named_keys::in_words(value)));
    let alike = was.chars().zip(is.chars()).take_while(|(was, is)| was == is).count();
    let longest = was.chars().count().max(is.chars().count());
    if longest <= LONGEST_SHOWN || alike <= SHOWN_BEFORE {
        return [shown(before), shown(after)];
    }
    [was, is].map(|value| {
        let part: String = value.chars().skip(alike - SHOWN_BEFORE).collect();
        shown(Some(&format!("…{part}")))
    })
}

/// A value as a line shows it.
fn shown(value: Option<&str>) -> String {
    let Some(value) = value else { return "none".to_owned() };
    let plain: String = one_line(&named_keys::in_words(value)).chars().take(LONGEST_SHOWN + 1).collect();
    let cut = plain.chars().count() > LONGEST_SHOWN;
    let text = if cut { format!("{}…", plain.trim_end()) } else { plain };
    if text.is_empty() || text.contains(' ') { format!("\"{text}\"") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_told_as_people_write_them() {
        let keys = |name, before, after| {
            let kind = ValueKind::of_field(name);
            ValueDiff::of_kind(kind, name, Some(before), Some(after)).unwrap().in_words()
        };
        assert_eq!(keys("activateKeyStroke", "70,130", "72,130"), "Ctrl+F → Ctrl+H");
        assert_eq!(keys("hotkey", "", "0,0,Flip"), "\"\" → [Flip]");
        assert_eq!(keys("offset", "70,130", "0,0"), "70,130 → 0,0");
    }

    #[test]
    fn a_text_of_somebody_else_stays_in_its_line() {
        assert_eq!(one_line("a\nStep 2: Anna\u{202e}b\u{1b}[2J\u{2028}東京"), "a Step 2: Annab [2J 東京");
    }
}
