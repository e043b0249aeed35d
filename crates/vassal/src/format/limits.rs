//! How much a foreign file may make us read.

/// Deepest nesting of elements in a build file, where nobody asks for another; what compares two goes no deeper.
pub const XML_DEPTH: usize = 200;

/// Bounds on what is read from an archive or stream, all on decoded sizes.
///
/// There is no bound on the compression ratio: a real log of 224 MB packs to 829 kB.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Most entries in one archive.
    pub entries: usize,
    /// Most decoded bytes of one entry or stream.
    pub entry_bytes: u64,
    /// Most decoded bytes of the commands of a save; those that add pieces may take a quarter of it.
    pub text_bytes: u64,
    /// Most decoded bytes of all entries together.
    pub total_bytes: u64,
    /// Longest entry name in bytes.
    pub path_bytes: usize,
    /// Most folders in one entry name.
    pub path_depth: usize,
    /// Deepest nesting of elements in a build file.
    pub xml_depth: usize,
    /// Deepest nesting of commands in a save.
    pub command_depth: usize,
}

impl Limits {
    /// The default limits with room for `bytes` decoded bytes, in one entry and in all together.
    ///
    /// A value below the default total narrows the limits.
    #[must_use]
    pub fn with_max_size(bytes: u64) -> Self {
        Self { entry_bytes: bytes, text_bytes: bytes, total_bytes: bytes, ..Self::default() }
    }
}

impl Default for Limits {
    /// 50,000 entries, 512 MiB for an entry, half of it for the commands of a save, as an entry in digits decodes to, 2 GiB in all, names of 1,024 bytes and 32 folders.
    fn default() -> Self {
        Self {
            entries: 50_000,
            entry_bytes: 512 << 20,
            text_bytes: 256 << 20,
            total_bytes: 2 << 30,
            path_bytes: 1024,
            path_depth: 32,
            xml_depth: XML_DEPTH,
            command_depth: 200,
        }
    }
}
