//! Temporary code, for called goals that contain control constructs and for clauses of dynamic
//! predicates.
//!
//! It takes the place of earlier temporary code that is no longer in use. Once enough code has
//! accumulated, a scan of the stacks determines which code is still in use.

use crate::code::Instr;
use crate::machine::{Alternative, Machine};

/// Blocks of temporary code: address and length, which is a power of two.
#[derive(Debug, Clone)]
pub(crate) struct TemporaryCode {
    /// Blocks that may be in use.
    used: Vec<(u32, u32)>,
    free: Vec<(u32, u32)>,
    /// Number of used blocks that triggers the next scan.
    scan_at: usize,
}

impl Default for TemporaryCode {
    fn default() -> Self {
        Self { used: Vec::new(), free: Vec::new(), scan_at: 1 << 12 }
    }
}

impl Machine {
    pub(crate) fn place_temporary(&mut self, instrs: &[Instr]) -> u32 {
        let (at, length) = self.place_reusable(instrs);
        self.special.temporary.used.push((at, length));
        at
    }

    /// Marks the code of an erased clause as temporary, so it is freed once nothing returns to it.
    pub(crate) fn drop_code(&mut self, at: u32, length: u32) {
        self.special.temporary.used.push((at, length));
    }

    /// Places code in a block that can be freed. The block's length is rounded up so that blocks
    /// can be reused.
    #[expect(clippy::cast_possible_truncation, reason = "limited by memory")]
    pub(crate) fn place_reusable(&mut self, instrs: &[Instr]) -> (u32, u32) {
        if self.special.temporary.used.len() >= self.special.temporary.scan_at {
            self.free_temporaries();
        }
        let length = instrs.len().next_power_of_two();
        self.store.meter.spend(self.special.temporary.free.len() / 16);
        let free = self.special.temporary.free.iter().rposition(|&(_, free)| free as usize == length);
        let at = match free {
            Some(place) => {
                let (at, _) = self.special.temporary.free.swap_remove(place);
                self.code.place_at(at, instrs);
                at
            }
            None => {
                let at = self.code.place(instrs);
                self.code.instrs.resize(at as usize + length, Instr::Fail);
                at
            }
        };
        (at, length as u32)
    }

    /// Frees the blocks to which nothing returns.
    fn free_temporaries(&mut self) {
        let mut used = std::collections::HashSet::new();
        let mut environments = vec![(self.environment, self.continuation)];
        environments.extend(self.choices.iter().map(|choice| (choice.environment, choice.continuation)));
        let mut addresses: Vec<u32> = self
            .choices
            .iter()
            .filter_map(|choice| match choice.alternative {
                Alternative::Code(code) => Some(code),
                _ => None,
            })
            .collect();
        addresses.push(self.pc);
        let mut seen = vec![0u64; self.local.len() / 64 + 1];
        let mut is_new = |environment: u32| {
            let (word, bit) = (environment as usize / 64, environment % 64);
            let known = seen[word];
            seen[word] |= 1 << bit;
            known >> bit & 1 == 0
        };
        for (mut environment, continuation) in environments {
            addresses.push(continuation);
            while environment != 0 && is_new(environment) {
                self.store.meter.tick();
                let at = environment as usize;
                #[expect(clippy::cast_possible_truncation, reason = "packed as two 32-bit halves")]
                {
                    addresses.push(self.local[at + 1].0 as u32);
                    environment = self.local[at].0 as u32;
                }
            }
        }
        let mut temporary = std::mem::take(&mut self.special.temporary.used);
        temporary.sort_unstable();
        for address in addresses {
            let after = temporary.partition_point(|&(at, _)| at <= address);
            if let Some(&(at, length)) = after.checked_sub(1).and_then(|index| temporary.get(index))
                && address < at + length
            {
                used.insert(at);
            }
        }
        for (at, length) in temporary {
            if used.contains(&at) {
                self.special.temporary.used.push((at, length));
            } else {
                self.code.free_records_in(at, length);
                self.special.temporary.free.push((at, length));
            }
        }
        self.special.temporary.scan_at = (self.special.temporary.used.len() * 2).max(1 << 12);
    }
}
