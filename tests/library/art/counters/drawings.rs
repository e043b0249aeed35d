//! What is drawn on the counters: a symbol for each type, a picture on each chit, backs that nobody takes for fronts.

use std::collections::{BTreeMap, BTreeSet};

use liege::art::face::face_specs;
use liege::rules::data::{Embedded, Files};

use super::art;
use crate::tables::all;

/// The symbol of each counter's front by its id.
fn symbols() -> BTreeMap<String, String> {
    all()
        .into_iter()
        .map(|(family, row)| (row["id"].clone(), face_specs(&family, &row)[0].symbol.clone()))
        .collect()
}

#[test]
fn types_of_ships_are_told_apart_by_their_silhouettes() {
    let symbols = symbols();
    let types = [
        "jp-bb-yamato",
        "jp-bb-nagato",
        "jp-bb-fuso",
        "jp-bb-kongo",
        "jp-bbcv-ise",
        "us-bb-iowa",
        "us-bb-colorado",
        "us-bb-nevada",
        "us-cb-alaska",
        "uk-bb-warspite",
        "uk-bb-repulse",
        "uk-bb-howe",
        "fr-bb-richelieu",
        "jp-cv-akagi",
        "jp-cv-taiho",
        "us-cv-essex",
        "us-cv-saratoga",
        "uk-cv-illustrious",
        "jp-cvl-shoho",
        "us-cvl-princeton",
        "uk-cvl-hermes",
        "us-cve-1",
        "jp-ca-chokai",
        "us-ca-houston",
        "us-ca-boston",
        "uk-ca-kent",
        "us-cl-2",
        "us-cl-3",
        "jp-cl-sendai",
        "jp-dd-1",
        "us-dd-2",
        "us-de-1",
        "us-de-pt",
        "us-ss-2",
        "jp-ss-1",
        "jp-kaiten",
        "de-ac-komet",
        "jp-stp-1",
    ];
    let drawn: BTreeSet<&str> = types.iter().map(|id| symbols[*id].as_str()).collect();
    assert_eq!(drawn.len(), types.len(), "{drawn:?}");
    let same = |one: &str, other: &str| symbols[one] == symbols[other];
    assert!(same("jp-bb-yamato", "jp-bb-musashi") && same("us-cv-lexington", "us-cv-saratoga"));
    assert!(!same("us-cv-lexington", "us-cv-lexington-ii"), "the second of the name is of another class");
}

#[test]
fn types_of_aircraft_are_told_apart_by_their_outlines() {
    let symbols = symbols();
    let types = [
        "jp-f-11",
        "us-f-49",
        "uk-f-607",
        "cn-f-3",
        "cn-f-4",
        "us-fb-475",
        "jp-fb-5",
        "us-n-essex",
        "jp-b-2-ku",
        "us-b-22",
        "jp-b-takao",
        "au-b-32",
        "us-b-38",
        "us-b-11",
        "us-b-90",
        "us-b29-58",
        "us-fp-pby",
        "jp-fp-toko",
        "jp-fp-1",
        "jp-fp-r",
        "jp-kamikaze",
        "jp-ohka",
        "us-atp-1",
    ];
    let drawn: BTreeSet<&str> = types.iter().map(|id| symbols[*id].as_str()).collect();
    assert_eq!(drawn.len(), types.len(), "{drawn:?}");
}

#[test]
fn every_chit_has_a_picture() {
    let have = Embedded.templates();
    for (family, row) in all() {
        let face = &face_specs(&family, &row)[0];
        if face.chit.is_empty() || face.template == "control" {
            continue;
        }
        assert!(have.contains_key(&format!("symbols/{}", face.symbol)), "{} has words alone", row["id"]);
    }
    let symbols = symbols();
    assert_ne!(symbols["us-tf-dummy"], symbols["us-tf-1"]);
}

#[test]
fn backs_are_told_from_fronts_at_a_glance() {
    let art = art();
    let mut looks = BTreeSet::new();
    for (family, row) in all() {
        let faces = art.faces(&family, &row).unwrap();
        let Some(back) = faces.back.filter(|_| row["kind"] != "admiral" && family.template != "transport")
        else {
            continue;
        };
        if !looks.insert((family.template.clone(), row["nation"].clone())) {
            continue;
        }
        let seen = |svg: &str| image::load_from_memory(&art.png(svg, 75).unwrap()).unwrap().to_rgb8();
        let (front, back) = (seen(&faces.front), seen(&back));
        let far = |(one, other): (&image::Rgb<u8>, &image::Rgb<u8>)| {
            (0..3).map(|at| u32::from(one.0[at].abs_diff(other.0[at]))).sum::<u32>() > 40
        };
        let other = front.pixels().zip(back.pixels()).filter(|pair| far(*pair)).count();
        assert!(other * 100 / (75 * 75) >= 25, "{}: {other} of 5625 pixels differ", row["id"]);
    }
    assert!(looks.len() > 30, "{} looks", looks.len());
}
