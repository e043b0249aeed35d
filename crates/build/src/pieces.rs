//! From a counter of the catalogue to a VASSAL piece: its traits and commands, shared ones in prototypes.

use liege_art::panel::Panel;
use liege_rules::data::catalogue::{Catalogue, Entry};
use liege_rules::game::pack;
use liege_rules::game::pack::{FACE, KIND, NUMBER, PieceTerms, Pool, StateLayer};
use liege_rules::position::notation::MOST_ON_A_PIECE;
use vassal::format::key::Key;
use vassal::format::piece::TraitText;
use vassal::format::sequence::Unencodable;
use vassal::format::traits::{BasicPiece, Layer, Marker, Trait, new};

use super::carriers::{CARRIES, TRAY};
use super::drops::marked_offset;
use super::element::tray_key;
use super::masks;
use super::notes;
use super::palette::COUNTER_PIXELS;
use super::prototype::{MASK, Prototype};
use super::states;
use super::track_chits;
use super::trays::{self, Gathering, OPEN_TRAY};
use super::unique;
use super::viewers::LAYER_PROPERTY;

/// The prototype that writes commands into the chat and has the shape of all counters.
const TOLD: &str = "Told";

/// The Marker that names the counter's row in the catalogue.
pub const ID_MARKER: &str = pack::MARKER;

/// A piece of the palettes.
pub struct Piece {
    /// Its name.
    pub name: String,
    /// Its traits, outermost first, Basic Piece last; prototypes not expanded.
    pub traits: Vec<TraitText>,
}

/// What a piece needs besides its row.
pub struct Looks<'a> {
    /// How pieces say what they are.
    pub terms: &'a PieceTerms,
    /// The picture of the front.
    pub front: &'a str,
    /// The picture of the back; none for a counter with one face.
    pub back: Option<&'a str>,
    /// What the inventory calls its family.
    pub family: &'a str,
    /// The name of its nation; none for what belongs to nobody.
    pub country: Option<&'a str>,
    /// The side that owns it; none for chits of both.
    pub side: Option<&'a str>,
    /// The boxes that its commands send it to.
    pub pools: &'a [&'a str],
    /// The window with the trays of its nation.
    pub tray: Option<&'a str>,
    /// Whether the game has trays, so that it may lie in one.
    pub has_trays: bool,
    /// What it may carry, by families and kinds; empty for nothing.
    pub carries: &'a str,
    /// The decks it may be sent to; empty for what is no card.
    pub decks: &'a [&'a str],
    /// Whether the schedule may bring it in.
    pub scheduled: bool,
    /// Its place in the boxes that its commands send it to, as properties.
    pub drops: &'a [(String, String)],
    /// What it must know to go along a record track, as properties; empty for what goes along none.
    pub track: &'a [(String, String)],
    /// Whether it takes commands only from its side.
    pub own_commands: bool,
    /// The prototype with which it follows the turn.
    pub follows: Option<&'a str>,
    /// Its number in the palettes.
    pub gpid: &'a str,
}

/// What the prototypes of a game depend on.
pub struct Shared<'a> {
    /// How pieces say what they are.
    pub terms: &'a PieceTerms,
    /// The purposes of boxes out of play.
    pub all_pools: &'a [Pool],
    /// The boxes out of play that commands send pieces to, each with its pool and its window.
    pub pools: Vec<(&'a Pool, String, String)>,
    /// The windows with trays.
    pub trays: Vec<(String, Panel)>,
    /// How chits gather what lies in them; none in a game without trays.
    pub gathering: Option<Gathering<'a>>,
    /// The nations, with the words that name a hidden piece of theirs and the sides that may hide and see it; none for
    /// nobody's pieces.
    pub nations: Vec<(String, String, Vec<String>)>,
    /// The names of all sides.
    pub sides: Vec<String>,
    /// Those of them that see everything.
    pub see_all: Vec<String>,
    /// Whether the counters of a side take commands only from it.
    pub own_commands: bool,
    /// Whether some pieces have a back.
    pub have_backs: bool,
}

/// The prototypes that the pieces share.
pub fn prototypes(shared: &Shared<'_>) -> Result<Vec<Prototype>, Unencodable> {
    let outfit = &shared.terms.outfit;
    let mut told = states::reports(shared.terms, shared.all_pools, shared.own_commands)?;
    // Mouse-over viewers and stacks ask all pieces for their shapes: they get it here, before the engine has looked at
    // each Layer and evaluated each Text Label, and it is no wider where an overlay is.
    told.push(new::square(COUNTER_PIXELS)?);
    let mut all = vec![Prototype { name: TOLD.to_owned(), traits: told }];
    for row in &outfit.prototypes {
        all.push(Prototype { name: row.name.clone(), traits: kind(row, shared.terms)? });
    }
    if outfit.prototypes.is_empty() {
        all.push(Prototype {
            name: PLAIN.to_owned(),
            traits: kind(&pack::Prototype::default(), shared.terms)?,
        });
    }
    if outfit.has_masks() {
        let hide = new::trigger("", "Hide", &Key::ctrl('H'), "", &[Key::named(MASK)])?;
        all.push(Prototype { name: HIDES.to_owned(), traits: vec![hide] });
    }
    if shared.have_backs {
        // Of the Layer itself the engine would put the command behind those of all other traits.
        let flip = new::trigger("", "Flip", &Key::ctrl('F'), "", &[Key::named(NEXT_FACE)])?;
        all.push(Prototype { name: TWO_FACES.to_owned(), traits: vec![flip] });
    }
    let plain = |kind: &String| !outfit.shows_no_zero.contains(kind) && !outfit.below_zero.contains(kind);
    for (name, wanted, least) in [
        (TALLY, outfit.tally.iter().any(plain), 0),
        (TALLY_BELOW_ZERO, !outfit.below_zero.is_empty(), -MOST_ON_A_PIECE),
    ] {
        if wanted {
            let traits = notes::tally(&format!("${NUMBER}$"), "$pieceName$ ($label$)", 0, least)?;
            all.push(Prototype { name: name.to_owned(), traits });
        }
    }
    if !outfit.shows_no_zero.is_empty() {
        let from_one = format!("{{{NUMBER} == 0 ? \"\" : {NUMBER}}}");
        all.push(Prototype {
            name: TALLY_FROM_ONE.to_owned(),
            // A ghost may bear a date below it.
            traits: notes::tally(&from_one, "$pieceName$", -10, 0)?,
        });
    }
    for (pool, map, zone) in &shared.pools {
        let offset = marked_offset(&pool.marker());
        let traits = vec![new::send_to_spot(&pool.command(), &pool.key(), map, zone, &offset)?];
        all.push(Prototype { name: box_prototype(zone), traits });
    }
    if let (Some(gathering), Some((_, tray))) = (&shared.gathering, shared.trays.first()) {
        for (window, _) in &shared.trays {
            all.push(Prototype { name: chit_prototype(window), traits: gathering.chit(window)? });
        }
        let windows: Vec<String> = shared.trays.iter().map(|(window, _)| window.clone()).collect();
        all.push(gathering.goes(&windows, tray)?);
    }
    let orders = orders(shared);
    for side in shared.sides.iter().filter(|side| shared.own_commands && !shared.see_all.contains(side)) {
        let sides: Vec<String> = std::iter::once(side).chain(&shared.see_all).cloned().collect();
        all.push(Prototype { name: own_prototype(side), traits: vec![masks::own_side(&sides, &orders)?] });
    }
    let hiding = shared.nations.iter().filter(|_| outfit.has_masks());
    for (nation, words, sides) in hiding {
        let image = hidden_image(nation);
        let traits = if sides.is_empty() {
            masks::hidden_chit(&image, words, &shared.sides, &shared.see_all)?
        } else {
            masks::hidden(&image, words, sides, &orders)?
        };
        all.push(Prototype { name: mask_prototype(nation), traits });
    }
    Ok(all)
}

/// The property with the name of a piece's nation, by which lists group.
pub(super) const COUNTRY: &str = "Country";

/// Where the mark of a moved piece begins, in pixels from the middle of the piece: over its upper left corner, clear of the
/// name and of what hangs over the other corners.
const MOVED_AT: (i32, i32) = (-46, -46);

/// The prototype of all pieces in a game that has no rows for prototypes.
const PLAIN: &str = "Piece";
/// The prototype of pieces with a back.
const TWO_FACES: &str = "Two faces";
const NEXT_FACE: &str = "nextFace";
/// The prototype of pieces that can be hidden.
const HIDES: &str = "Hides";

/// The traits of a prototype: its commands, what the moves leave behind, its states, what it counts for.
fn kind(row: &pack::Prototype, terms: &PieceTerms) -> Result<Vec<TraitText>, Unencodable> {
    let mut traits = Vec::new();
    if row.trail {
        traits.push(new::movement_trail("Movement trail", &Key::ctrl('T'), &Key::named("clearTrail"))?);
        traits.push(new::mark_when_moved(
            "moved.png",
            MOVED_AT.0,
            MOVED_AT.1,
            "Mark moved",
            &Key::ctrl('M'),
        )?);
    } else {
        traits.push(new::clone("Clone", &Key::ctrl('C'))?);
    }
    for layer in states::layers_of(terms, row) {
        states::state_layer(layer, row, terms, &mut traits)?;
    }
    for note in terms.outfit.notes_of(&row.notes) {
        notes::note(note, row, &mut traits)?;
    }
    // Menus show commands in the order of the traits: what can't be taken back comes last.
    traits.push(new::delete("Delete", &Key::ctrl('D'))?);
    for (name, expression) in &row.calculated {
        traits.push(new::trait_with("calcProp;", &[("name", name), ("expression", expression)], "")?);
    }
    Ok(traits)
}

/// The keys that only the side of a piece may use: everything in its menu, or what hides it and opens its tray.
fn orders(shared: &Shared<'_>) -> Vec<Key> {
    let terms = shared.terms;
    if !shared.own_commands {
        let tray = terms.tray.iter().flat_map(|tray| [&tray.open, &tray.gather]);
        return std::iter::once(Key::ctrl('H')).chain(tray.map(|command| command.key.clone())).collect();
    }
    let tray = terms.tray.iter().flat_map(|tray| [&tray.open, &tray.gather, &tray.detach]);
    let notes = terms.outfit.notes.iter().filter(|note| !note.command.is_empty());
    let mut all: Vec<Key> = "CDFHMT".chars().map(Key::ctrl).collect();
    all.extend(tray.map(|command| command.key.clone()));
    all.extend(shared.all_pools.iter().map(Pool::key));
    all.extend(notes.map(|note| note.key()));
    all.extend(terms.outfit.pointed_out().map(|(_, cross)| cross.key.clone()));
    all.extend(states::commands(terms).map(|(_, key)| key));
    all.extend(notes::tally_keys());
    states::unique(all)
}

fn own_prototype(side: &str) -> String {
    format!("Ordered by {side}")
}

fn box_prototype(zone: &str) -> String {
    format!("To {zone}")
}

fn chit_prototype(window: &str) -> String {
    format!("Chit of {window}")
}

fn mask_prototype(nation: &str) -> String {
    format!("Hidden {nation}")
}

/// The picture that the others see of a hidden piece of a nation.
pub fn hidden_image(nation: &str) -> String {
    format!("hidden-{nation}.png")
}

/// The prototypes of pieces that show a number: always, and from 1 on.
const TALLY: &str = "Tally";
const TALLY_FROM_ONE: &str = "Tally from 1";
const TALLY_BELOW_ZERO: &str = "Tally below 0";

/// Whether a counter can be hidden with others: a unit, or a chit among the units that belongs to somebody or goes along.
fn may_hide(entry: &Entry, terms: &PieceTerms) -> bool {
    let goes_along = || terms.outfit.prototype(entry).is_some_and(|row| row.hides);
    terms.outfit.has_masks()
        && terms.outfit.is_among_units(entry)
        && (!entry.nation.is_empty() || goes_along())
}

/// What pieces call a family or a kind: a family by its name in the inventory, a kind by its own.
pub fn cargo_name<'n>(catalogue: &'n Catalogue, cargo: &'n str) -> &'n str {
    catalogue.family(cargo).map_or(cargo, |family| &family.name)
}

/// The Layer of the two faces of a counter, and what the back adds to its name.
fn face(entry: &Entry, back: &str, terms: &PieceTerms) -> Result<TraitText, Unencodable> {
    let own = terms.layers_of(Some(entry)).find(|layer| layer.is_face());
    let name = own.map_or(FACE, |layer| layer.name.as_str());
    let levels = own.map_or(&[][..], |layer: &StateLayer| layer.levels.as_slice());
    let level = levels.iter().find(|level| level.back);
    let layer = Layer::new(name, &["", back], &["", &level.map(states::added).unwrap_or_default()])?;
    let reset = Key::named(format!("reset{name}"));
    layer.increased_by("", &Key::named(NEXT_FACE)).reset_by("", &reset, 1).encode()
}

/// The piece of a counter.
pub fn piece(entry: &Entry, looks: &Looks<'_>) -> Result<Piece, Unencodable> {
    let terms = looks.terms;
    let outfit = &terms.outfit;
    let chit = terms.is_tray_chit(entry);
    let mut traits = Vec::new();
    let card = !looks.decks.is_empty();
    let hides = card || may_hide(entry, terms);
    // The Mask is outermost, so that it covers everything; its command has its place in the menu inside it.
    if hides {
        traits.push(new::prototype(&mask_prototype(&entry.nation))?);
    } else if let Some(side) = looks.side.filter(|_| looks.own_commands) {
        traits.push(new::prototype(&own_prototype(side))?);
    }
    traits.push(new::prototype(TOLD)?);
    if looks.own_commands && unique::is_unique(entry) {
        traits.push(new::prototype(unique::PROTOTYPE)?);
    }
    if looks.back.is_some() {
        traits.push(new::prototype(TWO_FACES)?);
    }
    if hides {
        traits.push(new::prototype(HIDES)?);
    }
    for zone in looks.pools {
        traits.push(new::prototype(&box_prototype(zone))?);
    }
    // A dummy has no tray.
    let tray = looks.tray.filter(|_| chit && entry.label.chars().any(|c| c.is_ascii_digit()));
    if let Some(window) = tray {
        traits.push(new::prototype(&chit_prototype(window))?);
        traits.push(trays::hot_key(OPEN_TRAY, &tray_key(window, &entry.label))?);
    }
    if let Some(tray) = terms.tray.as_ref().filter(|_| looks.has_trays && !chit)
        && outfit.is_among_units(entry)
    {
        traits.push(new::prototype(&tray.verb)?);
    }
    if looks.scheduled {
        traits.push(new::prototype(super::order_of_battle::PROTOTYPE)?);
    }
    if outfit.is_tally(entry) {
        let is_one_of = |kinds: &[String]| kinds.iter().any(|kind| entry.kind == **kind);
        traits.push(new::prototype(match () {
            () if is_one_of(&outfit.shows_no_zero) => TALLY_FROM_ONE,
            () if is_one_of(&outfit.below_zero) => TALLY_BELOW_ZERO,
            () => TALLY,
        })?);
    }
    // Below the number, so that it is changed before the piece goes to it.
    if !looks.track.is_empty() {
        traits.push(new::prototype(track_chits::PROTOTYPE)?);
    }
    if let Some(follows) = looks.follows {
        traits.push(new::prototype(follows)?);
    }
    traits.extend(super::decks::returns(looks.decks)?);
    // A deck has each of its cards once: nobody makes more of them.
    if !card {
        let row = outfit.prototype(entry);
        // Before the prototype, whose last command stays the last of the menu.
        if let Some(row) = row {
            traits.extend(notes::all_asked(&entry.name, row, terms)?);
        }
        traits.push(new::prototype(row.map_or(PLAIN, |row| row.name.as_str()))?);
    }
    if let Some(back) = looks.back {
        traits.push(face(entry, back, terms)?);
    }
    let counted = outfit
        .sums
        .iter()
        .filter_map(|sum| Some((sum.property.as_str(), sum.of(entry, looks.back.is_some())?.to_string())));
    let counted: Vec<(&str, String)> = counted.collect();
    let mut facts =
        vec![(ID_MARKER, entry.id.as_str()), (KIND, entry.kind.as_str()), ("Family", looks.family)];
    facts.extend(outfit.stratum(entry).map(|row| (LAYER_PROPERTY, row.layer.as_str())));
    facts.extend(counted.iter().map(|(name, value)| (*name, value.as_str())));
    facts.extend(looks.track.iter().map(|(name, value)| (name.as_str(), value.as_str())));
    facts.extend(looks.drops.iter().map(|(name, value)| (name.as_str(), value.as_str())));
    if let Some(window) = tray {
        let shown = terms.tray.as_ref().map(|tray| (tray.window.as_str(), window));
        facts.extend(std::iter::once((TRAY, entry.label.as_str())).chain(shown));
    }
    if !looks.carries.is_empty() {
        facts.push((CARRIES, looks.carries));
    }
    if !entry.nation.is_empty() {
        facts.push(("Nation", entry.nation.as_str()));
    }
    facts.extend(looks.country.map(|name| (COUNTRY, name)));
    if let Some(side) = looks.side {
        facts.push(("Side", side));
    }
    traits.push(Marker::new(&facts).encode()?);
    let basic = BasicPiece::new(looks.front, &entry.name, looks.gpid).ok_or_else(|| Unencodable {
        position: 1,
        value: entry.name.clone(),
        delimiter: ';',
    })?;
    traits.push(Trait::BasicPiece(basic).encode()?);
    Ok(Piece { name: entry.name.clone(), traits })
}
