"""What the run ends with."""

import collections

import placement

SHOWN = ["crush_do_rule", "crush_create", "crush_finalize"]


class Rows:
    """Lines to print at the end, all of them checked."""

    def __init__(self):
        self.lines = []

    def add(self, what, count):
        """A line with a number."""
        self.lines.append(f"{what:<42}{count:>8}")

    def groups(self, client, before, after):
        """Placement groups by pool, with genuine functions and with ours."""
        placement.compare("placement groups", before, after)
        names = {number: name for name, number in client.pool_ids().items()}
        pools = collections.Counter(names[int(pg.split(".")[0])] for pg in after)
        for pool, count in sorted(pools.items()):
            self.add(f"PGs of pool {pool}: same up and acting set", count)
        self.add("PGs compared, none differs", len(after))

    def recovered(self, before, after, victim):
        """Placement groups after an OSD failed: it holds none of them any more."""
        left = [pg for pg, sets in after.items() if victim in sets["acting"] + sets["up"]]
        if left:
            raise RuntimeError(f"osd.{victim} is gone, but still has {left}")
        self.add("PGs active and clean after recovery", len(after))
        self.add("PGs that moved for it", sum(before[pg] != after[pg] for pg in after))

    def calls(self, calls):
        """Calls of our functions in each daemon; none may be without."""
        self.lines.append(f"\n{'calls in':<12}" + "".join(f"{name:>20}" for name in SHOWN) + f"{'all':>12}")
        for daemon, counts in calls.items():
            if not counts.get("crush_do_rule"):
                raise RuntimeError(f"{daemon} never asked our library for a mapping")
            numbers = "".join(f"{counts[name]:>20}" for name in SHOWN)
            self.lines.append(f"{daemon:<12}{numbers}{sum(counts.values()):>12}")

    def print(self):
        """Prints all lines."""
        print("\n" + "\n".join(self.lines))
