# SPDX-License-Identifier: Apache-2.0
"""The command line: python3 tools/genstack --ranks N --out LOGDIR SCRIPT [arguments]."""
import argparse
import os
import sys
import tempfile
import time

from .errors import UserError

examples = """\
examples:
  python3 tools/genstack --ranks 64 --out log tools/genstack/examples/transformer_3d.py
  python3 tools/genstack --ranks 8 --out log tools/genstack/examples/ddp_mlp.py --hidden 4096
  python3 tools/genstack --ranks 64 --representatives all --out log train.py --config c.yaml
then:
  ./jacquard genstack --log log --out stack

Each rank of a sample runs the script on tensors without data. docs/genstack_log.md says what is
logged, what is assumed, and what a script must avoid.
"""


def representatives(text):
    if text in ("auto", "all"):
        return text
    try:
        ranks = [int(part) for part in text.split(",")]
    except ValueError:
        ranks = [-1]
    if ranks[0] != 0 or any(one >= other for one, other in zip(ranks, ranks[1:])):
        raise argparse.ArgumentTypeError(f"{text!r} is neither auto, all, nor rising ranks from 0")
    return ranks


def step(text):
    if text in ("last", "all"):
        return text
    if text.isdigit() and int(text) >= 1:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is neither last, all, nor a number from 1")


def positive(text):
    if text.isdigit() and 1 <= int(text) <= 10**7:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to 10000000")


def assumption(text):
    place, _, value = text.rpartition("=")
    try:
        number = float(value)
    except ValueError:
        number = -1.0
    if ":" not in place or not 0 <= number < 1e15:
        raise argparse.ArgumentTypeError(f"{text!r} is not FILE:LINE=VALUE with a value from 0")
    return place, number


class Parser(argparse.ArgumentParser):
    def error(self, message):
        raise UserError(message + " (--help)")


def parser():
    parse = Parser(
        prog="genstack", epilog=examples, formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Logs which collectives a PyTorch training script calls on every rank of a "
                    "cluster, on this machine alone.")
    add = parse.add_argument
    add("--ranks", type=positive, required=True, metavar="N", help="ranks of the run (WORLD_SIZE)")
    add("--out", required=True, metavar="LOGDIR", help="folder to write the log to")
    add("--force", action="store_true", help="replace a log that is there already")
    add("--representatives", type=representatives, default="auto", metavar="auto|all|LIST",
        help="ranks to run: auto samples and assumes the rest (up to 16 ranks: all); a list such "
             "as 0,16,32,48 says that ranks up to the next one listed are alike")
    add("--ranks-per-node", type=positive, default=8, metavar="N",
        help="GPUs of a node: LOCAL_RANK counts below it (8)")
    add("--step", type=step, default="last", metavar="last|all|K",
        help="training step to log: the last one (default), the K-th, or the whole script")
    add("--families", type=lambda text: text.split(","), default=[], metavar="NAME,...",
        help="names of the families of groups, in the order in which the script makes them")
    add("--assume", type=assumption, action="append", default=[], metavar="FILE:LINE=VALUE",
        help="what a value is that the script reads there and only data decide")
    add("--processes", type=positive, default=os.cpu_count() or 1, metavar="N",
        help="ranks to run at the same time (number of processors)")
    add("--timeout", type=positive, default=600, metavar="S", help="seconds a rank may run (600)")
    add("--verbose", action="store_true", help="show what the script prints, and its tracebacks")
    add("script", metavar="SCRIPT", help="the training script")
    add("arguments", nargs=argparse.REMAINDER, metavar="...", help="the script's own arguments")
    return parse


def say(text):
    print(f"genstack: {text}", file=sys.stderr)


def log(options):
    from . import logdir
    logdir.check_target(options.out, options.force)
    if not os.path.isfile(options.script):
        raise UserError(f"{options.script}: there is no such script")
    options.assume = dict(options.assume)
    try:
        import torch
    except ImportError as error:
        raise UserError("this python has no torch (on Debian: python3-torch, and /usr/bin/python3)"
                        ) from error
    from . import compat
    from .classes import Classes
    from .launch import Runner
    if compat.untested:
        say(f"torch {torch.__version__} was not tested with this package (1.13 was)")
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="genstack-") as folder:
        shared = os.path.join(folder, "objects")
        os.mkdir(shared)
        runner = Runner(options, shared)
        classes = Classes(runner, options.ranks, say)
        if options.representatives == "all":
            found = classes.of_all()
        elif options.representatives == "auto":
            found = classes.of_auto()
        else:
            found = classes.of_list(options.representatives)
    if runner.notes:
        say("only data decide what is read here; 1 is taken (--assume FILE:LINE=VALUE says "
            f"another): {', '.join(sorted(runner.notes))}")
    manifest = {"format": "jacquard-log", "version": 1, "world_size": options.ranks,
                "producer": f"genstack (torch {torch.__version__})",
                "script": " ".join([os.path.basename(options.script), *options.arguments]),
                "step": options.step, "groups": classes.groups}
    entries = logdir.write(options.out, manifest, classes.layout, found, runner.results)
    calls = sum(len(entry["ranks"]) * sum("call_id" in line for line in
                                          runner.results[entry["representative"]]["lines"])
                for entry in entries)
    assumed = options.ranks - sum(len(entry["logged"]) for entry in entries)
    say(f"{options.ranks} ranks in {len(entries)} classes, {len(runner.results)} ranks run"
        f"{f', {assumed} assumed like them' if assumed else ''}, {calls} calls, "
        f"{time.monotonic() - begin:.1f} s -> {options.out}")


def main(arguments):
    try:
        log(parser().parse_args(arguments))
    except UserError as error:
        say(" ".join(str(error).split()))
        return 2
    except KeyboardInterrupt:
        return 130
    return 0
