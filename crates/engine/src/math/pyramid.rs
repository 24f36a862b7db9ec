//! Contact forces as combinations of the edges of a friction pyramid.
//!
//! A contact with normal and `k` tangential directions has `2 k` edges: normal plus and minus each
//! tangent times its friction coefficient `mu`.

use super::scalar;

/// Writes the edge forces of a contact force: normal first, then a tangential force per `mu`.
///
/// The pairs of edges share the normal force equally, which makes the answer unique; a tangential
/// force beyond its share is cut off.
#[doc(alias = "mju_encodePyramid")]
pub fn encode_pyramid(pyramid: &mut [f64], force: &[f64], mu: &[f64]) {
    let Some((&normal, tangents)) = force.split_first() else { return };
    let share = normal / mu.len() as f64;
    for ((edges, tangent), mu) in pyramid.chunks_exact_mut(2).zip(tangents).zip(mu) {
        let difference = scalar::min(share, tangent / mu);
        edges[0] = 0.5 * (share + difference);
        edges[1] = 0.5 * (share - difference);
    }
}

/// Writes the contact force of edge forces: normal first, then a tangential force per `mu`.
///
/// Without friction the only edge force is the normal force.
#[doc(alias = "mju_decodePyramid")]
pub fn decode_pyramid(force: &mut [f64], pyramid: &[f64], mu: &[f64]) {
    let Some((normal, tangents)) = force.split_first_mut() else { return };
    if mu.is_empty() {
        *normal = pyramid.first().copied().unwrap_or(0.0);
        return;
    }
    let edges = &pyramid[..pyramid.len().min(2 * mu.len())];
    *normal = edges.iter().fold(0.0, |sum, f| sum + f);
    for ((tangent, edges), mu) in tangents.iter_mut().zip(edges.chunks_exact(2)).zip(mu) {
        *tangent = (edges[0] - edges[1]) * mu;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decoding_undoes_encoding_inside_the_cone() {
        let (force, mu) = ([3.0, 0.2, -0.4], [0.5, 0.7]);
        let (mut pyramid, mut back) = ([0.0; 4], [0.0; 3]);
        encode_pyramid(&mut pyramid, &force, &mu);
        decode_pyramid(&mut back, &pyramid, &mu);
        assert!(back.iter().zip(force).all(|(x, y)| (x - y).abs() < 1e-15));
    }

    #[test]
    fn without_friction_the_edge_is_the_normal_force() {
        let mut force = [0.0];
        decode_pyramid(&mut force, &[2.5], &[]);
        assert_eq!(force, [2.5]);
        encode_pyramid(&mut [], &force, &[]);
    }
}
