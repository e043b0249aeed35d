//! Several files at once: all cores read, and what comes of each is told in the order in which they were given.

use std::path::PathBuf;

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::Failure;

/// Files for each core that are read before the first of them is told; all of them lie in memory.
const FOR_EACH_CORE: usize = 4;

/// Reads files and tells what came of each. What was told is out before the next are read.
///
/// # Errors
/// The first that `tell` gives.
pub fn each<T: Send>(
    files: &[PathBuf],
    read: impl Fn(&PathBuf) -> Result<T, Failure> + Sync,
    mut tell: impl FnMut(&PathBuf, Result<T, Failure>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if let [file] = files {
        return tell(file, read(file));
    }
    for files in files.chunks(rayon::current_num_threads().max(1) * FOR_EACH_CORE) {
        let results: Vec<Result<T, Failure>> = files.par_iter().map(&read).collect();
        files.iter().zip(results).try_for_each(|(file, result)| tell(file, result))?;
    }
    Ok(())
}
