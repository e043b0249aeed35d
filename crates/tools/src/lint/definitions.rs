//! What the definitions of traits in saves say: set-ups of one module repeat the same ones, each of which is read once.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use super::pictures::Pictures;
use super::roles::Role;
use super::tree::{Parts, TraitOf};
use super::values::of_traits;
use super::words::is_put_together;
use vassal::format::piece::TraitText;

/// Most letters of definitions that are kept.
const MOST_KEPT: usize = 16 << 20;

/// What a definition of a trait says, as far as saves are asked for it.
#[derive(Debug, Default)]
pub(crate) struct Definition {
    /// The word of a trait that VASSAL does not have.
    pub unknown: Option<String>,
    /// The pictures that it names and the module does not have.
    pub absent: Vec<String>,
}

/// The definitions read so far.
#[derive(Default)]
pub(crate) struct Definitions {
    known: RwLock<KnownDefinitions>,
}

#[derive(Default)]
struct KnownDefinitions {
    by_text: HashMap<String, Arc<Definition>>,
    letters: usize,
}

impl Definitions {
    /// What the definition of a trait says in a module with these pictures.
    pub fn of(&self, own: &TraitText, pictures: Option<&Pictures>) -> Arc<Definition> {
        let text = own.type_text.as_str();
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.by_text.get(text) {
            return known.clone();
        }
        drop(known);
        let read = Arc::new(Definition::of(own, pictures));
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if known.letters + text.len() <= MOST_KEPT {
            known.letters += text.len();
            known.by_text.insert(text.to_owned(), read.clone());
        }
        read
    }
}

impl Definition {
    fn of(own: &TraitText, pictures: Option<&Pictures>) -> Self {
        let own = TraitOf::alone(own);
        let unknown = match &own.parts {
            Parts::Unknown(text) => Some(text.split(';').next().unwrap_or_default().to_owned()),
            _ => None,
        };
        let all = of_traits(std::slice::from_ref(&own));
        let named = all.iter().filter(|value| value.role == Role::Picture);
        let is_absent = |name: &str| {
            let asked = name.trim();
            !asked.is_empty()
                && !is_put_together(asked)
                && pictures.is_some_and(|pictures| !pictures.has(name))
        };
        let absent = named.filter(|value| is_absent(&value.text)).map(|value| value.text.trim().to_owned());
        Self { unknown, absent: absent.collect() }
    }
}
