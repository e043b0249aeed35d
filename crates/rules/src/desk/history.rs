//! What became of each unit from one issue to the next, held against the turn log: its way, its birth, its end.
//!
//! Ids of pieces never change, so each unit can be followed (catalogue 6.8.4). Units that chips stand for are alike: of
//! them numbers are followed, and they may go over to another piece.

mod naming;
mod stretch;
mod way;

use std::collections::BTreeMap;
use std::fmt;

use naming::{OFF_BOARD, units_in};
use stretch::{Loose, Stretch, by_piece, corps};
use way::Journal;

use super::commitment::{Leaves, UnitLine};
use super::log::{LogEntry, LogEvent, UmpireLog};

/// A change of a unit that the turn log does not account for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unaccounted {
    /// The unit as it was last.
    pub unit: UnitLine,
    /// The leaf in which it was last.
    pub place: String,
    /// What became of it.
    pub what: Riddle,
}

/// What became of a unit without a word in the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Riddle {
    /// It went elsewhere.
    Way {
        /// Where it was.
        from: String,
    },
    /// It came into the game.
    Birth,
    /// It is gone.
    End,
    /// It was damaged.
    Harm,
    /// It has another owner.
    Owner {
        /// Whose it was.
        was: String,
    },
    /// It became something else.
    Class {
        /// What it was.
        was: String,
    },
    /// The log has it lost, and it is still on the board.
    Survival,
}

impl Riddle {
    /// One word for programs, which stays as it is.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Way { .. } => "way",
            Self::Birth => "birth",
            Self::End => "end",
            Self::Harm => "harm",
            Self::Owner { .. } => "owner",
            Self::Class { .. } => "class",
            Self::Survival => "survival",
        }
    }

    /// Whether it is wrong whatever the log may leave out.
    pub fn is_certain(&self) -> bool {
        matches!(self, Self::Class { .. } | Self::Survival)
    }
}

impl fmt::Display for Unaccounted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { unit, place, what } = self;
        write!(f, "the {} {} (piece {}) ", unit.power, unit.class, unit.uid)?;
        match what {
            Riddle::Way { from } if from == place => {
                write!(f, "is still in {place}, but the turn log moves it elsewhere")
            }
            Riddle::Way { from } => {
                write!(f, "went from {from} to {place}, but the turn log has no such move")
            }
            Riddle::Birth => {
                write!(f, "came into {place}, but the turn log has no matching purchase")
            }
            Riddle::End => write!(f, "is gone from {place}, but the turn log has no such loss"),
            Riddle::Harm => write!(f, "in {place} was damaged, but the turn log has no battle there"),
            Riddle::Owner { was } => {
                write!(f, "in {place} was {was}'s, but the turn log has no capture of the place")
            }
            Riddle::Class { was } => write!(f, "in {place} was a {was} at the previous issue"),
            Riddle::Survival => write!(f, "is in {place}, but lost by the turn log"),
        }
    }
}

/// Follows units from issue to issue, from the first to the last.
#[derive(Debug)]
pub struct Follower<'a> {
    log: &'a UmpireLog,
    /// What was bought and has not come into the game, by power and class; none where that cannot be told any more.
    bought: Option<BTreeMap<(String, String), u64>>,
}

/// The kinds of entries that tell what becomes of units.
pub const TELLING: [&str; 10] = [
    "order",
    "enter",
    "battle",
    "battle-end",
    "casualty",
    "retreat",
    "reveal",
    "capture",
    "purchase",
    "mobilize",
];

impl<'a> Follower<'a> {
    /// Begins at the first issue.
    pub fn new(log: &'a UmpireLog) -> Self {
        Self { log, bought: Some(BTreeMap::new()) }
    }

    /// Says that an issue cannot be followed: what was born in it is not known.
    pub fn skip(&mut self) {
        self.bought = None;
    }

    /// What the log does not account for between an issue and the next one.
    ///
    /// # Errors
    /// The log does not tell one of the two issues, by its number.
    pub fn follow(&mut self, first: u32, before: &Leaves, after: &Leaves) -> Result<Vec<Unaccounted>, u32> {
        let journal = match self.between(first) {
            Ok(journal) => journal,
            Err(missing) => {
                self.skip();
                return Err(missing);
            }
        };
        self.note_purchases(journal.entries());
        let (had, has) = (by_piece(before), by_piece(after));
        let mut stretch = Stretch::new(journal, &had, &has);
        let (mut left, mut come) = stretch.pair();
        stretch.match_loose(&mut left, &mut come);
        stretch.match_captured(&mut left, &mut come);
        left.iter().for_each(|gone| stretch.end(gone));
        for born in &come {
            if !self.birth(&stretch, born) {
                stretch.tell(born.place, born.unit, Riddle::Birth);
            }
        }
        Ok(stretch.found)
    }

    /// What the log has between two issues.
    fn between(&self, first: u32) -> Result<Journal<'a>, u32> {
        let at = |wanted: u32| self.log.position_of_issue(wanted).ok_or(wanted);
        let second = first.saturating_add(1);
        let (from, to) = (at(first)?, at(second)?);
        let told = self.log.entries.get(..to).filter(|_| from <= to).ok_or(second)?;
        let by_orders = !self.log.entries.iter().any(|entry| matches!(entry.event, LogEvent::Enter(_)));
        Ok(Journal { told, first: from, by_orders })
    }

    fn note_purchases(&mut self, entries: &[LogEntry]) {
        for entry in entries {
            let LogEvent::Purchase(goods) = &entry.event else { continue };
            let Some(units) = units_in(&goods.what) else {
                // What is bought is not told: it may be anything.
                if !goods.what.is_null() {
                    self.bought = None;
                }
                continue;
            };
            let Some(bought) = &mut self.bought else { return };
            for unit in &units.0 {
                let power = unit.power.as_ref().unwrap_or(&entry.power);
                *bought.entry(corps(power, &unit.class)).or_default() += u64::from(unit.number);
            }
        }
    }

    /// Whether a new unit is one that was bought, and placed where it is on the board.
    fn birth(&mut self, stretch: &Stretch<'_, '_>, born: &Loose<'_>) -> bool {
        let placed = born.place.starts_with(OFF_BOARD) || stretch.is_placed(born.unit, born.place);
        let Some(bought) = &mut self.bought else { return placed };
        let left = bought.get_mut(&corps(&born.unit.power, &born.unit.class)).filter(|left| **left > 0);
        match left {
            Some(left) if placed => {
                *left -= 1;
                true
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::commitment::leaves;
    use super::*;

    const HEAD: &str = "{\"schema\":\"liege-halves-log-1\",\"game\":\"Tuesday\",\"complete\":true}\n\
        {\"n\":1,\"kind\":\"issue\",\"number\":0}\n";

    /// `PLACE: power CLASS damage uid carrier; …` a line.
    fn board(text: &str) -> Leaves {
        let all = ["Siam", "SZ 20", "SZ 35", "Burma", "pool/japan"].map(|place| {
            let own = text.lines().find_map(|line| line.trim().strip_prefix(&format!("{place}:")));
            let units = own.unwrap_or_default().split(';').filter(|unit| !unit.trim().is_empty());
            let read =
                |unit: &str| UnitLine::read(&unit.split_whitespace().collect::<Vec<_>>().join("\t")).unwrap();
            (place.to_owned(), units.map(read).collect())
        });
        leaves(all, []).unwrap()
    }

    fn told(before: &str, after: &str, entries: &str) -> Vec<(&'static str, String)> {
        let numbered = (2..).zip(entries.lines().map(str::trim).filter(|line| !line.is_empty()));
        let lines: String =
            numbered.map(|(n, line)| format!("{{\"n\":{n},\"power\":\"japan\",{line}}}\n")).collect();
        let text = format!("{HEAD}{lines}{{\"n\":900,\"kind\":\"issue\",\"number\":1}}\n");
        let mut faults = Vec::new();
        let log = UmpireLog::read("log", &text, &mut faults);
        assert_eq!(faults, []);
        let found = Follower::new(&log).follow(0, &board(before), &board(after)).unwrap();
        found.iter().map(|one| (one.what.code(), one.unit.uid.clone())).collect()
    }

    #[test]
    fn a_unit_goes_by_orders_entries_retreats_and_with_its_ship() {
        let (before, after) =
            ("SZ 35: japan TR 0 1 -; japan INF 0 2 1", "SZ 20: japan TR 0 1 -; japan INF 0 2 1");
        for way in [
            r#""kind":"order","item":1,"units":["TR (INF)"],"path":["SZ 35","SZ 20"]"#,
            r#""kind":"order","item":1,"units":"TR","path":["SZ 36","SZ 35","SZ 20","Burma"]"#,
            r#""kind":"enter","item":1,"group":["1"],"place":"SZ 20","from":"SZ 35""#,
            r#""kind":"retreat","unit":"japan TR","to":"SZ 20""#,
            r#""kind":"order","item":1,"units":"TR""#,
        ] {
            assert_eq!(told(before, after, way), [], "{way}");
        }
        let both = [("way", "1".to_owned()), ("way", "2".to_owned())];
        for no_way in [
            "",
            r#""kind":"order","item":1,"units":"TR","path":["SZ 20","SZ 35"]"#,
            r#""kind":"order","item":1,"units":"BB","path":["SZ 35","SZ 20"]"#,
            r#""kind":"order","item":1,"units":"us TR","path":["SZ 35","SZ 20"]"#,
            r#""kind":"enter","item":1,"group":["1"],"place":"SZ 20","from":"SZ 7""#,
        ] {
            assert_eq!(told(before, after, no_way), both, "{no_way}");
        }
    }

    #[test]
    fn a_unit_comes_aboard_where_the_way_of_its_ship_begins() {
        let sea = "SZ 35: japan TR 0 1 -";
        let (before, after) = (format!("{sea}\nSiam: japan INF 0 2 -"), format!("{sea}; japan INF 0 2 1"));
        let sails = r#""kind":"order","item":1,"units":["TR (INF)"],"path":["SZ 35","SZ 20"]"#;
        assert_eq!(told(&before, &after, sails), []);
        let empty = r#""kind":"order","item":1,"units":["TR"],"path":["SZ 35","SZ 20"]"#;
        assert_eq!(told(&before, &after, empty), [("way", "2".to_owned())]);
    }

    #[test]
    fn a_unit_that_came_to_another_piece_is_lost_as_that_and_a_captured_one_has_a_piece_of_its_owner() {
        let two = "Siam: japan TANK 0 7#1 -; japan TANK 0 7#2 -";
        let lost = r#""kind":"casualty","unit":"8""#;
        let after = "Siam: japan TANK 0 7 -\npool/japan: japan TANK 0 8 -";
        assert_eq!(told(two, after, lost), []);
        assert_eq!(told(two, after, "").len(), 2);
        let (was, is) = ("Burma: uk IC 2 5 -", "Burma: japan IC 2 6 -");
        let seen = r#""kind":"reveal","place":"Burma","facilities":[{"id":"5","class":"IC","damage":2}]"#;
        let taken =
            |place: &str| format!("{seen}\n\"kind\":\"capture\",\"place\":\"{place}\",\"to\":\"japan\"");
        assert_eq!(told(was, is, &taken("Burma")), []);
        assert_eq!(told(was, is, &taken("Siam")).len(), 2);
        assert_eq!(told(was, "Burma: japan AAGUN 0 6 -", &taken("Burma")).len(), 2);
    }

    #[test]
    fn cargo_that_goes_down_takes_no_loss_of_its_ship() {
        let fleet = "SZ 20: japan TR 0 9 -; japan INF 0 2 9";
        let lost = r#""kind":"casualty","unit":{"id":"9","class":"TR","cargo":[{"id":"2","class":"INF"}]}"#;
        assert_eq!(told(fleet, "pool/japan: japan TR 0 9 -; japan INF 0 2 -", lost), []);
    }

    #[test]
    fn moves_count_in_their_order() {
        let legs = [
            r#""kind":"enter","item":1,"group":"SUB","place":"SZ 20","from":"SZ 35""#,
            r#""kind":"enter","item":1,"group":"SUB","place":"Burma","from":"SZ 20""#,
        ];
        let (before, after) = ("SZ 35: japan SUB 0 1 -", "Burma: japan SUB 0 1 -");
        assert_eq!(told(before, after, &legs.join("\n")), []);
        assert_eq!(told(before, after, &format!("{}\n{}", legs[1], legs[0])), [("way", "1".to_owned())]);
    }

    #[test]
    fn a_birth_needs_a_purchase_and_a_place() {
        let bought = r#""kind":"purchase","what":"1 TANK""#;
        let placed = r#""kind":"mobilize","what":"1 TANK","place":"Siam""#;
        let tank = [("birth", "9".to_owned())];
        let both = format!("{bought}\n{placed}");
        assert_eq!(told("", "Siam: japan TANK 0 9 -", &both), []);
        assert_eq!(told("", "pool/japan: japan TANK 0 9 -", bought), []);
        assert_eq!(told("pool/japan: japan TANK 0 9 -", "Siam: japan TANK 0 9 -", placed), []);
        assert_eq!(told("", "Siam: japan TANK 0 9 -", bought), tank);
        assert_eq!(told("", "Siam: japan TANK 0 9 -", placed), tank);
        assert_eq!(told("", "Burma: japan TANK 0 9 -", &both), tank);
        assert_eq!(told("", "Siam: japan TANK 0 8 -; japan TANK 0 9 -", &both), tank, "one was bought");
        assert_eq!(told("", "Siam: us TANK 0 9 -", &both), tank);
    }

    #[test]
    fn an_end_needs_a_loss() {
        let fleet = "SZ 20: japan TR 0 1 -; japan INF 0 2 1; japan BB 0 3 -";
        let (rest, lost) = ("SZ 20: japan BB 0 3 -", r#""kind":"casualty","unit":"TR""#);
        assert_eq!(told(fleet, rest, lost), [], "what it carried goes down with it");
        assert_eq!(told(fleet, rest, ""), [("end", "1".to_owned())]);
        assert_eq!(told(fleet, "SZ 20: japan TR 0 1 -; japan BB 0 3 -", lost), [("end", "2".to_owned())]);
        assert_eq!(
            told("SZ 20: japan BB 0 3 -", "pool/japan: japan BB 0 3 -", r#""kind":"casualty","unit":"3""#),
            []
        );
        let alive = told("SZ 20: japan BB 0 3 -", "SZ 20: japan BB 0 3 -", r#""kind":"casualty","unit":"3""#);
        assert_eq!(alive, [("survival", "3".to_owned())]);
    }

    #[test]
    fn damage_needs_a_battle_and_an_owner_a_capture() {
        let (whole, hit) = ("SZ 20: japan BB 0 3 -", "SZ 20: japan BB 1 3 -");
        assert_eq!(told(whole, hit, ""), [("harm", "3".to_owned())]);
        assert_eq!(told(whole, hit, r#""kind":"battle","number":1,"place":"SZ 20""#), []);
        assert_eq!(
            told(whole, hit, r#""kind":"battle","number":1,"place":"SZ 35""#),
            [("harm", "3".to_owned())]
        );
        assert_eq!(told(hit, whole, ""), [], "repairs are in no log");
        let (was, is) = ("Burma: uk IC 0 5 -", "Burma: japan IC 0 5 -");
        assert_eq!(told(was, is, r#""kind":"capture","place":"Burma","to":"japan""#), []);
        assert_eq!(told(was, is, ""), [("owner", "5".to_owned())]);
        assert_eq!(told(was, "Burma: uk BB 0 5 -", ""), [("class", "5".to_owned())]);
    }

    #[test]
    fn units_of_chips_go_over_to_other_pieces() {
        let three = "Siam: japan INF 0 7#1 -; japan INF 0 7#2 -; japan INF 0 7#3 -";
        assert_eq!(told(three, "Siam: japan INF 0 7#1 -; japan INF 0 7#2 -; japan INF 0 8 -", ""), []);
        let split = "Siam: japan INF 0 7 -\nBurma: japan INF 0 8#1 -; japan INF 0 8#2 -";
        let order = r#""kind":"order","item":1,"units":"2 INF","path":["Siam","Burma"]"#;
        assert_eq!(told(three, split, order), []);
        assert_eq!(told(three, split, "").len(), 4, "two are gone and two have come");
        let one = told("Siam: japan TANK 0 7 -", "Siam: japan TANK 0 8 -", "");
        assert_eq!(one.len(), 2, "a single unit keeps its id");
    }

    #[test]
    fn who_is_named_by_id_is_where_the_log_leaves_it() {
        let legs = r#""kind":"enter","item":1,"group":["1"],"place":"SZ 20","from":"SZ 35""#;
        let way = [("way", "1".to_owned())];
        let (before, after) = ("SZ 35: japan SUB 0 1 -", "SZ 20: japan SUB 0 1 -");
        assert_eq!(told(before, after, legs), []);
        assert_eq!(told(before, before, legs), way, "it stayed behind");
        let back = format!("{legs}\n\"kind\":\"retreat\",\"unit\":\"1\",\"to\":\"SZ 35\"");
        assert_eq!(told(before, before, &back), []);
        assert_eq!(told(before, after, &back), way, "it did not go back");
        let class = r#""kind":"enter","group":"SUB","place":"SZ 20","from":"SZ 35""#;
        assert_eq!(told(before, before, class), [], "another one may be meant");
    }

    #[test]
    fn a_ship_that_is_named_with_what_it_carries_takes_nobody_else_along() {
        let fleet = |place: &str| format!("{place}: japan TR 0 1 -; japan INF 0 2 1");
        let enter = |cargo: &str| {
            let unit = format!(r#"{{"id":"1","class":"TR","cargo":[{cargo}]}}"#);
            format!(r#""kind":"enter","group":[{unit}],"place":"SZ 20","from":"SZ 35""#)
        };
        assert_eq!(told(&fleet("SZ 35"), &fleet("SZ 20"), &enter("\"2\"")), []);
        assert_eq!(told(&fleet("SZ 35"), &fleet("SZ 20"), &enter("")), [("way", "2".to_owned())]);
    }

    #[test]
    fn places_on_the_way_stand_in_the_entry_or_in_its_order() {
        let (before, after) = ("Siam: japan FTR 0 1 -", "SZ 35: japan FTR 0 1 -");
        let enter =
            |rest: &str| format!(r#""kind":"enter","group":["1"],"place":"SZ 35","from":"SZ 20"{rest}"#);
        let order = r#""kind":"order","item":4,"units":["1"],"path":["Siam","Burma","SZ 20","SZ 35"]"#;
        let way = [("way", "1".to_owned())];
        assert_eq!(told(before, after, &enter(r#","path":["Siam","SZ 20","SZ 35"]"#)), []);
        assert_eq!(told(before, after, &format!("{order}\n{}", enter(r#","item":4"#))), []);
        assert_eq!(told(before, after, &enter(r#","path":["Burma","SZ 20","SZ 35"]"#)), way);
        assert_eq!(told(before, after, &format!("{order}\n{}", enter(r#","item":5"#))), way);
        let none = r#""kind":"enter","item":9,"group":["7"],"place":"SZ 35","from":"SZ 20""#;
        assert_eq!(told(before, after, &format!("{order}\n{none}")), way, "ordered, and never carried out");
    }

    #[test]
    fn an_order_counts_for_entries_behind_the_next_issue() {
        let lines = [
            r#"{"n":1,"kind":"issue","number":0}"#,
            r#"{"n":2,"power":"japan","kind":"order","item":1,"units":["1"],"path":["Siam","Burma","SZ 35"]}"#,
            r#"{"n":3,"kind":"issue","number":1,"record_only":true}"#,
            r#"{"n":4,"power":"japan","kind":"enter","item":1,"group":["1"],"place":"SZ 35","from":"Burma"}"#,
            r#"{"n":5,"kind":"issue","number":2}"#,
        ];
        let head = HEAD.lines().next().unwrap();
        let log = UmpireLog::read("log", &format!("{head}\n{}", lines.join("\n")), &mut Vec::new());
        let (siam, sea) = (board("Siam: japan FTR 0 1 -"), board("SZ 35: japan FTR 0 1 -"));
        let mut follower = Follower::new(&log);
        assert_eq!(follower.follow(0, &siam, &siam), Ok(Vec::new()));
        assert_eq!(follower.follow(1, &siam, &sea), Ok(Vec::new()));
        let early = Follower::new(&log).follow(0, &siam, &sea).unwrap();
        assert_eq!(early.len(), 1, "it went before it came");
    }

    #[test]
    fn a_facility_that_was_uncovered_is_another_piece_of_the_captor() {
        let (was, is) = ("Burma: uk IC 1 5 -", "Burma: japan IC 1 9 -");
        let seen = r#""kind":"reveal","place":"Burma","facilities":[{"id":"5","class":"IC","damage":1}]"#;
        let taken = r#""kind":"capture","place":"Burma","to":"japan""#;
        let both = format!("{seen}\n{taken}");
        let told_of = |entries: &str| told(was, is, entries).len();
        assert_eq!((told_of(&both), told_of(seen), told_of(taken), told_of("")), (0, 2, 2, 2));
        assert_eq!(told("Burma: uk INF 0 5 -", "Burma: japan INF 0 9 -", &both).len(), 2, "no facility");
    }

    #[test]
    fn units_of_chips_that_are_lost_leave_the_others_with_new_numbers() {
        let three = "Siam: japan INF 0 7#1 -; japan INF 0 7#2 -; japan INF 0 7#3 -";
        let two = "Siam: japan INF 0 7#1 -; japan INF 0 7#2 -";
        assert_eq!(told(three, two, r#""kind":"casualty","unit":"7#1""#), []);
        assert_eq!(told(three, two, "").len(), 1);
        let gone = r#""kind":"enter","group":["7#1"],"place":"Burma","from":"Siam""#;
        assert_eq!(told(three, &format!("{two}\nBurma: japan INF 0 8 -"), gone), []);
    }

    #[test]
    fn who_lay_at_the_battle_board_is_back_when_the_battle_is_over() {
        let begun = r#""kind":"battle","number":1,"place":"SZ 20""#;
        let both = format!("{begun}\n\"kind\":\"battle-end\",\"number\":1,\"place\":\"SZ 20\"");
        let (sea, board) = ("SZ 20: japan BB 0 3 -", "pool/japan: japan BB 0 3 -");
        assert_eq!(told(sea, sea, &both), []);
        assert_eq!(told(sea, board, &both), [("way", "3".to_owned())], "no loss of it is in the log");
    }

    #[test]
    fn who_fights_lies_at_the_battle_board() {
        let battle = r#""kind":"battle","number":1,"place":"SZ 20""#;
        let (sea, board) = ("SZ 20: japan BB 0 3 -", "pool/japan: japan BB 0 3 -");
        assert_eq!(told(sea, board, battle), []);
        assert_eq!(told(board, sea, battle), []);
        assert_eq!(told(sea, board, ""), [("way", "3".to_owned())]);
    }

    #[test]
    fn an_issue_that_the_log_does_not_tell_is_named() {
        let log = UmpireLog::read("log", HEAD, &mut Vec::new());
        let (one, other) = (board(""), board("Siam: japan TANK 0 9 -"));
        let mut follower = Follower::new(&log);
        assert_eq!(follower.follow(0, &one, &other), Err(1));
        assert_eq!(follower.follow(4, &one, &other), Err(4));
    }
}
