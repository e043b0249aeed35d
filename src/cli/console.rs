//! Where a call reads and prints: the streams of the process, or those in memory of who calls commands in-process.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::io::{self, BufRead, Cursor, IsTerminal as _, Read, Write as _};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};

/// The streams of one call, and what it remembers of them.
#[derive(Default)]
pub struct Console {
    /// None for those of the process.
    memory: Option<Memory>,
    is_quiet: AtomicBool,
    notes: Mutex<BTreeSet<String>>,
    typed: Mutex<Option<Vec<u8>>>,
    /// Folders in which nothing half-done is left, and how long was waited for others to finish theirs.
    pub settled: Mutex<(BTreeSet<PathBuf>, Duration)>,
}

/// Streams in memory, which are no terminal.
#[derive(Default)]
struct Memory {
    input: Mutex<Cursor<Vec<u8>>>,
    result: Mutex<Vec<u8>>,
    talk: Mutex<Vec<u8>>,
    is_coloured: AtomicBool,
}

/// One of the two streams that a call prints to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Result,
    /// Standard error.
    Talk,
}

thread_local! {
    /// The console of the call that runs on this thread.
    static CURRENT: RefCell<Arc<Console>> = RefCell::default();
}

/// The console of the call that runs here.
pub fn current() -> Arc<Console> {
    CURRENT.with_borrow(Arc::clone)
}

/// Runs a call, or a part of it on another thread, with its console.
pub fn within<T>(console: &Arc<Console>, run: impl FnOnce() -> T) -> T {
    /// Puts the console back, whether the call ends or panics.
    struct Outer(Arc<Console>);
    impl Drop for Outer {
        fn drop(&mut self) {
            CURRENT.set(Arc::clone(&self.0));
        }
    }
    let _outer = Outer(CURRENT.replace(Arc::clone(console)));
    run()
}

impl Console {
    /// Streams in memory, with what is on standard input.
    pub fn in_memory(input: &[u8]) -> Self {
        let memory = Memory { input: Mutex::new(Cursor::new(input.to_owned())), ..Memory::default() };
        Self { memory: Some(memory), ..Self::default() }
    }

    /// What was printed to a stream in memory so far; it is taken away.
    pub fn printed(&self, stream: Stream) -> Vec<u8> {
        self.memory.as_ref().map_or_else(Vec::new, |memory| std::mem::take(&mut *locked(memory.of(stream))))
    }

    /// Colours from here on, or as the terminal is.
    pub fn set_colour(&self, colour: ColorChoice) {
        match &self.memory {
            Some(memory) => memory.is_coloured.store(colour == ColorChoice::Always, Ordering::Relaxed),
            None => colour.write_global(),
        }
    }

    /// Whether colours are forced into what is no terminal.
    pub fn is_colour_forced(&self) -> bool {
        match &self.memory {
            Some(memory) => memory.is_coloured.load(Ordering::Relaxed),
            None => ColorChoice::global() == ColorChoice::Always,
        }
    }

    /// Prints text whose colours are kept where they are wanted.
    pub fn print(&self, stream: Stream, text: &str) -> io::Result<()> {
        match &self.memory {
            Some(memory) => {
                let choice = if self.is_colour_forced() { ColorChoice::Always } else { ColorChoice::Never };
                AutoStream::new(&mut *locked(memory.of(stream)), choice).write_all(text.as_bytes())
            }
            None if stream == Stream::Talk => anstream::stderr().lock().write_all(text.as_bytes()),
            None => {
                let mut out = anstream::stdout().lock();
                out.write_all(text.as_bytes()).and_then(|()| out.flush())
            }
        }
    }

    /// Writes bytes to standard output as they are.
    pub fn write(&self, bytes: &[u8]) -> io::Result<()> {
        match &self.memory {
            Some(memory) => {
                locked(&memory.result).extend_from_slice(bytes);
                Ok(())
            }
            None => {
                let mut out = io::stdout().lock();
                out.write_all(bytes).and_then(|()| out.flush())
            }
        }
    }

    /// How many columns the terminal has to which a stream goes; none where it goes to none.
    pub fn columns(&self, stream: Stream) -> Option<usize> {
        let width = |size: Option<(terminal_size::Width, terminal_size::Height)>| {
            size.map_or(usize::MAX, |(width, _)| width.0.into())
        };
        let is_terminal = self.is_terminal(stream);
        is_terminal.then(|| match stream {
            Stream::Result => width(terminal_size::terminal_size_of(io::stdout())),
            Stream::Talk => width(terminal_size::terminal_size_of(io::stderr())),
        })
    }

    /// Whether a stream goes to a terminal.
    pub fn is_terminal(&self, stream: Stream) -> bool {
        self.memory.is_none()
            && match stream {
                Stream::Result => io::stdout().is_terminal(),
                Stream::Talk => io::stderr().is_terminal(),
            }
    }

    /// A variable of the environment, which a call in memory does not have.
    pub fn variable(&self, name: &str) -> Option<String> {
        self.memory.is_none().then(|| std::env::var(name).ok()).flatten().filter(|value| !value.is_empty())
    }

    /// Whether somebody types at standard input.
    pub fn is_typed(&self) -> bool {
        self.memory.is_none() && io::stdin().is_terminal()
    }

    /// Reads from standard input.
    pub fn read<T>(&self, read: impl FnOnce(&mut dyn BufRead) -> T) -> T {
        match &self.memory {
            Some(memory) => read(&mut *locked(&memory.input)),
            None => read(&mut io::stdin().lock()),
        }
    }

    /// All of standard input as a reader of streams takes it, kept because a command may look at it twice.
    pub fn whole_input(
        &self,
        all_of: impl FnOnce(&mut dyn Read) -> io::Result<Vec<u8>>,
    ) -> io::Result<Vec<u8>> {
        let mut typed = locked(&self.typed);
        if let Some(bytes) = &*typed {
            return Ok(bytes.clone());
        }
        let bytes = self.read(|mut input| all_of(&mut input))?;
        *typed = Some(bytes.clone());
        Ok(bytes)
    }

    /// Leaves out all notes from here on.
    pub fn keep_quiet(&self) {
        self.is_quiet.store(true, Ordering::Relaxed);
    }

    /// Whether notes are left out.
    pub fn is_quiet(&self) -> bool {
        self.is_quiet.load(Ordering::Relaxed)
    }

    /// Whether a note is the first of its text.
    pub fn is_new(&self, note: &str) -> bool {
        locked(&self.notes).insert(note.to_owned())
    }
}

impl Memory {
    fn of(&self, stream: Stream) -> &Mutex<Vec<u8>> {
        match stream {
            Stream::Result => &self.result,
            Stream::Talk => &self.talk,
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
