//! SVG charts of reports: counts as bars or lines, and traffic from sites to pages as two columns
//! with bands between them.
//!
//! Shapes have classes instead of colours, so a page can style them; [`DRAWING_STYLE`] defines the
//! colours of a standalone image.

use crate::escape::{Escaped, cut};
use crate::report::Report;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write;

/// The style of charts, for light and dark colour schemes.
pub const DRAWING_STYLE: &str = "\
.chart text { font: 12px system-ui, sans-serif; fill: #5a5d65; paint-order: stroke; stroke: #fbfaf6; stroke-width: 3px } .chart .name { fill: #1c1d21 } .chart .bar { fill: #0b5d7a } \
.chart .axis { stroke: #d9d6cc } .chart .band { fill: none; stroke: #0b5d7a; stroke-opacity: .28 } .chart .band:hover { stroke-opacity: .7 } \
.chart .end { fill: #0b5d7a } .chart .page { fill: #d55e00 } \
.chart .line { fill: none; stroke: #0b5d7a; stroke-width: 2; stroke-linejoin: round } .chart .point { fill: #0b5d7a } \
.chart .line.line-1 { stroke: #d55e00; stroke-dasharray: 7 3 } .chart .point.line-1 { fill: #d55e00 } \
.chart .line.line-2 { stroke: #5a5d65; stroke-dasharray: 2 3 } .chart .point.line-2 { fill: #5a5d65 } \
.chart .line.line-3 { stroke: #7a4fa0; stroke-dasharray: 9 3 2 3 } .chart .point.line-3 { fill: #7a4fa0 } \
@media (prefers-color-scheme: dark) { .chart text { fill: #a8abb3; stroke: #15171b } .chart .name { fill: #e8e6df } .chart .bar, .chart .end { fill: #6fc0dc } \
.chart .axis { stroke: #343841 } .chart .band { stroke: #6fc0dc } .chart .page { fill: #ff8c42 } \
.chart .line { stroke: #6fc0dc } .chart .point { fill: #6fc0dc } .chart .line.line-1 { stroke: #ff8c42 } .chart .point.line-1 { fill: #ff8c42 } \
.chart .line.line-2 { stroke: #a8abb3 } .chart .point.line-2 { fill: #a8abb3 } .chart .line.line-3 { stroke: #c39be0 } .chart .point.line-3 { fill: #c39be0 } }";

/// Converts a chart to a standalone SVG file.
#[must_use]
pub fn standalone_svg(drawing: &str) -> String {
    let style = format!("><style>{DRAWING_STYLE}</style>");
    drawing.replacen('>', &style, 1).replacen("<svg ", "<svg xmlns=\"http://www.w3.org/2000/svg\" ", 1) + "\n"
}

/// Returns a bar chart; `title` says what is counted.
#[must_use]
pub fn bars(title: &str, counts: &[(String, u64)]) -> String {
    const WIDTH: usize = 760;
    const HEIGHT: usize = 180;
    const LEFT: usize = 70;
    const BELOW: usize = 22;
    let most = counts.iter().map(|(_, count)| *count).max().unwrap_or(0).max(1);
    let all: u64 = counts.iter().map(|(_, count)| count).sum();
    let mut text = format!(
        "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}: {all} in total, at most {most}\">",
        Escaped(title)
    );
    let base = HEIGHT - BELOW;
    for (share, label) in [(0, 0), (1, most.div_ceil(2)), (2, most)] {
        let y = base - (base - 14) * share / 2;
        let _ = write!(
            text,
            "<line class=\"axis\" x1=\"{LEFT}\" y1=\"{y}\" x2=\"{WIDTH}\" y2=\"{y}\"/><text x=\"{}\" y=\"{}\" text-anchor=\"end\">{label}</text>",
            LEFT - 8,
            y + 4
        );
    }
    // A few bars are aligned to the left, the part visible on a narrow screen.
    let step = tenths(WIDTH - LEFT, counts.len()).min(900);
    // A date takes about 70 pixels plus a gap.
    let every = (counts.len() * 90).div_ceil(WIDTH - LEFT).max(1);
    for (index, (name, count)) in counts.iter().enumerate() {
        let x = LEFT * 10 + index * step;
        let height = share(*count, most, (base - 14) * 10);
        let width = (step * 8 / 10).clamp(5, 480);
        let _ = write!(
            text,
            "<rect class=\"bar\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"><title>{}: {count}</title></rect>",
            Tenths(x + (step - width.min(step)) / 2),
            Tenths(base * 10 - height),
            Tenths(width),
            Tenths(height),
            Escaped(name)
        );
        if index % every == 0 {
            let _ = write!(
                text,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                Tenths(x + step / 2),
                HEIGHT - 6,
                Escaped(name)
            );
        }
    }
    text + "</svg>"
}

/// A series of counts for a line chart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Series {
    /// The name of the quantity that is counted.
    pub name: String,
    /// One count per label of the axis.
    pub counts: Vec<u64>,
}

/// Returns a line chart, from 0 to the highest count, with the name of each series at the end of
/// its line. Four different dash patterns distinguish the series without colour.
#[must_use]
pub fn lines(title: &str, names: &[String], series: &[Series]) -> String {
    const WIDTH: usize = 760;
    const HEIGHT: usize = 220;
    const LEFT: usize = 70;
    const RIGHT: usize = 90;
    const TOP: usize = 14;
    const BELOW: usize = 22;
    let most = series.iter().flat_map(|one| &one.counts).copied().max().unwrap_or(0).max(1);
    let totals: Vec<String> = series
        .iter()
        .map(|one| format!("{} {} in total", one.name, one.counts.iter().sum::<u64>()))
        .collect();
    let mut text = format!(
        "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}: {}\">",
        Escaped(title),
        Escaped(&totals.join(", "))
    );
    let base = HEIGHT - BELOW;
    let end = WIDTH - RIGHT;
    for (share, label) in [(0, 0), (1, most.div_ceil(2)), (2, most)] {
        let y = base - (base - TOP) * share / 2;
        let _ = write!(
            text,
            "<line class=\"axis\" x1=\"{LEFT}\" y1=\"{y}\" x2=\"{end}\" y2=\"{y}\"/><text x=\"{}\" y=\"{}\" text-anchor=\"end\">{label}</text>",
            LEFT - 8,
            y + 4
        );
    }
    let place = |index: usize| LEFT * 10 + index * tenths(end - LEFT, names.len().saturating_sub(1));
    let height = |count: u64| base * 10 - share(count, most, (base - TOP) * 10);
    let every = (names.len() * 90).div_ceil(end - LEFT).max(1);
    for (index, name) in names.iter().enumerate().step_by(every) {
        let (x, y) = (Tenths(place(index)), HEIGHT - 6);
        let _ = write!(text, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{}</text>", Escaped(name));
    }
    // Keep the names at the ends of the lines from overlapping.
    let mut ends: Vec<(usize, usize)> = series
        .iter()
        .enumerate()
        .map(|(at, one)| (height(one.counts.last().copied().unwrap_or(0)), at))
        .collect();
    ends.sort_unstable();
    let mut labels = vec![0; series.len()];
    let mut free = 0;
    for (y, at) in ends {
        labels[at] = y.max(free);
        free = labels[at] + 140;
    }
    for (at, one) in series.iter().enumerate() {
        let class = at % 4;
        text.push_str("<polyline class=\"line line-");
        let _ = write!(text, "{class}\" points=\"");
        for (index, &count) in one.counts.iter().enumerate() {
            let _ = write!(
                text,
                "{}{},{}",
                if index > 0 { " " } else { "" },
                Tenths(place(index)),
                Tenths(height(count))
            );
        }
        text.push_str("\"/>");
        for (index, (&count, name)) in one.counts.iter().zip(names).enumerate() {
            let _ = write!(
                text,
                "<circle class=\"point line-{class}\" cx=\"{}\" cy=\"{}\" r=\"{}\"><title>{}: {count} {}</title></circle>",
                Tenths(place(index)),
                Tenths(height(count)),
                if names.len() > 60 { "1.5" } else { "3" },
                Escaped(name),
                Escaped(&one.name)
            );
        }
        let _ = write!(
            text,
            "<text class=\"name\" x=\"{}\" y=\"{}\">{}</text>",
            end + 8,
            Tenths(labels[at] + 40),
            Escaped(&cut(&one.name, 14))
        );
    }
    text + "</svg>"
}

/// Scales a count so that `most` becomes `room`.
fn share(count: u64, most: u64, room: usize) -> usize {
    let part = u128::from(count) * room as u128 / u128::from(most.max(1));
    usize::try_from(part).unwrap_or(room)
}

/// Returns the width per item in tenths of a pixel if `count` items share `width`.
fn tenths(width: usize, count: usize) -> usize {
    width * 10 / count.max(1)
}

/// A length in tenths of a pixel, displayed in pixels.
struct Tenths(usize);

impl std::fmt::Display for Tenths {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

/// A node in one of the two columns.
struct Stop {
    name: String,
    views: u64,
    /// The number of bands that end here.
    bands: usize,
    /// The top of its first band.
    y: usize,
}

/// The maximum number of pairs drawn separately.
const BANDS: usize = 40;

/// The height of a band's end, and the gap between two nodes.
const PLACE: usize = 15;
const ROOM: usize = 9;

/// Returns a traffic chart: the first `top` sites on the left, the pages that they linked to on the
/// right, and a band for each pair with its number of views. Beyond the first 40 pairs, the
/// remaining views of each site share one band. All bands have separate ends, so numbers do not
/// overlap. `report` must contain all pairs.
///
/// # Source
/// The right column is sorted by the mean position of its neighbours on the left (barycentre
/// method), as in Sugiyama’s layered graph drawing, 1981.
#[must_use]
pub fn graph(report: &Report, top: usize) -> String {
    let sites: Vec<_> = report.sites.iter().take(top).collect();
    let places: HashMap<&str, usize> =
        sites.iter().enumerate().map(|(place, site)| (site.name.as_str(), place)).collect();
    let mut known: HashMap<&str, usize> = HashMap::new();
    let mut names: Vec<(&str, u64)> = Vec::new();
    let mut others = HashSet::new();
    // Views by site and page; the remaining pairs are counted as one additional page.
    let mut bands: BTreeMap<(usize, usize), u64> = BTreeMap::new();
    let mut rest: BTreeMap<usize, u64> = BTreeMap::new();
    let mut drawn = 0;
    for pair in &report.pairs {
        let Some(&site) = places.get(pair.site.as_str()) else { continue };
        drawn += 1;
        if drawn > BANDS {
            others.insert(pair.page.as_str());
            *rest.entry(site).or_default() += pair.views;
            continue;
        }
        let page = *known.entry(&pair.page).or_insert_with(|| {
            names.push((&pair.page, 0));
            names.len() - 1
        });
        names[page].1 += pair.views;
        bands.insert((site, page), pair.views);
    }
    let last = names.len();
    bands.extend(rest.iter().map(|(&site, &views)| ((site, last), views)));
    let mut right: Vec<(usize, String, u64)> =
        names.iter().enumerate().map(|(page, (name, views))| (page, (*name).to_owned(), *views)).collect();
    if !others.is_empty() {
        let name = if others.len() == 1 {
            "1 other page".to_owned()
        } else {
            format!("{} other pages", others.len())
        };
        right.push((last, name, rest.values().sum()));
    }
    let mean = |page: usize| {
        let ends = bands.keys().filter(|(_, end)| *end == page).map(|(site, _)| *site);
        let (sum, count) = ends.fold((0, 0), |(sum, count), site| (sum + site * 1000, count + 1));
        (page == last, sum / count.max(1), page)
    };
    right.sort_by_key(|(page, ..)| mean(*page));
    let day_index: HashMap<usize, usize> =
        right.iter().enumerate().map(|(place, (page, ..))| (*page, place)).collect();
    let mut bands: Vec<(usize, usize, u64)> =
        bands.into_iter().map(|((site, page), views)| (site, day_index[&page], views)).collect();
    bands.sort_unstable();
    let stop = |name: String, views, bands| Stop { name, views, bands, y: 0 };
    let mut left: Vec<Stop> = sites
        .iter()
        .enumerate()
        .map(|(place, site)| {
            stop(site.name.clone(), site.views, bands.iter().filter(|band| band.0 == place).count())
        })
        .collect();
    let mut right: Vec<Stop> = right
        .into_iter()
        .enumerate()
        .map(|(place, (_, name, views))| {
            stop(name, views, bands.iter().filter(|band| band.1 == place).count())
        })
        .collect();
    let height = laid_out(&mut left).max(laid_out(&mut right));
    drawing(&left, &right, &bands, height)
}

/// Stacks nodes vertically; returns the total height.
fn laid_out(stops: &mut [Stop]) -> usize {
    let mut y = ROOM;
    for stop in stops {
        stop.y = y;
        y += stop.bands.max(1) * PLACE + ROOM;
    }
    y
}

fn drawing(left: &[Stop], right: &[Stop], bands: &[(usize, usize, u64)], height: usize) -> String {
    const WIDTH: usize = 1000;
    const FROM: usize = 260;
    const TO: usize = 640;
    let views: u64 = bands.iter().map(|band| band.2).sum();
    let mut text = format!(
        "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{views} views from {} sites to {} pages\">",
        left.len(),
        right.len()
    );
    let most = bands.iter().map(|band| band.2).max().unwrap_or(1);
    let (mut used_left, mut used_right) = (vec![0; left.len()], vec![0; right.len()]);
    let mut labels = String::new();
    for &(site, page, views) in bands {
        let start = left[site].y + used_left[site] * PLACE + PLACE / 2;
        let end = right[page].y + used_right[page] * PLACE + PLACE / 2;
        used_left[site] += 1;
        used_right[page] += 1;
        let middle = usize::midpoint(FROM, TO);
        let _ = write!(
            text,
            "<path class=\"band\" d=\"M{} {start} C{middle} {start} {middle} {end} {TO} {end}\" stroke-width=\"{}\"><title>{} to {}: {views}</title></path>",
            FROM + 8,
            Tenths(15 + share(views, most, 115)),
            Escaped(&left[site].name),
            Escaped(&right[page].name),
        );
        let _ = write!(labels, "<text x=\"{}\" y=\"{}\">{views}</text>", FROM + 14, start + 4);
    }
    for (stops, x, name_x, anchor, class) in
        [(left, FROM, FROM - 8, "end", "end"), (right, TO, TO + 16, "start", "end page")]
    {
        for stop in stops {
            let tall = stop.bands.max(1) * PLACE;
            let _ = write!(
                text,
                "<rect class=\"{class}\" x=\"{x}\" y=\"{}\" width=\"8\" height=\"{tall}\"/>",
                stop.y
            );
            let _ = write!(
                labels,
                "<text class=\"name\" x=\"{name_x}\" y=\"{}\" text-anchor=\"{anchor}\"><title>{}: {}</title>{}</text>",
                stop.y + tall / 2 + 4,
                Escaped(&stop.name),
                stop.views,
                Escaped(&cut(&stop.name, if x == FROM { 34 } else { 48 })),
            );
        }
    }
    text + &labels + "</svg>"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Count, Pair};

    fn report(sites: usize, pages: usize) -> Report {
        let mut report = Report::default();
        for site in 0..sites {
            let name = format!("site{site}<\"&");
            let views = (0..pages).map(|page| (page + site) as u64 + 1).sum();
            report.sites.push(Count { name: name.clone(), hits: views, views, bytes: 0 });
            for page in 0..pages {
                report.pairs.push(Pair {
                    site: name.clone(),
                    page: format!("/page{page}"),
                    views: (page + site) as u64 + 1,
                });
            }
        }
        report
    }

    #[test]
    fn every_view_is_drawn_once() {
        for (sites, pages, top) in [(1, 1, 5), (3, 4, 2), (5, 40, 5), (0, 0, 5)] {
            let report = report(sites, pages);
            let svg = graph(&report, top);
            let labels: u64 = svg
                .split("<text x=")
                .skip(1)
                .map(|piece| piece.split(['>', '<']).nth(1).unwrap().parse::<u64>().unwrap())
                .sum();
            let views: u64 = report.sites.iter().take(top).map(|site| site.views).sum();
            assert_eq!(labels, views, "{sites} {pages} {top}");
            let (all, most) = (sites.min(top) * pages, 40 + sites.min(top));
            assert!((all.min(40)..=most).contains(&svg.matches("<path").count()), "{svg}");
            assert!(svg.contains(&format!("aria-label=\"{views} views")), "{svg}");
        }
    }

    #[test]
    fn lines_hold_every_count() {
        let names: Vec<String> = (0..90).map(|day| format!("day {day}")).collect();
        let series = |name: &str, factor| Series {
            name: name.to_owned(),
            counts: (0_u64..90).map(|day| day * factor).collect(),
        };
        let svg = lines("Days", &names, &[series("hits", 5), series("views", 5), series("visitors<", 0)]);
        assert_eq!((svg.matches("<polyline").count(), svg.matches("<circle").count()), (3, 270));
        assert!(svg.contains("<title>day 89: 445 hits</title>"), "{svg}");
        assert!(
            svg.contains("Days: hits 20025 in total, views 20025 in total, visitors&lt; 0 in total"),
            "{svg}"
        );
        let at = |name: &str| -> f64 {
            let label =
                svg.split("class=\"name\"").find(|piece| piece.contains(&format!(">{name}<"))).unwrap();
            label.split("y=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
        };
        assert!((at("views") - at("hits")).abs() >= 13.0, "names of equal lines do not overlap");
        assert!(lines("None", &[], &[]).ends_with("</svg>"));
        assert!(
            lines("One", &names[..1], &[Series { name: "hits".into(), counts: vec![3] }])
                .contains("day 0: 3 hits")
        );
    }

    #[test]
    fn bars_hold_every_count() {
        let counts: Vec<_> = (0..90).map(|day| (format!("day {day}"), day * 3)).collect();
        let svg = bars("Hits", &counts);
        assert_eq!(svg.matches("<rect").count(), 90);
        assert!(
            svg.contains("<title>day 89: 267</title>") && svg.contains("Hits: 12015 in total, at most 267"),
            "{svg}"
        );
        assert!(svg.matches("text-anchor=\"middle\"").count() < 15, "names do not overlap");
        let none = bars("Hits", &[]);
        assert!(none.ends_with("</svg>") && !none.contains("<rect"), "{none}");
        assert!(
            standalone_svg(&none).starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\""),
            "{}",
            standalone_svg(&none)
        );
    }
}
