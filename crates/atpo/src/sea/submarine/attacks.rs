//! Single attacks: of a submarine on a ship, of an escort on the submarine (3.16.5 to 3.16.7).

use crate::sea::damage::Afloat;
use crate::sea::dud;
use crate::sea::ship::NavalUnit;
use crate::sea::shot::{Added, Hit, Shot};
use crate::sea::tables::SeaTables;
use liege_rules::play::dice::Dice;
use liege_rules::play::procedure::Log;

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
    /// By moonlight, which the month says more of.
    pub moonlit: bool,
    /// What its owner and the other side say of this attack.
    pub beside: [Option<Added<'static>>; 2],
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
        shot.added.extend(tables.night.moonlight(self.boat, self.date.filter(|_| self.moonlit)));
        shot.added.extend(self.beside.iter().flatten().copied());
        shot.times = self.times;
        shot.above = tables.must_exceed();
        let hit = shot.roll(self.doubles, dice, log);
        let by = ("submarine", self.boat.nation);
        let hit = dud::checked(by, hit, self.date, tables, dice, log);
        afloat.strike(ships, ship, (hit, self.rule), (&tables.admiral, dice), log);
    }
}

/// An escort's attack on a submarine, which is the only one of `boats`, by moonlight in a month or without, with Naval Magic or
/// without; gunnery does not count.
pub(super) fn depth_charges(
    escort: &NavalUnit,
    (moonlit, magic): (Option<&str>, Option<Added<'static>>),
    (boats, afloat): (&[NavalUnit], &mut Afloat),
    tables: &SeaTables,
    dice: &mut dyn Dice,
    log: &mut Log,
) {
    let mut shot = Shot::new(&escort.name, &boats[0].name, afloat.armor(boats, 0), "3.16.7");
    shot.added.extend(tables.night.moonlight(escort, moonlit));
    shot.added.extend(magic);
    shot.above = tables.must_exceed();
    let hit: Hit = shot.roll(true, dice, log);
    afloat.strike(boats, 0, (hit, "3.16.7"), (&tables.admiral, dice), log);
}
