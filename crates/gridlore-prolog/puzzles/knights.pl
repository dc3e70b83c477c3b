% Knights always tell the truth; knaves always lie. 1 stands for a knight, 0 for a knave.
% Ask: ?- island(I, People), label(People).

:- use_module(library(clpfd)).

% A says: I am a knave or B is a knave.
island(1, [A, B]) :- [A, B] ins 0..1, A #<==> (A #= 0 #\/ B #= 0).
% A says: all of us are knaves. B says: exactly one of us is a knight.
island(2, [A, B, C]) :-
    [A, B, C] ins 0..1,
    A #<==> A + B + C #= 0,
    B #<==> A + B + C #= 1.
% Eight people; person I says: exactly I of us are knaves.
island(3, People) :-
    length(People, 8), People ins 0..1, sum(People, #=, Knights), Knaves #= 8 - Knights,
    says(People, 1, Knaves).

says([], _, _).
says([P|Ps], I, Knaves) :- P #<==> Knaves #= I, I1 is I + 1, says(Ps, I1, Knaves).
