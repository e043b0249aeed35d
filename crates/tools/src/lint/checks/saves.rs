//! Saves and logs: what the module does not have, pieces that lie nowhere, passwords.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::super::table::Laid;
use super::super::words::quoted;
use super::super::{Table, Told};
use vassal::diagnostic::counted;
use vassal::model::board::PlacedBoard;
use vassal::model::extensions;
use vassal::model::position::Piece;

/// The side of those who only watch.
const OBSERVER: &str = "<observer>";

/// Players' passwords stand in the save as they typed them.
pub fn passwords(table: &Table<'_>, told: &mut Told<'_>) {
    let players = &table.save.position.players;
    let count = players.iter().filter(|player| !player.id.is_empty()).count();
    if count > 0 {
        let verb = if count == 1 { "stands" } else { "stand" };
        let message = format!("{} {verb} in it as typed", counted(count, "password"));
        told.of_save(message, Some("liege convert --zero-passwords makes a copy without them".to_owned()));
    }
}

/// Two pieces have one id.
pub fn id_twice(table: &Table<'_>, told: &mut Told<'_>) {
    let mut seen = BTreeMap::<&str, usize>::new();
    table.laid().iter().filter_map(|(id, _)| id.as_deref()).for_each(|id| *seen.entry(id).or_default() += 1);
    for (id, count) in seen.into_iter().filter(|(_, count)| *count > 1) {
        told.of_save(format!("the id {id} occurs {count} times; VASSAL keeps the last"), None);
    }
}

/// A stack or deck lists pieces that the save does not have.
pub fn absent_pieces(table: &Table<'_>, told: &mut Told<'_>) {
    let known: HashSet<&str> = table.laid().iter().filter_map(|(id, _)| id.as_deref()).collect();
    for (id, laid) in table.laid() {
        let (ids, map, what) = match laid {
            Laid::Stack(stack) => (&stack.ids, &stack.map, "stack"),
            Laid::Deck(deck) => (&deck.ids, &deck.map, "deck"),
            _ => continue,
        };
        let absent = ids.iter().filter(|id| !known.contains(id.as_str())).count();
        if absent > 0 {
            let id = id.as_deref().unwrap_or("without id");
            let map =
                map.as_deref().map_or_else(|| "on no map".to_owned(), |map| format!("on {}", quoted(map)));
            let absent = counted(absent, "piece");
            told.of_save(format!("the {what} {id} {map} lists {absent} that the save does not have"), None);
        }
    }
}

/// A piece lies on no map, so that nobody sees it.
pub fn on_no_map(table: &Table<'_>, told: &mut Told<'_>) {
    if !table.save.position.unknown_maps.is_empty() {
        return;
    }
    let lost = table.pieces().filter(|piece| piece.map.is_none());
    let lost = by_first(lost.map(|piece| (piece.true_name.as_str(), piece)));
    for (piece, count) in lost.iter().take(MOST_NAMED) {
        told.of_piece(piece, format!("it is on no map{}", more(*count, "with its name are")), None);
    }
    tell_others(&lost, "on no map", told);
}

/// So many names are told one by one.
const MOST_NAMED: usize = 10;

/// Tells how many pieces there are of names that were not told.
fn tell_others(all: &[(&Piece, usize)], how: &str, told: &mut Told<'_>) {
    let others: usize = all.iter().skip(MOST_NAMED).map(|(_, count)| count).sum();
    if others > 0 {
        let verb = if others == 1 { "lies" } else { "lie" };
        told.of_save(format!("{} with other names {verb} {how}, too", counted(others, "piece")), None);
    }
}

/// The first piece with each key, in their order, and how many have that key.
fn by_first<'t, K: Ord>(pieces: impl Iterator<Item = (K, &'t Piece)>) -> Vec<(&'t Piece, usize)> {
    let mut places = BTreeMap::new();
    let mut found: Vec<(&Piece, usize)> = Vec::new();
    for (key, piece) in pieces {
        let place = *places.entry(key).or_insert(found.len());
        match found.get_mut(place) {
            Some((_, count)) => *count += 1,
            None => found.push((piece, 1)),
        }
    }
    found
}

/// How many pieces a fault is told of, where it is more than the one that is named.
fn more(count: usize, what: &str) -> String {
    if count > 1 { format!("; {count} pieces {what}") } else { String::new() }
}

/// A piece without a Basic Piece, which VASSAL cannot read either.
pub fn unreadable(table: &Table<'_>, told: &mut Told<'_>) {
    for (id, laid) in table.laid() {
        let is_whole = match laid {
            Laid::Piece(is_whole) => *is_whole,
            Laid::Stack(_) | Laid::Deck(_) => true,
            // The engine reads much that would not come back identical.
            Laid::Verbatim(type_text) => {
                type_text.contains("piece;") || type_text == "stack" || type_text.starts_with("deck;")
            }
        };
        if !is_whole {
            let id = id.as_deref().unwrap_or("without id");
            told.of_save(format!("the piece {id} has no Basic Piece"), None);
        }
    }
}

/// Pieces lie in a window that the module does not have.
pub fn missing_window(table: &Table<'_>, told: &mut Told<'_>) {
    for map in &table.save.position.unknown_maps {
        told.of_save(format!("the module has no map {}; pieces there are not shown", quoted(map)), None);
    }
}

/// A board is laid that the map does not have.
pub fn missing_board(table: &Table<'_>, told: &mut Told<'_>) {
    let Some((_, module)) = table.save.module else { return };
    for in_play in &table.save.position.maps {
        let Some(map) = module.map(&in_play.identifier) else { continue };
        let picks = in_play.picks.iter().flatten();
        let absent: BTreeSet<&str> =
            picks.map(|pick| pick.board.as_str()).filter(|board| map.board(board).is_none()).collect();
        for board in absent.into_iter().filter(|_| map.boards_of.is_none()) {
            let (map, board) = (quoted(map.identifier()), quoted(board));
            told.of_save(format!("the map {map} has no board {board}"), None);
        }
    }
}

/// A piece lies beside all boards of its map and beyond the border around them.
pub fn off_board(table: &Table<'_>, told: &mut Told<'_>) {
    let Some((_, module)) = table.save.module else { return };
    let mut areas: BTreeMap<&str, (i64, i64)> = BTreeMap::new();
    for in_play in &table.save.position.maps {
        let boards = &in_play.layout.boards;
        let is_known = !boards.is_empty() && boards.iter().all(|at| at.board.size.width > 0);
        let Some(map) = module.map(&in_play.identifier).filter(|_| is_known) else { continue };
        let ends = |end: fn(&PlacedBoard) -> i64| boards.iter().map(end).max().unwrap_or_default();
        let right = ends(|at| i64::from(at.bounds.origin.x) + i64::from(at.bounds.size.width));
        let bottom = ends(|at| i64::from(at.bounds.origin.y) + i64::from(at.bounds.size.height));
        let (beside, below) = (i64::from(map.edge.width), i64::from(map.edge.height));
        areas.insert(&in_play.identifier, (right + beside, bottom + below));
    }
    let mut seen = BTreeSet::new();
    let is_beyond = |piece: &&Piece| {
        let area = piece.map.as_deref().and_then(|map| areas.get(map)).filter(|_| piece.board.is_none());
        area.is_some_and(|(right, bottom)| {
            !((0..*right).contains(&i64::from(piece.x)) && (0..*bottom).contains(&i64::from(piece.y)))
        })
    };
    // Of a stack the lowest is told.
    let mut is_lowest = |piece: &Piece| piece.stack.as_ref().is_none_or(|stack| seen.insert(stack.clone()));
    let lost = table.pieces().filter(is_beyond).filter(|piece| is_lowest(piece));
    let lost = by_first(lost.map(|piece| ((&piece.map, &piece.true_name), piece)));
    for (piece, count) in lost.iter().take(MOST_NAMED) {
        let Some((right, bottom)) = piece.map.as_deref().and_then(|map| areas.get(map)) else { continue };
        let more = more(*count, "with its name are beyond it");
        let (x, y) = (piece.x, piece.y);
        told.of_piece(piece, format!("the map ends at {right}, {bottom}, but it is at {x}, {y}{more}"), None);
    }
    tell_others(&lost, "beyond the end of their map", told);
}

/// A piece that no counter of the module makes.
pub fn without_counter(table: &Table<'_>, told: &mut Told<'_>) {
    let absent = table.pieces().filter(|piece| piece.gpid.is_empty()).count();
    if absent > 0 {
        let verb = if absent == 1 { "has" } else { "have" };
        let message = format!("{} {verb} no number (gpid)", counted(absent, "piece"));
        told.of_save(message, Some("liege refresh finds such pieces by name".to_owned()));
    }
    let is_unknown = |piece: &&Piece| {
        !piece.gpid.is_empty() && table.made.counters.find(&piece.gpid, &piece.traits, false).is_err()
    };
    let unknown = table.pieces().filter(is_unknown);
    for (piece, count) in by_first(unknown.map(|piece| ((&piece.gpid, &piece.true_name), piece))) {
        let more = more(count, "are like it");
        let message = format!("no counter of the module has its number {}{more}", piece.gpid);
        told.of_piece(piece, message, Some("Refresh Counters skips it".to_owned()));
    }
}

/// A piece shows a picture that the module does not have.
pub fn missing_picture(table: &Table<'_>, told: &mut Told<'_>) {
    let mut absent: BTreeMap<&str, (&Piece, usize)> = BTreeMap::new();
    for used in table.definitions() {
        for name in &used.says.absent {
            absent.entry(name).or_insert((used.piece, 0)).1 += used.count;
        }
    }
    for (name, (piece, count)) in absent {
        let more = more(count, "name it");
        told.of_piece(piece, format!("the module has no picture {}{more}", quoted(name)), None);
    }
}

/// A player has a side that the module does not have.
pub fn missing_side(table: &Table<'_>, told: &mut Told<'_>) {
    let Some((_, module)) = table.save.module else { return };
    let sides = table.save.position.players.iter().map(|player| player.side.as_str());
    let known =
        |side: &str| side.is_empty() || side == OBSERVER || module.sides.iter().any(|own| own == side);
    for side in sides.filter(|side| !known(side)).collect::<BTreeSet<_>>() {
        told.of_save(format!("a player has the side {}, which is not in the module", quoted(side)), None);
    }
}

/// The save was made with another version of the module or of an extension.
pub fn other_version(table: &Table<'_>, told: &mut Told<'_>) {
    for (name, version, own) in its_extensions(table) {
        if let Some(own) = own.filter(|own| *own != version) {
            let (name, version, own) = (quoted(&name), quoted(&version), quoted(own));
            told.of_save(
                format!("it was saved with version {version} of the extension {name}, which is {own} here"),
                Some("liege refresh brings it to the extension".to_owned()),
            );
        }
    }
    let Some((_, module)) = table.save.module else { return };
    let Some(version) = table.save.about.and_then(|about| about.version.as_deref()) else { return };
    if version != module.version {
        let message = format!(
            "it was saved with version {}, and the module is {}",
            quoted(version),
            quoted(&module.version)
        );
        told.of_save(message, Some("liege refresh brings it to the module".to_owned()));
    }
}

/// The extensions with which the save was written, each with its version there and as it is loaded; none where it is not.
fn its_extensions<'t>(table: &Table<'t>) -> Vec<(String, String, Option<&'t str>)> {
    let Some((file, _)) = table.save.module else { return Vec::new() };
    let named: BTreeSet<(String, String)> = extensions::named_in(table.save.commands).into_iter().collect();
    let version_of = |name: &str| {
        let own = file.extensions.iter().find(|own| own.name == name)?;
        Some(own.file.build_file.root.attr("version").unwrap_or("0.0"))
    };
    let all = named.into_iter().map(|(name, version)| {
        let own = version_of(&name);
        (name, version, own)
    });
    all.collect()
}

/// The save was written with an extension that is not loaded.
pub fn missing_extension(table: &Table<'_>, told: &mut Told<'_>) {
    for (name, version, own) in its_extensions(table) {
        if own.is_none() {
            let message =
                format!("it was saved with version {} of the extension {}", quoted(&version), quoted(&name));
            let help = "put the extension into the module's extension folder, whose name ends in _ext";
            told.of_save(format!("{message}, which is not there"), Some(help.to_owned()));
        }
    }
}

/// A piece has a trait that VASSAL does not have.
pub fn unknown_trait(table: &Table<'_>, told: &mut Told<'_>) {
    for used in table.definitions() {
        if let Some(word) = &used.says.unknown {
            let more = more(used.count, "have it");
            told.of_piece(used.piece, format!("VASSAL has no trait {}{more}", quoted(word)), None);
        }
    }
}
