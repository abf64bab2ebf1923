# SPDX-License-Identifier: Apache-2.0
"""Where ranks stand in the groups of a run, and when two ranks' logs say the same."""
import hashlib
import json

from .errors import UserError


class Layout:
    """The groups of a run by family: in each family a rank has at most one group."""

    def __init__(self, world_size, groups):
        world = {"id": 0, "name": "world", "family": "world", "ranks": list(range(world_size))}
        self.world_size = world_size
        self.groups = {group["id"]: group for group in [world, *groups]}
        self.families = {}
        for group in self.groups.values():
            of_rank = self.families.setdefault(group["family"], {})
            for place, rank in enumerate(group["ranks"]):
                of_rank[rank] = (group, place)
        # The smallest groups first; among equals, those made first.
        order = {name: index for index, name in enumerate(self.families)}
        self.nearest = sorted(self.families, key=lambda name: (
            len(next(iter(self.families[name].values()))[0]["ranks"]), order[name]))

    def relation(self, rank, peer):
        """(family, offset): the peer is `offset` places after the rank in its group of the family,
        around the end. The family is the one of the smallest groups that hold both."""
        for name in self.nearest:
            of_rank = self.families[name]
            if rank in of_rank and peer in of_rank and of_rank[rank][0] is of_rank[peer][0]:
                group, place = of_rank[rank]
                return name, (of_rank[peer][1] - place) % len(group["ranks"])
        raise UserError(f"rank {rank} sends to rank {peer}, which is not in the run")

    def related(self, rank, relation):
        name, offset = relation
        group, place = self.families[name][rank]
        return group["ranks"][(place + offset) % len(group["ranks"])]

    def place(self, name, rank):
        found = self.families[name].get(rank)
        return found[1] if found else None

    def meaning(self, line):
        """A line without what differs between equal ranks: names of groups and peers."""
        plain = {key: value for key, value in line.items()
                 if key not in ("rank", "ranks", "group_id", "group_name", "peer")}
        if "group_id" in line:
            group = self.groups[line["group_id"]]
            plain["family"] = group["family"]
            if line.get("peer") is not None:
                plain["peer"] = self.relation(line["rank"], line["peer"]) \
                    if line["op"] in ("send", "recv") else group["ranks"].index(line["peer"])
        return plain

    def signature(self, lines):
        digest = hashlib.sha256()
        for line in lines:
            digest.update(json.dumps(self.meaning(line), sort_keys=True).encode())
            digest.update(b"\n")
        return digest.hexdigest()

    def peers(self, lines):
        """Peers of sends and receives, in the order of their first use."""
        return list(dict.fromkeys(line["peer"] for line in lines if line["op"] in ("send", "recv")
                                  and line.get("peer") is not None))


def check_same(rank, groups, first_rank, first):
    """All ranks must make the same groups in the same order."""
    for one, other in zip(first, groups):
        if one["ranks"] != other["ranks"]:
            raise UserError(f"rank {rank} makes group {other['id']} of ranks {other['ranks']}, "
                            f"but rank {first_rank} of ranks {one['ranks']}")
    if len(first) != len(groups):
        raise UserError(f"rank {rank} makes {len(groups)} groups, but rank {first_rank} makes "
                        f"{len(first)}")
