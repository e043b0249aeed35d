//! What is drawn in an evening: chips of a set-up, who moves, how a battle ends. The same seed draws the same.

#[cfg(test)]
pub use drawn::Luck;

#[cfg(test)]
mod drawn {
    use std::collections::BTreeMap;

    use super::super::tests::Evening;
    use crate::cli::commands::umpire::edits;
    use liege_rules::desk::play::{BoardDeed, OpenFight, TurnPaper};
    use liege_rules::play::dice::{Dice, Die, Seeded};
    use liege_rules::position::situation::PieceIx;

    /// Chance that is the same for the same seed.
    pub struct Luck(pub Seeded);

    impl Luck {
        pub fn new(seed: u64) -> Self {
            Self(Seeded::new(seed))
        }

        /// A number below another.
        pub fn below(&mut self, most: usize) -> usize {
            let mut number = 0usize;
            for _ in 0..6 {
                number = number * 6 + usize::from(self.0.roll(Die::D6, "luck")) - 1;
            }
            if most == 0 { 0 } else { number % most }
        }

        pub fn of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
            all.get(self.below(all.len()))
        }

        /// A set-up in which some of the units stand for several.
        pub fn with_chips(&mut self, text: &str) -> String {
            let line = |luck: &mut Self, line: &str| {
                let Some((place, units)) = line.split_once(": ").filter(|_| is_board(line)) else {
                    return line.to_owned();
                };
                let each = units.split(", ").map(|unit| {
                    let chip = ["chip-1, ", "chip-1, chip-1, ", "chip-5, "][luck.below(3)];
                    let bears = !["airbase", "aagun", "-ic"].iter().any(|word| unit.contains(word));
                    if bears && luck.below(3) == 0 { format!("{chip}{unit}") } else { unit.to_owned() }
                });
                format!("{place}: {}", each.collect::<Vec<_>>().join(", "))
            };
            text.lines().map(|own| line(self, own) + "\n").collect()
        }
    }

    /// Whether a line lays units on the board, and not on a ship.
    fn is_board(line: &str) -> bool {
        line.starts_with("at ") && !line.contains("aboard")
    }

    impl Evening {
        /// How many units of a counter move: all, or some that become a counter of their own.
        pub fn some_of(&mut self, ix: PieceIx) -> Option<u32> {
            let count = self.units_of(ix);
            (count > 1 && self.luck.below(2) == 0).then(|| 1 + self.luck.below(count as usize - 1) as u32)
        }

        /// How many units a counter stands for.
        pub fn units_of(&self, ix: PieceIx) -> u32 {
            let situation = &self.master.situation;
            let hidden = self.master.game.hidden().unwrap();
            let piece = &situation.pieces[ix];
            let mut below: Vec<_> =
                situation.here(&piece.at).iter().map(|other| &situation.pieces[*other]).collect();
            below.retain(|other| other.stack == piece.stack && other.depth < piece.depth);
            below.sort_by_key(|other| std::cmp::Reverse(other.depth));
            let worth = below.iter().map_while(|other| hidden.worth(other.entry.as_deref()?));
            1 + worth.sum::<u32>()
        }

        /// Parts a counter in the master; the id of the new one.
        pub fn part(&mut self, ix: PieceIx, count: u32) -> String {
            let part = BoardDeed::Part { piece: ix, count, with: Vec::new(), name: "new".into() };
            edits::apply(&mut self.master, &[part]).unwrap_or_else(|failure| panic!("{failure:?}"))["new"]
                .clone()
        }

        /// The end of a battle at random.
        pub fn result(&mut self, fight: &OpenFight, paper: &TurnPaper) -> String {
            let side = self.master.pack.alliance(&paper.power).to_owned();
            let other = if side == "axis" { "allies" } else { "axis" };
            // Who goes back when a submarine may is a matter of salvos, which are rolled at the table.
            let subs = self.classes(&fight.mover).contains_key("sub");
            let salvo = fight.cause == "interception";
            match self.luck.below(if subs || salvo { 4 } else { 6 }) {
                0 if !salvo => format!("{side} lost all"),
                1 if !salvo => format!("{other} lost all"),
                2 | 3 => self.casualties(fight, &side, other),
                4 => {
                    let lost = self.casualties(fight, &side, other);
                    match self.retreat(fight, paper, &side) {
                        Some(back) if lost == "none" => back,
                        Some(back) => format!("{lost}; {back}"),
                        None => lost,
                    }
                }
                5 => self.retreat(fight, paper, &side).unwrap_or_else(|| format!("{other} lost all")),
                _ => "none".into(),
            }
        }

        fn retreat(&self, fight: &OpenFight, paper: &TurnPaper, side: &str) -> Option<String> {
            let order = paper.orders.iter().find(|order| fight.items.contains(&order.item))?;
            let at = order.path.iter().position(|place| *place == fight.place).filter(|at| *at > 0)?;
            Some(format!("{side} retreat all to {}", order.path[at - 1]))
        }

        /// Some of each side are lost, and some ships damaged.
        fn casualties(&mut self, fight: &OpenFight, side: &str, other: &str) -> String {
            let mut parts = Vec::new();
            for (who, pieces) in [(side, &fight.mover), (other, &fight.occupant)] {
                for (class, count) in self.classes(pieces) {
                    let lost = self.luck.below(count as usize + 1);
                    if lost > 0 {
                        parts.push(format!("{who} lost {lost} {}", class.to_uppercase()));
                    }
                    let hit = self.luck.below(count as usize - lost + 1);
                    if hit > 0 && ["bb", "cv"].contains(&class.as_str()) {
                        parts.push(format!("{who} damaged {hit} {}", class.to_uppercase()));
                    }
                }
            }
            if parts.is_empty() { "none".into() } else { parts.join("; ") }
        }

        /// How many units of each class are among these counters; facilities and tokens are no units.
        fn classes(&self, pieces: &[String]) -> BTreeMap<String, u32> {
            let mut all = BTreeMap::new();
            let by_id = self.master.situation.by_id();
            for ix in pieces.iter().filter_map(|id| by_id.get(id.as_str())) {
                if !self.family(*ix).is_empty() {
                    let class = self.master.situation.pieces[*ix].kind().to_owned();
                    *all.entry(class).or_default() += self.units_of(*ix);
                }
            }
            all
        }
    }
}
