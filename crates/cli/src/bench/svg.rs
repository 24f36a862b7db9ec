//! Results as a picture: a bar per model, divided by stage, and MuJoCo's bar below it.
//!
//! Every model has a block of a heading and one or two bars. Models of similar speed share a scale;
//! otherwise the longest bar of each block has the full length, so that small models can be seen.

use std::fmt::{self, Write};

use super::measure::{Stage, stage_names};
use super::text::short;
use super::{Against, Result};

const WIDTH: f64 = 860.0;
const MARGIN: f64 = 24.0;
/// Where bars begin, and how long they can be: their numbers stand to the right of them.
const LEFT: f64 = 112.0;
const LONGEST: f64 = WIDTH - LEFT - MARGIN - 74.0;
const BAR: f64 = 26.0;
const GAP: f64 = 6.0;
/// From the heading of a block to its first bar, and from the last bar to the next heading.
const HEADING: f64 = 14.0;
const BETWEEN: f64 = 40.0;
/// The height of a row of the legend, and how many stages it has.
const ROW: f64 = 22.0;
const COLUMNS: usize = 5;
/// The width of a character, on average and of bold ones.
const CHARACTER: f64 = 6.6;
const BOLD_CHARACTER: f64 = 8.4;
/// Models share a scale if the slowest takes at most so many times as long as the fastest.
const SPREAD: f64 = 8.0;
/// A color for each stage, in the order of `stage_names`.
const COLORS: [&str; 9] = [
    "#4e79a7", "#76b7b2", "#f28e2b", "#edc948", "#59a14f", "#b07aa1", "#e15759", "#9c755f",
    "#a8b0b8",
];
const STYLE: &str = "<style>
  text { font: 12px system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif; fill: #1f2328; }
  .title { font-size: 17px; font-weight: 600; } .model { font-size: 14px; font-weight: 600; }
  .faint { fill: #59636e; } .inside { fill: #10151b; text-anchor: middle; }
  .end { text-anchor: end; } .ratio { font-size: 14px; font-weight: 600; fill: #1a7f37; }
  .slower { fill: #bc4c00; } .page { fill: #ffffff; } .peer { fill: #d1d9e0; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; } .faint { fill: #9198a1; } .inside { fill: #10151b; }
    .ratio { fill: #3fb950; } .slower { fill: #f0883e; } .page { fill: #0d1117; } .peer { fill: #3d444d; }
  }
</style>";

/// The picture of what was measured.
pub(super) fn picture(results: &[Result]) -> String {
    let mut body = String::new();
    // a string takes whatever is written to it
    let height = content(&mut body, results).unwrap_or_default();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\" role=\"img\">\n\
         <title>Microseconds per step, by stage</title>\n{STYLE}\n\
         <rect class=\"page\" width=\"{WIDTH}\" height=\"{height}\"/>\n{body}</svg>\n"
    )
}

/// Title, legend and blocks; the height of all of it.
fn content(out: &mut String, results: &[Result]) -> std::result::Result<f64, fmt::Error> {
    let scales = scales(results);
    let shared = scales.windows(2).all(|pair| pair[0] == pair[1]);
    writeln!(
        out,
        "<text class=\"title\" x=\"{MARGIN}\" y=\"36\">Microseconds per step, by stage</text>"
    )?;
    let note = if shared { "" } else { "; each model has a scale of its own" };
    writeln!(
        out,
        "<text class=\"faint\" x=\"{MARGIN}\" y=\"56\">ferrodyn {}, one core, the median of \
         rounds{note}</text>",
        env!("CARGO_PKG_VERSION"),
    )?;
    let mut y = legend(out, results, 72.0)? + 24.0;
    for (result, scale) in results.iter().zip(scales) {
        y = block(out, result, LONGEST / scale, y)? + BETWEEN;
    }
    Ok(y - BETWEEN + MARGIN)
}

/// The time that the longest bar stands for, of each model.
fn scales(results: &[Result]) -> Vec<f64> {
    let theirs = |r: &Result| r.against.as_ref().map_or(0.0, |against| against.microseconds);
    let scales: Vec<f64> = results.iter().map(|r| r.microseconds.max(theirs(r))).collect();
    let slowest = scales.iter().copied().fold(0.0, f64::max);
    let fastest = scales.iter().copied().fold(f64::INFINITY, f64::min);
    if slowest <= SPREAD * fastest { vec![slowest; scales.len()] } else { scales }
}

/// Writes which color is which stage, those of no model left out; where it ends.
fn legend(out: &mut String, results: &[Result], top: f64) -> std::result::Result<f64, fmt::Error> {
    let is_there = |name| results.iter().any(|r| r.stages.iter().any(|stage| stage.name == name));
    let shown = stage_names().zip(COLORS).filter(|(name, _)| is_there(*name));
    let mut bottom = top;
    for (i, (name, color)) in shown.enumerate() {
        let x = MARGIN + (i % COLUMNS) as f64 * (WIDTH - 2.0 * MARGIN) / COLUMNS as f64;
        let y = top + (i / COLUMNS) as f64 * ROW;
        writeln!(
            out,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"12\" height=\"12\" rx=\"2\" fill=\"{color}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\">{name}</text>",
            x + 18.0,
            y + 10.0
        )?;
        bottom = y + ROW;
    }
    Ok(bottom)
}

/// Writes the heading and the bars of a model, `pixels` to a microsecond; where they end.
fn block(
    out: &mut String,
    r: &Result,
    pixels: f64,
    y: f64,
) -> std::result::Result<f64, fmt::Error> {
    let room = (WIDTH - 2.0 * MARGIN - 190.0) / BOLD_CHARACTER;
    let name = escape(&shorten(&r.file, room as usize));
    writeln!(out, "<text class=\"model\" x=\"{MARGIN}\" y=\"{y:.1}\">{name}</text>")?;
    if let Some(against) = &r.against {
        let slower = if against.ratio < 1.0 { " slower" } else { "" };
        writeln!(
            out,
            "<text class=\"ratio end{slower}\" x=\"{}\" y=\"{y:.1}\">{:.2} times MuJoCo</text>",
            WIDTH - MARGIN,
            against.ratio
        )?;
    }
    let mut y = y + HEADING;
    label(out, "ferrodyn", y)?;
    let end = stages(out, &r.stages, r.microseconds, pixels, y)?;
    number(out, r.microseconds, end, y)?;
    y += BAR;
    if let Some(against) = &r.against {
        y += GAP;
        peer(out, against, pixels, y)?;
        y += BAR;
    }
    Ok(y)
}

/// Writes the stages of a step one after the other; where the last one ends. Timers slow a step down:
/// what they tell is how to divide the time that a step takes without them.
fn stages(
    out: &mut String,
    stages: &[Stage],
    step: f64,
    pixels: f64,
    y: f64,
) -> std::result::Result<f64, fmt::Error> {
    let sum: f64 = stages.iter().map(|stage| stage.microseconds).sum();
    let mut x = LEFT;
    for (name, color) in stage_names().zip(COLORS) {
        let Some(stage) = stages.iter().find(|stage| stage.name == name) else { continue };
        let time = stage.microseconds / sum * step;
        let width = time * pixels;
        writeln!(
            out,
            "<rect class=\"stage\" x=\"{x:.2}\" y=\"{y:.1}\" width=\"{width:.2}\" height=\"{BAR}\" \
             fill=\"{color}\"><title>{name}: {} us, {:.0} %</title></rect>",
            short(time),
            100.0 * stage.microseconds / sum
        )?;
        let words = short(time);
        if width > CHARACTER * words.len() as f64 + 8.0 {
            writeln!(
                out,
                "<text class=\"inside\" x=\"{:.1}\" y=\"{:.1}\">{words}</text>",
                x + 0.5 * width,
                y + 17.0
            )?;
        }
        x += width;
    }
    Ok(x)
}

/// Writes the bar of the other engine.
fn peer(out: &mut String, against: &Against, pixels: f64, y: f64) -> fmt::Result {
    let width = against.microseconds * pixels;
    label(out, &format!("MuJoCo {}", escape(&against.version)), y)?;
    writeln!(
        out,
        "<rect class=\"peer\" x=\"{LEFT}\" y=\"{y:.1}\" width=\"{width:.2}\" height=\"{BAR}\"/>"
    )?;
    number(out, against.microseconds, LEFT + width, y)
}

/// Whose bar it is, to the left of it.
fn label(out: &mut String, words: &str, y: f64) -> fmt::Result {
    let (x, y) = (LEFT - 8.0, y + 17.0);
    writeln!(out, "<text class=\"faint end\" x=\"{x}\" y=\"{y:.1}\">{words}</text>")
}

/// The time of a step, to the right of its bar.
fn number(out: &mut String, microseconds: f64, end: f64, y: f64) -> fmt::Result {
    let (x, y) = (end + 8.0, y + 17.0);
    writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\">{} us</text>", short(microseconds))
}

/// The end of a name that is longer than there is room for.
fn shorten(name: &str, room: usize) -> String {
    match name.chars().count().checked_sub(room) {
        None | Some(0) => name.to_owned(),
        Some(excess) => "\u{2026}".chars().chain(name.chars().skip(excess + 1)).collect(),
    }
}

/// Text that means itself in XML, which has no place for most control characters.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {
                escaped.push(char::REPLACEMENT_CHARACTER);
            }
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests;
