//! Which orders the umpire found legal before they were carried out (4, L13).

use super::super::boards::Boards;
use super::stage::is_same_turn;
use liege_rules::check::case::{Case, NotGiven};
use liege_rules::check::{Found, Report};
use liege_rules::desk::log::{Item, LogEntry, LogEvent, Order, UmpireLog};

/// Refuses an order (6.5b).
const REFUSED: &str = "M17";
/// What approves a whole list.
const WHOLE_LIST: [&str; 3] = ["", "null", "all"];

/// An order of a log that uses approvals, and none for it (AAF-009).
pub fn order_without_approval(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let log = case.wants_log()?;
    if !log.entries.iter().any(|entry| matches!(entry.event, LogEvent::Approve { .. })) {
        return Ok(());
    }
    // What is refused needs no approval.
    if !log.tells_all(&["approve", "message"]) {
        report.not_checked(
            "the turn log may leave out approvals or refusals, so one that is missing may have been given",
        );
        return Ok(());
    }
    for (at, entry) in log.entries.iter().enumerate() {
        let LogEvent::Order(order) = &entry.event else { continue };
        if is_due(log, at, entry, order) && !is_approved(log, entry, &order.item) {
            let place = order.path.last().and_then(|name| case.now.place(name));
            let item = &order.item.0;
            let message = format!(
                "item {item} of {} in turn {} was never approved",
                case.now.called(&entry.power),
                entry.round
            );
            report.add(Found::new(place, Vec::new(), message));
        }
    }
    Ok(())
}

/// Whether an approval is due: the turn went on after the list, and the order was not refused.
fn is_due(log: &UmpireLog, at: usize, entry: &LogEntry, order: &Order) -> bool {
    let later = || log.entries.iter().skip(at + 1);
    let of_turn = || later().filter(|other| is_same_turn(entry, other));
    let entered =
        of_turn().any(|other| matches!(&other.event, LogEvent::Enter(enter) if enter.item == order.item));
    let refused = of_turn()
        .any(|other| matches!(&other.event, LogEvent::Message(notice) if notice.template == REFUSED));
    let goes_on = later().any(|other| {
        !is_same_turn(entry, other)
            || !matches!(
                other.event,
                LogEvent::Order(_)
                    | LogEvent::Approve { .. }
                    | LogEvent::Returned { .. }
                    | LogEvent::Message(_)
                    | LogEvent::Answer(_)
            )
    });
    goes_on && (entered || !refused)
}

fn is_approved(log: &UmpireLog, entry: &LogEntry, wanted: &Item) -> bool {
    let covers = |item: &Item| {
        let within = || {
            let (first, last) = item.0.split_once('-')?;
            let [first, last, own] = [first, last, &wanted.0].map(|text| text.trim().parse::<u32>().ok());
            Some((first?..=last?).contains(&own?))
        };
        item == wanted || WHOLE_LIST.contains(&item.0.as_str()) || within().unwrap_or(false)
    };
    let mut of_turn = log.entries.iter().filter(|other| is_same_turn(entry, other));
    of_turn.any(|other| matches!(&other.event, LogEvent::Approve { item, .. } if covers(item)))
}
