//! Every cell of the tables decides some run, and each reading of a choice tells some run otherwise.

use super::super::sea::cells::{Runs, every_cell_decides};
use super::super::sea::readings::each_reading_of_these_decides;

#[test]
fn every_cell_of_the_weather_decides() {
    let flown: Runs = (
        "R02",
        &[
            "severe wet effect=strength-and-range air=F~4-2/3",
            "severe wet effect=strength-and-range air=F~6-9/3",
        ],
    );
    every_cell_decides(
        "rules/atpo/weather_effects.toml",
        1,
        &[
            ("severe.wet", ("R02", &["severe wet", "severe wet | weather_wet_band=8/9-11/12"])),
            ("severe.monsoon", ("R02", &["severe monsoon"])),
            ("moderate.monsoon", ("R02", &["moderate monsoon"])),
            ("halved", flown),
        ],
    );
}

#[test]
fn every_cell_of_reconnaissance_decides() {
    let at_sea: Runs = (
        "R25",
        &[
            "search air=B~4-60 hexes=1",
            "search air=B~4-60 hexes=2",
            "search air=B~4-60 hexes=3",
            "search air=B~4-60 hexes=4",
            "search air=B~4-60 hexes=5",
            "search air=B~4-60 hexes=7",
            "search air=B~4-60 hexes=9",
            "search air=B~4-60 hexes=11",
            "search air=B~4-60 hexes=13 further-air=2 on-the-spot=yes coastal=yes located=yes",
        ],
    );
    let on_land: Runs = (
        "R26",
        &[
            "air=F~4-6/3 jungle-mountain effect=strength city=yes enemy-fighter=yes",
            "air=B~4-6 jungle",
            "air=B~4-6 forest",
            "air=B~4-6 mountain",
        ],
    );
    every_cell_decides(
        "rules/atpo/reconnaissance.toml",
        24,
        &[
            ("sea.row", at_sea),
            ("sea.beyond", at_sea),
            ("sea.modifier", at_sea),
            ("sighting", ("R25", &["report ships=Akagi:CV,7~DD"])),
            ("land", on_land),
            ("land.modifier", on_land),
        ],
    );
}

#[test]
fn every_cell_of_coordination_and_magic_decides() {
    let launch: Runs = (
        "R33",
        &["carriers=2~x~CV~3", "carriers=12~x~CV~3 admiral=Nagumo", "carriers=12~x~CV~3 admiral=Tanaka"],
    );
    every_cell_decides("rules/atpo/carrier_coordination.toml", 6, &[("", launch)]);
    let magic: Runs = (
        "R61",
        &[
            "repair date=1942-01",
            "air value=1 bombing nation=US",
            "air value=1 bombing nation=UK",
            "air value=1 bombing nation=AU",
            "air value=1 bombing nation=IN",
            "air value=1 bombing nation=NZ",
            "air value=1 bombing nation=SU",
            "yamamoto date=1943-01",
            "yamamoto date=1944-01",
            "repair jn-25-placed=1943-01 date=1943-02",
        ],
    );
    every_cell_decides("rules/atpo/magic.toml", 1, &[("", magic)]);
}

#[test]
fn each_reading_of_a_choice_decides_some_run() {
    each_reading_of_these_decides(&[
        ("R02", "inclement", "severe wet effect=none"),
        ("R02", "weather_wet_band", "severe wet"),
        ("R25", "recon_required", "search air=B~4-60 hexes=13"),
        ("R26", "inclement", "air=B~4-6 severe wet"),
        ("R33", "launch_check_span", "carriers=12~x~CV~1"),
        ("R61", "us_offensive_track", "yamamoto date=1943-04"),
    ]);
}

#[test]
fn each_reading_of_a_choice_decides_some_strike() {
    each_reading_of_these_decides(&[
        ("air-strike", "aa_minimum", "located=yes strike=B~4-5~US ships=CA~2-13~JP"),
        ("air-strike", "aa_roll", "located=yes strike=4~x~army~B~8-5~US ships=6~x~BB~5-13~JP"),
        ("air-strike", "burma_rail_target", "phase=air-offensive strike=B~9-9~US target=burma-railway"),
        (
            "air-strike",
            "collateral_ground",
            "phase=air-offensive strike=B~30-10~US target=airbase capacity=9 based=3~x~B~3-9~2-9~JP",
        ),
        (
            "air-strike",
            "committed_cap",
            "located=yes phase=sea-offensive beside-ships=yes strike=N~4-5/2~x~US~as-bomber ships=Soryu:CV~x-8~JP interceptors=N~4-5/3~x~JP~carrier~committed~@Soryu",
        ),
        (
            "air-strike",
            "inclement",
            "phase=air-offensive strike=B~9-9~US target=airbase capacity=1 based=B~3-9~JP overflown=5 weather-entry=yes",
        ),
        (
            "air-strike",
            "installation_result",
            "phase=air-offensive strike=B~30-10~US target=airbase capacity=9 initiative=attacker",
        ),
        (
            "air-strike",
            "interceptor_commit",
            "phase=air-offensive strike=B~9-9~US target=airbase capacity=1 interceptors=F~1-6/1~JP",
        ),
        ("air-strike", "kamikaze_rule", "located=yes strike=B~4-5~JP~kamikaze ships=CA~2-8~US date=1945-01"),
        (
            "air-strike",
            "launch_check_span",
            "located=yes strike=N~1-5/2~x~US~@E,N~1-5/2~x~US~@F carriers=E~1,F~1 ships=CA~x-8~JP",
        ),
        ("air-strike", "recon_required", "strike=B~4-5~US ships=CA~2-8~JP"),
        (
            "air-strike",
            "return_fire_trigger",
            "located=yes strike=N~9-5/(4)~9-5/(4)~US~as-bomber ships=CA~x-8~JP interceptors=F~4-6/3~JP",
        ),
    ]);
}
