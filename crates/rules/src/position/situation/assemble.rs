//! The common last steps of both ways into a situation, and the direct way from a situation text.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::laid::complete;
use super::{Clock, Deck, Piece, PieceIx, PlaceId, Situation, Spot, Tray, Untold, cargo, shown};
use crate::data::catalogue::{Entry, Source};
use crate::data::fault::{DataFault, did_you_mean};
use crate::data::word::Word;
use crate::game::pack::{NUMBER, Pack, Pointing, StateLayer};
use crate::position::notation::{NamedPlayer, NamedValue, Placed, Placement, Scenario, Stance, WrittenPlace};
use crate::position::places::Hex;
use crate::position::values::{self, Shown};
use vassal::diagnostic::Place;
use vassal::model::position::Player;

/// A piece before its neighbours have been looked at.
pub(super) struct Raw {
    pub id: String,
    pub name: String,
    pub entry: Option<Arc<Entry>>,
    pub at: PlaceId,
    pub stack: usize,
    /// Its place in the stack, unseen pieces counted.
    pub index: usize,
    pub states: BTreeSet<Word>,
    /// Whether a Layer shows its back.
    pub flipped: bool,
    /// The names of its Layers, where it came from a save.
    pub layers: Option<BTreeSet<String>>,
    /// Whether its stance is known.
    pub stance_told: bool,
    /// What a chit and the pieces of its tray have in common where numbers are not enough: the window of the tray, or
    /// the chit's id.
    pub tray: Option<String>,
    /// Aboard the piece with this catalogue id, where the text names it.
    pub carrier: Option<String>,
    /// The arrows that its Layers show.
    pub pointing: BTreeMap<Word, Pointing>,
    /// The places it points at, where the text names them.
    pub arrows: BTreeMap<Word, PlaceId>,
    /// The number that it stands for, where one is told.
    pub number: Option<i32>,
    /// What stands in the place of a number and is none.
    pub no_number: Option<String>,
    /// What it bears in writing.
    pub notes: BTreeMap<Word, String>,
    pub spot: Option<Spot>,
    pub source: Source,
}

/// The situation of a scenario text; faults are pieces, places and hexes that the pack does not know.
pub fn from_scenario(pack: &Arc<Pack>, file: &str, scenario: &Scenario) -> (Situation, Vec<DataFault>) {
    let mut raws = Vec::new();
    let mut scenario = scenario.clone();
    let mut faults = complete(pack, file, &mut scenario);
    scenario.join_cargo(|placed| pack.is_single(placed));
    for (stack, placement) in scenario.placements.iter().enumerate() {
        let Some(at) = place_of(pack, file, placement.line, &placement.spot, &mut faults) else {
            continue;
        };
        let mut index = 0;
        for placed in &placement.pieces {
            let Some(entry) = known(pack, file, placement.line, placed, &raws, &mut faults) else {
                continue;
            };
            let arrows = arrows(pack, file, placement, placed, &mut faults);
            faults.extend(unbearable(pack, file, placement.line, (&entry, placed)));
            faults.extend(far_arrow(pack, file, placement, (&at, placed, &arrows)));
            for _ in 0..placed.count {
                let id = match (&placed.piece, placement.line) {
                    (Some(id), _) => id.clone(),
                    // No line of the text bears the number 0: what it leaves to the data is called by its counter.
                    (None, 0) => format!("{}.{}", entry.id, index + 1),
                    (None, line) => format!("{line}.{}", index + 1),
                };
                let raw = raw(pack, &entry, placement, placed, (id, at.clone(), stack, index));
                raws.push(Raw { arrows: arrows.clone(), ..raw });
                index += 1;
            }
        }
    }
    let mut control = BTreeMap::new();
    for held in &scenario.control {
        if !pack.nations.contains_key(&held.nation) {
            let near = did_you_mean(&held.nation, pack.nations.keys().map(String::as_str));
            let told = format!("unknown nation \"{}\" in control{near}", held.nation);
            faults.push(DataFault::at(file, held.line, told));
        }
        let places =
            held.places.iter().filter_map(|place| place_of(pack, file, held.line, place, &mut faults));
        control.extend(places.map(|place| (place, held.nation.clone())));
    }
    let written: BTreeMap<String, i32> =
        raws.iter().filter_map(|raw| Some((raw.id.clone(), raw.number?))).collect();
    let phase = scenario.phase.as_ref().map(|text| {
        let phase = pack.phase(text);
        if phase.is_none() {
            faults.push(DataFault::at(file, 0, format!("unknown phase \"{text}\"")));
        }
        phase.map_or_else(|| text.clone(), |(_, phase)| phase.id.clone())
    });
    let clock = Clock { date: scenario.date, phase };
    let mut situation = assemble(pack, raws, clock, control, Vec::new());
    situation.decks = decks(&situation);
    situation.players = players(pack, file, scenario.players, &mut faults);
    let (known, untold) = shown::values(&situation, &|piece, name| {
        let piece = written.get(piece?).filter(|_| name == NUMBER)?;
        Some(piece.to_string())
    });
    situation.values = known;
    situation.untold.extend(untold);
    for named in &scenario.values {
        match values::named(&pack.values, named) {
            Ok(number) => {
                number_signs(&mut situation, named);
                situation.values.insert(named.word.clone(), number);
            }
            Err(told) => faults.push(DataFault::at(file, named.line, told)),
        }
    }
    (situation, faults)
}

/// Writes a value that a text names on the pieces that show it.
fn number_signs(situation: &mut Situation, named: &NamedValue) {
    let pack = situation.pack.clone();
    let Some(value) = pack.values.iter().find(|value| value.word == named.word) else { return };
    let shows = matches!(&value.shown, Shown::OfPiece { property, .. } if property == NUMBER);
    let is_sign = |piece: &&mut Piece| piece.entry.as_ref().is_some_and(|entry| value.is_sign(entry));
    for piece in situation.pieces.iter_mut().filter(|_| shows && named.least == named.most).filter(is_sign) {
        piece.number = piece.number.and(Some(named.least));
    }
}

/// The players of a text; who bears one name is one person.
fn players(pack: &Pack, file: &str, named: Vec<NamedPlayer>, faults: &mut Vec<DataFault>) -> Vec<Player> {
    let mut players = Vec::new();
    for NamedPlayer { line, side, name } in named {
        if !pack.sides.iter().any(|known| known.name == side) {
            let near = did_you_mean(&side, pack.sides.iter().map(|known| known.name.as_str()));
            faults.push(DataFault::at(file, line, format!("no side is called \"{side}\"{near}")));
        }
        players.push(Player { id: name.clone(), name, side });
    }
    players
}

/// The decks of a text: what lies in the place of their name, all open.
fn decks(situation: &Situation) -> BTreeMap<String, Deck> {
    let decks = situation.pack.decks.iter().map(|deck| {
        let cards = situation.here(&PlaceId::named(deck.name.as_str())).to_vec();
        (deck.name.clone(), Deck { count: Some(cards.len()), cards })
    });
    decks.collect()
}

/// The places that a piece of a text points at.
fn arrows(
    pack: &Pack,
    file: &str,
    placement: &Placement,
    placed: &Placed,
    faults: &mut Vec<DataFault>,
) -> BTreeMap<Word, PlaceId> {
    let mut place = |to: &WrittenPlace| match to {
        // Where a hex lies too far away, that is said.
        WrittenPlace::Hex(hex) => Some(PlaceId::Hex(*hex)),
        named => place_of(pack, file, placement.line, named, faults),
    };
    placed.arrows.iter().filter_map(|(word, to)| Some((word.clone(), place(to)?))).collect()
}

/// What a text writes on a counter that bears no such thing.
fn unbearable(pack: &Pack, file: &str, line: u64, (entry, placed): (&Entry, &Placed)) -> Vec<DataFault> {
    let outfit = &pack.terms.outfit;
    let number = placed.number.filter(|_| !outfit.is_tally(entry)).map(|_| "number");
    let bears = |word: &Word| outfit.notes(entry).any(|note| note.word == *word);
    let notes = placed.notes.keys().filter(|word| !bears(word)).map(Word::as_str);
    let told = |word: &str| DataFault::at(file, line, format!("\"{}\" has no {word}", placed.id));
    number.into_iter().chain(notes).map(told).collect()
}

/// An arrow points to a neighbour in the grid or to the place itself: no other place can be shown on a counter.
fn far_arrow(
    pack: &Pack,
    file: &str,
    placement: &Placement,
    (from, placed, arrows): (&PlaceId, &Placed, &BTreeMap<Word, PlaceId>),
) -> Option<DataFault> {
    let grid = &pack.map.grid;
    let far = |to: &PlaceId| match (from, to) {
        // Where the chit of a tray is, its line does not tell.
        (PlaceId::Tray(_), to) => to.hex().is_none(),
        (PlaceId::Hex(from), PlaceId::Hex(to)) => from != to && grid.direction(*from, *to).is_none(),
        (from, to) => from != to,
    };
    let (word, to) = arrows.iter().find(|(_, to)| far(to))?;
    let near = from.hex().map(|from| grid.neighbours(from)).unwrap_or_default();
    let near: Vec<String> = near.iter().map(Hex::to_string).collect();
    let mut levels = pack.terms.layers.iter().flat_map(|layer| &layer.levels);
    let here =
        levels.find(|level| level.state.as_ref() == Some(word) && level.points == Some(Pointing::Here));
    let meaning = here.map(|level| level.description.as_str()).filter(|meaning| !meaning.is_empty());
    let meaning = meaning.map(|meaning| format!(" ({meaning})")).unwrap_or_default();
    let near = if near.is_empty() { String::new() } else { format!(" or a neighbour: {}", near.join(", ")) };
    let message =
        format!("{} in {from} cannot {word} {to}; expected {from} itself{meaning}{near}", placed.id);
    Some(DataFault::at(file, placement.line, message))
}

/// The place that a text names on one of its lines.
fn place_of(
    pack: &Pack,
    file: &str,
    line: u64,
    written: &WrittenPlace,
    faults: &mut Vec<DataFault>,
) -> Option<PlaceId> {
    match written {
        WrittenPlace::Hex(hex) if !pack.map.grid.has(*hex) => {
            faults.push(DataFault::at(file, line, format!("no sheet of the map prints {hex}")));
            None
        }
        WrittenPlace::Hex(hex) => Some(PlaceId::Hex(*hex)),
        WrittenPlace::Tray(number) => {
            let tray = tray_of(pack, *number);
            if tray.is_none() {
                faults.push(DataFault::at(file, line, "this game has no trays"));
            }
            tray.map(PlaceId::Tray)
        }
        WrittenPlace::Force(id) => {
            let is_chit = |entry: &&Arc<Entry>| pack.terms.is_tray_chit(entry);
            let number = pack.entry(id, true, None).filter(is_chit).and_then(|entry| tray_number(entry));
            let tray = number.and_then(|number| tray_of(pack, number));
            if tray.is_none() {
                let chits = pack.catalogue.entries().filter(is_chit);
                let near = did_you_mean(id, chits.map(|entry| entry.id.as_str()));
                let kind = pack.terms.tray.as_ref().map(|tray| format!("{} ", tray.chit)).unwrap_or_default();
                let what = format!("no {kind}chit \"{id}\" has a tray{near}");
                faults.push(DataFault::at(file, line, what));
            }
            tray.map(PlaceId::Tray)
        }
        WrittenPlace::Box(name) => match pack.map.place(name) {
            Some(place) => Some(place.id.clone()),
            None => {
                let near = did_you_mean(name, pack.map.named().map(|place| place.name.as_str()));
                faults.push(DataFault::at(file, line, format!("unknown box \"{name}\"{near}")));
                None
            }
        },
    }
}

fn known(
    pack: &Pack,
    file: &str,
    line: u64,
    placed: &Placed,
    before: &[Raw],
    faults: &mut Vec<DataFault>,
) -> Option<Arc<Entry>> {
    let nation = before.last().and_then(|raw| raw.entry.as_ref()).map(|entry| entry.nation.as_str());
    let entry = pack.entry(&placed.id, placed.chit, nation).cloned();
    if entry.is_none() {
        let near = did_you_mean(&placed.id, pack.catalogue.entries().map(|entry| entry.id.as_str()));
        let what = if placed.chit { "chit" } else { "piece" };
        faults.push(DataFault::at(file, line, format!("unknown {what} \"{}\"{near}", placed.id)));
    }
    entry
}

fn raw(
    pack: &Pack,
    entry: &Arc<Entry>,
    placement: &Placement,
    placed: &Placed,
    (id, at, stack, index): (String, PlaceId, usize, usize),
) -> Raw {
    let mut states = placed.states.clone();
    let aboard = placed.aboard.clone().map(Stance::Aboard);
    let (stance, carrier) = match aboard.as_ref().unwrap_or(&placement.stance) {
        Stance::Present => (None, None),
        Stance::In(word) => (Some(word), None),
        Stance::Aboard(id) => (pack.terms.words.aboard.as_ref(), Some(id.clone())),
    };
    // Chits lie in a line as they are, unless the line is carried; the chit of a tray sails itself.
    let force = pack.terms.is_tray_chit(entry);
    let chit = entry.is_chit && !force;
    states.extend(stance.filter(|word| !chit || pack.terms.is_ride(word)).cloned());
    Raw {
        id,
        name: entry.name.clone(),
        entry: Some(entry.clone()),
        at,
        stack,
        index,
        states,
        flipped: false,
        layers: None,
        stance_told: true,
        tray: match &placement.spot {
            WrittenPlace::Force(id) => Some(id.clone()),
            _ => Some(entry.id.clone()).filter(|_| force),
        },
        carrier,
        pointing: BTreeMap::new(),
        arrows: BTreeMap::new(),
        number: placed.number,
        no_number: None,
        notes: placed.notes.clone(),
        spot: None,
        source: placement.source,
    }
}

/// Puts the pieces together: chits on top of pieces, trays, cargo, and the index of places.
pub(super) fn assemble(
    pack: &Arc<Pack>,
    mut raws: Vec<Raw>,
    clock: Clock,
    mut control: BTreeMap<PlaceId, String>,
    untold: Vec<Untold>,
) -> Situation {
    let depths = depths(&raws);
    let lent_to = lend_chits(pack, &mut raws);
    let mut situation = Situation {
        pack: pack.clone(),
        looker: None,
        pieces: raws
            .iter()
            .zip(depths)
            .zip(lent_to)
            .map(|((raw, depth), lent_to)| Piece { depth, lent_to, ..piece(pack, raw) })
            .collect(),
        at: BTreeMap::new(),
        clock,
        control: BTreeMap::new(),
        untold,
        globals: BTreeMap::new(),
        values: BTreeMap::new(),
        decks: BTreeMap::new(),
        players: Vec::new(),
    };
    place_trays(&mut situation, &raws);
    for (ix, raw) in raws.iter().enumerate() {
        let piece = &mut situation.pieces[ix];
        point(pack, raw, &piece.at, &mut piece.arrows);
    }
    for (ix, piece) in situation.pieces.iter().enumerate() {
        situation.at.entry(piece.at.clone()).or_default().push(ix);
        let holds = pack.terms.control.as_ref().is_some_and(|kind| piece.is_chit(kind));
        let place = matches!(piece.at, PlaceId::Hex(_) | PlaceId::Named(_)) && pack.map.is_in_play(&piece.at);
        if holds && place {
            control.insert(piece.at.clone(), piece.nation().to_owned());
        }
    }
    situation.control = control;
    let named: Vec<Option<&str>> = raws.iter().map(|raw| raw.carrier.as_deref()).collect();
    cargo::stow(&mut situation, &named);
    situation
}

/// Where each piece lies in its stack as the looker sees it: what he does not see is not counted, so that nothing he is
/// told hangs on it.
fn depths(raws: &[Raw]) -> Vec<usize> {
    let mut order: Vec<PieceIx> = (0..raws.len()).collect();
    order.sort_by_key(|ix| (raws[*ix].stack, raws[*ix].index));
    let mut depths = vec![0; raws.len()];
    for pair in order.windows(2) {
        if raws[pair[0]].stack == raws[pair[1]].stack {
            depths[pair[1]] = depths[pair[0]] + 1;
        }
    }
    depths
}

/// Chits of a state lying directly above a piece count for that piece as its own Layer would; which piece that is, for
/// each of the pieces. Where a piece that the looker does not see lies between, the chit may be about that one.
fn lend_chits(pack: &Pack, raws: &mut [Raw]) -> Vec<Option<PieceIx>> {
    let mut order: Vec<PieceIx> = (0..raws.len()).collect();
    order.sort_by_key(|ix| (raws[*ix].stack, raws[*ix].index));
    let mut lent_to = vec![None; raws.len()];
    // The piece that a chit there would be about, and the place in the stack directly above.
    let mut below: Option<(PieceIx, usize)> = None;
    for ix in order {
        let above = raws[ix].index.saturating_add(1);
        let is_chit = raws[ix].entry.as_ref().filter(|entry| entry.is_chit);
        let Some(state) = is_chit.and_then(|entry| pack.terms.chits.get(entry.kind.as_str())) else {
            below = Some((ix, above));
            continue;
        };
        let near = |(piece, next): &(PieceIx, usize)| {
            raws[*piece].stack == raws[ix].stack && *next == raws[ix].index
        };
        below = below.filter(near).map(|(piece, _)| (piece, above));
        if let Some((piece, _)) = below {
            raws[piece].states.insert(state.clone());
            lent_to[ix] = Some(piece);
        }
    }
    lent_to
}

fn piece(pack: &Pack, raw: &Raw) -> Piece {
    let mut entry = raw.entry.clone();
    let mut states = states(pack, raw);
    let is_back = |layer: &StateLayer| {
        let mut levels = (1..).zip(&layer.levels);
        levels.any(|(number, level)| {
            level.state.as_ref().is_some_and(|state| states.contains(state))
                && pack.terms.is_back(raw.entry.as_deref(), &layer.name, number)
        })
    };
    let flipped = raw.flipped || pack.terms.layers_of(raw.entry.as_deref()).any(is_back);
    if let Some((finished, state)) = finished(pack, raw) {
        entry = Some(finished);
        states.insert(state);
    }
    Piece {
        id: raw.id.clone(),
        name: raw.name.clone(),
        entry,
        at: raw.at.clone(),
        tray: if let PlaceId::Tray(tray) = &raw.at { Some(tray.number) } else { None },
        states,
        stance_told: raw.stance_told,
        flipped,
        layers: raw.layers.clone(),
        carried_by: None,
        arrows: raw.arrows.clone(),
        number: number(pack, raw),
        notes: raw.notes.clone(),
        lent_to: None,
        stack: raw.stack,
        depth: raw.index,
        spot: raw.spot.clone(),
        source: raw.source,
    }
}

/// What a piece stands for: as in a new game, 0 where nothing is told; nothing where what is told is no number.
fn number(pack: &Pack, raw: &Raw) -> Option<i32> {
    let is_tally = raw.entry.as_ref().is_some_and(|entry| pack.terms.outfit.is_tally(entry));
    raw.number.or_else(|| raw.no_number.is_none().then_some(0)).filter(|_| is_tally)
}

/// The states of a piece in its own Layers' words. It is at its place in one way: carried, if it is marked so, else in
/// the first way of the pack's list.
fn states(pack: &Pack, raw: &Raw) -> BTreeSet<Word> {
    let terms = &pack.terms;
    let own = raw.states.iter().map(|state| terms.own_word(raw.entry.as_deref(), state));
    let mut states: BTreeSet<Word> = own.collect();
    let carried = terms.ride.iter().flat_map(|ride| [&ride.aboard].into_iter().chain(&ride.aloft));
    let stance = carried.chain(&terms.words.stances).find(|word| states.contains(*word)).cloned();
    states.retain(|word| !terms.is_stance(word));
    states.extend(stance);
    states
}

/// What a chit of something under construction will become, and the state that says so.
fn finished(pack: &Pack, raw: &Raw) -> Option<(Arc<Entry>, Word)> {
    let unfinished = pack.terms.unfinished.as_ref()?;
    let entry = raw.entry.as_ref().filter(|entry| entry.kind == *unfinished.chit)?;
    Some((pack.catalogue.get(&entry.back_id)?.clone(), unfinished.state.clone()))
}

/// The places that the arrows of a piece on the map point at, where no text names them.
fn point(pack: &Pack, raw: &Raw, at: &PlaceId, arrows: &mut BTreeMap<Word, PlaceId>) {
    for (word, pointing) in &raw.pointing {
        let target = match (pointing, at) {
            (Pointing::To(direction), PlaceId::Hex(hex)) => {
                pack.map.grid.neighbour(*hex, *direction).map(PlaceId::Hex)
            }
            (Pointing::Here, PlaceId::Hex(_) | PlaceId::Named(_)) => Some(at.clone()),
            _ => None,
        };
        if let Some(target) = target {
            arrows.entry(word.clone()).or_insert(target);
        }
    }
}

/// Moves the pieces of a tray to where the chit of that number and nation is.
fn place_trays(situation: &mut Situation, raws: &[Raw]) {
    let pack = situation.pack.clone();
    let Some(terms) = &pack.terms.tray else { return };
    let is_chit = |ix: &PieceIx| situation.pieces[*ix].is_chit(&terms.chit);
    let chits: Vec<(u16, PieceIx)> = situation
        .all()
        .filter(|ix| is_chit(ix) && situation.pieces[*ix].tray.is_none())
        .filter_map(|ix| Some((tray_number(situation.pieces[ix].entry.as_ref()?)?, ix)))
        .collect();
    for ix in situation.all() {
        let Some(number) = situation.pieces[ix].tray else {
            continue;
        };
        let of_number = || chits.iter().filter(|(n, _)| *n == number).map(|(_, chit)| *chit);
        let of_tray = of_number().find(|chit| raws[ix].tray.is_some() && raws[*chit].tray == raws[ix].tray);
        let own = of_number().find(|chit| situation.pieces[*chit].nation() == situation.pieces[ix].nation());
        let allied: Vec<PieceIx> =
            of_number().filter(|chit| situation.alliance(*chit) == situation.alliance(ix)).collect();
        let chit = of_tray.or(own).or_else(|| (allied.len() == 1).then(|| allied[0]));
        let Some(chit) = chit else {
            let reason = match of_number().count() {
                0 => format!("{} chit {number} is not on the map", terms.chit),
                many => {
                    format!(
                        "{many} {} chits {number} are on the map; it is unclear which is meant",
                        terms.chit
                    )
                }
            };
            situation.untold.push(Untold {
                piece: situation.piece_ref(ix),
                place: Place { location: situation.pieces[ix].at.to_string(), ..Place::default() },
                reason,
            });
            continue;
        };
        let (at, spot) = (situation.pieces[chit].at.clone(), situation.pieces[chit].spot.clone());
        let is_lent = |word: &&Word| terms.lends.contains(word);
        let lent: Vec<Word> = situation.pieces[chit].states.iter().filter(is_lent).cloned().collect();
        let piece = &mut situation.pieces[ix];
        (piece.at, piece.spot) = (at, spot);
        if piece.entry.as_ref().is_some_and(|entry| entry.is_one_of(&terms.to)) {
            let has_stance = piece.states.iter().any(|word| pack.terms.is_stance(word));
            let takes = |word: &Word| !has_stance || !pack.terms.is_stance(word);
            piece.states.extend(lent.into_iter().filter(takes));
        }
    }
}

/// A tray by its number.
pub(super) fn tray_of(pack: &Pack, number: u16) -> Option<Tray> {
    pack.terms.tray.as_ref().map(|terms| Tray { chit: terms.chit.clone(), number })
}

/// The number of a tray's chit: the digits at the end of its catalogue id.
fn tray_number(entry: &Entry) -> Option<u16> {
    entry.id.rsplit('-').next()?.parse().ok()
}
