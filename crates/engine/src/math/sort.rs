//! Sorting of short lists.

/// Sorts upward; stable, and quick when the list is short or almost sorted.
///
/// NaN stays where it meets a comparison, as no number is larger than it.
#[doc(alias = "mju_insertionSort")]
#[doc(alias = "mju_insertionSortInt")]
pub fn insertion_sort<T: PartialOrd + Copy>(list: &mut [T]) {
    for i in 1..list.len() {
        let x = list[i];
        let mut j = i;
        while j > 0 && list[j - 1] > x {
            list[j] = list[j - 1];
            j -= 1;
        }
        list[j] = x;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_come_out_in_order() {
        let mut list = [3, 1, 2, 1, -5];
        insertion_sort(&mut list);
        assert_eq!(list, [-5, 1, 1, 2, 3]);
        let mut list = [2.0, f64::NAN, 1.0];
        insertion_sort(&mut list);
        assert_eq!([list[0], list[2]], [2.0, 1.0]);
        insertion_sort::<f64>(&mut []);
    }
}
