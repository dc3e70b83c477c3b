//! Published f-puzzles, drawn as SudokuPad draws them when it opens them. With their setters'
//! rules, the drawings lead to the published solutions.

use crate::shared::{rows, solved};
use serde_json::{Value, json};

/// Returns the centre of a cell such as `R1C1`.
fn centre(name: &Value) -> [f64; 2] {
    let (row, column) = name.as_str().and_then(|name| name[1..].split_once('C')).expect("a cell");
    [row, column].map(|at| at.parse::<f64>().expect("a number") - 0.5)
}

fn centres(list: &Value) -> Vec<[f64; 2]> {
    list.as_array().into_iter().flatten().map(centre).collect()
}

/// Returns the centre of an item with one or several cells.
fn middle(item: &Value) -> [f64; 2] {
    let cells = item.get("cell").map_or_else(|| centres(&item["cells"]), |cell| vec![centre(cell)]);
    let count = f64::from(u32::try_from(cells.len()).expect("a few cells"));
    [0, 1].map(|at| cells.iter().map(|cell| cell[at]).sum::<f64>() / count)
}

fn places(cells: &[[f64; 2]]) -> Value {
    cells.iter().map(|cell| json!([cell[0].floor(), cell[1].floor()])).collect()
}

/// Moves a point towards another, as the ends of lines are moved to the edge of a circle.
fn moved(from: [f64; 2], to: [f64; 2], by: f64) -> [f64; 2] {
    let (down, right) = (to[0] - from[0], to[1] - from[1]);
    let length = down.hypot(right);
    let step =
        |along: f64| if along == 0.0 { 0.0 } else { (10.0 * by * along.signum() / length).round() / 10.0 };
    [from[0] + step(down), from[1] + step(right)]
}

fn shape(at: [f64; 2], size: [f64; 2], is_round: bool, [fill, border]: [&str; 2], text: &Value) -> Value {
    json!({ "center": at, "width": size[0], "height": size[1], "rounded": is_round, "backgroundColor": fill, "borderColor": border, "text": text })
}

const GREY: &str = "#CFCFCF";

/// Returns the usual box of a cell, for grids whose boxes are as square as possible.
fn usual_box(size: usize, row: usize, column: usize) -> usize {
    let height = (1..=size.isqrt()).rev().find(|height| size.is_multiple_of(*height)).unwrap_or(1);
    row / height * height + column / (size / height)
}

/// Returns the drawing of an f-puzzles object.
fn drawn(puzzle: &Value) -> String {
    let size = usize::try_from(puzzle["size"].as_u64().expect("a size")).expect("a small one");
    let (mut cages, mut lines, mut arrows, mut under, mut over) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let items = |key: &str| puzzle[key].as_array().cloned().unwrap_or_default();
    let mut regions: Vec<Vec<Value>> = vec![Vec::new(); size];
    let cells = (0..size).map(|row| {
        (0..size)
            .map(|column| {
                let cell = &puzzle["grid"][row][column];
                let region = cell["region"].as_u64().map_or(usual_box(size, row, column), |region| {
                    usize::try_from(region).expect("a small number")
                });
                regions[region].push(json!([row, column]));
                if cell["given"] == true { json!({ "value": cell["value"] }) } else { json!({}) }
            })
            .collect::<Vec<_>>()
    });
    let cells: Vec<_> = cells.collect();
    for item in items("littlekillersum") {
        let at = middle(&item);
        let down =
            if item["direction"].as_str().is_some_and(|way| way.starts_with('U')) { -1.0 } else { 1.0 };
        let right = if item["direction"].as_str().is_some_and(|way| way.ends_with('L')) { -1.0 } else { 1.0 };
        let step = |by: f64| [at[0] + by * down, at[1] + by * right];
        arrows.push(json!({ "color": "#000000", "thickness": 2, "wayPoints": [step(0.3), step(0.48)] }));
        over.push(shape(at, [0.25; 2], false, ["#FFFFFF"; 2], &item["value"]));
    }
    for item in items("arrow") {
        for line in item["lines"].as_array().expect("lines") {
            let mut points = centres(line);
            points[0] = moved(points[0], points[1], 0.3);
            arrows
                .push(json!({ "color": "#a1a1a1", "thickness": 5, "headLength": 0.3, "wayPoints": points }));
        }
        let ends = centres(&item["cells"]);
        let (first, last) = (ends[0], ends[ends.len() - 1]);
        let size = [0.75 + (last[1] - first[1]).abs(), 0.75 + (last[0] - first[0]).abs()];
        over.push(shape(middle(&item), size, true, ["#ffffff", "#a1a1a1"], &json!("")));
    }
    for item in items("killercage") {
        let sum = item["value"].as_str().and_then(|value| value.parse::<i32>().ok());
        cages.push(json!({ "cells": places(&centres(&item["cells"])), "unique": true, "value": item["value"], "sum": sum }));
    }
    for item in items("cage") {
        let style = match item["fromConstraint"].as_str() {
            Some("Row Indexer") => "fpRowIndexer",
            Some("Column Indexer") => "fpColumnIndexer",
            _ => "",
        };
        cages.push(
            json!({ "cells": places(&centres(&item["cells"])), "value": item["value"], "style": style }),
        );
    }
    for (key, ends) in [("diagonal+", [[0, size], [size, 0]]), ("diagonal-", [[0, 0], [size, size]])] {
        if puzzle[key] == true {
            lines.push(json!({ "color": "#34BBE6", "thickness": 2, "wayPoints": ends }));
        }
    }
    for (key, fill) in [("ratio", "#000000"), ("difference", "#FFFFFF")] {
        let dot = |item: &Value| shape(middle(item), [0.3; 2], true, [fill, "#000000"], &item["value"]);
        over.extend(items(key).iter().map(dot));
    }
    for key in ["xv", "sandwichsum"] {
        over.extend(
            items(key)
                .iter()
                .map(|item| shape(middle(item), [0.25; 2], false, ["#FFFFFF"; 2], &item["value"])),
        );
    }
    for item in items("thermometer") {
        for line in item["lines"].as_array().expect("lines") {
            let points = centres(line);
            under.push(shape(points[0], [0.85; 2], true, [GREY; 2], &json!("")));
            lines.push(json!({ "color": GREY, "thickness": 21, "wayPoints": points }));
        }
    }
    for (key, is_round) in [("even", false), ("odd", true)] {
        under.extend(
            items(key).iter().map(|item| shape(middle(item), [0.7; 2], is_round, [GREY; 2], &json!(""))),
        );
    }
    for item in items("quadruple") {
        let values = item["values"].as_array().expect("values").iter().map(ToString::to_string);
        let text = json!(values.collect::<Vec<_>>().join(" "));
        over.push(shape(middle(&item), [0.7; 2], true, ["#FFFFFF", "#000000"], &text));
    }
    for item in items("betweenline") {
        for line in item["lines"].as_array().expect("lines") {
            let mut points = centres(line);
            let last = points.len() - 1;
            over.extend(
                [points[0], points[last]].map(|at| shape(at, [0.8; 2], true, ["#FFFFFF", GREY], &json!(""))),
            );
            points[0] = moved(points[0], points[1], 0.4);
            points[last] = moved(points[last], points[last - 1], 0.4);
            lines.push(json!({ "color": GREY, "thickness": 2, "wayPoints": points }));
        }
    }
    for (key, [ends, tip]) in [("minimum", [0.44, 0.39]), ("maximum", [0.39, 0.44])] {
        let marked: Vec<[f64; 2]> = items(key).iter().map(middle).collect();
        for at in &marked {
            under.push(shape(*at, [1.0; 2], false, ["#ccc", "#ccc"], &json!("")));
            for (down, right) in [(-1.0, 0.0), (0.0, 1.0), (1.0, 0.0), (0.0, -1.0)] {
                let next = [at[0] + down, at[1] + right];
                let end = f64::from(u32::try_from(size).expect("small"));
                if next.iter().any(|at| *at < 0.0 || *at > end) || marked.contains(&next) {
                    continue;
                }
                let point = |along: f64, across: f64| {
                    [at[0] + down * along + across * right, at[1] + right * along + across * down]
                };
                lines.push(json!({ "color": "#000000", "thickness": 1, "wayPoints": [point(ends, 0.1), point(tip, 0.0), point(ends, -0.1)] }));
            }
        }
    }
    for item in items("line") {
        let width = 32.0 * item["width"].as_f64().expect("a width");
        for line in item["lines"].as_array().expect("lines") {
            lines.push(json!({ "color": item["outlineC"], "thickness": width, "wayPoints": centres(line) }));
        }
    }
    for item in items("circle") {
        let at = |key: &str| item[key].as_f64().expect("a size");
        let colours = ["baseC", "outlineC"].map(|key| item[key].as_str().unwrap_or_default());
        over.push(shape(middle(&item), [at("width"), at("height")], true, colours, &item["value"]));
    }
    over.extend(
        items("text").iter().map(|item| shape(middle(item), [0.25; 2], false, [""; 2], &item["value"])),
    );
    let metadata = json!({ "title": puzzle["title"], "rules": puzzle["ruleset"], "antiking": puzzle["antiking"] == true, "antiknight": puzzle["antiknight"] == true });
    json!({ "cells": cells, "regions": regions, "cages": cages, "lines": lines, "arrows": arrows, "underlays": under, "overlays": over, "metadata": metadata }).to_string()
}

#[test]
fn published_puzzles_as_sudokupad_draws_them_have_their_solutions() {
    let Some(list) = rows("variants/f-puzzles-part.tsv", [0, 1, 2]) else { return };
    let drawings: Vec<[String; 3]> = list
        .iter()
        .map(|[name, data, solution]| {
            let units = lz_str::decompress_from_base64(data).expect("compressed data");
            let puzzle = serde_json::from_str(&String::from_utf16(&units).expect("text")).expect("JSON");
            [name.clone(), drawn(&puzzle), solution.clone()]
        })
        .collect();
    assert_eq!(solved(&drawings), list.len());
}
