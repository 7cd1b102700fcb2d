"""`testdata/shared/placements.txt`, which the tests of all languages read: full equality."""

import libcrush
import numpy as np


class Case:
    def __init__(self, line):
        fields = dict(field.split("=", 1) for field in line.split()[1:])
        self.rule = int(fields["rule"])
        self.replicas = int(fields["replicas"])
        self.pool = None if fields["choose_args"] == "-" else int(fields["choose_args"])
        self.weights = np.array(fields["weights"].split(","), np.uint32)
        self.line, self.inputs, self.answers = line, [], []

    def add(self, line):
        x, items = line.split(":")
        self.inputs.append(int(x))
        items = [int(item) for item in items.split()]
        self.answers.append(items + [libcrush.NONE] * (self.replicas - len(items)))

    def check(self, crushmap):
        rows = crushmap.place(self.rule, self.inputs, self.replicas, self.weights, pool=self.pool)
        np.testing.assert_array_equal(rows, np.array(self.answers, np.int32), self.line)
        placer = libcrush.Placer(crushmap, self.rule, self.replicas, self.weights / 65536.0, pool=self.pool)
        for x, row in zip(self.inputs, rows):
            np.testing.assert_array_equal(placer.place([x]), [row], self.line)


def read(path):
    """Cases with their maps, and what the last line says."""
    cases = []
    for line in path.read_text().splitlines():
        word, *fields = line.split()
        match word:
            case "#":
                pass
            case "map":
                crushmap = libcrush.Map.from_file(path.parent / fields[0])
            case "case":
                cases.append((crushmap, Case(line)))
            case "end":
                return cases, dict(field.split("=") for field in fields)
            case _:
                cases[-1][1].add(line)
    raise AssertionError("no end")


def test_every_answer_is_that_of_genuine_ceph(shared_vectors):
    cases, totals = read(shared_vectors)
    for crushmap, case in cases:
        case.check(crushmap)
    assert totals == {"cases": str(len(cases)), "mappings": str(sum(len(case.inputs) for _, case in cases))}
