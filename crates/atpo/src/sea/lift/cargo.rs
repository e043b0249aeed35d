//! What ships carry, and what the rules forbid about it (3.13, 13.3.3).

use super::{Carrier, DebarkStep, Freight, LiftNumbers, Mission, Shore, Voyage};
use liege_rules::play::procedure::Refusal;

/// A kind of cargo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cargo {
    Infantry,
    Marine,
    Snlf,
    Paratroop,
    Engineer,
    Commando,
    Cavalry,
    Armor,
    Artillery,
    Flak,
    Mechanized,
    Motorized,
    Siberian,
    HomeGuard,
    General,
    Hq,
    Air,
    SeaSupply,
}

impl Cargo {
    /// All of them by their words, with those that mean the same.
    pub const ALL: &'static [(&'static str, &'static [&'static str], Self)] = &[
        ("infantry", &["inf"], Self::Infantry),
        ("marine", &["marines"], Self::Marine),
        ("snlf", &[], Self::Snlf),
        ("paratroop", &["paratroops", "para"], Self::Paratroop),
        ("engineer", &["engineers"], Self::Engineer),
        ("commando", &["commandos"], Self::Commando),
        ("cavalry", &["cav"], Self::Cavalry),
        ("armor", &["armour", "tank"], Self::Armor),
        ("artillery", &[], Self::Artillery),
        ("flak", &[], Self::Flak),
        ("mechanized", &["mech"], Self::Mechanized),
        ("motorized", &[], Self::Motorized),
        ("siberian", &["7-2"], Self::Siberian),
        ("home-guard", &[], Self::HomeGuard),
        ("general", &[], Self::General),
        ("hq", &[], Self::Hq),
        ("air", &["air-unit", "aircraft"], Self::Air),
        ("sea-supply", &["supply"], Self::SeaSupply),
    ];

    /// Its word.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(.., kind)| *kind == self).map_or("", |(name, ..)| name)
    }

    /// All words.
    pub fn names() -> Vec<&'static str> {
        Self::ALL.iter().map(|(name, ..)| *name).collect()
    }

    /// The kind that a word tells.
    pub fn of(word: &str) -> Option<Self> {
        let means = |(name, also, _): &&(&str, &[&str], Self)| *name == word || also.contains(&word);
        Self::ALL.iter().find(means).map(|(.., kind)| *kind)
    }

    /// Whether it leads others and is no combat unit.
    pub fn is_leader(self) -> bool {
        matches!(self, Self::General | Self::Hq)
    }

    /// Whether it is Sea Supply.
    pub fn is_supply(self) -> bool {
        self == Self::SeaSupply
    }

    /// What may be lifted from a coast without a port.
    fn may_be_evacuated(self) -> bool {
        matches!(self, Self::Infantry | Self::Marine | Self::Snlf | Self::Paratroop | Self::Engineer)
    }

    /// What a CL and a DD never carry.
    fn is_too_heavy_for_a_pair(self) -> bool {
        matches!(
            self,
            Self::Armor
                | Self::Artillery
                | Self::Flak
                | Self::Mechanized
                | Self::Motorized
                | Self::Siberian
                | Self::Air
        )
    }
}

impl Voyage {
    /// Everything that the rules forbid.
    pub(super) fn against(&self, numbers: &LiftNumbers) -> Vec<Refusal> {
        let mut told = self.against_places();
        let Some(load) = &self.cargo else { return refusals(told) };
        if self.mission == Mission::Amphibious && self.moved.is_some() {
            let refusal = super::moved_before();
            told.push(("3.14.3", refusal.reason));
        }
        match self.carrier {
            Carrier::Stp => {}
            Carrier::Pair { full } => told.extend(self.against_pair(load, full, numbers)),
            Carrier::Submarine { full } => told.extend(against_submarine(load, full)),
        }
        if self.mission == Mission::Evacuation {
            if !load.kind.may_be_evacuated() {
                let what = "only infantry, marines, paratroops and engineers are evacuated";
                told.push(("3.13.2", what.to_owned()));
            }
            if self.pinned {
                told.push(("3.14.8", "units Pinned on the Beach cannot be evacuated".to_owned()));
            }
        }
        told.extend(self.against_step(load));
        refusals(told)
    }

    fn against_places(&self) -> Vec<(&'static str, String)> {
        let mut told = Vec::new();
        match (self.mission, self.from) {
            (Mission::Transport | Mission::Amphibious, Shore::BrokenPort) => {
                told.push(("3.13", "units board only in a functioning port".to_owned()));
            }
            (Mission::Transport | Mission::Amphibious, Shore::Coast | Shore::Elsewhere) => {
                told.push(("3.13.2", "units in a hex without a port can only be evacuated".to_owned()));
            }
            _ => {}
        }
        if self.mission == Mission::Evacuation && self.from == Shore::Elsewhere {
            told.push(("3.13.2", "only units in a coastal hex are evacuated".to_owned()));
        }
        told
    }

    fn against_pair(&self, load: &Freight, full: bool, numbers: &LiftNumbers) -> Vec<(&'static str, String)> {
        let mut told = Vec::new();
        let quick = load.kind == Cargo::Infantry
            && matches!(load.nation, Some("US" | "UK"))
            && load.movement == Some(numbers.pair.barred_movement);
        if load.kind.is_too_heavy_for_a_pair() || quick {
            let what = if quick {
                format!("UK and US infantry of movement {}", numbers.pair.barred_movement)
            } else {
                load.kind.name().to_owned()
            };
            told.push(("3.13.3", format!("a CL and a DD cannot carry {what}")));
        }
        if !full && load.kind == Cargo::SeaSupply {
            told.push((
                "3.13.3",
                "a CL and a DD of which one is depleted cannot carry Sea Supply".to_owned(),
            ));
        }
        if !full && load.kind != Cargo::SeaSupply && !load.reduced {
            let what = "a CL and a DD of which one is depleted carry only a half-strength unit";
            told.push(("3.13.3", what.to_owned()));
        }
        let japanese_landing = load.kind == Cargo::Snlf && load.nation.is_none_or(|nation| nation == "JP");
        if self.mission == Mission::Amphibious && !japanese_landing {
            let what =
                "a CL and a DD cannot take part in an amphibious assault, except Japanese ones with SNLF";
            told.push(("3.13.3", what.to_owned()));
        }
        told
    }

    fn against_step(&self, load: &Freight) -> Vec<(&'static str, String)> {
        let is_supply = load.kind == Cargo::SeaSupply;
        let ashore = matches!(self.to, Shore::Port | Shore::BrokenPort | Shore::Coast);
        let told = match self.debark {
            Some(DebarkStep::Supply) if !is_supply => {
                Some(("3.13.5", "only Sea Supply debarks in the Sea Supply Debarkation Step"))
            }
            Some(DebarkStep::Supply) if self.to != Shore::Port => {
                Some(("3.13.5", "Sea Supply debarks in a functioning friendly port"))
            }
            Some(DebarkStep::Combat | DebarkStep::Movement | DebarkStep::End) if is_supply => {
                Some(("3.13.5", "Sea Supply debarks only in the Sea Supply Debarkation Step"))
            }
            Some(_) if !ashore => Some(("3.13.4", "units debark in a friendly port or coastal hex")),
            _ => None,
        };
        told.map(|(rule, what)| (rule, what.to_owned())).into_iter().collect()
    }
}

fn against_submarine(load: &Freight, full: bool) -> Vec<(&'static str, String)> {
    match load.kind {
        Cargo::SeaSupply if !full => {
            vec![("13.3.3", "only a full-strength submarine carries Sea Supply".to_owned())]
        }
        Cargo::SeaSupply | Cargo::Commando if load.count > 1 => {
            vec![("13.3.3", "a submarine carries one chit or unit".to_owned())]
        }
        Cargo::SeaSupply | Cargo::Commando => Vec::new(),
        _ => {
            vec![("16.1.1.1", "a submarine carries one Sea Supply or one commando of its nation".to_owned())]
        }
    }
}

fn refusals(told: Vec<(&'static str, String)>) -> Vec<Refusal> {
    told.into_iter().map(|(rule, reason)| Refusal::new(rule, reason)).collect()
}
