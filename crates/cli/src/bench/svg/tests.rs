use super::*;

fn result(file: &str, step: f64, theirs: Option<f64>) -> Result {
    // timers saw a slower step, and no stage but three
    let stage = |name, share: f64| Stage { name, microseconds: 1.5 * share * step };
    Result {
        file: file.to_owned(),
        nv: 1,
        steps_per_second: 1e6 / step,
        microseconds: step,
        contacts: 0.0,
        rows: 0.0,
        iterations: 0.0,
        bytes: 1,
        stages: vec![stage("kinematics", 0.5), stage("collision", 0.3), stage("solver", 0.2)],
        against: theirs.map(|theirs| Against {
            version: "3.8.0".to_owned(),
            microseconds: theirs,
            ratio: theirs / step,
        }),
    }
}

/// The numbers of an attribute in the elements of a class.
fn numbers(svg: &str, class: &str, attribute: &str) -> Vec<f64> {
    let class = format!("class=\"{class}\"");
    let attribute = format!(" {attribute}=\"");
    let elements = svg.lines().filter(|line| line.contains(&class));
    let value = |line: &str| {
        let start = line.find(&attribute).unwrap() + attribute.len();
        line[start..].split('"').next().unwrap().parse().unwrap()
    };
    elements.map(value).collect()
}

#[test]
fn stages_fill_the_bar_of_a_step_and_the_ratio_is_that_of_the_bars() {
    let svg = picture(&[result("a.xml", 10.0, Some(16.0))]);
    let widths = numbers(&svg, "stage", "width");
    let [theirs] = numbers(&svg, "peer", "width")[..] else { panic!("one bar of MuJoCo: {svg}") };
    assert!((theirs - LONGEST).abs() < 0.1);
    assert!((widths.iter().sum::<f64>() - theirs * 10.0 / 16.0).abs() < 0.1, "{widths:?}");
    assert!((widths[0] / widths[2] - 2.5).abs() < 0.01, "{widths:?}");
    // each begins where the one before ends
    let starts = numbers(&svg, "stage", "x");
    assert!((starts[0] + widths[0] - starts[1]).abs() < 0.02, "{starts:?} {widths:?}");
    assert!(svg.contains(">1.60 times MuJoCo<"), "{svg}");
    assert!(svg.contains(">10.0 us<") && svg.contains(">16.0 us<"), "{svg}");
    assert!(svg.contains("<title>kinematics: 5.00 us, 50 %</title>"), "{svg}");
}

#[test]
fn a_stage_that_no_model_has_is_not_in_the_legend() {
    let svg = picture(&[result("a.xml", 10.0, None)]);
    assert!(svg.contains(">collision<") && !svg.contains(">actuation<"), "{svg}");
}

#[test]
fn models_share_a_scale_unless_one_could_not_be_seen() {
    let total = |svg: &str| numbers(svg, "stage", "width").iter().skip(3).sum::<f64>();
    let alike = picture(&[result("a.xml", 40.0, None), result("b.xml", 10.0, None)]);
    assert!((total(&alike) - 0.25 * LONGEST).abs() < 0.1);
    assert!(!alike.contains("scale of its own"));
    let unlike = picture(&[result("a.xml", 4000.0, None), result("b.xml", 10.0, None)]);
    assert!((total(&unlike) - LONGEST).abs() < 0.1);
    assert!(unlike.contains("scale of its own"));
}

#[test]
fn everything_is_inside_of_the_picture() {
    let many: Vec<Result> =
        (1..6).map(|i| result(&"x".repeat(100 * i), 10.0 * i as f64, Some(12.0))).collect();
    let svg = picture(&many);
    let height = numbers(&svg, "page", "height")[0];
    let last = numbers(&svg, "peer", "y")[4];
    assert!((last + BAR + MARGIN - height).abs() < 0.1, "{last} {height}");
    let ends = numbers(&svg, "stage", "x").into_iter().zip(numbers(&svg, "stage", "width"));
    assert!(ends.map(|(x, width)| x + width).fold(0.0, f64::max) < WIDTH - MARGIN - 60.0);
    assert!(svg.contains(&format!(">\u{2026}{}<", "x".repeat(73))), "{svg}");
}

#[test]
fn names_cannot_break_the_picture() {
    assert_eq!(escape("<a & \"b\">\u{1}"), "&lt;a &amp; &quot;b&quot;&gt;\u{fffd}");
    let svg = picture(&[result("</svg><script>.xml", 1.0, None)]);
    assert!(svg.contains("&lt;/svg&gt;&lt;script&gt;.xml"), "{svg}");
}
