//! The definition that the decks of a new game get from their component.
//!
//! Engine classes: `build.module.map.DrawPile`, `build.module.map.DeckGlobalKeyCommand`, `counters.Deck`.

use super::attributes::Attributes;
use crate::format::build_file::Element;
use crate::format::sequence::{self, Unencodable};
use crate::format::traits::{Fields, normal};

/// Attributes that stand in the definition as they are, with the fields that hold them.
const TEXTS: [(&str, &str); 38] = [
    ("faceDown", "faceDownOption"),
    ("shuffle", "shuffleOption"),
    ("selectDisplayProperty", "selectDisplayProperty"),
    ("selectSortProperty", "selectSortProperty"),
    ("color", "outlineColor"),
    ("width", "width"),
    ("height", "height"),
    ("maxStack", "maxStack"),
    ("reshuffleCommand", "reshuffleCommand"),
    ("reshuffleHotkey", "reshuffleKey"),
    ("reshuffleTarget", "reshuffleTarget"),
    ("reshuffleMessage", "reshuffleMsgFormat"),
    ("reverseCommand", "reverseCommand"),
    ("reverseFormat", "reverseMsgFormat"),
    ("reverseHotkey", "reverseKey"),
    ("shuffleCommand", "shuffleCommand"),
    ("shuffleFormat", "shuffleMsgFormat"),
    ("shuffleHotkey", "shuffleKey"),
    ("faceDownFormat", "faceDownMsgFormat"),
    ("name", "deckName"),
    ("emptyHotkey", "emptyKey"),
    ("restrictExpression", "restrictExpression"),
    ("drawMultipleMessage", "drawMultipleMessage"),
    ("drawSpecificMessage", "drawSpecificMessage"),
    ("faceUpMessage", "faceUpMessage"),
    ("faceDownMessage", "faceDownMessage"),
    ("faceUpHotkey", "faceUpKey"),
    ("faceFlipHotkey", "faceFlipKey"),
    ("faceDownHotkey", "faceDownKey"),
    ("faceUpReportFormat", "faceUpMsgFormat"),
    ("saveMessage", "saveMessage"),
    ("saveHotkey", "saveKey"),
    ("saveReportFormat", "saveReport"),
    ("loadMessage", "loadMessage"),
    ("loadHotkey", "loadKey"),
    ("loadReportFormat", "loadReport"),
    ("deckOwners", "owners"),
    ("countExpressions", "countExpressions"),
];
/// Attributes that are `true` or anything else, with their fields.
const FLAGS: [(&str, &str); 10] = [
    ("draw", "drawOutline"),
    ("drawFaceUp", "drawFaceUp"),
    ("canSave", "persistable"),
    ("reversible", "reversible"),
    ("allowMultiple", "allowMultipleDraw"),
    ("allowSelect", "allowSelectDraw"),
    ("expressionCounting", "expressionCounting"),
    ("hotkeyOnEmpty", "hotkeyOnEmpty"),
    ("restrictOption", "restrictOption"),
    ("deckRestrictAccess", "restrictAccess"),
];
/// Fields that hold whole numbers.
const NUMBERS: [&str; 3] = ["width", "height", "maxStack"];
/// What the engine takes for the parts of a target that are not there.
const TARGET: [&str; 16] =
    ["DECK", "false", "MAP", "", "", "", "", "0", "0", "", "false", "", "", "EQUALS", "", ""];
/// The parts of a target that are the same for every deck: it looks through nothing else.
const FIXED: [usize; 3] = [0, 1, 10];

fn attributes(element: &Element) -> Attributes<'_> {
    Attributes::new(element.short_tag(), element.pairs().collect())
}

/// The definition of the deck of a `DrawPile`; none where a value ends in a backslash, which no definition can carry.
pub(super) fn definition(element: &Element) -> Option<String> {
    let at = attributes(element);
    let mut fields = Fields::defaults("deck;")?;
    // The engine makes its model of a deck from a definition in which this one is there and empty.
    fields.set("drawOutline", "false");
    for (name, field) in TEXTS {
        let value = at.get(name).filter(|value| !NUMBERS.contains(&field) || value.parse::<i32>().is_ok());
        if let Some(value) = value {
            fields.set(field, value);
        }
    }
    for (name, field) in FLAGS.iter().filter(|(name, _)| at.get(name).is_some()) {
        fields.set(field, at.flag(name, false).to_string());
    }
    let counted = at.list("countExpressions").into_iter().filter(|own| own.contains(':'));
    fields.set("countExpressions", sequence::join(counted, ',').ok()?);
    let commands = element.descendants("DeckGlobalKeyCommand").map(|child| command(&attributes(child)));
    let commands = commands.collect::<Result<Vec<String>, Unencodable>>().ok()?;
    fields.set("globalCommands", sequence::join(commands, ',').ok()?);
    fields.encode().ok()
}

/// The definition as the engine writes it: what an older version left out is there, and of named keys only the name
/// counts. One that would not come back identical stays as it is.
pub fn spelt(definition: &str) -> String {
    let whole = Fields::decode(definition).and_then(|mut fields| {
        let commands = fields
            .list("globalCommands")
            .iter()
            .map(|text| whole_command(text))
            .collect::<Result<Vec<_>, _>>();
        fields.set("globalCommands", sequence::join(commands.ok()?, ',').ok()?);
        fields.encode().ok()
    });
    normal(whole.as_deref().unwrap_or(definition))
}

/// A Deck Global Key Command as the definition holds it.
fn command(at: &Attributes<'_>) -> Result<String, Unencodable> {
    let name = at.text("name", "");
    let flag = |name: &str, default: bool| at.flag(name, default).to_string();
    let parts = [
        name.clone(),
        at.text("hotkey", ""),
        at.text("filter", ""),
        at.text("deckCount", "-1"),
        at.text("reportFormat", ""),
        name,
        target(&at.text("target", ""))?,
        flag("reportSingle", true),
        flag("suppressSounds", false),
        at.text("parameters", ""),
    ];
    sequence::join(parts, '|')
}

/// A Deck Global Key Command of a definition with what an older version left out.
fn whole_command(text: &str) -> Result<String, Unencodable> {
    let mut parts = sequence::decode(text, '|');
    let name = parts[0].clone();
    let usual = [&name, "", "", "0", "", &name, "", "true", "false", ""];
    parts.extend(usual.iter().skip(parts.len()).map(|part| (*part).to_owned()).collect::<Vec<_>>());
    parts[6] = target(&parts[6])?;
    sequence::join(parts, '|')
}

/// The target of such a command, whole.
fn target(told: &str) -> Result<String, Unencodable> {
    let told = if told.is_empty() { Vec::new() } else { sequence::decode(told, '|') };
    let parts = TARGET.iter().enumerate().map(|(place, usual)| {
        told.get(place).filter(|_| !FIXED.contains(&place)).map_or(*usual, String::as_str)
    });
    sequence::join(parts, '|')
}
