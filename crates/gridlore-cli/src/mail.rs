//! `gridlore mail`: checks that the site can send mail.

use crate::Exit;
use crate::args::Mail as Command;
use anyhow::Result;
use gridlore_server::{Config, send_test};

pub(crate) fn run(command: &Command) -> Result<Exit> {
    match command {
        Command::Test { recipient, config } => println!("{}", send_test(&Config::read(config)?, recipient)?),
    }
    Ok(Exit::Done)
}
