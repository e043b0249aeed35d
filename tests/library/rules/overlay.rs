//! A user's files laid over those that come with the program.

use std::collections::BTreeMap;

use liege::rules::data::{Embedded, Files, Overlay, REPLACED};

#[test]
fn a_user_file_replaces_the_one_below_it_of_the_same_path() {
    let user = BTreeMap::from([
        ("oob/README.md".to_owned(), b"mine".to_vec()),
        ("oob/mine/start.csv".to_owned(), Vec::new()),
    ]);
    let files = Overlay::new(user, &Embedded);
    assert_eq!(files.read("oob/README.md"), Some(&b"mine"[..]));
    assert!(Embedded.read("oob/README.md").is_some_and(|text| text != b"mine"));
    assert!(files.list("oob").contains(&"oob/README.md".to_owned()));
    assert_eq!(files.list("oob/mine"), ["oob/mine/start.csv"]);
    assert!(files.folders("oob").contains(&"mine".to_owned()));
    assert_eq!(files.read("elsewhere/x"), None);
}

#[test]
fn of_a_folder_that_is_replaced_only_the_users_files_count() {
    let ours = Embedded.list("oob");
    assert!(ours.contains(&"oob/README.md".to_owned()) && Embedded.folders("oob").len() > 1);
    let user = |replaced: &str| {
        BTreeMap::from([
            (REPLACED.to_owned(), format!("# all of it\n{replaced}\n").into_bytes()),
            ("oob/mine/start.csv".to_owned(), b"mine".to_vec()),
        ])
    };
    let files = Overlay::new(user("oob/"), &Embedded);
    assert_eq!((files.list("oob"), files.folders("oob")), (vec![], vec!["mine".to_owned()]));
    assert_eq!((files.read("oob/README.md"), files.read("oob/mine/start.csv")), (None, Some(&b"mine"[..])));
    assert!(files.faults.is_empty() && files.read("counters/README.md").is_some());
    let files = Overlay::new(user("obo/"), &Embedded);
    let told: Vec<String> = files.faults.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["replace.txt:2: no built-in folder \"obo/\""]);
}
