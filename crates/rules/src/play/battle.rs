//! Battles that a position declares, and the edits that their outcomes ask of the save, in terms of no format.
//!
//! The values of a battle are a document on purpose (`Battle::inputs`): people read them, change some with
//! `KEY=VALUE` or a file, and may give all of them to `run`. A procedure therefore has one reader with one set of
//! errors, for typed units and for those in a save. What is known about the units in a save stays typed beside it
//! (`Battle::forces`). The game says which keys a battle takes and which of its notes they answer (`Battle::with`).
//! Changes are planned without pixels (`PlannedChange`: a Layer, a place, a chit); the command line turns them into
//! `model::Change`, so the rules know no VASSAL and the model no rules. Decisions after a result are a battle of
//! their own (`Questions::follow_up`): which cargo is lost with a ship depends on the save, so no combat procedure
//! knows it.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Deref;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::play::inputs::{GameWords, Inputs, Key, KeyFault, KeyKind};
use crate::play::procedure::{Refusal, Role};
use crate::position::places::PlaceId;
use vassal::diagnostic::{PieceRef, Place};

/// A battle of a position, ready for its procedure.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Battle {
    /// Unique in its position, the same in every reading of it: `land-E4527`.
    pub id: String,
    /// The game whose battle it is.
    #[serde(skip)]
    pub game: &'static str,
    /// What the keys of its procedure may be called, too.
    #[serde(skip)]
    pub alike: GameWords,
    /// The id of the procedure that resolves it.
    pub procedure: &'static str,
    /// The ids of procedures that may follow it, where its result leaves something to decide.
    #[serde(skip)]
    pub then: &'static [&'static str],
    /// One line for people.
    pub title: String,
    /// Whether marks in the save declare it; otherwise it only could be fought.
    pub declared: bool,
    /// Why the rules forbid it, where the procedure itself cannot see that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<Refusal>,
    /// Where it is fought.
    pub place: Place,
    /// Who fights, by role; in JSON `pieces` and `sides`.
    #[serde(flatten)]
    pub forces: Forces,
    /// Values for the procedure, by its keys: a document that people read, may edit and may give back, the forces
    /// included.
    pub inputs: Map<String, Value>,
    /// What the save tells of further keys, which count only beside some that a player gives.
    #[serde(skip)]
    pub spare: Map<String, Value>,
    /// The keys whose values a player can give beside the save.
    pub takes: Vec<&'static str>,
    /// What of the keys of its procedure nobody may give now.
    #[serde(skip)]
    pub barred: Option<BarredKeys>,
    /// The values that were given, by the same keys.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub given: Map<String, Value>,
    /// What the save cannot show, what was taken instead, and how to say otherwise.
    pub notes: Vec<Note>,
}

/// Those who fight in a battle, in the order of its procedure's roles: first those who began it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Forces(pub Vec<Force>);

/// Those who fight in one role.
#[derive(Debug, Clone, PartialEq)]
pub struct Force {
    /// Their role, who decides for them.
    pub role: Role,
    /// The key under which the procedure takes them.
    pub key: &'static str,
    /// Each of them.
    pub units: Vec<Engaged>,
}

/// A piece of the position in a battle.
#[derive(Debug, Clone, PartialEq)]
pub struct Engaged {
    /// The piece.
    pub piece: PieceRef,
    /// Its name as orders and the report tell it from others of the same name.
    pub name: String,
    /// What the procedure is told of it beside its states.
    pub told: Map<String, Value>,
    /// Its states and circumstances, in the words of the procedure.
    pub states: Vec<&'static str>,
    /// Those of them that a player's values overrule.
    pub overruled: BTreeSet<&'static str>,
}

impl Forces {
    /// Those of a role.
    #[must_use]
    pub fn of(&self, role: Role) -> &[Engaged] {
        self.0.iter().find(|force| force.role == role).map_or(&[], |force| &force.units)
    }

    /// Those who began the battle.
    #[must_use]
    pub fn first(&self) -> &[Engaged] {
        self.0.first().map_or(&[], |force| &force.units)
    }
}

impl Force {
    /// Its units as a value for the procedure.
    #[must_use]
    pub fn listed(&self) -> Value {
        if self.units.is_empty() { "none".into() } else { self.units.iter().map(Engaged::table).collect() }
    }
}

impl Engaged {
    fn table(&self) -> Value {
        let mut table = Map::from_iter([
            ("name".to_owned(), self.piece.name.clone().into()),
            ("piece".to_owned(), self.piece.id.clone().into()),
        ]);
        table.extend(self.told.clone());
        if !self.states.is_empty() {
            let holds = self.states.iter().filter(|state| !self.overruled.contains(**state));
            table.insert("traits".to_owned(), holds.copied().collect());
        }
        Value::Object(table)
    }
}

impl Serialize for Forces {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let pieces: Vec<&PieceRef> =
            self.0.iter().flat_map(|force| &force.units).map(|unit| &unit.piece).collect();
        let mut sides = Map::new();
        for force in &self.0 {
            let side = sides.entry(force.role.word()).or_insert_with(|| Value::Array(Vec::new()));
            if let Value::Array(names) = side {
                names.extend(force.units.iter().map(|unit| Value::from(unit.name.clone())));
            }
        }
        let mut forces = to.serialize_struct("Forces", 2)?;
        forces.serialize_field("pieces", &pieces)?;
        forces.serialize_field("sides", &sides)?;
        forces.end()
    }
}

/// Values that the position forbids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BarredKeys {
    /// The keys.
    pub keys: &'static [&'static str],
    /// Words in the values of other keys: the key, and the word.
    pub words: &'static [(&'static str, &'static str)],
    /// Why.
    pub refusal: Refusal,
}

impl BarredKeys {
    /// Why a value is refused, when it is.
    fn fault(&self, key: &str, value: &Value) -> Option<KeyFault> {
        let says = |word: &str| {
            plain(value).to_lowercase().split(|letter: char| !letter.is_alphabetic()).any(|part| part == word)
        };
        let word = self.words.iter().find(|(of, word)| *of == key && says(word)).map(|(_, word)| *word);
        let what = match word {
            Some(word) => format!("{word} is not allowed"),
            None if self.keys.contains(&key) => "is barred".to_owned(),
            None => return None,
        };
        let Refusal { reason, rule } = &self.refusal;
        Some(KeyFault::new(key, format!("{what}: {reason} ({rule})")).help("leave it out"))
    }
}

/// A remark about a battle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    text: String,
    /// The keys by which a player can say otherwise; when he does for each of them, the note goes.
    keys: &'static [&'static str],
}

impl Note {
    /// A remark that stays whatever is given.
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), keys: &[] }
    }

    /// Who is left out of a battle, and why.
    pub fn left_out(refusal: &Refusal) -> Self {
        Self::plain(format!("left out: {} ({})", refusal.reason, refusal.rule))
    }

    /// Whether values of some of these keys answer it.
    #[must_use]
    pub fn is_about(&self, keys: &[&str]) -> bool {
        self.keys.iter().any(|key| keys.contains(key))
    }

    /// A remark that the values of these keys answer.
    pub fn until(keys: &'static [&'static str], text: impl Into<String>) -> Self {
        Self { text: text.into(), keys }
    }
}

impl Deref for Note {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Serialize for Note {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.text)
    }
}

/// What a battle that was fought has made of another of its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Settled {
    /// It was fought as a part of it.
    Within,
    /// It is not there any more; why, in words before the id of the one that was fought: `its ships are those of`.
    Over(&'static str),
}

/// What giving a value means beside what the save says.
#[derive(Debug, Clone, Copy)]
pub struct Overrides {
    /// Keys that the units of the save answer, so that nobody can give them.
    pub units: &'static [&'static str],
    /// Keys that say the same in other words: a value of the first takes away those of the others.
    pub instead: &'static [(&'static str, &'static [&'static str])],
}

impl Battle {
    /// Whether another reading of the position has the same battle: the same procedure and place, and somebody in common
    /// among those who began it.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        fn began(battle: &Battle) -> BTreeSet<&str> {
            battle.forces.first().iter().map(|unit| unit.piece.id.as_str()).collect()
        }
        self.procedure == other.procedure
            && self.place.location == other.place.location
            && !began(self).is_disjoint(&began(other))
    }

    /// How many of its pieces take part in another battle, too.
    #[must_use]
    pub fn shares(&self, other: &Self) -> usize {
        fn pieces(battle: &Battle) -> BTreeSet<&str> {
            battle.forces.0.iter().flat_map(|force| &force.units).map(|unit| unit.piece.id.as_str()).collect()
        }
        pieces(self).intersection(&pieces(other)).count()
    }

    /// Takes a state from all units of a force, because a player's values say otherwise of the whole.
    pub fn overrule(&mut self, role: Role, state: &'static str) {
        let (inputs, given) = (&self.inputs, &self.given);
        // What a player gave instead, or what it took away, stays so.
        let holds = |force: &&mut Force| {
            force.role == role && inputs.contains_key(force.key) && !given.contains_key(force.key)
        };
        let mut listed = Vec::new();
        for force in self.forces.0.iter_mut().filter(holds) {
            force.units.iter_mut().for_each(|unit| _ = unit.overruled.insert(state));
            listed.push((force.key.to_owned(), force.listed()));
        }
        self.inputs.extend(listed);
    }

    /// The battle with values that a player gives beside the save. What contradicts the save becomes a note.
    ///
    /// # Errors
    /// Every value that the procedure does not know, that is wrong, or that this battle does not use.
    pub fn with(
        mut self,
        said: &Map<String, Value>,
        keys: &'static [Key],
        overlay: &Overrides,
    ) -> Result<Self, Vec<KeyFault>> {
        let said = Inputs::read(said, keys, &self.alike)?;
        let faults: Vec<KeyFault> =
            said.all().filter_map(|(key, value)| self.not_taken((key, value), keys, overlay)).collect();
        if !faults.is_empty() {
            return Err(faults);
        }
        let saved = Inputs::read(&self.inputs, keys, &self.alike).unwrap_or_default();
        let denied = saved.all().filter(|(key, value)| {
            said.value(key).is_none() && value.as_str().is_some_and(|word| said.denies(key, word))
        });
        let denied: Vec<KeyFault> = denied
            .map(|(key, value)| {
                let fault =
                    KeyFault::new(key, format!("cannot be {}: the save shows otherwise", plain(value)));
                fault.help(format!("say what it is: {key}=…"))
            })
            .collect();
        if !denied.is_empty() {
            return Err(denied);
        }
        for (key, value) in said.all() {
            let others = overlay.instead.iter().filter(|(name, _)| *name == key).flat_map(|(_, keys)| *keys);
            for other in std::iter::once(&key).chain(others) {
                let old = saved.value(other).filter(|_| self.inputs.remove(*other).is_some());
                if let Some(old) = old.map(plain).filter(|old| *other != key || *old != plain(value)) {
                    let told = format!("{key}={} is given; without it {other}={old} holds", plain(value));
                    self.notes.push(Note::plain(told));
                }
            }
        }
        for (key, value) in said.all() {
            self.inputs.insert(key.to_owned(), value.clone());
            self.given.insert(key.to_owned(), value.clone());
        }
        let answered =
            |note: &Note| !note.keys.is_empty() && note.keys.iter().all(|key| self.given.contains_key(*key));
        self.notes.retain(|note| !answered(note));
        Ok(self)
    }

    /// Why a value is refused, when it is.
    fn not_taken(&self, (key, value): (&str, &Value), keys: &[Key], overlay: &Overrides) -> Option<KeyFault> {
        let barred = self.barred.as_ref().and_then(|barred| barred.fault(key, value));
        if barred.is_some() {
            return barred;
        }
        if self.takes.contains(&key) {
            return None;
        }
        if overlay.units.contains(&key) {
            let fault = KeyFault::new(key, "is known from the units in the save");
            let run = format!("to type the units in: liege run GAME {} {key}=…", self.procedure);
            return Some(fault.help(run));
        }
        let about = keys.iter().find(|known| known.name == key).map_or("", |known| &*known.help);
        let fault = KeyFault::new(key, format!("has no use in {} ({about})", self.id));
        Some(fault.help(format!("it takes: {}", self.takes.join(", "))))
    }
}

/// The keys that a battle takes from a player: those of its procedure that `wanted` accepts, without those that only
/// give another key its word.
pub fn takes(keys: &'static [Key], wanted: impl Fn(&str) -> bool) -> Vec<&'static str> {
    let own = keys.iter().filter(|key| !matches!(key.kind, KeyKind::Flag(..)));
    own.map(|key| &*key.name).filter(|name| wanted(name)).collect()
}

/// A value as it would be typed.
pub fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Bool(true) => "yes".into(),
        Value::Bool(false) => "no".into(),
        Value::Array(list) => list.iter().map(plain).collect::<Vec<_>>().join(", "),
        // Of a unit of the save its name.
        Value::Object(fields) => {
            fields.get("name").and_then(Value::as_str).map_or_else(|| value.to_string(), str::to_owned)
        }
        other => other.to_string(),
    }
}

/// One edit that an outcome asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlannedChange {
    /// The id of the piece; empty for a change of no piece of the save.
    pub piece: String,
    /// What is done.
    pub what: What,
    /// The rule that asks for it.
    pub rule: String,
    /// The same as a line of chat.
    pub words: String,
}

/// What is done to a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// A Layer shows another level; 1 is the first.
    TurnLayer {
        /// The Layer's name.
        layer: String,
        /// Its level.
        level: i32,
    },
    /// A Dynamic Property has another value.
    SetProperty {
        /// The property.
        property: String,
        /// Its value.
        value: String,
    },
    /// The piece goes to a place.
    MoveTo(PlaceId),
    /// The piece goes onto another, by its id, wherever that lies.
    MoveOnto(String),
    /// A new chit is laid on a place.
    AddChit {
        /// Its id in the catalogue.
        entry: String,
        /// The place.
        at: PlaceId,
    },
    /// Nothing that a save shows, or nothing that can be done without a player: the words alone.
    Say,
}

impl Serialize for What {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(rename_all = "kebab-case")]
        enum Printed<'a> {
            TurnLayer { layer: &'a str, level: i32 },
            SetProperty { property: &'a str, value: &'a str },
            MoveToHex(String),
            MoveToBox(String),
            MoveOntoPiece(&'a str),
            AddChit { entry: &'a str, hex: String },
            Say,
        }
        let printed = match self {
            Self::TurnLayer { layer, level } => Printed::TurnLayer { layer, level: *level },
            Self::SetProperty { property, value } => Printed::SetProperty { property, value },
            Self::MoveTo(PlaceId::Hex(hex)) => Printed::MoveToHex(hex.to_string()),
            Self::MoveTo(place) => Printed::MoveToBox(place.to_string()),
            Self::MoveOnto(piece) => Printed::MoveOntoPiece(piece),
            Self::AddChit { entry, at } => Printed::AddChit { entry, hex: at.to_string() },
            Self::Say => Printed::Say,
        };
        printed.serialize(to)
    }
}
