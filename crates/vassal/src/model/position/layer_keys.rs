//! What to call the Layers of a piece, where names are missing or shared.

use std::collections::{BTreeMap, BTreeSet};

use super::LayerState;

/// A key for each Layer, outermost first: its name; `layer 1`, `layer 2`, … without one; `Face 2` for the second `Face`.
pub fn layer_keys(layers: &[LayerState]) -> Vec<String> {
    let mut taken: BTreeSet<String> = layers.iter().map(|layer| layer.name.clone()).collect();
    let mut named = BTreeSet::new();
    // Where the numbers of a name go on, so that many Layers of one name stay cheap.
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    let mut keys = Vec::with_capacity(layers.len());
    for layer in layers {
        let name = layer.name.as_str();
        if !name.is_empty() && named.insert(name) {
            keys.push(name.to_owned());
            continue;
        }
        let (stem, first) = if name.is_empty() { ("layer", 1) } else { (name, 2) };
        let number = numbers.entry(name).or_insert(first);
        let key = loop {
            let key = format!("{stem} {number}");
            *number += 1;
            if taken.insert(key.clone()) {
                break key;
            }
        };
        keys.push(key);
    }
    keys
}
