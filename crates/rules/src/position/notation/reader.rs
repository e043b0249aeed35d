//! Reads the lines of a situation, each by its key; what lies on the map by its place.

use super::{Date, Held, NamedPlayer, NamedValue, Placed, Placement, Scenario, Stance, Vocabulary};
use crate::data::catalogue::{SOURCES, Source};
use crate::data::fault::DataFault;

/// Reads a situation in the words of its game; all faults come with their lines, and what is sound is returned beside
/// them.
pub fn read(file: &str, text: &str, words: &Vocabulary) -> (Scenario, Vec<DataFault>) {
    let scenario = Scenario::default();
    let mut reader =
        NotationReader { file, words, line: 0, scenario, source: Source::Draft, faults: Vec::new() };
    for (number, line) in (1..).zip(text.lines()) {
        reader.line = number;
        let line = line.split('#').next().unwrap_or_default().trim();
        if !line.is_empty() {
            reader.read_line(line);
        }
    }
    if reader.scenario.game.is_empty() {
        reader.line = 0;
        reader.fault("expected a line \"game: ID\"");
    }
    (reader.scenario, reader.faults)
}

/// What is read so far, in the words of a game.
pub(super) struct NotationReader<'a> {
    file: &'a str,
    pub(super) words: &'a Vocabulary,
    line: u64,
    scenario: Scenario,
    source: Source,
    faults: Vec<DataFault>,
}

impl NotationReader<'_> {
    pub(super) fn fault(&mut self, message: impl Into<String>) {
        self.faults.push(DataFault::at(self.file, self.line, message));
    }

    fn read_line(&mut self, line: &str) {
        let Some((head, tail)) = split_colon(line) else {
            self.fault(format!("expected a colon after the key or place, found \"{line}\""));
            return;
        };
        let (head, tail) = (head.trim(), tail.trim());
        match head {
            "game" => self.scenario.game = tail.into(),
            "title" => self.scenario.title = Some(tail.into()),
            "view" => self.scenario.view = Some(tail.into()),
            "date" => self.read_date(tail),
            "phase" => self.scenario.phase = Some(tail.into()),
            "source" => match SOURCES.iter().find(|(word, _)| *word == tail) {
                Some((_, source)) => self.source = *source,
                None => self.fault(format!("expected rules, history or draft, found \"{tail}\"")),
            },
            "control" => self.read_control(tail),
            "values" => self.read_values(tail),
            "player" => self.read_player(tail),
            "fill" if tail == "schedule" => self.scenario.fill = true,
            "fill" => self.fault(format!("expected schedule, found \"{tail}\"")),
            _ => self.read_placement(head, tail),
        }
    }

    fn read_date(&mut self, text: &str) {
        let date = text.split_once('-').and_then(|(year, month)| {
            let date = Date { year: year.parse().ok()?, month: month.parse().ok()? };
            (1..=12).contains(&date.month).then_some(date)
        });
        if date.is_none() {
            self.fault(format!("expected a date such as 1942-08, found \"{text}\""));
        }
        self.scenario.date = date;
    }

    fn read_control(&mut self, text: &str) {
        let mut words = unquoted(text, |c| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
        let Some(nation) = words.next() else {
            self.fault("expected a nation's code and hexes, such as \"control: US E4527\"");
            return;
        };
        let places = words.filter_map(|word| self.read_place(word)).collect();
        self.scenario.control.push(Held { line: self.line, nation: nation.into(), places });
    }

    fn read_values(&mut self, text: &str) {
        for item in text.split(',').map(str::trim) {
            let number = |text: &str| text.parse::<i32>().ok();
            let ends = |text: &str| match text.split_once("..") {
                Some((least, most)) => number(least).zip(number(most)).filter(|(least, most)| least <= most),
                None => number(text).map(|number| (number, number)),
            };
            let read = item.split_once(char::is_whitespace).map(|(word, rest)| (word, ends(rest.trim())));
            let Some((word, Some((least, most)))) = read else {
                let expected =
                    "expected the word of a value and a number, or the smallest and the largest it may be";
                self.fault(format!("{expected}, such as \"oil 12\" or \"oil 3..5\", found \"{item}\""));
                continue;
            };
            self.scenario.values.push(NamedValue { line: self.line, word: word.into(), least, most });
        }
    }

    fn read_player(&mut self, text: &str) {
        let named =
            text.split_once('"').and_then(|(side, name)| Some((side.trim(), name.strip_suffix('"')?)));
        match named.filter(|(side, name)| !side.is_empty() && !name.is_empty() && !name.contains('"')) {
            Some((side, name)) => {
                let player = NamedPlayer { line: self.line, side: side.into(), name: name.into() };
                self.scenario.players.push(player);
            }
            None => {
                self.fault(format!(
                    "expected a side and a name such as \"player: Japan \"Ann\"\", found \"{text}\""
                ));
            }
        }
    }

    fn read_placement(&mut self, head: &str, tail: &str) {
        let Some((spot, rest)) = self.read_spot(head) else {
            return;
        };
        let stance = self.read_stance(rest.trim());
        let pieces: Vec<Placed> =
            unquoted(tail, |c| c == ',').filter_map(|piece| self.read_piece(piece.trim())).collect();
        let (line, source) = (self.line, self.source);
        self.scenario.placements.push(Placement { line, spot, stance, pieces, source });
    }

    fn read_stance(&mut self, text: &str) -> Stance {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        if text.is_empty() {
            return Stance::Present;
        }
        if self.words.aboard.as_deref() == Some(word) {
            if !rest.is_empty() && !rest.contains(char::is_whitespace) {
                return Stance::Aboard(rest.into());
            }
            self.fault(format!("expected the id of the piece that carries, such as \"{word} jp-cv-kaga\""));
            return Stance::Present;
        }
        match self.words.stances.iter().find(|known| *known == text) {
            Some(stance) => Stance::In(stance.clone()),
            None => {
                self.fault(format!("expected {}, found \"{text}\"", self.words.stance_list()));
                Stance::Present
            }
        }
    }
}

/// The parts of a text between these letters, as far as they do not stand inside quotation marks.
pub(super) fn unquoted(text: &str, parts: impl Fn(char) -> bool) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    text.split(move |letter| {
        quoted ^= letter == '"';
        !quoted && parts(letter)
    })
}

/// Splits at the first colon that is not inside quotation marks.
fn split_colon(line: &str) -> Option<(&str, &str)> {
    let head = unquoted(line, |letter| letter == ':').next()?;
    Some((head, line.get(head.len() + 1..)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::word::Word;
    use crate::position::notation::WrittenPlace;

    fn words() -> Vocabulary {
        let list = |words: &[&str]| words.iter().copied().map(Word::from).collect();
        Vocabulary {
            stances: list(&["docked", "aloft", "aboard", "pinned"]),
            aboard: Some("aboard".into()),
            states: list(&["reduced", "standby"]),
            arrows: list(&["attack"]),
            notes: list(&["seen", "sighted"]),
            numbers: true,
            tray: None,
        }
    }

    const TEXT: &str = r#"
game: example
date: 1942-08
phase: EN.5
# who holds what
control: US E4527 E4528, "Coral Sea, North"
player: Allied Navy "Ann Lee"
at W4533: jp-inf-2, jp-inf-18 reduced, jp-hq-southern
at W 4533 docked: jp-ca-chokai standby, 2 x jp-dd
source: history
at E3628 aboard jp-cv-kaga: jp-n-kaga
at E4527: us-marine-1 attack E4528, chit:fortification
in "US Force Pool": us-marine-2 attack "Bay: Inner, North", us-marine-3
tray 3: us-ca-portland, us-dd
at E2103: jp-tf-1 hidden
tray jp-tf-1 aboard jp-cv-kaga: jp-n-kaga
at E2104: 2 x jp-ca-chokai standby seen=12 sighted="turn 3, by us", jp-ep number=7
"#;

    fn hex(name: &str) -> WrittenPlace {
        WrittenPlace::Hex(name.parse().unwrap())
    }

    fn area(name: &str) -> WrittenPlace {
        WrittenPlace::Box(name.into())
    }

    #[test]
    fn every_form_of_a_line_is_read() {
        let (scenario, faults) = read("example", TEXT, &words());
        assert_eq!(faults, []);
        assert_eq!(scenario.game, "example");
        assert_eq!(scenario.date, Some(Date { year: 1942, month: 8 }));
        assert_eq!((scenario.control[0].line, scenario.control[0].nation.as_str()), (6, "US"));
        assert_eq!(scenario.control[0].places[1..], [hex("E4528"), area("Coral Sea, North")]);
        let player = NamedPlayer { line: 7, side: "Allied Navy".into(), name: "Ann Lee".into() };
        assert_eq!(scenario.players, [player]);
        let lines = &scenario.placements;
        assert!(lines[0].pieces[1].states.contains("reduced"));
        assert_eq!((&lines[1].stance, lines[1].pieces[1].count), (&Stance::In("docked".into()), 2));
        assert_eq!(lines[2].stance, Stance::Aboard("jp-cv-kaga".into()));
        assert_eq!((lines[1].source, lines[2].source), (Source::Draft, Source::History));
        assert_eq!(lines[3].pieces[0].arrows.get("attack"), Some(&hex("E4528")));
        assert!(lines[3].pieces[1].chit);
        assert_eq!(lines[4].spot, WrittenPlace::Box("US Force Pool".into()));
        assert_eq!(lines[4].pieces[0].arrows.get("attack"), Some(&area("Bay: Inner, North")));
        assert_eq!(lines[4].pieces[1].id, "us-marine-3");
        assert_eq!(lines[5].spot, WrittenPlace::Tray(3));
        assert!(lines[6].pieces[0].hidden && !lines[5].pieces[0].hidden);
        assert_eq!(lines[7].spot, WrittenPlace::Force("jp-tf-1".into()));
        assert_eq!(lines[7].stance, Stance::Aboard("jp-cv-kaga".into()));
        let [ghosts, money] = lines[8].pieces.as_slice() else { panic!("{lines:?}") };
        let notes: Vec<(&str, &str)> = ghosts.notes.iter().map(|(word, text)| (&**word, &**text)).collect();
        assert_eq!(notes, [("seen", "12"), ("sighted", "turn 3, by us")]);
        assert!(ghosts.states.contains("standby") && ghosts.count == 2);
        assert_eq!((ghosts.number, money.number), (None, Some(7)));
    }

    #[test]
    fn what_is_noted_on_a_piece_is_a_known_note_or_a_number() {
        let text = "game: example\nat W4533: a number=-1000, b number=x\nat W4533: a sighted=, b sigted=1\nat W4533: c=1\n";
        let (_, faults) = read("x", text, &words());
        let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "x:2: expected a number from -999 to 999, found \"-1000\" as the number of \"a\"",
                "x:2: expected a number from -999 to 999, found \"x\" as the number of \"b\"",
                "x:3: expected a text after \"sighted=\" of \"a\"",
                "x:3: \"b\" has no note \"sigted\"; did you mean \"sighted\"?",
            ]
        );
        let (_, faults) = read("x", "game: example\nat W4533: a number=1\n", &Vocabulary::default());
        assert_eq!(faults.len(), 1, "a game without such pieces has no numbers: {faults:?}");
    }

    #[test]
    fn a_counter_named_in_the_stack_and_as_cargo_is_one_piece() {
        let text = "game: example\nat W4533: us-marine-1 reduced, us-stp-1, 2 x sea-supply\n\
                    at W4533 aboard us-stp-1: us-marine-1 attack W4533, sea-supply\n\
                    at W4534 aboard us-stp-1: us-marine-1\n";
        let (mut scenario, faults) = read("example", text, &words());
        assert_eq!(faults, []);
        scenario.join_cargo(|placed| placed.id != "sea-supply");
        let ids = |line: &Placement| -> Vec<String> {
            line.pieces.iter().map(|piece| format!("{} x {}", piece.count, piece.id)).collect()
        };
        let [stack, cargo, elsewhere] = scenario.placements.as_slice() else { panic!("{scenario:?}") };
        assert_eq!(ids(stack), ["1 x us-marine-1", "1 x us-stp-1", "2 x sea-supply"]);
        assert_eq!(stack.pieces[0].aboard.as_deref(), Some("us-stp-1"));
        assert!(stack.pieces[0].states.contains("reduced") && stack.pieces[0].arrows.contains_key("attack"));
        assert_eq!(ids(cargo), ["1 x sea-supply"]);
        assert_eq!(ids(elsewhere), ["1 x us-marine-1"]);
    }

    #[test]
    fn all_faults_come_at_once_with_their_lines() {
        let text = "game: example\ndate: 1942-13\nat W45: jp-inf-2\nat W4533 flying: jp-f-11 standbye\nfoo\nat W4533: a, , 200 x b\n\
                    control: US E4527 \"Coral Sea\ncontrol: US Coral\nplayer: \"Ann\"\nin Manila: c\n";
        let (_, faults) = read("x", text, &words());
        let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "x:2: expected a date such as 1942-08, found \"1942-13\"",
                "x:3: expected a hex such as W4533, found \"W45\", or the name of a box in quotation marks",
                "x:4: expected docked, aloft, aboard ID or pinned, found \"flying\"",
                "x:4: unknown state \"standbye\" of \"jp-f-11\"; did you mean \"standby\"?",
                "x:5: expected a colon after the key or place, found \"foo\"",
                "x:6: expected a piece, found nothing between the commas",
                "x:6: expected a number up to 99 and \"x\", such as \"2 x jp-dd\", found \"200 x b\"",
                "x:7: expected a closing quotation mark after the name of the box",
                "x:8: expected a hex such as W4533, found \"Coral\", or the name of a box in quotation marks",
                "x:9: expected a side and a name such as \"player: Japan \"Ann\"\", found \"\"Ann\"\"",
                "x:10: expected the name of a box in quotation marks behind \"in\", or \"box\" and its id, found \"in Manila\"",
            ]
        );
    }
}
