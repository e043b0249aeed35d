//! Battles on land with aircraft of both sides from small random positions: each ends, nothing illegal is new in what it
//! leaves, and the weights of its chances make the whole.

use std::collections::BTreeMap;

use liege::rules::atpo::forces::{ATTACKER, DEFENDER};
use liege::rules::atpo::land_combat::LandCombat;
use liege::rules::data::Embedded;
use liege::rules::play::battle::{PlannedChange, What};
use liege::rules::play::chances::{Limits, Merge, exact};
use liege::rules::play::dice::{Dice as _, Die, Seeded};
use liege::rules::play::inputs::Inputs;
use liege::rules::play::procedure::{Coded as _, Ended, Log, Orders, Policies, Procedure as _, drive};
use num_bigint::BigUint;

use super::sea::{illegal, open};
use crate::rules::atpo::call::words_of_atpo;
use crate::volume;

fn how_many() -> u64 {
    volume::asked("LIEGE_LAND_BATTLES", 70)
}

/// Battles of each position.
const OF_EACH: u64 = 10;

/// Threads that share the positions.
const THREADS: u64 = 2;

/// The hex that is attacked, and those around it with their owners.
const TARGET: &str = "W4318";
const CONTROL: &str = "control: JP W4418 W4417 W4518\ncontrol: CN W4318 W4317 W4217 W4218 W4319\n";

const INFANTRY: [&str; 4] = ["jp-inf-2", "jp-inf-3", "jp-armor-1", "jp-inf-4 reduced"];
const ARMIES: [&str; 4] = ["cn-inf-10", "cn-inf-18 reduced", "cn-inf-2", "cn-inf-12 reduced"];
const OWN_AIR: [&str; 8] = [
    "jp-b-4-ku",
    "jp-fb-27",
    "jp-f-tainan",
    "jp-b-60",
    "jp-fb-5 reduced",
    "jp-f-11",
    "jp-b-12 reduced",
    "jp-f-64 reduced",
];
const THEIR_AIR: [&str; 4] = ["cn-f-avg", "cn-f-5", "cn-f-4 reduced", "cn-f-volunteers"];
const POLICIES: [&str; 5] =
    ["cautious", "balanced", "aggressive", "early,fly,bombers,air-weakest,air-stay", "idle,fighters,abort"];
const ON_LAND: [&str; 2] = ["weakest,retreat,together,advance", "strongest,stand,together,hold,spread"];

/// One line of the notation: where, and the pieces with their words.
struct Line {
    place: String,
    pieces: Vec<Vec<String>>,
}

/// A small position; the same for the same seed.
struct Front {
    control: String,
    lines: Vec<Line>,
}

impl Front {
    fn of(seed: u64) -> Self {
        let mut dice = Seeded::new(seed);
        let mut chance = |of: u8| dice.roll(Die(of), "front") == 1;
        let mut front = Self { control: CONTROL.to_owned(), lines: Vec::new() };
        for (at, unit) in ARMIES.iter().enumerate() {
            if at == 0 || chance(3) {
                front.add(&format!("at {TARGET}"), unit, &[]);
            }
        }
        for (at, unit) in INFANTRY.iter().enumerate() {
            let from = if chance(3) { "W4417" } else { "W4418" };
            if at == 0 || chance(2) {
                front.add(&format!("at {from}"), unit, &["standby", "attack W4318"]);
            }
        }
        for base in ["W4418", "W4417", "W4518", "W4317", "W4217"] {
            front.add(&format!("at {base}"), "chit:large-airbase", &[]);
        }
        for (bases, units) in
            [(["W4418", "W4417", "W4518"], &OWN_AIR[..]), (["W4317", "W4217", "W4317"], &THEIR_AIR)]
        {
            for (at, unit) in units.iter().enumerate() {
                let mission = match (chance(2), chance(4)) {
                    (true, _) => Some("ground-support"),
                    (_, true) if unit.contains("-f") => Some("intercept"),
                    _ => None,
                };
                let target = format!("target={TARGET}");
                if chance(2) {
                    let words: Vec<&str> =
                        mission.into_iter().chain(mission.map(|_| target.as_str())).collect();
                    front.add(&format!("at {}", bases[at / 2 % 3]), unit, &words);
                }
            }
        }
        if chance(3) {
            // A mark that is none for air transport is told, and leaves the paratroop at home.
            let mission = if chance(6) { "ground-support" } else { "transport" };
            let points: &[&str] = if chance(2) { &["reduced"] } else { &[] };
            let target = format!("target={TARGET}");
            front.add("at W4518", "jp-atp-1", &[points, &[mission, &target]].concat());
            front.add("at W4518 aboard jp-atp-1", "jp-para-1", &[]);
        }
        front
    }

    fn add(&mut self, place: &str, unit: &str, words: &[&str]) {
        let own = unit.split(' ').chain(words.iter().copied()).map(str::to_owned).collect();
        match self.lines.iter_mut().find(|line| line.place == place) {
            Some(line) => line.pieces.push(own),
            None => self.lines.push(Line { place: place.to_owned(), pieces: vec![own] }),
        }
    }

    fn heads(&self) -> String {
        format!("game: atpo\ndate: 1942-02\nphase: OL.4\n{}", self.control)
    }

    fn text(&self) -> String {
        let line = |line: &Line| {
            let pieces: Vec<String> = line.pieces.iter().map(|words| words.join(" ")).collect();
            format!("{}: {}\n", line.place, pieces.join(", "))
        };
        let lines = self.lines.iter().filter(|line| !line.pieces.is_empty());
        self.heads() + &lines.map(line).collect::<String>()
    }

    /// The same after the planned edits.
    fn after(&self, changes: &[PlannedChange]) -> Self {
        let mut after = Self {
            control: self.control.clone(),
            lines: self
                .lines
                .iter()
                .map(|line| Line { place: line.place.clone(), pieces: line.pieces.clone() })
                .collect(),
        };
        let heads = self.heads().lines().count();
        // Where each piece that goes away ends.
        let mut gone: BTreeMap<(usize, usize), String> = BTreeMap::new();
        for change in changes {
            if let What::AddChit { entry, at } = &change.what {
                let nation = entry.strip_suffix("-control").unwrap_or_else(|| panic!("{entry} in {at}"));
                after.control = taken(&after.control, &nation.to_uppercase(), &at.to_string());
                continue;
            }
            if change.piece.is_empty() || matches!(change.what, What::Say) {
                continue;
            }
            let (line, number) = change.piece.split_once('.').unwrap();
            let [line, number] = [line, number].map(|text| text.parse::<usize>().unwrap());
            if line <= heads {
                // The chit of the old owner.
                continue;
            }
            let at = (line - heads - 1, number - 1);
            let here = after.lines[at.0].place.split(' ').take(2).collect::<Vec<_>>().join(" ");
            let piece = &mut after.lines[at.0].pieces[at.1];
            let mut only = |without: &[&str], with: &str| {
                piece.retain(|word| !without.iter().any(|other| word.starts_with(other)));
                piece.extend((!with.is_empty()).then(|| with.to_owned()));
            };
            match &change.what {
                What::TurnLayer { layer, level } => match (layer.as_str(), level) {
                    ("Face", 2) => only(&["reduced"], "reduced"),
                    ("Face", 1) => only(&["reduced"], ""),
                    ("Mission", 1) => only(&["ground-support", "intercept", "transport"], ""),
                    ("Status", 1) => only(&["standby", "active", "committed"], ""),
                    ("Status", 3) => only(&["standby", "active"], "active"),
                    ("Status", 4) => only(&["standby", "committed"], "committed"),
                    ("Attack", 1) => only(&["attack", TARGET], ""),
                    ("Ride", 1) => _ = gone.entry(at).or_insert(here),
                    ("Supply", 1) => {}
                    other => panic!("an edit that no such battle makes: {other:?}"),
                },
                What::MoveTo(place) => {
                    let to = place.hex().map_or_else(|| format!("in \"{place}\""), |hex| format!("at {hex}"));
                    gone.insert(at, to);
                }
                What::SetProperty { .. } => only(&["target="], ""),
                What::AddChit { .. } | What::Say => {}
                What::MoveOnto(other) => panic!("nobody goes onto another in such a battle: {other:?}"),
            }
        }
        for (at, to) in gone.into_iter().rev() {
            let words = after.lines[at.0].pieces.remove(at.1);
            after.lines.push(Line { place: to, pieces: vec![words] });
        }
        after
    }
}

/// Who controls which hexes after one of them was taken.
fn taken(control: &str, nation: &str, hex: &str) -> String {
    let line = |line: &str| {
        let kept = line.replace(&format!(" {hex}"), "");
        let is_his = line.starts_with(&format!("control: {nation} "));
        if is_his { format!("{kept} {hex}\n") } else { kept + "\n" }
    };
    control.lines().map(line).collect()
}

/// What some positions came to.
#[derive(Default)]
struct Tally {
    fought: u64,
    met: u64,
    dropped: u64,
    weighed: u64,
    wrong: Vec<String>,
}

fn tried(seeds: impl Iterator<Item = u64>) -> Tally {
    let tables = LandCombat::context(&Embedded, &[]).unwrap();
    let limits = Limits { steps: 3_000, memory: 50_000_000, ..Limits::default() };
    let mut tally = Tally::default();
    for seed in seeds {
        let front = Front::of(seed);
        let text = front.text();
        let (asked, known) = (open(&text), illegal(&text));
        let Some(battle) = asked.battles().into_iter().find(|battle| battle.id == "land-W4318") else {
            panic!("seed {seed}: no battle in\n{text}");
        };
        assert_eq!(battle.refused, None, "seed {seed}:\n{text}");
        let inputs = Inputs::read(&battle.inputs, LandCombat::KEYS, &words_of_atpo());
        let input = LandCombat::read(&inputs.unwrap_or_else(|faults| panic!("seed {seed}: {faults:?}")));
        let input = input.unwrap_or_else(|faults| panic!("seed {seed}: {faults:?}\n{text}"));
        let Ok((begun, state)) = LandCombat::begin(input, &tables) else {
            panic!("seed {seed} is refused:\n{text}");
        };
        tally.met += u64::from(begun.passage.is_some());
        let words = |number: u64| {
            let air = POLICIES[usize::try_from(number % 5).unwrap()];
            format!("{air},balanced,{}", ON_LAND[usize::try_from(number % 2).unwrap()])
        };
        let mut who = Policies::default();
        who.policy(ATTACKER, &words(seed));
        who.policy(DEFENDER, &words(seed + 1));
        if let Ok((found, misfits)) =
            exact::<LandCombat>(&begun, &state, &tables, &who, &limits, Merge::Equal)
        {
            assert!(misfits.is_empty(), "seed {seed}");
            assert_eq!(found.results::<LandCombat>().values().sum::<BigUint>(), found.total, "seed {seed}");
            tally.weighed += 1;
        }
        let mut seen: BTreeMap<String, bool> = BTreeMap::new();
        for number in 0..OF_EACH {
            let mut orders = Orders::default();
            orders.policy(ATTACKER, &words(seed + number));
            orders.policy(DEFENDER, &words(seed + 2 * number));
            let mut dice = Seeded::new(seed * OF_EACH + number);
            let ended = drive::<LandCombat>(
                &begun,
                state.clone(),
                &tables,
                &mut dice,
                &mut orders,
                &mut Log::silent(),
            );
            let Ended::Done(outcome) = ended.unwrap() else {
                panic!("seed {seed}, battle {number} stops at a question:\n{text}");
            };
            tally.fought += 1;
            let changes = asked.changes(&battle, &LandCombat::deeds(&outcome));
            tally.dropped +=
                u64::from(changes.iter().any(|change| change.words.contains("advances to W4318")));
            let after = front.after(&changes).text();
            let clean = *seen.entry(after.clone()).or_insert_with(|| illegal(&after).is_subset(&known));
            if !clean {
                let new: Vec<_> = illegal(&after).difference(&known).cloned().collect();
                tally.wrong.push(format!("seed {seed}, battle {number}: {new:?}\n{text}-- after\n{after}"));
            }
        }
    }
    tally
}

#[test]
fn thousands_of_battles_with_air_support_end_and_leave_nothing_illegal_that_is_new() {
    let tallies: Vec<Tally> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|thread| scope.spawn(move || tried((0..how_many()).filter(|seed| seed % THREADS == thread))))
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let sum = |of: fn(&Tally) -> u64| tallies.iter().map(of).sum::<u64>();
    let (fought, met, dropped, weighed) =
        (sum(|one| one.fought), sum(|one| one.met), sum(|one| one.dropped), sum(|one| one.weighed));
    let wrong: Vec<&String> = tallies.iter().flat_map(|one| &one.wrong).collect();
    assert!(wrong.is_empty(), "{} of {fought}:\n{}", wrong.len(), wrong[0]);
    assert_eq!(fought, how_many() * OF_EACH);
    assert!(
        met * 4 > how_many() && weighed * 10 > how_many(),
        "{met} met, {weighed} weighed, {dropped} moved in"
    );
    assert!(dropped * 20 > fought, "{dropped} of {fought} moved in");
}
