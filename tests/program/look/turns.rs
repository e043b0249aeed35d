//! Turn trackers are told in the words that VASSAL shows.

use super::corpus;

/// A tracker of seasons and their halves, which are named by the season.
const TRACKER: &str = r#"<VASSAL.build.module.turn.TurnTracker name="Turn" turnFormat="$level1$$level2$ ($Era$)">
<VASSAL.build.module.turn.ListTurnLevel name="Season" property="Season" list="Summer,Winter" turnFormat="$value$">
<VASSAL.build.module.turn.ListTurnLevel name="Half" property="Half" list="1st,2nd"
 turnFormat="{&quot; &quot; + (Season == &quot;Winter&quot; ? (value == &quot;1st&quot; ? &quot;early&quot; : &quot;late&quot;) : If(Half == &quot;1st&quot;, &quot;June&quot;, &quot;July&quot;))}"/>
</VASSAL.build.module.turn.ListTurnLevel></VASSAL.build.module.turn.TurnTracker>
<VASSAL.build.module.properties.GlobalProperties><VASSAL.build.module.properties.GlobalProperty name="Era" initialValue="old"/></VASSAL.build.module.properties.GlobalProperties></VASSAL.build.GameModule>"#;

fn turn(commands: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let (save, module) = (folder.path().join("game.vsav"), folder.path().join("small.vmod"));
    let build_file = corpus::BUILD_FILE.replace("</VASSAL.build.GameModule>", TRACKER);
    std::fs::write(&save, corpus::save(commands)).unwrap();
    let entries = [("buildFile.xml", build_file.as_bytes()), ("moduledata", corpus::MODULE_DATA.as_bytes())];
    std::fs::write(module, corpus::archive(&entries)).unwrap();
    let output = corpus::liege().arg("inspect").arg(&save).output();
    let told = String::from_utf8(output.stdout).unwrap();
    let line = told.lines().find_map(|line| line.strip_prefix("  turn         "));
    line.unwrap_or_default().to_owned()
}

#[test]
fn a_format_may_choose_by_the_properties_of_other_levels() {
    let at = |season: u8, half: u8| {
        format!("TURNTurnTracker0\t0|{season};0;0;true,true;{half}\\;0\\;0\\;true,true")
    };
    for (season, half, shown) in [
        (0, 0, "Summer June (old)"),
        (0, 1, "Summer July (old)"),
        (1, 0, "Winter early (old)"),
        (1, 1, "Winter late (old)"),
    ] {
        assert_eq!(turn(&[&at(season, half)]), shown);
    }
    // The engine takes the second entry of a list of which a state says nothing, in its property too.
    assert_eq!(turn(&["TURNTurnTracker0\t0|x"]), "Winter late (old)");
    assert_eq!(turn(&[&at(1, 1), "MutableProperty\tEra\told\tnew\tModule"]), "Winter late (new)");
}
