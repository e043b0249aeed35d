//! The disputed rules that our checks and procedures act on, with the readings they tell apart.

use crate::rules::choices::Acted;

/// Every choice that some rule here reads; a check or procedure names those it reads itself.
pub const CHOICES: &[Acted] = &[
    Acted { key: "admiral_encounter", readings: &["any_encounter", "enemy_interception"] },
    Acted { key: "atp_stack", readings: &["stack_is_one", "counters_le_capacity"] },
    Acted { key: "b25_after_raid", readings: &["eliminated", "rebase"] },
    Acted { key: "battery_screen", readings: &["none", "one_unit"] },
    Acted { key: "bomber_defence", readings: &["full", "one_each_max2"] },
    Acted { key: "cv_units", readings: &["strength_points", "one_unit"] },
    Acted { key: "damaged_sub_round", readings: &["current", "original"] },
    Acted { key: "exempt_units", readings: &["para_hq_gen_adm_cw_partisan", "paratroops"] },
    Acted { key: "hit_compare", readings: &["ge", "gt"] },
    Acted { key: "installation_result", readings: &["table_number", "dice_total"] },
    Acted { key: "marine_amphib", readings: &["any_marine", "all_marine"] },
    Acted { key: "port_counts_stp", readings: &["counter", "point", "none"] },
    Acted { key: "river_drm", readings: &["-1", "-2", "cumulative"] },
    Acted { key: "screened_fire", readings: &["no", "yes"] },
    Acted { key: "special_attack_doubles", readings: &["sink", "hit_only"] },
    Acted { key: "ss238", readings: &["base1_minus3", "need3"] },
    Acted { key: "strait_hexes", readings: &["printed", "corrected"] },
    Acted { key: "sub_first_target", readings: &["on", "off"] },
    Acted { key: "sub_screen", readings: &["le", "lt"] },
    Acted { key: "target_scope", readings: &["round", "sub_round"] },
    Acted { key: "unoccupied_fort", readings: &["2+1", "2"] },
    Acted { key: "weather_land_drm", readings: &["one", "both"] },
];
