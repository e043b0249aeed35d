//! The chits that show year and month: they go along with the turn tracker, so that there is one clock.

use liege_rules::data::catalogue::Entry;
use vassal::format::build_file::Element;
use vassal::format::key::Key;
use vassal::format::sequence::Unencodable;
use vassal::format::traits::new;

use super::drops::SPACING;
use super::element::{EVERYWHERE, component};
use super::order_of_battle::{YEAR_PROPERTY, present_month};
use super::prototype::Prototype;
use super::tracker::CHANGED;
use super::window::{Layout, Window};

/// The named command that brings a chit to the box of its time.
const FOLLOW: &str = "followTurn";

/// A kind of chits that follows: its prototype, and the boxes that it goes along.
struct Follower<'l> {
    kind: &'l str,
    name: &'static str,
    /// An expression for the box of the present time.
    now: String,
    window: &'l Window,
    /// One of the boxes; all have one size.
    index: usize,
}

/// The kinds that follow, as far as a window has boxes for them.
fn followers(layout: &Layout) -> Vec<Follower<'_>> {
    let Some(turn) = &layout.turn else { return Vec::new() };
    let first = turn.years.first().map(ToString::to_string).unwrap_or_default();
    let year = follower(layout, &turn.chits.year, "Year chit", YEAR_PROPERTY.to_owned(), &first);
    let month = layout.order_of_battle.as_ref().and_then(|own| {
        let now = present_month(layout, own);
        follower(layout, &turn.chits.month, "Month chit", now, &own.month_boxes[0])
    });
    year.into_iter().chain(month).collect()
}

fn follower<'l>(
    layout: &'l Layout,
    kind: &'l str,
    name: &'static str,
    now: String,
    first: &str,
) -> Option<Follower<'l>> {
    let (window, index) = layout.find_box(first).filter(|_| !kind.is_empty())?;
    Some(Follower { kind, name, now, window, index })
}

/// The prototype of a chit that follows.
pub fn prototype_of(layout: &Layout, entry: &Entry) -> Option<&'static str> {
    followers(layout).iter().find(|follower| entry.kind == *follower.kind).map(|follower| follower.name)
}

/// The prototypes of the chits that follow.
///
/// # Errors
/// See [`new::trait_with`].
pub fn prototypes(layout: &Layout) -> Result<Vec<Prototype>, Unencodable> {
    let prototype = |follower: Follower<'_>| {
        let (panel, index) = (follower.window.panel(), follower.index);
        let (area, across) = (panel.area(index), panel.places_across(index, SPACING) as usize);
        // At the end of the first row, which what is due in a box fills last.
        let places = panel.places(index, SPACING);
        let (x, y) = places.get(across.max(1) - 1).or(places.first()).copied().unwrap_or_default();
        let offset = [(x, area.x, area.width), (y, area.y, area.height)]
            .map(|(at, begins, size)| (i64::from(at) - i64::from(begins + size / 2)).to_string());
        let (map, zone) = (&follower.window.name, format!("{{{}}}", follower.now));
        let send = new::send_to_spot("", &Key::named(FOLLOW), map, &zone, &offset)?;
        Ok(Prototype { name: follower.name.to_owned(), traits: vec![send] })
    };
    followers(layout).into_iter().map(prototype).collect()
}

/// The button without a face that brings the chits along whenever the turn changes; those that lie elsewhere stay.
pub fn button(layout: &Layout) -> Option<Element> {
    let all = followers(layout);
    let each = |follower: &Follower<'_>| {
        let (kind, map, now) = (follower.kind, &follower.window.name, &follower.now);
        format!("(Kind == \"{kind}\" && CurrentMap == \"{map}\" && CurrentZone != ({now}))")
    };
    let filter: Vec<String> = all.iter().map(each).collect();
    (!all.is_empty()).then(|| {
        component(
            "module.GlobalKeyCommand",
            &[
                ("buttonHotkey", &Key::named(CHANGED).encode()),
                ("buttonText", ""),
                ("canDisable", "false"),
                ("deckCount", "0"),
                ("filter", &format!("{{{}}}", filter.join(" || "))),
                ("hideWhenDisabled", "false"),
                ("hotkey", &Key::named(FOLLOW).encode()),
                ("icon", ""),
                ("name", "The chits follow the turn"),
                ("propertyGate", ""),
                ("reportFormat", ""),
                ("reportSingle", "true"),
                ("singleMap", "false"),
                ("suppressSounds", "true"),
                ("target", EVERYWHERE),
                ("tooltip", ""),
            ],
        )
    })
}
