//! What the chart says when a group enters a sea zone: who sees whom, who stops, what is fought and whose choice it is.

use super::because::Because;
use super::chart::{ChartCell, ChartMover, ChartOccupant, Chooser, Combat, Learns, SightChart};
use super::choices::SeaReadings;
use super::class::UnitClass;
use super::force::UnitGroup;

/// Those who enter a zone together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Movers {
    /// Ships, with what they carry.
    pub ships: UnitGroup,
    /// Aircraft that end their move here or attack.
    pub ending: UnitGroup,
    /// Aircraft that only fly over.
    pub passing: UnitGroup,
    /// Those of the ships that began their move in the zone.
    pub began: UnitGroup,
    /// Units of the same side that came in earlier in this turn and are here.
    pub earlier: UnitGroup,
}

/// What lies in a zone beside units.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ZoneFacts {
    /// The aircraft of an enemy functional air base on an island of the zone, where there is one.
    pub base: Option<UnitGroup>,
    /// Whose base it is.
    pub base_power: Option<String>,
    /// How many of them may scramble, where the base game's limit is given.
    pub scramble_limit: Option<u32>,
    /// Kamikaze tokens left, where the zone has an active symbol and the mover is an enemy of Japan.
    pub tokens: Option<u32>,
}

/// A group entering a zone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeaContact {
    /// The zone.
    pub zone: String,
    /// Who enters.
    pub movers: Movers,
    /// Enemies of the mover who are there; powers that are not at war with him are not among them (G21).
    pub occupants: UnitGroup,
    /// What else is there.
    pub facts: ZoneFacts,
    /// Whether this is a non-combat move.
    pub non_combat: bool,
    /// Whether the zone was attacked before in this power's turn.
    pub fought: bool,
}

/// Something that the rules say, with its reasons.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Statement<T> {
    /// What.
    pub what: T,
    /// Why.
    pub because: Vec<Because>,
}

impl<T> Statement<T> {
    fn new(what: T, because: Vec<Because>) -> Self {
        Self { what, because }
    }
}

/// What the chart and the rules about groups say of a contact, before anybody decides anything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Meeting {
    /// Every pair that meets, with its cell.
    pub cells: Vec<Because>,
    /// Units that may not come in, since the zone was fought over (G30).
    pub barred: Option<Statement<UnitGroup>>,
    /// The owner of the air base gets a notice (D06).
    pub blip: Option<Statement<()>>,
    /// Japan gets a notice (D07).
    pub kamikaze: Option<Statement<()>>,
    /// There is a battle whatever anybody wants.
    pub battle: Option<Statement<()>>,
    /// Surface ships that go no farther (D03).
    pub surface_stop: Option<Statement<UnitGroup>>,
    /// Submarines that go no farther (D03).
    pub sub_stop: Option<Statement<UnitGroup>>,
    /// What the mover may attack or leave alone, as he sees it.
    pub may_attack: Option<Statement<UnitGroup>>,
    /// What the mover's submarines see unseen and may attack.
    pub subs_may_attack: Option<Statement<UnitGroup>>,
    /// Transports at which a waiting submarine may fire.
    pub free_shot: Option<Statement<UnitGroup>>,
    /// What the mover learns where nothing is fought (D02).
    pub mover_sees: Statement<UnitGroup>,
    /// What the occupant learns where nothing is fought (D02).
    pub occupant_sees: Statement<UnitGroup>,
    /// Transports and submarines of the occupant that report what they saw pass.
    pub watchers: UnitGroup,
    /// Whether the mover has a destroyer here.
    pub destroyer: bool,
}

/// A pair of classes that meets.
struct Pair<'c> {
    mover: ChartMover,
    class: UnitClass,
    occupant: UnitClass,
    cell: &'c ChartCell,
}

impl Pair<'_> {
    fn because(&self) -> Because {
        let occupant = ChartOccupant::Unit(self.occupant);
        Because::Cell { mover: self.mover, occupant, source: self.cell.source, line: self.cell.line }
    }

    /// An aircraft beside a destroyer over a submarine: the chart says two things (G07).
    fn is_disputed(&self) -> bool {
        matches!(self.mover, ChartMover::Escorted(_)) && self.occupant == UnitClass::Sub
    }
}

impl Meeting {
    /// What the chart says of this contact under these readings.
    #[must_use]
    pub fn of(contact: &SeaContact, chart: &SightChart, readings: SeaReadings) -> Self {
        let mut meeting = Self::default();
        let barred = barred(contact);
        let movers = barred
            .as_ref()
            .map_or_else(|| contact.movers.clone(), |barred| inside(&contact.movers, &barred.what));
        meeting.barred = barred;
        meeting.destroyer =
            [&movers.ships, &movers.earlier].iter().any(|group| group.count(UnitClass::Dd) > 0);
        let pairs = pairs(&movers, &contact.occupants, chart, readings, meeting.destroyer);
        meeting.cells = pairs.iter().map(Pair::because).collect();
        meeting.notices(contact, &movers, chart);
        meeting.fights(contact, &movers, &pairs, readings);
        meeting.stops(&movers, &pairs);
        meeting.sights(contact, &movers, &pairs, readings);
        meeting.offers(contact, &movers, &pairs);
        meeting
    }

    /// Notices of an air base and of a kamikaze symbol, in the combat phases alone (G33).
    fn notices(&mut self, contact: &SeaContact, movers: &Movers, chart: &SightChart) {
        if contact.non_combat {
            return;
        }
        let all = movers.ships.and(&movers.ending).and(&movers.passing);
        let due = |met: ChartOccupant, learns: Learns| {
            let mut because = Vec::new();
            for class in all.classes() {
                let mover = ChartMover::Alone(class);
                if chart.cell(mover, met).is_some_and(|cell| cell.occupant_learns == learns) {
                    because.extend(Because::cell(chart, mover, met));
                }
            }
            (!because.is_empty()).then(|| Statement::new((), because))
        };
        if contact.facts.base.is_some() {
            self.blip = due(ChartOccupant::AirBaseZone, Learns::Blip);
        }
        if contact.facts.tokens.is_some() {
            self.kamikaze = due(ChartOccupant::KamikazeZone, Learns::KamikazeTarget);
        }
    }

    /// A battle that nobody can avoid: one pair is enough (P02).
    fn fights(&mut self, contact: &SeaContact, movers: &Movers, pairs: &[Pair<'_>], readings: SeaReadings) {
        if contact.fought && !contact.non_combat {
            return;
        }
        let leaving = |pair: &Pair<'_>| {
            pair.class.is_ship() && movers.ships.count(pair.class) <= movers.began.count(pair.class)
        };
        let forced = pairs.iter().filter(|pair| {
            pair.cell.fought == Combat::Yes
                && (!pair.is_disputed() || readings.escorts_must_fight)
                && !leaving(pair)
        });
        let mut because: Vec<Because> = forced.clone().map(Pair::because).collect();
        if forced.clone().count() > 0 && forced.clone().all(Pair::is_disputed) {
            because.push(Because::Gap("G07", "there is a battle in any case"));
        }
        self.battle = (!because.is_empty()).then(|| Statement::new((), because));
    }

    /// Who goes no farther: surface ships at surface warships, submarines at destroyers; nobody who began here (D03).
    fn stops(&mut self, movers: &Movers, pairs: &[Pair<'_>]) {
        let entered = movers.ships.without(&movers.began).unwrap_or_default();
        let stop = |mine: &dyn Fn(UnitClass) -> bool, theirs: &dyn Fn(UnitClass) -> bool| {
            let units = entered.part(mine);
            let met = pairs
                .iter()
                .filter(|pair| mine(pair.class) && theirs(pair.occupant) && entered.count(pair.class) > 0);
            let mut because: Vec<Because> = met.map(Pair::because).collect();
            if because.is_empty() {
                return None;
            }
            because.push(Because::Rule("8-naval", "L25"));
            Some(Statement::new(units, because))
        };
        self.surface_stop = stop(&UnitClass::is_surface_ship, &UnitClass::is_surface_warship);
        self.sub_stop = stop(&|class| class == UnitClass::Sub, &|class| class == UnitClass::Dd);
    }

    /// What each side learns where nothing is fought (D02): by the cells of all pairs, without cargo.
    fn sights(&mut self, contact: &SeaContact, movers: &Movers, pairs: &[Pair<'_>], readings: SeaReadings) {
        let seen = |pair: &Pair<'_>, learns: Learns| {
            let sees = matches!(learns, Learns::All | Learns::Unseen | Learns::UnseenWithCarrier);
            sees.then(|| pair.because())
        };
        let part =
            |group: &UnitGroup, of: &dyn Fn(&Pair<'_>) -> UnitClass, by: &dyn Fn(&Pair<'_>) -> Learns| {
                let mut because = Vec::new();
                let mut classes = Vec::new();
                for pair in pairs {
                    if let Some(why) = seen(pair, by(pair)) {
                        classes.push(of(pair));
                        because.push(why);
                    }
                }
                // Aircraft aboard are seen with their carrier (G13).
                Statement::new(group.part(|class| classes.contains(&class)).outside(), because)
            };
        let own = if readings.passing_meet {
            movers.ships.and(&movers.ending).and(&movers.passing)
        } else {
            movers.ships.and(&movers.ending)
        };
        self.mover_sees = part(&contact.occupants, &|pair| pair.occupant, &|pair| pair.cell.mover_learns);
        self.occupant_sees = part(&own, &|pair| pair.class, &|pair| pair.cell.occupant_learns);
        let surface = movers.ships.has(UnitClass::is_surface_ship);
        let watches = |class: UnitClass| surface && matches!(class, UnitClass::Tr | UnitClass::Sub);
        self.watchers = contact.occupants.part(watches);
    }

    /// What somebody may choose to fight. A zone that was attacked before is not attacked again (8, L21); a free shot
    /// is no attack in that sense.
    fn offers(&mut self, contact: &SeaContact, movers: &Movers, pairs: &[Pair<'_>]) {
        let may_be_attacked = !contact.fought || contact.non_combat;
        let reasons = |chosen: &dyn Fn(&Pair<'_>) -> bool| -> Vec<Because> {
            pairs.iter().filter(|pair| chosen(pair)).map(Pair::because).collect()
        };
        let of_mover =
            |pair: &Pair<'_>| pair.cell.fought == Combat::IfChosen && pair.cell.chooser == Chooser::Mover;
        if may_be_attacked && self.battle.is_none() {
            let mut because = reasons(&|pair| of_mover(pair) && pair.class != UnitClass::Sub);
            let disputed = reasons(&|pair| pair.is_disputed());
            if !disputed.is_empty() {
                because.extend(disputed);
                because.push(Because::Gap("G07", "the mover is asked"));
            }
            if !because.is_empty() {
                let surface = |pair: &&Pair<'_>| pair.class != UnitClass::Sub && pair.cell.is_mutual();
                let seen: Vec<UnitClass> = pairs.iter().filter(surface).map(|pair| pair.occupant).collect();
                let targets = contact.occupants.outside().part(|class| seen.contains(&class));
                self.may_attack = Some(Statement::new(targets, because));
            }
        }
        if may_be_attacked && self.sub_stop.is_none() && contact.occupants.count(UnitClass::Dd) == 0 {
            let because = reasons(&|pair| of_mover(pair) && pair.class == UnitClass::Sub);
            let targets = contact.occupants.outside().part(|class| class != UnitClass::Sub);
            self.subs_may_attack = (!because.is_empty()).then(|| Statement::new(targets, because));
        }
        if !has_escort(&movers.ships.and(&movers.earlier)) {
            let because = reasons(&|pair| pair.cell.fought == Combat::FreeShot);
            let transports = movers.ships.part(|class| class == UnitClass::Tr);
            self.free_shot = (!because.is_empty()).then(|| Statement::new(transports, because));
        }
    }
}

/// Whether the transports of a group are escorted (D04): surface warships escort, submarines and aircraft do not.
pub fn has_escort(ships: &UnitGroup) -> bool {
    ships.has(UnitClass::is_surface_warship)
}

/// Every pair of classes that meets: aircraft only where they end their move or attack (G14).
fn pairs<'c>(
    movers: &Movers,
    occupants: &UnitGroup,
    chart: &'c SightChart,
    readings: SeaReadings,
    destroyer: bool,
) -> Vec<Pair<'c>> {
    let mut own = movers.ships.and(&movers.ending);
    if readings.passing_meet {
        own = own.and(&movers.passing);
    }
    let met = occupants.outside();
    let mut pairs = Vec::new();
    for class in own.outside().classes() {
        // Aircraft aboard a carrier meet nobody by themselves.
        if class.is_air() && own.count(class) == 0 {
            continue;
        }
        let mover =
            if class.is_air() && destroyer { ChartMover::Escorted(class) } else { ChartMover::Alone(class) };
        for occupant in met.classes() {
            if let Some(cell) = chart.cell(mover, ChartOccupant::Unit(occupant)) {
                pairs.push(Pair { mover, class, occupant, cell });
            }
        }
    }
    pairs
}

/// Who may not come into a zone that was attacked before in this turn (P02.1, G30).
fn barred(contact: &SeaContact) -> Option<Statement<UnitGroup>> {
    if !contact.fought || contact.non_combat {
        return None;
    }
    let Movers { ships, ending, began, .. } = &contact.movers;
    let entering = ships.without(began).unwrap_or_default();
    let warships = contact.occupants.has(UnitClass::is_surface_warship);
    let destroyer = contact.occupants.count(UnitClass::Dd) > 0;
    let seen = contact.occupants.has(|class| class.is_surface_ship() || class.is_air());
    let bars = |class: UnitClass| {
        class.is_surface_ship() && warships || class == UnitClass::Sub && destroyer || class.is_air() && seen
    };
    let units = entering.and(ending).part(bars);
    let because = vec![
        Because::Rule("8", "L21"),
        Because::Gap("G30", "a group that may not attack again ends in the zone before warships that stayed"),
    ];
    (!units.is_empty()).then(|| Statement::new(units, because))
}

/// The movers without those that are barred.
fn inside(movers: &Movers, barred: &UnitGroup) -> Movers {
    let kept = |group: &UnitGroup| group.part(|class| barred.count(class) == 0);
    let ships = kept(&movers.ships).and(&movers.began.part(|class| barred.count(class) > 0));
    Movers { ships, ending: kept(&movers.ending), ..movers.clone() }
}
