//! What asks for the sizes of pictures: palettes that show less than they hold, pictures beyond what memory bears.

use std::collections::{BTreeMap, BTreeSet};

use super::super::pictures::FOLDER;
use super::super::words::quoted;
use super::super::{At, ReadPictures, Subject, Told};
use super::places::MOST_PIXELS;

/// A counter is told where more than one in so many of its pixels is cut off.
const CUT: f64 = 10.0;

/// A list leaves less room for its counters than they take.
pub fn cut_off(subject: &Subject<'_>, reader: &dyn ReadPictures, told: &mut Told<'_>) {
    let (mut sizes, mut size_of): (BTreeMap<String, f64>, _) = (BTreeMap::new(), reader.sizes());
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
            let size = size_of(picture, &|most| subject.file.image_start(picture, most));
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
        let more = if count > 1 { format!("; {count} are cut off in total") } else { String::new() };
        let message = format!(
            "it leaves {room} pixels for its counters, but {} is {width:.0} wide{more}",
            quoted(name)
        );
        told.at(At { component: list, of_trait: None, field: "divider" }, message, None);
    }
}

/// A picture of fewer bytes has not as many pixels.
const LEAST_BYTES: u64 = 10_000;

/// A picture that is no board takes more than 400 MB unpacked.
pub fn too_large(subject: &Subject<'_>, reader: &dyn ReadPictures, told: &mut Told<'_>) {
    let mut size_of = reader.sizes();
    let boards: BTreeSet<&str> =
        subject.tree.all("Board").filter_map(|(_, own)| own.element.attr("image")).collect();
    for entry in subject.file.archive.entries().iter().filter(|entry| entry.size >= LEAST_BYTES) {
        let name = entry.name.strip_prefix(FOLDER).filter(|name| !boards.contains(name));
        let Some(name) = name.filter(|name| !name.ends_with(".svg")) else { continue };
        let Some((width, height)) = size_of(name, &|most| subject.file.image_start(name, most)) else {
            continue;
        };
        let pixels = i64::from(width) * i64::from(height);
        if pixels > MOST_PIXELS {
            let memory = pixels * 4 / 1_000_000;
            told.of_entry(&entry.name, format!("it is {width} × {height}, {memory} MB unpacked"), None);
        }
    }
}
