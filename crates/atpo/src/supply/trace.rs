//! Lines of supply over the map (13.4.3, 13.5.3): friendly land outside enemy zones, rail through jungle, island chains.
//!
//! Lines are followed backwards, from all ends of a source at once, so that one walk answers for every unit of a party.

use std::collections::VecDeque;

use super::net::{HexNumber, Net, NetStep};
use crate::field::{Alliance, Field, Unit};
use crate::ground::{Ground, GroundColumn, HexKind, SideKind, Terrain};
use crate::kind::{Air, Kind};
use crate::ratings::Ratings;
use crate::states::{Posture, Status};
use crate::zoc::Zoc;
use liege_rules::data::catalogue::{Faces, Rating};
use liege_rules::position::places::Hex;
use liege_rules::position::situation::PlaceId;

/// A rule of the trace that is left out to tell whether it is what closes a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LeftOut {
    /// None: the trace as the rules have it.
    Nothing,
    /// Where and since when a source serves a nation (13.2.1).
    Limits,
    /// Jungle, jungle-mountain and desert (13.4.3).
    Terrain,
    /// That an island chain never crosses a sea hex (13.5.3); a single one is crossed.
    Sea,
    /// Enemy partisans (16.3.7).
    Partisans,
    /// All of these, and whatever enemies close, to tell where the shortest way breaks.
    Everything,
}

/// What lines of a party may do in one hex.
#[derive(Debug, Clone, Copy, Default)]
struct Passage {
    /// A line may enter: friendly land without an enemy partisan, outside uninhibited enemy zones, no desert.
    enter: bool,
    /// The same, desert or not.
    open: bool,
    /// Jungle without a working Burma Railway, joined to others or not (17.6): a line passes through only along rail.
    rough: bool,
    /// A working Burma Railway that is joined to a railway: a railway in every direction where rail goes on (17.6).
    railway: bool,
    /// Part of an island, from which a chain may start.
    island: bool,
    /// A chain may run through.
    chain: bool,
    /// Nothing but sea.
    sea: bool,
}

/// How a line leaves a hex, counted from its start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gait {
    /// It came over land.
    Land,
    /// It came by rail.
    Rail,
    /// It follows an island chain.
    Chain,
}

const GAITS: [Gait; 3] = [Gait::Land, Gait::Rail, Gait::Chain];

/// A hex and how a line comes there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct TraceNode {
    at: HexNumber,
    gait: Gait,
}

impl TraceNode {
    fn number(self) -> usize {
        self.at * GAITS.len() + self.gait as usize
    }
}

/// The ways that lines of a party may take.
#[derive(Debug, Clone)]
pub struct Ways {
    passages: Vec<Passage>,
    /// A single hex of sea is crossed.
    over_sea: bool,
}

/// From where a source is reached, and by which steps.
#[derive(Debug, Clone)]
pub struct Reach {
    /// For each node the next one of the shortest line and the steps that are left; the last one leads to itself.
    next: Vec<Option<(TraceNode, u32)>>,
}

impl Ways {
    /// The ways of a party; a lenient reading takes no draft terrain for what closes a line.
    pub fn of(field: &Field, zoc: &Zoc, side: Alliance, is_lenient: bool, left_out: LeftOut) -> Self {
        let looker = HexLook { field, zoc, side, is_lenient, left_out };
        let mut passages: Vec<Passage> =
            field.map().hexes().map(|(hex, facts)| looker.passage(hex, facts)).collect();
        let net = field.net();
        let railway = |passages: &[Passage], at: HexNumber| {
            let joined =
                net.steps(at).iter().any(|step| net.has_rail(step.to()) || passages[step.to()].railway);
            passages[at].railway && (joined || net.has_rail(at))
        };
        let joined: Vec<bool> = (0..passages.len()).map(|at| railway(&passages, at)).collect();
        for (passage, joined) in passages.iter_mut().zip(joined) {
            passage.railway = joined;
        }
        Self { passages, over_sea: matches!(left_out, LeftOut::Sea | LeftOut::Everything) }
    }

    /// Whether a line may enter a hex or end in it.
    pub fn is_open(&self, at: HexNumber) -> bool {
        self.passages[at].open
    }

    /// Whether land beside a hex is closed to lines by more than its terrain.
    pub fn is_pressed(&self, net: &Net, at: HexNumber) -> bool {
        net.steps(at).iter().any(|step| !step.closed && net.is_land(step.to()) && !self.is_open(step.to()))
    }

    /// From where lines reach one of these ends.
    pub fn reach(&self, net: &Net, ends: impl IntoIterator<Item = HexNumber>) -> Reach {
        let mut reach = Reach { next: vec![None; net.size() * GAITS.len()] };
        let mut queue = VecDeque::new();
        for at in ends.into_iter().filter(|at| self.is_open(*at)) {
            for gait in [Gait::Land, Gait::Rail] {
                let end = TraceNode { at, gait };
                reach.next[end.number()] = Some((end, 0));
                queue.push_back(end);
            }
        }
        while let Some(node) = queue.pop_front() {
            let left = reach.next[node.number()].map_or(0, |(_, left)| left);
            self.before(net, node, |before| {
                let slot = &mut reach.next[before.number()];
                if slot.is_none() {
                    *slot = Some((node, left + 1));
                    queue.push_back(before);
                }
            });
        }
        reach
    }

    /// Calls for each node from which a line goes on to this one.
    fn before(&self, net: &Net, node: TraceNode, mut found: impl FnMut(TraceNode)) {
        let here = self.passages[node.at];
        if node.gait == Gait::Chain {
            for step in net.steps(node.at).iter().filter(|step| self.is_link(step.to(), node.at)) {
                if self.passages[step.to()].island {
                    found(TraceNode { at: step.to(), gait: Gait::Land });
                    found(TraceNode { at: step.to(), gait: Gait::Rail });
                }
                found(TraceNode { at: step.to(), gait: Gait::Chain });
            }
            return;
        }
        if here.enter {
            let by_rail = node.gait == Gait::Rail;
            let steps = net.steps(node.at).iter();
            for step in steps.filter(|step| !step.closed && self.is_rail(net, node.at, step) == by_rail) {
                let there = self.passages[step.to()];
                if !there.rough {
                    found(TraceNode { at: step.to(), gait: Gait::Land });
                    found(TraceNode { at: step.to(), gait: Gait::Rail });
                } else if by_rail {
                    found(TraceNode { at: step.to(), gait: Gait::Rail });
                }
            }
        }
        if node.gait == Gait::Land && here.island && here.open {
            found(TraceNode { at: node.at, gait: Gait::Chain });
        }
    }

    /// Whether rail runs along a step, the Burma Railway included.
    fn is_rail(&self, net: &Net, from: HexNumber, step: &NetStep) -> bool {
        let built = |one: HexNumber, other: HexNumber| {
            self.passages[one].railway && (self.passages[other].railway || net.has_rail(other))
        };
        step.rail || built(from, step.to()) || built(step.to(), from)
    }

    /// Whether an island chain runs from one hex into its neighbour.
    fn is_link(&self, from: HexNumber, to: HexNumber) -> bool {
        let to = self.passages[to];
        if self.over_sea && to.sea { !self.passages[from].sea } else { to.chain }
    }

    /// The hexes of the shortest line from a start into what is reached, the start first; none where there is no line.
    /// Whether the start itself is an end is not asked.
    pub fn line(&self, net: &Net, reach: &Reach, start: HexNumber) -> Option<Vec<HexNumber>> {
        let first = self.first(net, reach, start)?;
        let mut line = vec![start, first.at];
        let mut node = first;
        while let Some((next, _)) = reach.next[node.number()].filter(|(next, _)| *next != node) {
            if line.last() != Some(&next.at) {
                line.push(next.at);
            }
            node = next;
        }
        Some(line)
    }

    /// Whether a line leads from a start into what is reached.
    pub fn has_line(&self, net: &Net, reach: &Reach, start: HexNumber) -> bool {
        self.first(net, reach, start).is_some()
    }

    /// The first step of the shortest line. A line may start in jungle (13.4.3), and from any island.
    fn first(&self, net: &Net, reach: &Reach, start: HexNumber) -> Option<TraceNode> {
        let mut best: Option<(u32, TraceNode)> = None;
        let mut offer = |node: TraceNode| {
            if let Some((_, left)) = reach.next[node.number()]
                && best.is_none_or(|(least, _)| left < least)
            {
                best = Some((left, node));
            }
        };
        for step in net.steps(start) {
            if !step.closed && self.passages[step.to()].enter {
                let gait = if self.is_rail(net, start, step) { Gait::Rail } else { Gait::Land };
                offer(TraceNode { at: step.to(), gait });
            }
            if self.passages[start].island && self.is_link(start, step.to()) {
                offer(TraceNode { at: step.to(), gait: Gait::Chain });
            }
        }
        best.map(|(_, node)| node)
    }
}

/// What breaks a line of a party in the hexes behind its start, each with its reason, in their order.
pub fn breaks(field: &Field, zoc: &Zoc, side: Alliance, line: &[Hex]) -> Vec<(Hex, &'static str)> {
    let looker = HexLook { field, zoc, side, is_lenient: false, left_out: LeftOut::Nothing };
    let is_rail = |from: Hex, to: Hex| field.map().has_side(from, to, SideKind::Rail);
    let broken = |at: usize| {
        let hex = line[at];
        let facts = field.map().facts(hex)?;
        let passage = looker.passage(hex, facts);
        let next = line.get(at + 1);
        let by_rail = is_rail(line[at - 1], hex) && next.is_none_or(|next| is_rail(hex, *next));
        let why = if passage.sea {
            Some("open sea")
        } else if passage.chain && !passage.enter {
            None
        } else if !passage.open {
            looker.closed_by(hex)
        } else if !passage.enter {
            Some("desert")
        } else {
            (passage.rough && next.is_some() && !by_rail).then_some("jungle")
        };
        why.map(|why| (hex, why))
    };
    (1..line.len()).filter_map(broken).collect()
}

/// Who looks at the hexes, and under which reading.
struct HexLook<'a> {
    field: &'a Field,
    zoc: &'a Zoc,
    side: Alliance,
    is_lenient: bool,
    left_out: LeftOut,
}

impl HexLook<'_> {
    fn passage(&self, hex: Hex, facts: &Ground) -> Passage {
        let sea = facts.kind == HexKind::Sea;
        let open = !sea && self.is_open(hex);
        let terrain = self.terrain(facts);
        let island = facts.island.is_some();
        let coastal = facts.kind == HexKind::Coastal;
        let railway = !sea && !self.field.working(&PlaceId::Hex(hex), "burma-railway").is_empty();
        Passage {
            enter: open && terrain != Some(Terrain::Desert),
            open,
            rough: matches!(terrain, Some(Terrain::Jungle | Terrain::JungleMountain)) && !railway,
            railway,
            island,
            chain: coastal && (island || self.is_lenient) && !self.is_interrupted(hex),
            sea,
        }
    }

    /// The terrain of a hex as this reading takes it: a lenient one does not let a draft terrain block.
    fn terrain(&self, facts: &Ground) -> Option<Terrain> {
        let doubtful = self.is_lenient && facts.is_draft(GroundColumn::Terrain);
        if doubtful || matches!(self.left_out, LeftOut::Terrain | LeftOut::Everything) {
            Some(Terrain::Clear)
        } else {
            facts.terrain
        }
    }

    /// A friendly land hex without an enemy partisan and outside uninhibited enemy zones. Where enemy troops stand alone
    /// the hex is theirs, whatever the control chits say (11.2).
    fn is_open(&self, hex: Hex) -> bool {
        self.left_out == LeftOut::Everything || self.closed_by(hex).is_none()
    }

    /// Which enemies close a hex to lines; none where none do.
    fn closed_by(&self, hex: Hex) -> Option<&'static str> {
        let partisan = |unit: &Unit| {
            self.left_out != LeftOut::Partisans && unit.side != self.side && unit.kind == Kind::Partisan
        };
        let entered = || {
            let mut enemies = self.field.land_ashore(hex, self.side.enemy());
            enemies.any(|unit| !self.field.may_be_neutral(unit))
                && self.field.land_ashore(hex, self.side).next().is_none()
        };
        if !self.field.may_be_held_by(hex, self.side) {
            Some("enemy-held")
        } else if entered() {
            Some("enemy troops")
        } else if self.field.in_hex(hex).any(partisan) {
            Some("enemy partisan")
        } else {
            let pressed = self.zoc.is_uninhibited(self.field, self.side.enemy(), hex);
            pressed.then_some("enemy zone of control")
        }
    }

    /// Whether a supplied armed enemy interrupts an island chain in a hex (13.5.3.1).
    fn is_interrupted(&self, hex: Hex) -> bool {
        self.left_out != LeftOut::Everything
            && self.field.in_hex(hex).any(|unit| unit.side != self.side && self.interrupts(unit))
    }

    fn interrupts(&self, unit: &Unit) -> bool {
        let armed = match (&unit.kind, &*unit.ratings) {
            (Kind::Land(_), _) => self.field.posture(unit) == Posture::Present,
            (Kind::Air(kind), _) => self.field.posture(unit) != Posture::Aloft && *kind != Air::B25,
            (Kind::Ship(_), Ratings::Ship(ship)) => {
                let printed = |faces: &Faces| faces.front.as_ref().and_then(Rating::number);
                let positive = |faces: &Faces| printed(faces).is_some_and(|number| number > 0);
                positive(&ship.gunnery) || positive(&ship.torpedo)
            }
            _ => false,
        };
        armed && !self.field.has(unit, Status::OutOfSupply)
    }
}
