//! The 1940 fog-of-war variant: what only this game has.

pub mod base;
pub mod because;
pub mod boards;
mod carry;
pub mod chart;
pub mod checks;
pub mod choices;
pub mod class;
pub mod conquest;
pub mod copies;
pub mod copying;
pub mod entering;
mod facts;
pub mod force;
pub mod income;
pub mod interception;
pub mod land;
mod loading;
pub mod meeting;
pub mod messages;
pub mod procedures;
pub mod proving;
pub mod returning;
pub mod roles;
pub mod sea_entry;
pub mod subject;
mod taking;
pub mod territory;
pub mod turn;
pub mod turn_order;
mod turns;
mod typed;
pub mod unfold;
pub mod upshot;
pub mod view_rows;

use std::sync::Arc;

use serde_json::{Map, Value};

use boards::Boards;
use liege_rules::check::case::Case;
use liege_rules::check::{self, Checked, Filter};
use liege_rules::data::fault::DataFault;
use liege_rules::data::read::Read;
use liege_rules::desk::hidden::HiddenPlay;
use liege_rules::game::facts::DerivedValue;
use liege_rules::game::pack::Pack;
use liege_rules::game::{Game, Questions};
use liege_rules::play::battle::{Battle, PlannedChange};
use liege_rules::play::choices::Acted;
use liege_rules::play::deeds::Deed;
use liege_rules::play::inputs::KeyFault;
use liege_rules::play::procedure::AnyProcedure;
use liege_rules::position::situation::{PlaceId, Situation};

/// The game.
pub struct Aafog;

impl Game for Aafog {
    fn id(&self) -> &str {
        "aafog"
    }

    fn faults(&self, pack: &Pack, read: Read<'_>) -> Vec<DataFault> {
        let mut faults = pack.choices.faults_for("rules/aafog/choices.toml", choices::CHOICES);
        let text = |path| read(path).unwrap_or_default();
        chart::SightChart::read(chart::FILE, &text(chart::FILE), &mut faults);
        land::LandTable::read(land::FILE, &text(land::FILE), &mut faults);
        messages::MessageTexts::read(messages::FILE, &text(messages::FILE), &mut faults);
        view_rows::ViewTables::read(&text(view_rows::PIECES), &text(view_rows::COMMANDS), &mut faults);
        returning::ReturnTable::read(&text(returning::FILE), &mut faults);
        let values = pack.tables.get(base::FILE).map_or("", String::as_str);
        faults.extend(base::faults("rules/aafog/base.toml", values, pack));
        faults
    }

    fn unused(&self, _read: Read<'_>) -> Vec<DataFault> {
        Vec::new()
    }

    fn choices(&self) -> &'static [Acted] {
        choices::CHOICES
    }

    fn procedures(&self) -> &[AnyProcedure] {
        procedures::PROCEDURES
    }

    fn open(&self, case: &Case<Arc<Situation>>) -> Box<dyn Questions> {
        Box::new(AafogCase(case.map(|situation| Boards::new(Arc::clone(situation), case.choices.clone()))))
    }

    fn hidden(&self) -> Option<&dyn HiddenPlay> {
        Some(self)
    }

    fn lay(&self, battle: &Battle, _said: &Map<String, Value>) -> Result<Battle, Vec<KeyFault>> {
        Ok(battle.clone())
    }
}

/// A case of this game. It declares no battle on the board: they are announced by the umpire.
struct AafogCase(Case<Boards>);

impl Questions for AafogCase {
    fn check(&self, wanted: &Filter) -> Checked {
        check::run(checks::TABLES, &self.0, wanted)
    }

    fn battles(&self) -> Vec<Battle> {
        Vec::new()
    }

    fn possible_battles(&self) -> Vec<Battle> {
        Vec::new()
    }

    fn battle(&self, _id: &str) -> Option<Battle> {
        None
    }

    fn facts(&self, at: Option<&PlaceId>) -> Vec<DerivedValue> {
        facts::of(&self.0.now, at)
    }

    fn changes(&self, _battle: &Battle, _deeds: &[Deed]) -> Vec<PlannedChange> {
        Vec::new()
    }
}
