//! The instruction set.
//!
//! An instruction takes eight bytes. The `X` registers hold arguments and temporary variables; the
//! `Y` slots of an environment hold permanent variables.
//!
//! # Source
//! H. Aït-Kaci, *Warren's Abstract Machine*, 1991. The differences are that variables live only on
//! the heap, that clauses are selected by walking a chain of keys instead of by switch instructions
//! (as in SWI-Prolog), and that there are instructions for arithmetic and type tests.

/// A register, a slot or a small integer, encoded in two bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Operand(u16);

/// A decoded operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    X(u16),
    Y(u16),
    Integer(i16),
}

impl Operand {
    pub(crate) const MAX_X: u16 = 0x7fff;
    pub(crate) const MAX_Y: u16 = 0x3fff;

    pub(crate) const fn new(place: Place) -> Self {
        match place {
            Place::X(x) => Self(x),
            Place::Y(y) => Self(y | 0x8000),
            Place::Integer(value) => Self((value.cast_unsigned() & 0x3fff) | 0xc000),
        }
    }

    /// Encodes a small integer, if it fits.
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

/// Arithmetic comparisons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Relation {
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
}

impl Relation {
    pub(crate) fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            Self::Less => order.is_lt(),
            Self::LessEqual => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::GreaterEqual => order.is_ge(),
            Self::Equal => order.is_eq(),
            Self::NotEqual => order.is_ne(),
        }
    }
}

/// Type tests.
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

/// Binary arithmetic operations.
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

/// Unary arithmetic operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Unary {
    /// Evaluates a term at run time.
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
    Msb,
    Successor,
    BitCount,
    Random,
    RandomFloat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Instr {
    // Head unification.
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
    /// Unifies with `[H|T]`, where both `H` and `T` are new variables.
    GetPair {
        x: u16,
        head: u16,
        tail: u16,
    },
    /// Unifies with `[H|T]`; the head is known, and the tail is a new variable.
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
    // Unification of the current structure's arguments.
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
    /// Continues with the tail of a list, which is also a list.
    UnifyTail,
    // Building terms.
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
    /// Calls the goal in X0 with the extra arguments in the registers after it.
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
    /// Cuts the choice points of a condition, but keeps the choice point for its alternative.
    CutWithin {
        y: u16,
    },
    SoftCutTo {
        y: u16,
    },
    /// Saves the choice point to which a cut of the clause returns.
    Level {
        y: u16,
    },
    NeckCut,
    Fail,
    // Tests and arithmetic. If `skips` is set, the following jump is skipped on success and taken
    // on failure.
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
    // Internal instructions.
    /// Makes the next call check the limits because the clause is long.
    CheckSoon,
    /// Calls the remaining goals of a conjunction that was not compiled.
    ExecuteRest,
    /// Reports an answer to the query.
    Answer,
    /// Leaves the goal of a `catch/3`.
    LeaveCatch,
    /// Continues after woken goals.
    Resume,
    /// Leaves the goal of a cleanup.
    LeaveCleanup,
}

impl Instr {
    /// Relocates the instruction's addresses.
    pub(crate) const fn relocated(self, base: u32) -> Self {
        match self {
            Self::Jump { to } => Self::Jump { to: to + base },
            Self::Try { otherwise } => Self::Try { otherwise: otherwise + base },
            Self::Retry { otherwise } => Self::Retry { otherwise: otherwise + base },
            other => other,
        }
    }
}

const _: () = assert!(size_of::<Instr>() == 8, "instructions take eight bytes");
