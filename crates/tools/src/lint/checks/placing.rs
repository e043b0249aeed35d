//! Place Marker and Replace traits that start themselves in what they place.

use std::collections::{BTreeMap, BTreeSet};

use super::super::tree::TraitOf;
use super::super::words::on_circles;
use super::super::{At, Subject, Told};
use super::keys::{key, keys};
use vassal::format::build_file::Element;
use vassal::model::joined;

/// So many components are compared with the ways to what is placed.
const MOST_COMPARED: usize = 20_000_000;
/// So many traits of what is placed, and keys that start them, are looked at.
const MOST_TRAITS: usize = 1_000_000;

/// A trait that places a piece and sends it a key, by its component and its number there.
type Placing = (usize, usize);

/// Pieces that are placed get a key on which they place a piece again, and so on without end. A trigger with a condition
/// may stop it, and so may a Restrict Commands trait for one of the keys.
pub fn circular(subject: &Subject<'_>, told: &mut Told<'_>) {
    let all = || subject.tree.components.iter().enumerate();
    let placing: Vec<Placing> = all()
        .flat_map(|(number, own)| (0..own.traits.len()).map(move |place| (number, place)))
        .filter(|(number, place)| after_key(&subject.tree.components[*number].traits[*place]).is_some())
        .collect();
    if placing.is_empty() {
        return;
    }
    let numbers: BTreeMap<Placing, usize> =
        placing.iter().enumerate().map(|(node, own)| (*own, node)).collect();
    let followed = Followed {
        subject,
        by_element: all().map(|(number, own)| (std::ptr::from_ref(own.element), number)).collect(),
        prototypes: subject
            .tree
            .all("PrototypeDefinition")
            .map(|(number, own)| (own.element.attr("name").unwrap_or_default(), number))
            .collect(),
        restricted: subject
            .tree
            .traits()
            .filter(|one| one.is("hideCmd;"))
            .flat_map(keys("watchKeys"))
            .collect(),
    };
    let (mut compared, mut looked) = (MOST_COMPARED, MOST_TRAITS);
    let mut of_slot: BTreeMap<usize, Vec<(usize, String)>> = BTreeMap::new();
    for (node, own) in placing.iter().enumerate() {
        if let Some((slot, start)) = followed.slot(*own, &mut compared) {
            of_slot.entry(slot).or_default().push((node, start));
        }
    }
    let mut ways = vec![Vec::new(); placing.len()];
    for (slot, starts) in of_slot {
        let piece = followed.piece(slot, &mut looked);
        for (node, start) in starts {
            let started = piece.started(&start, &followed.restricted, &mut looked);
            ways[node] = started.iter().filter_map(|own| numbers.get(own).copied()).collect();
        }
    }
    for ((component, place), _) in placing.iter().zip(on_circles(&ways)).filter(|(_, is_on)| *is_on) {
        let at = At { component: *component, of_trait: Some(*place), field: "afterBurnerKey" };
        let message = "the piece that it places gets a key on which it places another, endlessly";
        told.at(at, message.to_owned(), None);
    }
}

/// The key that a trait sends to what it places.
fn after_key(one: &TraitOf) -> Option<String> {
    let fields = one.fields().filter(|_| one.is("placemark;") || one.is("replace;"))?;
    key(fields.get("afterBurnerKey"))
}

/// What is looked up to follow a key into a piece.
struct Followed<'f, 'm> {
    subject: &'f Subject<'m>,
    by_element: BTreeMap<*const Element, usize>,
    prototypes: BTreeMap<&'f str, usize>,
    restricted: BTreeSet<String>,
}

impl Followed<'_, '_> {
    /// The component whose piece a trait places, and the key that it gets there.
    fn slot(&self, (component, place): Placing, compared: &mut usize) -> Option<(usize, String)> {
        let one = &self.subject.tree.components[component].traits[place];
        let spec = one.fields().map(|fields| fields.get("markerSpec")).unwrap_or_default();
        let placed = joined::component(self.subject.tree.components[0].element, spec, compared)?;
        Some((*self.by_element.get(&std::ptr::from_ref(placed))?, after_key(one)?))
    }

    /// A piece with the traits of its prototypes, each once: however often it is there, it does the same.
    fn piece(&self, slot: usize, looked: &mut usize) -> Placed {
        let mut piece = Placed::default();
        let mut seen = BTreeSet::from([slot]);
        let mut open = vec![slot];
        while let Some(component) = open.pop() {
            for (place, one) in self.subject.tree.components[component].traits.iter().enumerate() {
                if *looked == 0 {
                    return piece;
                }
                *looked -= 1;
                piece.take(one, (component, place));
                let name =
                    one.fields().filter(|_| one.is("prototype;")).map(|fields| fields.get("prototypeName"));
                let inner = name.and_then(|name| self.prototypes.get(name));
                open.extend(inner.filter(|inner| seen.insert(**inner)));
            }
        }
        piece
    }
}

/// What happens in a piece that is placed.
#[derive(Default)]
struct Placed {
    /// The keys that triggers without a condition send, by a key that starts them.
    sent: BTreeMap<String, BTreeSet<String>>,
    /// The traits that place a piece with a key, by the key that starts them.
    placing: BTreeMap<String, Vec<Placing>>,
}

impl Placed {
    fn take(&mut self, one: &TraitOf, own: Placing) {
        if let Some((starts, calls)) = trigger(one) {
            for start in starts {
                self.sent.entry(start).or_default().extend(calls.iter().cloned());
            }
        }
        let fields = one.fields().filter(|_| after_key(one).is_some());
        if let Some(start) = fields.and_then(|fields| key(fields.get("key"))) {
            self.placing.entry(start).or_default().push(own);
        }
    }

    /// The traits with an own key after them that a key starts, by itself or by triggers without a condition.
    fn started(&self, start: &str, restricted: &BTreeSet<String>, looked: &mut usize) -> Vec<Placing> {
        let mut seen = BTreeSet::from([start]);
        let mut open = vec![start];
        let mut started = Vec::new();
        while let Some(key) = open.pop() {
            let places = self.placing.get(key).filter(|_| !restricted.contains(key));
            started.extend(places.into_iter().flatten().take(*looked));
            *looked = looked.saturating_sub(places.map_or(0, Vec::len));
            for sent in self.sent.get(key).into_iter().flatten().filter(|key| !restricted.contains(*key)) {
                if *looked == 0 {
                    return started;
                }
                *looked -= 1;
                if seen.insert(sent) {
                    open.push(sent);
                }
            }
        }
        started
    }
}

/// The keys that start a trigger without a condition, and those that it sends.
fn trigger(one: &TraitOf) -> Option<(BTreeSet<String>, Vec<String>)> {
    let fields = one.fields().filter(|fields| one.is("macro;") && fields.get("propertyMatch").is_empty())?;
    let own = key(fields.get("key"));
    Some((keys("watchKeys")(one).chain(own).collect(), keys("actionKeys")(one).collect()))
}
