//! Single attacks: of a submarine on a ship, of an escort on the submarine (3.16.5 to 3.16.7).

use crate::rules::atpo::sea::damage::Afloat;
use crate::rules::atpo::sea::dud;
use crate::rules::atpo::sea::ship::NavalUnit;
use crate::rules::atpo::sea::shot::{Hit, Shot};
use crate::rules::atpo::sea::tables::SeaTables;
use crate::rules::dice::Dice;
use crate::rules::procedure::Log;

/// How a submarine attacks.
pub(super) struct Torpedoes<'a> {
    pub boat: &'a NavalUnit,
    /// Its number to attack with.
    pub attack: u8,
    pub drm: i32,
    /// How often the dice count.
    pub times: i32,
    /// Whether doubles sink.
    pub doubles: bool,
    pub date: Option<&'a str>,
    pub rule: &'static str,
}

impl Torpedoes<'_> {
    /// Roll the attack on a ship, check it for a dud, and let it fall.
    pub(super) fn fire(
        &self,
        ships: &[NavalUnit],
        ship: usize,
        afloat: &mut Afloat,
        tables: &SeaTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) {
        let mut shot = Shot::new(&self.boat.name, &ships[ship].name, afloat.armor(ships, ship), self.rule);
        shot.added = vec![("attack", self.attack.into(), self.rule), ("others", self.drm, self.rule)];
        shot.times = self.times;
        shot.above = tables.must_exceed();
        let hit = shot.roll(self.doubles, dice, log);
        let by = ("submarine", self.boat.nation);
        let hit = dud::checked(by, hit, self.date, tables, dice, log);
        afloat.strike(ships, ship, hit, (&tables.admiral, dice), log);
    }
}

/// An escort's attack on a submarine, which is the only one of `boats`; gunnery does not count.
pub(super) fn depth_charges(
    escort: &str,
    boats: &[NavalUnit],
    afloat: &mut Afloat,
    tables: &SeaTables,
    dice: &mut dyn Dice,
    log: &mut Log,
) {
    let mut shot = Shot::new(escort, &boats[0].name, afloat.armor(boats, 0), "3.16.7");
    shot.above = tables.must_exceed();
    let hit: Hit = shot.roll(true, dice, log);
    afloat.strike(boats, 0, hit, (&tables.admiral, dice), log);
}
