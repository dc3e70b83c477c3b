% Predicates called by the goals of limits.txt.
:- dynamic h/0, kept/1, kept/2.
dag(0, a).
dag(N, f(T, T)) :- N > 0, M is N - 1, dag(M, T).
both(0, true).
both(N, (T, T)) :- N > 0, M is N - 1, both(M, T).
plus(0, 0).
plus(N, T + T) :- N > 0, M is N - 1, plus(M, T).
times(0, _).
times(N, T * T) :- N > 0, M is N - 1, times(M, T).
product(N, F) :- product(1, N, 1, F).
product(I, N, A, A) :- I > N, !.
product(I, N, A, F) :- B is A * I, J is I + 1, product(J, N, B, F).
text(A) :- length(L, 1000000), maplist(=(0'a), L), !, atom_codes(A, L).
goals(0, true) :- !.
goals(N, (X = X, C)) :- M is N - 1, goals(M, C).
powers(0, true) :- !.
powers(N, (_ is 2 ** 100000, C)) :- M is N - 1, powers(M, C).
branches(0, true) :- !.
branches(N, ((atom_length(abc, _) ; true), C)) :- M is N - 1, branches(M, C).
modules(0, true) :- !.
modules(N, m:T) :- M is N - 1, modules(M, T).
catchers(0, B) :- throw(B).
catchers(N, B) :- M is N - 1, catch(catchers(M, B), foo, true).
wrong_catchers(0) :- throw(first).
wrong_catchers(N) :- M is N - 1, catch(wrong_catchers(M), _, 1).
atoms(N) :- atom_number(A, N), atom_length(A, _), M is N + 1, atoms(M).
clauses(N) :- assertz(kept(N)), M is N + 1, clauses(M).
rules(N) :- assertz((kept(N, X) :- foo(N), bar(N, "a string"), X is N + 1, baz(X))), M is N + 1, rules(M).
deep(N) :- M is N + 1, deep(M), N > 0.
choices.
choices :- choices, choices.
globals(N) :- atom_concat(k, N, K), nb_setval(K, f(a, b, c, d, e, f, g, h)), M is N + 1, globals(M).
sums(0, X, X) :- !.
sums(N, X, X + T) :- M is N - 1, sums(M, X, T).
grow(L) :- grow([a, b, c, d|L]).
strings(L) :- string_concat("abcdefghijklmnopqrstuvwxyz", "x", S), strings([S|L]).
fact(1). fact(2). fact(3). fact(X) :- integer(X), X > 10. fact(4). fact(5).
facts(0, []) :- !.
facts(N, [N|L]) :- M is N - 1, facts(M, L).
letters --> [].
letters --> [_], letters.
calls(0, true) :- !.
calls(N, call(G)) :- M is N - 1, calls(M, G).
catches(0, true) :- !.
catches(N, catch(G, _, true)) :- M is N - 1, catches(M, G).
