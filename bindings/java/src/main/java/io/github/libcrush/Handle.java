package io.github.libcrush;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Something of the C library that threads share. It is freed when it is closed and the last call that uses it has ended, by
 * whoever comes last; nobody waits.
 */
final class Handle {
    /** Set when no call may begin any more; the number below it is that of the calls in progress. */
    private static final long CLOSED = 1L << 61;

    /** Set, beside {@code CLOSED}, by whoever frees. */
    private static final long FREED = 1L << 62;

    private final MemorySegment address;
    private final Consumer<MemorySegment> free;
    private final AtomicLong state = new AtomicLong();

    Handle(MemorySegment address, Consumer<MemorySegment> free) {
        this.address = address;
        this.free = free;
    }

    /** Begins a use, which {@link #release} ends. */
    MemorySegment acquire() {
        if ((state.incrementAndGet() & CLOSED) != 0) {
            release();
            throw new IllegalStateException("used after close");
        }
        return address;
    }

    void release() {
        if (state.decrementAndGet() == CLOSED) {
            freeOnce();
        }
    }

    /** May be called again, and does nothing then. */
    void close() {
        if (state.getAndUpdate(now -> now | CLOSED) == 0) {
            freeOnce();
        }
    }

    /** Leaves it to a use that began meanwhile, and is being refused, if there is one. */
    private void freeOnce() {
        if (state.compareAndSet(CLOSED, CLOSED | FREED)) {
            free.accept(address);
        }
    }
}
