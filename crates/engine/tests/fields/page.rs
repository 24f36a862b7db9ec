//! The page of all fields, docs/fields.md.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ferrodyn_engine::fields::{DType, Doc, FieldInfo, Layout};
use ferrodyn_engine::visual as v;
use ferrodyn_engine::{Contact, SolverStat, TimerStat, WarningStat};
use ferrodyn_engine::{Data, Model, Opt, Sizes, Statistic};

use crate::tables::Columns;

const HEAD: &str = "\
# Fields

Written by `crates/engine/tests/fields` from the tables of fields, from what the stages of a step declare and
from the table of reads and writes that opens other source files. To write it again:

    FERRODYN_WRITE_DOCS=1 cargo test -p ferrodyn-engine --test fields

Units are products and quotients of SI units, `1` for plain numbers; *and* stands between units of
different entries, *or* between units that depend on the object (a hinge or a slide, say), *any* is
decided by what the field belongs to or by the user. Spatial vectors put rotation before translation.
*Joint space* is one number per degree of freedom, *constraint space* one per constraint row.

*Read by* and *written by* are modules of the engine, by the file where a stage is declared or that opens with a
table; a file that writes a field need not say that it also reads it. A module with more than five such files is
named as a whole. What nothing reads or writes is there for users, renderers and files.
";

/// The page, given the tables of all files by their paths.
pub(crate) fn page(files: &BTreeMap<String, Columns>) -> String {
    let mut out = HEAD.to_owned();
    let mut table = |title: &str, what: &str, prefix: &str, fields: &[FieldInfo]| {
        let rows = fields.iter().map(|info| {
            let name = format!("{prefix}{}", info.name);
            let read = modules(files.iter().filter(|(_, c)| c.reads.contains(&name)));
            let written = modules(files.iter().filter(|(_, c)| c.writes.contains(&name)));
            row(&name, &kind(info), info.doc, &[&read, &written])
        });
        let titles = "| field | type | what it is | unit | frame | read by | written by |";
        out += &section(title, what, titles, rows);
    };
    table("Model", "Constants of a simulation.", "", Model::FIELDS);
    table("Data", "State, and what is computed from it.", "", Data::FIELDS);
    table("Options", "`opt` of a model.", "opt.", Opt::FIELDS);
    table("Statistics", "`stat` of a model.", "stat.", Statistic::FIELDS);

    let titles = "| field | type | what it is | unit | frame |";
    for layout in [Contact::LAYOUT, WarningStat::LAYOUT, TimerStat::LAYOUT, SolverStat::LAYOUT] {
        out += &section(layout.name, "A record of data.", titles, members(layout));
    }
    for (title, fields) in visual() {
        let rows = fields.iter().map(|info| row(info.name, &kind(info), info.doc, &[]));
        out += &section(&format!("vis.{title}"), "For renderers.", titles, rows);
    }
    let sizes = Sizes::NAMES.iter().zip(Sizes::DOCS);
    let sizes = sizes.map(|(name, doc)| format!("| `{name}` | {} |\n", doc.text()));
    out += &section("Sizes", "Counts of a model.", "| size | what it is |", sizes);
    out
}

/// The groups of visualization options.
pub(crate) fn visual() -> [(&'static str, &'static [FieldInfo]); 6] {
    [
        ("global", v::VisualGlobal::FIELDS),
        ("quality", v::VisualQuality::FIELDS),
        ("headlight", v::VisualHeadlight::FIELDS),
        ("map", v::VisualMap::FIELDS),
        ("scale", v::VisualScale::FIELDS),
        ("rgba", v::VisualRgba::FIELDS),
    ]
}

fn section(title: &str, what: &str, titles: &str, rows: impl Iterator<Item = String>) -> String {
    let line = "|---".repeat(titles.matches('|').count() - 1) + "|";
    let mut out = format!("\n## {title}\n\n{what}\n\n{titles}\n{line}\n");
    rows.for_each(|row| out += &row);
    out
}

fn row(name: &str, kind: &str, doc: Doc, more: &[&str]) -> String {
    let (unit, frame) = (doc.unit().unwrap_or(""), doc.frame().unwrap_or(""));
    let mut out = format!("| `{name}` | {kind} | {} | {unit} | {frame} |", doc.sentence());
    for cell in more {
        write!(out, " {cell} |").unwrap();
    }
    out + "\n"
}

fn members(layout: &Layout) -> impl Iterator<Item = String> {
    layout.members.iter().map(|member| {
        let dims: Vec<_> = member.inner.iter().map(ToString::to_string).collect();
        let kind = with_dims(member.dtype, &dims);
        row(member.name, &kind, member.doc, &[])
    })
}

/// Scalar type and dimensions: `f64 (nbody, 3)`.
fn kind(info: &FieldInfo) -> String {
    let mut dims = Vec::new();
    dims.extend((!info.count.is_empty()).then(|| info.count.to_owned()));
    dims.extend(info.inner.iter().map(ToString::to_string));
    dims.extend((!info.width.is_empty()).then(|| info.width.to_owned()));
    with_dims(info.dtype, &dims)
}

fn with_dims(dtype: DType, dims: &[String]) -> String {
    let scalar = match dtype {
        DType::Record(layout) => layout.name.to_owned(),
        scalar => format!("{scalar:?}").to_lowercase(),
    };
    if dims.is_empty() { scalar } else { format!("{scalar} ({})", dims.join(", ")) }
}

/// Files as modules: `smooth (com, kinematics)`, and only `smooth` if they are many.
fn modules<'a>(files: impl Iterator<Item = (&'a String, &'a Columns)>) -> String {
    const MANY: usize = 5;
    let mut parts: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (path, _) in files {
        let path = path.trim_end_matches(".rs").trim_end_matches("/mod");
        let (module, part) = path.split_once('/').unwrap_or((path, ""));
        parts.entry(module).or_default().push(part);
    }
    let named = parts.into_iter().map(|(module, mut parts)| {
        let whole = parts.len() > MANY || parts == [""];
        parts.retain(|part| !part.is_empty());
        if whole { module.to_owned() } else { format!("{module} ({})", parts.join(", ")) }
    });
    named.collect::<Vec<_>>().join(", ")
}
