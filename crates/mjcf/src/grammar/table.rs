//! The reference table: every element, its attributes and what they hold.

use std::fmt::Write;

use super::{FRAME, MJCF, REPLICATE, Rule};

/// A Markdown table of every element of MJCF, its attributes and what each
/// holds: keywords, or numbers with how many.
///
/// # Examples
/// ```
/// let table = ferrodyn::schema_table();
/// assert!(table.contains("| `mujoco/worldbody/body/geom` | `size` | real(3) |"));
/// ```
#[must_use]
pub fn schema_table() -> String {
    let mut out = String::from("| element | attribute | holds |\n|---|---|---|\n");
    rows(&mut out, &MJCF, MJCF.name);
    out
}

fn rows(out: &mut String, rule: &Rule, path: &str) {
    list(out, path, rule);
    for child in &rule.children {
        match child.name {
            "body" => {
                let world = format!("{path}/worldbody");
                let _ = writeln!(out, "| `{world}` | | |");
                list(out, &format!("{world}/frame"), &FRAME);
                list(out, &format!("{world}/replicate"), &REPLICATE);
                rows(out, child, &format!("{world}/body"));
            }
            name => rows(out, child, &format!("{path}/{name}")),
        }
    }
}

fn list(out: &mut String, path: &str, rule: &Rule) {
    if rule.attrs().is_empty() {
        let _ = writeln!(out, "| `{path}` | | |");
    }
    for (attr, holds) in rule.attrs().iter().zip(rule.holds()) {
        let _ = writeln!(out, "| `{path}` | `{attr}` | {} |", holds.text());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_numeric_attribute_has_its_kind() {
        let table = schema_table();
        for line in [
            "| `mujoco/option/flag` | `gravity` | disable, enable |",
            "| `mujoco/default/geom` | `euler` | real(3) |",
            "| `mujoco/actuator/position` | `kp` | real |",
            "| `mujoco/sensor/user` | `user` | real(...) |",
            "| `mujoco/equality/joint` | `polycoef` | real(5) |",
            "| `mujoco/worldbody/replicate` | `count` | int |",
        ] {
            assert!(table.contains(line), "{line}");
        }
        assert!(table.contains("/flexcomp`") && table.contains("/composite/geom`"));
    }
}
