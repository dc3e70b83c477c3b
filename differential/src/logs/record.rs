//! Records of an access log: their contents, their lines in each format, and broken lines.

use gridlore_core::Rng;

/// Addresses, each with its network.
pub(crate) const HOSTS: [(&str, &str); 8] = [
    ("192.0.2.1", "192.0.2.0"),
    ("192.0.2.77", "192.0.2.0"),
    ("198.51.100.7", "198.51.100.0"),
    ("2001:db8:1:2::5", "2001:db8:1::"),
    ("2001:db8:1::9", "2001:db8:1::"),
    ("::1", "::"),
    ("host7.isp.example", "isp.example"),
    ("::ffff:192.0.2.9", "192.0.2.0"),
];

/// User names.
pub(crate) const USERS: [&str; 4] = ["-", "ann", "john doe", "a[b]"];

/// Days; the first two are in one month.
pub(crate) const DAYS: [(i32, i32, i32); 6] =
    [(2026, 3, 1), (2026, 3, 2), (2026, 2, 28), (2024, 2, 29), (1999, 12, 31), (2026, 11, 25)];

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Methods; a request that is not HTTP has none.
pub(crate) const METHODS: [&str; 5] = ["GET", "HEAD", "POST", "OPTIONS", "PROPFIND"];

/// Paths, and whether each is a file that pages need.
pub(crate) const PATHS: [(&str, bool); 15] = [
    ("/a", false),
    ("/", false),
    ("/b", false),
    ("/a.css", true),
    ("/i/A.JPG", true),
    ("/a.js.map", true),
    ("/v1.css/x", false),
    ("/feed.xml", false),
    ("/robots.txt", true),
    ("/caf\u{e9}", false),
    ("/caf%C3%A9", false),
    ("/q\"x\\y", false),
    ("/a/", false),
    ("*", false),
    ("/A", false),
];

/// Queries, with their question marks.
pub(crate) const QUERIES: [&str; 9] =
    ["", "?", "?a=1", "?a=2", "?b=1&a=1", "?a&utm_source=x", "?a=1&&b=2", "?=x", "?q=\"c\"&a=1?b"];

/// Referrers, each with its site; the site is empty if the referrer names none.
pub(crate) const REFERRERS: [(&str, &str); 14] = [
    ("-", ""),
    ("https://b.example/x", "b.example"),
    ("https://www.B.example/y?z", "b.example"),
    ("http://c.example:8080", "c.example"),
    ("https://ann:x@c.example#y", "c.example"),
    ("http://[2001:db8::1]:80/", "2001:db8::1"),
    ("android-app://com.app.example/", "com.app.example"),
    ("https://own.example/y", "own.example"),
    ("https://www.own.example/", "own.example"),
    ("about:blank", ""),
    ("", ""),
    ("https://d.example/\"q\"\\", "d.example"),
    ("https://d.example?q", "d.example"),
    ("b.example/x", ""),
];

/// User agents, and whether each is a program.
pub(crate) const AGENTS: [(&[u8], bool); 14] = [
    (b"Firefox/133.0", false),
    (b"Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/133.0", false),
    (b"Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", true),
    (b"Mozilla/5.0 AppleWebKit/537.36 HeadlessChrome/131.0.0.0 Safari/537.36", true),
    (b"curl/8.5.0", true),
    (b"-", false),
    (b"", false),
    (b"Agent \"quoted\" \\ back", false),
    (b"Agent\nof two\tlines", false),
    (b"Agent \xff\xfe", false),
    (b"FEEDFETCHER", true),
    (b"Opera \x01", false),
    (b"Checker 1.0", false),
    (b"ends with \\", false),
];

pub(crate) const STATUSES: [u16; 10] = [200, 204, 299, 301, 304, 404, 500, 0, 101, 999];

/// A request and its response, as indices into the tables above.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Record {
    pub(crate) host: usize,
    pub(crate) user: usize,
    pub(crate) day: usize,
    /// The second of the day.
    pub(crate) second: u32,
    /// `None` for a request that is not HTTP.
    pub(crate) method: Option<usize>,
    pub(crate) path: usize,
    pub(crate) query: usize,
    pub(crate) status: usize,
    pub(crate) bytes: Option<u64>,
    pub(crate) referrer: usize,
    pub(crate) agent: usize,
}

/// The format of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Common,
    Combined,
    /// The combined format, followed by more fields.
    Longer,
    /// The combined format, preceded by a virtual host.
    VirtualHost,
    /// A JSON object as Caddy writes it.
    Caddy,
    /// A JSON object as nginx can be configured to write it.
    Nginx,
    /// An entry of [`FORMATS`].
    Custom(usize),
}

/// Custom formats.
pub(crate) const FORMATS: [&str; 6] = [
    r#"%h %l %u %t \"%r\" %>s %b \"%{Referer}i\" \"%{User-Agent}i\""#,
    r#"%h %^ %e [%d:%t %^] "%r" %s %b "%R" "%u""#,
    "%x|%v|%h|%m %U|%s|%b|%D|%u|%R",
    r#"%t %h "%r" %>s"#,
    r#"%v:%p %h %l %u %t "%r" %>s %O "%{Referer}i" "%{User-Agent}i""#,
    "%d%~%t%~%h%~%s%~%U",
];

/// The fault of a broken line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Break {
    Empty,
    Truncated,
    NoTime,
    ErrorLog,
    OpenQuote,
    Binary,
    BadTime,
    BadStatus,
    BadSize,
    NoRequest,
    NoAgent,
    TooLong,
    BadJson,
    NoMatch,
}

impl Form {
    /// Returns whether the line contains the referrer and the user agent.
    pub(crate) const fn is_combined(self) -> bool {
        !matches!(self, Self::Common | Self::Custom(3 | 5))
    }

    /// Returns the user name in the line: some formats omit it, or omit names with spaces.
    const fn user(self, user: usize) -> &'static str {
        match (self, user) {
            (Self::Custom(2 | 3 | 5), _) => "-",
            (Self::Custom(0 | 4), 2) => USERS[1],
            _ => USERS[user],
        }
    }

    /// Returns the ways to break a line of this form.
    pub(crate) fn breaks(self) -> &'static [Break] {
        use Break::*;
        match self {
            Self::Common | Self::Combined | Self::Longer | Self::VirtualHost => &[
                Empty, Truncated, NoTime, ErrorLog, OpenQuote, Binary, BadTime, BadStatus, BadSize,
                NoRequest, NoAgent, TooLong,
            ],
            Self::Caddy | Self::Nginx => &[BadJson, NoRequest, BadTime, BadStatus, BadSize],
            Self::Custom(0 | 1 | 4) => &[Empty, OpenQuote, Binary, BadTime, BadStatus, BadSize, NoMatch],
            Self::Custom(3) => &[Empty, OpenQuote, Binary, BadTime, BadStatus, NoMatch],
            Self::Custom(_) => &[Empty, Binary, BadTime, BadStatus],
        }
    }
}

/// The fields of a record as its line contains them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fields {
    pub(crate) host: Vec<u8>,
    pub(crate) user: Vec<u8>,
    pub(crate) virtual_host: Vec<u8>,
    /// The method; empty if the request has none.
    pub(crate) method: Vec<u8>,
    pub(crate) path: Vec<u8>,
    /// The query, without its question mark.
    pub(crate) query: Vec<u8>,
    pub(crate) bytes: Option<u64>,
    pub(crate) referrer: Vec<u8>,
    pub(crate) agent: Vec<u8>,
}

/// The virtual host in forms that contain one.
const SITE: &str = "www.own.example";

impl Record {
    /// Returns a random record, usually without special values.
    pub(crate) fn random(rng: &mut Rng) -> Self {
        let mut pick =
            |count: usize| if rng.below(3) == 0 { rng.below(count) } else { rng.below(count.min(2)) };
        let (host, user, day) = (pick(HOSTS.len()), pick(USERS.len()), pick(DAYS.len()));
        let (path, query, status) = (pick(PATHS.len()), pick(QUERIES.len()), pick(STATUSES.len()));
        let (referrer, agent) = (pick(REFERRERS.len()), pick(AGENTS.len()));
        let method =
            (rng.below(20) > 0).then(|| if rng.below(4) == 0 { rng.below(METHODS.len()) } else { 0 });
        let bytes = match rng.below(6) {
            0 => None,
            1 => Some(0),
            2 => Some(rng.next_u64() >> 16),
            _ => Some(rng.below(3_000) as u64),
        };
        let second = u32::try_from(rng.below(86_400)).unwrap_or(0);
        Self { host, user, day, second, method, path, query, status, bytes, referrer, agent }
    }

    /// Returns the fields that a line of this form contains.
    pub(crate) fn fields(&self, form: Form) -> Fields {
        let quoted = |text: &[u8]| written(form, text);
        // A form without a request line contains only the target.
        let has_parts = matches!(form, Form::Caddy | Form::Custom(2 | 5));
        let (method, path, query) = match self.method {
            None if !has_parts => (vec![], vec![], vec![]),
            method => {
                let method = METHODS[method.unwrap_or(0)];
                let query = QUERIES[self.query].strip_prefix('?').unwrap_or_default();
                let method = if form == Form::Custom(5) { "-" } else { method };
                (method.into(), quoted(PATHS[self.path].0.as_bytes()), quoted(query.as_bytes()))
            }
        };
        let is_json = matches!(form, Form::Caddy | Form::Nginx);
        let or_dash = |text: Vec<u8>| {
            if !form.is_combined() || is_json && text.is_empty() { b"-".to_vec() } else { text }
        };
        Fields {
            host: HOSTS[self.host].0.into(),
            user: form.user(self.user).into(),
            virtual_host: match form {
                Form::VirtualHost => format!("{SITE}:443").into_bytes(),
                Form::Caddy | Form::Custom(2 | 4) => SITE.into(),
                _ => vec![],
            },
            method,
            path,
            query,
            bytes: self.bytes.filter(|_| !matches!(form, Form::Custom(3 | 5))),
            referrer: or_dash(quoted(REFERRERS[self.referrer].0.as_bytes())),
            agent: or_dash(quoted(AGENTS[self.agent].0)),
        }
    }

    /// Returns the line of a form, without its end.
    pub(crate) fn line(&self, form: Form) -> Vec<u8> {
        self.line_of(form, &self.clock(form), &self.status_text(), &self.size_text())
    }

    fn status_text(&self) -> String {
        format!("{:03}", STATUSES[self.status])
    }

    fn size_text(&self) -> String {
        self.bytes.map_or_else(|| "-".to_owned(), |bytes| bytes.to_string())
    }

    /// Returns the time in the notation of the form, without brackets.
    fn clock(&self, form: Form) -> String {
        let (year, month, day) = DAYS[self.day];
        let (hour, minute, second) = (self.second / 3600, self.second / 60 % 60, self.second % 60);
        let month_name = MONTHS[usize::try_from(month - 1).unwrap_or(0)];
        match form {
            Form::Nginx => format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}+01:00"),
            Form::Custom(2) => format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"),
            Form::Custom(5) => format!("{year:04}-{month:02}-{day:02}  {hour:02}:{minute:02}:{second:02}"),
            Form::Caddy => {
                let start = days_since_1970(year, month, day);
                format!("{}.25", start * 86_400 + i64::from(self.second))
            }
            _ => format!("{day:02}/{month_name}/{year:04}:{hour:02}:{minute:02}:{second:02} -0330"),
        }
    }

    fn request(&self, form: Form) -> Vec<u8> {
        let fields = self.fields(form);
        if self.method.is_none() {
            return if self.path.is_multiple_of(2) {
                b"-".to_vec()
            } else {
                written(form, b"\x16\x03\x01\\x")
            };
        }
        [&fields.method, &b" "[..], &self.target(form), b" HTTP/1.1"].concat()
    }

    fn target(&self, form: Form) -> Vec<u8> {
        let query = written(form, QUERIES[self.query].as_bytes());
        [written(form, PATHS[self.path].0.as_bytes()), query].concat()
    }

    /// Returns the line with these strings for time, status and size.
    fn line_of(&self, form: Form, clock: &str, status: &str, size: &str) -> Vec<u8> {
        let fields = self.fields(form);
        let (host, request) = (HOSTS[self.host].0, self.request(form));
        let user = form.user(self.user);
        let mut line = Vec::new();
        let mut push = |texts: &[&[u8]]| texts.iter().for_each(|text| line.extend_from_slice(text));
        let quoted_pair = [&b" \""[..], &fields.referrer, b"\" \"", &fields.agent, b"\""].concat();
        let start = format!("{host} - {user} [{clock}] \"");
        let end = format!("\" {status} {size}");
        match form {
            Form::Common => push(&[start.as_bytes(), &request, end.as_bytes()]),
            Form::Combined | Form::Custom(0 | 1) => {
                push(&[start.as_bytes(), &request, end.as_bytes(), &quoted_pair]);
            }
            Form::Longer => {
                push(&[start.as_bytes(), &request, end.as_bytes(), &quoted_pair, b" \"x\" 0.003"]);
            }
            Form::VirtualHost | Form::Custom(4) => {
                let site = format!("{SITE}:443 ");
                push(&[site.as_bytes(), start.as_bytes(), &request, end.as_bytes(), &quoted_pair]);
            }
            Form::Caddy => {
                let start = format!(
                    r#"{{"level":"info","ts":{clock},"request":{{"remote_ip":"10.0.0.1","client_ip":"{host}","method":""#
                );
                let user = if user == "-" { "" } else { user };
                let status = status.trim_start_matches('0');
                let status = if status.is_empty() { "0" } else { status };
                let size = if size == "-" { String::new() } else { format!(r#","size":{size}"#) };
                let end = format!(
                    r#"]}}}},"user_id":"{user}"{size},"status":{status},"resp_headers":{{"Referer":["x"]}}}}"#
                );
                push(&[
                    start.as_bytes(),
                    &fields.method,
                    format!(r#"","host":"{SITE}","uri":""#).as_bytes(),
                    &self.target(form),
                    br#"","headers":{"User-Agent":[""#,
                    &written(form, AGENTS[self.agent].0),
                    br#""],"Accept":["a","b"],"Referer":[""#,
                    &written(form, REFERRERS[self.referrer].0.as_bytes()),
                    br#"""#,
                    end.as_bytes(),
                ]);
            }
            Form::Nginx => {
                let start = format!(
                    r#"{{ "time_iso8601": "{clock}", "remote_addr": "{host}", "remote_user": "{user}", "request": ""#
                );
                let middle =
                    format!(r#"", "status": "{status}", "body_bytes_sent": "{size}", "http_referer": ""#);
                push(&[
                    start.as_bytes(),
                    &request,
                    middle.as_bytes(),
                    &written(form, REFERRERS[self.referrer].0.as_bytes()),
                    br#"", "http_user_agent": ""#,
                    &written(form, AGENTS[self.agent].0),
                    br#"" }"#,
                ]);
            }
            Form::Custom(2) => {
                let start = format!("{clock}|{SITE}|{host}|");
                let end = format!("|{status}|{size}|0.3|");
                push(&[
                    start.as_bytes(),
                    &fields.method,
                    b" ",
                    &self.target(form),
                    end.as_bytes(),
                    &fields.agent,
                    b"|",
                    &fields.referrer,
                ]);
            }
            Form::Custom(3) => {
                push(&[
                    format!("[{clock}] {host} \"").as_bytes(),
                    &request,
                    format!("\" {status}").as_bytes(),
                ]);
            }
            Form::Custom(_) => {
                push(&[format!("{clock} {host}\t{status}  ").as_bytes(), &self.target(form)]);
            }
        }
        line
    }

    /// Returns a line that is broken in a way that applies to its form.
    pub(crate) fn broken(&self, form: Form, how: Break) -> Vec<u8> {
        let (clock, status, size) = (self.clock(form), self.status_text(), self.size_text());
        let is_json = matches!(form, Form::Caddy | Form::Nginx);
        // A line that cannot be parsed is counted as binary if it contains bytes that are not text.
        let plain = Self { agent: 0, referrer: 1, path: 0, query: 0, method: Some(0), ..*self };
        let (host, user) = (HOSTS[self.host].0, USERS[self.user]);
        match how {
            Break::Empty => [&b""[..], b"   ", b" \t "][self.path % 3].to_vec(),
            Break::Truncated => {
                [host.to_owned(), format!("{host} - "), format!("{host} - {user} [{}", &clock[..15])]
                    [self.path % 3]
                    .clone()
                    .into_bytes()
            }
            Break::NoTime => format!("{host} {clock} {status} /a").into_bytes(),
            Break::ErrorLog => format!("[{clock}] [error] {host}").into_bytes(),
            Break::OpenQuote if form == Form::Custom(3) => format!("[{clock}] {host} \"GET /a").into_bytes(),
            Break::OpenQuote => {
                let line = plain.line(if form == Form::Common { Form::Combined } else { form });
                let line = if form == Form::Longer { plain.line(Form::Combined) } else { line };
                line[..line.len() - 1].to_vec()
            }
            Break::Binary => {
                let bad: &[u8] = if self.path.is_multiple_of(2) { b"\x01" } else { b"\xff" };
                [&b"192.0.2.1 "[..], bad, b"x"].concat()
            }
            Break::BadTime => {
                let bad = match form {
                    Form::Caddy => "\"soon\"".to_owned(),
                    Form::Nginx | Form::Custom(2) => format!("2026-13-01{}", &clock[10..]),
                    Form::Custom(5) => format!("2026-02-30{}", &clock[10..]),
                    _ if self.path.is_multiple_of(2) => format!("31/Feb{}", &clock[6..]),
                    _ => format!("{}:24:00:00 +0000", &clock[..11]),
                };
                plain.line_of(form, &bad, &status, &size)
            }
            Break::BadStatus => {
                let bad = if is_json { "99" } else { "099" };
                plain.line_of(form, &clock, bad, &size)
            }
            Break::BadSize => {
                let bad = if form == Form::Caddy { "-1" } else { "12x" };
                plain.line_of(form, &clock, &status, bad)
            }
            Break::NoRequest if is_json => br#"{"level":"info","ts":1,"msg":"serving"}"#.to_vec(),
            Break::NoRequest => format!("{host} - {user} [{clock}] GET /a {status} {size}").into_bytes(),
            Break::NoAgent => {
                format!("{host} - {user} [{clock}] \"GET /a\" {status} {size} \"https://b.example/\"")
                    .into_bytes()
            }
            Break::TooLong => {
                let mut line = plain.line(Form::Combined);
                line.resize(1 << 20, b'x');
                line
            }
            Break::BadJson => {
                let line = plain.line(form);
                line[..line.len() - 1 - self.path].to_vec()
            }
            Break::NoMatch if form == Form::Custom(3) => {
                format!("[{clock}] {host} no such line").into_bytes()
            }
            Break::NoMatch => b"no such line".to_vec(),
        }
    }
}

/// Escapes a string for a line of a form.
fn written(form: Form, text: &[u8]) -> Vec<u8> {
    let mut line = Vec::new();
    let is_json = matches!(form, Form::Caddy | Form::Nginx);
    for byte in text {
        match byte {
            b'\n' => line.extend_from_slice(if is_json { b"\\n" } else { b"\\x0a" }),
            b'\t' | b'\x01' | b'\x03' | b'\x16' if is_json => {
                line.extend_from_slice(format!("\\u{byte:04x}").as_bytes());
            }
            b'"' | b'\\' if !matches!(form, Form::Custom(2 | 5)) => line.extend_from_slice(&[b'\\', *byte]),
            _ => line.push(*byte),
        }
    }
    line
}

/// Returns the number of days from 1 January 1970 to a later day.
fn days_since_1970(year: i32, month: i32, day: i32) -> i64 {
    let is_leap = |year: i32| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let years: i64 = (1970..year).map(|year| if is_leap(year) { 366 } else { 365 }).sum();
    let lengths = [31, if is_leap(year) { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let months: i64 = lengths.iter().take(usize::try_from(month - 1).unwrap_or(0)).sum();
    years + months + i64::from(day) - 1
}

impl Record {
    /// Returns records with one field simplified.
    pub(crate) fn simpler(&self) -> Vec<Self> {
        let mut all = Vec::new();
        let mut push = |is_other: bool, record: Self| {
            if is_other {
                all.push(record);
            }
        };
        push(self.host > 0, Self { host: 0, ..*self });
        push(self.user > 0, Self { user: 0, ..*self });
        push(self.day > 0, Self { day: 0, ..*self });
        push(self.second > 0, Self { second: 0, ..*self });
        push(self.method != Some(0), Self { method: Some(0), ..*self });
        push(self.path > 0, Self { path: 0, ..*self });
        push(self.query > 0, Self { query: 0, ..*self });
        push(self.status > 0, Self { status: 0, ..*self });
        push(self.bytes.is_some(), Self { bytes: None, ..*self });
        push(self.referrer > 0, Self { referrer: 0, ..*self });
        push(self.agent > 0, Self { agent: 0, ..*self });
        all
    }
}
