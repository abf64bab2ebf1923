# SPDX-License-Identifier: Apache-2.0
"""Executes the notebooks of docs/notebooks.

    python3 tb/python/package/notebooks.py         executes all again and writes them

A cell tagged "wall-clock" shows times of this machine, so its texts are not compared.
"""
import os
import pathlib
import sys

import nbclient
import nbformat

ROOT = pathlib.Path(__file__).resolve().parents[3]
FOLDER = ROOT / "docs" / "notebooks"
# The same figure gives the same bytes.
PICTURES = """
%config InlineBackend.figure_formats = ["svg"]
%config InlineBackend.print_figure_kwargs = {"bbox_inches": "tight", "metadata": {"Date": None}}
import matplotlib
matplotlib.rcParams["svg.hashsalt"] = "jacquard"
"""


class _Client(nbclient.NotebookClient):
    async def async_start_new_kernel_client(self, **options):
        client = await super().async_start_new_kernel_client(**options)
        client.execute(PICTURES, silent=True, store_history=False)
        return client


def executed(path):
    """The notebook with the outputs of now."""
    os.environ["PYTHONPATH"] = str(ROOT / "python")
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"  # a warning of ipykernel
    notebook = nbformat.read(path, as_version=4)
    client = _Client(
        notebook,
        timeout=120,
        kernel_name="python3",
        record_timing=False,
        resources={"metadata": {"path": str(ROOT)}},
    )
    client.execute()
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    return notebook


def texts(cell):
    """What a cell of code says, apart from pictures."""
    said = []
    for output in cell.get("outputs", []):
        if output.output_type == "stream":
            said.append(output.text)
        elif output.output_type == "error":
            said.append(f"{output.ename}: {output.evalue}")
        elif "image/svg+xml" not in output.data:
            said.append(output.data.get("text/plain", ""))
    return "".join(said)


def pictures(cell):
    drawn = [output.get("data", {}).get("image/svg+xml") for output in cell.get("outputs", [])]
    return [one for one in drawn if one]


def main():
    for path in sorted(FOLDER.glob("*.ipynb")):
        nbformat.write(executed(path), path)
        print(f"wrote {path.relative_to(ROOT)}", file=sys.stderr)


if __name__ == "__main__":
    main()
