//! `umpire open`: one place or text of an issue, opened so that a player can prove what it was.

use super::folder::{Desk, RECORD, SEALED};
use super::issue::LEAVES;
use crate::cli::args::OpenLeaf;
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, data, files, output};
use crate::games::Known;
use liege_rules::data::fault::did_you_mean;
use liege_rules::desk::commitment::{LeafContent, Leaves, Sealed, UnitLine};
use liege_rules::desk::hidden::AskedLeaf;
use liege_rules::desk::ledger::Ledger;
use liege_rules::desk::opened::read_leaves;
use liege_rules::desk::opening::{Issue, OpenedPiece, Opening};
use liege_rules::desk::record::Record;
use liege_rules::game::pack::{Pack, Side};
use vassal::diagnostic::counted;

/// Runs `umpire open`.
pub fn run(session: &Session, own: &OpenLeaf) -> Result<Exit, Failure> {
    files::expect_ending(&own.output, "an opening", &["json"])?;
    let desk = Desk::open(&own.folder)?;
    desk.refuse_inside(&own.output)?;
    let (leaves, sealed) = basis(&desk, own.issue)?;
    let Some(content) = leaves.get(&own.place) else {
        let near = did_you_mean(&own.place, leaves.names());
        return Err(Failure::new(format!("issue {} has no place \"{}\"{near}", own.issue, own.place)));
    };
    let audience = own.side.as_deref().map(|side| Audience::of(session, &desk, side)).transpose()?;
    if let Some(audience) = &audience {
        audience.refuse_secrets(own, &leaves, content)?;
    }
    let issue = Issue { key: &desk.key, leaves: &leaves, sealed: &sealed };
    let show = |line: &UnitLine| audience.as_ref().is_none_or(|audience| audience.owns(line));
    let opening = Opening::of(issue, &own.place, &show)
        .ok_or_else(|| Failure::new(format!("issue {} has no place \"{}\"", own.issue, own.place)))?;
    files::write(&own.output, format!("{}\n", opening.to_json()).as_bytes())?;
    let file = own.output.display();
    let what = format!("{} in issue {}", own.place, own.issue);
    let secret = opening.content.pieces().iter().filter(|piece| matches!(piece, OpenedPiece::Secret(_)));
    output::result(&match &audience {
        Some(audience) => {
            let secret = counted(secret.count(), "piece");
            format!("{file}: {what}, for {}; {secret} of others only as hashes\n", audience.side.name)
        }
        None => format!(
            "{file}: {what} with everything there: only for you until the game is over; --for SIDE makes one \
             for a side\n"
        ),
    })?;
    Ok(Exit::Clean)
}

/// The side for which something is opened.
struct Audience {
    game: Known,
    pack: Pack,
    side: Side,
}

impl Audience {
    /// The side of a name or alliance.
    fn of(session: &Session, desk: &Desk, word: &str) -> Result<Self, Failure> {
        let files = data::kept_files(session)?;
        let game = data::game(&desk.rules, &*files)?;
        let pack = data::pack(&*game, &*files)?;
        let sides: Vec<&Side> = pack.sides.iter().filter(|side| !side.sees_all).collect();
        let is_meant = |side: &&&Side| {
            side.name.eq_ignore_ascii_case(word)
                || (!side.alliance.is_empty() && side.alliance.eq_ignore_ascii_case(word))
        };
        let Some(side) = sides.iter().find(is_meant).map(|side| Side::clone(side)) else {
            let names: Vec<&str> = sides.iter().map(|side| side.name.as_str()).collect();
            let near = did_you_mean(word, names.iter().copied());
            return Err(Failure::new(format!("--for: no side is called \"{word}\"{near}"))
                .help(format!("the sides are {}", names.join(", "))));
        };
        Ok(Self { game, pack, side })
    }

    /// Refuses to open what the side may not know before the end, not even its number of pieces.
    fn refuse_secrets(&self, own: &OpenLeaf, leaves: &Leaves, content: &LeafContent) -> Result<(), Failure> {
        let why = match (self.game.hidden(), content) {
            (Some(hidden), _) => {
                let ledger = self.ledger(leaves)?;
                let (name, issue) = (own.place.as_str(), own.issue);
                let leaf = AskedLeaf { name, content, issue, ledger: &ledger };
                hidden.keeps_closed(&self.pack, leaf, &self.side.alliance)
            }
            (None, LeafContent::Text(_)) => {
                Some("it is a text of the whole save, including closed windows".into())
            }
            (None, LeafContent::Place(_)) => {
                let within = |window: String| {
                    let leaf = format!("map/{}", window.replace('\\', "\\\\").replace('/', "\\/"));
                    own.place.strip_prefix(&leaf).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
                };
                let is_closed = self.pack.closed_to(&self.side.name).any(within);
                is_closed.then(|| "its window is closed to that side, and hashes can be counted".into())
            }
        };
        match why {
            Some(why) => Err(Failure::new(format!(
                "{} in issue {} cannot be opened for {}: {why}",
                own.place, own.issue, self.side.name
            ))
            .help("liege umpire publish opens everything when the game is over")),
            None => Ok(()),
        }
    }

    /// What the side had been shown when the issue was made.
    fn ledger(&self, leaves: &Leaves) -> Result<Ledger, Failure> {
        let name = format!("ledger/{}", self.side.alliance);
        let Some(LeafContent::Text(text)) = leaves.get(&name) else { return Ok(Ledger::default()) };
        let mut faults = Vec::new();
        let ledger = Ledger::read(&name, text, &mut faults);
        if faults.is_empty() { Ok(ledger) } else { Err(Failure::of_all(faults)) }
    }

    /// Whether a unit is of the side.
    fn owns(&self, line: &UnitLine) -> bool {
        match self.game.hidden() {
            Some(hidden) => hidden.is_line_of(&self.pack, line, &self.side.alliance),
            None => line.power == self.side.name,
        }
    }
}

/// What an issue committed to, held against its record.
pub fn basis(desk: &Desk, issue: u32) -> Result<(Leaves, Sealed), Failure> {
    let folder = desk.issue_folder(SEALED, issue);
    let last = desk.state.standing.issue;
    if issue >= last {
        return Err(
            Failure::new(format!("no issue {issue}")).help(format!("issues so far: {last}, counted from 0"))
        );
    }
    let (path, about) = (folder.join(LEAVES), folder.join(RECORD));
    let (_, _, leaves) =
        read_leaves(&files::read_text(&path)?).map_err(|error| Failure::about(&path, error))?;
    let record = Record::read(&files::read_text(&about)?).map_err(|error| Failure::about(&about, error))?;
    let sealed = Sealed::new(&desk.key, &desk.tag, issue, record.previous, &leaves);
    if sealed.root != record.root {
        return Err(Failure::about(&path, "is not what this issue committed to")
            .help("restore it from a backup: an opening of it would prove nothing"));
    }
    Ok((leaves, sealed))
}
