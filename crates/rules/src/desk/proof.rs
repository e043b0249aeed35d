//! An opening held against the record of its issue: proven, or the first thing that differs.

use std::collections::BTreeSet;
use std::fmt;

use super::commitment::{UnitLine, names_hash, piece_hash, place_hash, root_hash, text_hash, unfit_name};
use super::digest::{Digest32, shortened};
use super::opening::{OpenedContent, OpenedPiece, Opening};
use super::record::Record;
use vassal::diagnostic::counted;

/// What an opening proves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// The pieces that are shown, in the order of the opening.
    pub shown: Vec<UnitLine>,
    /// How many more there were, which stay secret.
    pub secret: usize,
    /// Whether the record fixes the names of the leaves. Where it does not, the place of the leaf is taken from the
    /// opening alone.
    pub names_fixed: bool,
}

/// Why an opening says nothing about a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unfit {
    /// They are of different games.
    Game,
    /// They are of different issues.
    Issue,
}

/// The first thing that differs between an opening and its record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// As many hashes as names are expected.
    Count {
        /// How many names there are.
        names: usize,
        /// How many hashes.
        leaves: usize,
    },
    /// A name that no leaf can have, or one that is not behind the one before.
    NameOrder(String),
    /// The names are not those that the record fixes.
    Names,
    /// The opened leaf is not among the names.
    NoLeaf,
    /// A line is none.
    Line(String),
    /// A piece is there twice.
    Twice(String),
    /// The opened leaf has another hash than the list has in its place.
    Leaf {
        /// The hash of what is opened.
        opened: Digest32,
        /// The hash in the list.
        listed: Digest32,
    },
    /// The list has another root than the record.
    Root {
        /// The root of the list.
        opened: Digest32,
        /// The root that was published.
        published: Digest32,
    },
}

impl Difference {
    /// One word for programs, which stays as it is.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Count { .. } => "count",
            Self::NameOrder(_) => "name-order",
            Self::Names => "names",
            Self::NoLeaf => "no-leaf",
            Self::Line(_) => "line",
            Self::Twice(_) => "twice",
            Self::Leaf { .. } => "leaf",
            Self::Root { .. } => "root",
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count { names, leaves } => {
                let (names, leaves) = (counted(*names, "name"), counted(*leaves, "hash"));
                write!(f, "the opening has {names} and {leaves}, expected as many of one as of the other")
            }
            Self::NameOrder(name) => {
                write!(
                    f,
                    "the names of the opening are not sorted, or one cannot be a name: {}",
                    shortened(name)
                )
            }
            Self::Names => write!(f, "the names of the opening are not those that the record fixes"),
            Self::NoLeaf => write!(f, "the opened leaf is not among the names of the opening"),
            Self::Line(why) => write!(f, "a line of a piece cannot be one: {why}"),
            Self::Twice(what) => write!(f, "{what} is there twice"),
            Self::Leaf { opened, listed } => {
                write!(f, "the opened leaf has the hash {opened}, but the list of the issue has {listed}")
            }
            Self::Root { opened, published } => {
                write!(f, "the list of the issue has the root {opened}, the record has {published}")
            }
        }
    }
}

/// What came of holding an opening against a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It is what was committed to.
    Proven(Proof),
    /// It is not.
    Contradicted(Difference),
}

impl Opening {
    /// Holds the opening against the record of its issue.
    ///
    /// # Errors
    /// The record is of another game or issue and says nothing about it.
    pub fn check(&self, record: &Record) -> Result<Verdict, Unfit> {
        if self.tag != record.tag {
            return Err(Unfit::Game);
        }
        if self.issue != record.issue {
            return Err(Unfit::Issue);
        }
        Ok(match self.proof(record) {
            Ok(proof) => Verdict::Proven(proof),
            Err(difference) => Verdict::Contradicted(difference),
        })
    }

    fn proof(&self, record: &Record) -> Result<Proof, Difference> {
        let listed = self.listed(record)?;
        let (leaf, shown) = self.leaf()?;
        if leaf != listed {
            return Err(Difference::Leaf { opened: leaf, listed });
        }
        let root = root_hash(&self.tag, self.issue, &record.previous, &self.leaves);
        if root != record.root {
            return Err(Difference::Root { opened: root, published: record.root });
        }
        let secret = self.content.pieces().len() - shown.len();
        Ok(Proof { shown, secret, names_fixed: record.names.is_some() })
    }

    /// The hash that the list has in the place of the opened leaf. The names say which place that is.
    fn listed(&self, record: &Record) -> Result<Digest32, Difference> {
        let (names, leaves) = (self.names.len(), self.leaves.len());
        if names != leaves {
            return Err(Difference::Count { names, leaves });
        }
        let mut last: Option<&String> = None;
        for name in &self.names {
            if unfit_name(name).is_some() || last.is_some_and(|last| last >= name) {
                return Err(Difference::NameOrder(name.clone()));
            }
            last = Some(name);
        }
        let names = names_hash(&self.tag, self.names.iter().map(String::as_str));
        if record.names.is_some_and(|fixed| fixed != names) {
            return Err(Difference::Names);
        }
        let place = self.names.binary_search(&self.name).ok();
        place.and_then(|place| self.leaves.get(place)).copied().ok_or(Difference::NoLeaf)
    }

    /// The hash of what is opened, and the pieces that are shown.
    fn leaf(&self) -> Result<(Digest32, Vec<UnitLine>), Difference> {
        let tag = &self.tag;
        let pieces = match &self.content {
            OpenedContent::Text(text) => {
                return Ok((text_hash(tag, &self.salt, &self.name, text), Vec::new()));
            }
            OpenedContent::Pieces(pieces) => pieces,
        };
        let (mut shown, mut hashes) = (Vec::new(), Vec::new());
        let mut uids = BTreeSet::new();
        for piece in pieces {
            match piece {
                OpenedPiece::Secret(hash) => hashes.push(*hash),
                OpenedPiece::Shown { line, salt } => {
                    let unit = UnitLine::read(line).map_err(|fault| Difference::Line(fault.to_string()))?;
                    if !uids.insert(unit.uid.clone()) {
                        return Err(Difference::Twice(format!("piece {}", unit.uid)));
                    }
                    hashes.push(piece_hash(tag, salt, line));
                    shown.push(unit);
                }
            }
        }
        let mut once = BTreeSet::new();
        if let Some(twice) = hashes.iter().find(|hash| !once.insert(**hash)) {
            return Err(Difference::Twice(format!("the piece with the hash {twice}")));
        }
        Ok((place_hash(tag, &self.salt, &self.name, hashes), shown))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::commitment::{Leaves, MOST_PIECES, Sealed, leaves};
    use crate::desk::digest::GameTag;
    use crate::desk::key::SealKey;
    use crate::desk::opening::Issue;
    use crate::desk::record::IssueTime;

    struct Desk {
        key: SealKey,
        leaves: Leaves,
        sealed: Sealed,
        record: Record,
    }

    fn desk() -> Desk {
        let key = SealKey::new([9; 32]);
        let unit = |class, uid| UnitLine::new("us", class, "0", uid, None).unwrap();
        let places = [("SZ 1", vec![unit("BB", "1"), unit("SUB", "2")]), ("SZ 2", vec![]), ("SZ 3", vec![])];
        let texts = [("orders/us".to_owned(), "go\n".to_owned())];
        let leaves = leaves(places.map(|(name, lines)| (name.to_owned(), lines)), texts).unwrap();
        let tag = GameTag::new("my-game").unwrap();
        let sealed = Sealed::new(&key, &tag, 4, Digest32([5; 32]), &leaves);
        let record = Record::of(&sealed, IssueTime::default());
        Desk { key, leaves, sealed, record }
    }

    impl Desk {
        fn open(&self, name: &str, show: &dyn Fn(&UnitLine) -> bool) -> Opening {
            let issue = Issue { key: &self.key, leaves: &self.leaves, sealed: &self.sealed };
            Opening::of(issue, name, show).unwrap()
        }

        fn all(&self, name: &str) -> Opening {
            self.open(name, &|_| true)
        }

        fn difference(&self, opening: &Opening) -> &'static str {
            match opening.check(&self.record) {
                Ok(Verdict::Contradicted(difference)) => difference.code(),
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn what_was_committed_to_is_proven_after_it_was_written_and_read() {
        let desk = desk();
        let read = Opening::read(&desk.all("SZ 1").to_json()).unwrap();
        assert_eq!(read, desk.all("SZ 1"));
        let Ok(Verdict::Proven(proof)) = read.check(&desk.record) else { panic!("{read:?}") };
        let mut classes: Vec<&str> = proof.shown.iter().map(|unit| unit.class.as_str()).collect();
        classes.sort_unstable();
        assert_eq!((classes, proof.secret, proof.names_fixed), (vec!["BB", "SUB"], 0, true));
        let orders = Opening::read(&desk.all("orders/us").to_json()).unwrap();
        assert_eq!(orders.content.text(), Some("go\n"));
        assert!(matches!(orders.check(&desk.record), Ok(Verdict::Proven(_))));
    }

    #[test]
    fn no_piece_proves_that_a_place_was_empty() {
        let desk = desk();
        assert!(matches!(desk.all("SZ 2").check(&desk.record), Ok(Verdict::Proven(_))));
        let mut empty = desk.all("SZ 1");
        empty.content = OpenedContent::Pieces(Vec::new());
        assert_eq!(desk.difference(&empty), "leaf");
        let mut text = desk.all("SZ 2");
        text.content = OpenedContent::Text(String::new());
        assert_eq!(desk.difference(&text), "leaf", "a place is no text");
    }

    #[test]
    fn a_bare_hash_keeps_a_piece_secret_and_proves_the_others() {
        let desk = desk();
        let opening = desk.open("SZ 1", &|unit| unit.class != "SUB");
        assert!(!opening.to_json().contains("SUB"));
        let Ok(Verdict::Proven(proof)) = opening.check(&desk.record) else { panic!("{opening:?}") };
        assert_eq!((proof.shown.len(), proof.secret), (1, 1));
    }

    #[test]
    fn an_opening_shows_nothing_of_other_places() {
        let desk = desk();
        let one = desk.all("SZ 2");
        let other = {
            let unit = UnitLine::new("us", "CV", "1", "3", None).unwrap();
            let places = [("SZ 1", vec![]), ("SZ 2", vec![]), ("SZ 3", vec![unit])];
            let places = places.map(|(name, lines)| (name.to_owned(), lines));
            let leaves = leaves(places, [("orders/us".to_owned(), "stay".to_owned())]).unwrap();
            let sealed = Sealed::new(&desk.key, &desk.sealed.tag, 4, Digest32([5; 32]), &leaves);
            let record = Record::of(&sealed, IssueTime::default());
            Desk { key: desk.key.clone(), leaves, sealed, record }.all("SZ 2")
        };
        assert_eq!(one.to_json().len(), other.to_json().len());
        let own = Opening { leaves: one.leaves.clone(), ..other.clone() };
        assert_eq!(own, one, "only hashes of leaves differ");
    }

    #[test]
    fn the_first_thing_that_differs_is_told() {
        let desk = desk();
        let changed = |change: &dyn Fn(&mut Opening)| {
            let mut opening = desk.all("SZ 1");
            change(&mut opening);
            desk.difference(&opening)
        };
        assert_eq!(changed(&|opening| opening.leaves.truncate(3)), "count");
        assert_eq!(changed(&|opening| opening.names.swap(0, 1)), "name-order");
        assert_eq!(changed(&|opening| opening.names[1] = "SZ 1".into()), "name-order");
        assert_eq!(changed(&|opening| opening.names[1] = "SZ 1b".into()), "names");
        assert_eq!(changed(&|opening| opening.name = "SZ 9".into()), "no-leaf");
        assert_eq!(changed(&|opening| opening.name = "SZ 2".into()), "leaf", "the leaf of another place");
        assert_eq!(changed(&|opening| opening.salt = Digest32::ZERO), "leaf");
        assert_eq!(changed(&|opening| opening.leaves[2] = Digest32::ZERO), "root");
        let line = |text: &str| {
            let piece = OpenedPiece::Shown { line: text.to_owned(), salt: Digest32::ZERO };
            changed(&|opening| opening.content = OpenedContent::Pieces(vec![piece.clone(), piece.clone()]))
        };
        assert_eq!((line("us BB"), line("us\tBB\t0\t1\t-")), ("line", "twice"));
    }

    #[test]
    fn nobody_opens_the_leaf_of_another_place_under_a_name() {
        let desk = desk();
        // The umpire hides a second, empty leaf "SZ 1" behind the true one and calls the true one otherwise.
        let mut opening = desk.all("SZ 1");
        let empty = place_hash(&opening.tag, &opening.salt, "SZ 1", Vec::new());
        opening.content = OpenedContent::Pieces(Vec::new());
        opening.leaves.insert(1, empty);
        opening.names.splice(0..1, ["SZ 0".to_owned(), "SZ 1".to_owned()]);
        let root = root_hash(&opening.tag, 4, &desk.record.previous, &opening.leaves);
        let record = Record { root, ..desk.record.clone() };
        assert_eq!(opening.check(&record), Ok(Verdict::Contradicted(Difference::Names)));
        let loose = Record { names: None, ..record };
        let Ok(Verdict::Proven(proof)) = opening.check(&loose) else { panic!("the names are nowhere fixed") };
        assert!(!proof.names_fixed);
    }

    #[test]
    fn a_record_of_another_issue_or_game_says_nothing() {
        let desk = desk();
        let opening = desk.all("SZ 1");
        let later = Record { issue: 5, ..desk.record.clone() };
        assert_eq!(opening.check(&later), Err(Unfit::Issue));
        let other = Record { tag: GameTag::new("other").unwrap(), ..desk.record };
        assert_eq!(opening.check(&other), Err(Unfit::Game));
    }

    #[test]
    fn what_is_no_opening_is_told() {
        let desk = desk();
        let json = desk.all("SZ 2").to_json();
        for (from, to, said) in [
            ("opening-1", "opening-2", "expected \"liege-…-opening-1\""),
            ("\"pieces\": []", "\"pieces\": [], \"text\": \"\"", "expected one of them"),
            ("\"pieces\": []", "\"cargo\": []", "neither pieces nor a text"),
            ("\"pieces\": []", "\"pieces\": [7]", "did not match"),
            ("\"names\"", "\"nomen\"", "missing field `names`"),
        ] {
            let told = Opening::read(&json.replace(from, to)).unwrap_err().to_string();
            assert!(told.contains(said), "{told}");
        }
        let many =
            format!("\"pieces\": [{}]", vec![format!("{:?}", "0".repeat(64)); MOST_PIECES + 1].join(","));
        let told = Opening::read(&json.replace("\"pieces\": []", &many)).unwrap_err().to_string();
        assert!(told.contains("10001 pieces, expected 10000 at most"), "{told}");
        assert!(Opening::read(&"[".repeat(1 << 20)).is_err());
        assert!(Opening::read(&format!("{{\"a\":{}", "[".repeat(1 << 20))).is_err());
    }
}
