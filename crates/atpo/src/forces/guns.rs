//! What ships in a hex add to a battle on land (3.14.5.4).

use crate::crt::Tables;

/// The ships of one side in a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Guns {
    /// Destroyers.
    pub dd: bool,
    /// Light cruisers.
    pub cl: bool,
    /// Gunnery of CA and BB.
    pub gunnery: u32,
}

impl Guns {
    /// The strength that they add.
    #[must_use]
    pub fn strength(self, tables: &Tables) -> u32 {
        let numbers = &tables.numbers.strength;
        let dd = if self.dd { numbers.dd } else { 0 };
        let cl = if self.cl { numbers.cl } else { 0 };
        dd + cl + self.gunnery / numbers.gunnery_per_point
    }

    /// The ships that add strength, each with what it brings: `DD 1 + CL 1 + gunnery 9/4`.
    #[must_use]
    pub fn in_words(self, tables: &Tables) -> String {
        let numbers = &tables.numbers.strength;
        let dd = self.dd.then(|| format!("DD {}", numbers.dd));
        let cl = self.cl.then(|| format!("CL {}", numbers.cl));
        let guns =
            (self.gunnery > 0).then(|| format!("gunnery {}/{}", self.gunnery, numbers.gunnery_per_point));
        [dd, cl, guns].into_iter().flatten().collect::<Vec<_>>().join(" + ")
    }
}
