# SPDX-License-Identifier: Apache-2.0
"""Runs ranks in processes forked after torch is imported, a few at a time."""
import json
import os
import signal
import sys
import traceback

from .errors import UserError, one_line


def _write(path, value):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(value, file)


def _child(rank, options, folder, path):
    """Never returns. The script's own output is shown for none of the ranks but with --verbose."""
    from . import run
    from .objects import NeedsRank
    signal.alarm(options.timeout)
    sys.stdout.flush()
    if not options.verbose:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
    try:
        result = run.log_of(rank, options, folder)
    except NeedsRank as need:
        result = {"needs": need.rank}
    except BaseException as error:  # whatever a script may raise
        if options.verbose:
            traceback.print_exc()
        result = {"error": one_line(error)}
    _write(path, result)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


class Runner:
    """Logs of ranks, each run once."""

    def __init__(self, options, folder):
        self._options, self._folder = options, folder
        self.results = {}
        self.notes = set()

    def run(self, ranks):
        """Runs those that have not run yet. A rank that needs an object of another rank is run
        again after it."""
        pending = [rank for rank in dict.fromkeys(ranks) if rank not in self.results]
        while pending:
            objects = len(os.listdir(self._folder))
            again = self._round(pending)
            done = [rank for rank in pending if rank in self.results]
            if again and not done and len(os.listdir(self._folder)) == objects:
                rank, root = next(iter(again.items()))
                raise UserError(f"rank {rank} waits for an object that rank {root} never sends")
            pending = [root for root in again.values() if root not in self.results] + list(again)
            pending = list(dict.fromkeys(pending))
        return [self.results[rank] for rank in ranks]

    def _round(self, ranks):
        queue, running, again, errors = list(ranks), {}, {}, {}
        try:
            while queue or running:
                while queue and not errors and len(running) < self._options.processes:
                    rank = queue.pop(0)
                    running[self._start(rank)] = rank
                if not running:
                    break
                process, status = os.wait()
                if process in running:
                    rank = running.pop(process)
                    try:
                        self._finish(rank, status, again)
                    except UserError as error:
                        errors[rank] = error  # the lowest rank's is told, whichever came first
        finally:
            for process in running:
                os.kill(process, signal.SIGKILL)
                os.waitpid(process, 0)
        if errors:
            raise errors[min(errors)]
        return again

    def _path(self, rank):
        return os.path.join(os.path.dirname(self._folder), f"result_{rank}")

    def _start(self, rank):
        sys.stdout.flush()
        sys.stderr.flush()
        process = os.fork()
        if process == 0:
            try:
                _child(rank, self._options, self._folder, self._path(rank))
            finally:
                os._exit(3)
        return process

    def _finish(self, rank, status, again):
        path = self._path(rank)
        if os.WIFSIGNALED(status):
            if os.WTERMSIG(status) == signal.SIGALRM:
                raise UserError(f"rank {rank}: the script did not end within "
                                f"{self._options.timeout} s (--timeout)")
            raise UserError(f"rank {rank}: the script was ended by signal {os.WTERMSIG(status)}")
        if not os.path.exists(path):
            raise UserError(f"rank {rank}: the script ended its process (exit code "
                            f"{os.WEXITSTATUS(status)})")
        with open(path, encoding="utf-8") as file:
            result = json.load(file)
        os.remove(path)
        if "error" in result:
            raise UserError(f"rank {rank}: {result['error']}")
        if "needs" in result:
            again[rank] = result["needs"]
            return
        self.notes.update(result["notes"])
        self.results[rank] = result
