"""Where the OSDs are, and the pools: four hosts of two OSDs with mixed weights and two device classes."""

# Number, host, weight, device class.
OSDS = [
    (0, "alpha", 1.0, "hdd"),
    (1, "alpha", 0.5, "ssd"),
    (2, "beta", 2.0, "hdd"),
    (3, "beta", 0.5, "ssd"),
    (4, "gamma", 1.5, "hdd"),
    (5, "gamma", 0.25, "ssd"),
    (6, "delta", 1.0, "hdd"),
    (7, "delta", 1.0, "ssd"),
]
NAMES = [f"osd.{number}" for number, *_ in OSDS]
POOLS = ["copies", "quick", "shards"]


def place(client):
    """Puts the OSDs into the CRUSH map."""
    for number, host, weight, kind in OSDS:
        client.ask("osd crush add", id=number, weight=weight, args=[f"host={host}", "root=default"])
        client.ask("osd crush set-device-class", **{"class": kind}, ids=[str(number)])


def make_pools(client):
    """A pool of copies on different hosts, one on a device class, one of an erasure code."""
    client.ask("osd crush rule create-replicated", name="by-class", root="default", type="host", **{"class": "ssd"})
    profile = ["k=2", "m=1", "plugin=jerasure", "crush-failure-domain=host"]
    client.ask("osd erasure-code-profile set", name="two-and-one", profile=profile)
    client.ask("osd pool create", pool="copies", pg_num=32, pgp_num=32)
    client.ask("osd pool create", pool="quick", pg_num=16, pgp_num=16, pool_type="replicated", rule="by-class")
    client.ask("osd pool set", pool="quick", var="size", val="2")
    words = {"pool_type": "erasure", "erasure_code_profile": "two-and-one"}
    client.ask("osd pool create", pool="shards", pg_num=16, pgp_num=16, **words)


def disturb(client):
    """What operators do to placement: weights, a weight-set, affinity, an exception for a placement group."""
    client.ask("osd set-require-min-compat-client", version="luminous")
    client.ask("osd reweight", id=4, weight=0.7)
    client.ask("osd primary-affinity", id=2, weight=0.3)
    client.ask("osd crush weight-set create-compat")
    client.ask("osd crush weight-set reweight-compat", item="osd.6", weight=[1.3])
    pg = f"{client.pool_ids()['copies']}.5"
    up = client.ask("pg map", pgid=pg)["up"]
    hosts = {number: host for number, host, *_ in OSDS}
    taken = {hosts[number] for number in up}
    free = next(number for number, host, *_ in OSDS if host not in taken)
    client.ask("osd pg-upmap-items", pgid=pg, id=[up[-1], free])
