//! The data with which a page recomputes its tables for chosen days and visitors: the counts by day
//! and kind of visitor as JSON, and the form in which readers choose.
//!
//! The size of the page is bounded: each table keeps its [`MAX_CELLS`] highest counts of an entry
//! on a day, and adds up the rest of each day as others. Sums are exact. The data includes the
//! number of reads that may be missing from an entry, and the page shows this number.

use crate::agent::browsers::{browser, system};
use crate::agent::programs::{CRAWLERS, FIRST_CRAWLER, PEOPLE, class_name};
use crate::count::cells::{Cell, Cells, OTHERS};
use crate::count::column::Column;
use crate::count::tally::Tally;
use crate::escape::{Escaped, cut};
use crate::line::day::Day;
use crate::report::details::host_name;
use crate::report::own::Own;
use crate::report::text;
use crate::report::units::iso;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::{self, Display, Formatter, Write};

/// Maximum number of cells of a table.
const MAX_CELLS: usize = 40_000;

/// Maximum total size in bytes of the names of a table, as written in the page.
const MAX_NAME_BYTES: usize = 256 << 10;

/// Maximum length of a name in characters.
const MAX_NAME: usize = 200;

/// The counts of a tally by day and kind of visitor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choices {
    first: Day,
    last: Day,
    /// The kinds of visitors with their hits.
    kinds: Vec<(u8, u64)>,
    /// The titles of the tables.
    titles: Vec<&'static str>,
    json: String,
}

/// A table of the page.
struct Table {
    title: &'static str,
    column: &'static str,
    names: Vec<String>,
    /// Row, name and number of reads; the name -1 stands for others.
    cells: Vec<(u32, i64, u64)>,
    /// The number of reads that may be missing from an entry per day and kind.
    missed: u64,
}

impl Table {
    /// Counts the rarest names as others if the names would exceed [`MAX_NAME_BYTES`].
    fn limit_names(&mut self) {
        let mut reads = vec![0_u64; self.names.len()];
        for (_, name, count) in &self.cells {
            if let Some(sum) = usize::try_from(*name).ok().and_then(|at| reads.get_mut(at)) {
                *sum += count;
            }
        }
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by(|&one, &other| {
            reads[other].cmp(&reads[one]).then_with(|| self.names[one].cmp(&self.names[other]))
        });
        let mut bytes = 0;
        let mut numbers = vec![-1_i64; self.names.len()];
        let mut kept = Vec::new();
        for at in order {
            bytes += Quoted(&self.names[at]).to_string().len() + 1;
            if bytes > MAX_NAME_BYTES {
                break;
            }
            numbers[at] = i64::try_from(kept.len()).unwrap_or(-1);
            kept.push(std::mem::take(&mut self.names[at]));
        }
        if kept.len() == self.names.len() {
            // Only the order of the names has changed.
            for (_, name, _) in &mut self.cells {
                *name = usize::try_from(*name).ok().map_or(-1, |at| numbers[at]);
            }
        } else {
            let mut sums: BTreeMap<(u32, i64), u64> = BTreeMap::new();
            for &(row, name, count) in &self.cells {
                let number = usize::try_from(name).ok().map_or(-1, |at| numbers[at]);
                if name >= 0 && number < 0 {
                    self.missed = self.missed.max(count);
                }
                *sums.entry((row, number)).or_default() += count;
            }
            self.cells = sums.into_iter().map(|((row, name), count)| (row, name, count)).collect();
        }
        self.names = kept;
    }

    /// Sorts names and cells; `places` contains the new position of each row.
    fn sort(&mut self, places: &[u32]) {
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by(|&one, &other| self.names[one].cmp(&self.names[other]));
        let mut numbers = vec![0; order.len()];
        for (number, &at) in (0..).zip(&order) {
            numbers[at] = number;
        }
        self.names = order.into_iter().map(|at| std::mem::take(&mut self.names[at])).collect();
        for (row, name, _) in &mut self.cells {
            *row = places.get(*row as usize).copied().unwrap_or(*row);
            *name = usize::try_from(*name).ok().and_then(|at| numbers.get(at)).copied().unwrap_or(*name);
        }
        self.cells.sort_unstable();
    }
}

impl Choices {
    /// Returns the choices of a tally that kept its cells. Returns `None` if it did not keep them,
    /// or if it has no hits or too many days.
    #[must_use]
    pub fn new(tally: &Tally) -> Option<Self> {
        let cells = tally.cells.as_deref()?;
        let days: BTreeSet<Day> = cells.rows.iter().map(|row| row.day).collect();
        let (first, last) = (*days.first()?, *days.last()?);
        let mut hits: BTreeMap<u8, u64> = BTreeMap::new();
        for row in &cells.rows {
            *hits.entry(row.class).or_default() += row.hits;
        }
        let own = Own::guess(tally);
        let mut own_reads: HashMap<u32, u64> = HashMap::new();
        if let Some(own) = &own {
            for (row, site, reads) in cells.entries(Cell::Site).filter(|cell| own.sites.contains(&cell.1)) {
                debug_assert_ne!(site, OTHERS);
                *own_reads.entry(row).or_default() += reads;
            }
        }
        // The order of the rows depends on the threads that counted them.
        let mut order: Vec<usize> = (0..cells.rows.len()).collect();
        order.sort_by_key(|&at| (cells.rows[at].day, cells.rows[at].class));
        let mut places = vec![0; order.len()];
        for (place, &at) in (0_u32..).zip(&order) {
            places[at] = place;
        }
        let mut tables = tables(tally, cells, own.as_ref());
        for table in &mut tables {
            table.limit_names();
            table.sort(&places);
        }
        let days: Vec<Day> = days.into_iter().collect();
        let kinds: Vec<(u8, u64)> = hits.into_iter().collect();
        let visitors: HashMap<Day, u64> =
            tally.days.iter().map(|row| (row.day, row.visitors.count())).collect();
        let mut json = String::from("{\"days\":[");
        list(&mut json, days.iter().map(|day| day.number()));
        json.push_str("],\"kinds\":[");
        list(&mut json, kinds.iter().map(|(class, _)| Quoted(class_name(*class))));
        json.push_str("],\"rows\":[");
        for (place, &at) in order.iter().enumerate() {
            let row = &cells.rows[at];
            let at = u32::try_from(at).unwrap_or(u32::MAX);
            let day = days.binary_search(&row.day).unwrap_or_default();
            let kind = kinds.binary_search_by_key(&row.class, |kind| kind.0).unwrap_or_default();
            let visitors = if row.class == PEOPLE { visitors.get(&row.day).copied().unwrap_or(0) } else { 0 };
            let external = row.external.saturating_sub(own_reads.get(&at).copied().unwrap_or(0));
            let comma = if place == 0 { "" } else { "," };
            let mut statuses = row.statuses.to_vec();
            statuses.sort_unstable();
            let _ = write!(
                json,
                "{comma}[{day},{kind},{},{},{visitors},{},{external},[",
                row.hits, row.reads, row.bytes
            );
            list(&mut json, row.hours);
            json.push_str("],[");
            list(&mut json, statuses.into_iter().flat_map(|(status, hits)| [u64::from(status), hits]));
            json.push_str("]]");
        }
        json.push_str("],\"tables\":[");
        for (at, table) in tables.iter().enumerate() {
            let comma = if at == 0 { "" } else { "," };
            let _ = write!(
                json,
                "{comma}{{\"title\":{},\"column\":{},\"missed\":{},\"names\":[",
                Quoted(table.title),
                Quoted(table.column),
                table.missed
            );
            list(&mut json, table.names.iter().map(|name| Quoted(name)));
            json.push_str("],\"cells\":[");
            for (at, (row, name, reads)) in table.cells.iter().enumerate() {
                let comma = if at == 0 { "" } else { "," };
                let _ = write!(json, "{comma}{row},{name},{reads}");
            }
            json.push_str("]}");
        }
        json.push_str("]}");
        let titles = tables.iter().map(|table| table.title).chain(OTHER_TABLES).collect();
        Some(Self { first, last, kinds, titles, json })
    }

    /// Wraps the sections of a report in an element with the form and its data.
    #[must_use]
    pub fn around(&self, sections: &str) -> String {
        let (first, last) = (iso(self.first), iso(self.last));
        let mut html = format!(
            "<gridlore-visits><form class=\"choice\" hidden><h2>Choose days, visitors and tables</h2>\
             <p class=\"dates\"><label>From <input type=\"date\" name=\"from\" min=\"{first}\" max=\"{last}\" value=\"{first}\"></label> \
             <label>to <input type=\"date\" name=\"to\" min=\"{first}\" max=\"{last}\" value=\"{last}\"></label> \
             <button type=\"reset\">Whole report</button></p>\
             <details><summary>Visitors</summary><fieldset><legend>Count these visitors</legend>"
        );
        for (at, (class, hits)) in self.kinds.iter().enumerate() {
            let checked = if *class == PEOPLE { " checked" } else { "" };
            let mark = CRAWLERS
                .get(usize::from(*class).wrapping_sub(usize::from(FIRST_CRAWLER)))
                .map_or(String::new(), |(_, operator, purpose, _)| format!(", {operator}, {purpose}"));
            let _ = write!(
                html,
                "<label><input type=\"checkbox\" name=\"kind\" value=\"{at}\"{checked}> {} <small>{hits} {}{}</small></label>",
                Escaped(class_name(*class)),
                if *hits == 1 { "hit" } else { "hits" },
                Escaped(&mark)
            );
        }
        html.push_str("</fieldset></details><details><summary>Tables</summary><fieldset><legend>Show these tables</legend>");
        for title in &self.titles {
            let _ = write!(
                html,
                "<label><input type=\"checkbox\" name=\"table\" value=\"{0}\" checked> {0}</label>",
                Escaped(title)
            );
        }
        let _ = write!(
            html,
            "</fieldset></details><p role=\"status\"></p></form><script type=\"application/json\">{}</script>\
             <div class=\"chosen\" hidden></div><div class=\"whole\">{sections}</div></gridlore-visits>",
            self.json
        );
        html
    }
}

/// The tables that the page computes from the rows alone.
const OTHER_TABLES: [&str; 4] =
    ["Crawlers and other programs", "Status codes", "Hits by hour of day", "Days"];

fn tables(tally: &Tally, cells: &Cells, own: Option<&Own>) -> Vec<Table> {
    let name_in = |column: &Column, entry: u32| text(column.names.text(entry));
    let agent = |entry: u32| tally.agents.names.text(entry);
    let is_own = |site: u32| own.is_some_and(|own| own.sites.contains(&site));
    let person = |row: u32| cells.rows.get(row as usize).is_some_and(|row| row.class == PEOPLE);
    let all = [
        table(cells, Cell::Page, ["Pages", "page"], |_, entry| Some(name_in(&tally.pages, entry))),
        table(cells, Cell::Site, ["Referring sites", "site"], |_, entry| {
            (!is_own(entry)).then(|| name_in(&tally.sites, entry))
        }),
        table(cells, Cell::Missing, ["Missing pages", "page"], |_, entry| {
            Some(name_in(&tally.missing, entry))
        }),
        table(cells, Cell::Agent, ["Browsers", "browser"], |row, entry| {
            person(row).then(|| browser(agent(entry)).0.to_owned())
        }),
        table(cells, Cell::Agent, ["Systems", "system"], |row, entry| {
            person(row).then(|| system(agent(entry)).to_owned())
        }),
        table(cells, Cell::VirtualHost, ["Virtual hosts", "virtual host"], |_, entry| {
            Some(host_name(tally.virtual_hosts.names.text(entry)))
        }),
        table(cells, Cell::Country, ["Countries", "country"], |_, entry| {
            let country = crate::Country::from_number(entry);
            let name = tally.selection.places.as_ref().map(|places| places.country_name(country));
            Some(format!("{country} {}", name.unwrap_or_default()).trim().to_owned())
        }),
    ];
    all.into_iter().filter(|table| !table.cells.is_empty()).collect()
}

/// Builds a table from cells; `name` returns the name of an entry in a row, or `None` to leave it
/// out.
fn table(
    cells: &Cells,
    which: Cell,
    [title, column]: [&'static str; 2],
    name: impl Fn(u32, u32) -> Option<String>,
) -> Table {
    let mut numbers: HashMap<String, i64> = HashMap::new();
    // Several entries can share a name, and many cells can share an entry.
    let mut of_entry: HashMap<(u32, bool), Option<i64>> = HashMap::new();
    let mut sums: HashMap<(u32, i64), u64> = HashMap::new();
    for (row, entry, reads) in cells.entries(which) {
        let is_person = cells.rows.get(row as usize).is_some_and(|row| row.class == PEOPLE);
        let number = if entry == OTHERS {
            Some(-1)
        } else {
            *of_entry.entry((entry, is_person)).or_insert_with(|| {
                let name = cut(&name(row, entry)?, MAX_NAME);
                let next = i64::try_from(numbers.len()).ok()?;
                Some(*numbers.entry(if name.is_empty() { "-".to_owned() } else { name }).or_insert(next))
            })
        };
        if let Some(number) = number {
            *sums.entry((row, number)).or_default() += reads;
        }
    }
    let mut missed = cells.missed;
    let mut counts: Vec<u64> =
        sums.iter().filter(|((_, name), _)| *name >= 0).map(|(_, reads)| *reads).collect();
    if counts.len() > MAX_CELLS {
        let (_, &mut cut, _) = counts.select_nth_unstable_by(MAX_CELLS, |one, other| other.cmp(one));
        missed += cut;
        let mut kept: HashMap<(u32, i64), u64> = HashMap::new();
        for ((row, name), reads) in sums {
            *kept.entry((row, if reads <= cut { -1 } else { name })).or_default() += reads;
        }
        sums = kept;
    }
    let mut names = vec![String::new(); numbers.len()];
    for (name, number) in numbers {
        if let Some(place) = usize::try_from(number).ok().and_then(|number| names.get_mut(number)) {
            *place = name;
        }
    }
    let mut cells: Vec<(u32, i64, u64)> =
        sums.into_iter().map(|((row, name), reads)| (row, name, reads)).collect();
    cells.sort_unstable();
    // Names that no longer occur in a cell are left out.
    let mut new: HashMap<i64, i64> = HashMap::new();
    let mut kept = Vec::new();
    for (_, name, _) in cells.iter_mut().filter(|(_, name, _)| *name >= 0) {
        let next = i64::try_from(new.len()).unwrap_or(i64::MAX);
        *name = *new.entry(*name).or_insert_with(|| {
            kept.push(usize::try_from(*name).map_or(String::new(), |at| std::mem::take(&mut names[at])));
            next
        });
    }
    Table { title, column, names: kept, cells, missed }
}

/// Writes values with commas between them.
fn list(json: &mut String, values: impl IntoIterator<Item = impl Display>) {
    for (at, value) in values.into_iter().enumerate() {
        let comma = if at == 0 { "" } else { "," };
        let _ = write!(json, "{comma}{value}");
    }
}

/// Displays text as a JSON string that is safe inside a script element.
struct Quoted<'a>(&'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for letter in self.0.chars() {
            match letter {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => write!(f, "\\u{:04x}", u32::from(letter))?,
                letter if letter.is_control() => f.write_str("\\ufffd")?,
                letter => f.write_char(letter)?,
            }
        }
        f.write_char('"')
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Report, sections};

    fn tally(lines: &[String]) -> Tally {
        let mut tally = Tally::new(std::sync::Arc::default(), 0).with_cells();
        tally.add_lines(lines.concat().as_bytes());
        tally
    }

    fn line(day: u32, path: &str, status: u16, referrer: &str, agent: &str) -> String {
        format!(
            "192.0.2.1 - - [{day:02}/Mar/2026:09:00:00 +0000] \"GET {path} HTTP/1.1\" {status} 5 \"{referrer}\" \"{agent}\"\n"
        )
    }

    #[test]
    fn the_data_has_counts_by_day_and_kind() {
        let lines = [
            line(1, "/a", 200, "https://b.example/", "Mozilla/5.0 (X11; Linux) Firefox/133.0"),
            line(2, "/a", 200, "-", "Mozilla/5.0 (compatible; GPTBot/1.2)"),
            line(2, "/gone", 404, "-", "Mozilla/5.0 (X11; Linux) Firefox/133.0"),
        ];
        let choices = Choices::new(&tally(&lines)).unwrap();
        let hours = |hits: u64| {
            let mut hours = [0; 24];
            hours[9] = hits;
            hours.map(|hits| hits.to_string()).join(",")
        };
        let expected = format!(
            "{{\"days\":[20513,20514],\"kinds\":[\"People\",\"GPTBot\"],\"rows\":[\
             [0,0,1,1,1,5,1,[{0}],[200,1]],[1,0,1,0,0,5,0,[{0}],[404,1]],[1,1,1,1,0,5,0,[{0}],[200,1]]],\"tables\":[\
             {{\"title\":\"Pages\",\"column\":\"page\",\"missed\":0,\"names\":[\"/a\"],\"cells\":[0,0,1,2,0,1]}},\
             {{\"title\":\"Referring sites\",\"column\":\"site\",\"missed\":0,\"names\":[\"b.example\"],\"cells\":[0,0,1]}},\
             {{\"title\":\"Missing pages\",\"column\":\"page\",\"missed\":0,\"names\":[\"/gone\"],\"cells\":[1,0,1]}},\
             {{\"title\":\"Browsers\",\"column\":\"browser\",\"missed\":0,\"names\":[\"Firefox\"],\"cells\":[0,0,1]}},\
             {{\"title\":\"Systems\",\"column\":\"system\",\"missed\":0,\"names\":[\"Linux\"],\"cells\":[0,0,1]}}]}}",
            hours(1)
        );
        assert_eq!(choices.json, expected);
        let mut parts = tally(&lines[..1]);
        parts.merge(tally(&lines[1..]));
        assert_eq!(Choices::new(&parts).unwrap(), choices);
        assert_eq!(Choices::new(&Tally::new(std::sync::Arc::default(), 0)), None);
    }

    #[test]
    fn visitors_cannot_make_the_page_large() {
        let attack = "&".repeat(190);
        let rare: Vec<String> = (0..5_000)
            .map(|at| line(1, &format!("/{attack}{at}"), 404, "-", "Mozilla/5.0 Firefox/133.0"))
            .collect();
        let common = vec![line(1, "/often", 404, "-", "Mozilla/5.0 Firefox/133.0"); 3];
        let tally = tally(&[rare, common].concat());
        let choices = Choices::new(&tally).unwrap();
        assert!(choices.json.len() < 2 * MAX_NAME_BYTES, "{}", choices.json.len());
        assert!(choices.json.contains("\"/often\""), "the most frequent names stay");
        let missing = choices.json.split("\"title\":\"Missing pages\"").nth(1).unwrap();
        let cells = missing.split("\"cells\":[").nth(1).unwrap().split(']').next().unwrap();
        let numbers: Vec<i64> = cells.split(',').map(|number| number.parse().unwrap()).collect();
        let sum: i64 = numbers.chunks(3).map(|cell| cell[2]).sum();
        assert_eq!(sum, 5_003, "sums stay exact");
    }

    #[test]
    fn a_visitor_cannot_end_the_script() {
        let attack = "</script><script>alert(1)</script><!--\u{2028}";
        let lines = [line(1, &format!("/{attack}"), 200, &format!("https://x{attack}/"), attack)];
        let tally = tally(&lines);
        let choices = Choices::new(&tally).unwrap();
        let html = choices.around(&sections(&Report::new(&tally, 9), 9));
        assert_eq!(html.matches("<script").count(), 1, "{html}");
        assert_eq!(html.matches("</script").count(), 1, "{html}");
        assert!(!html.contains("<!--") && !choices.json.contains('\u{2028}'), "{html}");
    }

    #[test]
    fn the_page_is_bounded_and_no_read_is_lost() {
        let lines: Vec<String> = (0..50_000)
            .map(|number| line(number % 28 + 1, &format!("/{}", number % 45_000), 200, "-", "Firefox"))
            .collect();
        let tally = tally(&lines);
        let table =
            table(tally.cells.as_deref().unwrap(), Cell::Page, ["", ""], |_, entry| Some(entry.to_string()));
        assert_eq!(table.cells.iter().map(|cell| cell.2).sum::<u64>(), 50_000);
        assert!(table.cells.len() <= MAX_CELLS + 28 && table.missed == 1, "{} cells", table.cells.len());
    }
}
