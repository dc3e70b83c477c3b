% Flipper: a press turns a square and its neighbours; all squares are to be dark. Every square
% is a sentence about parity: the presses at and around it are even in number where it is dark now, odd where it is lit.
% Ask: ?- presses(["#.#", "...", "#.#"], Presses).

:- use_module(library(clpfd)).

presses(Rows, Presses) :-
    maplist(lights, Rows, Lights), length(Lights, Height), Lights = [First|_], length(First, Width),
    length(Presses, Height), maplist(same_row(Width), Presses),
    append(Presses, Cells), Cells ins 0..1,
    findall(R-C, ( between(1, Height, R), between(1, Width, C) ), Squares),
    maplist(turned(Lights, Presses), Squares),
    label(Cells).

% The fewest presses, and how many they are.
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
