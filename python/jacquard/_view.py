# SPDX-License-Identifier: Apache-2.0
"""Results as the page of `jacquard view`, and as figures of a paper."""
import contextlib
import html
import pathlib
import subprocess
import tempfile

from jacquard._errors import InputError, error_of
from jacquard._find import find_program
from jacquard._result import Result

_NAMES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


@contextlib.contextmanager
def files_of(results):
    """A folder that is thrown away, with first.json, second.json, ...; and those names."""
    if not 1 <= len(results) <= len(_NAMES):
        raise InputError(f"expected one result at least and at most {len(_NAMES)}, found {len(results)}", 2)
    for result in results:
        if not isinstance(result, Result):
            raise InputError(f"expected results of jacquard, found {result!r:.80}", 2)
    with tempfile.TemporaryDirectory() as folder:
        names = [f"{name}.json" for name, _ in zip(_NAMES, results)]
        for name, result in zip(names, results):
            result.save(pathlib.Path(folder) / name)
        yield pathlib.Path(folder), names


def _run(folder, words):
    answer = subprocess.run(
        [find_program(), "view", *words, "--quiet"],
        cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )
    if answer.returncode != 0:
        lines = answer.stderr.strip().splitlines()
        raise error_of(answer.returncode, lines[-1] if lines else "", None)


class View:
    """A page to explore, which a notebook shows: zoom, hover and sliders work inside it."""

    def __init__(self, page, count, height):
        self.page = page  # HTML, without a network
        self._count, self._height = count, height

    def save(self, path):
        """Writes the page, which any browser opens."""
        pathlib.Path(path).write_text(self.page, encoding="utf-8")

    def __repr__(self):
        what = "a result" if self._count == 1 else f"{self._count} results"
        return f"<jacquard.View of {what}: a notebook shows it, save(path) keeps it>"

    def _repr_html_(self):
        return (
            f'<iframe srcdoc="{html.escape(self.page)}" title="Jacquard"'
            ' sandbox="allow-scripts allow-downloads"'
            f' style="width: 100%; height: {int(self._height)}px; border: 0"></iframe>'
        )


def view(*results, height=640):
    """Results as one page to explore, which a notebook shows; of several it compares the first.

    jacquard.view(jacquard.schedule(demand=matrix), jacquard.schedule(demand=matrix, guard="1 us"))
    """
    with files_of(results) as (folder, names):
        _run(folder, [*names, "--page", "view.html"])
        page = (folder / "view.html").read_text(encoding="utf-8")
    return View(page, len(results), height)


class Figure:
    """A figure of a paper: its data, the code that draws it, and the picture."""

    def __init__(self, csv, code, picture, form):
        self.csv, self.code = csv, code
        self.picture = picture  # bytes
        self.format = form

    def save(self, path):
        """Writes PATH.csv, PATH.py and PATH.pdf, .svg or .png. The code reads the CSV beside it."""
        path = pathlib.Path(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_suffix(".csv").write_text(self.csv, encoding="utf-8")
        path.with_suffix(".py").write_text(self.code, encoding="utf-8")
        path.with_suffix("." + self.format).write_bytes(self.picture)

    def __repr__(self):
        return f"<jacquard.Figure, {self.format}: .csv, .code, .picture, save(path)>"

    def _repr_svg_(self):
        return self.picture.decode("utf-8") if self.format == "svg" else None

    def _repr_png_(self):
        return self.picture if self.format == "png" else None


def figure_of(results, form, size, path):
    with files_of(results) as (folder, names):
        _run(folder, [*names, "--figure", form, "--size", size, "--out", "figure"])
        [picture] = (folder / "figure").glob(f"*.{form}")
        texts = [picture.with_suffix(end).read_text(encoding="utf-8") for end in (".csv", ".py")]
        figure = Figure(*texts, picture.read_bytes(), form)
    if path is not None:
        figure.save(path)
    return figure
