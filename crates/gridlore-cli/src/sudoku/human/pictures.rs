//! Pictures of steps as SVG or PNG, on standard output or in files.

use super::pixels;
use crate::png_file;
use anyhow::{Context, Result, bail};
use clap::Args;
use gridlore_sudoku_human::picture::{self, Palette};
use gridlore_sudoku_human::{State, Step};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Options for pictures of steps.
#[derive(Args)]
pub(super) struct Pictures {
    /// Print an SVG picture of each step instead.
    ///
    /// Each picture is one line of output, unless --out is given.
    #[arg(long, conflicts_with_all = ["json", "png"], help_heading = "Pictures")]
    svg: bool,
    /// Write a PNG picture of each step instead.
    ///
    /// If there are several pictures, --out is required.
    #[arg(long, conflicts_with = "json", help_heading = "Pictures")]
    png: bool,
    /// File for one picture, or folder for several.
    ///
    /// In a folder, the pictures are named 001.svg and so on.
    #[arg(long, value_name = "PATH", help_heading = "Pictures")]
    out: Option<PathBuf>,
}

impl Pictures {
    /// Returns whether pictures were requested.
    pub(super) const fn are_requested(&self) -> bool {
        self.svg || self.png
    }

    /// Returns the extension of picture files.
    const fn extension(&self) -> &'static str {
        if self.png { "png" } else { "svg" }
    }

    /// Rejects incompatible options before any work is done; `is_one` is true if there is only one
    /// picture.
    pub(super) fn check(&self, is_one: bool) -> Result<()> {
        match (&self.out, is_one) {
            (Some(_), _) if !self.are_requested() => {
                bail!("--out needs --svg or --png")
            }
            (None, true) if self.png && std::io::stdout().is_terminal() => {
                bail!("refusing to write PNG to a terminal; use --out FILE")
            }
            (None, false) if self.png => bail!("--png with several steps needs --out FOLDER"),
            (Some(folder), false) => {
                std::fs::create_dir_all(folder).with_context(|| format!("creating {}", folder.display()))
            }
            _ => Ok(()),
        }
    }

    fn bytes(&self, state: &State<'_>, step: &Step) -> Result<Vec<u8>> {
        if self.png {
            return png_file::encoded(&pixels::picture(state, step));
        }
        Ok((picture::svg(state, step, Palette::Paper) + "\n").into_bytes())
    }

    /// Writes the picture of the only step.
    pub(super) fn one(&self, state: &State<'_>, step: &Step) -> Result<()> {
        self.write(None, &self.bytes(state, step)?)
    }

    /// Writes the picture of one of several steps, numbered from 1.
    pub(super) fn of_several(&self, number: usize, state: &State<'_>, step: &Step) -> Result<()> {
        self.write(Some(number), &self.bytes(state, step)?)
    }

    /// Rejects pictures that do not exist for puzzles with variant rules.
    pub(super) fn check_variant(&self) -> Result<()> {
        if self.png {
            bail!("--png is not available for puzzles with variant rules; use --svg");
        }
        Ok(())
    }

    /// Writes an SVG picture of a puzzle with variant rules, with a number if it is one of several.
    pub(super) fn svg(&self, number: Option<usize>, svg: &str) -> Result<()> {
        self.write(number, (svg.replace('\n', "") + "\n").as_bytes())
    }

    /// Writes a picture to standard output or to its file, whose name is the number if it is one of
    /// several.
    fn write(&self, number: Option<usize>, bytes: &[u8]) -> Result<()> {
        match (&self.out, number) {
            (None, _) => Ok(std::io::stdout().write_all(bytes)?),
            (Some(file), None) => write(file, bytes),
            (Some(folder), Some(number)) => {
                write(&folder.join(format!("{number:03}.{}", self.extension())), bytes)
            }
        }
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    crate::replace::replace(path, bytes)
}
