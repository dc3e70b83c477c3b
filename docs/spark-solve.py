"""Solves a text file of sudoku puzzles with Spark, one gridlore process per partition; writes one answer per line, in input order."""

import argparse
import os
import shlex

from pyspark.sql import SparkSession


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("puzzles", help="text files of 81-character lines; any path that Spark reads")
    parser.add_argument("solutions", help="the folder that Spark writes")
    parser.add_argument("--gridlore", default="gridlore", help="the program, on every worker")
    parser.add_argument("--partitions", type=int, default=8, help="the minimum number of parts into which the puzzles are split")
    arguments = parser.parse_args()
    # Exit codes 1 and 2 mean that some line has no solution, several solutions or an error; each line has its own answer.
    solve = f'{shlex.quote(arguments.gridlore)} sudoku solve -q --threads 1 -; test "$?" -le 2'
    spark = SparkSession.builder.appName("gridlore").getOrCreate()
    lines = spark.sparkContext.textFile(arguments.puzzles, minPartitions=arguments.partitions)
    # Without this, the processes would have an empty environment and find no program by its name.
    path = {"PATH": os.environ.get("PATH", os.defpath)}
    lines.pipe(f"sh -c {shlex.quote(solve)}", env=path, checkCode=True).saveAsTextFile(arguments.solutions)
    spark.stop()


if __name__ == "__main__":
    main()
