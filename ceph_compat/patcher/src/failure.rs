//! The end of a process that could not be patched.

/// What went wrong.
pub(crate) struct Failure {
    what: &'static str,
    detail: String,
}

/// Exit status of a program that could not be patched.
const STATUS: i32 = 125;

impl Failure {
    pub(crate) fn new(what: &'static str, detail: impl Into<String>) -> Self {
        Self { what, detail: detail.into() }
    }

    /// A call of the operating system that failed.
    pub(crate) fn system(what: &'static str) -> Self {
        Self::new(what, std::io::Error::last_os_error().to_string())
    }

    /// Says so and ends the process.
    pub(crate) fn end(&self) -> ! {
        eprintln!("crush_patcher: {}: {}", self.what, self.detail);
        // SAFETY: ends the process at once; no handlers of a program that has not begun are run.
        unsafe { libc::_exit(STATUS) }
    }
}
