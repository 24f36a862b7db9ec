//! Plots of lines.

use ferrodyn_engine::constants::MAXLINE;
use ferrodyn_engine::math::scalar::halton;

/// A line of a plot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FigureLine {
    /// Color.
    pub rgb: [f32; 3],
    /// Name in the legend.
    pub name: String,
    /// Points.
    pub points: Vec<[f32; 2]>,
}

/// A plot of lines.
#[doc(alias = "mjvFigure")]
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "switches of a plot, all independent")]
pub struct Figure {
    /// Whether there is a legend.
    pub flg_legend: bool,
    /// Whether the ticks of x and y have numbers.
    pub flg_ticklabel: [bool; 2],
    /// Whether ranges grow to fit.
    pub flg_extend: bool,
    /// Whether every two points are a line of their own.
    pub flg_barplot: bool,
    /// Whether there is a vertical line at `selection`.
    pub flg_selection: bool,
    /// Whether y is symmetric.
    pub flg_symmetric: bool,
    /// Width of lines; px.
    pub linewidth: f32,
    /// Width of the grid; px.
    pub gridwidth: f32,
    /// Points of the grid along x and y.
    pub gridsize: [i32; 2],
    /// Color of the grid.
    pub gridrgb: [f32; 3],
    /// Color and opacity of the figure.
    pub figurergba: [f32; 4],
    /// Color and opacity of the pane.
    pub panergba: [f32; 4],
    /// Color and opacity of the legend.
    pub legendrgba: [f32; 4],
    /// Color of text.
    pub textrgb: [f32; 3],
    /// Ranges of x and y; found from the lines if the first is not less than the second.
    pub range: [[f32; 2]; 2],
    /// Format of the numbers along x.
    pub xformat: String,
    /// Format of the numbers along y.
    pub yformat: String,
    /// Text as wide as numbers along y are at least.
    pub minwidth: String,
    /// Title.
    pub title: String,
    /// Name of x.
    pub xlabel: String,
    /// Lines by which the legend is moved down.
    pub legendoffset: i32,
    /// Which part of the title is the current one.
    pub subplot: i32,
    /// A point whose line in the legend is marked.
    pub highlight: [i32; 2],
    /// The line that is marked; -1 for none.
    pub highlightid: i32,
    /// Where the vertical line is.
    pub selection: f32,
    /// The lines.
    pub lines: Vec<FigureLine>,
}

impl Default for Figure {
    #[doc(alias = "mjv_defaultFigure")]
    fn default() -> Self {
        let line = |i: usize| FigureLine { rgb: line_color(i), ..FigureLine::default() };
        Self {
            flg_legend: true,
            flg_ticklabel: [true; 2],
            flg_extend: true,
            flg_barplot: false,
            flg_selection: false,
            flg_symmetric: false,
            linewidth: 3.0,
            gridwidth: 1.0,
            gridsize: [2, 2],
            gridrgb: [0.4; 3],
            figurergba: [0.0, 0.0, 0.0, 1.0],
            panergba: [0.0, 0.0, 0.0, 1.0],
            legendrgba: [0.0, 0.0, 0.0, 0.3],
            textrgb: [1.0; 3],
            range: [[0.0, 1.0]; 2],
            xformat: "%.0f".to_owned(),
            yformat: "%.2g".to_owned(),
            minwidth: "XXX".to_owned(),
            title: String::new(),
            xlabel: String::new(),
            legendoffset: 0,
            subplot: 0,
            highlight: [0, 0],
            highlightid: -1,
            selection: 0.0,
            lines: (0..MAXLINE).map(line).collect(),
        }
    }
}

/// The color of a line: eight that differ well, then numbers that spread over the cube of colors.
fn line_color(i: usize) -> [f32; 3] {
    const FIRST: [[f32; 3]; 8] = [
        [1.0, 0.3, 0.3],
        [0.1, 1.0, 0.1],
        [0.3, 0.3, 1.0],
        [0.1, 1.0, 1.0],
        [1.0, 0.2, 1.0],
        [1.0, 1.0, 0.1],
        [1.0, 0.6, 0.2],
        [0.6, 0.7, 0.4],
    ];
    let spread = |base| (f64::from(0.1_f32) + f64::from(0.8_f32) * halton(i as i32, base)) as f32;
    FIRST.get(i).copied().unwrap_or_else(|| [2, 3, 5].map(spread))
}
