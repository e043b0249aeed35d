//! The game's words in what its procedures do: states, pools, and what lies in a hex.

use liege_rules::play::deeds::Term;

/// The state of a unit that has fought (7.1.1).
pub const ACTIVE: Term = Term::new("active", "Active");
/// The state of a paratroop that its drop has weakened (4.12.4.2).
pub const DEPLETED: Term = Term::new("reduced", "depleted");
/// The state of a unit that did not clear its beach (3.14.8).
pub const PINNED: Term = Term::new("pinned", "Pinned on the Beach");

/// The state of an air unit that has flown (4.14.1).
pub const COMMITTED: Term = Term::new("committed", "Committed");
/// What is said of an air unit that took part in a battle, so that its mission is over.
pub const FLOWN: Term = Term::new("flown", "flown");
/// What is said of an air unit that was aborted in a battle, and flies no more in its Step (4.8.7).
pub const ABORTED: Term = Term::new("aborted", "aborted");
/// The state of an air unit that is aloft in the Naval and Air Phase (4.14.1).
pub const CURRENT: Term = Term::new("current", "Current");
/// What becomes of an air unit that defends its carrier although it is aloft on another mission (3.8.5).
pub const RECALLED: Term = Term::new("recalled", "recalled");
/// The state of an air unit that flew in bad weather or in strategic warfare (4.14.1, 4.9.1).
pub const PREVIOUSLY_COMMITTED: Term = Term::new("previously-committed", "Previously Committed");
/// The state of ships in port (3.9).
pub const DOCKED: Term = Term::new("docked", "in port");
/// What a submarine is that aircraft have found (3.16.8).
pub const LOCATED: Term = Term::new("located", "located");
/// What ships are that evaded in the hex where they were to land (3.8.4.1).
pub const NO_LANDING: Term = Term::new("no-landing", "located and may not land this month");

/// Both forces of a battle at sea.
pub const FORCES: Term = Term::new("forces", "both forces");
/// What they are after it (3.11.7).
pub const OUT_OF_SIGHT: Term = Term::new("out-of-sight", "no longer located");
/// What becomes of the move of the one that is met, where its owner stops (3.11.7).
pub const HALTED: Term = Term::new("halted", "halted: the moving force does not go on");

/// Where most eliminated units go (11.6.6.1).
pub const FORCE_POOL: Term = Term::new("force-pool", "Force Pool");
/// Where infantry goes that may come back in the End Phase (11.6.10).
pub const REPLENISHMENT: Term = Term::new("replenishment", "Replenishment Box");
/// Where the counters of lost Japanese pilots wait until Winter (4.8.7.1); no box holds them.
pub const PILOTS_ASIDE: Term = Term::new("pilots-aside", "set aside until Winter");
/// The box of those who never come back, by its id among the places.
pub const OUT_OF_THE_GAME: Term = Term::new("eliminated", "out of the game");

/// What lets ships of the US slip away (17.2).
pub const EVASION: Term = Term::new("evasion", "Evasion chit");
/// What hides ships for a Step (17.3.2).
pub const NIGHT: Term = Term::new("night", "Night chit");
/// What the US know of a battle at sea (17.10.2.1.3).
pub const NAVAL_MAGIC: Term = Term::new("magic", "Naval Magic chit");
/// What they know of a battle in the air (17.10.2.1.1).
pub const AIR_MAGIC: Term = Term::new("magic", "Air Magic chit");
/// What they know of a battle on land (17.10.2.1.2).
pub const LAND_MAGIC: Term = Term::new("magic", "Land Magic chit");

/// What air transport carries (4.12).
pub const AIR_CARGO: Term = Term::new("air-cargo", "cargo");
/// What is bombed for its economy (2.1).
pub const TARGET: &str = "target";
/// A city that was fire-bombed (2.1.4).
pub const FIREBOMBED: Term = Term::new("firebombed", "Firebombed");

/// What a successful assault lands (3.14.7).
pub const SEA_SUPPLY: Term = Term::new("sea-supply", "Sea Supply");
