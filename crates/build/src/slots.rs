//! The counters as pieces of the module, and what the prototypes are made for.

use std::collections::{BTreeMap, BTreeSet};

use liege_rules::data::catalogue::Entry;
use liege_rules::game::pack::Pool;
use vassal::format::piece::PieceText;
use vassal::format::sequence::Unencodable;

use super::drops::{self, Drops};
use super::trays::Gathering;
use super::{BuildError, Data, Slot, pictures, pieces, track_chits, turn_chits};

impl Data {
    /// Every counter as a piece, numbered in the order of the catalogue.
    pub(super) fn slots(&self, faces: &pictures::Faces) -> Result<BTreeMap<String, Slot>, Vec<BuildError>> {
        let drops = Drops::new(&self.layout, &self.pack);
        let mut slots = BTreeMap::new();
        let mut errors = Vec::new();
        for (number, entry) in self.pack.catalogue.entries().enumerate() {
            let gpid = (number + 1).to_string();
            match self.slot(entry, faces, &drops, &gpid) {
                Ok(piece) => drop(slots.insert(entry.id.clone(), Slot { id: entry.id.clone(), gpid, piece })),
                Err(error) => errors.push(BuildError::new(&entry.id, error)),
            }
        }
        if errors.is_empty() { Ok(slots) } else { Err(errors) }
    }

    fn slot(
        &self,
        entry: &Entry,
        faces: &pictures::Faces,
        drops: &Drops,
        gpid: &str,
    ) -> Result<PieceText, Unencodable> {
        let chit = entry.is_chit;
        let named = || self.pack.schedule.events.iter().any(|event| event.id == entry.id);
        let known = |zone: &&str| self.layout.find_box(zone).is_some();
        let scheduled = self.layout.order_of_battle.is_some() && (!chit || named());
        let own = self.layout.order_of_battle.as_ref().filter(|_| scheduled);
        let pools = self.pack.pools.iter().filter_map(|pool| Some((pool.marker(), pool.of(entry)?)));
        let pools: Vec<(String, &str)> = pools.collect();
        let by_schedule = own
            .into_iter()
            .flat_map(|own| [(drops::ARRIVE, own.arrivals.as_str()), (drops::LEAVE, own.removed.as_str())]);
        let sent = pools.iter().map(|(marker, name)| (marker.as_str(), *name)).chain(by_schedule);
        let places = sent.filter_map(|(marker, name)| {
            let (x, y) = drops.offset(&self.layout, name, &entry.id)?;
            Some(drops::markers(marker).into_iter().zip([x.to_string(), y.to_string()]))
        });
        let boxes: Vec<&str> = pools.iter().map(|(_, name)| *name).filter(known).collect();
        let (front, back) = (faces.front_name(&entry.id), faces.back_name(&entry.id));
        let looks = pieces::Looks {
            country: self.pack.nations.get(&entry.nation).map(|nation| nation.name.as_str()),
            terms: &self.pack.terms,
            front: &front,
            back: back.as_deref(),
            family: pieces::cargo_name(&self.pack.catalogue, &entry.family),
            side: self.side_of(&entry.nation),
            own_commands: self.layout.own_commands,
            pools: &boxes,
            tray: self.layout.tray_window(&entry.nation),
            has_trays: self.layout.window.iter().any(|window| window.trays.is_some()),
            carries: &self.carries(entry),
            decks: &self.decks_of(entry),
            scheduled,
            drops: &places.flatten().collect::<Vec<_>>(),
            track: &track_chits::markers(&self.layout, drops, entry),
            follows: turn_chits::prototype_of(&self.layout, entry),
            gpid,
        };
        Ok(PieceText { traits: pieces::piece(entry, &looks)?.traits })
    }

    /// What the prototypes are made for: every box, tray window and nation that a counter can have.
    pub(super) fn shared(&self, have_backs: bool) -> pieces::Shared<'_> {
        let place = |zone: &String| {
            let window = self.layout.find_box(zone)?.0;
            Some((window.name.clone(), zone.clone()))
        };
        let boxes = |pool| {
            let different: BTreeSet<&String> = Pool::boxes(pool).collect();
            different.into_iter().filter_map(place).map(move |(window, zone)| (pool, window, zone))
        };
        let trays = self.layout.window.iter().filter(|window| window.trays.is_some());
        let mut nations: BTreeSet<&str> = self.pack.nations.keys().map(String::as_str).collect();
        nations.insert("");
        let words = |code: &str| match self.pack.nations.get(code) {
            Some(nation) => format!("Hidden force of {}", nation.name),
            None => "Hidden force".to_owned(),
        };
        pieces::Shared {
            terms: &self.pack.terms,
            all_pools: &self.pack.pools,
            pools: self.pack.pools.iter().flat_map(boxes).collect(),
            trays: trays.map(|window| (window.name.clone(), window.panel())).collect(),
            gathering: Gathering::new(&self.pack, &self.layout.main_map),
            nations: nations
                .into_iter()
                .map(|code| (code.to_owned(), words(code), self.openers(self.side_of(code))))
                .collect(),
            sides: self.layout.side.iter().map(|side| side.name.clone()).collect(),
            see_all: self.see_all().collect(),
            own_commands: self.layout.own_commands,
            have_backs,
        }
    }

    /// What a counter may carry, by the names that pieces give to families and kinds, each between slashes.
    fn carries(&self, entry: &Entry) -> String {
        let rows =
            self.pack.terms.carriage.iter().filter(|row| row.on.iter().any(|kind| entry.kind == **kind));
        let names: BTreeSet<&str> =
            rows.map(|row| pieces::cargo_name(&self.pack.catalogue, &row.cargo)).collect();
        names.into_iter().fold(String::new(), |sum, name| {
            if sum.is_empty() { format!("/{name}/") } else { sum + name + "/" }
        })
    }
}
