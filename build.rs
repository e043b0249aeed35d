//! Tells Cargo that new data files mean a new build: they are embedded in the library.

#[expect(
    clippy::print_stdout,
    reason = "Cargo reads a build script's standard output"
)]
fn main() {
    for folder in ["rules", "counters", "maps", "oob"] {
        println!("cargo:rerun-if-changed={folder}");
    }
}
