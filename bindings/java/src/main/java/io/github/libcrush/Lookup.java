package io.github.libcrush;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** Names and numbers of what a map holds. */
final class Lookup {
    private Lookup() {}

    static int id(CrushMap owner, MethodHandle find, String kind, String name) {
        if (name.indexOf('\0') >= 0) {
            throw CrushException.notFound("no " + kind + " has a NUL in its name");
        }
        return owner.use(map -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment id = arena.allocate(JAVA_INT);
                Native.check((int) find.invokeExact(map, arena.allocateFrom(name), id));
                return id.get(JAVA_INT, 0);
            } catch (Throwable error) {
                throw Native.unexpected(error);
            }
        });
    }

    static int number(CrushMap owner, MethodHandle find, int id) {
        return owner.use(map -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment number = arena.allocate(JAVA_INT);
                Native.check((int) find.invokeExact(map, id, number));
                return number.get(JAVA_INT, 0);
            } catch (Throwable error) {
                throw Native.unexpected(error);
            }
        });
    }

    static String name(CrushMap owner, MethodHandle find, int id) {
        return owner.use(map -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment name = arena.allocate(ADDRESS);
                Native.check((int) find.invokeExact(map, id, name));
                return Texts.takeText(name.get(ADDRESS, 0));
            } catch (Throwable error) {
                throw Native.unexpected(error);
            }
        });
    }
}
