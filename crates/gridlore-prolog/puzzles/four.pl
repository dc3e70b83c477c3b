% Four in a row on the board of Connect Four, by differences: number the cells so that a step up is 1 and
% a step to the right 10. Four cells that follow each other at differences of 1, 10, 11 or 9 are a line; as
% numbers are left out between the columns, no line runs over an edge.
% Ask: ?- winner("1212121", Side).

% The cells of a side after moves, each the digit of a column, the two sides in turn.
moves(Text, First, Second) :- string_codes(Text, Codes), played(Codes, [], first, [], First, [], Second).

played([], _, _, First, First, Second, Second).
played([Code|Codes], Heights, Side, F0, F, S0, S) :-
    Column is Code - 0'1,
    include(==(Column), Heights, Same), length(Same, Height), Height < 6,
    Cell is Column * 10 + Height,
    (   Side == first
    ->  played(Codes, [Column|Heights], second, [Cell|F0], F, S0, S)
    ;   played(Codes, [Column|Heights], first, F0, F, [Cell|S0], S)
    ).

line(Cells, [A, B, C, D]) :-
    member(Step, [1, 10, 11, 9]), member(A, Cells),
    B is A + Step, memberchk(B, Cells),
    C is B + Step, memberchk(C, Cells),
    D is C + Step, memberchk(D, Cells).

winner(Text, Side) :-
    moves(Text, First, Second),
    (   line(First, _) -> Side = first
    ;   line(Second, _) -> Side = second
    ;   Side = nobody
    ).
