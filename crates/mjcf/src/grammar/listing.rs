//! The grammar as text or as an HTML table, in the layout of MuJoCo's `mj_printSchema`.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::MJCF;
use super::{Count, Rule};

/// Columns before the attributes, and the column after which a line is broken.
const INDENT: usize = 30;
const WIDTH: usize = 60;

/// How a listing of the grammar is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListingStyle {
    /// Plain text, indented.
    Text,
    /// An HTML table, indented by hard spaces.
    Html,
    /// An HTML table, indented by style.
    PaddedHtml,
}

/// Every element of MJCF with how often it may stand (`!` once, `?` at most once, `*` any number of
/// times, `R` also inside itself) and its attributes.
#[doc(alias = "mj_printSchema")]
#[must_use]
pub fn schema_listing(style: ListingStyle) -> String {
    let mut out = String::new();
    match style {
        ListingStyle::Text => text(&mut out, &MJCF, 0),
        ListingStyle::Html | ListingStyle::PaddedHtml => {
            out.push_str("<table border=\"1\">\n");
            html(&mut out, &MJCF, 0, style == ListingStyle::PaddedHtml);
            out.push_str("</table>\n");
        }
    }
    out
}

/// The name to show: bodies stand for the world too.
fn shown(rule: &Rule) -> &'static str {
    if rule.name == "body" { "(world)body" } else { rule.name }
}

fn count(rule: &Rule, level: usize) -> char {
    match rule.count {
        _ if level == 0 => '!',
        Count::Optional => '?',
        Count::Many => '*',
        Count::Recursive => 'R',
    }
}

/// The attributes of an element, in alphabetical order.
fn attributes(rule: &Rule) -> BTreeSet<&'static str> {
    rule.attrs().iter().copied().collect()
}

fn text(out: &mut String, rule: &Rule, level: usize) {
    let head =
        format!("{:indent$}{} ({})", "", shown(rule), count(rule, level), indent = 3 * level);
    let start = head.len().max(INDENT);
    let _ = write!(out, "{head:start$}");
    let mut column = start;
    for attr in attributes(rule) {
        if column > WIDTH {
            let _ = write!(out, "\n{:start$}", "");
            column = start;
        }
        let _ = write!(out, "{attr} ");
        column += attr.len() + 1;
    }
    out.push('\n');
    rule.children.iter().for_each(|child| text(out, child, level + 1));
}

fn html(out: &mut String, rule: &Rule, level: usize, padded: bool) {
    let style = "bgcolor=\"#EEEEEE\" class=\"el\"";
    let name = shown(rule);
    let cell = if padded {
        format!("<td style=\"padding-left:{}\" {style}>{name}</td>", 5 + 15 * level)
    } else {
        format!("<td {style}>{}{name}</td>", "&nbsp;".repeat(4 * level))
    };
    let mut attrs = String::from("<span style=\"color:black\"><i>no attributes</i></span>");
    if !rule.attrs().is_empty() {
        attrs = attributes(rule).iter().flat_map(|attr| [attr, " "]).collect();
    }
    let _ = write!(
        out,
        "<tr>\n\t{cell}\n\t<td class=\"ty\">{}</td>\n\t<td class=\"at\">{attrs}</td>\n</tr>\n",
        count(rule, level)
    );
    rule.children.iter().for_each(|child| html(out, child, level + 1, padded));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_indented_and_broken() {
        let listing = schema_listing(ListingStyle::Text);
        assert!(listing.starts_with("mujoco (!)                    model \n   compiler (*)  "));
        assert!(listing.contains("\n   (world)body (R) "));
        assert!(listing.lines().all(|line| line.trim_end().len() < 100));
    }
}
