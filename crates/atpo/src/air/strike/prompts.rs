//! The questions of a strike: those of its links, and those between the links.

use crate::air::airstrike;
use crate::air::combat::AirCombat;
use crate::air::naval::AirNavalAttack;
use crate::forces::{ATTACKER, DEFENDER};
use liege_rules::play::procedure::{OrdersName, Procedure as _, Prompt, Role};

/// Whether an Air Magic chit is used for a search for the ships.
pub(super) const SEARCH_MAGIC: Prompt = Prompt {
    by: ATTACKER,
    label: "search magic",
    names: OrdersName::About,
    text: "whether the Air Magic chit is used for the search of this unit",
    answers: &["use", "keep"],
    policies: &["use", "keep", "cautious", "balanced", "aggressive"],
    rule: "17.10.2.1.1",
};

/// Whether an enemy fighter meets the strike.
pub const INTERCEPT: Prompt = Prompt {
    by: DEFENDER,
    label: "intercept",
    names: OrdersName::About,
    text: "whether this fighter meets the strike in this hex",
    answers: &["fly", "stay"],
    policies: &["fly", "stay", "guard", "idle", "cautious", "balanced", "aggressive"],
    rule: "4.7.1",
};

/// Whether a fighter of the strike's side meets interceptors.
pub const COUNTER: Prompt = Prompt {
    by: ATTACKER,
    label: "counter-intercept",
    names: OrdersName::About,
    text: "whether this fighter joins the combat of this hex, or meets interceptors before they arrive",
    answers: &["early", "fly", "stay"],
    policies: &["early", "fly", "stay", "cautious", "balanced", "aggressive"],
    rule: "4.7.2",
};

/// Whether a bomber releases what it brings before a combat.
pub(super) const RELEASE: Prompt = Prompt {
    by: ATTACKER,
    label: "release",
    names: OrdersName::About,
    text: "whether this Kamikaze is released before the combat of this hex, or stays with the bomber that carries it",
    answers: &["release", "carry"],
    policies: &["release", "carry", "cautious", "balanced", "aggressive"],
    rule: "16.4.4",
};

/// Whether a bomber becomes a Kamikaze.
pub(super) const DIVE: Prompt = Prompt {
    by: ATTACKER,
    label: "kamikaze",
    names: OrdersName::About,
    text: "whether this bomber attacks now, as a Kamikaze, or bombs after the combat in the air",
    answers: &["dive", "bomb"],
    policies: &["dive", "bomb", "cautious", "balanced", "aggressive"],
    rule: "4.10.6",
};

/// What a unit of the bombed base does.
pub(super) const GROUND: Prompt = Prompt {
    by: DEFENDER,
    label: "on the ground",
    names: OrdersName::About,
    text: "whether this unit at the base takes off and fights, evacuates, is in the air without fighting, or \
           rides it out",
    answers: &["fight", "evacuate", "in the air", "stay"],
    policies: &["guard", "evacuate", "avoid", "idle", "ground", "cautious", "balanced", "aggressive"],
    rule: "4.7.6",
};

/// What a unit of a strafed base does.
pub const REPLY: Prompt = Prompt {
    by: DEFENDER,
    label: "reply",
    names: OrdersName::About,
    text: "how this unit reacts to the strafing attack",
    answers: &["intercept", "evacuate", "ride-out"],
    policies: &["intercept", "evacuate", "ride-out", "cautious", "balanced", "aggressive"],
    rule: "4.9",
};

/// The same after a failed evacuation.
pub const STUCK: Prompt = Prompt {
    label: "reply when stuck",
    text: "whether this unit, which could not evacuate, fights in the air",
    answers: &["intercept", "ride-out"],
    policies: &["intercept", "ride-out", "cautious", "balanced", "aggressive"],
    rule: "4.9.1.1",
    ..REPLY
};

/// Where a unit lands whose carrier was hit.
pub(super) const LAND: Prompt = Prompt {
    by: DEFENDER,
    label: "land",
    names: OrdersName::About,
    text: "where this unit lands, whose carrier was damaged or sunk while it was in the air",
    answers: &["its carrier", "NAME OF A PLACE", "nowhere"],
    policies: &["home", "deck", "base", "ditch", "cautious", "balanced", "aggressive"],
    rule: "4.6.3",
};

/// The words of policies that pick an answer, by its own.
pub(super) fn tags(own: &'static str) -> Vec<&'static str> {
    match own {
        // A chit goes to the fights, where its owner does not say otherwise.
        "keep" => vec!["keep", "cautious", "balanced", "aggressive"],
        "guard" => vec!["guard", "fly", "cautious", "balanced", "aggressive"],
        "idle" => vec!["idle", "stay"],
        "fly" => vec!["fly", "balanced", "aggressive"],
        "early" => vec!["early", "aggressive"],
        "release" => vec!["release", "balanced", "aggressive"],
        "carry" | "stay" => vec![own, "cautious"],
        "dive" => vec!["dive", "aggressive"],
        "bomb" => vec!["bomb", "cautious", "balanced"],
        "evacuate" => vec!["evacuate"],
        "avoid" => vec!["avoid"],
        "ground" => vec!["ground", "cautious", "balanced", "aggressive"],
        "home" | "deck" | "base" | "ditch" => vec![own, "cautious", "balanced", "aggressive"],
        _ => vec![own],
    }
}

/// What a question of the attack on ships is called here, where that is another name than its own.
const SHIP_TARGET: &str = "ship target";

/// The name of a question of the attack on ships.
pub(super) fn of_raid(by: Role, label: &'static str) -> (Role, &'static str) {
    (by, if label == "target" { SHIP_TARGET } else { label })
}

const BETWEEN: &[Prompt] =
    &[SEARCH_MAGIC, Prompt { by: DEFENDER, ..SEARCH_MAGIC }, INTERCEPT, COUNTER, RELEASE, DIVE, GROUND, LAND];

const LISTS: [&[Prompt]; 4] = [BETWEEN, AirCombat::PROMPTS, AirNavalAttack::PROMPTS, airstrike::PROMPTS];

const ALL: [Prompt; LISTS[0].len() + LISTS[1].len() + LISTS[2].len() + LISTS[3].len()] =
    joined(&LISTS, 2, SHIP_TARGET);

/// All lists in one. Who is attacked is asked in the air and at sea: the target of the list with this number has a name of
/// its own.
pub const fn joined<const N: usize>(lists: &[&[Prompt]], renamed: usize, label: &'static str) -> [Prompt; N] {
    let mut all = [INTERCEPT; N];
    let (mut list, mut at) = (0, 0);
    while list < lists.len() {
        let mut one = 0;
        while one < lists[list].len() {
            all[at] = lists[list][one];
            if list == renamed && is_label(all[at].label, "target") {
                all[at].label = label;
            }
            (one, at) = (one + 1, at + 1);
        }
        list += 1;
    }
    all
}

/// Whether a label is another, compared byte by byte since constants know no other way.
#[must_use]
pub const fn is_label(label: &str, other: &str) -> bool {
    let (label, other) = (label.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < label.len() && at < other.len() && label[at] == other[at] {
        at += 1;
    }
    at == label.len() && at == other.len()
}

/// All of them.
pub(super) const PROMPTS: &[Prompt] = &ALL;

const SEA_LISTS: [&[Prompt]; 3] = [&[INTERCEPT, COUNTER, LAND], AirCombat::PROMPTS, AirNavalAttack::PROMPTS];

const ALL_AT_SEA: [Prompt; SEA_LISTS[0].len() + SEA_LISTS[1].len() + SEA_LISTS[2].len()] =
    joined(&SEA_LISTS, 2, SHIP_TARGET);

/// Those of a strike at ships alone.
pub const AT_SEA: &[Prompt] = &ALL_AT_SEA;
