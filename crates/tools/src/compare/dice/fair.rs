//! Whether dice look fair: how often each face came, and how often fair dice would come as unevenly or worse.

use std::collections::{BTreeMap, BTreeSet};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::Serialize;
use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::Roll;
use vassal::diagnostic::counted;

/// The statistics of all dice of a log.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct DiceReport {
    /// Dice of one name each, by name; then, where there are several, all that have as many sides together.
    pub dice: Vec<FairDie>,
}

/// The statistics of one kind of dice.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FairDie {
    /// What they are called.
    pub name: String,
    /// How many times they were rolled.
    pub rolls: usize,
    /// How many sides each has.
    pub sides: u32,
    /// Whether the number of sides is taken from the faces seen, since neither button nor name tells it.
    pub sides_guessed: bool,
    /// How many dice a result is the sum of; 1 where faces are told one by one.
    pub summed: u32,
    /// What stands on its sides, by the number of the first side with it; of numbered dice nothing.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub symbols: BTreeMap<u32, String>,
    /// How often each face or sum came, those that never came included.
    pub counts: BTreeMap<u32, u64>,
    /// The mean of what came; symbols have none.
    pub mean: Option<f64>,
    /// The mean of fair dice; symbols have none.
    pub fair_mean: Option<f64>,
    /// The test; none where there are too few rolls for it.
    pub test: Option<FairTest>,
    /// The mean of each player with how many results it is of.
    pub players: BTreeMap<String, PlayerDice>,
}

/// What one player rolled.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlayerDice {
    /// How many faces or sums.
    pub results: u64,
    /// Their mean.
    pub mean: f64,
}

/// Pearson's chi-squared test against fair dice.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FairTest {
    /// The sum over all results of (came − expected)² / expected.
    pub chi_squared: f64,
    /// Results less one.
    pub degrees: u32,
    /// The probability that fair dice come as unevenly or worse.
    pub p: f64,
    /// How many games of fair dice were played for it, where too few rolls are here for the distribution of chi-squared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played: Option<u32>,
}

/// The least number of times that fair dice must be expected to bring each result for the distribution of chi-squared.
const LEAST_EXPECTED: f64 = 5.0;

/// The fewest results that are tested.
const FEWEST: u64 = 5;

/// How many games of fair dice are played for a test, and how many results all of them may have together.
const GAMES: u64 = 100_000;
const MOST_PLAYED: u64 = 10_000_000;

/// Sides that dice usually have, for those that nobody tells.
const USUAL_SIDES: [u32; 8] = [2, 4, 6, 8, 10, 12, 20, 100];

/// The probability below which a larger die is not believed to have been thrown.
const UNLIKELY: f64 = 0.05;

/// The most sides and summed dice that a distribution is counted for.
const MOST_SIDES: u32 = 1000;
const MOST_SUMMED: u32 = 100;

/// The statistics of these rolls.
pub fn of_rolls<'r>(rolls: impl IntoIterator<Item = &'r Roll>) -> DiceReport {
    let mut by_name: BTreeMap<(String, u32), Vec<&Roll>> = BTreeMap::new();
    for roll in rolls.into_iter().filter(|roll| !roll.is_adjusted) {
        // Of a sum of nobody knows how many dice no chance is known.
        let Some(summed) = (if roll.is_sum { roll.count.filter(|count| *count > 0) } else { Some(1) }) else {
            continue;
        };
        by_name.entry((roll.dice.clone(), summed)).or_default().push(roll);
    }
    let named: Vec<FairDie> = by_name
        .iter()
        .filter_map(|((name, summed), rolls)| {
            let told = rolls.iter().filter_map(|roll| roll.sides).collect::<BTreeSet<u32>>();
            die(name, rolls, *summed, (told.len() == 1).then(|| told.first().copied()).flatten())
        })
        .collect();
    let mut together: BTreeMap<(u32, bool), Vec<&Roll>> = BTreeMap::new();
    for own in named.iter().filter(|own| own.summed == 1 && own.symbols.is_empty()) {
        let rolls = by_name.get(&(own.name.clone(), 1)).into_iter().flatten().copied();
        together.entry((own.sides, own.sides_guessed)).or_default().extend(rolls);
    }
    let all = together.into_iter().filter_map(|((sides, guessed), rolls)| {
        let names: BTreeSet<&str> = rolls.iter().map(|roll| roll.dice.as_str()).collect();
        let mut all = die(&format!("all dice of {sides} sides"), &rolls, 1, Some(sides))?;
        all.sides_guessed = guessed;
        (names.len() > 1).then_some(all)
    });
    let all: Vec<FairDie> = all.collect();
    DiceReport { dice: named.into_iter().chain(all).collect() }
}

fn die(name: &str, rolls: &[&Roll], summed: u32, told: Option<u32>) -> Option<FairDie> {
    let results = || rolls.iter().flat_map(|roll| roll.faces.iter().map(move |face| (*face, roll)));
    let guessed = told.is_none();
    let sides = told.or_else(|| guess(results().map(|(face, _)| face), summed))?;
    if sides > MOST_SIDES || summed > MOST_SUMMED || sides * summed > MOST_SIDES {
        return None;
    }
    let written: &[String] = rolls.first().map_or(&[], |roll| &roll.symbols);
    let (chances, symbols) = results_of(chances(sides, summed), written);
    let mut counts: BTreeMap<u32, u64> = chances.keys().map(|result| (*result, 0)).collect();
    let mut players: BTreeMap<String, (u64, f64)> = BTreeMap::new();
    let (mut number, mut sum) = (0_u64, 0.0);
    for (face, roll) in results() {
        // A face that no such die has is no face of it: an added number, or a die of another kind.
        let Some(count) = counts.get_mut(&first_alike(written, face)) else { continue };
        *count += 1;
        number += 1;
        sum += f64::from(face);
        if let Some(player) = roll.player.as_ref().filter(|_| written.is_empty()) {
            let own = players.entry(player.clone()).or_default();
            *own = (own.0 + 1, own.1 + f64::from(face));
        }
    }
    if number == 0 {
        return None;
    }
    let mean = |sum: f64, number: u64| (sum / number as f64 * 1000.0).round() / 1000.0;
    let players = players
        .into_iter()
        .map(|(player, (results, sum))| (player, PlayerDice { results, mean: mean(sum, results) }));
    Some(FairDie {
        name: name.to_owned(),
        rolls: rolls.len(),
        sides,
        sides_guessed: guessed,
        summed,
        test: test(&counts, &chances, number),
        counts,
        mean: symbols.is_empty().then(|| mean(sum, number)),
        fair_mean: symbols.is_empty().then(|| f64::from(summed) * f64::from(sides + 1) / 2.0),
        symbols,
        players: players.collect(),
    })
}

/// The usual die of which so many bring such sums, where a larger one would hardly have brought no larger sum.
fn guess(sums: impl Iterator<Item = u32>, summed: u32) -> Option<u32> {
    let (number, largest) = sums.fold((0, 0), |(number, largest), sum| (number + 1, sum.max(largest)));
    let at = USUAL_SIDES.iter().position(|sides| sides.saturating_mul(summed) >= largest)?;
    let sides = USUAL_SIDES[at];
    let missed = |next: &u32| {
        let is_small = next.saturating_mul(summed) <= MOST_SIDES;
        let no_larger = || {
            let chances = chances(*next, summed);
            chances.range(..=sides * summed).map(|(_, chance)| chance).sum::<f64>()
        };
        is_small && no_larger().powi(number) < UNLIKELY
    };
    USUAL_SIDES.get(at + 1).is_none_or(missed).then_some(sides)
}

/// The first side with what stands on this one; of a numbered die itself.
fn first_alike(written: &[String], face: u32) -> u32 {
    let own = usize::try_from(face).ok().and_then(|face| written.get(face.checked_sub(1)?));
    let first = own.and_then(|own| written.iter().position(|other| other == own));
    first.and_then(|at| u32::try_from(at + 1).ok()).unwrap_or(face)
}

/// The results of a die with the probability of each, sides with one symbol together, and the symbols.
fn results_of(faces: BTreeMap<u32, f64>, written: &[String]) -> (BTreeMap<u32, f64>, BTreeMap<u32, String>) {
    let mut chances: BTreeMap<u32, f64> = BTreeMap::new();
    for (face, chance) in faces {
        *chances.entry(first_alike(written, face)).or_default() += chance;
    }
    let symbols = (1..).zip(written).map(|(face, text)| (first_alike(written, face), text.clone()));
    (chances, symbols.collect())
}

/// The probability of each sum of so many fair dice.
fn chances(sides: u32, summed: u32) -> BTreeMap<u32, f64> {
    let mut sums = BTreeMap::from([(0, 1.0)]);
    for _ in 0..summed {
        let mut next: BTreeMap<u32, f64> = BTreeMap::new();
        for (sum, chance) in &sums {
            for face in 1..=sides {
                *next.entry(sum + face).or_default() += chance / f64::from(sides);
            }
        }
        sums = next;
    }
    sums
}

/// The test of what came against the chances of each result.
fn test(counts: &BTreeMap<u32, u64>, chances: &BTreeMap<u32, f64>, number: u64) -> Option<FairTest> {
    let chances: Vec<(u32, f64)> = chances.iter().map(|(result, chance)| (*result, *chance)).collect();
    let degrees = u32::try_from(chances.len() - 1).ok().filter(|degrees| *degrees > 0 && number >= FEWEST)?;
    let came: Vec<u64> = chances.iter().map(|(result, _)| counts.get(result).copied().unwrap_or(0)).collect();
    let chances: Vec<f64> = chances.into_iter().map(|(_, chance)| chance).collect();
    let chi_squared = unevenness(&came, &chances, number);
    let least = chances.iter().fold(f64::MAX, |least, chance| least.min(*chance));
    if least * number as f64 >= LEAST_EXPECTED - 1e-9 {
        let p = ChiSquared::new(f64::from(degrees)).ok()?.sf(chi_squared);
        return Some(FairTest { chi_squared, degrees, p, played: None });
    }
    let (p, games) = played(&chances, number, chi_squared);
    Some(FairTest { chi_squared, degrees, p, played: Some(games) })
}

/// Pearson's chi-squared of what came.
fn unevenness(came: &[u64], chances: &[f64], number: u64) -> f64 {
    let each = came.iter().zip(chances).map(|(came, chance)| {
        let expected = chance * number as f64;
        (*came as f64 - expected).powi(2) / expected
    });
    each.sum()
}

/// The share of games with so many results of fair dice that are at least so uneven, and how many were played: always
/// the same games, so that a log is told in the same way each time.
fn played(chances: &[f64], number: u64, least: f64) -> (f64, u32) {
    let mut dice = ChaCha8Rng::seed_from_u64(number);
    let games = GAMES.min(MOST_PLAYED / number.max(1)).max(1);
    let ends: Vec<f64> = chances
        .iter()
        .scan(0.0, |sum, chance| {
            *sum += chance;
            Some(*sum)
        })
        .collect();
    let mut as_uneven = 0_u64;
    let mut came = vec![0_u64; chances.len()];
    for _ in 0..games {
        came.fill(0);
        for _ in 0..number {
            let share = f64::from(dice.next_u32()) / (f64::from(u32::MAX) + 1.0);
            let result = ends.partition_point(|end| *end <= share).min(came.len() - 1);
            came[result] += 1;
        }
        as_uneven += u64::from(unevenness(&came, chances, number) >= least - 1e-9);
    }
    // The game at hand is one of them.
    ((as_uneven + 1) as f64 / (games + 1) as f64, u32::try_from(games).unwrap_or(u32::MAX))
}

impl DiceReport {
    /// The lines that tell it, with what the figures mean.
    pub fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.dice.iter().flat_map(FairDie::lines).collect();
        let tested = self.dice.iter().filter(|die| die.test.is_some()).count();
        if tested > 0 {
            lines.push(
                "p is the share of games with fair dice in which the counts are as uneven as here or worse; \
                 below 0.01 they are worth a second look, below 0.001 fair dice are hard to believe."
                    .to_owned(),
            );
        }
        if tested > 1 {
            lines.push(format!(
                "Among {tested} tests, one with a p below {:.3} is not unusual.",
                1.0 / tested as f64
            ));
        }
        lines
    }
}

/// Up to how many faces those are listed, too, that never came.
const MOST_FACES_TOLD: usize = 20;

impl FairDie {
    fn lines(&self) -> Vec<String> {
        let of = match self.summed {
            1 => format!("{} of {} sides", counted(self.results() as usize, "die"), self.sides),
            summed => format!("sums of {summed} dice of {} sides", self.sides),
        };
        let of = of.replace("dies", "dice");
        let guessed = if self.sides_guessed { ", a number of sides taken from the faces seen" } else { "" };
        // Of dice with many sides most never came.
        let is_told = |count: &u64| *count > 0 || self.counts.len() <= MOST_FACES_TOLD;
        let told = self.counts.iter().filter(|(_, count)| is_told(count));
        let called = |face: &u32| self.symbols.get(face).cloned().unwrap_or_else(|| face.to_string());
        let counts: Vec<String> = told.map(|(face, count)| format!("{} × {count}", called(face))).collect();
        let mut lines = vec![
            format!("{}: {}, {of}{guessed}", self.name, counted(self.rolls, "roll")),
            format!("  {}", counts.join(", ")),
        ];
        let test = match &self.test {
            Some(test) => format!(
                "chi-squared {:.2} with {}, p = {:.3}{}: {}",
                test.chi_squared,
                if test.degrees == 1 {
                    "1 degree of freedom".to_owned()
                } else {
                    format!("{} degrees of freedom", test.degrees)
                },
                test.p,
                test.played
                    .map_or_else(String::new, |games| format!(" of {games} games played with fair dice")),
                test.in_words()
            ),
            None => "too few rolls to say whether the dice are fair".to_owned(),
        };
        lines.push(match (self.mean, self.fair_mean) {
            (Some(mean), Some(fair)) => format!("  mean {mean:.2}, of fair dice {fair:.2}; {test}"),
            _ => format!("  {test}"),
        });
        if self.players.len() > 1 {
            let each = self.players.iter();
            let each = each.map(|(name, own)| format!("{name} {:.2} of {}", own.mean, own.results));
            lines.push(format!("  means: {}", each.collect::<Vec<_>>().join(", ")));
        }
        lines
    }

    fn results(&self) -> u64 {
        self.counts.values().sum()
    }
}

impl FairTest {
    fn in_words(&self) -> &'static str {
        match self.p {
            p if p < 0.001 => "hard to believe of fair dice",
            p if p < 0.01 => "worth a second look",
            p if p < 0.05 => "uneven, as fair dice sometimes are",
            _ => "as expected of fair dice",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rolls(faces: impl IntoIterator<Item = u32>) -> Vec<Roll> {
        let roll = |face| Roll {
            dice: "1d6".into(),
            faces: vec![face],
            is_sum: false,
            is_adjusted: false,
            count: Some(1),
            sides: Some(6),
            symbols: Vec::new(),
            player: Some("Anna".into()),
        };
        faces.into_iter().map(roll).collect()
    }

    #[test]
    fn even_counts_are_as_fair_dice_come() {
        let die = &of_rolls(&rolls((0..60).map(|n| n % 6 + 1))).dice[0];
        let test = die.test.as_ref().unwrap();
        assert!(test.chi_squared.abs() < 1e-9 && (test.p - 1.0).abs() < 1e-9 && test.degrees == 5);
        assert_eq!((die.mean, die.fair_mean), (Some(3.5), Some(3.5)));
    }

    #[test]
    fn a_loaded_die_is_hard_to_believe() {
        let loaded = (0..60).map(|n| if n % 2 == 0 { 6 } else { n % 5 + 1 });
        let test = of_rolls(&rolls(loaded)).dice[0].test.clone().unwrap();
        assert!(test.p < 0.001, "{test:?}");
        // 30 sixes and 6 of each other face, 10 expected: (20² + 5 · 4²) / 10 = 48.
        assert!((test.chi_squared - 48.0).abs() < 1e-9);
    }

    #[test]
    fn too_few_rolls_are_not_tested() {
        assert_eq!(of_rolls(&rolls([1, 2, 3])).dice[0].test, None);
    }

    #[test]
    fn few_rolls_are_held_against_games_of_fair_dice() {
        // Six ones and six sixes: (2 · 4² + 4 · 2²) / 2 = 24, which some of 10,000 games reach.
        let rigged = of_rolls(&rolls((0..12).map(|n| if n % 2 == 0 { 1 } else { 6 })));
        let test = rigged.dice[0].test.clone().unwrap();
        assert!((test.chi_squared - 24.0).abs() < 1e-9 && test.degrees == 5);
        assert!(test.played.is_some() && test.p < 0.001, "{test:?}");
        // One game in 1,296 has five of a kind.
        let all_alike = of_rolls(&rolls([4, 4, 4, 4, 4])).dice[0].test.clone().unwrap();
        assert!((all_alike.p - 1.0 / 1296.0).abs() < 3e-4, "{all_alike:?}");
        let all_others = of_rolls(&rolls([1, 2, 3, 4, 5])).dice[0].test.clone().unwrap();
        assert!((all_others.p - 1.0).abs() < 1e-9);
    }

    #[test]
    fn games_of_fair_dice_come_to_the_distribution_of_chi_squared() {
        let chances = [1.0 / 6.0; 6];
        let (p, _) = played(&chances, 60, 11.0705);
        assert!((p - 0.05).abs() < 0.005, "{p}");
    }

    #[test]
    fn sums_are_held_against_the_chances_of_sums() {
        let chances = chances(6, 2);
        assert!((chances[&7] - 6.0 / 36.0).abs() < 1e-12 && (chances[&2] - 1.0 / 36.0).abs() < 1e-12);
        let roll = |sum| Roll { faces: vec![sum], is_sum: true, count: Some(2), ..rolls([1])[0].clone() };
        let all: Vec<Roll> = (0..72).map(|n| roll(n % 6 + n / 12 + 2)).collect();
        let die = &of_rolls(&all).dice[0];
        assert_eq!((die.summed, die.counts[&7]), (2, 12));
        assert!(die.test.as_ref().unwrap().p > 0.99);
    }

    #[test]
    fn sums_of_nobody_knows_how_many_dice_and_adjusted_results_are_not_counted() {
        let plain = rolls((0..60).map(|n| n % 6 + 1));
        let unknown =
            Roll { dice: "3d6".into(), faces: vec![5], is_sum: true, count: None, ..plain[0].clone() };
        let kept = Roll { dice: "best of 3".into(), is_adjusted: true, ..plain[0].clone() };
        let other = Roll { dice: "other".into(), ..plain[0].clone() };
        let report = of_rolls(plain.iter().chain([&unknown, &kept, &other]));
        let names: Vec<&str> = report.dice.iter().map(|die| die.name.as_str()).collect();
        assert_eq!(names, ["1d6", "other", "all dice of 6 sides"]);
        assert_eq!(report.dice[2].counts.values().sum::<u64>(), 61);
    }

    #[test]
    fn the_sides_of_a_die_are_guessed_from_many_faces_only() {
        let of = |faces: &[u32]| {
            let rolls: Vec<Roll> = rolls(faces.to_vec());
            let unknown: Vec<Roll> = rolls.into_iter().map(|roll| Roll { sides: None, ..roll }).collect();
            of_rolls(&unknown).dice.first().map(|die| die.sides)
        };
        assert_eq!(of(&[1]), None);
        assert_eq!(of(&[1, 2, 2, 1]), None);
        assert_eq!(of(&[1, 2, 2, 1, 1]), Some(2));
        assert_eq!(of(&[6, 1, 3, 4, 2, 5, 6, 1, 3, 4, 2]), Some(6));
    }

    #[test]
    fn the_p_of_a_table_comes_out() {
        // The 5 % point of chi-squared with 5 degrees of freedom.
        let p = ChiSquared::new(5.0).unwrap().sf(11.0705);
        assert!((p - 0.05).abs() < 1e-5, "{p}");
    }
}
