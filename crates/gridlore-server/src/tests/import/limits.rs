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

/// Settings from a file are checked as in the admin, and their pictures are imported.
#[test]
fn settings_of_an_imported_blog_are_checked() {
    let first = Case::new("settings-picture", &[("one.md", "![](a.png)"), ("a.png", "x")]);
    first.import("");
    let name = first.store.uploads(0..1).unwrap().remove(0).name;
    let settings = format!(
        "title = \"Lamps\"\nlogo = \"/uploads/{name}\"\npicture = \"http://evil.example/a.png\"\nlanguage = \"en\\\"><script>\"\nstyle = \"@import url(http://evil.example/x.css);\"\nmenu = \"[x](javascript:alert)\"\nfooter = \"Fine\"\n"
    );
    let second = Case::new("settings", &[("blog.toml", &settings), ("one.md", "Text")]);
    std::fs::create_dir(second.path("uploads")).unwrap();
    std::fs::copy(first.root.join("data/uploads").join(&name), second.path("uploads").join(&name)).unwrap();
    for is_dry_run in [true, false] {
        let imported = second.desk.import("lamps", &second.path(""), is_dry_run).unwrap();
        let table = imported.table();
        let notes: Vec<_> = table.lines().filter(|line| line.contains("blog.toml")).collect();
        let labels = ["Link preview picture: found", "Language: ", "Style sheet: ", "Menu: "];
        assert!(notes.len() == 4 && labels.iter().all(|label| table.contains(label)), "{table}");
    }
    let blog = second.store.blog("lamps").unwrap().unwrap();
    let found =
        [&blog.title, &blog.logo, &blog.picture, &blog.language, &blog.style, &blog.menu, &blog.footer];
    assert_eq!(found, ["Lamps", &format!("/uploads/{name}"), "", "", "", "", "Fine"]);
    assert!(second.store.has_upload(&name).unwrap());
}
