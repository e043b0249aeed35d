//! By which rule a ship or an air unit was hit last.

use std::cmp::Ordering;

/// The rule of the last hit. Only reports cite it: to states and outcomes all are equal, so that chances follow no two
/// courses that differ in nothing else.
#[derive(Debug, Clone, Copy, Default)]
pub struct HitRule(pub &'static str);

impl HitRule {
    /// The rule, or this one where nothing was said.
    #[must_use]
    pub fn or(self, otherwise: &'static str) -> &'static str {
        if self.0.is_empty() { otherwise } else { self.0 }
    }
}

impl PartialEq for HitRule {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for HitRule {}

impl PartialOrd for HitRule {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for HitRule {
    fn cmp(&self, _: &Self) -> Ordering {
        Ordering::Equal
    }
}

impl From<&'static str> for HitRule {
    fn from(rule: &'static str) -> Self {
        Self(rule)
    }
}
