//! The games there are: those with code of their own, which this one generic file names, and those that are data alone.

use std::ops::Deref;
use std::sync::Arc;

use liege_aafog::Aafog;
use liege_atpo::Atpo;
use liege_rules::data::Files;
use liege_rules::data::fault::did_you_mean;
use liege_rules::game::Game;
use liege_rules::game::data_game::DataGame;

/// The games with code, the main one first.
pub static GAMES: &[&dyn Game] = &[&Atpo, &Aafog];

/// A game at hand.
#[derive(Clone)]
pub enum Known {
    /// One with code of its own.
    Coded(&'static dyn Game),
    /// One that is data alone.
    Data(Arc<DataGame>),
}

impl Deref for Known {
    type Target = dyn Game;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::Coded(game) => *game,
            Self::Data(game) => game.as_ref(),
        }
    }
}

/// A word that names no game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown game \"{word}\"{near}; known games: {known}")]
pub struct UnknownGame {
    /// What was asked for.
    pub word: String,
    /// "did you mean", or nothing.
    pub near: String,
    /// The ids of the games there are.
    pub known: String,
}

/// All games at hand: those with code, then those that are data alone, by id.
pub fn all(files: &dyn Files) -> Vec<Known> {
    let coded = GAMES.iter().copied().map(Known::Coded);
    let data = of_data(files).into_iter().map(|id| Known::Data(Arc::new(DataGame::new(&id))));
    coded.chain(data).collect()
}

/// The ids of all games at hand, as people read them.
pub fn ids(files: &dyn Files) -> String {
    let ids: Vec<String> = GAMES.iter().map(|game| game.id().to_owned()).chain(of_data(files)).collect();
    ids.join(", ")
}

/// The game with this id, in capital or small letters.
///
/// # Errors
/// No game at hand has it.
pub fn known(id: &str, files: &dyn Files) -> Result<Known, UnknownGame> {
    if let Some(game) = GAMES.iter().copied().find(|game| game.id().eq_ignore_ascii_case(id)) {
        return Ok(Known::Coded(game));
    }
    let data = of_data(files);
    if let Some(own) = data.iter().find(|own| own.eq_ignore_ascii_case(id)) {
        return Ok(Known::Data(Arc::new(DataGame::new(own))));
    }
    let coded = GAMES.iter().map(|game| game.id());
    let near = did_you_mean(&id.to_lowercase(), coded.chain(data.iter().map(String::as_str)));
    Err(UnknownGame { word: id.into(), near, known: ids(files) })
}

/// Whether a name of a game is written as ids are: words of small letters and digits with hyphens between them.
pub fn is_id(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.split('-').all(|word| {
            !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        })
}

/// The ids of the games that have a pack and no code.
fn of_data(files: &dyn Files) -> Vec<String> {
    let coded = |id: &str| GAMES.iter().any(|game| game.id() == id);
    let folders = files.folders("rules").into_iter();
    folders
        .filter(|id| is_id(id) && !coded(id) && files.read(&format!("rules/{id}/pack.toml")).is_some())
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::shipped::Embedded;
    use liege_rules::data::Overlay;

    fn files(paths: &[&str]) -> Overlay<'static> {
        let user = paths.iter().map(|path| ((*path).to_owned(), Vec::new())).collect::<BTreeMap<_, _>>();
        Overlay::new(user, &Embedded)
    }

    #[test]
    fn a_folder_of_rules_with_a_pack_is_a_game() {
        let files = files(&["rules/islands/pack.toml", "rules/halves/nations.toml", "rules/Big/pack.toml"]);
        assert_eq!(known("Islands", &files).map(|game| game.id().to_owned()), Ok("islands".into()));
        let unknown = known("iland", &files).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(unknown.starts_with("unknown game \"iland\"; did you mean \"islands\"?"), "{unknown}");
        assert!(unknown.ends_with(", islands"), "neither half a pack nor a name in capitals: {unknown}");
    }

    #[test]
    fn a_folder_with_the_name_of_a_coded_game_leaves_its_code() {
        let own = format!("rules/{}/pack.toml", GAMES[0].id());
        let files = files(&[&own]);
        assert!(matches!(known(GAMES[0].id(), &files), Ok(Known::Coded(_))));
        assert_eq!(all(&files).len(), GAMES.len());
    }

    #[test]
    fn names_of_games_are_small_words_with_hyphens() {
        assert!(["islands", "war-at-sea", "x2"].into_iter().all(is_id));
        assert!(!["", "Islands", "war_at_sea", "-x", "x-", "2x", "a--b", "ä"].into_iter().any(is_id));
    }
}
