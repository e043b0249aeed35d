//! `transcript`: a log told step by step, with the statistics of its dice.

mod joined;

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::cli::args::{StoryFormat, Transcript};
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, files, open, output, several, standard, watched};
use crate::report::page::Page;
use crate::table::opened::OpenedSave;
use liege_art::position::{self, Drawer, Frame, Request};
use liege_art::templates;
use liege_tools::compare::dice::{self, DiceReport, DiceWords, Roll};
use liege_tools::compare::positions::{Deed, Spot};
use liege_tools::compare::story::{Story, StoryStep};
use vassal::diagnostic::counted;
use vassal::model::eyes::Eyes;
use vassal::model::position::Position;

/// The most pictures of a page.
const MOST_PICTURES: usize = 500;

/// Room around what happened in a picture, in map pixels.
const AROUND: i32 = 250;

/// Widest and highest picture of a step, in map pixels; more of the map is drawn smaller.
const LARGEST: u32 = 2400;

/// How large pictures of steps are beside VASSAL's 100 %.
const SCALE: f32 = 0.6;

/// Tells logs; one that cannot be told is said, and the others go on.
pub fn run(session: &Session, own: &Transcript) -> Result<Exit, Failure> {
    let form = form(own)?;
    if let Some(twice) = own.logs.iter().enumerate().find(|(at, log)| own.logs[..*at].contains(log)) {
        return Err(Failure::about(twice.1, "is given twice, so its dice would count twice"));
    }
    let steps = own.steps.as_deref().map(steps_of).transpose()?;
    let told = |log: &PathBuf| {
        let own = Transcript { log: log.clone(), ..own.clone() };
        one(session, &own, form, steps.clone()).map(|told| (own, told))
    };
    match (own.logs.as_slice(), &own.output) {
        ([log], Some(path)) => {
            files::refuse_same(log, path)?;
            let (own, told) = told(log)?;
            files::write(path, told.whole(&own)?.as_bytes())?;
            Ok(Exit::Clean)
        }
        (logs, Some(path)) if is_one_file(path) => {
            logs.iter().try_for_each(|log| files::refuse_same(log, path))?;
            let mut whole = String::new();
            let put = &mut |part: &str| {
                whole.push_str(part);
                Ok(())
            };
            let exit = joined::tell(logs, form, told, put)?;
            if !whole.is_empty() {
                files::write(path, whole.as_bytes())?;
            }
            Ok(exit)
        }
        (logs, Some(folder)) => {
            several::into_folder(logs, folder, several::with_ending(ending_of(form)), |log, path| {
                files::refuse_same(log, path)?;
                let (own, told) = told(log)?;
                files::write(path, told.whole(&own)?.as_bytes())?;
                Ok(Exit::Clean)
            })
        }
        (logs, None) => joined::tell(logs, form, told, &mut |part| match form {
            StoryFormat::Text => output::result(part),
            StoryFormat::Markdown => output::page(part),
            StoryFormat::Html | StoryFormat::Json => output::print(part),
        }),
    }
}

/// Whether several logs become one file: its name ends as one does, and no folder has it.
fn is_one_file(path: &Path) -> bool {
    let ending = files::ending_of(path).unwrap_or_default();
    let is_named = FORMS.iter().any(|(.., endings)| endings.contains(&ending.as_str()));
    standard::is_standard(path) || is_named && !path.is_dir()
}

/// Tells one log.
fn one(
    session: &Session,
    own: &Transcript,
    form: StoryFormat,
    steps: Option<RangeInclusive<usize>>,
) -> Result<StoryTold, Failure> {
    let save = open::save(&own.log, &session.limits)?;
    let side = own.side.side.as_deref();
    let (game, eyes) = watched::at_end(session, &own.log, &save, own.module.as_deref(), side)?;
    if game.log_steps == 0 {
        return Err(Failure::about(&own.log, "has no steps")
            .help("VASSAL writes logs with File ▸ Begin Logfile; `liege diff` compares saves"));
    }
    if game.is_copy {
        return Err(Failure::about(
            &own.log,
            "is of a game with hidden play, whose steps only the umpire may read",
        )
        .help("--side umpire shows everything"));
    }
    if let Some(steps) = steps.as_ref().filter(|steps| *steps.end() > game.log_steps) {
        let what = format!(
            "--steps {}-{}: the log has {}",
            steps.start(),
            steps.end(),
            counted(game.log_steps, "step")
        );
        return Err(Failure::about(&own.log, what));
    }
    let wanted = steps.unwrap_or(1..=game.log_steps);
    let words = DiceWords::of(game.file.as_deref().map(|file| &file.build_file.root));
    let story = Story { commands: game.of_file(), module: game.module.as_deref(), eyes: &eyes, dice: &words };
    let mut told = StoryTold::new(own, form, game.log_steps);
    let fonts = templates::fonts();
    let mut images =
        |name: &str, most: usize| game.file.as_deref().and_then(|file| file.image_start(name, most));
    let mut drawer = Drawer::new(&mut images, &fonts);
    story.tell(|step, now| {
        if side.is_none() && step.has_secrets {
            return Err(secret_step(&own.log, step.step));
        }
        told.rolls.extend(step.rolls.iter().cloned());
        if wanted.contains(&step.step) && !step.is_silent() && !own.dice {
            let png = if told.wants_picture(&step) {
                picture(&mut drawer, (&game, &eyes), &now(), &step)
            } else {
                None
            };
            told.add(step, png);
        }
        Ok(())
    })?;
    let is_joined = own.logs.len() > 1 && own.output.as_deref().is_none_or(is_one_file);
    told.end = is_joined.then_some((game, eyes));
    Ok(told)
}

/// What was hidden in some step may lie open at the end.
fn secret_step(log: &Path, step: usize) -> Failure {
    let what = format!("step {step} has masked, invisible or private pieces; say whose view you want");
    Failure::about(log, what)
        .help("add --side with the side that reads it, or --side umpire to see everything")
}

/// The forms in which a log is told.
const FORMS: [files::Form<StoryFormat>; 4] = [
    (StoryFormat::Text, "text", &["txt", "text"]),
    (StoryFormat::Html, "a page for browsers", &["html", "htm"]),
    (StoryFormat::Markdown, "Markdown", &["md", "markdown"]),
    (StoryFormat::Json, "a report for programs", &["json"]),
];

/// The ending of a file in a form.
fn ending_of(form: StoryFormat) -> &'static str {
    match form {
        StoryFormat::Text => "txt",
        StoryFormat::Html => "html",
        StoryFormat::Markdown => "md",
        StoryFormat::Json => "json",
    }
}

/// The form asked for.
fn form(own: &Transcript) -> Result<StoryFormat, Failure> {
    let form = files::form_of(own.output.as_deref(), own.format, &FORMS)?;
    if own.pictures.is_some() && form != StoryFormat::Html {
        return Err(Failure::new("--pictures: only web pages have pictures")
            .help("add --format html, or name a file with -o that ends in .html"));
    }
    Ok(form)
}

/// The steps that `12` or `12-20` means.
fn steps_of(text: &str) -> Result<RangeInclusive<usize>, Failure> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    match (from.trim().parse::<usize>(), to.trim().parse::<usize>()) {
        (Ok(from), Ok(to)) if (1..=to).contains(&from) => Ok(from..=to),
        _ => Err(Failure::new(format!("--steps {text}: expected a step such as 12, or steps such as 12-20"))),
    }
}

/// A log as far as it is told.
struct StoryTold {
    form: StoryFormat,
    title: String,
    steps: Vec<StoryStep>,
    rolls: Vec<Roll>,
    page: Page,
    /// After how many steps comes a picture; 0 for none.
    every: usize,
    pictures: usize,
    log_steps: usize,
    /// The position at its end and who looks, where another log may follow.
    end: Option<(OpenedSave, Eyes)>,
}

impl StoryTold {
    fn new(own: &Transcript, form: StoryFormat, log_steps: usize) -> Self {
        let title = standard::name_of_input(&own.log).to_string();
        let lead = counted(log_steps, "step");
        let every = own.pictures.unwrap_or(1);
        let page = Page::new(&standard::title_of_input(&own.log), &lead);
        let (steps, rolls) = (Vec::new(), Vec::new());
        Self { form, title, steps, rolls, page, every, pictures: 0, log_steps, end: None }
    }

    /// Whether a picture is due after this step: something happened on the table.
    fn wants_picture(&self, step: &StoryStep) -> bool {
        let due = self.every > 0 && step.step.is_multiple_of(self.every);
        self.form == StoryFormat::Html
            && due
            && self.pictures < MOST_PICTURES
            && !step.deeds.pieces.is_empty()
    }

    fn add(&mut self, step: StoryStep, png: Option<Vec<u8>>) {
        if self.form == StoryFormat::Html {
            self.page.section(&step.heading());
            self.page.list(&bare(step.lines()));
            if let Some(png) = png {
                self.pictures += 1;
                self.page.picture(&png, &format!("after step {}", step.step));
            }
        } else {
            self.steps.push(step);
        }
    }

    /// All of it in its form.
    fn whole(mut self, own: &Transcript) -> Result<String, Failure> {
        let dice = dice::of_rolls(&self.rolls);
        Ok(match self.form {
            StoryFormat::Text => self.text(&dice),
            StoryFormat::Markdown => self.markdown(&dice),
            StoryFormat::Json => format!("{:#}\n", output::envelope_of_one(self.report(own)?)),
            StoryFormat::Html => {
                self.add_dice(&dice);
                self.page.html()
            }
        })
    }

    /// All of it as a part of a page.
    fn into_page(mut self) -> Page {
        let dice = dice::of_rolls(&self.rolls);
        self.add_dice(&dice);
        self.page
    }

    fn add_dice(&mut self, dice: &DiceReport) {
        if !dice.dice.is_empty() {
            self.page.section("Dice");
            self.page.list(&dice.lines());
        }
    }

    fn text(&self, dice: &DiceReport) -> String {
        let mut text = format!("{}: {}\n", self.title, counted(self.log_steps, "step"));
        for step in &self.steps {
            text.push_str(&format!("{}\n", step.heading()));
            step.lines().iter().for_each(|line| text.push_str(&format!("  {line}\n")));
        }
        if !dice.dice.is_empty() {
            text.push_str("Dice\n");
            dice.lines().iter().for_each(|line| text.push_str(&format!("  {line}\n")));
        } else if self.steps.is_empty() {
            text.push_str("No line of the chat reports a roll of numbered dice in a known form.\n");
        }
        text
    }

    fn markdown(&self, dice: &DiceReport) -> String {
        let mut text = format!("# {}\n\n{}\n", plain(&self.title), counted(self.log_steps, "step"));
        let mut section = |heading: &str, lines: &[String]| {
            text.push_str(&format!("\n## {}\n\n", plain(heading)));
            lines.iter().for_each(|line| text.push_str(&format!("- {}\n", plain(line))));
        };
        self.steps.iter().for_each(|step| section(&step.heading(), &bare(step.lines())));
        if !dice.dice.is_empty() {
            section("Dice", &dice.lines());
        }
        text
    }

    fn report(&self, own: &Transcript) -> Result<Value, Failure> {
        let dice = dice::of_rolls(&self.rolls);
        let parts = serde_json::to_value(&self.steps)
            .and_then(|steps| Ok((steps, serde_json::to_value(&dice.dice)?)));
        let (steps, dice) = parts.map_err(|error| Failure::about(&own.log, error))?;
        Ok(json!({
            "file": own.log.display().to_string(),
            "log_steps": self.log_steps,
            "steps": steps,
            "dice": dice,
        }))
    }
}

/// Lines for a list that has marks of its own: without the star with which VASSAL begins its reports.
fn bare(lines: Vec<String>) -> Vec<String> {
    lines
        .into_iter()
        .map(|line| line.strip_prefix("* ").map_or_else(|| line.clone(), str::to_owned))
        .collect()
}

/// A text as Markdown shows it letter by letter, in one line.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.trim().chars() {
        if "\\`*_{}[]<>#|".contains(letter) {
            out.push('\\');
        }
        out.push(if letter.is_control() { ' ' } else { letter });
    }
    out
}

/// The part of the map on which a step happened; none where there is no map to draw.
fn picture(
    drawer: &mut Drawer<'_>,
    (game, eyes): (&OpenedSave, &Eyes),
    now: &Position,
    step: &StoryStep,
) -> Option<Vec<u8>> {
    let module = game.module.as_deref().filter(|_| game.file.is_some())?;
    let spots: Vec<&Spot> =
        step.deeds.pieces.iter().flat_map(|piece| piece.deeds.iter().flat_map(spots)).collect();
    let spots =
        if spots.is_empty() { step.deeds.pieces.iter().map(|piece| &piece.at).collect() } else { spots };
    let map = spots.iter().find_map(|spot| spot.map.as_deref().filter(|map| has_boards(now, map)))?;
    let around = |spot: &&&Spot| {
        let side = 2 * AROUND.unsigned_abs();
        Frame {
            x: spot.x.saturating_sub(AROUND),
            y: spot.y.saturating_sub(AROUND),
            width: side,
            height: side,
        }
    };
    let on_map = spots.iter().filter(|spot| spot.map.as_deref() == Some(map));
    let area = on_map.map(|spot| around(&spot)).reduce(Frame::around)?;
    let boards = position::boards_area(now.map(map)?)?;
    let area = boards.common(area)?;
    let scale = SCALE * (LARGEST as f32 / area.width.max(area.height).max(1) as f32).min(1.0);
    let request = Request {
        position: now,
        module,
        map,
        area: Some(area),
        scale: Some(scale),
        eyes,
        shades: &[],
        lines: &[],
        captions: &[],
        marks: &[],
        spread: false,
    };
    drawer.draw(&request).ok()?.pixels.encode_png().ok()
}

fn has_boards(now: &Position, map: &str) -> bool {
    now.map(map).is_some_and(|map| !map.layout.boards.is_empty())
}

/// Where a deed takes place.
fn spots(deed: &Deed) -> Vec<&Spot> {
    match deed {
        Deed::Appeared { at } | Deed::Gone { at } => vec![at],
        Deed::Moved { from, to } => vec![from, to],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_one_or_from_to() {
        assert_eq!(steps_of("12").unwrap(), 12..=12);
        assert_eq!(steps_of("3-5").unwrap(), 3..=5);
        for wrong in ["", "0", "5-3", "a", "1-"] {
            assert!(steps_of(wrong).is_err(), "{wrong}");
        }
    }
}
