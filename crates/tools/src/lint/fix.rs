//! What a program may mend by itself: numbers of pieces, as VASSAL's editor does when it opens a module.
//!
//! Engine class: `build.GpIdChecker`. A number that stands twice is given anew only where no set-up or saved game inside
//! of the module has a piece of it: nobody could tell which of the two that piece is.

use std::collections::HashSet;

use super::Check;
use super::checks::prefix;
use super::tree::Tree;
use super::words::{quoted, shortened};
use vassal::format::Limits;
use vassal::format::build_file::Element;
use vassal::format::leaf::Leaf;
use vassal::format::module_file::ModuleFile;
use vassal::format::piece::{Form, PieceText};
use vassal::format::save_file::SaveFile;
use vassal::format::traits::{Trait, title};
use vassal::model::piece_numbers::{LARGEST, NEXT, is_maker, maker, rewrite, set_maker, set_number};
use vassal::model::slot::read_definition;

const TWICE: &str = "VASSAL-N01";
const ABSENT: &str = "VASSAL-N02";
const NEXT_TAKEN: &str = "VASSAL-N03";

/// One thing that was mended, or could not be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mended {
    /// The check whose fault it was.
    pub id: &'static str,
    /// The component.
    pub place: String,
    /// What it has now, or why it is left as it is.
    pub what: String,
}

/// A module that was mended.
#[derive(Debug, Clone, Default)]
pub struct Fixed {
    /// Its build file; none where nothing was mended.
    pub root: Option<Element>,
    /// What was mended.
    pub done: Vec<Mended>,
    /// What was not.
    pub left: Vec<Mended>,
}

/// Mends what is safe to mend of the checks that are wanted.
#[must_use]
pub fn fix(file: &ModuleFile, limits: &Limits, wanted: &dyn Fn(&Check) -> bool) -> Fixed {
    let is_wanted = |id: &str| super::CHECKS.iter().any(|check| check.id == id && wanted(check));
    let root = &file.build_file.root;
    let tree = Tree::of(root);
    let mut fixed = Fixed::default();
    // The numbers of an extension begin with its id, without which they would be those of its module.
    let Some(prefix) = prefix(file) else { return fixed };
    let numbers = all_numbers(root);
    let own = |number: &String| number.strip_prefix(prefix.as_str())?.parse::<u64>().ok();
    let highest = numbers.iter().filter_map(own).max();
    let told = root.attr(NEXT).and_then(|next| next.parse::<u64>().ok());
    let least = highest.map_or(0, |highest| highest.saturating_add(1));
    let given: Vec<&String> = numbers.iter().filter(|number| !number.is_empty()).collect();
    let stands_twice = given.iter().collect::<HashSet<_>>().len() < given.len();
    let saved = match stands_twice && is_wanted(TWICE) {
        true => SavedNumbers::of(file, limits),
        false => SavedNumbers::default(),
    };
    let mut fixer = Fixer {
        tree: &tree,
        saved,
        twice: is_wanted(TWICE),
        absent: is_wanted(ABSENT),
        next: told.unwrap_or(0).max(least),
        prefix,
        at: 0,
        seen: HashSet::new(),
        fixed: &mut fixed,
    };
    let mut own = root.clone();
    fixer.element(&mut own);
    let next = fixer.next.min(LARGEST);
    let is_low = root.attr(NEXT).is_some() && highest.is_some() && told.is_none_or(|told| told < least);
    if root.attr(NEXT) != Some(next.to_string().as_str())
        && ((is_low && is_wanted(NEXT_TAKEN)) || !fixed.done.is_empty())
    {
        own.set_attr(NEXT, next.to_string());
        if is_low {
            let what = format!("the next new piece will get the number {next}");
            fixed.done.push(Mended { id: NEXT_TAKEN, place: tree.place(0), what });
        }
    }
    fixed.root = (!fixed.done.is_empty()).then_some(own);
    fixed
}

/// The numbers of all slots, and of what their traits and those of prototypes make.
fn all_numbers(root: &Element) -> Vec<String> {
    let of = |element: &Element| {
        let own = is_slot(element).then(|| element.attr("gpid").unwrap_or_default().to_owned());
        let piece = if has_makers(element) { read_definition(element.text()) } else { None };
        let made = piece.unwrap_or_default().traits.iter().filter_map(maker).collect::<Vec<_>>();
        own.into_iter().chain(made)
    };
    std::iter::once(root).chain(root.walk()).flat_map(of).collect()
}

fn is_slot(element: &Element) -> bool {
    element.is("PieceSlot") || element.is("CardSlot")
}

fn has_makers(element: &Element) -> bool {
    (is_slot(element) || element.is("PrototypeDefinition")) && is_maker(element)
}

/// The numbers of the pieces in the set-ups and saved games inside of a module, and of what their traits make.
#[derive(Default)]
struct SavedNumbers {
    numbers: HashSet<String>,
    /// One that could not be read, or is a log, whose steps spell pieces in ways that are not looked at.
    unread: Option<String>,
}

/// The endings of entries that are saved games.
const SAVES: [&str; 4] = [".vsav", ".sav", ".vlog", ".log"];

impl SavedNumbers {
    fn of(file: &ModuleFile, limits: &Limits) -> Self {
        let mut own = Self::default();
        let set_ups = file.build_file.root.walk().filter(|element| element.is("PredefinedSetup"));
        let named: HashSet<&str> = set_ups.filter_map(|element| element.attr("file")).collect();
        for entry in file.archive.entries() {
            let name = entry.name.to_lowercase();
            if !named.contains(entry.name.as_str()) && !SAVES.iter().any(|ending| name.ends_with(ending)) {
                continue;
            }
            if own.add(file, &entry.name, limits).is_none() {
                own.unread = Some(entry.name.clone());
            }
        }
        own
    }

    fn add(&mut self, file: &ModuleFile, entry: &str, limits: &Limits) -> Option<()> {
        let bytes = file.archive.read_entry(entry).ok()?;
        let save = SaveFile::read(bytes, limits).ok()?;
        if save.is_log().ok()? {
            return None;
        }
        let commands = save.commands().ok()?;
        for command in commands.walk() {
            let Leaf::AddPiece { type_text, state, .. } = Leaf::decode(command.own().clone()) else {
                continue;
            };
            if let Form::Piece(piece) = Form::decode(type_text, state) {
                self.numbers.extend(piece.traits.iter().filter_map(maker));
                if let Some(Trait::BasicPiece(basic)) = piece.traits.last().map(Trait::decode) {
                    self.numbers.extend(basic.gpid().map(str::to_owned));
                }
            }
        }
        Some(())
    }

    /// Why a number cannot be given anew; none where it can.
    fn keeps(&self, number: &str) -> Option<String> {
        if self.numbers.contains(number) {
            return Some(format!(
                "a set-up or saved game in the module has a piece with the number {number}"
            ));
        }
        let name = self.unread.as_ref()?;
        Some(format!(
            "{name}, in the module, is a log or cannot be read, and may have a piece with the number {number}"
        ))
    }
}

struct Fixer<'f> {
    tree: &'f Tree<'f>,
    saved: SavedNumbers,
    twice: bool,
    absent: bool,
    /// The next number to give, and what stands before it.
    next: u64,
    prefix: String,
    /// The component that is looked at, by its number.
    at: usize,
    seen: HashSet<String>,
    fixed: &'f mut Fixed,
}

impl Fixer<'_> {
    /// Mends an element and those in it, in the order in which the checks look at them.
    fn element(&mut self, element: &mut Element) {
        let at = self.at;
        self.at += 1;
        if is_slot(element) {
            let before = element.attr("gpid").unwrap_or_default().to_owned();
            if let Some(new) = self.other_than(&before, at, "") {
                element.set_attr("gpid", &new);
                if is_exact(&element.text()) {
                    rewrite(element, |piece| set_number(piece, &new));
                }
            }
        }
        if has_makers(element) {
            let exact = is_exact(&element.text());
            rewrite(element, |piece| self.makers(piece, at, exact));
        }
        element.elements_mut().for_each(|child| self.element(child));
    }

    /// Gives what the traits of a piece make numbers of their own; none where nothing changed.
    fn makers(&mut self, piece: &mut PieceText, at: usize, is_exact: bool) -> Option<()> {
        let mut is_changed = false;
        for own in &mut piece.traits {
            let Some(before) = maker(own) else { continue };
            let place = format!(", {}", shortened(&title(&own.type_text)));
            if !is_exact {
                // Its text would come out otherwise than it was.
                if !self.seen.insert(before) && self.twice {
                    self.leave(at, &place, "the text of the piece is not what VASSAL writes".to_owned());
                }
                continue;
            }
            if let Some(new) = self.other_than(&before, at, &place) {
                is_changed |= set_maker(own, &new).is_some();
            }
        }
        is_changed.then_some(())
    }

    /// A new number where there is none, or where another piece has it; none where the old one stays.
    fn other_than(&mut self, before: &str, at: usize, inside: &str) -> Option<String> {
        let (id, what) = match before {
            "" if !self.absent || !inside.is_empty() => return None,
            "" => (ABSENT, String::new()),
            _ if self.seen.insert(before.to_owned()) || !self.twice => return None,
            _ => (TWICE, format!(" instead of {}", quoted(before))),
        };
        let kept = if id == TWICE { self.saved.keeps(before) } else { None };
        let kept = kept.or_else(|| (self.next >= LARGEST).then(|| "VASSAL has no higher numbers".to_owned()));
        if let Some(why) = kept {
            self.leave(at, inside, why);
            return None;
        }
        let new = format!("{}{}", self.prefix, self.next);
        self.next += 1;
        let place = format!("{}{inside}", self.tree.place(at));
        self.fixed.done.push(Mended { id, place, what: format!("it gets the number {new}{what}") });
        Some(new)
    }

    fn leave(&mut self, at: usize, inside: &str, what: String) {
        let place = format!("{}{inside}", self.tree.place(at));
        self.fixed.left.push(Mended { id: TWICE, place, what });
    }
}

/// Whether the text of a slot comes out as it is when it is written anew.
fn is_exact(text: &str) -> bool {
    let again = read_definition(text).and_then(|piece| piece.encode().ok());
    again.and_then(|texts| Leaf::add(None, texts).encode().ok()).is_some_and(|again| again == *text)
}
