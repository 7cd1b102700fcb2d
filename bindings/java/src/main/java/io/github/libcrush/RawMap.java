package io.github.libcrush;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.stream.IntStream;

/** The beginning of a {@code struct crush_map}. */
record RawMap(MemorySegment map) {
    private static final StructLayout BEGINNING = MemoryLayout.structLayout(
            ADDRESS.withName("buckets"), ADDRESS.withName("rules"), JAVA_INT.withName("max_buckets"),
            JAVA_INT.withName("max_rules"), JAVA_INT.withName("max_devices"));
    private static final VarHandle RULES = field("rules");
    private static final VarHandle MAX_RULES = field("max_rules");
    private static final VarHandle MAX_DEVICES = field("max_devices");

    /** What is inside a map, and valid as long. */
    static RawMap of(MemorySegment map) {
        return new RawMap(Native.raw(map).reinterpret(BEGINNING.byteSize()));
    }

    int maxDevices() {
        return (int) MAX_DEVICES.get(map, 0L);
    }

    List<Integer> rules() {
        int count = (int) MAX_RULES.get(map, 0L);
        MemorySegment rules = ((MemorySegment) RULES.get(map, 0L)).reinterpret(count * ADDRESS.byteSize());
        return IntStream.range(0, count).filter(i -> rules.getAtIndex(ADDRESS, i).address() != 0).boxed().toList();
    }

    private static VarHandle field(String name) {
        return BEGINNING.varHandle(PathElement.groupElement(name));
    }
}
