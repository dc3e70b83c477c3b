% Langford pairs: each number from 1 to N appears twice in a row of 2N, with K numbers between the
% two Ks.
% Ask: ?- langford(4, Row).

:- use_module(library(clpfd)).

% The positions of the first and the second copy of each number.
places(N, Firsts, Seconds) :-
    length(Firsts, N), length(Seconds, N),
    Max is 2 * N, append(Firsts, Seconds, Places), Places ins 1..Max,
    apart(Firsts, Seconds, 1), all_distinct(Places).

apart([], [], _).
apart([A|As], [B|Bs], K) :- B #= A + K + 1, K1 is K + 1, apart(As, Bs, K1).

langford(N, Row) :-
    places(N, Firsts, Seconds), append(Firsts, Seconds, Places), label(Places),
    Length is 2 * N, length(Row, Length),
    put(Firsts, 1, Row), put(Seconds, 1, Row).

put([], _, _).
put([P|Ps], K, Row) :- nth1(P, Row, K), K1 is K + 1, put(Ps, K1, Row).
