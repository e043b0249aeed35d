//! The findings of a position are the same however often and wherever it is checked.

use std::thread;

use super::{check_text, mutants, world};
use crate::positions::legal;

#[test]
fn the_same_text_gives_the_same_findings_in_the_same_order() {
    for seed in 0..3 {
        let mut layout = legal(world(), seed);
        mutants::spoil(&mut layout);
        let text = layout.text();
        let first = check_text(&text);
        assert!(first.findings.len() > 20, "{} findings", first.findings.len());
        assert_eq!(check_text(&text).findings, first.findings, "once more");
        let in_threads = thread::scope(|scope| {
            let threads = [0, 1].map(|_| scope.spawn(|| check_text(&text).findings));
            threads.map(|thread| thread.join().unwrap())
        });
        for findings in in_threads {
            assert_eq!(findings, first.findings, "in a thread of its own");
        }
    }
}
