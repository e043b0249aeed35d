//! What the rules forbid about a Magic chit (17.10.1, 17.10.2.5 to 17.10.2.7).

use super::input::{DrawPeriod, InitiativeHolder, MagicContext, MagicPhase};
use super::{MagicNumbers, MagicUse};
use liege_rules::play::inputs::Month;
use liege_rules::play::procedure::Refusal;

/// The season of a month such as `1943-06`, counted through the years; Winter is January to March.
fn season(month: &str) -> Option<i64> {
    let (year, month) = month.split_once('-')?;
    Some(year.parse::<i64>().ok()? * 4 + (month.parse::<i64>().ok()? - 1) / 3)
}

/// Whether a month is of a Winter.
fn is_winter(month: &str) -> bool {
    season(month).is_some_and(|season| season % 4 == 0)
}

impl MagicUse {
    pub(super) fn against(&self, numbers: &MagicNumbers) -> Vec<Refusal> {
        let mut told = Vec::new();
        let mut refuse = |holds: bool, rule: &'static str, reason: &str| {
            if holds {
                told.push(Refusal::new(rule, reason));
            }
        };
        refuse(self.typed.used, "17.10.2.6", "a Magic chit is used once");
        refuse(self.typed.europe, "17.10.2.6", "Magic is not used in the European Theater");
        self.against_time(numbers, &mut refuse);
        self.against_units(numbers, &mut refuse);
        self.against_roll(&mut refuse);
        self.against_phase(&mut refuse);
        if self.context == MagicContext::Initiative {
            refuse(
                self.typed.holder != Some(InitiativeHolder::Japan),
                "17.10.2.2.2",
                "the Allies already have the Initiative",
            );
        }
        told
    }

    fn against_time(&self, numbers: &MagicNumbers, refuse: &mut impl FnMut(bool, &'static str, &str)) {
        let typed = &self.typed;
        let date = typed.date.as_ref().map(|date| date.0.as_str());
        let early = date.is_some_and(|date| date < numbers.draw.from.text());
        refuse(early, "17.10", "no Magic before the Winter Seasonal Turn of 1942");
        if let Some(Month(drawn)) = &typed.drawn {
            let yearly = typed.period == Some(DrawPeriod::Yearly);
            let year = |month: &str| month.split('-').next().map(str::to_owned);
            let lasts = |month: &str| match yearly {
                true => year(drawn) == year(month),
                false => season(drawn) == season(month),
            };
            let (rule, for_what) = if yearly { ("17.10.1.2", "year") } else { ("17.10.1.1", "season") };
            let told = format!("the chit was drawn for another {for_what} and returned unused");
            refuse(date.is_some_and(|date| !lasts(date)), rule, &told);
            refuse(yearly && !is_winter(drawn), "17.10.1.2", "a Yearly chit is drawn in Winter");
        }
        if let Some(Month(placed)) = &typed.placed {
            let early = placed.as_str() < numbers.jn25.from.text();
            refuse(early, "17.10.2.7", "Japan has no Change JN-25 before 1943");
            let next = season(placed).zip(date.and_then(season)).is_some_and(|(was, now)| now == was + 1);
            refuse(next, "17.10.2.7", "Change JN-25 was placed last season: no Magic is used this season");
        }
        refuse(typed.changed, "17.10.2.7", "Change JN-25 is in force: no Magic is used this season");
        if self.context == MagicContext::Yamamoto {
            let row = &numbers.yamamoto;
            let out = date.is_some_and(|date| date < row.from.text() || date > row.to.text());
            refuse(out, "17.10.2.3", "Yamamoto is shot down in 1943 or not at all");
            refuse(typed.played, "17.10.2.3", "Yamamoto was shot down before; a redrawn chit does nothing");
        }
    }

    fn against_units(&self, numbers: &MagicNumbers, refuse: &mut impl FnMut(bool, &'static str, &str)) {
        for nation in &self.nations {
            let never = numbers.helped.bars(nation);
            refuse(never, "17.10.2.6", "Magic cannot be used where Soviet units take part");
            let strange = !never && !numbers.helped.helps(Some(*nation));
            refuse(
                strange,
                "17.10.2",
                &format!("Magic is for US, UK and Commonwealth units, not for {nation}"),
            );
        }
    }

    fn against_roll(&self, refuse: &mut impl FnMut(bool, &'static str, &str)) {
        if let Some(roll) = self.roll.filter(|roll| roll.context != self.context) {
            let told = format!("{} Magic is not for {}", self.context.called(), roll.called);
            refuse(true, "17.10.2", &told);
        }
        let naval = self.context == MagicContext::Naval && self.is_enemys();
        refuse(naval, "17.10.2.1.3", "Naval Magic changes no Axis roll");
        let other = self.second.is_some_and(|(context, _)| context != self.context);
        refuse(other, "17.10.2.5", "only chits with the same context add up");
    }

    fn against_phase(&self, refuse: &mut impl FnMut(bool, &'static str, &str)) {
        let Some(phase) = self.typed.phase else { return };
        let (wanted, rule, reason) = match self.context {
            MagicContext::Maru => {
                (MagicPhase::StrategicWarfare, "17.10.2.2.1", "Maru is for the Strategic Warfare Phase")
            }
            MagicContext::Initiative => (
                MagicPhase::Weather,
                "17.10.2.2.2",
                "Initiative is declared in the Weather Phase, after the weather",
            ),
            MagicContext::Repair => (
                MagicPhase::Construction,
                "17.10.2.4",
                "repairs are helped only in the Construction and Repair Step",
            ),
            _ => return,
        };
        refuse(phase != wanted, rule, reason);
    }
}

impl MagicContext {
    /// What players call it.
    pub(super) fn called(self) -> &'static str {
        match self {
            Self::Air => "Air",
            Self::Land => "Land",
            Self::Naval => "Naval",
            Self::Maru => "Maru",
            Self::Initiative => "Initiative",
            Self::Yamamoto => "Yamamoto",
            Self::Repair => "US Naval Repair",
        }
    }
}
