//! Queries at the end of a program: `?- queens(8, Qs).`

use crate::syntax::lexer::{Kind, Lexer};

/// Returns the offset at which the queries at the end of a program begin, and the queries without
/// `?-`.
///
/// A program that does not end with a query has none. The last query may lack its full stop.
/// Comments between and after queries are not part of them.
///
/// ```
/// use gridlore_prolog::queries::split_queries;
///
/// let text = "human(socrates).\nmortal(X) :- human(X).\n\n?- mortal(X).\n?- mortal(zeus).\n";
/// assert_eq!(split_queries(text), (41, vec!["mortal(X).", "mortal(zeus)."]));
/// assert_eq!(split_queries("?- human(X).\nX = socrates.\n"), (27, vec![]));
/// ```
#[must_use]
pub fn split_queries(text: &str) -> (usize, Vec<&str>) {
    // The start of each query in the current run of queries, with and without `?-`, and its end.
    let mut row: Vec<(usize, usize, usize)> = Vec::new();
    let mut is_inside = false;
    for token in Lexer::new(text) {
        let Ok(token) = token else {
            row.clear();
            is_inside = true;
            continue;
        };
        if token.kind == Kind::Comment {
            continue;
        }
        if !is_inside {
            if token.kind == Kind::Symbol && &text[token.start..token.end] == "?-" {
                row.push((token.start, token.end, token.end));
            } else {
                row.clear();
            }
        }
        if let Some((_, _, end)) = row.last_mut() {
            *end = token.end;
        }
        is_inside = token.kind != Kind::End;
    }
    let begin = row.first().map_or(text.len(), |&(start, _, _)| start);
    (begin, row.into_iter().map(|(_, start, end)| text[start..end].trim_start()).collect())
}

#[cfg(test)]
mod tests {
    use super::split_queries;

    #[test]
    fn queries_at_the_end_are_found() {
        assert_eq!(split_queries(""), (0, vec![]));
        assert_eq!(split_queries("a.\nb :- a.\n"), (11, vec![]));
        assert_eq!(split_queries("?- X = 1."), (0, vec!["X = 1."]));
        assert_eq!(split_queries("?- X = 1"), (0, vec!["X = 1"]));
        assert_eq!(split_queries("a.\n% ask\n?- a. % yes\n?- b.\n% end"), (9, vec!["a.", "b."]));
        assert_eq!(split_queries("?- a.\nb.\n?- c.\n"), (9, vec!["c."]));
        assert_eq!(split_queries("a :-\n  b.\n?-\n  c,\n  d."), (10, vec!["c,\n  d."]));
        assert_eq!(split_queries("?- a.\nyes 'no").1, Vec::<&str>::new());
        // The blank is part of the character code.
        assert_eq!(split_queries("?- X = 0' "), (0, vec!["X = 0' "]));
        assert_eq!(split_queries("a ?- b.").1, Vec::<&str>::new());
    }
}
