//! The numbers of pieces (gpid), by which VASSAL finds the palette's piece of one in a saved game.

use super::super::words::{quoted, repeated};
use super::super::{At, Subject, Told};
use vassal::format::detect::Kind;
use vassal::format::module_file::ModuleFile;

/// A piece with a number: where it stands, and the number.
fn numbered<'m>(subject: &Subject<'m>) -> Vec<(At<'m>, &'m str)> {
    let mut found = Vec::new();
    for (number, own) in subject.tree.components.iter().enumerate() {
        if own.element.is("PieceSlot") || own.element.is("CardSlot") {
            let at = At { component: number, of_trait: None, field: "gpid" };
            found.push((at, own.element.attr("gpid").unwrap_or_default()));
        }
        for (place, one) in own.traits.iter().enumerate() {
            let Some(fields) = one.fields() else { continue };
            if ["placemark;", "replace;"].contains(&fields.spec().prefix) {
                let at = At { component: number, of_trait: Some(place), field: "gpId" };
                found.push((at, fields.get("gpId")));
            }
        }
    }
    found
}

/// Two pieces with one number.
pub fn twice(subject: &Subject<'_>, told: &mut Told<'_>) {
    let all = numbered(subject);
    let given = all.iter().enumerate().filter(|(_, (_, gpid))| !gpid.is_empty());
    for (gpid, places) in repeated(given.map(|(place, (_, gpid))| (*gpid, place))) {
        let first = all[places[0]].0;
        let others = subject.tree.place(first.component);
        let message = format!("the number {gpid} is also used by {others}");
        for place in &places[1..] {
            told.at(all[*place].0, message.clone(), None);
        }
    }
}

/// A piece of a palette, deck or stack without a number.
pub fn absent(subject: &Subject<'_>, told: &mut Told<'_>) {
    for (at, _) in numbered(subject).into_iter().filter(|(_, gpid)| gpid.is_empty()) {
        if at.of_trait.is_none() {
            told.at(at, "it has no number (gpid)".to_owned(), None);
        }
    }
}

/// What stands before the numbers of a file: nothing, or the id of an extension; none where an extension has no id yet.
pub fn prefix(file: &ModuleFile) -> Option<String> {
    if file.kind != Kind::Extension {
        return Some(String::new());
    }
    let id = file.build_file.root.attr("extensionId").filter(|id| !id.is_empty() && !id.contains(':'))?;
    Some(format!("{id}:"))
}

/// The number that the next piece is to get is not above all others.
pub fn next(subject: &Subject<'_>, told: &mut Told<'_>) {
    let root = subject.tree.components[0].element;
    let Some(next) = root.attr("nextPieceSlotId") else { return };
    let Some(prefix) = prefix(subject.file) else { return };
    let all = numbered(subject);
    let own = |gpid: &str| gpid.strip_prefix(prefix.as_str())?.parse::<u64>().ok();
    let highest = all.iter().filter_map(|(at, gpid)| Some((own(gpid)?, at))).max();
    let Some((highest, at)) = highest else { return };
    if next.parse::<u64>().is_ok_and(|next| next > highest) {
        return;
    }
    let place = subject.tree.place(at.component);
    let message = format!(
        "the next new piece would get the number {}, but {place} has {prefix}{highest}",
        quoted(next)
    );
    let at = At { component: 0, of_trait: None, field: "nextPieceSlotId" };
    told.at(at, message, None);
}
