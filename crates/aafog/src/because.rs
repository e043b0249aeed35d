//! Why something is so: the rows of the chart, the rules and the open readings that a statement rests on.

use std::fmt;

use serde::{Serialize, Serializer};

use super::chart::{CellSource, ChartMover, ChartOccupant, SightChart};

/// How sure a statement is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Firmness {
    /// The text is silent or says two things, and this is one reading.
    Proposed,
    /// It follows from what the text says.
    Derived,
    /// The text or the printed chart says so.
    Said,
}

/// One reason.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Because {
    /// A cell of the chart.
    Cell {
        /// Who moves.
        mover: ChartMover,
        /// Whom he meets.
        occupant: ChartOccupant,
        /// Where the cell comes from.
        source: CellSource,
        /// Its line of the rule text.
        line: u16,
    },
    /// A row of the table of territories.
    Land {
        /// The row: who comes and what is there.
        row: String,
        /// Where the row comes from: `text`, `D2`.
        source: String,
        /// Its lines of the rule text.
        lines: String,
        /// How sure it is.
        firmness: Firmness,
    },
    /// A rule, with its lines of the text: `8-naval`, `L25`.
    Rule(&'static str, &'static str),
    /// An open point of the text by its number, with the reading that was taken.
    Gap(&'static str, &'static str),
}

impl Because {
    /// The cell of a pair; none where the chart was not read.
    #[must_use]
    pub fn cell(chart: &SightChart, mover: ChartMover, occupant: ChartOccupant) -> Option<Self> {
        let cell = chart.cell(mover, occupant)?;
        Some(Self::Cell { mover, occupant, source: cell.source, line: cell.line })
    }

    /// How sure it is.
    #[must_use]
    pub fn firmness(&self) -> Firmness {
        match self {
            Self::Cell { source, .. } => match source {
                CellSource::Printed(_) | CellSource::Text => Firmness::Said,
                CellSource::Derived => Firmness::Derived,
                CellSource::Proposed | CellSource::NoCase => Firmness::Proposed,
            },
            Self::Land { firmness, .. } => *firmness,
            Self::Rule(..) => Firmness::Said,
            Self::Gap(..) => Firmness::Proposed,
        }
    }
}

/// How sure something is that rests on all of these: as sure as the weakest reason, where cells of the chart support
/// one another and the surest of them counts.
#[must_use]
pub fn firmness(reasons: &[Because]) -> Firmness {
    let cells = reasons.iter().filter(|why| matches!(why, Because::Cell { .. })).map(Because::firmness).max();
    let others =
        reasons.iter().filter(|why| !matches!(why, Because::Cell { .. })).map(Because::firmness).min();
    cells.into_iter().chain(others).min().unwrap_or(Firmness::Proposed)
}

impl fmt::Display for Because {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cell { mover, occupant, source, line } => {
                write!(f, "{mover} meets {occupant}: {source} (L{line})")
            }
            Self::Land { row, source, lines, .. } => write!(f, "{row}: {source} ({lines})"),
            Self::Rule(rule, lines) => write!(f, "{rule} ({lines})"),
            Self::Gap(id, reading) => write!(f, "{id}: {reading}"),
        }
    }
}

impl Serialize for Because {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// Reasons in one text.
#[must_use]
pub fn reasons(list: &[Because]) -> String {
    list.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
