//! The site's icon under the names that browsers and phones request.

use super::{PNG, not_found, picture};
use crate::address::Address;
use crate::http::page::Page;
use crate::site::{Current, Site};
use anyhow::{Context, Result};
use axum::http::StatusCode;
use gridlore_pictures::{ico, square};
use std::fs;

/// Width and height of the icon in a browser's tab, in pixels.
const SMALL: u32 = 32;

/// Width and height of the icon on a phone's home screen, in pixels.
const LARGE: u32 = 180;

/// Returns the icon at one of its two addresses: the chosen picture, or the project's logo.
pub(super) fn page(site: &Site, current: &Current, address: &Address) -> Result<Page> {
    let side = if matches!(address, Address::Icon) { SMALL } else { LARGE };
    let name = current.icon.strip_prefix("/uploads/").filter(|name| gridlore_pictures::is_name(name));
    let png = match name {
        Some(name) => match fs::read(site.uploads.join(name)) {
            Ok(bytes) => square(&bytes, side).with_context(|| format!("the icon {name}"))?,
            // The picture was deleted.
            Err(_) => return Ok(not_found(site, "", false)),
        },
        None => picture::logo(side)?,
    };
    Ok(match address {
        Address::Icon => Page::new(StatusCode::OK, "image/x-icon", ico(&png, SMALL)),
        _ => Page::new(StatusCode::OK, PNG, png),
    })
}
