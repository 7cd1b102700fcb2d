package io.github.libcrush;

/**
 * The C library behind this package. It is looked for in this order: the file that the system property
 * {@code io.github.libcrush.library} names, that of the environment variable {@code CRUSH_LIBRARY}, the one in the jar, which is
 * unpacked into a directory for this user alone and deleted once it is loaded, and {@code libcrush.so.3} where the system has
 * its libraries.
 */
public final class Library {
    private Library() {}

    /**
     * Returns the version of the library.
     *
     * @return the version, such as "0.1.0"
     */
    public static String version() {
        return Native.version();
    }

    /**
     * Returns the instructions that the library uses.
     *
     * @return "scalar", "avx2" or "avx512"
     */
    public static String simdLevel() {
        return Native.simdLevel();
    }
}
