//! Place Marker and Replace traits that start themselves in what they place.

use std::collections::{BTreeMap, BTreeSet};

use super::super::tree::TraitOf;
use super::super::words::on_circles;
use super::super::{At, Subject, Told};
use super::keys::{key, keys};
use crate::format::build_file::Element;
use crate::model::joined;

/// So many components are compared with the ways to what is placed.
const MOST_COMPARED: usize = 20_000_000;
/// So many traits of what is placed are looked at.
const MOST_TRAITS: usize = 5_000_000;
/// Prototypes in prototypes are followed so far.
const DEEPEST: usize = 20;

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
    let ways: Vec<Vec<usize>> = placing
        .iter()
        .map(|own| {
            let started = followed.started_by(*own, (&mut compared, &mut looked));
            started.iter().filter_map(|own| numbers.get(own).copied()).collect()
        })
        .collect();
    for ((component, place), _) in placing.iter().zip(on_circles(&ways)).filter(|(_, is_on)| *is_on) {
        let at = At { component: *component, of_trait: Some(*place), field: "afterBurnerKey" };
        let message = "the piece that it places gets a key on which it places a piece again, without end";
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
    /// The traits that are started in the piece that one places.
    fn started_by(
        &self,
        (component, place): Placing,
        (compared, looked): (&mut usize, &mut usize),
    ) -> Vec<Placing> {
        let one = &self.subject.tree.components[component].traits[place];
        let spec = one.fields().map(|fields| fields.get("markerSpec")).unwrap_or_default();
        let root = &self.subject.tree.components[0].element;
        let placed = joined::component(root, spec, compared);
        let slot = placed.and_then(|placed| self.by_element.get(&std::ptr::from_ref(placed)));
        let (Some(slot), Some(start)) = (slot, after_key(one)) else { return Vec::new() };
        let mut traits = Vec::new();
        self.collect(*slot, DEEPEST, looked, &mut traits);
        self.reached(&traits, start)
    }

    /// The traits of a piece, those of its prototypes included.
    fn collect(&self, component: usize, deepest: usize, looked: &mut usize, traits: &mut Vec<Placing>) {
        for (place, one) in self.subject.tree.components[component].traits.iter().enumerate() {
            if *looked == 0 {
                return;
            }
            *looked -= 1;
            traits.push((component, place));
            let named =
                one.fields().filter(|_| one.is("prototype;")).map(|fields| fields.get("prototypeName"));
            if let (Some(inner), Some(deeper)) =
                (named.and_then(|name| self.prototypes.get(name)), deepest.checked_sub(1))
            {
                self.collect(*inner, deeper, looked, traits);
            }
        }
    }

    /// The traits with an own key after them that a key starts, by itself or by triggers without a condition.
    fn reached(&self, traits: &[Placing], start: String) -> Vec<Placing> {
        let of = |(component, place): &Placing| &self.subject.tree.components[*component].traits[*place];
        let triggers: Vec<(BTreeSet<String>, Vec<String>)> =
            traits.iter().map(of).filter_map(trigger).collect();
        let mut sent = BTreeSet::from([start.clone()]);
        let mut open = vec![start];
        while let Some(key) = open.pop() {
            for (_, calls) in triggers.iter().filter(|(starts, _)| starts.contains(&key)) {
                let new = calls.iter().filter(|key| !self.restricted.contains(*key)).cloned();
                open.extend(new.filter(|key| sent.insert(key.clone())));
            }
        }
        let is_started = |own: &&Placing| {
            let fields = of(own).fields().filter(|_| after_key(of(own)).is_some());
            let start = fields.and_then(|fields| key(fields.get("key")));
            start.is_some_and(|key| sent.contains(&key) && !self.restricted.contains(&key))
        };
        traits.iter().filter(is_started).copied().collect()
    }
}

/// The keys that start a trigger without a condition, and those that it sends.
fn trigger(one: &TraitOf) -> Option<(BTreeSet<String>, Vec<String>)> {
    let fields = one.fields().filter(|fields| one.is("macro;") && fields.get("propertyMatch").is_empty())?;
    let own = key(fields.get("key"));
    Some((keys("watchKeys")(one).chain(own).collect(), keys("actionKeys")(one).collect()))
}
