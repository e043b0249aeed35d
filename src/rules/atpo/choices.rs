//! The disputed rules that our checks and procedures act on, with the readings they tell apart.

use crate::rules::choices::Acted;

/// Every choice that some rule here reads; a check or procedure names those it reads itself.
pub const CHOICES: &[Acted] = &[
    Acted { key: "active_sub_intercept", readings: &["allowed", "no"] },
    Acted { key: "admiral_encounter", readings: &["any_encounter", "enemy_interception"] },
    Acted { key: "asw_house", readings: &["off", "on"] },
    Acted { key: "atp_stack", readings: &["stack_is_one", "counters_le_capacity"] },
    Acted { key: "b25_after_raid", readings: &["eliminated", "rebase"] },
    Acted { key: "bomber_defence", readings: &["full", "one_each_max2"] },
    Acted { key: "both_okinawa", readings: &["okinawa_only", "okinawa_and_iwo", "okinawa_and_formosa"] },
    Acted { key: "carrier_raider", readings: &["sum", "air_only"] },
    Acted { key: "cv_units", readings: &["strength_points", "one_unit"] },
    Acted { key: "damaged_sub_round", readings: &["current", "original"] },
    Acted { key: "evacuation_mp", readings: &["8", "12"] },
    Acted { key: "exempt_units", readings: &["para_hq_gen_adm_cw_partisan", "paratroops"] },
    Acted { key: "hit_compare", readings: &["ge", "gt"] },
    Acted { key: "inclement", readings: &["air_effect", "zone_entry"] },
    Acted { key: "interception_repeat", readings: &["per_step", "per_phase"] },
    Acted { key: "marine_amphib", readings: &["any_marine", "all_marine"] },
    Acted { key: "merchant_1943h2", readings: &["1", "2"] },
    Acted { key: "natural_6_automatic", readings: &["no", "yes"] },
    Acted { key: "night_die", readings: &["net", "actual"] },
    Acted { key: "port_counts_stp", readings: &["counter", "point", "none"] },
    Acted { key: "reactive_naval_phase", readings: &["unmarked_or_standby", "standby_only"] },
    Acted { key: "river_drm", readings: &["-1", "-2", "cumulative"] },
    Acted { key: "screened_fire", readings: &["no", "yes"] },
    Acted { key: "search_group_bonus", readings: &["per_group", "extra_groups"] },
    Acted { key: "target_scope", readings: &["round", "sub_round"] },
    Acted { key: "unoccupied_fort", readings: &["2+1", "2"] },
    Acted { key: "weather_interception", readings: &["table", "appendix4"] },
    Acted { key: "weather_land_drm", readings: &["one", "both"] },
];
