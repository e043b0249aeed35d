//! The commitment of an issue: hidden pieces and texts in leaves, and the one hash over all of them that is published.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use unicode_normalization::is_nfc;

use super::digest::{Digest32, GameTag, shortened};
use super::key::{SaltKind, SealKey};

/// Most leaves of a game.
pub const MOST_LEAVES: usize = 10_000;
/// Most pieces in one leaf.
pub const MOST_PIECES: usize = 10_000;
/// Longest name of a leaf in bytes.
pub const LONGEST_NAME: usize = 400;
/// Longest line of a piece in bytes.
pub const LONGEST_LINE: usize = 1_000;
/// Longest text of a leaf in bytes.
pub const LONGEST_TEXT: usize = 1 << 20;

/// What stands in a line for no carrier.
const NO_CARRIER: &str = "-";

/// One piece as it is committed to: `power TAB class TAB damage TAB uid TAB carrier`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnitLine {
    /// Whose it is; may be empty.
    pub power: String,
    /// What it is.
    pub class: String,
    /// Its damage or state.
    pub damage: String,
    /// Its id in the master; of the n-th unit of a chip `id#n`.
    pub uid: String,
    /// The uid of its carrier or transport.
    pub carrier: Option<String>,
}

/// Why leaves cannot be sealed. A message names the piece or the leaf.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LeafFault {
    /// A field of a line has a sign that lines cannot have.
    #[error("piece {uid}: its {field} {found} {why}")]
    Field {
        /// The piece.
        uid: String,
        /// Which field.
        field: &'static str,
        /// What it says.
        found: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A line is too long.
    #[error("piece {0}: its line is longer than {LONGEST_LINE} bytes")]
    LongLine(String),
    /// A text is no line.
    #[error("{0} is not a line for a piece, expected five fields separated by TABs")]
    NoLine(String),
    /// Two lines are of one piece.
    #[error("piece {uid} is in both {one} and {other}")]
    Twice {
        /// The piece.
        uid: String,
        /// The leaf that has it.
        one: String,
        /// The leaf that has it, too.
        other: String,
    },
    /// Two leaves have one name.
    #[error("duplicate leaf {0}")]
    SameName(String),
    /// A name that no leaf can have.
    #[error("the leaf {0} {1}")]
    Name(String, &'static str),
    /// Too many of something, or too long.
    #[error("{0}")]
    TooMuch(String),
    /// A leaf that the first issue did not have.
    #[error("the leaf {0} was not there at the first issue; the leaves of a game never change")]
    New(String),
    /// A leaf of the first issue that is missing.
    #[error("the leaf {0} is missing; every issue has the leaves of the first, empty or not")]
    Gone(String),
}

/// The uids of a piece: its id in the save; where chips make several units of it one for each, `id#1`, `id#2` …. No more
/// than fit into a leaf.
pub fn uids(id: &str, chips: Option<usize>) -> Vec<String> {
    match chips {
        None => vec![id.to_owned()],
        Some(units) => (1..=units.min(MOST_PIECES)).map(|number| format!("{id}#{number}")).collect(),
    }
}

/// What keeps a text from being a field or a name.
fn unfit(text: &str) -> Option<&'static str> {
    if text.chars().any(char::is_control) {
        return Some("has a TAB, a line end or another control character in it");
    }
    (!is_nfc(text)).then_some("is not in Unicode's normal form NFC")
}

impl UnitLine {
    /// The line of a piece.
    ///
    /// # Errors
    /// A field has a control character, such as a TAB or the end of a line, or is not in NFC; the uid is empty or `-`;
    /// the line is too long.
    pub fn new(
        power: &str,
        class: &str,
        damage: &str,
        uid: &str,
        carrier: Option<&str>,
    ) -> Result<Self, LeafFault> {
        let fault = |field, found: &str, why| {
            Err(LeafFault::Field { uid: shortened(uid), field, found: shortened(found), why })
        };
        let carrier_text = carrier.unwrap_or(NO_CARRIER);
        let fields =
            [("power", power), ("class", class), ("damage", damage), ("id", uid), ("carrier", carrier_text)];
        for (field, text) in fields {
            if let Some(why) = unfit(text) {
                return fault(field, text, why);
            }
        }
        if uid.is_empty() || uid == NO_CARRIER {
            return fault("id", uid, "names no piece");
        }
        if carrier.is_some_and(|carrier| carrier.is_empty() || carrier == NO_CARRIER) {
            return fault("carrier", carrier_text, "names no piece");
        }
        let line = Self {
            power: power.to_owned(),
            class: class.to_owned(),
            damage: damage.to_owned(),
            uid: uid.to_owned(),
            carrier: carrier.map(str::to_owned),
        };
        match line.to_string().len() > LONGEST_LINE {
            true => Err(LeafFault::LongLine(shortened(uid))),
            false => Ok(line),
        }
    }

    /// Reads a line.
    ///
    /// # Errors
    /// As of [`UnitLine::new`], and a text without exactly five fields.
    pub fn read(text: &str) -> Result<Self, LeafFault> {
        let fields: Vec<&str> = text.split('\t').take(6).collect();
        let [power, class, damage, uid, carrier] = fields.as_slice() else {
            return Err(LeafFault::NoLine(shortened(text)));
        };
        Self::new(power, class, damage, uid, (*carrier != NO_CARRIER).then_some(*carrier))
    }
}

impl fmt::Display for UnitLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let carrier = self.carrier.as_deref().unwrap_or(NO_CARRIER);
        write!(f, "{}\t{}\t{}\t{}\t{carrier}", self.power, self.class, self.damage, self.uid)
    }
}

/// What a leaf holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LeafContent {
    /// The pieces of a place, in any order.
    Place(Vec<UnitLine>),
    /// A text, byte for byte; empty if there is nothing.
    Text(String),
}

/// All leaves of an issue by their names, which lie in the order of their bytes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Leaves(BTreeMap<String, LeafContent>);

/// All leaves of an issue: each place with its pieces, empty ones included, and each text. Which those are, only the
/// game knows.
///
/// # Errors
/// A name is given twice or cannot be one, a piece is in two lines, or there is too much of anything.
pub fn leaves(
    places: impl IntoIterator<Item = (String, Vec<UnitLine>)>,
    texts: impl IntoIterator<Item = (String, String)>,
) -> Result<Leaves, LeafFault> {
    let mut all = Leaves::default();
    let mut holders: BTreeMap<String, String> = BTreeMap::new();
    for (name, lines) in places {
        if lines.len() > MOST_PIECES {
            return Err(LeafFault::TooMuch(format!("{name}: more than {MOST_PIECES} pieces in one place")));
        }
        for line in &lines {
            if let Some(one) = holders.insert(line.uid.clone(), name.clone()) {
                return Err(LeafFault::Twice { uid: line.uid.clone(), one, other: name });
            }
        }
        all.add(name, LeafContent::Place(lines))?;
    }
    for (name, text) in texts {
        if text.len() > LONGEST_TEXT {
            return Err(LeafFault::TooMuch(format!("{name}: its text is longer than {LONGEST_TEXT} bytes")));
        }
        all.add(name, LeafContent::Text(text))?;
    }
    Ok(all)
}

impl Leaves {
    fn add(&mut self, name: String, content: LeafContent) -> Result<(), LeafFault> {
        if let Some(why) = unfit_name(&name) {
            return Err(LeafFault::Name(shortened(&name), why));
        }
        if self.0.len() >= MOST_LEAVES {
            return Err(LeafFault::TooMuch(format!("more than {MOST_LEAVES} places and texts")));
        }
        match self.0.insert(name.clone(), content) {
            Some(_) => Err(LeafFault::SameName(name)),
            None => Ok(()),
        }
    }

    /// The names, sorted by their bytes.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// What a leaf holds.
    pub fn get(&self, name: &str) -> Option<&LeafContent> {
        self.0.get(name)
    }

    /// Names and contents, sorted by names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &LeafContent)> {
        self.0.iter().map(|(name, content)| (name.as_str(), content))
    }

    /// Refuses leaves that are not those of the first issue.
    ///
    /// # Errors
    /// A leaf is new or missing.
    pub fn expect<'n>(&self, first: impl IntoIterator<Item = &'n str>) -> Result<(), LeafFault> {
        let first: BTreeSet<&str> = first.into_iter().collect();
        if let Some(new) = self.names().find(|name| !first.contains(name)) {
            return Err(LeafFault::New(new.to_owned()));
        }
        match first.into_iter().find(|name| !self.0.contains_key(*name)) {
            Some(gone) => Err(LeafFault::Gone(gone.to_owned())),
            None => Ok(()),
        }
    }
}

/// What keeps a text from being the name of a leaf.
pub(super) fn unfit_name(name: &str) -> Option<&'static str> {
    match name.len() {
        0 => Some("has no name"),
        1..=LONGEST_NAME => unfit(name),
        _ => Some("has a name that is too long"),
    }
}

/// The hash of a piece: `H(tag 00 salt line)`.
pub fn piece_hash(tag: &GameTag, salt: &Digest32, line: &str) -> Digest32 {
    tag.hash("piece").bytes(&salt.0).bytes(line.as_bytes()).done()
}

/// The leaf of a place: `H(tag 00 salt be4(length of name) name be4(k) p1 .. pk)`, the pieces sorted by their bytes.
pub fn place_hash(tag: &GameTag, salt: &Digest32, name: &str, mut pieces: Vec<Digest32>) -> Digest32 {
    pieces.sort_unstable();
    tag.hash("place").bytes(&salt.0).text(name).count(pieces.len()).all(&pieces).done()
}

/// The leaf of a text: `H(tag 00 salt be4(length of name) name text)`.
pub fn text_hash(tag: &GameTag, salt: &Digest32, name: &str, text: &str) -> Digest32 {
    tag.hash("text").bytes(&salt.0).text(name).bytes(text.as_bytes()).done()
}

/// The root of an issue: `H(tag 00 be4(issue) root of the issue before be4(m) leaf1 .. leafm)`.
pub fn root_hash(tag: &GameTag, issue: u32, previous: &Digest32, leaves: &[Digest32]) -> Digest32 {
    tag.hash("root").bytes(&issue.to_be_bytes()).bytes(&previous.0).count(leaves.len()).all(leaves).done()
}

/// The hash of the names of the leaves, sorted by their bytes: `H(tag 00 be4(m) be4(length of name) name ..)`.
pub fn names_hash<'n>(tag: &GameTag, names: impl ExactSizeIterator<Item = &'n str>) -> Digest32 {
    let hash = tag.hash("names").count(names.len());
    names.fold(hash, |hash, name| hash.text(name)).done()
}

/// An issue that is committed to: its hashes, which tell nothing without the key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sealed {
    /// The game.
    pub tag: GameTag,
    /// The number of the issue, from 0.
    pub issue: u32,
    /// The root of the issue before; zeros at issue 0.
    pub previous: Digest32,
    /// The hashes of the leaves in the order of their names.
    pub leaves: Vec<Digest32>,
    /// The hash of the names.
    pub names: Digest32,
    /// The one hash over all of it.
    pub root: Digest32,
}

impl Sealed {
    /// Commits to the leaves of an issue.
    pub fn new(key: &SealKey, tag: &GameTag, issue: u32, previous: Digest32, leaves: &Leaves) -> Self {
        let hashes: Vec<Digest32> =
            leaves.iter().map(|(name, content)| leaf_hash(key, tag, issue, name, content)).collect();
        Self {
            root: root_hash(tag, issue, &previous, &hashes),
            names: names_hash(tag, leaves.names()),
            tag: tag.clone(),
            issue,
            previous,
            leaves: hashes,
        }
    }
}

/// The hash of a leaf with the salts of its issue.
fn leaf_hash(key: &SealKey, tag: &GameTag, issue: u32, name: &str, content: &LeafContent) -> Digest32 {
    let salt = key.salt(SaltKind::Leaf, issue, name);
    match content {
        LeafContent::Text(text) => text_hash(tag, &salt, name, text),
        LeafContent::Place(lines) => {
            let piece = |line: &UnitLine| {
                piece_hash(tag, &key.salt(SaltKind::Piece, issue, &line.uid), &line.to_string())
            };
            place_hash(tag, &salt, name, lines.iter().map(piece).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zero() -> SealKey {
        SealKey::new([0; 32])
    }

    fn tag() -> GameTag {
        GameTag::new("aafog").unwrap()
    }

    fn bismarck() -> UnitLine {
        UnitLine::new("germany", "BB", "0", "7", None).unwrap()
    }

    #[test]
    fn the_test_values_of_the_catalogue_hold() {
        let key = zero();
        let (piece, leaf) = (key.salt(SaltKind::Piece, 0, "7"), key.salt(SaltKind::Leaf, 0, "SZ 20"));
        let told = |digest: Digest32, hex: &str| assert_eq!(digest.to_string(), hex);
        told(piece, "4f361025800143700b4afc5a984bdb3d639fa22a17d71364255942badd29e6c3");
        assert_eq!(bismarck().to_string(), "germany\tBB\t0\t7\t-");
        let hash = piece_hash(&tag(), &piece, &bismarck().to_string());
        told(hash, "c90ad95bdebaebba3d978cdcc7f1985190c14a09132630e589c1b9a2795168e3");
        told(leaf, "1ea35b8272dbb54c65fc285d5fd3b2d2c330650ad53fbe748712c0c7bc187477");
        let places = [("SZ 20".to_owned(), vec![bismarck()]), ("SZ 19".to_owned(), vec![])];
        let sealed = Sealed::new(&key, &tag(), 0, Digest32::ZERO, &leaves(places, []).unwrap());
        told(sealed.leaves[0], "03508bfb46de5d29dc81284dc0e859428fdd3cee4e1b24af87e5be6f8b6285c9");
        told(sealed.leaves[1], "2682792112af5051b58a7c798e74520c73978903c02d46d8e243b370364e2e9a");
        told(sealed.root, "2695a87707b29394d4aa0bef988106b3de2226507c3364a50d1de8f052aa9be4");
    }

    #[test]
    fn equal_contents_do_not_show_from_issue_to_issue_or_between_places() {
        let places = ["a", "b"].map(|name| (name.to_owned(), vec![]));
        let leaves = leaves(places, []).unwrap();
        let seal = |issue| Sealed::new(&zero(), &tag(), issue, Digest32::ZERO, &leaves).leaves;
        let all: BTreeSet<Digest32> = seal(0).into_iter().chain(seal(1)).collect();
        assert_eq!(all.len(), 4);
    }

    #[test]
    fn a_line_that_two_programs_could_read_differently_is_refused_with_its_piece() {
        let line = |power, uid, carrier| UnitLine::new(power, "BB", "0", uid, carrier);
        let long = "x".repeat(LONGEST_LINE);
        for (wrong, said) in [
            (line("ger\tmany", "7", None), "piece \"7\": its power \"ger\\tmany\" has a TAB"),
            (line("ger\nmany", "7", None), "line end"),
            (line("e\u{301}tat", "7", None), "NFC"),
            (line("us", "", None), "names no piece"),
            (line("us", "-", None), "names no piece"),
            (line("us", "7", Some("-")), "its carrier \"-\" names no piece"),
            (line(&long, "7", None), "longer than"),
            (UnitLine::read("a\tb\tc"), "five fields"),
            (UnitLine::read("a\tb\tc\td\te\tf"), "five fields"),
        ] {
            let told = wrong.unwrap_err().to_string();
            assert!(told.contains(said), "{told}");
        }
        let aboard = line("us", "7", Some("9")).unwrap();
        assert_eq!(UnitLine::read(&aboard.to_string()), Ok(aboard));
    }

    #[test]
    fn each_unit_of_a_piece_with_chips_has_a_uid() {
        assert_eq!(uids("7", None), ["7"]);
        assert_eq!(uids("7", Some(3)), ["7#1", "7#2", "7#3"]);
        assert_eq!(uids("7", Some(usize::MAX)).len(), MOST_PIECES);
    }

    #[test]
    fn leaves_have_each_name_and_each_piece_once() {
        let place = |name: &str, lines: Vec<UnitLine>| (name.to_owned(), lines);
        let told = |places: Vec<(String, Vec<UnitLine>)>, texts: &[&str]| {
            let texts = texts.iter().map(|name| ((*name).to_owned(), String::new()));
            leaves(places, texts).unwrap_err().to_string()
        };
        let twice = told(vec![place("a", vec![bismarck()]), place("b", vec![bismarck()])], &[]);
        assert_eq!(twice, "piece 7 is in both a and b");
        assert_eq!(told(vec![place("a", vec![])], &["a"]), "duplicate leaf a");
        assert!(told(vec![place("", vec![])], &[]).contains("has no name"));
        assert!(told(vec![place("a\u{0}", vec![])], &[]).contains("control character"));
        let many = (0..=MOST_LEAVES).map(|at| place(&at.to_string(), vec![])).collect();
        assert!(told(many, &[]).contains("more than 10000"));
    }

    #[test]
    fn the_leaves_of_a_game_stay_those_of_its_first_issue() {
        let named =
            |names: &[&str]| leaves(names.iter().map(|name| ((*name).to_owned(), vec![])), []).unwrap();
        let first = named(&["b", "a"]);
        assert_eq!(first.names().collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(named(&["a", "b"]).expect(first.names()), Ok(()));
        assert_eq!(named(&["a"]).expect(first.names()), Err(LeafFault::Gone("b".into())));
        assert_eq!(named(&["a", "b", "c"]).expect(first.names()), Err(LeafFault::New("c".into())));
    }
}
