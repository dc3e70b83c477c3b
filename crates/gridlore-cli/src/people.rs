//! `gridlore people`: manages the accounts of a site, for owners who have locked themselves out,
//! and tests the mail server. The site may be running.

use crate::Exit;
use crate::args::People as Command;
use anyhow::Result;
use gridlore_server::{Config, People, send_test};

pub(crate) fn run(command: &Command) -> Result<Exit> {
    match command {
        Command::List { data } => {
            for person in People::of_site(&data.data)?.list()? {
                println!(
                    "{}\t{}\t{}\t{}\t{}\t{}",
                    person.name,
                    person.role,
                    if person.closed { "closed" } else { "open" },
                    if person.has_second_factor { "second factor" } else { "password only" },
                    person.sessions,
                    person.display
                );
            }
        }
        Command::Reset { name, address, data } => {
            let home = match address {
                Some(address) => {
                    let mut config = Config::default();
                    config.set_address(address)?;
                    config.address.unwrap_or_default()
                }
                None => String::new(),
            };
            println!("{home}{}", People::of_site(&data.data)?.reset(name)?);
            if home.is_empty() {
                eprintln!(
                    "gridlore: this is only the path of the link; to print the whole link, use --address URL"
                );
            }
        }
        Command::TestMail { recipient, config } => {
            println!("{}", send_test(&Config::read(config)?, recipient)?);
        }
        Command::Close { name, data } => {
            People::of_site(&data.data)?.close(name)?;
            println!("closed");
        }
    }
    Ok(Exit::Done)
}
