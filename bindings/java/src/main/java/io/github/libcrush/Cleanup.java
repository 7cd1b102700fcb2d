package io.github.libcrush;

import java.lang.ref.Cleaner;

/** Closes what nobody holds any more. */
final class Cleanup {
    private static final Cleaner CLEANER = Cleaner.create();

    private Cleanup() {}

    static void of(Object owner, Handle handle) {
        CLEANER.register(owner, handle::close);
    }
}
