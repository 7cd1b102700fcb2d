import io.github.libcrush.CrushMap;
import io.github.libcrush.Placer;
import java.nio.file.Path;

class Snippet {
    public static void main(String[] arguments) throws Exception {
        int[] osds;
/* snippet */
        System.out.println(osds[0] + " " + osds[1] + " " + osds[2]);
    }
}
