//! The dice of a search, one for each group, and what follows from them (3.8.1, 3.8.6 to 3.8.9).

use super::{Hunt, InterceptionNumbers, OnceKind, SearchGroup};
use crate::sea::numbers::TopicTables;
use crate::terms::ACTIVE;
use liege_rules::play::deeds::{Act, Deed, Whom};
use liege_rules::play::dice::Die;
use liege_rules::play::procedure::{Log, Offer, Played, TableTop};

/// Which groups have rolled, what they found, and what was used up.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Searched {
    /// Groups that have rolled.
    rolled: usize,
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
        Self { rolled: 0, used: vec![None; hunt.once.len()], found: Vec::new() }
    }

    /// Groups that have rolled.
    #[must_use]
    pub fn rolled(&self) -> usize {
        self.rolled
    }

    /// The group that rolls next.
    pub(in super::super) fn next<'h>(&self, hunt: &'h Hunt) -> Option<&'h SearchGroup> {
        hunt.groups().get(self.rolled)
    }

    /// The next group does not roll.
    pub fn skip(&mut self) {
        self.rolled += 1;
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

    /// Numbers of the groups that found the target; all where it is automatic.
    pub(super) fn found_by(&self, hunt: &Hunt) -> Vec<usize> {
        match hunt.is_automatic() {
            true => hunt.groups().iter().map(|group| group.number).collect(),
            false => self.found.iter().map(|finding| finding.group).collect(),
        }
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
    /// Whether a Naval Magic chit was used for a die.
    pub(super) fn has_used_magic(&self, searched: &Searched) -> bool {
        let of_die = |at: usize| self.groups().iter().any(|group| searched.gets(self, at, group));
        self.once.iter().enumerate().any(|(at, once)| once.what == OnceKind::Magic && of_die(at))
    }

    /// One group rolls, once it is said what is used for its die.
    pub(super) fn search<'b>(
        &'b self,
        group: &'b SearchGroup,
        searched: &mut Searched,
        tables: &TopicTables<InterceptionNumbers>,
        at: &mut TableTop<'_, 'b>,
    ) -> Played {
        for (modifier, once) in self.once.iter().enumerate() {
            let may = once.group.is_none_or(|number| number == group.number);
            if once.asked && may && searched.used[modifier].is_none() {
                let (what, prompt) = once.what.told();
                let text =
                    format!("whether {what} ({:+}) is used for the die of {}", once.value, group.called);
                let list = vec![
                    Offer::new("use", vec!["use", "cautious", "balanced", "aggressive"], true),
                    Offer::new("keep", vec!["keep"], false),
                ];
                let uses = at.ask(prompt, Some(&group.called), text, list)?;
                searched.used[modifier] = uses.then_some(group.number);
            }
        }
        let found = self.roll(group, searched, tables, at);
        searched.found.extend(found);
        searched.rolled += 1;
        if found.is_some() {
            self.tell_found(searched.next(self), at.log());
        }
        Ok(())
    }

    fn roll(
        &self,
        group: &SearchGroup,
        searched: &Searched,
        tables: &TopicTables<InterceptionNumbers>,
        at: &mut TableTop<'_, '_>,
    ) -> Option<GroupSuccess> {
        let (dice, log) = at.dice();
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
    pub(super) fn tell_found(&self, then: Option<&SearchGroup>, log: &mut Log) {
        log.line(|| {
            let why = "all ships in that place, as one task force (docked ships are in a different place \
                       from those outside the port); both sides are located";
            ("caught", "the target", why, "3.8.8")
        });
        log.line(|| {
            let why = match (self.is_automatic(), then) {
                (true, _) => "strikes of its carriers, then combat; only an Evasion chit evades".to_owned(),
                (false, None) => "strikes of its carriers, evasion (ATPO-R11), then combat".to_owned(),
                (false, Some(group)) => format!(
                    "strikes of its carriers, evasion (ATPO-R11), then combat, all before {} rolls",
                    group.called
                ),
            };
            ("next", if self.given.submarine { "ATPO-R21" } else { "naval combat" }, why, "3.8.4")
        });
    }

    /// The groups that are marked Active.
    pub(in super::super) fn marked(&self, found_by: &[usize]) -> Vec<Deed> {
        let marked = self.groups().iter().filter(|group| !self.reactive || found_by.contains(&group.number));
        let deed = |group: &SearchGroup| Deed {
            whom: Whom::Unit { name: group.called.clone(), piece: None },
            act: Act::Mark(ACTIVE),
            rule: if self.reactive { "3.8.7.3" } else { "3.8.6" }.into(),
        };
        marked.map(deed).collect()
    }

    /// What becomes of the marker of those who searched.
    pub(in super::super) fn tell_marker(&self, found_by: &[usize], log: &mut Log) {
        log.line(|| {
            let (value, why) = match (self.reactive, found_by) {
                (false, _) => ("Active", "an active interceptor is marked whether or not it finds anything"),
                (true, [_, ..]) => ("Active", "a successful reaction"),
                (true, []) => ("unchanged", "a failed reaction does not change the marker"),
            };
            ("marker of the interceptor", value, why, if self.reactive { "3.8.7" } else { "3.8.6" })
        });
    }
}
