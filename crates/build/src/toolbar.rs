//! The buttons of the module's toolbar: dice, menus, the weather, and the clean-up of a phase or turn.
//!
//! Engine classes: `build.module.DiceButton`, `GlobalKeyCommand`, `DoActionButton`, `ToolbarMenu`, `Inventory`.

use vassal::format::build_file::Element;
use vassal::format::key::Key;
use vassal::format::sequence::{self, Unencodable};

use super::element::{EVERYWHERE, component, with};
use super::window::{Cleanup, Dice, Menu, PieceList, Weather};

/// A dice button.
pub fn dice_button(dice: &Dice) -> Element {
    component(
        "module.DiceButton",
        &[
            ("addToTotal", "0"),
            ("canDisable", "false"),
            ("hotkey", ""),
            ("icon", "/images/die.gif"),
            ("nDice", &dice.count.to_string()),
            ("nSides", &dice.sides.to_string()),
            ("name", &dice.name),
            ("plus", "0"),
            ("prompt", "false"),
            ("reportFormat", "** $name$ = $result$ *** <$PlayerName$>"),
            ("reportTotal", if dice.count > 1 { "true" } else { "false" }),
            ("text", &dice.name),
            ("tooltip", &format!("Roll {}", dice.name)),
        ],
    )
}

/// A menu that takes other buttons out of the toolbar, by their texts.
///
/// # Errors
/// A text ends in a backslash.
pub fn menu(menu: &Menu) -> Result<Element, Unencodable> {
    Ok(component(
        "module.ToolbarMenu",
        &[
            ("canDisable", "false"),
            ("description", &menu.name),
            ("hideWhenDisabled", "false"),
            ("hotkey", ""),
            ("icon", ""),
            ("menuItems", &sequence::join(&menu.items, ',')?),
            ("propertyGate", ""),
            ("text", &menu.name),
            ("tooltip", &menu.tooltip),
        ],
    ))
}

/// A button that sends a key to the pieces that a filter names, anywhere in the module.
pub fn cleanup(row: &Cleanup) -> Element {
    let key = Key::decode(&row.key).unwrap_or_else(|| Key::named(&row.key));
    component(
        "module.GlobalKeyCommand",
        &[
            ("buttonHotkey", &cleanup_key(row).encode()),
            ("buttonText", &row.name),
            ("canDisable", "false"),
            ("deckCount", "0"),
            ("filter", &row.filter),
            ("hideWhenDisabled", "false"),
            ("hotkey", &key.encode()),
            ("icon", ""),
            ("name", &row.name),
            ("propertyGate", ""),
            ("reportFormat", &format!("$PlayerName$: {} ({})", row.name, row.rule)),
            ("reportSingle", "true"),
            ("singleMap", "false"),
            ("suppressSounds", "true"),
            ("target", EVERYWHERE),
            ("tooltip", &format!("{} ({})", row.name, row.rule)),
        ],
    )
}

/// Which sides see all, and what they see besides hidden pieces.
pub struct SeeAll<'a> {
    /// The sides; VASSAL gives none of them a password of its own.
    pub sides: Vec<&'a str>,
    /// What they see, in words that follow "who".
    pub sees: String,
}

/// Whether a game is just being opened: "yes" from one start-up key command to another, empty ever after, so that no
/// game is changed by being opened.
const OPENING: &str = "Opening";

impl SeeAll<'_> {
    /// The property and its setters; see [`Self::announce`].
    ///
    /// # Errors
    /// See [`setter`].
    pub fn property(&self) -> Result<Element, Unencodable> {
        let setters = ["yes", ""].map(|value| setter("", &opening_key(value), value, ""));
        let setters: Vec<Element> = setters.into_iter().collect::<Result<_, _>>()?;
        Ok(property(OPENING, "", "Whether the game is just being opened", setters))
    }

    /// Tells everybody in the chat who plays a side that sees all, whenever he opens a game as such, joins one on a server
    /// or changes sides.
    ///
    /// What fires at every opening is silent when sides change, and what fires then is done once at the first opening,
    /// too, where it must keep silent so that nothing is said twice (engine: StartupGlobalKeyCommand).
    pub fn announce(&self) -> [Element; 4] {
        let own: Vec<String> = self.sides.iter().map(|side| format!("PlayerSide == \"{side}\"")).collect();
        let own = own.join(" || ");
        let told = format!("PlayerName + \" plays \" + PlayerSide + \", who {}\"", self.sees);
        let tell = |name: &str, when: &str, filter: &str| {
            let mut element = startup_key(name, when);
            element.set_attr("deckCount", "0");
            element.set_attr("filter", "{false}");
            element.set_attr("hotkeyOrKeyCommand", "sendKeyCommand");
            element.set_attr("reportFormat", format!("{{{filter} ? {told} : \"\"}}"));
            element.set_attr("reportSingle", "true");
            element
        };
        [
            tell("Who sees all", "everyLaunchOfSession", &own),
            at_opening("The game is being opened", &opening_key("yes")),
            tell("Who sees all now", "sideChange", &format!("({own}) && {OPENING} != \"yes\"")),
            at_opening("The game is open", &opening_key("")),
        ]
    }
}

fn opening_key(value: &str) -> Key {
    Key::named(if value.is_empty() { "opening: done" } else { "opening: begins" })
}

/// The window that lists pieces; its button shows an icon or, where there is none, its name. `own_windows` is the
/// condition that a piece lies in no private window of another side.
pub fn inventory(list: &PieceList, icon: &str, own_windows: &str) -> Element {
    let filter = list.filter.trim().trim_start_matches('{').trim_end_matches('}');
    let filter = format!("{{({filter}){own_windows}}}");
    // Folders sort their lines; without any the line must do it.
    let sorted = if list.group_by.is_empty() { list.line.as_str() } else { "$Kind$ $PieceName$" };
    component(
        "module.Inventory",
        &[
            ("centerOnPiece", "true"),
            ("drawPieces", "true"),
            ("forwardKeystroke", "true"),
            ("groupBy", &list.group_by.join(",")),
            ("include", &filter),
            ("leafFormat", &list.line),
            ("sides", ""),
            ("sortFormat", sorted),
            ("sortPieces", "true"),
            ("sorting", "alpha"),
            ("hotkey", ""),
            ("icon", icon),
            ("name", &list.name),
            ("pieceZoom", if list.group_by.is_empty() { "0.5" } else { "0.25" }),
            ("text", if icon.is_empty() { &list.name } else { "" }),
            ("tooltip", &list.tooltip),
        ],
    )
}

fn cleanup_key(row: &Cleanup) -> Key {
    Key::named(format!("clean up {}", row.name))
}

/// A button that fires hot keys one after the other, after a line in the chat.
///
/// # Errors
/// A key can't be carried.
pub fn action(
    name: &str,
    shown: bool,
    key: &Key,
    report: &str,
    fires: &[Key],
) -> Result<Element, Unencodable> {
    Ok(component(
        "module.DoActionButton",
        &[
            ("canDisable", "false"),
            ("doHotkey", if fires.is_empty() { "false" } else { "true" }),
            ("doLoop", "false"),
            ("doReport", if report.is_empty() { "false" } else { "true" }),
            ("doSound", "false"),
            ("hideWhenDisabled", "false"),
            ("hotkey", &key.encode()),
            ("hotkeys", &Key::encode_list(fires)?),
            ("icon", ""),
            ("name", name),
            ("propertyGate", ""),
            ("reportFormat", report),
            ("text", if shown { name } else { "" }),
            ("tooltip", name),
        ],
    ))
}

/// A hot key that is fired whenever a game opens, new or saved.
pub fn at_opening(name: &str, fires: &Key) -> Element {
    let mut element = startup_key(name, "everyLaunchOfSession");
    element.set_attr("globalHotkey", fires.encode());
    element
}

/// A start-up key command that does nothing yet; `when` is the engine's word for when it runs.
fn startup_key(name: &str, when: &str) -> Element {
    component(
        "module.StartupGlobalKeyCommand",
        &[
            ("deckCount", "-1"),
            ("filter", ""),
            ("globalHotkey", ""),
            ("hotkey", ""),
            ("hotkeyOrKeyCommand", "sendHotkey"),
            ("name", name),
            ("propertyGate", ""),
            ("reportFormat", ""),
            ("reportSingle", "false"),
            ("singleMap", "false"),
            ("suppressSounds", "true"),
            ("target", EVERYWHERE),
            ("whenToApply", when),
        ],
    )
}

/// One button for everything that the end of a turn takes off, in the order of the rows.
///
/// # Errors
/// See [`action`].
pub fn end_of_turn(name: &str, rows: &[Cleanup], unmoved: Key) -> Result<Element, Unencodable> {
    let ends = rows.iter().filter(|row| row.end_of_turn);
    let keys: Vec<Key> = ends.map(cleanup_key).chain([unmoved]).collect();
    action(name, true, &Key::named(name), "$PlayerName$: $Turn_Month$ $Turn_Year$ ends", &keys)
}

/// A global property of the module with the hidden or shown buttons that set it.
pub fn property(name: &str, first: &str, about: &str, buttons: impl IntoIterator<Item = Element>) -> Element {
    let property = component(
        "module.properties.GlobalProperty",
        &[
            ("description", about),
            ("initialValue", first),
            ("isNumeric", "false"),
            ("max", ""),
            ("min", ""),
            ("name", name),
            ("wrap", "false"),
        ],
    );
    with(property, buttons)
}

/// A button that sets the property it belongs to; without a text it only answers its hot key.
///
/// # Errors
/// A value ends in a backslash.
pub fn setter(text: &str, key: &Key, value: &str, report: &str) -> Result<Element, Unencodable> {
    Ok(component(
        "module.properties.ChangePropertyButton",
        &[
            ("canDisable", "false"),
            ("desc", ""),
            ("hideWhenDisabled", "false"),
            ("hotkey", &key.encode()),
            ("icon", ""),
            ("propChanger", &sequence::join(["P", value], ',')?),
            ("propertyGate", ""),
            ("reportFormat", report),
            ("text", text),
            ("tooltip", text),
        ],
    ))
}

/// The weather: what the track says of a month, the roll, and its effect on flying in each zone.
pub struct WeatherButtons<'a> {
    /// The words of `module.toml`.
    pub words: &'a Weather,
    /// The letters of the six rolls by month, January first, with the month's name.
    pub track: Vec<(String, String)>,
}

const ROLL: &str = "weather: roll";
const ROLL_AIR: &str = "weather: roll for flying";
const READ_LETTER: &str = "weather: read the track";
const READ_ZONES: &str = "weather: read the zones";
const READ_AIR: &str = "weather: read flying";
const TELL: &str = "weather: tell";
const TELL_AIR: &str = "weather: tell flying";
const DIE: &str = "WeatherDie";
const AIR_DICE: &str = "WeatherAirDice";

impl WeatherButtons<'_> {
    /// The properties: the letter of the month, the weather of each zone, its effect on flying.
    ///
    /// # Errors
    /// A name ends in a backslash.
    pub fn properties(&self) -> Result<Vec<Element>, Unencodable> {
        let words = self.words;
        let first = words.state.first().map_or("", |state| state.name.as_str());
        let best = words.state.first().map_or("", |state| state.letter.as_str()).repeat(6);
        let letters = self.track.iter().rev().fold(format!("\"{best}\""), |rest, (month, letters)| {
            format!("Turn_Month == \"{month}\" ? \"{letters}\" : ({rest})")
        });
        let letter = format!("{{({letters}).substring({DIE}_result - 1, {DIE}_result)}}");
        let about = "The letter of the Turn Track";
        let mut all = vec![property(
            "Weather_Letter",
            words.state.first().map_or("", |state| state.letter.as_str()),
            about,
            [setter("", &Key::named(READ_LETTER), &letter, "")?],
        )];
        for zone in &words.zone {
            let name = words.state.iter().rev().fold(format!("\"{first}\""), |rest, state| {
                format!("Weather_Letter == \"{}\" ? \"{}\" : ({rest})", state.letter, state.name)
            });
            let weather = format!("Weather_{}", zone.name);
            let mut buttons = vec![setter("", &Key::named(READ_ZONES), &format!("{{{name}}}"), "")?];
            for state in &words.state {
                let text = format!("{}: {}", zone.name, state.name);
                let report = format!("$PlayerName$ sets the weather of the {} zone: $newValue$", zone.name);
                buttons.push(setter(&text, &Key::named(&text), &state.name, &report)?);
            }
            all.push(property(&weather, first, "Weather of the zone", buttons));
            let none = words.air.first().map_or("", String::as_str);
            let flying = self.flying(zone, &weather, none);
            all.push(property(
                &format!("{weather}Air"),
                none,
                "What the weather does to flying in the zone",
                [setter("", &Key::named(READ_AIR), &flying, "")?],
            ));
        }
        Ok(all)
    }

    /// The effect of two dice on flying: the last of the effects whose least roll is reached.
    fn flying(&self, zone: &super::window::WeatherZone, weather: &str, none: &str) -> String {
        let mut expression = format!("\"{none}\"");
        for (state, least) in &zone.air {
            for (effect, least) in self.words.air.iter().skip(1).zip(least) {
                let when = format!("{weather} == \"{state}\" && {AIR_DICE}_result >= {least}");
                expression = format!("({when}) ? \"{effect}\" : ({expression})");
            }
        }
        format!("{{{expression}}}")
    }

    /// The dice without a face, and the buttons that roll and tell.
    ///
    /// # Errors
    /// See [`action`].
    pub fn buttons(&self) -> Result<Vec<Element>, Unencodable> {
        let hidden = |name: &str, count: u8, key: &str| {
            let mut dice = dice_button(&Dice { name: name.to_owned(), count, sides: 6 });
            for (attribute, value) in [("icon", ""), ("text", ""), ("reportFormat", "")] {
                dice.set_attr(attribute, value);
            }
            dice.set_attr("hotkey", Key::named(key).encode());
            dice
        };
        let mut told = String::new();
        let mut told_air = String::new();
        for zone in &self.words.zone {
            told.push_str(&format!("; {} zone $Weather_{}$", zone.name, zone.name));
            told_air.push_str(&format!("; {} zone: $Weather_{}Air$", zone.name, zone.name));
        }
        let rolled =
            format!("$Turn_Month$ $Turn_Year$, weather roll ${DIE}_result$ gives $Weather_Letter${told}");
        let rolled_air = format!("Flying in this weather, roll ${AIR_DICE}_result${told_air}");
        let keys = |names: &[&str]| names.iter().map(|name| Key::named(*name)).collect::<Vec<_>>();
        let [roll, fly] = &self.words.rolls;
        Ok(vec![
            hidden(DIE, 1, ROLL),
            hidden(AIR_DICE, 2, ROLL_AIR),
            action(roll, true, &Key::named(roll), "", &keys(&[ROLL, READ_LETTER, READ_ZONES, TELL]))?,
            action(fly, true, &Key::named(fly), "", &keys(&[ROLL_AIR, READ_AIR, TELL_AIR]))?,
            action("Tell the weather", false, &Key::named(TELL), &rolled, &[])?,
            action("Tell the flying weather", false, &Key::named(TELL_AIR), &rolled_air, &[])?,
        ])
    }

    /// The menu that holds the buttons.
    ///
    /// # Errors
    /// See [`menu`].
    pub fn menu(&self) -> Result<Element, Unencodable> {
        let by_hand = self.words.zone.iter().flat_map(|zone| {
            self.words.state.iter().map(move |state| format!("{}: {}", zone.name, state.name))
        });
        let items = self.words.rolls.iter().cloned().chain(by_hand).collect();
        menu(&Menu { name: "Weather".to_owned(), tooltip: "Roll or set the weather".to_owned(), items })
    }
}
