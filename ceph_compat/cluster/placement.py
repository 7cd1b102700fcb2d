"""Where the monitor says that everything is."""

import objects
import topology


def of_groups(client):
    """Up and acting set, and their primaries, of every placement group."""
    fields = ("up", "acting")
    return {pg: {field: client.ask("pg map", pgid=pg)[field] for field in fields} for pg in client.pgs()}


def of_objects(client):
    """Group and sets of every object."""
    fields = ("pgid", "up", "up_primary", "acting", "acting_primary")
    places = {}
    for pool in topology.POOLS:
        for number in range(objects.COUNT):
            answer = client.ask("osd map", pool=pool, object=f"object-{number}")
            places[f"{pool}/object-{number}"] = {field: answer[field] for field in fields}
    return places


def up_sets(groups):
    """The up sets alone, which follow from the osdmap without delay."""
    return {pg: sets["up"] for pg, sets in groups.items()}


def compare(what, before, after):
    """Fails unless both are the same and there are some; returns how many."""
    if not before:
        raise RuntimeError(f"there are no {what} to compare")
    other = [name for name in before if before[name] != after.get(name)]
    if other or len(before) != len(after):
        first = other[0] if other else "(their number)"
        raise RuntimeError(f"{len(other)} {what} differ; {first}: {before.get(first)}, then {after.get(first)}")
    return len(before)
