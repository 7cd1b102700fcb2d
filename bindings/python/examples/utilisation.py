"""Maps the placement groups of a pool, a million if not told otherwise, and plots how full each device gets.

    python utilisation.py [--map FILE] [--rule RULE] [--replicas N] [--pgs N] [--out PICTURE]

Without a map, a cluster is made up: 40 hosts in 8 racks with disks of 4, 8 and 16 TiB, of which some are out. Numbers are
printed; the picture needs matplotlib.
"""

import argparse
import time

import libcrush
import numpy as np

# A text that says nothing gets the tunables of Ceph's first years.
TUNABLES = {
    "choose_local_tries": 0,
    "choose_local_fallback_tries": 0,
    "choose_total_tries": 50,
    "chooseleaf_descend_once": 1,
    "chooseleaf_vary_r": 1,
    "chooseleaf_stable": 1,
    "straw_calc_version": 1,
}
RACKS, HOSTS, DISKS = 8, 5, 12
SIZES = (4.0, 8.0, 16.0)
# Racks are unlike: old ones have more of the small disks.
SHARES = ((0.7, 0.3, 0.0), (0.4, 0.4, 0.2), (0.1, 0.4, 0.5))


def made_up_cluster():
    """A map as text: racks, hosts and disks of several sizes."""
    sizes = np.random.default_rng(7)
    devices, hosts, racks, total = [], [], [], 0.0
    for rack in range(RACKS):
        inside, rack_weight = [], 0.0
        for host in range(rack * HOSTS, (rack + 1) * HOSTS):
            disks = range(host * DISKS, (host + 1) * DISKS)
            weights = sizes.choice(SIZES, DISKS, p=SHARES[rack % 3])
            devices += [f"device {disk} osd.{disk}" for disk in disks]
            items = " ".join(f"item osd.{disk} weight {weight:.3f}" for disk, weight in zip(disks, weights))
            hosts.append(f"host host{host} {{ alg straw2 hash 0 {items} }}")
            inside.append(f"item host{host} weight {weights.sum():.3f}")
            rack_weight += weights.sum()
        racks.append((f"rack rack{rack} {{ alg straw2 hash 0 {' '.join(inside)} }}", rack_weight))
        total += rack_weight
    items = " ".join(f"item rack{number} weight {weight:.3f}" for number, (_, weight) in enumerate(racks))
    return "\n".join(
        [*(f"tunable {name} {value}" for name, value in TUNABLES.items()), *devices]
        + ["type 0 osd", "type 1 host", "type 2 rack", "type 3 root", *hosts]
        + [text for text, _ in racks]
        + [f"root default {{ alg straw2 hash 0 {items} }}"]
        + ["rule replicated { id 0 type replicated step take default step chooseleaf firstn 0 type rack step emit }"]
    )


def utilisation(crushmap, weights, placements):
    """For each device that is in and has weight: id, CRUSH weight, placement groups, and those relative to its share."""
    devices = [device for device in crushmap.devices if device.weight > 0 and weights.get(device.id, 1.0) > 0]
    ids = np.array([device.id for device in devices])
    sizes = np.array([device.weight * weights.get(device.id, 1.0) for device in devices])
    placed = placements[placements != libcrush.NONE]
    counts = np.bincount(placed, minlength=crushmap.max_devices)[ids]
    return ids, sizes, counts, counts / (placed.size * sizes / sizes.sum())


def groups(crushmap, ids):
    """For each device the name of the bucket that it is in and that a root holds: a rack, mostly."""
    parent = {item: bucket for bucket in crushmap.buckets if "~" not in (bucket.name or "") for item in bucket.items}
    names = []
    for device in ids:
        bucket = parent.get(device)
        while bucket and bucket.id in parent and parent[bucket.id].id in parent:
            bucket = parent[bucket.id]
        names.append(bucket.name or str(bucket.id) if bucket else "none")
    return np.array(names)


def plot(names, sizes, relative, title, path):
    """Each device by its share, group by group and coloured by size, beside how many devices are how full."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt
    from matplotlib.ticker import PercentFormatter

    figure, (left, right) = plt.subplots(
        1, 2, figsize=(11, 5), width_ratios=(4, 1), sharey=True, layout="constrained"
    )
    order = np.argsort(names, kind="stable")
    names, sizes, relative = names[order], sizes[order], relative[order]
    places = np.arange(len(relative))
    bins = np.linspace(min(relative.min(), 0.98), max(relative.max(), 1.02), min(41, 10 + len(relative) // 6))
    kinds, palette = np.unique(sizes), plt.get_cmap("viridis")
    if len(kinds) <= 8:
        colours = [palette(position) for position in np.linspace(0.05, 0.85, len(kinds))]
        for kind, colour in zip(kinds, colours):
            some = sizes == kind
            label = f"{kind:g} TiB ({some.sum()})"
            left.scatter(places[some], relative[some], s=14, color=colour, label=label, linewidths=0)
        legend = figure.legend(title="weight (devices)", loc="outside right upper", frameon=False, markerscale=2)
        legend.get_title().set_fontsize("medium")
        shares = [relative[sizes == kind] for kind in kinds]
        right.hist(shares, bins=bins, color=colours, orientation="horizontal", stacked=True)
    else:
        points = left.scatter(places, relative, s=14, c=sizes, cmap="viridis", linewidths=0)
        figure.colorbar(points, ax=right, label="weight, TiB")
        right.hist(relative, bins=bins, color="0.5", orientation="horizontal")
    found, starts = np.unique(names, return_index=True)
    ends = np.append(starts[1:], len(names))
    if len(found) <= 12:
        for band, (start, end) in enumerate(zip(starts, ends)):
            left.axvspan(start - 0.5, end - 0.5, color="0.5", alpha=0.12 * (band % 2), linewidth=0, zorder=-1)
        left.set_xticks((starts + ends - 1) / 2, found)
        left.tick_params(axis="x", length=0)
        left.set_xlabel("devices that are in, by the bucket that they are in")
    else:
        left.set_xlabel("devices that are in")
    for axes in (left, right):
        axes.axhline(1.0, color="0.3", linewidth=1, linestyle="--", zorder=0)
        axes.spines[["top", "right"]].set_visible(False)
    left.set_xlim(-1, len(relative))
    left.yaxis.set_major_formatter(PercentFormatter(xmax=1.0, decimals=0))
    left.set_ylabel("placement groups, as a part of the share by weight")
    right.set_xlabel("number of devices")
    figure.suptitle(title, x=0.01, ha="left")
    figure.savefig(path, dpi=130)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--map", help="a map file, as `ceph osd getcrushmap` writes it")
    parser.add_argument("--rule", default=None, help="number or name of the rule; the first if not given")
    parser.add_argument("--replicas", type=int, default=3)
    parser.add_argument("--pgs", type=int, default=1_000_000)
    parser.add_argument("--pool", type=int, default=1)
    parser.add_argument("--out", help="where the picture goes; none is made if not given")
    options = parser.parse_args()

    made_up = libcrush.Map.compile(made_up_cluster()) if options.map is None else None
    crushmap = made_up or libcrush.Map.from_file(options.map)
    # A host is being emptied, and two disks take less than their share.
    weights = {disk: 0.0 for disk in range(24, 36)} | {100: 0.5, 101: 0.5} if made_up else {}
    rule = crushmap.rules[0].id if options.rule is None else options.rule
    rule = int(rule) if str(rule).isdigit() else rule

    inputs = libcrush.pg_inputs(options.pool, options.pgs)
    placer = libcrush.Placer(crushmap, rule, options.replicas, weights, pool=options.pool)
    start = time.perf_counter()
    placements = placer.place(inputs, threads=0)
    seconds = time.perf_counter() - start

    ids, sizes, counts, relative = utilisation(crushmap, weights, placements)
    holes = int((placements == libcrush.NONE).sum())
    print(f"{len(inputs)} placement groups x {options.replicas} on {len(ids)} devices in {seconds:.2f} s")
    print(f"{holes} places not filled")
    for name, place in (("fullest", relative.argmax()), ("emptiest", relative.argmin())):
        print(f"{name}: osd.{ids[place]}, {counts[place]} placement groups, {relative[place]:.1%} of its share")
    print(f"standard deviation: {relative.std():.2%} of the share")
    if options.out:
        title = f"How full devices get: {len(inputs):,} placement groups, {options.replicas} copies, {len(ids)} devices"
        plot(groups(crushmap, ids), sizes, relative, title, options.out)


if __name__ == "__main__":
    main()
