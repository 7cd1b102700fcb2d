package io.github.libcrush;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/** Places one input, to try the jar: {@code java -jar libcrush.jar MAP RULE REPLICAS X}. */
final class Main {
    private Main() {}

    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 4) {
            System.err.println("usage: java -jar libcrush.jar MAP RULE REPLICAS X");
            System.exit(2);
        }
        try (CrushMap map = CrushMap.load(Path.of(arguments[0]));
                Placer placer = map.placer(map.rule(arguments[1]), Integer.parseInt(arguments[2]))) {
            System.out.println(Arrays.toString(placer.place(Integer.parseUnsignedInt(arguments[3]))));
        }
    }
}
