//! What the rules demand of copies and proofs: nothing hidden is in a file (4.H).

use std::collections::{BTreeMap, BTreeSet};

use super::super::Aafog;
use super::super::boards::{BoardUnit, Boards};
use super::super::class::UnitClass;
use super::super::copies::SETUP;
use super::in_copy;
use super::layer::{self, GivenBack, Layer};
use super::stage::{self, for_the_umpire};
use liege_rules::check::case::{Case, NotGiven};
use liege_rules::check::{Check, Found, Report, whole};
use liege_rules::desk::chain;
use liege_rules::desk::hidden::HiddenPlay;
use liege_rules::desk::ledger::Ledger;
use liege_rules::desk::proof::Verdict;

/// The table of this topic.
pub const REDACTION: &[Check<Boards>] = &[
    whole("AAF-063", left_in_a_copy),
    whole("AAF-064", cargo_of_an_enemy_transport),
    whole("AAF-065", ids_that_link),
    whole("AAF-070", opening_against_its_record),
    whole("AAF-071", one_chain),
    whole("AAF-072", copy_is_the_view),
];

fn left_in_a_copy(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for_the_umpire(case)?;
    for (side, copy) in case.wants_copies()? {
        for residue in &copy.residues {
            let place = residue.place.as_deref().and_then(|place| copy.held.place(place));
            let near = residue.place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
            let message = format!("{near}{} is in the file, but its side may not know of it", residue.what);
            report.add(in_copy(side, place.as_ref(), [], message).help("make the copy again"));
        }
        let (view, own) = (&copy.held, copy.held.side_of(side));
        for ghost in view.units.iter().filter(|unit| unit.side != own && !unit.side.is_empty()) {
            let tells = |word: &str| UnitClass::find(word).is_some_and(|class| class != ghost.class);
            if let Some(label) = label_that(case, side, (view, ghost), tells) {
                let place = &ghost.place;
                let message = format!(
                    "the label of the {} in {place} names other units: \"{label}\"",
                    ghost.called(view.pack())
                );
                report.add(in_copy(side, Some(place), [(view, ghost)], message));
            }
        }
    }
    Ok(())
}

fn ids_that_link(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for_the_umpire(case)?;
    let copies = case.wants_copies()?;
    let ledgers = case.wants_ledgers()?;
    for (side, copy) in copies {
        let view = &copy.held;
        let own = view.side_of(side);
        let Some(ledger) = ledgers.get(own) else {
            report.not_checked(format!("needs --ledger {side}=FILE"));
            continue;
        };
        let is_setup = |claim: &str| {
            let entry = claim.trim().parse().ok().and_then(|entry| ledger.entry(entry));
            entry.is_none_or(|entry| entry.source.trim().eq_ignore_ascii_case(SETUP))
        };
        let earlier = case.earlier.get(side);
        for unit in view.units.iter().filter(|unit| !unit.side.is_empty() && unit.side != own) {
            if is_real_unit(case, ledger, side, unit) {
                let name = unit.called(view.pack());
                let message = format!("the {name} has the id {} of a piece of the master", unit.id);
                let found = in_copy(side, Some(&unit.place), [(view, unit)], message);
                report.add(found.help("a unit that its side saw is shown as a ghost with a separate id"));
            }
        }
        for ghost in view.units.iter().filter(|unit| !unit.side.is_empty() && unit.side != own) {
            let Some(claim) = ghost.claims.as_deref().filter(|claim| !is_setup(claim)) else { continue };
            let before = earlier.and_then(|earlier| earlier.by_id(&ghost.id)?.claims.as_deref());
            let name = ghost.called(view.pack());
            let message = if case.now.by_id(&ghost.id).is_some() {
                format!("the ghost of the {name} has the id {} of a piece of the master", ghost.id)
            } else if before.is_some_and(|before| before.trim() != claim.trim()) {
                format!("the new sighting of a {name} has the id {} of an earlier one", ghost.id)
            } else {
                continue;
            };
            let found = in_copy(side, Some(&ghost.place), [(view, ghost)], message);
            report.add(found.help("a ghost gets a separate id for each sighting"));
        }
    }
    Ok(())
}

/// Whether a piece that claims nothing is the very unit of the master: neither the set-up nor the side itself explains
/// that the copy has it under that id.
fn is_real_unit(case: &Case<Boards>, ledger: &Ledger, side: &str, unit: &BoardUnit) -> bool {
    let is_same = |real: &BoardUnit| (real.class, &real.power) == (unit.class, &unit.power);
    let layer = Layer::of(case, side);
    if unit.claims.is_some()
        || unit.class == UnitClass::Kami
        || !case.now.is_on_board(&unit.place)
        || !case.now.by_id(&unit.id).is_some_and(is_same)
        || !layer.is_known()
        || stage::is_past_setup(case) != Some(true)
    {
        return false;
    }
    let was_there = [layer.view(), case.earlier.get(side)];
    let known = was_there.into_iter().flatten().any(|view| view.by_id(&unit.id).is_some());
    let mut of_setup =
        ledger.entries.iter().filter(|entry| entry.source.trim().eq_ignore_ascii_case(SETUP)).peekable();
    // Of a ledger that leaves the set-up out nobody can say which ids come from there.
    let known = known || of_setup.peek().is_none();
    let set_up = of_setup.any(|entry| {
        entry.side_seen.eq_ignore_ascii_case(&unit.power)
            && UnitClass::find(&entry.class) == Some(unit.class)
            && case.now.place(&entry.place).as_ref() == Some(&unit.place)
    });
    !known && !set_up
}

fn opening_against_its_record(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let records = case.wants_records()?;
    for opening in case.wants_openings()? {
        let verdicts: Vec<Verdict> = records.iter().filter_map(|record| opening.check(record).ok()).collect();
        if verdicts.is_empty() {
            report.not_checked(format!("needs the record of issue {}", opening.issue));
        }
        let wrong = verdicts.iter().find_map(|verdict| match verdict {
            Verdict::Contradicted(difference) => Some(difference),
            Verdict::Proven(_) => None,
        });
        if let Some(difference) = wrong {
            let (name, issue) = (&opening.name, opening.issue);
            let message = format!("{name}, issue {issue}, differs from the commitment: {difference}");
            report.add(Found::new(case.now.place(name), Vec::new(), message));
        }
    }
    Ok(())
}

fn one_chain(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let chain = chain::check(case.wants_records()?);
    for fault in &chain.faults {
        report.add(Found::new(None, Vec::new(), format!("issue {}: {}", fault.issue, fault.what)));
    }
    for (first, last) in &chain.missing {
        let issues =
            if first == last { format!("issue {first}") } else { format!("issues {first} to {last}") };
        report.not_checked(format!("no record of {issues} was given"));
    }
    Ok(())
}

/// How units look alike in a copy: place, counter, damage, the entry they rest on.
type LooksLike = (String, String, u32, Option<String>);
/// How many units look so.
type LooksCount = BTreeMap<LooksLike, u32>;

/// The same of a guess, which claims nothing.
type Guess = (String, String, u32);

fn copy_is_the_view(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let copies = case.wants_copies()?;
    let ledgers = case.wants_ledgers()?;
    let issue = case.wants_records()?.iter().map(|record| record.issue).max().unwrap_or(0);
    for (side, copy) in copies {
        let own = case.now.side_of(side);
        let Some(ledger) = ledgers.get(own) else {
            report.not_checked(format!("needs --ledger {side}=FILE"));
            continue;
        };
        // Nobody gave anything back before the first issue.
        let layer = if issue == 0 { Layer::Nothing } else { Layer::of(case, side) };
        let view = IssuedView { side, own, held: &copy.held, ledger, layer, issue };
        let mut facts = view.own_units(&case.now);
        facts.extend(view.open_facts(&case.now));
        match layer::went_on(case, side).filter(|_| !facts.is_empty()) {
            Some(reason) => report.not_checked(reason),
            None => report.extend(facts),
        }
        view.ghosts(&case.now, report);
        report.extend(view.mock_ups(&case.now));
    }
    Ok(())
}

/// The copy of a side with what its view is made of.
struct IssuedView<'a> {
    side: &'a str,
    own: &'a str,
    held: &'a Boards,
    ledger: &'a Ledger,
    layer: Layer<'a>,
    issue: u32,
}

impl IssuedView<'_> {
    /// Own units that are not as the master has them.
    fn own_units(&self, master: &Boards) -> Vec<Found> {
        let is_own = |unit: &BoardUnit| unit.side == self.own;
        let (due, shown) = (tally(master, is_own), tally(self.held, is_own));
        differing(&due, &shown).map(|key| self.unlike(master, key, &due, &shown)).collect()
    }

    /// Ghosts that the ledger does not have so, unless their side itself left them so (6.8.1).
    fn ghosts(&self, master: &Boards, report: &mut Report<'_>) {
        let is_ghost = |unit: &BoardUnit| unit.side != self.own && unit.claims.is_some();
        let (due, shown) =
            (ghosts_due(master, self.ledger, self.own, self.issue), tally(self.held, is_ghost));
        let left = self.layer.view().map(|view| tally(view, is_ghost));
        for key in differing(&due, &shown) {
            let entry = key.3.as_ref().and_then(|claim| self.ledger.entry(claim.parse().ok()?));
            let is_older = entry.is_some_and(|entry| entry.issue < self.issue);
            let claim = key.3.as_deref().unwrap_or_default();
            match (&left, is_older) {
                (Some(left), true) if of_entry(left, claim).eq(of_entry(&shown, claim)) => {}
                (None, true) if !self.layer.is_known() => report.not_checked(layer::unknown(self.side)),
                _ => report.add(self.unlike(master, key, &due, &shown)),
            }
        }
    }

    /// Guesses of the side that are not those of the copy that it gave back. A ghost too many there, or one with a claim of
    /// its own making, is a guess, and a new sighting of their place may have taken guesses off.
    fn mock_ups(&self, master: &Boards) -> Option<Found> {
        let view = self.layer.view()?;
        let (least, most) = (self.guesses(view, false), self.guesses(view, true));
        let shown = self.guesses(self.held, false);
        let is_new = |place: &str| {
            self.ledger.entries.iter().any(|entry| entry.issue == self.issue && entry.place == place)
        };
        let differs = |key: &&Guess| {
            let [least, most, shown] =
                [&least, &most, &shown].map(|guesses| guesses.get(*key).copied().unwrap_or(0));
            !(least..=most).contains(&shown) && !is_new(&key.0)
        };
        let (place, counter, _) = most.keys().chain(shown.keys()).find(differs)?;
        let message = format!("the side's own guesses have been changed: {counter} in {place}");
        Some(in_copy(self.side, master.place(place).as_ref(), [], message))
    }

    /// The enemy units of a view that claim nothing, or all of them.
    fn guesses(&self, view: &Boards, claimed_too: bool) -> BTreeMap<Guess, u32> {
        let mut guesses: BTreeMap<Guess, u32> = BTreeMap::new();
        let others = view.units.iter().filter(|unit| unit.side != self.own && !unit.side.is_empty());
        for unit in others.filter(|unit| claimed_too || unit.claims.is_none()) {
            let (place, counter, damage, _) = looks(view, unit);
            *guesses.entry((place, counter, damage)).or_default() += unit.count;
        }
        guesses
    }

    /// The turn, the income and who holds what are open to all.
    fn open_facts(&self, master: &Boards) -> Vec<Found> {
        let open = |word: &str| word == "turn" || word.ends_with("-income");
        let (due, shown) = (&master.situation, &self.held.situation);
        let mut found = Vec::new();
        for (word, value) in due.values.iter().filter(|(word, _)| open(word.as_str())) {
            if shown.values.get(word.as_str()).is_some_and(|shown| shown != value) {
                let message = format!("{word} differs from the view of the master");
                found.push(in_copy(self.side, None, [], message));
            }
        }
        for (place, power) in &due.control {
            if shown.control.get(place).is_none_or(|shown| shown != power) {
                let message =
                    format!("{place} is not shown as held by {power}, as in the view of the master");
                found.push(in_copy(self.side, Some(place), [], message));
            }
        }
        found
    }

    fn unlike(&self, master: &Boards, key: &LooksLike, due: &LooksCount, shown: &LooksCount) -> Found {
        let count = |of: &LooksCount| of.get(key).copied().unwrap_or(0);
        let (place, counter, _, entry) = key;
        let by = entry.as_ref().map(|entry| format!(" by entry {entry}")).unwrap_or_default();
        let (found, expected) = (count(shown), count(due));
        let message =
            format!("{place} shows {found} of {counter}{by}, but the view of the master has {expected}");
        let here = self.held.units.iter().filter(|unit| looks(self.held, unit) == *key);
        in_copy(self.side, master.place(place).as_ref(), here.map(|unit| (self.held, unit)), message)
    }
}

fn looks(view: &Boards, unit: &BoardUnit) -> LooksLike {
    let claim = unit.claims.as_ref().map(|claim| claim.trim().to_owned());
    (unit.place.to_string(), unit.called(view.pack()), unit.damage, claim)
}

/// The ghosts that rest on an entry.
fn of_entry<'t>(ghosts: &'t LooksCount, entry: &'t str) -> impl Iterator<Item = (&'t LooksLike, &'t u32)> {
    ghosts.iter().filter(move |((.., claim), _)| claim.as_deref() == Some(entry))
}

/// What two tallies do not have alike.
fn differing<'t>(one: &'t LooksCount, other: &'t LooksCount) -> impl Iterator<Item = &'t LooksLike> {
    let all: BTreeSet<&LooksLike> = one.keys().chain(other.keys()).collect();
    all.into_iter().filter(|key| one.get(*key) != other.get(*key))
}

/// The units of a view, by how they look.
fn tally(view: &Boards, wanted: impl Fn(&BoardUnit) -> bool) -> LooksCount {
    let mut tally = LooksCount::new();
    for unit in view.units.iter().filter(|unit| wanted(unit)) {
        *tally.entry(looks(view, unit)).or_default() += unit.count;
    }
    tally
}

/// The ghosts of a ledger, as the copy of a side has to show them (6.8.1).
fn ghosts_due(master: &Boards, ledger: &Ledger, side: &str, issue: u32) -> LooksCount {
    let mut due = LooksCount::new();
    for ghost in &Aafog.side_board(&master.situation, ledger, side, issue).ghosts {
        let nation = master.pack().nations.get(&*ghost.counter.nation);
        let class = UnitClass::of_kind(&ghost.counter.kind).map_or("", UnitClass::name);
        let name = format!("{} {class}", nation.map_or("", |nation| &nation.adjective));
        let damage = match ghost.number {
            Some(number) => u32::try_from(number).unwrap_or(0),
            None => u32::from(!ghost.states.is_empty()),
        };
        let key = (ghost.place.to_string(), name, damage, Some(ghost.entry.to_string()));
        *due.entry(key).or_default() += 1;
    }
    due
}

fn cargo_of_an_enemy_transport(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for (side, copy) in case.wants_copies()? {
        let view = &copy.held;
        let own = view.side_of(side);
        let is_enemy =
            |unit: &&BoardUnit| unit.class == UnitClass::Tr && unit.side != own && !unit.side.is_empty();
        for transport in view.units.iter().filter(is_enemy) {
            let aboard = view.units.iter().filter(|unit| unit.carrier == Some(transport.ix));
            let cargo: Vec<_> = aboard.filter(|unit| is_umpires(case, side, transport, unit)).collect();
            let place = &transport.place;
            let ship = transport.called(view.pack());
            if !cargo.is_empty() {
                let message = format!("{ship} in {place} is shown with its cargo");
                let pieces = cargo.into_iter().map(|unit| (view, unit));
                report.add(in_copy(side, Some(place), pieces, message));
            }
            let says_cargo =
                |word: &str| CARGO.contains(&word) || UnitClass::find(word).is_some_and(UnitClass::is_land);
            if let Some(label) = label_that(case, side, (view, transport), says_cargo) {
                let message = format!("the label of the {ship} in {place} names its cargo: \"{label}\"");
                report.add(in_copy(side, Some(place), [(view, transport)], message));
            }
        }
    }
    Ok(())
}

/// The note that says when a ghost was seen.
const SIGHTED: &str = "sighted";
/// Words of a label that tell whether a ship carries something.
const CARGO: [&str; 5] = ["cargo", "aboard", "loaded", "carries", "carrying"];

/// Whether the umpire put a unit aboard a transport of a copy. What a side loads itself is its own guess.
fn is_umpires(case: &Case<Boards>, side: &str, transport: &BoardUnit, unit: &BoardUnit) -> bool {
    let is_own = |view: &Boards| view.by_id(&unit.id).is_some_and(|own| own.carrier.is_some());
    let left = own_work(case, side).is_some_and(is_own);
    let in_master = case.now.by_id(&unit.id).is_some_and(|real| {
        (real.class, real.power.as_str()) == (unit.class, unit.power.as_str()) && real.carrier.is_some()
    });
    let layer = Layer::of(case, side);
    let is_real = in_master && layer.is_known() && stage::is_past_setup(case) == Some(true);
    !left && (transport.claims.is_some() || unit.claims.is_some() || is_real)
}

/// The copy that a side gave back, but for one that came after the copy that it holds.
fn own_work<'a>(case: &'a Case<Boards>, side: &str) -> Option<&'a Boards> {
    let came_later = layer::given_back(case, side) == Some(GivenBack::After);
    case.returned.get(side).filter(|_| !came_later)
}

/// What stands on a ghost of the umpire's beside when it was seen, where a word of it says such a thing and its side did
/// not write it.
fn label_that<'a>(
    case: &Case<Boards>,
    side: &str,
    (view, ghost): (&'a Boards, &BoardUnit),
    says: impl Fn(&str) -> bool,
) -> Option<&'a str> {
    ghost.claims.as_ref()?;
    let text = view.situation.pieces[ghost.ix].notes.get(SIGHTED)?;
    let own = own_work(case, side).and_then(|left| Some((left, left.by_id(&ghost.id)?)));
    if own.is_some_and(|(left, own)| left.situation.pieces[own.ix].notes.get(SIGHTED) == Some(text)) {
        return None;
    }
    let words = text.split(|letter: char| !letter.is_alphanumeric()).map(str::to_lowercase);
    words.filter(|word| word.len() > 1).any(|word| says(&word)).then_some(text.as_str())
}
