"""Runs BitBully on positions of the 7x6 board: `bitbully_peer.py [cold] < moves`.

Each line of input contains moves: the columns from 1. Each line of output contains the score in Pons' units and the seconds that it took. No opening
book. With `cold`, the table is cleared before each position.
"""

import sys
import time

from bitbully import bitbully_core

solver = bitbully_core.BitBullyCore()
is_cold = sys.argv[1:] == ["cold"]
for line in sys.stdin:
    board = bitbully_core.BoardCore()
    for letter in line.strip():
        if not board.play(int(letter) - 1):
            sys.exit(f"found the move {letter} in {line.strip()}, expected a legal move")
    if is_cold:
        solver.resetTranspositionTable()
    start = time.perf_counter()
    score = solver.mtdf(board, 0)
    print(score, time.perf_counter() - start, flush=True)
