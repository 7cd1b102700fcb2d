package io.github.libcrush;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Finds the C library: where the program says, inside the jar, or where the system has its libraries. */
final class NativeLibrary {
    /** System property with the path of a library. */
    static final String PROPERTY = "io.github.libcrush.library";

    /** Environment variable with the path of a library. */
    static final String VARIABLE = "CRUSH_LIBRARY";

    /** Name that the system knows the library by. */
    private static final String NAME = "libcrush.so.3";

    private NativeLibrary() {}

    static SymbolLookup open() {
        String path = System.getProperty(PROPERTY, System.getenv(VARIABLE));
        if (path != null && !path.isEmpty()) {
            return open(Path.of(path));
        }
        String resource = resource();
        try (InputStream library = NativeLibrary.class.getResourceAsStream(resource)) {
            return library == null ? openInstalled(resource) : openCopy(library);
        } catch (IOException error) {
            throw new UncheckedIOException("cannot unpack " + resource + " of the jar", error);
        }
    }

    private static String resource() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        return system + "-" + System.getProperty("os.arch") + "/libcrush.so";
    }

    private static SymbolLookup open(Path path) {
        try {
            return SymbolLookup.libraryLookup(path.toAbsolutePath(), Arena.global());
        } catch (IllegalArgumentException error) {
            throw failed("cannot load " + path + ", which " + PROPERTY + " or " + VARIABLE + " names", error);
        }
    }

    private static SymbolLookup openInstalled(String resource) {
        try {
            return SymbolLookup.libraryLookup(NAME, Arena.global());
        } catch (IllegalArgumentException error) {
            throw failed("no libcrush: the system property " + PROPERTY + " and the variable " + VARIABLE
                    + " name no file, the jar has no " + resource + ", and the system has no " + NAME, error);
        }
    }

    /** The directory is for this user alone, and gone when the library is loaded. */
    private static SymbolLookup openCopy(InputStream library) throws IOException {
        Path directory = Files.createTempDirectory("libcrush");
        Path copy = directory.resolve("libcrush.so");
        try {
            Files.copy(library, copy);
            return SymbolLookup.libraryLookup(copy, Arena.global());
        } catch (IllegalArgumentException error) {
            throw failed("cannot load " + copy + ", unpacked from the jar; does its file system forbid programs?", error);
        } finally {
            Files.deleteIfExists(copy);
            Files.delete(directory);
        }
    }

    private static UnsatisfiedLinkError failed(String message, Exception cause) {
        UnsatisfiedLinkError error = new UnsatisfiedLinkError(message);
        error.initCause(cause);
        return error;
    }
}
