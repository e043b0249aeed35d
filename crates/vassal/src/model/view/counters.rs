//! The traits of a shown piece as a copy has them: each kind of trait says what of its state may be written.
//!
//! Prefixes and states after the engine's package `counters`.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::left_out::{Losses, Matter};
use super::plan::Extent;
use crate::format::piece::{PieceText, TraitText};
use crate::format::sequence;
use crate::format::traits::{BasicPiece, Fields, Trait};
use crate::model::eyes::Eyes;
use crate::model::module::Module;
use crate::model::position::Player;
use crate::model::text::{Unknown, evaluate_in};
use crate::model::traits::Traits;

/// Traits whose state is always empty.
const STATELESS: &[&str] = &[
    "immob;",
    "clone;",
    "delete;",
    "pivot;",
    "nonRect2;",
    "nonRect;",
    "locmsg;",
    "placemark;",
    "replace;",
    "return;",
    "prototype;",
    "submenu;",
    "menuSeparator;",
    "translate;",
    "globalkey;",
    "macro;",
    "calcProp;",
    "setprop;",
    "setpieceprop;",
    "hideCmd;",
    "playSound;",
    "button;",
    "globalhotkey;",
    "deselect;",
    "basicName;",
    "border;",
    "locCommand;",
    "cmt;",
];
/// Traits whose state is drawn, turns what is drawn or stands in what VASSAL shows of the piece.
const SHOWN: &[&str] =
    &["emb2;", "emb;", "mark;", "label;", "rotate;", "report;", "markmoved;", "AreaOfEffect;"];
/// Traits whose state everybody can open and read.
const READABLE: &[&str] = &["table;", "propertysheet;"];
/// A Dynamic Property, of which nothing need be shown.
pub(super) const VALUE: &str = "PROP;";
/// Longer runs of digits are ids.
const LONGEST_NUMBER: usize = 9;
/// How often a piece is looked at to find out which letters within a text are drawn, and how many letters are read for it.
const MOST_LOOKS: usize = 400;
const MOST_LETTERS: usize = 2_000_000;
/// A Movement Trail without a step.
pub(super) const NO_TRAIL: &str = "false;;0;false";
/// A Send to Location that has not sent yet.
pub(super) const NO_WAY_BACK: &str = ";;";
/// What a Mask or Invisible trait says that hides nothing.
const NOBODY: &str = "null";
/// A Mat Cargo on no mat.
const NO_MAT: &str = "noMat";
/// Shorter words are not looked for in values: they stand everywhere.
const SHORTEST_WORD: usize = 4;

/// Writes shown pieces again.
pub(super) struct Rewriter<'a> {
    eyes: &'a Eyes,
    /// Ids of the pieces that the copy shows under their own.
    present: BTreeSet<&'a str>,
    /// Secret ids of players who are not the side's.
    strangers: BTreeSet<&'a str>,
    /// Texts that the module shows everybody of a piece.
    viewed: Option<&'a BTreeSet<(String, String)>>,
    /// Global properties, by name.
    outside: BTreeMap<&'a str, &'a str>,
}

/// Global properties by their containers and names, as positions and games have them.
pub(super) type GlobalValues = BTreeMap<(String, String), String>;

impl<'a> Rewriter<'a> {
    pub fn new(
        eyes: &'a Eyes,
        players: &'a [Player],
        present: BTreeSet<&'a str>,
        module: Option<&'a Module>,
        values: &'a GlobalValues,
    ) -> Self {
        let strangers =
            players.iter().filter(|player| !is_own(eyes, player)).map(|player| player.id.as_str());
        let outside = values.iter().map(|((_, name), value)| (name.as_str(), value.as_str()));
        Self {
            eyes,
            present,
            strangers: strangers.collect(),
            viewed: module.map(|module| &module.viewed),
            outside: outside.collect(),
        }
    }

    /// The piece as the copy has it, on no map yet; none where it cannot be read.
    pub fn piece(&self, text: &PieceText, extent: Extent, losses: &mut Losses) -> Option<PieceText> {
        let (last, outer) = text.traits.split_last()?;
        let mut work = Work { own: extent == Extent::Own, history: false, piece: text, losses };
        let mut traits: Vec<TraitText> =
            outer.iter().filter_map(|text| self.outer(text, &mut work)).collect();
        traits.push(self.basic(last, &mut work)?);
        if work.history {
            work.losses.add(Matter::History, None);
        }
        Some(PieceText { traits })
    }

    /// The basic piece with no place, and of its kept properties those that may stand in the copy.
    fn basic(&self, text: &TraitText, work: &mut Work<'_>) -> Option<TraitText> {
        let Trait::BasicPiece(old) = Trait::decode(text) else { return None };
        let mut new = BasicPiece::new(old.image(), old.name(), old.gpid().unwrap_or_default())?;
        new.fields = old.fields.clone();
        for (key, value) in old.properties() {
            // VASSAL gives the piece its own id again where there is none. Mats are links.
            let stays = work.own && !key.starts_with("OldMat") && !self.is_stranger(value);
            if stays {
                new.set_property(key, value);
            }
            work.history |= !stays && key.starts_with("Old");
        }
        Trait::BasicPiece(new).encode().ok()
    }

    fn outer(&self, text: &TraitText, work: &mut Work<'_>) -> Option<TraitText> {
        let definition = text.type_text.as_str();
        let prefix = definition.split_inclusive(';').next().unwrap_or_default();
        let state = text.state_text.as_str();
        let state = match prefix {
            _ if STATELESS.contains(&prefix) => String::new(),
            _ if SHOWN.contains(&prefix) || READABLE.contains(&prefix) => self.unless_stranger(state, work),
            VALUE => self.value(definition, state, work),
            "obs;" => self.hider(state, ";", work) + ";",
            "hide;" => self.hider(state, "", work),
            "restrict;" => self.owner(state, work),
            "footprint;" => trail(definition, state, work),
            "sendto;" => way_back(state, work),
            "mat;" | "attach;" => self.links(state, work),
            "matPiece;" => self.mat(state, work),
            _ => return self.unknown(text, prefix, work),
        };
        Some(TraitText::new(definition, state))
    }

    /// A trait that VASSAL does not have may hold anything: the side keeps those of its own pieces.
    fn unknown(&self, text: &TraitText, prefix: &str, work: &mut Work<'_>) -> Option<TraitText> {
        let says = |word: &&&str| text.state_text.contains(**word) || text.type_text.contains(**word);
        if work.own && !self.strangers.iter().any(|id| says(&id)) {
            return Some(text.clone());
        }
        let name: String = prefix.chars().take(24).collect();
        work.losses.add(Matter::Trait(name), None);
        None
    }

    fn is_stranger(&self, value: &str) -> bool {
        self.strangers.contains(value)
    }

    fn unless_stranger(&self, state: &str, work: &mut Work<'_>) -> String {
        if self.is_stranger(state) {
            work.losses.add(Matter::Hider, None);
            return String::new();
        }
        state.to_owned()
    }

    /// A value that nothing need show: on pieces of others a text may quote what is hidden. Whether it does is not asked,
    /// or its absence would tell: of a text stays what the piece or the module draws of it, or all where its definitions
    /// have it in them.
    fn value(&self, definition: &str, state: &str, work: &mut Work<'_>) -> String {
        if work.own || is_plain(state) || is_defined(state, work.piece) {
            return self.unless_stranger(state, work);
        }
        let drawn = self.drawn_of(definition, state, work.piece);
        if drawn != state {
            work.losses.add(Matter::Value, None);
        }
        self.unless_stranger(&drawn, work)
    }

    /// The least of a text with which the piece looks as it does with all of it: no letter behind the last that is drawn,
    /// and `?` for those that are not.
    fn drawn_of(&self, definition: &str, state: &str, piece: &PieceText) -> String {
        let own = |text: &TraitText| text.type_text == definition && text.state_text == state;
        let Some(at) = piece.traits.iter().position(own) else { return String::new() };
        let whole = self.look(piece, at, state);
        if whole.iter().any(|text| text.contains(state)) {
            return state.to_owned();
        }
        let is_same = |signs: &[char]| self.look(piece, at, &signs.iter().collect::<String>()) == whole;
        if is_same(&[]) {
            return String::new();
        }
        let mut signs: Vec<char> = state.chars().collect();
        signs.truncate(turning((0, signs.len()), |count| is_same(&signs[..count])));
        let before = turning((signs.len() + 1, 0), |count| is_same(&blank(&signs, 0..count)));
        signs = blank(&signs, 0..before);
        let mut looks = MOST_LOOKS.min(MOST_LETTERS / signs.len().max(1));
        let mut parts = vec![(before, signs.len())];
        while let Some((from, to)) = parts.pop().filter(|_| looks > 0) {
            looks -= 1;
            let without = blank(&signs, from..to);
            if is_same(&without) {
                signs = without;
            } else if to - from > 1 {
                let middle = from.midpoint(to);
                parts.extend([(from, middle), (middle, to)]);
            }
        }
        signs.into_iter().collect()
    }

    /// All that a piece shows in writing with this state of one trait: its labels, and what the module shows of it.
    fn look(&self, piece: &PieceText, at: usize, state: &str) -> Vec<String> {
        let mut piece = PieceText { traits: piece.traits.clone() };
        if let Some(text) = piece.traits.get_mut(at) {
            text.state_text = state.into();
        }
        let outside = |name: &str| self.outside.get(name).map(|value| (*value).to_owned());
        let traits = Traits::new(&piece, &outside);
        let mut shown: Vec<String> = traits.labels().into_iter().map(|(_, text)| text).collect();
        let map = piece.traits.last().map(Trait::decode).and_then(|basic| match basic {
            Trait::BasicPiece(basic) => basic.map().map(str::to_owned),
            _ => None,
        });
        let of_piece = |name: &str| match name {
            "PlayerSide" => Some(self.eyes.side().to_owned()),
            "CurrentMap" => map.clone(),
            name => traits.property(name),
        };
        let is_out = |condition: &str| {
            let told = evaluate_in(condition, Unknown::Vanishes, &of_piece);
            !condition.is_empty() && told.as_deref() == Some("false")
        };
        for (format, condition) in self.viewed.into_iter().flatten() {
            shown.extend(evaluate_in(format, Unknown::Vanishes, &of_piece).filter(|_| !is_out(condition)));
        }
        shown
    }

    /// Who hides a piece that is shown: a side or the side's own player. Options behind it name players.
    fn hider(&self, state: &str, end: &str, work: &mut Work<'_>) -> String {
        let mut values = sequence::Decoder::new(state, ';');
        let by = if end.is_empty() { state.into() } else { values.next().unwrap_or_default() };
        if by.is_empty() || by == NOBODY {
            return NOBODY.to_owned();
        }
        if !self.eyes.may_see(&by) || self.is_stranger(&by) {
            work.losses.add(Matter::Hider, None);
            return NOBODY.to_owned();
        }
        let again = if end.is_empty() { Ok(by.clone().into_owned()) } else { sequence::join([&by], ';') };
        again.unwrap_or_else(|_| NOBODY.to_owned())
    }

    /// The player who has a restricted piece; nobody where it is another.
    fn owner(&self, state: &str, work: &mut Work<'_>) -> String {
        if state.is_empty() || (self.eyes.may_see(state) && !self.is_stranger(state)) {
            return state.to_owned();
        }
        work.losses.add(Matter::Hider, None);
        String::new()
    }

    /// Number and ids of pieces, without those that are not in the copy.
    fn links(&self, state: &str, work: &mut Work<'_>) -> String {
        let ids = sequence::decode(state, ';').into_iter().skip(1).filter(|id| !id.is_empty());
        let (kept, gone): (Vec<String>, Vec<String>) = ids.partition(|id| self.present.contains(id.as_str()));
        for _ in gone {
            work.losses.add(Matter::Reference, None);
        }
        let count = kept.len().to_string();
        sequence::join(std::iter::once(count).chain(kept), ';').unwrap_or_else(|_| "0".to_owned())
    }

    fn mat(&self, state: &str, work: &mut Work<'_>) -> String {
        if state.is_empty() || state == NO_MAT || self.present.contains(state) {
            return state.to_owned();
        }
        work.losses.add(Matter::Reference, None);
        NO_MAT.to_owned()
    }
}

/// Of a question that is answered no at the first count and yes at the second, a yes beside a no.
fn turning((mut no, mut yes): (usize, usize), is_yes: impl Fn(usize) -> bool) -> usize {
    while no.abs_diff(yes) > 1 {
        let middle = no.midpoint(yes);
        *(if is_yes(middle) { &mut yes } else { &mut no }) = middle;
    }
    yes
}

/// The letters with `?` for these; of a text of spaces the engine makes an empty one.
fn blank(signs: &[char], part: Range<usize>) -> Vec<char> {
    let mut signs = signs.to_vec();
    signs[part].fill('?');
    signs
}

/// What is done to one piece.
struct Work<'l> {
    own: bool,
    /// Something was left out that tells where it has been.
    history: bool,
    /// The piece as it was.
    piece: &'l PieceText,
    losses: &'l mut Losses,
}

/// The trail of an own piece, or one that is shown to everybody (`Footprint`).
fn trail(definition: &str, state: &str, work: &mut Work<'_>) -> String {
    let fields = Fields::decode(definition);
    let shown = fields.is_some_and(|own| own.get("globallyVisible") == "true") && state.starts_with("true;");
    let steps = sequence::Decoder::new(state, ';').nth(2);
    if work.own || shown || steps.is_none_or(|steps| steps == "0") {
        let is_empty = !work.own && !shown;
        return if is_empty { NO_TRAIL.to_owned() } else { state.to_owned() };
    }
    work.history = true;
    NO_TRAIL.to_owned()
}

/// The place that *Send Back* of an own piece goes to.
fn way_back(state: &str, work: &mut Work<'_>) -> String {
    if work.own {
        return state.to_owned();
    }
    work.history |= state.chars().any(|sign| sign != ';');
    NO_WAY_BACK.to_owned()
}

/// Whether a player plays the looker's side; somebody who plays none has no players.
pub(super) fn is_own(eyes: &Eyes, player: &Player) -> bool {
    !eyes.side().is_empty() && player.side == eyes.side()
}

/// Whether a value is a number or a word too short to name anything.
pub(super) fn is_plain(value: &str) -> bool {
    let is_number = value.len() <= LONGEST_NUMBER && value.parse::<f64>().is_ok();
    value.len() < SHORTEST_WORD || is_number || matches!(value, "true" | "false")
}

/// Whether a value has a run of digits that may be the id of a piece.
pub(super) fn has_id(value: &str) -> bool {
    value.split(|sign: char| !sign.is_ascii_digit()).any(|run| run.len() > LONGEST_NUMBER)
}

/// Whether the definitions of a piece have a value in them.
fn is_defined(value: &str, piece: &PieceText) -> bool {
    piece.traits.iter().any(|text| text.type_text.contains(value))
}

/// Whether a value names something hidden.
pub(super) fn quotes(value: &str, hidden: &BTreeSet<String>) -> bool {
    value.len() >= SHORTEST_WORD && hidden.iter().any(|word| value.contains(word.as_str()))
}

/// Words that may betray a piece, of which values are free.
pub(super) fn telling<'w>(words: impl IntoIterator<Item = &'w str>) -> impl Iterator<Item = String> {
    let long = words.into_iter().filter(|word| word.chars().count() >= SHORTEST_WORD);
    long.map(str::to_owned).collect::<Vec<_>>().into_iter()
}
