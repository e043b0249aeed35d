//! `umpire open`: one place or text of an issue, opened so that a player can prove what it was.

use super::folder::{Desk, SEALED};
use super::issue::{LEAVES, RECORD};
use crate::cli::args::OpenLeaf;
use crate::cli::{Exit, Failure, files, output};
use crate::rules::desk::commitment::{Leaves, Sealed, UnitLine};
use crate::rules::desk::opened::read_leaves;
use crate::rules::desk::opening::{Issue, Opening};
use crate::rules::desk::record::Record;
use crate::rules::fault::did_you_mean;

/// Runs `umpire open`.
pub fn run(own: &OpenLeaf) -> Result<Exit, Failure> {
    files::expect_ending(&own.output, "an opening", &["json"])?;
    let desk = Desk::open(&own.folder)?;
    let (leaves, sealed) = basis(&desk, own.issue)?;
    let issue = Issue { key: &desk.key, leaves: &leaves, sealed: &sealed };
    // What a side may not know stays a hash; the umpire says for whom he opens.
    let show = |_: &UnitLine| own.side.is_none();
    let Some(opening) = Opening::of(issue, &own.place, &show) else {
        let near = did_you_mean(&own.place, leaves.names());
        return Err(Failure::new(format!("issue {} has no place \"{}\"{near}", own.issue, own.place)));
    };
    files::write(&own.output, format!("{}\n", opening.to_json()).as_bytes())?;
    output::result(&format!("{}: {} in issue {}\n", own.output.display(), own.place, own.issue))?;
    Ok(Exit::Clean)
}

/// What an issue committed to, held against its record.
fn basis(desk: &Desk, issue: u32) -> Result<(Leaves, Sealed), Failure> {
    let folder = desk.issue_folder(SEALED, issue);
    let last = desk.state.standing.issue;
    if issue >= last {
        return Err(Failure::new(format!("there is no issue {issue}"))
            .help(format!("issues so far: {last}, counted from 0")));
    }
    let (path, about) = (folder.join(LEAVES), folder.join(RECORD));
    let (_, _, leaves) =
        read_leaves(&files::read_text(&path)?).map_err(|error| Failure::about(&path, error))?;
    let record = Record::read(&files::read_text(&about)?).map_err(|error| Failure::about(&about, error))?;
    let sealed = Sealed::new(&desk.key, &desk.tag, issue, record.previous, &leaves);
    if sealed.root != record.root {
        return Err(Failure::about(&path, "is not what this issue committed to")
            .help("restore it from a copy: an opening of it would prove nothing"));
    }
    Ok((leaves, sealed))
}
