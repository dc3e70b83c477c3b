//! The command line: one struct per command, the single source of `-h` and `--help`.
//!
//! The first paragraph of a doc comment is the short help (`-h`) and fits on one line where
//! possible; the whole comment is the long help (`--help`). The module `help` adds the examples and
//! checks the size of the short help.

use crate::connect_four::ConnectFour;
use crate::cover::Cover;
use crate::flipper::Flipper;
use crate::input::DEFAULT_MAX_INPUT;
use crate::life::Life;
use crate::logs::Logs;
use crate::prolog::Prolog;
use crate::sudoku::Sudoku;
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use std::net::SocketAddr;
use std::path::PathBuf;

/// Solve, explain, generate and play grid puzzles; publish them on your site.
#[derive(Parser)]
#[command(name = "gridlore", version, propagate_version = true, arg_required_else_help = true)]
pub(crate) struct Args {
    /// Size limit for input that is read as a whole, in MiB.
    ///
    /// The limit applies to the decompressed size. Input that is read line by line can be larger.
    #[arg(long, global = true, value_name = "MIB", default_value_t = DEFAULT_MAX_INPUT, value_parser = clap::value_parser!(u64).range(1..=1 << 20), hide_short_help = true)]
    pub(crate) max_input: u64,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Solve, explain and generate sudoku: 9x9 and other geometries.
    #[command(subcommand)]
    Sudoku(Sudoku),
    /// Solve toggle puzzles like Lights Out, or prove them unsolvable.
    #[command(subcommand)]
    Flipper(Flipper),
    /// Score Connect Four positions exactly; review and play games.
    #[command(subcommand)]
    ConnectFour(ConnectFour),
    /// Solve and count exact covers in Knuth's format.
    #[command(subcommand)]
    Cover(Cover),
    /// Run, identify and convert patterns of the Game of Life.
    #[command(subcommand)]
    Life(Life),
    Prolog(Prolog),
    Show(Show),
    Play(Play),
    Serve(Serve),
    /// Create blogs; import, publish and export posts.
    #[command(subcommand)]
    Blog(Blog),
    /// Manage the accounts of a site.
    #[command(subcommand)]
    People(People),
    Export(ExportSite),
    Backup(Backup),
    Restore(Restore),
    /// Analyse access logs: visitors, pages, referrers.
    #[command(subcommand)]
    Logs(Logs),
}

/// Run the site: blogs with live puzzles.
///
/// The first line on standard output ends with the site's address. On Ctrl-C, the site completes
/// the requests in progress and then stops.
#[derive(ClapArgs)]
pub(crate) struct Serve {
    /// Address to listen on; port 0 picks a free port.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8080")]
    pub(crate) listen: SocketAddr,
    /// Data folder; created if missing.
    ///
    /// It contains the database, the uploads and the access log. A new data folder starts with a
    /// demo blog.
    #[arg(long, value_name = "DIR", default_value = "./gridlore-data")]
    pub(crate) data: PathBuf,
    /// Configuration file in TOML [default: none].
    ///
    /// docs/configuration.md lists its keys.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

/// The site that a command works on.
#[derive(ClapArgs)]
pub(crate) struct Data {
    /// Data folder of the site.
    #[arg(long, value_name = "DIR", default_value = "./gridlore-data")]
    pub(crate) data: PathBuf,
}

#[derive(Subcommand)]
pub(crate) enum Blog {
    /// Create a blog.
    New {
        /// Name for the blog's URLs: lower-case letters, digits, -.
        id: String,
        /// Title that readers see.
        #[arg(long)]
        title: String,
        /// Description in one sentence.
        #[arg(long, default_value = "", hide_default_value = true)]
        description: String,
        /// Name of the author.
        #[arg(long, default_value = "", hide_default_value = true)]
        author: String,
        #[command(flatten)]
        data: Data,
    },
    /// List the blogs and how many posts each has.
    ///
    /// Prints one tab-separated line per blog: id, published posts, scheduled posts, drafts, title.
    List {
        #[command(flatten)]
        data: Data,
    },
    /// Publish a Markdown file as a post.
    ///
    /// Replaces an existing post with the same name. Front matter can say `draft = true` or set a
    /// future time; otherwise the post is published immediately.
    Post {
        /// Name of the blog, as in its URLs.
        id: String,
        /// Markdown file; its name becomes part of the post's URL.
        file: PathBuf,
        #[command(flatten)]
        data: Data,
    },
    /// Import posts, pages and comments from Gridlore or other programs.
    ///
    /// Reads a folder of Markdown files, such as a Hugo, Zola or Jekyll site, or a single file: an
    /// export from WordPress, Ghost or Blogger, or a feed. Pictures next to the Markdown files are
    /// uploaded, nothing is downloaded, and old addresses redirect to the new ones. If a file
    /// cannot be read, nothing is imported. Importing again creates no duplicates.
    Import {
        /// Name of the blog, as in its URLs.
        id: String,
        /// Folder or file to import.
        source: PathBuf,
        /// List what would be imported or left out, without writing anything.
        #[arg(long)]
        dry_run: bool,
        #[command(flatten)]
        data: Data,
    },
    /// List the redirects from old addresses.
    ///
    /// Prints one tab-separated line per redirect: old address, new address, blog.
    Redirects {
        /// Remove the redirect from OLD instead; can be repeated.
        #[arg(long, value_name = "OLD")]
        remove: Vec<String>,
        #[command(flatten)]
        data: Data,
    },
    Backup(Backup),
    Restore(Restore),
    /// Export all posts as Markdown files.
    ///
    /// Writes every post, including drafts, to FOLDER/BLOG/NAME.md. Also exports the blogs' titles,
    /// comments, pictures and other files. `import` can read all of this back.
    Export {
        /// Folder to write to.
        folder: PathBuf,
        /// Export only this blog.
        #[arg(long, value_name = "ID")]
        blog: Option<String>,
        /// Configuration file of the site.
        ///
        /// Needed if the configuration mounts files.
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
        #[command(flatten)]
        data: Data,
    },
}

/// Write the public site as static files, including the puzzles.
///
/// Any static host can serve them, and the puzzles stay playable. Exporting again to the same
/// folder writes only the files that have changed. Broken links are listed on standard error as
/// warnings.
#[derive(ClapArgs)]
pub(crate) struct ExportSite {
    /// New folder, or the folder of an earlier export.
    pub(crate) folder: PathBuf,
    /// Public address, such as https://puzzles.example or https://host.example/puzzles.
    ///
    /// Feeds, the sitemap and link previews need it. Without it, links are relative.
    #[arg(long, value_name = "URL")]
    pub(crate) address: Option<String>,
    /// Write nothing if there are broken links.
    ///
    /// Without this option, broken links are only listed as warnings.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Configuration file of the site.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) data: Data,
}

#[derive(Subcommand)]
pub(crate) enum People {
    /// List the accounts, one per line.
    ///
    /// Prints tab-separated columns: username, role, state, second factor, open sessions, display
    /// name.
    List {
        #[command(flatten)]
        data: Data,
    },
    /// Print a link for setting a new password.
    ///
    /// The link can be used once and expires after a day.
    Reset {
        /// Username.
        name: String,
        /// Public address of the site, such as https://puzzles.example.
        ///
        /// Needed to print the full link; without it, only the path is printed.
        #[arg(long, value_name = "URL")]
        address: Option<String>,
        #[command(flatten)]
        data: Data,
    },
    /// Send a test message and print the mail server's response.
    ///
    /// The message is sent immediately, using the [mail] table in the configuration file.
    TestMail {
        /// E-mail address to send the message to.
        recipient: String,
        /// Configuration file of the site.
        #[arg(long, value_name = "FILE")]
        config: PathBuf,
    },
    /// Close an account but keep its posts.
    ///
    /// Its sessions end, and nobody can sign in to it.
    Close {
        /// Username.
        name: String,
        #[command(flatten)]
        data: Data,
    },
}

/// Back up the whole site to one file, even while it is running.
///
/// The backup is a consistent snapshot of the site.
#[derive(ClapArgs)]
pub(crate) struct Backup {
    /// File to create; it must not exist yet.
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) data: Data,
}

/// Restore a backup into an empty data folder.
///
/// The hash of every file is verified first.
#[derive(ClapArgs)]
pub(crate) struct Restore {
    /// File written by `backup`.
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) data: Data,
}

/// Print the puzzle with a given game id, such as sudoku:easy#7.
///
/// An id is KIND:PARAMETERS#SEED for a generated puzzle, or KIND:DESCRIPTION for a puzzle that is
/// spelled out.
#[derive(ClapArgs)]
pub(crate) struct Show {
    /// Game id, such as sudoku:easy#7, flipper:merlin#1 or life:glider.
    pub(crate) id: String,
    /// Output format.
    #[arg(long, value_enum, default_value_t = ShowFormat::Text)]
    pub(crate) format: ShowFormat,
}

/// Play a puzzle in the terminal.
///
/// Puzzles in which you enter symbols, and flipper boards, fill the screen and respond to the
/// keyboard and the mouse. All other puzzles, and any puzzle with --line or without a terminal, are
/// played line by line. Flipper and Connect Four also have commands with more options: `gridlore
/// flipper play` and `gridlore connect-four play`.
#[derive(ClapArgs)]
pub(crate) struct Play {
    /// Kind, kind:preset, game id or saved game.
    ///
    /// For example sudoku, sudoku:hard or sudoku:hard#7. When you leave a game, the program prints
    /// the command that continues it.
    pub(crate) puzzle: String,
    /// Seed of a generated puzzle [default: random].
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
    /// Play line by line even on a terminal.
    #[arg(long)]
    pub(crate) line: bool,
}

/// A format in which `show` prints a puzzle.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum ShowFormat {
    /// Lines of text.
    Text,
    /// A standalone vector image.
    Svg,
    /// The id that spells the puzzle out.
    Id,
}
