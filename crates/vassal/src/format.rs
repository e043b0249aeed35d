//! VASSAL's bytes and strings, read and written without loss; knows no game and no meaning.
//!
//! What is not understood is kept as it stands and written back as it stands.

pub mod archive;
mod archive_table;
pub mod attributes;
pub mod build_file;
pub mod command;
pub mod components;
pub mod detect;
pub mod entities;
pub mod kept;
pub mod key;
pub mod kinds;
pub mod leaf;
pub mod limits;
pub mod metadata;
pub mod module_file;
pub mod named_keys;
pub mod piece;
pub mod save_file;
pub mod sequence;
pub mod source;
pub mod stream;
pub mod text;
pub mod timestamp;
pub mod traits;
pub mod turn;
pub mod user_text;
mod xml_write;

pub use limits::Limits;
pub use text::Text;
pub use timestamp::Timestamp;
