//! Everything in a copy that is no piece: the commands that it may have, and of each what it may say.

use std::collections::{BTreeMap, BTreeSet};

use super::counters::{has_id, is_own, quotes};
use super::left_out::{Losses, Matter};
use super::plan::{Plan, Properties};
use crate::format::command::Command;
use crate::format::leaf::{BoardAt, Leaf, first_word};
use crate::model::game::Game;
use crate::model::map::Map;
use crate::model::module::Module;

/// Begins the state of a start-up key command.
const STARTUP_KEY: &str = "SGKC\t";
/// Begins a secret note, whose second value is its owner.
const SECRET_NOTE: &str = "SNOTE\t";

/// Writes the settings of a copy.
pub(super) struct Settings<'a> {
    pub plan: &'a Plan,
    pub game: &'a Game,
    pub module: &'a Module,
    /// What no value may quote: names and pictures of pieces that the copy does not show, or that may be hidden.
    pub hidden: &'a BTreeSet<String>,
}

impl Settings<'_> {
    /// The commands behind the pieces, in an order of their own.
    pub fn leaves(&self, commands: &Command, losses: &mut Losses) -> Vec<Leaf> {
        let mut leaves = Vec::new();
        self.players(&mut leaves, losses);
        self.properties(&mut leaves, losses);
        for (tracker, state) in &self.game.turns {
            leaves.push(Leaf::Turn { tracker: tracker.clone(), state: state.clone() });
        }
        self.boards(&mut leaves);
        let loose = self.loose(commands, losses);
        leaves.extend(loose.extensions.into_iter().map(|(name, version)| Leaf::Extension { name, version }));
        leaves.extend(loose.startup.into_iter().map(|text| Leaf::Verbatim(text.into())));
        let text = |own: &Option<String>, master: &String| own.clone().unwrap_or_else(|| master.clone());
        leaves.push(Leaf::Notes(text(&self.plan.scenario_notes, &self.game.scenario_notes)));
        leaves.push(Leaf::PublicNotes(text(&self.plan.public_notes, &self.game.public_notes)));
        leaves
            .extend(loose.private_notes.into_iter().map(|(owner, text)| Leaf::PrivateNotes { owner, text }));
        leaves.extend(loose.secret_notes.into_iter().map(|text| Leaf::Verbatim(text.into())));
        leaves.extend(loose.set_up.then_some(Leaf::SetupStack));
        leaves
    }

    /// The id of a player is his password in clear text.
    fn players(&self, leaves: &mut Vec<Leaf>, losses: &mut Losses) {
        for player in &self.game.players {
            if is_own(self.plan.eyes(), player) {
                let (id, name, side) = (player.id.clone(), player.name.clone(), player.side.clone());
                leaves.push(Leaf::AddPlayer { id, name, side });
            } else {
                losses.add(Matter::Player, None);
            }
        }
    }

    fn properties(&self, leaves: &mut Vec<Leaf>, losses: &mut Losses) {
        for ((container, name), value) in &self.game.properties {
            let place = self.place_of(container, name);
            let initial = self.is_initial(&place, value);
            if self.may_tell(&place) && (initial || self.is_public(value)) {
                let (name, value, container) = (name.clone(), value.clone(), Some(container.clone()));
                let container = container.filter(|container| !container.is_empty());
                leaves.push(Leaf::GlobalProperty { name, value, container });
            } else if !initial {
                let window = place.map.map_or("the module", Map::identifier);
                losses.add(Matter::Property(place.name.to_owned()), Some(window));
            }
        }
    }

    /// The container of a property. Properties of zones in old files name it themselves, with tabs; files that are
    /// older mean the first that has the property.
    fn place_of<'p>(&'p self, container: &'p str, name: &'p str) -> Holder<'p> {
        let parts: Vec<&str> = name.split('\t').collect();
        let (container, name) = match parts[..] {
            [name, _, _, map] if container.is_empty() => (map, name),
            _ if container.is_empty() => {
                (self.module.containers.get(name).map_or(MODULE, String::as_str), name)
            }
            _ => (container, name),
        };
        let exact = self.module.map(container);
        let map = exact.or_else(|| self.module.map(container.split_once(':')?.0));
        Holder { of_module: container == MODULE, map, name, zone: exact.is_none() }
    }

    fn is_initial(&self, place: &Holder<'_>, value: &str) -> bool {
        let list = match place.map {
            _ if place.of_module => &self.module.properties,
            Some(map) if !place.zone => &map.properties,
            _ => return false,
        };
        list.iter().rev().find(|(name, _)| name == place.name).is_some_and(|(_, first)| first == value)
    }

    fn may_tell(&self, place: &Holder<'_>) -> bool {
        match (&self.plan.properties, place.map) {
            (Properties::Named(names), _) => names.contains(place.name),
            (Properties::OfOpenWindows, _) if place.of_module => true,
            (Properties::OfOpenWindows, Some(map)) => self.may_open(map),
            (Properties::OfOpenWindows, None) => false,
        }
    }

    /// Whether a value names neither a piece that may be hidden nor another player's secret id.
    fn is_public(&self, value: &str) -> bool {
        let of_stranger =
            self.game.players.iter().any(|one| one.id == value && !is_own(self.plan.eyes(), one));
        !of_stranger && !has_id(value) && !quotes(value, self.hidden)
    }

    fn may_open(&self, map: &Map) -> bool {
        self.plan.eyes().may_look_into(Some(map.identifier()), Some(self.module))
    }

    /// A window that is closed to the side has the boards that it has in every new game.
    fn boards(&self, leaves: &mut Vec<Leaf>) {
        for (map, picks) in &self.game.boards {
            let Some(known) = self.module.map(map) else { continue };
            let picks = if self.may_open(known) { picks.clone() } else { known.default_picks() };
            let boards = picks.into_iter().map(BoardAt::from).collect();
            leaves.push(Leaf::SetBoards { map: map.clone(), boards });
        }
    }

    /// What the game does not keep: it is taken from the commands themselves, and all others are named.
    fn loose(&self, commands: &Command, losses: &mut Losses) -> Loose {
        let mut loose = Loose::default();
        for command in commands.walk() {
            match Leaf::decode(command.own()) {
                Leaf::SetupStack => loose.set_up = true,
                Leaf::Extension { name, version } => drop(loose.extensions.insert(name, version)),
                Leaf::PrivateNotes { owner, text } => {
                    if self.is_player(&owner) {
                        loose.private_notes.insert(owner, text);
                    } else {
                        losses.add(Matter::PrivateNote, None);
                    }
                }
                Leaf::Verbatim(text) => self.verbatim(&text, &mut loose, losses),
                leaf => {
                    if let Some(word) = word_of(&leaf) {
                        losses.add(Matter::Command(word.to_owned()), None);
                    }
                }
            }
        }
        loose
    }

    fn verbatim(&self, text: &str, loose: &mut Loose, losses: &mut Losses) {
        if is_startup_key(text) {
            loose.startup.insert(text.to_owned());
        } else if let Some(note) = text.strip_prefix(SECRET_NOTE) {
            let owner = crate::format::sequence::Decoder::new(note, '\t').nth(1);
            if owner.is_some_and(|owner| self.is_player(&owner)) {
                loose.secret_notes.push(text.to_owned());
            } else {
                losses.add(Matter::PrivateNote, None);
            }
        } else {
            losses.add(Matter::Command(first_word(text)), None);
        }
    }

    fn is_player(&self, id: &str) -> bool {
        self.game.players.iter().any(|player| player.id == id && is_own(self.plan.eyes(), player))
    }
}

const MODULE: &str = "Module";

/// Where a property stands.
struct Holder<'p> {
    of_module: bool,
    map: Option<&'p Map>,
    name: &'p str,
    /// It belongs to a zone of the map.
    zone: bool,
}

/// Settings that commands alone tell.
#[derive(Default)]
struct Loose {
    set_up: bool,
    extensions: BTreeMap<String, String>,
    startup: BTreeSet<String>,
    private_notes: BTreeMap<String, String>,
    secret_notes: Vec<String>,
}

/// Whether a text says that a start-up key command has run: its id, and `true` or `false`.
pub(super) fn is_startup_key(text: &str) -> bool {
    let mut values = match text.strip_prefix(STARTUP_KEY) {
        Some(rest) => rest.split('\t'),
        None => return false,
    };
    let [id, applied, None] = [values.next(), values.next(), values.next()] else { return false };
    id.is_some() && matches!(applied, Some("true" | "false"))
}

/// The name of a command that no copy has; none for those that it has in its own form.
pub(super) fn word_of(leaf: &Leaf) -> Option<&'static str> {
    Some(match leaf {
        Leaf::RemovePiece { .. } => "-/",
        Leaf::ChangePiece { .. } => "D/",
        Leaf::MovePiece { .. } => "M/",
        Leaf::Log(_) => "LOG",
        Leaf::Undo(_) => "UNDO",
        Leaf::Chat(_) => "CHAT",
        Leaf::RemovePlayer { .. } => "PYREMOVE",
        Leaf::MutableProperty { .. } => "MutableProperty",
        Leaf::Empty
        | Leaf::BeginSave
        | Leaf::EndSave
        | Leaf::AddPiece { .. }
        | Leaf::AddPlayer { .. }
        | Leaf::GlobalProperty { .. }
        | Leaf::Turn { .. }
        | Leaf::SetBoards { .. }
        | Leaf::SetupStack
        | Leaf::Notes(_)
        | Leaf::PublicNotes(_)
        | Leaf::PrivateNotes { .. }
        | Leaf::Extension { .. }
        | Leaf::Verbatim(_) => return None,
    })
}
