# SPDX-License-Identifier: Apache-2.0
"""What a command answered."""
import functools
import html
import json


@functools.lru_cache(maxsize=None)
def _keys(verb):
    from jacquard._run import schema

    return tuple(schema(verb).rows)


def _headline_kinds(verb):
    """Kinds of rows with the figures that the verb is asked for, the usual one first."""
    keys = [key for key in _keys(verb) if key.get("headline")]
    return [key["of_row_kind"] for key in sorted(keys, key=lambda key: key["headline"])]


class Result:
    """The JSON object of a command. docs/results.md explains the keys of its rows.

    result["time_ps"] is the figure of the one row that the command was asked for.
    """

    def __init__(self, text, words=(), notes=()):
        self.text = text  # as the program printed it
        self.json = json.loads(text)
        self.words = list(words)  # the command line
        self.notes = list(notes)  # lines on stderr
        self.rows = self.json["rows"]
        self.pictures = {}  # SVG by name of the file, where run() was told to keep them
        self.command = self.json["command"]
        self.version = self.json["version"]
        self.config_hash = self.json["config_hash"]
        self.seed = self.json["seed"]
        self.interrupted = bool(self.json.get("interrupted"))

    @property
    def kinds(self):
        """Kinds of its rows, in the order of their first. "" where a verb has one kind alone."""
        return list(dict.fromkeys(row.get("row_kind", "") for row in self.rows))

    def rows_of(self, kind):
        if kind not in self.kinds:
            raise KeyError(f"no rows of kind {kind!r}; there are {self.kinds}")
        return [row for row in self.rows if row.get("row_kind", "") == kind]

    @property
    def row(self):
        """The row that the command was asked for: the only one, or the only one of the kind that
        has the verb's headline. ValueError if there are more."""
        if len(self.rows) == 1:
            return self.rows[0]
        for kind in _headline_kinds(self.command):
            if kind in self.kinds:
                rows = self.rows_of(kind)
                if len(rows) == 1:
                    return rows[0]
                raise ValueError(f"expected one row of kind {kind!r}, found {len(rows)}: rows_of()")
        raise ValueError(f"expected one row, found {len(self.rows)} of kinds {self.kinds}")

    __iter__ = None  # its rows are

    def __getitem__(self, key):
        """The figure of .row; other rows are in .rows."""
        row = self.row
        if key not in row:
            raise KeyError(f"no key {key!r}; there are {list(row)}")
        return row[key]

    def explained(self, kind):
        """The keys of a kind of rows that the program explains: unit, column, meaning."""
        keys = [key for key in _keys(self.command) if key["of_row_kind"] == kind]
        return {key["key"]: key for key in keys}

    def frame(self, kind=None):
        """A pandas.DataFrame of one kind of rows; attrs["units"] and attrs["meanings"] by key."""
        import pandas

        if kind is None:
            if len(self.kinds) > 1:
                raise ValueError(f"frame(kind): there are rows of kinds {self.kinds}")
            kind = self.kinds[0] if self.kinds else ""
        rows = self.rows_of(kind) if self.rows else []
        frame = pandas.DataFrame(rows).drop(columns="row_kind", errors="ignore")
        explained = self.explained(kind)
        known = [key for key in frame.columns if key in explained]
        frame.attrs["units"] = {key: explained[key]["unit"] for key in known}
        frame.attrs["meanings"] = {key: explained[key]["meaning"] for key in known}
        return frame

    def frames(self):
        """A pandas.DataFrame for each kind of rows, by kind."""
        return {kind: self.frame(kind) for kind in self.kinds}

    def save(self, path):
        """Writes the JSON, as `jacquard VERB ... --json > path` does."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.text)

    def view(self, height=640):
        """The page of `jacquard view`, which a notebook shows; jacquard.view(a, b) compares."""
        from jacquard._view import view

        return view(self, height=height)

    def figure(self, form="svg", size="column", path=None):
        """A figure for a paper: pdf, svg or png, as wide as a column or a page.

        path: where to write PATH.csv, PATH.py and the picture, as Figure.save() does.
        """
        from jacquard._view import figure_of

        return figure_of([self], form, size, path)

    def _tables(self):
        """For each kind: its name, the keys that a table of the program shows, rows of texts."""
        for kind in self.kinds:
            rows = self.rows_of(kind)
            found = dict.fromkeys(key for row in rows for key in row if key != "row_kind")
            explained = self.explained(kind)
            shown = [key for key in found if explained.get(key, {}).get("column")] or list(found)
            texts = [[_text(row.get(key)) for key in shown] for row in rows]
            yield kind, shown, texts

    def __str__(self):
        parts = []
        for kind, keys, texts in self._tables():
            if len(texts) == 1:  # a key a line
                keys, texts = ["key", "value"], [list(pair) for pair in zip(keys, texts[0])]
            widths = [max(map(len, column)) for column in zip(keys, *texts)]
            lines = ["  ".join(map(str.ljust, line, widths)).rstrip() for line in [keys, *texts]]
            parts.append("\n".join([kind + ":"] * bool(kind) + lines))
        return "\n\n".join(parts)

    def __repr__(self):
        return f"<jacquard.Result of {self.command!r}: {len(self.rows)} rows>"

    def _repr_html_(self):
        parts = list(self.pictures.values())
        for kind, keys, texts in self._tables():
            head = "".join(f"<th>{html.escape(key)}</th>" for key in keys)
            body = "".join(
                "<tr>" + "".join(f"<td>{html.escape(text)}</td>" for text in line) + "</tr>"
                for line in texts
            )
            caption = f"<caption>{html.escape(kind)}</caption>" if kind else ""
            parts.append(f"<table>{caption}<thead><tr>{head}</tr></thead>")
            parts.append(f"<tbody>{body}</tbody></table>")
        return "\n".join(parts)


def _text(value):
    if value is None:
        return ""
    if isinstance(value, float):
        return format(value, ".6g")
    return json.dumps(value) if isinstance(value, (bool, dict, list)) else str(value)


def read(path):
    """The result that `jacquard VERB ... --json > path` or Result.save() wrote."""
    with open(path, encoding="utf-8") as file:
        return Result(file.read())
