//! Checks of the kind `change`: what may change between an earlier position and this one.

use super::answer::Answer;
use super::ask;
use super::look::{self, Look, Move};
use super::row::{Change, Changing, CheckRow, Test, Way};
use super::run::missing;
use super::say::Filling;
use crate::diagnostic::{counted, them};
use crate::rules::bound::Bound;
use crate::rules::check::{Found, Report};
use crate::rules::situation::{PieceIx, PlaceId, Situation};

/// Runs one test over two positions.
pub fn run(row: &CheckRow, test: &Test, change: &Change, look: &Look<'_>, report: &mut Report<'_>) {
    let Some(before) = look.before else { return };
    let phase = match allowed_now(change, before, look.now) {
        Ok(allowed) => allowed,
        Err(reason) => return report.not_checked(reason),
    };
    let run = ChangeRun { row, test, change, before, now: look.now, in_phase: phase };
    match &change.what {
        Changing::Value(name) => run.value(name, report),
        _ => run.pieces(report),
    }
}

/// Whether one of the phases in which it may change lies between the two positions.
fn allowed_now(change: &Change, before: &Situation, now: &Situation) -> Result<bool, String> {
    if change.only_in.is_empty() || before.clock.date != now.clock.date {
        return Ok(true);
    }
    let order = |id: &str| now.pack.phases.iter().position(|known| known.id == id);
    let Some(end) = now.clock.phase.as_deref().and_then(order) else {
        return Err("needs --phase, because the save does not show the phase".into());
    };
    let start = before.clock.phase.as_deref().and_then(order).unwrap_or(0);
    let meets = |(first, last): &(String, String)| {
        let (first, last) = (order(first).unwrap_or(0), order(last).unwrap_or(usize::MAX));
        first <= end && start <= last
    };
    Ok(change.only_in.iter().any(meets))
}

struct ChangeRun<'a> {
    row: &'a CheckRow,
    test: &'a Test,
    change: &'a Change,
    before: &'a Situation,
    now: &'a Situation,
    in_phase: bool,
}

impl ChangeRun<'_> {
    fn pieces(&self, report: &mut Report<'_>) {
        let mut changed: Vec<(Move, Answer)> = Vec::new();
        for one in look::moves(self.before, self.now).into_iter().filter(|one| self.changed(*one)) {
            let meant = match one {
                Move { now: Some(ix), .. } => ask::piece(self.now, None, &self.test.pieces, ix),
                Move { before: Some(ix), .. } => ask::piece(self.before, None, &self.test.pieces, ix),
                Move { before: None, now: None } => continue,
            };
            if meant.holds() {
                changed.push((one, meant));
            }
        }
        for (one, meant) in &changed {
            if let Some((why, answer)) = self.forbidden(*one) {
                let answer = answer.and(meant.clone());
                let message = format!("{}; {why}", self.told(*one));
                self.found(report, &[*one], message, &answer);
            }
        }
        let most = self.change.most.and_then(|most| usize::try_from(most).ok());
        if let Some(most) = most.filter(|most| changed.len() > *most) {
            let sure = changed.iter().filter(|(_, meant)| meant.least).count() > most;
            let all: Vec<Move> = changed.iter().map(|(one, _)| *one).collect();
            let thing = if self.test.called.is_empty() { "piece" } else { &self.test.called };
            let what = match &self.change.what {
                Changing::Moves => "moved".to_owned(),
                Changing::Appears => "came into play".to_owned(),
                Changing::Goes => "left play".to_owned(),
                Changing::Gains(state) => format!("became {}", look::state_name(state)),
                Changing::Loses(state) => format!("ceased to be {}", look::state_name(state)),
                Changing::Value(_) => return,
            };
            let message = format!("{} {what}; at most {most} may at a time", counted(all.len(), thing));
            self.found(report, &all, message, &Answer { least: sure, ..Answer::exact(true) });
        }
    }

    /// Whether the change in question befell a piece.
    fn changed(&self, one: Move) -> bool {
        let in_play =
            |situation: &Situation, ix: Option<PieceIx>| ix.is_some_and(|ix| situation.is_in_play(ix));
        let (was, is) = (in_play(self.before, one.before), in_play(self.now, one.now));
        let both = one.before.zip(one.now);
        let state = |state: &str| {
            both.map(|(before, now)| {
                (look::is_in(self.before, before, state), look::is_in(self.now, now, state))
            })
        };
        match &self.change.what {
            Changing::Moves => {
                both.is_some_and(|(before, now)| self.before.pieces[before].at != self.now.pieces[now].at)
            }
            Changing::Appears => is && !was,
            Changing::Goes => was && !is,
            Changing::Gains(word) => state(word) == Some((false, true)),
            Changing::Loses(word) => state(word) == Some((true, false)),
            Changing::Value(_) => false,
        }
    }

    /// Why a piece may not have changed so, and how sure that is.
    fn forbidden(&self, one: Move) -> Option<(String, Answer)> {
        let sure = Answer::exact(true);
        if self.change.only == Some(Way::Never) {
            return Some(("that never happens".to_owned(), sure));
        }
        if !self.in_phase {
            return Some((self.phases(), sure));
        }
        let after = self.change.after.as_ref()?;
        let text = self.test.text.after.as_ref().map(|text| text.get_ref().as_str()).unwrap_or_default();
        let wrong = match one.before {
            Some(ix) => ask::piece(self.before, None, after, ix).not(),
            None => sure,
        };
        wrong.holds().then(|| (format!("only what was {text} before may"), wrong))
    }

    /// The phases in which it may change, in words.
    fn phases(&self) -> String {
        let name = |id: &str| {
            let known = self.now.pack.phases.iter().find(|known| known.id == id);
            known.map_or_else(|| id.to_owned(), |phase| format!("{id} {}", phase.name))
        };
        let stretch = |(first, last): &(String, String)| {
            if first == last { name(first) } else { format!("{} to {}", name(first), name(last)) }
        };
        let all: Vec<String> = self.change.only_in.iter().map(stretch).collect();
        format!("that happens only in {}", all.join(" and "))
    }

    /// What befell a piece.
    fn told(&self, one: Move) -> String {
        let earlier = one.before.map(|ix| &self.before.pieces[ix]);
        let later = one.now.map(|ix| &self.now.pieces[ix]);
        let name = later.or(earlier).map(|piece| piece.name.clone()).unwrap_or_default();
        let from = earlier.map(|piece| piece.at.to_string()).unwrap_or_default();
        let to = later.map(|piece| piece.at.to_string()).unwrap_or_default();
        match &self.change.what {
            Changing::Moves => format!("{name} moved from {from} to {to}"),
            Changing::Appears => format!("{name} came into play in {to}"),
            Changing::Goes => format!("{name} left play from {from}"),
            Changing::Gains(state) => format!("{name} in {to} became {}", look::state_name(state)),
            Changing::Loses(state) => format!("{name} in {to} is no longer {}", look::state_name(state)),
            Changing::Value(name) => name.clone(),
        }
    }

    fn value(&self, name: &str, report: &mut Report<'_>) {
        let (Some(was), Some(is)) = (look::value(self.before, name), look::value(self.now, name)) else {
            return report.not_checked(missing(name));
        };
        let up = is.nominal > was.nominal;
        if is.nominal == was.nominal {
            return;
        }
        let sure = if up { is.least > was.most } else { is.most < was.least };
        let by = i32::try_from(is.nominal.abs_diff(was.nominal)).unwrap_or(i32::MAX);
        let why = match (self.change.only, self.change.most) {
            (Some(Way::Never), _) => "it never changes".to_owned(),
            (Some(Way::Up), _) if !up => "it only goes up".to_owned(),
            (Some(Way::Down), _) if up => "it only goes down".to_owned(),
            (_, Some(most)) if by > most => format!("by at most {most} at a time"),
            _ if !self.in_phase => self.phases(),
            _ => return,
        };
        let message = format!("{name} went {} from {was} to {is}; {why}", if up { "up" } else { "down" });
        let answer = Answer { least: sure, rests_on: &was.rests_on | &is.rests_on, ..Answer::exact(true) };
        let filling = Filling::from([
            ("from", was.to_string()),
            ("to", is.to_string()),
            ("number", Bound::exact(by).to_string()),
            ("name", name.to_owned()),
            ("names", name.to_owned()),
        ]);
        self.add(report, PlaceId::Off("".into()), Vec::new(), message, &answer, filling);
    }

    fn found(&self, report: &mut Report<'_>, all: &[Move], message: String, answer: &Answer) {
        let pieces: Vec<PieceIx> = all.iter().filter_map(|one| one.now).collect();
        let earlier = |one: &Move| one.before.map(|ix| &self.before.pieces[ix]);
        let later = |one: &Move| one.now.map(|ix| &self.now.pieces[ix]);
        let first = all.first();
        let shown = first.and_then(|one| later(one).or_else(|| earlier(one)));
        let place = shown.map_or_else(|| PlaceId::Off("".into()), |piece| piece.at.clone());
        let names: Vec<String> = all
            .iter()
            .filter_map(|one| later(one).or_else(|| earlier(one)))
            .map(|piece| piece.name.clone())
            .collect();
        let at = |piece: Option<&crate::rules::situation::Piece>| piece.map(|piece| piece.at.to_string());
        let filling = Filling::from([
            ("name", names.first().cloned().unwrap_or_default()),
            ("names", names.join(", ")),
            ("number", names.len().to_string()),
            (
                "count",
                counted(names.len(), if self.test.called.is_empty() { "piece" } else { &self.test.called }),
            ),
            ("place", place.to_string()),
            ("them", them(names.len()).to_owned()),
            ("from", at(first.and_then(earlier)).unwrap_or_default()),
            ("to", at(first.and_then(later)).unwrap_or_default()),
            ("most", self.change.most.map(|most| most.to_string()).unwrap_or_default()),
        ]);
        self.add(report, place, pieces, message, answer, filling);
    }

    fn add(
        &self,
        report: &mut Report<'_>,
        place: PlaceId,
        pieces: Vec<PieceIx>,
        message: String,
        answer: &Answer,
        filling: Filling,
    ) {
        let message = self.test.says.as_ref().map_or(message, |says| says.fill(&filling));
        let own =
            self.test.severity.or(self.row.demand.severity).unwrap_or(crate::diagnostic::Severity::Illegal);
        let drafts: Vec<&str> = answer.rests_on.iter().map(AsRef::as_ref).collect();
        let rests_on = (!answer.least && !drafts.is_empty())
            .then(|| format!("this rests on draft values: {}", drafts.join(", ")));
        let help = self.test.help.as_ref().map(|help| help.fill(&filling));
        let mut found = Found::at(place, pieces, message).severity(look::severity(own, answer.least));
        found.help = help.or(rests_on).filter(|help| !help.is_empty());
        report.add(found);
    }
}
