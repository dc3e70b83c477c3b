//! Notes on how a drawing was read. Guesses of the same kind share a sentence.

/// Maximum number of kinds of items that get a sentence each, and of other sentences.
const MAX_SENTENCES: usize = 60;
/// Maximum number of places that a sentence names.
const MAX_PLACES: usize = 4;

/// The notes of a reading.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Notes {
    guesses: Vec<Guess>,
    others: Vec<String>,
    /// Sentences about rules that the puzzle lacks.
    left_out: Vec<String>,
    /// Number of items and sentences beyond the limits.
    more: usize,
}

/// Items that look alike and are read alike.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Guess {
    /// Their appearance, in the singular and the plural.
    look: [String; 2],
    /// What they are read as, in the singular with an article and in the plural; `None` if they are
    /// not understood.
    kind: Option<[String; 2]>,
    places: Vec<String>,
}

impl Notes {
    /// Adds a note that an item is read as something.
    pub(super) fn guess(&mut self, look: [&str; 2], kind: [&str; 2], place: String) {
        self.add(look, Some(kind), place);
    }

    /// Adds a note that an item was not understood.
    pub(super) fn unknown(&mut self, look: [&str; 2], place: String) {
        self.add(look, None, place);
    }

    /// Adds a sentence.
    pub(super) fn say(&mut self, note: impl Into<String>) {
        let note = note.into();
        if self.others.len() >= MAX_SENTENCES {
            self.more += 1;
        } else if !self.others.contains(&note) {
            self.others.push(note);
        }
    }

    /// Adds a sentence about a rule that the puzzle lacks.
    pub(super) fn say_left_out(&mut self, note: impl Into<String>) {
        let note = note.into();
        if self.left_out.len() < MAX_SENTENCES && !self.left_out.contains(&note) {
            self.left_out.push(note.clone());
        }
        self.say(note);
    }

    fn add(&mut self, look: [&str; 2], kind: Option<[&str; 2]>, place: String) {
        let (look, kind) = (look.map(str::to_owned), kind.map(|kind| kind.map(str::to_owned)));
        let is_full = self.guesses.len() >= MAX_SENTENCES;
        match self.guesses.iter_mut().find(|guess| guess.look == look && guess.kind == kind) {
            Some(guess) => guess.places.push(place),
            None if is_full => self.more += 1,
            None => self.guesses.push(Guess { look, kind, places: vec![place] }),
        }
    }

    /// Returns the sentences, and separately those about what the puzzle lacks.
    pub(super) fn sentences(self) -> (Vec<String>, Vec<String>) {
        let sentence = |guess: Guess| {
            let count = guess.places.len();
            let mut places = guess.places;
            places.truncate(MAX_PLACES);
            let mut named = places.join(", ");
            if count > MAX_PLACES {
                named.push_str(", \u{2026}");
            }
            // Places other than cells include a preposition.
            let is_cell = named
                .strip_prefix('r')
                .is_some_and(|rest| rest.starts_with(|sign: char| sign.is_ascii_digit()));
            if is_cell {
                named.insert_str(0, "at ");
            }
            let [one, several] = guess.look;
            match (guess.kind, count) {
                (Some([kind, _]), 1) => format!("The {one} {named} is read as {kind}."),
                (Some([_, kinds]), count) => format!("{count} {several} {named} are read as {kinds}."),
                (None, 1) => format!("The {one} {named} was not understood and is left out."),
                (None, count) => {
                    format!("{count} {several} {named} were not understood and are left out.")
                }
            }
        };
        let more = (self.more > 0).then(|| format!("{} more notes are not shown.", self.more));
        let unknown = self.guesses.iter().filter(|guess| guess.kind.is_none()).cloned().map(sentence);
        let left_out = unknown.chain(self.left_out).collect();
        (self.guesses.into_iter().map(sentence).chain(self.others).chain(more).collect(), left_out)
    }
}
