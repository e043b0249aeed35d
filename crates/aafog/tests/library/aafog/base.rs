//! What the base game says: ours has the facts of the text alone, a user's is read with his words or told where it is wrong.

use liege::rules::aafog::base::{Base, FILE, faults};
use liege::rules::game::pack::Pack;

use super::pack;
use crate::tables::text;

const PATH: &str = "rules/aafog/base.toml";

/// The pack with another `base.toml`.
fn with(text: &str) -> Pack {
    let mut pack = (*pack()).clone();
    assert_eq!(faults(PATH, text, &pack), []);
    pack.tables.insert(FILE.into(), text.into());
    pack
}

#[test]
fn ours_tells_what_the_text_tells() {
    let pack = with(&text(PATH));
    let base = Base::of(&pack);
    assert_eq!(base.fits("cv", &["ftr", "ftr"]), Some(true));
    assert_eq!(base.fits("tr", &["inf", "tank"]), Some(true));
    assert_eq!(base.fits("tr", &["tank", "tank"]), Some(false));
    assert_eq!(base.fits("bb", &["inf"]), None, "no row is about battleships");
    assert_eq!(base.interception.get("tac"), Some(&0));
    assert_eq!((base.works("airbase", 0), base.works("airbase", 1)), (Some(true), None));
    assert_eq!((base.scramble.most, base.kamikaze.tokens, base.turn.order.len()), (None, None, 0));
}

#[test]
fn powers_of_two_sides_are_at_war_unless_a_row_says_since_when() {
    let pack = with(&text(PATH));
    let base = Base::of(&pack);
    let at_war = |one: &str, other: &str, round| base.at_war(&pack, one, other, round);
    assert_eq!(at_war("germany", "uk", 1), Some(true));
    assert_eq!(at_war("germany", "japan", 9), Some(false), "one side");
    assert_eq!([1, 3].map(|round| at_war("us", "japan", round)), [None, None], "the players know");
    assert_eq!(at_war("japan", "us", 4), Some(true));
    let pack = with("format = 1\n[[war]]\nbetween = [\"uk\", \"japan\"]\nfrom = 2\n");
    let base = Base::of(&pack);
    assert_eq!([1, 2].map(|round| base.at_war(&pack, "japan", "uk", round)), [Some(false), Some(true)]);
}

#[test]
fn a_users_file_says_all_that_the_base_game_says() {
    let text = "format = 1\n[turn]\norder = [[\"germany\"], [\"japan\"], [\"us\"], [\"uk\"], [\"italy\"]]\n\
                [kamikaze]\ntokens = 4\ncondition = \"an island is lost\"\nonce_taken = [\"Philippines\"]\n\
                [works_until]\nairbase = 3\n[scramble]\nmost = 2\nrange = 1\n[interception]\nftr = 1\ntac = 0\n\
                [raid]\ndefence = 1\ndamage = { bmb = \"1d6\" }\n[[load]]\ncarrier = \"tr\"\nholds = [\"inf\", \"art\"]\n\
                [bombardment]\nclasses = [\"bb\"]\n[convoy]\nsub = 2\n[income]\nliberated = \"first-owner\"\n\
                [[technology]]\nid = \"sonar\"\nname = \"Sonar\"\nchanges = [\"dd\"]\n\
                [[objective]]\npower = \"uk\"\ntext = \"5 IPC for Whitecliff\"\n";
    let base = Base::of(&with(text));
    assert_eq!((base.works("airbase", 2), base.works("airbase", 3)), (Some(true), Some(false)));
    assert_eq!((base.scramble.most, base.kamikaze.tokens), (Some(2), Some(4)));
    assert_eq!(base.technology[0].changes, ["dd"]);
}

#[test]
fn a_word_that_nobody_knows_is_told_with_its_line() {
    let told = |text: &str| {
        let faults = faults(PATH, &format!("format = 1\n{text}"), &pack());
        faults.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(
        told("[turn]\norder = [[\"germny\"]]\n[works_until]\nairbas = 3\n"),
        [
            "rules/aafog/base.toml:3: unknown power \"germny\"; did you mean \"germany\"?",
            "rules/aafog/base.toml:5: unknown class \"airbas\"; did you mean \"airbase\"?",
        ]
    );
    assert_eq!(
        told("[[war]]\nbetween = [\"us\", \"uk\"]\nfrom = 2\n[[war]]\nbetween = [\"us\", \"italy\"]\n"),
        [
            "rules/aafog/base.toml:3: us and uk are on the same side",
            "rules/aafog/base.toml:3: expected from or by in the row of us and italy",
        ]
    );
    assert_eq!(
        told("[kamikaze]\nonce_taken = [\"Philipines\"]\n"),
        ["rules/aafog/base.toml:3: unknown place \"Philipines\"; did you mean \"Philippines\"?"]
    );
    assert!(told("[kamikaze]\ntoken = 3\n")[0].starts_with("rules/aafog/base.toml:3: "));
    assert!(told("[turn]\norder = [[\"us\"], [\"us\"]]\n")[0].ends_with(":3: us moves 2 times in the order"));
}
