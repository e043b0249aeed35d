//! What is typed in for a change of base: the air unit and its stops.

use serde_json::Value;

use super::{HELP, MOST_HEXES, MOST_STOPS, Rebased, Stop, StopKind, Stops};
use crate::air::aircraft;
use crate::air::aircraft::AirWord;
use crate::forces::unit::entries;
use crate::sea::typed;
use liege_rules::play::inputs::{Field, Inputs, KeyFault, KeyKind};
use liege_rules::position::places::PlaceId;

impl Field for Rebased {
    const KIND: KeyKind = KeyKind::List;

    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Self> {
        let fault = |what: &str| KeyFault::new(key, what).help("one air unit with its range: N 4-5/3 JP");
        let Some(value) = inputs.value(key) else {
            faults.push(fault("is missing"));
            return None;
        };
        const TAKES: &[AirWord] = &[AirWord::Unsupplied, AirWord::OwnBase];
        let units = aircraft(key, "the", value, TAKES, inputs.nations());
        let mut units = units.map_err(|more| faults.extend(more)).ok()?;
        let unit = units.pop().filter(|_| units.is_empty());
        match &unit {
            None => faults.push(fault("expected one air unit")),
            Some(unit) if unit.face().range.is_none() => faults.push(fault("has no range")),
            Some(_) => {}
        }
        unit.map(Self)
    }
}

impl Field for Stops {
    const KIND: KeyKind = KeyKind::List;

    fn read(inputs: &Inputs, _: &str, faults: &mut Vec<KeyFault>) -> Option<Self> {
        Some(Self(stops(inputs, faults)))
    }
}

fn stops(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Vec<Stop> {
    let Some(value) = inputs.value("stops") else {
        faults.push(KeyFault::new("stops", "is missing").help(HELP));
        return Vec::new();
    };
    let told: Vec<(String, Option<PlaceId>)> = entries(value).iter().map(apart).collect();
    let plain: Vec<&str> = told.iter().map(|(text, _)| text.as_str()).collect();
    let parts = typed::parts("stops", &plain.into()).map_err(|more| faults.extend(more)).unwrap_or_default();
    if parts.is_empty() || parts.len() > MOST_STOPS {
        faults.push(KeyFault::new("stops", format!("expected 1 to {MOST_STOPS} stops")).help(HELP));
        return Vec::new();
    }
    let mut read = Vec::new();
    for (part, (text, at)) in parts.iter().zip(told) {
        let (mut hexes, mut kind, mut wrong) = (None, StopKind::Airbase, None);
        for word in &part.words {
            match word.as_str() {
                "airbase" | "base" | "hexes" | "hex" | "to" | "damaged" => {}
                "airstrip" | "strip" => kind = StopKind::Airstrip,
                "carrier" | "cv" | "cvl" | "cve" | "damaged-carrier" => kind = StopKind::Carrier,
                "panama" => kind = StopKind::Across("panama"),
                "hawaii" => kind = StopKind::Across("hawaii"),
                "alaska" => kind = StopKind::Across("alaska"),
                word => match typed::number(word, MOST_HEXES) {
                    Some(number) if hexes.is_none() => hexes = Some(number),
                    _ => wrong = Some(word.to_owned()),
                },
            }
        }
        if let Some(word) = wrong {
            faults.push(part.fault("stops", &format!("\"{word}\" is not understood")).help(HELP));
        } else if hexes.is_none() && !matches!(kind, StopKind::Across(_)) {
            faults.push(part.fault("stops", "no number of hexes").help(HELP));
        } else if hexes == Some(0) && is_idle(inputs, read.len(), &kind) {
            let what = "0 hexes are possible only from a carrier or onto one in the same hex";
            faults.push(part.fault("stops", what).help(HELP));
        } else {
            // A place that is told with its hexes is a base like any other.
            let kind =
                if hexes.is_some() && matches!(kind, StopKind::Across(_)) { StopKind::Airbase } else { kind };
            let text = at.iter().fold(text, |text, at| format!("{text} {at}"));
            read.push(Stop { text, hexes, kind, at });
        }
    }
    read
}

/// Whether a hop of no hexes leads nowhere: between bases on land.
fn is_idle(inputs: &Inputs, before: usize, kind: &StopKind) -> bool {
    let from_carrier = before == 0 && inputs.word("from") == Some("carrier");
    !from_carrier && *kind != StopKind::Carrier
}

/// A stop without the hex where it is, and that hex.
fn apart(entry: &Value) -> (String, Option<PlaceId>) {
    let text = entry.as_str().map_or_else(|| entry.to_string(), str::to_owned);
    let hex = |word: &str| word.parse().ok().map(PlaceId::Hex);
    let at = text.split(' ').find_map(hex);
    let plain: Vec<&str> = text.split(' ').filter(|word| hex(word).is_none()).collect();
    (plain.join(" "), at)
}
