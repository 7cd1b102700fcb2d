package io.github.libcrush;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Starts the benchmarks the way that Maven starts tests. */
class MeasureTest {
    @Test
    void measure() throws Exception {
        var options = new OptionsBuilder().include(CallCost.class.getName()).shouldFailOnError(true).build();
        assertEquals(4, new Runner(options).run().size());
    }
}
