"""Rates puzzles with the Python port hodoku-py of HoDoKu: `hodoku_peer.py < puzzles`.

Each line of input: a puzzle of 81 characters. Each line of output: the level, the score, and the seconds that it took.
"""

import sys
import time

from hodoku import Solver

for line in sys.stdin:
    start = time.process_time()
    rating = Solver().rate(line.strip())
    print(f"{rating.level.name.capitalize()}\t{rating.score}\t{time.process_time() - start:.6f}", flush=True)
