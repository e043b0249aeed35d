//! "Did you mean": the known word that is nearest to a misspelt one.

use std::cell::Cell;

/// "did you mean" for a word that is not among those known; `None` when nothing is near.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > LONGEST {
        return None;
    }
    let letters = Letters::of(word);
    let near = known.into_iter().take_while(|_| may_compare()).filter_map(|candidate| {
        if candidate.len() > LONGEST {
            return None;
        }
        let most = 2.max(candidate.chars().count() / 4);
        if letters.differ_by_more_than(most, candidate) {
            return None;
        }
        let distance = strsim::damerau_levenshtein(word, candidate);
        (distance <= most).then_some((distance, candidate))
    });
    near.min().map(|(_, candidate)| candidate)
}

/// How often each letter stands in a word: one letter that is changed changes two of these, so that most words are told
/// apart without a look at the order of their letters. None of a word that is long or has letters beyond ASCII.
struct Letters(Option<[i16; 128]>);

/// Longer words are no slips of the hand.
const LONGEST: usize = 1000;
/// Most words that are held against each other. Advice is for the first faults of a file, which people read: thousands
/// of them against thousands of known words would take minutes.
const MOST_COMPARED: u32 = 1_000_000;

/// Counts a comparison; false when there were enough.
fn may_compare() -> bool {
    thread_local!(static COMPARED: Cell<u32> = const { Cell::new(0) });
    COMPARED.with(|compared| {
        let before = compared.get();
        compared.set(before.saturating_add(1));
        before < MOST_COMPARED
    })
}

impl Letters {
    fn of(word: &str) -> Self {
        let mut counts = [0; 128];
        if !word.is_ascii() || word.len() > LONGEST {
            return Self(None);
        }
        word.bytes().for_each(|letter| counts[usize::from(letter)] += 1);
        Self(Some(counts))
    }

    /// Whether a word surely differs by more than so many letters.
    fn differ_by_more_than(&self, most: usize, other: &str) -> bool {
        let (Some(own), Some(other)) = (&self.0, &Self::of(other).0) else { return false };
        let (mut more, mut fewer) = (0, 0);
        for (own, other) in own.iter().zip(other) {
            more += (own - other).max(0);
            fewer += (other - own).max(0);
        }
        usize::from(more.max(fewer).unsigned_abs()) > most
    }
}

/// The nearest known word as a tail for a message, or nothing.
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, known).map(|near| format!("; did you mean \"{near}\"?")).unwrap_or_default()
}
