//! Small random games with secrets, of which the hidden half can be thrown again while the open half stays.

use liege::format::Limits;
use liege::format::build_file::Document;
use liege::format::command::Command;
use liege::format::leaf::Leaf;
use liege::format::piece::{Deck, Form, PieceText, Stack, TraitText};
use liege::format::sequence;
use liege::model::module::Module;

/// A module with a board and a deck on it, a room for each side and a hand for Blue.
pub fn module() -> Module {
    let map = |tag: &str, name: &str, more: &str, inside: &str| {
        format!(
            "<VASSAL.build.module.{tag} mapName=\"{name}\" {more}><VASSAL.build.module.map.BoardPicker>\
             <VASSAL.build.module.map.boardPicker.Board name=\"{name}\" width=\"900\" height=\"600\"/>\
             </VASSAL.build.module.map.BoardPicker><VASSAL.build.module.map.StackMetrics/>{inside}\
             </VASSAL.build.module.{tag}>"
        )
    };
    let deck = "<VASSAL.build.module.map.DrawPile name=\"Fate\" x=\"800\" y=\"500\" maxStack=\"4\"/>";
    let maps = [
        map("Map", "Board", "", deck),
        map("PrivateMap", "Red room", "side=\"Red\" visible=\"false\"", ""),
        map("PrivateMap", "Blue room", "side=\"Blue\" visible=\"false\"", ""),
        map("PlayerHand", "Blue hand", "side=\"Blue\" visible=\"false\"", ""),
    ]
    .concat();
    let slot = "+/null/hide;72,130;Hide;;side:\tpiece;;;musashi.png;Musashi/null\tnull;0;0;1;0";
    let xml = format!(
        "<VASSAL.build.GameModule name=\"Two\" version=\"1\" VassalVersion=\"3.7.9\" nextPieceSlotId=\"1\">\
         <VASSAL.build.module.PlayerRoster><entry>Red</entry><entry>Blue</entry></VASSAL.build.module.PlayerRoster>\
         {maps}<VASSAL.build.module.PieceWindow name=\"Pieces\"><VASSAL.build.widget.PieceSlot entryName=\"Musashi\" \
         gpid=\"1\" height=\"0\" width=\"0\">{slot}</VASSAL.build.widget.PieceSlot></VASSAL.build.module.PieceWindow>\
         </VASSAL.build.GameModule>"
    );
    let file = Document::parse(xml.as_bytes(), &Limits::default()).unwrap();
    let (module, problems) = Module::read(&file.root, &|_| None);
    assert!(problems.is_empty(), "{problems:?}");
    module
}

/// Numbers from a seed.
pub struct Luck(u64);

impl Luck {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % most
    }

    pub fn happens(&mut self) -> bool {
        self.below(2) == 0
    }

    pub fn id(&mut self) -> String {
        (1_600_000_000_000 + self.below(1 << 36)).to_string()
    }

    /// A word that nothing else has; every one begins alike, so that a search finds what is left of any.
    pub fn secret(&mut self) -> String {
        format!("Umbra{}", self.below(1 << 40))
    }
}

/// What every word of a hidden thing begins with.
pub const SECRET: &str = "Umbra";

pub fn text(type_text: &str, state: &str) -> TraitText {
    TraitText::new(type_text, state)
}

/// An open piece: what is seen of it.
#[derive(Clone)]
pub struct Open {
    pub name: String,
    pub id: String,
    pub red: bool,
    pub level: i32,
    pub label: String,
    /// Masked by Blue: only its back is open.
    pub masked: bool,
}

/// The open half of a game: piles with their places.
pub struct World {
    pub piles: Vec<(&'static str, i32, i32, Vec<Open>)>,
    pub cards: usize,
}

impl World {
    pub fn new(luck: &mut Luck) -> Self {
        let mut piles = Vec::new();
        for place in 0..2 + luck.below(4) {
            let (x, y) = (100 + 100 * place as i32, 50 + 50 * luck.below(3) as i32);
            let members = (0..1 + luck.below(3)).map(|_| Open::new(luck, false)).collect();
            piles.push(("Board", x, y, members));
        }
        let members = (0..1 + luck.below(2)).map(|_| Open::new(luck, true)).collect();
        piles.push(("Red room", 40, 40, members));
        Self { piles, cards: luck.below(4) as usize }
    }
}

impl Open {
    fn new(luck: &mut Luck, red: bool) -> Self {
        Self {
            name: format!("{} Brigade", luck.below(6)),
            id: luck.id(),
            red,
            level: 1 + luck.below(2) as i32,
            label: if luck.happens() { "dug in".to_owned() } else { String::new() },
            masked: !red && luck.below(4) == 0,
        }
    }
}

/// One throw of the hidden half.
pub struct Throw<'a> {
    pub luck: &'a mut Luck,
    pieces: Vec<(String, PieceText)>,
    piles: Vec<Form>,
}

impl<'a> Throw<'a> {
    pub fn new(luck: &'a mut Luck) -> Self {
        Self { luck, pieces: Vec::new(), piles: Vec::new() }
    }

    /// The save of a world, its hidden half thrown anew.
    pub fn save(mut self, world: &World) -> Command {
        for (map, x, y, open) in &world.piles {
            let mut ids = Vec::new();
            for one in open {
                self.maybe_hidden(&mut ids);
                ids.push(self.open(one, map, (*x, *y)));
            }
            self.maybe_hidden(&mut ids);
            self.pile(map, (*x, *y), ids);
        }
        self.closed_windows();
        self.deck(world.cards);
        self.finish()
    }

    fn add(&mut self, id: String, traits: Vec<TraitText>) -> String {
        // Before or behind any other.
        let at = self.luck.below(self.pieces.len() as u64 + 1) as usize;
        self.pieces.insert(at, (id.clone(), PieceText { traits }));
        id
    }

    fn basic(&mut self, name: &str, image: &str, map: &str, (x, y): (i32, i32), old: &str) -> TraitText {
        let gpid = self.luck.below(90);
        let old = if old.is_empty() {
            "0".to_owned()
        } else {
            format!("2;OldMap;{old};OldX;{}", self.luck.below(900))
        };
        text(&format!("piece;;;{image};{name}"), &format!("{map};{x};{y};{gpid};{old}"))
    }

    /// A piece of Blue that Red does not see at all.
    fn hidden(&mut self, map: &str, at: (i32, i32), hide: &str) -> String {
        let (name, image) = (self.luck.secret(), self.luck.secret());
        let mut traits = vec![text("hide;72,130;Hide;;side:", hide)];
        if self.luck.happens() {
            traits.push(text("immob;n;N;R;", ""));
        }
        traits.push(self.basic(&name, &image, map, at, ""));
        let id = self.luck.id();
        self.add(id, traits)
    }

    fn maybe_hidden(&mut self, ids: &mut Vec<String>) {
        for _ in 0..self.luck.below(3) {
            ids.push(self.hidden("Board", (1, 1), "Blue"));
        }
    }

    fn open(&mut self, one: &Open, map: &str, at: (i32, i32)) -> String {
        if one.masked {
            return self.masked(map, at);
        }
        let secret = self.luck.secret();
        let trail = if self.luck.happens() {
            "false;Board;1;3,4;true".to_owned()
        } else {
            "false;;0;false".to_owned()
        };
        let quote = if self.luck.happens() { format!("from {secret}") } else { String::new() };
        let mut traits = vec![
            text("label;76,130;Label", &one.label),
            text(
                "emb2;;2;;;2;;;2;;;;;false;0;0;a.png,b.png;,+ (worn);true;Face;;;false;;1;1;true;;;",
                &one.level.to_string(),
            ),
        ];
        let red = one.red;
        if !red {
            self.hidden_at(&secret);
            traits.push(text("footprint;84,130;Trail", &trail));
            traits.push(text(
                "sendto;Send;;Board;;0;0",
                if self.luck.happens() { ";;" } else { "Blue room;7;8" },
            ));
            traits.push(text("PROP;Memo;false,0,100,false;", &quote));
        }
        let mut links = vec![self.luck.id(), self.luck.id()];
        links.truncate(self.luck.below(3) as usize);
        let mat = std::iter::once(links.len().to_string()).chain(links);
        traits.push(text("mat;Tray;", &sequence::join(mat, ';').unwrap()));
        let old = if red || self.luck.happens() { "" } else { "Blue room" };
        let gpid_and_place = self.basic(&one.name, "brigade.png", map, at, old);
        // What slot it was made from is open.
        let place = format!("{map};{};{};7;", at.0, at.1);
        let rest = gpid_and_place.state_text.splitn(5, ';').nth(4).unwrap_or("0").to_owned();
        traits.push(text(&gpid_and_place.type_text, &format!("{place}{rest}")));
        self.add(one.id.clone(), traits)
    }

    /// A hidden piece with this name somewhere, so that values can quote it.
    fn hidden_at(&mut self, name: &str) {
        let basic = self.basic(name, "x.png", "Blue room", (9, 9), "");
        let id = self.luck.id();
        self.add(id, vec![basic]);
    }

    fn masked(&mut self, map: &str, at: (i32, i32)) -> String {
        let (name, image) = (self.luck.secret(), self.luck.secret());
        let mut traits = vec![text("obs;77,130;back.png;Mask;I;Blue force;side:", "Blue;")];
        if self.luck.happens() {
            traits.push(text("label;76,130;Label", &name));
        }
        if self.luck.happens() {
            traits.push(text("immob;n;N;R;", ""));
        }
        traits.push(self.basic(&name, &image, map, at, "Blue hand"));
        let id = self.luck.id();
        self.add(id, traits)
    }

    fn pile(&mut self, map: &str, (x, y): (i32, i32), ids: Vec<String>) {
        let stack = Stack { map: Some(map.to_owned()), x, y, ids, layer: Some(-1) };
        self.piles.push(Form::Stack(stack));
    }

    fn closed_windows(&mut self) {
        for (map, most) in [("Blue room", 4), ("Blue hand", 3), ("Board", 2)] {
            for _ in 0..self.luck.below(most) {
                let at = (self.luck.below(500) as i32, self.luck.below(500) as i32);
                let hide = if map == "Board" { "Blue" } else { "null" };
                let id = self.hidden(map, at, hide);
                if self.luck.happens() {
                    self.pile(map, at, vec![id]);
                }
            }
        }
    }

    /// More cards than VASSAL draws look like as many as it draws.
    fn deck(&mut self, cards: usize) {
        let count = if cards == 3 { 4 + self.luck.below(5) as usize } else { cards };
        let ids = (0..count)
            .map(|_| {
                let (name, image) = (self.luck.secret(), self.luck.secret());
                let basic = self.basic(&name, &image, "Board", (800, 500), "Blue hand");
                let id = self.luck.id();
                self.add(id, vec![text("obs;77,130;card.png;Mask;B;Card;side:", "null;"), basic])
            })
            .collect();
        let type_text = "deck;true;0,0,0;40;40;Always;Always;true;true;true;;;;Fate;;;;false;false;;;4";
        let (map, type_text) = (Some("Board".to_owned()), type_text.to_owned());
        self.piles.push(Form::Deck(Deck { type_text, map, x: 800, y: 500, face_down: true, ids }));
    }

    fn finish(mut self) -> Command {
        let mut adds = Vec::new();
        for (id, piece) in std::mem::take(&mut self.pieces) {
            adds.push(add(id, &Form::Piece(piece)));
        }
        for pile in std::mem::take(&mut self.piles) {
            let id = self.luck.id();
            adds.push(add(id, &pile));
        }
        let mut children = vec![Command::default(), Command::group("", adds)];
        let mut say = |text: String| children.push(Command::leaf(text));
        say("PLAYER\tredword\tRita\tRed".to_owned());
        for _ in 0..self.luck.below(3) {
            say(format!("PLAYER\t{}\tBob\tBlue", self.luck.secret()));
            say(format!("PNOTE\t{}\t{}", self.luck.secret(), self.luck.secret()));
            say(format!("SNOTE\tplan\t{}\ttrue\t{}\t\t", self.luck.secret(), self.luck.secret()));
            say(format!("CHAT<Bob> - {}", self.luck.secret()));
            say(format!("LOG\tCHAT{}", self.luck.secret()));
            say(format!("GlobalProperty\t;{};{};Blue room", self.luck.secret(), self.luck.secret()));
            say(format!("PRIV_CHAT/{}", self.luck.secret()));
        }
        for words in [
            "PNOTE\tredword\tmine",
            "GlobalProperty\t;Weather;Rain;Module",
            "NOTES\tall may read",
            "PNOTES\tand this",
        ] {
            say(words.to_owned());
        }
        say("BoardBoardPicker\tBoard\t0\t0".to_owned());
        say("SETUP_STACK\t".to_owned());
        say("end_save".to_owned());
        Command::group("begin_save", children)
    }
}

pub fn add(id: String, form: &Form) -> Command {
    Command::leaf(Leaf::add(Some(id), form.encode().unwrap()).encode().unwrap())
}
