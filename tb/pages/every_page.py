# SPDX-License-Identifier: Apache-2.0
"""Makes one page of each kind and measures all of them in Chromium: every_page.py JACQUARD."""

import pathlib
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHECK = ROOT / "tools" / "check_pages.py"
sys.path.insert(0, str(ROOT / "tools"))
from pages import browser  # noqa: E402

STACK = "--job mixtral_8x7b_64 --set job.layers=2 --set job.batch=64"
# Name of a folder: the command, which gets --out and --quiet.
COMMANDS = {
    "advise": "advise --demand moe:16",
    "arbiter_load": "study arbiter-load --slots 2000",
    "circuits_sweep": "simulate guard_sweep",
    "circuits_two_tiers": "simulate two_tier",
    "collectives": 'collective --algorithm all --system dgx_h100_8x8 --bytes "1 kB..1 GB"',
    "demo": "demo --no-rtl",
    "fig6": "study fig6 --matrices 2 --evaluations 1 --training 1 --finalists 1 --sample 1 "
            "--part 1000",
    "findings_2026": "study findings-2026 --quick",
    "front_of_batches": "serve llama3-8b --system 8xh100 --sweep tp=1,2 --sweep batch=1,8 --pareto "
                        "--input-tokens 512 --output-tokens 128",
    "gemm": "gemm run --algorithm meshslice --dataflow os --mesh 4x2 --shape 4096x4096x4096 "
            "--slices 4 --engine event",
    "guard_time": "study guard-time --ports 8 --demand-class sparse",
    "memory": 'simulate hbm_losses --set "traffic.duration=5 us"',
    "meshslice": "study meshslice",
    "packets": "simulate permutation",
    "plan": "plan dlrm-a --system zionex-128 --mode paper --pareto memory,throughput --sensitivity",
    "plan_by_knobs": "plan llama3-8b --system dgx_h100_8 --batch 32 --top 3 --pareto "
                     "memory,throughput",
    "pooled_memory": "study appliance",
    "repro": "repro chronos --quick",
    "schedule": 'schedule --demand moe:16 --bits 8 --guard "10 us"',
    "schedule_empty": 'schedule --demand uniform:2 --bits 4 --guard "0 ns" --scheduler exact',
    "schedule_large": 'schedule --demand moe:64 --bits 8 --guard "1 us" --scheduler '
                      "exact,ladder,round-robin-vlb",
    "search": "search cosmic_system2 --agent nsga2 --reward perf_per_bw,time --knobs workload "
              "--budget 64",
    "serve_load": "serve llama3-8b --system 1xh100 --input-tokens 200 --output-tokens 20",
    "serve": 'serve llama3-8b --system 1xh100 --rate "20 /s" --requests-count 40 --input-tokens 200 --output-tokens 20 '
             '--slo "ttft=1 s"',
    "stack": "genstack " + STACK,
    "stack_study": "study stack --jobs mixtral_8x7b_64 --technologies electronic --set job.layers=2 "
                   "--set job.batch=64",
    "sweep": 'schedule --demand moe:16 --bits 8 --sweep guard="10 ns,1 us,100 us"',
    "train": "train llama3-8b --system dgx_h100_8 --parallel pp=4,dp=2 --batch 32",
    "validate": "validate deepep",
}


def main():
    if not browser.find():
        print("not checked: no Chromium on PATH (Debian package chromium)")
        return 77
    program = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        pages = []
        for name, command in COMMANDS.items():
            words = [program, *shlex.split(command), "--out", name, "--quiet"]
            run = subprocess.run(words, cwd=folder, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.PIPE, text=True, timeout=300)
            here = [p for p in (pathlib.Path(folder) / name).rglob("*")
                    if p.suffix in (".html", ".svg")]
            if run.returncode != 0 or not here:
                print(f"jacquard {command}: no page: {run.stderr.strip()}")
                return 1
            pages += sorted(here)
        pages += sorted((ROOT / "docs").rglob("*.svg"))
        return subprocess.run([sys.executable, CHECK, *pages]).returncode


if __name__ == "__main__":
    sys.exit(main())
