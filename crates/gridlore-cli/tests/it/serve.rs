//! Tests `gridlore serve` from start to stop.

use crate::program::binary;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;
use std::time::Duration;

#[test]
fn prints_its_address_and_stops_cleanly() {
    let data = std::env::temp_dir().join(format!("gridlore-test-serve-{}", std::process::id()));
    let mut command = binary();
    command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(&data).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    let address = first.split_whitespace().last().unwrap().to_owned();
    let second = lines.next().unwrap().unwrap();
    assert!(second.contains(&data.canonicalize().unwrap().display().to_string()), "{second}");
    let third = lines.next().unwrap().unwrap();
    assert!(third.contains(&format!("http://{address}/setup?token=")), "{third}");
    let get = |path: &str| {
        let mut stream = TcpStream::connect(&address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    assert!(get("/healthz").starts_with("HTTP/1.1 200 OK\r\n"));
    assert!(get("/").contains("What cannot go where"));
    get(third.split(&address).nth(1).unwrap());
    // Ctrl-C is sent while an idle connection is open.
    let _idle = TcpStream::connect(&address).unwrap();
    let interrupt =
        std::process::Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().unwrap();
    assert!(interrupt.success());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(lines.next().unwrap().unwrap(), "Gridlore has stopped.");
    let log = std::fs::read_to_string(data.join("access.log")).unwrap();
    assert_eq!(log.lines().count(), 3);
    assert!(log.contains("\"GET /setup HTTP/1.1\" 200 ") && !log.contains("token"), "{log}");
    assert!(
        log.starts_with("127.0.0.1 - - [") && log.contains("\"GET /healthz HTTP/1.1\" 200 3 \"-\" \"-\"\n"),
        "{log}"
    );
    assert!(
        data.join("gridlore.sqlite3").is_file()
            && data.join("uploads").is_dir()
            && data.join("posts").is_dir()
    );
    std::fs::remove_dir_all(data).unwrap();
}

#[test]
fn a_running_request_is_finished_before_the_end() {
    let data = std::env::temp_dir().join(format!("gridlore-test-grace-{}", std::process::id()));
    let mut command = binary();
    command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(&data).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let address = lines.next().unwrap().unwrap().split_whitespace().last().unwrap().to_owned();
    let body = "name=nobody&password=wrong";
    let mut stream = TcpStream::connect(&address).unwrap();
    write!(
        stream,
        "POST /login HTTP/1.1\r\nhost: {address}\r\nsec-fetch-site: same-origin\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n{}",
        body.len(),
        &body[..5]
    )
    .unwrap();
    std::thread::sleep(Duration::from_millis(300));
    let stop = std::process::Command::new("sh").args(["-c", &format!("kill -TERM {}", child.id())]).status();
    assert!(stop.unwrap().success());
    std::thread::sleep(Duration::from_millis(300));
    assert!(child.try_wait().unwrap().is_none(), "the server waits for the request");
    assert!(TcpStream::connect(&address).is_err(), "the server does not accept further connections");
    stream.write_all(&body.as_bytes()[5..]).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 4") && answer.ends_with("</html>"), "{answer}");
    assert_eq!(child.wait().unwrap().code(), Some(0));
    std::fs::remove_dir_all(data).unwrap();
}

#[test]
fn an_address_in_use_is_reported() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let data = std::env::temp_dir().join(format!("gridlore-test-taken-{}", std::process::id()));
    let output = binary().args(["serve", "--listen", &address, "--data"]).arg(&data).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with(&format!("gridlore: listening on {address}: ")), "{message}");
    assert!(!data.exists(), "nothing is created if the site cannot run");
}

#[test]
fn a_blog_is_created_written_backed_up_and_restored() {
    let root = std::env::temp_dir().join(format!("gridlore-test-blog-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&root);
    std::fs::create_dir_all(&root).unwrap();
    let path = |name: &str| root.join(name).display().to_string();
    let run = |arguments: &[&str]| crate::program::run(arguments, b"");
    let done = |arguments: &[&str]| {
        let run = run(arguments);
        assert_eq!(run.exit, 0, "{arguments:?}: {}", run.err);
        run.out
    };
    let data = path("data");
    assert_eq!(run(&["blog", "list", "--data", &data]).exit, 2, "listing does not create a site");
    assert_eq!(done(&["blog", "new", "notes", "--title", "Notes", "--data", &data]), "/blogs/notes\n");
    std::fs::write(path("my-post.md"), "+++\ntitle = \"Mine\"\n+++\nText\n\n```sudoku\nnone\n```\n").unwrap();
    let posted = run(&["blog", "post", "notes", &path("my-post.md"), "--data", &data]);
    assert_eq!((posted.exit, posted.out.as_str()), (0, "/blogs/notes/my-post\tpublished\tnew\n"));
    assert!(posted.err.contains("my-post.md: line 7: "), "{}", posted.err);
    let list = done(&["blog", "list", "--data", &data]);
    assert!(list.contains("notes\t1\t0\t0\tNotes\n") && list.starts_with("demo\t"), "{list}");
    let bad = run(&["blog", "new", "Not this", "--title", "T", "--data", &data]);
    assert_eq!(bad.exit, 2);
    assert!(bad.err.starts_with("gridlore: the blog's id: found 'N' in \"Not this\""), "{}", bad.err);

    done(&["blog", "export", &path("files"), "--blog", "notes", "--data", &data]);
    done(&["blog", "new", "twin", "--title", "Twin", "--data", &data]);
    assert_eq!(
        done(&["blog", "import", "twin", &path("files/notes"), "--data", &data]),
        "/blogs/twin/my-post\tpublished\tnew\n"
    );
    let site = done(&["export", &path("site"), "--address", "https://puzzles.example", "--data", &data]);
    assert!(
        site.contains(" files, ") && root.join("site/blogs/notes/my-post/index.html").is_file(),
        "{site}"
    );
    assert!(
        done(&["export", &path("site"), "--address", "https://puzzles.example", "--data", &data])
            .contains(", 0 written, 0 removed")
    );
    let bad = run(&["export", &path("other"), "--address", "puzzles", "--data", &data]);
    assert_eq!(
        (bad.exit, bad.err.as_str()),
        (2, "gridlore: address: found \"puzzles\", expected an address such as https://puzzles.example\n")
    );
    done(&["backup", &path("backup"), "--data", &data]);
    done(&["restore", &path("backup"), "--data", &path("again")]);
    assert_eq!(done(&["blog", "list", "--data", &path("again")]), done(&["blog", "list", "--data", &data]));
    std::fs::write(path("config.toml"), "adress = \"x\"\n").unwrap();
    let bad = run(&["serve", "--listen", "127.0.0.1:0", "--config", &path("config.toml"), "--data", &data]);
    assert_eq!(bad.exit, 2);
    assert!(
        bad.err.contains("config.toml: line 1: unknown field `adress`")
            && bad.err.contains("did you mean `address`?"),
        "{}",
        bad.err
    );
    std::fs::remove_dir_all(root).unwrap();
}

#[test]
fn an_idle_connection_is_closed() {
    let root = std::env::temp_dir().join(format!("gridlore-test-idle-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&root);
    std::fs::create_dir_all(&root).unwrap();
    std::fs::write(root.join("config.toml"), "request_timeout = 1\n").unwrap();
    let mut command = binary();
    command.args(["serve", "--listen", "127.0.0.1:0", "--config"]).arg(root.join("config.toml"));
    let mut child = command.arg("--data").arg(root.join("data")).stdout(Stdio::piped()).spawn().unwrap();
    let first = BufReader::new(child.stdout.take().unwrap()).lines().next().unwrap().unwrap();
    let address = first.split_whitespace().last().unwrap();
    for beginning in [
        "",
        "GET / HTTP/1.1\r\nhost: x\r\n",
        "POST /login HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nname=",
    ] {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream.write_all(beginning.as_bytes()).unwrap();
        let mut answer = String::new();
        // The connection may close with or without a response; it only has to end.
        let end = stream.read_to_string(&mut answer);
        assert!(
            end.is_ok()
                || end.as_ref().is_err_and(|error| error.kind() == std::io::ErrorKind::ConnectionReset),
            "{beginning:?}: {end:?}"
        );
        assert!(!answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    std::fs::remove_dir_all(root).unwrap();
}
