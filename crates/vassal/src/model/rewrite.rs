//! Puts a changed game back into the commands of its save, and nothing else.

use std::collections::BTreeMap;

use super::game::{Body, Game, Player};
use crate::format::command::Command;
use crate::format::leaf::{BoardAt, Leaf};
use crate::format::sequence::Unencodable;

/// What happens to one command of the save.
enum Edit {
    Rewrite(String),
    Remove,
}

/// Edits by the number of the command in the order of execution.
#[derive(Default)]
struct Edits {
    of: BTreeMap<usize, Edit>,
    /// New pieces and stacks, after all that are there.
    pieces: Vec<Command>,
    /// New commands of other kinds, before the end of the save.
    others: Vec<Command>,
}

/// The save with all changes of `game`, which was made from it.
pub(super) fn edited(commands: &Command, game: &Game) -> Result<Command, Unencodable> {
    let mut edits = Edits::default();
    for &source in &game.removed {
        edits.of.insert(source, Edit::Remove);
    }
    for index in in_order(game) {
        edit_item(game, index, &mut edits)?;
    }
    edit_settings(commands, game, &mut edits)?;
    Ok(rebuilt(commands, edits))
}

/// Changed items, pieces before the stacks that list them.
fn in_order(game: &Game) -> Vec<usize> {
    let is_pile = |i: &usize| game.pile(*i).is_some();
    let (piles, pieces): (Vec<_>, Vec<_>) = game.dirty.iter().copied().partition(is_pile);
    pieces.into_iter().chain(piles).collect()
}

fn edit_item(game: &Game, index: usize, edits: &mut Edits) -> Result<(), Unencodable> {
    let (Some(item), Some(form)) = (game.get(index), game.form(index)) else {
        return Ok(());
    };
    let text = Leaf::add(Some(item.id.to_string()), form.encode()?).encode()?;
    let (empty, listed_later) = match &item.body {
        Body::Piece(_) => (false, false),
        Body::Pile(pile) => {
            let later =
                |&c: &usize| game.get(c).is_some_and(|c| c.source().is_none() || c.source() > item.source());
            (pile.is_empty_stack(), pile.contents.iter().any(later))
        }
    };
    let edit = match item.source() {
        _ if empty => Some(Edit::Remove),
        // A stack finds only pieces that stand before it.
        Some(_) if listed_later => {
            edits.pieces.push(Command::leaf(text));
            Some(Edit::Remove)
        }
        Some(_) => Some(Edit::Rewrite(text)),
        None => {
            edits.pieces.push(Command::leaf(text));
            None
        }
    };
    if let (Some(source), Some(edit)) = (item.source(), edit) {
        edits.of.insert(source, edit);
    }
    Ok(())
}

/// Players, boards, global properties, turns and notes whose command says something else now.
fn edit_settings(commands: &Command, game: &Game, edits: &mut Edits) -> Result<(), Unencodable> {
    let before = Game::of(commands);
    let mut wanted = Vec::new();
    for ((container, name), value) in &game.properties {
        let key = (container.clone(), name.clone());
        if before.properties.get(&key) != Some(value) {
            let (container, name) = key;
            wanted.push(Leaf::GlobalProperty { name, value: value.clone(), container: Some(container) });
        }
    }
    for (tracker, state) in &game.turns {
        if before.turns.get(tracker) != Some(state) {
            wanted.push(Leaf::Turn { tracker: tracker.clone(), state: state.clone() });
        }
    }
    for (map, picks) in game.boards.iter().filter(|(map, picks)| before.boards.get(*map) != Some(*picks)) {
        let boards = picks.iter().cloned().map(BoardAt::from).collect();
        wanted.push(Leaf::SetBoards { map: map.clone(), boards });
    }
    if before.scenario_notes != game.scenario_notes {
        wanted.push(Leaf::Notes(game.scenario_notes.clone()));
    }
    if before.public_notes != game.public_notes {
        wanted.push(Leaf::PublicNotes(game.public_notes.clone()));
    }
    if before.players != game.players {
        edit_players(commands, &before, game, edits)?;
    }
    for leaf in wanted {
        let text = leaf.encode()?;
        let mut found = false;
        for (source, command) in commands.walk().enumerate() {
            if same_setting(&Leaf::decode(command.own()), &leaf) {
                found = true;
                edits.of.insert(source, Edit::Rewrite(text.clone()));
            }
        }
        if !found {
            edits.others.push(Command::leaf(text));
        }
    }
    Ok(())
}

/// Players who left go, those who came stand before the end.
fn edit_players(
    commands: &Command,
    before: &Game,
    game: &Game,
    edits: &mut Edits,
) -> Result<(), Unencodable> {
    for (source, command) in commands.walk().enumerate() {
        if let Leaf::AddPlayer { id, name, side } = Leaf::decode(command.own())
            && !game.players.contains(&Player { id, name, side })
        {
            edits.of.insert(source, Edit::Remove);
        }
    }
    for player in game.players.iter().filter(|player| !before.players.contains(player)) {
        let Player { id, name, side } = player.clone();
        edits.others.push(Command::leaf(Leaf::AddPlayer { id, name, side }.encode()?));
    }
    Ok(())
}

fn same_setting(a: &Leaf, b: &Leaf) -> bool {
    match (a, b) {
        (
            Leaf::GlobalProperty { name, container, .. },
            Leaf::GlobalProperty { name: other, container: there, .. },
        ) => name == other && container.as_deref().unwrap_or("") == there.as_deref().unwrap_or(""),
        (Leaf::Turn { tracker, .. }, Leaf::Turn { tracker: other, .. }) => tracker == other,
        (Leaf::SetBoards { map, .. }, Leaf::SetBoards { map: other, .. }) => map == other,
        (Leaf::Notes(_), Leaf::Notes(_)) | (Leaf::PublicNotes(_), Leaf::PublicNotes(_)) => true,
        _ => false,
    }
}

/// Where a command stands: the places of its ancestors and its own.
type Path = Vec<usize>;

fn rebuilt(commands: &Command, edits: Edits) -> Command {
    let paths = Paths::of(commands, &edits);
    let mut tree = commands.clone();
    let mut removed: Vec<Path> = Vec::new();
    for (source, edit) in edits.of {
        let Some(path) = paths.of.get(&source) else { continue };
        let Some(command) = at(&mut tree, path) else { continue };
        match edit {
            Edit::Rewrite(text) => command.set_own(text),
            Edit::Remove if command.children().is_empty() => removed.push(path.clone()),
            Edit::Remove => command.set_own(""),
        }
    }
    // From the end, so that the places before stay true.
    insert(&mut tree, &paths.before_end, edits.others);
    insert(&mut tree, &paths.after_pieces, edits.pieces);
    removed.sort();
    for path in removed.iter().rev() {
        remove(&mut tree, path);
    }
    tree
}

fn insert(tree: &mut Command, place: &Path, new: Vec<Command>) {
    let Some((index, parent)) = place.split_last() else { return };
    if let (false, Some(parent)) = (new.is_empty(), at(tree, parent)) {
        let children = parent.children_mut();
        let index = (*index).min(children.len());
        children.splice(index..index, new);
    }
}

fn remove(tree: &mut Command, path: &Path) {
    let Some((index, parent)) = path.split_last() else { return };
    if let Some(parent) = at(tree, parent) {
        let children = parent.children_mut();
        if *index < children.len() {
            children.remove(*index);
        }
    }
}

fn at<'a>(tree: &'a mut Command, path: &[usize]) -> Option<&'a mut Command> {
    let mut command = tree;
    for &index in path {
        command = command.children_mut().get_mut(index)?;
    }
    Some(command)
}

struct Paths {
    of: BTreeMap<usize, Path>,
    /// Where new pieces go.
    after_pieces: Path,
    /// Where other new commands go.
    before_end: Path,
}

impl Paths {
    /// The places of all commands that `edits` names.
    fn of(tree: &Command, edits: &Edits) -> Self {
        let mut paths = Self { of: BTreeMap::new(), after_pieces: vec![0], before_end: vec![0] };
        let mut counter = 0;
        paths.visit(tree, &mut Vec::new(), &mut counter, edits);
        paths
    }

    fn visit(&mut self, command: &Command, path: &mut Path, counter: &mut usize, edits: &Edits) {
        if edits.of.contains_key(counter) {
            self.of.insert(*counter, path.clone());
        }
        *counter += 1;
        if command.own().starts_with("+/") && !path.is_empty() {
            self.after_pieces.clone_from(path);
            if let Some(last) = self.after_pieces.last_mut() {
                *last += 1;
            }
        }
        if command.own() == "end_save" && !path.is_empty() {
            self.before_end.clone_from(path);
        }
        for (i, child) in command.children().iter().enumerate() {
            path.push(i);
            self.visit(child, path, counter, edits);
            path.pop();
        }
    }
}

/// The commands of a whole new save, in the engine's order.
pub(super) fn fresh(game: &Game, startup_keys: usize) -> Result<Command, Unencodable> {
    let mut pieces = Vec::new();
    for index in in_order(game) {
        let (Some(item), Some(form)) = (game.get(index), game.form(index)) else {
            continue;
        };
        pieces.push(Command::leaf(Leaf::add(Some(item.id.to_string()), form.encode()?).encode()?));
    }
    let mut children = vec![Command::default(), Command::group("", pieces)];
    for leaf in settings(game, startup_keys) {
        children.push(Command::leaf(leaf.encode()?));
    }
    Ok(Command::group("begin_save", children))
}

fn settings(game: &Game, startup_keys: usize) -> Vec<Leaf> {
    let mut leaves = Vec::new();
    for player in &game.players {
        let (id, name, side) = (player.id.clone(), player.name.clone(), player.side.clone());
        leaves.push(Leaf::AddPlayer { id, name, side });
    }
    for ((container, name), value) in &game.properties {
        let (name, value, container) = (name.clone(), value.clone(), Some(container.clone()));
        leaves.push(Leaf::GlobalProperty { name, value, container });
    }
    for (tracker, state) in &game.turns {
        leaves.push(Leaf::Turn { tracker: tracker.clone(), state: state.clone() });
    }
    for (map, picks) in &game.boards {
        let boards = picks.iter().cloned().map(BoardAt::from).collect();
        leaves.push(Leaf::SetBoards { map: map.clone(), boards });
    }
    leaves.extend((0..startup_keys).map(|key| Leaf::Verbatim(format!("SGKC\tSGKC{key}\ttrue").into())));
    leaves.push(Leaf::Notes(game.scenario_notes.clone()));
    leaves.push(Leaf::PublicNotes(game.public_notes.clone()));
    leaves.push(Leaf::SetupStack);
    leaves.push(Leaf::EndSave);
    leaves
}
