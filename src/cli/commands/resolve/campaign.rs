//! Battles out of random positions as `resolve` fights them: what `check` finds behind each, and whether log and save agree.

#[cfg(test)]
mod tests {
    use serde_json::json;
    use std::collections::{BTreeMap, BTreeSet};
    use std::sync::Arc;

    use super::super::one::resolve;
    use super::super::{Resolved, change};
    use crate::cli::Failure;
    use crate::cli::commands::answering::{Answering, AtTable};
    use crate::cli::commands::battles::entry_of;
    use crate::cli::saves::{self, Wanted};
    use crate::cli::session::Session;
    use crate::games::known;
    use crate::positions::{Time, World, opposed_at};
    use crate::shipped::Embedded;
    use crate::table::Table;
    use liege_build::scenario;
    use liege_build::{Data, Plan};
    use liege_rules::check::Filter;
    use liege_rules::check::case::Case;
    use liege_rules::game::Questions;
    use liege_rules::play::battle::{Battle, PlannedChange, What};
    use liege_rules::play::dice::Seeded;
    use liege_rules::play::procedure::{Ending, Orders};
    use liege_rules::position::situation::from_save;
    use vassal::diagnostic::{Finding, Severity};
    use vassal::format::command::Command;
    use vassal::format::save_file::SaveFile;
    use vassal::format::timestamp::Timestamp;
    use vassal::model::position::{Piece, Position};

    /// Battles of the suite; `LIEGE_CAMPAIGN_BATTLES` asks for more, `LIEGE_CAMPAIGN` for those from the position of a seed on,
    /// or without a number for those of that position, which it prints.
    const BATTLES: usize = 30;

    /// So many battles hold every kind.
    const LARGE: usize = 2000;

    /// Every kind of battle that a save declares or allows, as `kind_of` calls it, and whether the suite's share has it.
    const KINDS: [(&str, bool); 28] = [
        ("R03 strategic bombing", false),
        ("R04 fire bombing", false),
        ("R05 bombers over convoys", false),
        ("R06 raid on convoys", true),
        ("R07 merchant routes", true),
        ("R08 A-Bomb", false),
        ("R09 strait", false),
        ("R12 entry of a port", false),
        ("R13 battery", false),
        ("R14 naval combat", false),
        ("R20 bombardment", false),
        ("R21 submarine attack", false),
        ("R22 ASW sweep", false),
        ("R23 harbour", false),
        ("R25 reconnaissance at sea", true),
        ("R26 reconnaissance on land", false),
        ("R30 strafing", false),
        ("R35 air transport", false),
        ("R36 paradrop", false),
        ("R39 land attack", true),
        ("R39 landing", false),
        ("encounter", false),
        ("sea mines of a fort", false),
        ("lift", true),
        ("evacuation", false),
        ("change of base", false),
        ("strike at ships", true),
        ("strike at installations", false),
    ];

    /// Fights of one procedure in one position, of those that are declared and of those that are only possible.
    const OF_EACH: usize = 6;

    /// How often each battle is fought, with other dice and policies.
    const ROUNDS: u64 = 2;

    /// Words that the questions of all battles understand, beside the style of a side.
    const WORDS: &str = "weakest,stand,together,advance,evacuate,ground";

    /// The steps in which battles are fought.
    const STEPS: [&str; 12] =
        ["SW.1", "SW.2", "SW.3", "SW.6", "NA.1", "NA.2", "NA.3", "OL.4", "OA.2", "OS.2", "MV.1", "EN.1"];

    /// What no save shows, with answers: whom strategic bombers bomb, and what ships bombard.
    const UNTOLD: [(&str, [&str; 2]); 2] = [("against", ["us", "china"]), ("target", ["port", "airbase"])];

    /// The checks of land stacking.
    const STACKING: [&str; 3] = ["ATPO-S01", "ATPO-S02", "ATPO-S04"];

    /// The rules by which ships are sunk: gunnery and torpedoes, port mines, aircraft, submarines.
    const SINKINGS: [&str; 4] = ["3.11.4", "3.9.2", "4.10.3", "3.16.6"];

    const STYLES: [&str; 3] = ["balanced", "aggressive", "cautious"];

    /// The game, and a save of it under hand.
    struct ClubTable {
        data: Data,
        plan: Plan,
        world: World,
        session: Session,
        understood: Table,
    }

    impl ClubTable {
        fn new() -> Self {
            let game = known("atpo", &Embedded).unwrap();
            let data = Data::load(&*game, &Embedded).unwrap_or_else(|faults| panic!("{faults:?}"));
            let plan = data.plan(Timestamp(0)).unwrap_or_else(|faults| panic!("{faults:?}"));
            let commands = scenario::Table::new(&data, &plan)
                .unwrap()
                .save("start", "game: atpo\ndate: 1942-02\n")
                .unwrap();
            let save = SaveFile::new(&commands, Some(plan.about.write().as_bytes()), &plan.about).unwrap();
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("start.vsav");
            crate::cli::files::write(&path, &save.write(Timestamp(0)).unwrap()).unwrap();
            let session = Session { quiet: true, ..Session::default() };
            let wanted = Wanted { game: Some("atpo"), side: Some("umpire"), ..Wanted::default() };
            let understood =
                saves::read(&path, &session, &wanted).unwrap_or_else(|failure| panic!("{failure:?}"));
            let world = World::of(Arc::clone(&data.pack));
            Self { data, plan, world, session, understood }
        }

        /// Puts a position on the table.
        fn lay(&mut self, layout: &str) {
            let table = scenario::Table::new(&self.data, &self.plan).unwrap();
            // The counters of some leaders have no back that says so.
            let layout = layout.replace(" used", "");
            let commands =
                table.save("random", &layout).unwrap_or_else(|faults| panic!("{faults:#?}\n{layout}"));
            self.put(commands);
            // Who looks again looks in the phase in which he looked before.
            let Table { pack, opened: table, module, eyes, .. } = &self.understood;
            let situation = from_save(pack, &table.position, Some(module), eyes, None);
            self.understood.situation = Arc::new(situation);
        }

        fn put(&mut self, commands: Command) {
            self.understood.opened.commands = Arc::new(commands);
            self.understood.look_again().unwrap();
        }

        fn open(&self) -> Box<dyn Questions> {
            self.understood.game.open(&Case::of(Arc::clone(&self.understood.situation)))
        }

        /// What `check` says of the position, by check, place and severity.
        fn findings(&self) -> BTreeMap<(String, String), (Severity, String)> {
            let found = self.open().check(&Filter::default()).findings.into_iter();
            let one = |finding: Finding| {
                let place = finding.place.clone().unwrap_or_default().location;
                ((finding.id.to_string(), place), (finding.severity, finding.message.clone()))
            };
            found.map(one).collect()
        }

        /// A lift of units that boarded off a coast as an evacuation every other time, near or too far (3.13.2).
        fn evacuated(&self, battle: Battle, number: u64) -> Battle {
            if battle.procedure != "ATPO-LIFT" || battle.inputs.contains_key("from") || number % 2 == 1 {
                return battle;
            }
            let said = json!({ "from": "coast", "distance": 5 + number % 7 });
            let laid = self.understood.game.lay(&battle, said.as_object().unwrap());
            laid.unwrap_or(battle)
        }

        /// Fights a battle by the policies of a seed. What it lacks and no save shows is told.
        fn fight(&self, open: &dyn Questions, battle: Battle, seed: u64) -> Result<Resolved, Failure> {
            let fought = self.fight_once(open, battle.clone(), seed);
            let Err(failure) = &fought else { return fought };
            let told = format!("{failure:?}");
            let lacks = |key: &str| told.contains(&format!("{key}: is missing"));
            let Some((key, words)) = UNTOLD.iter().find(|(key, _)| lacks(key)) else { return fought };
            let said = json!({ *key: words[usize::try_from(seed % 2).unwrap()] });
            let told = self.understood.game.lay(&battle, said.as_object().unwrap());
            told.map_or(fought, |told| self.fight_once(open, told, seed))
        }

        fn fight_once(&self, open: &dyn Questions, battle: Battle, seed: u64) -> Result<Resolved, Failure> {
            let mut orders = Orders::default();
            for (role, seed) in entry_of(&self.session, &battle)?.roles.iter().zip([seed, seed / 3]) {
                let style = STYLES[usize::try_from(seed % 3).unwrap()];
                orders.policy(*role, &format!("{style},{WORDS}"));
            }
            let mut dice = Seeded::new(seed);
            let mut table = AtTable::default();
            let mut who = Answering::new("", None, &mut orders, &mut table);
            resolve(&self.session, open, &self.understood, battle, &[], &mut dice, &mut who)
        }
    }

    impl ClubTable {
        /// Whether the rules allow what `check` suspects, for a reason that lies in the battle and in no save.
        fn allows(
            &self,
            (id, place): &(String, String),
            (severity, message): &(Severity, String),
            planned: &[PlannedChange],
        ) -> bool {
            let situation = &self.understood.situation;
            let damaged = situation.pack.terms.layer_of("reduced");
            let why = |edit: &PlannedChange| match (id.as_str(), &edit.what) {
                // Who has lost his carrier or base may be one too many at another one (4.6.1.2, 4.6.3).
                ("ATPO-A02", What::MoveTo(at)) => {
                    ["4.6.1.2", "4.6.3"].contains(&edit.rule.as_str())
                        && at.to_string() == *place
                        && edit.words.contains("which it overstacks")
                }
                // Only an undamaged carrier takes a fighter to ferry; no rule takes it off one that is damaged (4.6.2.5).
                ("ATPO-A13", What::TurnLayer { layer, level }) => {
                    let ship = situation.pieces.iter().find(|piece| piece.id == edit.piece);
                    let told = |ship: &str| message.ends_with(&format!("aboard {ship}, which is damaged"));
                    damaged == Some((layer.as_str(), *level)) && ship.is_some_and(|ship| told(&ship.name))
                }
                // A home fighter that was lost is rebuilt in the Seasonal Turn, and none moves between the first bombing and
                // the Naval and Air Phase (17.9).
                ("ATPO-X09", _) => true,
                // An Admiral outlives the only ship there on which he counts (3.12.2).
                ("ATPO-S25", What::MoveTo(_)) => {
                    SINKINGS.iter().any(|rule| edit.rule.starts_with(rule))
                        && edit.words.contains("eliminated")
                }
                // More may advance than a hex holds, until the Step ends (11.6.8.1). By an estimate it may hold all who
                // debark, and who does in Movement may go on (3.13.4).
                (id, What::MoveTo(at)) if STACKING.contains(&id) => {
                    ["11.6.8.1", "3.13.4"].contains(&edit.rule.as_str()) && at.to_string() == *place
                }
                (id, What::TurnLayer { .. }) if STACKING.contains(&id) => {
                    let piece = situation.pieces.iter().find(|piece| piece.id == edit.piece);
                    edit.rule == "3.13.4"
                        && edit.words.contains("comes ashore")
                        && piece.is_some_and(|piece| piece.at.to_string() == *place)
                }
                // What lay in a port that was taken is at sea in its hex (3.8.2).
                ("ATPO-S18", _) => {
                    edit.rule == "3.8.2" && edit.words.contains("is at sea in the hex of the port")
                }
                // HQs may come to stand side by side, where they cannot operate (7.1.6).
                ("ATPO-S08", What::MoveTo(_)) => edit.rule == "11.6.7",
                // No save shows where a Front is; the report asks whose the hex is that units Out of Supply retreat to (11.2).
                ("ATPO-Z03", What::Say) => {
                    edit.rule == "11.2"
                        && edit.words.starts_with(&format!("{place} stays enemy-controlled if"))
                }
                // Losses are held against the income of the next Seasonal Turn, which no save tells (2).
                ("ATPO-X22", What::SetProperty { .. }) => message.contains(" to strategic warfare"),
                _ => false,
            };
            let may_be = *severity == Severity::Suspicious || STACKING.contains(&id.as_str());
            may_be && planned.iter().any(why)
        }
    }

    /// What a kind of battle is called: by its procedure, and by what is attacked or carried where that tells kinds apart.
    fn kind_of(battle: &Battle) -> &'static str {
        let has = |key: &str| battle.inputs.contains_key(key);
        match battle.procedure {
            "ATPO-R03" => "R03 strategic bombing",
            "ATPO-R04" => "R04 fire bombing",
            "ATPO-R05" => "R05 bombers over convoys",
            "ATPO-R06" => "R06 raid on convoys",
            "ATPO-R07" => "R07 merchant routes",
            "ATPO-R08" => "R08 A-Bomb",
            "ATPO-R09" => "R09 strait",
            "ATPO-R12" => "R12 entry of a port",
            "ATPO-R13" => "R13 battery",
            "ATPO-R14" => "R14 naval combat",
            "ATPO-R20" => "R20 bombardment",
            "ATPO-R21" => "R21 submarine attack",
            "ATPO-R22" => "R22 ASW sweep",
            "ATPO-R23" => "R23 harbour",
            "ATPO-R25" => "R25 reconnaissance at sea",
            "ATPO-R26" => "R26 reconnaissance on land",
            "ATPO-R30" => "R30 strafing",
            "ATPO-R35" => "R35 air transport",
            "ATPO-R36" => "R36 paradrop",
            "ATPO-R39" if has("amphibious") => "R39 landing",
            "ATPO-R39" => "R39 land attack",
            "ATPO-ENCOUNTER" => "encounter",
            "ATPO-FORT-MINES" => "sea mines of a fort",
            "ATPO-LIFT" if battle.given.contains_key("from") => "evacuation",
            "ATPO-LIFT" => "lift",
            "ATPO-REBASE" => "change of base",
            "ATPO-STRIKE" if has("ships") => "strike at ships",
            "ATPO-STRIKE" => "strike at installations",
            other => panic!("{other} has no name"),
        }
    }

    /// All that can be seen of a position: each piece with its place, state and text, and what players read. When a piece came
    /// into the game is not seen, and a save counts that anew.
    fn seen(position: &Position) -> BTreeSet<String> {
        let pieces = position.pieces.iter().map(|piece| format!("{:?}", Piece { order: 0, ..piece.clone() }));
        pieces.chain([position.public_notes.clone()]).collect()
    }

    /// What many battles came to.
    #[derive(Default)]
    struct CampaignToll {
        /// Battles by their kind, and how many of them changed the save.
        fought: BTreeMap<&'static str, (usize, usize)>,
        /// What could not be fought, with the reason.
        idle: BTreeMap<String, usize>,
        wrong: Vec<String>,
    }

    impl CampaignToll {
        fn count(&self) -> usize {
            self.fought.values().map(|(fought, _)| fought).sum()
        }

        /// Fights battles of the position on the table, each from the same save.
        fn fight_all(&mut self, table: &mut ClubTable, seed: u64, layout: &str) {
            let (before, known) = (Arc::clone(&table.understood.opened.commands), table.findings());
            let open = table.open();
            let mut battles = open.battles();
            battles.extend(open.possible_battles());
            let mut of_each: BTreeMap<(&str, bool), usize> = BTreeMap::new();
            let rounds = battles.into_iter().flat_map(|battle| (0..ROUNDS).map(move |_| battle.clone()));
            for (number, battle) in (0u64..).zip(rounds) {
                let done = of_each.entry((battle.procedure, battle.declared)).or_default();
                if let Some(refusal) = &battle.refused {
                    let why = format!("{}: not to be fought: {refusal:?}", kind_of(&battle));
                    *self.idle.entry(why).or_default() += 1;
                    continue;
                }
                if *done == OF_EACH {
                    continue;
                }
                let battle = table.evacuated(battle, number);
                let (id, procedure) = (battle.id.clone(), kind_of(&battle));
                let enters = battle.procedure == "ATPO-R12" || battle.inputs.contains_key("into-port");
                let resolved = match table.fight(&*open, battle, seed * 101 + number) {
                    Ok(resolved) if resolved.report.status == Ending::Done => resolved,
                    Ok(resolved) => {
                        let why =
                            format!("{procedure}: {:?} {:?}", resolved.report.open, resolved.report.refused);
                        *self.idle.entry(why).or_default() += 1;
                        continue;
                    }
                    Err(failure) => {
                        self.wrong.push(format!("seed {seed}, {id} ({number}): {failure:?}"));
                        continue;
                    }
                };
                *done += 1;
                let (fought, changed) = self.fought.entry(procedure).or_default();
                (*fought, *changed) = (*fought + 1, *changed + usize::from(!resolved.planned.is_empty()));
                let told = format!("seed {seed}, {id} ({number}): {}", resolved.report.result);
                let module = Arc::clone(&table.understood.module);
                let mut after = (*before).clone();
                change::apply_steps(&mut after, Some(&*module), &resolved.steps)
                    .unwrap_or_else(|error| panic!("{told}: {error}\n{layout}"));
                let log = change::write_log(&before, Some(&*module), &resolved.steps).unwrap();
                let (played, problems) = change::play(&log, Some(&*module));
                assert!(problems.is_empty(), "{told}: {problems:?}");
                let saved = Position::read(&after, Some(&*module)).0;
                let (played, saved) = (seen(&played), seen(&saved));
                if let Some(piece) = played.symmetric_difference(&saved).next() {
                    self.wrong.push(format!("{told}: log and save differ in {piece}"));
                }
                table.put(after);
                let mut new = table.findings();
                new.retain(|what, (severity, _)| known.get(what).is_none_or(|(known, _)| known > severity));
                // What was over twice the capacity of its bases may still be over it.
                let was_worse = |place: &String| known.contains_key(&("ATPO-A03".to_owned(), place.clone()));
                new.retain(|(check, place), _| !(check == "ATPO-A02" && was_worse(place)));
                // Two counters of one ship that were in play before are found where the first of them is.
                let were_two = known.keys().any(|(check, _)| check == "ATPO-N15");
                new.retain(|(check, _), _| !(check == "ATPO-N15" && were_two));
                // Who has come into an enemy port to fight there is in it (3.8.3.1).
                new.retain(|(check, _), _| !(enters && check == "ATPO-P06"));
                new.retain(|what, told| !table.allows(what, told, &resolved.planned));
                table.put((*before).clone());
                if !new.is_empty() {
                    let edits: Vec<&str> =
                        resolved.planned.iter().map(|change| change.words.as_str()).collect();
                    self.wrong.push(format!("{told}: {new:?}\n    {}", edits.join("\n    ")));
                    println!("{}", self.wrong.last().unwrap());
                }
            }
        }
    }

    /// The months and steps of the war in which battles are fought.
    fn wartime(world: &World) -> Vec<Time> {
        let fights = |time: &&Time| time.since(1941, 12) && STEPS.contains(&time.phase.as_str());
        world.times.iter().filter(fights).cloned().collect()
    }

    #[test]
    fn battles_of_forces_in_trays_in_port_aboard_and_hidden_leave_nothing_that_check_finds() {
        let number = |name: &str| std::env::var(name).ok().and_then(|number| number.parse::<u64>().ok());
        let most = number("LIEGE_CAMPAIGN_BATTLES").and_then(|most| most.try_into().ok()).unwrap_or(BATTLES);
        let (mut table, mut toll) = (ClubTable::new(), CampaignToll::default());
        let times = wartime(&table.world);
        let first = number("LIEGE_CAMPAIGN").unwrap_or(0);
        let is_single = number("LIEGE_CAMPAIGN").is_some() && number("LIEGE_CAMPAIGN_BATTLES").is_none();
        for seed in first.. {
            let positions = usize::try_from(seed - first).unwrap();
            assert!(positions <= most + 50, "{} battles in {positions} positions", toll.count());
            let time = times[usize::try_from(seed.wrapping_mul(7919)).unwrap() % times.len()].clone();
            let phase = time.phase.clone();
            let layout = opposed_at(&table.world, seed, time).text();
            table.lay(&layout);
            assert_eq!(table.understood.situation.clock.phase, Some(phase), "{layout}");
            if is_single {
                println!("{layout}");
            }
            toll.fight_all(&mut table, seed, &layout);
            if toll.count() >= most || is_single {
                println!("the positions from {first} to {seed}");
                break;
            }
        }
        println!("{:#?}\n{:#?}", toll.fought, toll.idle);
        assert!(
            toll.wrong.is_empty(),
            "{} of {}:\n{}",
            toll.wrong.len(),
            toll.count(),
            toll.wrong.join("\n")
        );
        let is_due =
            |(_, in_suite): &&(&str, bool)| !is_single && (*in_suite && first == 0 || toll.count() >= LARGE);
        let missed = KINDS.iter().filter(is_due).map(|(kind, _)| *kind);
        let missed: Vec<&str> = missed.filter(|kind| !toll.fought.contains_key(kind)).collect();
        assert!(missed.is_empty(), "not fought: {missed:?}");
    }
}
