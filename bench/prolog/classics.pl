% Well-known benchmarks for Prolog systems, newly written for this one. Each case is checked before
% it is timed.
%
% case(Name, Times, Goal): the goal succeeds only with the right answer.

case(nrev, 4000, ( numlist(1, 30, L), nrev(L, R), R = [30|_] )).
case(tak, 8, tak(18, 12, 6, 7)).
case(qsort, 3000, ( unsorted(L), qsort(L, [0|_], []) )).
case(queens, 40, ( queens(8, Qs), Qs = [1, 5, 8, 6, 3, 7, 2, 4] )).
case(zebra, 60, ( houses(Hs), member(h(_, japanese, zebra, _, _), Hs) )).
case(crypt, 400, crypt([3, 6, 0, 2, 6])).
case(derive, 20000, ( d(((x + 1) * (x ^ 2 + 2) * (x ^ 3 + 3)) / (x * log(x)), x, D), nonvar(D) )).
case(poly, 60, ( base(P), power(6, P, Q), length(Q, 7) )).
case(browse, 8, ( patterns(N), N == 75 )).
case(primes, 60, ( primes(1000, Ps), length(Ps, 168) )).
case(hanoi, 12, ( hanoi(12, M), M == 4095 )).
case(assoc, 30, ( numlist(1, 500, Ks), foldl([K, A, B]>>put_assoc(K, A, K, B), Ks, t, T), get_assoc(250, T, 250) )).

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

nrev([], []).
nrev([H|T], R) :- nrev(T, S), app(S, [H], R).
app([], L, L).
app([H|T], L, [H|R]) :- app(T, L, R).

tak(X, Y, Z, A) :- X =< Y, !, Z = A.
tak(X, Y, Z, A) :-
    X1 is X - 1, Y1 is Y - 1, Z1 is Z - 1,
    tak(X1, Y, Z, A1), tak(Y1, Z, X, A2), tak(Z1, X, Y, A3),
    tak(A1, A2, A3, A).

unsorted([27, 74, 17, 33, 94, 18, 46, 83, 65, 2, 32, 53, 28, 85, 99, 47, 28, 82, 6, 11, 55, 29, 39, 81, 90, 37, 10, 0, 66, 51, 7, 21, 85, 27,
          31, 63, 75, 4, 95, 99, 11, 28, 61, 74, 18, 92, 40, 53, 59, 8]).
qsort([], R, R).
qsort([X|L], R, R0) :- split(L, X, L1, L2), qsort(L2, R1, R0), qsort(L1, R, [X|R1]).
split([], _, [], []).
split([X|L], Y, [X|L1], L2) :- X =< Y, !, split(L, Y, L1, L2).
split([X|L], Y, L1, [X|L2]) :- split(L, Y, L1, L2).

queens(N, Qs) :- numlist(1, N, Ns), place(Ns, [], Rs), reversed(Rs, [], Qs).
reversed([], R, R).
reversed([X|Xs], A, R) :- reversed(Xs, [X|A], R).
place([], Qs, Qs).
place(Open, Placed, Qs) :- take(Q, Open, Rest), safe(Placed, Q, 1), place(Rest, [Q|Placed], Qs).
take(X, [X|Xs], Xs).
take(X, [Y|Ys], [Y|Zs]) :- take(X, Ys, Zs).
safe([], _, _).
safe([P|Ps], Q, D) :- Q =\= P + D, Q =\= P - D, D1 is D + 1, safe(Ps, Q, D1).

houses(Hs) :-
    Hs = [h(_, norwegian, _, _, _), _, h(_, _, _, milk, _), _, _],
    in(h(red, english, _, _, _), Hs), in(h(green, _, _, coffee, _), Hs), in(h(_, spanish, dog, _, _), Hs),
    in(h(_, ukrainian, _, tea, _), Hs), beside(h(ivory, _, _, _, _), h(green, _, _, _, _), Hs),
    in(h(_, _, snails, _, winston), Hs), in(h(yellow, _, _, _, kools), Hs),
    near(h(_, _, _, _, chesterfield), h(_, _, fox, _, _), Hs), near(h(_, _, _, _, kools), h(_, _, horse, _, _), Hs),
    in(h(_, _, _, juice, luckystrike), Hs), in(h(_, japanese, _, _, parliament), Hs),
    near(h(_, norwegian, _, _, _), h(blue, _, _, _, _), Hs), in(h(_, _, zebra, _, _), Hs), in(h(_, _, _, water, _), Hs).
in(X, [X|_]).
in(X, [_|T]) :- in(X, T).
beside(X, Y, [X, Y|_]).
beside(X, Y, [_|T]) :- beside(X, Y, T).
near(X, Y, L) :- beside(X, Y, L).
near(X, Y, L) :- beside(Y, X, L).

% A multiplication puzzle that gives only the parity of each digit (O odd, E even): OEE * EE = EOEE
% + OEE0 = OOEE.
odd(1). odd(3). odd(5). odd(7). odd(9).
even(0). even(2). even(4). even(6). even(8).
left_even(2). left_even(4). left_even(6). left_even(8).
crypt([A, B, C, D, E]) :-
    odd(A), even(B), even(C), left_even(E),
    P is (A * 100 + B * 10 + C) * E, P >= 1000, even_odd_even_even(P),
    left_even(D), Q is (A * 100 + B * 10 + C) * D, Q < 1000, odd_even_even(Q),
    S is P + Q * 10, S < 10000, odd_odd_even_even(S), !.
even_odd_even_even(N) :- E4 is N mod 10, even(E4), E3 is N // 10 mod 10, even(E3), O is N // 100 mod 10, odd(O), E1 is N // 1000, left_even(E1).
odd_even_even(N) :- E3 is N mod 10, even(E3), E2 is N // 10 mod 10, even(E2), O is N // 100, odd(O).
odd_odd_even_even(N) :- E4 is N mod 10, even(E4), E3 is N // 10 mod 10, even(E3), O2 is N // 100 mod 10, odd(O2), O1 is N // 1000, odd(O1).

d(U + V, X, DU + DV) :- !, d(U, X, DU), d(V, X, DV).
d(U - V, X, DU - DV) :- !, d(U, X, DU), d(V, X, DV).
d(U * V, X, DU * V + U * DV) :- !, d(U, X, DU), d(V, X, DV).
d(U / V, X, (DU * V - U * DV) / V ^ 2) :- !, d(U, X, DU), d(V, X, DV).
d(U ^ N, X, DU * N * U ^ N1) :- !, integer(N), N1 is N - 1, d(U, X, DU).
d(-U, X, -DU) :- !, d(U, X, DU).
d(exp(U), X, exp(U) * DU) :- !, d(U, X, DU).
d(log(U), X, DU / U) :- !, d(U, X, DU).
d(X, X, 1) :- !.
d(_, _, 0).

% Polynomials in x whose coefficients are polynomials in y: lists of Exponent-Coefficient.
base([0-[0-1, 1-2], 1-[0-3, 2-1]]).
power(0, _, [0-[0-1]]) :- !.
power(N, P, Q) :- N1 is N - 1, power(N1, P, R), times(P, R, Q).
times([], _, []).
times([E-C|P], Q, R) :- shifted(Q, E, C, S), times(P, Q, T), plus_poly(S, T, R).
shifted([], _, _, []).
shifted([E1-C1|Q], E, C, [E2-C2|S]) :- E2 is E + E1, times_inner(C, C1, C2), shifted(Q, E, C, S).
times_inner([], _, []).
times_inner([E-K|P], Q, R) :- scaled(Q, E, K, S), times_inner(P, Q, T), plus_inner(S, T, R).
scaled([], _, _, []).
scaled([E1-K1|Q], E, K, [E2-K2|S]) :- E2 is E + E1, K2 is K * K1, scaled(Q, E, K, S).
plus_poly([], Q, Q) :- !.
plus_poly(P, [], P) :- !.
plus_poly([E-C|P], [E1-C1|Q], R) :-
    compare(O, E, E1),
    plus_poly(O, E, C, E1, C1, P, Q, R).
plus_poly(<, E, C, E1, C1, P, Q, [E-C|R]) :- plus_poly(P, [E1-C1|Q], R).
plus_poly(>, E, C, E1, C1, P, Q, [E1-C1|R]) :- plus_poly([E-C|P], Q, R).
plus_poly(=, E, C, _, C1, P, Q, [E-C2|R]) :- plus_inner(C, C1, C2), plus_poly(P, Q, R).
plus_inner([], Q, Q) :- !.
plus_inner(P, [], P) :- !.
plus_inner([E-C|P], [E1-C1|Q], R) :- compare(O, E, E1), plus_inner(O, E, C, E1, C1, P, Q, R).
plus_inner(<, E, C, E1, C1, P, Q, [E-C|R]) :- plus_inner(P, [E1-C1|Q], R).
plus_inner(>, E, C, E1, C1, P, Q, [E1-C1|R]) :- plus_inner([E-C|P], Q, R).
plus_inner(=, E, C, _, C1, P, Q, [E-C2|R]) :- C2 is C + C1, plus_inner(P, Q, R).

% Patterns of segments (star) and single elements (any), matched against lists of letters.
patterns(N) :- findall(x, ( pattern(P), word(W), matches(P, W) ), Xs), length(Xs, N).
pattern([star(X), b, star(X)]).
pattern([star(X), star(_), star(X)]).
pattern([any(X), star(_), any(X)]).
pattern([star(_), a, any(_), star(_), b]).
word(W) :- letters(A), letters(B), letters(C), app([A, B], [C, B, A, C, B], W).
letters(a).
letters(b).
letters(c).
matches([], []).
matches([star(X)|P], W) :- segment(X, W, Rest), matches(P, Rest).
matches([any(X)|P], [X|W]) :- matches(P, W).
matches([L|P], [L|W]) :- atom(L), matches(P, W).
segment(X, W, Rest) :- nonvar(X), !, app(X, Rest, W).
segment(X, W, Rest) :- app(X, Rest, W).

primes(N, Ps) :- numlist(2, N, Ns), sieve(Ns, Ps).
sieve([], []).
sieve([P|Ns], [P|Ps]) :- sifted(Ns, P, Rest), sieve(Rest, Ps).
sifted([], _, []).
sifted([N|Ns], P, Rest) :- ( N mod P =:= 0 -> Rest = Rest1 ; Rest = [N|Rest1] ), sifted(Ns, P, Rest1).

hanoi(N, M) :- hanoi(N, a, b, c, 0, M).
hanoi(0, _, _, _, M, M) :- !.
hanoi(N, A, B, C, M0, M) :- N1 is N - 1, hanoi(N1, A, C, B, M0, M1), M2 is M1 + 1, hanoi(N1, C, B, A, M2, M).
