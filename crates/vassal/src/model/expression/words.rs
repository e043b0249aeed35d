//! The words of Java that expressions are made of.

/// Words that are no names.
const RESERVED: &str = "abstract boolean break byte case catch char class const continue default do double else enum extends \
    final finally float for goto if implements import instanceof int interface long native new package \
    private protected public return short static strictfp switch synchronized throw throws transient try \
    void volatile while null";
/// Types that are no classes.
const PRIMITIVES: &str = "boolean char byte short int long float double";
/// Methods that make the name before them a text, whatever its value looks like
/// (`BeanShellExpressionValidator`).
const OF_TEXTS: &str = "compareTo compareToIgnoreCase contains endsWith equals equalsIgnoreCase format hashCode indexOf \
    isBlank isEmpty lastIndexOf length matches regionMatches repeat replace replaceAll replaceFirst \
    startsWith strip stripLeading stripTrailing substring toLowerCase toUpperCase toString trim";

/// Whether a word can be no name.
pub(super) fn is_reserved(word: &str) -> bool {
    has(RESERVED, word)
}

/// Whether a word is a type that is no class.
pub(super) fn is_primitive(word: &str) -> bool {
    has(PRIMITIVES, word)
}

/// Whether a method makes the name before it a text.
pub(super) fn is_of_texts(method: &str) -> bool {
    has(OF_TEXTS, method)
}

fn has(words: &str, word: &str) -> bool {
    words.split_whitespace().any(|known| known == word)
}
