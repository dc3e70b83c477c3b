//! The complete command line: the commands of `args` with their examples, short help that fits in a
//! terminal of 24 lines and 80 columns, and suggestions for unknown commands.
//!
//! `-h` prints one line per option and leaves out rare options (`hide_short_help`); `--help` prints
//! everything.

mod examples;

use crate::args::Args;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command, CommandFactory, Error, FromArgMatches};
use examples::EXAMPLES;
use gridlore::nearest;
use std::ffi::OsString;
use std::mem::{self, ManuallyDrop};

/// The width of all help.
const WIDTH: usize = 80;

const EXIT_CODES: &str = "\
Exit codes: 0 success, 1 no solution or several, 2 bad usage or input,
3 budget spent";

/// The exit codes of `gridlore prolog`, in which programs choose their own.
const PROLOG_EXIT_CODES: &str = "\
Exit codes: 0 the goal succeeded, 1 it failed, 2 an error; otherwise the
argument of halt/1";

/// Commands that are preceded by a blank line in the list of commands.
const GROUP_STARTS: [&str; 2] = ["show", "serve"];

/// Commands that only `--help` describes; to fit in a terminal, `-h` shows only their names.
const RARE: [&str; 11] = [
    "logs methods",
    "logs agents",
    "logs systems",
    "logs virtual-hosts",
    "logs times",
    "logs last",
    "logs networks",
    "logs count",
    "logs merge",
    "logs bots",
    "logs parquet",
];

/// A list of this many commands is preceded by one blank line fewer, to fit in a terminal, and a
/// longer list by two fewer.
const LONG_LIST: usize = 18;

/// Parses the arguments of the process. If they request help or the version, or are invalid, prints
/// the text or the error and ends the process.
pub(crate) fn parse() -> Args {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    parsed(&arguments).unwrap_or_else(|error| error.exit())
}

fn parsed(arguments: &[OsString]) -> Result<Args, Error> {
    // Help is added only to the named commands, because adding it to all of them would take a tenth
    // of the time of a short run.
    let is_named = |name: &str| arguments.iter().any(|argument| argument == name);
    // Freeing the command would take just as long, so it is never freed.
    let mut command = ManuallyDrop::new(with_help(Args::command(), "", &is_named));
    let matches = command.try_get_matches_from_mut(arguments).map_err(|mut error| {
        if error.kind() == ErrorKind::InvalidSubcommand {
            suggest(&mut error, arguments);
        }
        error
    })?;
    Args::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// Returns the whole command line.
pub(crate) fn command() -> Command {
    with_help(Args::command(), "", &|_| true)
}

/// Adds examples and the last lines of the help to a command, and to all its subcommands that
/// `is_named` accepts. `path` contains the words of the command after `gridlore`.
fn with_help(command: Command, path: &str, is_named: &dyn Fn(&str) -> bool) -> Command {
    let command = command.max_term_width(WIDTH).disable_version_flag(true).arg(
        Arg::new("version")
            .short('V')
            .long("version")
            .action(ArgAction::Version)
            .help("Print version")
            .hide_short_help(true),
    );
    if !command.has_subcommands() {
        let examples = EXAMPLES.iter().find(|(name, _)| *name == path).map_or(&[][..], |found| found.1);
        let lines: Vec<String> = examples.iter().map(|line| format!("  {line}")).collect();
        let codes = if path == "prolog" { PROLOG_EXIT_CODES } else { EXIT_CODES };
        return command
            .after_help("All options and examples: --help")
            .after_long_help(format!("Examples:\n{}\n\n{codes}", lines.join("\n")));
    }
    let names: Vec<String> = command.get_subcommands().map(|below| below.get_name().to_owned()).collect();
    let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path} {name}") };
    let mut command = command;
    for child in command.get_subcommands_mut().filter(|child| is_named(child.get_name())) {
        let path = below(child.get_name());
        *child = with_help(mem::take(child), &path, is_named);
    }
    let is_rare = |name: &str| RARE.contains(&below(name).as_str());
    let gap = if names.len() < LONG_LIST { "\n" } else { "" };
    let second_gap = if names.len() <= LONG_LIST { "\n" } else { "" };
    let template = format!(
        "{{about-with-newline}}{gap}{{usage-heading}} {{usage}}\n{second_gap}{}{{after-help}}",
        commands("Commands:", &command, below, &|name| !is_rare(name))
    );
    let rare: Vec<&str> = names.iter().map(String::as_str).filter(|name| is_rare(name)).collect();
    let (mut short, mut long) = (String::new(), String::new());
    if !rare.is_empty() {
        short = format!("{}\n\n", wrapped(&format!("More commands: {}", rare.join(", "))));
        long = format!("{}\n\n", commands("More commands:", &command, below, &is_rare));
    }
    let program = below("COMMAND");
    let last = format!("Help on a command: gridlore {program} -h, or --help for everything");
    command
        .help_template(template)
        .after_help(format!("{short}{last}"))
        .after_long_help(format!("{long}{last}\n\n{EXIT_CODES}"))
}

/// Wraps text to lines of at most [`WIDTH`] columns; all lines but the first are indented.
fn wrapped(text: &str) -> String {
    let mut lines = String::new();
    let mut columns = 0;
    for word in text.split(' ') {
        if columns > 0 && columns + 1 + word.len() > WIDTH {
            lines.push_str("\n ");
            columns = 1;
        }
        if columns > 0 {
            lines.push(' ');
            columns += 1;
        }
        lines.push_str(word);
        columns += word.len();
    }
    lines
}

/// Returns the list of those subcommands that `is_wanted` accepts. Unlike clap’s list, it leaves
/// out `help` and has groups.
fn commands(
    heading: &str,
    command: &Command,
    path: impl Fn(&str) -> String,
    is_wanted: &dyn Fn(&str) -> bool,
) -> String {
    let all =
        || command.get_subcommands().filter(|below| !below.is_hide_set() && is_wanted(below.get_name()));
    let width = all().map(|below| below.get_name().len()).max().unwrap_or(0);
    let mut text = format!("\x1b[1m\x1b[4m{heading}\x1b[0m");
    for below in all() {
        let name = below.get_name();
        if GROUP_STARTS.contains(&path(name).as_str()) {
            text.push('\n');
        }
        let about = below.get_about().map(ToString::to_string).unwrap_or_default();
        text.push_str(&format!("\n  \x1b[1m{name}\x1b[0m{:1$}  {about}", "", width - name.len()));
    }
    text
}

/// Replaces the suggestions in an error about an unknown command with a command of the same group
/// that has a similar spelling, or with commands of this name in other groups.
fn suggest(error: &mut Error, arguments: &[OsString]) {
    let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidSubcommand) else { return };
    let unknown = unknown.clone();
    let program = command();
    let (mut group, mut path) = (&program, String::new());
    let before = arguments.iter().skip(1).filter_map(|argument| argument.to_str());
    for argument in before.take_while(|argument| *argument != unknown) {
        if let Some(below) = group.find_subcommand(argument) {
            path = format!("{path}{} ", below.get_name());
            group = below;
        }
    }
    let names = |group: &Command| -> Vec<String> {
        group.get_subcommands().map(|below| below.get_name().to_owned()).collect()
    };
    let here = names(group);
    let near_here = here
        .iter()
        .find(|name| unknown.len() > 1 && name.starts_with(&unknown))
        .map(String::as_str)
        .or_else(|| nearest(&unknown, here.iter().map(String::as_str)));
    let elsewhere = |is_wanted: &dyn Fn(&str) -> bool| -> Vec<String> {
        let groups = program.get_subcommands().filter(|other| !std::ptr::eq(*other, group));
        groups
            .flat_map(|other| names(other).into_iter().map(move |name| (other.get_name(), name)))
            .filter(|(_, name)| is_wanted(name))
            .map(|(group, name)| format!("{group} {name}"))
            .collect()
    };
    let mut found = elsewhere(&|name| name == unknown);
    if let Some(name) = near_here
        && found.is_empty()
    {
        found = vec![format!("{path}{name}")];
    } else if found.is_empty() {
        found = elsewhere(&|name| nearest(&unknown, [name]).is_some());
    }
    error.remove(ContextKind::SuggestedSubcommand);
    if !found.is_empty() {
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(found));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Adds all commands and groups, each with its words from `gridlore` on, to `found`.
    fn all(command: &Command, path: &[String], found: &mut Vec<(Vec<String>, Command)>) {
        let path = [path, &[command.get_name().to_owned()]].concat();
        for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
            all(below, &path, found);
        }
        found.push((path, command.clone()));
    }

    fn tree() -> Vec<(Vec<String>, Command)> {
        let mut program = command();
        program.build();
        let mut found = Vec::new();
        all(&program, &[], &mut found);
        found
    }

    fn help(path: &[String], flag: &str) -> String {
        let arguments: Vec<OsString> =
            path.iter().map(String::as_str).chain([flag]).map(OsString::from).collect();
        let printed = parsed(&arguments).err().expect("help is an error for clap");
        assert_eq!(printed.kind(), ErrorKind::DisplayHelp, "{arguments:?}");
        printed.to_string()
    }

    #[test]
    fn help_and_version_are_everywhere() {
        command().debug_assert();
        let all = tree();
        assert!(all.len() > 90, "the walk found {} commands", all.len());
        for (path, _) in &all {
            for flag in ["-h", "--help"] {
                let text = help(path, flag);
                assert!(text.contains(&format!("Usage: {}", path.join(" "))), "{path:?}: {text}");
            }
            let arguments = [path.as_slice(), &["--version".to_owned()]].concat();
            let printed = command().try_get_matches_from(&arguments).unwrap_err();
            assert_eq!(printed.kind(), ErrorKind::DisplayVersion, "{path:?}");
            assert!(printed.to_string().trim_end().ends_with(env!("CARGO_PKG_VERSION")), "{path:?}");
        }
    }

    #[test]
    fn short_help_fits_24_lines_of_80_columns() {
        let mut too_large = Vec::new();
        for (path, _) in tree() {
            let text = help(&path, "-h");
            let (lines, columns) = (
                text.trim_end().lines().count(),
                text.lines().map(|line| line.chars().count()).max().unwrap_or(0),
            );
            if lines > 24 || columns > WIDTH {
                too_large.push(format!("{}: {lines} lines of {columns} columns", path.join(" ")));
            }
        }
        assert!(too_large.is_empty(), "{}", too_large.join("\n"));
    }

    #[test]
    fn every_option_has_help() {
        for (path, command) in tree() {
            for argument in command.get_arguments() {
                assert!(argument.get_help().is_some(), "{path:?}: {}", argument.get_id());
            }
            assert!(command.get_about().is_some(), "{path:?}");
        }
    }

    /// Returns the words of a command, split as in a shell, up to a pipe or a redirection.
    fn words(line: &str) -> Vec<String> {
        let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
        for letter in line.chars() {
            match (quote, letter) {
                (Some(open), _) if open == letter => quote = None,
                (None, '\'' | '"') => {
                    quote = Some(letter);
                    word.get_or_insert_default();
                }
                (None, ' ') => words.extend(word.take()),
                _ => word.get_or_insert_default().push(letter),
            }
        }
        words.extend(word);
        let end = words.iter().position(|word| word == "|" || word == ">");
        words.truncate(end.unwrap_or(words.len()));
        words
    }

    #[test]
    fn every_command_has_examples_that_parse() {
        let leaves: Vec<_> = tree().into_iter().filter(|(_, command)| !command.has_subcommands()).collect();
        for (path, _) in &leaves {
            let text = help(path, "--help");
            let (_, examples) = text.split_once("\nExamples:\n").expect("a section of examples");
            let (examples, _) = examples.split_once("\n\n").expect("exit codes after the examples");
            let mut is_shown = false;
            let pipes = examples.lines().flat_map(|line| line.split(" | ")).map(str::trim);
            for line in pipes.filter(|line| line.starts_with("gridlore ")) {
                let words = words(line);
                let parsed = command().try_get_matches_from(&words);
                assert!(parsed.is_ok(), "{line}: {}", parsed.unwrap_err());
                is_shown |= words.starts_with(path);
            }
            assert!(is_shown, "{path:?} is not in any of its examples: {examples}");
            assert!(examples.lines().all(|line| line.chars().count() <= WIDTH), "{path:?}: {examples}");
        }
        for (name, _) in EXAMPLES {
            assert!(
                leaves.iter().any(|(path, _)| path[1..].join(" ") == *name),
                "examples of {name}, which is not a command"
            );
        }
    }

    #[test]
    fn unknown_commands_get_useful_suggestions() {
        let error = |line: &str| {
            let arguments: Vec<OsString> =
                format!("gridlore {line}").split(' ').map(OsString::from).collect();
            parsed(&arguments).err().expect("an unknown command").to_string()
        };
        for (line, expected) in [
            (
                "solve",
                "some similar subcommands exist: 'sudoku solve', 'flipper solve', 'connect-four solve', 'cover solve'",
            ),
            ("connect four", "a similar subcommand exists: 'connect-four'"),
            ("sudok solve", "a similar subcommand exists: 'sudoku'"),
            ("sudoku slove", "a similar subcommand exists: 'sudoku solve'"),
            ("hint", "a similar subcommand exists: 'sudoku hint'"),
            ("genrate", "some similar subcommands exist: 'sudoku generate', 'flipper generate'"),
            ("life solve", "'sudoku solve'"),
        ] {
            let error = error(line);
            assert!(error.contains(expected), "{line}: {error}");
        }
        for line in ["xyzzy", "x"] {
            let error = error(line);
            assert!(!error.contains("similar"), "{line}: {error}");
        }
    }
}
