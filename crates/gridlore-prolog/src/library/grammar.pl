% Definite clause grammars, lambda expressions and attributed variables.

expand_term(X, Y) :- var(X), !, Y = X.
expand_term(X, Y) :- '$user_expansion'(X, X1), !, '$expand_all'(X1, Y).
expand_term((H --> B), C) :- !, dcg_translate_rule((H --> B), C).
expand_term(X, X).
'$expand_all'(X, Y) :- X = (_ --> _), !, dcg_translate_rule(X, Y).
'$expand_all'(X, X).
'$user_expansion'(X, Y) :- current_predicate(term_expansion/2), call(term_expansion, X, Y).
expand_goal(G, G).

dcg_translate_rule(((H, PB) --> B), (H1 :- Body)) :- !,
    '$dcg_extend'(H, S0, S, H1),
    '$dcg_body'(B, S0, S1, B1),
    '$dcg_terminals'(PB, S, S1, B2),
    Body = (B1, B2).
dcg_translate_rule((H --> B), (H1 :- B1)) :-
    '$dcg_check'(H),
    '$dcg_extend'(H, S0, S, H1),
    '$dcg_body'(B, S0, S, B1).
'$dcg_check'(H) :- var(H), !, throw(error(instantiation_error, _)).
'$dcg_check'(H) :- callable(H), !.
'$dcg_check'(H) :- throw(error(type_error(callable, H), _)).
'$dcg_extend'(M:H, S0, S, M:H1) :- !, '$dcg_extend'(H, S0, S, H1).
'$dcg_extend'(H, S0, S, H1) :- H =.. L0, append(L0, [S0, S], L), H1 =.. L.
'$dcg_body'(V, S0, S, phrase(V, S0, S)) :- var(V), !.
'$dcg_body'((A, B), S0, S, (A1, B1)) :- !, '$dcg_body'(A, S0, S1, A1), '$dcg_body'(B, S1, S, B1).
'$dcg_body'((A ; B), S0, S, (A1 ; B1)) :- !, '$dcg_body'(A, S0, S, A1), '$dcg_body'(B, S0, S, B1).
'$dcg_body'((A | B), S0, S, (A1 ; B1)) :- !, '$dcg_body'(A, S0, S, A1), '$dcg_body'(B, S0, S, B1).
'$dcg_body'((A -> B), S0, S, (A1 -> B1)) :- !, '$dcg_body'(A, S0, S1, A1), '$dcg_body'(B, S1, S, B1).
'$dcg_body'((A *-> B), S0, S, (A1 *-> B1)) :- !, '$dcg_body'(A, S0, S1, A1), '$dcg_body'(B, S1, S, B1).
'$dcg_body'(\+ A, S0, S, (\+ A1, S0 = S)) :- !, '$dcg_body'(A, S0, _, A1).
'$dcg_body'(!, S0, S, (!, S0 = S)) :- !.
'$dcg_body'([], S0, S, S0 = S) :- !.
'$dcg_body'({}, S0, S, S0 = S) :- !.
'$dcg_body'({G}, S0, S, (G, S0 = S)) :- !.
'$dcg_body'(L, S0, S, G) :- is_list(L), !, '$dcg_terminals'(L, S0, S, G).
'$dcg_body'(L, S0, S, G) :- string(L), !, string_codes(L, Cs), '$dcg_terminals'(Cs, S0, S, G).
'$dcg_body'(call(G), S0, S, call(G, S0, S)) :- !.
'$dcg_body'(C, S0, S, G) :- compound(C), C =.. [call|Args], !, append(Args, [S0, S], As), G =.. [call|As].
'$dcg_body'(M:A, S0, S, M:A1) :- !, '$dcg_body'(A, S0, S, A1).
'$dcg_body'(A, S0, S, A1) :- '$dcg_check'(A), '$dcg_extend'(A, S0, S, A1).
'$dcg_terminals'(L, S0, S, S0 = L1) :- string(L), !, string_codes(L, Cs), append(Cs, S, L1).
'$dcg_terminals'(L, S0, S, S0 = L1) :- append(L, S, L1).
phrase(G, L) :- phrase(G, L, []).
phrase(G, L, R) :-
    ( var(G) -> throw(error(instantiation_error, _)) ; true ),
    '$check_partial_list'(L), '$check_partial_list'(R),
    '$dcg_body'(G, S0, S, B), S0 = L, S = R, call(B).

% --- lambda expressions

'>>'(Ps, B) :- '$lambda'(Ps, B, []).
'>>'(Ps, B, A1) :- '$lambda'(Ps, B, [A1]).
'>>'(Ps, B, A1, A2) :- '$lambda'(Ps, B, [A1, A2]).
'>>'(Ps, B, A1, A2, A3) :- '$lambda'(Ps, B, [A1, A2, A3]).
'>>'(Ps, B, A1, A2, A3, A4) :- '$lambda'(Ps, B, [A1, A2, A3, A4]).
'>>'(Ps, B, A1, A2, A3, A4, A5) :- '$lambda'(Ps, B, [A1, A2, A3, A4, A5]).
'>>'(Ps, B, A1, A2, A3, A4, A5, A6) :- '$lambda'(Ps, B, [A1, A2, A3, A4, A5, A6]).
'>>'(Ps, B, A1, A2, A3, A4, A5, A6, A7) :- '$lambda'(Ps, B, [A1, A2, A3, A4, A5, A6, A7]).
'$lambda'(Ps0, B0, As) :-
    '$copy_lambda'(Ps0, B0, Ps, B),
    '$bind_lambda'(Ps, As, Rest),
    ( Rest == [] -> call(B) ; G =.. [call, B|Rest], call(G) ).
'$copy_lambda'(Free/Ps0, B0, Ps, B) :- !, copy_term_nat(Free/Ps0>>B0, Free/Ps>>B).
'$copy_lambda'(Ps0, B0, Ps, B) :- copy_term_nat(Ps0>>B0, Ps>>B).
'$bind_lambda'([], Rest, Rest) :- !.
'$bind_lambda'(Ps, [], []) :- is_list(Ps), !.
'$bind_lambda'([P|Ps], [A|As], Rest) :- P = A, '$bind_lambda'(Ps, As, Rest).
'/'(Free, L) :- '$free_lambda'(Free, L, []).
'/'(Free, L, A1) :- '$free_lambda'(Free, L, [A1]).
'/'(Free, L, A1, A2) :- '$free_lambda'(Free, L, [A1, A2]).
'/'(Free, L, A1, A2, A3) :- '$free_lambda'(Free, L, [A1, A2, A3]).
'/'(Free, L, A1, A2, A3, A4) :- '$free_lambda'(Free, L, [A1, A2, A3, A4]).
'$free_lambda'(Free, L0, As) :- copy_term_nat(Free/L0, Free/L), G =.. [call, L|As], call(G).

% --- attributed variables: hooks that run when a variable is bound

'$wake'([]).
'$wake'([G|Gs]) :- '$wake_one'(G), '$wake'(Gs).
'$wake_one'(wake(Atts, Value)) :- '$call_hooks'(Atts, Value).
'$wake_one'(call(G)) :- '$run_cleanup'(G).
'$call_hooks'([], _).
'$call_hooks'(att(Module, Value, Rest), Other) :-
    '$attr_hook'(Module, Value, Other),
    '$call_hooks'(Rest, Other).
'$attr_hook'(freeze, G, Y) :- !,
    ( attvar(Y) ->
        ( get_attr(Y, freeze, G2) -> put_attr(Y, freeze, '$and'(G2, G)) ; put_attr(Y, freeze, G) )
    ; var(Y) -> put_attr(Y, freeze, G)
    ; '$thaw'(G)
    ).
'$attr_hook'(dif, Gs, Y) :- !,
    ( var(Y) ->
        ( get_attr(Y, dif, Gs2) -> append(Gs2, Gs, All), put_attr(Y, dif, All) ; put_attr(Y, dif, Gs) )
    ; true
    ),
    '$check_difs'(Gs).
'$attr_hook'(when, Gs, Y) :- !,
    ( var(Y) ->
        ( get_attr(Y, when, Gs2) -> append(Gs2, Gs, All), put_attr(Y, when, All) ; put_attr(Y, when, Gs) )
    ; true
    ),
    '$check_whens'(Gs).
'$attr_hook'(Module, Value, Other) :- attr_unify_hook_of(Module, Value, Other).
attr_unify_hook_of(_, Value, Other) :- current_predicate(attr_unify_hook/2), !, call(attr_unify_hook, Value, Other).
attr_unify_hook_of(Module, _, _) :- throw(error(existence_error(procedure, Module:attr_unify_hook/2), _)).

freeze(X, G) :- var(X), !, '$with_module'(G, Q),
    ( get_attr(X, freeze, G0) -> put_attr(X, freeze, '$and'(G0, Q)) ; put_attr(X, freeze, Q) ).
freeze(_, G) :- call(G).
'$with_module'(G, Q) :- ( nonvar(G), G = _:_ -> Q = G ; Q = user:G ).
'$thaw'('$and'(A, B)) :- !, '$thaw'(A), '$thaw'(B).
'$thaw'(G) :- call(G).
frozen(X, G) :- copy_term(X, X, Gs), '$conjunction'(Gs, G).
'$conjunction'([], true).
'$conjunction'([G], G) :- !.
'$conjunction'([G|Gs], (G, R)) :- '$conjunction'(Gs, R).

% dif(X, Y): an attribute holds the pairs of terms that must not become equal.
dif(X, Y) :- ?=(X, Y), !, X \== Y.
dif(X, Y) :- unifiable(X, Y, L), D = dif(X, Y, _), '$dif_variables'(L, D).
'$dif_variables'([], _).
'$dif_variables'([V=W|L], D) :- '$dif_on'(V, D), ( var(W) -> '$dif_on'(W, D) ; true ), '$dif_variables'(L, D).
'$dif_on'(V, D) :- ( get_attr(V, dif, Ds) -> append(Ds, [D], Ds1), put_attr(V, dif, Ds1) ; put_attr(V, dif, [D]) ).
'$check_difs'([]).
'$check_difs'([dif(X, Y, Done)|Ds]) :-
    ( Done == done -> true
    ; X == Y -> fail
    ; X \= Y -> Done = done
    ; unifiable(X, Y, L), '$dif_again'(L, dif(X, Y, Done))
    ),
    '$check_difs'(Ds).
'$dif_again'([], _).
'$dif_again'([V=W|L], D) :- '$dif_once'(V, D), ( var(W) -> '$dif_once'(W, D) ; true ), '$dif_again'(L, D).
'$dif_once'(V, D) :- ( get_attr(V, dif, Ds), '$memberq'(D, Ds) -> true ; '$dif_on'(V, D) ).

% when(Condition, Goal): an attribute holds the suspended goals.
when(C, G) :- var(C), !, throw(error(instantiation_error, _)), G = G.
when(C, G) :- '$when_check'(C), '$when_state'(C, S), ( S == true -> call(G) ; '$with_module'(G, Q), '$when_wait'(C, when(C, Q, _)) ).
'$when_check'(C) :- var(C), !, throw(error(instantiation_error, _)).
'$when_check'(nonvar(_)) :- !.
'$when_check'(ground(_)) :- !.
'$when_check'(?=(_, _)) :- !.
'$when_check'((A, B)) :- !, '$when_check'(A), '$when_check'(B).
'$when_check'((A ; B)) :- !, '$when_check'(A), '$when_check'(B).
'$when_check'(C) :- throw(error(domain_error(when_condition, C), _)).
'$when_state'(nonvar(X), S) :- !, ( nonvar(X) -> S = true ; S = wait ).
'$when_state'(ground(X), S) :- !, ( ground(X) -> S = true ; S = wait ).
'$when_state'(?=(X, Y), S) :- !, ( ?=(X, Y) -> S = true ; S = wait ).
'$when_state'((A, B), S) :- !, '$when_state'(A, S1), ( S1 == true -> '$when_state'(B, S) ; S = wait ).
'$when_state'((A ; B), S) :- '$when_state'(A, S1), ( S1 == true -> S = true ; '$when_state'(B, S) ).
'$when_wait'(C, W) :- '$when_variables'(C, Vs), '$when_on'(Vs, W).
'$when_variables'(ground(X), [V]) :- !, term_variables(X, [V|_]).
'$when_variables'(C, Vs) :- term_variables(C, Vs).
'$when_on'([], _).
'$when_on'([V|Vs], W) :- ( get_attr(V, when, Ws) -> append(Ws, [W], Ws1), put_attr(V, when, Ws1) ; put_attr(V, when, [W]) ), '$when_on'(Vs, W).
'$check_whens'([]).
'$check_whens'([W|Ws]) :- W = when(C, G, Done),
    ( Done == done -> true
    ; '$when_state'(C, S), S == true -> Done = done, call(G)
    ; '$when_wait'(C, W)
    ),
    '$check_whens'(Ws).

% --- residual goals

copy_term(X, Y, Gs) :-
    term_attvars(X, Vs),
    ( Vs == [] -> Gs = [], copy_term_nat(X, Y)
    ; '$residuals'(Vs, Gs0), copy_term_nat(X-Gs0, Y-Gs)
    ).
'$residuals'(Vs0, Gs) :-
    '$fd_closure'(Vs0, Vs),
    '$fd_goals'(Vs, Ls0),
    '$residual_lists'(Vs, Ls0, Ls),
    append(Ls, Gs0), '$unique'(Gs0, [], Gs).
'$residual_lists'([], [], []).
'$residual_lists'([V|Vs], [F|Fs], [F, Gs|Ls]) :- '$attribute_goals'(V, Gs, []), '$residual_lists'(Vs, Fs, Ls).
'$unique'([], _, []).
'$unique'([G|Gs], Seen, R) :- ( '$memberq'(G, Seen) -> R = R1 ; R = [G|R1] ), '$unique'(Gs, [G|Seen], R1).
'$attribute_goals'(V, Gs, Tail) :- ( get_attrs(V, As) -> '$goals_of'(As, V, Gs, Tail) ; Gs = Tail ).
'$goals_of'([], _, Gs, Gs).
'$goals_of'(att(M, Value, Rest), V, Gs, Tail) :- '$goals_of'(M, Value, V, Gs, Gs1), '$goals_of'(Rest, V, Gs1, Tail).
'$goals_of'(freeze, G, V, Gs, Tail) :- !, '$freeze_goals'(G, V, Gs, Tail).
'$goals_of'(dif, Ds, _, Gs, Tail) :- !, '$dif_goals'(Ds, Gs, Tail).
'$goals_of'(when, Ws, _, Gs, Tail) :- !, '$when_goals'(Ws, Gs, Tail).
'$goals_of'(M, Value, V, [put_attr(V, M, Value)|Gs], Gs).
'$freeze_goals'('$and'(A, B), V, Gs, Tail) :- !, '$freeze_goals'(A, V, Gs, Gs1), '$freeze_goals'(B, V, Gs1, Tail).
'$freeze_goals'(G, V, [freeze(V, G)|Gs], Gs).
'$dif_goals'([], Gs, Gs).
'$dif_goals'([dif(X, Y, D)|Ds], Gs, Tail) :- ( D == done -> Gs = Gs1 ; '$dif_goal'(X, Y, G), Gs = [G|Gs1] ), '$dif_goals'(Ds, Gs1, Tail).
'$dif_goal'(X, Y, dif(V, W)) :- compound(X), compound(Y), unifiable(X, Y, L0), !, reverse(L0, L), '$dif_sides'(L, Vs, Ws), '$dif_term'(Vs, V), '$dif_term'(Ws, W).
'$dif_goal'(X, Y, dif(X, Y)).
'$dif_sides'([], [], []).
'$dif_sides'([V=W|L], [V|Vs], [W|Ws]) :- '$dif_sides'(L, Vs, Ws).
'$dif_term'([V], V) :- !.
'$dif_term'(Vs, T) :- T =.. [f|Vs].
'$when_goals'([], Gs, Gs).
'$when_goals'([when(C, G, D)|Ws], Gs, Tail) :- ( D == done -> Gs = Gs1 ; G = '$residual_goal'(Plain) -> Gs = [Plain|Gs1] ; Gs = [when(C, G)|Gs1] ), '$when_goals'(Ws, Gs1, Tail).
call_residue_vars(G, Vs) :- call(G), term_attvars(G, Vs).
