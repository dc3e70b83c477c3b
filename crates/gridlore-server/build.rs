//! Tells cargo that the embedded folders are sources: a file that is added there must not be missed.

fn main() {
    for folder in ["src", "pkg"] {
        println!("cargo::rerun-if-changed=../../web/{folder}");
    }
}
