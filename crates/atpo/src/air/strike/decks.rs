//! Who cannot take off: an air unit aboard a damaged carrier flies no mission but a change of base (4.6.2.3).

use super::plan::{AirSide, Post};
use crate::air::aircraft::{AirClass, AirWord, Aircraft};
use crate::air::coordination::CarrierStack;
use crate::sea::ship::NavalUnit;
use liege_rules::play::procedure::Refusal;

const RULE: &str = "4.6.2.3";

/// The carriers of a side, as far as they are told: those that launch several units, and ships of the battle.
pub(super) struct Decks<'a> {
    /// Carriers that launch.
    pub stack: Option<&'a CarrierStack>,
    /// Ships.
    pub ships: &'a [NavalUnit],
}

/// Which air units stay aboard, where they fly from these carriers.
pub fn kept_aboard(stack: &CarrierStack, units: &[Aircraft]) -> Vec<Refusal> {
    Decks { stack: Some(stack), ships: &[] }.keep(&units.iter().collect::<Vec<_>>())
}

impl Decks<'_> {
    /// The damaged carrier that an air unit is aboard.
    pub fn damaged_home<'u>(&self, unit: &'u Aircraft) -> Option<&'u str> {
        let home = unit.home.as_deref()?;
        let of_stack = self.stack.into_iter().flat_map(|stack| &stack.carriers);
        let of_stack = of_stack.filter(|carrier| carrier.damaged).map(|carrier| &carrier.name);
        let carries = |ship: &&NavalUnit| ship.damaged && ship.class.carries_aircraft();
        let mut damaged = of_stack.chain(self.ships.iter().filter(carries).map(|ship| &ship.name));
        damaged.any(|name| name.eq_ignore_ascii_case(home)).then_some(home)
    }

    /// Why an air unit stays aboard.
    pub fn keeps(&self, unit: &Aircraft) -> Option<Refusal> {
        let home = self.damaged_home(unit)?;
        let reason = format!("{} is aboard {home}, which is damaged, and can only change base", unit.name);
        Some(Refusal::new(RULE, reason))
    }

    /// Everything that damaged carriers keep aboard of a side. Who is at the base that is attacked is ashore unless a
    /// carrier is named.
    pub fn against(&self, side: &AirSide) -> Vec<Refusal> {
        let of = |posts: fn(Post) -> bool| {
            let units = side.units.iter().zip(&side.posts).filter(move |(_, post)| posts(**post));
            units.map(|(unit, _)| unit).collect::<Vec<_>>()
        };
        let mut kept = self.keep(&of(|post| !matches!(post, Post::Based | Post::Avoiding)));
        kept.extend(of(|post| post == Post::Based).into_iter().filter_map(|unit| self.keeps(unit)));
        kept
    }

    fn keep(&self, flies: &[&Aircraft]) -> Vec<Refusal> {
        let kept = flies.iter().filter_map(|unit| self.keeps(unit));
        kept.chain(self.too_many(flies)).collect()
    }

    /// Naval-Air units of which nothing says where they are based, more than undamaged carriers have aboard beside those of
    /// which it is said.
    fn too_many(&self, flies: &[&Aircraft]) -> Option<Refusal> {
        let is_homeless = |unit: &&&Aircraft| {
            unit.class == AirClass::NavalAir && unit.home.is_none() && !unit.is(AirWord::OwnBase)
        };
        let homeless = flies.iter().filter(is_homeless).count();
        let carriers = &self.stack?.carriers;
        let damaged: Vec<&str> =
            carriers.iter().filter(|carrier| carrier.damaged).map(|carrier| carrier.name.as_str()).collect();
        let sound = carriers.iter().filter(|carrier| !carrier.damaged);
        let others = |carrier: &str| {
            let is_home = |unit: &&&Aircraft| {
                unit.home.as_deref().is_some_and(|home| home.eq_ignore_ascii_case(carrier))
            };
            flies.iter().filter(is_home).count()
        };
        let aboard: usize =
            sound.map(|carrier| usize::from(carrier.units).saturating_sub(others(&carrier.name))).sum();
        let reason = format!(
            "{} damaged, and undamaged carriers have {aboard} Naval-Air left for {homeless} that fly: say with \
             @NAME where each is based",
            match damaged.as_slice() {
                [one] => format!("{one} is"),
                several => format!("{} are", several.join(", ")),
            }
        );
        (!damaged.is_empty() && homeless > aboard).then(|| Refusal::new(RULE, reason))
    }
}
