//! Files and lines of faults in unpacked folders.

use std::collections::BTreeMap;
use std::path::Path;

use crate::cli::{Failure, files, open};
use liege_tools::convert::folder::{Files, read_manifest};
use liege_tools::convert::manifest::MANIFEST;
use liege_tools::convert::readable::{self, READABLE, Spot};
use liege_tools::lint::Fault;
use vassal::format::Limits;
use vassal::format::detect::{BUILD_FILE, BUILD_FILE_XML};

/// Adds to each fault the file of the folder in which it is, and the line.
pub fn add(folder: &Path, limits: &Limits, faults: &mut [Fault]) -> Result<(), Failure> {
    if faults.is_empty() {
        return Ok(());
    }
    let text = files::read(&folder.join(MANIFEST))?;
    let text = String::from_utf8_lossy(&text);
    let manifest = read_manifest(&text).map_err(|error| Failure::about(folder, error))?;
    let paths: BTreeMap<&str, &str> = manifest
        .entries
        .iter()
        .map(|row| (row.name.as_str(), row.path.as_deref().unwrap_or(&row.name)))
        .collect();
    let is_readable = manifest.entries.iter().any(|row| row.build.is_some());
    let build_file = [BUILD_FILE, BUILD_FILE_XML].iter().find_map(|name| paths.get(name)).copied();
    let named = |path: &str| folder.join(path).display().to_string();
    let wanted = if is_readable { wanted(faults) } else { Vec::new() };
    let found = if wanted.is_empty() { Vec::new() } else { places(folder, limits, &wanted)? };
    for ((fault, ..), place) in wanted.iter().zip(found) {
        if let (Some((file, line)), Some(fault)) = (place, faults.get_mut(*fault)) {
            (fault.place.file, fault.place.line) = (Some(named(&file)), Some(line));
        }
    }
    for fault in faults.iter_mut().filter(|fault| fault.place.file.is_none()) {
        let entry = fault.place.entry.as_deref();
        let file = entry.map(|entry| paths.get(entry).copied().unwrap_or(entry));
        fault.place.file = file.or(build_file).map(named);
    }
    Ok(())
}

/// What is to be found: the fault by its number, its component, its trait and its field.
type FaultSpot = (usize, usize, Option<usize>, String);

fn wanted(faults: &[Fault]) -> Vec<FaultSpot> {
    let of = |(at, fault): (usize, &Fault)| {
        let (component, of_trait) = fault.place.numbers?;
        Some((at, component, of_trait, fault.place.field.clone().unwrap_or_default()))
    };
    faults.iter().enumerate().filter_map(of).collect()
}

fn places(
    folder: &Path,
    limits: &Limits,
    wanted: &[FaultSpot],
) -> Result<Vec<Option<(String, usize)>>, Failure> {
    let first = format!("{READABLE}.toml");
    let mut texts = Files::new();
    texts.insert(first.clone(), files::read(&folder.join(&first))?);
    let inside = folder.join(READABLE);
    if inside.is_dir() {
        let all = open::folder_files(&inside, limits)?;
        texts.extend(all.into_iter().map(|(path, bytes)| (format!("{READABLE}/{path}"), bytes)));
    }
    let spots: Vec<(usize, Spot<'_>)> = wanted
        .iter()
        .map(|(_, component, of_trait, field)| {
            let spot = match of_trait {
                Some(number) => Spot::Field { number: *number, name: field },
                None if field.is_empty() => Spot::Component,
                None => Spot::Attribute(field),
            };
            (*component, spot)
        })
        .collect();
    readable::places(&|path| texts.get(path).map(Vec::as_slice), &spots)
        .map_err(|(path, error)| Failure::about(&folder.join(path), error))
}
