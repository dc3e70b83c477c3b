//! `gridlore blog`, `export`, `backup` and `restore`: the site from the command line.

use crate::Exit;
use crate::args::{Backup, Blog, ExportSite, Restore};
use crate::interrupt;
use crate::message::print_message;
use anyhow::Result;
use gridlore_server::{Config, Desk, ExportOptions, Imported, Put, Redirect, Status};

pub(crate) fn run(command: &Blog) -> Result<Exit> {
    match command {
        Blog::New { id, title, description, author, data } => {
            Desk::open(&data.data)?.new_blog(id, title, description, author)?;
            println!("/blogs/{id}");
        }
        Blog::List { data } => {
            for line in Desk::of_site(&data.data)?.blogs()? {
                println!(
                    "{}\t{}\t{}\t{}\t{}",
                    line.blog.id, line.published, line.scheduled, line.drafts, line.blog.title
                );
            }
        }
        Blog::Post { id, file, data } => {
            let put = Desk::of_site(&data.data)?.put(id, file)?;
            print_put(&put);
            for problem in &put.problems {
                print_message(format_args!("{}: {problem}", file.display()));
            }
        }
        Blog::Backup(args) => return backup(args),
        Blog::Restore(args) => return restore(args),
        Blog::Import { id, source, dry_run, data } => {
            let imported = Desk::of_site(&data.data)?.import(id, source, *dry_run)?;
            if *dry_run {
                print!("{}", imported.table());
                println!("{}", imported.summary());
            } else {
                print_import(&imported);
            }
        }
        Blog::Redirects { remove, data } => {
            let desk = Desk::of_site(&data.data)?;
            desk.remove_redirects(remove)?;
            for Redirect { old, new, blog } in desk.redirects()?.iter().filter(|_| remove.is_empty()) {
                println!("{old}\t{new}\t{blog}");
            }
        }
        Blog::Export { folder, blog, config, data } => {
            let config = config.as_deref().map(Config::read).transpose()?.unwrap_or_default();
            let exported = Desk::of_site(&data.data)?.export(blog.as_deref(), folder, &config.mounts)?;
            for path in exported.files {
                println!("{}", path.display());
            }
            for note in exported.notes {
                print_message(format_args!("{note}"));
            }
        }
    }
    Ok(Exit::Done)
}

/// Prints a line for each post, the items that were left out, and the totals.
fn print_import(imported: &Imported) {
    for put in &imported.posts {
        print_put(put);
        for problem in &put.problems {
            print_message(format_args!("{}: {problem}", put.address));
        }
    }
    for row in imported.rows.iter().filter(|row| row.kind == "left out") {
        print_message(format_args!("left out: {}: {}", row.source, row.note));
    }
    print_message(format_args!("{}; new comments: {}", imported.summary(), imported.new_comments));
}

/// Prints the line for a post that was published or imported.
fn print_put(put: &Put) {
    let status = match put.status {
        Status::Draft => "draft",
        Status::Scheduled => "scheduled",
        Status::Published => "published",
    };
    println!("{}\t{status}\t{}", put.address, if put.replaced { "replaced" } else { "new" });
}

pub(crate) fn export(args: ExportSite) -> Result<Exit> {
    let config = args.config.as_deref().map(Config::read).transpose()?.unwrap_or_default();
    gridlore_server::start_log(config.log);
    let options = ExportOptions { address: args.address, is_strict: args.strict };
    let done = gridlore_server::export(&args.data.data, &args.folder, config, &options)?;
    println!("{} files, {} written, {} removed", done.files, done.written, done.removed);
    if done.has_no_address {
        eprintln!(
            "gridlore: warning: feeds, the sitemap and link previews were left out because they need the site's address; use --address URL"
        );
    }
    for link in &done.broken {
        print_message(format_args!("warning: {link}"));
    }
    if done.broken_count > done.broken.len() {
        print_message(format_args!("warning: {} more broken links", done.broken_count - done.broken.len()));
    }
    Ok(Exit::Done)
}

pub(crate) fn backup(args: &Backup) -> Result<Exit> {
    interrupt::delete_on_request(gridlore_server::parts_of_backup(&args.file));
    let count = gridlore_server::backup(&args.data.data, &args.file)?;
    println!("{} in {}", file_count(count), args.file.display());
    Ok(Exit::Done)
}

pub(crate) fn restore(args: &Restore) -> Result<Exit> {
    interrupt::delete_on_request(gridlore_server::parts_of_restore(&args.data.data));
    let count = gridlore_server::restore(&args.file, &args.data.data)?;
    println!("{} in {}", file_count(count), args.data.data.display());
    Ok(Exit::Done)
}

fn file_count(count: usize) -> String {
    if count == 1 { "1 file".to_owned() } else { format!("{count} files") }
}
