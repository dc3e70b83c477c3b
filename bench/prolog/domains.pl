% Puzzles with finite domains, written as their authors would. Each case is checked before it is
% timed; the time includes posting the constraints.

:- use_module(library(clpfd)).

case(sudoku_first, 20, ( puzzle(2, Rows), sudoku(Rows), maplist(label, Rows), Rows = [[8, 1, 2|_]|_] )).
case(sudoku_all, 3, ( findall(Rows, ( puzzle(2, Rows), sudoku(Rows), maplist(label, Rows) ), [[[8, 1, 2|_]|_]]) )).
case(sudoku_17_ff, 20, ( puzzle(1, Rows), sudoku(Rows), append(Rows, Vs), labeling([ff], Vs), Rows = [[9, 8, 7|_]|_] )).
case(queens_8_all, 20, ( findall(Qs, ( queens(8, Qs), label(Qs) ), L), length(L, 92) )).
case(send_more, 200, ( send(Vs), label(Vs), Vs == [9, 5, 6, 7, 1, 0, 8, 2] )).
case(langford_7_all, 5, ( findall(Ps, ( langford(7, Ps), label(Ps) ), L), length(L, 52) )).

main :- forall(case(Name, Times, Goal), timed(Name, Times, Goal)).
timed(Name, Times, Goal) :-
    (   \+ \+ call(Goal)
    ->  statistics(cputime, T0),
        repeated(Times, Goal),
        statistics(cputime, T1),
        T is (T1 - T0) / Times,
        format("~w\t~9f~n", [Name, T])
    ;   format("~w\twrong~n", [Name])
    ).
repeated(Times, Goal) :- between(1, Times, _), \+ \+ call(Goal), fail.
repeated(_, _).

sudoku(Rows) :-
    length(Rows, 9), maplist(same_length(Rows), Rows), append(Rows, Vs), Vs ins 1..9,
    maplist(all_distinct, Rows), transpose(Rows, Columns), maplist(all_distinct, Columns),
    Rows = [A, B, C, D, E, F, G, H, I],
    blocks(A, B, C), blocks(D, E, F), blocks(G, H, I).
blocks([], [], []).
blocks([A, B, C|T1], [D, E, F|T2], [G, H, I|T3]) :- all_distinct([A, B, C, D, E, F, G, H, I]), blocks(T1, T2, T3).

puzzle(1, Rows) :- rows("..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9", Rows).
puzzle(2, Rows) :- rows("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", Rows).
rows(Text, Rows) :- string_chars(Text, Cs), cut(Cs, Rows).
cut([], []).
cut(Cs, [Row|Rows]) :- length(Row0, 9), append(Row0, Rest, Cs), maplist(cell, Row0, Row), cut(Rest, Rows).
cell('.', _) :- !.
cell(C, N) :- atom_number(C, N).

queens(N, Qs) :- length(Qs, N), Qs ins 1..N, safe(Qs).
safe([]).
safe([Q|Qs]) :- apart(Qs, Q, 1), safe(Qs).
apart([], _, _).
apart([Q|Qs], P, D) :- P #\= Q, P #\= Q + D, P #\= Q - D, D1 is D + 1, apart(Qs, P, D1).

send([S, E, N, D, M, O, R, Y]) :-
    Vs = [S, E, N, D, M, O, R, Y], Vs ins 0..9, all_different(Vs),
    1000*S + 100*E + 10*N + D + 1000*M + 100*O + 10*R + E #= 10000*M + 1000*O + 100*N + 10*E + Y,
    M #\= 0, S #\= 0.

langford(N, Ps) :-
    length(As, N), length(Bs, N), M is 2 * N, append(As, Bs, Ps), Ps ins 1..M, linked(As, Bs, 1), all_distinct(Ps).
linked([], [], _).
linked([A|As], [B|Bs], I) :- B #= A + I + 1, I1 is I + 1, linked(As, Bs, I1).
