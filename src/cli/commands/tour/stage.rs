//! One game of the tour: its data and module, saves made from texts, checks and pictures of them.

use std::path::{Path, PathBuf};

use resvg::tiny_skia::Pixmap;

use crate::cli::args::{LogPoint, Render, SideArg};
use crate::cli::commands::{build, check, crop, marks, render};
use crate::cli::saves::{self, Wanted};
use crate::cli::session::Session;
use crate::cli::{Failure, files, open, output};
use crate::table::Table;
use liege_build::Data;
use liege_build::scenario;
use liege_rules::check::Checked;
use vassal::format::timestamp::Timestamp;

/// A game and the folder of the tour.
pub struct Stage<'a> {
    pub session: &'a Session,
    pub folder: &'a Path,
    pub data: Data,
    pub module: PathBuf,
    pub date: Timestamp,
}

/// How a part of the main map is drawn.
#[derive(Clone, Copy)]
pub struct Sight<'a> {
    /// Two places whose rectangle is drawn; none for the whole map.
    pub crop: Option<&'a str>,
    /// Size relative to VASSAL's 100 %.
    pub scale: f32,
    /// Who looks.
    pub side: &'a str,
    /// Whether stacks are laid side by side.
    pub spread: bool,
}

impl<'a> Stage<'a> {
    /// The stage of a game.
    pub fn new(session: &'a Session, folder: &'a Path, game: &str, date: Timestamp) -> Result<Self, Failure> {
        let data = build::load(session, game)?;
        let module = folder.join(format!("{}.vmod", data.layout.name.replace(' ', "-")));
        Ok(Self { session, folder, data, module, date })
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    pub fn say(&self, text: &str) {
        if !self.session.quiet {
            output::say(text);
        }
    }

    /// The file name of the module.
    pub fn module_name(&self) -> String {
        self.module.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    }

    /// Builds and writes the module; returns its set-ups as saves.
    pub fn build(&self) -> Result<Vec<(String, Vec<u8>)>, Failure> {
        self.say(&format!("building the module {}", self.data.layout.name));
        let bar = output::progress(self.session, "drawing");
        let built = build::build(&self.data, self.date, &|done, all| bar.show(done, all))?;
        bar.finish();
        files::write(&self.module, &built.module)?;
        Ok(built.saves)
    }

    /// Writes the save of a situation.
    pub fn save(&self, name: &str, text: &str, comment: &str) -> Result<(), Failure> {
        let plan = self.data.plan(self.date).map_err(Failure::of_all)?;
        let table = scenario::Table::new(&self.data, &plan).map_err(Failure::of_all)?;
        let bytes = build::save(&table, &plan, name, text, comment, self.date)?;
        files::write(&self.path(name), &bytes)
    }

    /// What the umpire sees of a save.
    pub fn understood(&self, name: &str) -> Result<Table, Failure> {
        let wanted = Wanted { module: Some(&self.module), side: Some("umpire"), ..Wanted::default() };
        saves::read(&self.path(name), self.session, &wanted)
    }

    /// What the rules find in a save.
    pub fn check(&self, name: &str) -> Result<(Table, Checked), Failure> {
        let understood = self.understood(name)?;
        let checked = check::check(&understood);
        Ok((understood, checked))
    }

    /// Draws a save for the umpire into a PNG; where findings and a title are given, with marks and a key.
    pub fn picture(
        &self,
        save: &str,
        name: &str,
        (crop, scale): (Option<&str>, f32),
        found: Option<(&str, &Checked)>,
    ) -> Result<Vec<u8>, Failure> {
        let pixels = self.drawn(save, Sight { crop, scale, side: "umpire", spread: false }, found)?;
        self.write(name, &pixels)
    }

    /// Writes a picture as a PNG, and returns its bytes.
    pub fn write(&self, name: &str, pixels: &Pixmap) -> Result<Vec<u8>, Failure> {
        let path = self.path(name);
        let png = pixels.encode_png().map_err(|error| Failure::about(&path, error))?;
        files::write(&path, &png)?;
        Ok(png)
    }

    /// Draws a save.
    pub fn drawn(
        &self,
        save: &str,
        sight: Sight<'_>,
        found: Option<(&str, &Checked)>,
    ) -> Result<Pixmap, Failure> {
        let own = Render {
            saves: Vec::new(),
            save: self.path(save),
            output: self.path(save),
            module: Some(self.module.clone()),
            map: Some(self.data.layout.main_map.clone()),
            crop: sight.crop.map(str::to_owned),
            scale: Some(sight.scale),
            mark: found.is_some(),
            supply: false,
            reach: None,
            place: None,
            spread: sight.spread,
            names: sight.crop.is_some(),
            side: SideArg { side: Some(sight.side.into()) },
            at: LogPoint::default(),
        };
        let file = open::save(&own.save, &self.session.limits)?;
        let asked = open::Asked { module: own.module.as_deref(), at: Some(own.at) };
        let mut game = open::position_on_map(&own.save, &file, asked, self.session)?;
        let side = own.side.side.as_deref();
        let eyes = saves::eyes(&own.save, side, (&file, &mut game), self.session)?;
        let part = render::part(&own, &game, &eyes, &Vec::new())?;
        let overlay = found.map(|(title, checked)| marks::over(checked, title, &part));
        let mut overlay = overlay.unwrap_or_default();
        if own.names {
            overlay.captions = crop::captions(&game, &part.map, &crop::of_pack(&self.data.pack));
        }
        Ok(render::draw(&own, &game, &eyes, &part, &overlay)?.pixels)
    }
}
