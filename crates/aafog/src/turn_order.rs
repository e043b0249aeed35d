//! The order of a turn (P01): what is done next of an ordered list of moves, and what earlier results have made impossible.

use std::collections::BTreeSet;

use serde::Serialize;

use super::class::UnitClass;
use super::force::UnitGroup;
use super::land::is_among;
use super::messages::Forbidden;

/// One item of the list.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ListedMove {
    /// Its number.
    pub item: u32,
    /// Who moves.
    pub units: UnitGroup,
    /// The places in order, the first one where they start.
    pub path: Vec<String>,
    /// Whether the last place is attacked, and not only entered.
    pub attacks: bool,
}

/// Something that happened to the list so far.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Happened {
    /// The units of an item came into a place.
    Entered(u32, String),
    /// Units of an item go no farther than a place.
    Stopped(u32, String, UnitGroup),
    /// Units of an item are lost, or went back.
    Gone(u32, UnitGroup),
    /// A place was attacked: by an item of the list, or by a blitz.
    Attacked(Option<u32>, String),
}

/// Where a step stands.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum StepState {
    /// It was done.
    Done,
    /// It is the next one.
    Next,
    /// It comes later.
    Later,
    /// It cannot be done any more.
    Struck(Forbidden),
}

/// A step of the turn: a group comes into a zone, or a territory is attacked.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TurnStep {
    /// The items whose units take part.
    pub items: Vec<u32>,
    /// Where.
    pub place: String,
    /// Whether it is a sea zone: then AAF-P02 says what comes, else AAF-P03.
    pub sea: bool,
    /// Who is left to come.
    pub units: UnitGroup,
    /// Whether the move of the aircraft ends there.
    pub ends: bool,
    /// Where it stands.
    pub state: StepState,
}

impl Serialize for TurnStep {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let mut map = to.serialize_map(None)?;
        map.serialize_entry("items", &self.items)?;
        map.serialize_entry("procedure", self.procedure())?;
        map.serialize_entry("place", &self.place)?;
        map.serialize_entry("units", &self.units)?;
        map.serialize_entry("ends", &self.ends)?;
        map.serialize_entry("state", self.state.word())?;
        map.end()
    }
}

impl TurnStep {
    /// The procedure that says what comes of it.
    #[must_use]
    pub fn procedure(&self) -> &'static str {
        if self.sea { "AAF-P02" } else { "AAF-P03" }
    }
}

impl StepState {
    /// Its word.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Next => "next",
            Self::Later => "later",
            Self::Struck(_) => "struck",
        }
    }
}

/// The list and what happened.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TurnList {
    /// The items in their order.
    pub moves: Vec<ListedMove>,
    /// What happened, in order.
    pub happened: Vec<Happened>,
    /// Places that are sea zones beside those whose names begin with SZ.
    pub sea_zones: Vec<String>,
}

impl TurnList {
    fn is_sea(&self, place: &str) -> bool {
        let named = place.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("SZ "));
        named || is_among(place, &self.sea_zones)
    }

    /// The territory that an item attacks.
    fn target<'m>(&self, listed: &'m ListedMove) -> Option<&'m str> {
        let last = listed.path.last().filter(|last| listed.attacks && !self.is_sea(last))?;
        Some(last)
    }

    /// The steps of the turn in their order: items as listed, and the sea voyages of all who attack one territory before
    /// that attack, which is one attack of them all (8, L21).
    #[must_use]
    pub fn steps(&self) -> Vec<TurnStep> {
        let mut steps = Vec::new();
        let mut sailed: BTreeSet<u32> = BTreeSet::new();
        let mut targets: Vec<&str> = Vec::new();
        for listed in &self.moves {
            self.sail(listed, &mut sailed, &mut steps);
            let Some(target) = self.target(listed) else { continue };
            if targets.iter().any(|one| one.eq_ignore_ascii_case(target)) {
                continue;
            }
            targets.push(target);
            let also =
                |other: &&ListedMove| self.target(other).is_some_and(|one| one.eq_ignore_ascii_case(target));
            let together: Vec<&ListedMove> = self.moves.iter().filter(also).collect();
            together.iter().for_each(|other| self.sail(other, &mut sailed, &mut steps));
            steps.push(self.attack(target, &together));
        }
        if let Some(next) = steps.iter_mut().find(|step| step.state == StepState::Later) {
            next.state = StepState::Next;
        }
        steps
    }

    /// The zones that an item passes, once.
    fn sail(&self, listed: &ListedMove, sailed: &mut BTreeSet<u32>, steps: &mut Vec<TurnStep>) {
        if !sailed.insert(listed.item) {
            return;
        }
        let mut struck = false;
        for (at, place) in listed.path.iter().enumerate().skip(1) {
            if struck || !self.is_sea(place) {
                continue;
            }
            let moving = |class: UnitClass| class.is_ship() || class.is_air();
            let units = self.left(listed, at).part(moving);
            let entered = |happened: &Happened| match happened {
                Happened::Entered(item, there) => *item == listed.item && there.eq_ignore_ascii_case(place),
                _ => false,
            };
            let state = match () {
                () if self.happened.iter().any(entered) => StepState::Done,
                () if units.is_empty() => {
                    struck = true;
                    let (items, place) = (vec![listed.item], place.clone());
                    StepState::Struck(Forbidden::NotThere { items, place, units: listed.units.to_string() })
                }
                () => StepState::Later,
            };
            let units = if state == StepState::Done { listed.units.part(moving) } else { units };
            let ends = at + 1 == listed.path.len();
            steps.push(TurnStep {
                items: vec![listed.item],
                place: place.clone(),
                sea: true,
                units,
                ends,
                state,
            });
        }
    }

    /// One attack on a territory of all who come there.
    fn attack(&self, target: &str, together: &[&ListedMove]) -> TurnStep {
        let items: Vec<u32> = together.iter().map(|listed| listed.item).collect();
        let mut units = UnitGroup::default();
        for listed in together {
            let left = self.left(listed, listed.path.len().saturating_sub(1));
            units = units.and(&left.part(|class| class.is_land() || class.is_air()));
            // Who is aboard lands where his transport arrives.
            let aboard = left.part(|class| class == UnitClass::Tr);
            let aboard = aboard.lots().iter().flat_map(|lot| lot.cargo.clone()).collect();
            units = units.and(&UnitGroup::of(aboard));
        }
        let attacked = self.happened.iter().find_map(|happened| match happened {
            Happened::Attacked(by, place) if place.eq_ignore_ascii_case(target) => Some(*by),
            _ => None,
        });
        let state = match attacked {
            Some(Some(item)) if items.contains(&item) => StepState::Done,
            Some(_) => StepState::Struck(Forbidden::AttackedBefore(target.to_owned())),
            None if units.is_empty() => {
                let left =
                    together.iter().map(|listed| listed.units.to_string()).filter(|units| units != "none");
                let left: Vec<String> = left.collect();
                let units = if left.is_empty() { "none".to_owned() } else { left.join(", ") };
                StepState::Struck(Forbidden::NotThere {
                    items: items.clone(),
                    place: target.to_owned(),
                    units,
                })
            }
            None => StepState::Later,
        };
        TurnStep { items, place: target.to_owned(), sea: false, units, ends: true, state }
    }

    /// The units of an item that may still come to the place with this number on its way.
    fn left(&self, listed: &ListedMove, at: usize) -> UnitGroup {
        let mut units = listed.units.clone();
        let before =
            |place: &str| listed.path.iter().take(at).any(|passed| passed.eq_ignore_ascii_case(place));
        for happened in &self.happened {
            let gone = match happened {
                Happened::Stopped(item, place, gone) if *item == listed.item && before(place) => gone,
                Happened::Gone(item, gone) if *item == listed.item => gone,
                _ => continue,
            };
            units = units.without(gone).unwrap_or_else(|| units.part(|class| gone.count(class) == 0));
        }
        units
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn group(text: &str) -> UnitGroup {
        UnitGroup::read("units", &Value::from(text)).unwrap()
    }

    fn listed(item: u32, units: &str, path: &[&str]) -> ListedMove {
        let path = path.iter().map(|place| (*place).to_owned()).collect();
        ListedMove { item, units: group(units), path, attacks: true }
    }

    fn told(list: &TurnList) -> Vec<String> {
        let one = |step: &TurnStep| {
            format!(
                "{:?} {} {}: {} {}",
                step.items,
                step.procedure(),
                step.place,
                step.units,
                step.state.word()
            )
        };
        list.steps().iter().map(one).collect()
    }

    #[test]
    fn a_stopped_fleet_lands_nobody_and_its_aircraft_go_on() {
        let fleet = listed(1, "CV, TR (2 INF), 2 FTR", &["SZ 35", "SZ 20", "SZ 19", "Kiangsu"]);
        let mut list = TurnList { moves: vec![fleet], ..TurnList::default() };
        assert_eq!(
            told(&list),
            [
                "[1] AAF-P02 SZ 20: CV, TR (2 INF), 2 FTR next",
                "[1] AAF-P02 SZ 19: CV, TR (2 INF), 2 FTR later",
                "[1] AAF-P03 Kiangsu: 2 FTR, 2 INF later",
            ]
        );
        list.happened = vec![
            Happened::Entered(1, "SZ 20".into()),
            Happened::Stopped(1, "SZ 20".into(), group("CV, TR")),
            Happened::Entered(1, "SZ 19".into()),
        ];
        assert_eq!(told(&list)[2], "[1] AAF-P03 Kiangsu: 2 FTR next");
        list.happened.push(Happened::Gone(1, group("2 FTR")));
        assert_eq!(told(&list)[2], "[1] AAF-P03 Kiangsu: none struck");
    }

    #[test]
    fn all_who_attack_a_territory_do_so_together_after_their_voyages() {
        let moves = vec![
            listed(1, "2 INF", &["Siam", "Burma"]),
            listed(2, "TANK", &["Siam", "Malaya"]),
            listed(3, "TR (ART)", &["SZ 1", "SZ 2", "burma"]),
        ];
        let mut list = TurnList { moves, ..TurnList::default() };
        assert_eq!(
            told(&list),
            [
                "[3] AAF-P02 SZ 2: TR (ART) next",
                "[1, 3] AAF-P03 Burma: 2 INF, ART later",
                "[2] AAF-P03 Malaya: TANK later",
            ]
        );
        list.happened = vec![
            Happened::Entered(3, "SZ 2".into()),
            Happened::Attacked(Some(1), "Burma".into()),
            Happened::Attacked(None, "Malaya".into()),
        ];
        let steps = list.steps();
        assert_eq!(steps[1].state, StepState::Done);
        assert_eq!(steps[2].state, StepState::Struck(Forbidden::AttackedBefore("Malaya".into())));
    }
}
