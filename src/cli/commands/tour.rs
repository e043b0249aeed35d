//! `tour`: the main job once through, with something to look at.

mod battle;
mod hidden;
mod stage;

use std::time::Instant;

use stage::Stage;

use crate::cli::args::Tour;
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, files, headline, output};
use crate::games::GAMES;
use crate::report::page::Page;
use crate::report::text;
use liege_build::window::Tour as Plot;
use liege_rules::check::Checked;
use vassal::diagnostic::Finding;
use vassal::format::timestamp::Timestamp;

/// The day written into the files, so that every tour writes the same bytes.
const DAY: (i32, u8, u8) = (2026, 1, 1);

/// Everything a station of the tour needs.
struct Guide<'a> {
    stage: Stage<'a>,
    plot: Plot,
    page: Page,
}

/// Runs the tour into a folder.
pub fn run(session: &Session, own: &Tour) -> Result<Exit, Failure> {
    let begun = Instant::now();
    files::expect_folder(&own.folder)?;
    let game = GAMES.first().ok_or_else(|| Failure::new("no game to show"))?;
    let (year, month, day) = DAY;
    let date = Timestamp::from_day(year, month, day);
    let stage = Stage::new(session, &own.folder, game.id(), date)?;
    let plot = stage.data.layout.tour.clone();
    let plot = plot.ok_or_else(|| Failure::new(format!("the game {} has no tour", game.id())))?;
    files::make_folder(&own.folder)?;
    let page = Page::new(
        &format!("{}: built, checked, resolved", stage.data.layout.name),
        "Everything on this page was made just now by one command: the VASSAL module, a scenario, the same position \
         with planted faults and what the rules say about them, battles resolved into saves and logs that VASSAL \
         plays, and a game with hidden play as each side sees it.",
    );
    let mut guide = Guide { stage, plot, page };
    guide.module_and_scenario()?;
    guide.planted_faults()?;
    let mut made = Vec::new();
    for plot in &guide.plot.battle {
        made.extend(battle::show(&guide.stage, plot, &mut guide.page)?);
    }
    made.extend(guide.hidden_play(date)?);
    guide.farewell(made)?;
    files::write(&own.folder.join("index.html"), guide.page.html().as_bytes())?;
    if !session.quiet {
        output::say(&format!(
            "done in {:.1} s: open {}",
            begun.elapsed().as_secs_f32(),
            own.folder.join("index.html").display()
        ));
    }
    Ok(Exit::Clean)
}

impl Guide<'_> {
    fn module_and_scenario(&mut self) -> Result<(), Failure> {
        for (name, bytes) in self.stage.build()? {
            files::write(&self.stage.path(&name), &bytes)?;
        }
        self.page.section("The module and a scenario");
        let entries = self.stage.data.pack.catalogue.entries().count();
        self.page.text(&format!(
            "{} counters and chits, {} hexes on {} sheets, {} windows of boxes and trays; every picture is drawn \
             from tables and templates.",
            entries,
            self.stage.data.pack.map.hexes().count(),
            self.stage.data.pack.map.grid.sheets.len(),
            self.stage.data.layout.window.len(),
        ));
        let scenario = self.stage.data.layout.scenario.iter().find(|known| known.text == self.plot.scenario);
        let Some(scenario) = scenario.cloned() else {
            return Err(Failure::new(format!(
                "the tour's scenario {} is not in the module",
                self.plot.scenario
            )));
        };
        let whole = self.stage.picture(&scenario.file, "scenario.png", (None, 0.22), None)?;
        self.page.picture(&whole, &format!("{}, the save {}", scenario.name, scenario.file));
        Ok(())
    }

    fn planted_faults(&mut self) -> Result<(), Failure> {
        self.stage.say("planting faults and finding them");
        let scenario = self.stage.data.scenario_text(&self.plot.scenario).unwrap_or_default();
        // The faults are shown on what the text itself places.
        let scenario: String = scenario
            .lines()
            .filter(|line| !line.starts_with("fill:"))
            .map(|line| format!("{line}\n"))
            .collect();
        let faults = self.stage.data.scenario_text(&format!("tour/{}", self.plot.faults)).unwrap_or_default();
        let name = "planted-faults.vsav";
        self.stage.save(name, &format!("{scenario}\n{faults}"), "The scenario with planted faults")?;
        let (understood, checked) = self.stage.check(name)?;
        self.page.section("The same position with planted faults");
        let view = self.plot.faults_view.clone();
        let title = headline::of(name, &understood, self.stage.session);
        let marked =
            self.stage.picture(name, "planted-faults.png", (Some(&view), 1.0), Some((&title, &checked)))?;
        self.page
            .picture(&marked, "The findings, numbered as below; red ones are illegal whatever the estimates");
        self.page.table(&["", "check", "where", "what", "rule"], &rows(&checked));
        let about = headline::about(&understood, self.stage.session);
        let shown = text::checked(name, &about, &checked, &understood.situation.untold, text::Detail::Usual);
        self.page.transcript(&format!("liege check {name} --side umpire"), &shown);
        Ok(())
    }

    /// A second game, whose sides see what they met; returns its files.
    fn hidden_play(&mut self, date: Timestamp) -> Result<Vec<(String, String)>, Failure> {
        let game = GAMES.iter().find(|game| game.hidden().is_some());
        let game = game.ok_or_else(|| Failure::new("no game with hidden play to show"))?;
        let stage = Stage::new(self.stage.session, self.stage.folder, game.id(), date)?;
        hidden::show(&stage, &mut self.page)
    }

    fn farewell(&mut self, made: Vec<(String, String)>) -> Result<(), Failure> {
        self.page.section("The files");
        let mut list =
            vec![(self.stage.module_name(), "the module; open it in VASSAL 3.7 or later".to_owned())];
        for scenario in &self.stage.data.layout.scenario {
            list.push((scenario.file.clone(), format!("the scenario {} as a save", scenario.name)));
        }
        list.push(("planted-faults.vsav".to_owned(), "the scenario with faults".to_owned()));
        list.extend(made);
        self.page.files(&list);
        Ok(())
    }
}

/// The findings as rows of a table, in the order of their numbers.
fn rows(checked: &Checked) -> Vec<Vec<String>> {
    let row = |(number, finding): (usize, &Finding)| {
        let place = finding.place.as_ref().map_or("", |place| &place.location);
        vec![
            number.to_string(),
            format!("{} {}", finding.id, finding.name),
            place.to_owned(),
            finding.message.clone(),
            finding.rule.clone(),
        ]
    };
    checked.numbered().into_iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::commands::marks;
    use crate::cli::commands::overlay::Part;
    use vassal::diagnostic::Severity;

    #[test]
    fn the_table_numbers_the_findings_as_the_key_of_the_picture() {
        let finding = |id: &str, severity| Finding {
            id: id.into(),
            name: "fault".into(),
            severity,
            rule: "1".into(),
            message: "wrong".into(),
            help: None,
            place: None,
            pieces: Vec::new(),
        };
        let findings = vec![finding("A", Severity::Suspicious), finding("B", Severity::Illegal)];
        let checked = Checked { findings, ..Checked::default() };
        let part = Part { map: "Main Map".into(), area: None };
        let key = marks::over(&checked, "", &part).key.unwrap().elsewhere;
        let key: Vec<String> =
            key.into_iter().map(|entry| format!("{} {}", entry.label, entry.head)).collect();
        let table: Vec<String> =
            rows(&checked).into_iter().map(|row| format!("{} {}", row[0], row[1])).collect();
        assert_eq!(table, ["1 B fault", "2 A fault"]);
        assert_eq!(key, ["1 illegal B fault", "2 suspicious A fault"]);
    }
}
