//! How large a table or a list may be, so that no row of a wrong file eats the memory or the time.

use std::path::Path;

use super::Failure;

/// Most columns of a table.
const MOST_COLUMNS: u64 = 1_000;
/// Most cells of a table.
const MOST_CELLS: u64 = 2_000_000;
/// Longest cell in bytes, about that of a spreadsheet.
const LONGEST_CELL: u64 = 32_767;

/// Most bytes of a list, which is TOML; the longest of ours has 32 kB.
const LONGEST_LIST: usize = 1 << 20;

/// Refuses a list that is too long.
pub fn expect_list(path: &Path, list: &[u8]) -> Result<(), Failure> {
    if list.len() <= LONGEST_LIST {
        return Ok(());
    }
    let told = format!("has {} bytes, expected at most {LONGEST_LIST} of a TOML file", list.len());
    Err(Failure::about(path, told).help("a list needs only the entries that differ from the built-in ones"))
}

/// Refuses a table that is too large.
pub fn expect(path: &Path, table: &[u8]) -> Result<(), Failure> {
    check(table).map_err(|why| Failure::about(path, why).help("look for a quote that is never closed"))
}

/// What separates the cells of a table: a semicolon where a spreadsheet wrote it for people whose comma is for decimals.
pub fn separator(table: &[u8]) -> u8 {
    let head = table.split(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
    if head.contains(&b';') && !head.contains(&b',') { b';' } else { b',' }
}

/// What is too large about the text of a table, before it is taken apart.
fn check(table: &[u8]) -> Result<(), String> {
    let (mut line, mut columns, mut cells, mut length) = (1u64, 1u64, 1u64, 0u64);
    // Within a cell that does not begin with one, a quote is an inch mark; two of them in a quoted cell are one.
    let (mut quoted, mut may_open) = (false, true);
    let separator = separator(table);
    for byte in table.strip_prefix(b"\xef\xbb\xbf").unwrap_or(table) {
        let opens = may_open;
        let ends = *byte == separator || matches!(byte, b'\r' | b'\n');
        may_open = ends && !quoted || *byte == b'"' && quoted;
        match byte {
            b'"' if quoted || opens => quoted = !quoted,
            _ if ends && !quoted => {
                cells += 1;
                length = 0;
                columns = if *byte == separator { columns + 1 } else { 1 };
            }
            _ => length += 1,
        }
        if columns > MOST_COLUMNS {
            return Err(format!("line {line}: expected at most {MOST_COLUMNS} columns, found more"));
        }
        if length > LONGEST_CELL {
            return Err(format!("line {line}: expected at most {LONGEST_CELL} bytes in a cell, found more"));
        }
        if cells > MOST_CELLS {
            return Err(format!("line {line}: expected at most {MOST_CELLS} cells in a table, found more"));
        }
        line += u64::from(*byte == b'\n');
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn tables_of_people_are_read_and_larger_ones_name_the_line_and_the_limit() {
        assert_eq!(check("id,name\n1,\"a, b\nc\"\n".repeat(60_000).as_bytes()), Ok(()));
        assert_eq!(check("id,name\n1,5\" gun\n".repeat(60_000).as_bytes()), Ok(()));
        assert_eq!(check("id,name\n1,\"a \"\"b\"\", c\"\n".repeat(60_000).as_bytes()), Ok(()));
        assert_eq!(check("id;name\n1;\"a; b\nc\"\n".repeat(60_000).as_bytes()), Ok(()));
        let wide = format!("id,name\n{}", ",".repeat(1_000));
        assert_eq!(check(wide.as_bytes()), Err("line 2: expected at most 1000 columns, found more".into()));
        let long = format!("id,name\n1,\"{}\"\n", ",".repeat(40_000));
        assert!(check(long.as_bytes()).unwrap_err().contains("32767 bytes in a cell"));
        assert!(check("1,2,3,4,5,6,7,8\n".repeat(260_000).as_bytes()).unwrap_err().contains("2000000 cells"));
    }
}
