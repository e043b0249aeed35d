//! Naval battles in random legal positions: each comes to its end, and nothing illegal is new in what it leaves.

use std::collections::BTreeSet;

use liege::rules::atpo::forces::{ATTACKER, DEFENDER};
use liege::rules::data::Embedded;
use liege::rules::game::Questions;
use liege::rules::play::battle::{Battle, PlannedChange, What};
use liege::rules::play::dice::Seeded;
use liege::rules::play::procedure::{Ending, Orders, Request, Resolution};

use super::{check_text, game, world};
use crate::pages::direct;
use crate::positions::{At, Layout, legal, meet, meet_carriers};
use crate::volume;

const POLICIES: [&str; 3] = ["cautious", "balanced", "aggressive"];

pub(super) fn open(text: &str) -> Box<dyn Questions> {
    game().open(&liege::rules::check::case::Case::position(direct(&world().pack, "random", text)))
}

/// Fights a battle by two policies.
pub(super) fn fight(battle: &Battle, seed: u64) -> Resolution {
    fight_by(battle, seed, "")
}

/// The same with more words of both sides' policies.
pub(super) fn fight_by(battle: &Battle, seed: u64, more: &str) -> Resolution {
    let entry = game().procedures().iter().find(|entry| entry.id == battle.procedure).unwrap();
    let request = Request { files: &Embedded, settings: &[], table: &battle.inputs };
    let mut orders = Orders::default();
    let policy = |at: u64| POLICIES[usize::try_from(at % 3).unwrap()];
    orders.policy(ATTACKER, &[policy(seed), more].join(","));
    orders.policy(DEFENDER, &[policy(seed / 3), more].join(","));
    entry.run(&request, &mut Seeded::new(seed), &mut orders).unwrap()
}

/// The illegal findings of a text, by check and the place they are about.
pub(super) fn illegal(text: &str) -> BTreeSet<(String, String)> {
    let findings = check_text(text).findings.into_iter();
    let illegal = findings.filter(|finding| finding.severity == liege::diagnostic::Severity::Illegal);
    illegal.map(|finding| (finding.id.to_string(), finding.place.unwrap_or_default().location)).collect()
}

/// Makes planned edits in a layout: what is written in its lines, by line and number in the text.
pub(super) fn edit(layout: &mut Layout<'_>, changes: &[PlannedChange]) {
    let heads = layout.text().lines().count() - layout.lines.len();
    let (mut sent, mut onto) = (Vec::new(), Vec::new());
    let number_of = |piece: &str| {
        let (line, number) = piece.split_once('.').unwrap();
        let [line, number] = [line, number].map(|text| text.parse::<usize>().unwrap());
        (line - heads - 1, number - 1)
    };
    for change in changes.iter().filter(|change| !change.piece.is_empty()) {
        let at = number_of(&change.piece);
        let piece = &mut layout.lines[at.0].pieces[at.1];
        let mut only = |all: &[&str], now: &str| {
            all.iter().for_each(|state| _ = piece.states.remove(*state));
            if !now.is_empty() {
                piece.states.insert(now.to_owned());
            }
        };
        match &change.what {
            What::TurnLayer { layer, level } => match (layer.as_str(), level) {
                ("Face", 2) => only(&[], "reduced"),
                ("Face", 1) => only(&["reduced"], ""),
                ("Mission", 1) => only(&["engage", "strike", "escort", "patrol", "intercept"], ""),
                ("Status", 1) => {
                    only(&["standby", "active", "committed", "previously-committed", "current"], "")
                }
                ("Status", 3) => only(&["standby"], "active"),
                ("Status", 4) => only(&["standby", "active", "current"], "committed"),
                ("Supply", 1) => only(&["out-of-supply"], ""),
                ("Ride" | "Berth" | "Beach" | "Attack", 1) => {}
                // What a search has found says nothing to the checks.
                ("Contact", _) => {}
                other => panic!("an edit that no such battle makes: {other:?}"),
            },
            What::MoveTo(place) => sent.push((at, place.clone())),
            What::MoveOnto(other) => onto.push((at, number_of(other))),
            What::AddChit { .. } | What::SetProperty { .. } => {
                panic!("these battles lay no chit and have no notes")
            }
            What::Say => {}
        }
    }
    let mut gone: BTreeSet<(usize, usize)> = BTreeSet::new();
    for (at, ship) in onto {
        let piece = layout.lines[at.0].pieces[at.1].clone();
        let (to, ship) =
            (layout.lines[ship.0].at.clone(), layout.lines[ship.0].pieces[ship.1].entry.id.clone());
        layout.put(to, &format!("aboard {ship}"), vec![piece]);
        gone.insert(at);
    }
    for (at, place) in sent {
        let piece = layout.lines[at.0].pieces[at.1].clone();
        let to = place.hex().map_or_else(|| At::in_box(&place.to_string()), At::Hex);
        layout.put(to, "", vec![piece]);
        gone.insert(at);
    }
    for (line, number) in gone.into_iter().rev() {
        layout.lines[line].pieces.remove(number);
    }
    layout.lines.retain(|line| !line.pieces.is_empty());
}

/// Battles that are fought in random positions, and what new is illegal behind them.
#[derive(Default)]
struct Toll {
    fought: usize,
    wrong: Vec<String>,
}

impl Toll {
    /// Fights a battle of a position, and looks at what it leaves.
    fn fight(
        &mut self,
        layout: &Layout<'_>,
        asked: &dyn Questions,
        battle: &Battle,
        seed: u64,
    ) -> Resolution {
        let before = layout.text();
        let known = illegal(&before);
        self.fought += 1;
        let report = fight(battle, seed);
        assert_eq!(report.status, Ending::Done, "seed {seed}: {:?}", report.lines.last());
        let mut after = layout.clone();
        edit(&mut after, &asked.changes(battle, &report.deeds));
        let text = after.text();
        let new: Vec<_> = illegal(&text).difference(&known).cloned().collect();
        if !new.is_empty() {
            let told = format!("seed {seed}: {new:?} after {}", report.result);
            self.wrong.push(format!("{told}\n{before}\n-- after\n{text}"));
        }
        report
    }

    fn is_clean(&self, least: usize) {
        assert!(self.fought > least, "only {} battles were fought", self.fought);
        let first = self.wrong.iter().map(|told| told.lines().next().unwrap_or_default());
        let told: Vec<&str> = first.collect();
        assert!(told.is_empty(), "{} of {}:\n{}", told.len(), self.fought, told.join("\n"));
    }
}

#[test]
fn random_naval_battles_end_and_leave_nothing_illegal_that_is_new() {
    let mut toll = Toll::default();
    for seed in 0..volume::asked("LIEGE_SEA_BATTLES", 60) {
        let mut layout = legal(world(), seed);
        // Nobody fights at sea in the End Phase (3.7).
        if layout.time.within("EN.1", "EN.5") || meet(&mut layout).is_none() {
            continue;
        }
        let before = layout.text();
        let asked = open(&before);
        for battle in asked.battles().into_iter().filter(|battle| battle.id.starts_with("sea-")) {
            if let Some(refusal) = &battle.refused {
                panic!("seed {seed}: {}: {}\n{before}", battle.id, refusal.reason);
            }
            toll.fight(&layout, &*asked, &battle, seed);
        }
    }
    toll.is_clean(10);
}

#[test]
fn random_meetings_of_carriers_end_and_leave_nothing_illegal_that_is_new() {
    let (mut toll, mut flown, mut shot_down) = (Toll::default(), 0, 0);
    for seed in 0..volume::asked("LIEGE_SEA_BATTLES", 400) {
        let mut layout = legal(world(), seed);
        // In other Phases they fly no strike out of an encounter.
        if !layout.time.within("NA.1", "NA.3") || meet_carriers(&mut layout).is_none() {
            continue;
        }
        let asked = open(&layout.text());
        let carriers = |battle: &Battle| battle.inputs.contains_key("strike") && battle.refused.is_none();
        for battle in asked.battles().into_iter().filter(carriers) {
            let report = toll.fight(&layout, &*asked, &battle, seed);
            flown += usize::from(report.lines.iter().any(|line| line.label == "air attack"));
            let aircraft = &report.json["outcome"]["aircraft"];
            let lost =
                ["attacker", "defender"].iter().any(|side| aircraft[side]["units"] != serde_json::json!([]));
            shot_down += usize::from(lost);
        }
    }
    toll.is_clean(5);
    assert!(flown > 2 && shot_down > 0, "{flown} of {} flew, {shot_down} lost aircraft", toll.fought);
}
