//! Whole games at random as an umpire publishes them: what `verify` says of them, and of what was tampered with.

#[cfg(test)]
pub use at_the_desk::{ClubDesk, DeskSite};

#[cfg(test)]
mod at_the_desk {
    use std::path::PathBuf;

    use super::super::tests::Evening;
    use crate::cli::args::PublishGame;
    use crate::cli::commands::umpire::folder::{Desk, MASTER, NewGame, State};
    use crate::cli::commands::umpire::{edits, issue, publish};
    use crate::cli::files;
    use crate::cli::session::Session;
    use liege_rules::desk::key::SealKey;

    /// Where a desk is to be, and its module.
    pub struct DeskSite {
        pub folder: PathBuf,
        pub module: PathBuf,
    }

    /// The desk of a game at random.
    pub struct ClubDesk(Desk);

    pub fn session() -> Session {
        Session { quiet: true, ..Session::default() }
    }

    impl DeskSite {
        pub fn begin(self, evening: &mut Evening) -> ClubDesk {
            let turns = evening.master.game.hidden().unwrap().turns().unwrap();
            evening.log.complete = false;
            evening.log.lacks = turns.untold().iter().map(|kind| (*kind).to_owned()).collect();
            let game = NewGame {
                name: "evening",
                rules: "aafog",
                module: &self.module,
                data: None,
                key: &SealKey::new([7; 32]),
            };
            let state = State { log: evening.log.clone(), ..State::default() };
            let master = edits::bytes(&evening.master).unwrap();
            let all = Desk::begin(game, master, &state).unwrap();
            files::place_folder(&self.folder, &all).unwrap();
            ClubDesk(Desk::open(&self.folder).unwrap())
        }
    }

    impl ClubDesk {
        /// Makes an issue of what the evening has come to.
        pub fn issue(mut self, evening: &mut Evening, record_only: bool) -> Self {
            let desk = &mut self.0;
            files::write(&desk.path(MASTER), &edits::bytes(&evening.master).unwrap()).unwrap();
            desk.state.log.clone_from(&evening.log);
            desk.state.ledgers.clone_from(&evening.ledgers);
            desk.state.standing.power.clone_from(&evening.power);
            desk.state.standing.phase.clone_from(&evening.phase);
            issue::make(&session(), desk, record_only).unwrap_or_else(|failure| panic!("{failure:?}"));
            evening.log.clone_from(&desk.state.log);
            self
        }

        /// Publishes the game, and gives the copies that the players have.
        pub fn publish(self, output: PathBuf) -> Vec<PathBuf> {
            let issues = self.0.path("issues");
            let folder = self.0.folder();
            drop(self);
            publish::write(&PublishGame { folder, output }).unwrap_or_else(|failure| panic!("{failure:?}"));
            let all = files::listed(&issues).unwrap().into_iter();
            let files = all.flat_map(|(_, issue)| files::listed(&issue).unwrap());
            files.filter(|(name, _)| name.ends_with(".vsav")).map(|(_, path)| path).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    use std::path::{Path, PathBuf};

    use serde_json::Value;

    use super::super::chance::Luck;
    use super::super::tests::{attacked, begin_at};
    use super::DeskSite;
    use super::at_the_desk::session;
    use crate::cli::args::{Format, Verify};
    use crate::cli::commands::umpire::folder::{LOG, MASTER, RECORD, ledger_file};
    use crate::cli::commands::umpire::issue::LEAVES;
    use crate::cli::commands::{build, verify};
    use crate::cli::{Failure, files};
    use crate::games::known;
    use crate::shipped::Embedded;
    use liege_build::Data;
    use liege_rules::desk::commitment::{LeafContent, Leaves, Sealed, leaves};
    use liege_rules::desk::digest::Digest32;
    use liege_rules::desk::ledger::{Ledger, LedgerEntry};
    use liege_rules::desk::log::{LogEvent, UmpireLog};
    use liege_rules::desk::opened::{leaves_to_json, read_key, read_leaves};
    use liege_rules::desk::record::Record;
    use vassal::format::timestamp::Timestamp;

    const SIDES: [&str; 2] = ["axis", "allies"];

    /// A game that was published, in a folder for all that belongs to it.
    struct Published {
        folder: tempfile::TempDir,
        copies: Vec<PathBuf>,
        /// Issues that were made while a battle was open.
        open_battles: usize,
    }

    /// The phases of a game; those of every second one end when one side has moved.
    const PHASES: [(&str, &str); 4] = [("japan", "CM"), ("japan", "NC"), ("us", "CM"), ("us", "NC")];

    impl Published {
        /// Plays a game at random and publishes it.
        fn of(seed: u64) -> Self {
            let folder = tempfile::tempdir().unwrap();
            let module = folder.path().join("fog.vmod");
            let game = known("aafog", &Embedded).unwrap();
            let data = Data::load(&*game, &Embedded).unwrap_or_else(|faults| panic!("{faults:?}"));
            let built =
                build::build(&data, Timestamp(0), &|_, _| {}).unwrap_or_else(|wrong| panic!("{wrong:?}"));
            files::write(&module, &built.module).unwrap();
            let desk = DeskSite { folder: folder.path().join("desk"), module };
            let mut evening = begin_at(seed, Some(desk));
            let phases = if seed.is_multiple_of(2) { &PHASES[..2] } else { &PHASES[..] };
            for (power, phase) in phases {
                evening.turn(power, phase);
                evening.issue(false);
            }
            let open_battles = evening.open_battles;
            let copies = evening.desk.take().unwrap().publish(folder.path().join("end"));
            Self { folder, copies, open_battles }
        }

        /// The published folder once more, to be tampered with.
        fn again(&self) -> Tampered {
            let folder = tempfile::tempdir().unwrap();
            copy(&self.folder.path().join("end"), folder.path());
            Tampered(folder)
        }

        /// What is said of the game with all copies.
        fn judged(&self) -> Value {
            let mut own = verify_of(&self.folder.path().join("end"));
            own.files.extend(self.copies.iter().cloned());
            own.module = Some(self.folder.path().join("fog.vmod"));
            verify::report(&session(), &own).unwrap_or_else(|failure| panic!("{failure:?}"))
        }
    }

    fn verify_of(folder: &Path) -> Verify {
        Verify { files: vec![folder.to_owned()], module: None, format: Format::Json }
    }

    fn copy(from: &Path, to: &Path) {
        for (name, path) in files::listed(from).unwrap() {
            let to = to.join(name);
            if path.is_dir() {
                files::make_folder(&to).unwrap();
                copy(&path, &to);
            } else {
                files::write(&to, &files::read(&path).unwrap()).unwrap();
            }
        }
    }

    /// All questions of a report that were not answered well: issue, question, verdict, difference or reason.
    fn told(report: &Value) -> Vec<String> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let mut all = Vec::new();
        for issue in report["issues"].as_array().unwrap() {
            for check in issue["checks"].as_array().unwrap() {
                let verdict = text(&check["verdict"]);
                let why = [text(&check["difference"]), text(&check["why"])].join(" ");
                if verdict != "proven" && why.trim() != "no copy of this issue is given" {
                    all.push(format!(
                        "{} {} {verdict}: {}",
                        issue["issue"],
                        text(&check["check"]),
                        why.trim()
                    ));
                }
            }
        }
        all
    }

    /// A published folder that is tampered with.
    struct Tampered(tempfile::TempDir);

    impl Tampered {
        fn path(&self, issue: usize, name: &str) -> PathBuf {
            self.0.path().join(format!("issues/{issue:03}/{name}"))
        }

        fn issues(&self) -> usize {
            files::listed(&self.0.path().join("issues")).unwrap().len()
        }

        fn leaves(&self, issue: usize) -> Leaves {
            read_leaves(&files::read_text(&self.path(issue, LEAVES)).unwrap()).unwrap().2
        }

        fn set_leaves(&self, issue: usize, leaves: &Leaves) {
            let (tag, _) = read_key(&files::read_text(&self.0.path().join("key.json")).unwrap()).unwrap();
            let text = leaves_to_json(&tag, issue as u32, leaves);
            files::write(&self.path(issue, LEAVES), text.as_bytes()).unwrap();
        }

        /// Changes a text that an issue committed to.
        fn set_text(&self, issue: usize, name: &str, text: &str) {
            let (mut places, mut texts) = (Vec::new(), BTreeMap::new());
            for (name, content) in self.leaves(issue).iter() {
                match content {
                    LeafContent::Place(units) => places.push((name.to_owned(), units.clone())),
                    LeafContent::Text(text) => _ = texts.insert(name.to_owned(), text.clone()),
                }
            }
            texts.insert(name.to_owned(), text.to_owned());
            self.set_leaves(issue, &leaves(places, texts).unwrap());
        }

        fn ledger(&self, issue: usize, side: &str) -> Ledger {
            let mut faults = Vec::new();
            let text = files::read_text(&self.path(issue, &ledger_file(side))).unwrap();
            Ledger::read("ledger", &text, &mut faults)
        }

        /// Changes the ledger of a side in all issues from one on, as if it had been so from then on.
        fn edit_ledger(&self, from: usize, side: &str, edit: impl Fn(&mut Vec<LedgerEntry>)) {
            for issue in from..self.issues() {
                let mut ledger = self.ledger(issue, side);
                edit(&mut ledger.entries);
                let text = ledger.write();
                files::write(&self.path(issue, &ledger_file(side)), text.as_bytes()).unwrap();
                self.set_text(issue, &format!("ledger/{side}"), &text);
            }
            self.seal();
        }

        fn log(&self) -> UmpireLog {
            let text = files::read_text(&self.0.path().join(LOG)).unwrap();
            UmpireLog::read("log", &text, &mut Vec::new())
        }

        fn set_log(&self, log: &UmpireLog) {
            files::write(&self.0.path().join(LOG), log.write().as_bytes()).unwrap();
        }

        /// Commits to all that the folder has now, as an umpire would have who did so from the beginning.
        fn seal(&self) {
            let (tag, key) = read_key(&files::read_text(&self.0.path().join("key.json")).unwrap()).unwrap();
            let (mut previous, mut log) = (Digest32::ZERO, self.log());
            for issue in 0..self.issues() {
                let sealed = Sealed::new(&key, &tag, issue as u32, previous, &self.leaves(issue));
                let path = self.path(issue, RECORD);
                let time = Record::read(&files::read_text(&path).unwrap()).unwrap().time;
                let record = Record::of(&sealed, time);
                files::write(&path, record.to_json().as_bytes()).unwrap();
                previous = sealed.root;
                for entry in &mut log.entries {
                    if let LogEvent::Issue { number, root, .. } = &mut entry.event
                        && *number as usize == issue
                    {
                        *root = previous.to_string();
                    }
                }
            }
            self.set_log(&log);
        }

        fn judged(&self) -> Result<Vec<String>, Failure> {
            verify::report(&session(), &verify_of(self.0.path())).map(|report| told(&report))
        }
    }

    /// A way to tamper with a game; what must be told of it, none where this game gives no occasion.
    type Tampering = fn(&Tampered, &mut Luck) -> Option<String>;

    /// Something that nobody saw.
    fn invent(game: &Tampered, luck: &mut Luck) -> Option<String> {
        let (last, side) = (game.issues() - 1, SIDES[luck.below(2)]);
        let issue = 1 + luck.below(last);
        let mut made_up = game.ledger(last, side).entries.last()?.clone();
        (made_up.entry, made_up.issue, made_up.ends) = (made_up.entry + 1, issue as u32, Vec::new());
        game.edit_ledger(issue, side, |entries| entries.push(made_up.clone()));
        Some(format!("{issue} sightings contradicted: unannounced"))
    }

    /// An entry, and the issue in which it is new.
    fn any_entry(game: &Tampered, side: &str, luck: &mut Luck) -> Option<(usize, LedgerEntry)> {
        let entries = game.ledger(game.issues() - 1, side).entries;
        let entry = luck.of(&entries)?.clone();
        Some((entry.issue as usize, entry))
    }

    /// Something that was seen is forgotten.
    fn forget(game: &Tampered, luck: &mut Luck) -> Option<String> {
        let side = SIDES[luck.below(2)];
        let (new, entry) = any_entry(game, side, luck)?;
        let issue = new + luck.below(game.issues() - new);
        game.edit_ledger(issue, side, |entries| entries.retain(|other| other.entry != entry.entry));
        let what = if issue == new && new > 0 { "unwritten" } else { "gone" };
        Some(format!("{issue} sightings contradicted: {what}"))
    }

    /// Something that was seen becomes something else later on, or was never in the set-up.
    fn retell(game: &Tampered, luck: &mut Luck) -> Option<String> {
        let side = SIDES[luck.below(2)];
        let (new, entry) = any_entry(game, side, luck)?;
        let first = if new == 0 { 0 } else { new + 1 };
        let issue = first + luck.below(game.issues().checked_sub(first).filter(|left| *left > 0)?);
        game.edit_ledger(issue, side, |entries| {
            let own = entries.iter_mut().filter(|other| other.entry == entry.entry);
            own.for_each(|own| own.number += 1);
        });
        Some(format!("{issue} sightings contradicted: changed"))
    }

    /// The line is missing that brings an entry.
    fn unsay(game: &Tampered, luck: &mut Luck) -> Option<String> {
        let mut log = game.log();
        let is_sighting = |at: &usize| matches!(log.entries[*at].event, LogEvent::Sighting { .. });
        let lines: Vec<usize> = (0..log.entries.len()).filter(is_sighting).collect();
        let at = *luck.of(&lines)?;
        let before = log.entries[..at].iter();
        let issue = before.filter(|entry| matches!(entry.event, LogEvent::Issue { .. })).count();
        log.entries.remove(at);
        game.set_log(&log);
        Some(format!("{issue} sightings contradicted: unannounced"))
    }

    /// A text that was committed to is another in the end.
    fn reword(game: &Tampered, luck: &mut Luck) -> Option<String> {
        let issue = luck.below(game.issues());
        let leaves = game.leaves(issue);
        let texts = leaves.iter().filter(|(_, content)| matches!(content, LeafContent::Text(_)));
        let names: Vec<String> = texts.map(|(name, _)| name.to_owned()).collect();
        let name = luck.of(&names)?;
        let Some(LeafContent::Text(text)) = leaves.get(name) else { return None };
        // A ledger stays one that can be read.
        let new = match name.strip_prefix("ledger/") {
            Some(_) => text.replacen("setup", "public", 1),
            None => format!("{text}1. CV: SZ 19 > SZ 20\n"),
        };
        game.set_text(issue, name, &new);
        Some(format!("{issue} root contradicted: root"))
    }

    /// The ledger that lies beside an issue is another.
    fn rewrite(game: &Tampered, luck: &mut Luck) -> Option<String> {
        let (issue, side) = (luck.below(game.issues()), SIDES[luck.below(2)]);
        let mut ledger = game.ledger(issue, side);
        ledger.entries.pop()?;
        files::write(&game.path(issue, &ledger_file(side)), ledger.write().as_bytes()).unwrap();
        Some(format!("{issue} ledger contradicted: ledger"))
    }

    /// The masters of two issues lie in each other's place.
    fn exchange(game: &Tampered, luck: &mut Luck) -> Option<String> {
        let [one, other] = two(game, luck)?;
        let units = |issue: usize| {
            let leaves = game.leaves(issue);
            let places = leaves.iter().filter(|(_, content)| matches!(content, LeafContent::Place(_)));
            places.map(|(name, content)| format!("{name} {content:?}")).collect::<Vec<_>>()
        };
        if units(one) == units(other) {
            return None;
        }
        let masters = [one, other].map(|issue| files::read(&game.path(issue, MASTER)).unwrap());
        files::write(&game.path(one, MASTER), &masters[1]).unwrap();
        files::write(&game.path(other, MASTER), &masters[0]).unwrap();
        Some(format!("{one} master contradicted: "))
    }

    /// Two issues are told in the wrong order by the log.
    fn disorder(game: &Tampered, luck: &mut Luck) -> Option<String> {
        let [one, other] = two(game, luck)?;
        let mut log = game.log();
        for entry in &mut log.entries {
            if let LogEvent::Issue { number, .. } = &mut entry.event {
                *number = match *number as usize {
                    issue if issue == one => other as u32,
                    issue if issue == other => one as u32,
                    _ => *number,
                };
            }
        }
        game.set_log(&log);
        Some(format!("{one} log contradicted: root"))
    }

    /// An issue is not there.
    fn leave_out(game: &Tampered, luck: &mut Luck) -> Option<String> {
        let issue = luck.below(game.issues());
        files::take_back_folder(&game.0.path().join(format!("issues/{issue:03}")));
        Some(format!("{issue} root not checked: the folder has no issue {issue}"))
    }

    /// Two issues lie in each other's folder, so that they are not read at all.
    fn swap(game: &Tampered, luck: &mut Luck) -> Option<String> {
        let [one, other] = two(game, luck)?;
        for name in [LEAVES, RECORD, MASTER] {
            let both = [one, other].map(|issue| files::read(&game.path(issue, name)).unwrap());
            files::write(&game.path(one, name), &both[1]).unwrap();
            files::write(&game.path(other, name), &both[0]).unwrap();
        }
        Some(format!("is of issue {other} of"))
    }

    /// Two issues, the earlier one first.
    fn two(game: &Tampered, luck: &mut Luck) -> Option<[usize; 2]> {
        let (one, other) = (luck.below(game.issues()), luck.below(game.issues()));
        (one != other).then_some([one.min(other), one.max(other)])
    }

    const TAMPERINGS: [(&str, Tampering); 10] = [
        ("invent", invent),
        ("forget", forget),
        ("retell", retell),
        ("unsay", unsay),
        ("reword", reword),
        ("rewrite", rewrite),
        ("exchange", exchange),
        ("disorder", disorder),
        ("leave out", leave_out),
        ("swap", swap),
    ];

    /// How often an occasion for a tampering is looked for in a game.
    const LOOKS: usize = 20;

    #[test]
    fn a_published_game_at_random_is_proven_and_whatever_was_tampered_with_is_told() {
        let (mut done, mut open_battles) = (BTreeSet::new(), 0);
        for seed in 300..300 + attacked().div_ceil(8) {
            let game = Published::of(seed);
            open_battles += game.open_battles;
            assert_eq!(told(&game.judged()), [""; 0], "seed {seed}");
            let mut luck = Luck::new(seed);
            for (name, tampering) in TAMPERINGS {
                let opened = game.again();
                let Some(due) = (0..LOOKS).find_map(|_| tampering(&opened, &mut luck)) else { continue };
                done.insert(name);
                let found = opened.judged().unwrap_or_else(|refused| vec![format!("{refused:?}")]);
                let is_told = found.iter().any(|found| found.contains(&due));
                assert!(is_told, "seed {seed}: {name}: expected {due}, found {found:#?}");
            }
        }
        assert_eq!(done.len(), TAMPERINGS.len(), "of all ways to tamper only {done:?} had an occasion");
        assert!(open_battles > 0, "no issue was made while a battle was open");
    }
}
