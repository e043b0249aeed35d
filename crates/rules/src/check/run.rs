//! Runs the checks of a game over a case: which can be run, what each found, which findings replace which.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::{Check, Checked, DataCheck, Filter, Found, NotChecked, Report, Run};
use crate::check::case::{Case, SideCopy};
use crate::game::pack::{Demand, Pack, Phases, Requires};
use crate::position::moves::Moves;
use crate::position::situation::{Clock, PlaceId, Situation};
use vassal::diagnostic::{Finding, Severity, counted};

/// Runs every wanted check of `checks.csv`, bound to code in one of these tables or to rows of data, and tells the
/// findings in a fixed order.
pub fn run<V: AsRef<Situation>>(tables: &[&[Check<V>]], case: &Case<V>, wanted: &Filter) -> Checked {
    let bound: BTreeMap<&str, &Check<V>> =
        tables.iter().flat_map(|table| table.iter()).map(|check| (check.id, check)).collect();
    let now = case.now.as_ref();
    let mut runner = Runner {
        case,
        now,
        pack: &now.pack,
        moves: OnceCell::new(),
        stray: OnceCell::new(),
        asked: BTreeSet::new(),
        checked: Checked::default(),
        found: BTreeMap::new(),
    };
    for demand in now.pack.demands.iter().filter(|demand| wanted.wants(&demand.id, &demand.name)) {
        let row = now.pack.rows.iter().find(|row| row.demand.id == demand.id);
        match (bound.get(demand.id.as_str()), demand.shared) {
            // A row takes the place of code, so that a player's own row is never passed over.
            _ if row.is_some() => row.into_iter().for_each(|row| runner.run_row(demand, row)),
            (Some(check), _) => runner.run(demand, check),
            (None, Some(shared)) => runner.compare(demand, |copy, moves, report| {
                shared.run(copy.due.as_ref(), copy.held.as_ref(), moves, report);
            }),
            (None, None) if demand.is_guard() => runner.checked.summary.checked += 1,
            (None, None) => runner.skip(demand, awaited(demand)),
        }
    }
    runner.finish()
}

/// What may lie beside a position, by the argument that gives it.
const PREVIOUS: &str = "--previous";
const TURN_LOG: &str = "--turn-log";
const COPY: &str = "--copy";
const EARLIER: &str = "--earlier-copy";
const RETURNED: &str = "--returned";
const SHARED: &str = "--shared";
const LEDGER: &str = "--ledger";
const RECORD: &str = "--record";
const OPENING: &str = "--opening";

/// All that may lie beside a position.
const BESIDE: [&str; 9] = [PREVIOUS, TURN_LOG, COPY, EARLIER, RETURNED, SHARED, LEDGER, RECORD, OPENING];

struct Runner<'a, V> {
    case: &'a Case<V>,
    now: &'a Situation,
    pack: &'a Pack,
    /// What changed since the earlier position.
    moves: OnceCell<Option<Rc<Moves>>>,
    /// Why the log does not lead here.
    stray: OnceCell<Option<String>>,
    /// What of that which lies beside the position some check asked for.
    asked: BTreeSet<&'static str>,
    checked: Checked,
    found: BTreeMap<&'a str, Vec<(Option<PlaceId>, Finding)>>,
}

impl<'a, V: AsRef<Situation>> Runner<'a, V> {
    fn run(&mut self, demand: &'a Demand, check: &Check<V>) {
        let case = self.case;
        let run = &check.run;
        self.asked.extend(match run {
            Run::Now(_) | Run::Copies(_) => &[],
            Run::Since(_) | Run::WithEarlier(_) => &[PREVIOUS][..],
            Run::Log(_) => &[TURN_LOG],
            Run::Whole(_) => &BESIDE,
        });
        let missing = match run {
            Run::Now(run) => return self.see(demand, check, |report| run(&case.now, report)),
            Run::Whole(run) => {
                return self.see(demand, check, |report| {
                    if let Err(missing) = run(case, report) {
                        report.not_checked(missing.to_string());
                    }
                });
            }
            Run::WithEarlier(run) => match self.unfit(demand) {
                Some(reason) => reason,
                None => {
                    let before = case.before.as_ref();
                    return self.see(demand, check, |report| run(&case.now, before, report));
                }
            },
            Run::Copies(run) => {
                return self.compare(demand, |copy, moves, report| run(&copy.due, &copy.held, moves, report));
            }
            Run::Log(run) => match (&case.log, self.stray().clone()) {
                (None, _) => "needs --turn-log".to_owned(),
                (Some(_), Some(reason)) => reason,
                (Some(log), None) => {
                    return self.see(demand, check, |report| run(&case.now, log, report));
                }
            },
            Run::Since(run) => match (&case.before, self.unfit(demand), self.moves()) {
                (Some(before), None, Some(moves)) => {
                    return self.see(demand, check, |report| run(before, &case.now, &moves, report));
                }
                (_, reason, _) => reason.unwrap_or_else(|| "needs --previous".to_owned()),
            },
        };
        self.skip(demand, missing);
    }

    /// What changed since the earlier position, found out once.
    fn moves(&self) -> Option<Rc<Moves>> {
        let between =
            || self.case.before.as_ref().map(|before| Moves::between(before.as_ref(), self.now).into());
        self.moves.get_or_init(between).clone()
    }

    /// Runs a check of the position itself, and says where the looker may not see all that decides it.
    fn see(&mut self, demand: &'a Demand, check: &Check<V>, run: impl FnOnce(&mut Report<'_>)) {
        let in_part = check.decides.may_be_hidden(self.now);
        self.look(demand, demand.requires, |report| {
            run(report);
            if in_part {
                report.seen_in_part(check.company_clears);
            }
        });
    }

    /// Runs a check or a row over the position itself.
    fn look(&mut self, demand: &'a Demand, requires: Requires, run: impl FnOnce(&mut Report<'_>)) {
        if let Some(reason) = self.missing(demand, requires).or_else(|| self.early(demand)) {
            return self.skip(demand, reason);
        }
        let mut report = Report::new(self.now);
        run(&mut report);
        self.checked.summary.checked += usize::from(report.not_checked.is_empty());
        self.keep(demand, report);
    }

    fn run_row(&mut self, demand: &'a Demand, row: &dyn DataCheck) {
        self.asked.extend(row.needs_previous().then_some(PREVIOUS));
        let unfit = match &self.case.before {
            _ if !row.needs_previous() => None,
            None => Some("needs --previous".to_owned()),
            Some(_) => self.unfit(demand),
        };
        if let Some(reason) = unfit {
            return self.skip(demand, reason);
        }
        let case = self.case.map(AsRef::as_ref);
        let moves = row.needs_previous().then(|| self.moves()).flatten();
        let requires = demand.requires.and(row.requires());
        self.look(demand, requires, |report| row.run(&case, moves.as_deref(), report));
    }

    /// Runs a check of every copy.
    fn compare(&mut self, demand: &'a Demand, run: impl Fn(&SideCopy<V>, &Moves, &mut Report<'_>)) {
        self.asked.insert(COPY);
        let case = self.case;
        let none = case.copies.is_empty().then(|| "needs --copy".to_owned());
        if let Some(reason) = none.or_else(|| self.missing(demand, demand.requires)) {
            return self.skip(demand, reason);
        }
        self.checked.summary.checked += 1;
        for (side, copy) in &case.copies {
            let mut report = Report::new(copy.held.as_ref());
            run(copy, &Moves::between(copy.due.as_ref(), copy.held.as_ref()), &mut report);
            for found in &mut report.found {
                found.message = format!("copy of {side}: {}", found.message);
            }
            self.keep(demand, report);
        }
    }

    fn skip(&mut self, demand: &Demand, reason: impl Into<String>) {
        self.checked.not_checked.push(NotChecked { id: demand.id.clone(), reason: reason.into() });
    }

    fn keep(&mut self, demand: &'a Demand, report: Report<'_>) {
        if !report.not_checked.is_empty() {
            self.skip(demand, in_short(&report.not_checked));
        }
        let perhaps = self.is_perhaps_within(&demand.unsettled);
        let situation = report.situation;
        let findings = report.found.into_iter().map(|found| {
            let severity = if perhaps { Some(Severity::Suspicious) } else { found.severity };
            (found.place.clone(), finding(demand, situation, Found { severity, ..found }))
        });
        self.found.entry(&demand.id).or_default().extend(findings);
    }

    /// Why the position is not settled yet, if it is inside one of these steps.
    fn early(&self, demand: &Demand) -> Option<String> {
        let phase = self.now.clock.phase.as_ref()?;
        demand
            .unsettled
            .contains(phase)
            .then(|| format!("checked at the end of the step, but this is {}", self.pack.phase_name(phase)))
    }

    /// Whether only the phase is known, and one of its steps is one of these.
    fn is_perhaps_within(&self, unsettled: &[String]) -> bool {
        let Some(phase) = &self.now.clock.phase else { return false };
        unsettled.iter().any(|step| self.pack.has_step(phase, step))
    }

    /// Why a check cannot be run on this position, if it cannot.
    fn missing(&self, demand: &Demand, requires: Requires) -> Option<String> {
        if requires.date && self.now.clock.date.is_none() {
            return Some("needs the date, which the save does not show".into());
        }
        if requires.map && self.pack.map.hexes().next().is_none() {
            return Some("needs the hexes of the map, which the data lack".into());
        }
        if demand.when.is_empty() {
            return None;
        }
        let Some(phase) = &self.now.clock.phase else {
            return Some("needs --phase, because the save does not show the phase".into());
        };
        self.is_outside(phase, &demand.when).then(|| {
            format!(
                "applies only in {}, but this is {}",
                self.pack.stretches(&demand.when),
                self.pack.phase_name(phase)
            )
        })
    }

    /// Why the log is not of this position, if it is not.
    fn stray(&self) -> &Option<String> {
        self.stray.get_or_init(|| {
            let moves = Moves::between(&self.case.log.as_ref()?.end, self.now);
            let differ = moves.pieces.len();
            (differ > 0).then(|| {
                let pieces = counted(differ, "piece");
                format!(
                    "needs the --turn-log that leads to this save; at its end {pieces} would differ from it"
                )
            })
        })
    }

    /// Why the earlier position cannot be compared with this one, if it cannot.
    fn unfit(&self, demand: &Demand) -> Option<String> {
        let before = &self.case.before.as_ref()?.as_ref().clock;
        let later = is_later(self.pack, before, &self.now.clock);
        if demand.since.is_empty() {
            return later.then(|| "needs an earlier save as --previous, but that one is later".to_owned());
        }
        let wanted =
            format!("needs --previous of the same month, made in {}", self.pack.stretches(&demand.since));
        let (Some(phase), Some(date)) = (&before.phase, before.date) else {
            return Some(format!("{wanted}; that save does not show when it was made"));
        };
        let is = || format!("{wanted}, but that is {}, {}", date.in_words(), self.pack.phase_name(phase));
        (self.now.clock.date != Some(date) || later || self.is_outside(phase, &demand.since)).then(is)
    }

    /// Whether a phase is in none of these stretches; one that the pack does not know is in all, and one whose step nobody
    /// knows where all of its steps are.
    fn is_outside(&self, phase: &str, stretches: &[Phases]) -> bool {
        let within = |now| stretches.iter().any(|phases| self.pack.span(phases).contains(&now));
        let known = self.pack.phases.iter().map(|known| &known.id);
        let steps: Vec<usize> =
            known.enumerate().filter(|(_, step)| self.pack.has_step(phase, step)).map(|(at, _)| at).collect();
        let throughout = !steps.is_empty() && steps.into_iter().all(within);
        self.pack.order(phase).is_some_and(|now| !within(now)) && !throughout
    }

    /// What finer checks replace, by check and number: findings of their coarse ones that are not more severe, about one of
    /// their pieces, or where none is, at their place.
    fn silenced(&self) -> BTreeSet<(&'a str, usize)> {
        let mut by_piece: BTreeMap<(&str, &str), Vec<usize>> = BTreeMap::new();
        let mut by_place: BTreeMap<(&str, &Option<PlaceId>), Vec<usize>> = BTreeMap::new();
        for (id, found) in &self.found {
            for (number, (place, finding)) in found.iter().enumerate() {
                by_place.entry((*id, place)).or_default().push(number);
                for piece in &finding.pieces {
                    by_piece.entry((*id, piece.id.as_str())).or_default().push(number);
                }
            }
        }
        let refining = self.pack.demands.iter().flat_map(|demand| {
            let fine = self.found.get(demand.id.as_str()).into_iter().flatten();
            fine.flat_map(|fine| demand.refines.iter().map(move |coarse| (fine, coarse.as_str())))
        });
        let mut silenced = BTreeSet::new();
        for ((place, fine), coarse) in refining {
            let Some(found) = self.found.get(coarse) else { continue };
            let of_pieces = fine.pieces.iter().filter_map(|piece| by_piece.get(&(coarse, piece.id.as_str())));
            let mut same: Vec<usize> = of_pieces.flatten().copied().collect();
            if same.is_empty() {
                same = by_place.get(&(coarse, place)).cloned().unwrap_or_default();
            }
            same.retain(|number| {
                found[*number].1.severity == Severity::Suspicious || fine.severity == Severity::Illegal
            });
            silenced.extend(same.into_iter().map(|number| (coarse, number)));
        }
        silenced
    }

    fn finish(mut self) -> Checked {
        let given = [
            (PREVIOUS, self.case.before.is_some()),
            (TURN_LOG, self.case.log.is_some() || self.case.papers.log.is_some()),
            (COPY, !self.case.copies.is_empty()),
            (EARLIER, !self.case.earlier.is_empty()),
            (RETURNED, !self.case.returned.is_empty()),
            (SHARED, self.case.shared.is_some()),
            (LEDGER, !self.case.papers.ledgers.is_empty()),
            (RECORD, !self.case.papers.records.is_empty()),
            (OPENING, !self.case.papers.openings.is_empty()),
        ];
        let idle = given.into_iter().filter(|(what, is_given)| *is_given && !self.asked.contains(what));
        self.checked.idle = idle.map(|(what, _)| what).collect();
        let silenced = self.silenced();
        let numbered = |(id, found): (&'a str, Vec<(Option<PlaceId>, Finding)>)| {
            let all = found.into_iter().enumerate();
            all.map(move |(number, (place, finding))| ((id, number), place, finding))
        };
        let kept = self.found.into_iter().flat_map(numbered);
        let mut findings: Vec<_> = kept
            .filter(|(number, ..)| !silenced.contains(number))
            .map(|((id, _), place, finding)| ((id, place.is_none(), place), finding))
            .collect();
        findings.sort();
        findings.dedup();
        self.checked.findings = findings.into_iter().map(|(_, finding)| finding).collect();
        self.checked.not_checked.sort();
        self.checked.not_checked.dedup();
        let count =
            |severity| self.checked.findings.iter().filter(|finding| finding.severity == severity).count();
        self.checked.summary.illegal = count(Severity::Illegal);
        self.checked.summary.suspicious = count(Severity::Suspicious);
        self.checked.summary.not_checked = self.checked.not_checked.len();
        self.checked
    }
}

/// How long the reasons of one check may be together, in bytes.
const LONGEST_REASON: usize = 130;

/// Reasons in one line: as many as it holds, and how many more there are.
fn in_short(reasons: &[String]) -> String {
    let mut short = String::new();
    for (told, reason) in reasons.iter().enumerate() {
        if told > 0 && short.len() + reason.len() > LONGEST_REASON {
            return format!("{short}; and {} more", reasons.len() - told);
        }
        short.push_str(if told > 0 { "; " } else { "" });
        short.push_str(reason);
    }
    short
}

/// Why a demand that no check decides is not checked, and what it waits for, by the catalogue's words for what it needs.
fn awaited(demand: &Demand) -> String {
    let needs = |word: &str| demand.needs.split(|c: char| !c.is_alphanumeric()).any(|part| part == word);
    let waits = match (needs("hist"), needs("log")) {
        (true, true) => "an earlier save and the log of the turn",
        (true, false) => "an earlier save",
        (false, true) => "the log of the turn",
        (false, false) => return "not implemented".to_owned(),
    };
    format!("not implemented; would need {waits}")
}

/// Whether a clock surely shows a later time than another; without dates nobody knows how many turns lie between.
fn is_later(pack: &Pack, clock: &Clock, than: &Clock) -> bool {
    match (clock.date, than.date) {
        (Some(own), Some(other)) if own == other => {
            let order = |clock: &Clock| clock.phase.as_deref().and_then(|phase| pack.order(phase));
            order(clock).zip(order(than)).is_some_and(|(own, other)| own > other)
        }
        (own, other) => own.zip(other).is_some_and(|(own, other)| own > other),
    }
}

fn finding(demand: &Demand, situation: &Situation, found: Found) -> Finding {
    let here = found.pieces.iter().map(|ix| situation.piece_ref(*ix));
    Finding {
        id: demand.id.clone(),
        name: demand.name.clone(),
        severity: found.severity.or(demand.severity).unwrap_or(Severity::Suspicious),
        rule: demand.rule.clone(),
        message: situation.pack.map.with_names(&found.message),
        help: found.help.map(|help| situation.pack.map.with_names(&help)),
        place: found.place.map(|place| situation.place(&place, &found.pieces)),
        pieces: here.chain(found.absent).collect(),
    }
}
