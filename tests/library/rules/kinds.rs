//! Checks as rows of data: each kind firing and silent, perhaps and suspicious, and every error of the language.

mod bounds;
mod perhaps;
mod runner;

use std::collections::BTreeMap;
use std::sync::Arc;

use liege::diagnostic::{Finding, Severity};
use liege::rules::check::bound::Bound;
use liege::rules::check::case::Case;
use liege::rules::check::kinds;
use liege::rules::check::{self, Checked, Filter};
use liege::rules::data::fault::DataFault;
use liege::rules::game::pack::Pack;
use liege::rules::game::unused;
use liege::rules::position::moves::Moves;
use liege::rules::position::notation;
use liege::rules::position::situation::{Situation, from_scenario};

/// The tables have the columns of ours.
const FAMILIES: &str = concat!(
    include_str!("../../../counters/atpo/families.toml"),
    "[[family]]\nid = \"trains\"\ncolumn = [{ name = \"gauge\", words = [\"broad\", \"narrow\"], back = true }]\n"
);

const FILES: &[(&str, &str)] = &[
    (
        "rules/toy/pack.toml",
        "format = 1\ntitle = \"Toy\"\n\
         phase = [{ id = \"A.1\", name = \"March\" }, { id = \"A.2\", name = \"Fight\" }, { id = \"A.3\", name = \"Build\" }]\n\
         value = [\n  { word = \"industry\", name = \"Industry\", property = \"industry\" },\n\
           { word = \"civilian\", name = \"Civilian\", property = \"c\" },\n\
           { word = \"military\", name = \"Military\", property = \"m\" },\n\
           { word = \"idle\", name = \"Idle\", property = \"i\" },\n\
           { word = \"oil\", name = \"Oil\", chit = \"oil\", track = '^Oil (\\d+)$' },\n\
           { word = \"left\", name = \"Cards left\", deck = \"Draw\" },\n]\n\
         [pieces]\nmarker = \"LiegeId\"\nstances = [\"aboard\"]\n\
         [pieces.ride]\naboard = \"aboard\"\nadrift = \"adrift\"\n\
         [[pieces.layer]]\nname = \"Face\"\nlevels = [{}, { state = \"reduced\", back = true }]\n\
         [[pieces.layer]]\nname = \"Ride\"\nlevels = [{}, { state = \"aboard\" }]\n[[pieces.carriage]]\ncargo = \"land\"\non = [\"boat\"]\n\
         [kinds]\nland = [\"foot\", \"guard\"]\nships = [\"boat\"]\ntrains = [\"train\"]\n",
    ),
    (
        "rules/toy/nations.toml",
        "[[nation]]\ncode = \"RE\"\nname = \"Red\"\nside = \"red\"\n\
         [[nation]]\ncode = \"BL\"\nname = \"Blue\"\nside = \"blue\"\n",
    ),
    (
        "rules/toy/choices.toml",
        "format = 1\n[[choice]]\nid = \"V1\"\nkey = \"crowds\"\ntopic = \"Crowds\"\ndefault = \"free\"\nwhy = \"ours\"\n\
         options = [\n  { value = \"free\", lines = \"1\", meaning = \"any number\" },\n  { value = \"few\", lines = \"1\", meaning = \"one\" },\n]\n",
    ),
    ("counters/toy/families.toml", FAMILIES),
    (
        "counters/toy/land.csv",
        "id,name,label,nation,kind,size,strength,movement,back_strength,back_movement,steps,zoc,traits,count,source,note\n\
         re-foot,Red Foot,F,RE,foot,x,3,1,2,1,2,no,,4,rules,\n\
         re-guard,Red Guard,G,RE,guard,x,4,1,,,1,no,elite,1,draft,\n\
         bl-foot,Blue Foot,F,BL,foot,x,3,1,,,1,yes,,4,rules,\n",
    ),
    (
        "counters/toy/trains.csv",
        "id,name,label,nation,kind,gauge,back_gauge,count,source,note\n\
         re-train,Red Train,T,RE,train,broad,narrow,1,rules,\nbl-train,Blue Train,T,BL,train,broad,,1,draft,\n",
    ),
    (
        "counters/toy/ships.csv",
        "id,name,label,nation,kind,class,named,gunnery,torpedo,armor,movement,back_gunnery,back_torpedo,back_armor,back_movement,steps,capacity,traits,count,source,note\n\
         re-boat,Red Boat,B,RE,boat,,yes,1,,1,5,,,,,1,,,2,rules,\n",
    ),
    (
        "counters/toy/chits.csv",
        "id,name,label,back_id,nation,kind,place,count,source,note\n\
         re-factory,Factory,F,,RE,factory,,6,rules,\nre-oil,Oil,O,,RE,oil,,1,rules,\n\
         card-a,Storm,S,,,card,,3,rules,\ncard-b,Calm,C,,,card,,2,rules,\n",
    ),
    (
        "maps/toy/module.toml",
        "[[side]]\nname = \"Reds\"\nalliance = \"red\"\n[[side]]\nname = \"Blues\"\nalliance = \"blue\"\n\
         [[window]]\nname = \"Track\"\nboxes = [\"Oil 0\", \"Oil 1\", \"Oil 2\", \"Oil 3\"]\n\
         [[window]]\nname = \"Red hand\"\nside = \"Reds\"\nboxes = [\"Red holds\"]\n\
         [[window]]\nname = \"Blue hand\"\nside = \"Blues\"\nboxes = [\"Blue holds\"]\n\
         [[window]]\nname = \"Cards\"\nboxes = [\"Left\", \"Right\"]\n\
         [[deck]]\nname = \"Draw\"\nwindow = \"Cards\"\nbox = \"Left\"\ncards = [\"card\"]\n\
         [[deck]]\nname = \"Discards\"\nwindow = \"Cards\"\nbox = \"Right\"\n",
    ),
    (
        "maps/toy/sheets.toml",
        "[[sheet]]\nletter = \"A\"\nfirst_row = 1\nlast_row = 3\nrows = \"north\"\nfirst_column = 1\nlast_column = 3\ncolumns = \"east\"\n",
    ),
    (
        "maps/toy/places.toml",
        "format = 1\n[hexes]\nkinds = [\"land\", \"sea\"]\n\
         [[hexes.column]]\nname = \"terrain\"\nwords = [\"clear\", \"hills\"]\nneeded = [\"land\"]\n\
         [[hexes.column]]\nname = \"city\"\nwords = [\"city\", \"capital\"]\n\
         [[hexes.column]]\nname = \"mines\"\ntakes = \"number\"\n\
         [[hexes.column]]\nname = \"owner\"\ntakes = \"nation\"\n\
         [areas]\nkinds = [\"waters\"]\ncolumn = [{ name = \"depth\", takes = \"number\" }]\n\
         [edges]\nwords = [\"rail\", \"river\"]\n",
    ),
    (
        "maps/toy/hexes.csv",
        "hex,kind,terrain,city,mines,owner,source,note\n\
         A0101,land,clear,,2,RE,rules,\nA0102,land,hills,,,RE,draft,\nA0103,sea,,,,,rules,\n\
         A0201,land,clear,capital,,RE,rules,\nA0202,land,hills,,,BL,rules,\nA0203,sea,,,,,rules,\n",
    ),
    (
        "maps/toy/areas.csv",
        "id,name,kind,depth,source,note\nbay,Blue Bay,waters,3,draft,\ncape,Red Cape,waters,3,rules,\n",
    ),
    ("maps/toy/hexsides.csv", "hex,neighbour,kind,name,source\nA0101,A0102,rail,,rules\n"),
];

/// The pack of the toy game with these rows.
fn toy(checks: &str) -> Result<Arc<Pack>, Vec<DataFault>> {
    named("", checks)
}

/// The pack of the toy game with these names for selectors and these rows.
fn named(names: &str, checks: &str) -> Result<Arc<Pack>, Vec<DataFault>> {
    let checks = format!("format = 1\n{checks}");
    let names = format!("format = 1\n{names}");
    let read = |path: &str| match path {
        "rules/toy/selectors.toml" => Some(names.clone()),
        "rules/toy/checks.toml" => Some(checks.clone()),
        _ => FILES.iter().find(|(known, _)| *known == path).map(|(_, text)| (*text).to_owned()),
    };
    Pack::load("toy", &read).map(Arc::new)
}

fn row(rest: &str) -> String {
    format!("[[check]]\nid = \"TOY-1\"\nname = \"toy-fault\"\nrule = \"1.2\"\n{rest}\n")
}

fn position(pack: &Arc<Pack>, text: &str) -> Situation {
    let (scenario, faults) = notation::read("x", &format!("game: toy\n{text}"), &pack.terms.words);
    assert!(faults.is_empty(), "{faults:?}");
    let (situation, faults) = from_scenario(pack, "x", &scenario);
    assert!(faults.is_empty(), "{faults:?}");
    situation
}

fn run(now: &Situation, before: Option<&Situation>, choices: &BTreeMap<String, String>) -> Checked {
    let owned = |situation: &Situation| Arc::new(situation.clone());
    let case = Case { before: before.map(owned), choices: choices.clone(), ..Case::of(owned(now)) };
    check::run(&[], &case, &Filter::default())
}

/// What one row finds in a position.
fn findings(rest: &str, text: &str) -> Vec<Finding> {
    let pack = toy(&row(rest)).unwrap_or_else(|faults| panic!("{faults:?}"));
    run(&position(&pack, text), None, &BTreeMap::new()).findings
}

fn messages(rest: &str, text: &str) -> Vec<String> {
    findings(rest, text).into_iter().map(|finding| finding.message).collect()
}

#[test]
fn a_count_has_a_largest_and_a_smallest_number_in_play_and_in_each_group() {
    let most = "kind = \"count\"\npieces = \"kind=foot nation=RE\"\nmost = 2";
    assert_eq!(messages(most, "at A0101: 2 x re-foot, 3 x bl-foot"), [""; 0]);
    assert_eq!(
        messages(most, "at A0101: 3 x re-foot"),
        ["3 pieces of the kind foot in play; at most 2 may be"]
    );
    let called = format!("{most}\ncalled = \"foot soldier\"\nper = \"place\"");
    assert_eq!(messages(&called, "at A0101: 2 x re-foot\nat A0102: re-foot"), [""; 0]);
    assert_eq!(
        messages(&called, "at A0101: 3 x re-foot\nat A0102: re-foot"),
        ["3 foot soldiers in A0101; at most 2 may be there"]
    );
    let sides = "kind = \"count\"\npieces = \"family=land\"\nper = [\"place\", \"side\"]\nmost = 1";
    assert_eq!(messages(sides, "at A0101: re-foot, bl-foot"), [""; 0]);
    assert_eq!(messages(sides, "at A0101: re-foot, 2 x bl-foot").len(), 1);
    let least = "kind = \"count\"\npieces = \"family=land side=red\"\nper = \"place\"\nleast = 1\nplaces = \"city=capital\"";
    assert_eq!(messages(least, "at A0201: re-foot"), [""; 0]);
    assert_eq!(
        messages(least, "at A0101: re-foot"),
        ["0 pieces of the family land of the side red in A0201; at least 1 must be there"]
    );
    let in_play = "kind = \"count\"\npieces = \"kind=guard\"\nleast = 1";
    assert_eq!(
        messages(in_play, "at A0101: re-foot"),
        ["0 pieces of the kind guard in play; at least 1 must be"]
    );
}

#[test]
fn a_count_takes_its_number_from_the_counter_or_from_a_value() {
    let printed = "kind = \"count\"\npieces = \"any\"\nper = \"id\"\nmost = \"count\"";
    assert_eq!(messages(printed, "at A0101: re-guard, 4 x re-foot"), [""; 0]);
    assert_eq!(
        messages(printed, "at A0101: 2 x re-guard"),
        ["2 counters of Red Guard in play; the game has 1"]
    );
    let rows = row("kind = \"count\"\npieces = \"kind=factory\"\ncalled = \"factory\"\nmost = \"industry\"");
    let pack = toy(&rows).unwrap();
    let factories = "at A0101: 3 x chit:re-factory";
    let unknown = run(&position(&pack, factories), None, &BTreeMap::new());
    assert_eq!(unknown.not_checked[0].reason, "needs the value industry, which the save does not show");
    let known = position(&pack, &format!("values: industry 2\n{factories}"));
    let found = run(&known, None, &BTreeMap::new()).findings;
    assert_eq!(found[0].message, "3 factories in play; at most 2 may be");
}

#[test]
fn where_pieces_must_or_may_never_be_draft_data_make_a_fault_suspicious() {
    let never = "kind = \"where\"\npieces = \"family=land\"\ncalled = \"land unit\"\nnever = \"kind=sea\"";
    assert_eq!(messages(never, "at A0101: re-foot"), [""; 0]);
    assert_eq!(
        messages(never, "at A0103: 2 x re-foot"),
        ["2 land units in A0103; they may never be in a place of the kind sea"]
    );
    let must = "kind = \"where\"\npieces = \"kind=factory\"\nmust = \"terrain=clear city or mines>=2\"";
    assert_eq!(messages(must, "at A0201: chit:re-factory\nat A0101: chit:re-factory"), [""; 0]);
    let sure = findings(must, "at A0202: chit:re-factory");
    assert_eq!((sure[0].severity, sure[0].help.as_deref()), (Severity::Illegal, None));
    let draft = "kind = \"where\"\npieces = \"kind=guard\"\nnever = \"terrain=hills\"";
    let perhaps = findings(draft, "at A0102: re-guard");
    assert_eq!(perhaps[0].severity, Severity::Suspicious);
    assert_eq!(perhaps[0].help.as_deref(), Some("this depends on draft values: terrain of A0102"));
    assert_eq!(findings(draft, "at A0202: re-guard")[0].severity, Severity::Illegal);
    assert_eq!(messages(draft, "at A0101: re-guard"), [""; 0]);
}

#[test]
fn a_draft_of_an_area_makes_a_fault_suspicious_but_which_area_it_is_is_sure() {
    let deep = "kind = \"where\"\npieces = \"kind=boat\"\nnever = \"depth>=3\"";
    let found = findings(deep, "in \"Blue Bay\": re-boat\nin \"Red Cape\": re-boat");
    let told: Vec<(&str, Severity)> =
        found.iter().map(|one| (one.place.as_ref().unwrap().location.as_str(), one.severity)).collect();
    assert_eq!(told, [("Blue Bay", Severity::Suspicious), ("Red Cape", Severity::Illegal)]);
    assert_eq!(found[0].help.as_deref(), Some("this depends on draft values: depth of Blue Bay"));
    for sure in ["kind=waters", "name='Blue Bay'"] {
        let rest = format!("kind = \"where\"\npieces = \"kind=boat\"\nnever = \"{sure}\"");
        assert_eq!(findings(&rest, "in \"Blue Bay\": re-boat")[0].severity, Severity::Illegal, "{sure}");
    }
}

#[test]
fn a_games_own_columns_of_words_texts_and_yes_or_no_can_be_asked() {
    let never = |pieces: &str| format!("kind = \"where\"\npieces = \"{pieces}\"\nnever = \"any\"");
    let here = "at A0101: re-foot, bl-foot, re-train\nat A0102: bl-train\nat A0201: re-train reduced";
    let places = |pieces: &str| -> Vec<(String, Severity)> {
        let found = findings(&never(pieces), here).into_iter();
        found.map(|one| (one.place.unwrap().location, one.severity)).collect()
    };
    let sure = |place: &str| (place.to_owned(), Severity::Illegal);
    assert_eq!(places("zoc"), [sure("A0101")]);
    assert_eq!(places("zoc=no kind=foot"), [sure("A0101")]);
    assert_eq!(places("size=x nation=BL"), [sure("A0101")]);
    assert_eq!(places("gauge=broad"), [sure("A0101"), ("A0102".to_owned(), Severity::Suspicious)]);
    assert_eq!(places("gauge=narrow"), [sure("A0201")], "the back has a gauge of its own");
    assert_eq!(places("gauge nation=RE"), [sure("A0101"), sure("A0201")]);
    let help = findings(&never("gauge=broad"), here).remove(1).help;
    assert_eq!(help.as_deref(), Some("this depends on draft values: gauge of Blue Train"));
}

#[test]
fn who_holds_a_place_and_what_is_beside_it_can_be_asked() {
    let enemy = "kind = \"where\"\npieces = \"family=land\"\nnever = \"holder=enemy\"";
    assert_eq!(messages(enemy, "at A0101: re-foot\nat A0202: bl-foot"), [""; 0]);
    assert_eq!(messages(enemy, "at A0202: re-foot").len(), 1);
    assert_eq!(messages(enemy, "control: RE A0202\nat A0202: re-foot"), [""; 0]);
    let rail = "kind = \"where\"\npieces = \"kind=guard\"\nmust = \"edge=rail\"";
    assert_eq!(messages(rail, "at A0101: re-guard"), [""; 0]);
    assert_eq!(messages(rail, "at A0201: re-guard").len(), 1);
    let coast =
        "kind = \"where\"\npieces = \"kind=foot\"\nnever = \"kind=land beside(kind=sea) has(kind=boat)\"";
    assert_eq!(messages(coast, "at A0102: re-foot"), [""; 0]);
    assert_eq!(messages(coast, "at A0102: re-foot, re-boat").len(), 1);
}

#[test]
fn a_companion_is_needed_or_barred_in_the_place_the_stack_the_carrier_or_beside() {
    let bars = "kind = \"with\"\npieces = \"kind=guard\"\nbars = \"kind=foot side=enemy\"";
    assert_eq!(messages(bars, "at A0101: re-guard, re-foot"), [""; 0]);
    assert_eq!(
        messages(bars, "at A0101: re-guard\nat A0101: bl-foot"),
        ["1 piece of the kind guard in A0101 with Blue Foot, which is not allowed"]
    );
    let stack = format!("{bars}\ncompanion = \"stack\"");
    assert_eq!(messages(&stack, "at A0101: re-guard\nat A0101: bl-foot"), [""; 0]);
    assert_eq!(messages(&stack, "at A0101: re-guard, bl-foot").len(), 1);
    let needs =
        "kind = \"with\"\npieces = \"kind=guard\"\nneeds = \"kind=foot side=own\"\ncompanion = \"beside\"";
    assert_eq!(messages(needs, "at A0101: re-guard\nat A0102: re-foot"), [""; 0]);
    assert_eq!(
        messages(needs, "at A0101: re-guard, re-foot"),
        [
            "1 piece of the kind guard in A0101 without a piece of the kind foot of its own side beside it, which it needs"
        ]
    );
    let carrier =
        "kind = \"with\"\npieces = \"kind=guard state=aboard\"\nbars = \"kind=boat\"\ncompanion = \"on\"";
    assert_eq!(messages(carrier, "at A0103: re-boat\nat A0103 aboard re-boat: re-foot"), [""; 0]);
    assert_eq!(messages(carrier, "at A0103: re-boat\nat A0103 aboard re-boat: re-guard").len(), 1);
}

#[test]
fn a_doubt_makes_a_finding_suspicious_and_a_sentence_is_the_rows_own() {
    let rest = "kind = \"with\"\npieces = \"kind=guard\"\nbars = \"kind=foot\"\ndoubt = \"nation=BL\"\n\
                says = \"{names} with {with} in {place}\"\nhelp = \"part {them}\"";
    let found = findings(rest, "at A0101: re-guard, bl-foot");
    assert_eq!(found[0].message, "Red Guard with Blue Foot in A0101");
    assert_eq!((found[0].severity, found[0].help.as_deref()), (Severity::Suspicious, Some("part it")));
    assert_eq!(findings(rest, "at A0101: re-guard, re-foot")[0].severity, Severity::Illegal);
}

#[test]
fn a_value_is_a_relation_over_values_and_counts() {
    let sum = toy(&row("kind = \"value\"\nholds = \"civilian + military * 2 - idle == 11\"")).unwrap();
    let at = |pack: &Arc<Pack>, values: &str| {
        let now = position(pack, &format!("values: {values}\nat A0101: 2 x chit:re-factory"));
        run(&now, None, &BTreeMap::new())
    };
    assert_eq!(at(&sum, "civilian 4, military 5, idle 3").findings, []);
    let wrong = at(&sum, "civilian 4, military 5, idle 2").findings;
    assert_eq!(
        wrong[0].message,
        "civilian + military * 2 - idle is 12 (civilian 4, military 5, idle 2); it must be exactly 11"
    );
    assert_eq!(wrong[0].place, None, "the whole position is meant");
    assert_eq!(at(&sum, "civilian 4").summary.not_checked, 1);
    let count =
        toy(&row("kind = \"value\"\nholds = \"count(kind=factory side=red) <= 'industry'\"")).unwrap();
    assert_eq!(at(&count, "industry 2").findings, []);
    let over = at(&count, "industry 1").findings;
    assert_eq!(
        over[0].message,
        "the number of pieces of the kind factory of the side red is 2; it must be at most industry, which is 1"
    );
    assert_eq!(over[0].pieces.len(), 2);
    let perhaps = at(&count, "industry 1..3").findings;
    assert_eq!(perhaps[0].severity, Severity::Suspicious);
    assert_eq!(perhaps[0].help.as_deref(), Some("not certain: the number of Industry"));
}

/// What one row finds between two positions.
fn between(rest: &str, before: &str, now: &str) -> Checked {
    let pack = toy(&row(rest)).unwrap_or_else(|faults| panic!("{faults:?}"));
    run(&position(&pack, now), Some(&position(&pack, before)), &BTreeMap::new())
}

fn told(checked: &Checked) -> Vec<&str> {
    checked.findings.iter().map(|finding| finding.message.as_str()).collect()
}

#[test]
fn a_change_happens_only_in_its_phases_only_so_often_and_only_after_something() {
    let moves = "kind = \"change\"\npieces = \"kind=guard\"\nchange = \"moves\"\nonly_in = \"A.1\"";
    let (here, there) = ("phase: A.2\nat A0101: re-guard", "phase: A.3\nat A0102: re-guard");
    assert_eq!(
        told(&between(moves, here, there)),
        ["Red Guard moved from A0101 to A0102; possible only in A.1 March"]
    );
    assert_eq!(told(&between(moves, here, here)), [""; 0]);
    assert_eq!(told(&between(moves, "phase: A.1\nat A0101: re-guard", there)), [""; 0]);
    let unknown = between(moves, here, "at A0102: re-guard");
    assert!(unknown.not_checked[0].reason.contains("--phase"));
    let most =
        "kind = \"change\"\npieces = \"kind=foot\"\nchange = \"gains reduced\"\nmost = 1\ncalled = \"foot\"";
    let (whole, one, two) = (
        "at A0101: re-foot, re-foot",
        "at A0101: re-foot reduced, re-foot",
        "at A0101: re-foot reduced, re-foot reduced",
    );
    assert_eq!(told(&between(most, whole, one)), [""; 0]);
    assert_eq!(told(&between(most, whole, two)), ["2 foots became reduced; at most 1 may at a time"]);
    let after = "kind = \"change\"\npieces = \"kind=foot\"\nchange = \"loses reduced\"\nafter = \"at(city)\"";
    assert_eq!(told(&between(after, "at A0201: re-foot reduced", "at A0201: re-foot")), [""; 0]);
    assert_eq!(
        told(&between(after, "at A0101: re-foot reduced", "at A0101: re-foot")),
        ["Red Foot in A0101 is no longer reduced; its previous state does not allow that"]
    );
    let never = "kind = \"change\"\npieces = \"kind=guard\"\nchange = \"goes\"\nonly = \"never\"";
    assert_eq!(
        told(&between(never, "at A0101: re-guard", "at A0102: re-foot")).len(),
        0,
        "another piece lies where it did, under its id"
    );
    assert_eq!(
        told(&between(never, "at A0101: re-foot, re-guard", "at A0101: re-foot")),
        ["Red Guard left play from A0101; this is never allowed"]
    );
    let alone = toy(&row(never)).unwrap();
    let now = position(&alone, "at A0101: re-foot");
    assert_eq!(run(&now, None, &BTreeMap::new()).not_checked[0].reason, "needs --previous");
}

#[test]
fn a_value_changes_only_up_or_down_and_by_so_much() {
    let pack =
        |rest: &str| toy(&row(&format!("kind = \"change\"\nchange = \"value industry\"\n{rest}"))).unwrap();
    let at = |pack: &Arc<Pack>, was: &str, is: &str| {
        let of = |value: &str| position(pack, &format!("values: industry {value}\nat A0101: re-foot"));
        run(&of(is), Some(&of(was)), &BTreeMap::new())
            .findings
            .into_iter()
            .map(|f| f.message)
            .collect::<Vec<_>>()
    };
    let up = pack("only = \"up\"\nmost = 2");
    assert_eq!(at(&up, "3", "5"), [""; 0]);
    assert_eq!(at(&up, "3", "2"), ["industry went down from 3 to 2; it only goes up"]);
    assert_eq!(at(&up, "3", "6"), ["industry went up from 3 to 6; by at most 2 at a time"]);
    assert_eq!(at(&pack("only = \"never\""), "3", "4"), ["industry went up from 3 to 4; it never changes"]);
    let one_way = |way: &str| {
        let rest = format!("kind = \"change\"\nchange = \"{way} industry\"\nonly = \"never\"");
        toy(&row(&rest)).unwrap()
    };
    assert_eq!(at(&one_way("rises"), "3", "2"), [""; 0]);
    assert_eq!(at(&one_way("falls"), "3", "4"), [""; 0]);
    assert_eq!(at(&one_way("falls"), "3", "2"), ["industry went down from 3 to 2; it never changes"]);
}

#[test]
fn a_value_that_a_marker_shows_changes_when_the_marker_moves() {
    let up = "kind = \"change\"\nchange = \"value oil\"\nonly = \"up\"";
    let (two, three) = ("in \"Oil 2\": chit:oil", "in \"Oil 3\": chit:oil");
    assert_eq!(told(&between(up, two, three)), [""; 0]);
    assert_eq!(told(&between(up, three, two)), ["oil went down from 3 to 2; it only goes up"]);
    let gone = between(up, three, "at A0101: re-foot");
    assert_eq!(gone.not_checked[0].reason, "needs the value oil, which the save does not show");
    let pack = toy("").unwrap();
    let moves = Moves::between(&position(&pack, two), &position(&pack, three));
    assert_eq!(moves.values["oil"], [2, 3].map(|number| Some(Bound::exact(number))));
    assert_eq!(moves.pieces.len(), 1, "the marker moved, too");
    let shown = |industry: &str| {
        let mut position = position(&pack, &format!("values: industry {industry}"));
        position.globals.insert("industry".into(), industry.into());
        position.globals.insert("Weather".into(), format!("letter {industry}"));
        position
    };
    let moves = Moves::between(&shown("1"), &shown("2"));
    assert_eq!(moves.values.len(), 1);
    let told: Vec<&String> = moves.properties.keys().collect();
    assert_eq!(told, ["Weather"], "a property that shows a value is no second change");
}

#[test]
fn where_a_card_is_can_be_asked_and_how_many_a_deck_holds() {
    let text = "in \"Red holds\": chit:card-a, chit:card-b\nin \"Blue holds\": chit:card-a\nin \"Discards\": chit:card-b";
    let cards = |places: &str| {
        let rest = format!(
            "kind = \"count\"\npieces = \"kind=card at({places})\"\ncalled = \"card\"\nmost = 0\nper = \"place\""
        );
        messages(&rest, text)
    };
    let told = |count: &str, place: &str| format!("{count} in {place}; at most 0 may be there");
    let [red, blue] = [told("2 cards", "Red holds"), told("1 card", "Blue holds")];
    let [draw, discards] = [told("1 card", "Draw"), told("1 card", "Discards")];
    assert_eq!(cards("hand"), [blue.clone(), red.clone()]);
    assert_eq!(cards("hand=red"), std::slice::from_ref(&red));
    assert_eq!(cards("deck"), [discards.clone(), draw.clone()]);
    assert_eq!(cards("deck=Draw"), [draw], "a card that no line places lies in its deck");
    assert_eq!(cards("!deck"), [blue, red]);
    let held = "kind = \"value\"\nholds = \"count(kind=card at(hand)) + left == 4\"";
    assert_eq!(messages(held, text), [""; 0]);
    assert_eq!(
        messages(held, "in \"Discards\": 2 x chit:card-b").len(),
        1,
        "three are left, and none is in a hand"
    );
    let drawn = "kind = \"change\"\nchange = \"value left\"\nmost = 1";
    let [before, one, two] = ["", "in \"Red holds\": chit:card-a", "in \"Red holds\": 2 x chit:card-a"];
    assert_eq!(self::told(&between(drawn, before, one)), [""; 0]);
    assert_eq!(
        self::told(&between(drawn, before, two)),
        ["left went down from 5 to 3; by at most 1 at a time"]
    );
    let cannot = named_in(&toy("").unwrap(), "values: left 4\nin \"Discards\": 2 x chit:card-a");
    assert_eq!(cannot, ["x:2: left: expected 3, the cards in \"Draw\", found 4"]);
}

/// The faults of a text.
fn named_in(pack: &Arc<Pack>, text: &str) -> Vec<String> {
    let (scenario, faults) = notation::read("x", &format!("game: toy\n{text}"), &pack.terms.words);
    assert!(faults.is_empty(), "{faults:?}");
    from_scenario(pack, "x", &scenario).1.iter().map(ToString::to_string).collect()
}

#[test]
fn a_value_that_a_line_names_puts_its_marker_where_it_shows_it() {
    let pack = toy("").unwrap();
    let now = position(&pack, "values: oil 2\nat A0101: re-foot");
    let marker = now.pieces.iter().find(|piece| piece.kind() == "oil").unwrap();
    assert_eq!(marker.at.to_string(), "Oil 2");
    assert_eq!(named_in(&pack, "values: oil 2\nin \"Oil 2\": chit:oil"), [""; 0]);
    assert_eq!(
        named_in(&pack, "values: oil 2\nin \"Oil 3\": chit:oil"),
        ["x:2: oil: expected 3, the place of \"oil\", found 2"]
    );
    assert_eq!(named_in(&pack, "values: oil 7"), ["x:2: oil: no place of its track is 7"]);
}

#[test]
fn a_state_that_follows_from_others_is_gained_and_lost_like_them() {
    let gains = "kind = \"change\"\npieces = \"family=land\"\nchange = \"gains present\"\nonly = \"never\"";
    let (aboard, ashore) =
        ("at A0103: re-boat\nat A0103 aboard re-boat: re-foot", "at A0103: re-boat\nat A0103: re-foot");
    assert_eq!(
        told(&between(gains, aboard, ashore)),
        ["Red Foot in A0103 became present; this is never allowed"]
    );
    assert_eq!(told(&between(gains, ashore, aboard)), [""; 0]);
    assert_eq!(told(&between(&gains.replace("gains", "loses"), ashore, aboard)).len(), 1);
    let after = "kind = \"change\"\npieces = \"family=land\"\nchange = \"moves\"\nafter = \"state=present\"";
    assert_eq!(told(&between(after, ashore, "at A0102: re-boat\nat A0102: re-foot")), [""; 0]);
    assert_eq!(
        told(&between(after, aboard, "at A0102: re-boat\nat A0102 aboard re-boat: re-foot")),
        ["Red Foot moved from A0103 to A0102; its previous state does not allow that"]
    );
}

#[test]
fn dates_phases_and_choices_say_when_a_row_holds() {
    let before = "kind = \"where\"\npieces = \"kind=guard\"\nnever = \"any\"\nbefore = \"1942-08\"\nper = \"piece\"\n\
                  says = \"{names} in {date}; not before {first}\"";
    assert_eq!(messages(before, "date: 1942-08\nat A0101: re-guard"), [""; 0]);
    assert_eq!(
        messages(before, "date: 1942-07\nat A0101: re-guard"),
        ["Red Guard in July 1942; not before August 1942"]
    );
    let pack = toy(&row(before)).unwrap();
    let undated = run(&position(&pack, "at A0101: re-guard"), None, &BTreeMap::new());
    assert!(undated.not_checked[0].reason.contains("needs the date"));
    let phases = "phases = \"A.2..A.3\"\nkind = \"where\"\npieces = \"kind=guard\"\nnever = \"any\"";
    assert_eq!(messages(phases, "phase: A.1\nat A0101: re-guard"), [""; 0]);
    assert_eq!(
        messages(phases, "phase: A.3\nat A0101: re-guard"),
        ["1 piece of the kind guard in A0101, where none are allowed"]
    );
    let choice = "kind = \"count\"\npieces = \"kind=foot\"\nmost = 1\nchoices = { crowds = \"few\" }";
    assert_eq!(messages(choice, "at A0101: 2 x re-foot"), [""; 0]);
    let pack = toy(&row(choice)).unwrap();
    let few = BTreeMap::from([("crowds".to_owned(), "few".to_owned())]);
    assert_eq!(run(&position(&pack, "at A0101: 2 x re-foot"), None, &few).findings.len(), 1);
}

#[test]
fn a_further_test_may_hold_only_where_those_before_it_found_nothing() {
    let rest = "kind = \"where\"\npieces = \"kind=foot\"\nnever = \"city\"\nsays = \"city {place}\"\n\
                [[check.also]]\notherwise = true\nkind = \"where\"\npieces = \"kind=foot\"\nnever = \"terrain=clear\"\nsays = \"clear {place}\"";
    assert_eq!(messages(rest, "at A0201: re-foot\nat A0101: re-foot"), ["clear A0101", "city A0201"]);
    let both = rest.replace("otherwise = true\n", "");
    assert_eq!(messages(&both, "at A0201: re-foot"), ["city A0201", "clear A0201"]);
}

#[test]
fn names_stand_for_selectors_and_printed_numbers_compare() {
    let names = "[pieces]\nstrong = \"strength>=4\"\n[places]\nhome = \"owner=RE\"\n";
    let rest = row("kind = \"where\"\npieces = \"strong\"\nnever = \"home\"");
    let pack = named(names, &rest).unwrap();
    let found = |text: &str| run(&position(&pack, text), None, &BTreeMap::new()).findings;
    assert_eq!(found("at A0101: re-foot"), []);
    let guard = found("at A0101: re-guard");
    assert_eq!(guard[0].severity, Severity::Suspicious, "its strength is a draft");
    assert!(guard[0].help.as_ref().unwrap().contains("strength of Red Guard"), "{guard:?}");
}

#[test]
fn a_row_without_a_page_explains_itself() {
    let pack = toy(&row(
        "kind = \"count\"\npieces = \"kind=foot\"\nper = \"place\"\nmost = 2\nsince = \"1942-01\"\nphases = \"A.2\"",
    ))
    .unwrap();
    let page = kinds::page(&pack.rows[0]);
    assert!(page.starts_with("# TOY-1 toy-fault\n\nRule: 1.2\n"), "{page}");
    assert!(page.contains("pieces with `kind=foot`: more than 2 for each place, from 1942-01 on."), "{page}");
    assert!(page.contains("It applies in A.2."), "{page}");
}

#[test]
fn what_is_wrong_with_a_row_is_told_with_its_line_its_word_and_the_nearest_one() {
    let count = |pieces: &str| format!("kind = \"count\"\nmost = 1\npieces = \"{pieces}\"");
    let place = |must: &str| format!("kind = \"where\"\npieces = \"any\"\nmust = \"{must}\"");
    let value = |holds: &str| format!("kind = \"value\"\nholds = \"{holds}\"");
    let change = |rest: &str| format!("kind = \"change\"\npieces = \"any\"\n{rest}");
    let cases: &[(String, u64, &str)] = &[
        (count("kind=foto"), 8, "unknown kind \"foto\"; did you mean \"foot\"?"),
        (count("knid=foot"), 8, "unknown key \"knid\" for pieces; did you mean \"kind\"?"),
        (count("nation=REE"), 8, "unknown nation \"REE\"; did you mean \"RE\"?"),
        (count("state=reducd"), 8, "unknown state \"reducd\"; did you mean \"reduced\"?"),
        (count("gauge=brod"), 8, "unknown gauge \"brod\"; did you mean \"broad\"?"),
        (count("gage=broad"), 8, "unknown key \"gage\" for pieces; did you mean \"gauge\"?"),
        (count("broad"), 8, "unknown word \"broad\" for pieces; did you mean \"gauge=broad\"?"),
        (count("zoc=perhaps"), 8, "unknown zoc \"perhaps\""),
        (count("size>2"), 8, "\"size\" has words and no numbers; expected = or !="),
        (count("mark=elit"), 8, "unknown mark \"elit\"; did you mean \"elite\"?"),
        (count("foot"), 8, "unknown word \"foot\" for pieces; did you mean \"kind=foot\"?"),
        (count("terrain=clear"), 8, "of a place it is \"at(terrain=clear)\""),
        (count("kind>foot"), 8, "\"kind\" has words and no numbers; expected = or !="),
        (count("strength=x"), 8, "expected a number after \"strength\", found \"x\""),
        (count("hre(kind=foot)"), 8, "unknown word before brackets \"hre\"; did you mean \"here\"?"),
        (count("kind=foot or"), 8, "expected a word such as \"kind\" after \"or\", found the end"),
        (place("terain=clear"), 8, "unknown key \"terain\" for places; did you mean \"terrain\"?"),
        (place("terrain=clar"), 8, "unknown terrain \"clar\"; did you mean \"clear\"?"),
        (place("clear"), 8, "unknown word \"clear\" for places; did you mean \"terrain=clear\"?"),
        (place("edge=rial"), 8, "unknown edge \"rial\"; did you mean \"rail\"?"),
        (place("deck=Drow"), 8, "unknown deck \"Drow\"; did you mean \"Draw\"?"),
        (place("hand=rad"), 8, "unknown hand \"rad\"; did you mean \"red\"?"),
        (place("holder=RD"), 8, "unknown holder \"RD\"; did you mean \"RE\"?"),
        (value("idle + oil"), 7, "expected one of == != < <= > >= after \"oil\", found the end"),
        (value("idle == count(kind=foo)"), 7, "unknown kind \"foo\"; did you mean \"foot\"?"),
        (value("idle == (oil"), 7, "expected \")\" after \"oil\", found the end"),
        (value("idel == 3"), 7, "`holds`: unknown value \"idel\"; did you mean \"idle\"?"),
        (value("x == 3"), 7, "unknown value \"x\"; rows [[value]] of pack.toml name them"),
        (
            change("change = \"value industri\"\nmost = 1"),
            8,
            "unknown value \"industri\"; did you mean \"industry\"?",
        ),
        (
            "kind = \"count\"\npieces = \"any\"\nmost = \"industrie\"".into(),
            8,
            "unknown value \"industrie\"; did you mean \"industry\"?",
        ),
        (
            "kind = \"count\"\npieces = \"any\"\nmost = \"strenght\"".into(),
            8,
            "unknown number \"strenght\"; did you mean \"strength\"?",
        ),
        (
            change("change = \"gains lowest\"\nmost = 1"),
            8,
            "pieces do not gain or lose \"lowest\", which is how they lie; select it in `pieces`",
        ),
        (
            change("change = \"moves\"\nafter = \"present\""),
            9,
            "unknown word \"present\" for pieces; did you mean \"state=present\"?",
        ),
        (change("change = \"movs\"\nmost = 1"), 8, "unknown change \"movs\"; did you mean \"moves\"?"),
        (change("change = \"gains reducd\"\nmost = 1"), 8, "unknown state \"reducd\""),
        (change("change = \"moves\""), 2, "expected one of `only`, `only_in`, `after`, `most`"),
        (change("change = \"moves\"\nonly = \"up\""), 9, "only a value goes up or down; expected \"never\""),
        (change("change = \"moves\"\nonly_in = \"A.9\""), 9, "unknown phase \"A.9\"; did you mean \"A.1\"?"),
        ("pieces = \"any\"".into(), 2, "expected `kind`, one of count, where, with, value, change"),
        ("kind = \"count\"\npieces = \"any\"".into(), 2, "expected `most` or `least`"),
        ("kind = \"count\"\nmost = 1".into(), 2, "expected `pieces`"),
        ("kind = \"where\"\npieces = \"any\"".into(), 2, "expected either `must` or `never`"),
        ("kind = \"with\"\npieces = \"any\"".into(), 2, "expected either `needs` or `bars`"),
        (
            count("any") + "\nmust = \"any\"",
            9,
            "`must` has no effect in a check of the kind count; remove it",
        ),
        (count("any") + "\nper = \"plaice\"", 9, "`per`: unknown word \"plaice\"; did you mean \"place\"?"),
        (count("any") + "\nsays = \"{cont}\"", 9, "unknown word in braces \"cont\"; did you mean \"count\"?"),
        (count("any") + "\nbefore = \"1942-13\"", 9, "`before`: expected a month such as 1944-06"),
        (
            count("any") + "\nchoices = { crowd = \"few\" }",
            9,
            "unknown choice \"crowd\"; did you mean \"crowds\"?",
        ),
        (
            count("any") + "\nchoices = { crowds = \"fw\" }",
            9,
            "unknown reading \"fw\"; did you mean \"few\"?",
        ),
        (count("any") + "\nmots = 2", 9, "unknown field `mots`; did you mean \"most\"?"),
        (
            count("any") + "\n[[check.also]]\nid = \"x\"\nkind = \"count\"\npieces = \"any\"\nmost = 1",
            10,
            "`id` belongs to the check",
        ),
    ];
    for (rest, line, message) in cases {
        let faults = toy(&row(rest)).expect_err(rest);
        let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
        let at = format!("rules/toy/checks.toml:{line}: ");
        let found = told.iter().any(|one| one.starts_with(&at) && one.contains(message));
        assert!(found, "{rest}\nexpected {at}… {message}\nfound {told:#?}");
    }
}

#[test]
fn a_choice_that_a_row_reads_is_read() {
    let rest = |choices: &str| row(&format!("kind = \"count\"\npieces = \"kind=foot\"\nmost = 1{choices}"));
    let unused = |rows: &str| {
        let read =
            |path: &str| FILES.iter().find(|(known, _)| *known == path).map(|(_, text)| (*text).to_owned());
        let told = unused::of(&toy(rows).unwrap(), &[], &read, &|_| None);
        told.iter()
            .filter(|fault| fault.file.ends_with("choices.toml"))
            .map(|fault| fault.message.clone())
            .collect()
    };
    let told: Vec<String> = unused(&rest("\nchoices = { crowds = \"few\" }"));
    assert_eq!(told, [""; 0]);
    assert_eq!(unused(&rest("")), ["choice crowds: no such choice is used"]);
}

#[test]
fn a_name_that_stands_for_itself_is_refused() {
    let faults = named(
        "[pieces]\none = \"two\"\ntwo = \"!one\"\n",
        &row("kind = \"count\"\npieces = \"any\"\nmost = 9"),
    )
    .unwrap_err();
    assert!(faults.iter().any(|fault| fault.message.contains("refers to itself")), "{faults:?}");
}

#[test]
fn no_text_of_a_row_makes_the_reader_or_the_check_panic() {
    let parts = [
        "",
        " ",
        "(",
        ")",
        "!",
        "or",
        "and",
        "not",
        "=",
        "<=",
        "|",
        ",",
        "'",
        "+",
        "-",
        "*",
        "count",
        "kind=foot",
        "kind=",
        "idle",
        "99999999999999999999",
        "-2147483648",
        "2147483647",
        "ä",
        "kind=\u{1f6a2}",
        "at(",
        "strength>=",
        "mines<=-2147483648",
        "{",
        "}",
        "here(any)",
        "any",
        "!any",
        "kind=guard or kind=foot",
        "strength>=2147483647",
        "idle <= 3",
        "count(kind=foot) * idle == 3",
        "moves",
        "value idle",
        "\u{301}",
        "beside(beside(beside(any)))",
    ];
    let mut texts: Vec<String> = parts.iter().map(|part| (*part).to_owned()).collect();
    let pairs = parts.iter().flat_map(|one| parts.iter().map(move |other| format!("{one} {other}")));
    texts.extend(pairs.step_by(2));
    for deep in ["(", "!", "here(", "count("] {
        texts.extend([16, 17, 900].map(|depth| deep.repeat(depth) + "kind=foot" + &")".repeat(depth)));
    }
    texts.extend([
        "x".repeat(4000),
        "ö".repeat(2001),
        "idle*".repeat(700) + "idle",
        "any or ".repeat(500) + "any",
    ]);
    let now = "values: idle 2147483647\nat A0101: re-foot, re-boat\nat A0102: re-guard";
    let mut held = 0;
    for text in &texts {
        let quoted = format!("{text:?}").replace("\\u{", "\\\\u{").replace("\\'", "'");
        let rows = [
            format!("kind = \"count\"\nmost = 0\npieces = {quoted}"),
            format!("kind = \"where\"\npieces = \"any\"\nnever = {quoted}"),
            format!("kind = \"value\"\nholds = {quoted}"),
            format!("kind = \"change\"\npieces = \"any\"\nonly = \"never\"\nchange = {quoted}"),
        ];
        for rest in rows {
            if let Ok(pack) = toy(&row(&rest)) {
                let now = position(&pack, now);
                held += run(&now, Some(&now), &BTreeMap::new()).summary.checked;
            }
        }
    }
    assert!(held > 50, "{held} rows of them say something");
}

#[test]
fn numbers_at_the_ends_of_their_range_are_counted_without_overflow() {
    let ends = [i32::MIN, -1, 0, i32::MAX];
    for (most, value) in ends.iter().flat_map(|most| ends.map(|value| (*most, value))) {
        let count = format!(
            "kind = \"count\"\npieces = \"any\"\nmost = {}\nleast = {}\nper = \"place\"\nplaces = \"any\"",
            most.max(0),
            value.max(0)
        );
        findings(&count, "at A0101: 2 x re-foot");
        let holds = format!("kind = \"value\"\nholds = \"idle - oil * {most} >= idle + idle\"");
        findings(&holds, &format!("values: idle {value}, oil 3"));
        let change = format!("kind = \"change\"\nchange = \"value idle\"\nmost = {}", most.max(0));
        between(&change, &format!("values: idle {value}"), &format!("values: idle {most}"));
    }
}
