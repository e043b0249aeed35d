//! Random meetings, told to their ends: nothing that the rules hide changes a word of what the other side is told.

use liege::rules::aafog::class::UnitClass;
use liege::rules::aafog::force::{Lot, UnitGroup};
use liege::rules::aafog::meeting::{Movers, SeaContact, ZoneFacts};
use liege::rules::aafog::roles::{MOVER, OCCUPANT};
use liege::rules::aafog::sea_entry::{SeaDecisions, SeaEntry, SeaNext, SeaRules};
use liege::rules::aafog::unfold::unfold;
use liege::rules::aafog::upshot::Upshot;
use liege::rules::play::procedure::Role;

use super::rules;

/// Small numbers from a seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from((self.0 >> 33) % u64::from(most)).unwrap()
    }

    fn one_in(&mut self, most: u32) -> bool {
        self.below(most) == 0
    }

    fn ships(&mut self) -> UnitGroup {
        let mut lots = Vec::new();
        for class in UnitClass::all().filter(|class| class.is_ship()) {
            if self.one_in(3) {
                let mut lot = Lot::new(class, 1 + self.below(2));
                if class == UnitClass::Tr {
                    let cargo = [UnitClass::Inf, UnitClass::Tank, UnitClass::Art][self.below(3) as usize];
                    lot.cargo = vec![Lot::new(cargo, 1 + self.below(2))];
                }
                lots.push(lot);
            }
        }
        UnitGroup::of(lots)
    }

    fn aircraft(&mut self) -> UnitGroup {
        UnitGroup::counted(&[(UnitClass::Ftr, self.below(2)), (UnitClass::Bmb, self.below(2))])
    }

    fn entry(&mut self) -> SeaEntry {
        let movers = Movers {
            ships: self.ships(),
            ending: if self.one_in(3) { self.aircraft() } else { UnitGroup::default() },
            passing: if self.one_in(3) { self.aircraft() } else { UnitGroup::default() },
            ..Movers::default()
        };
        let facts = ZoneFacts {
            base: self.one_in(4).then(|| UnitGroup::counted(&[(UnitClass::Ftr, 2), (UnitClass::Tac, 1)])),
            tokens: self.one_in(4).then_some(3),
            ..ZoneFacts::default()
        };
        let contact = SeaContact {
            zone: "Z".into(),
            movers,
            occupants: self.ships(),
            facts,
            non_combat: self.one_in(4),
            fought: self.one_in(6),
        };
        SeaEntry { contact, item: 1, ..SeaEntry::default() }
    }
}

/// Tells an entry to its end; hidden submarines neither fire nor join unless `bold`.
fn played(entry: &SeaEntry, rules: &SeaRules, answers: u64, bold: bool) -> Vec<Upshot> {
    let mut made = SeaDecisions::default();
    let mut chance = Chance(answers);
    // One number for each kind of question, so that a question less does not change the answer to another.
    let pick: Vec<u32> = (0..8).map(|_| chance.below(1000)).collect();
    for _ in 0..100 {
        let unfolded = unfold(entry, &made, rules);
        match unfolded.next {
            SeaNext::Nothing => return unfolded.upshots,
            SeaNext::Scramble { fighters, most, .. } => {
                made.scramble = Some((pick[0] % (fighters.min(most) + 1), 0))
            }
            SeaNext::Tokens(most) => made.tokens = Some(pick[1] % (most + 1)),
            SeaNext::Attack => made.attack = Some(pick[2] < 500),
            SeaNext::Subs => made.subs = Some(pick[3] < 500),
            SeaNext::Shots(most) => made.shots = Some(if bold { pick[4] % (most + 1) } else { 0 }),
            SeaNext::Target(_) => made.targets.push(1),
            SeaNext::Die => made.faces.push(u8::try_from(pick[5] % 6).unwrap() + 1),
            SeaNext::Join(most) => made.join = Some(if bold { pick[6] % (most + 1) } else { 0 }),
        }
    }
    panic!("no end");
}

/// What a side is told and what it sees, in order.
fn told_to(side: Role, upshots: &[Upshot]) -> Vec<String> {
    let one = |upshot: &Upshot| match upshot {
        Upshot::Message(sent) if sent.to == side => {
            Some(format!("{} {}", sent.text, serde_json::to_string(&sent.message.facts()).unwrap()))
        }
        Upshot::Sighting { by, units, .. } if *by == side => Some(format!("sees {units}")),
        _ => None,
    };
    upshots.iter().filter_map(one).collect()
}

fn without_cargo(group: &UnitGroup) -> UnitGroup {
    UnitGroup::of(group.lots().iter().map(Lot::empty).collect())
}

#[test]
fn cargo_changes_nothing_that_either_side_is_told() {
    let rules = rules();
    for seed in 0..4000 {
        let entry = Chance(seed).entry();
        let mut bare = entry.clone();
        bare.contact.movers.ships = without_cargo(&entry.contact.movers.ships);
        bare.contact.occupants = without_cargo(&entry.contact.occupants);
        let (full, bare) = (played(&entry, &rules, seed, true), played(&bare, &rules, seed, true));
        for side in [MOVER, OCCUPANT] {
            assert_eq!(told_to(side, &full), told_to(side, &bare), "seed {seed}");
            let said = told_to(side, &full).join(" ");
            assert!(!["INF", "TANK", "ART", "cargo"].iter().any(|word| said.contains(word)), "{said}");
        }
    }
}

#[test]
fn a_hidden_submarine_changes_nothing_that_the_other_side_is_told() {
    let rules = rules();
    let (mut waiting, mut moving) = (0, 0);
    for seed in 0..4000 {
        let entry = Chance(seed).entry();
        let contact = &entry.contact;
        let no_subs = |group: &UnitGroup| group.part(|class| class != UnitClass::Sub);
        if contact.occupants.count(UnitClass::Sub) > 0 && contact.movers.ships.count(UnitClass::Dd) == 0 {
            waiting += 1;
            let mut bare = entry.clone();
            bare.contact.occupants = no_subs(&contact.occupants);
            let (with, without) = (played(&entry, &rules, seed, false), played(&bare, &rules, seed, false));
            assert_eq!(told_to(MOVER, &with), told_to(MOVER, &without), "seed {seed}: {entry:?}");
        }
        let subs = contact.movers.ships.count(UnitClass::Sub) > 0;
        if subs && contact.occupants.count(UnitClass::Dd) == 0 {
            let with = played(&entry, &rules, seed, false);
            let attacks = with.iter().any(|upshot| match upshot {
                Upshot::Battle { mover, .. } => mover.count(UnitClass::Sub) > 0,
                _ => false,
            });
            if !attacks {
                moving += 1;
                let mut bare = entry.clone();
                bare.contact.movers.ships = no_subs(&contact.movers.ships);
                let without = played(&bare, &rules, seed, false);
                assert_eq!(told_to(OCCUPANT, &with), told_to(OCCUPANT, &without), "seed {seed}: {entry:?}");
            }
        }
    }
    assert!(waiting > 300 && moving > 300, "{waiting} {moving}");
}

#[test]
fn aircraft_that_fly_over_are_a_bare_blip_or_nothing() {
    let rules = rules();
    for seed in 0..2000 {
        let entry = Chance(seed).entry();
        if entry.contact.facts.base.is_some() {
            continue;
        }
        let mut bare = entry.clone();
        bare.contact.movers.passing = UnitGroup::default();
        let (with, without) = (played(&entry, &rules, seed, true), played(&bare, &rules, seed, true));
        assert_eq!(told_to(OCCUPANT, &with), told_to(OCCUPANT, &without), "seed {seed}");
    }
}
