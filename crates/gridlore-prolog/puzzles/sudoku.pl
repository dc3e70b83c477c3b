% Sudoku in fifteen lines: every row, column and box contains different digits.
% Ask: ?- puzzle(inkala, Rows), sudoku(Rows), maplist(label, Rows).

:- use_module(library(clpfd)).

sudoku(Rows) :-
    length(Rows, 9), maplist(same_length(Rows), Rows),
    append(Rows, Cells), Cells ins 1..9,
    maplist(all_distinct, Rows),
    transpose(Rows, Columns), maplist(all_distinct, Columns),
    boxes(Rows).

boxes([]).
boxes([A, B, C|Rows]) :- box(A, B, C), boxes(Rows).

box([], [], []).
box([A, B, C|Xs], [D, E, F|Ys], [G, H, I|Zs]) :- all_distinct([A, B, C, D, E, F, G, H, I]), box(Xs, Ys, Zs).

% Sample puzzles. In a line, digits are givens; any other character is a blank cell.
puzzle(inkala, Rows) :- line("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", Rows).
puzzle(seventeen, Rows) :- line("..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9", Rows).

line(Text, Rows) :- string_chars(Text, Characters), maplist(cell, Characters, Cells), rows(Cells, Rows).
cell(Character, Digit) :- ( char_type(Character, digit(D)), D > 0 -> Digit = D ; true ).
rows([], []).
rows(Cells, [Row|Rows]) :- length(Row, 9), append(Row, Rest, Cells), rows(Rest, Rows).

% All solutions of a puzzle, as lines.
solution(Text, Line) :- line(Text, Rows), sudoku(Rows), append(Rows, Cells), label(Cells), atomic_list_concat(Cells, Line).
