package io.github.libcrush;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/** From the name of an object to the input of a {@link Placer}, as pools of Ceph do it. */
public final class PlacementGroups {
    /** The hash of names that every pool of today has. */
    private static final int RJENKINS = 2;

    private PlacementGroups() {}

    /**
     * Hashes the name of an object without namespace or locator key.
     *
     * @param name the name
     * @return 32 bits
     */
    public static int objectHash(String name) {
        return objectHash(name, "", "");
    }

    /**
     * Hashes what places an object.
     *
     * @param name the name
     * @param namespace the namespace, which may be empty
     * @param key the locator key, which stands in for the name if it is not empty
     * @return 32 bits
     */
    public static int objectHash(String name, String namespace, String key) {
        byte[] n = name.getBytes(StandardCharsets.UTF_8);
        byte[] s = namespace.getBytes(StandardCharsets.UTF_8);
        byte[] k = key.getBytes(StandardCharsets.UTF_8);
        int[] seed = new int[1];
        try {
            Native.check((int) Native.OBJECT_HASH.invokeExact(RJENKINS, MemorySegment.ofArray(n), (long) n.length,
                    MemorySegment.ofArray(s), (long) s.length, MemorySegment.ofArray(k), (long) k.length,
                    MemorySegment.ofArray(seed)));
            return seed[0];
        } catch (Throwable error) {
            throw Native.unexpected(error);
        }
    }

    /**
     * Reduces a hash to the number of a placement group.
     *
     * @param hash 32 bits
     * @param groups how many groups the pool has; 0 counts as 1
     * @return a number below {@code groups}
     */
    public static int stableMod(int hash, int groups) {
        try {
            return (int) Native.STABLE_MOD.invokeExact(hash, groups);
        } catch (Throwable error) {
            throw Native.unexpected(error);
        }
    }

    /**
     * Returns the input that a placer takes for a placement group of a pool that has the flag hashpspool, as all of today.
     *
     * @param pool id of the pool
     * @param seed number of the group, or the whole hash of an object
     * @param groups the pool's {@code pgp_num}
     * @return the input
     */
    public static int seed(long pool, int seed, int groups) {
        try {
            return (int) Native.PG_SEED.invokeExact(pool, seed, groups, 1);
        } catch (Throwable error) {
            throw Native.unexpected(error);
        }
    }
}
