//! Weights of 16 bones for the vertices between four of them, by bicubic interpolation.
//!
//! Values and slopes at the corners of a square determine a bicubic polynomial; slopes are
//! differences of neighbors, one-sided at the border. So every vertex in the square is a weighted
//! sum of the square's 4 x 4 neighborhood.

/// Places of the neighborhood, one before the square to one behind it, with y fastest.
pub(super) const NEIGHBORS: [(usize, usize); 16] = {
    let mut places = [(0, 0); 16];
    let mut i = 0;
    while i < 16 {
        places[i] = (i / 4, i % 4);
        i += 1;
    }
    places
};

type Row = [f64; 16];

/// Corners of the square in the order of the unknowns.
const CORNERS: [(usize, usize); 4] = [(0, 0), (1, 0), (1, 1), (0, 1)];

/// Coefficients of a cubic polynomial, by power, from values and slopes at 0 and 1.
const CUBIC: [[[f64; 2]; 2]; 4] = [
    [[1.0, 0.0], [0.0, 0.0]],
    [[0.0, 0.0], [1.0, 0.0]],
    [[-3.0, 3.0], [-2.0, -1.0]],
    [[2.0, -2.0], [1.0, 1.0]],
];

/// Where a square lies along an axis.
#[derive(Clone, Copy)]
enum Side {
    First,
    Middle,
    Last,
}

/// Weights for squares at all places of a grid.
pub(super) struct Weights([[Vec<Row>; 3]; 3]);

impl Weights {
    /// For so many vertices between two bones.
    pub(super) fn new(finer: usize) -> Self {
        let points = products(&powers(finer), &coefficients());
        let sides = [Side::First, Side::Middle, Side::Last];
        let table = |x: Side, y: Side| products(&points, &differences(x, y));
        Self(sides.map(|x| sides.map(|y| table(x, y))))
    }

    /// Those of the square at a place of a grid of bones.
    pub(super) fn of(&self, x: usize, rows: usize, y: usize, columns: usize) -> &[Row] {
        let side = |i: usize, count: usize| match i {
            0 => 0,
            i if i + 2 == count => 2,
            _ => 1,
        };
        &self.0[side(x, rows)][side(y, columns)]
    }
}

/// Powers of the coordinates of all vertices of a square.
fn powers(finer: usize) -> Vec<Row> {
    let step = 1.0 / (1 + finer) as f64;
    let mut rows = Vec::with_capacity((2 + finer) * (2 + finer));
    for i in 0..2 + finer {
        for j in 0..2 + finer {
            let (x, y) = (i as f64 * step, j as f64 * step);
            // multiplied from the left, x first
            rows.push(std::array::from_fn(|k| {
                let factors = std::iter::repeat_n(x, k / 4).chain(std::iter::repeat_n(y, k % 4));
                factors.fold(1.0, |product, factor| product * factor)
            }));
        }
    }
    rows
}

/// From values, slopes along x, along y and along both at the corners to coefficients.
fn coefficients() -> [Row; 16] {
    std::array::from_fn(|power| {
        std::array::from_fn(|unknown| {
            let ((x, y), kind) = (CORNERS[unknown % 4], unknown / 4);
            CUBIC[power / 4][kind % 2][x] * CUBIC[power % 4][kind / 2][y]
        })
    })
}

/// From values at the neighborhood to values and slopes at the corners.
fn differences(x: Side, y: Side) -> [Row; 16] {
    std::array::from_fn(|unknown| {
        let ((cx, cy), kind) = (CORNERS[unknown % 4], unknown / 4);
        let (along_x, along_y) = (weights(x, cx, kind % 2 == 1), weights(y, cy, kind / 2 == 1));
        NEIGHBORS.map(|(i, j)| along_x[i] * along_y[j])
    })
}

/// Weights along one axis for the value or the slope at an end of the square.
fn weights(side: Side, end: usize, slope: bool) -> [f64; 4] {
    let mut weights = [0.0; 4];
    let here = 1 + end;
    if !slope {
        weights[here] = 1.0;
        return weights;
    }
    let (low, high) = match (side, end) {
        (Side::First, 0) => (here, here + 1),
        (Side::Last, 1) => (here - 1, here),
        _ => (here - 1, here + 1),
    };
    let over = 1.0 / (high - low) as f64;
    (weights[low], weights[high]) = (-over, over);
    weights
}

/// Products of rows with a matrix, summed in the order of its rows.
fn products(rows: &[Row], matrix: &[Row; 16]) -> Vec<Row> {
    let product = |row: &Row| {
        let mut sum = [0.0; 16];
        for (factor, line) in row.iter().zip(matrix).filter(|(factor, _)| **factor != 0.0) {
            sum.iter_mut().zip(line).for_each(|(sum, entry)| *sum += entry * factor);
        }
        sum
    };
    rows.iter().map(product).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_add_up_to_one_and_reach_no_further_than_the_border() {
        let weights = Weights::new(2);
        for (x, y) in [(0, 0), (0, 1), (1, 1), (2, 0), (2, 2)] {
            for row in weights.of(x, 4, y, 4) {
                assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-12);
                for (weight, (i, j)) in row.iter().zip(NEIGHBORS) {
                    let outside = (x == 0 && i == 0) || (x == 2 && i == 3);
                    let outside = outside || (y == 0 && j == 0) || (y == 2 && j == 3);
                    assert!(!outside || *weight == 0.0, "{x} {y}: {i} {j}");
                }
            }
        }
    }

    #[test]
    fn corners_keep_their_bone() {
        let weights = Weights::new(1);
        let row = weights.of(1, 4, 1, 4)[0];
        assert_eq!((row[5], row.iter().filter(|w| **w != 0.0).count()), (1.0, 1));
    }
}
