//! Formulas: LaTeX to MathML, which browsers set without scripts.
//!
//! The crate math-core converts; what it gives is read back as XML and only elements and attributes
//! of a fixed list are written again, so that nothing that an author writes in a formula can be
//! anything else. Styles are left out, as the page's policy forbids them.
//!
//! # Source
//! MathML Core, W3C.

use crate::escape::Escaped;
use math_core::{LatexToMathML, MathCoreConfig, MathDisplay};
use roxmltree::{Document, Node};
use std::fmt::Write;
use std::sync::LazyLock;

const ELEMENTS: &[&str] = &[
    "math",
    "mrow",
    "mi",
    "mn",
    "mo",
    "ms",
    "mtext",
    "mspace",
    "mfrac",
    "msqrt",
    "mroot",
    "msub",
    "msup",
    "msubsup",
    "munder",
    "mover",
    "munderover",
    "mmultiscripts",
    "mprescripts",
    "none",
    "mpadded",
    "mphantom",
    "mtable",
    "mtr",
    "mtd",
    "menclose",
    "merror",
    "mstyle",
];

const ATTRIBUTES: &[&str] = &[
    "display",
    "displaystyle",
    "scriptlevel",
    "mathvariant",
    "stretchy",
    "symmetric",
    "largeop",
    "movablelimits",
    "accent",
    "accentunder",
    "lspace",
    "rspace",
    "minsize",
    "maxsize",
    "linethickness",
    "width",
    "height",
    "depth",
    "voffset",
    "fence",
    "separator",
    "form",
    "columnalign",
    "rowspacing",
    "columnspacing",
    "notation",
];

static CONVERTER: LazyLock<Option<LatexToMathML>> =
    LazyLock::new(|| LatexToMathML::new(MathCoreConfig::default()).ok());

/// Bytes of a formula, at most.
const LONGEST: usize = 8_000;

/// Groups, delimiters and environments that may be open at the same time.
const DEEPEST: usize = 60;

/// Formulas up to this length are converted on the caller's own stack.
const SHORT: usize = 200;

/// Bytes of the stack on which longer ones are converted. The converter goes one level deeper for
/// each argument, so a formula of [`LONGEST`] bytes can ask for as many levels as it has commands;
/// this holds one for every byte.
const STACK: usize = 128 << 20;

/// The formula as MathML. Cost: linear; a stack of its own for long formulas.
///
/// # Errors
/// What about the formula cannot be read, in words, with the column from 1 where that is known.
pub(crate) fn mathml(formula: &str, is_block: bool) -> Result<String, String> {
    if formula.len() > LONGEST {
        return Err(format!("it has {} bytes, expected at most {LONGEST}", formula.len()));
    }
    if let Some(column) = too_deep(formula) {
        return Err(format!("column {column}: more than {DEEPEST} groups within each other"));
    }
    if formula.len() <= SHORT {
        return converted(formula, is_block);
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let running = thread.spawn_scoped(scope, || converted(formula, is_block));
        running.ok()?.join().ok()
    })
    .unwrap_or_else(|| Err("formulas cannot be set here".to_owned()))
}

/// The column, from 1, at which a formula is nested too deeply.
fn too_deep(formula: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut rest = formula;
    while let Some(letter) = rest.chars().next() {
        let place = formula.len() - rest.len();
        rest = &rest[letter.len_utf8()..];
        match letter {
            '{' | '[' => depth += 1,
            '}' | ']' => depth = depth.saturating_sub(1),
            '\\' => {
                let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
                match &rest[..letters] {
                    "left" | "begin" => depth += 1,
                    "right" | "end" => depth = depth.saturating_sub(1),
                    _ => {}
                }
                // A command of one sign, such as an escaped brace, opens nothing.
                let sign = if letters == 0 { rest.chars().next().map_or(0, char::len_utf8) } else { letters };
                rest = &rest[sign..];
            }
            _ => {}
        }
        if depth > DEEPEST {
            return Some(formula[..place].chars().count() + 1);
        }
    }
    None
}

fn converted(formula: &str, is_block: bool) -> Result<String, String> {
    let converter = CONVERTER.as_ref().ok_or("formulas cannot be set here")?;
    let display = if is_block { MathDisplay::Block } else { MathDisplay::Inline };
    let converted = converter.convert_with_local_state(formula, display).map_err(|error| {
        let column = formula.get(..error.0.start).map_or(1, |before| before.chars().count() + 1);
        format!("column {column}: {}", error.error_message())
    })?;
    let fault = || "it holds what a formula cannot hold".to_owned();
    let document = Document::parse(&converted.mathml).map_err(|_| fault())?;
    let mut html = String::new();
    write(document.root_element(), &mut html).ok_or_else(fault)?;
    Ok(html)
}

/// `None` when something is in it that is not in the lists.
fn write(node: Node<'_, '_>, html: &mut String) -> Option<()> {
    if let Some(text) = node.text().filter(|_| node.is_text()) {
        let _ = write!(html, "{}", Escaped(text));
        return Some(());
    }
    let name = node.tag_name().name();
    if !node.is_element() || !ELEMENTS.contains(&name) {
        return None;
    }
    let _ = write!(html, "<{name}");
    for attribute in node.attributes().filter(|attribute| ATTRIBUTES.contains(&attribute.name())) {
        let _ = write!(html, " {}=\"{}\"", attribute.name(), Escaped(attribute.value()));
    }
    html.push('>');
    for child in node.children() {
        write(child, html)?;
    }
    let _ = write!(html, "</{name}>");
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_become_mathml() {
        assert_eq!(mathml("a<b", false).unwrap(), "<math><mi>a</mi><mo>&lt;</mo><mi>b</mi></math>");
        let sum = mathml(r"\sum_{i=1}^n \frac{x_i}{2}", true).unwrap();
        assert!(sum.starts_with("<math display=\"block\">") && sum.contains("<mfrac>"), "{sum}");
        let aligned = mathml(r"\begin{align}a&=b\\c&=d\end{align}", true).unwrap();
        assert!(aligned.contains("<mtable") && !aligned.contains(" style="), "{aligned}");
    }

    #[test]
    fn what_cannot_be_read_is_told() {
        assert_eq!(mathml(r"x + \nothing", false).unwrap_err(), "column 5: Unknown command \"\\nothing\".");
        assert!(mathml(r"\frac{1", false).is_err());
    }

    #[test]
    fn nothing_is_too_deep() {
        for (open, inner, close) in [
            ("{", "x", "}"),
            ("\\sqrt{", "x", "}"),
            ("\\sqrt", "x", ""),
            ("\\sqrt[", "x", "]x"),
            ("x^{", "y", "}"),
            ("x_{", "y", "}"),
            ("^", "y", ""),
            ("x^", "y", ""),
            ("x_", "y", ""),
            ("\\hat ", "x", ""),
            ("\\hat{", "x", "}"),
            ("\\left(", "x", "\\right)"),
            ("\\left(", "x", ""),
            ("\\frac1", "x", ""),
            ("\\frac{1}{", "x", "}"),
            ("\\frac", "x", ""),
            ("\\binom1", "x", ""),
            ("\\begin{matrix}", "x", "\\end{matrix}"),
            ("\\begin{cases}", "x", ""),
            ("\\overset a", "x", ""),
            ("\\underset{a}{", "x", "}"),
            ("\\text{", "x", "}"),
            ("\\mathbb{", "x", "}"),
            ("\\mathrm ", "x", ""),
            ("\\not", "x", ""),
            ("\\operatorname{", "x", "}"),
            ("\\color{red}", "x", ""),
            ("\\phantom{", "x", "}"),
            ("\\big", "(", ""),
            ("\\displaystyle", "x", ""),
            ("'", "x", ""),
            ("&", "x", "\\\\"),
            ("\\middle|", "x", ""),
            ("\\substack{", "x", "}"),
            ("\\overbrace{", "x", "}"),
            ("\\sum_", "x", ""),
            ("\\lim\\limits_", "x", ""),
        ] {
            for length in [SHORT, LONGEST - 20] {
                let times = (length - inner.len()) / (open.len() + close.len());
                let formula = format!("{}{inner}{}", open.repeat(times), close.repeat(times));
                // On the smallest stack that a thread of the server has.
                let thread = std::thread::Builder::new().stack_size(2 << 20);
                let done = thread.spawn(move || mathml(&formula, false).is_ok()).unwrap().join();
                assert!(done.is_ok(), "{open} {times} times");
            }
        }
        assert_eq!(
            mathml(&format!("{}x{}", "{".repeat(61), "}".repeat(61)), false).unwrap_err(),
            "column 61: more than 60 groups within each other"
        );
        assert!(mathml(&format!("{}x{}", "{".repeat(60), "}".repeat(60)), false).is_ok());
        assert!(mathml(&"\\{".repeat(70), false).is_ok(), "escaped braces open nothing");
        assert_eq!(
            mathml(&"x".repeat(8_001), false).unwrap_err(),
            "it has 8001 bytes, expected at most 8000"
        );
        assert!(mathml(&"x+".repeat(3_999), false).is_ok());
    }

    #[test]
    fn nothing_but_a_formula_comes_out() {
        for attack in [
            r"\operatorname{<img src=x onerror=alert(1)>}",
            r"\operatorname{<script>alert(1)</script>}",
            r"\text{</math><script>alert(1)</script>}",
            r"\mathrm{<b>}",
            r"\operatorname{<math href='javascript:alert(1)'>x</math>}",
            r"\operatorname{<mi onclick='x'>y</mi>}",
        ] {
            if let Ok(html) = mathml(attack, false) {
                let lower = html.to_lowercase();
                assert!(
                    !["<script", "<img", "<b>", "href=", "onclick="].iter().any(|bad| lower.contains(bad)),
                    "{html}"
                );
            }
        }
    }
}
