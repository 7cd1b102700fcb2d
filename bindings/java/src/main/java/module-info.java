/** CRUSH placement, bit for bit that of Ceph. */
module io.github.libcrush {
    exports io.github.libcrush;
}
