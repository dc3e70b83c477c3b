//! The evaluable functors of arithmetic expressions.

use super::instructions::{Binary, Unary};

/// Returns the operation of a functor with two arguments.
pub(crate) fn binary(name: &str) -> Option<Binary> {
    Some(match name {
        "+" => Binary::Add,
        "-" => Binary::Subtract,
        "*" => Binary::Multiply,
        "/" => Binary::Divide,
        "//" => Binary::DivideInteger,
        "mod" => Binary::Modulo,
        "rem" => Binary::Remainder,
        "div" => Binary::DivideFloor,
        "min" => Binary::Minimum,
        "max" => Binary::Maximum,
        "<<" => Binary::ShiftLeft,
        ">>" => Binary::ShiftRight,
        "/\\" => Binary::And,
        "\\/" => Binary::Or,
        "xor" => Binary::Xor,
        "^" => Binary::Power,
        "**" => Binary::PowerFloat,
        "gcd" => Binary::Gcd,
        "atan2" | "atan" => Binary::Atan2,
        "copysign" => Binary::CopySign,
        "log" => Binary::Log,
        "cmp" => Binary::Compare,
        _ => return None,
    })
}

/// Returns the operation of a functor with one argument.
pub(crate) fn unary(name: &str) -> Option<Unary> {
    Some(match name {
        "-" => Unary::Negate,
        "+" => Unary::Plus,
        "abs" => Unary::Absolute,
        "sign" => Unary::Sign,
        "\\" => Unary::Not,
        "sqrt" => Unary::SquareRoot,
        "sin" => Unary::Sine,
        "cos" => Unary::Cosine,
        "tan" => Unary::Tangent,
        "asin" => Unary::Arcsine,
        "acos" => Unary::Arccosine,
        "atan" => Unary::Arctangent,
        "sinh" => Unary::SineH,
        "cosh" => Unary::CosineH,
        "tanh" => Unary::TangentH,
        "exp" => Unary::Exponential,
        "log" => Unary::Logarithm,
        "log2" => Unary::Logarithm2,
        "float" => Unary::Float,
        "integer" => Unary::Integer,
        "truncate" => Unary::Truncate,
        "round" => Unary::Round,
        "ceiling" => Unary::Ceiling,
        "floor" => Unary::Floor,
        "float_integer_part" => Unary::FloatInteger,
        "float_fractional_part" => Unary::FloatFraction,
        "msb" => Unary::Msb,
        "succ" => Unary::Successor,
        "popcount" => Unary::BitCount,
        "random" => Unary::Random,
        "random_float" => Unary::RandomFloat,
        _ => return None,
    })
}
