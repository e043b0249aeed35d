//! The pieces of a save as short blocks, one for each, and what they are made of once for all that are equal.
//!
//! Three texts: the commands in the order of the file, one line each, in which `+ ID` stands for a piece, stack or deck;
//! the blocks, sorted by what a piece is, so that a piece that moved changes a line and not its place; and the definitions
//! with named fields. What would not come back identical stays a line of its commands.

mod read;
mod write;

use std::collections::BTreeMap;

use vassal::format::sequence;
use vassal::format::traits::title;

pub use read::{Source, read};
pub use write::write;

/// Begins the line that stands for a block.
const REFERENCE: &str = "+ ";

/// The texts of a save.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SaveTexts {
    /// The commands, one line each.
    pub commands: String,
    /// The blocks.
    pub pieces: String,
    /// What the pieces are made of.
    pub definitions: String,
}

/// States that traits have as long as nothing happened to them, by the prefix of the definition; all others have none.
const USUAL: [(&str, &str); 10] = [
    ("AreaOfEffect;", "false"),
    ("emb2;", "-1"),
    ("footprint;", "false;;0;false"),
    ("hide;", "null"),
    ("markmoved;", "false"),
    ("obs;", "null"),
    ("propertysheet;", "~"),
    ("report;", "-1"),
    ("rotate;", "0"),
    ("sendto;", ";;"),
];

/// The state that a trait of this definition has as long as a block does not say another.
fn usual(type_text: &str) -> &'static str {
    let of_prefix = USUAL.iter().find(|(prefix, _)| type_text.starts_with(prefix));
    of_prefix.map_or("", |(_, state)| state)
}

/// Names for the states of the traits of a definition, outermost first: their titles, numbered where several are called
/// alike.
fn state_names<'a>(types: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let named = types.map(|type_text| {
        let title = title(type_text);
        let number = counts.entry(title.clone()).or_default();
        *number += 1;
        if *number == 1 { title } else { format!("{title} ({number})") }
    });
    named.collect()
}

/// The state of a basic piece by its parts: map, place, slot and what else it keeps.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Ground {
    map: Option<String>,
    x: i32,
    y: i32,
    slot: Option<String>,
    kept: Vec<String>,
}

impl Ground {
    /// The parts of a state; none where they would not give it back.
    fn of(state: &str) -> Option<Self> {
        let mut values = sequence::decode(state, ';').into_iter();
        let map = values.next().filter(|map| map != "null");
        let (x, y) = (values.next()?.parse().ok()?, values.next()?.parse().ok()?);
        let slot = values.next();
        let kept: Vec<String> = values.collect();
        let own = Self { map, x, y, slot, kept };
        (own.state().as_deref() == Some(state)).then_some(own)
    }

    /// The state; none where a value ends in a backslash and others follow.
    fn state(&self) -> Option<String> {
        let map = self.map.as_deref().unwrap_or("null").to_owned();
        let place = [map, self.x.to_string(), self.y.to_string()];
        let rest = self.slot.iter().chain(self.kept.iter().filter(|_| self.slot.is_some()));
        sequence::join(place.into_iter().chain(rest.cloned()), ';').ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vassal::format::command::Command;

    const SAVE: [&str; 6] = [
        "+/7/emb2;Flip;128;A;;128;;;128;;;;1;false;0;0;b.png;;true;Flip;;;false;;1;1;false;70,130;;;Flip;1.0;;true\tmark;Side\\\tpiece;;;a.png;1st \"Tōkyō\"/-1\t東京\\\tMain;10;20;128;1;OldZone;",
        "+/8/piece;;;a.png;2nd/null;1;2",
        "+/9/stack/Main;10;20;7;8@@-1",
        "+/10/deck;true;0,0,0;40;40;;;;;;;;;Draw/Main;5;6;false;0",
        "PLAYER\tpass\tAnna\tAllies",
        "+/11/piece;;;a.png;2nd/null;1;2;9;0;more\\",
    ];

    fn save() -> Command {
        let leaves = SAVE.iter().map(|own| Command::leaf(own.to_string()));
        Command::group("", leaves.collect())
    }

    fn back(texts: &SaveTexts) -> Result<Command, String> {
        let source = Source {
            commands: ("c", &texts.commands),
            pieces: ("p", &texts.pieces),
            definitions: ("d", &texts.definitions),
        };
        read(&source).map_err(|(path, error)| format!("{path}: {error}"))
    }

    #[test]
    fn a_save_becomes_blocks_and_comes_back() {
        let texts = write(&save()).unwrap();
        assert_eq!(back(&texts).unwrap().to_text().unwrap(), save().to_text().unwrap(), "{texts:?}");
        assert!(texts.commands.starts_with("␥\n\t+ 7\n\t+ 8\n\t+ 9\n"), "{}", texts.commands);
        let block = "[[piece]]\nid = \"7\"\nof = \"1st \\\"Tōkyō\\\"\"\nmap = \"Main\"\nx = 10\ny = 20\nslot = \"128\"\n\
                     kept = [\"1\", \"OldZone\", \"\"]\n[piece.state]\n'Marker \"Side\"' = \"東京\"\n";
        assert!(texts.pieces.contains(block), "{}", texts.pieces);
        assert!(texts.pieces.contains("  \"7\", # 1st \"Tōkyō\"\n"), "{}", texts.pieces);
        assert!(texts.definitions.contains("trait = \"Layer\""), "{}", texts.definitions);
    }

    #[test]
    fn an_edited_block_moves_and_flips_its_piece() {
        let mut texts = write(&save()).unwrap();
        texts.pieces = texts.pieces.replacen("x = 10", "x = 77", 1).replacen(
            "[piece.state]\n",
            "[piece.state]\n'Layer \"Flip\"' = \"1\"\n",
            1,
        );
        let text = back(&texts).unwrap().to_text().unwrap();
        assert!(text.contains("/1\\\t東京") || text.contains("/1\t東京"), "{text}");
        assert!(text.contains("Main;77;20;128"), "{text}");
    }

    #[test]
    fn what_a_block_says_wrongly_is_told() {
        let texts = write(&save()).unwrap();
        let with =
            |from: &str, to: &str| SaveTexts { pieces: texts.pieces.replacen(from, to, 1), ..texts.clone() };
        for (wrong, why) in [
            (with("of = \"2nd\"", "of = \"3rd\""), "no definition is called \"3rd\""),
            (with("'Marker \"Side\"'", "'Marker \"Sides\"'"), "has no trait 'Marker \"Sides\"'"),
            (with("id = \"8\"", "id = \"9\""), "it is there twice"),
            (with("id = \"8\"", "id = \"88\""), "no block has the id 8"),
            (with("y = 20", "why = 20"), "unknown field `why`"),
        ] {
            let told = back(&wrong).unwrap_err();
            assert!(told.contains(why), "{told}");
        }
        let commands = texts.commands.replace("\t+ 8\n", "");
        let told = back(&SaveTexts { commands, ..texts.clone() }).unwrap_err();
        assert!(told.ends_with("8: no line + 8 of the commands names it"), "{told}");
        let commands = texts.commands.replace("+ 8", "+ 99");
        let told = back(&SaveTexts { commands, ..texts }).unwrap_err();
        assert!(told.starts_with("c: line 3: no block has the id 99"), "{told}");
    }
}
