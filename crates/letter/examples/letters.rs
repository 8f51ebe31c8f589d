//! Writes the sample letters as PDF and HTML into a folder, to be looked at: `cargo run -p letter --example letters -- DIR`.

use std::path::PathBuf;
use std::time::Instant;

#[path = "../tests/samples/mod.rs"]
mod samples;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("where to?")?);
    let fonts = letter::Fonts::embedded();
    for (name, letter) in [
        ("en", samples::english()),
        ("ar", samples::arabic()),
        ("addons", samples::with_addons()),
        ("long", samples::long()),
    ] {
        let start = Instant::now();
        let pdf = letter::pdf(&letter, &fonts)?;
        println!("{name}: {} bytes, {:?}", pdf.len(), start.elapsed());
        std::fs::write(folder.join(format!("{name}.pdf")), pdf)?;
        std::fs::write(folder.join(format!("{name}.html")), letter::html(&letter))?;
    }
    Ok(())
}
