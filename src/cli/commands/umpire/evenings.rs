//! Whole games at random, played through the desk's own parts: what the checks say of them, and what an attacker reads.

mod chance;
mod published;

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    use std::sync::Arc;

    use super::chance::Luck;
    use super::published::{ClubDesk, DeskSite};
    use crate::table::Table;

    use super::super::copies::{Copy, Copyist};
    use super::super::edits;
    use super::super::layer::Layer;
    use crate::cli::saves::{self, Wanted};
    use crate::cli::session::Session;
    use crate::games::known;
    use crate::shipped::Embedded;
    use liege_build::scenario;
    use liege_build::{Data, Plan};
    use liege_rules::check::Filter;
    use liege_rules::check::case::Case;
    use liege_rules::desk::Papers;
    use liege_rules::desk::commitment::{LeafContent, Leaves, UnitLine, leaves};
    use liege_rules::desk::history::{Follower, TELLING};
    use liege_rules::desk::key::SealKey;
    use liege_rules::desk::ledger::Ledger;
    use liege_rules::desk::log::{Item, LogEntry, LogEvent, Order, UmpireLog};
    use liege_rules::desk::play::{BoardDeed, ListedOrder, Stride, TurnPaper, TurnTable};
    use liege_rules::desk::units::{UnitRef, Units};
    use liege_rules::position::situation::PieceIx;
    use vassal::diagnostic::Severity;
    use vassal::format::Limits;
    use vassal::format::save_file::SaveFile;
    use vassal::format::timestamp::Timestamp;

    /// Both sides with all that meets in this game: hidden submarines, loaded transports, a base with aircraft, tokens.
    const START: &str = "game: aafog\nin \"Turn 4\": time\nin \"US at war\": us-status\n\
    in \"IPC 26\": japan-income\nin \"IPC 17\": us-income\nin \"IPC 12\": uk-income\n\
    in \"Japan money\": japan-money\nin \"US money\": us-money\nvalues: japan-money 26, us-money 17\n\
    in \"Kamikaze tokens\": 2 x japan-kami\n\
    control: japan \"Philippines\"\n\
    at \"Philippines\": japan-inf, japan-ftr, japan-tac, japan-airbase\n\
    at \"SZ 35\": japan-sub, japan-tr\nat \"SZ 35\" aboard japan-tr: japan-inf\n\
    at \"SZ 20\": japan-bb, japan-dd, japan-cv\nat \"SZ 20\" aboard japan-cv: japan-ftr\n\
    at \"Siam\": 2 x japan-tank, 2 x japan-mech, japan-inf\nat \"Kiangsu\": japan-inf, japan-aagun\n\
    at \"SZ 208\": 2 x us-ca, us-dd, us-sub, us-tr\nat \"SZ 208\" aboard us-tr: us-tank, us-inf\n\
    at \"SZ 19\": us-cv, us-sub\nat \"SZ 19\" aboard us-cv: us-ftr\n\
    at \"Malaya\": 2 x uk-inf, uk-ic number=1\nat \"Burma\": uk-ftr\nat \"SZ 204\": uk-tr, uk-ca\n";

    /// A game under way.
    pub struct Evening {
        pub master: Table,
        pub ledgers: BTreeMap<String, Ledger>,
        pub log: UmpireLog,
        pub luck: Luck,
        /// The desk that makes the issues; none where nothing is handed out.
        pub desk: Option<ClubDesk>,
        /// Issues of a desk that were made while a battle was open.
        pub open_battles: usize,
        /// What each issue would commit to.
        leaves: Vec<Leaves>,
        /// The power and phase that are played.
        pub power: String,
        pub phase: String,
        _folder: tempfile::TempDir,
    }

    fn begin(seed: u64) -> Evening {
        begin_at(seed, None)
    }

    /// Begins a game at a desk.
    pub fn begin_at(seed: u64, desk: Option<DeskSite>) -> Evening {
        let game = known("aafog", &Embedded).unwrap();
        let data = Data::load(&*game, &Embedded).unwrap_or_else(|faults| panic!("{faults:?}"));
        let plan: Plan = data.plan(Timestamp(0)).unwrap_or_else(|faults| panic!("{faults:?}"));
        let mut luck = Luck::new(seed);
        let commands = scenario::Table::new(&data, &plan)
            .unwrap()
            .save("start", &luck.with_chips(START))
            .unwrap_or_else(|faults| panic!("{faults:#?}"));
        let save = SaveFile::new(&commands, Some(plan.about.write().as_bytes()), &plan.about).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("master.vsav");
        crate::cli::files::write(&path, &save.write(Timestamp(0)).unwrap()).unwrap();
        let session = Session { quiet: true, ..Session::default() };
        let wanted = Wanted { game: Some("aafog"), side: Some("umpire"), ..Wanted::default() };
        let master = saves::read(&path, &session, &wanted).unwrap_or_else(|failure| panic!("{failure:?}"));
        let hidden = master.game.hidden().unwrap();
        let ledgers = ["axis", "allies"].map(|side| {
            (side.to_owned(), Ledger { entries: hidden.known_at_start(&master.situation, side) })
        });
        let log = UmpireLog {
            game: "evening".into(),
            rules: "aafog".into(),
            complete: true,
            ..UmpireLog::default()
        };
        let mut evening = Evening {
            ledgers: ledgers.into(),
            log,
            luck,
            power: String::new(),
            phase: String::new(),
            leaves: Vec::new(),
            desk: None,
            open_battles: 0,
            master,
            _folder: folder,
        };
        evening.desk = desk.map(|desk| desk.begin(&mut evening));
        evening.issue(false);
        evening
    }

    impl Evening {
        fn note(&mut self, event: LogEvent) {
            let hidden = self.master.game.hidden().unwrap();
            let round = hidden.round(&self.master.situation).unwrap_or(0);
            let n = self.log.entries.last().map_or(1, |last| last.n + 1);
            let (power, phase) = (self.power.clone(), self.phase.clone());
            self.log.entries.push(LogEntry { n, round, power, phase, event });
        }

        pub fn issue(&mut self, record_only: bool) {
            if let Some(desk) = self.desk.take() {
                self.desk = Some(desk.issue(self, record_only));
                return;
            }
            let issued = |entry: &&LogEntry| matches!(entry.event, LogEvent::Issue { .. });
            let number = self.log.entries.iter().filter(issued).count() as u32;
            let hidden = self.master.game.hidden().unwrap();
            let texts = hidden.texts(&self.master.situation);
            let leaves = hidden.leaves(&self.master.situation, &texts, &self.log);
            self.leaves.push(leaves.unwrap_or_else(|fault| panic!("{fault}")));
            self.note(LogEvent::Issue { number, root: format!("{number:064x}"), record_only });
        }

        fn kind(&self, place: &str) -> String {
            self.master.pack.map.place(place).map(|facts| facts.kind.to_string()).unwrap_or_default()
        }

        /// Places beside one, by what may go there.
        fn beside(&self, place: &str, sea: bool) -> Vec<String> {
            let map = &self.master.pack.map;
            let Some(facts) = map.place(place) else { return Vec::new() };
            let next = map.neighbours(&facts.id).into_iter().map(|id| id.to_string());
            next.filter(|next| (self.kind(next) == "sea") == sea).collect()
        }

        pub fn family(&self, ix: PieceIx) -> &'static str {
            match self.master.situation.pieces[ix].kind() {
                "sub" | "dd" | "bb" | "ca" | "cv" | "tr" => "ship",
                "ftr" | "tac" | "bmb" => "air",
                "inf" | "art" | "mech" | "tank" => "land",
                _ => "",
            }
        }

        /// Orders at random for a power.
        fn orders(&mut self, power: &str, phase: &str) -> Vec<ListedOrder> {
            let mut orders: Vec<ListedOrder> = Vec::new();
            let mut used: BTreeSet<PieceIx> = BTreeSet::new();
            for item in 1..=self.luck.below(5) as u32 {
                let situation = Arc::clone(&self.master.situation);
                let own: Vec<PieceIx> = situation
                    .all()
                    .filter(|ix| {
                        let piece = &situation.pieces[*ix];
                        piece.nation() == power
                            && piece.carried_by.is_none()
                            && !self.family(*ix).is_empty()
                            && !self.kind(&piece.at.to_string()).is_empty()
                            && !used.contains(ix)
                    })
                    .collect();
                let Some(first) = self.luck.of(&own).copied() else { break };
                let from = situation.pieces[first].at.to_string();
                let family = self.family(first);
                let mut pieces = vec![first];
                for ix in
                    own.iter().filter(|ix| **ix != first && situation.pieces[**ix].at.to_string() == from)
                {
                    if self.family(*ix) == family && self.luck.below(2) == 0 {
                        pieces.push(*ix);
                    }
                }
                let Some((path, purpose)) = self.way(&from, family, &pieces, phase) else { continue };
                used.extend(pieces.iter().copied());
                let pieces = pieces.iter().map(|ix| situation.pieces[*ix].id.clone()).collect();
                orders.push(ListedOrder { item, pieces, path, purpose });
            }
            // Some of the units stay where they are, as other counters.
            for id in orders.iter_mut().flat_map(|order| &mut order.pieces) {
                let ix = self.master.situation.by_id()[id.as_str()];
                if let Some(count) = self.some_of(ix) {
                    *id = self.part(ix, count);
                }
            }
            orders
        }

        fn holder(&self, place: &str) -> String {
            let situation = &self.master.situation;
            let Some(facts) = self.master.pack.map.place(place) else { return String::new() };
            situation.control.get(&facts.id).cloned().unwrap_or_else(|| facts.word("owner").to_owned())
        }

        /// A way at random, and what for.
        fn way(
            &mut self,
            from: &str,
            family: &str,
            pieces: &[PieceIx],
            phase: &str,
        ) -> Option<(Vec<String>, String)> {
            let mut path = vec![from.to_owned()];
            let steps = 1 + self.luck.below(2);
            for _ in 0..steps {
                let last = path.last()?.clone();
                let next = self.beside(&last, family != "land");
                let next: Vec<String> = next.into_iter().filter(|place| !path.contains(place)).collect();
                let Some(place) = self.luck.of(&next) else { break };
                path.push(place.clone());
                if family == "land" {
                    break;
                }
            }
            let loaded = pieces.iter().any(|ix| {
                self.master.situation.pieces[*ix].kind() == "tr"
                    && self.master.situation.pieces.iter().any(|piece| piece.carried_by == Some(*ix))
            });
            let lands = family == "air" || loaded;
            if lands && self.luck.below(2) == 0 {
                let coast = self.beside(&path.last()?.clone(), false);
                path.extend(self.luck.of(&coast).cloned());
            }
            if path.len() < 2 {
                return None;
            }
            let last = path.last()?.clone();
            let side = |power: &str| self.master.pack.alliance(power).to_owned();
            let mine = side(self.master.situation.pieces[*pieces.first()?].nation());
            let friendly = self.kind(&last) != "sea" && side(&self.holder(&last)) == mine;
            if phase == "NC" && self.kind(&last) != "sea" && !friendly {
                return None;
            }
            let purpose = if phase == "NC" || friendly { "move" } else { "attack" };
            Some((path, purpose.to_owned()))
        }

        /// One list from its commitment to its end.
        pub fn turn(&mut self, power: &str, phase: &str) {
            (self.power, self.phase) = (power.to_owned(), phase.to_owned());
            let orders = self.orders(power, phase);
            for order in orders.iter().filter(|_| phase == "CM") {
                let situation = Arc::clone(&self.master.situation);
                let by_id = situation.by_id();
                let units = order.pieces.iter().map(|id| {
                    let (ix, number) = (by_id[id.as_str()], self.units_of(by_id[id.as_str()]));
                    UnitRef {
                        id: (number == 1).then(|| id.clone()),
                        class: situation.pieces[ix].kind().to_uppercase(),
                        number,
                        ..UnitRef::default()
                    }
                });
                let units = Units(units.collect());
                let item = Item(order.item.to_string());
                self.note(LogEvent::Order(Order {
                    item: item.clone(),
                    units,
                    path: order.path.clone(),
                    purpose: order.purpose.clone(),
                }));
                self.note(LogEvent::Approve { item, by: "liege".into() });
            }
            self.issue(true);
            let mut paper =
                TurnPaper { power: power.into(), phase: phase.into(), orders, ..TurnPaper::default() };
            for _ in 0..500 {
                let stride = self.go(&paper);
                paper = stride.paper.clone();
                if let Some(asked) = &stride.asks {
                    let open = paper.open.clone().unwrap_or_default();
                    // A battle may last longer than an evening.
                    if self.desk.is_some() && !open.fights.is_empty() && self.open_battles == 0 {
                        self.open_battles += 1;
                        self.issue(false);
                    }
                    let answer = match open.fights.first() {
                        Some(fight) => self.result(fight, &paper),
                        None => self.luck.of(&asked.answers).cloned().unwrap(),
                    };
                    paper.open.get_or_insert_default().answers.push(answer);
                }
                if stride.done {
                    return;
                }
            }
            panic!("the list comes to no end: {paper:?}");
        }

        fn go(&mut self, paper: &TurnPaper) -> Stride {
            let table = TurnTable {
                master: &self.master.situation,
                ledgers: &self.ledgers,
                log: &self.log,
                files: &Embedded,
                settings: &[],
            };
            let turns = self.master.game.hidden().unwrap().turns().unwrap();
            let mut stride = turns
                .go(&table, paper, &mut self.luck.0)
                .unwrap_or_else(|wrong| panic!("{wrong:?}: {paper:?}"));
            let made = edits::apply(&mut self.master, &stride.deeds)
                .unwrap_or_else(|failure| panic!("{failure:?}: {:?}", stride.deeds));
            stride.paper.rename(&made);
            if !stride.phase.is_empty() {
                self.phase.clone_from(&stride.phase);
            }
            stride.log.iter().for_each(|event| self.note(event.clone()));
            for (side, entry) in &stride.seen {
                self.ledgers.get_mut(side).unwrap().entries.push(entry.clone());
            }
            stride
        }

        /// What the checks say of the position and of all that was written down.
        fn findings(&self) -> Vec<String> {
            let ledgers = self.ledgers.iter().map(|(side, ledger)| (side.clone(), Arc::new(ledger.clone())));
            let papers = Papers {
                ledgers: ledgers.collect(),
                log: Some(Arc::new(self.log.clone())),
                ..Papers::default()
            };
            let case = Case { papers, ..Case::of(Arc::clone(&self.master.situation)) };
            let checked = self.master.game.open(&case).check(&Filter::default());
            let illegal = checked.findings.iter().filter(|found| found.severity == Severity::Illegal);
            illegal.map(|found| format!("{} {}", found.id, found.message)).collect()
        }
    }

    impl Evening {
        /// What a side gets, as the desk writes it: its copy and what lies open to all.
        fn copies(&self, side: &str, alliance: &str) -> [Copy; 2] {
            let hidden = self.master.game.hidden().unwrap();
            let (key, issue) = (SealKey::new([7; 32]), 1_000);
            let copyist =
                Copyist { master: &self.master, key: &key, date: Timestamp(0), issue, record: "{}" };
            let board = hidden.side_board(&self.master.situation, &self.ledgers[alliance], alliance, issue);
            let open = hidden.shared_board(&self.master.situation, &self.log);
            [copyist.side(side, alliance, &board, &Layer::default()), copyist.shared(&open)]
                .map(|copy| copy.unwrap_or_else(|failure| panic!("{failure:?}")))
        }

        /// Changes at random of what a side may not know: units of others moved, gone and new, and their money.
        fn hidden_changes(&mut self, alliance: &str) -> Vec<BoardDeed> {
            let situation = Arc::clone(&self.master.situation);
            let areas: Vec<String> = self.master.pack.map.areas().map(|area| area.id.to_string()).collect();
            let others: Vec<PieceIx> = situation
                .all()
                .filter(|ix| {
                    let piece = &situation.pieces[*ix];
                    let whose = situation.alliance(*ix);
                    !whose.is_empty()
                        && whose != alliance
                        && piece.carried_by.is_none()
                        && !self.family(*ix).is_empty()
                })
                .collect();
            let mut deeds = Vec::new();
            let mut done = BTreeSet::new();
            for _ in 0..3 {
                let Some(piece) = self.luck.of(&others).copied().filter(|piece| done.insert(*piece)) else {
                    continue;
                };
                let Some(to) = self.luck.of(&areas).cloned() else { continue };
                deeds.push(match self.luck.below(3) {
                    0 => BoardDeed::Remove { piece },
                    _ => BoardDeed::Move { piece, to },
                });
            }
            let counter = if alliance == "axis" { "us-sub" } else { "japan-sub" };
            let at = self.luck.of(&areas).cloned().unwrap();
            deeds.push(BoardDeed::Lay { counter: counter.into(), at, number: None });
            let money = if alliance == "axis" { "us-money" } else { "japan-money" };
            let money = situation
                .all()
                .find(|ix| situation.pieces[*ix].entry.as_ref().is_some_and(|entry| entry.id == *money));
            deeds.extend(money.map(|piece| BoardDeed::Number { piece, to: self.luck.below(90) as i32 }));
            deeds
        }

        /// What an attacker does who has the files of a side and knows how they are made: he looks for ids, and whether
        /// another game with the same open part would have given him the same bytes.
        fn attack(&mut self) {
            for (side, alliance) in [("Axis", "axis"), ("Allies", "allies")] {
                let before = self.copies(side, alliance);
                let text =
                    |copy: &Copy| SaveFile::read(&copy.bytes, &Limits::default()).unwrap().text().to_owned();
                let texts = before.each_ref().map(text);
                let situation = Arc::clone(&self.master.situation);
                let hidden = self.master.game.hidden().unwrap();
                let board = hidden.side_board(&situation, &self.ledgers[alliance], alliance, 1_000);
                for ix in situation.all().filter(|ix| !board.own.contains(ix) && !board.open.contains(ix)) {
                    let piece = &situation.pieces[ix];
                    let is_there = texts.iter().any(|text| text.contains(&piece.id));
                    assert!(!is_there, "{side} reads the id of {} in {}", piece.name, piece.at);
                }
                let commands = self.master.opened.commands.clone();
                let deeds = self.hidden_changes(alliance);
                edits::apply(&mut self.master, &deeds).unwrap_or_else(|failure| panic!("{failure:?}"));
                for (before, after) in before.iter().zip(&self.copies(side, alliance)) {
                    assert!(before.bytes == after.bytes, "{side} can tell {deeds:?} by {}", after.file);
                }
                self.master.opened.commands = commands;
                self.master.look_again().unwrap();
            }
        }

        fn play(&mut self, attacked: bool) -> usize {
            let mut issues = 0;
            for (power, phase) in
                [("japan", "CM"), ("japan", "NC"), ("us", "CM"), ("us", "NC"), ("uk", "CM"), ("uk", "NC")]
            {
                self.turn(power, phase);
                self.issue(false);
                if attacked {
                    self.attack();
                }
                issues += 2;
            }
            issues
        }
    }

    impl Evening {
        /// What the log does not account for from issue to issue.
        fn unaccounted(&self, leaves: &[Leaves]) -> Vec<String> {
            let mut follower = Follower::new(&self.log);
            assert!(self.log.tells_all(&TELLING));
            let pairs = (0..).zip(leaves.windows(2));
            let told = pairs.flat_map(|(issue, pair)| {
                let found = follower.follow(issue, &pair[0], &pair[1]);
                found.unwrap_or_else(|missing| panic!("no issue {missing}"))
            });
            told.map(|one| one.to_string()).collect()
        }

        /// One issue with a unit moved, taken away or added, and what was done.
        fn tampered(&mut self) -> (Vec<Leaves>, String) {
            let mut all = self.leaves.clone();
            let issue = 1 + self.luck.below(all.len() - 1);
            let mut places: BTreeMap<String, Vec<UnitLine>> = BTreeMap::new();
            let mut texts = BTreeMap::new();
            for (name, content) in all[issue].iter() {
                match content {
                    LeafContent::Place(units) => _ = places.insert(name.to_owned(), units.clone()),
                    LeafContent::Text(text) => _ = texts.insert(name.to_owned(), text.clone()),
                }
            }
            let board: Vec<String> =
                places.keys().filter(|name| !name.starts_with("pool/")).cloned().collect();
            let full: Vec<String> = board.iter().filter(|name| !places[*name].is_empty()).cloned().collect();
            let from = self.luck.of(&full).cloned().unwrap();
            let at = self.luck.below(places[&from].len());
            let to = board.iter().find(|to| **to != from && self.luck.below(3) == 0);
            let to = to.cloned().unwrap_or_else(|| board.iter().find(|to| **to != from).unwrap().clone());
            let unit = places[&from][at].clone();
            let what = match self.luck.below(3) {
                0 => {
                    let own = places.get_mut(&from).unwrap().remove(at);
                    places.get_mut(&to).unwrap().push(own);
                    "moved"
                }
                1 => {
                    places.get_mut(&from).unwrap().remove(at);
                    "taken away"
                }
                _ => {
                    let new = UnitLine::new(&unit.power, &unit.class, "0", "987654", None).unwrap();
                    places.get_mut(&to).unwrap().push(new);
                    "added"
                }
            };
            all[issue] = leaves(places, texts).unwrap();
            (all, format!("issue {issue}: {what}: {unit:?} of {from}, {to}"))
        }
    }

    #[test]
    fn each_unit_of_a_game_at_random_is_proven_and_a_unit_that_was_tampered_with_is_told() {
        for seed in 200..200 + attacked() {
            let mut evening = begin(seed);
            evening.play(false);
            let told = evening.unaccounted(&evening.leaves);
            assert_eq!(told, [""; 0], "seed {seed}");
            for _ in 0..12 {
                let (all, what) = evening.tampered();
                assert_ne!(evening.unaccounted(&all), [""; 0], "seed {seed}: {what}");
            }
        }
    }

    /// How many games are attacked; thousands of issues take minutes.
    pub fn attacked() -> u64 {
        std::env::var("LIEGE_EVENINGS").ok().and_then(|text| text.parse().ok()).unwrap_or(8)
    }

    #[test]
    fn no_hidden_unit_changes_a_byte_of_what_the_other_side_gets() {
        let games = attacked();
        let issues: usize = (100..100 + games).map(|seed| begin(seed).play(true)).sum();
        assert_eq!(issues as u64, 12 * games);
    }

    #[test]
    fn whole_games_at_random_break_no_rule() {
        let mut all = BTreeMap::new();
        for seed in 0..2 * attacked() {
            let mut evening = begin(seed);
            evening.play(false);
            for found in evening.findings().into_iter().chain(evening.unaccounted(&evening.leaves)) {
                all.entry(found[..7].to_owned())
                    .or_insert_with(Vec::new)
                    .push(format!("seed {seed}: {found}"));
            }
        }
        assert!(all.is_empty(), "{all:#?}");
    }
}
