package io.github.libcrush;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class CloseTest {
    @Test
    void everythingIsRefusedAfterClose() {
        CrushMap map = Sites.hosts();
        Placer placer = map.placer(0, 2);
        for (int i = 0; i < 2; i++) {
            map.close();
            placer.close();
        }
        List<Executable> calls = List.of(() -> placer.place(1), () -> placer.place(1, new int[2]),
                () -> placer.placeBatch(new int[1]), () -> map.placer(0, 2), () -> map.prepare(0, 2).weights().build(),
                () -> map.rule("copies"), () -> map.ruleName(0), map::rules, () -> map.item("alpha"), () -> map.itemClass(0),
                map::text, map::encode, () -> map.encode("reef"), map::maxDevices, map::allIn);
        for (Executable call : calls) {
            assertThrows(IllegalStateException.class, call);
        }
    }

    @Test
    void aPlacerOutlivesItsMap() {
        CrushMap map = Sites.hosts();
        try (Placer placer = map.placer(0, 2)) {
            int[] before = placer.place(11);
            map.close();
            assertArrayEquals(before, placer.place(11));
        }
    }

    @Test
    void closeDuringCallsIsSafe() throws Exception {
        int[] xs = Sites.count(500);
        try (CrushMap map = Sites.hosts(); ExecutorService threads = Executors.newCachedThreadPool()) {
            for (int round = 0; round < 30; round++) {
                Placer placer = map.placer(0, 3);
                CountDownLatch begun = new CountDownLatch(4);
                List<Future<?>> callers = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    callers.add(threads.submit(() -> placeUntilClosed(placer, xs, begun)));
                }
                begun.await();
                placer.close();
                for (Future<?> caller : callers) {
                    caller.get();
                }
            }
        }
    }

    private static void placeUntilClosed(Placer placer, int[] xs, CountDownLatch begun) {
        placer.placeBatch(xs);
        begun.countDown();
        assertThrows(IllegalStateException.class, () -> {
            while (true) {
                placer.placeBatch(xs);
                placer.place(1);
            }
        });
    }

    @Test
    void aHandleIsFreedOnceAndNeverInUse() throws Exception {
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            for (int round = 0; round < 500; round++) {
                AtomicInteger frees = new AtomicInteger();
                AtomicInteger inUse = new AtomicInteger();
                AtomicInteger freedInUse = new AtomicInteger();
                Handle handle = new Handle(MemorySegment.NULL, address -> {
                    frees.incrementAndGet();
                    freedInUse.addAndGet(inUse.get());
                });
                List<Future<?>> callers = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    callers.add(threads.submit(() -> useUntilClosed(handle, inUse)));
                }
                handle.close();
                handle.close();
                for (Future<?> caller : callers) {
                    caller.get();
                }
                assertEquals(1, frees.get());
                assertEquals(0, freedInUse.get());
            }
        }
    }

    private static void useUntilClosed(Handle handle, AtomicInteger inUse) {
        assertThrows(IllegalStateException.class, () -> {
            while (true) {
                handle.acquire();
                inUse.incrementAndGet();
                inUse.decrementAndGet();
                handle.release();
            }
        });
    }

    @Test
    void theGarbageCollectorClosesWhatNobodyDid() throws Exception {
        AtomicInteger frees = new AtomicInteger();
        for (int i = 0; i < 10; i++) {
            Cleanup.of(new Object(), new Handle(MemorySegment.NULL, address -> frees.incrementAndGet()));
        }
        for (int i = 0; i < 2000 && frees.get() < 10; i++) {
            System.gc();
            Thread.sleep(5);
        }
        assertEquals(10, frees.get());
    }
}
