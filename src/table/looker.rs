//! Who looks at an opened save: the side asked for, the umpire, or somebody who plays no side.

use super::opened::OpenedSave;
use crate::Failure;
use liege_rules::data::fault::did_you_mean;
use vassal::model::eyes::{Eyes, has_secrets, unsure_windows};

/// The eyes that `--side` asks for. A position with secrets wants to be told who looks.
pub fn eyes(side: Option<&str>, game: &OpenedSave) -> Result<Eyes, Failure> {
    eyes_beside(side, game, &Eyes::stranger())
}

/// The same where a stranger is known to see less than the module says.
pub fn eyes_beside(side: Option<&str>, game: &OpenedSave, stranger: &Eyes) -> Result<Eyes, Failure> {
    if side.is_none() && !stranger.know_all(&game.position, game.module.as_deref()) {
        return Err(Failure::new("this save contains hidden pieces; say whose view you want")
            .help(format!("add --side with one of: {}", known_sides(game))));
    }
    side.map_or(Ok(Eyes::Umpire), |side| eyes_of(side, game))
}

/// The eyes that `--side` asks for; without it, those of somebody who plays no side.
pub fn eyes_or_stranger(side: Option<&str>, game: &OpenedSave) -> Result<Eyes, Failure> {
    let (position, module) = (&game.position, game.module.as_deref());
    match side {
        None if has_secrets(position, module) || !unsure_windows(position, module).is_empty() => {
            Ok(Eyes::stranger())
        }
        None => Ok(Eyes::Umpire),
        Some(side) => eyes_of(side, game),
    }
}

fn eyes_of(side: &str, game: &OpenedSave) -> Result<Eyes, Failure> {
    if is_umpire(side) {
        return Ok(Eyes::Umpire);
    }
    match sides(game).into_iter().find(|known| known.eq_ignore_ascii_case(side)) {
        Some(side) => Ok(Eyes::of_side(side, &game.position)),
        None => {
            Err(Failure::new(format!("no side {side:?}"))
                .help(format!("expected one of: {}", known_sides(game))))
        }
    }
}

/// The eyes of the side that gets something; who sees everything gets no copy of his own.
pub fn eyes_of_side(side: &str, game: &OpenedSave) -> Result<Eyes, Failure> {
    let known = sides(game).into_iter().filter(|known| !known.eq_ignore_ascii_case(UMPIRE));
    let known: Vec<&str> = known.collect();
    let sides = format!("sides: {}", known.join(", "));
    if side.eq_ignore_ascii_case(UMPIRE) {
        let what = "--side umpire: the umpire sees everything; that copy is the save itself";
        return Err(Failure::new(what).help(sides));
    }
    match known.iter().find(|known| known.eq_ignore_ascii_case(side)) {
        Some(side) => Ok(Eyes::of_side(side, &game.position)),
        None => {
            let near = did_you_mean(side, known.iter().copied());
            Err(Failure::new(format!("no side {side:?}{near}")).help(sides))
        }
    }
}

fn sides(game: &OpenedSave) -> Vec<&str> {
    let mut sides: Vec<&str> =
        game.module.iter().flat_map(|module| &module.sides).map(String::as_str).collect();
    for player in &game.position.players {
        if !sides.contains(&player.side.as_str()) && !player.side.starts_with('<') {
            sides.push(&player.side);
        }
    }
    sides
}

/// Which windows are private stands in the module: those it does not have may be.
pub fn refuse_unsure_windows(side: Option<&str>, game: &OpenedSave) -> Result<(), Failure> {
    let umpire = side.is_some_and(is_umpire);
    let maps = unsure_windows(&game.position, game.module.as_deref());
    if umpire || maps.is_empty() {
        return Ok(());
    }
    let names = maps.into_iter().take(5).collect::<Vec<_>>().join(", ");
    Err(Failure::new(format!(
        "without its module it is unknown whether these windows with pieces are private: {names}"
    ))
    .help("name the right module with --module, or see all with --side umpire"))
}

/// Whether a side that is asked for sees all.
pub fn is_umpire(side: &str) -> bool {
    side.eq_ignore_ascii_case(UMPIRE)
}

/// Who sees all, in any module.
const UMPIRE: &str = "umpire";

fn known_sides(game: &OpenedSave) -> String {
    let others = sides(game).into_iter().filter(|side| !side.eq_ignore_ascii_case(UMPIRE));
    [format!("{UMPIRE} (sees all)")]
        .into_iter()
        .chain(others.map(str::to_owned))
        .collect::<Vec<_>>()
        .join(", ")
}
