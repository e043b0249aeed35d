//! Submarines (3.16): their attack on ships (ATPO-R21), Kaiten (ATPO-R24), harbours (ATPO-R23).

mod attacks;
pub mod encounter;

pub mod harbour;
pub mod hunt;
pub mod kaiten;
