% Queens on a board of N x N, none attacking another: the I-th queen is in row I and column Q.
% Ask: ?- queens(8, Qs), label(Qs).

:- use_module(library(clpfd)).

queens(N, Qs) :- length(Qs, N), Qs ins 1..N, safe(Qs).

safe([]).
safe([Q|Qs]) :- apart(Qs, Q, 1), safe(Qs).

apart([], _, _).
apart([Q|Qs], Q0, D) :-
    Q #\= Q0, Q #\= Q0 + D, Q #\= Q0 - D,
    D1 is D + 1,
    apart(Qs, Q0, D1).
