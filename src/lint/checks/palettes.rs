//! Palettes that show less than they hold.

use std::collections::BTreeMap;

use super::super::words::quoted;
use super::super::{At, Subject, Told};
use crate::art::position::image_size;

/// A counter is told where more than one in so many of its pixels is cut off.
const CUT: f64 = 10.0;

/// A list leaves less room for its counters than they take.
pub fn cut_off(subject: &Subject<'_>, told: &mut Told<'_>) {
    let mut sizes: BTreeMap<String, f64> = BTreeMap::new();
    // The widest counter of each list, with its name, and how many are cut.
    let mut lists: BTreeMap<usize, (f64, &str, usize)> = BTreeMap::new();
    for own in subject.tree.components.iter().filter(|own| own.element.is("PieceSlot")) {
        let list = own.parent.and_then(|parent| Some((parent, subject.tree.components.get(parent)?.element)));
        let Some((list, element)) = list.filter(|(_, element)| element.is("ListWidget")) else { continue };
        let number = |name: &str| element.attr(name).and_then(|text| text.trim().parse::<f64>().ok());
        let Some(room) = number("divider").filter(|room| *room > 0.0) else { continue };
        let scale = number("scale").unwrap_or(1.0).clamp(0.01, 4.0);
        let basic = own.traits.last().and_then(|basic| basic.fields()).map(|fields| fields.get("imageName"));
        let Some(picture) = basic.filter(|picture| !picture.is_empty()) else { continue };
        let width = *sizes.entry(picture.to_owned()).or_insert_with(|| {
            let size = image_size(picture, &|most| subject.file.image_start(picture, most));
            size.map_or(0.0, |(width, _)| f64::from(width))
        });
        let width = width * scale;
        if (width - room) * CUT > width {
            let name = own.element.attr("entryName").unwrap_or_default();
            let widest = lists.entry(list).or_insert((0.0, name, 0));
            widest.2 += 1;
            if width > widest.0 {
                (widest.0, widest.1) = (width, name);
            }
        }
    }
    for (list, (width, name, count)) in lists {
        let room = subject.tree.components[list].element.attr("divider").unwrap_or_default();
        let more = if count > 1 { format!("; {count} are cut off in all") } else { String::new() };
        let message = format!(
            "it leaves {room} pixels for its counters, and {} is {width:.0} wide{more}",
            quoted(name)
        );
        told.at(At { component: list, of_trait: None, field: "divider" }, message, None);
    }
}
