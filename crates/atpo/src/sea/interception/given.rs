//! What is typed in for a naval interception.

use serde_json::Value;

use super::groups::{GROUPS, SearchGroup};
use super::{Hunt, OnceKind, OnceModifier};
use crate::sea::typed;
use liege_rules::play::inputs;
use liege_rules::play::inputs::{Field, Inputs, Key, KeyFault, KeyKind, TypedInput};
use liege_rules::{inputs, words};

words! {
    /// Whether the interceptor comes to his target or reacts as it moves.
    pub enum HuntKind alone { Active = "active", Reactive = "reactive" | "reaction" }
}

words! {
    /// When it is.
    pub enum HuntPhase alone {
        NavalMovement = "naval-movement" | "na.1" | "na" | "naval-and-air",
        Offensive = "offensive" | "os.2" | "sea-offensive",
        End = "end" | "en.1" | "end-phase",
    }
}

words! {
    /// The marker of ships.
    pub enum HuntMarker {
        Unmarked = "unmarked" | "none",
        Standby = "standby" | "stand-by",
        Active = "active" | "activated",
    }
}

words! {
    /// A case without a die.
    pub enum Certain {
        Docked = "docked" | "port" | "in-own-port",
        EnemyPort = "enemy-port" | "in-enemy-port",
        Canal = "canal" | "canal-mouth",
        Landing = "landing" | "amphibious",
    }
}

words! {
    /// What the weather of the month is at sea.
    pub enum SeaWeather { Fair = "fair" | "f", Wet = "wet" | "w", Monsoon = "monsoon" | "m" }
}

words! {
    /// The weather zone of a hex.
    pub enum SeaZone alone { Severe = "severe", Moderate = "moderate" }
}

words! {
    /// When this group tried to find this target before.
    pub enum Tried { Step = "step" | "this-step", Phase = "phase" | "this-phase" | "other-step" }
}

inputs! {
    /// Under which circumstances somebody searches.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct HuntCircumstances {
        /// active or reactive; reactive when a key of a moving target or an automatic case is given, else active
        kind: Option<HuntKind> = "kind" | "interception", "3.8.1";
        /// naval-movement, offensive or end; naval-movement when not given
        phase: Option<HuntPhase> = "phase" | "step", "3.8.2";
        /// marker of the interceptor: unmarked, standby or active; not looked at when not given
        state: Option<HuntMarker> = "state" | "marker", "3.8.2";
        /// it is Active because of strategic warfare this turn
        strategic_warfare: bool = "strategic-warfare" | "convoy-duty", "3.5";
        groups: Vec<SearchGroup> = GROUPS;
        /// the interceptor is a submarine
        submarine: bool = "submarine" | "by-submarine", "3.8.1";
        /// a case without a die: docked, enemy-port, canal or landing
        automatic: Option<Certain> = "automatic", "3.8.3";
        /// the target attacked a convoy route this turn
        convoy_attack: bool = "convoy-attack" | "attacked-convoy", "3.8.1";
        /// reactive: the target moved within so many hexes
        within: Option<u8> = "within" | "moved-within", "3.8.1", 0..=3;
        /// reactive: the target leaves a port, and the interceptor is in that hex
        leaves_port: bool = "leaves-port" | "exits-port", "3.8.1";
        /// in a coastal hex
        coastal: bool = "coastal" | "coast", "3.8.1";
        /// the target is to make an amphibious assault in this hex this turn
        amphibious: bool = "amphibious" | "landing", "3.8.1";
        /// a friendly air unit, no ATP, has the target in range
        air: bool = "air" | "air-cover", "3.8.1";
        /// the target was reconnoitered in this hex or large sea area
        located: bool = "located" | "recon" | "reconnoitered", "3.8.1";
        /// printed INT of the large sea area
        int: Option<i32> = "int" | "sea-area-int", "3.8.1", -9..=9;
        /// fair, wet or monsoon; fair when not given
        weather: Option<SeaWeather> = "weather", "3.8.1";
        /// weather zone of the hex: severe or moderate
        zone: Option<SeaZone> = "zone" | "weather-zone", "3.8.1";
        /// inclement weather effects exist in the zone
        inclement: bool = "inclement" | "air-effect", "3.8.1";
        /// the target is a submarine
        target_submarine: bool = "target-submarine", "3.8.1";
        /// the target is a single ship chit
        single: bool = "single" | "single-ship" | "lone", "3.8.1";
        /// the interceptor was in port
        in_port: bool = "in-port" | "was-in-port", "3.8.1";
        /// active: MPs that the interceptor moved to the target
        moved: Option<u8> = "moved" | "mp", "3.8.1", 0..=200;
        /// both are in one large sea area, where MPs do not count
        same_area: bool = "same-area" | "same-sea-area", "3.8.1";
        /// L of an Admiral with the interceptor: 1, or 1 group 2
        admiral_l: Bonus = "admiral-l" | "locator" | "l", "3.12.1.1";
        /// E of an Admiral in the target's hex: 1, or 1 group 2
        admiral_e: Bonus = "admiral-e" | "evader" | "e", "3.12.1.2";
        /// bonus of a Naval Magic chit of the US: 1, or 1 group 2
        magic: Bonus = "magic", "17.10.2.1.3";
        /// the interceptor tried this target before: in this Step, or in another Step of the Phase
        tried: Option<Tried> = "tried" | "tried-before", "3.8.2";
        /// the target has left and re-entered the range since
        re_entered: bool = "re-entered" | "reentered", "3.8.7.4";
        /// the interceptor has found an enemy in this Step
        has_found: bool = "has-found" | "already-found", "3.8.2";
        /// the target enters a port from the port's own hex
        enters_port: bool = "enters-port", "3.8.2";
        /// the capture of its port undocked the target
        undocked: bool = "undocked", "3.8.2";
        /// reactive: coastal hexes between interceptor and target
        range: Option<u8> = "range" | "coastal-hexes", "3.8.7.2", 0..=50;
    }
}

/// A search by itself.
impl TypedInput for Hunt {
    const KEYS: &'static [Key] = HuntCircumstances::KEYS;

    fn fields(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Option<Self> {
        let mut idle = idle(inputs);
        let hunt = Self::of(inputs).map_err(|more| faults.extend(more)).ok();
        if hunt.as_ref().is_some_and(|hunt| hunt.is_automatic() && hunt.groups().len() > 1) {
            idle.push(KeyFault::new("groups", "an automatic interception has no dice and one group"));
        }
        idle.retain(|idle| faults.iter().all(|fault| fault.key != idle.key));
        faults.extend(idle);
        hunt
    }
}

impl Hunt {
    /// The key of a field, for an encounter that begins with a search.
    pub(in super::super) const fn key(name: &str) -> Key {
        inputs::key(HuntCircumstances::KEYS, name)
    }

    /// Reads a search that something else may read more of.
    ///
    /// # Errors
    /// Every value that is wrong, or does not fit another.
    pub(in super::super) fn of(inputs: &Inputs) -> Result<Self, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let Some(given) = HuntCircumstances::fields(inputs, &mut faults) else { return Err(faults) };
        let reactive = given.is_reactive(&mut faults);
        let once = given.once(&mut faults);
        faults.extend(given.contradictions());
        if faults.is_empty() { Ok(Self { given, reactive, once }) } else { Err(faults) }
    }
}

impl HuntCircumstances {
    /// Whether it is a reaction; keys of a moving target belong to reactions, MPs to active interceptions.
    fn is_reactive(&self, faults: &mut Vec<KeyFault>) -> bool {
        let first =
            |keys: &[(&'static str, bool)]| keys.iter().find(|(_, given)| *given).map(|(key, _)| *key);
        let moving = first(&[
            ("within", self.within.is_some()),
            ("leaves-port", self.leaves_port),
            ("range", self.range.is_some()),
        ]);
        let own = first(&[("moved", self.moved.is_some()), ("same-area", self.same_area)]);
        match (self.kind, moving, own) {
            (Some(HuntKind::Active), Some(key), _) => {
                faults.push(KeyFault::new(key, "is for a reactive interception of a moving target"));
            }
            (Some(HuntKind::Reactive), _, Some(key)) | (None, Some(_), Some(key)) => {
                let what = "is for an active interception: a reaction does not spend MPs";
                faults.push(KeyFault::new(key, what));
            }
            _ => {}
        }
        if self.kind == Some(HuntKind::Active) && self.automatic == Some(Certain::Docked) {
            let fault = KeyFault::new("kind", "docked ships react to ships entering their port");
            faults.push(fault.help("kind=reactive; ships inside an enemy port are automatic=enemy-port"));
        }
        // Ships in an enemy port came there; the other automatic cases wait for ships that move.
        let waits = self.automatic.is_some_and(|case| case != Certain::EnemyPort) && own.is_none();
        self.kind.map_or(moving.is_some() || waits, |kind| kind == HuntKind::Reactive)
    }

    /// L and E of Admirals and Magic; nobody is asked where they are for one group.
    fn once(&self, faults: &mut Vec<KeyFault>) -> Vec<OnceModifier> {
        let groups = self.groups.len();
        let bonuses = [
            ("admiral-l", &self.admiral_l, OnceKind::Locator, 1),
            ("admiral-e", &self.admiral_e, OnceKind::Evader, -1),
            ("magic", &self.magic, OnceKind::Magic, 1),
        ];
        let mut all = Vec::new();
        for (key, Bonus(bonus), what, sign) in bonuses {
            match bonus {
                Err(more) => faults.extend(more.iter().cloned()),
                Ok(None) => {}
                Ok(Some((_, Some(group)))) if *group == 0 || *group > groups => {
                    faults.push(KeyFault::new(key, format!("no group {group}")));
                }
                Ok(Some((value, group))) => all.push(OnceModifier {
                    what,
                    value: sign * value,
                    group: group.or((groups == 1).then_some(1)),
                    // Of several groups his side says before each die whether it is for that one.
                    asked: group.is_none() && groups > 1,
                }),
            }
        }
        all
    }

    /// Values that do not fit others.
    fn contradictions(&self) -> Vec<KeyFault> {
        let mut faults = Vec::new();
        if self.weather.is_some_and(|weather| weather != SeaWeather::Fair) && self.zone.is_none() {
            let fault = KeyFault::new("zone", "is missing: weather depends on the zone");
            faults.push(fault.help("severe or moderate"));
        }
        if self.re_entered && self.tried.is_none() {
            faults.push(KeyFault::new("re-entered", "has no effect unless tried is given"));
        }
        let of_areas = [("same-area", self.same_area), ("int", self.int.is_some_and(|int| int != 0))];
        for (key, _) in of_areas.into_iter().filter(|(_, given)| *given && self.coastal) {
            let what = "applies to a large sea area, but coastal=yes is given: a coastal hex";
            faults.push(KeyFault::new(key, what).help(format!("leave out {key}, or give coastal=no")));
        }
        if let Some(other) = self.state.filter(|state| self.strategic_warfare && *state != HuntMarker::Active)
        {
            let what = format!("says that these ships are Active, but they are {other}");
            faults.push(KeyFault::new("strategic-warfare", what).help("give state=active, or leave it out"));
        }
        faults
    }
}

/// Keys of the die, which mean nothing in a search without one (3.8.3).
const OF_THE_DIE: [&str; 17] = [
    "convoy-attack",
    "within",
    "leaves-port",
    "coastal",
    "amphibious",
    "air",
    "located",
    "int",
    "weather",
    "zone",
    "inclement",
    "single",
    "in-port",
    "same-area",
    "admiral-l",
    "admiral-e",
    "magic",
];

/// Every value that nothing would read.
fn idle(inputs: &Inputs) -> Vec<KeyFault> {
    let Some(case) = inputs.word("automatic") else { return Vec::new() };
    let what = format!("counts for a die roll, but automatic={case} needs none");
    // How far they came is limited in a Sea Offensive, die or no die (3.6.3).
    let moved = (inputs.word("phase") != Some("offensive")).then_some("moved");
    let idle = OF_THE_DIE.into_iter().chain(moved).filter(|key| is_told(inputs, key));
    idle.map(|key| KeyFault::new(key, &*what).help("leave it out")).collect()
}

/// Whether a key says more than no, nothing or none.
pub(in super::super) fn is_told(inputs: &Inputs, key: &str) -> bool {
    let number = inputs.number(key).is_some_and(|number| number != 0 || key == "within");
    let word = inputs.word(key).is_some_and(|word| !["fair", "0"].contains(&word));
    let list = inputs.value(key).is_some_and(Value::is_array);
    inputs.yes(key) || number || word || list
}

/// What an Admiral or a chit adds, and behind the word `group` whose die it is for. What is wrong with it is said once it
/// is known how many groups there are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bonus(Result<Option<(i32, Option<usize>)>, Vec<KeyFault>>);

impl Field for Bonus {
    const KIND: KeyKind = KeyKind::List;

    fn read(inputs: &Inputs, key: &str, _: &mut Vec<KeyFault>) -> Option<Self> {
        Some(Self(inputs.value(key).map(|value| bonus(key, value)).transpose()))
    }
}

fn bonus(key: &str, value: &Value) -> Result<(i32, Option<usize>), Vec<KeyFault>> {
    let wrong = || KeyFault::new(key, "expected a number from 0 to 9, or 1 group 2");
    let parts = typed::parts(key, value).map_err(|more| [more, vec![wrong()]].concat())?;
    let [part] = &parts[..] else { return Err(vec![wrong()]) };
    let words = part.words.iter().filter(|word| *word != "group");
    let numbers: Option<Vec<u32>> =
        words.map(|word| typed::number(word.trim_start_matches('+'), 99)).collect();
    match numbers.as_deref() {
        Some([value @ 0..=9]) => Ok((*value as i32, None)),
        Some([value @ 0..=9, group]) => Ok((*value as i32, Some(*group as usize))),
        _ => Err(vec![wrong()]),
    }
}
