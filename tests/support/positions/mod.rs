//! Random positions of ATPO that the rules allow, built up from map, order of battle and counters without a look at any
//! check: what a hex holds is counted before something is put there.

mod air;
mod boxes;
mod cargo;
mod chits;
#[allow(dead_code, reason = "campaigns of the command line send them")]
mod cruises;
mod dice;
#[allow(dead_code, reason = "campaigns of the command line send them")]
mod forces;
mod front;
mod land;
mod layout;
mod leaders;
mod naval;
mod rare;
#[allow(dead_code, reason = "campaigns of the command line send them")]
mod sorties;
mod supply;
mod time;
mod tracks;
mod works;
mod world;

pub use dice::Dice;
pub use layout::{At, Layout, Piece};
pub use naval::{meet, meet_carriers};
pub use time::Time;
pub use world::{World, is_at_war};

/// A legal position; the same for the same seed.
pub fn legal(world: &World, seed: u64) -> Layout<'_> {
    let mut layout = Layout::new(world, Dice::of(seed));
    fill(&mut layout);
    layout
}

/// A legal position of a given month and step.
pub fn legal_at(world: &World, seed: u64, time: Time) -> Layout<'_> {
    let mut layout = Layout::at(world, Dice::of(seed), time);
    fill(&mut layout);
    layout
}

/// A position of a given month and step in which fleets lie in trays, in port and hidden, and forces of both sides are sent
/// against one another.
#[allow(dead_code, reason = "campaigns of the command line ask for them")]
pub fn opposed_at(world: &World, seed: u64, time: Time) -> Layout<'_> {
    let mut layout = legal_at(world, seed, time);
    forces::gather(&mut layout);
    forces::oppose(&mut layout);
    forces::attack(&mut layout);
    send(&mut layout);
    forces::hide(&mut layout);
    layout
}

/// Sends ships and aircraft on every mission that the step allows.
fn send(layout: &mut Layout<'_>) {
    match layout.time.phase.clone().as_str() {
        step if step.starts_with("SW") => {
            sorties::bomb(layout);
            cruises::interdict(layout);
        }
        "NA.1" => {
            cruises::enter(layout);
            cruises::carry(layout);
            cruises::evacuate(layout);
        }
        "NA.2" => {
            sorties::strike(layout);
            sorties::carry(layout);
        }
        "NA.3" | "MV.1" => cruises::debark(layout),
        "OL.4" => {
            cruises::land(layout);
            sorties::drop(layout);
        }
        "OA.2" => {
            sorties::strike(layout);
            sorties::drop(layout);
        }
        "OS.2" => {
            cruises::bombard(layout);
            cruises::enter(layout);
        }
        "EN.1" => {
            sorties::look(layout, "JP");
            cruises::enter(layout);
            cruises::carry(layout);
            cruises::evacuate(layout);
            cruises::debark(layout);
        }
        _ => {}
    }
}

fn fill(layout: &mut Layout<'_>) {
    let theatre = front::theatre(layout);
    front::advance(layout, &theatre);
    works::build(layout, &theatre);
    land::station(layout, &theatre);
    land::guard_the_border(layout);
    leaders::station(layout, &theatre);
    naval::dock(layout, &theatre);
    naval::sail(layout, &theatre);
    naval::form_task_forces(layout, &theatre);
    air::base(layout, &theatre);
    cargo::embark(layout, &theatre);
    rare::add(layout, &theatre);
    land::hide_partisans(layout, &theatre);
    land::pin(layout, &theatre);
    boxes::fill(layout);
    chits::lay(layout, &theatre);
    tracks::lay(layout);
    supply::mark(layout);
    naval::run_dry(layout);
}
