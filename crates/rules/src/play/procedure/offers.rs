//! The legal answers to a question: counted, named and followed one by one, so that thousands of them cost nothing.

use std::borrow::Cow;

/// The legal answers to a question, by index.
pub trait Answers {
    /// How many there are: never none.
    fn count(&self) -> usize;

    /// How many of them lead apart: without those that differ from an earlier one in nothing but a name. Where it is
    /// one, nobody has to choose.
    fn apart(&self) -> usize {
        self.count()
    }

    /// An answer as it stands in orders; `index` is less than the count.
    fn answer(&self, index: usize) -> Cow<'_, str>;

    /// The answer that is written so, in capital or small letters. To be told without looking at all of them where
    /// there are many.
    fn named(&self, answer: &str) -> Option<usize> {
        let lower = answer.to_lowercase();
        (0..self.count()).find(|index| self.answer(*index).to_lowercase() == lower)
    }

    /// The first answer that this word of a policy picks.
    fn tagged(&self, word: &str) -> Option<usize>;
}

/// Answers with the states they lead to, each made when it is chosen.
pub trait Offers<S>: Answers {
    /// What follows an answer; `index` is less than the count.
    fn then(&self, index: usize) -> S;
}

/// One answer of a short list.
#[derive(Debug, Clone)]
pub struct Offer<'b, K> {
    /// The answer as it stands in orders.
    pub answer: Cow<'b, str>,
    /// Words by which a policy picks this answer.
    pub tags: Vec<&'static str>,
    /// What tells this answer from the others.
    pub key: K,
    /// Whether it differs from an earlier answer in nothing but its name.
    pub is_twin: bool,
}

impl<'b, K> Offer<'b, K> {
    /// An answer with the words that pick it.
    pub fn new(answer: impl Into<Cow<'b, str>>, tags: Vec<&'static str>, key: K) -> Self {
        Self { answer: answer.into(), tags, key, is_twin: false }
    }

    /// An answer that differs from an earlier one in nothing but its name: who names it gets it, no policy picks it.
    pub fn twin(answer: impl Into<Cow<'b, str>>, key: K) -> Self {
        Self { is_twin: true, ..Self::new(answer, Vec::new(), key) }
    }
}

/// A short list of answers, and how their keys lead on.
struct Few<'b, K, F> {
    list: Vec<Offer<'b, K>>,
    then: F,
}

/// A short list of answers; `then` makes the state that follows the key of the chosen one.
pub fn few<'b, K: 'b, S>(list: Vec<Offer<'b, K>>, then: impl Fn(&K) -> S + 'b) -> Box<dyn Offers<S> + 'b> {
    Box::new(Few { list, then })
}

impl<K, F> Answers for Few<'_, K, F> {
    fn count(&self) -> usize {
        self.list.len()
    }

    fn apart(&self) -> usize {
        self.list.iter().filter(|offer| !offer.is_twin).count()
    }

    fn answer(&self, index: usize) -> Cow<'_, str> {
        self.list[index].answer.as_ref().into()
    }

    fn tagged(&self, word: &str) -> Option<usize> {
        self.list.iter().position(|offer| offer.tags.contains(&word))
    }
}

impl<K, S, F: Fn(&K) -> S> Offers<S> for Few<'_, K, F> {
    fn then(&self, index: usize) -> S {
        (self.then)(&self.list[index].key)
    }
}

/// Answers that lead to states of a larger procedure, or are picked by words of its own.
struct LedOn<'b, S, F> {
    offers: Box<dyn Offers<S> + 'b>,
    on: F,
    own: fn(&str) -> Option<&str>,
}

/// The same answers; `on` puts the state that follows into that of a larger procedure.
pub(super) fn led_on<'b, S: 'b, T>(
    offers: Box<dyn Offers<S> + 'b>,
    on: impl Fn(S) -> T + 'b,
) -> Box<dyn Offers<T> + 'b> {
    Box::new(LedOn { offers, on, own: |word| Some(word) })
}

impl<S, F> Answers for LedOn<'_, S, F> {
    fn count(&self) -> usize {
        self.offers.count()
    }

    fn apart(&self) -> usize {
        self.offers.apart()
    }

    fn answer(&self, index: usize) -> Cow<'_, str> {
        self.offers.answer(index)
    }

    fn named(&self, answer: &str) -> Option<usize> {
        self.offers.named(answer)
    }

    fn tagged(&self, word: &str) -> Option<usize> {
        self.offers.tagged((self.own)(word)?)
    }
}

impl<S, T, F: Fn(S) -> T> Offers<T> for LedOn<'_, S, F> {
    fn then(&self, index: usize) -> T {
        (self.on)(self.offers.then(index))
    }
}

/// The same answers; `own` tells which of their own words a word of a policy means.
pub(super) fn worded<'b, S: 'b>(
    offers: Box<dyn Offers<S> + 'b>,
    own: fn(&str) -> Option<&str>,
) -> Box<dyn Offers<S> + 'b> {
    Box::new(LedOn { offers, on: |state| state, own })
}
