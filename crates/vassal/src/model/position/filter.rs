//! Filters of pieces in the old spelling, `name = value` with `&&` and `||`, with a bound on what they cost.
//!
//! Engine class: `counters.PropertiesPieceFilter`.

use std::collections::BTreeMap;

use regex::{Regex, RegexBuilder};

use crate::model::tally::Scope;

/// So many lookups, and other steps that take about as long, are made for all pieces together.
const MOST_STEPS: usize = 10_000_000;
/// Steps that a new pattern counts for.
const COMPILING: usize = 50_000;
/// So many bytes of an expression count as one step more.
pub(super) const STEP_BYTES: usize = 4;
/// Most patterns kept at a time, and the largest.
const MOST_PATTERNS: usize = 100;
const LARGEST_PATTERN: usize = 1 << 20;

/// Asks pieces until it has had enough.
pub(super) struct Filters {
    /// Steps that may still be made; none once there were too many.
    left: Option<usize>,
    /// None for patterns that Java alone reads.
    patterns: BTreeMap<String, Option<Regex>>,
}

impl Default for Filters {
    fn default() -> Self {
        Self { left: Some(MOST_STEPS), patterns: BTreeMap::new() }
    }
}

/// The property, the sign and what stands behind it, where a part of a filter compares something.
fn comparison(part: &str) -> Option<(&str, &'static str, &str)> {
    const SIGNS: [&str; 8] = ["!=", "<=", ">=", ">", "<", "=~", "=", "!~"];
    let (sign, (name, rest)) = SIGNS.iter().find_map(|&sign| Some((sign, part.split_once(sign)?)))?;
    Some((name.trim(), sign, rest))
}

/// The properties that a filter in the old spelling reads, in its order.
pub fn names_in_filter(filter: &str) -> impl Iterator<Item = &str> {
    let parts = filter.split("||").flat_map(|either| either.split("&&"));
    parts.filter_map(|part| comparison(part).map(|(name, _, _)| name))
}

impl Filters {
    /// Whether there was too much to do.
    pub fn had_enough(&self) -> bool {
        self.left.is_none()
    }

    /// Counts steps; none when they are too many.
    pub fn spend(&mut self, steps: usize) -> Option<()> {
        self.left = self.left?.checked_sub(steps.saturating_add(1));
        self.left.map(|_| ())
    }

    /// Whether a piece passes an old filter, `name = value` with `&&` and `||`. What compares nothing passes.
    pub fn accepts(&mut self, filter: &str, scope: &dyn Scope) -> Option<bool> {
        self.spend(filter.len() / STEP_BYTES)?;
        let mut passes = false;
        for either in filter.split("||") {
            let mut all = true;
            for part in either.split("&&") {
                all &= self.compares(part, scope)?;
            }
            passes |= all;
        }
        Some(passes)
    }

    fn compares(&mut self, part: &str, scope: &dyn Scope) -> Option<bool> {
        let Some((name, sign, rest)) = comparison(part) else { return Some(true) };
        let wanted = rest.split(sign).next().unwrap_or_default().trim();
        let has = scope.value(name).unwrap_or_else(|| "null".to_owned());
        let order = match (has.parse::<i32>(), wanted.parse::<i32>()) {
            (Ok(has), Ok(wanted)) => has.cmp(&wanted),
            _ => has.as_str().cmp(wanted),
        };
        Some(match sign {
            "!=" => has != wanted,
            "=" => has == wanted,
            "<=" => order.is_le(),
            ">=" => order.is_ge(),
            ">" => order.is_gt(),
            "<" => order.is_lt(),
            sign => self.matches(wanted, &has)? == (sign == "=~"),
        })
    }

    /// Whether the whole of `text` matches a pattern; none for patterns that Java alone reads.
    fn matches(&mut self, pattern: &str, text: &str) -> Option<bool> {
        self.spend(text.len())?;
        if !self.patterns.contains_key(pattern) {
            self.spend(COMPILING)?;
            if self.patterns.len() >= MOST_PATTERNS {
                self.patterns.clear();
            }
            let whole = format!("^(?:{pattern})$");
            let built = RegexBuilder::new(&whole).size_limit(LARGEST_PATTERN).build().ok();
            self.patterns.insert(pattern.to_owned(), built);
        }
        let known = self.patterns.get(pattern)?.as_ref()?;
        Some(known.is_match(text))
    }
}
