//! What a trait is called where people read of it.

use super::Spec;
use crate::format::sequence;

/// Traits whose field `key` is the name of a property, and no key.
const OF_PROPERTIES: [&str; 4] = ["PROP;", "setprop;", "setpieceprop;", "locmsg;"];

/// Fields that may name a trait, the best first.
const NAMES: [&str; 9] = [
    "name",
    "prototypeName",
    "menuName",
    "commandName",
    "command",
    "menuCommand",
    "hideCommand",
    "matName",
    "description",
];

/// What a trait is called: its name in VASSAL's manual, with the name that it has itself.
pub fn title(type_text: &str) -> String {
    let prefix = type_text.find(';').map_or(type_text, |end| &type_text[..=end]);
    if let Some(keys) = type_text.strip_prefix("mark;") {
        return named("Marker", &sequence::decode(keys, ',').join(", "));
    }
    let Some(spec) = Spec::of_definition(type_text) else {
        return format!("trait {}", prefix.trim_end_matches(';'));
    };
    if spec.prefix == "piece;" {
        return spec.label.to_owned();
    }
    // A definition that would not come back identical is named as well as one that would.
    let values = sequence::decode(type_text.strip_prefix(spec.prefix).unwrap_or_default(), ';');
    let value = |name: &str| spec.index(name).and_then(|at| values.get(at)).filter(|value| !value.is_empty());
    let property = OF_PROPERTIES.contains(&spec.prefix).then(|| value("key")).flatten();
    named(
        spec.label,
        property.or_else(|| NAMES.iter().find_map(|name| value(name))).map_or("", String::as_str),
    )
}

fn named(label: &str, name: &str) -> String {
    if name.is_empty() { label.to_owned() } else { format!("{label} \"{name}\"") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traits_are_told_by_what_they_are_called() {
        assert_eq!(title("PROP;Steps;false,0,100,false;;"), "Dynamic Property \"Steps\"");
        assert_eq!(title("mark;Side,Kind"), "Marker \"Side, Kind\"");
        assert_eq!(title("piece;;;a.png;1st"), "Basic piece");
        assert_eq!(title("rotate;6;;;;;;;Facing;"), "Can Rotate \"Facing\"");
        assert_eq!(title("rotate;1;;;;;Angle;"), "Can Rotate \"Angle\"");
        assert_eq!(title("conceal;x"), "trait conceal");
    }
}
