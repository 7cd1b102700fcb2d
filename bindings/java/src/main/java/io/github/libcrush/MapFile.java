package io.github.libcrush;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Maps as files, binary and text: the bytes in, what the C library knows as the map out, and back. */
final class MapFile {
    /** How a binary map begins. */
    private static final byte[] MAGIC = {0, 0, 1, 0};

    private MapFile() {}

    static boolean isBinary(byte[] content) {
        return content.length >= MAGIC.length && Arrays.equals(content, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
    }

    static MemorySegment decode(byte[] content) {
        return read(Native.MAP_DECODE, content);
    }

    static MemorySegment compile(byte[] content) {
        return read(Native.MAP_COMPILE, content);
    }

    private static MemorySegment read(MethodHandle reader, byte[] content) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = arena.allocateFrom(JAVA_BYTE, content);
            MemorySegment map = arena.allocate(ADDRESS);
            Native.check((int) reader.invokeExact(bytes, bytes.byteSize(), map));
            return map.get(ADDRESS, 0);
        } catch (Throwable error) {
            throw Native.unexpected(error);
        }
    }

    static byte[] encode(CrushMap owner, MemorySegment release) {
        return owner.use(map -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment bytes = arena.allocate(ADDRESS);
                MemorySegment length = arena.allocate(JAVA_LONG);
                Native.check((int) Native.MAP_ENCODE.invokeExact(map, release, bytes, length));
                return Texts.takeBytes(bytes.get(ADDRESS, 0), length.get(JAVA_LONG, 0));
            } catch (Throwable error) {
                throw Native.unexpected(error);
            }
        });
    }

    static String decompile(CrushMap owner) {
        return owner.use(map -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment text = arena.allocate(ADDRESS);
                Native.check((int) Native.MAP_DECOMPILE.invokeExact(map, text, MemorySegment.NULL));
                return Texts.takeText(text.get(ADDRESS, 0));
            } catch (Throwable error) {
                throw Native.unexpected(error);
            }
        });
    }
}
