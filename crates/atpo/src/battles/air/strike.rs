//! Who takes part in a strike from the air: who flies it, who can meet it in which hex, what it is flown at (4.2 to 4.14).

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::super::super::kind::{Air, Kind};
use super::super::super::range::{AirBase, Leg, hexes_between, is_idle, last_leg, leg, printed};
use super::super::super::states::{AirMission, Posture};
use super::super::super::view::{Alliance, Unit, View};
use super::super::sea::enemies;
use super::super::sea::installations::kinds;
use super::super::targets;
use super::meeting::{AirMeeting, way};
use super::missions::AirVenture;
use liege_rules::play::procedure::Refusal;
use liege_rules::position::places::Hex;
use liege_rules::position::situation::{PieceIx, PlaceId};

/// The word that means the ships in port.
const PORT: &str = "port";

/// Those who take part in a strike.
pub(super) struct StrikeParty<'a> {
    /// Whose strike it is.
    pub side: Alliance,
    /// What it is flown at.
    pub place: PlaceId,
    /// Who flies to the target, with their flights: bombers, then escorts.
    pub strike: Vec<(&'a Unit, Leg)>,
    /// How many of them bomb.
    pub bombers: usize,
    /// Those of them that fly as Kamikazes.
    pub dives: Vec<PieceIx>,
    /// Who can meet them.
    pub meeting: AirMeeting<'a>,
    /// Enemy air units of the base in the target hex that are no interceptors, and air transport where it is bombed.
    pub based: Vec<&'a Unit>,
    /// The enemy ships.
    pub ships: Vec<&'a Unit>,
    /// Whether they are in port.
    pub docked: bool,
    /// The installations that are bombed.
    pub installations: Vec<&'static str>,
    /// Which of them a bomber is to bomb, where its mark says so.
    pub aims: BTreeMap<PieceIx, &'static str>,
    /// Those who bomb an installation in a strike of their own, after this one at the ships in port.
    pub later: Vec<PieceIx>,
    /// Why some of those whose marks say so do not fly.
    pub left_out: Vec<Refusal>,
}

impl<'a> StrikeParty<'a> {
    /// The strike of some ventures at one target: those that bomb, and those that fly with them.
    pub(super) fn of(view: &'a View, bombs: &[&AirVenture<'a>], with: &[&AirVenture<'a>]) -> Option<Self> {
        let first = bombs.first()?;
        let place = first.target.clone().unwrap_or_else(|_| first.at.clone());
        let mut party = Self {
            side: first.side,
            place,
            strike: Vec::new(),
            bombers: 0,
            dives: Vec::new(),
            meeting: AirMeeting::default(),
            based: Vec::new(),
            ships: Vec::new(),
            docked: false,
            installations: Vec::new(),
            aims: BTreeMap::new(),
            later: Vec::new(),
            left_out: Vec::new(),
        };
        party.fly(view, bombs, AirMission::Strike);
        party.bring(view);
        party.bombers = party.strike.len();
        party.fly(view, with, AirMission::Escort);
        party.aim(view, bombs);
        party.defend(view);
        Some(party)
    }

    /// Who flies, and who cannot.
    fn fly(&mut self, view: &'a View, ventures: &[&AirVenture<'a>], mission: AirMission) {
        let all = ventures.iter().flat_map(|venture| {
            let dives = says(&venture.what, KAMIKAZE);
            venture.units.iter().map(move |unit| (*unit, dives || is_special(unit)))
        });
        for (unit, dives) in all.filter(|(unit, _)| !is_brought(view, unit)) {
            self.dives.extend(dives.then_some(unit.ix));
            let leg = match dives {
                true => last_leg(view, unit, &self.place),
                false => leg(view, unit, mission, &self.place),
            };
            match leg {
                Ok(leg) => self.strike.push((unit, leg)),
                Err(_) if has_flown(view, unit, &self.place) => {
                    let base = AirBase { at: self.place.clone(), ship: None, afloat: false };
                    let range = printed(view, unit);
                    self.strike.push((unit, Leg { base, hexes: 0, range }));
                }
                Err(refusal) => self.left_out.push(refusal),
            }
        }
    }

    /// Kamikazes aboard bombers that fly come with them, marked or not (16.4.4, 4.10.6).
    fn bring(&mut self, view: &'a View) {
        let brought = view.units.iter().filter(|unit| is_brought(view, unit));
        let with = brought.filter_map(|unit| match view.posture(unit) {
            Posture::Aboard(Some(carrier)) => {
                let leg =
                    self.strike.iter().find(|(own, _)| own.ix == carrier).map(|(_, leg)| leg.clone())?;
                Some((unit, leg))
            }
            _ => None,
        });
        let with: Vec<(&Unit, Leg)> = with.collect();
        self.dives.extend(with.iter().map(|(unit, _)| unit.ix));
        self.strike.extend(with);
    }

    /// The ships in port where a note says so, else the installations that the notes name, else the ships at sea or in port,
    /// else all installations of the hex. Who is to strike something else has no part in this.
    fn aim(&mut self, view: &'a View, bombs: &[&AirVenture<'a>]) {
        let own: Vec<&Unit> = self.strike.iter().map(|(unit, _)| *unit).collect();
        let here = targets(view, &self.place, self.side);
        let docked = enemies(view, &own, &self.place, true);
        let (mut at_port, mut astray) = (false, Vec::new());
        for venture in bombs {
            let words: Vec<&str> = venture.what.split_whitespace().filter(|word| *word != KAMIKAZE).collect();
            let what = words.join("-");
            let units = venture.units.iter().filter(|unit| own.iter().any(|other| other.ix == unit.ix));
            if words.contains(&PORT) && !docked.is_empty() {
                at_port |= units.count() > 0;
            } else if let Some(target) = here.iter().copied().find(|target| is_meant(target, &what)) {
                self.aims.extend(units.map(|unit| (unit.ix, target)));
            } else if !what.is_empty() {
                let place = &self.place;
                let why = |unit: &Unit| format!("{} finds no {what} in {place}", view.piece(unit).name);
                astray.extend(units.map(|unit| (unit.ix, why(unit))));
            }
        }
        if at_port {
            let why = |ix: &PieceIx, target: &str| {
                let name = &view.situation.pieces[*ix].name;
                format!("{name} bombs the {target} in a separate strike, after the one at the ships in port")
            };
            astray.extend(self.aims.iter().map(|(ix, target)| (*ix, why(ix, target))));
            self.later = std::mem::take(&mut self.aims).into_keys().collect();
        }
        for (ix, why) in astray {
            self.strike.retain(|(unit, _)| unit.ix != ix);
            self.bombers = self.bombers.saturating_sub(1);
            self.left_out.push(Refusal::new("4.13.2", why));
        }
        let aimed = |target: &&str| self.aims.values().any(|other| other == target);
        self.installations = here.iter().copied().filter(aimed).collect();
        if at_port {
            (self.ships, self.docked) = (docked, true);
        } else if self.installations.is_empty() && self.bombers > 0 {
            self.ships = enemies(view, &own, &self.place, false);
            if self.ships.is_empty() {
                self.docked = !docked.is_empty();
                self.ships = docked;
            }
            if self.ships.is_empty() {
                self.installations = here;
            }
        }
    }

    /// Who can meet them, and what else is based at the target.
    fn defend(&mut self, view: &'a View) {
        let flies: Vec<&Unit> = self.strike.iter().map(|(unit, _)| *unit).collect();
        // The way of the striker that comes from farthest, its base first.
        let farthest = self.strike.iter().max_by_key(|(_, leg)| leg.hexes);
        let way = farthest.map(|(_, leg)| way(view, &leg.base.at, &self.place)).unwrap_or_default();
        self.meeting = AirMeeting::of(view, self.side, &flies, &self.place, &way);
        let at_war =
            |unit: &Unit| flies.iter().any(|own| view.are_at_war(&own.entry.nation, &unit.entry.nation));
        // Who meets them on their way is in the air, and no more on the ground of his base (4.7.4).
        let meets = self.meeting.enemies();
        let based = |unit: &&Unit| {
            view.piece(unit).at == self.place
                && view.posture(unit) == Posture::Present
                && !meets.iter().any(|other| other.ix == unit.ix)
        };
        // Bombs on their base hit air transport, too (4.13.2).
        let is_bombed = !self.installations.is_empty();
        let kind = |unit: &Unit| unit.kind.is_air() || is_bombed && unit.kind == Kind::Atp;
        let enemy = |unit: &&Unit| unit.side != self.side && kind(unit) && at_war(unit);
        self.based = view.units.iter().filter(enemy).filter(based).collect();
        // Of those for whom the base has no room the lowest come last.
        let at = &self.place;
        self.based.sort_by_key(|unit| {
            let depth = is_idle(view, unit, at).then(|| Reverse(view.piece(unit).depth));
            (depth.is_some(), depth)
        });
    }

    /// The hexes before the target in which the strike can be met, by whether what a bomber brings reaches the target from
    /// there by itself (4.10.6, 16.4.4); none of what no bomber brings.
    pub(super) fn release_hexes(&self, view: &View, unit: &Unit) -> [Vec<Hex>; 2] {
        let range = printed(view, unit).nominal;
        let reaches = |hex: &Hex| {
            let from = AirBase { at: PlaceId::Hex(*hex), ship: None, afloat: false };
            hexes_between(view, &from, &self.place).is_ok_and(|hexes| i64::from(hexes) <= i64::from(range))
        };
        let met = self.meeting.ways.iter().map(|(hex, _)| *hex).filter(|_| is_brought(view, unit));
        let (near, far) = met.partition(reaches);
        [near, far]
    }

    /// The pieces of those who fly.
    pub(super) fn flown(&self) -> impl Iterator<Item = PieceIx> + '_ {
        self.strike.iter().map(|(unit, _)| unit.ix)
    }
}

/// The word behind a target that makes those who strike there Kamikazes.
const KAMIKAZE: &str = "kamikaze";

/// Whether a target is the one that a word means; a port is one of either size.
fn is_meant(target: &str, what: &str) -> bool {
    let port = match what {
        PORT => target == "major-port",
        "minor-port" => target == PORT,
        _ => false,
    };
    port || target == what || kinds(target).contains(&what)
}

/// Whether what is written behind a target has a word.
fn says(what: &str, word: &str) -> bool {
    what.split_whitespace().any(|said| said == word)
}

/// Whether a unit flies only as a Kamikaze.
fn is_special(unit: &Unit) -> bool {
    matches!(unit.kind, Kind::Air(Air::Kamikaze | Air::Ohka))
}

/// Whether it is aboard an aircraft, which brings it to its target.
fn is_brought(view: &View, unit: &Unit) -> bool {
    let Posture::Aboard(Some(carrier)) = view.posture(unit) else { return false };
    let carries = |other: &Unit| other.ix == carrier && other.kind == Kind::Air(Air::Bomber);
    is_special(unit) && view.units.iter().any(carries)
}

/// Whether an air unit is over a place already: the save has moved it there.
fn has_flown(view: &View, unit: &Unit, place: &PlaceId) -> bool {
    view.posture(unit) == Posture::Aloft && view.piece(unit).at == *place
}
