//! The words of a command line, taken from left to right (spec 07 section 2).

use super::exit::{Exit, text};
use super::number::{self, BadNumber};
use std::collections::VecDeque;

/// Words that were not looked at yet, and messages that an option held back.
pub(crate) struct Words {
    left: VecDeque<Vec<u8>>,
    held_back: Vec<u8>,
}

/// An option as it was typed: its name with underscores, and the value behind `=`.
pub(crate) struct Word {
    pub(crate) typed: Vec<u8>,
    pub(crate) name: Vec<u8>,
    value: Option<Vec<u8>>,
}

impl Word {
    fn new(typed: Vec<u8>) -> Self {
        let end = typed.iter().position(|&byte| byte == b'=');
        let name = dashes_to_underscores(&typed[..end.unwrap_or(typed.len())]);
        let value = end.map(|end| typed[end + 1..].to_vec());
        Self { typed, name, value }
    }

    /// Whether this is a flag of that name: flags have no value.
    pub(crate) fn has_value(&self) -> bool {
        self.value.is_some()
    }

    /// What was typed in front of `=`.
    fn option(&self) -> &[u8] {
        &self.typed[..self.name.len()]
    }
}

/// An option's name in the form in which names are compared.
pub(crate) fn dashes_to_underscores(name: &[u8]) -> Vec<u8> {
    let mut name = name.to_vec();
    name.iter_mut().skip(2).filter(|byte| **byte == b'-').for_each(|byte| *byte = b'_');
    name
}

impl Words {
    pub(crate) fn new(words: Vec<Vec<u8>>) -> Self {
        Self { left: words.into(), held_back: Vec::new() }
    }

    pub(crate) fn next(&mut self) -> Option<Word> {
        self.left.pop_front().map(Word::new)
    }

    /// All that is left.
    pub(crate) fn rest(&mut self) -> Vec<Vec<u8>> {
        self.left.drain(..).collect()
    }

    /// The value of an option: behind `=`, or the next word whatever it looks like.
    fn value(&mut self, word: &Word) -> Option<Vec<u8>> {
        word.value.clone().or_else(|| self.left.pop_front())
    }

    fn required(word: &Word) -> Vec<u8> {
        text(&[b"Option ", word.option(), b" requires an argument."])
    }

    /// A value of any kind.
    pub(crate) fn string(&mut self, word: &Word) -> Result<Vec<u8>, Exit> {
        self.value(word).ok_or_else(|| Exit::failure(Self::required(word)))
    }

    /// A whole number of 32 bits.
    pub(crate) fn int(&mut self, word: &Word) -> Result<i32, Exit> {
        let value = self.integer(word, i32::MIN.into(), i32::MAX.into())?;
        // In range, as just checked.
        Ok(i32::try_from(value).unwrap_or_default())
    }

    /// A whole number of 64 bits.
    pub(crate) fn int64(&mut self, word: &Word) -> Result<i64, Exit> {
        self.integer(word, i64::MIN, i64::MAX)
    }

    fn integer(&mut self, word: &Word, min: i64, max: i64) -> Result<i64, Exit> {
        let value = self.required_value(word)?;
        let value = number::integer(&value, min, max).map_err(|bad| self.hold_back(&bad));
        self.inspect()?;
        Ok(value.unwrap_or_default())
    }

    /// A number of single precision.
    pub(crate) fn float(&mut self, word: &Word) -> Result<f32, Exit> {
        let value = self.required_value(word)?;
        let value = number::float(&value).map_err(|bad| self.hold_back(&bad));
        self.inspect()?;
        Ok(value.unwrap_or_default())
    }

    /// A value of any kind, of an option that prints what others held back.
    pub(crate) fn checked_string(&mut self, word: &Word) -> Result<Vec<u8>, Exit> {
        let value = self.required_value(word)?;
        self.inspect()?;
        Ok(value)
    }

    /// A value whose absence is told with an empty line: the message has a line end of its own.
    fn required_value(&mut self, word: &Word) -> Result<Vec<u8>, Exit> {
        self.value(word).ok_or_else(|| {
            self.held_back.extend(text(&[&Self::required(word), b"\n"]));
            Exit::failure(std::mem::take(&mut self.held_back))
        })
    }

    /// A whole number of 32 bits, or what stands in for a word that is none; its message waits for another option to print
    /// it. `None` without a word.
    pub(crate) fn unchecked_int(&mut self, word: &Word) -> Option<i32> {
        let value = self.value(word)?;
        let value = number::integer(&value, i32::MIN.into(), i32::MAX.into());
        let value = value.unwrap_or_else(|bad| self.hold_back(&bad));
        // In range, as just checked.
        Some(i32::try_from(value).unwrap_or_default())
    }

    fn hold_back(&mut self, bad: &BadNumber) -> i64 {
        self.held_back.extend_from_slice(&bad.message);
        bad.value
    }

    /// Ends the run with the messages that other options held back, if there are any.
    pub(crate) fn inspect(&mut self) -> Result<(), Exit> {
        if self.held_back.is_empty() {
            return Ok(());
        }
        Err(Exit::failure(std::mem::take(&mut self.held_back)))
    }

    /// A further word of an option.
    pub(crate) fn further(&mut self, word: &Word) -> Result<Vec<u8>, Exit> {
        self.left.pop_front().ok_or_else(|| Self::further_missing(word))
    }

    /// A further word of an option whose message does not name it.
    pub(crate) fn further_unnamed(&mut self) -> Result<Vec<u8>, Exit> {
        self.left.pop_front().ok_or_else(|| Exit::failure("expecting additional argument"))
    }

    /// Refuses an option after which nothing comes.
    pub(crate) fn require_another(&self, word: &Word) -> Result<(), Exit> {
        if self.left.is_empty() { Err(Self::further_missing(word)) } else { Ok(()) }
    }

    /// The message gives the option's name in its dashed form.
    fn further_missing(word: &Word) -> Exit {
        let mut name = word.name.clone();
        name.iter_mut().filter(|byte| **byte == b'_').for_each(|byte| *byte = b'-');
        Exit::failure(text(&[b"expecting additional argument to ", &name]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_are_underscores_up_to_the_value() {
        let word = Word::new(b"--show-a-b=c-d".to_vec());
        assert_eq!((word.name.as_slice(), word.value.as_deref()), (&b"--show_a_b"[..], Some(&b"c-d"[..])));
        assert_eq!(Word::new(b"-show-a".to_vec()).name, b"-show_a");
    }

    #[test]
    fn missing_values_have_their_messages() {
        let missing = |take: fn(&mut Words, &Word) -> Option<Exit>| {
            let mut words = Words::new(vec![b"--num-rep".to_vec()]);
            let word = words.next().unwrap();
            String::from_utf8(take(&mut words, &word).unwrap().message).unwrap()
        };
        assert_eq!(
            missing(|words, word| words.int(word).err()),
            "Option --num-rep requires an argument.\n\n"
        );
        assert_eq!(
            missing(|words, word| words.string(word).err()),
            "Option --num-rep requires an argument.\n"
        );
    }
}
