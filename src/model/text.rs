//! Texts with `$property$` in them, as module designers write name formats.

/// Replaces every `$name$` of `format` by what `value` says. A name without
/// value stays, without its dollar signs; an odd dollar sign at the end is
/// dropped, and `\$` stands for a dollar sign (`FormattedStringExpression`).
pub fn expand(format: &str, value: impl Fn(&str) -> Option<String>) -> String {
    if !format.contains('$') {
        return format.to_owned();
    }
    let tokens = split(format);
    let last = tokens.len() - 1;
    let mut out = String::with_capacity(format.len());
    for (i, token) in tokens.iter().enumerate() {
        let is_name = i % 2 == 1 && i < last && !token.is_empty();
        match is_name.then(|| value(token)).flatten() {
            Some(text) => out.push_str(&text),
            None => out.push_str(token),
        }
    }
    out
}

fn split(format: &str) -> Vec<String> {
    let mut tokens = vec![String::new()];
    for c in format.chars() {
        let current = tokens.len() - 1;
        match c {
            '$' if tokens[current].ends_with('\\') => {
                tokens[current].pop();
                tokens[current].push('$');
            }
            '$' => tokens.push(String::new()),
            _ => tokens[current].push(c),
        }
    }
    for token in &mut tokens {
        if token.len() > 1 && token.starts_with('\'') && token.ends_with('\'') {
            *token = token[1..token.len() - 1].to_owned();
        }
    }
    tokens
}

/// The words of a text in HTML; any other text as it is.
pub fn without_tags(text: &str) -> String {
    if !text.trim_start().to_ascii_lowercase().starts_with("<html>") {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut inside = false;
    for c in text.chars() {
        match c {
            '<' => inside = true,
            '>' if inside => {
                inside = false;
                out.push(' ');
            }
            c if !inside => out.push(c),
            _ => {}
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{expand, without_tags};

    #[test]
    fn names_are_replaced_and_unknown_names_stay() {
        let value = |n: &str| (n == "a").then(|| "1".to_owned());
        assert_eq!(expand("x$a$y", value), "x1y");
        assert_eq!(expand("$b$ and $a$", value), "b and 1");
        assert_eq!(expand("5$", value), "5");
        assert_eq!(expand(r"\$a\$", value), "$a$");
    }

    #[test]
    fn html_of_labels_is_reduced_to_words() {
        assert_eq!(without_tags("<html><b>7</b> steps</html>"), "7 steps");
        assert_eq!(without_tags("a < b"), "a < b");
    }
}
