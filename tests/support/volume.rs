//! How much of what is tried at random: a little in every run, more for who asks for it.

/// The number that a variable of the environment asks for, or the usual one.
pub fn asked(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}
