//! The bytes of an archive: in memory, or in a file of which only what is needed is read.
//!
//! The table of an archive is read once, an entry when it is asked for, and a saved game is decoded while it is
//! unpacked. Repeated names are still found; then the whole archive is read.

use std::io::{Error, Read, Result, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};

/// Bytes that are read from any place again and again. Each copy of it reads at a place of its own.
pub struct Source {
    bytes: Bytes,
    length: u64,
    at: u64,
    /// What was read last from a file, and where it stood.
    window: Vec<u8>,
    window_at: u64,
}

#[derive(Clone)]
enum Bytes {
    Memory(Arc<[u8]>),
    File(Arc<Mutex<dyn ReadSeek>>),
}

trait ReadSeek: Read + Seek + Send {}

impl<F: Read + Seek + Send> ReadSeek for F {}

/// So many bytes are read from a file at once at most: the table of an archive is read in many small steps.
const WINDOW: usize = 1 << 15;
/// So many are read first: of many entries no more than the beginning is asked for.
const FIRST_WINDOW: usize = 1 << 12;

impl Source {
    /// The bytes of a file as long as it is now.
    ///
    /// # Errors
    /// Its length cannot be told.
    pub fn of_file(mut file: impl Read + Seek + Send + 'static) -> Result<Self> {
        let length = file.seek(SeekFrom::End(0))?;
        Ok(Self::new(Bytes::File(Arc::new(Mutex::new(file))), length))
    }

    fn new(bytes: Bytes, length: u64) -> Self {
        Self { bytes, length, at: 0, window: Vec::new(), window_at: 0 }
    }

    /// How many bytes there are.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.length
    }

    /// So many bytes from a place on, or all that are left where there are fewer.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn part(&self, at: u64, most: u64) -> Result<Vec<u8>> {
        let mut own = Self { at, ..self.clone() };
        let mut bytes = Vec::new();
        Read::by_ref(&mut own).take(most).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// All bytes.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn all(&self) -> Result<Arc<[u8]>> {
        match &self.bytes {
            Bytes::Memory(bytes) => Ok(Arc::clone(bytes)),
            Bytes::File(_) => Ok(self.part(0, self.length)?.into()),
        }
    }

    /// Reads from the file, past the window.
    fn read_file(file: &Mutex<dyn ReadSeek>, at: u64, into: &mut [u8]) -> Result<usize> {
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(at))?;
        file.read(into)
    }

    fn in_window(&self) -> &[u8] {
        let from = self.at.checked_sub(self.window_at).and_then(|from| usize::try_from(from).ok());
        from.and_then(|from| self.window.get(from..)).unwrap_or_default()
    }
}

impl Clone for Source {
    fn clone(&self) -> Self {
        Self { at: self.at, ..Self::new(self.bytes.clone(), self.length) }
    }
}

impl std::fmt::Debug for Source {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Source of {} bytes", self.length)
    }
}

impl From<Arc<[u8]>> for Source {
    fn from(bytes: Arc<[u8]>) -> Self {
        let length = bytes.len() as u64;
        Self::new(Bytes::Memory(bytes), length)
    }
}

impl From<Vec<u8>> for Source {
    fn from(bytes: Vec<u8>) -> Self {
        Arc::<[u8]>::from(bytes).into()
    }
}

impl<B: AsRef<[u8]> + ?Sized> From<&B> for Source {
    fn from(bytes: &B) -> Self {
        Arc::<[u8]>::from(bytes.as_ref()).into()
    }
}

impl Read for Source {
    fn read(&mut self, into: &mut [u8]) -> Result<usize> {
        let read = match &self.bytes {
            Bytes::Memory(bytes) => {
                let from = usize::try_from(self.at).unwrap_or(usize::MAX).min(bytes.len());
                (&bytes[from..]).read(into)?
            }
            Bytes::File(file) if into.len() >= WINDOW => Self::read_file(file, self.at, into)?,
            Bytes::File(file) => {
                if self.in_window().is_empty() {
                    let size = (self.window.len() * 2).clamp(FIRST_WINDOW, WINDOW);
                    self.window.resize(size, 0);
                    let read = Self::read_file(file, self.at, &mut self.window)?;
                    self.window.truncate(read);
                    self.window_at = self.at;
                }
                self.in_window().read(into)?
            }
        };
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for Source {
    fn seek(&mut self, to: SeekFrom) -> Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.length.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = at.ok_or_else(|| Error::new(std::io::ErrorKind::InvalidInput, "before the first byte"))?;
        Ok(self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_as_its_bytes_are() {
        let bytes: Vec<u8> = (0..200_000u32).map(|n| (n % 251) as u8).collect();
        let memory = Source::from(bytes.clone());
        let mut file = Source::of_file(std::io::Cursor::new(bytes.clone())).unwrap();
        assert_eq!((file.length(), &*file.all().unwrap()), (200_000, &bytes[..]));
        for (at, most) in [(0, 4), (199_990, 50), (70_000, 100_000), (200_000, 1), (u64::MAX, 1)] {
            assert_eq!(file.part(at, most).unwrap(), memory.part(at, most).unwrap(), "{at} {most}");
        }
        let mut small = [0; 7];
        for at in [100, 90, 32_770, 32_760, 199_995] {
            file.seek(SeekFrom::Start(at)).unwrap();
            let read = file.read(&mut small).unwrap();
            assert_eq!(small[..read], bytes[at as usize..at as usize + read], "{at}");
        }
        assert_eq!(file.seek(SeekFrom::End(-10)).unwrap(), 199_990);
        assert!(file.seek(SeekFrom::Current(i64::MIN)).is_err());
    }
}
