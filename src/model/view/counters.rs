//! The traits of a shown piece as a copy has them: each kind of trait says what of its state may be written.
//!
//! Prefixes and states after the engine's package `counters`.

use std::collections::BTreeSet;

use super::left_out::{Losses, Matter};
use super::plan::Extent;
use crate::format::piece::{PieceText, TraitText};
use crate::format::sequence;
use crate::format::traits::{BasicPiece, Fields, Trait};
use crate::model::eyes::Eyes;
use crate::model::position::Player;

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
/// Traits whose state is a text that need not be shown.
const KEPT: &[&str] = &["PROP;", "table;", "propertysheet;"];
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
    present: &'a BTreeSet<&'a str>,
    /// Secret ids of players who are not the side's.
    strangers: BTreeSet<&'a str>,
    /// Names and ids of pieces that the copy does not show.
    hidden: &'a BTreeSet<String>,
}

impl<'a> Rewriter<'a> {
    pub fn new(
        eyes: &'a Eyes,
        players: &'a [Player],
        present: &'a BTreeSet<&'a str>,
        hidden: &'a BTreeSet<String>,
    ) -> Self {
        let strangers =
            players.iter().filter(|player| !is_own(eyes, player)).map(|player| player.id.as_str());
        Self { eyes, present, strangers: strangers.collect(), hidden }
    }

    /// The piece as the copy has it, on no map yet; none where it cannot be read.
    pub fn piece(&self, text: &PieceText, extent: Extent, losses: &mut Losses) -> Option<PieceText> {
        let (last, outer) = text.traits.split_last()?;
        let mut work = Work { own: extent == Extent::Own, history: false, losses };
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
            _ if SHOWN.contains(&prefix) => self.unless_stranger(state, work),
            _ if KEPT.contains(&prefix) => self.value(state, work),
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

    /// A value that nothing need show: on pieces of others it may not quote what is hidden.
    fn value(&self, state: &str, work: &mut Work<'_>) -> String {
        if !work.own && quotes(state, self.hidden) {
            work.losses.add(Matter::Quote, None);
            return String::new();
        }
        self.unless_stranger(state, work)
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

/// What is done to one piece.
struct Work<'l> {
    own: bool,
    /// Something was left out that tells where it has been.
    history: bool,
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

/// Whether a player plays the looker's side.
pub(super) fn is_own(eyes: &Eyes, player: &Player) -> bool {
    player.side == eyes.side()
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
