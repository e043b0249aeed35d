//! Tells Cargo that changed data files mean a new release: they are embedded in it, and in no other build.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        for folder in ["rules", "counters", "maps", "oob", "templates", "lint"] {
            println!("cargo:rerun-if-changed={folder}");
        }
    }
}
