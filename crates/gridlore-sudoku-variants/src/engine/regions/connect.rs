//! Propagation for regions and connected cells.

use super::area::{Part, union, without};
use super::model::{Connected, Regions};
use crate::engine::compile::Compiled;
use crate::engine::propagate::{Agenda, Dead, Step};
use crate::engine::state::{Cells, State, both, count, members};

impl<const W: usize> Compiled<W> {
    /// Keeps the cells with some values connected.
    pub(in crate::engine) fn connected(
        &self,
        connected: &Connected<W>,
        state: &mut State<W>,
        agenda: &mut Agenda,
    ) -> Step {
        let (mut possible, mut others) = ([0; W], [0; W]);
        for (value, places) in state.places.iter().enumerate() {
            let places = connected.board.of(places);
            if connected.values >> value & 1 == 1 {
                possible = union(&possible, &places);
            } else {
                others = union(&others, &places);
            }
        }
        let fixed = without(&possible, &others);
        let number = |cells: usize| u32::try_from(cells).unwrap_or(u32::MAX);
        let (least, most) = (number(connected.least), number(connected.most));
        let part = connected.board.connected(&Part { possible, fixed }, least, most, &[]).ok_or(Dead)?;
        for cell in members(&without(&possible, &part.possible)) {
            self.keep(state, connected.area.first + cell, !connected.values, agenda)?;
        }
        for cell in members(&without(&part.fixed, &fixed)) {
            self.keep(state, connected.area.first + cell, connected.values, agenda)?;
        }
        Ok(())
    }

    /// Returns the solution with its regions numbered in the order of their first cells.
    pub(in crate::engine) fn in_reading_order(&self, mut solution: Vec<i32>) -> Vec<i32> {
        let mut known: Vec<i32> = Vec::new();
        for region in &mut solution[self.regions.clone()] {
            let number = known.iter().position(|other| other == region).unwrap_or_else(|| {
                known.push(*region);
                known.len() - 1
            });
            *region = self.lowest + i32::try_from(number).expect("few regions");
        }
        solution
    }

    /// Keeps regions connected, of their given size and with all values.
    pub(in crate::engine) fn regions(
        &self,
        regions: &Regions<W>,
        state: &mut State<W>,
        agenda: &mut Agenda,
    ) -> Step {
        agenda.blamed.clear();
        self.regions_in_order(regions, state, agenda)?;
        let size = u32::try_from(regions.size).expect("few cells");
        let pieces = self.pieces(regions, state, agenda)?;
        for region in 0..regions.size {
            let number = 1 << region;
            let possible = regions.numbers.of(&state.places[region]);
            let mut fixed = possible;
            for other in (0..regions.size).filter(|other| *other != region) {
                let other = regions.numbers.of(&state.places[other]);
                fixed = without(&fixed, &other);
            }
            agenda.blamed.clear();
            agenda.blamed.extend(members(&fixed).map(|cell| regions.first + cell));
            let part =
                regions.numbers.connected(&Part { possible, fixed }, size, size, &pieces).ok_or(Dead)?;
            for cell in members(&without(&possible, &part.possible)) {
                self.keep(state, regions.first + cell, !number, agenda)?;
            }
            for cell in members(&without(&part.fixed, &fixed)) {
                self.keep(state, regions.first + cell, number, agenda)?;
            }
            self.region_values(regions, region, &part, state, agenda)?;
        }
        Ok(())
    }

    /// Finds sets of at least two cells that are in one region, whichever that is. Their values are
    /// different.
    fn pieces(
        &self,
        regions: &Regions<W>,
        state: &mut State<W>,
        agenda: &mut Agenda,
    ) -> Result<Vec<Cells<W>>, Dead> {
        let mut pieces: Vec<Cells<W>> = Vec::new();
        for link in &regions.links {
            let least = self.lowest + state.sets[link.total].trailing_zeros().cast_signed() + link.more;
            let known = usize::try_from(least).unwrap_or(0).min(link.cells.len());
            let mut linked = &link.cells[..known];
            let possible: Vec<usize>;
            if link.needs_all {
                let region = |cell: usize| state.sets[regions.first + cell];
                let start = link.cells[0];
                possible =
                    link.cells.iter().copied().filter(|cell| region(*cell) & region(start) != 0).collect();
                linked = &possible;
                if known < linked.len() {
                    continue;
                }
            }
            if linked.len() < 2 {
                continue;
            }
            let mut piece = [0; W];
            for cell in linked {
                piece[cell / 64] |= 1 << (cell % 64);
            }
            pieces.retain(|other| {
                let is_apart = both(other, &piece) == [0; W];
                if !is_apart {
                    piece = union(&piece, other);
                }
                is_apart
            });
            pieces.push(piece);
        }
        for piece in &pieces {
            if count(piece) as usize > regions.size {
                return Err(Dead);
            }
            let mut placed = 0;
            for cell in members(piece) {
                let set = state.sets[cell];
                if set.is_power_of_two() {
                    if placed & set != 0 {
                        agenda.blamed.extend(members(piece));
                        return Err(Dead);
                    }
                    placed |= set;
                }
            }
            for cell in members(piece) {
                if !state.sets[cell].is_power_of_two() {
                    self.keep(state, cell, !placed, agenda)?;
                }
            }
        }
        Ok(pieces)
    }

    /// Restricts each value to one cell of each region.
    fn region_values(
        &self,
        regions: &Regions<W>,
        region: usize,
        part: &Part<W>,
        state: &mut State<W>,
        agenda: &mut Agenda,
    ) -> Step {
        for value in 0..regions.size {
            let places = both(&regions.grid.of(&state.places[value]), &part.possible);
            match count(&places) {
                0 => return Err(Dead),
                1 => {
                    let cell = members(&places).next().unwrap_or(0);
                    self.keep(state, cell, 1 << value, agenda)?;
                    self.keep(state, regions.first + cell, 1 << region, agenda)?;
                    continue;
                }
                _ => {}
            }
            let owner = members(&both(&places, &part.fixed)).find(|cell| state.sets[*cell] == 1 << value);
            let Some(owner) = owner else { continue };
            for cell in members(&places).filter(|cell| *cell != owner) {
                if part.fixed[cell / 64] >> (cell % 64) & 1 == 1 {
                    self.keep(state, cell, !(1 << value), agenda)?;
                } else if state.sets[cell] == 1 << value {
                    self.keep(state, regions.first + cell, !(1 << region), agenda)?;
                }
            }
        }
        Ok(())
    }

    /// Restricts the regions to be numbered in the order of their first cells.
    fn regions_in_order(&self, regions: &Regions<W>, state: &mut State<W>, agenda: &mut Agenda) -> Step {
        let mut allowed = 1;
        for cell in &regions.order {
            self.keep(state, regions.first + cell, allowed, agenda)?;
            let set = state.sets[regions.first + cell];
            allowed |= 1 << (32 - set.leading_zeros());
            if allowed.count_ones() as usize > regions.size {
                break;
            }
        }
        Ok(())
    }
}
