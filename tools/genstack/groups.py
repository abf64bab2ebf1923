# SPDX-License-Identifier: Apache-2.0
"""Process groups of a run, and the families they belong to: groups that play the same role."""
import linecache
import os
import re
import sys

from .errors import is_ours

# Words that name a role when they stand in the line that creates a group.
roles = (("tp", r"tp|tensor\w*"), ("pp", r"pp|pipe\w*"), ("dp", r"dp|data|ddp|replica\w*"),
         ("cp", r"cp|context\w*"), ("ep", r"ep|moe|expert\w*"), ("sp", r"sp|sequence\w*"),
         ("embedding", r"emb|embedding\w*"), ("mp", r"mp|model"), ("fsdp", r"fsdp|shard\w*"))


class Group:
    def __init__(self, number, name, family, ranks):
        self.id, self.name, self.family, self.ranks = number, name, family, ranks
        self.place = {rank: place for place, rank in enumerate(ranks)}

    def manifest(self):
        return {"id": self.id, "name": self.name, "family": self.family, "ranks": self.ranks}


def user_lines():
    """(file, line) of the user's frames, innermost first."""
    frame, lines = sys._getframe(1), []
    while frame:
        name = os.path.abspath(frame.f_code.co_filename)
        if not is_ours(name) and not name.endswith("runpy.py"):
            lines.append((name, frame.f_lineno))
        frame = frame.f_back
    return lines


def role_of(lines):
    """The role whose word stands first in the innermost line that has one: the name that the group
    is given, or a comment."""
    for name, number in lines:
        for word in re.findall(r"[a-z]+", linecache.getline(name, number).lower()):
            for role, pattern in roles:
                if re.fullmatch(pattern, word):
                    return role
    return None


class Groups:
    def __init__(self, world_size, names=()):
        self.world = Group(0, "world", "world", list(range(world_size)))
        self.all = [self.world]
        self.names = list(names)
        self._families = []  # (name, lines of the call, size, members so far)

    def add(self, ranks, desc=None):
        """Registers a group made by the script. A group joins a family that was made by the same
        lines (or under the same desc), has the same size, and shares no rank with it."""
        ranks = sorted(ranks)
        lines = user_lines()
        made_by = desc or tuple(lines)
        for family in self._families:
            if family["by"] == made_by and family["size"] == len(ranks) \
                    and family["members"].isdisjoint(ranks):
                break
        else:
            count = len(self._families)
            name = self.names[count] if count < len(self.names) else desc or role_of(lines)
            taken = {family["name"] for family in self._families} | {"world"}
            name = name or f"family{count + 1}"
            plain, copy = name, 2
            while name in taken:
                name, copy = f"{plain}{copy}", copy + 1
            family = {"name": name, "by": made_by, "size": len(ranks), "members": set(), "count": 0}
            self._families.append(family)
        family["members"].update(ranks)
        group = Group(len(self.all), f"{family['name']}_{family['count']}", family["name"], ranks)
        family["count"] += 1
        self.all.append(group)
        return group
