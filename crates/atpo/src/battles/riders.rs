//! Attackers aboard air transport: a paratroop drops where its transport flies to, others stay aboard and attack nobody (4.12).

use super::super::kind::{Kind, Land};
use super::super::range::leg;
use super::super::states::{AirMission, Posture};
use super::super::view::Unit;
use super::{DeclaredAttack, air};
use liege_rules::play::battle::Note;
use liege_rules::play::procedure::Refusal;
use liege_rules::position::situation::{PieceIx, PlaceId};
use vassal::diagnostic::counted;

impl<'a> DeclaredAttack<'a> {
    /// Takes away attackers who ride in air transport elsewhere, but for paratroops that it brings to this hex.
    pub(super) fn sort_out_riders(&mut self) {
        let (view, place) = (self.view, PlaceId::Hex(self.hex));
        let drops = air::carry::flown_into_battle(view);
        self.flown = drops.into_iter().filter(|drop| drop.hex == self.hex).collect();
        let riding: Vec<(&Unit, &Unit)> =
            self.attackers.iter().filter_map(|unit| Some((*unit, self.transport_of(unit)?))).collect();
        for (unit, transport) in riding {
            let refusal = match self.is_flown_in(unit) {
                false => self.stays_aboard(unit, transport),
                true if view.is_reduced(unit) => self.makes_no_drop(unit, "4.12.4.4", "is depleted"),
                true if self.is_unsupplied(unit) => self.makes_no_drop(unit, "4.12.4.1", "is out of supply"),
                true => match leg(view, transport, AirMission::Transport, &place) {
                    Ok(leg) => {
                        let doubt = leg.doubt().map(|doubt| format!("; {doubt}")).unwrap_or_default();
                        let (name, by) = (&view.piece(unit).name, &view.piece(transport).name);
                        let far = counted(leg.hexes as usize, "hex");
                        let told = format!("{by} brings {name} from {}, {far}{doubt}", leg.base.called(view));
                        self.notes.push(Note::plain(format!("{told} (4.12.4.2)")));
                        continue;
                    }
                    Err(refusal) => refusal,
                },
            };
            self.notes.push(Note::left_out(&refusal));
            self.attackers.retain(|other| other.ix != unit.ix);
            self.flown.retain(|drop| drop.paratroop.ix != unit.ix);
        }
    }

    /// The air transport that an attacker is aboard in another hex than the one it attacks.
    fn transport_of(&self, unit: &Unit) -> Option<&'a Unit> {
        let Posture::Aboard(Some(carrier)) = self.view.posture(unit) else { return None };
        let outside = !self.is_inside(unit);
        let is_carrier = |other: &&Unit| other.ix == carrier && other.kind == Kind::Atp;
        self.view.units.iter().filter(|_| outside).find(is_carrier)
    }

    /// The air transport out of which an attacker drops.
    pub(super) fn drops_from(&self, unit: &Unit) -> Option<PieceIx> {
        match self.view.posture(unit) {
            Posture::Aboard(Some(carrier)) if unit.side == self.side && self.is_drop(unit) => {
                (self.view.kind_of(carrier) == Some(Kind::Atp)).then_some(carrier)
            }
            _ => None,
        }
    }

    fn makes_no_drop(&self, unit: &Unit, rule: &str, why: &str) -> Refusal {
        Refusal::new(rule, format!("{} {why} and cannot drop", self.view.piece(unit).name))
    }

    fn stays_aboard(&self, unit: &Unit, transport: &Unit) -> Refusal {
        let (name, by) = (&self.view.piece(unit).name, &self.view.piece(transport).name);
        let aboard = format!("{name} is aboard {by} and cannot attack on land");
        match unit.kind {
            Kind::Land(Land::Paratroop) => {
                let hex = self.hex;
                let what =
                    format!("{aboard}: give {by} the mission Transport with {hex} as target to drop it");
                Refusal::new("4.12.4.2", what)
            }
            _ => Refusal::new("4.12.2", format!("{aboard}, but only paratroops can be dropped")),
        }
    }

    /// Why nobody attacks where all who would are aboard air transport.
    pub(super) fn of_riders_alone(&self) -> Option<Refusal> {
        let nobody = self.declared && self.fighters_of_attack().next().is_none();
        let told = "no units are left to attack; see the notes for those aboard air transport";
        nobody.then(|| Refusal::new("4.12.4", told))
    }
}
