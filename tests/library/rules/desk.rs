//! Commitments read twice: by the library and by `tests/independent/verify.py`, which shares no code with it.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may read files and fail loudly")]

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;
use std::process::Command;

use liege::format::Limits;
use liege::format::module_file::ModuleFile;
use liege::format::save_file::SaveFile;
use liege::model::module::Module;
use liege::model::position::Position;
use liege::rules::desk::any_game::leaves_of;
use liege::rules::desk::chain;
use liege::rules::desk::commitment::{LeafContent, Leaves, Sealed, UnitLine, leaves};
use liege::rules::desk::digest::{Digest32, GameTag};
use liege::rules::desk::key::SealKey;
use liege::rules::desk::opened::{key_to_json, leaves_to_json, read_key, read_leaves, recompute};
use liege::rules::desk::opening::{Issue, Opening};
use liege::rules::desk::paper::Paper;
use liege::rules::desk::proof::Verdict;
use liege::rules::desk::record::{IssueTime, Record};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};

use crate::model::support::{corpus, data_bytes, image_size};

/// What the second program says; none where there is no Python, which is told.
fn second(words: &[&str]) -> Option<String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/independent/verify.py");
    match Command::new("python3").arg(script).args(words).output() {
        Ok(output) => {
            let talk = String::from_utf8_lossy(&output.stderr);
            assert!(talk.is_empty(), "{talk}");
            Some(String::from_utf8(output.stdout).unwrap())
        }
        Err(_) => {
            let thread = std::thread::current();
            let who = thread.name().unwrap_or("this run");
            // Nobody is left to tell when standard error is closed.
            let _ = writeln!(std::io::stderr(), "skipped: {who} needs python3");
            None
        }
    }
}

/// Chance that is the same in every run.
struct Chance(ChaCha20Rng);

impl Chance {
    fn below(&mut self, beyond: usize) -> usize {
        usize::try_from(self.0.next_u64() % beyond as u64).unwrap()
    }

    fn one_in(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    fn digest(&mut self) -> Digest32 {
        let mut bytes = [0; 32];
        self.0.fill_bytes(&mut bytes);
        Digest32(bytes)
    }

    fn word(&mut self) -> String {
        const LETTERS: [&str; 12] = ["a", "B", "7", " ", "é", "ü", "日", "😀", "/", "\\", "\"", "|"];
        (0..=self.below(6)).map(|_| LETTERS[self.below(LETTERS.len())]).collect()
    }

    /// Leaves with these names, every fourth of them a text.
    fn leaves(&mut self, names: &BTreeSet<String>) -> Leaves {
        let (mut places, mut texts, mut uid) = (Vec::new(), Vec::new(), 0);
        for (at, name) in names.iter().enumerate() {
            if at % 4 == 3 {
                let text = if self.one_in(3) {
                    String::new()
                } else {
                    format!("{}\n\t{}", self.word(), self.word())
                };
                texts.push((name.clone(), text));
                continue;
            }
            let count = self.below(4);
            let lines = (0..count).map(|_| {
                uid += 1;
                let carrier = self.one_in(3).then(|| self.word());
                let (power, class, damage) = (self.word(), self.word(), self.below(3).to_string());
                UnitLine::new(&power, &class, &damage, &format!("{uid}#2"), carrier.as_deref()).unwrap()
            });
            places.push((name.clone(), lines.collect()));
        }
        leaves(places, texts).unwrap()
    }

    fn names(&mut self) -> BTreeSet<String> {
        (0..=self.below(9)).map(|at| format!("{}{at}", self.word())).collect()
    }

    fn tag(&mut self) -> GameTag {
        let tag = GameTag::new(["aafog", "my-game", "x"][self.below(3)]).unwrap();
        let name = self.word();
        if self.one_in(3) { tag } else { tag.of_match(&name).unwrap() }
    }

    fn time(&mut self) -> IssueTime {
        IssueTime {
            round: (!self.one_in(3)).then(|| u32::try_from(self.below(15)).unwrap()),
            power: (!self.one_in(3)).then(|| self.word()),
            phase: (!self.one_in(3)).then(|| self.word()),
        }
    }
}

/// A sealed issue with all that belongs to it.
struct Desk {
    key: SealKey,
    leaves: Leaves,
    sealed: Sealed,
    record: Record,
}

impl Desk {
    fn new(chance: &mut Chance) -> Self {
        let (Digest32(key), tag, names) = (chance.digest(), chance.tag(), chance.names());
        let (key, leaves) = (SealKey::new(key), chance.leaves(&names));
        let issue = u32::try_from(chance.below(300)).unwrap();
        let sealed = Sealed::new(&key, &tag, issue, chance.digest(), &leaves);
        let mut record = Record::of(&sealed, chance.time());
        if chance.one_in(4) {
            record.names = None;
        }
        Self { key, leaves, sealed, record }
    }

    fn open(&self, chance: &mut Chance) -> Opening {
        let names: Vec<&str> = self.leaves.names().collect();
        let name = names[chance.below(names.len())];
        let issue = Issue { key: &self.key, leaves: &self.leaves, sealed: &self.sealed };
        let secret = chance.below(3);
        Opening::of(issue, name, &|unit| unit.damage != secret.to_string()).unwrap()
    }

    /// The leaves as the second program takes them.
    fn leaves_json(&self) -> Value {
        let leaf = |(name, content): (&str, &LeafContent)| match content {
            LeafContent::Text(text) => json!({"name": name, "text": text}),
            LeafContent::Place(lines) => {
                json!({"name": name, "lines": lines.iter().map(ToString::to_string).collect::<Vec<_>>()})
            }
        };
        // In which order leaves are given is nobody's concern.
        let mut all: Vec<Value> = self.leaves.iter().map(leaf).collect();
        all.reverse();
        all.into()
    }
}

/// A text in which one sign may be another.
fn scratched(chance: &mut Chance, text: &str) -> String {
    const SIGNS: [char; 14] = ['0', '1', '9', 'a', 'f', 'g', 'A', '"', '}', ']', ',', 'e', 'é', '\\'];
    let mut signs: Vec<char> = text.chars().collect();
    let at = chance.below(signs.len());
    signs[at] = SIGNS[chance.below(SIGNS.len())];
    signs.into_iter().collect()
}

/// An opening in which something was changed by somebody who knows what he does.
fn forged(chance: &mut Chance, desk: &Desk) -> (Opening, Record) {
    let (mut opening, mut record) = (desk.open(chance), desk.record.clone());
    let other = desk.open(chance);
    let place = chance.below(opening.leaves.len());
    match chance.below(13) {
        0 => opening.name = other.name,
        1 => opening.content = other.content,
        2 => opening.salt = other.salt,
        3 => opening.leaves[place] = chance.digest(),
        4 => opening.names[place] = chance.word(),
        5 => drop(opening.names.remove(place)),
        6 => record.root = chance.digest(),
        7 => record.previous = chance.digest(),
        8 => record.names = Some(chance.digest()),
        9 => record.issue += 1,
        10 => opening.names.swap(0, place),
        11 => opening.name = chance.word(),
        _ => {}
    }
    (opening, record)
}

fn ours_of_opening(opening: &str, records: &[String]) -> Value {
    let read: Result<Vec<Record>, _> = records.iter().map(|record| Record::read(record)).collect();
    let (Ok(Paper::Opening(opening)), Ok(records)) = (Paper::read(opening), read) else {
        return json!({"verdict": "unreadable"});
    };
    let mut told = json!({"verdict": "not tried"});
    for record in &records {
        match opening.check(record) {
            Err(_) => {}
            Ok(Verdict::Proven(proof)) => {
                told = json!({"verdict": "proven", "shown": proof.shown.len(), "secret": proof.secret});
            }
            Ok(Verdict::Contradicted(what)) => {
                return json!({"verdict": "contradicted", "difference": what.code()});
            }
        }
    }
    told
}

fn ours_of_chain(records: &[Record]) -> Value {
    let chain = chain::check(records);
    let mut faults: Vec<(u32, &str)> =
        chain.faults.iter().map(|fault| (fault.issue, fault.what.code())).collect();
    faults.sort_unstable();
    let verdict = if faults.is_empty() { "proven" } else { "contradicted" };
    json!({"verdict": verdict, "faults": faults, "linked": chain.linked})
}

/// Holds what both programs say of each case against each other, and tells how often each verdict came.
fn compare(cases: &[(Value, Value)]) -> Option<BTreeMap<String, usize>> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cases.jsonl");
    let lines: Vec<String> = cases.iter().map(|(case, _)| case.to_string()).collect();
    std::fs::write(&path, lines.join("\n")).unwrap();
    let told = second(&["cases", path.to_str().unwrap()])?;
    let told: Vec<Value> = told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(told.len(), cases.len());
    let mut verdicts = BTreeMap::new();
    for ((case, ours), theirs) in cases.iter().zip(told) {
        assert_eq!(*ours, theirs, "{case:#}");
        let verdict = ours["difference"].as_str().or(ours["verdict"].as_str()).unwrap_or("value");
        *verdicts.entry(verdict.to_owned()).or_insert(0) += 1;
    }
    Some(verdicts)
}

#[test]
fn both_readings_give_the_test_values() {
    let Some(told) = second(&["test-values"]) else { return };
    let told: Value = serde_json::from_str(&told).unwrap();
    let page = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/commitments.md"));
    let values: Vec<&str> =
        told["values"].as_array().unwrap().iter().map(|value| value.as_str().unwrap()).collect();
    assert_eq!(values.len(), 6);
    for value in values {
        assert!(page.contains(&format!("| `{value}` |")), "{value} is not on the page");
    }
}

#[test]
fn both_readings_seal_alike() {
    let chance = &mut Chance(ChaCha20Rng::seed_from_u64(1));
    let mut cases = Vec::new();
    for _ in 0..150 {
        let desk = Desk::new(chance);
        let Sealed { tag, issue, previous, leaves, names, root } = &desk.sealed;
        let case = json!({
            "kind": "seal", "key": *desk.key.to_hex(), "game": tag.id(), "issue": issue,
            "previous": previous, "leaves": desk.leaves_json(),
        });
        cases.push((case, json!({"leaves": leaves, "names": names, "root": root})));
    }
    for _ in 0..50 {
        let (Digest32(key), side) = (chance.digest(), chance.word());
        let key = SealKey::new(key);
        let entries: BTreeSet<u32> = (0..20).map(|_| u32::try_from(chance.below(40)).unwrap()).collect();
        // The ids of some ghosts, and those behind them, are taken.
        let free = key.ghost_ids(&side, &entries, BTreeSet::new());
        let behind = |id: &String| (id.parse::<u64>().unwrap() + 1).to_string();
        let taken: BTreeSet<String> =
            free.values().step_by(3).flat_map(|id| [id.clone(), behind(id)]).collect();
        let ids = key.ghost_ids(&side, &entries, taken.clone());
        let case = json!({
            "kind": "ghosts", "key": *key.to_hex(), "side": side, "entries": entries, "taken": taken,
        });
        cases.push((case, json!({"ids": ids})));
    }
    compare(&cases);
}

#[test]
fn both_readings_judge_openings_alike() {
    let chance = &mut Chance(ChaCha20Rng::seed_from_u64(2));
    let mut cases = Vec::new();
    for turn in 0..900 {
        let desk = Desk::new(chance);
        let (opening, record) = forged(chance, &desk);
        let (mut opening, mut record) = (opening.to_json(), record.to_json());
        if turn % 3 == 0 {
            opening = scratched(chance, &opening);
        }
        if turn % 7 == 0 {
            record = scratched(chance, &record);
        }
        let mut records = vec![record];
        if chance.one_in(5) {
            records.push(desk.record.to_json());
        }
        let ours = ours_of_opening(&opening, &records);
        cases.push((json!({"kind": "opening", "opening": opening, "records": records}), ours));
    }
    let Some(verdicts) = compare(&cases) else { return };
    for verdict in
        ["proven", "unreadable", "not tried", "count", "name-order", "names", "no-leaf", "leaf", "root"]
    {
        assert!(verdicts.get(verdict).is_some_and(|count| *count >= 5), "{verdict}: {verdicts:?}");
    }
}

#[test]
fn both_readings_judge_lines_of_openings_alike() {
    let chance = &mut Chance(ChaCha20Rng::seed_from_u64(3));
    let mut cases = Vec::new();
    let lines = [
        "us\tBB\t0\t7\t-",
        "us\tBB\t0\t7",
        "us\tBB\t0\t7\t-\t",
        "us\tBB\t0\t\t-",
        "us\tBB\t0\t-\t-",
        "us\tBB\t0\t8\t",
        "\t\t\t8\t-",
        "u\u{301}s\tBB\t0\t8\t-",
        "us\tB\u{0}B\t0\t8\t-",
        "us\tB\nB\t0\t8\t-",
        "us\tB\u{85}\t0\t8\t-",
        "us\tBB\t0\t7\t9",
        "日\t本\t0\t9\t-",
    ];
    let long = format!("us\tBB\t0\t8\t{}", "x".repeat(991));
    for first in lines.iter().copied().chain([&*long, &long[1..]]) {
        for then in lines {
            let desk = Desk::new(chance);
            let mut opening: Value = serde_json::from_str(&desk.open(chance).to_json()).unwrap();
            opening.as_object_mut().unwrap().remove("text");
            let salt = desk.record.root;
            opening["pieces"] = json!([{"line": first, "salt": salt}, {"line": then, "salt": salt}]);
            let (opening, records) = (opening.to_string(), vec![desk.record.to_json()]);
            let ours = ours_of_opening(&opening, &records);
            cases.push((json!({"kind": "opening", "opening": opening, "records": records}), ours));
        }
    }
    let Some(verdicts) = compare(&cases) else { return };
    assert_eq!(verdicts.keys().collect::<Vec<_>>(), ["leaf", "line", "twice"]);
}

#[test]
fn both_readings_judge_chains_alike() {
    let chance = &mut Chance(ChaCha20Rng::seed_from_u64(4));
    let mut cases = Vec::new();
    for _ in 0..200 {
        let (tag, names, mut previous) = (chance.tag(), chance.digest(), Digest32::ZERO);
        let mut records = Vec::new();
        for issue in 0..5 {
            let root = chance.digest();
            let own =
                Record { tag: tag.clone(), issue, time: chance.time(), previous, root, names: Some(names) };
            previous = root;
            for _ in 0..chance.below(3) {
                records.insert(chance.below(records.len() + 1), own.clone());
            }
        }
        if let (true, false) = (chance.one_in(2), records.is_empty()) {
            let at = chance.below(records.len());
            let record = &mut records[at];
            match chance.below(7) {
                0 => record.root = chance.digest(),
                1 => record.previous = chance.digest(),
                2 => record.names = Some(chance.digest()),
                3 => record.names = None,
                4 => record.time = chance.time(),
                5 if chance.one_in(2) => record.tag = GameTag::new("other").unwrap(),
                5 => record.tag = record.tag.clone().of_match("another evening").unwrap(),
                _ => record.issue = 7,
            }
        }
        let texts: Vec<String> = records.iter().map(Record::to_json).collect();
        cases.push((json!({"kind": "chain", "records": texts}), ours_of_chain(&records)));
    }
    let Some(verdicts) = compare(&cases) else { return };
    assert!(verdicts["proven"] > 50 && verdicts["contradicted"] > 20, "{verdicts:?}");
}

/// Writes an opened game into a folder and says what we think of what stands there.
fn opened_game(chance: &mut Chance, folder: &Path) -> Value {
    let (Digest32(key), tag, names) = (chance.digest(), chance.tag(), chance.names());
    let (key, mut previous) = (SealKey::new(key), Digest32::ZERO);
    let (mut records, mut papers) = (Vec::new(), BTreeMap::new());
    for issue in 0..6 {
        let leaves = chance.leaves(&names);
        let sealed = Sealed::new(&key, &tag, issue, previous, &leaves);
        previous = sealed.root;
        records.push(Record::of(&sealed, chance.time()));
        papers.insert(issue, leaves);
    }
    let at = chance.below(6);
    let issue = u32::try_from(at).unwrap();
    match chance.below(8) {
        0 => drop(papers.remove(&issue)),
        1 => drop(records.remove(at)),
        2 => drop(papers.insert(issue, chance.leaves(&names))),
        3 => {
            let other = chance.names();
            papers.insert(issue, chance.leaves(&other));
        }
        4 => records[at].root = chance.digest(),
        5 => records[at].names = None,
        6 => records[at].tag = GameTag::new("other").unwrap(),
        _ => {}
    }
    std::fs::write(folder.join("key.json"), key_to_json(&tag, &key)).unwrap();
    let lines: Vec<String> = records.iter().map(Record::to_json).collect();
    let of_issue = |issue: u32| {
        let own = folder.join(format!("issues/{issue:03}"));
        std::fs::create_dir_all(&own).unwrap();
        own
    };
    for record in &records {
        std::fs::write(of_issue(record.issue).join("record.json"), record.to_json() + "\n").unwrap();
    }
    let mut issues = BTreeMap::new();
    for (issue, leaves) in &papers {
        let json = leaves_to_json(&tag, *issue, leaves);
        let (_, read, leaves) = read_leaves(&json).unwrap();
        issues.insert(read, leaves);
        std::fs::write(of_issue(*issue).join("leaves.json"), json).unwrap();
    }
    let (tag, key) = read_key(&key_to_json(&tag, &key)).unwrap();
    let records = Record::find(&lines.join("\n")).unwrap();
    let told = recompute(&key, &tag, &issues, &records);
    let mut faults: Vec<(u32, &str)> =
        told.faults.iter().map(|fault| (fault.issue, fault.what.code())).collect();
    faults.sort_unstable();
    let mut unchecked: Vec<(u32, &str)> =
        told.unchecked.iter().map(|(issue, gap)| (*issue, gap.code())).collect();
    unchecked.sort_unstable();
    let verdict = if faults.is_empty() { "proven" } else { "contradicted" };
    json!({
        "verdict": verdict, "faults": faults, "proven": told.proven, "unchecked": unchecked, "ledgers": [],
    })
}

#[test]
fn both_readings_recompute_opened_games_alike() {
    let chance = &mut Chance(ChaCha20Rng::seed_from_u64(5));
    let folder = tempfile::tempdir().unwrap();
    let mut cases = Vec::new();
    for at in 0..60 {
        let own = folder.path().join(at.to_string());
        std::fs::create_dir(&own).unwrap();
        let ours = opened_game(chance, &own);
        cases.push((json!({"kind": "game", "folder": own}), ours));
    }
    let Some(verdicts) = compare(&cases) else { return };
    assert!(verdicts["proven"] > 10 && verdicts["contradicted"] > 10, "{verdicts:?}");
}

#[test]
fn papers_that_were_cut_or_scratched_end_in_a_value_or_a_message() {
    let chance = &mut Chance(ChaCha20Rng::seed_from_u64(6));
    let (mut values, mut messages) = (0, 0);
    for _ in 0..400 {
        let desk = Desk::new(chance);
        let (opening, record) = (desk.open(chance).to_json(), desk.record.to_json());
        let (tag, issue) = (&desk.sealed.tag, desk.sealed.issue);
        let papers = [
            format!("A note|{record}|'and {{another}}"),
            leaves_to_json(tag, issue, &desk.leaves),
            key_to_json(tag, &desk.key),
            opening,
            record,
        ];
        for paper in papers {
            let mut text = scratched(chance, &paper);
            if chance.one_in(3) {
                text = text.chars().take(chance.below(paper.len())).collect();
            }
            let _ = (read_key(&text), read_leaves(&text));
            match Paper::read(&text) {
                Ok(Paper::Opening(opening)) => {
                    assert_eq!(Opening::read(&opening.to_json()).as_ref(), Ok(&*opening));
                    let _ = opening.check(&desk.record);
                    values += 1;
                }
                Ok(Paper::Records(records)) => {
                    for record in &records {
                        assert_eq!(Record::read(&record.to_json()).as_ref(), Ok(record));
                    }
                    let _ = chain::check(&records);
                    values += 1;
                }
                Err(fault) => {
                    let told = fault.to_string();
                    assert!(!told.is_empty() && told.len() < 600, "{told}");
                    messages += 1;
                }
            }
        }
    }
    assert!(values > 100 && messages > 100, "{values} values, {messages} messages");
}

/// A module and saves of it, by their bytes.
type Played = (Vec<u8>, Vec<(String, Vec<u8>)>);

/// The small module of the project and those of other people that are at hand.
fn played() -> Vec<Played> {
    let mini = (data_bytes("mini/mini.vmod"), vec![("mini".to_owned(), data_bytes("mini/mini.vsav"))]);
    let mut all = vec![mini];
    let Some(corpus) = corpus() else { return all };
    for (module, saves) in [
        ("longest-day.vmod", &["longest-day-campaign.sav", "longest-day-scenario_1.sav"][..]),
        ("carcassonne-ark.vmod", &["carcassonne-ark-2players-2.sav", "carcassonne-ark-2players-3.sav"]),
        ("ragnarok.vmod", &["ragnarok-start.vsav"]),
        ("tour.mod", &["tour.log"]),
    ] {
        let saves = saves.iter().map(|name| ((*name).to_owned(), corpus.bytes(name)));
        all.push((corpus.bytes(module), saves.collect()));
    }
    all
}

#[test]
fn a_position_of_any_module_can_be_committed_to() {
    let key = SealKey::new([2; 32]);
    for (module, saves) in played() {
        let file = ModuleFile::read(&module, &Limits::default()).unwrap();
        let (module, _) = Module::read(&file.build_file.root, &|name| image_size(&file, name));
        let tag = GameTag::of_module(&module.name);
        let empty = leaves_of(&tag, &Position::default(), &module).unwrap();
        for (name, bytes) in saves {
            let save = SaveFile::read(&bytes, &Limits::default()).unwrap();
            let (position, _) = Position::read(save.whole_commands().unwrap(), Some(&module));
            let leaves = leaves_of(&tag, &position, &module).unwrap();
            assert_eq!(leaves.expect(empty.names()), Ok(()), "{name}: names hang on the module alone");
            let lines: Vec<String> = leaves
                .iter()
                .flat_map(|(_, content)| match content {
                    LeafContent::Place(lines) => lines.iter().map(ToString::to_string).collect(),
                    LeafContent::Text(_) => Vec::new(),
                })
                .collect();
            assert_eq!(lines.len(), position.pieces.len(), "{name}");
            for player in position.players.iter().filter(|player| player.id.len() > 4) {
                assert!(lines.iter().all(|line| !line.contains(&player.id)), "{name}: a password in a line");
            }
            let sealed = Sealed::new(&key, &tag, 0, Digest32::ZERO, &leaves);
            let record = Record::of(&sealed, IssueTime::default());
            let full = leaves
                .iter()
                .find(|(_, content)| matches!(content, LeafContent::Place(lines) if !lines.is_empty()));
            let (leaf, _) = full.unwrap();
            let opening = Opening::of(Issue { key: &key, leaves: &leaves, sealed: &sealed }, leaf, &|_| true);
            let opening = Opening::read(&opening.unwrap().to_json()).unwrap();
            assert!(matches!(opening.check(&record), Ok(Verdict::Proven(_))), "{name}: {leaf}");
        }
    }
}
