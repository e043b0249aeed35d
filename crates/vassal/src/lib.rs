//! Reads and writes the modules, extensions, saves and logs of [VASSAL](https://vassalengine.org).
//!
//! Bytes become syntax ([`mod@format`]), syntax becomes a position on the table ([`model`]). Changes go back the same way,
//! through one door ([`model::change`]). A fault is a [`diagnostic`].
//!
//! | to | begin with |
//! |---|---|
//! | open any file of VASSAL | [`format::detect::Contents`], [`format::Limits`] |
//! | read or write a save or log | [`format::save_file::SaveFile`], [`format::command::Command`] |
//! | read or write a module or extension | [`format::module_file::ModuleFile`], [`format::build_file`] |
//! | look at the traits of a piece | [`format::piece::PieceText`], [`format::traits::Trait`], [`model::traits`] |
//! | ask what lies where | [`model::position::Position`], [`model::board`], [`model::grid`] |
//! | ask what a module defines | [`model::module::Module`], [`model::slot`], [`model::extensions`] |
//! | go through a log step by step | [`model::log`] |
//! | evaluate an expression | [`model::expression`] |
//! | know who sees what, and write a copy for one side | [`model::eyes`], [`model::view`] |
//! | change a save or write a log | [`model::change`] |
//! | make a save out of nothing | [`model::scenario`] |
//!
//! An unchanged file is written with the same bytes, and what is not understood survives.
//! Input is taken for hostile: every loop and allocation that a file controls has a bound, and nothing panics.
//!
//! # The pieces of a save
//!
//! ```
//! use vassal::format::{Limits, save_file::SaveFile};
//! use vassal::model::position::Position;
//!
//! # let bytes = b"begin_save\x1b+/17/piece;;;tank.png;Tank/Main Map;100;200;1;0\x1bend_save".to_vec();
//! // `bytes` are those of game.vsav.
//! let save = SaveFile::read(bytes, &Limits::default())?;
//! let (position, problems) = Position::read(&save.commands()?, None);
//! for piece in &position.pieces {
//!     println!("{} on {:?} at {}, {}", piece.name, piece.map, piece.x, piece.y);
//! }
//! # assert_eq!((position.pieces[0].name.as_str(), position.pieces[0].at().y), ("Tank", 200));
//! # assert!(problems.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A piece moves
//!
//! The save is written as VASSAL would write it; [`model::change::write_log`] makes a log of the same step.
//!
//! ```
//! use vassal::format::{Limits, Timestamp, save_file::SaveFile};
//! use vassal::model::change::{self, Change, Destination};
//! use vassal::model::geometry::Point;
//!
//! # let bytes = b"begin_save\x1b+/17/piece;;;tank.png;Tank/Main Map;100;200;1;0\x1bend_save".to_vec();
//! let mut save = SaveFile::read(bytes, &Limits::default())?;
//! let mut commands = save.commands()?;
//! let to = Destination { map: "Main Map".into(), at: Point::new(300, 200), order: Default::default() };
//! let done = change::apply(&mut commands, None, &[Change::Move { piece: "17".into(), to }])?;
//! println!("{}", done[0].text);
//! save.set_commands(&commands)?;
//! let bytes = save.write(Timestamp::from_day(2026, 5, 4))?;
//! # let again = SaveFile::read(bytes, &Limits::default())?;
//! # assert!(again.text().contains("Main Map;300;200"), "{}", again.text());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The traits of a piece
//!
//! A trait that is not known, or would not come back as it was, stays the text that it is.
//!
//! ```
//! use vassal::format::piece::TraitText;
//! use vassal::format::traits::{Marker, Trait};
//!
//! let text = TraitText::new("mark;Side,Steps", "Japan,2");
//! if let Trait::Marker(marker) = Trait::decode(&text) {
//!     assert_eq!(marker.get("Side"), Some("Japan"));
//!     assert_eq!(marker.encode()?, text);
//! }
//! # assert!(matches!(Trait::decode(&text), Trait::Marker(_)));
//! assert_eq!(Marker::new(&[("Side", "Japan"), ("Steps", "2")]).encode()?, text);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod diagnostic;
pub mod format;
pub mod model;

/// The example of README is run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
