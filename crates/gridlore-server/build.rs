//! Folders that are built in: a file that comes to them makes the site anew, as one that changes
//! does by itself.

fn main() {
    for folder in ["../../docs/essays", "../../web/src", "../../web/pkg"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}
