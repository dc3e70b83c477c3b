//! The instructions of the machine.
//!
//! An instruction takes eight bytes. `X` registers hold arguments and what lives up to the next
//! call; `Y` slots of an environment hold what lives longer.
//!
//! # Source
//! H. Aït-Kaci, *Warren's Abstract Machine*, 1991. Here variables live on the heap only, clauses
//! are chosen by a walk along keys rather than by switch instructions (as in SWI-Prolog), and
//! arithmetic and tests are instructions.

/// A register, a slot or a small integer, as two bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Operand(u16);

/// What an operand says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    X(u16),
    Y(u16),
    Integer(i16),
}

impl Operand {
    pub(crate) const MOST_X: u16 = 0x7fff;
    pub(crate) const MOST_Y: u16 = 0x3fff;

    pub(crate) const fn new(place: Place) -> Self {
        match place {
            Place::X(x) => Self(x),
            Place::Y(y) => Self(y | 0x8000),
            Place::Integer(value) => Self((value.cast_unsigned() & 0x3fff) | 0xc000),
        }
    }

    /// A small integer as an operand.
    pub(crate) fn integer(value: i64) -> Option<Self> {
        let value = i16::try_from(value).ok().filter(|value| (-0x2000..0x2000).contains(value))?;
        Some(Self::new(Place::Integer(value)))
    }

    #[inline(always)]
    pub(crate) const fn place(self) -> Place {
        if self.0 < 0x8000 {
            Place::X(self.0)
        } else if self.0 < 0xc000 {
            Place::Y(self.0 & 0x3fff)
        } else {
            Place::Integer((self.0 << 2).cast_signed() >> 2)
        }
    }
}

/// Comparisons of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Relation {
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    Other,
}

impl Relation {
    pub(crate) fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            Self::Less => order.is_lt(),
            Self::LessEqual => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::GreaterEqual => order.is_ge(),
            Self::Equal => order.is_eq(),
            Self::Other => order.is_ne(),
        }
    }
}

/// Tests of what a term is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Test {
    Variable,
    Nonvariable,
    Atom,
    Integer,
    Float,
    Number,
    Atomic,
    Compound,
    Callable,
    Text,
}

/// What arithmetic instructions compute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    DivideInteger,
    Modulo,
    Remainder,
    DivideFloor,
    Minimum,
    Maximum,
    ShiftLeft,
    ShiftRight,
    And,
    Or,
    Xor,
    Power,
    PowerFloat,
    Gcd,
    Atan2,
    CopySign,
    Log,
    Compare,
}

/// The same with one argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Unary {
    /// A term that is to be evaluated.
    Term,
    Negate,
    Plus,
    Absolute,
    Sign,
    Not,
    SquareRoot,
    Sine,
    Cosine,
    Tangent,
    Arcsine,
    Arccosine,
    Arctangent,
    SineH,
    CosineH,
    TangentH,
    Exponential,
    Logarithm,
    Logarithm2,
    Float,
    Integer,
    Truncate,
    Round,
    Ceiling,
    Floor,
    FloatInteger,
    FloatFraction,
    MostBit,
    Successor,
    BitCount,
    Random,
    RandomFloat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Instr {
    // What an argument register must be.
    GetConstant {
        x: u16,
        constant: u32,
    },
    GetStructure {
        x: u16,
        functor: u32,
    },
    GetList {
        x: u16,
    },
    /// `[H|T]` with both variables new.
    GetPair {
        x: u16,
        head: u16,
        tail: u16,
    },
    /// `[H|T]` with a head that is known, and a tail that is new.
    GetPairOf {
        x: u16,
        head: u16,
        tail: u16,
    },
    UnifyXX {
        left: u16,
        right: u16,
    },
    UnifyXY {
        x: u16,
        y: u16,
    },
    // The arguments of the structure that was got.
    UnifyNewX {
        x: u16,
    },
    UnifyNewY {
        y: u16,
    },
    UnifyX {
        x: u16,
    },
    UnifyY {
        y: u16,
    },
    UnifyConstant {
        constant: u32,
    },
    UnifyVoid {
        count: u32,
    },
    /// The last argument of a list is a list again.
    UnifyTail,
    // What is put together.
    Move {
        from: u16,
        to: u16,
    },
    Store {
        x: u16,
        y: u16,
    },
    Load {
        y: u16,
        x: u16,
    },
    PutNewX {
        x: u16,
    },
    PutNewY {
        y: u16,
    },
    PutConstant {
        x: u16,
        constant: u32,
    },
    PutStructure {
        x: u16,
        functor: u32,
    },
    PutList {
        x: u16,
    },
    PutRecord {
        x: u16,
        record: u32,
    },
    SetNewX {
        x: u16,
    },
    SetNewY {
        y: u16,
    },
    SetX {
        x: u16,
    },
    SetY {
        y: u16,
    },
    SetConstant {
        constant: u32,
    },
    SetVoid {
        count: u32,
    },
    SetTail,
    // Control.
    Allocate {
        slots: u32,
    },
    Deallocate,
    Call {
        predicate: u32,
    },
    Execute {
        predicate: u32,
    },
    /// Calls what stands in X0 with the arguments behind it.
    CallGoal {
        arity: u16,
    },
    ExecuteGoal {
        arity: u16,
    },
    Builtin {
        builtin: u16,
        arity: u16,
    },
    Proceed,
    Jump {
        to: u32,
    },
    Try {
        otherwise: u32,
    },
    Retry {
        otherwise: u32,
    },
    Trust,
    Mark {
        y: u16,
    },
    CutTo {
        y: u16,
    },
    /// Cuts the choice points of a condition, and keeps the one that leads to its alternative.
    CutWithin {
        y: u16,
    },
    SoftCutTo {
        y: u16,
    },
    /// Remembers what a cut of the clause goes back to.
    Level {
        y: u16,
    },
    NeckCut,
    Fail,
    // Tests and arithmetic; where `skips` is set, one that holds passes by the jump behind it and
    // one that does not goes there.
    Test {
        test: Test,
        operand: Operand,
        skips: bool,
    },
    Compare {
        relation: Relation,
        left: Operand,
        right: Operand,
        skips: bool,
    },
    Order {
        relation: Relation,
        left: Operand,
        right: Operand,
        skips: bool,
    },
    Binary {
        operation: Binary,
        to: u8,
        left: Operand,
        right: Operand,
    },
    Unary {
        operation: Unary,
        operand: Operand,
        to: u16,
    },
    // What the machine itself goes on with.
    /// Limits are looked at before the next call: the clause is long.
    LookSoon,
    /// Calls the rest of a conjunction that is called goal by goal.
    ExecuteRest,
    /// The query has an answer.
    Answer,
    /// The goal of a `catch/3` is left.
    LeaveCatch,
    /// Goes on where a woken goal came between.
    Resume,
    /// The goal of a cleanup is left.
    LeaveCleanup,
}

impl Instr {
    /// The same, its addresses counted from another beginning.
    pub(crate) const fn moved(self, base: u32) -> Self {
        match self {
            Self::Jump { to } => Self::Jump { to: to + base },
            Self::Try { otherwise } => Self::Try { otherwise: otherwise + base },
            Self::Retry { otherwise } => Self::Retry { otherwise: otherwise + base },
            other => other,
        }
    }
}

const _: () = assert!(size_of::<Instr>() == 8, "instructions take eight bytes");
