//! Evenly spread points: Roberts' generalization of the golden ratio to several dimensions, multiples
//! of `1/g, 1/g^2, ...` modulo one, with `g` the positive root of `g^(n+1) = g + 1`.

use ferrodyn_engine::math::fun;

/// A sequence of points in a unit cube, without end.
#[derive(Clone, Debug)]
pub(crate) struct Sequence {
    /// Fractional step in each coordinate.
    steps: Vec<f64>,
}

impl Sequence {
    pub(crate) fn new(coordinates: usize) -> Self {
        let mut g = 2.0;
        for _ in 0..60 {
            g = fun::pow(1.0 + g, 1.0 / (coordinates as f64 + 1.0));
        }
        let mut steps = Vec::with_capacity(coordinates);
        let mut step = 1.0;
        for _ in 0..coordinates {
            step /= g;
            steps.push(step);
        }
        Self { steps }
    }

    /// A coordinate of a point, at least 0 and less than 1.
    pub(crate) fn at(&self, index: usize, coordinate: usize) -> f64 {
        let x = 0.5 + (index + 1) as f64 * self.steps[coordinate];
        x - x.floor()
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.steps[..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slice_of_every_coordinate_is_visited_evenly() {
        let sequence = Sequence::new(7);
        for coordinate in 0..7 {
            let mut counts = [0; 10];
            for index in 0..1000 {
                counts[(10.0 * sequence.at(index, coordinate)) as usize] += 1;
            }
            assert!(counts.iter().all(|count| (90..=110).contains(count)), "{counts:?}");
        }
    }
}
