//! Guesses the host of the site itself, whose links are not counted as referrers.
//!
//! Browsers send the address of the page when they load its files. So among the hits that are not
//! views, the host of most referrers is the site itself. The paths of these referrers must be pages
//! of this log, to exclude other sites that embed pictures of this site.

use crate::count::tally::{ASIDE, Tally};
use crate::kinds::site_of;
use crate::report::text;
use std::collections::{HashMap, HashSet};

/// Minimum number of hits from which a host is guessed.
const MIN_HITS: u64 = 10;

/// Maximum number of referrers whose paths are compared.
const MAX_COMPARED: usize = 2000;

/// The host of the site itself, and the numbers of its entries.
#[derive(Debug, Default)]
pub(crate) struct Own {
    pub(crate) host: String,
    /// Its numbers among the sites, including complete referrers if these are counted.
    pub(crate) sites: HashSet<u32>,
    /// Its numbers among the referrers.
    pub(crate) referrers: HashSet<u32>,
    /// The views that came from there.
    pub(crate) views: u64,
}

impl Own {
    /// Guesses the host, unless it was given.
    pub(crate) fn guess(tally: &Tally) -> Option<Self> {
        if !tally.selection.guesses_own || !tally.selection.own.is_empty() {
            return None;
        }
        let column = &tally.referrers;
        let mut by_site: HashMap<Vec<u8>, (u64, Vec<u32>)> = HashMap::new();
        let mut all = 0;
        for (number, row) in (0..).zip(&column.rows).filter(|(_, row)| row.hits > 0) {
            let site = site_of(column.names.text(number));
            if site.is_empty() {
                continue;
            }
            // The host was given when a part was counted.
            if row.kind & ASIDE != 0 {
                return None;
            }
            let hits = row.hits - row.views;
            all += hits;
            let (sum, numbers) = by_site.entry(site).or_default();
            *sum += hits;
            numbers.push(number);
        }
        let (site, (hits, numbers)) =
            by_site.into_iter().max_by(|one, other| (one.1.0, &other.0).cmp(&(other.1.0, &one.0)))?;
        if hits < MIN_HITS || hits * 2 <= all {
            return None;
        }
        let pages: HashSet<&[u8]> = (0..)
            .zip(&tally.pages.rows)
            .filter(|(_, row)| row.hits > 0)
            .map(|(number, _)| tally.selection.page_path(tally.pages.names.text(number)))
            .collect();
        let (mut known, mut compared) = (0, 0);
        for &number in numbers.iter().take(MAX_COMPARED) {
            let row = &column.rows[number as usize];
            let hits = row.hits - row.views;
            compared += hits;
            known += if pages.contains(path_of(column.names.text(number))) { hits } else { 0 };
        }
        if known * 2 < compared {
            return None;
        }
        let referrers: HashSet<u32> = numbers.into_iter().collect();
        let sites: HashSet<u32> = referrers.iter().map(|&number| column.rows[number as usize].site).collect();
        let views = sites.iter().filter_map(|&site| tally.sites.rows.get(site as usize)).map(|row| row.views);
        Some(Self { host: text(&site), views: views.sum(), sites, referrers })
    }
}

/// Returns the path of a referrer, without its query.
fn path_of(referrer: &[u8]) -> &[u8] {
    let start = memchr::memmem::find(referrer, b"://").map_or(0, |at| at + 3);
    let rest = &referrer[start..];
    let Some(slash) = rest.iter().position(|byte| matches!(byte, b'/' | b'?' | b'#')) else { return b"/" };
    let path = &rest[slash..];
    let path = &path[..path.iter().position(|byte| matches!(byte, b'?' | b'#')).unwrap_or(path.len())];
    if path.is_empty() { b"/" } else { path }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Report, Selection};

    fn report(lines: &[(&str, &str)], own: &[&str]) -> Report {
        let selection = Selection {
            guesses_own: true,
            own: own.iter().map(|host| host.as_bytes().to_vec()).collect(),
            ..Selection::default()
        };
        let mut tally = Tally::new(selection.into(), 0);
        for (path, referrer) in lines {
            let line = format!(
                "192.0.2.1 - - [01/Mar/2026:09:00:00 +0000] \"GET {path} HTTP/1.1\" 200 5 \"{referrer}\" \"Firefox\"\n"
            );
            tally.add_lines(line.as_bytes());
        }
        Report::new(&tally, 10)
    }

    #[test]
    fn the_host_whose_pages_load_the_files_is_the_site_itself() {
        let mut lines = vec![("/a", "https://b.example/"), ("/c", "https://www.own.example/a"), ("/", "-")];
        for _ in 0..20 {
            lines.push(("/s.css", "https://own.example/a?q=1"));
            lines.push(("/p.png", "https://own.example"));
        }
        let found = report(&lines, &[]);
        assert_eq!(found.details.guessed_own.as_deref(), Some("own.example"));
        assert_eq!((found.external_views, found.distinct_sites, found.distinct_pairs), (1, 1, 1));
        let given = report(&lines, &["own.example"]);
        assert_eq!(given.details.guessed_own, None);
        assert_eq!(
            (&found.sites, &found.pairs, &found.referrers),
            (&given.sites, &given.pairs, &given.referrers)
        );
        assert_eq!(found.rest, given.rest);
    }

    #[test]
    fn a_site_that_embeds_pictures_is_not_the_site_itself() {
        let mut lines = vec![("/a", "https://b.example/")];
        lines.extend(vec![("/p.png", "https://forum.example/thread/7"); 50]);
        assert_eq!(report(&lines, &[]).details.guessed_own, None);
        assert_eq!(
            report(&[("/s.css", "https://own.example/a"), ("/a", "-")], &[]).details.guessed_own,
            None
        );
    }
}
