# Les pages publiques en français.

## Le cadre de chaque page

skip = Aller au contenu
site-navigation = Site
essays = Articles
play = Jouer
search = Recherche
by-author = Par { $author }
archive = Archives
tags = Étiquettes
more-of = Autres pages de { $blog }
footer = Les jeux s’exécutent dans votre navigateur, et vos parties y restent.

## Dates

date = { $day ->
    [1] 1er
   *[other] { $day }
} { $month } { $year }
day = { $day ->
    [1] 1er
   *[other] { $day }
} { $month }
moment = { $day ->
    [1] 1er
   *[other] { $day }
} { $month } { $year } à { $time }
month-1 = janvier
month-2 = février
month-3 = mars
month-4 = avril
month-5 = mai
month-6 = juin
month-7 = juillet
month-8 = août
month-9 = septembre
month-10 = octobre
month-11 = novembre
month-12 = décembre
month-short-1 = janv.
month-short-2 = févr.
month-short-3 = mars
month-short-4 = avr.
month-short-5 = mai
month-short-6 = juin
month-short-7 = juil.
month-short-8 = août
month-short-9 = sept.
month-short-10 = oct.
month-short-11 = nov.
month-short-12 = déc.
seconds = { $count ->
    [one] { $count } seconde
   *[other] { $count } secondes
}
minutes = { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
}

## Pages introuvables

not-found = Page introuvable
not-found-page = Cette page n’existe pas. Essayez l’une de celles-ci :
not-found-post = Il n’y a pas d’article à cette adresse. Essayez l’un de ceux-ci :
not-found-similar = Il n’y a pas d’article à cette adresse. Cherchez-vous l’un de ceux-ci ?
not-found-blog = Ce blog n’existe pas. Voici ceux du site :
latest-post-of = Dernier article de { $blog }
all-posts-of = Tous les articles de { $blog }
all-posts = Tous les articles
all-tags = Toutes les étiquettes
moved = Cette page a { $link }.
moved-link = une nouvelle adresse

## La page d’accueil

blogs-with-puzzles = Des blogs avec des casse-tête à résoudre.
posts = Articles
all-count-posts = Les { $count } articles
no-posts = Pas encore d’article.
all-puzzles = Tous les jeux
of-the-day = { $puzzle } du jour
play-this-board = Résoudre cette grille
latest-post = Dernier article

## Un article

updated = mis à jour le { $link }
part-of = Partie { $part } sur { $count } de la série { $link }
related-posts = Articles similaires
more-from = Autres articles de { $blog }
neighbours = Articles voisins
older = Plus ancien
newer = Plus récent

## Listes d’articles

count-posts = { $count ->
    [one] { $count } article
   *[other] { $count } articles
}
blog-in-year = { $blog } en { $year }
shown-posts = { $shown ->
    [0] { $count } articles.
   *[other] { $shown } articles sur { $count }.
}
tags-of = Étiquettes de { $blog }
no-tags = Pas encore d’étiquette.
shown-tags = Les { $shown } étiquettes les plus utilisées sur { $count }.
label-in = { $label } dans { $blog }
posts-with-tag = { $count ->
    [one] { $count } article de { $blog } avec cette étiquette.
   *[other] { $count } articles de { $blog } avec cette étiquette.
}
posts-in-series = { $count ->
    [one] Une série de { $count } article dans { $blog }.
   *[other] Une série de { $count } articles dans { $blog }.
}

## La recherche

search-label = Chercher dans les titres, les étiquettes et les textes
no-results = Aucun résultat
no-more-results = Pas d’autre résultat
results-page = Résultats, page { $page }
results = Résultats
fewer-words = Aucun article ne contient tous ces mots. Essayez avec moins de mots.
pages = Pages
previous-page = Page précédente
next-page = Page suivante
search-without-scripts = La recherche nécessite JavaScript. { $link } mène aux blogs, dont les archives contiennent tous les articles.
front-page = La page d’accueil

## Commentaires

comments = Commentaires
count-comments = { $count ->
    [one] { $count } commentaire
   *[other] { $count } commentaires
}
comments-on = Commentaires sur { $post }, page { $page }
write-comment = Écrire un commentaire
page-of = Page { $page } sur { $pages }
page-of-on = Page { $page } sur { $pages }, à propos de { $link }.
pages-of-comments = Pages de commentaires
earlier-comments = Commentaires précédents
more-comments = Commentaires suivants
site-writer = rédaction
reply = Répondre
reply-to = Répondre à { $name }
mentioned-in = Mentionné dans { $link }
replied-in = Réponse dans { $link }
liked-in = Mis en favori dans { $link }
shared-in = Partagé dans { $link }
on-post = À propos de { $link }.
name-label = Nom (affiché avec votre commentaire)
comment-label = Commentaire (Markdown : *italique*, `code`, listes et liens)
leave-empty = Laissez ce champ vide
post-comment = Envoyer le commentaire
comment-privacy = Le site conserve votre nom, votre commentaire et votre adresse IP pour sa modération.
thank-you = Merci
comment-waits = Votre commentaire attend la modération. Il apparaîtra dès qu’il sera accepté.
back-to = Retour à { $post }
comments-closed = Les commentaires sont fermés
comments-closed-text = Les commentaires sont désactivés pour cet article.
comment-no-post = Cet article n’est plus public ; votre commentaire n’a donc pas été publié.
your-comment = Votre commentaire (non publié)
fault-empty = Veuillez écrire un commentaire.
fault-length = Un nom peut avoir au plus { $name } caractères, un commentaire au plus { $comment }.
fault-name = Indiquez un nom ; il peut être inventé.
fault-quick = Envoi trop rapide. Attendez un instant, puis renvoyez le formulaire.
fault-expired = Ce formulaire a expiré, ou votre réseau a changé. Veuillez renvoyer le commentaire.
fault-unanswerable = Le commentaire auquel vous répondez n’existe plus. Renvoyez le formulaire pour en écrire un nouveau.
fault-sent-before = Ce commentaire a déjà été envoyé. Renvoyez le formulaire pour en écrire un autre.
fault-too-many = Trop de commentaires depuis votre réseau. Vous pourrez écrire à nouveau dans { $wait }.

## Lettres d’information

fault-address = Saisissez une adresse électronique valide, par exemple nom@example.org.
newsletter = Les nouveaux articles par courriel
email-address = Adresse électronique
subscribe = S’abonner
subscribe-about = Recevez les nouveaux articles de { $link } par courriel. Vous recevrez d’abord un message avec un lien qui confirme votre adresse.
send-link = Envoyer le lien
subscribe-privacy = Le site conserve votre adresse jusqu’à votre désabonnement. Chaque envoi contient un lien pour cela.
check-mail = Consultez votre courriel
check-mail-text = Si l’adresse n’est pas encore abonnée, un message avec un lien est en route. Ouvrez ce lien dans les trois jours et confirmez votre abonnement.
check-mail-limit = Une adresse reçoit au plus un message de ce genre par jour.
no-newsletter = Pas de lettre d’information
no-newsletter-text = Il n’y a pas de lettre d’information à cette adresse.
fault-form-expired = Ce formulaire a expiré, ou votre réseau a changé. Veuillez le renvoyer.
fault-form-sent = Ce formulaire a déjà été envoyé. Renvoyez-le si vous le souhaitez.
fault-many-requests = Trop de demandes. La prochaine sera possible dans { $wait }.
bad-confirmation = Lien non valide
bad-confirmation-text = Ce lien est incomplet ou a expiré. Saisissez de nouveau votre adresse pour en recevoir un autre.
confirm-subscription = Confirmez votre abonnement
confirm-subscription-text = Recevoir les nouveaux articles de { $blog } par courriel.
subscribed = Abonnement confirmé
subscribed-text = Vous recevrez les nouveaux articles par courriel. Chaque message contient un lien de désabonnement.
not-subscribed = Aucun abonnement
not-subscribed-text = Ce lien est incomplet, ou l’adresse n’est plus abonnée.
unsubscribe = Se désabonner
unsubscribe-text = Ne plus recevoir les articles de { $blog } par courriel.
unsubscribed = Désabonnement confirmé
unsubscribed-text = Vous ne recevrez plus d’articles par courriel. Votre adresse a été supprimée.

follow-fediverse = Suivre ce blog sur le fédivers : { $link }
count-likes = { $count ->
    [one] { $count } favori
   *[other] { $count } favoris
}
count-boosts = { $count ->
    [one] { $count } partage
   *[other] { $count } partages
}
