package io.github.libcrush;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/** Buffers that the C library returned: each is copied and freed. */
final class Texts {
    private Texts() {}

    static byte[] takeBytes(MemorySegment buffer, long length) {
        try {
            return buffer.reinterpret(length).toArray(JAVA_BYTE);
        } finally {
            Native.freeBuffer(buffer);
        }
    }

    /** Takes a text that ends in NUL. */
    static String takeText(MemorySegment buffer) {
        try {
            return buffer.reinterpret(Long.MAX_VALUE).getString(0, StandardCharsets.UTF_8);
        } finally {
            Native.freeBuffer(buffer);
        }
    }
}
