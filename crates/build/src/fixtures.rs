//! What every module has: sides, options, help, inventory, notes, global properties, and the buttons of its toolbar.

use liege_rules::data::cells::CsvRecords;
use vassal::format::build_file::Element;
use vassal::format::sequence::Unencodable;

use super::element::{component, unmoved_key, with};
use super::toolbar::{self, SeeAll, WeatherButtons};
use super::tracker::TurnTrack;
use super::window::{PieceList, Window};
use super::{Data, aim, charts, dials, find, order_of_battle, pieces, sheet, turn_chits};

impl Data {
    /// The components every module has, with the sides.
    ///
    /// # Errors
    /// A name ends in a backslash.
    pub(super) fn fixed_parts(&self) -> Result<Vec<Element>, Unencodable> {
        let entries = self.layout.side.iter().map(|side| Element::new("entry").with_text(&side.name));
        let roster = component(
            "module.PlayerRoster",
            &[
                ("buttonIcon", ""),
                ("buttonKeyStroke", ""),
                ("buttonText", "Retire"),
                ("buttonToolTip", "Switch sides, become observer, or release faction"),
            ],
        );
        let options = component(
            "module.GlobalOptions",
            &[
                ("autoReport", "Always"),
                ("chatterHTMLSupport", "Never"),
                ("hotKeysOnClosedWindows", "Never"),
                ("inventoryForAll", "Always"),
                ("nonOwnerUnmaskable", "Never"),
                ("playerIdFormat", "$PlayerName$"),
                ("promptString", "Opponents can unmask my pieces"),
                ("sendToLocationMoveTrails", "Never"),
            ],
        );
        let own_windows = self.own_windows();
        let everything = PieceList {
            name: "Inventory".into(),
            tooltip: "Show inventory of all pieces".into(),
            filter: "{Nation != \"\"}".into(),
            group_by: ["Side", pieces::COUNTRY, "Family", "CurrentMap"].map(str::to_owned).into(),
            line: "$PieceName$ - $CurrentMap$ $LocationName$".into(),
        };
        Ok(vec![
            component("module.BasicCommandEncoder", &[]),
            with(component("module.Documentation", &[]), self.help_pages()),
            with(roster, entries),
            options,
            component("module.Chatter", &[]),
            component("module.KeyNamer", &[]),
            with(component("module.properties.GlobalProperties", &[]), self.global_properties()?),
            component("module.properties.GlobalTranslatableMessages", &[]),
            Element::new("VASSAL.i18n.Language"),
            toolbar::inventory(&everything, "/images/inventory.gif", &own_windows),
            component(
                "module.NotesWindow",
                &[
                    ("buttonText", "Notes"),
                    ("hotkey", "78,585"),
                    ("icon", "/images/notes.gif"),
                    ("tooltip", "Notes"),
                ],
            ),
        ])
    }

    /// The condition that a piece lies in no private window of another side, as an expression of VASSAL: the engine's
    /// lists look into all of them.
    fn own_windows(&self) -> String {
        let layout = &self.layout;
        let all = layout.side.iter().filter(|side| side.sees_all).map(|side| side.name.as_str());
        let all: Vec<&str> = all.collect();
        let private = layout.window.iter().filter_map(|window| Some((window, window.side.as_deref()?)));
        let open = |(window, side): (&Window, &str)| {
            let sides = std::iter::once(side).chain(all.iter().copied());
            let sides: String = sides.map(|side| format!(" || PlayerSide == \"{side}\"")).collect();
            format!(" && (CurrentMap != \"{}\"{sides})", window.name)
        };
        private.map(open).collect()
    }

    /// The pages of the help menu.
    fn help_pages(&self) -> Vec<Element> {
        let page = |page: &super::window::Help| {
            component(
                "module.documentation.HelpFile",
                &[("fileName", &page.file), ("fileType", "archive"), ("title", &page.title)],
            )
        };
        self.layout.help.iter().map(page).collect()
    }

    /// The global properties that the turn tracker, the weather and the dials keep.
    fn global_properties(&self) -> Result<Vec<Element>, Unencodable> {
        let mut all = match TurnTrack::new(self) {
            Some(track) => track.properties()?,
            None => Vec::new(),
        };
        if let Some(weather) = self.weather() {
            all.extend(weather.properties()?);
        }
        all.extend(dials::properties(&self.layout, &self.pack)?);
        // A piece that says nothing counts for nothing; without these the viewer's sums end in a question mark.
        let sums = &self.pack.terms.outfit.sums;
        let nothing = sums.iter().map(|sum| toolbar::property(&sum.property, "0", &sum.called, []));
        all.extend(nothing);
        // Without a set-up the map shows the theatre of the first.
        let first = self.layout.scenario.first().map_or("", |scenario| scenario.view.as_str());
        let centres = sheet::centres_for_view(self, first);
        let point = sheet::VIEW.into_iter().zip(sheet::view(self, &centres, first));
        all.extend(point.map(|((name, about), value)| toolbar::property(name, &value, about, [])));
        all.extend(self.who_sees_all().map(|known| known.property()).transpose()?);
        if self.pack.terms.outfit.pointed_out().is_some() {
            all.push(toolbar::property(aim::AT, "", "Where a cross was dropped", []));
        }
        all.push(find::sought()?);
        let trays = self.pack.terms.tray.iter().flat_map(super::trays::destination);
        all.extend(trays.map(|(name, about)| toolbar::property(&name, "", &about, [])));
        Ok(all)
    }

    /// The turn tracker, the palettes, and all other buttons of the toolbar, menus last since they take buttons up.
    ///
    /// # Errors
    /// A name ends in a backslash.
    pub(super) fn buttons(&self, counters: Option<Element>) -> Result<Vec<Element>, Unencodable> {
        let layout = &self.layout;
        let mut all = Vec::new();
        all.extend(TurnTrack::new(self).map(|track| track.element()).transpose()?);
        all.extend(turn_chits::button(layout));
        all.push(toolbar::at_opening("Show the theatre", &sheet::view_key()));
        all.extend(order_of_battle::openers(layout)?);
        all.extend(layout.dice.iter().map(toolbar::dice_button));
        all.extend(charts::window(&layout.chart));
        // The engine opens each of these windows further down than the one before, the first over the toolbars.
        all.extend(layout.list.iter().map(|list| toolbar::inventory(list, "", &self.own_windows())));
        all.extend(find::buttons(&self.own_windows())?);
        all.extend(counters);
        all.extend(layout.cleanup.iter().map(toolbar::cleanup));
        let mut menus = layout.menu.clone();
        if !layout.cleanup.is_empty() {
            let whole = "End of turn";
            all.push(toolbar::end_of_turn(whole, &layout.cleanup, unmoved_key(&layout.main_map))?);
            let rows = layout.cleanup.iter().map(|row| row.name.clone());
            menus.push(super::window::Menu {
                name: "Clean up".to_owned(),
                tooltip: "What the end of a phase or turn takes off".to_owned(),
                items: std::iter::once(whole.to_owned()).chain(rows).collect(),
            });
        }
        if let Some(weather) = self.weather() {
            all.extend(weather.buttons()?);
            all.push(weather.menu()?);
        }
        all.extend(self.who_sees_all().iter().flat_map(SeeAll::announce));
        for menu in &menus {
            all.push(toolbar::menu(menu)?);
        }
        Ok(all)
    }

    /// The sides that see all; none where no side does.
    fn who_sees_all(&self) -> Option<SeeAll<'_>> {
        let layout = &self.layout;
        let sides = layout.side.iter().filter(|side| side.sees_all).map(|side| side.name.as_str());
        let sides: Vec<&str> = sides.collect();
        let has_trays = layout.window.iter().any(|window| window.trays.is_some());
        let opens = if has_trays { "every tray" } else { "every private window" };
        let hidden = if self.pack.terms.outfit.has_masks() { "sees every hidden piece and " } else { "" };
        (!sides.is_empty()).then(|| SeeAll { sides, sees: format!("{hidden}opens {opens}") })
    }

    /// The weather with the letters of its track: of each month the first three letters name it there.
    fn weather(&self) -> Option<WeatherButtons<'_>> {
        let words = self.layout.weather.as_ref()?;
        let text = self.tables.get(&words.track)?;
        let mut records = CsvRecords::of(text);
        let columns = records.next()?.len();
        let rows: Vec<Vec<String>> = records.filter(|row| row.len() == columns).collect();
        let letters = |month: &str| {
            let short: String = month.chars().take(3).collect();
            let row = rows.iter().find(|row| row.iter().any(|cell| cell.eq_ignore_ascii_case(&short)))?;
            let known = |cell: &&String| words.state.iter().any(|state| state.letter == **cell);
            Some(row.iter().filter(known).map(String::as_str).collect::<String>())
        };
        let months = self.layout.months().into_iter();
        let track = months.filter_map(|month| letters(&month).map(|letters| (month, letters))).collect();
        Some(WeatherButtons { words, track })
    }
}
