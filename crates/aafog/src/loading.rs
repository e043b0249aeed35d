//! How units are shared out among several ships that carry them together.

use super::base::Base;

/// What each of several ships of a class carries, by the numbers of the units: each unit, in the order in which they are
/// given, goes to the first ship that has room, what is over to the last one. Where nobody says how much a ship carries,
/// each has as many units as the others.
pub fn share_out(base: &Base, carrier: &str, ships: usize, kinds: &[&str]) -> Vec<Vec<usize>> {
    let mut shares: Vec<Vec<usize>> = vec![Vec::new(); ships.max(1)];
    let evenly = kinds.len().div_ceil(shares.len());
    let last = shares.len() - 1;
    for at in 0..kinds.len() {
        let room = |share: &Vec<usize>| {
            let full: Vec<&str> = share.iter().chain([&at]).map(|number| kinds[*number]).collect();
            base.fits(carrier, &full).unwrap_or(share.len() < evenly)
        };
        let ship = shares.iter().position(room).unwrap_or(last);
        shares[ship].push(at);
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Load;

    #[test]
    fn each_unit_goes_to_the_first_ship_with_room_or_evenly_where_nobody_knows_the_room() {
        let load = |holds: &[&str]| Load {
            carrier: "tr".into(),
            holds: holds.iter().map(|class| (*class).to_owned()).collect(),
        };
        let mut base = Base::default();
        base.load = vec![load(&["inf", "inf"]), load(&["tank", "inf"])];
        assert_eq!(share_out(&base, "tr", 2, &["tank", "inf", "inf"]), [vec![0, 1], vec![2]]);
        assert_eq!(share_out(&base, "tr", 2, &["tank", "tank", "tank"]), [vec![0], vec![1, 2]]);
        let silent = Base::default();
        assert_eq!(share_out(&silent, "cv", 2, &["ftr", "ftr", "tac"]), [vec![0, 1], vec![2]]);
    }
}
