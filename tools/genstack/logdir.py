# SPDX-License-Identifier: Apache-2.0
"""Writes LOGDIR: into a folder beside it first, so that a half-written one is never left."""
import json
import os
import shutil
import tempfile

from .errors import UserError


def check_target(path, force):
    parent = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(parent) or not os.access(parent, os.W_OK):
        raise UserError(f"--out {path}: {parent} is not a folder that can be written to")
    if os.path.lexists(path):
        ours = os.path.isfile(os.path.join(path, "manifest.json"))
        empty = os.path.isdir(path) and not os.listdir(path)
        if not empty and not (force and ours):
            raise UserError(f"--out {path}: exists already" +
                            (" (--force replaces it)" if ours else " and is no log"))


def class_entry(layout, ranks, results):
    logged = [rank for rank in ranks if rank in results]
    representative = logged[0]
    lines = results[representative]["lines"]
    entry = {"representative": representative, "ranks": ranks,
             "file": f"rank_{representative:05d}.jsonl", "logged": logged}
    peers = {}
    for peer in layout.peers(lines):
        relation = layout.relation(representative, peer)
        peers[str(peer)] = [layout.related(rank, relation) for rank in ranks]
    if peers:
        entry["peers"] = peers
    return entry


def write(path, manifest, layout, classes, results):
    parent = os.path.dirname(os.path.abspath(path))
    try:
        draft = tempfile.mkdtemp(prefix=".genstack-", dir=parent)
    except OSError as error:
        raise UserError(f"--out {path}: {error.strerror}") from error
    try:
        entries = [class_entry(layout, ranks, results) for ranks in classes]
        manifest["classes"] = entries
        for entry in entries:
            with open(os.path.join(draft, entry["file"]), "w", encoding="utf-8") as file:
                for line in results[entry["representative"]]["lines"]:
                    file.write(json.dumps(line) + "\n")
        with open(os.path.join(draft, "manifest.json"), "w", encoding="utf-8") as file:
            json.dump(manifest, file, indent=1)
            file.write("\n")
        os.chmod(draft, 0o755)
        if os.path.lexists(path):
            shutil.rmtree(path)
        os.rename(draft, path)
    except OSError as error:
        raise UserError(f"--out {path}: {error.strerror}") from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return entries
