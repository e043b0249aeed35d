//! Whose EP a raid costs, how many, and from which track they come (2, 14.4.1, 14.4.7).

use super::numbers::{Payer, RaidTables};
use liege_rules::play::deeds::{Act, Deed, Term, Whom};
use liege_rules::play::procedure::Log;

/// Whose EP are lost, and how many they may be.
#[derive(Debug, Clone)]
pub(super) struct Purse {
    pub payer: Payer,
    /// Its next income, where it was told.
    pub next_income: Option<u32>,
    /// What it has lost already this season.
    pub lost: u32,
    /// EP on its track, where they were told.
    pub on_track: Option<u32>,
}

impl Purse {
    /// What is lost of a number: EP, with the tracks from which they go.
    pub fn pay(&self, number: u32, tables: &RaidTables, deeds: &mut Vec<Deed>, log: &mut Log) -> u32 {
        let name = &self.payer.name;
        let ep = self.limited(number, tables, log);
        log.line(|| ("EP", ep.to_string(), format!("lost by {name}"), "2"));
        let at_once = if tables.choices.is("ep_loss_time", "at_once") {
            let most = tables.rules.reserve.most;
            let exposed = self.on_track.unwrap_or(0).saturating_sub(most);
            let now = ep.min(exposed);
            log.line(|| {
                let track = self
                    .on_track
                    .map_or("EP on the track are not given".to_owned(), |ep| format!("{ep} EP on the track"));
                let why = format!("{track}, of which {most} are immune (choice ep_loss_time)");
                ("lost at once", format!("{now} EP"), why, "2")
            });
            now
        } else {
            0
        };
        let value = |word: &str, what: &str, by: i64| {
            let whom = Whom::Thing(Term::read(word.to_owned(), format!("{what} of {name}")));
            (by != 0).then(|| Deed { whom, act: Act::Value(by), rule: "2".into() })
        };
        deeds.extend(value(&self.payer.loss, "strategic losses", i64::from(ep - at_once)));
        deeds.extend(value(&self.payer.ep, "Economic Points", -i64::from(at_once)));
        ep
    }

    /// At most the next income, where nobody's EP go below zero; else a deficit is told.
    fn limited(&self, number: u32, tables: &RaidTables, log: &mut Log) -> u32 {
        let Some(income) = self.next_income else { return number };
        let left = income.saturating_sub(self.lost);
        if number <= left {
            return number;
        }
        if tables.choices.is("ep_negative", "floor_zero") {
            let why = "the season's losses are limited to the next income (choice ep_negative)";
            log.line(|| ("limit", format!("{left} EP"), why, "2"));
            return left;
        }
        log.line(|| {
            let why = "beyond the next income; paid in the season after it, without the Economic Reserve (choice ep_negative)";
            ("deficit", format!("{} EP", number - left), why, "14.4.7")
        });
        number
    }
}
