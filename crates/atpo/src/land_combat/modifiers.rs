//! Die-roll modifiers of land combat (11.6.5), each with its cause and rule.

use super::attack::{Attack, Paratroop, Portion, Superiority, Troops, Weather};
use super::battle::Fight;
use crate::crt::Tables;
use crate::forces::unit::{Condition, LandKind, LandUnit};

/// One modifier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Modifier {
    /// What it is.
    pub name: &'static str,
    /// Its value.
    pub value: i32,
    /// Why it applies, or does not.
    pub cause: String,
    /// Its rule.
    pub rule: &'static str,
}

fn modifier(
    name: &'static str,
    value: i32,
    cause: impl Into<String>,
    rule: &'static str,
) -> Option<Modifier> {
    Some(Modifier { name, value, cause: cause.into(), rule })
}

/// All modifiers that apply when these attackers are left; a value of 0 tells why one does not.
#[must_use]
pub fn all(battle: &Fight<'_>, attackers: &[&LandUnit]) -> Vec<Modifier> {
    let (attack, tables, intact_drop) = (battle.attack, battle.tables, battle.has_intact_drop());
    let list = [
        superiority(battle),
        weather(attack, tables),
        weather_card(attack, tables),
        terrain(attack, tables),
        river(attack, attackers, tables),
        paratroop(attack, intact_drop, tables),
        defender_supply(attack, tables),
        attacker_supply(attack, attackers, tables),
        amphibious(attack, tables),
        marines(attack, attackers, tables),
        soviet_armor(attack, attackers, tables),
        sneak(attack, attackers, tables),
        given("Admiral", attack.admiral, "A value", "3.12.1.3"),
        given("Magic", attack.magic, "Land chit", "17.10.2.1.2"),
        given("others", attack.drm, "as given", "11.6.5"),
    ];
    list.into_iter().flatten().collect()
}

fn given(name: &'static str, value: i32, cause: &str, rule: &'static str) -> Option<Modifier> {
    if value == 0 { None } else { modifier(name, value, cause, rule) }
}

fn superiority(battle: &Fight<'_>) -> Option<Modifier> {
    let drm = &battle.tables.numbers.drm;
    let rule = "4.11.2, 11.6.5.1";
    match battle.superiority() {
        Superiority::Attacker => {
            modifier("air superiority", drm.attacker_air_superiority, "only the attacker has air units", rule)
        }
        Superiority::Defender => {
            modifier("air superiority", drm.defender_air_superiority, "only the defender has air units", rule)
        }
        Superiority::Nobody if battle.over_hex() == [true, true] => {
            modifier("air superiority", 0, "contested", rule)
        }
        Superiority::Nobody => None,
    }
}

fn hinders(attack: &Attack) -> bool {
    match attack.weather {
        Weather::Monsoon | Weather::Winter => true,
        Weather::Wet => !attack.moderate_zone,
        Weather::Fair | Weather::Mixed => false,
    }
}

fn weather(attack: &Attack, tables: &Tables) -> Option<Modifier> {
    let name = format!("{:?}", attack.weather).to_lowercase();
    if hinders(attack) {
        modifier("weather", tables.numbers.drm.weather, format!("{name} in the defender's hex"), "11.6.5.2")
    } else if attack.weather == Weather::Wet {
        modifier("weather", 0, "wet has no effect in the moderate zone", "21")
    } else {
        None
    }
}

fn weather_card(attack: &Attack, tables: &Tables) -> Option<Modifier> {
    if hinders(attack) && tables.choices.is("weather_land_drm", "both") {
        modifier(
            "weather card",
            tables.numbers.drm.weather,
            "on top of the weather (choice weather_land_drm)",
            "21",
        )
    } else {
        None
    }
}

fn terrain(attack: &Attack, tables: &Tables) -> Option<Modifier> {
    let value = tables.terrain.get(&attack.terrain).map_or(0, |terrain| terrain.attack_drm);
    if value == 0 { None } else { modifier("terrain", value, attack.terrain.clone(), "11.6.5.5, 11.6.6") }
}

/// A river counts only when every attacker on the ground is across it; a drop does not change that (4.12.4.3).
fn river(attack: &Attack, attackers: &[&LandUnit], tables: &Tables) -> Option<Modifier> {
    let ground: Vec<&&LandUnit> =
        attackers.iter().filter(|unit| unit.fights() && !unit.from_the_air()).collect();
    let across = ground.iter().filter(|unit| unit.is(Condition::River)).count();
    let share = match (attack.river, across) {
        (share, 0) => share,
        (_, across) if across == ground.len() => Portion::All,
        _ => Portion::Some,
    };
    let rule = "11.6.6";
    match share {
        Portion::None => None,
        Portion::Some => modifier("river", 0, "not every attacker is across the river", "4.12.4.3"),
        Portion::All => {
            let (value, cause) = river_value(attack, tables);
            modifier("river", value, cause, rule)
        }
    }
}

fn river_value(attack: &Attack, tables: &Tables) -> (i32, String) {
    let drm = &tables.numbers.drm;
    let cumulative = tables.choices.is("river_drm", "cumulative");
    let plain = if tables.choices.is("river_drm", "-2") { drm.river_paratroop_example } else { drm.river };
    let attackers = attack.attack_weather.unwrap_or(attack.weather);
    match (attack.weather == Weather::Monsoon, attackers == Weather::Monsoon) {
        (true, true) if cumulative => {
            (plain + drm.river_all_monsoon, "all in monsoon, added to the river".into())
        }
        (true, true) => (drm.river_all_monsoon, "all in monsoon".into()),
        (true, false) if attackers == Weather::Mixed => {
            (plain, "all attackers across, some in monsoon".into())
        }
        (true, false) if cumulative => (
            plain + drm.river_only_defenders_monsoon,
            "only the defenders in monsoon, added to the river".into(),
        ),
        // The paratroop example's -2 is for every crossing, so monsoon cannot make it milder.
        (true, false) => {
            (plain.min(drm.river_only_defenders_monsoon), "only the defenders in monsoon".into())
        }
        (false, _) => (plain, "all attackers across".into()),
    }
}

fn paratroop(attack: &Attack, intact_drop: bool, tables: &Tables) -> Option<Modifier> {
    if intact_drop || attack.paratroop == Paratroop::Intact {
        let value = tables.numbers.drm.undepleted_paratroop;
        modifier("paratroop", value, "dropped without becoming depleted", "11.6.5.3, 4.12.4.3")
    } else if attack.paratroop == Paratroop::Depleted {
        modifier("paratroop", 0, "depleted by the drop", "4.12.4.3")
    } else {
        None
    }
}

fn defender_supply(attack: &Attack, tables: &Tables) -> Option<Modifier> {
    let units = attack.defender.units();
    let all = units.iter().any(LandUnit::fights)
        && units.iter().filter(|unit| unit.fights()).all(LandUnit::is_unsupplied);
    if attack.defender.out_of_supply || all {
        modifier("defender's supply", tables.numbers.drm.defender_out_of_supply, "out of supply", "11.6.5.4")
    } else {
        None
    }
}

fn attacker_supply(attack: &Attack, attackers: &[&LandUnit], tables: &Tables) -> Option<Modifier> {
    let out = attackers.iter().find(|unit| unit.is_unsupplied());
    if attack.attacker.out_of_supply || out.is_some() {
        let cause = out.map_or("an attacker is out of supply".to_owned(), |unit| {
            format!("{} is out of supply", unit.name)
        });
        modifier("attacker's supply", tables.numbers.drm.attacker_out_of_supply, cause, "11.6.5.4")
    } else {
        None
    }
}

fn amphibious(attack: &Attack, tables: &Tables) -> Option<Modifier> {
    match (attack.amphibious, attack.second_wave) {
        (false, _) => None,
        (true, true) => modifier("amphibious assault", 0, "second wave onto pinned friends", "3.14.8.1"),
        (true, false) => {
            modifier("amphibious assault", tables.numbers.drm.amphibious, "from the sea", "3.14.8.1, 11.6.6")
        }
    }
}

fn marines(attack: &Attack, attackers: &[&LandUnit], tables: &Tables) -> Option<Modifier> {
    if !attack.amphibious {
        return None;
    }
    let landing: Vec<&&LandUnit> =
        attackers.iter().filter(|unit| unit.fights() && !unit.from_the_air()).collect();
    let count = landing.iter().filter(|unit| unit.is_marine()).count();
    let share = match (&attack.attacker.troops, count) {
        (Troops::Total(..), _) | (_, 0) => attack.marine,
        (_, count) if count == landing.len() || attack.marine == Portion::All => Portion::All,
        _ => Portion::Some,
    };
    let every = tables.choices.is("marine_amphib", "all_marine");
    match share {
        Portion::None => None,
        Portion::Some if every => {
            modifier("marines", 0, "not every unit is a marine (choice marine_amphib)", "11.6.6")
        }
        Portion::Some | Portion::All => modifier(
            "marines",
            tables.numbers.drm.marine_amphibious,
            "marines or SNLF in the assault",
            "11.6.6",
        ),
    }
}

fn soviet_armor(attack: &Attack, attackers: &[&LandUnit], tables: &Tables) -> Option<Modifier> {
    let listed = attackers.iter().any(|unit| unit.kind == LandKind::Armor && unit.nation == Some("SU"));
    if !attack.soviet_armor && !listed {
        return None;
    }
    let from = liege_rules::play::inputs::month(&tables.numbers.soviet_armor.from);
    let (value, cause) = match attack.date {
        _ if attack.terrain != "clear" => (0, format!("not into {}", attack.terrain)),
        None => (
            tables.numbers.drm.soviet_armor,
            format!("no date given, read as {} or later", tables.numbers.soviet_armor.from),
        ),
        Some(date) if from.is_none_or(|from| date >= from) => {
            (tables.numbers.drm.soviet_armor, "clear terrain".into())
        }
        Some((year, month)) => (0, format!("not yet in {year}-{month:02}")),
    };
    modifier("Soviet armor", value, cause, "16.5")
}

fn sneak(attack: &Attack, attackers: &[&LandUnit], tables: &Tables) -> Option<Modifier> {
    let drm = &tables.numbers.drm;
    let others =
        attackers.iter().any(|unit| unit.fights() && unit.nation.is_some_and(|nation| nation != "JP"));
    match attack.sneak {
        0 => None,
        _ if others => modifier("sneak attack", 0, "only for purely Japanese forces", "17.1.1"),
        1 => modifier("sneak attack", drm.sneak_first, "first month of the invasion", "17.1.1"),
        _ => modifier("sneak attack", drm.sneak_second, "second month of the invasion", "17.1.1"),
    }
}
