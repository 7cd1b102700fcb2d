package io.github.libcrush;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * A description of a cluster: devices, the buckets that hold them, rules, and the names of all. It does not change, and
 * threads may share it. Every method throws {@link IllegalStateException} after {@link #close}, and {@link CrushException} for
 * what the map does not have.
 */
public final class CrushMap implements AutoCloseable {
    /** Devices that weights are made for: more than any cluster has. */
    private static final int MAX_DEVICES = 1 << 22;

    private final Handle handle;

    private CrushMap(MemorySegment address) {
        handle = new Handle(address, Native::freeMap);
        Cleanup.of(this, handle);
    }

    /**
     * Reads a map file, binary as {@code ceph osd getcrushmap} writes it or text as {@code crushtool -d} does.
     *
     * @param path the file
     * @return the map
     * @throws IOException if the file cannot be read
     */
    public static CrushMap load(Path path) throws IOException {
        byte[] content = Files.readAllBytes(path);
        try {
            return new CrushMap(MapFile.isBinary(content) ? MapFile.decode(content) : MapFile.compile(content));
        } catch (CrushException error) {
            throw error.in(path.toString());
        }
    }

    /**
     * Reads a binary map of any release up to Tentacle.
     *
     * @param content the bytes of the file
     * @return the map
     */
    public static CrushMap decode(byte[] content) {
        return new CrushMap(MapFile.decode(content));
    }

    /**
     * Reads a map that is text.
     *
     * @param text the text
     * @return the map
     */
    public static CrushMap compile(String text) {
        return new CrushMap(MapFile.compile(text.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Gives the map's memory back, now or when the calls of other threads have ended. May be called again. Placers that were
     * made of the map stay usable.
     */
    @Override
    public void close() {
        handle.close();
    }

    /** Calls with what the C library knows as the map. Nothing is closed during the call. */
    <T> T use(Function<MemorySegment, T> call) {
        MemorySegment map = handle.acquire();
        try {
            return call.apply(map);
        } finally {
            handle.release();
            // Until here: what nobody holds any more is closed.
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Prepares a rule: all devices are in, and the map's default weight-sets are used if it has any.
     *
     * @param rule the number of the rule, as {@link #rule} tells it
     * @param replicas places of a result
     * @return the placer
     * @see #prepare
     */
    public Placer placer(int rule, int replicas) {
        return prepare(rule, replicas).build();
    }

    /**
     * Begins a placer with weights, weight-sets or threads of its own.
     *
     * @param rule the number of the rule, as {@link #rule} tells it
     * @param replicas places of a result
     * @return what builds the placer
     */
    public PlacerBuilder prepare(int rule, int replicas) {
        return new PlacerBuilder(this, rule, replicas);
    }

    /**
     * Returns the file of the map.
     *
     * @return its bytes, for readers of the newest release
     */
    public byte[] encode() {
        return MapFile.encode(this, MemorySegment.NULL);
    }

    /**
     * Returns the file of the map for readers of a release.
     *
     * @param release a release of Ceph, like "reef"
     * @return its bytes
     */
    public byte[] encode(String release) {
        if (release.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("no release has a NUL in its name");
        }
        try (Arena arena = Arena.ofConfined()) {
            return MapFile.encode(this, arena.allocateFrom(release));
        }
    }

    /**
     * Returns the map as text, as {@code crushtool -d} writes it.
     *
     * @return the text
     */
    public String text() {
        return MapFile.decompile(this);
    }

    /**
     * Returns the largest id of a device plus 1, which is how many weights a placer can use.
     *
     * @return that number
     */
    public int maxDevices() {
        return use(map -> RawMap.of(map).maxDevices());
    }

    /**
     * Returns weights by which every device is in, to be changed and given to {@link PlacerBuilder#weights}.
     *
     * @return 0x10000 for each device
     */
    public int[] allIn() {
        int count = maxDevices();
        if (count > MAX_DEVICES) {
            throw new IllegalStateException("the map has device " + (count - 1) + ", more than " + (MAX_DEVICES - 1)
                    + "; give weights of the devices that there are");
        }
        int[] weights = new int[Math.max(count, 0)];
        Arrays.fill(weights, 0x10000);
        return weights;
    }

    /**
     * Returns the numbers of all rules in order, those without a name too.
     *
     * @return the numbers
     */
    public List<Integer> rules() {
        return use(map -> RawMap.of(map).rules());
    }

    /**
     * Returns the number of the rule with a name.
     *
     * @param name the name
     * @return its number
     */
    public int rule(String name) {
        return Lookup.id(this, Native.RULE_ID, "rule", name);
    }

    /**
     * Returns the name of a rule.
     *
     * @param rule its number
     * @return its name
     */
    public String ruleName(int rule) {
        return Lookup.name(this, Native.RULE_NAME, rule);
    }

    /**
     * Returns the id of the device or bucket with a name.
     *
     * @param name the name
     * @return its id
     */
    public int item(String name) {
        return Lookup.id(this, Native.ITEM_ID, "item", name);
    }

    /**
     * Returns the name of a device or bucket.
     *
     * @param id its id
     * @return its name
     */
    public String itemName(int id) {
        return Lookup.name(this, Native.ITEM_NAME, id);
    }

    /**
     * Returns the number of the class of a device, or of a bucket that stands for the devices of one class.
     *
     * @param item the id of the device or bucket
     * @return the number of the class
     */
    public int itemClass(int item) {
        return Lookup.number(this, Native.ITEM_CLASS, item);
    }

    /**
     * Returns the number of the type with a name; 0 is that of devices.
     *
     * @param name the name
     * @return its number
     */
    public int type(String name) {
        return Lookup.id(this, Native.TYPE_ID, "type", name);
    }

    /**
     * Returns the name of a type.
     *
     * @param type its number
     * @return its name
     */
    public String typeName(int type) {
        return Lookup.name(this, Native.TYPE_NAME, type);
    }

    /**
     * Returns the number of the device class with a name.
     *
     * @param name the name
     * @return its number
     */
    public int deviceClass(String name) {
        return Lookup.id(this, Native.CLASS_ID, "class", name);
    }

    /**
     * Returns the name of a device class.
     *
     * @param deviceClass its number
     * @return its name
     */
    public String deviceClassName(int deviceClass) {
        return Lookup.name(this, Native.CLASS_NAME, deviceClass);
    }
}
