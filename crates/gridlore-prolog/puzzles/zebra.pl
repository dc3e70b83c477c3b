% Who owns the zebra, and who drinks water? Five houses stand in a row; fourteen clues describe
% them.
% Ask: ?- zebra(Owner, Drinker).

:- use_module(library(clpfd)).

zebra(Owner, Drinker) :-
    Nations = [English, Spanish, Japanese, Ukrainian, Norwegian],
    Colours = [Red, Green, Ivory, Yellow, Blue],
    Pets = [Dog, Snails, Fox, Horse, Zebra],
    Drinks = [Coffee, Tea, Milk, Juice, Water],
    Smokes = [OldGold, Kools, Chesterfield, LuckyStrike, Parliament],
    All = [Nations, Colours, Pets, Drinks, Smokes],
    append(All, Houses), Houses ins 1..5, maplist(all_different, All),
    English #= Red, Spanish #= Dog, Coffee #= Green, Ukrainian #= Tea,
    Green #= Ivory + 1, OldGold #= Snails, Kools #= Yellow, Milk #= 3, Norwegian #= 1,
    next_to(Chesterfield, Fox), next_to(Kools, Horse),
    LuckyStrike #= Juice, Japanese #= Parliament, next_to(Norwegian, Blue),
    label(Houses),
    Names = [English-english, Spanish-spanish, Japanese-japanese, Ukrainian-ukrainian, Norwegian-norwegian],
    memberchk(Zebra-Owner, Names), memberchk(Water-Drinker, Names).

next_to(A, B) :- abs(A - B) #= 1.
