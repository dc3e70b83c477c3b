//! Rebuilds the server when a file is added to or removed from an embedded folder. Changes to
//! existing files trigger a rebuild without this.

fn main() {
    for folder in ["../../docs/essays", "../../web/src", "../../web/pkg"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}
