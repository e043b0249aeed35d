//! What an air unit reaches, and which aircraft reach a place.
