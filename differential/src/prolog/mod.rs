//! Comparisons for Prolog, which check the engine's answers against references and swipl.

mod arithmetic;
mod builtins;
mod constraints;
mod control;
mod goal;
mod reference;
mod terms;

pub(crate) use arithmetic::Arithmetic;
pub(crate) use builtins::Builtins;
pub(crate) use constraints::Constraints;
pub(crate) use control::Control;
pub(crate) use terms::Terms;

use crate::peer::{self, Peer};
use crate::room::Opinions;
use gridlore_prolog::{Allowance, Program, Step};
use std::process::Command;
use std::time::Duration;

/// The inference limit for the query of a case.
const INFERENCES: u64 = 20_000_000;

/// The time limit for swipl's answer to a case.
const TIME_LIMIT: Duration = Duration::from_secs(20);

/// The program for swipl: it reads clauses up to `'%run'`, adds them, calls `t`, and removes them
/// again.
const DRIVER: &str = r"
:- style_check(-singleton).
:- dynamic(t/0).
loop :-
    read_term(user_input, T, []),
    ( T == end_of_file -> halt
    ; T == '%run' -> run, loop
    ; add(T), loop ).
add((:- G)) :- !, ( catch(G, _, true) -> true ; true ).
add(C) :-
    ( C = (H :- _) -> true ; C = H ),
    functor(H, N, A), dynamic(N/A), assertz(C), assertz('%added'(N/A)).
:- dynamic('%added'/1).
run :-
    catch(call_with_time_limit(10, ignore(t)), E, ( print_message(silent, E), write(E), nl )),
    ( retract('%added'(N/A)), functor(H, N, A), retractall(H), fail ; true ),
    write('\n%end%'), nl, flush_output.
";

/// The swipl program, if it is installed.
pub(crate) struct Swipl {
    peer: Option<Peer>,
}

impl Swipl {
    /// Finds swipl.
    pub(crate) fn open() -> Self {
        Self { peer: peer::program("swipl").map(|_| Peer::new(start)) }
    }

    /// Returns the names of `reference`, if the room has one, and of swipl.
    pub(crate) fn opinions(&self, reference: Option<&str>) -> Opinions {
        let mut opinions = Opinions::default();
        opinions.present.extend(reference.map(str::to_owned));
        let list = if self.peer.is_some() { &mut opinions.present } else { &mut opinions.absent };
        list.push("swipl".to_owned());
        opinions
    }

    /// Restarts swipl before the next question, in case the last question changed its state.
    pub(crate) fn restart(&mut self) {
        if let Some(peer) = &mut self.peer {
            peer.stop();
        }
    }

    /// Returns swipl's output when it runs `t` in the clauses; `None` if swipl is not installed.
    pub(crate) fn output(&mut self, clauses: &str) -> Option<String> {
        let answer = self.peer.as_mut()?.ask(&format!("{clauses}\n'%run'.\n"), TIME_LIMIT);
        Some(answer.map_or_else(|| "no answer".to_owned(), |text| text.trim().to_owned()))
    }
}

fn start() -> Command {
    let path = std::env::temp_dir().join(format!("gridlore-differential-{}.pl", std::process::id()));
    let _ = std::fs::write(&path, DRIVER);
    let mut command = Command::new("swipl");
    command.args(["-q", "-g", "loop", "-t", "halt"]).arg(path);
    command
}

/// Returns the engine's output when it runs `t` in the clauses.
pub(crate) fn engine_output(clauses: &str) -> String {
    let mut program = Program::new(Allowance { inferences: INFERENCES, ..Allowance::default() });
    let (messages, _) = program.consult("case", clauses);
    let mut errors: Vec<String> = messages
        .iter()
        .filter(|message| message.severity == gridlore_prolog::Severity::Error)
        .map(|message| message.text.clone())
        .collect();
    if let Err(error) = program.begin_query("t.") {
        return format!("{error:?}");
    }
    let mut output = String::new();
    loop {
        let step = program.step(INFERENCES);
        output.push_str(&program.take_output());
        match step {
            Step::Answer(_) | Step::No | Step::Halted(_) => break,
            Step::Paused => {}
            Step::Error(problem) => {
                errors.push(format!("{problem:?}"));
                break;
            }
        }
    }
    output = output.trim().to_owned();
    for error in errors {
        output.push_str("\nerror: ");
        output.push_str(&error);
    }
    output
}
