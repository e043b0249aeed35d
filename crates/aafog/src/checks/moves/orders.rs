//! The written list of a combat move: what is in it, and whether it is followed (7; 8).

use super::super::super::boards::Boards;
use super::super::super::class::UnitClass;
use super::super::turns::{self, PowerTurn};
use liege_rules::check::case::{Case, NotGiven};
use liege_rules::check::{Found, Report};
use liege_rules::desk::log::{Enter, LogEvent, Order};
use vassal::diagnostic::Severity;

/// Phases in which the list rules.
const COMBAT: [&str; 2] = ["CM", "CC"];
/// The purpose of a second attack of tanks.
const BLITZ: &str = "blitz";
/// Messages that announce something to the other side: an attack, a loss.
const ANNOUNCED: &[&str] = &["M01", "M03"];
/// The kinds of lines that tell that a place proved to be empty.
const UNCOVERING: [&str; 3] = ["reveal", "capture", "message"];
/// Messages to the mover about something in his way.
const OBSTACLES: &[&str] = &["M02", "M11", "M13", "M17", "M20"];

/// AAF-020.
pub fn entry_off_the_list(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for turn in turns::turns(case)? {
        let list = MoveList::of(case, &turn);
        let mut listed = false;
        for (at, entry, enter) in turn.enters().filter(|(_, entry, _)| turn.is_in(entry, &COMBAT)) {
            if list.is_exempt(at, enter) {
                continue;
            }
            let is_off = list.judge(enter, report);
            if let Some((severity, why)) = is_off {
                // One sentence is enough where there is no list at all.
                if list.orders.is_empty() && std::mem::replace(&mut listed, true) {
                    continue;
                }
                let found =
                    Found::new(case.now.place(&enter.place), Vec::new(), format!("line {}: {why}", entry.n));
                report.add(
                    found
                        .severity(severity)
                        .help("each place on the way must be in the list that is written first"),
                );
            }
        }
        report.extend(
            list.late().map(|(severity, message)| Found::new(None, Vec::new(), message).severity(severity)),
        );
        report.extend(list.out_of_its_way());
    }
    Ok(())
}

/// The list of a turn and what it is measured by.
struct MoveList<'a> {
    case: &'a Case<Boards>,
    turn: &'a PowerTurn<'a>,
    /// Where the first announcement stands; the end of the turn where there is none.
    first: usize,
    /// Orders of the combat move.
    orders: Vec<(usize, u32, &'a Order)>,
}

impl<'a> MoveList<'a> {
    fn of(case: &'a Case<Boards>, turn: &'a PowerTurn<'a>) -> Self {
        let announced = turn.messages(ANNOUNCED).map(|(at, ..)| at);
        let fought =
            turn.battles().into_iter().filter(|(_, entry, _)| !turn.is_in(entry, &["NC"])).map(|(at, ..)| at);
        let first = announced.chain(fought).min().unwrap_or(usize::MAX);
        let orders = turn.orders().filter(|(_, entry, _)| !turn.is_in(entry, &["NC"]));
        Self { case, turn, first, orders: orders.map(|(at, entry, order)| (at, entry.n, order)).collect() }
    }

    /// Whether an order is, or may be, one of those that are given when a place proves empty; in a log with gaps the line
    /// may be missing that says so.
    fn is_blitz(&self, at: usize, order: &Order) -> bool {
        let tanks = |class| matches!(class, UnitClass::Tank | UnitClass::Mech);
        let known = turns::counts(self.case, &order.units).is_some();
        order.purpose.to_lowercase().contains(BLITZ)
            || ((self.is_revealed(at, None) || (!self.turn.tells(&UNCOVERING) && at > self.first))
                && (!known || turns::is_all(self.case, &order.units, tanks)))
    }

    /// Whether an order stood in the list before the first announcement. Who keeps a log by hand may write each order down
    /// when it is carried out.
    fn is_written(&self, at: usize) -> bool {
        at < self.first || !self.turn.tells(&["order"])
    }

    /// Whether a place proved to be empty before; any place where none is named.
    fn is_revealed(&self, before: usize, place: Option<&str>) -> bool {
        let is_it = |named: &str| place.is_none_or(|place| self.turn.same(named, place));
        self.turn.events().take(before).any(|(_, _, event)| match event {
            LogEvent::Reveal(reveal) => !reveal.defended.land && is_it(&reveal.place),
            LogEvent::Capture { place, .. } => is_it(place),
            LogEvent::Message(notice) if ["M03", "M04"].contains(&notice.template.as_str()) => {
                place.is_none_or(|place| turns::may_mean(self.turn.view, notice, place))
            }
            _ => false,
        })
    }

    /// What is never in a list: a blitz, a retreat, aircraft that scramble.
    fn is_exempt(&self, at: usize, enter: &Enter) -> bool {
        let blitz = |(given, _, order): &(usize, u32, &Order)| {
            order.item == enter.item && !turns::is_nameless(&enter.item) && self.is_blitz(*given, order)
        };
        let tanks = |class| matches!(class, UnitClass::Tank | UnitClass::Mech);
        let from = (!enter.from.is_empty()).then_some(enter.from.as_str());
        let unlisted_blitz = turns::is_all(self.case, &enter.group, tanks)
            && (self.is_revealed(at, from) || !self.turn.tells(&UNCOVERING));
        let retreat = self.turn.events().any(|(_, _, event)| match event {
            LogEvent::Retreat(fate) => fate.to.is_empty() || self.turn.same(&fate.to, &enter.place),
            _ => false,
        });
        self.orders.iter().any(blitz)
            || unlisted_blitz
            || retreat
            || turns::is_of_others(self.case, &enter.group, self.turn.side)
    }

    /// Whose turn it is, in words.
    fn power(&self) -> String {
        self.turn.view.called(self.turn.power)
    }

    /// Why a place that a group enters is not in the list, if it is not.
    fn judge(&self, enter: &Enter, report: &mut Report<'_>) -> Option<(Severity, String)> {
        let written =
            || self.orders.iter().filter(|(at, _, order)| self.is_written(*at) && !self.is_blitz(*at, order));
        let own = |order: &Order| order.item == enter.item && !turns::is_nameless(&enter.item);
        let names = |order: &Order| order.path.iter().any(|place| self.turn.same(place, &enter.place));
        let place = &enter.place;
        if self.orders.is_empty() {
            let message = format!("{} moves into {place}, but there is no list of moves", self.power());
            return self.turn.tells(&["order"]).then_some((Severity::Illegal, message));
        }
        if written().any(|(.., order)| own(order) && order.path.is_empty())
            || (turns::is_nameless(&enter.item) && written().any(|(.., order)| order.path.is_empty()))
        {
            report.not_checked("the path of some orders is not in the turn log");
            return None;
        }
        let own_order = written().any(|(.., order)| own(order));
        if written().any(|(.., order)| names(order)) {
            let other = own_order && !written().any(|(.., order)| own(order) && names(order));
            let message = format!("item {} enters {place}, which only another item names", enter.item.0);
            return other.then_some((Severity::Suspicious, message));
        }
        // Of a log with gaps, only an order that is there speaks against the move.
        let message = format!("{place} is entered but is not in the list of moves of {}", self.power());
        (self.turn.tells(&["order"]) || own_order).then_some((Severity::Illegal, message))
    }

    /// Orders that were written after the first announcement.
    fn late(&self) -> impl Iterator<Item = (Severity, String)> + '_ {
        let late =
            self.orders.iter().filter(|(at, _, order)| !self.is_written(*at) && !self.is_blitz(*at, order));
        let known = late.filter(|(at, ..)| {
            self.turn.entries.get(*at).is_some_and(|entry| self.turn.is_in(entry, &COMBAT))
        });
        known.map(|(at, n, order)| {
            let hindered = self.turn.messages(OBSTACLES).any(|(told, ..)| self.first <= told && told < *at);
            let severity = if hindered { Severity::Suspicious } else { Severity::Illegal };
            (
                severity,
                format!(
                    "line {n}: item {} was ordered after the first announcement of the turn",
                    order.item.0
                ),
            )
        })
    }

    /// Groups that enter places in another order than their path has.
    fn out_of_its_way(&self) -> Vec<Found> {
        let mut found = Vec::new();
        for (at, _, order) in &self.orders {
            if turns::is_nameless(&order.item)
                || self.orders.iter().any(|(other, _, same)| other != at && same.item == order.item)
            {
                continue;
            }
            let stands = |place: &str| order.path.iter().rposition(|known| self.turn.same(known, place));
            let enters: Vec<(usize, usize, &Enter)> = self
                .turn
                .enters()
                .filter(|(_, _, enter)| enter.item == order.item && !self.is_exempt(0, enter))
                .filter_map(|(at, _, enter)| Some((at, stands(&enter.place)?, enter)))
                .collect();
            for pair in enters.windows(2) {
                let [(from, earlier, _), (to, later, enter)] = pair else { continue };
                let hindered = self.turn.messages(OBSTACLES).any(|(told, ..)| *from <= told && told < *to);
                if later < earlier && !hindered {
                    let message = format!(
                        "item {} goes another way than its path: back to {}",
                        order.item.0, enter.place
                    );
                    let place = self.case.now.place(&enter.place);
                    found.push(Found::new(place, Vec::new(), message).severity(Severity::Suspicious));
                }
            }
        }
        found
    }
}

/// AAF-021.
pub fn list_not_followed(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for turn in turns::turns(case)? {
        // What stood in the way of an item may be missing in a log with gaps.
        if !turn.tells(&["message", "retreat", "reveal", "capture"]) {
            report
                .not_checked("needs a turn log that leaves out no messages, retreats, reveals and captures");
            continue;
        }
        let list = MoveList::of(case, &turn);
        let steps = steps(&list);
        for (at, later) in steps.iter().enumerate() {
            let Some(earlier) =
                steps.iter().skip(at + 1).find(|earlier| is_overtaken(&turn, &steps, earlier, later))
            else {
                continue;
            };
            let message = format!(
                "item {} is resolved before item {}, which comes earlier in the list of {}",
                later.order.item.0,
                earlier.order.item.0,
                case.now.called(turn.power)
            );
            report.add(Found::new(case.now.place(&later.place), Vec::new(), message));
        }
    }
    Ok(())
}

/// An order that was resolved.
struct BegunOrder<'a> {
    order: &'a Order,
    /// Where in the turn it was ordered.
    ordered: usize,
    /// Where in the turn it was begun.
    begun: usize,
    /// The place that it enters first.
    place: String,
}

/// The orders of a combat move in the order in which they were begun.
fn steps<'a>(list: &MoveList<'a>) -> Vec<BegunOrder<'a>> {
    let turn = list.turn;
    let orders =
        turn.orders().filter(|(at, entry, order)| !turn.is_in(entry, &["NC"]) && !list.is_blitz(*at, order));
    let step = |(ordered, _, order): (usize, _, &'a Order)| {
        let mut enters = turn.enters().filter(|(_, entry, _)| turn.is_in(entry, &["CC"]));
        let (begun, _, enter) = enters.find(|(_, _, enter)| enter.item == order.item)?;
        Some(BegunOrder { order, ordered, begun, place: enter.place.clone() })
    };
    let mut steps: Vec<BegunOrder<'a>> =
        orders.filter(|(_, _, order)| !turns::is_nameless(&order.item)).filter_map(step).collect();
    steps.sort_by_key(|step| step.begun);
    steps
}

/// Whether an order stands above another in the list and was begun after it for no reason.
fn is_overtaken(
    turn: &PowerTurn<'_>,
    steps: &[BegunOrder<'_>],
    earlier: &BegunOrder<'_>,
    later: &BegunOrder<'_>,
) -> bool {
    let number = |step: &BegunOrder<'_>| step.order.item.0.parse::<u32>().ok();
    let by_number = number(earlier).zip(number(later)).is_none_or(|(earlier, later)| earlier < later);
    let target =
        |step: &BegunOrder<'_>| step.order.path.last().cloned().unwrap_or_else(|| step.place.clone());
    // A raid waits for the attack on its target, or comes with it.
    let with_attack = |raid: &BegunOrder<'_>| {
        let mut others = steps.iter().filter(|other| other.ordered != raid.ordered);
        raid.order.purpose == "raid" && others.any(|other| turn.same(&target(other), &target(raid)))
    };
    let raid = with_attack(earlier) || with_attack(later);
    // What is landed by an order further up waits for the fleet, too.
    let awaited = turns::is_sea(turn.view, &target(later)) == Some(true)
        && steps.iter().any(|step| {
            step.ordered < earlier.ordered
                && turns::is_land(turn.view, &target(step))
                && step.order.path.first().is_some_and(|from| turn.same(from, &target(later)))
        });
    // The fleet clears the zone before what is landed goes ashore from it.
    let Order { path, purpose, .. } = earlier.order;
    let from_there =
        path.is_empty() || purpose == "land" || path.iter().any(|zone| turn.same(zone, &target(later)));
    let landing = from_there
        && turns::is_land(turn.view, &target(earlier))
        && turns::is_sea(turn.view, &target(later)) == Some(true);
    let hindered = turn.messages(OBSTACLES).any(|(at, ..)| at < later.begun);
    let fell_back =
        turn.events().take(later.begun).any(|(_, _, event)| matches!(event, LogEvent::Retreat(_)));
    earlier.ordered < later.ordered
        && later.begun < earlier.begun
        && by_number
        && !raid
        && !landing
        && !awaited
        && !hindered
        && !fell_back
}
