//! Who cannot take off: an air unit aboard a damaged carrier flies no mission but a change of base (4.6.2.3).

use super::plan::{AirSide, Post};
use crate::rules::atpo::air::aircraft::{AirClass, AirWord, Aircraft};
use crate::rules::atpo::air::coordination::CarrierStack;
use crate::rules::atpo::sea::ship::NavalUnit;
use crate::rules::procedure::Refusal;

const RULE: &str = "4.6.2.3";

/// The carriers of a side, as far as they are told: those that launch several units, and ships of the battle.
pub(super) struct Decks<'a> {
    /// Carriers that launch.
    pub stack: Option<&'a CarrierStack>,
    /// Ships.
    pub ships: &'a [NavalUnit],
}

/// Why an air unit stays aboard, where it flies from one of these carriers.
pub fn kept_aboard(stack: &CarrierStack, unit: &Aircraft) -> Option<Refusal> {
    Decks { stack: Some(stack), ships: &[] }.keeps(unit)
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
        let reason =
            format!("{} is aboard {home}, which is damaged, and can only change its base", unit.name);
        Some(Refusal::new(RULE, reason))
    }

    /// Everything that damaged carriers keep aboard of a side.
    pub fn against(&self, side: &AirSide) -> Vec<Refusal> {
        let ashore = |post: Post| matches!(post, Post::Based | Post::Avoiding);
        let flies = side.units.iter().zip(&side.posts).filter(|(_, post)| !ashore(**post));
        let flies = || flies.clone().map(|(unit, _)| unit);
        let mut refusals: Vec<Refusal> = flies().filter_map(|unit| self.keeps(unit)).collect();
        let homeless = |unit: &&Aircraft| {
            unit.class == AirClass::NavalAir && unit.home.is_none() && !unit.is(AirWord::OwnBase)
        };
        refusals.extend(self.too_many(flies().filter(homeless).count()));
        refusals
    }

    /// Naval-Air units of which nothing says where they are based, more than undamaged carriers have aboard.
    fn too_many(&self, homeless: usize) -> Option<Refusal> {
        let carriers = &self.stack?.carriers;
        let damaged: Vec<&str> =
            carriers.iter().filter(|carrier| carrier.damaged).map(|carrier| carrier.name.as_str()).collect();
        let sound = carriers.iter().filter(|carrier| !carrier.damaged);
        let aboard: usize = sound.map(|carrier| usize::from(carrier.units)).sum();
        let reason = format!(
            "{} damaged, and undamaged carriers have {aboard} Naval-Air aboard for {homeless} that fly: say with \
             @NAME where each is based",
            match damaged.as_slice() {
                [one] => format!("{one} is"),
                several => format!("{} are", several.join(", ")),
            }
        );
        (!damaged.is_empty() && homeless > aboard).then(|| Refusal::new(RULE, reason))
    }
}
