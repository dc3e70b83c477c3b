% Place N queens on an N x N board so that no two attack each other. The I-th queen is in row I; its
% column is the I-th element of Qs.
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
