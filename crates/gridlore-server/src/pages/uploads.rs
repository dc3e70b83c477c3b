//! The admin page of uploaded pictures.

use super::Look;
use super::admin::{admin_page, form_errors};
use super::paging::Paging;
use crate::store::{Account, Role, Upload};
use maud::{Markup, html};
use std::collections::HashMap;

/// The list of pictures; `shown` maps a picture's name to the posts that show it, each with its
/// address and title.
pub(crate) fn list(
    look: &Look<'_>,
    account: &Account,
    uploads: &[Upload],
    shown: &HashMap<&str, Vec<(String, String)>>,
    paging: Paging,
    errors: &[String],
) -> Markup {
    let main = html! {
        div.lead.wide { h1 { "Pictures" } p { "PNG, JPEG, GIF and WebP. Every picture is re-encoded without camera metadata; large ones are scaled down." } }
        gridlore-uploads {
            form.form.narrow.wide method="post" action="/admin/uploads" enctype="multipart/form-data" {
                (form_errors(errors))
                p { label for="files" { "Pictures to upload" } input #files name="files" type="file" accept="image/png,image/jpeg,image/gif,image/webp" multiple required; }
                p { button.first type="submit" { "Upload" } }
            }
        }
        @if uploads.is_empty() { p.list.wide { "No pictures yet. You can also drop pictures onto the text in the editor." } }
        ul.pictures.list.wide {
            @for upload in uploads {
                li {
                    img src={ "/uploads/" (upload.name) } alt="" loading="lazy" width=(upload.width) height=(upload.height);
                    p { strong { (upload.title) } br; small.soft { (upload.width) " × " (upload.height) ", " (upload.bytes / 1024 + 1) " KB, " (look.moment(upload.time)) } }
                    p { code { (upload.markdown()) } }
                    p.soft {
                        @match shown.get(upload.name.as_str()).filter(|posts| !posts.is_empty()) {
                            None => "Not used in any post.",
                            Some(posts) => {
                                "Used in "
                                @for (index, (address, title)) in posts.iter().enumerate() { @if index > 0 { ", " } a href=(address) { (title) } }
                                "."
                            }
                        }
                    }
                    @if account.role >= Role::Editor || upload.account == Some(account.id) {
                        form.form method="post" action={ "/admin/uploads/" (upload.name) "/delete" } { button type="submit" { "Delete picture" span.aside { " " (upload.title) } } }
                    }
                }
            }
        }
        (paging.links(|page| format!("/admin/uploads?page={page}")))
    };
    admin_page(look, account, "Pictures", &["uploads.js".to_owned()], &[], &main)
}
