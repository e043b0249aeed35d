//! What a copy leaves out, told to whoever makes it; never to the side that gets it.

use std::collections::BTreeMap;
use std::fmt;

use crate::diagnostic::counted;

/// What was left out, or what took its place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Matter {
    /// Masked pieces became unknown counters.
    Masked,
    /// Pieces that somebody else made invisible.
    Invisible,
    /// Pieces in a window that is closed to the side.
    Window,
    /// Cards that lie face down in a deck; backs stand for those that VASSAL draws or counts.
    Deck,
    /// Pieces that lie on no map, where nobody sees them.
    OffMap,
    /// Pieces in a window that the module does not have.
    UnknownWindow,
    /// Pieces whose traits cannot be read.
    Unreadable,
    /// Pieces that the caller's own plan leaves out.
    Unplanned,
    /// Where pieces of others have been: trails, places before the last move.
    History,
    /// Texts of pieces of others that nothing shows.
    Value,
    /// Pieces of mats and attachments that are not in the copy.
    Reference,
    /// Secret ids of other players, on masks and the like.
    Hider,
    /// Traits that VASSAL does not have, by their beginning.
    Trait(String),
    /// Values of global properties, by their name.
    Property(String),
    /// Other players in the list of players.
    Player,
    /// Private notes of others.
    PrivateNote,
    /// Commands that a copy does not have, by their first word.
    Command(String),
}

impl Matter {
    /// One word for programs.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Masked => "masked",
            Self::Invisible => "invisible",
            Self::Window => "window",
            Self::Deck => "deck",
            Self::OffMap => "off-map",
            Self::UnknownWindow => "unknown-window",
            Self::Unreadable => "unreadable",
            Self::Unplanned => "unplanned",
            Self::History => "history",
            Self::Value => "value",
            Self::Reference => "reference",
            Self::Hider => "hider",
            Self::Trait(_) => "trait",
            Self::Property(_) => "property",
            Self::Player => "player",
            Self::PrivateNote => "private-note",
            Self::Command(_) => "command",
        }
    }

    /// What is left out by its name, where it has one of its own.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Trait(name) | Self::Property(name) | Self::Command(name) => Some(name),
            _ => None,
        }
    }
}

/// One kind of thing that was left out, at one place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct LeftOut {
    /// What.
    pub matter: Matter,
    /// Where, as far as it lies anywhere: a place of the map, a window, a deck.
    pub place: Option<String>,
    /// How many.
    pub count: usize,
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { matter, place, count } = self;
        let place = place.as_deref().unwrap_or("no place");
        let many = |thing: &str| counted(*count, thing);
        match matter {
            Matter::Masked if *count == 1 => write!(f, "1 masked piece in {place} became an unknown counter"),
            Matter::Masked => write!(f, "{} in {place} became unknown counters", many("masked piece")),
            Matter::Invisible => write!(f, "{} in {place} left out", many("invisible piece")),
            Matter::Window => write!(f, "closed window {place}: {} left out", many("piece")),
            Matter::Deck => write!(f, "deck {place}: {} face down left out", many("card")),
            Matter::OffMap => write!(f, "{} on no map left out", many("piece")),
            Matter::UnknownWindow => {
                write!(f, "window {place}, which the module does not have: {} left out", many("piece"))
            }
            Matter::Unreadable => write!(f, "{} left out whose traits cannot be read", many("piece")),
            Matter::Unplanned => write!(f, "{} in {place} left out", many("piece")),
            Matter::History => write!(f, "earlier positions of {} of others left out", many("piece")),
            Matter::Value => write!(f, "{} of others left out because nothing shows them", many("value")),
            Matter::Reference => {
                write!(
                    f,
                    "{} of mats and attachments to pieces that are not in the copy left out",
                    many("link")
                )
            }
            Matter::Hider => write!(f, "{} of other players taken from pieces", many("secret id")),
            Matter::Trait(prefix) => {
                write!(f, "{} {prefix} left out, which VASSAL itself does not have", many("trait"))
            }
            Matter::Property(name) => write!(f, "global property {name} of {place} left out"),
            Matter::Player => write!(f, "{} taken from the list of players", many("other player")),
            Matter::PrivateNote => write!(f, "{} of others left out", many("private note")),
            Matter::Command(word) => write!(f, "{} {word} left out", many("command")),
        }
    }
}

/// Counts what is left out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Losses(BTreeMap<(Matter, Option<String>), usize>);

impl Losses {
    /// Counts one thing.
    pub fn add(&mut self, matter: Matter, place: Option<&str>) {
        *self.0.entry((matter, place.map(str::to_owned))).or_default() += 1;
    }

    /// All of it, in one order whatever came first.
    pub fn list(self) -> Vec<LeftOut> {
        let all = self.0.into_iter();
        all.map(|((matter, place), count)| LeftOut { matter, place, count }).collect()
    }
}
