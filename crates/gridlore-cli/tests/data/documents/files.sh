# The files that commands in README.md and docs read, under the names used there. Run by `sh -e` in
# an empty folder.

# Puzzles on the standard board, and on other boards.
{
    echo 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
    echo ....65.91......5..4591...7.....9..3...18.67...7..4.....9...4625..4......82.75....
} > puzzles.txt
mkdir parts forms logs
gzip -c puzzles.txt > parts/0.gz
cp parts/0.gz parts/1.gz
gridlore sudoku generate --geometry 4x4 --clues 120 --spare --seed 1 > large.txt
# A naked single, 3 in row 7 and column 4, as HoDoKu's library writes it.
echo ':0003:3:....65.91......5..4591...7.....9..3...18.67...7..4.....9...4625..4......82.75....:::374:' > library.txt

# Toggle puzzles, exact covers, packings.
gridlore cover make dominoes 4x4 > dominoes.dlx
gridlore cover make queens 10 > large.dlx
gridlore cover make sudoku 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 > sudoku.dlx
printf 'A B C\nA B |2\nC |3\nA |1\nB C |1\n' > costs.dlx
printf 'A B C D\nA B\nB C\nA C\nD\n' > impossible.dlx
printf 'p | x y\np x:A y:B\np x:B\n' > puzzle.dlx

# Patterns of Life.
gridlore life convert gosper-glider-gun --to rle > gun.rle
gridlore life convert lightweight-spaceship --to rle > ship.rle
gridlore life convert gosper-glider-gun --to mc > pattern.mc

# Programs, and queries for them.
cat > puzzle.pl <<'END'
likes(ada, tea).
likes(ben, Drink) :- likes(ada, Drink).
main :- likes(ben, Drink), print(Drink), nl.
END
cp puzzle.pl mine.pl
printf 'likes(Who, tea).\nlikes(cleo, _).\n' > queries.txt

# A log of three visits on two days, as a server writes it.
cat > access.log <<'END'
192.0.2.7 - - [01/Mar/2026:09:00:01 +0000] "GET /blogs/notes/candidates HTTP/1.1" 200 25193 "https://forum.example/t/81" "Mozilla/5.0 (X11; Linux x86_64) Firefox/133.0"
192.0.2.8 - - [01/Mar/2026:09:00:09 +0000] "GET /blogs/notes/nowhere HTTP/1.1" 404 310 "https://example.org/" "Mozilla/5.0 (X11; Linux x86_64) Firefox/133.0"
192.0.2.7 - - [09/Mar/2026:11:00:00 +0000] "GET /blogs/notes/candidates?id=3 HTTP/1.1" 200 25193 "-" "Mozilla/5.0 (X11; Linux x86_64) Firefox/133.0"
cut
END
gzip -c access.log > logs/monday.gz
gridlore logs count access.log --own example.org > monday.json

# A post.
printf '# My first\n\nText.\n' > my-first.md
mkdir -p posts
cp my-first.md posts/my-first.md

# An export from WordPress.
cat > old.xml <<'XML'
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><link>https://old.example</link>
<item><title>First</title><link>https://old.example/2019/first/</link><content:encoded>Text [poll id="1"]</content:encoded>
<wp:post_id>5</wp:post_id><wp:post_date_gmt>2019-03-08 09:00:00</wp:post_date_gmt><wp:post_name>first</wp:post_name>
<wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>
</channel></rss>
XML
