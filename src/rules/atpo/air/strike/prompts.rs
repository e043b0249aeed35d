//! The questions of a strike: those of its links, and those between the links.

use crate::rules::atpo::air::bombing::AirBombing;
use crate::rules::atpo::air::combat::AirCombat;
use crate::rules::atpo::air::naval::AirNavalAttack;
use crate::rules::atpo::forces::{ATTACKER, DEFENDER};
use crate::rules::procedure::{OrdersName, Procedure as _, Prompt, Role};

/// Whether an enemy fighter meets the strike.
pub(super) const INTERCEPT: Prompt = Prompt {
    by: DEFENDER,
    label: "intercept",
    names: OrdersName::About,
    text: "whether this fighter meets the strike in this hex",
    answers: &["fly", "stay"],
    policies: &["fly", "stay", "guard", "idle", "cautious", "balanced", "aggressive"],
    rule: "4.7.1",
};

/// Whether a fighter of the strike's side meets interceptors.
pub(super) const COUNTER: Prompt = Prompt {
    by: ATTACKER,
    label: "counter-intercept",
    names: OrdersName::About,
    text: "whether this fighter joins the combat of this hex, or meets interceptors before they arrive",
    answers: &["early", "fly", "stay"],
    policies: &["early", "fly", "stay", "cautious", "balanced", "aggressive"],
    rule: "4.7.2",
};

/// What a unit of the bombed base does.
pub(super) const GROUND: Prompt = Prompt {
    by: DEFENDER,
    label: "on the ground",
    names: OrdersName::About,
    text: "whether this unit of the base takes off and fights, evacuates, is in the air without a fight, or rides it out",
    answers: &["fight", "evacuate", "in the air", "stay"],
    policies: &["guard", "evacuate", "avoid", "idle", "ground", "cautious", "balanced", "aggressive"],
    rule: "4.7.6",
};

/// What a bomber attacks.
pub(super) const AIM: Prompt = Prompt {
    by: ATTACKER,
    label: "aim",
    names: OrdersName::About,
    text: "whether this bomber attacks the ships or the installation of the hex",
    answers: &["ships", "installation"],
    policies: &["at-ships", "at-installations", "cautious", "balanced", "aggressive"],
    rule: "4.13.2",
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
        "guard" => vec!["guard", "fly", "cautious", "balanced", "aggressive"],
        "idle" => vec!["idle", "stay"],
        "fly" => vec!["fly", "balanced", "aggressive"],
        "stay" => vec!["stay", "cautious"],
        "early" => vec!["early", "aggressive"],
        "evacuate" => vec!["evacuate"],
        "avoid" => vec!["avoid"],
        "ground" => vec!["ground", "cautious", "balanced", "aggressive"],
        "at-ships" => vec!["at-ships", "balanced", "aggressive"],
        "at-installations" => vec!["at-installations", "cautious"],
        "home" | "deck" | "base" | "ditch" => vec![own, "cautious", "balanced", "aggressive"],
        _ => vec![own],
    }
}
