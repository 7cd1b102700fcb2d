package io.github.libcrush;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the C library is looked for: each case is a Java of its own. */
class NativeLibraryTest {
    private static final Path CLASSES = Path.of("target/classes");
    private static final Path INCLUDED = CLASSES.resolve("io/github/libcrush/linux-amd64/libcrush.so");
    private static final String PLACED = "[3, 5]\n";

    @TempDir
    private Path directory;

    @Test
    void theOneOfTheJarIsUnpackedAndLeavesNothing() throws Exception {
        assertEquals(PLACED, place(CLASSES, Map.of(), "-Djava.io.tmpdir=" + directory));
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void aPathIsTakenFromThePropertyBeforeTheVariable() throws Exception {
        String property = "-D" + NativeLibrary.PROPERTY + "=" + INCLUDED;
        assertEquals(PLACED, place(bare(), Map.of(NativeLibrary.VARIABLE, "no such"), property));
        assertEquals(PLACED, place(bare(), Map.of(NativeLibrary.VARIABLE, INCLUDED.toString())));
    }

    @Test
    void aPathThatIsWrongIsNamedEvenIfTheJarHasALibrary() throws Exception {
        assertSays("cannot load no such", place(CLASSES, Map.of(NativeLibrary.VARIABLE, "no such")));
    }

    @Test
    void theSystemsLibraryIsTheLast() throws Exception {
        Files.copy(INCLUDED, directory.resolve("libcrush.so.3"));
        assertEquals(PLACED, place(bare(), Map.of("LD_LIBRARY_PATH", directory.toString())));
        assertSays("no libcrush: the system property " + NativeLibrary.PROPERTY, place(bare(), Map.of()));
    }

    @Test
    void whatIsNoLibcrushIsRefused() throws Exception {
        Path text = Files.writeString(directory.resolve("text"), "no library");
        assertSays("cannot load " + text, place(bare(), Map.of(NativeLibrary.VARIABLE, text.toString())));
        Path other = Path.of(System.getProperty("java.home"), "lib", "libzip.so");
        assertSays("the library has no crushx_abi", place(bare(), Map.of(NativeLibrary.VARIABLE, other.toString())));
    }

    /** The classes without a library. */
    private Path bare() throws IOException {
        Path bare = directory.resolve("bare");
        Path from = CLASSES.resolve("io/github/libcrush");
        Path to = Files.createDirectories(bare.resolve("io/github/libcrush"));
        try (Stream<Path> classes = Files.list(from)) {
            for (Path file : classes.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(file.getFileName());
                if (!Files.exists(copy)) {
                    Files.copy(file, copy);
                }
            }
        }
        return bare;
    }

    /** What a Java that places one input prints, errors included. */
    private static String place(Path classes, Map<String, String> environment, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + File.separator + "bin/java",
                "--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1", "-cp", classes.toString()));
        command.addAll(List.of(options));
        command.addAll(List.of("io.github.libcrush.Main", Sites.path("examples/three-hosts.txt").toString(), "copies", "2", "11"));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeAll(List.of(NativeLibrary.VARIABLE, "LD_LIBRARY_PATH"));
        builder.environment().putAll(environment);
        Process java = builder.start();
        String output = new String(java.getInputStream().readAllBytes());
        java.waitFor();
        return output;
    }

    private static void assertSays(String part, String output) {
        assertTrue(output.contains(part), output);
    }
}
