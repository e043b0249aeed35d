//! Procedures of dice and decisions: what they read, how they are resolved, their chances, and what they do to a save.
//!
//! - **Input is a table of keys** (`inputs`): name, synonyms, kind, rule and help, read alike from `run`'s words,
//!   `--input` files and the inputs of a battle in a save. A key has at most two synonyms; spelling, plural, words
//!   for a side and optional words are handled in `inputs::named` only; words that only one game uses for one
//!   another come from `[synonyms]` of its `pack.toml`. A key that code asks for and nobody declared panics in a
//!   debug build.
//! - **Three shapes.** `roll`: one throw to a band or cell of a table, a row of `procedures.toml` that a user's own
//!   game may have, too. `procedure::Sum`: no dice and no decisions. `Procedure`: everything else. All become an
//!   `AnyProcedure`, driven by one loop. What only code has (tables, choices, reading of typed values) is a trait of
//!   its own (`procedure::Coded`).
//! - **What does not change stays out of the state**: a step gets the battle as declared beside a state that is
//!   small and grows with progress, a phase in front.
//! - **Offers are lazy** (`procedure::offers`): a count, an answer by index, an index by name or word, and the state
//!   that follows. `few` makes them of a short list; where there are thousands, a procedure computes them.
//! - **Questions carry tags.** A policy is a list of words; the first word that tags a legal answer decides. If no
//!   word does, the resolution stops and says whose decision it is and which words would make it. An open decision
//!   is no outcome: for chances the word `balanced` (`EVEN`) answers what is left open (`procedure::assumed`), and
//!   the output lists for whom. Every question has an answer with that word, or one that is assumed
//!   (`ASSUMED_FACT`); a test plays the examples of all pages to ensure it.
//! - **Sides are roles** (`procedure::Role`) that a procedure lists; prompts, orders, policies and forces use them,
//!   and nothing outside a game knows their names.

pub mod battle;
pub mod chances;
pub mod choices;
pub mod deeds;
pub mod dice;
pub mod inputs;
pub mod losses;
pub mod procedure;
pub mod roll;
pub mod whole;
