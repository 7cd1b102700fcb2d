package io.github.libcrush;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Makes a {@link Placer} that is not as usual. */
public final class PlacerBuilder {
    /** Number of the replacements that serve all pools without their own. */
    private static final long DEFAULT_POOL = -1;

    /**
     * Draws that a call may take at most if it holds the garbage collector up: some milliseconds. A mapping takes some
     * hundreds; the most that it could take, if each try failed, is what is compared with this.
     */
    private static final long BRIEF = 1 << 20;

    private final CrushMap map;
    private final int rule;
    private final int replicas;
    private int[] weights;
    private boolean chooseArgs = true;
    private long pool = DEFAULT_POOL;
    private int threads = 1;

    PlacerBuilder(CrushMap map, int rule, int replicas) {
        if (replicas < 1) {
            throw new IllegalArgumentException("a result of " + replicas + " replicas; it needs at least one");
        }
        this.map = map;
        this.rule = rule;
        this.replicas = replicas;
    }

    /**
     * Gives the operator's weight of each device; without this all are in.
     *
     * @param weights in 16.16: 0 is out, 0x10000 is in, and a device without a weight is out
     * @return this
     */
    public PlacerBuilder weights(int... weights) {
        this.weights = weights.clone();
        return this;
    }

    /**
     * Takes the weight-sets and ids (choose_args) of a pool, or the map's default ones when the pool has none of its own.
     * Without this the default ones are taken, if there are any.
     *
     * @param pool id of the pool
     * @return this
     */
    public PlacerBuilder pool(long pool) {
        this.chooseArgs = true;
        this.pool = pool;
        return this;
    }

    /**
     * Takes the weights of the buckets as they are, whatever weight-sets the map has.
     *
     * @return this
     */
    public PlacerBuilder withoutChooseArgs() {
        this.chooseArgs = false;
        return this;
    }

    /**
     * Lets batches work on several threads; without this they work on one, that of their caller. The results are the same with
     * any number.
     *
     * @param threads how many at most; 0 stands for as many as there are processors
     * @return this
     */
    public PlacerBuilder threads(int threads) {
        if (threads < 0) {
            throw new IllegalArgumentException(threads + " threads");
        }
        this.threads = threads;
        return this;
    }

    /**
     * Prepares the rule. The placer needs neither the map nor this any more.
     *
     * @return the placer
     * @throws CrushException for a rule that is not there, or one that could take more than 2^28 draws for one input, a good
     *     part of a second
     */
    public Placer build() {
        int[] given = weights == null ? map.allIn() : weights;
        return map.use(address -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment args = chooseArgs ? Native.chooseArgs(address, pool) : MemorySegment.NULL;
                MemorySegment raw = Native.raw(address);
                MemorySegment copy = arena.allocateFrom(JAVA_INT, given);
                MemorySegment made = arena.allocate(ADDRESS);
                // Before there is a placer, which nobody would free if this failed.
                boolean brief = isBrief(arena, raw);
                Native.check((int) Native.PLACER_NEW.invokeExact(
                        raw, rule, (long) replicas, copy, (long) given.length, args, made));
                return new Placer(made.get(ADDRESS, 0), replicas, threads, brief);
            } catch (Throwable error) {
                throw Native.unexpected(error);
            }
        });
    }

    private boolean isBrief(Arena arena, MemorySegment raw) throws Throwable {
        MemorySegment draws = arena.allocate(JAVA_LONG);
        int status = (int) Native.WORST_CASE.invokeExact(raw, rule, (long) replicas, MemorySegment.NULL, draws);
        return status == 0 && Long.compareUnsigned(draws.get(JAVA_LONG, 0), BRIEF) <= 0;
    }
}
