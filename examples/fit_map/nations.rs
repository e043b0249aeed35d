//! Whose a hex is: countries of today, atolls, and towns whose owner history tells.

use crate::classify::Row;
use crate::fit::Fit;
use crate::grid::Hex;
use crate::tables;
use std::collections::BTreeMap;

/// The nation of a country of today.
pub fn nation(country: &str) -> &'static str {
    match country {
        "Japan" | "South Korea" | "North Korea" | "Taiwan" | "Palau" | "Micronesia" | "Marshall Is."
        | "N. Mariana Is." => "JP",
        "China" | "Macao" => "CN",
        "Mongolia" => "MN",
        "Russia" | "Kazakhstan" | "Uzbekistan" | "Kyrgyzstan" | "Tajikistan" => "SU",
        "Thailand" => "TH",
        "Philippines" => "PH",
        "Indonesia" | "Timor-Leste" => "NL",
        "Vietnam"
        | "Laos"
        | "Cambodia"
        | "New Caledonia"
        | "Vanuatu"
        | "Fr. Polynesia"
        | "Wallis and Futuna Is."
        | "Spratly Is." => "FR",
        "Australia" | "Papua New Guinea" | "Nauru" | "Ashmore and Cartier Is." | "Norfolk Island" => "AU",
        "New Zealand" | "Samoa" | "Niue" => "NZ",
        "India" | "Bangladesh" | "Pakistan" | "Nepal" | "Bhutan" | "Sri Lanka" => "IN",
        "United States of America" | "Guam" | "American Samoa" | "U.S. Minor Outlying Is." => "US",
        _ => "UK",
    }
}

/// Who controls a territory when nothing else is said: (1937, 1941).
pub fn owners(territory: &str) -> (&str, &str) {
    match territory {
        "MK" => ("JP", "JP"),
        "FR" => ("FR", "FR"),
        "PH" => ("US", "US"),
        "IN" => ("UK", "UK"),
        other => (other, other),
    }
}

/// Control of towns that history tells, whatever the polygons around them say.
pub fn own(fit: &Fit, rows: &mut BTreeMap<Hex, Row>, owners: &[tables::Owner]) {
    for town in owners {
        let at = fit.place(town.lon, town.lat);
        let row = rows.get_mut(&Hex::at(at.0, at.1)).filter(|row| row.kind != "sea");
        let (Some(row), true) = (row, matches!(town.year, 1937 | 1941)) else {
            println!("owner of no hex or another year: {} {}", town.name, town.year);
            continue;
        };
        let owner = if town.year == 1937 { &mut row.owner_1937 } else { &mut row.owner_1941 };
        if *owner != town.owner {
            println!("owner by town: {} {} {} for {}", row.hex, town.name, town.owner, owner);
            owner.clone_from(&town.owner);
        }
    }
}

/// Nations of atolls too small for the coast file.
pub fn atoll(name: &str) -> &'static str {
    let first = name.split(" / ").next().unwrap_or_default();
    match first {
        "Truk" | "Ponape" | "Kusaie" | "Kwajalein" | "Eniwetok" | "Wotje" | "Jaluit" | "Majuro" | "Palau"
        | "Yap" | "Ulithi" | "Woleai" | "Marcus" | "Iwo Jima" | "Chichi Jima" => "JP",
        "Wake"
        | "Midway"
        | "Johnston"
        | "Palmyra"
        | "Howland"
        | "French Frigate Shoals"
        | "Kiska"
        | "Adak"
        | "Attu"
        | "Canton Island" => "US",
        "Nauru" => "AU",
        "Tarawa"
        | "Makin"
        | "Ocean Island"
        | "Funafuti"
        | "Christmas Island (Line)"
        | "Santa Cruz"
        | "Tongatapu"
        | "Port Blair"
        | "Car Nicobar"
        | "Cocos" => "UK",
        _ => "",
    }
}
