//! The battles of the tour: each comes to its end with the policies and the seed that its row names.

use super::{data, liege, save};

#[test]
fn every_battle_of_the_tour_ends_with_its_own_policies() {
    let folder = tempfile::tempdir().unwrap();
    let battles = &data().layout.tour.as_ref().unwrap().battle;
    assert!(battles.len() > 2, "{} battles", battles.len());
    for plot in battles {
        let text = data().scenario_text(&format!("tour/{}", plot.text)).unwrap();
        let path = save(folder.path(), &plot.save(), text);
        let seed = plot.seed.to_string();
        let mut arguments =
            vec!["resolve", path.to_str().unwrap(), "--all", "--side", "umpire", "--seed", &seed];
        arguments.extend(plot.policies.iter().flat_map(|policy| ["--policy", policy.as_str()]));
        let output = liege(&arguments);
        let told = String::from_utf8(output.stdout).unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{}: {told}{said}", plot.title);
        assert!(!told.contains("open:"), "{}: {told}", plot.title);
    }
}
