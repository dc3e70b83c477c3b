"""Solves killer sudokus with CP-SAT and clause solvers: `killers.py SECONDS < puzzles`, with ortools and python-sat.

Each line of input: the cages of a board of nine rows, `SUM:CELL,CELL,...`, separated by spaces, with cells from 0. Each line of output: for each
solver, whether it proved one solution, the seconds that it took, and its conflicts; then the solution of the last one. Every solver first finds a
solution and then looks for another one, on one thread. CP-SAT and Glucose have at most SECONDS for both; CaDiCaL cannot be interrupted by python-sat.

CP-SAT gets linear equations and all-different constraints. The clause solvers get a variable for each cell and digit, and one for each combination of
a cage. Further cages are derived from rows, columns and boxes, alone and several in a row, if they leave at most six cells in one house.
"""

import itertools
import sys
import threading
import time

from ortools.sat.python import cp_model
from pysat.solvers import Solver

LIMIT = float(sys.argv[1])
CLAUSE_SOLVERS = ["cadical195", "glucose4"]
ROWS = [[row * 9 + column for column in range(9)] for row in range(9)]
COLUMNS = [[row * 9 + column for row in range(9)] for column in range(9)]
BOXES = [[(box // 3 * 3 + at // 3) * 9 + box % 3 * 3 + at % 3 for at in range(9)] for box in range(9)]
HOUSES = ROWS + COLUMNS + BOXES


def is_solution(grid, cages):
    houses = all(sorted(grid[cell] for cell in house) == list(range(1, 10)) for house in HOUSES)
    return houses and all(
        sum(grid[cell] for cell in cells) == total and len({grid[cell] for cell in cells}) == len(cells) for total, cells in cages
    )


def cp_sat(cages):
    """Returns the verdict, the seconds, the conflicts and the grid."""
    start = time.perf_counter()
    model = cp_model.CpModel()
    cells = [model.new_int_var(1, 9, "") for _ in range(81)]
    for group in HOUSES + [cage for _, cage in cages if len(cage) > 1]:
        model.add_all_different([cells[cell] for cell in group])
    for total, cage in cages:
        model.add(sum(cells[cell] for cell in cage) == total)
    conflicts, grid = 0, None
    while True:
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = max(LIMIT - (time.perf_counter() - start), 0.001)
        status = solver.solve(model)
        conflicts += solver.num_conflicts
        if status == cp_model.INFEASIBLE and grid:
            return "unique", time.perf_counter() - start, conflicts, grid
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE) or grid:
            return "open", time.perf_counter() - start, conflicts, grid
        grid = [solver.value(cell) for cell in cells]
        others = []
        for cell, digit in zip(cells, grid):
            other = model.new_bool_var("")
            model.add(cell != digit).only_enforce_if(other)
            others.append(other)
        model.add_bool_or(others)


def derived(cages, pairs):
    """Returns cages that follow from houses: the cells of a house that whole cages leave over."""
    found, known = [], {frozenset(cells) for _, cells in cages}
    for houses in (ROWS, COLUMNS, BOXES):
        for first in range(9):
            for last in range(first, 9):
                area = set().union(*houses[first : last + 1])
                total = 45 * (last - first + 1)
                for part, cells in cages:
                    if area.issuperset(cells):
                        area -= set(cells)
                        total -= part
                left = frozenset(area)
                if 1 <= len(left) <= 6 and left not in known and all(pair in pairs for pair in itertools.combinations(sorted(left), 2)):
                    known.add(left)
                    found.append((total, sorted(left)))
    return found


def clauses_of(cages):
    variable = lambda cell, digit: cell * 9 + digit
    digits = range(1, 10)
    clauses = [[variable(cell, digit) for digit in digits] for cell in range(81)]
    clauses += [[-variable(cell, one), -variable(cell, other)] for cell in range(81) for one, other in itertools.combinations(digits, 2)]
    clauses += [[variable(cell, digit) for cell in house] for house in HOUSES for digit in digits]
    pairs = {pair for group in HOUSES + [cells for _, cells in cages] for pair in itertools.combinations(sorted(group), 2)}
    clauses += [[-variable(one, digit), -variable(other, digit)] for one, other in pairs for digit in digits]
    top = 81 * 9
    for total, cells in cages + derived(cages, pairs):
        combinations = {}
        for combination in itertools.combinations(digits, len(cells)):
            if sum(combination) == total:
                top += 1
                combinations[combination] = top
        clauses.append(list(combinations.values()))
        clauses += [[-one, -other] for one, other in itertools.combinations(combinations.values(), 2)]
        for combination, name in combinations.items():
            clauses += [[-name, -variable(cell, digit)] for cell in cells for digit in digits if digit not in combination]
            clauses += [[-name] + [variable(cell, digit) for cell in cells] for digit in combination]
        for cell in cells:
            for digit in digits:
                clauses.append([-variable(cell, digit)] + [name for combination, name in combinations.items() if digit in combination])
    return clauses


def clause_solver(name, cages):
    """Returns the verdict, the seconds, the conflicts and the grid."""
    start = time.perf_counter()
    solver = Solver(name=name, bootstrap_with=clauses_of(cages))
    can_stop = name.startswith("glucose")
    timer = threading.Timer(LIMIT, solver.interrupt)
    if can_stop:
        timer.start()
    solve = (lambda: solver.solve_limited(expect_interrupt=True)) if can_stop else solver.solve
    verdict, grid = "open", None
    if solve():
        model = [literal for literal in solver.get_model()[: 81 * 9] if literal > 0]
        grid = [(literal - 1) % 9 + 1 for literal in sorted(model)]
        solver.add_clause([-literal for literal in model])
        verdict = {False: "unique", True: "several", None: "open"}[solve()]
    timer.cancel()
    return verdict, time.perf_counter() - start, solver.accum_stats()["conflicts"], grid


for line in sys.stdin:
    cages = []
    for cage in line.split():
        total, cells = cage.split(":")
        cages.append((int(total), [int(cell) for cell in cells.split(",")]))
    fields, grid = [], None
    for name, run in [("cp-sat", cp_sat)] + [(name, lambda cages, name=name: clause_solver(name, cages)) for name in CLAUSE_SOLVERS]:
        verdict, seconds, conflicts, grid = run(cages)
        if grid and not is_solution(grid, cages):
            sys.exit(f"{name}: a cage or a house is broken")
        fields += [name, verdict, f"{seconds:.3f}", str(conflicts)]
    print("\t".join(fields + ["".join(map(str, grid)) if grid else "."]), flush=True)
