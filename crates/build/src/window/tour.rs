//! What the tour of a game shows, as `module.toml` says it.

use std::collections::BTreeMap;

use serde::Deserialize;

/// What the tour of a game shows; its texts lie below `oob/<game>/tour/`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tour {
    /// The scenario's file.
    pub scenario: String,
    /// Lines laid over the scenario, each with a fault.
    pub faults: String,
    /// Two places whose rectangle shows the faults.
    pub faults_view: String,
    /// The battles that are resolved, each with a section of its own.
    #[serde(default)]
    pub battle: Vec<TourBattle>,
}

/// A declared battle of the tour.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TourBattle {
    /// The situation.
    pub text: String,
    /// What the names of its files begin with.
    pub file: String,
    /// The heading of its section.
    pub title: String,
    /// What is to be known before; may be left out.
    #[serde(default)]
    pub about: String,
    /// What the picture of the position before it shows.
    pub before: String,
    /// Two places whose rectangle shows the battle.
    pub view: String,
    /// Whether stacks are laid side by side.
    #[serde(default)]
    pub spread: bool,
    /// The seed of the battle's dice.
    pub seed: u64,
    /// Who decides how, as `--policy` takes it.
    pub policies: Vec<String>,
}

impl TourBattle {
    /// The name of the save that declares it.
    pub fn save(&self) -> String {
        format!("{}.vsav", self.file)
    }
}

/// What the tour shows of a game with hidden play; its texts lie below `oob/<game>/tour/`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HiddenTour {
    /// The situation.
    pub position: String,
    /// What each side was shown by then: a ledger by the alliance.
    pub ledgers: BTreeMap<String, String>,
    /// Two places whose rectangle shows the difference.
    pub view: String,
    /// What there is to see on the board of all pieces.
    pub master: String,
    /// What there is to see on the board of each side, by the alliance.
    pub sides: BTreeMap<String, String>,
}
