//! Graphs of the population over time.

use super::point::Point;
use std::fmt::Write;

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 320.0;
/// Space for the numbers to the left and below.
const LEFT: f64 = 72.0;
const BELOW: f64 = 36.0;
const MARGIN: f64 = 14.0;

/// Returns a round step between the ticks of an axis, and the number of steps (at most five).
fn ticks(max: f64) -> (f64, usize) {
    let rough = (max / 5.0).max(1.0);
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|part| part * power)
        .find(|step| *step >= rough)
        .unwrap_or(rough);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most five")]
    (step, (max / step).floor() as usize)
}

/// Returns a number with thin spaces between groups of thousands, such as 12 345.
fn grouped(number: f64) -> String {
    if number >= 1e7 {
        return format!("{number:.0e}");
    }
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// Draws the population over time as SVG, for light and dark backgrounds. A dashed line shows the
/// longer side of the bounding box, if known.
pub(super) fn svg(points: &[Point]) -> String {
    let first = points.first().map_or(0, |point| point.generation) as f64;
    let last = points.last().map_or(1, |point| point.generation) as f64;
    let max = points.iter().map(|point| point.population).max().unwrap_or(0).max(1) as f64;
    let span = (last - first).max(1.0);
    let x = |generation: f64| LEFT + (generation - first) / span * (WIDTH - LEFT - MARGIN);
    let y = |population: f64| MARGIN + (1.0 - population / max) * (HEIGHT - MARGIN - BELOW);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\" font-family=\"system-ui, sans-serif\" font-size=\"12\">\n<title>Population from generation {first} to {last}, at most {max}</title>\n<style>.paper{{fill:#fbfaf6}}.line{{stroke:#d9d6cc}}.ink{{fill:#1c1d21}}.curve{{stroke:#2a5db0;fill:none;stroke-width:1.5;stroke-linejoin:round}}.side{{stroke:#b3541e;fill:none;stroke-width:1.5;stroke-dasharray:5 4}}@media(prefers-color-scheme:dark){{.paper{{fill:#17181b}}.line{{stroke:#3a3c42}}.ink{{fill:#ece9e0}}.curve{{stroke:#8fb4f0}}.side{{stroke:#f0a878}}}}</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n"
    );
    let (step, count) = ticks(max);
    for tick in 0..=count {
        let value = tick as f64 * step;
        let _ = writeln!(
            text,
            "<line class=\"line\" x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{:.1}\" y2=\"{:.1}\"/><text class=\"ink\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            WIDTH - MARGIN,
            y(value),
            y(value),
            LEFT - 8.0,
            y(value) + 4.0,
            grouped(value)
        );
    }
    let (step, count) = ticks(span);
    for tick in 0..=count {
        let value = first + tick as f64 * step;
        let _ = writeln!(
            text,
            "<text class=\"ink\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            x(value).min(WIDTH - MARGIN - 16.0),
            HEIGHT - BELOW + 20.0,
            grouped(value)
        );
    }
    let curve: Vec<String> = points
        .iter()
        .map(|point| format!("{:.1},{:.1}", x(point.generation as f64), y(point.population as f64)))
        .collect();
    let _ = writeln!(text, "<polyline class=\"curve\" points=\"{}\"/>", curve.join(" "));
    let side = |point: &Point| point.bounds.map_or(0, |bounds| bounds.width().max(bounds.height()));
    let longest = points.iter().map(side).max().unwrap_or(0);
    if longest > 0 {
        let height = |point: &Point| y(side(point) as f64 / longest as f64 * max);
        let curve: Vec<String> = points
            .iter()
            .map(|point| format!("{:.1},{:.1}", x(point.generation as f64), height(point)))
            .collect();
        let _ = writeln!(
            text,
            "<polyline class=\"side\" points=\"{}\"/><text class=\"ink\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">dashed: longer side of the bounding box, up to {}</text>",
            curve.join(" "),
            WIDTH - MARGIN,
            HEIGHT - 2.0,
            grouped(longest as f64)
        );
    }
    text.push_str("</svg>\n");
    text
}
