% Four in a row on the Connect Four board, by differences. Cells are numbered so that one step up
% adds 1 and one step to the right adds 10. Four cells form a line if consecutive cells differ by 1,
% 10, 11 or 9. The numbers skipped between columns keep lines from wrapping around an edge.
% Ask: ?- winner("1212121", Side).

% The cells of each side after a sequence of moves. Each move is the digit of a column; the two
% sides alternate.
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
