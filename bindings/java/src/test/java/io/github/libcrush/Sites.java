package io.github.libcrush;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.stream.IntStream;

/** Maps that the tests place on. */
final class Sites {
    private static final Path REPOSITORY = Path.of("../..");

    private Sites() {}

    static CrushMap hosts() {
        return load("examples/three-hosts.txt");
    }

    static CrushMap classes() {
        return load("testdata/golden/classes.crush");
    }

    static Path path(String name) {
        return REPOSITORY.resolve(name);
    }

    static int[] count(int inputs) {
        return IntStream.range(0, inputs).toArray();
    }

    private static CrushMap load(String name) {
        try {
            return CrushMap.load(path(name));
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }
}
