import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.github.libcrush.CrushMap;
import io.github.libcrush.Placer;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.IntStream;

/** Maps a million inputs in one call, as bindings/bench/run asks. */
class Batch {
    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 5) {
            throw new IllegalArgumentException("usage: Batch MAP RULE REPLICAS COUNT REPEATS");
        }
        int[] numbers = IntStream.range(1, 5).map(i -> Integer.parseInt(arguments[i])).toArray();
        int count = numbers[2];
        try (CrushMap map = CrushMap.load(Path.of(arguments[0]));
                Placer placer = map.placer(numbers[0], numbers[1]);
                Arena arena = Arena.ofConfined()) {
            MemorySegment xs = arena.allocateFrom(JAVA_INT, IntStream.range(0, count).toArray());
            MemorySegment results = arena.allocate(JAVA_INT, (long) count * placer.replicas());
            long best = best(placer, xs, results, numbers[3]);
            System.out.printf(Locale.ROOT, "java %.2f %s%n", (double) best / count, checksum(results));
        }
    }

    /** Processor time of the fastest call; the first one, which gets the memory, is not counted. */
    private static long best(Placer placer, MemorySegment xs, MemorySegment results, int repeats) {
        long best = Long.MAX_VALUE;
        for (int repeat = 0; repeat <= repeats; repeat++) {
            long begin = CLOCK.getCurrentThreadCpuTime();
            placer.placeBatch(xs, results);
            long took = CLOCK.getCurrentThreadCpuTime() - begin;
            if (repeat > 0) {
                best = Math.min(best, took);
            }
        }
        return best;
    }

    private static String checksum(MemorySegment results) {
        long sum = 0;
        for (long i = 0; i < results.byteSize() / Integer.BYTES; i++) {
            sum += (2 * i + 1) * Integer.toUnsignedLong(results.getAtIndex(JAVA_INT, i));
        }
        return Long.toUnsignedString(sum);
    }
}
