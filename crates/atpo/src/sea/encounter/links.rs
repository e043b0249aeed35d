//! One link after the other: each plays by its own procedure, on what the links before it have left.

use super::chits;
use super::outcome::SortieOutcome;
use super::prompts::{self, EVADE, GO_ON, NIGHT};
use super::sortie::{Sortie, SortieTables};
use super::state::{SortieStage, SortieState};
use crate::sea::batteries::{BatteryState, CoastalBattery};
use crate::sea::combat::NavalCombat;
use crate::sea::combat::battle::{Engagement, NavalState, SIDES, SeaStage, SideIx};
use crate::sea::evasion::Chase;
use crate::sea::fort_mines::FortMines;
use crate::sea::interception::{Hunt, Interception, Searched};
use crate::sea::mines::{MinesState, PortMines};
use crate::sea::night::{self, NightRoll, Sighting, Sky};
use crate::sea::ship::ShipClass;
use crate::sea::submarine::encounter::{Encounter, HuntState};
use crate::sea::submarine::hunt::SubmarineAttack;
use crate::sea::under_fire::UnderFire;
use liege_rules::play::dice::Dice;
use liege_rules::play::procedure::{self, Ask, Flow, Log, Offer, Playing, Procedure as _, Prompt, few};

pub(super) type SortieFlow<'b> = Flow<'b, SortieState, SortieOutcome>;

/// A link and all that it may look at.
pub(super) struct Link<'b> {
    pub sortie: &'b Sortie,
    /// The state, without that of the link.
    pub state: SortieState,
    pub tables: &'b SortieTables,
}

/// An answer and the words of policies that pick it.
pub(super) type LinkAnswer<'b, K> = (&'static str, &'static str, K);

/// A question between the links; one answer alone is given without asking.
pub(super) fn ask<'b, K: 'b>(
    prompt: &Prompt,
    (side, about): (SideIx, Option<&'b str>),
    list: Vec<LinkAnswer<'b, K>>,
    then: impl Fn(&K) -> SortieState + 'b,
) -> SortieFlow<'b> {
    let offers =
        list.into_iter().map(|(answer, tag, key)| Offer::new(answer, prompts::tags(tag), key)).collect();
    Flow::Ask(Ask {
        by: SIDES[side],
        label: prompt.label,
        about,
        text: prompt.text.into(),
        rule: prompt.rule,
        offers: few(offers, then),
    })
}

impl<'b> Link<'b> {
    fn hunt(&self) -> &'b Hunt {
        let single = self.state.fleets[1].here().take(2).count() == 1;
        &self.sortie.hunts[usize::from(single)]
    }

    /// The number of the group that has found the target.
    fn group(&self) -> usize {
        self.state.met.last().copied().unwrap_or(1)
    }

    /// Whether a ship belongs to the group that has found the target.
    pub(super) fn in_group(&self) -> impl Fn(usize) -> bool + use<'b> {
        let (group, sortie) = (self.group(), self.sortie);
        move |ship| sortie.is_in_group(ship, group)
    }

    /// Whether the die that found the target was a 6 that counts as automatic.
    fn automatic_six(&self) -> bool {
        self.state.searched.last().is_some_and(|finding| finding.automatic_six)
    }

    fn engagement(&self) -> &'b Engagement {
        match self.state.sky {
            Some(Sky::Moonlit) => &self.sortie.by_moonlight,
            _ => &self.sortie.by_day,
        }
    }

    fn submarine(&self) -> Option<&'b Encounter> {
        let moonlit = self.state.sky == Some(Sky::Moonlit);
        self.sortie.submarine.as_ref().map(|under| &under[usize::from(moonlit)])
    }

    /// Sea mines of a coastal fort (ATPO-R18): against the force that moves, or against a group that reacts.
    pub fn sea_mines(
        self,
        mines: Playing<UnderFire>,
        reacts: bool,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> SortieFlow<'b> {
        let (sortie, mut state) = (self.sortie, self.state);
        let (coast, side) = match reacts {
            true => (&sortie.guarded_coast, 0),
            false => (&sortie.mined_coast, sortie.mover()),
        };
        let stage = if reacts { SortieStage::ReactionMines } else { SortieStage::SeaMines };
        let past =
            move |state: SortieState| if reacts { state.meet(sortie) } else { state.off_the_coast(sortie) };
        let Some(coast) = coast else { return Flow::Next(past(state)) };
        let whole = state.clone();
        procedure::step::<FortMines>(coast, mines, &self.tables.sea_mines, dice, log)
            .asking(prompts::of_owner(1 - side))
            .within(
                move |mines| whole.clone().at(stage(mines)),
                |force| {
                    state.take_sea_mines(side, &force);
                    Flow::Next(past(state))
                },
            )
    }

    /// Port mines (ATPO-R12).
    pub fn mines(
        self,
        mines: Playing<MinesState>,
        stage: fn(Playing<MinesState>) -> SortieStage,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> SortieFlow<'b> {
        let (sortie, state, early) = (self.sortie, self.state, self.sortie.in_port);
        let then = if early { SortieStage::Search(None) } else { SortieStage::End };
        let Some(field) = &self.sortie.minefield else { return Flow::Next(state.at(then)) };
        let whole = state.clone();
        procedure::step::<PortMines>(field, mines, &self.tables.mines, dice, log)
            .asking(prompts::of_owner(1 - sortie.mover()))
            .within(
                move |mines| whole.clone().at(stage(mines)),
                |mines| {
                    let mut state = state;
                    state.take_mines(sortie, &mines.force);
                    Flow::Next(state.at(then))
                },
            )
    }

    /// The next search group (ATPO-R10): whether there is one that searches, then its die.
    pub fn search(
        mut self,
        under_way: Option<Playing<Searched>>,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> SortieFlow<'b> {
        if let Some(searched) = under_way {
            return self.roll(searched, dice, log);
        }
        let hunt = self.hunt();
        let group = hunt.groups().get(self.state.dealt).filter(|_| !self.state.hidden);
        let Some(group) = group.filter(|_| self.state.fleets[1].here().next().is_some()) else {
            return Flow::Next(self.searched(log));
        };
        let left = |ship: usize| self.sortie.is_in_group(ship, group.number);
        if !self.state.fleets[0].here().any(left) {
            log.line(|| (group.called.clone(), "no search", "none of its ships is left", "3.8.9"));
            self.state.searched.skip();
            return Flow::Next(self.state.next_group());
        }
        self.spend_letters();
        let searched = self.state.searched.clone();
        self.roll(searched.into(), dice, log)
    }

    fn roll(self, searched: Playing<Searched>, dice: &mut dyn Dice, log: &mut Log) -> SortieFlow<'b> {
        let (hunt, sortie, state) = (self.hunt(), self.sortie, self.state);
        let number = searched.settled().next(hunt).map_or(1, |group| group.number);
        let automatic = state.clone();
        procedure::step::<Interception>(hunt, searched, &self.tables.search, dice, log).within(
            move |searched| {
                let mut then = state.clone();
                if searched.settled().rolled() == then.searched.rolled() {
                    return then.at(SortieStage::Search(Some(searched)));
                }
                then.searched = searched.settled().clone();
                match then.searched.last().is_some_and(|finding| finding.group == number) {
                    false => then.next_group(),
                    true => then.find(sortie, number),
                }
            },
            |_| Flow::Next(automatic.find(sortie, number)),
        )
    }

    /// Nobody searches any more.
    fn searched(self, log: &mut Log) -> SortieState {
        let hunt = self.hunt();
        if !hunt.is_automatic() {
            hunt.tell_marker(&self.state.met, log);
        }
        self.state.at(SortieStage::GoOn)
    }

    /// Letters of Admirals who are gone, and Naval Magic that was used in battle, help no search any more.
    fn spend_letters(&mut self) {
        for (modifier, letter) in self.sortie.letters.iter().enumerate() {
            let gone = match letter {
                Some((side, came_with)) => !self.state.fleets[*side].serves(*came_with),
                None => self.state.magic_used,
            };
            if gone {
                self.state.searched.spend(modifier);
            }
        }
    }

    /// Night (ATPO-R60): the owner of a force that moves may declare it, and then it is rolled for.
    pub fn night(self, choice: Option<bool>, dice: &mut dyn Dice, log: &mut Log) -> SortieFlow<'b> {
        let sortie = self.sortie;
        let sighting = self.sighting(choice == Some(true));
        let barred = !night::against(&NightRoll::Night(sighting), &self.tables.night).is_empty();
        if !self.hunt().reactive || self.state.sky == Some(Sky::Moonlit) || barred {
            return Flow::Next(self.state.off_carriers(sortie));
        }
        let mut state = self.state;
        let Some(chit) = choice else {
            let mut list = vec![("no", "day", None), ("roll", "dark", Some(false))];
            list.extend((state.night_chits > 0).then_some(("chit", "night-chit", Some(true))));
            return ask(&NIGHT, (1, None), list, move |choice| match choice {
                None => state.clone().off_carriers(sortie),
                chit => state.clone().at(SortieStage::Night(*chit)),
            });
        };
        state.night_chits = state.night_chits.saturating_sub(chit.into());
        let sky = night::night(sighting, &self.tables.night, dice, log);
        state.sky = Some(sky);
        state.hidden |= sky == Sky::Moonless;
        Flow::Next(if state.hidden { state.next_group() } else { state.off_carriers(sortie) })
    }

    fn sighting(&self, chit: bool) -> Sighting {
        let mut target = self.state.fleets[1].here();
        let units = &self.sortie.by_day.fleets[1].units;
        let boat = |ship: usize| {
            units[ship].class == ShipClass::TorpedoBoat && matches!(units[ship].nation, Some("US") | None)
        };
        let pt_boat = target.next().is_some_and(boat) && target.next().is_none();
        let natural_6 = self.automatic_six();
        let coastal = self.hunt().is_coastal();
        Sighting { pt_boat, coastal, automatic: false, natural_6, dummy: false, chit }
    }

    /// Evasion (ATPO-R11), by speed or by a chit; who does not evade fights.
    pub fn evade(self, way: Option<bool>, log: &mut Log) -> SortieFlow<'b> {
        let chase = self.chase();
        if let Some(by_chit) = way {
            let facts = chase.evades(!by_chit, by_chit, log);
            let mut state = self.state;
            state.evaded.extend(state.met.last());
            state.assault_lost |= facts.assault_lost;
            state.hidden |= by_chit;
            state.evasion_chits = state.evasion_chits.saturating_sub(by_chit.into());
            return Flow::Next(state.next_group());
        }
        let by_speed = chase.by_speed(&self.tables.evasion, log);
        let by_chit = self.state.evasion_chits > 0
            && chits::limits(self.sortie, &self.state, &self.tables.evasion).is_empty();
        let fight = self.begin();
        if !by_speed && !by_chit {
            return Flow::Next(fight);
        }
        let state = self.state;
        let mut list = vec![("fight", "fight", None)];
        list.extend(by_speed.then_some(("speed", "evade", Some(false))));
        list.extend(by_chit.then_some(("chit", "evasion-chit", Some(true))));
        ask(&EVADE, (1, None), list, move |way| match way {
            None => fight.clone(),
            way => state.clone().at(SortieStage::Evade(*way)),
        })
    }

    fn chase(&self) -> Chase {
        let slowest = |side: SideIx, only: &dyn Fn(usize) -> bool| {
            let (fleet, units) = (&self.state.fleets[side], &self.sortie.by_day.fleets[side].units);
            let speed = |ship: usize| units[ship].face(fleet.left[ship] < 2).movement;
            fleet.here().filter(|ship| only(*ship)).filter_map(speed).min().map_or(0, u32::from)
        };
        Chase {
            target: slowest(1, &|_| true),
            interceptor: slowest(0, &self.in_group()),
            automatic: self.hunt().is_automatic(),
            natural_6: self.automatic_six(),
            amphibious: self.hunt().is_landing(),
            chit: None,
        }
    }

    /// The battle begins: between ships, or with a submarine.
    fn begin(&self) -> SortieState {
        let state = self.state.clone();
        let target = state.fleets[1].afloat(|_| true);
        let group = state.fleets[0].afloat(self.in_group());
        let spent = state.is_magic_spent(self.sortie);
        let stage = match self.submarine() {
            Some(encounter) => SortieStage::Attack(encounter.begin(group, target, spent).into()),
            None => {
                let combat = &self.tables.combat;
                let mut battle = NavalState::between([group, target], self.engagement(), combat);
                battle.magic_used = spent;
                SortieStage::Fight(battle)
            }
        };
        state.at(stage)
    }

    /// Naval combat (ATPO-R14).
    pub fn fight(self, battle: NavalState, dice: &mut dyn Dice, log: &mut Log) -> SortieFlow<'b> {
        let last = (battle.stage == SeaStage::End).then(|| battle.clone());
        let flow = NavalCombat::step(self.engagement(), battle, &self.tables.combat, dice, log);
        let on = |state: SortieState, battle| state.at(SortieStage::Fight(battle));
        flow.inside(self.state, on, |mut state, _| {
            last.iter().for_each(|last| state.take_battle(last));
            state.fought = true;
            log.line(|| {
                let cause =
                    "interceptors may not move or intercept again in this Phase; the intercepted ships may";
                ("after the battle", "no longer located", cause, "3.11.7")
            });
            Flow::Next(state.next_group())
        })
    }

    /// A submarine's attack (ATPO-R21).
    pub fn attack(self, hunt: Playing<HuntState>, dice: &mut dyn Dice, log: &mut Log) -> SortieFlow<'b> {
        let encounter = self.submarine();
        let mut state = self.state;
        let Some(encounter) = encounter else { return Flow::Next(state.next_group()) };
        let whole = state.clone();
        procedure::step::<SubmarineAttack>(encounter, hunt, &self.tables.submarine, dice, log)
            .asking(prompts::of_submarine)
            .within(
                move |hunt| whole.clone().at(SortieStage::Attack(hunt)),
                |hunt| {
                    state.take_attack(&hunt);
                    Flow::Next(state.next_group())
                },
            )
    }

    /// After the search: the force that moves goes on into the port or to its landing, if it wishes.
    pub fn go_on(self, log: &mut Log) -> SortieFlow<'b> {
        let (sortie, mover) = (self.sortie, self.sortie.mover());
        let state = self.state;
        let moving = || state.fleets[mover].afloat(|_| true);
        let spent = state.is_magic_spent(sortie);
        let field = sortie.minefield.as_ref().filter(|_| !sortie.in_port);
        let next = match (field, &sortie.siege) {
            _ if state.fleets[mover].here().next().is_none() => SortieStage::End,
            _ if mover == 0 && !state.met.is_empty() => SortieStage::End,
            (Some(field), _) => SortieStage::LateMines(field.enter(moving(), spent).into()),
            (None, Some(_)) if !state.assault_lost => {
                SortieStage::Battery(BatteryState::new(moving(), spent).into())
            }
            _ => SortieStage::End,
        };
        // The port may be entered in a battle of its own, for which the answer counts.
        let later = sortie.to_port && state.fleets[mover].here().next().is_some();
        if next == SortieStage::End && !later || state.met.is_empty() {
            return Flow::Next(state.at(next));
        }
        log.line(|| ("continued movement", "allowed", "the intercepted ships may go on", "3.11.7"));
        let list = vec![("yes", "onward", true), ("no", "halt", false)];
        ask(&GO_ON, (mover, None), list, move |goes| {
            let mut then = state.clone();
            then.halted = !goes;
            then.at(if *goes { next.clone() } else { SortieStage::End })
        })
    }

    /// A coastal battery (ATPO-R13).
    pub fn battery(
        self,
        battery: Playing<BatteryState>,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> SortieFlow<'b> {
        let mut state = self.state;
        let Some(siege) = &self.sortie.siege else { return Flow::Next(state.at(SortieStage::End)) };
        let whole = state.clone();
        procedure::step::<CoastalBattery>(siege, battery, &self.tables.battery, dice, log)
            .asking(prompts::of_battery)
            .within(
                move |battery| whole.clone().at(SortieStage::Battery(battery)),
                |battery| {
                    state.take_battery(&battery.force);
                    Flow::Next(state.at(SortieStage::End))
                },
            )
    }
}
