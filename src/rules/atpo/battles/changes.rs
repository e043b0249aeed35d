//! From the deeds of a land battle to edits of the save: flips, moves, removals, marks and control.

use std::collections::BTreeSet;

use super::super::forces::ATTACKER;
use super::super::ratings;
use super::super::states::{self, Posture, Status};
use super::super::terms::{FORCE_POOL, OUT_OF_THE_GAME, REPLENISHMENT};
use super::super::view::{Alliance, View};
use crate::rules::battle::{Battle, PlannedChange, What};
use crate::rules::deeds::{Act, Deed, Term, Whom};
use crate::rules::places::Hex;
use crate::rules::situation::{Piece, PieceIx, PlaceId};

/// The edits that the deeds of a battle ask for, in the order in which players would make them.
pub fn of(view: &View, battle: &Battle, deeds: &[Deed]) -> Vec<PlannedChange> {
    let hex = battle.place.location.parse().ok();
    let attackers = battle.forces.of(ATTACKER).iter();
    let attackers = attackers.filter_map(|unit| find(view, &unit.piece.id)).collect();
    let mut plan = EditPlan { view, hex, attackers, changes: Vec::new(), gone: BTreeSet::new(), taker: None };
    let mut ordered: Vec<&Deed> = deeds.iter().collect();
    ordered.sort_by_key(|deed| DeedOrder::of(&deed.act));
    for deed in ordered {
        plan.deed(deed);
    }
    plan.marks();
    plan.control();
    plan.changes
}

/// When a deed is done.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum DeedOrder {
    /// Losses come first.
    Loss,
    /// Then retreats.
    Retreat,
    /// Then those who enter the hex or stay before it.
    Entry,
    /// Then what they find there.
    Spoils,
}

impl DeedOrder {
    fn of(act: &Act) -> Self {
        match act {
            Act::LoseStep | Act::Eliminate(_) => Self::Loss,
            Act::Retreat(_) => Self::Retreat,
            Act::Advance(_) | Act::Land(_) | Act::Pin(_) | Act::Mark(_) | Act::Evacuate => Self::Entry,
            Act::Capture(_) | Act::Destroy(_) | Act::Place(_) | Act::Value(_) => Self::Spoils,
        }
    }
}

/// The piece with this id.
fn find(view: &View, id: &str) -> Option<PieceIx> {
    view.situation.pieces.iter().position(|piece| !id.is_empty() && piece.id == id)
}

struct EditPlan<'a> {
    view: &'a View,
    hex: Option<Hex>,
    attackers: Vec<PieceIx>,
    changes: Vec<PlannedChange>,
    /// Pieces that left the map.
    gone: BTreeSet<PieceIx>,
    /// The nation of the first unit that entered the hex.
    taker: Option<String>,
}

impl EditPlan<'_> {
    fn deed(&mut self, deed: &Deed) {
        let piece = deed.piece().and_then(|id| find(self.view, id));
        match (&deed.whom, piece) {
            (Whom::Unit { .. }, Some(ix)) => self.of_unit(ix, &deed.act, &deed.rule),
            (Whom::Thing(thing), _) => self.of_hex(thing, &deed.act, &deed.rule),
            (Whom::Unit { .. }, None) => {
                let to = deed.act.to().unwrap_or_default();
                self.say(&deed.rule, [&deed.subject(), deed.act.word(), &to].join(" ").trim());
            }
        }
    }

    fn of_unit(&mut self, ix: PieceIx, act: &Act, rule: &str) {
        match act {
            Act::LoseStep => self.turn(ix, states::REDUCED, rule, "loses a step"),
            Act::Eliminate(pool) => self.eliminate(ix, pool.as_ref(), rule),
            Act::Retreat(None) => self.piece(ix, What::Say, rule, "retreats; its owner moves it"),
            Act::Retreat(Some(place)) => {
                self.move_to(ix, place.clone(), rule, &format!("retreats to {place}"));
            }
            Act::Advance(_) => {
                self.enter(ix, rule, "advances");
                self.take(ix);
                self.move_in(ix, rule, "advances to");
            }
            Act::Land(state) => {
                self.enter(ix, rule, "lands");
                self.take(ix);
                self.leave_tray(ix, rule);
                self.mark(ix, state, rule);
            }
            Act::Pin(_) => {
                self.enter(ix, rule, "is left on the beach");
                self.leave_tray(ix, rule);
                self.turn(ix, states::PINNED, rule, "is pinned on the beach");
            }
            Act::Mark(state) => self.mark(ix, state, rule),
            Act::Evacuate => self.piece(ix, What::Say, rule, "is evacuated; its owner puts it aboard"),
            Act::Capture(_) | Act::Destroy(_) | Act::Place(_) | Act::Value(_) => {
                let to = act.to().unwrap_or_default();
                self.piece(ix, What::Say, rule, &format!("{} {to}", act.word()));
            }
        }
    }

    /// What happens to what belongs to the hex.
    fn of_hex(&mut self, thing: &Term, act: &Act, rule: &str) {
        let hex = self.hex_name();
        match act {
            Act::Destroy(_) => self.destroy(thing, rule),
            Act::Capture(_) => self.say(rule, &format!("the {} in {hex} is captured", thing.in_words())),
            Act::Place(_) => {
                let nation = self.taker.clone();
                let what = self.chit(thing.word(), nation.as_deref());
                self.push("", what, rule, &format!("{thing} lands in {hex}"));
            }
            _ => self.say(rule, &format!("{thing} {}", act.word())),
        }
    }

    /// A new chit of this kind in the hex.
    fn chit(&self, kind: &str, nation: Option<&str>) -> What {
        let entry = self.view.situation.pack.catalogue.chit(kind, nation);
        let at = self.hex.map(PlaceId::Hex);
        let both = entry.zip(at);
        both.map_or(What::Say, |(entry, at)| What::AddChit { entry: entry.id.clone(), at })
    }

    /// A state that a Layer may show; else only the words tell it.
    fn mark(&mut self, ix: PieceIx, state: &Term, rule: &str) {
        let words = format!("is {state}");
        self.turn(ix, state.word(), rule, &words);
    }

    fn eliminate(&mut self, ix: PieceIx, pool: Option<&Term>, rule: &str) {
        let pack = &self.view.situation.pack;
        let nation = self.view.situation.pieces[ix].nation().to_owned();
        let in_pool = |pool: &Term, nation: Option<&str>| {
            pack.pool(pool.word()).and_then(|pool| pool.of_nation(nation)).map(str::to_owned)
        };
        let force_pool = in_pool(&FORCE_POOL, (!nation.is_empty()).then_some(nation.as_str()));
        let home = if nation == "CC" { "CN" } else { nation.as_str() };
        let (place, words) = match pool {
            Some(pool) if *pool == OUT_OF_THE_GAME => {
                let place = pack.map.place(OUT_OF_THE_GAME.word()).map(|place| place.name.clone());
                (place, "is eliminated and out of the game".to_owned())
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
        self.gone.insert(ix);
        let own = &self.view.states[ix];
        let marks = [
            (states::REDUCED, own.reduced || own.used),
            (states::ATTACK, own.attack.is_some()),
            (Status::Active.word(), own.status.iter().any(|status| *status != Status::OutOfSupply)),
            (Status::OutOfSupply.word(), own.has(Status::OutOfSupply)),
            (states::PINNED, own.posture == Posture::Pinned),
            (states::ABOARD, matches!(own.posture, Posture::Aboard(_) | Posture::Aloft)),
        ];
        for (word, _) in marks.into_iter().filter(|(_, holds)| *holds) {
            self.reset(ix, word, rule, "loses its marks");
        }
    }

    /// The hex is the nation's whose combat unit enters it first (11.2).
    fn take(&mut self, ix: PieceIx) {
        if self.is_land(ix) {
            let nation = self.view.situation.pieces[ix].nation();
            self.taker.get_or_insert_with(|| nation.to_owned());
        }
    }

    /// A unit comes ashore or into the hex: it is no longer cargo, nor pinned.
    fn enter(&mut self, ix: PieceIx, rule: &str, words: &str) {
        let posture = self.view.states[ix].posture;
        let (aboard, pinned) =
            (matches!(posture, Posture::Aboard(_) | Posture::Aloft), posture == Posture::Pinned);
        if aboard {
            self.reset(ix, states::ABOARD, rule, words);
        }
        if pinned {
            self.reset(ix, states::PINNED, rule, words);
        }
    }

    /// A unit that lands from a task-force tray goes to the hex where its task force is.
    fn leave_tray(&mut self, ix: PieceIx, rule: &str) {
        if self.view.situation.pieces[ix].tray.is_some() {
            self.move_in(ix, rule, "lands in");
        }
    }

    /// The chits of an installation go to the pool; a printed one is only told.
    fn destroy(&mut self, thing: &Term, rule: &str) {
        let view = self.view;
        let side = self.attackers.first().and_then(|ix| Alliance::of(view.situation.alliance(*ix)));
        let hex = self.hex_name();
        let aboard = |ix: &PieceIx| matches!(view.states[*ix].posture, Posture::Aboard(_));
        let own = |ix: &PieceIx| side.is_some() && Alliance::of(view.situation.alliance(*ix)) == side;
        let here = self.hex.map(|hex| view.chits(&PlaceId::Hex(hex), thing.word())).unwrap_or_default();
        let chits: Vec<PieceIx> = here.into_iter().filter(|ix| !aboard(ix) && !own(ix)).collect();
        if chits.is_empty() {
            self.say(rule, &format!("the {} in {hex} is destroyed", thing.in_words()));
        }
        for ix in chits {
            self.send_to_pool(ix, rule, &format!("in {hex} is destroyed"));
        }
    }

    fn send_to_pool(&mut self, ix: PieceIx, rule: &str, words: &str) {
        let pool = self.view.situation.pack.pool(FORCE_POOL.word());
        let pool = pool.and_then(|pool| pool.of_nation(None)).map(str::to_owned);
        let what = pool.map_or(What::Say, |name| What::MoveTo(PlaceId::named(name)));
        self.piece(ix, what, rule, words);
        self.gone.insert(ix);
    }

    fn taker_side(&self) -> Option<Alliance> {
        Alliance::of(self.view.situation.pack.alliance(self.taker.as_deref()?))
    }

    /// Attackers that are left lose their attack mark, and the land units among them become Active (7.1.1).
    fn marks(&mut self) {
        for ix in self.attackers.clone().into_iter().filter(|ix| !self.gone.contains(ix)).collect::<Vec<_>>()
        {
            let piece = &self.view.situation.pieces[ix];
            let active = piece.has(Status::Active) || !self.is_land(ix) || self.is_planned_active(ix);
            if self.view.states[ix].attack.is_some() {
                self.reset(ix, states::ATTACK, "11.6.4", "has attacked");
            }
            if !active {
                self.turn(ix, Status::Active.word(), "7.1.1", "is Active");
            }
        }
    }

    fn is_land(&self, ix: PieceIx) -> bool {
        let entry = self.view.situation.pieces[ix].entry.as_ref();
        entry.is_some_and(|entry| entry.family == ratings::LAND)
    }

    /// Whether an effect has made a piece Active already.
    fn is_planned_active(&self, ix: PieceIx) -> bool {
        let id = &self.view.situation.pieces[ix].id;
        let Some((name, level)) = self.view.situation.pack.terms.layer_of(Status::Active.word()) else {
            return false;
        };
        let active = What::TurnLayer { layer: name.to_owned(), level };
        self.changes.iter().any(|change| change.piece == *id && change.what == active)
    }

    /// The hex belongs to the nation whose unit entered it (11.2).
    fn control(&mut self) {
        let (Some(hex), Some(nation)) = (self.hex, self.taker.clone()) else { return };
        let view = self.view;
        if view.owning_side(hex) == self.taker_side() {
            return;
        }
        for ix in view.chits(&PlaceId::Hex(hex), "control") {
            self.send_to_pool(ix, "11.2", &format!("in {hex} is removed"));
        }
        let pack = &view.situation.pack;
        let name = pack.nations.get(&nation).map_or(nation.as_str(), |nation| nation.adjective.as_str());
        let chit = pack.catalogue.chit("control", Some(&nation)).filter(|chit| chit.nation == nation);
        let at = PlaceId::Hex(hex);
        let what = chit.map(|chit| What::AddChit { entry: chit.id.clone(), at });
        self.push("", what.unwrap_or(What::Say), "11.2", &format!("{hex} is now under {name} control"));
    }

    fn hex_name(&self) -> String {
        self.hex.map(|hex| hex.to_string()).unwrap_or_default()
    }

    fn move_to(&mut self, ix: PieceIx, place: PlaceId, rule: &str, words: &str) {
        self.piece(ix, What::MoveTo(place), rule, words);
    }

    /// Moves a piece into the hex that was fought for.
    fn move_in(&mut self, ix: PieceIx, rule: &str, words: &str) {
        let what = self.hex.map_or(What::Say, |hex| What::MoveTo(PlaceId::Hex(hex)));
        let words = format!("{words} {}", self.hex_name());
        self.piece(ix, what, rule, &words);
    }

    /// Turns the Layer that shows a state to it.
    fn turn(&mut self, ix: PieceIx, state: &str, rule: &str, words: &str) {
        let layer = self.view.situation.pack.terms.layer_of(state);
        let what = layer.map(|(name, level)| What::TurnLayer { layer: name.to_owned(), level });
        self.piece(ix, what.unwrap_or(What::Say), rule, words);
    }

    /// Turns the Layer that shows a state back to its first level.
    fn reset(&mut self, ix: PieceIx, state: &str, rule: &str, words: &str) {
        let Some((name, _)) = self.view.situation.pack.terms.layer_of(state) else { return };
        let what = What::TurnLayer { layer: name.to_owned(), level: 1 };
        self.piece(ix, what, rule, words);
    }

    fn piece(&mut self, ix: PieceIx, what: What, rule: &str, words: &str) {
        let Piece { id, name, .. } = &self.view.situation.pieces[ix];
        let (id, words) = (id.clone(), format!("{name} {words}"));
        self.push(&id, what, rule, &words);
    }

    fn say(&mut self, rule: &str, words: &str) {
        self.push("", What::Say, rule, words);
    }

    fn push(&mut self, piece: &str, what: What, rule: &str, words: &str) {
        let words = if rule.is_empty() { words.to_owned() } else { format!("{words} ({rule})") };
        self.changes.push(PlannedChange { piece: piece.to_owned(), what, rule: rule.to_owned(), words });
    }
}
