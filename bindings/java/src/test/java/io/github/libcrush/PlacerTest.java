package io.github.libcrush;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlacerTest {
    private static final String ENDLESS = """
            tunable choose_total_tries %d
            device 0 a
            device 1 b
            type 0 osd
            type 1 root
            root all { id -1 alg straw2 hash 0 item a weight 1 item b weight 1 }
            rule all { id 0 type replicated step take all step choose firstn 0 type osd step emit }""";

    private final CrushMap map = Sites.hosts();

    @Test
    void aFirstPlacement() {
        try (Placer placer = map.placer(map.rule("copies"), 2)) {
            assertArrayEquals(new int[] {3, 5}, placer.place(11));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void batchesAreWhatSingleCallsAre(int threads) {
        int replicas = 4; // There are three hosts: the last place stays empty.
        int[] xs = Sites.count(2000);
        try (Placer placer = map.prepare(0, replicas).threads(threads).build(); Arena arena = Arena.ofConfined()) {
            MemorySegment results = arena.allocate(JAVA_INT, (long) xs.length * replicas);
            MemorySegment lengths = arena.allocate(JAVA_LONG, xs.length);
            placer.placeBatch(arena.allocateFrom(JAVA_INT, xs), results, lengths);
            int[] rows = results.toArray(JAVA_INT);
            for (int i = 0; i < xs.length; i++) {
                int[] row = Arrays.copyOfRange(rows, i * replicas, (i + 1) * replicas);
                int length = (int) lengths.getAtIndex(JAVA_LONG, i);
                assertArrayEquals(placer.place(xs[i]), Arrays.copyOf(row, length));
                assertEquals(Placer.NONE, row[3]);
            }
            assertArrayEquals(rows, placer.placeBatch(xs));
        }
    }

    @Test
    void buffersArePlacedBetweenTheirPositionAndLimit() {
        try (Placer placer = map.placer(0, 2)) {
            IntBuffer xs = direct(10).put(Sites.count(10)).flip().position(3).limit(8);
            IntBuffer results = direct(12).position(1).limit(11);
            placer.placeBatch(xs, results);
            int[] found = new int[10];
            results.get(1, found);
            assertArrayEquals(placer.placeBatch(new int[] {3, 4, 5, 6, 7}), found);
            assertEquals(0, results.clear().get(0) + results.get(11));
        }
    }

    @Test
    void memoryThatTheLibraryCannotWorkInIsRefused() {
        try (Placer placer = map.placer(0, 2); Arena arena = Arena.ofConfined()) {
            MemorySegment xs = arena.allocate(JAVA_INT, 4);
            MemorySegment results = arena.allocate(JAVA_INT, 9);
            MemorySegment lengths = arena.allocate(JAVA_LONG, 5);
            MemorySegment eight = results.asSlice(0, 32);
            MemorySegment four = lengths.asSlice(0, 32);
            refused(() -> placer.placeBatch(xs, results));
            refused(() -> placer.placeBatch(xs, results.asSlice(0, 28)));
            refused(() -> placer.placeBatch(xs, results.asSlice(0, 30)));
            refused(() -> placer.placeBatch(xs, results.asSlice(2, 32)));
            refused(() -> placer.placeBatch(xs, eight, lengths));
            refused(() -> placer.placeBatch(xs, eight, lengths.asSlice(4, 32)));
            refused(() -> placer.placeBatch(xs, eight.asReadOnly()));
            refused(() -> placer.placeBatch(xs, eight, four.asReadOnly()));
            refused(() -> placer.placeBatch(eight.asSlice(16), eight));
            refused(() -> placer.placeBatch(xs, MemorySegment.ofArray(new int[8])));
            refused(() -> placer.placeBatch(MemorySegment.ofArray(new int[4]), eight));
            refused(() -> placer.placeBatch(IntBuffer.allocate(4), direct(8)));
            refused(() -> placer.placeBatch(direct(4), IntBuffer.allocate(8)));
            refused(() -> placer.placeBatch(direct(4), ByteBuffer.allocateDirect(32).asIntBuffer()));
            refused(() -> placer.place(1, new int[1]));
            refused(() -> placer.place(1, new int[3]));
            placer.placeBatch(xs, eight, four);
            placer.placeBatch(xs.asReadOnly(), eight);
            placer.placeBatch(MemorySegment.NULL, MemorySegment.NULL);
            assertArrayEquals(new int[0], placer.placeBatch(new int[0]));
        }
    }

    @Test
    void memoryThatWasFreedIsRefused() {
        try (Placer placer = map.placer(0, 2)) {
            MemorySegment xs;
            try (Arena arena = Arena.ofConfined()) {
                xs = arena.allocate(JAVA_INT, 1);
            }
            MemorySegment results = Arena.ofAuto().allocate(JAVA_INT, 2);
            assertThrows(IllegalStateException.class, () -> placer.placeBatch(xs, results));
        }
    }

    @Test
    void placersThatCannotBe() {
        assertEquals(CrushException.Reason.NOT_FOUND, reason(() -> map.placer(1, 3)));
        assertEquals(CrushException.Reason.NOT_FOUND, reason(() -> map.placer(-1, 3)));
        refused(() -> map.placer(0, 0));
        refused(() -> map.prepare(0, 1).threads(-1));
        try (CrushMap endless = CrushMap.compile(ENDLESS.formatted(100_000_000))) {
            assertEquals(CrushException.Reason.OUT_OF_RANGE, reason(() -> endless.placer(0, 8)));
        }
    }

    @Test
    void whatCouldTakeLongGivesTheSameAnswers() {
        try (CrushMap brief = CrushMap.compile(ENDLESS.formatted(50));
                CrushMap patient = CrushMap.compile(ENDLESS.formatted(1_000_000));
                Placer one = brief.placer(0, 2);
                Placer other = patient.placer(0, 2)) {
            for (int x = 0; x < 1000; x++) {
                assertArrayEquals(one.place(x), other.place(x));
            }
        }
    }

    @Test
    void weightsAreCopied() {
        int[] weights = map.allIn();
        PlacerBuilder builder = map.prepare(0, 3).weights(weights);
        Arrays.fill(weights, 0);
        try (Placer all = map.placer(0, 3); Placer copied = builder.build(); Placer out = map.prepare(0, 3).weights().build()) {
            assertArrayEquals(all.place(5), copied.place(5));
            assertArrayEquals(new int[0], out.place(5));
        }
    }

    @Test
    void threadsShareAPlacer() throws Exception {
        int[] xs = Sites.count(3000);
        try (Placer placer = map.placer(0, 3); ExecutorService threads = Executors.newFixedThreadPool(8)) {
            int[] want = placer.placeBatch(xs);
            Callable<int[]> one = () -> IntStream.of(xs).flatMap(x -> IntStream.of(placer.place(x))).toArray();
            for (Future<int[]> rows : threads.invokeAll(Collections.nCopies(8, one))) {
                assertArrayEquals(want, rows.get());
            }
        }
    }

    private static IntBuffer direct(int places) {
        return ByteBuffer.allocateDirect(places * Integer.BYTES).order(ByteOrder.nativeOrder()).asIntBuffer();
    }

    private static void refused(Executable call) {
        assertThrows(IllegalArgumentException.class, call);
    }

    private static CrushException.Reason reason(Executable call) {
        return assertThrows(CrushException.class, call).reason();
    }
}
