//! Rules as data, and the next state of a cell by the definition of each family.
//! This module only writes rulestrings and rule files and never parses them: the way in which the
//! engine and bgolly interpret a rule is compared with the data from which it was written.

use super::letters::{self, Letter};
use super::offset::Offset;
use super::table::{Table, Tree};
use gridlore_core::Rng;

/// The neighbourhoods of range 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Around {
    /// All eight neighbours.
    Moore,
    /// All neighbours except the north-eastern and the south-western neighbour.
    Hexagonal,
    /// The northern, eastern, southern and western neighbours.
    VonNeumann,
}

impl Around {
    /// Returns the neighbours, row by row.
    pub(crate) fn offsets(self) -> Vec<Offset> {
        let moore = (-1..=1).flat_map(|y| (-1..=1).map(move |x| (x, y))).filter(|&at| at != (0, 0));
        moore
            .filter(|&(x, y)| match self {
                Self::Moore => true,
                Self::Hexagonal => x != -y,
                Self::VonNeumann => x == 0 || y == 0,
            })
            .collect()
    }

    fn count(self) -> usize {
        self.offsets().len()
    }

    const fn suffix(self) -> &'static str {
        match self {
            Self::Moore => "",
            Self::Hexagonal => "H",
            Self::VonNeumann => "V",
        }
    }
}

/// A range of numbers of live cells: the minimum and the maximum.
pub(crate) type Span = (usize, usize);

/// The neighbourhood of a Larger than Life rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Neighbours {
    /// The cells of a named neighbourhood, by its letter in the rulestring.
    Named(char),
    /// Any cells, row by row.
    Chosen(Vec<Offset>),
}

/// A Larger than Life rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Larger {
    range: i64,
    states: u16,
    has_centre: bool,
    birth: Vec<Span>,
    survival: Vec<Span>,
    neighbours: Neighbours,
}

impl Larger {
    /// Returns all cells of the square except the centre, row by row.
    fn square(&self) -> impl Iterator<Item = Offset> {
        let range = self.range;
        (-range..=range).flat_map(move |y| (-range..=range).map(move |x| (x, y))).filter(|&at| at != (0, 0))
    }

    fn offsets(&self) -> Vec<Offset> {
        let range = self.range;
        let belongs = |letter: char, (x, y): Offset| match letter {
            'M' => true,
            'N' => x.abs() + y.abs() <= range,
            'C' => x * x + y * y <= range * range + range,
            '2' => x * x + y * y <= range * range,
            '+' => x == 0 || y == 0,
            'X' => x.abs() == y.abs(),
            '*' => x == 0 || y == 0 || x.abs() == y.abs(),
            'B' => (x + y).rem_euclid(2) == 1,
            'D' => (x + y).rem_euclid(2) == 0,
            'H' => (x - y).abs() <= range,
            _ => unreachable!("no neighbourhood is called {letter}"),
        };
        match &self.neighbours {
            Neighbours::Named(letter) => self.square().filter(|&at| belongs(*letter, at)).collect(),
            Neighbours::Chosen(chosen) => chosen.clone(),
        }
    }

    fn text(&self) -> String {
        let list = |spans: &[Span]| -> String {
            let one =
                |&(from, to): &Span| if from == to { from.to_string() } else { format!("{from}..{to}") };
            spans.iter().map(one).collect::<Vec<_>>().join(",")
        };
        let neighbours = match &self.neighbours {
            Neighbours::Named(letter) => letter.to_string(),
            Neighbours::Chosen(chosen) => {
                let bits: Vec<bool> = self.square().map(|at| chosen.contains(&at)).collect();
                let digit = |bits: &[bool]| {
                    let value: usize =
                        bits.iter().zip([8, 4, 2, 1]).map(|(&bit, of)| usize::from(bit) * of).sum();
                    char::from(b"0123456789abcdef"[value])
                };
                format!("@{}", bits.chunks(4).map(digit).collect::<String>())
            }
        };
        format!(
            "R{},C{},M{},S{},B{},N{neighbours}",
            self.range,
            if self.states == 2 { 0 } else { self.states },
            u8::from(self.has_centre),
            list(&self.survival),
            list(&self.birth)
        )
    }
}

/// A rule of any family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Rule {
    /// Depends on the number of live neighbours; if there are more than two states, cells in
    /// state 2 or higher are dying.
    Totals {
        birth: Vec<usize>,
        survival: Vec<usize>,
        around: Around,
        states: u16,
    },
    /// Depends on the arrangement of live neighbours, up to rotation and reflection.
    Isotropic {
        birth: Vec<Letter>,
        survival: Vec<Letter>,
        states: u16,
    },
    /// Depends on the picture of the neighbours and the cell, read row by row from the highest bit.
    Map {
        lives: Vec<bool>,
        around: Around,
        states: u16,
    },
    /// A one-dimensional rule that draws its history row by row.
    Wolfram(u8),
    Larger(Larger),
    Table(Table),
    Tree(Tree),
}

impl Rule {
    /// Returns the number of states.
    pub(crate) fn states(&self) -> u16 {
        match self {
            Self::Totals { states, .. } | Self::Isotropic { states, .. } | Self::Map { states, .. } => {
                *states
            }
            Self::Wolfram(_) => 2,
            Self::Larger(larger) => larger.states,
            Self::Table(table) => table.states(),
            Self::Tree(tree) => tree.states(),
        }
    }

    /// Returns the range of the neighbourhood.
    pub(crate) fn range(&self) -> i64 {
        let far = |&(x, y): &Offset| x.abs().max(y.abs());
        self.offsets().iter().map(far).max().unwrap_or(0)
    }

    /// Returns the neighbours that affect a cell.
    pub(crate) fn offsets(&self) -> Vec<Offset> {
        match self {
            Self::Totals { around, .. } | Self::Map { around, .. } => around.offsets(),
            Self::Isotropic { .. } | Self::Wolfram(_) => Around::Moore.offsets(),
            Self::Larger(larger) => larger.offsets(),
            Self::Table(table) => table.offsets(),
            Self::Tree(tree) => tree.offsets(),
        }
    }

    /// Returns the next state of a cell, given its state and those of its neighbours in the order
    /// of [`Rule::offsets`]; `None` if the rule is ambiguous.
    pub(crate) fn next(&self, cell: u8, around: &[u8]) -> Option<u8> {
        let count = around.iter().filter(|&&state| state == 1).count();
        let lives = match self {
            Self::Totals { birth, survival, .. } => {
                if cell == 1 {
                    survival.contains(&count)
                } else {
                    birth.contains(&count)
                }
            }
            Self::Isotropic { birth, survival, .. } => {
                let letter = letters::arrangement(around);
                if cell == 1 { survival.contains(&letter) } else { birth.contains(&letter) }
            }
            Self::Map { lives, .. } => {
                let half = around.len() / 2;
                let picture = around[..half].iter().chain([&cell]).chain(&around[half..]);
                lives[picture.fold(0, |index, &state| 2 * index + usize::from(state == 1))]
            }
            // The first three neighbours are north-west, north and north-east.
            Self::Wolfram(number) => {
                let above = usize::from(around[0]) * 4 + usize::from(around[1]) * 2 + usize::from(around[2]);
                cell == 1 || number >> above & 1 == 1
            }
            Self::Larger(larger) => {
                let count = count + usize::from(larger.has_centre && cell == 1);
                let spans = if cell == 1 { &larger.survival } else { &larger.birth };
                spans.iter().any(|&(from, to)| (from..=to).contains(&count))
            }
            Self::Table(table) => return table.next(cell, around),
            Self::Tree(tree) => return Some(tree.next(cell, around)),
        };
        let is_last = u16::from(cell) + 1 == self.states();
        Some(match cell {
            0 => u8::from(lives),
            1 if lives => 1,
            _ if is_last => 0,
            _ => cell + 1,
        })
    }

    /// Returns the rule in standard notation; the name of a rule file.
    pub(crate) fn text(&self) -> String {
        let digits = |counts: &[usize]| counts.iter().map(ToString::to_string).collect::<String>();
        match self {
            Self::Totals { birth, survival, around, states: 2 } => {
                format!("B{}/S{}{}", digits(birth), digits(survival), around.suffix())
            }
            Self::Totals { birth, survival, around, states } => {
                format!("{}/{}/{states}{}", digits(survival), digits(birth), around.suffix())
            }
            Self::Isotropic { birth, survival, states } => {
                let states = if *states == 2 { String::new() } else { format!("/{states}") };
                format!("B{}/S{}{states}", letters::text(birth), letters::text(survival))
            }
            Self::Map { lives, states, .. } => {
                let states = if *states == 2 { String::new() } else { format!("/{states}") };
                format!("MAP{}{states}", base64(lives))
            }
            Self::Wolfram(number) => format!("W{number}"),
            Self::Larger(larger) => larger.text(),
            Self::Table(_) | Self::Tree(_) => super::RULE_NAME.to_owned(),
        }
    }

    /// Returns the rule file, if the rule has one.
    pub(crate) fn file(&self) -> Option<String> {
        match self {
            Self::Table(table) => Some(table.text()),
            Self::Tree(tree) => Some(tree.text()),
            _ => None,
        }
    }

    /// Returns whether a cell in empty space is born.
    pub(crate) fn fills_space(&self) -> bool {
        self.next(0, &vec![0; self.offsets().len()]) != Some(0)
    }

    /// Returns Conway's rule.
    pub(crate) fn life() -> Self {
        Self::Totals { birth: vec![3], survival: vec![2, 3], around: Around::Moore, states: 2 }
    }

    /// Returns a rule of a random family.
    pub(crate) fn random(rng: &mut Rng) -> Self {
        let rule = match rng.below(16) {
            0..3 => Self::totals(rng, Around::Moore),
            3 => Self::totals(rng, Around::Hexagonal),
            4 => Self::totals(rng, Around::VonNeumann),
            5..8 => {
                let density = 2 + rng.below(4);
                let some = |rng: &mut Rng| letters::all().filter(|_| rng.below(density) == 0).collect();
                Self::Isotropic { birth: some(rng), survival: some(rng), states: states(rng) }
            }
            8 => {
                let around = [Around::Moore, Around::Hexagonal, Around::VonNeumann][rng.below(3)];
                let density = 2 + rng.below(4);
                let lives = (0..2 << around.count()).map(|_| rng.below(density) == 0).collect();
                Self::Map { lives, around, states: states(rng) }
            }
            9 => Self::Wolfram(u8::try_from(2 * rng.below(128)).expect("below 256")),
            10..13 => Self::Larger(larger(rng)),
            13 | 14 => Self::Table(Table::random(rng)),
            _ => Self::Tree(Tree::random(rng)),
        };
        // Only a few rules may fill empty space, and none with more than two states.
        if rule.fills_space() && (rule.states() > 2 || rng.below(4) > 0) {
            rule.without_filling()
        } else {
            rule
        }
    }

    fn totals(rng: &mut Rng, around: Around) -> Self {
        let density = 2 + rng.below(2);
        let some = |rng: &mut Rng| (0..=around.count()).filter(|_| rng.below(density) == 0).collect();
        Self::Totals { birth: some(rng), survival: some(rng), around, states: states(rng) }
    }

    /// Returns the same rule without births in empty space.
    fn without_filling(mut self) -> Self {
        match &mut self {
            Self::Totals { birth, .. } => birth.retain(|&count| count != 0),
            Self::Isotropic { birth, .. } => birth.retain(|letter| letter.0 != 0),
            Self::Map { lives, .. } => lives[0] = false,
            Self::Larger(larger) => {
                for span in &mut larger.birth {
                    span.0 = span.0.max(1);
                }
                larger.birth.retain(|span| span.0 <= span.1);
            }
            Self::Wolfram(_) | Self::Table(_) | Self::Tree(_) => {}
        }
        self
    }

    /// Returns simpler rules.
    pub(crate) fn smaller(&self) -> Vec<Self> {
        fn without<T: Clone>(items: &[T]) -> Vec<Vec<T>> {
            let less = |index| [&items[..index], &items[index + 1..]].concat();
            (0..items.len()).map(less).collect()
        }
        let mut rules = Vec::new();
        match self {
            Self::Totals { birth, survival, around, states } => {
                let (around, states) = (*around, *states);
                let with = |birth: &[usize], survival: &[usize], states| Self::Totals {
                    birth: birth.to_vec(),
                    survival: survival.to_vec(),
                    around,
                    states,
                };
                rules.extend(without(birth).iter().map(|birth| with(birth, survival, states)));
                rules.extend(without(survival).iter().map(|survival| with(birth, survival, states)));
                rules.extend((states > 2).then(|| with(birth, survival, states - 1)));
            }
            Self::Isotropic { birth, survival, states } => {
                let states = *states;
                let with = |birth: &[Letter], survival: &[Letter], states| Self::Isotropic {
                    birth: birth.to_vec(),
                    survival: survival.to_vec(),
                    states,
                };
                rules.extend(without(birth).iter().map(|birth| with(birth, survival, states)));
                rules.extend(without(survival).iter().map(|survival| with(birth, survival, states)));
                rules.extend((states > 2).then(|| with(birth, survival, states - 1)));
            }
            Self::Map { lives, around, states } => {
                // Remove blocks of pictures first, then single pictures.
                let mut size = lives.len();
                while size > 0 {
                    for from in (0..lives.len()).step_by(size) {
                        if lives[from..from + size].contains(&true) {
                            let mut lives = lives.clone();
                            lives[from..from + size].fill(false);
                            rules.push(Self::Map { lives, around: *around, states: *states });
                        }
                    }
                    size /= 2;
                }
            }
            Self::Wolfram(number) => {
                let bits = (1..8).filter(|bit| number >> bit & 1 == 1);
                rules.extend(bits.map(|bit| Self::Wolfram(number & !(1 << bit))));
            }
            Self::Larger(larger) => {
                let with = |change: &dyn Fn(&mut Larger)| {
                    let mut less = larger.clone();
                    change(&mut less);
                    Self::Larger(less)
                };
                for birth in without(&larger.birth) {
                    rules.push(with(&|less| less.birth.clone_from(&birth)));
                }
                for survival in without(&larger.survival) {
                    rules.push(with(&|less| less.survival.clone_from(&survival)));
                }
                if larger.states > 2 {
                    rules.push(with(&|less| less.states -= 1));
                }
                if larger.range > 1 && matches!(larger.neighbours, Neighbours::Named(_)) {
                    rules.push(with(&|less| less.range -= 1));
                }
                if let Neighbours::Chosen(chosen) = &larger.neighbours {
                    let fewer = without(chosen).into_iter().filter(|fewer| {
                        fewer.iter().any(|(x, y)| x.abs() == larger.range || y.abs() == larger.range)
                    });
                    for fewer in fewer {
                        rules.push(with(&|less| less.neighbours = Neighbours::Chosen(fewer.clone())));
                    }
                }
            }
            Self::Table(table) => rules.extend(table.smaller().into_iter().map(Self::Table)),
            Self::Tree(tree) => rules.extend(tree.smaller().into_iter().map(Self::Tree)),
        }
        let is_allowed = |rule: &Self| !(rule.fills_space() && rule.states() > 2);
        rules.into_iter().filter(is_allowed).collect()
    }
}

/// Returns a random number of states: two, or more with dying states.
fn states(rng: &mut Rng) -> u16 {
    match rng.below(8) {
        0..5 => 2,
        5 | 6 => 3 + u16::try_from(rng.below(4)).expect("below 4"),
        _ => 3 + u16::try_from(rng.below(254)).expect("below 254"),
    }
}

fn larger(rng: &mut Rng) -> Larger {
    let mut larger = Larger {
        range: [1, 1, 2, 2, 3, 3, 4, 5, 7, 9][rng.below(10)],
        states: states(rng),
        has_centre: rng.below(2) == 0,
        birth: vec![],
        survival: vec![],
        neighbours: Neighbours::Named(
            ['M', 'M', 'M', 'N', 'N', 'C', '2', '+', 'X', '*', 'B', 'D', 'H'][rng.below(13)],
        ),
    };
    if rng.below(6) == 0 {
        larger.range = larger.range.min(3);
        let chosen: Vec<Offset> = larger.square().filter(|_| rng.below(3) == 0).collect();
        let reaches = |&(x, y): &Offset| x.abs() == larger.range || y.abs() == larger.range;
        if chosen.iter().any(reaches) {
            larger.neighbours = Neighbours::Chosen(chosen);
        }
    }
    let neighbours = larger.offsets().len();
    let mut spans = |min: usize| {
        let count = 1 + rng.below(4) / 3;
        let mut spans: Vec<Span> = (0..count)
            .map(|_| {
                let from = min + rng.below(1 + neighbours / 2);
                (from.min(neighbours), (from + rng.below(1 + neighbours / 3)).min(neighbours))
            })
            .collect();
        spans.sort_unstable();
        spans.dedup();
        spans
    };
    larger.birth = spans(0);
    larger.survival = spans(0);
    larger
}

/// Encodes bits as base64, six bits per digit.
fn base64(bits: &[bool]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digit = |bits: &[bool]| {
        let value: usize =
            bits.iter().zip([32, 16, 8, 4, 2, 1]).map(|(&bit, of)| usize::from(bit) * of).sum();
        char::from(DIGITS[value])
    };
    bits.chunks(6).map(digit).collect()
}
