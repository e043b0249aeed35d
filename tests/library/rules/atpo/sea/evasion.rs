//! Evasion: speeds, automatic interceptions, Evasion chits and their limits.

use super::{fault, refused, result, run};

#[test]
fn the_slowest_of_each_side_are_compared_and_the_target_must_be_faster() {
    for (typed, wanted) in [
        ("target=33 interceptor=30", "may evade"),
        ("target=30 interceptor=30", "cannot evade"),
        ("target=45,29 interceptor=30,40", "cannot evade"),
        ("target=45,31 interceptor=40,30", "may evade"),
        ("target=Enterprise~33,DD~36 interceptor=BB~27", "may evade"),
        ("target=45 interceptor=30 automatic=yes", "cannot evade"),
        ("target=45 interceptor=30 natural-6=yes", "may evade"),
        ("target=45 interceptor=30 chit=yes", "may evade"),
        ("target=20 interceptor=30 chit=yes", "speed does not help, the chit does"),
        ("target=45 interceptor=30 automatic=yes chit=yes", "speed does not help, the chit does"),
    ] {
        assert_eq!(result("R11", typed, &[], &[]), wanted, "{typed}");
    }
    let six = ["natural_6_automatic=yes"];
    assert_eq!(result("R11", "target=45 interceptor=30 natural-6=yes", &[], &six), "cannot evade");
    assert_eq!(result("R11", "target=45 interceptor=30", &[], &six), "may evade");
}

#[test]
fn an_evasion_chit_has_its_limits() {
    let chit = |more: &str| format!("target=20 interceptor=30 chit=yes {more}");
    for more in ["us-gunnery=5 gunnery=10", "us-gunnery=6 gunnery=10 nation=UK", "nation=US"] {
        assert_eq!(result("R11", &chit(more), &[], &[]), "speed does not help, the chit does", "{more}");
    }
    for (more, rule) in [
        ("us-gunnery=4 gunnery=9", "17.2.2"),
        ("us-gunnery=0 gunnery=0", "17.2.2"),
        ("nation=UK", "17.2.2"),
        ("chit-lies=yes", "17.2.2"),
        ("sea-area=yes", "17.2.3"),
        ("near-japan=yes", "17.2.3"),
        ("submarine=yes", "17.2.3"),
    ] {
        assert_eq!(refused("R11", &chit(more), &[]), [rule], "{more}");
    }
    assert_eq!(result("R11", "target=20 interceptor=30 sea-area=yes", &[], &[]), "cannot evade");
}

#[test]
fn who_evades_is_located_and_gives_up_his_assault() {
    let outcome = |typed: &str| run("R11", typed, &[], &[]).unwrap().json["outcome"].clone();
    let evades = outcome("target=33 interceptor=30 amphibious=yes");
    assert!(evades["assault_lost"] == true && evades["located"] == true, "{evades}");
    assert_eq!(outcome("target=30 interceptor=30 amphibious=yes")["assault_lost"], false);
    assert_eq!(outcome("target=33 interceptor=30")["assault_lost"], false);
    assert_eq!(outcome("target=9 interceptor=30 amphibious=yes chit=yes")["assault_lost"], true);
}

#[test]
fn speeds_that_are_none_are_told() {
    for (typed, key) in [
        ("interceptor=30", "target"),
        ("target=30", "interceptor"),
        ("target=fast interceptor=30", "target"),
        ("target=30~31 interceptor=30", "target"),
        ("target=30 interceptor=0", "interceptor"),
        ("target=30 interceptor=", "interceptor"),
        ("target=30 interceptor=20 automatic=yes natural-6=yes", "natural-6"),
        ("target=30 interceptor=20 us-gunnery=3", "gunnery"),
        ("target=30 interceptor=20 us-gunnery=3 gunnery=2", "us-gunnery"),
        ("target=30 interceptor=20 nation=ZZ", "nation"),
    ] {
        assert_eq!(fault("R11", typed), key, "{typed}");
    }
}
