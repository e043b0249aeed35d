//! Properties that a piece sees beyond its traits: of its place, its map and the module.
//!
//! Engine classes: `counters.BasicPiece`, `Zone`, `Map` and `GameModule`, each of which asks the next.

use std::collections::BTreeMap;

use super::MapInPlay;
use super::asked::Totals;
use crate::model::game::Game;
use crate::model::geometry::Point;
use crate::model::grid::Zone;
use crate::model::module::Module;
use crate::model::turn::bare_words;

/// Values by container and name.
pub(super) type Values = BTreeMap<(String, String), String>;

/// A piece and where it is.
#[derive(Clone, Copy)]
pub(super) struct Spot<'a> {
    pub place: &'a Place<'a>,
    pub at: Point,
    /// The piece's number in the game.
    pub index: usize,
}

/// What is known of the game around the pieces.
pub(super) struct Outside<'a> {
    pub game: &'a Game,
    pub module: Option<&'a Module>,
    /// The maps in play by their ids and names.
    pub maps: BTreeMap<&'a str, &'a MapInPlay>,
    /// What the save says.
    saved: &'a Values,
    /// What the turn trackers show.
    turns: BTreeMap<String, String>,
    /// What the decks show on their maps; none for what can't be counted.
    decks: BTreeMap<(String, String), Option<String>>,
    /// What other pieces were asked for so far.
    pub totals: Totals,
}

impl<'a> Outside<'a> {
    pub fn new(
        game: &'a Game,
        module: Option<&'a Module>,
        maps: BTreeMap<&'a str, &'a MapInPlay>,
        saved: &'a Values,
    ) -> Self {
        let turns = turns(game, module);
        Self { game, module, maps, saved, turns, decks: BTreeMap::new(), totals: Totals::default() }
    }

    /// The place of a window and pixel that the save names.
    pub fn place(&self, map: Option<&str>, at: Point) -> Place<'a> {
        let Some(name) = map else {
            return Place::default();
        };
        if self.module.is_none() {
            return Place { map: Some(name.to_owned()), ..Place::default() };
        }
        let Some(map) = self.maps.get(name) else {
            return Place::default();
        };
        Place::on(map, at)
    }

    /// What each turn tracker shows; where the module does not have it, what its state tells.
    pub fn turn_words(&self) -> BTreeMap<String, String> {
        let tracker =
            |id: &str| self.module?.trackers.get(id.strip_prefix("TurnTracker")?.parse::<usize>().ok()?);
        let told = |id: &str, state: &str| {
            let shown = tracker(id)?.words(state, |name| self.of_module(name));
            (!shown.is_empty()).then_some(shown)
        };
        let words = |(id, state): (&String, &String)| {
            (id.clone(), told(id, state).unwrap_or_else(|| bare_words(state)))
        };
        self.game.turns.iter().map(words).collect()
    }

    /// Learns what the decks show, by map and name.
    pub fn learn_decks(&mut self, shown: BTreeMap<(String, String), Option<String>>) {
        self.decks = shown;
    }

    /// The value of a property where the piece is, the innermost container first.
    pub fn value(&self, spot: &Spot<'_>, key: &str) -> Option<String> {
        let own = self.of_place(spot, key).or_else(|| self.of_pile(spot, key));
        own.or_else(|| self.of_zone(spot.place, key)).or_else(|| self.of_map(spot.place, key))
    }

    fn of_place(&self, spot: &Spot<'_>, key: &str) -> Option<String> {
        let text = |v: &Option<String>| Some(v.clone().unwrap_or_default());
        match key {
            "LocationName" => text(&spot.place.location),
            "CurrentMap" => text(&spot.place.map),
            "CurrentBoard" => text(&spot.place.board),
            "CurrentZone" => Some(spot.place.zone.map(|z| z.name.clone()).unwrap_or_default()),
            "CurrentX" => Some(spot.at.x.to_string()),
            "CurrentY" => Some(spot.at.y.to_string()),
            "PieceUID" | "UniqueID" => Some(self.game.get(spot.index)?.id.to_string()),
            _ => None,
        }
    }

    /// Its deck or stack; places count from the top.
    fn of_pile(&self, spot: &Spot<'_>, key: &str) -> Option<String> {
        if !["DeckName", "DeckPosition", "StackPos", "StackSize"].contains(&key) {
            return None;
        }
        let pile = self.game.counter(spot.index).and_then(|c| self.game.pile(c.pile?));
        let size = pile.map_or(1, |p| p.contents.len());
        let from_top = || {
            let place = pile?.contents.iter().position(|&c| c == spot.index)?;
            Some(size - place)
        };
        let deck = pile.and_then(|p| p.deck.as_ref());
        Some(match key {
            "DeckName" => deck.map(|d| d.name.clone()).unwrap_or_default(),
            "DeckPosition" if deck.is_none() => "0".to_owned(),
            "StackSize" => size.to_string(),
            _ => from_top().unwrap_or(1).to_string(),
        })
    }

    /// A property of a zone of a map, or of the map; empty where nobody has it. None where the module would tell.
    pub fn elsewhere(&self, key: &str, zone: Option<&str>, map: &str) -> Option<String> {
        let on = self.module.map(|_| self.maps.get(map))?;
        let Some(on) = on else { return Some(String::new()) };
        let zone = match zone {
            Some(name) => match on.layout.zone_named(name) {
                Some(zone) => Some(zone),
                None => return Some(String::new()),
            },
            None => None,
        };
        let place = Place { map: Some(on.identifier.clone()), zone, ..Place::default() };
        let found = self.of_zone(&place, key).or_else(|| self.of_map(&place, key));
        Some(found.unwrap_or_default())
    }

    fn of_zone(&self, place: &Place<'_>, key: &str) -> Option<String> {
        let zone = place.zone?;
        let container = format!("{}:{}", place.map.as_deref().unwrap_or_default(), zone.name);
        self.saved.get(&(container, key.to_owned())).cloned().or_else(|| initial(&zone.properties, key))
    }

    /// Of the map, then of the module.
    fn of_map(&self, place: &Place<'_>, key: &str) -> Option<String> {
        let Some(map) = &place.map else { return self.of_module(key) };
        let at = (map.clone(), key.to_owned());
        if let Some(shown) = self.decks.get(&at) {
            return shown.clone();
        }
        let saved = self.saved.get(&at).cloned();
        let of_map = || initial(&self.module?.map(map)?.properties, key);
        saved.or_else(of_map).or_else(|| self.of_module(key))
    }

    fn of_module(&self, key: &str) -> Option<String> {
        let saved = || self.saved.get(&("Module".to_owned(), key.to_owned())).cloned();
        let module = || {
            let module = self.module?;
            initial(&module.properties, key).or_else(|| initial(&module.shown, key))
        };
        self.turns.get(key).cloned().or_else(saved).or_else(module)
    }
}

fn initial(properties: &[(String, String)], key: &str) -> Option<String> {
    properties.iter().rev().find(|(name, _)| name == key).map(|p| p.1.clone())
}

/// The values of a save, each in a container. Properties of zones name it themselves, with tabs between property,
/// zone, board and map; old files name none and mean the first that has the property.
pub(super) fn in_containers(saved: &Values, module: Option<&Module>) -> Values {
    let (loose, mut all): (Values, Values) =
        saved.clone().into_iter().partition(|((container, _), _)| container.is_empty());
    for ((_, name), value) in loose {
        let parts: Vec<&str> = name.split('\t').collect();
        let (container, name) = match parts[..] {
            [name, zone, _, map] => (format!("{map}:{zone}"), name),
            _ => {
                let first = module.and_then(|m| m.containers.get(&name));
                (first.map_or_else(|| "Module".to_owned(), String::clone), name.as_str())
            }
        };
        all.entry((container, name.to_owned())).or_insert(value);
    }
    all
}

fn turns(game: &Game, module: Option<&Module>) -> BTreeMap<String, String> {
    let mut shown = BTreeMap::new();
    for (i, tracker) in module.into_iter().flat_map(|m| m.trackers.iter().enumerate()) {
        if let Some(state) = game.turns.get(&format!("TurnTracker{i}")) {
            // Of two levels of one name the engine sets the outer one last.
            for at in tracker.levels_at(state) {
                let name = if at.level.property.is_empty() { &at.level.name } else { &at.level.property };
                shown.insert(name.clone(), at.shows());
            }
        }
    }
    shown
}

/// A place as its map sees it.
#[derive(Clone, Default)]
pub(super) struct Place<'a> {
    pub map: Option<String>,
    pub board: Option<String>,
    pub zone: Option<&'a Zone>,
    pub location: Option<String>,
}

impl<'a> Place<'a> {
    /// The place as its map sees it.
    pub(super) fn on(map: &'a MapInPlay, at: Point) -> Self {
        let layout = &map.layout;
        Self {
            map: Some(map.identifier.clone()),
            board: layout.board_at(at).map(|b| b.board.name.clone()),
            zone: layout.zone_at(at),
            location: Some(layout.location_name(at)),
        }
    }
}
