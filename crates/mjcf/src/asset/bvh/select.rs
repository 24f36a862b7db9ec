//! Partial sorting for orders that are not quite orders.
//!
//! Bounding volumes compare positions up to a tolerance, and degenerate faces have no position at
//! all, so the comparison need not be transitive: the outcome then depends on the algorithm. This
//! is quickselect with a median of three, comparing in the order of the C++ library that MuJoCo
//! is built with, and with every scan kept inside the slice.

/// Reorders so that the elements before `nth` are not greater than those from `nth` on.
pub(super) fn partition_at<T: Copy>(items: &mut [T], nth: usize, less: impl Fn(&T, &T) -> bool) {
    let (mut first, mut last) = (0, items.len());
    while nth < last {
        match last - first {
            0 | 1 => return,
            2 => {
                if less(&items[last - 1], &items[first]) {
                    items.swap(first, last - 1);
                }
                return;
            }
            3 => {
                sort3(items, first, first + 1, last - 1, &less);
                return;
            }
            4..=7 => {
                selection_sort(&mut items[first..last], &less);
                return;
            }
            _ => {}
        }
        match split(items, first, nth, last, &less) {
            Split::Done => return,
            Split::Before(end) => last = end,
            Split::From(start) => first = start,
        }
    }
}

/// Where the search continues.
enum Split {
    Done,
    Before(usize),
    From(usize),
}

/// One partition of `first..last` around the median of its first, middle and last element.
fn split<T: Copy>(
    items: &mut [T],
    first: usize,
    nth: usize,
    last: usize,
    less: &impl Fn(&T, &T) -> bool,
) -> Split {
    let mut pivot = first + (last - first) / 2;
    let mut swaps = sort3(items, first, pivot, last - 1, less);
    let (mut i, mut j) = (first, last - 1);

    // nothing in front is smaller than the pivot: look for something behind that is
    if !less(&items[i], &items[pivot]) {
        j -= 1;
        while j > i && !less(&items[j], &items[pivot]) {
            j -= 1;
        }
        if j == i {
            return split_equal(items, first, nth, last, less);
        }
        items.swap(i, j);
        swaps += 1;
    }

    // smaller ones to the front, the others to the back
    i += 1;
    if i < j {
        loop {
            while i < last - 1 && less(&items[i], &items[pivot]) {
                i += 1;
            }
            j -= 1;
            while j > first && !less(&items[j], &items[pivot]) {
                j -= 1;
            }
            if i >= j {
                break;
            }
            items.swap(i, j);
            swaps += 1;
            if pivot == i {
                pivot = j;
            }
            i += 1;
        }
    }
    if i != pivot && less(&items[pivot], &items[i]) {
        items.swap(i, pivot);
        swaps += 1;
    }

    if nth == i {
        return Split::Done;
    }
    let (start, end) = if nth < i { (first, i) } else { (i, last) };
    if swaps == 0 && items[start..end].windows(2).all(|pair| !less(&pair[1], &pair[0])) {
        return Split::Done; // it was sorted all along
    }
    if nth < i { Split::Before(i) } else { Split::From(i + 1) }
}

/// Partition when the first element is a minimum: those equal to it go to the front.
fn split_equal<T: Copy>(
    items: &mut [T],
    first: usize,
    nth: usize,
    last: usize,
    less: &impl Fn(&T, &T) -> bool,
) -> Split {
    let (mut i, mut j) = (first + 1, last - 1);
    if !less(&items[first], &items[j]) {
        loop {
            if i == j {
                return Split::Done;
            }
            if less(&items[first], &items[i]) {
                items.swap(i, j);
                i += 1;
                break;
            }
            i += 1;
        }
    }
    if i == j {
        return Split::Done;
    }
    loop {
        while i < last - 1 && !less(&items[first], &items[i]) {
            i += 1;
        }
        j -= 1;
        while j > first && less(&items[first], &items[j]) {
            j -= 1;
        }
        if i >= j {
            break;
        }
        items.swap(i, j);
        i += 1;
    }
    if nth < i { Split::Done } else { Split::From(i) }
}

/// Sorts three elements; returns the number of exchanges.
fn sort3<T>(
    items: &mut [T],
    x: usize,
    y: usize,
    z: usize,
    less: &impl Fn(&T, &T) -> bool,
) -> usize {
    if !less(&items[y], &items[x]) {
        if !less(&items[z], &items[y]) {
            return 0;
        }
        items.swap(y, z);
        if less(&items[y], &items[x]) {
            items.swap(x, y);
            return 2;
        }
        return 1;
    }
    if less(&items[z], &items[y]) {
        items.swap(x, z);
        return 1;
    }
    items.swap(x, y);
    if less(&items[z], &items[y]) {
        items.swap(y, z);
        return 2;
    }
    1
}

fn selection_sort<T>(items: &mut [T], less: &impl Fn(&T, &T) -> bool) {
    for i in 0..items.len().saturating_sub(1) {
        let mut smallest = i;
        for k in i + 1..items.len() {
            if less(&items[k], &items[smallest]) {
                smallest = k;
            }
        }
        if smallest != i {
            items.swap(i, smallest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separates_small_from_large_for_any_length() {
        for n in 0..60usize {
            let items: Vec<u64> = (0..n as u64).map(|i| (i * 7919 + 13) % 31).collect();
            for nth in 0..n {
                let mut part = items.clone();
                partition_at(&mut part, nth, |a, b| a < b);
                let largest_before = part[..nth].iter().max();
                let smallest_after = part[nth..].iter().min();
                assert!(largest_before <= smallest_after || nth == 0, "{n} {nth} {part:?}");
                assert_eq!(part.iter().sum::<u64>(), items.iter().sum::<u64>());
            }
        }
    }

    #[test]
    fn comparisons_that_are_no_order_still_end() {
        for n in 8..200u64 {
            let mut items: Vec<u64> = (0..n).map(|i| (i * 31) % 17).collect();
            let mid = items.len() / 2;
            partition_at(&mut items, mid, |a, b| (a * 5 + b * 3) % 7 < 3);
            assert_eq!(items.len() as u64, n);
        }
    }
}
