package io.github.libcrush;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What a placement costs, alone and in a batch, beside what a call of C costs that does next to nothing. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
public class CallCost {
    private static final int INPUTS = 1_000_000;

    private final Arena arena = Arena.ofShared();
    private final int[] row = new int[3];
    private final MemorySegment xs = arena.allocateFrom(JAVA_INT, IntStream.range(0, INPUTS).toArray());
    private final MemorySegment rows = arena.allocate(JAVA_INT, 3L * INPUTS);
    private Placer placer;
    private int x;

    @Setup
    public void prepare() throws IOException {
        try (CrushMap map = CrushMap.load(Path.of("../../examples/three-hosts.txt"))) {
            placer = map.placer(0, 3);
        }
    }

    @TearDown
    public void close() {
        placer.close();
        arena.close();
    }

    @Benchmark
    public int call() {
        return PlacementGroups.stableMod(x++, 128);
    }

    @Benchmark
    public int[] place() {
        return placer.place(x++);
    }

    @Benchmark
    public int placeIntoAnArray() {
        return placer.place(x++, row);
    }

    @Benchmark
    @OperationsPerInvocation(INPUTS)
    public void placeBatchOfAMillion() {
        placer.placeBatch(xs, rows);
    }
}
