% Control, solution collection, exceptions and the database, built on the builtins in Rust.

true.
otherwise.
fail :- fail.
false :- fail.
repeat.
repeat :- repeat.

once(G) :- call(G), !.
ignore(G) :- ( call(G) -> true ; true ).
forall(C, A) :- \+ ( call(C), \+ call(A) ).
apply(G, Extra) :- must_be(list, Extra), G =.. L0, append(L0, Extra, L), G2 =.. L, call(G2).

% --- collecting all solutions

findall(T, G, L) :- '$check_partial_list'(L), findall(T, G, L, []).
findall(T, G, L, Tail) :-
    '$collect',
    ( call(G), '$collect'(T), fail
    ; '$collected'(L0, Tail)
    ),
    L = L0.

'$check_partial_list'(L) :-
    '$skip_list'(L, _, End),
    ( var(End) -> true ; End == [] -> true ; throw(error(type_error(list, L), _)) ).

limit(N, G) :-
    N > 0,
    State = count(0),
    call(G),
    arg(1, State, C0),
    C is C0 + 1,
    ( C =:= N -> ! ; nb_setarg(1, State, C) ).
call_nth(G, N) :-
    integer(N), !,
    State = count(0),
    call(G),
    arg(1, State, C0),
    C is C0 + 1,
    nb_setarg(1, State, C),
    C =:= N, !.
call_nth(G, N) :-
    State = count(0),
    call(G),
    arg(1, State, C0),
    N is C0 + 1,
    nb_setarg(1, State, N).
offset(N, G) :-
    State = count(0),
    call(G),
    arg(1, State, C0),
    ( C0 < N -> C is C0 + 1, nb_setarg(1, State, C), fail ; true ).

aggregate_all(Spec, _, _) :- var(Spec), !, throw(error(instantiation_error, _)).
aggregate_all(count, G, C) :- !, '$collect', ( call(G), '$collect'(x), fail ; '$collected_count'(C0) ), C = C0.
aggregate_all(count(T), G, C) :- !, findall(T, G, L), length(L, C).
aggregate_all(sum(E), G, S) :- !, findall(E, G, L), '$sum_expressions'(L, 0, S).
aggregate_all(bag(T), G, L) :- !, findall(T, G, L).
aggregate_all(set(T), G, S) :- !, findall(T, G, L), sort(L, S).
aggregate_all(max(E), G, M) :- !, findall(E, G, [H|T]), '$values'([H|T], [V|Vs]), foldl('$larger', Vs, V, M).
aggregate_all(min(E), G, M) :- !, findall(E, G, [H|T]), '$values'([H|T], [V|Vs]), foldl('$smaller', Vs, V, M).
aggregate_all(max(E, W), G, max(M, MW)) :- !, findall(E-W, G, [V0-W0|T]), V is V0, '$max_witness'(T, V, W0, M, MW).
aggregate_all(min(E, W), G, min(M, MW)) :- !, findall(E-W, G, [V0-W0|T]), V is V0, '$min_witness'(T, V, W0, M, MW).
aggregate_all(Spec, G, R) :-
    compound(Spec), Spec =.. [F|Args], !,
    findall(Args, G, Rows),
    '$columns'(Args, Rows, Columns),
    maplist('$aggregate_column', Args, Columns, Results),
    R =.. [F|Results].
aggregate_all(Spec, _, _) :- throw(error(domain_error(aggregate_spec, Spec), _)).
% With a discriminator, each of its values is counted once.
aggregate_all(Spec, _, _, _) :- var(Spec), !, throw(error(instantiation_error, _)).
aggregate_all(count, D, G, C) :- !, findall(D, G, L0), sort(L0, L), length(L, C).
aggregate_all(Spec, D, G, R) :-
    Spec =.. [F, E], !,
    findall(D-E, G, L0), sort(L0, L), Spec1 =.. [F, X], aggregate_all(Spec1, member(_-X, L), R).
aggregate_all(Spec, _, G, R) :- aggregate_all(Spec, G, R).

'$values'([], []).
'$values'([E|Es], [V|Vs]) :- '$value'(E, V), '$values'(Es, Vs).
'$value'(E, V) :- ( catch(V0 is E, error(type_error(_, _), _), fail) -> V = V0 ; V = E ).
'$sum_expressions'([], S, S).
'$sum_expressions'([E|Es], S0, S) :- S1 is S0 + E, '$sum_expressions'(Es, S1, S).
'$larger'(X, Y, Z) :- ( number(X), number(Y) -> Z is max(X, Y) ; X @> Y -> Z = X ; Z = Y ).
'$smaller'(X, Y, Z) :- ( number(X), number(Y) -> Z is min(X, Y) ; X @< Y -> Z = X ; Z = Y ).
'$max_witness'([], M, W, M, W).
'$max_witness'([E-W1|T], M0, W0, M, W) :-
    V is E,
    ( V > M0 -> '$max_witness'(T, V, W1, M, W) ; '$max_witness'(T, M0, W0, M, W) ).
'$min_witness'([], M, W, M, W).
'$min_witness'([E-W1|T], M0, W0, M, W) :-
    V is E,
    ( V < M0 -> '$min_witness'(T, V, W1, M, W) ; '$min_witness'(T, M0, W0, M, W) ).
'$columns'([], _, []).
'$columns'([_|As], Rows, [C|Cs]) :- maplist('$first_rest', Rows, C, Rests), '$columns'(As, Rests, Cs).
'$first_rest'([X|Xs], X, Xs).
'$aggregate_column'(S, C, R) :- S = count, !, length(C, R).
'$aggregate_column'(S, C, R) :- S =.. [N, _], aggregate_all_list(N, C, R).
aggregate_all_list(count, L, R) :- length(L, R).
aggregate_all_list(sum, L, R) :- maplist(arg(1), L, Es), '$sum_expressions'(Es, 0, R).
aggregate_all_list(max, L, R) :- maplist(arg(1), L, Es), '$values'(Es, [V|Vs]), foldl('$larger', Vs, V, R).
aggregate_all_list(min, L, R) :- maplist(arg(1), L, Es), '$values'(Es, [V|Vs]), foldl('$smaller', Vs, V, R).
aggregate_all_list(bag, L, R) :- maplist(arg(1), L, R).
aggregate_all_list(set, L, R) :- maplist(arg(1), L, R0), sort(R0, R).

bagof(T, G, L) :-
    '$free_variables'(T^G, Goal, Vars),
    ( Vars == [] ->
        findall(T, Goal, L), L \== []
    ;   Witness =.. [v|Vars],
        findall(Witness-T, Goal, Pairs), Pairs \== [],
        '$groups'(Pairs, Witness, L)
    ).

setof(T, G, S) :-
    '$free_variables'(T^G, Goal, Vars),
    ( Vars == [] ->
        findall(T, Goal, L), L \== [], sort(L, S)
    ;   Witness =.. [v|Vars],
        findall(Witness-T, Goal, Pairs), Pairs \== [],
        sort(Pairs, Sorted),
        '$groups'(Sorted, Witness, L),
        sort(L, S)
    ).

'$groups'(Pairs, Witness, L) :-
    keysort(Pairs, Sorted),
    '$group'(Sorted, Groups),
    member(Witness-L, Groups).
'$group'([], []).
'$group'([W-T|Pairs], [W-[T|Ts]|Groups]) :- '$same_group'(Pairs, W, Ts, Rest), '$group'(Rest, Groups).
'$same_group'([W2-T|Pairs], W, [T|Ts], Rest) :- W2 =@= W, !, W2 = W, '$same_group'(Pairs, W, Ts, Rest).
'$same_group'(Rest, _, [], Rest).

'$free_variables'(T^G, Goal, Vars) :-
    '$strip_carets'(G, T, Bound, Goal),
    term_variables(Goal, Inner),
    term_variables(Bound, BoundVars),
    '$without'(Inner, BoundVars, Vars).
'$strip_carets'(G, B, B, G) :- var(G), !.
'$strip_carets'(V^G, B0, B, Goal) :- !, '$strip_carets'(G, B0+V, B, Goal).
'$strip_carets'(M:G, B0, B, Goal) :- nonvar(G), atom(M), !, '$strip_carets'(G, B0, B, Goal).
'$strip_carets'(G, B, B, G).
'$without'([], _, []).
'$without'([V|Vs], Bs, Rs) :- ( '$memberq'(V, Bs) -> Rs = Rs1 ; Rs = [V|Rs1] ), '$without'(Vs, Bs, Rs1).
'$memberq'(X, [Y|Ys]) :- ( X == Y -> true ; '$memberq'(X, Ys) ).

% --- exceptions and cleanup

setup_call_cleanup(S, G, C) :- once(S), '$check_goal'(C), '$cleanup'(G, C).
call_cleanup(G, C) :- '$check_goal'(C), '$cleanup'(G, C).
'$check_goal'(G) :- ( var(G) -> throw(error(instantiation_error, _)) ; callable(G) -> true ; throw(error(type_error(callable, G), _)) ).
setup_call_catcher_cleanup(S, G, Catcher, C) :- once(S), '$check_goal'(C), '$cleanup'(G, '$catcher'(Catcher, C)).
% An error in the cleanup is raised, unless the cleanup was itself caused by an exception.
'$run_cleanup'(Goal) :-
    ( Goal = '$reason'(Reason, G) ->
        ( Reason = exception(_) -> catch('$cleanup_by'(G, Reason), _, true) ; '$cleanup_by'(G, Reason) )
    ; true
    ).
'$cleanup_by'(G, _) :- var(G), !, throw(error(instantiation_error, _)).
'$cleanup_by'('$catcher'(Catcher, G), Reason) :- !, ( Reason = Catcher -> ignore(G) ; true ).
'$cleanup_by'(G, _) :- ignore(G).

catch_with_backtrace(G, E, R) :- catch(G, E, R).
print_message(silent, _) :- !.
print_message(informational, _) :- !.
print_message(_, format(F, A)) :- !, format(user_error, F, A), nl(user_error).
print_message(_, E) :- '$print_error'(E).
assertion(G) :- ( \+ \+ catch(G, _, fail) -> true ; throw(error(assertion_failed(G), _)) ).

must_be(Type, X) :- '$must_be'(Type, X).
'$must_be'(Type, X) :- var(X), '$is_type'(Type), \+ Type == var, \+ Type == any, !, throw(error(instantiation_error, _)).
'$must_be'(Type, X) :- '$has_type'(Type, X), !.
'$must_be'(nonneg, X) :- integer(X), !, throw(error(type_error(nonneg, X), _)).
'$must_be'(nonneg, X) :- !, throw(error(type_error(integer, X), _)).
'$must_be'(positive_integer, X) :- integer(X), !, throw(error(type_error(not_less_than_one, X), _)).
'$must_be'(positive_integer, X) :- !, throw(error(type_error(integer, X), _)).
'$must_be'(between(L, H), X) :- ( integer(X) ; number(X) ), !, throw(error(domain_error(between(L, H), X), _)).
'$must_be'(between(L, _), X) :- integer(L), !, throw(error(type_error(integer, X), _)).
'$must_be'(oneof(L), X) :- !, throw(error(domain_error(oneof(L), X), _)).
'$must_be'(list(T), X) :- is_list(X), !, maplist('$must_be'(T), X).
'$must_be'(list_of(T), X) :- is_list(X), !, maplist('$must_be'(T), X).
'$must_be'(list, X) :- '$skip_list'(X, _, E), var(E), !, throw(error(instantiation_error, _)).
'$must_be'(list(_), X) :- !, throw(error(type_error(list, X), _)).
'$must_be'(boolean, X) :- !, throw(error(type_error(bool, X), _)).
'$must_be'(Type, _) :- \+ '$is_type'(Type), !, throw(error(existence_error(type, Type), _)).
'$must_be'(Type, X) :- throw(error(type_error(Type, X), _)).
'$is_type'(Type) :- var(Type), !, throw(error(instantiation_error, _)).
'$is_type'(T) :- memberchk(T, [any, var, nonvar, atom, symbol, atomic, callable, compound, integer, nonneg,
    positive_integer, number, float, string, text, boolean, bool, list, proper_list, list(_), list_of(_),
    list_or_partial, ground, acyclic, between(_, _), oneof(_), pair, rational, char, code, chars, codes,
    order, encoding, cyclic, dict, stream, type, mod]).
is_of_type(Type, _) :- var(Type), !, throw(error(instantiation_error, _)).
is_of_type(Type, X) :- nonvar(X), '$has_type'(Type, X), !.
'$has_type'(any, _).
'$has_type'(var, X) :- var(X).
'$has_type'(nonvar, X) :- nonvar(X).
'$has_type'(atom, X) :- atom(X).
'$has_type'(symbol, X) :- atom(X).
'$has_type'(atomic, X) :- atomic(X).
'$has_type'(callable, X) :- callable(X).
'$has_type'(compound, X) :- compound(X).
'$has_type'(integer, X) :- integer(X).
'$has_type'(nonneg, X) :- integer(X), X >= 0.
'$has_type'(positive_integer, X) :- integer(X), X >= 1.
'$has_type'(number, X) :- number(X).
'$has_type'(float, X) :- float(X).
'$has_type'(string, X) :- string(X).
'$has_type'(text, X) :- ( atom(X) ; string(X) ).
'$has_type'(boolean, X) :- ( X == true ; X == false ).
'$has_type'(bool, X) :- ( X == true ; X == false ).
'$has_type'(list, X) :- is_list(X).
'$has_type'(proper_list, X) :- is_list(X).
'$has_type'(list(T), X) :- is_list(X), \+ ( member(E, X), \+ is_of_type(T, E) ).
'$has_type'(list_of(T), X) :- is_list(X), \+ ( member(E, X), \+ is_of_type(T, E) ).
'$has_type'(list_or_partial, X) :- '$skip_list'(X, _, E), ( var(E) ; E == [] ).
'$has_type'(ground, X) :- ground(X).
'$has_type'(acyclic, X) :- acyclic_term(X).
'$has_type'(between(L, H), X) :- ( integer(L), integer(H) -> integer(X) ; number(X) ), X >= L, X =< H.
'$has_type'(oneof(L), X) :- memberchk(X, L).
'$has_type'(pair, X) :- X = _-_.
instantiation_error(_) :- throw(error(instantiation_error, _)).
type_error(T, V) :- throw(error(type_error(T, V), _)).
domain_error(D, V) :- throw(error(domain_error(D, V), _)).
existence_error(T, V) :- throw(error(existence_error(T, V), _)).
permission_error(A, T, C) :- throw(error(permission_error(A, T, C), _)).
resource_error(R) :- throw(error(resource_error(R), _)).
representation_error(R) :- throw(error(representation_error(R), _)).
syntax_error(M) :- throw(error(syntax_error(M), _)).

call_with_inference_limit(G, L, R) :-
    '$choices'(B),
    '$limit'(L, Before),
    catch(( call(G), '$choices'(A) ), E, true),
    ( E == inference_limit_exceeded -> '$limit'(-1, Before), R0 = inference_limit_exceeded
    ; nonvar(E) -> '$limit'(-1, Before), throw(E)
    ; '$limit'(-1, Before), A0 is A - 1, ( A0 =< B -> R0 = (!) ; R0 = true )
    ),
    R = R0.

call_with_time_limit(T, G) :-
    must_be(number, T),
    '$deadline'(T, Before),
    (   catch(G, E, true)
    ->  '$deadline'(0, Before), ( nonvar(E) -> throw(E) ; true )
    ;   '$deadline'(0, Before), fail
    ).

% --- the database

clause(H, B) :- '$clauses'(H, access, Refs), member(R, Refs), '$clause_parts'(R, H, B).
retract(C) :- '$split_clause'(C, H, B), '$clauses'(H, modify, Refs), '$retract'(Refs, H, B).
'$retract'([R|Rs], H, B) :- Rs == [], !, '$clause_parts'(R, H, B), '$erase'(R).
'$retract'([R|Rs], H, B) :- ( '$clause_parts'(R, H, B), '$erase'(R) ; '$retract'(Rs, H, B) ).
'$split_clause'(C, _, _) :- var(C), !, throw(error(instantiation_error, _)).
'$split_clause'(M:C, M:H, B) :- !, '$split_clause'(C, H, B).
'$split_clause'((H :- B), H, B) :- !.
'$split_clause'(H, H, true).
retractall(H) :- '$retractall'(H).
abolish(PI) :- '$plain'(PI, M, P), '$check_indicator'(P), P = N/A, '$abolish'(M:N, A).
'$check_indicator'(P) :- var(P), !, throw(error(instantiation_error, _)).
'$check_indicator'(_/_) :- !.
'$check_indicator'(P) :- throw(error(type_error(predicate_indicator, P), _)).
abolish(N, A) :- '$abolish'(N, A).
dynamic(PIs) :- '$each_indicator'(PIs, '$dynamic').
discontiguous(PIs) :- '$each_indicator'(PIs, '$discontiguous').
'$each_indicator'(X, G) :- '$each_indicator'(X, user, G).
'$each_indicator'(X, _, _) :- var(X), !, throw(error(instantiation_error, _)).
'$each_indicator'((A, B), M, G) :- !, '$each_indicator'(A, M, G), '$each_indicator'(B, M, G).
'$each_indicator'([], _, _) :- !.
'$each_indicator'([A|B], M, G) :- !, '$each_indicator'(A, M, G), '$each_indicator'(B, M, G).
'$each_indicator'(M:X, _, G) :- !, '$each_indicator'(X, M, G).
'$each_indicator'(X as _, M, G) :- !, '$each_indicator'(X, M, G).
'$each_indicator'(N/A, M, G) :- !, call(G, M:N, A).
'$each_indicator'(N//A, M, G) :- !, A2 is A + 2, call(G, M:N, A2).
'$each_indicator'(X, _, _) :- throw(error(type_error(predicate_indicator, X), _)).
multifile(_).
module_transparent(_).
meta_predicate(X) :- '$each_meta'(X, user).
'$each_meta'(X, _) :- var(X), !, throw(error(instantiation_error, _)).
'$each_meta'((A, B), M) :- !, '$each_meta'(A, M), '$each_meta'(B, M).
'$each_meta'([], _) :- !.
'$each_meta'([A|B], M) :- !, '$each_meta'(A, M), '$each_meta'(B, M).
'$each_meta'(M:X, _) :- !, '$each_meta'(X, M).
'$each_meta'(H, M) :- '$meta_predicate'(M:H).
public(_).
table(_) :- throw(error(existence_error(feature, tabling), _)).
initialization(G) :- '$initialization'(G).
initialization(G, main) :- !, '$initialization_main'(G).
initialization(G, _) :- '$initialization'(G).
use_module(F) :- '$each_file'(F, user, '$use_all').
use_module(F, Is) :- '$each_file'(F, user, '$import'(Is, false)).
reexport(F) :- '$each_file'(F, user, '$import'(all, true)).
reexport(F, Is) :- '$each_file'(F, user, '$import'(Is, true)).
consult(F) :- '$each_file'(F, user, '$consult_again').
ensure_loaded(F) :- '$each_file'(F, user, '$use_all').
include(F) :- '$each_file'(F, user, '$use_all').
'$each_file'(F, _, _) :- var(F), !, throw(error(instantiation_error, _)).
'$each_file'(M:F, _, G) :- !, '$each_file'(F, M, G).
'$each_file'([], _, _) :- !.
'$each_file'([F|Fs], M, G) :- !, '$each_file'(F, M, G), '$each_file'(Fs, M, G).
'$each_file'(F, M, G) :-
    ( F = library(L), \+ '$is_library'(L) -> throw(error(existence_error(source_sink, F), _)) ; true ),
    call(G, M:F).
'$use_all'(F) :- '$use_module'(F, all, false).
'$import'(Is, R, F) :- '$use_module'(F, Is, R).
'$consult_again'(_:library(_)) :- !.
'$consult_again'(F) :- '$consult'(F, true).
'$is_library'(L) :- var(L), !, throw(error(instantiation_error, _)).
'$is_library'(L) :-
    memberchk(L, [lists, apply, pairs, ordsets, assoc, aggregate, random, readutil, error, debug, clpfd, yall,
        apply_macros, occurs, terms, solution_sequences, when, dif, statistics, listing, system, backcomp]).
read_file_to_string(F, S, _) :- '$read_text'(F, S).
read_file_to_codes(F, Cs, _) :- '$read_text'(F, S), string_codes(S, Cs).
read_file_to_terms(F, Ts, _) :- '$read_terms'(F, Ts).
exists_file(F) :- '$may_read', catch('$read_text'(F, _), error(existence_error(_, _), _), fail).
module(_, _).
set_stream(_, _).
style_check(_).
license(_).
garbage_collect_atoms.
prompt(_, _).
noprotocol.
current_predicate(N, H) :- '$plain'(H, M, P), '$predicates'(M, L), ( nonvar(P) -> functor(P, N, A), memberchk(N/A, L) ; member(N/A, L), functor(P, N, A) ).
current_predicate(PI) :- '$plain'(PI, M, P), ( var(P) ; P = N0/A0, ( var(N0) ; atom(N0) ), ( var(A0) ; integer(A0) ) ), !, '$predicates'(M, L), P = N/A, ( atom(N), integer(A) -> memberchk(N/A, L) ; member(N/A, L) ).
current_predicate(PI) :- throw(error(type_error(predicate_indicator, PI), _)).
'$plain'(X, M, Y) :- '$plain'(X, user, M, Y).
'$plain'(X, M, M, X) :- var(X), !.
'$plain'(M:X, _, M1, Y) :- atom(M), !, '$plain'(X, M, M1, Y).
'$plain'(_:X, M, M1, Y) :- !, '$plain'(X, M, M1, Y).
'$plain'(X, M, M, X).
predicate_property(H, P) :- '$plain'(H, M, H1), nonvar(H1), functor(H1, N, A), '$predicate_property'(M:N, A, L), member(P, L).
current_op(P, T, N) :- '$check_op'(P, T, N), '$operators'(L), member(op(P, T, N), L).
'$check_op'(P, T, N) :-
    ( var(N) ; atom(N) ; throw(error(type_error(atom, N), _)) ), !,
    ( var(P) ; integer(P) ; throw(error(type_error(integer, P), _)) ), !,
    ( var(T) ; atom(T) ; throw(error(type_error(atom, T), _)) ), !,
    ( var(T) ; memberchk(T, [xfx, xfy, yfx, fy, fx, xf, yf]) ; throw(error(domain_error(operator_specifier, T), _)) ), !.
current_prolog_flag(F, _) :- nonvar(F), \+ atom(F), !, throw(error(type_error(atom, F), _)).
current_prolog_flag(F, V) :- '$flags'(L), ( atom(F) -> memberchk(F-V0, L), V = V0 ; member(F-V, L) ).
listing(PI) :- '$plain'(PI, M, P), '$each_listed'(P, M).
listing :- '$predicates'(user, L), forall(member(PI, L), listing(PI)).
'$each_listed'(N/A, M) :- !, functor(H, N, A), '$list_clauses'(M:H).
'$each_listed'(N, M) :- '$predicates'(M, L), forall(member(N/A, L), '$each_listed'(N/A, M)).
'$list_clauses'(M:P) :-
    H = M:P, functor(P, N, A),
    ( predicate_property(H, dynamic) -> format(":- dynamic ~q.~n~n", [N/A]) ; true ),
    forall(( '$clauses'(H, access, Refs), member(R, Refs), functor(H2, N, A), '$clause_parts'(R, H2, B) ),
           ( B == true -> portray_clause(H2) ; portray_clause((H2 :- B)) )),
    nl.
portray_clause(C) :- \+ \+ ( numbervars(C, 0, _), '$portray'(C) ).
portray_clause(S, C) :- \+ \+ ( numbervars(C, 0, _), with_output_to(string(T), '$portray'(C)), write(S, T) ).
'$portray'((H :- B)) :- !, print(H), write(' :-'), '$portray_body'(B, 1), write('.'), nl.
'$portray'((:- B)) :- !, write(':- '), '$portray_term'(B), write('.'), nl.
'$portray'(H) :- '$portray_term'(H), write('.'), nl.
'$portray_term'(T) :- write_term(T, [quoted(true), numbervars(true), portray(true), spacing(next_argument), priority(999)]).
'$portray_body'(B, D) :- nonvar(B), B = (X, Y), !, '$portray_body'(X, D), write(','), '$portray_body'(Y, D).
'$portray_body'(B, D) :- nonvar(B), ( B = (_ ; _) ; B = (_ -> _) ; B = (_ *-> _) ), !,
    nl, '$indent'(D), write('(   '), D1 is D + 1, '$portray_or'(B, D, D1), nl, '$indent'(D), write(')').
'$portray_body'(\+ G, D) :- !, nl, '$indent'(D), write('\\+ '), '$portray_term'(G).
'$portray_body'(B, D) :- nl, '$indent'(D), '$portray_term'(B).
'$portray_or'((X ; Y), D, D1) :- !, '$portray_or'(X, D, D1), nl, '$indent'(D), write(';   '), '$portray_or'(Y, D, D1).
'$portray_or'((X -> Y), D, D1) :- !, '$portray_inner'(X, D1), nl, '$indent'(D), write('->  '), '$portray_inner'(Y, D1).
'$portray_or'((X *-> Y), D, D1) :- !, '$portray_inner'(X, D1), nl, '$indent'(D), write('*-> '), '$portray_inner'(Y, D1).
'$portray_or'(X, _, D1) :- '$portray_inner'(X, D1).
'$portray_inner'((X, Y), D) :- !, '$portray_term'(X), write(','), '$portray_body'(Y, D).
'$portray_inner'(X, _) :- '$portray_term'(X).
'$indent'(D) :- N is D * 4, tab(N).

% --- nondeterministic predicates on text

atom_concat(A, B, C) :- '$text_concat'(A, B, C, '').
string_concat(A, B, C) :- '$text_concat'(A, B, C, s).
'$text_concat'(A, B, C, K) :- ( nonvar(A) ; nonvar(B) ), !, '$concat'(A, B, C, K).
'$text_concat'(_, _, C, _) :- var(C), !, throw(error(instantiation_error, _)).
'$text_concat'(A, B, C, K) :-
    ( atomic(C) -> true ; throw(error(type_error(atomic, C), _)) ),
    atom_length(C, N), between(0, N, I), M is N - I,
    '$sub_text'(C, 0, I, _, A, K), '$sub_text'(C, I, M, _, B, K).
sub_atom(T, B, L, A, S) :- '$check_sub'(B, L, A, S, atom), '$sub_text_any'(T, B, L, A, S, '').
sub_string(T, B, L, A, S) :- '$check_sub'(B, L, A, S, string), '$sub_text_any'(T, B, L, A, S, s).
'$check_sub'(B, L, A, S, Type) :-
    '$check_place'(B), '$check_place'(L), '$check_place'(A),
    ( var(S) -> true ; atomic(S) -> true ; throw(error(type_error(Type, S), _)) ).
'$check_place'(N) :-
    ( var(N) -> true
    ; integer(N) -> ( N < 0 -> throw(error(domain_error(not_less_than_zero, N), _)) ; true )
    ; throw(error(type_error(integer, N), _))
    ).
'$sub_text_any'(T, _, _, _, _, _) :- var(T), !, throw(error(instantiation_error, _)).
'$sub_text_any'(T, B, L, A, S, K) :-
    nonvar(S), !,
    atom_length(S, L), atom_length(T, N), L =< N,
    ( integer(B) -> true
    ; integer(A) -> B is N - L - A, B >= 0
    ; M is N - L, between(0, M, B)
    ),
    '$sub_text'(T, B, L, A, S1, K), '$same_text'(S1, S).
'$sub_text_any'(T, B, L, A, S, K) :-
    atom_length(T, N),
    ( integer(B), integer(L) -> true
    ; integer(B), integer(A) -> L is N - B - A, L >= 0
    ; integer(L), integer(A) -> B is N - L - A, B >= 0
    ; integer(B) -> M is N - B, between(0, M, L)
    ; integer(L) -> M is N - L, between(0, M, B)
    ; integer(A) -> M is N - A, between(0, M, B), L is M - B
    ; between(0, N, B), M is N - B, between(0, M, L)
    ),
    '$sub_text'(T, B, L, A, S, K).
'$same_text'(X, Y) :- ( X == Y -> true ; atom_string(X, SX), atom_string(Y, SY), SX == SY ).
atomic_concat(A, B, C) :- atomic_list_concat([A, B], C).
read_term_from_atom(A, T, _) :- term_to_atom(T, A).
sformat(S, F, A) :- '$format'(F, A, S).
with_output_to(Sink, G) :-
    '$capture',
    ( catch(G, E, true) -> R = true ; R = fail ),
    ( nonvar(E) -> '$release', throw(E) ; '$captured'(S), R == true, '$into'(Sink, S) ).
'$into'(string(S), S).
'$into'(atom(A), S) :- atom_string(A, S).
'$into'(codes(C), S) :- string_codes(S, C).
'$into'(codes(C, T), S) :- string_codes(S, C0), append(C0, T, C).
'$into'(chars(C), S) :- string_chars(S, C).
format(S, F, A) :- '$format_sink'(S), !, '$format'(F, A, T), '$into'(S, T).
format(S, F, A) :- '$format'(F, A, T), write(S, T).
'$format_sink'(S) :- compound(S).
term_to_string(T, S) :- term_string(S, T).
term_string(S, T) :- nonvar(S), var(T), !, term_to_atom(T, S).
sumlist(Xs, S) :- sum_list(Xs, S).
nb_current(K, V) :- atom(K), catch(nb_getval(K, V), _, fail).
statistics(K, V) :- '$statistics'(K, V), !.
'$statistics'(runtime, [T, 0]) :- '$seconds'(S), T is truncate(S * 1000).
'$statistics'(cputime, S) :- '$seconds'(S).
'$statistics'(process_cputime, S) :- '$seconds'(S).
'$statistics'(walltime, [T, 0]) :- '$seconds'(S), T is truncate(S * 1000).
'$statistics'(real_time, [T, 0]) :- '$seconds'(S), T is truncate(S).
'$statistics'(inferences, I) :- '$inferences'(I).
'$statistics'(globalused, B) :- '$cells'(C), B is C * 8.
get_time(T) :- '$seconds'(T).
time(G) :-
    '$seconds'(T0), '$inferences'(I0),
    ( catch(G, E, true) *-> true ; R = fail ),
    '$seconds'(T1), '$inferences'(I1),
    T is T1 - T0, I is I1 - I0 - 2,
    ( T > 0 -> L is truncate(I / T) ; L = 'Infinite' ),
    format(user_error, "% ~D inferences, ~3f seconds (~w LIPS)~n", [I, T, L]),
    ( nonvar(E) -> throw(E) ; R \== fail ).
