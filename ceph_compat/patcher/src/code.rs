//! The machine code that is written.

/// `int3`.
pub(crate) const BREAKPOINT: u8 = 0xcc;
/// Bytes of a jump over 32 bits.
pub(crate) const JUMP: usize = 5;
/// Bytes set apart for a stub.
pub(crate) const STUB: usize = 32;

/// `jmp to`, to be placed at `from`; the two are less than 2 GiB apart.
pub(crate) fn jump(from: usize, to: usize) -> [u8; JUMP] {
    let distance = to.wrapping_sub(from + JUMP) as i32;
    let mut code = [0xe9, 0, 0, 0, 0];
    code[1..].copy_from_slice(&distance.to_le_bytes());
    code
}

/// Counts a call and goes on to our function.
pub(crate) struct Stub {
    pub(crate) counter: usize,
    pub(crate) target: usize,
}

impl Stub {
    /// `mov r11, counter; lock inc qword [r11]; mov r11, target; jmp r11`. No argument of a C function is in r11, and
    /// nobody expects to find it as it was.
    pub(crate) fn code(&self) -> [u8; STUB] {
        let mut code = [BREAKPOINT; STUB];
        let parts: [&[u8]; 6] = [
            &[0x49, 0xbb],
            &self.counter.to_le_bytes(),
            &[0xf0, 0x49, 0xff, 0x03],
            &[0x49, 0xbb],
            &self.target.to_le_bytes(),
            &[0x41, 0xff, 0xe3],
        ];
        let mut at = 0;
        for part in parts {
            code[at..at + part.len()].copy_from_slice(part);
            at += part.len();
        }
        code
    }
}
