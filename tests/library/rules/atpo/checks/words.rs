//! What checks say: plain sentences with the names that players know, in the right number.

use liege::rules::check::Filter;

use super::{Checked, case_of, check_text, direct, game, pack, page};

/// Every sentence that the illegal examples of the pages bring about, with where it comes from.
fn sentences() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for meta in game().metas(&pack()) {
        let Some(text) = &meta.page else { continue };
        for block in page(text).blocks.get("situation illegal").into_iter().flatten() {
            let case = case_of(&pack(), &direct, &meta.id, block);
            let reasons: Vec<String> = case.now.untold.iter().map(|one| one.reason.clone()).collect();
            let checked = game().open(&case).check(&Filter::default());
            let told = checked.findings.into_iter().flat_map(|finding| [Some(finding.message), finding.help]);
            let missing = checked.not_checked.into_iter().map(|one| one.reason);
            all.extend(told.flatten().chain(missing).chain(reasons).map(|told| (meta.id.clone(), told)));
        }
    }
    all.sort();
    all.dedup();
    all
}

/// What is wrong with a sentence for people.
fn faults(told: &str) -> Vec<&'static str> {
    let pack = pack();
    let words: Vec<&str> = told.split([' ', ',', ';', ':', '"', '(', ')']).collect();
    let is_id = |word: &&str| {
        let known =
            pack.catalogue.get(word).is_some() || pack.catalogue.entries().any(|entry| entry.kind == **word);
        word.contains('-') && (known || pack.map.named().any(|place| place.key == **word))
    };
    let one_of_many = |pair: &[&str]| {
        pair[0] == "1" && pair[1].ends_with('s') && !pair[1].ends_with("ss") && pair[1] != "is"
    };
    let abbreviated = |pair: &[&str]| {
        let kind = pack.catalogue.entries().any(|entry| entry.kind == pair[1]);
        pair[0].parse::<u32>().is_ok() && kind
    };
    let holes = ["  ", " :", " ;", " ,", "\"\"", "()"];
    let pairs = || words.windows(2);
    [
        (told.trim().is_empty(), "is empty"),
        (words.iter().any(is_id), "names an id"),
        (pairs().any(one_of_many), "has a plural of one"),
        (pairs().any(abbreviated), "counts by the word of the data"),
        (holes.iter().any(|hole| told.contains(hole)), "has a hole"),
    ]
    .into_iter()
    .filter_map(|(wrong, what)| wrong.then_some(what))
    .collect()
}

#[test]
fn every_sentence_of_the_examples_is_plain() {
    let wrong: Vec<String> = sentences()
        .into_iter()
        .filter_map(|(id, told)| {
            let faults = faults(&told);
            (!faults.is_empty()).then(|| format!("{id}: {told:?} {}", faults.join(", ")))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The message and the help of the finding of one check.
fn told(checked: &Checked, id: &str) -> (String, String) {
    let finding = checked.findings.iter().find(|finding| finding.id == id);
    let finding = finding.unwrap_or_else(|| panic!("no {id} among {:#?}", checked.findings));
    (finding.message.clone(), finding.help.clone().unwrap_or_default())
}

#[test]
fn counters_are_called_as_players_call_them() {
    let examples = sentences();
    for said in [
        "7 Burma Railway chits in play; the game has 6",
        "6 auxiliary cruisers in play; the game has 5",
        "19 Magic chits in play; the game has 18",
        "2 counters of Yamato in play, in W3031; the game has 1",
        "21 counters of Sea Transport in play; the game has 20",
        "Kaiten in play in SE.4 of the Summer 1944 Seasonal Turn; it arrives in SE.5 Arrivals and removals",
    ] {
        assert!(examples.iter().any(|(_, told)| told == said), "{said} is not among {examples:#?}");
    }
}

#[test]
fn names_in_the_plural_govern_no_verb() {
    let checked = check_text("at W3031: us-cve-1 standby active\n");
    let (message, _) = told(&checked, "ATPO-M02");
    assert_eq!(message, "Escort carriers in W3031: marked both Standby and Active");
}

#[test]
fn draft_counters_are_named_and_not_quoted_by_id() {
    let checked = check_text("at W3031: jp-cv-kaga\nat W3031 aboard jp-cv-kaga: 3 x jp-n-akagi\n");
    let (message, _) = told(&checked, "ATPO-A11");
    assert!(message.contains("strength points of aircraft aboard Kaga; capacity "), "{message}");
}

#[test]
fn an_aircraft_beside_its_carrier_is_told_to_be_marked_aboard() {
    let beside = check_text("at W3031: jp-cv-kaga, jp-n-akagi\n");
    let (message, help) = told(&beside, "ATPO-A01");
    assert_eq!(message, "Akagi air group in W3031: open sea, no air base");
    assert_eq!(help, "if it is on Kaga in the same place, mark it Aboard");
    let alone = check_text("at W3031: jp-n-akagi\n");
    assert!(!told(&alone, "ATPO-A01").1.contains("Aboard"));
    let landed = check_text("at W3031: jp-stp-1, jp-inf-2\n");
    assert_eq!(told(&landed, "ATPO-S12").1, "if it is on Sea Transport in the same place, mark it Aboard");
}

#[test]
fn a_ship_in_port_where_no_port_is_is_told_what_the_place_is() {
    let sea = check_text("at W3031 docked: jp-cv-kaga\n");
    let (message, help) = told(&sea, "ATPO-P01");
    assert!(message.starts_with("Kaga marked In port in W3031, which is open sea"), "{message}");
    assert!(help.starts_with("mark it At sea"), "{help}");
}

#[test]
fn advice_is_in_the_number_of_what_it_is_about() {
    let two = check_text("at W3031 docked: jp-cv-kaga, jp-cv-akagi\n");
    assert!(told(&two, "ATPO-P01").1.starts_with("mark them At sea"));
    let landed = check_text("at W3031: jp-inf-2\n");
    assert_eq!(told(&landed, "ATPO-S12").1, "put it on a transport there and mark it Aboard");
    let landed = check_text("at W3031: jp-inf-2, jp-inf-4\n");
    assert_eq!(told(&landed, "ATPO-S12").1, "put them on a transport there and mark them Aboard");
}

#[test]
fn several_chits_are_counted_and_no_field_of_the_data_is_quoted() {
    let checked = check_text("date: 1945-04\nat W4533: 3 x chit:firebombed\n");
    assert_eq!(
        told(&checked, "ATPO-M21").0,
        "3 Firebombed chits in Tokyo / Yokosuka (W4533); a hex holds one"
    );
}

/// The message of the one finding of a text in the month that it names, or in August 1942.
fn message(text: &str, id: &str) -> String {
    told(&check_text(text), id).0
}

#[test]
fn hexes_bear_their_names_where_they_are_named_first() {
    let at_saipan = message("at E3032: jp-inf-2, us-marine-1", "ATPO-S09");
    assert_eq!(at_saipan, "2nd Division (Japan) and 1st Marine Division (US) both ashore in Saipan (E3032)");
    let places = &pack().map;
    assert_eq!(places.with_names("from E3032 to E3032 (E3032)"), "from Saipan (E3032) to E3032 (E3032)");
    assert_eq!(places.with_names("land-E3032, Saipan E3032, E3033"), "land-E3032, Saipan E3032, E3033");
}

#[test]
fn advice_on_enemies_in_one_hex_says_what_to_do_in_which_case() {
    let (_, help) = told(&check_text("at E3032: jp-inf-2, us-marine-1"), "ATPO-S09");
    for case in ["attack arrow", "Pinned on the Beach", "retreats"] {
        assert!(help.contains(case), "{help}");
    }
}

#[test]
fn a_line_of_supply_is_said_to_break_somewhere_and_one_unit_has_one_finding() {
    let jungle = check_text("phase: EN.5\nat W3205: uk-inf-2");
    let lines = ["ATPO-L01", "ATPO-L11", "ATPO-L13", "ATPO-L14", "ATPO-L15"];
    let of_lines: Vec<_> =
        jungle.findings.iter().filter(|finding| lines.contains(&finding.id.as_str())).collect();
    assert_eq!(of_lines.len(), 1, "{of_lines:#?}");
    assert!(of_lines[0].message.starts_with("no line of supply from W3205 for "), "{}", of_lines[0].message);
    assert!(
        of_lines[0].message.contains(" cut at ") && of_lines[0].message.contains("jungle"),
        "{of_lines:?}"
    );
    let partisan =
        message("phase: EN.5\ncontrol: JP W3916\nat W3916: jp-inf-2\nat W4016: cn-partisan", "ATPO-L15");
    assert!(partisan.contains("W4016") && partisan.contains("enemy partisan"), "{partisan}");
}

#[test]
fn one_fault_is_one_finding() {
    for (text, id) in [
        ("date: 1941-12\nphase: EN.2\nat W2112: uk-inf-singapore out-of-supply", "ATPO-L17"),
        ("at W4114: 2 x chit:atrocity\nin \"Aug\": chit:victory-limit", "ATPO-M32"),
        ("at E2501: us-b25", "ATPO-X17"),
        ("at E2501: us-marine-1, chit:jp-coastal-fort", "ATPO-Z07"),
        ("date: 1942-01\nphase: EN.2\nat W3021: ph-inf-1 out-of-supply", "ATPO-L10"),
        ("phase: EN.5\nat W3031: jp-inf-2", "ATPO-S12"),
    ] {
        let checked = check_text(text);
        let ids: Vec<&str> = checked.findings.iter().map(|finding| finding.id.as_str()).collect();
        assert_eq!(ids, [id], "{text}");
    }
    let war = check_text("in \"At War\": chit:uk-control");
    let wars: Vec<&str> = war.findings.iter().map(|finding| finding.message.as_str()).collect();
    assert_eq!(wars, ["Australia, the Netherlands and the US are not at war with Japan, although the UK is"]);
}

#[test]
fn an_interval_is_called_an_estimate() {
    let port = message("at E5034 docked: 6 x us-dd, us-ca-portland", "ATPO-P01");
    assert!(port.contains("0 (estimate, 0 to 30)"), "{port}");
}

#[test]
fn neutral_ground_is_called_by_its_country() {
    let burma = message("date: 1941-08\nat W3107: jp-inf-33", "ATPO-Z13");
    assert!(
        burma.ends_with(" in Rangoon (W3107), British Burma; Japan is not at war with the UK"),
        "{burma}"
    );
    let manchukuo = "date: 1944-08\nin \"At War\": chit:us-control, chit:uk-control, chit:au-control, \
                     chit:nl-control\nat W5325: su-inf-1";
    let finding = &check_text(manchukuo).findings[0];
    assert!(finding.message.ends_with("the USSR is not at war with Japan"), "{}", finding.message);
    assert!(
        finding.help.as_ref().is_some_and(|help| help.contains("the USSR is at war")),
        "{:?}",
        finding.help
    );
}

#[test]
fn a_partisan_is_told_with_whom_he_is() {
    let army = message("at W3917: cn-partisan, cn-inf-5", "ATPO-S10");
    assert!(army.ends_with(" with 5th Army; a partisan must be alone"), "{army}");
    let two = message("at W3917: 2 x cn-partisan", "ATPO-S10");
    assert!(
        two.ends_with(" with 2 x Chinese Partisans; a partisan must be alone") || two.contains("2 x"),
        "{two}"
    );
}

#[test]
fn ships_are_named_and_submarines_called_by_their_counters() {
    let boats = message("at W3031: us-ss-1\nat W3031 aboard us-ss-1: us-marine-1", "ATPO-C07");
    assert!(boats.ends_with("aboard the US submarine counter Sub 42 in W3031"), "{boats}");
    let second = message("at W3031: us-ss-1\nat W3031 aboard us-ss-1: us-cdo-5307, us-raider-1", "ATPO-C07");
    assert!(second.ends_with("Sub 42 in W3031, with 5307th Composite Unit aboard already"), "{second}");
    let pair = message(
        "at W3031: jp-cl-sendai reduced, jp-dd\nat W3031 aboard jp-dd: chit:jp-sea-supply",
        "ATPO-C03",
    );
    assert!(pair.contains("Sendai (damaged)") && pair.ends_with("such a pair cannot carry supply"), "{pair}");
    let lone = message("phase: NA.1\nat W3031: jp-adm-kondo", "ATPO-N08");
    assert!(lone.contains(" in W3031 without a ship"), "{lone}");
}
