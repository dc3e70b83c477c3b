/* Runs libm4ri for comparison: `m4ri random N SEED` and `m4ri lights-out N` print the rank and the seconds of libm4ri's two eliminations.
 *
 * The library is GPL-2.0-or-later; this program is only built and run on the machine where the comparison is made. The matrix
 * is generated word by word by the same generator as ours, so both sides eliminate the same bits. */
#include <m4ri/m4ri.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t state;

/* SplitMix64, S. Vigna, public domain. */
static uint64_t next(void) {
    uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

static mzd_t *random_matrix(int n, uint64_t seed) {
    mzd_t *a = mzd_init(n, n);
    state = seed;
    for (int row = 0; row < n; row++)
        for (int word = 0; word * 64 < n; word++) {
            uint64_t bits = next();
            int width = n - word * 64 < 64 ? n - word * 64 : 64;
            for (int bit = 0; bit < width; bit++)
                mzd_write_bit(a, row, word * 64 + bit, (bits >> bit) & 1);
        }
    return a;
}

static mzd_t *lights_out(int n) {
    mzd_t *a = mzd_init(n * n, n * n);
    for (int row = 0; row < n; row++)
        for (int column = 0; column < n; column++) {
            int cell = row * n + column;
            mzd_write_bit(a, cell, cell, 1);
            if (row > 0) mzd_write_bit(a, cell, cell - n, 1);
            if (row + 1 < n) mzd_write_bit(a, cell, cell + n, 1);
            if (column > 0) mzd_write_bit(a, cell, cell - 1, 1);
            if (column + 1 < n) mzd_write_bit(a, cell, cell + 1, 1);
        }
    return a;
}

int main(int count, char **arguments) {
    if (count < 3) return 2;
    int n = atoi(arguments[2]);
    mzd_t *a = strcmp(arguments[1], "random") ? lights_out(n) : random_matrix(n, strtoull(arguments[3], 0, 10));
    mzd_t *one = mzd_copy(NULL, a);
    double start = now();
    rci_t rank = mzd_echelonize_m4ri(one, 0, 0);
    double echelonize = now() - start;
    mzd_free(one);
    mzp_t *p = mzp_init(a->nrows), *q = mzp_init(a->ncols);
    start = now();
    rci_t other = mzd_pluq(a, p, q, 0);
    double pluq = now() - start;
    if (rank != other) return 1;
    printf("%d %.6f %.6f\n", rank, echelonize, pluq);
    return 0;
}
