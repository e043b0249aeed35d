//! Licence expressions as Cargo.toml has them, and which of several licences we take.

/// The licences that we take, the one with the fewest texts first: that of Apache names no holder, so one copy serves all.
pub const TAKEN: [&str; 7] =
    ["Apache-2.0", "MIT", "Zlib", "BSD-3-Clause", "BSD-2-Clause", "Unicode-3.0", "0BSD"];

/// The licences under which we take a crate: one, or several where parts of it have their own.
pub fn taken(expression: &str) -> Result<Vec<&'static str>, String> {
    // Older crates write a stroke for *or*.
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    match either(&mut rest) {
        Some(taken) if rest.is_empty() => Ok(taken),
        _ => Err(format!("{expression}: none of its licences is one of {}", TAKEN.join(", "))),
    }
}

/// The best of the alternatives that are known.
fn either(words: &mut &[&str]) -> Option<Vec<&'static str>> {
    let mut best = both(words);
    while let Some(rest) = words.strip_prefix(&["OR"]) {
        *words = rest;
        best = best.into_iter().chain(both(words)).min_by_key(|taken| rank(taken));
    }
    best
}

/// All of the parts; none where one of them is not known.
fn both(words: &mut &[&str]) -> Option<Vec<&'static str>> {
    let mut all = one(words);
    while let Some(rest) = words.strip_prefix(&["AND"]) {
        *words = rest;
        let more = one(words);
        all = all.zip(more).map(|(all, more)| [all, more].concat());
    }
    all
}

fn one(words: &mut &[&str]) -> Option<Vec<&'static str>> {
    let (first, rest) = words.split_first()?;
    *words = rest;
    if *first == "(" {
        let inner = either(words);
        *words = words.strip_prefix(&[")"])?;
        return inner;
    }
    // A licence with an exception is another licence.
    if let [_, exception @ ..] = words.strip_prefix(&["WITH"]).unwrap_or_default() {
        *words = exception;
        return None;
    }
    TAKEN.iter().find(|known| *known == first).map(|known| vec![*known])
}

fn rank(taken: &[&str]) -> usize {
    taken.iter().filter_map(|own| TAKEN.iter().position(|known| known == own)).max().unwrap_or_default()
}
