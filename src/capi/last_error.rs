//! What went wrong, in words, and the memory that answers come in (`crushx.h`).

use crate::builder::alloc;
use core::cell::RefCell;
use core::ffi::{c_char, c_int, c_void};
use core::fmt::{self, Display, Write};

/// Bytes of a message, with the terminator; longer ones are cut.
const CAPACITY: usize = 1024;

thread_local! {
    static LAST: RefCell<Message> = const { RefCell::new(Message { bytes: [0; CAPACITY], len: 0 }) };
}

/// Returns what went wrong when a `crushx_` function last failed on this thread, as one line of UTF-8 of at most 1023
/// bytes: with offset and field, or line and column, where a file was at fault. Empty when none has failed.
///
/// The text is the library's, and holds until a `crushx_` function fails on this thread or the thread ends. Functions that
/// succeed leave it as it is: what failed is told by what a function returns.
#[unsafe(no_mangle)]
pub extern "C" fn crushx_last_error() -> *const c_char {
    // A thread that is ending may have lost its memory already.
    LAST.try_with(|last| last.borrow().bytes.as_ptr().cast()).unwrap_or(c"".as_ptr())
}

/// Frees a buffer that a `crushx_` function returned; NULL is fine.
///
/// # Safety
/// `buffer` is NULL or came from this library and was not freed before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crushx_free(buffer: *mut c_void) {
    // SAFETY: NULL or a block of the C allocator, where buffers come from, as the caller promises.
    unsafe { alloc::release(buffer) }
}

/// Keeps a failure's message for [`crushx_last_error`] and passes its number on: a positive errno, answered negative.
pub(crate) fn fail(errno: c_int, message: &dyn Display) -> c_int {
    // Made apart from the cell, in case that making it fails as well.
    let mut text = Message { bytes: [0; CAPACITY], len: 0 };
    // What does not fit is cut.
    let _ = write!(text, "{message}");
    let _ = LAST.try_with(|last| *last.borrow_mut() = text);
    -errno
}

/// A message that ends in NUL.
struct Message {
    bytes: [u8; CAPACITY],
    len: usize,
}

impl Write for Message {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for character in text.chars() {
            // C sees the text end at a NUL.
            let character = if character == '\0' { ' ' } else { character };
            let room = &mut self.bytes[self.len..CAPACITY - 1];
            if room.len() < character.len_utf8() {
                return Err(fmt::Error);
            }
            self.len += character.encode_utf8(room).len();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::ffi::CStr;

    fn last() -> String {
        // SAFETY: the text is this thread's and ends in NUL.
        unsafe { CStr::from_ptr(crushx_last_error()) }.to_str().unwrap().to_owned()
    }

    #[test]
    fn the_last_failure_counts_on_its_own_thread() {
        assert_eq!(last(), "");
        assert_eq!(fail(libc::EINVAL, &"first"), -libc::EINVAL);
        std::thread::spawn(|| assert_eq!(last(), "")).join().unwrap();
        assert_eq!(fail(libc::ENOMEM, &"2nd"), -libc::ENOMEM);
        assert_eq!(last(), "2nd");
    }

    #[test]
    fn long_messages_are_cut_between_characters() {
        fail(libc::EINVAL, &"\u{20ac}".repeat(CAPACITY));
        assert_eq!(last(), "\u{20ac}".repeat((CAPACITY - 1) / 3));
        fail(libc::EINVAL, &"a\0b");
        assert_eq!(last(), "a b");
    }
}
