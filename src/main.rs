//! The binary: arguments in, exit code out.

use std::process::ExitCode;

fn main() -> ExitCode {
    liege::cli::main(std::env::args_os())
}
