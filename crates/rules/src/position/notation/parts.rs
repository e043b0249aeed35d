//! Several positions in one text: an earlier save, the steps of a log, the position itself, copies of sides, papers.

use std::collections::BTreeMap;

/// What a text holds, in the order of time where there is one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Parts {
    /// Under `before:`, the position of an earlier save, from which the log starts.
    pub before: Option<String>,
    /// Under each `step:`, the position after a step of the log.
    pub steps: Vec<String>,
    /// Under `now:`, the position itself; all of a text without such lines.
    pub now: String,
    /// Under `copy SIDE:`, what a side was given.
    pub copies: BTreeMap<String, String>,
    /// Under `earlier copy SIDE:`, what a side was given before.
    pub earlier: BTreeMap<String, String>,
    /// Under `returned SIDE:`, what a side gave back.
    pub returned: BTreeMap<String, String>,
    /// Under `shared:`, what lies open to all.
    pub shared: Option<String>,
    /// Under `ledger SIDE:`, the lines of a ledger.
    pub ledgers: BTreeMap<String, String>,
    /// Under `turn log:`, the lines of the umpire's log.
    pub log: Option<String>,
    /// Under `record:`, what was published of issues.
    pub records: Vec<String>,
    /// Under each `opening:`, what was opened of one.
    pub openings: Vec<String>,
    /// Under `left in copy SIDE:`, what stands in its file beside the pieces on the table.
    pub left_in: BTreeMap<String, String>,
}

/// Takes a text apart at its headings, such as `before:`, `step:` and `now:`. What stands above the first of them belongs
/// to every position; every part keeps the numbers of its lines.
pub fn read(text: &str) -> Parts {
    let lines: Vec<&str> = text.lines().collect();
    let marks: Vec<(usize, Heading<'_>)> =
        lines.iter().enumerate().filter_map(|(at, line)| Some((at, Heading::of(line)?))).collect();
    let Some((head, _)) = marks.first().copied() else {
        return Parts { now: text.to_owned(), ..Parts::default() };
    };
    let mut parts = Parts::default();
    for (number, (start, heading)) in marks.iter().enumerate() {
        let end = marks.get(number + 1).map_or(lines.len(), |(next, _)| *next);
        let keeps = |at: usize| (at < head && heading.is_position()) || (*start < at && at < end);
        let kept = lines.iter().enumerate().map(|(at, line)| if keeps(at) { *line } else { "" });
        let part = kept.take(end).map(|line| format!("{line}\n")).collect();
        parts.take(heading, part);
    }
    parts
}

#[derive(Clone, Copy)]
enum Heading<'a> {
    Before,
    Step,
    Now,
    Copy(&'a str),
    Earlier(&'a str),
    Returned(&'a str),
    Shared,
    Ledger(&'a str),
    Log,
    Record,
    Opening,
    LeftIn(&'a str),
}

impl<'a> Heading<'a> {
    fn of(line: &'a str) -> Option<Self> {
        let side = |name: &'a str| (!name.is_empty()).then_some(name);
        match line.trim().strip_suffix(':')? {
            "before" => Some(Self::Before),
            "step" => Some(Self::Step),
            "now" => Some(Self::Now),
            "shared" => Some(Self::Shared),
            "turn log" => Some(Self::Log),
            "record" => Some(Self::Record),
            "opening" => Some(Self::Opening),
            other => [
                ("copy ", Self::Copy as fn(&'a str) -> Self),
                ("earlier copy ", Self::Earlier),
                ("returned ", Self::Returned),
                ("ledger ", Self::Ledger),
                ("left in copy ", Self::LeftIn),
            ]
            .into_iter()
            .find_map(|(word, of)| side(other.strip_prefix(word)?.trim()).map(of)),
        }
    }

    /// Whether a position stands below it.
    fn is_position(&self) -> bool {
        !matches!(self, Self::Ledger(_) | Self::Log | Self::Record | Self::Opening | Self::LeftIn(_))
    }
}

impl Parts {
    fn take(&mut self, heading: &Heading<'_>, part: String) {
        match heading {
            Heading::Before => self.before = Some(part),
            Heading::Step => self.steps.push(part),
            Heading::Now => self.now = part,
            Heading::Shared => self.shared = Some(part),
            Heading::Log => self.log = Some(part),
            Heading::Record => self.records.push(part),
            Heading::Opening => self.openings.push(part),
            Heading::LeftIn(side) => _ = self.left_in.insert((*side).to_owned(), part),
            Heading::Copy(side) => _ = self.copies.insert((*side).to_owned(), part),
            Heading::Earlier(side) => _ = self.earlier.insert((*side).to_owned(), part),
            Heading::Returned(side) => _ = self.returned.insert((*side).to_owned(), part),
            Heading::Ledger(side) => _ = self.ledgers.insert((*side).to_owned(), part),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_without_headings_is_the_position_itself() {
        let parts = read("game: x\nat A1: b\n");
        assert_eq!((parts.before, parts.steps.len(), parts.now.as_str()), (None, 0, "game: x\nat A1: b\n"));
    }

    #[test]
    fn parts_share_the_lines_above_them_and_keep_their_numbers() {
        let parts = read("game: x\nbefore:\nat A1: b\nstep:\nat A2: b\nnow:\nat A3: b\n");
        assert_eq!(parts.before.as_deref(), Some("game: x\n\nat A1: b\n"));
        assert_eq!(parts.steps, ["game: x\n\n\n\nat A2: b\n"]);
        assert_eq!(parts.now.lines().nth(6), Some("at A3: b"));
    }

    #[test]
    fn copies_and_papers_of_sides_stand_under_their_names() {
        let parts = read(
            "game: x\nnow:\nat A1: b\ncopy Red: \nat A2: b\nearlier copy Red:\nledger Red:\nentry,x\nturn log:\n{}\n",
        );
        assert_eq!(parts.copies["Red"].trim_end(), "game: x\n\n\n\nat A2: b");
        assert_eq!(parts.earlier["Red"].trim(), "game: x");
        assert_eq!(parts.ledgers["Red"].trim(), "entry,x", "what stands above all is no ledger's");
        assert_eq!(parts.log.as_deref().map(str::trim), Some("{}"));
        assert_eq!(read("copy :\nat Copy: b\n").now, "copy :\nat Copy: b\n", "no side, no heading");
    }
}
