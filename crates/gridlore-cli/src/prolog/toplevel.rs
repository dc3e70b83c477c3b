//! The toplevel: queries at a terminal, with editing, history, and one answer at a time.

use super::editor::Editor;
use super::{Clock, Prolog, code, consult, now, print_cost, step};
use crate::Exit;
use anyhow::Result;
use gridlore::prolog::{Answer, Program, Step};
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, read};
use ratatui::crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use rustyline::error::ReadlineError;
use std::io::Write;
use std::path::PathBuf;

const HELP: &str = "\
A query ends with a full stop. After an answer, ; or space shows the next one, and . or Enter stops.
`[file].` consults a file, `[user].` reads clauses up to an empty line or Ctrl-D, and `halt.` quits.";

pub(super) fn run(program: &mut Program, args: &Prolog, clock: &Clock) -> Result<Exit> {
    println!("Gridlore Prolog {}. Type `help.` for help or `halt.` to quit.\n", env!("CARGO_PKG_VERSION"));
    let mut editor = Editor::new()?;
    loop {
        let Some(text) = read_query(&mut editor)? else {
            println!();
            return Ok(Exit::Done);
        };
        editor.remember(text.trim());
        let plain = text.trim().trim_end_matches('.').trim();
        if plain == "help" {
            println!("{HELP}\n");
            continue;
        }
        if let Some(files) = plain.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            if let Some(exit) = consult_all(program, &mut editor, files)? {
                return Ok(exit);
            }
            continue;
        }
        program.set_deadline(args.limit_seconds.map(|seconds| clock.seconds() + seconds));
        if let Err(error) = program.begin_query(&text) {
            println!("ERROR: {error}\n");
            continue;
        }
        let (start, before) = (now(), program.inferences());
        let exit = answers(program)?;
        program.end_query();
        if args.time {
            print_cost(program.inferences() - before, start);
        }
        if let Some(exit) = exit {
            return Ok(exit);
        }
    }
}

/// Reads lines up to a full stop; returns `None` at the end of the input.
fn read_query(editor: &mut Editor) -> Result<Option<String>> {
    let mut text = String::new();
    loop {
        let prompt = if text.is_empty() { "?- " } else { "|    " };
        match editor.line(prompt) {
            Ok(line) => {
                text.push_str(&line);
                text.push('\n');
                if Program::is_complete(&text) {
                    return Ok(Some(text));
                }
                if text.trim().is_empty() {
                    text.clear();
                }
            }
            Err(ReadlineError::Interrupted) => text.clear(),
            Err(ReadlineError::Eof) => return Ok(None),
            Err(error) => return Err(error.into()),
        }
    }
}

/// Consults the files in a query such as `[file, 'other file', user]`.
fn consult_all(program: &mut Program, editor: &mut Editor, files: &str) -> Result<Option<Exit>> {
    for file in files.split(',').map(|file| file.trim().trim_matches('\'')).filter(|file| !file.is_empty()) {
        if file == "user" {
            let mut text = String::new();
            while let Ok(line) = editor.line("|: ") {
                if line.trim().is_empty() {
                    break;
                }
                text.push_str(&line);
                text.push('\n');
            }
            let (messages, halted) = program.consult("user", &text);
            for message in messages {
                println!("{message}");
            }
            if let Some(exit) = halted {
                return Ok(Some(Exit::Program(code(exit))));
            }
            continue;
        }
        match consult(program, &PathBuf::from(file)) {
            Ok(Some(exit)) if i32::from(exit) == Program::INTERRUPTED => {
                println!("% Execution aborted\n");
                return Ok(None);
            }
            Ok(Some(exit)) => return Ok(Some(Exit::Program(exit))),
            Ok(None) => {}
            Err(error) => println!("ERROR: {error:#}"),
        }
    }
    println!("true.\n");
    Ok(None)
}

/// Prints answers until the user stops or there are no more; returns the exit code if halt/1 was
/// called.
fn answers(program: &mut Program) -> Result<Option<Exit>> {
    loop {
        match step(program)? {
            None => {
                println!("% Execution aborted\n");
                return Ok(None);
            }
            Some(Step::Halted(exit)) => return Ok(Some(Exit::Program(code(exit)))),
            Some(Step::Error(problem)) => {
                println!("ERROR: {}\n", problem.text);
                return Ok(None);
            }
            Some(Step::No | Step::Paused) => {
                println!("false.\n");
                return Ok(None);
            }
            Some(Step::Answer(answer)) => {
                print!("{}", answer_text(&answer));
                std::io::stdout().flush()?;
                if answer.is_last || !wants_more()? {
                    println!(".\n");
                    return Ok(None);
                }
                println!(" ;");
            }
        }
    }
}

/// Returns an answer with each binding on its own line.
fn answer_text(answer: &Answer) -> String {
    let parts: Vec<String> = answer
        .bindings
        .iter()
        .map(|(name, term)| format!("{name} = {term}"))
        .chain(answer.residuals.iter().cloned())
        .collect();
    if parts.is_empty() { "true".to_owned() } else { parts.join(",\n") }
}

/// Waits for a key; returns whether it requests the next answer.
fn wants_more() -> Result<bool> {
    enable_raw_mode()?;
    let answer = loop {
        match read() {
            Ok(Event::Key(KeyEvent { code, modifiers, kind: KeyEventKind::Press, .. })) => match code {
                KeyCode::Char('c') if modifiers.contains(KeyModifiers::CONTROL) => break Ok(false),
                KeyCode::Char(';' | ' ' | 'n' | 'r') | KeyCode::Tab => break Ok(true),
                KeyCode::Char('.' | 'q' | 'c' | 'a') | KeyCode::Enter | KeyCode::Esc => break Ok(false),
                _ => {}
            },
            Ok(_) => {}
            Err(error) => break Err(error),
        }
    };
    disable_raw_mode()?;
    Ok(answer?)
}
