//! A plan of edits to a save, with what every battle does to pieces: flips, marks, and the pool of what is lost.

use std::collections::BTreeSet;

use super::super::elite_pilots;
use super::super::states::{self, Posture, Status};
use super::super::terms::{FORCE_POOL, OUT_OF_THE_GAME, PILOTS_ASIDE, REPLENISHMENT};
use super::super::view::View;
use super::names::{is_plural, of_several};
use liege_rules::data::schedule::Season;
use liege_rules::game::pack::PieceNote;
use liege_rules::play::battle::{PlannedChange, What};
use liege_rules::play::deeds::Term;
use liege_rules::position::places::Hex;
use liege_rules::position::situation::{Piece, PieceIx, PlaceId};

/// The piece with this id.
pub(super) fn find(view: &View, id: &str) -> Option<PieceIx> {
    view.situation.pieces.iter().position(|piece| !id.is_empty() && piece.id == id)
}

/// Edits in the order in which players would make them.
pub(super) struct EditPlan<'a> {
    /// The position.
    pub view: &'a View,
    /// The edits so far.
    pub changes: Vec<PlannedChange>,
    /// Pieces that left the map.
    pub gone: BTreeSet<PieceIx>,
}

impl<'a> EditPlan<'a> {
    pub(super) fn new(view: &'a View) -> Self {
        Self { view, changes: Vec::new(), gone: BTreeSet::new() }
    }

    /// A piece leaves the game for its pool and loses its marks.
    pub(super) fn eliminate(&mut self, ix: PieceIx, pool: Option<&Term>, rule: &str) {
        let pack = &self.view.situation.pack;
        let nation = self.view.situation.pieces[ix].nation().to_owned();
        let in_pool = |pool: &Term, nation: Option<&str>| {
            pack.pool(pool.word()).and_then(|pool| pool.of_nation(nation)).map(str::to_owned)
        };
        let force_pool = in_pool(&FORCE_POOL, (!nation.is_empty()).then_some(nation.as_str()));
        let gone = || pack.map.place(OUT_OF_THE_GAME.word()).map(|place| place.name.clone());
        let home = if nation == "CC" { "CN" } else { nation.as_str() };
        let (place, words) = match pool {
            Some(pool) if *pool == OUT_OF_THE_GAME => {
                (gone(), "is eliminated and out of the game".to_owned())
            }
            Some(pool) if *pool == PILOTS_ASIDE => {
                // No box of its own holds such a counter: it lies with the others and says that it has to wait.
                let to = force_pool.iter().map(|pool| format!(" and goes to the {pool}"));
                let words = format!("is eliminated{}, {pool}", to.collect::<String>());
                (force_pool, words)
            }
            _ if self.is_not_rebuilt(ix) => {
                (gone(), "is eliminated and out of the game, because it cannot be rebuilt".to_owned())
            }
            Some(pool) if *pool == REPLENISHMENT && in_pool(pool, Some(home)).is_some() => {
                let place = in_pool(pool, Some(home)).unwrap_or_default();
                let words = format!("is eliminated and goes to the {place} Box");
                (Some(place), words)
            }
            _ => {
                let to = force_pool.iter().map(|pool| format!(" and goes to the {pool}"));
                let words = format!("is eliminated{}", to.collect::<String>());
                (force_pool, words)
            }
        };
        let what = place.map_or(What::Say, |name| What::MoveTo(PlaceId::named(name)));
        self.piece(ix, what, rule, &words);
        self.lose_marks(ix, rule, &words);
        if let Some(chit) = elite_pilots::lost_with(self.view, ix, &self.gone) {
            self.eliminate(chit, Some(&OUT_OF_THE_GAME), "16.16.1.2");
        }
    }

    /// What leaves the map bears nothing of what it was there; the words are those with which it left.
    fn lose_marks(&mut self, ix: PieceIx, rule: &str, words: &str) {
        self.gone.insert(ix);
        let own = &self.view.states[ix];
        let marks = [
            (states::REDUCED, own.reduced || own.used),
            (states::ATTACK, own.attack.is_some()),
            (own.mission_word().unwrap_or(states::ATTACK), own.mission_word().is_some()),
            (states::DOCKED, own.posture == Posture::Docked),
            (Status::Active.word(), own.status.iter().any(|status| *status != Status::OutOfSupply)),
            (Status::OutOfSupply.word(), own.has(Status::OutOfSupply)),
            (states::PINNED, own.posture == Posture::Pinned),
            (states::ABOARD, matches!(own.posture, Posture::Aboard(_) | Posture::Aloft)),
            (states::LOCATED, own.located),
            (states::DESTROYED, own.building || own.destroyed),
        ];
        for (word, _) in marks.into_iter().filter(|(_, holds)| *holds) {
            self.reset(ix, word, rule, words);
        }
        self.empty_notes(ix, rule, words);
    }

    /// The texts of its mission go with it, as they do when a player takes the mission off.
    pub(super) fn empty_notes(&mut self, ix: PieceIx, rule: &str, words: &str) {
        let situation = &self.view.situation;
        let piece = &situation.pieces[ix];
        let Some(entry) = &piece.entry else { return };
        let bears = |note: &&PieceNote| piece.notes.get(&note.word).is_some_and(|text| !text.is_empty());
        let notes = situation.pack.terms.outfit.notes(entry).filter(|note| !note.emptied_by.is_empty());
        for note in notes.filter(bears) {
            let what = What::SetProperty { property: note.property().to_owned(), value: String::new() };
            self.piece(ix, what, rule, words);
        }
    }

    /// What a piece bears in writing, where its counter bears such a note.
    pub(super) fn write_note(&mut self, ix: PieceIx, word: &str, value: &str, rule: &str, words: &str) {
        let situation = &self.view.situation;
        let Some(entry) = &situation.pieces[ix].entry else { return };
        let note = situation.pack.terms.outfit.notes(entry).find(|note| note.word == word);
        if let Some(property) = note.map(|note| note.property().to_owned()) {
            self.piece(ix, What::SetProperty { property, value: value.to_owned() }, rule, words);
        }
    }

    /// Whether a counter that is lost never comes back: `(cbr)` in the order of battle (14.2).
    fn is_not_rebuilt(&self, ix: PieceIx) -> bool {
        let entry = self.view.situation.pieces[ix].entry.as_ref();
        entry.is_some_and(|entry| self.view.situation.pack.schedule.is_cbr(&entry.id))
    }

    /// A state that a Layer may show; else only the words tell it.
    pub(super) fn mark(&mut self, ix: PieceIx, state: &Term, rule: &str) {
        let words = format!("is {state}");
        self.turn(ix, state.word(), rule, &words);
    }

    /// A chit goes to the pool of chits.
    pub(super) fn send_to_pool(&mut self, ix: PieceIx, rule: &str, words: &str) {
        let pool = self.view.situation.pack.pool(FORCE_POOL.word());
        let pool = pool.and_then(|pool| pool.of_nation(None)).map(str::to_owned);
        let what = pool.map_or(What::Say, |name| What::MoveTo(PlaceId::named(name)));
        self.piece(ix, what, rule, words);
        self.lose_marks(ix, rule, words);
    }

    /// A hex is under the control of a nation from now on: its chit takes the place of those that lie there.
    pub(super) fn take_control(&mut self, hex: Hex, nation: &str, rule: &str) {
        let view = self.view;
        for ix in view.chits(&PlaceId::Hex(hex), "control") {
            self.send_to_pool(ix, rule, &format!("in {hex} is removed"));
        }
        let pack = &view.situation.pack;
        let name = pack.nations.get(nation).map_or(nation, |nation| nation.adjective.as_str());
        let chit = pack.catalogue.chit("control", Some(nation)).filter(|chit| chit.nation == nation);
        let at = PlaceId::Hex(hex);
        let what = chit.map(|chit| What::AddChit { entry: chit.id.clone(), at });
        self.push("", what.unwrap_or(What::Say), rule, &format!("{hex} is now under {name} control"));
    }

    /// A chit that was used goes back into the pool of chits; of several nobody knows which it was.
    pub(super) fn give_back(&mut self, thing: &Term, rule: &str) {
        let mut known = self.at_hand(thing.word()).into_iter();
        match (known.next(), known.next()) {
            (Some(ix), None) => self.send_to_pool(ix, rule, "has been used"),
            _ => self.say(rule, &format!("{thing} has been used; its owner returns it")),
        }
    }

    /// Chits of a kind that can be used: those of the season and of the year on the Turn Track (17.10.1.1, 17.10.1.2),
    /// and those that lie on the map.
    fn at_hand(&self, kind: &str) -> BTreeSet<PieceIx> {
        let (view, situation) = (self.view, &self.view.situation);
        let season = situation.clock.date.map(|date| Season::of_month(date.month));
        let boxes = season.into_iter().chain([Season::Winter]);
        let drawn = boxes.flat_map(|season| view.chits(&view.box_called(season.name()), kind));
        drawn.chain(situation.in_play().filter(|ix| situation.pieces[*ix].is_chit(kind))).collect()
    }

    /// Turns the Layer that shows a state to it.
    pub(super) fn turn(&mut self, ix: PieceIx, state: &str, rule: &str, words: &str) {
        let layer = self.view.situation.pack.terms.layer_of(state);
        let piece = &self.view.situation.pieces[ix];
        if state == states::REDUCED && layer.is_some_and(|(name, _)| !piece.may_turn(name)) {
            // A paratroop of a module that has no Layer for it (4.12.4).
            let told = format!("{words}; its counter has no other side, so note it");
            return self.piece(ix, What::Say, rule, &told);
        }
        let what = layer.map(|(name, level)| What::TurnLayer { layer: name.to_owned(), level });
        self.piece(ix, what.unwrap_or(What::Say), rule, words);
    }

    /// Turns the Layer that shows a state back to its first level.
    pub(super) fn reset(&mut self, ix: PieceIx, state: &str, rule: &str, words: &str) {
        let Some((name, _)) = self.view.situation.pack.terms.layer_of(state) else { return };
        let what = What::TurnLayer { layer: name.to_owned(), level: 1 };
        self.piece(ix, what, rule, words);
    }

    pub(super) fn piece(&mut self, ix: PieceIx, what: What, rule: &str, words: &str) {
        let Piece { id, name, .. } = &self.view.situation.pieces[ix];
        let words = if is_plural(name) { of_several(words) } else { words.to_owned() };
        let (id, words) = (id.clone(), format!("{name} {words}"));
        self.push(&id, what, rule, &words);
    }

    pub(super) fn say(&mut self, rule: &str, words: &str) {
        self.push("", What::Say, rule, words);
    }

    pub(super) fn push(&mut self, piece: &str, what: What, rule: &str, words: &str) {
        let words = if rule.is_empty() { words.to_owned() } else { format!("{words} ({rule})") };
        self.changes.push(PlannedChange { piece: piece.to_owned(), what, rule: rule.to_owned(), words });
    }
}
