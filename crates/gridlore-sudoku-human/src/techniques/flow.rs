//! Searches that pass on their results until the caller stops them.

use std::ops::ControlFlow;

/// Whether a search continues.
pub(super) type Flow = ControlFlow<()>;

/// Calls `each` with every choice of `count` items, in order.
pub(super) fn choices<T: Copy>(items: &[T], count: usize, each: &mut impl FnMut(&[T]) -> Flow) -> Flow {
    fn grow<T: Copy>(
        items: &[T],
        count: usize,
        chosen: &mut Vec<T>,
        each: &mut impl FnMut(&[T]) -> Flow,
    ) -> Flow {
        if chosen.len() == count {
            return each(chosen);
        }
        let missing = count - chosen.len();
        for place in 0..(items.len() + 1).saturating_sub(missing) {
            chosen.push(items[place]);
            let flow = grow(&items[place + 1..], count, chosen, each);
            chosen.pop();
            flow?;
        }
        Flow::Continue(())
    }
    grow(items, count, &mut Vec::with_capacity(count), each)
}
