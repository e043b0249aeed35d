//! Attacks on territories as the rules see them: who defends, who may blitz on, what is shown, and by which row.

use std::collections::BTreeMap;
use std::fmt;

use super::because::{Because, Firmness};
use super::class::UnitClass;
use super::force::UnitGroup;
use super::messages::Forbidden;
use liege_rules::data::fault::DataFault;
use liege_rules::data::table::Table;

/// The file.
pub const FILE: &str = "rules/aafog/land.csv";

/// A row of the table of territories.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LandCase {
    /// Land units come into a territory without defending units.
    Undefended,
    /// Land units come into a territory with facilities alone.
    FacilitiesAlone,
    /// Land units attack defending units.
    Defended,
    /// Aircraft alone come over a territory without defending units.
    AirOverNobody,
    /// Aircraft alone attack defending units.
    AirAgainstUnits,
    /// A landing force was stopped at sea.
    StoppedAtSea,
    /// Strategic bombers raid a facility.
    Raid,
    /// Tanks blitz into a territory that was attacked before.
    BlitzAttackedBefore,
    /// A non-combat move into enemies that are known.
    EnemiesKnown,
    /// A non-combat move into a zone that was thought empty.
    ThoughtEmpty,
}

/// The cells `mover` and `territory` of each row.
const CASES: [(&str, &str, LandCase); 10] = [
    ("land units (with or without air)", "no defending units", LandCase::Undefended),
    ("land units (with or without air)", "infrastructure only", LandCase::FacilitiesAlone),
    ("land units (with or without air)", "at least one defending unit", LandCase::Defended),
    ("air units only", "no defending units", LandCase::AirOverNobody),
    ("air units only", "at least one defending unit", LandCase::AirAgainstUnits),
    ("amphibious force stopped at sea", "any", LandCase::StoppedAtSea),
    ("strategic bombers", "territory with target infrastructure", LandCase::Raid),
    ("blitzing tanks", "territory already attacked this turn", LandCase::BlitzAttackedBefore),
    ("any unit in non-combat move", "territory or zone known to hold enemies", LandCase::EnemiesKnown),
    ("sea units in non-combat move", "zone wrongly thought empty", LandCase::ThoughtEmpty),
];

/// Where a row comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LandSource {
    /// A sentence of the text.
    Text,
    /// A sample dialogue.
    Dialogue(u8),
    /// A reading of ours.
    Proposed,
}

const SOURCES: &[(&str, LandSource)] = &[
    ("text", LandSource::Text),
    ("dialogue 1", LandSource::Dialogue(1)),
    ("dialogue 2", LandSource::Dialogue(2)),
    ("dialogue 3", LandSource::Dialogue(3)),
    ("proposed", LandSource::Proposed),
];

impl fmt::Display for LandSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text => f.write_str("text"),
            Self::Dialogue(number) => write!(f, "D{number}"),
            Self::Proposed => f.write_str("proposed"),
        }
    }
}

impl fmt::Display for LandCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match CASES.iter().find(|(.., case)| case == self) {
            Some((mover, territory, _)) => write!(f, "{mover}, {territory}"),
            None => Ok(()),
        }
    }
}

/// The table of territories: where each row comes from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LandTable(BTreeMap<LandCase, (LandSource, String)>);

const COLUMNS: [&str; 9] =
    ["mover", "territory", "mover_learns", "owner_learns", "combat", "chooser", "note", "source", "line"];

impl LandTable {
    /// Reads the table; every row that the rules know must stand in it once.
    pub fn read(file: &str, text: &str, faults: &mut Vec<DataFault>) -> Self {
        let mut table = Self::default();
        for row in Table::read(file, text, &COLUMNS, faults).rows() {
            let known = CASES
                .iter()
                .find(|(mover, land, _)| row.text("mover") == *mover && row.text("territory") == *land);
            let Some((.., case)) = known else {
                let known: Vec<String> =
                    CASES.iter().map(|(mover, land, _)| format!("{mover}, {land}")).collect();
                let told = format!("no rule acts on this row, expected one of {}", known.join("; "));
                faults.push(row.fault("mover", told));
                continue;
            };
            drop(row.required("source", faults));
            let Some(source) = row.one_of("source", SOURCES, faults) else { continue };
            let lines: Vec<String> =
                row.text("line").split(';').map(|line| format!("L{}", line.trim())).collect();
            if table.0.insert(*case, (source, lines.join(", "))).is_some() {
                faults.push(row.fault("mover", format!("duplicate row \"{case}\"")));
            }
        }
        let missing = CASES.iter().filter(|(.., case)| !table.0.contains_key(case));
        let missing: Vec<String> = missing.map(|(.., case)| case.to_string()).collect();
        if !missing.is_empty() && faults.is_empty() {
            faults.push(DataFault::at(file, 0, format!("expected rows for {}", missing.join("; "))));
        }
        table
    }

    /// A row as a reason.
    #[must_use]
    pub fn because(&self, case: LandCase) -> Because {
        let (source, lines) = self.0.get(&case).cloned().unwrap_or((LandSource::Proposed, String::new()));
        let firmness = if source == LandSource::Proposed { Firmness::Proposed } else { Firmness::Said };
        Because::Land { row: case.to_string(), source: source.to_string(), lines, firmness }
    }
}

/// Whether nobody defends a territory (D05): no land unit and no aircraft; facilities are no units.
#[must_use]
pub fn is_undefended(there: &UnitGroup) -> bool {
    !there.has(|class| class.is_land() || class.is_air())
}

/// A second attack of units that took an undefended territory.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct BlitzOrder {
    /// Who goes on.
    pub units: UnitGroup,
    /// Where to.
    pub to: String,
}

/// Where units may blitz to.
#[derive(Debug, Clone, Copy)]
pub struct BlitzGround<'a> {
    /// Places in reach of the tanks.
    pub beside: &'a [String],
    /// Places that were attacked before in this turn.
    pub attacked: &'a [String],
}

impl BlitzGround<'_> {
    /// The places that may still be attacked.
    #[must_use]
    pub fn open(&self) -> Vec<&str> {
        let fresh = |place: &&String| !is_among(place, self.attacked);
        self.beside.iter().filter(fresh).map(String::as_str).collect()
    }
}

/// Whether a list names a place, in capital or small letters.
#[must_use]
pub fn is_among(place: &str, list: &[String]) -> bool {
    list.iter().any(|one| one.eq_ignore_ascii_case(place))
}

/// Own tanks that may blitz on, and how many pairs of tank and mechanized infantry they make (D1, L43).
#[must_use]
pub fn able_to_blitz(took: &UnitGroup) -> (u32, u32) {
    let tanks = took.count(UnitClass::Tank);
    (tanks, tanks.min(took.count(UnitClass::Mech)))
}

/// Whether a blitz is allowed: tanks, each with at most one mechanized infantry beside it, for each target (8-land, L29;
/// D1, L43).
///
/// # Errors
/// The first rule that is broken, by what its own side knows.
pub fn judge_blitz(
    orders: &[BlitzOrder],
    took: &UnitGroup,
    ground: BlitzGround<'_>,
) -> Result<(), Forbidden> {
    for BlitzOrder { units, to } in orders {
        let able = |class: UnitClass| matches!(class, UnitClass::Tank | UnitClass::Mech);
        if let Some(class) = units.classes().into_iter().find(|class| !able(*class)) {
            return Err(Forbidden::CannotBlitz(class));
        }
        if is_among(to, ground.attacked) {
            return Err(Forbidden::AttackedBefore(to.clone()));
        }
        if !is_among(to, ground.beside) {
            return Err(Forbidden::NotBeside(to.clone()));
        }
    }
    for class in [UnitClass::Tank, UnitClass::Mech] {
        let ordered: u32 = orders.iter().map(|order| order.units.count(class)).sum();
        if ordered > took.count(class) {
            return Err(Forbidden::NotSoMany(class));
        }
    }
    for BlitzOrder { to, .. } in orders {
        let of = |class: UnitClass| -> u32 {
            let same = orders.iter().filter(|order| order.to.eq_ignore_ascii_case(to));
            same.map(|order| order.units.count(class)).sum()
        };
        let (tanks, mech) = (of(UnitClass::Tank), of(UnitClass::Mech));
        if mech > tanks {
            return Err(Forbidden::MechNeedsTank { mech, tanks, place: to.clone() });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use liege_rules::data::Files as _;
    use liege_testing::Shipped;

    fn group(counts: &[(UnitClass, u32)]) -> UnitGroup {
        UnitGroup::counted(counts)
    }

    #[test]
    fn aircraft_defend_and_facilities_do_not() {
        assert!(is_undefended(&group(&[(UnitClass::Ic, 1), (UnitClass::AaGun, 1)])));
        assert!(!is_undefended(&group(&[(UnitClass::Ftr, 1)])));
        assert!(!is_undefended(&group(&[(UnitClass::Inf, 1)])));
    }

    #[test]
    fn each_mechanized_infantry_needs_a_tank_to_the_same_place() {
        let took = group(&[(UnitClass::Tank, 2), (UnitClass::Mech, 3)]);
        let (beside, attacked) = (vec!["Malaya".to_owned(), "Burma".to_owned()], vec!["Yunnan".to_owned()]);
        let ground = BlitzGround { beside: &beside, attacked: &attacked };
        let order = |tanks, mech, to: &str| BlitzOrder {
            units: group(&[(UnitClass::Tank, tanks), (UnitClass::Mech, mech)]),
            to: to.into(),
        };
        let judge = |orders: &[BlitzOrder]| judge_blitz(orders, &took, ground);
        assert_eq!(judge(&[order(1, 1, "Malaya"), order(1, 1, "Burma")]), Ok(()));
        let refused = judge(&[order(2, 0, "Malaya"), order(0, 3, "Burma")]);
        assert!(matches!(refused, Err(Forbidden::MechNeedsTank { mech: 3, tanks: 0, .. })));
        assert_eq!(judge(&[order(3, 0, "Malaya")]), Err(Forbidden::NotSoMany(UnitClass::Tank)));
        assert_eq!(judge(&[order(1, 0, "yunnan")]), Err(Forbidden::AttackedBefore("yunnan".into())));
        assert_eq!(judge(&[order(1, 0, "Siam")]), Err(Forbidden::NotBeside("Siam".into())));
        let infantry = BlitzOrder { units: group(&[(UnitClass::Inf, 1)]), to: "Malaya".into() };
        assert_eq!(judge(&[infantry]), Err(Forbidden::CannotBlitz(UnitClass::Inf)));
        assert_eq!(able_to_blitz(&took), (2, 2));
    }

    #[test]
    fn the_table_of_territories_is_read_and_its_faults_are_told() {
        let text = Shipped.text(FILE).unwrap();
        let faults_of = |text: &str| {
            let mut faults = Vec::new();
            LandTable::read(FILE, text, &mut faults);
            faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
        };
        assert_eq!(faults_of(text), "");
        assert!(
            faults_of(&text.replacen("air units only", "air only", 1))
                .contains("land.csv:5: column \"mover\"")
        );
        assert!(faults_of(&text.replacen(",proposed,", ",guessed,", 1)).contains("expected one of text"));
        let short: String = text.lines().take(10).map(|line| format!("{line}\n")).collect();
        assert!(faults_of(&short).contains("zone wrongly thought empty"));
    }
}
