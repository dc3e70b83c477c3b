//! The pictures that were sent in.

use super::Look;
use super::admin::{faults, room};
use super::paging::Paging;
use super::time::moment;
use crate::store::{Account, Role, Upload};
use maud::{Markup, html};
use std::collections::HashMap;

/// `shown` has the posts that show a picture, address and title, by its name.
pub(crate) fn list(
    look: &Look<'_>,
    account: &Account,
    uploads: &[Upload],
    shown: &HashMap<&str, Vec<(String, String)>>,
    paging: Paging,
    wrong: &[String],
) -> Markup {
    let main = html! {
        div.lead.wide { h1 { "Pictures" } p { "PNG, JPEG, GIF and WebP. Each is written anew, without what cameras write into it; wide ones are made smaller." } }
        gridlore-uploads {
            form.form.narrow.wide method="post" action="/admin/uploads" enctype="multipart/form-data" {
                (faults(wrong))
                p { label for="files" { "Pictures to send" } input #files name="files" type="file" accept="image/png,image/jpeg,image/gif,image/webp" multiple required; }
                p { button.first type="submit" { "Send" } }
            }
        }
        @if uploads.is_empty() { p.list.wide { "There are none yet. Pictures can also be dropped onto the text in the editor." } }
        ul.pictures.list.wide {
            @for upload in uploads {
                li {
                    img src={ "/uploads/" (upload.name) } alt="" loading="lazy" width=(upload.width) height=(upload.height);
                    p { strong { (upload.title) } br; small.soft { (upload.width) " × " (upload.height) ", " (upload.bytes / 1024 + 1) " KB, " (moment(upload.time)) } }
                    p { code { (upload.markdown()) } }
                    p.soft {
                        @match shown.get(upload.name.as_str()).filter(|posts| !posts.is_empty()) {
                            None => "In no post.",
                            Some(posts) => {
                                "In "
                                @for (index, (address, title)) in posts.iter().enumerate() { @if index > 0 { ", " } a href=(address) { (title) } }
                                "."
                            }
                        }
                    }
                    @if account.role >= Role::Editor || upload.account == Some(account.id) {
                        form.form method="post" action={ "/admin/uploads/" (upload.name) "/delete" } { button type="submit" { "Delete" span.aside { " " (upload.title) } } }
                    }
                }
            }
        }
        (paging.ways(|page| format!("/admin/uploads?page={page}")))
    };
    room(look, account, "Pictures", &["uploads.js".to_owned()], &[], &main)
}
