//! Pictures of steps, as SVG or PNG: to standard output, or to files.

use super::pixels;
use crate::png_file;
use anyhow::{Context, Result, bail};
use clap::Args;
use gridlore_sudoku_human::picture::{self, Palette};
use gridlore_sudoku_human::{State, Step};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Which pictures, and where they go.
#[derive(Args)]
pub(super) struct Pictures {
    /// A picture of the step, as SVG, instead; of several steps a line each.
    #[arg(long, conflicts_with_all = ["json", "png"])]
    svg: bool,
    /// A picture of the step, as PNG, instead; several steps need --out.
    #[arg(long, conflicts_with = "json")]
    png: bool,
    /// Where pictures go: a file for one step, a folder for several, as 001.svg and so on.
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
}

impl Pictures {
    /// Whether pictures are wanted.
    pub(super) const fn are_wanted(&self) -> bool {
        self.svg || self.png
    }

    const fn ending(&self) -> &'static str {
        if self.png { "png" } else { "svg" }
    }

    /// Complains before any work about what cannot go well.
    pub(super) fn check(&self, is_one: bool) -> Result<()> {
        match (&self.out, is_one) {
            (Some(_), _) if !self.are_wanted() => {
                bail!("--out: found neither --svg nor --png, expected one of them")
            }
            (None, true) if self.png && std::io::stdout().is_terminal() => {
                bail!("a terminal shows no png; name a file by --out, or send it on")
            }
            (None, false) if self.png => bail!("--png: found several steps, expected --out FOLDER for them"),
            (Some(folder), false) => {
                std::fs::create_dir_all(folder).with_context(|| format!("the folder {}", folder.display()))
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

    /// The picture of the one step there is.
    pub(super) fn one(&self, state: &State<'_>, step: &Step) -> Result<()> {
        let bytes = self.bytes(state, step)?;
        self.out.as_ref().map_or_else(|| Ok(std::io::stdout().write_all(&bytes)?), |path| write(path, &bytes))
    }

    /// The picture of a step among several, by its number from 1.
    pub(super) fn of_several(&self, number: usize, state: &State<'_>, step: &Step) -> Result<()> {
        let bytes = self.bytes(state, step)?;
        self.out.as_ref().map_or_else(
            || Ok(std::io::stdout().write_all(&bytes)?),
            |folder| write(&folder.join(format!("{number:03}.{}", self.ending())), &bytes),
        )
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(path, bytes).with_context(|| path.display().to_string())
}
