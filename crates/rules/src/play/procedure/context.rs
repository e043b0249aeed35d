//! Why the tables of a procedure could not be made ready.

use crate::data::DataError;
use crate::play::choices::ChoiceError;

/// The tables of a game could not be made ready.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ContextError {
    /// A data file.
    #[error(transparent)]
    Data(#[from] DataError),
    /// A choice.
    #[error(transparent)]
    Choice(#[from] ChoiceError),
}
