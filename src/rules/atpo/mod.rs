//! ATPO 2022: what only this game has.

pub mod bases;
pub mod battles;
pub mod checks;
pub mod choices;
pub mod crt;
pub mod forces;
pub mod ground;
pub mod kind;
pub mod land_combat;
pub mod procedures;
pub mod states;
pub mod supply;
pub mod terms;
pub mod view;
pub mod zoc;

use std::sync::Arc;

use serde_json::{Map, Value};

use super::battle::{Battle, PlannedChange};
use super::check::{AtHand, Checked, Checks, Filter, Meta};
use super::choices::Acted;
use super::deeds::Deed;
use super::fault::DataFault;
use super::game::{Game, Given};
use super::inputs::Fault;
use super::kinds::{Look, Row};
use super::pack::{Pack, Read};
use super::procedure::Entry;
use view::View;

/// The game.
pub struct Atpo;

const CHECKS: Checks<'static, View> = Checks { tables: checks::TABLES, guards: checks::GUARDS };

/// Pages of the rows of `checks.toml`, by id.
const ROW_PAGES: &[(&str, &str)] = &[
    ("ATPO-A16", include_str!("../../../rules/atpo/checks/ATPO-A16.md")),
    ("ATPO-A17", include_str!("../../../rules/atpo/checks/ATPO-A17.md")),
    ("ATPO-A18", include_str!("../../../rules/atpo/checks/ATPO-A18.md")),
    ("ATPO-F15", include_str!("../../../rules/atpo/checks/ATPO-F15.md")),
    ("ATPO-F17", include_str!("../../../rules/atpo/checks/ATPO-F17.md")),
    ("ATPO-F19", include_str!("../../../rules/atpo/checks/ATPO-F19.md")),
    ("ATPO-F20", include_str!("../../../rules/atpo/checks/ATPO-F20.md")),
    ("ATPO-F26", include_str!("../../../rules/atpo/checks/ATPO-F26.md")),
    ("ATPO-L16", include_str!("../../../rules/atpo/checks/ATPO-L16.md")),
    ("ATPO-M01", include_str!("../../../rules/atpo/checks/ATPO-M01.md")),
    ("ATPO-M02", include_str!("../../../rules/atpo/checks/ATPO-M02.md")),
    ("ATPO-M16", include_str!("../../../rules/atpo/checks/ATPO-M16.md")),
    ("ATPO-M18", include_str!("../../../rules/atpo/checks/ATPO-M18.md")),
    ("ATPO-M31", include_str!("../../../rules/atpo/checks/ATPO-M31.md")),
    ("ATPO-N15", include_str!("../../../rules/atpo/checks/ATPO-N15.md")),
    ("ATPO-P06", include_str!("../../../rules/atpo/checks/ATPO-P06.md")),
    ("ATPO-P07", include_str!("../../../rules/atpo/checks/ATPO-P07.md")),
    ("ATPO-S03", include_str!("../../../rules/atpo/checks/ATPO-S03.md")),
    ("ATPO-S06", include_str!("../../../rules/atpo/checks/ATPO-S06.md")),
    ("ATPO-S10", include_str!("../../../rules/atpo/checks/ATPO-S10.md")),
    ("ATPO-S11", include_str!("../../../rules/atpo/checks/ATPO-S11.md")),
    ("ATPO-S12", include_str!("../../../rules/atpo/checks/ATPO-S12.md")),
    ("ATPO-X14", include_str!("../../../rules/atpo/checks/ATPO-X14.md")),
];

fn row_page(row: &Row) -> Option<String> {
    ROW_PAGES.iter().find(|(id, _)| *id == row.id).map(|(_, page)| (*page).to_owned())
}

impl Game for Atpo {
    fn id(&self) -> &'static str {
        "atpo"
    }

    fn pack(&self, read: Read<'_>) -> Result<Pack, Vec<DataFault>> {
        let pack = Pack::load(self.id(), read)?;
        let faults = self.faults(&pack, read);
        if faults.is_empty() { Ok(pack) } else { Err(faults) }
    }

    fn faults(&self, pack: &Pack, read: Read<'_>) -> Vec<DataFault> {
        let text = pack.tables.get("supply.toml").map_or("", String::as_str);
        let mut faults = supply::faults("rules/atpo/supply.toml", text, pack);
        let wars = pack.tables.get(battles::war::FILE).map_or("", String::as_str);
        faults.extend(states::faults(pack));
        let known = |code: &str| pack.nations.contains_key(code);
        faults.extend(battles::war::faults("rules/atpo/wars.csv", wars, known));
        let file = "maps/atpo/places.toml";
        faults.extend(ground::faults(file, &read(file).unwrap_or_default(), &pack.map));
        faults.extend(pack.choices.faults_for(crt::CHOICES, choices::CHOICES));
        let text = |path| read(path).unwrap_or_default();
        let [table, numbers, terrain] = [crt::TABLE, crt::NUMBERS, crt::TERRAIN].map(text);
        // The faults of the choices are the pack's to tell.
        let texts = crt::Texts { crt: &table, numbers: &numbers, terrain: &terrain, choices: "format = 1" };
        // So are those of the rolls.
        let mut of_rolls = Vec::new();
        if let Some(general) = crt::general(read, &mut of_rolls) {
            crt::Tables::read(&texts, general, &mut faults);
        }
        faults.extend(of_rolls.into_iter().filter(|fault| fault.line == 0));
        faults
    }

    fn unused(&self, read: Read<'_>) -> Vec<DataFault> {
        crt::unused_terrain(&read(crt::TERRAIN).unwrap_or_default())
    }

    fn choices(&self) -> &'static [Acted] {
        choices::CHOICES
    }

    fn metas(&self, pack: &Pack) -> Vec<Meta> {
        CHECKS.metas(pack, row_page)
    }

    fn check(&self, given: &Given, wanted: &Filter) -> Checked {
        let view = view(given);
        let at_hand = AtHand { previous: given.before.is_some(), turn_log: false };
        let look = Look { now: &given.now, before: given.before.as_deref(), choices: &given.choices };
        CHECKS.run(&view, &look, at_hand, wanted)
    }

    fn procedures(&self) -> &'static [Entry] {
        procedures::PROCEDURES
    }

    fn battles(&self, given: &Given) -> Vec<Battle> {
        battles::declared(&view(given))
    }

    fn possible_battles(&self, given: &Given) -> Vec<Battle> {
        battles::possible(&view(given))
    }

    fn lay(&self, battle: &Battle, said: &Map<String, Value>) -> Result<Battle, Vec<Fault>> {
        battles::given::lay(battle, said)
    }

    fn changes(&self, given: &Given, battle: &Battle, deeds: &[Deed]) -> Vec<PlannedChange> {
        battles::changes::of(&view(given), battle, deeds)
    }
}

fn view(given: &Given) -> View {
    View::new(Arc::clone(&given.now), given.choices.clone())
}
