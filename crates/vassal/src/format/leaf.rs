//! What one command says, where its text is understood and comes back identical.
//!
//! Engine classes: `build.module.BasicCommandEncoder` and the encoders beside it.

use super::command::Command;
use super::piece::Form;
use super::sequence::{self, Unencodable};
use super::text::Text;

/// A command, by the text of its own without its children.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Leaf {
    /// No text: a group, or a command that VASSAL could not write.
    Empty,
    /// Clears the game.
    BeginSave,
    /// Starts the game.
    EndSave,
    /// Puts a piece, stack or deck into the game.
    AddPiece {
        /// `None` lets the engine choose.
        id: Option<Text>,
        /// Definition of all traits, see [`Form::decode`].
        type_text: Text,
        /// State of all traits.
        state: Text,
    },
    /// Takes a piece away.
    RemovePiece {
        /// Id of the piece.
        id: String,
    },
    /// Gives a piece another state.
    ChangePiece {
        /// Id of the piece.
        id: String,
        /// State afterwards.
        new_state: Text,
        /// State before; then only traits that differ are set.
        old_state: Option<Text>,
    },
    /// Puts a piece somewhere else.
    MovePiece {
        /// Id of the piece.
        id: String,
        /// Where to.
        to: Spot,
        /// Where from.
        from: Spot,
        /// Who moved it.
        player: Option<String>,
    },
    /// One step of a log.
    Log(Box<Command>),
    /// Begin (`true`) or end of an undo.
    Undo(bool),
    /// A line of the chat window.
    Chat(String),
    /// A player takes a side. `id` is the player's password in clear text.
    AddPlayer {
        /// The player's password.
        id: String,
        /// Name shown.
        name: String,
        /// Side taken.
        side: String,
    },
    /// A player leaves.
    RemovePlayer {
        /// The player's password.
        id: String,
    },
    /// The value of a global property in a save.
    GlobalProperty {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
        /// `Module` or a map's name; absent in old files, empty for properties of zones.
        container: Option<String>,
    },
    /// The change of a global property in a log.
    MutableProperty {
        /// Its name.
        name: String,
        /// Value before.
        old: String,
        /// Value afterwards.
        new: String,
        /// As above; empty for the first of that name.
        container: String,
    },
    /// The state of a turn tracker.
    Turn {
        /// `TurnTracker0` and so on.
        tracker: String,
        /// Current level and the state of each level, a list with `|`.
        state: String,
    },
    /// The boards of a map.
    SetBoards {
        /// Identifier of the map.
        map: String,
        /// Its boards.
        boards: Vec<BoardAt>,
    },
    /// At-start stacks are not to be created again.
    SetupStack,
    /// Notes of the scenario.
    Notes(String),
    /// Notes for all players.
    PublicNotes(String),
    /// Notes of one player.
    PrivateNotes {
        /// The player's password.
        owner: String,
        /// The notes.
        text: String,
    },
    /// An extension in use.
    Extension {
        /// Its name.
        name: String,
        /// Its version.
        version: String,
    },
    /// Anything else, as it stands.
    Verbatim(Text),
}

/// A place on a map, in map pixels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    /// Identifier of the map; `None` is no map.
    pub map: Option<String>,
    /// Pixels from the left.
    pub x: i32,
    /// Pixels from the top.
    pub y: i32,
    /// The piece or stack there that it goes below or came from under.
    pub under: Option<String>,
}

/// A board and its place in the rows and columns of a map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardAt {
    /// Name of the board.
    pub name: String,
    /// Turned upside down.
    pub reversed: bool,
    /// Column from 0.
    pub column: i32,
    /// Row from 0.
    pub row: i32,
}

/// Begins an entry of a log, which waits for the step button.
const LOG_ENTRY: &str = "LOG\t";

/// Deepest nesting of a logged command; the log itself is bounded where it is read.
const LOG_DEPTH: usize = 200;

/// Longest command in bytes that is taken apart; none that a game makes is as long.
const LONGEST_READ: usize = 32 << 20;

/// Longest beginning of an unknown command that is named.
const LONGEST_WORD: usize = 24;

/// The beginning of a command that nobody knows, by which it is named; `?` where it begins with no word.
#[must_use]
pub fn first_word(text: &str) -> String {
    let letters = text.chars().take_while(|sign| sign.is_alphanumeric() || *sign == '_');
    let word: String = letters.take(LONGEST_WORD).collect();
    if word.is_empty() { "?".to_owned() } else { word }
}

impl Leaf {
    /// Reads a command's own text. What would not come back identical stays verbatim.
    #[must_use]
    pub fn decode(text: impl Into<Text>) -> Self {
        let text = text.into();
        let leaf = if text.len() > LONGEST_READ {
            None
        } else if SHARED.iter().any(|start| text.starts_with(start)) {
            parse_shared(&text)
        } else {
            parse(&text).filter(|leaf| leaf.encode().is_ok_and(|again| text == again))
        };
        leaf.unwrap_or(Self::Verbatim(text))
    }

    /// The command that adds what has this definition and state.
    #[must_use]
    pub fn add(id: Option<String>, (type_text, state): (String, String)) -> Self {
        Self::AddPiece { id: id.map(Text::from), type_text: type_text.into(), state: state.into() }
    }

    /// True if a command of this text is read as one that puts a piece, stack or deck into the game.
    #[must_use]
    pub fn is_addition(text: &str) -> bool {
        text.strip_prefix("+/").and_then(|rest| sequence::exact_count(rest, '/')) == Some(3)
    }

    /// True if a command of this text is an entry of a log, whether or not the logged command can be read.
    #[must_use]
    pub fn is_log_entry(text: &str) -> bool {
        text.starts_with(LOG_ENTRY)
    }

    /// The command's own text.
    ///
    /// # Errors
    /// A value ends in a backslash and others follow.
    pub fn encode(&self) -> Result<String, Unencodable> {
        Ok(match self {
            Self::Empty => String::new(),
            Self::BeginSave => "begin_save".to_owned(),
            Self::EndSave => "end_save".to_owned(),
            Self::AddPiece { id, type_text, state } => {
                format!(
                    "+/{}",
                    sequence::join([or_null(id.as_deref()), type_text.as_str(), state.as_str()], '/')?
                )
            }
            Self::RemovePiece { id } => format!("-/{id}"),
            Self::ChangePiece { id, new_state, old_state } => {
                let values = [Some(id.as_str()), Some(new_state.as_str()), old_state.as_deref()];
                format!("D/{}", sequence::join(values.into_iter().flatten(), '/')?)
            }
            Self::MovePiece { id, to, from, player } => encode_move(id, to, from, player.as_deref())?,
            Self::Log(command) => format!("{LOG_ENTRY}{}", command.to_text()?),
            Self::Undo(on) => format!("UNDO\t{on}"),
            Self::Chat(text) => format!("CHAT{text}"),
            Self::AddPlayer { id, name, side } => tabs(&["PLAYER", id, name, side])?,
            Self::RemovePlayer { id } => tabs(&["PYREMOVE", id])?,
            Self::GlobalProperty { name, value, container } => {
                let values = ["GlobalProperty\t", name, value].into_iter();
                sequence::join(values.chain(container.as_deref()), ';')?
            }
            Self::MutableProperty { name, old, new, container } => {
                tabs(&["MutableProperty", name, old, new, container])?
            }
            Self::Turn { tracker, state } => format!("TURN{}", tabs(&[tracker, state])?),
            Self::SetBoards { map, boards } => encode_boards(map, boards)?,
            Self::SetupStack => "SETUP_STACK\t".to_owned(),
            Self::Notes(text) => format!("NOTES\t{text}"),
            Self::PublicNotes(text) => format!("PNOTES\t{text}"),
            Self::PrivateNotes { owner, text } => tabs(&["PNOTE", owner, text])?,
            Self::Extension { name, version } => tabs(&["EXT", name, version])?,
            Self::Verbatim(text) => text.to_string(),
        })
    }

    /// The piece, stack or deck that an `AddPiece` puts into the game.
    #[must_use]
    pub fn form(&self) -> Option<Form> {
        match self {
            Self::AddPiece { type_text, state, .. } => Some(Form::decode(type_text, state)),
            _ => None,
        }
    }
}

fn tabs(values: &[&str]) -> Result<String, Unencodable> {
    sequence::join(values, '\t')
}

fn or_null(text: Option<&str>) -> &str {
    text.unwrap_or("null")
}

fn null_or(text: String) -> Option<String> {
    (text != "null").then_some(text)
}

fn encode_move(id: &str, to: &Spot, from: &Spot, player: Option<&str>) -> Result<String, Unencodable> {
    let numbers = [to.x, to.y, from.x, from.y].map(|value| value.to_string());
    let values = [
        Some(id),
        Some(or_null(to.map.as_deref())),
        Some(&numbers[0]),
        Some(&numbers[1]),
        Some(or_null(to.under.as_deref())),
        Some(or_null(from.map.as_deref())),
        Some(&numbers[2]),
        Some(&numbers[3]),
        Some(or_null(from.under.as_deref())),
        player,
    ];
    Ok(format!("M/{}", sequence::join(values.into_iter().flatten(), '/')?))
}

fn encode_boards(map: &str, boards: &[BoardAt]) -> Result<String, Unencodable> {
    let mut values = vec![format!("{map}BoardPicker")];
    for board in boards {
        let name = [Some(board.name.as_str()), board.reversed.then_some("rev")];
        values.push(sequence::join(name.into_iter().flatten(), '/')?);
        values.push(board.column.to_string());
        values.push(board.row.to_string());
    }
    // The engine ends the word with a separator even where no board follows.
    if boards.is_empty() {
        values.push(String::new());
    }
    sequence::join(values, '\t')
}

/// How the commands begin that may be long.
const SHARED: [&str; 3] = ["+/", "D/", LOG_ENTRY];

/// Reads the commands that may be long, as parts of their text; none of what would not come back identical.
fn parse_shared(text: &Text) -> Option<Leaf> {
    if let Some(rest) = text.after("+/") {
        let [id, type_text, state] = sequence::exactly(&rest, '/')?;
        return Some(Leaf::AddPiece { id: Some(id).filter(|id| id != "null"), type_text, state });
    }
    if let Some(rest) = text.after("D/") {
        let values = sequence::split(&rest, '/').exact().filter(|values| values.len() <= 3)?;
        let mut values = values.into_iter();
        let (id, new_state, old_state) = (values.next()?.into(), values.next()?, values.next());
        return Some(Leaf::ChangePiece { id, new_state, old_state });
    }
    // A command is always written as it was read.
    let command = Command::parse(text.after(LOG_ENTRY)?, LOG_DEPTH).ok()?;
    Some(Leaf::Log(Box::new(command)))
}

fn parse(text: &str) -> Option<Leaf> {
    match text {
        "" => return Some(Leaf::Empty),
        "begin_save" => return Some(Leaf::BeginSave),
        "end_save" => return Some(Leaf::EndSave),
        "SETUP_STACK\t" => return Some(Leaf::SetupStack),
        _ => {}
    }
    if let Some(id) = text.strip_prefix("-/") {
        return Some(Leaf::RemovePiece { id: id.to_owned() });
    }
    if let Some(rest) = text.strip_prefix("M/") {
        return parse_move(rest);
    }
    if let Some(rest) = text.strip_prefix("CHAT") {
        return Some(Leaf::Chat(rest.to_owned()));
    }
    if let Some(rest) = text.strip_prefix("GlobalProperty\t;") {
        let mut values = sequence::decode(rest, ';').into_iter();
        let (name, value, container) = (values.next()?, values.next()?, values.next());
        return Some(Leaf::GlobalProperty { name, value, container });
    }
    parse_tabbed(text)
}

fn parse_move(rest: &str) -> Option<Leaf> {
    let mut values = sequence::decode(rest, '/').into_iter();
    let id = values.next()?;
    let mut spot = || {
        Some(Spot {
            map: null_or(values.next()?),
            x: values.next()?.parse().ok()?,
            y: values.next()?.parse().ok()?,
            under: null_or(values.next()?),
        })
    };
    let (to, from) = (spot()?, spot()?);
    let player = values.next();
    Some(Leaf::MovePiece { id, to, from, player })
}

fn parse_tabbed(text: &str) -> Option<Leaf> {
    let (word, rest) = text.split_once('\t')?;
    let values = || sequence::decode(rest, '\t');
    match word {
        "UNDO" => Some(Leaf::Undo(rest.parse().ok()?)),
        "NOTES" => Some(Leaf::Notes(rest.to_owned())),
        "PNOTES" => Some(Leaf::PublicNotes(rest.to_owned())),
        "PNOTE" => {
            let [owner, text] = exactly(values())?;
            Some(Leaf::PrivateNotes { owner, text })
        }
        "PLAYER" => {
            let [id, name, side] = exactly(values())?;
            Some(Leaf::AddPlayer { id, name, side })
        }
        "PYREMOVE" => {
            let [id] = exactly(values())?;
            Some(Leaf::RemovePlayer { id })
        }
        "MutableProperty" => {
            let [name, old, new, container] = exactly(values())?;
            Some(Leaf::MutableProperty { name, old, new, container })
        }
        "EXT" => {
            let [name, version] = exactly(values())?;
            Some(Leaf::Extension { name, version })
        }
        _ if word.ends_with("BoardPicker") => parse_boards(text),
        _ => {
            let [tracker, state] = exactly(sequence::decode(text.strip_prefix("TURN")?, '\t'))?;
            Some(Leaf::Turn { tracker, state })
        }
    }
}

fn parse_boards(text: &str) -> Option<Leaf> {
    let values = sequence::decode(text, '\t');
    let (first, rest) = values.split_first()?;
    let map = first.strip_suffix("BoardPicker")?.to_owned();
    if rest.len() == 1 && rest[0].is_empty() {
        let boards = Vec::new();
        return Some(Leaf::SetBoards { map, boards });
    }
    let mut boards = Vec::new();
    for place in rest.chunks(3) {
        let [name, column, row] = place else {
            return None;
        };
        let mut parts = sequence::decode(name, '/').into_iter();
        boards.push(BoardAt {
            name: parts.next()?,
            reversed: parts.next().is_some_and(|word| word == "rev"),
            column: column.parse().ok()?,
            row: row.parse().ok()?,
        });
    }
    Some(Leaf::SetBoards { map, boards })
}

fn exactly<const N: usize>(values: Vec<String>) -> Option<[String; N]> {
    values.try_into().ok()
}
