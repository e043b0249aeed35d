//! A save, or a log at its end, as somebody sees it to whom a story is told.

use std::path::Path;

use super::args::LogPoint;
use super::open;
use super::session::Session;
use super::{Failure, saves};
use crate::table::opened::OpenedSave;
use vassal::format::save_file::SaveFile;
use vassal::model::eyes::Eyes;
use vassal::model::map::MapKind;

/// Opens a save, or a log at its end, as the side sees it; places are told by the built-in module where it is a game of
/// ours and its module is not at hand.
///
/// # Errors
/// It has secrets, or the rules of its game hide more than VASSAL does, and no side is given.
pub fn at_end(
    session: &Session,
    path: &Path,
    save: &SaveFile,
    module: Option<&Path>,
    side: Option<&str>,
) -> Result<(OpenedSave, Eyes), Failure> {
    let at = Some(LogPoint { end: true, ..LogPoint::default() });
    let mut game = open::position(path, save, open::Asked { module, at }, session)?;
    saves::place_by_built_in(path, (save, &mut game), session)?;
    open::refuse_unsure_windows(path, side, &game)?;
    if side.is_none() && saves::hides_more((save, &game), session)? {
        return Err(Failure::about(
            path,
            "the rules of its game hide more than VASSAL does; say whose view you want",
        )
        .help("--side umpire shows everything"));
    }
    let eyes = saves::eyes(path, side, (save, &mut game), session)?;
    let eyes = if side.is_none() && has_private_windows(&game) { Eyes::stranger() } else { eyes };
    Ok((game, eyes))
}

/// Whether the module has windows of single sides: what belongs to them is not for all, even if no piece lies there.
fn has_private_windows(game: &OpenedSave) -> bool {
    let maps = game.module.iter().flat_map(|module| &module.maps);
    maps.into_iter().any(|map| match &map.kind {
        MapKind::Private(owners) | MapKind::Hand(owners) => !owners.visible,
        MapKind::Public | MapKind::Widget => false,
    })
}
