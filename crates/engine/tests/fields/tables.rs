//! The table `| reads | writes |` that opens a source file.

use std::collections::BTreeSet;

/// What the tables of a file say.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    /// Whether there is such a table.
    pub found: bool,
    /// Names in the columns "reads".
    pub reads: BTreeSet<String>,
    /// Names in the columns "writes".
    pub writes: BTreeSet<String>,
}

impl Columns {
    /// The tables in the comment that opens the file. Only names in backticks count; `geom_x*`
    /// stands for all fields of that start among the words of the code.
    pub(crate) fn of(text: &str, fields: &[String], words: &BTreeSet<String>) -> Self {
        let mut columns = Self::default();
        let mut header: Vec<&str> = Vec::new();
        for line in text.lines().map_while(|line| line.strip_prefix("//!")) {
            let Some(row) = line.trim().strip_prefix('|') else {
                header.clear();
                continue;
            };
            let cells: Vec<&str> = row.trim_end_matches('|').split('|').map(str::trim).collect();
            if header.is_empty() {
                columns.found |= cells.contains(&"reads");
                header = cells;
                continue;
            }
            for (title, cell) in header.iter().zip(&cells) {
                match *title {
                    "reads" => columns.reads.extend(names(cell, fields, words)),
                    "writes" => columns.writes.extend(names(cell, fields, words)),
                    _ => {}
                }
            }
        }
        columns
    }
}

/// The fields that a cell names. Entries are cut off: `energy[0]`, `contact.mu`.
fn names(cell: &str, fields: &[String], words: &BTreeSet<String>) -> Vec<String> {
    let quoted = cell.split('`').skip(1).step_by(2);
    let mut found = Vec::new();
    for name in quoted {
        if let Some(prefix) = name.strip_suffix('*') {
            let meant = |f: &&String| f.starts_with(prefix) && words.contains(member(f));
            found.extend(fields.iter().filter(meant).cloned());
            continue;
        }
        let whole = name.split('[').next().unwrap_or(name);
        let first = whole.split('.').next().unwrap_or(whole);
        let known = [whole, first].into_iter().find(|name| fields.iter().any(|f| f == name));
        found.extend(known.map(str::to_owned));
    }
    found
}

/// The name without the struct that it is in: `timestep` of `opt.timestep`.
pub(crate) fn member(field: &str) -> &str {
    field.rsplit('.').next().unwrap_or(field)
}

#[test]
fn names_are_read_from_both_columns() {
    let text = "//! Title.\n//!\n//! | reads | writes |\n//! |---|---|\n\
                //! | poses, `qpos`, `geom_x*` | `energy[0]`, `contact.mu`, `other` |\n";
    let fields = ["qpos", "geom_xpos", "geom_xmat", "energy", "contact"].map(str::to_owned);
    let words = BTreeSet::from(["qpos", "geom_xpos"].map(str::to_owned));
    let columns = Columns::of(text, &fields, &words);
    assert!(columns.found);
    assert_eq!(columns.reads.into_iter().collect::<Vec<_>>(), ["geom_xpos", "qpos"]);
    assert_eq!(columns.writes.into_iter().collect::<Vec<_>>(), ["contact", "energy"]);
}
