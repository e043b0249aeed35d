//! Names of large pictures by what they show. VASSAL cuts such pictures into tiles and keeps these by the name and version of
//! the module and the name and date of the picture; of a module that is built again it would show the old ones.
//!
//! Engine class: `tools.image.tilecache.ZipFileImageTiler`.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::pictures::Picture;
use vassal::format::build_file::Element;

/// Pictures longer than this on a side are cut into tiles.
const TILE: u32 = 256;
/// Bytes of a hash in a name.
const HASHED: usize = 4;

/// Gives large pictures names with a hash of their content, and has the build file name them so.
pub(super) fn named_by_content(
    pictures: &[Picture],
    drawn: Vec<(String, Vec<u8>)>,
    root: &mut Element,
) -> Vec<(String, Vec<u8>)> {
    let large: BTreeMap<&str, &Picture> = pictures
        .iter()
        .filter(|picture| picture.size.0.max(picture.size.1) > TILE)
        .map(|picture| (picture.name.as_str(), picture))
        .collect();
    let mut names = BTreeMap::new();
    let files = drawn.into_iter().map(|(name, bytes)| {
        if !large.contains_key(name.as_str()) {
            return (name, bytes);
        }
        let (stem, ending) = name.rsplit_once('.').unwrap_or((&name, ""));
        let hash: String =
            Sha256::digest(&bytes).iter().take(HASHED).map(|byte| format!("{byte:02x}")).collect();
        let new = format!("{stem}-{hash}.{ending}");
        names.insert(name, new.clone());
        (new, bytes)
    });
    let files = files.collect();
    rename(root, &names);
    files
}

fn rename(element: &mut Element, names: &BTreeMap<String, String>) {
    let named = element
        .pairs()
        .filter_map(|(attribute, value)| names.get(value).map(|new| (attribute.to_owned(), new.clone())));
    for (attribute, new) in named.collect::<Vec<_>>() {
        element.set_attr(&attribute, new);
    }
    element.elements_mut().for_each(|child| rename(child, names));
}

#[cfg(test)]
mod tests {
    use super::super::pictures::Drawing;
    use super::*;

    /// The names of a board's and a counter's picture with these bytes, as archive and build file have them.
    fn names(board: &[u8]) -> (Vec<String>, Vec<String>) {
        let picture = |name: &str, size| Picture {
            name: name.to_owned(),
            size: (size, 60),
            drawing: Drawing::Svg(String::new()),
        };
        let pictures = [picture("board.png", 257), picture("tank.png", 256)];
        let mut root = Element::new("Map")
            .with_child(Element::new("Board").with("image", "board.png").with("name", "board.png or not"))
            .with_child(Element::new("Mark").with("image", "tank.png"));
        let drawn = vec![("board.png".to_owned(), board.to_vec()), ("tank.png".to_owned(), board.to_vec())];
        let files = named_by_content(&pictures, drawn, &mut root);
        let told = root.elements().map(|element| element.attr("image").unwrap().to_owned()).collect();
        assert_eq!(root.elements().next().unwrap().attr("name"), Some("board.png or not"));
        (files.into_iter().map(|(name, _)| name).collect(), told)
    }

    #[test]
    fn a_large_picture_that_changes_gets_another_name_and_a_small_one_keeps_its_own() {
        let (files, told) = names(b"blue");
        assert_eq!(files, told);
        assert_eq!(files[1], "tank.png");
        assert!(files[0].starts_with("board-") && files[0].ends_with(".png"), "{files:?}");
        assert_eq!(names(b"blue"), (files.clone(), told));
        assert_ne!(names(b"red").0[0], files[0]);
    }
}
