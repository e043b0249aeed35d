//! ATPO 2022: what only this game has.

pub mod air;
pub mod at_war;
pub mod bases;
pub mod battles;
pub mod bombing;
pub mod checks;
pub mod choices;
pub mod crt;
pub mod elite_pilots;
pub mod facts;
pub mod field;
pub mod forces;
pub mod ground;
pub mod hit_rule;
pub mod initiative;
pub mod installation_attack;
pub mod kind;
pub mod land_combat;
mod listed;
pub mod magic;
pub mod part;
pub mod procedures;
pub mod range;
pub mod ratings;
pub mod reach;
pub mod sea;
pub mod states;
pub mod supply;
pub mod terms;
#[cfg(test)]
mod test_nations;
pub mod view;
pub mod wars;
pub mod weather;
pub mod zoc;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::{Map, Value};

use liege_rules::check::case::{Case, SpentPiece};
use liege_rules::check::{self, Checked, Filter};
use liege_rules::data::fault::DataFault;
use liege_rules::data::read::Read;
use liege_rules::game::facts::{DerivedValue, ReachOf};
use liege_rules::game::pack::Pack;
use liege_rules::game::{Game, Questions};
use liege_rules::play::battle::{Battle, PlannedChange, Settled};
use liege_rules::play::choices::Acted;
use liege_rules::play::deeds::Deed;
use liege_rules::play::inputs::KeyFault;
use liege_rules::play::procedure::AnyProcedure;
use liege_rules::position::situation::{PlaceId, Situation};
use view::View;

/// The game.
pub struct Atpo;

impl Game for Atpo {
    fn id(&self) -> &str {
        "atpo"
    }

    fn faults(&self, pack: &Pack, read: Read<'_>) -> Vec<DataFault> {
        let text = pack.tables.get("supply.toml").map_or("", String::as_str);
        let mut faults = supply::rows::faults("rules/atpo/supply.toml", text, pack);
        let wars = pack.tables.get(wars::FILE).map_or("", String::as_str);
        faults.extend(states::faults(pack));
        let ranges = pack.tables.get(range::rows::FILE).map_or("", String::as_str);
        faults.extend(range::rows::faults("rules/atpo/air_range.toml", ranges, pack));
        faults.extend(ratings::faults(self.id(), &pack.catalogue));
        let known = |code: &str| pack.nations.contains_key(code);
        faults.extend(wars::faults("rules/atpo/wars.csv", wars, known));
        let file = "maps/atpo/places.toml";
        faults.extend(ground::faults(file, &read(file).unwrap_or_default(), &pack.map));
        faults.extend(pack.choices.faults_for(crt::CHOICES, choices::CHOICES));
        let text = |path| read(path).unwrap_or_default();
        let [table, numbers, terrain] = [crt::TABLE, crt::NUMBERS, crt::TERRAIN].map(&text);
        faults.extend(sea::faults(read));
        faults.extend(air::faults(read));
        sea::numbers::check::<installation_attack::InstallationNumbers>(
            installation_attack::NUMBERS,
            read,
            &mut faults,
        );
        // The faults of the choices are the pack's to tell, those of Magic were told with the air.
        let (choices, magic) = ("format = 1", "[helped]\nnations = []\nnever = []");
        let texts = crt::Texts { crt: &table, numbers: &numbers, terrain: &terrain, magic, choices };
        // So are those of the rolls.
        let mut of_rolls = Vec::new();
        if let Some(general) = crt::general(read, &mut of_rolls) {
            crt::Tables::read(&texts, general, &mut faults);
        }
        for id in [sea::tables::ADMIRAL, sea::tables::DUD] {
            crt::roll_called(id, read, &mut of_rolls);
        }
        faults.extend(of_rolls.into_iter().filter(|fault| fault.line == 0));
        bombing::BombingTable::read(&text(bombing::BOMBING), &mut faults);
        faults
    }

    fn unused(&self, read: Read<'_>) -> Vec<DataFault> {
        crt::unused_terrain(&read(crt::TERRAIN).unwrap_or_default())
    }

    fn choices(&self) -> &'static [Acted] {
        choices::CHOICES
    }

    fn open(&self, case: &Case<Arc<Situation>>) -> Box<dyn Questions> {
        let view = |situation: &Arc<Situation>| {
            View::new(Arc::clone(situation), case.choices.clone()).after(case.spent.clone())
        };
        Box::new(AtpoCase(case.map(view)))
    }

    fn procedures(&self) -> &[AnyProcedure] {
        procedures::PROCEDURES
    }

    fn lay(&self, battle: &Battle, said: &Map<String, Value>) -> Result<Battle, Vec<KeyFault>> {
        battles::lay(battle, said)
    }

    fn in_order(&self, battles: Vec<Battle>) -> Vec<Battle> {
        battles::in_order(battles)
    }

    fn settles(&self, fought: &Battle, deeds: &[Deed], other: &Battle) -> Option<Settled> {
        battles::settles(fought, deeds, other)
    }
}

/// A case in ATPO's terms.
struct AtpoCase(Case<View>);

impl Questions for AtpoCase {
    fn check(&self, wanted: &Filter) -> Checked {
        check::run(checks::TABLES, &self.0, wanted)
    }

    fn battles(&self) -> Vec<Battle> {
        battles::declared(&self.0.now)
    }

    fn possible_battles(&self) -> Vec<Battle> {
        battles::possible(&self.0.now)
    }

    fn battle(&self, id: &str) -> Option<Battle> {
        battles::called(&self.0.now, id)
    }

    fn facts(&self, at: Option<&PlaceId>) -> Vec<DerivedValue> {
        facts::of(&self.0.now, at)
    }

    fn reach(&self, of: &ReachOf) -> Vec<DerivedValue> {
        reach::of(&self.0.now, of)
    }

    fn follow_up(&self, battle: &Battle, deeds: &[Deed]) -> Option<Battle> {
        battles::follow_up(&self.0.now, battle, deeds)
    }

    fn spent(&self, battle: &Battle, deeds: &[Deed]) -> BTreeMap<String, SpentPiece> {
        battles::spent(&self.0.now, battle, deeds)
    }

    fn reactors(&self, battle: &Battle) -> BTreeSet<PlaceId> {
        battles::reactors(&self.0.now, battle)
    }

    fn changes(&self, battle: &Battle, deeds: &[Deed]) -> Vec<PlannedChange> {
        battles::changes_of(&self.0.now, battle, deeds)
    }
}
