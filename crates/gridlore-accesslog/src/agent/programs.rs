//! Crawlers and other programs, identified by the names in their user agents.
//!
//! `Google-Extended` and `Applebot-Extended` are omitted on purpose: they are names for use in
//! robots.txt, and requests never contain them.

use crate::agent::beginning;
use crate::agent::words::Words;
use crate::kinds::bot_words;
use std::fmt::{self, Display, Formatter};
use std::sync::LazyLock;

/// The purpose for which a crawler fetches pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Purpose {
    /// Collects text for training models.
    Training,
    /// Builds the index of a search engine that answers with a model.
    AiSearch,
    /// Fetches a page on behalf of somebody who asked an assistant.
    Assistant,
    /// Builds the index of a search engine.
    Search,
    /// Measures links and rankings for sale.
    Marketing,
    /// Shows a preview of a shared link.
    Preview,
    /// Reads feeds for subscribers.
    Feeds,
    /// Preserves pages.
    Archive,
    /// Checks that sites respond.
    Monitoring,
    /// A browser without a screen.
    Headless,
    /// Any other or unknown purpose.
    Other,
}

impl Purpose {
    /// Returns whether a model uses the pages.
    #[must_use]
    pub const fn is_ai(self) -> bool {
        matches!(self, Self::Training | Self::AiSearch | Self::Assistant)
    }
}

impl Display for Purpose {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Training => "AI training",
            Self::AiSearch => "AI search",
            Self::Assistant => "AI assistant",
            Self::Search => "search",
            Self::Marketing => "marketing",
            Self::Preview => "preview",
            Self::Feeds => "feeds",
            Self::Archive => "archive",
            Self::Monitoring => "monitoring",
            Self::Headless => "headless browser",
            Self::Other => "program",
        })
    }
}

/// The name that a crawler sends, its operator, its purpose, and the page that documents it. A name
/// precedes any names that it contains.
#[rustfmt::skip]
pub const CRAWLERS: &[(&str, &str, Purpose, &str)] = &[
    ("GPTBot", "OpenAI", Purpose::Training, "https://developers.openai.com/api/docs/bots"),
    ("OAI-SearchBot", "OpenAI", Purpose::AiSearch, "https://developers.openai.com/api/docs/bots"),
    ("OAI-AdsBot", "OpenAI", Purpose::Other, "https://developers.openai.com/api/docs/bots"),
    ("ChatGPT-User", "OpenAI", Purpose::Assistant, "https://developers.openai.com/api/docs/bots"),
    ("ClaudeBot", "Anthropic", Purpose::Training, "https://support.claude.com/en/articles/8896518"),
    ("Claude-SearchBot", "Anthropic", Purpose::AiSearch, "https://support.claude.com/en/articles/8896518"),
    ("Claude-User", "Anthropic", Purpose::Assistant, "https://support.claude.com/en/articles/8896518"),
    ("Claude-Web", "Anthropic", Purpose::Training, "https://support.claude.com/en/articles/8896518"),
    ("anthropic-ai", "Anthropic", Purpose::Training, "https://support.claude.com/en/articles/8896518"),
    ("PerplexityBot", "Perplexity", Purpose::AiSearch, "https://docs.perplexity.ai/guides/bots"),
    ("Perplexity-User", "Perplexity", Purpose::Assistant, "https://docs.perplexity.ai/guides/bots"),
    ("Bytespider", "ByteDance", Purpose::Training, "https://darkvisitors.com/agents/bytespider"),
    ("CCBot", "Common Crawl", Purpose::Training, "https://commoncrawl.org/ccbot"),
    ("Amazonbot", "Amazon", Purpose::Training, "https://developer.amazon.com/amazonbot"),
    ("Amzn-SearchBot", "Amazon", Purpose::AiSearch, "https://developer.amazon.com/amazonbot"),
    ("Amzn-User", "Amazon", Purpose::Assistant, "https://developer.amazon.com/amazonbot"),
    ("Applebot", "Apple", Purpose::Search, "https://support.apple.com/en-us/119829"),
    ("meta-externalagent", "Meta", Purpose::Training, "https://developers.facebook.com/docs/sharing/webmasters/web-crawlers"),
    ("meta-externalfetcher", "Meta", Purpose::Assistant, "https://developers.facebook.com/docs/sharing/webmasters/web-crawlers"),
    ("meta-webindexer", "Meta", Purpose::AiSearch, "https://developers.facebook.com/docs/sharing/webmasters/web-crawlers"),
    ("FacebookBot", "Meta", Purpose::Training, "https://developers.facebook.com/docs/sharing/bot"),
    ("facebookexternalhit", "Meta", Purpose::Preview, "https://developers.facebook.com/docs/sharing/webmasters/web-crawlers"),
    ("Diffbot", "Diffbot", Purpose::Training, "https://docs.diffbot.com/docs/getting-started-with-crawl"),
    ("cohere-training-data-crawler", "Cohere", Purpose::Training, "https://darkvisitors.com/agents/cohere-training-data-crawler"),
    ("cohere-ai", "Cohere", Purpose::Assistant, "https://darkvisitors.com/agents/cohere-ai"),
    ("MistralAI-User", "Mistral", Purpose::Assistant, "https://docs.mistral.ai/robots"),
    ("AI2Bot", "Ai2", Purpose::Training, "https://allenai.org/crawler"),
    ("DuckAssistBot", "DuckDuckGo", Purpose::Assistant, "https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot"),
    ("YouBot", "You.com", Purpose::AiSearch, "https://about.you.com/youbot"),
    ("PetalBot", "Huawei", Purpose::Search, "https://webmaster.petalsearch.com/site/petalbot"),
    ("Timpibot", "Timpi", Purpose::Training, "https://timpi.io"),
    ("omgili", "Webz.io", Purpose::Training, "https://webz.io/bot.html"),
    ("PanguBot", "Huawei", Purpose::Training, "https://darkvisitors.com/agents/pangubot"),
    ("ImagesiftBot", "Hive", Purpose::Training, "https://imagesift.com/about"),
    ("Google-CloudVertexBot", "Google", Purpose::Assistant, "https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers"),
    ("Google-NotebookLM", "Google", Purpose::Assistant, "https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers"),
    ("GoogleOther", "Google", Purpose::Other, "https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers"),
    ("Google-InspectionTool", "Google", Purpose::Search, "https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers"),
    ("Storebot-Google", "Google", Purpose::Search, "https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers"),
    ("AdsBot-Google", "Google", Purpose::Other, "https://developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers"),
    ("Mediapartners-Google", "Google", Purpose::Other, "https://developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers"),
    ("Feedly", "Feedly", Purpose::Feeds, "https://www.feedly.com/fetcher.html"),
    ("FeedFetcher-Google", "Google", Purpose::Feeds, "https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers"),
    ("Googlebot", "Google", Purpose::Search, "https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers"),
    ("bingbot", "Microsoft", Purpose::Search, "https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0"),
    ("DuckDuckBot", "DuckDuckGo", Purpose::Search, "https://duckduckgo.com/duckduckgo-help-pages/results/duckduckbot"),
    ("YandexBot", "Yandex", Purpose::Search, "https://yandex.com/support/webmaster/robot-workings/user-agent.html"),
    ("Baiduspider", "Baidu", Purpose::Search, "https://help.baidu.com/question?prod_id=99"),
    ("Sogou web spider", "Sogou", Purpose::Search, "https://help.sogou.com/spider.html"),
    ("SeznamBot", "Seznam", Purpose::Search, "https://o-seznam.cz/napoveda/vyhledavani/en/seznambot-crawler/"),
    ("MojeekBot", "Mojeek", Purpose::Search, "https://www.mojeek.com/bot.html"),
    ("Qwantbot", "Qwant", Purpose::Search, "https://help.qwant.com/bot/"),
    ("Slurp", "Yahoo", Purpose::Search, "https://help.yahoo.com/kb/SLN22600.html"),
    ("AhrefsBot", "Ahrefs", Purpose::Marketing, "https://ahrefs.com/robot"),
    ("SemrushBot", "Semrush", Purpose::Marketing, "https://www.semrush.com/bot/"),
    ("MJ12bot", "Majestic", Purpose::Marketing, "https://mj12bot.com"),
    ("DotBot", "Moz", Purpose::Marketing, "https://moz.com/help/moz-procedures/crawlers/dotbot"),
    ("BLEXBot", "WebMeUp", Purpose::Marketing, "https://help.seranking.com/en/blex-crawler"),
    ("DataForSeoBot", "DataForSEO", Purpose::Marketing, "https://dataforseo.com/dataforseo-bot"),
    ("archive.org_bot", "Internet Archive", Purpose::Archive, "https://archive.org/details/archive.org_bot"),
    ("ia_archiver", "Internet Archive", Purpose::Archive, "https://archive.org/details/archive.org_bot"),
    ("Twitterbot", "X", Purpose::Preview, "https://developer.x.com/en/docs/x-for-websites/cards/guides/getting-started"),
    ("LinkedInBot", "LinkedIn", Purpose::Preview, "https://www.linkedin.com/robots.txt"),
    ("Slackbot", "Slack", Purpose::Preview, "https://api.slack.com/robots"),
    ("Discordbot", "Discord", Purpose::Preview, "https://discord.com"),
    ("TelegramBot", "Telegram", Purpose::Preview, "https://core.telegram.org/bots"),
    ("Mastodon/", "Mastodon", Purpose::Preview, "https://docs.joinmastodon.org"),
    ("NewsBlur", "NewsBlur", Purpose::Feeds, "https://www.newsblur.com"),
    ("Inoreader", "Inoreader", Purpose::Feeds, "https://www.inoreader.com"),
    ("Feedbin", "Feedbin", Purpose::Feeds, "https://feedbin.com"),
    ("UptimeRobot", "UptimeRobot", Purpose::Monitoring, "https://uptimerobot.com"),
    ("Pingdom", "Pingdom", Purpose::Monitoring, "https://www.pingdom.com"),
];

/// The names of browsers without a screen, and of the programs that drive them.
const HEADLESS: &[&str] =
    &["headless", "phantomjs", "puppeteer", "playwright", "selenium", "webdriver", "lighthouse"];

static CRAWLER_WORDS: LazyLock<Words> = LazyLock::new(|| Words::new(CRAWLERS.iter().map(|(name, ..)| *name)));

static HEADLESS_WORDS: LazyLock<Words> = LazyLock::new(|| Words::new(HEADLESS.iter().copied()));

/// Maximum length in characters of a name that is taken from an agent.
const MAX_NAME: usize = 40;

/// The class of people. The other classes by which a page can be filtered are [`HEADLESS_CLASS`],
/// [`OTHER_CLASS`], and the crawlers from [`FIRST_CRAWLER`] on.
pub(crate) const PEOPLE: u8 = 0;
/// The class of browsers without a screen.
pub(crate) const HEADLESS_CLASS: u8 = 1;
/// The class of programs that are not known crawlers.
pub(crate) const OTHER_CLASS: u8 = 2;
/// The class of the first crawler of [`CRAWLERS`].
pub(crate) const FIRST_CRAWLER: u8 = 3;
/// The number of classes.
pub(crate) const CLASSES: usize = FIRST_CRAWLER as usize + CRAWLERS.len();

const _: () = assert!(CLASSES <= 256, "a class is one byte");

/// Returns the class of a program.
#[expect(clippy::cast_possible_truncation, reason = "there are at most 256 classes")]
pub(crate) fn class(agent: &[u8]) -> u8 {
    let agent = beginning(agent);
    match crawler(agent) {
        Some(at) => FIRST_CRAWLER + at as u8,
        None if HEADLESS_WORDS.any(agent) => HEADLESS_CLASS,
        None => OTHER_CLASS,
    }
}

/// Returns the name of a class.
pub(crate) fn class_name(class: u8) -> &'static str {
    match class {
        PEOPLE => "People",
        HEADLESS_CLASS => "Headless browsers",
        OTHER_CLASS => "Other programs",
        crawler => CRAWLERS
            .get(usize::from(crawler - FIRST_CRAWLER))
            .map_or("Other programs", |(name, ..)| name.trim_end_matches('/')),
    }
}

/// Returns the name and the purpose of a program. An unknown program is named after the word in its
/// agent that identifies it as a bot, such as `python-requests`.
pub(crate) fn program(agent: &[u8]) -> (String, Purpose) {
    let agent = beginning(agent);
    if let Some(at) = crawler(agent) {
        let (name, _, purpose, _) = CRAWLERS[at];
        return (name.trim_end_matches('/').to_owned(), purpose);
    }
    let purpose = if HEADLESS_WORDS.any(agent) { Purpose::Headless } else { Purpose::Other };
    (word_at(agent, bot_words().first_in_text(agent).unwrap_or(0)), purpose)
}

/// Returns the index of a crawler in [`CRAWLERS`].
fn crawler(agent: &[u8]) -> Option<usize> {
    CRAWLER_WORDS.first_of_list(agent).map(|(index, _)| index)
}

/// Returns the whole word at a position, without its version.
fn word_at(agent: &[u8], at: usize) -> String {
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    let start = agent[..at].iter().rposition(|byte| !is_letter(byte)).map_or(0, |before| before + 1);
    let end = agent[at..].iter().position(|byte| !is_letter(byte)).map_or(agent.len(), |after| at + after);
    let word = &agent[start..end.min(start + MAX_NAME)];
    if word.is_empty() { "(other)".to_owned() } else { String::from_utf8_lossy(word).into_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::is_bot;

    #[test]
    fn programs_are_named_one_by_one() {
        for (agent, name, purpose) in [
            (
                "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
                "GPTBot",
                Purpose::Training,
            ),
            (
                "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot",
                "ChatGPT-User",
                Purpose::Assistant,
            ),
            (
                "Mozilla/5.0 (compatible; Claude-User/1.0; +Claude-User@anthropic.com)",
                "Claude-User",
                Purpose::Assistant,
            ),
            ("meta-externalagent/1.1", "meta-externalagent", Purpose::Training),
            (
                "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
                "Googlebot",
                Purpose::Search,
            ),
            (
                "Feedly/1.0 (+http://www.feedly.com/fetcher.html; like FeedFetcher-Google)",
                "Feedly",
                Purpose::Feeds,
            ),
            ("python-requests/2.31.0", "python-requests", Purpose::Other),
            ("curl/8.5.0", "curl", Purpose::Other),
            ("Mozilla/5.0 (compatible; NoSuchBot/3.1; +https://a.example)", "NoSuchBot", Purpose::Other),
            (
                "Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/131.0 Safari/537.36",
                "HeadlessChrome",
                Purpose::Headless,
            ),
        ] {
            assert!(is_bot(agent.as_bytes()), "{agent}");
            assert_eq!(program(agent.as_bytes()), (name.to_owned(), purpose), "{agent}");
        }
        assert_eq!(program(b""), ("(other)".to_owned(), Purpose::Other));
        assert_eq!(program("é bot".repeat(2000).as_bytes()).0, "bot");
    }

    #[test]
    fn every_crawler_is_found_by_its_own_name() {
        for (at, (name, ..)) in CRAWLERS.iter().enumerate() {
            assert!(is_bot(name.as_bytes()), "{name} is not a program");
            assert_eq!(class_name(class(name.as_bytes())), name.trim_end_matches('/'));
            assert_eq!(
                crawler(&name.to_ascii_lowercase().into_bytes()),
                Some(at),
                "{name} is hidden by another name"
            );
        }
    }
}
