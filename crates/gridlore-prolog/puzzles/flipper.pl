% Flipper: pressing a square toggles it and its orthogonal neighbours. The goal is to turn all
% squares dark. Each square gives a parity constraint: the number of presses on it and its
% neighbours is even if it is dark now, odd if it is lit.
% Ask: ?- presses(["#.#", "...", "#.#"], Presses).

:- use_module(library(clpfd)).

presses(Rows, Presses) :-
    maplist(lights, Rows, Lights), length(Lights, Height), Lights = [First|_], length(First, Width),
    length(Presses, Height), maplist(same_row(Width), Presses),
    append(Presses, Cells), Cells ins 0..1,
    findall(R-C, ( between(1, Height, R), between(1, Width, C) ), Squares),
    maplist(turned(Lights, Presses), Squares),
    label(Cells).

% The fewest presses that solve the board, and their number.
fewest(Rows, Presses, Count) :-
    findall(N-P, ( presses(Rows, P), append(P, Cells), sum_list(Cells, N) ), All),
    keysort(All, [Count-Presses|_]).

lights(Text, Row) :- string_chars(Text, Characters), maplist([C, L]>>( C == '#' -> L = 1 ; L = 0 ), Characters, Row).
same_row(Width, Row) :- length(Row, Width).

turned(Lights, Presses, R-C) :-
    findall(R1-C1, ( member(DR-DC, [0-0, 1-0, -1-0, 0-1, 0- -1]), R1 is R + DR, C1 is C + DC ), Near),
    pressed(Near, Presses, Around),
    nth1(R, Lights, Row), nth1(C, Row, Light),
    Half in 0..2, sum(Around, #=, 2 * Half + Light).

pressed([], _, []).
pressed([R-C|Near], Presses, Cells) :-
    (   nth1(R, Presses, Row), nth1(C, Row, Cell) -> Cells = [Cell|Rest] ; Cells = Rest ),
    pressed(Near, Presses, Rest).
