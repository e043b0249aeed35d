//! Finding and reading test data.

use std::path::{Path, PathBuf};

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

/// The folder that `LIEGE_CORPUS` names, or `shared/corpus` beside the project.
pub fn corpus() -> Option<Corpus> {
    let given = std::env::var_os("LIEGE_CORPUS").map(PathBuf::from);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let beside = root.ancestors().map(|p| p.join("shared/corpus"));
    let found = given.into_iter().chain(beside).find(|p| p.is_dir());
    if found.is_none() {
        println!("note: no corpus of real files here, nothing tested");
    }
    found.map(Corpus)
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
