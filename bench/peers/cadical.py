"""Runs CaDiCaL on boards with boxes of R x C cells, through python-sat: `cadical.py NAME < boards`.

Each line of input: the rows and columns of a box, then the cells, `.` or a number from 1, separated by spaces. Each line of output: the seconds to find
one solution and then another, the seconds to load the clauses, the outcome, and the first solution. The encoding is the standard pairwise one: each
cell has exactly one digit, and each house has each digit exactly once.
"""

import sys
import time

from pysat.solvers import Solver

name = sys.argv[1]


def base(rows, columns):
    side = rows * columns
    variable = lambda cell, digit: cell * side + digit + 1
    groups = [[variable(cell, digit) for digit in range(side)] for cell in range(side * side)]
    houses = []
    for line in range(side):
        top, left = line // rows * rows, line % rows * columns
        houses.append([line * side + place for place in range(side)])
        houses.append([place * side + line for place in range(side)])
        houses.append([(top + place // columns) * side + left + place % columns for place in range(side)])
    groups += [[variable(cell, digit) for cell in house] for house in houses for digit in range(side)]
    clauses = list(groups)
    for group in groups:
        clauses += [[-one, -other] for place, one in enumerate(group) for other in group[:place]]
    return clauses


known = {}
for line in sys.stdin:
    rows, columns, *cells = line.split()
    rows, columns = int(rows), int(columns)
    side = rows * columns
    if (rows, columns) not in known:
        known[rows, columns] = base(rows, columns)
    solver = Solver(name=name)
    start = time.process_time()
    for clause in known[rows, columns]:
        solver.add_clause(clause)
    for cell, digit in enumerate(cells):
        if digit != ".":
            solver.add_clause([cell * side + int(digit)])
    loading = time.process_time() - start
    start = time.process_time()
    outcome = "none"
    is_solvable = solver.solve()
    solving = time.process_time() - start
    solution = []
    if is_solvable:
        true = [literal for literal in solver.get_model() if literal > 0]
        solution = [(literal - 1) % side + 1 for literal in true]
        solver.add_clause([-literal for literal in true if cells[(literal - 1) // side] == "."])
        start = time.process_time()
        outcome = "several" if solver.solve() else "unique"
        solving += time.process_time() - start
    print(f"{solving:.9f} {loading:.9f} {outcome} {' '.join(map(str, solution))}", flush=True)
    solver.delete()
