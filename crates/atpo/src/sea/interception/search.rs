//! The dice of a search, one for each group, and what follows from them (3.8.1, 3.8.6 to 3.8.9).

use super::{Hunt, InterceptionNumbers, InterceptionOutcome, OnceKind, SearchGroup};
use crate::sea::magic;
use crate::sea::numbers::TopicTables;
use crate::terms::ACTIVE;
use liege_rules::play::deeds::{Act, Deed, Whom};
use liege_rules::play::dice::{Dice, Die};
use liege_rules::play::procedure::{Ask, Flow, Log, Offer, few};

/// Which groups have rolled, what they found, and what was used up.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Searched {
    /// Groups that have rolled.
    rolled: usize,
    /// Modifiers about which a side was asked for the next group.
    asked: usize,
    /// For each modifier that is used once the number of the group that had it; 0 for one that nobody can use any more.
    used: Vec<Option<usize>>,
    /// What was found, in the order of the dice.
    found: Vec<GroupSuccess>,
}

/// A group that found the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct GroupSuccess {
    /// The number of the group.
    pub group: usize,
    /// Whether its die was a 6 that counts as automatic (choice `natural_6_automatic`).
    pub automatic_six: bool,
}

impl Searched {
    /// Before the first die.
    #[must_use]
    pub fn new(hunt: &Hunt) -> Self {
        Self { rolled: 0, asked: 0, used: vec![None; hunt.once.len()], found: Vec::new() }
    }

    /// Groups that have rolled.
    #[must_use]
    pub fn rolled(&self) -> usize {
        self.rolled
    }

    /// The next group does not roll.
    pub fn skip(&mut self) {
        (self.rolled, self.asked) = (self.rolled + 1, 0);
    }

    /// Whether a modifier that is used once was used.
    #[must_use]
    pub fn has_used(&self, modifier: usize) -> bool {
        self.used.get(modifier).is_some_and(|group| group.is_some_and(|number| number > 0))
    }

    /// Nobody can use this modifier any more.
    pub fn spend(&mut self, modifier: usize) {
        if let Some(used) = self.used.get_mut(modifier) {
            used.get_or_insert(0);
        }
    }

    /// What was found last.
    #[must_use]
    pub fn last(&self) -> Option<GroupSuccess> {
        self.found.last().copied()
    }

    /// Numbers of the groups that found the target.
    #[must_use]
    pub fn found_by(&self) -> Vec<usize> {
        self.found.iter().map(|finding| finding.group).collect()
    }

    /// Whether a group gets a modifier.
    pub(super) fn gets(&self, hunt: &Hunt, modifier: usize, group: &SearchGroup) -> bool {
        let once = &hunt.once[modifier];
        match once.asked {
            true => self.used[modifier] == Some(group.number),
            false => once.group == Some(group.number),
        }
    }
}

impl Hunt {
    /// The same search for a single ship, or for several.
    #[must_use]
    pub fn for_single(mut self, single: bool) -> Self {
        self.common.single = single;
        self
    }

    /// Whether the search is in a coastal hex.
    #[must_use]
    pub fn is_coastal(&self) -> bool {
        self.common.coastal
    }

    /// Whether the target is to land in the hex.
    #[must_use]
    pub fn is_landing(&self) -> bool {
        self.common.amphibious
    }

    /// The next question, the next die, or the end.
    pub fn next<'b>(
        &'b self,
        mut searched: Searched,
        tables: &'b TopicTables<InterceptionNumbers>,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, Searched, InterceptionOutcome> {
        if let Some(why) = self.automatic {
            log.line(|| ("interception", "automatic", format!("no dice: {why}"), "3.8.3"));
            self.tell_found(None, true, log);
            let all = self.groups.iter().map(|group| group.number).collect();
            return Flow::Done(self.outcome(all, true, log));
        }
        let Some(group) = self.groups.get(searched.rolled) else {
            let mut outcome = self.outcome(searched.found_by(), false, log);
            outcome.deeds.extend(magic::spent(self.has_used_magic(&searched)));
            return Flow::Done(outcome);
        };
        if let Some(modifier) = self.to_ask(&searched, group) {
            return self.ask(searched, modifier, group);
        }
        let found = self.search(group, &searched, tables, dice, log);
        searched.found.extend(found);
        searched.rolled += 1;
        searched.asked = 0;
        if found.is_some() {
            self.tell_found(self.groups.get(searched.rolled), false, log);
        }
        Flow::Next(searched)
    }

    /// Whether a Naval Magic chit was used for a die.
    fn has_used_magic(&self, searched: &Searched) -> bool {
        let of_die = |at: usize| self.groups.iter().any(|group| searched.gets(self, at, group));
        self.once.iter().enumerate().any(|(at, once)| once.what == OnceKind::Magic && of_die(at))
    }

    /// The next modifier about which a side is asked for this group.
    fn to_ask(&self, searched: &Searched, group: &SearchGroup) -> Option<usize> {
        let open = |at: &usize| {
            let once = &self.once[*at];
            let may = once.group.is_none_or(|number| number == group.number);
            once.asked && may && searched.used[*at].is_none()
        };
        (searched.asked..self.once.len()).find(open)
    }

    fn ask<'b>(
        &'b self,
        searched: Searched,
        modifier: usize,
        group: &'b SearchGroup,
    ) -> Flow<'b, Searched, InterceptionOutcome> {
        let once = &self.once[modifier];
        let (what, label, rule) = once.what.told();
        let list = [
            Offer::new("use", vec!["use", "cautious", "balanced", "aggressive"], true),
            Offer::new("keep", vec!["keep"], false),
        ];
        let offers = few(list.into(), move |uses: &bool| {
            let mut then = searched.clone();
            then.asked = modifier + 1;
            then.used[modifier] = uses.then_some(group.number);
            then
        });
        let text =
            format!("whether {what} ({:+}) is used for the die of {}", once.value, group.called).into();
        let by = once.what.by();
        Flow::Ask(Ask { by, label, about: Some(group.called.as_str()), text, rule, offers })
    }

    /// One group rolls.
    fn search(
        &self,
        group: &SearchGroup,
        searched: &Searched,
        tables: &TopicTables<InterceptionNumbers>,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Option<GroupSuccess> {
        let row = &tables.numbers.roll;
        let modifiers = self.modifiers(group, searched, tables);
        let sum = modifiers.iter().fold(0i32, |sum, (_, value, _)| sum.saturating_add(*value));
        let six = tables.choices.is("natural_6_automatic", "yes");
        let finding = |die: u8| {
            let automatic_six = six && die == row.natural_success;
            let finds = match die {
                die if die == row.natural_failure => false,
                die if die == row.natural_success => true,
                die => i32::from(die).saturating_add(sum) >= row.success,
            };
            finds.then_some(GroupSuccess { group: group.number, automatic_six })
        };
        let class = |die: u8| finding(die).map_or(0, |finding| 1 + u16::from(finding.automatic_six));
        let name = group.called.as_str();
        let die = dice.roll_into(Die::D6, "interception", &class);
        log.roll(Die::D6, die, || (format!("{name}: die"), "1d6", "3.8.1"));
        for (label, value, rule) in &modifiers {
            log.line(|| (format!("interception modifier: {label}"), format!("{value:+}"), name, *rule));
        }
        let found = finding(die);
        log.line(|| {
            let total = i32::from(die).saturating_add(sum);
            let why = match die {
                die if die == row.natural_failure => "a natural 1 always fails".to_owned(),
                die if die == row.natural_success && six => {
                    "a natural 6 succeeds and is automatic: only an Evasion chit evades it (choice \
                     natural_6_automatic)"
                        .to_owned()
                }
                die if die == row.natural_success => "a natural 6 succeeds; it may be evaded".to_owned(),
                _ if found.is_some() => format!("total {total}; {} or more", row.success),
                _ => format!("total {total}; {} is needed", row.success),
            };
            (name, if found.is_some() { "success" } else { "failure" }, why, "3.8.1")
        });
        found
    }

    /// What a success brings, and what comes before the die of the next group.
    fn tell_found(&self, then: Option<&SearchGroup>, automatic: bool, log: &mut Log) {
        log.line(|| {
            let why = "all ships in that place, as one task force (docked ships are in a different place \
                       from those outside the port); both sides are located";
            ("caught", "the target", why, "3.8.8")
        });
        log.line(|| {
            let why = match (automatic, then) {
                (true, _) => "strikes of its carriers, then combat; only an Evasion chit evades".to_owned(),
                (false, None) => "strikes of its carriers, evasion (ATPO-R11), then combat".to_owned(),
                (false, Some(group)) => format!(
                    "strikes of its carriers, evasion (ATPO-R11), then combat, all before {} rolls",
                    group.called
                ),
            };
            ("next", if self.submarine { "ATPO-R21" } else { "naval combat" }, why, "3.8.4")
        });
    }

    /// What follows, told and as deeds.
    pub fn outcome(&self, found_by: Vec<usize>, automatic: bool, log: &mut Log) -> InterceptionOutcome {
        let marked = self.groups.iter().filter(|group| !self.reactive || found_by.contains(&group.number));
        let deeds: Vec<Deed> = marked
            .map(|group| Deed {
                whom: Whom::Unit { name: group.called.clone(), piece: None },
                act: Act::Mark(ACTIVE),
                rule: if self.reactive { "3.8.7.3" } else { "3.8.6" }.into(),
            })
            .collect();
        log.line(|| {
            let (value, why) = match (self.reactive, deeds.is_empty()) {
                (false, _) => ("Active", "an active interceptor is marked whether or not it finds anything"),
                (true, false) => ("Active", "a successful reaction"),
                (true, true) => ("unchanged", "a failed reaction does not change the marker"),
            };
            ("marker of the interceptor", value, why, if self.reactive { "3.8.7" } else { "3.8.6" })
        });
        InterceptionOutcome { found_by, groups: self.groups.len(), automatic, deeds }
    }
}
