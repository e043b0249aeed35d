//! Derived values of a position: what players count by hand, with their limits, their rules and what they rest on.
//!
//! A game gives its derived values with place, limit, rule and path, and `facts` prints them. They come from the
//! functions that its checks call, so that nothing is counted twice. A value with a `line` has a path, which
//! `render` draws.

use std::borrow::Cow;

use serde_json::{Value, json};

use crate::check::bound::{Bound, Sources, unsure};
use crate::position::situation::{PieceIx, PlaceId, Situation};

/// How far a line runs that pieces need, such as one to where they draw from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LineState {
    /// It reaches its end.
    Open,
    /// Only if something that is not certain is so.
    Doubtful,
    /// It reaches no end.
    Closed,
}

impl LineState {
    /// Its word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Doubtful => "doubtful",
            Self::Closed => "closed",
        }
    }
}

/// One derived value.
#[derive(Debug, Clone, Default)]
pub struct DerivedValue {
    /// Where; none for the whole position.
    pub place: Option<PlaceId>,
    /// Its word for programs, such as `land-steps`.
    pub key: &'static str,
    /// What players call it, with whose it is.
    pub label: String,
    /// How many, where it is a number.
    pub number: Option<Bound>,
    /// How many there may be; none without a limit.
    pub limit: Option<Bound>,
    /// What is said where it is no number.
    pub text: String,
    /// The paragraph that gives it.
    pub rule: Cow<'static, str>,
    /// Whether a line reaches its end, where the value is about one.
    pub line: Option<LineState>,
    /// The places of a path, from its start to its end.
    pub path: Vec<PlaceId>,
    /// The places of an area, such as all within a range.
    pub area: Vec<PlaceId>,
    /// What it stands out as, where it is about a reach.
    pub stance: Option<ReachStance>,
    /// The pieces it is about.
    pub pieces: Vec<PieceIx>,
}

/// What stands out among the values of a reach, so that a picture can show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReachStance {
    /// It is the enemy's, and can be attacked.
    Hostile,
    /// It is kept from coming.
    Barred,
}

/// Of what a reach is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReachOf {
    /// What a piece reaches.
    Piece(PieceIx),
    /// What reaches a place.
    Place(PlaceId),
}

impl DerivedValue {
    /// A value of a place.
    pub fn at(
        place: &PlaceId,
        key: &'static str,
        label: impl Into<String>,
        rule: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { place: Some(place.clone()), key, label: label.into(), rule: rule.into(), ..Self::default() }
    }

    /// A value of the whole position.
    pub fn of_all(key: &'static str, label: impl Into<String>, rule: &'static str) -> Self {
        Self { key, label: label.into(), rule: rule.into(), ..Self::default() }
    }

    /// The same with a number.
    pub fn number(self, number: Bound) -> Self {
        Self { number: Some(number), ..self }
    }

    /// The same with a limit, where there is one.
    pub fn limit(self, limit: Option<Bound>) -> Self {
        Self { limit, ..self }
    }

    /// The same in words.
    pub fn text(self, text: impl Into<String>) -> Self {
        Self { text: text.into(), ..self }
    }

    /// The same with the pieces it is about.
    pub fn pieces(self, pieces: Vec<PieceIx>) -> Self {
        Self { pieces, ..self }
    }

    /// The same as something that stands out.
    pub fn stance(self, stance: ReachStance) -> Self {
        Self { stance: Some(stance), ..self }
    }

    /// What it rests on, where that is not certain.
    pub fn rests_on(&self) -> Option<String> {
        let bounds = self.number.iter().chain(&self.limit);
        let sources: Sources = bounds.flat_map(|bound| bound.rests_on.iter().cloned()).collect();
        unsure(&sources)
    }

    /// The value as people read it: `5 of 10`, or its words.
    pub fn value(&self) -> String {
        match (&self.number, &self.limit) {
            (Some(number), Some(limit)) => format!("{number} of {limit}"),
            (Some(number), None) => number.to_string(),
            (None, _) => self.text.clone(),
        }
    }

    /// The value for programs (`docs/json.md`).
    pub fn json(&self, situation: &Situation) -> Value {
        let mut value = json!({
            "place": self.place.as_ref().map(ToString::to_string),
            "key": self.key,
            "label": self.label,
            "value": self.value(),
            "rule": self.rule,
        });
        let range = |bound: &Bound| json!({"value": bound.nominal, "least": bound.least, "most": bound.most});
        if let Some(number) = &self.number {
            value["number"] = range(number);
        }
        if let Some(limit) = &self.limit {
            value["limit"] = range(limit);
        }
        if let Some(rests_on) = self.rests_on() {
            value["rests_on"] = json!(rests_on);
        }
        if let Some(line) = self.line {
            value["line"] = json!(line.word());
        }
        if !self.path.is_empty() {
            value["path"] = self.path.iter().map(ToString::to_string).collect();
        }
        if !self.area.is_empty() {
            value["area"] = self.area.iter().map(ToString::to_string).collect();
        }
        if !self.pieces.is_empty() {
            value["pieces"] = self.pieces.iter().map(|ix| json!(situation.piece_ref(*ix))).collect();
        }
        value
    }
}
