% Lists, pairs, sets, association lists, and higher-order predicates on lists.

append([], L, L).
append([H|T], L, [H|R]) :- append(T, L, R).
append(Ls, L) :- must_be(list, Ls), '$append_all'(Ls, L).
'$append_all'([], []).
'$append_all'([L|Ls], As) :- append(L, Ws, As), '$append_all'(Ls, Ws).
member(X, [Y|Ys]) :- '$member'(Ys, X, Y).
'$member'(_, X, X).
'$member'([Y|Ys], X, _) :- '$member'(Ys, X, Y).
memberchk(X, L) :- member(X, L), !.
length(_, N) :- nonvar(N), \+ integer(N), !, throw(error(type_error(integer, N), context(system:length/2, _))).
length(L, N) :-
    '$skip_list'(L, K, End),
    ( End == [] -> N = K
    ; var(End) ->
        ( integer(N) -> ( N < 0 -> throw(error(domain_error(not_less_than_zero, N), context(system:length/2, _))) ; M is N - K, M >= 0, '$list_of'(M, End) )
        ; '$partial_length'(End, K, N, L)
        )
    ; throw(error(type_error(list, L), context(system:length/2, _)))
    ).
'$partial_length'(End, K, N, _) :- End == N, !, throw(error(resource_error(memory), _)), K = K.
'$partial_length'([], N, N, _).
'$partial_length'([_|T], K, N, L) :- K1 is K + 1, '$partial_length'(T, K1, N, L).
reverse(L, R) :- '$reverse'(L, [], R).
'$reverse'([], R, R).
'$reverse'([H|T], A, R) :- '$reverse'(T, [H|A], R).
nth0(I, L, E) :- integer(I), !, I >= 0, '$nth_known'(I, L, E).
nth0(I, [H|T], E) :- var(I), !, '$nth'(T, H, E, 0, I).
nth0(I, _, _) :- nonvar(I), throw(error(type_error(integer, I), context(nth0/3, _))).
nth1(I, L, E) :- integer(I), !, I >= 1, I0 is I - 1, '$nth_known'(I0, L, E).
nth1(I, [H|T], E) :- var(I), !, '$nth'(T, H, E, 1, I).
nth1(I, _, _) :- nonvar(I), throw(error(type_error(integer, I), context(nth1/3, _))).
'$nth_known'(0, [E|_], E) :- !.
'$nth_known'(I, [_|T], E) :- I1 is I - 1, '$nth_known'(I1, T, E).
'$nth'(_, E, E, I, I).
'$nth'([H|T], _, E, I0, I) :- I1 is I0 + 1, '$nth'(T, H, E, I1, I).
nth0(I, L, E, R) :- integer(I), !, I >= 0, '$nth_delete'(I, L, E, R).
nth0(I, L, E, R) :- var(I), '$nth_any'(L, E, R, 0, I).
nth1(I, L, E, R) :- integer(I), !, I >= 1, I0 is I - 1, '$nth_delete'(I0, L, E, R).
nth1(I, L, E, R) :- var(I), '$nth_any'(L, E, R, 1, I).
'$nth_delete'(0, [E|R], E, R) :- !.
'$nth_delete'(I, [H|T], E, [H|R]) :- I1 is I - 1, '$nth_delete'(I1, T, E, R).
'$nth_any'([E|R], E, R, I, I).
'$nth_any'([H|T], E, [H|R], I0, I) :- I1 is I0 + 1, '$nth_any'(T, E, R, I1, I).
last([X|Xs], L) :- '$last'(Xs, X, L).
'$last'([], L, L).
'$last'([X|Xs], _, L) :- '$last'(Xs, X, L).
sum_list(Xs, S) :- '$sum_list'(Xs, 0, S).
'$sum_list'([], S, S).
'$sum_list'([X|Xs], S0, S) :- S1 is S0 + X, '$sum_list'(Xs, S1, S).
max_list([X|Xs], M) :- '$max_list'(Xs, X, M).
'$max_list'([], M, M).
'$max_list'([X|Xs], M0, M) :- M1 is max(M0, X), '$max_list'(Xs, M1, M).
min_list([X|Xs], M) :- '$min_list'(Xs, X, M).
'$min_list'([], M, M).
'$min_list'([X|Xs], M0, M) :- M1 is min(M0, X), '$min_list'(Xs, M1, M).
max_member(M, L) :- '$max_member'(L, M).
nextto(X, Y, [X, Y|_]).
nextto(X, Y, [_|T]) :- nextto(X, Y, T).
proper_length(L, N) :- is_list(L), length(L, N).
'$max_member'([H|T], M) :- '$max_member'(T, H, M).
'$max_member'([], M, M).
'$max_member'([H|T], M0, M) :- ( H @> M0 -> '$max_member'(T, H, M) ; '$max_member'(T, M0, M) ).
min_member(M, L) :- '$min_member'(L, M).
'$min_member'([H|T], M) :- '$min_member'(T, H, M).
'$min_member'([], M, M).
'$min_member'([H|T], M0, M) :- ( H @< M0 -> '$min_member'(T, H, M) ; '$min_member'(T, M0, M) ).
numlist(L, H, R) :-
    must_be(integer, L), must_be(integer, H),
    ( L > H -> fail ; '$numlist'(L, H, R) ).
'$numlist'(H, H, [H]) :- !.
'$numlist'(L, H, [L|T]) :- L1 is L + 1, '$numlist'(L1, H, T).
select(X, [X|T], T).
select(X, [H|T], [H|R]) :- select(X, T, R).
selectchk(X, L, R) :- select(X, L, R), !.
select(X, Xs, Y, Ys) :- '$select4'(Xs, X, Y, Ys).
'$select4'([X|T], X, Y, [Y|T]).
'$select4'([H|T], X, Y, [H|T2]) :- '$select4'(T, X, Y, T2).
subtract([], _, []).
subtract([H|T], L, R) :- ( memberchk(H, L) -> R = R1 ; R = [H|R1] ), subtract(T, L, R1).
intersection([], _, []).
intersection([H|T], L, R) :- ( memberchk(H, L) -> R = [H|R1] ; R = R1 ), intersection(T, L, R1).
union([], L, L).
union([H|T], L, R) :- ( memberchk(H, L) -> R = R1 ; R = [H|R1] ), union(T, L, R1).
subset([], _).
subset([H|T], L) :- memberchk(H, L), subset(T, L).
delete([], _, []).
delete([H|T], X, R) :- ( H \= X -> R = [H|R1] ; R = R1 ), delete(T, X, R1).
exclude(_, [], []).
exclude(P, [H|T], R) :- ( call(P, H) -> R = R1 ; R = [H|R1] ), exclude(P, T, R1).
include(_, [], []).
include(P, [H|T], R) :- ( call(P, H) -> R = [H|R1] ; R = R1 ), include(P, T, R1).
partition(_, [], [], []).
partition(P, [H|T], I, E) :-
    ( call(P, H) -> I = [H|I1], E = E1 ; I = I1, E = [H|E1] ),
    partition(P, T, I1, E1).
partition(_, [], [], [], []).
partition(P, [H|T], L, E, G) :-
    call(P, O, H),
    '$partition'(O, H, P, T, L, E, G).
'$partition'(<, H, P, T, [H|L], E, G) :- partition(P, T, L, E, G).
'$partition'(=, H, P, T, L, [H|E], G) :- partition(P, T, L, E, G).
'$partition'(>, H, P, T, L, E, [H|G]) :- partition(P, T, L, E, G).
permutation(Xs, Ys) :-
    '$skip_list'(Xs, N, XEnd), '$skip_list'(Ys, M, YEnd),
    ( nonvar(XEnd), XEnd \== [] -> throw(error(type_error(list, Xs), _))
    ; nonvar(YEnd), YEnd \== [] -> throw(error(type_error(list, Ys), _))
    ; XEnd == [] -> ( YEnd == [] -> N == M ; length(Ys, N) )
    ; YEnd == [] -> length(Xs, M)
    ; var(XEnd), var(YEnd) -> length(Xs, K), length(Ys, K)
    ),
    '$permutation'(Xs, Ys).
'$permutation'([], []).
'$permutation'(Xs, [Y|Ys]) :- select(Y, Xs, Zs), '$permutation'(Zs, Ys).
flatten(L, F) :- '$flatten'(L, [], F0), !, F = F0.
'$flatten'(V, T, [V|T]) :- var(V), !.
'$flatten'([], T, T) :- !.
'$flatten'([H|R], T, F) :- !, '$flatten'(H, F1, F), '$flatten'(R, T, F1).
'$flatten'(A, T, [A|T]).
list_to_set(L, S) :- must_be(list, L), '$list_to_set'(L, [], S).
'$list_to_set'([], _, []).
'$list_to_set'([H|T], Seen, R) :-
    ( '$memberq'(H, Seen) -> R = R1 ; R = [H|R1] ),
    '$list_to_set'(T, [H|Seen], R1).
predsort(P, L, S) :- length(L, N), ( N < 2 -> ( L = [X] -> S = [X] ; S = [] ) ; '$predsort'(P, N, L, _, S) ).
'$predsort'(P, 2, [X1, X2|L], L, R) :- !, call(P, O, X1, X2), '$sort2'(O, X1, X2, R).
'$predsort'(_, 1, [X|L], L, [X]) :- !.
'$predsort'(_, 0, L, L, []) :- !.
'$predsort'(P, N, L1, L3, R) :-
    N1 is N // 2, N2 is N - N1,
    '$predsort'(P, N1, L1, L2, R1), '$predsort'(P, N2, L2, L3, R2),
    '$predmerge'(P, R1, R2, R).
'$sort2'(<, X1, X2, [X1, X2]).
'$sort2'(=, X1, _, [X1]).
'$sort2'(>, X1, X2, [X2, X1]).
'$predmerge'(_, [], R, R) :- !.
'$predmerge'(_, R, [], R) :- !.
'$predmerge'(P, [H1|T1], [H2|T2], R) :- call(P, O, H1, H2), !, '$predmerge'(O, P, H1, H2, T1, T2, R).
'$predmerge'(<, P, H1, H2, T1, T2, [H1|R]) :- '$predmerge'(P, T1, [H2|T2], R).
'$predmerge'(=, P, H1, _, T1, T2, [H1|R]) :- '$predmerge'(P, T1, T2, R).
'$predmerge'(>, P, H1, H2, T1, T2, [H2|R]) :- '$predmerge'(P, [H1|T1], T2, R).
list_to_ord_set(L, S) :- sort(L, S).
ord_union(A, B, C) :- append(A, B, L), sort(L, C).
ord_union(Ls, S) :- append(Ls, L), sort(L, S).
ord_subtract(A, B, C) :- '$ord_subtract'(A, B, C).
'$ord_subtract'([], _, []).
'$ord_subtract'([H|T], L, R) :- ( '$memberq'(H, L) -> R = R1 ; R = [H|R1] ), '$ord_subtract'(T, L, R1).
ord_intersection(A, B, C) :- '$ord_intersection'(A, B, C).
'$ord_intersection'([], _, []).
'$ord_intersection'([H|T], L, R) :- ( '$memberq'(H, L) -> R = [H|R1] ; R = R1 ), '$ord_intersection'(T, L, R1).
ord_memberchk(X, L) :- '$memberq'(X, L).
ord_insert(S, E, S2) :- ord_union(S, [E], S2).
ord_add_element(S, E, S2) :- ord_union(S, [E], S2).
ord_del_element(S, E, S2) :- ord_subtract(S, [E], S2).
ord_subset(A, B) :- ord_subtract(A, B, []).
ord_empty([]).
same_length([], []).
same_length([_|A], [_|B]) :- same_length(A, B).
prefix([], _).
prefix([H|T], [H|T2]) :- prefix(T, T2).
sublist(P, L, R) :- include(P, L, R).
pairs_keys_values([], [], []).
pairs_keys_values([K-V|T], [K|Ks], [V|Vs]) :- pairs_keys_values(T, Ks, Vs).
pairs_keys([], []).
pairs_keys([K-_|T], [K|Ks]) :- pairs_keys(T, Ks).
pairs_values([], []).
pairs_values([_-V|T], [V|Vs]) :- pairs_values(T, Vs).
transpose_pairs(Ps, Ts) :- '$flip'(Ps, Fs), keysort(Fs, Ts).
'$flip'([], []).
'$flip'([K-V|T], [V-K|R]) :- '$flip'(T, R).
map_list_to_pairs(F, L, Ps) :- '$map_pairs'(L, F, Ps).
'$map_pairs'([], _, []).
'$map_pairs'([H|T], F, [K-H|R]) :- call(F, H, K), '$map_pairs'(T, F, R).
group_pairs_by_key([], []).
group_pairs_by_key([K-V|T], [K-[V|Vs]|R]) :- '$same_key'(T, K, Vs, Rest), group_pairs_by_key(Rest, R).
'$same_key'([K2-V|T], K, [V|Vs], Rest) :- K2 == K, !, '$same_key'(T, K, Vs, Rest).
'$same_key'(Rest, _, [], Rest).
clumped(Items, Counts) :- '$clump'(Items, Counts).
'$clump'([], []).
'$clump'([H|T0], [H-C|T]) :- '$count_same'(T0, H, 1, C, T1), '$clump'(T1, T).
'$count_same'([H2|T], H, C0, C, R) :- H2 == H, !, C1 is C0 + 1, '$count_same'(T, H, C1, C, R).
'$count_same'(R, _, C, C, R).
subseq([], [], []).
subseq([H|T], S, [H|R]) :- subseq(T, S, R).
subseq([H|T], [H|S], R) :- subseq(T, S, R).
is_set(S) :- is_list(S), length(S, N), sort(S, T), length(T, N).

% --- higher-order predicates on lists

maplist(G, L) :- '$maplist1'(L, G).
'$maplist1'([], _).
'$maplist1'([A|As], G) :- call(G, A), '$maplist1'(As, G).
maplist(G, L, M) :- '$maplist2'(L, M, G).
'$maplist2'([], [], _).
'$maplist2'([A|As], [B|Bs], G) :- call(G, A, B), '$maplist2'(As, Bs, G).
maplist(G, L, M, N) :- '$maplist3'(L, M, N, G).
'$maplist3'([], [], [], _).
'$maplist3'([A|As], [B|Bs], [C|Cs], G) :- call(G, A, B, C), '$maplist3'(As, Bs, Cs, G).
maplist(G, L, M, N, O) :- '$maplist4'(L, M, N, O, G).
'$maplist4'([], [], [], [], _).
'$maplist4'([A|As], [B|Bs], [C|Cs], [D|Ds], G) :- call(G, A, B, C, D), '$maplist4'(As, Bs, Cs, Ds, G).
maplist(G, L, M, N, O, P) :- '$maplist5'(L, M, N, O, P, G).
'$maplist5'([], [], [], [], [], _).
'$maplist5'([A|As], [B|Bs], [C|Cs], [D|Ds], [E|Es], G) :- call(G, A, B, C, D, E), '$maplist5'(As, Bs, Cs, Ds, Es, G).
maplist(G, L, M, N, O, P, Q) :- '$maplist6'(L, M, N, O, P, Q, G).
'$maplist6'([], [], [], [], [], [], _).
'$maplist6'([A|As], [B|Bs], [C|Cs], [D|Ds], [E|Es], [F|Fs], G) :- call(G, A, B, C, D, E, F), '$maplist6'(As, Bs, Cs, Ds, Es, Fs, G).
foldl(G, L, V0, V) :- '$foldl1'(L, G, V0, V).
'$foldl1'([], _, V, V).
'$foldl1'([X|Xs], G, V0, V) :- call(G, X, V0, V1), '$foldl1'(Xs, G, V1, V).
foldl(G, L, M, V0, V) :- '$foldl2'(L, M, G, V0, V).
'$foldl2'([], [], _, V, V).
'$foldl2'([X|Xs], [Y|Ys], G, V0, V) :- call(G, X, Y, V0, V1), '$foldl2'(Xs, Ys, G, V1, V).
foldl(G, L, M, N, V0, V) :- '$foldl3'(L, M, N, G, V0, V).
'$foldl3'([], [], [], _, V, V).
'$foldl3'([X|Xs], [Y|Ys], [Z|Zs], G, V0, V) :- call(G, X, Y, Z, V0, V1), '$foldl3'(Xs, Ys, Zs, G, V1, V).
foldr(G, L, V0, V) :- '$foldr'(L, G, V0, V).
'$foldr'([], _, V, V).
'$foldr'([X|Xs], G, V0, V) :- '$foldr'(Xs, G, V0, V1), call(G, X, V1, V).
convlist(_, [], []).
convlist(G, [H|T], R) :- ( call(G, H, Y) -> R = [Y|R1] ; R = R1 ), convlist(G, T, R1).

% --- integers, arguments of terms, random numbers

between(L, H, X) :-
    '$between_check'(L, H, X),
    ( integer(X) -> X >= L, ( H == inf -> true ; H == infinite -> true ; X =< H )
    ; H == inf -> '$from'(L, X)
    ; H == infinite -> '$from'(L, X)
    ; L =< H, '$between'(L, H, X)
    ).
'$between_check'(L, H, X) :-
    must_be(integer, L),
    ( H == inf -> true ; H == infinite -> true ; must_be(integer, H) ),
    ( var(X) -> true ; integer(X) -> true ; throw(error(type_error(integer, X), context(system:between/3, _))) ).
'$between'(L, L, X) :- !, X = L.
'$between'(L, _, L).
'$between'(L, H, X) :- L1 is L + 1, '$between'(L1, H, X).
'$from'(L, L).
'$from'(L, X) :- L1 is L + 1, '$from'(L1, X).
arg(_, T, _) :- var(T), !, throw(error(instantiation_error, context(system:arg/3, _))).
arg(_, T, _) :- \+ compound(T), !, throw(error(type_error(compound, T), context(system:arg/3, _))).
arg(N, T, A) :- integer(N), !,
    ( N < 0 -> throw(error(domain_error(not_less_than_zero, N), context(system:arg/3, _))) ; '$arg'(N, T, A) ).
arg(N, T, A) :- var(N), !, functor(T, _, M), between(1, M, N), '$arg'(N, T, A).
arg(N, _, _) :- throw(error(type_error(integer, N), context(system:arg/3, _))).
numbervars(T) :- numbervars(T, 0, _).
random_between(L, H, X) :- N is H - L + 1, N > 0, X is L + random(N).
random(L, H, X) :- N is H - L, ( integer(L), integer(H) -> X is L + random(N) ; X is L + N * random_float ).
random_member(X, L) :- length(L, N), N > 0, I is random(N), nth0(I, L, X).
random_permutation(L, P) :- '$keyed'(L, K), keysort(K, S), pairs_values(S, P).
'$keyed'([], []).
'$keyed'([X|Xs], [K-X|Ks]) :- K is random_float, '$keyed'(Xs, Ks).
subsumes_term(G, S) :- \+ \+ ( term_variables(S, V1), G = S, term_variables(V1, V2), V1 == V2 ).
occurrences_of_term(S, T, C) :- aggregate_all(count, ( sub_term(X, T), X == S ), C).
sub_term(X, X).
sub_term(X, T) :- compound(T), arg(_, T, A), sub_term(X, A).

% --- association lists: AVL trees t(Key, Value, Balance, Left, Right), or t if empty

empty_assoc(t).
get_assoc(K, t(K1, V1, _, L, R), V) :- compare(O, K, K1), '$get_assoc'(O, K, V, V1, L, R).
'$get_assoc'(=, _, V, V, _, _).
'$get_assoc'(<, K, V, _, L, _) :- get_assoc(K, L, V).
'$get_assoc'(>, K, V, _, _, R) :- get_assoc(K, R, V).
put_assoc(K, A, V, NewA) :- '$insert_assoc'(A, K, V, NewA, _).
'$insert_assoc'(t, K, V, t(K, V, <, t, t), yes).
'$insert_assoc'(t(K1, V1, B, L, R), K, V, NewT, Changed) :- compare(O, K, K1), '$insert_assoc'(O, K1, V1, B, L, R, K, V, NewT, Changed).
'$insert_assoc'(=, K1, _, B, L, R, _, V, t(K1, V, B, L, R), no).
'$insert_assoc'(<, K1, V1, B, L, R, K, V, NewT, Changed) :- '$insert_assoc'(L, K, V, L1, C), '$rebalance'(C, t(K1, V1, B, L, R), B, NewT, _, Changed, left, L1).
'$insert_assoc'(>, K1, V1, B, L, R, K, V, NewT, Changed) :- '$insert_assoc'(R, K, V, R1, C), '$rebalance'(C, t(K1, V1, B, L, R), B, NewT, _, Changed, right, R1).
'$rebalance'(no, t(K, V, B, L, _), _, t(K, V, B, L, R1), _, no, right, R1) :- !.
'$rebalance'(no, t(K, V, B, _, R), _, t(K, V, B, L1, R), _, no, left, L1) :- !.
'$rebalance'(yes, t(K, V, <, _, R), _, t(K, V, l, L1, R), _, yes, left, L1) :- !.
'$rebalance'(yes, t(K, V, <, L, _), _, t(K, V, r, L, R1), _, yes, right, R1) :- !.
'$rebalance'(yes, t(K, V, r, _, R), _, t(K, V, <, L1, R), _, no, left, L1) :- !.
'$rebalance'(yes, t(K, V, l, L, _), _, t(K, V, <, L, R1), _, no, right, R1) :- !.
'$rebalance'(yes, t(K, V, l, _, R), _, T, _, no, left, L1) :- !, '$rotate_right'(L1, K, V, R, T).
'$rebalance'(yes, t(K, V, r, L, _), _, T, _, no, right, R1) :- '$rotate_left'(R1, K, V, L, T).
'$rotate_right'(t(K1, V1, l, LL, LR), K, V, R, t(K1, V1, <, LL, t(K, V, <, LR, R))) :- !.
'$rotate_right'(t(K1, V1, r, LL, t(K2, V2, B2, A, B)), K, V, R, t(K2, V2, <, t(K1, V1, BL, LL, A), t(K, V, BR, B, R))) :- '$balances'(B2, BL, BR).
'$rotate_left'(t(K1, V1, r, RL, RR), K, V, L, t(K1, V1, <, t(K, V, <, L, RL), RR)) :- !.
'$rotate_left'(t(K1, V1, l, t(K2, V2, B2, A, B), RR), K, V, L, t(K2, V2, <, t(K, V, BL, L, A), t(K1, V1, BR, B, RR))) :- '$balances'(B2, BL, BR).
'$balances'(l, <, r).
'$balances'(r, l, <).
'$balances'(<, <, <).
list_to_assoc(L, A) :- '$list_to_assoc'(L, t, A).
'$list_to_assoc'([], A, A).
'$list_to_assoc'([K-V|T], A0, A) :- put_assoc(K, A0, V, A1), '$list_to_assoc'(T, A1, A).
ord_list_to_assoc(L, A) :- list_to_assoc(L, A).
assoc_to_list(A, L) :- '$assoc_list'(A, L, []).
'$assoc_list'(t, L, L).
'$assoc_list'(t(K, V, _, L, R), List, Rest) :- '$assoc_list'(L, List, [K-V|More]), '$assoc_list'(R, More, Rest).
assoc_to_keys(A, Ks) :- assoc_to_list(A, L), pairs_keys(L, Ks).
assoc_to_values(A, Vs) :- assoc_to_list(A, L), pairs_values(L, Vs).
max_assoc(A, K, V) :- assoc_to_list(A, L), last(L, K-V).
min_assoc(A, K, V) :- assoc_to_list(A, [K-V|_]).
del_assoc(K, A, V, A2) :- assoc_to_list(A, L), '$del_key'(L, K, V, L2), list_to_assoc(L2, A2).
'$del_key'([K1-V1|T], K, V, T) :- K1 == K, !, V = V1.
'$del_key'([P|T], K, V, [P|T2]) :- '$del_key'(T, K, V, T2).
map_assoc(G, A) :- assoc_to_values(A, Vs), maplist(G, Vs).
map_assoc(_, t, t).
map_assoc(G, t(K, V, B, L, R), t(K, W, B, L2, R2)) :- map_assoc(G, L, L2), call(G, V, W), map_assoc(G, R, R2).
