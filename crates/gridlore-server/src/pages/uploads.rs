//! The admin page of uploaded pictures and other files.

use super::Look;
use super::admin::{admin_page, form_errors};
use super::paging::Paging;
use crate::http::file_type::Use;
use crate::store::{Account, Role, Upload};
use maud::{Markup, html};
use std::collections::HashMap;

/// Returns the list of files. `shown` maps a file’s name to the addresses and titles of the posts
/// that show it or link to it.
pub(crate) fn list(
    look: &Look<'_>,
    account: &Account,
    uploads: &[Upload],
    shown: &HashMap<&str, Vec<(String, String)>>,
    paging: Paging,
    errors: &[String],
) -> Markup {
    let main = html! {
        div.lead.wide {
            h1 { "Files" }
            p { "Pictures: PNG, JPEG, GIF and WebP. Every picture is re-encoded without camera metadata; large pictures are scaled down." }
            p { "Sound: MP3, Ogg, FLAC, WAV and M4A. Video: MP4 and WebM. Documents: PDF. These files are stored as they are, with their metadata." }
        }
        gridlore-uploads {
            form.form.narrow.wide method="post" action="/admin/uploads" enctype="multipart/form-data" {
                (form_errors(errors))
                p { label for="files" { "Files to upload" } input #files name="files" type="file" accept=(ACCEPTED) multiple required; }
                p { button.first type="submit" { "Upload" } }
            }
        }
        @if uploads.is_empty() { p.list.wide.empty { "No files yet. You can also drop files onto the text in the editor." } }
        ul.pictures.list.wide {
            @for upload in uploads {
                li {
                    (shown_file(upload))
                    p { strong { (upload.title) } br; small.soft { (size(upload)) ", " (look.moment(upload.time)) } }
                    p { code { (upload.markdown()) } }
                    p.soft {
                        @match shown.get(upload.name.as_str()).filter(|posts| !posts.is_empty()) {
                            None if account.role >= Role::Editor => "Not used in any post.",
                            None => "Not used in any post that you can see.",
                            Some(posts) => {
                                "Used in "
                                @for (index, (address, title)) in posts.iter().enumerate() { @if index > 0 { ", " } a href=(address) { (title) } }
                                "."
                            }
                        }
                    }
                    @if account.role >= Role::Editor || upload.account == Some(account.id) {
                        form.form method="post" action={ "/admin/uploads/" (upload.name) "/delete" } { button type="submit" { "Delete file" span.aside { " " (upload.title) } } }
                    }
                }
            }
        }
        (paging.links(|page| format!("/admin/uploads?page={page}")))
    };
    admin_page(look, account, "Files", &["uploads.js".to_owned()], &[], &main)
}

/// The file types that an upload form accepts.
pub(super) const ACCEPTED: &str =
    "image/png,image/jpeg,image/gif,image/webp,audio/*,video/mp4,video/webm,application/pdf";

/// Returns a file as shown in the list.
fn shown_file(upload: &Upload) -> Markup {
    let address = format!("/uploads/{}", upload.name);
    html! {
        @match upload.usage() {
            Use::Picture => { img src=(address) alt="" loading="lazy" width=(upload.width) height=(upload.height); }
            Use::Sound => { audio src=(address) controls preload="none" {} }
            Use::Video => { video src=(address) controls preload="none" {} }
            Use::Document => { p.document { a href=(address) { "Open the document" } } }
        }
    }
}

/// Returns the size of a file; for a picture, also in pixels.
fn size(upload: &Upload) -> String {
    let bytes = match upload.bytes {
        bytes if bytes < 1 << 20 => format!("{} KB", bytes / 1024 + 1),
        bytes => format!("{:.1} MB", bytes as f64 / f64::from(1 << 20)),
    };
    match upload.usage() {
        Use::Picture => format!("{} × {}, {bytes}", upload.width, upload.height),
        Use::Sound => format!("sound, {bytes}"),
        Use::Video => format!("video, {bytes}"),
        Use::Document => format!("PDF, {bytes}"),
    }
}
