//! The values of an encounter as those of one of its links.

use serde_json::Value;

use liege_rules::play::inputs::Inputs;

/// The values as a link's own keys: some replaced, some left out.
pub(super) fn told(inputs: &Inputs, with: &[(&str, Value)], without: &[&str]) -> Inputs {
    let mut told = inputs.emptied();
    with.iter().for_each(|(key, value)| told.preset(key, value.clone()));
    let others = inputs.all().filter(|(key, _)| !without.contains(key));
    others.for_each(|(key, value)| told.preset(key, value.clone()));
    told
}
