# SPDX-License-Identifier: Apache-2.0
"""A function for each verb. All take the arguments of jacquard.run() and return a Result."""
from jacquard._run import run
from jacquard._view import files_of

__all__ = [
    "advise",
    "astra",
    "bench",
    "collective",
    "compare",
    "config",
    "demo",
    "explain",
    "gallery",
    "gemm",
    "genstack",
    "ladder",
    "plan",
    "repro",
    "results",
    "schedule",
    "search",
    "serve",
    "simulate",
    "study",
    "synth",
    "trace",
    "train",
    "validate",
    "verify",
]


def advise(*words, **options):
    """Which scheduler a demand wants, and what guard time it can afford.

    jacquard.advise(demand=matrix, rate="400 Gb/s")
    """
    return run("advise", *words, **options)


def astra(*words, **options):
    """Runs ASTRA-sim's inputs, to the nanosecond or without its simplifications.

    jacquard.astra()
    """
    return run("astra", *words, **options)


def bench(*words, **options):
    """How fast the program is on this machine.

    jacquard.bench("schedule")
    """
    return run("bench", *words, **options)


def collective(*words, **options):
    """How long a collective takes on a network.

    jacquard.collective(topology="Ring(8)", bytes="64 MiB")
    """
    return run("collective", *words, **options)


def compare(first, second, **options):
    """What differs between two results of one verb: settings, parts of the time, figures.

    jacquard.compare(jacquard.train("gpt3_175b"), jacquard.train("gpt3_175b_pipeline"))
    """
    if not all(hasattr(one, "save") for one in (first, second)):
        return run("compare", first, second, **options)
    with files_of([first, second]) as (folder, names):
        return run("compare", *(str(folder / name) for name in names), **options)


def config(*words, **options):
    """Explains, shows and checks configurations.

    jacquard.config("show", "cosmic_system2")
    """
    return run("config", *words, **options)


def demo(*words, **options):
    """A real routing matrix through every scheduler and through the Verilog.

    jacquard.demo()
    """
    return run("demo", *words, **options)


def explain(*words, **options):
    """Why a step takes as long as it does.

    jacquard.explain(jacquard.train("gpt3_175b_pipeline"))
    """
    return run("explain", *words, **options)


def gallery(*words, **options):
    """Ten questions with their answers, as a site of pages to explore.

    jacquard.gallery(out="site")
    """
    return run("gallery", *words, **options)


def gemm(*words, **options):
    """Products on a mesh of chips: proved, costed, simulated and tuned.

    jacquard.gemm("tune", "gpt3-175b", chips=256)
    """
    return run("gemm", *words, **options)


def genstack(*words, **options):
    """Schedules a whole training step ahead of time.

    jacquard.genstack(job="llama3_405b_16384", out="stack")
    """
    return run("genstack", *words, **options)


def ladder(*words, **options):
    """One job at every fidelity, from closed forms to RTL that decides.

    jacquard.ladder("mixtral_64")
    """
    return run("ladder", *words, **options)


def plan(*words, **options):
    """The best strategy for each type of layer of a model on a cluster.

    jacquard.plan("dlrm-a", system="zionex-128")
    """
    return run("plan", *words, **options)


def repro(*words, **options):
    """Our numbers beside those that papers print.

    jacquard.repro()
    """
    return run("repro", *words, **options)


def results(*words, **options):
    """Explains the rows that commands print.

    jacquard.results("schema", "collective")
    """
    return run("results", *words, **options)


def schedule(*words, **options):
    """A demand matrix as a circuit schedule, by each scheduler and by a function of yours.

    jacquard.schedule(demand=matrix, scheduler=my_function, guard="10 ns")
    """
    return run("schedule", *words, **options)


def search(*words, **options):
    """The best designs of a space.

    jacquard.search("cosmic_system2", reward="perf_per_bw", budget=200)
    """
    return run("search", *words, **options)


def serve(*words, **options):
    """A model answering requests: latency, throughput, memory and energy.

    jacquard.serve("llama3-70b", system="8xh200")
    """
    return run("serve", *words, **options)


def simulate(*words, **options):
    """Fabrics, memories, NPUs and photonic modules, cycle by cycle.

    jacquard.simulate("moe_alltoall")
    """
    return run("simulate", *words, **options)


def study(*words, **options):
    """Sweeps one question over many settings.

    jacquard.study("guard-time")
    """
    return run("study", *words, **options)


def synth(*words, **options):
    """Gates, clock and decision time of a core.

    jacquard.synth(core="ladder", ports=64)
    """
    return run("synth", *words, **options)


def trace(*words, **options):
    """Shows, checks and converts Chakra traces and training logs.

    jacquard.trace("trace.et")
    """
    return run("trace", *words, **options)


def train(*words, **options):
    """A training step of a model on a cluster: its time, memory and bubbles.

    jacquard.train("gpt3_175b_pipeline")
    """
    return run("train", *words, **options)


def validate(*words, **options):
    """Our laws against measurements of others.

    jacquard.validate("gemm")
    """
    return run("validate", *words, **options)


def verify(*words, **options):
    """A core in lockstep with its golden model, or your own RTL against rules.

    jacquard.verify(core="ladder", ports=64, cases=100)
    """
    return run("verify", *words, **options)
