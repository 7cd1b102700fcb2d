package io.github.libcrush;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.IntBuffer;

/** Whether the C library can work in memory that a caller gave. */
final class Batch {
    private Batch() {}

    static MemorySegment segment(IntBuffer buffer, String what) {
        require(buffer.isDirect(), what + " need a direct buffer");
        require(buffer.order() == ByteOrder.nativeOrder(), what + " need a buffer in native byte order");
        return MemorySegment.ofBuffer(buffer);
    }

    static void check(MemorySegment xs, MemorySegment results, MemorySegment lengths, int replicas) {
        long count = checkArray(xs, Integer.BYTES, "the inputs");
        long places = checkArray(results, Integer.BYTES, "the results");
        require(places % replicas == 0 && places / replicas == count,
                count + " inputs of " + replicas + " replicas need " + replicas + " times as many results, not " + places);
        boolean wanted = lengths.address() != 0;
        long found = checkArray(lengths, Long.BYTES, "the lengths");
        require(!wanted || found == count, count + " inputs need as many lengths, not " + found);
        require(!results.isReadOnly() && !lengths.isReadOnly(), "the results and lengths must be writable");
        require(areApart(xs, results) && areApart(xs, lengths) && areApart(results, lengths),
                "inputs, results and lengths must not overlap");
    }

    private static long checkArray(MemorySegment segment, int width, String what) {
        require(segment.isNative(), what + " need native memory, not an array");
        require(segment.address() % width == 0 && segment.byteSize() % width == 0,
                what + " need memory aligned to " + width + " bytes, and whole numbers in it");
        return segment.byteSize() / width;
    }

    private static boolean areApart(MemorySegment one, MemorySegment other) {
        return one.asOverlappingSlice(other).isEmpty();
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
