package io.github.libcrush;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.IntBuffer;
import java.util.Arrays;

/**
 * A map, a rule and device weights, prepared for many inputs. It is a snapshot that needs the map no more, and threads may
 * share it. Every method throws {@link IllegalStateException} after {@link #close}.
 */
public final class Placer implements AutoCloseable {
    /** Stands for a place that got no device. */
    public static final int NONE = 0x7fffffff;

    private final Handle handle;
    private final int replicas;
    private final long threads;
    private final boolean brief;

    Placer(MemorySegment address, int replicas, int threads, boolean brief) {
        handle = new Handle(address, Native::freePlacer);
        this.replicas = replicas;
        this.threads = threads;
        this.brief = brief;
        Cleanup.of(this, handle);
    }

    /** Gives the placer's memory back, now or when the calls of other threads have ended. May be called again. */
    @Override
    public void close() {
        handle.close();
    }

    /**
     * Returns how many places a result has.
     *
     * @return that number
     */
    public int replicas() {
        return replicas;
    }

    /**
     * Returns the devices of an input.
     *
     * @param x any 32 bits
     * @return the devices; a place that a rule for erasure codes could not fill is {@link #NONE}, a rule for replicas then
     *     returns fewer
     */
    public int[] place(int x) {
        int[] result = new int[replicas];
        int count = place(x, result);
        return count == replicas ? result : Arrays.copyOf(result, count);
    }

    /**
     * Maps an input into an array of the caller's.
     *
     * @param x any 32 bits
     * @param result as many places as {@link #replicas} says
     * @return how many of them count; the others are {@link #NONE}
     */
    public int place(int x, int[] result) {
        if (result.length != replicas) {
            throw new IllegalArgumentException("a result has " + replicas + " places, not " + result.length);
        }
        MemorySegment placer = handle.acquire();
        try {
            return brief ? placeAtOnce(placer, x, result) : placeAtLeisure(placer, x, result);
        } catch (Throwable error) {
            throw Native.unexpected(error);
        } finally {
            handle.release();
            // Until here: what nobody holds any more is closed.
            Reference.reachabilityFence(this);
        }
    }

    private static int placeAtOnce(MemorySegment placer, int x, int[] result) throws Throwable {
        long[] length = new long[1];
        Native.check((int) Native.PLACE_AT_ONCE.invokeExact(
                placer, x, MemorySegment.ofArray(result), MemorySegment.ofArray(length)));
        return (int) length[0];
    }

    private static int placeAtLeisure(MemorySegment placer, int x, int[] result) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment row = arena.allocate(JAVA_INT, result.length);
            MemorySegment length = arena.allocate(JAVA_LONG);
            Native.check((int) Native.PLACE.invokeExact(placer, x, row, length));
            MemorySegment.copy(row, JAVA_INT, 0, result, 0, result.length);
            return (int) length.get(JAVA_LONG, 0);
        }
    }

    /**
     * Maps many inputs. This copies both arrays; the other methods of this name copy nothing.
     *
     * @param xs the inputs
     * @return a row of {@link #replicas} places for each input, unused ones {@link #NONE}
     */
    public int[] placeBatch(int[] xs) {
        int places = Math.multiplyExact(xs.length, replicas);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment results = arena.allocate(JAVA_INT, places);
            placeBatch(arena.allocateFrom(JAVA_INT, xs), results);
            return results.toArray(JAVA_INT);
        }
    }

    /**
     * Maps the inputs that remain in a buffer, and moves no position.
     *
     * @param xs inputs: a direct buffer in native byte order
     * @param results a row of {@link #replicas} places for each input, unused ones {@link #NONE}: such a buffer, too
     */
    public void placeBatch(IntBuffer xs, IntBuffer results) {
        placeBatch(Batch.segment(xs, "the inputs"), Batch.segment(results, "the results"));
    }

    /**
     * Maps many inputs.
     *
     * @param xs inputs: an int each, in native memory
     * @param results a row of {@link #replicas} ints for each input, unused ones {@link #NONE}: native memory, too
     */
    public void placeBatch(MemorySegment xs, MemorySegment results) {
        placeBatch(xs, results, MemorySegment.NULL);
    }

    /**
     * Maps many inputs. It is faster than single calls from some hundred inputs on.
     *
     * @param xs inputs: an int each, in native memory
     * @param results a row of {@link #replicas} ints for each input, unused ones {@link #NONE}: native memory, too
     * @param lengths a long for each input, for how many places of its row count: native memory, or {@link MemorySegment#NULL}
     */
    public void placeBatch(MemorySegment xs, MemorySegment results, MemorySegment lengths) {
        Batch.check(xs, results, lengths, replicas);
        MemorySegment placer = handle.acquire();
        try {
            long count = xs.byteSize() / Integer.BYTES;
            Native.check((int) Native.PLACE_BATCH.invokeExact(placer, xs, count, results, lengths, threads));
        } catch (Throwable error) {
            throw Native.unexpected(error);
        } finally {
            handle.release();
            Reference.reachabilityFence(this);
        }
    }
}
