//! The English of names: which are those of several ships, and how what is said of one is said of several.

/// Words that begin the names of several ships.
const SQUADRONS: [&str; 4] = ["Destroyers", "Submarines", "Escorts", "Cruisers"];

/// Words in the names of units that are several.
const SEVERAL: [&str; 3] = ["Partisans", "Companies", "Chindits"];

/// Whether the name of a piece is that of several: `Mutsuki class destroyers`, `Light cruisers Tenryu, Tatsuta`,
/// `Chinese Partisans`.
pub(super) fn is_plural(name: &str) -> bool {
    let of_several = |word: &str| {
        let plain = word.starts_with(|first: char| first.is_lowercase());
        plain && word.ends_with('s') && !word.ends_with("ss")
    };
    let squadron = name.split([' ', '#']).next().is_some_and(|word| SQUADRONS.contains(&word));
    squadron || name.split(' ').any(|word| of_several(word) || SEVERAL.contains(&word))
}

/// What is said of one, said of several: `are eliminated`, `have carried out their mission`.
pub(super) fn of_several(words: &str) -> String {
    let (verb, rest) = words.split_once(' ').unwrap_or((words, ""));
    let verb = match verb {
        "is" => "are",
        "has" => "have",
        "goes" => "go",
        other => other.strip_suffix('s').unwrap_or(other),
    };
    let other = |word| match word {
        "its" => "their",
        "goes" => "go",
        "lands" => "land",
        other => other,
    };
    let rest: Vec<&str> = rest.split(' ').map(other).collect();
    format!("{verb} {}", rest.join(" ")).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_a_squadron_is_said_of_several() {
        assert!(is_plural("Mutsuki class destroyers") && is_plural("Mutsuki class destroyers #2"));
        assert!(is_plural("Light cruisers Tenryu, Tatsuta") && !is_plural("Mutsuki class"));
        assert!(is_plural("Destroyers #2") && is_plural("Submarines at Brisbane"));
        assert!(!is_plural("Chokai") && !is_plural("South Seas") && !is_plural("Sea Transport"));
        assert!(is_plural("Chinese Partisans") && !is_plural("9th Guards Mechanized Corps"));
        assert_eq!(of_several("is eliminated"), "are eliminated");
        assert_eq!(of_several("goes to E4525"), "go to E4525");
        assert_eq!(of_several("is eliminated and goes to the Pool"), "are eliminated and go to the Pool");
        assert_eq!(of_several("has carried out its mission"), "have carried out their mission");
        assert_eq!(of_several("loses its marks"), "lose their marks");
        assert_eq!(of_several("lands"), "land");
        assert_eq!(of_several("is located and may not land"), "are located and may not land");
    }
}
