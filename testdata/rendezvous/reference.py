"""Flat placement written down a second time, and the vectors that come of it: reference.py > vectors.txt

Needs the package xxhash. docs/rendezvous.md has the definition.
"""

import hashlib
from fractions import Fraction

import xxhash

M64 = (1 << 64) - 1
FRACTION = 57  # bits behind the point of a logarithm
LOG2_E = 0x5C551D94AE0BF85D  # 1 / ln 2, 62 bits behind the point


def log2_by_squaring(x):
    """log2(x / 2^63) with 57 bits behind the point, for x from 2^63 up to 2^64."""
    log = 0
    for _ in range(FRACTION):
        square = x * x
        over = square >> 127
        x = square >> (63 + over)
        log = log << 1 | over
    return log


TABLE = [log2_by_squaring((256 + i) << 55) for i in range(256)]


def ln_1p(r):
    """ln(1 + r / 2^64) with 64 bits behind the point, for r below 2^56."""
    times = lambda a, b: a * b >> 64
    total = M64 // 8
    for n in range(7, 1, -1):
        total = M64 // n - times(r, total)
    return r - times(r, times(r, total))


def unlikeliness(h):
    """-log2((h + 1) / 2^64) with 57 bits behind the point."""
    if h == M64:
        return 0
    x = h + 1
    shift = 64 - x.bit_length()
    x <<= shift
    i = (x >> 55) - 256
    base = (256 + i) << 55
    rest = ((x - base) << 64) // base
    return ((shift + 1) << FRACTION) - TABLE[i] - (ln_1p(rest) * LOG2_E >> (64 + 62 - FRACTION))


def rank(score, node, key):
    """What nodes are sorted by: the least is the best."""
    number, weight, _ = node
    h = xxhash.xxh3_64_intdigest(key + number.to_bytes(8, "little"))
    if score == "exact":
        return Fraction(unlikeliness(h), weight), number
    return -(((h ^ h >> 52) & ((1 << 52) - 1)) * weight), number


def place(score, nodes, key, copies):
    ranked = sorted((node for node in nodes if node[1] > 0), key=lambda node: rank(score, node, key))
    first, domains = [], set()
    for node in ranked:
        if node[2] not in domains:
            domains.add(node[2])
            first.append(node)
    first = first[:copies]
    rest = [node for node in ranked if node not in first] if len(first) < copies else []
    return [node[0] for node in (first + rest)[:copies]], len(first)


CLUSTERS = {
    "equal": [(i, 1, i) for i in range(8)],
    "mixed": [(i, [1, 2, 3, 5, 8, 13, 21][i % 7], i // 3) for i in range(20)],
    "racks": [(1000 + 7 * i, 4 * 10**12 * (1 + i % 3), i // 25) for i in range(100)],
    "two-domains": [(i, 1 + i, i % 2) for i in range(6)],
    "drained": [(5, 10, 1), (6, 0, 2), (7, -3, 3), (8, 1, 4)],
    "extremes": [(0, 1, 0), (M64, (1 << 63) - 1, M64), (1 << 63, 1 << 62, 1), (3, 2, 0)],
    "none": [],
}


def main():
    print("# Flat placement; made by reference.py, which the library has no part in.")
    print("# nodes NAME ID:WEIGHT:DOMAIN ...")
    print("# SCORE NAME COPIES KEY-IN-HEX = ID ... / HOW MANY IN DOMAINS OF THEIR OWN")
    for name, nodes in CLUSTERS.items():
        print("nodes", name, *(":".join(map(str, node)) for node in nodes))
    keys = [hashlib.sha256(b"object %d" % i).digest() for i in range(12)]
    keys += [b"", b"a", bytes(range(121)), bytes(range(256)) * 3]
    for name, nodes in CLUSTERS.items():
        for key in keys:
            for score in ("exact", "simple"):
                copies = 3 if name != "two-domains" else 5
                ids, distinct = place(score, nodes, key, copies)
                print(score, name, copies, key.hex() or "-", "=", *ids, "/", distinct)


if __name__ == "__main__":
    main()
