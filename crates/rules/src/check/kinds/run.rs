//! Runs the rows over a position: groups of pieces, what they break, and the finding of each group.

use std::collections::{BTreeMap, BTreeSet};

use super::answer::Answer;
use super::ask::{self, matching};
use super::atoms::{PieceAtom, PieceKey, PieceSelector, PlaceSelector, Relation, Selector};
use super::look;
use super::row::{CheckRow, Limit, Per, Test, TestKind};
use super::say::{Filling, listed};
use super::told::Breach;
use super::{change, expression};
use crate::check::bound::{Bound, Sources, over};
use crate::check::case::Case;
use crate::check::{self, Report};
use crate::data::catalogue::Entry;
use crate::data::schedule::Season;
use crate::game::pack::Requires;
use crate::position::moves::Moves;
use crate::position::situation::{PieceIx, PlaceId, Situation};
use crate::position::values;
use vassal::diagnostic::{Severity, counted, in_groups, them};

/// A place, where groups have one, and what else makes a group.
type GroupKey = (Option<PlaceId>, Vec<String>);

/// Pieces with what makes each of them count.
type Members = Vec<(PieceIx, Answer)>;

impl check::DataCheck for CheckRow {
    fn id(&self) -> &str {
        &self.demand.id
    }

    fn requires(&self) -> Requires {
        self.requires()
    }

    fn needs_previous(&self) -> bool {
        self.needs_previous()
    }

    fn run(&self, case: &Case<&Situation>, moves: Option<&Moves>, report: &mut Report<'_>) {
        let mut told = BTreeSet::new();
        for test in self.tests.iter().filter(|test| applies(test, case)) {
            let mut run = TestRun { row: self, test, now: case.now, told: &mut told, report: &mut *report };
            match &test.kind {
                TestKind::Count { most, least, places } => {
                    run.count(most.as_ref(), least.as_ref(), places.as_ref())
                }
                TestKind::Where { never, places } => run.places(*never, places),
                TestKind::With { bars, other, relation } => run.with(*bars, other, *relation),
                TestKind::Value(relation) => run.value(relation),
                TestKind::Change(one) => {
                    if let (Some(before), Some(moves)) = (case.before, moves) {
                        change::run((self, test, one), (before, case.now, moves), run.report);
                    }
                }
            }
            if in_part(test, case.now) {
                report.seen_in_part(false);
            }
        }
    }
}

/// Whether pieces that decide a test may be hidden from the looker; a sum says so itself where what is seen does not
/// decide it.
fn in_part(test: &Test, now: &Situation) -> bool {
    let hidden = |pieces: &PieceSelector| ask::may_be_hidden(now, None, pieces);
    match &test.kind {
        TestKind::Value(_) => false,
        TestKind::Count { places, .. } => {
            hidden(&test.pieces) || places.as_ref().is_some_and(|places| ask::may_be_hidden_at(now, places))
        }
        TestKind::Where { places, .. } => hidden(&test.pieces) || ask::may_be_hidden_at(now, places),
        TestKind::With { other, .. } => {
            let members = || matching(now, &test.pieces, test.everywhere).into_iter();
            hidden(&test.pieces) || members().any(|(ix, _)| ask::may_be_hidden(now, Some(ix), other))
        }
        TestKind::Change(_) => hidden(&test.pieces),
    }
}

/// Whether the date and the choices let a test hold.
fn applies(test: &Test, case: &Case<&Situation>) -> bool {
    let now = case.now;
    let reads = |key: &str| case.choices.get(key).map(String::as_str).or_else(|| now.pack.choices.get(key));
    let chosen = test.choices.iter().all(|(key, reading)| reads(key) == Some(reading.as_str()));
    let Some(date) = now.clock.date else {
        return chosen && test.since.is_none() && test.before.is_none();
    };
    let begun = test.since.is_none_or(|since| date >= since);
    let open = test.before.as_ref().is_none_or(|(before, phase)| {
        date < *before || (date == *before && phase.as_ref().is_some_and(|limit| is_before(now, limit)))
    });
    chosen && begun && open
}

/// Whether the phase is an earlier step of the same group as another: a seasonal turn bears the date of its first month.
fn is_before(now: &Situation, limit: &str) -> bool {
    now.clock.phase.as_deref().is_some_and(|phase| now.pack.is_step_before(phase, limit))
}

struct TestRun<'r, 'a, 's> {
    row: &'r CheckRow,
    test: &'r Test,
    now: &'a Situation,
    /// The groups that a test of this row has spoken about.
    told: &'r mut BTreeSet<GroupKey>,
    report: &'r mut Report<'s>,
}

impl TestRun<'_, '_, '_> {
    /// The pieces that the test is about; of what its doubt means it is not sure.
    fn members(&self) -> Members {
        let mut members = matching(self.now, &self.test.pieces, self.test.everywhere);
        for (ix, answer) in &mut members {
            self.doubt(*ix, answer);
        }
        members
    }

    fn doubt(&self, ix: PieceIx, answer: &mut Answer) {
        let doubted = |doubt: &PieceSelector| ask::piece(self.now, None, doubt, ix).holds();
        if self.test.doubt.as_ref().is_some_and(doubted) {
            answer.least = false;
        }
    }

    fn key(&self, ix: PieceIx) -> GroupKey {
        let piece = &self.now.pieces[ix];
        let place = self.test.per.iter().any(|per| matches!(per, Per::Place | Per::Piece | Per::Stack));
        let words = self.test.per.iter().map(|per| match per {
            Per::Piece => ix.to_string(),
            Per::Place => String::new(),
            Per::Stack => piece.stack.to_string(),
            Per::Side => self.now.alliance(ix).to_owned(),
            Per::Nation => piece.nation().to_owned(),
            Per::Kind => piece.kind().to_owned(),
            Per::Id => piece.entry.as_ref().map(|entry| entry.id.clone()).unwrap_or_default(),
        });
        (place.then(|| piece.at.clone()), words.collect())
    }

    fn groups(&self, members: Members) -> BTreeMap<GroupKey, Members> {
        let mut groups: BTreeMap<GroupKey, Members> = BTreeMap::new();
        for (ix, answer) in members {
            groups.entry(self.key(ix)).or_default().push((ix, answer));
        }
        groups
    }

    fn count(&mut self, most: Option<&Limit>, least: Option<&Limit>, places: Option<&PlaceSelector>) {
        let hidden = least.is_some() && ask::may_be_hidden(self.now, None, &self.test.pieces);
        if hidden {
            self.report.not_checked(ask::UNSEEN);
        }
        let least = least.filter(|_| !hidden);
        let mut groups = self.groups(self.members());
        if least.is_some() {
            for key in self.due_groups(places) {
                groups.entry(key).or_default();
            }
        }
        for (key, members) in groups {
            let there = match (places, &key.0) {
                (Some(places), Some(place)) => ask::place(self.now, None, places, place),
                _ => Answer::exact(true),
            };
            if there.holds() {
                self.count_group(&key, &members, &there, (most, least));
            }
        }
    }

    /// The groups that there must be, with pieces or without: for each place that is asked about, and each side, nation,
    /// kind or counter that the pieces may be of.
    fn due_groups(&self, places: Option<&PlaceSelector>) -> Vec<GroupKey> {
        let per = &self.test.per;
        let by_place = per.contains(&Per::Place);
        if per.contains(&Per::Piece) || per.contains(&Per::Stack) || (by_place && places.is_none()) {
            return Vec::new();
        }
        let words = self.due_words();
        let Some(asked) = places.filter(|_| by_place) else {
            return words.into_iter().map(|words| (None, words)).collect();
        };
        let places = look::places(self.now).into_iter();
        let there = places.filter(|place| ask::place(self.now, None, asked, place).holds());
        there.flat_map(|place| words.iter().map(move |words| (Some(place.clone()), words.clone()))).collect()
    }

    /// The words of such groups: what is of nobody has no side or nation that must have one.
    fn due_words(&self) -> BTreeSet<Vec<String>> {
        let (per, pack) = (&self.test.per, &self.now.pack);
        if per.iter().all(|per| *per == Per::Place) {
            return BTreeSet::from([per.iter().map(|_| String::new()).collect()]);
        }
        let word = |entry: &Entry, per: &Per| match per {
            Per::Side => Some(pack.alliance(&entry.nation).to_owned()).filter(|side| !side.is_empty()),
            Per::Nation => Some(entry.nation.clone()).filter(|nation| !nation.is_empty()),
            Per::Kind => Some(entry.kind.to_string()),
            Per::Id => Some(entry.id.clone()),
            Per::Place | Per::Piece | Per::Stack => Some(String::new()),
        };
        let entries = pack.catalogue.entries();
        let meant = entries.filter(|entry| ask::may_mean(&self.test.pieces, &pack.catalogue, entry));
        meant.filter_map(|entry| per.iter().map(|per| word(entry, per)).collect()).collect()
    }

    fn count_group(
        &mut self,
        key: &GroupKey,
        members: &Members,
        there: &Answer,
        (most, least): (Option<&Limit>, Option<&Limit>),
    ) {
        let load: Bound = members.iter().map(|(_, answer)| answer.counted()).sum();
        let pieces: Vec<PieceIx> = held(members);
        for (limit, is_most) in [(most, true), (least, false)] {
            let Some(limit) = limit.and_then(|limit| self.limit(limit, members.first().map(|(ix, _)| *ix)))
            else {
                continue;
            };
            // Over the largest number, or below the smallest, where what nobody knows counts as there.
            let severity = if is_most {
                over(&load, &limit)
            } else {
                let unknown = members.iter().filter(|(_, answer)| answer.nominal.is_none()).count();
                let nominal = load.nominal.saturating_add(i32::try_from(unknown).unwrap_or(i32::MAX));
                over(&limit, &Bound { nominal, ..load.clone() })
            };
            let Some(severity) = severity else { continue };
            let mut filling = self.filling(key, &pieces, &load);
            filling.insert(if is_most { "most" } else { "least" }, limit.to_string());
            let says = self.says_count(key, &filling, is_most);
            let place = key.0.clone().or_else(|| {
                let extra = if self.test.per.is_empty() {
                    usize::try_from(limit.nominal).unwrap_or(0)
                } else {
                    usize::MAX
                };
                let extra = pieces.get(extra).or(pieces.last());
                extra.map(|ix| self.now.pieces[*ix].at.clone())
            });
            let sure = severity == Severity::Illegal && there.least;
            let rests_on = &(&load.rests_on | &limit.rests_on) | &there.rests_on;
            let pieces = pieces.clone();
            self.found(key.clone(), &[], Breach { place, pieces, sure, rests_on, filling, says });
        }
    }

    fn limit(&mut self, limit: &Limit, first: Option<PieceIx>) -> Option<Bound> {
        match limit {
            Limit::Number(number) => Some(Bound::exact(*number)),
            Limit::Column(column) => {
                let first = first?;
                let entry = self.now.pieces[first].entry.as_ref()?;
                look::number(&self.now.pack.catalogue, entry, self.now.pieces[first].flipped, column)
            }
            Limit::Value(name) => {
                let value = self.now.values.get(name.as_str());
                if value.is_none() {
                    self.report.not_checked(values::not_shown(&self.now.pack.values, name));
                }
                value.cloned()
            }
        }
    }

    fn says_count(&self, key: &GroupKey, filling: &Filling, is_most: bool) -> String {
        let filled = |hole: &str| filling.get(hole).map(String::as_str).unwrap_or_default();
        let (count, place, name) = (filled("count"), filled("place"), filled("name"));
        let allowed = if is_most {
            format!("at most {} may be", filled("most"))
        } else {
            format!("at least {} must be", filled("least"))
        };
        match self.test.per.as_slice() {
            [] => format!("{count} in play; {allowed}"),
            [Per::Id] if is_most => {
                // What is not certain is written with its range behind it.
                let number = filled("number").split(' ').next().and_then(|number| number.parse().ok());
                let number = number.unwrap_or_default();
                format!("{} of {name} in play; the game has {}", counted(number, "counter"), filled("most"))
            }
            per if per.contains(&Per::Stack) => format!("{count} in one stack in {place}; {allowed} there"),
            _ if key.0.is_some() => format!("{count} in {place}; {allowed} there"),
            _ => format!("{count} of {} in play; {allowed}", key.1.join(" ")),
        }
    }

    fn places(&mut self, never: bool, places: &PlaceSelector) {
        let mut members = self.members();
        for (ix, answer) in &mut members {
            let there = ask::place(self.now, Some(*ix), places, &self.now.pieces[*ix].at);
            *answer = answer.clone().and(if never { there } else { there.not() });
        }
        for (key, members) in self.groups(members) {
            let pieces = held(&members);
            if pieces.is_empty() {
                continue;
            }
            let filling = self.filling(&key, &pieces, &exact(pieces.len()));
            let (count, they) = (&filling["count"], if pieces.len() == 1 { "it" } else { "they" });
            let place = self.now.pieces[pieces[0]].at.clone();
            let says = match (never, places.in_words()) {
                (true, _) if *places == Selector::Any => {
                    format!("{count} in {place}, where none are allowed")
                }
                (true, Some(such)) => format!("{count} in {place}; {they} may never be in a place {such}"),
                (false, Some(such)) => format!("{count} in {place}; {they} must be in a place {such}"),
                (_, None) => format!("{count} in {place}, where {they} may not be"),
            };
            let (sure, rests_on) = surest(&members);
            self.found(key, &[], Breach { place: Some(place), pieces, sure, rests_on, filling, says });
        }
    }

    fn with(&mut self, bars: bool, other: &PieceSelector, relation: Relation) {
        let mut members = self.members();
        let mut companions: BTreeMap<PieceIx, Vec<PieceIx>> = BTreeMap::new();
        for (ix, answer) in &mut members {
            let mut any = Answer::exact(false);
            for near in ask::related(self.now, relation, *ix) {
                let mut is = ask::piece(self.now, Some(*ix), other, near);
                self.doubt(near, &mut is);
                if is.holds() && bars {
                    companions.entry(*ix).or_default().push(near);
                }
                any = any.or(is);
            }
            any = ask::or_hidden(self.now, Some(*ix), other, any);
            *answer = answer.clone().and(if bars { any } else { any.not() });
        }
        for (key, members) in self.groups(members) {
            let pieces = held(&members);
            let Some(first) = pieces.first() else { continue };
            let mut with: Vec<PieceIx> =
                pieces.iter().flat_map(|ix| companions.get(ix).cloned().unwrap_or_default()).collect();
            with.sort_unstable();
            with.dedup();
            let mut filling = self.filling(&key, &pieces, &exact(pieces.len()));
            let names = names(self.now, &with);
            let place = self.now.pieces[*first].at.clone();
            let where_to = match relation {
                Relation::Here => "",
                Relation::Stack => " in its stack",
                Relation::On => " that carries it",
                Relation::Carries => " aboard",
                Relation::Beside => " beside it",
            };
            let count = &filling["count"];
            let says = if bars {
                format!("{count} in {place} with {}{where_to}, which is not allowed", listed(&names, "and"))
            } else {
                let they_need = if pieces.len() == 1 { "it needs" } else { "they need" };
                let such =
                    other.in_words().map_or_else(|| "the companion".into(), |such| format!("a piece {such}"));
                format!("{count} in {place} without {such}{where_to}, which {they_need}")
            };
            filling.insert("with", in_groups(&names));
            let (sure, rests_on) = surest(&members);
            self.found(key, &with, Breach { place: Some(place), pieces, sure, rests_on, filling, says });
        }
    }

    fn value(&mut self, relation: &expression::Comparison) {
        if relation.may_be_hidden(self.now) && !relation.fails_whatever_more_there_is(self.now) {
            return self.report.not_checked(ask::UNSEEN);
        }
        let sums = [&relation.left, &relation.right].map(|sum| sum.of(self.now));
        let (left, right) = match sums {
            [Ok(left), Ok(right)] => (left, right),
            [Err(name), _] | [_, Err(name)] => {
                return self.report.not_checked(values::not_shown(&self.now.pack.values, &name));
            }
        };
        let fault = ask::relation(&left, relation.op, &right).not();
        if !fault.holds() {
            return;
        }
        let mut parts = relation.left.parts(self.now);
        let parts = if parts.len() > 1 {
            let parts: Vec<String> =
                parts.drain(..).map(|(name, number)| format!("{name} {number}")).collect();
            format!(" ({})", parts.join(", "))
        } else {
            String::new()
        };
        let mut limit = format!("{} {}", relation.op.in_words(), relation.right.in_words());
        if !relation.right.is_number() {
            limit = format!("{limit}, which is {right}");
        }
        let says = format!("{} is {left}{parts}; it must be {limit}", relation.left.in_words());
        let mut pieces = relation.left.pieces(self.now);
        pieces.extend(relation.right.pieces(self.now));
        pieces.sort_unstable();
        pieces.dedup();
        let place = pieces.first().map(|ix| self.now.pieces[*ix].at.clone());
        let mut filling = self.filling(&(None, Vec::new()), &pieces, &left);
        filling.insert("number", left.to_string());
        filling.insert("most", right.to_string());
        filling.insert("least", right.to_string());
        let (sure, rests_on) = (fault.least, fault.rests_on);
        self.found((None, Vec::new()), &[], Breach { place, pieces, sure, rests_on, filling, says });
    }

    fn filling(&self, key: &GroupKey, pieces: &[PieceIx], load: &Bound) -> Filling {
        let all = names(self.now, pieces);
        let states = states(&self.test.pieces);
        let has = |state: &&str| pieces.first().is_some_and(|ix| look::is_in(self.now, *ix, state).holds());
        let states: Vec<String> = states.into_iter().filter(has).map(look::state_title).collect();
        let carrier = pieces.iter().find_map(|ix| self.now.may_carry(*ix));
        let name = if self.test.per.contains(&Per::Id) {
            pieces.first().and_then(|ix| self.now.pieces[*ix].entry.as_ref()).map(|entry| entry.name.clone())
        } else {
            all.first().cloned()
        };
        let place = key.0.as_ref().or_else(|| pieces.first().map(|ix| &self.now.pieces[*ix].at));
        let they_are = if pieces.len() == 1 { "it is" } else { "they are" };
        Filling::from([
            ("count", self.counted(load)),
            ("number", load.to_string()),
            ("name", name.unwrap_or_default()),
            ("names", in_groups(&all)),
            ("place", place.map(ToString::to_string).unwrap_or_default()),
            ("them", them(pieces.len()).to_owned()),
            ("they_are", they_are.to_owned()),
            ("states", states.join(" and ")),
            ("carrier", carrier.map(|ix| self.now.pieces[ix].name.clone()).unwrap_or_default()),
            ("date", self.now_in_words()),
            ("first", self.first_time()),
        ])
    }

    /// So many of its pieces, as players call them.
    fn counted(&self, load: &Bound) -> String {
        match (self.test.called.as_str(), self.test.pieces.kinds()) {
            ("", []) => {
                let such = self.test.pieces.in_words();
                load.counted("piece") + &such.map(|such| format!(" {such}")).unwrap_or_default()
            }
            ("", kinds) => format!("{} of the kind {}", load.counted("piece"), kinds.join(" or ")),
            (called, _) => load.counted(called),
        }
    }

    /// When it is: the month, or the step where it is in the seasonal turn in which it holds no more.
    fn now_in_words(&self) -> String {
        let Some(date) = self.now.clock.date else { return String::new() };
        self.step_of_its_turn().map_or_else(
            || date.in_words(),
            |step| {
                let pack = &self.now.pack;
                let group = pack.phase(step).and_then(|(_, phase)| pack.phase(phase.group()));
                let turn = group.map_or("turn", |(_, group)| group.name.as_str());
                format!("{step} of the {} {} {turn}", Season::of_month(date.month).name(), date.year)
            },
        )
    }

    /// The step, where it is one of the seasonal turn in which the test holds no more.
    fn step_of_its_turn(&self) -> Option<&str> {
        let (limit, phase) = self.test.before.as_ref()?;
        let now = self.now.clock.phase.as_deref().filter(|_| self.now.clock.date == Some(*limit))?;
        self.now.pack.is_step_before(now, phase.as_ref()?).then_some(now)
    }

    /// The first time at which it holds no more, in words.
    fn first_time(&self) -> String {
        let Some((date, phase)) = &self.test.before else { return String::new() };
        let phase = phase.as_ref().and_then(|phase| self.now.pack.phase(phase));
        let phase = phase.map(|(_, phase)| format!("{} {}", phase.id, phase.name));
        match phase {
            Some(phase) if self.step_of_its_turn().is_some() => phase,
            Some(phase) => format!("{}, {phase}", date.in_words()),
            None => date.in_words(),
        }
    }

    /// Tells the fault of a group, unless a test before this one has spoken about it; `with` are companions.
    fn found(&mut self, key: GroupKey, with: &[PieceIx], mut fault: Breach) {
        let already = !self.told.insert(key);
        if already && self.test.otherwise {
            return;
        }
        if let (Some(shows), Some(first), Some(place)) =
            (&self.test.shows, fault.pieces.first(), &fault.place)
        {
            let here = self.now.here(place).iter().copied();
            let shown = here
                .filter(|ix| self.now.is_in_play(*ix) || self.test.everywhere)
                .filter(|ix| ask::piece(self.now, Some(*first), shows, *ix).holds());
            fault.pieces = shown.collect();
        } else {
            let more: Vec<PieceIx> = with.iter().copied().filter(|ix| !fault.pieces.contains(ix)).collect();
            fault.pieces.extend(more);
        }
        self.report.add(fault.told(self.row, self.test));
    }
}

fn exact(number: usize) -> Bound {
    Bound::exact(i32::try_from(number).unwrap_or(i32::MAX))
}

/// The pieces that count by the data as they are.
fn held(members: &Members) -> Vec<PieceIx> {
    members.iter().filter(|(_, answer)| answer.holds()).map(|(ix, _)| *ix).collect()
}

/// Whether one of them is sure, and else what they rest on.
fn surest(members: &Members) -> (bool, Sources) {
    let held = || members.iter().filter(|(_, answer)| answer.holds());
    let sure = held().any(|(_, answer)| answer.least);
    (sure, held().flat_map(|(_, answer)| answer.rests_on.iter().cloned()).collect())
}

/// The names of pieces, each once.
fn names(now: &Situation, pieces: &[PieceIx]) -> Vec<String> {
    pieces.iter().map(|ix| now.pieces[*ix].name.clone()).collect()
}

/// The states that a selector names, in its order.
fn states(pieces: &PieceSelector) -> Vec<&str> {
    match pieces {
        Selector::Atom(PieceAtom::Is(PieceKey::State, states)) => states.iter().map(String::as_str).collect(),
        Selector::All(parts) | Selector::Either(parts) => parts.iter().flat_map(states).collect(),
        Selector::Any | Selector::Not(_) | Selector::Atom(_) => Vec::new(),
    }
}
