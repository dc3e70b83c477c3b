use gridlore_core::Budget;
use gridlore_sudoku_variants::{Outcome, Solver, check, parse_constraints};
use std::time::Instant;
fn main() {
    let mut args = std::env::args().skip(1);
    let file = args.next().unwrap();
    let set = args.next();
    let limit: u64 = args.next().and_then(|n| n.parse().ok()).unwrap_or(20_000);
    let (mut ok, mut bad, mut unknown, mut spent, mut total, mut nodes) = (0, 0, 0, 0, 0.0, 0);
    for line in std::fs::read_to_string(file).unwrap().lines().filter(|l| !l.starts_with('#')) {
        let f: Vec<&str> = line.split('\t').collect();
        if set.as_deref().is_some_and(|s| !s.is_empty() && s != f[0]) {
            continue;
        }
        let puzzle = match parse_constraints(f[4]) {
            Ok(p) => p,
            Err(e) => {
                unknown += 1;
                println!("PARSE {}: {e}", f[1]);
                continue;
            }
        };
        if !f[2].is_empty() && puzzle.variables == 0 {
            let v: Vec<i32> = f[2]
                .chars()
                .map(|c| {
                    if c.is_ascii_uppercase() && puzzle.shape.lowest == 1 {
                        c as i32 - 'A' as i32 + 1
                    } else {
                        c.to_digit(36).unwrap() as i32
                    }
                })
                .collect();
            if let Some(rule) = check::broken(&puzzle, &v) {
                println!("RULE {} {:?}", f[1], rule);
            }
        }
        let start = Instant::now();
        let mut solver = match Solver::new(&puzzle) {
            Ok(s) => s,
            Err(e) => {
                unknown += 1;
                println!("LARGE {}: {e}", f[1]);
                continue;
            }
        };
        let mut budget = Budget::nodes(limit);
        let built = start.elapsed().as_secs_f64();
        let out = solver.outcome(&mut budget);
        let t = start.elapsed().as_secs_f64();
        total += t;
        nodes += budget.spent();
        let signs = |v: &[i32]| {
            v.iter()
                .map(|d| {
                    if puzzle.shape.values > 9 && puzzle.shape.lowest == 1 {
                        char::from(b'A' + (*d - 1) as u8)
                    } else {
                        char::from_digit(*d as u32, 36).unwrap().to_ascii_uppercase()
                    }
                })
                .collect::<String>()
        };
        match out {
            Ok(Outcome::Unique(v)) => {
                let broken = if puzzle.variables == 0 { check::broken(&puzzle, &v) } else { None };
                if broken.is_some() {
                    println!("BROKEN {} {:?}", f[1], broken);
                }
                if f[2].is_empty() || signs(&v) == f[2] {
                    ok += 1;
                    if t > 0.05 {
                        println!("slow {} {:.3} s ({built:.3}) {} nodes", f[1], t, budget.spent());
                    }
                } else {
                    bad += 1;
                    println!("WRONG {}\n  {}\n  {}", f[1], signs(&v), f[2]);
                }
            }
            Ok(Outcome::Impossible) => {
                bad += 1;
                println!("NONE {}", f[1]);
            }
            Ok(Outcome::Several(two)) => {
                bad += 1;
                println!("SEVERAL {} {} {}", f[1], signs(&two[0]), f[2]);
            }
            Err(_) => {
                spent += 1;
                println!("BUDGET {} {t:.2} s", f[1]);
            }
        }
    }
    println!("ok {ok} wrong {bad} unknown {unknown} spent {spent}; {total:.3} s, {nodes} nodes");
}
