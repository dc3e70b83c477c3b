% Finite domains: the predicates of library(clpfd), built on propagators in Rust.

X #= Y :- '$fd_post'(#=, X, Y).
X #\= Y :- '$fd_post'(#\=, X, Y).
X #>= Y :- '$fd_post'(#>=, X, Y).
X #=< Y :- '$fd_post'(#=<, X, Y).
X #> Y :- '$fd_post'(#>, X, Y).
X #< Y :- '$fd_post'(#<, X, Y).

X in D :- '$fd_in'(X, D).
Xs ins D :- must_be(list, Xs), '$ins'(Xs, D).
'$ins'([], _).
'$ins'([X|Xs], D) :- '$fd_in'(X, D), '$ins'(Xs, D).

fd_dom(X, D) :- '$fd_domain'(X, D).
fd_inf(X, B) :- '$fd_bound'(inf, X, B).
fd_sup(X, B) :- '$fd_bound'(sup, X, B).
fd_size(X, S) :- '$fd_size'(X, S).
fd_degree(X, D) :- '$fd_degree'(X, D).
finite_domain(X) :- '$fd_bound'(inf, X, L), '$fd_bound'(sup, X, H), L \== inf, H \== sup.

% Sets as terms, in the same form as in SWI-Prolog: `empty`, `from_to(Low, High)` with `n(Integer)`,
% `inf` and `sup` as bounds, and `split(Hole, Left, Right)`.
X in_set S :- var(S), !, '$set_unknown'(X, S).
X in_set S :- '$set_range'(S, R), R \== none, '$fd_in'(X, R).
% Enumerates the forms of an unbound set; an unbound endpoint suspends the constraint.
'$set_unknown'(X, from_to(inf, sup)) :- '$fd_in'(X, inf..sup).
'$set_unknown'(X, from_to(inf, n(B))) :- '$when_wait'(nonvar(B), when(nonvar(B), '$residual_goal'(X in inf..B), _)).
'$set_unknown'(X, from_to(n(B), sup)) :- '$when_wait'(nonvar(B), when(nonvar(B), '$residual_goal'(X in B..sup), _)).
'$set_unknown'(_, _) :- throw(error(instantiation_error, _)).
'$residual_goal'(G) :- call(G).

fd_set(X, S) :- '$fd_domain'(X, D), '$range_set'(D, S).
is_fdset(S) :- nonvar(S), catch('$set_range'(S, _), _, fail).
empty_fdset(empty).
range_to_fdset(R, S) :- '$fd_in'(X, R) -> fd_set(X, S) ; S = empty.
fdset_to_range(S, R) :- '$set_range'(S, R0), ( R0 == none -> R = 1..0 ; R = R0 ).
list_to_fdset(Is, S) :- must_be(list(integer), Is), ( Is == [] -> S = empty ; '$keys_domain'(Is, D), range_to_fdset(D, S) ).
fdset_to_list(S, Is) :- findall(I, fdset_member(I, S), Is).
fdset_member(I, S) :- X in_set S, '$fd_bound'(inf, X, L), '$fd_bound'(sup, X, H), ( var(I), ( L == inf ; H == sup ) -> throw(error(instantiation_error, _)) ; var(I) -> label([X]) ; true ), I = X.
fdset_size(S, N) :- ( S == empty -> N = 0 ; X in_set S, '$fd_size'(X, N) ).
fdset_min(S, L) :- X in_set S, '$fd_bound'(inf, X, L).
fdset_max(S, H) :- X in_set S, '$fd_bound'(sup, X, H).
fdset_singleton(S, I) :- ( integer(I) -> S = from_to(n(I), n(I)) ; nonvar(S), S = from_to(n(I), n(J)), I == J ).
fdset_union(A, B, S) :- ( A == empty -> S = B ; B == empty -> S = A ; '$set_range'(A, Q), '$set_range'(B, R), range_to_fdset(Q \/ R, S) ).
fdset_intersection(A, B, S) :- ( X in_set A, X in_set B -> fd_set(X, S) ; S = empty ).
fdset_complement(A, S) :- ( A == empty -> S = from_to(inf, sup) ; '$set_range'(A, R), ( #\ X in R -> fd_set(X, S) ; S = empty ) ).
fdset_subtract(A, B, S) :- fdset_complement(B, C), fdset_intersection(A, C, S).
fdset_subset(A, B) :- fdset_subtract(A, B, S), S == empty.
fdset_disjoint(A, B) :- fdset_intersection(A, B, S), S == empty.
fdset_add_element(A, I, S) :- must_be(integer, I), fdset_union(A, from_to(n(I), n(I)), S).
fdset_del_element(A, I, S) :- must_be(integer, I), fdset_subtract(A, from_to(n(I), n(I)), S).

'$set_range'(S, R) :- '$set_intervals'(S, Is, []), '$join_intervals'(Is, R).
'$set_intervals'(S, _, _) :- var(S), !, throw(error(instantiation_error, _)).
'$set_intervals'(empty, Is, Is) :- !.
'$set_intervals'(from_to(L, H), [I|Is], Is) :- !, '$set_bound'(L, A), '$set_bound'(H, B), ( A == B -> I = A ; I = A..B ).
'$set_intervals'(split(_, Left, Right), Is, Tail) :- !, '$set_intervals'(Left, Is, Middle), '$set_intervals'(Right, Middle, Tail).
'$set_intervals'(S, _, _) :- throw(error(type_error(fdset, S), _)).
'$set_bound'(B, _) :- var(B), !, throw(error(instantiation_error, _)).
'$set_bound'(n(I), I) :- !, must_be(integer, I).
'$set_bound'(inf, inf) :- !.
'$set_bound'(sup, sup) :- !.
'$set_bound'(B, _) :- throw(error(type_error(fdset_bound, B), _)).
'$join_intervals'([], none).
'$join_intervals'([I|Is], R) :- foldl('$join_key', Is, I, R).

'$range_set'(D, S) :- '$range_intervals'(D, Is, []), '$balanced_set'(Is, S).
'$range_intervals'(A \/ B, Is, Tail) :- !, '$range_intervals'(A, Is, Middle), '$range_intervals'(B, Middle, Tail).
'$range_intervals'(L..H, [from_to(A, B)|Is], Is) :- !, '$bound_term'(L, A), '$bound_term'(H, B).
'$range_intervals'(I, [from_to(n(I), n(I))|Is], Is).
'$bound_term'(I, B) :- ( integer(I) -> B = n(I) ; B = I ).
'$balanced_set'([I], I) :- !.
'$balanced_set'(Is, split(Hole, Left, Right)) :-
    length(Is, N), K is N // 2, length(Ls, K), append(Ls, Rs, Is),
    Rs = [from_to(n(First), _)|_], Hole is First - 1,
    '$balanced_set'(Ls, Left), '$balanced_set'(Rs, Right).

sum(Vs, Op, E) :- must_be(list, Vs), '$ones'(Vs, Cs), scalar_product(Cs, Vs, Op, E).
'$ones'([], []).
'$ones'([_|Vs], [1|Cs]) :- '$ones'(Vs, Cs).
scalar_product(Cs, Vs, Op, E) :-
    must_be(list(integer), Cs), must_be(list, Vs),
    ( memberchk(Op, [#=, #\=, #<, #>, #=<, #>=]) -> true ; throw(error(domain_error(scalar_product_relation, Op), _)) ),
    '$fd_sum'(Cs, Vs, Op, E).

all_different(Ls) :- '$fd_list'(Ls), '$fd_distinct'(Ls, false).
all_distinct(Ls) :- '$fd_list'(Ls), '$fd_distinct'(Ls, true).
'$fd_list'(Ls) :- must_be(list, Ls), '$fd_integers'(Ls).
'$fd_integers'([]).
'$fd_integers'([X|Xs]) :- ( var(X) -> true ; integer(X) -> true ; throw(error(type_error(integer, X), _)) ), '$fd_integers'(Xs).

chain(Zs, Relation) :-
    must_be(list, Zs),
    ( memberchk(Relation, [#=, #<, #=<, #>, #>=]) -> true ; throw(error(domain_error(chain_relation, Relation), _)) ),
    '$chain'(Zs, Relation).
'$chain'([], _).
'$chain'([X|Xs], R) :- '$chain'(Xs, X, R).
'$chain'([], _, _).
'$chain'([Y|Ys], X, R) :- '$fd_post'(R, X, Y), '$chain'(Ys, Y, R).

lex_chain(Lss) :- must_be(list(list), Lss), maplist('$fd_list', Lss), '$lex_chain'(Lss).
'$lex_chain'([]).
'$lex_chain'([L|Ls]) :- '$lex_chain'(Ls, L).
'$lex_chain'([], _).
'$lex_chain'([L|Ls], P) :- '$fd_lex'(P, L), '$lex_chain'(Ls, L).

tuples_in(Tuples, Relation) :- must_be(list(list), Tuples), must_be(list(list(integer)), Relation), '$tuples_in'(Tuples, Relation).
'$tuples_in'([], _).
'$tuples_in'([T|Ts], R) :- '$fd_tuples'(T, R), '$tuples_in'(Ts, R).

element(N, Is, V) :- must_be(list, Is), length(Is, L), L > 0, '$fd_in'(N, 1..L), '$fd_element'(N, Is, V).

global_cardinality(Xs, Pairs) :- global_cardinality(Xs, Pairs, []).
global_cardinality(Xs, Pairs, _) :-
    '$fd_list'(Xs), must_be(list(pair), Pairs),
    pairs_keys_values(Pairs, Keys, Nums),
    must_be(list(integer), Keys),
    ( sort(Keys, Sorted), length(Sorted, L), length(Keys, L) -> true ; throw(error(domain_error(gcc_unique_key_pairs, Pairs), _)) ),
    length(Xs, M),
    '$ins'(Nums, 0..M),
    '$keys_domain'(Keys, D),
    ( Xs == [] -> '$ins'(Nums, 0) ; Keys \== [], '$ins'(Xs, D) ),
    '$fd_cardinality'(Xs, Keys, Nums).
'$keys_domain'([K], K) :- !.
'$keys_domain'([K|Ks], D) :- foldl('$join_key', Ks, K, D).
'$keys_domain'([], 1..0).
'$join_key'(K, D0, D0 \/ K).

circuit(Vs) :-
    '$fd_list'(Vs), length(Vs, L),
    ( L =:= 0 -> true ; '$ins'(Vs, 1..L), ( L =:= 1 -> true ; '$no_loops'(Vs, 1) ), '$fd_circuit'(Vs) ).
'$no_loops'([], _).
'$no_loops'([V|Vs], N) :- '$fd_remove'(V, N), N1 is N + 1, '$no_loops'(Vs, N1).

% Each arc is a row (state, value, next state) of a table constraint.
automaton(Seq, Nodes, Arcs) :-
    must_be(list, Seq), must_be(list, Nodes), must_be(list, Arcs),
    findall(N, ( member(arc(A, _, B), Arcs), ( N = A ; N = B ) ; member(source(N), Nodes) ; member(sink(N), Nodes) ), Ns0),
    sort(Ns0, Ns), '$number_states'(Ns, 0, Numbered),
    findall([A1, L, B1], ( member(arc(A, L, B), Arcs), memberchk(A-A1, Numbered), memberchk(B-B1, Numbered) ), Table),
    findall(S1, ( member(source(S), Nodes), memberchk(S-S1, Numbered) ), Sources),
    findall(E1, ( member(sink(E), Nodes), memberchk(E-E1, Numbered) ), Sinks),
    '$keys_domain'(Sources, SD), '$keys_domain'(Sinks, ED),
    First in SD,
    '$automaton'(Seq, First, Last, Tuples),
    '$tuples_in'(Tuples, Table),
    Last in ED.
'$number_states'([], _, []).
'$number_states'([N|Ns], I, [N-I|Is]) :- I1 is I + 1, '$number_states'(Ns, I1, Is).
'$automaton'([], S, S, []).
'$automaton'([X|Xs], S0, S, [[S0, X, S1]|Ts]) :- '$automaton'(Xs, S1, S, Ts).

% Whenever a task starts, all running tasks together must not exceed the limit.
cumulative(Tasks) :- cumulative(Tasks, [limit(1)]).
cumulative(Tasks, Options) :-
    must_be(list, Tasks), must_be(list, Options),
    ( Options = [] -> L = 1 ; Options = [limit(L)] -> must_be(integer, L) ; throw(error(domain_error(cumulative_options_empty_or_limit, Options), _)) ),
    '$tasks_end'(Tasks),
    '$cumulative'(Tasks, Tasks, L).
'$tasks_end'([]).
'$tasks_end'([task(S, D, E, C, _)|Ts]) :- D #>= 0, C #>= 0, S + D #= E, '$tasks_end'(Ts).
'$cumulative'([], _, _).
'$cumulative'([T|Ts], All, L) :- T = task(S, _, _, C, _), '$running'(All, T, S, Us), sum([C|Us], #=<, L), '$cumulative'(Ts, All, L).
'$running'([], _, _, []).
'$running'([T|Ts], Own, At, Us) :- T == Own, !, '$running'(Ts, none, At, Us).
'$running'([task(S, _, E, C, _)|Ts], Own, At, [U|Us]) :- B #<==> (S #=< At #/\ At #< E), U #= B * C, '$running'(Ts, Own, At, Us).

disjoint2(Rs) :- must_be(list, Rs), '$disjoint2'(Rs).
'$disjoint2'([]).
'$disjoint2'([R|Rs]) :- '$disjoint_from'(Rs, R), '$disjoint2'(Rs).
'$disjoint_from'([], _).
'$disjoint_from'([R2|Rs], R) :-
    R =.. [_, X, W, Y, H], R2 =.. [_, X2, W2, Y2, H2],
    X + W #=< X2 #\/ X2 + W2 #=< X #\/ Y + H #=< Y2 #\/ Y2 + H2 #=< Y,
    '$disjoint_from'(Rs, R).

zcompare(O, A, B) :-
    ( nonvar(O) -> '$zcompare'(O, A, B)
    ; '$fd_variable'(A), '$fd_variable'(B),
      '$fd_bound'(inf, A, AL), '$fd_bound'(sup, A, AH), '$fd_bound'(inf, B, BL), '$fd_bound'(sup, B, BH),
      ( integer(AH), integer(BL), AH < BL -> O = (<)
      ; integer(AL), integer(BH), AL > BH -> O = (>)
      ; A == B -> O = (=)
      ; integer(AL), AL == AH, AL == BL, AL == BH -> O = (=)
      ; freeze(O, '$zcompare'(O, A, B))
      )
    ).
'$zcompare'(=, A, B) :- A #= B.
'$zcompare'(<, A, B) :- A #< B.
'$zcompare'(>, A, B) :- A #> B.

transpose(Ls, Rs) :- must_be(list(list), Ls), '$transpose'(Ls, Rs).
'$transpose'([], []).
'$transpose'([L|Ls], Rs) :- '$transpose'(L, [L|Ls], Rs).
'$transpose'([], _, []).
'$transpose'([_|T], Rows, [R|Rs]) :- '$heads_tails'(Rows, R, Rests), '$transpose'(T, Rests, Rs).
'$heads_tails'([], [], []).
'$heads_tails'([[X|Xs]|Rows], [X|Hs], [Xs|Ts]) :- '$heads_tails'(Rows, Hs, Ts).

% --- reification

L #<==> R :- '$reify'(L, B), '$reify'(R, B).
L #==> R :- '$reify'(L, A), '$reify'(R, B), '$fd_implies'(A, B).
L #<== R :- R #==> L.
L #\/ R :- '$reify'(L, A), '$reify'(R, B), '$fd_connect'(#\/, A, B, 1).
L #/\ R :- '$reify'(L, 1), '$reify'(R, 1).
L #\ R :- '$reify'(L, A), '$reify'(R, B), '$fd_connect'(#\, A, B, 1).
#\ Q :- '$reify'(Q, 0).

'$reify'(E, B) :- var(E), !, '$fd_in'(E, 0..1), E = B.
'$reify'(E, B) :- integer(E), !, ( E =:= 0 -> B = 0 ; E =:= 1 -> B = 1 ; throw(error(domain_error(clpfd_reifiable_expression, E), _)) ).
'$reify'(L #= R, B) :- !, '$truth'(B), '$fd_truth'(#=, L, R, B).
'$reify'(L #\= R, B) :- !, '$truth'(B), '$fd_truth'(#\=, L, R, B).
'$reify'(L #>= R, B) :- !, '$truth'(B), '$fd_truth'(#>=, L, R, B).
'$reify'(L #=< R, B) :- !, '$truth'(B), '$fd_truth'(#=<, L, R, B).
'$reify'(L #> R, B) :- !, '$truth'(B), '$fd_truth'(#>, L, R, B).
'$reify'(L #< R, B) :- !, '$truth'(B), '$fd_truth'(#<, L, R, B).
'$reify'(X in D, B) :- !, '$truth'(B), '$fd_in_truth'(X, D, B).
'$reify'(tuples_in(Ts, R), B) :- !, '$truth'(B), '$reify_tuples'(Ts, R, Bs), '$all_hold'(Bs, B).
'$reify'(finite_domain(X), B) :- !, ( finite_domain(X) -> B = 1 ; throw(error(instantiation_error, _)) ).
'$reify'(#\ Q, B) :- !, '$reify'(Q, A), '$truth'(B), '$fd_negate'(A, B).
'$reify'(L #/\ R, B) :- !, '$reify_both'(#/\, L, R, B).
'$reify'(L #\/ R, B) :- !, '$reify_both'(#\/, L, R, B).
'$reify'(L #\ R, B) :- !, '$reify_both'(#\, L, R, B).
'$reify'(L #==> R, B) :- !, '$reify'((#\ L) #\/ R, B).
'$reify'(L #<== R, B) :- !, '$reify'(R #==> L, B).
'$reify'(L #<==> R, B) :- !, '$reify'(L, A1), '$reify'(R, A2), '$truth'(B), '$fd_truth'(#=, A1, A2, B).
'$reify'(E, _) :- throw(error(domain_error(clpfd_reifiable_expression, E), _)).
'$truth'(B) :- '$fd_in'(B, 0..1).
'$reify_both'(C, L, R, B) :- '$reify'(L, A1), '$reify'(R, A2), '$truth'(B), '$fd_connect'(C, A1, A2, B).
'$reify_tuples'([], _, []).
'$reify_tuples'([T|Ts], R, [B|Bs]) :- '$truth'(B), '$fd_tuple_truth'(T, R, B), '$reify_tuples'(Ts, R, Bs).
'$all_hold'([B], B) :- !.
'$all_hold'([B1|Bs], B) :- '$all_hold'(Bs, B2), '$fd_connect'(#/\, B1, B2, B).
'$all_hold'([], 1).

% --- labelling

indomain(X) :- label([X]).
label(Vs) :- labeling([], Vs).
labeling(Options, Vars) :-
    must_be(list, Options),
    must_be(list, Vars),
    '$finite'(Vars),
    '$label'(Options, Options, default(leftmost), default(up), default(step), [], Vars).
'$finite'([]).
'$finite'([V|Vs]) :- '$is_finite'(V), '$finite'(Vs).
'$is_finite'(V) :- integer(V), !.
'$is_finite'(V) :- var(V), !, ( finite_domain(V) -> true ; throw(error(instantiation_error, _)) ).
'$is_finite'(V) :- throw(error(type_error(integer, V), _)).
'$label'([O|_], _, _, _, _, _, _) :- var(O), !, throw(error(instantiation_error, _)).
'$label'([O|Os], All, S, Or, C, Opt, Vars) :- '$selection'(O), !, '$once_only'(S, All), '$label'(Os, All, set(O), Or, C, Opt, Vars).
'$label'([O|Os], All, S, Or, C, Opt, Vars) :- '$order'(O), !, '$once_only'(Or, All), '$label'(Os, All, S, set(O), C, Opt, Vars).
'$label'([O|Os], All, S, Or, C, Opt, Vars) :- '$choice'(O), !, '$once_only'(C, All), '$label'(Os, All, S, Or, set(O), Opt, Vars).
'$label'([O|Os], All, S, Or, C, Opt, Vars) :- '$optimisation'(O), !, '$label'(Os, All, S, Or, C, [O|Opt], Vars).
'$label'([O|_], _, _, _, _, _, _) :- throw(error(domain_error(labeling_option, O), _)).
'$label'([], _, S0, O0, C0, Opt, Vars) :-
    arg(1, S0, S), arg(1, O0, O), arg(1, C0, C),
    ( Opt == [] -> '$search'(Vars, S, O, C)
    ; reverse(Opt, Opts), '$optimise'(Opts, Vars, S, O, C)
    ).
'$once_only'(default(_), _).
'$once_only'(set(_), All) :- throw(error(domain_error(nonrepeating_labeling_options, All), _)).
'$selection'(leftmost).
'$selection'(ff).
'$selection'(ffc).
'$selection'(min).
'$selection'(max).
'$order'(up).
'$order'(down).
'$choice'(step).
'$choice'(enum).
'$choice'(bisect).
'$optimisation'(min(_)).
'$optimisation'(max(_)).

'$search'(Vars, S, O, C) :-
    ( '$fd_select'(Vars, S, V, Rest) -> '$branch'(C, O, V, Rest, Vars, S) ; true ).
'$branch'(step, up, V, Rest, Vars, S) :- '$fd_bound'(inf, V, X), '$step_up'(X, V, Rest, Vars, S).
'$branch'(step, down, V, Rest, Vars, S) :- '$fd_bound'(sup, V, X), '$step_down'(X, V, Rest, Vars, S).
'$branch'(enum, O, V, Rest, _, S) :- '$enum'(O, V), '$search'(Rest, S, O, enum).
'$branch'(bisect, O, V, _, Vars, S) :-
    '$fd_bound'(inf, V, L), '$fd_bound'(sup, V, H),
    M is (L + H) >> 1,
    '$bisect'(O, V, M), '$search'(Vars, S, O, bisect).
'$step_up'(X, X, Rest, _, S) :- '$search'(Rest, S, up, step).
'$step_up'(X, V, _, Vars, S) :- '$fd_remove'(V, X), '$search'(Vars, S, up, step).
'$step_down'(X, X, Rest, _, S) :- '$search'(Rest, S, down, step).
'$step_down'(X, V, _, Vars, S) :- '$fd_remove'(V, X), '$search'(Vars, S, down, step).
'$enum'(up, V) :- '$fd_bound'(inf, V, L), '$enum_up'(L, V).
'$enum'(down, V) :- '$fd_domain'(V, _), findall(V, '$enum'(up, V), Xs0), reverse(Xs0, Xs), member(V, Xs).
'$enum_up'(X, V) :- ( '$fd_next'(V, X, Y) -> ( V = X ; '$enum_up'(Y, V) ) ; V = X ).
'$bisect'(up, V, M) :- ( V #=< M ; V #> M ).
'$bisect'(down, V, M) :- ( V #> M ; V #=< M ).

% Branch and bound: first all answers with the best value of the expression, then all answers with
% the next best value.
'$optimise'([Opt|Opts], Vars, S, O, C) :-
    Opt =.. [Kind, Expr],
    V #= Expr,
    '$optimise'(Kind, V, Opts, Vars, S, O, C).
'$optimise'(Kind, V, Opts, Vars, S, O, C) :-
    '$best'(Kind, V, Vars, S, O, C, Best),
    ( V = Best, ( Opts == [] -> '$search'(Vars, S, O, C) ; '$optimise'(Opts, Vars, S, O, C) )
    ; ( Kind == max -> V #< Best ; V #> Best ), '$optimise'(Kind, V, Opts, Vars, S, O, C)
    ).
'$best'(Kind, V, Vars, S, O, C, Best) :-
    State = best(none),
    (   '$improve'(Kind, V, Vars, S, O, C, State),
        fail
    ;   arg(1, State, Best), Best \== none
    ).
'$improve'(Kind, V, Vars, S, O, C, State) :-
    repeat,
    arg(1, State, B0),
    ( once(( '$better'(B0, Kind, V), '$search'(Vars, S, O, C), '$extreme'(Kind, V, B) )) -> nb_setarg(1, State, B), fail
    ; !
    ).
'$better'(none, _, _) :- !.
'$better'(B, max, V) :- V #> B.
'$better'(B, min, V) :- V #< B.
'$extreme'(max, V, B) :- '$fd_bound'(sup, V, B), integer(B).
'$extreme'(min, V, B) :- '$fd_bound'(inf, V, B), integer(B).
