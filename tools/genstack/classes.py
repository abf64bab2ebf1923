# SPDX-License-Identifier: Apache-2.0
"""Classes of equal ranks. Two ranks that ran are equal if their logs are, but for the names of
groups and peers: that is proved. `auto` runs some ranks of a large run and assumes the rest:

Every rank has a place in its group of each family. `auto` runs the ranks of one group of each
family, unless families of smaller groups tell its places. Of a group larger than 8 it runs the
first three, the middle and the last two; all of them if those between the ends differ. Places whose
logs are equal count as one. Ranks whose places count as the same are assumed to be equal. Of each
such class the first, the middle and the last rank are run, and if any differs, all ranks are.
"""
from .errors import UserError
from .layout import Layout, check_same

all_below = 17  # ranks: so few are all run
whole_line = 8


class Classes:
    def __init__(self, runner, world_size, say):
        self._runner, self._size, self._say = runner, world_size, say
        self.layout, self.groups = None, None

    def _logged(self, ranks):
        self._runner.run(ranks)
        results = self._runner.results
        first = min(results)
        if self.layout is None:
            self.groups = results[first]["groups"]
            self.layout = Layout(self._size, self.groups)
        for rank in sorted(results):
            if "groups" in results[rank]:
                check_same(rank, results[rank].pop("groups"), first, self.groups)

    def _signature(self, rank):
        result = self._runner.results[rank]
        if "signature" not in result:
            result["signature"] = self.layout.signature(result["lines"])
        return result["signature"]

    def of_all(self):
        return self._listed(list(range(self._size)))

    def of_list(self, ranks):
        """Classes by the user's word: a rank that is not listed is like the listed one before."""
        if ranks[0] != 0 or ranks[-1] >= self._size:
            raise UserError(f"--representatives: a list begins with 0 and stays below {self._size}")
        self._logged(ranks)
        of_rank = {}
        for rank in range(self._size):
            of_rank[rank] = max(one for one in ranks if one <= rank)
        return self._merged(of_rank)

    def _listed(self, ranks):
        self._logged(ranks)
        return self._merged({rank: rank for rank in ranks})

    def _merged(self, like):
        """Classes of ranks by the signature of the rank each is like."""
        members = {}
        for rank in sorted(like):
            members.setdefault(self._signature(like[rank]), []).append(rank)
        return sorted(members.values())

    def of_auto(self):
        if self._size < all_below:
            return self.of_all()
        self._logged([0])
        like = {name: self._places(name) for name in self._axes()}
        keyed = {}
        for rank in range(self._size):
            key = tuple(places.get(self.layout.place(name, rank)) for name, places in like.items())
            keyed.setdefault(key, []).append(rank)
        samples = {key: sorted({ranks[0], ranks[len(ranks) // 2], ranks[-1]})
                   for key, ranks in keyed.items()}
        self._logged([rank for ranks in samples.values() for rank in ranks])
        classes = self._merged({rank: ranks[0] for ranks in keyed.values() for rank in ranks})
        for ranks in classes:  # the samples, and whatever ran before, prove or refute
            if len({self._signature(rank) for rank in ranks if rank in self._runner.results}) > 1:
                self._say(f"ranks like {ranks[0]} were thought equal and differ: all "
                          f"{self._size} ranks are run")
                return self.of_all()
        return classes

    def _axes(self):
        """Families whose places are not told by the places in families of smaller groups: not, for
        example, the groups of all ranks that hold one replica of a model."""
        axes = []
        for name in self.layout.nearest:
            told = {}
            if name != "world" and any(
                    told.setdefault(tuple(self.layout.place(one, rank) for one in axes),
                                    self.layout.place(name, rank)) != self.layout.place(name, rank)
                    for rank in range(self._size)):
                axes.append(name)
        return axes or ["world"]

    def _places(self, name):
        """{place in the group: number of its kind}, from one group of the family."""
        of_rank = self.layout.families[name]
        ranks = of_rank[0 if 0 in of_rank else min(of_rank)][0]["ranks"]
        size = len(ranks)
        places = range(size) if size <= whole_line else \
            sorted({0, 1, 2, size // 2, size - 2, size - 1})
        self._logged([ranks[place] for place in places])
        inner = {self._signature(ranks[place]) for place in places if 0 < place < size - 1}
        if size > whole_line and len(inner) > 1:
            places = range(size)
            self._logged(ranks)
        kinds, of_place = {}, {}
        for place in range(size):
            known = place if place in places else 1
            kind = kinds.setdefault(self._signature(ranks[known]), len(kinds))
            of_place[place] = kind
        return of_place
