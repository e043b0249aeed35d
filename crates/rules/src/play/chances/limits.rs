//! How much chances may cost, and what is wanted of them.

/// How far to go.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Steps to run before giving up on exact chances; a step counts once for each path of its rolls.
    pub steps: u64,
    /// Bytes that states under way may take, about; outcomes told one by one take a quarter more, written down.
    pub memory: usize,
    /// How many samples are drawn when exact chances would take more.
    pub samples: u32,
    /// The seed of the first sample.
    pub seed: u64,
    /// Whether short results and losses are all that is wanted of outcomes, so that those that differ in nothing else count
    /// as one.
    pub in_short: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self { steps: 2_000_000, memory: 20_000_000, samples: 20_000, seed: 1, in_short: false }
    }
}
