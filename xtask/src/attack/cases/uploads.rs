//! Pictures that are small until they are decoded, and abandoned uploads.

use crate::attack::Case;
use crate::attack::client::{UPLOADS, between, connect, upload_bodies, upload_body};
use crate::attack::findings::Amount;
use crate::attack::http::request;
use crate::attack::lab::{Lab, MAX_REQUEST_MEMORY};
use crate::attack::material::{Pixels, gif, jpeg, png, png_with, webp};
use anyhow::Result;
use std::io::Write;
use std::thread;
use std::time::Duration;

pub(super) const CASES: &[Case] = &[
    Case {
        name: "aborted-uploads",
        bound: "sixteen pictures of 9,000 x 9,000, each abandoned after 0.25 s: 600 MB in total",
        limits: (40, 60),
        run: aborted_uploads,
    },
    Case {
        name: "hostile-pictures",
        bound: "GIF, JPEG, WebP and PNG files that are expensive to decode: 1 s and 200 MB per request, or refused",
        limits: (50, 120),
        run: hostile_pictures,
    },
    Case {
        name: "hostile-forms",
        bound: "forms with many parts, long headers and wrong boundaries: 1 s and 200 MB per request",
        limits: (30, 60),
        run: hostile_forms,
    },
];

/// Disconnects clients while their pictures are being decoded; the server may continue decoding.
fn aborted_uploads(lab: &Lab) -> Result<()> {
    let site = lab.site("")?;
    let (body, kind) = upload_body(&png(9000, 9000, false, 0)?);
    let mut headers = site.owner.own_headers();
    headers.push(("Content-Type".to_owned(), kind.to_owned()));
    let bytes = request(site.server.port, "POST", UPLOADS, &headers, Some(&body));
    let mut sent = 0;
    for _ in 0..16 {
        if !site.server.process.is_alive() {
            break;
        }
        if let Ok(mut connection) = connect(site.server.port) {
            sent += u32::from(connection.write_all(&bytes).is_ok());
            thread::sleep(Duration::from_millis(250));
        }
    }
    thread::sleep(Duration::from_secs(2));
    let is_alive = site.server.process.is_alive();
    lab.expect("server", is_alive && sent > 0, format!("alive {is_alive} after {sent} of 16"));
    lab.at_most("memory", Amount::Bytes(site.server.process.peak()), Amount::Bytes(600_000_000));
    let start = std::time::Instant::now();
    let reply = site.owner.again(site.server.port).upload(&png(20, 20, true, 0)?);
    let status = reply.map_or(0, |reply| reply.status);
    lab.expect("a picture afterwards", status == 200, format!("status {status}"));
    let took = Amount::Seconds(start.elapsed().as_secs_f64());
    lab.at_most("a picture afterwards", took, Amount::Seconds(10.0));
    Ok(())
}

/// Tests pictures of every format that are expensive to decode.
fn hostile_pictures(lab: &Lab) -> Result<()> {
    let mut site = lab.site("")?;
    let small = png(20, 20, true, 0)?;
    let mut cut = png(3000, 3000, true, 0)?;
    cut.truncate(cut.len() / 2);
    let mut many_chunks = small[..33].to_vec();
    for _ in 0..500_000 {
        many_chunks.extend(b"\0\0\0\0tEXt\xaf\x0d\x0b\x6f");
    }
    many_chunks.extend(&small[33..]);
    let mut announced = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    announced.extend([0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff, 8, 2, 0, 0, 0, 0, 0, 0, 0]);
    let grey = |depth, width, height| png_with(Pixels { depth, is_grey: true }, width, height, true, 0);
    let deep = Pixels { depth: 16, is_grey: false };
    let pictures = [
        ("GIF of 400 frames of 380 x 380", gif(380, 380, 400)),
        ("GIF of 100,000 frames", gif(10, 10, 100_000)),
        ("GIF of 1,000,000 frames of 12,000 x 12,000", gif(12_000, 12_000, 1_000_000)),
        ("GIF of 2 frames of 5,400 x 5,400", gif(5400, 5400, 2)),
        ("GIF of 65,535 x 65,535", gif(65_535, 65_535, 2)),
        ("GIF of 12,000 x 5,500, one frame", gif(12_000, 5_500, 1)),
        ("JPEG of 9,000 x 9,000", jpeg(9000, 9000, 0)),
        ("JPEG of 65,500 x 65,500", jpeg(65_500, 65_500, 0)[..1_000_000].to_vec()),
        ("progressive JPEG of 500 scans", jpeg(3000, 3000, 500)),
        ("progressive JPEG of 100 scans", jpeg(9000, 9000, 60)),
        ("WebP of 16,384 x 16,384", webp(16_384, 16_384)),
        ("WebP of 8,000 x 8,000", webp(8000, 8000)),
        ("WebP of 11,900 x 5,600", webp(11_900, 5_600)),
        ("PNG of 12,000 x 7,400", png(12_000, 7_400, false, 0)?),
        ("PNG of 1 x 12,000", png(1, 12_000, false, 0)?),
        ("PNG of 12,000 x 1", png(12_000, 1, false, 0)?),
        ("PNG with a 2 GB text chunk", png(20, 20, true, 2 << 30)?),
        ("PNG of 500,000 chunks", many_chunks),
        ("PNG that announces 2^31 x 2^31", announced),
        ("truncated PNG", cut),
        ("nothing", Vec::new()),
        ("PNG of grey noise, 1 bit, 1,600 x 12,000", grey(1, 1600, 12_000)?),
        ("PNG of grey noise, 2 bits, 1,600 x 12,000", grey(2, 1600, 12_000)?),
        ("PNG of grey noise, 4 bits, 1,600 x 12,000", grey(4, 1600, 12_000)?),
        ("PNG of grey noise, 8 bits, 1,600 x 12,000", grey(8, 1600, 12_000)?),
        ("PNG of grey noise, 8 bits, 1,601 x 12,000", grey(8, 1601, 12_000)?),
        ("PNG of noise, 1,600 x 4,300", png(1600, 4300, true, 0)?),
        ("PNG of noise, 1,400 x 1,400", png(1400, 1400, true, 0)?),
        ("PNG of 16 bits, 5,000 x 4,000", png_with(deep, 5000, 4000, false, 0)?),
        ("PNG of 16 bits, 3,300 x 3,000", png_with(deep, 3300, 3000, false, 0)?),
    ];
    let known = [0, 2, 8, 10, 16, 21, 24, 28];
    for (number, (what, picture)) in pictures.iter().enumerate() {
        if lab.is_short() && !known.contains(&number) {
            continue;
        }
        let reply = site.measured(what, |owner| owner.upload(picture))?;
        if let Some(path) =
            reply.as_ref().and_then(|reply| between(&reply.text(), "](", ")").map(str::to_owned))
        {
            let status = site.server.client().get(&path)?.status;
            lab.expect(format!("{what}, shown"), status == 200, format!("status {status}"));
        }
    }
    let many = png(880, 880, false, 0)?;
    let (body, kind) = upload_bodies(&vec![many; 50]);
    site.measured("50 pictures in a form", |owner| {
        owner.ask("POST", UPLOADS, &[("Content-Type", kind)], Some(&body))
    })?;
    Ok(())
}

/// Sends malformed upload forms as the owner and as strangers, who must be refused.
fn hostile_forms(lab: &Lab) -> Result<()> {
    let mut site = lab.site("")?;
    let kind = "multipart/form-data; boundary=b";
    let part = |name: &str, content: &str| {
        format!(
            "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n{content}\r\n"
        )
    };
    let long = "n".repeat(4_000_000);
    let forms = [
        ("20,000 parts", part("a", "x").repeat(20_000)),
        ("20,000 empty parts", part("a", "").repeat(20_000)),
        ("a name of 4 MB", part(&long, "x")),
        ("a header of 4 MB", format!("--b\r\nX: {long}\r\n\r\nx\r\n")),
        ("200,000 headers", format!("--b\r\n{}\r\nx\r\n", "X: y\r\n".repeat(200_000))),
        ("no end", "--b\r\n".to_owned()),
        ("no boundary", long.clone()),
        ("beginnings of boundaries", "\r\n-".repeat(1_000_000)),
        ("only boundaries", "--b\r\n".repeat(500_000)),
        ("text", part("a.png", &long)),
    ];
    for (what, text) in &forms {
        let body = format!("{text}--b--\r\n");
        site.measured(what, |owner| {
            owner.ask("POST", UPLOADS, &[("Content-Type", kind)], Some(body.as_bytes()))
        })?;
        let stranger = site.server.client();
        let reply = site.measured_by(&format!("{what}, by a stranger"), stranger, |visitor| {
            visitor.ask("POST", UPLOADS, &[("Content-Type", kind)], Some(body.as_bytes()))
        })?;
        let status = reply.map_or(0, |reply| reply.status);
        lab.expect(
            format!("{what}, by a stranger"),
            (400..500).contains(&status),
            format!("status {status}"),
        );
    }
    for (what, kind) in [
        ("a boundary of 8 kB", format!("multipart/form-data; boundary={}", "b".repeat(8000))),
        ("no boundary named", "multipart/form-data".to_owned()),
        ("an empty boundary", "multipart/form-data; boundary=".to_owned()),
        ("text", "text/plain".to_owned()),
    ] {
        site.measured(what, |owner| {
            owner.ask("POST", UPLOADS, &[("Content-Type", &kind)], Some(b"--\r\n\r\n"))
        })?;
    }
    let many: String = (0..200_000).map(|number| format!("a{number}=b&")).collect();
    for path in ["/login", "/setup", "/blogs/demo/x/comment", "/admin/preview", "/admin/posts/demo"] {
        let cost = |what: &str| format!("{path} with {what}");
        site.measured(&cost("200,000 fields"), |owner| owner.ask("POST", path, &[], Some(many.as_bytes())))?;
        let percent = "%".repeat(1_000_000);
        site.measured(&cost("1,000,000 percent signs"), |owner| {
            owner.ask("POST", path, &[], Some(percent.as_bytes()))
        })?;
    }
    lab.at_most("total growth", Amount::Bytes(site.server.growth()), MAX_REQUEST_MEMORY);
    Ok(())
}
