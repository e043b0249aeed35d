//! Values past what a counter can print, such as a strength of 200: which of them, and its limit.

/// What a value is called in messages, and the highest that is read.
pub(crate) type ValueLimit = (&'static str, u32);

/// The first value past its limit in a word such as `200-5/3`, in words: the values of the front in their order, and
/// the one behind a slash or in brackets. `None` for a word that is not built like that, or within the limits.
pub(crate) fn past_limit(word: &str, front: &[ValueLimit], behind: ValueLimit) -> Option<String> {
    if !word.chars().all(|c| c.is_ascii_digit() || "-/[]()xX".contains(c)) {
        return None;
    }
    let (values, last) = word.split_at(word.find(['/', '[', '(']).unwrap_or(word.len()));
    let last = last.trim_matches(['/', '[', ']', '(', ')']);
    let mut values = values.split('-').zip(front.iter().copied()).chain([(last, behind)]);
    values.find_map(|(text, (what, most))| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let past = digits && text.parse::<u32>().map_or(true, |value| value > most);
        past.then(|| format!("{what} is at most {most}, not {text}"))
    })
}

#[cfg(test)]
mod tests {
    use super::past_limit;

    #[test]
    fn the_first_value_past_its_limit_is_named() {
        let past = |word| past_limit(word, &[("strength", 99), ("range", 50)], ("quality", 9));
        assert_eq!(past("200-5/3").as_deref(), Some("strength is at most 99, not 200"));
        assert_eq!(past("4-51").as_deref(), Some("range is at most 50, not 51"));
        assert_eq!(past("4-5[10]").as_deref(), Some("quality is at most 9, not 10"));
        assert_eq!(past("4-5/(99999999999)").as_deref(), Some("quality is at most 9, not 99999999999"));
        for within in ["99-50/9", "x-7/0", "", "4-", "Betty", "-", "//"] {
            assert_eq!(past(within), None, "{within}");
        }
    }
}
