//! Tests the tables that users of other programs expect (browsers, systems, crawlers, missing
//! pages, months, virtual hosts, request times and last visits), and the guess of the site’s own
//! host.

use super::{done, folder, value};
use crate::program::run;

const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0";
const GPTBOT: &str =
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)";

fn line(date: &str, path: &str, status: u16, referrer: &str, agent: &str) -> String {
    format!(
        "www.Own.example:443 192.0.2.1 - - [{date}:09:00:00 +0000] \"GET {path} HTTP/1.1\" {status} 1500 \"{referrer}\" \"{agent}\"\n"
    )
}

fn log() -> String {
    [
        line("28/Feb/2026", "/a", 200, "-", FIREFOX),
        line(
            "01/Mar/2026",
            "/a",
            200,
            "-",
            "Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/131.0 Safari/537.36",
        ),
        line("02/Mar/2026", "/a", 200, "-", GPTBOT),
        line("03/Mar/2026", "/gone", 404, "-", GPTBOT),
        line("04/Mar/2026", "/gone", 404, "-", FIREFOX),
        line("04/Mar/2026", "/b", 200, "-", "curl/8.5.0"),
    ]
    .concat()
}

#[test]
fn every_table_has_its_command() {
    let log = log();
    let csv = |command: &[&str]| done(&[command, &["--csv"]].concat(), log.as_bytes());
    assert_eq!(csv(&["months"]), "hits,views,visitors,bytes,month\n1,1,1,1500,2026-02\n5,0,0,7500,2026-03\n");
    assert_eq!(csv(&["missing"]), "hits,views,last,page\n2,1,2026-03-04 09:00:00,/gone\n");
    assert_eq!(csv(&["browsers"]), "views,hits,bytes,browser\n1,2,3000,Firefox\n");
    assert_eq!(csv(&["browsers", "--versions"]), "views,hits,bytes,browser\n1,2,3000,Firefox 133\n");
    assert_eq!(csv(&["systems"]), "views,hits,bytes,system\n1,2,3000,Linux\n");
    assert_eq!(
        csv(&["crawlers"]),
        "hits,bytes,program,purpose,last\n\
         2,3000,GPTBot,AI training,2026-03-03 09:00:00\n\
         1,1500,HeadlessChrome,headless browser,2026-03-01 09:00:00\n\
         1,1500,curl,program,2026-03-04 09:00:00\n"
    );
    assert_eq!(
        csv(&["crawlers", "--ai"]),
        "hits,bytes,program,purpose,last\n2,3000,GPTBot,AI training,2026-03-03 09:00:00\n"
    );
    assert_eq!(csv(&["virtual-hosts"]), "views,hits,bytes,virtual host\n1,6,9000,www.own.example\n");
    assert_eq!(csv(&["last"]), "views,hits,address,last\n1,6,192.0.2.1,2026-03-04 09:00:00\n");
    assert_eq!(
        done(&["months"], log.as_bytes()).lines().last(),
        Some("     5      0         0  7.5 kB  2026-03"),
        "text output shows bytes with a unit"
    );
    // Parts result in the same tables as the whole log.
    let part = done(&["count"], log.as_bytes());
    for command in ["months", "missing", "browsers", "systems", "crawlers", "virtual-hosts", "last"] {
        assert_eq!(done(&[command, "--csv"], part.as_bytes()), csv(&[command]), "{command}");
    }
    let report = value(&done(&["report", "--json"], log.as_bytes()));
    assert_eq!(report["top_missing"], serde_json::json!([["/gone", 2]]));
    assert_eq!(report["top_crawlers"][0], serde_json::json!(["GPTBot", 2, "AI training"]));
}

#[test]
fn request_times_are_read_in_every_unit() {
    for (format, times) in
        [("%D", ["1500", "2500000"]), ("%T", ["0.0015", "2.5"]), ("%{ms}T", ["1.5", "2500"])]
    {
        let log: String =
            times.map(|time| format!("192.0.2.1 01/Mar/2026:09:00:00 +0000|GET /a|200|{time}\n")).concat();
        let found =
            done(&["times", "--csv", "--format", &format!("%h %x|%m %U|%s|{format}")], log.as_bytes());
        assert_eq!(
            found, "hits,mean_us,longest_us,total_us,page\n2,1250750,2500000,2501500,/a\n",
            "{format}"
        );
    }
    let caddy = r#"{"ts":1772355600.5,"request":{"remote_ip":"192.0.2.1","method":"GET","uri":"/a"},"duration":0.25,"size":5,"status":200}"#;
    assert_eq!(
        done(&["times"], caddy.as_bytes()),
        "  hits      mean   longest     total  page\n     1  250.0 ms  250.0 ms  250.0 ms  /a\n"
    );
}

#[test]
fn the_own_host_is_guessed_and_can_be_chosen() {
    let mut log = line("01/Mar/2026", "/a", 200, "https://b.example/", FIREFOX);
    for _ in 0..12 {
        log += &line("01/Mar/2026", "/s.css", 200, "https://own.example/a", FIREFOX);
        log += &line("01/Mar/2026", "/a", 200, "https://own.example/a", FIREFOX);
    }
    let guessed = run(&["logs", "referrers", "--csv"], log.as_bytes());
    assert_eq!((guessed.exit, guessed.out.as_str()), (0, "views,site\n1,b.example\n"));
    assert_eq!(
        guessed.err,
        "gridlore: assuming that own.example is the site itself; --own sets another host\n"
    );
    let none = "views,site\n12,own.example\n1,b.example\n";
    assert_eq!(done(&["referrers", "--csv", "--own", "none"], log.as_bytes()), none);
    assert_eq!(done(&["referrers", "--csv", "--own", "own.example"], log.as_bytes()), guessed.out);
}

#[test]
fn a_database_of_addresses_is_needed_and_checked() {
    let missing = run(&["logs", "countries"], b"");
    assert_eq!(missing.exit, 2);
    assert!(
        missing.err.contains("this table needs an IP address database; choose one with --geo FILE"),
        "{}",
        missing.err
    );
    let folder = folder("logs-geo");
    let file = folder.join("no.mmdb");
    std::fs::write(&file, "no database").unwrap();
    let wrong = run(&["logs", "countries", "--geo", file.to_str().unwrap()], b"");
    assert_eq!(wrong.exit, 2);
    assert!(
        wrong.err.contains("no.mmdb: found no IP address database, expected a file in MaxMind's format"),
        "{}",
        wrong.err
    );
    std::fs::remove_dir_all(folder).unwrap();
}
