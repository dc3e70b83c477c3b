//! Formulas: LaTeX to MathML, which browsers set without scripts.
//!
//! The crate math-core converts; what it gives is read back as XML and only elements and attributes of a fixed list are written again, so that
//! nothing that an author writes in a formula can be anything else. Styles are left out, as the page's policy forbids them.
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

/// The formula as MathML.
///
/// # Errors
/// What about the formula cannot be read, in words, with the column from 1 where that is known.
pub(crate) fn mathml(formula: &str, is_block: bool) -> Result<String, String> {
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
