//! Expressions without the spaces that only people need. Every save has those of a prototype in each of its pieces, and a
//! piece that is longer than a packer looks back is packed twice as large as one that is not.
//!
//! VASSAL writes two characters for each byte and packs with a window of 32 KiB, so a piece over 16 KiB no longer
//! matches the one before it, and saves double in size: traits that every piece has are kept short.

/// The expression without spaces between its words and signs; strings keep theirs.
pub(super) fn tight(expression: &str) -> String {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut out = String::with_capacity(expression.len());
    let (mut in_string, mut is_escaped) = (false, false);
    let mut letters = expression.chars().peekable();
    while let Some(letter) = letters.next() {
        let follows = letters.peek().is_some_and(|following| is_word(*following));
        if letter == ' ' && !in_string && !(out.ends_with(is_word) && follows) {
            continue;
        }
        in_string ^= letter == '"' && !is_escaped;
        is_escaped = letter == '\\' && !is_escaped;
        out.push(letter);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::tight;

    #[test]
    fn spaces_go_where_no_word_and_no_text_needs_them() {
        assert_eq!(tight("{A == 1 && B != \"x y\" ? \"\" : new C}"), "{A==1&&B!=\"x y\"?\"\":new C}");
        assert_eq!(tight(r#"{Count("{K == \"a b\"}") > 1}"#), r#"{Count("{K == \"a b\"}")>1}"#);
    }
}
