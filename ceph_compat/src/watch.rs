//! Says which case was under way when a library crashed.

use std::sync::atomic::{AtomicU64, Ordering};

/// Workers that can be watched.
const WORKERS: usize = 64;
/// The case of each worker, plus 1.
static AT: [AtomicU64; WORKERS] = [const { AtomicU64::new(0) }; WORKERS];

/// Notes the case that a worker begins.
pub(crate) fn at(worker: usize, number: u64) {
    if let Some(cell) = AT.get(worker) {
        cell.store(number + 1, Ordering::Relaxed);
    }
}

/// From here on, a crash says which cases were under way; and who reads only the first lines of the output ends the program.
pub(crate) fn start() {
    // SAFETY: the default does not run any code of ours.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_DFL) };
    for signal in [libc::SIGSEGV, libc::SIGBUS, libc::SIGABRT, libc::SIGFPE, libc::SIGILL] {
        let handler: extern "C" fn(libc::c_int) = crashed;
        // SAFETY: the handler does only what a signal handler may: atomic loads, write and _exit.
        unsafe { libc::signal(signal, handler as libc::sighandler_t) };
    }
}

extern "C" fn crashed(signal: libc::c_int) {
    say(b"\nceph_compat: a library crashed, signal ");
    number(signal as u64);
    say(b"; cases under way (repeat one with --first N --cases 1):");
    for cell in &AT {
        let at = cell.load(Ordering::Relaxed);
        if at > 0 {
            say(b" ");
            number(at - 1);
        }
    }
    say(b"\n");
    // SAFETY: ends the process at once.
    unsafe { libc::_exit(128 + signal) }
}

/// Writes a number without allocating.
fn number(mut value: u64) {
    let mut digits = [0u8; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (value % 10) as u8;
        value /= 10;
        if value == 0 {
            break;
        }
    }
    say(&digits[at..]);
}

fn say(text: &[u8]) {
    // SAFETY: the buffer is valid for its length; write may be called in a signal handler.
    unsafe { libc::write(2, text.as_ptr().cast(), text.len()) };
}
