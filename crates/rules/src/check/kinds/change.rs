//! Checks of the kind `change`: what may change between an earlier position and this one.

use super::answer::Answer;
use super::ask;
use super::look;
use super::row::{Change, Changing, CheckRow, Test, Way};
use super::say::Filling;
use super::told::Breach;
use crate::check::Report;
use crate::check::bound::Reason;
use crate::position::moves::{Moves, PieceMove};
use crate::position::situation::{PieceIx, PlaceId, Situation};
use crate::position::values;
use vassal::diagnostic::them;

/// Runs one test over two positions and what changed between them.
pub fn run(
    (row, test, change): (&CheckRow, &Test, &Change),
    (before, now, moves): (&Situation, &Situation, &Moves),
    report: &mut Report<'_>,
) {
    let in_phase = match allowed_now(change, before, now) {
        Ok(allowed) => allowed,
        Err(reason) => return report.not_checked(reason),
    };
    let mut run = ChangeRun { row, test, change, before, now, in_phase, report };
    match &change.what {
        Changing::Value(name, way) => run.value(name, *way),
        what => run.pieces(what, moves),
    }
}

/// Whether one of the phases in which it may change lies between the two positions: perhaps where no date tells whether
/// a whole turn does.
fn allowed_now(change: &Change, before: &Situation, now: &Situation) -> Result<Answer, String> {
    if change.only_in.is_empty() || before.clock.date != now.clock.date {
        return Ok(Answer::exact(true));
    }
    let order = |situation: &Situation| now.pack.order(situation.clock.phase.as_deref()?);
    let Some(end) = order(now) else {
        return Err("needs --phase, because the save does not show the phase".into());
    };
    let start = order(before).unwrap_or(0);
    let mut spans = change.only_in.iter().map(|phases| now.pack.span(phases));
    let allowed = start > end || spans.any(|span| *span.start() <= end && start <= *span.end());
    Ok(match now.clock.date {
        None if !allowed => {
            Answer::perhaps(false, Reason::unknown("whether both saves are from the same turn"))
        }
        _ => Answer::exact(allowed),
    })
}

struct ChangeRun<'a, 's> {
    row: &'a CheckRow,
    test: &'a Test,
    change: &'a Change,
    before: &'a Situation,
    now: &'a Situation,
    in_phase: Answer,
    report: &'a mut Report<'s>,
}

/// A piece that changed, with where it is in the two positions and whether the test means it.
struct Changed<'a> {
    what: &'a PieceMove,
    before: Option<PieceIx>,
    now: Option<PieceIx>,
    meant: Answer,
}

impl ChangeRun<'_, '_> {
    fn pieces(&mut self, what: &Changing, moves: &Moves) {
        let changed = self.changed(what, moves);
        for one in &changed {
            if let Some((why, answer)) = self.forbidden(one) {
                let says = format!("{}; {why}", told(what, one.what));
                self.found(std::slice::from_ref(one), says, &answer.and(one.meant.clone()));
            }
        }
        let most = self.change.most.and_then(|most| usize::try_from(most).ok());
        if let Some(most) = most.filter(|most| changed.len() > *most) {
            let sure = changed.iter().filter(|one| one.meant.least).count() > most;
            let what = match what {
                Changing::Moves => "moved".to_owned(),
                Changing::Appears => "came into play".to_owned(),
                Changing::Goes => "left play".to_owned(),
                Changing::Gains(state) => format!("became {}", look::state_name(state)),
                Changing::Loses(state) => format!("ceased to be {}", look::state_name(state)),
                Changing::Value(..) => return,
            };
            let says = format!("{} {what}; at most {most} may at a time", self.test.counted(changed.len()));
            let rests_on = changed.iter().flat_map(|one| one.meant.rests_on.iter().cloned()).collect();
            self.found(&changed, says, &Answer { least: sure, rests_on, ..Answer::exact(true) });
        }
    }

    /// The pieces that the change in question befell, in the order of the position; what is gone comes last.
    fn changed<'m>(&self, what: &Changing, moves: &'m Moves) -> Vec<Changed<'m>> {
        let (was, is) = (self.before.by_id(), self.now.by_id());
        let befell = moves.pieces.iter().filter_map(|(id, one)| {
            let (before, now) = (was.get(id.as_str()).copied(), is.get(id.as_str()).copied());
            let meant = || match (now, before) {
                (Some(ix), _) => ask::piece(self.now, None, &self.test.pieces, ix),
                (None, Some(ix)) => ask::piece(self.before, None, &self.test.pieces, ix),
                (None, None) => Answer::exact(false),
            };
            let is_so = self.befell(what, one, before.zip(now));
            is_so.most.then(|| Changed { what: one, before, now, meant: is_so.and(meant()) })
        });
        let mut changed: Vec<Changed<'_>> = befell.filter(|one| one.meant.holds()).collect();
        changed.sort_by_key(|one| (one.now.is_none(), one.now, one.before));
        changed
    }

    /// Whether the change in question befell a piece, which is there in `both` positions.
    fn befell(&self, what: &Changing, one: &PieceMove, both: Option<(PieceIx, PieceIx)>) -> Answer {
        let in_play = |place: &Option<PlaceId>, may_hide: bool| match place {
            Some(place) => Answer::exact(self.now.pack.map.is_in_play(place)),
            None if may_hide => ask::hidden(),
            None => Answer::exact(false),
        };
        let (was, is) = (in_play(&one.from, one.came_to_sight), in_play(&one.to, one.left_sight));
        let state = |state: &str| match both {
            Some((before, now)) => {
                (look::is_in(self.before, before, state), look::is_in(self.now, now, state))
            }
            None => (Answer::exact(false), Answer::exact(false)),
        };
        match what {
            Changing::Moves => Answer::exact(one.moved().is_some()),
            Changing::Appears => is.and(was.not()),
            Changing::Goes => was.and(is.not()),
            Changing::Gains(word) => {
                let (was, is) = state(word);
                is.and(was.not())
            }
            Changing::Loses(word) => {
                let (was, is) = state(word);
                was.and(is.not())
            }
            Changing::Value(..) => Answer::exact(false),
        }
    }

    /// Why a piece may not have changed so, and how sure that is.
    fn forbidden(&self, one: &Changed<'_>) -> Option<(String, Answer)> {
        let sure = Answer::exact(true);
        if self.change.only == Some(Way::Never) {
            return Some(("this is never allowed".to_owned(), sure));
        }
        if !self.in_phase.holds() {
            return Some((self.phases(), self.in_phase.clone().not()));
        }
        let after = self.change.after.as_ref()?;
        let wrong = match one.before {
            Some(ix) => ask::piece(self.before, None, after, ix).not(),
            None => sure,
        };
        wrong.holds().then(|| ("its previous state does not allow that".to_owned(), wrong))
    }

    /// The phases in which it may change, in words.
    fn phases(&self) -> String {
        format!("possible only in {}", self.now.pack.stretches(&self.change.only_in))
    }

    fn value(&mut self, name: &str, way: Option<Way>) {
        let [was, is] = [self.before, self.now].map(|situation| situation.values.get(name));
        let (Some(was), Some(is)) = (was, is) else {
            return self.report.not_checked(values::not_shown(&self.now.pack.values, name));
        };
        let up = is.nominal > was.nominal;
        let other_way = way.is_some_and(|way| (way == Way::Up) != up);
        if is.nominal == was.nominal || other_way {
            return;
        }
        let by = i32::try_from(is.nominal.abs_diff(was.nominal)).unwrap_or(i32::MAX);
        // The smallest change that the two intervals allow, of the way it went.
        let surely = if up { is.least.saturating_sub(was.most) } else { was.least.saturating_sub(is.most) };
        let (why, sure) = match (self.change.only, self.change.most) {
            (Some(Way::Never), _) => ("it never changes".to_owned(), surely > 0),
            (Some(Way::Up), _) if !up => ("it only goes up".to_owned(), surely > 0),
            (Some(Way::Down), _) if up => ("it only goes down".to_owned(), surely > 0),
            (_, Some(most)) if by > most => (format!("by at most {most} at a time"), surely > most),
            _ if !self.in_phase.holds() => (self.phases(), surely > 0 && !self.in_phase.most),
            _ => return,
        };
        let says = format!("{name} went {} from {was} to {is}; {why}", if up { "up" } else { "down" });
        let filling = Filling::from([
            ("from", was.to_string()),
            ("to", is.to_string()),
            ("number", by.to_string()),
            ("name", name.to_owned()),
            ("names", name.to_owned()),
        ]);
        let rests_on = &(&was.rests_on | &is.rests_on) | &self.in_phase.rests_on;
        let fault = Breach { place: None, pieces: Vec::new(), sure, rests_on, filling, says };
        self.report.add(fault.told(self.row, self.test));
    }

    fn found(&mut self, all: &[Changed<'_>], says: String, answer: &Answer) {
        let text = |place: Option<&PlaceId>| place.map(ToString::to_string).unwrap_or_default();
        let Some(first) = all.first().map(|one| one.what) else { return };
        let place = first.to.as_ref().or(first.from.as_ref()).cloned();
        let names: Vec<&str> = all.iter().map(|one| one.what.name.as_str()).collect();
        let filling = Filling::from([
            ("name", first.name.clone()),
            ("names", names.join(", ")),
            ("number", names.len().to_string()),
            ("count", self.test.counted(names.len())),
            ("place", text(place.as_ref())),
            ("them", them(names.len()).to_owned()),
            ("from", text(first.from.as_ref())),
            ("to", text(first.to.as_ref())),
            ("most", self.change.most.map(|most| most.to_string()).unwrap_or_default()),
        ]);
        let pieces = all.iter().filter_map(|one| one.now).collect();
        let (sure, rests_on) = (answer.least, answer.rests_on.clone());
        self.report.add(Breach { place, pieces, sure, rests_on, filling, says }.told(self.row, self.test));
    }
}

/// What befell a piece.
fn told(what: &Changing, one: &PieceMove) -> String {
    let [from, to] =
        [&one.from, &one.to].map(|place| place.as_ref().map(PlaceId::to_string).unwrap_or_default());
    let name = &one.name;
    match what {
        Changing::Moves => format!("{name} moved from {from} to {to}"),
        Changing::Appears => format!("{name} came into play in {to}"),
        Changing::Goes => format!("{name} left play from {from}"),
        Changing::Gains(state) => format!("{name} in {to} became {}", look::state_name(state)),
        Changing::Loses(state) => format!("{name} in {to} is no longer {}", look::state_name(state)),
        Changing::Value(name, _) => name.clone(),
    }
}
