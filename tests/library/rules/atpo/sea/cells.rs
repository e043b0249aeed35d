//! Every cell of the tables of the war at sea decides something: with another value some run ends or is told otherwise.

use std::collections::BTreeMap;

use liege::rules::data::{Embedded, Files};
use liege::rules::play::choices::Setting;
use liege::rules::play::dice::Seeded;
use liege::rules::play::inputs::pairs;
use liege::rules::play::procedure::{Orders, Request, Role};
use regex::Regex;

use super::procedure;

/// The data with another text of one file.
struct Altered {
    path: &'static str,
    text: String,
}

impl Files for Altered {
    fn read(&self, path: &str) -> Option<&[u8]> {
        if path == self.path { Some(self.text.as_bytes()) } else { Embedded.read(path) }
    }

    fn list(&self, dir: &str) -> Vec<String> {
        Embedded.list(dir)
    }

    fn folders(&self, dir: &str) -> Vec<String> {
        Embedded.folders(dir)
    }
}

/// Runs of a procedure: what is typed, `~` for a blank inside of a value, and behind a bar the choices.
pub type Runs = (&'static str, &'static [&'static str]);

/// Everything that a run tells, with each of some seeds.
pub fn told(files: &dyn Files, id: &str, typed: &str, seeds: u64) -> String {
    let (typed, choices) = typed.split_once('|').unwrap_or((typed, ""));
    let words: Vec<String> = typed.split_whitespace().map(|word| word.replace('~', " ")).collect();
    let table = pairs(&words).unwrap();
    let setting = |choice: &str| choice.replace('~', " ").parse::<Setting>().unwrap();
    let settings: Vec<Setting> = choices.split_whitespace().map(setting).collect();
    let entry = procedure(id);
    let run = |seed: u64| {
        let mut orders = Orders::default();
        for side in ["attacker", "defender"] {
            orders.policy(
                Role::new(side),
                "launch,fly,strongest,press,keep,screen,stay,dark,fight,onward,evacuate,intercept,balanced",
            );
        }
        let request = Request { files, settings: &settings, table: &table };
        let report = entry.run(&request, &mut Seeded::new(seed), &mut orders);
        let report = report.unwrap_or_else(|error| panic!("{id} {typed}: {error}"));
        format!("{} {:?} {:?} {:?}", report.result, report.lines, report.refused, report.deeds)
    };
    (0..seeds).map(run).collect()
}

/// Another value of the same kind: a number more, the other truth, the next month, another hex or word.
fn other(value: &str) -> String {
    if let Ok(number) = value.parse::<i64>() {
        return (number + 1).to_string();
    }
    let plain = value.trim_matches('"');
    let month = plain.split_once('-').and_then(|(year, month)| {
        Some((year.parse::<u32>().ok()?, month.parse::<u32>().ok().filter(|_| plain.len() == 7)?))
    });
    match (value, month) {
        ("true", _) => "false".into(),
        ("false", _) => "true".into(),
        (_, Some((year, 12))) => format!("\"{}-01\"", year + 1),
        (_, Some((year, month))) => format!("\"{year}-{:02}\"", month + 1),
        _ if plain.starts_with(['W', 'E']) && plain.len() == 5 => "\"E0101\"".into(),
        _ => "\"zz\"".into(),
    }
}

/// The file with one value changed, once for each value: the table and its number among those of its name, the line, and
/// the text.
fn altered(text: &str) -> Vec<(String, String, String)> {
    let value = Regex::new(r#""[^"]*"|\btrue\b|\bfalse\b|-?\b\d+\b"#).unwrap();
    let (mut section, mut all, mut start) = (String::new(), Vec::new(), 0);
    let mut tables: BTreeMap<String, usize> = BTreeMap::new();
    for line in text.split_inclusive('\n') {
        if let Some(head) = line.strip_prefix('[') {
            let name = head.trim_start_matches('[').split(']').next().unwrap().to_owned();
            let number = tables.entry(name.clone()).and_modify(|number| *number += 1).or_insert(1);
            section = format!("{name} {number}");
        }
        let code = line.split('#').next().unwrap();
        let values = code.find('=').filter(|_| !section.is_empty());
        for found in values.into_iter().flat_map(|at| value.find_iter(&code[at..]).map(move |m| (at, m))) {
            let (at, found) = found;
            let (from, to) = (start + at + found.start(), start + at + found.end());
            let changed = format!("{}{}{}", &text[..from], other(found.as_str()), &text[to..]);
            all.push((section.clone(), format!("{} ({})", line.trim(), found.as_str()), changed));
        }
        start += line.len();
    }
    all
}

/// Asks of each cell of a file that one of the runs of its section is told otherwise with another value.
pub fn every_cell_decides(path: &'static str, seeds: u64, runs: &[(&str, Runs)]) {
    let text = Embedded.text(path).unwrap();
    let mut before: BTreeMap<(&str, &str), String> = BTreeMap::new();
    for (_, (id, typed)) in runs {
        for typed in *typed {
            before.entry((*id, *typed)).or_insert_with(|| told(&Embedded, id, typed, seeds));
        }
    }
    let mut idle = Vec::new();
    let cells = altered(text);
    assert!(cells.len() > 2, "{path}");
    for (section, line, text) in cells {
        let files = Altered { path, text };
        let name = section.split(' ').next().unwrap();
        let own = runs.iter().filter(|(of, _)| *of == section || *of == name || of.is_empty());
        let own = own.flat_map(|(_, (id, typed))| typed.iter().map(move |typed| (*id, *typed)));
        // Most show it in the first rolls.
        let decides = |seeds: u64| {
            own.clone().any(|(id, typed)| !before[&(id, typed)].starts_with(&told(&files, id, typed, seeds)))
        };
        if !decides(1) && !decides(seeds) {
            idle.push(format!("[{section}] {line}"));
        }
    }
    assert!(idle.is_empty(), "{path}: no run asks for\n{}", idle.join("\n"));
}

#[test]
fn every_cell_of_the_numbers_of_ships_mines_and_submarines_decides() {
    let straits: Runs = (
        "R09",
        &[
            "submarine=SS~3-5 escorts=2 strait=bungo",
            "submarine=SS~3-5 strait=naruto",
            "submarine=SS~3-5 strait=soya",
            "submarine=SS~3-5 strait=tsugaru",
            "submarine=SS~3-5 strait=korea | strait_hexes=printed",
            "submarine=SS~3-5 strait=korea | strait_hexes=corrected",
            "submarine=SS~3-5 strait=naruto | strait_hexes=printed",
            "submarine=SS~3-5 strait=naruto | strait_hexes=corrected",
        ],
    );
    every_cell_decides(
        "rules/atpo/sea.toml",
        6,
        &[
            ("combat", ("R14", &["attack=CA~2-12/1-12 defence=CA~2-12/1-12"])),
            ("mines", ("R12", &["ships=CA~2-8/1-6,DD~0-5/0-4 port=major fortified=yes"])),
            (
                "battery",
                (
                    "R13",
                    &[
                        "ships=CA~2-9/1-8 fortress=corregidor hex=W3021",
                        "ships=CA~2-9/1-8 fortress=singapore hex=W2112",
                        "ships=CA~2-9/1-8 fortress=gibraltar",
                    ],
                ),
            ),
            ("escorts", ("R21", &["submarine=SS~3-5/2-4 ships=CV~0-9/0-7,6~x~DD~0-5/0-4"])),
            ("strait", straits),
            ("strait.place", straits),
            (
                "harbour",
                (
                    "R23",
                    &[
                        "submarine=SS~3-5 ships=3~x~BB~5-13/3-10 midget",
                        "submarine=SS~3-5 ships=BB~5-13/3-10 ss-238 date=1943-01",
                        "submarine=SS~3-5 ships=BB~5-13/3-10 ss-238 date=1943-01 | ss238=need3",
                    ],
                ),
            ),
            ("kaiten", ("R24", &["ships=CA~2-8/1-6,4~x~DD~0-5 date=1944-07"])),
        ],
    );
}

#[test]
fn every_cell_of_naval_interception_decides() {
    every_cell_decides(
        "rules/atpo/naval_interception.toml",
        8,
        &[(
            "",
            (
                "R10",
                &[
                    "convoy-attack=yes submarine=yes within=2 leaves-port=yes coastal=yes amphibious=yes air=yes \
                     located=yes target-submarine=no inclement=yes single=yes in-port=yes admiral-e=6",
                    "within=1 int=-2",
                    "active target-submarine=yes int=3",
                    "moved=11",
                    "moved=14",
                    "moved=17",
                    "weather=monsoon severe",
                    "weather=wet severe",
                    "weather=wet severe | weather_interception=appendix4",
                    "weather=monsoon severe | weather_interception=appendix4",
                    "weather=monsoon moderate | weather_interception=appendix4",
                    "groups=3~ships,3~ships",
                    "state=unmarked",
                    "state=standby",
                    "offensive state=standby",
                    "offensive moved=7 groups=2~ships~speed~30",
                    "offensive moved=4 groups=2~ships~speed~29",
                    "offensive moved=4 groups=2~ships~speed~30",
                    "range=4",
                ],
            ),
        )],
    );
}

#[test]
fn every_cell_of_evasion_and_night_decides() {
    let chits: Runs = ("R60", &["evasion-chits", "evasion-chits date=1942-01", "evasion-chits date=1942-04"]);
    every_cell_decides(
        "rules/atpo/evasion_and_night.toml",
        24,
        &[
            ("evasion", chits),
            ("evasion_chit", ("R11", &["target=30 interceptor=30 chit=yes us-gunnery=5 gunnery=10"])),
            ("night", ("R60", &["night", "night pt-boat=yes coastal=yes"])),
            (
                "moonlit",
                (
                    "R60",
                    &[
                        "moonlit-attack nation=JP date=1942-12 armor=8",
                        "moonlit-attack nation=JP date=1943-01 armor=8",
                        "moonlit-attack nation=US date=1943-01 armor=8",
                        "moonlit-attack nation=UK date=1943-01 armor=8",
                    ],
                ),
            ),
            ("night_chits", ("R60", &["night-chits admirals=2"])),
        ],
    );
}

#[test]
fn every_cell_of_the_routes_decides() {
    let months: Runs = (
        "R07",
        &[
            "routes=4~US,2~bombers,maru date=1942-01",
            "routes=4~US date=1943-06",
            "routes=4~US date=1943-07",
            "routes=4~US date=1943-07 | merchant_1943h2=2",
            "routes=4~US date=1943-12",
            "routes=4~US date=1944-01",
            "routes=4~US date=1944-12",
            "routes=4~US date=1945-01",
            "routes=4~US date=2000-01",
            "routes=1~US,maru;1~US,maru;1~US,maru date=1944-01",
            "routes=4~US date=1944-01 okinawa=yes",
            "routes=4~US date=1944-01 stp=2",
        ],
    );
    every_cell_decides("rules/atpo/merchant_routes.toml", 1, &[("", months)]);
    let raids: Runs = (
        "R06",
        &[
            "us=CV~2~N",
            "us=SS",
            "us=AC~1,CL~1,CA~1,CB~1,BB~1,BBCV~1",
            "us=CVL~0~N",
            "us=BBCV~3~N",
            "us=CVE~0~N",
            "us=AC~2~end-phase",
            "indian-ocean=AC~2",
            "indian-ocean=AC~2 open=yes",
            "south-pacific=CA~2",
        ],
    );
    every_cell_decides("rules/atpo/convoy_raids.toml", 1, &[("", raids)]);
}

#[test]
fn every_cell_of_searches_and_lift_decides() {
    let search: Runs = ("R22", &["air=FB~2,B~1 | asw_house=on", "air=FB~2,B~1 | asw_house=off"]);
    every_cell_decides("rules/atpo/submarine_search.toml", 12, &[("", search)]);
    let lift: Runs = (
        "R17",
        &[
            "cargo=marine amphibious hexes=5",
            "cargo=marine movement=33",
            "cargo=marine from=coast",
            "cl=full dd=full cargo=infantry",
            "cl=full dd=full cargo=infantry nation=US unit-movement=5",
            "cargo=infantry points=1 to=port debark=movement",
        ],
    );
    let express: Runs = (
        "LIFT",
        &[
            "ships=DD~0-5/0-4~JP cargo=2~x~snlf~JP tokyo-express=yes to=port",
            "ships=DD~0-5/0-4~JP~depleted cargo=snlf~JP tokyo-express=yes to=port",
        ],
    );
    every_cell_decides("rules/atpo/naval_transport.toml", 1, &[("", lift), ("express", express)]);
}

#[test]
fn every_cell_of_air_combat_decides() {
    let interception: Runs = (
        "R27",
        &[
            "interceptor=F~4-6~unsupplied target=aircraft phase=OA.2 distance=2",
            "interceptor=F~4-6~committed target=aircraft phase=OA.2 distance=0 own-hex-attacked=yes",
        ],
    );
    every_cell_decides(
        "rules/atpo/air.toml",
        24,
        &[
            ("unit", ("R31", &["air=N~1-6/3~JP~elite ships=CA~2-8~US date=1942-01"])),
            (
                "pilots",
                (
                    "R28",
                    &[
                        "attack=F~6-6/3~US defence=F~3-6/3~JP~depleted",
                        "attack=F~6-6/3~US defence=F~3-6/4~JP~depleted quality-4=yes",
                    ],
                ),
            ),
        ],
    );
    every_cell_decides(
        "rules/atpo/air_combat.toml",
        24,
        &[
            (
                "combat",
                (
                    "R28",
                    &[
                        "attack=2~x~F~4-6/1~JP,B~3-9~JP defence=2~x~F~3-6/1~own-base sneak=yes",
                        "attack=E:F~4-6/1,B:B~5-9 defence=A:F~3-6/1 rounds=1",
                        "attack=F~6-6/2~JP defence=B~9-10~US rounds=1",
                    ],
                ),
            ),
            ("sneak_attack", ("R28", &["attack=F~3-6/1~JP defence=B~9-9~SU sneak=yes"])),
            ("strafing", ("R30", &["attack=F~3-6/1 defence=B~9-9 flown-over=6"])),
            ("interception", interception),
        ],
    );
}

#[test]
fn every_cell_of_air_naval_attacks_and_kamikazes_decides() {
    every_cell_decides(
        "rules/atpo/air_naval.toml",
        6,
        &[
            ("attacks", ("R31", &["air=army~B~10-5 ships=CA~2-13"])),
            (
                "modifier",
                (
                    "R31",
                    &[
                        "air=N~1-5 ships=CV~0-9",
                        "air=navy~B~1-16 ships=CV~0-9",
                        "air=army~B~2-5 ships=CV~0-9",
                        "air=navy~B~1-16~JP ships=SS~3-5~UK",
                        "air=N~1-5~JP ships=DD~1-5 surprise=yes",
                        "air=N~1-5 ships=DD~1-5 port=minor",
                        "air=navy~B~1-16 ships=BB~5-11 coastal=yes",
                    ],
                ),
            ),
            (
                "anti_aircraft",
                (
                    "R31",
                    &[
                        "air=N~1-5 ships=2~x~BB~5-13",
                        "air=N~1-5 ships=10~x~BB~5-13 port=major",
                        "air=N~1-5 ships=CA~2-13 port=major",
                        "air=N~1-5 ships=CA~2-13 port=minor",
                        "air=8~x~N~4-5 ships=DD~0-13",
                        "air=N~1-5 ships=CL~0-13~aa~NL",
                        "air=N~1-5 ships=CL~1-13~aa~US date=1942-01",
                        "air=N~1-5 ships=CA~1-13~US,CA~1-13~UK date=1944-01",
                        "air=N~1-5 ships=CA~1-13 | aa_minimum=always_two",
                    ],
                ),
            ),
            (
                "kamikaze",
                ("R32", &["check=yes date=1944-01", "check=yes date=1946-01", "air=F~1-5 ships=CA~2-9"]),
            ),
            (
                "kamikaze_variant",
                (
                    "R32",
                    &["air=army~B~4-5 ships=CA~2-13 trigger=marianas date=1944-10 | kamikaze_rule=4.10.6"],
                ),
            ),
            (
                "ohka",
                (
                    "R32",
                    &[
                        "air=Ohka~2-1/5 carried-by=B~3-16 ships=CA~2-9",
                        "air=Ohka~2-1/5 carried-by=B~3-16 ships=CA~2-9 distance=2",
                    ],
                ),
            ),
            (
                "special_kamikaze",
                (
                    "R32",
                    &[
                        "air=special-kamikaze~4-2/(5) ships=CA~2-9 date=1945-01",
                        "air=special-kamikaze~4-2/(5) ships=CA~2-9 distance=3",
                    ],
                ),
            ),
        ],
    );
}
