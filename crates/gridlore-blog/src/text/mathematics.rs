//! Formulas: LaTeX converted to MathML, which browsers display without scripts.
//!
//! The crate math-core converts the formulas. Its output is parsed as XML, and only elements and
//! attributes from a fixed list are written, so a formula cannot smuggle in anything else. Styles
//! are left out, because the page’s content security policy forbids them.
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

/// Maximum length of a formula in bytes.
const MAX_FORMULA_BYTES: usize = 8_000;

/// Maximum depth of nested groups, delimiters and environments.
const MAX_DEPTH: usize = 60;

/// Maximum length in bytes of formulas that are converted on the caller’s stack.
const SHORT: usize = 200;

/// Stack size in bytes for longer formulas. The converter recurses for each argument, so a formula
/// can need as many levels as it has commands; this stack is large enough for one level per byte of
/// a formula of [`MAX_FORMULA_BYTES`] bytes.
const STACK: usize = 128 << 20;

/// Converts a formula to MathML. Cost: linear; long formulas get a thread with a larger stack.
///
/// # Errors
/// Returns a message that says what cannot be read, with the column (from 1) if known.
pub(crate) fn mathml(formula: &str, is_block: bool) -> Result<String, String> {
    if formula.len() > MAX_FORMULA_BYTES {
        return Err(format!("found {} bytes, expected at most {MAX_FORMULA_BYTES}", formula.len()));
    }
    if let Some(column) = too_deep(formula) {
        return Err(format!("column {column}: found more than {MAX_DEPTH} nested groups"));
    }
    if formula.len() <= SHORT {
        return converted(formula, is_block);
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let running = thread.spawn_scoped(scope, || converted(formula, is_block));
        running.ok()?.join().ok()
    })
    .unwrap_or_else(|| Err("formulas cannot be converted on this system".to_owned()))
}

/// Returns the column (from 1) at which a formula exceeds the maximum nesting depth, or `None` if
/// it does not.
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
                // A command of one character, such as an escaped brace, does not open a group.
                let sign = if letters == 0 { rest.chars().next().map_or(0, char::len_utf8) } else { letters };
                rest = &rest[sign..];
            }
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Some(formula[..place].chars().count() + 1);
        }
    }
    None
}

fn converted(formula: &str, is_block: bool) -> Result<String, String> {
    let converter = CONVERTER.as_ref().ok_or("formulas cannot be converted on this system")?;
    let display = if is_block { MathDisplay::Block } else { MathDisplay::Inline };
    let converted = converter.convert_with_local_state(formula, display).map_err(|error| {
        let column = formula.get(..error.0.start).map_or(1, |before| before.chars().count() + 1);
        format!("column {column}: {}", error.error_message())
    })?;
    let fault = || "it contains something that is not allowed in a formula".to_owned();
    let document = Document::parse(&converted.mathml).map_err(|_| fault())?;
    let mut html = String::new();
    write(document.root_element(), &mut html).ok_or_else(fault)?;
    Ok(html)
}

/// Writes a node as HTML; returns `None` if it contains an element that is not in the list.
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
    fn errors_name_the_column() {
        assert_eq!(mathml(r"x + \nothing", false).unwrap_err(), "column 5: Unknown command \"\\nothing\".");
        assert!(mathml(r"\frac{1", false).is_err());
    }

    #[test]
    fn no_formula_overflows_the_stack() {
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
            for length in [SHORT, MAX_FORMULA_BYTES - 20] {
                let times = (length - inner.len()) / (open.len() + close.len());
                let formula = format!("{}{inner}{}", open.repeat(times), close.repeat(times));
                // Runs with the smallest stack of any server thread.
                let thread = std::thread::Builder::new().stack_size(2 << 20);
                let done = thread.spawn(move || mathml(&formula, false).is_ok()).unwrap().join();
                assert!(done.is_ok(), "{open} {times} times");
            }
        }
        assert_eq!(
            mathml(&format!("{}x{}", "{".repeat(61), "}".repeat(61)), false).unwrap_err(),
            "column 61: found more than 60 nested groups"
        );
        assert!(mathml(&format!("{}x{}", "{".repeat(60), "}".repeat(60)), false).is_ok());
        assert!(mathml(&"\\{".repeat(70), false).is_ok(), "escaped braces do not open groups");
        assert_eq!(mathml(&"x".repeat(8_001), false).unwrap_err(), "found 8001 bytes, expected at most 8000");
        assert!(mathml(&"x+".repeat(3_999), false).is_ok());
    }

    #[test]
    fn only_mathml_comes_out() {
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
