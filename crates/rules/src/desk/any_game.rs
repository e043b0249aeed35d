//! The leaves of a position of any module, where no game says which leaves it has.
//!
//! Which leaves there are follows from the module alone, so that their names tell nothing of a position.

use std::collections::{BTreeMap, BTreeSet};

use unicode_normalization::UnicodeNormalization;

use super::commitment::{LeafFault, Leaves, MOST_LEAVES, UnitLine, leaves};
use super::digest::GameTag;
use vassal::model::grid::Grid;
use vassal::model::map::{Map, MapKind};
use vassal::model::module::Module;
use vassal::model::position::{Piece, Position, Stack};

/// The leaf of what lies in no window of the module.
const OFF: &str = "off";
/// The text leaf of the global properties.
const PROPERTIES: &str = "properties";
/// The text leaf of the turn trackers.
const TURN: &str = "turn";
/// Longest name of a window or place in the name of a leaf, and longest owner, in bytes.
const LONGEST_PART: usize = 150;
/// Longest name of a piece in its line, in bytes.
const LONGEST_CLASS: usize = 300;
/// What stands in a line for no owner.
const NO_OWNER: &str = "-";
/// Traits whose state names players by their secret ids: Mask, Invisible, Restricted Access.
const OF_PLAYERS: [&str; 3] = ["obs;", "hide;", "restrict;"];

/// The leaves of a position: for each window `map/<window>`, for each zone, region and deck that the module names
/// `map/<window>/<place>`, `off`, and the texts `properties` and `turn`. A module with more names than leaves can be has
/// one leaf for each window.
///
/// The line of a piece has its owner or `-`, its name, a digest of its state, its id, and the mat it lies on or `-`.
///
/// # Errors
/// There are too many windows, or too many pieces in one place.
pub fn leaves_of(tag: &GameTag, position: &Position, module: &Module) -> Result<Leaves, LeafFault> {
    let table = AnyGame {
        tag,
        position,
        module,
        places: places(module),
        stacks: position.stacks.iter().map(|stack| (stack.id.as_str(), stack)).collect(),
        ids: position.pieces.iter().map(|piece| piece.id.as_str()).collect(),
    };
    let mut lines: BTreeMap<String, Vec<UnitLine>> = BTreeMap::from([(OFF.to_owned(), Vec::new())]);
    for (window, places) in &table.places {
        lines.entry(leaf(window, None)).or_default();
        for place in places {
            lines.entry(leaf(window, Some(place))).or_default();
        }
    }
    for piece in &position.pieces {
        lines.entry(table.leaf(piece)).or_default().push(table.line(piece)?);
    }
    let properties = position.properties.iter().map(|((container, name), value)| [container, name, value]);
    let turns = position.turns.iter().map(|(tracker, state)| [tracker, state]);
    let texts = [
        (PROPERTIES.to_owned(), properties.map(|row| row_of(&row)).collect()),
        (TURN.to_owned(), turns.map(|row| row_of(&row)).collect()),
    ];
    leaves(lines, texts)
}

/// Texts with a TAB between them and a line end behind.
fn row_of(fields: &[&String]) -> String {
    let fields: Vec<String> = fields.iter().map(|field| tidy(field, usize::MAX)).collect();
    fields.join("\t") + "\n"
}

/// A text as a line may have it: in NFC, a space in the place of each control character, cut where it is too long.
fn tidy(text: &str, longest: usize) -> String {
    let plain = text.chars().map(|sign| if sign.is_control() { ' ' } else { sign });
    let mut tidy = String::new();
    for sign in plain.nfc() {
        if tidy.len() + sign.len_utf8() > longest {
            break;
        }
        tidy.push(sign);
    }
    tidy
}

/// The name of a leaf; a `/` or `\` in a name has a `\` before it.
fn leaf(window: &str, place: Option<&str>) -> String {
    let part = |name: &str| tidy(name, LONGEST_PART).replace('\\', "\\\\").replace('/', "\\/");
    let place = place.map(|place| format!("/{}", part(place)));
    format!("map/{}{}", part(window), place.unwrap_or_default())
}

/// The names of the places of each window. Where all would be too many, no place has a leaf of its own.
fn places(module: &Module) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut all: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for map in &module.maps {
        let names = all.entry(map.identifier()).or_default();
        names.extend(map.at_start.iter().filter(|stack| stack.deck).map(|deck| deck.name.as_str()));
        for grid in map.boards.iter().filter_map(|board| board.grid.as_ref()) {
            named(grid, names);
        }
        names.remove("");
    }
    let windows = all.len();
    if all.values().map(BTreeSet::len).sum::<usize>() + windows + 3 > MOST_LEAVES {
        all.values_mut().for_each(BTreeSet::clear);
    }
    all
}

/// The names of the zones and regions of a grid.
fn named<'m>(grid: &'m Grid, names: &mut BTreeSet<&'m str>) {
    match grid {
        Grid::Hex(_) | Grid::Square(_) => {}
        Grid::Region(grid) => names.extend(grid.regions().iter().map(|region| region.name.as_str())),
        Grid::Zoned(zoned) => {
            let zones = zoned.zones.iter();
            names.extend(zones.clone().map(|zone| zone.name.as_str()));
            // A zone has no zones inside, whatever a build file says: the engine asks only the outer ones.
            let inner = zones.filter_map(|zone| zone.grid.as_ref()).chain(zoned.background.as_deref());
            for grid in inner {
                if let Grid::Region(grid) = grid {
                    names.extend(grid.regions().iter().map(|region| region.name.as_str()));
                }
            }
        }
    }
}

/// What the leaves and lines of pieces are made from.
struct AnyGame<'a> {
    tag: &'a GameTag,
    position: &'a Position,
    module: &'a Module,
    places: BTreeMap<&'a str, BTreeSet<&'a str>>,
    stacks: BTreeMap<&'a str, &'a Stack>,
    ids: BTreeSet<&'a str>,
}

impl AnyGame<'_> {
    fn window(&self, piece: &Piece) -> Option<&Map> {
        self.module.map(piece.map.as_deref()?)
    }

    /// The leaf of a piece: its location where that has a leaf, else its zone, else its window.
    fn leaf(&self, piece: &Piece) -> String {
        let Some(window) = self.window(piece).map(Map::identifier) else { return OFF.to_owned() };
        let names = self.places.get(window);
        let known = |place: &&str| names.is_some_and(|names| names.contains(place));
        let location = piece.location.as_deref().filter(known);
        leaf(window, location.or_else(|| piece.zone.as_deref().filter(known)))
    }

    fn line(&self, piece: &Piece) -> Result<UnitLine, LeafFault> {
        let owner = self.owner(piece).map(|owner| tidy(&owner, LONGEST_PART));
        let owner = owner.filter(|owner| !owner.is_empty()).unwrap_or_else(|| NO_OWNER.to_owned());
        let carrier = piece
            .traits
            .traits
            .iter()
            .find_map(|own| own.type_text.starts_with("matPiece;").then_some(own.state_text.as_str()));
        let carrier = carrier.filter(|mat| self.ids.contains(mat));
        let name = tidy(&piece.true_name, LONGEST_CLASS);
        UnitLine::new(&owner, &name, &self.state(piece), &piece.id, carrier)
    }

    /// The side that masked the piece or made it invisible, else the only side of its private window.
    fn owner(&self, piece: &Piece) -> Option<String> {
        let hider = piece.masked_by.as_deref().or(piece.hidden_by.as_deref());
        hider.map(|hider| self.side_of(hider)).or_else(|| match &self.window(piece)?.kind {
            MapKind::Private(owners) | MapKind::Hand(owners) => match owners.sides.as_slice() {
                [side] => Some(side.clone()),
                _ => None,
            },
            _ => None,
        })
    }

    /// The side of a player or the side itself. The id of a player is his password and stands nowhere; one who has left
    /// is a `?`.
    fn side_of(&self, hider: &str) -> String {
        let player = self.position.players.iter().find(|player| player.id == hider);
        match player {
            Some(player) => player.side.clone(),
            None if self.module.sides.iter().any(|side| side == hider) => hider.to_owned(),
            None => "?".to_owned(),
        }
    }

    /// The digest of a state: `H("liege-<game>-state-1" 00 be4(traits) (be4 type be4 state).. be4 x be4 y be4 deck
    /// be4(place in the deck))`, all texts behind their lengths. What is aside from play in it: who plays under which
    /// secret id.
    fn state(&self, piece: &Piece) -> String {
        let traits = &piece.traits.traits;
        let mut hash = self.tag.hash("state").count(traits.len());
        for own in traits {
            hash = hash.text(&own.type_text);
            hash = match OF_PLAYERS.iter().any(|kind| own.type_text.starts_with(kind)) {
                true => hash.text(&self.player_of(&own.state_text)),
                false => hash.text(&own.state_text),
            };
        }
        let deck = piece.stack.as_deref().and_then(|stack| self.stacks.get(stack)?.deck.as_deref());
        let place = if deck.is_some() { piece.index } else { 0 };
        let hash = hash.text(&piece.x.to_string()).text(&piece.y.to_string());
        hash.text(deck.unwrap_or_default()).count(place).done().to_string()
    }

    /// Whom the state of a trait names, as a side.
    fn player_of(&self, state: &str) -> String {
        match state.split(';').next().unwrap_or_default() {
            "" | "null" => String::new(),
            player => self.side_of(player),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::desk::commitment::LeafContent;
    use vassal::format::piece::{PieceText, TraitText};
    use vassal::model::board::Board;
    use vassal::model::geometry::Point;
    use vassal::model::grid::{Region, RegionGrid, Zone, ZonedGrid};
    use vassal::model::map::{AtStart, Owners};
    use vassal::model::position::Player;

    fn module() -> Module {
        let region = |name: &str, x| Region { name: name.into(), origin: Point::new(x, 0) };
        let zone = |name: &str, grid| Zone {
            name: name.into(),
            path: Vec::new(),
            location_format: "$name$".into(),
            use_parent_grid: false,
            grid,
            properties: Vec::new(),
        };
        let regions = RegionGrid::new(vec![region("Truk", 1), region("Wake/Marcus", 2)], true);
        let zones = vec![zone("Atolls", Some(Grid::Region(regions))), zone("Sea", None)];
        let mut board = Board::default();
        board.grid = Some(Grid::Zoned(ZonedGrid { zones, background: None }));
        let deck = AtStart { name: "Cards".into(), deck: true, ..AtStart::default() };
        let (mut main, mut room) = (Map::default(), Map::default());
        (main.name, main.boards, main.at_start) = ("Main".into(), vec![board.into()], vec![deck]);
        let owners = Owners { sides: vec!["Red".into()], visible: false };
        (room.name, room.kind) = ("Room".into(), MapKind::Private(owners));
        let mut module = Module::default();
        (module.sides, module.maps) = (vec!["Red".into(), "Blue".into()], vec![main, room]);
        module
    }

    fn piece(id: &str, map: Option<&str>, zone: &str, location: &str) -> Piece {
        Piece {
            id: id.into(),
            true_name: format!("piece\t{id}"),
            map: map.map(str::to_owned),
            zone: Some(zone.into()),
            location: Some(location.into()),
            ..Piece::default()
        }
    }

    fn of(pieces: Vec<Piece>) -> Leaves {
        let player = Player { id: "secret".into(), name: "x".into(), side: "Blue".into() };
        let position = Position { pieces, players: vec![player], ..Position::default() };
        leaves_of(&GameTag::of_module("Any Game"), &position, &module()).unwrap()
    }

    /// The lines of a leaf.
    fn lines(leaves: &Leaves, name: &str) -> Vec<UnitLine> {
        match leaves.get(name) {
            Some(LeafContent::Place(lines)) => lines.clone(),
            other => panic!("{name}: {other:?}"),
        }
    }

    #[test]
    fn names_follow_from_the_module_alone() {
        let empty = of(Vec::new());
        let names: Vec<&str> = empty.names().collect();
        let due = [
            "map/Main",
            "map/Main/Atolls",
            "map/Main/Cards",
            "map/Main/Sea",
            "map/Main/Truk",
            "map/Main/Wake\\/Marcus",
            "map/Room",
            "off",
            "properties",
            "turn",
        ];
        assert_eq!(names, due);
        let full = of(vec![piece("1", Some("Main"), "Nowhere", "offboard"), piece("2", None, "", "")]);
        assert_eq!(full.names().collect::<Vec<_>>(), due);
    }

    #[test]
    fn a_piece_lies_in_the_narrowest_place_that_has_a_name() {
        let leaves = of(vec![
            piece("1", Some("Main"), "Atolls", "Truk"),
            piece("2", Some("Main"), "Sea", "Sea (0203)"),
            piece("3", Some("Main"), "", "0203"),
            piece("4", Some("Room"), "", ""),
            piece("5", Some("Unheard of"), "", ""),
        ]);
        for (name, id) in [
            ("map/Main/Truk", "1"),
            ("map/Main/Sea", "2"),
            ("map/Main", "3"),
            ("map/Room", "4"),
            ("off", "5"),
        ] {
            let lines = lines(&leaves, name);
            assert_eq!(lines.iter().map(|line| line.uid.as_str()).collect::<Vec<_>>(), [id], "{name}");
        }
        let room = &lines(&leaves, "map/Room")[0];
        assert_eq!((room.power.as_str(), room.class.as_str()), ("Red", "piece 4"));
        assert_eq!(lines(&leaves, "off")[0].power, "-");
    }

    fn traits<const N: usize>(texts: [(&str, &str); N]) -> Arc<PieceText> {
        let own = |(definition, state)| TraitText::new(definition, state);
        PieceText { traits: texts.map(own).into() }.into()
    }

    #[test]
    fn no_line_holds_or_hangs_on_the_secret_id_of_a_player() {
        let masked = |by: &str| {
            let mut piece = piece("1", Some("Main"), "", "");
            piece.masked_by = Some(by.into());
            piece.traits = traits([("obs;70,130;back.png", &format!("{by};override"))]);
            lines(&of(vec![piece]), "map/Main")[0].clone()
        };
        assert_eq!(masked("secret").power, "Blue");
        assert_eq!(masked("secret"), masked("Blue"), "the password changes nothing");
        assert_ne!(masked("Red").damage, masked("Blue").damage);
    }

    #[test]
    fn the_digest_of_a_state_changes_with_traits_place_and_order() {
        let state = |change: &dyn Fn(&mut Piece)| {
            let mut piece = piece("1", Some("Main"), "", "");
            piece.traits = traits([("emb2;Damage", "1"), ("piece;", "")]);
            change(&mut piece);
            lines(&of(vec![piece]), "map/Main")[0].damage.clone()
        };
        let states: BTreeSet<String> = [
            state(&|_| {}),
            state(&|piece| piece.traits = traits([("emb2;Damage", "2"), ("piece;", "")])),
            state(&|piece| piece.x = 1),
            state(&|piece| piece.y = 1),
        ]
        .into();
        assert_eq!(states.len(), 4);
        assert!(states.iter().all(|state| state.len() == 64));
    }

    #[test]
    fn a_piece_on_a_mat_names_it() {
        let mut cargo = piece("2", Some("Main"), "", "");
        cargo.traits = traits([("matPiece;;true", "1")]);
        let leaves = of(vec![piece("1", Some("Main"), "", ""), cargo]);
        let carriers: Vec<_> = lines(&leaves, "map/Main").into_iter().map(|line| line.carrier).collect();
        assert_eq!(carriers, [None, Some("1".to_owned())]);
    }
}
