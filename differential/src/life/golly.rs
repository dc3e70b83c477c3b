//! Runs bgolly, if it is installed, with one process per question.

use super::RULE_NAME;
use super::pattern::{Cells, Pattern, read_rle};
use super::rule::{Around, Rule};
use crate::peer;
use crate::room::Opinions;
use gridlore_core::Rng;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// bgolly checks one in `CASE_INTERVAL` cases, because starting its process takes as long as many
/// cases.
const CASE_INTERVAL: usize = 6;

/// bgolly and a folder for its files.
pub(crate) struct Golly {
    program: Option<PathBuf>,
    folder: PathBuf,
}

impl Drop for Golly {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Golly {
    /// Finds bgolly, and creates a folder for the room.
    pub(crate) fn open(room: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("gridlore-differential-{}-{room}", std::process::id()));
        let is_ready = std::fs::create_dir_all(&folder).is_ok();
        Self { program: peer::program("bgolly").filter(|_| is_ready), folder }
    }

    /// Returns the names of `reference` and of bgolly.
    pub(crate) fn opinions(&self, reference: &str) -> Opinions {
        let (mut present, mut absent) = (vec![reference.to_owned()], vec![]);
        if self.program.is_some() { &mut present } else { &mut absent }.push("bgolly".to_owned());
        Opinions { present, absent }
    }

    /// Returns whether bgolly checks this case.
    pub(crate) fn is_sampled(&self, rng: &mut Rng) -> bool {
        rng.below(CASE_INTERVAL) == 0 && self.program.is_some()
    }

    /// Returns the cells of a file of generation `start` after more generations, with their
    /// north-western corner at (0, 0); `None` if bgolly is not installed or rejects the file.
    pub(crate) fn after(
        &self,
        pattern: &Pattern,
        file: &str,
        ending: &str,
        start: u64,
        generations: u64,
    ) -> Option<Cells> {
        let (input, output) = (self.folder.join(format!("in.{ending}")), self.folder.join("out.rle"));
        let rule_file = self.folder.join(format!("{RULE_NAME}.rule"));
        let _ = std::fs::remove_file(&output);
        if let Some(text) = pattern.rule.file() {
            std::fs::write(&rule_file, text).ok()?;
        }
        std::fs::write(&input, file).ok()?;
        let status = Command::new(self.program.as_ref()?)
            .args(["-q", "-q", "-M", "200", "-a", algorithm(&pattern.rule, generations)])
            .args(["-m", &(start + generations).to_string(), "-i", &generations.max(1).to_string()])
            .arg("-s")
            .arg(self.folder.join(""))
            .arg("-o")
            .args([&output, &input])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        status.ok().filter(std::process::ExitStatus::success)?;
        read_rle(&std::fs::read_to_string(&output).ok()?)
    }
}

/// Returns whether bgolly interprets a rule and its world as other programs do.
///
/// In hexagonal MAP rules, bgolly numbers the seven cells from the southern row upwards: with the
/// second bit, `MAPQAAA...`, a cell is born below a live cell, not to the north-west of it. Its
/// help does not specify the order.
///
/// In worlds smaller than a Larger than Life neighbourhood, bgolly does not count a cell as often
/// as it is seen: `R6,C0,M1,S77..90,B23..65,NC:T1,20`, `R7,C0,M0,S47..71,B12..44,NN:T15,12`.
pub(super) fn is_standard(pattern: &Pattern) -> bool {
    let (width, height) = pattern.shape.sides();
    let range = pattern.rule.range();
    let is_short = |side: i64| range > 1 && (1..=2 * range).contains(&side);
    !matches!(pattern.rule, Rule::Map { around: Around::Hexagonal, .. })
        && !is_short(width)
        && !is_short(height)
}

/// Returns the name of Golly's algorithm for a rule; plain rules alternate between two.
fn algorithm(rule: &Rule, generations: u64) -> &'static str {
    match rule {
        Rule::Larger(_) => "Larger than Life",
        Rule::Table(_) | Rule::Tree(_) => "RuleLoader",
        rule if rule.states() > 2 => "Generations",
        _ if generations.is_multiple_of(2) => "HashLife",
        _ => "QuickLife",
    }
}
