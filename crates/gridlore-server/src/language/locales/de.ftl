# Die Seiten für Leserinnen und Leser auf Deutsch.

## Der Rahmen jeder Seite

skip = Zum Inhalt springen
site-navigation = Website
essays = Artikel
play = Spielen
search = Suche
by-author = Von { $author }
archive = Archiv
tags = Schlagwörter
more-of = Mehr von { $blog }
footer = Die Rätsel laufen in deinem Browser, und deine Spielstände bleiben dort.

## Zeiten

date = { $day }. { $month } { $year }
day = { $day }. { $month }
moment = { $day }. { $month } { $year }, { $time }
month-1 = Januar
month-2 = Februar
month-3 = März
month-4 = April
month-5 = Mai
month-6 = Juni
month-7 = Juli
month-8 = August
month-9 = September
month-10 = Oktober
month-11 = November
month-12 = Dezember
month-short-1 = Jan.
month-short-2 = Feb.
month-short-3 = März
month-short-4 = Apr.
month-short-5 = Mai
month-short-6 = Juni
month-short-7 = Juli
month-short-8 = Aug.
month-short-9 = Sept.
month-short-10 = Okt.
month-short-11 = Nov.
month-short-12 = Dez.
seconds = { $count ->
    [one] 1 Sekunde
   *[other] { $count } Sekunden
}
minutes = { $count ->
    [one] 1 Minute
   *[other] { $count } Minuten
}

## Seiten, die es nicht gibt

not-found = Seite nicht gefunden
not-found-page = Diese Seite gibt es nicht. Vielleicht hilft eine von diesen:
not-found-post = Unter dieser Adresse gibt es keinen Artikel. Vielleicht hilft einer von diesen:
not-found-similar = Unter dieser Adresse gibt es keinen Artikel. Suchst du einen von diesen?
not-found-blog = Dieses Blog gibt es nicht. Das sind die Blogs dieser Website:
latest-post-of = Neuester Artikel in { $blog }
all-posts-of = Alle Artikel in { $blog }
all-posts = Alle Artikel
all-tags = Alle Schlagwörter
moved = Diese Seite hat { $link }.
moved-link = eine neue Adresse

## Die Startseite

blogs-with-puzzles = Blogs mit Rätseln zum Spielen.
posts = Artikel
all-count-posts = Alle { $count } Artikel
no-posts = Noch keine Artikel.
all-puzzles = Alle Rätsel
of-the-day = { $puzzle } des Tages
play-this-board = Jetzt spielen
latest-post = Neuester Artikel

## Ein Artikel

updated = aktualisiert am { $link }
part-of = Teil { $part } von { $count } der Serie { $link }
related-posts = Ähnliche Artikel
more-from = Mehr von { $blog }
neighbours = Benachbarte Artikel
older = Älter
newer = Neuer

## Listen von Artikeln

count-posts = { $count ->
    [one] 1 Artikel
   *[other] { $count } Artikel
}
blog-in-year = { $blog } im Jahr { $year }
shown-posts = { $shown ->
    [0] { $count } Artikel.
   *[other] { $shown } von { $count } Artikeln.
}
tags-of = Schlagwörter in { $blog }
no-tags = Noch keine Schlagwörter.
shown-tags = Die { $shown } häufigsten von { $count } Schlagwörtern.
label-in = { $label } in { $blog }
posts-with-tag = { $count ->
    [one] 1 Artikel in { $blog } mit diesem Schlagwort.
   *[other] { $count } Artikel in { $blog } mit diesem Schlagwort.
}
posts-in-series = { $count ->
    [one] Eine Serie mit 1 Artikel in { $blog }.
   *[other] Eine Serie mit { $count } Artikeln in { $blog }.
}

## Die Suche

search-label = Titel, Schlagwörter und Texte durchsuchen
no-results = Keine Ergebnisse
no-more-results = Keine weiteren Ergebnisse
results-page = Ergebnisse, Seite { $page }
results = Ergebnisse
fewer-words = Kein Artikel enthält alle diese Wörter. Versuche es mit weniger Wörtern.
pages = Seiten
previous-page = Vorige Seite
next-page = Nächste Seite
search-without-scripts = Die Suche benötigt JavaScript. { $link } führt zu den Blogs, und deren Archive führen zu allen Artikeln.
front-page = Die Startseite

## Kommentare

comments = Kommentare
count-comments = { $count ->
    [one] 1 Kommentar
   *[other] { $count } Kommentare
}
comments-on = Kommentare zu { $post }, Seite { $page }
write-comment = Kommentar schreiben
page-of = Seite { $page } von { $pages }
page-of-on = Seite { $page } von { $pages }, zu { $link }.
pages-of-comments = Seiten mit Kommentaren
earlier-comments = Frühere Kommentare
more-comments = Weitere Kommentare
site-writer = Redaktion
reply = Antworten
reply-to = { $name } antworten
mentioned-in = Erwähnt in { $link }
replied-in = Beantwortet in { $link }
liked-in = Favorisiert in { $link }
shared-in = Geteilt in { $link }
on-post = Zu { $link }.
name-label = Name (erscheint mit dem Kommentar)
comment-label = Kommentar (Markdown: *betont*, `Code`, Listen und Links)
leave-empty = Dieses Feld leer lassen
post-comment = Kommentar abschicken
comment-privacy = Die Website speichert Name, Kommentar und IP-Adresse für ihre Moderation.
thank-you = Danke
comment-waits = Dein Kommentar wartet auf die Moderation. Er erscheint, sobald er freigegeben ist.
back-to = Zurück zu { $post }
comments-closed = Kommentare sind geschlossen
comments-closed-text = Für diesen Artikel sind Kommentare ausgeschaltet.
comment-no-post = Dieser Artikel ist nicht mehr öffentlich. Dein Kommentar wurde deshalb nicht gespeichert.
your-comment = Dein Kommentar (nicht gespeichert)
fault-empty = Bitte schreibe einen Kommentar.
fault-length = Ein Name darf höchstens { $name } Zeichen haben, ein Kommentar höchstens { $comment }.
fault-name = Bitte gib einen Namen an; er kann erfunden sein.
fault-quick = Das ging zu schnell. Bitte warte einen Moment und schicke das Formular noch einmal ab.
fault-expired = Dieses Formular ist abgelaufen, oder du hast das Netzwerk gewechselt. Bitte schicke den Kommentar noch einmal ab.
fault-unanswerable = Den Kommentar, auf den du antwortest, gibt es nicht mehr. Schicke das Formular noch einmal ab, um einen neuen Kommentar zu schreiben.
fault-sent-before = Dieser Kommentar ist schon angekommen. Schicke das Formular noch einmal ab, um einen weiteren zu schreiben.
fault-too-many = Zu viele Kommentare aus deinem Netzwerk. Du kannst in { $wait } wieder schreiben.

## Newsletter

fault-address = Bitte gib eine E-Mail-Adresse wie name@example.org ein.
newsletter = Neue Artikel per E-Mail
email-address = E-Mail-Adresse
subscribe = Abonnieren
subscribe-about = Du bekommst die neuen Artikel von { $link } per E-Mail. Zuerst bekommst du eine Nachricht mit einem Link, der deine Adresse bestätigt.
send-link = Link schicken
subscribe-privacy = Die Website speichert deine Adresse, bis du dich abmeldest. Jede Ausgabe enthält einen Link dafür.
check-mail = Sieh in deinem Postfach nach
check-mail-text = Falls die Adresse noch nicht eingetragen ist, ist eine Nachricht mit einem Link unterwegs. Öffne den Link innerhalb von drei Tagen und bestätige das Abonnement.
check-mail-limit = Eine Adresse bekommt höchstens eine solche Nachricht am Tag.
no-newsletter = Kein Newsletter
no-newsletter-text = Unter dieser Adresse gibt es keinen Newsletter.
fault-form-expired = Dieses Formular ist abgelaufen, oder du hast das Netzwerk gewechselt. Bitte schicke es noch einmal ab.
fault-form-sent = Dieses Formular ist schon angekommen. Schicke es noch einmal ab, wenn du möchtest.
fault-many-requests = Zu viele Anfragen. Die nächste ist in { $wait } möglich.
bad-confirmation = Ungültiger Link
bad-confirmation-text = Dieser Link ist unvollständig oder abgelaufen. Gib deine Adresse noch einmal ein, um einen neuen zu bekommen.
confirm-subscription = Abonnement bestätigen
confirm-subscription-text = Die neuen Artikel von { $blog } per E-Mail bekommen.
subscribed = Abonnement bestätigt
subscribed-text = Du bekommst neue Artikel per E-Mail. Jede Nachricht enthält einen Link zum Abbestellen.
not-subscribed = Kein Abonnement
not-subscribed-text = Dieser Link ist unvollständig, oder die Adresse ist nicht mehr eingetragen.
unsubscribe = Abbestellen
unsubscribe-text = Keine Artikel von { $blog } mehr per E-Mail bekommen.
unsubscribed = Newsletter abbestellt
unsubscribed-text = Du bekommst keine Artikel mehr per E-Mail. Deine Adresse ist gelöscht.

follow-fediverse = Diesem Blog im Fediverse folgen: { $link }
count-likes = { $count ->
    [one] 1-mal favorisiert
   *[other] { $count }-mal favorisiert
}
count-boosts = { $count ->
    [one] 1-mal geteilt
   *[other] { $count }-mal geteilt
}
