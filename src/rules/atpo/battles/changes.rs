//! From the outcome of a land battle to edits of the save: flips, moves, removals, marks and control.

use std::collections::BTreeSet;

use serde_json::Value;

use super::super::view::{Side, View};
use crate::rules::battle::{Battle, PlannedChange, What};
use crate::rules::catalogue::Ratings;
use crate::rules::places::{Direction, Hex};
use crate::rules::situation::{Mark, Piece, PieceIx, PlaceId, Posture, Status};

/// The edits that the effects of a battle ask for, in the order in which players would make them.
pub fn of(view: &View, battle: &Battle, effects: &[Value]) -> Vec<PlannedChange> {
    let hex = battle.place.location.parse().ok();
    let ids = battle.inputs.get("attack").and_then(Value::as_array).into_iter().flatten();
    let ids = ids.filter_map(|unit| unit.get("piece")?.as_str());
    let attackers = ids.filter_map(|id| find(view, id)).collect();
    let mut plan = Plan { view, hex, attackers, changes: Vec::new(), gone: BTreeSet::new(), taker: None };
    let mut ordered: Vec<&Value> = effects.iter().collect();
    ordered.sort_by_key(|effect| rank(effect));
    for effect in ordered {
        plan.effect(effect);
    }
    plan.marks();
    plan.control();
    plan.changes
}

/// Losses come first, then retreats, then those who enter the hex, then what they find there.
fn rank(effect: &Value) -> u8 {
    match effect.get("change").and_then(Value::as_str).unwrap_or_default() {
        "reduce" | "eliminate" => 0,
        "retreat" => 1,
        "capture" | "destroy" | "place" => 3,
        _ => 2,
    }
}

/// The piece with this id.
fn find(view: &View, id: &str) -> Option<PieceIx> {
    view.situation.pieces.iter().position(|piece| !id.is_empty() && piece.id == id)
}

struct Plan<'a> {
    view: &'a View,
    hex: Option<Hex>,
    attackers: Vec<PieceIx>,
    changes: Vec<PlannedChange>,
    /// Pieces that left the map.
    gone: BTreeSet<PieceIx>,
    /// The nation of the first unit that entered the hex.
    taker: Option<String>,
}

impl Plan<'_> {
    fn effect(&mut self, effect: &Value) {
        let text = |key: &str| effect.get(key).and_then(Value::as_str).unwrap_or_default();
        let (subject, to, rule) = (text("subject"), text("to"), text("rule"));
        let Some(ix) = find(self.view, text("piece")) else {
            self.of_hex(text("change"), subject, to, rule);
            return;
        };
        match text("change") {
            "reduce" => self.turn(ix, Mark::Reduced, rule, "loses a step"),
            "eliminate" => self.eliminate(ix, to, rule),
            "retreat" if to.is_empty() => {
                self.piece(ix, What::Say, rule, "retreats; its owner moves it");
            }
            "retreat" => self.move_to(ix, to, rule, &format!("retreats to {to}")),
            "advance" => {
                self.enter(ix, rule, "advances");
                self.take(ix);
                let hex = self.hex_name();
                self.move_to(ix, &hex, rule, &format!("advances to {hex}"));
            }
            "mark" if to == "Active" => {
                // A landing that succeeds marks its units Active and nothing else; a failed one has pinned them before.
                if rule == "3.14.7" {
                    self.enter(ix, rule, "lands");
                    self.take(ix);
                    self.leave_tray(ix, rule);
                }
                self.turn(ix, Mark::Status(Status::Active), rule, "is Active");
            }
            "mark" => {
                self.enter(ix, rule, "is left on the beach");
                self.leave_tray(ix, rule);
                self.turn(ix, Mark::Pinned, rule, "is pinned on the beach");
            }
            "evacuate" => self.piece(ix, What::Say, rule, "is evacuated; its owner puts it aboard"),
            other => self.piece(ix, What::Say, rule, &format!("{other} {to}")),
        }
    }

    /// Effects on what belongs to the hex.
    fn of_hex(&mut self, change: &str, subject: &str, to: &str, rule: &str) {
        let hex = self.hex_name();
        match change {
            "destroy" => self.destroy(subject, rule),
            "capture" => self.say(rule, &format!("the {} in {hex} is captured", subject.replace('-', " "))),
            "place" => {
                let nation = self.taker.clone();
                let entry = self.view.situation.pack.catalogue.chit("sea-supply", nation.as_deref());
                let what = entry.map(|entry| What::AddChit { entry: entry.id.clone(), hex: hex.clone() });
                self.push("", what.unwrap_or(What::Say), rule, &format!("{subject} lands in {hex}"));
            }
            _ => self.say(rule, [subject, change, to].join(" ").trim()),
        }
    }

    fn eliminate(&mut self, ix: PieceIx, to: &str, rule: &str) {
        let pack = &self.view.situation.pack;
        let nation = self.view.situation.pieces[ix].nation().to_owned();
        let pool = pack.force_pool_of((!nation.is_empty()).then_some(nation.as_str()));
        let place = match to {
            "out of the game" => Some("Eliminated"),
            "Replenishment Box" => {
                let home = if nation == "CC" { "CN" } else { nation.as_str() };
                pack.replenishment.get(home).map(String::as_str).or(pool)
            }
            _ => pool,
        };
        let words = match place {
            Some("Eliminated") => "is eliminated and out of the game".into(),
            Some(name) if name.ends_with("Pool") => format!("is eliminated and goes to the {name}"),
            Some(name) => format!("is eliminated and goes to the {name} Box"),
            None => "is eliminated".into(),
        };
        let what = place.map_or(What::Say, |name| What::MoveToBox(name.to_owned()));
        self.piece(ix, what, rule, &words);
        self.gone.insert(ix);
        let piece = &self.view.situation.pieces[ix];
        let marks = [
            (Mark::Reduced, piece.reduced || piece.used),
            (Mark::AttackHere, piece.attack.is_some()),
            (Mark::Status(Status::Active), piece.status.iter().any(|status| *status != Status::OutOfSupply)),
            (Mark::Status(Status::OutOfSupply), piece.has(Status::OutOfSupply)),
            (Mark::Pinned, piece.posture == Posture::Pinned),
            (Mark::Aboard, matches!(piece.posture, Posture::Aboard(_) | Posture::Aloft)),
        ];
        for (mark, _) in marks.into_iter().filter(|(_, holds)| *holds) {
            self.reset(ix, mark, rule, "loses its marks");
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
        let piece = &self.view.situation.pieces[ix];
        let (aboard, pinned) =
            (matches!(piece.posture, Posture::Aboard(_) | Posture::Aloft), piece.posture == Posture::Pinned);
        if aboard {
            self.reset(ix, Mark::Aboard, rule, words);
        }
        if pinned {
            self.reset(ix, Mark::Pinned, rule, words);
        }
    }

    /// A unit that lands from a task-force tray goes to the hex where its task force is.
    fn leave_tray(&mut self, ix: PieceIx, rule: &str) {
        if self.view.situation.pieces[ix].tray.is_some() {
            let hex = self.hex_name();
            self.move_to(ix, &hex, rule, &format!("lands in {hex}"));
        }
    }

    /// The chits of an installation go to the pool; a printed one is only told.
    fn destroy(&mut self, subject: &str, rule: &str) {
        let view = self.view;
        let side = self.attackers.first().and_then(|ix| Side::of(view.situation.alliance(*ix)));
        let hex = self.hex_name();
        let kind = subject.replace(' ', "-");
        let aboard = |ix: &PieceIx| matches!(view.situation.pieces[*ix].posture, Posture::Aboard(_));
        let own = |ix: &PieceIx| side.is_some() && Side::of(view.situation.alliance(*ix)) == side;
        let here = self.hex.map(|hex| view.chits(&PlaceId::Hex(hex), &kind)).unwrap_or_default();
        let chits: Vec<PieceIx> = here.into_iter().filter(|ix| !aboard(ix) && !own(ix)).collect();
        if chits.is_empty() {
            self.say(rule, &format!("the {} in {hex} is destroyed", subject.replace('-', " ")));
        }
        for ix in chits {
            self.send_to_pool(ix, rule, &format!("in {hex} is destroyed"));
        }
    }

    fn send_to_pool(&mut self, ix: PieceIx, rule: &str, words: &str) {
        let pool = self.view.situation.pack.force_pool_of(None).map(str::to_owned);
        self.piece(ix, pool.map_or(What::Say, What::MoveToBox), rule, words);
        self.gone.insert(ix);
    }

    fn taker_side(&self) -> Option<Side> {
        Side::of(self.view.situation.pack.alliance(self.taker.as_deref()?))
    }

    /// Attackers that are left lose their attack mark, and the land units among them become Active (7.1.1).
    fn marks(&mut self) {
        for ix in self.attackers.clone().into_iter().filter(|ix| !self.gone.contains(ix)).collect::<Vec<_>>()
        {
            let piece = &self.view.situation.pieces[ix];
            let active = piece.has(Status::Active) || !self.is_land(ix) || self.is_planned_active(ix);
            if piece.attack.is_some() {
                self.reset(ix, Mark::AttackHere, "11.6.4", "has attacked");
            }
            if !active {
                self.turn(ix, Mark::Status(Status::Active), "7.1.1", "is Active");
            }
        }
    }

    fn is_land(&self, ix: PieceIx) -> bool {
        let entry = self.view.situation.pieces[ix].entry.as_ref();
        matches!(entry.map(|entry| &entry.ratings), Some(Ratings::Land(_)))
    }

    /// Whether an effect has made a piece Active already.
    fn is_planned_active(&self, ix: PieceIx) -> bool {
        let id = &self.view.situation.pieces[ix].id;
        let Some((name, level)) = self.view.situation.pack.layer_of(Mark::Status(Status::Active)) else {
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
        let what = chit.map(|chit| What::AddChit { entry: chit.id.clone(), hex: hex.to_string() });
        self.push("", what.unwrap_or(What::Say), "11.2", &format!("{hex} is now under {name} control"));
    }

    fn hex_name(&self) -> String {
        self.hex.map(|hex| hex.to_string()).unwrap_or_default()
    }

    fn move_to(&mut self, ix: PieceIx, hex: &str, rule: &str, words: &str) {
        self.piece(ix, What::MoveToHex(hex.to_owned()), rule, words);
    }

    /// Turns the Layer that holds a mark to it.
    fn turn(&mut self, ix: PieceIx, mark: Mark, rule: &str, words: &str) {
        let layer = self.view.situation.pack.layer_of(mark);
        let what = layer.map(|(name, level)| What::TurnLayer { layer: name.to_owned(), level });
        self.piece(ix, what.unwrap_or(What::Say), rule, words);
    }

    /// Turns the Layer that holds a mark back to its first level.
    fn reset(&mut self, ix: PieceIx, mark: Mark, rule: &str, words: &str) {
        let pack = &self.view.situation.pack;
        let any = || Direction::ALL.into_iter().find_map(|to| pack.layer_of(Mark::Attack(to)));
        let layer = pack.layer_of(mark).or_else(|| if mark == Mark::AttackHere { any() } else { None });
        let Some((name, _)) = layer else { return };
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
