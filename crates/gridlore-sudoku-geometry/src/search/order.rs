//! A binary heap of candidates, ordered by activity in conflicts, with the most active first.

/// Sentinel: the candidate is not in the heap.
const ABSENT: u32 = u32::MAX;
/// Maximum activity; when it is exceeded, all activities are scaled down.
const MAX_ACTIVITY: f64 = 1e100;
/// The factor by which the bump grows after each conflict.
const GROWTH: f64 = 1.0 / 0.95;

#[derive(Debug, Clone)]
pub(super) struct Order {
    heap: Vec<u32>,
    /// Each candidate's position in the heap.
    place: Vec<u32>,
    activity: Vec<f64>,
    step: f64,
}

impl Order {
    pub(super) fn new(candidates: usize) -> Self {
        Self { heap: Vec::new(), place: vec![ABSENT; candidates], activity: vec![0.0; candidates], step: 1.0 }
    }

    /// Empties the heap and resets all activities.
    pub(super) fn clear(&mut self) {
        self.heap.clear();
        self.place.fill(ABSENT);
        self.activity.fill(0.0);
        self.step = 1.0;
    }

    #[inline]
    pub(super) fn activity(&self, candidate: u32) -> f64 {
        self.activity[candidate as usize]
    }

    /// Inserts a candidate if it is absent.
    #[expect(clippy::cast_possible_truncation, reason = "fewer candidates than 2^18")]
    pub(super) fn push(&mut self, candidate: u32) {
        if self.place[candidate as usize] == ABSENT {
            self.place[candidate as usize] = self.heap.len() as u32;
            self.heap.push(candidate);
            self.rise(self.heap.len() - 1);
        }
    }

    /// Removes the most active candidate.
    pub(super) fn pop(&mut self) -> Option<u32> {
        let first = *self.heap.first()?;
        let last = self.heap.pop()?;
        self.place[first as usize] = ABSENT;
        if last != first {
            self.heap[0] = last;
            self.sink();
        }
        Some(first)
    }

    /// Raises the activity of a candidate that took part in a conflict.
    pub(super) fn bump(&mut self, candidate: u32) {
        let activity = &mut self.activity[candidate as usize];
        *activity += self.step;
        if *activity > MAX_ACTIVITY {
            self.activity.iter_mut().for_each(|activity| *activity /= MAX_ACTIVITY);
            self.step /= MAX_ACTIVITY;
        }
        let place = self.place[candidate as usize];
        if place != ABSENT {
            self.rise(place as usize);
        }
    }

    /// Makes later bumps larger, so that earlier activity counts less.
    pub(super) fn decay(&mut self) {
        self.step *= GROWTH;
    }

    #[expect(clippy::cast_possible_truncation, reason = "fewer candidates than 2^18")]
    fn put(&mut self, candidate: u32, place: usize) {
        self.heap[place] = candidate;
        self.place[candidate as usize] = place as u32;
    }

    fn rise(&mut self, mut place: usize) {
        let candidate = self.heap[place];
        while place > 0 {
            let parent = (place - 1) / 2;
            if self.activity(self.heap[parent]) >= self.activity(candidate) {
                break;
            }
            self.put(self.heap[parent], place);
            place = parent;
        }
        self.put(candidate, place);
    }

    fn sink(&mut self) {
        let candidate = self.heap[0];
        let mut place = 0;
        loop {
            let left = 2 * place + 1;
            let Some(&one) = self.heap.get(left) else { break };
            let child = match self.heap.get(left + 1) {
                Some(&other) if self.activity(other) > self.activity(one) => left + 1,
                _ => left,
            };
            if self.activity(candidate) >= self.activity(self.heap[child]) {
                break;
            }
            self.put(self.heap[child], place);
            place = child;
        }
        self.put(candidate, place);
    }
}
