//! Two versions of a piece that come from one: traits that one side changed, and fields of a trait, are merged.

use vassal::format::leaf::Leaf;
use vassal::format::piece::{PieceText, TraitText};
use vassal::format::sequence;
use vassal::format::text::Text;
use vassal::format::traits::title;
use vassal::model::slot::read_definition;

/// More traits than this are not laid beside each other.
const MOST_TRAITS: usize = 300;

/// The definition that has what both changed since `was`; none where both changed one thing in different ways, or both
/// added or took away traits.
pub fn merged(was: &str, ours: &str, theirs: &str) -> Option<String> {
    let [base, own, new] = [was, ours, theirs].map(read_definition);
    let (base, own, new) = (base?, own?, new?);
    // What would not be written as it was read stays as it is.
    if written(&own)? != ours || written(&new)? != theirs {
        return None;
    }
    let [old, mine, other] = [&base, &own, &new].map(kinds);
    let traits = if other == old {
        by_trait(&base, &own, &new, mine == old)
    } else if mine == old {
        by_trait(&base, &new, &own, false)
    } else {
        None
    };
    written(&PieceText { traits: traits? })
}

fn written(piece: &PieceText) -> Option<String> {
    Leaf::add(None, piece.encode().ok()?).encode().ok()
}

/// The kinds of its traits, outermost first.
fn kinds(piece: &PieceText) -> Vec<String> {
    let kind = |own: &TraitText| own.type_text.split(';').next().unwrap_or_default().to_owned();
    piece.traits.iter().map(kind).collect()
}

/// The traits of the side that may have added or taken away some, with what the other side changed in those of the base.
fn by_trait(
    base: &PieceText,
    changed: &PieceText,
    other: &PieceText,
    are_alike: bool,
) -> Option<Vec<TraitText>> {
    let titles = |piece: &PieceText| piece.traits.iter().map(|own| title(&own.type_text)).collect::<Vec<_>>();
    let pairs = match are_alike {
        true => (0..base.traits.len()).map(|at| (at, at)).collect(),
        false => common(&titles(base), &titles(changed))?,
    };
    let is_kept = |at: usize| pairs.iter().any(|(was, _)| *was == at);
    let lost_change = |at: usize| !is_kept(at) && base.traits.get(at) != other.traits.get(at);
    if (0..base.traits.len()).any(lost_change) {
        return None;
    }
    let merged = changed.traits.iter().enumerate().map(|(at, own)| {
        let Some((was, _)) = pairs.iter().find(|(_, is)| *is == at) else { return Some(own.clone()) };
        of_trait(base.traits.get(*was)?, own, other.traits.get(*was)?)
    });
    merged.collect()
}

fn of_trait(was: &TraitText, own: &TraitText, new: &TraitText) -> Option<TraitText> {
    let type_text = either(&was.type_text, &own.type_text, &new.type_text)
        .or_else(|| by_field(&was.type_text, &own.type_text, &new.type_text))?;
    Some(TraitText { type_text, state_text: either(&was.state_text, &own.state_text, &new.state_text)? })
}

/// What one side has that the other did not change; none where both changed it in different ways.
fn either(was: &Text, own: &Text, new: &Text) -> Option<Text> {
    if own == was || own == new { Some(new.clone()) } else { (new == was).then(|| own.clone()) }
}

/// A definition field by field, where all three have as many.
fn by_field(was: &Text, own: &Text, new: &Text) -> Option<Text> {
    let [old, mine, other] = [was, own, new].map(|text| sequence::decode(text.as_str(), ';'));
    let is_alike = old.len() == mine.len() && mine.len() == other.len();
    let fields = old.iter().zip(&mine).zip(&other).filter(|_| is_alike).map(|((was, own), new)| {
        if own == was || own == new { Some(new) } else { (new == was).then_some(own) }
    });
    let fields: Vec<&String> = fields.collect::<Option<_>>()?;
    is_alike.then(|| sequence::join(fields, ';').ok()).flatten().map(Text::from)
}

/// The longest list of what both have in the same order, as places in each.
fn common(one: &[String], other: &[String]) -> Option<Vec<(usize, usize)>> {
    if one.len() > MOST_TRAITS || other.len() > MOST_TRAITS {
        return None;
    }
    let mut length = vec![vec![0_u32; other.len() + 1]; one.len() + 1];
    for (a, own) in one.iter().enumerate().rev() {
        for (b, new) in other.iter().enumerate().rev() {
            length[a][b] =
                if own == new { length[a + 1][b + 1] + 1 } else { length[a + 1][b].max(length[a][b + 1]) };
        }
    }
    let (mut a, mut b, mut pairs) = (0, 0, Vec::new());
    while let (Some(own), Some(new)) = (one.get(a), other.get(b)) {
        if own == new {
            pairs.push((a, b));
            (a, b) = (a + 1, b + 1);
        } else if length[a + 1][b] >= length[a][b + 1] {
            a += 1;
        } else {
            b += 1;
        }
    }
    Some(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(traits: &[&str]) -> String {
        let traits = traits.iter().map(|text| TraitText::new(*text, "")).collect::<Vec<_>>();
        let basic = TraitText::new("piece;;;a.png;A", "null;0;0;7;0");
        written(&PieceText { traits: traits.into_iter().chain([basic]).collect() }).unwrap()
    }

    #[test]
    fn different_traits_and_different_fields_are_merged() {
        let was = piece(&["delete;Delete;68,130;", "clone;Clone;67,130;"]);
        let ours = piece(&["delete;Remove;68,130;", "clone;Clone;67,130;"]);
        let theirs = piece(&["delete;Delete;68,195;", "clone;Copy;67,130;"]);
        let both = piece(&["delete;Remove;68,195;", "clone;Copy;67,130;"]);
        assert_eq!(merged(&was, &ours, &theirs), Some(both.clone()));
        assert_eq!(merged(&was, &theirs, &ours), Some(both));
        let other = piece(&["delete;Kill;68,130;", "clone;Clone;67,130;"]);
        assert_eq!(merged(&was, &ours, &other), None);
    }

    #[test]
    fn one_side_may_add_or_take_away_traits() {
        let was = piece(&["delete;Delete;68,130;", "clone;Clone;67,130;"]);
        let edited = piece(&["delete;Remove;68,130;", "clone;Clone;67,130;"]);
        let more = piece(&["delete;Delete;68,130;", "mark;Side", "clone;Clone;67,130;"]);
        let both = piece(&["delete;Remove;68,130;", "mark;Side", "clone;Clone;67,130;"]);
        assert_eq!(merged(&was, &edited, &more), Some(both.clone()));
        assert_eq!(merged(&was, &more, &edited), Some(both));
        let less = piece(&["delete;Delete;68,130;"]);
        assert_eq!(merged(&was, &edited, &less), Some(piece(&["delete;Remove;68,130;"])));
        // What ours changed is gone in theirs.
        assert_eq!(merged(&was, &edited, &piece(&["clone;Clone;67,130;"])), None);
        assert_eq!(merged(&was, &more, &less), None);
    }
}
