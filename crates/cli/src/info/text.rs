//! A summary as text for people: sections, a tree of bodies, tables.

use std::io::{self, Write};

use super::summary::{Body, Joint, Summary, Target};
use crate::report::{BOLD, DIM, count, printable};

pub(super) fn write(out: &mut impl Write, s: &Summary) -> io::Result<()> {
    let (model, file) = (printable(&s.model), printable(&s.file));
    writeln!(out, "{BOLD}{model}{BOLD:#} {DIM}({file}){DIM:#}")?;
    sizes(out, s)?;
    options(out, s)?;
    heading(out, "Bodies")?;
    tree(out, s)?;
    table(out, "Tendons", s.tendons.iter().enumerate(), |(i, t)| {
        let objects = count(t.objects, "object");
        vec![label(t.name.as_deref(), i), t.kind.into(), objects, range(t.range, "m")]
    })?;
    table(out, "Actuators", s.actuators.iter().enumerate(), |(i, a)| {
        let force = a.forcerange.map_or(String::new(), |r| format!("force {}", range(Some(r), "")));
        let ctrl = a.ctrlrange.map_or(String::new(), |r| format!("ctrl {}", range(Some(r), "")));
        vec![label(a.name.as_deref(), i), a.kind.into(), object(&a.target), ctrl, force]
    })?;
    table(out, "Sensors", s.sensors.iter().enumerate(), |(i, x)| {
        let target = x.target.as_ref().map_or(String::new(), object);
        vec![label(x.name.as_deref(), i), x.kind.clone(), target, numbers_of(x.dim)]
    })?;
    table(out, "Equality constraints", s.equalities.iter().enumerate(), |(i, e)| {
        let targets = [&e.first, &e.second].into_iter().flatten().map(object);
        let off = if e.active { "" } else { "off" };
        let targets = targets.collect::<Vec<_>>().join(", ");
        vec![label(e.name.as_deref(), i), e.kind.clone(), targets, off.into()]
    })?;
    assets(out, s)?;
    table(out, "Keyframes", s.keyframes.iter().enumerate(), |(i, k)| vec![label(k.as_deref(), i)])
}

fn sizes(out: &mut impl Write, s: &Summary) -> io::Result<()> {
    heading(out, "Sizes")?;
    let of = |name: &str| s.sizes.get(name).copied().unwrap_or(0);
    writeln!(out, "  nq {}, nv {}, nu {}, na {}", of("nq"), of("nv"), of("nu"), of("na"))?;
    let bodies = of("nbody") - 1;
    let bodies = format!("{bodies} {}", if bodies == 1 { "body" } else { "bodies" });
    let counted = [
        ("njnt", "joint"),
        ("ngeom", "geom"),
        ("nsite", "site"),
        ("ncam", "camera"),
        ("nlight", "light"),
        ("nmat", "material"),
        ("npair", "contact pair"),
        ("nexclude", "contact exclusion"),
    ];
    let counted = counted.into_iter().filter(|(name, _)| of(name) > 0);
    let counted = counted.map(|(name, what)| count(of(name) as usize, what));
    let all: Vec<_> = std::iter::once(bodies).chain(counted).collect();
    writeln!(out, "  {}", all.join(", "))?;
    writeln!(out, "  total mass {} kg", number(s.mass))
}

fn options(out: &mut impl Write, s: &Summary) -> io::Result<()> {
    heading(out, "Options")?;
    let o = &s.option;
    let gravity = o.gravity.map(number).join(" ");
    writeln!(out, "  timestep {} s, gravity {gravity} m/s\u{b2}", number(o.timestep))?;
    let solver = format!("{} solver, at most {} iterations", o.solver, o.iterations);
    let tolerance = number(o.tolerance);
    writeln!(out, "  {} integrator, {} cones", o.integrator, o.cone)?;
    writeln!(out, "  {solver}, tolerance {tolerance}")?;
    for (what, flags) in [("disabled", &o.disabled), ("enabled", &o.enabled)] {
        if !flags.is_empty() {
            writeln!(out, "  {what}: {}", flags.join(", "))?;
        }
    }
    Ok(())
}

/// The bodies, depth first, each followed by its joints.
fn tree(out: &mut impl Write, s: &Summary) -> io::Result<()> {
    // the last child of each body, and whether it has any, decide which lines are drawn
    let mut last_child = vec![None; s.bodies.len()];
    for (b, body) in s.bodies.iter().enumerate() {
        if let Some(last) = body.parent.and_then(|p| last_child.get_mut(p)) {
            *last = Some(b);
        }
    }

    // bodies from the world's child down to the current one
    let mut path: Vec<usize> = Vec::new();
    for (b, body) in s.bodies.iter().enumerate() {
        while path.last().is_some_and(|&above| Some(above) != body.parent) {
            path.pop();
        }
        let is_last = |b: usize| {
            s.bodies[b].parent.and_then(|p| last_child.get(p)).is_none_or(|&l| l == Some(b))
        };
        let guides = path.iter().filter(|&&above| above > 0);
        let above: String =
            guides.map(|&above| if is_last(above) { "   " } else { "│  " }).collect();
        let (branch, below) = match (b, is_last(b)) {
            (0, _) => ("", ""),
            (_, true) => ("└─ ", "   "),
            (_, false) => ("├─ ", "│  "),
        };
        let name = label(body.name.as_deref(), b);
        let what = body_line(body);
        writeln!(out, "  {DIM}{above}{branch}{DIM:#}{BOLD}{name}{BOLD:#}{what}")?;

        let stem = if last_child[b].is_some() { "│  " } else { "   " };
        for (j, joint) in body.joints.iter().filter_map(|&j| Some((j, s.joints.get(j)?))) {
            writeln!(out, "  {DIM}{above}{below}{stem}{DIM:#}{}", joint_line(j, joint))?;
        }
        path.push(b);
    }
    Ok(())
}

fn body_line(body: &Body) -> String {
    let mut parts = Vec::new();
    if body.mass > 0.0 {
        parts.push(format!("{} kg", number(body.mass)));
    }
    let total: usize = body.geoms.values().sum();
    let kinds: Vec<_> = body
        .geoms
        .iter()
        .map(|(&kind, &n)| if total == n { kind.to_owned() } else { format!("{n} {kind}") })
        .collect();
    if total > 0 {
        parts.push(format!("{} ({})", count(total, "geom"), kinds.join(", ")));
    }
    if body.mocap {
        parts.push("mocap".into());
    }
    if parts.is_empty() { String::new() } else { format!("  {}", parts.join(", ")) }
}

fn joint_line(j: usize, joint: &Joint) -> String {
    let name = label(joint.name.as_deref(), j);
    let unit = if joint.kind == "slide" { "m" } else { "rad" };
    let limits = match joint.range {
        Some(limits) => format!(", {}", range(Some(limits), unit)),
        None if joint.kind == "free" => String::new(),
        None => ", no limits".into(),
    };
    format!("\u{2218} {name}: {}{limits}", joint.kind)
}

fn assets(out: &mut impl Write, s: &Summary) -> io::Result<()> {
    table(out, "Meshes", s.meshes.iter().enumerate(), |(i, m)| {
        let name = label(m.name.as_deref(), i);
        vec![name, format!("{} vertices", m.vertices), format!("{} faces", m.faces)]
    })?;
    table(out, "Height fields", s.hfields.iter().enumerate(), |(i, h)| {
        vec![label(h.name.as_deref(), i), format!("{} x {}", h.rows, h.columns)]
    })?;
    table(out, "Textures", s.textures.iter().enumerate(), |(i, t)| {
        let name = label(t.name.as_deref(), i);
        let channels = count(t.channels as usize, "channel");
        vec![name, t.kind.into(), format!("{} x {}", t.width, t.height), channels]
    })
}

fn heading(out: &mut impl Write, title: &str) -> io::Result<()> {
    writeln!(out, "\n{BOLD}{title}{BOLD:#}")
}

/// A section with one line per item, in columns; nothing if there are no items.
fn table<T>(
    out: &mut impl Write,
    title: &str,
    items: impl Iterator<Item = T>,
    row: impl Fn(T) -> Vec<String>,
) -> io::Result<()> {
    let rows: Vec<_> = items.map(row).collect();
    if rows.is_empty() {
        return Ok(());
    }
    let mut widths: Vec<usize> = Vec::new();
    for row in &rows {
        widths.resize(widths.len().max(row.len()), 0);
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    heading(out, title)?;
    for row in &rows {
        let filled = row.iter().zip(&widths).filter(|(_, width)| **width > 0);
        let cells: Vec<_> = filled.map(|(cell, &width)| format!("{cell:<width$}")).collect();
        writeln!(out, "  {}", cells.join("  ").trim_end())?;
    }
    Ok(())
}

/// A name, or the number of what has none.
fn label(name: Option<&str>, index: usize) -> String {
    name.map_or_else(|| format!("#{index}"), printable)
}

fn object(target: &Target) -> String {
    let name = target.name.as_deref().map_or_else(|| format!("#{}", target.id), printable);
    format!("{} {name}", target.kind)
}

fn range(range: Option<[f64; 2]>, unit: &str) -> String {
    let Some([low, high]) = range else { return "no limits".into() };
    format!("{} to {} {unit}", number(low), number(high)).trim_end().to_owned()
}

fn numbers_of(dim: i32) -> String {
    count(usize::try_from(dim).unwrap_or(0), "number")
}

/// Four significant digits at most.
fn number(x: f64) -> String {
    let rounded = format!("{x:.3e}").parse().unwrap_or(x);
    match rounded {
        0.0 => "0".into(),
        r if !(1e-4..1e6).contains(&r.abs()) => format!("{r:e}"),
        r => format!("{r}"),
    }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_are_short_and_keep_their_size() {
        let shown = [0.0, -0.0, 1.0, -9.81, 4.188_790_2, 1e-8, 0.002, 123_456.0, 1.5e9];
        let shown = shown.map(number);
        let expected = ["0", "0", "1", "-9.81", "4.189", "1e-8", "0.002", "123500", "1.5e9"];
        assert_eq!(shown, expected);
        assert_eq!(number(f64::INFINITY), "inf");
    }
}
