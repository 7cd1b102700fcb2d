package io.github.libcrush;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code testdata/shared/placements.txt}, whose README tells the form: full equality, of single calls and of batches. */
class SharedVectorsTest {
    private static final Path SHARED = Sites.path("testdata/shared");

    private final List<Integer> xs = new ArrayList<>();
    private final List<int[]> answers = new ArrayList<>();
    private Placer placer;
    private int cases;
    private int mappings;
    private String end = "no end";

    @Test
    void everyAnswerIsThatOfTheFile() throws IOException {
        CrushMap map = null;
        for (String line : Files.readAllLines(SHARED.resolve("placements.txt"))) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "#" -> { }
                case "map" -> {
                    finishCase();
                    if (map != null) {
                        map.close();
                    }
                    map = CrushMap.load(SHARED.resolve(words[1]));
                }
                case "case" -> {
                    finishCase();
                    placer = placer(map, Stream.of(words).skip(1).map(word -> word.split("=", 2))
                            .collect(Collectors.toMap(field -> field[0], field -> field[1])));
                }
                case "end" -> {
                    finishCase();
                    end = line;
                }
                default -> {
                    xs.add(Integer.parseUnsignedInt(words[0].substring(0, words[0].length() - 1)));
                    answers.add(Stream.of(words).skip(1).mapToInt(Integer::parseInt).toArray());
                }
            }
        }
        assertTrue(cases > 0);
        assertEquals("end cases=" + cases + " mappings=" + mappings, end);
        map.close();
    }

    private static Placer placer(CrushMap map, Map<String, String> fields) {
        Function<String, Integer> number = name -> Integer.parseInt(fields.get(name));
        PlacerBuilder builder = map.prepare(number.apply("rule"), number.apply("replicas"))
                .weights(Stream.of(fields.get("weights").split(",")).mapToInt(Integer::parseInt).toArray());
        if (fields.get("choose_args").equals("-")) {
            return builder.withoutChooseArgs().build();
        }
        return builder.pool(Long.parseLong(fields.get("choose_args"))).build();
    }

    private void finishCase() {
        if (placer == null) {
            return;
        }
        compare();
        placer.close();
        placer = null;
        cases++;
        mappings += xs.size();
        xs.clear();
        answers.clear();
    }

    private void compare() {
        try (Arena arena = Arena.ofConfined()) {
            int replicas = placer.replicas();
            int[] inputs = xs.stream().mapToInt(Integer::intValue).toArray();
            MemorySegment results = arena.allocate(JAVA_INT, (long) inputs.length * replicas);
            MemorySegment lengths = arena.allocate(JAVA_LONG, inputs.length);
            placer.placeBatch(arena.allocateFrom(JAVA_INT, inputs), results, lengths);
            int[] rows = results.toArray(JAVA_INT);
            for (int i = 0; i < inputs.length; i++) {
                int begin = i * replicas;
                int length = (int) lengths.getAtIndex(JAVA_LONG, i);
                assertArrayEquals(answers.get(i), placer.place(inputs[i]));
                assertArrayEquals(answers.get(i), Arrays.copyOfRange(rows, begin, begin + length));
            }
        }
    }
}
