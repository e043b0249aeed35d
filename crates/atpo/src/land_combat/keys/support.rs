//! The keys of what helps from the air and the sea, and of superiority in the air.

use super::COUNT;
use liege_rules::play::inputs::{Key, KeyKind};

pub(super) const ATTACK_AIR: Key = Key::new(
    "attack-air",
    &["air"],
    KeyKind::List,
    "4.11.3",
    "air units over the hex as they are left: FB 3, B 5 heavy, N 2; where they can still be met, as printed: F 4-6/3 US",
);
pub(super) const DEFENCE_AIR: Key =
    Key::new("defence-air", &[], KeyKind::List, "4.11.3", "the same for the defenders");
pub(super) const ATTACK_HEAVY: Key = Key::new(
    "attack-heavy",
    &["heavy", "heavy-bombers"],
    KeyKind::List,
    "4.11.3.1",
    "strengths of Heavy Bombers over the hex, beside attack-air",
);
pub(super) const DEFENCE_HEAVY: Key =
    Key::new("defence-heavy", &[], KeyKind::List, "4.11.3.1", "the same for the defenders");
pub(super) const ATTACK_FIGHTERS: Key = Key::new(
    "attack-fighters",
    &["fighters"],
    KeyKind::Present,
    "4.11.2",
    "the attacker has an unaborted fighter over the hex",
);
pub(super) const DEFENCE_FIGHTERS: Key = Key::new(
    "defence-fighters",
    &[],
    KeyKind::Present,
    "4.11.2",
    "the defender has an unaborted fighter over the hex",
);
pub(super) const AIR_SUPERIORITY: Key = Key::new(
    "air-superiority",
    &["superiority"],
    KeyKind::word(&[
        ("attacker", &["yes", "attack", "attackers", "friendly", "own", "true", "+1", "1"]),
        ("defender", &["defence", "defense", "defenders", "-1", "enemy"]),
        ("none", &["no", "false", "0", "contested", "both"]),
    ]),
    "4.11.2",
    "the only side with air units over the hex; found from the air units when not given",
);
pub(super) const ATTACKER_AIR_SUPERIORITY: Key = Key::new(
    "attacker-air-superiority",
    &["friendly-air-superiority"],
    KeyKind::flag("air-superiority", "attacker"),
    "4.11.2",
    "the same as air-superiority=attacker",
);
pub(super) const DEFENDER_AIR_SUPERIORITY: Key = Key::new(
    "defender-air-superiority",
    &["enemy-air-superiority"],
    KeyKind::flag("air-superiority", "defender"),
    "4.11.2",
    "the same as air-superiority=defender",
);
pub(super) const AIR_COMBAT: Key = Key::new(
    "air-combat",
    &[],
    KeyKind::YesNo,
    "4.8.1",
    "the air units of both sides have still to fight each other; yes when interceptors are named, else no",
);
pub(super) const ATTACK_CARRIERS: Key = Key::new(
    "attack-carriers",
    &[],
    KeyKind::List,
    "4.10.7",
    "carriers in one hex that launch several of attack-air: Hornet 4, Enterprise 4",
);
pub(super) const LAUNCH_ADMIRAL: Key =
    Key::new("launch-admiral", &[], KeyKind::List, "4.10.7.1", "Admirals in their hex, or yes");
pub(super) const AIR_MAGIC: Key = Key::new(
    "air-magic",
    &[],
    KeyKind::Number(1, 9),
    "17.10.2.1.1",
    "the number of an Air Magic chit; the one for the land is magic",
);
pub(super) const DD: Key = Key::new(
    "dd",
    &["attack-dd", "destroyers"],
    KeyKind::Present,
    "3.14.5.4",
    "attacking destroyers in the hex",
);
pub(super) const CL: Key = Key::new(
    "cl",
    &["attack-cl", "light-cruisers"],
    KeyKind::Present,
    "3.14.5.4",
    "attacking light cruisers in the hex",
);
pub(super) const GUNNERY: Key = Key::new(
    "gunnery",
    &["attack-gunnery", "ca-bb"],
    COUNT,
    "3.14.5.4",
    "sum of the gunnery of attacking CA and BB in the hex, not the strength that it gives",
);
pub(super) const CA_GUNNERY: Key =
    Key::new("ca-gunnery", &[], COUNT, "3.14.5.4", "only that of the CA, instead of gunnery");
pub(super) const BB_GUNNERY: Key =
    Key::new("bb-gunnery", &[], COUNT, "3.14.5.4", "only that of the BB, instead of gunnery");
pub(super) const DEFENCE_DD: Key =
    Key::new("defence-dd", &[], KeyKind::Present, "3.14.5.4", "defending destroyers in the hex");
pub(super) const DEFENCE_CL: Key =
    Key::new("defence-cl", &[], KeyKind::Present, "3.14.5.4", "defending light cruisers in the hex");
pub(super) const DEFENCE_GUNNERY: Key = Key::new(
    "defence-gunnery",
    &[],
    COUNT,
    "3.14.5.4",
    "sum of the gunnery of defending CA and BB in the hex",
);
