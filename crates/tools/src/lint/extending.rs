//! What checks of extensions look at.

use vassal::format::build_file::Element;
use vassal::model::joined::Extending;
use vassal::model::module::Module;

/// An extension, and where it stands in its module.
pub(crate) struct Extended<'m> {
    /// The extension's root.
    pub root: &'m Element,
    /// The files of the other extensions that are loaded with it, each with its id.
    pub ids: &'m [(String, String)],
    /// Its elements, and where they stand.
    pub extending: &'m [Extending],
    /// The components of its children, by number.
    pub children: &'m [usize],
    /// The module.
    pub base: &'m Module,
}
