//! Checks of a blog's settings, the same for the admin and for imports.

use crate::store::{Store, StoreError};
use gridlore_blog::{Blog, language_fault, menu_of, style_fault};

/// Maximum length in bytes of a menu and of a footer.
const MAX_FURNITURE_BYTES: usize = 4_000;

/// A setting of a blog whose value is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Setting {
    Title,
    Menu,
    Footer,
    Language,
    Style,
    Logo,
    Picture,
}

impl Setting {
    /// Returns the label of the setting in the admin.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::Title => "Title",
            Self::Menu => "Menu",
            Self::Footer => "Footer",
            Self::Language => "Language",
            Self::Style => "Style sheet",
            Self::Logo => "Logo",
            Self::Picture => "Link preview picture",
        }
    }

    /// Replaces the value with that of a new blog.
    pub(crate) fn reset(self, blog: &mut Blog) {
        let new = Blog::new(&blog.id, &blog.id);
        match self {
            Self::Title => blog.title = new.title,
            Self::Menu => blog.menu = new.menu,
            Self::Footer => blog.footer = new.footer,
            Self::Language => blog.language = new.language,
            Self::Style => blog.style = new.style,
            Self::Logo => blog.logo = new.logo,
            Self::Picture => blog.picture = new.picture,
        }
    }
}

/// Returns the invalid settings of a blog, each with a sentence without its label.
pub(crate) fn setting_faults(store: &Store, blog: &Blog) -> Result<Vec<(Setting, String)>, StoreError> {
    let mut faults = Vec::new();
    if blog.title.is_empty() {
        faults.push((Setting::Title, "the blog needs a title.".to_owned()));
    }
    for (setting, text) in [(Setting::Menu, &blog.menu), (Setting::Footer, &blog.footer)] {
        if text.len() > MAX_FURNITURE_BYTES {
            let fault = format!("{} bytes, but at most {MAX_FURNITURE_BYTES} are allowed.", text.len());
            faults.push((setting, fault));
        }
    }
    if let Some(fault) = language_fault(&blog.language).filter(|_| !blog.language.is_empty()) {
        faults.push((Setting::Language, format!("{fault}.")));
    }
    if let Err(fault) = menu_of(&blog.menu) {
        faults.push((Setting::Menu, format!("{fault}.")));
    }
    if let Some(fault) = style_fault(&blog.style) {
        faults.push((Setting::Style, format!("{fault}.")));
    }
    for (setting, address) in [(Setting::Logo, &blog.logo), (Setting::Picture, &blog.picture)] {
        if let Some(fault) = picture_fault(store, address)? {
            faults.push((setting, fault));
        }
    }
    Ok(faults)
}

/// Returns a sentence about an address that is not that of an uploaded picture. An empty address is
/// allowed.
pub(crate) fn picture_fault(store: &Store, address: &str) -> Result<Option<String>, StoreError> {
    if address.is_empty() {
        return Ok(None);
    }
    let is_known = match picture_name(address) {
        Some(name) => store.has_upload(name)?,
        None => false,
    };
    let shown: String = address.chars().take(200).collect();
    Ok((!is_known).then(|| {
        format!("found \"{shown}\", expected the address of a picture on the Files page, such as /uploads/0123456789abcdef-640x480.png.")
    }))
}

/// Returns the file name of a picture at an address of the site.
pub(crate) fn picture_name(address: &str) -> Option<&str> {
    address.strip_prefix("/uploads/").filter(|name| gridlore_pictures::is_name(name))
}
