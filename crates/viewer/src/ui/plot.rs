//! A plot of lines over time.

use eframe::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Sense, Stroke, Ui, pos2, vec2};

/// Points that are drawn of a line at most.
const MOST_POINTS: usize = 600;

/// A line of a plot.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub name: String,
    pub points: Vec<[f64; 2]>,
}

/// Colors of lines, by turns.
const COLORS: [Color32; 8] = [
    Color32::from_rgb(255, 90, 90),
    Color32::from_rgb(70, 220, 70),
    Color32::from_rgb(110, 140, 255),
    Color32::from_rgb(60, 220, 220),
    Color32::from_rgb(230, 90, 230),
    Color32::from_rgb(230, 220, 60),
    Color32::from_rgb(240, 160, 70),
    Color32::from_rgb(160, 190, 110),
];

/// Every so manyth item, so that not too many are left.
pub(crate) fn stride(count: usize) -> usize {
    count.div_ceil(MOST_POINTS).max(1)
}

/// Least and largest of what is finite, apart by a little at least; `None` if nothing is.
pub(crate) fn range(values: impl Iterator<Item = f64>) -> Option<[f64; 2]> {
    let finite = values.filter(|x| x.is_finite());
    let [low, high] =
        finite.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)]);
    if low > high {
        return None;
    }
    let gap = (high - low).max(1e-9 + 1e-6 * low.abs().max(high.abs()));
    Some([low - 0.05 * gap, low + 1.05 * gap])
}

/// Shows lines, with a mark at a time.
pub(crate) fn show(ui: &mut Ui, title: &str, lines: &[Line], mark: Option<f64>, height: f32) {
    let width = ui.available_width().max(60.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 2.0, Color32::from_black_alpha(160));
    let font = FontId::proportional(11.0);
    painter.text(
        rect.left_top() + vec2(4.0, 2.0),
        Align2::LEFT_TOP,
        title,
        font.clone(),
        Color32::WHITE,
    );
    let all = || lines.iter().flat_map(|line| &line.points);
    let ranges = (range(all().map(|p| p[0])), range(all().map(|p| p[1])));
    let (Some(x), Some(y)) = ranges else { return };
    let inside = Rect::from_min_max(rect.min + vec2(4.0, 16.0), rect.max - vec2(4.0, 4.0));
    let place = |[px, py]: [f64; 2]| -> Pos2 {
        let [u, v] = [(px - x[0]) / (x[1] - x[0]), (py - y[0]) / (y[1] - y[0])].map(|t| t as f32);
        pos2(inside.left() + u * inside.width(), inside.bottom() - v * inside.height())
    };
    for (i, line) in lines.iter().enumerate() {
        draw(&painter, line, COLORS[i % COLORS.len()], place);
    }
    if let Some(mark) = mark.filter(|mark| mark.is_finite()) {
        painter.vline(place([mark, y[0]]).x, inside.y_range(), Stroke::new(1.0, Color32::WHITE));
    }
    for (at, anchor, value) in [
        (inside.right_top(), Align2::RIGHT_TOP, y[1]),
        (inside.right_bottom(), Align2::RIGHT_BOTTOM, y[0]),
    ] {
        painter.text(at, anchor, short(value), font.clone(), Color32::GRAY);
    }
    legend(&painter, inside, lines, &font);
    if let Some(at) = response.hover_pos() {
        let value = y[0] + f64::from((inside.bottom() - at.y) / inside.height()) * (y[1] - y[0]);
        response.on_hover_text_at_pointer(short(value));
    }
}

fn draw(painter: &Painter, line: &Line, color: Color32, place: impl Fn([f64; 2]) -> Pos2) {
    // numbers that are not finite leave a gap
    for part in line.points.split(|p| !p.iter().all(|x| x.is_finite())) {
        if part.len() > 1 {
            painter.line(part.iter().map(|&p| place(p)).collect(), Stroke::new(1.3, color));
        }
    }
}

fn legend(painter: &Painter, inside: Rect, lines: &[Line], font: &FontId) {
    let mut at = inside.left_top();
    for (i, line) in lines.iter().enumerate().take(8) {
        let value = line.points.last().map_or(String::new(), |p| short(p[1]));
        let text = format!("{} {value}", line.name);
        let color = COLORS[i % COLORS.len()];
        at.y = painter.text(at, Align2::LEFT_TOP, text, font.clone(), color).bottom();
    }
}

/// A number in few characters.
fn short(x: f64) -> String {
    if x == 0.0 || (1e-3..1e5).contains(&x.abs()) { format!("{x:.3}") } else { format!("{x:.2e}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_never_empty_and_ignore_what_is_not_finite() {
        assert_eq!(range([f64::NAN, f64::INFINITY].into_iter()), None);
        let [low, high] = range([2.0, f64::NAN].into_iter()).unwrap();
        assert!(low < 2.0 && high > 2.0);
        let [low, high] = range([1.0, 3.0].into_iter()).unwrap();
        assert!(low < 1.0 && high > 3.0 && low > 0.8 && high < 3.2);
    }

    #[test]
    fn few_points_are_left() {
        assert_eq!([stride(0), stride(600), stride(601), stride(20_000)], [1, 1, 2, 34]);
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([0.0, 1.5, 1e-9, -2e7].map(short), ["0.000", "1.500", "1.00e-9", "-2.00e7"]);
    }
}
