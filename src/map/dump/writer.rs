//! What a dump is written to: named values in named sections.
#![forbid(unsafe_code)]

/// A form of a dump in the making. Everything has a name; JSON leaves out the names of what is in an array.
pub(super) trait Writer: Sized {
    /// Begins a section.
    fn open(&mut self, name: &str, is_array: bool);
    /// Ends the last section that is open.
    fn close(&mut self);
    fn integer(&mut self, name: &str, value: i64);
    fn number(&mut self, name: &str, value: f64);
    fn text(&mut self, name: &str, value: &[u8]);
    /// The whole, with a line end behind it.
    fn finish(self) -> Vec<u8>;

    /// A section with what `body` writes into it.
    fn object(&mut self, name: &str, body: impl FnOnce(&mut Self)) {
        self.open(name, false);
        body(self);
        self.close();
    }

    /// A section of equal things, which `body` writes.
    fn array(&mut self, name: &str, body: impl FnOnce(&mut Self)) {
        self.open(name, true);
        body(self);
        self.close();
    }

    fn string(&mut self, name: &str, value: impl AsRef<[u8]>) {
        self.text(name, value.as_ref());
    }

    fn flag(&mut self, name: &str, value: bool) {
        self.integer(name, value.into());
    }
}
