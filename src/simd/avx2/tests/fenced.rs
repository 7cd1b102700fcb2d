//! Numbers that end where memory ends: whoever reads one more crashes.

use std::ptr::null_mut;

/// Bytes of a page, or a multiple.
const PAGE: usize = 1 << 16;
/// Bytes that can be used.
const ROOM: usize = PAGE;

/// A piece of memory with an inaccessible page behind it.
pub(super) struct Fenced {
    start: *mut u8,
}

impl Fenced {
    /// Maps the memory.
    pub(super) fn new() -> Self {
        let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        // SAFETY: asks for new memory at any address.
        let start = unsafe { libc::mmap(null_mut(), ROOM + PAGE, access, kind, -1, 0) };
        assert_ne!(start, libc::MAP_FAILED, "no memory");
        let start: *mut u8 = start.cast();
        // SAFETY: the fence lies in what was just mapped.
        let fence = unsafe { start.add(ROOM) };
        // SAFETY: as above; nothing refers to it.
        let code = unsafe { libc::mprotect(fence.cast(), PAGE, libc::PROT_NONE) };
        assert_eq!(code, 0, "mprotect refuses");
        Self { start }
    }

    /// A copy of `numbers` that ends at the fence.
    pub(super) fn hold<T: Copy>(&mut self, numbers: &[T]) -> &[T] {
        let bytes = size_of_val(numbers);
        assert!(bytes <= ROOM, "too many numbers");
        // SAFETY: the room has that many bytes, and ends at a multiple of every alignment.
        let place: *mut T = unsafe { self.start.add(ROOM - bytes) }.cast();
        // SAFETY: the place has room for them; `&mut self` says that nobody reads the last ones any more.
        unsafe { place.copy_from_nonoverlapping(numbers.as_ptr(), numbers.len()) };
        // SAFETY: they were just written, and stay while `self` is borrowed.
        unsafe { std::slice::from_raw_parts(place, numbers.len()) }
    }
}

impl Drop for Fenced {
    fn drop(&mut self) {
        // SAFETY: `new` mapped this, and no borrow is left.
        unsafe { libc::munmap(self.start.cast(), ROOM + PAGE) };
    }
}

/// The fence works: the process that steps over it dies. A test of reads that could not fail would prove nothing.
#[test]
fn one_step_too_far_is_deadly() {
    use std::os::unix::process::ExitStatusExt;
    if std::env::var_os("CRUSH_TEST_STEP_OVER").is_some() {
        let mut fenced = Fenced::new();
        let last = fenced.hold(&[0_u32; 8]).as_ptr_range().end;
        // SAFETY: none: this is what has to end the process.
        let number = unsafe { last.read_volatile() };
        println!("survived, and read {number}");
        return;
    }
    let mut again = std::process::Command::new(std::env::current_exe().expect("tests are a program"));
    again.args(["--exact", "simd::avx2::tests::fenced::one_step_too_far_is_deadly"]);
    let output = again.env("CRUSH_TEST_STEP_OVER", "1").output().expect("the program runs");
    assert_eq!(output.status.signal(), Some(libc::SIGSEGV));
}
