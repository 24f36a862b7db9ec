//! Connected parts of a graph.

/// Numbers the connected parts of a graph by their first vertex: `island[v]` is the part of vertex
/// `v`, -1 if it has no edges. Returns how many parts there are.
///
/// The graph is a symmetric sparse matrix, one row per vertex: `rownnz[v]` entries of `colind` from
/// `rowadr[v]` on are the neighbors of `v`, in any order, repeated or not. Entries that lie outside
/// of the slices are ignored. `stack` is memory for the search; it grows to the number of entries at
/// most.
///
/// # Examples
/// ```
/// use ferrodyn::island::flood_fill;
///
/// // 0 and 2 are neighbors, 1 has none, 3 is its own
/// let mut island = [0; 4];
/// let count = flood_fill(&mut island, &[1, 0, 1, 1], &[0, 1, 1, 2], &[2, 0, 3], &mut Vec::new());
/// assert_eq!((count, island), (2, [0, -1, 0, 1]));
/// ```
#[doc(alias = "mj_floodFill")]
pub fn flood_fill(
    island: &mut [i32],
    rownnz: &[i32],
    rowadr: &[i32],
    colind: &[i32],
    stack: &mut Vec<i32>,
) -> usize {
    let neighbors = |v: usize| {
        let start = usize::try_from(*rowadr.get(v)?).ok()?;
        let count = usize::try_from(*rownnz.get(v)?).ok()?;
        colind.get(start..start.checked_add(count)?)
    };
    island.fill(-1);
    let mut count = 0;
    for first in 0..island.len() {
        if island[first] != -1 || neighbors(first).is_none_or(<[i32]>::is_empty) {
            continue;
        }

        // everything that can be reached from the first vertex
        stack.clear();
        stack.push(first as i32);
        while let Some(v) = stack.pop() {
            let Some(v) = usize::try_from(v).ok().filter(|&v| island.get(v) == Some(&-1)) else {
                continue;
            };
            island[v] = count;
            stack.extend_from_slice(neighbors(v).unwrap_or(&[]));
        }
        count += 1;
    }
    count as usize
}
