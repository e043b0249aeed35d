//! How line-ups of both sides go into the last round, where there is one.

use super::line_up::LineUp;
use super::salvo::Broadside;
use super::scale::Scale;
use super::spread::Endings;
use super::standing::{Meetings, screened, together};
use super::{CountedFight, Decisions};
use crate::sea::combat::battle::SideIx;

/// How a battle goes on where two line-ups meet.
#[derive(Clone, Copy)]
pub(super) enum Course {
    /// It does not, because both sides withdraw or one has nothing left.
    Over { withdrawn: bool },
    /// Both sides take a stance, by number.
    On([u32; 2]),
}

/// A line-up of which so many ships are screened.
pub(super) struct RoundStance {
    /// Who waits to fire, and what the ships are as targets, by number.
    pub(super) waiting: u32,
    pub(super) targets: u32,
    pub(super) aside: LineUp,
    /// What is left of the screened ships, and what they are worth.
    pub(super) aside_left: u32,
    pub(super) aside_worth: u32,
}

/// A line-up when the last round begins.
struct Arrival {
    afloat: u64,
    lost: usize,
    /// The number of its first stance; with each ship more that may be screened there is one more.
    stances: u32,
    different: u64,
}

/// The stances of both sides.
pub(super) struct Stances {
    arrivals: [Vec<Arrival>; 2],
    all: [Vec<RoundStance>; 2],
    /// Whether any ships of a side are screened.
    pub(super) screens: [bool; 2],
    /// Whether a side withdraws, when it is not losing and when it is; none where no round follows.
    withdraws: Option<[[bool; 2]; 2]>,
}

impl Stances {
    pub(super) fn of<const N: usize, E: Endings>(
        fight: &CountedFight<'_>,
        standing: &Meetings<N>,
        second: Option<&Decisions>,
        salvos: &mut [Broadside<'_, '_, E>; 2],
    ) -> Self {
        let mut stances = Self {
            arrivals: [Vec::new(), Vec::new()],
            all: [Vec::new(), Vec::new()],
            screens: [false; 2],
            withdraws: second.map(|decisions| decisions.withdraws),
        };
        for side in 0..2 {
            let scale = Scale::of(&fight.sides[side]);
            for line_up in &standing.line_ups[side] {
                let worth = scale.left(&fight.sides[side], *line_up).1;
                let afloat = line_up.afloat();
                let first = stances.all[side].len() as u32;
                let mut different = 0;
                if let Some(decisions) = second {
                    // At least one enemy is left, so not all may be screened.
                    for may in 0..afloat {
                        let (arrayed, aside) = screened(fight, (side, *line_up), may, &decisions.screens);
                        if may > 0 && aside.afloat() < may {
                            break;
                        }
                        different = may;
                        stances.screens[side] |= may > 0;
                        let stance = RoundStance::of(fight, salvos, (side, scale), arrayed, aside);
                        stances.all[side].push(stance);
                    }
                }
                let lost = scale.worth - worth;
                stances.arrivals[side].push(Arrival { afloat, lost, stances: first, different });
            }
        }
        stances
    }

    /// How it goes on where an attacker's and a defender's line-up meet.
    pub(super) fn course(&self, line_ups: [usize; 2]) -> Course {
        let Some(withdraws) = &self.withdraws else { return Course::Over { withdrawn: false } };
        let [attacker, defender] = [0, 1].map(|side: SideIx| &self.arrivals[side][line_ups[side]]);
        if attacker.afloat == 0 || defender.afloat == 0 {
            return Course::Over { withdrawn: false };
        }
        let losing = [attacker.lost > defender.lost, defender.lost > attacker.lost];
        if (0..2).all(|side| withdraws[side][usize::from(losing[side])]) {
            return Course::Over { withdrawn: true };
        }
        let stance = |own: &Arrival, other: &Arrival| {
            own.stances + own.afloat.saturating_sub(other.afloat).min(own.different) as u32
        };
        Course::On([stance(attacker, defender), stance(defender, attacker)])
    }

    /// A stance of a side.
    pub(super) fn at(&self, side: SideIx, number: u32) -> &RoundStance {
        &self.all[side][number as usize]
    }

    /// The attacker's line-ups, those of which the same ships wait beside each other.
    pub(super) fn in_order(&self) -> Vec<u32> {
        let waiting =
            |arrival: &Arrival| self.all[0].get(arrival.stances as usize).map_or(0, |stance| stance.waiting);
        together(&self.arrivals[0].iter().map(waiting).collect::<Vec<u32>>()).concat()
    }

    /// How many stances each side has.
    pub(super) fn counts(&self) -> [usize; 2] {
        [0, 1].map(|side: SideIx| self.all[side].len())
    }
}

impl RoundStance {
    fn of<E: Endings>(
        fight: &CountedFight<'_>,
        salvos: &mut [Broadside<'_, '_, E>; 2],
        (side, scale): (SideIx, Scale),
        arrayed: LineUp,
        aside: LineUp,
    ) -> Self {
        let (waiting, then) = salvos[side].gunners.waiting(arrayed, 0);
        let (left, worth) = scale.left(&fight.sides[side], aside);
        Self {
            waiting: salvos[side].waiting(waiting),
            targets: salvos[1 - side].targets(then),
            aside,
            aside_left: left as u32,
            aside_worth: worth as u32,
        }
    }
}
