% Magic squares: place the numbers 1 to N*N so that every row, column and diagonal has the same sum.
% Ask: ?- magic(3, Rows), append(Rows, Vs), label(Vs).

:- use_module(library(clpfd)).

magic(N, Rows) :-
    length(Rows, N), maplist(same_length(Rows), Rows),
    append(Rows, Cells), Max is N * N, Cells ins 1..Max, all_different(Cells),
    Sum is N * (N * N + 1) // 2,
    maplist(sums_to(Sum), Rows),
    transpose(Rows, Columns), maplist(sums_to(Sum), Columns),
    diagonal(Rows, 1, Down), sums_to(Sum, Down),
    maplist(reverse, Rows, Mirrored), diagonal(Mirrored, 1, Up), sums_to(Sum, Up).

sums_to(Sum, Cells) :- sum(Cells, #=, Sum).

diagonal([], _, []).
diagonal([Row|Rows], I, [Cell|Cells]) :- nth1(I, Row, Cell), I1 is I + 1, diagonal(Rows, I1, Cells).
