package io.github.libcrush;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/** The functions of {@code crushx.h} that Java calls. A {@code size_t} is a long here: the library is for 64 bits. */
final class Native {
    /** Interface of the library that this is written for, {@code CRUSHX_ABI}. */
    private static final int ABI = 3;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup LIBRARY = NativeLibrary.open();

    static {
        checkInterface();
    }

    private static final MethodHandle VERSION = text("crushx_version");
    private static final MethodHandle SIMD_LEVEL = text("crushx_simd_level");
    private static final MethodHandle LAST_ERROR = text("crushx_last_error");
    private static final MethodHandle FREE = function("crushx_free", FunctionDescriptor.ofVoid(ADDRESS));

    static final MethodHandle MAP_DECODE = status("crushx_map_decode", ADDRESS, JAVA_LONG, ADDRESS);
    static final MethodHandle MAP_COMPILE = status("crushx_map_compile", ADDRESS, JAVA_LONG, ADDRESS);
    static final MethodHandle MAP_ENCODE = status("crushx_map_encode", ADDRESS, ADDRESS, ADDRESS, ADDRESS);
    static final MethodHandle MAP_DECOMPILE = status("crushx_map_decompile", ADDRESS, ADDRESS, ADDRESS);
    private static final MethodHandle MAP_FREE = function("crushx_map_free", FunctionDescriptor.ofVoid(ADDRESS));
    private static final MethodHandle MAP_RAW = function("crushx_map_raw", FunctionDescriptor.of(ADDRESS, ADDRESS));
    private static final MethodHandle MAP_CHOOSE_ARGS =
            function("crushx_map_choose_args", FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_LONG));

    static final MethodHandle ITEM_ID = status("crushx_map_item_id", ADDRESS, ADDRESS, ADDRESS);
    static final MethodHandle TYPE_ID = status("crushx_map_type_id", ADDRESS, ADDRESS, ADDRESS);
    static final MethodHandle CLASS_ID = status("crushx_map_class_id", ADDRESS, ADDRESS, ADDRESS);
    static final MethodHandle RULE_ID = status("crushx_map_rule_id", ADDRESS, ADDRESS, ADDRESS);
    static final MethodHandle ITEM_NAME = status("crushx_map_item_name", ADDRESS, JAVA_INT, ADDRESS);
    static final MethodHandle TYPE_NAME = status("crushx_map_type_name", ADDRESS, JAVA_INT, ADDRESS);
    static final MethodHandle CLASS_NAME = status("crushx_map_class_name", ADDRESS, JAVA_INT, ADDRESS);
    static final MethodHandle RULE_NAME = status("crushx_map_rule_name", ADDRESS, JAVA_INT, ADDRESS);
    static final MethodHandle ITEM_CLASS = status("crushx_map_item_class", ADDRESS, JAVA_INT, ADDRESS);

    static final MethodHandle WORST_CASE = status("crushx_worst_case", ADDRESS, JAVA_INT, JAVA_LONG, ADDRESS, ADDRESS);
    static final MethodHandle PLACER_NEW =
            status("crushx_placer_new", ADDRESS, JAVA_INT, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS);
    static final MethodHandle PLACE = status("crushx_placer_place", ADDRESS, JAVA_INT, ADDRESS, ADDRESS);
    /** Takes arrays of Java's, and holds the garbage collector up meanwhile. */
    static final MethodHandle PLACE_AT_ONCE = function("crushx_placer_place",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, ADDRESS), Linker.Option.critical(true));
    static final MethodHandle PLACE_BATCH =
            status("crushx_placer_place_batch", ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG);
    private static final MethodHandle PLACER_FREE = function("crushx_placer_free", FunctionDescriptor.ofVoid(ADDRESS));

    static final MethodHandle OBJECT_HASH = function("crushx_object_hash",
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS),
            Linker.Option.critical(true));
    static final MethodHandle STABLE_MOD = function("crushx_stable_mod",
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT), Linker.Option.critical(false));
    static final MethodHandle PG_SEED = function("crushx_pg_seed",
            FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT), Linker.Option.critical(false));

    private Native() {}

    static String version() {
        return text(VERSION);
    }

    static String simdLevel() {
        return text(SIMD_LEVEL);
    }

    /**
     * Throws what the C library says when a call returned something else than 0. Its text belongs to the carrier thread, which
     * a virtual thread keeps until it blocks, so it is to be asked for right after the call.
     */
    static void check(int status) {
        if (status != 0) {
            throw new CrushException(-status, text(LAST_ERROR));
        }
    }

    static MemorySegment raw(MemorySegment map) {
        try {
            return (MemorySegment) MAP_RAW.invokeExact(map);
        } catch (Throwable error) {
            throw unexpected(error);
        }
    }

    static MemorySegment chooseArgs(MemorySegment map, long pool) {
        try {
            return (MemorySegment) MAP_CHOOSE_ARGS.invokeExact(map, pool);
        } catch (Throwable error) {
            throw unexpected(error);
        }
    }

    static void freeMap(MemorySegment map) {
        callVoid(MAP_FREE, map);
    }

    static void freePlacer(MemorySegment placer) {
        callVoid(PLACER_FREE, placer);
    }

    static void freeBuffer(MemorySegment buffer) {
        callVoid(FREE, buffer);
    }

    /** Rethrows what a call threw; a call of C itself throws nothing, so it is of Java's unchecked ones. */
    static RuntimeException unexpected(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return thrown instanceof RuntimeException error ? error : new IllegalStateException(thrown);
    }

    private static void checkInterface() {
        MethodHandle abi = function("crushx_abi", FunctionDescriptor.of(JAVA_INT));
        try {
            int found = (int) abi.invokeExact();
            if (found != ABI) {
                throw new UnsatisfiedLinkError("the library has interface " + found + " of libcrush, not " + ABI);
            }
        } catch (Throwable error) {
            throw unexpected(error);
        }
    }

    private static void callVoid(MethodHandle function, MemorySegment argument) {
        try {
            function.invokeExact(argument);
        } catch (Throwable error) {
            throw unexpected(error);
        }
    }

    private static String text(MethodHandle function) {
        try {
            MemorySegment text = (MemorySegment) function.invokeExact();
            return text.reinterpret(Long.MAX_VALUE).getString(0);
        } catch (Throwable error) {
            throw unexpected(error);
        }
    }

    private static MethodHandle text(String name) {
        return function(name, FunctionDescriptor.of(ADDRESS));
    }

    private static MethodHandle status(String name, MemoryLayout... arguments) {
        return function(name, FunctionDescriptor.of(JAVA_INT, arguments));
    }

    private static MethodHandle function(String name, FunctionDescriptor descriptor, Linker.Option... options) {
        MemorySegment function = LIBRARY.find(name).orElseThrow(
                () -> new UnsatisfiedLinkError("the library has no " + name + ": it is no libcrush, or one too old"));
        return LINKER.downcallHandle(function, descriptor, options);
    }
}
