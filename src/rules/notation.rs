//! The situation notation: one position as text, for set-ups, for the examples on the pages of checks, and for tests.

pub mod parts;

use std::collections::{BTreeMap, BTreeSet};

use super::catalogue::{SOURCES, Source};
use super::fault::{DataFault, did_you_mean};
use super::places::Hex;
use super::word::Word;

/// The words of a game that a situation may use.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Vocabulary {
    /// Words after a place: how the pieces of a line are there. A piece is there in one way.
    pub stances: Vec<Word>,
    /// The stance that is followed by the id of the piece that carries.
    pub aboard: Option<Word>,
    /// Words after a piece.
    pub states: Vec<Word>,
    /// Words after a piece that are followed by the place they point at.
    pub arrows: Vec<Word>,
    /// Words after a piece that are followed by `=` and a text.
    pub notes: Vec<Word>,
    /// Whether some pieces stand for a number.
    pub numbers: bool,
    /// The kind of chit that stands for a tray.
    pub tray: Option<Word>,
}

impl Vocabulary {
    /// The stances as a message lists them: `docked, aboard ID or pinned`.
    fn stance_list(&self) -> String {
        let told = |word: &Word| {
            if self.aboard.as_ref() == Some(word) { format!("{word} ID") } else { word.to_string() }
        };
        let mut all: Vec<String> = self.stances.iter().map(told).collect();
        match all.pop() {
            None => "nothing".to_owned(),
            Some(last) if all.is_empty() => last,
            Some(last) => format!("{} or {last}", all.join(", ")),
        }
    }
}

/// A position as written, with nothing looked up yet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scenario {
    /// The game's id.
    pub game: String,
    /// Its name in a module's list of set-ups.
    pub title: Option<String>,
    /// The hex in the middle of its theatre.
    pub view: Option<String>,
    /// Year and month.
    pub date: Option<Date>,
    /// A phase of the sequence of play.
    pub phase: Option<String>,
    /// Places that changed hands since the scenario's start.
    pub control: Vec<Held>,
    /// Tracks, points and levels that the text names, in its order.
    pub values: Vec<NamedValue>,
    /// Who sits at which side.
    pub players: Vec<NamedPlayer>,
    /// The pieces, one stack per line of the text.
    pub placements: Vec<Placement>,
    /// Whether the schedule fills in what the text does not place.
    pub fill: bool,
}

/// A value as a text names it: a number, or the smallest and the largest that it may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedValue {
    /// The line of the text, counted from 1.
    pub line: u64,
    /// Its word.
    pub word: Word,
    /// The smallest number it may be.
    pub least: i32,
    /// The largest number it may be; the same for a number that is known.
    pub most: i32,
}

/// A player by a line `player:`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedPlayer {
    /// The line of the text, counted from 1.
    pub line: u64,
    /// The side as the module calls it.
    pub side: String,
    /// The name he plays under.
    pub name: String,
}

/// The places that a nation holds by a line `control:`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    /// The line of the text, counted from 1.
    pub line: u64,
    /// The nation's code.
    pub nation: String,
    /// Hexes, areas and boxes.
    pub places: Vec<WrittenPlace>,
}

/// A year and a month, 1 to 12.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    /// For example 1942.
    pub year: u16,
    /// 1 to 12.
    pub month: u8,
}

impl Date {
    /// As players say it: `August 1942`.
    pub fn in_words(self) -> String {
        format!("{} {}", month_name(self.month), self.year)
    }
}

/// The name of a month from 1 to 12.
pub fn month_name(month: u8) -> &'static str {
    const NAMES: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    NAMES[usize::from(month.clamp(1, 12)) - 1]
}

/// Where a line puts its pieces.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum WrittenPlace {
    /// A hex of the map.
    Hex(Hex),
    /// A box by its name or id.
    Box(String),
    /// A tray by its number.
    Tray(u16),
    /// The tray of a chit by its id, since several nations have trays of the same number.
    Force(String),
}

/// How the pieces of a line are there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Stance {
    /// As such a piece usually is; nothing is said.
    #[default]
    Present,
    /// In one of the ways that the game names.
    In(Word),
    /// Carried by a piece at the same place, by its id.
    Aboard(String),
}

/// One line of pieces, bottom of the stack first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placement {
    /// The line of the text, counted from 1.
    pub line: u64,
    /// Where.
    pub spot: WrittenPlace,
    /// How.
    pub stance: Stance,
    /// What.
    pub pieces: Vec<Placed>,
    /// Where the line's facts come from.
    pub source: Source,
}

/// One piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    /// A counter's id, or the id or kind of a chit.
    pub id: String,
    /// Whether it was written as `chit:`.
    pub chit: bool,
    /// How many of them, 1 to 99.
    pub count: u16,
    /// Its states.
    pub states: BTreeSet<Word>,
    /// The hexes and areas it points at, by the word of the arrow.
    pub arrows: BTreeMap<Word, WrittenPlace>,
    /// The id of its piece, where the text says one.
    pub piece: Option<String>,
    /// What it bears in writing, by the word of the note.
    pub notes: BTreeMap<Word, String>,
    /// The number that it stands for, where the text says one.
    pub number: Option<i32>,
    /// Whether its side hides it.
    pub hidden: bool,
    /// Aboard this piece, when another line of its place says so; this line then says where in the stack it lies.
    pub aboard: Option<String>,
}

impl Placed {
    /// So many of a counter in no particular state.
    pub fn new(id: &str, chit: bool, count: u16) -> Self {
        Self {
            id: id.into(),
            chit,
            count,
            states: BTreeSet::new(),
            arrows: BTreeMap::new(),
            piece: None,
            notes: BTreeMap::new(),
            number: None,
            hidden: false,
            aboard: None,
        }
    }

    /// Takes over what another mention of the same piece says.
    fn also(&mut self, other: Self) {
        self.states.extend(other.states);
        for (word, place) in other.arrows {
            self.arrows.entry(word).or_insert(place);
        }
        for (word, text) in other.notes {
            self.notes.entry(word).or_insert(text);
        }
        self.piece = self.piece.take().or(other.piece);
        self.number = self.number.or(other.number);
        self.hidden |= other.hidden;
    }
}

impl Scenario {
    /// Makes one piece of a counter that is named in the stack of a place and again as cargo there: it keeps its place
    /// in the stack and is aboard. `single` says whether there is only one counter of an id; of others each mention is
    /// a piece.
    pub fn join_cargo(&mut self, single: impl Fn(&Placed) -> bool) {
        for at in 0..self.placements.len() {
            let Stance::Aboard(carrier) = self.placements[at].stance.clone() else { continue };
            let spot = self.placements[at].spot.clone();
            let mut left = Vec::new();
            for cargo in std::mem::take(&mut self.placements[at].pieces) {
                let in_stack = self
                    .placements
                    .iter_mut()
                    .filter(|line| line.spot == spot && !matches!(line.stance, Stance::Aboard(_)))
                    .flat_map(|line| &mut line.pieces)
                    .find(|piece| piece.id == cargo.id && piece.chit == cargo.chit && piece.aboard.is_none());
                match in_stack.filter(|_| single(&cargo)) {
                    Some(piece) => {
                        piece.aboard = Some(carrier.clone());
                        piece.also(cargo);
                    }
                    None => left.push(cargo),
                }
            }
            self.placements[at].pieces = left;
        }
    }
}

/// Says of a piece that its own side hides it.
const HIDDEN: &str = "hidden";

/// Says the id of a piece.
const PIECE: &str = "id";

/// Says the number that a piece stands for.
const NUMBER: &str = "number";

/// The largest number that a piece can stand for.
pub const MOST_ON_A_PIECE: i32 = 999;

/// Reads a situation in the words of its game; all faults come with their lines, and what is sound is returned beside
/// them.
pub fn read(file: &str, text: &str, words: &Vocabulary) -> (Scenario, Vec<DataFault>) {
    let scenario = Scenario::default();
    let mut reader =
        NotationReader { file, words, line: 0, scenario, source: Source::Draft, faults: Vec::new() };
    for (number, line) in (1..).zip(text.lines()) {
        reader.line = number;
        let line = line.split('#').next().unwrap_or_default().trim();
        if !line.is_empty() {
            reader.read_line(line);
        }
    }
    if reader.scenario.game.is_empty() {
        reader.line = 0;
        reader.fault("expected a line \"game: ID\"");
    }
    (reader.scenario, reader.faults)
}

struct NotationReader<'a> {
    file: &'a str,
    words: &'a Vocabulary,
    line: u64,
    scenario: Scenario,
    source: Source,
    faults: Vec<DataFault>,
}

impl NotationReader<'_> {
    fn fault(&mut self, message: impl Into<String>) {
        self.faults.push(DataFault::at(self.file, self.line, message));
    }

    fn read_line(&mut self, line: &str) {
        let Some((head, tail)) = split_colon(line) else {
            self.fault(format!("expected a colon after the key or place, found \"{line}\""));
            return;
        };
        let (head, tail) = (head.trim(), tail.trim());
        match head {
            "game" => self.scenario.game = tail.into(),
            "title" => self.scenario.title = Some(tail.into()),
            "view" => self.scenario.view = Some(tail.into()),
            "date" => self.read_date(tail),
            "phase" => self.scenario.phase = Some(tail.into()),
            "source" => match SOURCES.iter().find(|(word, _)| *word == tail) {
                Some((_, source)) => self.source = *source,
                None => self.fault(format!("expected rules, history or draft, found \"{tail}\"")),
            },
            "control" => self.read_control(tail),
            "values" => self.read_values(tail),
            "player" => self.read_player(tail),
            "fill" if tail == "schedule" => self.scenario.fill = true,
            "fill" => self.fault(format!("expected schedule, found \"{tail}\"")),
            _ => self.read_placement(head, tail),
        }
    }

    fn read_date(&mut self, text: &str) {
        let date = text.split_once('-').and_then(|(year, month)| {
            let date = Date { year: year.parse().ok()?, month: month.parse().ok()? };
            (1..=12).contains(&date.month).then_some(date)
        });
        if date.is_none() {
            self.fault(format!("expected a date such as 1942-08, found \"{text}\""));
        }
        self.scenario.date = date;
    }

    fn read_control(&mut self, text: &str) {
        let mut words = unquoted(text, |c| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
        let Some(nation) = words.next() else {
            self.fault("expected a nation's code and hexes, such as \"control: US E4527\"");
            return;
        };
        let places = words.filter_map(|word| self.read_place(word)).collect();
        self.scenario.control.push(Held { line: self.line, nation: nation.into(), places });
    }

    fn read_values(&mut self, text: &str) {
        for item in text.split(',').map(str::trim) {
            let number = |text: &str| text.parse::<i32>().ok();
            let ends = |text: &str| match text.split_once("..") {
                Some((least, most)) => number(least).zip(number(most)).filter(|(least, most)| least <= most),
                None => number(text).map(|number| (number, number)),
            };
            let read = item.split_once(char::is_whitespace).map(|(word, rest)| (word, ends(rest.trim())));
            let Some((word, Some((least, most)))) = read else {
                let expected =
                    "expected the word of a value and a number, or the smallest and the largest it may be";
                self.fault(format!("{expected}, such as \"oil 12\" or \"oil 3..5\", found \"{item}\""));
                continue;
            };
            self.scenario.values.push(NamedValue { line: self.line, word: word.into(), least, most });
        }
    }

    fn read_player(&mut self, text: &str) {
        let named =
            text.split_once('"').and_then(|(side, name)| Some((side.trim(), name.strip_suffix('"')?)));
        match named.filter(|(side, name)| !side.is_empty() && !name.is_empty() && !name.contains('"')) {
            Some((side, name)) => {
                let player = NamedPlayer { line: self.line, side: side.into(), name: name.into() };
                self.scenario.players.push(player);
            }
            None => {
                self.fault(format!(
                    "expected a side and a name such as \"player: Japan \"Ann\"\", found \"{text}\""
                ));
            }
        }
    }

    fn read_placement(&mut self, head: &str, tail: &str) {
        let Some((spot, rest)) = self.read_spot(head) else {
            return;
        };
        let stance = self.read_stance(rest.trim());
        let pieces: Vec<Placed> =
            unquoted(tail, |c| c == ',').filter_map(|piece| self.read_piece(piece.trim())).collect();
        let (line, source) = (self.line, self.source);
        self.scenario.placements.push(Placement { line, spot, stance, pieces, source });
    }

    fn read_spot<'t>(&mut self, head: &'t str) -> Option<(WrittenPlace, &'t str)> {
        let (word, rest) = head.split_once(char::is_whitespace).unwrap_or((head, ""));
        let rest = rest.trim_start();
        match word {
            "at" | "in" | "box" if rest.starts_with('"') => {
                let Some((name, rest)) = rest[1..].split_once('"') else {
                    self.fault("expected a closing quotation mark after the name of the box");
                    return None;
                };
                Some((WrittenPlace::Box(name.into()), rest))
            }
            "at" => self.read_hex(rest),
            "box" if !rest.is_empty() => {
                let (name, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                Some((WrittenPlace::Box(name.into()), rest))
            }
            "tray" => {
                let (number, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                match number.parse() {
                    Ok(number) => Some((WrittenPlace::Tray(number), rest)),
                    Err(_) if number.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                        Some((WrittenPlace::Force(number.into()), rest))
                    }
                    Err(_) => {
                        let kind =
                            self.words.tray.as_ref().map(|kind| format!("{kind} ")).unwrap_or_default();
                        let expected = format!("expected the number of a tray or the id of its {kind}chit");
                        self.fault(format!("{expected}, found \"{number}\""));
                        None
                    }
                }
            }
            "in" => {
                let help =
                    "expected the name of a box in quotation marks behind \"in\", or \"box\" and its id";
                self.fault(format!("{help}, found \"{head}\""));
                None
            }
            _ => {
                let near = did_you_mean(
                    word,
                    [
                        "game", "title", "view", "date", "phase", "control", "values", "player", "source",
                        "fill", "at", "in", "tray", "box",
                    ],
                );
                self.fault(format!("unknown key \"{word}\"{near}"));
                None
            }
        }
    }

    fn read_hex<'t>(&mut self, text: &'t str) -> Option<(WrittenPlace, &'t str)> {
        let mut words = text.splitn(2, char::is_whitespace);
        let (mut name, mut rest) = (words.next().unwrap_or_default().to_owned(), words.next().unwrap_or(""));
        if name.len() == 1 {
            let (digits, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            name.push_str(digits);
            rest = after;
        }
        match name.parse() {
            Ok(hex) => Some((WrittenPlace::Hex(hex), rest)),
            Err(message) => {
                self.fault(format!("{message}, or the name of a box in quotation marks"));
                None
            }
        }
    }

    /// A hex, or the name of an area or box in quotation marks.
    fn read_place(&mut self, word: &str) -> Option<WrittenPlace> {
        if let Some(name) = word.strip_prefix('"') {
            let name = name.strip_suffix('"');
            if name.is_none() {
                self.fault("expected a closing quotation mark after the name of the box");
            }
            return name.map(|name| WrittenPlace::Box(name.into()));
        }
        match word.parse() {
            Ok(hex) => Some(WrittenPlace::Hex(hex)),
            Err(message) => {
                self.fault(format!("{message}, or the name of a box in quotation marks"));
                None
            }
        }
    }

    fn read_stance(&mut self, text: &str) -> Stance {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        if text.is_empty() {
            return Stance::Present;
        }
        if self.words.aboard.as_deref() == Some(word) {
            if !rest.is_empty() && !rest.contains(char::is_whitespace) {
                return Stance::Aboard(rest.into());
            }
            self.fault(format!("expected the id of the piece that carries, such as \"{word} jp-cv-kaga\""));
            return Stance::Present;
        }
        match self.words.stances.iter().find(|known| *known == text) {
            Some(stance) => Stance::In(stance.clone()),
            None => {
                self.fault(format!("expected {}, found \"{text}\"", self.words.stance_list()));
                Stance::Present
            }
        }
    }

    fn read_piece(&mut self, text: &str) -> Option<Placed> {
        let mut words = unquoted(text, char::is_whitespace).filter(|word| !word.is_empty());
        let mut id = words.next();
        if id.is_none() {
            self.fault("expected a piece, found nothing between the commas");
            return None;
        }
        let mut count = 1;
        if let Some(number) = id.and_then(|word| word.parse::<u16>().ok()) {
            if words.next() != Some("x") || !(1..=99).contains(&number) {
                self.fault(format!(
                    "expected a number up to 99 and \"x\", such as \"2 x jp-dd\", found \"{text}\""
                ));
                return None;
            }
            (count, id) = (number, words.next());
        }
        let Some(id) = id else {
            self.fault(format!("expected a piece after \"{text}\""));
            return None;
        };
        let (id, chit) = id.strip_prefix("chit:").map_or((id, false), |id| (id, true));
        let mut placed = Placed::new(id, chit, count);
        while let Some(word) = words.next() {
            self.read_word(&mut placed, word, &mut words);
        }
        Some(placed)
    }

    fn read_word<'t>(&mut self, placed: &mut Placed, word: &str, words: &mut impl Iterator<Item = &'t str>) {
        let known = self.words;
        if let Some((key, text)) = word.split_once('=') {
            self.read_note(placed, key, text);
        } else if word == HIDDEN {
            placed.hidden = true;
        } else if let Some(arrow) = known.arrows.iter().find(|arrow| *arrow == word) {
            let mut hex = words.next().unwrap_or_default().to_owned();
            if hex.len() == 1 {
                hex.push_str(words.next().unwrap_or_default());
            }
            if let Some(place) = self.read_place(&hex) {
                placed.arrows.insert(arrow.clone(), place);
            }
        } else if let Some(state) = known.states.iter().find(|state| *state == word) {
            placed.states.insert(state.clone());
        } else {
            let all = known.states.iter().chain(&known.arrows).map(Word::as_str).chain([HIDDEN]);
            let near = did_you_mean(word, all);
            self.fault(format!("unknown state \"{word}\" of \"{}\"{near}", placed.id));
        }
    }

    /// `number=3`, or the word of a note with its text, in quotation marks where it has spaces.
    fn read_note(&mut self, placed: &mut Placed, key: &str, text: &str) {
        let quoted = |text: &str| text.strip_prefix('"')?.strip_suffix('"').map(str::to_owned);
        let text = quoted(text).unwrap_or_else(|| text.to_owned());
        let known = self.words;
        if key == NUMBER && known.numbers {
            placed.number =
                text.parse().ok().filter(|number| (-MOST_ON_A_PIECE..=MOST_ON_A_PIECE).contains(number));
            if placed.number.is_none() {
                let told = format!(
                    "expected a number from -{MOST_ON_A_PIECE} to {MOST_ON_A_PIECE}, found \"{text}\""
                );
                self.fault(format!("{told} as the {NUMBER} of \"{}\"", placed.id));
            }
        } else if key == PIECE && placed.count == 1 && !text.is_empty() {
            placed.piece = Some(text);
        } else if let Some(note) = known.notes.iter().find(|note| *note == key) {
            if text.is_empty() || text.contains('"') {
                self.fault(format!("expected a text behind \"{key}=\" of \"{}\"", placed.id));
            }
            placed.notes.insert(note.clone(), text);
        } else {
            let number = known.numbers.then_some(NUMBER);
            let near = did_you_mean(key, known.notes.iter().map(Word::as_str).chain([PIECE]).chain(number));
            self.fault(format!("nothing is noted on \"{}\" as \"{key}\"{near}", placed.id));
        }
    }
}

/// The parts of a text between these letters, as far as they do not stand inside quotation marks.
fn unquoted(text: &str, parts: impl Fn(char) -> bool) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    text.split(move |letter| {
        quoted ^= letter == '"';
        !quoted && parts(letter)
    })
}

/// Splits at the first colon that is not inside quotation marks.
fn split_colon(line: &str) -> Option<(&str, &str)> {
    let head = unquoted(line, |letter| letter == ':').next()?;
    Some((head, line.get(head.len() + 1..)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> Vocabulary {
        let list = |words: &[&str]| words.iter().copied().map(Word::from).collect();
        Vocabulary {
            stances: list(&["docked", "aloft", "aboard", "pinned"]),
            aboard: Some("aboard".into()),
            states: list(&["reduced", "standby"]),
            arrows: list(&["attack"]),
            notes: list(&["seen", "sighted"]),
            numbers: true,
            tray: None,
        }
    }

    const TEXT: &str = r#"
game: example
date: 1942-08
phase: EN.5
# who holds what
control: US E4527 E4528, "Coral Sea, North"
player: Allied Navy "Ann Lee"
at W4533: jp-inf-2, jp-inf-18 reduced, jp-hq-southern
at W 4533 docked: jp-ca-chokai standby, 2 x jp-dd
source: history
at E3628 aboard jp-cv-kaga: jp-n-kaga
at E4527: us-marine-1 attack E4528, chit:fortification
in "US Force Pool": us-marine-2 attack "Bay: Inner, North", us-marine-3
tray 3: us-ca-portland, us-dd
at E2103: jp-tf-1 hidden
tray jp-tf-1 aboard jp-cv-kaga: jp-n-kaga
at E2104: 2 x jp-ca-chokai standby seen=12 sighted="turn 3, by us", jp-ep number=7
"#;

    fn hex(name: &str) -> WrittenPlace {
        WrittenPlace::Hex(name.parse().unwrap())
    }

    fn area(name: &str) -> WrittenPlace {
        WrittenPlace::Box(name.into())
    }

    #[test]
    fn every_form_of_a_line_is_read() {
        let (scenario, faults) = read("example", TEXT, &words());
        assert_eq!(faults, []);
        assert_eq!(scenario.game, "example");
        assert_eq!(scenario.date, Some(Date { year: 1942, month: 8 }));
        assert_eq!((scenario.control[0].line, scenario.control[0].nation.as_str()), (6, "US"));
        assert_eq!(scenario.control[0].places[1..], [hex("E4528"), area("Coral Sea, North")]);
        let player = NamedPlayer { line: 7, side: "Allied Navy".into(), name: "Ann Lee".into() };
        assert_eq!(scenario.players, [player]);
        let lines = &scenario.placements;
        assert!(lines[0].pieces[1].states.contains("reduced"));
        assert_eq!((&lines[1].stance, lines[1].pieces[1].count), (&Stance::In("docked".into()), 2));
        assert_eq!(lines[2].stance, Stance::Aboard("jp-cv-kaga".into()));
        assert_eq!((lines[1].source, lines[2].source), (Source::Draft, Source::History));
        assert_eq!(lines[3].pieces[0].arrows.get("attack"), Some(&hex("E4528")));
        assert!(lines[3].pieces[1].chit);
        assert_eq!(lines[4].spot, WrittenPlace::Box("US Force Pool".into()));
        assert_eq!(lines[4].pieces[0].arrows.get("attack"), Some(&area("Bay: Inner, North")));
        assert_eq!(lines[4].pieces[1].id, "us-marine-3");
        assert_eq!(lines[5].spot, WrittenPlace::Tray(3));
        assert!(lines[6].pieces[0].hidden && !lines[5].pieces[0].hidden);
        assert_eq!(lines[7].spot, WrittenPlace::Force("jp-tf-1".into()));
        assert_eq!(lines[7].stance, Stance::Aboard("jp-cv-kaga".into()));
        let [ghosts, money] = lines[8].pieces.as_slice() else { panic!("{lines:?}") };
        let notes: Vec<(&str, &str)> = ghosts.notes.iter().map(|(word, text)| (&**word, &**text)).collect();
        assert_eq!(notes, [("seen", "12"), ("sighted", "turn 3, by us")]);
        assert!(ghosts.states.contains("standby") && ghosts.count == 2);
        assert_eq!((ghosts.number, money.number), (None, Some(7)));
    }

    #[test]
    fn what_is_noted_on_a_piece_is_a_known_note_or_a_number() {
        let text = "game: example\nat W4533: a number=-1000, b number=x\nat W4533: a sighted=, b sigted=1\nat W4533: c=1\n";
        let (_, faults) = read("x", text, &words());
        let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "x:2: expected a number from -999 to 999, found \"-1000\" as the number of \"a\"",
                "x:2: expected a number from -999 to 999, found \"x\" as the number of \"b\"",
                "x:3: expected a text behind \"sighted=\" of \"a\"",
                "x:3: nothing is noted on \"b\" as \"sigted\"; did you mean \"sighted\"?",
            ]
        );
        let (_, faults) = read("x", "game: example\nat W4533: a number=1\n", &Vocabulary::default());
        assert_eq!(faults.len(), 1, "a game without such pieces has no numbers: {faults:?}");
    }

    #[test]
    fn a_counter_named_in_the_stack_and_as_cargo_is_one_piece() {
        let text = "game: example\nat W4533: us-marine-1 reduced, us-stp-1, 2 x sea-supply\n\
                    at W4533 aboard us-stp-1: us-marine-1 attack W4533, sea-supply\n\
                    at W4534 aboard us-stp-1: us-marine-1\n";
        let (mut scenario, faults) = read("example", text, &words());
        assert_eq!(faults, []);
        scenario.join_cargo(|placed| placed.id != "sea-supply");
        let ids = |line: &Placement| -> Vec<String> {
            line.pieces.iter().map(|piece| format!("{} x {}", piece.count, piece.id)).collect()
        };
        let [stack, cargo, elsewhere] = scenario.placements.as_slice() else { panic!("{scenario:?}") };
        assert_eq!(ids(stack), ["1 x us-marine-1", "1 x us-stp-1", "2 x sea-supply"]);
        assert_eq!(stack.pieces[0].aboard.as_deref(), Some("us-stp-1"));
        assert!(stack.pieces[0].states.contains("reduced") && stack.pieces[0].arrows.contains_key("attack"));
        assert_eq!(ids(cargo), ["1 x sea-supply"]);
        assert_eq!(ids(elsewhere), ["1 x us-marine-1"]);
    }

    #[test]
    fn all_faults_come_at_once_with_their_lines() {
        let text = "game: example\ndate: 1942-13\nat W45: jp-inf-2\nat W4533 flying: jp-f-11 standbye\nfoo\nat W4533: a, , 200 x b\n\
                    control: US E4527 \"Coral Sea\ncontrol: US Coral\nplayer: \"Ann\"\nin Manila: c\n";
        let (_, faults) = read("x", text, &words());
        let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "x:2: expected a date such as 1942-08, found \"1942-13\"",
                "x:3: expected a hex such as W4533, found \"W45\", or the name of a box in quotation marks",
                "x:4: expected docked, aloft, aboard ID or pinned, found \"flying\"",
                "x:4: unknown state \"standbye\" of \"jp-f-11\"; did you mean \"standby\"?",
                "x:5: expected a colon after the key or place, found \"foo\"",
                "x:6: expected a piece, found nothing between the commas",
                "x:6: expected a number up to 99 and \"x\", such as \"2 x jp-dd\", found \"200 x b\"",
                "x:7: expected a closing quotation mark after the name of the box",
                "x:8: expected a hex such as W4533, found \"Coral\", or the name of a box in quotation marks",
                "x:9: expected a side and a name such as \"player: Japan \"Ann\"\", found \"\"Ann\"\"",
                "x:10: expected the name of a box in quotation marks behind \"in\", or \"box\" and its id, found \"in Manila\"",
            ]
        );
    }
}
