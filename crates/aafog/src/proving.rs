//! Opening and verifying (AAF-P09) as a procedure: the hashes of one opened place or text, by hand.

use serde::Serialize;
use serde_json::Value;

use super::typed::named;
use liege_rules::data::Files;
use liege_rules::desk::commitment::{UnitLine, piece_hash, place_hash, root_hash, text_hash};
use liege_rules::desk::digest::{Digest32, GameTag};
use liege_rules::desk::key::{SaltKind, SealKey};
use liege_rules::play::choices::Setting;
use liege_rules::play::dice::Dice;
use liege_rules::play::inputs::{Inputs, Key, KeyFault, KeyKind};
use liege_rules::play::procedure::{Coded, ContextError, Flow, Log, Procedure, Refusal};
use vassal::diagnostic::counted;

/// AAF-P09: an opening is verified.
pub struct ProveOpening;

/// More leaves or pieces than anybody types.
const MOST: usize = 10_000;

/// What was opened, and what was published.
#[derive(Clone)]
pub struct TypedOpening {
    tag: GameTag,
    issue: u32,
    name: String,
    salt: Digest32,
    content: TypedContent,
    leaves: Vec<Digest32>,
    previous: Digest32,
    root: Option<Digest32>,
}

/// What the place or text held.
#[derive(Clone)]
enum TypedContent {
    Text(String),
    /// The hash of each piece, with its line where that is shown.
    Pieces(Vec<(Digest32, Option<String>)>),
}

/// What came out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ProofOutcome {
    /// The hashes of the pieces, sorted as they are hashed.
    pub pieces: Vec<String>,
    /// The hash of the place or text.
    pub leaf: String,
    /// The root over all leaves; none where these are not given.
    pub root: Option<String>,
    /// What the published root proves; none where it is not given.
    pub proven: Option<bool>,
    /// What it comes to, in words.
    pub verdict: String,
}

const KEYS: &[Key] = &[
    Key::new(
        "game",
        &[],
        KeyKind::List,
        "4",
        "the id in the schema of the record; aafog where it is not given",
    ),
    Key::new("issue", &[], KeyKind::Number(0, u32::MAX as i64), "4", "the number of the issue"),
    Key::new("name", &["place"], KeyKind::List, "4", "the place or text that was opened: SZ 20, money/japan"),
    Key::new("salt", &[], KeyKind::List, "4", "the salt of the place or text, 64 hex digits"),
    Key::new("key", &[], KeyKind::List, "4", "the key of an opened game, from which all salts follow"),
    Key::new(
        "pieces",
        &[],
        KeyKind::List,
        "4",
        "its pieces, a semicolon between them: power class damage id carrier salt, or a bare hash; none for an empty place",
    ),
    Key::new("text", &[], KeyKind::List, "4", "what a text said, in place of pieces"),
    Key::new(
        "leaves",
        &[],
        KeyKind::List,
        "4",
        "the hashes of all places and texts in the order of their names",
    ),
    Key::new(
        "previous",
        &[],
        KeyKind::List,
        "4",
        "the root of the issue before; zeros where it is not given",
    ),
    Key::new("root", &["published"], KeyKind::List, "4", "the root in the record that was published"),
];

impl Procedure for ProveOpening {
    const ID: &'static str = "AAF-P09";
    type Cx = ();
    type Input = TypedOpening;
    type Battle = TypedOpening;
    type State = ();
    type Outcome = ProofOutcome;

    fn begin(opening: TypedOpening, (): &()) -> Result<(TypedOpening, ()), Vec<Refusal>> {
        Ok((opening, ()))
    }

    fn step<'b>(
        opening: &'b TypedOpening,
        (): (),
        (): &'b (),
        _: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, (), ProofOutcome> {
        const RULE: &str = "4; 6 (L13, L17)";
        let outcome = opening.outcome();
        if let TypedContent::Pieces(pieces) = &opening.content {
            for (hash, line) in pieces {
                let cause = line.as_ref().map_or("kept secret".to_owned(), |line| line.replace('\t', " "));
                log.line(|| ("piece", hash.to_string(), cause, RULE));
            }
        }
        log.line(|| ("leaf", outcome.leaf.clone(), opening.name.clone(), RULE));
        if let Some(root) = &outcome.root {
            log.line(|| ("root", root.clone(), counted(opening.leaves.len(), "leaf"), RULE));
        }
        if let Some(published) = &opening.root {
            log.line(|| ("published", published.to_string(), "the root in the record", RULE));
        }
        Flow::Done(outcome)
    }

    fn so_far(opening: &TypedOpening, (): &(), (): &()) -> ProofOutcome {
        opening.outcome()
    }

    fn result(outcome: &ProofOutcome) -> String {
        outcome.verdict.clone()
    }
}

impl TypedOpening {
    fn outcome(&self) -> ProofOutcome {
        let (leaf, mut pieces) = match &self.content {
            TypedContent::Text(text) => (text_hash(&self.tag, &self.salt, &self.name, text), Vec::new()),
            TypedContent::Pieces(pieces) => {
                let hashes: Vec<Digest32> = pieces.iter().map(|(hash, _)| *hash).collect();
                (place_hash(&self.tag, &self.salt, &self.name, hashes.clone()), hashes)
            }
        };
        pieces.sort_unstable();
        let root =
            (!self.leaves.is_empty()).then(|| root_hash(&self.tag, self.issue, &self.previous, &self.leaves));
        let (proven, verdict) = self.verdict(leaf, root);
        ProofOutcome {
            pieces: pieces.iter().map(ToString::to_string).collect(),
            leaf: leaf.to_string(),
            root: root.map(|root| root.to_string()),
            proven,
            verdict,
        }
    }

    fn verdict(&self, leaf: Digest32, root: Option<Digest32>) -> (Option<bool>, String) {
        let Some(root) = root else { return (None, format!("leaf {leaf}")) };
        if !self.leaves.contains(&leaf) {
            return (Some(false), "contradicted: the leaf is not among the leaves of the issue".into());
        }
        match self.root {
            None => (None, format!("root {root}")),
            Some(published) if published != root => {
                (Some(false), "contradicted: the leaves have another root than was published".into())
            }
            Some(_) => {
                let held = match &self.content {
                    TypedContent::Text(text) if text.is_empty() => "nothing was written".to_owned(),
                    TypedContent::Text(_) => "the text is the one that was written".to_owned(),
                    TypedContent::Pieces(pieces) if pieces.is_empty() => "it was empty".to_owned(),
                    TypedContent::Pieces(pieces) => format!("it held {}", counted(pieces.len(), "piece")),
                };
                (Some(true), format!("proven: {held}"))
            }
        }
    }
}

/// Hex digits; zeros are no default where something must be given.
fn digest(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Digest32> {
    let text = inputs.word(key)?.trim();
    let read = text.parse();
    read.map_err(|error: liege_rules::desk::digest::NoDigest| {
        faults.push(KeyFault::new(key, error.to_string()));
    })
    .ok()
}

/// The parts of a list, or of a text with a sign between them.
fn parts(inputs: &Inputs, key: &str, sign: char, faults: &mut Vec<KeyFault>) -> Vec<String> {
    let all: Vec<String> = match inputs.value(key) {
        Some(Value::Array(list)) => {
            list.iter().map(|value| value.as_str().unwrap_or_default().to_owned()).collect()
        }
        Some(Value::String(text)) => text.split(sign).map(str::to_owned).collect(),
        _ => Vec::new(),
    };
    if all.len() > MOST {
        faults.push(KeyFault::new(key, format!("expected at most {MOST} of them")));
        return Vec::new();
    }
    let trimmed = all.iter().map(|part| part.trim().to_owned());
    trimmed.filter(|part| !part.is_empty() && !part.eq_ignore_ascii_case("none")).collect()
}

/// Where the salts come from.
struct Salts<'a> {
    key: Option<&'a SealKey>,
    issue: u32,
}

/// A piece: `power class damage id carrier salt`, the same with TABs and no salt where the key is known, or a bare hash.
fn piece(text: &str, tag: &GameTag, salts: &Salts<'_>) -> Result<(Digest32, Option<String>), String> {
    if let Ok(hash) = text.parse() {
        return Ok((hash, None));
    }
    let expected = || format!("\"{text}\": expected germany BB 0 7 - and the salt of the piece, or its hash");
    let fields: Vec<&str> = text.split_whitespace().collect();
    let (fields, salt) = match (fields.as_slice(), salts.key) {
        ([power, class, damage, uid, carrier, salt], _) => {
            ([*power, *class, *damage, *uid, *carrier], salt.parse().map_err(|_| expected())?)
        }
        ([power, class, damage, uid, carrier], Some(key)) => {
            ([*power, *class, *damage, *uid, *carrier], key.salt(SaltKind::Piece, salts.issue, uid))
        }
        _ => return Err(expected()),
    };
    let line = UnitLine::read(&fields.join("\t")).map_err(|fault| fault.to_string())?.to_string();
    Ok((piece_hash(tag, &salt, &line), Some(line)))
}

impl Coded for ProveOpening {
    const GAME: &'static str = "aafog";
    const NAME: &'static str = "opening-and-verifying";
    const KEYS: &'static [Key] = KEYS;

    fn context(_: &dyn Files, _: &[Setting]) -> Result<(), ContextError> {
        Ok(())
    }

    fn read(inputs: &Inputs) -> Result<TypedOpening, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let game = inputs.word("game").unwrap_or(Self::GAME).trim();
        let tag = GameTag::new(game);
        if tag.is_none() {
            faults.push(KeyFault::new("game", "expected small letters, digits and hyphens, such as aafog"));
        }
        let issue = inputs.number("issue").and_then(|issue| u32::try_from(issue).ok());
        if issue.is_none() {
            faults.push(KeyFault::new("issue", "is missing").help("the number of the issue, from 0"));
        }
        let name = named(inputs, "name", "the place or text that was opened", &mut faults);
        let key: Option<SealKey> = inputs.word("key").and_then(|text| {
            let read = text.trim().parse();
            read.map_err(|error: liege_rules::desk::key::NoKey| {
                faults.push(KeyFault::new("key", error.to_string()));
            })
            .ok()
        });
        let salts = Salts { key: key.as_ref(), issue: issue.unwrap_or_default() };
        let derived = key.as_ref().map(|key| key.salt(SaltKind::Leaf, salts.issue, &name));
        let salt = digest(inputs, "salt", &mut faults).or(derived);
        if salt.is_none() && faults.is_empty() {
            faults.push(KeyFault::new("salt", "is missing").help("the salt of the opening, or the key"));
        }
        let tag = tag.unwrap_or_else(|| GameTag::of_module(Self::GAME));
        let content = match (inputs.value("pieces"), inputs.word("text")) {
            (None, Some(text)) => TypedContent::Text(text.to_owned()),
            (Some(_), None) => {
                let mut pieces = Vec::new();
                for part in parts(inputs, "pieces", ';', &mut faults) {
                    match piece(&part, &tag, &salts) {
                        Ok(read) => pieces.push(read),
                        Err(told) => faults.push(KeyFault::new("pieces", told)),
                    }
                }
                TypedContent::Pieces(pieces)
            }
            _ => {
                let help = "pieces=none for an empty place; text= for a text";
                faults.push(KeyFault::new("pieces", "expected pieces or a text, one of them").help(help));
                TypedContent::Pieces(Vec::new())
            }
        };
        let mut leaves = Vec::new();
        for part in parts(inputs, "leaves", ',', &mut faults) {
            match part.parse() {
                Ok(leaf) => leaves.push(leaf),
                Err(error) => faults.push(KeyFault::new("leaves", format!("{error}"))),
            }
        }
        let previous = digest(inputs, "previous", &mut faults);
        if previous.is_none() && issue.is_some_and(|issue| issue > 0) && !leaves.is_empty() {
            let help = "the root of the issue before, which the record names";
            faults.push(KeyFault::new("previous", "is missing").help(help));
        }
        let root = digest(inputs, "root", &mut faults);
        if root.is_some() && leaves.is_empty() {
            let help = "all leaves of the opening, with commas between them";
            faults.push(KeyFault::new("leaves", "is missing").help(help));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let previous = previous.unwrap_or(Digest32::ZERO);
        let (issue, salt) = (salts.issue, salt.unwrap_or_default());
        Ok(TypedOpening { tag, issue, name, salt, content, leaves, previous, root })
    }
}
