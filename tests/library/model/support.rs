//! Finding and reading test data.

use std::path::{Path, PathBuf};

use crate::beside::beside;
use liege::format::Limits;
use liege::format::command::Command;
use liege::format::module_file::ModuleFile;
use liege::format::save_file::SaveFile;

/// A file of `tests/data`.
#[allow(clippy::disallowed_methods)]
pub fn data_bytes(name: &str) -> Vec<u8> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::fs::read(root.join("tests/data").join(name)).unwrap()
}

/// A file of `tests/data` as text.
pub fn data(name: &str) -> String {
    String::from_utf8(data_bytes(name)).unwrap()
}

/// A folder of real files of other people, which is no part of the project.
pub struct Corpus(PathBuf);

impl Corpus {
    #[allow(clippy::disallowed_methods)]
    pub fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.0.join(name)).unwrap()
    }
}

/// The folder of real files, where there is one.
pub fn corpus() -> Option<Corpus> {
    beside("LIEGE_CORPUS", "corpus").map(Corpus)
}

pub fn module(bytes: &[u8]) -> ModuleFile {
    ModuleFile::read(bytes, &Limits::default()).unwrap()
}

pub fn commands(bytes: &[u8]) -> Command {
    let save = SaveFile::read(bytes, &Limits::default()).unwrap();
    save.commands().unwrap()
}

/// Size of a picture of a module.
pub fn image_size(module: &ModuleFile, name: &str) -> Option<(u32, u32)> {
    let bytes = module.image(name)?;
    if name.ends_with(".svg") {
        let tree = resvg::usvg::Tree::from_data(&bytes, &resvg::usvg::Options::default()).ok()?;
        let size = tree.size();
        return Some((size.width().round() as u32, size.height().round() as u32));
    }
    let reader = image::ImageReader::new(std::io::Cursor::new(bytes));
    reader.with_guessed_format().ok()?.into_dimensions().ok()
}
