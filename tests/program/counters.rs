//! Counters drawn and printed by the program, and what it says about faults in their tables.

mod bad_data;
mod own_family;
mod print;
