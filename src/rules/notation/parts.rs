//! Several positions in one text: what an earlier save showed, the steps of a log, and the position itself.

/// The positions of a text in the order of time.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Parts {
    /// Under `before:`, the position of an earlier save, from which the log starts.
    pub before: Option<String>,
    /// Under each `step:`, the position after a step of the log.
    pub steps: Vec<String>,
    /// Under `now:`, the position itself; all of a text without such lines.
    pub now: String,
}

#[derive(Clone, Copy, PartialEq)]
enum Heading {
    Before,
    Step,
    Now,
}

const HEADINGS: [(&str, Heading); 3] =
    [("before:", Heading::Before), ("step:", Heading::Step), ("now:", Heading::Now)];

/// Takes a text apart at its lines `before:`, `step:` and `now:`. What stands above the first of them belongs to all;
/// every part keeps the numbers of its lines.
pub fn read(text: &str) -> Parts {
    let heading = |line: &str| HEADINGS.into_iter().find(|(word, _)| *word == line.trim()).map(|(_, at)| at);
    let lines: Vec<&str> = text.lines().collect();
    let marks: Vec<(usize, Heading)> =
        lines.iter().enumerate().filter_map(|(at, line)| Some((at, heading(line)?))).collect();
    let Some((head, _)) = marks.first().copied() else {
        return Parts { now: text.to_owned(), ..Parts::default() };
    };
    let mut parts = Parts::default();
    for (number, (start, heading)) in marks.iter().enumerate() {
        let end = marks.get(number + 1).map_or(lines.len(), |(next, _)| *next);
        let keeps = |at: usize| at < head || (*start < at && at < end);
        let kept = lines.iter().enumerate().map(|(at, line)| if keeps(at) { *line } else { "" });
        let part = kept.take(end).map(|line| format!("{line}\n")).collect();
        match heading {
            Heading::Before => parts.before = Some(part),
            Heading::Step => parts.steps.push(part),
            Heading::Now => parts.now = part,
        }
    }
    parts
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
}
