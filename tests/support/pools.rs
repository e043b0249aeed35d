//! Two pools of dice thrown at each other, composed for tests and benches: these are no game's rules.

use liege::rules::play::dice::{Dice, Die};
use liege::rules::play::procedure::{Flow, Log, Procedure, Refusal};

/// The procedure: dice of two pools that show 5 or more, and 4 or more.
pub struct Pools;

impl Procedure for Pools {
    const ID: &'static str = "TEST-R03";
    type Cx = ();
    type Input = [u16; 2];
    type Battle = [u16; 2];
    type State = Option<u16>;
    type Outcome = [u16; 2];

    fn begin(pools: [u16; 2], _cx: &()) -> Result<([u16; 2], Option<u16>), Vec<Refusal>> {
        Ok((pools, None))
    }

    fn step<'b>(
        pools: &'b [u16; 2],
        state: Option<u16>,
        _cx: &'b (),
        dice: &mut dyn Dice,
        _log: &mut Log,
    ) -> Flow<'b, Option<u16>, [u16; 2]> {
        match state {
            None => Flow::Next(Some(dice.hits(pools[0], Die::D6, 5, "the first pool"))),
            Some(first) => Flow::Done([first, dice.hits(pools[1], Die::D6, 4, "the second pool")]),
        }
    }

    fn so_far(_pools: &[u16; 2], state: &Option<u16>, _cx: &()) -> [u16; 2] {
        [state.unwrap_or(0), 0]
    }

    fn result([first, second]: &[u16; 2]) -> String {
        format!("{first} against {second}")
    }
}
