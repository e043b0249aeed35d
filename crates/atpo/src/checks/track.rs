//! The Turn Track: markers of month and year, Magic and JN-25, the route through the Indian Ocean.

use super::super::kind::{Air, Kind};
use super::super::view::View;
use crate::part::MonthPart;
use liege_rules::check::{Check, Found, Report, now, with_earlier};
use liege_rules::data::schedule::Season;
use liege_rules::position::notation::Date;
use liege_rules::position::situation::{PieceIx, PlaceId};
use vassal::diagnostic::{Severity, counted};

pub(super) const TRACK: &[Check<View>] = &[
    now("ATPO-M24", misplaced_magic).of("allies"),
    now("ATPO-M25", misplaced_jn25),
    now("ATPO-M27", unpaired_route_open).in_the_open(),
    now("ATPO-M28", month_out_of_season).in_the_open(),
    with_earlier("ATPO-M30", extra_month).in_the_open(),
];

/// The boxes of the months, as the module calls them.
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// The status boxes of the route through the Indian Ocean (18.1.5.1).
const INDIAN_OCEAN: [&str; 2] = ["Indian Ocean Convoys (South)", "Indian Ocean Convoys (West)"];

/// The last month of the extended campaign, whose seasons have one month each (0.2).
pub(super) const LAST_QUARTERLY: Date = Date { year: 1941, month: 9 };

/// The box of a month, 1 to 12.
pub(super) fn month_box(month: u8) -> &'static str {
    MONTHS[usize::from(month.clamp(1, 12) - 1)]
}

/// The month whose box this is, 1 to 12.
pub(super) fn month_of(place: &PlaceId) -> Option<u8> {
    let name = place.name()?;
    MONTHS.iter().zip(1..).find(|(month, _)| **month == name).map(|(_, number)| number)
}

/// Whether it is the Seasonal Turn, which stands before the three months of its season.
pub(super) fn is_seasonal(view: &View) -> bool {
    view.part() == Some(MonthPart::Seasonal)
}

fn season_after(season: Season) -> Season {
    Season::ALL[(season as usize + 1) % Season::ALL.len()]
}

/// The season whose box this is.
fn season_of(place: &PlaceId) -> Option<Season> {
    let name = place.name()?;
    Season::ALL.into_iter().find(|season| season.name() == name)
}

/// The chits of a kind in the seasonal boxes, by box.
fn by_season(view: &View, kind: &str) -> Vec<(Season, Vec<PieceIx>)> {
    let chits = |season: Season| (season, view.chits(&view.box_called(season.name()), kind));
    Season::ALL.into_iter().map(chits).filter(|(_, chits)| !chits.is_empty()).collect()
}

/// The Magic chits that the first bombing of Japan brings (17.7).
const SHOCK: usize = 2;

/// Whether the save shows that Japan has been bombed: by fire, by the B-25 that has flown, or by strategic losses.
fn was_bombed(view: &View) -> bool {
    let situation = &view.situation;
    let flown = |ix: PieceIx| {
        view.kind_of(ix) == Some(Kind::Air(Air::B25))
            && situation.facts(&situation.pieces[ix].at).is_some_and(|facts| facts.key == "eliminated")
    };
    let burnt = |ix: PieceIx| situation.pieces[ix].is_chit("firebombed") && situation.is_in_play(ix);
    situation.all().any(|ix| burnt(ix) || flown(ix))
        || situation.values.get("jp-loss").is_some_and(|loss| loss.least > 0)
}

/// One Seasonal chit in the box of the season, one Yearly chit in the Winter box; none before the Winter of 1942.
fn misplaced_magic(view: &View, report: &mut Report<'_>) {
    let Some(date) = view.situation.clock.date else { return };
    let current = Season::of_month(date.month);
    for (season, chits) in by_season(view, "magic") {
        let room = usize::from(season == current) + usize::from(season == Season::Winter);
        // The Shock of War brings two more (17.7), and where these wait is not said.
        let extra = if was_bombed(view) { SHOCK } else { 0 };
        if date.year >= 1942 && chits.len() <= room + extra {
            continue;
        }
        let place = view.box_called(season.name());
        let there = counted(chits.len(), "Magic chit");
        let message = if date.year < 1942 {
            format!("{there} in the {place} box in {}; the first is drawn in Winter 1942", date.in_words())
        } else if room == 0 && extra == 0 {
            format!("{there} in the {place} box; it is {current}", current = current.name())
        } else {
            let holds = if room == 2 { "one Seasonal and one Yearly chit" } else { "one chit" };
            let shock = if extra > 0 { ", and two more after the Shock of War" } else { "" };
            format!("{there} in the {place} box, which holds {holds} now{shock}")
        };
        report.add(Found::at(place, chits, message).help("remove used or expired chits from the Turn Track"));
    }
}

/// A chit comes from 1943 on, waits in the box of the next season, is in force there and leaves one season later.
fn misplaced_jn25(view: &View, report: &mut Report<'_>) {
    let Some(date) = view.situation.clock.date else { return };
    let current = Season::of_month(date.month);
    let boxes = by_season(view, "jn25");
    let all: Vec<PieceIx> = boxes.iter().flat_map(|(_, chits)| chits).copied().collect();
    for (season, chits) in boxes {
        let place = view.box_called(season.name());
        let magic = view.chits(&place, "magic");
        let seasonal = magic.len() > usize::from(season == Season::Winter);
        let unplaced = date.year == 1943 && season == Season::Winter && season == current;
        let message = if date.year < 1943 {
            format!("Change JN-25 in the {place} box in {}; it comes in 1943", date.in_words())
        } else if chits.len() > 1 {
            format!("{} in the {place} box; one changes the code", counted(chits.len(), "Change JN-25 chit"))
        } else if season != current && season != season_after(current) {
            format!("Change JN-25 in the {place} box; it is {}", current.name())
        } else if unplaced {
            format!(
                "Change JN-25 in the {place} box in {}; the first is placed in that season, for Spring",
                date.in_words()
            )
        } else if season == current && seasonal {
            format!(
                "a Seasonal Magic chit is with Change JN-25 in the {place} box; none is drawn this season"
            )
        } else {
            continue;
        };
        let pieces = chits.into_iter().chain(magic.into_iter().filter(|_| seasonal)).collect();
        let help =
            "it belongs in the box of the next season, and leaves the game when its own season is over";
        report.add(Found::at(place, pieces, message).help(help));
    }
    if all.len() > 2 {
        let message = format!(
            "{} on the Turn Track; there are two in the game",
            counted(all.len(), "Change JN-25 chit")
        );
        report.add(Found::new(None, all, message).help("return the rest"));
    }
}

fn unpaired_route_open(view: &View, report: &mut Report<'_>) {
    let boxes = INDIAN_OCEAN.map(|name| view.box_called(name));
    let chits = boxes.clone().map(|place| view.chits(&place, "route-open"));
    for (at, other) in [(0, 1), (1, 0)] {
        if !chits[at].is_empty() && chits[other].is_empty() {
            let message = format!("Route Open in the box {}, none in the box {}", boxes[at], boxes[other]);
            let help = "the route is open in both areas or in neither";
            report.add(Found::at(boxes[at].clone(), chits[at].clone(), message).help(help));
        }
    }
}

/// The tracker of the save tells the month; the chits follow it.
fn month_out_of_season(view: &View, report: &mut Report<'_>) {
    let Some(date) = view.situation.clock.date else { return };
    let ends = view.situation.clock.phase.as_deref().is_some_and(|phase| phase == "EN.5" || phase == "EN");
    let next = Date { year: date.year + u16::from(date.month == 12), month: date.month % 12 + 1 };
    let season = Season::of_month(date.month);
    let may_lie = |place: &PlaceId| match (month_of(place), season_of(place)) {
        (Some(month), _) if date <= LAST_QUARTERLY => Season::of_month(month) == season,
        (Some(month), _) => {
            month == date.month
                || (is_seasonal(view) && Season::of_month(month) == season)
                || (ends && month == next.month)
        }
        (None, Some(own)) => {
            (is_seasonal(view) && own == season)
                || (ends && own == Season::of_month(next.month) && own != season)
        }
        // The rest of the track has no month.
        (None, None) => true,
    };
    let year_of = |place: &PlaceId| place.name().and_then(|name| name.parse::<u16>().ok());
    for (ix, piece) in view.situation.pieces.iter().enumerate() {
        let right = match piece.kind() {
            "month" => may_lie(&piece.at),
            "year" => year_of(&piece.at)
                .is_none_or(|year| year == date.year || (year == next.year && ends && date.month == 12)),
            _ => true,
        };
        if !right {
            let message =
                format!("{} chit in the box {}, but it is {}", piece.name, piece.at, date.in_words());
            let home = if piece.kind() == "month" {
                month_box(date.month).to_owned()
            } else {
                date.year.to_string()
            };
            report.add(
                Found::at(piece.at.clone(), vec![ix], message)
                    .help(format!("move it to the box {home}, or set the turn to the month of the chits")),
            );
        }
    }
}

/// A season of the extended campaign has one month, which our module and the weather take from its middle; a set-up
/// may name its first. Whether a first or middle month is the only one of its season an earlier save tells.
fn extra_month(view: &View, before: Option<&View>, report: &mut Report<'_>) {
    let quarterly = |date: &Date| *date <= LAST_QUARTERLY;
    let Some(date) = view.situation.clock.date.filter(quarterly).filter(|_| !is_seasonal(view)) else {
        return;
    };
    let season = Season::of_month(date.month);
    let earlier = before.filter(|before| !is_seasonal(before)).and_then(|before| before.situation.clock.date);
    let of_season = |other: &Date| other.year == date.year && Season::of_month(other.month) == season;
    let played = earlier.filter(|other| of_season(other) && other.month != date.month);
    if !date.month.is_multiple_of(3) && played.is_none() {
        if before.is_none() {
            report.not_checked(
                "needs --previous: one save does not show whether the season had an earlier month",
            );
        }
        return;
    }
    let season = season.name();
    let message = format!(
        "{} is played; until September 1941 each season has one monthly turn, and {season} has had its own",
        date.in_words()
    );
    let help = match played {
        Some(_) => "go on to the next Seasonal Turn".to_owned(),
        None => format!("go on to the next Seasonal Turn, or play {season} in {}", month_box(date.month - 1)),
    };
    report.add(Found::new(None, Vec::new(), message).severity(Severity::Suspicious).help(help));
}
