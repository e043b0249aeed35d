//! Fighters with the mission Intercept meet those who fly to its target, and nobody elsewhere (4.7.1, 4.7.2).

use liege::rules::play::battle::Battle;

use super::{given, has_note};

fn count(battle: &Battle, key: &str) -> usize {
    battle.inputs.get(key).and_then(|value| value.as_array()).map_or(0, Vec::len)
}

/// A battle with a fighter of the side that flies there, with one of the other side, and what their marks name.
struct Flight {
    id: &'static str,
    text: &'static str,
    target: &'static str,
}

/// `OWN` stands for the mark of the fighter that may counter-intercept, `ENEMY` for that of the one that comes.
const FLIGHTS: [Flight; 6] = [
    Flight {
        id: "strike-E4229",
        text: "date: 1943-06\nphase: OA.1\ncontrol: JP E4229 E4330\ncontrol: US E4428\n\
            at E4229: chit:large-airbase, jp-b-4-ku\nat E4330: chit:large-airbase, jp-f-11 ENEMY\n\
            at E4428: chit:large-airbase, us-b-90 strike target=\"E4229 airbase\", us-fb-475 OWN\n",
        target: "E4229",
    },
    Flight {
        id: "strafe-E4229",
        text: "date: 1943-06\nphase: NA.2\ncontrol: JP E4229 E4330\ncontrol: US E4428\n\
            at E4229: chit:large-airbase, jp-b-4-ku\nat E4330: chit:large-airbase, jp-f-11 ENEMY\n\
            at E4428: chit:large-airbase, us-fb-mag12 strafe target=E4229, us-fb-475 OWN\n",
        target: "E4229",
    },
    Flight {
        id: "land-W4318",
        text: "date: 1942-02\nphase: OL.1\ncontrol: JP W4418\ncontrol: CN W4318 W4317\nat W4318: cn-inf-10\n\
            at W4418: jp-armor-1 standby attack W4318, chit:large-airbase\n\
            at W4418: jp-b-4-ku ground-support target=W4318, jp-f-tainan OWN\n\
            at W4317: chit:small-airbase, cn-f-avg ENEMY\n",
        target: "W4318",
    },
    Flight {
        id: "transport-E4333",
        text: "date: 1943-02\nphase: NA.2\ncontrol: US E4132 E4333\ncontrol: JP E4334\n\
            at E4132: chit:large-airbase, chit:us-sea-supply, us-atp-1 transport target=E4333, us-f-49 OWN\n\
            at E4132 aboard us-atp-1: us-para-503\nat E4333: chit:small-airbase\n\
            at E4334: chit:large-airbase, jp-f-244 ENEMY\n",
        target: "E4333",
    },
    Flight {
        id: "rebase-E4333",
        text: "date: 1943-02\nphase: NA.2\ncontrol: US E4132 E4333\ncontrol: JP E4334\n\
            at E4132: chit:large-airbase, us-b-22 change-base target=E4333, us-f-49 OWN\n\
            at E4333: chit:small-airbase\nat E4334: chit:large-airbase, jp-f-244 ENEMY\n",
        target: "E4333",
    },
    Flight {
        id: "bomb-W4533",
        text: "date: 1944-12\nphase: SW\ncontrol: US W4331\ncontrol: JP W4533\n\
            at W4331: chit:large-airbase, us-b-90 strike target=W4533, us-f-49 OWN\n\
            at W4533: chit:large-airbase, jp-f-244 ENEMY\n",
        target: "W4533",
    },
];

impl Flight {
    fn battle(&self, own: &str, enemy: &str) -> Battle {
        let text = self.text.replace("OWN", own).replace("ENEMY", enemy);
        let battles = given(&text).battles();
        let ids: Vec<&str> = battles.iter().map(|battle| battle.id.as_str()).collect();
        assert!(ids.contains(&self.id), "{}: {ids:?}", self.id);
        battles.into_iter().find(|battle| battle.id == self.id).unwrap()
    }
}

const OTHER: &str = "intercept target=W2112";

#[test]
fn who_counter_intercepts_has_the_target_of_the_flight_in_its_mark() {
    for flight in &FLIGHTS {
        let id = flight.id;
        let there = flight.battle(&format!("intercept target={}", flight.target), "");
        assert_eq!(count(&there, "counter"), 1, "{id}: {:?} {:?}", there.inputs, there.notes);
        let anywhere = flight.battle("intercept", "");
        assert_eq!(count(&anywhere, "counter"), 1, "{id}: a mark without a target is for whoever comes");
        let elsewhere = flight.battle(OTHER, "");
        assert_eq!(count(&elsewhere, "counter"), 0, "{id}: {:?}", elsewhere.inputs);
        let told = "takes no part: the target of its mission Intercept is W2112";
        assert!(has_note(&elsewhere, told), "{id}: {:?}", elsewhere.notes);
        let nowhere = flight.battle("intercept target=Atlantis", "");
        assert_eq!(count(&nowhere, "counter"), 0, "{id}: {:?}", nowhere.inputs);
        assert!(has_note(&nowhere, "\"Atlantis\""), "{id}: {:?}", nowhere.notes);
    }
}

#[test]
fn who_waits_for_others_elsewhere_does_not_meet_a_flight() {
    for flight in &FLIGHTS {
        let id = flight.id;
        let met = |battle: &Battle| {
            ["interceptors", "way", "way-2", "way-3"].iter().map(|key| count(battle, key)).sum::<usize>()
        };
        for mark in ["", "intercept", &format!("intercept target={}", flight.target)] {
            let battle = flight.battle("", mark);
            assert_eq!(met(&battle), 1, "{id} {mark}: {:?} {:?}", battle.inputs, battle.notes);
        }
        let elsewhere = flight.battle("", OTHER);
        assert_eq!(met(&elsewhere), 0, "{id}: {:?}", elsewhere.inputs);
        let told = "takes no part: the target of its mission Intercept is W2112";
        assert!(has_note(&elsewhere, told), "{id}: {:?}", elsewhere.notes);
    }
}
