//! Writes a drawing as SudokuPad's JSON.

use crate::drawing::colour::Colour;
use crate::drawing::{Drawing, Line, Point, Shape};
use crate::fog;
use gridlore_sudoku_variants::{CellSet, Shape as Grid};
use serde_json::{Map, Number, Value, json};

/// Returns the object of a puzzle.
pub(super) fn value(drawing: &Drawing) -> Value {
    let place = |cell: &usize| json!([cell / drawing.columns, cell % drawing.columns]);
    let mut cells = vec![vec![Value::Object(Map::new()); drawing.columns]; drawing.rows];
    for (cell, digit) in &drawing.givens {
        cells[cell / drawing.columns][cell % drawing.columns] = json!({ "value": digit });
    }
    let metadata = &drawing.metadata;
    let mut texts = Map::new();
    let values = [
        ("title", &metadata.title),
        ("author", &metadata.author),
        ("rules", &metadata.rules),
        ("solution", &metadata.solution),
    ];
    for (key, text) in values.into_iter().filter(|(_, text)| !text.is_empty()) {
        texts.insert(key.to_owned(), text.as_str().into());
    }
    let flags = [
        ("antiknight", metadata.is_anti_knight),
        ("antiking", metadata.is_anti_king),
        ("norowcol", metadata.has_no_lines),
    ];
    for (key, _) in flags.into_iter().filter(|(_, is_set)| *is_set) {
        texts.insert(key.to_owned(), true.into());
    }
    let cages = drawing.cages.iter().map(|cage| {
        let mut entry = Map::new();
        entry.insert("cells".to_owned(), cage.cells.iter().map(place).collect());
        if !cage.text.is_empty() {
            entry.insert("value".to_owned(), cage.text.as_str().into());
        }
        if let Some(sum) = cage.sum {
            entry.insert("sum".to_owned(), sum.into());
        }
        if let Some(is_unique) = cage.is_unique {
            entry.insert("unique".to_owned(), is_unique.into());
        }
        if !cage.style.is_empty() {
            entry.insert("style".to_owned(), cage.style.as_str().into());
        }
        Value::Object(entry)
    });
    let lines = |has_head: bool| -> Vec<Value> {
        drawing.lines.iter().filter(|line| line.has_head == has_head).map(line_value).collect()
    };
    let shapes = |is_over: bool| -> Vec<Value> {
        drawing.shapes.iter().filter(|shape| shape.is_over == is_over).map(shape_value).collect()
    };
    let mut root = Map::new();
    root.insert("cellSize".to_owned(), 50.into());
    root.insert("metadata".to_owned(), Value::Object(texts));
    root.insert("cells".to_owned(), cells.into());
    let regions: Vec<Value> =
        drawing.regions.iter().flatten().map(|region| region.iter().map(place).collect()).collect();
    let lists = [
        ("regions", regions),
        ("cages", cages.collect()),
        ("lines", lines(false)),
        ("arrows", lines(true)),
        ("underlays", shapes(false)),
        ("overlays", shapes(true)),
    ];
    // Empty lists are left out, as the site does.
    for (key, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
        root.insert(key.to_owned(), list.into());
    }
    if let Some(fog) = &drawing.fog {
        let shape = Grid::new(drawing.rows, drawing.columns);
        root.insert("foglight".to_owned(), fog::members(&fog.lights, &shape).iter().map(place).collect());
        let names = |set: &CellSet| fog::names(set, &shape).replace(' ', ",");
        let links = fog.links.iter().map(|(group, cells)| {
            json!({
                "trigger": { "type": "cellvalue", "cell": names(group) },
                "effect": { "type": "foglight", "cells": names(cells) },
            })
        });
        let links: Vec<Value> = links.collect();
        if !links.is_empty() {
            root.insert("triggereffect".to_owned(), links.into());
        }
    }
    Value::Object(root)
}

/// Converts hundredths to a number of cells.
fn cells(hundredths: i32) -> Value {
    if hundredths % 100 == 0 {
        return (hundredths / 100).into();
    }
    Number::from_f64(f64::from(hundredths) / 100.0).map_or(Value::Null, Value::Number)
}

fn point(point: Point) -> Value {
    Value::Array(vec![cells(point.row), cells(point.column)])
}

fn hex(colour: Colour) -> String {
    let Colour { red, green, blue, alpha } = colour;
    if alpha == 255 {
        format!("#{red:02X}{green:02X}{blue:02X}")
    } else {
        format!("#{red:02X}{green:02X}{blue:02X}{alpha:02X}")
    }
}

fn line_value(line: &Line) -> Value {
    let mut entry = Map::new();
    entry.insert("color".to_owned(), hex(line.colour).into());
    entry.insert("thickness".to_owned(), line.thickness.into());
    entry.insert("wayPoints".to_owned(), line.points.iter().copied().map(point).collect());
    if line.has_head {
        entry.insert("headLength".to_owned(), cells(if line.thickness > 2 { 30 } else { 15 }));
    }
    Value::Object(entry)
}

fn shape_value(shape: &Shape) -> Value {
    let mut entry = Map::new();
    entry.insert("center".to_owned(), point(shape.centre));
    entry.insert("width".to_owned(), cells(shape.width));
    entry.insert("height".to_owned(), cells(shape.height));
    entry.insert("rounded".to_owned(), shape.is_round.into());
    for (key, colour) in [("backgroundColor", shape.fill), ("borderColor", shape.border)] {
        if let Some(colour) = colour {
            entry.insert(key.to_owned(), hex(colour).into());
        }
    }
    if !shape.text.is_empty() {
        entry.insert("text".to_owned(), shape.text.as_str().into());
        // Long texts in small circles need a smaller font.
        let size = if shape.width < 50 && shape.is_round { 12 } else { 20 };
        entry.insert("fontSize".to_owned(), size.into());
        let is_dark = shape.fill.is_some_and(|fill| fill.hue() == crate::drawing::colour::Hue::Black);
        entry.insert("color".to_owned(), if is_dark { "#FFFFFF" } else { "#000000" }.into());
    }
    if shape.angle != 0 {
        entry.insert("angle".to_owned(), shape.angle.into());
    }
    Value::Object(entry)
}
