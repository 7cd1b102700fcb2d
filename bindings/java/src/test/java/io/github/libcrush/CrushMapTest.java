package io.github.libcrush;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class CrushMapTest {
    @Test
    void namesAndNumbersAreFoundBothWays() {
        try (CrushMap map = Sites.classes()) {
            assertFalse(map.rules().isEmpty());
            for (int rule : map.rules()) {
                assertEquals(rule, map.rule(map.ruleName(rule)));
            }
            assertEquals(0, map.item(map.itemName(0)));
            assertEquals(-1, map.item(map.itemName(-1)));
            assertEquals(0, map.type(map.typeName(0)));
            assertEquals(0, map.deviceClass(map.deviceClassName(0)));
            assertFalse(map.deviceClassName(map.itemClass(0)).isEmpty());
        }
    }

    @Test
    void whatIsNotThereIsNotFound() {
        try (CrushMap map = Sites.classes()) {
            for (Executable call : new Executable[] {() -> map.rule("no such"), () -> map.item("no such"),
                    () -> map.type("no such"), () -> map.deviceClass("no such"), () -> map.rule(map.ruleName(0) + "\0"),
                    () -> map.ruleName(1 << 20), () -> map.itemName(1 << 20), () -> map.typeName(1 << 20),
                    () -> map.deviceClassName(1 << 20), () -> map.itemClass(1 << 20)}) {
                assertEquals(CrushException.Reason.NOT_FOUND, assertThrows(CrushException.class, call).reason());
            }
            String message = assertThrows(CrushException.class, () -> map.rule("no such")).getMessage();
            assertTrue(message.contains("no such"), message);
        }
    }

    @Test
    void aMapIsWrittenAndReadAgain() {
        try (CrushMap map = Sites.hosts();
                CrushMap decoded = CrushMap.decode(map.encode());
                CrushMap compiled = CrushMap.compile(map.text())) {
            assertTrue(map.text().contains("rule copies"));
            assertEquals(map.text(), decoded.text());
            assertArrayEquals(map.encode(), compiled.encode("tentacle"));
            assertRefused(() -> map.encode("no release"), "no release");
            assertThrows(IllegalArgumentException.class, () -> map.encode("reef\0"));
        }
    }

    @Test
    void whatIsNoMapIsRefusedWithItsPlace(@TempDir Path directory) throws Exception {
        byte[] file;
        try (CrushMap map = Sites.hosts()) {
            file = map.encode();
        }
        byte[] cut = Arrays.copyOf(file, file.length / 2);
        assertRefused(() -> CrushMap.decode(cut), "at byte");
        assertRefused(() -> CrushMap.decode(new byte[0]), "at byte 0");
        assertRefused(() -> CrushMap.compile("device 0 osd.0\ndevice x osd.1\n"), "line 2");
        Path path = Files.write(directory.resolve("cut.crush"), cut);
        assertRefused(() -> CrushMap.load(path), "cut.crush");
        assertThrows(NoSuchFileException.class, () -> CrushMap.load(directory.resolve("none")));
    }

    @Test
    void objectsBecomeInputs() {
        assertEquals(PlacementGroups.objectHash("x"), PlacementGroups.objectHash("x", "", ""));
        assertEquals(PlacementGroups.objectHash("x"), PlacementGroups.objectHash("y", "", "x"));
        assertEquals(5, PlacementGroups.stableMod(13, 8));
        assertEquals(PlacementGroups.seed(1, 5, 8), PlacementGroups.seed(1, 13, 8));
    }

    @Test
    void theLibrarySaysWhatItIs() {
        assertFalse(Library.version().isEmpty());
        assertTrue(Library.simdLevel().matches("scalar|avx2|avx512"), Library.simdLevel());
    }

    private static void assertRefused(Executable call, String says) {
        CrushException error = assertThrows(CrushException.class, call);
        assertEquals(CrushException.Reason.INVALID, error.reason());
        assertTrue(error.getMessage().contains(says), error.getMessage());
    }
}
