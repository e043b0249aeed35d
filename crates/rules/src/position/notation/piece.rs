//! Reads a piece of a line: how many of it, its states and arrows, what it bears in writing.

use super::reader::{NotationReader, unquoted};
use super::{MOST_ON_A_PIECE, Placed};
use crate::data::fault::did_you_mean;
use crate::data::word::Word;

/// Says of a piece that its own side hides it.
const HIDDEN: &str = "hidden";

/// Says the id of a piece.
const PIECE: &str = "id";

/// Says the number that a piece stands for.
const NUMBER: &str = "number";

impl NotationReader<'_> {
    pub(super) fn read_piece(&mut self, text: &str) -> Option<Placed> {
        let mut words = unquoted(text, char::is_whitespace).filter(|word| !word.is_empty());
        let mut id = words.next();
        if id.is_none() {
            self.fault("expected a piece, found nothing between the commas");
            return None;
        }
        let mut count = 1;
        if let Some(number) = id.and_then(|word| word.parse::<u16>().ok()) {
            if words.next() != Some("x") || !(1..=99).contains(&number) {
                self.fault(format!(
                    "expected a number up to 99 and \"x\", such as \"2 x jp-dd\", found \"{text}\""
                ));
                return None;
            }
            (count, id) = (number, words.next());
        }
        let Some(id) = id else {
            self.fault(format!("expected a piece after \"{text}\""));
            return None;
        };
        let (id, chit) = id.strip_prefix("chit:").map_or((id, false), |id| (id, true));
        let mut placed = Placed::new(id, chit, count);
        while let Some(word) = words.next() {
            self.read_word(&mut placed, word, &mut words);
        }
        Some(placed)
    }

    pub(super) fn read_word<'t>(
        &mut self,
        placed: &mut Placed,
        word: &str,
        words: &mut impl Iterator<Item = &'t str>,
    ) {
        let known = self.words;
        if let Some((key, text)) = word.split_once('=') {
            self.read_note(placed, key, text);
        } else if word == HIDDEN {
            placed.hidden = true;
        } else if let Some(arrow) = known.arrows.iter().find(|arrow| *arrow == word) {
            let mut hex = words.next().unwrap_or_default().to_owned();
            if hex.len() == 1 {
                hex.push_str(words.next().unwrap_or_default());
            }
            if let Some(place) = self.read_place(&hex) {
                placed.arrows.insert(arrow.clone(), place);
            }
        } else if let Some(state) = known.states.iter().find(|state| *state == word) {
            placed.states.insert(state.clone());
        } else {
            let all = known.states.iter().chain(&known.arrows).map(Word::as_str).chain([HIDDEN]);
            let near = did_you_mean(word, all);
            self.fault(format!("unknown state \"{word}\" of \"{}\"{near}", placed.id));
        }
    }

    /// `number=3`, or the word of a note with its text, in quotation marks where it has spaces.
    pub(super) fn read_note(&mut self, placed: &mut Placed, key: &str, text: &str) {
        let quoted = |text: &str| text.strip_prefix('"')?.strip_suffix('"').map(str::to_owned);
        let text = quoted(text).unwrap_or_else(|| text.to_owned());
        let known = self.words;
        if key == NUMBER && known.numbers {
            placed.number =
                text.parse().ok().filter(|number| (-MOST_ON_A_PIECE..=MOST_ON_A_PIECE).contains(number));
            if placed.number.is_none() {
                let told = format!(
                    "expected a number from -{MOST_ON_A_PIECE} to {MOST_ON_A_PIECE}, found \"{text}\""
                );
                self.fault(format!("{told} as the {NUMBER} of \"{}\"", placed.id));
            }
        } else if key == PIECE && placed.count == 1 && !text.is_empty() {
            placed.piece = Some(text);
        } else if let Some(note) = known.notes.iter().find(|note| *note == key) {
            if text.is_empty() || text.contains('"') {
                self.fault(format!("expected a text after \"{key}=\" of \"{}\"", placed.id));
            }
            placed.notes.insert(note.clone(), text);
        } else {
            let number = known.numbers.then_some(NUMBER);
            let near = did_you_mean(key, known.notes.iter().map(Word::as_str).chain([PIECE]).chain(number));
            self.fault(format!("\"{}\" has no note \"{key}\"{near}", placed.id));
        }
    }
}
