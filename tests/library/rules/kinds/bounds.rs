//! What a row or a name may ask for has a bound, and what it would do in vain is refused.

use super::*;

fn faults(names: &str, checks: &str) -> String {
    let faults = named(names, checks).expect_err(checks);
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

const FEW: &str = "kind = \"count\"\nmost = 1\n";

#[test]
fn names_that_double_and_names_in_a_long_row_are_refused() {
    let double: Vec<String> = (1..=40).map(|n| format!("a{n} = \"a{} a{}\"", n - 1, n - 1)).collect();
    let names = format!("[pieces]\na0 = \"kind=foot\"\n{}\n", double.join("\n"));
    let told = faults(&names, &row(&format!("{FEW}pieces = \"a12\"")));
    assert!(told.contains("expected at most 1000 terms") && told.contains("at most 16 names"), "{told}");
    let chain: Vec<String> = (1..=2_000).map(|n| format!("a{n} = \"a{}\"", n - 1)).collect();
    let names = format!("[pieces]\na0 = \"kind=foot\"\n{}\n", chain.join("\n"));
    assert!(faults(&names, &row(&format!("{FEW}pieces = \"a2000\""))).contains("at most 16 names"));
}

#[test]
fn words_that_look_further_and_further_are_refused() {
    let told = faults("", &row(&format!("{FEW}pieces = \"here(stack(here(beside(any))))\"")));
    assert!(told.contains("nested words with brackets"), "{told}");
    let told = faults("", &row(&format!("{FEW}pieces = \"at(beside(beside(has(here(any)))))\"")));
    assert!(told.contains("nested words with brackets"), "{told}");
    assert!(toy(&row(&format!("{FEW}pieces = \"here(stack(here(any)))\""))).is_ok());
}

#[test]
fn own_and_enemy_need_a_piece_that_looks() {
    let own = |rest: &str| faults("", &row(rest));
    let word = |word: &str| format!("\"{word}\" is relative to a piece, but there is none here");
    assert!(own(&format!("{FEW}pieces = \"side=own\"")).contains(&word("own")));
    assert!(own(&format!("{FEW}pieces = \"any\"\ndoubt = \"nation!=enemy\"")).contains(&word("enemy")));
    let places = format!("{FEW}pieces = \"any\"\nper = \"place\"\nplaces = ");
    assert!(own(&format!("{places}\"holder=own\"")).contains(&word("own")));
    assert!(own(&format!("{places}\"has(side=other)\"")).contains(&word("other")));
    assert!(own("kind = \"value\"\nholds = \"count(side=own) == 1\"").contains(&word("own")));
    let after = "kind = \"change\"\npieces = \"any\"\nchange = \"moves\"\nafter = \"side=own\"";
    assert!(own(after).contains(&word("own")));
    for fine in ["here(side=own)", "at(holder=enemy)", "at(has(side=enemy))"] {
        assert!(toy(&row(&format!("{FEW}pieces = \"{fine}\""))).is_ok(), "{fine}");
    }
}

#[test]
fn a_number_of_the_counter_needs_groups_of_one_counter() {
    let of = |per: &str| format!("kind = \"count\"\npieces = \"any\"\nmost = \"count\"\n{per}");
    assert!(faults("", &row(&of(""))).contains("needs per = \"id\" or \"piece\""));
    assert!(faults("", &row(&of("per = \"place\""))).contains("needs per"));
    assert!(toy(&row(&of("per = \"id\""))).is_ok());
}

#[test]
fn a_limit_below_nothing_is_refused() {
    let change = "kind = \"change\"\npieces = \"any\"\nchange = \"moves\"\nmost = -1";
    assert!(faults("", &row(change)).contains("checks.toml:9: check TOY-1: expected 0 or more, found -1"));
    assert!(
        faults("", &row("kind = \"count\"\npieces = \"any\"\nleast = -1")).contains("expected 0 or more")
    );
}
