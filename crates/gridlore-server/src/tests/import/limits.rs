//! Sources that are designed to be expensive: limits stop the work, and notes report omissions.

use super::Case;

#[test]
fn notes_on_a_post_are_limited() {
    let links = format!("+++\npublished = 2020-01-01\n+++\n{}\n", "[](..) ".repeat(5_000));
    let keys: String = (0..5_000).map(|number| format!("key{number}: 1\n")).collect();
    let keys = format!("---\ndate: 2020-01-01\n{keys}{}: 1\n---\nText\n", "k".repeat(900));
    let case = Case::new("many-notes", &[("a.md", &links), ("b.md", &keys)]);
    let found = case.desk.import("notes", &case.path(""), true).unwrap();
    let notes: Vec<&str> =
        found.rows.iter().filter(|row| row.kind == "post").map(|row| row.note.as_str()).collect();
    let ends = ["; 4900 more notes, not listed", "; 4901 more notes, not listed"];
    assert_eq!(notes.len(), ends.len());
    for (note, end) in notes.into_iter().zip(ends) {
        assert!(note.ends_with(end) && note.len() < 10_000, "{} {}", note.len(), &note[note.len() - 60..]);
    }
}
