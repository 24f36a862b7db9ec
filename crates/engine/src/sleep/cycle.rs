//! Trees that fell asleep together: `tree_asleep` of each names the next, in a circle.

/// The first of the trees that fell asleep together with a tree; `None` if `tree_asleep` is not a
/// circle from there, as for a tree that is awake.
#[doc(alias = "mj_sleepCycle")]
#[must_use]
pub fn sleep_cycle(tree_asleep: &[i32], tree: usize) -> Option<usize> {
    let mut first = tree;
    let mut at = tree;
    for _ in 0..tree_asleep.len() {
        at = usize::try_from(*tree_asleep.get(at)?).ok()?;
        first = first.min(at);
        if at == tree {
            return Some(first);
        }
    }
    None
}

/// Wakes a tree and those that fell asleep together with it, with `value` (negative) as their new
/// `tree_asleep`; a tree that is awake stays so, at least as far from sleep as `value` says.
/// Returns how many trees woke.
#[doc(alias = "mj_wakeTree")]
pub(crate) fn wake_tree(tree_asleep: &mut [i32], tree: usize, value: i32) -> usize {
    let mut count = 0;
    let mut at = tree;
    while let Some(state) = tree_asleep.get_mut(at) {
        let Ok(next) = usize::try_from(*state) else {
            // awake from the start, or the circle is closed
            if count == 0 {
                *state = value.min(*state);
            }
            break;
        };
        *state = value.min(-1);
        count += 1;
        at = next;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_that_fell_asleep_together_are_a_circle() {
        // 1 and 3 fell asleep together, 2 alone
        let tree_asleep = [-11, 3, 2, 1];
        assert_eq!(
            [1, 3, 2, 0].map(|tree| sleep_cycle(&tree_asleep, tree)),
            [Some(1), Some(1), Some(2), None]
        );
    }
}
